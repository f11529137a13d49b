//! Replanning after edits: D* Lite.

use crate::{
    GridPath, GridSearch, Incremental, NoPathReason, PathGrid, Query, Search, SearchProgress,
    Status, Trace, TraceKind,
    engine::{
        frame::{Frame, grid_search_by_frame, search_by_frame},
        heap::Ordered,
    },
    field::descent::{Descent, Footing},
    grid::{
        moves::{self},
        path_grid::Rules,
    },
    replan::touched::Touched,
    search::{heuristic::Octile, trace::Sink},
};
use motile_geom::IVec2;

/// Keeps the cheapest path to a goal while walls come and go and the walker moves: D* Lite (Koenig and
/// Likhachev 2002, the optimized version).
///
/// It searches from the goal towards the walker and keeps what it has found. An edit makes the cells around
/// it doubtful; only doubtful cells that may matter for the walker are looked at again. The path after every
/// repair is as cheap as one searched from scratch.
///
/// The first plan is about an A* from the goal, with no need to measure the map; edits between the walker and
/// the goal that make the path longer are dear, because all cells behind them change. [`Incremental`]
/// compares it with [`Replanner`](crate::Replanner), which is quicker after most edits. Ties are as in the
/// paper: the cell nearer to the goal first, then the smaller row and column.
///
/// 12 bytes a cell and 16 for every open one. Costs of 2³² units and more count as unreachable. The partial
/// path is the old one as far as it is still legal, or the path straight towards the goal as far as
/// nothing stands there. A query for the nearest cell of an unreachable goal is answered by a plain A*;
/// other failed queries name no nearest cell. A [`Trace`] tells costs *from the goal*, and estimates to
/// the start.
///
/// ```
/// use motile_path::{DStarLite, GridSearch, Incremental, PathGrid, Query, Search};
/// use motile_geom::ivec2;
/// let mut grid = PathGrid::new(60, 60)?;
/// let mut planner = DStarLite::new();
/// planner.begin(&grid, Query::new(ivec2(0, 5), ivec2(59, 50)));
/// let before = planner.replan(&grid)?.units;
/// let work = planner.progress().expanded;
/// grid.set_walkable(ivec2(30, 59), false);
/// planner.cell_changed(&grid, ivec2(30, 59));
/// assert_eq!(planner.replan(&grid)?.units, before);
/// assert_eq!(planner.progress().expanded, work, "a wall far from the path costs nothing");
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "D*")]
#[doc(alias = "D* Lite")]
#[doc(alias = "LPA*")]
#[derive(Clone, Debug, Default)]
pub struct DStarLite {
    frame: Frame,
    /// Costs to the goal: the one acted on, and the one the neighbors promise.
    costs: Vec<Costs>,
    /// Doubtful cells, by their places: those where the two costs differ.
    open: Ordered,
    /// What the start has moved since the search began; keys in the open list are older than that.
    moved: u32,
    /// Where the start was when `moved` was last added to.
    last_start: IVec2,
    form: Octile,
    rules: Rules,
    touched: Touched,
    descent: Descent,
    /// Whether cells have been expanded since the path was written.
    stale: bool,
    /// Whether the path has lost its beginning since it was measured.
    shortened: bool,
    /// Expansions at which this repair gives up.
    limit: u32,
}

#[derive(Clone, Copy, Debug)]
struct Costs {
    g: u32,
    rhs: u32,
}

const NEVER: u32 = u32::MAX;
/// A walker that has come this far, in units, makes the search start over: keys would run out of range.
const LONG_WAY: u32 = 1 << 30;

impl DStarLite {
    /// A planner without a plan; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts over on the grid as it is.
    fn restart(&mut self, grid: &PathGrid) {
        let Query { start, goal, .. } = self.frame.query;
        self.costs.clear();
        self.costs.resize(grid.cell_count() as usize, Costs { g: NEVER, rhs: NEVER });
        self.open.clear(grid.cell_count() as usize);
        self.frame.path.clear();
        self.touched.clear();
        (self.form, self.rules) = (Octile::of(grid), grid.rules());
        (self.moved, self.last_start, self.stale) = (0, start, true);
        if grid.is_walkable(goal) {
            self.costs[grid.index(goal)].rhs = 0;
            self.file(grid, goal);
        }
    }

