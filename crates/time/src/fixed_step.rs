//! Fixed steps out of irregular frames.

use crate::fraction::{Fraction, ONE, product};
use crate::{Rate, TickTime};
use motile_geom::{HashState, StateHash};

/// Turns measured frame times into whole ticks of equal length: the fixed time step of a game loop.
///
/// The part of a tick that is left over stays in the accumulator, to the last fraction of a nanosecond;
/// [`FixedStep::alpha`] says how far into the next tick the moment of drawing lies.
///
/// ```
/// use motile_time::FixedStep;
///
/// let mut step = FixedStep::new(100);
/// assert_eq!(step.update(0.025).len(), 2);
/// assert_eq!(step.alpha(), 0.5);
///
/// step.paused = true;
/// assert_eq!(step.update(1.0).len(), 0);
/// step.single_step();
/// assert_eq!(step.update(0.0).map(|tick| tick.index).next(), Some(2));
/// ```
#[doc(alias = "fixed timestep")]
#[doc(alias = "game loop")]
#[doc(alias = "accumulator")]
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
    /// Time not yet spent, in parts of 2⁻⁶⁴ ticks; a hair below 0 after a tick that was [`SLACK`] early.
    accumulator: i128,
    requested: u32,
    dropped: u64,
    rejected: u64,
}

/// Everything that decides which ticks come next, the counters included.
impl HashState for FixedStep {
    fn hash_state(&self, hash: &mut StateHash) {
        let Self { rate, scale, paused, max_ticks, next_index, accumulator, .. } = self;
        hash.write(&(rate, scale, paused, max_ticks, next_index, accumulator));
        hash.write(&(self.requested, self.dropped, self.rejected));
    }
}

