//! A rope bridge sags under its walkers, and breaks when they are too many.

use super::figures::{self, Hand};
use crate::Demo;
use motile::physics::forces::{Buoyancy, Field};
use motile::physics::world::{AnyShape, Collider, Doll, Point, PointId, Stick, StickId, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/rope-bridge",
    title: "Rope bridge",
    sees: "People walk to and fro over a bridge of planks that sags where they are.",
    tries: "Add walkers or make them heavier until the ropes tear: whoever was there falls into the river as a rag doll.",
    controls: "Drag the planks.",
    keys: &[(Key::Space, "repair everything")],
    takes_drags: true,
    spec: &["PHYS-45", "PHYS-50", "PHYS-53"],
    size: (900, 540),
    ticks: 200,
    ..Demo::of::<RopeBridge>()
};

const PLANKS: usize = 30;
const LEFT: Vec2 = vec2(150.0, 230.0);
const RIGHT: Vec2 = vec2(750.0, 230.0);
const RIVER: f32 = 470.0;
const TALL: f32 = 52.0;
const WATER: Buoyancy = Buoyancy { surface: RIVER, lift: 1500.0, depth: 24.0, drag: 4.0 };

#[derive(StateHash)]
struct Walker {
    x: f32,
    speed: f32,
    /// Legs swing with the way walked.
    stride: f32,
    fallen: Option<Doll>,
}

#[derive(StateHash)]
struct RopeBridge {
    world: World,
    joints: Vec<PointId>,
    ropes: Vec<StickId>,
    walkers: Vec<Walker>,
    hand: Hand,
}

