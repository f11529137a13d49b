//! Whole maps drawn, pixel by pixel.

use motile_geom::{Rng, UVec2, Vec2, ivec2, uvec2, vec2};
use motile_pixels::{Blit, Color, Surface};
use motile_stage::{Drawable, Painter, Shared, Stage};
use motile_tiles::{
    LayerContent, MapLayer, MapObject, MapPictures, MapView, ObjectShape, Orientation, RenderOrder,
    ShiftedLines, Tile, TileFrame, TileImage, TileInfo, TileLayer, TileMap, TileSet, TileSheet,
    TileView, read_tiled,
};

/// Colors of the tiles of [`sheet`] by number, from 1.
const COLORS: [Color; 4] = [Color::RED, Color::GREEN, Color::BLUE, Color::WHITE];

/// Four tiles of a size in a row, each of one color.
fn sheet(tile: UVec2) -> Surface {
    let mut picture = Surface::new(4 * tile.x, tile.y).unwrap();
    for (i, color) in COLORS.into_iter().enumerate() {
        let x = (i as u32 * tile.x) as i32;
        picture.fill_rect(motile_geom::IRect::new(x, 0, tile.x, tile.y), color);
    }
    picture
}

/// A map of cells with tiles of another size, perhaps.
fn map(cells: UVec2, cell: UVec2, tile: UVec2) -> TileMap {
    let mut map = TileMap::new(cells, cell);
    map.sets.push(TileSet::sheet("set", 1, uvec2(4 * tile.x, tile.y), tile));
    map
}

fn pictures(map: &TileMap) -> MapPictures {
    let tile = map.sets[0].tile_size;
    MapPictures::load(map, "", |_| Ok::<_, String>(sheet(tile))).unwrap()
}

fn drawn(map: &TileMap, camera: Vec2, size: UVec2) -> Surface {
    let mut screen = Surface::opaque(size.x, size.y, Color::BLACK).unwrap();
    pictures(map).draw(map, camera, 0.0, &mut screen);
    screen
}

fn layer(rows: &[&[u32]]) -> MapLayer {
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let cells = rows.concat().into_iter().map(Tile::new).collect();
    MapLayer::tiles("layer", TileLayer::from_cells(width, height, cells).unwrap())
}

#[test]
fn tile_65_layers_have_opacity_tint_and_offset() {
    let mut map = map(uvec2(2, 1), uvec2(8, 8), uvec2(8, 8));
    map.background = Some(0xFF00_0064);
    map.layers.push(MapLayer {
        opacity: 0.5,
        tint: 0xFFFF_8000,
        offset: vec2(3.0, 2.0),
        ..layer(&[&[4, 0]])
    });
    let screen = drawn(&map, Vec2::ZERO, uvec2(16, 16));
    // White times orange at half: (128, 64, 0) over half of the blue.
    let seen = screen.get(3, 2).unwrap();
    assert!(
        seen.r.abs_diff(128) <= 1 && seen.g.abs_diff(64) <= 1 && seen.b.abs_diff(50) <= 1,
        "{seen:?}"
    );
    assert_eq!(screen.get(10, 9), screen.get(3, 2));
    for outside in [(2, 2), (3, 1), (11, 9), (10, 10)] {
        assert_eq!(screen.get(outside.0, outside.1), Some(Color::rgb(0, 0, 100)));
    }
    map.layers[0].visible = false;
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(16, 16)).get(3, 2), Some(Color::rgb(0, 0, 100)));
}

#[test]
fn tile_65_groups_hand_down_what_they_have() {
    let mut map = map(uvec2(1, 1), uvec2(8, 8), uvec2(8, 8));
    let inner = MapLayer { opacity: 0.5, offset: vec2(1.0, 0.0), ..layer(&[&[4]]) };
    let group = MapLayer::new("group", LayerContent::Group(vec![inner]));
    map.layers.push(MapLayer { opacity: 0.5, offset: vec2(4.0, 5.0), ..group });
    let screen = drawn(&map, Vec2::ZERO, uvec2(16, 16));
    let seen = screen.get(5, 5).unwrap();
    assert!(seen.r.abs_diff(64) <= 1, "{seen:?}");
    assert_eq!(screen.get(4, 5), Some(Color::BLACK));
}

