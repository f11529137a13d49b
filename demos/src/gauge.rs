//! Times that a demo measures of its own work and shows. Headless there are none, so pictures stay the same
//! everywhere; they are no part of a demo's state.

use motile::time::Duration;

/// A time to be read by people; none when the host has no clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gauge {
    seconds: Option<f64>,
}

impl Gauge {
    /// Adds the time of another piece of the same work.
    pub(crate) fn add(&mut self, took: Option<Duration>) {
        if let Some(took) = took {
            *self.seconds.get_or_insert_default() += took.as_secs_f64();
        }
    }

    /// Follows the time of work that is done again and again, calmly enough to be read.
    pub(crate) fn follow(&mut self, took: Option<Duration>) {
        self.seconds = took.map(|took| {
            let now = took.as_secs_f64();
            self.seconds.map_or(now, |mean| mean + (now - mean) * 0.05)
        });
    }

    /// In microseconds or milliseconds, whichever reads better.
    pub(crate) fn words(self) -> Option<String> {
        self.seconds.map(|seconds| match seconds * 1e6 {
            micro if micro < 999.5 => format!("{micro:.0} µs"),
            micro => format!("{:.2} ms", micro / 1e3),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_added_followed_and_said() {
        let micro = |n| Some(Duration::from_micros(n));
        let mut gauge = Gauge::default();
        gauge.add(None);
        assert_eq!(gauge.words(), None, "without a clock there is nothing to say");
        gauge.add(micro(300));
        gauge.add(micro(12));
        assert_eq!(gauge.words().as_deref(), Some("312 µs"));
        gauge.add(micro(1000));
        assert_eq!(gauge.words().as_deref(), Some("1.31 ms"));
        gauge.follow(micro(2312));
        assert_eq!(gauge.words().as_deref(), Some("1.36 ms"));
        gauge.follow(None);
        assert_eq!(gauge.words(), None);
    }
}
