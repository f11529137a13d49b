//! The uniform grid for boxes.

use super::{Broadphase, bounds_of};
use crate::Pair;
use crate::grid::layout::{GridWorld, Layout, Mode};
use crate::grid::scan::{Boxes, Cursor, HITS, Hit, Test, scan};
use crate::grid::table::{Block, Entry, LANES, Places, Table};
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
        let mut plan = Plan { corners: Aabb::EMPTY, reach: 0.0, all_valid: true };
        for area in boxes {
            if area.is_valid() {
                plan.corners = plan.corners.including(area.min);
                plan.reach = plan.reach.max(longest_side(area));
            } else {
                plan.all_valid = false;
            }
        }
        self.filed.file(boxes, |i| i, boxes.len(), plan);
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

/// What the layout depends on.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Around the top left corners of the valid boxes.
    pub(super) corners: Aabb,
    /// At least their longest side, in pixels.
    pub(super) reach: f64,
    /// Whether there is no box to leave out.
    pub(super) all_valid: bool,
}

/// Width or height of a valid box, whichever is more.
#[inline]
pub(super) fn longest_side(area: &Aabb) -> f64 {
    let size = area.max.as_dvec2() - area.min.as_dvec2();
    size.x.max(size.y)
}

/// Side of square cells that would hold one of `n` boxes each.
pub(super) fn fair_side(corners: Aabb, n: usize) -> f64 {
    let size = corners.size().as_dvec2();
    (size.x * size.y / n.max(1) as f64).sqrt()
}

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
    pub(super) fn file(
        &mut self,
        boxes: &[Aabb],
        index: impl Fn(u32) -> u32,
        n: usize,
        Plan { corners, reach, all_valid }: Plan,
    ) {
        let get = |i: usize| boxes[index(i as u32) as usize];
        // Rounded up, so that two boxes that just touch are never two cells apart.
        self.reach = reach * (1.0 + 1e-9);
        let size = corners.size().as_dvec2();
        let along = size.max_element() / n.max(1) as f64;
        let side = fair_side(corners, n).max(along).max(self.reach);
        let side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        let layout = Layout::new(GridWorld::Unbounded, side, n, corners);

        self.indices.resize(n, 0);
        for side in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            side.resize(n + LANES, f32::NAN);
            side[n..].fill(f32::NAN);
        }
        let mut places = BoxPlaces {
            index: &index,
            indices: &mut self.indices[..n],
            sides: [
                &mut self.left[..n],
                &mut self.top[..n],
                &mut self.right[..n],
                &mut self.bottom[..n],
            ],
        };
        let sides = |area: Aabb| [area.min.x, area.min.y, area.max.x, area.max.y];
        let entries = &mut self.entries;
        // The plain case stands alone so that its loops carry no dead branches.
        if layout.mode == Mode::Clamped && all_valid {
            let keyed = |i: usize| (layout.clamped_key(get(i).min), sides(get(i)));
            self.table.file(layout, n, entries, keyed, &mut places);
        } else {
            let keyed = |i: usize| {
                let area = get(i);
                let key = if area.is_valid() { layout.key(area.min) } else { layout.keys() };
                (key, sides(area))
            };
            self.table.file(layout, n, entries, keyed, &mut places);
        }
    }

    pub(super) fn boxes(&self) -> Boxes<'_> {
        Boxes { left: &self.left, top: &self.top, right: &self.right, bottom: &self.bottom }
    }

    /// Number of boxes.
    pub(super) fn len(&self) -> usize {
        self.table.filed as usize
    }

    /// At least the longest side of the boxes, in pixels.
    pub(super) fn reach(&self) -> f64 {
        self.reach
    }

    /// How many rows of cells it takes to look up boxes with sides up to `size` pixels, all together `n` of
    /// them; the candidates in the rows are tested eight at a time and count as rows, too.
    pub(super) fn look_up_cost(&self, size: f64, n: usize) -> f64 {
        let Layout { cell, cols, rows, .. } = self.table.layout;
        let across = (size + self.reach) / cell[0] + 1.0;
        let density = self.len() as f64 / (f64::from(cols) * f64::from(rows));
        n as f64 * (across + across * across * density / LANES as f64)
    }

    /// Calls `f` for every box here that touches a box of another level, in the order of that level's slots.
    #[inline]
    pub(super) fn for_each_touching(&self, others: &Self, mut f: impl FnMut(Pair)) {
        if self.table.layout.mode != Mode::Clamped {
            for (index, area) in others.iter() {
                self.for_each_in(area, |own| f(Pair::new(own, index)));
            }
            return;
        }
        let mut cursor = Cursor::new(0, others.len());
        let mut hits = [[0; 2]; HITS];
        loop {
            let count = self.look_up(others, &mut cursor, &mut hits);
            if count == 0 {
                return;
            }
            for &[theirs, own] in &hits[..count] {
                f(Pair::new(self.indices[own as usize], others.indices[theirs as usize]));
            }
        }
    }

    fn look_up(&self, others: &Self, cursor: &mut Cursor, hits: &mut [Hit; HITS]) -> usize {
        let (own, theirs) = (self.boxes(), others.boxes());
        let ranges = |area: Aabb| {
            let low = [area.min.x as f64 - self.reach, area.min.y as f64 - self.reach];
            self.table.block(low, [area.max.x as f64, area.max.y as f64])
        };
        dispatch!(self.level, simd => look_up(simd, own, theirs, ranges, cursor, hits))
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
        let (table, keys, test) = (&self.table, &self.table.keys[..], self.boxes());
        if table.layout.mode == Mode::Clamped {
            let partners = table.clamped_partners();
            dispatch!(self.level, simd => scan(simd, test, keys, partners, cursor, hits))
        } else {
            let partners =
                |slot, _| table.partners_wrapped(slot, vec2(self.left[slot], self.top[slot]));
            dispatch!(self.level, simd => scan(simd, test, keys, partners, cursor, hits))
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
        dispatch!(self.level, simd => gather(simd, boxes, area, search, found))
    }
}

