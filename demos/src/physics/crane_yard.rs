//! Crates that pile up and fall asleep, heap by heap; what the ball of the crane touches wakes.

use super::figures::{self, Hand};
use crate::Demo;
use crate::look::WORDS;
use motile::physics::world::{Collider, Crane, Point, PointId, Stick, Structure, World};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "physics/crane-yard",
    title: "Crane yard",
    sees: "Crates rain into heaps under a crane. Those that have come to rest sleep, blue and without cost, until the ball hits their heap.",
    tries: "Swing the ball into a heap and see who wakes. Let crates sleep later, or never; switch their sides off and they fall through each other.",
    controls: "Drag the ball or a crate.",
    keys: &[(Key::Space, "clear the yard")],
    takes_drags: true,
    spec: &["PHYS-48", "PHYS-49", "PHYS-53"],
    size: (900, 540),
    ticks: 420,
    script: "330 move 436 370\n331 down\n340 move 380 360\n350 move 320 345\n360 move 270 320\n375 up\n",
    ..Demo::of::<CraneYard>()
};

const GROUND: f32 = 490.0;
const SIDE: f32 = 34.0;
/// Ticks from one crate to the next.
const PAUSE: u32 = 14;
const FOOT: Vec2 = vec2(110.0, GROUND);

#[derive(StateHash)]
struct CraneYard {
    world: World,
    crane: Crane,
    ball: PointId,
    crates: Vec<Structure>,
    hand: Hand,
    tick: u32,
}

impl Sketch for CraneYard {
    const PARAMS: &'static [Param] = &[
        Param::whole("crates", 0, 40, 20),
        Param::number("sleep-after", 0.1, 5.0, 0.5),
        Param::toggle("sleep", true),
        Param::toggle("sides", true),
    ];

    fn setup(_: &mut Stage) -> motile::Result<Self> {
        let mut world = World::default();
        (world.substeps, world.passes, world.drag) = (12, 4, 0.3);
        (world.points_collide, world.point_friction) = (true, 0.6);
        world.colliders.push(Collider::floor(GROUND));
        let crane = world.build_crane(FOOT, 400.0, 300.0);
        let hook = world.position(crane.hook).unwrap_or_default() + vec2(0.0, 30.0);
        let ball = Point { position: hook, mass: 6.0, radius: 26.0, ..Point::default() };
        let ball = world.add_point(ball);
        world.add_stick(Stick::new(crane.hook, ball))?;
        let crates = Vec::new();
        Ok(Self { world, crane, ball, crates, hand: Hand::default(), tick: 0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if stage.input().pressed(Key::Space) {
            self.rebuild(stage);
        }
        let params = stage.params();
        let sleeps = params.is_on("sleep");
        self.world.sleep_after = if sleeps { params.number("sleep-after") } else { f32::INFINITY };
        self.world.sticks_collide = params.is_on("sides");
        if self.tick.is_multiple_of(PAUSE) && self.crates.len() < params.whole("crates") as usize {
            self.drop_crate(&mut stage.rng);
        }
        self.tick += 1;
        self.hand.drag(&mut self.world, stage.input(), stage.input().pointer.position, 1e-5);
        self.world.step(tick.dt);
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let size = stage.size();
        let sky = [Color::hex(0x2B_32_4A), Color::hex(0xE0_8E_6D)];
        let fade = Gradient::linear(vec2(0.0, 0.0), vec2(0.0, GROUND), &sky);
        canvas.fill_rect(Aabb::new(Vec2::ZERO, size), fade);
        canvas.fill_rect(Aabb::new(vec2(0.0, GROUND), size), Color::hex(0x22_22_2C));
        self.draw_crane(canvas);
        for parts in &self.crates {
            self.draw_crate(canvas, parts);
        }
        let (asleep, all) = (self.world.asleep_count(), self.world.point_count());
        let words = format!("{} crates; {asleep} of {all} points sleep", self.crates.len());
        canvas.write(words, WORDS, vec2(14.0, size.y - 24.0), vec2(0.0, 0.5), figures::BRIGHT);
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.world.mark(marks);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl CraneYard {
    fn drop_crate(&mut self, rng: &mut Rng) {
        let corner = vec2(rng.range(490.0..850.0), -60.0);
        let turn = rng.range(-60.0..60.0);
        let parts = self.world.build_box(corner, Vec2::splat(SIDE));
        for (i, &point) in parts.points.iter().enumerate() {
            self.world.set_radius(point, 2.0);
            let spin = if i < 2 { turn } else { -turn };
            self.world.set_velocity(point, vec2(spin, 120.0));
        }
        self.crates.push(parts);
    }

    fn at(&self, id: PointId) -> Vec2 {
        self.world.position(id).unwrap_or_default()
    }

    fn draw_crane(&self, canvas: &mut Canvas<'_>) {
        let mut bars = Path::new();
        for &stick in &self.crane.lattice.sticks {
            if let Some((a, b)) = self.world.ends(stick) {
                bars.move_to(self.at(a)).line_to(self.at(b));
            }
        }
        canvas.stroke(&bars, &figures::round(3.0), Color::hex(0xF2_C1_4E));
        let mut rope: Vec<Vec2> = self.crane.rope.points.iter().map(|&id| self.at(id)).collect();
        rope.push(self.at(self.ball));
        canvas.stroke(&Path::polyline(&rope), &figures::round(2.5), Color::hex(0x1B_1B_22));
        figures::disc(canvas, self.at(self.ball), 26.0, Color::hex(0x1B_1B_22));
        figures::disc(canvas, self.at(self.ball) - vec2(8.0, 9.0), 6.0, Color::hex(0x5A_5A_6C));
    }

    fn draw_crate(&self, canvas: &mut Canvas<'_>, parts: &Structure) {
        let corners: Vec<Vec2> = parts.points.iter().map(|&id| self.at(id)).collect();
        let asleep = self.world.is_asleep(parts.points[0]) == Some(true);
        let (wood, edge) = if asleep {
            (Color::hex(0x4F_6D_9E), Color::hex(0x2C_3E_63))
        } else {
            (Color::hex(0xD9_9A_57), Color::hex(0x7C_4A_24))
        };
        let body = Path::polygon(&corners);
        canvas.fill(&body, wood);
        canvas.line(corners[0], corners[2], &figures::round(3.0), edge);
        canvas.line(corners[1], corners[3], &figures::round(3.0), edge);
        canvas.stroke(&body, &figures::round(4.0), edge);
    }
}
