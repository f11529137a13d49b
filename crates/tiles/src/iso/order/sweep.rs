//! The pairs of boxes on the screen that depth may get wrong, of many boxes at once.
//!
//! The boxes are sorted by the cell their upper left corner lies in, row by row of cells. What a box may overlap then stands
//! in few runs of memory, one in each row of cells that it reaches into, and is walked without following any link. Nearly all
//! pairs are in the order of their depths: those are told by comparisons without branches and never leave the loop.

use super::super::view::ViewBox;
use core::ops::Range;
use motile_geom::glam::{DVec2, DVec3, Vec2, Vec4};
use motile_geom::{IVec2, ivec2};

/// What is wider or higher than so many cells is compared with everything, so that one large box does not widen the search for
/// all.
const WIDEST: i32 = 16;
/// A table may have this many cells for each box; where boxes are more scattered, it is wrapped around.
const CELLS_PER_BOX: i64 = 4;
/// The cell of what is in none.
const NOWHERE: u32 = u32::MAX;
/// So many that are not needed any more may stay before what follows them is moved.
const FORGET: usize = 1024;

/// A box as most pairs are told apart by: single precision, four numbers a register.
#[derive(Clone, Copy, Debug)]
struct Card {
    /// The three ranges of its silhouette, rounded outwards. The fourth is that of everything, so that a processor compares
    /// all of them in one instruction.
    low: Vec4,
    high: Vec4,
    /// The far and the near sides along x, z and up. No numbers where single precision does not hold them exactly.
    far: Vec4,
    near: Vec4,
}

impl Card {
    fn of(view: &ViewBox, slope: f64) -> Self {
        let (low, high) = view.silhouette(slope).ranges();
        let (far, near) = view.sides();
        let (far_rounded, near_rounded) = (far.as_vec3(), near.as_vec3());
        let exact = far_rounded.as_dvec3() == far && near_rounded.as_dvec3() == near;
        let (far, near) = if exact {
            (far_rounded.extend(-1.0), near_rounded.extend(1.0))
        } else {
            (Vec4::NAN, Vec4::NAN)
        };
        Self { low: outward(low, -1.0), high: outward(high, 1.0), far, near }
    }

    #[inline]
    fn may_overlap(&self, other: &Self) -> bool {
        // Without a short cut: all comparisons at once are faster than branches that nobody can foresee.
        (self.low.cmplt(other.high) & other.low.cmplt(self.high)).bitmask() == 0b1111
    }

    /// Whether two boxes are in the order of their numbers for certain: the one with the higher number is nearer along some axis,
    /// and the other one along none.
    #[inline]
    fn in_order(&self, other: &Self, is_higher: bool) -> bool {
        let nearer = self.far.cmpge(other.near).bitmask() != 0;
        let farther = other.far.cmpge(self.near).bitmask() != 0;
        nearer != farther && nearer == is_higher
    }
}

/// A corner of the box around a silhouette: the upper left one for the least of its ranges, the lower right one for the greatest.
fn corner(ranges: Vec4) -> Vec2 {
    Vec2::new(ranges.x, ranges.y * 0.5 + ranges.z * 0.5)
}

/// Rounded away from zero or towards it, as the sign of `sense` says, by at least what single precision loses.
fn outward(ranges: DVec3, sense: f32) -> Vec4 {
    let rounded = ranges.as_vec3().extend(sense).clamp(Vec4::MIN, Vec4::MAX);
    rounded + (rounded.abs() * f32::EPSILON + f32::MIN_POSITIVE) * sense
}

/// Buffers of the search, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    /// The boxes in the order of cells.
    numbers: Vec<u32>,
    /// Where each cell of the table begins in these, and where the last one ends.
    starts: Vec<u32>,
    /// The cell of each box. Between searches anybody may use the memory.
    pub(super) cells: Vec<u32>,
    /// Boxes that are in no cell.
    large: Vec<Look>,
    seen: Seen,
    table: Table,
    /// The most cells that something reaches over, large things left out.
    reach: IVec2,
    slope: f64,
}

/// A box as the search takes it: its number by depth and how it looks.
#[derive(Clone, Copy, Debug)]
struct Look {
    number: u32,
    card: Card,
}

