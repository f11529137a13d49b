//! Maps from text: the checks of the chapter, and what the original could not read.

use motile_geom::ivec2;
use motile_geom::{vec2, vec3};
use motile_tiles::iso::{
    IsoBody, IsoDefinition, IsoKind, IsoMap, IsoMapErrorKind, IsoProjection, IsoWalk, IsoWorld,
};

const DEFINITIONS: &str = "\
// The map of the chapter.
# 0 type:GraphicTile graphicClass:Tile1 xoffset:20 yoffset:10 walkable:true
# 1 type:GraphicTile graphicClass:Tile2 xoffset:20 yoffset:30 walkable:false
# 2 type:DrawnIsoBox color:0xFF6666 height:20 walkable:false
# 3 type:DrawnIsoTile color:0x6666FF walkable:false
";

const ROWS: &str = "\
0 0 0 0 0 0 0 0 0 0
0 1 1 1 1 1 1 1 1 0
0 1 0 0 0 0 0 0 0 0
0 1 0 3 3 3 3 0 0 0
0 1 0 3 2 2 3 0 0 0
0 1 0 3 2 2 3 0 0 0
0 1 0 3 3 3 3 0 0 0
0 1 0 0 0 0 0 0 0 0
0 1 1 1 1 1 1 1 1 0
0 0 0 0 0 0 0 0 0 0
";

fn chapter() -> String {
    format!("{DEFINITIONS}{ROWS}")
}

/// Line, column and kind of what is wrong.
fn fault(text: &str) -> (u32, u32, IsoMapErrorKind) {
    let error = IsoMap::parse(text).expect_err("wrong text");
    assert!(
        error.to_string().starts_with(&format!("line {}, column {}: ", error.line, error.column))
    );
    (error.line, error.column, error.kind)
}

#[test]
fn iso_t_36_the_map_of_the_chapter() {
    let map = IsoMap::parse(&chapter()).unwrap();
    assert_eq!((map.definitions.len(), map.layers.len()), (4, 1));
    assert!(map.layers[0].rows.len() == 10 && map.layers[0].rows.iter().all(|row| row.len() == 10));
    let counts =
        [0, 1, 2, 3].map(|kind| map.cells().filter(|cell| cell.definition == kind).count());
    // As the drawing of the rows has it.
    let drawn = ['0', '1', '2', '3'].map(|symbol| ROWS.chars().filter(|&c| c == symbol).count());
    assert_eq!(counts, drawn);
    assert_eq!(counts, [62, 22, 4, 12]);
    let cell = map.cells().find(|cell| (cell.row, cell.column) == (3, 4)).unwrap();
    assert_eq!(map.definitions[cell.definition as usize].symbol, "3");
    assert_eq!(cell.position(20.0), vec3(80.0, 0.0, 60.0));
    assert_eq!(IsoProjection::DIMETRIC.to_screen(cell.position(20.0)), vec2(20.0, 70.0));
    let house = &map.definitions[1];
    let kind = IsoKind::Picture { name: "Tile2".into(), x_offset: 20.0, y_offset: 30.0 };
    assert_eq!((&house.kind, house.walkable, house.floor), (&kind, false, false));
}

#[test]
fn iso_t_37_line_ends_tabs_and_spaces_do_not_matter() {
    let wanted = IsoMap::parse(&chapter()).unwrap();
    for text in [
        chapter().replace('\n', "\r\n"),
        chapter().replace(' ', "\t"),
        chapter().replace(' ', "  "),
        chapter().replace("\n0", "\n\t 0").replace("# ", "#"),
        chapter().replace("0\n", "0 \n\n   \n"),
    ] {
        assert_eq!(IsoMap::parse(&text).unwrap(), wanted);
    }
}

