//! A plain search that steps in for a special one.

use crate::{AStar, GridSearch, PathGrid, Query, Search, Status, search::Frame, trace::Sink};
use motile_geom::IVec2;

/// A* that takes over where a search has no answer of its own: the cell nearest to a goal that cannot
/// be reached, or a way its graph does not hold. It takes memory when it is first needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Understudy {
    search: Option<Box<AStar>>,
    pub(crate) running: bool,
}

impl Understudy {
    /// Starts over with the query of the frame; its limit of expansions counts on.
    pub(crate) fn take_over(&mut self, grid: &PathGrid, frame: &mut Frame) -> Status {
        let search = self.search.get_or_insert_default();
        let expansion_limit = frame.query.expansion_limit.saturating_sub(frame.run.expanded);
        frame.run.status = match search.begin(grid, Query { expansion_limit, ..frame.query }) {
            Ok(()) => Status::Running,
            Err(error) => Status::Failed(error),
        };
        self.running = frame.run.status == Status::Running;
        frame.path.clear();
        frame.run.status
    }

    /// A slice of its work; the answer goes into the frame.
    pub(crate) fn step<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        budget: u32,
        frame: &mut Frame,
        sink: &mut T,
    ) -> Status {
        let Some(search) = &mut self.search else { return frame.run.status };
        let before = search.progress().expanded;
        frame.run.status = search.run(grid, budget, sink);
        frame.run.expanded += search.progress().expanded - before;
        if frame.run.status.is_done() {
            self.running = false;
            frame.path.copy_from(search.path());
        }
        frame.run.status
    }

    /// The search while it is at work.
    pub(crate) fn at_work(&self) -> Option<&AStar> {
        self.search.as_deref().filter(|_| self.running)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.memory_bytes())
    }
}
