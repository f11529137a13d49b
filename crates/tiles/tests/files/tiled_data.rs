//! Files as Tiled itself saved them. The numbers were counted by another program, once.

use super::common::data_folder;
use motile_geom::{IVec2, Vec2, ivec2, vec2};
use motile_tiles::iso::{IsoBody, IsoOrder, IsoWorld};
use motile_tiles::{ObjectShape, Orientation, ShiftedLines, Tile, TileMap, read_tiled};

fn read(name: &str) -> Option<TileMap> {
    let folder = data_folder()?;
    let mut disk = |path: &str| std::fs::read(folder.join(path));
    Some(read_tiled(name, &mut disk).unwrap_or_else(|error| panic!("{error}")))
}

/// Filled cells and the sum of their numbers.
type Counted = (usize, u32);

fn counts(map: &TileMap) -> Vec<Counted> {
    let layers = map.all_layers().filter_map(|layer| layer.as_tiles());
    let count = |layer: &motile_tiles::TileLayer| {
        (layer.tiles().count(), layer.tiles().map(|(_, tile)| tile.number()).sum())
    };
    layers.map(count).collect()
}

#[test]
fn tile_x2_maps_of_real_editors_have_their_tiles() {
    let known: &[(&str, &[Counted], usize)] = &[
        ("rs-tiled/tiled_base64_zlib.tmx", &[(161, 5963)], 4),
        ("rs-tiled/tiled_base64_zlib_infinite.tmx", &[(2304, 41472), (273, 22510), (3, 93)], 4),
        ("rs-tiled/tiled_csv.tmx", &[(161, 5963)], 4),
        ("rs-tiled/tiled_flipped.tmx", &[(4, 12)], 0),
        ("rs-tiled/tiled_xml.tmx", &[(70, 3188)], 0),
        ("tiled/hexagonal-mini.tmx", &[(400, 3421)], 0),
        ("tiled/isometric_grass_and_water.tmx", &[(625, 4390)], 0),
        ("tiled/isometric_staggered_grass_and_water.tmx", &[(1250, 9466)], 0),
    ];
    for &(file, tiles, objects) in known {
        let Some(map) = read(file) else { return };
        assert_eq!(counts(&map), tiles, "{file}");
        assert_eq!(map.objects().count(), objects, "{file}");
    }
}

#[test]
fn tile_x2_encodings_of_real_editors_agree() {
    let (Some(zlib), Some(csv)) =
        (read("rs-tiled/tiled_base64_zlib.tmx"), read("rs-tiled/tiled_csv.tmx"))
    else {
        return;
    };
    assert_eq!(zlib.layers[0], csv.layers[0]);
    let shapes: Vec<_> = csv.objects().map(|(_, object)| object.shape.clone()).collect();
    assert!(matches!(
        shapes[..],
        [
            ObjectShape::Rectangle,
            ObjectShape::Ellipse,
            ObjectShape::Polyline(_),
            ObjectShape::Polygon(_)
        ]
    ));
    let text = csv.layers[0].properties.text("prop3").unwrap();
    assert!(text.starts_with("Line 1\nLine 2\nLine 3,\n  etc"));
}

#[test]
fn tile_x2_chunks_turns_and_sets_of_real_editors() {
    let Some(map) = read("rs-tiled/tiled_base64_zlib_infinite.tmx") else { return };
    assert_eq!(map.sets[1].source.as_deref(), Some("tilesheet.tsx"));
    assert_eq!((map.sets[1].first, map.sets[1].count), (85, 84));
    let ground = map.tiles("Background").unwrap();
    let chunks: Vec<_> = ground.chunks().map(|(place, _)| place).collect();
    assert_eq!(chunks, [ivec2(-1, 0), ivec2(0, 0), ivec2(-1, 1), ivec2(0, 1)]);
    let Some(map) = read("rs-tiled/tiled_flipped.tmx") else { return };
    let tiles = map.tiles("Tile Layer 1").unwrap();
    let get = |x, y| {
        let tile: Tile = tiles.get(x, y);
        (tile.number(), tile.flip_x(), tile.flip_y(), tile.swap_axes())
    };
    assert_eq!([get(0, 0), get(1, 0)], [(3, true, true, true), (3, false, true, false)]);
    assert_eq!([get(0, 1), get(1, 1)], [(3, true, false, false), (3, false, false, true)]);
}

