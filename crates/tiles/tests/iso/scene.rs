//! Scenes: every pixel of their pictures is that of the nearest box.

use crate::common::{disjoint, truth, truth_of, turned};
use motile_geom::{Aabb, Rng, Vec3, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_tiles::iso::{IsoBox, IsoLight, IsoProjection, IsoScene, IsoSprite};

const SIZE: u32 = 220;

/// Boxes on whole pixels, each in a color of its own, drawn.
fn drawn(boxes: &[IsoBox]) -> (Surface, IsoScene) {
    drawn_in(IsoProjection::DIMETRIC, boxes)
}

/// The same in any view.
fn drawn_in(view: IsoProjection, boxes: &[IsoBox]) -> (Surface, IsoScene) {
    let view = view.with_origin(vec2(110.0, 130.0));
    let mut scene = IsoScene::new(view);
    for (index, solid) in boxes.iter().enumerate() {
        let sprite = IsoSprite::block(&view, solid.size(), [color(index); 3], false).unwrap();
        let sprite = scene.add_sprite(sprite);
        scene.add(*solid, sprite);
    }
    scene.sort();
    let mut picture = Surface::opaque(SIZE, SIZE, Color::BLACK).unwrap();
    scene.draw_into(&mut picture);
    (picture, scene)
}

fn color(index: usize) -> Color {
    Color::rgb(40 + index as u8 * 4, 200 - index as u8 * 3, 77)
}

/// How many pixels do not show the box that a ray meets first.
fn wrong(boxes: &[IsoBox], picture: &Surface) -> usize {
    let pixels = (0..SIZE as i32).flat_map(|y| (0..SIZE as i32).map(move |x| (x, y)));
    let is_wrong = |&(x, y): &(i32, i32)| {
        let place = vec2(x as f32 + 0.5, y as f32 + 0.5) - vec2(110.0, 130.0);
        let wanted = truth(boxes, place).map_or(Color::BLACK, color);
        picture.get(x, y) != Some(wanted)
    };
    pixels.filter(is_wrong).count()
}

/// Moves boxes so that their middles are on whole pixels, where pictures stand, and gives them sizes of which no side runs through the
/// middle of a pixel.
fn on_pixels(boxes: &mut [IsoBox]) {
    for solid in boxes {
        let base = solid.base();
        *solid = IsoBox::standing(
            vec3(base.x.round() * 2.0, 0.0, base.z.round() * 2.0),
            solid.size() + 0.0625,
        );
    }
}

#[test]
fn iso_x1_pictures_have_no_wrong_pixel() {
    let mut rng = Rng::new(77);
    for _ in 0..12 {
        // On the floor, where middles can be on whole pixels.
        let mut boxes = disjoint(&mut rng, 26, 30.0);
        on_pixels(&mut boxes);
        let mut apart: Vec<IsoBox> = Vec::new();
        for solid in boxes {
            if !apart.iter().any(|other| other.overlaps(&solid)) {
                apart.push(solid);
            }
        }
        let (picture, scene) = drawn(&apart);
        assert!(scene.clone().sort_all().penetrations().is_empty());
        assert_eq!(wrong(&apart, &picture), 0);
    }
}

/// Boxes drawn in a view whose heights are whole pixels, so that floating ones stand on whole pixels too and nothing is lost to
/// rounding: how many rings there are and how many pixels are wrong.
fn rings_and_wrong(boxes: &[IsoBox], turns: u8) -> (u32, usize) {
    let view = IsoProjection::DIMETRIC.with_rise(1.0).with_turns(turns);
    let (picture, mut scene) = drawn_in(view, boxes);
    let seen = turned(boxes, turns);
    let pixels = (0..SIZE as i32).flat_map(|y| (0..SIZE as i32).map(move |x| (x, y)));
    let wrong = pixels.filter(|&(x, y)| {
        let place = vec2(x as f32 + 0.5, y as f32 + 0.5) - vec2(110.0, 130.0);
        let wanted = truth_of(&seen, place, 0.5, 1.0).map_or(Color::BLACK, color);
        picture.get(x, y) != Some(wanted)
    });
    (scene.sort_all().cycles(), wrong.count())
}

#[test]
fn iso_t_23_a_ring_is_composed_by_pixels() {
    let more = Vec3::splat(0.0625);
    let ring = [
        IsoBox::standing(vec3(20.0, -30.0, 10.0), vec3(10.0, 10.0, 60.0) + more),
        IsoBox::standing(vec3(10.0, -20.0, 30.0), vec3(10.0, 60.0, 10.0) + more),
        IsoBox::standing(vec3(0.0, -41.0, 0.0), vec3(60.0, 10.0, 10.0) + more),
    ];
    assert_eq!(rings_and_wrong(&ring, 0), (1, 0));
}

/// Long boxes that float anywhere lie on each other in rings, whichever way one looks.
#[test]
fn iso_x1_rings_have_no_wrong_pixel_in_any_view() {
    let mut rng = Rng::new(23);
    let mut rings = 0;
    for round in 0..24 {
        let mut boxes: Vec<IsoBox> = Vec::new();
        for tries in 0..1500 {
            let mut whole = |low: i32, high: i32| rng.int(low..high) as f32 * 2.0;
            let base = vec3(whole(-14, 15), whole(-20, 1), whole(-14, 15));
            let mut size = vec3(whole(1, 4), whole(1, 4), whole(1, 4));
            size[tries % 3] += 60.0;
            let new = IsoBox::standing(base, size + 0.0625);
            if boxes.len() < 30 && !boxes.iter().any(|old| old.overlaps(&new)) {
                boxes.push(new);
            }
        }
        let (cycles, wrong) = rings_and_wrong(&boxes, round % 4);
        rings += cycles;
        assert_eq!(wrong, 0, "round {round} with {cycles} rings");
    }
    assert!(rings > 5, "{rings} rings");
}

#[test]
fn iso_x1_boxes_in_each_other_look_like_solids() {
    let boxes = [
        IsoBox::standing(Vec3::ZERO, vec3(60.0, 20.0, 20.0)),
        IsoBox::standing(Vec3::ZERO, vec3(20.0, 20.0, 60.0)),
        IsoBox::standing(Vec3::ZERO, vec3(12.0, 60.0, 12.0)),
    ];
    let (picture, scene) = drawn(&boxes);
    assert_eq!(scene.clone().sort_all().penetrations().len(), 3);
    // Where two tops are at one height either color is right; everywhere else the nearest is.
    let pixels = (0..SIZE as i32).flat_map(|y| (0..SIZE as i32).map(move |x| (x, y)));
    for (x, y) in pixels {
        let place = vec2(x as f32 + 0.5, y as f32 + 0.5) - vec2(110.0, 130.0);
        let shown = picture.get(x, y);
        let wanted = truth(&boxes, place);
        let either = [0, 1].map(|index| Some(color(index)));
        let is_right = shown == Some(wanted.map_or(Color::BLACK, color));
        assert!(is_right || (wanted < Some(2) && either.contains(&shown)), "{x} {y}");
    }
}

/// The other back end: a depth buffer gives the picture that the order gives, where an order is right and where none is, and
/// half clear things are drawn over what they stand before.
#[test]
fn iso_x3_a_depth_buffer_gives_the_same_picture() {
    let mut rng = Rng::new(33);
    for round in 0..10 {
        let mut boxes = disjoint(&mut rng, 20, 40.0);
        on_pixels(&mut boxes);
        if round % 2 == 0 {
            // Without any of the same height: what lies in one plane is a matter of order.
            boxes.truncate(8);
        } else {
            boxes.dedup_by(|a, b| a.overlaps(b));
        }
        let (mut picture, mut scene) = drawn(&boxes);
        let mut by_depth = Surface::opaque(SIZE, SIZE, Color::BLACK).unwrap();
        scene.draw_by_depth(&mut by_depth);
        assert_eq!(wrong(&boxes, &by_depth), wrong(&boxes, &picture), "round {round}");
        let ids: Vec<_> = scene.clone().sort_all().sequence().to_vec();
        for &id in ids.iter().step_by(3) {
            scene.set_tint(id, Color::WHITE.with_alpha(120));
        }
        picture = Surface::opaque(SIZE, SIZE, Color::BLACK).unwrap();
        by_depth = picture.clone();
        scene.draw_into(&mut picture);
        scene.draw_by_depth(&mut by_depth);
        let pixels = (0..SIZE as i32).flat_map(|y| (0..SIZE as i32).map(move |x| (x, y)));
        let far = |a: u8, b: u8| a.abs_diff(b) > 3;
        let differ = |&(x, y): &(i32, i32)| {
            let (a, b) = (picture.get(x, y).unwrap(), by_depth.get(x, y).unwrap());
            far(a.r, b.r) || far(a.g, b.g) || far(a.b, b.b)
        };
        assert_eq!(pixels.filter(differ).count(), 0, "round {round}");
    }
}

#[test]
fn pictures_with_holes_are_picked_through() {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(50.0, 60.0));
    let mut scene = IsoScene::new(view);
    let size = Vec3::splat(20.0);
    let day = IsoLight::DAY.shades(Color::RED);
    let solid = scene.add_sprite(IsoSprite::block(&view, size, day, true).unwrap());
    let mut gate = IsoSprite::block(&view, size, day, false).unwrap();
    gate.surface = Surface::new(gate.surface.width(), gate.surface.height()).unwrap();
    let gate = scene.add_sprite(gate);
    let behind = scene.add(IsoBox::standing(Vec3::ZERO, size), solid);
    let front = scene.add(IsoBox::standing(vec3(20.0, 0.0, 20.0), size), gate);
    scene.sort();
    let place = view.to_screen(vec3(5.0, -10.0, 10.0));
    assert_eq!(scene.order().pick(place).map(|pick| pick.id), Some(front));
    assert_eq!(scene.pick(place).map(|pick| pick.id), Some(behind));
    let mut hiding = Vec::new();
    scene.hiding(behind, &mut hiding);
    assert_eq!(hiding, [front]);
    assert!(scene.set_tint(front, Color::WHITE.with_alpha(90)) && scene.remove(front));
    assert!(!scene.set_sprite(front, solid) && !scene.remove(front));
}

