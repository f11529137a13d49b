//! What all filters share: margins, reused memory, and the list of them.

use crate::{
    Bevel, Blur, Color, ColorMatrix, ColorTransform, Convolution, Custom, Displacement, DropShadow,
    Glow, PixelFilter, Surface, SurfaceError, convolve_rows::Lanes, pixel_filter,
};

/// How many pixels a result reaches beyond its picture on each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Margin {
    /// Columns to the left.
    pub left: u32,
    /// Rows above.
    pub top: u32,
    /// Columns to the right.
    pub right: u32,
    /// Rows below.
    pub bottom: u32,
}

impl Margin {
    /// Width and height of a picture with this margin around it.
    pub(crate) fn grown(self, picture: &Surface) -> Result<(u32, u32), SurfaceError> {
        let grow = |size: u32, a: u32, b: u32| {
            u32::try_from(u64::from(size) + u64::from(a) + u64::from(b)).unwrap_or(u32::MAX)
        };
        let width = grow(picture.width(), self.left, self.right);
        let height = grow(picture.height(), self.top, self.bottom);
        Surface::check_size(width, height)?;
        Ok((width, height))
    }

    /// The margin of two filters one after the other.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            left: self.left.saturating_add(other.left),
            top: self.top.saturating_add(other.top),
            right: self.right.saturating_add(other.right),
            bottom: self.bottom.saturating_add(other.bottom),
        }
    }
}

/// Memory that filters use on the way and can use again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    sums: Vec<[u32; 4]>,
    spare: Vec<u32>,
    short: Lanes<i16>,
    single: Lanes<f32>,
    soft: Option<Surface>,
}

impl Scratch {
    pub(crate) fn split(&mut self) -> (&mut Vec<[u32; 4]>, &mut Vec<u32>) {
        (&mut self.sums, &mut self.spare)
    }

    /// A surface to blur into; give it back for the next time.
    pub(crate) fn take_soft(&mut self) -> Surface {
        self.soft.take().unwrap_or_else(|| Surface::one_pixel(Color::TRANSPARENT))
    }

    pub(crate) fn give_soft(&mut self, soft: Surface) {
        self.soft = Some(soft);
    }

    pub(crate) fn lanes(&mut self) -> (&mut Lanes<i16>, &mut Lanes<f32>) {
        (&mut self.short, &mut self.single)
    }
}

/// Any of the filters, for lists that mix them.
///
/// ```
/// use motile_pixels::{Blur, Color, DropShadow, Filter, Surface, apply_all};
/// let filters = [Filter::Blur(Blur::new(2.0)), Filter::DropShadow(DropShadow::default())];
/// let picture = Surface::filled(20, 20, Color::ORANGE)?;
/// let (result, margin) = apply_all(&filters, &picture)?;
/// assert_eq!(result.width(), 20 + margin.left + margin.right);
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Filter {
    /// See [`Blur`].
    Blur(Blur),
    /// See [`Glow`].
    Glow(Glow),
    /// See [`DropShadow`].
    DropShadow(DropShadow),
    /// See [`Bevel`].
    Bevel(Bevel),
    /// See [`Convolution`].
    Convolution(Convolution),
    /// See [`Displacement`].
    Displacement(Displacement),
    /// See [`ColorMatrix`].
    ColorMatrix(ColorMatrix),
    /// See [`ColorTransform`].
    ColorTransform(ColorTransform),
    /// By a rule of one's own; see [`Filter::custom`].
    Custom(Custom<dyn PixelFilter>),
}

impl Filter {
    /// A filter of one's own, see [`PixelFilter`].
    pub fn custom(filter: impl PixelFilter + Clone) -> Self {
        Self::Custom(Custom::<dyn PixelFilter>::new(filter))
    }

    /// The filter of one's own that it is, to be changed; `None` for another type.
    pub fn custom_mut<K: PixelFilter>(&mut self) -> Option<&mut K> {
        match self {
            Self::Custom(custom) => custom.edit(),
            _ => None,
        }
    }

    /// How far the result reaches beyond a picture that is not opaque; results of opaque pictures have
    /// their size.
    pub fn margin(&self) -> Margin {
        match self {
            Self::Blur(blur) => blur.margin(),
            Self::Glow(glow) => glow.margin(),
            Self::DropShadow(shadow) => shadow.margin(),
            Self::Bevel(bevel) => bevel.margin(),
            Self::Convolution(_)
            | Self::Displacement(_)
            | Self::ColorMatrix(_)
            | Self::ColorTransform(_) => Margin::default(),
            Self::Custom(custom) => custom.margin(),
        }
    }

