//! FLAC, by symphonia.

use super::planes::Planes;
use crate::{MOST_FRAMES, Sound, SoundError};
use std::io::Cursor;
use symphonia::core::{
    codecs::audio::{AudioDecoder, AudioDecoderOptions},
    errors::Error,
    formats::{FormatOptions, FormatReader, TrackType, probe::Hint},
    io::{MediaSourceStream, MediaSourceStreamOptions},
    meta::MetadataOptions,
};

/// Reads the first track.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundError> {
    // What a file of this size can honestly mean.
    let most = bytes.len().saturating_mul(super::FRAMES_PER_BYTE).min(MOST_FRAMES);
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
        if planes.len() > most {
            return Err(SoundError::TooLong);
        }
    }
    planes.into_sound(0)
}

fn decoder_of(format: &dyn FormatReader) -> Result<(Box<dyn AudioDecoder>, u32), SoundError> {
    let track = format.default_track(TrackType::Audio);
    let track = track.ok_or(SoundError::Unsupported { what: "no sound in them" })?;
    let params = track.codec_params.as_ref().and_then(|params| params.audio());
    let params = params.ok_or(SoundError::Unsupported { what: "no sound in them" })?;
    let decoder = symphonia::default::get_codecs()
        .make_audio_decoder(params, &AudioDecoderOptions::default())
        .map_err(|_| SoundError::Unsupported { what: "another codec than FLAC" })?;
    Ok((decoder, track.id))
}
