//! What passes the eye, and lines that are as wide wherever they are.

use super::{
    tests::{painted, space, square, turned},
    *,
};
use crate::{Pose, QuatExt};
use core::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use motile_geom::{Aabb, Rng, Vec2, Vec3, glam::Quat, vec2, vec3};
use motile_pixels::{Blur, Color, Filter, Surface};
use motile_stage::{Bitmap, Path, Shape, Stroke};

/// Bars across a rectangle around the origin, one black and one of a color.
fn bars(width: f32, height: f32, bar: f32) -> Shape {
    let mut path = Path::new();
    let mut left = -width * 0.5;
    while left < width * 0.5 {
        path.append(&Path::rect(Aabb::from_size(vec2(left, height * -0.5), vec2(bar, height))));
        left += bar * 2.0;
    }
    Shape::new(path).fill(Color::BLACK)
}

fn most_off(a: &Surface, b: &Surface, x: i32, y: i32) -> u8 {
    let (a, b) = (a.get(x, y).unwrap(), b.get(x, y).unwrap());
    a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b))
}

fn count_off(a: &Surface, b: &Surface, more_than: u8) -> usize {
    let pixels = (0..800).flat_map(|y| (0..800).map(move |x| (x, y)));
    pixels.filter(|&(x, y)| most_off(a, b, x, y) > more_than).count()
}

#[test]
fn fog_leaves_pictures_that_pass_the_eye_sharp() {
    // Only edges with both ends before the eye were measured: the picture was made for the far one and was mush before the eye.
    let mut space = space();
    let mut picture = Surface::opaque(2000, 100, Color::WHITE).unwrap();
    for x in (0..2000).filter(|x| x / 10 % 2 == 0) {
        for y in 0..100 {
            picture.set(x, y, Color::BLACK);
        }
    }
    let wall = Pose::new(500.0, 400.0, 0.0).with_angles(0.0, FRAC_PI_2, 0.0);
    space.add(Panel::new(Bitmap::new(picture).centered()).with_pose(wall));
    let sharp = painted(&space);
    space.fog = Some(Fog { color: Color::WHITE, near: -1000.0, far: 15_000.0 });
    let fogged = painted(&space);
    assert!(count_off(&fogged, &sharp, 10) > 5_000, "it is in the fog");
    let off = count_off(&fogged, &sharp, 40);
    assert!(off < 500, "{off} pixels differ by more than the fog");
}

#[test]
fn flat_pictures_are_made_for_what_is_seen_of_a_panel() {
    // With one corner before the eye there was no edge to measure, and the panel was painted at a hundredth of its size.
    let on_edge = Quat::about(Vec3::Y, FRAC_PI_2);
    let rhomb = on_edge.after(Quat::about(Vec3::Z, FRAC_PI_4));
    for (z, turn, corners) in [(-500.0, on_edge, 2), (-768.0, rhomb, 1)] {
        let mut space = space();
        let pose = Pose::new(500.0, 400.0, z).with_rotation(turn);
        let wall = space.add(Panel::new(bars(700.0, 700.0, 35.0)).with_pose(pose));
        let seen = [(-350.0, -350.0), (350.0, -350.0), (350.0, 350.0), (-350.0, 350.0)]
            .into_iter()
            .filter(|&(x, y)| space.to_picture(wall, vec3(x, y, 0.0)).is_some());
        assert_eq!(seen.count(), corners);
        let exact = painted(&space);
        space.depth_mode = DepthMode::Buffer;
        let flat = painted(&space);
        let black = (0..800).filter(|&x| exact.get(x, 400) == Some(Color::BLACK)).count();
        assert!(black > 60, "{black}");
        let off = count_off(&flat, &exact, 80);
        assert!(off < 2_000, "z {z}: {off} pixels are off");
    }
}

#[test]
fn blur_is_as_wide_when_a_picture_is_as_large_as_can_be() {
    // The picture of a large panel ends at 2,048 pixels, and its blur was counted in pixels that it did not have.
    let mut space = space();
    space.depth_mode = DepthMode::Buffer;
    space.focus = Some(Focus { depth: 100.0, range: 0.0, strength: 8.0 });
    let ground = space.add(Panel::new(square(400.0, Color::BLACK)).with_pose(turned(0.0)));
    let rim = |space: &Space3d| {
        let surface = painted(space);
        (0..800).filter(|&y| (8..248).contains(&surface.get(200, y).unwrap().r)).count()
    };
    space[ground].pose.position = vec3(0.0, 460.0, 0.0);
    let expected = rim(&space);
    // Eight times as large a shape, the same upper rim.
    space[ground].content = square(3200.0, Color::BLACK).into();
    space[ground].pose.position = vec3(-2800.0, 3260.0, 0.0);
    let large = rim(&space);
    assert!(expected > 15 && large.abs_diff(expected) < 12, "{large} and not {expected}");
}

