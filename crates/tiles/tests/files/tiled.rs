//! Maps of Tiled: every encoding, every kind of layer, object and property.

use super::common::ours;
use motile_geom::{IRect, IVec2, Vec2, ivec2, uvec2, vec2};
use motile_tiles::{
    LayerContent, MapObject, ObjectShape, Orientation, RenderOrder, ShiftedLines, TextPlace, Tile,
    TileAlignment, TileMap, TileProperties, TileProperty, TileTurns, WangKind, read_tiled,
    read_tiled_set, read_tiled_world,
};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

fn read(path: &str) -> TileMap {
    read_tiled(path, &mut ours).unwrap_or_else(|error| panic!("{error}"))
}

/// The cells that the maps of one layer hold: the numbers follow a pattern, some are turned.
fn expected(x: i32, y: i32) -> Tile {
    match y * 7 + x {
        3 => Tile::new(9).flipped_x(),
        9 => Tile::new(5).flipped_y(),
        10 => Tile::new(6).turned(1),
        20 => Tile::new(8).turned(2),
        _ => Tile::new(((x * 3 + y * 5) % 17).unsigned_abs()),
    }
}

#[test]
fn tile_65_every_encoding_gives_the_same_cells() {
    let files = [
        "csv.tmx",
        "xml.tmx",
        "base64.tmx",
        "zlib.tmx",
        "gzip.tmx",
        "zstd.tmx",
        "csv.tmj",
        "base64.tmj",
        "zlib.tmj",
        "gzip.tmj",
        "zstd.tmj",
    ];
    for file in files {
        let map = read(file);
        let ground = map.tiles("ground").expect(file);
        assert_eq!(ground.bounds(), IRect::of_size(7, 5), "{file}");
        for y in 0..5 {
            for x in 0..7 {
                assert_eq!(ground.get(x, y), expected(x, y), "{file}: {x}, {y}");
            }
        }
        assert_eq!(map, read("csv.tmx"), "{file}");
    }
}

#[test]
fn tile_65_endless_maps_have_chunks_of_either_sign() {
    for file in ["endless.tmx", "endless.tmj"] {
        let map = read(file);
        assert!(map.endless);
        assert_eq!(map.render_order, RenderOrder::LeftUp);
        for name in ["ground", "packed"] {
            let layer = map.tiles(name).unwrap();
            assert!(layer.is_endless());
            assert_eq!(layer.tiles().count(), 32, "{file}");
            assert_eq!(layer.get(-4, -4), Tile::new(1));
            assert_eq!(layer.get(-1, -1), Tile::new(16));
            assert_eq!(layer.get(0, 0), Tile::new(16));
            assert_eq!(layer.get(3, 3), Tile::new(1));
            assert_eq!(layer.get(-1, 0), Tile::EMPTY);
        }
    }
}

#[test]
fn tile_65_json_and_xml_are_one_map() {
    let (xml, mut json) = (read("all.tmx"), read("all.tmj"));
    assert_eq!(json.sets[1].source.as_deref(), Some("sets/things.tsj"));
    json.sets[1].source = Some("sets/things.tsx".into());
    assert_eq!(xml, json);
}

#[test]
fn tile_65_attributes_of_a_map() {
    let map = read("all.tmx");
    let stagger = ShiftedLines { columns: true, even: true };
    assert_eq!(map.orientation, Orientation::Hexagonal { stagger, side: 6 });
    assert_eq!((map.size, map.tile_size), (uvec2(3, 2), uvec2(14, 12)));
    assert_eq!((map.class.as_str(), map.render_order), ("cave", RenderOrder::LeftUp));
    assert_eq!(map.background, Some(0x8010_2030));
    assert_eq!(map.parallax_origin, vec2(5.0, -2.5));
    assert!(!map.endless);
}

