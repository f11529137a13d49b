//! Why fast things need sweeping: three balls are shot at a thin wall that moves, one of them by each method.

use crate::Demo;
use crate::kit;
use crate::look::{BLUE, FAINT, GREEN, INK, PAPER, RED, WORDS};
use motile::bodies::{BodyDef, BodyId, BodyKind, BodyShape, BodyWorld};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "bodies/tunneling",
    title: "Tunneling",
    sees: "Three balls fly at a thin lift: plain steps pass through it, smaller steps and sweeping do not.",
    tries: "Find the speed at which the plain ball begins to slip through, and how many steps the second takes.",
    controls: "",
    keys: &[],
    spec: &["SIM-D3", "SIM-9", "SIM-10", "SIM-M3"],
    size: (640, 400),
    ticks: 49,
    ..Demo::of::<Tunneling>()
};

const RADIUS: f32 = 11.0;
/// Half the height of a wall.
const HEIGHT: f32 = 52.0;
const WALL: f32 = 430.0;
const START: f32 = 70.0;
/// Ticks between two shots.
const PERIOD: u64 = 40;
const LANES: [(&str, Color); 3] = [("plain steps", RED), ("smaller steps", BLUE), ("swept", GREEN)];
const PLAIN: usize = 0;
const SMALLER: usize = 1;
const SWEPT: usize = 2;

#[derive(StateHash)]
#[state(hash_only)]
struct Tunneling {
    /// A world for each lane, for they take steps of different lengths.
    worlds: Vec<BodyWorld>,
    balls: [BodyId; 3],
    /// Where the balls were after each tick of this shot.
    trails: [Vec<Vec2>; 3],
    passed: [u32; 3],
    shots: u32,
    steps: u32,
}

impl Sketch for Tunneling {
    const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 10_000.0, 3_600.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let worlds = (0..LANES.len()).map(|lane| {
            let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
            let wall = [vec2(WALL, height(lane) - HEIGHT), vec2(WALL, height(lane) + HEIGHT)];
            world.add(&BodyDef::new(BodyShape::chain(&wall)).with_kind(BodyKind::Kinematic));
            world
        });
        let balls = [BodyId::NOTHING; 3];
        let (worlds, trails) = (worlds.collect(), Default::default());
        Ok(Self { worlds, balls, trails, passed: [0; 3], shots: 0, steps: 1 })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let speed = stage.params().number("speed");
        if tick.index.is_multiple_of(PERIOD) {
            self.shoot(speed);
        }
        // A step may carry the ball no further than its radius.
        self.steps = (speed * tick.dt / RADIUS).ceil().max(1.0) as u32;
        for (lane, world) in self.worlds.iter_mut().enumerate() {
            let parts = if lane == SMALLER { self.steps } else { 1 };
            (0..parts).for_each(|_| world.step(tick.dt / parts as f32));
            self.trails[lane].extend(world.get(self.balls[lane]).map(|state| state.position));
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (lane, ((words, color), world)) in LANES.into_iter().zip(&self.worlds).enumerate() {
            let y = height(lane);
            canvas.line(vec2(20.0, y), vec2(620.0, y), &kit::round(2.0 * RADIUS), FAINT);
            for &place in &self.trails[lane] {
                kit::disc(canvas, place, RADIUS, color.with_alpha(90));
            }
            let (top, end) = (vec2(WALL, y - HEIGHT), vec2(WALL, y + HEIGHT));
            canvas.line(top, end, &kit::round(6.0), INK);
            if let Some(state) = world.get(self.balls[lane]) {
                kit::disc(canvas, state.position, RADIUS, color);
            }
            let note = match lane {
                PLAIN => String::new(),
                SWEPT => ", one step".to_owned(),
                _ => format!(", {} a tick", self.steps),
            };
            let above = y - 34.0;
            let words = format!("{words}{note}");
            canvas.write(words, WORDS, vec2(20.0, above), vec2(0.0, 0.5), color);
            let count = format!("{} of {} passed", self.passed[lane], self.shots);
            canvas.write(count, WORDS, vec2(626.0, above), vec2(1.0, 0.5), INK);
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        self.worlds.iter().for_each(|world| world.mark(marks));
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Tunneling {
    fn shoot(&mut self, speed: f32) {
        for (lane, world) in self.worlds.iter_mut().enumerate() {
            if let Some(state) = world.get(self.balls[lane]) {
                self.passed[lane] += u32::from(state.position.x > WALL);
            }
            world.remove(self.balls[lane]);
            self.trails[lane].clear();
            // Not quite from the same place each time, or every shot would end alike.
            let start = START - 20.0 + (self.shots % 7) as f32 * 5.0;
            let ball = BodyDef {
                bullet: lane == SWEPT,
                restitution: 0.3,
                ..BodyDef::new(BodyShape::circle(RADIUS))
            };
            self.balls[lane] =
                world.add(&ball.at(start, height(lane)).with_velocity(vec2(speed, 0.0)));
        }
        self.shots += 1;
    }
}

fn height(lane: usize) -> f32 {
    72.0 + lane as f32 * 128.0
}
