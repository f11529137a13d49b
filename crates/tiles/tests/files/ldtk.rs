//! Projects of LDtk.

use super::common::{data_folder, file_error, ours};
use motile_geom::{IVec2, Vec2, ivec2, uvec2, vec2, vec3};
use motile_tiles::iso::IsoBox;
use motile_tiles::{
    LayerContent, MapFileError, MapWorld, ObjectShape, Tile, TileLayer, TileMap, TileProperty,
    WorldLayout, read_ldtk,
};

fn read(path: &str) -> Vec<MapWorld> {
    read_ldtk(path, &mut ours).unwrap_or_else(|error| panic!("{error}"))
}

fn cave() -> TileMap {
    read("free.ldtk").remove(0).maps.remove(0).map
}

#[test]
fn tile_66_levels_lie_in_their_world() {
    let worlds = read("free.ldtk");
    assert_eq!((worlds.len(), worlds[0].layout), (1, WorldLayout::Free));
    let [cave, hill] = &worlds[0].maps[..] else { panic!("two levels") };
    assert_eq!((cave.name.as_str(), cave.id.as_str()), ("Cave", "level-cave"));
    assert_eq!((cave.position, cave.size, cave.depth), (ivec2(-32, 16), uvec2(32, 16), 0));
    assert_eq!((hill.position, hill.size, hill.depth), (ivec2(0, 16), uvec2(16, 8), 1));
    assert_eq!(cave.neighbors, [(1, "e".into())]);
    assert_eq!(hill.neighbors, [(0, "w".into())]);
    assert_eq!((cave.map.size, cave.map.tile_size), (uvec2(4, 2), uvec2(8, 8)));
    assert_eq!(cave.map.background, Some(0xFF10_2030));
    assert_eq!(cave.map.properties.text("music"), Some("cave.ogg"));
}

#[test]
fn tile_66_levels_in_files_of_their_own_are_the_same() {
    let (inside, outside) = (read("free.ldtk"), read("outside.ldtk"));
    assert_eq!(outside[0].layout, WorldLayout::Grid);
    for (a, b) in inside[0].maps.iter().zip(&outside[0].maps) {
        assert_eq!(a.map, b.map);
        assert_eq!(b.file.as_deref(), Some(&*format!("outside/{}.ldtkl", b.name)));
    }
}

#[test]
fn tile_66_several_worlds_and_levels_in_a_row() {
    let worlds = read("worlds.ldtk");
    let names: Vec<_> = worlds.iter().map(|world| (world.name.as_str(), world.layout)).collect();
    assert_eq!(names, [("Over", WorldLayout::Horizontal), ("Under", WorldLayout::Vertical)]);
    let places = |world: &MapWorld| world.maps.iter().map(|map| map.position).collect::<Vec<_>>();
    assert_eq!(places(&worlds[0]), [IVec2::ZERO, ivec2(32, 0)]);
    assert_eq!(places(&worlds[1]), [IVec2::ZERO, ivec2(0, 8)]);
}

#[test]
fn iso_n2_logic_layers_are_an_isometric_world() {
    let map = cave();
    let heights = |value: i32, name: Option<&str>| match (value, name) {
        (_, Some("solid")) => Some(24.0),
        (_, Some("water")) => Some(0.0),
        (7, None) => Some(f32::NAN),
        _ => None,
    };
    let boxes = map.iso_values(20.0, heights);
    let ground: Vec<_> = boxes.iter().filter(|it| it.cell.y == 0 && it.cell.x < 3).collect();
    assert_eq!(ground[0].bounds, IsoBox::standing(vec3(20.0, 0.0, 0.0), vec3(20.0, 24.0, 20.0)));
    assert_eq!(ground[1].bounds, IsoBox::standing(vec3(40.0, 0.0, 0.0), vec3(20.0, 0.0, 20.0)));
    assert!(boxes.iter().all(|it| it.value != 0 && it.value != 7 && it.bounds.is_valid()));
    for (place, object) in map.iso_objects(20.0) {
        let cell = (object.area().center() / 8.0).floor();
        let middle = vec2(cell.x, cell.y) * 20.0;
        assert!((vec2(place.x, place.z) - middle).abs().max_element() <= 10.0, "{object:?}");
    }
    let Some(folder) = data_folder() else { return };
    let mut disk = |path: &str| std::fs::read(folder.join(path));
    let worlds = read_ldtk("ldtk/AutoLayers_1_basic.ldtk", &mut disk).unwrap();
    let real = &worlds[0].maps[0].map;
    let values = real.all_layers().find_map(|layer| layer.as_values()).unwrap();
    let filled = values.cells.cells().iter().filter(|&&value| value != 0).count();
    assert_eq!(real.iso_values(16.0, |_, _| Some(8.0)).len(), filled);
}

