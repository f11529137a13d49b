//! Prepared maps: built, asked, edited, repaired and asked again.

use motile_geom::{IVec2, ivec2};
use motile_path::{
    AStar, Diagonals, GridSearch, PathError, PathGrid, PreparedMap, PreparedSearch, Search, Status,
};

/// Larger maps would make a fuzzer slow rather than wise.
const MOST_SIDE: u8 = 24;
/// A walk along every prepared answer is long; so are many of them.
const MOST_ORDERS: usize = 40;

/// A byte for the rule and one for each side, the walls as bits, then orders of three bytes: edit a cell, or ask for the
/// path between two. Every answer is that of A*; first steps lead along it.
pub fn run(data: &[u8]) {
    let &[form, width, height, ref rest @ ..] = data else { return };
    let size = [width, height].map(|side| u32::from(side % MOST_SIDE) + 1);
    let Some(mut grid) = grid(form, size, rest) else { return };
    let orders = rest.get((size[0] * size[1]).div_ceil(8) as usize..).unwrap_or_default();
    let mut map = PreparedMap::new();
    if form & 4 != 0 {
        // Too little for lists of hubs on most maps: queries climb along shortcuts, or the map is refused.
        map.memory_limit = 4096;
    }
    let (mut search, mut exact) = (PreparedSearch::new(), AStar::new());
    for order in orders.chunks_exact(3).take(MOST_ORDERS) {
        let cell = |number: u8| {
            ivec2(
                i32::from(number) % size[0] as i32,
                i32::from(number) / size[0] as i32 * 7 % size[1] as i32,
            )
        };
        if order[0] % 4 == 0 {
            let cell = cell(order[1]) + ivec2(0, i32::from(order[2]) % 3);
            let free = grid.is_walkable(cell);
            grid.set_walkable(cell, !free);
            continue;
        }
        // Sliced or at once, a preparation comes to one end.
        map.begin(&grid);
        let slice = if order[0] & 8 == 0 { u32::MAX } else { 3 };
        while map.step(&grid, slice) == Status::Running {}
        match map.status() {
            Status::Found => {
                compare(&map, &mut search, &mut exact, &grid, [1, 2].map(|i| cell(order[i])))
            }
            Status::Failed(PathError::TooManyCorners(_)) => assert!(form & 4 != 0),
            other => panic!("{other:?}"),
        }
    }
}

/// A grid whose walls are the bits of `walls`; what is missing is free.
fn grid(form: u8, [width, height]: [u32; 2], walls: &[u8]) -> Option<PathGrid> {
    let rule = Diagonals::ALL[usize::from(form % 4) % Diagonals::ALL.len()];
    let mut grid = PathGrid::new(width, height).ok()?.with_diagonals(rule);
    for i in 0..width * height {
        if walls.get(i as usize / 8).is_some_and(|byte| byte >> (i % 8) & 1 == 1) {
            grid.set_walkable(ivec2((i % width) as i32, (i / width) as i32), false);
        }
    }
    Some(grid)
}

fn compare(
    map: &PreparedMap,
    search: &mut PreparedSearch,
    exact: &mut AStar,
    grid: &PathGrid,
    [start, goal]: [IVec2; 2],
) {
    let expected = exact.find(grid, start, goal).map(|path| path.units);
    let cost = search.cost(map, start, goal);
    assert_eq!(cost.ok(), expected.ok(), "{start} to {goal}");
    let Ok(path) = search.find(map, start, goal).cloned() else { return };
    assert_eq!((path.units, path.cells[0]), (expected.unwrap_or(u32::MAX), start));
    assert_eq!(path.cells.last(), Some(&goal));
    let mut units = 0;
    for step in path.cells.windows(2) {
        assert!(grid.is_walkable(step[1]), "{start} to {goal} through a wall at {}", step[1]);
        let way = (step[1] - step[0]).abs();
        assert!(way.max_element() == 1, "{start} to {goal} jumps at {}", step[0]);
        units += if way.min_element() == 1 { 577 } else { 408 };
    }
    assert_eq!(units, path.units, "{start} to {goal}");
    let next = search.next_step(map, start, goal).expect("there is a path");
    assert_eq!(next, path.cells.get(1).copied().unwrap_or(goal));
}

/// A room with a door that opens and closes, rows of pillars, and nothing at all.
pub fn built() -> Vec<Vec<u8>> {
    let asks = [1, 0, 200, 0, 40, 1, 1, 0, 200, 9, 17, 90, 0, 40, 1, 5, 200, 3];
    let with = |head: [u8; 3], walls: &[u8]| [&head[..], walls, &asks].concat();
    vec![
        with(
            [0, 15, 15],
            &[
                0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 255, 127, 0, 1, 0, 1, 0, 1, 0, 1,
                0, 1, 0, 1, 0, 1,
            ],
        ),
        with([1, 7, 11], &[0, 0x55, 0, 0x55, 0, 0xAA, 0, 0x55, 0, 0x24, 0, 0x55]),
        with(
            [6, 15, 7],
            &[0x92, 0x49, 0x24, 0x92, 0x49, 0x24, 0x92, 0x49, 0, 0, 0x6D, 0xDB, 0, 0, 0x11, 0x22],
        ),
        with([3, 4, 4], &[0; 4]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 4000, run);
    }
}
