//! What a device heard and nobody has taken yet.

use crate::SampleBlock;

/// Samples that wait, with their number since the start: those that were lost count, so that later ones keep their time.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) waiting: Vec<f32>,
    /// Number of the first sample that waits.
    first: u64,
    /// How many samples the device has lost since the start.
    lost: u64,
}

impl Heard {
    /// Lets `take` append what was heard since the last time. It tells how many samples were lost since the start, all of them
    /// from before those that it appends.
    pub(super) fn add(&mut self, take: impl FnOnce(&mut Vec<f32>) -> u64) {
        let before = self.waiting.len();
        let lost = take(&mut self.waiting);
        let gap = lost.saturating_sub(self.lost);
        self.lost = lost;
        if gap > 0 {
            // A block has no gap inside. What waits in front of one is older than the second that devices keep, and goes, too.
            self.waiting.drain(..before);
            self.first += before as u64 + gap;
        }
    }

    /// Drops what waits; it was heard.
    pub(super) fn skip(&mut self) {
        self.first += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// Hands out all that waits; whether there was something.
    pub(super) fn give(&mut self, rate: u32, block: &mut SampleBlock) -> bool {
        if self.waiting.is_empty() {
            return false;
        }
        block.fill(rate, self.first, self.waiting.drain(..));
        self.first += block.samples.len() as u64;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hear::SoundRecorder;

    /// A device that keeps the last four samples. They are numbered: each is its own place, in eighths.
    #[derive(Default)]
    struct Forgetful {
        heard: u64,
        taken: u64,
        lost: u64,
    }

    impl Forgetful {
        fn take(&mut self, out: &mut Vec<f32>) -> u64 {
            let from = self.heard.saturating_sub(4).max(self.taken);
            self.lost += from - self.taken;
            out.extend((from..self.heard).map(|at| at as f32 / 8.0));
            self.taken = self.heard;
            self.lost
        }
    }

    /// What was lost had no number: everything after it came too early, by as much.
    #[test]
    fn input_50_a_gap_tells_what_the_device_has_lost() {
        let (mut device, mut heard) = (Forgetful::default(), Heard::default());
        let (mut block, mut recorder) = (SampleBlock::default(), SoundRecorder::new(1.0));
        let mut firsts = Vec::new();
        // Two are lost of the second piece; then all is taken in time.
        for count in [2, 6, 3] {
            device.heard += count;
            heard.add(|samples| device.take(samples));
            assert!(heard.give(1_000, &mut block) && recorder.record(&block));
            firsts.push((block.first, block.samples.len(), block.seconds()));
        }
        assert_eq!(firsts, [(0, 2, 0.0), (4, 4, 0.004), (8, 3, 0.008)]);
        assert!(!heard.give(1_000, &mut block), "all was handed out");
        let expected: Vec<f32> =
            (0..11).map(|at| if at == 2 || at == 3 { 0.0 } else { at as f32 / 8.0 }).collect();
        assert_eq!(recorder.sound().unwrap().left(), expected, "silence where nothing is known");
    }

    #[test]
    fn input_50_what_nobody_takes_and_what_is_skipped_keeps_its_time() {
        let (mut device, mut heard) = (Forgetful::default(), Heard::default());
        let mut block = SampleBlock::default();
        // Three wait when four are lost behind them.
        for count in [3, 8] {
            device.heard += count;
            heard.add(|samples| device.take(samples));
        }
        assert!(heard.give(1_000, &mut block));
        assert_eq!((block.first, block.samples[0]), (7, 7.0 / 8.0));
        // Halted: what still came is dropped.
        device.heard += 2;
        heard.add(|samples| device.take(samples));
        heard.skip();
        device.heard += 1;
        heard.add(|samples| device.take(samples));
        assert!(heard.give(1_000, &mut block));
        assert_eq!((block.first, block.samples[0]), (13, 13.0 / 8.0));
    }
}
