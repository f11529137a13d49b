//! The uniform grid for boxes.

use super::{Broadphase, bounds_of};
use crate::Pair;
use crate::grid::layout::{GridWorld, Layout, Mode};
use crate::grid::scan::{Boxes, Cursor, HITS, Hit, scan};
use crate::grid::table::{Entry, LANES, Table};
use fearless_simd::{Level, dispatch, prelude::*};
use motile_geom::{Aabb, vec2};

/// Boxes filed by the cell of their top left corner, in an unbounded plane: for boxes of about one
/// size. The cells are as wide as the largest box at least.
///
/// Pairs and boxes come in the order of [`UniformGrid`](crate::UniformGrid): ascending cell, then
/// input order.
#[derive(Clone, Debug)]
pub struct BoxGrid {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    pub(crate) filed: Filed,
}

impl Default for BoxGrid {
    fn default() -> Self {
        Self { boxes: Vec::new(), bounds: Aabb::EMPTY, filed: Filed::new() }
    }
}

impl Broadphase for BoxGrid {
    fn update(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = bounds_of(boxes);
        self.filed.file(boxes, |i| i, boxes.len());
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, f: impl FnMut(Pair)) {
        self.filed.for_each_pair(f);
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, f: impl FnMut(u32)) {
        self.filed.for_each_in(area, f);
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

/// Boxes in a table, in the order of their slots; shared with the hierarchical grid.
#[derive(Clone, Debug)]
pub(crate) struct Filed {
    level: Level,
    table: Table,
    indices: Vec<u32>,
    left: Vec<f32>,
    top: Vec<f32>,
    right: Vec<f32>,
    bottom: Vec<f32>,
    /// Width and height of the largest box.
    reach: f64,
    entries: Vec<Entry<[f32; 4]>>,
}

/// Slots gathered before they are handed on.
const FOUND: usize = 128;

impl Filed {
    pub(super) fn new() -> Self {
        let pads = || vec![f32::NAN; LANES];
        Self {
            level: Level::new(),
            table: Table::new(Layout::new(GridWorld::Unbounded, 1.0, 0, Aabb::EMPTY)),
            indices: Vec::new(),
            left: pads(),
            top: pads(),
            right: pads(),
            bottom: pads(),
            reach: 0.0,
            entries: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.table.filed == 0
    }

    /// Files `n` of the boxes; `index` names them.
    pub(super) fn file(&mut self, boxes: &[Aabb], index: impl Fn(u32) -> u32, n: usize) {
        let get = |i: usize| boxes[index(i as u32) as usize];
        let mut corners = Aabb::EMPTY;
        self.reach = 0.0;
        for area in (0..n).map(get).filter(|area| area.is_valid()) {
            corners = corners.including(area.min);
            let size = area.max.as_dvec2() - area.min.as_dvec2();
            self.reach = self.reach.max(size.x).max(size.y);
        }
        // Rounded up, so that two boxes that just touch are never two cells apart.
        self.reach *= 1.0 + 1e-9;
        let size = corners.size().as_dvec2();
        let share = (size.x * size.y / n.max(1) as f64).sqrt();
        let side = share.max(size.max_element() / n.max(1) as f64).max(self.reach);
        let side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        let layout = Layout::new(GridWorld::Unbounded, side, n, corners);

        self.indices.resize(n, 0);
        for side in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            side.resize(n + LANES, f32::NAN);
            side[n..].fill(f32::NAN);
        }
        let keyed = |i: usize| {
            let area = get(i);
            let key = if !area.is_valid() {
                layout.keys()
            } else if layout.mode == Mode::Clamped {
                layout.clamped_key(area.min)
            } else {
                layout.key(area.min)
            };
            (key, [area.min.x, area.min.y, area.max.x, area.max.y])
        };
        let (left, top) = (&mut self.left[..n], &mut self.top[..n]);
        let (right, bottom) = (&mut self.right[..n], &mut self.bottom[..n]);
        let indices = &mut self.indices[..n];
        self.table.file(layout, n, &mut self.entries, keyed, |slot, i, area| {
            indices[slot] = index(i);
            [left[slot], top[slot], right[slot], bottom[slot]] = area;
        });
    }

    pub(super) fn boxes(&self) -> Boxes<'_> {
        Boxes { left: &self.left, top: &self.top, right: &self.right, bottom: &self.bottom }
    }

    /// The filed boxes with their indices, in the order of their slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        let boxes = self.boxes();
        (0..self.table.filed as usize).map(move |slot| (self.indices[slot], boxes.get(slot)))
    }

    #[inline]
    pub(super) fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        let mut cursor = Cursor::new(0, self.table.filed as usize);
        let mut hits = [[0; 2]; HITS];
        loop {
            let count = self.scan(&mut cursor, &mut hits);
            if count == 0 {
                return;
            }
            for &[a, b] in &hits[..count] {
                f(Pair::new(self.indices[a as usize], self.indices[b as usize]));
            }
        }
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        let scan = |cursor: &mut Cursor, hits: &mut _| self.scan(cursor, hits);
        crate::parallel::collect(self.table.filed as usize, &self.indices, scan, pairs);
    }

    fn scan(&self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let (table, test) = (&self.table, &self.boxes());
        if table.layout.mode == Mode::Clamped {
            let partners = table.clamped_partners();
            dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits))
        } else {
            let partners =
                |slot| table.partners_wrapped(slot, vec2(self.left[slot], self.top[slot]));
            dispatch!(self.level, simd => scan(simd, test, partners, cursor, hits))
        }
    }

    #[inline]
    pub(super) fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        let mut search = self.search(area);
        let mut found = [0u32; FOUND];
        loop {
            let count = self.gather(area, &mut search, &mut found);
            for &slot in &found[..count] {
                f(self.indices[slot as usize]);
            }
            if count + LANES <= FOUND {
                return;
            }
        }
    }

    /// The slots of boxes that may touch an area: their top left corners are in it or up to the
    /// largest size left of or above it.
    fn search(&self, area: Aabb) -> Search<'_> {
        let corner = |axis: usize| area.min[axis] as f64 - self.reach;
        let empty = area.is_empty() || area.min.is_nan() || area.max.is_nan() || self.is_empty();
        let ranges = (!empty).then(|| {
            self.table.over([corner(0), corner(1)], [area.max.x as f64, area.max.y as f64])
        });
        Search { ranges, open: (0, 0) }
    }

    fn gather(&self, area: Aabb, search: &mut Search<'_>, found: &mut [u32; FOUND]) -> usize {
        let boxes = self.boxes();
        dispatch!(self.level, simd => gather(simd, &boxes, area, search, found))
    }
}

/// Ranges of slots still to be looked at.
struct Search<'a> {
    ranges: Option<crate::grid::table::Around<'a>>,
    open: (u32, u32),
}

#[inline(always)]
fn gather<S: Simd>(
    simd: S,
    boxes: &Boxes<'_>,
    area: Aabb,
    search: &mut Search<'_>,
    found: &mut [u32; FOUND],
) -> usize {
    let mut count = 0;
    loop {
        while search.open.0 < search.open.1 {
            if count + LANES > FOUND {
                return count;
            }
            let (from, to) = search.open;
            let left = (to - from).min(LANES as u32);
            let touching = boxes.touching(simd, area, from as usize);
            let mut bits = touching & (u32::MAX >> (32 - left));
            while bits != 0 {
                found[count] = from + bits.trailing_zeros();
                count += 1;
                bits &= bits - 1;
            }
            search.open.0 += left;
        }
        match search.ranges.as_mut().and_then(Iterator::next) {
            Some(range) => search.open = range,
            None => return count,
        }
    }
}
