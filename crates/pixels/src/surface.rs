//! The surface: a rectangle of pixels.

use crate::Color;
use core::fmt;
use motile_geom::{HashState, IRect, StateHash};

/// A rectangle of pixels, stored as premultiplied RGBA with 8 bits a channel.
///
/// A *transparent* surface ([`Surface::new`]) has an alpha per pixel; an *opaque* one
/// ([`Surface::opaque`]) keeps alpha 255 everywhere, whatever is written.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// let mut picture = Surface::new(320, 200)?;
/// picture.set(10, 20, Color::RED);
/// assert_eq!(picture.get(10, 20), Some(Color::RED));
/// assert_eq!(picture.get(-1, 0), None);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "bitmap")]
#[doc(alias = "image")]
#[doc(alias = "pixmap")]
#[doc(alias = "framebuffer")]
#[doc(alias = "BitmapData")]
#[derive(PartialEq, Eq)]
pub struct Surface {
    width: u32,
    height: u32,
    opaque: bool,
    /// One word a pixel; its bytes in memory are R, G, B, A on every platform.
    words: Vec<u32>,
}

/// By size, kind and all pixels.
impl HashState for Surface {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.width, self.height, self.opaque));
        hash.write(&self.words);
    }
}

/// Why a surface could not be made, or an operation on one was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceError {
    /// A side is 0, or there are more than 2²⁸ pixels.
    BadSize {
        /// Requested width in pixels.
        width: u32,
        /// Requested height in pixels.
        height: u32,
    },
    /// The bytes given do not fill the rectangle.
    WrongLength {
        /// Bytes needed.
        expected: u64,
        /// Bytes given.
        found: u64,
    },
    /// A number is NaN or infinite.
    NotFinite,
    /// A kernel is empty, has more than 2¹⁶ weights, or not columns × rows of them.
    BadKernel {
        /// Width of the kernel.
        columns: u32,
        /// Height of the kernel.
        rows: u32,
        /// Weights given.
        weights: u64,
    },
    /// Two surfaces that must have one size do not.
    SizesDiffer {
        /// Width and height needed.
        expected: (u32, u32),
        /// Width and height found.
        found: (u32, u32),
    },
}

impl fmt::Display for SurfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadSize { width, height } => write!(
                f,
                "a surface of {width}×{height} pixels is impossible: sides start at 1 and the area ends at 268435456"
            ),
            Self::WrongLength { expected, found } => {
                write!(f, "expected {expected} bytes to fill the surface, found {found}")
            }
            Self::NotFinite => f.write_str("a number is NaN or infinite"),
            Self::BadKernel { columns, rows, weights } => {
                write!(f, "a kernel of {columns}×{rows} cannot have {weights} weights")
            }
            Self::SizesDiffer { expected, found } => write!(
                f,
                "expected a surface of {}×{} pixels, found {}×{}",
                expected.0, expected.1, found.0, found.1
            ),
        }
    }
}

impl core::error::Error for SurfaceError {}

/// Most pixels a surface may have: 1 GiB of memory.
const MAX_PIXELS: u64 = 1 << 28;

impl Clone for Surface {
    fn clone(&self) -> Self {
        let Self { width, height, opaque, ref words } = *self;
        Self { width, height, opaque, words: words.clone() }
    }

    /// Becomes a copy in the memory that it has.
    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        (self.width, self.height, self.opaque) = (other.width, other.height, other.opaque);
    }
}

impl Surface {
    /// A transparent surface with every pixel invisible.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is 0 or the area is over 2²⁸ pixels.
    pub fn new(width: u32, height: u32) -> Result<Self, SurfaceError> {
        Self::with_words(width, height, false, 0)
    }

    /// A transparent surface with every pixel `color`.
    ///
    /// # Errors
    /// As [`Surface::new`].
    pub fn filled(width: u32, height: u32, color: Color) -> Result<Self, SurfaceError> {
        Self::with_words(width, height, false, word(color))
    }

    /// An opaque surface with every pixel `color`, whose alpha is taken as 255.
    ///
    /// # Errors
    /// As [`Surface::new`].
    pub fn opaque(width: u32, height: u32, color: Color) -> Result<Self, SurfaceError> {
        Self::with_words(width, height, true, word(color.with_alpha(255)))
    }

    /// A transparent surface from straight R, G, B, A bytes, row by row.
    ///
    /// # Errors
    /// As [`Surface::new`], and [`SurfaceError::WrongLength`] unless there are 4 bytes a pixel.
    pub fn from_rgba(width: u32, height: u32, bytes: &[u8]) -> Result<Self, SurfaceError> {
        let area = u64::from(width) * u64::from(height);
        let (expected, found) = (area.saturating_mul(4), bytes.len() as u64);
        if area <= MAX_PIXELS && expected != found {
            return Err(SurfaceError::WrongLength { expected, found });
        }
        let mut surface = Self::new(width, height)?;
        for (to, &[r, g, b, a]) in surface.words.iter_mut().zip(bytes.as_chunks().0) {
            *to = word(Color::rgba(r, g, b, a));
        }
        Ok(surface)
    }

