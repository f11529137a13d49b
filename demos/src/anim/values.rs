//! Whatever has a middle can be tweened, and a goal may say which way: by light, by the shorter turn, in steps, within limits.

use super::figures;
use super::scene::{self, TimeBar};
use crate::Demo;
use crate::look::{TITLE, WORDS};
use motile::anim::{AnimPlayer, Ease, Tween, goal};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/values",
    title: "Values and modifiers",
    sees: "One tween moves colors in three color spaces, angles the long and the short way, numbers in steps, and a level that overshoots or is held.",
    tries: "Choose back or elastic: only the clamped level stays between its lines.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
    takes_drags: true,
    spec: &["TWEEN-25", "TWEEN-26", "TWEEN-27"],
    size: scene::SIZE,
    ticks: 138,
    ..Demo::of::<Values>()
};

const EASES: [Ease; 4] = [Ease::LINEAR, Ease::SINE_IN_OUT, Ease::BACK_IN_OUT, Ease::ELASTIC_OUT];
const FROM: Color = Color::hex(0x1F_4F_E8);
const TO: Color = Color::hex(0xFF_D4_1F);
/// Degrees at the start and at the end of the turn.
const TURN: (f32, f32) = (320.0, 50.0);

/// A color between two.
type Mix = fn(Color, Color, f32) -> Color;

#[derive(Clone, Copy, StateHash)]
struct Targets {
    colors: [Color; 3],
    angle: f32,
    shortest: f32,
    number: f32,
    rounded: f32,
    snapped: f32,
    whole: i32,
    level: f32,
    clamped: f32,
    area: Aabb,
}

const START: Targets = Targets {
    colors: [FROM; 3],
    angle: TURN.0,
    shortest: TURN.0,
    number: 0.0,
    rounded: 0.0,
    snapped: 0.0,
    whole: 0,
    level: 0.0,
    clamped: 0.0,
    area: Aabb::new(vec2(680.0, 330.0), vec2(740.0, 370.0)),
};

/// All of it in one tween.
fn tween(ease: Ease) -> Tween<Targets> {
    Tween::new(3.0)
        .to(|t: &mut Targets| &mut t.colors[0], TO)
        .to(|t| &mut t.colors[1], goal(TO).linear_light())
        .to(|t| &mut t.colors[2], goal(TO).oklab())
        .to(|t| &mut t.angle, TURN.1)
        .to(|t| &mut t.shortest, goal(TURN.1).shortest_degrees())
        .to(|t| &mut t.number, 10.0)
        .to(|t| &mut t.rounded, goal(10.0).rounded())
        .to(|t| &mut t.snapped, goal(10.0).snapped(2.5))
        .to(|t| &mut t.whole, 10)
        .to(|t| &mut t.level, 1.0)
        .to(|t| &mut t.clamped, goal(1.0).clamped(0.0, 1.0))
        .to(|t| &mut t.area, Aabb::new(vec2(750.0, 290.0), vec2(850.0, 430.0)))
        .ease(ease)
}

#[derive(StateHash)]
#[state(hash_only)]
struct Values {
    targets: Targets,
    player: AnimPlayer<Targets>,
    bar: TimeBar,
}

impl Sketch for Values {
    const PARAMS: &'static [Param] =
        &[Param::choice("ease", &["linear", "sine-in-out", "back-in-out", "elastic-out"], 2)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::PAGE;
        let ease = EASES[stage.params().choice("ease") as usize];
        let player = AnimPlayer::new(tween(ease));
        Ok(Self { targets: START, player, bar: TimeBar::new(3.0) })
    }

