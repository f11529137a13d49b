//! One grid of cells, kept as the two colors of a checkerboard.
//!
//! A cell's neighbors are all of the other color. With each color in an array of its own a sweep over one color writes to
//! one array and reads the other: whole vectors without masks, and threads without sharing. Cell `(x, y)` has color
//! `(x + y) & 1` and is number `x / 2` of its color's row.

use super::{CellKind, Domain};
use crate::rows;
use fearless_simd::{Level, dispatch, f32x8, prelude::*};

const LANES: usize = 8;
/// Where the first cell of a row stands: there is a neighbor to the left of it.
const FIRST: usize = 1;

/// A number for every cell: the two colors.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair(pub(super) [Vec<f32>; 2]);

impl Pair {
    pub(super) fn new(len: usize) -> Self {
        Self([vec![0.0; len], vec![0.0; len]])
    }

    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|color| color.fill(0.0));
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            to.copy_from_slice(from);
        }
    }

    /// `self = self · factor + other`.
    pub(super) fn scale_and_add(&mut self, factor: f32, other: &Self, level: Level) {
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            dispatch!(level, simd => combine(simd, to, factor, from, 1.0));
        }
    }

    /// `self = self + other · factor`.
    pub(super) fn add_scaled(&mut self, factor: f32, other: &Self, level: Level) {
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            dispatch!(level, simd => combine(simd, to, 1.0, from, factor));
        }
    }
}

/// `to = to · a + from · b`; both are whole vectors long.
#[inline(always)]
fn combine<S: Simd>(simd: S, to: &mut [f32], a: f32, from: &[f32], b: f32) {
    for (to, from) in to.chunks_exact_mut(LANES).zip(from.chunks_exact(LANES)) {
        (f32x8::from_slice(simd, to) * a + f32x8::from_slice(simd, from) * b).store_slice(to);
    }
}

/// What a color knows of its cells' surroundings.
#[derive(Clone, Debug, Default)]
struct Stencil {
    /// Weights of the neighbors whose pressure is unknown too.
    west: Vec<f32>,
    east: Vec<f32>,
    north: Vec<f32>,
    south: Vec<f32>,
    /// The weight of the cell itself: all open faces. 0 where no pressure is wanted.
    own: Vec<f32>,
    /// 1 by that, or 0.
    inverse: Vec<f32>,
}

impl Stencil {
    fn new(len: usize) -> Self {
        let zeros = || vec![0.0; len];
        Self {
            west: zeros(),
            east: zeros(),
            north: zeros(),
            south: zeros(),
            own: zeros(),
            inverse: zeros(),
        }
    }
}

/// A grid and its system: for every cell `own · x − Σ weight · x of the neighbor = rhs`.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Numbers in a row of one color, padding included.
    stride: usize,
    stencils: [Stencil; 2],
    pub(super) x: Pair,
    pub(super) rhs: Pair,
    scratch: Vec<f32>,
    level: Level,
}

impl Board {
    pub(super) fn new(width: usize, height: usize, level: Level) -> Self {
        let stride = width.div_ceil(2).next_multiple_of(LANES) + LANES;
        let len = stride * (height + 2);
        let stencils = [Stencil::new(len), Stencil::new(len)];
        Self {
            width,
            height,
            stride,
            stencils,
            x: Pair::new(len),
            rhs: Pair::new(len),
            scratch: vec![0.0; len],
            level,
        }
    }

    /// Numbers of one color, padding included.
    pub(super) fn len(&self) -> usize {
        self.stride * (self.height + 2)
    }

    /// Color and place of a cell.
    pub(super) fn place(&self, x: usize, y: usize) -> (usize, usize) {
        ((x + y) & 1, (y + 1) * self.stride + FIRST + x / 2)
    }

    /// Where row `y` of a color begins, and how many vectors cover it.
    fn row(&self, y: usize) -> usize {
        (y + 1) * self.stride + FIRST
    }

    fn vectors(&self) -> usize {
        self.width.div_ceil(2).div_ceil(LANES)
    }

    pub(super) fn set_domain(&mut self, domain: &Domain) {
        let (w, h) = (self.width, self.height);
        for y in 0..h {
            for x in 0..w {
                let (color, at) = self.place(x, y);
                let stencil = &mut self.stencils[color];
                let fluid = domain.kind(x, y) == CellKind::Fluid;
                // What lies outside of the grid behind an open face is air.
                let side = |open: f32, inside: bool, x: usize, y: usize| {
                    let kind = if inside { domain.kind(x, y) } else { CellKind::Air };
                    match kind {
                        CellKind::Fluid if fluid => (open, open),
                        CellKind::Air if fluid => (0.0, open),
                        CellKind::Fluid | CellKind::Air | CellKind::Solid => (0.0, 0.0),
                    }
                };
                let west = side(domain.open_x[y * (w + 1) + x], x > 0, x.wrapping_sub(1), y);
                let east = side(domain.open_x[y * (w + 1) + x + 1], x + 1 < w, x + 1, y);
                let north = side(domain.open_y[y * w + x], y > 0, x, y.wrapping_sub(1));
                let south = side(domain.open_y[(y + 1) * w + x], y + 1 < h, x, y + 1);
                let own = west.1 + east.1 + north.1 + south.1;
                stencil.west[at] = west.0;
                stencil.east[at] = east.0;
                stencil.north[at] = north.0;
                stencil.south[at] = south.0;
                stencil.own[at] = own;
                stencil.inverse[at] = if own > 0.0 { 1.0 / own } else { 0.0 };
            }
        }
    }

