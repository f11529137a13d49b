//! A fast bullet jumps over a thin wall between two ticks; swept along its way it cannot.

use crate::Demo;
use motile::collide::{cast, overlaps, reflect};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/swept-bullets",
    title: "Swept bullets",
    sees: "The same bullets fly twice: above they are tested where each tick ends and slip through the walls, below along the whole way and bounce.",
    tries: "Slow them down until stepping is good enough, or make the walls thicker.",
    controls: "",
    keys: &[(Key::Space, "fire at once")],
    spec: &["COL-W16"],
    ticks: 75,
    ..Demo::of::<SweptBullets>()
};

const ROOM: Vec2 = vec2(616.0, 190.0);
const CORNERS: [Vec2; 2] = [vec2(12.0, 40.0), vec2(12.0, 274.0)];
const RADIUS: f32 = 3.0;
const TRAIL: usize = 12;
/// Bounces that a bullet may make in one tick.
const BOUNCES: u32 = 4;
const INK: Color = Color::hex(0x2C_33_42);
const NAMES: [&str; 2] = ["tested at the end of each tick", "swept from tick to tick"];
const COLORS: [Color; 2] = [Color::hex(0xD6_4B_3A), Color::hex(0x1F_86_7A)];

struct Bullet {
    place: Circle,
    velocity: Vec2,
    /// Where it was after the last ticks and at its bounces.
    trail: Vec<Vec2>,
}

struct SweptBullets {
    rooms: [Vec<Bullet>; 2],
    /// Bullets that are gone, having passed all the walls.
    through: [u32; 2],
    fired: u32,
    wait: f32,
}

impl Sketch for SweptBullets {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 100.0, 6000.0, 2600.0),
        Param::number("thickness", 1.0, 40.0, 5.0),
    ];

    fn setup(stage: &mut Stage) -> Self {
        stage.background = Color::hex(0xE8_E6_DF);
        Self { rooms: [Vec::new(), Vec::new()], through: [0; 2], fired: 0, wait: 0.0 }
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.wait -= tick.dt;
        if self.wait <= 0.0 || stage.input().pressed(Key::Space) {
            self.wait = 0.05;
            let start = stage.rng.in_rect(vec2(5.0, 20.0), vec2(60.0, ROOM.y - 20.0));
            let way = vec2(1.0, stage.rng.range(-0.25..0.25)).normalized();
            let velocity = way * stage.params().number("speed");
            for room in &mut self.rooms {
                let place = Circle::new(start, RADIUS);
                room.push(Bullet { place, velocity, trail: vec![start] });
            }
            self.fired += 1;
        }
        let walls = walls(stage.params().number("thickness"));
        let [stepped, swept] = &mut self.rooms;
        for bullet in stepped.iter_mut() {
            bullet.step(&walls, tick.dt);
        }
        for bullet in swept.iter_mut() {
            bullet.sweep(&walls, tick.dt);
        }
        for (room, through) in self.rooms.iter_mut().zip(&mut self.through) {
            room.retain(|bullet| {
                *through += u32::from(bullet.place.center.x > ROOM.x);
                Aabb::new(Vec2::ZERO, ROOM).contains(bullet.place.center)
            });
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let walls = walls(stage.params().number("thickness"));
        for (index, room) in self.rooms.iter().enumerate() {
            let (corner, color) = (CORNERS[index], COLORS[index]);
            let words =
                format!("{}: {} of {} got through", NAMES[index], self.through[index], self.fired);
            canvas.write(words, 17.0, corner - vec2(0.0, 16.0), vec2(0.0, 0.5), INK);
            canvas.set_transform(Affine2::from_translation(corner));
            let floor = Aabb::from_size(Vec2::ZERO, ROOM);
            canvas.fill_rect(floor, Color::hex(0xFB_FA_F7));
            canvas.push_clip_rect(floor);
            for wall in walls {
                canvas.fill_rect(wall, INK);
            }
            for bullet in room {
                let line = Path::polyline(&bullet.trail);
                canvas.stroke(&line, &Stroke::new(1.5), color.with_alpha(110));
                for &place in &bullet.trail {
                    canvas.fill(&Path::circle(place, 2.0), color.with_alpha(150));
                }
                canvas.fill(&Path::circle(bullet.place.center, RADIUS + 1.0), color);
            }
            let _ = canvas.pop_clip();
            canvas.set_transform(Affine2::IDENTITY);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        for bullet in self.rooms.iter().flatten() {
            hash.write(&(bullet.place, bullet.velocity));
        }
        hash.write(&(self.through, self.fired, self.wait));
    }
}

impl Bullet {
    /// Moves all the way, then looks.
    fn step(&mut self, walls: &[Aabb; 3], dt: f32) {
        self.place.center += self.velocity * dt;
        if walls.iter().any(|wall| overlaps(&self.place, wall)) {
            self.place.center -= self.velocity * dt;
            self.velocity.x = -self.velocity.x;
        }
        self.remember();
    }

    /// Moves up to the first touch, turns, and goes on with the rest of the way.
    fn sweep(&mut self, walls: &[Aabb; 3], dt: f32) {
        let mut left = dt;
        for _ in 0..BOUNCES {
            let motion = self.velocity * left;
            let touches = walls.iter().filter_map(|wall| cast(&self.place, motion, wall));
            // A wall it is leaving is touched as well, but not hit.
            let hits = touches.filter(|impact| impact.normal.dot(motion) < 0.0);
            let Some(first) = hits.min_by(|a, b| a.time.total_cmp(&b.time)) else { break };
            self.place.center += motion * first.time;
            self.velocity = reflect(self.velocity, first.normal, 1.0);
            left *= 1.0 - first.time;
            self.trail.push(self.place.center);
        }
        self.place.center += self.velocity * left;
        self.remember();
    }

    fn remember(&mut self) {
        self.trail.push(self.place.center);
        let old = self.trail.len().saturating_sub(TRAIL);
        self.trail.drain(..old);
    }
}

fn walls(thickness: f32) -> [Aabb; 3] {
    [200.0, 360.0, 520.0].map(|x| Aabb::from_size(vec2(x, 0.0), vec2(thickness, ROOM.y)))
}
