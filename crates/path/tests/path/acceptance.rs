//! The acceptance checks K-1…K-34 of the specification, with its numbers.

use crate::common::{self, check_path, spec_map, start_blocked};
use motile_geom::{IVec2, Rng, ivec2, ops};
use motile_path::{
    AStar, AStarSettings, Diagonals, GridSearch, Heuristic, NoPath, NoPathReason, PathError,
    PathGrid, Query, Search, Status, Ties, WeightRule,
};

const MODES: [Diagonals; 4] =
    [Diagonals::Always, Diagonals::AtLeastOne, Diagonals::NoCorners, Diagonals::Never];

/// Length of the path by A*, or `None` without one.
fn length(grid: &PathGrid, start: IVec2, goal: IVec2) -> Option<f64> {
    length_with(grid, start, goal, AStarSettings::new())
}

fn length_with(grid: &PathGrid, start: IVec2, goal: IVec2, settings: AStarSettings) -> Option<f64> {
    let mut search = AStar::with_settings(settings);
    match search.find(grid, start, goal) {
        Ok(path) => {
            check_path(grid, path, start, goal);
            Some(path.length)
        }
        Err(PathError::NoPath(_)) => None,
        Err(other) => panic!("{other}"),
    }
}

fn close(found: Option<f64>, expected: f64) -> bool {
    if expected == 0.0 {
        found.is_none()
    } else {
        found.is_some_and(|v| (v - expected).abs() < 1e-6)
    }
}

/// Expected costs in the order of [`MODES`]; 0 stands for "none".
fn check_modes(rows: &str, expected: [f64; 4]) {
    for (mode, expected) in MODES.into_iter().zip(expected) {
        let (grid, start, goal) = spec_map(rows, mode);
        let found = length(&grid, start, goal);
        assert!(close(found, expected), "{rows} {mode:?}: {found:?}, not {expected}");
    }
}

const R2: f64 = core::f64::consts::SQRT_2;

#[test]
fn k_01_two_walls_that_touch() {
    check_modes("S#/#G", [R2, 0.0, 0.0, 0.0]);
}

#[test]
fn k_02_one_wall_at_the_corner() {
    check_modes("S./#G", [R2, R2, 2.0, 2.0]);
}

#[test]
fn k_03_a_free_square() {
    check_modes("S..../...../...../...../....G", [5.656854, 5.656854, 5.656854, 8.0]);
}

#[test]
fn k_04_a_free_rectangle() {
    check_modes("S..../...../....G", [4.828427, 4.828427, 4.828427, 6.0]);
}

#[test]
fn k_05_round_the_end_of_a_wall() {
    check_modes("S..#../...#../...#.G/......", [6.656854, 6.656854, 7.242641, 9.0]);
}

#[test]
fn k_06_out_of_a_pocket() {
    check_modes(
        "......./.#####./.#...#./.#.S.#./.....#./......G",
        [3.828427, 3.828427, 4.414214, 5.0],
    );
}

#[test]
fn k_07_through_a_maze() {
    check_modes(
        "S.#...../..#.###./#...#.#./.###..#./......#G",
        [12.071068, 12.071068, 14.414214, 15.0],
    );
}

#[test]
fn k_08_a_diagonal_wall() {
    check_modes("S..#./..#../.#.../#...G/.....", [5.242641, 0.0, 0.0, 0.0]);
}

#[test]
fn k_09_under_a_wall() {
    check_modes(
        "....#.../.S..#.../....#.G./....#.../........",
        [7.071068, 7.071068, 8.242641, 10.0],
    );
}

fn classic() -> (PathGrid, IVec2, IVec2) {
    (PathGrid::new(50, 30).unwrap(), ivec2(0, 2), ivec2(48, 27))
}

#[test]
fn k_10_the_classic_picture_and_its_walls() {
    let expected = [
        [58.355339, 58.355339, 58.355339, 73.0],
        [61.769553, 61.769553, 62.355339, 77.0],
        [0.0; 4],
    ];
    for (rows, expected) in [0, 29, 30].into_iter().zip(expected) {
        for (mode, expected) in MODES.into_iter().zip(expected) {
            let (grid, start, goal) = classic();
            let mut grid = grid.with_diagonals(mode);
            for y in 0..rows {
                grid.set_walkable(ivec2(24, y), false);
            }
            assert!(close(length(&grid, start, goal), expected), "{rows} {mode:?}");
        }
    }
}

