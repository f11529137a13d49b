//! Grids of several cell sizes, for boxes of mixed sizes (COL-W3).

use super::box_grid::Filed;
use super::{Broadphase, bounds_of};
use crate::Pair;
use motile_geom::Aabb;

/// A stack of grids, each with cells four times as wide as the one below. A box stands in the grid
/// that fits its size; pairs of different sizes are found by looking the smaller one up in the
/// coarser grids.
///
/// Pairs come level by level from the smallest boxes up: first those within the level in the order
/// of [`BoxGrid`](super::BoxGrid), then those of each of its boxes with the coarser levels. Boxes come level by level.
#[derive(Clone, Debug)]
pub struct HierarchicalGrid {
    boxes: Vec<Aabb>,
    bounds: Aabb,
    levels: Vec<Filed>,
    /// Indices of boxes sorted by level, and where each level starts.
    members: Vec<u32>,
    starts: Vec<u32>,
}

impl Default for HierarchicalGrid {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            bounds: Aabb::EMPTY,
            levels: Vec::new(),
            members: Vec::new(),
            starts: Vec::new(),
        }
    }
}

/// Most levels: sizes from 1 to 4¹⁵, about a thousand million.
const MAX_LEVELS: usize = 16;

impl HierarchicalGrid {
    /// Number of levels in use.
    pub fn levels(&self) -> u32 {
        self.levels.iter().filter(|level| !level.is_empty()).count() as u32
    }

    /// Level of a box, given the size of the largest one: level 0 holds the largest.
    fn level_of(area: Aabb, largest: f64) -> usize {
        let size = area.size().max_element() as f64;
        let mut limit = largest / 4.0;
        let mut level = 0;
        while size <= limit && level + 1 < MAX_LEVELS {
            limit /= 4.0;
            level += 1;
        }
        level
    }
}

impl Broadphase for HierarchicalGrid {
    fn update(&mut self, boxes: &[Aabb]) {
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        self.bounds = bounds_of(boxes);
        let valid = || boxes.iter().enumerate().filter(|(_, area)| area.is_valid());
        let largest = valid().map(|(_, area)| area.size().max_element() as f64).fold(0.0, f64::max);

        // A counting sort by level, stable as all the others.
        self.starts.clear();
        self.starts.resize(MAX_LEVELS + 2, 0);
        for (_, &area) in valid() {
            self.starts[Self::level_of(area, largest) + 2] += 1;
        }
        for level in 1..self.starts.len() {
            self.starts[level] += self.starts[level - 1];
        }
        self.members.resize(boxes.len(), 0);
        for (i, &area) in valid() {
            let next = &mut self.starts[Self::level_of(area, largest) + 1];
            self.members[*next as usize] = i as u32;
            *next += 1;
        }

        for level in 0..MAX_LEVELS {
            let (from, to) = (self.starts[level] as usize, self.starts[level + 1] as usize);
            if level >= self.levels.len() {
                if from == to {
                    continue;
                }
                self.levels.resize_with(level + 1, Filed::new);
            }
            let members = &self.members[from..to];
            self.levels[level].file(boxes, |i| members[i as usize], members.len());
        }
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    #[inline]
    fn for_each_pair(&self, mut f: impl FnMut(Pair)) {
        for (i, level) in self.levels.iter().enumerate().rev() {
            level.for_each_pair(&mut f);
            let coarser = &self.levels[..i];
            for coarse in coarser.iter().filter(|level| !level.is_empty()) {
                for (index, area) in level.iter() {
                    coarse.for_each_in(area, |other| f(Pair::new(index, other)));
                }
            }
        }
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, mut f: impl FnMut(u32)) {
        for level in self.levels.iter().rev() {
            level.for_each_in(area, &mut f);
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
