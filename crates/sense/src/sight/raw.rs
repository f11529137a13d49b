//! The bytes that cameras send, as pictures.

use super::LumaPlane;
use core::fmt;
use motile_pixels::{Color, Surface, SurfaceError};

/// Why bytes are no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// A side is 0, or there are too many pixels.
    BadSize {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// There are fewer bytes than the picture needs.
    Truncated {
        /// Bytes needed.
        expected: u64,
        /// Bytes given.
        found: u64,
    },
    /// The text at the beginning of a file is not what it should be.
    BadHeader {
        /// Byte at which it stops making sense, from 0.
        at: u64,
        /// What was expected there.
        expected: &'static str,
    },
    /// The bytes of a compressed picture make no sense.
    Corrupt {
        /// Which format they were taken for.
        format: &'static str,
    },
    /// A picture file among others cannot be read.
    BadPicture {
        /// Which one, from 0.
        index: u64,
    },
    /// There is no frame at all.
    Empty,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadSize { width, height } => {
                write!(f, "a frame of {width}×{height} pixels is impossible")
            }
            Self::Truncated { expected, found } => {
                write!(f, "expected {expected} bytes of a frame, found {found}")
            }
            Self::BadHeader { at, expected } => write!(f, "expected {expected} at byte {at}"),
            Self::Corrupt { format } => write!(f, "the bytes are no {format} picture"),
            Self::BadPicture { index } => {
                write!(f, "picture {index} of the sequence cannot be read")
            }
            Self::Empty => f.write_str("there is no frame"),
        }
    }
}

impl core::error::Error for FrameError {}

impl From<SurfaceError> for FrameError {
    fn from(error: SurfaceError) -> Self {
        match error {
            SurfaceError::BadSize { width, height } => Self::BadSize { width, height },
            SurfaceError::WrongLength { expected, found } => Self::Truncated { expected, found },
            _ => Self::Corrupt { format: "raw" },
        }
    }
}

/// How the pixels of a raw frame lie in memory. Brightness is 16…235 and color is around 128, as ITU-R BT.601 has it
/// and as cameras send it.
#[doc(alias = "pixel format")]
#[doc(alias = "YUV")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RawFormat {
    /// Two pixels in four bytes: brightness, blue, brightness, red. What most webcams send (`YUYV`, `YUY2`).
    Yuyv,
    /// All brightness, then blue and red in turn, one pair for four pixels.
    Nv12,
    /// All brightness, then all blue, then all red, one of each for four pixels (`YU12`, `C420`).
    I420,
    /// All brightness, then blue and red at half the width (`C422`).
    I422,
    /// All brightness, all blue, all red (`C444`).
    I444,
    /// Brightness alone.
    Gray,
    /// Red, green, blue.
    Rgb,
}

/// A part of a frame with its steps: where color values of a pixel lie.
struct Layout<'a> {
    luma: &'a [u8],
    luma_step: usize,
    blue: &'a [u8],
    red: &'a [u8],
    /// Bytes from a row of color to the next, and from a value to the next.
    row: usize,
    step: usize,
    /// Pixels that share a color value, as powers of two: across and down.
    shared: (u32, u32),
}

/// The color of pictures without color.
const NONE: &[u8] = &[128];

impl RawFormat {
    /// Bytes of a frame of this size.
    pub fn len(self, width: u32, height: u32) -> u64 {
        let (w, h) = (u64::from(width), u64::from(height));
        let (half_w, half_h) = (w.div_ceil(2), h.div_ceil(2));
        match self {
            Self::Yuyv => half_w * 4 * h,
            Self::Nv12 | Self::I420 => w * h + 2 * half_w * half_h,
            Self::I422 => w * h + 2 * half_w * h,
            Self::I444 | Self::Rgb => 3 * w * h,
            Self::Gray => w * h,
        }
    }

    fn check(self, width: u32, height: u32, bytes: &[u8]) -> Result<(), FrameError> {
        if u64::from(width) * u64::from(height) == 0 || width.max(height) > 1 << 15 {
            return Err(FrameError::BadSize { width, height });
        }
        let (expected, found) = (self.len(width, height), bytes.len() as u64);
        if found < expected {
            return Err(FrameError::Truncated { expected, found });
        }
        Ok(())
    }

