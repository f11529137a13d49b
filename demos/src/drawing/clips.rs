//! A clip confines what is drawn to the inside of a path, and clips add up.

use crate::Demo;
use crate::look::{PAPER, WORDS};
use core::f32::consts::TAU;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/clips",
    title: "Clips",
    sees: "Stripes turn inside a circle, a star and the part that both have in common.",
    tries: "Take even-odd instead of non-zero: the star, drawn in one stroke, loses its middle.",
    controls: "The pointer moves the circle.",
    takes_drags: true,
    spec: &["DRAW-14", "DRAW-15"],
    ticks: 60,
    ..Demo::of::<Clips>()
};

#[derive(StateHash)]
struct Clips {
    circle: Vec2,
    turn: f32,
}

impl Sketch for Clips {
    const PARAMS: &'static [Param] = &[
        Param::choice("rule", &["non-zero", "even-odd"], 0),
        Param::number("stripes", 4.0, 60.0, 16.0),
        Param::number("speed", -2.0, 2.0, 0.4),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { circle: Vec2::ZERO, turn: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.turn += stage.params().number("speed") * tick.dt;
        // Until somebody moves the pointer the circle goes to and fro.
        let idle = vec2(260.0 + 60.0 * ops::sin(tick.time as f32), 200.0);
        self.circle = stage.input().pointer.position.unwrap_or(idle);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let rule = match stage.params().choice("rule") {
            0 => FillRule::NonZero,
            _ => FillRule::EvenOdd,
        };
        let width = stage.params().number("stripes");
        let circle = Path::circle(self.circle, 130.0);
        let star = star(vec2(390.0, 240.0), 190.0);

        canvas.clip_by(&circle, rule, |canvas| {
            stripes(canvas, width, self.turn, Color::hex(0x3E_8E_9E), Color::hex(0xA9_D5_D3));
            // Inside the clip of the circle: both.
            canvas.clip_by(&star, rule, |canvas| {
                stripes(canvas, width, -self.turn, Color::hex(0xD3_4A_43), Color::hex(0xF8_D7_66));
            });
        });

        let ink = Color::hex(0x35_3A_47);
        for outline in [&circle, &star] {
            canvas.stroke(outline, &Stroke::new(2.0), ink);
        }
        let words = "blue: clipped by the circle    red: by circle and star";
        canvas.write(words, WORDS, vec2(320.0, 456.0), vec2(0.5, 0.5), ink);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// A star in one stroke, from every second of five points to the next: its middle is wound around twice.
fn star(center: Vec2, radius: f32) -> Path {
    let tip = |i: u32| center + Vec2::at_angle(TAU * ((i * 2 % 5) as f32 / 5.0 - 0.25)) * radius;
    Path::polygon(&[0, 1, 2, 3, 4].map(tip))
}

/// Stripes over the whole stage, turned about its center.
fn stripes(canvas: &mut Canvas<'_>, width: f32, turn: f32, dark: Color, light: Color) {
    canvas.fill_rect(Aabb::new(Vec2::ZERO, vec2(640.0, 480.0)), light);
    let turned = Affine2::from_translation(vec2(320.0, 240.0)) * Affine2::rotation(turn);
    canvas.transformed(turned, |canvas| {
        let count = (420.0 / width) as i32;
        for stripe in -count..count {
            let left = stripe as f32 * width * 2.0;
            canvas.fill_rect(Aabb::new(vec2(left, -420.0), vec2(left + width, 420.0)), dark);
        }
    });
}
