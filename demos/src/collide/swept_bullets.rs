//! A fast bullet jumps over a thin wall between two ticks; swept along its way it cannot.

use crate::Demo;
use crate::look::{INK, PAPER, RED, WORDS};
use motile::collide::{Impact, cast, overlaps, reflect};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "collide/swept-bullets",
    title: "Swept bullets",
    sees: "The same bullets fly twice: above they are tested where each tick ends and slip through the walls at the red rings, below along the whole way, and none gets through.",
    tries: "Slow them down until stepping is good enough, or make the walls thicker. Swept boxes hit as well as circles.",
    controls: "",
    keys: &[(Key::Space, "fire at once")],
    spec: &["COL-W16"],
    ticks: 75,
    ..Demo::of::<SweptBullets>()
};

const ROOM: Vec2 = vec2(616.0, 190.0);
const CORNERS: [Vec2; 2] = [vec2(12.0, 40.0), vec2(12.0, 274.0)];
const RADIUS: f32 = 3.5;
/// Places of a bullet that are shown, and ticks that it flies.
const TRAIL: usize = 7;
const LIFE: u32 = 40;
/// Seconds that the debug view looks ahead: a tick.
const TICK: f32 = 1.0 / 60.0;
/// Bounces that a bullet may make in one tick.
const BOUNCES: u32 = 4;
const NAMES: [&str; 2] = ["tested at the end of each tick", "swept from tick to tick"];
const COLORS: [Color; 2] = [Color::hex(0xD0_7A_22), Color::hex(0x1F_86_7A)];

#[derive(StateHash)]
struct Bullet {
    center: Vec2,
    velocity: Vec2,
    age: u32,
    is_box: bool,
    /// Where it was after the last ticks and at its bounces.
    #[state(skip)]
    trail: Vec<Vec2>,
}

#[derive(StateHash)]
struct SweptBullets {
    rooms: [Vec<Bullet>; 2],
    /// Bullets that passed all the walls.
    through: [u32; 2],
    fired: u32,
    wait: f32,
}

