//! Sound files as sources.

use super::{
    SampleSource, Source, SourceState,
    played::{Played, source_by_played},
};
use crate::SampleBlock;
use motile_sound::{Sound, SoundError};

/// A sound as if a microphone heard it: a WAV file, raw samples, or what was recorded. Stereo is mixed to one channel.
///
/// ```
/// use motile_sense::{SampleBlock, SampleSource, SoundSource, Source, SourceState};
///
/// let bytes = [0, 0, 0, 64, 0, 0, 0, 192]; // 0.0, 0.5, 0.0, −0.5
/// let mut source = SoundSource::from_i16("four samples", 1_000, &bytes)?;
/// source.start();
/// source.update(0.1);
/// let mut block = SampleBlock::default();
/// assert!(source.next_block(&mut block));
/// assert_eq!(block.samples, [0.0, 0.5, 0.0, -0.5]);
/// assert_eq!(source.state(), SourceState::NeedsPermission, "it is over");
/// # Ok::<(), motile_sense::SoundError>(())
/// ```
#[doc(alias = "wav")]
#[derive(Clone, Debug)]
pub struct SoundSource {
    /// Whether it begins anew at its end; otherwise it stops there.
    pub looped: bool,
    name: String,
    sound: Sound,
    played: Played,
}

impl SoundSource {
    /// A sound under a name for people; it ends at its end.
    pub fn new(name: &str, sound: Sound) -> Self {
        let played = Played::new(sound.rate());
        Self { looped: false, name: name.into(), sound, played }
    }

    /// The bytes of a WAV file, or of another format whose feature motile-sound has on.
    ///
    /// # Errors
    /// [`SoundError`] when it is no such file, or a damaged one.
    pub fn from_file(name: &str, bytes: &[u8]) -> Result<Self, SoundError> {
        Ok(Self::new(name, Sound::from_bytes(bytes)?))
    }

    /// Raw samples of 16 bits, little-endian, one channel. A byte too many is left out.
    ///
    /// # Errors
    /// [`SoundError`] for a rate that is not possible, and without a whole sample.
    pub fn from_i16(name: &str, rate: u32, bytes: &[u8]) -> Result<Self, SoundError> {
        let samples = bytes.chunks_exact(2);
        let samples =
            samples.map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_768.0);
        Ok(Self::new(name, Sound::mono(rate, samples.collect())?))
    }

    /// Raw samples as floats of 32 bits, little-endian, one channel. Bytes after the last whole sample are left out;
    /// samples that are not finite become 0.
    ///
    /// # Errors
    /// [`SoundError`] for a rate that is not possible, and without a whole sample.
    pub fn from_f32(name: &str, rate: u32, bytes: &[u8]) -> Result<Self, SoundError> {
        let samples = bytes.chunks_exact(4);
        let samples = samples.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        Ok(Self::new(name, Sound::mono(rate, samples.collect())?))
    }

    /// Begins anew at its end.
    pub const fn with_loop(mut self) -> Self {
        self.looped = true;
        self
    }

    fn sample(&self, index: u64) -> f32 {
        let index = (index % u64::from(self.sound.frame_count())) as usize;
        (self.sound.left()[index] + self.sound.right()[index]) * 0.5
    }
}

impl Source for SoundSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn label(&self) -> Option<&str> {
        Some(&self.name)
    }

    source_by_played!();
}

impl SampleSource for SoundSource {
    fn rate(&self) -> u32 {
        self.sound.rate()
    }

    fn next_block(&mut self, block: &mut SampleBlock) -> bool {
        let Some(due) = self.played.take() else { return false };
        let count = u64::from(self.sound.frame_count());
        let end = if self.looped { due.end } else { due.end.min(count) };
        let samples = (due.start..end).map(|index| self.sample(index));
        block.fill(self.sound.rate(), due.start, samples);
        if !self.looped && due.end >= count {
            self.stop();
        }
        !block.samples.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(source: &mut SoundSource, seconds: f32) -> Vec<f32> {
        let (mut block, mut all) = (SampleBlock::default(), Vec::new());
        source.start();
        source.update(seconds);
        while source.next_block(&mut block) {
            all.extend_from_slice(&block.samples);
        }
        all
    }

    #[test]
    fn input_57_a_wav_is_heard_as_it_was_written() {
        let samples: Vec<f32> = (0..1_005).map(|i| ((i % 64) - 32) as f32 / 64.0).collect();
        let file = Sound::mono(10_000, samples.clone()).unwrap().to_wav();
        let mut source = SoundSource::from_file("file", &file).unwrap();
        assert_eq!(all(&mut source, 0.9), samples);
        assert_eq!(source.state(), SourceState::NeedsPermission);
        assert_eq!(all(&mut source, 0.9), samples, "again from the beginning");
        let looped = all(&mut source.with_loop(), 0.5);
        assert_eq!((looped.len(), looped[1_005]), (5_000, samples[0]));
    }

    #[test]
    fn input_50_stereo_is_mixed() {
        let sound = Sound::stereo(1_000, vec![0.5; 20], vec![-0.25; 20]).unwrap();
        assert_eq!(all(&mut SoundSource::new("two", sound), 0.9), [0.125; 20]);
    }

    #[test]
    fn bad_files_and_rates_are_errors() {
        assert_eq!(SoundSource::from_file("x", b"RIFF").unwrap_err(), SoundError::UnknownFormat);
        let whole = Sound::mono(8_000, vec![0.25; 32]).unwrap().to_wav();
        for length in 0..whole.len() {
            if let Ok(source) = SoundSource::from_file("cut", &whole[..length]) {
                assert!(source.sound.frame_count() < 32);
            }
        }
        let zero = SoundSource::from_i16("x", 0, &[0, 0]).unwrap_err();
        assert_eq!(zero, SoundError::BadRate { rate: 0 });
        assert_eq!(SoundSource::from_f32("x", 8_000, &[0, 0, 0]).unwrap_err(), SoundError::Empty);
        let nan = [f32::NAN.to_le_bytes(), 0.5f32.to_le_bytes()].concat();
        let mut source = SoundSource::from_f32("x", 1_000, &nan).unwrap();
        assert_eq!(all(&mut source, 0.1), [0.0, 0.5]);
    }
}
