//! Which cells hang together: unreachable goals answered at once.

use crate::{Diagonals, PathGrid, grid::cell::place_in_rows};
use motile_geom::{IVec2, ivec2};

/// Labels of connected regions.
///
/// Two cells can reach each other exactly when their labels are equal. Labels follow the grid by
/// [`Regions::update`], which does nothing when nothing has changed.
#[doc(alias = "connected components")]
#[doc(alias = "flood fill")]
#[derive(Clone, Debug, Default)]
pub struct Regions {
    width: u32,
    fingerprint: Option<u64>,
    labels: Vec<u32>,
    count: u32,
    stack: Vec<u32>,
}

const WALL: u32 = u32::MAX;

impl Regions {
    /// No labels yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Brings the labels up to date; allocates when the grid has grown.
    pub fn update(&mut self, grid: &PathGrid) {
        if self.fingerprint == Some(grid.fingerprint()) {
            return;
        }
        self.fingerprint = Some(grid.fingerprint());
        self.width = grid.width();
        self.labels.clear();
        self.labels.resize(grid.cell_count() as usize, WALL);
        self.count = 0;
        for y in 0..grid.height() as i32 {
            for x in 0..grid.width() as i32 {
                let index = grid.index(ivec2(x, y));
                if self.labels[index] == WALL && grid.bits().get(x, y) {
                    self.flood(grid, ivec2(x, y));
                    self.count += 1;
                }
            }
        }
    }

    /// Number of regions.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Label of a cell's region; `None` for walls and outside.
    pub fn label(&self, cell: IVec2) -> Option<u32> {
        let index = place_in_rows(cell, self.width)?;
        self.labels.get(index).copied().filter(|&label| label != WALL)
    }

    /// Whether there is a path between two cells.
    pub fn connected(&self, a: IVec2, b: IVec2) -> bool {
        self.label(a).is_some() && self.label(a) == self.label(b)
    }

    /// The cell reachable from `from` that is nearest to `goal` by straight line; `goal` itself when
    /// it can be reached. Of several the first in reading order of the ring they lie on. `None` when `from` is
    /// a wall or outside.
    pub fn nearest_reachable(&self, from: IVec2, goal: IVec2) -> Option<IVec2> {
        let label = self.label(from)?;
        let height = (self.labels.len() / self.width.max(1) as usize) as i32;
        let goal = goal.clamp(IVec2::ZERO, ivec2(self.width as i32 - 1, height - 1));
        let (mut best, mut best_squared) = (from, i64::MAX);
        // A ring of radius r holds nothing nearer than r.
        let mut radius = 0;
        while i64::from(radius) * i64::from(radius) < best_squared
            && radius <= height.max(self.width as i32)
        {
            for y in -radius..=radius {
                let edge = y.abs() == radius;
                let step = if edge || radius == 0 { 1 } else { 2 * radius };
                for x in (-radius..=radius).step_by(step as usize) {
                    let squared = i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y);
                    let cell = goal + ivec2(x, y);
                    if squared < best_squared && self.label(cell) == Some(label) {
                        (best, best_squared) = (cell, squared);
                    }
                }
            }
            radius += 1;
        }
        Some(best)
    }

    fn flood(&mut self, grid: &PathGrid, from: IVec2) {
        // All rules but "always" need a free cell beside a diagonal, so four directions tell all.
        let mask = if grid.diagonals() == Diagonals::Always { 0xff } else { 0b0101_0101 };
        let width = grid.width() as i32;
        self.labels[grid.index(from)] = self.count;
        self.stack.push(grid.index(from) as u32);
        while let Some(index) = self.stack.pop() {
            let cell = ivec2(index as i32 % width, index as i32 / width);
            let mut left = grid.legal_moves()[grid.bits().window(cell.x, cell.y)] & mask;
            while left != 0 {
                let to = cell + crate::grid::moves::offset(left.trailing_zeros());
                left &= left - 1;
                let label = &mut self.labels[grid.index(to)];
                if *label == WALL {
                    *label = self.count;
                    self.stack.push(grid.index(to) as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_25_the_sealed_room_is_known_without_a_search() {
        let mut grid = PathGrid::new(50, 30).unwrap();
        for y in 24..30 {
            grid.set_walkable(ivec2(46, y), false);
        }
        for x in 46..50 {
            grid.set_walkable(ivec2(x, 24), false);
        }
        let mut regions = Regions::new();
        regions.update(&grid);
        let (start, goal) = (ivec2(0, 2), ivec2(48, 27));
        assert_eq!(regions.count(), 2);
        assert!(!regions.connected(start, goal));
        assert_eq!(regions.nearest_reachable(start, goal), Some(ivec2(45, 27)));
        assert_eq!(regions.nearest_reachable(start, ivec2(9, 9)), Some(ivec2(9, 9)));
        assert!(regions.nearest_reachable(ivec2(46, 24), goal).is_none());
        grid.set_walkable(ivec2(46, 27), true);
        regions.update(&grid);
        assert!(regions.connected(start, goal));
    }

    #[test]
    fn diagonal_cracks_connect_only_when_always_allowed() {
        let map = PathGrid::from_text(".#\n#.").unwrap();
        let mut regions = Regions::new();
        for (rule, count) in [(Diagonals::AtLeastOne, 2), (Diagonals::Always, 1)] {
            regions.update(&map.grid.clone().with_diagonals(rule));
            assert_eq!(regions.count(), count);
        }
    }
}
