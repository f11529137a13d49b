//! The cosine transform (B. G. Lee, 1984): the pressure of a closed box in one go.
//!
//! Cosines that are flat at both walls are the eigenvectors of the system of an empty box. So: transform, divide by the
//! eigenvalues, transform back. A transform runs over whole rows at once, which makes it a loop over vectors; between the
//! two directions the grid is turned over its diagonal.

use super::board::{Board, Pair};
use fearless_simd::{Level, dispatch, f32x8, prelude::*};
use motile_geom::ops;

const LANES: usize = 8;
/// Sides below this are no whole vector.
const SMALLEST: usize = 8;
/// Larger sides would cost more digits than an `f32` has to spare.
const LARGEST: usize = 4096;

#[derive(Clone, Debug)]
pub(super) struct Cosine {
    width: usize,
    height: usize,
    /// Rows of the grid, and the room that a transform needs.
    values: Vec<f32>,
    other: Vec<f32>,
    /// `1 / (2 cos((i + ½) π / n))`, for `n = 2, 4, …` one after the other: those of `n` begin at `n / 2 − 1`.
    factors: Vec<f32>,
    /// `2 − 2 cos(k π / n)` of the columns, then of the rows.
    columns: Vec<f32>,
    rows: Vec<f32>,
    level: Level,
}

impl Cosine {
    /// `None` for sides that are no powers of two.
    pub(super) fn new(width: usize, height: usize, level: Level) -> Option<Self> {
        let fits = |side: usize| side.is_power_of_two() && (SMALLEST..=LARGEST).contains(&side);
        if !fits(width) || !fits(height) {
            return None;
        }
        let pi = std::f64::consts::PI;
        let mut factors = Vec::with_capacity(width.max(height));
        let mut n = 2;
        while n <= width.max(height) {
            factors.extend(
                (0..n / 2).map(|i| (0.5 / ops::cos64((i as f64 + 0.5) * pi / n as f64)) as f32),
            );
            n *= 2;
        }
        let eigenvalues = |n: usize| {
            (0..n).map(|k| (2.0 - 2.0 * ops::cos64(k as f64 * pi / n as f64)) as f32).collect()
        };
        Some(Self {
            width,
            height,
            values: vec![0.0; width * height],
            other: vec![0.0; width * height],
            factors,
            columns: eigenvalues(width),
            rows: eigenvalues(height),
            level,
        })
    }

    /// The pressure for the right side of a board that is a closed box.
    pub(super) fn solve(&mut self, board: &Board, pressure: &mut Pair) {
        let (w, h, level) = (self.width, self.height, self.level);
        board.write(&board.rhs, &mut self.values);
        let factors = &self.factors[..];
        dispatch!(level, simd => forward(simd, &mut self.values, &mut self.other, w, h, factors));
        turn(&self.values, &mut self.other, w, h);
        dispatch!(level, simd => forward(simd, &mut self.other, &mut self.values, h, w, factors));
        // What scales both transforms back comes along.
        let scale = 4.0 / (w * h) as f32;
        for (row, &column) in self.other.chunks_exact_mut(h).zip(&self.columns) {
            for (value, &of_row) in row.iter_mut().zip(&self.rows) {
                let eigenvalue = column + of_row;
                *value = if eigenvalue > 0.0 { *value * scale / eigenvalue } else { 0.0 };
            }
        }
        dispatch!(level, simd => backward(simd, &mut self.other, &mut self.values, h, w, factors));
        turn(&self.other, &mut self.values, h, w);
        dispatch!(level, simd => backward(simd, &mut self.values, &mut self.other, w, h, factors));
        board.read(&self.values, pressure);
    }
}

/// Turns a grid of `height` rows over its diagonal, in blocks that stay in the cache.
fn turn(from: &[f32], to: &mut [f32], width: usize, height: usize) {
    const BLOCK: usize = 8;
    for top in (0..height).step_by(BLOCK) {
        for left in (0..width).step_by(BLOCK) {
            for y in top..top + BLOCK {
                for x in left..left + BLOCK {
                    to[x * height + y] = from[y * width + x];
                }
            }
        }
    }
}