#[test]
fn k_11_manhattan_overestimates_with_diagonals() {
    let (grid, start, goal) = spec_map("###.#/...../S#.../.#.../#..#G", Diagonals::Always);
    assert!(close(length(&grid, start, goal), 5.656854));
    for ties in [Ties::Newest, Ties::Oldest, Ties::Farthest] {
        let settings = AStarSettings { ties, ..AStarSettings::textbook(Heuristic::Manhattan) };
        assert!(!settings.is_optimal(&grid));
        assert!(close(length_with(&grid, start, goal, settings), 6.242641), "{ties:?}");
    }
    let mut strict = AStar::new();
    strict.settings.heuristic = Heuristic::Manhattan;
    assert_eq!(strict.find(&grid, start, goal), Err(PathError::Inadmissible));
}

#[test]
fn k_12_manhattan_without_corners() {
    let rows = "#S...../#..#.../......G/..#.#../.#..#.#";
    let (grid, start, goal) = spec_map(rows, Diagonals::NoCorners);
    let manhattan = AStarSettings::textbook(Heuristic::Manhattan);
    assert!(close(length_with(&grid, start, goal, manhattan), 6.414214));
    assert!(close(length(&grid, start, goal), 5.828427));
}

#[test]
fn k_13_estimates() {
    let (grid, start, goal) = classic();
    let estimate = |h: Heuristic| f64::from(h.estimate(&grid, start, goal)) / 408.0;
    assert_eq!(estimate(Heuristic::Manhattan), 73.0);
    assert_eq!(estimate(Heuristic::Chebyshev), 48.0);
    assert!((estimate(Heuristic::Euclidean) - 54.120237).abs() < 1.0 / 408.0);
    // 577 for 408·√2 is 1.5 millionths too much.
    assert!((estimate(Heuristic::Octile) - 58.355339).abs() < 1e-4);
    assert_eq!(estimate(Heuristic::Zero), 0.0);
}

#[test]
fn k_14_octile_is_exact_on_free_ground() {
    let grid = PathGrid::new(40, 25).unwrap();
    let mut rng = Rng::new(14);
    for _ in 0..40 {
        let start = ivec2(rng.int(0..40), rng.int(0..25));
        let field = common::reference_field(&grid, start);
        for _ in 0..250 {
            let goal = ivec2(rng.int(0..40), rng.int(0..25));
            let h = Heuristic::Octile.estimate(&grid, start, goal);
            assert_eq!(Some(h), field[common::index(&grid, goal)]);
        }
    }
}

#[test]
fn k_15_consistency() {
    for mode in MODES {
        let grid = PathGrid::new(17, 13).unwrap().with_diagonals(mode);
        let kinds =
            [Heuristic::Auto, Heuristic::Octile, Heuristic::Euclidean, Heuristic::Chebyshev];
        for h in kinds.into_iter().chain([Heuristic::Zero, Heuristic::Manhattan]) {
            let goal = ivec2(11, 4);
            let consistent = (0..17 * 13).map(|i| ivec2(i % 17, i / 17)).all(|a| {
                grid.steps_from(a).all(|(b, cost)| {
                    h.estimate(&grid, a, goal) <= cost + h.estimate(&grid, b, goal)
                })
            });
            assert_eq!(consistent, h.is_admissible(mode), "{h:?} {mode:?}");
        }
    }
}

#[test]
fn k_16_expanded_and_visited_as_in_the_table() {
    let (grid, start, goal) = classic();
    let grid = grid.with_diagonals(Diagonals::Always);
    let table = [
        (Heuristic::Octile, (623, 771), (48, 196)),
        (Heuristic::Euclidean, (748, 875), (725, 850)),
        (Heuristic::Chebyshev, (930, 1038), (907, 1013)),
        (Heuristic::Zero, (1492, 1497), (1492, 1497)),
        (Heuristic::Manhattan, (48, 196), (48, 196)),
        (Heuristic::ManhattanAsPrinted, (1289, 1348), (1266, 1323)),
    ];
    for (heuristic, oldest, farthest) in table {
        for (ties, expected) in [(Ties::Oldest, oldest), (Ties::Farthest, farthest)] {
            let settings = AStarSettings { ties, ..AStarSettings::textbook(heuristic) };
            let mut search = AStar::with_settings(settings);
            search.find(&grid, start, goal).unwrap();
            let progress = search.progress();
            assert_eq!((progress.expanded, progress.visited), expected, "{heuristic:?} {ties:?}");
        }
    }
    // The default dives straight to the goal as well.
    let mut search = AStar::new();
    search.find(&grid, start, goal).unwrap();
    assert_eq!(search.progress().expanded, 48);
}