#[test]
fn tile_65_every_orientation_is_read() {
    let lines = |columns, even| ShiftedLines { columns, even };
    for (attributes, expected) in [
        ("", Orientation::Orthogonal),
        ("orientation='isometric'", Orientation::Isometric),
        (
            "orientation='staggered' staggeraxis='y' staggerindex='even'",
            Orientation::Staggered { stagger: lines(false, true) },
        ),
        (
            "orientation='hexagonal' staggeraxis='x' staggerindex='odd' hexsidelength='9'",
            Orientation::Hexagonal { stagger: lines(true, false), side: 9 },
        ),
        ("orientation='oblique' skewx='-3' skewy='4'", Orientation::Oblique { skew: ivec2(-3, 4) }),
    ] {
        let text = format!("<map width='1' height='1' tilewidth='2' tileheight='2' {attributes}/>");
        let map = read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(text.clone().into()));
        assert_eq!(map.unwrap().orientation, expected);
    }
}

#[test]
fn tile_65_properties_of_every_type() {
    let properties = read("all.tmx").properties;
    let get = |name: &str| properties.get(name).unwrap().clone();
    assert_eq!(get("boss"), TileProperty::Object(2));
    assert_eq!(get("damp"), TileProperty::Float(0.25));
    assert_eq!(get("dark"), TileProperty::Bool(true));
    assert_eq!(get("fog"), TileProperty::Color(0x40FF_8000));
    assert_eq!(get("mood"), TileProperty::Enum("Mood".into(), "grim".into()));
    assert_eq!(get("music"), TileProperty::File("music/cave.ogg".into()));
    assert_eq!(get("song"), TileProperty::Text("first line\nsecond line".into()));
    assert_eq!(get("unset"), TileProperty::Nothing);
    assert_eq!(get("year"), TileProperty::Int(-12));
    let tags = [TileProperty::Int(4), TileProperty::Text("wet".into())];
    assert_eq!(properties.list("tags"), tags);
    let spawn = properties.class("spawn").unwrap();
    assert_eq!((spawn.int("count"), spawn.float("rate")), (Some(3), Some(1.5)));
    assert_eq!(spawn.class("inner").unwrap().bool("deep"), Some(false));
    let TileProperty::Class(kind, _) = get("spawn") else { panic!("a class") };
    assert_eq!(kind, "Spawn");
    assert_eq!(properties.values.len(), 11);
}

#[test]
fn tile_65_layers_and_groups() {
    let map = read("all.tmx");
    let names: Vec<_> = map.all_layers().map(|layer| (layer.id, layer.name.as_str())).collect();
    let expected =
        [(1, "floor"), (2, "upper"), (3, "inner"), (4, "sky"), (5, "things"), (6, "furniture")];
    assert_eq!(names, expected);
    let floor = map.layer("floor").unwrap();
    assert_eq!((floor.opacity, floor.tint), (0.5, 0xFFFF_8040));
    assert_eq!((floor.offset, floor.parallax), (vec2(3.0, -4.5), vec2(0.5, 2.0)));
    assert!(floor.properties.is_set("solid") && floor.class == "base");
    assert_eq!(map.tiles("floor").unwrap().get(2, 1), Tile::new(14));
    let LayerContent::Image { image, repeat_x, repeat_y } = &map.layer("sky").unwrap().content
    else {
        panic!("a picture")
    };
    assert_eq!((image.source.as_str(), image.size), ("art/sky.png", uvec2(320, 200)));
    assert!(*repeat_x && !repeat_y);
    assert!(!map.layer("things").unwrap().sort_y && map.layer("furniture").unwrap().sort_y);
}

#[test]
fn tile_65_nested_groups_add_up() {
    let map = read("all.tmx");
    let placed: Vec<_> = map.placed_layers().collect();
    let things = placed.iter().find(|placed| placed.layer.name == "things").unwrap();
    assert_eq!(things.offset, vec2(10.0, 20.0));
    assert_eq!((things.opacity, things.visible), (0.75, false));
    let floor = &placed[0];
    assert_eq!((floor.offset, floor.parallax), (vec2(3.0, -4.5), vec2(0.5, 2.0)));
    assert_eq!((floor.opacity, floor.tint, floor.visible), (0.5, 0xFFFF_8040, true));
    assert_eq!(placed.len(), 4, "groups themselves are not painted");
}

