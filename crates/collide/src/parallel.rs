//! Pairs found on all cores, in the order of one.

use crate::grid::scan::{Cursor, HITS, Hit};
use crate::{Auto, BoxGrid, HierarchicalGrid, Pair, UniformGrid};
use rayon::prelude::*;

/// Slots a task scans: long enough that handing it out does not show.
const BLOCK: usize = 4096;

/// Scans blocks of slots on all cores and joins what they find in the order of the slots, which is the
/// order of the scan on one core.
pub(crate) fn collect(
    slots: usize,
    indices: &[u32],
    scan: impl Fn(&mut Cursor, &mut [Hit; HITS]) -> usize + Sync,
    pairs: &mut Vec<Pair>,
) {
    pairs.clear();
    append(slots, [indices; 2], scan, pairs);
}

/// Scans one table against another on all cores, by the names of the first and of the second slots; adds to the pairs.
pub(crate) fn append(
    slots: usize,
    names: [&[u32]; 2],
    scan: impl Fn(&mut Cursor, &mut [Hit; HITS]) -> usize + Sync,
    pairs: &mut Vec<Pair>,
) {
    let blocks: Vec<Vec<Pair>> = (0..slots.div_ceil(BLOCK))
        .into_par_iter()
        .map(|block| {
            let mut cursor = Cursor::new(block * BLOCK, slots.min((block + 1) * BLOCK));
            let (mut hits, mut found) = ([[0; 2]; HITS], Vec::new());
            loop {
                let count = scan(&mut cursor, &mut hits);
                if count == 0 {
                    return found;
                }
                let named = |&[a, b]: &Hit| Pair::new(names[0][a as usize], names[1][b as usize]);
                found.extend(hits[..count].iter().map(named));
            }
        })
        .collect();
    for found in &blocks {
        pairs.extend_from_slice(found);
    }
}

impl UniformGrid {
    /// Replaces the contents of a buffer by what [`for_each_pair`](Self::for_each_pair) reports, in
    /// the same order, found on all cores. Allocates.
    pub fn par_pairs_into(&self, pairs: &mut Vec<Pair>) {
        self.par_pairs(pairs);
    }
}

impl BoxGrid {
    /// Replaces the contents of a buffer by what
    /// [`for_each_pair`](crate::Broadphase::for_each_pair) reports, in the same order, found on all
    /// cores. Allocates.
    pub fn par_pairs_into(&self, pairs: &mut Vec<Pair>) {
        self.par_pairs(pairs);
    }
}

impl HierarchicalGrid {
    /// Replaces the contents of a buffer by what
    /// [`for_each_pair`](crate::Broadphase::for_each_pair) reports, in the same order, found on all
    /// cores. Allocates.
    pub fn par_pairs_into(&self, pairs: &mut Vec<Pair>) {
        self.par_pairs(pairs);
    }
}

impl Auto {
    /// Replaces the contents of a buffer by what
    /// [`for_each_pair`](crate::Broadphase::for_each_pair) reports, in the same order, found on all
    /// cores while a grid is in use. Allocates.
    pub fn par_pairs_into(&self, pairs: &mut Vec<Pair>) {
        self.par_pairs(pairs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Broadphase, Choice};
    use motile_geom::{Aabb, Circle, Rng, Vec2};

    #[test]
    fn all_cores_find_the_same_in_the_same_order() {
        let mut rng = Rng::new(1);
        let circles: Vec<Circle> = (0..30_000)
            .map(|i| {
                let center = rng.in_rect(Vec2::ZERO, Vec2::splat(1200.0));
                Circle::new(center, if i % 2 == 0 { 5.0 } else { rng.range(1.0..5.0) })
            })
            .collect();
        let boxes: Vec<Aabb> = circles.iter().map(|circle| circle.aabb()).collect();
        let (mut grid, mut phase) = (UniformGrid::default(), BoxGrid::default());
        grid.rebuild_circles(&circles);
        phase.update(&boxes);
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        grid.for_each_pair(|pair| expected.push(pair));
        grid.par_pairs_into(&mut found);
        assert!(found.len() > 20_000);
        assert_eq!(found, expected);
        phase.pairs_into(&mut expected);
        phase.par_pairs_into(&mut found);
        assert_eq!(found, expected);

        let mut auto = Auto::default();
        auto.update(&boxes);
        assert_eq!(auto.choice(), Choice::BoxGrid);
        auto.par_pairs_into(&mut found);
        assert_eq!(found, expected);
        auto.update(&boxes[..20]);
        auto.par_pairs_into(&mut found);
        auto.pairs_into(&mut expected);
        assert_eq!(found, expected, "all pairs");

        // Specks and giants stand on several levels, which are looked up in each other.
        let size = |i: u32| Vec2::splat(if i.is_multiple_of(200) { 600.0 } else { 9.0 });
        let mixed: Vec<Aabb> = (0..20_000)
            .map(|i| Aabb::from_size(rng.in_rect(Vec2::ZERO, Vec2::splat(3000.0)), size(i)))
            .collect();
        let mut levels = HierarchicalGrid::default();
        levels.update(&mixed);
        auto.update(&mixed);
        assert!(levels.levels() > 1 && auto.choice() == Choice::HierarchicalGrid);
        levels.pairs_into(&mut expected);
        levels.par_pairs_into(&mut found);
        assert!(found.len() > 20_000);
        assert_eq!(found, expected);
        auto.par_pairs_into(&mut found);
        assert_eq!(found, expected);

        grid.rebuild_circles(&circles[..1]);
        grid.par_pairs_into(&mut found);
        assert!(found.is_empty());
    }
}
