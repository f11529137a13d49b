//! Keeping what was heard.

use crate::SampleBlock;
use motile_sound::{Sound, SoundError};

/// Keeps samples in memory, and nowhere else, because the program said so: for playing back, for a WAV file, or for a
/// source that says it all again.
///
/// ```
/// use motile_sense::{SampleBlock, SampleSource, SoundSource, Source, SyntheticSource, hear::SoundRecorder};
///
/// let (mut microphone, mut recorder) = (SyntheticSource::speech(2), SoundRecorder::new(10.0));
/// microphone.start();
/// microphone.update(0.5);
/// let mut block = SampleBlock::default();
/// while microphone.next_block(&mut block) {
///     recorder.record(&block);
/// }
/// let sound = recorder.sound()?;
/// assert_eq!(sound.frame_count(), 24_000);
/// let again = SoundSource::new("what was said", sound);
/// # Ok::<(), motile_sense::SoundError>(())
/// ```
#[derive(Clone, Default)]
pub struct SoundRecorder {
    seconds: f32,
    rate: u32,
    samples: Vec<f32>,
    next: u64,
}

crate::quiet::debug_by!(SoundRecorder: seconds, rate);

impl SoundRecorder {
    /// A recorder that stops by itself after a number of seconds.
    pub fn new(seconds: f32) -> Self {
        Self { seconds, ..Self::default() }
    }

    /// How many seconds it holds.
    pub fn length(&self) -> f32 {
        if self.rate == 0 { 0.0 } else { self.samples.len() as f32 / self.rate as f32 }
    }

    /// Whether there is no more room.
    pub fn is_full(&self) -> bool {
        self.rate > 0 && self.samples.len() >= self.most()
    }

    fn most(&self) -> usize {
        ((self.seconds * self.rate as f32) as usize).min(motile_sound::MOST_FRAMES)
    }

    /// Adds a block and tells whether it was. Time that is missing between blocks becomes silence; a block of another
    /// rate is left out, and so is what has no room.
    pub fn record(&mut self, block: &SampleBlock) -> bool {
        if self.rate == 0 {
            (self.rate, self.next) = (block.rate, block.first);
        }
        if block.rate != self.rate || self.rate == 0 || self.is_full() {
            return false;
        }
        let room = self.most() - self.samples.len();
        let gap = block.first.saturating_sub(self.next).min(room as u64) as usize;
        self.samples.resize(self.samples.len() + gap, 0.0);
        let count = block.samples.len().min(room - gap);
        self.samples.extend_from_slice(&block.samples[..count]);
        self.next = block.first.saturating_add(block.samples.len() as u64);
        true
    }

    /// Everything so far as a sound; its samples are copied.
    ///
    /// # Errors
    /// [`SoundError`] when nothing was recorded, or at a rate that no sound has.
    pub fn sound(&self) -> Result<Sound, SoundError> {
        Sound::mono(self.rate, self.samples.clone())
    }

    /// Everything so far as a WAV file of 16 bits, in memory.
    ///
    /// # Errors
    /// [`SoundError`] when nothing was recorded, or at a rate that no sound has.
    pub fn to_wav(&self) -> Result<Vec<u8>, SoundError> {
        Ok(self.sound()?.to_wav())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.rate, self.next) = (0, 0);
        self.samples.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(rate: u32, first: u64, samples: &[f32]) -> SampleBlock {
        SampleBlock { rate, first, samples: samples.to_vec(), rejected: 0 }
    }

    #[test]
    fn input_56_gaps_are_silence_and_the_end_is_the_end() {
        let mut recorder = SoundRecorder::new(0.008);
        assert_eq!(recorder.sound().unwrap_err(), SoundError::BadRate { rate: 0 });
        assert!(recorder.record(&block(1_000, 100, &[0.5, 0.5])));
        assert!(recorder.record(&block(1_000, 104, &[0.25])));
        assert!(!recorder.record(&block(2_000, 105, &[0.25])), "another rate");
        assert!(recorder.record(&block(1_000, 105, &[0.75; 9])));
        assert!(recorder.is_full() && !recorder.record(&block(1_000, 114, &[0.1])));
        let sound = recorder.sound().unwrap();
        assert_eq!(sound.left(), [0.5, 0.5, 0.0, 0.0, 0.25, 0.75, 0.75, 0.75]);
        assert!(recorder.to_wav().unwrap().starts_with(b"RIFF"));
        recorder.clear();
        assert_eq!(recorder.length(), 0.0);
    }

    #[test]
    fn a_clock_that_jumps_fills_no_memory() {
        let mut recorder = SoundRecorder::new(1.0);
        recorder.record(&block(8_000, 0, &[0.5]));
        recorder.record(&block(8_000, u64::MAX - 10, &[0.5]));
        assert_eq!(recorder.length(), 1.0);
        assert!(!SoundRecorder::new(f32::NAN).record(&block(8_000, 0, &[0.5])));
        assert!(!SoundRecorder::new(1.0).record(&block(0, 0, &[0.5])));
    }
}
