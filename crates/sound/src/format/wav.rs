//! WAV: chunks of RIFF with plain samples.

use crate::{MOST_FRAMES, Sound, SoundError};

const PCM: u16 = 1;
const FLOAT: u16 = 3;
const EXTENSIBLE: u16 = 0xFFFE;

/// What the chunk `fmt ` says.
#[derive(Clone, Copy)]
struct Layout {
    float: bool,
    channels: usize,
    rate: u32,
    /// Bytes of one sample.
    width: usize,
}

/// Reads a file whose first twelve bytes have been looked at. Chunks that are not known are passed over; a data chunk
/// that claims more than there is ends with the file, because programs that stream never come back to set its length.
pub(super) fn read(bytes: &[u8]) -> Result<Sound, SoundError> {
    let mut rest = bytes.get(12..).unwrap_or_default();
    let (mut layout, mut data, mut looped) = (None, None, None);
    while let Some((head, body)) = rest.split_at_checked(8) {
        let length = u32_at(head, 4).unwrap_or_default() as usize;
        let body_length = length.min(body.len());
        let chunk = &body[..body_length];
        match &head[..4] {
            b"fmt " => layout = Some(read_layout(chunk)?),
            b"data" if data.is_none() => data = Some(chunk),
            b"smpl" => looped = read_loop(chunk),
            _ => {}
        }
        // Chunks of odd length have a byte more, which a few programs forget at the end.
        rest = body.get(body_length + length % 2..).unwrap_or_default();
    }
    let layout = layout.ok_or(SoundError::Damaged { expected: "a chunk \"fmt \"" })?;
    let data = data.ok_or(SoundError::Damaged { expected: "a chunk \"data\"" })?;
    let sound = samples(layout, data)?;
    Ok(match looped {
        Some((start, end)) => sound.with_loop(start..end),
        None => sound,
    })
}

fn read_layout(chunk: &[u8]) -> Result<Layout, SoundError> {
    let short = || SoundError::Damaged { expected: "16 bytes of format" };
    let mut kind = u16_at(chunk, 0).ok_or_else(short)?;
    let channels = usize::from(u16_at(chunk, 2).ok_or_else(short)?);
    let rate = u32_at(chunk, 4).ok_or_else(short)?;
    let bits = u16_at(chunk, 14).ok_or_else(short)?;
    if kind == EXTENSIBLE {
        // The first two bytes of a long name are the number that others have in front.
        kind = u16_at(chunk, 24).ok_or(SoundError::Damaged { expected: "the kind of samples" })?;
    }
    if channels == 0 {
        return Err(SoundError::Damaged { expected: "at least one channel" });
    }
    let float = match (kind, bits) {
        (PCM, 8 | 16 | 24 | 32) => false,
        (FLOAT, 32 | 64) => true,
        (PCM | FLOAT, _) => {
            return Err(SoundError::Unsupported { what: "this number of bits a sample" });
        }
        _ => return Err(SoundError::Unsupported { what: "compressed WAV" }),
    };
    Ok(Layout { float, channels, rate, width: usize::from(bits / 8) })
}

/// The first loop of a chunk `smpl`; its end is the last frame that is played.
fn read_loop(chunk: &[u8]) -> Option<(u32, u32)> {
    let count = u32_at(chunk, 28)?;
    (count > 0).then_some(())?;
    Some((u32_at(chunk, 44)?, u32_at(chunk, 48)?.checked_add(1)?))
}

fn samples(layout: Layout, data: &[u8]) -> Result<Sound, SoundError> {
    let frame = layout.width * layout.channels;
    if data.len() / frame > MOST_FRAMES {
        return Err(SoundError::TooLong);
    }
    let channel = |index: usize| -> Vec<f32> {
        let from = index * layout.width;
        let frames = data.chunks_exact(frame);
        frames.map(|frame| sample(layout, &frame[from..from + layout.width])).collect()
    };
    let right = if layout.channels > 1 { channel(1) } else { Vec::new() };
    Sound::stereo(layout.rate, channel(0), right)
}