    /// A new question about what has changed.
    fn resume(&mut self) {
        self.frame.run.status = Status::Running;
        self.frame.run.best = None;
        self.frame.run.best_estimate = NEVER;
        self.frame.fallback.running = false;
        let Query { expansion_limit, .. } = self.frame.query;
        self.limit = self.frame.run.expanded.saturating_add(expansion_limit);
    }

    // `key`, `file`, `promised`, `expand` and `run` are CalculateKey, UpdateVertex, the minimum over successors and the
    // two loops of ComputeShortestPath in figure 4 of Koenig and Likhachev (2002), with `rhs` as there.

    /// What orders the open list: the least that a path over the cell can cost, then what it has left.
    #[inline]
    fn key(&self, cell: IVec2, costs: Costs) -> u64 {
        let least = costs.g.min(costs.rhs);
        if least == NEVER {
            return u64::MAX;
        }
        let h = self.form.between(self.frame.query.start, cell);
        // Instead of lowering all keys when the walker moves, new ones are raised by what it has moved (k_m): the order
        // among old and new keys is that of lower bounds either way.
        let whole = least.saturating_add(h).saturating_add(self.moved);
        u64::from(whole) << 32 | u64::from(least)
    }

    /// Puts a cell where it belongs in the open list, or takes it out.
    #[inline]
    fn file(&mut self, grid: &PathGrid, cell: IVec2) {
        let place = grid.index(cell);
        let costs = self.costs[place];
        if costs.g == costs.rhs {
            self.open.remove(place as u32);
        } else {
            self.open.set(place as u32, self.key(cell, costs));
        }
    }

    /// What the neighbors of a cell promise.
    fn promised(&self, grid: &PathGrid, cell: IVec2) -> u32 {
        let Query { start, goal, free_start, .. } = self.frame.query;
        if cell == goal {
            return if grid.is_walkable(goal) { 0 } else { NEVER };
        }
        let stands = grid.is_walkable(cell) || (free_start && cell == start);
        if !stands {
            return NEVER;
        }
        let ways = grid.steps_from(cell);
        let sums = ways.map(|(to, step)| self.costs[grid.index(to)].g.saturating_add(step));
        sums.min().unwrap_or(NEVER)
    }

    /// Looks again at what a cell is promised.
    fn update(&mut self, grid: &PathGrid, cell: IVec2) {
        let promised = self.promised(grid, cell);
        let costs = &mut self.costs[grid.index(cell)];
        if costs.rhs != promised {
            costs.rhs = promised;
            self.file(grid, cell);
        }
    }

