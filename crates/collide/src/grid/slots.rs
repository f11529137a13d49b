//! The sorted order itself, for loops that keep their own arrays in it.

use super::UniformGrid;
use super::layout::{CellSize, GridWorld, Mode};
use core::ops::Range;
use motile_geom::Vec2;

impl UniformGrid {
    /// Other settings from the next build on; bad numbers count as [`GridWorld::Unbounded`] and
    /// [`CellSize::Auto`]. Keeps the memory.
    pub fn set_world(&mut self, world: GridWorld, cell_size: CellSize) {
        self.world = if world.check().is_ok() { world } else { GridWorld::Unbounded };
        self.cell_size = if cell_size.check().is_ok() { cell_size } else { CellSize::Auto };
    }

    /// Whether the edges of the world are joined.
    pub fn is_torus(&self) -> bool {
        self.table.layout.mode == Mode::Torus
    }

    /// Input index of each slot: the objects by ascending cell, then in input order. Whoever sorts further
    /// data into this order finds the data of near objects side by side.
    pub fn order(&self) -> &[u32] {
        &self.table.order[..self.table.filed as usize]
    }

    /// Filed position of a slot: wrapped into the world of a torus, as given otherwise. Panics beyond the
    /// last slot, like slices do.
    #[inline]
    pub fn slot_position(&self, slot: u32) -> Vec2 {
        self.position(slot as usize)
    }

    /// Ranges of slots that hold every object within `distance` pixels of `point` along either axis, and some
    /// further away; one or two ranges a row of cells. None for a point that is not finite.
    #[inline]
    pub fn slots_around(&self, point: Vec2, distance: f32) -> impl Iterator<Item = Range<usize>> {
        let looked = self.look(point, distance).map(|(_, around)| around);
        looked.into_iter().flatten().map(|(from, to)| from as usize..to as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::UniformGrid;
    use motile_geom::{Rng, vec2};

    #[test]
    fn slots_around_cover_all_that_is_near() {
        let mut rng = Rng::new(3);
        let points: Vec<_> =
            (0..500).map(|_| rng.in_rect(vec2(-200.0, -200.0), vec2(200.0, 200.0))).collect();
        let mut grid = UniformGrid::default();
        grid.rebuild(&points);
        for &point in &points {
            let mut covered = vec![false; points.len()];
            for slot in grid.slots_around(point, 30.0).flatten() {
                let index = grid.order()[slot] as usize;
                assert_eq!(grid.slot_position(slot as u32), points[index]);
                covered[index] = true;
            }
            for (other, covered) in points.iter().zip(covered) {
                assert!(covered || other.distance(point) > 30.0);
            }
        }
        assert_eq!(grid.slots_around(vec2(f32::NAN, 0.0), 30.0).count(), 0);
    }
}
