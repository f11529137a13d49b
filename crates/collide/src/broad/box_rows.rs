//! Boxes sorted into rows of cells; what the uniform and the hierarchical grid are made of.

use super::row_scan::{Block, look_up, scan};
use super::sides::{Sides, sides_of};
use crate::Pair;
use crate::grid::scan::{Boxes, Cursor, FOUND, HITS, Hit, drain, drain_found, gather};
use crate::grid::sort::{BATCH, Entries, KeyOf, Objects, in_eights};
use crate::grid::table::{CellMap, LANES, Slots, Table};
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*};
use motile_geom::{Aabb, Vec2};

/// The map from top left corners to square cells.
///
/// A column is the whole part of a product that never falls when x grows, whatever is rounded. So a box
/// that begins left of an x stands in the column of that x or further left, and ranges of columns and rows
/// are exact however small the cells are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    pub(super) origin: Vec2,
    /// Cells a pixel.
    pub(super) inverse: f32,
    pub(super) cols: u32,
    pub(super) rows: u32,
}

impl CellMap for Cells {
    /// With an empty row below the last, so that every row has one below it.
    fn keys(&self) -> u32 {
        (self.rows + 1) * self.cols
    }
}

/// Columns and rows end here: exact numbers of `f32`, with room to spare.
const MOST_CELLS: f32 = (1 << 22) as f32;
/// There are at most so many cells for each box, and some for none: a table must not cost more than its boxes.
const CELLS_A_BOX: u64 = 4;
const FREE_CELLS: u64 = 64;

impl Cells {
    /// Cells for `n` boxes whose top left corners lie between these, with a side of about `side` pixels.
    fn new(corners: Aabb, n: usize, side: f64) -> Self {
        let (origin, size) = (corners.min, corners.size());
        let mut cells = Self { origin, inverse: 1.0, cols: 1, rows: 1 };
        // An area that overflows is one cell: slow, never wrong.
        if n == 0 || !size.is_finite() {
            return cells;
        }
        let mut side = side;
        loop {
            cells.inverse = (1.0 / side).clamp(1e-40, 1e38) as f32;
            let last = size * cells.inverse;
            if last.max_element() < MOST_CELLS {
                (cells.cols, cells.rows) = (last.x as u32 + 1, last.y as u32 + 1);
                let count = u64::from(cells.cols) * u64::from(cells.rows);
                if count <= n as u64 * CELLS_A_BOX + FREE_CELLS {
                    return cells;
                }
            }
            side *= 2.0;
        }
    }

    /// The columns of eight x, or rows of eight y, from outside too; the origin is that of the axis.
    #[inline(always)]
    pub(super) fn clamped<S: Simd>(
        &self,
        simd: S,
        places: f32x8<S>,
        origin: f32,
        count: u32,
    ) -> i32x8<S> {
        let cells = (places - f32x8::splat(simd, origin)) * f32x8::splat(simd, self.inverse);
        // Clamped before it is made whole: what is beyond i32 becomes something else on every kind of processor.
        let last = f32x8::splat(simd, (count - 1) as f32);
        i32x8::truncate_from(cells.max(f32x8::splat(simd, 0.0)).min(last))
    }

    /// Writes the keys of eight boxes.
    #[inline(always)]
    fn eight<S: Simd>(&self, simd: S, boxes: &[[f32; 4]; LANES], keys: &mut [u32; LANES]) {
        let left = f32x8::simd_from(simd, boxes.map(|[left, ..]| left));
        let top = f32x8::simd_from(simd, boxes.map(|[_, top, ..]| top));
        let cols = self.clamped(simd, left, self.origin.x, self.cols);
        let rows = self.clamped(simd, top, self.origin.y, self.rows);
        let found: [i32; LANES] = (rows * i32x8::splat(simd, self.cols as i32) + cols).into();
        *keys = found.map(|key| key as u32);
    }

    /// The column of an x, and the row of a y, from outside too.
    #[inline(always)]
    fn cell(&self, place: Vec2) -> [u32; 2] {
        let cells = (place - self.origin) * self.inverse;
        // Conversion clamps what is left of or above the first cell to 0.
        [(cells.x as u32).min(self.cols - 1), (cells.y as u32).min(self.rows - 1)]
    }
}

