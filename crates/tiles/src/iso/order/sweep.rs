//! All pairs of boxes that overlap on the screen, of many boxes at once.
//!
//! The boxes are sorted by the cell their upper left corner lies in, row by row of cells. What a box may overlap then stands
//! in few runs of memory, one in each row of cells that it reaches into, and is walked without following any link.

use super::super::view::{Silhouette, ViewBox};
use motile_geom::glam::{DVec2, DVec3, Vec4};
use motile_geom::{IVec2, ivec2};

/// What is wider than so many cells is compared with everything, so that one wide box does not widen the search for all.
const WIDEST: i32 = 16;

/// A silhouette rounded outwards: what most pairs are told apart by. The fourth range is that of everything, so that a
/// processor compares all of them in one instruction.
#[derive(Clone, Copy, Debug)]
struct Hull {
    low: Vec4,
    high: Vec4,
}

impl Hull {
    /// Overlaps nothing.
    const NOWHERE: Self = Self { low: Vec4::INFINITY, high: Vec4::NEG_INFINITY };

    fn of(seen: &Silhouette) -> Self {
        let (low, high) = seen.ranges();
        let outward = |range: DVec3, to: fn(f32) -> f32, other: f32| {
            let [x, y, z] = range.as_vec3().to_array().map(to);
            Vec4::new(x, y, z, other)
        };
        Self { low: outward(low, f32::next_down, -1.0), high: outward(high, f32::next_up, 1.0) }
    }

    #[inline]
    fn may_overlap(&self, other: &Self) -> bool {
        // Without a short cut: all comparisons at once are faster than branches that nobody can foresee.
        (self.low.cmplt(other.high) & other.low.cmplt(self.high)).all()
    }
}

/// Buffers of the search, reused from one to the next. All but the last are in the order of cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    ids: Vec<u32>,
    hulls: Vec<Hull>,
    /// The first cell of each.
    corners: Vec<IVec2>,
    /// The boxes themselves, copied: most pairs that may overlap do, and their boxes should be near in memory then.
    views: Vec<ViewBox>,
    /// Where each cell of a table begins in these, and where the last one ends.
    starts: Vec<u32>,
    wide: Vec<u32>,
    /// Cells per unit.
    scale: DVec2,
    /// Bits of the table for each axis.
    bits: IVec2,
    /// The most cells that something reaches over, wide things left out.
    widest: i32,
}

