//! Maps of editors as scenes and as worlds.

use motile_geom::{Rng, UVec2, Vec2, ivec2, uvec2, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_tiles::iso::{IsoMapScene, IsoWorld};
use motile_tiles::{
    LayerContent, MapLayer, MapObject, MapPictures, ObjectShape, Orientation, ShiftedLines, Tile,
    TileFrame, TileLayer, TileMap, TileProperty, TileSet,
};

const SCREEN: UVec2 = uvec2(420, 300);

/// Four tiles of a size: diamonds with blocks of several heights and colors, none like its mirror image.
fn sheet(tile: UVec2, cell: UVec2) -> Surface {
    let mut picture = Surface::new(4 * tile.x, tile.y).unwrap();
    let colors = [Color::RED, Color::GREEN, Color::BLUE, Color::WHITE];
    for (number, color) in (0..).zip(colors) {
        for (x, y) in (0..tile.x as i32).flat_map(|x| (0..tile.y as i32).map(move |y| (x, y))) {
            let up = (tile.y - cell.y) as i32 * number / 3;
            let middle = vec2(cell.x as f32, cell.y as f32) * 0.5;
            let is_inside = |rise: i32| {
                let down = y - (tile.y - cell.y) as i32 + rise;
                let off = (vec2(x as f32 + 0.5, down as f32 + 0.5) - middle).abs() / middle;
                off.x + off.y <= 1.0
            };
            if (0..=up).any(is_inside) {
                let shade = Color::rgb(color.r / 2 + (x * 3) as u8 / 4, color.g / 2, y as u8);
                picture.set(number * tile.x as i32 + x, y, shade);
            }
        }
    }
    picture
}

fn map(orientation: Orientation, cell: UVec2, tile: UVec2) -> TileMap {
    let mut map = TileMap { orientation, ..TileMap::new(uvec2(6, 7), cell) };
    map.sets.push(TileSet::sheet("town", 1, uvec2(4 * tile.x, tile.y), tile));
    map
}

fn pictures(map: &TileMap) -> MapPictures {
    let (tile, cell) = (map.sets[0].tile_size, map.tile_size);
    MapPictures::load(map, "", |_| Ok::<_, String>(sheet(tile, cell))).unwrap()
}

fn say(map: &mut TileMap, local: u32, name: &str, value: TileProperty) {
    map.sets[0].tiles.entry(local).or_default().properties.set(name, value);
}

fn drawn(town: &mut IsoMapScene) -> Surface {
    town.scene.sort();
    let mut screen = Surface::opaque(SCREEN.x, SCREEN.y, Color::BLACK).unwrap();
    town.scene.draw_into(&mut screen);
    screen
}

fn as_edited(map: &TileMap, seconds: f64) -> Surface {
    let mut screen = Surface::opaque(SCREEN.x, SCREEN.y, Color::BLACK).unwrap();
    pictures(map).draw(map, Vec2::ZERO, seconds, &mut screen);
    screen
}

fn layouts() -> Vec<Orientation> {
    let shifts = (0..4).map(|kind| ShiftedLines { columns: kind & 1 == 1, even: kind & 2 == 2 });
    let staggered = shifts.map(|stagger| Orientation::Staggered { stagger });
    [Orientation::Isometric].into_iter().chain(staggered).collect()
}

/// Tiles of all turns in two layers, the upper one shifted and tinted; cells of even and odd sizes.
#[test]
fn iso_n1_flat_maps_look_as_the_editor_draws_them() {
    let mut rng = Rng::new(8);
    for orientation in layouts() {
        for cell in [uvec2(64, 32), uvec2(33, 17)] {
            let mut map = map(orientation, cell, uvec2(cell.x, cell.y + 19));
            for number in 0..2 {
                let tiles = TileLayer::from_fn(6, 7, |_, _| {
                    let tile = Tile::new(rng.below(5));
                    let tile = if rng.chance(0.3) { tile.flipped_x() } else { tile };
                    if rng.chance(0.3) { tile.flipped_y() } else { tile }
                });
                let mut layer = MapLayer::tiles("land", tiles.unwrap());
                if number == 1 {
                    (layer.offset, layer.tint) = (vec2(7.0, -5.4), 0xFFFF_C080);
                }
                map.layers.push(layer);
            }
            let mut hidden = map.layers[0].clone();
            hidden.visible = false;
            map.layers.push(hidden);
            let mut town = IsoMapScene::new(&map, &pictures(&map));
            assert_eq!(town.things().len(), 0, "all of it is floor");
            let (ours, theirs) = (drawn(&mut town), as_edited(&map, 0.0));
            assert!(
                theirs.words().iter().filter(|&&word| word != theirs.words()[0]).count() > 9000
            );
            let wrong = ours.words().iter().zip(theirs.words()).filter(|(a, b)| a != b).count();
            assert_eq!(wrong, 0, "{orientation:?} {cell:?}");
        }
    }
}

/// A house three cells wide stands in the row of its near corner, and the editor paints it over all rows before that one. What
/// stands beside its near side is drawn over it here, as its footprint says.
#[test]
fn iso_n1_footprints_decide_what_hides_what() {
    let mut map = map(Orientation::Isometric, uvec2(64, 32), uvec2(64, 51));
    let mut house = TileSet::sheet("house", 5, uvec2(128, 120), uvec2(128, 120));
    house.offset = ivec2(-64, 0);
    let info = house.tiles.entry(0).or_default();
    info.properties.set("height", TileProperty::Float(40.0));
    info.properties.set("cells_x", TileProperty::Int(3));
    map.sets.push(house);
    say(&mut map, 3, "height", TileProperty::Float(15.0));
    let mut tiles = TileLayer::new(6, 7).unwrap();
    // The near corner of the house in cell (5, 3); a block in front of its far end, in a row painted before it.
    tiles.set(5, 3, Tile::new(5));
    map.layers.push(MapLayer::tiles("house", tiles));
    let mut tiles = TileLayer::new(6, 7).unwrap();
    tiles.set(3, 2, Tile::new(4));
    tiles.set(3, 4, Tile::new(4));
    map.layers.insert(0, MapLayer::tiles("blocks", tiles));
    let load = |path: &str| {
        let house = Surface::filled(128, 120, Color::ORANGE);
        if path == "house" { house } else { Ok(sheet(uvec2(64, 51), uvec2(64, 32))) }
    };
    let pictures = MapPictures::load(&map, "", load).unwrap();
    let mut town = IsoMapScene::new(&map, &pictures);
    assert_eq!(town.things().len(), 3);
    let volume = town.things()[2].bounds;
    assert_eq!((volume.size(), volume.max), (vec3(96.0, 40.0, 32.0), vec3(176.0, 0.0, 112.0)));
    let screen = drawn(&mut town);
    let seen = |x: i32, y: i32| {
        let top = map.center_of_cell(ivec2(x, y)) - vec2(0.0, 19.0);
        screen.get(top.x as i32, top.y as i32).unwrap()
    };
    assert_eq!(seen(3, 2), Color::ORANGE, "behind the house");
    assert_ne!(seen(3, 4), Color::ORANGE, "in front of it, though the layer is below");
    let mut edited = Surface::opaque(SCREEN.x, SCREEN.y, Color::BLACK).unwrap();
    pictures.draw(&map, Vec2::ZERO, 0.0, &mut edited);
    let place = map.center_of_cell(ivec2(3, 4)) - vec2(0.0, 19.0);
    let painted = edited.get(place.x as i32, place.y as i32);
    assert_eq!(painted, Some(Color::ORANGE), "painted row by row the house hides it");
}

/// A lifted layer, and an object with properties of its own.
#[test]
fn iso_n1_layers_are_lifted_and_objects_stand() {
    let mut map = map(Orientation::Isometric, uvec2(64, 32), uvec2(64, 51));
    let mut tiles = TileLayer::new(6, 7).unwrap();
    tiles.set(2, 2, Tile::new(1));
    let mut layer = MapLayer::tiles("roofs", tiles);
    layer.properties.set("elevation", TileProperty::Float(20.0));
    map.layers.push(layer);
    let mut tree = MapObject {
        id: 9,
        position: vec2(128.0, 96.0),
        shape: ObjectShape::Tile(Tile::new(2)),
        ..MapObject::default()
    };
    tree.properties.set("height", TileProperty::Float(30.0));
    map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![tree])));
    let mut town = IsoMapScene::new(&map, &pictures(&map));
    let [roof, tree] = *town.things() else { panic!("two things") };
    assert_eq!((roof.bounds.top(), roof.bounds.bottom(), roof.object), (-20.0, -20.0, None));
    assert_eq!((tree.object, tree.bounds.size()), (Some(9), vec3(32.0, 30.0, 32.0)));
    // Cell (3, 2) reaches to 4 and 3 cells, which is where the object stands; its middle is at 96, 64.
    assert!(tree.bounds.base().abs_diff_eq(vec3(96.0, 0.0, 64.0), 1e-3), "{:?}", tree.bounds);
    let screen = drawn(&mut town);
    let top = map.center_of_cell(ivec2(2, 2)) - vec2(0.0, 20.0 * 1.224_744_9);
    assert_ne!(screen.get(top.x as i32, top.y.round() as i32), Some(Color::BLACK), "lifted");
    let flat = map.center_of_cell(ivec2(2, 2)) + vec2(0.0, 10.0);
    assert_eq!(screen.get(flat.x as i32, flat.y as i32), Some(Color::BLACK), "nothing below");
    // The picture of the object is where the editor has it.
    let whole = as_edited(&map, 0.0);
    let place = map.center_of_cell(ivec2(3, 2)) - vec2(4.0, 2.0);
    let at = |screen: &Surface| screen.get(place.x as i32, place.y as i32);
    assert!(at(&whole).is_some_and(|color| color != Color::BLACK));
    assert_eq!(at(&screen), at(&whole));
}