impl Look {
    /// Whether two may overlap and are not in the order of their numbers for certain.
    #[inline]
    fn is_out_of_order(&self, other: &Self) -> bool {
        self.card.may_overlap(&other.card)
            & !self.card.in_order(&other.card, self.number > other.number)
    }
}

/// How the boxes of the rows of cells that are being compared look. All of them at once would be the most that an order keeps
/// in memory, and each fetched from far away.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Which one of the order of cells comes first.
    first: usize,
    looks: Vec<Look>,
}

impl Seen {
    fn clear(&mut self) {
        self.first = 0;
        self.looks.clear();
    }

    fn end(&self) -> usize {
        self.first + self.looks.len()
    }

    /// Forgets what comes before one, as soon as that is much.
    fn forget(&mut self, before: usize) {
        let over = before - self.first;
        if over > FORGET.max(self.looks.len() / 2) {
            self.looks.drain(..over);
            self.first = before;
        }
    }
}

/// Which cell a place of the screen is in, and where that cell is in the table.
#[derive(Clone, Copy, Debug, Default)]
struct Table {
    /// Cells per unit.
    scale: Vec2,
    /// The cell that comes first.
    origin: IVec2,
    size: IVec2,
    /// Whether cells outside come in again on the other side; sizes are powers of two then.
    is_wrapped: bool,
}

impl Table {
    /// Cells of about the size of a box, about as many as there are boxes.
    fn fit(boxes: impl Iterator<Item = ViewBox>, slope: f64) -> Self {
        let (mut sum, mut count) = (DVec2::ZERO, 0_usize);
        let (mut low, mut high) = (Vec2::MAX, Vec2::MIN);
        for view in boxes {
            sum += view.extent(slope);
            count += 1;
            let first = corner(outward(view.silhouette(slope).ranges().0, -1.0));
            (low, high) = (low.min(first), high.max(first));
        }
        let scale = (sum / count.max(1) as f64).max(DVec2::splat(1e-3)).recip().as_vec2();
        let scale = if scale.cmpgt(Vec2::ZERO).all() { scale } else { Vec2::ONE };
        let mut table = Self { scale, ..Self::default() };
        let (first, last) = (table.cell(low), table.cell(high));
        let side = |first: i32, last: i32| (i64::from(last) - i64::from(first) + 1).max(1);
        let (columns, rows) = (side(first.x, last.x), side(first.y, last.y));
        if columns.saturating_mul(rows) <= CELLS_PER_BOX * count as i64 + 64 {
            (table.origin, table.size) = (first, ivec2(columns as i32, rows as i32));
        } else {
            // Half the bits for each axis.
            let bits = (usize::BITS - count.leading_zeros()).clamp(2, 22);
            table.size = ivec2(1 << (bits / 2), 1 << (bits - bits / 2));
            table.is_wrapped = true;
        }
        table
    }

    fn cell(&self, place: Vec2) -> IVec2 {
        let place = place * self.scale;
        ivec2(floor(place.x), floor(place.y)).saturating_sub(self.origin)
    }

    /// The first and the last cell that something reaches into.
    #[inline]
    fn cells(&self, low: Vec4, high: Vec4) -> (IVec2, IVec2) {
        (self.cell(corner(low)), self.cell(corner(high)))
    }

    /// First and last cell of a box that nobody made a card of: most of a card is not needed for it.
    #[inline]
    fn cells_of(&self, view: &ViewBox, slope: f64) -> (IVec2, IVec2) {
        let (low, high) = view.silhouette(slope).ranges();
        self.cells(outward(low, -1.0), outward(high, 1.0))
    }

    const fn bucket(&self, cell: IVec2) -> usize {
        let (x, y) = if self.is_wrapped {
            (cell.x & (self.size.x - 1), cell.y & (self.size.y - 1))
        } else {
            (cell.x, cell.y)
        };
        y as usize * self.size.x as usize + x as usize
    }
}

