//! Which cell a position belongs to.

use super::sort::{BATCH, KeyOf, in_eights};
use super::table::{CellMap, LANES};
use crate::CollideError;
use fearless_simd::{Level, dispatch, f32x8, i32x8, prelude::*};
use motile_geom::{Aabb, Circle, Vec2, vec2};

/// The plane a grid covers, and what happens at its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum GridWorld {
    /// A rectangle. What lies outside is filed in the nearest border cell, so nothing is lost; many
    /// objects outside only cost time.
    Bounded(Aabb),
    /// A rectangle whose left edge meets its right edge and whose top meets its bottom. Positions are
    /// wrapped into it and distances are taken the short way around.
    Torus(Aabb),
    /// The whole plane. While the objects stay together a window around them is filed exactly; when
    /// they are scattered, cells share the places of a hashed table.
    #[default]
    Unbounded,
}

/// How a grid chooses the side of its square cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CellSize {
    /// From the objects: at least the largest interaction distance, and wide enough that a cell holds
    /// one object or so.
    #[default]
    Auto,
    /// This many pixels, raised to the largest interaction distance when that is more: no hit is ever
    /// missed.
    AtLeast(f32),
    /// This many pixels whatever the objects are: the classic rule. **Pairs further apart than this
    /// side may be missed** when it is smaller than the largest interaction distance.
    Exactly(f32),
}

/// How cells map to places in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// One place a cell; cells outside are moved to the border.
    Clamped,
    /// One place a cell; columns and rows wrap.
    Torus,
    /// Power-of-two table shared by far-apart cells; each row is shifted by its own amount, so that
    /// lines of objects in any direction spread over the whole table.
    Hashed,
}

/// The map from positions to keys. A key is `row · stride + column + 1`: an always empty column stands
/// on either side of every row, and an empty row below the last, so that neighbor lookups in a
/// clamped grid need no border cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) mode: Mode,
    pub(crate) cols: u32,
    pub(crate) rows: u32,
    pub(crate) stride: u32,
    /// Cell sides in pixels; they differ only in a torus, whose sides are divided evenly.
    pub(crate) cell: [f64; 2],
    inverse: [f64; 2],
    pub(crate) origin: [f64; 2],
    /// Width and height of a torus; infinite otherwise.
    pub(crate) period: Vec2,
}

/// Tables have at most this many places, or eight for each object if that is more: clearing a table
/// must not cost more than filing the objects.
const MIN_TABLE_CAP: u64 = 1 << 16;
const CELLS_PER_OBJECT_CAP: u64 = 8;
/// Cell coordinates of an unbounded grid end here; beyond, objects share the outermost cells.
const CELL_LIMIT: f64 = (1 << 28) as f64;

/// Distances across the seam of a torus are rounded at the size of the world, 4 units in the last
/// place at most; cells and looks are wider by that share, so that rounding never hides a pair.
pub(crate) const SEAM_ROUNDING: f64 = 2.4e-7;

impl GridWorld {
    pub(crate) fn check(self) -> Result<(), CollideError> {
        match self {
            Self::Bounded(area) if !area.is_valid() => Err(CollideError::BadWorld),
            Self::Torus(area) if !area.is_valid() || area.size().min_element() <= 0.0 => {
                Err(CollideError::BadWorld)
            }
            _ => Ok(()),
        }
    }
}

impl CellSize {
    pub(crate) fn check(self) -> Result<(), CollideError> {
        match self {
            Self::AtLeast(side) | Self::Exactly(side) if !(side.is_finite() && side > 0.0) => {
                Err(CollideError::BadCellSize)
            }
            _ => Ok(()),
        }
    }
}

impl CellMap for Layout {
    /// Empty border places included.
    fn keys(&self) -> u32 {
        (self.rows + 1) * self.stride
    }
}

impl Layout {
    /// A layout for `n` objects inside `bounds`, with cells of at least `side` pixels.
    pub(crate) fn new(world: GridWorld, side: f64, n: usize, bounds: Aabb) -> Self {
        let cap = MIN_TABLE_CAP.max(n as u64 * CELLS_PER_OBJECT_CAP);
        match world {
            GridWorld::Bounded(area) => Self::clamped(area, side, cap),
            GridWorld::Torus(area) => Self::torus(area, side, cap),
            GridWorld::Unbounded if bounds.is_empty() => {
                Self::clamped(Aabb::new(Vec2::ZERO, Vec2::ZERO), side, cap)
            }
            GridWorld::Unbounded => {
                Self::window(bounds, side, cap).unwrap_or_else(|| Self::hashed(bounds, side, n))
            }
        }
    }