impl Sketch for RopeBridge {
    const PARAMS: &'static [Param] = &[
        Param::whole("walkers", 0, 14, 6),
        Param::number("weight", 0.5, 12.0, 3.0),
        Param::number("strength", 0.01, 0.4, 0.12),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0xBF_DD_EA);
        let mut world = World::default();
        world.substeps = 8;
        world.drag = 0.3;
        for cliff in [
            Aabb::new(vec2(-200.0, LEFT.y), vec2(LEFT.x, 900.0)),
            Aabb::new(RIGHT, vec2(1100.0, 900.0)),
            Aabb::new(vec2(-200.0, 525.0), vec2(1100.0, 900.0)),
        ] {
            world.colliders.push(Collider::new(AnyShape::Box(cliff)));
        }
        let joint = |i: usize| {
            let position = LEFT.lerp(RIGHT, i as f32 / PLANKS as f32);
            Point { position, pinned: i == 0 || i == PLANKS, ..Point::default() }
        };
        let joints: Vec<PointId> = (0..=PLANKS).map(|i| world.add_point(joint(i))).collect();
        let length = LEFT.distance(RIGHT) / PLANKS as f32 * 1.03;
        let strength = stage.params().number("strength");
        let rope = |pair: &[PointId]| {
            // Ropes give a little: how much they do is what tears them.
            let rope = Stick::new(pair[0], pair[1]).with_length(length).with_strength(strength);
            world.add_stick(Stick { compliance: 1.2e-5, damping: 60.0, ..rope })
        };
        let ropes = joints.windows(2).map(rope).collect::<Result<_, _>>()?;
        Ok(Self { world, joints, ropes, walkers: Vec::new(), hand: Hand::default() })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        self.people(stage.params().whole("walkers") as usize);
        for &rope in &self.ropes {
            self.world.set_strength(rope, stage.params().number("strength"));
        }
        let weight = stage.params().number("weight");
        for index in 0..self.walkers.len() {
            self.walk(index, weight, tick.dt);
        }
        self.hand.drag(&mut self.world, stage.input(), stage.input().pointer.position, 1e-4);
        self.world.apply(&WATER);
        self.world.step(tick.dt);
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        landscape(canvas);
        let deck: Vec<Vec2> = self.joints.iter().map(|&id| self.at(id)).collect();
        let (mut planks, mut rails) = (Path::new(), Path::new());
        for (pair, &rope) in deck.windows(2).zip(&self.ropes) {
            if self.world.ends(rope).is_none() {
                continue;
            }
            let along = pair[1] - pair[0];
            let up = -along.normalized().perp() * 30.0;
            planks.move_to(pair[0] + along * 0.1).line_to(pair[1] - along * 0.1);
            rails
                .move_to(pair[0] + up)
                .line_to(pair[1] + up)
                .move_to(pair[0])
                .line_to(pair[0] + up);
        }
        canvas.stroke(&rails, &figures::round(1.5), Color::hex(0x8A_6A_4A));
        for (index, walker) in self.walkers.iter().enumerate() {
            let color = Color::oklch(0.55, 0.15, index as f32 * 1.1);
            match &walker.fallen {
                None => person(canvas, vec2(walker.x, self.height(walker.x)), walker, color),
                Some(doll) => self.draw_doll(canvas, doll, color),
            }
        }
        canvas.stroke(&planks, &figures::round(7.0), Color::hex(0x7A_4E_2E));
        let river = Aabb::new(vec2(LEFT.x, RIVER), vec2(RIGHT.x, 540.0));
        canvas.fill_rect(river, Color::hex(0x2F_7F_B8).with_alpha(170));
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
        WATER.mark(Aabb::new(vec2(LEFT.x, RIVER), vec2(RIGHT.x, stage.size().y)), 24.0, marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl RopeBridge {
    fn at(&self, id: PointId) -> Vec2 {
        self.world.position(id).unwrap_or_default()
    }

    fn people(&mut self, count: usize) {
        while self.walkers.len() < count {
            let n = self.walkers.len();
            let speed =
                if n.is_multiple_of(2) { 46.0 } else { -46.0 } * (1.0 + 0.13 * (n % 5) as f32);
            let x = 60.0 + ((n * 311) % 780) as f32;
            self.walkers.push(Walker { x, speed, stride: 0.0, fallen: None });
        }
        if let Some(gone) = self.walkers.get(count..) {
            for doll in gone.iter().filter_map(|walker| walker.fallen.as_ref()) {
                for &id in &doll.parts.points {
                    self.world.remove_point(id);
                }
            }
            self.walkers.truncate(count);
        }
    }

    /// The plank at a place and how far along it that is; none on the cliffs.
    fn plank(&self, x: f32) -> Option<(usize, f32)> {
        let deck = self.joints.windows(2).enumerate();
        deck.map(|(i, pair)| (i, self.at(pair[0]).x, self.at(pair[1]).x))
            .find(|&(_, from, to)| (from..to).contains(&x))
            .map(|(i, from, to)| (i, (x - from) / (to - from)))
    }

    fn height(&self, x: f32) -> f32 {
        self.plank(x).map_or(LEFT.y, |(i, part)| {
            self.at(self.joints[i]).lerp(self.at(self.joints[i + 1]), part).y
        })
    }

    fn walk(&mut self, index: usize, weight: f32, dt: f32) {
        let walker = &mut self.walkers[index];
        if walker.fallen.is_some() {
            return;
        }
        walker.x += walker.speed * dt;
        walker.stride += walker.speed * dt * 0.16;
        if walker.x < 40.0 || walker.x > 860.0 {
            walker.speed = -walker.speed;
        }
        let (x, speed) = (walker.x, walker.speed);
        if !(LEFT.x..RIGHT.x).contains(&x) {
            return;
        }
        let plank = self.plank(x).filter(|&(i, _)| self.world.ends(self.ropes[i]).is_some());
        if let Some((i, part)) = plank {
            let force = vec2(0.0, weight * 980.0);
            self.world.add_force(self.joints[i], force * (1.0 - part));
            self.world.add_force(self.joints[i + 1], force * part);
        } else {
            // Nothing is there any more.
            let head = vec2(x, self.height(x).min(RIVER) - TALL);
            let doll = self.world.build_ragdoll(head, TALL);
            for &id in &doll.parts.points {
                self.world.set_velocity(id, vec2(speed, 0.0));
            }
            self.walkers[index].fallen = Some(doll);
        }
    }

    fn draw_doll(&self, canvas: &mut Canvas<'_>, doll: &Doll, color: Color) {
        let mut limbs = Path::new();
        for (a, b) in doll.parts.sticks[..10].iter().filter_map(|&id| self.world.ends(id)) {
            limbs.move_to(self.at(a)).line_to(self.at(b));
        }
        canvas.stroke(&limbs, &figures::round(6.0), color);
        figures::disc(canvas, self.at(doll.parts.points[0]), 7.5, color);
    }
}

/// Somebody whose feet are at a place.
fn person(canvas: &mut Canvas<'_>, feet: Vec2, walker: &Walker, color: Color) {
    let swing = ops::sin(walker.stride);
    let (hip, neck) = (feet - vec2(0.0, 22.0), feet - vec2(0.0, 40.0));
    let mut limbs = Path::new();
    for side in [swing, -swing] {
        let lift = (side * walker.speed.signum()).max(0.0) * 3.0;
        limbs.move_to(hip).line_to(feet + vec2(side * 9.0, -lift));
        limbs.move_to(neck).line_to(hip + vec2(side * -9.0, -2.0));
    }
    limbs.move_to(hip).line_to(neck);
    canvas.stroke(&limbs, &figures::round(5.5), color);
    figures::disc(canvas, neck - vec2(0.0, 8.0), 7.5, color);
}

#[rustfmt::skip]
const MOUNTAINS: [(f32, f32); 8] = [
    (0.0, 300.0), (170.0, 150.0), (330.0, 290.0), (520.0, 120.0),
    (700.0, 280.0), (900.0, 190.0), (900.0, 540.0), (0.0, 540.0),
];

fn landscape(canvas: &mut Canvas<'_>) {
    let blue = [Color::hex(0x9C_CC_E4), Color::hex(0xF3_E9_D8)];
    let sky = Gradient::linear(Vec2::ZERO, vec2(0.0, 470.0), &blue);
    canvas.fill_rect(Aabb::new(Vec2::ZERO, vec2(900.0, 540.0)), sky);
    canvas.fill(&Path::polygon(&MOUNTAINS.map(|(x, y)| vec2(x, y))), Color::hex(0x9D_B7_BE));
    for (from, to) in [(vec2(0.0, LEFT.y), vec2(LEFT.x, 540.0)), (RIGHT, vec2(900.0, 540.0))] {
        canvas.fill_rect(Aabb::new(from, to), Color::hex(0x5C_4A_44));
        canvas.fill_rect(Aabb::new(from, vec2(to.x, from.y + 12.0)), Color::hex(0x5E_9A_56));
    }
    canvas.fill_rect(Aabb::new(vec2(LEFT.x, 520.0), vec2(RIGHT.x, 540.0)), Color::hex(0x4A_4A_52));
}