#[test]
fn tile_65_parallax_goes_by_the_middle_of_the_view() {
    let mut map = map(uvec2(20, 1), uvec2(8, 8), uvec2(8, 8));
    map.parallax_origin = vec2(8.0, 8.0);
    map.layers.push(MapLayer { parallax: vec2(0.25, 1.0), ..layer(&[&[1]]) });
    // The middle of the view is at the origin: no shift.
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(16, 16)).get(0, 0), Some(Color::RED));
    // 20 to the left the layer comes along with three quarters of it: 5 pixels to the right of where it was.
    let screen = drawn(&map, vec2(-20.0, 0.0), uvec2(16, 16));
    assert_eq!((screen.get(4, 0), screen.get(5, 0)), (Some(Color::BLACK), Some(Color::RED)));
}

#[test]
fn tile_65_picture_layers_repeat() {
    let mut dots = Surface::new(5, 4).unwrap();
    dots.set(0, 0, Color::RED);
    for (repeat_x, repeat_y) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut map = TileMap::new(uvec2(4, 4), uvec2(8, 8));
        let image = TileImage { source: "art/dots.png".into(), ..TileImage::default() };
        let content = LayerContent::Image { image, repeat_x, repeat_y };
        map.layers.push(MapLayer { offset: vec2(7.0, 6.0), ..MapLayer::new("sky", content) });
        let load = |path: &str| {
            if path == "maps/art/dots.png" { Ok(dots.clone()) } else { Err(path.to_owned()) }
        };
        let pictures = MapPictures::load(&map, "maps/a.tmx", load).unwrap();
        let mut screen = Surface::opaque(23, 17, Color::BLACK).unwrap();
        pictures.draw(&map, Vec2::ZERO, 0.0, &mut screen);
        for (x, y) in (0..23).flat_map(|x| (0..17).map(move |y| (x, y))) {
            let hit_x = if repeat_x { (x - 7) % 5 == 0 } else { x == 7 };
            let hit_y = if repeat_y { (y - 6) % 4 == 0 } else { y == 6 };
            let expected = if hit_x && hit_y { Color::RED } else { Color::BLACK };
            assert_eq!(screen.get(x, y), Some(expected), "{x} {y} {repeat_x} {repeat_y}");
        }
    }
}

#[test]
fn tile_65_large_tiles_stand_on_the_lower_left_corner_of_their_cells() {
    let mut map = map(uvec2(3, 3), uvec2(8, 8), uvec2(12, 20));
    map.layers.push(layer(&[&[0, 0, 0], &[0, 0, 0], &[0, 1, 0]]));
    let screen = drawn(&map, Vec2::ZERO, uvec2(24, 24));
    for (x, y) in (0..24).flat_map(|x| (0..24).map(move |y| (x, y))) {
        let inside = (8..20).contains(&x) && (4..24).contains(&y);
        assert_eq!(screen.get(x, y) == Some(Color::RED), inside, "{x} {y}");
    }
    map.sets[0].offset = ivec2(-2, 3);
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(24, 24)).get(6, 7), Some(Color::RED));
    // One whose cell is far out of view still reaches into it.
    let beyond = drawn(&map, vec2(6.0, -17.0), uvec2(4, 25));
    assert_eq!(beyond.get(0, 24), Some(Color::RED));
}

#[test]
fn tile_65_the_render_order_says_which_tile_is_over_which() {
    for (order, row, column) in [
        (RenderOrder::RightDown, 3, 2),
        (RenderOrder::RightUp, 1, 2),
        (RenderOrder::LeftDown, 3, 1),
        (RenderOrder::LeftUp, 1, 1),
    ] {
        // Two tiles of 12×12 in cells of 8 overlap: side by side in the first map, above each other in the second.
        let mut beside = map(uvec2(2, 1), uvec2(8, 8), uvec2(12, 12));
        beside.render_order = order;
        beside.layers.push(layer(&[&[1, 2]]));
        let mut above = map(uvec2(1, 2), uvec2(8, 8), uvec2(12, 12));
        above.render_order = order;
        above.layers.push(layer(&[&[1], &[3]]));
        let color = |number: usize| Some(COLORS[number - 1]);
        assert_eq!(drawn(&beside, Vec2::ZERO, uvec2(24, 16)).get(9, 7), color(column), "{order:?}");
        assert_eq!(drawn(&above, Vec2::ZERO, uvec2(24, 16)).get(2, 6), color(row), "{order:?}");
    }
}

