//! After a first search on a map, more searches allocate nothing.

use motile_geom::{IVec2, Rng, Vec2, ivec2};
use motile_path::{
    AStar, AStarSettings, AnyAngle, AutoSearch, Bidirectional, DStarLite, DistanceField, FlowField,
    GraphSearch, GridPath, GridSearch, Hierarchy, Incremental, Jps, MeshPath, MeshQuery,
    MeshSearch, NavMesh, PathGrid, PreparedMap, PreparedSearch, Query, Replanner, Search, Status,
};

const ENDS: [IVec2; 3] = [ivec2(1, 1), ivec2(118, 88), ivec2(2, 80)];

fn map() -> PathGrid {
    let mut rng = Rng::new(4);
    let mut grid = PathGrid::from_fn(120, 90, |_| !rng.chance(0.25)).unwrap();
    for end in ENDS {
        grid.set_walkable(end, true);
    }
    grid
}

/// Runs the work once, then again under the counter.
fn allocations_of_a_repeat(mut work: impl FnMut()) -> u64 {
    work();
    allocation_counter::measure(work).count_total
}

/// Two queries, a partial path and a query for the nearest cell.
fn queries(search: &mut dyn GridSearch, grid: &PathGrid, out: &mut GridPath) {
    assert!(search.find(grid, ENDS[0], ENDS[1]).is_ok());
    assert!(search.find(grid, ENDS[2], ENDS[1]).is_ok());
    search.begin(grid, Query::new(ENDS[0], ENDS[1]));
    search.step(grid, 20);
    search.partial_path(grid, out);
    let limited =
        Query { nearest: true, cost_limit: 20 * grid.unit(), ..Query::new(ENDS[0], ENDS[1]) };
    assert!(search.find_query(grid, limited).is_ok());
}

#[test]
fn repeated_queries_of_prepared_maps_do_not_allocate() {
    let (mut map_of_lists, mut map_of_shortcuts) = (PreparedMap::new(), PreparedMap::new());
    map_of_lists.prepare(&map());
    map_of_shortcuts.memory_limit = 32 * u64::from(map_of_lists.shortcut_count());
    map_of_shortcuts.prepare(&map());
    for map in [map_of_lists, map_of_shortcuts] {
        let mut search = PreparedSearch::new();
        let count = allocations_of_a_repeat(|| {
            assert!(search.find(&map, ENDS[0], ENDS[1]).is_ok());
            assert!(search.next_step(&map, ENDS[2], ENDS[1]).is_ok());
        });
        assert_eq!(count, 0);
    }
}

#[test]
fn repeated_searches_do_not_allocate() {
    let grid = map();
    let mut out = GridPath::default();
    let dijkstra = AStar::with_settings(AStarSettings::dijkstra());
    let searches: [(&str, Box<dyn GridSearch>); 9] = [
        ("A*", Box::new(AStar::new())),
        ("Dijkstra", Box::new(dijkstra)),
        ("jump points", Box::new(Jps::new())),
        ("auto", Box::new(AutoSearch::new())),
        ("hierarchy", Box::new(Hierarchy::new())),
        ("both ends", Box::new(Bidirectional::new())),
        ("any angle", Box::new(AnyAngle::new())),
        ("replanner", Box::new(Replanner::new())),
        ("D* Lite", Box::new(DStarLite::new())),
    ];
    for (name, mut search) in searches {
        // The first query on a map may be answered by another search than those after it.
        queries(&mut *search, &grid, &mut out);
        let count = allocations_of_a_repeat(|| queries(&mut *search, &grid, &mut out));
        assert_eq!(count, 0, "{name}");
    }
}

#[test]
fn repeated_searches_on_terrain_do_not_allocate() {
    let mut grid = map();
    for x in 0..120 {
        grid.set_weight(ivec2(x, 40), 3.0);
    }
    let mut out = GridPath::default();
    let searches: [(&str, Box<dyn GridSearch>); 5] = [
        ("A*", Box::new(AStar::new())),
        ("hierarchy", Box::new(Hierarchy::new())),
        ("both ends", Box::new(Bidirectional::new())),
        ("replanner", Box::new(Replanner::new())),
        ("D* Lite", Box::new(DStarLite::new())),
    ];
    for (name, mut search) in searches {
        let count = allocations_of_a_repeat(|| queries(&mut *search, &grid, &mut out));
        assert_eq!(count, 0, "{name}");
    }
}

