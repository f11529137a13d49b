//! The scrolling view against drawing everything anew.

use motile_geom::{IRect, IVec2, Rng, ivec2, uvec2};
use motile_pixels::{Blit, Color, Surface};
use motile_tiles::{
    MapPictures, Tile, TileFrame, TileInfo, TileLayer, TileMap, TileScroll, TileSet, TileSheet,
};

/// Eight tiles of 6×4 pixels: opaque ones, half transparent ones and an empty one; tile 3 turns into 4 and back.
fn sheet() -> TileSheet {
    let mut picture = Surface::new(24, 8).unwrap();
    for tile in 0..7 {
        let (x, y) = (tile % 4 * 6, tile / 4 * 4);
        for (dx, dy) in (0..6).flat_map(|dx| (0..4).map(move |dy| (dx, dy))) {
            let alpha = if tile % 2 == 0 { 255 } else { (dx * 40) as u8 };
            picture.set(
                x + dx,
                y + dy,
                Color::rgba((tile * 30) as u8, (dx * 20) as u8, (dy * 50) as u8, alpha),
            );
        }
    }
    let mut set = TileSet::sheet("s", 1, uvec2(24, 8), uvec2(6, 4));
    let frame = |tile| TileFrame { tile, millis: 100 };
    set.tiles.insert(2, TileInfo { animation: vec![frame(2), frame(3)], ..TileInfo::default() });
    TileSheet::empty(uvec2(6, 4)).unwrap().with_set(&set, &picture).unwrap()
}

fn shown(view: &TileScroll) -> Surface {
    let mut screen = Surface::opaque(50, 30, Color::rgb(9, 8, 7)).unwrap();
    view.blit(&mut screen, 0, 0);
    screen
}

#[test]
fn tile_68_scrolling_edits_and_animation_equal_a_full_redraw() {
    let sheet = sheet();
    let mut rng = Rng::new(11);
    for background in [None, Some(Color::rgb(200, 0, 100))] {
        let fresh = || {
            let view = TileScroll::new(uvec2(50, 30), &sheet).unwrap();
            background
                .map_or_else(|| view.clone(), |color| view.clone().with_background(color).unwrap())
        };
        let (mut low, mut high) = (TileLayer::endless(), TileLayer::endless());
        let mut view = fresh();
        let mut corner = ivec2(-7, 3);
        for step in 0..400 {
            for _ in 0..rng.below(6) {
                let layer = if rng.chance(0.5) { &mut low } else { &mut high };
                let tile = Tile::new(rng.below(9)).turned(rng.int(0..4));
                let place = corner / ivec2(6, 4) + ivec2(rng.int(-3..12), rng.int(-3..12));
                layer.set(place.x, place.y, tile);
            }
            if step % 50 == 49 {
                low.fill_rect(
                    IRect::new(corner.x / 6 - 20, corner.y / 4 - 20, 40, 40),
                    Tile::new(1),
                );
            }
            let far = if rng.chance(0.05) { 100 } else { 5 };
            corner += ivec2(rng.int(-far..far + 1), rng.int(-far..far + 1));
            let seconds = step as f64 * 0.03;
            view.update(&[&low, &high], &sheet, corner, seconds);
            let mut anew = fresh();
            anew.update(&[&low, &high], &sheet, corner, seconds);
            assert!(shown(&view) == shown(&anew), "step {step}");
        }
    }
}

#[test]
fn tile_68_a_step_draws_only_the_strip_that_comes_into_view() {
    let sheet = sheet();
    let layer = TileLayer::from_fn(1000, 1000, |x, _| Tile::new(1 + x % 2)).unwrap();
    let mut view = TileScroll::new(uvec2(50, 30), &sheet).unwrap();
    let update = |view: &mut TileScroll, x| view.update(&[&layer], &sheet, ivec2(x, 0), 0.0);
    assert_eq!(update(&mut view, 0), 10 * 9);
    assert_eq!(update(&mut view, 5), 0);
    assert_eq!(update(&mut view, 8), 9, "one column");
    assert_eq!(update(&mut view, 8), 0);
}

/// How many pixels of a surface are not black.
fn written(surface: &Surface) -> usize {
    surface.bytes().chunks(4).filter(|pixel| pixel[..3] != [0; 3]).count()
}

