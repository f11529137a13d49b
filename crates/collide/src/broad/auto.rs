//! The broad phase that chooses.

use super::survey::Survey;
use super::{AllPairs, BoxGrid, Broadphase, Bvh, HierarchicalGrid, SweepAndPrune};
use crate::Pair;
use core::fmt;
use motile_geom::{Aabb, Marks};

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
    /// Boxes in crowds far apart.
    Bvh,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllPairs => "all pairs: there are few boxes",
            Self::BoxGrid => "uniform grid: the boxes are of about one size",
            Self::HierarchicalGrid => "hierarchical grid: the boxes are of mixed sizes",
            Self::SweepAndPrune => "sweep and prune: the boxes lie along a line",
            Self::Bvh => "tree: the boxes stand in crowds",
        })
    }
}

/// Looks at the boxes at each update and picks the fitting structure; the choice depends on nothing but the boxes.
/// Boxes that did not move since the last update keep what they have, which costs one comparison each. The
/// order of pairs is that of the structure chosen.
///
/// ```
/// use motile_collide::{Auto, Broadphase, Choice};
/// use motile_geom::{Aabb, vec2};
/// let mut phase = Auto::default();
/// phase.update(&[Aabb::from_size(vec2(0.0, 0.0), vec2(1.0, 1.0))]);
/// assert_eq!(phase.choice(), Choice::AllPairs);
/// assert_eq!(phase.choice().to_string(), "all pairs: there are few boxes");
/// ```
#[doc(alias = "broad phase")]
#[derive(Clone, Debug, Default)]
pub struct Auto {
    choice: Choice,
    all_pairs: AllPairs,
    grid: BoxGrid,
    levels: HierarchicalGrid,
    sweep: SweepAndPrune,
    tree: Bvh,
}

/// Up to this many boxes the double loop is as fast as a structure (45 when measured).
const FEW: usize = 48;
/// Largest size over mean size from which a grid of one cell size loses.
const MIXED: f64 = 4.0;
/// Crowding of cells, 1 when boxes are strewn evenly, from which a tree is faster than a grid.
const CROWDED: f64 = 12.0;

impl Auto {
    /// The structure in use since the last update; `Display` says why.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn par_pairs(&self, pairs: &mut Vec<Pair>) {
        match self.choice {
            Choice::BoxGrid => self.grid.par_pairs(pairs),
            Choice::HierarchicalGrid => self.levels.par_pairs(pairs),
            _ => self.pairs_into(pairs),
        }
    }

    fn choose(boxes: &[Aabb], survey: &Survey) -> Choice {
        if boxes.len() <= FEW {
            return Choice::AllPairs;
        }
        if survey.bounds().size().as_dvec2().min_element() <= 3.0 * survey.mean {
            Choice::SweepAndPrune
        } else if f64::from(survey.reach.max_element()) > MIXED * survey.mean {
            Choice::HierarchicalGrid
        } else {
            Choice::BoxGrid
        }
    }

    /// Files the boxes in the grid chosen, and in a tree if it turns out that they crowd its cells.
    fn file(&mut self, boxes: &[Aabb], survey: &Survey) {
        let crowding = if self.choice == Choice::BoxGrid {
            self.grid.update_surveyed(boxes, survey);
            self.grid.crowding()
        } else {
            self.levels.update_surveyed(boxes, survey);
            self.levels.crowding()
        };
        if crowding > CROWDED {
            self.choice = Choice::Bvh;
            self.tree.update(boxes);
        }
    }
}

/// Whether no box moved, a group at a time: one comparison a box would be many branches.
fn is_same(boxes: &[Aabb], others: &[Aabb]) -> bool {
    let numbers = |area: &Aabb| [area.min.x, area.min.y, area.max.x, area.max.y];
    let moved = |(a, b): (&Aabb, &Aabb)| {
        let (a, b) = (numbers(a), numbers(b));
        (0..4).map(|i| u32::from(a[i] != b[i])).sum::<u32>()
    };
    let mut groups = boxes.chunks(16).zip(others.chunks(16));
    boxes.len() == others.len() && groups.all(|(a, b)| a.iter().zip(b).map(moved).sum::<u32>() == 0)
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
        if is_same(boxes, self.boxes()) {
            return;
        }
        let survey = Survey::of(boxes);
        self.choice = Self::choose(boxes, &survey);
        match self.choice {
            Choice::AllPairs => self.all_pairs.update(boxes),
            Choice::SweepAndPrune => self.sweep.update(boxes),
            _ => self.file(boxes, &survey),
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

    fn mark(&self, marks: &mut Marks) {
        with_chosen!(self, phase => phase.mark(marks));
    }

    fn bounds(&self) -> Aabb {
        with_chosen!(self, phase => phase.bounds())
    }
}
