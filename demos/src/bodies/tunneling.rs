//! Why fast things need sweeping: three balls are shot at a thin wall that moves, one of them by each method.

use crate::Demo;
use crate::kit;
use crate::look::{BLUE, GREEN, INK, MUTED, PAPER, RED, SMALL};
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
    size: (640, 300),
    ticks: 89,
    ..Demo::of::<Tunneling>()
};

const RADIUS: f32 = 6.0;
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
    passed: [u32; 3],
    shots: u32,
    steps: u32,
}

impl Sketch for Tunneling {
    const PARAMS: &'static [Param] = &[Param::number("speed", 0.0, 10_000.0, 3_000.0)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let worlds = (0..LANES.len()).map(|lane| {
            let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
            let wall = [vec2(WALL, height(lane) - 36.0), vec2(WALL, height(lane) + 36.0)];
            world.add(&BodyDef::new(BodyShape::chain(&wall)).with_kind(BodyKind::Kinematic));
            world
        });
        let balls = [BodyId::NOTHING; 3];
        Ok(Self { worlds: worlds.collect(), balls, passed: [0; 3], shots: 0, steps: 1 })
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
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (lane, ((words, color), world)) in LANES.into_iter().zip(&self.worlds).enumerate() {
            let y = height(lane);
            canvas.stroke(
                &Path::line(vec2(START, y), vec2(620.0, y)),
                &Stroke::new(1.0),
                MUTED.with_alpha(90),
            );
            canvas.stroke(
                &Path::line(vec2(WALL, y - 36.0), vec2(WALL, y + 36.0)),
                &kit::round(3.0),
                INK,
            );
            if let Some(state) = world.get(self.balls[lane]) {
                kit::disc(canvas, state.position, RADIUS, color);
            }
            let note = match lane {
                PLAIN => String::new(),
                SWEPT => ", one step".to_owned(),
                _ => format!(", {} a tick", self.steps),
            };
            canvas.write(
                format!("{words}{note}"),
                SMALL,
                vec2(START, y - 26.0),
                vec2(0.0, 0.5),
                color,
            );
            let count = format!("{} of {} passed", self.passed[lane], self.shots);
            canvas.write(count, SMALL, vec2(620.0, y - 26.0), vec2(1.0, 0.5), INK);
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
    60.0 + lane as f32 * 92.0
}
