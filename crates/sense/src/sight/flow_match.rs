//! The search behind optical flow: sums of absolute differences over blocks.

use super::LumaPlane;
use fearless_simd::{Simd, prelude::*, u8x32, u16x16, u32x8};
use motile_geom::{IVec2, Vec2, ivec2, vec2};

/// How far the coarse search looks, in pixels of a quarter of the size.
const REACH: i32 = 6;
/// The side of a cell there.
const SIDE: usize = 4;
/// Room beside the rows for shifts and for whole vectors.
const MARGIN: usize = 32;
/// Cells beside the rows of sums, of which the next one repeats the border: a whole vector, so that rows stay in step.
const EDGE: usize = 8;
/// Cost of a pixel of shift, in levels summed over a block of nine cells: of equal shifts the shorter one wins.
const EFFORT: u32 = 40;

/// The best shift of every cell at a quarter of the size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matches {
    /// Sum of differences and effort at the best shift.
    best: Vec<u32>,
    /// Number of the best shift, in the order of the search.
    shift: Vec<u32>,
    /// Sum of differences without a shift.
    still: Vec<u32>,
}

impl Matches {
    fn fit(&mut self, cells: usize) {
        for (list, value) in
            [(&mut self.best, u32::MAX), (&mut self.shift, 0), (&mut self.still, 0)]
        {
            list.clear();
            list.resize(cells, value);
        }
    }

    fn shift_of(&self, cell: usize) -> IVec2 {
        let number = self.shift[cell] as i32;
        let side = 2 * REACH + 1;
        ivec2(number % side - REACH, number / side - REACH)
    }
}

/// Memory of the coarse search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coarse {
    /// The picture before and the last one.
    before: Padded,
    after: Padded,
    /// Sums of single cells for one shift, with [`EDGE`] more on both sides, and of three beside each other; each row ends
    /// on a whole vector.
    cells: Vec<u32>,
    triples: Vec<u32>,
}

impl Coarse {
    /// Takes the next picture.
    pub(crate) fn push(&mut self, plane: &LumaPlane) {
        core::mem::swap(&mut self.before, &mut self.after);
        self.after.copy(plane);
    }

    /// Tries all shifts for all cells.
    #[inline(always)]
    pub(crate) fn search<S: Simd>(
        &mut self,
        simd: S,
        (columns, rows): (u32, u32),
        matches: &mut Matches,
    ) {
        let (columns, rows) = (columns as usize, rows as usize);
        // A vector of 32 pixels is eight cells.
        let across = columns.next_multiple_of(8);
        matches.fit(across * rows);
        self.cells.clear();
        self.cells.resize((across + 2 * EDGE) * rows, 0);
        self.triples.clear();
        self.triples.resize(across * rows, 0);
        for dy in -REACH..=REACH {
            for dx in -REACH..=REACH {
                self.differences(simd, ivec2(dx, dy), (across, columns));
                self.vote(simd, ivec2(dx, dy), (across, rows), matches);
            }
        }
    }

    /// Sums |after − before| over every cell, with `before` shifted.
    #[inline(always)]
    fn differences<S: Simd>(&mut self, simd: S, shift: IVec2, (across, columns): (usize, usize)) {
        let low = u32x8::splat(simd, 0xFFFF);
        for (row, line) in self.cells.chunks_exact_mut(across + 2 * EDGE).enumerate() {
            let pair = |at: usize| {
                let y = (row * SIDE + at) as i64;
                let a = self.after.row(y, 0).as_chunks::<32>().0;
                let b = self.before.row(y - i64::from(shift.y), -shift.x).as_chunks::<32>().0;
                a.iter().zip(b)
            };
            let sums = line[EDGE..EDGE + across].as_chunks_mut::<8>().0;
            // Four rows side by side, so that nothing is looked up twice.
            let lines = pair(0).zip(pair(1)).zip(pair(2)).zip(pair(3));
            for (sums, (((first, second), third), fourth)) in sums.iter_mut().zip(lines) {
                // In words of two pixels: all of them, and the upper pixels alone. What the words lose above 65,535 comes back
                // when the upper pixels are taken out of their 256-fold.
                let mut words = u16x16::splat(simd, 0);
                let mut upper = u16x16::splat(simd, 0);
                for (a, b) in [first, second, third, fourth] {
                    let a = u8x32::load_array_ref(simd, a);
                    let b = u8x32::load_array_ref(simd, b);
                    let far: u16x16<S> = (a.max(b) - a.min(b)).bitcast();
                    words += far;
                    upper += far >> 8;
                }
                let pairs: u32x8<S> = (words - (upper << 8) + upper).bitcast();
                ((pairs & low) + (pairs >> 16)).store_array(sums);
            }
            line[EDGE - 1] = line[EDGE];
            line[EDGE + columns] = line[EDGE + columns - 1];
        }
    }

