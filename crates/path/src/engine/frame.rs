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
    pub(crate) trace: Trace,
    fingerprint: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            query: Query::new(IVec2::ZERO, IVec2::ZERO),
            run: Run::default(),
            path: GridPath::default(),
            fallback: Fallback::default(),
            trace: Trace::default(),
            fingerprint: 0,
        }
    }
}

/// The methods of [`Search`] that a search with a `frame` and a `run` of its own answers by them.
///
/// `run` is compiled twice, once for a trace and once for none, so that searches which nobody records pay
/// nothing but this one test a slice.
macro_rules! search_by_frame {
    () => {
        fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
            if !self.frame.trace.recording {
                return self.run(grid, budget, &mut ());
            }
            let mut trace = core::mem::take(&mut self.frame.trace);
            let status = self.run(grid, budget, &mut trace);
            self.frame.trace = trace;
            status
        }

        fn status(&self) -> Status {
            self.frame.run.status
        }

        fn cancel(&mut self) {
            self.frame.cancel();
        }
    };
}
pub(crate) use search_by_frame;

/// The methods of [`GridSearch`] that every search with a `frame` answers by it.
macro_rules! grid_search_by_frame {
    () => {
        fn trace(&self) -> &Trace {
            &self.frame.trace
        }

        fn trace_mut(&mut self) -> &mut Trace {
            &mut self.frame.trace
        }

        fn path(&self) -> &GridPath {
            &self.frame.path
        }
    };
}
pub(crate) use grid_search_by_frame;

/// [`GridSearch::partial_path`] by `write_path_to`, which writes the path to a node and its cost.
macro_rules! partial_path_by_frame {
    () => {
        fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
            self.frame.partial(grid, out, |id, out| self.write_path_to(grid, id, out));
        }
    };
}
pub(crate) use partial_path_by_frame;

impl Frame {
    /// Checks the query and answers what needs no search. The status is running afterwards when there
    /// is something to search.
    pub(crate) fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        self.run = Run::new(pack(query.goal), query.cost_limit, query.expansion_limit);
        self.query = query;
        self.fingerprint = grid.fingerprint();
        self.path.clear();
        self.trace.clear();
        self.fallback.running = false;
        let outside = [query.start, query.goal].into_iter().find(|&end| !grid.contains(end));
        self.run.status = if let Some(outside) = outside {
            Status::Failed(PathError::Outside(outside))
        } else if !grid.is_walkable(query.start) && !query.free_start {
            Status::no_path(NoPathReason::StartBlocked)
        } else if query.start == query.goal {
            self.path.cells.push(query.start);
            self.path.reaches_goal = true;
            Status::Found
        } else if !grid.is_walkable(query.goal) && !query.nearest {
            Status::no_path(NoPathReason::GoalBlocked)
        } else {
            Status::Running
        };
        self.run.status
    }

    /// Begins a search that outlives edits: blocked ends are left to the first step, since they may become
    /// free later. Returns whether it has begun, that is, whether both ends are on the grid.
    pub(crate) fn begin_lasting(&mut self, grid: &PathGrid, query: Query) -> bool {
        self.begin(grid, Query { free_start: true, nearest: true, ..query });
        self.query = query;
        self.path.clear();
        self.has_begun()
    }

    /// Whether there is a question that edits may give another answer.
    pub(crate) const fn has_begun(&self) -> bool {
        !matches!(self.run.status, Status::Idle | Status::Failed(PathError::Outside(_)))
    }

    /// Refuses a question that this search cannot answer.
    pub(crate) fn refuse(&mut self, error: PathError) -> Status {
        self.cancel();
        self.run.status = Status::Failed(error);
        self.run.status
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

    /// Records the start as opened; the end of every `begin` that has something to search.
    pub(crate) fn opened_start(&mut self) -> Status {
        if self.trace.recording {
            let h = self.run.first_estimate;
            self.trace.event(TraceKind::Opened, self.query.start, None, 0, h);
        }
        self.run.status
    }

    /// Draws the conclusions from the end of a slice. `name` gives the cell of a node, `write` the path
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

    /// Writes the path to the best node so far, or what the fallback has while it is at work.
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
        self.trace.clear();
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
