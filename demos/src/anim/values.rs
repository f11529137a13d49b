//! Whatever has a middle can be tweened, and a goal may say which way: by light, by the shorter turn, in steps, within limits.

use super::figures;
use super::scene::{self, TimeBar};
use crate::Demo;
use motile::anim::{AnimPlayer, Ease, Tween, goal};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/values",
    title: "Values and modifiers",
    sees: "One tween moves colors in three color spaces, angles the long and the short way, numbers in steps, and a level that overshoots or is held.",
    tries: "Choose back or elastic: only the clamped level stays between its lines.",
    controls: scene::CONTROLS,
    keys: scene::KEYS,
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
    area: Aabb::new(vec2(430.0, 300.0), vec2(480.0, 340.0)),
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
        .to(|t| &mut t.area, Aabb::new(vec2(540.0, 250.0), vec2(660.0, 410.0)))
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
        self.draw_colors(canvas);
        let Targets { angle, shortest, area, .. } = self.targets;
        draw_dial(canvas, vec2(112.0, 322.0), angle, "angle");
        draw_dial(canvas, vec2(302.0, 322.0), shortest, "shortest");
        let outline = Path::round_rect(area, 6.0);
        canvas.fill(&outline, figures::BLUE.with_alpha(50));
        canvas.stroke(&outline, &Stroke::new(2.0), figures::BLUE);
        figures::label(canvas, "Aabb", area.center(), figures::INK);
        self.draw_numbers(canvas);
        self.draw_levels(canvas);
        self.bar.draw(canvas);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Values {
    /// All colors of the way, and the one it has now.
    fn draw_colors(&self, canvas: &mut Canvas<'_>) {
        let ways: [(&str, Mix); 3] = [
            ("channels", Color::lerp),
            ("linear light", Color::lerp_linear),
            ("OKLab", Color::lerp_oklab),
        ];
        for (row, (words, mix)) in ways.into_iter().enumerate() {
            let corner = vec2(140.0, 60.0 + 52.0 * row as f32);
            canvas.write(words, 16.0, corner + vec2(-16.0, 20.0), vec2(1.0, 0.5), figures::INK);
            for step in 0..64 {
                let at = corner + vec2(9.0 * step as f32, 0.0);
                let color = mix(FROM, TO, step as f32 / 63.0);
                canvas.fill_rect(Aabb::from_size(at, vec2(9.5, 40.0)), color);
            }
            let x = corner.x + 576.0 * self.targets.clamped;
            let (top, bottom) = (vec2(x, corner.y - 3.0), vec2(x, corner.y + 43.0));
            canvas.line(top, bottom, &Stroke::new(3.0), figures::INK);
            let now =
                Path::round_rect(Aabb::from_size(vec2(744.0, corner.y), vec2(132.0, 40.0)), 8.0);
            canvas.fill(&now, self.targets.colors[row]);
        }
    }

    fn draw_numbers(&self, canvas: &mut Canvas<'_>) {
        let now = &self.targets;
        let numbers = [
            ("f32", format!("{:.2}", now.number)),
            ("rounded", format!("{}", now.rounded)),
            ("snapped", format!("{}", now.snapped)),
            ("i32", format!("{}", now.whole)),
        ];
        for (row, (words, value)) in numbers.into_iter().enumerate() {
            let y = 250.0 + 30.0 * row as f32;
            figures::label_right_of(canvas, words, vec2(706.0, y), figures::MUTED);
            canvas.write(value, 19.0, vec2(870.0, y), vec2(1.0, 0.5), figures::INK);
        }
    }

    fn draw_levels(&self, canvas: &mut Canvas<'_>) {
        let levels = [("level", self.targets.level), ("clamped", self.targets.clamped)];
        let x = |value: f32| 790.0 + 70.0 * value;
        for (row, (words, level)) in levels.into_iter().enumerate() {
            let y = 382.0 + 36.0 * row as f32;
            figures::label_right_of(canvas, words, vec2(706.0, y), figures::MUTED);
            let (low, high) = (x(level.min(0.0)), x(level.max(0.0)));
            let fits = (0.0..=1.0).contains(&level);
            let color = if fits { figures::TEAL } else { figures::CORAL };
            canvas.fill_rect(Aabb::new(vec2(low, y - 9.0), vec2(high, y + 9.0)), color);
            for end in [x(0.0), x(1.0)] {
                let (top, bottom) = (vec2(end, y - 14.0), vec2(end, y + 14.0));
                canvas.line(top, bottom, &Stroke::new(2.0), figures::INK);
            }
        }
    }
}

/// A needle in a round scale, with both ends of its way marked.
fn draw_dial(canvas: &mut Canvas<'_>, center: Vec2, degrees: f32, words: &str) {
    let at = |degrees: f32, radius: f32| {
        let (sin, cos) = ops::sin_cos(degrees.to_radians());
        center + vec2(sin, -cos) * radius
    };
    figures::disc(canvas, center, 80.0, figures::PANEL);
    for mark in 0..36 {
        let angle = mark as f32 * 10.0;
        canvas.line(at(angle, 70.0), at(angle, 76.0), &Stroke::new(1.5), figures::FAINT);
    }
    for (end, color) in [(TURN.0, figures::BLUE), (TURN.1, figures::AMBER)] {
        figures::disc(canvas, at(end, 66.0), 6.0, color);
    }
    let needle = Stroke::new(5.0).with_cap(Cap::Round);
    canvas.line(center, at(degrees, 60.0), &needle, figures::CORAL);
    figures::disc(canvas, center, 7.0, figures::INK);
    figures::label(
        canvas,
        format!("{words} {degrees:.0}°"),
        center + vec2(0.0, 102.0),
        figures::INK,
    );
}