#[test]
fn tile_65_objects_of_every_shape() {
    let map = read("all.tmx");
    let object = |name: &str| map.object(name).unwrap();
    let area = object("area");
    assert_eq!((area.id, area.class.as_str()), (1, "trap"));
    assert_eq!((area.position, area.size), (vec2(10.0, 20.5), vec2(30.0, 40.0)));
    assert_eq!((area.rotation, &area.shape), (FRAC_PI_4, &ObjectShape::Rectangle));
    assert_eq!(
        (object("round").shape.clone(), object("round").visible),
        (ObjectShape::Ellipse, false)
    );
    assert_eq!(object("start").shape, ObjectShape::Point);
    assert_eq!((object("pill").shape.clone(), object("pill").opacity), (ObjectShape::Capsule, 0.5));
    let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.5), (-3.0, 4.0)].map(Vec2::from);
    assert_eq!(object("field").shape, ObjectShape::Polygon(corners.to_vec()));
    assert_eq!(object("field").properties.text("crop"), Some("wheat & \"rye\""));
    let line = vec![Vec2::ZERO, vec2(5.0, -5.0)];
    assert_eq!(object("way").shape, ObjectShape::Polyline(line));
    let ObjectShape::Text(text) = &object("sign").shape else { panic!("a text") };
    assert_eq!((text.text.as_str(), text.font.as_str()), ("Beware\nof the <slime>", "Serif"));
    assert_eq!((text.size, text.color), (12, 0xFF11_2233));
    assert!(text.wrap && text.bold && text.italic && text.underline && text.strikeout);
    assert_eq!((text.align_x, text.align_y), (TextPlace::Justify, TextPlace::End));
    assert!(!text.kerning);
}

#[test]
fn tile_65_tile_objects_stand_on_their_points() {
    let map = read("all.tmx");
    let by_id = |id| map.object_by_id(id).unwrap();
    // The first set puts the bottom left corner of a tile at the point, the second its middle.
    assert_eq!(by_id(8).shape, ObjectShape::Tile(Tile::new(2).flipped_x()));
    assert_eq!(by_id(8).position, vec2(100.0, 50.0 - 12.0));
    assert_eq!(by_id(9).shape, ObjectShape::Tile(Tile::new(11)));
    assert_eq!(by_id(9).position, vec2(92.0, 38.0));
}

#[test]
fn tile_65_templates_are_filled_in() {
    let map = read("all.tmx");
    let crate_ = map.object_by_id(10).unwrap();
    assert_eq!((crate_.name.as_str(), crate_.class.as_str()), ("crate", "box"));
    // Tile 2 of the set, which begins at 9 in the map and at 1 in the template.
    assert_eq!(crate_.shape, ObjectShape::Tile(Tile::new(11)));
    assert_eq!((crate_.size, crate_.rotation), (vec2(32.0, 48.0), FRAC_PI_2));
    // A quarter turn about the middle moves the top left corner to the top right.
    assert!((crate_.position - vec2(64.0 + 24.0, 32.0 - 16.0)).length() < 1e-4);
    assert_eq!(crate_.properties.int("health"), Some(5));
    let big = map.object_by_id(11).unwrap();
    assert_eq!((big.name.as_str(), big.size), ("big", vec2(64.0, 48.0)));
    assert_eq!(
        (big.properties.int("health"), big.properties.text("loot")),
        (Some(9), Some("gold"))
    );
    assert_eq!(map.sets.len(), 2, "the set of the template is the map's");
}

#[test]
fn tile_65_a_template_brings_its_tileset() {
    let text = "<map width='1' height='1' tilewidth='8' tileheight='8'>
      <tileset firstgid='1' name='a' tilewidth='8' tileheight='8' tilecount='4' columns='2'/>
      <objectgroup><object template='../crate.tx' x='0' y='0'/></objectgroup></map>";
    let mut reader = |path: &str| {
        if path == "deep/a.tmx" { Ok(text.into()) } else { ours(path) }
    };
    let map = read_tiled("deep/a.tmx", &mut reader).unwrap();
    assert_eq!((map.sets.len(), map.sets[1].first), (2, 5));
    assert_eq!(map.sets[1].source.as_deref(), Some("../sets/things.tsx"));
    let (_, object) = map.objects().next().unwrap();
    assert_eq!(object.shape, ObjectShape::Tile(Tile::new(7)));
}

