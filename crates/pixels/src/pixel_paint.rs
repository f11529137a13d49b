//! Paints of one's own: what color a pixel has by where it is.

use crate::{BlendMode, CustomKind, Surface, blend::blend_row, blit::CHUNK, clip::Clip};
use motile_geom::{Affine2, Affine2Ext, IRect, Vec2, ivec2, vec2};

/// What color each point has: a paint of one's own, for [`Surface::paint`] and for all that a canvas fills.
///
/// Colors are stored words, premultiplied, as [`Color::to_word`](crate::Color::to_word) makes them: no channel
/// above its alpha. Equal numbers must give the same colors, in whatever pieces they are asked for.
///
/// ```
/// use motile_pixels::{BlendMode, Color, PaintRow, PixelPaint, Surface, math::Affine2};
///
/// #[derive(Clone, Debug)]
/// struct Rings { width: f32 }
///
/// impl PixelPaint for Rings {
///     fn row(&self, row: PaintRow, out: &mut [u32]) {
///         for (i, pixel) in out.iter_mut().enumerate() {
///             let ring = (row.position(i).length() / self.width) as u32;
///             *pixel = if ring % 2 == 0 { Color::WHITE } else { Color::RED }.to_word();
///         }
///     }
/// }
///
/// let mut target = Surface::opaque(32, 32, Color::BLACK)?;
/// target.paint(target.bounds(), &Rings { width: 5.0 }, &Affine2::IDENTITY, &BlendMode::Normal);
/// assert_eq!(target.get(8, 0), Some(Color::RED));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "shader")]
#[doc(alias = "brush")]
pub trait PixelPaint: CustomKind {
    /// Writes the colors of some pixels of a row. Every one of `out` has to be written.
    fn row(&self, row: PaintRow, out: &mut [u32]);

    /// Writes the colors of a rectangle of pixels, row by row: for paints that share work between rows or
    /// spread them over threads. Calls [`row`](Self::row) unless written anew.
    fn area(&self, area: &PaintArea, out: &mut [u32]) {
        let width = area.pixels.width.max(1) as usize;
        for (y, out) in out.chunks_exact_mut(width).enumerate() {
            self.row(area.row(y as u32), out);
        }
    }
}

/// Where the centers of neighboring pixels lie in the coordinates of a [`PixelPaint`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintRow {
    /// Center of the first pixel.
    pub start: Vec2,
    /// From the center of a pixel to that of the next.
    pub step: Vec2,
    /// From the center of a pixel to that of the one below.
    pub down: Vec2,
}

impl PaintRow {
    /// The center of a pixel, counted from the first.
    #[inline]
    pub fn position(&self, index: usize) -> Vec2 {
        self.start + self.step * index as f32
    }

    /// What is left of the row after some pixels.
    #[must_use]
    pub fn skipped(self, count: usize) -> Self {
        Self { start: self.position(count), ..self }
    }
}

/// A rectangle of pixels, and how they lie in the coordinates of a [`PixelPaint`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaintArea {
    /// The pixels.
    pub pixels: IRect,
    /// From pixel coordinates, with centers at halves, to those of the paint.
    pub to_paint: Affine2,
}

impl PaintArea {
    /// The pixels of a rectangle under a paint that `transform` maps to pixels. `None` when the transform cannot be
    /// inverted or a number is not finite.
    pub fn new(pixels: IRect, transform: &Affine2) -> Option<Self> {
        Some(Self { pixels, to_paint: transform.checked_inverse()? })
    }

    /// A row, counted from the top of the rectangle.
    pub fn row(&self, y: u32) -> PaintRow {
        let first = vec2(self.pixels.x as f32, self.pixels.y as f32 + y as f32) + 0.5;
        PaintRow {
            start: self.to_paint.transform_point2(first),
            step: self.to_paint.matrix2.x_axis,
            down: self.to_paint.matrix2.y_axis,
        }
    }
}

impl Surface {
    /// Paints a rectangle; `transform` maps the coordinates of the paint to pixels. A transform that flattens
    /// the plane paints nothing. Allocates nothing.
    ///
    /// Under a transform that holds a NaN or an infinity nothing is painted, and the answer is false.
    pub fn paint(
        &mut self,
        rect: IRect,
        paint: &dyn PixelPaint,
        transform: &Affine2,
        blend: &BlendMode,
    ) -> bool {
        if !transform.is_finite() {
            return false;
        }
        if let Some(blend) = blend.of_wholes() {
            self.blend_drawn(blend, rect, self.bounds(), |target, corner| {
                let moved = Affine2::from_translation(-corner.as_vec2()) * *transform;
                target.paint(target.bounds(), paint, &moved, &BlendMode::Normal);
            });
            return true;
        }
        let rect = rect.intersect(self.bounds());
        let Some(area) = PaintArea::new(rect, transform) else { return true };
        if rect.is_empty() {
            return true;
        }
        let clip = Clip {
            to: (rect.x as usize, rect.y as usize),
            from: (0, 0),
            size: (rect.width as usize, rect.height as usize),
        };
        let opaque = self.is_opaque();
        let mut buffer = [0; CHUNK];
        for (y, target) in clip.target_rows(self).enumerate() {
            let row = area.row(y as u32);
            for (index, to) in target.chunks_mut(CHUNK).enumerate() {
                let colors = &mut buffer[..to.len()];
                paint.row(row.skipped(index * CHUNK), colors);
                let place = rect.origin() + ivec2((index * CHUNK) as i32, y as i32);
                blend_row(blend, to, colors, opaque, place);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    /// Red is x, green is y, both rounded down.
    #[derive(Clone, Debug)]
    struct Place;

    impl PixelPaint for Place {
        fn row(&self, row: PaintRow, out: &mut [u32]) {
            for (i, pixel) in out.iter_mut().enumerate() {
                let at = row.position(i).floor();
                *pixel = Color::rgb(at.x as u8, at.y as u8, 0).to_word();
            }
        }
    }

    #[test]
    fn every_pixel_gets_the_color_of_its_center() {
        let mut surface = Surface::new(300, 9).unwrap();
        let rect = IRect::new(-5, 2, 290, 100);
        let moved =
            Affine2::from_translation(vec2(10.0, 2.0)) * Affine2::from_scale(vec2(2.0, 1.0));
        surface.paint(rect, &Place, &moved, &BlendMode::Normal);
        assert_eq!(surface.get(284, 8), Some(Color::rgb(137, 6, 0)));
        assert_eq!(surface.get(10, 2), Some(Color::rgb(0, 0, 0)));
        assert_eq!(surface.get(285, 8), Some(Color::TRANSPARENT));
        assert_eq!(surface.get(50, 1), Some(Color::TRANSPARENT));
    }

    #[test]
    fn flat_and_broken_transforms_paint_nothing() {
        let mut surface = Surface::new(4, 4).unwrap();
        let blank = surface.clone();
        let mut paint = |scale: f32| {
            let transform = Affine2::from_scale(vec2(scale, 1.0));
            surface.paint(IRect::of_size(4, 4), &Place, &transform, &BlendMode::Normal)
        };
        assert_eq!((paint(0.0), paint(f32::NAN)), (true, false));
        assert_eq!(surface, blank);
    }

    #[test]
    fn an_area_is_its_rows() {
        let area = PaintArea::new(IRect::new(3, 4, 5, 2), &Affine2::IDENTITY).unwrap();
        let mut out = [0; 10];
        Place.area(&area, &mut out);
        assert_eq!(out[9], Color::rgb(7, 5, 0).to_word());
    }
}
