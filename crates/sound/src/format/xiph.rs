//! OGG Vorbis and FLAC, by symphonia.

use crate::{MOST_FRAMES, Sound, SoundError};
use std::io::Cursor;
use symphonia::core::{
    audio::GenericAudioBufferRef,
    codecs::audio::{AudioDecoder, AudioDecoderOptions},
    errors::Error,
    formats::{FormatOptions, FormatReader, TrackType, probe::Hint},
    io::{MediaSourceStream, MediaSourceStreamOptions},
    meta::MetadataOptions,
};

/// Reads the first track. `most` bounds its frames by what a file of this size can honestly mean.
pub(super) fn read(bytes: &[u8], most: usize) -> Result<Sound, SoundError> {
    let source =
        MediaSourceStream::new(Box::new(Cursor::new(bytes)), MediaSourceStreamOptions::default());
    let mut format = symphonia::default::get_probe()
        .probe(&Hint::new(), source, FormatOptions::default(), MetadataOptions::default())
        .map_err(|_| SoundError::Damaged { expected: "the head of a stream" })?;
    let (mut decoder, track) = decoder_of(&*format)?;
    let mut planes = Planes::default();
    loop {
        let packet = match format.next_packet() {
            Ok(Some(packet)) => packet,
            Ok(None) => break,
            Err(Error::ResetRequired) => {
                return Err(SoundError::Unsupported { what: "several streams one after another" });
            }
            Err(_) => return Err(SoundError::Damaged { expected: "a packet" }),
        };
        if packet.track_id != track {
            continue;
        }
        let decoded = decoder.decode(&packet);
        let decoded = decoded.map_err(|_| SoundError::Damaged { expected: "a sound packet" })?;
        planes.take(&decoded)?;
        if planes.left.len() > most.min(MOST_FRAMES) {
            return Err(SoundError::TooLong);
        }
    }
    Sound::stereo(planes.rate, planes.left, planes.right)
}

fn decoder_of(format: &dyn FormatReader) -> Result<(Box<dyn AudioDecoder>, u32), SoundError> {
    let track = format.default_track(TrackType::Audio);
    let track = track.ok_or(SoundError::Unsupported { what: "no sound in them" })?;
    let params = track.codec_params.as_ref().and_then(|params| params.audio());
    let params = params.ok_or(SoundError::Unsupported { what: "no sound in them" })?;
    let decoder = symphonia::default::get_codecs()
        .make_audio_decoder(params, &AudioDecoderOptions::default())
        .map_err(|_| SoundError::Unsupported { what: "another codec than Vorbis and FLAC" })?;
    Ok((decoder, track.id))
}

/// The first two channels so far.
#[derive(Default)]
struct Planes {
    rate: u32,
    left: Vec<f32>,
    right: Vec<f32>,
    /// The channels of one packet, kept for the next.
    packet: Vec<Vec<f32>>,
}

impl Planes {
    fn take(&mut self, decoded: &GenericAudioBufferRef<'_>) -> Result<(), SoundError> {
        let rate = decoded.spec().rate();
        if !self.left.is_empty() && rate != self.rate {
            return Err(SoundError::Damaged { expected: "one sample rate" });
        }
        self.rate = rate;
        decoded.copy_to_vecs_planar(&mut self.packet);
        let mut channels = self.packet.iter();
        self.left.extend_from_slice(channels.next().map_or(&[], Vec::as_slice));
        self.right.extend_from_slice(channels.next().map_or(&[], Vec::as_slice));
        Ok(())
    }
}
