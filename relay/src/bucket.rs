//! How much a client may send.

use tokio::time::Instant;

/// A bucket of tokens: refilled by a rate, emptied by what is sent.
#[derive(Debug)]
pub(crate) struct Bucket {
    level: f32,
    rate: f32,
    last: Instant,
}

impl Bucket {
    /// A full one, with what two seconds bring.
    pub(crate) fn new(rate: f32, now: Instant) -> Self {
        Self { level: rate * 2.0, rate, last: now }
    }

    /// Takes an amount out, or tells that it is not there.
    pub(crate) fn take(&mut self, amount: f32, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f32();
        self.last = now;
        self.level = (self.level + passed * self.rate).min(self.rate * 2.0);
        let is_there = self.level >= amount;
        if is_there {
            self.level -= amount;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn sim_64_two_seconds_at_once_and_then_the_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(100.0, start);
        let taken = |bucket: &mut Bucket, now| (0..1000).filter(|_| bucket.take(1.0, now)).count();
        assert_eq!(taken(&mut bucket, start), 200);
        assert_eq!(taken(&mut bucket, start + Duration::from_millis(500)), 50);
        assert_eq!(taken(&mut bucket, start), 0, "time that steps back brings nothing");
        assert_eq!(taken(&mut bucket, start + Duration::from_mins(1)), 200);
    }
}