impl Sweep {
    /// Takes boxes, numbered by their depth, in place of those before.
    pub(super) fn fill(&mut self, boxes: impl Iterator<Item = ViewBox> + Clone, slope: f64) {
        self.table = Table::fit(boxes.clone(), slope);
        self.slope = slope;
        self.large.clear();
        self.cells.clear();
        self.reach = IVec2::ZERO;
        self.starts.clear();
        self.starts.resize(self.table.size.element_product() as usize + 1, 0);
        for (number, view) in (0..).zip(boxes) {
            let (first, last) = self.table.cells_of(&view, slope);
            if is_large(first, last) {
                self.large.push(Look { number, card: Card::of(&view, slope) });
                self.cells.push(NOWHERE);
                continue;
            }
            let cell = self.table.bucket(first);
            self.starts[cell] += 1;
            self.cells.push(cell as u32);
            self.reach = self.reach.max(last.saturating_sub(first));
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += core::mem::replace(start, sum);
        }
        self.numbers.clear();
        self.numbers.resize(sum as usize, 0);
        for (number, &cell) in (0..).zip(&self.cells) {
            if cell != NOWHERE {
                let next = &mut self.starts[cell as usize];
                self.numbers[*next as usize] = number;
                *next += 1;
            }
        }
        // Filling moved every start to the end of its cell, which is where the next one starts.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Calls `meet` once for each pair that may overlap on the screen and is not in the order of its numbers for certain. `see`
    /// has the boxes that were taken.
    pub(super) fn pairs(&mut self, see: impl Fn(u32) -> ViewBox, mut meet: impl FnMut(u32, u32)) {
        for (index, one) in self.large.iter().enumerate() {
            for other in &self.large[index + 1..] {
                if one.card.may_overlap(&other.card) {
                    meet(one.number, other.number);
                }
            }
        }
        let mut seen = core::mem::take(&mut self.seen);
        seen.clear();
        let (rows, last) = (self.table.size.y, self.table.size.x - 1);
        let ahead = if self.table.is_wrapped { rows } else { self.reach.y };
        for row in 0..rows {
            let needed = self.run(row.saturating_add(ahead).min(rows - 1), 0, last).end;
            for &number in &self.numbers[seen.end()..needed] {
                let look = Look { number, card: Card::of(&see(number), self.slope) };
                for other in self.large.iter().filter(|other| look.is_out_of_order(other)) {
                    meet(number, other.number);
                }
                seen.looks.push(look);
            }
            let run = self.run(row, 0, last);
            let end = run.end;
            for a in run {
                self.pairs_of(a, &seen, &mut meet);
            }
            if !self.table.is_wrapped {
                seen.forget(end);
            }
        }
        self.seen = seen;
    }

    /// The pairs of a box with those that come after it.
    #[inline]
    fn pairs_of(&self, a: usize, seen: &Seen, meet: &mut impl FnMut(u32, u32)) {
        let look = &seen.looks[a - seen.first];
        let (first, last) = self.table.cells(look.card.low, look.card.high);
        let scan = |run: Range<usize>, tell: &mut dyn FnMut(usize)| {
            let looks = &seen.looks[run.start - seen.first..run.end - seen.first];
            for (b, with) in run.zip(looks) {
                if look.is_out_of_order(with) {
                    tell(b);
                }
            }
        };
        if self.table.is_wrapped {
            let key = |index: usize| {
                let card = &seen.looks[index - seen.first].card;
                let (first, _) = self.table.cells(card.low, card.high);
                (first.y, first.x, index)
            };
            let from = ivec2(first.x.saturating_sub(self.reach.x), first.y);
            self.runs(from, last, |run| {
                // Far ones come in again, so that what comes before this one may be here as well.
                scan(run, &mut |b| {
                    if key(b) > key(a) {
                        meet(self.numbers[a], self.numbers[b]);
                    }
                });
            });
            return;
        }
        // The rest of its own row of cells, then what lies below: nothing is met twice.
        let end = self.run(first.y, first.x, last.x).end;
        let mut tell = |b: usize| meet(self.numbers[a], self.numbers[b]);
        scan(a + 1..end.max(a + 1), &mut tell);
        let from = first.x.saturating_sub(self.reach.x);
        for row in first.y + 1..=last.y.min(self.table.size.y - 1) {
            let run = self.run(row, from, last.x);
            if !run.is_empty() {
                scan(run, &mut tell);
            }
        }
    }

    /// Calls `meet` for all that may overlap a box on the screen, the box itself too.
    pub(super) fn near(&self, view: &ViewBox, mut meet: impl FnMut(u32)) {
        let (first, last) = self.table.cells_of(view, self.slope);
        self.runs(first.saturating_sub(self.reach), last, |run| {
            for &number in &self.numbers[run] {
                meet(number);
            }
        });
        for large in &self.large {
            meet(large.number);
        }
    }

    /// Where the boxes of some cells of a row are. What is outside of the table is left out.
    #[inline]
    fn run(&self, row: i32, from: i32, to: i32) -> Range<usize> {
        let start = row as usize * self.table.size.x as usize;
        let (from, to) = (from.max(0), to.min(self.table.size.x - 1));
        if from > to {
            return 0..0;
        }
        let at = |column: usize| self.starts[start + column] as usize;
        at(from as usize)..at(to as usize + 1)
    }

    /// Tells of all runs with the boxes of some cells.
    fn runs(&self, first: IVec2, last: IVec2, mut tell: impl FnMut(Range<usize>)) {
        let size = self.table.size;
        if !self.table.is_wrapped {
            for row in first.y.max(0)..=last.y.min(size.y - 1) {
                tell(self.run(row, first.x, last.x));
            }
            return;
        }
        let wide = last.x.saturating_sub(first.x).min(size.x - 1);
        for down in 0..=last.y.saturating_sub(first.y).min(size.y - 1) {
            let row = first.y.wrapping_add(down) & (size.y - 1);
            let from = first.x & (size.x - 1);
            tell(self.run(row, from, from + wide));
            tell(self.run(row, 0, from + wide - size.x));
        }
    }
}

fn is_large(first: IVec2, last: IVec2) -> bool {
    last.saturating_sub(first).max_element() > WIDEST
}

/// Rounded down; a call of a function on processors without an instruction for it, if written as such.
const fn floor(number: f32) -> i32 {
    let whole = number as i32;
    whole.saturating_sub((whole as f32 > number) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::iso::view::Relation;
    use crate::iso::{IsoBox, IsoProjection};
    use motile_geom::{Rng, vec3};

    /// Against all pairs: boxes of many sizes, some of them far away or large, in a dense table and a wrapped one.
    #[test]
    fn iso_x1_the_sweep_finds_all_pairs_once() {
        let mut rng = Rng::new(4);
        let mut sweep = Sweep::default();
        let mut wrapped = 0;
        for round in 0..60 {
            let view = IsoProjection::DIMETRIC
                .with_turns((round % 4) as u8)
                .with_pivot(motile_geom::vec2(0.1, 1e-3));
            let slope = view.slope();
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
                        base * if index == 7 && round % 2 == 0 { 1e20 } else { 1.0 },
                        size,
                    ))
                })
                .collect();
            sweep.fill(boxes.iter().copied(), slope);
            wrapped += u32::from(sweep.table.is_wrapped);
            let mut found = Vec::new();
            sweep.pairs(|number| boxes[number as usize], |a, b| found.push((a.min(b), a.max(b))));
            found.sort_unstable();
            assert!(found.is_sorted_by(|a, b| a < b), "round {round}: no pair twice");
            let overlap = |a: u32, b: u32| {
                let seen = |index: u32| boxes[index as usize].silhouette(slope);
                seen(a).overlaps(&seen(b))
            };
            for a in 0..many {
                let mut near = Vec::new();
                sweep.near(&boxes[a as usize], |b| near.push(b));
                near.retain(|&b| overlap(a, b));
                near.sort_unstable();
                let wanted: Vec<_> = (0..many).filter(|&b| overlap(a, b)).collect();
                assert_eq!(near, wanted, "round {round}, box {a}");
                for b in a + 1..many {
                    let relation = boxes[a as usize].relation(&boxes[b as usize]);
                    if overlap(a, b) && relation != Relation::Behind {
                        assert!(found.binary_search(&(a, b)).is_ok(), "round {round}: {a} {b}");
                    }
                }
            }
        }
        assert!((5..55).contains(&wrapped), "{wrapped} tables were wrapped");
    }
}
