//! Maps and scenarios written as text.

use motile_path::{AStar, BenchmarkMap, GridSearch, Jps, PathError, PathGrid, Scenario};

/// Any text is a map, a list of scenarios, or an error with a place in the text; on a map that was read
/// two searches agree.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let lines = text.lines().count() as u32 + 1;
    let check = |error: PathError| {
        assert!(!error.to_string().is_empty());
        if let PathError::Text(place) = error {
            assert!((1..=lines).contains(&place.line) && place.column >= 1, "{place}");
        }
    };
    match BenchmarkMap::parse(text).and_then(|map| map.to_grid()) {
        Ok(grid) => search(&grid),
        Err(error) => check(error),
    }
    match PathGrid::from_text(text) {
        Ok(map) => search(&map.grid),
        Err(error) => check(error),
    }
    match Scenario::parse_all(text) {
        Ok(all) => assert!(all.iter().all(|s| s.optimal_length >= 0.0 && s.start.x >= 0)),
        Err(error) => check(error),
    }
}

fn search(grid: &PathGrid) {
    let corner = motile_geom::ivec2(grid.width() as i32 - 1, grid.height() as i32 - 1);
    let start = motile_geom::IVec2::ZERO;
    let exact = AStar::new().find(grid, start, corner).map(|path| path.units).ok();
    if grid.is_uniform() {
        assert_eq!(Jps::new().find(grid, start, corner).map(|path| path.units).ok(), exact);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("map"), 20_000, run);
    }
}
