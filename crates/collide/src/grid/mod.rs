//! The uniform grid for points and circles: the fastest way to all close pairs of things of about one
//! size (COL-19 … COL-27).

pub(crate) mod layout;
mod pairs;
mod query;
pub(crate) mod scan;
mod slots;
pub(crate) mod table;

pub use layout::{CellSize, GridWorld};
pub use pairs::GridPairs;
pub use query::{Neighbor, Neighbors};

use crate::CollideError;
use fearless_simd::Level;
use layout::{Layout, Mode};
use motile_geom::{Aabb, Circle, Vec2, vec2};
use table::{Entry, LANES, Table};

/// Points or circles filed by the square cell their center lies in.
///
/// Fill it with [`rebuild`](Self::rebuild) or [`rebuild_circles`](Self::rebuild_circles) whenever the
/// objects have moved: sorting from nothing is faster than keeping track. Objects are named by their
/// index in the slice. After the first build of a size nothing allocates.
///
/// ```
/// use motile_collide::{CellSize, GridWorld, Pair, UniformGrid};
/// use motile_geom::{Circle, vec2};
///
/// let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::Auto)?;
/// let balls = [(39.0, 20.0), (81.0, 20.0), (300.0, 20.0)]
///     .map(|(x, y)| Circle::new(vec2(x, y), 25.0));
/// grid.rebuild_circles(&balls);
/// assert_eq!(grid.pairs().collect::<Vec<_>>(), [Pair::new(0, 1)]);
/// assert_eq!(grid.within(vec2(290.0, 20.0), 50.0).next().unwrap().index, 2);
/// # Ok::<(), motile_collide::CollideError>(())
/// ```
///
/// # Order
///
/// Pairs come by ascending cell (row by row) of the member scanned first, then in input order; its
/// partners follow as: later in its own cell, right, below left, below, below right. The order
/// depends on nothing but the input and the settings.
///
/// # Bad input
///
/// Objects with a position or radius that is NaN or infinite, or with a negative radius, are left out
/// of everything; [`ignored`](Self::ignored) counts them. Positions anywhere in the range of `f32`
/// are fine: a bounded world files them at its border, an unbounded one shares its outermost cells
/// beyond 2²⁸ cells from the origin. Distances are compared by their squares, which overflow beyond
/// 10¹⁹ pixels: pairs with larger radii are not found. One object much larger than the rest widens all cells and makes the grid
/// slow, never wrong, except under [`CellSize::Exactly`].
#[derive(Clone, Debug)]
pub struct UniformGrid {
    world: GridWorld,
    cell_size: CellSize,
    level: Level,
    table: Table,
    /// Input index of each slot.
    indices: Vec<u32>,
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// Radius of each slot; empty when points or equal circles were filed.
    radii: Vec<f32>,
    /// The radius of all circles when they are equal.
    radius: Option<f32>,
    entries: Vec<Entry<Vec2>>,
}

/// Extremes of the objects to be filed.
#[derive(Clone, Copy)]
struct Survey {
    bounds: Aabb,
    min_radius: f32,
    max_radius: f32,
    /// 0 while every number is finite, NaN afterwards.
    poison: f32,
}

impl Survey {
    const EMPTY: Self =
        Self { bounds: Aabb::EMPTY, min_radius: f32::INFINITY, max_radius: 0.0, poison: 0.0 };

    #[inline(always)]
    fn including(self, circle: Circle) -> Self {
        // Selects, so that the loop has no branch.
        let lower = |new: f32, old: f32| if new < old { new } else { old };
        let upper = |new: f32, old: f32| if new > old { new } else { old };
        let (at, bounds) = (circle.center, self.bounds);
        Self {
            bounds: Aabb::new(
                vec2(lower(at.x, bounds.min.x), lower(at.y, bounds.min.y)),
                vec2(upper(at.x, bounds.max.x), upper(at.y, bounds.max.y)),
            ),
            min_radius: lower(circle.radius, self.min_radius),
            max_radius: upper(circle.radius, self.max_radius),
            poison: self.poison + ((at.x * 0.0 + at.y * 0.0) + circle.radius * 0.0),
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            bounds: self.bounds.union(other.bounds),
            min_radius: self.min_radius.min(other.min_radius),
            max_radius: self.max_radius.max(other.max_radius),
            poison: self.poison + other.poison,
        }
    }

    /// Whether no object needs to be left out.
    fn is_clean(&self) -> bool {
        self.poison == 0.0 && self.min_radius >= 0.0
    }
}

impl Default for UniformGrid {
    /// An unbounded grid that chooses its cell size.
    fn default() -> Self {
        Self::with_settings(GridWorld::Unbounded, CellSize::Auto)
    }
}

