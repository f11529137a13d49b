//! Which part of a path edits have come near.

use crate::{GridPath, PathGrid};
use core::ops::Range;
use motile_geom::IVec2;

/// Places of a path's cells that edits have come near; steps elsewhere are as legal as they were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    places: Range<usize>,
}

impl Touched {
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.places = 0..0;
    }

    /// A cell has been edited: steps between the nine cells around may have changed.
    pub(crate) fn note(&mut self, path: &GridPath, cell: IVec2) {
        // No early exit, so that the loop runs over several cells at a time.
        let (mut first, mut end) = (u32::MAX, 0);
        for (place, at) in path.cells.iter().enumerate() {
            let near = at.x.wrapping_sub(cell.x).wrapping_add(1) as u32 <= 2
                && at.y.wrapping_sub(cell.y).wrapping_add(1) as u32 <= 2;
            let place = place as u32;
            first = first.min(if near { place } else { u32::MAX });
            end = end.max(if near { place + 1 } else { 0 });
        }
        if end != 0 {
            let (first, end) = (first as usize, end as usize);
            self.places = if self.is_empty() {
                first..end
            } else {
                self.places.start.min(first)..self.places.end.max(end)
            };
        }
    }

    /// The first cells of the path are gone.
    pub(crate) fn shift(&mut self, cells: usize) {
        let Range { start, end } = self.places;
        self.places = start.saturating_sub(cells)..end.saturating_sub(cells);
    }

    /// Place of the first cell that the next one cannot be reached from any more.
    pub(crate) fn first_break(&self, grid: &PathGrid, path: &GridPath) -> Option<usize> {
        let begin = self.places.start.saturating_sub(1);
        let end = (self.places.end + 1).min(path.cells.len());
        let pairs = path.cells.get(begin..end)?.windows(2);
        pairs.into_iter().position(|pair| !grid.can_step(pair[0], pair[1])).map(|at| begin + at)
    }
}