    /// Sets a right side from the number of each cell, counted by rows.
    pub(super) fn set_rhs(&mut self, of: impl Fn(usize) -> f32) {
        for y in 0..self.height {
            for x in 0..self.width {
                let (color, at) = self.place(x, y);
                // A cell without an open face keeps its divergence: nothing can be done for it.
                self.rhs.0[color][at] =
                    if self.stencils[color].own[at] > 0.0 { of(y * self.width + x) } else { 0.0 };
            }
        }
    }

    /// Drops values of cells that have no pressure.
    pub(super) fn keep_fluid(&self, pair: &mut Pair) {
        for (values, stencil) in pair.0.iter_mut().zip(&self.stencils) {
            for (value, &own) in values.iter_mut().zip(&stencil.own) {
                if own == 0.0 {
                    *value = 0.0;
                }
            }
        }
    }

    pub(super) fn write(&self, pair: &Pair, into: &mut [f32]) {
        for (y, row) in into.chunks_exact_mut(self.width).enumerate() {
            let start = self.row(y);
            for (x, value) in row.iter_mut().enumerate() {
                *value = pair.0[(x + y) & 1][start + x / 2];
            }
        }
    }

    /// Takes the number of each cell, rows without padding.
    pub(super) fn read(&self, from: &[f32], pair: &mut Pair) {
        for (y, row) in from.chunks_exact(self.width).enumerate() {
            let start = self.row(y);
            for (x, &value) in row.iter().enumerate() {
                pair.0[(x + y) & 1][start + x / 2] = value;
            }
        }
    }

    /// One sweep over one color: every cell goes towards the value that its neighbors ask for.
    pub(super) fn sweep(&mut self, color: usize, relaxation: f32) {
        let (stencil, rhs) = (&self.stencils[color], &self.rhs.0[color]);
        let [even, odd] = &mut self.x.0;
        let (own, other): (&mut Vec<f32>, &Vec<f32>) =
            if color == 0 { (even, odd) } else { (odd, even) };
        let (stride, vectors, level) =
            (self.stride, self.width.div_ceil(2).div_ceil(LANES), self.level);
        rows::for_rows(inner(own, stride), stride, |y, row| {
            let around = Around {
                stencil,
                other,
                at: (y + 1) * stride + FIRST,
                stride,
                shift: (y + color) & 1,
            };
            dispatch!(level, simd => {
                for vector in 0..vectors {
                    let (at, here) = (around.at + vector * LANES, FIRST + vector * LANES);
                    let wanted = (around.neighbors(simd, vector * LANES) + load(simd, rhs, at))
                        * load(simd, &stencil.inverse, at);
                    let old = load(simd, row, here);
                    (old + (wanted - old) * relaxation).store_slice(&mut row[here..here + LANES]);
                }
            });
        });
    }

    /// Writes `rhs − A·x` for both colors.
    pub(super) fn residual(&self, x: &Pair, into: &mut Pair) {
        for color in 0..2 {
            self.residual_of(color, &x.0[color], &x.0[1 - color], 1.0, &mut into.0[color]);
        }
    }

    /// Writes `A·x` for both colors.
    pub(super) fn image(&self, x: &Pair, into: &mut Pair) {
        for color in 0..2 {
            self.residual_of(color, &x.0[color], &x.0[1 - color], 0.0, &mut into.0[color]);
            let level = self.level;
            dispatch!(level, simd => negate(simd, &mut into.0[color]));
        }
    }

    /// Writes `rhs · part − A·x` for one color.
    fn residual_of(&self, color: usize, own: &[f32], other: &[f32], part: f32, into: &mut [f32]) {
        let (stencil, rhs) = (&self.stencils[color], &self.rhs.0[color]);
        let (stride, vectors, level) = (self.stride, self.vectors(), self.level);
        rows::for_rows(inner(into, stride), stride, |y, row| {
            let around = Around {
                stencil,
                other,
                at: (y + 1) * stride + FIRST,
                stride,
                shift: (y + color) & 1,
            };
            dispatch!(level, simd => {
                for vector in 0..vectors {
                    let (at, here) = (around.at + vector * LANES, FIRST + vector * LANES);
                    let left = load(simd, rhs, at) * part + around.neighbors(simd, vector * LANES)
                        - load(simd, &stencil.own, at) * load(simd, own, at);
                    left.store_slice(&mut row[here..here + LANES]);
                }
            });
        });
    }

