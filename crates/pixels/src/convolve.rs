//! Convolution with a kernel of any size.

use crate::{
    Color, Scratch, Surface, SurfaceError,
    convolve_rows::{Mean, Quotient, Real, Shift, convolve},
};
use fearless_simd::{Level, dispatch};

/// What lies beyond the border of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgePixels {
    /// The nearest pixel of the border.
    #[default]
    Clamp,
    /// One color.
    Color(Color),
}

/// A weighted sum of neighbors: `Σ weight·pixel / divisor + bias` per channel on straight colors, rounded to
/// nearest (half up) and held to 0…255.
///
/// The kernel is laid on the picture as written, not flipped, with its element (columns / 2, rows / 2) on
/// the pixel. Whole weights with Σ|weight| ≤ 128 over a whole divisor and bias, the usual case, run in 16-bit
/// integers, and first down the columns, then along the rows when the kernel is a column times a row, as blurs
/// and edge finders are; everything else in `f32`, each sum in reading order.
///
/// ```
/// use motile_pixels::{Color, Convolution, Surface};
/// let mut picture = Surface::opaque(3, 3, Color::BLACK)?;
/// picture.set(1, 1, Color::rgb(90, 0, 0));
/// let soft = Convolution::new(3, 3, vec![1.0; 9]).with_divisor(9.0).apply(&picture)?;
/// assert!((0..3).all(|i| soft.get(i, i) == Some(Color::rgb(10, 0, 0))));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "kernel")]
#[doc(alias = "sharpen")]
#[doc(alias = "sobel")]
#[doc(alias = "emboss")]
#[derive(Clone, Debug, PartialEq)]
pub struct Convolution {
    /// Width of the kernel.
    pub columns: u32,
    /// Height of the kernel.
    pub rows: u32,
    /// The kernel row by row.
    pub weights: Vec<f32>,
    /// Divides the sum; not 0.
    pub divisor: f32,
    /// Added after the division, 0…255 being the range of a channel.
    pub bias: f32,
    /// Whether each pixel keeps its alpha; otherwise alpha is convolved like the colors. An opaque
    /// surface stays opaque in any case.
    pub preserve_alpha: bool,
    /// What the kernel sees outside.
    pub edge: EdgePixels,
}

impl Convolution {
    /// A kernel with divisor 1, bias 0, alpha preserved and clamped edges.
    pub const fn new(columns: u32, rows: u32, weights: Vec<f32>) -> Self {
        let (divisor, bias) = (1.0, 0.0);
        Self {
            columns,
            rows,
            weights,
            divisor,
            bias,
            preserve_alpha: true,
            edge: EdgePixels::Clamp,
        }
    }

    /// Replaces the divisor; the sum of the weights keeps the brightness.
    #[must_use]
    pub fn with_divisor(self, divisor: f32) -> Self {
        Self { divisor, ..self }
    }

    /// The convolved picture, of the same size and kind.
    ///
    /// # Errors
    /// [`SurfaceError::BadKernel`] unless there are columns × rows weights, at least 1 and at most 2¹⁶;
    /// [`SurfaceError::NotFinite`] for NaN or infinite numbers and for the divisor 0.
    pub fn apply(&self, picture: &Surface) -> Result<Surface, SurfaceError> {
        let mut result = picture.same_kind(picture.width(), picture.height())?;
        self.apply_into(picture, &mut result, &mut Scratch::default())?;
        Ok(result)
    }

    /// As [`Convolution::apply`], into a surface that takes the right size and kind, with memory that can
    /// be used again.
    ///
    /// # Errors
    /// As [`Convolution::apply`].
    pub fn apply_into(
        &self,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
    ) -> Result<(), SurfaceError> {
        self.check()?;
        target.reshape(picture.width(), picture.height(), picture.is_opaque())?;
        self.run(Level::new(), picture, target, scratch, self.whole_numbers());
        Ok(())
    }

    fn check(&self) -> Result<(), SurfaceError> {
        let (columns, rows) = (self.columns, self.rows);
        let (expected, found) = (u64::from(columns) * u64::from(rows), self.weights.len() as u64);
        if expected != found || !(1..=1 << 16).contains(&found) {
            return Err(SurfaceError::BadKernel { columns, rows, weights: found });
        }
        let numbers = self.weights.iter().chain([&self.divisor, &self.bias]);
        let finite = numbers.copied().all(f32::is_finite) && self.divisor != 0.0;
        if finite { Ok(()) } else { Err(SurfaceError::NotFinite) }
    }

