//! Objects sorted by cell: a counting sort into reused arrays (COL-W9).

use super::layout::{Layout, Mode, SEAM_ROUNDING};
use super::scan::Partners;
use motile_geom::Vec2;

/// Arrays read by vector loads end with this many unused places.
pub(crate) const LANES: usize = 8;

/// A half-open range of slots.
pub(crate) type Slots = (u32, u32);

/// Where each cell's objects stand. A *slot* is a place in the order "ascending cell, then input
/// order" (COL-W19).
#[derive(Clone, Debug)]
pub(crate) struct Table<L = Layout> {
    pub(crate) layout: L,
    /// `starts[key]..starts[key + 1]` are the slots of a cell.
    starts: Vec<u32>,
    /// Key of each slot.
    pub(crate) keys: Vec<u32>,
    /// Input index of each slot.
    pub(crate) order: Vec<u32>,
    /// Slots in use; objects that were ignored stand behind.
    pub(crate) filed: u32,
    scratch: Vec<[u32; 2]>,
    /// Whether the objects of the last rough sort were spread evenly; it only decides what is tried first.
    is_even: bool,
}

/// From this many objects on, tables and objects leave the nearer caches and random access to them
/// costs more than sorting the objects roughly beforehand.
const ROUGH_SORT_FROM: usize = 150_000;
/// Keys that share a bucket of the rough sort.
const ROUGH_SHIFT: u32 = 10;

/// Objects of a rough sort whose places are fetched together.
const BATCH: usize = 32;

/// An object between two steps of sorting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry<P> {
    key: u32,
    index: u32,
    payload: P,
}

/// Entries that a bucket has room for when objects are thought to be spread evenly.
fn room(n: usize, buckets: usize) -> usize {
    n / buckets + n / buckets / 4 + 64
}

/// Makes a buffer long enough, and a little longer, so that it need not grow again soon.
fn make_room<P: Clone + Default>(entries: &mut Vec<P>, length: usize) {
    if entries.len() < length {
        entries.resize(length + length / 8, P::default());
    }
}

/// A map from positions to the numbers of cells.
pub(crate) trait CellMap: Copy {
    /// All cells have smaller numbers.
    fn keys(&self) -> u32;
}

/// Arrays that hold something for each slot.
pub(crate) trait Places<P> {
    /// Puts an object, by its input index, into a slot.
    fn place(&mut self, slot: usize, index: u32, payload: P);
}

impl<L: CellMap> Table<L> {
    pub(crate) fn new(layout: L) -> Self {
        Self {
            layout,
            starts: vec![0; layout.keys() as usize + 3],
            keys: Vec::new(),
            order: Vec::new(),
            filed: 0,
            scratch: Vec::new(),
            is_even: true,
        }
    }

