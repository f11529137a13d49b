//! Fifty thousand boids: a flock on a grid, each of them a few pixels.

use super::figures;
use crate::Demo;
use core::f32::consts::TAU;
use motile::pixels::Blit;
use motile::prelude::*;
use motile::steer::{Flock, FlockRules, Sight};

pub(super) const DEMO: Demo = Demo {
    id: "steer/murmuration",
    title: "Fifty thousand boids",
    sees: "More and more boids come in until there are fifty thousand, colored by direction; they stream around each \
           other and part before a hawk.",
    tries: "Let each mind only its nearest seven, wherever they are. Widen their sight, and the swarms grow larger. Start \
            again with all at once.",
    controls: "The pointer is the hawk.",
    takes_drags: true,
    spec: &["STEER-D12", "STEER-M3"],
    size: (960, 720),
    ticks: 240,
    no_allocation: true,
    ..Demo::of::<Murmuration>()
};

const TONES: usize = 64;
const HAWK: f32 = 90.0;
const MOST: i32 = 50_000;
/// How many are there in the beginning, and how many come in each tick.
const FIRST: usize = 10_000;
const ARRIVALS: usize = 60;

const MIND: [(&str, Option<u32>); 2] = [("all in sight", None), ("the nearest seven", Some(7))];

#[derive(StateHash)]
#[state(hash_only)]
struct Murmuration {
    flock: Flock,
    hawk: Vec2,
    /// Seconds since the flock looked around.
    since: f32,
    /// Drawn only.
    #[state(skip)]
    picture: Surface,
    /// Pixel words by direction, and half as bright for the tails.
    #[state(skip)]
    tones: [[u32; 2]; TONES],
}

impl Sketch for Murmuration {
    const PARAMS: &'static [Param] = &[
        Param::whole("count", 1000, MOST, MOST),
        Param::toggle("all-at-once", false),
        Param::number("sight", 4.0, 24.0, 10.0),
        Param::choice("mind", &[MIND[0].0, MIND[1].0], 0),
        Param::number("separation", 0.0, 4.0, 1.6),
        Param::number("alignment", 0.0, 4.0, 1.0),
        Param::number("cohesion", 0.0, 4.0, 0.7),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = figures::NIGHT;
        let mut flock = Flock::new(figures::world(stage));
        (flock.body.max_speed, flock.body.max_force, flock.body.radius) = (90.0, 260.0, 1.0);
        for _ in 0..MOST {
            flock.add(stage.rng.in_rect(Vec2::ZERO, stage.size()), stage.rng.unit_vec2() * 60.0);
        }
        // One look of everybody, with the most cells that the shortest sight asks for, makes room for all that will come.
        (flock.rules.sight.radius, flock.rules.too_close) = (4.0, 4.0);
        flock.steering.reserve(MOST as usize);
        flock.step(0.0);
        let first = if stage.params().is_on("all-at-once") { MOST as usize } else { FIRST };
        flock.positions.truncate(first);
        flock.velocities.truncate(first);
        let size = stage.size().as_uvec2();
        let picture = Surface::opaque(size.x, size.y, figures::NIGHT)?;
        let tones = core::array::from_fn(|tone| {
            let color = figures::hue(tone, TONES);
            [color, color.lerp(figures::NIGHT, 0.55)]
                .map(|color| u32::from_ne_bytes(color.premultiplied()))
        });
        Ok(Self { flock, hawk: stage.center(), since: 0.0, picture, tones })
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        let params = stage.params();
        let count = params.whole("count") as usize;
        let sight = Sight::new(params.number("sight"), 4.7);
        self.flock.rules = FlockRules {
            sight: Sight { nearest: MIND[params.choice("mind") as usize].1, ..sight },
            too_close: sight.radius * 0.45,
            separation: params.number("separation"),
            alignment: params.number("alignment"),
            cohesion: params.number("cohesion"),
        };
        let room = count.saturating_sub(self.flock.positions.len());
        for _ in 0..room.min(ARRIVALS) {
            let inwards = Vec2::at_angle(TAU * 0.25 * stage.rng.below(4) as f32);
            let along = inwards.perp() * stage.rng.range(-0.5..0.5);
            self.flock
                .add(stage.center() + stage.size() * (along - inwards * 0.495), inwards * 90.0);
        }
        self.flock.positions.truncate(count);
        self.flock.velocities.truncate(count);

        self.hawk = figures::target(stage, tick);
        // Looking around thirty times a second is enough; in between everybody goes straight on.
        self.since += tick.dt;
        if tick.index.is_multiple_of(2) {
            return;
        }
        let (hawk, flock) = (self.hawk, &mut self.flock);
        flock.steering.extend(flock.positions.iter().map(|&position| {
            let away = position - hawk;
            let near = 1.0 - away.length_squared() / (HAWK * HAWK);
            if near > 0.0 { away.normalized() * near * 300.0 } else { Vec2::ZERO }
        }));
        flock.step(self.since);
        self.since = 0.0;
    }

    /// Pixels are set here, once a picture and not once a tick.
    fn frame(&mut self, _: &mut Stage, _: Frame) {
        let (width, height) = (self.picture.width() as usize, self.picture.height() as usize);
        let night = u32::from_ne_bytes(figures::NIGHT.premultiplied());
        let words = self.picture.words_mut();
        words.fill(night);
        for (&at, &velocity) in self.flock.positions.iter().zip(&self.flock.velocities) {
            let (at, ahead) = (at + velocity * self.since, velocity.normalized());
            let turn = (ahead.angle() / TAU).rem_euclid(1.0);
            let [head, tail] = self.tones[(turn * TONES as f32) as usize % TONES];
            for (place, word) in [(at - ahead * 2.0, tail), (at - ahead, head), (at, head)] {
                let (x, y) = (place.x as usize, place.y as usize);
                if x < width && y < height {
                    words[y * width + x] = word;
                }
            }
        }
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        canvas.sprite(&self.picture, IVec2::ZERO, &Blit::default());
        figures::disc(canvas, self.hawk, 6.0, figures::RED);
        figures::ring(canvas, self.hawk, 12.0, figures::RED);
        let order = self.flock.polarization() * 100.0;
        let text = format!("{} boids, {order:.0} % of one mind", self.flock.len());
        figures::caption(canvas, text);
    }

    /// A few of the fifty thousand.
    fn marks(&self, _: &Stage, marks: &mut Marks) {
        for index in 0..8 {
            self.flock.mark(index * 101, marks);
        }
        marks.circle(MarkRole::Threat, self.hawk, HAWK);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}
