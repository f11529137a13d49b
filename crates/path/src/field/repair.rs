//! Repair of distance fields after edits.

use crate::{
    DistanceField, PathGrid, Status,
    field::distance::UNREACHED,
    grid::cell::{pack, unpack},
};
use motile_geom::IVec2;

impl DistanceField {
    /// A cell has become free, blocked, or got another multiplier: the field is repaired by the steps that
    /// follow ([`step`], [`finish`]), which look only at cells whose cost changes and their
    /// neighbors. Call it after the edit, for every edited cell. Cells outside are ignored, and so are
    /// edits before the field is begun.
    ///
    /// A field that is not complete yet, and one whose grid got or lost its multipliers or changed its
    /// rules, starts over. While it is under repair, costs may be missing or too high.
    ///
    /// ```
    /// use motile_path::{DistanceField, PathGrid, Search};
    /// use motile_geom::ivec2;
    /// let mut grid = PathGrid::new(50, 30)?;
    /// let mut field = DistanceField::new();
    /// field.compute(&grid, &[ivec2(48, 15)]);
    /// grid.set_walkable(ivec2(46, 15), false);
    /// field.cell_changed(&grid, ivec2(46, 15));
    /// field.finish(&grid);
    /// assert_eq!(field.cost(ivec2(45, 15)), Some(3 * 408 + 577));
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// [`step`]: crate::Search::step
    /// [`finish`]: crate::Search::finish
    pub fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2) {
        if !grid.contains(cell) || self.status == Status::Idle {
            return;
        }
        let complete = self.status == Status::Found || self.repairing;
        if !complete || self.costs.len() != grid.cell_count() as usize || self.rules != grid.rules()
        {
            self.seed(grid);
            return;
        }
        self.follow(grid);
        for around in 0..9 {
            let near = cell + IVec2::new(around % 3 - 1, around / 3 - 1);
            if grid.contains(near) {
                let cost = self.costs[grid.index(near)];
                if cost != UNREACHED {
                    self.doubtful.push_key(u64::from(cost), pack(near));
                }
                self.raised.push(pack(near));
            }
        }
    }

    /// Goes over to repairing, on the grid as it is now.
    pub(crate) fn follow(&mut self, grid: &PathGrid) {
        self.fingerprint = grid.fingerprint();
        if self.status != Status::Running {
            self.status = Status::Running;
            self.repairing = true;
        }
    }

    /// Lets a cell's cost fall, if its neighbors promise less; the steps that follow hand it on. For costs
    /// that need only be low enough.
    pub(crate) fn ease(&mut self, grid: &PathGrid, cell: IVec2) {
        let promised = self.promised(grid, cell);
        let known = &mut self.costs[grid.index(cell)];
        if promised < *known {
            *known = promised;
            self.heap.push_key(u64::from(promised), pack(cell));
        }
    }

    /// What the neighbors of a cell promise.
    pub(crate) fn promised(&self, grid: &PathGrid, cell: IVec2) -> u32 {
        let ways = grid.moves_from(cell);
        let sums = ways.map(|(to, direction)| {
            let step = self.sense.step_cost(grid, cell, to, direction);
            self.costs[grid.index(to)].saturating_add(step)
        });
        sums.min().unwrap_or(UNREACHED)
    }

    fn is_goal(&self, cell: IVec2) -> bool {
        self.goals.contains(&cell)
    }

    /// Takes costs back that nothing supports any more, the smallest first, and then lets them fall to
    /// what is true now. Returns whether there is budget left for the rest.
    pub(crate) fn take_back(&mut self, grid: &PathGrid, left: &mut u32) -> bool {
        // First raise, then lower (Ramalingam and Reps 1996). Smallest first: whether a cost is still supported is
        // decided by smaller ones, which are settled when its turn comes.
        while let Some((cost, id)) = self.doubtful.peek_key() {
            if *left == 0 {
                return false;
            }
            self.doubtful.pop_key();
            let (cost, cell) = (cost as u32, unpack(id));
            let place = grid.index(cell);
            if self.costs[place] != cost {
                continue;
            }
            *left -= 1;
            self.expanded += 1;
            let free = grid.is_walkable(cell);
            if free && (self.is_goal(cell) || self.promised(grid, cell) == cost) {
                continue;
            }
            // Taking it back before the neighbors look keeps two cells from supporting each other in a circle.
            self.costs[place] = UNREACHED;
            self.raised.push(id);
            self.note_row(cell);
            for around in 0..9 {
                let near = cell + IVec2::new(around % 3 - 1, around / 3 - 1);
                if grid.is_walkable(near) {
                    let dependent = self.costs[grid.index(near)];
                    if dependent > cost && dependent != UNREACHED {
                        self.doubtful.push_key(u64::from(dependent), pack(near));
                    }
                }
            }
        }
        // What has lost its cost, and what lies around the edits, starts again from the best neighbor outside.
        while let Some(id) = self.raised.pop() {
            let cell = unpack(id);
            if grid.is_walkable(cell) {
                let promised = if self.is_goal(cell) { 0 } else { self.promised(grid, cell) };
                let known = &mut self.costs[grid.index(cell)];
                if promised < *known {
                    *known = promised;
                    self.heap.push_key(u64::from(promised), id);
                    self.note_row(cell);
                }
            }
        }
        true
    }

    /// Remembers that a cost in this row has changed.
    pub(crate) fn note_row(&mut self, cell: IVec2) {
        let row = cell.y as u32;
        self.changed = self.changed.start.min(row)..self.changed.end.max(row + 1);
    }
}
