//! The map: which cells can be walked, what they cost, and which steps are legal.

use crate::{
    PathError,
    grid::{
        bits::{Bits, mix},
        moves::{self, DIAGONAL, MoveTable, STRAIGHT},
    },
};
use motile_geom::{Aabb, IRect, IVec2, MarkRole, MarkSink, Marks, Vec2, ivec2};

/// When a diagonal step is legal.
#[doc(alias = "corner cutting")]
#[doc(alias = "connectivity")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Diagonals {
    /// Four directions only.
    Never,
    /// Only when both cells beside the step are free: paths go fully round walls, and two walls
    /// touching at a corner form a seal.
    #[default]
    NoCorners,
    /// When at least one of the two cells beside the step is free.
    AtLeastOne,
    /// Always, even between two walls that touch at a corner.
    Always,
}

impl Diagonals {
    /// All four rules, from the strictest.
    pub const ALL: [Self; 4] = [Self::Never, Self::NoCorners, Self::AtLeastOne, Self::Always];
}

/// Which terrain multiplier counts for a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WeightRule {
    /// That of the cell entered; there and back may differ.
    #[default]
    Entered,
    /// The mean of both cells; there and back cost the same.
    Mean,
}

/// What decides the costs of steps, beside walls and multipliers: the unit and both rules.
pub(crate) type Rules = (u32, Diagonals, WeightRule);

/// A map for pathfinding: a walkable bit and, where wanted, a terrain multiplier per cell.
///
/// It holds no search state: any number of searches, on any number of threads, may read one grid.
///
/// ```
/// use motile_path::{Diagonals, PathGrid};
/// use motile_geom::ivec2;
///
/// let mut grid = PathGrid::new(50, 30)?.with_diagonals(Diagonals::Always);
/// grid.set_walkable(ivec2(24, 10), false);
/// grid.set_weight(ivec2(3, 3), 2.0);
/// assert!(!grid.is_walkable(ivec2(24, 10)));
/// assert!(!grid.is_walkable(ivec2(-1, 0)), "outside is not walkable");
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "tile map")]
#[doc(alias = "occupancy grid")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "crate::grid::stored::Stored", try_from = "crate::grid::stored::Stored")
)]
pub struct PathGrid {
    width: u32,
    height: u32,
    diagonals: Diagonals,
    weight_rule: WeightRule,
    bits: Bits,
    /// Multipliers row by row; empty on a uniform grid.
    weights: Vec<f32>,
    /// A lower bound of all multipliers, so that estimates can be scaled by it.
    least_weight: f32,
    revision: u64,
    /// Multipliers refused so far.
    rejected: u64,
    fingerprint: u64,
}

/// Longest side of a grid: a cell's column and row share 32 bits in the searches.
const MAX_SIDE: u32 = 65_535;
/// Units of a straight step on weighted ground are this much finer than on uniform ground.
const WEIGHTED_SCALE: u32 = 64;

impl PathGrid {
    /// A grid with every cell free and of multiplier 1.
    ///
    /// # Errors
    /// [`PathError::BadSize`] when a side is 0 or over 65,535, or the area is over 2³¹ − 1 cells.
    pub fn new(width: u32, height: u32) -> Result<Self, PathError> {
        Self::from_fn(width, height, |_| true)
    }

    /// A grid whose cell is free where `walkable` says so, called row by row.
    ///
    /// # Errors
    /// As [`PathGrid::new`].
    pub fn from_fn(
        width: u32,
        height: u32,
        mut walkable: impl FnMut(IVec2) -> bool,
    ) -> Result<Self, PathError> {
        let area = u64::from(width) * u64::from(height);
        if area == 0 || width > MAX_SIDE || height > MAX_SIDE || area > i32::MAX as u64 {
            return Err(PathError::BadSize { width, height });
        }
        let mut bits = Bits::new(width, height);
        for y in 0..height as i32 {
            let row = bits.row_mut(y);
            for x in 0..width as usize {
                let bit = u64::from(walkable(ivec2(x as i32, y)));
                row[(x + 1) / 64] |= bit << ((x + 1) % 64);
            }
        }
        let fingerprint = bits.fingerprint();
        Ok(Self {
            width,
            height,
            diagonals: Diagonals::default(),
            weight_rule: WeightRule::default(),
            bits,
            weights: Vec::new(),
            least_weight: 1.0,
            revision: 0,
            rejected: 0,
            fingerprint,
        })
    }