#[test]
fn bad_sizes_are_errors() {
    let day = IsoLight::DAY.shades(Color::RED);
    // A map of 700 × 700 cells typed as `cells:700x700` took a gigabyte.
    let wide = vec3(700.0 * 16.0, 0.0, 700.0 * 16.0);
    for size in [Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY), Vec3::splat(1e9), wide] {
        assert!(IsoSprite::block(&IsoProjection::DIMETRIC, size, day, false).is_err());
    }
    let flat =
        IsoSprite::block(&IsoProjection::DIMETRIC, vec3(20.0, 0.0, 20.0), day, false).unwrap();
    assert_eq!((flat.surface.width(), flat.surface.height()), (40, 20));
    assert!(IsoSprite::block(&IsoProjection::DIMETRIC, Vec3::ZERO, day, false).is_ok());
}

/// A part of the screen shows what the whole picture shows there: leaving out what is far changes nothing.
#[test]
fn iso_x10_a_part_of_the_screen_equals_that_part_of_the_whole() {
    let mut rng = Rng::new(99);
    for turns in 0..4 {
        let view =
            IsoProjection::DIMETRIC.with_origin(vec2(400.0, 60.0)).with_zoom(1.5).with_turns(turns);
        let mut scene = IsoScene::new(view);
        let block = |size: Vec3, color| IsoSprite::block(&view, size, [color; 3], true).unwrap();
        let ground = scene.add_sprite(block(vec3(12.0, 0.0, 12.0), Color::GREEN));
        let tower = scene.add_sprite(block(vec3(9.0, 60.0, 9.0), Color::ORANGE));
        for cell in 0..900 {
            let place = vec3((cell % 30) as f32 * 12.0, 0.0, (cell / 30) as f32 * 12.0);
            scene.add_floor(place, ground);
            if rng.below(6) == 0 {
                scene.add(IsoBox::standing(place, vec3(9.0, 60.0, 9.0)), tower);
            }
        }
        scene.sort();
        let mut whole = Surface::opaque(800, 600, Color::BLACK).unwrap();
        scene.draw_into(&mut whole);
        for _ in 0..6 {
            let corner = (rng.below(700) as i32, rng.below(500) as i32);
            scene.set_projection(
                view.with_origin(view.origin - vec2(corner.0 as f32, corner.1 as f32)),
            );
            scene.sort();
            let mut part = Surface::opaque(100, 100, Color::BLACK).unwrap();
            scene.draw_into(&mut part);
            let places = (0..100).flat_map(|y| (0..100).map(move |x| (x, y)));
            let wrong = places
                .filter(|&(x, y)| part.get(x, y) != whole.get(corner.0 + x, corner.1 + y))
                .count();
            assert_eq!(wrong, 0, "turned {turns}, at {corner:?}");
        }
    }
}

