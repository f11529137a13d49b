//! Nothing on the stage is a picture: vector shapes are drawn off screen, and the pixels tested.

use crate::Demo;
use crate::look::{INK, PAPER, SMALL, WORDS};
use core::f32::consts::TAU;
use motile::collide::{Mask, MaskContact};
use motile::pixels::Glow;
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/drawn-shapes",
    title: "Drawn shapes",
    sees: "A turning star meets a ring, a wedge, a burst and a letter; what touches turns red and an arrow shows the way out.",
    tries: "Move the star into the ring: inside the hole nothing touches. Take the classic pair of stars. Draw on surfaces as large as the stage, the classic way: the same hits, many times the work.",
    controls: "The pointer moves the star.",
    takes_drags: true,
    spec: &["COL-D5"],
    ticks: 60,
    ..Demo::of::<DrawnShapes>()
};

/// Side of the surfaces the shapes are drawn on, with the shape in the middle.
const SIDE: u32 = 180;
const HALF: Vec2 = vec2(90.0, 90.0);
const STAR: Color = Color::hex(0xF0_B7_2F);
const HIT: Color = Color::hex(0xE0_3E_3E);

/// A shape about the origin that stays at its center.
#[derive(StateHash)]
#[state(hash_only)]
struct Fixed {
    shape: Path,
    center: Vec2,
    color: Color,
    mask: Mask,
    contact: Option<MaskContact>,
}

#[derive(StateHash)]
#[state(hash_only)]
struct DrawnShapes {
    fixed: Vec<Fixed>,
    star: Path,
    at: Vec2,
    turn: f32,
    /// The stars of the classic scene: the one that moves, the one that stays.
    stars: [NodeId; 2],
}

