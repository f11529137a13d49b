//! Pictures of brightness alone, one byte a pixel.

use fearless_simd::{Level, dispatch};
use motile_pixels::{IRect, Surface};

/// A picture of brightness: one byte a pixel, 0 black, 255 white. What motion, flow and edges look at, because cameras
/// send it as it is and it is a quarter of the bytes.
///
/// The default is empty, 0×0; reading a picture gives it that size and keeps its memory.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// use motile_sense::sight::LumaPlane;
///
/// let mut luma = LumaPlane::default();
/// luma.read(&Surface::opaque(4, 2, Color::WHITE)?);
/// assert_eq!((luma.width(), luma.height(), luma.get(3, 1)), (4, 2, Some(255)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "grayscale")]
#[doc(alias = "gray image")]
#[derive(Clone, Default, PartialEq, Eq)]
pub struct LumaPlane {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
}

crate::quiet::debug_by!(LumaPlane: width, height);

impl LumaPlane {
    /// The brightness of a picture. Allocates.
    pub fn from_surface(picture: &Surface) -> Self {
        let mut plane = Self::default();
        plane.read(picture);
        plane
    }

    /// Takes the brightness of a picture, `(77·r + 150·g + 29·b + 128) / 256` of the stored channels. Allocates only
    /// when the picture is larger than any before.
    pub fn read(&mut self, picture: &Surface) {
        self.read_at(Level::new(), picture);
    }

    fn read_at(&mut self, level: Level, picture: &Surface) {
        self.fit(picture.width(), picture.height());
        let (words, bytes) = (picture.words(), &mut self.bytes[..]);
        dispatch!(level, _simd => luma_of(words, bytes));
    }

    /// Becomes a copy of another plane, keeping its memory.
    pub fn copy_from(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.bytes.clone_from(&other.bytes);
    }

    /// Gives it a size; what it shows is up to the caller.
    pub(crate) fn fit(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width, height);
        self.bytes.resize(width as usize * height as usize, 0);
    }

    /// Columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The whole plane as a rectangle at the origin.
    pub const fn bounds(&self) -> IRect {
        IRect::of_size(self.width, self.height)
    }

    /// Whether it has no pixel.
    pub const fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// The brightness at (x, y), `None` outside.
    pub fn get(&self, x: i32, y: i32) -> Option<u8> {
        let inside = self.bounds().contains(x, y);
        inside.then(|| self.bytes[y as usize * self.width as usize + x as usize])
    }

    /// All pixels, row by row.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All pixels, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// One row; rows past the last are the last, and before the first the first. Empty for an empty plane.
    pub(crate) fn row_near(&self, y: i64) -> &[u8] {
        if self.is_empty() {
            return &[];
        }
        let y = y.clamp(0, i64::from(self.height) - 1) as usize;
        let width = self.width as usize;
        &self.bytes[y * width..][..width]
    }

    /// The rows from top to bottom.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.width.max(1) as usize)
    }

    /// Left becomes right, as in a mirror.
    #[doc(alias = "flip")]
    pub fn mirror(&mut self) {
        for row in self.bytes.chunks_exact_mut(self.width.max(1) as usize) {
            row.reverse();
        }
    }

    /// Half the width and height, each pixel the mean of four; halves the noise as well. A side of one pixel stays, an
    /// odd last row or column is left out.
    #[doc(alias = "downsample")]
    #[doc(alias = "pyramid")]
    pub fn halve_into(&self, target: &mut Self) {
        self.halve_at(Level::new(), target);
    }

    fn halve_at(&self, level: Level, target: &mut Self) {
        let half = |side: u32| if side > 1 { side / 2 } else { side };
        target.fit(half(self.width), half(self.height));
        if self.is_empty() {
            return;
        }
        let (width, narrow) = (target.width as usize, self.width == 1);
        for (y, to) in target.bytes.chunks_exact_mut(width).enumerate() {
            let (a, b) = (self.row_near(y as i64 * 2), self.row_near(y as i64 * 2 + 1));
            if narrow {
                to[0] = ((u16::from(a[0]) + u16::from(b[0])).div_ceil(2)) as u8;
            } else {
                dispatch!(level, _simd => halve_row(a, b, to));
            }
        }
    }

    /// The mean of all pixels, 0 for an empty plane.
    pub fn mean(&self) -> f32 {
        let sum: u64 = self.bytes.iter().map(|&byte| u64::from(byte)).sum();
        sum as f32 / self.bytes.len().max(1) as f32
    }

    /// Writes it as an opaque gray picture, for looking at.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`](motile_pixels::SurfaceError::BadSize) for an empty plane.
    pub fn to_surface(&self) -> Result<Surface, motile_pixels::SurfaceError> {
        let mut picture = Surface::opaque(self.width, self.height, motile_pixels::Color::BLACK)?;
        for (word, &byte) in picture.words_mut().iter_mut().zip(&self.bytes) {
            *word = u32::from_le_bytes([byte, byte, byte, 255]);
        }
        Ok(picture)
    }
}

