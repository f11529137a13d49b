//! What every search on a grid keeps beside its own nodes: the question, the run and the answer.

use crate::{
    GridPath, GridSearch, NoPath, NoPathReason, PathError, PathGrid, Query, Status, Trace,
    TraceKind,
    engine::{
        best_first::{End, Run},
        fallback::Fallback,
    },
    grid::cell::pack,
    search::trace::Sink,
};
use motile_geom::IVec2;

/// The part of a grid search that is the same for all of them: the question, the run and the answer.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) query: Query,
    pub(crate) run: Run,
    pub(crate) path: GridPath,
    pub(crate) fallback: Fallback,
    fingerprint: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            query: Query::new(IVec2::ZERO, IVec2::ZERO),
            run: Run::default(),
            path: GridPath::default(),
            fallback: Fallback::default(),
            fingerprint: 0,
        }
    }
}

/// The methods of [`Search`] that a search with a `frame` and a `run` of its own answers by them.
macro_rules! search_by_frame {
    () => {
        fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
            self.run(grid, budget, &mut ())
        }

        fn status(&self) -> Status {
            self.frame.run.status
        }

        fn progress(&self) -> SearchProgress {
            self.frame.run.progress()
        }

        fn cancel(&mut self) {
            self.frame.cancel();
        }
    };
}
pub(crate) use search_by_frame;

/// The same for [`GridSearch`]; `write_way` writes the way to a node and its cost.
macro_rules! grid_search_by_frame {
    () => {
        fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
            self.frame.trace_start(trace);
            self.run(grid, budget, trace)
        }

        fn path(&self) -> &GridPath {
            &self.frame.path
        }

        fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
            self.frame.partial(grid, out, |id, out| self.write_way(grid, id, out));
        }
    };
}
pub(crate) use grid_search_by_frame;

impl Frame {
    /// Checks the query and answers what needs no search. The status is running afterwards when there
    /// is something to search.
    pub(crate) fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.run = Run::new(pack(query.goal), query.cost_limit, query.expansion_limit);
        self.query = query;
        self.fingerprint = grid.fingerprint();
        self.path.clear();
        self.fallback.running = false;
        grid.check(query.start)?;
        grid.check(query.goal)?;
        if !grid.is_walkable(query.start) && !query.free_start {
            return Err(PathError::StartBlocked(query.start));
        }
        self.run.status = if query.start == query.goal {
            self.path.cells.push(query.start);
            self.path.reaches_goal = true;
            Status::Found
        } else if !grid.is_walkable(query.goal) && !query.nearest {
            Status::NoPath(NoPath { reason: NoPathReason::GoalBlocked, nearest: None })
        } else {
            Status::Running
        };
        Ok(())
    }

    /// The same for searches that outlive edits: blocked ends are left to the first step, since they may become
    /// free later.
    pub(crate) fn begin_lasting(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.cancel();
        grid.check(query.start)?;
        grid.check(query.goal)?;
        self.begin(grid, Query { free_start: true, nearest: true, ..query })?;
        self.query = query;
        Ok(())
    }

    /// Whether a step should do anything; notices edits.
    pub(crate) fn ready(&mut self, grid: &PathGrid) -> bool {
        if self.run.status == Status::Running && self.fingerprint != grid.fingerprint() {
            self.run.status = Status::Failed(PathError::GridChanged);
        }
        self.run.status == Status::Running
    }

    /// Accepts the grid as it is now.
    pub(crate) fn follow(&mut self, grid: &PathGrid) {
        self.fingerprint = grid.fingerprint();
    }

    /// Records the start as opened, if nothing else has happened yet.
    pub(crate) fn trace_start(&self, trace: &mut Trace) {
        if self.run.status == Status::Running && self.run.expanded == 0 {
            let h = self.run.first_estimate;
            trace.event(TraceKind::Opened, self.query.start, None, 0, h);
        }
    }

    /// Draws the conclusions from the end of a slice. `name` gives the cell of a node, `write` the way
    /// to a node with its cost.
    pub(crate) fn conclude(
        &mut self,
        grid: &PathGrid,
        end: &End,
        name: impl Fn(u32) -> IVec2,
        mut write: impl FnMut(u32, &mut GridPath),
    ) -> Status {
        let (answer, reason) = match *end {
            End::Budget => return self.run.status,
            End::Goal => (Some(self.run.goal), NoPathReason::CostLimit),
            End::GaveUp(reason) => (None, reason),
            End::Overflow(id) => {
                self.path.clear();
                self.run.status = Status::Failed(PathError::CostOverflow(name(id)));
                return self.run.status;
            }
        };
        for id in answer.into_iter().chain(self.run.best.filter(|_| self.query.nearest)) {
            self.path.clear();
            write(id, &mut self.path);
            // An estimate that overestimates may have led to a goal beyond the limit.
            if self.path.units <= self.query.cost_limit {
                self.path.reaches_goal = id == self.run.goal;
                self.path.measure(grid);
                self.run.status = Status::Found;
                return self.run.status;
            }
        }
        self.path.clear();
        self.run.status = Status::NoPath(NoPath { reason, nearest: self.run.best.map(name) });
        self.run.status
    }

    /// Writes the way to the best node so far, or what the fallback has while it is at work.
    pub(crate) fn partial(
        &self,
        grid: &PathGrid,
        out: &mut GridPath,
        write: impl FnOnce(u32, &mut GridPath),
    ) {
        if let Some(fallback) = self.fallback.at_work() {
            return fallback.partial_path(grid, out);
        }
        out.clear();
        if let Some(best) = self.run.best
            && self.fingerprint == grid.fingerprint()
        {
            write(best, out);
            out.reaches_goal = best == self.run.goal;
            out.measure(grid);
        }
    }

    pub(crate) fn cancel(&mut self) {
        self.run.status = Status::Idle;
        self.fallback.running = false;
        self.path.clear();
    }

    /// Lets a plain A* start over with the query; its limit of expansions counts on.
    pub(crate) fn take_over(&mut self, grid: &PathGrid) -> Status {
        self.path.clear();
        self.run.status = self.fallback.begin(grid, self.query, self.run.expanded);
        self.run.status
    }

    /// A slice of the fallback's work, while it is at it.
    pub(crate) fn step_fallback<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        budget: u32,
        sink: &mut T,
    ) -> Option<Status> {
        let (status, expanded) = self.fallback.step(grid, budget, sink, &mut self.path)?;
        self.run.status = status;
        self.run.expanded += expanded;
        Some(status)
    }
}
