//! Objects sorted by cell: a counting sort into reused arrays (COL-W9).

use super::layout::{Layout, Mode, SEAM_ROUNDING};
use motile_geom::Vec2;

/// Arrays read by vector loads end with this many unused places.
pub(crate) const LANES: usize = 8;

/// A half-open range of slots.
pub(crate) type Slots = (u32, u32);

/// Where each cell's objects stand. A *slot* is a place in the order "ascending cell, then input
/// order" (COL-W19).
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    /// `starts[key]..starts[key + 1]` are the slots of a cell.
    starts: Vec<u32>,
    /// Key of each slot.
    pub(crate) keys: Vec<u32>,
    /// Key of each input object.
    input_keys: Vec<u32>,
    /// Slots in use; objects that were ignored stand behind.
    pub(crate) filed: u32,
}

impl Table {
    pub(crate) fn new(layout: Layout) -> Self {
        let starts = vec![0; layout.keys() as usize + 3];
        Self { layout, starts, keys: Vec::new(), input_keys: Vec::new(), filed: 0 }
    }

    /// Files `n` objects. `key` names the cell of an object, `None` to ignore it; `place` then learns
    /// the slot of each object, in input order. Allocates only when there are more objects or cells
    /// than ever before.
    #[inline]
    pub(crate) fn file(
        &mut self,
        layout: Layout,
        n: usize,
        key: impl Fn(usize) -> Option<u32>,
        mut place: impl FnMut(usize, usize),
    ) {
        self.layout = layout;
        let ignored = layout.keys();
        self.starts.clear();
        self.starts.resize(ignored as usize + 3, 0);
        self.input_keys.clear();
        self.keys.resize(n, 0);
        let starts = &mut self.starts[..];
        // Counted two places ahead, a cell's counter becomes its start after the sums and, moved on by
        // each object placed, the start of the next cell in the end.
        self.input_keys.extend((0..n).map(|i| {
            let key = key(i).unwrap_or(ignored);
            starts[key as usize + 2] += 1;
            key
        }));
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        for (i, &key) in self.input_keys.iter().enumerate() {
            let next = &mut starts[key as usize + 1];
            let slot = *next as usize;
            *next += 1;
            self.keys[slot] = key;
            place(i, slot);
        }
        self.filed = starts[ignored as usize];
    }

    /// The slots of the cells `first..last` of one row of the table.
    #[inline]
    pub(crate) fn span(&self, first: u32, last: u32) -> Slots {
        (self.starts[first as usize], self.starts[last as usize])
    }

    /// Where a slot's partners stand in a clamped grid: later in its own cell and in the cell to the
    /// right; below left, below and below right (COL-22). Rows are contiguous, so that is two ranges.
    #[inline]
    pub(crate) fn partners(&self, slot: usize) -> [Slots; 2] {
        let key = self.keys[slot];
        let below = key + self.layout.stride;
        [(slot as u32 + 1, self.starts[key as usize + 2]), self.span(below - 1, below + 2)]
    }

    /// The same where columns and rows wrap: cells across the seam are ranges of their own.
    #[inline]
    pub(crate) fn partners_wrapped(&self, slot: usize, position: Vec2) -> [Slots; 5] {
        let Layout { cols, rows, stride, mode, .. } = self.layout;
        let key = self.keys[slot];
        let (row, col) = (key / stride, key % stride);
        let mut ranges = [(0, 0); 5];
        ranges[0] = (slot as u32 + 1, self.starts[key as usize + 2]);
        if cols > 1 && col == cols {
            ranges[1] = self.span(key - col + 1, key - col + 2);
        }
        if rows == 1 {
            return ranges;
        }
        let below = if mode == Mode::Hashed {
            let col = self.layout.coordinate(position.x as f64, 0);
            self.layout.place(col, self.layout.coordinate(position.y as f64, 1) + 1)
        } else {
            (if row + 1 == rows { 0 } else { key - col + stride }) + col
        };
        let col = below % stride;
        ranges[2] = self.span(below - 1, below + 2);
        if cols > 1 && col == 1 {
            ranges[3] = self.span(below - 1 + cols, below + cols);
        }
        if cols > 1 && col == cols {
            ranges[4] = self.span(below - col + 1, below - col + 2);
        }
        ranges
    }

    /// The slots of all cells within `reach` pixels of a wrapped position along either axis.
    pub(crate) fn around(&self, center: Vec2, reach: Vec2) -> Around<'_> {
        let layout = &self.layout;
        let mut low = [0i64; 2];
        let mut count = [0u32; 2];
        for axis in 0..2 {
            let middle = center[axis] as f64;
            let mut reach = reach[axis] as f64;
            if layout.mode == Mode::Torus {
                reach += layout.period[axis] as f64 * SEAM_ROUNDING;
            }
            let cells = i64::from(if axis == 0 { layout.cols } else { layout.rows });
            let mut first = layout.coordinate(middle - reach, axis);
            let mut last = layout.coordinate(middle + reach, axis);
            if layout.mode == Mode::Clamped {
                first = first.clamp(0, cells - 1);
                last = last.clamp(0, cells - 1);
            }
            low[axis] = first;
            count[axis] = (last - first + 1).clamp(0, cells) as u32;
            if layout.mode == Mode::Hashed && axis == 1 && last - first >= cells {
                // More rows than the table has, each with a shift of its own: look everywhere.
                count[0] = layout.cols;
            }
        }
        Around {
            table: self,
            row: low[1],
            rows_left: count[1],
            col: low[0],
            width: count[0],
            rest: None,
        }
    }
}

/// Ranges of slots, one or two a row of cells; see [`Table::around`].
#[derive(Clone)]
pub(crate) struct Around<'a> {
    table: &'a Table,
    row: i64,
    rows_left: u32,
    col: i64,
    width: u32,
    rest: Option<Slots>,
}

impl Iterator for Around<'_> {
    type Item = Slots;

    #[inline]
    fn next(&mut self) -> Option<Slots> {
        if let Some(rest) = self.rest.take() {
            return Some(rest);
        }
        self.rows_left = self.rows_left.checked_sub(1)?;
        let layout = &self.table.layout;
        let row = self.row.rem_euclid(i64::from(layout.rows)) as u32;
        let col = (self.col + layout.shift(self.row)).rem_euclid(i64::from(layout.cols)) as u32;
        self.row += 1;
        let left = row * layout.stride + 1;
        let end = col + self.width;
        if end > layout.cols {
            self.rest = Some(self.table.span(left, left + end - layout.cols));
        }
        Some(self.table.span(left + col, left + end.min(layout.cols)))
    }
}
