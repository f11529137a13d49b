//! Costs and paths inside one rectangle of a map.

use crate::{
    DistanceField, PathGrid, Search,
    field::{descent::bends_down, distance::Sense},
};
use motile_geom::{IRect, IVec2};

/// Costs by paths that stay inside a rectangle, from one cell or to it. The memory is used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Local {
    origin: IVec2,
    /// The rectangle as a map of its own.
    part: Option<PathGrid>,
    field: DistanceField,
    sense: Sense,
}

impl Local {
    pub(crate) fn bytes(&self) -> usize {
        let part = self.part.as_ref().map_or(0, PathGrid::memory_bytes);
        (part + self.field.memory_bytes()) as usize
    }

    /// Moves to a rectangle of the map.
    pub(crate) fn enter(&mut self, grid: &PathGrid, rect: IRect) {
        self.origin = IVec2::new(rect.x, rect.y);
        self.part = Some(grid.cut(rect, self.part.take()));
    }

    /// Measures all paths from a free cell, or to it.
    pub(crate) fn flood(&mut self, from: IVec2, sense: Sense) {
        self.sense = sense;
        if let Some(part) = &self.part {
            // Paths inside a cluster are far too short for their costs to overflow.
            self.field.begin_sense(part, &[from - self.origin], sense);
            self.field.finish(part);
        }
    }

    /// Cost of a cell as the last flood found it.
    pub(crate) fn cost(&self, cell: IVec2) -> Option<u32> {
        self.field.cost(cell - self.origin)
    }

    /// All costs of the last flood, row by row.
    pub(crate) fn costs(&self) -> &[u32] {
        self.field.costs()
    }

    /// Calls `visit` with the cells where the path bends, from a cell that the last flood has reached to
    /// where it began, both included.
    pub(crate) fn bends(&self, cell: IVec2, visit: impl FnMut(IVec2)) {
        self.bends_by(self.field.costs(), cell, visit);
    }

    /// Calls `visit` with the cells where the path bends by the costs of an earlier flood in this rectangle and
    /// this sense, from a cell to where that flood began.
    pub(crate) fn bends_by(&self, costs: &[u32], cell: IVec2, mut visit: impl FnMut(IVec2)) {
        if let Some(part) = &self.part {
            let origin = self.origin;
            bends_down(part, costs, self.sense, cell - origin, |bend| visit(bend + origin));
        }
    }
}
