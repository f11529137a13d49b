//! Prepared maps beside the peer's A*: whole paths, next steps, and what preparing and repairing take.

use crate::{
    path::{Case, benchmark_case, benchmark_folder, peer_total, total},
    path_kinds::{kind, kinds},
    runner::{Bench, human},
};
use motile_path::{Jps, PreparedMap, PreparedSearch, Search, Status};
use std::time::Instant;

/// Public maps: two of games, one of streets, one of mazes.
const PUBLIC: [&str; 4] = ["brc202d", "arena", "Berlin_1_256", "maze512-8-0"];

/// A row for every public map, for kinds of maps nobody tuned for, and for a tiny and a huge one.
pub(crate) fn rows(bench: &mut Bench) {
    if !bench.wants_some_of("path/prepared") && !bench.wants_some_of("path/next-step") {
        return;
    }
    let folder = benchmark_folder();
    let public = PUBLIC.iter().filter_map(|name| benchmark_case(folder.as_ref()?, name));
    for case in public.chain(kinds()) {
        row(bench, &case);
    }
    for (name, side) in [("rooms", 40), ("rooms", 2048)] {
        let case = kind(name, side);
        row(bench, &Case { name: format!("{name}-{side}"), ..case });
    }
}

fn row(bench: &mut Bench, case: &Case) {
    let (row, step_row) =
        (format!("path/prepared-{}", case.name), format!("path/next-step-{}", case.name));
    if !bench.wants(&row) && !bench.wants(&step_row) {
        return;
    }
    let mut map = PreparedMap::new();
    let begin = Instant::now();
    if map.prepare(&case.grid) != Status::Found {
        return eprintln!("{row}: {:?}", map.status());
    }
    let built = begin.elapsed();
    eprintln!(
        "{row}: {} corners, {} shortcuts, {} hubs, {:.1} MB, built in {built:.0?}, repaired in {}",
        map.corner_count(),
        map.shortcut_count(),
        map.hub_count(),
        map.memory_bytes() as f64 / 1e6,
        human(repair_ns(case, &mut map)),
    );
    let mut search = PreparedSearch::new();
    let mut ours = || {
        let find = |&(start, goal)| search.find(&map, start, goal).expect("checked before").units;
        case.queries.iter().map(find).map(u64::from).sum::<u64>()
    };
    assert_eq!(ours(), total(&mut Jps::new(), case), "{}", case.name);
    let n = case.queries.len();
    bench.compare(&row, "pathfinding astar", n, &mut ours, || peer_total(case));
    let mut steps = || {
        let step = |&(start, goal)| search.next_step(&map, start, goal).expect("checked before").x;
        case.queries.iter().map(step).sum::<i32>()
    };
    bench.compare(&step_row, "pathfinding astar", n, &mut steps, || peer_total(case));
}

/// What a wall in the middle of the first path costs, and taking it away again: the mean of both.
fn repair_ns(case: &Case, map: &mut PreparedMap) -> f64 {
    let (start, goal) = case.queries[0];
    let path = PreparedSearch::new().find(map, start, goal).expect("checked before").clone();
    let (mut grid, cell) = (case.grid.clone(), path.cells[path.cells.len() / 2]);
    const EDITS: u32 = 6;
    let begin = Instant::now();
    for edit in 0..EDITS {
        grid.set_walkable(cell, edit % 2 == 1);
        map.prepare(&grid);
    }
    begin.elapsed().as_secs_f64() * 1e9 / f64::from(EDITS)
}
