//! Which cells of a map are near an area, for every orientation.

use super::layout::shifted;
use super::{Orientation, ShiftedLines, TileMap};
use motile_geom::{Aabb, IRect, IVec2, UVec2, Vec2, vec2};

impl TileMap {
    /// Cells of a size among which are all whose boxes have their top left corners in an area; others too.
    pub(crate) fn cells_near(&self, area: Aabb, size: UVec2) -> IRect {
        let size = size.max(UVec2::ONE).as_vec2();
        let corners = area.corners();
        match self.orientation {
            Orientation::Orthogonal => around(corners.map(|corner| corner / size)),
            Orientation::Isometric => {
                let first = (self.size.y as f32 - 1.0) * size.x / 2.0;
                around(corners.map(|corner| {
                    let (u, v) = ((corner.x - first) / size.x, corner.y / size.y);
                    vec2(v + u, v - u)
                }))
            }
            Orientation::Staggered { stagger } => self.lines_near(area, stagger, 0),
            Orientation::Hexagonal { stagger, side } => self.lines_near(area, stagger, side),
            Orientation::Oblique { skew } => {
                let skew = skew.as_vec2();
                let det = size.x * size.y - skew.x * skew.y;
                if det == 0.0 {
                    return self.cells();
                }
                around(
                    corners.map(|p| {
                        vec2(p.x * size.y - p.y * skew.x, p.y * size.x - p.x * skew.y) / det
                    }),
                )
            }
        }
    }

    /// The cells of shifted lines near an area.
    fn lines_near(&self, area: Aabb, stagger: ShiftedLines, side: u32) -> IRect {
        let unshifted =
            |cell| shifted(cell, self.tile_size, ShiftedLines { even: false, ..stagger }, side);
        // From one line to the second next, where none is shifted against the other.
        let (x, y) = unshifted(IVec2::splat(2));
        let step = (vec2(x as f32, y as f32) * 0.5).max(Vec2::ONE);
        around(area.corners().map(|corner| corner / step))
    }
}

/// The whole cells around some places, and one more on each side.
fn around(places: [Vec2; 4]) -> IRect {
    let area = Aabb::around(places);
    let (first, last) = (area.min.floor() - 1.0, area.max.ceil() + 1.0);
    let count = |from: f32, to: f32| (to - from).clamp(0.0, i32::MAX as f32) as u32 + 1;
    IRect::new(first.x as i32, first.y as i32, count(first.x, last.x), count(first.y, last.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{ivec2, uvec2};

    /// Every cell in view is among those that are asked for.
    #[test]
    fn tile_77_cells_near_an_area_are_all_in_it() {
        let mut rng = motile_geom::Rng::new(7);
        let stagger = |bits: u32| ShiftedLines { columns: bits & 1 != 0, even: bits & 2 != 0 };
        for round in 0..400 {
            let orientation = match round % 5 {
                0 => Orientation::Orthogonal,
                1 => Orientation::Isometric,
                2 => Orientation::Staggered { stagger: stagger(round / 5) },
                3 => Orientation::Hexagonal { stagger: stagger(round / 5), side: rng.below(10) },
                _ => Orientation::Oblique { skew: ivec2(rng.int(-9..9), rng.int(-9..9)) },
            };
            let size = uvec2(10 + rng.below(30), 10 + rng.below(30));
            let map = TileMap { orientation, ..TileMap::new(uvec2(40, 30), size) };
            let corner = vec2(rng.range(-300.0..300.0), rng.range(-300.0..300.0));
            let area = Aabb::from_size(corner, vec2(rng.range(1.0..200.0), rng.range(1.0..200.0)));
            let near = map.cells_near(area, size);
            for (x, y) in (-40..40).flat_map(|x| (-40..40).map(move |y| (x, y))) {
                if area.contains(map.corner_of_cell(ivec2(x, y))) {
                    assert!(near.contains(x, y), "{orientation:?} {x} {y} {near:?}");
                }
            }
            assert!(near.area() < 100_000, "{orientation:?} {near:?}");
        }
    }

    #[test]
    fn no_size_and_no_area_panics() {
        let stagger = ShiftedLines::default();
        for orientation in [
            Orientation::Isometric,
            Orientation::Hexagonal { stagger, side: u32::MAX },
            Orientation::Oblique { skew: IVec2::MIN },
        ] {
            for size in [UVec2::ZERO, UVec2::MAX] {
                let map = TileMap { orientation, ..TileMap::new(size, size) };
                for far in [1e30, 100.0] {
                    let near = map.cells_near(Aabb::new(Vec2::ZERO, Vec2::splat(far)), size);
                    // The largest `i32` is a power of two in single precision, and one more cell stands at the end.
                    assert!(near.width <= (1 << 31) + 1, "{near:?}");
                }
            }
        }
    }
}
