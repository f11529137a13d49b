//! A whole drawing is one path: record the pointer, then draw it again in any width and color.

use crate::Demo;
use crate::look::PAPER;
use core::f32::consts::TAU;
use motile::prelude::*;
use motile::stage::classic::ClassicPath;

pub(super) const DEMO: Demo = Demo {
    id: "drawing/sketch",
    title: "Sketch",
    sees: "A pen draws a rosette by itself until you take over with the mouse on a fresh page.",
    tries: "Draw several strokes, then change width and color: all of them follow, because they are one path.",
    controls: "Drag to draw.",
    keys: &[
        (Key::Up, "wider"),
        (Key::Down, "thinner"),
        (Key::Space, "another color"),
        (Key::Backspace, "clear the page"),
    ],
    takes_drags: true,
    spec: &["G8-2", "DRAW-11", "DRAW-12"],
    ticks: 240,
    ..Demo::of::<PathSketch>()
};

const PENS: [Color; 6] = [
    Color::hex(0x1F_4E_79),
    Color::hex(0xC8_3E_4D),
    Color::hex(0x2D_8A_6E),
    Color::hex(0xE0_8E_1B),
    Color::hex(0x6B_4C_9A),
    Color::hex(0x22_30_3C),
];
/// Points the pen of the example sets in a tick, and in all.
const PER_TICK: u64 = 4;
const ROSETTE: u64 = 900;

#[derive(StateHash)]
#[state(hash_only)]
struct PathSketch {
    path: ClassicPath,
    width: f32,
    color: Color,
    /// Nobody has touched the page yet, so the example draws on.
    example: bool,
}

impl Sketch for PathSketch {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let hint = "drag to draw  ·  up, down: width  ·  space: color  ·  backspace: new page";
        let hint = Label::new(hint, 15.0).with_anchor(0.5, 1.0).with_paint(Color::hex(0x9A_A5_B1));
        stage.add(hint.at(320.0, 468.0));
        Ok(Self { path: ClassicPath::new(), width: 1.0, color: PENS[0], example: true })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let (input, center) = (stage.input().clone(), stage.center());
        let pointer = input.pointer;
        if self.example && pointer.pressed() {
            self.example = false;
            self.path = ClassicPath::new();
        }
        if let Some(place) = pointer.pressed_at() {
            self.path.move_to(place);
        } else if let Some(place) = pointer.held_at().filter(|_| pointer.delta != Vec2::ZERO) {
            self.path.line_to(place);
        }
        if input.pressed(Key::Backspace) {
            self.example = false;
            self.path = ClassicPath::new();
        }
        if input.pressed(Key::Up) {
            self.width += 1.0;
        }
        if input.pressed(Key::Down) {
            // A width of 0 is a hairline.
            self.width = (self.width - 1.0).max(0.0);
        }
        if input.released(Key::Space) {
            self.color = *stage.rng.pick(&PENS).unwrap_or(&PENS[0]);
        }
        if self.example {
            for point in tick.index * PER_TICK..(tick.index + 1) * PER_TICK {
                self.draw_rosette(center + vec2(0.0, -12.0), point);
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        if let Ok(path) = self.path.to_path() {
            canvas.stroke(&path, &Stroke::new(self.width).with_cap(Cap::Round), self.color);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl PathSketch {
    /// A pen in a wheel that rolls inside a ring, as in the well-known toy.
    fn draw_rosette(&mut self, center: Vec2, point: u64) {
        let (ring, wheel, pen) = (210.0, 78.0, 70.0);
        if point > ROSETTE {
            return;
        }
        // The pattern closes after 13 turns: 78 / 210 = 13 / 35.
        let turn = 13.0 * TAU * point as f32 / ROSETTE as f32;
        let (sin, cos) = ops::sin_cos(turn);
        let (sin_pen, cos_pen) = ops::sin_cos(turn * (ring - wheel) / wheel);
        let at = center + vec2(cos, sin) * (ring - wheel) + vec2(cos_pen, -sin_pen) * pen;
        if point == 0 {
            self.path.move_to(at)
        } else {
            self.path.line_to(at)
        };
    }
}