#[test]
fn tile_65_tilesets() {
    let map = read("all.tmx");
    let hex = &map.sets[0];
    assert_eq!((hex.first, hex.count, hex.columns), (1, 8, 4));
    assert_eq!((hex.margin, hex.spacing, hex.offset), (1, 2, ivec2(1, -2)));
    let turns = TileTurns { flip_x: true, rotate: true, ..TileTurns::default() };
    assert_eq!((hex.turns, hex.alignment), (turns, TileAlignment::ByMap));
    assert_eq!(hex.image.as_ref().unwrap().transparent, Some(0x00FF00));
    assert_eq!(hex.rect(5).unwrap(), IRect::new(17, 15, 14, 12));
    let water = &hex.tiles[&1];
    assert_eq!((water.probability, water.properties.int("cost")), (0.5, Some(3)));
    assert_eq!([0.0, 0.1, 0.36].map(|seconds| hex.shown(1, seconds)), [1, 2, 1]);
    let wang = &hex.wang_sets[0];
    assert_eq!((wang.kind, wang.tile, wang.class.as_str()), (WangKind::Mixed, None, "terrain"));
    assert_eq!(wang.tiles, [(3, [1, 1, 0, 2, 2, 0, 255, 1])]);
    assert_eq!((wang.colors[0].color, wang.colors[0].tile), (0xFFFF_EE88, Some(3)));
    assert_eq!((wang.colors[1].tile, wang.colors[1].probability), (None, 0.125));
    assert_eq!(wang.colors[0].properties.float("slow"), Some(0.5));
}

#[test]
fn tile_65_collections_of_pictures_have_gaps() {
    let set = read_tiled_set("sets/things.tsx", &mut ours).unwrap();
    assert_eq!((set.first, set.count, set.columns), (1, 3, 0));
    assert!(set.fit_cells && set.keep_aspect && set.properties.is_set("heavy"));
    assert_eq!(set.alignment, TileAlignment::Center);
    assert_eq!(set.tiles.keys().copied().collect::<Vec<_>>(), [0, 2, 5]);
    assert_eq!(set.rect(2).unwrap(), IRect::of_size(16, 24));
    assert_eq!(set.rect(5).unwrap(), IRect::new(16, 0, 16, 20));
    let shapes = &set.tiles[&2].shapes;
    let table = MapObject {
        id: 1,
        position: vec2(2.0, 8.0),
        size: vec2(12.0, 16.0),
        ..MapObject::default()
    };
    assert_eq!((shapes.len(), &shapes[0]), (2, &table));
    assert_eq!(set.tiles[&5].class, "lamp");
    assert_eq!(set.source, None);
    let same = read_tiled_set("sets/things.tsj", &mut ours).unwrap();
    assert_eq!(set, same);
    assert_eq!(TileProperties::default(), set.tiles[&0].properties);
}

#[test]
fn a_world_of_tiled_lists_its_maps() {
    let world = r#"{"maps": [
        {"fileName": "csv.tmx", "x": -56, "y": 8, "width": 56, "height": 40},
        {"fileName": "zlib.tmj", "x": 0, "y": 0}
    ], "type": "world"}"#;
    let mut reader = |path: &str| if path == "all.world" { Ok(world.into()) } else { ours(path) };
    let world = read_tiled_world("all.world", &mut reader).unwrap();
    let places: Vec<_> = world.maps.iter().map(|map| (map.position, map.size)).collect();
    assert_eq!(places, [(ivec2(-56, 8), uvec2(56, 40)), (IVec2::ZERO, uvec2(56, 40))]);
    assert_eq!(world.maps[0].map, world.maps[1].map);
    let patterns = |_: &str| Ok::<_, String>(br#"{"patterns": [{"regexp": "x"}]}"#.to_vec());
    assert!(read_tiled_world("all.world", &mut { patterns }).is_err());
}
