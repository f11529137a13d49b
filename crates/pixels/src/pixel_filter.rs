//! Filters of one's own.

use crate::{Color, CustomKind, Margin, Sampling, Scratch, Surface, SurfaceError, lanes};
use motile_geom::{IVec2, Vec2, ivec2};

/// A filter of one's own: pixels of a picture in, pixels of the result out. [`Filter::custom`](crate::Filter::custom) puts it in
/// lists with the others.
///
/// ```
/// use motile_pixels::{Color, Filter, PixelFilter, Surface, math::IVec2};
///
/// /// Every second row goes dark.
/// #[derive(Clone, Debug)]
/// struct Scanlines;
///
/// impl PixelFilter for Scanlines {
///     fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
///         for (i, pixel) in out.iter_mut().enumerate() {
///             *pixel = picture.word(from.x + i as i32, from.y);
///             if from.y % 2 == 1 { *pixel = (*pixel >> 1) & 0x7F7F_7F7F | *pixel & 0xFF00_0000; }
///         }
///     }
/// }
///
/// let picture = Surface::filled(2, 2, Color::WHITE)?;
/// let result = Filter::custom(Scanlines).apply(&picture)?;
/// assert_eq!((result.get(0, 0), result.get(0, 1)), (Some(Color::WHITE), Some(Color::rgb(127, 127, 127))));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
pub trait PixelFilter: CustomKind {
    /// How far the result reaches beyond a picture that is not opaque.
    fn margin(&self) -> Margin {
        Margin::default()
    }

    /// Writes a row of the result. `from` is its first pixel in the coordinates of the picture, negative in a
    /// margin to the left or above. Every one of `out` has to be written with a premultiplied word, no channel above its
    /// alpha; [`Surface::word`] and [`Surface::sample`] read those of the picture.
    fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]);

    /// Writes the whole result: for filters that need more than one pass. `target` has the size of the
    /// picture and its margin already, and any pixels. Calls [`row`](Self::row) for each row unless written anew.
    ///
    /// # Errors
    /// Those of the filter; a list of filters ends there.
    fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        let _ = scratch;
        let margin = if picture.is_opaque() { Margin::default() } else { self.margin() };
        let width = target.width() as usize;
        for (y, out) in target.words_mut().chunks_exact_mut(width).enumerate() {
            let from = ivec2(-(margin.left as i32), y as i32 - margin.top as i32);
            self.row(picture, from, out);
        }
        Ok(())
    }
}

/// Applies a filter of one's own, and holds it to what surfaces promise.
pub(crate) fn apply_into(
    filter: &dyn PixelFilter,
    picture: &Surface,
    target: &mut Surface,
    scratch: &mut Scratch,
) -> Result<(), SurfaceError> {
    let opaque = picture.is_opaque();
    let margin = if opaque { Margin::default() } else { filter.margin() };
    let (width, height) = margin.grown(picture)?;
    target.reshape(width, height, opaque)?;
    filter.apply_into(picture, target, scratch)?;
    if (target.width(), target.height()) != (width, height) || target.is_opaque() != opaque {
        let found = (target.width(), target.height());
        return Err(SurfaceError::SizesDiffer { expected: (width, height), found });
    }
    if opaque {
        lanes::make_opaque(target.words_mut());
    }
    Ok(())
}

impl Surface {
    /// The stored word of a pixel; 0, which is transparent, outside.
    #[inline]
    pub fn word(&self, x: i32, y: i32) -> u32 {
        let inside = (x as u32) < self.width() && (y as u32) < self.height();
        if inside { self.words()[y as usize * self.width() as usize + x as usize] } else { 0 }
    }

    /// The stored word between pixels: `point` is in pixels, whose centers lie at halves. Outside is transparent,
    /// also for a point that is not finite.
    ///
    /// ```
    /// use motile_pixels::{Color, Sampling, Surface, math::vec2};
    /// let mut picture = Surface::filled(2, 1, Color::BLACK)?;
    /// picture.set(1, 0, Color::WHITE);
    /// let middle = picture.sample(vec2(1.0, 0.5), Sampling::Bilinear);
    /// assert_eq!(Color::from_word(middle), Color::rgb(128, 128, 128));
    /// assert_eq!(picture.sample(vec2(1.0, 0.5), Sampling::Nearest), Color::WHITE.to_word());
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    pub fn sample(&self, point: Vec2, sampling: Sampling) -> u32 {
        match sampling {
            Sampling::Nearest => {
                let cell = point.floor();
                if cell.is_nan() { 0 } else { self.word(cell.x as i32, cell.y as i32) }
            }
            Sampling::Bilinear => self.bilinear(point - 0.5),
        }
    }