#[test]
fn iso_t_38_an_unknown_symbol_has_a_line_and_a_column() {
    let rows = ROWS.replacen("0 1 0 0 0 0 0 0 0 0", "0 1 0 0 0 9 0 0 0 0", 1);
    let (line, column, kind) = fault(&format!("{DEFINITIONS}{rows}"));
    assert_eq!((line, column, kind), (8, 11, IsoMapErrorKind::UnknownSymbol("9".into())));
}

#[test]
fn iso_t_39_what_is_missing_is_plain_flat_and_in_the_way() {
    let map = IsoMap::parse("# a\n# b type:Mystery\n# c type:DrawnIsoBox\na b c").unwrap();
    for definition in &map.definitions {
        assert_eq!((definition.height, definition.walkable, definition.color), (0.0, false, 0));
    }
    assert_eq!(
        (&map.definitions[0].kind, &map.definitions[1].kind),
        (&IsoKind::Plain, &IsoKind::Plain)
    );
}

#[test]
fn iso_t_40_definitions_may_follow_and_the_last_one_counts() {
    let map = IsoMap::parse("x x\n# x height:5\n# y\n# x height:7.5\n").unwrap();
    assert_eq!((map.definitions.len(), map.definitions[0].height), (2, 7.5));
    assert_eq!(map.cells().count(), 2);
}

#[test]
fn iso_x11_what_is_wrong_is_told_with_its_place() {
    use IsoMapErrorKind as Kind;
    let bad = |key: &str, value: &str| Kind::BadValue { key: key.into(), value: value.into() };
    let cases = [
        ("#", 1, 2, Kind::NoSymbol),
        ("\n  # a height", 2, 7, Kind::NoPair("height".into())),
        ("# a :5", 1, 5, Kind::NoPair(":5".into())),
        ("# a height:tall", 1, 12, bad("height", "tall")),
        ("# a height:-3", 1, 12, bad("height", "-3")),
        ("# a height:NaN", 1, 12, bad("height", "NaN")),
        ("# a height:inf", 1, 12, bad("height", "inf")),
        ("# a color:0xGG", 1, 11, bad("color", "0xGG")),
        ("# a color:99999999", 1, 11, bad("color", "99999999")),
        ("# a walkable:yes", 1, 14, bad("walkable", "yes")),
        ("# a cells:0x2", 1, 11, bad("cells", "0x2")),
        ("# ä type:\"x", 1, 5, Kind::NoEndOfQuote),
        ("# a type:GraphicTile", 1, 2, Kind::NoPicture),
        ("# a\na\n--- y:up\na", 3, 7, bad("y", "up")),
    ];
    for (text, line, column, kind) in cases {
        assert_eq!(fault(text), (line, column, kind), "{text:?}");
    }
}

#[test]
fn iso_x10_layers_footprints_quotes_and_warnings() {
    let map = IsoMap::parse(
        "# . type:DrawnIsoTile\n# H type:DrawnIsoBox cells:2x3 height:40 owner:\"the mayor\"\n. .\n--- y:-20\nH",
    )
    .unwrap();
    assert_eq!((map.layers.len(), map.layers[1].y), (2, -20.0));
    assert!(matches!(&map.warnings[..], [warning] if (warning.line, warning.column) == (2, 42)));
    let cell = map.cells().last().unwrap();
    let bounds = map.bounds(&cell, 20.0);
    assert_eq!((bounds.min, bounds.max), (vec3(-10.0, -60.0, -10.0), vec3(30.0, -20.0, 50.0)));
    // Without a definition a dot is nothing, and rows may end where they like.
    let map = IsoMap::parse("# x\n. x\nx . . x\n\n").unwrap();
    assert_eq!(
        map.cells().map(|cell| (cell.column, cell.row)).collect::<Vec<_>>(),
        [(1, 0), (0, 1), (3, 1)]
    );
    assert_eq!(IsoMap::parse("").unwrap().cells().count(), 0);
}

