//! How high what may not be walked on reaches: up to what stands above it.

use motile_geom::IVec2;
use std::collections::BTreeMap;

/// Cells that things may cover all together: more are not looked at.
const MOST_COVERED: u32 = 1 << 22;
/// How high a barrier reaches where nothing stands above it, world units: nobody jumps over that.
const BARRIER: f32 = 1000.0;

/// The undersides of what stands, by the cells they are over.
#[derive(Debug, Default)]
pub(super) struct Ceilings {
    over: BTreeMap<(i32, i32), Vec<f32>>,
    covered: u32,
}

impl Ceilings {
    /// Something stands over the cells from one to another, its underside at a height.
    pub(super) fn add(&mut self, first: IVec2, last: IVec2, y: f32) {
        for x in first.x..=last.x {
            for z in first.y..=last.y {
                if self.covered == MOST_COVERED {
                    return;
                }
                self.covered += 1;
                self.over.entry((x, z)).or_default().push(y);
            }
        }
    }

    /// The height of a barrier that stands in a cell.
    pub(super) fn barrier(&self, cell: IVec2, y: f32) -> f32 {
        let above = self.over.get(&(cell.x, cell.y)).into_iter().flatten();
        y - above.filter(|over| **over <= y).fold(y - BARRIER, |a, b| a.max(*b))
    }
}
