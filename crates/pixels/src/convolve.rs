//! Convolution with a kernel of any size.

use crate::{Color, Scratch, Surface, SurfaceError, lanes, scan::straight_word};
use fearless_simd::{Level, Simd, dispatch, i16x16, prelude::*, u16x16};

/// What lies beyond the border of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The nearest pixel of the border.
    #[default]
    Clamp,
    /// One color.
    Color(Color),
}

/// A weighted sum of neighbors: `Σ weight·pixel / divisor + bias` per channel on straight colors, rounded to
/// nearest (half up) and held to 0…255 (PIX-6).
///
/// The kernel is laid on the picture as written, not flipped, with its element (columns / 2, rows / 2) on
/// the pixel. Whole weights with Σ|weight| ≤ 128 over a whole divisor and bias, the usual case, run in 16-bit
/// integers; everything else in `f32`, each sum in reading order.
///
/// ```
/// use motile_pixels::{Color, Convolution, Surface};
/// let mut picture = Surface::opaque(3, 3, Color::BLACK)?;
/// picture.set(1, 1, Color::rgb(90, 0, 0));
/// let soft = Convolution::new(3, 3, vec![1.0; 9]).divided_by(9.0).apply(&picture)?;
/// assert!((0..3).all(|i| soft.get(i, i) == Some(Color::rgb(10, 0, 0))));
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
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
    pub edge: Edge,
}

impl Convolution {
    /// A kernel with divisor 1, bias 0, alpha preserved and clamped edges.
    pub const fn new(columns: u32, rows: u32, weights: Vec<f32>) -> Self {
        let (divisor, bias) = (1.0, 0.0);
        Self { columns, rows, weights, divisor, bias, preserve_alpha: true, edge: Edge::Clamp }
    }

    /// The same with another divisor.
    #[must_use]
    pub fn divided_by(self, divisor: f32) -> Self {
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
        target.reset(picture.width(), picture.height(), picture.is_opaque())?;
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
            dispatch!(level, simd => run_simd(simd, self, picture, target, single, finish));
        } else if (divisor as u32).is_power_of_two() {
            let finish = Shift {
                bits: (divisor as u32).ilog2(),
                half: (divisor as u32 / 2) as i16,
                bias: bias as i16,
            };
            dispatch!(level, simd => run_simd(simd, self, picture, target, short, finish));
        } else {
            let finish = Quotient { reciprocal: 1.0 / divisor, bias };
            dispatch!(level, simd => run_simd(simd, self, picture, target, short, finish));
        }
    }
}

/// From the sums of a block to its bytes.
trait Finish<T>: Copy {
    fn bytes<S: Simd>(self, simd: S, sums: [T; BLOCK_LANES]) -> [u8; BLOCK_LANES];
}

/// The bytes of a block one by one.
#[inline(always)]
fn each<T: Copy>(sums: [T; BLOCK_LANES], byte: impl Fn(T) -> u8) -> [u8; BLOCK_LANES] {
    let mut bytes = [0; BLOCK_LANES];
    for (to, sum) in bytes.iter_mut().zip(sums) {
        *to = byte(sum);
    }
    bytes
}

/// Any divisor and bias.
#[derive(Clone, Copy)]
struct Real {
    divisor: f32,
    bias: f32,
}

impl Finish<f32> for Real {
    #[inline(always)]
    fn bytes<S: Simd>(self, _simd: S, sums: [f32; BLOCK_LANES]) -> [u8; BLOCK_LANES] {
        each(sums, |sum| (sum / self.divisor + self.bias + 0.5).floor().clamp(0.0, 255.0) as u8)
    }
}

/// A divisor that is a power of two.
#[derive(Clone, Copy)]
struct Shift {
    bits: u32,
    half: i16,
    bias: i16,
}

impl Finish<i16> for Shift {
    #[inline(always)]
    fn bytes<S: Simd>(self, simd: S, sums: [i16; BLOCK_LANES]) -> [u8; BLOCK_LANES] {
        let (zero, full) = (i16x16::splat(simd, 0), i16x16::splat(simd, 255));
        let finish = |sums: &[i16; 16]| -> u16x16<S> {
            let sums = i16x16::load_array_ref(simd, sums);
            let quotient = (sums + i16x16::splat(simd, self.half)) >> self.bits;
            (quotient + i16x16::splat(simd, self.bias)).max(zero).min(full).bitcast()
        };
        let mut bytes = [0; BLOCK_LANES];
        let pairs = sums.as_chunks::<16>().0.as_chunks::<2>().0;
        for (to, [low, high]) in bytes.as_chunks_mut().0.iter_mut().zip(pairs) {
            finish(low).narrow(finish(high)).store_array(to);
        }
        bytes
    }
}

