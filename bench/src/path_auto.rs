//! The search that chooses, beside the exact searches it may choose from, over kinds of maps nobody tuned for.

use crate::{
    path::{Case, peer_find},
    path_kinds::kinds,
    runner::{Bench, human},
};
use motile_geom::{IVec2, ivec2};
use motile_path::{AStar, AutoSearch, Bidirectional, GridSearch, Jps};
use std::{hint::black_box, time::Instant};

/// Rounds of a query; the best of each search counts, since whatever else runs only ever slows it down.
const ROUNDS: u32 = 15;
const PEER_ROUNDS: u32 = 5;

/// A row for every kind of map: the best exact search beside the chosen one, and what each of them takes.
pub(crate) fn rows(bench: &mut Bench) {
    if !bench.wants_some_of("path/auto") {
        return;
    }
    eprintln!(
        "{:<20} {:>10} {:>10} {:>10} {:>10} {:>8} {:>10}",
        "a query", "auto", "A*", "jumps", "both ends", "to best", "peer's A*"
    );
    for case in kinds() {
        let name = format!("path/auto-{}", case.name);
        if bench.wants(&name) {
            row(bench, &name, &case);
        }
        first_row(bench, &format!("path/auto-first-{}", case.name), &case);
    }
}

fn row(bench: &mut Bench, name: &str, case: &Case) {
    let mut searches: [Box<dyn GridSearch>; 4] = [
        Box::new(AutoSearch::new()),
        Box::new(AStar::new()),
        Box::new(Jps::new()),
        Box::new(Bidirectional::new()),
    ];
    let (mut times, mut peer) = ([0.0; 4], 0.0);
    for &(start, goal) in &case.queries {
        let mut best = [f64::MAX; 4];
        let mut units = [0; 4];
        for _ in 0..ROUNDS {
            for (i, search) in searches.iter_mut().enumerate() {
                let begin = Instant::now();
                units[i] = search.find(&case.grid, start, goal).expect("checked before").units;
                best[i] = best[i].min(begin.elapsed().as_secs_f64() * 1e9);
            }
        }
        assert_eq!(units, [units[0]; 4], "{name}");
        peer += (0..PEER_ROUNDS).map(|_| peer_ns(case, start, goal)).fold(f64::MAX, f64::min);
        times.iter_mut().zip(best).for_each(|(sum, best)| *sum += best);
    }
    let [auto, astar, jps, both] = times.map(|ns| ns / case.queries.len() as f64);
    let best = astar.min(jps).min(both);
    eprintln!(
        "{name:<20} {:>10} {:>10} {:>10} {:>10} {:>8.2} {:>10}",
        human(auto),
        human(astar),
        human(jps),
        human(both),
        auto / best,
        human(peer / case.queries.len() as f64)
    );
    bench.record(name, "best of own exact searches", case.queries.len(), auto, best);
}

/// A row for every kind of map that is edited before each query, so that each is the first on its map: the chosen search
/// beside A*, which needs to know nothing beforehand.
fn first_row(bench: &mut Bench, name: &str, case: &Case) {
    if !bench.wants(name) {
        return;
    }
    let (mut auto, mut astar) = (AutoSearch::new(), AStar::new());
    let expected: Vec<u32> = first_queries(case, &mut astar);
    assert_eq!(first_queries(case, &mut auto), expected, "{name}");
    bench.compare(
        name,
        "own A*",
        case.queries.len(),
        || first_queries(case, &mut auto),
        || first_queries(case, &mut astar),
    );
}

/// The costs of all queries, each on the map with one cell of an edge turned over.
fn first_queries(case: &Case, search: &mut dyn GridSearch) -> Vec<u32> {
    let mut grid = case.grid.clone();
    let edges = (0..case.grid.width() as i32).map(|x| ivec2(x, 0));
    let ends = |cell: IVec2| case.queries.iter().any(|&(a, b)| a == cell || b == cell);
    let cells = edges.filter(|&cell| !ends(cell) && !case.grid.is_walkable(cell));
    let queries = case.queries.iter().zip(cells.map(Some).chain(core::iter::repeat(None)));
    queries
        .map(|(&(start, goal), cell)| {
            // Where there are no walls at the edge, one is built far from all paths.
            let cell = cell.unwrap_or(ivec2(case.grid.width() as i32 - 1, 0));
            let free = grid.is_walkable(cell);
            grid.set_walkable(cell, !free);
            search.find(&grid, start, goal).map_or(0, |path| path.units)
        })
        .collect()
}

/// What the crate `pathfinding` takes for a query.
fn peer_ns(case: &Case, start: IVec2, goal: IVec2) -> f64 {
    let begin = Instant::now();
    black_box(peer_find(&case.grid, start, goal));
    begin.elapsed().as_secs_f64() * 1e9
}