/// A room of two cells: who is in it sees the hero, who is outside sees the whole roof, also through the other half of it.
#[test]
fn iso_n5_roofs_open_for_who_is_inside() {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(80.0, 100.0));
    let mut scene = IsoScene::new(view);
    let (person, part) = (vec3(8.0, 16.0, 8.0), vec3(30.0, 4.0, 30.0));
    let plain = |size, color| IsoSprite::block(&view, size, [color; 3], false).unwrap();
    let coat = scene.add_sprite(plain(person, Color::BLUE));
    let tiles = scene.add_sprite(plain(part, Color::RED));
    let hero = scene.add(IsoBox::standing(Vec3::ZERO, person), coat);
    let roof = [0.0, 30.0].map(|x| scene.add(IsoBox::standing(vec3(x, -24.0, 0.0), part), tiles));
    for part in roof {
        assert!(scene.set_roof(part, Some(3)));
    }
    let blue = |scene: &mut IsoScene| {
        scene.sort();
        let mut picture = Surface::opaque(160, 160, Color::BLACK).unwrap();
        scene.draw_into(&mut picture);
        let places = (0..160).flat_map(|y| (0..160).map(move |x| (x, y)));
        places.filter(|&(x, y)| picture.get(x, y) == Some(Color::BLUE)).count()
    };
    let hidden = blue(&mut scene);
    assert_eq!(scene.open_roofs(&[hero]), 2);
    let seen = blue(&mut scene);
    assert!(seen > hidden && seen > 100, "{hidden} {seen}");
    let top = view.to_screen(vec3(0.0, -28.0, 0.0));
    assert_ne!(scene.pick(top).map(|pick| pick.id), Some(roof[0]), "what is open is no target");
    // A lamp on the roof is not in the house; neither is anybody who left.
    let lamp = scene.add(IsoBox::standing(vec3(0.0, -28.0, 0.0), Vec3::splat(4.0)), coat);
    assert_eq!(scene.open_roofs(&[lamp]), 0);
    assert_eq!(scene.pick(top + vec2(0.0, 4.0)).map(|pick| pick.id), Some(roof[0]));
    scene.set_roof(roof[0], None);
    assert_eq!(scene.open_roofs(&[hero]), 0, "below no part of it");
    scene.remove(roof[1]);
    let other = scene.add(IsoBox::standing(vec3(0.0, -24.0, 0.0), part), tiles);
    assert_eq!(scene.open_roofs(&[hero]), 0, "what comes in its place is no roof");
    assert!(scene.set_roof(other, Some(3)) && !scene.set_roof(roof[1], Some(3)));
    assert_eq!(scene.open_roofs(&[hero]), 1);
}

