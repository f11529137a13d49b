//! A picture with smaller copies of itself.

use crate::{Surface, SurfaceError};
use std::sync::Arc;

/// A picture for triangles, with copies of itself at half the size, a quarter, and so on down to one pixel: where it is drawn small, the copy
/// of about that size is read, every pixel of which is the mean of those it stands for.
///
/// The picture is shared, not copied; the copies take a third of its memory.
///
/// ```
/// use motile_pixels::{Color, MipMap, Surface};
/// let mut checkers = Surface::filled(8, 8, Color::BLACK)?;
/// for i in 0..64 {
///     if (i + i / 8) % 2 == 0 { checkers.set(i % 8, i / 8, Color::WHITE); }
/// }
/// let picture = MipMap::new(checkers)?;
/// assert_eq!(picture.levels().len(), 4);
/// assert_eq!(picture.levels()[1].get(0, 0), Some(Color::rgb(128, 128, 128)));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "texture")]
#[doc(alias = "mipmap")]
#[derive(Clone, Debug, PartialEq)]
pub struct MipMap {
    levels: Vec<Arc<Surface>>,
}

/// Longest side of a picture for triangles: positions in it have 8 fraction bits in the 24 bits of a float.
const LONGEST: u32 = 1 << 15;

impl MipMap {
    /// A picture with all its smaller copies.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is over 32,768 pixels.
    pub fn new(picture: impl Into<Arc<Surface>>) -> Result<Self, SurfaceError> {
        let mut mips = Self::single(picture)?;
        let mut last = mips.levels[0].clone();
        while last.width() > 1 || last.height() > 1 {
            last = Arc::new(halved(&last)?);
            mips.levels.push(last.clone());
        }
        Ok(mips)
    }

    /// A picture without smaller copies: for sprites that are drawn about as large as they are, and for pictures that change every
    /// frame.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when a side is over 32,768 pixels.
    pub fn single(picture: impl Into<Arc<Surface>>) -> Result<Self, SurfaceError> {
        let picture = picture.into();
        let (width, height) = (picture.width(), picture.height());
        if width.max(height) > LONGEST {
            return Err(SurfaceError::BadSize { width, height });
        }
        Ok(Self { levels: vec![picture] })
    }

    /// The picture and its copies, largest first.
    pub fn levels(&self) -> &[Arc<Surface>] {
        &self.levels
    }

    /// The picture itself.
    pub fn picture(&self) -> &Arc<Surface> {
        &self.levels[0]
    }
}

/// Half the size, rounded down; every pixel the mean of what it covers, rounded to nearest.
fn halved(picture: &Surface) -> Result<Surface, SurfaceError> {
    let (width, height) = ((picture.width() / 2).max(1), (picture.height() / 2).max(1));
    let mut half = Surface::new(width, height)?;
    let stride = picture.width() as usize;
    let columns: Vec<_> = (0..width).map(|x| taps(x, picture.width())).collect();
    for (y, row) in (0..height).zip(half.words_mut().chunks_exact_mut(width as usize)) {
        let lines = taps(y, picture.height());
        for (pixel, columns) in row.iter_mut().zip(&columns) {
            let mut sums = [0u64; 4];
            let mut total = 0;
            for (line, line_weight) in lines {
                for (column, weight) in columns {
                    let weight = u64::from(line_weight) * u64::from(*weight);
                    let word = picture.words()[line as usize * stride + *column as usize];
                    total += weight;
                    for (sum, byte) in sums.iter_mut().zip(word.to_le_bytes()) {
                        *sum += weight * u64::from(byte);
                    }
                }
            }
            *pixel = u32::from_le_bytes(sums.map(|sum| ((sum + total / 2) / total) as u8));
        }
    }
    Ok(half)
}

/// The pixels of a side that pixel `at` of the halved side covers, and how much of each. An odd side of 2m + 1 has m pixels left, which
/// cover 2 + 1/m each: three pixels, the outer two in part.
fn taps(at: u32, side: u32) -> [(u32, u32); 3] {
    let half = side / 2;
    if side == 1 {
        [(0, 1), (0, 0), (0, 0)]
    } else if side.is_multiple_of(2) {
        [(2 * at, 1), (2 * at + 1, 1), (2 * at, 0)]
    } else {
        [(2 * at, half - at), (2 * at + 1, half), (2 * at + 2, at + 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Color,
        testing::{is_well_formed, surfaces},
    };
    use proptest::prelude::*;

    #[test]
    fn an_odd_side_loses_nothing() {
        // 5 pixels become 2, each 2.5 wide: 0, 1 and half of 2; half of 2, 3 and 4.
        let mut line = Surface::opaque(5, 1, Color::BLACK).unwrap();
        line.set(2, 0, Color::rgb(250, 250, 250));
        let mips = MipMap::new(line).unwrap();
        assert_eq!(mips.levels().len(), 3);
        assert_eq!(mips.levels()[1].get(0, 0), Some(Color::rgb(50, 50, 50)));
        assert_eq!(mips.levels()[1].get(1, 0), Some(Color::rgb(50, 50, 50)));
        assert_eq!(mips.levels()[2].get(0, 0), Some(Color::rgb(50, 50, 50)));
    }

    #[test]
    fn too_long_sides_are_errors() {
        let long = Surface::new(40_000, 1).unwrap();
        assert_eq!(
            MipMap::new(long).map(|_| ()),
            Err(SurfaceError::BadSize { width: 40_000, height: 1 })
        );
    }

    proptest! {
        #[test]
        fn levels_stay_between_the_darkest_and_the_brightest(picture in surfaces(21, false)) {
            let range = |surface: &Surface, byte: usize| {
                let bytes = || surface.words().iter().map(|word| word.to_le_bytes()[byte]);
                (bytes().min(), bytes().max())
            };
            let mips = MipMap::new(picture).unwrap();
            for pair in mips.levels().windows(2) {
                prop_assert!(is_well_formed(&pair[1]));
                for byte in 0..4 {
                    let (large, small) = (range(&pair[0], byte), range(&pair[1], byte));
                    prop_assert!(large.0 <= small.0 && small.1 <= large.1);
                }
            }
        }
    }
}
