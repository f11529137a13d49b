//! TMX and TSX that are written and read again.

use super::common::{file_error, ours};
use motile_geom::{Grid2, IVec2, uvec2, vec2};
use motile_tiles::{
    LayerContent, MapLayer, MapObject, ObjectShape, Orientation, Tile, TileLayer, TileMap,
    TileProperty, TileSet, TmxCells, ValueCells, read_tiled, read_tiled_set, write_tmx, write_tsx,
};
use proptest::prelude::*;

const ALL: [TmxCells; 4] = [TmxCells::Csv, TmxCells::Base64, TmxCells::Zlib, TmxCells::Gzip];

fn again(map: &TileMap, cells: TmxCells) -> TileMap {
    let text = write_tmx(map, cells).unwrap_or_else(|error| panic!("{error}"));
    let mut reader = |path: &str| {
        if path == "again.tmx" { Ok(text.clone().into_bytes()) } else { ours(path) }
    };
    read_tiled("again.tmx", &mut reader).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn tile_x2_what_is_written_is_read_again() {
    for file in ["all.tmx", "endless.tmx", "csv.tmx", "all.tmj"] {
        let mut map = read_tiled(file, &mut ours).unwrap();
        for cells in ALL {
            let read = again(&map, cells);
            for ((_, a), (_, b)) in map.objects().zip(read.objects()) {
                assert!((a.position - b.position).length() < 1e-4, "{}", a.name);
            }
            // Objects that turn about another point than their corner come back rounded.
            copy_positions(&read.layers, &mut map.layers);
            assert_eq!(read, map, "{file} {cells:?}");
        }
    }
}

fn copy_positions(from: &[MapLayer], to: &mut [MapLayer]) {
    for (from, to) in from.iter().zip(to) {
        match (&from.content, &mut to.content) {
            (LayerContent::Objects(from), LayerContent::Objects(to)) => {
                for (from, to) in from.iter().zip(to) {
                    to.position = from.position;
                }
            }
            (LayerContent::Group(from), LayerContent::Group(to)) => copy_positions(from, to),
            _ => {}
        }
    }
}

#[test]
fn tile_x2_tilesets_are_written_alone() {
    let set = read_tiled_set("sets/things.tsx", &mut ours).unwrap();
    let text = write_tsx(&set).unwrap();
    let read = read_tiled_set("x.tsx", &mut |_: &str| Ok::<_, String>(text.clone().into()));
    assert_eq!(read.unwrap(), set);
    let map = read_tiled("all.tmx", &mut ours).unwrap();
    let text = write_tsx(&map.sets[0]).unwrap();
    let read = read_tiled_set("x.tsx", &mut |_: &str| Ok::<_, String>(text.clone().into()));
    assert_eq!(read.unwrap(), map.sets[0]);
}

#[test]
fn what_tmx_cannot_hold_is_said() {
    let refused = |layer: MapLayer| {
        let mut map = TileMap::new(uvec2(1, 1), uvec2(8, 8));
        map.layers.push(layer);
        file_error(write_tmx(&map, TmxCells::Csv).unwrap_err()).what
    };
    let values = ValueCells { cells: Grid2::default(), ..ValueCells::default() };
    let what = refused(MapLayer::new("v", LayerContent::Values(values)));
    assert_eq!(what, "layer \"v\": TMX has no layers of values");
    let mut small = MapLayer::tiles("s", TileLayer::new(1, 1).unwrap());
    small.cell_size = Some(uvec2(4, 4));
    assert!(refused(small).contains("one size"));
    assert!(refused(MapLayer::tiles("e", TileLayer::endless())).contains("endless"));
    let mut point = MapLayer::new("p", LayerContent::Group(Vec::new()));
    point.properties.set("at", TileProperty::Point([1.0, 2.0]));
    assert!(refused(point).contains("points"));
    let object = MapObject::new("n", vec2(f32::NAN, 0.0));
    assert!(refused(MapLayer::new("o", LayerContent::Objects(vec![object]))).contains("NaN"));
}

/// The docs said that all of a map is read again as it was.
#[test]
fn tile_x2_what_tmx_cannot_tell_apart_is_what_the_docs_list() {
    let mut map = TileMap::new(uvec2(1, 1), uvec2(8, 8));
    let mut set = TileSet::sheet("a", 1, uvec2(32, 32), uvec2(8, 8));
    set.count = 0;
    map.sets.push(set);
    let mut layer = MapLayer::tiles("tiles", TileLayer::new(1, 1).unwrap());
    layer.cell_size = Some(map.tile_size);
    layer.sort_y = true;
    layer.properties.set("kind", TileProperty::Enum(String::new(), "Grim".into()));
    layer.properties.set("bell", TileProperty::Text("\u{7}".into()));
    map.layers.push(layer);
    let read = again(&map, TmxCells::Csv);
    assert_ne!(read, map);
    // These five, and nothing else.
    map.sets[0].count = 16;
    let layer = &mut map.layers[0];
    (layer.cell_size, layer.sort_y) = (None, false);
    layer.properties.set("kind", TileProperty::Text("Grim".into()));
    layer.properties.set("bell", TileProperty::Text("\u{FFFD}".into()));
    assert_eq!(read, map);
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ -~\t\n\rä→&<>\"']{0,12}"]
}