    /// Lets every cell take the shift if it is the best so far, counting its eight neighbors as well.
    #[inline(always)]
    fn vote<S: Simd>(
        &mut self,
        simd: S,
        shift: IVec2,
        (across, rows): (usize, usize),
        matches: &mut Matches,
    ) {
        let side = 2 * REACH + 1;
        let number = ((shift.y + REACH) * side + shift.x + REACH) as u32;
        let effort = EFFORT * (shift.x.abs() + shift.y.abs()) as u32;
        let lines = self.cells.chunks_exact(across + 2 * EDGE);
        for (cells, triples) in lines.zip(self.triples.chunks_exact_mut(across)) {
            for (block, sum) in triples.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let lanes = |by: usize| u32x8::from_slice(simd, &cells[block * 8 + by..][..8]);
                (lanes(EDGE - 1) + lanes(EDGE) + lanes(EDGE + 1)).store_array(sum);
            }
        }
        let effort_lanes = u32x8::splat(simd, effort);
        let number_lanes = u32x8::splat(simd, number);
        for y in 0..rows {
            let line = |y: usize| self.triples[y * across..][..across].as_chunks::<8>().0;
            let (above, here, below) =
                (line(y.saturating_sub(1)), line(y), line((y + 1).min(rows - 1)));
            let best = matches.best[y * across..][..across].as_chunks_mut::<8>().0;
            let chosen = matches.shift[y * across..][..across].as_chunks_mut::<8>().0;
            for (at, (best, chosen)) in best.iter_mut().zip(chosen).enumerate() {
                let load = |lanes: &[[u32; 8]]| u32x8::load_array_ref(simd, &lanes[at]);
                let sum = load(above) + load(here) + load(below) + effort_lanes;
                let before = u32x8::load_array_ref(simd, best);
                let better = sum.simd_lt(before);
                better.select(sum, before).store_array(best);
                let number = u32x8::load_array_ref(simd, chosen);
                better.select(number_lanes, number).store_array(chosen);
                if effort == 0 {
                    sum.store_array(&mut matches.still[y * across..].as_chunks_mut::<8>().0[at]);
                }
            }
        }
    }
}

/// A picture with a margin that repeats its borders, so that shifted rows need no test.
#[derive(Clone, Debug, Default)]
struct Padded {
    bytes: Vec<u8>,
    stride: usize,
    height: i64,
}

impl Padded {
    fn copy(&mut self, plane: &LumaPlane) {
        let width = plane.width() as usize;
        self.stride = width.next_multiple_of(32) + 2 * MARGIN;
        self.height = plane.height().into();
        self.bytes.resize(self.stride * plane.height() as usize, 0);
        for (to, from) in self.bytes.chunks_exact_mut(self.stride).zip(plane.rows()) {
            let (&first, &last) = (from.first().unwrap_or(&0), from.last().unwrap_or(&0));
            to[..MARGIN].fill(first);
            to[MARGIN..MARGIN + width].copy_from_slice(from);
            to[MARGIN + width..].fill(last);
        }
    }

    /// A row from column `x` on; rows beyond the border are those at it.
    #[inline(always)]
    fn row(&self, y: i64, x: i32) -> &[u8] {
        let y = y.clamp(0, self.height - 1) as usize;
        &self.bytes[y * self.stride + (MARGIN as i32 + x) as usize..(y + 1) * self.stride]
    }

    /// A row inside of the picture from column `x` on, and all that follow it.
    #[inline(always)]
    fn row_to_end(&self, y: usize, x: i32) -> &[u8] {
        &self.bytes[y * self.stride + (MARGIN as i32 + x) as usize..]
    }
}

/// The side of a window at half the size: a cell and half of its neighbors.
const WINDOW: i32 = 16;

/// The pictures at half the size, where shifts are improved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fine {
    before: Padded,
    after: Padded,
}

impl Fine {
    /// Takes the next picture.
    pub(crate) fn push(&mut self, plane: &LumaPlane) {
        core::mem::swap(&mut self.before, &mut self.after);
        self.after.copy(plane);
    }

