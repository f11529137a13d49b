//! How a convolution runs: rows of the picture as numbers, the kernel as a list of taps, a block of pixels at
//! a time.

use crate::{Convolution, EdgePixels, Surface, lanes, scan::straight_word};
use fearless_simd::{Simd, i16x16, prelude::*, u8x32, u16x16, u32x8};

/// Rows of straight channels as numbers, and the taps of the kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes<T> {
    /// One padded row for each row of the kernel, and one for the color outside.
    ring: Vec<T>,
    /// Which picture row each place of the ring holds.
    held: Vec<usize>,
    /// Weight and place in the ring of every element of the kernel that is not 0.
    taps: Vec<(T, usize)>,
    /// Weight and place along the row of sums, when the kernel is a column times a row; otherwise empty.
    across: Vec<(T, usize)>,
    /// The column of such a kernel.
    down: Vec<f32>,
    /// The sums down the columns of such a kernel.
    line: Vec<T>,
}

/// Pixels computed at a time: the cost of finding a tap is shared by all of them.
const BLOCK: usize = 32;
const BLOCK_LANES: usize = BLOCK * 4;
/// Registers of 16 lanes in a block.
const REGISTERS: usize = BLOCK_LANES / 16;

/// Writes the convolved picture to a target of its size.
#[inline(always)]
pub(crate) fn convolve<S: Simd, T: Lane>(
    simd: S,
    kernel: &Convolution,
    picture: &Surface,
    target: &mut Surface,
    lanes: &mut Lanes<T>,
    finish: impl Finish<T>,
) {
    let width = picture.width() as usize;
    // The pixels under the kernel, in whole blocks.
    let stride =
        (width.next_multiple_of(BLOCK) + kernel.columns as usize).next_multiple_of(BLOCK) * 4;
    lanes.prepare(kernel, stride);
    for (y, to) in target.words_mut().chunks_exact_mut(width).enumerate() {
        lanes.load(kernel, picture, y, stride);
        let (taps, from) = lanes.sum_down(simd, stride);
        let source = &picture.words()[y * width..][..width];
        for (index, (to, source)) in to.chunks_mut(BLOCK).zip(source.chunks(BLOCK)).enumerate() {
            let sums = T::sum(simd, taps, from, index * BLOCK_LANES);
            if !picture.is_opaque() {
                let mut words = [0; BLOCK];
                finish.bytes(simd, sums, 0, bytemuck::cast_mut(&mut words));
                premultiply(to, &words, source, kernel.preserve_alpha);
            } else if let Some(to) = to.first_chunk_mut::<BLOCK>() {
                finish.bytes(simd, sums, OPAQUE, bytemuck::cast_mut(to));
            } else {
                let mut words = [0; BLOCK];
                finish.bytes(simd, sums, OPAQUE, bytemuck::cast_mut(&mut words));
                to.copy_from_slice(&words[..to.len()]);
            }
        }
    }
}

/// Alpha 255, to be set in a word.
const OPAQUE: u32 = 0xFF00_0000;

/// From straight words to stored ones, with the alpha of `source` where that is preserved.
#[inline(always)]
fn premultiply(to: &mut [u32], words: &[u32; BLOCK], source: &[u32], preserve_alpha: bool) {
    for ((to, &from), word) in to.iter_mut().zip(source).zip(words) {
        let [r, g, b, a] = word.to_le_bytes().map(u32::from);
        let a = if preserve_alpha { lanes::alpha(from) } else { a };
        *to = lanes::premultiply([r, g, b, a]);
    }
}

