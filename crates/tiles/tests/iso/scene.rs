//! Scenes: every pixel of their pictures is that of the nearest box.

use crate::common::{disjoint, truth};
use motile_geom::{Rng, Vec3, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_tiles::iso::{IsoBox, IsoLight, IsoProjection, IsoScene, IsoSprite};

const SIZE: u32 = 220;

/// Boxes on whole pixels, each in a color of its own, drawn.
fn drawn(boxes: &[IsoBox]) -> (Surface, IsoScene) {
    let view = IsoProjection::DIMETRIC.with_origin(vec2(110.0, 130.0));
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
        assert!(scene.order().penetrations().is_empty());
        assert_eq!(wrong(&apart, &picture), 0);
    }
}

#[test]
fn iso_t_23_a_ring_is_composed_by_pixels() {
    let ring = [
        IsoBox::standing(vec3(20.0, -30.0, 10.0), vec3(10.0, 10.0, 60.0)),
        IsoBox::standing(vec3(10.0, -20.0, 30.0), vec3(10.0, 60.0, 10.0)),
        IsoBox::standing(vec3(0.0, -40.0, 0.0), vec3(60.0, 10.0, 10.0)),
    ];
    let (picture, scene) = drawn(&ring);
    assert_eq!(scene.order().cycles(), 1);
    // Pictures stand on whole pixels and these heights do not: borders may be off by one pixel, areas may not.
    let seen = picture.words().iter().filter(|&&word| word != Color::BLACK.to_argb()).count();
    assert!(wrong(&ring, &picture) * 12 < seen, "{} of {seen}", wrong(&ring, &picture));
}

#[test]
fn iso_x1_boxes_in_each_other_look_like_solids() {
    let boxes = [
        IsoBox::standing(Vec3::ZERO, vec3(60.0, 20.0, 20.0)),
        IsoBox::standing(Vec3::ZERO, vec3(20.0, 20.0, 60.0)),
        IsoBox::standing(Vec3::ZERO, vec3(12.0, 60.0, 12.0)),
    ];
    let (picture, scene) = drawn(&boxes);
    assert_eq!(scene.order().penetrations().len(), 3);
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
    for size in [Vec3::splat(f32::NAN), Vec3::splat(f32::INFINITY), Vec3::splat(1e9)] {
        assert!(IsoSprite::block(&IsoProjection::DIMETRIC, size, day, false).is_err());
    }
    let flat =
        IsoSprite::block(&IsoProjection::DIMETRIC, vec3(20.0, 0.0, 20.0), day, false).unwrap();
    assert_eq!((flat.surface.width(), flat.surface.height()), (40, 20));
    assert!(IsoSprite::block(&IsoProjection::DIMETRIC, Vec3::ZERO, day, false).is_ok());
}
