//! Plans for several walkers that keep out of each other's way.

use crate::{
    Graph, GraphSearch, NoPath, NoPathReason, PathError, PathGrid,
    grid::moves::{self},
    search::heuristic::Octile,
};
use motile_geom::{IVec2, ivec2};

/// Plans walkers one after the other, in space and time: each avoids the cells that those before it will
/// stand on, does not change places with them and does not cross their diagonal steps (windowed
/// cooperative A*, Silver 2005).
///
/// A plan is a cell for every tick from 0 to `ticks`; a step to any neighbor, or waiting, takes one tick.
/// Beyond the window only the estimate counts, so plan again when half of it has passed. Who comes first
/// has the right of way; the result depends on that order and may leave a walker without a plan.
///
/// 12 bytes for every cell and tick, and 4 more for the table.
///
/// ```
/// use motile_path::{Cooperative, PathGrid};
/// use motile_geom::ivec2;
/// // Two walkers meet in a corridor with one bay.
/// let grid = PathGrid::from_text(".....\n###.#")?.grid;
/// let mut planner = Cooperative::new();
/// planner.begin(&grid, 12);
/// let mut plan = Vec::new();
/// assert!(planner.plan(&grid, ivec2(0, 0), ivec2(4, 0), &mut plan)?);
/// assert_eq!(plan[4], ivec2(4, 0));
/// // The second one steps aside.
/// assert!(planner.plan(&grid, ivec2(4, 0), ivec2(0, 0), &mut plan)?);
/// assert!(plan.contains(&ivec2(3, 1)));
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "multi-agent path finding")]
#[doc(alias = "MAPF")]
#[doc(alias = "WHCA*")]
#[derive(Clone, Debug, Default)]
pub struct Cooperative {
    search: GraphSearch,
    cells: u32,
    ticks: u32,
    walkers: u32,
    /// Number of the walker + 1 that stands on a cell at a tick, tick by tick; 0 is nobody.
    taken: Vec<u32>,
}

impl Cooperative {
    /// A planner without a window; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all plans and opens a window of this many ticks (at least 1). At most 2³¹ cells and ticks
    /// together; longer windows are cut to that.
    pub fn begin(&mut self, grid: &PathGrid, ticks: u32) {
        self.cells = grid.cell_count();
        self.ticks = ticks.clamp(1, (i32::MAX as u32 / self.cells).saturating_sub(1).max(1));
        self.walkers = 0;
        self.taken.clear();
        self.taken.resize(self.cells as usize * (self.ticks as usize + 1), 0);
    }

    /// Whether nobody planned so far stands on a cell at a tick of the window.
    pub fn is_free(&self, grid: &PathGrid, cell: IVec2, tick: u32) -> bool {
        grid.is_walkable(cell) && tick <= self.ticks && self.who(grid.index(cell), tick) == 0
    }

    /// Plans a walker and reserves its cells. Writes one cell for every tick; returns whether the goal is
    /// reached, and nobody comes there later, within the window.
    ///
    /// # Errors
    /// [`PathError::Outside`]; [`PathError::NoPath`] when the walker cannot keep out of the others' way, and with
    /// a blocked start when another walker begins there; [`PathError::GridChanged`] when the window was begun
    /// on a grid of another size.
    pub fn plan(
        &mut self,
        grid: &PathGrid,
        start: IVec2,
        goal: IVec2,
        out: &mut Vec<IVec2>,
    ) -> Result<bool, PathError> {
        out.clear();
        if let Some(outside) = [start, goal].into_iter().find(|&end| !grid.contains(end)) {
            return Err(PathError::Outside(outside));
        }
        if self.cells != grid.cell_count() {
            return Err(PathError::GridChanged);
        }
        if !self.is_free(grid, start, 0) {
            return Err(PathError::NoPath(NoPath::at_once(NoPathReason::StartBlocked)));
        }
        let mut search = core::mem::take(&mut self.search);
        let end = self.cells * (self.ticks + 1);
        let moments = Moments { grid, plans: self, goal, form: Octile::of(grid) };
        let found = search.find(&moments, grid.index(start) as u32, end);
        let answer = found.map(|nodes| {
            let moments = nodes.iter().filter(|&&node| node < end);
            out.extend(moments.map(|node| grid.cell_at(node % self.cells)));
        });
        self.search = search;
        answer?;
        let last = out[out.len() - 1];
        out.resize(self.ticks as usize + 1, last);
        self.walkers += 1;
        for (tick, &cell) in out.iter().enumerate() {
            self.taken[tick * self.cells as usize + grid.index(cell)] = self.walkers;
        }
        Ok(last == goal)
    }

    fn who(&self, place: usize, tick: u32) -> u32 {
        self.taken[tick as usize * self.cells as usize + place]
    }
}

/// Cells at ticks, and one node more: being done.
struct Moments<'a> {
    grid: &'a PathGrid,
    plans: &'a Cooperative,
    goal: IVec2,
    form: Octile,
}

