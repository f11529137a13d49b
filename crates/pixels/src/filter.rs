//! What all filters share: margins, reused memory, and the list of them.

use crate::{
    Bevel, Blur, Color, ColorMatrix, ColorTransform, Convolution, Custom, Displacement, DropShadow,
    Glow, GradientBevel, GradientGlow, PixelFilter, Surface, SurfaceError, convolve_rows::Lanes,
    pixel_filter,
};
use motile_geom::IRect;

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
    /// See [`GradientGlow`].
    GradientGlow(GradientGlow),
    /// See [`GradientBevel`].
    GradientBevel(GradientBevel),
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
            Self::GradientGlow(glow) => glow.margin(),
            Self::GradientBevel(bevel) => bevel.margin(),
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
            Self::GradientGlow(glow) => glow.apply_into(picture, target, scratch),
            Self::GradientBevel(bevel) => bevel.apply_into(picture, target, scratch),
            Self::Convolution(kernel) => kernel.apply_into(picture, target, scratch),
            Self::Displacement(map) => map.apply_into(picture, target, scratch),
            Self::ColorMatrix(matrix) => {
                target.clone_from(picture);
                target.color_matrix(matrix);
                Ok(())
            }
            Self::ColorTransform(transform) => {
                target.clone_from(picture);
                target.color_transform(transform);
                Ok(())
            }
            Self::Custom(custom) => pixel_filter::apply_into(&**custom, picture, target, scratch),
        }
    }
}

impl Surface {
    /// Filters `rect` of a source and puts the result here, its pixel that belongs to the corner of `rect` at (x, y),
    /// replacing what is there, margin included. The filter sees the part of `rect` that exists and nothing around it. What
    /// falls outside is clipped; an opaque surface takes the colors and keeps alpha 255. Allocates.
    ///
    /// ```
    /// use motile_pixels::{Blur, Color, Filter, IRect, Surface};
    /// let sheet = Surface::filled(8, 4, Color::RED)?;
    /// let mut screen = Surface::new(12, 12)?;
    /// screen.filter_from(&sheet, IRect::new(0, 0, 4, 4), 4, 4, &Filter::Blur(Blur::new(1.0)))?;
    /// assert_eq!(screen.get(5, 5), Some(Color::RED));
    /// assert!(screen.get(3, 5).is_some_and(|soft| soft.a > 0 && soft.a < 255));
    /// # Ok::<(), motile_pixels::SurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the filter; nothing is written then.
    #[doc(alias = "applyFilter")]
    pub fn filter_from(
        &mut self,
        source: &Self,
        rect: IRect,
        x: i32,
        y: i32,
        filter: &Filter,
    ) -> Result<(), SurfaceError> {
        let part = rect.intersect(source.bounds());
        if part.is_empty() {
            return Ok(());
        }
        let result = filter.apply(&source.region(part)?)?;
        let margin = if source.is_opaque() { Margin::default() } else { filter.margin() };
        let place = |at: i32, part: i32, rect: i32, margin: u32| {
            let place = i64::from(at) + i64::from(part) - i64::from(rect) - i64::from(margin);
            place.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        };
        let left = place(x, part.x, rect.x, margin.left);
        let top = place(y, part.y, rect.y, margin.top);
        self.copy(&result, result.bounds(), left, top);
        Ok(())
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
    use crate::testing::{any_surface, is_well_formed, place, rects};
    use motile_geom::vec2;
    use proptest::prelude::*;

    fn all() -> Vec<Filter> {
        let map = Surface::opaque(9, 9, Color::rgb(200, 90, 0)).unwrap();
        vec![
            Filter::Blur(Blur { radius: vec2(2.5, 1.0), passes: 3 }),
            Filter::Glow(Glow::default()),
            Filter::DropShadow(DropShadow::default()),
            Filter::Bevel(Bevel::default()),
            Filter::GradientGlow(GradientGlow::default()),
            Filter::GradientBevel(GradientBevel::default()),
            Filter::Convolution(Convolution::new(3, 3, vec![1.0; 9]).with_divisor(9.0)),
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
    fn a_part_of_a_source_is_filtered_alone() {
        let mut sheet = Surface::filled(20, 10, Color::RED).unwrap();
        sheet.fill_rect(IRect::new(0, 0, 10, 10), Color::rgba(10, 200, 90, 200));
        let opaque = Surface::opaque(20, 10, Color::ORANGE).unwrap();
        for filter in all() {
            for (source, x, y) in [(&sheet, 3, 2), (&sheet, -4, 11), (&opaque, 30, 0)] {
                for part in [IRect::new(0, 0, 10, 10), IRect::new(-3, 2, 9, 30)] {
                    let mut actual = Surface::filled(40, 30, Color::BLUE).unwrap();
                    let mut expected = actual.clone();
                    actual.filter_from(source, part, x, y, &filter).unwrap();
                    let exists = part.intersect(source.bounds());
                    let margin =
                        if source.is_opaque() { Margin::default() } else { filter.margin() };
                    let result = filter.apply(&source.region(exists).unwrap()).unwrap();
                    let left = x + exists.x - part.x - margin.left as i32;
                    let top = y + exists.y - part.y - margin.top as i32;
                    for row in 0..result.height() as i32 {
                        for column in 0..result.width() as i32 {
                            let color = result.get(column, row).unwrap();
                            expected.set(left + column, top + row, color);
                        }
                    }
                    assert_eq!(actual.words(), expected.words(), "{filter:?} {part:?}");
                }
            }
        }
        let before = sheet.clone();
        let bad = Filter::Displacement(Displacement::new(opaque, vec2(f32::NAN, 0.0)));
        assert_eq!(
            sheet.filter_from(&before, before.bounds(), 0, 0, &bad),
            Err(SurfaceError::NotFinite)
        );
        let far = IRect::new(i32::MAX, i32::MIN, u32::MAX, u32::MAX);
        sheet.filter_from(&before, far, i32::MIN, i32::MAX, &Filter::Blur(Blur::new(2.0))).unwrap();
        assert_eq!(sheet, before);
    }

    proptest! {
        #[test]
        fn a_filtered_part_agrees_with_single_pixels(
            target in any_surface(12), source in any_surface(9), rect in rects(), x in place(), y in place(),
            filter in prop::sample::select(all()),
        ) {
            let (mut actual, mut expected) = (target.clone(), target);
            actual.filter_from(&source, rect, x, y, &filter).unwrap();
            prop_assert!(is_well_formed(&actual));
            let part = rect.intersect(source.bounds());
            if let Ok(picture) = source.region(part) {
                let result = filter.apply(&picture).unwrap();
                let margin = if source.is_opaque() { Margin::default() } else { filter.margin() };
                let far = |at: i32, part: i32, rect: i32| i64::from(at) + i64::from(part) - i64::from(rect);
                let (left, top) = (far(x, part.x, rect.x), far(y, part.y, rect.y));
                for row in 0..expected.height() as i32 {
                    for column in 0..expected.width() as i32 {
                        let u = i64::from(column) - left + i64::from(margin.left);
                        let v = i64::from(row) - top + i64::from(margin.top);
                        let (Ok(u), Ok(v)) = (i32::try_from(u), i32::try_from(v)) else { continue };
                        if let Some(color) = result.get(u, v) {
                            expected.set(column, row, color);
                        }
                    }
                }
            }
            prop_assert_eq!(actual.words(), expected.words());
        }
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
