//! PNG files.

use motile_pixels::{Color, Surface};

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

/// Files to start from: as we write them, and of every kind of color, depth, interlacing and filter.
///
/// # Panics
/// Never: the pictures are small.
pub fn built() -> Vec<Vec<u8>> {
    let mut clear = Surface::new(7, 5).expect("small");
    clear.set(3, 2, Color::rgba(200, 100, 50, 128));
    let solid = Surface::opaque(16, 3, Color::ORANGE).expect("small");
    let mut files = vec![clear.to_png(), solid.to_png(), palette_png()];
    // Gray, RGB, palette, gray with alpha, RGBA; their channels, and the depths in bits that each may have.
    let kinds: [(u8, usize, &[u8]); 5] = [
        (0, 1, &[1, 2, 4, 8, 16]),
        (2, 3, &[8, 16]),
        (3, 1, &[1, 2, 4, 8]),
        (4, 2, &[8, 16]),
        (6, 4, &[8, 16]),
    ];
    for (color, channels, depths) in kinds {
        for &depth in depths {
            let file = |interlaced| plain_png(color, channels, depth, interlaced);
            files.extend([false, true].map(file));
        }
    }
    files
}

/// Five by three pixels, stored without compression, a different filter in each row.
fn plain_png(color: u8, channels: usize, depth: u8, interlaced: bool) -> Vec<u8> {
    const SIZE: (usize, usize) = (5, 3);
    // Left, top and steps along x and y of the passes of an interlaced picture.
    const PASSES: [[usize; 4]; 7] = [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
    ];
    let passes = if interlaced { &PASSES[..] } else { &[[0, 0, 1, 1]] };
    let mut rows = Vec::new();
    for &[left, top, across, down] in passes {
        let width = SIZE.0.saturating_sub(left).div_ceil(across);
        let height = SIZE.1.saturating_sub(top).div_ceil(down);
        let bytes = (width * channels * usize::from(depth)).div_ceil(8);
        for row in 0..if bytes == 0 { 0 } else { height } {
            rows.push((row % 5) as u8);
            rows.extend((0..bytes).map(|i| (i * 37 + row * 11) as u8));
        }
    }
    let [width, height] = [SIZE.0 as u8, SIZE.1 as u8];
    let header = vec![0, 0, 0, width, 0, 0, 0, height, depth, color, 0, 0, interlaced.into()];
    let mut chunks: Vec<(&[u8; 4], Vec<u8>)> =
        vec![(b"IHDR", header), (b"gAMA", vec![0, 0, 177, 143])];
    if color == 3 {
        let palette = (0..3 << depth).map(|i: u32| (i * 5) as u8).collect();
        chunks.extend([(b"PLTE", palette), (b"tRNS", vec![255, 128])]);
    }
    chunks.extend([(b"IDAT", stored_zlib(&rows)), (b"IEND", vec![])]);
    png_file(&chunks)
}

/// Two pixels with a palette, of which the second is half clear.
fn palette_png() -> Vec<u8> {
    png_file(&[
        (b"IHDR", vec![0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]),
        (b"PLTE", vec![255, 0, 0, 0, 0, 255]),
        (b"tRNS", vec![255, 128]),
        (b"IDAT", stored_zlib(&[0, 0, 1])),
        (b"IEND", vec![]),
    ])
}

fn png_file(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, data) in chunks {
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(*kind);
        file.extend(data);
        file.extend(crc32(&[&kind[..], data].concat()).to_be_bytes());
    }
    file
}

/// A zlib stream of one block that is not compressed: header, length and its complement, bytes, Adler-32.
fn stored_zlib(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    let mut stream = vec![0x78, 1, 1];
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(bytes);
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    });
    stream.extend(((b << 16) | a).to_be_bytes());
    stream
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("png")].concat(), 50_000, run);
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
    fn palettes_that_are_no_list_of_colors_are_errors() {
        // The decoder used to panic on lengths that are no multiple of 3, and on more than 256 colors.
        for length in [1, 4, 5, 3 * 257] {
            let file = png_file(&[
                (b"IHDR", vec![0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]),
                (b"PLTE", vec![7; length]),
                (b"IDAT", stored_zlib(&[0, 0, 1])),
                (b"IEND", vec![]),
            ]);
            assert!(Surface::from_png(&file).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn every_seed_is_a_picture() {
        for (number, file) in built().iter().enumerate() {
            assert!(Surface::from_png(file).is_ok(), "{number}: {:?}", Surface::from_png(file));
        }
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
