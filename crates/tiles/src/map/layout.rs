//! Where the cells of a map are, for every orientation.

use super::{Orientation, ShiftedLines, TileMap};
use motile_geom::{IVec2, UVec2, Vec2, vec2};

impl TileMap {
    /// The top left corner of the box around a cell, pixels: where Tiled puts a tile of the size of a cell. Cells of
    /// either sign have a place.
    ///
    /// Isometric maps begin half their height to the right, so that all of their cells have places from 0 on.
    ///
    /// ```
    /// use motile_geom::{ivec2, uvec2, vec2};
    /// use motile_tiles::{Orientation, TileMap};
    /// let mut map = TileMap::new(uvec2(4, 3), uvec2(64, 32));
    /// assert_eq!(map.corner_of_cell(ivec2(1, 2)), vec2(64.0, 64.0));
    /// map.orientation = Orientation::Isometric;
    /// assert_eq!(map.corner_of_cell(ivec2(0, 0)), vec2(64.0, 0.0));
    /// assert_eq!(map.corner_of_cell(ivec2(1, 2)), vec2(32.0, 48.0));
    /// ```
    #[doc(alias = "cell to pixel")]
    #[doc(alias = "tile to screen")]
    pub fn corner_of_cell(&self, cell: IVec2) -> Vec2 {
        self.corner_of(cell, self.tile_size)
    }

    /// The top left corner of the box around a cell of a layer whose cells have a size of their own.
    pub(crate) fn corner_of(&self, cell: IVec2, size: UVec2) -> Vec2 {
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        let (width, height) = (f64::from(size.x), f64::from(size.y));
        let (x, y) = match self.orientation {
            Orientation::Orthogonal => (x * width, y * height),
            Orientation::Isometric => {
                let first = (f64::from(self.size.y) - 1.0) * width / 2.0;
                ((x - y) * width / 2.0 + first, (x + y) * height / 2.0)
            }
            Orientation::Staggered { stagger } => shifted(cell, size, stagger, 0),
            Orientation::Hexagonal { stagger, side } => shifted(cell, size, stagger, side),
            Orientation::Oblique { skew } => {
                (x * width + y * f64::from(skew.x), y * height + x * f64::from(skew.y))
            }
        };
        vec2(x as f32, y as f32)
    }

    /// Where a place of an object is in pixels, on an isometric map: there the editor measures along the edges of the cells.
    /// On other maps the place is in pixels already.
    ///
    /// ```
    /// use motile_geom::{uvec2, vec2};
    /// use motile_tiles::{Orientation, TileMap};
    /// let mut map = TileMap::new(uvec2(4, 3), uvec2(64, 32));
    /// map.orientation = Orientation::Isometric;
    /// assert_eq!(map.point_of_object(vec2(0.0, 0.0)), vec2(96.0, 0.0), "the upper corner of the first cell");
    /// assert_eq!(map.point_of_object(vec2(32.0, 0.0)), vec2(128.0, 16.0), "a cell further");
    /// ```
    pub fn point_of_object(&self, place: Vec2) -> Vec2 {
        if self.orientation != Orientation::Isometric {
            return place;
        }
        let size = self.tile_size.as_vec2();
        let cell = place / size.y.max(1.0);
        let first = self.size.y as f32 * size.x / 2.0;
        vec2((cell.x - cell.y) * size.x / 2.0 + first, (cell.x + cell.y) * size.y / 2.0)
    }

    /// The middle of the box around a cell, pixels.
    pub fn center_of_cell(&self, cell: IVec2) -> Vec2 {
        self.corner_of_cell(cell) + self.tile_size.as_vec2() / 2.0
    }
}