#[test]
fn iso_n1_animated_tiles_change_their_pictures() {
    let mut map = map(Orientation::Isometric, uvec2(64, 32), uvec2(64, 51));
    let frames = [(0, 200), (2, 300)].map(|(tile, millis)| TileFrame { tile, millis });
    map.sets[0].tiles.entry(0).or_default().animation = frames.to_vec();
    say(&mut map, 1, "height", TileProperty::Float(10.0));
    let cells = |x: u32, y: u32| Tile::new(1 + (x + y) % 2);
    map.layers.push(MapLayer::tiles("land", TileLayer::from_fn(6, 7, cells).unwrap()));
    let pictures = pictures(&map);
    let mut town = IsoMapScene::new(&map, &pictures);
    let first = drawn(&mut town);
    assert_eq!(town.animate(&map, &pictures, 0.1), 0, "still the first frame");
    assert_eq!(town.animate(&map, &pictures, 0.3), 1, "one picture, for all tiles of the kind");
    let second = drawn(&mut town);
    assert_eq!(town.animate(&map, &pictures, 0.6), 1);
    assert_ne!(first.words(), second.words());
    assert_eq!(first.words(), drawn(&mut town).words(), "and back");
    assert_eq!(town.things().len(), 21);
}

/// Water stops walkers, a bridge leads over it, and a block is a block.
#[test]
fn iso_n1_maps_are_worlds_to_walk_in() {
    for orientation in layouts() {
        let mut map = map(orientation, uvec2(64, 32), uvec2(64, 51));
        say(&mut map, 1, "walkable", TileProperty::Bool(false));
        say(&mut map, 2, "height", TileProperty::Float(4.0));
        let land = TileLayer::from_fn(6, 7, |x, _| Tile::new(if x == 3 { 2 } else { 1 }));
        map.layers.push(MapLayer::tiles("land", land.unwrap()));
        let mut bridge = TileLayer::new(6, 7).unwrap();
        bridge.set(3, 4, Tile::new(3));
        let mut layer = MapLayer::tiles("bridge", bridge);
        layer.properties.set("elevation", TileProperty::Float(6.0));
        map.layers.push(layer);
        let mut world = IsoWorld::new();
        let bodies = map.add_iso_to(&mut world);
        assert_eq!(bodies.len(), 8, "{orientation:?}");
        for (id, tile) in bodies {
            let body = world[id];
            let wanted = match (tile.layer, tile.cell) {
                (1, _) => (-6.0, 4.0),
                (_, cell) if cell == ivec2(3, 4) => (0.0, 6.0),
                _ => (0.0, 1000.0),
            };
            assert_eq!((body.position.y, body.size.y), wanted, "{orientation:?} {:?}", tile.cell);
        }
    }
}
