//! Helpers shared by the tests: a plain reference search, random grids and checks of paths.

use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{Diagonals, GridPath, NoPath, NoPathReason, PathError, PathGrid};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Cost of the cheapest path by textbook Dijkstra over [`PathGrid::steps_from`].
pub(crate) fn reference(grid: &PathGrid, start: IVec2, goal: IVec2) -> Option<u32> {
    reference_field(grid, start)[index(grid, goal)]
}

/// Cheapest cost from `start` to every cell.
pub(crate) fn reference_field(grid: &PathGrid, start: IVec2) -> Vec<Option<u32>> {
    let mut costs = vec![None; grid.cell_count() as usize];
    let mut open = BinaryHeap::from([Reverse((0, start.x, start.y))]);
    while let Some(Reverse((cost, x, y))) = open.pop() {
        let cell = ivec2(x, y);
        let known = &mut costs[index(grid, cell)];
        if known.is_some() {
            continue;
        }
        *known = Some(cost);
        for (to, step) in grid.steps_from(cell) {
            open.push(Reverse((cost + step, to.x, to.y)));
        }
    }
    costs
}

pub(crate) fn index(grid: &PathGrid, cell: IVec2) -> usize {
    cell.y as usize * grid.width() as usize + cell.x as usize
}

/// A grid of the given size with this share of walls.
pub(crate) fn random_grid(rng: &mut Rng, width: u32, height: u32, walls: f32) -> PathGrid {
    PathGrid::from_fn(width, height, |_| !rng.chance(walls)).unwrap()
}

pub(crate) fn random_free_cell(rng: &mut Rng, grid: &PathGrid) -> Option<IVec2> {
    (0..200)
        .map(|_| ivec2(rng.below(grid.width()) as i32, rng.below(grid.height()) as i32))
        .find(|&cell| grid.is_walkable(cell))
}

/// Everything K-28 asks of a result.
pub(crate) fn check_path(grid: &PathGrid, path: &GridPath, start: IVec2, goal: IVec2) {
    assert_eq!(path.cells.first(), Some(&start));
    assert_eq!(path.cells.last(), Some(&goal));
    let mut units = 0;
    let mut length = 0.0;
    for pair in path.cells.windows(2) {
        let step = grid.steps_from(pair[0]).find(|&(to, _)| to == pair[1]);
        units += step.unwrap_or_else(|| panic!("illegal step {pair:?}")).1;
        length += grid.step_length(pair[0], pair[1]);
    }
    assert_eq!(units, path.units);
    assert!((length - path.length).abs() < 1e-9 * length.max(1.0));
    assert!(path.reaches_goal);
}

/// What a search answers whose start is a wall.
pub(crate) fn start_blocked() -> PathError {
    PathError::NoPath(NoPath { reason: NoPathReason::StartBlocked, nearest: None })
}

/// A map of the spec: rows separated by slashes.
pub(crate) fn spec_map(rows: &str, diagonals: Diagonals) -> (PathGrid, IVec2, IVec2) {
    let map = PathGrid::from_text(&rows.replace('/', "\n")).unwrap();
    (map.grid.with_diagonals(diagonals), map.start.unwrap(), map.goal.unwrap())
}

/// The folder of public benchmark maps beside the project's checkout, when it is there.
pub(crate) fn benchmark_folder() -> Option<std::path::PathBuf> {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|up| up.join("shared/data/movingai")).find(|folder| folder.is_dir())
}
