//! Searches on 512 × 512 maps beside the crates `pathfinding` and `grid_pathfinding`, and beside our own
//! A* where the gain is over that. All lengths are checked before anything is measured.

use crate::runner::Bench;
use grid_pathfinding::PathingGrid;
use grid_util::{grid::ValueGrid, point::Point};
use motile_geom::{Affine2, IVec2, Rng, Vec2, ivec2, vec2};
use motile_path::{
    AStar, AnyAngle, BenchmarkMap, DStarLite, Diagonals, DistanceField, GridSearch, Hierarchy,
    Incremental, Jps, MeshSearch, NavMesh, PathGrid, Query, Replanner, Scenario, Search, generate,
};
use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    path::{Path, PathBuf},
    time::Instant,
};

pub(crate) const SIDE: u32 = 512;
/// Queries a row asks in one call.
pub(crate) const QUERIES: usize = 8;

/// Queries after which nothing more is learned about a map.
const QUERIES_ON_A_MAP: usize = 4096;

/// A map with long queries across it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) grid: PathGrid,
    pub(crate) queries: Vec<(IVec2, IVec2)>,
}

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    for case in cases() {
        astar_rows(bench, &case);
        corner_cutting_rows(bench, &case);
        field_rows(bench, &case);
        mesh_rows(bench, &case);
    }
    untuned_rows(bench);
    crate::path_auto::rows(bench);
    crate::path_prepared::rows(bench);
    block_rows(bench);
    replan_rows(bench);
    hierarchy_rows(bench);
    claims(bench);
}

/// Rooms, a maze and caves from a seed, then the public benchmark maps when their folder is there.
fn cases() -> Vec<Case> {
    let mut rng = Rng::new(512);
    let made = [
        ("rooms", generate::rooms(SIDE, SIDE, 31, &mut rng)),
        ("maze", generate::maze(SIDE, SIDE, 7, &mut rng)),
        ("caves", generate::caves(SIDE, SIDE, 0.43, 5, &mut rng)),
    ];
    let mut cases: Vec<Case> = made
        .into_iter()
        .map(|(name, grid)| {
            let grid = grid.expect("the size is fine");
            let queries = long_queries(&grid, &mut rng);
            Case { name: name.to_string(), grid, queries }
        })
        .collect();
    let folder = benchmark_folder();
    for name in PUBLIC {
        cases.extend(folder.as_ref().and_then(|folder| benchmark_case(folder, name)));
    }
    cases
}

/// Public benchmark maps of 512 × 512 cells.
const PUBLIC: [&str; 2] = ["brc202d", "maze512-8-0"];

pub(crate) fn benchmark_folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|up| up.join("shared/data/movingai")).find(|folder| folder.is_dir())
}

/// A public map with its scenarios.
pub(crate) fn benchmark_map(folder: &Path, name: &str) -> Option<(PathGrid, Vec<Scenario>)> {
    let text = |end: &str| std::fs::read_to_string(folder.join(format!("{name}{end}"))).ok();
    let grid = BenchmarkMap::parse(&text(".map")?).ok()?.to_grid().ok()?;
    Some((grid, Scenario::parse_all(&text(".map.scen")?).ok()?))
}

/// The longest scenarios of a public map, spread over its last fifth.
pub(crate) fn benchmark_case(folder: &Path, name: &str) -> Option<Case> {
    let (grid, all) = benchmark_map(folder, name)?;
    let tail = &all[all.len() * 4 / 5..];
    let step = (tail.len() / QUERIES).max(1);
    let queries = tail.iter().step_by(step).take(QUERIES).map(|s| (s.start, s.goal)).collect();
    Some(Case { name: name.to_string(), grid, queries })
}

/// Pairs that have a path, at least half a map long.
pub(crate) fn long_queries(grid: &PathGrid, rng: &mut Rng) -> Vec<(IVec2, IVec2)> {
    let mut search = AStar::new();
    let mut queries = Vec::new();
    while queries.len() < QUERIES {
        let mut cell = || ivec2(rng.below(grid.width()) as i32, rng.below(grid.height()) as i32);
        let (start, goal) = (cell(), cell());
        let far = (start - goal).abs().max_element() >= grid.width() as i32 / 2;
        if far && grid.is_walkable(start) && search.find(grid, start, goal).is_ok() {
            queries.push((start, goal));
        }
    }
    queries
}

pub(crate) fn total(search: &mut dyn GridSearch, case: &Case) -> u64 {
    let mut sum = 0;
    for &(start, goal) in &case.queries {
        sum += u64::from(search.find(&case.grid, start, goal).expect("checked before").units);
    }
    sum
}