    fn clamped(area: Aabb, side: f64, cap: u64) -> Self {
        let size = area.max.as_dvec2() - area.min.as_dvec2();
        let mut side = side;
        loop {
            let [cols, rows] = [size.x, size.y].map(|length| (length / side).ceil().max(1.0));
            if cols * rows <= cap as f64 {
                let origin = [area.min.x as f64, area.min.y as f64];
                return Self::build(Mode::Clamped, cols as u32, rows as u32, [side; 2], origin);
            }
            // Wider cells are always correct; half again as many pixels a step ends soon.
            side *= 1.5;
        }
    }

    fn torus(area: Aabb, side: f64, cap: u64) -> Self {
        let size = area.max.as_dvec2() - area.min.as_dvec2();
        let mut side = side;
        loop {
            let [cols, rows] = [size.x, size.y].map(|length| {
                let cells = (length / (side + length * SEAM_ROUNDING)).floor();
                // With fewer than three cells a neighbor would be met from both sides.
                if cells < 3.0 { 1.0 } else { cells }
            });
            if cols * rows <= cap as f64 {
                let cell = [size.x / cols, size.y / rows];
                let origin = [area.min.x as f64, area.min.y as f64];
                let mut layout = Self::build(Mode::Torus, cols as u32, rows as u32, cell, origin);
                layout.period = area.size();
                return layout;
            }
            side *= 1.5;
        }
    }

    /// One place for every cell around the objects, if that is not too many.
    fn window(bounds: Aabb, side: f64, cap: u64) -> Option<Self> {
        let low = [bounds.min.x, bounds.min.y].map(|v| (v as f64 / side).floor());
        let high = [bounds.max.x, bounds.max.y].map(|v| (v as f64 / side).floor());
        let [cols, rows] = [0, 1].map(|axis| high[axis] - low[axis] + 1.0);
        let near = low.iter().chain(&high).all(|v| v.abs() < CELL_LIMIT);
        (near && cols * rows <= cap as f64).then(|| {
            let origin = low.map(|v| v * side);
            Self::build(Mode::Clamped, cols as u32, rows as u32, [side; 2], origin)
        })
    }

    fn hashed(bounds: Aabb, side: f64, n: usize) -> Self {
        let places = (n as u64 * 2).next_power_of_two().clamp(64, 1 << 28) as f64;
        let size = bounds.size().as_dvec2() / side + 1.0;
        let wanted = (places * (size.x / size.y)).sqrt().clamp(4.0, places / 4.0);
        let cols = (wanted as u32).next_power_of_two();
        let rows = (places as u32 / cols).max(4);
        Self::build(Mode::Hashed, cols, rows, [side; 2], [0.0; 2])
    }

    fn build(mode: Mode, cols: u32, rows: u32, cell: [f64; 2], origin: [f64; 2]) -> Self {
        let period = Vec2::splat(f32::INFINITY);
        let inverse = cell.map(|side| 1.0 / side);
        Self { mode, cols, rows, stride: cols + 2, cell, inverse, origin, period }
    }

    /// A position wrapped into a torus; unchanged otherwise.
    #[inline]
    pub(crate) fn wrap(&self, p: Vec2) -> Vec2 {
        if self.mode != Mode::Torus {
            return p;
        }
        let [x, y] = [0, 1].map(|axis| {
            let (low, length) = (self.origin[axis], self.period[axis] as f64);
            let share = (p[axis] as f64 - low) / length;
            let wrapped = ((share - share.floor()) * length + low) as f32;
            // Rounding can land on the far edge, which is the near edge.
            if wrapped >= (low + length) as f32 { low as f32 } else { wrapped }
        });
        vec2(x, y)
    }

    /// Column of an x or row of a y, before clamping or wrapping.
    #[inline]
    pub(crate) fn coordinate(&self, value: f64, axis: usize) -> i64 {
        let cells = (value - self.origin[axis]) * self.inverse[axis];
        let truncated = cells.clamp(-CELL_LIMIT, CELL_LIMIT) as i64;
        // `floor` is a library call on the x86 baseline; this is three instructions.
        truncated - i64::from(truncated as f64 > cells)
    }