/// A tile of 64×64 pixels in which every pixel is another color.
fn gradient() -> TileSheet {
    let mut picture = Surface::new(64, 64).unwrap();
    for (x, y) in (0..64).flat_map(|x| (0..64).map(move |y| (x, y))) {
        picture.set(x, y, Color::rgb(x as u8 * 3 + 1, y as u8 * 3 + 1, 7));
    }
    TileSheet::new(&picture, uvec2(64, 64)).unwrap()
}

#[test]
fn tile_a22_a_blit_is_cut_at_the_edges() {
    let sheet = gradient();
    let tile = sheet.picture(Tile::new(1)).unwrap();
    for (place, from, size) in [
        (ivec2(-10, -20), ivec2(10, 20), ivec2(54, 44)),
        (ivec2(630, 500), ivec2(0, 0), ivec2(10, 12)),
        (ivec2(100, 100), ivec2(0, 0), ivec2(64, 64)),
        (ivec2(640, 0), ivec2(0, 0), ivec2(0, 0)),
        (ivec2(-64, 512), ivec2(0, 0), ivec2(0, 0)),
    ] {
        let mut screen = Surface::opaque(640, 512, Color::BLACK).unwrap();
        screen.blit(tile, place.x, place.y);
        assert_eq!(written(&screen), (size.x * size.y) as usize, "{place}");
        for (x, y) in (0..size.x).flat_map(|x| (0..size.y).map(move |y| (x, y))) {
            let corner = place.max(IVec2::ZERO);
            assert_eq!(screen.get(corner.x + x, corner.y + y), tile.get(from.x + x, from.y + y));
        }
    }
}

#[test]
fn tile_a22_source_over_is_exact() {
    let mut picture = Surface::new(3, 1).unwrap();
    picture.bytes_mut().copy_from_slice(&[64, 0, 0, 128, 0, 0, 0, 0, 9, 8, 7, 255]);
    let mut ground = Surface::opaque(3, 1, Color::BLACK).unwrap();
    ground.bytes_mut().copy_from_slice(&[0, 100, 0, 255, 11, 22, 33, 255, 44, 55, 66, 255]);
    ground.blit(&picture, 0, 0);
    assert_eq!(ground.bytes(), [64, 50, 0, 255, 11, 22, 33, 255, 9, 8, 7, 255]);
    // And as a tile of a view over a ground.
    let sheet = TileSheet::new(&picture, uvec2(3, 1)).unwrap();
    let layer = TileLayer::from_rows(&[[1]]).unwrap();
    let view = TileScroll::new(uvec2(3, 1), &sheet).unwrap();
    let mut view = view.with_background(Color::rgb(0, 100, 0)).unwrap();
    view.update(&[&layer], &sheet, IVec2::ZERO, 0.0);
    let mut screen = Surface::opaque(3, 1, Color::WHITE).unwrap();
    view.blit(&mut screen, 0, 0);
    assert_eq!(screen.bytes(), [64, 50, 0, 255, 0, 100, 0, 255, 9, 8, 7, 255]);
}

/// Every tile of every layer blitted by itself, from the bottom to the top.
#[test]
fn tile_68_a_view_is_all_its_tiles_blitted_one_by_one() {
    let sheet = sheet();
    let mut rng = Rng::new(21);
    for round in 0..40 {
        let mut layers = [TileLayer::endless(), TileLayer::endless(), TileLayer::endless()];
        for layer in &mut layers {
            for _ in 0..60 {
                let tile = Tile::new(rng.below(9));
                let tile = if rng.chance(0.3) { tile.flipped_x() } else { tile };
                let tile = if rng.chance(0.3) { tile.flipped_y() } else { tile };
                layer.set(rng.int(-4..12), rng.int(-4..12), tile);
            }
        }
        let corner = ivec2(rng.int(-20..20), rng.int(-15..15));
        let mut view = TileScroll::new(uvec2(50, 30), &sheet).unwrap();
        view.update(&[&layers[0], &layers[1], &layers[2]], &sheet, corner, 0.0);
        let mut plain = Surface::new(50, 30).unwrap();
        for layer in &layers {
            for (cell, tile) in layer.tiles() {
                let Some(picture) = sheet.picture(sheet.shown(tile, 0.0)) else { continue };
                let (flip_x, flip_y) = (tile.flip_x(), tile.flip_y());
                let blit = Blit { flip_x, flip_y, ..Blit::default() };
                plain.blit_with(picture, cell.x * 6 - corner.x, cell.y * 4 - corner.y, &blit);
            }
        }
        let mut screen = Surface::opaque(50, 30, Color::rgb(9, 8, 7)).unwrap();
        let mut apart = Surface::new(50, 30).unwrap();
        view.blit(&mut apart, 0, 0);
        assert!(apart == plain, "round {round}");
        view.blit(&mut screen, 0, 0);
        let mut other = Surface::opaque(50, 30, Color::rgb(9, 8, 7)).unwrap();
        other.blit(&plain, 0, 0);
        assert!(screen == other, "round {round}");
    }
}