    /// Files `n` objects by the key of each; `layout.keys()` as a key leaves an object out. Every slot
    /// of `places` gets its object. Allocates only when there are more objects or cells than ever before.
    #[inline]
    pub(crate) fn file<P: Copy + Default>(
        &mut self,
        layout: L,
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
            if !(self.is_even && self.sort_evenly(n, entries, &object)) {
                self.sort_roughly(n, entries, object);
            }
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

    /// A stable sort by the upper bits of the keys into buckets with room for a quarter more than the mean. False when
    /// that is not enough for one of them.
    fn sort_evenly<P: Copy + Default>(
        &mut self,
        n: usize,
        entries: &mut Vec<Entry<P>>,
        object: impl Fn(usize) -> (u32, P),
    ) -> bool {
        let buckets = self.buckets();
        let room = room(n, buckets);
        make_room(entries, (buckets + 1) * room);
        self.scratch.clear();
        self.scratch.extend((0..buckets).map(|bucket| [0, (bucket * room) as u32]));
        let mut batch = [Entry::default(); BATCH];
        for start in (0..n).step_by(BATCH) {
            let batch = &mut batch[..BATCH.min(n - start)];
            // Reads of places far apart overlap, writes wait for each other: a look fetches them all.
            let mut seen = 0;
            for (entry, i) in batch.iter_mut().zip(start..) {
                let (key, payload) = object(i);
                *entry = Entry { key, index: i as u32, payload };
                let [_, next] = self.scratch[(key >> ROUGH_SHIFT) as usize];
                seen |= entries[next as usize].index;
            }
            core::hint::black_box(seen);
            for &entry in &*batch {
                let [count, next] = &mut self.scratch[(entry.key >> ROUGH_SHIFT) as usize];
                if *count as usize == room {
                    return false;
                }
                entries[*next as usize] = entry;
                *count += 1;
                *next += 1;
            }
        }
        true
    }

    /// The same for any objects: the buckets are counted beforehand.
    fn sort_roughly<P: Copy + Default>(
        &mut self,
        n: usize,
        entries: &mut Vec<Entry<P>>,
        object: impl Fn(usize) -> (u32, P),
    ) {
        let buckets = self.buckets();
        self.scratch.clear();
        self.scratch.resize(buckets, [0; 2]);
        for (i, key) in self.keys.iter_mut().enumerate() {
            *key = object(i).0;
            self.scratch[(*key >> ROUGH_SHIFT) as usize][0] += 1;
        }
        let (mut sum, mut largest) = (0, 0);
        for [count, next] in &mut self.scratch {
            *next = sum;
            sum += *count;
            largest = largest.max(*count as usize);
        }
        self.is_even = largest <= room(n, buckets);
        make_room(entries, n + largest);
        for (i, &key) in self.keys.iter().enumerate() {
            let next = &mut self.scratch[(key >> ROUGH_SHIFT) as usize][1];
            entries[*next as usize] = Entry { key, index: i as u32, payload: object(i).1 };
            *next += 1;
        }
    }

    fn buckets(&self) -> usize {
        (self.layout.keys() >> ROUGH_SHIFT) as usize + 1
    }

    /// Sorts what is in the buckets, each first in one place that stays in the nearest cache; so the slots themselves
    /// are written in order.
    fn sort_buckets<P: Copy>(&mut self, entries: &mut [Entry<P>], places: &mut impl Places<P>) {
        let filled = self.scratch.iter().map(|&[_, end]| end as usize).max().unwrap_or(0);
        let (entries, sorted) = entries.split_at_mut(filled);
        let mut begin = 0;
        for bucket in 0..self.scratch.len() {
            let [count, last] = self.scratch[bucket].map(|number| number as usize);
            let (entries, end) = (&entries[last - count..last], begin + count);
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
            for entry in entries {
                let next = &mut self.starts[entry.key as usize + 1];
                sorted[*next as usize - begin] = *entry;
                *next += 1;
            }
            let slots = self.keys[begin..end].iter_mut().zip(&mut self.order[begin..end]);
            for (i, ((key, index), entry)) in slots.zip(&*sorted).enumerate() {
                (*key, *index) = (entry.key, entry.index);
                places.place(begin + i, entry.index, entry.payload);
            }
            begin = end;
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
    /// Where partners stand in a clamped grid.
    #[inline]
    pub(crate) fn clamped_partners(&self) -> ClampedPartners<'_> {
        let below = &self.starts[self.layout.stride as usize - 1..];
        ClampedPartners { keys: &self.keys, starts: &self.starts, below }
    }

    /// Where a slot's partners stand when columns and rows wrap: cells across the seam are ranges of their own.
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
/// right (COL-22). Rows are contiguous, so that is two ranges.
#[derive(Clone, Copy)]
pub(crate) struct ClampedPartners<'a> {
    keys: &'a [u32],
    starts: &'a [u32],
    /// The same from the cell below left of cell 0 on.
    below: &'a [u32],
}

impl Partners<2> for ClampedPartners<'_> {
    #[inline(always)]
    fn leveled(self) -> Self {
        Self { starts: &self.starts[..self.below.len()], ..self }
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> [Slots; 2] {
        let key = self.keys[slot] as usize;
        // The furthest first: its check holds for the others.
        let below = (self.below[key + 3], self.below[key]);
        [(slot as u32 + 1, self.starts[key + 2]), (below.1, below.0)]
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