    /// A grid from one byte a cell, row by row, such as one channel of a picture or a tile layer's
    /// numbers: a cell is free where `walkable` says so of its byte.
    ///
    /// # Errors
    /// [`PathError::BadSize`] as for [`PathGrid::new`] and when the bytes do not fill the rectangle.
    pub fn from_bytes(
        width: u32,
        height: u32,
        bytes: &[u8],
        walkable: impl Fn(u8) -> bool,
    ) -> Result<Self, PathError> {
        if bytes.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(PathError::BadSize { width, height });
        }
        Self::from_fn(width, height, |cell| {
            walkable(bytes[cell.y as usize * width as usize + cell.x as usize])
        })
    }

    /// This grid with another corner rule.
    pub fn with_diagonals(mut self, diagonals: Diagonals) -> Self {
        self.set_diagonals(diagonals);
        self
    }

    /// This grid with another rule for terrain multipliers.
    pub fn with_weight_rule(mut self, rule: WeightRule) -> Self {
        self.weight_rule = rule;
        self.revision += 1;
        self
    }

    /// Changes the corner rule; counts as an edit.
    pub fn set_diagonals(&mut self, diagonals: Diagonals) {
        self.diagonals = diagonals;
        self.revision += 1;
    }

    /// Number of columns, 1…65,535.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows, 1…65,535.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The whole grid as a rectangle at the origin.
    pub const fn bounds(&self) -> IRect {
        IRect::of_size(self.width, self.height)
    }

    /// Number of cells.
    pub const fn cell_count(&self) -> u32 {
        self.width * self.height
    }

    /// The corner rule.
    pub const fn diagonals(&self) -> Diagonals {
        self.diagonals
    }

    /// The rule for terrain multipliers.
    pub const fn weight_rule(&self) -> WeightRule {
        self.weight_rule
    }

    /// Number of edits so far; grows with every one.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// 64 bits that stand for the content (size, walls, multipliers, rules): grids of equal content
    /// have equal fingerprints, others differ except by a chance of 2⁻⁶⁴. Takes no time.
    pub const fn fingerprint(&self) -> u64 {
        let rules = self.diagonals as u64 | (self.weight_rule as u64) << 2 | 16;
        self.fingerprint
            ^ mix(u64::MAX, rules)
            ^ mix(u64::MAX - 1, (self.width as u64) << 32 | self.height as u64)
    }

    /// Bytes this grid occupies: about 1/8 per cell, and 4 more once there are multipliers.
    pub fn memory_bytes(&self) -> u64 {
        (self.bits.bytes() + self.weights.capacity() * 4) as u64
    }

    /// Whether the cell lies on the grid.
    #[inline]
    pub const fn contains(&self, cell: IVec2) -> bool {
        (cell.x as u32) < self.width && (cell.y as u32) < self.height
    }

    /// Whether the cell can be walked; outside is not.
    #[inline]
    pub fn is_walkable(&self, cell: IVec2) -> bool {
        self.contains(cell) && self.bits.get(cell.x, cell.y)
    }

    /// Frees or blocks a cell. Returns whether that changed anything: outside the grid nothing does.
    pub fn set_walkable(&mut self, cell: IVec2, walkable: bool) -> bool {
        if !self.contains(cell) || self.bits.get(cell.x, cell.y) == walkable {
            return false;
        }
        self.fingerprint ^= self.bits.fingerprint_at(cell.x, cell.y);
        self.bits.set(cell.x, cell.y, walkable);
        self.fingerprint ^= self.bits.fingerprint_at(cell.x, cell.y);
        self.revision += 1;
        true
    }

    /// Frees or blocks the part of a rectangle that lies on the grid; one edit.
    pub fn fill(&mut self, rect: IRect, walkable: bool) {
        let part = rect.intersect(self.bounds());
        for y in part.y..part.y + part.height as i32 {
            for x in part.x..part.x + part.width as i32 {
                self.bits.set(x, y, walkable);
            }
        }
        self.rehash();
    }

    /// Terrain multiplier of a cell, 1 by default and outside.
    #[inline]
    pub fn weight(&self, cell: IVec2) -> f32 {
        if self.weights.is_empty() || !self.contains(cell) {
            return 1.0;
        }
        self.weights[self.index(cell)]
    }

    /// Sets the terrain multiplier of a cell: 2 makes every step there twice as dear. The first one other
    /// than 1 allocates the multipliers of the whole grid.
    ///
    /// Returns whether the cell has this multiplier now. A number that is not from 1/256 to 256 (NaN is not)
    /// changes nothing and is counted in [`PathGrid::rejected`]; outside the grid nothing happens.
    pub fn set_weight(&mut self, cell: IVec2, weight: f32) -> bool {
        if !self.contains(cell) {
            return false;
        }
        if !(1.0 / 256.0..=256.0).contains(&weight) {
            self.rejected += 1;
            return false;
        }
        if self.weights.is_empty() {
            if weight == 1.0 {
                return true;
            }
            self.weights.resize(self.cell_count() as usize, 1.0);
        }
        let index = self.index(cell);
        let place = index as u64 | 1 << 40;
        let old = self.weights[index];
        self.fingerprint ^= weight_mix(place, old) ^ weight_mix(place, weight);
        self.weights[index] = weight;
        self.least_weight = self.least_weight.min(weight);
        self.revision += 1;
        true
    }

    /// How many multipliers [`PathGrid::set_weight`] has refused: above 0, somebody computes nonsense.
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    /// Forgets all terrain multipliers and frees their memory.
    pub fn clear_weights(&mut self) {
        self.weights = Vec::new();
        self.least_weight = 1.0;
        self.rehash();
    }

    /// Whether no cell has a multiplier; the fastest searches need that.
    pub const fn is_uniform(&self) -> bool {
        self.weights.is_empty()
    }

    /// A lower bound of all multipliers, at most 1.
    pub const fn least_weight(&self) -> f32 {
        self.least_weight
    }

    /// Integer cost of a straight step over ground of multiplier 1. All searches add whole numbers,
    /// so that equal paths have equal costs in whatever order they are summed: 408 on a uniform grid
    /// (a diagonal step is 577), 64 times as much on one with multipliers.
    pub const fn unit(&self) -> u32 {
        if self.is_uniform() { STRAIGHT } else { STRAIGHT * WEIGHTED_SCALE }
    }

    /// Whether a single step between two cells is legal.
    pub fn can_step(&self, from: IVec2, to: IVec2) -> bool {
        let (dx, dy) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
        if dx.abs() > 1 || dy.abs() > 1 || (dx == 0 && dy == 0) || !self.is_walkable(to) {
            return false;
        }
        if !self.contains(from) {
            return false;
        }
        let window = self.bits.window(from.x, from.y);
        self.legal_moves()[window] >> moves::direction_of(dx, dy) & 1 == 1
    }

    /// Cells one legal step away with the integer cost of that step, clockwise from the right; none
    /// from a cell outside.
    pub fn steps_from(&self, from: IVec2) -> impl Iterator<Item = (IVec2, u32)> + '_ {
        self.moves_from(from).map(move |(to, direction)| (to, self.step_cost(from, to, direction)))
    }

    /// Cells one legal step away with the direction of that step.
    pub(crate) fn moves_from(&self, from: IVec2) -> impl Iterator<Item = (IVec2, u32)> + use<> {
        let mut mask = if self.contains(from) {
            self.legal_moves()[self.bits.window(from.x, from.y)]
        } else {
            0
        };
        core::iter::from_fn(move || {
            let direction = mask.trailing_zeros();
            if mask == 0 {
                return None;
            }
            mask &= mask - 1;
            Some((from + moves::offset(direction), direction))
        })
    }

    /// Length of a single step in cells, √2 for a diagonal, times the terrain multiplier: the exact
    /// value of which the integer cost is a rounding. `f64`, because sums over long paths are compared
    /// with published optima to six places.
    pub fn step_length(&self, from: IVec2, to: IVec2) -> f64 {
        let straight = from.x == to.x || from.y == to.y;
        let step = if straight { 1.0 } else { core::f64::consts::SQRT_2 };
        match self.weight_rule {
            WeightRule::Entered => step * f64::from(self.weight(to)),
            WeightRule::Mean => {
                step * f64::midpoint(f64::from(self.weight(from)), f64::from(self.weight(to)))
            }
        }
    }

    /// The grid as an agent of `size` × `size` cells sees it: a cell is free where the whole square
    /// with its top left corner there is free. Multipliers are those of that corner. Allocates.
    ///
    /// Size 0 counts as 1; use the result like any grid, and make it anew after edits.
    pub fn for_agent(&self, size: u32) -> Self {
        let mut grid = self.clone();
        // Erosion by doubling: a square of side a + b is two overlapping or touching squares.
        let mut side = 1;
        while side < size.max(1) {
            let shift = side.min(size - side);
            let from = grid.clone();
            for y in 0..self.height as i32 {
                for x in 0..self.width as i32 {
                    let (x2, y2) =
                        (x.saturating_add_unsigned(shift), y.saturating_add_unsigned(shift));
                    let free = from.is_walkable(ivec2(x, y))
                        && from.is_walkable(ivec2(x2, y))
                        && from.is_walkable(ivec2(x, y2))
                        && from.is_walkable(ivec2(x2, y2));
                    grid.bits.set(x, y, free);
                }
            }
            side += shift;
        }
        grid.rehash();
        grid
    }

    /// Marks the walls, neighbors in a row as one box, for cells `cell_size` pixels wide and the top left corner
    /// at `origin`.
    pub fn mark(&self, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        let corner = |x: i32, y: i32| origin + ivec2(x, y).as_vec2() * cell_size;
        for y in 0..self.height as i32 {
            let mut x = 0;
            while x < self.width as i32 {
                let free = self.bits.get(x, y);
                let end = (x + 1..self.width as i32).find(|&x| self.bits.get(x, y) != free);
                let end = end.unwrap_or(self.width as i32);
                if !free {
                    marks.aabb(MarkRole::Obstacle, Aabb::new(corner(x, y), corner(end, y + 1)));
                }
                x = end;
            }
        }
    }

    /// A part of the grid as a grid of its own, in the memory of `old`. What lies around it is not walkable.
    pub(crate) fn cut(&self, rect: IRect, old: Option<Self>) -> Self {
        let (mut bits, mut weights) =
            old.map_or_else(Default::default, |old| (old.bits, old.weights));
        self.bits.copy_window(rect, &mut bits);
        weights.clear();
        if !self.weights.is_empty() {
            for y in rect.y..rect.bottom() as i32 {
                let row = self.index(ivec2(rect.x, y));
                weights.extend_from_slice(&self.weights[row..row + rect.width as usize]);
            }
        }
        let mut part = Self {
            width: rect.width,
            height: rect.height,
            diagonals: self.diagonals,
            weight_rule: self.weight_rule,
            bits,
            weights,
            least_weight: self.least_weight,
            revision: 0,
            rejected: 0,
            fingerprint: 0,
        };
        part.rehash();
        part
    }

    pub(crate) fn bits(&self) -> &Bits {
        &self.bits
    }

    /// Place of a cell that is on the grid.
    #[inline]
    pub(crate) const fn index(&self, cell: IVec2) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell at a place; the opposite of [`PathGrid::index`].
    pub(crate) const fn cell_at(&self, index: u32) -> IVec2 {
        ivec2((index % self.width) as i32, (index / self.width) as i32)
    }

    pub(crate) const fn rules(&self) -> Rules {
        (self.unit(), self.diagonals, self.weight_rule)
    }

    /// Worthwhile moves by arrival direction and window.
    pub(crate) fn move_table(&self) -> &'static MoveTable {
        moves::moves(self.diagonals)
    }

    /// Legal moves by window.
    pub(crate) fn legal_moves(&self) -> &'static [u8; 512] {
        &self.move_table()[moves::NO_DIRECTION as usize]
    }

    /// Integer cost of a legal step.
    #[inline]
    pub(crate) fn step_cost(&self, from: IVec2, to: IVec2, direction: u32) -> u32 {
        if self.weights.is_empty() {
            return moves::STEP[direction as usize];
        }
        let entered = self.weights[self.index(to)];
        let weight = match self.weight_rule {
            WeightRule::Entered => entered,
            WeightRule::Mean => f32::midpoint(self.weights[self.index(from)], entered),
        };
        // Within 26 bits for the greatest multiplier, so the product is exact enough to round.
        let unit = if direction.is_multiple_of(2) { STRAIGHT } else { DIAGONAL } * WEIGHTED_SCALE;
        (f64::from(weight) * f64::from(unit) + 0.5) as u32
    }

    /// Greatest straight and diagonal costs that no step is below; estimates are built from them.
    pub(crate) fn least_steps(&self) -> (u32, u32) {
        if self.weights.is_empty() {
            return (STRAIGHT, DIAGONAL);
        }
        let scale = f64::from(self.least_weight) * f64::from(WEIGHTED_SCALE);
        ((scale * f64::from(STRAIGHT)) as u32, (scale * f64::from(DIAGONAL)) as u32)
    }

    /// Writes a cell that is on the grid; [`PathGrid::refresh`] must follow.
    pub(crate) fn set_bit(&mut self, cell: IVec2, walkable: bool) {
        self.bits.set(cell.x, cell.y, walkable);
    }

    /// Ends a series of [`PathGrid::set_bit`].
    pub(crate) fn refresh(&mut self) {
        self.rehash();
    }

    fn rehash(&mut self) {
        let weights = self.weights.iter().enumerate();
        self.fingerprint = weights.fold(self.bits.fingerprint(), |sum, (i, &weight)| {
            sum ^ weight_mix(i as u64 | 1 << 40, weight)
        });
        self.revision += 1;
    }
}

