//! What users expect beyond the chapter.

use crate::worlds::World;
use motile_geom::{Aabb, IVec2, MarkRole, Marks, Vec2, ivec2, uvec2, vec2};
use motile_tiles::{
    LayerContent, MapLayer, MapObject, MapSpawners, Orientation, ShiftedLines, Tile, TileBody,
    TileInfo, TileLayer, TileMap, TileProperty, TileSet,
};

/// Isometric, staggered and hexagonal maps place their cells, and a point finds the cell it is in; a house of two by three cells is one
/// tile with one footprint.
#[test]
fn tile_x5_other_layouts_and_tiles_of_several_cells() {
    let shifted = |kind: u8| ShiftedLines { columns: kind & 1 == 1, even: kind & 2 == 2 };
    let mut layouts = vec![Orientation::Orthogonal, Orientation::Isometric];
    for kind in 0..4 {
        layouts.push(Orientation::Staggered { stagger: shifted(kind) });
        layouts.push(Orientation::Hexagonal { stagger: shifted(kind), side: 12 });
    }
    for orientation in layouts {
        let map = TileMap { orientation, ..TileMap::new(uvec2(9, 7), uvec2(40, 32)) };
        let mut places: Vec<Vec2> = Vec::new();
        for cell in (0..63).map(|place| ivec2(place % 9, place / 9)) {
            let middle = map.center_of_cell(cell);
            assert_eq!(map.cell_of_point(middle), Some(cell), "{orientation:?}");
            assert!(places.iter().all(|other| other.distance(middle) > 10.0), "{orientation:?}");
            places.push(middle);
        }
    }
    let mut map =
        TileMap { orientation: Orientation::Isometric, ..TileMap::new(uvec2(9, 9), uvec2(64, 32)) };
    let mut set = TileSet::sheet("town", 1, uvec2(64, 32), uvec2(64, 32));
    let mut house = TileInfo::default();
    house.properties.set("height", TileProperty::Float(50.0));
    house.properties.set("cells_x", TileProperty::Int(2));
    house.properties.set("cells_z", TileProperty::Int(3));
    set.tiles.insert(0, house);
    map.sets.push(set);
    let mut layer = TileLayer::new(9, 9).unwrap();
    layer.set(5, 6, Tile::new(1));
    map.layers.push(MapLayer::tiles("houses", layer));
    let tiles = map.iso_tiles();
    let footprint = tiles[0].bounds.footprint();
    assert_eq!((tiles.len(), footprint.size()), (1, vec2(2.0, 3.0) * 32.0));
    let view = map.iso_projection();
    for (cell, inside) in [(ivec2(5, 6), true), (ivec2(4, 4), true), (ivec2(3, 6), false)] {
        let middle: IVec2 = cell;
        let floor = view.to_floor(map.center_of_cell(middle));
        assert_eq!(footprint.contains(vec2(floor.x, floor.z)), inside, "{cell}");
    }
}

/// A world whose rules come from its map.
#[derive(Default)]
struct Game {
    gravity: f32,
    stars_wanted: i64,
    stars: Vec<Vec2>,
    enemies: Vec<(Vec2, f32)>,
}

/// Gravity, the goal and who appears where with what speed are written in the map; the program is the same for all levels.
#[test]
fn tile_x14_the_rules_of_a_level_are_data() {
    let level = |gravity: f32, wanted: i64, speeds: &[f32]| {
        let mut map = TileMap::new(uvec2(10, 8), uvec2(64, 64));
        map.properties.set("gravity", TileProperty::Float(gravity));
        map.properties.set("stars", TileProperty::Int(wanted));
        let mut objects = Vec::new();
        for (number, &speed) in speeds.iter().enumerate() {
            let place = vec2(100.0 + 50.0 * number as f32, 40.0);
            let mut enemy = MapObject { class: "enemy".into(), ..MapObject::new("", place) };
            enemy.properties.set("speed", TileProperty::Float(speed));
            objects.push(enemy);
        }
        objects.push(MapObject { class: "star".into(), ..MapObject::new("", vec2(9.0, 9.0)) });
        map.layers.push(MapLayer::new("things", LayerContent::Objects(objects)));
        map
    };
    let spawners = MapSpawners::new()
        .with("star", |game: &mut Game, spawn| game.stars.push(spawn.place))
        .with("enemy", |game: &mut Game, spawn| {
            game.enemies.push((spawn.place, spawn.properties.float("speed").unwrap_or(1.0)));
        });
    let open = |map: &TileMap| {
        let mut game = Game {
            gravity: map.properties.float("gravity").unwrap_or(0.98),
            stars_wanted: map.properties.int("stars").unwrap_or(1),
            ..Game::default()
        };
        assert!(spawners.run(map, &mut game).is_empty(), "everything is known");
        game
    };
    let (earth, moon) = (open(&level(0.98, 3, &[1.0, 2.5])), open(&level(0.16, 1, &[4.0])));
    assert_eq!((earth.gravity, earth.stars_wanted, earth.stars.len()), (0.98, 3, 1));
    let speeds: Vec<f32> = earth.enemies.iter().map(|enemy| enemy.1).collect();
    assert_eq!((speeds, earth.enemies[1].0), (vec![1.0, 2.5], vec2(150.0, 40.0)));
    assert_eq!((moon.gravity, moon.stars_wanted, moon.enemies.len()), (0.16, 1, 1));
    assert!(Aabb::new(Vec2::ZERO, vec2(640.0, 512.0)).contains(moon.enemies[0].0));
}

/// A body that falls onto the corner of a platform asks four cells, of which one is solid, and meets it.
#[test]
fn tile_x11_what_a_step_asks_is_marked() {
    let world = World::new("....\n..X.\n....", 16.0);
    let body = TileBody::boxed(Aabb::from_size(vec2(26.0, 2.0), vec2(10.0, 10.0)));
    let mut marks = Marks::new();
    world.ground().mark_sweep(&body, vec2(0.0, 8.0), &mut marks);
    let count = |role: MarkRole| marks.iter().filter(|mark| mark.role == role).count();
    assert_eq!((count(MarkRole::Cell), count(MarkRole::Obstacle)), (3, 1));
    assert_eq!((count(MarkRole::Contact), count(MarkRole::Normal)), (1, 1));
    let bad = TileBody { position: vec2(f32::NAN, 0.0), ..body };
    marks.clear();
    world.ground().mark_sweep(&bad, vec2(0.0, 8.0), &mut marks);
    assert!(marks.is_empty());
}