    /// Calls `visit` with every cell from which this one can be entered, and the cost of that step.
    #[inline]
    fn for_each_before(
        &mut self,
        grid: &PathGrid,
        cell: IVec2,
        mut visit: impl FnMut(&mut Self, IVec2, u32),
    ) {
        if !grid.is_walkable(cell) {
            return;
        }
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let from = cell + moves::offset(direction);
            visit(self, from, grid.step_cost(from, cell, direction ^ 4));
        }
        // A blocked start that counts as free can be left, though not entered.
        let Query { start, free_start, .. } = self.frame.query;
        if free_start && !grid.is_walkable(start) && grid.can_step(start, cell) {
            let way = cell - start;
            visit(self, start, grid.step_cost(start, cell, moves::direction_of(way.x, way.y)));
        }
    }

    /// Settles the first cell of the open list.
    fn expand<T: Sink<IVec2>>(&mut self, grid: &PathGrid, place: u32, old: u64, sink: &mut T) {
        let cell = grid.cell_at(place);
        let costs = self.costs[place as usize];
        let key = self.key(cell, costs);
        self.stale = true;
        let h = self.form.between(self.frame.query.start, cell);
        self.frame.run.note(place, h);
        if old < key {
            // The start has moved since; nothing is known of the cell yet.
            self.open.set(place, key);
            return;
        }
        sink.event(TraceKind::Closed, cell, None, costs.g.min(costs.rhs), h);
        if costs.g > costs.rhs {
            // Overconsistent: the cell has become cheaper, and nothing cheaper is left that could lower it further.
            self.costs[place as usize].g = costs.rhs;
            self.open.remove(place);
            self.for_each_before(grid, cell, |search, from, step| {
                let sum = costs.rhs.saturating_add(step);
                let known = &mut search.costs[grid.index(from)];
                if sum < known.rhs && from != search.frame.query.goal {
                    let kind = if known.rhs == NEVER && known.g == NEVER {
                        search.frame.run.visited += 1;
                        TraceKind::Opened
                    } else {
                        TraceKind::Improved
                    };
                    known.rhs = sum;
                    let h = search.form.between(search.frame.query.start, from);
                    sink.event(kind, from, Some(cell), sum, h);
                    search.file(grid, from);
                }
            });
        } else {
            // Underconsistent: what was relied on is gone. Neighbors that relied on this cell look for other support;
            // the rest need not be touched.
            self.costs[place as usize].g = NEVER;
            self.for_each_before(grid, cell, |search, from, step| {
                if search.costs[grid.index(from)].rhs == costs.g.saturating_add(step) {
                    search.update(grid, from);
                }
            });
            self.update(grid, cell);
            self.file(grid, cell);
        }
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        if let Some(status) = self.frame.step_fallback(grid, budget, sink) {
            return status;
        }
        let Query { start, goal, free_start, nearest, .. } = self.frame.query;
        if !grid.is_walkable(start) && !free_start {
            return self.answer(Status::no_path(NoPathReason::StartBlocked));
        }
        if start == goal {
            self.frame.path.cells.clear();
            self.frame.path.cells.push(start);
            (self.frame.path.units, self.frame.path.length) = (0, 0.0);
            self.frame.path.reaches_goal = true;
            self.stale = true;
            self.frame.run.status = Status::Found;
            return Status::Found;
        }
        if !grid.is_walkable(goal) {
            return self.fail(grid, NoPathReason::GoalBlocked, nearest);
        }
        let stop = self.frame.run.expanded.saturating_add(budget).min(self.limit);
        let own = grid.index(start);
        while let Some((key, place)) = self.open.first() {
            // Cells that the walker's cell does not depend on may stay inconsistent: that is the saving.
            let costs = self.costs[own];
            if key >= self.key(start, costs) && costs.rhs <= costs.g {
                break;
            }
            if self.frame.run.expanded >= stop {
                if stop == self.limit {
                    return self.fail(grid, NoPathReason::ExpansionLimit, false);
                }
                return Status::Running;
            }
            self.expand(grid, place, key, sink);
        }
        let cost = self.costs[own].rhs;
        if cost == NEVER {
            return self.fail(grid, NoPathReason::Unreachable, nearest);
        }
        if cost > self.frame.query.cost_limit {
            return self.fail(grid, NoPathReason::CostLimit, nearest);
        }
        self.write_path(grid, cost)
    }

    /// Writes the path, unless the last one is still right.
    fn write_path(&mut self, grid: &PathGrid, cost: u32) -> Status {
        let Query { start, goal, .. } = self.frame.query;
        let path = &mut self.frame.path;
        let same = path.cells.first() == Some(&start) && path.reaches_goal;
        if self.stale || !self.touched.is_empty() || !same {
            self.descent.begin(&[start]);
            let own = grid.index(start);
            let left = |place: usize| {
                let costs = self.costs[place];
                if place == own { costs.rhs } else { costs.g }
            };
            // Cells cheaper than the start are settled, so every step finds a next one.
            let mut footing = Footing::Forward;
            while footing == Footing::Forward {
                footing = self.descent.step(grid, goal, left);
            }
            core::mem::swap(&mut path.cells, &mut self.descent.cells);
            path.reaches_goal = footing == Footing::Arrived;
            (self.stale, self.shortened) = (false, true);
            self.touched.clear();
        }
        if core::mem::take(&mut self.shortened) {
            path.units = cost;
            path.measure(grid);
        }
        self.frame.run.status = Status::Found;
        Status::Found
    }

    /// Forgets the part of the path that the walker has left behind.
    fn drop_behind(&mut self, start: IVec2) {
        let path = &mut self.frame.path;
        if let Some(place) = path.cells.iter().position(|&cell| cell == start)
            && place > 0
        {
            path.cells.drain(..place);
            self.touched.shift(place);
            self.shortened = true;
        }
    }

    fn answer(&mut self, status: Status) -> Status {
        self.frame.path.clear();
        self.stale = true;
        self.frame.run.status = status;
        status
    }

    fn fail(&mut self, grid: &PathGrid, reason: NoPathReason, nearest: bool) -> Status {
        self.answer(Status::no_path(reason));
        if nearest { self.frame.take_over(grid) } else { self.frame.run.status }
    }
}