#[test]
fn tile_65_sets_can_fit_their_tiles_to_the_cells() {
    let mut map = map(uvec2(1, 1), uvec2(12, 8), uvec2(4, 4));
    map.layers.push(layer(&[&[1]]));
    let count = |map: &TileMap| {
        let screen = drawn(map, Vec2::ZERO, uvec2(20, 20));
        screen.bytes().chunks(4).filter(|pixel| pixel[0] == 255).count()
    };
    assert_eq!(count(&map), 16);
    map.sets[0].fit_cells = true;
    assert_eq!(count(&map), 12 * 8);
    map.sets[0].keep_aspect = true;
    assert_eq!(count(&map), 8 * 8);
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(20, 20)).get(2, 0), Some(Color::RED), "in the middle");
}

/// Turned tiles by the plain definition: axes first, then mirrors.
#[test]
fn tile_a27_turned_tiles_of_any_size_are_drawn_turned() {
    let tile = uvec2(6, 10);
    let mut picture = Surface::new(24, 10).unwrap();
    for (x, y) in (0..24).flat_map(|x| (0..10).map(move |y| (x, y))) {
        picture.set(x, y, Color::rgb(1 + x as u8 * 10, 1 + y as u8 * 20, 99));
    }
    for bits in 0..8 {
        let mut turned = Tile::new(1).turned(i32::from(bits & 4 != 0));
        turned = if bits & 1 == 0 { turned } else { turned.flipped_x() };
        turned = if bits & 2 == 0 { turned } else { turned.flipped_y() };
        let mut map = map(uvec2(1, 1), uvec2(16, 16), tile);
        let mut tiles = TileLayer::new(1, 1).unwrap();
        tiles.set(0, 0, turned);
        map.layers.push(MapLayer::tiles("layer", tiles));
        let pictures = MapPictures::load(&map, "", |_| Ok::<_, String>(picture.clone())).unwrap();
        let mut screen = Surface::opaque(16, 16, Color::BLACK).unwrap();
        pictures.draw(&map, Vec2::ZERO, 0.0, &mut screen);
        let (w, h) = if turned.swap_axes() { (10, 6) } else { (6, 10) };
        for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
            let (u, v) = (
                if turned.flip_x() { w - 1 - x } else { x },
                if turned.flip_y() { h - 1 - y } else { y },
            );
            let (u, v) = if turned.swap_axes() { (v, u) } else { (u, v) };
            assert_eq!(screen.get(x, 16 - h + y), picture.get(u, v), "{bits} {x} {y}");
        }
        assert_eq!(screen.get(w, 15), Some(Color::BLACK));
    }
}

fn object(tile: Tile, position: Vec2, size: Vec2) -> MapObject {
    MapObject { position, size, shape: ObjectShape::Tile(tile), ..MapObject::default() }
}

#[test]
fn tile_65_tile_objects_have_their_size_turn_and_order() {
    let mut map = map(uvec2(4, 4), uvec2(8, 8), uvec2(8, 8));
    let quarter = core::f32::consts::FRAC_PI_2;
    let things = vec![
        object(Tile::new(1), vec2(2.0, 3.0), vec2(16.0, 4.0)),
        MapObject { rotation: quarter, ..object(Tile::new(2), vec2(28.0, 6.0), vec2(16.0, 4.0)) },
        MapObject { visible: false, ..object(Tile::new(3), Vec2::ZERO, vec2(32.0, 32.0)) },
        MapObject::new("a point is not drawn", vec2(1.0, 1.0)),
        MapObject { opacity: 0.5, ..object(Tile::new(4), vec2(0.0, 24.0), vec2(8.0, 8.0)) },
    ];
    map.layers.push(MapLayer::new("things", LayerContent::Objects(things)));
    let screen = drawn(&map, Vec2::ZERO, uvec2(32, 32));
    let red = |x, y| screen.get(x, y) == Some(Color::RED);
    assert!(red(2, 3) && red(17, 6) && !red(18, 6) && !red(2, 7) && !red(1, 3));
    // Turned about its corner by a quarter: 4 wide to the left of it, 16 high.
    let green = |x, y| screen.get(x, y) == Some(Color::GREEN);
    assert!(green(24, 6) && green(27, 21) && !green(28, 6) && !green(24, 22) && !green(23, 6));
    let half = screen.get(4, 28).unwrap();
    assert!(half.r.abs_diff(128) <= 1 && half.r == half.b, "{half:?}");
    assert_eq!(screen.get(1, 1), Some(Color::BLACK));
}

