//! The answer: a chain of cells.

use crate::{PathGrid, grid::cell::cell_center, line_of_sight};
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2, state_fields};

/// Cells from the start to the end, both included.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GridPath {
    /// The cells in walking order; neighbors differ by one legal step. Those of an
    /// [`AnyAngle`](crate::AnyAngle) search are waypoints with free straight lines between them.
    pub cells: Vec<IVec2>,
    /// What the search minimized: the sum of whole step costs, [`PathGrid::unit`] to a straight step.
    pub units: u32,
    /// Length in cells (√2 for a diagonal, times multipliers), free of the rounding in `units`.
    pub length: f64,
    /// Whether the last cell is the goal; otherwise it is the nearest cell the search has reached.
    pub reaches_goal: bool,
}

state_fields! { GridPath { cells, units, length, reaches_goal } }

impl GridPath {
    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Forgets the cells, keeping their memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        (self.units, self.length, self.reaches_goal) = (0, 0.0, false);
    }

    /// Becomes a copy, in the memory that is there.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let mut cells = core::mem::take(&mut self.cells);
        cells.clone_from(&other.cells);
        *self = Self { cells, ..*other };
    }

    /// Whether every step, or straight line between waypoints, is still legal on `grid`: walls may have
    /// come since.
    pub fn is_walkable(&self, grid: &PathGrid) -> bool {
        self.cells.iter().all(|&cell| grid.is_walkable(cell))
            && self.cells.windows(2).all(|pair| {
                grid.can_step(pair[0], pair[1]) || line_of_sight(grid, pair[0], pair[1])
            })
    }

    /// Centers of the cells in pixels, for a grid whose cells are `cell_size` pixels wide and whose
    /// top left corner is at `origin`.
    pub fn points(&self, origin: Vec2, cell_size: f32) -> impl Iterator<Item = Vec2> + '_ {
        self.cells.iter().map(move |&cell| cell_center(cell, origin, cell_size))
    }

    /// Marks the path as a line through the centers of its cells.
    pub fn mark(&self, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        marks.polyline(MarkRole::Solution, self.points(origin, cell_size));
    }

    /// Sums up the length of the cells that are there.
    pub(crate) fn measure(&mut self, grid: &PathGrid) {
        if !grid.is_uniform() {
            self.length = self.cells.windows(2).map(|p| grid.step_length(p[0], p[1])).sum();
            return;
        }
        self.measure_uniform();
    }

    /// Sums up the length of the cells that are there, on uniform ground.
    pub(crate) fn measure_uniform(&mut self) {
        // Counting first keeps the rounding of √2 out of the sum.
        let (mut straight, mut diagonal, mut slanted) = (0u64, 0u64, 0.0);
        for pair in self.cells.windows(2) {
            let way = (pair[1] - pair[0]).abs();
            match (way.min_element(), way.max_element()) {
                (0, long) => straight += long as u64,
                (short, long) if short == long => diagonal += long as u64,
                _ => slanted += way.as_dvec2().length(),
            }
        }
        self.length = straight as f64 + diagonal as f64 * core::f64::consts::SQRT_2 + slanted;
    }
}
