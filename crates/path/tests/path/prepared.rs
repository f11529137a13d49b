//! Prepared maps answer as Dijkstra does, before and after edits.

use crate::common::{check_path, index, random_free_cell, random_grid, reference_field};
use motile_geom::{IVec2, Rng, ivec2};
use motile_path::{
    Diagonals, NoPathReason, PathError, PathGrid, PreparedMap, PreparedSearch, Search, Status,
    generate,
};

/// Asks for paths, costs and first steps from random cells and compares them with Dijkstra.
fn agree(map: &PreparedMap, search: &mut PreparedSearch, grid: &PathGrid, rng: &mut Rng) {
    for _ in 0..3 {
        let Some(goal) = random_free_cell(rng, grid) else { return };
        // All rules are symmetric on uniform ground: costs to the goal are costs from it.
        let costs = reference_field(grid, goal);
        for _ in 0..12 {
            let Some(start) = random_free_cell(rng, grid) else { return };
            let Some(expected) = costs[index(grid, start)] else {
                let error = search.find(map, start, goal).unwrap_err();
                let PathError::NoPath(no_path) = error else { panic!("{error}") };
                assert_eq!(no_path.reason, NoPathReason::Unreachable);
                continue;
            };
            assert_eq!(search.cost(map, start, goal), Ok(expected), "{start} to {goal}");
            let path = search.find(map, start, goal).unwrap();
            assert_eq!(path.units, expected);
            check_path(grid, path, start, goal);
            let first = path.cells.get(1).copied();
            let step = search.next_step(map, start, goal).unwrap();
            if start == goal {
                assert_eq!(step, goal);
                continue;
            }
            assert_eq!(Some(step), first);
        }
    }
}

fn any_map(kind: u32, rng: &mut Rng) -> PathGrid {
    let (width, height) = (1 + rng.below(90), 1 + rng.below(70));
    match kind % 6 {
        0 => random_grid(rng, width, height, 0.1),
        1 => random_grid(rng, width, height, 0.35),
        2 => generate::rooms(width, height, 7, rng).unwrap(),
        3 => generate::maze(width, height, 1 + kind % 3, rng).unwrap(),
        4 => generate::caves(width, height, 0.43, 3, rng).unwrap(),
        _ => PathGrid::new(width, height).unwrap(),
    }
}

#[test]
fn prepared_maps_answer_as_dijkstra_does() {
    let mut rng = Rng::new(41);
    let (mut map, mut search) = (PreparedMap::new(), PreparedSearch::new());
    for kind in 0..60 {
        for rule in Diagonals::ALL {
            let grid = any_map(kind, &mut rng).with_diagonals(rule);
            assert_eq!(map.prepare(&grid), Status::Found);
            agree(&map, &mut search, &grid, &mut rng);
        }
    }
}

#[test]
fn repaired_maps_answer_as_dijkstra_does() {
    let mut rng = Rng::new(42);
    let mut search = PreparedSearch::new();
    for kind in 0..12 {
        for rule in Diagonals::ALL {
            let mut grid = any_map(kind, &mut rng).with_diagonals(rule);
            let mut map = PreparedMap::new();
            map.prepare(&grid);
            for _ in 0..6 {
                for _ in 0..=rng.below(4) {
                    let cell =
                        ivec2(rng.below(grid.width()) as i32, rng.below(grid.height()) as i32);
                    let free = grid.is_walkable(cell);
                    grid.set_walkable(cell, !free);
                }
                assert_eq!(map.prepare(&grid), Status::Found);
                agree(&map, &mut search, &grid, &mut rng);
            }
        }
    }
}

#[test]
fn maps_without_room_for_lists_climb_and_answer_the_same() {
    let mut rng = Rng::new(44);
    let mut search = PreparedSearch::new();
    for kind in 0..12 {
        for rule in Diagonals::ALL {
            let mut grid = any_map(kind, &mut rng).with_diagonals(rule);
            let mut map = PreparedMap::new();
            map.prepare(&grid);
            let room = 32 * u64::from(map.shortcut_count());
            map = PreparedMap::new();
            map.memory_limit = room;
            assert_eq!(map.prepare(&grid), Status::Found);
            assert_eq!(map.hub_count(), 0);
            agree(&map, &mut search, &grid, &mut rng);
            let cell = random_free_cell(&mut rng, &grid);
            cell.map(|cell| grid.set_walkable(cell, false));
            if map.prepare(&grid) == Status::Found {
                agree(&map, &mut search, &grid, &mut rng);
            }
        }
    }
}