#[test]
fn repeated_fields_and_graph_searches_do_not_allocate() {
    let grid = map();
    let mut field = DistanceField::new();
    assert_eq!(allocations_of_a_repeat(|| _ = field.compute(&grid, &[ENDS[1]])), 0);
    let mut flow = FlowField::new();
    assert_eq!(allocations_of_a_repeat(|| _ = flow.compute(&grid, &[ENDS[1]])), 0);
    let mut graph = GraphSearch::new();
    let number = |cell: IVec2| cell.y as u32 * 120 + cell.x as u32;
    let (from, to) = (number(ENDS[0]), number(ENDS[1]));
    assert_eq!(allocations_of_a_repeat(|| assert!(graph.find(&grid, from, to).is_ok())), 0);
}

#[test]
fn repairs_do_not_allocate() {
    let planners: [(&str, Box<dyn Incremental>); 2] =
        [("replanner", Box::new(Replanner::new())), ("D* Lite", Box::new(DStarLite::new()))];
    for (name, mut planner) in planners {
        let mut grid = map();
        planner.begin(&grid, Query::new(ENDS[0], ENDS[1]));
        let path = planner.replan(&grid).unwrap().cells.clone();
        let count = allocations_of_a_repeat(|| {
            for cell in [path[9], path[40], path[path.len() - 9]] {
                for walkable in [false, true] {
                    grid.set_walkable(cell, walkable);
                    planner.cell_changed(&grid, cell);
                    assert!(planner.replan(&grid).is_ok());
                }
            }
            for &cell in &path[..5] {
                planner.set_start(&grid, cell);
                assert!(planner.replan(&grid).is_ok());
            }
            planner.set_start(&grid, ENDS[0]);
            assert!(planner.replan(&grid).is_ok());
        });
        assert_eq!(count, 0, "{name}");
    }
}

#[test]
fn repaired_fields_do_not_allocate() {
    let mut grid = map();
    let mut flow = FlowField::new();
    flow.compute(&grid, &[ENDS[1]]);
    let count = allocations_of_a_repeat(|| {
        for cell in [ivec2(60, 40), ivec2(110, 80), ivec2(3, 3)] {
            for _ in 0..2 {
                grid.set_walkable(cell, !grid.is_walkable(cell));
                flow.cell_changed(&grid, cell);
                assert_eq!(flow.finish(&grid), Status::Found);
            }
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn astar_state_is_at_most_16_bytes_a_cell() {
    let (grid, mut search) = (map(), AStar::new());
    search.find(&grid, ENDS[0], ENDS[1]).unwrap();
    assert!(search.memory_bytes() <= 16 * 120 * 90, "{}", search.memory_bytes());
}

#[test]
fn repeated_searches_on_meshes_do_not_allocate() {
    let mesh = NavMesh::from_grid(&map(), Vec2::ZERO, 1.0, 0.0).unwrap();
    let ends = ENDS.map(|end| end.as_vec2() + 0.5);
    let (mut search, mut partial, mut points) =
        (MeshSearch::new(), MeshPath::default(), Vec::new());
    let count = allocations_of_a_repeat(|| {
        assert!(search.find(&mesh, ends[0], ends[1]).is_ok());
        mesh.funnel(&search.path().cells, ends[0], ends[1], &mut points);
        mesh.center_path(&search.path().cells, ends[0], ends[1], &mut points);
        assert!(search.find(&mesh, ends[2], ends[1]).is_ok());
        search.begin(&mesh, MeshQuery::new(ends[0], ends[1]));
        search.step(&mesh, 20);
        search.partial_path(&mesh, &mut partial);
        let outside = Vec2::new(-50.0, 300.0);
        let nearest = MeshQuery { nearest: true, ..MeshQuery::new(ends[0], outside) };
        assert!(search.find_query(&mesh, nearest).is_ok());
    });
    assert_eq!(count, 0);
}
