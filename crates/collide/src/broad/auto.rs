//! The broad phase that chooses.

use super::{AllPairs, BoxGrid, Broadphase, Bvh, HierarchicalGrid, SweepAndPrune};
use crate::Pair;
use core::fmt;
use motile_geom::Aabb;

/// What [`Auto`] uses and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Few boxes: no structure pays.
    #[default]
    AllPairs,
    /// Boxes of about one size.
    BoxGrid,
    /// Boxes of mixed sizes.
    HierarchicalGrid,
    /// Boxes along a line.
    SweepAndPrune,
    /// Boxes that do not move.
    Bvh,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllPairs => "all pairs: there are few boxes",
            Self::BoxGrid => "uniform grid: the boxes are of about one size",
            Self::HierarchicalGrid => "hierarchical grid: the boxes are of mixed sizes",
            Self::SweepAndPrune => "sweep and prune: the boxes lie along a line",
            Self::Bvh => "tree: the boxes do not move",
        })
    }
}

/// Looks at the boxes at each update and picks the fitting structure; the choice depends on nothing
/// but the boxes of this and the last update. The order of pairs is that of the structure chosen.
///
/// ```
/// use motile_collide::{Auto, Broadphase, Choice};
/// use motile_geom::{Aabb, vec2};
/// let mut phase = Auto::default();
/// phase.update(&[Aabb::from_size(vec2(0.0, 0.0), vec2(1.0, 1.0))]);
/// assert_eq!(phase.choice(), Choice::AllPairs);
/// assert_eq!(phase.choice().to_string(), "all pairs: there are few boxes");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Auto {
    choice: Choice,
    all_pairs: AllPairs,
    grid: BoxGrid,
    levels: HierarchicalGrid,
    sweep: SweepAndPrune,
    tree: Bvh,
}

/// Up to this many boxes the double loop is as fast as a structure (COL-M8 measures 45).
const FEW: usize = 48;
/// Largest size over mean size from which a grid of one cell size loses.
const MIXED: f64 = 4.0;

impl Auto {
    /// The structure in use since the last update; `Display` says why.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    fn choose(&self, boxes: &[Aabb]) -> Choice {
        if boxes.len() <= FEW {
            return Choice::AllPairs;
        }
        let valid = || boxes.iter().filter(|area| area.is_valid());
        let sizes = valid().map(|area| area.size().max_element() as f64);
        let (count, sum, largest) = sizes
            .fold((0u32, 0.0, 0.0f64), |(n, sum, max), size| (n + 1, sum + size, max.max(size)));
        let bounds = valid().fold(Aabb::EMPTY, |all, &area| all.union(area)).size().as_dvec2();
        let mean = sum / f64::from(count.max(1));
        if bounds.min_element() <= 3.0 * mean {
            Choice::SweepAndPrune
        } else if boxes == self.boxes() {
            Choice::Bvh
        } else if largest > MIXED * mean {
            Choice::HierarchicalGrid
        } else {
            Choice::BoxGrid
        }
    }
}

/// Does the same with whichever structure is in use.
macro_rules! with_chosen {
    ($auto:expr, $phase:ident => $work:expr) => {
        match $auto.choice {
            Choice::AllPairs => {
                let $phase = &$auto.all_pairs;
                $work
            }
            Choice::BoxGrid => {
                let $phase = &$auto.grid;
                $work
            }
            Choice::HierarchicalGrid => {
                let $phase = &$auto.levels;
                $work
            }
            Choice::SweepAndPrune => {
                let $phase = &$auto.sweep;
                $work
            }
            Choice::Bvh => {
                let $phase = &$auto.tree;
                $work
            }
        }
    };
}

impl Broadphase for Auto {
    fn update(&mut self, boxes: &[Aabb]) {
        self.choice = self.choose(boxes);
        match self.choice {
            Choice::AllPairs => self.all_pairs.update(boxes),
            Choice::BoxGrid => self.grid.update(boxes),
            Choice::HierarchicalGrid => self.levels.update(boxes),
            Choice::SweepAndPrune => self.sweep.update(boxes),
            // Boxes at rest keep their tree; one that is left over from other boxes is not refitted.
            Choice::Bvh if self.tree.boxes() == boxes => {}
            Choice::Bvh => self.tree.rebuild(boxes),
        }
    }

    fn boxes(&self) -> &[Aabb] {
        with_chosen!(self, phase => phase.boxes())
    }

    #[inline]
    fn for_each_pair(&self, f: impl FnMut(Pair)) {
        with_chosen!(self, phase => phase.for_each_pair(f));
    }

    #[inline]
    fn for_each_in(&self, area: Aabb, f: impl FnMut(u32)) {
        with_chosen!(self, phase => phase.for_each_in(area, f));
    }

    fn bounds(&self) -> Aabb {
        with_chosen!(self, phase => phase.bounds())
    }
}
