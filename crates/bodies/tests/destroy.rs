//! Pictures that lose pixels.
#![cfg(feature = "world")]

use motile_bodies::{
    BodyDef, BodyError, BodyKind, BodyShape, BodyWorld, PictureBodies, PictureTrace,
};
use motile_geom::{StateHash, Vec2, vec2};
use motile_pixels::{Color, Surface};

fn def() -> BodyDef {
    BodyDef::new(BodyShape::circle(1.0))
}

fn block(width: u32, height: u32) -> Surface {
    Surface::filled(width, height, Color::ORANGE).unwrap()
}

fn pixels(pictures: &PictureBodies) -> usize {
    let alpha = |surface: &Surface| surface.bytes().chunks(4).filter(|p| p[3] > 0).count();
    pictures.iter().map(|(_, piece)| alpha(&piece.picture)).sum()
}

#[test]
fn ground_lies_where_its_picture_is_drawn() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    // Heavier to the right, so that its center of mass is not its middle.
    let mut slope = Surface::new(40, 40).unwrap();
    for i in 0..1600 {
        if i % 40 + i / 40 >= 40 {
            slope.set(i % 40, i / 40, Color::ORANGE);
        }
    }
    let corner = vec2(100.0, 60.0);
    let still = def().with_kind(BodyKind::Static);
    let body = pictures.add_at_corner(&mut world, slope, corner, &still).unwrap();
    assert_eq!(world.at_point(corner + vec2(39.5, 39.5)), Some(body));
    assert_eq!(world.at_point(corner + vec2(5.5, 5.5)), None);
    assert_eq!(pictures.erase(&mut world, corner + vec2(40.0, 40.0), 3.0).pixels, 8);
    let nowhere = pictures.add_at_corner(&mut world, block(4, 4), Vec2::NAN, &still);
    assert_eq!(nowhere.err(), Some(BodyError::BadShape));
}

#[test]
fn a_cut_makes_two_bodies_that_go_on_as_they_moved() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let spinning = BodyDef { spin: 2.0, velocity: vec2(30.0, 0.0), ..def().at(200.0, 100.0) };
    let body = pictures.add(&mut world, block(80, 20), &spinning).unwrap();
    assert_eq!(world.get(body).unwrap().center, vec2(200.0, 100.0));
    let damage = pictures.cut(&mut world, vec2(200.0, 50.0), vec2(200.0, 150.0), 4.0);
    assert_eq!((damage.pixels, damage.changed.len(), damage.made.len()), (80, 1, 1));
    let halves = [body, damage.made[0]].map(|id| world.get(id).unwrap());
    assert_eq!(halves.map(|half| half.mass), [760.0, 760.0]);
    assert_eq!(pixels(&pictures), 1520);
    let centers = halves.map(|half| half.center.x - 200.0);
    assert!((centers[0] + centers[1]).abs() < 1e-3 && (centers[0].abs() - 21.0).abs() < 1e-3);
    // Rigid until now: each end has the speed it had.
    let made = halves[1];
    let expected = vec2(30.0, 0.0) + (made.center - vec2(200.0, 100.0)).perp() * 2.0;
    assert!(made.velocity.distance(expected) < 1e-2, "{} {expected}", made.velocity);
    world.step(1.0 / 60.0);
}

#[test]
fn ground_keeps_what_hangs_on_its_sides() {
    let mut world = BodyWorld::new();
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let ground =
        pictures.add(&mut world, block(200, 100), &def().with_kind(BodyKind::Static)).unwrap();
    let marble = world.add(&BodyDef::new(BodyShape::circle(5.0)).at(0.0, -60.0));
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    assert!((world.get(marble).unwrap().position.y + 55.0).abs() < 1.0);
    // A pit under it, at once.
    let damage = pictures.erase(&mut world, vec2(0.0, -50.0), 20.0);
    assert!(damage.made.is_empty() && damage.changed == [ground]);
    for _ in 0..60 {
        world.step(1.0 / 60.0);
    }
    let y = world.get(marble).unwrap().position.y;
    assert!((-38.0..-33.0).contains(&y), "in the pit: {y}");
    // A ring cut out of the middle drops its core.
    for i in 0..24u8 {
        let angle = f32::from(i) * core::f32::consts::TAU / 24.0;
        let at = vec2(motile_geom::ops::cos(angle), motile_geom::ops::sin(angle)) * 25.0;
        let damage = pictures.erase(&mut world, at + vec2(50.0, 10.0), 4.0);
        if i == 23 {
            assert_eq!(damage.made.len(), 1);
        }
    }
    assert_eq!(world.len(), 3);
}

#[test]
fn explosions_throw_and_crumbs_vanish() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    let near = pictures.add(&mut world, block(30, 30), &def().at(40.0, 0.0)).unwrap();
    let small = pictures.add(&mut world, block(6, 6), &def()).unwrap();
    let damage = pictures.explode(&mut world, Vec2::ZERO, 30.0, 300.0);
    assert_eq!(damage.gone, [small]);
    assert!(world.get(small).is_none() && pictures.get(small).is_none());
    let state = world.get(near).unwrap();
    assert!(state.velocity.x > 100.0 && state.mass < 900.0);
    assert!(pictures.get(near).unwrap().revision == 1);
    let before = StateHash::of(&pictures);
    assert_eq!(pictures.erase(&mut world, Vec2::NAN, 5.0).pixels, 0);
    assert_eq!(pictures.erase(&mut world, vec2(900.0, 0.0), 5.0).pixels, 0);
    assert_eq!(StateHash::of(&pictures), before);
    let empty = pictures.add(&mut world, Surface::new(5, 5).unwrap(), &def());
    assert_eq!(empty, Err(BodyError::EmptyPicture));
    let bad = pictures.add(&mut world, block(5, 5), &def().at(f32::NAN, 0.0));
    assert_eq!(bad, Err(BodyError::BadShape));
}

#[test]
fn a_picture_shot_to_pieces_loses_no_pixel_unnoticed() {
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let mut pictures = PictureBodies::new(PictureTrace::default());
    pictures.add(&mut world, block(120, 80), &def()).unwrap();
    let mut rng = motile_geom::Rng::new(5);
    let mut lost = 0;
    for _ in 0..40 {
        let at = vec2(rng.range(-60.0..60.0), rng.range(-40.0..40.0));
        lost += pictures.explode(&mut world, at, rng.range(3.0..9.0), 60.0).pixels as usize;
        lost += pictures.cut(&mut world, at, -at, 2.0).pixels as usize;
        world.step(1.0 / 60.0);
    }
    assert_eq!(pixels(&pictures) + lost, 120 * 80);
    let masses: f32 = pictures.iter().map(|(id, _)| world.get(id).unwrap().mass).sum();
    assert!((masses - pixels(&pictures) as f32).abs() < 1.0);
    assert!(world.len() > 2);
}