impl KeyOf<[f32; 4]> for Cells {
    #[inline(always)]
    fn key(&self, [left, top, ..]: [f32; 4]) -> u32 {
        let [col, row] = self.cell(Vec2::new(left, top));
        row * self.cols + col
    }

    #[inline]
    fn batch(&self, level: Level, boxes: &[[f32; 4]; BATCH], keys: &mut [u32; BATCH]) {
        dispatch!(level, simd => in_eights(
            boxes,
            keys,
            #[inline(always)]
            |boxes, keys| self.eight(simd, boxes, keys),
        ));
    }
}

/// Leaves out the boxes that are not valid.
#[derive(Clone, Copy)]
struct ValidOnly(Cells);

impl KeyOf<[f32; 4]> for ValidOnly {
    #[inline(always)]
    fn key(&self, area: [f32; 4]) -> u32 {
        let [left, top, right, bottom] = area;
        let is_valid = Aabb::new(Vec2::new(left, top), Vec2::new(right, bottom)).is_valid();
        if is_valid { self.0.key(area) } else { self.0.keys() }
    }
}

/// Side of square cells that would hold one of `n` boxes each.
pub(super) fn fair_side(corners: Aabb, n: usize) -> f64 {
    let size = corners.size().as_dvec2();
    (size.x * size.y / n.max(1) as f64).sqrt()
}

/// What the cells depend on.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Around the top left corners of the valid boxes.
    pub(super) corners: Aabb,
    /// At least the width and height of the largest, in pixels.
    pub(super) reach: Vec2,
    /// Whether there is no box to leave out.
    pub(super) all_valid: bool,
    /// Side of the cells in pixels, if somebody chose it.
    pub(super) side: Option<f64>,
}

/// Widest boxes over the side of a cell. Wider boxes would make every look into a row too long.
const WIDEST: f64 = 8.0;

/// Boxes in the order of their slots: by ascending row, then column, of the cell of their top left corner, then
/// in input order.
#[derive(Clone, Debug)]
pub(crate) struct BoxRows {
    level: Level,
    table: Table<Cells>,
    sides: Sides,
    /// At least the width and height of the largest box.
    reach: Vec2,
    entries: Entries<[f32; 4]>,
}

impl BoxRows {
    pub(super) fn new() -> Self {
        Self {
            level: Level::new(),
            table: Table::new(Cells::new(Aabb::EMPTY, 0, 1.0)),
            sides: Sides::new(),
            reach: Vec2::ZERO,
            entries: Entries::default(),
        }
    }

    /// Files all boxes, or the valid ones that `members` names.
    pub(super) fn file(&mut self, boxes: &[Aabb], members: Option<&[u32]>, plan: Plan) {
        let n = members.map_or(boxes.len(), <[u32]>::len);
        self.reach = plan.reach;
        let along = plan.corners.size().as_dvec2().max_element() / n.max(1) as f64;
        let least = plan.reach.as_dvec2().max_element() / WIDEST;
        let side = plan.side.unwrap_or_else(|| fair_side(plan.corners, n).max(along)).max(least);
        let side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        let cells = Cells::new(plan.corners, n, side);
        // The plain case stands alone so that its loops carry no dead branches.
        match members {
            None if plan.all_valid => self.sort(cells, n, |i| boxes[i], cells),
            None => self.sort(cells, n, |i| boxes[i], ValidOnly(cells)),
            Some(members) => {
                let members = &members[..n];
                self.sort(cells, n, |i| boxes[members[i] as usize], cells);
                for index in &mut self.table.order {
                    *index = members[*index as usize];
                }
            }
        }
    }

