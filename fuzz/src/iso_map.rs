//! Isometric maps written as text.

use motile_geom::vec3;
use motile_tiles::iso::{IsoMap, IsoOrder, IsoProjection, IsoWalk, IsoWorld};

/// Any text is a map or an error with a place in the text; what was read has finite boxes, and they can be ordered.
pub fn run(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else { return };
    let lines = text.split(['\n', '\r']).count() as u32;
    match IsoMap::parse(text) {
        Ok(map) => {
            let mut order = IsoOrder::new(IsoProjection::DIMETRIC);
            for cell in map.cells().take(60) {
                assert!((cell.definition as usize) < map.definitions.len());
                let bounds = map.bounds(&cell, 20.0);
                assert!(bounds.is_valid(), "{bounds:?}");
                order.insert(bounds, 0);
            }
            order.sort();
            assert_eq!(order.sequence().len(), order.len());
            if map.cells().count() < 1000 {
                let mut world = IsoWorld::new();
                map.add_to(&mut world, 20.0);
                world.step(0.1);
                assert_eq!(world.rejected, 0);
                let walk = IsoWalk::new(&mut world, 6, 6, 20.0, vec3(8.0, 16.0, 8.0), 8.0);
                for spot in 0..walk.len() {
                    walk.edges(spot, &mut |next, _| assert!(next < walk.len()));
                }
            }
            for missing in map.unknown_pictures(|_| false) {
                assert!((1..=lines).contains(&missing.line), "{missing}");
            }
            for warning in &map.warnings {
                assert!((1..=lines).contains(&warning.line) && warning.column >= 1, "{warning}");
            }
        }
        Err(error) => {
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&seeds::stored("iso_map"), 20_000, run);
    }
}
