//! Gradients run along a line or out of a point, and then go on, turn back or start again.

use crate::Demo;
use crate::look::{INK, PAPER, WORDS};
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::stage::{Interpolation, Spread};

pub(super) const DEMO: Demo = Demo {
    id: "drawing/gradients",
    title: "Gradients",
    sees: "Three kinds of gradients in three spreads; the line turns and the focus wanders.",
    tries: "Mix in linear light instead of stored values. Hold the pointer over a tile to move the focus.",
    controls: "The pointer moves the focus of the last column.",
    takes_drags: true,
    spec: &["DRAW-39"],
    ticks: 75,
    ..Demo::of::<Gradients>()
};

const TILE: Vec2 = vec2(176.0, 128.0);
const SPREADS: [(Spread, &str); 3] =
    [(Spread::Pad, "pad"), (Spread::Reflect, "reflect"), (Spread::Repeat, "repeat")];
const COLORS: [Color; 3] = [Color::hex(0xFF_E1_9C), Color::hex(0xE0_5A_7A), Color::hex(0x2B_2F_6B)];

#[derive(StateHash)]
struct Gradients {
    turn: f32,
    focus: Vec2,
}

impl Sketch for Gradients {
    const PARAMS: &'static [Param] = &[
        Param::toggle("linear-light", false),
        Param::number("length", 10.0, 90.0, 40.0),
        Param::number("speed", 0.0, 1.0, 0.15),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { turn: 0.0, focus: Vec2::ZERO })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (params, pointer) = (stage.params(), stage.input().pointer);
        self.turn = (self.turn + params.number("speed") * TAU * tick.dt) % TAU;
        let reach = params.number("length") * 0.7;
        // Until somebody moves the pointer the focus goes round by itself.
        self.focus = match pointer.position {
            Some(place) => (place - stage.center()).truncate(reach),
            None => Vec2::at_angle(-self.turn) * reach,
        };
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let length = stage.params().number("length");
        let light = stage.params().is_on("linear-light");
        let mix = if light { Interpolation::LinearRgb } else { Interpolation::Rgb };
        let along = Vec2::at_angle(self.turn) * length;
        let columns = [
            ("linear", Gradient::linear(-along, along, &COLORS)),
            ("radial", Gradient::radial(Vec2::ZERO, length, &COLORS)),
            ("focal", Gradient::focal(Vec2::ZERO, length, self.focus, &COLORS)),
        ];
        for (column, (kind, gradient)) in columns.into_iter().enumerate() {
            for (row, (spread, name)) in SPREADS.into_iter().enumerate() {
                let center = vec2(160.0 + 188.0 * column as f32, 104.0 + 142.0 * row as f32);
                let paint = Gradient { interpolation: mix, spread, ..gradient.clone() };
                canvas.transformed(Affine2::from_translation(center), |canvas| {
                    canvas.fill(&Path::round_rect(Aabb::from_size(TILE * -0.5, TILE), 14.0), paint);
                    self.guides(canvas, column, along, length);
                });
                if column == 0 {
                    canvas.write(name, WORDS, vec2(60.0, center.y), vec2(1.0, 0.5), INK);
                }
            }
            let above = vec2(160.0 + 188.0 * column as f32, 18.0);
            canvas.write(kind, WORDS, above, vec2(0.5, 0.5), INK);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Gradients {
    /// Where the first color and the last one are.
    fn guides(&self, canvas: &mut Canvas<'_>, column: usize, along: Vec2, length: f32) {
        let line = Stroke::new(1.5);
        let white = Color::WHITE.with_alpha(210);
        if column == 0 {
            canvas.line(-along, along, &line, white);
            canvas.fill(&Path::circle(-along, 4.0), white);
        } else {
            canvas.stroke(&Path::circle(Vec2::ZERO, length), &line, white);
            let focus = if column == 2 { self.focus } else { Vec2::ZERO };
            canvas.fill(&Path::circle(focus, 4.0), white);
        }
    }
}
