//! The broad phase: what may overlap, by cells of the screen or of the floor.

use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{IVec2, ivec2};

/// What covers more cells than this is kept in a list of its own: walking it is cheaper than a thousand cells.
const MOST_CELLS: i64 = 64;
const NONE: u32 = u32::MAX;

/// The cells that something covers, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    min: IVec2,
    max: IVec2,
}

impl Span {
    /// Whether this cell is the first one that both spans share, so that a pair is met once however many cells it shares.
    fn meets_first(&self, other: &Self, cell: IVec2) -> bool {
        self.min.max(other.min) == cell
    }

    fn shares(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    fn is_large(&self) -> bool {
        self.count() > MOST_CELLS
    }

    /// How many cells there are in it.
    fn count(&self) -> i64 {
        let side = |low: i32, high: i32| i64::from(high) - i64::from(low) + 1;
        let (width, height) = (side(self.min.x, self.max.x), side(self.min.y, self.max.y));
        width.saturating_mul(height)
    }

    fn cells(self) -> impl Iterator<Item = IVec2> {
        (self.min.y..=self.max.y)
            .flat_map(move |y| (self.min.x..=self.max.x).map(move |x| ivec2(x, y)))
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: u32,
    next: u32,
    /// The span of the slot, here too: lists are walked far more often than they change.
    span: Span,
}

/// A spatial hash: an endless grid, wrapped around a table of lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// Cells per unit.
    scale: DVec2,
    mask: u32,
    shift: u32,
    heads: Vec<u32>,
    entries: Vec<Entry>,
    free: u32,
    large: Vec<u32>,
    /// Where each slot is; nothing for those that are not in.
    spans: Vec<Option<Span>>,
}

impl Cells {
    /// Empties the table and fits it to so many things of a mean size.
    pub(super) fn reset(&mut self, count: usize, slots: usize, mean: DVec2) {
        let usable = |size: f64| if size.is_finite() { size.max(1e-3) } else { 1.0 };
        self.scale = dvec2(1.0 / usable(mean.x), 1.0 / usable(mean.y));
        // A table of about one list for each thing, half the bits for each axis.
        let bits = (usize::BITS - count.leading_zeros()).clamp(4, 20);
        self.shift = bits / 2;
        self.mask = (1 << bits) - 1;
        self.heads.clear();
        self.heads.resize(1 << bits, NONE);
        self.entries.clear();
        self.free = NONE;
        self.large.clear();
        self.spans.clear();
        self.spans.resize(slots, None);
    }

    fn bucket(&self, cell: IVec2) -> usize {
        let column = cell.x as u32 & ((1 << self.shift) - 1);
        let row = (cell.y as u32) << self.shift & self.mask;
        (row | column) as usize
    }

    fn span(&self, (min, max): (DVec2, DVec2)) -> Span {
        Span {
            min: (min * self.scale).floor().as_ivec2(),
            max: (max * self.scale).floor().as_ivec2(),
        }
    }

    /// Puts a slot in and tells of all others whose cells it shares.
    pub(super) fn insert(&mut self, slot: u32, extent: (DVec2, DVec2), mut meet: impl FnMut(u32)) {
        let span = self.span(extent);
        if self.spans.len() <= slot as usize {
            self.spans.resize(slot as usize + 1, None);
        }
        for &other in &self.large {
            if self.spans[other as usize].is_some_and(|other| span.shares(&other)) {
                meet(other);
            }
        }
        if span.is_large() {
            for (other, with) in (0u32..).zip(&self.spans) {
                if with.is_some_and(|with| !with.is_large() && span.shares(&with)) {
                    meet(other);
                }
            }
            self.large.push(slot);
        } else {
            for cell in span.cells() {
                let bucket = self.bucket(cell);
                let mut entry = self.heads[bucket];
                while entry != NONE {
                    let Entry { slot: other, next, span: with } = self.entries[entry as usize];
                    entry = next;
                    // Wrapped around, the list may hold others from far away.
                    if with.shares(&span) && with.meets_first(&span, cell) {
                        meet(other);
                    }
                }
                self.push(bucket, slot, span);
            }
        }
        self.spans[slot as usize] = Some(span);
    }

    /// Puts a slot in, or elsewhere, and tells of nobody.
    pub(super) fn set(&mut self, slot: u32, extent: (DVec2, DVec2)) {
        let span = self.span(extent);
        if self.spans.get(slot as usize) == Some(&Some(span)) {
            return;
        }
        self.remove(slot);
        if self.spans.len() <= slot as usize {
            self.spans.resize(slot as usize + 1, None);
        }
        self.spans[slot as usize] = Some(span);
        if span.is_large() {
            self.large.push(slot);
            return;
        }
        for cell in span.cells() {
            let bucket = self.bucket(cell);
            self.push(bucket, slot, span);
        }
    }

