//! Other ways to find who is near whom: they all find the same pairs.

use motile::collide::{AllPairs, BoxGrid, Broadphase, Bvh, HierarchicalGrid, Pair, SweepAndPrune};
use motile::prelude::*;

/// The grid of the demo, and what takes its place.
pub(super) const WAYS: &[&str] =
    &["rebuilt grid", "all pairs", "kept grid", "grid of levels", "sweep and prune", "tree"];

/// One of each, kept from tick to tick.
#[derive(Default)]
pub(super) struct Search {
    all: AllPairs,
    grid: BoxGrid,
    levels: HierarchicalGrid,
    sweep: SweepAndPrune,
    tree: Bvh,
    boxes: Vec<Aabb>,
    pairs: Vec<Pair>,
}

impl Search {
    /// All pairs of boxes that touch, ascending, by the way of this name.
    pub(super) fn pairs(&mut self, way: &str, boxes: impl Iterator<Item = Aabb>) -> &[Pair] {
        self.boxes.clear();
        self.boxes.extend(boxes);
        match way {
            "all pairs" => find(&mut self.all, &self.boxes, &mut self.pairs),
            "kept grid" => find(&mut self.grid, &self.boxes, &mut self.pairs),
            "grid of levels" => find(&mut self.levels, &self.boxes, &mut self.pairs),
            "sweep and prune" => find(&mut self.sweep, &self.boxes, &mut self.pairs),
            _ => find(&mut self.tree, &self.boxes, &mut self.pairs),
        }
        // In one order, whoever found them: then the table runs the same way, too.
        self.pairs.sort_unstable();
        &self.pairs
    }
}

fn find(way: &mut impl Broadphase, boxes: &[Aabb], pairs: &mut Vec<Pair>) {
    way.update(boxes);
    way.pairs_into(pairs);
}
