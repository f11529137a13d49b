//! What the searches that outlive edits have in common.

use crate::{GridPath, GridSearch, PathError, PathGrid};
use motile_geom::IVec2;

/// A search that keeps its path up to date while walls come and go and the walker moves.
///
/// Edit the grid, say which cells have changed, and step on: what is still right is kept. The path after
/// every repair costs what one searched from scratch would cost.
///
/// | | best for | first plan | memory |
/// |---|---|---|---|
/// | [`Replanner`](crate::Replanner) | most maps, many edits, open ground | the whole map once | 12 bytes a cell |
/// | [`DStarLite`](crate::DStarLite) | short paths on large maps, few edits | about an A* from the goal | 12 bytes a cell |
///
/// ```
/// use motile_path::{DStarLite, GridSearch, Incremental, PathGrid, Query, Replanner};
/// use motile_geom::ivec2;
/// let searches: [Box<dyn Incremental>; 2] =
///     [Box::new(Replanner::new()), Box::new(DStarLite::new())];
/// for mut search in searches {
///     let mut grid = PathGrid::new(20, 20)?;
///     search.begin(&grid, Query::new(ivec2(0, 10), ivec2(19, 10)));
///     assert_eq!(search.replan(&grid)?.units, 19 * 408);
///     grid.set_walkable(ivec2(7, 10), false);
///     search.cell_changed(&grid, ivec2(7, 10));
///     assert!(!search.replan(&grid)?.cells.contains(&ivec2(7, 10)));
/// }
/// # Ok::<(), motile_path::PathError>(())
/// ```
pub trait Incremental: GridSearch {
    /// The walker has moved; the plan is adapted at the next step. A cell outside is ignored.
    fn set_start(&mut self, grid: &PathGrid, start: IVec2);

    /// A cell has become free, blocked, or got another multiplier. Call it after the edit, for every
    /// edited cell. Cells outside are ignored.
    fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2);

    /// Repairs the plan to the end.
    ///
    /// # Errors
    /// [`PathError::NoPath`], [`PathError::GridChanged`] after an edit that was not reported,
    /// [`PathError::NotSearched`] before [`GridSearch::begin`].
    fn replan(&mut self, grid: &PathGrid) -> Result<&GridPath, PathError> {
        self.finish(grid).ok()?;
        Ok(Self::path(self))
    }
}
