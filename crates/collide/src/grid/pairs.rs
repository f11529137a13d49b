//! Pairs from the grid, by callback and by iterator.

use super::layout::{ClampedKeys, Mode};
use super::scan::{Centers, Cursor, Discs, HITS, Hit, Near, Test, drain, scan};
use super::table::{Around, Slots, WINDOW, WrappedPartners};
use super::{CellSize, UniformGrid};
use crate::Pair;
use fearless_simd::dispatch;
use motile_geom::{Circle, Vec2};

impl UniformGrid {
    /// Calls `f` for every pair of overlapping circles; tangent ones do not overlap. After a build
    /// from points there are none.
    #[inline]
    pub fn for_each_pair(&self, f: impl FnMut(Pair)) {
        let names = [&self.table.order[..]; 2];
        let mut cursor = Cursor::new(0, self.len() as usize);
        if let Some(radius) = self.radius {
            drain(names, |hits| self.scan_near(radius + radius, &mut cursor, hits), f);
        } else if !self.radii.is_empty() {
            drain(names, |hits| self.scan_discs(&mut cursor, hits), f);
        }
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        let slots = self.len() as usize;
        if let Some(radius) = self.radius {
            let scan =
                |cursor: &mut Cursor, hits: &mut _| self.scan_near(radius + radius, cursor, hits);
            crate::parallel::collect(slots, &self.table.order, scan, pairs);
        } else {
            let slots = if self.radii.is_empty() { 0 } else { slots };
            let scan = |cursor: &mut Cursor, hits: &mut _| self.scan_discs(cursor, hits);
            crate::parallel::collect(slots, &self.table.order, scan, pairs);
        }
    }

    /// Every pair of overlapping circles, in the order of the type's documentation.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let points = self.radii.is_empty() && self.radius.is_none();
        let end = if points { 0 } else { self.len() };
        self.slot_pairs(end, None).filter(|&[a, b]| self.discs_overlap(a, b)).map(self.name())
    }

    /// Calls `f` for every pair of centers less than `distance` pixels apart, whatever the
    /// radii. A distance beyond the cell side is answered correctly, only slower, except under
    /// [`CellSize::Exactly`].
    #[inline]
    pub fn for_each_pair_within(&self, distance: f32, f: impl FnMut(Pair)) {
        if distance.is_nan() || distance <= 0.0 {
            return;
        }
        if self.reaches(distance) {
            let mut cursor = Cursor::new(0, self.len() as usize);
            let names = [&self.table.order[..]; 2];
            drain(names, |hits| self.scan_near(distance, &mut cursor, hits), f);
        } else {
            self.pairs_within(distance).for_each(f);
        }
    }

    /// Every pair of centers less than `distance` pixels apart. The order is that of the type's
    /// documentation; beyond the cell side, partners follow row by row instead.
    pub fn pairs_within(&self, distance: f32) -> impl Iterator<Item = Pair> + '_ {
        let wide = (!self.reaches(distance)).then_some(distance);
        let end = if distance > 0.0 { self.len() } else { 0 };
        let squared = distance * distance;
        self.slot_pairs(end, wide)
            .filter(move |&[a, b]| self.squared_distance(a, b) < squared)
            .map(self.name())
    }

    /// Every pair in the same or in neighboring cells, each once and in order: what remains to be
    /// tested after the broad phase. For circles it holds every overlapping pair.
    pub fn candidates(&self) -> GridPairs<'_> {
        self.slot_pairs(self.len(), None).named()
    }

    /// Calls `f` for every pair in the same or in neighboring cells.
    #[inline]
    pub fn for_each_candidate(&self, f: impl FnMut(Pair)) {
        self.candidates().for_each(f);
    }

    /// Number of [`candidates`](Self::candidates): the narrow tests a pass costs.
    pub fn candidate_count(&self) -> u64 {
        if self.table.layout.mode == Mode::Hashed {
            return self.candidates().count() as u64;
        }
        let wrapped = self.table.layout.mode == Mode::Torus;
        let length = |ranges: &[Slots]| ranges.iter().map(|(a, b)| u64::from(b - a)).sum::<u64>();
        (0..self.len() as usize)
            .map(|slot| {
                if wrapped {
                    length(&self.table.partners_wrapped(slot, self.position(slot)))
                } else {
                    length(&self.table.partners_clamped(slot, self.key(slot)))
                }
            })
            .sum()
    }

    /// Whether neighboring cells are enough for a distance.
    fn reaches(&self, distance: f32) -> bool {
        let layout = &self.table.layout;
        let enough = |cells: u32, side: f64| cells == 1 || distance as f64 <= side;
        matches!(self.cell_size, CellSize::Exactly(_))
            || (enough(layout.cols, layout.cell[0]) && enough(layout.rows, layout.cell[1]))
    }

    pub(crate) fn scan_discs(&self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        if self.table.layout.mode == Mode::Torus {
            let test = Discs { centers: self.centers::<true>(), radii: &self.radii };
            self.scan_with(test, cursor, hits)
        } else {
            let test = Discs { centers: self.centers::<false>(), radii: &self.radii };
            self.scan_with(test, cursor, hits)
        }
    }

    pub(crate) fn scan_near(
        &self,
        distance: f32,
        cursor: &mut Cursor,
        hits: &mut [Hit; HITS],
    ) -> usize {
        let reach_squared = distance * distance;
        if self.table.layout.mode == Mode::Torus {
            let test = Near { centers: self.centers::<true>(), reach_squared };
            self.scan_with(test, cursor, hits)
        } else {
            let test = Near { centers: self.centers::<false>(), reach_squared };
            self.scan_with(test, cursor, hits)
        }
    }

    fn scan_with(&self, test: impl Test, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let table = &self.table;
        if table.layout.mode != Mode::Clamped {
            let partners = WrappedPartners { table, xs: &self.xs, ys: &self.ys };
            return dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits, 0));
        }
        if !table.keys.is_empty() {
            let partners = table.partners_by_key();
            return dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits, 0));
        }
        // The cell of a slot follows from where it is filed. Finding the cells again, a window at a time, is faster
        // than keeping those of all slots, which would have to pass through memory.
        let (key_of, mut keys) = (ClampedKeys::new(&table.layout), [0; WINDOW]);
        let (mut count, end) = (0, cursor.end);
        while cursor.slot < end {
            let first = cursor.slot - cursor.slot % WINDOW;
            cursor.end = end.min(first + WINDOW);
            let [xs, ys] = [&self.xs, &self.ys].map(|places| &places[first..]);
            dispatch!(self.level, simd => key_of.of_coordinates(simd, xs, ys, &mut keys));
            let partners = table.partners_in_window(&keys);
            count = dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits, count));
            if cursor.slot < cursor.end {
                // The hits are full.
                break;
            }
        }
        cursor.end = end;
        count
    }

    pub(crate) fn centers<const TORUS: bool>(&self) -> Centers<'_, TORUS> {
        Centers { xs: &self.xs, ys: &self.ys, period: self.table.layout.period }
    }

    /// The cell of a slot.
    fn key(&self, slot: usize) -> u32 {
        self.table.layout.key(self.position(slot))
    }

    fn squared_distance(&self, a: u32, b: u32) -> f32 {
        self.offset(self.position(a as usize), self.position(b as usize)).length_squared()
    }

    fn discs_overlap(&self, a: u32, b: u32) -> bool {
        let offset = self.offset(self.position(a as usize), self.position(b as usize));
        let [first, second] =
            [a, b].map(|slot| self.radius.unwrap_or_else(|| self.radii[slot as usize]));
        Circle::new(Vec2::ZERO, first).overlaps(Circle::new(offset, second))
    }

    fn name(&self) -> impl Fn(Hit) -> Pair + '_ {
        |[a, b]| Pair::new(self.table.order[a as usize], self.table.order[b as usize])
    }

    fn slot_pairs(&self, end: u32, wide: Option<f32>) -> SlotPairs<'_> {
        SlotPairs { grid: self, slot: 0, end, wide, ranges: Ranges::None, next: 0, last: 0 }
    }
}

