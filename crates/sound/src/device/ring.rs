//! Samples from a thread that must not wait to one that may.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

/// A ring of samples with one writer and one reader. The writer, which may be the callback of a device, takes no lock and asks
/// for no memory; what nobody has read when it comes round again is lost.
pub(super) struct SampleRing {
    /// Samples as bits. A power of two of them, so that counts may overflow.
    cells: Box<[AtomicU32]>,
    /// How many were written.
    written: AtomicUsize,
    paused: AtomicBool,
}

impl SampleRing {
    /// A ring for at least `most` samples; asks for its memory now.
    pub(super) fn new(most: usize) -> Self {
        let cells = (0..most.next_power_of_two()).map(|_| AtomicU32::new(0)).collect();
        Self { cells, written: AtomicUsize::new(0), paused: AtomicBool::new(false) }
    }

    /// Adds samples; those that are not finite become 0. None while it is paused: they were on their way when the device was
    /// halted.
    pub(super) fn push(&self, samples: impl Iterator<Item = f32>) {
        if self.paused.load(Ordering::Acquire) {
            return;
        }
        let mut written = self.written.load(Ordering::Relaxed);
        for sample in samples {
            let sample = if sample.is_finite() { sample } else { 0.0 };
            self.cells[written & (self.cells.len() - 1)].store(sample.to_bits(), Ordering::Relaxed);
            written = written.wrapping_add(1);
            // After the sample, so that who sees the number finds the sample.
            self.written.store(written, Ordering::Release);
        }
    }

    pub(super) fn set_paused(&self, paused: bool) {
        self.paused.store(paused, Ordering::Release);
    }

    /// How many were written: where a reader that wants nothing of before begins.
    pub(super) fn written(&self) -> usize {
        self.written.load(Ordering::Acquire)
    }

    /// Hands the samples after the first `read` to `take`, of more than `most` the newest, and tells how many were lost.
    pub(super) fn read(&self, read: &mut usize, most: usize, mut take: impl FnMut(f32)) -> usize {
        let written = self.written();
        let lost = written.wrapping_sub(*read).saturating_sub(most.min(self.cells.len()));
        *read = read.wrapping_add(lost);
        while *read != written {
            let cell = &self.cells[*read & (self.cells.len() - 1)];
            take(f32::from_bits(cell.load(Ordering::Relaxed)));
            *read = read.wrapping_add(1);
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(ring: &SampleRing, read: &mut usize, most: usize) -> (Vec<f32>, usize) {
        let mut samples = Vec::new();
        let lost = ring.read(read, most, |sample| samples.push(sample));
        (samples, lost)
    }

    #[test]
    fn weak_5_19_what_was_written_is_read_once_and_the_oldest_are_lost() {
        let (ring, mut read) = (SampleRing::new(5), 0);
        assert_eq!(all(&ring, &mut read, 5), (vec![], 0));
        ring.push([0.5, f32::NAN, -0.25].into_iter());
        assert_eq!(all(&ring, &mut read, 5), (vec![0.5, 0.0, -0.25], 0));
        ring.push((0..20u8).map(f32::from));
        assert_eq!(all(&ring, &mut read, 5), (vec![15.0, 16.0, 17.0, 18.0, 19.0], 15));
        ring.set_paused(true);
        ring.push([1.0].into_iter());
        assert_eq!(all(&ring, &mut read, 5), (vec![], 0));
    }

    #[test]
    fn weak_5_19_counts_that_overflow_change_nothing() {
        let (ring, mut read) = (SampleRing::new(8), usize::MAX - 2);
        ring.written.store(read, Ordering::Relaxed);
        ring.push((0..6u8).map(f32::from));
        assert_eq!(all(&ring, &mut read, 8), (vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 0));
        assert_eq!(read, 3);
    }

    #[test]
    fn weak_5_19_a_writer_on_another_thread_loses_nothing_that_has_room() {
        let ring = SampleRing::new(1 << 16);
        let mut read = 0;
        let mut heard = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for block in 0..50u16 {
                    ring.push((0..1000).map(|i| f32::from(block * 1000 + i)));
                }
            });
            while heard.len() < 50_000 {
                assert_eq!(ring.read(&mut read, 1 << 16, |sample| heard.push(sample)), 0);
            }
        });
        assert!(heard.iter().enumerate().all(|(at, &sample)| sample == at as f32));
    }
}