/// What the program defines counts where the text does not say otherwise.
#[test]
fn iso_43_definitions_of_the_program() {
    let house = IsoDefinition {
        symbol: "h".into(),
        kind: IsoKind::Block,
        height: 30.0,
        ..IsoDefinition::default()
    };
    let map = IsoMap::parse_with(std::slice::from_ref(&house), "h h\n. h").unwrap();
    assert_eq!(map.cells().count(), 3);
    assert_eq!(&*map.definitions, std::slice::from_ref(&house));
    let map = IsoMap::parse_with(&[house], "# h type:DrawnIsoBox height:5\nh").unwrap();
    assert_eq!((map.definitions.len(), map.definitions[0].height), (1, 5.0));
    assert_eq!(map.definitions[0].line, 1);
    assert_eq!(fault("h").2, IsoMapErrorKind::UnknownSymbol("h".into()));
}

/// Water is walked round, and crossed where a bridge leads over it; what may not be walked on stays closed under it.
#[test]
fn iso_x10_what_is_not_walkable_is_closed_to_bodies_and_paths() {
    let map = IsoMap::parse(
        "# g type:DrawnIsoTile walkable:true\n# w type:DrawnIsoTile\n\
         # s type:DrawnIsoBox height:7 walkable:true\n# d type:DrawnIsoBox height:3 walkable:true\n\
         g g w g g\ng g w g g\n---\n. s . s .\n--- y:-11\n. . d",
    )
    .unwrap();
    let mut world = IsoWorld::new();
    let added = map.add_to(&mut world, 20.0);
    let names: Vec<_> =
        added.iter().map(|(_, of)| &*map.definitions[*of as usize].symbol).collect();
    assert_eq!(names, ["w", "w", "s", "s", "d"]);
    assert_eq!(world[added[0].0].size.y, 11.0, "up to the bridge");
    let walk = IsoWalk::new(&mut world, 5, 2, 20.0, vec3(8.0, 16.0, 8.0), 8.0);
    let from = walk.spot_near(ivec2(1, 1), 0.0).unwrap();
    let mut next = Vec::new();
    walk.edges(from, &mut |spot, _| next.push(walk.position(spot)));
    assert!(next.iter().all(|place| place.x < 30.0), "not into the water: {next:?}");
    let step = walk.spot_near(ivec2(1, 0), -7.0).unwrap();
    let mut over = Vec::new();
    walk.edges(step, &mut |spot, _| over.push(walk.position(spot)));
    assert!(over.contains(&vec3(40.0, -14.0, 0.0)), "over the bridge: {over:?}");

    let mut walker = |z: f32| {
        let start = IsoBody::new(vec3(0.0, 0.0, z), vec3(8.0, 16.0, 8.0));
        let hero = world.add(IsoBody { step_height: 8.0, ..start });
        for _ in 0..240 {
            if let Some(body) = world.get_mut(hero) {
                body.velocity.x = 60.0;
            }
            world.step(1.0 / 60.0);
        }
        world.remove(hero).unwrap().position.x
    };
    assert_eq!(walker(20.0), 26.0, "flush with the shore");
    let end = walker(0.0);
    assert!(end > 90.0, "over the bridge: {end}");
}

#[test]
fn iso_42_pictures_that_are_missing_are_told_by_line() {
    let map = IsoMap::parse(&chapter()).unwrap();
    let missing = map.unknown_pictures(|name| name == "Tile1");
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].to_string(), "line 3, column 1: there is no picture \"Tile2\"");
    assert!(map.unknown_pictures(|_| true).is_empty());
}

/// As written on any system, with the mark that some editors put before.
#[test]
fn iso_x11_lines_end_in_any_way() {
    let plain = IsoMap::parse(&chapter()).unwrap();
    for end in ["\r\n", "\r"] {
        let text = format!("\u{feff}{}", chapter().replace('\n', end));
        assert_eq!(IsoMap::parse(&text).unwrap(), plain, "{end:?}");
        let (line, column, _) = fault(&text.replace("0 1 1 1 1 1 1 1 1 0", "0 1 ? 1"));
        assert_eq!((line, column), (7, 5));
    }
}