impl<T: Lane> Lanes<T> {
    /// Gets ready for a kernel: nothing is held, and the color outside fills the ring.
    fn prepare(&mut self, kernel: &Convolution, stride: usize) {
        let rows = kernel.rows as usize;
        self.ring.clear();
        self.ring.resize(stride * (rows + 1), T::default());
        self.held.clear();
        self.held.resize(rows, usize::MAX);
        if let EdgePixels::Color(color) = kernel.edge {
            let bytes = [color.r, color.g, color.b, color.a].map(T::of);
            self.ring.as_chunks_mut().0.fill(bytes);
        }
        self.across.clear();
        if T::ANY_ORDER
            && let Some((row, unit)) = factor(kernel, &mut self.down)
        {
            let taps = row.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
            self.across.extend(taps.map(|(at, weight)| (T::weight(weight / unit), at * 4)));
            self.line.clear();
            self.line.resize(stride, T::default());
        }
    }

    /// Sees to it that the rows under the kernel at row `y` are in the ring, and lists the taps.
    #[inline(always)]
    fn load(&mut self, kernel: &Convolution, picture: &Surface, y: usize, stride: usize) {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (columns, rows) = (kernel.columns as usize, kernel.rows as usize);
        let (before, above) = (columns / 2, rows / 2);
        self.taps.clear();
        for (row, weights) in kernel.weights.chunks_exact(columns).enumerate() {
            let beyond = (y + row < above) || (y + row - above >= height);
            let place = if beyond && kernel.edge != EdgePixels::Clamp {
                rows
            } else {
                let from = (y + row).saturating_sub(above).min(height - 1);
                let place = from % rows;
                if self.held[place] != from {
                    self.held[place] = from;
                    let line = &mut self.ring[place * stride..][..stride];
                    let source = &picture.words()[from * width..][..width];
                    load_row(line, source, before, kernel.edge, picture.is_opaque());
                }
                place
            };
            let weights = if self.across.is_empty() { weights } else { &self.down[row..=row] };
            let taps = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
            self.taps
                .extend(taps.map(|(at, &weight)| (T::weight(weight), place * stride + at * 4)));
        }
    }

    /// The taps that remain for the row and what they are laid on: the ring itself, or the sums down the
    /// columns when the kernel is a column times a row.
    #[inline(always)]
    fn sum_down<S: Simd>(&mut self, simd: S, stride: usize) -> (&[(T, usize)], &[T]) {
        if self.across.is_empty() {
            return (&self.taps, &self.ring);
        }
        let blocks = self.line[..stride].as_chunks_mut::<BLOCK_LANES>().0;
        for (index, to) in blocks.iter_mut().enumerate() {
            T::store(T::sum(simd, &self.taps, &self.ring, index * BLOCK_LANES), to);
        }
        (&self.across, &self.line)
    }
}

/// Straight channels of a row with `before` pixels in front of it; the edge fills both sides.
#[inline(always)]
fn load_row<T: Lane>(line: &mut [T], row: &[u32], before: usize, edge: EdgePixels, opaque: bool) {
    let middle = &mut line[before * 4..][..row.len() * 4];
    if opaque {
        for (lane, &byte) in middle.iter_mut().zip(bytemuck::cast_slice::<u32, u8>(row)) {
            *lane = T::of(byte);
        }
    } else {
        for (pixel, &word) in middle.as_chunks_mut().0.iter_mut().zip(row) {
            *pixel = straight_word(word).to_le_bytes().map(T::of);
        }
    }
    // The color outside was laid down when the ring was made.
    if edge == EdgePixels::Clamp {
        let pixels = line.as_chunks_mut::<4>().0;
        let (first, last) = (pixels[before], pixels[before + row.len() - 1]);
        pixels[..before].fill(first);
        pixels[before + row.len()..].fill(last);
    }
}