impl UniformGrid {
    /// An empty grid.
    ///
    /// # Errors
    /// [`CollideError::BadWorld`] or [`CollideError::BadCellSize`] when a number is not finite, the
    /// rectangle is turned inside out, a torus has no area, or the cell side is not above 0.
    pub fn new(world: GridWorld, cell_size: CellSize) -> Result<Self, CollideError> {
        world.check()?;
        cell_size.check()?;
        Ok(Self::with_settings(world, cell_size))
    }

    fn with_settings(world: GridWorld, cell_size: CellSize) -> Self {
        let side = match cell_size {
            CellSize::Auto => 1.0,
            CellSize::AtLeast(side) | CellSize::Exactly(side) => side as f64,
        };
        Self {
            world,
            cell_size,
            level: Level::new(),
            table: Table::new(Layout::new(world, side, 0, Aabb::EMPTY)),
            indices: Vec::new(),
            xs: vec![f32::NAN; LANES],
            ys: vec![f32::NAN; LANES],
            radii: Vec::new(),
            radius: None,
            entries: Vec::new(),
        }
    }

    /// Files points, forgetting what was filed before.
    pub fn rebuild(&mut self, points: &[Vec2]) {
        self.rebuild_with(points.len() as u32, |i| points[i as usize]);
    }

    /// Files `n` points that a function knows by index: for positions inside larger structs. The
    /// function is asked up to three times for each index and must answer the same.
    #[inline]
    pub fn rebuild_with(&mut self, n: u32, position: impl Fn(u32) -> Vec2) {
        let survey = Self::survey(n, |i| Circle::new(position(i), 0.0));
        self.radii.clear();
        self.radius = None;
        self.file(n, &survey, |i| Circle::new(position(i), 0.0), |_, _| {});
    }

    /// Files circles by their centers, forgetting what was filed before.
    pub fn rebuild_circles(&mut self, circles: &[Circle]) {
        self.rebuild_circles_with(circles.len() as u32, |i| circles[i as usize]);
    }

    /// Files `n` circles that a function knows by index. The function is asked up to four times for
    /// each index and must answer the same.
    #[inline]
    pub fn rebuild_circles_with(&mut self, n: u32, circle: impl Fn(u32) -> Circle) {
        let survey = Self::survey(n, &circle);
        let mut radii = core::mem::take(&mut self.radii);
        if survey.min_radius == survey.max_radius {
            radii.clear();
            self.radius = Some(survey.max_radius);
            self.file(n, &survey, &circle, |_, _| {});
        } else {
            radii.resize(n as usize + LANES, f32::NAN);
            self.radius = None;
            let places = &mut radii[..n as usize];
            self.file(n, &survey, &circle, |slot, index| places[slot] = circle(index).radius);
        }
        self.radii = radii;
    }

    /// Plans the layout and sorts the objects into it.
    #[inline]
    fn file(
        &mut self,
        n: u32,
        survey: &Survey,
        circle: impl Fn(u32) -> Circle,
        mut place_radius: impl FnMut(usize, u32),
    ) {
        let n = n as usize;
        let layout = self.plan(n, survey);
        self.indices.resize(n, 0);
        self.xs.resize(n + LANES, f32::NAN);
        self.ys.resize(n + LANES, f32::NAN);
        let (indices, xs, ys) = (&mut self.indices[..n], &mut self.xs[..n], &mut self.ys[..n]);
        let place = |slot: usize, index: u32, at: Vec2| {
            indices[slot] = index;
            xs[slot] = at.x;
            ys[slot] = at.y;
            place_radius(slot, index);
        };
        let entries = &mut self.entries;
        // The plain case stands alone so that its loops carry no dead branches.
        if layout.mode == Mode::Clamped && survey.is_clean() {
            let keyed = |i: usize| {
                let at = circle(i as u32).center;
                (layout.clamped_key(at), at)
            };
            self.table.file(layout, n, entries, keyed, place);
        } else {
            let keyed = |i: usize| {
                let circle = circle(i as u32);
                let wrapped = layout.wrap(circle.center);
                (if circle.is_valid() { layout.key(wrapped) } else { layout.keys() }, wrapped)
            };
            self.table.file(layout, n, entries, keyed, place);
        }
    }

    /// What the layout depends on.
    #[inline]
    fn survey(n: u32, circle: impl Fn(u32) -> Circle) -> Survey {
        // Two at a time: each chain of comparisons waits for its last result.
        let mut halves = [Survey::EMPTY; 2];
        for i in 0..n / 2 {
            halves[0] = halves[0].including(circle(2 * i));
            halves[1] = halves[1].including(circle(2 * i + 1));
        }
        if n % 2 == 1 {
            halves[0] = halves[0].including(circle(n - 1));
        }
        let quick = halves[0].union(halves[1]);
        if quick.is_clean() {
            return quick;
        }
        let valid = (0..n).map(circle).filter(|circle| circle.is_valid());
        Survey { poison: f32::NAN, ..valid.fold(Survey::EMPTY, Survey::including) }
    }