/// Multiplier 1 counts as nothing, so that a uniform grid with and without the array is the same.
const fn weight_mix(place: u64, weight: f32) -> u64 {
    mix(place, (weight.to_bits() ^ 1.0f32.to_bits()) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_11_sizes_and_places_are_checked() {
        for (width, height) in [(0, 5), (5, 0), (65_536, 1), (65_535, 65_535)] {
            assert_eq!(PathGrid::new(width, height), Err(PathError::BadSize { width, height }));
        }
        let mut grid = PathGrid::new(1, 1).unwrap();
        assert_eq!(grid.steps_from(ivec2(0, 0)).count(), 0);
        for cell in [ivec2(1, 0), ivec2(-1, 0), ivec2(i32::MAX, i32::MIN)] {
            assert!(!grid.set_walkable(cell, false) && !grid.set_weight(cell, 2.0));
            assert!(!grid.can_step(ivec2(0, 0), cell) && !grid.can_step(cell, ivec2(0, 0)));
        }
        assert!(PathGrid::from_bytes(2, 2, &[0; 3], |_| true).is_err());
    }

    #[test]
    fn k_22_multipliers_outside_the_range_are_refused() {
        let mut grid = PathGrid::new(2, 2).unwrap();
        for weight in [0.0, -1.0, f32::NAN, f32::INFINITY, 257.0] {
            assert!(!grid.set_weight(ivec2(1, 0), weight));
        }
        assert!(grid.is_uniform());
        assert_eq!((grid.rejected(), grid.revision()), (5, 0));
    }

    #[test]
    fn path_n6_edits_are_counted_and_fingerprints_follow_the_content() {
        let mut grid = PathGrid::new(70, 3).unwrap();
        let (before, revision) = (grid.fingerprint(), grid.revision());
        assert!(grid.set_walkable(ivec2(66, 1), false));
        assert!(!grid.set_walkable(ivec2(66, 1), false), "no change, no edit");
        assert_eq!(grid.revision(), revision + 1);
        assert_ne!(grid.fingerprint(), before);
        grid.set_walkable(ivec2(66, 1), true);
        assert_eq!(grid.fingerprint(), before);
        grid.set_weight(ivec2(2, 2), 3.0);
        assert_ne!(grid.fingerprint(), before);
        grid.set_weight(ivec2(2, 2), 1.0);
        assert_eq!(grid.fingerprint(), before);
        grid.fill(IRect::new(-3, -3, 5, 5), false);
        assert!(!grid.is_walkable(ivec2(1, 1)) && grid.is_walkable(ivec2(2, 1)));
        assert_ne!(PathGrid::new(3, 70).unwrap().fingerprint(), before);
    }

    #[test]
    fn path_x18_large_agents_need_room() {
        let mut grid = PathGrid::new(9, 6).unwrap();
        grid.set_walkable(ivec2(4, 3), false);
        for size in 0..8 {
            let large = grid.for_agent(size);
            let side = size.max(1) as i32;
            for y in 0..6 {
                for x in 0..9 {
                    let free = (0..side * side)
                        .all(|i| grid.is_walkable(ivec2(x + i % side, y + i / side)));
                    assert_eq!(large.is_walkable(ivec2(x, y)), free, "size {size} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn k_18_entered_and_mean_rules() {
        let mut grid = PathGrid::new(3, 1).unwrap();
        grid.set_weight(ivec2(2, 0), 4.0);
        let unit = grid.unit();
        let (b, c) = (ivec2(1, 0), ivec2(2, 0));
        assert_eq!(grid.step_cost(b, c, 0), 4 * unit);
        assert_eq!(grid.step_cost(c, b, 4), unit);
        let grid = grid.with_weight_rule(WeightRule::Mean);
        assert_eq!(grid.step_cost(b, c, 0) * 2, 5 * unit);
        assert_eq!(grid.step_length(c, b), 2.5);
    }
}
