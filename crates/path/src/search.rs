//! What all searches on grids have in common: the query, the state, the answer.

use crate::{
    GridPath, NoPath, NoPathReason, PathError, PathGrid, Trace, TraceKind,
    engine::{End, Run},
    trace::Sink,
    understudy::Understudy,
};
use motile_geom::{IVec2, ivec2};

/// A question to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Query {
    /// First cell.
    pub start: IVec2,
    /// Last cell.
    pub goal: IVec2,
    /// Leave a blocked start as if it were free, instead of refusing.
    pub free_start: bool,
    /// When the goal cannot be reached, answer with the path to the nearest cell that can.
    pub nearest: bool,
    /// Give up beyond this cost, in units of the grid.
    pub cost_limit: u32,
    /// Give up after expanding this many cells.
    pub expansion_limit: u32,
}

impl Query {
    /// From `start` to `goal`, without limits.
    pub const fn new(start: IVec2, goal: IVec2) -> Self {
        Self {
            start,
            goal,
            free_start: false,
            nearest: false,
            cost_limit: u32::MAX,
            expansion_limit: u32::MAX,
        }
    }
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Status {
    /// Not begun, or canceled.
    #[default]
    Idle,
    /// Wants more steps.
    Running,
    /// The path is there.
    Found,
    /// There is none.
    NoPath(NoPath),
    /// Something went wrong on the way.
    Failed(PathError),
}

impl Status {
    /// Whether more steps change nothing.
    pub const fn is_done(self) -> bool {
        !matches!(self, Self::Running)
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchProgress {
    /// Cells taken from the open list and processed; again when they had to be.
    pub expanded: u32,
    /// Distinct cells seen: open and closed together, the goal not counted.
    pub visited: u32,
    /// Share of the estimate from start to goal that the nearest cell so far has covered, 0…1. It
    /// never falls, but may rest for long.
    pub fraction: f32,
}

/// Work on a map of kind `M` (a [`PathGrid`], a [`NavMesh`](crate::NavMesh), or any
/// [`Graph`](crate::Graph)) in slices: what searches and fields have in common. [`SearchJob`](crate::SearchJob) makes one a job under a frame budget.
///
/// The result does not depend on how the work is sliced.
pub trait Search<M: ?Sized> {
    /// Expands up to `budget` nodes. `map` must be the one the work began with; where an edit can be
    /// noticed, the status becomes failed with [`PathError::GridChanged`].
    fn step(&mut self, map: &M, budget: u32) -> Status;

    /// Where the work stands.
    fn status(&self) -> Status;

    /// How far it has come.
    fn progress(&self) -> SearchProgress;

    /// Stops and becomes idle. The memory stays for the next time.
    fn cancel(&mut self);

    /// Bytes of memory held.
    fn memory_bytes(&self) -> u64;

    /// Steps until the work is done.
    ///
    /// # Errors
    /// [`PathError::NoPath`], or what the search failed with; [`PathError::NotSearched`] when idle.
    fn finish(&mut self, map: &M) -> Result<(), PathError> {
        while self.step(map, u32::MAX) == Status::Running {}
        match self.status() {
            Status::Found => Ok(()),
            Status::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Status::Failed(error) => Err(error),
            Status::Idle | Status::Running => Err(PathError::NotSearched),
        }
    }
}

/// A search between two cells of a grid: a value that owns its memory, runs in slices and can be used
/// again.
///
/// A repeated search on grids of the same size allocates nothing; a longer path or a fuller open list
/// than ever before may grow a buffer.
pub trait GridSearch: Search<PathGrid> {
    /// Starts a new search; whatever was going on is forgotten.
    ///
    /// # Errors
    /// Cells outside, a blocked start, settings that do not fit the grid.
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError>;

    /// Like [`Search::step`], adding what happens to `trace`.
    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status;

    /// The path found; empty before that.
    fn path(&self) -> &GridPath;

    /// Writes the way to the cell nearest to the goal so far, while running or after failing. Empty
    /// when nothing has been expanded.
    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath);

    /// Begins a search and runs it to its end.
    ///
    /// # Errors
    /// As [`GridSearch::begin`]; [`PathError::NoPath`] with the reason and the nearest cell.
    fn find(&mut self, grid: &PathGrid, start: IVec2, goal: IVec2) -> Result<&GridPath, PathError> {
        self.find_query(grid, Query::new(start, goal))
    }

    /// The same for a query with limits or policies.
    ///
    /// # Errors
    /// As [`GridSearch::find`].
    fn find_query(&mut self, grid: &PathGrid, query: Query) -> Result<&GridPath, PathError> {
        self.begin(grid, query)?;
        self.finish(grid)?;
        Ok(Self::path(self))
    }
}

/// The part of a grid search that is the same for all of them: the question, the run and the answer.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) query: Query,
    pub(crate) run: Run,
    pub(crate) path: GridPath,
    pub(crate) understudy: Understudy,
    fingerprint: u64,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            query: Query::new(IVec2::ZERO, IVec2::ZERO),
            run: Run::default(),
            path: GridPath::default(),
            understudy: Understudy::default(),
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
        self.understudy.running = false;
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