    #[inline(always)]
    fn sort(
        &mut self,
        cells: Cells,
        count: usize,
        area: impl Fn(usize) -> Aabb,
        key_of: impl KeyOf<[f32; 4]>,
    ) {
        let objects = Objects { count, object: |i| sides_of(area(i)), key_of };
        let mut places = self.sides.places(count);
        self.table.file(self.level, cells, &objects, &mut self.entries, &mut places);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.table.filed == 0
    }

    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.table.filed as usize
    }

    /// At least the width and height of the largest box, in pixels.
    pub(super) fn reach(&self) -> Vec2 {
        self.reach
    }

    /// How many boxes stand in the cell of a box on average, over the number if they were strewn evenly.
    pub(super) fn crowding(&self) -> f64 {
        let starts = &self.table.starts()[..=self.table.layout.keys() as usize];
        let squares = starts.windows(2).map(|pair| {
            let count = u64::from(pair[1] - pair[0]);
            count * count
        });
        let mean = squares.sum::<u64>() as f64 / self.len().max(1) as f64;
        mean / (1.0 + self.density())
    }

    /// Boxes a cell.
    fn density(&self) -> f64 {
        let Cells { cols, rows, .. } = self.table.layout;
        self.len() as f64 / (f64::from(cols) * f64::from(rows))
    }

    /// How many groups of eight it takes to look up `n` boxes of up to `size` pixels here.
    pub(super) fn look_up_cost(&self, size: Vec2, n: usize) -> f64 {
        let across = ((size + self.reach) * self.table.layout.inverse + 1.0).as_dvec2();
        n as f64 * across.y * (1.0 + across.x * self.density() / LANES as f64)
    }

    fn boxes(&self) -> Boxes<'_> {
        self.sides.boxes()
    }

    /// Calls `f` for every pair of boxes that touch, in the order of their slots; the partners of a box stand
    /// further right in its row of cells, then in the rows below.
    #[inline]
    pub(super) fn for_each_pair(&self, f: impl FnMut(Pair)) {
        let mut cursor = Cursor::new(0, self.len());
        drain([&self.table.order; 2], |hits| self.scan(&mut cursor, hits), f);
    }

    fn scan(&self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let (boxes, cells, widest) = (self.boxes(), &self.table.layout, self.reach.x);
        let starts = self.table.starts();
        dispatch!(self.level, simd => scan(simd, boxes, cells, starts, widest, cursor, hits))
    }

    /// Adds what [`for_each_pair`](Self::for_each_pair) reports, found on all cores.
    #[cfg(feature = "parallel")]
    pub(super) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        let scan = |cursor: &mut Cursor, hits: &mut _| self.scan(cursor, hits);
        crate::parallel::append(self.len(), [&self.table.order; 2], scan, pairs);
    }

    /// Calls `f` for every box here that touches a box of another level, in the order of that level's slots.
    #[inline]
    pub(super) fn for_each_touching(&self, others: &Self, f: impl FnMut(Pair)) {
        let names = [&others.table.order[..], &self.table.order[..]];
        let mut cursor = Cursor::new(0, others.len());
        drain(names, |hits| self.look_up(others, &mut cursor, hits), f);
    }

    /// Adds what [`for_each_touching`](Self::for_each_touching) reports, found on all cores.
    #[cfg(feature = "parallel")]
    pub(super) fn par_touching(&self, others: &Self, pairs: &mut Vec<Pair>) {
        let names = [&others.table.order[..], &self.table.order[..]];
        let scan = |cursor: &mut Cursor, hits: &mut _| self.look_up(others, cursor, hits);
        crate::parallel::append(others.len(), names, scan, pairs);
    }

    fn look_up(&self, others: &Self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let (own, theirs, reach) = (self.boxes(), others.boxes(), self.reach);
        let (cells, starts) = (&self.table.layout, self.table.starts());
        dispatch!(self.level, simd => look_up(simd, own, theirs, cells, starts, reach, cursor, hits))
    }

    /// Calls `f` for every box that touches an area, in the order of their slots.
    #[inline]
    pub(super) fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        if area.is_empty() || self.is_empty() {
            return;
        }
        // Boxes that touch begin in the area or up to the largest size left of or above it.
        let cells = self.table.layout;
        let ([left, top], [right, bottom]) =
            (cells.cell(area.min - self.reach), cells.cell(area.max));
        let block = Block::new(&cells, self.table.starts(), left, right, top, bottom);
        let (mut rows, mut open) = (block.rows(), (0, 0));
        drain_found(
            |found| self.gather(area, &mut rows, &mut open, found),
            |slot| f(self.table.order[slot]),
        );
    }

    fn gather(
        &self,
        area: Aabb,
        rows: &mut impl Iterator<Item = Slots>,
        open: &mut Slots,
        found: &mut [u32; FOUND],
    ) -> usize {
        let boxes = self.boxes();
        dispatch!(self.level, simd => gather(simd, boxes, Boxes::sides(simd, area), rows, open, found))
    }
}
