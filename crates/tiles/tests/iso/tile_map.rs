//! Maps of editors as volumes.

use motile_geom::{IVec2, ivec2, uvec2, vec2, vec3};
use motile_tiles::iso::IsoOrder;
use motile_tiles::{
    LayerContent, MapLayer, MapObject, Orientation, ShiftedLines, Tile, TileInfo, TileLayer,
    TileMap, TileProperty, TileSet,
};

fn map(orientation: Orientation) -> TileMap {
    let mut map = TileMap { orientation, ..TileMap::new(uvec2(5, 5), uvec2(64, 32)) };
    let mut set = TileSet::sheet("town", 1, uvec2(256, 64), uvec2(64, 32));
    let mut house = TileInfo::default();
    house.properties.set("height", TileProperty::Float(40.0));
    house.properties.set("cells_x", TileProperty::Int(2));
    set.tiles.insert(1, house);
    let mut odd = TileInfo::default();
    odd.properties.set("height", TileProperty::Float(-4.0));
    odd.properties.set("cells_z", TileProperty::Float(f32::NAN));
    set.tiles.insert(2, odd);
    map.sets.push(set);
    let floor = TileLayer::from_fn(5, 5, |_, _| Tile::new(1)).unwrap();
    let mut things = TileLayer::new(5, 5).unwrap();
    things.set(3, 2, Tile::new(2));
    things.set(0, 4, Tile::new(3));
    map.layers.push(MapLayer::tiles("floor", floor));
    let mut layer = MapLayer::tiles("things", things);
    layer.properties.set("elevation", TileProperty::Float(10.0));
    map.layers.push(layer);
    map
}

fn layouts() -> Vec<Orientation> {
    let shifts = (0..4).map(|kind| ShiftedLines { columns: kind & 1 == 1, even: kind & 2 == 2 });
    let staggered = shifts.map(|stagger| Orientation::Staggered { stagger });
    [Orientation::Isometric].into_iter().chain(staggered).collect()
}

#[test]
fn iso_n1_tiles_stand_where_the_editor_draws_them() {
    for orientation in layouts() {
        let map = map(orientation);
        let view = map.iso_projection();
        for tile in map.iso_tiles().iter().filter(|tile| tile.layer == 0) {
            let place = view.to_screen(tile.bounds.base());
            assert!(
                place.abs_diff_eq(map.center_of_cell(tile.cell), 1e-3),
                "{orientation:?} {:?}",
                tile.cell
            );
            assert_eq!((tile.bounds.size(), tile.walkable), (vec3(32.0, 0.0, 32.0), true));
        }
    }
}

#[test]
fn iso_n1_footprint_height_and_elevation_are_properties() {
    let tiles = map(Orientation::Isometric).iso_tiles();
    let of = |cell: IVec2| {
        tiles.iter().find(|tile| tile.layer == 1 && tile.cell == cell).copied().unwrap()
    };
    let house = of(ivec2(3, 2));
    assert_eq!(
        (house.bounds.min, house.bounds.max),
        (vec3(48.0, -50.0, 48.0), vec3(112.0, -10.0, 80.0))
    );
    assert!(!house.walkable);
    // Heights below 0 and counts that are no number count as missing.
    assert_eq!(of(ivec2(0, 4)).bounds.size(), vec3(32.0, 0.0, 32.0));
    let mut order = IsoOrder::new(map(Orientation::Isometric).iso_projection());
    let ids: Vec<_> =
        tiles.iter().map(|tile| order.insert(tile.bounds, tile.layer as i32)).collect();
    order.sort();
    assert_eq!((order.cycles(), order.sequence().len()), (0, ids.len()));
}

/// Tiled measures places on isometric maps in heights of cells, along both edges.
#[test]
fn iso_n1_objects_of_isometric_maps_stand_in_their_cells() {
    let mut map =
        TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(4, 4), uvec2(64, 32)) };
    let spot = MapObject { position: vec2(2.5 * 32.0, 1.5 * 32.0), ..MapObject::default() };
    map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![spot])));
    let places: Vec<_> = map.iso_objects(20.0).map(|(place, _)| place).collect();
    assert_eq!(places, [vec3(40.0, 0.0, 20.0)]);
}
