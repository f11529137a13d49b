//! Particles in flight.

use crate::Emitter;
use crate::lanes::{self, Block, LANES, StepParts};
use motile_geom::{
    Aabb, HashState, MarkRole, MarkSink, Marks, Rng, StateHash, Vec2, Vec2Ext, ops, vec2,
};
use motile_pixels::Color;

/// The most particles of one [`Particles`], whatever its emitter says.
const MOST: u32 = 1 << 20;
/// The most starts of a period in one step: a long pause is no reason for thousands of bursts.
const MOST_PERIODS: u32 = 4;
/// The shortest life, seconds.
const SHORTEST: f32 = 1e-3;

/// Particles in flight: an emitter, its place, and all it has let out. A value: equal ones go on equally, bit for bit, on
/// every machine.
///
/// ```
/// use motile_particles::{Emitter, Particles};
/// let mut smoke = Particles::new(Emitter::smoke());
/// for _ in 0..120 { smoke.step(1.0 / 60.0); }
/// let highest = smoke.iter().map(|particle| particle.position.y).fold(0.0, f32::min);
/// assert!(highest < -80.0, "it rises: {highest}");
/// ```
#[doc(alias = "particle system")]
#[derive(Clone, Debug)]
pub struct Particles {
    /// What flies out. It may be changed at any time; particles in flight follow its curves, gravity and drag.
    pub emitter: Emitter,
    /// Where particles are born. Those of a step are spread over the way from where it was before.
    pub position: Vec2,
    /// Whether any are born by rate and bursts.
    pub emitting: bool,
    /// How often numbers that are not finite were refused: times, and steps with an emitter or place that has some.
    pub rejected: u64,
    /// In order of birth.
    blocks: Vec<Block>,
    /// Lanes in use; some of them hold particles whose life is over.
    used: usize,
    /// Lanes in use whose life is over.
    over: usize,
    rng: Rng,
    /// The part of a particle that is due.
    owed: f32,
    /// Seconds since the start of the period.
    clock: f32,
    last_position: Option<Vec2>,
    last_dt: f32,
}

/// One particle, to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// Where it is.
    pub position: Vec2,
    /// Pixels a second, without the curve of speed over life.
    pub velocity: Vec2,
    /// The share of its life that is over, 0…1.
    pub age: f32,
    /// Its width, pixels.
    pub size: f32,
    /// How far it is turned, radians.
    pub angle: f32,
    /// Its color, with the alpha of its age.
    pub color: Color,
}

impl Particles {
    /// An emitter at the origin that has let out nothing yet.
    pub fn new(emitter: Emitter) -> Self {
        Self {
            rng: Rng::new(emitter.seed),
            emitter,
            position: Vec2::ZERO,
            emitting: true,
            rejected: 0,
            blocks: Vec::new(),
            used: 0,
            over: 0,
            owed: 0.0,
            clock: 0.0,
            last_position: None,
            last_dt: 0.0,
        }
    }

    /// These at a place.
    pub fn with_position(self, position: Vec2) -> Self {
        Self { position, ..self }
    }

    /// How many are in flight.
    pub const fn len(&self) -> usize {
        self.used - self.over
    }

    /// Whether none is in flight.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Ends all at once; the emitter goes on.
    pub fn clear(&mut self) {
        self.blocks.clear();
        (self.used, self.over) = (0, 0);
    }

    /// Starts anew as on the first day, with the emitter's seed.
    pub fn restart(&mut self) {
        let emitter = core::mem::take(&mut self.emitter);
        let blocks = core::mem::take(&mut self.blocks);
        let (position, emitting, rejected) = (self.position, self.emitting, self.rejected);
        *self = Self { position, emitting, rejected, blocks, ..Self::new(emitter) };
        self.clear();
    }

    /// Moves all on by some seconds and lets out what is due.
    ///
    /// A time that is negative or not finite does nothing and is counted; so does an emitter or place with such numbers let
    /// out nothing.
    pub fn step(&mut self, dt: f32) {
        if !dt.is_finite() || dt < 0.0 {
            self.rejected += 1;
            return;
        }
        self.fly(dt);
        self.last_dt = dt;
        let from = self.last_position.unwrap_or(self.position);
        if !self.emitter.is_valid() || !self.position.is_finite() {
            self.rejected += 1;
            return;
        }
        self.last_position = Some(self.position);
        if self.emitting {
            self.emit(from, dt);
        }
    }

    /// Lets out a number of particles now, whatever the rate.
    pub fn burst(&mut self, count: u32) {
        if !self.emitter.is_valid() || !self.position.is_finite() {
            self.rejected += 1;
            return;
        }
        for _ in 0..count.min(self.room()) {
            self.give_birth(self.position, 0.0);
        }
    }

