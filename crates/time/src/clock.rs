//! Elapsed time as a value.

use core::time::Duration;

/// Simulated time that can be scaled, paused and capped. Plain data: copy it to save it.
///
/// ```
/// use motile_time::Clock;
/// use core::time::Duration;
///
/// let mut clock = Clock::new();
/// clock.scale = 0.5;
/// assert_eq!(clock.advance(Duration::from_millis(40)), Duration::from_millis(20));
/// assert_eq!(clock.seconds(), 0.02);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Simulated seconds per measured second; negative and NaN count as 0, at most 2³¹ counts.
    pub scale: f32,
    /// While true, time stands still.
    pub paused: bool,
    /// The most measured time that one frame may bring; what is above is dropped, so that a halted
    /// program goes on where it was instead of jumping.
    pub max_frame: Duration,
    now: Duration,
    /// The part of a nanosecond that did not fit into `now`, in 2⁻³² ns.
    fraction: u32,
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock {
    /// A clock at 0 that runs at the speed of the host and drops nothing.
    pub const fn new() -> Self {
        Self::at(Duration::ZERO)
    }

    /// A clock that shows `now`.
    pub const fn at(now: Duration) -> Self {
        Self { scale: 1.0, paused: false, max_frame: Duration::MAX, now, fraction: 0 }
    }

    /// Moves on by a measured frame time; the result is how far the clock moved. The clock stops at
    /// [`Duration::MAX`].
    pub fn advance(&mut self, elapsed: Duration) -> Duration {
        if self.paused {
            return Duration::ZERO;
        }
        let parts = scaled(elapsed.min(self.max_frame), self.scale) + self.fraction as u128;
        self.fraction = parts as u32;
        let before = self.now;
        self.now = before.saturating_add(from_nanos(parts >> 32));
        self.now.saturating_sub(before)
    }

    /// Time since 0, exact to the nanosecond.
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// Time since 0 in seconds.
    pub fn seconds(&self) -> f64 {
        self.now.as_secs_f64()
    }
}

/// `elapsed · scale` in parts of 2⁻³² ns, at most 2⁹⁴ of them: 146 years in one frame.
pub(crate) fn scaled(elapsed: Duration, scale: f32) -> u128 {
    const ONE: f64 = 4_294_967_296.0;
    // `as` turns NaN and negative numbers into 0 and saturates the rest.
    let scale = (scale as f64 * ONE) as u64;
    (elapsed.as_nanos().min(1 << 62) * scale.min(1 << 63) as u128).min(1 << 94)
}

fn from_nanos(nanos: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    Duration::new((nanos / SECOND) as u64, (nanos % SECOND) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_a_nanosecond_is_not_lost() {
        let mut clock = Clock { scale: 0.25, ..Clock::new() };
        for _ in 0..4_000_000 {
            clock.advance(Duration::from_nanos(3));
        }
        assert_eq!(clock.now(), Duration::from_millis(3));
    }

    #[test]
    fn t_68_a_long_frame_is_capped() {
        let mut clock = Clock { max_frame: Duration::from_millis(100), ..Clock::new() };
        assert_eq!(clock.advance(Duration::from_secs(1)), Duration::from_millis(100));
        clock.paused = true;
        assert_eq!(clock.advance(Duration::from_secs(1)), Duration::ZERO);
    }

    #[test]
    fn extremes_saturate() {
        let mut clock = Clock { scale: f32::MAX, ..Clock::at(Duration::MAX) };
        assert_eq!(clock.advance(Duration::MAX), Duration::ZERO);
        assert_eq!(clock.now(), Duration::MAX);
        let mut clock = Clock { scale: f32::NAN, ..Clock::new() };
        assert_eq!(clock.advance(Duration::MAX), Duration::ZERO);
    }
}
