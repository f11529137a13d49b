//! Sound files.

#[cfg(feature = "flac")]
mod flac;
#[cfg(feature = "mp3")]
mod mp3;
#[cfg(feature = "ogg")]
mod ogg;
#[cfg(any(feature = "flac", feature = "ogg"))]
mod planes;
pub(crate) mod wav;

use crate::{Sound, SoundError};

/// Most frames that a byte of a compressed file may stand for. Silence takes about a byte for a thousand frames; what
/// claims more is made to fill memory.
#[cfg(any(feature = "flac", feature = "ogg"))]
const FRAMES_PER_BYTE: usize = 2048;

/// Reads a file of whichever format its first bytes tell.
pub(crate) fn read(bytes: &[u8]) -> Result<Sound, SoundError> {
    match bytes {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => wav::read(bytes),
        [b'f', b'L', b'a', b'C', ..] => flac(bytes),
        [b'O', b'g', b'g', b'S', ..] => ogg(bytes),
        [b'I', b'D', b'3', ..] => mp3(bytes),
        // The twelve bits that begin a frame, and a layer that is not reserved.
        [0xFF, second, ..] if second & 0xE0 == 0xE0 && second & 0x06 != 0 => mp3(bytes),
        _ => Err(SoundError::UnknownFormat),
    }
}

#[cfg(feature = "flac")]
fn flac(bytes: &[u8]) -> Result<Sound, SoundError> {
    flac::read(bytes)
}

#[cfg(not(feature = "flac"))]
const fn flac(_: &[u8]) -> Result<Sound, SoundError> {
    Err(SoundError::FeatureOff { feature: "flac" })
}

#[cfg(feature = "ogg")]
fn ogg(bytes: &[u8]) -> Result<Sound, SoundError> {
    ogg::read(bytes)
}

#[cfg(not(feature = "ogg"))]
const fn ogg(_: &[u8]) -> Result<Sound, SoundError> {
    Err(SoundError::FeatureOff { feature: "ogg" })
}

#[cfg(feature = "mp3")]
fn mp3(bytes: &[u8]) -> Result<Sound, SoundError> {
    mp3::read(bytes)
}

#[cfg(not(feature = "mp3"))]
const fn mp3(_: &[u8]) -> Result<Sound, SoundError> {
    Err(SoundError::FeatureOff { feature: "mp3" })
}