fn swamp(m: f32, mode: Diagonals) -> Option<f64> {
    let (mut grid, start, goal) = spec_map("...../.~~~./S~~~G/.~~~./.....", mode);
    for i in 0..9 {
        grid.set_weight(ivec2(1 + i % 3, 1 + i / 3), m);
    }
    length(&grid, start, goal)
}

#[test]
fn k_17_the_planner_detours_when_the_swamp_is_dearer() {
    let cases = [(1.0, 4.0), (1.5, 5.5), (1.9, 6.7), (1.94, 6.82)];
    for (m, expected) in cases.into_iter().chain([1.95, 2.0, 5.0].map(|m| (m, 6.828427))) {
        let found = swamp(m, Diagonals::NoCorners).unwrap();
        assert!((found - expected).abs() < 1e-6, "{m}: {found}");
    }
    for (m, expected) in [(2.0, 7.0), (2.5, 8.0), (9.0, 8.0)] {
        assert!(close(swamp(m, Diagonals::Never), expected));
    }
}

#[test]
fn k_18_and_k_19_weight_rules() {
    let mut grid = PathGrid::new(3, 1).unwrap();
    grid.set_weight(ivec2(2, 0), 4.0);
    let (a, b) = (ivec2(0, 0), ivec2(2, 0));
    assert!(close(length(&grid, a, b), 5.0) && close(length(&grid, b, a), 2.0));
    let grid = grid.with_weight_rule(WeightRule::Mean);
    assert!(close(length(&grid, a, b), 3.5) && close(length(&grid, b, a), 3.5));
    let (grid, start, goal) = spec_map("S~~G", Diagonals::NoCorners);
    assert!(close(length(&grid, start, goal), 5.0));
}

#[test]
fn k_20_terrain_of_sines() {
    let (mut grid, start, goal) = classic();
    for y in 0..30 {
        for x in 0..50 {
            let (i, j) = (f64::from(x), f64::from(y));
            let m = 1.0 + (ops::sin64(0.5 * i) + ops::cos64(0.2 * j + 0.05 * i)).abs();
            grid.set_weight(ivec2(x, y), m as f32);
        }
    }
    let mut search = AStar::new();
    let path = search.find(&grid, start, goal).unwrap();
    check_path(&grid, path, start, goal);
    assert!((path.length - 96.296065).abs() < 1e-6, "{}", path.length);
    assert_eq!(path.cells.len(), 58);
}

#[test]
fn k_21_cheap_ground_scales_the_estimate() {
    let mut grid = PathGrid::new(3, 3).unwrap();
    grid.set_weight(ivec2(1, 0), 0.25);
    let (start, goal) = (ivec2(0, 2), ivec2(2, 0));
    assert!(close(length(&grid, start, goal), 2.353553));
    // A factor of 4 undoes the scaling: the unscaled estimate overestimates.
    for ties in [Ties::Newest, Ties::Oldest, Ties::Farthest] {
        let unscaled = AStarSettings { ties, ..AStarSettings::weighted(4.0) };
        let found = length_with(&grid, start, goal, unscaled);
        assert!(close(found, 2.664214), "{ties:?} {found:?}");
    }
}

#[test]
fn k_23_start_is_goal() {
    let (grid, start, _) = classic();
    let mut search = AStar::new();
    let path = search.find(&grid, start, start).unwrap();
    assert_eq!((path.cells.as_slice(), path.units, path.length), (&[start][..], 0, 0.0));
    assert_eq!(search.progress().expanded, 0);
}

