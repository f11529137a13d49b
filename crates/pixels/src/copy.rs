//! Copying pixels: between surfaces, within one, and regions as new surfaces.

use crate::{Color, Surface, SurfaceError, clip::Clip, fill::opaque_word};
use motile_geom::IRect;

impl Surface {
    /// Copies `rect` of another surface to (x, y), replacing what is there, alpha included. Parts that
    /// lie outside either surface are ignored. An opaque surface takes the color and keeps alpha 255.
    ///
    /// ```
    /// use motile_pixels::{Color, Surface};
    /// let red = Surface::filled(2, 2, Color::RED)?;
    /// let mut picture = Surface::new(3, 3)?;
    /// picture.copy(&red, red.bounds(), 2, -1);
    /// assert_eq!(picture.get(2, 0), Some(Color::RED));
    /// assert_eq!(picture.get(1, 0), Some(Color::TRANSPARENT));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn copy(&mut self, source: &Self, rect: IRect, x: i32, y: i32) {
        let clip = Clip::new(self.bounds(), (x, y), source.bounds(), rect, (false, false));
        let Some(clip) = clip else { return };
        let forces_alpha = self.is_opaque() && !source.is_opaque();
        let rows = clip.source_rows(source);
        for (to, from) in clip.target_rows(self).zip(rows) {
            to.copy_from_slice(from);
            if forces_alpha {
                for word in to {
                    *word = opaque_word(*word);
                }
            }
        }
    }

    /// A new surface with the pixels of `rect`, of the same kind; where `rect` reaches outside, it
    /// is invisible (black on an opaque surface).
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when the rectangle is empty or over 2²⁸ pixels.
    pub fn region(&self, rect: IRect) -> Result<Self, SurfaceError> {
        let mut region = self.same_kind(rect.width, rect.height)?;
        region.copy(self, rect, 0, 0);
        Ok(region)
    }

    /// A clear surface of another size that is opaque when this one is.
    ///
    /// # Errors
    /// As [`Surface::new`].
    pub fn same_kind(&self, width: u32, height: u32) -> Result<Self, SurfaceError> {
        if self.is_opaque() {
            Self::opaque(width, height, Color::BLACK)
        } else {
            Self::new(width, height)
        }
    }

    /// Copies `rect` of this surface to (x, y) of itself; the two may overlap, and the pixels arrive as
    /// they were before.
    pub fn copy_within(&mut self, rect: IRect, x: i32, y: i32) {
        let clip = Clip::new(self.bounds(), (x, y), self.bounds(), rect, (false, false));
        let Some(Clip { to, from, size: (width, height) }) = clip else { return };
        let stride = self.width() as usize;
        let words = self.words_mut();
        let mut copy_row = |row: usize| {
            let start = (from.1 + row) * stride + from.0;
            words.copy_within(start..start + width, (to.1 + row) * stride + to.0);
        };
        if to.1 > from.1 {
            (0..height).rev().for_each(&mut copy_row);
        } else {
            (0..height).for_each(&mut copy_row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed, place, rects};
    use proptest::prelude::*;

    #[test]
    fn col_7_a_clone_is_independent() {
        let original = Surface::filled(3, 2, Color::ORANGE).unwrap();
        let mut copy = original.clone();
        assert_eq!(copy, original);
        copy.set(0, 0, Color::RED);
        assert_eq!(original.get(0, 0), Some(Color::ORANGE));
        assert_ne!(copy, original);
    }

    #[test]
    fn regions_outside_are_clear_and_impossible_ones_refused() {
        let surface = Surface::filled(2, 2, Color::RED).unwrap();
        let region = surface.region(IRect::new(1, 1, 2, 2)).unwrap();
        assert_eq!(region.get(0, 0), Some(Color::RED));
        assert_eq!(region.get(1, 1), Some(Color::TRANSPARENT));
        for rect in [IRect::EMPTY, IRect::new(0, 0, u32::MAX, u32::MAX)] {
            assert!(matches!(surface.region(rect), Err(SurfaceError::BadSize { .. })));
        }
    }

    proptest! {
        #[test]
        fn copies_agree_with_single_pixels(
            mut target in any_surface(9), source in any_surface(9), rect in rects(),
            x in place(), y in place(),
        ) {
            let mut expected = target.clone();
            for row in 0..target.height() as i32 {
                for column in 0..target.width() as i32 {
                    let (i, j) = (i64::from(column) - i64::from(x), i64::from(row) - i64::from(y));
                    let (u, v) = (i64::from(rect.x) + i, i64::from(rect.y) + j);
                    let wanted = (0..i64::from(rect.width)).contains(&i)
                        && (0..i64::from(rect.height)).contains(&j)
                        && (0..9).contains(&u) && (0..9).contains(&v);
                    if let Some(color) = wanted.then(|| source.get(u as i32, v as i32)).flatten() {
                        expected.set(column, row, color);
                    }
                }
            }
            target.copy(&source, rect, x, y);
            prop_assert!(is_well_formed(&target));
            prop_assert_eq!(target.words(), expected.words());
        }

        #[test]
        fn copies_within_agree_with_copies_of_a_clone(
            mut surface in any_surface(9), rect in rects(), x in place(), y in place(),
        ) {
            let mut expected = surface.clone();
            expected.copy(&surface, rect, x, y);
            surface.copy_within(rect, x, y);
            prop_assert_eq!(surface.words(), expected.words());
        }
    }
}
