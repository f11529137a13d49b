//! A plain search that steps in for a special one.

use crate::{AStar, GridPath, GridSearch, PathGrid, Query, Search, Status, search::trace::Sink};
use motile_geom::IVec2;

/// A* that takes over where a search has no answer of its own: the cell nearest to a goal that cannot
/// be reached, or a path its graph does not hold. It takes memory when it is first needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fallback {
    search: Option<Box<AStar>>,
    pub(crate) running: bool,
}

impl Fallback {
    /// Begins, after so many cells have been expanded for the same query.
    pub(crate) fn begin(&mut self, grid: &PathGrid, query: Query, expanded: u32) -> Status {
        let search = self.search.get_or_insert_default();
        let expansion_limit = query.expansion_limit.saturating_sub(expanded);
        let status = search.begin(grid, Query { expansion_limit, ..query });
        // What A* knows at once is handed out by the next step, which copies its path too.
        self.running = !matches!(status, Status::Failed(_));
        if self.running { Status::Running } else { status }
    }

    /// A slice of its work: where that leads, and how many cells it took. Answers into `path`.
    pub(crate) fn step<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        budget: u32,
        sink: &mut T,
        path: &mut GridPath,
    ) -> Option<(Status, u32)> {
        let search = self.search.as_mut().filter(|_| self.running)?;
        let before = search.progress().expanded;
        let status = search.run(grid, budget, sink);
        if status.is_done() {
            self.running = false;
            path.copy_from(search.path());
        }
        Some((status, search.progress().expanded - before))
    }

    /// The search while it is at work.
    pub(crate) fn at_work(&self) -> Option<&AStar> {
        self.search.as_deref().filter(|_| self.running)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.memory_bytes())
    }
}