    /// Tells of all slots whose cells an extent shares, each once.
    pub(super) fn query(&self, extent: (DVec2, DVec2), meet: impl FnMut(u32)) {
        if !self.heads.is_empty() {
            self.query_span(self.span(extent), meet);
        }
    }

    /// Tells of all slots that share a cell with one or a neighbor of its cells, itself too; of none when it is not in.
    pub(super) fn query_around(&self, slot: u32, meet: impl FnMut(u32)) {
        if let Some(Some(span)) = self.spans.get(slot as usize) {
            let (min, max) =
                (span.min.saturating_sub(IVec2::ONE), span.max.saturating_add(IVec2::ONE));
            self.query_span(Span { min, max }, meet);
        }
    }

    fn query_span(&self, span: Span, mut meet: impl FnMut(u32)) {
        // Of more cells than there are things, the things are walked instead.
        if span.count() > MOST_CELLS.max(self.spans.len() as i64) {
            for (slot, with) in (0u32..).zip(&self.spans) {
                if with.is_some_and(|with| with.shares(&span)) {
                    meet(slot);
                }
            }
            return;
        }
        for &slot in &self.large {
            if self.spans[slot as usize].is_some_and(|with| with.shares(&span)) {
                meet(slot);
            }
        }
        for cell in span.cells() {
            let mut entry = self.heads[self.bucket(cell)];
            while entry != NONE {
                let Entry { slot, next, span: with } = self.entries[entry as usize];
                entry = next;
                if with.shares(&span) && with.meets_first(&span, cell) {
                    meet(slot);
                }
            }
        }
    }

    fn push(&mut self, bucket: usize, slot: u32, span: Span) {
        // What is wider than the table comes into the same list again. Once is enough there, and more would be met more often.
        let head = self.heads[bucket];
        if head != NONE && self.entries[head as usize].slot == slot {
            return;
        }
        let entry = Entry { slot, next: self.heads[bucket], span };
        if self.free == NONE {
            self.heads[bucket] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            let place = self.free;
            self.free = self.entries[place as usize].next;
            self.entries[place as usize] = entry;
            self.heads[bucket] = place;
        }
    }

    /// Takes a slot out, when it is in.
    pub(super) fn remove(&mut self, slot: u32) {
        let Some(span) = self.spans.get_mut(slot as usize).and_then(Option::take) else { return };
        if span.is_large() {
            self.large.retain(|&other| other != slot);
            return;
        }
        for cell in span.cells() {
            let bucket = self.bucket(cell);
            self.unlink(bucket, slot);
        }
    }

    fn unlink(&mut self, bucket: usize, slot: u32) {
        let mut before = NONE;
        let mut entry = self.heads[bucket];
        while entry != NONE {
            let Entry { slot: other, next, .. } = self.entries[entry as usize];
            if other == slot {
                if before == NONE {
                    self.heads[bucket] = next;
                } else {
                    self.entries[before as usize].next = next;
                }
                self.entries[entry as usize].next = self.free;
                self.free = entry;
                return;
            }
            before = entry;
            entry = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Things wider than the table used to be in a list several times, and were met as often.
    #[test]
    fn wide_things_in_a_small_table_are_met_once() {
        let mut cells = Cells::default();
        cells.reset(3, 3, dvec2(1.0, 1.0));
        let met = |cells: &mut Cells, slot: u32, (from, to): (DVec2, DVec2)| {
            let mut met = Vec::new();
            cells.insert(slot, (from, to), |other| met.push(other));
            met.sort_unstable();
            met
        };
        let area = |from: f64, to: f64| (DVec2::splat(from), DVec2::splat(to));
        assert!(met(&mut cells, 0, area(0.5, 7.4)).is_empty());
        assert_eq!(met(&mut cells, 1, area(0.5, 6.4)), [0]);
        assert_eq!(met(&mut cells, 2, area(3.5, 8.4)), [0, 1]);
        let mut found = Vec::new();
        cells.query(area(2.5, 8.4), |slot| found.push(slot));
        found.sort_unstable();
        assert_eq!(found, [0, 1, 2]);
        cells.remove(1);
        assert_eq!(met(&mut cells, 1, area(0.5, 6.4)), [0, 2]);
    }
}