impl Sketch for SweptBullets {
    const PARAMS: &'static [Param] = &[
        Param::number("speed", 100.0, 6000.0, 2600.0),
        Param::number("thickness", 1.0, 40.0, 5.0),
        Param::choice("bullets", &["circles", "boxes"], 0),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        Ok(Self { rooms: [Vec::new(), Vec::new()], through: [0; 2], fired: 0, wait: 0.0 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        self.wait -= tick.dt;
        if self.wait <= 0.0 || stage.input().pressed(Key::Space) {
            self.wait = 0.05;
            self.fire(stage);
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
            for bullet in room.iter_mut() {
                // The room is open on the right only.
                bounce(&mut bullet.center, &mut bullet.velocity, vec2(1e6, ROOM.y), RADIUS);
                bullet.age += 1;
            }
            room.retain(|bullet| {
                let is_through = bullet.center.x > ROOM.x;
                *through += u32::from(is_through);
                !is_through && bullet.age < LIFE
            });
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let walls = walls(stage.params().number("thickness"));
        for (index, room) in self.rooms.iter().enumerate() {
            let corner = CORNERS[index];
            let words =
                format!("{}: {} of {} got through", NAMES[index], self.through[index], self.fired);
            canvas.write(words, WORDS, corner - vec2(0.0, 16.0), vec2(0.0, 0.5), INK);
            let floor = Aabb::from_size(Vec2::ZERO, ROOM);
            let draw = |canvas: &mut Canvas<'_>| {
                canvas.fill_rect(floor, Color::hex(0xFB_FA_F7));
                for wall in walls {
                    canvas.fill_rect(wall, INK);
                }
                for bullet in room {
                    bullet.draw(canvas, &walls, COLORS[index]);
                }
            };
            canvas.transformed(Affine2::from_translation(corner), |canvas| {
                canvas.clip_rect(floor, draw);
            });
        }
    }

    fn marks(&self, stage: &Stage, marks: &mut Marks) {
        let walls = walls(stage.params().number("thickness"));
        for (room, corner) in self.rooms.iter().zip(CORNERS) {
            let walls = walls.map(|wall| wall.translated(corner));
            for wall in walls {
                marks.aabb(MarkRole::Collider, wall);
            }
            for bullet in room {
                let motion = bullet.velocity * TICK;
                let body = Circle::new(bullet.center + corner, RADIUS);
                marks.arrow(MarkRole::Feeler, body.center, motion);
                for wall in walls {
                    if let Some(impact) = cast(&body, motion, &wall) {
                        impact.mark(marks);
                    }
                }
            }
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl SweptBullets {
    /// Fires one bullet, alike in both rooms.
    fn fire(&mut self, stage: &mut Stage) {
        let center = stage.rng.in_rect(vec2(5.0, 20.0), vec2(60.0, ROOM.y - 20.0));
        let way = vec2(1.0, stage.rng.range(-0.25..0.25)).normalized();
        let velocity = way * stage.params().number("speed");
        let is_box = stage.params().choice("bullets") == 1;
        for room in &mut self.rooms {
            room.push(Bullet { center, velocity, age: 0, is_box, trail: vec![center] });
        }
        self.fired += 1;
    }
}

impl Bullet {
    /// Moves all the way, then looks.
    fn step(&mut self, walls: &[Aabb; 3], dt: f32) {
        self.center += self.velocity * dt;
        if walls.iter().any(|wall| self.is_in(wall)) {
            self.center -= self.velocity * dt;
            self.velocity.x = -self.velocity.x;
        }
        self.remember();
    }

    /// Moves up to the first touch, turns, and goes on with the rest of the way.
    fn sweep(&mut self, walls: &[Aabb; 3], dt: f32) {
        let mut left = dt;
        for _ in 0..BOUNCES {
            let motion = self.velocity * left;
            let touches = walls.iter().filter_map(|wall| self.first_touch(motion, wall));
            // A wall it is leaving is touched as well, but not hit.
            let hits = touches.filter(|impact| impact.normal.dot(motion) < 0.0);
            let Some(first) = hits.min_by(|a, b| a.time.total_cmp(&b.time)) else { break };
            self.center += motion * first.time;
            self.velocity = reflect(self.velocity, first.normal, 1.0);
            left *= 1.0 - first.time;
            self.trail.push(self.center);
        }
        self.center += self.velocity * left;
        self.remember();
    }

    fn first_touch(&self, motion: Vec2, wall: &Aabb) -> Option<Impact> {
        if self.is_box {
            cast(&self.square(), motion, wall)
        } else {
            cast(&Circle::new(self.center, RADIUS), motion, wall)
        }
    }

    fn is_in(&self, wall: &Aabb) -> bool {
        if self.is_box {
            overlaps(&self.square(), wall)
        } else {
            overlaps(&Circle::new(self.center, RADIUS), wall)
        }
    }

    fn square(&self) -> Aabb {
        Aabb::new(self.center - RADIUS, self.center + RADIUS)
    }

    fn remember(&mut self) {
        self.trail.push(self.center);
        let old = self.trail.len().saturating_sub(TRAIL);
        self.trail.drain(..old);
    }

    /// The bullet, its way, and a ring where it passed a wall unseen.
    fn draw(&self, canvas: &mut Canvas<'_>, walls: &[Aabb; 3], color: Color) {
        canvas.stroke(&Path::polyline(&self.trail), &Stroke::new(1.5), color.with_alpha(120));
        for &place in &self.trail {
            canvas.fill(&Path::circle(place, 2.0), color.with_alpha(170));
        }
        for step in self.trail.windows(2) {
            for middle in walls.iter().map(|wall| wall.center().x) {
                let share = (middle - step[0].x) / (step[1].x - step[0].x);
                if (0.0..=1.0).contains(&share) {
                    let ring = Path::circle(step[0].lerp(step[1], share), 7.0);
                    canvas.stroke(&ring, &Stroke::new(2.0), RED);
                }
            }
        }
        let body = if self.is_box {
            Path::from(self.square())
        } else {
            Path::circle(self.center, RADIUS + 1.0)
        };
        canvas.fill(&body, color);
    }
}

fn walls(thickness: f32) -> [Aabb; 3] {
    [200.0, 360.0, 520.0].map(|x| Aabb::from_size(vec2(x, 0.0), vec2(thickness, ROOM.y)))
}
