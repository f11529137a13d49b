//! From places to cells, for every layout that maps have.

use crate::{Orientation, ShiftedLines, TileMap};
use motile_geom::glam::{DVec2, Vec2Swizzles, dvec2};
use motile_geom::{IVec2, Vec2, ivec2};

impl TileMap {
    /// The cell whose shape holds a point, pixels: a rectangle, a diamond, a hexagon or a parallelogram, whatever
    /// the orientation of the map says; the way back from [`center_of_cell`](Self::center_of_cell). Cells outside the map's size
    /// count too. Nothing when the point is not finite or the cells have no size.
    ///
    /// ```
    /// use motile_geom::{ivec2, uvec2};
    /// use motile_tiles::{Orientation, ShiftedLines, TileMap};
    /// let mut map = TileMap::new(uvec2(4, 4), uvec2(64, 32));
    /// for orientation in [Orientation::Isometric, Orientation::Staggered { stagger: ShiftedLines::default() }] {
    ///     map.orientation = orientation;
    ///     let middle = map.center_of_cell(ivec2(2, 3));
    ///     assert_eq!(map.cell_of_point(middle), Some(ivec2(2, 3)));
    /// }
    /// ```
    #[doc(alias = "pixel to cell")]
    #[doc(alias = "screen to tile")]
    pub fn cell_of_point(&self, point: Vec2) -> Option<IVec2> {
        if !point.is_finite() || self.tile_size.x < 2 || self.tile_size.y < 2 {
            return None;
        }
        let place = point.as_dvec2();
        let size = self.tile_size.as_dvec2();
        match self.orientation {
            Orientation::Orthogonal => Some((place / size).floor().as_ivec2()),
            Orientation::Isometric => {
                let top = dvec2(f64::from(self.size.y) * size.x / 2.0, 0.0);
                let across = (place - top) / size;
                Some(dvec2(across.y + across.x, across.y - across.x).floor().as_ivec2())
            }
            Orientation::Oblique { skew } => unskewed(place, size, skew.as_dvec2()),
            Orientation::Staggered { stagger } => self.nearest(place, stagger, 0),
            Orientation::Hexagonal { stagger, side } => self.nearest(place, stagger, side),
        }
    }

    /// The cell of shifted lines that a point is deepest in, among those around the place where unshifted ones would be.
    fn nearest(&self, place: DVec2, stagger: ShiftedLines, side: u32) -> Option<IVec2> {
        let size = self.tile_size.as_dvec2();
        let origin = self.corner_of_cell(IVec2::ZERO).as_dvec2();
        let step = (self.corner_of_cell(ivec2(2, 2)).as_dvec2() - origin) / 2.0;
        if step.x < 1.0 || step.y < 1.0 {
            return None;
        }
        let guess = ((place - size / 2.0) / step).round().as_ivec2();
        let mut best = (f64::INFINITY, guess);
        for y in -2..=2 {
            for x in -2..=2 {
                let cell = guess.saturating_add(ivec2(x, y));
                let depth =
                    outness(place - self.center_of_cell(cell).as_dvec2(), size, stagger, side);
                if depth < best.0 {
                    best = (depth, cell);
                }
            }
        }
        Some(best.1)
    }
}

/// How far out in a hexagon a point is, from its middle: 0 there, 1 on its border.
fn outness(from_middle: DVec2, size: DVec2, stagger: ShiftedLines, side: u32) -> f64 {
    let (mut away, mut half) = (from_middle.abs(), size / 2.0);
    if stagger.columns {
        (away, half) = (away.yx(), half.yx());
    }
    // Now the lines are rows: straight sides at the left and right, points at the top and bottom.
    let across = away.x / half.x;
    let roof = half.y - f64::from(side).min(half.y * 2.0) / 2.0;
    across.max((away.y + across * roof) / half.y)
}

/// The cell of a map whose rows and columns lean.
fn unskewed(place: DVec2, size: DVec2, skew: DVec2) -> Option<IVec2> {
    let area = size.x * size.y - skew.x * skew.y;
    if area == 0.0 {
        return None;
    }
    // The cell (0, 0) is the box between 0 and its size, and the others are that box shifted; its middle leads.
    let place = place - size / 2.0;
    let column = (place.x * size.y - place.y * skew.x) / area;
    let row = (place.y * size.x - place.x * skew.y) / area;
    Some(dvec2(column, row).round().as_ivec2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, uvec2, vec2};

    fn staggers() -> impl Iterator<Item = ShiftedLines> {
        (0..4).map(|kind| ShiftedLines { columns: kind & 1 == 1, even: kind & 2 == 2 })
    }

    fn orientations() -> Vec<Orientation> {
        let mut all = vec![
            Orientation::Orthogonal,
            Orientation::Isometric,
            Orientation::Oblique { skew: ivec2(8, -4) },
        ];
        for stagger in staggers() {
            all.push(Orientation::Staggered { stagger });
            all.extend([0, 6, 12].map(|side| Orientation::Hexagonal { stagger, side }));
        }
        all
    }

    #[test]
    fn iso_n11_every_layout_finds_the_cells_it_places() {
        for orientation in orientations() {
            for size in [uvec2(64, 32), uvec2(14, 12), uvec2(33, 17)] {
                let map = TileMap { orientation, ..TileMap::new(uvec2(9, 7), size) };
                for (x, y) in (-12..12).flat_map(|x| (-12..12).map(move |y| (x, y))) {
                    let middle = map.center_of_cell(ivec2(x, y));
                    let found = map.cell_of_point(middle);
                    assert_eq!(found, Some(ivec2(x, y)), "{orientation:?} {size}");
                }
            }
        }
    }

    /// The diamond of a staggered cell is the one whose gauge is below 1, for any point of the plane.
    #[test]
    fn iso_x13_points_of_staggered_maps_are_inside_their_cells() {
        let mut rng = Rng::new(3);
        for stagger in staggers() {
            let orientation = Orientation::Staggered { stagger };
            let map = TileMap { orientation, ..TileMap::new(uvec2(9, 7), uvec2(64, 32)) };
            for _ in 0..2000 {
                let point = vec2(rng.range(-500.0..500.0), rng.range(-500.0..500.0));
                let cell = map.cell_of_point(point).map(|cell| map.center_of_cell(cell));
                let away = (point - cell.unwrap_or(Vec2::NAN)).abs() / vec2(32.0, 16.0);
                assert!(away.x + away.y <= 1.0 + 1e-4, "{point} {stagger:?}");
            }
        }
    }

    #[test]
    fn nothing_where_there_are_no_cells_or_no_numbers() {
        for orientation in orientations() {
            let map = TileMap { orientation, ..TileMap::new(uvec2(3, 3), uvec2(0, 16)) };
            assert_eq!(map.cell_of_point(Vec2::ZERO), None);
            let map = TileMap { orientation, ..TileMap::new(uvec2(3, 3), uvec2(16, 16)) };
            assert_eq!(map.cell_of_point(vec2(f32::NAN, 0.0)), None);
            // Far beyond what cells can be counted: a cell, and no overflow.
            assert!(map.cell_of_point(Vec2::splat(f32::MAX)).is_some());
        }
    }
}
