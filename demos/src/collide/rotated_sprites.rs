//! Masks through rotation and scale: turned pictures hit by their pixels, with the direction of the contact.

use super::caption;
use crate::look::NIGHT;
use crate::{Demo, gauge::Gauge, pictures};
use motile::collide::{Mask, MaskContact, MaskPose, PlacedMask, TurnedMasks};
use motile::geom::arrow_strokes;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/rotated-sprites",
    title: "Turned sprites",
    sees: "Flowers, stars and rings of several sizes turn and drift; where their pixels meet they are pushed apart along the arrows.",
    tries: "Switch the pushing off to see through how much they overlap. Show the boxes: most of them overlap long before the pixels do. Take masks from memory, 128 to a full turn: almost the same contacts for a fraction of the time.",
    controls: "",
    spec: &["COL-W4", "COL-W7"],
    ticks: 150,
    ..Demo::of::<RotatedSprites>()
};

const SPRITES: usize = 11;
const SIDE: u32 = 120;
/// Turns that are kept of each mask.
const TURNS: u32 = 128;

#[derive(StateHash)]
#[state(hash_only)]
struct Body {
    #[state(skip)]
    node: NodeId,
    #[state(skip)]
    mask: Mask,
    #[state(skip)]
    turned: TurnedMasks,
    position: Vec2,
    velocity: Vec2,
    angle: f32,
    spin: f32,
    scale: f32,
}

#[derive(StateHash)]
#[state(hash_only)]
struct RotatedSprites {
    bodies: Vec<Body>,
    /// The mask of each body where it is now.
    #[state(skip)]
    placed: Vec<PlacedMask>,
    contacts: Vec<MaskContact>,
    /// Time that it takes to turn all masks.
    #[state(skip)]
    time: Gauge,
}

impl Sketch for RotatedSprites {
    const PARAMS: &'static [Param] = &[
        Param::toggle("push", true),
        Param::toggle("boxes", false),
        Param::choice("masks", &["exact", "from memory"], 0),
        Param::number("spin", -3.0, 3.0, 1.0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        let pictures = [pictures::flower(SIDE)?, star()?, ring()?];
        let masks = [0, 1, 2].map(|kind: usize| Mask::from_surface(&pictures[kind], 128));
        let images = pictures.map(Image::new);
        let mut bodies = Vec::with_capacity(SPRITES);
        for index in 0..SPRITES {
            let (image, mask) = (images[index % 3].clone(), masks[index % 3].clone());
            let cell = vec2((index % 4) as f32, (index / 4) as f32);
            let scale = stage.rng.range(0.7..1.25);
            let middle = Vec2::splat(SIDE as f32 * 0.5);
            let turned = TurnedMasks::new(mask.clone(), middle, Vec2::splat(scale), TURNS)?;
            bodies.push(Body {
                node: stage.add(Bitmap::new(image).centered().node()),
                mask,
                turned,
                position: vec2(100.0, 90.0) + cell * vec2(145.0, 150.0),
                velocity: stage.rng.unit_vec2() * 60.0,
                angle: stage.rng.f32() * 6.0,
                spin: stage.rng.range(-1.2..1.2),
                scale,
            });
        }
        Ok(Self { bodies, placed: Vec::new(), contacts: Vec::new(), time: Gauge::default() })
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
        let exact = stage.params().choice("masks") == 0;
        let placed = |body: &mut Body| if exact { body.exact_mask() } else { body.kept_mask() };
        let turn = || self.placed.extend(self.bodies.iter_mut().map(placed));
        let ((), took) = stage.stopwatch().time(turn);
        self.time.follow(took);
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
                let frame = Path::rect(Aabb::from_size(placed.at.as_vec2(), size));
                canvas.stroke(&frame, &Stroke::HAIRLINE, Color::WHITE.with_alpha(140));
            }
        }
        for contact in &self.contacts {
            let spot = Path::circle(contact.centroid, 4.0);
            canvas.fill(&spot, Color::hex(0xFF_3B_30));
            for way in [contact.normal, -contact.normal] {
                for line in arrow_strokes(contact.centroid, way * 30.0) {
                    canvas.line(line.a, line.b, &Stroke::new(2.5), Color::WHITE);
                }
            }
        }
        let shared: u64 = self.contacts.iter().map(|contact| contact.area).sum();
        let time = self.time.words().map_or(String::new(), |time| format!("   masks in {time}"));
        let contacts = self.contacts.len();
        let words = format!("contacts: {contacts}   pixels shared: {shared}{time}");
        caption(canvas, vec2(12.0, 468.0), words);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for (body, placed) in self.bodies.iter().zip(&self.placed) {
            placed.mark(marks);
            marks.velocity(MarkRole::Velocity, body.position, body.velocity);
        }
        for contact in &self.contacts {
            contact.mark(marks);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Body {
    /// The mask through the transform from the pixels of the picture to the stage.
    fn exact_mask(&self) -> PlacedMask {
        let middle = Affine2::from_translation(Vec2::splat(SIDE as f32 * -0.5));
        let place =
            Affine2::from_parts(self.position, Vec2::splat(self.scale), self.angle, Vec2::ZERO);
        let pose = MaskPose::new(&self.mask, &(place * middle));
        pose.and_then(|pose| pose.to_mask().ok()).unwrap_or_default()
    }

    /// The mask at the nearest of the angles kept, moved by whole pixels.
    fn kept_mask(&mut self) -> PlacedMask {
        let PlacedMask { mask, at } = self.turned.at_angle(self.angle).clone();
        PlacedMask { mask, at: at + Mask::pixel_of(self.position) }
    }
}

fn star() -> motile::Result<Surface> {
    Surface::drawn(SIDE, SIDE, |canvas| {
        let center = Vec2::splat(SIDE as f32 * 0.5);
        let colors = [Color::hex(0xFF_F1_B0), Color::hex(0xF3_B4_2C)];
        let light = Gradient::radial(center, 60.0, &colors);
        canvas.fill(&Path::star(center, 5, 59.0, 27.0, 0.0), light);
    })
}

/// A ring with a gap.
fn ring() -> motile::Result<Surface> {
    Surface::drawn(SIDE, SIDE, |canvas| {
        let center = Vec2::splat(SIDE as f32 * 0.5);
        let mut arc = Path::new();
        arc.move_to(center + Vec2::at_angle(0.5) * 46.0).arc(center, 46.0, 0.5, 5.3);
        let stroke = Stroke::new(20.0).with_cap(Cap::Round);
        canvas.stroke(&arc, &stroke, Color::hex(0x57_C2_B4));
    })
}