#[test]
fn tile_66_values_have_names() {
    let map = cave();
    let values = map.values("Ground").unwrap();
    assert_eq!((values.get(1, 0), values.name(1, 0)), (1, Some("solid")));
    assert_eq!((values.get(2, 0), values.name(2, 0)), (2, Some("water")));
    assert_eq!((values.get(3, 1), values.name(3, 1)), (7, None));
    assert_eq!((values.get(0, 0), values.get(-1, 9)), (0, 0));
    let fine = map.layer("Fine").unwrap();
    assert_eq!(fine.cell_size, Some(uvec2(4, 4)));
    assert_eq!(fine.as_values().unwrap().get(7, 3), 31 % 3);
}

#[test]
fn tile_66_tiles_of_rules_are_stacked() {
    let map = cave();
    let ground = map.layer("Ground").unwrap();
    assert!(matches!(&ground.content, LayerContent::Group(parts) if parts.len() == 4));
    assert_eq!((ground.opacity, ground.offset), (0.5, vec2(1.0, -2.0)));
    assert_eq!(ground.parallax, vec2(0.75, 1.0));
    let tiles = map.tiles("Ground").unwrap();
    assert_eq!(tiles.get(1, 0), Tile::new(2));
    assert_eq!(tiles.tiles().count(), 3);
    assert_eq!(map.tiles("Ground 2").unwrap().get(1, 0), Tile::new(3).flipped_x());
    // Between cells, half transparent, or outside: no tile of a cell, but still there.
    let free = map.layer("Ground free").unwrap().as_objects();
    let places: Vec<_> = free.iter().map(|tile| (tile.position, tile.opacity)).collect();
    let expected = [((4.0, 0.0), 1.0), ((16.0, 0.0), 0.5), ((-8.0, 0.0), 1.0)];
    assert_eq!(places, expected.map(|(place, opacity)| (Vec2::from(place), opacity)));
}

#[test]
fn tile_a27_flips_of_ldtk() {
    let map = cave();
    let tiles = map.tiles("Ground").unwrap();
    assert_eq!(tiles.get(1, 0), Tile::new(2));
    assert_eq!(map.tiles("Ground 2").unwrap().get(1, 0), Tile::new(3).flipped_x());
    assert_eq!(tiles.get(0, 1), Tile::new(4).flipped_y());
    assert_eq!(tiles.get(3, 1), Tile::new(5).turned(2));
}

#[test]
fn tile_66_layers_from_the_bottom_to_the_top() {
    let map = cave();
    let names: Vec<_> = map.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["background", "Tiles", "Fine", "Ground", "Things"]);
    assert!(!map.layer("Tiles").unwrap().visible);
    let background = &map.layers[0];
    assert_eq!(background.offset, vec2(2.0, 3.0));
    assert_eq!(background.properties.get("__scale"), Some(&TileProperty::Point([0.5, 0.5])));
    assert_eq!(background.properties.list("__crop").len(), 4);
}

#[test]
fn tile_66_tilesets_have_tags_and_notes() {
    let map = cave();
    assert_eq!(map.sets.len(), 1, "the other set is not used here");
    let set = &map.sets[0];
    assert_eq!((set.name.as_str(), set.first, set.count, set.columns), ("World", 1, 16, 4));
    assert_eq!(set.image.as_ref().unwrap().source, "art/world.png");
    let info = map.info_of(Tile::new(6)).unwrap();
    assert!(info.properties.is_set("Wet"));
    assert_eq!(info.properties.text("data"), Some("{\"deep\": true}"));
    assert!(map.info_of(Tile::new(3)).unwrap().properties.is_set("Wet"));
}

