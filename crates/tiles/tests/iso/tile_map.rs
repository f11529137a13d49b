//! Maps of editors as volumes.

use motile_geom::{IVec2, ivec2, uvec2, vec2, vec3};
use motile_tiles::iso::{IsoOrder, IsoWorld};
use motile_tiles::{
    LayerContent, MapLayer, MapObject, ObjectShape, Orientation, ShiftedLines, Tile, TileInfo,
    TileLayer, TileMap, TileProperty, TileSet,
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

/// Rows of staggered maps are shifted; a thing used to be put where it would be if they were not.
#[test]
fn iso_n1_objects_of_staggered_maps_stand_in_their_cells() {
    for orientation in layouts() {
        let mut map = map(orientation);
        let tiles: Vec<_> = map.iso_tiles().into_iter().filter(|tile| tile.layer == 0).collect();
        let at = |cell: IVec2| match orientation {
            Orientation::Isometric => (cell.as_vec2() + 0.5) * 32.0,
            _ => map.center_of_cell(cell),
        };
        let objects = tiles.iter().map(|tile| at(tile.cell));
        let objects = objects.map(|position| MapObject { position, ..MapObject::default() });
        let layer = MapLayer::new("things", LayerContent::Objects(objects.collect()));
        map.layers.push(layer);
        for ((place, _), tile) in map.iso_objects(20.0).zip(&tiles) {
            let wanted = tile.bounds.base() * 20.0 / map.iso_side();
            assert!(place.abs_diff_eq(wanted, 1e-3), "{orientation:?} {:?}", tile.cell);
        }
        assert_eq!(map.iso_objects(20.0).count(), tiles.len());
    }
}

/// A house that is an object was drawn and walked through.
#[test]
fn iso_n1_tile_objects_stop_as_tiles_do() {
    for orientation in layouts() {
        let mut map = map(orientation);
        // The near corner of cell (3, 2) is the foot of its picture.
        let foot = map.center_of_cell(ivec2(3, 2)) + vec2(0.0, 16.0);
        let position = match orientation {
            Orientation::Isometric => vec2(4.0 * 32.0, 3.0 * 32.0),
            _ => foot - vec2(32.0, 32.0),
        };
        let shape = ObjectShape::Tile(Tile::new(2));
        let mut house = MapObject { id: 7, position, shape, ..MapObject::default() };
        house.properties.set("elevation", TileProperty::Float(10.0));
        let mut arch = MapObject { id: 8, ..house.clone() };
        arch.properties.set("solid", TileProperty::Bool(false));
        map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![house, arch])));
        let mut world = IsoWorld::new();
        let bodies = map.add_iso_to(&mut world);
        let [(tile, as_tile), (object, as_object)] = &bodies[..] else { panic!("{bodies:?}") };
        assert_eq!((as_tile.object, as_object.object), (None, Some(7)), "{orientation:?}");
        assert_eq!((as_object.cell, as_object.layer), (ivec2(3, 2), 2), "{orientation:?}");
        let (tile, object) = (world[*tile].bounds(), world[*object].bounds());
        assert!(tile.min.abs_diff_eq(object.min, 1e-3), "{orientation:?} {tile:?} {object:?}");
        assert!(tile.max.abs_diff_eq(object.max, 1e-3), "{orientation:?} {tile:?} {object:?}");
    }
}

/// A bridge that says it can be walked on is a bridge: it carries, and water below it is closed up to it. What is not solid is gone
/// through.
#[test]
fn iso_n4_walkable_volumes_carry_and_arches_do_not_stop() {
    let mut map = map(Orientation::Isometric);
    let tiles = &mut map.sets[0].tiles;
    tiles.entry(0).or_default().properties.set("walkable", TileProperty::Bool(false));
    for (local, name) in [(1, "walkable"), (2, "solid")] {
        let properties = &mut tiles.entry(local).or_default().properties;
        properties.set(name, TileProperty::Bool(local == 1));
        properties.set("height", TileProperty::Float(40.0));
    }
    let mut world = IsoWorld::new();
    let bodies = map.add_iso_to(&mut world);
    let high = |cell: IVec2| {
        let found = bodies.iter().filter(|(_, tile)| tile.cell == cell);
        found.map(|(id, _)| world[*id].size.y).collect::<Vec<_>>()
    };
    assert_eq!(high(ivec2(3, 2)), [10.0, 40.0], "water up to the bridge, and the bridge");
    assert_eq!(high(ivec2(0, 4)), [1000.0], "below an arch the water is as everywhere");
}
