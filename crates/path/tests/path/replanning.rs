//! Replanning gives after every edit and move what a search from scratch gives.

use crate::common::{check_path, random_free_cell, random_grid, reference};
use motile_geom::{Rng, ivec2};
use motile_path::{Diagonals, GridSearch, PathError, PathGrid, Query, Replanner, Search, Status};

#[test]
fn path_x15_repairs_equal_searches_from_scratch() {
    let mut rng = Rng::new(15);
    let mut planner = Replanner::new();
    for round in 0..160 {
        let mut grid =
            random_grid(&mut rng, 20, 16, 0.25).with_diagonals(Diagonals::ALL[round % 4]);
        if round % 5 == 0 {
            for i in 0..320 {
                grid.set_weight(ivec2(i % 20, i / 20), 1.0 + rng.below(3) as f32).unwrap();
            }
        }
        let (Some(mut start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        planner.begin(&grid, Query::new(start, goal)).unwrap();
        for edit in 0..25 {
            let expected = reference(&grid, start, goal);
            match planner.replan(&grid) {
                Ok(path) => {
                    check_path(&grid, path, start, goal);
                    assert_eq!(Some(path.units), expected, "round {round} edit {edit}");
                    if edit % 3 == 0 && path.cells.len() > 2 {
                        start = path.cells[1];
                        planner.set_start(&grid, start).unwrap();
                    }
                }
                Err(PathError::NoPath(_)) => assert_eq!(expected, None, "{round} {edit}"),
                Err(other) => panic!("{other}"),
            }
            for _ in 0..=edit % 3 {
                let cell = ivec2(rng.int(0..20), rng.int(0..16));
                if cell == start || cell == goal {
                    continue;
                }
                if round % 5 == 0 && rng.chance(0.5) {
                    grid.set_weight(cell, 0.5 + rng.below(5) as f32).unwrap();
                } else {
                    grid.set_walkable(cell, !grid.is_walkable(cell)).unwrap();
                }
                planner.cell_changed(&grid, cell);
            }
        }
    }
}

#[test]
fn edits_at_the_ends_are_answered() {
    let mut grid = PathGrid::new(9, 9).unwrap();
    let (start, goal) = (ivec2(0, 0), ivec2(8, 8));
    let mut planner = Replanner::new();
    assert_eq!(planner.replan(&grid), Err(PathError::NotSearched));
    planner.begin(&grid, Query::new(start, goal)).unwrap();
    let before = planner.replan(&grid).unwrap().clone();
    grid.set_walkable(goal, false).unwrap();
    planner.cell_changed(&grid, goal);
    assert!(matches!(planner.replan(&grid), Err(PathError::NoPath(_))));
    grid.set_walkable(goal, true).unwrap();
    planner.cell_changed(&grid, goal);
    assert_eq!(planner.replan(&grid).unwrap().units, before.units);
    grid.set_walkable(start, false).unwrap();
    planner.cell_changed(&grid, start);
    assert_eq!(planner.replan(&grid), Err(PathError::StartBlocked(start)));
    planner.set_start(&grid, ivec2(1, 0)).unwrap();
    assert!(planner.replan(&grid).is_ok());
}

#[test]
fn unreported_edits_are_noticed() {
    let mut grid = PathGrid::new(9, 9).unwrap();
    let mut planner = Replanner::new();
    planner.begin(&grid, Query::new(ivec2(0, 0), ivec2(8, 8))).unwrap();
    grid.set_walkable(ivec2(4, 4), false).unwrap();
    assert_eq!(planner.step(&grid, 10), Status::Failed(PathError::GridChanged));
}