    /// Key of a finite, already wrapped position.
    #[inline]
    pub(crate) fn key(&self, p: Vec2) -> u32 {
        if self.mode == Mode::Hashed { self.hashed_key(p) } else { self.clamped_key(p) }
    }

    /// A circle as it is filed: wrapped into a torus; with a center that is not a number when it is bad.
    #[inline]
    pub(crate) fn filed(&self, circle: Circle) -> Circle {
        let center = if circle.is_valid() { self.wrap(circle.center) } else { Vec2::NAN };
        Circle { center, ..circle }
    }

    /// Key in a grid with one place a cell. Conversion to `u32` clamps what is left of the grid to 0.
    #[inline]
    pub(crate) fn clamped_key(&self, p: Vec2) -> u32 {
        let col = ((p.x as f64 - self.origin[0]) * self.inverse[0]) as u32;
        let row = ((p.y as f64 - self.origin[1]) * self.inverse[1]) as u32;
        row.min(self.rows - 1) * self.stride + col.min(self.cols - 1) + 1
    }

    #[inline]
    pub(crate) fn hashed_key(&self, p: Vec2) -> u32 {
        let col = self.coordinate(p.x as f64, 0);
        let row = self.coordinate(p.y as f64, 1);
        self.place(col, row)
    }

    /// Key of the cell (column, row) of a hashed table.
    #[inline]
    pub(crate) fn place(&self, col: i64, row: i64) -> u32 {
        let col = (col + self.shift(row)) as u32 & (self.cols - 1);
        (row as u32 & (self.rows - 1)) * self.stride + col + 1
    }

    /// By how many columns a row of a hashed table is shifted.
    #[inline]
    pub(crate) fn shift(&self, row: i64) -> i64 {
        if self.mode == Mode::Hashed {
            i64::from((row as u32).wrapping_mul(0x9E37_79B9) >> 4)
        } else {
            0
        }
    }
}

impl KeyOf<[f32; 2]> for Layout {
    #[inline]
    fn key(&self, point: [f32; 2]) -> u32 {
        let point = Vec2::from_array(point);
        if point.is_finite() { Layout::key(self, point) } else { self.keys() }
    }
}

impl KeyOf<Circle> for Layout {
    #[inline]
    fn key(&self, circle: Circle) -> u32 {
        KeyOf::key(self, circle.center.to_array())
    }
}

/// Keys of finite points in a grid with one place a cell, eight at a time.
///
/// They are computed in `f32`; points so near to the border of a cell that rounding could put them on the wrong side
/// are looked at again in `f64`. So they are always the keys of [`Layout::clamped_key`].
#[derive(Clone, Copy)]
pub(crate) struct ClampedKeys<'a> {
    layout: &'a Layout,
    origin: [f32; 2],
    inverse: [f32; 2],
    /// Last column and row.
    last: [f32; 2],
    /// Shares of a cell by which `f32` may be wrong.
    slack: [f32; 2],
}

impl<'a> ClampedKeys<'a> {
    pub(crate) fn new(layout: &'a Layout) -> Self {
        let cells = [layout.cols, layout.rows].map(f64::from);
        // The origin, the difference, the factor and the product are rounded by 2⁻²⁴ each; twice that, to be safe.
        let slack = [0, 1].map(|axis| {
            let origin = (layout.origin[axis] * layout.inverse[axis]).abs();
            ((origin + 3.0 * (cells[axis] + 1.0)) * (1.0 / f64::from(1 << 23))) as f32
        });
        Self {
            layout,
            origin: layout.origin.map(|number| number as f32),
            inverse: layout.inverse.map(|number| number as f32),
            last: cells.map(|count| (count - 1.0) as f32),
            slack,
        }
    }

    /// Column of eight x or row of eight y, and which of them are in doubt.
    #[inline(always)]
    fn cells<S: Simd>(&self, simd: S, places: f32x8<S>, axis: usize) -> (i32x8<S>, u64) {
        let splat = |number: f32| f32x8::splat(simd, number);
        let exact =
            (f32x8::simd_from(simd, places) - splat(self.origin[axis])) * splat(self.inverse[axis]);
        // What lies outside is moved onto a border, which is in doubt.
        let inside = exact.max(splat(0.0)).min(splat(self.last[axis]));
        let whole = inside.trunc();
        let rest = inside - whole;
        let slack = self.slack[axis];
        let doubt = rest.simd_le(splat(slack)) | rest.simd_ge(splat(1.0 - slack));
        (i32x8::truncate_from(whole), doubt.to_bitmask())
    }
}