#[test]
fn tile_x3_objects_are_sorted_by_their_feet_when_the_layer_says_so() {
    let mut map = map(uvec2(4, 4), uvec2(8, 8), uvec2(8, 8));
    let near = object(Tile::new(1), vec2(0.0, 4.0), vec2(8.0, 8.0));
    let far = object(Tile::new(2), vec2(4.0, 0.0), vec2(8.0, 8.0));
    map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![near, far])));
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(16, 16)).get(5, 5), Some(Color::GREEN));
    map.layers[0].sort_y = true;
    assert_eq!(drawn(&map, Vec2::ZERO, uvec2(16, 16)).get(5, 5), Some(Color::RED));
}

/// In every orientation a tile is where the cell is, and what is lower on the screen covers what is higher.
#[test]
fn tile_65_all_orientations_are_painted_from_the_back_to_the_front() {
    let stagger = |columns, even| ShiftedLines { columns, even };
    for orientation in [
        Orientation::Isometric,
        Orientation::Staggered { stagger: stagger(false, false) },
        Orientation::Staggered { stagger: stagger(true, true) },
        Orientation::Hexagonal { stagger: stagger(false, true), side: 6 },
        Orientation::Hexagonal { stagger: stagger(true, false), side: 6 },
        Orientation::Oblique { skew: ivec2(5, 3) },
        Orientation::Orthogonal,
    ] {
        let mut rng = Rng::new(65);
        let mut map = TileMap { orientation, ..map(uvec2(9, 7), uvec2(14, 12), uvec2(14, 17)) };
        let tiles = TileLayer::from_fn(9, 7, |_, _| Tile::new(rng.below(5))).unwrap();
        map.layers.push(MapLayer::tiles("ground", tiles.clone()));
        let camera = vec2(11.0, 6.0);
        let screen = drawn(&map, camera, uvec2(90, 70));
        // The twin asks for each pixel which of all tiles over it comes last.
        for (x, y) in (0..90).flat_map(|x| (0..70).map(move |y| (x, y))) {
            let over = tiles.tiles().filter_map(|(cell, tile)| {
                let corner = map.corner_of_cell(cell) + vec2(0.0, 12.0 - 17.0) - camera;
                let (dx, dy) = (x - corner.x.round() as i32, y - corner.y.round() as i32);
                let inside = (0..14).contains(&dx) && (0..17).contains(&dy);
                let rows =
                    matches!(orientation, Orientation::Orthogonal | Orientation::Oblique { .. });
                let key = if rows { (cell.y, cell.x) } else { (corner.y as i32, corner.x as i32) };
                inside.then_some((key, COLORS[tile.number() as usize - 1]))
            });
            let last = over.max_by_key(|(key, _)| *key).map_or(Color::BLACK, |(_, color)| color);
            assert_eq!(screen.get(x, y), Some(last), "{orientation:?} {x} {y}");
        }
    }
}

#[test]
fn tile_65_objects_on_isometric_maps_stand_with_their_feet_on_their_place() {
    let mut map = TileMap {
        orientation: Orientation::Isometric,
        ..map(uvec2(4, 4), uvec2(16, 8), uvec2(8, 8))
    };
    let thing = object(Tile::new(1), vec2(8.0, 16.0), vec2(8.0, 8.0));
    map.layers.push(MapLayer::new("things", LayerContent::Objects(vec![thing])));
    let screen = drawn(&map, Vec2::ZERO, uvec2(64, 32));
    // One cell along x, two along y: (1 − 2)·8 + 32 = 24 and (1 + 2)·4 = 12, the middle of the lower edge.
    let red = |x, y| screen.get(x, y) == Some(Color::RED);
    assert!(red(20, 4) && red(27, 11) && !red(28, 4) && !red(20, 12) && !red(19, 4));
}

