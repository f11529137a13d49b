//! What all searches on grids have in common: the query, the state, the answer.

use crate::{NoPath, NoPathReason, Path, PathError, PathGrid, Trace};
use motile_geom::{IVec2, ivec2};

/// A question to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct Progress {
    /// Cells taken from the open list and processed; again when they had to be.
    pub expanded: u32,
    /// Distinct cells seen: open and closed together, the goal not counted.
    pub visited: u32,
    /// Share of the estimate from start to goal that the nearest cell so far has covered, 0…1. It
    /// never falls, but may rest for long.
    pub fraction: f32,
}

/// A search on a grid: a value that owns its memory, runs in slices and can be used again.
///
/// The result does not depend on how the work is sliced. A repeated search on grids of the same size
/// allocates nothing; a longer path or a fuller open list than ever before may grow a buffer.
pub trait GridSearch {
    /// Starts a new search; whatever was going on is forgotten.
    ///
    /// # Errors
    /// Cells outside, a blocked start, settings that do not fit the grid.
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError>;

    /// Expands up to `budget` cells. `grid` must be the one the search began with; after an edit the
    /// status becomes failed with [`PathError::GridChanged`].
    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status;

    /// Like [`GridSearch::step`], adding what happens to `trace`.
    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status;

    /// Where the search stands.
    fn status(&self) -> Status;

    /// How far it has come.
    fn progress(&self) -> Progress;

    /// The path found; empty before that.
    fn path(&self) -> &Path;

    /// Writes the way to the cell nearest to the goal so far, while running or after failing. Empty
    /// when nothing has been expanded.
    fn partial_path(&self, grid: &PathGrid, out: &mut Path);

    /// Stops and becomes idle. The memory stays for the next search.
    fn cancel(&mut self);

    /// Bytes of memory held for searching.
    fn memory_bytes(&self) -> u64;

    /// Begins a search and runs it to its end.
    ///
    /// # Errors
    /// As [`GridSearch::begin`]; [`PathError::NoPath`] with the reason and the nearest cell.
    fn find(&mut self, grid: &PathGrid, start: IVec2, goal: IVec2) -> Result<&Path, PathError> {
        self.find_query(grid, Query::new(start, goal))
    }

    /// The same for a query with limits or policies.
    ///
    /// # Errors
    /// As [`GridSearch::find`].
    fn find_query(&mut self, grid: &PathGrid, query: Query) -> Result<&Path, PathError> {
        self.begin(grid, query)?;
        while self.step(grid, u32::MAX) == Status::Running {}
        match self.status() {
            Status::Found => Ok(Self::path(self)),
            Status::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Status::Failed(error) => Err(error),
            Status::Idle | Status::Running => Err(PathError::NotSearched),
        }
    }
}

/// The part of a search that is the same for all of them.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) query: Query,
    pub(crate) status: Status,
    pub(crate) path: Path,
    pub(crate) fingerprint: u64,
    pub(crate) expanded: u32,
    pub(crate) visited: u32,
    /// Cell with the smallest estimate so far, and that estimate.
    pub(crate) best: Option<IVec2>,
    pub(crate) best_estimate: u32,
    pub(crate) first_estimate: u32,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            query: Query::new(IVec2::ZERO, IVec2::ZERO),
            status: Status::Idle,
            path: Path::default(),
            fingerprint: 0,
            expanded: 0,
            visited: 0,
            best: None,
            best_estimate: u32::MAX,
            first_estimate: 0,
        }
    }
}

impl Frame {
    /// Checks the query and answers what needs no search. The status is running afterwards when there
    /// is something to search.
    pub(crate) fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        let path = core::mem::take(&mut self.path);
        *self = Self { query, fingerprint: grid.fingerprint(), path, ..Self::default() };
        self.path.clear();
        grid.check(query.start)?;
        grid.check(query.goal)?;
        if !grid.is_walkable(query.start) && !query.free_start {
            return Err(PathError::StartBlocked(query.start));
        }
        self.status = if query.start == query.goal {
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

    /// Whether a step should do anything; notices edits.
    pub(crate) fn ready(&mut self, grid: &PathGrid) -> bool {
        if self.status == Status::Running && self.fingerprint != grid.fingerprint() {
            self.status = Status::Failed(PathError::GridChanged);
        }
        self.status == Status::Running
    }

    /// Remembers the expanded cell if it is the nearest so far.
    #[inline(always)]
    pub(crate) fn note(&mut self, cell: IVec2, estimate: u32) {
        if estimate < self.best_estimate {
            self.best_estimate = estimate;
            self.best = Some(cell);
        }
    }

    /// The open list is empty or a limit is reached. Returns whether the path to the nearest cell is
    /// wanted as the answer.
    pub(crate) fn give_up(&mut self, reason: NoPathReason) -> bool {
        if self.query.nearest && self.best.is_some() {
            self.status = Status::Found;
            return true;
        }
        self.status = Status::NoPath(NoPath { reason, nearest: self.best });
        false
    }

    pub(crate) fn cancel(&mut self) {
        self.status = Status::Idle;
        self.path.clear();
    }

    pub(crate) fn progress(&self) -> Progress {
        let fraction = match self.status {
            Status::Found => 1.0,
            _ if self.best.is_none() || self.first_estimate == 0 => 0.0,
            _ => 1.0 - self.best_estimate as f32 / self.first_estimate as f32,
        };
        Progress {
            expanded: self.expanded,
            visited: self.visited,
            fraction: fraction.clamp(0.0, 1.0),
        }
    }
}

pub(crate) const fn pack(cell: IVec2) -> u32 {
    (cell.y as u32) << 16 | cell.x as u32
}

pub(crate) const fn unpack(cell: u32) -> IVec2 {
    ivec2((cell & 0xffff) as i32, (cell >> 16) as i32)
}