impl ClampedKeys<'_> {
    /// Keys of eight points by their coordinates; a function knows them one by one.
    #[inline(always)]
    fn eight<S: Simd>(
        &self,
        simd: S,
        xs: f32x8<S>,
        ys: f32x8<S>,
        point: impl Fn(usize) -> Vec2,
    ) -> [u32; LANES] {
        let (cols, doubtful_cols) = self.cells(simd, xs, 0);
        let (rows, doubtful_rows) = self.cells(simd, ys, 1);
        let found = rows * i32x8::splat(simd, self.layout.stride as i32) + cols;
        let found: [i32; LANES] = (found + i32x8::splat(simd, 1)).into();
        let mut keys = found.map(|key| key as u32);
        let mut doubt = doubtful_cols | doubtful_rows;
        while doubt != 0 {
            let lane = doubt.trailing_zeros() as usize % LANES;
            keys[lane] = self.layout.clamped_key(point(lane));
            doubt &= doubt - 1;
        }
        keys
    }

    /// Writes the keys of points, in whole groups of eight, until one of the slices ends.
    #[inline(always)]
    pub(crate) fn of_coordinates<S: Simd>(
        &self,
        simd: S,
        xs: &[f32],
        ys: &[f32],
        keys: &mut [u32],
    ) {
        let [xs, ys] = [xs, ys].map(|places| places.as_chunks::<LANES>().0);
        for ((xs, ys), keys) in xs.iter().zip(ys).zip(keys.as_chunks_mut().0) {
            let (across, down) = (f32x8::from_slice(simd, xs), f32x8::from_slice(simd, ys));
            *keys = self.eight(simd, across, down, |lane| vec2(xs[lane], ys[lane]));
        }
    }

    /// Keys of eight points.
    #[inline(always)]
    fn of_points<S: Simd>(&self, simd: S, points: &[[f32; 2]; LANES]) -> [u32; LANES] {
        let numbers = points.as_flattened();
        let (low, high) = numbers.split_at(LANES);
        let low = f32x8::from_slice(simd, low);
        let (xs, ys) = low.deinterleave(f32x8::from_slice(simd, high));
        self.eight(simd, xs, ys, |lane| points[lane].into())
    }
}

impl KeyOf<[f32; 2]> for ClampedKeys<'_> {
    #[inline(always)]
    fn key(&self, point: [f32; 2]) -> u32 {
        self.layout.clamped_key(point.into())
    }

    #[inline]
    fn batch(&self, level: Level, points: &[[f32; 2]; BATCH], keys: &mut [u32; BATCH]) {
        dispatch!(level, simd => in_eights(
            points,
            keys,
            #[inline(always)]
            |points, keys| *keys = self.of_points(simd, points),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};
    use motile_geom::Rng;

    fn keys_of(layout: &Layout, points: &[[f32; 2]; LANES]) -> [u32; LANES] {
        let keys = ClampedKeys::new(layout);
        dispatch!(Level::new(), simd => keys.of_points(simd, points))
    }

    #[test]
    fn col_20_keys_of_eight_are_the_keys_of_each() {
        let mut rng = Rng::new(8);
        // Around the origin and far from it, with cells from tiny to larger than the world.
        for (origin, side) in
            [(0.0, 50.0), (-700.0, 0.3), (12_345.6, 7.7), (1e6, 0.01), (-3e7, 4e3), (5.0, 1e5)]
        {
            let area = Aabb::from_size(Vec2::splat(origin), vec2(1000.0, 800.0));
            let layout = Layout::clamped(area, side, 1 << 20);
            for _ in 0..500 {
                let points: [[f32; 2]; LANES] = core::array::from_fn(|i| match i {
                    // On borders of cells and a hair beside, and outside of the world.
                    0..4 => [0, 1].map(|axis| {
                        let border = rng.int(-2..2000) as f64 * layout.cell[axis];
                        let at = (layout.origin[axis] + border) as f32;
                        [at, at.next_up(), at.next_down()][rng.int(0..3) as usize]
                    }),
                    _ => rng.in_rect(area.min - 30.0, area.max + 30.0).to_array(),
                });
                let expected = points.map(|point| layout.clamped_key(point.into()));
                assert_eq!(keys_of(&layout, &points), expected, "{origin} {side} {points:?}");
            }
        }
    }
}
