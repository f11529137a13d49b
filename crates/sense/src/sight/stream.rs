//! Frames as a device packs them: a code of four letters, a size, and rows that may end with padding.

use super::{FrameError, RawFormat, decode_mjpeg};
use motile_pixels::Surface;

/// How a camera packs its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FramePacking {
    /// As they are.
    Raw(RawFormat),
    /// Each as a JPEG picture.
    Mjpeg,
}

impl FramePacking {
    /// The packings that are known, by the codes that devices have for them; those to ask for first come first.
    pub const KNOWN: [([u8; 4], Self); 8] = [
        (*b"YUYV", Self::Raw(RawFormat::Yuyv)),
        (*b"NV12", Self::Raw(RawFormat::Nv12)),
        (*b"YU12", Self::Raw(RawFormat::I420)),
        (*b"422P", Self::Raw(RawFormat::I422)),
        (*b"MJPG", Self::Mjpeg),
        (*b"JPEG", Self::Mjpeg),
        (*b"RGB3", Self::Raw(RawFormat::Rgb)),
        (*b"GREY", Self::Raw(RawFormat::Gray)),
    ];

    /// The packing of a code of four letters, as V4L2, AVI files and others have them.
    #[doc(alias = "fourcc")]
    pub fn from_code(code: [u8; 4]) -> Option<Self> {
        Self::KNOWN.iter().find(|known| known.0 == code).map(|known| known.1)
    }
}

/// What a device says of its frames.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_sense::sight::{CameraFormat, FramePacking, RawFormat};
/// // Two gray pixels a row, and four bytes of padding.
/// let format = CameraFormat { width: 2, height: 2, row: 8, packing: FramePacking::Raw(RawFormat::Yuyv) };
/// let bytes = [16, 128, 235, 128, 0, 0, 0, 0, 235, 128, 16, 128, 0, 0, 0, 0];
/// let mut picture = Surface::new(1, 1)?;
/// format.decode(&bytes, &mut picture, &mut Vec::new())?;
/// assert_eq!(picture.get(0, 1), Some(Color::WHITE));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CameraFormat {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes from a row of brightness to the next; 0, or fewer than a row has, for rows without padding.
    pub row: u32,
    /// How frames are packed.
    pub packing: FramePacking,
}

impl CameraFormat {
    /// Makes a picture of the bytes of a frame. `scratch` lends its memory where rows have padding.
    ///
    /// # Errors
    /// Those of [`RawFormat::decode`] and [`decode_mjpeg`]; the picture stays what it was, or is cut.
    pub fn decode(
        &self,
        bytes: &[u8],
        picture: &mut Surface,
        scratch: &mut Vec<u8>,
    ) -> Result<(), FrameError> {
        let FramePacking::Raw(format) = self.packing else { return decode_mjpeg(bytes, picture) };
        let tight = format.len(self.width, 1).min(format.luma_row(self.width as usize) as u64);
        // Pictures without pixels are told of there, too.
        if u64::from(self.row) <= tight || self.width == 0 || self.height == 0 {
            return format.decode(self.width, self.height, bytes, picture);
        }
        // What does not fit into a number of this machine fits into no frame.
        let tight = usize::try_from(tight).unwrap_or(usize::MAX);
        self.pack(format, tight, bytes, scratch)?;
        format.decode(self.width, self.height, scratch, picture)
    }