/// The crate `pathfinding` on the same grid with the same costs and estimate.
pub(crate) fn peer_total(case: &Case) -> u64 {
    let find = |&(start, goal): &(IVec2, IVec2)| peer_find(&case.grid, start, goal);
    case.queries.iter().map(find).map(u64::from).sum()
}

/// The cost of one path by the crate `pathfinding`.
pub(crate) fn peer_find(grid: &PathGrid, start: IVec2, goal: IVec2) -> u32 {
    let found = pathfinding::prelude::astar(
        &start,
        |&cell| neighbors(grid, cell),
        |&cell| motile_path::Heuristic::Octile.estimate(grid, cell, goal),
        |&cell| cell == goal,
    );
    found.expect("checked before").1
}

/// Legal steps under "no corners cut", as a user of the peer would write them.
fn neighbors(grid: &PathGrid, cell: IVec2) -> impl Iterator<Item = (IVec2, u32)> + use<> {
    let free = |dx: i32, dy: i32| grid.is_walkable(ivec2(cell.x + dx, cell.y + dy));
    let (right, down, left, up) = (free(1, 0), free(0, 1), free(-1, 0), free(0, -1));
    let steps = [
        (1, 0, right, 408),
        (0, 1, down, 408),
        (-1, 0, left, 408),
        (0, -1, up, 408),
        (1, 1, right && down && free(1, 1), 577),
        (-1, 1, left && down && free(-1, 1), 577),
        (-1, -1, left && up && free(-1, -1), 577),
        (1, -1, right && up && free(1, -1), 577),
    ];
    steps
        .into_iter()
        .filter(|step| step.2)
        .map(move |(dx, dy, _, cost)| (ivec2(cell.x + dx, cell.y + dy), cost))
}

/// A* and jump points beside the peer's A*.
fn astar_rows(bench: &mut Bench, case: &Case) {
    let (astar_row, jps_row) =
        (format!("path/astar-{}", case.name), format!("path/jps-{}", case.name));
    if !bench.wants(&astar_row) && !bench.wants(&jps_row) {
        return;
    }
    let (mut astar, mut jps) = (AStar::new(), Jps::new());
    let expected = peer_total(case);
    assert_eq!(total(&mut astar, case), expected, "{}: A* and the peer differ", case.name);
    assert_eq!(total(&mut jps, case), expected, "{}: jump points and the peer differ", case.name);
    let n = case.queries.len();
    bench.compare(
        &astar_row,
        "pathfinding astar",
        n,
        || total(&mut astar, case),
        || peer_total(case),
    );
    bench.compare(&jps_row, "pathfinding astar", n, || total(&mut jps, case), || peer_total(case));
}

/// Jump points where there is next to nothing to jump over, beside the peer's A*: a third of the cells walls at
/// random, and a maze whose corridors are one cell wide. What is computed once for a map is there when the measurement
/// begins, as it is after some thousand queries: dead ends, and for the scattered walls landmarks. Without those:
/// `path/auto-first-random35`.
fn untuned_rows(bench: &mut Bench) {
    for name in ["random35", "maze1"] {
        let row = format!("path/{name}");
        if !bench.wants(&row) {
            continue;
        }
        let mut rng = Rng::new(35);
        let grid = match name {
            "random35" => generate::scatter(SIDE, SIDE, 0.35, &mut rng),
            _ => generate::maze(SIDE, SIDE, 1, &mut rng),
        }
        .expect("the size is fine");
        let queries = long_queries(&grid, &mut rng);
        let case = Case { name: name.to_string(), grid, queries };
        let mut jps = Jps::new();
        let expected = peer_total(&case);
        for _ in 0..QUERIES_ON_A_MAP / QUERIES {
            assert_eq!(total(&mut jps, &case), expected, "{name}");
        }
        let n = case.queries.len();
        bench.compare(
            &row,
            "pathfinding astar",
            n,
            || total(&mut jps, &case),
            || peer_total(&case),
        );
    }
}

