//! Smaller pictures.

use crate::failure::Failure;
use motile::pixels::Surface;
use std::borrow::Cow;

/// A picture made smaller to `scale` of its size: every pixel is the mean of the area it stands for. At 1 it stays.
pub(crate) fn shrunk(picture: &Surface, scale: f32) -> Result<Cow<'_, Surface>, Failure> {
    if scale >= 1.0 {
        return Ok(Cow::Borrowed(picture));
    }
    let side = |side: u32| ((side as f32 * scale).round() as u32).max(1);
    let (width, height) = (side(picture.width()), side(picture.height()));
    let failed = |error: motile::pixels::SurfaceError| Failure::Failed(error.to_string());
    let mut small = Surface::new(width, height).map_err(failed)?;
    let across = shares(picture.width(), width);
    let down = shares(picture.height(), height);
    let stride = picture.width() as usize * 4;
    for (row, down) in small.bytes_mut().chunks_exact_mut(width as usize * 4).zip(&down) {
        for (pixel, across) in row.chunks_exact_mut(4).zip(&across) {
            let mut sums = [0.5; 4];
            for &(y, height) in down {
                for &(x, width) in across {
                    let from = &picture.bytes()[y * stride + x * 4..][..4];
                    for (sum, &channel) in sums.iter_mut().zip(from) {
                        *sum += f32::from(channel) * width * height;
                    }
                }
            }
            for (to, sum) in pixel.iter_mut().zip(sums) {
                *to = sum as u8;
            }
        }
    }
    Ok(Cow::Owned(if picture.is_opaque() { opaque(&small).map_err(failed)? } else { small }))
}

/// A copy without transparency: films hold less of it then.
fn opaque(picture: &Surface) -> Result<Surface, motile::pixels::SurfaceError> {
    let (width, height) = (picture.width(), picture.height());
    let mut opaque = Surface::opaque(width, height, motile::pixels::Color::BLACK)?;
    opaque.copy(picture, picture.bounds(), 0, 0);
    Ok(opaque)
}

/// For every pixel of the small side the pixels of the large one that it covers, with their shares; these add up to 1.
fn shares(large: u32, small: u32) -> Vec<Vec<(usize, f32)>> {
    let ratio = large as f32 / small as f32;
    let pixel = |index: u32| {
        let (start, end) = (index as f32 * ratio, (index + 1) as f32 * ratio);
        let cells = start as u32..(end.ceil() as u32).min(large);
        let share = |cell: u32| ((cell + 1) as f32).min(end) - (cell as f32).max(start);
        cells.map(|cell| (cell as usize, share(cell) / ratio)).collect()
    };
    (0..small).map(pixel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile::pixels::Color;

    #[test]
    fn pixels_are_means_of_areas() {
        let mut picture = Surface::opaque(10, 4, Color::BLACK).unwrap();
        picture.fill_rect(motile::pixels::IRect::new(0, 0, 5, 4), Color::WHITE);
        assert_eq!(*shrunk(&picture, 1.0).unwrap(), picture);
        let small = shrunk(&picture, 0.3).unwrap();
        assert_eq!((small.width(), small.height(), small.is_opaque()), (3, 1, true));
        let gray = |x| small.get(x, 0).map(|color| color.r);
        assert_eq!([0, 1, 2].map(gray), [Some(255), Some(128), Some(0)]);
        assert_eq!(shrunk(&picture, 0.05).unwrap().get(0, 0), Some(Color::rgb(128, 128, 128)));
    }

    #[test]
    fn shares_add_up() {
        for (large, small) in [(10, 3), (640, 320), (481, 97), (7, 7)] {
            for shares in shares(large, small) {
                let sum: f32 = shares.iter().map(|share| share.1).sum();
                assert!((sum - 1.0).abs() < 1e-4 && shares.iter().all(|share| share.1 > -1e-4));
            }
        }
    }
}