    /// Gives a coarser board the residual of this one, which is 0 on odd cells after a sweep over them: the sum over the
    /// two even cells of each block of four.
    pub(super) fn restrict(&mut self, coarse: &mut Self) {
        let mut residual = std::mem::take(&mut self.scratch);
        self.residual_of(0, &self.x.0[0], &self.x.0[1], 1.0, &mut residual);
        for y in 0..coarse.height {
            let upper = &residual[self.row(2 * y)..];
            // Below the last row of an odd height there is nothing.
            let lower =
                if 2 * y + 1 < self.height { &residual[self.row(2 * y + 1)..] } else { &[][..] };
            for (x, &above) in upper.iter().enumerate().take(coarse.width) {
                // In an odd row of an odd width the last even cell lies outside, where nothing is ever written.
                let sum = above + lower.get(x).copied().unwrap_or(0.0);
                let (color, at) = coarse.place(x, y);
                coarse.rhs.0[color][at] =
                    if coarse.stencils[color].own[at] > 0.0 { sum } else { 0.0 };
            }
        }
        self.scratch = residual;
    }

    /// Adds a coarser board's values to the even cells; a sweep over the odd ones has to follow, and needs no more.
    pub(super) fn prolong(&mut self, coarse: &Self) {
        let (stride, width) = (self.stride, self.width);
        let stencil = &self.stencils[0];
        rows::for_rows(inner(&mut self.x.0[0], stride), stride, |y, row| {
            let start = (y + 1) * stride + FIRST;
            let coarse_start = coarse.row(y / 2);
            for x in 0..width.div_ceil(2).min(coarse.width) {
                let value = coarse.x.0[(x + y / 2) & 1][coarse_start + x / 2];
                if stencil.own[start + x] > 0.0 {
                    row[FIRST + x] += value;
                }
            }
        });
    }

    /// The sum of products over all cells, always added up in one order.
    pub(super) fn dot(&self, a: &Pair, b: &Pair) -> f64 {
        let (stride, level) = (self.stride, self.level);
        rows::sum_rows(self.height, self.len(), |y| {
            let (from, to) = ((y + 1) * stride, (y + 2) * stride);
            (0..2)
                .map(|color| {
                    let (a, b) = (&a.0[color][from..to], &b.0[color][from..to]);
                    dispatch!(level, simd => dot_row(simd, a, b))
                })
                .sum()
        })
    }

    pub(super) fn dot_rhs(&self) -> f64 {
        self.dot(&self.rhs, &self.rhs)
    }
}

/// The neighbors of one row of one color.
struct Around<'a> {
    stencil: &'a Stencil,
    /// The other color.
    other: &'a [f32],
    /// Place of the row's first cell.
    at: usize,
    stride: usize,
    /// 0 where the neighbors to the left and right are numbers `k − 1` and `k` of their row, 1 where `k` and `k + 1`.
    shift: usize,
}

impl Around<'_> {
    /// The weighted sum of the neighbors of eight cells from `k` on.
    #[inline(always)]
    fn neighbors<S: Simd>(&self, simd: S, k: usize) -> f32x8<S> {
        let at = self.at + k;
        let west = load(simd, &self.stencil.west, at) * load(simd, self.other, at + self.shift - 1);
        let east = load(simd, &self.stencil.east, at) * load(simd, self.other, at + self.shift);
        let north = load(simd, &self.stencil.north, at) * load(simd, self.other, at - self.stride);
        let south = load(simd, &self.stencil.south, at) * load(simd, self.other, at + self.stride);
        (west + east) + (north + south)
    }
}

/// All rows but the first and the last, which are padding.
fn inner(values: &mut [f32], stride: usize) -> &mut [f32] {
    let end = values.len() - stride;
    &mut values[stride..end]
}

#[inline(always)]
fn load<S: Simd>(simd: S, from: &[f32], at: usize) -> f32x8<S> {
    f32x8::from_slice(simd, &from[at..at + LANES])
}

#[inline(always)]
fn negate<S: Simd>(simd: S, values: &mut [f32]) {
    for chunk in values.chunks_exact_mut(LANES) {
        (f32x8::splat(simd, 0.0) - f32x8::from_slice(simd, chunk)).store_slice(chunk);
    }
}

/// A row's sum of products: eight partial sums in `f32`, added up in `f64`.
#[inline(always)]
fn dot_row<S: Simd>(simd: S, a: &[f32], b: &[f32]) -> f64 {
    let mut sum = f32x8::splat(simd, 0.0);
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        sum += f32x8::from_slice(simd, a) * f32x8::from_slice(simd, b);
    }
    let mut lanes = [0.0; LANES];
    sum.store_slice(&mut lanes);
    lanes.iter().map(|&lane| f64::from(lane)).sum()
}
