//! GIF animations, to bytes.

use crate::{Surface, SurfaceError};
use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// Collects frames into an animated GIF that repeats for ever.
///
/// Each frame has its own palette: up to 256 colors are exact, more are reduced. Pixels with alpha 0 are
/// transparent, all others opaque.
///
/// ```
/// use motile_pixels::{Color, GifEncoder, Surface};
/// let mut gif = GifEncoder::new(16, 16)?;
/// for step in 0..4 {
///     let mut frame = Surface::opaque(16, 16, Color::BLACK)?;
///     frame.set(step, 8, Color::WHITE);
///     gif.add_frame(&frame, 0.05)?;
/// }
/// assert!(gif.finish().starts_with(b"GIF89a"));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub struct GifEncoder {
    encoder: Encoder<Vec<u8>>,
    size: (u16, u16),
}

/// Speed of the color reduction, 1 (best) … 30 (fastest).
const REDUCTION_SPEED: i32 = 10;

impl GifEncoder {
    /// An animation of a fixed size in pixels.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is 0 or over 65535.
    pub fn new(width: u32, height: u32) -> Result<Self, SurfaceError> {
        let bad = SurfaceError::BadSize { width, height };
        let side = |side: u32| u16::try_from(side).ok().filter(|&side| side > 0);
        let size = side(width).zip(side(height)).ok_or(bad)?;
        let mut encoder = Encoder::new(Vec::new(), size.0, size.1, &[]).map_err(|_| bad)?;
        // Writing to memory does not fail.
        let _ = encoder.set_repeat(Repeat::Infinite);
        Ok(Self { encoder, size })
    }

    /// Adds a frame that stays for `seconds`, rounded to hundredths; NaN counts as 0.
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] when the frame has another size.
    pub fn add_frame(&mut self, picture: &Surface, seconds: f32) -> Result<(), SurfaceError> {
        let expected = (u32::from(self.size.0), u32::from(self.size.1));
        let found = (picture.width(), picture.height());
        if expected != found {
            return Err(SurfaceError::SizesDiffer { expected, found });
        }
        let mut pixels = picture.to_rgba();
        let mut frame =
            Frame::from_rgba_speed(self.size.0, self.size.1, &mut pixels, REDUCTION_SPEED);
        frame.delay = (seconds * 100.0 + 0.5) as u16;
        frame.dispose =
            if picture.is_opaque() { DisposalMethod::Keep } else { DisposalMethod::Background };
        let _ = self.encoder.write_frame(&frame);
        Ok(())
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn frames_read_back() {
        let mut encoder = GifEncoder::new(9, 5).unwrap();
        let mut frames = Vec::new();
        for i in 0..3u8 {
            let mut frame = Surface::new(9, 5).unwrap();
            for x in 0..9 {
                frame.set(x, i32::from(i), Color::rgb(x as u8 * 20, i * 80, 33));
            }
            encoder.add_frame(&frame, 0.1).unwrap();
            frames.push(frame.to_rgba());
        }
        let bytes = encoder.finish();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        for expected in frames {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!(frame.delay, 10);
            for (read, written) in frame.buffer.chunks(4).zip(expected.chunks(4)) {
                assert_eq!(read[3], written[3]);
                if read[3] == 255 {
                    assert_eq!(read, written);
                }
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn impossible_sizes_and_wrong_frames_are_errors() {
        for (width, height) in [(0, 5), (5, 0), (65536, 1), (u32::MAX, u32::MAX)] {
            assert!(matches!(GifEncoder::new(width, height), Err(SurfaceError::BadSize { .. })));
        }
        let mut encoder = GifEncoder::new(4, 4).unwrap();
        let frame = Surface::new(4, 5).unwrap();
        let error = encoder.add_frame(&frame, f32::NAN);
        assert_eq!(error, Err(SurfaceError::SizesDiffer { expected: (4, 4), found: (4, 5) }));
        assert!(!encoder.finish().is_empty());
    }
}
