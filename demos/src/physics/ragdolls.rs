//! Rag dolls fall down a board of pegs: bones are sticks, elbows and knees bend one way only.

use super::figures::{self, Hand};
use crate::Demo;
use motile::physics::world::{AnyShape, Collider, Doll, Material, PointId, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/ragdolls",
    title: "Rag dolls",
    sees: "Rag dolls tumble over pegs and pile up on the floor.",
    tries: "Throw one by an arm. Make the pegs bouncy; turn the gravity down.",
    controls: "Drag a doll by any joint.",
    keys: &[(Key::Space, "drop another one")],
    takes_drags: true,
    spec: &["PHYS-46", "PHYS-53"],
    size: (800, 600),
    ticks: 130,
    ..Demo::of::<Ragdolls>()
};

const TALL: f32 = 130.0;
const MOST: usize = 12;
const PEG: f32 = 15.0;

#[derive(StateHash)]
struct Ragdolls {
    world: World,
    dolls: Vec<Doll>,
    hand: Hand,
    wait: f32,
}

impl Sketch for Ragdolls {
    const PARAMS: &'static [Param] = &[
        Param::number("gravity", 0.0, 2000.0, 980.0),
        Param::number("bounce", 0.0, 1.0, 0.4),
        Param::number("friction", 0.0, 1.0, 0.3),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xF4_EC_DF);
        let mut world = World::default();
        (world.substeps, world.points_collide) = (8, true);
        let room = Aabb::new(vec2(0.0, -800.0), stage.size() - vec2(0.0, 24.0));
        world.colliders.push(Collider::new(AnyShape::InsideBox(room)));
        for peg in pegs() {
            world.colliders.push(Collider::new(AnyShape::Circle(peg)));
        }
        let mut demo = Self { world, dolls: Vec::new(), hand: Hand::default(), wait: 0.0 };
        for place in [vec2(180.0, 30.0), vec2(420.0, -20.0), vec2(640.0, 50.0)] {
            demo.drop(place, stage.rng.range(-150.0..150.0));
        }
        Ok(demo)
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.wait += tick.dt;
        if self.dolls.len() < 5 && self.wait > 0.7 || stage.input().pressed(Key::Space) {
            self.wait = 0.0;
            let x = stage.rng.range(120.0..680.0);
            let spin = stage.rng.range(-260.0..260.0);
            self.drop(vec2(x, -140.0), spin);
        }
        let params = stage.params();
        self.world.gravity = vec2(0.0, params.number("gravity"));
        let surface = Material::new(params.number("bounce"), params.number("friction"));
        self.world.colliders.iter_mut().for_each(|collider| collider.surface = surface);
        self.hand.drag(&mut self.world, stage.input(), stage.input().pointer.position, 1e-5);
        self.world.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let floor = Aabb::new(vec2(0.0, stage.size().y - 24.0), stage.size());
        canvas.fill_rect(floor, Color::hex(0xC9_B8_9B));
        for peg in pegs() {
            let light = Gradient::focal(
                peg.center,
                PEG,
                peg.center - vec2(5.0, 6.0),
                &[Color::hex(0xF6_D9_8A), Color::hex(0xB9_84_38)],
            );
            canvas.fill(&Path::circle(peg.center, PEG), light);
        }
        for (index, doll) in self.dolls.iter().enumerate() {
            self.draw_doll(canvas, doll, Color::oklch(0.6, 0.16, 0.4 + 1.3 * index as f32));
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

/// Pegs in staggered rows.
fn pegs() -> impl Iterator<Item = Circle> {
    (0u8..3).flat_map(|row| {
        (0..5 + row % 2).map(move |column| {
            let x = f32::from(column) * 150.0 + if row % 2 == 0 { 100.0 } else { 25.0 };
            Circle::new(vec2(x, 230.0 + 95.0 * f32::from(row)), PEG)
        })
    })
}

impl Ragdolls {
    fn drop(&mut self, head: Vec2, spin: f32) {
        if self.dolls.len() == MOST {
            for id in self.dolls.remove(0).parts.points {
                self.world.remove_point(id);
            }
        }
        let doll = self.world.build_ragdoll(head, TALL);
        for (i, &id) in doll.parts.points.iter().enumerate() {
            self.world.set_velocity(id, vec2(if i < 2 { spin } else { 0.0 }, 0.0));
        }
        self.dolls.push(doll);
    }

    fn at(&self, id: PointId) -> Vec2 {
        self.world.position(id).unwrap_or_default()
    }

    fn draw_doll(&self, canvas: &mut Canvas<'_>, doll: &Doll, color: Color) {
        let skin = Color::hex(0xE8_B5_8C);
        let joint = |i: usize| self.at(doll.parts.points[i]);
        let limb = |canvas: &mut Canvas<'_>, places: &[usize], width: f32, color: Color| {
            let places: Vec<Vec2> = places.iter().map(|&i| joint(i)).collect();
            canvas.stroke(&Path::polyline(&places), &figures::round(width), color);
        };
        let trousers = color.lerp(Color::hex(0x2A_2A_44), 0.65);
        for [knee, foot] in [[7, 8], [9, 10]] {
            limb(canvas, &[2, knee, foot], 13.0, trousers);
            figures::disc(canvas, joint(foot), 8.0, Color::hex(0x4A_38_30));
        }
        limb(canvas, &[1, 2], 21.0, color);
        for [elbow, hand] in [[3, 4], [5, 6]] {
            limb(canvas, &[1, elbow, hand], 9.0, color.lerp(Color::BLACK, 0.15));
            figures::disc(canvas, joint(hand), 6.0, skin);
        }
        figures::disc(canvas, joint(0), 13.0, skin);
        let up = (joint(0) - joint(1)).normalized();
        for side in [-4.5, 4.5] {
            figures::disc(
                canvas,
                joint(0) + up.perp() * side + up * 2.0,
                1.8,
                Color::hex(0x2A_22_20),
            );
        }
    }
}