#[test]
fn a_map_beyond_the_limit_is_refused() {
    let grid = generate::scatter(60, 60, 0.2, &mut Rng::new(45)).unwrap();
    let mut map = PreparedMap::new();
    map.memory_limit = 1000;
    let Status::Failed(PathError::TooManyCorners(corners)) = map.prepare(&grid) else {
        panic!("{:?}", map.status());
    };
    assert!(corners > 500);
    assert!(PreparedSearch::new().cost(&map, ivec2(0, 0), ivec2(1, 1)).is_err());
    map.memory_limit = u64::MAX;
    assert_eq!(map.prepare(&grid), Status::Found);
}

#[test]
fn a_door_that_closes_and_opens_again() {
    let mut grid =
        PathGrid::from_text("....#....\n....#....\n.........\n....#....\n").unwrap().grid;
    let (start, goal, door) = (ivec2(0, 0), ivec2(8, 0), ivec2(4, 2));
    let (mut map, mut search) = (PreparedMap::new(), PreparedSearch::new());
    map.prepare(&grid);
    let open = search.cost(&map, start, goal).unwrap();
    for _ in 0..5 {
        grid.set_walkable(door, false);
        map.prepare(&grid);
        assert!(search.cost(&map, start, goal).is_err());
        grid.set_walkable(door, true);
        map.prepare(&grid);
        assert_eq!(search.cost(&map, start, goal), Ok(open));
    }
}

#[test]
fn preparing_in_slices_changes_nothing() {
    let mut rng = Rng::new(43);
    let grid = generate::caves(80, 60, 0.43, 4, &mut rng).unwrap();
    let (mut whole, mut sliced) = (PreparedMap::new(), PreparedMap::new());
    whole.prepare(&grid);
    sliced.begin(&grid);
    let (mut slices, mut fraction) = (0, 0.0);
    while sliced.step(&grid, 7) == Status::Running {
        slices += 1;
        assert!(sliced.progress().fraction >= fraction);
        fraction = sliced.progress().fraction;
    }
    assert!(slices > 10);
    assert_eq!(whole.shortcut_count(), sliced.shortcut_count());
    let (mut a, mut b) = (PreparedSearch::new(), PreparedSearch::new());
    for _ in 0..50 {
        let ends = [(); 2].map(|()| random_free_cell(&mut rng, &grid).unwrap());
        assert_eq!(a.find(&whole, ends[0], ends[1]), b.find(&sliced, ends[0], ends[1]));
    }
}

#[test]
fn what_cannot_be_answered_is_an_error() {
    let mut grid = PathGrid::from_text("..#..\n..#..\n").unwrap().grid;
    let (mut map, mut search) = (PreparedMap::new(), PreparedSearch::new());
    let (start, goal) = (ivec2(0, 0), ivec2(4, 1));
    assert_eq!(search.find(&map, start, goal), Err(PathError::NotSearched));
    map.begin(&grid);
    assert_eq!(search.find(&map, start, goal), Err(PathError::NotSearched));
    map.finish(&grid);
    let reason = |error: PathError| match error {
        PathError::NoPath(no_path) => no_path.reason,
        other => panic!("{other}"),
    };
    let mut ask = |a: IVec2, b: IVec2| search.cost(&map, a, b);
    assert_eq!(reason(ask(start, goal).unwrap_err()), NoPathReason::Unreachable);
    assert_eq!(reason(ask(ivec2(2, 0), goal).unwrap_err()), NoPathReason::StartBlocked);
    assert_eq!(reason(ask(start, ivec2(2, 1)).unwrap_err()), NoPathReason::GoalBlocked);
    assert_eq!(ask(ivec2(-1, 0), goal), Err(PathError::Outside(ivec2(-1, 0))));
    assert_eq!(ask(start, start), Ok(0));
    map.cancel();
    assert_eq!(search.find(&map, start, start), Err(PathError::NotSearched));
    map.begin(&grid);
    grid.set_walkable(ivec2(2, 0), true);
    assert_eq!(map.finish(&grid), Status::Failed(PathError::GridChanged));
    grid.set_weight(ivec2(0, 1), 2.0);
    assert_eq!(map.prepare(&grid), Status::Failed(PathError::NeedsUniformCost));
}
