//! A clock that follows another one across a network.

/// Samples that the shortest round trip is chosen from.
const SAMPLES: usize = 8;
/// By how much the clock runs faster or slower to catch up, as a part of the passing time.
const SLEW: f64 = 0.01;

/// Follows the clock of another machine: measures the offset from four timestamps, believes the samples with the shortest
/// round trip, and comes nearer by running a percent faster or slower instead of jumping. It never runs backwards.
///
/// ```
/// use motile_net::ClockSync;
/// let mut clock = ClockSync::new();
/// // Sent at 100.000, there from 105.060 to 105.062, back at 100.122.
/// clock.sample(100.000, 105.060, 105.062, 100.122);
/// assert!((clock.offset() - 5.0).abs() < 1e-9 && (clock.round_trip() - 0.120).abs() < 1e-9);
/// ```
#[doc(alias = "NTP")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClockSync {
    /// Round trip and offset, seconds.
    samples: Vec<(f64, f64)>,
    next: usize,
    /// The offset that is shown, seconds.
    shown: f64,
    /// Latest local time and what was told for it.
    last: Option<(f64, f64)>,
}

impl ClockSync {
    /// Knows nothing yet: it shows local time.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in one exchange, seconds: sent by the local clock, received and answered by the other one, answer received by
    /// the local clock. Numbers that are not finite, and answers before their question, change nothing.
    pub fn sample(&mut self, sent: f64, received: f64, answered: f64, returned: f64) {
        let round_trip = (returned - sent) - (answered - received);
        let offset = f64::midpoint(received - sent, answered - returned);
        if !(round_trip.is_finite() && offset.is_finite() && round_trip >= 0.0) {
            return;
        }
        if self.samples.is_empty() {
            self.shown = offset;
        }
        if self.samples.len() < SAMPLES {
            self.samples.push((round_trip, offset));
        } else {
            self.samples[self.next % SAMPLES] = (round_trip, offset);
        }
        self.next = (self.next + 1) % SAMPLES;
    }

    /// How far the other clock is ahead of the local one, seconds, as the best sample says.
    pub fn offset(&self) -> f64 {
        self.best().1
    }

    /// The shortest round trip of late, seconds.
    pub fn round_trip(&self) -> f64 {
        self.best().0
    }

    fn best(&self) -> (f64, f64) {
        let shortest = self.samples.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0));
        shortest.unwrap_or_default()
    }

    /// The time of the other clock at a local time, seconds. It comes nearer to the truth by a percent of the time since
    /// the last call, and neither a local clock that steps backwards nor a new sample makes it run backwards.
    pub fn time(&mut self, local: f64) -> f64 {
        let (last_local, last_shown) = self.last.unwrap_or((local, local + self.shown));
        let passed = (local - last_local).max(0.0);
        let wanted = self.offset() - self.shown;
        self.shown += wanted.clamp(-SLEW * passed, SLEW * passed);
        let time = (local + self.shown).max(last_shown);
        if time.is_finite() {
            self.last = Some((local.max(last_local), time));
            time
        } else {
            last_shown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_a11_offset_and_round_trip() {
        let mut clock = ClockSync::new();
        clock.sample(100.000, 105.060, 105.062, 100.122);
        assert!((clock.offset() - 5.0).abs() < 1e-9);
        assert!((clock.round_trip() - 0.120).abs() < 1e-9);
    }

    #[test]
    fn sim_w12_time_never_runs_backwards() {
        let mut clock = ClockSync::new();
        clock.sample(0.0, 1.0, 1.0, 0.0);
        let mut last = clock.time(0.0);
        // The local clock steps back by a second; the offset drops by half a second at once.
        for local in [0.5, 1.0, 0.0, 0.1, 1.1, 1.2] {
            clock.sample(local, local + 0.5, local + 0.5, local);
            let now = clock.time(local);
            assert!(now >= last, "{now} after {last}");
            last = now;
        }
    }

    #[test]
    fn sim_64_short_round_trips_are_believed_and_offsets_slewed() {
        let mut clock = ClockSync::new();
        clock.sample(0.0, 10.0, 10.0, 0.0);
        assert_eq!(clock.time(0.0), 10.0);
        // A slow answer that hints at another offset changes nothing.
        clock.sample(0.0, 10.9, 10.9, 1.0);
        assert_eq!(clock.offset(), 10.0);
        // Eight quick ones do, by a percent of the time that passes.
        (0..8).for_each(|_| clock.sample(0.0, 10.5, 10.5, 0.0));
        assert!((clock.time(10.0) - 20.1).abs() < 1e-9);
        assert!((clock.time(60.0) - 70.5).abs() < 1e-9, "and arrives");
    }

    #[test]
    fn sim_64_bad_numbers_change_nothing() {
        let mut clock = ClockSync::new();
        clock.sample(f64::NAN, 0.0, 0.0, 0.0);
        clock.sample(1.0, 5.0, 5.0, 0.0);
        assert_eq!((clock.offset(), clock.round_trip()), (0.0, 0.0));
        let before = clock.time(1.0);
        assert_eq!(clock.time(f64::NAN), before);
        assert_eq!(clock.time(f64::INFINITY), before);
    }
}