#[test]
fn tile_65_collections_of_pictures_have_a_size_for_each_tile() {
    let mut map = TileMap::new(uvec2(2, 1), uvec2(8, 8));
    let mut set = TileSet {
        name: "trees".into(),
        first: 5,
        count: 2,
        source: Some("../sets/trees.tsx".into()),
        ..TileSet::default()
    };
    for (local, name) in [(0, "oak.png"), (7, "fir.png")] {
        let image =
            TileImage { source: name.into(), transparent: Some(0xFF_00FF), ..TileImage::default() };
        set.tiles.insert(local, TileInfo { image: Some(image), ..TileInfo::default() });
    }
    map.sets.push(set);
    map.layers.push(layer(&[&[5, 12]]));
    let mut asked = Vec::new();
    let pictures = MapPictures::load(&map, "maps/one.tmx", |path| {
        asked.push(path.to_owned());
        let mut picture = Surface::filled(
            4,
            6,
            if path.ends_with("oak.png") { Color::GREEN } else { Color::BLUE },
        )?;
        picture.set(0, 0, Color::rgb(255, 0, 255));
        Ok::<_, motile_pixels::SurfaceError>(picture)
    })
    .unwrap();
    assert_eq!(asked, ["sets/oak.png", "sets/fir.png"], "beside the set's own file, each once");
    let mut screen = Surface::opaque(16, 8, Color::BLACK).unwrap();
    pictures.draw(&map, Vec2::ZERO, 0.0, &mut screen);
    assert_eq!(
        [screen.get(1, 2), screen.get(0, 7), screen.get(8, 7)].map(Option::unwrap),
        [Color::GREEN, Color::GREEN, Color::BLUE]
    );
    assert_eq!(screen.get(0, 2), Some(Color::BLACK), "the named color is transparent");
}

#[test]
fn tile_x13_pictures_that_cannot_be_had_are_named() {
    let map = map(uvec2(2, 1), uvec2(8, 8), uvec2(8, 8));
    let error =
        MapPictures::load(&map, "maps/one.tmx", |_| Err::<Surface, _>("no such file")).unwrap_err();
    assert_eq!(error.to_string(), TileErrorText("maps/set: no such file").text());
    let small = MapPictures::load(&map, "", |_| Surface::new(8, 8)).unwrap_err();
    assert_eq!(small.to_string(), "tile 1 lies outside its picture of 8 × 8 pixels");
}

/// How a [`motile_tiles::TileError::Picture`] reads.
struct TileErrorText(&'static str);

impl TileErrorText {
    fn text(&self) -> String {
        motile_tiles::TileError::Picture(self.0.into()).to_string()
    }
}

/// A map with everything that can be in it, at random.
fn any_map(rng: &mut Rng, plain: bool) -> TileMap {
    let tile = if plain { uvec2(8, 8) } else { uvec2(11, 13) };
    let mut map = map(uvec2(12, 9), uvec2(8, 8), tile);
    let frame = |tile| TileFrame { tile, millis: 100 };
    map.sets[0]
        .tiles
        .insert(1, TileInfo { animation: vec![frame(1), frame(2)], ..TileInfo::default() });
    map.background = rng.chance(0.5).then_some(0xFF12_3456);
    for number in 0..3 {
        let tiles = TileLayer::from_fn(12, 9, |_, _| {
            Tile::new(rng.below(7).saturating_sub(2)).turned(rng.int(0..4))
        });
        let mut layer = MapLayer::tiles(format!("layer {number}"), tiles.unwrap());
        if rng.chance(0.5) {
            layer.opacity = rng.f32();
            layer.tint = 0xFF00_0000 | rng.below(0x0100_0000);
        }
        layer.offset = vec2(rng.range(-9.0..9.0), rng.range(-9.0..9.0));
        layer.parallax = if rng.chance(0.3) { Vec2::splat(rng.range(0.0..2.0)) } else { Vec2::ONE };
        layer.visible = rng.chance(0.9);
        map.layers.push(layer);
    }
    let thing =
        object(Tile::new(1), vec2(rng.range(0.0..80.0), rng.range(0.0..60.0)), vec2(9.0, 5.0));
    map.layers.insert(1, MapLayer::new("things", LayerContent::Objects(vec![thing])));
    map
}

/// The view that scrolls shows what painting everything shows, through edits, animation and moves of the camera.
#[test]
fn tile_68_a_map_view_is_the_painted_map() {
    let mut rng = Rng::new(68);
    let size = uvec2(50, 34);
    for round in 0..24 {
        let mut map = any_map(&mut rng, round % 3 != 0);
        let pictures = pictures(&map);
        let mut view = MapView::new(&map, pictures.clone(), size).unwrap();
        let mut camera = vec2(10.0, 5.0);
        for step in 0..30 {
            camera += vec2(rng.range(-6.0..6.0), rng.range(-6.0..6.0));
            if rng.chance(0.5) {
                let number = rng.below(3);
                let tiles = map.tiles_mut(&format!("layer {number}")).unwrap();
                tiles.set(rng.int(0..12), rng.int(0..9), Tile::new(rng.below(5)));
            }
            let seconds = f64::from(step) * 0.04;
            view.update(&map, camera, seconds);
            let mut painted = Surface::new(size.x, size.y).unwrap();
            pictures.draw(&map, camera, seconds, &mut painted);
            assert_eq!(view.surface().to_rgba(), painted.to_rgba(), "round {round}, step {step}");
        }
    }
}

#[test]
fn tile_68_a_map_view_at_rest_draws_no_cells() {
    let mut rng = Rng::new(5);
    let mut map = any_map(&mut rng, true);
    map.all_layers().for_each(|layer| assert!(layer.visible || layer.as_tiles().is_some()));
    map.layers.iter_mut().for_each(|layer| layer.parallax = Vec2::ONE);
    map.sets[0].tiles.clear();
    let mut view = MapView::new(&map, pictures(&map), uvec2(50, 34)).unwrap();
    assert!(view.update(&map, vec2(8.0, 8.0), 0.0) > 50);
    assert_eq!(view.update(&map, vec2(8.0, 8.0), 0.5), 0);
    assert_eq!(view.update(&map, Vec2::NAN, 0.5), 0);
}

/// The maps of real editors, where they are.
fn data_folder() -> Option<std::path::PathBuf> {
    let here = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|up| up.join("shared/data/tilemaps")).find(|f| f.is_dir())
}