/// Places of cells in lines of which every other one is shifted: hexagons, and diamonds as hexagons whose sides along
/// the lines have no length. Tiled halves in whole pixels, so that odd sizes lose one.
pub(super) fn shifted(cell: IVec2, size: UVec2, stagger: ShiftedLines, side: u32) -> (f64, f64) {
    let even = |pixels: u32| f64::from(pixels & !1);
    let half = |pixels: f64| (pixels / 2.0).trunc();
    let (width, height, side) = (even(size.x), even(size.y), f64::from(side));
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    let is_shifted = |line: i32| (line.rem_euclid(2) == 0) == stagger.even;
    if stagger.columns {
        let shift = if is_shifted(cell.x) { half(height) } else { 0.0 };
        (x * (half(width - side) + side), y * height + shift)
    } else {
        let shift = if is_shifted(cell.y) { half(width) } else { 0.0 };
        (x * width + shift, y * (half(height - side) + side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{ivec2, uvec2};

    fn corners(orientation: Orientation, size: UVec2) -> [(f32, f32); 5] {
        let map = TileMap { orientation, ..TileMap::new(uvec2(4, 4), size) };
        [(0, 0), (1, 0), (0, 1), (3, 3), (-1, -1)].map(|(x, y)| {
            let corner = map.corner_of_cell(ivec2(x, y));
            (corner.x, corner.y)
        })
    }

    #[test]
    fn tile_77_squares_diamonds_and_parallelograms() {
        let size = uvec2(64, 32);
        assert_eq!(
            corners(Orientation::Orthogonal, size),
            [(0.0, 0.0), (64.0, 0.0), (0.0, 32.0), (192.0, 96.0), (-64.0, -32.0)]
        );
        assert_eq!(
            corners(Orientation::Isometric, size),
            [(96.0, 0.0), (128.0, 16.0), (64.0, 16.0), (96.0, 96.0), (96.0, -32.0)]
        );
        assert_eq!(
            corners(Orientation::Oblique { skew: ivec2(8, -4) }, size),
            [(0.0, 0.0), (64.0, -4.0), (8.0, 32.0), (216.0, 84.0), (-72.0, -28.0)]
        );
    }

    #[test]
    fn tile_77_staggered_on_either_axis_and_index() {
        let place = |columns, even| {
            let stagger = ShiftedLines { columns, even };
            corners(Orientation::Staggered { stagger }, uvec2(64, 32))
        };
        let rows_odd = [(0.0, 0.0), (64.0, 0.0), (32.0, 16.0), (224.0, 48.0), (-32.0, -16.0)];
        let rows_even = [(32.0, 0.0), (96.0, 0.0), (0.0, 16.0), (192.0, 48.0), (-64.0, -16.0)];
        let columns_odd = [(0.0, 0.0), (32.0, 16.0), (0.0, 32.0), (96.0, 112.0), (-32.0, -16.0)];
        let columns_even = [(0.0, 16.0), (32.0, 0.0), (0.0, 48.0), (96.0, 96.0), (-32.0, -32.0)];
        assert_eq!(place(false, false), rows_odd);
        assert_eq!(place(false, true), rows_even);
        assert_eq!(place(true, false), columns_odd);
        assert_eq!(place(true, true), columns_even);
    }

    /// Cells of 14×12 with sides of 6, the size of Tiled's own small example.
    #[test]
    fn tile_77_hexagons_on_either_axis_and_index() {
        let place = |columns, even| {
            let stagger = ShiftedLines { columns, even };
            corners(Orientation::Hexagonal { stagger, side: 6 }, uvec2(14, 12))
        };
        let rows_odd = [(0.0, 0.0), (14.0, 0.0), (7.0, 9.0), (49.0, 27.0), (-7.0, -9.0)];
        let rows_even = [(7.0, 0.0), (21.0, 0.0), (0.0, 9.0), (42.0, 27.0), (-14.0, -9.0)];
        let columns_odd = [(0.0, 0.0), (10.0, 6.0), (0.0, 12.0), (30.0, 42.0), (-10.0, -6.0)];
        let columns_even = [(0.0, 6.0), (10.0, 0.0), (0.0, 18.0), (30.0, 36.0), (-10.0, -12.0)];
        assert_eq!(place(false, false), rows_odd);
        assert_eq!(place(false, true), rows_even);
        assert_eq!(place(true, false), columns_odd);
        assert_eq!(place(true, true), columns_even);
    }

    #[test]
    fn no_size_and_no_cell_panics() {
        let stagger = ShiftedLines::default();
        for orientation in [
            Orientation::Isometric,
            Orientation::Hexagonal { stagger, side: u32::MAX },
            Orientation::Oblique { skew: IVec2::MIN },
        ] {
            for size in [UVec2::ZERO, UVec2::MAX] {
                let map = TileMap { orientation, ..TileMap::new(size, size) };
                assert!(map.corner_of_cell(IVec2::MIN).is_finite());
                assert!(map.center_of_cell(IVec2::MAX).is_finite());
            }
        }
    }
}
