//! Drawing between two ticks: a slow simulation looks smooth when its pictures are interpolated.

use crate::Demo;
use crate::look::{INK, PAPER, WORDS};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::time::FixedStep;

pub(super) const DEMO: Demo = Demo {
    id: "time/interpolation",
    title: "Interpolation",
    sees: "A pendulum simulated a few times a second: jumping as it is, and smooth when drawn between its last two states.",
    tries: "Lower the rate to two steps a second: interpolated motion lags, but it does not jump.",
    controls: "",
    spec: &["SIM-60"],
    ticks: 131,
    ..Demo::of::<Interpolation>()
};

const LENGTH: f32 = 220.0;

/// A pendulum: its angle from straight down and how fast that changes, radians and seconds.
#[derive(Clone, Copy, StateHash)]
struct Pendulum {
    angle: f32,
    speed: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct Interpolation {
    step: FixedStep,
    before: Pendulum,
    now: Pendulum,
    /// Where the drawn bobs were in the last frames, left and right.
    #[state(skip)]
    trails: [Vec<Vec2>; 2],
}

impl Sketch for Interpolation {
    const PARAMS: &'static [Param] = &[Param::whole("steps-a-second", 2, 60, 8)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let start = Pendulum { angle: 1.1, speed: 0.0 };
        let step = FixedStep::new(stage.params().whole("steps-a-second") as u32);
        Ok(Self { step, before: start, now: start, trails: [Vec::new(), Vec::new()] })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("steps-a-second") {
            self.step = FixedStep::new(stage.params().whole("steps-a-second") as u32);
        }
        // Every tick of the demo is one picture; the pendulum has a slower clock of its own.
        for step in self.step.update(tick.dt) {
            self.before = self.now;
            self.now.swing(step.dt);
        }
        let drawn = [self.now.angle, self.blended()];
        for (trail, angle) in self.trails.iter_mut().zip(drawn) {
            trail.push(bob(angle));
            if trail.len() > 40 {
                trail.remove(0);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let halves = [
            ("the last state", self.now.angle, 170.0, Color::hex(0xC9_56_42)),
            ("between the last two", self.blended(), 470.0, Color::hex(0x2E_7F_8C)),
        ];
        for (trail, (name, angle, x, color)) in self.trails.iter().zip(halves) {
            canvas.transformed(Affine2::from_translation(vec2(x, 90.0)), |canvas| {
                for (age, &point) in trail.iter().rev().enumerate() {
                    let alpha = (200 - age as i32 * 5).max(0) as u8;
                    canvas.fill(&Path::circle(point, 8.0), color.with_alpha(alpha / 3));
                }
                canvas.line(Vec2::ZERO, bob(angle), &Stroke::new(3.0), INK);
                canvas.fill(&Path::circle(Vec2::ZERO, 6.0), INK);
                canvas.fill(&Path::circle(bob(angle), 22.0), color);
                canvas.write(name, WORDS, vec2(0.0, -52.0), vec2(0.5, 0.5), INK);
            });
        }
        let (wide, alpha) = (500.0, self.step.alpha());
        let bar = |width: f32| {
            Path::round_rect(Aabb::from_size(vec2(70.0, 410.0), vec2(width, 12.0)), 6.0)
        };
        canvas.fill(&bar(wide), Color::hex(0xDB_D5_C8));
        canvas.fill(&bar(wide * alpha), Color::hex(0x2E_7F_8C));
        let words = format!("{alpha:.2} of the way to the next step");
        canvas.write(words, WORDS, vec2(320.0, 442.0), vec2(0.5, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Interpolation {
    fn blended(&self) -> f32 {
        self.before.angle + (self.now.angle - self.before.angle) * self.step.alpha()
    }
}

impl Pendulum {
    /// Small steps inside, so that the way does not depend on the rate.
    fn swing(&mut self, dt: f32) {
        for _ in 0..32 {
            self.speed -= 6.0 * ops::sin(self.angle) * dt / 32.0;
            self.angle += self.speed * dt / 32.0;
        }
    }
}

/// Where the bob hangs, from the pivot.
fn bob(angle: f32) -> Vec2 {
    Vec2::at_angle(TAU / 4.0 - angle) * LENGTH
}