    /// Those in flight, in order of birth.
    pub fn iter(&self) -> impl Iterator<Item = Particle> {
        self.lanes().map(|(block, lane)| {
            let age = block.age[lane];
            Particle {
                position: vec2(block.x[lane], block.y[lane]),
                velocity: vec2(block.velocity_x[lane], block.velocity_y[lane]),
                age,
                size: block.size[lane],
                angle: block.angle[lane],
                color: self.color_at(age),
            }
        })
    }

    /// The smallest box around all of them, as large as they are drawn; empty when there is none.
    pub fn bounds(&self) -> Aabb {
        self.lanes().fold(Aabb::EMPTY, |all, (block, lane)| {
            let place = vec2(block.x[lane], block.y[lane]);
            all.union(Aabb::from_center(place, Vec2::splat(block.size[lane].abs() * 0.5 + 1.0)))
        })
    }

    /// Marks the emitter, its direction and the box around all particles.
    pub fn mark(&self, marks: &mut Marks) {
        let ahead = Vec2::at_angle(self.emitter.direction) * self.emitter.speed.1 * 0.25;
        marks.arrow(MarkRole::Velocity, self.position, ahead);
        marks.aabb(MarkRole::Bounds, self.bounds());
        marks.rejected += self.rejected;
    }

    /// The color of an age, with the curve of alpha.
    pub(crate) fn color_at(&self, age: f32) -> Color {
        let color = self.emitter.colors.at(age);
        let alpha = f32::from(color.a) * self.emitter.alpha_over_life.at(age).clamp(0.0, 1.0);
        color.with_alpha(alpha.round() as u8)
    }

    /// The step before now, seconds: what a picture between two ticks goes back by.
    pub(crate) const fn last_dt(&self) -> f32 {
        self.last_dt
    }

    /// Those in flight, as blocks and lanes. Lanes that are not in use count as over.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = (&Block, usize)> {
        let lanes = self.blocks.iter().flat_map(|block| (0..LANES).map(move |lane| (block, lane)));
        lanes.filter(|(block, lane)| block.age[*lane] < 1.0)
    }

    /// All blocks; a lane is in flight while its age is below 1.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn fly(&mut self, dt: f32) {
        let Emitter { gravity, drag, .. } = self.emitter;
        let (gravity, drag) = if gravity.is_finite() && drag.is_finite() {
            (gravity, drag)
        } else {
            (Vec2::ZERO, 0.0)
        };
        let turns = self.emitter.spin != (0.0, 0.0);
        let parts = StepParts {
            dt,
            kept: if drag > 0.0 { ops::exp(-drag * dt) } else { 1.0 },
            pull: (gravity.x * dt, gravity.y * dt),
            speed: self.emitter.speed_over_life.pieces(),
            size: self.emitter.size_over_life.pieces(),
            spin: turns.then(|| self.emitter.spin_over_life.pieces()),
        };
        let over = lanes::step(&mut self.blocks, &parts);
        self.over = over - (self.blocks.len() * LANES - self.used);
        // Closing the gaps moves all that are younger, so it waits until it is worth it: an eighth of the memory at most is
        // taken by those that ended, and a particle moves a few times in its life.
        if self.over * 8 > self.used {
            self.close_gaps();
        }
    }

    /// Moves the living together, in their order.
    fn close_gaps(&mut self) {
        let mut kept = 0;
        for index in 0..self.used {
            let (block, lane) = (index / LANES, index % LANES);
            if self.blocks[block].age[lane] < 1.0 {
                let (before, rest) = self.blocks.split_at_mut(block);
                if let Some(to) = before.get_mut(kept / LANES) {
                    to.put(kept % LANES, &rest[0], lane);
                } else {
                    let from = rest[0].clone();
                    rest[0].put(kept % LANES, &from, lane);
                }
                kept += 1;
            }
        }
        self.blocks.truncate(kept.div_ceil(LANES));
        if let Some(last) = self.blocks.last_mut() {
            last.age[(kept - 1) % LANES + 1..].fill(1.0);
            last.pace[(kept - 1) % LANES + 1..].fill(0.0);
        }
        (self.used, self.over) = (kept, 0);
    }

    /// How many more may be born.
    fn room(&self) -> u32 {
        self.emitter.limit.min(MOST).saturating_sub(self.len() as u32)
    }

    /// Lets out what is due in a step, spread over its time and the way of the emitter.
    fn emit(&mut self, from: Vec2, dt: f32) {
        let rate = self.emitter.rate.max(0.0);
        let due = (self.owed + rate * dt).min(MOST as f32);
        let count = (due as u32).min(self.room());
        self.owed = due.fract();
        for index in 0..count {
            // Evenly over the step, so that a quick emitter leaves no clumps.
            let share = (index as f32 + 0.5) / count as f32;
            let place = from + (self.position - from) * share;
            self.give_birth(place, dt * (1.0 - share));
        }
        let bursts = self.bursts_due(dt).min(self.room());
        for _ in 0..bursts {
            self.give_birth(self.position, 0.0);
        }
    }

    /// How many particles the bursts of the next `dt` seconds have.
    fn bursts_due(&mut self, dt: f32) -> u32 {
        let Emitter { ref bursts, period, .. } = self.emitter;
        let (mut count, mut start) = (0u32, self.clock);
        let mut end = start + dt;
        for _ in 0..MOST_PERIODS {
            let until = if period > 0.0 { end.min(period) } else { end };
            let due = bursts.iter().filter(|burst| (start..until).contains(&burst.time.max(0.0)));
            count = due.fold(count, |count, burst| count.saturating_add(burst.count));
            if period <= 0.0 || end < period {
                break;
            }
            (start, end) = (0.0, end - period);
        }
        self.clock = if period > 0.0 { end.min(period) } else { end };
        count
    }

    fn give_birth(&mut self, place: Vec2, age: f32) {
        let Emitter { direction, spread, speed, life, size, angle, spin, .. } = self.emitter;
        let rng = &mut self.rng;
        let between = |rng: &mut Rng, (low, high): (f32, f32)| low + (high - low) * rng.f32();
        let (offset, direction) = self.emitter.shape.place(direction, rng);
        let direction = direction + spread * (rng.f32() * 2.0 - 1.0);
        let velocity = Vec2::at_angle(direction) * between(rng, speed);
        let pace = 1.0 / between(rng, life).max(SHORTEST);
        let born = place + offset + velocity * self.emitter.speed_over_life.at(0.0) * age;
        let (size, angle) = (between(rng, size).max(0.0), between(rng, angle));
        let spin = between(rng, spin);
        if self.used == self.blocks.len() * LANES {
            self.blocks.push(Block::EMPTY);
        }
        let (index, lane) = (self.used / LANES, self.used % LANES);
        let block = &mut self.blocks[index];
        (block.x[lane], block.y[lane]) = (born.x, born.y);
        (block.velocity_x[lane], block.velocity_y[lane]) = (velocity.x, velocity.y);
        // A life that is shorter than the step it begins in still counts as one.
        (block.age[lane], block.pace[lane]) = ((age * pace).min(0.99), pace);
        block.birth_size[lane] = size;
        block.size[lane] = size * self.emitter.size_over_life.at(block.age[lane]);
        (block.angle[lane], block.spin[lane]) = (angle, spin);
        self.used += 1;
    }
}