impl Sweep {
    /// Calls `meet` once for each pair that overlaps on the screen. `view` gives the box of each number.
    pub(super) fn pairs<'a>(
        &mut self,
        ids: impl Iterator<Item = u32> + Clone,
        view: impl Fn(u32) -> &'a ViewBox,
        slope: f64,
        mut meet: impl FnMut((u32, &ViewBox), (u32, &ViewBox)),
    ) {
        self.sort_in(ids, &view, slope);
        for a in 0..self.ids.len() {
            let (id, own) = (self.ids[a], &self.views[a]);
            let seen = own.silhouette(slope);
            self.walk(a, &seen, |b| {
                let other = &self.views[b];
                if seen.overlaps(&other.silhouette(slope)) {
                    meet((id, own), (self.ids[b], other));
                }
            });
        }
    }

    fn cell(&self, place: DVec2) -> IVec2 {
        let place = place * self.scale;
        ivec2(floor(place.x), floor(place.y))
    }

    /// A counting sort by cells of about the size of a box.
    fn sort_in<'a>(
        &mut self,
        ids: impl Iterator<Item = u32> + Clone,
        view: &impl Fn(u32) -> &'a ViewBox,
        slope: f64,
    ) {
        let (mut sum, mut count) = (DVec2::ZERO, 0_usize);
        for id in ids.clone() {
            let (min, max) = view(id).silhouette(slope).extent();
            sum += max - min;
            count += 1;
        }
        let scale = (sum / count.max(1) as f64).max(DVec2::splat(1e-3)).recip();
        self.scale = if scale.is_finite() { scale } else { DVec2::ONE };
        // About as many cells as boxes, wrapped around: half the bits for each axis.
        let bits = (usize::BITS - count.leading_zeros()).clamp(2, 22) as i32;
        self.bits = ivec2(bits / 2, bits - bits / 2);
        self.starts.clear();
        self.starts.resize((1 << bits) + 1, 0);
        for id in ids.clone() {
            let (min, _) = view(id).silhouette(slope).extent();
            let bucket = bucket(self.bits, self.cell(min));
            self.starts[bucket] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += core::mem::replace(start, sum);
        }
        self.ids.clear();
        self.ids.resize(count, 0);
        self.hulls.clear();
        self.hulls.resize(count, Hull::NOWHERE);
        self.corners.clear();
        self.corners.resize(count, IVec2::ZERO);
        self.views.clear();
        self.views.resize(count, ViewBox::NOTHING);
        self.wide.clear();
        self.widest = 0;
        // Read in a row and written here and there: that is faster than the other way round, since nothing waits for a write.
        for id in ids {
            self.place(id, view(id), slope);
        }
        // Filling moved every start to the end of its cell, which is where the next one starts.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    fn place(&mut self, id: u32, view: &ViewBox, slope: f64) {
        let seen = view.silhouette(slope);
        let (first, last) = self.cells(&seen);
        let next = &mut self.starts[bucket(self.bits, first)];
        let place = *next as usize;
        *next += 1;
        self.ids[place] = id;
        self.corners[place] = first;
        self.views[place] = *view;
        let width = last.x.saturating_sub(first.x);
        if width > WIDEST {
            self.wide.push(place as u32);
        } else {
            self.hulls[place] = Hull::of(&seen);
            self.widest = self.widest.max(width);
        }
    }

    /// The first and the last cell that a silhouette reaches into.
    fn cells(&self, seen: &Silhouette) -> (IVec2, IVec2) {
        let (min, max) = seen.extent();
        (self.cell(min), self.cell(max))
    }

    /// Tells of what may overlap a box and comes after it, by its cell. Wide ones come after all others.
    #[inline]
    fn walk(&self, a: usize, seen: &Silhouette, mut meet: impl FnMut(usize)) {
        let (first, last) = self.cells(seen);
        let width = last.x.saturating_sub(first.x);
        if width > WIDEST {
            return self.walk_wide(a, seen, meet);
        }
        let (columns, rows) = (1_i32 << self.bits.x, 1_i32 << self.bits.y);
        let down = last.y.saturating_sub(first.y).min(rows - 1);
        for row in 0..=down {
            let left = if row == 0 { 0 } else { self.widest };
            let from = first.x.wrapping_sub(left) & (columns - 1);
            let many = (left + width + 1).min(columns);
            let start = ((first.y.wrapping_add(row) & (rows - 1)) << self.bits.x) as usize;
            let (from, end, columns) = (from as usize, (from + many) as usize, columns as usize);
            self.scan(a, start + from..start + end.min(columns), &mut meet);
            if end > columns {
                self.scan(a, start..start + end - columns, &mut meet);
            }
        }
    }

    /// Walks a run of cells.
    #[inline]
    fn scan(&self, a: usize, cells: core::ops::Range<usize>, meet: &mut impl FnMut(usize)) {
        let hull = &self.hulls[a];
        let run = self.starts[cells.start] as usize..self.starts[cells.end] as usize;
        let key = |index: usize| (self.corners[index].y, self.corners[index].x, index);
        for (b, other) in run.clone().zip(&self.hulls[run]) {
            // The table is wrapped around, so that what comes before it or far behind may be here as well.
            if hull.may_overlap(other) && key(b) > key(a) {
                meet(b);
            }
        }
    }

    #[cold]
    fn walk_wide(&self, a: usize, seen: &Silhouette, mut meet: impl FnMut(usize)) {
        let hull = Hull::of(seen);
        for (b, other) in self.hulls.iter().enumerate() {
            if hull.may_overlap(other) {
                meet(b);
            }
        }
        let after = self.wide.iter().map(|&b| b as usize).filter(|&b| b > a);
        after.for_each(meet);
    }
}

/// Where a cell is in the table.
const fn bucket(bits: IVec2, cell: IVec2) -> usize {
    let column = cell.x & ((1 << bits.x) - 1);
    let row = cell.y & ((1 << bits.y) - 1);
    (row << bits.x | column) as usize
}

/// Rounded down; a call of a function on processors without an instruction for it, if written as such.
const fn floor(number: f64) -> i32 {
    let whole = number as i32;
    whole.saturating_sub((whole as f64 > number) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iso::{IsoBox, IsoProjection};
    use motile_geom::{Rng, vec3};

    /// Against all pairs: boxes of many sizes, some of them far away or wide.
    #[test]
    fn iso_x1_the_sweep_finds_all_pairs_once() {
        let mut rng = Rng::new(4);
        let view = IsoProjection::DIMETRIC;
        let mut sweep = Sweep::default();
        for round in 0..60 {
            let many = [0, 1, 2, 40, 300][round % 5];
            let far = [50.0, 300.0, 3000.0][round % 3];
            let boxes: Vec<ViewBox> = (0..many)
                .map(|index| {
                    let odd = if index % 37 == 5 { 1e3 } else { 1.0 };
                    let base =
                        vec3(rng.range(-far..far), rng.range(-60.0..60.0), rng.range(-far..far));
                    let mut side = || rng.range(0.0..30.0) * odd;
                    let size = vec3(side(), side(), side());
                    view.view_box(&IsoBox::standing(
                        base * if index == 7 { 1e20 } else { 1.0 },
                        size,
                    ))
                })
                .collect();
            let mut found = Vec::new();
            let of = |id: u32| &boxes[id as usize];
            sweep.pairs(0..many, of, view.slope(), |a, b| {
                found.push((a.0.min(b.0), a.0.max(b.0)));
            });
            found.sort_unstable();
            let seen = |index: u32| boxes[index as usize].silhouette(view.slope());
            let pairs = (0..many).flat_map(|a| (a + 1..many).map(move |b| (a, b)));
            let wanted: Vec<_> = pairs.filter(|&(a, b)| seen(a).overlaps(&seen(b))).collect();
            assert_eq!(found, wanted, "round {round}");
        }
    }
}