/// Jump points where corners may be cut, beside a crate that always cuts them. It is not always
/// optimal, so its paths are only checked for being no shorter.
fn corner_cutting_rows(bench: &mut Bench, case: &Case) {
    let row = format!("path/jps-cutting-{}", case.name);
    if !bench.wants(&row) {
        return;
    }
    let cutting = Case {
        name: case.name.clone(),
        grid: case.grid.clone().with_diagonals(Diagonals::Always),
        queries: case.queries.clone(),
    };
    let mut peer = PathingGrid::new(case.grid.width() as usize, case.grid.height() as usize, false);
    for y in 0..case.grid.height() as i32 {
        for x in 0..case.grid.width() as i32 {
            peer.set(x, y, !case.grid.is_walkable(ivec2(x, y)));
        }
    }
    peer.generate_components();
    let point = |cell: IVec2| Point::new(cell.x, cell.y);
    let mut jps = Jps::new();
    for &(start, goal) in &cutting.queries {
        let ours = jps.find(&cutting.grid, start, goal).expect("checked before").length;
        let path = peer.get_path_single_goal(point(start), point(goal), false).expect("has one");
        let theirs: f64 = path
            .windows(2)
            .map(|s| f64::from((s[0].x - s[1].x).pow(2) + (s[0].y - s[1].y).pow(2)).sqrt())
            .sum();
        assert!(ours <= theirs + 1e-6, "{}: {ours} is longer than {theirs}", case.name);
    }
    bench.compare(
        &row,
        "grid_pathfinding",
        case.queries.len(),
        || total(&mut jps, &cutting),
        || {
            let paths = cutting.queries.iter().map(|&(start, goal)| {
                peer.get_path_single_goal(point(start), point(goal), false).map_or(0, |p| p.len())
            });
            paths.sum::<usize>()
        },
    );
}

/// Costs from every cell, beside Dijkstra with the standard library's heap on flat arrays.
fn field_rows(bench: &mut Bench, case: &Case) {
    let row = format!("path/field-{}", case.name);
    if !bench.wants(&row) {
        return;
    }
    let goal = case.queries[0].1;
    let mut field = DistanceField::new();
    field.compute(&case.grid, &[goal]);
    assert_eq!(field.costs(), plain_dijkstra(&case.grid, goal));
    bench.compare(
        &row,
        "Dijkstra, BinaryHeap",
        case.grid.cell_count() as usize,
        || field.compute(&case.grid, &[goal]),
        || plain_dijkstra(&case.grid, goal),
    );
}

fn plain_dijkstra(grid: &PathGrid, goal: IVec2) -> Vec<u32> {
    let width = grid.width() as usize;
    let index = |cell: IVec2| cell.y as usize * width + cell.x as usize;
    let mut costs = vec![u32::MAX; width * grid.height() as usize];
    let mut open = BinaryHeap::new();
    costs[index(goal)] = 0;
    open.push(Reverse((0, index(goal) as u32)));
    while let Some(Reverse((cost, at))) = open.pop() {
        if cost > costs[at as usize] {
            continue;
        }
        let cell = ivec2((at as usize % width) as i32, (at as usize / width) as i32);
        for (to, step) in neighbors(grid, cell) {
            let known = &mut costs[index(to)];
            if cost + step < *known {
                *known = cost + step;
                open.push(Reverse((cost + step, index(to) as u32)));
            }
        }
    }
    costs
}

/// One cell toggled and the path repaired, beside A* from scratch after each edit; both write out the
/// path. Once at random places of the map, once in front of the walker, where walls are met, once all along
/// the path; on ground without any wall, and with a tenth of the cells walls.
fn replan_rows(bench: &mut Bench) {
    for (map, walls) in [("open", 0.0), ("scatter", 0.1)] {
        let mut rng = Rng::new(15);
        let mut grid = generate::scatter(SIDE, SIDE, walls, &mut rng).expect("the size is fine");
        let (start, goal) = (ivec2(20, 30), ivec2(490, 400));
        for cell in [start, goal] {
            grid.set_walkable(cell, true);
        }
        let anywhere: Vec<IVec2> = (0..50)
            .map(|_| ivec2(rng.below(SIDE) as i32, rng.below(SIDE) as i32))
            .filter(|&cell| cell != start && cell != goal)
            .collect();
        let path = AStar::new().find(&grid, start, goal).expect("open ground").cells.clone();
        let along: Vec<IVec2> = path[2..path.len() - 2].iter().copied().step_by(9).collect();
        let edits = [("anywhere", &anywhere[..]), ("ahead", &path[2..22]), ("along", &along)];
        for (place, edits) in edits {
            let ends = (start, goal);
            let row = |search: &str| format!("path/{search}-{map}-{place}");
            replan_row(bench, &row("replan"), &mut Replanner::new(), &grid, ends, edits);
            replan_row(bench, &row("dstar"), &mut DStarLite::new(), &grid, ends, edits);
        }
    }
}

