//! PNG files.

use motile_pixels::Surface;

/// Larger pictures are legal, but would make a fuzzer slow rather than wise.
const MOST_PIXELS: u64 = 1 << 20;
const SIGNATURE: usize = 8;

/// Any bytes are a picture or an error; a picture survives writing and reading. The bytes are tried a
/// second time with the checksums put right, or hardly any mutation would get past the first chunk.
pub fn run(data: &[u8]) {
    decode(data);
    decode(&with_right_checksums(data));
}

fn decode(data: &[u8]) {
    if declared_pixels(data) > MOST_PIXELS {
        return;
    }
    match Surface::from_png(data) {
        Ok(picture) => {
            let again = Surface::from_png(&picture.to_png()).expect("own files are readable");
            assert_eq!(again.bytes(), picture.bytes());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Width times height as the header has them, 0 when there is none.
fn declared_pixels(data: &[u8]) -> u64 {
    let side = |at: usize| {
        let bytes = data.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_be_bytes(bytes)))
    };
    side(16).zip(side(20)).map_or(0, |(width, height)| width.saturating_mul(height))
}

/// Walks the chunks (length, kind, data, checksum) and corrects every checksum.
fn with_right_checksums(data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    let mut at = SIGNATURE;
    while let Some(length) = data.get(at..at + 4) {
        let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]) as usize;
        let (Some(end), start) = (at.checked_add(8 + length), at + 4) else { break };
        if data.len() < end + 4 {
            break;
        }
        let sum = crc32(&data[start..end]);
        data[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
    data
}

/// The checksum of PNG chunks, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;
    use motile_pixels::Color;

    fn seeds() -> Vec<Vec<u8>> {
        let mut clear = Surface::new(7, 5).unwrap();
        clear.set(3, 2, Color::rgba(200, 100, 50, 128));
        let solid = Surface::opaque(16, 3, Color::ORANGE).unwrap();
        vec![clear.to_png(), solid.to_png(), palette_png(), vec![]]
    }

    /// Two pixels with a palette, stored without compression.
    fn palette_png() -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut chunk = |kind: &[u8; 4], data: &[u8]| {
            file.extend((data.len() as u32).to_be_bytes());
            file.extend(kind);
            file.extend(data);
            file.extend(crc32(&[kind, data].concat()).to_be_bytes());
        };
        chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
        chunk(b"PLTE", &[255, 0, 0, 0, 0, 255]);
        chunk(b"tRNS", &[255, 128]);
        // zlib header, one stored block of 3 bytes (filter, index 0, index 1), Adler-32.
        chunk(b"IDAT", &[0x78, 1, 1, 3, 0, 0xFC, 0xFF, 0, 0, 1, 0, 5, 0, 2]);
        chunk(b"IEND", &[]);
        file
    }

    #[test]
    fn smoke() {
        let seeds = seeds();
        let seeds: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
        smoke::run(&seeds, 50_000, run);
    }

    #[test]
    fn every_prefix_is_an_error() {
        let file = palette_png();
        for end in 0..file.len() - 12 {
            assert!(Surface::from_png(&file[..end]).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn the_palette_seed_is_a_picture() {
        let picture = Surface::from_png(&palette_png()).unwrap();
        assert_eq!(picture.get(0, 0), Some(Color::RED));
        assert_eq!(picture.get(1, 0), Some(Color::rgba(0, 0, 255, 128)));
    }

    #[test]
    fn checksums_are_put_right() {
        let good = palette_png();
        let mut bad = good.clone();
        bad[29] ^= 0xFF;
        assert!(Surface::from_png(&bad).is_err());
        assert_eq!(with_right_checksums(&bad), good);
    }
}
