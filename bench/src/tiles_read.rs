//! Map files beside the crate that reads them in other engines.

use crate::runner::Bench;
use motile_geom::{Rng, uvec2};
use motile_tiles::{MapLayer, Tile, TileLayer, TileMap, TileSet, TmxCells, read_tiled, write_tmx};
use std::{
    io::{Cursor, Error},
    path::Path,
};

const SIDE: u32 = 512;
const LAYERS: u32 = 4;

/// All rows of the file.
pub fn run(bench: &mut Bench) {
    if bench.wants("tiles/read-tmx") {
        read_tmx(bench);
    }
}

/// A map of four layers compressed by zlib, from memory: terrain in patches, as people draw it, with some noise.
fn read_tmx(bench: &mut Bench) {
    let text = write_tmx(&map(), TmxCells::Zlib).expect("TMX holds layers of tiles");
    let ours = || {
        let mut reader = |_: &str| Ok::<_, String>(text.clone().into_bytes());
        read_tiled("map.tmx", &mut reader).expect("a map")
    };
    let peers = || {
        let reader = |_: &Path| Ok::<_, Error>(Cursor::new(text.clone().into_bytes()));
        tiled::Loader::with_reader(reader).load_tmx_map("map.tmx").expect("a map")
    };
    assert_eq!(ours().all_layers().count(), peers().layers().len());
    bench.compare("tiles/read-tmx", "tiled", (SIDE * SIDE * LAYERS) as usize, ours, peers);
}

fn map() -> TileMap {
    let mut rng = Rng::new(7);
    let mut map = TileMap::new(uvec2(SIDE, SIDE), uvec2(16, 16));
    let mut set = TileSet::sheet("world", 1, uvec2(256, 256), uvec2(16, 16));
    // The peer asks for the name of the picture.
    if let Some(image) = &mut set.image {
        image.source = "world.png".into();
    }
    map.sets.push(set);
    for number in 0..LAYERS {
        let patches: Vec<u32> = (0..32 * 32).map(|_| rng.below(257)).collect();
        let tile = |x: u32, y: u32| match rng.below(8) {
            0 => Tile::new(rng.below(257)),
            _ => Tile::new(patches[(y / 16 * 32 + x / 16) as usize]),
        };
        let layer = TileLayer::from_fn(SIDE, SIDE, tile).expect("a layer that fits");
        map.layers.push(MapLayer::tiles(format!("layer {number}"), layer));
    }
    map
}