    /// Improves every cell's shift, and gives its way in pixels of the whole.
    #[inline(always)]
    pub(crate) fn refine(&self, columns: u32, matches: &Matches, least: f32, ways: &mut [Vec2]) {
        let across = columns.next_multiple_of(8) as usize;
        // Nine cells of 16 pixels are summed.
        let least = (least.clamp(0.0, 255.0) * 144.0) as u32;
        for (index, way) in ways.iter_mut().enumerate() {
            let (column, row) = (index as u32 % columns, index as u32 / columns);
            let cell = row as usize * across + column as usize;
            if matches.still[cell] < matches.best[cell].saturating_add(least) {
                continue;
            }
            let corner = ivec2(column as i32, row as i32) * (WINDOW / 2) - WINDOW / 4;
            let window = Window::new(&self.before, &self.after, corner);
            *way = window.best(matches.shift_of(cell) * 2) * 2.0;
        }
    }
}

/// Rows of a window that are compared: every second one.
const LINES: usize = WINDOW as usize / 2;

/// A square of the last picture, to be found in the one before.
struct Window<'a> {
    before: &'a Padded,
    /// Its rows in the last picture, side by side: they are compared with many places.
    lines: [[u8; WINDOW as usize]; LINES],
    corner: IVec2,
}

impl<'a> Window<'a> {
    #[inline(always)]
    fn new(before: &'a Padded, after: &Padded, corner: IVec2) -> Self {
        let mut lines = [[0; WINDOW as usize]; LINES];
        for (line, y) in lines.iter_mut().zip((corner.y..).step_by(2)) {
            if let Some(row) = after.row(y.into(), corner.x).first_chunk() {
                *line = *row;
            }
        }
        Self { before, lines, corner }
    }

    /// The best shift around a guess, with the fraction that the parabola through its neighbors suggests.
    #[inline(always)]
    fn best(&self, guess: IVec2) -> Vec2 {
        let mut costs = [[0; 3]; 3];
        for (j, row) in costs.iter_mut().enumerate() {
            for (i, cost) in row.iter_mut().enumerate() {
                *cost = self.cost(guess + ivec2(i as i32 - 1, j as i32 - 1));
            }
        }
        let (mut at, mut least) = (ivec2(1, 1), costs[1][1]);
        for (j, row) in costs.iter().enumerate() {
            for (i, &cost) in row.iter().enumerate() {
                if cost < least {
                    (at, least) = (ivec2(i as i32, j as i32), cost);
                }
            }
        }
        let center = guess + at - 1;
        let cost = |by: IVec2| match costs
            .get((at.y + by.y) as usize)
            .and_then(|row| row.get((at.x + by.x) as usize))
        {
            Some(&cost) => cost,
            None => self.cost(center + by),
        };
        let part = |along: IVec2| fraction(cost(-along), least, cost(along));
        vec2(center.x as f32 + part(IVec2::X), center.y as f32 + part(IVec2::Y))
    }

    /// Sum of differences over every second row of the window. The margin is wider than a window and the longest shift
    /// can hang over the border.
    #[inline(always)]
    fn cost(&self, shift: IVec2) -> u32 {
        let (x, y) = (self.corner.x - shift.x, i64::from(self.corner.y - shift.y));
        let far = |line: &[u8; WINDOW as usize], row: &[u8]| {
            row.first_chunk().map_or(0, |row| distance(line, row))
        };
        if y >= 0 && y + i64::from(WINDOW) <= self.before.height {
            // Away from the border no row has to be looked for.
            let rows = self.before.row_to_end(y as usize, x).chunks(2 * self.before.stride);
            self.lines.iter().zip(rows).map(|(line, row)| far(line, row)).sum()
        } else {
            let rows = (y..).step_by(2).map(|y| self.before.row(y, x));
            self.lines.iter().zip(rows).map(|(line, row)| far(line, row)).sum()
        }
    }
}

/// In a form that compilers know: one instruction on most machines.
#[inline(always)]
fn distance(a: &[u8; WINDOW as usize], b: &[u8; WINDOW as usize]) -> u32 {
    a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b))).sum()
}

/// Where between −½ and ½ the lowest point lies. Sums of differences are pointed like a V, which two lines fit better
/// than a parabola does.
fn fraction(before: u32, least: u32, after: u32) -> f32 {
    let (a, b) = (before.saturating_sub(least) as f32, after.saturating_sub(least) as f32);
    let steepest = a.max(b);
    if steepest > 0.0 { (a - b) / (2.0 * steepest) } else { 0.0 }
}