    /// The pixels as straight R, G, B, A bytes, row by row. Allocates.
    pub fn to_rgba(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.words.len() * 4);
        for &word in &self.words {
            let Color { r, g, b, a } = color(word);
            bytes.extend_from_slice(&[r, g, b, a]);
        }
        bytes
    }

    fn with_words(width: u32, height: u32, opaque: bool, word: u32) -> Result<Self, SurfaceError> {
        let area = Self::check_size(width, height)?;
        Ok(Self { width, height, opaque, words: vec![word; area] })
    }

    /// The number of pixels of a size that a surface can have.
    pub(crate) fn check_size(width: u32, height: u32) -> Result<usize, SurfaceError> {
        let area = u64::from(width) * u64::from(height);
        if area == 0 || area > MAX_PIXELS {
            return Err(SurfaceError::BadSize { width, height });
        }
        Ok(area as usize)
    }

    /// A surface of one pixel, which always fits.
    pub(crate) fn one_pixel(color: Color) -> Self {
        Self { width: 1, height: 1, opaque: false, words: vec![word(color)] }
    }

    /// Gives this surface another size and kind, keeping its memory. What it shows is up to the caller, who
    /// writes every pixel.
    pub(crate) fn reshape(
        &mut self,
        width: u32,
        height: u32,
        opaque: bool,
    ) -> Result<(), SurfaceError> {
        let area = Self::check_size(width, height)?;
        let clear = word(if opaque { Color::BLACK } else { Color::TRANSPARENT });
        self.words.resize(area, clear);
        (self.width, self.height, self.opaque) = (width, height, opaque);
        Ok(())
    }

    /// Width in pixels, at least 1.
    #[inline]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels, at least 1.
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The whole surface as a rectangle at the origin.
    #[inline]
    pub const fn bounds(&self) -> IRect {
        IRect::of_size(self.width, self.height)
    }

    /// Whether every pixel stays at alpha 255.
    #[inline]
    pub const fn is_opaque(&self) -> bool {
        self.opaque
    }

    /// The color at (x, y), or `None` outside.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> Option<Color> {
        let inside = (x as u32) < self.width && (y as u32) < self.height;
        inside.then(|| color(self.words[y as usize * self.width as usize + x as usize]))
    }

    /// Writes a pixel, replacing what is there; outside nothing happens. Returns whether the pixel
    /// exists. On an opaque surface the alpha counts as 255.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, color: Color) -> bool {
        let inside = (x as u32) < self.width && (y as u32) < self.height;
        if inside {
            let color = if self.opaque { color.with_alpha(255) } else { color };
            self.words[y as usize * self.width as usize + x as usize] = word(color);
        }
        inside
    }

    /// The stored bytes, premultiplied R, G, B, A, row by row.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.words)
    }

    /// The stored bytes for renderers that write premultiplied RGBA. Whoever writes keeps each color
    /// channel at or below its alpha, and alpha at 255 on an opaque surface.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.words)
    }

    /// The stored pixels, one word each with bytes R, G, B, A in memory, row by row.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The stored pixels; the duties of [`Surface::bytes_mut`] apply.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u32] {
        &mut self.words
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.opaque { "opaque" } else { "transparent" };
        write!(f, "Surface({}×{}, {kind})", self.width, self.height)
    }
}

/// A color as a stored word.
#[inline]
pub(crate) const fn word(color: Color) -> u32 {
    u32::from_ne_bytes(color.premultiplied())
}

/// A stored word as a color.
#[inline]
pub(crate) const fn color(word: u32) -> Color {
    Color::from_premultiplied(word.to_ne_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_sizes_are_errors() {
        for (width, height) in
            [(0, 0), (0, 5), (5, 0), (u32::MAX, u32::MAX), (1 << 15, (1 << 13) + 1)]
        {
            let error = Err(SurfaceError::BadSize { width, height });
            assert_eq!(Surface::new(width, height).map(|_| ()), error);
            assert_eq!(Surface::opaque(width, height, Color::RED).map(|_| ()), error);
        }
        assert!(Surface::from_rgba(u32::MAX, u32::MAX, &[]).is_err());
    }

    #[test]
    fn col_4_pixels_are_written_and_read() {
        let mut surface = Surface::new(3, 2).unwrap();
        assert!(surface.set(2, 1, Color::ORANGE));
        assert_eq!(surface.get(2, 1), Some(Color::ORANGE));
        for (x, y) in [(3, 1), (2, 2), (-1, 0), (i32::MIN, i32::MAX)] {
            assert!(!surface.set(x, y, Color::RED));
            assert_eq!(surface.get(x, y), None);
        }
    }

    #[test]
    fn col_3_an_opaque_surface_has_alpha_255_whatever_is_written() {
        let mut surface = Surface::opaque(2, 1, Color::argb(0x00FF_FFFF)).unwrap();
        assert_eq!(surface.get(0, 0), Some(Color::WHITE));
        surface.set(0, 0, Color::argb(0x0012_3456));
        assert_eq!(surface.get(0, 0), Some(Color::hex(0x12_3456)));
    }

    #[test]
    fn col_a24_an_opaque_surface_is_solid_at_every_threshold() {
        for argb in [0, 0x00FF_FFFF, 0x8012_3456, u32::MAX] {
            let surface = Surface::opaque(3, 2, Color::argb(argb)).unwrap();
            assert!(surface.bytes().chunks(4).all(|pixel| pixel[3] == 255));
        }
    }

    #[test]
    fn straight_bytes_go_in_and_out() {
        let bytes = [255, 0, 0, 255, 10, 20, 30, 255];
        let surface = Surface::from_rgba(2, 1, &bytes).unwrap();
        assert_eq!(surface.to_rgba(), bytes);
        let wrong = Surface::from_rgba(2, 1, &bytes[1..]).unwrap_err();
        assert_eq!(wrong, SurfaceError::WrongLength { expected: 8, found: 7 });
    }
}
