//! Searches and fields as jobs of `motile-time`.

use crate::Search;
use core::ops::Deref;
use motile_time::{Budget, Job, JobProgress};

/// A begun [`Search`] as a [`Job`]; its unit is one expanded node.
///
/// The map is lent or shared (`&PathGrid`, `Rc<PathGrid>`, `Arc<PathGrid>`); the search is given and comes
/// back as the output, finished, so that its memory can be used again: look at its status.
///
/// ```
/// use motile_path::{AStar, GridSearch, PathGrid, Query, Search, SearchJob, Status};
/// use motile_geom::ivec2;
/// use motile_time::{Budget, Job, JobProgress};
///
/// let grid = PathGrid::new(200, 200)?;
/// let mut search = AStar::new();
/// search.begin(&grid, Query::new(ivec2(0, 0), ivec2(150, 199)));
/// let mut job = SearchJob::new(&grid, search);
/// let mut frames = 1;
/// let finished = loop {
///     match job.step(&mut Budget::units(50)) {
///         JobProgress::Pending(_) => frames += 1,
///         JobProgress::Done(search) => break search,
///     }
/// };
/// assert_eq!(finished.status(), Status::Found);
/// assert!(frames > 3);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchJob<G, S> {
    map: G,
    search: Option<S>,
}

/// Expansions between two looks at a stopwatch: some ten microseconds.
const SLICE: u64 = 256;

impl<G: Deref, S: Search<G::Target>> SearchJob<G, S> {
    /// A job that finishes a search begun on this map.
    pub const fn new(map: G, search: S) -> Self {
        Self { map, search: Some(search) }
    }

    /// The search, to look at its progress or partial path; `None` once it has been handed out.
    pub const fn search(&self) -> Option<&S> {
        self.search.as_ref()
    }
}

impl<G: Deref, S: Search<G::Target>> Job for SearchJob<G, S> {
    type Output = S;

    fn step(&mut self, budget: &mut Budget<'_>) -> JobProgress<S> {
        let Some(search) = &mut self.search else { return JobProgress::Pending(1.0) };
        while !search.status().is_done() {
            let left = budget.allowance().saturating_sub(budget.used());
            if !budget.more() {
                return JobProgress::Pending(search.progress().fraction);
            }
            let before = search.progress().expanded;
            search.step(&self.map, left.clamp(1, SLICE) as u32);
            let done = search.progress().expanded.saturating_sub(before);
            budget.spend(u64::from(done.saturating_sub(1)));
        }
        self.search.take().map_or(JobProgress::Pending(1.0), JobProgress::Done)
    }
}
