//! Small pictures of large ones.

use motile::pixels::{Surface, SurfaceError};

/// A picture made smaller by a whole factor, so that it fits into `width`×`height`: every pixel is
/// the mean of the square it stands for. A picture that fits already is copied.
///
/// # Errors
/// [`SurfaceError`] when the picture is so narrow that nothing is left of it.
pub fn thumbnail(picture: &Surface, width: u32, height: u32) -> Result<Surface, SurfaceError> {
    let across = picture.width().div_ceil(width.max(1));
    let factor = across.max(picture.height().div_ceil(height.max(1)));
    if factor <= 1 {
        return Ok(picture.clone());
    }
    let mut small = Surface::new(picture.width() / factor, picture.height() / factor)?;
    let (stride, columns) = (picture.width() as usize, small.width() as usize);
    let size = factor as usize;
    let source = picture.bytes();
    for (index, pixel) in small.bytes_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = (index % columns * size, index / columns * size);
        let mut sums = [0u32; 4];
        for row in y..y + size {
            let start = (row * stride + x) * 4;
            for from in source[start..start + size * 4].chunks_exact(4) {
                for (sum, &channel) in sums.iter_mut().zip(from) {
                    *sum += u32::from(channel);
                }
            }
        }
        for (to, sum) in pixel.iter_mut().zip(sums) {
            *to = ((sum + factor * factor / 2) / (factor * factor)) as u8;
        }
    }
    Ok(small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::pixels::Color;

    #[test]
    fn pixels_are_means_of_squares() {
        let mut picture = Surface::opaque(7, 4, Color::BLACK).unwrap();
        picture.set(0, 0, Color::WHITE);
        picture.set(1, 1, Color::WHITE);
        let small = thumbnail(&picture, 4, 4).unwrap();
        assert_eq!((small.width(), small.height()), (3, 2));
        assert_eq!(small.get(0, 0), Some(Color::rgb(128, 128, 128)));
        assert_eq!(small.get(1, 0), Some(Color::BLACK));
        assert_eq!(thumbnail(&picture, 7, 9).unwrap(), picture);
        assert!(thumbnail(&Surface::new(100, 1).unwrap(), 10, 10).is_err());
    }
}
