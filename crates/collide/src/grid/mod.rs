//! The uniform grid for points and circles: the fastest way to all close pairs of things of about one
//! size.

mod few;
pub(crate) mod layout;
mod neighbor_list;
mod pairs;
mod query;
pub(crate) mod scan;
mod slots;
pub(crate) mod sort;
pub(crate) mod table;

pub use layout::{CellSize, GridWorld};
pub use neighbor_list::NeighborList;
pub use pairs::GridPairs;
pub use query::{Neighbor, Neighbors};

use crate::CollideError;
use fearless_simd::{Level, dispatch, f32x4, prelude::*};
use few::{FEW, Given};
use layout::{ClampedKeys, Layout, Mode};
use motile_geom::{Aabb, Circle, Vec2, vec2};
use sort::{Entries, Objects, Places};
use table::{LANES, Table};

/// A spatial hash of points or circles: filed by the square cell their center lies in, they have their neighbors in the
/// cells around. Broad and narrow phase at once for circles of about one size.
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
/// 10¹⁹ pixels: pairs with larger radii are not found, though [`touches`](crate::touches) sees them. One object much larger than the rest widens all cells and makes the grid
/// slow, never wrong, except under [`CellSize::Exactly`].
#[doc(alias = "spatial hash")]
#[doc(alias = "spatial grid")]
#[doc(alias = "cell list")]
#[doc(alias = "broad phase")]
#[derive(Clone, Debug)]
pub struct UniformGrid {
    world: GridWorld,
    cell_size: CellSize,
    level: Level,
    table: Table,
    xs: Vec<f32>,
    ys: Vec<f32>,
    /// Radius of each slot; empty when points or equal circles were filed.
    radii: Vec<f32>,
    /// The radius of all circles when they are equal.
    radius: Option<f32>,
    given: Given,
    points: Entries<[f32; 2]>,
    discs: Entries<Circle>,
}

/// Extremes of the objects to be filed.
#[derive(Clone, Copy)]
struct Survey {
    bounds: Aabb,
    min_radius: f32,
    max_radius: f32,
    /// Whether no object needs to be left out.
    is_clean: bool,
}

impl Survey {
    /// Of circles that a function knows by index: what the layout depends on.
    #[inline]
    fn new(level: Level, n: u32, circle: impl Fn(u32) -> Circle) -> Self {
        let all = dispatch!(level, simd => extremes(simd, n, &circle));
        if all.is_clean {
            return all;
        }
        // A good circle stands in for the bad ones.
        let Some(good) = (0..n).map(&circle).find(|circle| circle.is_valid()) else {
            return Self { bounds: Aabb::EMPTY, min_radius: 0.0, max_radius: 0.0, ..all };
        };
        let valid = |i: u32| Some(circle(i)).filter(|circle| circle.is_valid()).unwrap_or(good);
        let valid = dispatch!(level, simd => extremes(simd, n, &valid));
        Self { is_clean: false, ..valid }
    }
}

