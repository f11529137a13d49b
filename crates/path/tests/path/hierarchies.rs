//! Hierarchical search: complete, legal and nearly the cheapest.

use crate::common::{check_path, random_free_cell, random_grid, reference};
use motile_geom::{IRect, Rng, ivec2};
use motile_path::{AStar, Diagonals, GridSearch, Hierarchy, PathError, PathGrid, Search, generate};

#[test]
fn path_x14_finds_a_path_exactly_when_there_is_one() {
    let mut rng = Rng::new(140);
    for round in 0..300 {
        let (width, height) = (rng.int(5..60) as u32, rng.int(5..60) as u32);
        let mut grid = random_grid(&mut rng, width, height, [0.3, 0.4, 0.1][round % 3])
            .with_diagonals(Diagonals::ALL[round % 4]);
        if round % 7 == 0 {
            for i in 0..width * height {
                let cell = ivec2((i % width) as i32, (i / width) as i32);
                grid.set_weight(cell, 1.0 + rng.below(3) as f32);
            }
        }
        let mut search = Hierarchy::with_clusters(8);
        for _ in 0..6 {
            let (Some(start), Some(goal)) =
                (random_free_cell(&mut rng, &grid), random_free_cell(&mut rng, &grid))
            else {
                continue;
            };
            let expected = reference(&grid, start, goal);
            match search.find(&grid, start, goal) {
                Ok(path) => {
                    check_path(&grid, path, start, goal);
                    assert!(path.units >= expected.unwrap());
                }
                Err(PathError::NoPath(_)) => assert_eq!(expected, None, "round {round}"),
                Err(other) => panic!("{other}"),
            }
            // Clusters follow edits.
            let cell = ivec2(rng.below(width) as i32, rng.below(height) as i32);
            grid.set_walkable(cell, !grid.is_walkable(cell));
        }
    }
}

#[test]
fn path_x14_costs_are_within_five_percent() {
    let mut rng = Rng::new(5);
    let maps = [
        generate::rooms(300, 300, 15, &mut rng).unwrap(),
        generate::caves(300, 300, 0.43, 4, &mut rng).unwrap(),
        generate::maze(300, 300, 5, &mut rng).unwrap(),
        generate::scatter(300, 300, 0.15, &mut rng).unwrap(),
    ];
    let mut hierarchies = [8, 16, 32, 64].map(Hierarchy::with_clusters);
    for (map, grid) in maps.iter().enumerate() {
        let mut exact = AStar::new();
        let (mut cheapest, mut found) = (0u64, [0u64; 4]);
        for _ in 0..30 {
            let start = random_free_cell(&mut rng, grid).unwrap();
            let goal = random_free_cell(&mut rng, grid).unwrap();
            if (start - goal).abs().max_element() < 100 {
                continue;
            }
            let Ok(path) = exact.find(grid, start, goal) else { continue };
            cheapest += u64::from(path.units);
            for (search, sum) in hierarchies.iter_mut().zip(&mut found) {
                let ours = search.find(grid, start, goal).unwrap();
                check_path(grid, ours, start, goal);
                assert!(f64::from(ours.units) <= 1.05 * f64::from(path.units), "map {map}");
                *sum += u64::from(ours.units);
            }
        }
        assert!(cheapest > 0);
        for sum in found {
            assert!(sum as f64 <= 1.02 * cheapest as f64, "map {map}: {found:?} for {cheapest}");
        }
    }
}

/// Small clusters used to lead 45.87 cells around the walls of the comparison demo, where 40.21 do.
#[test]
fn small_clusters_on_the_map_of_the_comparison_demo() {
    let mut grid = PathGrid::new(40, 25).unwrap();
    for wall in [(22, 3, 1, 17), (13, 3, 9, 1), (13, 19, 9, 1), (30, 0, 1, 7)] {
        grid.fill(IRect::new(wall.0, wall.1, wall.2, wall.3), false);
    }
    let (start, goal) = (ivec2(3, 12), ivec2(36, 8));
    let exact = AStar::new().find(&grid, start, goal).unwrap().length;
    assert_eq!(format!("{exact:.2}"), "40.21");
    for side in [8, 10, 16, 32, 128] {
        let mut search = Hierarchy::with_clusters(side);
        let path = search.find(&grid, start, goal).unwrap();
        check_path(&grid, path, start, goal);
        assert!(path.length <= 1.05 * exact, "{side}: {}", path.length);
    }
}

#[test]
fn slices_do_not_change_the_path() {
    let grid = generate::rooms(200, 150, 12, &mut Rng::new(8)).unwrap();
    let mut search = Hierarchy::with_clusters(16);
    let whole = search.find(&grid, ivec2(0, 0), ivec2(190, 140)).unwrap().clone();
    search.begin(&grid, motile_path::Query::new(ivec2(0, 0), ivec2(190, 140)));
    while search.step(&grid, 1) == motile_path::Status::Running {}
    assert_eq!(search.path(), &whole);
}
