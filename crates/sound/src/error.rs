//! Why bytes are no sound.

use core::fmt;

/// Why bytes or samples are no [`Sound`](crate::Sound).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SoundError {
    /// The bytes begin like no format that is known.
    UnknownFormat,
    /// The format is known, but the feature that reads it is off.
    FeatureOff {
        /// Name of the feature: `flac`, `mp3` or `ogg`.
        feature: &'static str,
    },
    /// The file ends in the middle, or contradicts its own format.
    Damaged {
        /// What was expected there.
        expected: &'static str,
    },
    /// The file is of a kind that is not read, such as compressed WAV.
    Unsupported {
        /// What it would take.
        what: &'static str,
    },
    /// The sample rate is outside 1,000…768,000 Hz.
    BadRate {
        /// The rate in Hz.
        rate: u32,
    },
    /// There are no samples.
    Empty,
    /// More than [`MOST_FRAMES`](crate::MOST_FRAMES) frames, or far more than a file of this size can mean.
    TooLong,
    /// Left and right have different lengths.
    UnequalChannels,
}

impl fmt::Display for SoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat => f.write_str("not a sound file: neither WAV, OGG, MP3 nor FLAC"),
            Self::FeatureOff { feature } => {
                write!(f, "this kind of sound file needs the feature `{feature}`")
            }
            Self::Damaged { expected } => write!(f, "damaged sound file: expected {expected}"),
            Self::Unsupported { what } => write!(f, "sound files with {what} cannot be read"),
            Self::BadRate { rate } => {
                write!(f, "a sample rate of {rate} Hz; 1,000 to 768,000 are possible")
            }
            Self::Empty => f.write_str("a sound without samples"),
            Self::TooLong => f.write_str("a sound that is too long"),
            Self::UnequalChannels => f.write_str("left and right have different lengths"),
        }
    }
}

impl core::error::Error for SoundError {}