/// Tests the boxes `theirs` against the rows of cells that `ranges` names for each, until the cursor ends or
/// `hits` is full; returns how many hits were written.
#[inline(always)]
fn look_up<'a, S: Simd>(
    simd: S,
    own: Boxes<'_>,
    theirs: Boxes<'_>,
    rows: impl Fn(Aabb) -> Block<'a>,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
) -> usize {
    let own = own.leveled();
    let mut count = 0;
    while cursor.slot < cursor.end {
        let area = theirs.get(cursor.slot);
        let (sides, block) = (Boxes::sides(simd, area), rows(area));
        while let Some((from, to)) = block.row(cursor.range) {
            let mut next = from + cursor.tested;
            while next < to {
                if count + LANES > HITS {
                    cursor.tested = next - from;
                    return count;
                }
                let left = (to - next).min(LANES as u32);
                let mut found =
                    own.touching(simd, sides, next as usize) & (u32::MAX >> (32 - left));
                while found != 0 {
                    hits[count] = [cursor.slot as u32, next + found.trailing_zeros()];
                    count += 1;
                    found &= found - 1;
                }
                next += left;
            }
            cursor.range += 1;
            cursor.tested = 0;
        }
        cursor.slot += 1;
        cursor.range = 0;
    }
    count
}

/// Where boxes go.
struct BoxPlaces<'a, I> {
    index: I,
    indices: &'a mut [u32],
    sides: [&'a mut [f32]; 4],
}

impl<I: Fn(u32) -> u32> Places<[f32; 4]> for BoxPlaces<'_, I> {
    #[inline(always)]
    fn place(&mut self, slot: usize, i: u32, area: [f32; 4]) {
        self.indices[slot] = (self.index)(i);
        for (side, value) in self.sides.iter_mut().zip(area) {
            side[slot] = value;
        }
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
    boxes: Boxes<'_>,
    area: Aabb,
    search: &mut Search<'_>,
    found: &mut [u32; FOUND],
) -> usize {
    let mut count = 0;
    let boxes = boxes.leveled();
    let sides = Boxes::sides(simd, area);
    loop {
        while search.open.0 < search.open.1 {
            if count + LANES > FOUND {
                return count;
            }
            let (from, to) = search.open;
            let left = (to - from).min(LANES as u32);
            let touching = boxes.touching(simd, sides, from as usize);
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