/// A type that is spelled wrong made a cell that nobody saw and nobody could enter, without a word.
#[test]
fn iso_x11_unknown_types_are_told() {
    let map =
        IsoMap::parse("# a type:DrawnIsoBx height:20\n# b\n# c type:DrawnIsoBox\na b c").unwrap();
    let [warning] = &map.warnings[..] else { panic!("{:?}", map.warnings) };
    assert_eq!((warning.line, warning.column), (1, 10));
    assert_eq!(warning.kind, IsoMapErrorKind::UnknownType("DrawnIsoBx".into()));
    assert!(warning.to_string().contains("DrawnIsoBx"));
    assert_eq!(map.definitions[0].kind, IsoKind::Plain, "as the chapter has it");
}

/// What has a height is stood on whether it is walkable or not, and gone through when it is not solid.
#[test]
fn iso_16_solid_is_what_stops() {
    let map = IsoMap::parse(
        "# g type:DrawnIsoTile walkable:true\n# b type:DrawnIsoBox height:60 walkable:true\n\
         # a type:DrawnIsoBox height:60 solid:false\ng g g\n---\n. b a",
    )
    .unwrap();
    assert_eq!(map.definitions.iter().map(|of| of.solid).collect::<Vec<_>>(), [true, true, false]);
    let mut world = IsoWorld::new();
    assert_eq!(map.add_to(&mut world, 20.0).len(), 1);
    assert_eq!(
        fault("# a solid:no"),
        (1, 11, IsoMapErrorKind::BadValue { key: "solid".into(), value: "no".into() })
    );
}

/// A footprint of 2³¹ cells, as programs can write one, ended in an overflow, and one of 2³² − 1 had no end.
#[test]
fn iso_43_footprints_without_sense_are_refused_or_held() {
    let house = |cells| IsoDefinition {
        symbol: "h".into(),
        kind: IsoKind::Block,
        height: 30.0,
        cells,
        ..IsoDefinition::default()
    };
    let sides = [0, 1, 1000, 1001, i32::MAX as u32, 1 << 31, u32::MAX];
    for (wide, deep) in sides.into_iter().flat_map(|wide| sides.map(|deep| (wide, deep))) {
        let fits = |side: u32| (1..=1000).contains(&side);
        let read = IsoMap::parse_with(&[house((wide, deep))], "h");
        assert_eq!(read.is_ok(), fits(wide) && fits(deep), "{wide}x{deep}");
        if let Err(error) = read {
            let words = format!("the definition of \"h\": \"{wide}x{deep}\" is no value for cells");
            assert_eq!((error.line, error.to_string()), (0, words));
        }
    }
    for wrong in [
        IsoDefinition { height: -1.0, ..house((1, 1)) },
        IsoDefinition { height: f32::NAN, ..house((1, 1)) },
        IsoDefinition { color: 0x0100_0000, ..house((1, 1)) },
    ] {
        assert!(IsoMap::parse_with(&[wrong], "h").is_err());
    }
    for (cells, size) in [
        ((1 << 31, 1), vec3(20_000.0, 30.0, 20.0)),
        ((1, u32::MAX), vec3(20.0, 30.0, 20_000.0)),
        ((0, i32::MAX as u32), vec3(20.0, 30.0, 20_000.0)),
    ] {
        let mut map = IsoMap::parse_with(&[house((1, 1))], "# w type:DrawnIsoTile\nh w").unwrap();
        map.define(house(cells));
        let cell = map.cells().next().unwrap();
        assert_eq!(map.bounds(&cell, 20.0).size(), size, "{cells:?}");
        let mut world = IsoWorld::new();
        let (house, of) = map.add_to(&mut world, 20.0)[0];
        assert_eq!((world[house].size, of), (size, 0), "{cells:?}");
    }
}