#[test]
fn k_24_goal_on_a_wall() {
    let (mut grid, start, goal) = classic();
    grid.set_walkable(goal, false);
    let mut search = AStar::new();
    let refused = NoPath { reason: NoPathReason::GoalBlocked, nearest: None };
    assert_eq!(search.find(&grid, start, goal), Err(PathError::NoPath(refused)));
    assert_eq!(search.progress().expanded, 0);
    let near = Query { nearest: true, ..Query::new(start, goal) };
    let path = search.find_query(&grid, near).unwrap();
    assert!(!path.reaches_goal);
    assert!(grid.can_step(*path.cells.last().unwrap(), *path.cells.last().unwrap() + IVec2::Y));
    assert_eq!((*path.cells.last().unwrap() - goal).abs().max_element(), 1);
}

fn sealed() -> (PathGrid, IVec2, IVec2) {
    let (mut grid, start, goal) = classic();
    for y in 24..30 {
        grid.set_walkable(ivec2(46, y), false);
    }
    for x in 46..50 {
        grid.set_walkable(ivec2(x, 24), false);
    }
    (grid, start, goal)
}

#[test]
fn k_25_sealed_room() {
    let (grid, start, goal) = sealed();
    let mut search = AStar::with_settings(AStarSettings::textbook(Heuristic::Octile));
    let Err(PathError::NoPath(no_path)) = search.find(&grid, start, goal) else {
        panic!("the room is sealed");
    };
    assert_eq!(no_path.reason, NoPathReason::Unreachable);
    assert_eq!(search.progress().expanded, 1476);
    let nearest = no_path.nearest.unwrap();
    assert!(grid.is_walkable(nearest) && search.is_closed(nearest));
    let mut partial = motile_path::GridPath::default();
    search.partial_path(&grid, &mut partial);
    assert_eq!(partial.cells.last(), Some(&nearest));
}

#[test]
fn k_26_blocked_start() {
    let mut grid = PathGrid::new(3, 3).unwrap();
    grid.set_walkable(ivec2(1, 1), false);
    let mut search = AStar::new();
    let (start, goal) = (ivec2(1, 1), ivec2(2, 1));
    assert_eq!(search.find(&grid, start, goal), Err(start_blocked()));
    let query = Query { free_start: true, ..Query::new(start, goal) };
    assert_eq!(search.find_query(&grid, query).unwrap().length, 1.0);
}

#[test]
fn k_27_coordinates_outside() {
    let (grid, start, goal) = classic();
    let mut search = AStar::new();
    for cell in [ivec2(50, 0), ivec2(0, 30), ivec2(-1, 3), ivec2(i32::MIN, i32::MAX)] {
        assert_eq!(search.find(&grid, cell, goal), Err(PathError::Outside(cell)));
        assert_eq!(search.find(&grid, start, cell), Err(PathError::Outside(cell)));
        assert_eq!(search.cost_to(cell), None);
    }
}

#[test]
fn k_29_the_same_path_every_time_and_on_every_thread() {
    let mut rng = Rng::new(29);
    let grid = common::random_grid(&mut rng, 60, 60, 0.25);
    let start = common::random_free_cell(&mut rng, &grid).unwrap();
    let goal = common::random_free_cell(&mut rng, &grid).unwrap();
    let first = AStar::new().find(&grid, start, goal).cloned();
    let mut search = AStar::new();
    for _ in 0..1000 {
        assert_eq!(search.find(&grid, start, goal).cloned(), first);
    }
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(AStar::new().find(&grid, start, goal).cloned(), first));
        }
    });
}

