//! The compact form.

use super::common::file_error;
use motile_geom::{Grid2, uvec2};
use motile_tiles::{
    LayerContent, MapLayer, MapWorld, Tile, TileLayer, TileMap, TileProperty, ValueCells, WorldMap,
};

fn map() -> TileMap {
    let mut map = TileMap::new(uvec2(100, 50), uvec2(16, 16));
    let ground = TileLayer::from_fn(100, 50, |x, y| Tile::new((y > 30).into()).turned(x as i32));
    map.layers.push(MapLayer::tiles("ground", ground.unwrap()));
    let cells = Grid2::from_fn(7, 3, |x, y| x as i32 - 2 * y as i32).unwrap();
    let mut values = ValueCells { cells, ..ValueCells::default() };
    values.names.insert(-2, "pit".into());
    let values = MapLayer::new("values", LayerContent::Values(values));
    let mut plane = TileLayer::endless();
    plane.set(-1_000_000, 2_000_000, Tile::new(Tile::MAX_NUMBER).flipped_y());
    let inner = vec![values, MapLayer::tiles("plane", plane)];
    map.layers.push(MapLayer::new("group", LayerContent::Group(inner)));
    map.properties.set("at", TileProperty::Point([1.5, -2.0]));
    map.properties.set("none", TileProperty::List(vec![TileProperty::Nothing]));
    map.properties.set("far", TileProperty::Int(i64::MIN));
    map
}

#[test]
fn tile_x2_compact_maps_are_read_again() {
    let bytes = map().to_bytes();
    assert_eq!(TileMap::from_bytes(&bytes).unwrap(), map());
    let world = MapWorld {
        name: "w".into(),
        maps: vec![WorldMap {
            map: map(),
            neighbors: vec![(0, "n".into())],
            ..WorldMap::default()
        }],
        ..MapWorld::default()
    };
    assert_eq!(MapWorld::from_bytes(&world.to_bytes()).unwrap(), world);
    assert!(TileMap::from_bytes(&world.to_bytes()).is_err(), "a world is no map");
}

#[test]
fn tile_x2_compact_maps_are_small() {
    let mut map = TileMap::new(uvec2(1000, 1000), uvec2(16, 16));
    map.layers.push(MapLayer::tiles("empty", TileLayer::new(1000, 1000).unwrap()));
    let bytes = map.to_bytes().len();
    assert!(bytes < 1100, "{bytes} bytes for a million empty cells");
}

/// The letters, the version and the order of fields are a promise: files of today are read tomorrow.
#[test]
fn tile_x2_the_first_version_stays_readable() {
    let mut map = TileMap::new(uvec2(2, 1), uvec2(8, 8));
    map.layers.push(MapLayer::tiles("a", TileLayer::from_rows(&[&[3, 3]]).unwrap()));
    let written: &[u8] = &[
        b'm', b't', b'l', b'm', 1, // letters, version
        0, 2, 1, 8, 8, 0, 0,
        0, // orthogonal, size, tile size, bounded, right-down, no background
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // parallax origin, class, properties, sets
        1, 1, b'a', 0, 0, 1, // one layer: name, class, id, visible
        0, 0, 128, 63, 255, 255, 255, 255, 15, // opacity, tint
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 128, 63, // offset, parallax
        0, 0, 0, 0, 0, 2, 1, 5,
        24, // cell size, order, properties, tiles, bounded, 2×1, a run of 2 threes
    ];
    assert_eq!(map.to_bytes(), written);
    assert_eq!(TileMap::from_bytes(written).unwrap(), map);
    let mut later = written.to_vec();
    later[4] = 2;
    let error = file_error(TileMap::from_bytes(&later).unwrap_err());
    assert_eq!(error.what, "byte 5: written by a later version");
}

#[test]
fn every_cut_and_every_flipped_bit_is_an_error_or_a_map() {
    let bytes = map().to_bytes();
    for end in 0..bytes.len() {
        assert!(TileMap::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        // Whatever it is, it can be written and read again.
        if let Ok(read) = TileMap::from_bytes(&changed) {
            assert_eq!(TileMap::from_bytes(&read.to_bytes()).as_ref(), Ok(&read));
        }
    }
    let long: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert!(file_error(TileMap::from_bytes(&long).unwrap_err()).what.contains("the end"));
}

#[test]
fn tile_x13_a_fault_in_a_layer_has_its_place() {
    let mut map = TileMap::new(uvec2(3, 2), uvec2(8, 8));
    let rows: [&[u32]; 2] = [&[1, 1, 1], &[2, 2, 2]];
    map.layers.push(MapLayer::tiles("deep", TileLayer::from_rows(&rows).unwrap()));
    let group = LayerContent::Group(core::mem::take(&mut map.layers));
    map.layers.push(MapLayer::new("group", group));
    let mut bytes = map.to_bytes();
    let run = bytes.len() - 2;
    bytes[run] = 255;
    let error = file_error(TileMap::from_bytes(&bytes).unwrap_err());
    assert_eq!((error.layer.as_deref(), error.cell), (Some("deep"), Some((0, 1))));
}

#[test]
fn layers_beyond_memory_are_refused() {
    let mut map = TileMap::new(uvec2(1, 1), uvec2(8, 8));
    map.layers.push(MapLayer::tiles("a", TileLayer::from_rows(&[&[3]]).unwrap()));
    let bytes = map.to_bytes();
    // The last bytes are the width, the height, and a run of one tile.
    let head = &bytes[..bytes.len() - 4];
    for (width, height) in [(1u64 << 31, 1u64), (1 << 16, 1 << 16), (1 << 20, 4)] {
        let mut large = head.to_vec();
        for mut number in [width, height] {
            while number >= 128 {
                large.push(number as u8 | 128);
                number >>= 7;
            }
            large.push(number as u8);
        }
        large.extend_from_slice(&[3, 24]);
        let error = file_error(TileMap::from_bytes(&large).unwrap_err());
        assert!(error.what.contains("ends too early"), "{error}");
    }
}
