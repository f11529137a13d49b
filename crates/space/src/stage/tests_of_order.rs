//! What comes before what, and how sharp it is.

use super::{
    tests::{painted, space, square, turned},
    *,
};
use crate::{Center, Pose, Transform3};
use motile_geom::{Vec2, vec2, vec3};
use motile_pixels::{Color, Surface};
use motile_stage::{Bitmap, Label, Path, Shape, Stroke, SurfaceExt};

#[test]
fn d3_24_in_list_order_depth_does_not_count() {
    let mut space = space().with_depth_mode(DepthMode::List);
    let place = |z: f32| Pose::new(400.0, 400.0, z);
    space.add(Panel::new(square(50.0, Color::RED)).with_pose(place(-100.0)));
    space.add(Panel::new(square(50.0, Color::BLUE)).with_pose(place(300.0)));
    assert_eq!(painted(&space).get(400, 400), Some(Color::BLUE), "the far one was added last");
    space.depth_mode = DepthMode::Center;
    assert_eq!(painted(&space).get(400, 400), Some(Color::RED));
}

#[test]
fn d3_30_order_follows_every_turn() {
    for mode in [DepthMode::Center, DepthMode::Farthest, DepthMode::Split, DepthMode::Buffer] {
        let mut space = space().with_depth_mode(mode);
        let holder = space.add(Panel::holder());
        for (z, color) in [(200.0, Color::RED), (-200.0, Color::BLUE)] {
            let card = Panel::new(square(300.0, color)).with_position(vec3(0.0, 0.0, z));
            space.add_to(holder, card).unwrap();
        }
        // Around the quarters the two are seen from their edges.
        for degrees in (0..720).step_by(24).filter(|degrees| (degrees % 180 - 90i32).abs() > 50) {
            space[holder].pose = turned(degrees as f32);
            let front = if (degrees + 90) % 360 < 180 { Color::BLUE } else { Color::RED };
            assert_eq!(painted(&space).get(400, 400), Some(front), "{mode:?} {degrees}");
        }
    }
}

#[test]
fn w6_keys_come_through_all_holders() {
    // Two turns by half and a shift: what is near for its own holder is far, and far for the next one is near.
    let mut space = space().with_depth_mode(DepthMode::Center);
    let outer = space.add(Panel::holder().with_pose(turned(180.0)));
    let half = Pose::new(0.0, 0.0, 300.0).with_angles(0.0, core::f32::consts::PI, 0.0);
    let inner = space.add_to(outer, Panel::holder().with_pose(half)).unwrap();
    let card = |z: f32, color| Panel::new(square(40.0, color)).with_position(vec3(0.0, 0.0, z));
    // In the world: −200, −300 and −250.
    let red = space.add_to(inner, card(100.0, Color::RED)).unwrap();
    let blue = space.add_to(inner, card(0.0, Color::BLUE)).unwrap();
    let green = space.add_to(outer, card(250.0, Color::GREEN)).unwrap();
    for (panel, z) in [(red, -200.0), (blue, -300.0), (green, -250.0)] {
        let found = space.world(panel).unwrap().translation.z;
        assert!((found - z).abs() < 1e-3, "{found}");
    }
    assert_eq!(painted(&space).get(400, 400), Some(Color::BLUE));
    space[blue].visible = false;
    assert_eq!(painted(&space).get(400, 400), Some(Color::GREEN));
    space[green].visible = false;
    assert_eq!(painted(&space).get(400, 400), Some(Color::RED));
}

#[test]
fn w6_keys_go_along_the_line_of_sight() {
    // To the side and a little before the other, and yet farther from the eye.
    let scene = |mode: DepthMode, own: bool| {
        let mut space = space().with_depth_mode(mode);
        let side = Pose::new(900.0, 400.0, 0.0);
        if own {
            let holder = Panel::holder().with_pose(side).with_depth_mode(DepthMode::List);
            let holder = space.add(holder);
            space.add_to(holder, Panel::new(square(300.0, Color::BLUE))).unwrap();
        } else {
            space.add(Panel::new(square(300.0, Color::BLUE)).with_pose(side));
        }
        let ahead = Pose::new(400.0, 400.0, 10.0);
        space.add(Panel::new(square(400.0, Color::RED)).with_pose(ahead));
        let hit = space.hit(vec2(700.5, 400.5)).unwrap().panel;
        (painted(&space).get(700, 400).unwrap(), hit == space.roots()[1])
    };
    for own in [false, true] {
        assert_eq!(scene(DepthMode::Center, own), (Color::BLUE, false), "{own}");
        assert_eq!(scene(DepthMode::Distance, own), (Color::RED, true), "{own}");
    }
}

