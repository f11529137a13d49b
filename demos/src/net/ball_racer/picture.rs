//! What is seen of machines in one program: the race, what the methods would show, and how the machines are doing.

use super::scene::{
    COLORS, NAMES, View, paint_caption, paint_map, paint_race, paint_results, replay_words,
};
use super::shown::Hidden;
use super::{BallRacer, HISTORY};
use crate::kit;
use crate::look::{DUSK, GOLD, GREEN, RED, SMALL, SNOW};
use motile::net::RollbackSession;
use motile::net::race::RaceBall;
use motile::prelude::*;

/// Height of the panel below, pixels.
const PANEL: f32 = 116.0;
/// The largest error of the chart, pixels.
const MOST: f32 = 160.0;

/// Whose piece of the picture it is.
fn paint_frame(canvas: &mut Canvas<'_>, view: &View) {
    let color = COLORS[view.player];
    let frame = Aabb { min: view.area.min + Vec2::ONE, max: view.area.max - Vec2::ONE };
    canvas.stroke(&Path::rect(frame), &Stroke::new(2.0), color.with_alpha(160));
    let corner = vec2(view.area.min.x + 12.0, view.area.max.y - 26.0);
    canvas.write(NAMES[view.player], SMALL, corner, Vec2::ZERO, color);
}

impl BallRacer {
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, size: Vec2, alpha: f32) {
        let area = Aabb::from_size(Vec2::ZERO, size - vec2(0.0, PANEL));
        let shown = self.hidden.shown(&self.peers[0], |game| game, alpha);
        let game = self.replay.as_ref().map_or(&shown, |(_, race)| race);
        let views = View::split(area, &self.hands.players(self.peers.len()));
        for &view in &views {
            canvas.clip_rect(view.area, |canvas| {
                let ghosts =
                    |canvas: &mut Canvas<'_>, player| self.paint_ghosts(canvas, player, alpha);
                paint_race(canvas, view, game, ghosts);
            });
        }
        if views.len() > 1 {
            for view in &views {
                paint_frame(canvas, view);
            }
        }
        paint_map(canvas, size.x, game);
        self.paint_machines(canvas, vec2(0.0, area.max.y));
        self.paint_chart(canvas, vec2(size.x, area.max.y));
        if let (Some((replay, _)), Some(tick)) = (&self.replay, self.shown) {
            paint_caption(canvas, area, &replay_words(replay, tick), GOLD);
            paint_results(canvas, area, game, 0, "space: rematch, r: back");
        } else {
            let legend = "ball: rollback, white ring: what a server has, red ring: classic method";
            paint_caption(canvas, area, legend, SNOW);
            paint_results(canvas, area, game, 0, "space: rematch, r: replay");
        }
    }

    /// Where the authority has a ball, and where the classic method would show it, beside where its owner has it: each method
    /// races by itself, with the same keys and bots.
    fn paint_ghosts(&self, canvas: &mut Canvas<'_>, player: usize, alpha: f32) {
        if self.replay.is_some() {
            return;
        }
        let owner = Hidden::default().shown(&self.peers[player], |game| game, alpha);
        let truth = owner.balls[player].position;
        let ring = |canvas: &mut Canvas<'_>, center, width, color| {
            let path = Path::circle(center, RaceBall::RADIUS + 4.0);
            canvas.stroke(&path, &Stroke::new(width), color);
        };
        ring(canvas, truth + self.classic_error(player), 2.5, RED);
        ring(canvas, truth + self.authority.lag(player), 2.0, SNOW);
    }

    /// The latest confirmed state of every machine as a hash: equal ticks have equal hashes.
    fn paint_machines(&self, canvas: &mut Canvas<'_>, corner: Vec2) {
        let hashes: Vec<_> = self.peers.iter().map(RollbackSession::latest_hash).collect();
        let pairs = || hashes.iter().flatten();
        let are_equal = pairs().all(|a| pairs().all(|b| a.0 != b.0 || a.1 == b.1));
        for (peer, hash) in hashes.iter().enumerate() {
            let place =
                corner + vec2(20.0 + 150.0 * (peer / 4) as f32, 12.0 + 19.0 * (peer % 4) as f32);
            kit::disc(canvas, place + vec2(0.0, 9.0), 6.0, COLORS[peer]);
            let words = hash.map(|(tick, hash)| format!("{tick}  {:08x}", hash >> 32));
            let words = words.unwrap_or_else(|| "no state yet".into());
            canvas.write(words, SMALL, place + vec2(14.0, 0.0), Vec2::ZERO, SNOW);
        }
        let (words, color) =
            if are_equal { ("all machines equal", GREEN) } else { ("desync", RED) };
        canvas.write(words, SMALL, corner + vec2(14.0, 90.0), Vec2::ZERO, color);
    }

    /// How far the worst ball of both methods was off in the last seconds.
    fn paint_chart(&self, canvas: &mut Canvas<'_>, corner: Vec2) {
        let area = Aabb { min: corner + vec2(-300.0, 30.0), max: corner + vec2(-16.0, 106.0) };
        let plot = kit::Plot { area, x: (0.0, HISTORY as f32), y: (0.0, MOST) };
        canvas.fill_rect(area, DUSK);
        for (method, color) in [(1, RED), (0, SNOW)] {
            let points = self.errors.iter().enumerate();
            let points: Vec<_> =
                points.map(|(x, error)| plot.place(x as f32, error[method].min(MOST))).collect();
            canvas.stroke(&Path::polyline(&points), &kit::round(2.0), color);
        }
        let last = self.errors.back().copied().unwrap_or_default();
        let left = area.min - vec2(0.0, 22.0);
        canvas.write(format!("rollback {:.0} px off", last[0]), SMALL, left, Vec2::ZERO, SNOW);
        let right = vec2(area.max.x, left.y);
        canvas.write(format!("classic {:.0}", last[1]), SMALL, right, vec2(1.0, 0.0), RED);
    }
}

#[cfg(test)]
mod tests {
    use super::super::DEMO;
    use motile::prelude::*;

    #[test]
    fn golden_picture_of_two_at_one_screen() -> motile::Result {
        let mut player = (DEMO.start)(&DEMO.settings(1))?;
        // The second one rolls the other way: he is far behind, and seen all the same.
        player.play(Script::parse("0 key Right\n0 key a\n40 keyup a\n60 key Up")?)?;
        player.run_ticks(130);
        player.draw();
        let small = player.surface().thumbnail(320, 240)?;
        motile_proof::golden("net-ball-racer-two", &small);
        Ok(())
    }
}
