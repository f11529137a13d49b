//! What every machine shows of a race: the track with its balls, all of it in small, and who won.

use crate::kit;
use crate::look::{
    BLUE, DUSK, GOLD, GREEN, HAZE, MIST, NIGHT, ORANGE, RED, SMALL, SNOW, TEAL, VIOLET, WORDS,
};
use motile::geom::Capsule;
use motile::net::Replay;
use motile::net::race::{BallRace, RaceBall};
use motile::prelude::*;

pub(super) const COLORS: [Color; 8] = [ORANGE, BLUE, GREEN, VIOLET, GOLD, TEAL, RED, MIST];
pub(super) const NAMES: [&str; 8] =
    ["orange", "blue", "green", "violet", "gold", "teal", "red", "gray"];
/// The ground below the track.
const EARTH: Color = Color::hex(0x2A_35_55);
/// Pixels of the picture for one of the track.
const ZOOM: f32 = 1.25;
/// And at the least, where many share the picture.
const FAR: f32 = 0.4;
/// Shorter pieces of track are ramps, pixels.
const RAMP: f32 = 60.0;

/// The balls that race.
fn racing(game: &BallRace) -> &[RaceBall] {
    &game.balls[..usize::from(game.count).min(game.balls.len())]
}

/// What a player sees of a race: an area of the picture, with his ball in its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    pub(super) area: Aabb,
    pub(super) player: usize,
    zoom: f32,
}

impl View {
    /// The whole area for one player.
    pub(super) const fn new(area: Aabb, player: usize) -> Self {
        Self { area, player, zoom: ZOOM }
    }

    /// The area cut into pieces, one for everybody: two lie one above the other, more in two columns. However far
    /// they are apart, each sees his ball.
    pub(super) fn split(area: Aabb, players: &[usize]) -> Vec<Self> {
        let columns = if players.len() > 2 { 2 } else { 1 };
        let rows = players.len().div_ceil(columns);
        let size = area.size() / vec2(columns as f32, rows as f32);
        let view = |(index, &player): (usize, &usize)| {
            let corner = area.min + size * vec2((index % columns) as f32, (index / columns) as f32);
            let area = Aabb { min: corner, max: corner + size };
            Self { area, player, zoom: (ZOOM / rows as f32).max(FAR) }
        };
        players.iter().enumerate().map(view).collect()
    }
}