    /// Writes the way to the best node so far, or what the understudy has while it is at work.
    pub(crate) fn partial(
        &self,
        grid: &PathGrid,
        out: &mut GridPath,
        write: impl FnOnce(u32, &mut GridPath),
    ) {
        if let Some(understudy) = self.understudy.at_work() {
            return understudy.partial_path(grid, out);
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
        self.understudy.running = false;
        self.path.clear();
    }

    /// Lets a plain A* start over with the query; its limit of expansions counts on.
    pub(crate) fn take_over(&mut self, grid: &PathGrid) -> Status {
        self.path.clear();
        self.run.status = self.understudy.begin(grid, self.query, self.run.expanded);
        self.run.status
    }

    /// A slice of the understudy's work, while it is at it.
    pub(crate) fn step_understudy<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        budget: u32,
        sink: &mut T,
    ) -> Option<Status> {
        let (status, expanded) = self.understudy.step(grid, budget, sink, &mut self.path)?;
        self.run.status = status;
        self.run.expanded += expanded;
        Some(status)
    }
}

/// A lent search is a search.
impl<M: ?Sized, S: Search<M> + ?Sized> Search<M> for &mut S {
    fn step(&mut self, map: &M, budget: u32) -> Status {
        (**self).step(map, budget)
    }

    fn status(&self) -> Status {
        (**self).status()
    }

    fn progress(&self) -> SearchProgress {
        (**self).progress()
    }

    fn cancel(&mut self) {
        (**self).cancel();
    }

    fn memory_bytes(&self) -> u64 {
        (**self).memory_bytes()
    }
}

/// A lent search is a search.
impl<S: GridSearch + ?Sized> GridSearch for &mut S {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        (**self).begin(grid, query)
    }

    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
        (**self).step_traced(grid, budget, trace)
    }

    fn path(&self) -> &GridPath {
        (**self).path()
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
        (**self).partial_path(grid, out);
    }
}

/// Place of a cell in an array of rows, whose end may still be before it; `None` left, right or above.
#[inline]
pub(crate) const fn place_in_rows(cell: IVec2, width: u32) -> Option<usize> {
    if cell.x < 0 || cell.y < 0 || cell.x as u32 >= width {
        return None;
    }
    Some(cell.y as usize * width as usize + cell.x as usize)
}

pub(crate) const fn pack(cell: IVec2) -> u32 {
    (cell.y as u32) << 16 | cell.x as u32
}

pub(crate) const fn unpack(cell: u32) -> IVec2 {
    ivec2((cell & 0xffff) as i32, (cell >> 16) as i32)
}