    /// Makes a picture of the bytes of a frame. Keeps the memory of a picture that has the size already; bytes beyond the
    /// frame are not looked at.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// use motile_sense::sight::RawFormat;
    /// let mut picture = Surface::new(1, 1)?;
    /// // Two gray pixels, one dark and one bright.
    /// RawFormat::Yuyv.decode(2, 1, &[16, 128, 235, 128], &mut picture)?;
    /// assert_eq!(picture.get(0, 0), Some(Color::BLACK));
    /// assert_eq!(picture.get(1, 0), Some(Color::WHITE));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`FrameError::BadSize`] for a side of 0 or above 2¹⁵, [`FrameError::Truncated`] for too few bytes; the picture stays
    /// what it was.
    pub fn decode(
        self,
        width: u32,
        height: u32,
        bytes: &[u8],
        picture: &mut Surface,
    ) -> Result<(), FrameError> {
        self.check(width, height, bytes)?;
        fit_picture(picture, width, height)?;
        let width = width as usize;
        let rows = picture.words_mut().chunks_exact_mut(width).enumerate();
        if self == Self::Rgb {
            for ((_, to), from) in rows.zip(bytes.chunks_exact(width * 3)) {
                for (word, &[r, g, b]) in to.iter_mut().zip(from.as_chunks().0) {
                    *word = u32::from_le_bytes([r, g, b, 255]);
                }
            }
            return Ok(());
        }
        let layout = self.layout(width, height as usize, bytes);
        for (y, to) in rows {
            let luma = &layout.luma[y * self.luma_row(width)..];
            let color = (y >> layout.shared.1) * layout.row;
            for (x, word) in to.iter_mut().enumerate() {
                let at = color + (x >> layout.shared.0) * layout.step;
                *word = rgb_word(luma[x * layout.luma_step], layout.blue[at], layout.red[at]);
            }
        }
        Ok(())
    }

    /// Takes the brightness of a frame alone, without making a picture: for a camera that sends brightness it is a copy,
    /// stretched from 16…235 to 0…255.
    ///
    /// # Errors
    /// As [`RawFormat::decode`].
    pub fn read_luma(
        self,
        width: u32,
        height: u32,
        bytes: &[u8],
        luma: &mut LumaPlane,
    ) -> Result<(), FrameError> {
        self.check(width, height, bytes)?;
        luma.fit(width, height);
        let row = self.luma_row(width as usize);
        let step = row / width as usize;
        for (to, from) in luma.bytes_mut().chunks_exact_mut(width as usize).zip(bytes.chunks(row)) {
            match (self, step) {
                (Self::Rgb, _) => {
                    for (to, &[r, g, b]) in to.iter_mut().zip(from.as_chunks().0) {
                        *to = super::plane::luma(u32::from_le_bytes([r, g, b, 255]));
                    }
                }
                (_, step) => {
                    for (to, &from) in to.iter_mut().zip(from.iter().step_by(step.max(1))) {
                        *to = STRETCHED[usize::from(from)];
                    }
                }
            }
        }
        Ok(())
    }

    /// Bytes of a row of brightness.
    pub(super) const fn luma_row(self, width: usize) -> usize {
        match self {
            Self::Yuyv => width.div_ceil(2) * 4,
            Self::Rgb => width * 3,
            _ => width,
        }
    }

    fn layout(self, width: usize, height: usize, bytes: &[u8]) -> Layout<'_> {
        let (half_w, half_h) = (width.div_ceil(2), height.div_ceil(2));
        let area = width * height;
        let planar = |row: usize, rows: usize, shared| {
            let (blue, red) = bytes[area..].split_at(row * rows);
            Layout { luma: bytes, luma_step: 1, blue, red, row, step: 1, shared }
        };
        match self {
            Self::Yuyv => Layout {
                luma: bytes,
                luma_step: 2,
                blue: &bytes[1..],
                red: &bytes[3..],
                row: half_w * 4,
                step: 4,
                shared: (1, 0),
            },
            Self::Nv12 => {
                let colors = &bytes[area..];
                let (row, step, shared) = (half_w * 2, 2, (1, 1));
                Layout {
                    luma: bytes,
                    luma_step: 1,
                    blue: colors,
                    red: &colors[1..],
                    row,
                    step,
                    shared,
                }
            }
            Self::I420 => planar(half_w, half_h, (1, 1)),
            Self::I422 => planar(half_w, height, (1, 0)),
            Self::I444 => planar(width, height, (0, 0)),
            Self::Gray | Self::Rgb => Layout {
                luma: bytes,
                luma_step: 1,
                blue: NONE,
                red: NONE,
                row: 0,
                step: 0,
                shared: (0, 0),
            },
        }
    }
}

/// Makes a picture opaque and of this size, keeping it when it is already.
pub(crate) fn fit_picture(
    picture: &mut Surface,
    width: u32,
    height: u32,
) -> Result<(), SurfaceError> {
    if (picture.width(), picture.height(), picture.is_opaque()) != (width, height, true) {
        *picture = Surface::opaque(width, height, Color::BLACK)?;
    }
    Ok(())
}

/// 16…235 as 0…255.
static STRETCHED: [u8; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let value = ((at as i32 - 16) * 255 + 109) / 219;
        table[at] = if value < 0 {
            0
        } else if value > 255 {
            255
        } else {
            value as u8
        };
        at += 1;
    }
    table
};

