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
    /// Input index of each slot.
    pub(crate) order: Vec<u32>,
    /// Slots in use; objects that were ignored stand behind.
    pub(crate) filed: u32,
    scratch: Vec<[u32; 2]>,
}

/// From this many objects on, tables and objects leave the nearer caches and random access to them
/// costs more than sorting the objects roughly beforehand.
const ROUGH_SORT_FROM: usize = 150_000;
/// Keys that share a bucket of the rough sort.
const ROUGH_SHIFT: u32 = 10;

/// An object between two steps of sorting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry<P> {
    key: u32,
    index: u32,
    payload: P,
}

/// Arrays that hold something for each slot.
pub(crate) trait Places<P> {
    /// Puts an object, by its input index, into a slot.
    fn place(&mut self, slot: usize, index: u32, payload: P);
}

impl Table {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            layout,
            starts: vec![0; layout.keys() as usize + 3],
            keys: Vec::new(),
            order: Vec::new(),
            filed: 0,
            scratch: Vec::new(),
        }
    }

    /// Files `n` objects by the key of each; `layout.keys()` as a key leaves an object out. Every slot
    /// of `places` gets its object. Allocates only when there are more objects or cells than ever before.
    #[inline]
    pub(crate) fn file<P: Copy + Default>(
        &mut self,
        layout: Layout,
        n: usize,
        entries: &mut Vec<Entry<P>>,
        object: impl Fn(usize) -> (u32, P),
        places: &mut impl Places<P>,
    ) {
        self.layout = layout;
        self.starts.clear();
        self.starts.resize(layout.keys() as usize + 3, 0);
        self.keys.resize(n, 0);
        self.order.resize(n, 0);
        if n >= ROUGH_SORT_FROM {
            self.sort_roughly(n, entries, object);
            self.sort_buckets(entries, places);
        } else {
            self.sort_at_once(n, object, places);
        }
        self.filed = self.starts[layout.keys() as usize];
    }

    fn sort_at_once<P: Copy>(
        &mut self,
        n: usize,
        object: impl Fn(usize) -> (u32, P),
        places: &mut impl Places<P>,
    ) {
        self.scratch.resize(n.max(self.scratch.len()), [0; 2]);
        for (i, key) in self.keys.iter_mut().enumerate() {
            *key = object(i).0;
            self.starts[*key as usize + 2] += 1;
        }
        self.add_up();
        // Random writes are dearer than random reads: scatter eight bytes, then fetch the rest.
        let order = &mut self.scratch[..n];
        for (i, &key) in self.keys.iter().enumerate() {
            let next = &mut self.starts[key as usize + 1];
            order[*next as usize] = [key, i as u32];
            *next += 1;
        }
        let slots = order.iter().zip(&mut self.keys).zip(&mut self.order);
        for (slot, ((&[key, index], slot_key), slot_index)) in slots.enumerate() {
            (*slot_key, *slot_index) = (key, index);
            places.place(slot, index, object(index as usize).1);
        }
    }

    /// A stable sort by the upper bits of the keys.
    fn sort_roughly<P: Copy + Default>(
        &mut self,
        n: usize,
        entries: &mut Vec<Entry<P>>,
        object: impl Fn(usize) -> (u32, P),
    ) {
        let buckets = (self.layout.keys() >> ROUGH_SHIFT) as usize + 1;
        self.scratch.clear();
        self.scratch.resize(buckets, [0; 2]);
        for (i, key) in self.keys.iter_mut().enumerate() {
            *key = object(i).0;
            self.scratch[(*key >> ROUGH_SHIFT) as usize][0] += 1;
        }
        let mut sum = 0;
        for [count, next] in &mut self.scratch {
            *next = sum;
            sum += *count;
        }
        entries.resize(n, Entry::default());
        for (i, &key) in self.keys.iter().enumerate() {
            let next = &mut self.scratch[(key >> ROUGH_SHIFT) as usize][1];
            entries[*next as usize] = Entry { key, index: i as u32, payload: object(i).1 };
            *next += 1;
        }
    }

    /// Sorts what [`sort_roughly`](Self::sort_roughly) left, bucket by bucket: each stays in the nearest cache
    /// while it is counted and placed.
    fn sort_buckets<P: Copy>(&mut self, entries: &[Entry<P>], places: &mut impl Places<P>) {
        for bucket in 0..self.scratch.len() {
            let [count, end] = self.scratch[bucket].map(|number| number as usize);
            let entries = &entries[end - count..end];
            for entry in entries {
                self.starts[entry.key as usize + 2] += 1;
            }
            let first = bucket << ROUGH_SHIFT;
            let last = self.starts.len().min(first + (1 << ROUGH_SHIFT) + 2);
            // The place before holds the sum of all buckets before.
            let mut sum = self.starts[first + 1];
            for start in &mut self.starts[first + 2..last] {
                sum += *start;
                *start = sum;
            }
            self.place(entries, places);
        }
    }

    /// Counted two places ahead, a cell's counter becomes its start after the sums and, moved on by
    /// each object placed, the start of the next cell in the end.
    fn add_up(&mut self) {
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
    }

    /// Puts objects into the next slots of their cells.
    #[inline(always)]
    fn place<P: Copy>(&mut self, entries: &[Entry<P>], places: &mut impl Places<P>) {
        let order = &mut self.order[..self.keys.len()];
        for &Entry { key, index, payload } in entries {
            let next = &mut self.starts[key as usize + 1];
            let slot = *next as usize;
            *next += 1;
            self.keys[slot] = key;
            order[slot] = index;
            places.place(slot, index, payload);
        }
    }

    /// The slots of the cells `first..last` of one row of the table.
    #[inline]
    pub(crate) fn span(&self, first: u32, last: u32) -> Slots {
        (self.starts[first as usize], self.starts[last as usize])
    }

    /// Where a slot's partners stand in a clamped grid, given its key: later in its own cell and in the cell to the
    /// right; below left, below and below right (COL-22). Rows are contiguous, so that is two ranges.
    #[inline]
    pub(crate) fn clamped_partners(&self) -> impl Fn(usize, u32) -> [Slots; 2] + '_ {
        let starts = &self.starts[..];
        let below = &starts[self.layout.stride as usize - 1..];
        move |slot, key| {
            let key = key as usize;
            [(slot as u32 + 1, starts[key + 2]), (below[key], below[key + 3])]
        }
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
        let reach = [0, 1].map(|axis| {
            let seam = layout.period[axis] as f64 * SEAM_ROUNDING;
            reach[axis] as f64 + if layout.mode == Mode::Torus { seam } else { 0.0 }
        });
        self.over(
            [0, 1].map(|axis| center[axis] as f64 - reach[axis]),
            [0, 1].map(|axis| center[axis] as f64 + reach[axis]),
        )
    }

    /// The same in a clamped table, with rows by number.
    #[inline]
    pub(crate) fn block(&self, from: [f64; 2], to: [f64; 2]) -> Block<'_> {
        let Layout { cols, rows, stride, .. } = self.layout;
        let cell = |value: f64, axis: usize, cells: u32| {
            let cell = self.layout.coordinate(value, axis);
            cell.clamp(0, i64::from(cells) - 1) as usize
        };
        let [left, right] = [from[0], to[0]].map(|x| cell(x, 0, cols));
        let [top, bottom] = [from[1], to[1]].map(|y| cell(y, 1, rows));
        Block {
            starts: &self.starts,
            first: top * stride as usize + left + 1,
            width: right - left + 1,
            stride: stride as usize,
            rows: bottom - top + 1,
        }
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

/// A block of cells of a clamped table.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    starts: &'a [u32],
    first: usize,
    width: usize,
    stride: usize,
    rows: usize,
}

impl Block<'_> {
    /// The slots of a row of the block; none beyond the last.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> Option<Slots> {
        let left = self.first + row * self.stride;
        (row < self.rows).then(|| (self.starts[left], self.starts[left + self.width]))
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
