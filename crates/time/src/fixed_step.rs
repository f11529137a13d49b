//! Fixed steps out of irregular frames (SIM-60).

use crate::{Rate, TickTime, clock::scaled};
use core::time::Duration;

/// Turns measured frame times into whole ticks of equal length.
///
/// The part of a tick that is left over stays in the accumulator, to the last fraction of a nanosecond;
/// [`FixedStep::alpha`] says how far into the next tick the moment of drawing lies.
///
/// ```
/// use motile_time::FixedStep;
/// use core::time::Duration;
///
/// let mut step = FixedStep::new(100);
/// assert_eq!(step.advance(Duration::from_millis(25)).len(), 2);
/// assert_eq!(step.alpha(), 0.5);
///
/// step.paused = true;
/// assert_eq!(step.advance(Duration::from_secs(1)).len(), 0);
/// step.single_step();
/// assert_eq!(step.advance(Duration::ZERO).map(|tick| tick.index).next(), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedStep {
    /// Ticks per second of simulated time.
    rate: Rate,
    /// Simulated seconds per measured second; negative and NaN count as 0, at most 2³¹ counts.
    pub scale: f32,
    /// While true, measured time is ignored and only [`FixedStep::single_step`] makes ticks.
    pub paused: bool,
    /// The most ticks one frame may run (default 8). What a slow machine cannot catch up with is
    /// dropped instead of making the next frame slower still; [`FixedStep::dropped`] counts it.
    pub max_ticks: u32,
    next_index: u64,
    /// Time not yet spent, in parts of 2⁻³² nanosecond times `rate.ticks()`.
    accumulator: u128,
    requested: u32,
    dropped: u64,
}

impl Default for FixedStep {
    /// 60 ticks a second.
    fn default() -> Self {
        Self::new(60)
    }
}

impl FixedStep {
    /// A whole number of ticks a second; 0 counts as 1.
    pub const fn new(hz: u32) -> Self {
        Self::with_rate(Rate::hz(hz))
    }

    /// Any rate.
    pub const fn with_rate(rate: Rate) -> Self {
        Self {
            rate,
            scale: 1.0,
            paused: false,
            max_ticks: 8,
            next_index: 0,
            accumulator: 0,
            requested: 0,
            dropped: 0,
        }
    }

    /// The rate given at the beginning.
    pub const fn rate(&self) -> Rate {
        self.rate
    }

    /// The index of the tick that comes next: how many have been handed out.
    pub const fn next_index(&self) -> u64 {
        self.next_index
    }

    /// How many ticks were dropped by [`FixedStep::max_ticks`] so far.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// One more tick at the next [`FixedStep::advance`], whether paused or not.
    pub const fn single_step(&mut self) {
        self.requested = self.requested.saturating_add(1);
    }

    /// Takes a measured frame time and gives the ticks to run now.
    pub fn advance(&mut self, elapsed: Duration) -> Ticks {
        if !self.paused {
            self.accumulator += scaled(elapsed, self.scale) * self.rate.ticks() as u128;
        }
        let due = self.accumulator / self.tick_length();
        self.accumulator %= self.tick_length();
        let run = due.min(self.max_ticks as u128) as u64;
        self.dropped = self.dropped.saturating_add(due as u64 - run);
        let count = run + core::mem::take(&mut self.requested) as u64;
        let first = self.next_index;
        self.next_index += count;
        Ticks { next: first, end: self.next_index, rate: self.rate }
    }

    /// How far between the last tick and the next one the present lies, 0…1 (1 excluded): draw
    /// `previous + (current − previous)·alpha`.
    pub fn alpha(&self) -> f32 {
        let alpha = self.accumulator as f64 / self.tick_length() as f64;
        // A share this close to 1 would round up to it.
        (alpha as f32).min(1.0 - f32::EPSILON / 2.0)
    }

    /// Forgets the time not yet spent, for example after loading a level.
    pub const fn clear(&mut self) {
        self.accumulator = 0;
        self.requested = 0;
    }

    /// Goes on from tick `index`, with nothing left over: for restored states.
    pub const fn set_index(&mut self, index: u64) {
        self.next_index = index;
        self.clear();
    }

    fn tick_length(&self) -> u128 {
        (self.rate.seconds() as u128 * 1_000_000_000) << 32
    }
}

/// The ticks of one frame, in order. It borrows nothing, so the loop body is free.
#[derive(Clone, Debug)]
pub struct Ticks {
    next: u64,
    end: u64,
    rate: Rate,
}

impl Iterator for Ticks {
    type Item = TickTime;

    fn next(&mut self) -> Option<TickTime> {
        (self.next < self.end).then(|| {
            self.next += 1;
            TickTime::new(self.next - 1, self.rate)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Ticks {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_60_a_day_of_odd_frames_loses_nothing() {
        // 1/144 s is not a whole number of nanoseconds: hand in what a host would measure.
        let mut step = FixedStep::new(60);
        let mut before = 0u128;
        let frames: u128 = 144 * 3600;
        for frame in 1..=frames {
            let now = frame * 1_000_000_000 / 144;
            let elapsed = Duration::from_nanos((now - before) as u64);
            let _ticks = step.advance(elapsed);
            before = now;
        }
        assert_eq!(step.next_index(), 60 * 3600);
        assert_eq!(step.alpha(), 0.0);
        assert_eq!(step.dropped(), 0);
    }

    #[test]
    fn sim_60_the_spiral_of_death_is_capped() {
        let mut step = FixedStep::new(60);
        assert_eq!(step.advance(Duration::from_secs(10)).len(), 8);
        assert_eq!(step.dropped(), 592);
        assert_eq!(step.advance(Duration::ZERO).len(), 0);
    }

    #[test]
    fn scale_slows_and_stops() {
        let mut step = FixedStep::new(10);
        step.scale = 0.5;
        assert_eq!(step.advance(Duration::from_millis(300)).len(), 1);
        assert_eq!(step.alpha(), 0.5);
        for bad in [0.0, -3.0, f32::NAN, f32::NEG_INFINITY] {
            step.scale = bad;
            assert_eq!(step.advance(Duration::from_secs(61)).len(), 0);
            assert_eq!(step.alpha(), 0.5);
        }
        step.scale = f32::INFINITY;
        step.max_ticks = 3;
        assert_eq!(step.advance(Duration::MAX).len(), 3);
    }

    #[test]
    fn single_steps_are_counted_and_do_not_move_the_remainder() {
        let mut step = FixedStep::new(10);
        let _ticks = step.advance(Duration::from_millis(150));
        step.paused = true;
        step.single_step();
        step.single_step();
        let ticks: Vec<u64> = step.advance(Duration::from_secs(5)).map(|t| t.index).collect();
        assert_eq!(ticks, [1, 2]);
        assert_eq!(step.alpha(), 0.5);
        step.set_index(100);
        step.paused = false;
        let tick = step.advance(Duration::from_millis(100)).next();
        assert_eq!(tick, Some(TickTime::new(100, Rate::hz(10))));
    }

    #[test]
    fn alpha_stays_below_one() {
        let mut step = FixedStep::with_rate(Rate::ratio(1, u32::MAX));
        let _ticks = step.advance(Duration::new(u64::from(u32::MAX) - 1, 999_999_999));
        assert!(step.alpha() < 1.0);
    }
}
