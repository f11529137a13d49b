//! Pictures from files of any format that is known, told by their first bytes.

use super::surface_from_qoi;
use motile_pixels::Surface;

/// Longest side of a picture that is believed.
#[cfg(any(feature = "jpeg", feature = "webp"))]
const LONGEST: u32 = 1 << 14;
/// Most pixels of a picture: a file of a few bytes may say that it has any number of them.
#[cfg(any(feature = "jpeg", feature = "webp"))]
const MOST_PIXELS: u64 = 1 << 26;

/// Makes a picture of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Surface, String> {
    if bytes.starts_with(b"qoif") {
        return surface_from_qoi(bytes).map_err(|error| error.to_string());
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return jpeg(bytes);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return webp(bytes);
    }
    Surface::from_png(bytes).map_err(|error| error.to_string())
}

#[cfg(not(feature = "jpeg"))]
fn jpeg(_: &[u8]) -> Result<Surface, String> {
    Err("a JPEG picture, which needs the feature `jpeg`".into())
}

#[cfg(not(feature = "webp"))]
fn webp(_: &[u8]) -> Result<Surface, String> {
    Err("a WebP picture, which needs the feature `webp`".into())
}

#[cfg(feature = "jpeg")]
fn jpeg(bytes: &[u8]) -> Result<Surface, String> {
    use zune_jpeg::{
        JpegDecoder,
        zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
    };
    /// Most pixels that a byte can hold: a block of one color takes two bits for 64 pixels of brightness.
    const DENSEST: u64 = 512;
    let bad = |why: &dyn core::fmt::Display| format!("no readable JPEG: {why}");
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(ColorSpace::RGBA)
        .set_max_width(LONGEST as usize)
        .set_max_height(LONGEST as usize);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| bad(&error))?;
    let info = decoder.info().ok_or_else(|| bad(&"it has no head"))?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    check_size(width, height)?;
    // A picture of more pixels than its bytes can hold is a lie, and would take its memory all the same.
    if u64::from(width) * u64::from(height) > bytes.len() as u64 * DENSEST {
        return Err(bad(&"it is cut off"));
    }
    let mut rgba = decoder.decode().map_err(|error| bad(&error))?;
    // Pictures without color leave alpha to us.
    rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
    Surface::from_rgba(width, height, &rgba).map_err(|error| bad(&error))
}

#[cfg(feature = "webp")]
fn webp(bytes: &[u8]) -> Result<Surface, String> {
    use image_webp::WebPDecoder;
    use std::io::Cursor;
    let bad = |why: &dyn core::fmt::Display| format!("no readable WebP: {why}");
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|error| bad(&error))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut pixels = vec![0; (u64::from(width) * u64::from(height) * channels) as usize];
    decoder.read_image(&mut pixels).map_err(|error| bad(&error))?;
    if channels == 3 {
        let with_alpha = |&[r, g, b]: &[u8; 3]| [r, g, b, 255];
        pixels = pixels.as_chunks().0.iter().flat_map(with_alpha).collect();
    }
    Surface::from_rgba(width, height, &pixels).map_err(|error| bad(&error))
}

#[cfg(any(feature = "jpeg", feature = "webp"))]
fn check_size(width: u32, height: u32) -> Result<(), String> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MOST_PIXELS || width.max(height) > LONGEST {
        return Err(format!("a picture of {width}×{height} pixels, which is too large or empty"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(any(feature = "jpeg", feature = "webp")))]
    fn a_format_that_is_not_built_in_is_named() {
        assert!(decode(&[0xFF, 0xD8, 0xFF, 0xE0]).unwrap_err().contains("`jpeg`"));
        assert!(decode(b"RIFF\0\0\0\0WEBPVP8L").unwrap_err().contains("`webp`"));
    }

    /// Every way to cut a file short is an error or a picture of its size, never a panic.
    #[cfg(any(feature = "jpeg", feature = "webp"))]
    fn survives_cuts(file: &[u8], size: (u32, u32)) {
        for end in 0..file.len() {
            if let Ok(picture) = decode(&file[..end]) {
                assert_eq!((picture.width(), picture.height()), size, "cut at {end}");
            }
        }
        assert!(decode(&file[..file.len() / 3]).is_err());
    }

    #[test]
    #[cfg(feature = "jpeg")]
    fn a_jpeg_is_a_picture() {
        let file = include_bytes!("../../tests/files/flag.jpg");
        let picture = decode(file).unwrap();
        assert_eq!((picture.width(), picture.height()), (24, 16));
        let [left, right] = [4, 20].map(|x| picture.get(x, 8).unwrap());
        assert!(left.r > 180 && left.b < 60 && left.a == 255, "{left:?}");
        assert!(right.b > 180 && right.r < 60, "{right:?}");
        survives_cuts(file, (24, 16));
    }

    #[test]
    #[cfg(feature = "webp")]
    fn both_kinds_of_webp_are_pictures() {
        let lossless = include_bytes!("../../tests/files/flag.webp");
        let lossy = include_bytes!("../../tests/files/flag-lossy.webp");
        for (file, slack) in [(&lossless[..], 0), (&lossy[..], 60)] {
            let picture = decode(file).unwrap();
            assert_eq!((picture.width(), picture.height()), (24, 16));
            let [left, right] = [4, 20].map(|x| picture.get(x, 8).unwrap());
            assert!(left.r >= 220 - slack && left.b <= 30 + slack, "{left:?}");
            assert!(right.b >= 220 - slack && right.r <= 30 + slack, "{right:?}");
            survives_cuts(file, (24, 16));
        }
        let clear = decode(lossless).unwrap().get(12, 1).unwrap();
        assert_eq!(clear.a, 0, "the transparent spot in the upper middle");
    }
}
