//! Motion JPEG: every frame a JPEG picture of its own.

use super::{FrameError, raw::fit_picture};
use motile_pixels::Surface;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

/// Longest side of a frame that is believed.
const LONGEST: usize = 1 << 13;
/// Most pixels that a byte can hold: a block of one color takes two bits for 64 pixels of brightness, and color takes more.
const DENSEST: u64 = 512;

/// Makes a picture of a frame of motion JPEG (`MJPG`), or of a JPEG file. Keeps the memory of a picture that has the size
/// already; the decoder allocates.
///
/// Many cameras leave out the tables that never change; they are taken from the standard then.
///
/// # Errors
/// [`FrameError::Corrupt`] for bytes that are no JPEG or end too early, [`FrameError::BadSize`] for a side above 2¹³.
#[doc(alias = "MJPG")]
#[doc(alias = "MJPEG")]
pub fn decode_mjpeg(bytes: &[u8], picture: &mut Surface) -> Result<(), FrameError> {
    // The decoder makes gray of pixels that are missing, and is content.
    if !is_whole(bytes) {
        return Err(CORRUPT);
    }
    if has_tables(bytes) {
        return decode(bytes, picture);
    }
    // The decoder knows the tables of frames that come from AVI files: such a frame says so in front.
    let Some(rest) = bytes.strip_prefix(&SOI) else { return Err(CORRUPT) };
    let whole = [&SOI, &AVI[..], rest].concat();
    decode(&whole, picture)
}

const CORRUPT: FrameError = FrameError::Corrupt { format: "JPEG" };
/// The beginning of every picture.
const SOI: [u8; 2] = [0xFF, 0xD8];
/// The end of every picture; cameras may send more behind it.
const EOI: [u8; 2] = [0xFF, 0xD9];
/// The mark of a frame from an AVI file: its name, and that it is no half picture.
const AVI: [u8; 18] = *b"\xFF\xE0\x00\x10AVI1\0\0\0\0\0\0\0\0\0\0";

fn decode(bytes: &[u8], picture: &mut Surface) -> Result<(), FrameError> {
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGBA)
        .set_max_width(LONGEST)
        .set_max_height(LONGEST)
        .set_strict_mode(false);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| CORRUPT)?;
    let info = decoder.info().ok_or(CORRUPT)?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    // A picture of more pixels than its bytes can hold is a lie, and would take its memory all the same.
    if u64::from(width) * u64::from(height) > (bytes.len() as u64 + 2) * DENSEST {
        return Err(CORRUPT);
    }
    fit_picture(picture, width, height)?;
    if decoder.output_buffer_size() != Some(picture.bytes().len()) {
        return Err(CORRUPT);
    }
    decoder.decode_into(picture.bytes_mut()).map_err(|_| CORRUPT)?;
    // Pictures without color leave alpha to us.
    for word in picture.words_mut() {
        *word |= 0xFF00_0000;
    }
    Ok(())
}

/// Whether a picture brings its own tables of codes, which stand before its pixels.
fn has_tables(bytes: &[u8]) -> bool {
    segments(bytes).take_while(|&(marker, _)| marker != SCAN).any(|(marker, _)| marker == 0xC4)
}

/// Whether the pixels of a picture go on to its end: no pixel has the code of that. Pictures in the headers have ends of their own.
fn is_whole(bytes: &[u8]) -> bool {
    let scan = segments(bytes).find(|&(marker, _)| marker == SCAN);
    let pixels = bytes.get(scan.map_or(SOI.len(), |(_, at)| at)..).unwrap_or_default();
    pixels.windows(EOI.len()).rev().any(|two| two == EOI)
}

/// Marks the begin of pixels.
const SCAN: u8 = 0xDA;

/// The marks of a picture, each with its place. What follows pixels is none.
fn segments(bytes: &[u8]) -> impl Iterator<Item = (u8, usize)> {
    let mut at = SOI.len();
    core::iter::from_fn(move || {
        let Some(&[0xFF, marker, high, low]) = bytes.get(at..)?.first_chunk() else { return None };
        let here = at;
        at += 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
        Some((marker, here))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Color;

    /// 16×16 pixels, the left half red and the right half blue.
    const PICTURE: &[u8] = include_bytes!("testdata/halves.jpg");

    fn check(bytes: &[u8]) {
        let mut picture = Surface::new(1, 1).unwrap();
        decode_mjpeg(bytes, &mut picture).unwrap();
        assert_eq!((picture.width(), picture.height(), picture.is_opaque()), (16, 16, true));
        let (left, right) = (picture.get(2, 8).unwrap(), picture.get(13, 8).unwrap());
        assert!(left.r > 180 && left.b < 60, "{left:?}");
        assert!(right.b > 180 && right.r < 60, "{right:?}");
        assert_eq!(left.a, 255);
    }

    /// The picture without its tables of codes, as cameras send it.
    fn bare() -> Vec<u8> {
        let mut bytes = PICTURE[..2].to_vec();
        let mut at = 2;
        while PICTURE[at + 1] != 0xDA {
            let length = 2 + usize::from(u16::from_be_bytes([PICTURE[at + 2], PICTURE[at + 3]]));
            if PICTURE[at + 1] != 0xC4 {
                bytes.extend_from_slice(&PICTURE[at..at + length]);
            }
            at += length;
        }
        bytes.extend_from_slice(&PICTURE[at..]);
        bytes
    }

    #[test]
    fn a_frame_with_its_tables_and_one_without() {
        check(PICTURE);
        assert!(bare().len() + 100 < PICTURE.len() && !has_tables(&bare()));
        check(&bare());
    }

    #[test]
    fn what_a_camera_sends_behind_a_frame_is_left_out() {
        check(&[PICTURE, &[0; 700]].concat());
        check(&[&bare()[..], b"not a picture"].concat());
    }

    #[test]
    fn cut_and_spoiled_frames_are_errors_or_pictures() {
        let mut picture = Surface::opaque(3, 3, Color::RED).unwrap();
        // Also where pixels are missing, of which the decoder made gray ones.
        for length in 0..PICTURE.len() {
            assert!(decode_mjpeg(&PICTURE[..length], &mut picture).is_err(), "cut at {length}");
        }
        for at in 0..PICTURE.len() {
            let mut bytes = PICTURE.to_vec();
            bytes[at] ^= 0x55;
            if decode_mjpeg(&bytes, &mut picture).is_ok() {
                assert!(picture.words().iter().all(|word| word >> 24 == 255));
            }
        }
    }
}