/// The kernel as a column times a row of whole numbers, if it is one and if two short sums are less work than
/// the long one. Fills in the column; the row is the given one, divided by the given number.
fn factor<'a>(kernel: &'a Convolution, down: &mut Vec<f32>) -> Option<(&'a [f32], f32)> {
    let rows = || kernel.weights.chunks_exact(kernel.columns as usize);
    let first = rows().find(|row| row.iter().any(|weight| *weight != 0.0))?;
    let pivot = first.iter().position(|weight| *weight != 0.0)?;
    let unit = common_divisor(first);
    // How often the row goes into another one shows at the pivot and must hold everywhere.
    down.clear();
    down.extend(rows().map(|row| row[pivot] * unit / first[pivot]));
    let is_product = rows().zip(&*down).all(|(row, times)| {
        let goes = |(weight, first): (&f32, &f32)| *weight == times * first / unit;
        times.fract() == 0.0 && row.iter().zip(first).all(goes)
    });
    let taps = |weights: &[f32]| weights.iter().filter(|weight| **weight != 0.0).count();
    let is_less = taps(down) + taps(first) < taps(&kernel.weights);
    (is_product && is_less).then_some((first, unit))
}

/// The greatest common divisor of whole weights, not all 0.
fn common_divisor(weights: &[f32]) -> f32 {
    let mut divisor = 0;
    for weight in weights {
        let mut rest = weight.abs() as i32;
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
    }
    divisor as f32
}

/// From the sums of a block to its bytes.
pub(crate) trait Finish<T: Lane>: Copy {
    /// Writes the bytes of 32 pixels, with the bits of `forced` set in each.
    fn bytes<S: Simd>(self, simd: S, sums: T::Sums<S>, forced: u32, to: &mut [u8; BLOCK_LANES]);
}

#[inline(always)]
fn force(bits: u32, bytes: &mut [u8; BLOCK_LANES]) {
    for pixel in bytes.as_chunks_mut::<4>().0 {
        *pixel = (u32::from_le_bytes(*pixel) | bits).to_le_bytes();
    }
}

/// Any divisor and bias.
#[derive(Clone, Copy)]
pub(crate) struct Real {
    pub(crate) divisor: f32,
    pub(crate) bias: f32,
}

impl Finish<f32> for Real {
    #[inline(always)]
    fn bytes<S: Simd>(
        self,
        _simd: S,
        sums: [f32; BLOCK_LANES],
        forced: u32,
        to: &mut [u8; BLOCK_LANES],
    ) {
        for (to, sum) in to.iter_mut().zip(sums) {
            *to = (sum / self.divisor + self.bias + 0.5).floor().clamp(0.0, 255.0) as u8;
        }
        force(forced, to);
    }
}

/// A divisor that is a power of two.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    pub(crate) bits: u32,
    pub(crate) half: i16,
    pub(crate) bias: i16,
}

impl Finish<i16> for Shift {
    #[inline(always)]
    fn bytes<S: Simd>(self, simd: S, sums: ShortSums<S>, forced: u32, to: &mut [u8; BLOCK_LANES]) {
        let forced: u8x32<S> = u32x8::splat(simd, forced).bitcast();
        let (zero, full) = (i16x16::splat(simd, 0), i16x16::splat(simd, 255));
        let finish = |sums: i16x16<S>| -> u16x16<S> {
            let quotient = (sums + i16x16::splat(simd, self.half)) >> self.bits;
            (quotient + i16x16::splat(simd, self.bias)).max(zero).min(full).bitcast()
        };
        for (to, [low, high]) in to.as_chunks_mut().0.iter_mut().zip(sums.as_chunks().0) {
            (finish(*low).narrow(finish(*high)) | forced).store_array(to);
        }
    }
}

/// A divisor that is a power of two, where no quotient can leave 0…255.
#[derive(Clone, Copy)]
pub(crate) struct Mean {
    pub(crate) bits: u32,
    pub(crate) half: i16,
}

impl Finish<i16> for Mean {
    #[inline(always)]
    fn bytes<S: Simd>(self, simd: S, sums: ShortSums<S>, forced: u32, to: &mut [u8; BLOCK_LANES]) {
        let forced: u8x32<S> = u32x8::splat(simd, forced).bitcast();
        let half = u16x16::splat(simd, self.half as u16);
        let finish = |sums: i16x16<S>| (sums.bitcast::<u16x16<S>>() + half) >> self.bits;
        for (to, [low, high]) in to.as_chunks_mut().0.iter_mut().zip(sums.as_chunks().0) {
            (finish(*low).relaxed_narrow(finish(*high)) | forced).store_array(to);
        }
    }
}

