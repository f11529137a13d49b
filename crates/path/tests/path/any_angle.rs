//! Any-angle paths and pulled ones: legal, and never longer than paths of single steps.

use crate::common::{random_free_cell, random_grid};
use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{
    AStar, AnyAngle, Diagonals, GridPath, GridSearch, PathError, PathGrid, Query, Search, Status,
    line_of_sight, string_pull,
};

fn length(points: &[IVec2]) -> f64 {
    points.windows(2).map(|p| (p[1] - p[0]).as_dvec2().length()).sum()
}

#[test]
fn path_x13_bounds_hold_on_random_grids() {
    let mut rng = Rng::new(13);
    let (mut any, mut astar) = (AnyAngle::new(), AStar::new());
    let mut pulled = Vec::new();
    let (mut shorter, mut found) = (0, 0);
    for round in 0..2000 {
        let rule = Diagonals::ALL[round % 4];
        let grid = random_grid(&mut rng, 24, 18, [0.1, 0.25, 0.35][round % 3]).with_diagonals(rule);
        let (Some(start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        let Ok(path) = astar.find(&grid, start, goal) else {
            assert!(matches!(any.find(&grid, start, goal), Err(PathError::NoPath(_))));
            continue;
        };
        let straight = (goal - start).as_dvec2().length();
        let found_path = any.find(&grid, start, goal).unwrap();
        let (waypoints, any_length) = (found_path.cells.clone(), found_path.length);
        assert_eq!((waypoints.first(), waypoints.last()), (Some(&start), Some(&goal)));
        assert!(waypoints.windows(2).all(|p| line_of_sight(&grid, p[0], p[1])));
        assert!((any_length - length(&waypoints)).abs() < 1e-9);
        // Lengths are rounded down to 1/8192 of a cell for every stretch.
        assert!(any_length <= path.length + 0.01 && any_length >= straight - 1e-9);
        string_pull(&grid, &path.cells, &mut pulled);
        assert!(pulled.windows(2).all(|p| line_of_sight(&grid, p[0], p[1])));
        assert!(length(&pulled) <= path.length + 1e-9);
        shorter += u32::from(any_length < path.length - 0.1);
        found += 1;
    }
    assert!(shorter * 2 > found, "{shorter} of {found}");
}

#[test]
fn slices_limits_and_bad_input() {
    let mut grid = random_grid(&mut Rng::new(3), 40, 40, 0.2);
    let (start, goal) = (ivec2(0, 0), ivec2(39, 39));
    for cell in [start, goal] {
        grid.set_walkable(cell, true);
    }
    let mut any = AnyAngle::new();
    let whole = any.find(&grid, start, goal).unwrap().clone();
    any.begin(&grid, Query::new(start, goal));
    assert_eq!(any.step(&grid, 3), Status::Running);
    let mut partial = GridPath::default();
    any.partial_path(&grid, &mut partial);
    assert_eq!(partial.cells.first(), Some(&start));
    while any.step(&grid, 1) == Status::Running {}
    assert_eq!(any.path(), &whole);
    any.cancel();
    assert_eq!((any.status(), any.path().cells.len()), (Status::Idle, 0));
    assert_eq!(any.find(&grid, ivec2(-1, 0), goal), Err(PathError::Outside(ivec2(-1, 0))));
    assert_eq!(any.find(&grid, start, start).unwrap().cells, [start]);
    let mut weighted = PathGrid::new(3, 3).unwrap();
    weighted.set_weight(ivec2(1, 1), 2.0);
    assert_eq!(any.find(&weighted, start, ivec2(2, 2)), Err(PathError::NeedsUniformCost));
}