/// A pixel of brightness and color as a stored word, by the whole-number form of BT.601.
#[inline(always)]
fn rgb_word(luma: u8, blue: u8, red: u8) -> u32 {
    let (y, u, v) =
        (298 * (i32::from(luma) - 16) + 128, i32::from(blue) - 128, i32::from(red) - 128);
    let held = |value: i32| (value >> 8).clamp(0, 255) as u8;
    let (r, g, b) = (held(y + 409 * v), held(y - 100 * u - 208 * v), held(y + 516 * u));
    u32::from_le_bytes([r, g, b, 255])
}

/// Brightness 16…235, blue and red around 128 of a color.
pub(crate) fn yuv_of(word: u32) -> [u8; 3] {
    let channel = |shift: u32| (word >> shift & 255) as i32;
    let (r, g, b) = (channel(0), channel(8), channel(16));
    let luma = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
    let blue = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
    let red = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
    [luma, blue, red].map(|value| value.clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [RawFormat; 7] = [
        RawFormat::Yuyv,
        RawFormat::Nv12,
        RawFormat::I420,
        RawFormat::I422,
        RawFormat::I444,
        RawFormat::Gray,
        RawFormat::Rgb,
    ];

    /// A frame of one color in a format.
    fn frame(format: RawFormat, width: u32, height: u32, color: Color) -> Vec<u8> {
        let [y, u, v] = yuv_of(color.to_word());
        let area = (width * height) as usize;
        let quarter = (width.div_ceil(2) * height.div_ceil(2)) as usize;
        let half = (width.div_ceil(2) * height) as usize;
        let lists: &[(usize, &[u8])] = match format {
            RawFormat::Yuyv => &[(half, &[y, u, y, v])],
            RawFormat::Nv12 => &[(area, &[y]), (quarter, &[u, v])],
            RawFormat::I420 => &[(area, &[y]), (quarter, &[u]), (quarter, &[v])],
            RawFormat::I422 => &[(area, &[y]), (half, &[u]), (half, &[v])],
            RawFormat::I444 => &[(area, &[y]), (area, &[u]), (area, &[v])],
            RawFormat::Gray => &[(area, &[y])],
            RawFormat::Rgb => &[(area, &[color.r, color.g, color.b])],
        };
        lists.iter().flat_map(|(count, bytes)| bytes.repeat(*count)).collect()
    }

    #[test]
    fn every_format_and_size_gives_its_color_back() {
        for format in FORMATS {
            for (width, height) in [(1, 1), (2, 2), (3, 5), (64, 48), (319, 7)] {
                for color in [Color::rgb(200, 30, 40), Color::rgb(16, 90, 220), Color::WHITE] {
                    let bytes = frame(format, width, height, color);
                    assert_eq!(bytes.len() as u64, format.len(width, height), "{format:?}");
                    let mut picture = Surface::new(1, 1).unwrap();
                    format.decode(width, height, &bytes, &mut picture).unwrap();
                    for (x, y) in [(0, 0), (width as i32 - 1, height as i32 - 1)] {
                        let found = picture.get(x, y).unwrap();
                        let near = |a: u8, b: u8| a.abs_diff(b) <= 3;
                        let same = near(found.r, color.r)
                            && near(found.g, color.g)
                            && near(found.b, color.b);
                        assert!(
                            same || format == RawFormat::Gray,
                            "{format:?} {color:?} {found:?}"
                        );
                    }
                    let mut luma = LumaPlane::default();
                    format.read_luma(width, height, &bytes, &mut luma).unwrap();
                    let expected = super::super::plane::luma(color.to_word());
                    assert!(
                        luma.bytes().iter().all(|&byte| byte.abs_diff(expected) <= 3),
                        "{format:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn frames_that_lie_about_their_size_are_errors() {
        let mut picture = Surface::opaque(3, 3, Color::RED).unwrap();
        let mut luma = LumaPlane::default();
        for format in FORMATS {
            let bytes = frame(format, 16, 8, Color::WHITE);
            for length in 0..bytes.len() {
                let (expected, found) = (bytes.len() as u64, length as u64);
                let error = Err(FrameError::Truncated { expected, found });
                assert_eq!(format.decode(16, 8, &bytes[..length], &mut picture), error);
                assert_eq!(format.read_luma(16, 8, &bytes[..length], &mut luma), error);
            }
            for (width, height) in [(0, 8), (8, 0), (u32::MAX, u32::MAX), (40_000, 1)] {
                let error = Err(FrameError::BadSize { width, height });
                assert_eq!(format.decode(width, height, &bytes, &mut picture), error);
            }
        }
        assert_eq!(picture.get(2, 2), Some(Color::RED), "it stays what it was");
    }

    #[test]
    fn two_pixels_of_one_color_value_differ_in_brightness() {
        let mut picture = Surface::new(1, 1).unwrap();
        let bytes = [81, 90, 145, 240, 40, 90, 235, 240];
        RawFormat::Yuyv.decode(2, 2, &bytes, &mut picture).unwrap();
        let red = picture.get(0, 0).unwrap();
        assert!(red.r > 240 && red.g < 10 && red.b < 10, "{red:?}");
        assert!(picture.get(1, 0).unwrap().g > red.g);
    }
}