fn replan_row(
    bench: &mut Bench,
    row: &str,
    planner: &mut dyn Incremental,
    grid: &PathGrid,
    (start, goal): (IVec2, IVec2),
    edits: &[IVec2],
) {
    if !bench.wants(row) {
        return;
    }
    let mut astar = AStar::new();
    planner.begin(grid, Query::new(start, goal));
    let (mut ours, mut theirs) = (grid.clone(), grid.clone());
    for &cell in edits.iter().chain(edits) {
        toggle(&mut ours, cell);
        planner.cell_changed(&ours, cell);
        let found = planner.replan(&ours).map(|path| path.units);
        assert_eq!(found, astar.find(&ours, start, goal).map(|path| path.units), "{row}");
    }
    bench.compare(
        row,
        "own A* from scratch",
        2 * edits.len(),
        || {
            for &cell in edits.iter().flat_map(|cell| [cell, cell]) {
                toggle(&mut ours, cell);
                planner.cell_changed(&ours, cell);
                planner.replan(&ours).expect("open ground");
            }
        },
        || {
            for &cell in edits.iter().flat_map(|cell| [cell, cell]) {
                toggle(&mut theirs, cell);
                astar.find(&theirs, start, goal).expect("open ground");
            }
        },
    );
}

fn toggle(grid: &mut PathGrid, cell: IVec2) {
    let free = grid.is_walkable(cell);
    grid.set_walkable(cell, !free);
}

/// The free ground of a map as a mesh, beside our own any-angle search on its cells; the mesh is never longer.
fn mesh_rows(bench: &mut Bench, case: &Case) {
    let row = format!("path/navmesh-{}", case.name);
    if !bench.wants(&row) {
        return;
    }
    let begin = Instant::now();
    let mesh = NavMesh::from_grid(&case.grid, Vec2::ZERO, 1.0, 0.0).expect("has free cells");
    let megabytes = mesh.memory_bytes() as f64 / 1e6;
    eprintln!(
        "{row}: {} cells, {megabytes:.1} MB, built in {:?}",
        mesh.cell_count(),
        begin.elapsed()
    );
    let middle = |cell: IVec2| cell.as_vec2() + 0.5;
    let (mut ours, mut theirs) = (MeshSearch::new(), AnyAngle::new());
    for &(start, goal) in &case.queries {
        let exact = ours.find(&mesh, middle(start), middle(goal)).expect("checked before").length;
        let by_cells = theirs.find(&case.grid, start, goal).expect("checked before").length;
        assert!(exact <= by_cells + 1e-6, "{row}: {exact} is longer than {by_cells}");
    }
    bench.compare(
        &row,
        "own any-angle on cells",
        case.queries.len(),
        || {
            let find = |&(start, goal): &(IVec2, IVec2)| {
                ours.find(&mesh, middle(start), middle(goal)).map_or(0.0, |path| path.length)
            };
            case.queries.iter().map(find).sum::<f64>()
        },
        || total(&mut theirs, case),
    );
}

/// Slanted blocks in a hall, beside the crate `polyanya` on a mesh of its own making; lengths are the same.
fn block_rows(bench: &mut Bench) {
    let row = "path/navmesh-blocks";
    if !bench.wants(row) {
        return;
    }
    let mut rng = Rng::new(77);
    let hall = [vec2(0.0, 0.0), vec2(512.0, 0.0), vec2(512.0, 512.0), vec2(0.0, 512.0)];
    let blocks: Vec<[Vec2; 4]> = (0..144)
        .map(|i| {
            let center = vec2((i % 12) as f32, (i / 12) as f32) * 42.0 + 25.0;
            let size = vec2(rng.range(8.0..18.0), rng.range(4.0..10.0));
            let turn = Affine2::from_angle_translation(rng.range(0.0..3.0), center);
            [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]
                .map(|corner| turn.transform_point2(corner * size))
        })
        .collect();
    let holes: Vec<&[Vec2]> = blocks.iter().map(|block| &block[..]).collect();
    let mesh = NavMesh::from_outline(&hall, &holes, 0.0).expect("a hall");
    let mut drawing = polyanya::Triangulation::from_outer_edges(&hall);
    drawing.add_obstacles(blocks.iter().map(|block| block.to_vec()));
    let mut peer = drawing.as_navmesh();
    peer.merge_polygons();
    peer.bake();
    let mut place = || loop {
        let at = vec2(rng.range(0.0..512.0), rng.range(0.0..512.0));
        if mesh.contains(at) {
            return at;
        }
    };
    let queries: Vec<(Vec2, Vec2)> = (0..64).map(|_| (place(), place())).collect();
    let mut search = MeshSearch::new();
    for &(start, goal) in &queries {
        let ours = search.find(&mesh, start, goal).expect("the hall is connected").length;
        let theirs = f64::from(peer.path(start, goal).expect("the hall is connected").length);
        assert!((ours - theirs).abs() < 1e-3 * theirs, "{start} {goal}: {ours} and {theirs}");
    }
    bench.compare(
        row,
        "polyanya",
        queries.len(),
        || {
            let find = |&(start, goal): &(Vec2, Vec2)| {
                search.find(&mesh, start, goal).map_or(0.0, |path| path.length)
            };
            queries.iter().map(find).sum::<f64>()
        },
        || {
            let find = |&(start, goal): &(Vec2, Vec2)| {
                peer.path(start, goal).map_or(0.0, |path| path.length)
            };
            queries.iter().map(find).sum::<f32>()
        },
    );
}

