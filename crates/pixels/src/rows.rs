//! Many pixels at once: colors in and out of a rectangle.

use crate::{Color, Surface, SurfaceError};
use motile_geom::IRect;

impl Surface {
    /// Writes a rectangle of colors, row by row, replacing what is there. What lies outside this surface is skipped, so the
    /// colors belong to the rectangle as it was given. On an opaque surface alpha counts as 255.
    ///
    /// ```
    /// use motile_pixels::{Color, IRect, Surface};
    /// let mut picture = Surface::new(3, 3)?;
    /// picture.write_rect(IRect::new(1, 1, 2, 1), &[Color::RED, Color::BLUE])?;
    /// assert_eq!(picture.get(2, 1), Some(Color::BLUE));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// [`SurfaceError::WrongLength`] unless there is one color of 4 bytes for every pixel of the rectangle; nothing is
    /// written.
    #[doc(alias = "setVector")]
    #[doc(alias = "setPixels")]
    pub fn write_rect(&mut self, rect: IRect, colors: &[Color]) -> Result<(), SurfaceError> {
        if rect.area() != colors.len() as u64 {
            let (expected, found) = (rect.area().saturating_mul(4), colors.len() as u64 * 4);
            return Err(SurfaceError::WrongLength { expected, found });
        }
        let part = rect.intersect(self.bounds());
        if part.is_empty() {
            return Ok(());
        }
        let skipped =
            [i64::from(part.x) - i64::from(rect.x), i64::from(part.y) - i64::from(rect.y)];
        let [left, top] = skipped.map(|skipped| skipped as usize);
        let opaque = self.is_opaque();
        let rows = colors.chunks_exact(rect.width as usize).skip(top);
        for (to, from) in self.rows_in(part).zip(rows) {
            for (to, &color) in to.iter_mut().zip(&from[left..]) {
                *to = if opaque { color.with_alpha(255) } else { color }.to_word();
            }
        }
        Ok(())
    }

    /// The colors of a rectangle, row by row, the opposite of [`Surface::write_rect`]; transparent where there is no pixel.
    /// They are added to a list, which can be used again.
    ///
    /// # Errors
    /// [`SurfaceError::BadSize`] when the rectangle has more than 2²⁸ pixels; nothing is added.
    #[doc(alias = "getVector")]
    #[doc(alias = "getPixels")]
    pub fn read_rect(&self, rect: IRect, colors: &mut Vec<Color>) -> Result<(), SurfaceError> {
        if rect.is_empty() {
            return Ok(());
        }
        Self::check_size(rect.width, rect.height)?;
        colors.reserve(rect.area() as usize);
        let place = |start: i32, step: u32| i32::try_from(i64::from(start) + i64::from(step)).ok();
        for row in 0..rect.height {
            for column in 0..rect.width {
                let pixel = place(rect.x, column).zip(place(rect.y, row));
                let color = pixel.and_then(|(x, y)| self.get(x, y));
                colors.push(color.unwrap_or(Color::TRANSPARENT));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed, place};
    use proptest::prelude::*;

    #[test]
    fn the_length_must_be_that_of_the_rectangle() {
        let mut surface = Surface::new(3, 3).unwrap();
        let huge = IRect::new(0, 0, u32::MAX, u32::MAX);
        for (rect, found) in [(IRect::new(0, 0, 2, 2), 3), (IRect::EMPTY, 1), (huge, 9)] {
            let result = surface.write_rect(rect, &vec![Color::RED; found]);
            assert!(matches!(result, Err(SurfaceError::WrongLength { .. })));
        }
        assert_eq!(surface.write_rect(IRect::EMPTY, &[]), Ok(()));
        assert_eq!(surface, Surface::new(3, 3).unwrap());
        let mut colors = Vec::new();
        assert!(surface.read_rect(huge, &mut colors).is_err() && colors.is_empty());
        surface.read_rect(IRect::new(i32::MAX, 0, 2, 1), &mut colors).unwrap();
        assert_eq!(colors, [Color::TRANSPARENT; 2]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            mut surface in any_surface(9), x in place(), y in place(), width in 0..12u32, height in 0..12u32,
            seed: u32,
        ) {
            let rect = IRect::new(x, y, width, height);
            let colors: Vec<Color> =
                (0..width * height).map(|i| Color::argb(seed.wrapping_mul(i * 2 + 1))).collect();
            let mut expected = surface.clone();
            for (i, &color) in (0..).zip(&colors) {
                let (column, row) = (x.checked_add(i % width as i32), y.checked_add(i / width as i32));
                if let (Some(column), Some(row)) = (column, row) {
                    expected.set(column, row, color);
                }
            }
            surface.write_rect(rect, &colors).unwrap();
            prop_assert!(is_well_formed(&surface));
            prop_assert_eq!(surface.words(), expected.words());
            let mut read = Vec::new();
            surface.read_rect(rect, &mut read).unwrap();
            for (i, color) in (0..).zip(read) {
                let (column, row) = (x.checked_add(i % width as i32), y.checked_add(i / width as i32));
                let there = column.zip(row).and_then(|(x, y)| surface.get(x, y));
                prop_assert_eq!(color, there.unwrap_or(Color::TRANSPARENT));
            }
        }
    }
}
