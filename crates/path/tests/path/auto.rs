//! The search that chooses.

use crate::common::{check_path, random_free_cell, reference};
use motile_geom::{Rng, ivec2};
use motile_path::{
    AStar, AutoSearch, Diagonals, GridSearch, Jps, PathGrid, Query, Search, Status, generate,
};

#[test]
fn auto_expands_what_the_chosen_search_expands() {
    let mut rng = Rng::new(51);
    let rooms = generate::rooms(200, 200, 12, &mut rng).unwrap();
    let scattered = generate::scatter(200, 200, 0.25, &mut rng).unwrap();
    let mut expanded = |grid: &PathGrid| {
        let (mut auto, mut jps, mut astar) = (AutoSearch::new(), Jps::new(), AStar::new());
        let (mut ours, mut jumps, mut steps) = (0, 0, 0);
        for round in 0..12 {
            let ends = [(); 2].map(|()| random_free_cell(&mut rng, grid).unwrap());
            if jps.find(grid, ends[0], ends[1]).is_ok() && round > 3 {
                auto.find(grid, ends[0], ends[1]).unwrap();
                ours += auto.progress().expanded;
                jumps += jps.progress().expanded;
                astar.find(grid, ends[0], ends[1]).unwrap();
                steps += astar.progress().expanded;
            } else {
                // The first queries are long enough to make it look at the map.
                assert_eq!(auto.find(grid, ends[0], ends[1]).is_ok(), jps.path().reaches_goal);
            }
        }
        (ours, jumps, steps)
    };
    let (ours, jumps, steps) = expanded(&rooms);
    assert_eq!(ours, jumps, "jump points are quicker");
    assert!(jumps < steps / 20, "rooms have long runs: {jumps} of {steps}");
    let (ours, jumps, steps) = expanded(&scattered);
    assert_eq!(ours, jumps, "the first queries aside");
    assert!(
        jumps < steps && jumps > steps / 2,
        "step by step, but not into dead ends: {jumps} of {steps}"
    );
}

#[test]
fn short_paths_on_a_map_that_changes_need_no_bit_maps() {
    let mut grid = PathGrid::new(400, 400).unwrap();
    let mut auto = AutoSearch::new();
    auto.find(&grid, ivec2(5, 5), ivec2(12, 9)).unwrap();
    let before = auto.memory_bytes();
    for x in 0..20 {
        grid.set_walkable(ivec2(x * 7, 8), false);
        auto.find(&grid, ivec2(5, 5), ivec2(12, 9)).unwrap();
    }
    assert_eq!(auto.memory_bytes(), before, "jump points would have taken some");
    auto.find(&grid, ivec2(5, 5), ivec2(12, 9)).unwrap();
    assert!(auto.memory_bytes() > before, "a second query on the same map is worth them");
}

#[test]
fn auto_changes_its_mind_in_slices_and_within_limits() {
    let mut rng = Rng::new(52);
    for rule in Diagonals::ALL {
        let grid = generate::caves(120, 120, 0.4, 4, &mut rng).unwrap().with_diagonals(rule);
        let (mut start, mut goal) = (ivec2(0, 0), ivec2(0, 0));
        while (start - goal).abs().max_element() < 60 || reference(&grid, start, goal).is_none() {
            [start, goal] = [(); 2].map(|()| random_free_cell(&mut rng, &grid).unwrap());
        }
        let mut auto = AutoSearch::new();
        auto.begin(&grid, Query::new(start, goal));
        while auto.step(&grid, 9) == Status::Running {}
        assert_eq!(auto.status(), Status::Found);
        assert_eq!(Some(auto.path().units), reference(&grid, start, goal));
        check_path(&grid, auto.path(), start, goal);
        let mut limited = AutoSearch::new();
        let query = Query { expansion_limit: 3, ..Query::new(start, goal) };
        assert!(limited.find_query(&grid, query).is_err());
        assert_eq!(limited.progress().expanded, 3);
    }
}
