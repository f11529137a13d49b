//! Where cells are in the world.

use motile_geom::{Aabb, IRect, IVec2, Vec2, ivec2};

/// Where the cells of a map are in the world: the corner of cell (0, 0) and the size of a cell, pixels.
///
/// Cells are half open: a point on the line between two cells belongs to the right or lower one. Any size works, also
/// odd ones and oblong ones. Cells left of and above the origin have negative numbers.
///
/// ```
/// use motile_geom::{ivec2, vec2};
/// use motile_tiles::TileSpace;
/// let space = TileSpace::square(64.0);
/// assert_eq!(space.cell_of(vec2(341.0, 287.0)), ivec2(5, 4));
/// assert_eq!(space.cell_of(vec2(-64.5, -0.001)), ivec2(-2, -1));
/// assert_eq!(space.corner_of(ivec2(6, 3)), vec2(384.0, 192.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileSpace {
    /// The top left corner of cell (0, 0), pixels.
    pub origin: Vec2,
    /// Width and height of a cell, pixels.
    pub size: Vec2,
}

motile_geom::state_fields! { TileSpace { origin, size } }

/// Square cells of 16 pixels.
impl Default for TileSpace {
    fn default() -> Self {
        Self::square(16.0)
    }
}

impl TileSpace {
    /// Cells of a size, cell (0, 0) with its corner at the origin.
    pub const fn new(size: Vec2) -> Self {
        Self { origin: Vec2::ZERO, size }
    }

    /// Square cells, cell (0, 0) with its corner at the origin.
    pub const fn square(side: f32) -> Self {
        Self::new(Vec2::splat(side))
    }

    /// These cells with cell (0, 0) at another place.
    pub const fn with_origin(self, origin: Vec2) -> Self {
        Self { origin, ..self }
    }

    /// Whether origin and size are finite and the size is positive. What is asked of other spaces has no meaning, but
    /// an answer: cell (0, 0), boxes without area.
    pub fn is_valid(&self) -> bool {
        self.origin.is_finite() && self.size.is_finite() && self.size.cmpgt(Vec2::ZERO).all()
    }

    /// The cell a point lies in. Far away, cell numbers stop at the limits of `i32`; NaN is in cell 0.
    #[doc(alias = "world to cell")]
    #[inline]
    pub fn cell_of(&self, point: Vec2) -> IVec2 {
        let axis =
            |p: f32, o: f32, s: f32| ((f64::from(p) - f64::from(o)) / f64::from(s)).floor() as i32;
        ivec2(axis(point.x, self.origin.x, self.size.x), axis(point.y, self.origin.y, self.size.y))
    }

    /// The top left corner of a cell.
    #[doc(alias = "cell to world")]
    #[inline]
    pub fn corner_of(&self, cell: IVec2) -> Vec2 {
        // In f64: cell numbers above 2²⁴ are no f32.
        let axis = |c: i32, o: f32, s: f32| (f64::from(o) + f64::from(c) * f64::from(s)) as f32;
        Vec2::new(
            axis(cell.x, self.origin.x, self.size.x),
            axis(cell.y, self.origin.y, self.size.y),
        )
    }

    /// The middle of a cell.
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        self.corner_of(cell) + self.size * 0.5
    }

    /// The box of a cell.
    pub fn area_of(&self, cell: IVec2) -> Aabb {
        Aabb::from_size(self.corner_of(cell), self.size)
    }

    /// The box of a rectangle of cells.
    pub fn area_of_cells(&self, cells: IRect) -> Aabb {
        let corner = self.corner_of(cells.origin());
        Aabb::from_size(corner, self.size * Vec2::new(cells.width as f32, cells.height as f32))
    }

    /// The cells a box overlaps: those it only touches with its right or lower edge are not among them. A flat box has
    /// the cells of its line, an empty one none.
    #[doc(alias = "region")]
    pub fn cells_in(&self, area: Aabb) -> IRect {
        if area.is_empty() {
            return IRect::EMPTY;
        }
        let first = self.cell_of(area.min);
        let last = self.last_before(area.max).max(first);
        let count =
            |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1).min(u32::MAX.into()) as u32;
        IRect::new(first.x, first.y, count(first.x, last.x), count(first.y, last.y))
    }

    /// The last cell that begins before a point.
    fn last_before(&self, point: Vec2) -> IVec2 {
        let axis = |p: f32, o: f32, s: f32| {
            (((f64::from(p) - f64::from(o)) / f64::from(s)).ceil() as i32).saturating_sub(1)
        };
        ivec2(axis(point.x, self.origin.x, self.size.x), axis(point.y, self.origin.y, self.size.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn tile_a3_cells_and_places() {
        let space = TileSpace::square(64.0);
        assert_eq!(space.corner_of(ivec2(6, 3)), vec2(384.0, 192.0));
        assert_eq!(space.cell_of(vec2(384.0, 192.0)), ivec2(6, 3));
        assert_eq!(space.cell_of(vec2(341.0, 287.0)), ivec2(5, 4));
        assert_eq!(space.cell_of(vec2(-1.0, 0.0)), ivec2(-1, 0));
        assert_eq!(space.cell_of(vec2(-64.5, -0.001)), ivec2(-2, -1));
        assert_eq!(space.cell_of(vec2(639.999, 511.999)), ivec2(9, 7));
        let oblong = TileSpace::new(vec2(23.0, 77.0));
        assert_eq!(oblong.cell_of(vec2(46.0, 154.0)), ivec2(2, 2));
        assert_eq!(oblong.cell_of(vec2(45.9, 153.9)), ivec2(1, 1));
    }

    #[test]
    fn tile_a4_a_map_of_cells_has_a_size() {
        let space = TileSpace::square(64.0);
        assert_eq!(space.area_of_cells(IRect::of_size(10, 8)).size(), vec2(640.0, 512.0));
        assert_eq!(space.area_of_cells(IRect::of_size(20, 16)).size(), vec2(1280.0, 1024.0));
    }

    #[test]
    fn tile_a6_a_box_is_half_open() {
        let space = TileSpace::square(64.0);
        let cells = |x, y| space.cells_in(Aabb::from_size(vec2(x, y), vec2(48.0, 42.0)));
        assert_eq!(cells(128.0, 86.0), IRect::new(2, 1, 1, 1));
        assert_eq!(cells(100.0, 100.0), IRect::new(1, 1, 2, 2));
        assert_eq!(space.cells_in(Aabb::EMPTY), IRect::EMPTY);
        let line = Aabb::new(vec2(10.0, 64.0), vec2(70.0, 64.0));
        assert_eq!(space.cells_in(line), IRect::new(0, 1, 2, 1));
    }

    #[test]
    fn no_number_panics() {
        for bad in [f32::NAN, f32::INFINITY, f32::MIN, 0.0] {
            for space in [TileSpace::square(bad), TileSpace::square(1e-30)] {
                let _ = space.cells_in(Aabb::new(Vec2::splat(-1e30), Vec2::splat(1e30)));
                let _ = space.area_of(space.cell_of(vec2(bad, -bad)));
            }
        }
        assert!(!TileSpace::square(0.0).is_valid() && TileSpace::default().is_valid());
    }
}