/// Any whole divisor and bias. Rounds as the averages of the blur do: a quarter lifts ties over the half,
/// the sum with 2²³ rounds.
#[derive(Clone, Copy)]
struct Quotient {
    reciprocal: f32,
    bias: f32,
}

impl Finish<i16> for Quotient {
    #[inline(always)]
    fn bytes<S: Simd>(self, _simd: S, sums: [i16; BLOCK_LANES]) -> [u8; BLOCK_LANES] {
        each(sums, |sum| {
            let value = (f32::from(sum) + 0.25) * self.reciprocal + self.bias;
            (value.clamp(0.0, 255.0) + 8_388_608.0).to_bits() as u8
        })
    }
}

/// A number the kernel runs in.
pub(crate) trait Lane: Copy + Default {
    fn of(byte: u8) -> Self;
    fn weight(weight: f32) -> Self;
    /// The weighted sum of a block under all taps, in their order.
    fn sum<S: Simd>(
        simd: S,
        taps: &[(Self, usize)],
        ring: &[Self],
        offset: usize,
    ) -> [Self; BLOCK_LANES];
}

impl Lane for i16 {
    #[inline(always)]
    fn of(byte: u8) -> Self {
        Self::from(byte)
    }

    #[inline(always)]
    fn weight(weight: f32) -> Self {
        weight as Self
    }

    #[inline(always)]
    fn sum<S: Simd>(
        simd: S,
        taps: &[(Self, usize)],
        ring: &[Self],
        offset: usize,
    ) -> [Self; BLOCK_LANES] {
        let mut sums = [i16x16::splat(simd, 0); REGISTERS];
        for &(weight, at) in taps {
            if let Some(lanes) = ring[at + offset..].first_chunk::<BLOCK_LANES>() {
                let weight = i16x16::splat(simd, weight);
                for (sum, lanes) in sums.iter_mut().zip(lanes.as_chunks().0) {
                    *sum += i16x16::load_array_ref(simd, lanes) * weight;
                }
            }
        }
        let mut result = [0; BLOCK_LANES];
        for (to, sum) in result.as_chunks_mut().0.iter_mut().zip(sums) {
            sum.store_array(to);
        }
        result
    }
}

impl Lane for f32 {
    #[inline(always)]
    fn of(byte: u8) -> Self {
        Self::from(byte)
    }

    #[inline(always)]
    fn weight(weight: f32) -> Self {
        weight
    }

    #[inline(always)]
    fn sum<S: Simd>(
        _simd: S,
        taps: &[(Self, usize)],
        ring: &[Self],
        offset: usize,
    ) -> [Self; BLOCK_LANES] {
        let mut sums = [0.0; BLOCK_LANES];
        for &(weight, at) in taps {
            if let Some(lanes) = ring[at + offset..].first_chunk::<BLOCK_LANES>() {
                for (sum, lane) in sums.iter_mut().zip(lanes) {
                    *sum += lane * weight;
                }
            }
        }
        sums
    }
}

/// Rows of straight channels as numbers, and the taps of the kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes<T> {
    /// One padded row for each row of the kernel, and one for the color outside.
    ring: Vec<T>,
    /// Which picture row each place of the ring holds.
    held: Vec<usize>,
    /// Weight and place in the ring of every element of the kernel that is not 0.
    taps: Vec<(T, usize)>,
}

/// Pixels computed at a time: the cost of finding a tap is shared by all of them.
const BLOCK: usize = 32;
const BLOCK_LANES: usize = BLOCK * 4;
/// Registers of 16 lanes in a block.
const REGISTERS: usize = BLOCK_LANES / 16;