/// Smallest and largest x, y and radius side by side, so that one instruction updates all.
#[inline(always)]
fn extremes<S: Simd>(simd: S, n: u32, circle: &impl Fn(u32) -> Circle) -> Survey {
    let infinite = f32x4::splat(simd, f32::INFINITY);
    // Two at a time: each chain of comparisons waits for its last result.
    let (mut low, mut high) = ([infinite; 2], [-infinite; 2]);
    let mut sum = [f32x4::splat(simd, 0.0); 2];
    for first in (0..n).step_by(2) {
        // The last of an odd number counts twice, which changes no extreme.
        for (chain, i) in [first, (first + 1).min(n - 1)].into_iter().enumerate() {
            let Circle { center, radius } = circle(i);
            let numbers = f32x4::simd_from(simd, [center.x, center.y, radius, radius]);
            low[chain] = numbers.min(low[chain]);
            high[chain] = numbers.max(high[chain]);
            sum[chain] += numbers;
        }
    }
    let [left, top, min_radius, _]: [f32; 4] = low[0].min(low[1]).into();
    let [right, bottom, max_radius, _]: [f32; 4] = high[0].max(high[1]).into();
    // A number that is not finite makes a sum of which it is a part not finite either.
    let sums: [[f32; 4]; 2] = sum.map(Into::into);
    Survey {
        bounds: Aabb::new(vec2(left, top), vec2(right, bottom)),
        min_radius,
        max_radius: max_radius.max(0.0),
        is_clean: sums.as_flattened().iter().all(|sum| sum.is_finite()) && min_radius >= 0.0,
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
            xs: vec![f32::NAN; LANES],
            ys: vec![f32::NAN; LANES],
            radii: Vec::new(),
            radius: None,
            given: Given::default(),
            points: Entries::default(),
            discs: Entries::default(),
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
        if self.file_few(n, |i| Circle::new(position(i), 0.0), true) {
            return;
        }
        let survey = Survey::new(self.level, n, |i| Circle::new(position(i), 0.0));
        self.radii.clear();
        self.radius = None;
        self.file_points(n, &survey, |i| Circle::new(position(i), 0.0));
    }

    /// Files circles by their centers, forgetting what was filed before.
    pub fn rebuild_circles(&mut self, circles: &[Circle]) {
        self.rebuild_circles_with(circles.len() as u32, |i| circles[i as usize]);
    }

    /// Files `n` circles that a function knows by index. The function is asked up to three times for
    /// each index and must answer the same.
    #[inline]
    pub fn rebuild_circles_with(&mut self, n: u32, circle: impl Fn(u32) -> Circle) {
        if self.file_few(n, &circle, false) {
            return;
        }
        let survey = Survey::new(self.level, n, &circle);
        if survey.min_radius == survey.max_radius {
            self.radii.clear();
            self.radius = Some(survey.max_radius);
            self.file_points(n, &survey, &circle);
        } else {
            self.radius = None;
            self.file_discs(n, &survey, &circle);
        }
    }

    /// Files good circles, if they are not many, in the quickest way; whether it did.
    #[inline]
    fn file_few(&mut self, n: u32, circle: impl Fn(u32) -> Circle, are_points: bool) -> bool {
        self.table.keys.clear();
        if n as usize > FEW {
            return false;
        }
        self.given.read(n, circle);
        self.file_given(are_points)
    }

    fn file_given(&mut self, are_points: bool) -> bool {
        let Some(survey) = self.given.survey(self.level) else { return false };
        let n = self.given.len();
        let layout = self.plan(n, &survey);
        if layout.mode != Mode::Clamped {
            return false;
        }
        let are_equal = survey.min_radius == survey.max_radius;
        self.radius = (are_equal && !are_points).then_some(survey.max_radius);
        self.radii.clear();
        self.xs.resize(n + LANES, f32::NAN);
        self.ys.resize(n + LANES, f32::NAN);
        let places = Points { xs: &mut self.xs[..n], ys: &mut self.ys[..n] };
        let mut radii = None;
        if !are_equal {
            self.radii.resize(n + LANES, f32::NAN);
            radii = Some(&mut self.radii[..n]);
        }
        self.table.file_few(self.level, layout, &self.given, places, radii);
        true
    }

    /// Plans the layout and sorts the centers into it.
    #[inline]
    fn file_points(&mut self, n: u32, survey: &Survey, circle: impl Fn(u32) -> Circle) {
        let n = n as usize;
        let layout = self.plan(n, survey);
        self.xs.resize(n + LANES, f32::NAN);
        self.ys.resize(n + LANES, f32::NAN);
        let mut places = Points { xs: &mut self.xs[..n], ys: &mut self.ys[..n] };
        let entries = &mut self.points;
        // The plain case stands alone so that its loops carry no dead branches.
        if layout.mode == Mode::Clamped && survey.is_clean {
            let object = |i: usize| circle(i as u32).center.to_array();
            let objects = Objects { count: n, object, key_of: ClampedKeys::new(&layout) };
            self.table.file(self.level, layout, &objects, entries, &mut places);
        } else {
            let object = |i: usize| layout.filed(circle(i as u32)).center.to_array();
            let objects = Objects { count: n, object, key_of: layout };
            self.table.file(self.level, layout, &objects, entries, &mut places);
        }
    }

    /// Plans the layout and sorts circles of different radii into it.
    #[inline]
    fn file_discs(&mut self, n: u32, survey: &Survey, circle: impl Fn(u32) -> Circle) {
        let n = n as usize;
        let layout = self.plan(n, survey);
        for numbers in [&mut self.xs, &mut self.ys, &mut self.radii] {
            numbers.resize(n + LANES, f32::NAN);
        }
        let points = Points { xs: &mut self.xs[..n], ys: &mut self.ys[..n] };
        let mut places = Discs { points, radii: &mut self.radii[..n] };
        let object = |i: usize| layout.filed(circle(i as u32));
        let objects = Objects { count: n, object, key_of: layout };
        self.table.file(self.level, layout, &objects, &mut self.discs, &mut places);
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
                // A world wider than the range of f32 has no size; cells must still hold the largest object.
                if side.is_finite() && side > 0.0 { side } else { reach.max(1.0) }
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
        self.table.order.len() as u32 - self.table.filed
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

    /// Column and row a position is filed in, counted from 0. In an unbounded grid this is
    /// the place in its table.
    pub fn cell_of(&self, position: Vec2) -> Option<(u32, u32)> {
        position.is_finite().then(|| {
            let layout = &self.table.layout;
            let key = layout.key(layout.wrap(position));
            (key % layout.stride - 1, key / layout.stride)
        })
    }

    /// Number of a cell, row by row.
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
        &self.table.order[from as usize..to as usize]
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

/// Where centers go.
struct Points<'a> {
    xs: &'a mut [f32],
    ys: &'a mut [f32],
}

impl Places<[f32; 2]> for Points<'_> {
    #[inline(always)]
    fn place(&mut self, first: usize, points: impl ExactSizeIterator<Item = [f32; 2]>) {
        let end = first + points.len();
        let slots = self.xs[first..end].iter_mut().zip(&mut self.ys[first..end]);
        for ((x, y), point) in slots.zip(points) {
            [*x, *y] = point;
        }
    }
}

/// Where circles go.
struct Discs<'a> {
    points: Points<'a>,
    radii: &'a mut [f32],
}

impl Places<Circle> for Discs<'_> {
    #[inline(always)]
    fn place(&mut self, first: usize, circles: impl ExactSizeIterator<Item = Circle>) {
        let radii = self.radii[first..first + circles.len()].iter_mut();
        let centers = circles.zip(radii).map(|(circle, radius)| {
            *radius = circle.radius;
            circle.center.to_array()
        });
        self.points.place(first, centers);
    }
}

/// Mean number of objects a cell should hold when the grid may choose: measured, the time is flat
/// between 0.5 and 1 and a quarter more at 2.
const OBJECTS_PER_CELL: f64 = 1.0;