    /// Chooses the layout for `n` objects.
    fn plan(&self, n: usize, survey: &Survey) -> Layout {
        let (reach, bounds) = (2.0 * survey.max_radius as f64, survey.bounds);
        let side = match self.cell_size {
            CellSize::Exactly(side) => side as f64,
            CellSize::AtLeast(side) => (side as f64).max(reach),
            CellSize::Auto => {
                let area = match self.world {
                    GridWorld::Bounded(area) | GridWorld::Torus(area) => area,
                    GridWorld::Unbounded => bounds,
                };
                let size = area.size().as_dvec2();
                let share = size.x * size.y * OBJECTS_PER_CELL / n.max(1) as f64;
                // On a line there is no area to share; objects then share its length.
                let along = size.max_element() / n.max(1) as f64;
                let side = share.sqrt().max(along).max(reach);
                if side.is_finite() && side > 0.0 { side } else { 1.0 }
            }
        };
        Layout::new(self.world, side, n, bounds)
    }

    /// Number of objects filed.
    pub fn len(&self) -> u32 {
        self.table.filed
    }

    /// Whether no object is filed.
    pub fn is_empty(&self) -> bool {
        self.table.filed == 0
    }

    /// Number of objects left out because a number of theirs was bad.
    pub fn ignored(&self) -> u32 {
        self.indices.len() as u32 - self.table.filed
    }

    /// Width and height of a cell in pixels, as used since the last build: never below what the
    /// settings asked for, more when the objects or the size of the table required it.
    pub fn cell(&self) -> Vec2 {
        vec2(self.table.layout.cell[0] as f32, self.table.layout.cell[1] as f32)
    }

    /// Columns of cells since the last build.
    pub fn columns(&self) -> u32 {
        self.table.layout.cols
    }

    /// Rows of cells since the last build.
    pub fn rows(&self) -> u32 {
        self.table.layout.rows
    }

    /// Column and row a position is filed in, counted from 0 (COL-20). In an unbounded grid this is
    /// the place in its table.
    pub fn cell_of(&self, position: Vec2) -> Option<(u32, u32)> {
        position.is_finite().then(|| {
            let layout = &self.table.layout;
            let key = layout.key(layout.wrap(position));
            (key % layout.stride - 1, key / layout.stride)
        })
    }

    /// Number of a cell, row by row (COL-21).
    pub fn cell_index(&self, column: u32, row: u32) -> u32 {
        row * self.table.layout.cols + column
    }

    /// The objects of a cell in input order; none for a cell that does not exist.
    pub fn objects_in(&self, column: u32, row: u32) -> &[u32] {
        let layout = &self.table.layout;
        if column >= layout.cols || row >= layout.rows {
            return &[];
        }
        let key = row * layout.stride + column + 1;
        let (from, to) = self.table.span(key, key + 1);
        &self.indices[from as usize..to as usize]
    }

    /// The area the cells cover; empty for a hashed table, which covers everything.
    pub fn area(&self) -> Aabb {
        let layout = &self.table.layout;
        if layout.mode == Mode::Hashed {
            return Aabb::EMPTY;
        }
        let [x, y] = layout.origin.map(|v| v as f32);
        let size = vec2(layout.cols as f32, layout.rows as f32) * self.cell();
        Aabb::from_size(vec2(x, y), size)
    }

    /// Whether the objects were scattered so widely that cells share places of a hashed table.
    pub fn is_hashed(&self) -> bool {
        self.table.layout.mode == Mode::Hashed
    }

    pub(crate) fn position(&self, slot: usize) -> Vec2 {
        vec2(self.xs[slot], self.ys[slot])
    }

    /// From one filed position to another, the short way around in a torus.
    pub(crate) fn offset(&self, from: Vec2, to: Vec2) -> Vec2 {
        let offset = to - from;
        if self.table.layout.mode != Mode::Torus {
            return offset;
        }
        let period = self.table.layout.period;
        let shorter = |along: f32, period: f32| {
            if along > period - along {
                along - period
            } else if -along > period + along {
                along + period
            } else {
                along
            }
        };
        vec2(shorter(offset.x, period.x), shorter(offset.y, period.y))
    }
}

/// Mean number of objects a cell should hold when the grid may choose: measured, the time is flat
/// between 0.5 and 1 and a quarter more at 2.
const OBJECTS_PER_CELL: f64 = 1.0;