impl HashState for Particles {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.emitter);
        (self.position, self.emitting, self.rejected, self.rng).hash_state(hash);
        (self.owed, self.clock, self.last_position, self.len() as u64).hash_state(hash);
        for (block, lane) in self.lanes() {
            (block.x[lane], block.y[lane], block.velocity_x[lane]).hash_state(hash);
            (block.velocity_y[lane], block.age[lane], block.pace[lane]).hash_state(hash);
            (block.birth_size[lane], block.size[lane]).hash_state(hash);
            (block.angle[lane], block.spin[lane]).hash_state(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Burst, LifeCurve};

    const DT: f32 = 1.0 / 64.0;

    fn run(emitter: Emitter, steps: u32) -> Particles {
        let mut particles = Particles::new(emitter);
        (0..steps).for_each(|_| particles.step(DT));
        particles
    }

    #[test]
    fn the_rate_and_the_life_give_the_number_in_flight() {
        let emitter = Emitter { rate: 500.0, life: (1.0, 1.0), ..Emitter::default() };
        let particles = run(emitter.clone(), 64 * 3);
        assert!((495..=510).contains(&particles.len()), "{}", particles.len());
        assert_eq!(particles.iter().count(), particles.len());
        assert_eq!(run(Emitter { limit: 100, ..emitter }, 200).len(), 100);
    }

    #[test]
    fn they_fly_as_thrown_bodies_do() {
        let emitter = Emitter {
            rate: 0.0,
            speed: (100.0, 100.0),
            spread: 0.0,
            direction: 0.0,
            life: (10.0, 10.0),
            gravity: vec2(0.0, 50.0),
            ..Emitter::default()
        };
        let mut particles = Particles::new(emitter);
        particles.burst(1);
        (0..128).for_each(|_| particles.step(DT));
        let one = particles.iter().next().unwrap();
        assert!((one.position.x - 200.0).abs() < 0.01, "{one:?}");
        // Half of g·t², and half a step more as velocities change first.
        assert!((one.position.y - 100.0).abs() < 1.0, "{one:?}");
        assert!((one.velocity.y - 100.0).abs() < 0.01 && (one.age - 0.2).abs() < 1e-4);
    }

    #[test]
    fn drag_and_speed_over_life_slow_them() {
        let still = Emitter {
            rate: 0.0,
            spread: 0.0,
            life: (4.0, 4.0),
            speed: (90.0, 90.0),
            ..Emitter::default()
        };
        let way = |emitter: Emitter| {
            let mut particles = Particles::new(emitter);
            particles.burst(1);
            (0..64).for_each(|_| particles.step(DT));
            particles.iter().next().unwrap().position.length()
        };
        assert!((way(still.clone()) - 90.0).abs() < 0.01);
        let dragged = way(Emitter { drag: 1.0, ..still.clone() });
        assert!((dragged - 90.0 * 0.632).abs() < 1.0, "{dragged}");
        let halved = way(Emitter { speed_over_life: LifeCurve::constant(0.5), ..still });
        assert!((halved - 45.0).abs() < 0.01);
    }

    #[test]
    fn bursts_come_at_their_times_and_again() {
        let bursts = vec![Burst { time: 0.0, count: 5 }, Burst { time: 0.5, count: 7 }];
        let emitter = Emitter { rate: 0.0, bursts, life: (100.0, 100.0), ..Emitter::default() };
        let counts = |period: f32| {
            let mut particles = Particles::new(Emitter { period, ..emitter.clone() });
            let count = |_| {
                particles.step(0.25);
                particles.len()
            };
            (0..8).map(count).collect::<Vec<_>>()
        };
        assert_eq!(counts(0.0), [5, 5, 12, 12, 12, 12, 12, 12]);
        assert_eq!(counts(1.0), [5, 5, 12, 12, 17, 17, 24, 24]);
    }

    #[test]
    fn equal_seeds_fly_equally_and_others_do_not() {
        let hash = |seed| StateHash::of(&run(Emitter { seed, ..Emitter::fire() }, 200));
        assert_eq!(hash(1), hash(1));
        assert_ne!(hash(1), hash(2));
        let mut again = run(Emitter::fire(), 77);
        again.restart();
        (0..200).for_each(|_| again.step(DT));
        assert_eq!(StateHash::of(&again), hash(1));
    }

    #[test]
    fn the_bits_are_the_same_everywhere() {
        let all = Emitter::PRESETS.map(|(_, make)| StateHash::of(&run(make(), 150)));
        assert_eq!(StateHash::of(&all), 3391489674211508953);
    }

    #[test]
    fn order_is_that_of_birth_however_many_end() {
        let emitter =
            Emitter { rate: 900.0, life: (0.1, 2.0), speed: (0.0, 0.0), ..Emitter::default() };
        let mut particles = Particles::new(emitter);
        for step in 0..200 {
            particles.position = vec2(step as f32, 0.0);
            particles.step(DT);
            let places: Vec<f32> = particles.iter().map(|one| one.position.x).collect();
            assert!(places.is_sorted(), "in step {step}");
            assert_eq!(places.len(), particles.len());
        }
    }

    #[test]
    fn a_moving_emitter_leaves_no_clumps() {
        let emitter =
            Emitter { rate: 640.0, speed: (0.0, 0.0), life: (9.0, 9.0), ..Emitter::default() };
        let mut particles = Particles::new(emitter);
        particles.step(DT);
        particles.position.x = 100.0;
        particles.step(DT);
        let places: Vec<f32> = particles.iter().skip(10).map(|one| one.position.x).collect();
        assert_eq!(places.len(), 10);
        assert!(
            places.windows(2).all(|pair| (pair[1] - pair[0] - 10.0).abs() < 0.01),
            "{places:?}"
        );
    }

    #[test]
    fn bad_numbers_are_counted_and_change_nothing() {
        let mut particles = run(Emitter::fire(), 20);
        let before: Vec<Particle> = particles.iter().collect();
        particles.step(f32::NAN);
        particles.step(-1.0);
        assert_eq!(particles.iter().collect::<Vec<_>>(), before);
        particles.emitter.speed.1 = f32::INFINITY;
        particles.burst(3);
        particles.step(DT);
        particles.emitter = Emitter::fire();
        particles.position.x = f32::NAN;
        particles.step(DT);
        assert_eq!(particles.rejected, 5);
        assert!(particles.iter().all(|one| one.position.is_finite()));
        particles.position.x = 0.0;
        particles.step(1e30);
        assert!(particles.len() <= 400);
    }

    #[test]
    fn a_step_allocates_nothing_once_it_is_warm() {
        let mut particles = run(Emitter { rate: 800.0, ..Emitter::confetti() }, 300);
        let counts = allocation_counter::measure(|| (0..100).for_each(|_| particles.step(DT)));
        assert_eq!(counts.count_total, 0);
    }
}
