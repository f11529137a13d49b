//! Pictures of every format that a game loads, told by their first bytes: JPEG and WebP above all.

use image_webp::WebPDecoder;
use motile_game::assets::Asset as _;
use motile_pixels::Surface;
use std::io::Cursor;

/// A few bytes of WebP may rightly mean any number of pixels; larger pictures than this take all of a fuzzer's time.
const MOST_PIXELS: u64 = 1 << 18;

/// Any bytes are a picture with pixels, or an error in words.
pub fn run(data: &[u8]) {
    if let Ok(decoder) = WebPDecoder::new(Cursor::new(data)) {
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return;
        }
    }
    match Surface::from_bytes(data) {
        Ok(picture) => assert!(picture.width() > 0 && picture.get(0, 0).is_some()),
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Seeds made by code; the others are files.
pub fn built() -> Vec<Vec<u8>> {
    vec![
        b"\xFF\xD8\xFF\xE0".to_vec(),
        b"RIFF\x1A\0\0\0WEBPVP8L\x0D\0\0\0\x2F\0\0\0\x10\x07\x10\x11\x11\x88\x88\xFE\x07".to_vec(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        let mut all = built();
        all.extend(seeds::stored("picture"));
        smoke::run(&all, 8_000, run);
    }
}
