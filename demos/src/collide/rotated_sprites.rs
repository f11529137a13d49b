//! Masks through rotation and scale: turned pictures hit by their pixels, with the direction of the contact.

use crate::{Demo, pictures};
use motile::collide::{Mask, MaskContact, MaskPose, PlacedMask, debug_arrow};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/rotated-sprites",
    title: "Turned sprites",
    sees: "Flowers, stars and rings of several sizes turn and drift; where their pixels meet they are pushed apart along the arrows.",
    tries: "Switch the pushing off to see through how much they overlap. Show the boxes: most of them overlap long before the pixels do.",
    controls: "",
    spec: &["COL-W4", "COL-W7"],
    ticks: 110,
    ..Demo::of::<RotatedSprites>()
};

const SPRITES: usize = 11;
const SIDE: u32 = 120;

struct Body {
    node: NodeId,
    kind: u32,
    position: Vec2,
    velocity: Vec2,
    angle: f32,
    spin: f32,
    scale: f32,
}

struct RotatedSprites {
    bodies: Vec<Body>,
    masks: [Mask; 3],
    placed: Vec<PlacedMask>,
    contacts: Vec<MaskContact>,
}

impl Sketch for RotatedSprites {
    const PARAMS: &'static [Param] = &[
        Param::toggle("push", true),
        Param::toggle("boxes", false),
        Param::number("spin", -3.0, 3.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0x16_26_2B);
        let pictures = [pictures::flower(SIDE), star(), ring()];
        let masks = [0, 1, 2].map(|kind: usize| Mask::from_surface(&pictures[kind], 128));
        let images = pictures.map(Image::new);
        let bodies = (0..SPRITES).map(|index| {
            let kind = index as u32 % 3;
            let node = Bitmap::new(images[kind as usize].clone()).centered().node();
            let cell = vec2((index % 4) as f32, (index / 4) as f32);
            Body {
                node: stage.add(node),
                kind,
                position: vec2(100.0, 90.0) + cell * vec2(145.0, 150.0),
                velocity: stage.rng.unit_vec2() * 60.0,
                angle: stage.rng.f32() * 6.0,
                spin: stage.rng.range(-1.2..1.2),
                scale: stage.rng.range(0.7..1.25),
            }
        });
        let bodies = bodies.collect();
        Self { bodies, masks, placed: Vec::new(), contacts: Vec::new() }
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let spin = stage.params().number("spin");
        let size = stage.size();
        for body in &mut self.bodies {
            body.position += body.velocity * tick.dt;
            body.angle += body.spin * spin * tick.dt;
            bounce(&mut body.position, &mut body.velocity, size, 50.0 * body.scale);
        }
        self.placed.clear();
        for body in &self.bodies {
            let pose = MaskPose::new(&self.masks[body.kind as usize], &body.transform());
            let placed = pose.and_then(|pose| pose.to_mask().ok());
            self.placed.push(placed.unwrap_or_default());
        }
        self.contacts.clear();
        let push = stage.params().is_on("push");
        for first in 0..SPRITES {
            for second in first + 1..SPRITES {
                let (a, b) = (&self.placed[first], &self.placed[second]);
                let Some(contact) = a.mask.contact(a.at, &b.mask, b.at) else { continue };
                self.contacts.push(contact);
                if push {
                    let away = contact.normal * 4.0;
                    self.bodies[first].velocity += away;
                    self.bodies[second].velocity -= away;
                }
            }
        }
        for body in &mut self.bodies {
            body.velocity = body.velocity.truncate(90.0);
            let node = &mut stage[body.node];
            node.position = body.position;
            node.rotation = body.angle;
            node.scale = Vec2::splat(body.scale);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        if stage.params().is_on("boxes") {
            for placed in &self.placed {
                let size = vec2(placed.mask.width() as f32, placed.mask.height() as f32);
                let frame = Path::rect(placed.at.as_vec2(), size);
                canvas.stroke(&frame, &Stroke::HAIRLINE, Color::WHITE.with_alpha(140));
            }
        }
        for contact in &self.contacts {
            let spot = Path::circle(contact.centroid, 4.0);
            canvas.fill(&spot, Color::hex(0xFF_3B_30));
            for way in [contact.normal, -contact.normal] {
                for line in debug_arrow(contact.centroid, way * 30.0) {
                    canvas.line(line.a, line.b, &Stroke::new(2.5), Color::WHITE);
                }
            }
        }
        let shared: u64 = self.contacts.iter().map(|contact| contact.area).sum();
        let words = format!("{} contacts, {shared} pixels shared", self.contacts.len());
        canvas.write(words, 17.0, vec2(16.0, 464.0), vec2(0.0, 0.5), Color::WHITE);
    }

    fn hash(&self, hash: &mut StateHash) {
        for body in &self.bodies {
            hash.write(&(body.position, body.velocity, body.angle));
        }
    }
}

impl Body {
    /// From the pixels of the picture to the stage.
    fn transform(&self) -> Affine2 {
        let middle = Vec2::splat(SIDE as f32 * -0.5);
        Affine2::from_parts(self.position, Vec2::splat(self.scale), self.angle, Vec2::ZERO)
            * Affine2::from_translation(middle)
    }
}

fn star() -> Surface {
    pictures::paint(SIDE, SIDE, None, |canvas| {
        let center = Vec2::splat(SIDE as f32 * 0.5);
        let colors = [Color::hex(0xFF_F1_B0), Color::hex(0xF3_B4_2C)];
        let light = Gradient::radial(center, 60.0, &colors);
        canvas.fill(&Path::star(center, 5, 59.0, 27.0, 0.0), light);
    })
}

/// A ring with a gap.
fn ring() -> Surface {
    pictures::paint(SIDE, SIDE, None, |canvas| {
        let center = Vec2::splat(SIDE as f32 * 0.5);
        let mut arc = Path::new();
        arc.move_to(center + Vec2::at_angle(0.5) * 46.0).arc(center, 46.0, 0.5, 5.3);
        let stroke = Stroke::new(20.0).with_cap(Cap::Round);
        canvas.stroke(&arc, &stroke, Color::hex(0x57_C2_B4));
    })
}