#[test]
fn tile_66_entities_have_typed_fields() {
    let map = cave();
    let hero = map.object("iid-hero").unwrap();
    assert_eq!(
        (hero.class.as_str(), hero.shape.clone()),
        ("Hero", ObjectShape::Tile(Tile::new(6)))
    );
    assert_eq!((hero.position, hero.size), (vec2(12.0, 8.0), vec2(8.0, 8.0)));
    let field = |name: &str| hero.properties.get(name).unwrap().clone();
    let text = |text: &str| TileProperty::Text(text.into());
    assert_eq!(field("life"), TileProperty::Int(3));
    assert_eq!(field("speed"), TileProperty::Float(1.5));
    assert_eq!(field("alive"), TileProperty::Bool(true));
    assert_eq!((field("title"), field("story")), (text("knight"), text("one\ntwo")));
    assert_eq!(field("coat"), TileProperty::Color(0xFFFF_8000));
    assert_eq!(field("voice"), TileProperty::File("hero.ogg".into()));
    assert_eq!(field("mood"), TileProperty::Enum("Mood".into(), "Grim".into()));
    assert_eq!(field("drop"), TileProperty::Enum("Item".into(), "Sword".into()));
    assert_eq!(field("home"), TileProperty::Point([3.0, 1.0]));
    assert_eq!(field("nothing"), TileProperty::Nothing);
    let icon = hero.properties.class("icon").unwrap();
    assert_eq!((icon.text("tileset"), icon.int("w")), (Some("World"), Some(16)));
    let point = |x, y| TileProperty::Point([x, y]);
    let path = [point(0.0, 0.0), TileProperty::Nothing, point(1.0, 1.0)];
    assert_eq!(hero.properties.list("path"), path);
    assert_eq!(hero.properties.list("__tags"), [text("good"), text("hero")]);
    assert_eq!(field("__pivot"), TileProperty::Point([0.5, 1.0]));
    assert_eq!(map.object("iid-area").unwrap().shape, ObjectShape::Ellipse);
}

#[test]
fn tile_66_references_reach_over_levels() {
    for file in ["free.ldtk", "outside.ldtk"] {
        let world = read(file).remove(0);
        let (cave, hill) = (&world.maps[0].map, &world.maps[1].map);
        let (hero, slime) = (cave.object("iid-hero").unwrap(), hill.object("iid-slime").unwrap());
        assert_eq!(hero.properties.object("foe"), Some(slime.id));
        assert_eq!(slime.properties.object("foe"), Some(hero.id));
        assert_eq!(hero.properties.object("gone"), None, "what is gone is none");
        let area = cave.object("iid-area").unwrap();
        assert_eq!(hero.properties.list("friends"), [TileProperty::Object(area.id)]);
        assert_eq!(hill.object_by_id(slime.id), Some(slime));
    }
}

#[test]
fn tile_x2_projects_are_written_in_the_compact_form() {
    for file in ["free.ldtk", "outside.ldtk", "worlds.ldtk"] {
        for world in read(file) {
            assert_eq!(MapWorld::from_bytes(&world.to_bytes()).unwrap(), world);
        }
    }
}

/// Reads a project of ours with some words replaced.
fn broken(from: &str, to: &str) -> MapFileError {
    let text = String::from_utf8(ours("free.ldtk").unwrap()).unwrap();
    assert!(text.contains(from), "{from}");
    let text = text.replace(from, to);
    let read = read_ldtk("free.ldtk", &mut |_: &str| Ok::<_, String>(text.clone().into()));
    file_error(read.expect_err("bad input"))
}

#[test]
fn tile_x13_faults_of_ldtk_have_a_place() {
    let error = broken("[0, 1, 2, 0, 1, 1, 1, 7]", "[0, 1, 2, 0, 1, 1, \"x\", 7]");
    assert_eq!((error.layer.as_deref(), error.cell), (Some("Cave/Ground"), Some((2, 1))));
    let error = broken("[0, 1, 2, 0, 1, 1, 1, 7]", "[0, 1, 2]");
    assert_eq!(error.what, "3 values for 8 cells");
    let error = broken("\"t\": 15", "\"t\": 16");
    assert_eq!((error.layer.as_deref(), error.cell), (Some("Cave/Tiles"), Some((0, 0))));
    assert_eq!(error.what, "tileset \"World\" has no tile 16");
    assert_eq!(
        broken("\"__value\": 1.5", "\"__value\": \"fast\"").what,
        "field \"speed\" is no Float"
    );
    assert_eq!(
        broken("Array<Point>", "Array<Array<Int>>").what,
        "field \"path\" is no Array<Array<Int>>"
    );
    assert!(
        broken("\"pxWid\": 32, \"pxHei\": 16", "\"pxWid\": -32, \"pxHei\": 16")
            .what
            .contains("pxWid")
    );
    assert!(broken("\"__gridSize\": 4", "\"__gridSize\": 0").what.contains("above 0"));
    assert!(broken("\"levels\"", "\"stages\"").what.contains("LDtk"));
    assert_eq!(broken("{\"jsonVersion\"", "{\njsonVersion\"").line, Some(2));
    let missing = |path: &str| if path == "outside.ldtk" { ours(path) } else { Err("gone".into()) };
    let error = file_error(read_ldtk("outside.ldtk", &mut { missing }).unwrap_err());
    assert_eq!((error.file.as_str(), error.what.as_str()), ("outside/Cave.ldtkl", "gone"));
}