    /// Copies the rows of all planes without their padding.
    fn pack(
        &self,
        format: RawFormat,
        tight: usize,
        bytes: &[u8],
        packed: &mut Vec<u8>,
    ) -> Result<(), FrameError> {
        packed.clear();
        let (height, row) = (self.height as usize, self.row as usize);
        let half = (self.width.div_ceil(2) as usize, height.div_ceil(2));
        // Rows, bytes of each, and bytes from one to the next.
        let planes: &[(usize, usize, usize)] = match format {
            RawFormat::Nv12 => &[(height, tight, row), (half.1, half.0.saturating_mul(2), row)],
            RawFormat::I420 => &[(height, tight, row), (half.1.saturating_mul(2), half.0, row / 2)],
            RawFormat::I422 => &[(height, tight, row), (height.saturating_mul(2), half.0, row / 2)],
            RawFormat::I444 => &[(height.saturating_mul(3), tight, row)],
            RawFormat::Yuyv | RawFormat::Gray | RawFormat::Rgb => &[(height, tight, row)],
        };
        let mut start = 0usize;
        for &(rows, used, step) in planes {
            for _ in 0..rows {
                // Rows of 4 GB in a page of 4 GB: the end is behind every frame, and no number overflows.
                let end = start.saturating_add(used);
                let (expected, found) = (end as u64, bytes.len() as u64);
                let line = bytes.get(start..end);
                packed.extend_from_slice(line.ok_or(FrameError::Truncated { expected, found })?);
                start = start.saturating_add(step);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of random bytes in a raw format, without padding and with it.
    fn frames(
        format: RawFormat,
        width: u32,
        height: u32,
        padding: usize,
    ) -> (Vec<u8>, Vec<u8>, u32) {
        let length = format.len(width, height) as usize;
        let plain: Vec<u8> = (0..length).map(|i| (i * 37 % 251) as u8).collect();
        let tight = format.luma_row(width as usize);
        // Planes of half the width have half the padding.
        let row = tight + padding * 2;
        let (h, half) = (height as usize, width.div_ceil(2) as usize);
        let planes: Vec<(usize, usize, usize)> = match format {
            RawFormat::Nv12 => vec![(h, tight, row), (h.div_ceil(2), half * 2, row)],
            RawFormat::I420 => vec![(h, tight, row), (2 * h.div_ceil(2), half, row / 2)],
            RawFormat::I422 => vec![(h, tight, row), (2 * h, half, row / 2)],
            RawFormat::I444 => vec![(3 * h, tight, row)],
            _ => vec![(h, tight, row)],
        };
        let (mut padded, mut at) = (Vec::new(), 0);
        for (rows, used, step) in planes {
            for _ in 0..rows {
                padded.extend_from_slice(&plain[at..at + used]);
                padded.resize(padded.len() + step - used, 0xEE);
                at += used;
            }
        }
        assert_eq!(at, plain.len());
        (plain, padded, row as u32)
    }

    #[test]
    fn padding_changes_nothing_and_every_cut_is_an_error() {
        for (code, packing) in FramePacking::KNOWN {
            assert_eq!(FramePacking::from_code(code), Some(packing));
            let FramePacking::Raw(format) = packing else { continue };
            let (width, height) = (6, 4);
            let (plain, padded, row) = frames(format, width, height, 5);
            let (mut expected, mut picture) =
                (Surface::new(1, 1).unwrap(), Surface::new(1, 1).unwrap());
            format.decode(width, height, &plain, &mut expected).unwrap();
            let camera = CameraFormat { width, height, row, packing };
            camera.decode(&padded, &mut picture, &mut Vec::new()).unwrap();
            assert_eq!(picture, expected, "{format:?}");
            let tight = CameraFormat { row: 0, ..camera };
            tight.decode(&plain, &mut picture, &mut Vec::new()).unwrap();
            assert_eq!(picture, expected);
            for length in 0..plain.len() {
                assert!(camera.decode(&padded[..length], &mut picture, &mut Vec::new()).is_err());
            }
        }
        assert_eq!(FramePacking::from_code(*b"H264"), None);
    }

    #[test]
    fn formats_that_lie_about_their_size_are_errors_at_once() {
        let (mut picture, mut scratch) = (Surface::new(1, 1).unwrap(), Vec::new());
        let most = u32::MAX;
        for (_, packing) in FramePacking::KNOWN {
            for (width, height, row) in [
                (0, most, 1),
                (most, 0, most),
                (most, most, most),
                (1, most, most),
                (most, 1, 2),
                (2, most, 5),
            ] {
                let format = CameraFormat { width, height, row, packing };
                assert!(
                    format.decode(&[7; 4_096], &mut picture, &mut scratch).is_err(),
                    "{format:?}"
                );
                assert!(scratch.len() <= 4_096);
            }
        }
    }
}
