//! Channels while a file is decoded.

use crate::{Sound, SoundError};
use symphonia::core::audio::GenericAudioBufferRef;

/// The first two channels so far.
#[derive(Default)]
pub(super) struct Planes {
    rate: Option<u32>,
    left: Vec<f32>,
    right: Vec<f32>,
    /// The channels of one packet, kept for the next.
    packet: Vec<Vec<f32>>,
}

impl Planes {
    /// Adds what a packet holds.
    pub(super) fn take(&mut self, decoded: &GenericAudioBufferRef<'_>) -> Result<(), SoundError> {
        let rate = decoded.spec().rate();
        if self.rate.is_some_and(|known| known != rate) {
            return Err(SoundError::Damaged { expected: "one sample rate" });
        }
        self.rate = Some(rate);
        decoded.copy_to_vecs_planar(&mut self.packet);
        let mut channels = self.packet.iter();
        self.left.extend_from_slice(channels.next().map_or(&[], Vec::as_slice));
        self.right.extend_from_slice(channels.next().map_or(&[], Vec::as_slice));
        Ok(())
    }

    /// Frames so far.
    pub(super) const fn len(&self) -> usize {
        self.left.len()
    }

    /// Leaves out what comes after so many frames.
    #[cfg(feature = "ogg")]
    pub(super) fn truncate(&mut self, frames: usize) {
        self.left.truncate(frames);
        self.right.truncate(frames);
    }

    /// Leaves out the first frames.
    #[cfg(feature = "ogg")]
    pub(super) fn drop_first(&mut self, frames: usize) {
        for channel in [&mut self.left, &mut self.right] {
            channel.drain(..frames.min(channel.len()));
        }
    }

    /// All of it, at the rate of the packets, or another if there was none.
    pub(super) fn into_sound(self, rate: u32) -> Result<Sound, SoundError> {
        Sound::stereo(self.rate.unwrap_or(rate), self.left, self.right)
    }
}