/// One sample of as many bytes as the layout says.
fn sample(layout: Layout, bytes: &[u8]) -> f32 {
    match (bytes, layout.float) {
        (&[a], _) => (f32::from(a) - 128.0) / 128.0,
        (&[a, b], _) => f32::from(i16::from_le_bytes([a, b])) / 32_768.0,
        // Moved up to the top of 32 bits, the sign comes for free.
        (&[a, b, c], _) => i32::from_le_bytes([0, a, b, c]) as f32 / 2_147_483_648.0,
        (&[a, b, c, d], false) => i32::from_le_bytes([a, b, c, d]) as f32 / 2_147_483_648.0,
        (&[a, b, c, d], true) => f32::from_le_bytes([a, b, c, d]),
        (&[a, b, c, d, e, f, g, h], _) => f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32,
        _ => 0.0,
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// A file of 16-bit samples, with a loop if one was set.
pub(crate) fn write(sound: &Sound) -> Vec<u8> {
    let channels = if sound.is_stereo() { 2u16 } else { 1 };
    let data_bytes = sound.frame_count() * u32::from(channels) * 2;
    let looped = sound.loop_frames();
    let has_loop = looped != (0..sound.frame_count());
    let loop_bytes = if has_loop { 8 + SMPL_BYTES } else { 0 };
    let mut out = Vec::with_capacity((44 + loop_bytes + data_bytes) as usize);
    out.extend(b"RIFF");
    out.extend((36 + loop_bytes + data_bytes).to_le_bytes());
    out.extend(b"WAVEfmt ");
    out.extend(16u32.to_le_bytes());
    out.extend(PCM.to_le_bytes());
    out.extend(channels.to_le_bytes());
    out.extend(sound.rate().to_le_bytes());
    out.extend((sound.rate() * u32::from(channels) * 2).to_le_bytes());
    out.extend((channels * 2).to_le_bytes());
    out.extend(16u16.to_le_bytes());
    if has_loop {
        write_loop(&mut out, looped.start, looped.end);
    }
    out.extend(b"data");
    out.extend(data_bytes.to_le_bytes());
    for (&left, &right) in sound.left().iter().zip(sound.right()) {
        out.extend(to_i16(left).to_le_bytes());
        if channels == 2 {
            out.extend(to_i16(right).to_le_bytes());
        }
    }
    out
}

const SMPL_BYTES: u32 = 60;

fn write_loop(out: &mut Vec<u8>, start: u32, end: u32) {
    out.extend(b"smpl");
    out.extend(SMPL_BYTES.to_le_bytes());
    // Nine numbers about instruments, of which only the seventh, how many loops there are, matters here.
    for number in [0, 0, 0, 60, 0, 0, 0, 1, 0, 0, 0, start, end - 1, 0, 0u32] {
        out.extend(number.to_le_bytes());
    }
}

fn to_i16(sample: f32) -> i16 {
    // `as` cuts off what is louder than full.
    (sample * 32_768.0).round_ties_even() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(kind: u16, bits: u16, channels: u16, data: &[u8]) -> Vec<u8> {
        let mut out = b"RIFF\0\0\0\0WAVEfmt ".to_vec();
        out.extend(16u32.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(channels.to_le_bytes());
        out.extend(8_000u32.to_le_bytes());
        out.extend(0u32.to_le_bytes());
        out.extend((bits / 8 * channels).to_le_bytes());
        out.extend(bits.to_le_bytes());
        out.extend(b"data");
        out.extend((data.len() as u32).to_le_bytes());
        out.extend(data);
        out
    }

    #[test]
    fn every_width_reads_a_half() {
        let half = [
            (PCM, 8, vec![192]),
            (PCM, 16, 16_384i16.to_le_bytes().to_vec()),
            (PCM, 24, vec![0, 0, 0x40]),
            (PCM, 32, (1i32 << 30).to_le_bytes().to_vec()),
            (FLOAT, 32, 0.5f32.to_le_bytes().to_vec()),
            (FLOAT, 64, 0.5f64.to_le_bytes().to_vec()),
        ];
        for (kind, bits, data) in half {
            let sound = read(&file(kind, bits, 1, &data)).unwrap();
            assert_eq!(sound.left(), [0.5], "{kind} {bits}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let (left, right) = (vec![0.25, -1.0, 2.0, 0.0], vec![-0.5, 0.125, -2.0, 0.5]);
        let sound = Sound::stereo(44_100, left, right).unwrap().with_loop(1..3);
        let again = Sound::from_bytes(&sound.to_wav()).unwrap();
        assert_eq!(again.left(), [0.25, -1.0, 32_767.0 / 32_768.0, 0.0]);
        assert_eq!(again.right(), [-0.5, 0.125, -1.0, 0.5]);
        assert_eq!((again.rate(), again.loop_frames()), (44_100, 1..3));
        assert_eq!(again.to_wav(), sound.to_wav());
    }

    #[test]
    fn rates_that_nothing_plays_are_named() {
        for rate in [0, 1, 999, 768_001, 1_000_000_000, u32::MAX] {
            let mut bytes = file(PCM, 16, 1, &[0; 64]);
            bytes[24..28].copy_from_slice(&u32::to_le_bytes(rate));
            assert_eq!(Sound::from_bytes(&bytes).unwrap_err(), SoundError::BadRate { rate });
        }
    }

    #[test]
    fn channels_beyond_two_are_left_out() {
        let sound = read(&file(PCM, 8, 3, &[192, 64, 0, 128, 128, 0])).unwrap();
        assert_eq!((sound.left(), sound.right()), ([0.5, 0.0].as_slice(), [-0.5, 0.0].as_slice()));
    }

    #[test]
    fn cut_off_files_are_errors_or_shorter() {
        let whole = file(PCM, 16, 1, &[0; 64]);
        for length in 0..whole.len() {
            match Sound::from_bytes(&whole[..length]) {
                Ok(sound) => assert!(sound.frame_count() < 32),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn compressed_and_odd_files_are_named() {
        let unsupported = |bytes: &[u8]| matches!(read(bytes), Err(SoundError::Unsupported { .. }));
        assert!(unsupported(&file(2, 16, 1, &[0; 4])));
        assert!(unsupported(&file(PCM, 12, 1, &[0; 4])));
        assert!(matches!(read(&file(PCM, 16, 0, &[0; 4])), Err(SoundError::Damaged { .. })));
    }
}
