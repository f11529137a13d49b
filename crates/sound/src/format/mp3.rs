//! MP3, by nanomp3.

use crate::{MOST_FRAMES, Sound, SoundError};
use nanomp3::{Channels, decode_all, frames};

/// Reads all frames; the silence that encoders add at both ends is taken away where the file tells of it.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundError> {
    // Asked before anything is decoded: 24 bytes may become 1,152 samples of each channel.
    if frames(bytes).map(|frame| frame.samples).sum::<usize>() > MOST_FRAMES {
        return Err(SoundError::TooLong);
    }
    let decoded = decode_all::<f32>(bytes);
    if decoded.format_changed {
        return Err(SoundError::Unsupported { what: "a format that changes in the middle" });
    }
    match decoded.channels {
        Some(Channels::Mono) => Sound::mono(decoded.sample_rate, decoded.samples),
        Some(Channels::Stereo) => {
            let (frames, _) = decoded.samples.as_chunks::<2>();
            let left = frames.iter().map(|frame| frame[0]).collect();
            let right = frames.iter().map(|frame| frame[1]).collect();
            Sound::stereo(decoded.sample_rate, left, right)
        }
        None => Err(SoundError::Damaged { expected: "a frame of MPEG audio" }),
    }
}