impl Moments<'_> {
    /// Whether somebody comes the other way, straight or across, between a tick and the next.
    fn is_crossed(&self, from: IVec2, to: IVec2, tick: u32) -> bool {
        let trade = |a: IVec2, b: IVec2| {
            let there = self.plans.who(self.grid.index(b), tick);
            there != 0 && there == self.plans.who(self.grid.index(a), tick + 1)
        };
        let (side, other) = (ivec2(to.x, from.y), ivec2(from.x, to.y));
        trade(from, to)
            || (from.x != to.x && from.y != to.y && (trade(side, other) || trade(other, side)))
    }
}

impl Graph for Moments<'_> {
    fn node_count(&self) -> u32 {
        self.plans.cells * (self.plans.ticks + 1) + 1
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        let Cooperative { cells, ticks, .. } = *self.plans;
        let (tick, cell) = (from / cells, self.grid.cell_at(from % cells));
        let done = cells * (ticks + 1);
        if from == done {
            return;
        }
        let place = self.grid.index(cell);
        if cell == self.goal && (tick..=ticks).all(|tick| self.plans.who(place, tick) == 0) {
            visit(done, 0);
        }
        if tick == ticks {
            // What comes after the window is guessed.
            visit(done, self.form.between(cell, self.goal));
            return;
        }
        let mut go = |to: IVec2, cost: u32| {
            let place = self.grid.index(to);
            if self.plans.who(place, tick + 1) == 0 && !self.is_crossed(cell, to, tick) {
                visit((tick + 1) * cells + place as u32, cost);
            }
        };
        go(cell, self.grid.unit());
        let mut mask = self.grid.legal_moves()[self.grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let to = cell + moves::offset(direction);
            go(to, self.grid.step_cost(cell, to, direction));
        }
    }

    fn estimate(&self, from: u32, _: u32) -> u32 {
        if from >= self.plans.cells * (self.plans.ticks + 1) {
            return 0;
        }
        self.form.between(self.grid.cell_at(from % self.plans.cells), self.goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn path_x18_walkers_never_meet_swap_or_cross() {
        let mut rng = Rng::new(18);
        let mut planner = Cooperative::new();
        let (mut planned, mut arrived) = (0, 0);
        for _ in 0..30 {
            let grid = PathGrid::from_fn(12, 9, |_| !rng.chance(0.15)).unwrap();
            planner.begin(&grid, 40);
            let mut plans: Vec<Vec<IVec2>> = Vec::new();
            for _ in 0..8 {
                let mut cell = || ivec2(rng.int(0..12), rng.int(0..9));
                let (start, goal) = (cell(), cell());
                let mut plan = Vec::new();
                if let Ok(reached) = planner.plan(&grid, start, goal, &mut plan) {
                    assert_eq!((plan.len(), plan[0]), (41, start));
                    assert!(!reached || plan[40] == goal);
                    let legal =
                        |pair: &[IVec2]| pair[0] == pair[1] || grid.can_step(pair[0], pair[1]);
                    assert!(plan.windows(2).all(legal));
                    arrived += u32::from(reached);
                    plans.push(plan);
                }
            }
            planned += plans.len();
            for (i, a) in plans.iter().enumerate() {
                for b in &plans[..i] {
                    for tick in 0..41 {
                        assert_ne!(a[tick], b[tick]);
                        if tick > 0 {
                            assert!(a[tick] != b[tick - 1] || a[tick - 1] != b[tick], "swapped");
                            let (from, to) = (a[tick - 1], a[tick]);
                            let (x, y) = (ivec2(to.x, from.y), ivec2(from.x, to.y));
                            let crossed = [b[tick - 1], b[tick]] == [x, y]
                                || [b[tick - 1], b[tick]] == [y, x];
                            assert!(!crossed || from.x == to.x || from.y == to.y, "crossed");
                        }
                    }
                }
            }
        }
        assert!(planned > 120 && arrived > 90, "{planned} {arrived}");
    }

    #[test]
    fn bad_questions_are_refused() {
        let grid = PathGrid::new(3, 1).unwrap();
        let (mut planner, mut plan) = (Cooperative::new(), Vec::new());
        let (a, b, outside) = (ivec2(0, 0), ivec2(2, 0), ivec2(3, 0));
        let blocked = PathError::NoPath(NoPath::at_once(NoPathReason::StartBlocked));
        assert_eq!(planner.plan(&grid, a, b, &mut plan), Err(PathError::GridChanged));
        planner.begin(&grid, 5);
        assert_eq!(planner.plan(&grid, outside, b, &mut plan), Err(PathError::Outside(outside)));
        assert_eq!(planner.plan(&grid, a, b, &mut plan), Ok(true));
        assert_eq!(planner.plan(&grid, a, b, &mut plan), Err(blocked));
        // In a corridor nobody can get past: the first one stops where the second wants to stay.
        assert!(matches!(planner.plan(&grid, b, a, &mut plan), Err(PathError::NoPath(_))));
        assert!(planner.is_free(&grid, a, 2) && !planner.is_free(&grid, b, 5));
    }
}
