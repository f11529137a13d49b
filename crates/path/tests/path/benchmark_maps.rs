//! The public benchmark maps, when their folder lies beside the checkout; otherwise these tests have
//! nothing to do and pass. The readers are tested on texts of their own in the crate.

use crate::common::{benchmark_folder, check_path};
use motile_path::{
    AStar, BenchmarkMap, GridPath, GridSearch, Jps, PathGrid, PreparedMap, PreparedSearch, Scenario,
};

fn maps() -> Vec<(String, PathGrid, Vec<Scenario>)> {
    let Some(folder) = benchmark_folder() else { return Vec::new() };
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "map") {
            let map = BenchmarkMap::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
            let scen = file.with_extension("map.scen");
            let scenarios = Scenario::parse_all(&std::fs::read_to_string(scen).unwrap()).unwrap();
            maps.push((file.display().to_string(), map.to_grid().unwrap(), scenarios));
        }
    }
    maps
}

fn check_optima(search: &mut dyn GridSearch, every: usize) {
    for (name, grid, scenarios) in maps() {
        for scenario in scenarios.iter().step_by(every) {
            let path = search.find(&grid, scenario.start, scenario.goal).unwrap();
            check_optimum(&name, &grid, scenario, path);
        }
    }
}

fn check_optimum(name: &str, grid: &PathGrid, scenario: &Scenario, path: &GridPath) {
    check_path(grid, path, scenario.start, scenario.goal);
    // Half a unit of the last digit, and what the published sums lost by adding roundings.
    let length = scenario.optimal_length;
    let last_digit = motile_geom::ops::powi64(0.1, scenario.decimals as i32);
    let tolerance = (0.5 * last_digit + 1e-6 * length).min(1e-4 * length.max(1.0));
    let error = (path.length - length).abs();
    assert!(error <= tolerance, "{name} {scenario:?}: {}", path.length);
}

#[test]
fn path_n1_prepared_maps_have_every_published_optimum() {
    let mut search = PreparedSearch::new();
    for (name, grid, scenarios) in maps() {
        let mut map = PreparedMap::new();
        map.prepare(&grid);
        for scenario in &scenarios {
            let path = search.find(&map, scenario.start, scenario.goal).unwrap();
            check_optimum(&name, &grid, scenario, path);
        }
    }
}

#[test]
fn path_n1_astar_finds_published_optima() {
    check_optima(&mut AStar::new(), 20);
}

#[test]
fn path_n1_jump_points_find_every_published_optimum() {
    check_optima(&mut Jps::new(), 1);
}
