//! Replanning gives after every edit and move what a search from scratch gives.

use crate::common::{check_path, random_free_cell, random_grid, reference, start_blocked};
use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{
    AStar, DStarLite, Diagonals, GridPath, GridSearch, Incremental, NoPathReason, PathError,
    PathGrid, Query, Replanner, Search, SearchJob, Status, generate,
};
use motile_time::{Budget, Job, JobProgress};
use proptest::{collection, prelude::*};

fn planners() -> [(&'static str, Box<dyn Incremental>); 2] {
    [("replanner", Box::new(Replanner::new())), ("D* Lite", Box::new(DStarLite::new()))]
}

fn toggle(grid: &mut PathGrid, cell: IVec2) {
    grid.set_walkable(cell, !grid.is_walkable(cell));
}

#[test]
fn path_x15_repairs_equal_searches_from_scratch() {
    for (name, mut planner) in planners() {
        let mut rng = Rng::new(15);
        for round in 0..160 {
            let mut grid =
                random_grid(&mut rng, 20, 16, 0.25).with_diagonals(Diagonals::ALL[round % 4]);
            if round % 5 == 0 {
                for i in 0..320 {
                    grid.set_weight(ivec2(i % 20, i / 20), 1.0 + rng.below(3) as f32);
                }
            }
            let (Some(mut start), Some(goal)) =
                (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
            else {
                continue;
            };
            planner.begin(&grid, Query::new(start, goal));
            for edit in 0..25 {
                let expected = reference(&grid, start, goal);
                match planner.replan(&grid) {
                    Ok(path) => {
                        check_path(&grid, path, start, goal);
                        assert_eq!(Some(path.units), expected, "{name} {round} edit {edit}");
                        if edit % 3 == 0 && path.cells.len() > 2 {
                            start = path.cells[1];
                            planner.set_start(&grid, start);
                        }
                    }
                    Err(PathError::NoPath(_)) => {
                        assert_eq!(expected, None, "{name} {round} {edit}");
                    }
                    Err(other) => panic!("{name}: {other}"),
                }
                if edit % 7 == 6
                    && let Some(cell) = random_free_cell(&mut rng, &grid)
                {
                    // Thrown somewhere else.
                    start = cell;
                    planner.set_start(&grid, start);
                }
                for _ in 0..=edit % 3 {
                    let cell = ivec2(rng.int(0..20), rng.int(0..16));
                    if cell == start || cell == goal {
                        continue;
                    }
                    if round % 5 == 0 && rng.chance(0.5) {
                        grid.set_weight(cell, 0.5 + rng.below(5) as f32);
                    } else {
                        toggle(&mut grid, cell);
                    }
                    planner.cell_changed(&grid, cell);
                }
            }
        }
    }
}

/// The maps of the bench rows: a path that is cut and freed again all along, on ground without any wall
/// and with some.
#[test]
fn path_x15_a_path_cut_all_along_on_open_ground() {
    let mut rng = Rng::new(16);
    for walls in [0.0, 0.1] {
        let mut map = generate::scatter(90, 70, walls, &mut rng).unwrap();
        let (start, goal) = (ivec2(4, 5), ivec2(84, 60));
        map.set_walkable(start, true);
        map.set_walkable(goal, true);
        for (name, mut planner) in planners() {
            let mut grid = map.clone();
            planner.begin(&grid, Query::new(start, goal));
            let path = planner.replan(&grid).unwrap().cells.clone();
            let mut fresh = AStar::new();
            for &cell in path[1..path.len() - 1].iter().flat_map(|cell| [cell, cell]) {
                toggle(&mut grid, cell);
                planner.cell_changed(&grid, cell);
                let expected = fresh.find(&grid, start, goal).map(|path| path.units);
                let repaired = planner.replan(&grid).unwrap();
                check_path(&grid, repaired, start, goal);
                assert_eq!(Ok(repaired.units), expected, "{name} at {cell}");
            }
            // Walls that stay, one after the other on whatever the path is by then.
            for round in 0..60 {
                let cells = &planner.path().cells;
                // Not so near to the ends that these get walled in.
                let cell = cells[4 + (round * 17) % (cells.len() - 8)];
                toggle(&mut grid, cell);
                planner.cell_changed(&grid, cell);
                let expected = fresh.find(&grid, start, goal).map(|path| path.units);
                let repaired = planner.replan(&grid).unwrap();
                check_path(&grid, repaired, start, goal);
                assert_eq!(Ok(repaired.units), expected, "{name} at {cell}");
            }
        }
    }
}

#[test]
fn path_x15_edits_away_from_the_path_expand_nothing() {
    for (name, mut planner) in planners() {
        let mut grid = PathGrid::new(200, 200).unwrap();
        let (start, goal) = (ivec2(10, 20), ivec2(180, 120));
        planner.begin(&grid, Query::new(start, goal));
        let path = planner.replan(&grid).unwrap().clone();
        let work = planner.progress().expanded;
        let cell = ivec2(20, 190);
        toggle(&mut grid, cell);
        planner.cell_changed(&grid, cell);
        assert_eq!(planner.replan(&grid), Ok(&path), "{name}");
        assert_eq!(planner.progress().expanded, work, "{name}");
        planner.set_start(&grid, path.cells[3]);
        let shorter = planner.replan(&grid).unwrap();
        assert_eq!(shorter.cells, path.cells[3..], "{name}");
        check_path(&grid, shorter, path.cells[3], goal);
        assert_eq!(planner.progress().expanded, work, "{name}");
    }
}

#[test]
fn path_x15_slices_of_a_repair_change_nothing() {
    for (name, mut planner) in planners() {
        let mut rng = Rng::new(155);
        let mut grid = generate::scatter(60, 40, 0.25, &mut rng).unwrap();
        let (start, goal) = (ivec2(1, 1), ivec2(57, 36));
        for end in [start, goal] {
            grid.fill(motile_geom::IRect::new(end.x - 1, end.y - 1, 3, 3), true);
        }
        planner.begin(&grid, Query::new(start, goal));
        planner.replan(&grid).unwrap();
        for round in 0..40 {
            let path = planner.path().cells.clone();
            let cell = path[3 + round % (path.len() - 6)];
            toggle(&mut grid, cell);
            planner.cell_changed(&grid, cell);
            let mut job = SearchJob::new(&grid, &mut *planner);
            let mut partial = GridPath::default();
            loop {
                let before = job.search().unwrap().progress().expanded;
                if let JobProgress::Done(_) = job.step(&mut Budget::units(3)) {
                    break;
                }
                let search = job.search().unwrap();
                assert!(search.progress().expanded - before <= 3, "{name}: over the budget");
                search.partial_path(&grid, &mut partial);
                if let Some(first) = partial.cells.first() {
                    assert_eq!(*first, start, "{name}");
                    assert!(partial.is_walkable(&grid), "{name}");
                }
            }
            let expected = reference(&grid, start, goal);
            assert_eq!(planner.replan(&grid).ok().map(|path| path.units), expected, "{name}");
            if expected.is_none() {
                toggle(&mut grid, cell);
                planner.cell_changed(&grid, cell);
                planner.replan(&grid).unwrap();
            }
        }
    }
}

#[test]
fn edits_at_the_ends_are_answered() {
    for (name, mut planner) in planners() {
        let mut grid = PathGrid::new(9, 9).unwrap();
        let (start, goal) = (ivec2(0, 0), ivec2(8, 8));
        assert_eq!(planner.replan(&grid), Err(PathError::NotSearched), "{name}");
        planner.begin(&grid, Query::new(start, goal));
        let before = planner.replan(&grid).unwrap().clone();
        grid.set_walkable(goal, false);
        planner.cell_changed(&grid, goal);
        let refused = planner.replan(&grid).unwrap_err();
        let blocked = NoPathReason::GoalBlocked;
        assert!(matches!(refused, PathError::NoPath(no) if no.reason == blocked), "{name}");
        grid.set_walkable(goal, true);
        planner.cell_changed(&grid, goal);
        assert_eq!(planner.replan(&grid).unwrap().units, before.units, "{name}");
        grid.set_walkable(start, false);
        planner.cell_changed(&grid, start);
        assert_eq!(planner.replan(&grid), Err(start_blocked()), "{name}");
        planner.set_start(&grid, ivec2(1, 0));
        assert!(planner.replan(&grid).is_ok(), "{name}");
        let units = planner.path().units;
        planner.set_start(&grid, ivec2(9, 0));
        assert_eq!(planner.replan(&grid).unwrap().units, units, "{name}: outside is ignored");
        let outside = Query::new(start, ivec2(0, 9));
        assert_eq!(planner.begin(&grid, outside), Status::Failed(PathError::Outside(outside.goal)));
        planner.set_start(&grid, goal);
        planner.cell_changed(&grid, goal);
        assert_eq!(planner.replan(&grid), Err(PathError::Outside(outside.goal)), "{name}");
        // A start that counts as free can be left.
        let query = Query { free_start: true, ..Query::new(start, goal) };
        planner.begin(&grid, query);
        assert_eq!(planner.replan(&grid).unwrap().units, before.units, "{name}");
        planner.set_start(&grid, goal);
        assert_eq!(planner.replan(&grid).unwrap().cells, [goal], "{name}");
    }
}

#[test]
fn unreported_edits_are_noticed() {
    for (name, mut planner) in planners() {
        let mut grid = PathGrid::new(9, 9).unwrap();
        planner.begin(&grid, Query::new(ivec2(0, 0), ivec2(8, 8)));
        grid.set_walkable(ivec2(4, 4), false);
        let status = planner.step(&grid, 10);
        assert_eq!(status, Status::Failed(PathError::GridChanged), "{name}");
    }
}

/// The walker's way from room to room through doors that open and close, beside the published idea of the
/// algorithm: after a door far from the walker has closed, a repair looks at fewer cells than a search.
#[test]
fn path_x15_d_star_lite_repairs_by_looking_at_few_cells() {
    let grid = generate::rooms(120, 90, 9, &mut Rng::new(3)).unwrap();
    let (start, goal) = (ivec2(1, 1), ivec2(117, 87));
    let (mut planner, mut fresh) = (DStarLite::new(), AStar::new());
    let mut edited = grid.clone();
    planner.trace_mut().recording = true;
    planner.begin(&edited, Query::new(start, goal));
    let first = planner.replan(&edited).unwrap().clone();
    let trace_of_first = planner.progress().expanded;
    let (mut repaired, mut searched) = (0, 0);
    for &cell in first.cells[2..40].iter().flat_map(|cell| [cell, cell]) {
        toggle(&mut edited, cell);
        planner.cell_changed(&edited, cell);
        let before = planner.progress().expanded;
        planner.trace_mut().clear();
        while planner.step(&edited, 100) == Status::Running {}
        repaired += planner.progress().expanded - before;
        assert!(planner.trace().closed().count() as u32 <= planner.progress().expanded - before);
        let found = fresh.find(&edited, start, goal).map(|path| path.units).ok();
        searched += fresh.progress().expanded;
        assert_eq!((!planner.path().is_empty()).then(|| planner.path().units), found);
    }
    assert!(trace_of_first > 0 && repaired * 5 < searched, "{repaired} of {searched}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// The same on sequences of edits that shrink to the shortest that fails.
    #[test]
    fn any_edits_under_any_rule(
        rule in 0usize..4,
        walls in collection::vec((0i32..9, 0i32..7), 0..24),
        edits in collection::vec((0i32..9, 0i32..7, any::<bool>()), 1..24),
    ) {
        for (name, mut planner) in planners() {
            let mut grid = PathGrid::new(9, 7).unwrap().with_diagonals(Diagonals::ALL[rule]);
            let (mut start, goal) = (ivec2(0, 0), ivec2(8, 6));
            for &(x, y) in &walls {
                grid.set_walkable(ivec2(x, y), ivec2(x, y) == start || ivec2(x, y) == goal);
            }
            planner.begin(&grid, Query::new(start, goal));
            for &(x, y, walk) in &edits {
                let cell = ivec2(x, y);
                if walk && grid.is_walkable(cell) {
                    start = cell;
                    planner.set_start(&grid, start);
                } else if cell != start && cell != goal {
                    toggle(&mut grid, cell);
                    planner.cell_changed(&grid, cell);
                }
                let found = planner.replan(&grid).ok().map(|path| path.units);
                prop_assert_eq!(found, reference(&grid, start, goal), "{}", name);
                if found.is_some() {
                    check_path(&grid, planner.path(), start, goal);
                }
            }
        }
    }
}