#[test]
fn tile_x2_orientations_and_terrains_of_real_editors() {
    let Some(hex) = read("tiled/hexagonal-mini.tmx") else { return };
    let stagger = ShiftedLines { columns: false, even: false };
    assert_eq!(hex.orientation, Orientation::Hexagonal { stagger, side: 6 });
    // The file has no count of tiles: 106×72 pixels hold 5×4 tiles of 18×18.
    assert_eq!((hex.sets[0].count, hex.sets[0].columns), (20, 5));
    let Some(iso) = read("tiled/isometric_grass_and_water.tmx") else { return };
    assert_eq!(iso.orientation, Orientation::Isometric);
    let wang = &iso.sets[0].wang_sets[0];
    assert_eq!((wang.name.as_str(), wang.tiles.len()), ("Grass and Water", 24));
    let Some(staggered) = read("tiled/isometric_staggered_grass_and_water.tmx") else { return };
    assert_eq!(staggered.orientation, Orientation::Staggered { stagger });
    assert_eq!(staggered.sets[0].wang_sets[0].tiles.len(), 24);
}

/// Where the middle of a cell is.
type Middle = fn(IVec2) -> Vec2;

/// Both maps of the editor as worlds of boxes: where it draws them, with an order for all, and one can walk on them.
#[test]
fn iso_n1_isometric_maps_of_the_editor_are_worlds() {
    // As the editor's documentation has it, for the middles of cells of 64×32.
    let diamond = |cell: IVec2| {
        let (x, y) = (cell.x as f32, cell.y as f32);
        vec2((x - y) * 32.0 + 25.0 * 32.0, (x + y + 1.0) * 16.0)
    };
    let shifted = |cell: IVec2| {
        let odd = (cell.y & 1) as f32;
        vec2(cell.x as f32 * 64.0 + odd * 32.0 + 32.0, (cell.y + 1) as f32 * 16.0)
    };
    let maps: [(&str, usize, Middle); 2] = [
        ("tiled/isometric_grass_and_water.tmx", 625, diamond),
        ("tiled/isometric_staggered_grass_and_water.tmx", 1250, shifted),
    ];
    for (file, count, middle) in maps {
        let Some(map) = read(file) else { return };
        let (tiles, view) = (map.iso_tiles(), map.iso_projection());
        assert_eq!(tiles.len(), count, "{file}");
        let mut order = IsoOrder::new(view);
        let mut world = IsoWorld::new();
        for tile in &tiles {
            let seen = view.to_screen(tile.bounds.base());
            assert!(seen.abs_diff_eq(middle(tile.cell), 1e-2), "{file}: {:?}", tile.cell);
            order.insert(tile.bounds, tile.layer as i32);
            assert!(tile.walkable);
        }
        order.sort();
        assert_eq!((order.sequence().len(), order.cycles()), (count, 0), "{file}");
        assert!(order.penetrations().is_empty(), "flat tiles side by side share nothing");
        let start = tiles[count / 2].bounds.base();
        let hero = world.add(IsoBody::new(start, motile_geom::Vec3::splat(8.0)));
        world.step(0.1);
        assert_eq!(world[hero].position, start, "one stands on it");
    }
}

/// With a picture of the size that the map asks for, the scene of a map without heights is what the editor paints.
#[cfg(feature = "pixels")]
#[test]
fn iso_n1_isometric_maps_of_the_editor_look_alike_as_scenes() {
    use motile_pixels::{Color, Surface};
    use motile_tiles::{MapPictures, iso::IsoMapScene};
    for file in
        ["tiled/isometric_grass_and_water.tmx", "tiled/isometric_staggered_grass_and_water.tmx"]
    {
        let Some(map) = read(file) else { return };
        let size = map.sets[0].image.as_ref().map_or(map.tile_size, |image| image.size);
        let load = |_: &str| {
            let mut sheet = Surface::new(size.x, size.y)?;
            for (x, y) in (0..size.x as i32).flat_map(|x| (0..size.y as i32).map(move |y| (x, y))) {
                let (dx, dy) = ((x % 64 - 32).abs(), (y % 64 - 48).abs());
                if dx + 2 * dy <= 33 {
                    sheet.set(x, y, Color::rgb(x as u8, y as u8, (x / 8 + y) as u8));
                }
            }
            Ok::<_, motile_pixels::SurfaceError>(sheet)
        };
        let pictures = MapPictures::load(&map, "", load).unwrap();
        let mut town = IsoMapScene::new(&map, &pictures);
        town.scene.sort();
        let mut screens = [0, 1].map(|_| Surface::opaque(700, 500, Color::BLACK).unwrap());
        town.scene.draw_into(&mut screens[0]);
        pictures.draw(&map, Vec2::ZERO, 0.0, &mut screens[1]);
        assert!(
            screens[0].words().iter().filter(|&&word| word != screens[0].words()[0]).count()
                > 50_000
        );
        assert!(screens[0].words() == screens[1].words(), "{file}");
    }
}