#[inline(always)]
fn run_simd<S: Simd, T: Lane>(
    simd: S,
    kernel: &Convolution,
    picture: &Surface,
    target: &mut Surface,
    lanes: &mut Lanes<T>,
    finish: impl Finish<T>,
) {
    let (columns, rows) = (kernel.columns as usize, kernel.rows as usize);
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let (center_x, center_y) = (columns / 2, rows / 2);
    // A row of the ring: the pixels under the kernel, rounded up to whole blocks.
    let stride = (width.next_multiple_of(BLOCK) + columns) * 4;
    let Lanes { ring, held, taps } = lanes;
    ring.clear();
    ring.resize(stride * (rows + 1), T::default());
    held.clear();
    held.resize(rows, usize::MAX);
    if let Edge::Color(color) = kernel.edge {
        let bytes = [color.r, color.g, color.b, color.a].map(T::of);
        ring.as_chunks_mut().0.fill(bytes);
    }
    let opaque = picture.is_opaque();
    let source = picture.words();
    for (y, to) in target.words_mut().chunks_exact_mut(width).enumerate() {
        taps.clear();
        for (row, weights) in kernel.weights.chunks_exact(columns).enumerate() {
            let beyond = (y + row < center_y) || (y + row - center_y >= height);
            let place = if beyond && kernel.edge != Edge::Clamp {
                rows
            } else {
                let from = (y + row).saturating_sub(center_y).min(height - 1);
                let place = from % rows;
                if held[place] != from {
                    held[place] = from;
                    let line = &mut ring[place * stride..][..stride];
                    load_row(line, &source[from * width..][..width], center_x, kernel.edge, opaque);
                }
                place
            };
            for (column, &weight) in weights.iter().enumerate() {
                if weight != 0.0 {
                    taps.push((T::weight(weight), place * stride + column * 4));
                }
            }
        }
        let from = &source[y * width..][..width];
        for (index, (to, from)) in to.chunks_mut(BLOCK).zip(from.chunks(BLOCK)).enumerate() {
            let sums = T::sum(simd, taps, ring, index * BLOCK_LANES);
            let words: [u32; BLOCK] = bytemuck::cast(finish.bytes(simd, sums));
            if opaque {
                if let Some(to) = to.first_chunk_mut::<BLOCK>() {
                    *to = words;
                } else {
                    to.copy_from_slice(&words[..to.len()]);
                }
                for to in to {
                    *to |= 0xFF00_0000;
                }
            } else {
                for ((to, &from), word) in to.iter_mut().zip(from).zip(words) {
                    let [r, g, b, a] = word.to_le_bytes().map(u32::from);
                    let a = if kernel.preserve_alpha { lanes::alpha(from) } else { a };
                    *to = lanes::premultiply([r, g, b, a]);
                }
            }
        }
    }
}

/// Straight channels of a row with `before` pixels in front of it; the edge fills both sides.
#[inline(always)]
fn load_row<T: Lane>(line: &mut [T], row: &[u32], before: usize, edge: Edge, opaque: bool) {
    let pixels = line.as_chunks_mut::<4>().0;
    let middle = &mut pixels[before..before + row.len()];
    if opaque {
        for (pixel, word) in middle.iter_mut().zip(row) {
            let [r, g, b, a] = word.to_le_bytes();
            *pixel = [T::of(r), T::of(g), T::of(b), T::of(a)];
        }
    } else {
        for (pixel, &word) in middle.iter_mut().zip(row) {
            let [r, g, b, a] = straight_word(word).to_le_bytes();
            *pixel = [T::of(r), T::of(g), T::of(b), T::of(a)];
        }
    }
    // The color outside was laid down when the ring was made.
    if edge == Edge::Clamp {
        let (first, last) = (pixels[before], pixels[before + row.len() - 1]);
        pixels[..before].fill(first);
        pixels[before + row.len()..].fill(last);
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
    fn check_5_34_horizontal_edges() {
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
        let soft = crate::Blur::classic(1.0, 4.0, 1);
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
    fn check_5_36_ones_over_nine_and_wrong_lengths() {
        let mut picture = Surface::opaque(7, 7, Color::BLACK).unwrap();
        picture.set(3, 3, Color::rgb(90, 90, 90));
        let soft = Convolution::new(3, 3, vec![1.0; 9]).divided_by(9.0).apply(&picture).unwrap();
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
            Convolution::new(1, 1, vec![1.0]).divided_by(0.0),
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
                        Edge::Color(color) => color,
                        Edge::Clamp => {
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
            let edge = outside.map_or(Edge::Clamp, |argb| Edge::Color(Color::argb(argb)));
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