/// A map that another editor saved, with its own picture: each pixel against a painter of the test's own.
#[test]
fn tile_x2_a_real_hexagonal_map_is_drawn_with_its_picture() {
    let Some(folder) = data_folder().map(|folder| folder.join("tiled")) else { return };
    let mut disk = |path: &str| std::fs::read(folder.join(path));
    let map = read_tiled("hexagonal-mini.tmx", &mut disk).unwrap();
    let sheet = Surface::from_png(&std::fs::read(folder.join("hexmini.png")).unwrap()).unwrap();
    let pictures = MapPictures::load(&map, "hexagonal-mini.tmx", |path| {
        let bytes = std::fs::read(folder.join(path)).map_err(|e| e.to_string())?;
        Surface::from_png(&bytes).map_err(|e| e.to_string())
    })
    .unwrap();
    let mut screen = Surface::opaque(300, 200, Color::BLACK).unwrap();
    pictures.draw(&map, vec2(-4.0, -8.0), 0.0, &mut screen);
    let mut twin = Surface::opaque(300, 200, Color::BLACK).unwrap();
    let set = &map.sets[0];
    let tiles = map.layers[0].as_tiles().unwrap();
    for y in 0..map.size.y as i32 {
        for x in 0..map.size.x as i32 {
            let tile = tiles.get(x, y);
            let rect = set.rect(tile.number() - set.first).unwrap();
            // Pointy hexagons: rows 9 pixels apart, every other one half a cell to the right.
            let corner = map.corner_of_cell(ivec2(x, y))
                + vec2(4.0, 8.0 + 12.0 - 18.0)
                + set.offset.as_vec2();
            twin.blit_with(&sheet, corner.x as i32, corner.y as i32, &Blit::part(rect));
        }
    }
    for (x, y) in (0..300).flat_map(|x| (0..200).map(move |y| (x, y))) {
        assert_eq!(screen.get(x, y), twin.get(x, y), "{x} {y}");
    }
    let colors: std::collections::BTreeSet<&[u8]> = screen.bytes().chunks(4).collect();
    assert!(colors.len() > 20, "{} colors", colors.len());
}

