//! After a first search on a map, more searches allocate nothing.

use motile_geom::{Rng, ivec2};
use motile_path::{AStar, Bidirectional, GridSearch, Hierarchy, Jps, PathGrid, Search};

fn map() -> PathGrid {
    let mut rng = Rng::new(4);
    PathGrid::from_fn(120, 90, |_| !rng.chance(0.25)).unwrap()
}

/// Runs two queries once, then both again under the counter.
fn allocations_of_a_repeat(search: &mut dyn GridSearch) -> u64 {
    let mut grid = map();
    let corners = [ivec2(1, 1), ivec2(118, 88), ivec2(2, 80)];
    for corner in corners {
        grid.set_walkable(corner, true).unwrap();
    }
    let both = |search: &mut dyn GridSearch| {
        assert!(search.find(&grid, corners[0], corners[1]).is_ok());
        assert!(search.find(&grid, corners[2], corners[1]).is_ok());
    };
    both(search);
    allocation_counter::measure(|| both(search)).count_total
}

#[test]
fn repeated_searches_do_not_allocate() {
    assert_eq!(allocations_of_a_repeat(&mut AStar::new()), 0);
    assert_eq!(allocations_of_a_repeat(&mut Jps::new()), 0);
    assert_eq!(allocations_of_a_repeat(&mut Hierarchy::new()), 0);
    assert_eq!(allocations_of_a_repeat(&mut Bidirectional::new()), 0);
}

#[test]
fn astar_state_is_at_most_16_bytes_a_cell() {
    let mut search = AStar::new();
    allocations_of_a_repeat(&mut search);
    // Plus the 8 kB of bucket heads, which do not grow with the map.
    assert!(search.memory_bytes() <= 16 * 120 * 90 + 8192, "{}", search.memory_bytes());
}