/// Large maps: portals beside our own A*, after checking that costs are within five percent.
fn hierarchy_rows(bench: &mut Bench) {
    const LARGE: u32 = 2048;
    for name in ["rooms", "maze", "caves"] {
        let row = format!("path/hierarchy-{name}-2048");
        if !bench.wants(&row) {
            continue;
        }
        let mut rng = Rng::new(2048);
        let grid = match name {
            "rooms" => generate::rooms(LARGE, LARGE, 31, &mut rng),
            "maze" => generate::maze(LARGE, LARGE, 15, &mut rng),
            _ => generate::caves(LARGE, LARGE, 0.43, 5, &mut rng),
        }
        .expect("the size is fine");
        let queries = long_queries(&grid, &mut rng);
        let case = Case { name: name.to_string(), grid, queries };
        let (mut hierarchy, mut astar) = (Hierarchy::new(), AStar::new());
        let begin = Instant::now();
        hierarchy.update(&case.grid);
        let build = begin.elapsed();
        let (ours, exact) = (total(&mut hierarchy, &case), total(&mut astar, &case));
        let excess = ours as f64 / exact as f64 - 1.0;
        eprintln!(
            "{row}: {:.2} % dearer, {} portals, {:.1} MB, built in {build:?}",
            excess * 100.0,
            hierarchy.portal_count(),
            hierarchy.memory_bytes() as f64 / 1e6
        );
        assert!((0.0..0.05).contains(&excess), "{name}: {excess}");
        bench.compare(
            &row,
            "own A*",
            case.queries.len(),
            || total(&mut hierarchy, &case),
            || total(&mut astar, &case),
        );
    }
}

/// What is published about searches here: memory a cell, and times by the length of the way.
fn claims(bench: &mut Bench) {
    if !bench.wants("path/claims") {
        return;
    }
    let case = &cases()[0];
    let mut astar = AStar::new();
    total(&mut astar, case);
    let bytes = astar.memory_bytes() as f64 / f64::from(case.grid.cell_count());
    bench.claim("PATH-X8", "A*, 512 × 512: bytes a cell", "at most 16", &format!("{bytes:.2}"));
    let Some(folder) = benchmark_folder() else { return };
    for name in PUBLIC {
        let Some((grid, scenarios)) = benchmark_map(&folder, name) else { continue };
        let (mut astar, mut jps) = (AStar::new(), Jps::new());
        let most = scenarios.iter().map(|scenario| scenario.bucket).max().unwrap_or(0);
        for first in (0..=most).step_by(most as usize / 4 + 1) {
            let last = (first + most / 4).min(most);
            let part = || scenarios.iter().filter(|s| (first..=last).contains(&s.bucket));
            let by_steps = mean_and_tail(&mut astar, &grid, part());
            let by_jumps = mean_and_tail(&mut jps, &grid, part());
            let work = format!("{name}, buckets {first}–{last}, {} ways", part().count());
            let found = format!("A* {by_steps}, jump points {by_jumps}");
            bench.claim("PATH-N1", &work, "mean (95th) in µs", &found);
        }
    }
}

/// Mean and 95th percentile of the time of one search, in microseconds.
fn mean_and_tail<'a>(
    search: &mut dyn GridSearch,
    grid: &PathGrid,
    scenarios: impl Iterator<Item = &'a Scenario>,
) -> String {
    let mut times: Vec<f64> = scenarios
        .map(|scenario| {
            let begin = Instant::now();
            search.find(grid, scenario.start, scenario.goal).expect("all of them have a way");
            begin.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    let tail = times.get(times.len() * 95 / 100).copied().unwrap_or(0.0);
    format!("{mean:.0} ({tail:.0})")
}
