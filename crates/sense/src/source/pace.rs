//! Blocks in step with the time of the program.

use core::ops::Range;

/// Blocks per second.
const BLOCKS: u32 = 100;
/// Seconds of sound that wait for somebody to take them; a program that was away hears what is now.
const BACKLOG: f64 = 1.0;

/// Longest time that passes in one update, in seconds: numbers of samples stay far from their limits.
const LONGEST: f32 = 3_600.0;

/// Which samples are due: blocks of 10 ms, in step with the time that the program lets pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    pub(super) rate: u32,
    elapsed: f64,
    next: u64,
}

impl Pace {
    pub(super) const fn new(rate: u32) -> Self {
        Self { rate, elapsed: 0.0, next: 0 }
    }

    /// From the beginning.
    pub(super) const fn restart(&mut self) {
        (self.elapsed, self.next) = (0.0, 0);
    }

    pub(super) fn update(&mut self, dt: f32) {
        if !dt.is_finite() || dt <= 0.0 {
            return;
        }
        self.elapsed += f64::from(dt.min(LONGEST));
        let oldest = ((self.elapsed - BACKLOG) * f64::from(self.rate)) as u64;
        let block = self.block();
        if self.next + block < oldest {
            // On the grid of blocks, so that their borders do not depend on pauses.
            self.next = oldest / block * block;
        }
    }

    /// Samples in a block, at least one.
    pub(super) const fn block(&self) -> u64 {
        let block = self.rate / BLOCKS;
        if block == 0 { 1 } else { block as u64 }
    }

    /// The next block whose samples have all been heard.
    pub(super) fn take(&mut self) -> Option<Range<u64>> {
        let end = self.next + self.block();
        let due = (self.elapsed * f64::from(self.rate)) as u64;
        (end <= due).then(|| core::mem::replace(&mut self.next, end)..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pace: &mut Pace) -> usize {
        core::iter::from_fn(|| pace.take()).count()
    }

    #[test]
    fn ticks_of_any_length_give_the_same_blocks() {
        for ticks in [10, 60, 144, 1000] {
            let mut pace = Pace::new(44_100);
            let dt = 1.0 / ticks as f32;
            let blocks: usize = (0..ticks).map(|_| (pace.update(dt), count(&mut pace)).1).sum();
            assert!((99..=100).contains(&blocks), "{ticks}: {blocks}");
        }
    }

    #[test]
    fn what_waits_is_never_more_than_a_second() {
        let mut pace = Pace::new(48_000);
        pace.update(1.0e30);
        assert!((100..=102).contains(&count(&mut pace)));
        pace.update(5.0);
        assert_eq!(pace.take().map(|range| range.start % 480), Some(0));
    }

    #[test]
    fn bad_times_do_not_pass() {
        let mut pace = Pace::new(48_000);
        for dt in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
            pace.update(dt);
        }
        assert_eq!(count(&mut pace), 0);
        pace.update(0.02);
        assert_eq!(count(&mut pace), 1, "0.02 as f32 is a little less");
    }
}