#[inline(always)]
fn luma_of(words: &[u32], bytes: &mut [u8]) {
    for (to, &word) in bytes.iter_mut().zip(words) {
        *to = luma(word);
    }
}

/// The brightness of a stored pixel.
#[inline(always)]
pub(crate) fn luma(word: u32) -> u8 {
    let (r, g, b) = (word & 255, word >> 8 & 255, word >> 16 & 255);
    ((77 * r + 150 * g + 29 * b + 128) >> 8) as u8
}

#[inline(always)]
fn halve_row(a: &[u8], b: &[u8], to: &mut [u8]) {
    let ((a, _), (b, _)) = (a.as_chunks::<2>(), b.as_chunks::<2>());
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
        *to = ((sum + 2) >> 2) as u8;
    }
}

/// Turns a picture around: left becomes right, as people expect of a picture of themselves.
///
/// ```
/// use motile_pixels::{Color, Surface};
/// let mut picture = Surface::opaque(3, 1, Color::BLACK)?;
/// picture.set(0, 0, Color::RED);
/// motile_sense::sight::mirror(&mut picture);
/// assert_eq!(picture.get(2, 0), Some(Color::RED));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "flip")]
pub fn mirror(picture: &mut Surface) {
    let width = picture.width() as usize;
    for row in picture.words_mut().chunks_exact_mut(width) {
        row.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_pixels::Color;

    #[test]
    fn brightness_of_gray_is_its_value_and_green_is_brightest() {
        for value in 0..=255 {
            let word = u32::from_le_bytes([value, value, value, 255]);
            assert_eq!(luma(word), value);
        }
        let of = |color: Color| luma(color.to_word());
        assert!(of(Color::hex(0x00FF00)) > of(Color::hex(0xFF0000)));
        assert!(of(Color::hex(0xFF0000)) > of(Color::hex(0x0000FF)));
    }

    #[test]
    fn check_5_21_mirrored_twice_is_the_same() {
        let mut picture = Surface::opaque(320, 240, Color::rgb(16, 16, 16)).unwrap();
        picture.fill_rect(IRect::new(100, 60, 40, 30), Color::rgb(200, 30, 40));
        let plain = picture.clone();
        mirror(&mut picture);
        let found = picture.color_bounds(0xFF_FFFF, Color::rgb(200, 30, 40), true);
        assert_eq!(found, IRect::new(180, 60, 40, 30));
        mirror(&mut picture);
        assert_eq!(picture, plain);
    }

    #[test]
    fn check_5_42_levels_agree_with_the_plain_rules() {
        for width in [1, 7, 319, 641] {
            let mut rng = motile_geom::Rng::new(u64::from(width));
            let mut picture = Surface::opaque(width, 6, Color::BLACK).unwrap();
            for word in picture.words_mut() {
                *word = rng.u32() | 0xFF00_0000;
            }
            for level in crate::sight::testing::levels() {
                let (mut plane, mut half) = (LumaPlane::default(), LumaPlane::default());
                plane.read_at(level, &picture);
                let plain: Vec<u8> = picture.words().iter().map(|&word| luma(word)).collect();
                assert_eq!(plane.bytes(), plain, "{level:?}");
                plane.halve_at(level, &mut half);
                for (at, &byte) in half.bytes().iter().enumerate().filter(|_| width > 1) {
                    let (x, y) = (at % half.width as usize * 2, at / half.width as usize * 2);
                    let of =
                        |dx: usize, dy: usize| u32::from(plain[(y + dy) * width as usize + x + dx]);
                    let sum = of(0, 0) + of(1, 0) + of(0, 1) + of(1, 1);
                    assert_eq!(u32::from(byte), (sum + 2) / 4, "{level:?} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn halves_of_every_shape() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2), (7, 3), (640, 480)] {
            let mut plane = LumaPlane::default();
            plane.fit(width, height);
            plane.bytes.fill(77);
            let mut half = LumaPlane::default();
            plane.halve_into(&mut half);
            assert_eq!((half.width, half.height), ((width / 2).max(1), (height / 2).max(1)));
            assert!(half.bytes.iter().all(|&byte| byte == 77));
        }
        LumaPlane::default().halve_into(&mut LumaPlane::default());
    }
}