    /// Whether sums stay exact in `i16` and quotients in [`Quotient`].
    fn whole_numbers(&self) -> bool {
        let whole = |x: f32| x.fract() == 0.0;
        let total: f32 = self.weights.iter().map(|w| w.abs()).sum();
        self.weights.iter().copied().all(whole)
            && total <= 128.0 - self.divisor / 510.0
            && whole(self.divisor)
            && (1.0..=4096.0).contains(&self.divisor)
            && whole(self.bias)
            && self.bias.abs() <= 255.0
    }

    /// Whether every result lies between those it is made of, or between them and 0.
    fn is_mean(&self) -> bool {
        let total: f32 = self.weights.iter().sum();
        self.bias == 0.0 && total <= self.divisor && self.weights.iter().all(|&w| w >= 0.0)
    }

    fn run(
        &self,
        level: Level,
        picture: &Surface,
        target: &mut Surface,
        scratch: &mut Scratch,
        whole: bool,
    ) {
        let (short, single) = scratch.lanes();
        let (divisor, bias) = (self.divisor, self.bias);
        if !whole {
            let finish = Real { divisor, bias };
            dispatch!(level, simd => convolve(simd, self, picture, target, single, finish));
        } else if (divisor as u32).is_power_of_two() {
            let (bits, half) = ((divisor as u32).ilog2(), (divisor as u32 / 2) as i16);
            if self.is_mean() {
                let finish = Mean { bits, half };
                dispatch!(level, simd => convolve(simd, self, picture, target, short, finish));
            } else {
                let finish = Shift { bits, half, bias: bias as i16 };
                dispatch!(level, simd => convolve(simd, self, picture, target, short, finish));
            }
        } else {
            let finish = Quotient { reciprocal: 1.0 / divisor, bias };
            dispatch!(level, simd => convolve(simd, self, picture, target, short, finish));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        over::levels,
        testing::{any_surface, is_well_formed},
    };
    use proptest::prelude::*;

    fn column(values: &[u8]) -> Surface {
        let mut surface = Surface::opaque(1, values.len() as u32, Color::BLACK).unwrap();
        for (y, &value) in values.iter().enumerate() {
            surface.set(0, y as i32, Color::rgb(value, value, value));
        }
        surface
    }

    fn reds(surface: &Surface) -> Vec<u8> {
        surface.bytes().chunks(4).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn check_5_34_input_44_horizontal_edges() {
        let edges = Convolution::new(1, 3, vec![0.0, 4.0, -4.0]);
        let falling = [[200u8; 20], [50; 20]].concat();
        let result = reds(&edges.apply(&column(&falling)).unwrap());
        let expected: Vec<u8> = (0..40).map(|y| if y == 19 { 255 } else { 0 }).collect();
        assert_eq!(result, expected);
        let rising = [[50u8; 20], [200; 20]].concat();
        assert_eq!(reds(&edges.apply(&column(&rising)).unwrap()), [0; 40]);
    }

    #[test]
    fn check_5_35_edges_and_blur() {
        let edges = Convolution::new(1, 3, vec![0.0, 4.0, -4.0]);
        let soft = crate::classic::blur(1.0, 4.0, 1);
        let rows = |upper: u8, lower: u8| {
            let line = edges.apply(&column(&[[upper; 20], [lower; 20]].concat())).unwrap();
            reds(&soft.apply(&line).unwrap())[17..22].to_vec()
        };
        // 31.875 and 63.75, rounded.
        assert_eq!(rows(200, 50), [32, 64, 64, 64, 32]);
        assert_eq!(rows(100, 66), [17, 34, 34, 34, 17]);
        assert_eq!(rows(100, 67), [17, 33, 33, 33, 17]);
    }

    #[test]
    fn check_5_36_input_43_ones_over_nine_and_wrong_lengths() {
        let mut picture = Surface::opaque(7, 7, Color::BLACK).unwrap();
        picture.set(3, 3, Color::rgb(90, 90, 90));
        let soft = Convolution::new(3, 3, vec![1.0; 9]).with_divisor(9.0).apply(&picture).unwrap();
        for y in 0..7 {
            for x in 0..7 {
                let inside = (2..5).contains(&x) && (2..5).contains(&y);
                let value = if inside { 10 } else { 0 };
                assert_eq!(soft.get(x, y), Some(Color::rgb(value, value, value)));
            }
        }
        for (columns, rows, count) in [(3, 3, 8), (0, 0, 0), (2, 2, 5), (u32::MAX, u32::MAX, 1)] {
            let kernel = Convolution::new(columns, rows, vec![1.0; count]);
            assert!(matches!(kernel.apply(&picture), Err(SurfaceError::BadKernel { .. })));
        }
        for kernel in [
            Convolution::new(1, 1, vec![f32::NAN]),
            Convolution::new(1, 1, vec![1.0]).with_divisor(0.0),
            Convolution { bias: f32::INFINITY, ..Convolution::new(1, 1, vec![1.0]) },
        ] {
            assert_eq!(kernel.apply(&picture), Err(SurfaceError::NotFinite));
        }
    }

    #[test]
    fn pix_6_the_kernel_is_not_flipped() {
        let mut picture = Surface::opaque(3, 1, Color::BLACK).unwrap();
        picture.set(1, 0, Color::rgb(10, 0, 0));
        let kernel = Convolution::new(3, 1, vec![1.0, 2.0, 3.0]);
        assert_eq!(reds(&kernel.apply(&picture).unwrap()), [30, 20, 10]);
    }

    /// The definition in floating point.
    fn slow(kernel: &Convolution, picture: &Surface) -> Surface {
        let mut result = picture.clone();
        let (cx, cy) = (kernel.columns as i32 / 2, kernel.rows as i32 / 2);
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        for y in 0..height {
            for x in 0..width {
                let mut sums = [0f64; 4];
                for (i, &weight) in kernel.weights.iter().enumerate() {
                    let u = x + (i as u32 % kernel.columns) as i32 - cx;
                    let v = y + (i as u32 / kernel.columns) as i32 - cy;
                    let inside = picture.get(u, v);
                    let color = inside.unwrap_or_else(|| match kernel.edge {
                        EdgePixels::Color(color) => color,
                        EdgePixels::Clamp => {
                            picture.get(u.clamp(0, width - 1), v.clamp(0, height - 1)).unwrap()
                        }
                    });
                    for (sum, c) in sums.iter_mut().zip([color.r, color.g, color.b, color.a]) {
                        *sum += f64::from(weight) * f64::from(c);
                    }
                }
                let [r, g, b, a] = sums.map(|sum| {
                    let value = sum / f64::from(kernel.divisor) + f64::from(kernel.bias);
                    (value + 0.5).floor().clamp(0.0, 255.0) as u8
                });
                let a = if kernel.preserve_alpha { picture.get(x, y).unwrap().a } else { a };
                result.set(x, y, Color::rgba(r, g, b, a));
            }
        }
        result
    }

    proptest! {
        #[test]
        fn pix_6_check_5_42_agrees_with_the_definition(
            picture in any_surface(20), columns in 1..6u32, rows in 1..6u32,
            weights in prop::collection::vec(-5..6i32, 25),
            divisor in 1..20i32, bias in -40..40i32, preserve_alpha: bool, outside in prop::option::of(any::<u32>()),
        ) {
            let weights = weights[..(columns * rows) as usize].iter().map(|&w| w as f32).collect();
            let edge = outside.map_or(EdgePixels::Clamp, |argb| EdgePixels::Color(Color::argb(argb)));
            let kernel = Convolution {
                divisor: divisor as f32, bias: bias as f32, preserve_alpha, edge,
                ..Convolution::new(columns, rows, weights)
            };
            let expected = slow(&kernel, &picture);
            let result = kernel.apply(&picture).unwrap();
            prop_assert!(is_well_formed(&result));
            prop_assert_eq!(result.words(), expected.words());
            for level in levels() {
                for whole in [false, kernel.whole_numbers()] {
                    let mut target = picture.same_kind(picture.width(), picture.height()).unwrap();
                    kernel.run(level, &picture, &mut target, &mut Scratch::default(), whole);
                    prop_assert_eq!(target.words(), expected.words());
                }
            }
        }

        #[test]
        fn pix_6_a_column_times_a_row_agrees_with_the_definition(
            picture in any_surface(70), down in prop::collection::vec(-3..4i32, 1..5),
            across in prop::collection::vec(-3..4i32, 1..5), divisor in 1..20i32, off_by in 0..8usize,
        ) {
            let product = down.iter().flat_map(|a| across.iter().map(move |b| (a * b) as f32));
            let mut weights: Vec<f32> = product.collect();
            // Sometimes one weight spoils the product.
            if let Some(weight) = weights.get_mut(off_by) {
                *weight += 1.0;
            }
            let kernel = Convolution::new(across.len() as u32, down.len() as u32, weights)
                .with_divisor(divisor as f32);
            let expected = slow(&kernel, &picture);
            for level in levels() {
                let mut target = picture.same_kind(picture.width(), picture.height()).unwrap();
                let whole = kernel.whole_numbers();
                kernel.run(level, &picture, &mut target, &mut Scratch::default(), whole);
                prop_assert_eq!(target.words(), expected.words());
            }
        }

        #[test]
        fn wild_numbers_do_not_panic(
            picture in any_surface(5), weights in prop::collection::vec(any::<f32>(), 6),
            divisor: f32, bias: f32,
        ) {
            let kernel = Convolution { divisor, bias, ..Convolution::new(3, 2, weights) };
            if let Ok(result) = kernel.apply(&picture) {
                prop_assert!(is_well_formed(&result));
            }
        }
    }
}
