//! Elapsed time as a value.

use crate::fraction::{Fraction, ONE, product};
use core::time::Duration;

/// Simulated time that can be scaled, paused and capped. Plain data: copy it to save it.
///
/// ```
/// use motile_time::Clock;
///
/// let mut clock = Clock::new();
/// clock.scale = 0.5;
/// assert_eq!(clock.update(0.04), 0.02);
/// assert_eq!(clock.seconds(), 0.02);
/// ```
#[doc(alias = "timer")]
#[doc(alias = "slow motion")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Simulated seconds per measured second; negative and NaN count as 0, at most 2³¹ counts.
    #[doc(alias = "time scale")]
    pub scale: f32,
    /// While true, time stands still.
    pub paused: bool,
    /// The most measured seconds that one frame may bring; what is above is dropped, so that a halted
    /// program goes on where it was instead of jumping. Infinite at first, NaN drops nothing.
    pub max_frame: f32,
    /// In parts of 2⁻⁶⁴ seconds.
    now: u128,
    rejected: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock {
    /// A clock at 0 that runs at the speed of the host and drops nothing.
    pub const fn new() -> Self {
        Self { scale: 1.0, paused: false, max_frame: f32::INFINITY, now: 0, rejected: 0 }
    }

    /// This clock, showing another time.
    pub const fn with_now(mut self, now: Duration) -> Self {
        let part = (now.subsec_nanos() as u128) << 64;
        self.now = ((now.as_secs() as u128) << 64) + part.div_ceil(NANOS);
        self
    }

    /// Moves on by a measured frame time in seconds; the result is how far the clock moved, in seconds. The clock
    /// stops at [`Duration::MAX`].
    ///
    /// The time is read as the simplest fraction that rounds to it, so sixty times `1.0 / 60.0` is a second. Less than
    /// a nanosecond counts as nothing. A time that is negative or not finite changes nothing but
    /// [`rejected`](Self::rejected).
    pub fn update(&mut self, dt: f32) -> f32 {
        if !(dt.is_finite() && dt >= 0.0) {
            self.rejected = self.rejected.saturating_add(1);
            return 0.0;
        }
        if self.paused {
            return 0.0;
        }
        let second = Fraction { over: 1, under: 1 };
        let factors = [Fraction::of(dt.min(self.max_frame)), Fraction::of(self.scale), second];
        let before = self.now;
        self.now = before.saturating_add(product(factors).unsigned_abs());
        seconds(self.now - before) as f32
    }

    /// Time since 0, to the nearest nanosecond.
    pub fn now(&self) -> Duration {
        let rounded = self.now.saturating_add((1 << 63) / NANOS);
        let nanos = ((rounded & FRACTION) * NANOS) >> 64;
        Duration::new((rounded >> 64) as u64, nanos as u32)
    }

    /// Time since 0 in seconds.
    pub fn seconds(&self) -> f64 {
        seconds(self.now)
    }

    /// How many updates were ignored because their time was negative or not finite.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }
}

const NANOS: u128 = 1_000_000_000;
/// The bits below a second.
const FRACTION: u128 = (1 << 64) - 1;

fn seconds(parts: u128) -> f64 {
    parts as f64 / ONE as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_a_nanosecond_is_not_lost() {
        let mut clock = Clock { scale: 0.25, ..Clock::new() };
        for _ in 0..4_000_000 {
            clock.update(3e-9);
        }
        assert_eq!(clock.now(), Duration::from_millis(3));
    }

    #[test]
    fn updating_60_times_by_a_60th_is_a_second_and_so_for_all_rates() {
        for hz in 1..=1000u32 {
            let mut clock = Clock::new();
            for _ in 0..hz {
                clock.update(1.0 / hz as f32);
            }
            assert_eq!((clock.seconds(), clock.now()), (1.0, Duration::from_secs(1)), "{hz} Hz");
        }
    }

    #[test]
    fn t_68_a_long_frame_is_capped() {
        let mut clock = Clock { max_frame: 0.1, ..Clock::new() };
        assert_eq!(clock.update(1.0), 0.1);
        clock.paused = true;
        assert_eq!(clock.update(1.0), 0.0);
        assert_eq!(clock.now(), Duration::from_millis(100));
    }

    #[test]
    fn extremes_saturate() {
        let last = Duration::MAX;
        let mut clock = Clock { scale: f32::MAX, ..Clock::new() }.with_now(last);
        assert_eq!(clock.now(), last);
        clock.update(f32::MAX);
        clock.update(f32::MAX);
        assert_eq!(clock.now(), last);
        let mut clock = Clock { scale: f32::NAN, ..Clock::new() };
        assert_eq!(clock.update(9.0), 0.0);
    }

    #[test]
    fn bad_times_change_nothing_and_are_counted() {
        let mut clock = Clock::new();
        clock.update(1.5);
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0] {
            assert_eq!(clock.update(bad), 0.0);
        }
        assert_eq!((clock.seconds(), clock.rejected()), (1.5, 4));
    }

    #[test]
    fn a_clock_shows_what_it_was_set_to() {
        for nanos in [0, 1, 333_333_333, 999_999_999, 12_345_678_901_234_567] {
            let now = Duration::from_nanos(nanos);
            assert_eq!(Clock::new().with_now(now).now(), now);
        }
    }
}