    fn bilinear(&self, corner: Vec2) -> u32 {
        let cell = corner.floor();
        if cell.is_nan() {
            return 0;
        }
        // Steps of 1/256, as the blitter has them: four weights of at most 2¹⁶ fit 32 bits with a byte.
        let part = ((corner - cell) * 256.0).as_uvec2();
        let (x, y) = (cell.x as i32, cell.y as i32);
        let (right, below) = (x.saturating_add(1), y.saturating_add(1));
        let corners = [(x, y), (right, y), (x, below), (right, below)];
        let weights = [
            (256 - part.x) * (256 - part.y),
            part.x * (256 - part.y),
            (256 - part.x) * part.y,
            part.x * part.y,
        ];
        let words = corners.map(|(x, y)| self.word(x, y).to_le_bytes());
        u32::from_le_bytes(core::array::from_fn(|channel| {
            let sum: u32 = words
                .iter()
                .zip(weights)
                .map(|(word, weight)| u32::from(word[channel]) * weight)
                .sum();
            ((sum + (1 << 15)) >> 16) as u8
        }))
    }
}

impl Color {
    /// The stored word of a pixel of this color: premultiplied, red in the lowest byte, alpha in the highest.
    #[inline]
    pub const fn to_word(self) -> u32 {
        crate::surface::word(self)
    }

    /// The color of a stored word.
    #[inline]
    pub const fn from_word(word: u32) -> Self {
        crate::surface::color(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, apply_all, testing::is_well_formed};
    use motile_geom::vec2;

    /// Every pixel a number of columns to the right.
    #[derive(Clone, Debug)]
    struct Shifted(u32);

    impl PixelFilter for Shifted {
        fn margin(&self) -> Margin {
            Margin { right: self.0, ..Margin::default() }
        }

        fn row(&self, picture: &Surface, from: IVec2, out: &mut [u32]) {
            for (i, pixel) in out.iter_mut().enumerate() {
                *pixel = picture.word(from.x + i as i32 - self.0 as i32, from.y);
            }
        }
    }

    #[test]
    fn a_list_mixes_it_with_the_others() {
        let picture = Surface::filled(6, 4, Color::RED).unwrap();
        let filters = [Filter::custom(Shifted(3)), Filter::Blur(crate::Blur::new(1.0))];
        let (result, margin) = apply_all(&filters, &picture).unwrap();
        assert_eq!(margin.right, 3 + filters[1].margin().right);
        assert_eq!(result.width(), 6 + margin.left + margin.right);
        assert!(is_well_formed(&result));
        let opaque = Surface::opaque(6, 4, Color::RED).unwrap();
        let result = filters[0].apply(&opaque).unwrap();
        assert!(result.is_opaque() && result.bounds() == opaque.bounds());
        assert_eq!(result.get(0, 0), Some(Color::BLACK), "transparent made opaque");
    }

    #[derive(Clone, Debug)]
    struct Wrong;

    impl PixelFilter for Wrong {
        fn row(&self, _: &Surface, _: IVec2, _: &mut [u32]) {}

        fn apply_into(
            &self,
            _: &Surface,
            target: &mut Surface,
            _: &mut Scratch,
        ) -> Result<(), SurfaceError> {
            *target = Surface::new(1, 1)?;
            Ok(())
        }
    }

    #[test]
    fn a_result_of_another_size_is_an_error() {
        let picture = Surface::new(5, 4).unwrap();
        let error = Filter::custom(Wrong).apply(&picture).unwrap_err();
        assert_eq!(error, SurfaceError::SizesDiffer { expected: (5, 4), found: (1, 1) });
    }

    #[test]
    fn samples_outside_are_transparent_and_never_panic() {
        let picture = Surface::filled(3, 3, Color::WHITE).unwrap();
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1.0] {
            for sampling in [Sampling::Nearest, Sampling::Bilinear] {
                assert_eq!(picture.sample(vec2(bad, 1.0), sampling), 0, "{bad}");
            }
        }
        assert_eq!(picture.sample(vec2(1.5, 1.5), Sampling::Bilinear), u32::MAX);
    }
}
