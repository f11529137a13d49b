//! All pairs of boxes that overlap on the screen, of many boxes at once.
//!
//! The boxes are sorted by the cell their upper left corner lies in, row by row of cells. What a box may overlap then stands
//! in few runs of memory, one in each row of cells that it reaches into, and is walked without following any link.

use super::super::view::ViewBox;
use motile_geom::glam::{DVec2, DVec3};
use motile_geom::{IVec2, Vec3, ivec2};

/// What is wider than so many cells is compared with everything, so that one wide box does not widen the search for all.
const WIDEST: i32 = 16;

/// A silhouette rounded outwards, and the cells it reaches into: what most pairs are told apart by.
#[derive(Clone, Copy, Debug)]
struct Hull {
    low: Vec3,
    high: Vec3,
    first: IVec2,
    last: IVec2,
}

impl Hull {
    const NOWHERE: Self =
        Self { low: Vec3::ZERO, high: Vec3::ZERO, first: IVec2::ZERO, last: IVec2::ZERO };

    fn of(view: &ViewBox, slope: f64, cell: impl Fn(DVec2) -> IVec2) -> Self {
        let seen = view.silhouette(slope);
        let (low, high) = seen.ranges();
        let (min, max) = seen.extent();
        let outward = |range: DVec3, to: fn(f32) -> f32| {
            let [x, y, z] = range.as_vec3().to_array().map(to);
            Vec3::new(x, y, z)
        };
        Self {
            low: outward(low, f32::next_down),
            high: outward(high, f32::next_up),
            first: cell(min),
            last: cell(max),
        }
    }

    fn may_overlap(&self, other: &Self) -> bool {
        // Without a short cut: six comparisons at once are faster than branches that nobody can foresee.
        let a = self.low.cmplt(other.high) & other.low.cmplt(self.high);
        a.all()
    }

    fn width(&self) -> i32 {
        self.last.x.saturating_sub(self.first.x)
    }
}

/// Buffers of the search, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// By cells. The boxes themselves stay where they are: less memory to fill is worth more than having them side by side.
    ids: Vec<u32>,
    hulls: Vec<Hull>,
    /// Where each cell of a table begins in these two, and where the last one ends.
    starts: Vec<u32>,
    wide: Vec<u32>,
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
        self.walk(|a, b| {
            let (a, b) = (self.ids[a], self.ids[b]);
            let (first, second) = (view(a), view(b));
            if first.silhouette(slope).overlaps(&second.silhouette(slope)) {
                meet((a, first), (b, second));
            }
        });
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
        let scale = if scale.is_finite() { scale } else { DVec2::ONE };
        // About as many cells as boxes, wrapped around: half the bits for each axis.
        let bits = (usize::BITS - count.leading_zeros()).clamp(2, 22) as i32;
        self.bits = ivec2(bits / 2, bits - bits / 2);
        self.starts.clear();
        self.starts.resize((1 << bits) + 1, 0);
        let bucket = bucket(self.bits);
        let cell = |place: DVec2| ivec2(floor(place.x * scale.x), floor(place.y * scale.y));
        for id in ids.clone() {
            let (min, _) = view(id).silhouette(slope).extent();
            self.starts[bucket(cell(min))] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += core::mem::replace(start, sum);
        }
        self.ids.clear();
        self.ids.resize(count, 0);
        self.hulls.clear();
        self.hulls.resize(count, Hull::NOWHERE);
        self.wide.clear();
        self.widest = 0;
        for id in ids {
            self.place(id, Hull::of(view(id), slope, cell));
        }
        // Filling moved every start to the end of its cell, which is where the next one starts.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    fn place(&mut self, id: u32, hull: Hull) {
        let next = &mut self.starts[bucket(self.bits)(hull.first)];
        let place = *next as usize;
        *next += 1;
        self.ids[place] = id;
        self.hulls[place] = hull;
        if hull.width() > WIDEST {
            self.wide.push(place as u32);
        } else {
            self.widest = self.widest.max(hull.width());
        }
    }

    /// Tells of pairs that may overlap. Of each, the one whose cell comes first finds the other.
    fn walk(&self, mut meet: impl FnMut(usize, usize)) {
        let (columns, rows) = (1_i32 << self.bits.x, 1_i32 << self.bits.y);
        for (a, hull) in self.hulls.iter().enumerate() {
            if hull.width() > WIDEST {
                continue;
            }
            let down = hull.last.y.saturating_sub(hull.first.y).min(rows - 1);
            for row in 0..=down {
                let left = if row == 0 { 0 } else { self.widest };
                let from = hull.first.x.wrapping_sub(left) & (columns - 1);
                let many = (left + hull.width() + 1).min(columns);
                let start = ((hull.first.y.wrapping_add(row) & (rows - 1)) << self.bits.x) as usize;
                let (from, end) = (from as usize, (from + many) as usize);
                let columns = columns as usize;
                self.scan(a, start + from..start + end.min(columns), &mut meet);
                if end > columns {
                    self.scan(a, start..start + end - columns, &mut meet);
                }
            }
        }
        self.walk_wide(meet);
    }

    /// Walks a run of cells.
    #[inline]
    fn scan(&self, a: usize, cells: core::ops::Range<usize>, meet: &mut impl FnMut(usize, usize)) {
        let hull = &self.hulls[a];
        let run = self.starts[cells.start] as usize..self.starts[cells.end] as usize;
        let key = |hull: &Hull, index: usize| (hull.first.y, hull.first.x, index);
        for (b, other) in run.clone().zip(&self.hulls[run]) {
            // The table is wrapped around, so that what comes before it or far behind may be here as well.
            let is_after = key(other, b) > key(hull, a) && other.width() <= WIDEST;
            if hull.may_overlap(other) && is_after {
                meet(a, b);
            }
        }
    }

    fn walk_wide(&self, mut meet: impl FnMut(usize, usize)) {
        for &a in &self.wide {
            let a = a as usize;
            for (b, other) in self.hulls.iter().enumerate() {
                let is_first = other.width() <= WIDEST || a < b;
                if is_first && self.hulls[a].may_overlap(other) {
                    meet(a, b);
                }
            }
        }
    }
}

/// Where a cell is in the table.
fn bucket(bits: IVec2) -> impl Fn(IVec2) -> usize {
    move |cell| {
        let column = cell.x & ((1 << bits.x) - 1);
        let row = cell.y & ((1 << bits.y) - 1);
        (row << bits.x | column) as usize
    }
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
