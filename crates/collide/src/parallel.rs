//! The same pairs over all cores.

use crate::grid::scan::{Cursor, HITS, Hit};
use crate::{BoxGrid, Pair, UniformGrid};
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
                let named = |&[a, b]: &Hit| Pair::new(indices[a as usize], indices[b as usize]);
                found.extend(hits[..count].iter().map(named));
            }
        })
        .collect();
    pairs.clear();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Broadphase;
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
        grid.rebuild_circles(&circles[..1]);
        grid.par_pairs_into(&mut found);
        assert!(found.is_empty());
    }
}