/// What is seen is ordered by itself: in a large world the picture is that of the whole order.
#[test]
fn iso_x14_what_is_seen_is_ordered_as_in_the_whole() {
    let mut rng = Rng::new(8);
    let view = IsoProjection::DIMETRIC.with_origin(vec2(110.0, 130.0));
    let boxes = disjoint(&mut rng, 60, 140.0);
    let mut scene = IsoScene::new(view);
    let mut ids = Vec::new();
    for (index, solid) in boxes.iter().enumerate() {
        let shade = Color::rgb(50 + 3 * index as u8, 250 - 4 * index as u8, 90);
        let sprite = IsoSprite::block(&view, solid.size(), [shade; 3], false).unwrap();
        let sprite = scene.add_sprite(sprite);
        ids.push(scene.add(*solid, sprite));
    }
    for round in 0..5 {
        for &id in ids.iter().skip(round).step_by(7) {
            let bounds = scene.order().get(id).map(|item| item.bounds).unwrap_or_default();
            scene.set(id, bounds.translated(vec3(0.0, -400.0 * (round % 2) as f32, 0.0)));
        }
        scene.sort();
        let mut near = Surface::opaque(SIZE, SIZE, Color::BLACK).unwrap();
        scene.draw_into(&mut near);
        let mut whole = scene.clone();
        let order: Vec<_> = whole.sort_all().sequence().to_vec();
        assert_eq!(order.len(), ids.len());
        let mut drawn = Surface::opaque(SIZE, SIZE, Color::BLACK).unwrap();
        for id in order {
            let mut one = scene.clone();
            ids.iter().filter(|&&other| other != id).for_each(|&other| {
                one.remove(other);
            });
            one.sort();
            one.draw_into(&mut drawn);
        }
        if whole.order().cycles() == 0 {
            assert_eq!(near.words(), drawn.words(), "round {round}");
        }
    }
}