#[test]
fn tile_a22_what_is_drawn_is_the_tile_pixel_by_pixel() {
    let sheet = sheet();
    let mut layer = TileLayer::new(3, 3).unwrap();
    layer.set(1, 1, Tile::new(1).flipped_x());
    let mut view = TileScroll::new(uvec2(50, 30), &sheet).unwrap();
    view.update(&[&layer], &sheet, IVec2::ZERO, 0.0);
    let screen = shown(&view);
    let picture = sheet.picture(Tile::new(1)).unwrap();
    for (x, y) in (0..6).flat_map(|x| (0..4).map(move |y| (x, y))) {
        assert_eq!(screen.get(6 + x, 4 + y), picture.get(5 - x, y));
    }
    assert_eq!(screen.get(5, 4), Some(Color::rgb(9, 8, 7)));
}

#[test]
fn sheets_name_the_tile_that_is_not_there() {
    let picture = Surface::new(16, 16).unwrap();
    let set = TileSet::sheet("s", 1, uvec2(64, 16), uvec2(16, 16));
    let error = TileSheet::empty(uvec2(16, 16)).unwrap().with_set(&set, &picture).unwrap_err();
    assert_eq!(error.to_string(), "tile 1 lies outside its picture of 16 × 16 pixels");
    assert!(TileSheet::empty(uvec2(0, 5)).is_err());
}

/// Areas that begin left of their picture or above it had no fault: what is beyond it was drawn as nothing.
#[test]
fn areas_left_of_their_picture_are_outside_of_it() {
    let picture = Surface::filled(16, 16, Color::RED).unwrap();
    for (area, fits) in [
        (IRect::new(0, 0, 16, 16), true),
        (IRect::new(4, 4, 12, 12), true),
        (IRect::new(-16383, 0, 16384, 16), false),
        (IRect::new(0, -1, 16, 16), false),
        (IRect::new(1, 0, 16, 16), false),
    ] {
        let mut set = TileSet::sheet("s", 1, uvec2(16, 16), uvec2(16, 16));
        set.tiles.insert(0, TileInfo { area: Some(area), ..TileInfo::default() });
        let sheet = TileSheet::empty(uvec2(16, 16)).unwrap().with_set(&set, &picture);
        let mut map = TileMap::new(uvec2(1, 1), uvec2(16, 16));
        map.sets.push(set);
        let pictures = MapPictures::load(&map, "", |_| Ok::<_, String>(picture.clone()));
        for error in [sheet.err(), pictures.err()] {
            let what = error.map(|error| error.to_string());
            let expected = "tile 0 lies outside its picture of 16 × 16 pixels";
            assert_eq!(what.as_deref(), (!fits).then_some(expected), "{area:?}");
        }
    }
}

/// A view at rest with animated tiles, and a moving one over others, allocate nothing once they have been drawn.
#[test]
fn tile_68_updates_allocate_nothing() {
    let sheet = sheet();
    for (tile, moves) in [(3, 0), (2, 1)] {
        let layer = TileLayer::from_fn(200, 40, |_, _| Tile::new(tile)).unwrap();
        let mut view = TileScroll::new(uvec2(50, 30), &sheet).unwrap();
        let mut tick = 0;
        let mut drawn = 0;
        let mut updates = |count: i32| {
            for _ in 0..count {
                tick += 1;
                let corner = ivec2(tick * moves, 0);
                drawn += view.update(&[&layer], &sheet, corner, f64::from(tick) / 10.0);
            }
        };
        updates(50);
        assert_eq!(allocation_counter::measure(|| updates(50)).count_total, 0);
        assert!(drawn > 100);
    }
}
