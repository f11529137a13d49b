//! A hundred thousand dots, each with four tweens: place, size and color, thousands of them begun and ended every tick.

use super::figures;
use crate::Demo;
use crate::look::WORDS;
use core::f32::consts::TAU;
use motile::anim::{Ease, Swarm, SwarmId};
use motile::prelude::*;

pub(super) const DEMO: Demo = Demo {
    id: "anim/stress",
    title: "A hundred thousand dots",
    sees: "A wave runs through a hundred thousand dots and moves them from one figure to the next; below are the tweens at work.",
    tries: "Watch the counters: what ends in a tick is begun again in the same memory.",
    controls: "",
    spec: &["D10-30", "TWEEN-20"],
    size: (900, 500),
    ticks: 122,
    no_allocation: true,
    ..Demo::of::<Stress>()
};

const DOTS: usize = 100_000;
/// Ticks in which all dots are sent off.
const WAVE: usize = 100;
/// Seconds a dot is under way: 48 ticks less a half, so that no dot ends just at a tick.
const FLIGHT: f64 = 47.5 / 60.0;
/// Ticks after which a dot has arrived.
const LANDED: usize = 48;
const BATCH: usize = DOTS / WAVE;
/// What a dot tweens.
const EASES: [Ease; 4] = [Ease::CUBIC_IN_OUT, Ease::CUBIC_IN_OUT, Ease::SINE_OUT, Ease::LINEAR];
const HEIGHT: u32 = 452;

/// x, y, size in pixels, hue 0…1.
type Dot = [f32; 4];

#[derive(StateHash)]
#[state(hash_only)]
struct Stress {
    swarm: Swarm,
    dots: Vec<Dot>,
    /// The tweens of each dot, as of its last departure.
    tweens: Vec<[SwarmId; 4]>,
    /// Made once and never changed.
    #[state(skip)]
    figures: [Vec<Dot>; 4],
    /// Batches sent off since the beginning.
    batches: usize,
}