/// What floats stands on whole pixels as well, up to half of one beside its place: what is drawn there is seen within a pixel, and no
/// more of it is wrong than borders are.
#[test]
fn iso_x1_floating_pictures_are_wrong_at_borders_only() {
    let mut rng = Rng::new(31);
    let (mut seen, mut wrong, mut far) = (0, 0, 0);
    for _ in 0..10 {
        let boxes = disjoint(&mut rng, 24, 40.0);
        let (picture, _) = drawn(&boxes);
        let truth_at = |x: f32, y: f32| {
            truth(&boxes, vec2(x, y) - vec2(110.0, 130.0)).map_or(Color::BLACK, color)
        };
        for (x, y) in (1..SIZE as i32 - 1).flat_map(|y| (1..SIZE as i32 - 1).map(move |x| (x, y))) {
            let (shown, at) = (picture.get(x, y), vec2(x as f32 + 0.5, y as f32 + 0.5));
            let wanted = truth_at(at.x, at.y);
            seen += u32::from(wanted != Color::BLACK);
            if shown == Some(wanted) {
                continue;
            }
            wrong += 1;
            let mut near = (-4..=4).flat_map(|dy| (-4..=4).map(move |dx| (dx, dy)));
            let is_near = near.any(|(dx, dy)| {
                Some(truth_at(at.x + dx as f32 * 0.25, at.y + dy as f32 * 0.25)) == shown
            });
            far += u32::from(!is_near);
        }
    }
    assert!(seen > 20_000 && wrong * 8 < seen && far * 200 < seen, "{wrong} and {far} of {seen}");
}

/// What came after the first time everything was sorted was never selected.
#[test]
fn iso_n6_what_is_new_is_selected_too() {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(110.0, 130.0));
    let mut scene = IsoScene::new(view);
    let block = |x: f32| IsoBox::standing(vec3(x, 0.0, 0.0), Vec3::splat(20.0));
    let first = scene.add(block(0.0), 0);
    scene.sort();
    let second = scene.add(block(40.0), 0);
    let part = scene.add(IsoBox::standing(vec3(0.0, -24.0, 0.0), vec3(30.0, 4.0, 30.0)), 0);
    scene.set_roof(part, Some(1));
    scene.sort();
    let area = Aabb::new(vec2(60.0, 60.0), vec2(200.0, 200.0));
    let mut selected = Vec::new();
    scene.seen_in(area, &mut selected);
    assert_eq!(selected, [first, part, second]);
    scene.open_roofs(&[first]);
    scene.seen_in(area, &mut selected);
    assert_eq!(selected, [first, second], "an open roof is not seen");
    scene.seen_in(Aabb::new(vec2(140.0, 60.0), vec2(200.0, 200.0)), &mut selected);
    assert_eq!(selected, [second]);
}