/// Iterator over candidate pairs; see [`UniformGrid::candidates`].
#[derive(Clone)]
pub struct GridPairs<'a> {
    slots: SlotPairs<'a>,
}

impl Iterator for GridPairs<'_> {
    type Item = Pair;

    #[inline]
    fn next(&mut self) -> Option<Pair> {
        let hit = self.slots.next()?;
        Some(self.slots.grid.name()(hit))
    }
}

/// Pairs of slots worth a test, slot by slot.
#[derive(Clone)]
struct SlotPairs<'a> {
    grid: &'a UniformGrid,
    /// The slot whose partners come next.
    slot: u32,
    end: u32,
    /// Look this far, across as many cells as it takes, instead of at neighboring cells.
    wide: Option<f32>,
    ranges: Ranges<'a>,
    next: u32,
    last: u32,
}

/// Ranges of partners still to come.
#[derive(Clone)]
enum Ranges<'a> {
    None,
    Neighbors([Slots; 5], usize),
    Wide(Around<'a>),
}

impl<'a> SlotPairs<'a> {
    fn named(self) -> GridPairs<'a> {
        GridPairs { slots: self }
    }

    fn open(&self, slot: usize) -> Ranges<'a> {
        let table = &self.grid.table;
        if let Some(reach) = self.wide {
            let center = self.grid.position(slot);
            return Ranges::Wide(table.around(center, Vec2::splat(reach)));
        }
        if table.layout.mode == Mode::Clamped {
            let [own, below] = table.partners_clamped(slot, self.grid.key(slot));
            return Ranges::Neighbors([own, below, (0, 0), (0, 0), (0, 0)], 0);
        }
        Ranges::Neighbors(table.partners_wrapped(slot, self.grid.position(slot)), 0)
    }

    /// Whether two slots of a hashed table only share a place by chance.
    fn is_chance(&self, a: u32, b: u32) -> bool {
        let layout = &self.grid.table.layout;
        layout.mode == Mode::Hashed && self.wide.is_none() && {
            let [a, b] = [a, b].map(|slot| self.grid.position(slot as usize));
            (0..2).any(|axis| {
                let cell = |p: Vec2| layout.coordinate(p[axis] as f64, axis);
                (cell(a) - cell(b)).abs() > 1
            })
        }
    }
}

impl Iterator for SlotPairs<'_> {
    type Item = Hit;

    #[inline]
    fn next(&mut self) -> Option<Hit> {
        loop {
            while self.next < self.last {
                let partner = self.next;
                self.next += 1;
                if !self.is_chance(self.slot - 1, partner) {
                    return Some([self.slot - 1, partner]);
                }
            }
            let range = match &mut self.ranges {
                Ranges::None => None,
                Ranges::Neighbors(ranges, i) => {
                    *i += 1;
                    ranges.get(*i - 1).copied()
                }
                // A wide look sees both directions: keep the partners that stand behind.
                Ranges::Wide(around) => around.next().map(|(a, b)| (a.max(self.slot), b)),
            };
            if let Some((from, to)) = range {
                (self.next, self.last) = (from, to);
            } else if self.slot < self.end {
                self.ranges = self.open(self.slot as usize);
                self.slot += 1;
            } else {
                return None;
            }
        }
    }
}
