//! Two pictures side by side: equal, or where they differ.

use crate::{Surface, SurfaceError, difference::same_size, lanes};

impl Surface {
    /// `None` when two pictures of one size show the same straight colors, otherwise a picture of how they differ.
    ///
    /// In that picture, which is transparent, equal pixels are invisible. Where colors differ, a pixel is opaque with
    /// the difference of each channel, own − other, wrapping at 256. Where alpha alone differs, it is white with
    /// the difference of the two alphas for its alpha, wrapping likewise. Whether a surface is opaque does not matter, only
    /// what it shows. Allocates the picture only when it is needed.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let before = Surface::filled(2, 1, Color::rgb(200, 10, 30))?;
    /// let mut after = before.clone();
    /// assert_eq!(before.compare(&after)?, None);
    /// after.set(1, 0, Color::rgb(190, 20, 30));
    /// let difference = before.compare(&after)?.ok_or("equal")?;
    /// assert_eq!(difference.get(0, 0), Some(Color::TRANSPARENT));
    /// assert_eq!(difference.get(1, 0), Some(Color::rgb(10, 246, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SurfaceError::SizesDiffer`] unless both have one size.
    #[doc(alias = "diff")]
    pub fn compare(&self, other: &Self) -> Result<Option<Self>, SurfaceError> {
        same_size(self, other)?;
        // Stored words of two kinds of surface show the same color exactly when they are equal.
        if self.words() == other.words() {
            return Ok(None);
        }
        let mut picture = Self::new(self.width(), self.height())?;
        for ((to, &a), &b) in picture.words_mut().iter_mut().zip(self.words()).zip(other.words()) {
            *to = difference_of(a, b);
        }
        Ok(Some(picture))
    }
}

fn difference_of(a: u32, b: u32) -> u32 {
    if a == b {
        return 0;
    }
    let ([r, g, b_, a_], [r2, g2, b2, a2]) = (lanes::straight(a), lanes::straight(b));
    let minus = |own: u32, other: u32| (own.wrapping_sub(other)) & 255;
    if (r, g, b_) == (r2, g2, b2) {
        // White of this alpha, premultiplied.
        minus(a_, a2) * 0x0101_0101
    } else {
        lanes::premultiply([minus(r, r2), minus(g, g2), minus(b_, b2), 255])
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
    fn sizes_must_agree_and_kinds_need_not() {
        let clear = Surface::filled(3, 2, Color::RED).unwrap();
        let solid = Surface::opaque(3, 2, Color::RED).unwrap();
        assert_eq!(clear.compare(&solid), Ok(None));
        let large = Surface::new(3, 3).unwrap();
        let error = SurfaceError::SizesDiffer { expected: (3, 2), found: (3, 3) };
        assert_eq!(clear.compare(&large), Err(error));
        let faint = Surface::filled(3, 2, Color::RED.with_alpha(250)).unwrap();
        let picture = faint.compare(&clear).unwrap().unwrap();
        assert_eq!(picture.get(2, 1), Some(Color::WHITE.with_alpha(251)), "250 − 255 wraps");
    }

    proptest! {
        #[test]
        fn differences_agree_with_single_pixels(a in surfaces(5, false), change: u64, seed: u32) {
            let mut b = a.clone();
            for (i, word) in b.words_mut().iter_mut().enumerate() {
                // Some pixels change, some only in alpha.
                match (change >> (i % 32 * 2)) & 3 {
                    0 => *word = Color::argb(seed.wrapping_mul(i as u32 + 1)).to_word(),
                    1 => {
                        let color = Color::from_word(*word);
                        *word = color.with_alpha(color.a ^ 0x55).to_word();
                    }
                    _ => {}
                }
            }
            let found = a.compare(&b).unwrap();
            let mut expected = Surface::new(a.width(), a.height()).unwrap();
            let mut equal = true;
            for y in 0..a.height() as i32 {
                for x in 0..a.width() as i32 {
                    let (p, q) = (a.get(x, y).unwrap(), b.get(x, y).unwrap());
                    equal &= p == q;
                    let color = if p == q {
                        Color::TRANSPARENT
                    } else if p.with_alpha(0) != q.with_alpha(0) {
                        Color::rgb(p.r.wrapping_sub(q.r), p.g.wrapping_sub(q.g), p.b.wrapping_sub(q.b))
                    } else {
                        Color::WHITE.with_alpha(p.a.wrapping_sub(q.a))
                    };
                    expected.set(x, y, color);
                }
            }
            prop_assert_eq!(found.is_none(), equal);
            if let Some(found) = found {
                prop_assert!(is_well_formed(&found));
                prop_assert_eq!(found.words(), expected.words());
            }
        }
    }
}
