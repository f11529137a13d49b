//! Pictures in the "Quite OK Image" format, a page of rules that is read as fast as memory.

use core::fmt;
use motile_pixels::{Color, Surface};

/// What is wrong with a QOI file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QoiError {
    /// It does not begin as such a file does.
    NoQoi,
    /// A side of 0 pixels, or more of them than a surface can have.
    BadSize,
    /// It ends before the last pixel.
    CutOff,
}

impl fmt::Display for QoiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoQoi => "this is no QOI file",
            Self::BadSize => "a QOI file with a size that no picture can have",
            Self::CutOff => "a QOI file that is cut off",
        })
    }
}

impl core::error::Error for QoiError {}

/// Most pixels of a picture: what a hostile header may ask for is not made before the file is long enough for it.
const MOST_PIXELS: u64 = 1 << 26;
/// Longest run of pixels that one byte can mean.
const LONGEST_RUN: u64 = 62;

/// Reads a picture in the QOI format.
///
/// # Errors
/// [`QoiError`] for what is no such file, too large or cut off.
pub fn surface_from_qoi(bytes: &[u8]) -> Result<Surface, QoiError> {
    let (head, mut data) = bytes.split_at_checked(14).ok_or(QoiError::NoQoi)?;
    if !head.starts_with(b"qoif") {
        return Err(QoiError::NoQoi);
    }
    let number =
        |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (width, height) = (number(4), number(8));
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MOST_PIXELS {
        return Err(QoiError::BadSize);
    }
    if data.len() as u64 * LONGEST_RUN < pixels {
        return Err(QoiError::CutOff);
    }
    let mut surface = Surface::new(width, height).map_err(|_| QoiError::BadSize)?;
    let mut reader = Reader { seen: [[0; 4]; 64], last: [0, 0, 0, 255], run: 0 };
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let [r, g, b, a] = reader.pixel(&mut data).ok_or(QoiError::CutOff)?;
            surface.set(x, y, Color { r, g, b, a });
        }
    }
    Ok(surface)
}

struct Reader {
    seen: [[u8; 4]; 64],
    last: [u8; 4],
    run: u8,
}

impl Reader {
    fn pixel(&mut self, data: &mut &[u8]) -> Option<[u8; 4]> {
        if self.run > 0 {
            self.run -= 1;
            return Some(self.last);
        }
        let mut byte = || {
            let (&first, rest) = data.split_first()?;
            *data = rest;
            Some(first)
        };
        let tag = byte()?;
        let [r, g, b, a] = self.last;
        self.last = match tag {
            0xFE => [byte()?, byte()?, byte()?, a],
            0xFF => [byte()?, byte()?, byte()?, byte()?],
            0x00..0x40 => self.seen[usize::from(tag)],
            0x40..0x80 => {
                let by = |shift: u8| ((tag >> shift) & 3).wrapping_sub(2);
                [r.wrapping_add(by(4)), g.wrapping_add(by(2)), b.wrapping_add(by(0)), a]
            }
            0x80..0xC0 => {
                let (green, rest) = ((tag & 0x3F).wrapping_sub(32), byte()?);
                let (red, blue) = ((rest >> 4).wrapping_sub(8), (rest & 15).wrapping_sub(8));
                let of = |channel: u8, more: u8| channel.wrapping_add(green).wrapping_add(more);
                [of(r, red), of(g, 0), of(b, blue), a]
            }
            _ => {
                self.run = tag & 0x3F;
                [r, g, b, a]
            }
        };
        let [r, g, b, a] = self.last.map(usize::from);
        self.seen[(r * 3 + g * 5 + b * 7 + a * 11) % 64] = self.last;
        Some(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(width: u32, height: u32, data: &[u8]) -> Vec<u8> {
        let mut file = b"qoif".to_vec();
        file.extend(width.to_be_bytes());
        file.extend(height.to_be_bytes());
        file.extend([4, 0]);
        file.extend(data);
        file
    }

    #[test]
    fn every_kind_of_chunk() {
        // Whole colors, a small and a larger difference, a run, and one that was seen.
        let data = [
            0xFF,
            10,
            20,
            30,
            128, // a color with alpha
            0xFE,
            200,
            100,
            50,                // one without: alpha stays 128
            0x40 | 0b11_01_10, // +1 −1 0
            0x80 | 0x28,
            0x79, // green +8, red −1 more, blue +1 more
            0xC1, // twice again
            ((10 * 3 + 20 * 5 + 30 * 7 + 128 * 11) % 64) as u8,
        ];
        let picture = surface_from_qoi(&file(7, 1, &data)).unwrap();
        let raw = |x| picture.get(x, 0).map(|color| (color.r, color.g, color.b, color.a)).unwrap();
        assert_eq!(raw(0).3, 128);
        let near = |a: (u8, u8, u8, u8), b: [u8; 3]| {
            [a.0, a.1, a.2].iter().zip(b).all(|(one, other)| one.abs_diff(other) <= 1)
        };
        assert!(near(raw(1), [200, 100, 50]) && near(raw(2), [201, 99, 50]), "{:?}", raw(2));
        assert!(near(raw(3), [208, 107, 59]), "{:?}", raw(3));
        assert_eq!((raw(4), raw(5)), (raw(3), raw(3)));
        assert_eq!(raw(6), raw(0));
    }

    #[test]
    fn hostile_files_are_errors() {
        assert_eq!(surface_from_qoi(b"qoi"), Err(QoiError::NoQoi));
        assert_eq!(surface_from_qoi(&file(0, 4, &[0; 9])), Err(QoiError::BadSize));
        assert_eq!(surface_from_qoi(&file(u32::MAX, u32::MAX, &[])), Err(QoiError::BadSize));
        assert_eq!(surface_from_qoi(&file(8000, 8000, &[0xFD; 9])), Err(QoiError::CutOff));
        assert_eq!(surface_from_qoi(&file(4, 4, &[0xFE, 1, 2])), Err(QoiError::CutOff));
    }
}
