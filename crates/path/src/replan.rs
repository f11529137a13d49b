//! Replanning after edits: D* Lite.

use crate::{
    Heuristic, NoPath, NoPathReason, Path, PathError, PathGrid, Status,
    moves::offset,
    queue::{Heap, Open},
    search::{pack, unpack},
};
use motile_geom::IVec2;

/// Keeps the cheapest path to a goal while walls come and go and the walker moves (D* Lite, Koenig and
/// Likhachev 2002).
///
/// It searches from the goal to the walker and repairs only what an edit has touched. Walls near the
/// walker, and walls that the path does not care for, cost least; one that lengthens the path close to
/// the goal can cost more than a new search. The path after every repair is as cheap as one searched
/// from scratch.
///
/// Report edits with [`Replanner::cell_changed`] after making them on the grid. Costs of 2³² units and
/// more count as unreachable. 8 bytes a cell and a heap.
///
/// ```
/// use motile_path::{PathGrid, Replanner};
/// use motile_geom::ivec2;
/// let mut grid = PathGrid::new(20, 20)?;
/// let mut planner = Replanner::new();
/// planner.begin(&grid, ivec2(0, 10), ivec2(19, 10))?;
/// assert_eq!(planner.replan(&grid)?.units, 19 * 408);
/// grid.set_walkable(ivec2(7, 10), false)?;
/// planner.cell_changed(&grid, ivec2(7, 10));
/// assert_eq!(planner.replan(&grid)?.cells.len(), 20);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replanner {
    costs: Vec<Costs>,
    open: Heap,
    start: IVec2,
    goal: IVec2,
    /// Estimate: so much per cell of the longer side, so much more per diagonal.
    form: (u32, u32),
    /// How much the keys in the heap may lag behind, because the walker has moved since.
    lag: u32,
    moved_from: IVec2,
    least_steps: (u32, u32),
    fingerprint: u64,
    status: Status,
    expanded: u32,
    /// `expanded` when the path was last written.
    concluded_at: u32,
    path: Path,
}

#[derive(Clone, Copy, Debug)]
struct Costs {
    /// Cost to the goal as last settled.
    g: u32,
    /// Cost to the goal by the best neighbor as it is now.
    ahead: u32,
}

const NEVER: u32 = u32::MAX;

impl Replanner {
    /// A planner without a plan; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts from scratch for a walker and a goal.
    ///
    /// # Errors
    /// [`PathError::Outside`].
    pub fn begin(&mut self, grid: &PathGrid, start: IVec2, goal: IVec2) -> Result<(), PathError> {
        self.status = Status::Idle;
        grid.check(start)?;
        grid.check(goal)?;
        (self.start, self.goal, self.moved_from) = (start, goal, start);
        self.restart(grid);
        Ok(())
    }

    fn restart(&mut self, grid: &PathGrid) {
        self.costs.clear();
        self.costs.resize(grid.cell_count() as usize, Costs { g: NEVER, ahead: NEVER });
        self.open.clear(0);
        self.lag = 0;
        self.moved_from = self.start;
        self.least_steps = grid.least_steps();
        self.form = Heuristic::Auto.octile_form(grid).unwrap_or((0, 0));
        self.fingerprint = grid.fingerprint();
        (self.expanded, self.concluded_at) = (0, 0);
        self.path.clear();
        self.status = Status::Running;
        if grid.is_walkable(self.goal) {
            self.costs[grid.index(self.goal)].ahead = 0;
            self.push(grid, self.goal);
        }
    }

    /// The walker has moved; the plan is adapted at the next step.
    ///
    /// # Errors
    /// [`PathError::Outside`].
    pub fn set_start(&mut self, grid: &PathGrid, start: IVec2) -> Result<(), PathError> {
        grid.check(start)?;
        let way = self.estimate(self.moved_from, start);
        self.lag = self.lag.saturating_add(way);
        (self.start, self.moved_from) = (start, start);
        self.resume();
        Ok(())
    }