/// What may be missing of a tick that is due, in parts of 2⁻⁶⁴ ticks. Each frame is rounded down by less than one
/// part: after four billion frames a tick still comes in the frame it belongs to.
const SLACK: i128 = 1 << 32;

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
            rejected: 0,
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

    /// How many updates were ignored because their time was negative or not finite.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    /// One more tick at the next [`FixedStep::update`], whether paused or not.
    pub const fn single_step(&mut self) {
        self.requested = self.requested.saturating_add(1);
    }

    /// Takes a measured frame time in seconds and gives the ticks to run now.
    ///
    /// A frame of [`Rate::dt`] is exactly one tick; any other is read as the simplest fraction that rounds to it, so
    /// sixty frames of `1.0 / 60.0` are a second at every rate. Less than a nanosecond counts as nothing. A time that
    /// is negative or not finite brings no time and is counted by [`rejected`](Self::rejected).
    pub fn update(&mut self, dt: f32) -> Ticks {
        if !(dt.is_finite() && dt >= 0.0) {
            self.rejected = self.rejected.saturating_add(1);
        } else if !self.paused {
            let frame = if dt == self.rate.dt() {
                Fraction { over: self.rate.seconds().into(), under: self.rate.ticks().into() }
            } else {
                Fraction::of(dt)
            };
            self.add(frame);
        }
        self.take_ticks()
    }

    /// [`FixedStep::update`] by a [`Duration`](core::time::Duration), for hosts whose clock counts nanoseconds: none of
    /// them is lost.
    pub fn update_exactly(&mut self, elapsed: core::time::Duration) -> Ticks {
        if !self.paused {
            let nanos = elapsed.as_nanos().min(i64::MAX as u128) as u64;
            self.add(Fraction { over: nanos, under: 1_000_000_000 });
        }
        self.take_ticks()
    }

    /// Takes a number of seconds into the accumulator.
    fn add(&mut self, seconds: Fraction) {
        let rate = Fraction { over: self.rate.ticks().into(), under: self.rate.seconds().into() };
        self.accumulator += product([seconds, Fraction::of(self.scale), rate]);
    }

    /// The ticks that are due.
    fn take_ticks(&mut self) -> Ticks {
        // Divides rounding down, also just below 0.
        let due = (self.accumulator + SLACK) >> 64;
        self.accumulator -= due * ONE;
        let run = due.min(i128::from(self.max_ticks)) as u64;
        self.dropped = self.dropped.saturating_add(due as u64 - run);
        let count = run + u64::from(core::mem::take(&mut self.requested));
        let first = self.next_index;
        self.next_index += count;
        Ticks { next: first, end: self.next_index, rate: self.rate }
    }

    /// How far between the last tick and the next one the present lies, 0…1 (1 excluded): draw
    /// `previous + (current − previous)·alpha`.
    pub fn alpha(&self) -> f32 {
        let alpha = self.accumulator.max(0) as f64 / ONE as f64;
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
    fn sim_60_an_hour_of_odd_frames_loses_nothing() {
        for rate in [144, 90, 75, 50, 24] {
            let mut step = FixedStep::new(60);
            for _ in 0..rate * 3600 {
                step.update(1.0 / rate as f32);
            }
            assert_eq!((step.next_index(), step.alpha(), step.dropped()), (60 * 3600, 0.0, 0));
        }
    }

    #[test]
    fn sim_60_updating_n_times_by_an_nth_gives_n_ticks() {
        let odd = [Rate::ratio(30_000, 1001), Rate::ratio(24_000, 1001), Rate::ratio(7, 3)];
        for rate in (1..=1000).map(Rate::hz).chain(odd) {
            let mut step = FixedStep::with_rate(rate);
            for n in 1..=2000 {
                assert_eq!(step.update(rate.dt()).len(), 1, "{rate:?}");
                assert_eq!((step.next_index(), step.alpha()), (n, 0.0), "{rate:?}");
            }
        }
    }

    #[test]
    fn sim_60_measured_frames_are_as_exact_as_their_numbers() {
        // 1/144 s is not a whole number of nanoseconds: hand in what a host would measure, for an hour.
        let (mut exact, mut rounded) = (FixedStep::new(60), FixedStep::new(60));
        let mut before = 0u64;
        for frame in 1..=144 * 3600 {
            let now = frame * 1_000_000_000 / 144;
            let elapsed = core::time::Duration::from_nanos(now - before);
            exact.update_exactly(elapsed);
            rounded.update(elapsed.as_secs_f32());
            before = now;
        }
        assert_eq!((exact.next_index(), exact.alpha(), exact.dropped()), (60 * 3600, 0.0, 0));
        let ticks = rounded.next_index() as f64 + f64::from(rounded.alpha());
        assert!((ticks / (60.0 * 3600.0) - 1.0).abs() < f64::from(f32::EPSILON), "{ticks}");
    }

    #[test]
    fn bad_times_bring_no_ticks_and_are_counted() {
        let mut step = FixedStep::new(10);
        step.update(0.05);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
            assert_eq!(step.update(bad).len(), 0);
        }
        assert_eq!((step.alpha(), step.rejected()), (0.5, 4));
    }

    #[test]
    fn sim_60_the_spiral_of_death_is_capped() {
        let mut step = FixedStep::new(60);
        assert_eq!(step.update(10.0).len(), 8);
        assert_eq!(step.dropped(), 592);
        assert_eq!(step.update(0.0).len(), 0);
    }

    #[test]
    fn scale_slows_and_stops() {
        let mut step = FixedStep::new(10);
        step.scale = 0.5;
        assert_eq!(step.update(0.3).len(), 1);
        assert_eq!(step.alpha(), 0.5);
        for bad in [0.0, -3.0, f32::NAN, f32::NEG_INFINITY] {
            step.scale = bad;
            assert_eq!(step.update(61.0).len(), 0);
            assert_eq!(step.alpha(), 0.5);
        }
        step.scale = f32::INFINITY;
        step.max_ticks = 3;
        assert_eq!(step.update(f32::MAX).len(), 3);
    }

    #[test]
    fn single_steps_are_counted_and_do_not_move_the_remainder() {
        let mut step = FixedStep::new(10);
        step.update(0.15);
        step.paused = true;
        step.single_step();
        step.single_step();
        let ticks: Vec<u64> = step.update(5.0).map(|t| t.index).collect();
        assert_eq!(ticks, [1, 2]);
        assert_eq!(step.alpha(), 0.5);
        step.set_index(100);
        step.paused = false;
        let tick = step.update(0.1).next();
        assert_eq!(tick, Some(TickTime::new(100, Rate::hz(10))));
    }

    #[test]
    fn alpha_stays_below_one() {
        let mut step = FixedStep::with_rate(Rate::ratio(1, u32::MAX));
        // Ten seconds before a tick of 136 years.
        for dt in [2_147_483_648.0, 2_147_483_136.0, 500.5] {
            assert_eq!(step.update(dt).len(), 0);
        }
        assert!(step.alpha() > 0.999_999 && step.alpha() < 1.0);
    }
}
