//! Objects sorted by cell, and where the neighbors of a cell stand.

use super::layout::{Layout, Mode, SEAM_ROUNDING};
use super::scan::Partners;
use super::sort::Memory;
use motile_geom::{Vec2, vec2};

/// Arrays read by vector loads end with this many unused places.
pub(crate) const LANES: usize = 8;

/// Slots whose keys are found at a stretch: windows begin at multiples of this.
pub(crate) const WINDOW: usize = 256;

/// A half-open range of slots.
pub(crate) type Slots = (u32, u32);

/// Where each cell's objects stand. A *slot* is a place in the order "ascending cell, then input
/// order".
#[derive(Clone, Debug)]
pub(crate) struct Table<L = Layout> {
    pub(crate) layout: L,
    /// `starts[key]..starts[key + 1]` are the slots of a cell.
    pub(super) starts: Vec<u32>,
    /// Input index of each slot.
    pub(crate) order: Vec<u32>,
    /// Key of each slot; empty where finding them again is quicker than keeping them.
    pub(super) keys: Vec<u32>,
    /// Slots in use; objects that were ignored stand behind.
    pub(crate) filed: u32,
    pub(super) memory: Memory,
}

/// A map from positions to the numbers of cells.
pub(crate) trait CellMap: Copy {
    /// All cells have smaller numbers.
    fn keys(&self) -> u32;
}

impl<L: CellMap> Table<L> {
    pub(crate) fn new(layout: L) -> Self {
        Self {
            layout,
            starts: vec![0; layout.keys() as usize + 3],
            order: Vec::new(),
            keys: Vec::new(),
            filed: 0,
            memory: Memory::default(),
        }
    }

    /// The slots of the cells `first..last` of one row of the table.
    #[inline]
    pub(crate) fn span(&self, first: u32, last: u32) -> Slots {
        (self.starts[first as usize], self.starts[last as usize])
    }

    /// `starts()[key]..starts()[key + 1]` are the slots of a cell.
    #[inline]
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }
}

impl Table {
    /// Where the partners of all slots of a window stand in a clamped grid, if these are their keys.
    #[inline]
    pub(crate) fn partners_in_window<'a>(&'a self, keys: &'a [u32; WINDOW]) -> ClampedPartners<'a> {
        let below = &self.starts[self.layout.stride as usize - 1..];
        ClampedPartners { keys, starts: &self.starts, below }
    }

    /// Where the partners of all slots stand in a clamped grid that keeps their keys.
    #[inline]
    pub(crate) fn partners_by_key(&self) -> KeptPartners<'_> {
        let below = &self.starts[self.layout.stride as usize - 1..];
        KeptPartners { keys: &self.keys, starts: &self.starts, below }
    }

    /// Where the partners of one slot of a clamped grid stand.
    #[inline]
    pub(crate) fn partners_clamped(&self, slot: usize, key: u32) -> [Slots; 2] {
        let below = key + self.layout.stride;
        [(slot as u32 + 1, self.starts[key as usize + 2]), self.span(below - 1, below + 2)]
    }

    /// Where a slot's partners stand when columns and rows wrap: cells across the seam are ranges of their own.
    #[inline]
    pub(crate) fn partners_wrapped(&self, slot: usize, position: Vec2) -> [Slots; 5] {
        let Layout { cols, rows, stride, mode, .. } = self.layout;
        let key = self.layout.key(position);
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
        let reach = [0, 1].map(|axis| {
            let seam = layout.period[axis] as f64 * SEAM_ROUNDING;
            reach[axis] as f64 + if layout.mode == Mode::Torus { seam } else { 0.0 }
        });
        self.over(
            [0, 1].map(|axis| center[axis] as f64 - reach[axis]),
            [0, 1].map(|axis| center[axis] as f64 + reach[axis]),
        )
    }

    /// The slots of all cells that a box between two corners touches.
    pub(crate) fn over(&self, from: [f64; 2], to: [f64; 2]) -> Around<'_> {
        let layout = &self.layout;
        let mut low = [0i64; 2];
        let mut count = [0u32; 2];
        for axis in 0..2 {
            let cells = i64::from(if axis == 0 { layout.cols } else { layout.rows });
            let mut first = layout.coordinate(from[axis], axis);
            let mut last = layout.coordinate(to[axis], axis);
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

/// Partners in a clamped grid: later in the own cell and in the cell to the right; below left, below and below
/// right. Rows are contiguous, so that is two ranges.
#[derive(Clone, Copy)]
pub(crate) struct ClampedPartners<'a> {
    /// Of the slots of a window, each at its place in it.
    keys: &'a [u32; WINDOW],
    starts: &'a [u32],
    /// `starts` from the cell below left of cell 0 on.
    below: &'a [u32],
}

impl Partners<2> for ClampedPartners<'_> {
    #[inline(always)]
    fn leveled(self) -> Self {
        Self { starts: &self.starts[..self.below.len()], ..self }
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> [Slots; 2] {
        clamped(self.starts, self.below, slot, self.keys[slot % WINDOW])
    }
}

/// The two ranges of a slot by its key.
#[inline(always)]
fn clamped(starts: &[u32], below: &[u32], slot: usize, key: u32) -> [Slots; 2] {
    let key = key as usize;
    // The furthest first: its check holds for the others.
    let (to, from) = (below[key + 3], below[key]);
    [(slot as u32 + 1, starts[key + 2]), (from, to)]
}

/// Partners in a clamped grid that keeps the keys of all slots; see [`ClampedPartners`].
#[derive(Clone, Copy)]
pub(crate) struct KeptPartners<'a> {
    keys: &'a [u32],
    starts: &'a [u32],
    below: &'a [u32],
}

impl Partners<2> for KeptPartners<'_> {
    #[inline(always)]
    fn leveled(self) -> Self {
        Self { starts: &self.starts[..self.below.len()], ..self }
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> [Slots; 2] {
        clamped(self.starts, self.below, slot, self.keys[slot])
    }
}

/// Partners where columns and rows wrap or share places; see [`Table::partners_wrapped`].
#[derive(Clone, Copy)]
pub(crate) struct WrappedPartners<'a> {
    pub(crate) table: &'a Table,
    /// Where each slot is filed.
    pub(crate) xs: &'a [f32],
    pub(crate) ys: &'a [f32],
}

impl Partners<5> for WrappedPartners<'_> {
    #[inline(always)]
    fn leveled(self) -> Self {
        self
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> [Slots; 5] {
        self.table.partners_wrapped(slot, vec2(self.xs[slot], self.ys[slot]))
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
        let (row, col) = if layout.mode == Mode::Clamped {
            // Already inside: two divisions a row would cost more than the look itself.
            (self.row as u32, self.col as u32)
        } else {
            let col = self.col + layout.shift(self.row);
            (
                self.row.rem_euclid(i64::from(layout.rows)) as u32,
                col.rem_euclid(i64::from(layout.cols)) as u32,
            )
        };
        self.row += 1;
        let left = row * layout.stride + 1;
        let end = col + self.width;
        if end > layout.cols {
            self.rest = Some(self.table.span(left, left + end - layout.cols));
        }
        Some(self.table.span(left + col, left + end.min(layout.cols)))
    }
}