    /// A cell has become free, blocked, or got another multiplier. Call it after the edit, for every
    /// edited cell. Cells outside are ignored.
    pub fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2) {
        if !grid.contains(cell) || self.status == Status::Idle {
            return;
        }
        self.fingerprint = grid.fingerprint();
        if self.costs.len() != grid.cell_count() as usize || self.least_steps != grid.least_steps()
        {
            // The estimate has changed its scale, and with it all keys.
            self.restart(grid);
            return;
        }
        // Steps beside the cell may have become legal or illegal, too.
        for around in 0..9 {
            let near = cell + IVec2::new(around % 3 - 1, around / 3 - 1);
            if grid.contains(near) {
                self.refresh(grid, near);
            }
        }
        self.resume();
    }

    fn resume(&mut self) {
        if self.status != Status::Idle {
            self.status = Status::Running;
        }
    }

    /// Repairs the plan by up to `budget` cells.
    pub fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        if self.fingerprint != grid.fingerprint() {
            self.status = Status::Failed(PathError::GridChanged);
            return self.status;
        }
        for _ in 0..budget {
            if !self.repair_one(grid) {
                self.status =
                    if self.path_still_best(grid) { Status::Found } else { self.conclude(grid) };
                self.concluded_at = self.expanded;
                break;
            }
        }
        self.status
    }

    /// Repairs the plan to the end.
    ///
    /// # Errors
    /// [`PathError::NoPath`], [`PathError::StartBlocked`], [`PathError::GridChanged`] after an edit that was
    /// not reported, [`PathError::NotSearched`] before [`Replanner::begin`].
    pub fn replan(&mut self, grid: &PathGrid) -> Result<&Path, PathError> {
        while self.step(grid, u32::MAX) == Status::Running {}
        match self.status {
            Status::Found => Ok(&self.path),
            Status::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Status::Failed(error) => Err(error),
            Status::Idle | Status::Running => Err(PathError::NotSearched),
        }
    }

    /// Where the planner stands.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// The last path found; follow it while the status is found.
    pub const fn path(&self) -> &Path {
        &self.path
    }

    /// Cells repaired since [`Replanner::begin`].
    pub const fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Cost from a cell to the goal, where it is known.
    pub fn cost(&self, grid: &PathGrid, cell: IVec2) -> Option<u32> {
        let known = grid.contains(cell).then(|| self.costs.get(grid.index(cell)))??;
        (known.g != NEVER && known.g == known.ahead).then_some(known.g)
    }

    /// Bytes of memory held.
    pub fn memory_bytes(&self) -> u64 {
        (self.costs.capacity() * size_of::<Costs>() + self.open.bytes()) as u64
    }

    #[inline]
    fn estimate(&self, a: IVec2, b: IVec2) -> u32 {
        let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
        self.form
            .0
            .saturating_mul(dx.max(dy))
            .saturating_add(self.form.1.saturating_mul(dx.min(dy)))
    }

    fn key(&self, grid: &PathGrid, cell: IVec2) -> u64 {
        let Costs { g, ahead } = self.costs[grid.index(cell)];
        let least = g.min(ahead);
        let h = self.estimate(self.start, cell);
        let first = least.saturating_add(h).saturating_add(self.lag);
        u64::from(first) << 32 | u64::from(least)
    }

    fn push(&mut self, grid: &PathGrid, cell: IVec2) {
        let key = self.key(grid, cell);
        self.open.push_key(key, pack(cell));
    }

    /// Looks at a cell's neighbors anew and queues it when its costs disagree.
    fn refresh(&mut self, grid: &PathGrid, cell: IVec2) {
        let ahead = self.best_ahead(grid, cell);
        let costs = &mut self.costs[grid.index(cell)];
        costs.ahead = ahead;
        if costs.g != ahead {
            self.push(grid, cell);
        }
    }

    fn best_ahead(&self, grid: &PathGrid, cell: IVec2) -> u32 {
        if !grid.is_walkable(cell) {
            return NEVER;
        }
        if cell == self.goal {
            return 0;
        }
        let mut best = NEVER;
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let to = cell + offset(direction);
            let g = self.costs[grid.index(to)].g;
            best = best.min(g.saturating_add(grid.step_cost(cell, to, direction)));
        }
        best
    }

    /// Settles the most urgent cell; false when the walker's cost is final.
    fn repair_one(&mut self, grid: &PathGrid) -> bool {
        let walker = self.costs[grid.index(self.start)];
        let bound = self.key(grid, self.start);
        let Some((key, packed)) = self.open.peek() else { return false };
        if key >= bound && walker.g == walker.ahead {
            return false;
        }
        self.open.pop_key();
        let cell = unpack(packed);
        let index = grid.index(cell);
        let Costs { g, ahead } = self.costs[index];
        let now = self.key(grid, cell);
        if g == ahead || key > now {
            // Settled meanwhile, or queued again under a smaller key.
            return true;
        }
        if key < now {
            self.open.push_key(now, packed);
            return true;
        }
        self.expanded = self.expanded.saturating_add(1);
        if g > ahead {
            self.costs[index].g = ahead;
            self.improve_neighbors(grid, cell, ahead);
        } else {
            self.costs[index].g = NEVER;
            self.worsen_neighbors(grid, cell, g);
            self.refresh(grid, cell);
        }
        true
    }

    fn improve_neighbors(&mut self, grid: &PathGrid, cell: IVec2, cost: u32) {
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let near = cell + offset(direction);
            let step = grid.step_cost(near, cell, direction ^ 4);
            let costs = &mut self.costs[grid.index(near)];
            let sum = cost.saturating_add(step);
            if sum < costs.ahead {
                costs.ahead = sum;
                if costs.g != sum {
                    self.push(grid, near);
                }
            }
        }
    }

    fn worsen_neighbors(&mut self, grid: &PathGrid, cell: IVec2, old: u32) {
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let near = cell + offset(direction);
            let step = grid.step_cost(near, cell, direction ^ 4);
            if self.costs[grid.index(near)].ahead == old.saturating_add(step) {
                self.refresh(grid, near);
            }
        }
    }

    /// Whether the edits have changed nothing that the path rests on.
    fn path_still_best(&self, grid: &PathGrid) -> bool {
        self.expanded == self.concluded_at
            && self.path.cells.first() == Some(&self.start)
            && self.path.units == self.costs[grid.index(self.start)].ahead
            && grid.is_uniform()
            && self.path.is_walkable(grid)
    }

    fn conclude(&mut self, grid: &PathGrid) -> Status {
        self.path.clear();
        if !grid.is_walkable(self.start) {
            return Status::Failed(PathError::StartBlocked(self.start));
        }
        let walker = self.costs[grid.index(self.start)];
        if walker.ahead == NEVER {
            let blocked = !grid.is_walkable(self.goal);
            let reason =
                if blocked { NoPathReason::GoalBlocked } else { NoPathReason::Unreachable };
            return Status::NoPath(NoPath { reason, nearest: None });
        }
        self.path.units = walker.ahead;
        self.path.reaches_goal = true;
        let mut cell = self.start;
        self.path.cells.push(cell);
        while cell != self.goal {
            let next = grid
                .steps_from(cell)
                .min_by_key(|&(to, step)| self.costs[grid.index(to)].g.saturating_add(step));
            let Some((to, _)) = next else { break };
            self.path.cells.push(to);
            cell = to;
        }
        self.path.measure(grid);
        Status::Found
    }
}
