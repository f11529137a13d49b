//! The inner loops over rows of cells: eight boxes at a time.

use super::box_rows::Cells;
use crate::grid::scan::{Boxes, Cursor, HITS, Hit, Test, scan_long, write_hits};
use crate::grid::table::{LANES, Slots};
use core::hint::select_unpredictable;
use fearless_simd::{f32x8, prelude::*};
use motile_geom::Vec2;

/// Columns and rows that eight boxes reach, one number a box.
struct Spans {
    left: [i32; LANES],
    right: [i32; LANES],
    top: [i32; LANES],
    bottom: [i32; LANES],
}

impl Spans {
    /// For the boxes from a slot on, moved left and up by `reach`.
    #[inline(always)]
    fn new<S: Simd>(simd: S, cells: &Cells, boxes: &Boxes<'_>, slot: usize, reach: Vec2) -> Self {
        let load = |side: &[f32]| f32x8::from_slice(simd, &side[slot..slot + LANES]);
        let Cells { origin, cols, rows, .. } = *cells;
        let left = load(boxes.left) - f32x8::splat(simd, reach.x);
        let top = load(boxes.top) - f32x8::splat(simd, reach.y);
        Self {
            left: cells.clamped(simd, left, origin.x, cols).into(),
            right: cells.clamped(simd, load(boxes.right), origin.x, cols).into(),
            top: cells.clamped(simd, top, origin.y, rows).into(),
            bottom: cells.clamped(simd, load(boxes.bottom), origin.y, rows).into(),
        }
    }

    /// The cells that box number `lane` reaches.
    #[inline(always)]
    fn block<'a>(&self, cells: &Cells, starts: &'a [u32], lane: usize) -> Block<'a> {
        let number = |numbers: &[i32; LANES]| numbers[lane] as u32;
        let (left, right) = (number(&self.left), number(&self.right));
        Block::new(cells, starts, left, right, number(&self.top), number(&self.bottom))
    }
}

/// The slots of a block of cells, row by row.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    starts: &'a [u32],
    /// Key of the first cell.
    first: usize,
    width: usize,
    stride: usize,
    rows: usize,
}

impl<'a> Block<'a> {
    /// From the column and row of one corner to those of the other.
    #[inline(always)]
    pub(super) fn new(
        cells: &Cells,
        starts: &'a [u32],
        left: u32,
        right: u32,
        top: u32,
        bottom: u32,
    ) -> Self {
        Self {
            starts,
            first: top as usize * cells.cols as usize + left as usize,
            width: (right - left) as usize + 1,
            stride: cells.cols as usize,
            rows: (bottom - top) as usize + 1,
        }
    }

    /// The slots of a row, whether it is one of the block or the one below the last.
    #[inline(always)]
    fn slots(&self, row: usize) -> Slots {
        let left = self.first + row * self.stride;
        (self.starts[left], self.starts[left + self.width])
    }

    /// The slots of all rows.
    #[inline(always)]
    pub(super) fn rows(self) -> impl Iterator<Item = Slots> + 'a {
        (0..self.rows).map(move |row| self.slots(row))
    }

    /// The slots of a row; none beyond the last.
    #[inline(always)]
    fn row(&self, row: usize) -> Option<Slots> {
        (row < self.rows).then(|| self.slots(row))
    }
}

/// Tests boxes against those that begin further right in their rows of cells, or in the rows below that they
/// reach, until the cursor ends or `hits` is full; returns how many hits were written.
///
/// Of two boxes that touch, the upper one reaches the row of the lower one, and a box begins at most the
/// width of the widest left of what it touches: each pair is met once.
#[inline(always)]
pub(super) fn scan<S: Simd>(
    simd: S,
    boxes: Boxes<'_>,
    cells: &Cells,
    starts: &[u32],
    widest: f32,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
) -> usize {
    let boxes = boxes.leveled();
    let mut count = 0;
    while cursor.slot < cursor.end {
        let spans = Spans::new(simd, cells, &boxes, cursor.slot, Vec2::new(widest, 0.0));
        for lane in 0..LANES.min(cursor.end - cursor.slot) {
            let block = spans.block(cells, starts, lane);
            let own = boxes.own(simd, cursor.slot);
            let after = (cursor.slot as u32 + 1, block.slots(0).1);
            // Whether a box reaches the row below is a coin toss to the branch predictor: the row is looked at in any
            // case and emptied by a conditional move. There is always one, an empty row follows the last.
            let below = block.slots(1);
            let below = (below.0, select_unpredictable(block.rows > 1, below.1, below.0));
            let is_short = |(from, to): Slots| to - from <= LANES as u32;
            // Cells are as wide as boxes are on average, so this is rare, and predicted.
            if block.rows > 2 || !is_short(after) || !is_short(below) {
                let range = |row| if row == 0 { Some(after) } else { block.row(row) };
                if !scan_long(simd, &boxes, own, range, cursor, hits, &mut count) {
                    return count;
                }
            } else {
                let Some(room) = hits.get_mut(count..count + 2 * LANES) else { return count };
                count += write_hits(simd, &boxes, own, [after, below], cursor.slot, room);
            }
            cursor.slot += 1;
        }
    }
    count
}

/// Tests boxes of another table against those here that begin in the cells they reach, until the cursor ends or
/// `hits` is full; returns how many hits were written.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "two tables and a place in each")]
pub(super) fn look_up<S: Simd>(
    simd: S,
    own: Boxes<'_>,
    theirs: Boxes<'_>,
    cells: &Cells,
    starts: &[u32],
    reach: Vec2,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
) -> usize {
    let (own, theirs) = (own.leveled(), theirs.leveled());
    let mut count = 0;
    while cursor.slot < cursor.end {
        let spans = Spans::new(simd, cells, &theirs, cursor.slot, reach);
        for lane in 0..LANES.min(cursor.end - cursor.slot) {
            let block = spans.block(cells, starts, lane);
            let sides = theirs.own(simd, cursor.slot);
            if !scan_long(simd, &own, sides, |row| block.row(row), cursor, hits, &mut count) {
                return count;
            }
            cursor.slot += 1;
        }
    }
    count
}
