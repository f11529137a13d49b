//! How much a job may do in one step.

use core::{fmt, time::Duration};

/// What one step of a job may use: time by the host's stopwatch, or a number of units.
///
/// Units make slicing itself deterministic: a simulation that must give the same result everywhere
/// steps its jobs by [`Budget::units`]; a program that only wants to stay smooth uses time.
pub struct Budget<'a> {
    allowance: u64,
    used: u64,
    /// Reading at the beginning and the stopwatch; `None` counts units.
    stopwatch: Option<(Duration, &'a mut dyn FnMut() -> Duration)>,
}

impl<'a> Budget<'a> {
    /// A number of units of work, whatever the job calls a unit.
    pub const fn units(units: u64) -> Self {
        Self { allowance: units, used: 0, stopwatch: None }
    }

    /// As much as it takes.
    pub const fn unlimited() -> Self {
        Self::units(u64::MAX)
    }

    /// A stretch of time. The stopwatch gives the time since any fixed moment and must not run
    /// backwards; a reading that does counts as no time passed.
    pub fn time(allowance: Duration, stopwatch: &'a mut dyn FnMut() -> Duration) -> Self {
        let begin = stopwatch();
        Self { allowance: nanos(allowance), used: 0, stopwatch: Some((begin, stopwatch)) }
    }

    /// Asks for one more unit of work: true while the budget lasts.
    ///
    /// With a stopwatch each call reads it, so a unit should be worth some microseconds. The first
    /// call of a budget above zero is always true: every step gets something done.
    #[inline]
    pub fn more(&mut self) -> bool {
        if self.stopwatch.is_some() {
            self.measure();
            return self.used < self.allowance;
        }
        let more = self.used < self.allowance;
        self.used += more as u64;
        more
    }

    /// Counts units done outside [`Budget::more`], for units of unequal size. Has no effect on a
    /// budget of time, where the stopwatch knows.
    pub const fn spend(&mut self, units: u64) {
        if self.stopwatch.is_none() {
            self.used = self.used.saturating_add(units);
        }
    }

    /// What the step was given: nanoseconds, or units.
    pub const fn allowance(&self) -> u64 {
        self.allowance
    }

    /// What the step has used so far: nanoseconds, or units.
    pub fn used(&mut self) -> u64 {
        self.measure();
        self.used
    }

    fn measure(&mut self) {
        if let Some((begin, stopwatch)) = &mut self.stopwatch {
            self.used = self.used.max(nanos(stopwatch().saturating_sub(*begin)));
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("allowance", &self.allowance)
            .field("used", &self.used)
            .field("timed", &self.stopwatch.is_some())
            .finish()
    }
}

pub(super) fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The budget of one cycle for a share of the processor (0…1) at so many cycles a second.
///
/// A share outside 0…1 is clamped; NaN, and a frequency that is not above 0, give no time at all.
///
/// ```
/// # use core::time::Duration;
/// assert_eq!(motile_time::frame_budget(0.5, 50.0), Duration::from_millis(10));
/// ```
pub fn frame_budget(share: f32, hz: f32) -> Duration {
    let seconds = share.clamp(0.0, 1.0) as f64 / hz as f64;
    if hz > 0.0 {
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO)
    } else {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_38_budget_is_share_by_frequency() {
        assert_eq!(frame_budget(0.5, 60.0).as_nanos(), 8_333_333);
        assert_eq!(frame_budget(7.0, 1.0), Duration::from_secs(1));
        for (share, hz) in
            [(f32::NAN, 60.0), (0.5, 0.0), (0.5, -1.0), (0.5, f32::NAN), (-1.0, 60.0)]
        {
            assert_eq!(frame_budget(share, hz), Duration::ZERO);
        }
    }

    #[test]
    fn units_are_counted() {
        let mut budget = Budget::units(3);
        assert!(budget.more() && budget.more() && budget.more());
        assert!(!budget.more());
        assert_eq!(budget.used(), 3);
        let mut budget = Budget::units(10);
        budget.spend(9);
        assert!(budget.more());
        assert!(!budget.more());
    }

    #[test]
    fn a_stopwatch_running_backwards_is_no_time() {
        let mut readings = [50u64, 40, 55, 52, 70].into_iter();
        let mut stopwatch = move || Duration::from_nanos(readings.next().unwrap_or(100));
        let mut budget = Budget::time(Duration::from_nanos(10), &mut stopwatch);
        assert!(budget.more());
        assert!(budget.more());
        assert_eq!(budget.used(), 5);
        assert!(!budget.more());
    }
}