/// A size of 2³² − 1 was −1 as a number with a sign, and the least place divided by that overflowed.
#[test]
fn tile_x13_cells_of_ldtk_beyond_numbers_are_refused() {
    let text = String::from_utf8(ours("free.ldtk").unwrap()).unwrap();
    assert!(text.contains("\"__gridSize\": 8") && text.contains("\"px\": [0, 0]"));
    let text = text.replace("\"px\": [0, 0]", "\"px\": [-2147483648, 0]");
    for size in ["4294967295", "2147483648"] {
        let text = text.replace("\"__gridSize\": 8", &format!("\"__gridSize\": {size}"));
        let read = read_ldtk("free.ldtk", &mut |_: &str| Ok::<_, String>(text.clone().into()));
        let error = file_error(read.expect_err("bad input"));
        assert_eq!(error.what, "__gridSize: expected a size of at most 2147483647", "{size}");
    }
    let error = broken("\"__gridSize\": 8", "\"__gridSize\": 4294967295");
    assert_eq!(error.what, "__gridSize: expected a size of at most 2147483647");
}

#[test]
fn layers_of_ldtk_beyond_memory_are_refused() {
    let large = "\"__type\": \"Tiles\", \"__cWid\": 65536, \"__cHei\": 32768";
    let error = broken("\"__type\": \"Tiles\", \"__cWid\": 4, \"__cHei\": 2", large);
    assert_eq!(error.what, "65536 × 32768 cells are too many");
    let error = broken("\"__cWid\": 4, \"__cHei\": 4", "\"__cWid\": 65536, \"__cHei\": 65536");
    assert!(error.what.contains("no room"), "{error}");
}

#[test]
fn many_tiles_in_one_cell_are_kept() {
    let tile = "{\"px\": [0, 0], \"src\": [24, 24], \"f\": 0, \"t\": 15, \"d\": [0], \"a\": 1}";
    let text = String::from_utf8(ours("free.ldtk").unwrap()).unwrap();
    assert!(text.contains(tile));
    let text = text.replace(tile, &vec![tile; 1000].join(","));
    let mut reader = |_: &str| Ok::<_, String>(text.clone().into());
    let map = read_ldtk("free.ldtk", &mut reader).unwrap().remove(0).maps.remove(0).map;
    let LayerContent::Group(parts) = &map.layer("Tiles").unwrap().content else {
        panic!("a group")
    };
    assert_eq!(parts.len(), 33);
    assert_eq!(parts[32].as_objects().len(), 1000 - 32);
}