#[test]
fn w8_transforms_are_there_before_anything_is_set() {
    for mode in [DepthMode::Center, DepthMode::Distance, DepthMode::Split, DepthMode::Buffer] {
        let mut space = space().with_depth_mode(mode);
        let holder = space.add(Panel::holder().with_depth_mode(mode));
        let card = space.add_to(holder, Panel::new(square(30.0, Color::RED))).unwrap();
        assert_eq!(space.world(holder), Some(Transform3::IDENTITY));
        assert_eq!(space.world(card), Some(Transform3::IDENTITY));
        assert_eq!(painted(&space).get(10, 10), Some(Color::RED), "{mode:?}");
    }
}

#[test]
fn w1_the_center_follows_the_size() {
    let mut space = space();
    let card = space.add(Panel::new(square(9.0, Color::RED)));
    let seen = |space: &Space3d| space.to_picture(card, vec3(0.0, 0.0, 1e6)).unwrap();
    assert!((seen(&space) - vec2(400.0, 400.0)).length() < 0.5);
    space.size = vec2(1440.0, 794.0);
    assert!((seen(&space) - vec2(720.0, 397.0)).length() < 1.5, "{}", seen(&space));
    space.view.center = Center::Fixed(vec2(250.0, 187.5));
    assert!((seen(&space) - vec2(250.0, 187.5)).length() < 1.5, "{}", seen(&space));
}

/// Pixels of a row that are neither black nor white.
fn gray(surface: &Surface, y: i32) -> usize {
    (0..800).filter(|&x| !matches!(surface.get(x, y).unwrap().r, 0 | 255)).count()
}

#[test]
fn w14_outlines_are_sharp_at_any_size() {
    // Forty times as large as they were drawn.
    let mut space = space();
    let near = Pose::new(400.0, 400.0, -space.eye().focal() * 39.0 / 40.0);
    let lean = near.with_angles(0.0, 0.0, 0.3);
    let card = space.add(Panel::new(Shape::circle(4.0).fill(Color::BLACK)).with_pose(near));
    let rim = |space: &Space3d| gray(&painted(space), 400);
    assert!(rim(&space) <= 4, "{}", rim(&space));
    let dark = painted(&space);
    let width = (0..800).filter(|&x| dark.get(x, 400) == Some(Color::BLACK)).count();
    assert!((318..=320).contains(&width), "{width}");
    // Tilted it is still an outline: no more than a few pixels of each row are mixed.
    space[card].pose = lean.with_angles(0.5, 0.02, 0.3);
    let tilted = painted(&space);
    let mixed = (300..500).map(|y| gray(&tilted, y)).max().unwrap();
    assert!(mixed <= 6, "{mixed}");
    space[card].content = Label::new("H", 8.0).with_paint(Color::BLACK).centered().into();
    space[card].pose = near;
    assert!(rim(&space) <= 8, "words: {}", rim(&space));
    // A picture of the same size is not.
    let dot = Surface::drawn(9, 9, |canvas| {
        canvas.fill(&Path::circle(Vec2::splat(4.5), 4.0), Color::BLACK);
    });
    space[card].content = Bitmap::new(dot.unwrap()).centered().into();
    assert!(rim(&space) > 20, "{}", rim(&space));
}

#[test]
fn w14_lines_get_thinner_with_distance_and_hairlines_do_not() {
    // How many pixels of the row through the middle are covered, to the left and to the right of it.
    let sides = |stroke: Stroke| {
        let mut space = space();
        let frame = Shape::rect(300.0, 300.0).stroke(stroke, Color::BLACK);
        space.add(Panel::new(frame).with_pose(turned(60.0)));
        let surface = painted(&space);
        let covered = |x: core::ops::Range<i32>| -> f32 {
            x.map(|x| 1.0 - f32::from(surface.get(x, 400).unwrap().r) / 255.0).sum()
        };
        (covered(0..400), covered(400..800))
    };
    let (far, close) = sides(Stroke::new(20.0));
    // Half as wide for the turn, and by the scale of either edge squared: f / (f + z) along the way and across it.
    assert!(close > far * 1.5 && far > 5.0 && close < 20.0, "{far} {close}");
    let (far, close) = sides(Stroke::HAIRLINE);
    assert!((far - 1.0).abs() < 0.2 && (close - 1.0).abs() < 0.2, "{far} {close}");
}
