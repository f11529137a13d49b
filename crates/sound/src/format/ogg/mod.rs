//! OGG Vorbis: own pages, headers checked by hand, and symphonia's decoder for the packets of sound.

mod bits;
mod head;
mod pages;
#[cfg(test)]
mod tests;

use super::planes::Planes;
use crate::{MOST_FRAMES, Sound, SoundError};
use head::Identity;
use symphonia::core::{
    codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions, well_known},
    packet::PacketRef,
    units::{Duration, Timestamp},
};
use symphonia::default::codecs::VorbisDecoder;

/// Most samples of all channels that a byte may stand for: silence takes little more than a byte for a block.
const SAMPLES_PER_BYTE: usize = 4096;

/// Reads the first stream of Vorbis.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundError> {
    let packets = pages::packets(bytes)?;
    let [first, comments, setup, sound @ ..] = packets.as_slice() else {
        return Err(SoundError::Damaged { expected: "three headers" });
    };
    let identity = head::identity(&first.data)?;
    head::comments(&comments.data)?;
    let setup = head::setup(&setup.data, identity)?;
    let headers = [&*first.data, &setup].concat();
    let mut decoder = decoder_of(headers)?;
    let most = most_frames(bytes.len(), identity);
    let mut track = Track::default();
    for packet in sound.iter().filter(|packet| !packet.data.is_empty()) {
        let decoded =
            decoder.decode_ref(&PacketRef::new(0, Timestamp::ZERO, Duration::ZERO, &packet.data));
        let decoded = decoded.map_err(|_| SoundError::Damaged { expected: "a sound packet" })?;
        track.planes.take(&decoded)?;
        if track.planes.len() > most {
            return Err(SoundError::TooLong);
        }
        if let Some(position) = packet.position {
            track.pass(position, packet.is_on_last_page);
        }
    }
    track.planes.into_sound(identity.rate)
}

fn decoder_of(headers: Vec<u8>) -> Result<VorbisDecoder, SoundError> {
    let mut params = AudioCodecParameters::new();
    params.for_codec(well_known::CODEC_ID_VORBIS).with_extra_data(headers.into_boxed_slice());
    VorbisDecoder::try_new(&params, &AudioDecoderOptions::default())
        .map_err(|_| SoundError::Damaged { expected: "a set-up of Vorbis" })
}

/// What a file of this size can honestly mean.
fn most_frames(bytes: usize, identity: Identity) -> usize {
    let most = bytes.saturating_mul(SAMPLES_PER_BYTE) / identity.channels as usize;
    most.min(bytes.saturating_mul(super::FRAMES_PER_BYTE)).min(MOST_FRAMES)
}

/// The frames so far, and how positions on pages count them.
#[derive(Default)]
struct Track {
    planes: Planes,
    /// Position of the first frame, once a page told one.
    start: Option<i128>,
}

impl Track {
    /// A page ends at a position. The first one tells where the stream begins: before 0 lie frames that only prepare
    /// the decoder. The last one tells where it ends, in the middle of its last block.
    fn pass(&mut self, position: u64, is_last: bool) {
        let (position, count) = (i128::from(position), self.planes.len() as i128);
        if is_last {
            let end = position - self.start.unwrap_or(0);
            self.planes.truncate(end.clamp(0, count) as usize);
        } else if self.start.is_none() {
            let early = (count - position).clamp(0, count);
            self.planes.drop_first(early as usize);
            self.start = Some((position - count).max(0));
        }
    }
}