/// The project that shows all features, as LDtk saved it. Counted by another program, once.
#[test]
fn tile_x2_projects_of_real_editors() {
    let Some(folder) = data_folder() else { return };
    let mut disk = |path: &str| std::fs::read(folder.join(path));
    let file = "ldtk/Test_file_for_API_showing_all_features.ldtk";
    let world = read_ldtk(file, &mut disk).unwrap().remove(0);
    assert_eq!((world.layout, world.maps.len()), (WorldLayout::Vertical, 4));
    let places: Vec<_> = world.maps.iter().map(|map| map.position.y).collect();
    assert_eq!(places, [0, 568, 568 + 256, 568 + 256 + 160]);
    let map = &world.map("Everything").unwrap().map;
    assert_eq!(map.objects().count(), 11);
    let tiles = |map: &TileMap, name: &str| {
        let layers = map.all_layers().filter(|layer| layer.name.starts_with(name));
        let tiles = layers.filter_map(|layer| layer.as_tiles()).flat_map(TileLayer::tiles);
        tiles.fold((0, 0), |(count, sum), (_, tile)| (count + 1, sum + tile.number() - 1))
    };
    assert_eq!(tiles(map, "PureAutoLayer"), (36, 6480));
    assert_eq!(tiles(map, "IntGrid_with_rules"), (52, 5148));
    assert_eq!(tiles(map, "Tiles"), (32, 3010));
    let values = |name: &str| {
        let cells = map.values(name).unwrap().cells.cells();
        (cells.iter().filter(|cell| **cell != 0).count(), cells.iter().sum::<i32>())
    };
    assert_eq!(values("IntGrid_8px_grid"), (60, 60));
    assert_eq!(values("IntGrid_without_rules"), (72, 160));
    let refs = map.objects().filter(|(_, object)| object.class == "EntityRefTest");
    for (_, object) in refs {
        let target = map.object_by_id(object.properties.object("target").unwrap()).unwrap();
        assert_eq!(target.class, "EntityRefTest");
    }
    let rules = &world.map("Autolayer").unwrap().map;
    assert_eq!(tiles(rules, "IntGrid_with_rules"), (188, 19164));
    let file = "ldtk/AutoLayers_1_basic.ldtk";
    let world = read_ldtk(file, &mut disk).unwrap().remove(0);
    assert_eq!(tiles(&world.maps[0].map, "IntGrid_layer"), (984, 18885));
}

/// Was refused: no tileset said how many tiles it has. Values were left out.
#[test]
fn tile_66_projects_before_0_9_are_read() {
    let text = r#"{"defaultGridSize":8,"worldLayout":"Free","defs":{
        "layers":[{"uid":1,"intGridValues":[{"identifier":"dirt"},{"identifier":"stone"}]}],
        "entities":[],
        "tilesets":[{"identifier":"Cave","uid":2,"relPath":"cave.png","pxWid":37,"pxHei":28,
          "tileGridSize":8,"spacing":1,"padding":1}]},
      "levels":[
        {"identifier":"A","uid":7,"pxWid":16,"pxHei":16,"__neighbours":[{"levelUid":9,"dir":"e"}],
         "layerInstances":[
          {"__identifier":"Things","__type":"Entities","__cWid":2,"__cHei":2,"layerDefUid":4,
           "entityInstances":[{"__identifier":"Door","px":[3,4],"width":8,"height":8}]},
          {"__identifier":"Ground","__type":"IntGrid","__cWid":2,"__cHei":2,"__gridSize":8,
           "__tilesetDefUid":2,"layerDefUid":1,
           "intGrid":[{"coordId":1,"v":0},{"coordId":2,"v":1}],
           "autoLayerTiles":[{"px":[8,0],"src":[10,19],"f":1},{"px":[0,8],"src":[1,1],"f":0,"t":3}]}]},
        {"identifier":"B","uid":9,"pxWid":16,"pxHei":16,"layerInstances":[]}]}"#;
    let read = read_ldtk("old.ldtk", &mut |_: &str| Ok::<_, String>(text.into()));
    let world = read.unwrap().remove(0);
    assert_eq!(world.maps[0].neighbors, [(1, "e".into())]);
    let map = &world.maps[0].map;
    assert_eq!((map.sets[0].columns, map.sets[0].count), (4, 12));
    let values = map.values("Ground").unwrap();
    assert_eq!(values.cells.cells(), [0, 1, 2, 0]);
    assert_eq!(values.names[&2], "stone");
    let tiles = map.all_layers().find_map(|layer| layer.as_tiles()).unwrap();
    assert_eq!(tiles.get(1, 0), Tile::new(1 + 4 * 2 + 1).flipped_x());
    assert_eq!(tiles.get(0, 1), Tile::new(1 + 3));
    assert_eq!(map.objects().next().unwrap().1.class, "Door");
    for (from, to) in [("\"coordId\":2", "\"coordId\":4"), ("\"src\":[10,19]", "\"src\":[]")] {
        let text = text.replace(from, to);
        let read = read_ldtk("old.ldtk", &mut |_: &str| Ok::<_, String>(text.clone().into()));
        assert!(read.is_err(), "{to}");
    }
}
