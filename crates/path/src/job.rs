//! Searches as jobs of `motile-time`.

use crate::{DistanceField, GridSearch, Path, PathError, PathGrid, Progress, Query, Status, Trace};
use core::borrow::Borrow;
use motile_time::{Budget, Job, Progress as JobProgress};

/// A begun search as a [`Job`]; its unit is one expanded cell.
///
/// The grid is lent or shared (`&PathGrid`, `Rc<PathGrid>`, `Arc<PathGrid>`); the search is given and comes
/// back as the output, finished, so that its memory can be used again.
///
/// ```
/// use motile_path::{AStar, GridSearch, PathGrid, Query, SearchJob, Status};
/// use motile_geom::ivec2;
/// use motile_time::{Budget, Job, Progress};
///
/// let grid = PathGrid::new(200, 200)?;
/// let mut search = AStar::new();
/// search.begin(&grid, Query::new(ivec2(0, 0), ivec2(150, 199)))?;
/// let mut job = SearchJob::new(&grid, search);
/// let mut frames = 1;
/// let finished = loop {
///     match job.step(&mut Budget::units(50)) {
///         Progress::Pending(_) => frames += 1,
///         Progress::Done(search) => break search,
///     }
/// };
/// assert_eq!(finished.status(), Status::Found);
/// assert!(frames > 3);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchJob<G, S> {
    grid: G,
    search: Option<S>,
}

/// Expansions between two looks at a stopwatch: some ten microseconds.
const SLICE: u64 = 256;

impl<G: Borrow<PathGrid>, S: GridSearch> SearchJob<G, S> {
    /// A job that finishes a search begun on this grid.
    pub const fn new(grid: G, search: S) -> Self {
        Self { grid, search: Some(search) }
    }

    /// The search, to look at its progress or partial path; `None` once it has been handed out.
    pub const fn search(&self) -> Option<&S> {
        self.search.as_ref()
    }
}

impl<G: Borrow<PathGrid>, S: GridSearch> Job for SearchJob<G, S> {
    type Output = S;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<S> {
        let Some(search) = &mut self.search else { return JobProgress::Pending(1.0) };
        while !search.status().is_done() {
            let left = budget.allowance().saturating_sub(budget.used());
            if !budget.more() {
                return JobProgress::Pending(search.progress().fraction);
            }
            let before = search.progress().expanded;
            search.step(self.grid.borrow(), left.clamp(1, SLICE) as u32);
            let done = search.progress().expanded.saturating_sub(before);
            budget.spend(u64::from(done.saturating_sub(1)));
        }
        self.search.take().map_or(JobProgress::Pending(1.0), JobProgress::Done)
    }
}

/// A begun distance field as a [`Job`]; its unit is one run of cells.
#[derive(Clone, Debug)]
pub struct FieldJob<G> {
    grid: G,
    field: Option<DistanceField>,
}

impl<G: Borrow<PathGrid>> FieldJob<G> {
    /// A job that finishes a field begun on this grid.
    pub const fn new(grid: G, field: DistanceField) -> Self {
        Self { grid, field: Some(field) }
    }
}

impl<G: Borrow<PathGrid>> Job for FieldJob<G> {
    type Output = Result<DistanceField, PathError>;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<Self::Output> {
        let Some(field) = &mut self.field else { return JobProgress::Pending(1.0) };
        while budget.more() {
            let left = budget.allowance().saturating_sub(budget.used());
            let slice = left.clamp(1, SLICE / 4) as u32;
            match field.step(self.grid.borrow(), slice) {
                Status::Running => budget.spend(u64::from(slice - 1)),
                Status::Failed(error) => return JobProgress::Done(Err(error)),
                _ => break,
            }
        }
        if field.status() == Status::Running {
            return JobProgress::Pending(0.0);
        }
        self.field.take().map_or(JobProgress::Pending(1.0), |field| JobProgress::Done(Ok(field)))
    }
}

/// A lent search is a search.
impl<S: GridSearch + ?Sized> GridSearch for &mut S {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        (**self).begin(grid, query)
    }

    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        (**self).step(grid, budget)
    }

    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
        (**self).step_traced(grid, budget, trace)
    }

    fn status(&self) -> Status {
        (**self).status()
    }

    fn progress(&self) -> Progress {
        (**self).progress()
    }

    fn path(&self) -> &Path {
        (**self).path()
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut Path) {
        (**self).partial_path(grid, out);
    }

    fn cancel(&mut self) {
        (**self).cancel();
    }

    fn memory_bytes(&self) -> u64 {
        (**self).memory_bytes()
    }
}