/// The other real maps come without pictures: with made-up ones every filled cell in view shows.
#[test]
fn tile_x2_real_maps_of_all_orientations_are_drawn() {
    let Some(folder) = data_folder() else { return };
    for file in [
        "tiled/isometric_grass_and_water.tmx",
        "tiled/isometric_staggered_grass_and_water.tmx",
        "rs-tiled/tiled_csv.tmx",
        "rs-tiled/tiled_base64_zlib_infinite.tmx",
        "rs-tiled/tiled_flipped.tmx",
    ] {
        let mut disk = |path: &str| std::fs::read(folder.join(path));
        let map = read_tiled(file, &mut disk).unwrap();
        let sizes: Vec<UVec2> =
            map.sets.iter().filter_map(|set| set.image.as_ref()).map(|image| image.size).collect();
        let size = sizes.iter().fold(UVec2::ONE, |a, b| a.max(*b));
        let mut asked = Vec::new();
        let pictures = MapPictures::load(&map, file, |path| {
            asked.push(path.to_owned());
            Surface::filled(size.x, size.y, Color::WHITE)
        })
        .unwrap();
        assert!(
            !asked.is_empty() && asked.iter().all(|path| !path.contains("..")),
            "{file} {asked:?}"
        );
        let mut screen = Surface::opaque(400, 300, Color::BLACK).unwrap();
        let tiles = map.all_layers().find_map(|layer| layer.as_tiles()).unwrap();
        let (cell, tile) = tiles.tiles().next().unwrap();
        let corner = map.corner_of_cell(cell);
        let camera = (corner - 60.0).round();
        pictures.draw(&map, camera, 0.0, &mut screen);
        let (set, _) = map.set_of(tile).unwrap();
        let rise = map.tile_size.y as f32 - set.tile_size.y as f32;
        let at = corner + vec2(1.0, rise + 1.0) + set.offset.as_vec2() - camera;
        assert_eq!(screen.get(at.x as i32, at.y as i32), Some(Color::WHITE), "{file} {at}");
    }
}

/// The neighbors in the sheet and the ground behind are of other colors: at no zoom, angle and fraction of a pixel is any of
/// them seen in a world of one tile.
#[test]
fn tile_68_zoomed_and_turned_views_do_not_bleed() {
    const SIDE: u32 = 640;
    let sheet = TileSheet::new(&sheet(uvec2(16, 16)), uvec2(16, 16)).unwrap();
    let layer = TileLayer::from_fn(60, 60, |_, _| Tile::new(2)).unwrap();
    let mut view = TileView::new(sheet, uvec2(SIDE, SIDE)).unwrap();
    view.update(&[&layer], ivec2(37, 53), 0.0);
    let view = Shared::new(view);
    for zoom in [0.37, 0.5, 1.0, 1.25, 2.0, 2.71, 7.3] {
        for (angle, shift) in [(0.0, 0.0), (0.0, 0.3), (0.0, 0.5), (0.4, 0.0), (2.3, 0.7)] {
            let mut stage = Stage::new(160, 120).unwrap();
            stage.background = Color::BLUE;
            let id = stage.add(view.clone().node());
            // The middle of the view comes to the middle of the stage.
            let (sin, cos) = motile_geom::ops::sin_cos(angle);
            let middle = vec2(cos, sin).rotate(Vec2::splat(SIDE as f32 / 2.0)) * zoom;
            stage[id].scale = Vec2::splat(zoom);
            stage[id].rotation = angle;
            stage[id].position = vec2(80.0 + shift, 60.0 - shift) - middle;
            let mut screen = Surface::opaque(160, 120, Color::BLUE).unwrap();
            Painter::default().paint(&stage, &mut screen);
            let first = screen.words()[0];
            assert_eq!(screen.get(0, 0), Some(Color::GREEN), "{zoom} {angle} {shift}");
            assert!(screen.words().iter().all(|&word| word == first), "{zoom} {angle} {shift}");
        }
    }
}

/// Cells of odd sizes have corners at halves of pixels. Those above and left of the origin used to be rounded the other way, so
/// that a row of pixels was missing or there twice.
#[test]
fn odd_tiles_left_of_the_origin_are_evenly_apart() {
    let mut map = map(uvec2(6, 1), uvec2(9, 5), uvec2(9, 5));
    map.orientation = Orientation::Isometric;
    map.layers.push(layer(&[&[1, 2, 3, 4, 1, 2]]));
    let tops = |up: f32| -> Vec<i32> {
        let mut map = map.clone();
        map.sets[0].offset = ivec2(0, -up as i32);
        let screen = drawn(&map, vec2(0.0, -40.0), uvec2(60, 70));
        (0..6)
            .map(|x| {
                let across = (x as f32 * 4.5 + 0.5).floor() as i32;
                let is_drawn = |y: &i32| screen.get(across, *y) != Some(Color::BLACK);
                (0..70).find(is_drawn).unwrap_or(-1)
            })
            .collect()
    };
    let (near, far) = (tops(0.0), tops(20.0));
    let shifted: Vec<i32> = near.iter().map(|top| top - 20).collect();
    assert_eq!(far, shifted, "as far apart above the origin as below it");
}