/// Any whole divisor and bias. Rounds as the averages of the blur do: a quarter lifts ties over the half,
/// the sum with 2²³ rounds.
#[derive(Clone, Copy)]
pub(crate) struct Quotient {
    pub(crate) reciprocal: f32,
    pub(crate) bias: f32,
}

impl Finish<i16> for Quotient {
    #[inline(always)]
    fn bytes<S: Simd>(self, _simd: S, sums: ShortSums<S>, forced: u32, to: &mut [u8; BLOCK_LANES]) {
        let mut shorts = [0; BLOCK_LANES];
        i16::store(sums, &mut shorts);
        for (to, sum) in to.iter_mut().zip(shorts) {
            let value = (f32::from(sum) + 0.25) * self.reciprocal + self.bias;
            *to = (value.clamp(0.0, 255.0) + 8_388_608.0).to_bits() as u8;
        }
        force(forced, to);
    }
}

/// A number the kernel runs in.
pub(crate) trait Lane: Copy + Default {
    /// The sums of a block, in registers where that helps.
    type Sums<S: Simd>: Copy;
    /// Whether sums are exact, so that their order does not matter.
    const ANY_ORDER: bool;
    fn of(byte: u8) -> Self;
    fn weight(weight: f32) -> Self;
    /// The weighted sum of a block under all taps, in their order.
    fn sum<S: Simd>(simd: S, taps: &[(Self, usize)], from: &[Self], offset: usize)
    -> Self::Sums<S>;
    fn store<S: Simd>(sums: Self::Sums<S>, to: &mut [Self; BLOCK_LANES]);
}

type ShortSums<S> = [i16x16<S>; REGISTERS];

impl Lane for i16 {
    type Sums<S: Simd> = ShortSums<S>;
    const ANY_ORDER: bool = true;

    #[inline(always)]
    fn of(byte: u8) -> Self {
        Self::from(byte)
    }

    #[inline(always)]
    fn weight(weight: f32) -> Self {
        weight as Self
    }

    #[inline(always)]
    fn sum<S: Simd>(simd: S, taps: &[(Self, usize)], from: &[Self], offset: usize) -> ShortSums<S> {
        let mut sums = [i16x16::splat(simd, 0); REGISTERS];
        for &(weight, at) in taps {
            if let Some(lanes) = from[at + offset..].first_chunk::<BLOCK_LANES>() {
                let lanes = sums.iter_mut().zip(lanes.as_chunks().0);
                if weight == 1 {
                    lanes.for_each(|(sum, lanes)| *sum += i16x16::load_array_ref(simd, lanes));
                } else {
                    let weight = i16x16::splat(simd, weight);
                    lanes.for_each(|(sum, lanes)| {
                        *sum += i16x16::load_array_ref(simd, lanes) * weight;
                    });
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn store<S: Simd>(sums: ShortSums<S>, to: &mut [Self; BLOCK_LANES]) {
        for (to, sum) in to.as_chunks_mut().0.iter_mut().zip(sums) {
            sum.store_array(to);
        }
    }
}

impl Lane for f32 {
    type Sums<S: Simd> = [Self; BLOCK_LANES];
    const ANY_ORDER: bool = false;

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
        from: &[Self],
        offset: usize,
    ) -> [Self; BLOCK_LANES] {
        let mut sums = [0.0; BLOCK_LANES];
        for &(weight, at) in taps {
            if let Some(lanes) = from[at + offset..].first_chunk::<BLOCK_LANES>() {
                for (sum, lane) in sums.iter_mut().zip(lanes) {
                    *sum += lane * weight;
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn store<S: Simd>(sums: [Self; BLOCK_LANES], to: &mut [Self; BLOCK_LANES]) {
        *to = sums;
    }
}