    fn update(&mut self, stage: &mut Stage, _: Tick) {
        if stage.params().changed("ease") {
            self.rebuild(stage);
        }
        self.bar.update(stage);
        self.player.seek(self.bar.time(), &mut self.targets);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        figures::heading(canvas, "one tween, twelve values", "goal(10.0).snapped(2.5)");
        for (place, title) in ["color", "angle", "number", "level"].into_iter().enumerate() {
            let area = card(place);
            figures::panel(canvas, area, figures::PANEL);
            canvas.write(title, TITLE, area.min + vec2(16.0, 22.0), vec2(0.0, 0.5), figures::INK);
        }
        self.draw_colors(canvas, card(0));
        let Targets { angle, shortest, .. } = self.targets;
        let middle = card(1).center() + vec2(40.0, -4.0);
        draw_dial(canvas, middle - vec2(90.0, 0.0), angle, "as it is");
        draw_dial(canvas, middle + vec2(90.0, 0.0), shortest, "shortest");
        self.draw_numbers(canvas, card(2));
        self.draw_levels(canvas, card(3));
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Values {
    /// All colors of the way, and the one it has now.
    fn draw_colors(&self, canvas: &mut Canvas<'_>, area: Aabb) {
        let ways: [(&str, Mix); 3] = [
            ("channels", Color::lerp),
            ("linear light", Color::lerp_linear),
            ("OKLab", Color::lerp_oklab),
        ];
        for (row, (words, mix)) in ways.into_iter().enumerate() {
            let corner = area.min + vec2(124.0, 48.0 + 44.0 * row as f32);
            let at = corner + vec2(-10.0, 18.0);
            canvas.write(words, WORDS, at, vec2(1.0, 0.5), figures::INK);
            for step in 0..64 {
                let at = corner + vec2(3.2 * step as f32, 0.0);
                let color = mix(FROM, TO, step as f32 / 63.0);
                canvas.fill_rect(Aabb::from_size(at, vec2(3.7, 36.0)), color);
            }
            let x = corner.x + 204.0 * self.targets.clamped;
            let (top, bottom) = (vec2(x, corner.y - 3.0), vec2(x, corner.y + 39.0));
            canvas.line(top, bottom, &Stroke::new(4.0), figures::INK);
            let now = Aabb::from_size(corner + vec2(220.0, 0.0), vec2(60.0, 36.0));
            canvas.fill(&Path::round_rect(now, 8.0), self.targets.colors[row]);
        }
    }

    /// Four rulers from 0 to 10.
    fn draw_numbers(&self, canvas: &mut Canvas<'_>, area: Aabb) {
        let now = &self.targets;
        let numbers = [
            ("f32", now.number, 0.0),
            ("i32", now.whole as f32, 1.0),
            ("rounded", now.rounded, 1.0),
            ("snapped", now.snapped, 2.5),
        ];
        for (row, (words, value, step)) in numbers.into_iter().enumerate() {
            let start = area.min + vec2(124.0, 50.0 + 36.0 * row as f32);
            let x = |value: f32| start + vec2(19.0 * value, 0.0);
            canvas.write(words, WORDS, start - vec2(16.0, 0.0), vec2(1.0, 0.5), figures::INK);
            canvas.line(x(0.0), x(10.0), &Stroke::new(3.0), figures::FAINT);
            let ticks = if step > 0.0 { (10.0 / step) as u8 } else { 0 };
            for tick in 0..=ticks {
                figures::disc(canvas, x(f32::from(tick) * step), 4.0, figures::FAINT);
            }
            figures::disc(canvas, x(value), 11.0, figures::BLUE);
            let words = if step > 0.0 { format!("{value}") } else { format!("{value:.1}") };
            canvas.write(words, WORDS, x(10.0) + vec2(92.0, 0.0), vec2(1.0, 0.5), figures::INK);
        }
    }

    /// Two columns with the line that one of them may not cross, and a rectangle that grows.
    fn draw_levels(&self, canvas: &mut Canvas<'_>, area: Aabb) {
        let levels = [("free", self.targets.level), ("clamped", self.targets.clamped)];
        let floor = area.max.y - 40.0;
        let y = |value: f32| floor - 92.0 * value;
        for (column, (words, level)) in levels.into_iter().enumerate() {
            let x = area.min.x + 70.0 + 96.0 * column as f32;
            let fits = (0.0..=1.0).contains(&level);
            let color = if fits { figures::TEAL } else { figures::RED };
            let (top, bottom) = (y(level.max(0.0)), y(level.min(0.0)));
            let bar = Aabb::new(vec2(x - 28.0, top), vec2(x + 28.0, bottom));
            canvas.fill_rect(bar, color);
            for end in [y(0.0), y(1.0)] {
                canvas.line(
                    vec2(x - 40.0, end),
                    vec2(x + 40.0, end),
                    &Stroke::new(3.0),
                    figures::INK,
                );
            }
            figures::label(canvas, words, vec2(x, area.max.y - 18.0), figures::INK);
        }
        let grown = self.targets.area;
        let outline = Path::round_rect(grown, 6.0);
        canvas.fill(&outline, figures::VIOLET.with_alpha(60));
        canvas.stroke(&outline, &Stroke::new(3.0), figures::VIOLET);
        figures::label(canvas, "Aabb", grown.center(), figures::INK);
    }
}

/// One of the four cards, row by row.
fn card(place: usize) -> Aabb {
    let corner = vec2(24.0 + 430.0 * (place % 2) as f32, 54.0 + 204.0 * (place / 2) as f32);
    Aabb::from_size(corner, vec2(422.0, 194.0))
}

/// A needle in a round scale, with both ends of its way marked.
fn draw_dial(canvas: &mut Canvas<'_>, center: Vec2, degrees: f32, words: &str) {
    let at = |degrees: f32, radius: f32| {
        let (sin, cos) = ops::sin_cos(degrees.to_radians());
        center + vec2(sin, -cos) * radius
    };
    figures::disc(canvas, center, 66.0, figures::PAGE);
    for mark in 0..36 {
        let angle = mark as f32 * 10.0;
        canvas.line(at(angle, 56.0), at(angle, 62.0), &Stroke::new(1.5), figures::FAINT);
    }
    for (end, color) in [(TURN.0, figures::BLUE), (TURN.1, figures::ORANGE)] {
        figures::disc(canvas, at(end, 54.0), 8.0, color);
    }
    let needle = Stroke::new(7.0).with_cap(Cap::Round);
    canvas.line(center, at(degrees, 46.0), &needle, figures::RED);
    figures::disc(canvas, center, 7.0, figures::INK);
    figures::label(
        canvas,
        format!("{words} {degrees:.0}°"),
        center + vec2(0.0, 82.0),
        figures::INK,
    );
}