#[test]
fn lines_of_the_screen_are_seen_beyond_far_panels() {
    // Their bounds were those of a line as narrow as the panel is small: at the border of the picture the panel vanished.
    let mut space = space();
    let away = space.eye().focal() * 9.0;
    let frame = Shape::rect(100.0, 100.0).stroke(Stroke::fixed(40.0), Color::RED);
    let pose = Pose::new(4570.0, 400.0, away);
    let panel = space.add(Panel::new(frame).with_pose(pose));
    for mode in [DepthMode::List, DepthMode::Split] {
        space.depth_mode = mode;
        let surface = painted(&space);
        assert_eq!(surface.get(797, 400), Some(Color::RED), "{mode:?}");
        assert_eq!(surface.get(780, 400), Some(Color::WHITE), "{mode:?}");
    }
    let reach = space.bounds_in_picture(panel).unwrap();
    assert!(reach.min.x <= 792.0 && reach.min.x > 785.0, "{reach:?}");
    // Near and upright the bounds of its content say all of it.
    space[panel].pose = turned(0.0);
    assert_eq!(space.bounds_in_picture(panel).unwrap().min, vec2(330.0, 330.0));
}

#[test]
fn lines_of_the_screen_are_whole_where_panels_cross() {
    let mut space = space();
    let away = space.eye().focal() * 9.0;
    let frame = Shape::rect(1000.0, 1000.0).stroke(Stroke::fixed(30.0), Color::RED);
    for degrees in [0.0f32, 20.0] {
        space.clear();
        let pose = Pose::new(400.0, 400.0, away).with_angles(0.0, degrees.to_radians(), 0.0);
        space.add(Panel::new(frame.clone()).with_pose(pose));
        let alone = painted(&space);
        let knife = Panel::new(Shape::rect(1600.0, 4.0).fill(Color::BLUE));
        let knife = knife.with_pose(pose.with_angles(0.0, -1.0, 0.0));
        let knife = space.add(knife);
        let crossed = painted(&space);
        let mut red = 0;
        for y in (0..398).chain(403..800) {
            for x in 0..800 {
                assert!(most_off(&alone, &crossed, x, y) <= 2, "{degrees}: {x} {y}");
                red += usize::from(alone.get(x, y) == Some(Color::RED));
            }
        }
        assert!(red > 8_000, "{red}");
        space.remove(knife);
    }
}

#[test]
fn w17_nothing_changes_outside_the_part_whatever_a_space_has() {
    for seed in 0..5 {
        let mut rng = Rng::new(seed);
        let mut space = Space3d::new(vec2(150.0, 100.0));
        let (fog, focus) = (seed % 2 == 0, seed % 3 == 1);
        space.fog = fog.then_some(Fog { color: Color::WHITE, near: 0.0, far: 900.0 });
        space.focus = focus.then_some(Focus { depth: 100.0, range: 50.0, strength: 2.0 });
        let unit = space.add(Panel::holder().with_depth_mode(DepthMode::Center));
        let plain = space.add(Panel::holder());
        let mut panels = Vec::new();
        for index in 0..9u8 {
            let color = Color::rgb(25 * index, 90, 200 - 10 * index);
            let content: motile_stage::Content = match index % 3 {
                0 => Bitmap::new(Surface::opaque(30, 20, color).unwrap()).centered().into(),
                1 => Shape::rect(26.0, 20.0).stroke(Stroke::fixed(9.0), color).into(),
                _ => square(12.0, color).into(),
            };
            let place = vec3(rng.range(0.0..150.0), rng.range(0.0..100.0), rng.range(60.0..400.0));
            let mut panel = Panel::new(content).with_position(place);
            panel.billboard = (index == 4).then_some(Billboard::Facing);
            let holder = if index % 2 == 0 { unit } else { plain };
            panels.push(space.add_to(holder, panel).unwrap());
        }
        let mut changes = SpaceChanges::new();
        assert!(changes.update(&space).is_some());
        let mut last = painted(&space);
        for step in 0..12 {
            let panel = &mut space[panels[rng.below(9) as usize]];
            match step % 6 {
                0 => panel.pose = panel.pose.with_angles(0.4, 0.9, 0.2),
                1 => panel.pose.position += vec3(6.0, -4.0, -30.0),
                2 => panel.pose.position += vec3(0.0, 9.0, 700.0),
                3 => panel.alpha *= 0.5,
                4 => panel.filters.push(Filter::Blur(Blur::new(3.0))),
                _ if step > 6 => space.view.camera.orbit(0.05, 0.02),
                _ => {
                    space[unit].pose.position.z += 20.0;
                    for &panel in &panels {
                        space[panel].filters.clear();
                    }
                }
            }
            let part = changes.update(&space).unwrap_or(Aabb::EMPTY);
            let now = painted(&space);
            for (i, (a, b)) in (0..).zip(last.words().iter().zip(now.words())) {
                let place = vec2((i % 150) as f32 + 0.5, (i / 150) as f32 + 0.5);
                assert!(
                    a == b || part.contains(place),
                    "{seed}, {step}: {place} is outside {part:?}"
                );
            }
            last = now;
            assert_eq!(changes.update(&space), None);
        }
    }
}

#[test]
fn nested_billboards_do_not_exhaust_the_stack() {
    // Each asked for the place of the one above by a call of its own.
    let mut space = space();
    let mut top = space.add(Panel::holder().with_pose(Pose::new(10.0, 20.0, 0.0)));
    for _ in 0..200_000 {
        let next = Panel::holder().with_billboard(Billboard::Facing);
        top = space.add_to(top, next).unwrap();
    }
    assert_eq!(space.world(top).unwrap().translation, vec3(10.0, 20.0, 0.0));
    let card = space.add_to(top, Panel::new(square(5.0, Color::RED))).unwrap();
    assert_eq!(space.hit(vec2(11.0, 21.0)).unwrap().panel, card);
    assert_eq!(space.to_local(card, vec2(12.0, 21.0)), Some(Vec2::new(2.0, 1.0)));
}
