//! Color matrices: every new channel from all old ones.

use crate::{Color, Surface, lanes};
use motile_geom::ops;

/// Four rows for R, G, B, A of five numbers: factors of the old straight R, G, B, A, and an offset in units
/// of 1/255. Sums run in `f32` from left to right, rounded to nearest (half up) and held to 0…255; NaN
/// gives 0.
///
/// ```
/// use motile_pixels::{Color, ColorMatrix};
/// let gray = ColorMatrix::saturation(0.0);
/// assert_eq!(gray.color(Color::GREEN), Color::rgb(182, 182, 182));
/// ```
#[doc(alias = "grayscale")]
#[doc(alias = "hue")]
#[doc(alias = "contrast")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorMatrix(pub [[f32; 5]; 4]);

impl Default for ColorMatrix {
    /// Changes nothing.
    fn default() -> Self {
        Self::scale_and_offset(1.0, 0.0)
    }
}

/// How bright red, green and blue light look, by ITU-R BT.709.
const LUMA: [f32; 3] = [0.2126, 0.7152, 0.0722];

impl ColorMatrix {
    fn scale_and_offset(scale: f32, offset: f32) -> Self {
        Self::of_colors(
            core::array::from_fn(|row| {
                core::array::from_fn(|c| if c == row { scale } else { 0.0 })
            }),
            offset,
        )
    }

    /// A matrix on the colors alone.
    fn of_colors(colors: [[f32; 3]; 3], offset: f32) -> Self {
        let [r, g, b] = colors.map(|[x, y, z]| [x, y, z, 0.0, offset]);
        Self([r, g, b, [0.0, 0.0, 0.0, 1.0, 0.0]])
    }

    /// Adds `amount` (−255…255) to every color channel.
    pub fn brightness(amount: f32) -> Self {
        Self::scale_and_offset(1.0, amount)
    }

    /// Stretches the colors about the middle gray: 1 changes nothing, 0 makes all gray.
    pub fn contrast(amount: f32) -> Self {
        Self::scale_and_offset(amount, 127.5 * (1.0 - amount))
    }

    /// The negative.
    pub fn invert() -> Self {
        Self::scale_and_offset(-1.0, 255.0)
    }

    /// 0 is gray, 1 changes nothing, more exaggerates.
    pub fn saturation(amount: f32) -> Self {
        let rest = 1.0 - amount;
        Self::of_colors(
            core::array::from_fn(|row| {
                core::array::from_fn(|c| LUMA[c] * rest + if c == row { amount } else { 0.0 })
            }),
            0.0,
        )
    }

    /// Turns the hues by an angle in radians, keeping the luma.
    pub fn hue(angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(angle);
        // Gray stays; of the rest, the cosine keeps and the sine turns by a quarter.
        let quarter = [
            [-LUMA[0], -LUMA[1], 1.0 - LUMA[2]],
            [0.143, 0.140, -0.283],
            [LUMA[0] - 1.0, LUMA[1], LUMA[2]],
        ];
        Self::of_colors(
            core::array::from_fn(|row| {
                core::array::from_fn(|c| {
                    let kept = if c == row { 1.0 } else { 0.0 } - LUMA[c];
                    LUMA[c] + cos * kept + sin * quarter[row][c]
                })
            }),
            0.0,
        )
    }

    /// The matrix that does this one first and `next` on its unrounded result.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self(next.0.map(|row| {
            core::array::from_fn(|column| {
                let sum: f32 = (0..4).map(|k| row[k] * self.0[k][column]).sum();
                if column == 4 { sum + row[4] } else { sum }
            })
        }))
    }

    /// One color.
    pub fn color(&self, color: Color) -> Color {
        let [r, g, b, a] = self.channels([color.r, color.g, color.b, color.a].map(f32::from));
        Color::rgba(r, g, b, a)
    }

    #[inline(always)]
    fn channels(&self, [r, g, b, a]: [f32; 4]) -> [u8; 4] {
        self.0.map(|row| (row[0] * r + row[1] * g + row[2] * b + row[3] * a + row[4] + 0.5) as u8)
    }
}

impl Surface {
    /// Sends every pixel through the matrix; alpha of an opaque surface stays 255.
    pub fn color_matrix(&mut self, matrix: &ColorMatrix) {
        let opaque = self.is_opaque();
        for word in self.words_mut() {
            let straight = lanes::straight(*word).map(|c| c as f32);
            let [r, g, b, a] = matrix.channels(straight).map(u32::from);
            *word = lanes::premultiply([r, g, b, if opaque { 255 } else { a }]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{any_surface, is_well_formed};
    use proptest::prelude::*;

    #[test]
    fn known_matrices() {
        let color = Color::rgba(200, 100, 50, 77);
        assert_eq!(ColorMatrix::default().color(color), color);
        assert_eq!(ColorMatrix::invert().color(color), Color::rgba(55, 155, 205, 77));
        assert_eq!(ColorMatrix::brightness(60.0).color(color), Color::rgba(255, 160, 110, 77));
        assert_eq!(ColorMatrix::contrast(0.0).color(color), Color::rgba(128, 128, 128, 77));
        assert_eq!(ColorMatrix::saturation(1.0).color(color), color);
        assert_eq!(ColorMatrix::hue(0.0).color(color), color);
        let gray = Color::rgb(90, 90, 90);
        assert_eq!(ColorMatrix::hue(2.0).color(gray), gray);
        assert_eq!(ColorMatrix([[f32::NAN; 5]; 4]).color(color), Color::TRANSPARENT);
        let both = ColorMatrix::invert().then(ColorMatrix::brightness(10.0));
        assert_eq!(both.color(color), Color::rgba(65, 165, 215, 77));
    }

    proptest! {
        #[test]
        fn pixels_follow_the_formula(
            surface in any_surface(8), rows in prop::array::uniform20(-2.0..2.0f32),
        ) {
            let matrix = ColorMatrix(core::array::from_fn(|r| core::array::from_fn(|c| rows[r * 5 + c])));
            let mut result = surface.clone();
            result.color_matrix(&matrix);
            prop_assert!(is_well_formed(&result));
            let mut expected = surface.clone();
            for y in 0..surface.height() as i32 {
                for x in 0..surface.width() as i32 {
                    expected.set(x, y, matrix.color(surface.get(x, y).unwrap()));
                }
            }
            prop_assert_eq!(result.words(), expected.words());
        }
    }
}
