//! Views of some layers of a map, and views that change their size.

use motile_geom::{Rng, ivec2, uvec2, vec2};
use motile_pixels::{Color, Surface};
use motile_tiles::{
    LayerContent, MapLayer, MapPictures, MapView, Tile, TileLayer, TileMap, TileSet, TileSheet,
    TileView,
};

const COLORS: [Color; 3] = [Color::RED, Color::GREEN, Color::BLUE];

/// Three tiles of 8 pixels in a row, each of one color.
fn picture() -> Surface {
    let mut picture = Surface::new(24, 8).unwrap();
    for (i, color) in (0..).zip(COLORS) {
        picture.fill_rect(motile_geom::IRect::new(8 * i, 0, 8, 8), color);
    }
    picture
}

/// Three layers at random, two of them in a group, over a background.
fn map(rng: &mut Rng) -> TileMap {
    let mut map = TileMap::new(uvec2(20, 12), uvec2(8, 8));
    map.background = Some(0xFF20_4060);
    map.sets.push(TileSet::sheet("set", 1, uvec2(24, 8), uvec2(8, 8)));
    let mut layer = |parallax: f32| {
        let tile = |_, _| if rng.chance(0.4) { Tile::new(1 + rng.below(3)) } else { Tile::EMPTY };
        let cells = TileLayer::from_fn(20, 12, tile).unwrap();
        MapLayer { parallax: vec2(parallax, 1.0), ..MapLayer::tiles("layer", cells) }
    };
    let (below, group) = (layer(0.5), vec![layer(1.0), layer(1.25)]);
    map.layers.push(below);
    map.layers.push(MapLayer::new("group", LayerContent::Group(group)));
    map
}

#[test]
fn tile_x3_parts_of_a_map_in_two_views_are_the_map() {
    let mut rng = Rng::new(3);
    let size = uvec2(60, 40);
    for _ in 0..20 {
        let map = map(&mut rng);
        let pictures = MapPictures::load(&map, "", |_| Ok::<_, String>(picture())).unwrap();
        let view = || MapView::new(&map, pictures.clone(), size).unwrap();
        for cut in 0..=3 {
            let mut whole = view();
            let mut behind = view().with_layers(0..cut).unwrap();
            let mut front = view().with_layers(cut..usize::MAX).unwrap();
            for step in 0..5 {
                let camera = vec2(step as f32 * 7.0, rng.range(-9.0..40.0));
                for view in [&mut whole, &mut behind, &mut front] {
                    view.update(&map, camera, 0.0);
                }
                let mut both = behind.surface().clone();
                // Whoever stands between them is hidden by the front alone.
                let hero = ivec2(30, 20);
                both.set(hero.x, hero.y, Color::WHITE);
                both.blit(front.surface(), 0, 0);
                let covered = front.surface().get(hero.x, hero.y).is_some_and(|color| color.a > 0);
                let seen = both.get(hero.x, hero.y) == Some(Color::WHITE);
                assert!(cut == 0 || seen != covered);
                if let Some(color) = whole.surface().get(hero.x, hero.y) {
                    both.set(hero.x, hero.y, color);
                }
                assert!(&both == whole.surface(), "cut before layer {cut}, step {step}");
            }
        }
    }
}

#[test]
fn tile_68_a_view_of_another_size_shows_as_much_as_a_new_one() {
    let mut rng = Rng::new(8);
    let map = map(&mut rng);
    let pictures = MapPictures::load(&map, "", |_| Ok::<_, String>(picture())).unwrap();
    let mut view = MapView::new(&map, pictures.clone(), uvec2(30, 20)).unwrap();
    let sheet = TileSheet::new(&picture(), uvec2(8, 8)).unwrap();
    let layer = map.all_layers().find_map(MapLayer::as_tiles).unwrap();
    let tiles = |size| {
        let view = TileView::new(sheet.clone(), size).unwrap();
        view.with_background(Color::WHITE).unwrap()
    };
    let shown = |view: &TileView, size: motile_geom::UVec2| {
        let mut screen = Surface::new(size.x, size.y).unwrap();
        view.scroll().blit(&mut screen, 0, 0);
        screen
    };
    let mut scrolled = tiles(uvec2(30, 20));
    for size in [uvec2(64, 50), uvec2(7, 90), uvec2(200, 1)] {
        view.update(&map, vec2(3.0, 4.0), 0.0);
        view.resize(size).unwrap();
        view.update(&map, vec2(11.0, 4.0), 0.0);
        let mut new = MapView::new(&map, pictures.clone(), size).unwrap();
        new.update(&map, vec2(11.0, 4.0), 0.0);
        assert!(view.surface() == new.surface(), "{size}");
        scrolled.update(&[layer], ivec2(5, 6), 0.0);
        scrolled.resize(size).unwrap();
        scrolled.update(&[layer], ivec2(-3, 6), 0.0);
        let mut fresh = tiles(size);
        fresh.update(&[layer], ivec2(-3, 6), 0.0);
        assert!(shown(&scrolled, size) == shown(&fresh, size), "{size}");
    }
}
