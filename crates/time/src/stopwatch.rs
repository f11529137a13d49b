//! How long work takes, by the host's clock.

use core::time::Duration;

/// Measures how long work takes, for showing it; by a clock that the host hands in, and not at all when it
/// hands in none. What a simulation decides must not depend on it: it differs from run to run.
///
/// ```
/// use motile_time::Stopwatch;
///
/// let (sum, took) = Stopwatch::NONE.time(|| (1..=100).sum::<u32>());
/// assert_eq!((sum, took), (5050, None));
/// let words = took.map_or("not measured".into(), |took| format!("{:.3} ms", took.as_secs_f64() * 1e3));
/// assert_eq!(words, "not measured");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopwatch {
    now: Option<fn() -> Duration>,
}

impl Stopwatch {
    /// Measures nothing.
    pub const NONE: Self = Self { now: None };

    /// Measures by a clock: the time since any fixed moment, never falling.
    pub const fn new(now: fn() -> Duration) -> Self {
        Self { now: Some(now) }
    }

    /// Does the work, and says how long it took if there is a clock.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (T, Option<Duration>) {
        let Some(now) = self.now else { return (work(), None) };
        let start = now();
        let result = work();
        (result, Some(now().saturating_sub(start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn the_time_is_what_the_clock_went_on_by() {
        static NOW: AtomicU64 = AtomicU64::new(7);
        let watch = Stopwatch::new(|| Duration::from_millis(NOW.load(Ordering::Relaxed)));
        let work = || NOW.fetch_add(30, Ordering::Relaxed);
        assert_eq!(watch.time(work), (7, Some(Duration::from_millis(30))));
        let back = || NOW.fetch_sub(30, Ordering::Relaxed);
        assert_eq!(watch.time(back).1, Some(Duration::ZERO), "a clock that falls");
    }
}
