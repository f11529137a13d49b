//! Small pictures of large ones.

use crate::{Surface, SurfaceError};

impl Surface {
    /// A copy made smaller by a whole factor, so that it fits into `width`×`height`: every pixel is the mean of the
    /// square it stands for (a box filter). What does not fill a square at the right and lower edge is left out. A
    /// picture that fits already is copied as it is.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let picture = Surface::opaque(640, 480, Color::ORANGE)?;
    /// let small = picture.thumbnail(100, 100)?;
    /// assert_eq!((small.width(), small.height()), (91, 68));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when the picture is so narrow that nothing is left of it.
    #[doc(alias = "downscale")]
    #[doc(alias = "mipmap")]
    #[doc(alias = "resize")]
    pub fn thumbnail(&self, width: u32, height: u32) -> Result<Self, SurfaceError> {
        let across = self.width().div_ceil(width.max(1));
        let factor = across.max(self.height().div_ceil(height.max(1)));
        if factor <= 1 {
            return Ok(self.clone());
        }
        let mut small = Self::new(self.width() / factor, self.height() / factor)?;
        let (stride, columns) = (self.width() as usize, small.width() as usize);
        let size = factor as usize;
        let pixels = u64::from(factor) * u64::from(factor);
        let source = self.bytes();
        for (index, pixel) in small.bytes_mut().chunks_exact_mut(4).enumerate() {
            let (x, y) = (index % columns * size, index / columns * size);
            let mut sums = [0u64; 4];
            for row in y..y + size {
                let start = (row * stride + x) * 4;
                for from in source[start..start + size * 4].chunks_exact(4) {
                    for (sum, &channel) in sums.iter_mut().zip(from) {
                        *sum += u64::from(channel);
                    }
                }
            }
            for (to, sum) in pixel.iter_mut().zip(sums) {
                *to = ((sum + pixels / 2) / pixels) as u8;
            }
        }
        Ok(small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn pixels_are_means_of_squares() {
        let mut picture = Surface::opaque(7, 4, Color::BLACK).unwrap();
        picture.set(0, 0, Color::WHITE);
        picture.set(1, 1, Color::WHITE);
        let small = picture.thumbnail(4, 4).unwrap();
        assert_eq!((small.width(), small.height()), (3, 2));
        assert_eq!(small.get(0, 0), Some(Color::rgb(128, 128, 128)));
        assert_eq!(small.get(1, 0), Some(Color::BLACK));
        assert_eq!(picture.thumbnail(7, 9).unwrap(), picture);
        assert!(Surface::new(100, 1).unwrap().thumbnail(10, 10).is_err());
    }

    #[test]
    fn sums_of_large_squares_do_not_overflow() {
        let white = Surface::opaque(4200, 4200, Color::WHITE).unwrap();
        assert_eq!(white.thumbnail(1, 1).unwrap().get(0, 0), Some(Color::WHITE));
    }
}
