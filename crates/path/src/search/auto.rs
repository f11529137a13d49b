//! The quickest exact search for a map and a query.

use crate::{
    AStar, GridPath, GridSearch, Jps, PathGrid, Query, Search, SearchProgress, Status, Trace,
    TraceKind,
};
use motile_geom::IVec2;

/// The cheapest path by whichever exact search is quickest on this map for this query: take it when in doubt.
///
/// - With terrain multipliers, and for queries for the nearest cell: [`AStar`].
/// - At the first query on a map: A* for a short while, since jump points need bit maps first (some 0.3 ms for
///   512 × 512 cells). A path that is found by then needs none of them, so maps that change before every query cost
///   little more than with A* alone.
/// - Else [`Jps`], which goes step by step among scattered walls.
///
/// Over eleven kinds of maps of 512 × 512 cells (caves, rooms, streets, mazes of corridors of 1, 2, 8 and 32 cells, scattered
/// walls of 10, 25 and 35 %, open ground) queries after the first one took at most 1.07 times as long as with the best
/// exact search; the rows `path/auto-…` of the benchmark measure it. The first query on a map, and each after an edit,
/// pays for the trial, too. Limits of expanded cells and the progress count the cells of the search that is at
/// work. For many queries on one map, a [`PreparedMap`](crate::PreparedMap) is quicker by far.
///
/// ```
/// use motile_path::{AutoSearch, GridSearch, PathGrid};
/// use motile_geom::ivec2;
/// let mut grid = PathGrid::new(300, 300)?;
/// let mut search = AutoSearch::new();
/// assert_eq!(search.find(&grid, ivec2(3, 3), ivec2(290, 200))?.cells.len(), 288);
/// grid.set_weight(ivec2(150, 150), 4.0);
/// assert_eq!(search.find(&grid, ivec2(3, 3), ivec2(290, 200))?.cells.len(), 288);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "Auto")]
#[derive(Clone, Debug, Default)]
pub struct AutoSearch {
    astar: AStar,
    jps: Jps,
    mode: Mode,
    query: Option<Query>,
    /// The map of the last query.
    last: Option<u64>,
    /// Cells that A* expanded before jump points took over.
    spent: u32,
    trace: Trace,
}

/// Which search is at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Steps,
    /// A*, up to so many expanded cells.
    Trial(u32),
    Jumps,
}

/// On a new map A* may expand one cell in so many before the map is looked at closely: a third of the time which that
/// takes.
const TRIAL: u32 = 64;

impl AutoSearch {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    fn at_work(&self) -> &dyn GridSearch {
        if self.mode == Mode::Jumps { &self.jps } else { &self.astar }
    }

    /// Lets the search at work write into the trace.
    fn traced<R>(&mut self, work: impl FnOnce(&mut dyn GridSearch) -> R) -> R {
        let search: &mut dyn GridSearch =
            if self.mode == Mode::Jumps { &mut self.jps } else { &mut self.astar };
        core::mem::swap(&mut self.trace, search.trace_mut());
        let result = work(search);
        core::mem::swap(&mut self.trace, search.trace_mut());
        result
    }

    /// Goes over to jump points, or lets A* go on where they are no better.
    fn end_trial(&mut self, grid: &PathGrid) -> Status {
        self.mode = Mode::Steps;
        let (false, Some(query)) = (self.jps.is_dense(grid), self.query) else {
            return self.astar.status();
        };
        self.spent = self.astar.progress().expanded;
        self.astar.cancel();
        self.mode = Mode::Jumps;
        let expansion_limit = query.expansion_limit.saturating_sub(self.spent);
        self.traced(|search| search.begin(grid, Query { expansion_limit, ..query }))
    }
}

impl Search<PathGrid> for AutoSearch {
    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        let Mode::Trial(limit) = self.mode else {
            return self.traced(|search| search.step(grid, budget));
        };
        let before = self.astar.progress().expanded;
        let slice = budget.min(limit.saturating_sub(before));
        let status = self.traced(|search| search.step(grid, slice));
        let done = self.astar.progress().expanded;
        if status != Status::Running || done < limit {
            return status;
        }
        let status = self.end_trial(grid);
        let left = budget.saturating_sub(done - before);
        if status == Status::Running && left > 0 {
            return self.traced(|search| search.step(grid, left));
        }
        status
    }

    fn status(&self) -> Status {
        self.at_work().status()
    }

    fn progress(&self) -> SearchProgress {
        let progress = self.at_work().progress();
        SearchProgress { expanded: progress.expanded.saturating_add(self.spent), ..progress }
    }

    fn cancel(&mut self) {
        self.traced(|search| search.cancel());
    }

    fn memory_bytes(&self) -> u64 {
        self.astar.memory_bytes() + self.jps.memory_bytes()
    }
}

impl GridSearch for AutoSearch {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        let again = self.last.replace(grid.fingerprint()) == Some(grid.fingerprint());
        (self.query, self.spent) = (Some(query), 0);
        self.mode = if !grid.is_uniform() || query.nearest {
            Mode::Steps
        } else if !again {
            Mode::Trial(grid.cell_count() / TRIAL)
        } else {
            Mode::Jumps
        };
        self.traced(|search| search.begin(grid, query))
    }

    fn trace(&self) -> &Trace {
        &self.trace
    }

    fn trace_mut(&mut self) -> &mut Trace {
        &mut self.trace
    }

    fn path(&self) -> &GridPath {
        self.at_work().path()
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
        self.at_work().partial_path(grid, out);
    }

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        self.at_work().for_each_seen(grid, visit);
    }
}
