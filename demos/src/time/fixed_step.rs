//! A fixed step gives the same path at any frame rate; a variable step gives another one each time.

use crate::Demo;
use crate::look::{INK, PAPER, SMALL, WORDS};
use motile::prelude::*;
use motile::time::FixedStep;

pub(super) const DEMO: Demo = Demo {
    id: "time/fixed-step",
    title: "Fixed step",
    sees: "The same ball is thrown in three rooms with good, poor and jerky frame rates: left by fixed steps, right by the time of the frame.",
    tries: "Raise the jitter. On the left nothing changes but the smoothness; on the right the ball takes other ways.",
    controls: "",
    keys: &[(Key::Space, "throw again")],
    spec: &["SIM-60"],
    ticks: 225,
    ..Demo::of::<FixedSteps>()
};

const ROOM: Vec2 = vec2(290.0, 118.0);
const RADIUS: f32 = 7.0;
const NAMES: [&str; 3] = ["60 frames a second", "15 frames a second", "frames as they come"];

/// A ball in a room, with the way it went.
#[derive(StateHash)]
#[state(hash_only)]
struct Ball {
    position: Vec2,
    velocity: Vec2,
    /// Drawn only.
    #[state(skip)]
    trail: Vec<Vec2>,
}

/// One frame rate, simulated both ways.
#[derive(StateHash)]
#[state(hash_only)]
struct Host {
    /// Seconds until its next frame.
    wait: f32,
    frame: f32,
    clock: FixedStep,
    fixed: Ball,
    variable: Ball,
}

#[derive(StateHash)]
#[state(hash_only)]
struct FixedSteps {
    hosts: [Host; 3],
    /// Seconds since the throw.
    time: f32,
}

impl Sketch for FixedSteps {
    const PARAMS: &'static [Param] =
        &[Param::number("jitter", 0.0, 1.0, 0.8), Param::whole("steps-a-second", 20, 240, 60)];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = PAPER;
        let rate = stage.params().whole("steps-a-second") as u32;
        Ok(Self {
            hosts: [1.0 / 60.0, 1.0 / 15.0, 0.0].map(|frame| Host::new(frame, rate)),
            time: 0.0,
        })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let jitter = stage.params().number("jitter");
        let again = stage.input().pressed(Key::Space) || stage.params().changed("steps-a-second");
        self.time += tick.dt;
        if again || self.time > 5.0 {
            let rng = stage.rng;
            self.rebuild(stage);
            stage.rng = rng;
        }
        for (index, host) in self.hosts.iter_mut().enumerate() {
            host.wait -= tick.dt;
            if host.wait <= 0.0 {
                if index == 2 {
                    // Mostly short frames, now and then a long one.
                    let long = stage.rng.chance(0.3) && jitter > 0.0;
                    host.frame =
                        if long { 0.02 + 0.15 * jitter * stage.rng.f32() } else { 1.0 / 60.0 };
                }
                host.frame();
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        for (row, host) in self.hosts.iter().enumerate() {
            let y = 52.0 + 142.0 * row as f32;
            canvas.write(NAMES[row], SMALL, vec2(20.0, y - 4.0), vec2(0.0, 1.0), INK);
            host.fixed.draw(canvas, vec2(20.0, y), Color::hex(0x2F_80_8C));
            host.variable.draw(canvas, vec2(330.0, y), Color::hex(0xD1_5B_45));
        }
        canvas.write("fixed steps", WORDS, vec2(165.0, 16.0), vec2(0.5, 0.5), INK);
        canvas.write("one step a frame", WORDS, vec2(475.0, 16.0), vec2(0.5, 0.5), INK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Host {
    fn new(frame: f32, rate: u32) -> Self {
        let mut clock = FixedStep::new(rate);
        // A long frame is caught up with in full.
        clock.max_ticks = 100;
        Self { wait: frame, frame, clock, fixed: Ball::new(), variable: Ball::new() }
    }

    /// A frame is due: both balls move by the time it took.
    fn frame(&mut self) {
        for tick in self.clock.update(self.frame) {
            self.fixed.step(tick.dt);
        }
        self.variable.step(self.frame);
        self.fixed.trail.push(self.fixed.position);
        self.variable.trail.push(self.variable.position);
        self.wait += self.frame;
    }
}

impl Ball {
    fn new() -> Self {
        Self { position: vec2(20.0, 30.0), velocity: vec2(68.0, -40.0), trail: Vec::new() }
    }

    fn step(&mut self, dt: f32) {
        self.velocity.y += 500.0 * dt;
        self.position += self.velocity * dt;
        bounce(&mut self.position, &mut self.velocity, ROOM, RADIUS);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, corner: Vec2, color: Color) {
        canvas.transformed(Affine2::from_translation(corner), |canvas| {
            canvas.fill(
                &Path::round_rect(Aabb::from_size(Vec2::ZERO, ROOM), 6.0),
                Color::hex(0xFB_FA_F7),
            );
            canvas.stroke(&Path::polyline(&self.trail), &Stroke::new(1.5), color.with_alpha(110));
            for &point in &self.trail {
                canvas.fill(&Path::circle(point, 1.8), color);
            }
            canvas.fill(&Path::circle(self.position, RADIUS), color);
        });
    }
}