/// The balls on their track around one of them, and `over` on top of each.
pub(super) fn paint_race(
    canvas: &mut Canvas<'_>,
    View { area, player, zoom }: View,
    game: &BallRace,
    over: impl Fn(&mut Canvas<'_>, usize),
) {
    let (own, track) = (game.balls[player].position, &game.track);
    let wide = area.size().x * ZOOM / zoom;
    let eye = vec2(own.x - 20.0, own.y.midpoint(320.0));
    let sky = Gradient::linear(area.min, vec2(0.0, area.max.y), &[NIGHT, HAZE]);
    canvas.fill_rect(area, sky);
    paint_hills(canvas, area, eye.x * 0.25);
    let middle = area.center() + vec2(0.0, 40.0 * zoom / ZOOM) - eye * zoom;
    let view = Affine2::from_parts(middle, Vec2::splat(zoom), 0.0, Vec2::ZERO);
    canvas.transformed(view, |canvas| {
        for capsule in track.near(eye.x, wide) {
            paint_earth(canvas, capsule);
        }
        for Capsule { segment, radius } in track.near(eye.x, wide) {
            let color = if segment.b.x - segment.a.x < RAMP { GOLD } else { TEAL };
            canvas.line(segment.a, segment.b, &kit::round(radius * 2.0), color);
        }
        let finish = vec2(track.finish, 0.0);
        canvas.line(finish, finish + vec2(0.0, 460.0), &Stroke::new(6.0), SNOW);
        for (player, ball) in racing(game).iter().enumerate().rev() {
            paint_ball(canvas, ball, COLORS[player]);
            over(canvas, player);
        }
    });
}

/// The whole track in small, with everybody on it.
pub(super) fn paint_map(canvas: &mut Canvas<'_>, width: f32, game: &BallRace) {
    let track = &game.track;
    let scale = (width - 48.0) / track.finish;
    let place = |p: Vec2| vec2(24.0 + p.x * scale, 12.0 + p.y * 0.07);
    for Capsule { segment, .. } in &track.capsules {
        if segment.a.x >= 0.0 && segment.b.x <= track.finish {
            canvas.line(place(segment.a), place(segment.b), &kit::round(2.0), MIST);
        }
    }
    for (player, ball) in racing(game).iter().enumerate().rev() {
        let x = ball.position.x.clamp(0.0, track.finish);
        kit::disc(canvas, place(vec2(x, ball.position.y - 40.0)), 5.0, COLORS[player]);
    }
}

/// Who came in when, in a race that began in a tick, and which keys are there now; it goes on for the rest.
pub(super) fn paint_results(
    canvas: &mut Canvas<'_>,
    area: Aabb,
    game: &BallRace,
    began: u32,
    keys: &str,
) {
    let balls = racing(game).iter().enumerate();
    let mut order: Vec<_> =
        balls.filter_map(|(player, ball)| Some((ball.finished?, player))).collect();
    if order.is_empty() {
        return;
    }
    order.sort_unstable();
    let half = vec2(120.0, 24.0 + 12.0 * order.len() as f32);
    let card = Aabb::from_center(area.center(), half);
    canvas.fill(&Path::round_rect(card, 12.0), NIGHT.with_alpha(220));
    for (rank, (tick, player)) in order.into_iter().enumerate() {
        let place = card.min + vec2(24.0, 12.0 + 24.0 * rank as f32);
        let words = format!(
            "{}.  {}  {:.2} s",
            rank + 1,
            NAMES[player],
            tick.saturating_sub(began) as f32 / 60.0
        );
        canvas.write(words, WORDS, place, Vec2::ZERO, COLORS[player]);
    }
    let foot = vec2(card.center().x, card.max.y - 22.0);
    canvas.write(keys, SMALL, foot, vec2(0.5, 0.0), MIST);
}

/// What there is to say about the race, in the corner where no ball rolls.
pub(super) fn paint_caption(canvas: &mut Canvas<'_>, area: Aabb, words: &str, color: Color) {
    canvas.write(words, SMALL, area.max - vec2(16.0, 24.0), vec2(1.0, 0.0), color);
}

/// How far a replay is.
pub(super) fn replay_words(replay: &Replay, tick: u32) -> String {
    format!("replay, {} of {} s. r: back", tick / 60, replay.ticks() / 60)
}

/// Far mountains, which pass slowly.
fn paint_hills(canvas: &mut Canvas<'_>, area: Aabb, shift: f32) {
    for layer in [1.0f32, 2.0] {
        let step = 130.0 + 60.0 * layer;
        let first = (shift * layer / step).floor() - 1.0;
        for index in 0..8 {
            let number = first + index as f32;
            let left = number * step - shift * layer;
            let tall = 110.0 + 40.0 * (number * 2.4).fract().abs() - 30.0 * layer;
            let foot = area.max.y;
            let peak = vec2(left + step * 0.6, foot - 60.0 - tall);
            let hill = [vec2(left - 40.0, foot), peak, vec2(left + step * 1.5, foot)];
            canvas.fill(&Path::polygon(&hill), DUSK.with_alpha(150));
        }
    }
}

/// Everything below a piece of track; gaps show what is behind.
fn paint_earth(canvas: &mut Canvas<'_>, Capsule { segment, .. }: &Capsule) {
    let (a, b) = (segment.a, segment.b);
    let is_wall = b.x - a.x < 1.0;
    let is_ramp = b.x - a.x < RAMP;
    if !is_wall && !is_ramp {
        let deep = 900.0;
        canvas.fill(&Path::polygon(&[a, b, vec2(b.x, deep), vec2(a.x, deep)]), EARTH);
    }
}

/// A plastic ball with a hamster in it.
fn paint_ball(canvas: &mut Canvas<'_>, ball: &RaceBall, color: Color) {
    let (center, spoke) = (ball.position, ball.spoke());
    kit::disc(canvas, center, RaceBall::RADIUS, color.with_alpha(110));
    for arm in [spoke, spoke.perp()] {
        canvas.line(center - arm, center + arm, &Stroke::new(1.5), color.with_alpha(160));
    }
    let ahead = if ball.velocity.x < 0.0 { -1.0 } else { 1.0 };
    let body = Path::ellipse(center + vec2(-2.0 * ahead, 7.0), vec2(11.0, 8.0));
    canvas.fill(&body, color);
    kit::disc(canvas, center + vec2(7.0 * ahead, 1.0), 6.5, color);
    kit::disc(canvas, center + vec2(4.0 * ahead, -5.0), 2.8, color);
    kit::disc(canvas, center + vec2(9.0 * ahead, 0.0), 1.4, NIGHT);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second player left the picture as soon as he was behind.
    #[test]
    fn sim_d2_everybody_at_one_screen_has_a_piece_of_it() {
        let area = Aabb::from_size(Vec2::ZERO, vec2(640.0, 360.0));
        assert_eq!(View::split(area, &[3]), [View::new(area, 3)]);
        for count in 2..=8usize {
            let players: Vec<_> = (0..count).collect();
            let views = View::split(area, &players);
            for (index, view) in views.iter().enumerate() {
                assert_eq!(view.player, index);
                let size = view.area.size();
                assert!(size.x >= 320.0 && size.y >= 90.0, "{count}: {size}");
                assert!(area.contains(view.area.center()));
                // As much of the track to each side as one alone sees, and no ball too small to be seen.
                assert!(size.x / view.zoom >= 640.0 / ZOOM && view.zoom >= 0.4, "{count}");
                assert!(
                    views[..index].iter().all(|other| !other.area.contains(view.area.center()))
                );
            }
        }
    }
}
