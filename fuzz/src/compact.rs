//! Maps in the compact form.

use crate::{seeds, tmx};
use motile_tiles::{MapWorld, TileMap, WorldMap};

/// Any bytes are a map or an error with a reason, and a map that was read is written as it was.
pub fn run(data: &[u8]) {
    match TileMap::from_bytes(data) {
        Ok(map) => assert_eq!(TileMap::from_bytes(&map.to_bytes()).as_ref(), Ok(&map)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(world) = MapWorld::from_bytes(data) {
        assert_eq!(MapWorld::from_bytes(&world.to_bytes()).as_ref(), Ok(&world));
    }
}

/// The maps of the other targets in the compact form, and a world of them.
pub fn built() -> Vec<Vec<u8>> {
    let stored = seeds::stored("tmx").into_iter().map(|seed| ("map.tmx", seed));
    let stored = stored.chain(seeds::stored("tmj").into_iter().map(|seed| ("map.tmj", seed)));
    let maps: Vec<TileMap> =
        stored.filter_map(|(name, seed)| tmx::read(name, &seed).ok()).collect();
    let mut built: Vec<_> = maps.iter().map(TileMap::to_bytes).collect();
    let maps = maps.into_iter().take(2).map(|map| WorldMap { map, ..WorldMap::default() });
    built.push(MapWorld { maps: maps.collect(), ..MapWorld::default() }.to_bytes());
    built
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        assert!(built().len() > 10);
        smoke::run(&built(), 20_000, run);
    }
}