#[test]
fn k_31_and_k_32_symmetry_and_monotony() {
    let mut rng = Rng::new(31);
    for round in 0..200 {
        let mut grid = common::random_grid(&mut rng, 15, 12, 0.3).with_diagonals(MODES[round % 4]);
        let (Some(a), Some(b)) =
            (common::random_free_cell(&mut rng, &grid), common::random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        let there = length(&grid, a, b).unwrap_or(f64::INFINITY);
        assert_eq!(there, length(&grid, b, a).unwrap_or(f64::INFINITY));
        let cell = ivec2(rng.int(0..15), rng.int(0..12));
        if cell == a || cell == b {
            continue;
        }
        let was_free = grid.is_walkable(cell);
        grid.set_walkable(cell, !was_free);
        let now = length(&grid, a, b).unwrap_or(f64::INFINITY);
        assert!(if was_free { now >= there } else { now <= there });
    }
}

#[test]
fn k_34_slices_do_not_change_the_path() {
    let mut rng = Rng::new(34);
    let grid = common::random_grid(&mut rng, 80, 50, 0.3);
    let start = common::random_free_cell(&mut rng, &grid).unwrap();
    let goal = common::random_free_cell(&mut rng, &grid).unwrap();
    let whole = AStar::new().find(&grid, start, goal).cloned().unwrap();
    for slice in [1, 7, 1000] {
        let mut search = AStar::new();
        search.begin(&grid, Query::new(start, goal));
        let (mut fraction, mut steps) = (0.0, 0);
        while search.step(&grid, slice) == Status::Running {
            let progress = search.progress();
            assert!(progress.fraction >= fraction);
            (fraction, steps) = (progress.fraction, steps + 1);
        }
        assert_eq!(search.path(), &whole);
        assert_eq!(steps, search.progress().expanded / slice);
    }
}

#[test]
fn k_36_the_lettered_grid() {
    let rows = "....#.../....#.../....#.../....#.../S...#.../....#.../.......G/........";
    check_modes(rows, [7.828427, 7.828427, 7.828427, 9.0]);
}

#[test]
fn path_n3_documented_example_of_a_peer() {
    let grid = PathGrid::new(8, 8).unwrap();
    let mut search = AStar::new();
    let path = search.find(&grid, ivec2(0, 0), ivec2(3, 4)).unwrap();
    assert_eq!(path.units, 3 * 577 + 408);
    assert_eq!(path.cells.len(), 5);
}

#[test]
fn path_x17_limits() {
    let (grid, start, goal) = classic();
    let mut search = AStar::new();
    let reason = |result: Result<&motile_path::GridPath, PathError>| match result {
        Err(PathError::NoPath(no_path)) => Some(no_path.reason),
        _ => None,
    };
    let exact = search.find(&grid, start, goal).unwrap().units;
    let with = |cost_limit| Query { cost_limit, ..Query::new(start, goal) };
    assert_eq!(reason(search.find_query(&grid, with(exact - 1))), Some(NoPathReason::CostLimit));
    assert!(search.find_query(&grid, with(exact)).is_ok());
    let few = Query { expansion_limit: 47, ..Query::new(start, goal) };
    assert_eq!(reason(search.find_query(&grid, few)), Some(NoPathReason::ExpansionLimit));
    assert_eq!(search.progress().expanded, 47);
}

#[test]
fn edits_and_cancel_during_a_search() {
    let (mut grid, start, goal) = classic();
    let mut search = AStar::new();
    search.begin(&grid, Query::new(start, goal));
    assert_eq!(search.step(&grid, 5), Status::Running);
    search.cancel();
    assert_eq!(search.step(&grid, 5), Status::Idle);
    search.begin(&grid, Query::new(start, goal));
    search.step(&grid, 5);
    grid.set_walkable(ivec2(30, 3), false);
    assert_eq!(search.step(&grid, 5), Status::Failed(PathError::GridChanged));
    assert!(search.path().is_empty());
}

#[test]
fn costs_over_32_bits_are_an_error_with_place() {
    // 1800 steps of multiplier 256 at 26112 units are over 2³².
    let mut grid = PathGrid::new(1800, 1).unwrap();
    for x in 0..1800 {
        grid.set_weight(ivec2(x, 0), 256.0);
    }
    let mut search = AStar::new();
    let error = search.find(&grid, ivec2(0, 0), ivec2(1799, 0)).unwrap_err();
    assert!(matches!(error, PathError::CostOverflow(cell) if cell.x > 600), "{error}");
}

#[test]
fn k_39_picks_with_repeats() {
    let mut rng = Rng::new(39);
    let mut walls = 0;
    for _ in 0..400 {
        let mut grid = PathGrid::new(30, 30).unwrap();
        for _ in 0..200 {
            let cell = ivec2(rng.int(0..30), rng.int(0..30));
            walls += u32::from(grid.set_walkable(cell, false));
        }
    }
    let mean = f64::from(walls) / 400.0;
    assert!((mean - 179.4).abs() < 1.0, "{mean}");
}
