//! Every search finds the cost that textbook Dijkstra finds, or none where there is none.

use crate::common::{check_path, index, random_free_cell, random_grid, reference};
use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{
    AStar, AStarSettings, AutoSearch, Bidirectional, DStarLite, Diagonals, GraphSearch, GridSearch,
    Jps, PathError, PathGrid, Replanner, generate,
};
use proptest::{bool, collection, prelude::*};

/// The exact searches on uniform grids.
fn searches() -> Vec<(&'static str, Box<dyn GridSearch>)> {
    vec![
        ("A*", Box::new(AStar::new())),
        ("JPS", Box::new(Jps::new())),
        ("auto", Box::new(AutoSearch::new())),
        ("bidirectional", Box::new(Bidirectional::new())),
        ("replanner", Box::new(Replanner::new())),
        ("D* Lite", Box::new(DStarLite::new())),
        ("Dijkstra", Box::new(AStar::with_settings(AStarSettings::dijkstra()))),
        (
            "plain A*",
            Box::new(AStar::with_settings(AStarSettings {
                skip_symmetric: false,
                ..AStarSettings::new()
            })),
        ),
    ]
}

/// Corridors of one cell are dead ends to the last cell, unless walls have been torn down.
#[test]
fn issue_18_dead_ends_are_left_and_entered_like_any_ground() {
    let mut rng = Rng::new(18);
    let mut searches = searches();
    for round in 0..600 {
        let (width, height) = (rng.int(3..40) as u32, rng.int(3..30) as u32);
        let mut grid = generate::maze(width, height, 1, &mut rng)
            .unwrap()
            .with_diagonals(Diagonals::ALL[round % 4]);
        for _ in 0..[0, 0, 2, 10, 60][round % 5] {
            grid.set_walkable(ivec2(rng.int(0..width as i32), rng.int(0..height as i32)), true);
        }
        for _ in 0..4 {
            let (Some(start), Some(goal)) =
                (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
            else {
                continue;
            };
            let expected = reference(&grid, start, goal);
            for (name, search) in &mut searches {
                let found = search.find(&grid, start, goal).map(|path| {
                    check_path(&grid, path, start, goal);
                    path.units
                });
                assert_eq!(found.ok(), expected, "{name} {start} {goal} round {round}");
            }
        }
    }
}

#[test]
fn k_30_all_agree_on_random_grids_under_each_rule() {
    let mut rng = Rng::new(30);
    let (mut searches, mut graph) = (searches(), GraphSearch::new());
    for round in 0..10_000 {
        let (width, height) = (rng.int(5..21) as u32, rng.int(5..21) as u32);
        let walls = [0.3, 0.1, 0.45][round % 3];
        let mut grid = random_grid(&mut rng, width, height, walls);
        let (Some(start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        let rule = Diagonals::ALL[round % 4];
        grid.set_diagonals(rule);
        let expected = reference(&grid, start, goal);
        for (name, search) in &mut searches {
            match search.find(&grid, start, goal) {
                Ok(path) => {
                    check_path(&grid, path, start, goal);
                    assert_eq!(Some(path.units), expected, "{name} {rule:?} round {round}");
                }
                Err(PathError::NoPath(_)) => assert_eq!(expected, None, "{name} {rule:?} {round}"),
                Err(other) => panic!("{name} {rule:?}: {other}"),
            }
        }
        let (from, to) = (index(&grid, start) as u32, index(&grid, goal) as u32);
        let found = graph.find(&grid, from, to).is_ok().then(|| graph.cost());
        assert_eq!(found, expected, "graph {rule:?} {round}");
    }
}

#[test]
fn terrain_agrees_with_dijkstra() {
    let mut rng = Rng::new(23);
    let mut searches: [Box<dyn GridSearch>; 4] = [
        Box::new(AStar::new()),
        Box::new(Bidirectional::new()),
        Box::new(Replanner::new()),
        Box::new(DStarLite::new()),
    ];
    let mut graph = GraphSearch::new();
    for round in 0..1500 {
        let (width, height) = (rng.int(3..17) as u32, rng.int(3..17) as u32);
        let mut grid = random_grid(&mut rng, width, height, 0.2);
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                let weight = [0.25, 1.0, 1.0, 2.5, 7.0][rng.below(5) as usize];
                grid.set_weight(ivec2(x, y), weight);
            }
        }
        grid.set_diagonals(Diagonals::ALL[round % 4]);
        let (Some(start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        let expected = reference(&grid, start, goal);
        for search in &mut searches {
            match search.find(&grid, start, goal) {
                Ok(path) => {
                    check_path(&grid, path, start, goal);
                    assert_eq!(Some(path.units), expected, "round {round}");
                }
                Err(_) => assert_eq!(expected, None, "round {round}"),
            }
        }
        let (from, to) = (index(&grid, start) as u32, index(&grid, goal) as u32);
        let found = graph.find(&grid, from, to).is_ok().then(|| graph.cost());
        assert_eq!(found, expected, "round {round}");
    }
}

#[test]
fn weighted_search_keeps_its_bound() {
    let mut rng = Rng::new(9);
    let mut search = AStar::with_settings(AStarSettings::weighted(1.5));
    let (mut dearer, mut total) = (0, 0);
    for _ in 0..1000 {
        let grid = random_grid(&mut rng, 25, 25, 0.3);
        let (Some(start), Some(goal)) =
            (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
        else {
            continue;
        };
        if let Some(optimum) = reference(&grid, start, goal) {
            let path = search.find(&grid, start, goal).unwrap();
            check_path(&grid, path, start, goal);
            assert!(f64::from(path.units) <= 1.5 * f64::from(optimum));
            (dearer, total) = (dearer + u32::from(path.units > optimum), total + 1);
        }
    }
    assert!(dearer > 0 && dearer < total, "{dearer} of {total}: the factor must matter");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// The same as K-30 on maps that shrink to the smallest one that fails.
    #[test]
    fn any_map_under_any_rule(
        cells in collection::vec(bool::weighted(0.7), 1..=144),
        width in 1u32..=12,
        rule in 0usize..4,
    ) {
        let height = (cells.len() as u32).div_ceil(width);
        let at = |cell: IVec2| cell.y as usize * width as usize + cell.x as usize;
        let free = |cell: IVec2| cells.get(at(cell)).copied().unwrap_or(false);
        let grid = PathGrid::from_fn(width, height, free)
            .unwrap()
            .with_diagonals(Diagonals::ALL[rule]);
        let place = |i: usize| ivec2((i as u32 % width) as i32, (i as u32 / width) as i32);
        let first = cells.iter().position(|&free| free).map(place);
        let last = cells.iter().rposition(|&free| free).map(place);
        if let (Some(start), Some(goal)) = (first, last) {
            let expected = reference(&grid, start, goal);
            for (name, mut search) in searches() {
                let found = search.find(&grid, start, goal).map(|path| path.units).ok();
                prop_assert_eq!(found, expected, "{}", name);
            }
        }
    }
}
