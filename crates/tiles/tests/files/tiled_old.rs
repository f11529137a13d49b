//! Files of old versions of Tiled, and of programs that write a little differently.

use motile_geom::vec2;
use motile_tiles::{Tile, TileMap, TileProperty, TileSet, WangKind, read_tiled, read_tiled_set};

fn map(inside: &str) -> TileMap {
    let text = format!(
        "<map width='2' height='1' tilewidth='8' tileheight='8'>
         <tileset firstgid='1' name='a' tilewidth='8' tileheight='8'>
         <image source='a.png' width='32' height='16'/></tileset>{inside}</map>"
    );
    read_tiled("a.tmx", &mut |_: &str| Ok::<_, String>(text.clone().into())).unwrap()
}

fn set(inside: &str) -> TileSet {
    let text = format!("<tileset name='a' tilewidth='8' tileheight='8'>{inside}</tileset>");
    read_tiled_set("a.tsx", &mut |_: &str| Ok::<_, String>(text.clone().into())).unwrap()
}

#[test]
fn pictures_tell_how_many_tiles_there_are() {
    let map = map("");
    assert_eq!((map.sets[0].count, map.sets[0].columns), (8, 4));
}

#[test]
fn a_comma_after_the_last_cell_and_tabs_are_fine() {
    let map = map("<layer name='l'><data encoding='csv'>\n\t3 ,\t4,\n</data></layer>");
    assert_eq!(map.tiles("l").unwrap().get(1, 0), Tile::new(4));
}

#[test]
fn tiles_without_a_size_have_that_of_their_picture() {
    let map = map("<objectgroup><object gid='2' x='10' y='20'/></objectgroup>");
    let (_, object) = map.objects().next().unwrap();
    assert_eq!((object.size, object.position), (vec2(8.0, 8.0), vec2(10.0, 12.0)));
}

#[test]
fn the_class_of_version_1_9() {
    let map = map("<objectgroup><object class='door' x='1' y='2'/></objectgroup>");
    assert_eq!(map.objects().next().unwrap().1.class, "door");
}

#[test]
fn terrains_before_1_5_are_wang_sets() {
    let set = set("<terraintypes><terrain name='grass' tile='0'/><terrain name='sand' tile='-1'/>
        </terraintypes><tile id='4' terrain='0,,1,0'/>");
    let wang = &set.wang_sets[0];
    assert_eq!((wang.kind, wang.colors.len()), (WangKind::Corner, 2));
    assert_eq!((wang.colors[0].tile, wang.colors[1].tile), (Some(0), None));
    assert_eq!(wang.tiles, [(4, [0, 0, 0, 1, 0, 2, 0, 1])]);
}

#[test]
fn wang_sets_before_1_5_had_colors_for_edges_and_corners() {
    let set = set("<wangsets><wangset name='w' tile='-1'>
        <wangedgecolor name='road' color='#ff0000' tile='-1' probability='1'/>
        <wangcornercolor name='grass' color='#00ff00' tile='-1' probability='1'/>
        <wangtile tileid='0' wangid='0x10000011'/></wangset></wangsets>");
    let wang = &set.wang_sets[0];
    assert_eq!((wang.kind, wang.colors[1].name.as_str()), (WangKind::Mixed, "grass"));
    assert_eq!(wang.tiles, [(0, [1, 2, 0, 0, 0, 0, 0, 2])]);
}

fn json(inside: &str) -> TileMap {
    let text = format!("{{\"width\":2,\"height\":1,\"tilewidth\":8,\"tileheight\":8,{inside}}}");
    read_tiled("a.json", &mut |_: &str| Ok::<_, String>(text.clone().into())).unwrap()
}

/// Were left out without a word.
#[test]
fn tile_65_json_before_1_2_had_properties_by_name() {
    let map = json(
        r#""properties":{"music":"calm.ogg","lives":3,"dark":false},
        "layers":[{"name":"things","type":"objectgroup","objects":[
          {"id":1,"name":"door","type":"exit","x":8,"y":0,"width":8,"height":8,
           "properties":{"to":"2","locked":"true","tone":"5"},
           "propertytypes":{"to":"int","locked":"bool","tone":"string"}}]}],
        "tilesets":[]"#,
    );
    assert_eq!(map.properties.text("music"), Some("calm.ogg"));
    assert_eq!(map.properties.get("lives"), Some(&TileProperty::Int(3)));
    assert_eq!(map.properties.get("dark"), Some(&TileProperty::Bool(false)));
    let (_, door) = map.objects().next().unwrap();
    assert_eq!(door.properties.get("to"), Some(&TileProperty::Int(2)));
    assert_eq!(door.properties.get("locked"), Some(&TileProperty::Bool(true)));
    assert_eq!(door.properties.text("tone"), Some("5"));
}

/// Were left out without a word.
#[test]
fn tile_65_json_before_1_2_had_tiles_by_number() {
    let set = r#"{"firstgid":1,"name":"a","tilewidth":8,"tileheight":8,"tilecount":4,"columns":4,
        "image":"a.png","imagewidth":32,"imageheight":8,"margin":0,"spacing":0,
        "terrains":[{"name":"grass","tile":0}],
        "tiles":{"1":{"terrain":[0,0,0,0],"animation":[{"tileid":2,"duration":90}]},"2":{"type":"lamp"}},
        "tileproperties":{"1":{"solid":true},"3":{"cost":"7"}},"tilepropertytypes":{"1":{"solid":"bool"},"3":{"cost":"int"}}}"#;
    let map = json(&format!("\"layers\":[],\"tilesets\":[{set}]"));
    let set = &map.sets[0];
    assert_eq!(set.tiles.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(set.tiles[&1].animation[0].tile, 2);
    assert_eq!(set.tiles[&1].properties.get("solid"), Some(&TileProperty::Bool(true)));
    assert_eq!(set.tiles[&2].class, "lamp");
    assert_eq!(set.tiles[&3].properties.get("cost"), Some(&TileProperty::Int(7)));
    assert_eq!(set.wang_sets[0].tiles, [(1, [0, 1, 0, 1, 0, 1, 0, 1])]);
}

#[test]
fn layers_of_the_first_json() {
    let map = json(
        r#""layers":[{"name":"Ground","type":"Layer","width":2,"height":1,"encoding":"base64",
        "data":"AQAAAAIAAAA=","properties":{"tile":"123"}},
        {"name":"Test","type":"ObjectGroup","objects":[{"gid":2,"x":3,"y":9}]}],
        "tilesets":[{"firstgid":1,"image":"a.png","imagewidth":32,"imageheight":8,"name":"a","tilewidth":8,"tileheight":8}]"#,
    );
    assert_eq!(map.tiles("Ground").unwrap().get(1, 0), Tile::new(2));
    assert_eq!(map.layers[0].properties.text("tile"), Some("123"));
    assert_eq!(map.objects().next().unwrap().1.position, vec2(3.0, 1.0));
}

#[test]
fn tile_x13_tiles_by_names_that_are_no_numbers_are_refused() {
    for bad in [r#""tiles":{"a":{}}"#, r#""tiles":{"1":5}"#, r#""tileproperties":{"0":[]}"#] {
        let text = format!(
            "{{\"layers\":[],\"width\":1,\"height\":1,\"tilewidth\":8,\"tileheight\":8,\"tilesets\":[{{\"firstgid\":1,{bad}}}]}}"
        );
        let map = read_tiled("a.json", &mut |_: &str| Ok::<_, String>(text.clone().into()));
        assert!(map.is_err(), "{bad}");
    }
}
