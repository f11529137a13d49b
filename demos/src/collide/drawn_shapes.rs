//! Nothing on the stage is a picture: vector shapes are drawn off screen, and the pixels tested.

use super::pointer_or;
use crate::{Demo, pictures};
use core::f32::consts::TAU;
use motile::collide::{Mask, MaskContact};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/drawn-shapes",
    title: "Drawn shapes",
    sees: "A turning star meets a ring, a wedge, a burst and a letter; what touches turns red and an arrow shows the way out.",
    tries: "Move the star into the ring: inside the hole nothing touches. Draw on surfaces as large as the stage, the classic way: the same hits, many times the work.",
    controls: "The pointer moves the star.",
    spec: &["COL-D5"],
    ticks: 60,
    ..Demo::of::<DrawnShapes>()
};

/// Side of the surfaces the shapes are drawn on, with the shape in the middle.
const SIDE: u32 = 180;
const HALF: Vec2 = vec2(90.0, 90.0);
const CENTERS: [Vec2; 4] =
    [vec2(160.0, 140.0), vec2(480.0, 140.0), vec2(160.0, 350.0), vec2(480.0, 350.0)];
const COLORS: [Color; 5] = [
    Color::hex(0x4C_8F_C4),
    Color::hex(0x55_A6_7C),
    Color::hex(0x9A_78_C9),
    Color::hex(0xD0_8A_4E),
    Color::hex(0xF0_B7_2F),
];
const HIT: Color = Color::hex(0xE0_3E_3E);

struct DrawnShapes {
    shapes: [Path; 4],
    masks: [Mask; 4],
    star: Path,
    at: Vec2,
    turn: f32,
    contacts: [Option<MaskContact>; 4],
}

impl Sketch for DrawnShapes {
    const PARAMS: &'static [Param] = &[
        Param::whole("threshold", 1, 255, 255),
        Param::number("turning", -2.0, 2.0, 0.6),
        Param::choice("surfaces", &["one a shape", "as large as the stage"], 0),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0xF3_F1_EC);
        let shapes = shapes();
        let masks = core::array::from_fn(|i| mask(stage, &shapes[i]));
        let star = star(0.0);
        Self { shapes, masks, star, at: Vec2::ZERO, turn: 0.0, contacts: [None; 4] }
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("threshold") {
            self.masks = core::array::from_fn(|i| mask(stage, &self.shapes[i]));
        }
        self.turn += stage.params().number("turning") * tick.dt;
        self.star = star(self.turn);

        let angle = tick.time as f32 * TAU / 9.0;
        let idle = vec2(320.0, 245.0) + Vec2::at_angle(angle) * vec2(150.0, 95.0);
        let corner = Mask::pixel_of(pointer_or(stage, idle) - HALF);
        self.at = corner.as_vec2() + HALF;
        if stage.params().choice("surfaces") == 1 {
            // Every shape drawn anew where it stands: all masks then lie at the origin.
            let moving = stage_mask(stage, &self.star, self.at);
            for (index, shape) in self.shapes.iter().enumerate() {
                let fixed = stage_mask(stage, shape, CENTERS[index]);
                self.contacts[index] = moving.contact(IVec2::ZERO, &fixed, IVec2::ZERO);
            }
            return;
        }
        let moving = mask(stage, &self.star);
        for (index, fixed) in self.masks.iter().enumerate() {
            let at = Mask::pixel_of(CENTERS[index] - HALF);
            self.contacts[index] = moving.contact(corner, fixed, at);
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (index, shape) in self.shapes.iter().enumerate() {
            let color = if self.contacts[index].is_some() { HIT } else { COLORS[index] };
            let place = Affine2::from_translation(CENTERS[index]);
            canvas.fill(&shape.transformed(place), color);
        }
        let star = self.star.transformed(Affine2::from_translation(self.at));
        canvas.fill(&star, COLORS[4].with_alpha(215));
        let ink = Color::hex(0x2E_33_40);
        for contact in self.contacts.iter().flatten() {
            let length = 24.0 + contact.depth as f32;
            for line in motile::collide::debug_arrow(contact.centroid, contact.normal * length) {
                canvas.line(line.a, line.b, &Stroke::new(3.0).with_cap(Cap::Round), ink);
            }
        }
        let shared: u64 = self.contacts.iter().flatten().map(|contact| contact.area).sum();
        let words = format!("{shared} pixels shared");
        canvas.write(words, 18.0, vec2(320.0, 458.0), vec2(0.5, 0.5), ink);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(&(self.at, self.turn));
        for contact in &self.contacts {
            hash.write(&contact.map(|contact| (contact.area, contact.normal)));
        }
    }
}

/// Draws a shape off screen, on a surface of its own, and keeps what is opaque enough.
fn mask(stage: &Stage, shape: &Path) -> Mask {
    drawn(stage, shape, HALF, SIDE, SIDE)
}

/// The same on a surface as large as the stage.
fn stage_mask(stage: &Stage, shape: &Path, center: Vec2) -> Mask {
    let size = stage.size();
    drawn(stage, shape, center, size.x as u32, size.y as u32)
}

fn drawn(stage: &Stage, shape: &Path, center: Vec2, width: u32, height: u32) -> Mask {
    let picture = pictures::paint(width, height, None, |canvas| {
        canvas.fill(&shape.transformed(Affine2::from_translation(center)), Color::BLACK);
    });
    Mask::from_surface(&picture, stage.params().whole("threshold") as u8)
}

fn star(turn: f32) -> Path {
    Path::star(Vec2::ZERO, 5, 62.0, 26.0, turn)
}

fn shapes() -> [Path; 4] {
    let mut ring = Path::circle(Vec2::ZERO, 86.0);
    ring.append(&Path::circle(Vec2::ZERO, 70.0));
    let wedge = Path::pie(Vec2::ZERO, 80.0, 0.6, TAU - 1.2);
    let burst = Path::star(Vec2::ZERO, 9, 82.0, 40.0, 0.3);
    let letter = Text::new("m", 190.0).outline(vec2(0.5, 0.5));
    [ring, wedge, burst, letter]
}