    /// The filtered picture.
    ///
    /// # Errors
    /// Those of the filter in question.
    pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
        let mut result = picture.same_kind(1, 1)?;
        self.apply_into(picture, &mut result, &mut Scratch::default())?;
        Ok(result)
    }

    /// Filters into a surface that takes the right size and kind, with memory that can be used again:
    /// for equal sizes a second call allocates nothing.
    ///
    /// # Errors
    /// Those of the filter in question.
    pub fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        match self {
            Self::Blur(blur) => blur.apply_into(picture, target, scratch),
            Self::Glow(glow) => glow.apply_into(picture, target, scratch),
            Self::DropShadow(shadow) => shadow.apply_into(picture, target, scratch),
            Self::Bevel(bevel) => bevel.apply_into(picture, target, scratch),
            Self::Convolution(kernel) => kernel.apply_into(picture, target, scratch),
            Self::Displacement(map) => map.apply_into(picture, target, scratch),
            Self::ColorMatrix(matrix) => {
                target.take_copy(picture);
                target.color_matrix(matrix);
                Ok(())
            }
            Self::ColorTransform(transform) => {
                target.take_copy(picture);
                target.color_transform(transform);
                Ok(())
            }
            Self::Custom(custom) => pixel_filter::apply_into(&**custom, picture, target, scratch),
        }
    }
}

/// Filters one after the other, and how far the result reaches beyond the picture. Allocates.
///
/// # Errors
/// The first error of a filter.
pub fn apply_all(filters: &[Filter], picture: &Surface) -> Result<(Surface, Margin), SurfaceError> {
    let mut scratch = Scratch::default();
    let mut result = picture.clone();
    let mut next = picture.same_kind(1, 1)?;
    let mut margin = Margin::default();
    for filter in filters {
        filter.apply_into(&result, &mut next, &mut scratch)?;
        core::mem::swap(&mut result, &mut next);
        if !picture.is_opaque() {
            margin = margin.plus(filter.margin());
        }
    }
    Ok((result, margin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    fn all() -> Vec<Filter> {
        let map = Surface::opaque(9, 9, Color::rgb(200, 90, 0)).unwrap();
        vec![
            Filter::Blur(Blur { radius: vec2(2.5, 1.0), passes: 3 }),
            Filter::Glow(Glow::default()),
            Filter::DropShadow(DropShadow::default()),
            Filter::Bevel(Bevel::default()),
            Filter::Convolution(Convolution::new(3, 3, vec![1.0; 9]).divided_by(9.0)),
            Filter::Convolution(Convolution::new(3, 1, vec![0.25, 0.5, 0.25])),
            Filter::Displacement(Displacement::new(map, vec2(9.0, 9.0))),
            Filter::ColorMatrix(ColorMatrix::hue(1.0)),
            Filter::ColorTransform(ColorTransform::toward(Color::RED, 0.3)),
        ]
    }

    #[test]
    fn margins_tell_the_size_of_the_result() {
        let picture = Surface::filled(12, 9, Color::rgba(200, 100, 50, 180)).unwrap();
        let solid = Surface::opaque(12, 9, Color::ORANGE).unwrap();
        for filter in all() {
            let (margin, result) = (filter.margin(), filter.apply(&picture).unwrap());
            assert_eq!(result.width(), 12 + margin.left + margin.right, "{filter:?}");
            assert_eq!(result.height(), 9 + margin.top + margin.bottom, "{filter:?}");
            let result = filter.apply(&solid).unwrap();
            assert!(result.is_opaque() && result.bounds() == solid.bounds(), "{filter:?}");
            assert!(result.bytes().chunks(4).all(|pixel| pixel[3] == 255), "{filter:?}");
        }
        assert_eq!(apply_all(&[], &picture).unwrap(), (picture.clone(), Margin::default()));
    }

    #[test]
    fn a_second_call_allocates_nothing() {
        let picture = Surface::filled(40, 30, Color::rgba(200, 100, 50, 180)).unwrap();
        let mut target = picture.clone();
        let mut scratch = Scratch::default();
        for filter in all() {
            filter.apply_into(&picture, &mut target, &mut scratch).unwrap();
            let counts = allocation_counter::measure(|| {
                filter.apply_into(&picture, &mut target, &mut scratch).unwrap();
            });
            assert_eq!(counts.count_total, 0, "{filter:?}");
        }
    }
}
