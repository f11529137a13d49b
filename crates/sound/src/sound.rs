//! Samples that can be played.

use crate::{SoundError, format};
use core::{fmt, ops::Range};
use std::sync::Arc;

/// Most frames of a [`Sound`]: 23 minutes at 48 kHz.
pub const MOST_FRAMES: usize = 1 << 26;

/// Sample rates that a sound may have, in Hz.
pub(crate) const RATES: core::ops::RangeInclusive<u32> = 1_000..=768_000;

/// Samples in memory, mono or stereo, at one sample rate. Clones share them, so that a sound is handed around as
/// freely as an id.
///
/// ```
/// use motile_sound::Sound;
///
/// let samples = (0..4410).map(|i| ((i / 50 % 2) as f32 - 0.5) * 0.4).collect();
/// let beep = Sound::mono(44_100, samples)?;
/// assert_eq!(beep.seconds(), 0.1);
/// let file = beep.to_wav();
/// assert_eq!(Sound::from_bytes(&file)?.frame_count(), 4410);
/// # Ok::<(), motile_sound::SoundError>(())
/// ```
#[doc(alias = "audio clip")]
#[doc(alias = "sample")]
#[doc(alias = "buffer")]
#[derive(Clone)]
pub struct Sound {
    data: Arc<Samples>,
    looped: (u32, u32),
}

struct Samples {
    rate: u32,
    left: Vec<f32>,
    /// Empty when the sound is mono.
    right: Vec<f32>,
}

impl Sound {
    /// One channel of samples, −1…1, at a rate in Hz. Samples that are not finite become 0.
    ///
    /// # Errors
    /// [`SoundError::Empty`], [`SoundError::TooLong`] and [`SoundError::BadRate`].
    pub fn mono(rate: u32, samples: Vec<f32>) -> Result<Self, SoundError> {
        Self::stereo(rate, samples, Vec::new())
    }

    /// Two channels of samples, −1…1, at a rate in Hz; mono when the right one is empty. Samples that are not finite
    /// become 0.
    ///
    /// # Errors
    /// Those of [`Sound::mono`], and [`SoundError::UnequalChannels`].
    pub fn stereo(rate: u32, left: Vec<f32>, right: Vec<f32>) -> Result<Self, SoundError> {
        if !RATES.contains(&rate) {
            return Err(SoundError::BadRate { rate });
        }
        if left.is_empty() {
            return Err(SoundError::Empty);
        }
        if left.len() > MOST_FRAMES {
            return Err(SoundError::TooLong);
        }
        if !right.is_empty() && right.len() != left.len() {
            return Err(SoundError::UnequalChannels);
        }
        let (mut left, mut right) = (left, right);
        for sample in left.iter_mut().chain(&mut right).filter(|sample| !sample.is_finite()) {
            *sample = 0.0;
        }
        Ok(Self::stereo_unchecked(rate, left, right))
    }

    /// A sound whose numbers the caller vouches for.
    pub(crate) fn stereo_unchecked(rate: u32, left: Vec<f32>, right: Vec<f32>) -> Self {
        let looped = (0, left.len() as u32);
        Self { data: Arc::new(Samples { rate, left, right }), looped }
    }

    /// Reads a WAV file, and with the features `ogg`, `mp3` and `flac` files of these formats; which of them it is,
    /// the bytes tell. Loop points of WAV files are kept. Of more than two channels the first two count.
    ///
    /// # Errors
    /// [`SoundError`] when it is no such file, or a damaged one.
    #[doc(alias = "load")]
    #[doc(alias = "decode")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SoundError> {
        format::read(bytes)
    }

    /// A WAV file of 16-bit samples. Louder ones than −1…1 are cut off.
    pub fn to_wav(&self) -> Vec<u8> {
        format::wav::write(self)
    }

    /// Where it begins anew and where it jumps back when it is played in a loop, in frames; an intro lies before, a
    /// ring-out behind. A range that is empty or not inside the sound means all of it.
    pub fn with_loop(mut self, frames: Range<u32>) -> Self {
        let whole = (0, self.frame_count());
        let inside = frames.start < frames.end && frames.end <= whole.1;
        self.looped = if inside { (frames.start, frames.end) } else { whole };
        self
    }

    /// The frames between which it is played in a loop; all of them unless set.
    pub const fn loop_frames(&self) -> Range<u32> {
        self.looped.0..self.looped.1
    }

    /// Frames per second, in Hz.
    pub fn rate(&self) -> u32 {
        self.data.rate
    }

    /// How many frames it has, at most [`MOST_FRAMES`]; a frame is one sample of each channel.
    pub fn frame_count(&self) -> u32 {
        self.data.left.len() as u32
    }

    /// How long it is, in seconds.
    pub fn seconds(&self) -> f32 {
        (f64::from(self.frame_count()) / f64::from(self.rate())) as f32
    }

    /// Whether left and right differ.
    pub fn is_stereo(&self) -> bool {
        !self.data.right.is_empty()
    }

    /// Samples of the left channel, or of the only one.
    pub fn left(&self) -> &[f32] {
        &self.data.left
    }

    /// Samples of the right channel; those of the only one when it is mono.
    pub fn right(&self) -> &[f32] {
        if self.is_stereo() { &self.data.right } else { &self.data.left }
    }

    /// The loudest sample, without its sign.
    pub fn peak(&self) -> f32 {
        self.data
            .left
            .iter()
            .chain(&self.data.right)
            .fold(0.0, |peak, sample| peak.max(sample.abs()))
    }

    /// Whether both are the same samples in memory, with the same loop.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && self.looped == other.looped
    }
}

impl fmt::Debug for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sound")
            .field("rate", &self.rate())
            .field("frames", &self.frame_count())
            .field("stereo", &self.is_stereo())
            .field("loop", &self.loop_frames())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sounds_are_errors_by_name() {
        assert_eq!(Sound::mono(0, vec![0.0]).unwrap_err(), SoundError::BadRate { rate: 0 });
        let rate = 1_000_000_000;
        assert_eq!(Sound::mono(rate, vec![0.0]).unwrap_err(), SoundError::BadRate { rate });
        assert_eq!(Sound::mono(48_000, Vec::new()).unwrap_err(), SoundError::Empty);
        let unequal = Sound::stereo(48_000, vec![0.0; 2], vec![0.0; 3]);
        assert_eq!(unequal.unwrap_err(), SoundError::UnequalChannels);
    }

    #[test]
    fn bad_samples_are_silent_and_bad_loops_are_whole() {
        let sound = Sound::mono(8_000, vec![0.5, f32::NAN, f32::INFINITY, -0.5]).unwrap();
        assert_eq!(sound.left(), [0.5, 0.0, 0.0, -0.5]);
        assert_eq!(sound.clone().with_loop(1..3).loop_frames(), 1..3);
        assert_eq!(sound.clone().with_loop(3..3).loop_frames(), 0..4);
        assert_eq!(sound.clone().with_loop(1..5).loop_frames(), 0..4);
        assert!(sound.is_same(&sound.clone()));
        assert_eq!(sound.peak(), 0.5);
    }
}