impl Sketch for DrawnShapes {
    const PARAMS: &'static [Param] = &[
        Param::choice("scene", &["five shapes", "two stars"], 0),
        Param::whole("threshold", 1, 255, 255),
        Param::number("turning", -2.0, 2.0, 0.6),
        Param::choice("surfaces", &["one a shape", "as large as the stage"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let yellow = || Shape::new(super::star(Vec2::ZERO)).fill(Color::hex(0xFF_FF_00));
        let stars = [(); 2]
            .map(|()| stage.add(yellow().stroke(Stroke::HAIRLINE, Color::BLACK).at(200.0, 200.0)));
        let mut demo =
            Self { fixed: Vec::new(), star: Path::new(), at: Vec2::ZERO, turn: 0.0, stars };
        demo.lay_out(stage)?;
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.params().changed("threshold") || stage.params().changed("scene") {
            self.lay_out(stage).unwrap_or_else(|error| stage.fail(error));
        }
        let angle = tick.time as f32 * TAU / 9.0;
        let idle = if is_classic(stage) {
            self.star = super::star(Vec2::ZERO);
            vec2(200.0, 200.0) + Vec2::at_angle(angle * 2.0) * vec2(130.0, 60.0)
        } else {
            self.turn += stage.params().number("turning") * tick.dt;
            self.star = Path::star(Vec2::ZERO, 5, 62.0, 26.0, self.turn);
            vec2(320.0, 245.0) + Vec2::at_angle(angle) * vec2(150.0, 95.0)
        };
        let center = stage.input().pointer.position.unwrap_or(idle);
        let corner = Mask::pixel_of(center - HALF);
        self.at = corner.as_vec2() + HALF;
        self.find_contacts(stage, corner).unwrap_or_else(|error| stage.fail(error));
        stage[self.stars[0]].position = self.at;
        let hit = self.fixed[0].contact.is_some();
        for node in self.stars {
            stage[node].filters =
                if hit { vec![Filter::Glow(Glow::default())] } else { Vec::new() };
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let contacts = || self.fixed.iter().filter_map(|fixed| fixed.contact);
        if !is_classic(stage) {
            for Fixed { shape, center, color, contact, .. } in &self.fixed {
                let color = if contact.is_some() { HIT } else { *color };
                canvas.fill(&shape.transformed(Affine2::from_translation(*center)), color);
            }
            let star = self.star.transformed(Affine2::from_translation(self.at));
            canvas.fill(&star, STAR.with_alpha(215));
        }
        for contact in contacts() {
            let length = 24.0 + contact.depth as f32;
            for line in motile::geom::arrow_strokes(contact.centroid, contact.normal * length) {
                canvas.line(line.a, line.b, &Stroke::new(3.0).with_cap(Cap::Round), INK);
            }
        }
        let shared: u64 = contacts().map(|contact| contact.area).sum();
        let words = format!("{shared} pixels shared   (the pointer moves the star)");
        let middle = if is_classic(stage) { 210.0 } else { 320.0 };
        canvas.write(words, WORDS, vec2(middle, 458.0), vec2(0.5, 0.5), INK);
        if is_classic(stage) {
            self.draw_surfaces(stage.size(), canvas);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for fixed in &self.fixed {
            fixed.mask.placed(Mask::pixel_of(fixed.center - HALF)).mark(marks);
            if let Some(contact) = fixed.contact {
                contact.mark(marks);
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl DrawnShapes {
    fn find_contacts(&mut self, stage: &Stage, corner: IVec2) -> motile::Result {
        if stage.params().choice("surfaces") == 1 {
            // Every shape drawn anew where it stands: all masks then lie at the origin.
            let moving = stage_mask(stage, &self.star, self.at)?;
            for fixed in &mut self.fixed {
                let mask = stage_mask(stage, &fixed.shape, fixed.center)?;
                fixed.contact = moving.contact(IVec2::ZERO, &mask, IVec2::ZERO);
            }
        } else {
            let moving = mask(stage, &self.star)?;
            for fixed in &mut self.fixed {
                let at = Mask::pixel_of(fixed.center - HALF);
                fixed.contact = moving.contact(corner, &fixed.mask, at);
            }
        }
        Ok(())
    }

    /// Puts the shapes of the scene in place.
    fn lay_out(&mut self, stage: &mut Stage) -> motile::Result {
        let classic = is_classic(stage);
        let shapes = if classic {
            vec![(super::star(Vec2::ZERO), vec2(200.0, 200.0), Color::YELLOW)]
        } else {
            five_shapes()
        };
        let fixed = |(shape, center, color)| {
            let mask = mask(stage, &shape)?;
            Ok(Fixed { shape, center, color, mask, contact: None })
        };
        self.fixed = shapes.into_iter().map(fixed).collect::<motile::Result<_>>()?;
        for node in self.stars {
            stage[node].visible = classic;
        }
        Ok(())
    }

    /// What the test of the classic scene sees: the two surfaces nobody shows, and the pixels both hold.
    fn draw_surfaces(&self, size: Vec2, canvas: &mut Canvas<'_>) {
        let [moving, staying] = [self.at, self.fixed[0].center].map(super::star);
        let surface = Path::rect(Aabb::from_size(Vec2::ZERO, size));
        let scale = 166.0 / size.x;
        for (i, words) in ["first surface", "second surface", "in both"].iter().enumerate() {
            let corner = vec2(446.0, 24.0 + 150.0 * i as f32);
            canvas.write(*words, SMALL, corner + vec2(0.0, 126.0), Vec2::ZERO, INK);
            let place = Affine2::from_translation(corner) * Affine2::from_scale(Vec2::splat(scale));
            canvas.transformed(place, |canvas| {
                canvas.fill(&surface, Color::WHITE);
                if i == 2 {
                    for star in [&moving, &staying] {
                        canvas.fill(star, INK.with_alpha(40));
                    }
                }
                let (shape, color) = [(&moving, INK), (&staying, INK), (&moving, HIT)][i];
                canvas.clip(if i == 2 { &staying } else { &surface }, |canvas| {
                    canvas.fill(shape, color);
                });
                canvas.stroke(&surface, &Stroke::new(1.0 / scale), INK.with_alpha(90));
            });
        }
    }
}

fn is_classic(stage: &Stage) -> bool {
    stage.params().choice("scene") == 1
}

/// Draws a shape off screen, on a surface of its own, and keeps what is opaque enough.
fn mask(stage: &Stage, shape: &Path) -> motile::Result<Mask> {
    drawn(stage, shape, HALF, SIDE, SIDE)
}

/// Draws a shape off screen, on a surface as large as the stage, and keeps what is opaque enough.
fn stage_mask(stage: &Stage, shape: &Path, center: Vec2) -> motile::Result<Mask> {
    let size = stage.size();
    drawn(stage, shape, center, size.x as u32, size.y as u32)
}

fn drawn(
    stage: &Stage,
    shape: &Path,
    center: Vec2,
    width: u32,
    height: u32,
) -> motile::Result<Mask> {
    let picture = Surface::drawn(width, height, |canvas| {
        canvas.fill(&shape.transformed(Affine2::from_translation(center)), Color::BLACK);
    })?;
    Ok(Mask::from_surface(&picture, stage.params().whole("threshold") as u8))
}

/// Four shapes about the origin, where they stand, and their colors; the star is the fifth.
fn five_shapes() -> Vec<(Path, Vec2, Color)> {
    let mut ring = Path::circle(Vec2::ZERO, 86.0);
    ring.append(&Path::circle(Vec2::ZERO, 70.0));
    let wedge = Path::pie(Vec2::ZERO, 80.0, 0.6, TAU - 1.2);
    let burst = Path::star(Vec2::ZERO, 9, 82.0, 40.0, 0.3);
    let letter = Text::new("m", 190.0).outline(vec2(0.5, 0.5));
    vec![
        (ring, vec2(160.0, 140.0), Color::hex(0x4C_8F_C4)),
        (wedge, vec2(480.0, 140.0), Color::hex(0x55_A6_7C)),
        (burst, vec2(160.0, 350.0), Color::hex(0x9A_78_C9)),
        (letter, vec2(480.0, 350.0), Color::hex(0xD0_8A_4E)),
    ]
}