/// Transforms the columns of `n` rows of `width` numbers. `room` is as large and is overwritten.
#[inline(always)]
fn forward<S: Simd>(
    simd: S,
    rows: &mut [f32],
    room: &mut [f32],
    width: usize,
    n: usize,
    factors: &[f32],
) {
    if n == 1 {
        return;
    }
    let half = n / 2;
    let (sums, differences) = room.split_at_mut(half * width);
    for i in 0..half {
        let factor = factors[half - 1 + i];
        let (first, last) = (&rows[i * width..][..width], &rows[(n - 1 - i) * width..][..width]);
        let (sum, difference) =
            (&mut sums[i * width..][..width], &mut differences[i * width..][..width]);
        for at in (0..width).step_by(LANES) {
            let (a, b) = (load(simd, first, at), load(simd, last, at));
            (a + b).store_slice(&mut sum[at..at + LANES]);
            ((a - b) * factor).store_slice(&mut difference[at..at + LANES]);
        }
    }
    let (left, right) = rows.split_at_mut(half * width);
    forward_part(simd, sums, left, width, half, factors);
    forward_part(simd, differences, right, width, half, factors);
    for i in 0..half {
        rows[2 * i * width..][..width].copy_from_slice(&sums[i * width..][..width]);
        let to = &mut rows[(2 * i + 1) * width..][..width];
        let here = &differences[i * width..][..width];
        if i + 1 < half {
            let next = &differences[(i + 1) * width..][..width];
            for at in (0..width).step_by(LANES) {
                (load(simd, here, at) + load(simd, next, at)).store_slice(&mut to[at..at + LANES]);
            }
        } else {
            to.copy_from_slice(here);
        }
    }
}

/// [`forward`] again: a function that is always inlined cannot call itself.
fn forward_part<S: Simd>(
    simd: S,
    rows: &mut [f32],
    room: &mut [f32],
    width: usize,
    n: usize,
    factors: &[f32],
) {
    simd.vectorize(
        #[inline(always)]
        || forward(simd, rows, room, width, n, factors),
    );
}

/// The inverse of [`forward`], without its scale of `2 / n`.
#[inline(always)]
fn backward<S: Simd>(
    simd: S,
    rows: &mut [f32],
    room: &mut [f32],
    width: usize,
    n: usize,
    factors: &[f32],
) {
    for value in &mut rows[..width] {
        *value *= 0.5;
    }
    backward_part(simd, rows, room, width, n, factors);
}

fn backward_part<S: Simd>(
    simd: S,
    rows: &mut [f32],
    room: &mut [f32],
    width: usize,
    n: usize,
    factors: &[f32],
) {
    if n == 1 {
        return;
    }
    let half = n / 2;
    let (evens, odds) = room.split_at_mut(half * width);
    simd.vectorize(
        #[inline(always)]
        || {
            for i in 0..half {
                evens[i * width..][..width].copy_from_slice(&rows[2 * i * width..][..width]);
                let to = &mut odds[i * width..][..width];
                let here = &rows[(2 * i + 1) * width..][..width];
                if i == 0 {
                    to.copy_from_slice(here);
                } else {
                    let before = &rows[(2 * i - 1) * width..][..width];
                    for at in (0..width).step_by(LANES) {
                        (load(simd, before, at) + load(simd, here, at))
                            .store_slice(&mut to[at..at + LANES]);
                    }
                }
            }
        },
    );
    let (left, right) = rows.split_at_mut(half * width);
    backward_part(simd, evens, left, width, half, factors);
    backward_part(simd, odds, right, width, half, factors);
    simd.vectorize(
        #[inline(always)]
        || {
            for i in 0..half {
                let factor = factors[half - 1 + i];
                let (even, odd) = (&evens[i * width..][..width], &odds[i * width..][..width]);
                for at in (0..width).step_by(LANES) {
                    let (x, y) = (load(simd, even, at), load(simd, odd, at) * factor);
                    (x + y).store_slice(&mut rows[i * width + at..][..LANES]);
                    (x - y).store_slice(&mut rows[(n - 1 - i) * width + at..][..LANES]);
                }
            }
        },
    );
}

#[inline(always)]
fn load<S: Simd>(simd: S, from: &[f32], at: usize) -> f32x8<S> {
    f32x8::from_slice(simd, &from[at..at + LANES])
}