impl Sketch for Stress {
    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = Color::hex(0x0D_10_1C);
        let figures = [ball(), word("motile")?, waves(), rings()];
        let mut swarm = Swarm::new();
        let none = swarm.add(0.0, 0.0, 0.0, 0.0, Ease::LINEAR);
        swarm.update(1.0);
        let (dots, tweens) = (figures[0].clone(), vec![[none; 4]; DOTS]);
        Ok(Self { swarm, dots, tweens, figures, batches: 0 })
    }

    fn update(&mut self, _: &mut Stage, tick: Tick) {
        self.swarm.update(tick.dt);
        for batch in self.batches.saturating_sub(LANDED)..self.batches {
            self.read(batch);
        }
        self.send(self.batches);
        self.batches += 1;
    }

    fn draw(&self, _: &Stage, canvas: &mut Canvas<'_>, _: Frame) {
        let Ok(mut picture) = Surface::opaque(900, HEIGHT, Color::hex(0x0D_10_1C)) else { return };
        let colors: [Color; 64] =
            core::array::from_fn(|i| Color::oklch(0.72, 0.16, TAU * i as f32 / 64.0));
        for &[x, y, size, hue] in &self.dots {
            let color = colors[(hue * 64.0) as usize % 64];
            let side = size.round().clamp(1.0, 4.0) as i32;
            for row in 0..side {
                for column in 0..side {
                    picture.set(x as i32 + column, y as i32 + row, color);
                }
            }
        }
        canvas.sprite(&picture, IVec2::ZERO, &Blit::default());
        let words = format!(
            "{} dots   {} tweens at work   {} begun and {} ended in this tick   {} bytes each",
            thousands(DOTS),
            thousands(self.swarm.len()),
            thousands(BATCH * 4),
            thousands(self.swarm.finished().len()),
            Swarm::bytes_per_tween(),
        );
        canvas.write(words, WORDS, vec2(450.0, 476.0), vec2(0.5, 0.5), figures::FAINT);
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl Stress {
    /// The figure that a batch flies to.
    fn target(&self, batch: usize) -> &[Dot] {
        let first = batch % WAVE * BATCH;
        &self.figures[(batch / WAVE + 1) % self.figures.len()][first..first + BATCH]
    }

    /// Takes over where the dots of a batch are by now.
    fn read(&mut self, batch: usize) {
        let first = batch % WAVE * BATCH;
        for index in first..first + BATCH {
            for part in 0..4 {
                let value = self.swarm.get(self.tweens[index][part]);
                let end = self.figures[(batch / WAVE + 1) % self.figures.len()][index][part];
                self.dots[index][part] = value.unwrap_or(end);
            }
        }
    }

    /// Sends a batch off to the next figure.
    fn send(&mut self, batch: usize) {
        let first = batch % WAVE * BATCH;
        for offset in 0..BATCH {
            let (from, to) = (self.dots[first + offset], self.target(batch)[offset]);
            for part in 0..4 {
                self.tweens[first + offset][part] =
                    self.swarm.add(from[part], to[part], 0.0, FLIGHT, EASES[part]);
            }
        }
    }
}

/// A number below a million with its thousands set apart.
fn thousands(n: usize) -> String {
    if n < 1000 { n.to_string() } else { format!("{},{:03}", n / 1000, n % 1000) }
}

/// Dots from a function of their share of all, 0…1.
fn figure(place: impl Fn(f32, usize) -> Dot) -> Vec<Dot> {
    (0..DOTS).map(|index| place(index as f32 / DOTS as f32, index)).collect()
}

/// A disc filled from the middle, like the seeds of a sunflower.
fn ball() -> Vec<Dot> {
    figure(|share, index| {
        let (sin, cos) = ops::sin_cos(index as f32 * 2.399_963);
        let radius = 212.0 * share.sqrt();
        [450.0 + radius * cos, 226.0 + radius * sin, 1.0 + share, 0.05 + 0.25 * share]
    })
}

/// Stacked waves.
fn waves() -> Vec<Dot> {
    figure(|share, index| {
        let row = (index % 24) as f32;
        let lift = ops::sin(share * TAU * 3.0 + row * 0.4) * (14.0 + row);
        [12.0 + 876.0 * share, 40.0 + 16.0 * row + lift, 1.0, 0.45 + 0.012 * row]
    })
}

/// Flowers in each other, each with a petal more.
fn rings() -> Vec<Dot> {
    figure(|share, index| {
        let ring = (index % 9) as f32;
        let angle = TAU * share;
        let (sin, cos) = ops::sin_cos(angle);
        let petals = 1.0 + 0.1 * ops::sin(angle * (3.0 + ring));
        let radius = (24.0 + 20.0 * ring) * petals;
        [450.0 + 1.9 * radius * cos, 226.0 + radius * sin, 1.0 + ring / 5.0, 0.6 + 0.04 * ring]
    })
}

/// A word in large letters, filled column by column.
fn word(text: &str) -> motile::Result<Vec<Dot>> {
    let mut picture = Surface::opaque(900, HEIGHT, Color::BLACK)?;
    picture.on_canvas(|canvas| {
        canvas.write(text, 290.0, vec2(450.0, 215.0), vec2(0.5, 0.5), Color::WHITE);
    })?;
    let inside: Vec<Vec2> = (0..900)
        .flat_map(|x| (0..HEIGHT as i32).map(move |y| (x, y)))
        .filter(|&(x, y)| picture.get(x, y).is_some_and(|color| color.r > 127))
        .map(|(x, y)| vec2(x as f32, y as f32))
        .collect();
    Ok(figure(|share, _| {
        let at = inside.get((share * inside.len() as f32) as usize).copied().unwrap_or_default();
        [at.x, at.y, 1.0, 0.9 - 0.5 * share]
    }))
}
