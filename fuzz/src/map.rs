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
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(
            &[
                b"type octile\nheight 3\nwidth 4\nmap\n..@.\n.TS.\n...G\n",
                b"type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.W\r\n",
                b"type octile\nheight 4294967295\nwidth 65535\nmap\n",
                b"version 1\n0\tarena.map\t49\t49\t1\t13\t4\t12\t3.41421\n",
                b"version 1.0\n7 a b 9 9 1 1 2 2 nan\n",
                b"S.#..\n..#~.\n.3..G\n",
                b"",
                "\u{fffd}\u{e9}.#\n".as_bytes(),
            ],
            20_000,
            run,
        );
    }
}
