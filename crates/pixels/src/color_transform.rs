//! Color transforms: a factor and an offset for every channel.

use crate::{Color, Surface, lanes};
use motile_geom::IRect;

/// `c·factor + offset` for every straight channel, rounded to nearest (half up) and held to 0…255. NaN gives
/// 0. Alpha of an opaque surface stays 255.
///
/// ```
/// use motile_pixels::{Color, ColorTransform};
/// let warm = ColorTransform { offset: [40.0, 0.0, -40.0, 0.0], ..ColorTransform::default() };
/// assert_eq!(warm.color(Color::rgb(100, 100, 100)), Color::rgb(140, 100, 60));
/// ```
#[doc(alias = "tint")]
#[doc(alias = "brightness")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorTransform {
    /// Factors of R, G, B, A; 1 changes nothing.
    pub factor: [f32; 4],
    /// Offsets of R, G, B, A after the factors, in units of 1/255.
    pub offset: [f32; 4],
}

impl Default for ColorTransform {
    /// Changes nothing.
    fn default() -> Self {
        Self { factor: [1.0; 4], offset: [0.0; 4] }
    }
}

impl ColorTransform {
    /// Mixes every color with one color: `amount` 0 keeps the picture, 1 gives the color in the picture's
    /// shape.
    pub fn toward(color: Color, amount: f32) -> Self {
        let rest = 1.0 - amount;
        let [r, g, b] = [color.r, color.g, color.b].map(|c| f32::from(c) * amount);
        Self { factor: [rest, rest, rest, 1.0], offset: [r, g, b, 0.0] }
    }

    /// The transform that does this one first and `next` on its unrounded result.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            factor: core::array::from_fn(|i| self.factor[i] * next.factor[i]),
            offset: core::array::from_fn(|i| self.offset[i] * next.factor[i] + next.offset[i]),
        }
    }

    /// The new value of every value, for each channel.
    pub(crate) fn tables(&self) -> [Color; 256] {
        core::array::from_fn(|i| self.color(Color::rgba(i as u8, i as u8, i as u8, i as u8)))
    }

    /// One color.
    pub fn color(&self, color: Color) -> Color {
        let channel =
            |i: usize, c: u8| (f32::from(c) * self.factor[i] + self.offset[i] + 0.5) as u8;
        Color::rgba(
            channel(0, color.r),
            channel(1, color.g),
            channel(2, color.b),
            channel(3, color.a),
        )
    }
}

impl Surface {
    /// Transforms every pixel.
    pub fn color_transform(&mut self, transform: &ColorTransform) {
        self.color_transform_rect(self.bounds(), transform);
    }

    /// Transforms the pixels of a rectangle; what lies outside is ignored.
    pub fn color_transform_rect(&mut self, rect: IRect, transform: &ColorTransform) {
        let (opaque, tables) = (self.is_opaque(), transform.tables());
        self.rows_in(rect).for_each(|row| transform_row(row, &tables, opaque));
    }
}

/// Sends stored words through tables of a transform; on an opaque surface alpha stays 255.
pub(crate) fn transform_row(row: &mut [u32], tables: &[Color; 256], opaque: bool) {
    for word in row {
        let [r, g, b, a] = lanes::straight(*word).map(|c| tables[c as usize & 255]);
        let a = if opaque { 255 } else { a.a };
        *word = lanes::premultiply([r.r, g.g, b.b, a].map(u32::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed, rects};
    use proptest::prelude::*;

    #[test]
    fn toward_and_then() {
        let half_red = ColorTransform::toward(Color::RED, 0.5);
        assert_eq!(half_red.color(Color::BLACK), Color::rgb(128, 0, 0));
        assert_eq!(half_red.color(Color::rgba(0, 200, 0, 7)), Color::rgba(128, 100, 0, 7));
        let twice = half_red.then(half_red);
        assert_eq!(twice.color(Color::BLACK), Color::rgb(191, 0, 0));
        let wild = ColorTransform { factor: [f32::NAN; 4], offset: [f32::INFINITY; 4] };
        assert_eq!(wild.color(Color::WHITE), Color::TRANSPARENT);
    }

    proptest! {
        #[test]
        fn pixels_follow_the_formula(
            surface in any_surface(8), factor in prop::array::uniform4(-2.0..3.0f32),
            offset in prop::array::uniform4(-255.0..255.0f32), rect in rects(),
        ) {
            let transform = ColorTransform { factor, offset };
            let mut result = surface.clone();
            result.color_transform(&transform);
            prop_assert!(is_well_formed(&result));
            let mut expected = surface.clone();
            for y in 0..surface.height() as i32 {
                for x in 0..surface.width() as i32 {
                    expected.set(x, y, transform.color(surface.get(x, y).unwrap()));
                }
            }
            prop_assert_eq!(result.words(), expected.words());
            let mut part = surface.clone();
            part.color_transform_rect(rect, &transform);
            for y in 0..surface.height() as i32 {
                for x in 0..surface.width() as i32 {
                    let whole = if rect.contains(x, y) { &result } else { &surface };
                    prop_assert_eq!(part.get(x, y), whole.get(x, y));
                }
            }
            let mut same = surface.clone();
            same.color_transform(&ColorTransform::default());
            prop_assert_eq!(same.words(), surface.words());
        }
    }
}