fn maps() -> impl Strategy<Value = TileMap> {
    let tile = (0u32..=16, any::<[bool; 3]>()).prop_map(|(number, [x, y, turn])| {
        let tile = Tile::new(number).turned(i32::from(turn));
        let tile = if x { tile.flipped_x() } else { tile };
        if y { tile.flipped_y() } else { tile }
    });
    let cells = prop::collection::vec(tile, 12);
    let object = (texts(), texts(), any::<[i16; 4]>(), -7.0f32..7.0).prop_map(
        |(name, class, [x, y, w, h], rotation)| MapObject {
            name,
            class,
            position: vec2(x.into(), y.into()) / 4.0,
            size: vec2(w.into(), h.into()) / 8.0,
            rotation,
            shape: if w > h { ObjectShape::Ellipse } else { ObjectShape::Rectangle },
            ..MapObject::default()
        },
    );
    let objects = prop::collection::vec(object, 0..4);
    (cells, objects, texts(), texts(), any::<f32>()).prop_map(
        |(cells, objects, name, text, number)| {
            let mut map = TileMap::new(uvec2(4, 3), uvec2(8, 8));
            map.sets.push(TileSet::sheet(name.clone(), 1, uvec2(32, 32), uvec2(8, 8)));
            let ground = TileLayer::from_cells(4, 3, cells).unwrap();
            map.layers.push(MapLayer::tiles(name, ground));
            map.layers.push(MapLayer::new("things", LayerContent::Objects(objects)));
            map.properties.set(text.clone(), TileProperty::Text(text));
            if number.is_finite() {
                map.properties.set("number", TileProperty::Float(number));
            }
            map
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn tile_x2_any_map_is_read_again(map in maps(), cells in prop::sample::select(&ALL[..])) {
        prop_assert_eq!(&again(&map, cells), &map);
        prop_assert_eq!(&TileMap::from_bytes(&map.to_bytes()).unwrap(), &map);
    }

    #[test]
    fn tile_x2_any_endless_map_is_read_again(
        tiles in prop::collection::vec((-40i32..40, -40i32..40, 1u32..=16), 0..60),
        cells in prop::sample::select(&ALL[..]),
    ) {
        let mut map = TileMap::new(uvec2(4, 3), uvec2(8, 8));
        map.sets.push(TileSet::sheet("a", 1, uvec2(32, 32), uvec2(8, 8)));
        (map.endless, map.orientation) = (true, Orientation::Oblique { skew: IVec2::ONE });
        let mut layer = TileLayer::endless();
        for (x, y, number) in tiles {
            layer.set(x, y, Tile::new(number));
        }
        map.layers.push(MapLayer::tiles("plane", layer));
        prop_assert_eq!(&again(&map, cells), &map);
        prop_assert_eq!(&TileMap::from_bytes(&map.to_bytes()).unwrap(), &map);
    }
}