impl Search<PathGrid> for DStarLite {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        let cells = self.costs.capacity() * size_of::<Costs>();
        (cells + self.open.bytes() + self.descent.bytes()) as u64 + self.frame.fallback.bytes()
    }
}

impl GridSearch for DStarLite {
    /// Starts from scratch. A start or goal that is blocked is answered by the first step, so that it can
    /// become free later.
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        if self.frame.begin_lasting(grid, query) {
            self.restart(grid);
            self.frame.run.first_estimate = self.form.between(query.start, query.goal);
            self.resume();
        }
        self.frame.run.status
    }

    grid_search_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        if let Some(fallback) = self.frame.fallback.at_work() {
            return fallback.for_each_seen(grid, visit);
        }
        for (place, costs) in self.costs.iter().enumerate() {
            if costs.g.min(costs.rhs) != NEVER {
                visit(grid.cell_at(place as u32), TraceKind::of(costs.g == costs.rhs));
            }
        }
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
        self.frame.partial(grid, out, |_, out| {
            let Query { start, goal, .. } = self.frame.query;
            let old = &self.frame.path.cells;
            if old.first() == Some(&start) {
                let legal = old.windows(2).take_while(|pair| grid.can_step(pair[0], pair[1]));
                let kept = legal.count() + 1;
                out.cells.extend_from_slice(&old[..kept]);
            } else {
                let ahead = |&cell: &IVec2| {
                    let near = grid.steps_from(cell).map(|(to, _)| to);
                    let next = near.min_by_key(|&to| self.form.between(to, goal))?;
                    (self.form.between(next, goal) < self.form.between(cell, goal)).then_some(next)
                };
                out.cells.extend(core::iter::successors(Some(start), ahead));
            }
            out.units = crate::field::descent::cost_of(grid, &out.cells);
        });
        out.reaches_goal = out.cells.last() == Some(&self.frame.query.goal);
    }
}

impl Incremental for DStarLite {
    fn set_start(&mut self, grid: &PathGrid, start: IVec2) {
        if !grid.contains(start) || !self.frame.has_begun() {
            return;
        }
        let old = core::mem::replace(&mut self.frame.query.start, start);
        self.moved = self.moved.saturating_add(self.form.between(self.last_start, start));
        self.last_start = start;
        if self.moved > LONG_WAY {
            self.restart(grid);
        } else {
            // Whether a blocked cell can be left depends on where the start is.
            for cell in [old, start] {
                if !grid.is_walkable(cell) {
                    self.update(grid, cell);
                }
            }
            self.drop_behind(start);
        }
        self.resume();
    }

    fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2) {
        if !grid.contains(cell) || !self.frame.has_begun() {
            return;
        }
        self.frame.follow(grid);
        let same_size = self.costs.len() == grid.cell_count() as usize;
        if !same_size || self.rules != grid.rules() || self.form != Octile::of(grid) {
            self.restart(grid);
        } else {
            self.touched.note(&self.frame.path, cell);
            for around in 0..9 {
                let near = cell + IVec2::new(around % 3 - 1, around / 3 - 1);
                if grid.contains(near) {
                    self.update(grid, near);
                }
            }
        }
        self.resume();
    }
}
