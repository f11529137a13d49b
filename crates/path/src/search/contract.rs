//! What all searches have in common: the query, the state, the answer.

use crate::{
    GridPath, NoPath, NoPathReason, PathError, PathGrid, Trace, TraceKind, grid::cell::cell_box,
};
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2};

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

    /// The status as a result, for `?`.
    ///
    /// # Errors
    /// [`PathError::NoPath`], or what the search failed with; [`PathError::NotSearched`] unless it is done.
    pub const fn ok(self) -> Result<(), PathError> {
        match self {
            Self::Found => Ok(()),
            Self::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Self::Failed(error) => Err(error),
            Self::Idle | Self::Running => Err(PathError::NotSearched),
        }
    }

    /// There is no path, and that is known without a search.
    pub(crate) const fn no_path(reason: NoPathReason) -> Self {
        Self::NoPath(NoPath::at_once(reason))
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

    /// Steps until the work is done, and tells how it ended; [`Status::ok`] makes a result of that.
    fn finish(&mut self, map: &M) -> Status {
        while self.step(map, u32::MAX) == Status::Running {}
        self.status()
    }
}

/// A search between two cells of a grid: a value that owns its memory, runs in slices and can be used
/// again.
///
/// A repeated search on grids of the same size allocates nothing; a longer path or a fuller open list
/// than ever before may grow a buffer.
pub trait GridSearch: Search<PathGrid> {
    /// Starts a new search and forgets whatever was going on.
    ///
    /// Where the answer needs no search, the status tells it already: found when the start is the goal, no path
    /// when an end is blocked, failed with [`PathError::Outside`] or with settings that do not fit the grid.
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status;

    /// What the search has done since it began, as far as it was recorded; see [`Trace`].
    fn trace(&self) -> &Trace;

    /// The trace, to switch recording on or off and to drop events that have been read.
    fn trace_mut(&mut self) -> &mut Trace;

    /// The path found; empty before that.
    fn path(&self) -> &GridPath;

    /// Writes the path to the cell nearest to the goal so far, while running or after failing. Empty
    /// when nothing has been expanded.
    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath);

    /// Calls `visit` with every cell the search has seen and where it stands: [`TraceKind::Closed`] or
    /// [`TraceKind::Opened`]. Searches that work on something else than cells tell what they can.
    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind));

    /// Marks the cells the search has seen and the path, or the one to the nearest cell so far, for a grid whose
    /// cells are `cell_size` pixels wide and whose top left corner is at `origin`.
    fn mark(&self, grid: &PathGrid, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        self.for_each_seen(grid, &mut |cell, kind| {
            marks.aabb(kind.role(), cell_box(cell, origin, cell_size));
        });
        let mut partial = GridPath::default();
        if self.path().is_empty() {
            self.partial_path(grid, &mut partial);
            if let Some(&end) = partial.cells.last() {
                marks.aabb(MarkRole::Current, cell_box(end, origin, cell_size));
            }
            marks.polyline(MarkRole::Path, partial.points(origin, cell_size));
        }
        self.path().mark(origin, cell_size, marks);
    }

    /// Begins a search and runs it to its end.
    ///
    /// # Errors
    /// [`PathError::NoPath`] with the reason and the nearest cell; [`PathError::Outside`]; settings that do not
    /// fit the grid.
    fn find(&mut self, grid: &PathGrid, start: IVec2, goal: IVec2) -> Result<&GridPath, PathError> {
        self.find_query(grid, Query::new(start, goal))
    }

    /// Begins a search with limits or policies and runs it to its end.
    ///
    /// # Errors
    /// As [`GridSearch::find`].
    fn find_query(&mut self, grid: &PathGrid, query: Query) -> Result<&GridPath, PathError> {
        self.begin(grid, query);
        self.finish(grid).ok()?;
        Ok(Self::path(self))
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
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        (**self).begin(grid, query)
    }

    fn trace(&self) -> &Trace {
        (**self).trace()
    }

    fn trace_mut(&mut self) -> &mut Trace {
        (**self).trace_mut()
    }

    fn path(&self) -> &GridPath {
        (**self).path()
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
        (**self).partial_path(grid, out);
    }

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        (**self).for_each_seen(grid, visit);
    }
}
