//! Maps that are decoded part by part, as jobs: the same maps, whatever the budget.

use super::common::{data_folder, ours};
use motile_geom::{Rng, uvec2};
use motile_tiles::{
    LdtkParts, MapLayer, Tile, TileLayer, TileMap, TileSet, TiledParts, TmxCells, read_ldtk,
    read_tiled, write_tmx,
};
use motile_time::{Budget, JobProgress, Jobs};

/// A map with a layer that takes several parts, one in a group, and one without borders.
fn large(endless: bool) -> TileMap {
    let mut rng = Rng::new(5);
    let mut map = TileMap::new(uvec2(400, 350), uvec2(16, 16));
    map.endless = endless;
    map.sets.push(TileSet::sheet("world", 1, uvec2(256, 256), uvec2(16, 16)));
    let mut layer = || {
        let plain = TileLayer::from_fn(400, 350, |x, y| {
            Tile::new(if rng.chance(0.1) { rng.below(257) } else { x / 9 * y / 7 % 257 })
        });
        let plain = plain.unwrap();
        if !endless {
            return plain;
        }
        let mut layer = TileLayer::endless();
        for (cell, tile) in plain.tiles() {
            layer.set(cell.x - 50, cell.y - 70, tile);
        }
        layer
    };
    map.layers.push(MapLayer::tiles("ground", layer()));
    let inside = vec![MapLayer::tiles("inside", layer())];
    map.layers.push(MapLayer::new("group", motile_tiles::LayerContent::Group(inside)));
    map
}

/// The reading of a map as a job; a unit is a part.
fn job(mut parts: Option<TiledParts>) -> impl FnMut(&mut Budget<'_>) -> JobProgress<TileMap> {
    move |budget| {
        while budget.more() {
            if parts.as_mut().unwrap().decode_part().unwrap() == 0 {
                return JobProgress::Done(parts.take().unwrap().into_map().unwrap());
            }
        }
        JobProgress::Pending(0.0)
    }
}

#[test]
fn tile_76_maps_of_tiled_are_decoded_by_jobs() {
    for cells in [TmxCells::Csv, TmxCells::Base64, TmxCells::Zlib, TmxCells::Gzip] {
        for endless in [false, true] {
            let text = write_tmx(&large(endless), cells).unwrap();
            let mut file = |_: &str| Ok::<_, String>(text.clone().into_bytes());
            let whole = read_tiled("a.tmx", &mut file).unwrap();
            let parts = TiledParts::open("a.tmx", &mut file).unwrap();
            // Two layers of 140,000 cells, 65,536 in a part; or more than that in chunks.
            assert!(if endless { parts.left() > 6 } else { parts.left() == 6 }, "{}", parts.left());
            let mut jobs = Jobs::new();
            let id = jobs.spawn(job(Some(parts)));
            let mut cycles = 0;
            while jobs.progress(id) < 1.0 {
                jobs.run_units(1);
                cycles += 1;
                assert!(cycles < 2000, "it ends");
            }
            assert!(cycles >= 6, "{cycles}");
            assert_eq!(jobs.take(id), Some(whole));
        }
    }
}

#[test]
fn tile_76_parts_give_what_is_read_in_one_go() {
    let same = |path: &str, mut file: &dyn Fn(&str) -> Result<Vec<u8>, String>| {
        if path.rsplit('.').next() == Some("ldtk") {
            let parts = LdtkParts::open(path, &mut file).unwrap();
            let levels = parts.left();
            let worlds = read_ldtk(path, &mut file).unwrap();
            assert_eq!(levels as usize, worlds.iter().map(|world| world.maps.len()).sum::<usize>());
            assert_eq!(parts.into_worlds().unwrap(), worlds, "{path}");
        } else {
            let whole = read_tiled(path, &mut file).unwrap();
            let parts = TiledParts::open(path, &mut file).unwrap();
            assert_eq!(parts.into_map().unwrap(), whole, "{path}");
        }
    };
    let is_map = |path: &str| [".tmx", ".tmj", ".ldtk"].iter().any(|end| path.ends_with(end));
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/maps");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if is_map(&name) {
            same(&name, &ours);
            read += 1;
        }
    }
    assert!(read > 5, "{read}");
    let Some(data) = data_folder() else { return };
    let disk = |path: &str| std::fs::read(data.join(path)).map_err(|error| error.to_string());
    for path in ["rs-tiled/tiled_base64_zlib_infinite.tmx", "tiled/hexagonal-mini.tmx"] {
        same(path, &disk);
    }
}

#[test]
fn tile_76_levels_of_ldtk_come_one_by_one() {
    let mut parts = LdtkParts::open("free.ldtk", &mut ours).unwrap();
    assert_eq!(parts.left(), 2);
    assert_eq!(parts.decode_part().unwrap(), 1);
    assert_eq!(parts.decode_part().unwrap(), 0);
    assert_eq!(parts.decode_part().unwrap(), 0, "nothing more");
    assert_eq!(parts.into_worlds().unwrap(), read_ldtk("free.ldtk", &mut ours).unwrap());
}
