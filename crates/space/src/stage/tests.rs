//! Panels as they are painted and hit.

use super::*;
use crate::{Center, Lens, OwnLens, Perspective, Pose};
use motile_geom::{Aabb, Vec2, Vec3, vec2, vec3};
use motile_pixels::{BlendMode, Blur, Color, Filter, Surface};
use motile_stage::{Bitmap, Drawable, Gradient, Label, Painter, Shape, Stage, Stroke};

const MODES: [DepthMode; 4] =
    [DepthMode::List, DepthMode::Center, DepthMode::Split, DepthMode::Buffer];

fn space() -> Space3d {
    Space3d::new(Vec2::splat(800.0))
}

fn painted(space: &Space3d) -> Surface {
    let (width, height) = (space.size.x as u32, space.size.y as u32);
    let mut stage = Stage::new(width, height).unwrap();
    stage.add(space.clone().node());
    let mut surface = Surface::opaque(width, height, Color::WHITE).unwrap();
    Painter::default().paint(&stage, &mut surface);
    surface
}

fn square(half: f32, color: Color) -> Shape {
    Shape::rect(half * 2.0, half * 2.0).fill(color)
}

fn turned(degrees: f32) -> Pose {
    Pose::new(400.0, 400.0, 0.0).with_angles(0.0, degrees.to_radians(), 0.0)
}

#[test]
fn t7_44_flat_panels_are_painted_as_without_space() {
    let picture = Surface::filled(30, 20, Color::GREEN).unwrap();
    let shape = square(40.5, Color::RED).stroke(Stroke::new(3.0), Color::BLUE);
    let words = Label::new("flat", 40.0).centered();
    let mut stage = Stage::new(800, 800).unwrap();
    stage.add(shape.clone().at(100.25, 120.0));
    stage.add(Bitmap::new(picture.clone()).at(300.0, 200.0));
    stage.add(words.clone().at(500.0, 500.5).with_rotation(0.3));
    let mut plain = Surface::opaque(800, 800, Color::WHITE).unwrap();
    Painter::default().paint(&stage, &mut plain);
    let mut space = space();
    space.add(Panel::new(shape).with_pose(Pose::new(100.25, 120.0, 0.0)));
    space.add(Panel::new(Bitmap::new(picture)).with_pose(Pose::new(300.0, 200.0, 0.0)));
    let lean = Pose::new(500.0, 500.5, 0.0).with_angles(0.0, 0.0, 0.3);
    space.add(Panel::new(words).with_pose(lean));
    let differing = |surface: &Surface| {
        surface.words().iter().zip(plain.words()).filter(|(a, b)| a != b).count()
    };
    assert_eq!(differing(&painted(&space)), 0);
}

#[test]
fn t7_16_a_door_seen_from_its_edge_is_nothing() {
    let mut space = space();
    let door = space.add(Panel::new(square(100.0, Color::RED)).with_pose(turned(60.0)));
    let surface = painted(&space);
    for (x, y, inside) in [
        (360, 306, false),
        (358, 400, true),
        (453, 295, true),
        (460, 400, false),
        (350, 400, false),
    ] {
        let expected = if inside { Color::RED } else { Color::WHITE };
        assert_eq!(surface.get(x, y), Some(expected), "{x} {y}");
    }
    space[door].pose = turned(90.0);
    assert!(painted(&space).words().iter().all(|&word| word == u32::MAX));
}

#[test]
fn t7_40_a_wall_before_a_card_wins_where_depth_is_exact() {
    for mode in MODES {
        let mut space = space().with_depth_mode(mode);
        space.add(Panel::new(square(200.0, Color::BLUE)).with_pose(turned(60.0)));
        let card = Panel::new(square(20.0, Color::RED));
        let card = space.add(card.with_pose(Pose::new(480.0, 400.0, -100.0)));
        let seen = painted(&space).get(491, 400).unwrap();
        let exact = matches!(mode, DepthMode::Split | DepthMode::Buffer);
        assert_eq!(seen, if exact { Color::BLUE } else { Color::RED }, "{mode:?}");
        let hit = space.hit(vec2(491.5, 400.0)).unwrap();
        assert_eq!(hit.panel == card, !exact, "{mode:?}: what is seen is hit");
    }
}

#[test]
fn t7_41_crossing_panels_are_right_on_both_sides() {
    for mode in [DepthMode::Split, DepthMode::Buffer] {
        let mut space = space().with_depth_mode(mode);
        space.add(Panel::new(square(100.0, Color::RED)).with_pose(turned(45.0)));
        space.add(Panel::new(square(100.0, Color::BLUE)).with_pose(turned(-45.0)));
        let surface = painted(&space);
        for y in [330, 400, 470] {
            for x in 402..470 {
                assert_eq!(surface.get(x, y), Some(Color::RED), "{mode:?} {x} {y}");
                assert_eq!(surface.get(799 - x, y), Some(Color::BLUE), "{mode:?} {x} {y}");
            }
        }
    }
}

#[test]
fn translucent_panels_that_cross_show_no_seam() {
    let mut space = space();
    let half = Color::RED.with_alpha(128);
    space.add(Panel::new(square(100.0, half)).with_pose(turned(45.0)));
    space.add(Panel::new(square(100.0, Color::BLUE.with_alpha(128))).with_pose(turned(-45.0)));
    let surface = painted(&space);
    let near = |color: Color, r: u8, g: u8, b: u8| {
        let off = |a: u8, b: u8| a.abs_diff(b);
        off(color.r, r).max(off(color.g, g)).max(off(color.b, b)) <= 1
    };
    // Red over blue to the right, blue over red to the left, and nothing else in the middle.
    for x in 340..460 {
        let color = surface.get(x, 400).unwrap();
        let red_last = near(color, 191, 63, 127);
        let blue_last = near(color, 127, 63, 191);
        assert!(if x < 400 { blue_last } else { red_last }, "{x} {color:?}");
    }
}

#[test]
fn fill_and_line_fade_as_one() {
    for mode in MODES {
        let mut space = space().with_depth_mode(mode);
        let card = square(80.0, Color::BLACK).stroke(Stroke::new(20.0), Color::BLACK);
        space.add(Panel::new(card).with_pose(turned(50.0)).with_alpha(0.5));
        let surface = painted(&space);
        for x in [385, 400, 450] {
            let gray = surface.get(x, 400).unwrap();
            assert!((126..=129).contains(&gray.r), "{mode:?} {x} {gray:?}");
        }
    }
}

#[test]
fn t7_42_and_43_what_passes_the_eye_is_cut() {
    let mut space = space();
    let wall = Shape::rect(2000.0, 100.0).fill(Color::RED).stroke(Stroke::new(6.0), Color::BLACK);
    let wall = space.add(Panel::new(wall).with_pose(Pose::new(500.0, 400.0, 0.0).with_angles(
        0.0,
        90f32.to_radians(),
        0.0,
    )));
    let surface = painted(&space);
    assert_eq!(surface.get(440, 400), Some(Color::WHITE));
    assert_eq!(surface.get(600, 400), Some(Color::RED));
    assert_eq!(surface.get(799, 400), Some(Color::RED));
    let picture = Surface::filled(2000, 100, Color::GREEN).unwrap();
    space[wall].content = Bitmap::new(picture).centered().into();
    assert_eq!(painted(&space).get(790, 400), Some(Color::GREEN));
    space[wall].pose = Pose::new(400.0, 400.0, -space.eye().focal());
    assert!(painted(&space).words().iter().all(|&word| word == u32::MAX));
    assert_eq!(space.hit(vec2(400.0, 400.0)), None);
}

#[test]
fn t7_45_a_tree_far_away() {
    let mut space = space();
    let tree = Shape::rect(400.0, 100.0).fill(Color::BLACK);
    space.add(Panel::new(tree).with_pose(Pose::new(0.0, 650.0, 10_000.0)));
    let place = space.eye().project(vec3(0.0, 700.0, 10_000.0)).unwrap();
    assert!((place - vec2(371.4575, 421.4069)).length() < 1e-2, "{place}");
    let surface = painted(&space);
    assert_eq!(surface.get(371, 418), Some(Color::BLACK));
    assert_eq!(surface.get(371, 422), Some(Color::WHITE));
}

#[test]
fn t7_23_the_pointer_in_local_coordinates() {
    let mut space = space();
    let panel = space.add(Panel::new(square(200.0, Color::RED)).with_pose(turned(60.0)));
    let hit = space.hit(vec2(450.0, 450.0)).unwrap();
    assert!(hit.panel == panel && (hit.local - vec2(89.870993, 44.935497)).length() < 1e-3);
    assert_eq!(space.to_local(panel, vec2(450.0, 450.0)), Some(hit.local));
    let back = space.to_picture(panel, hit.local.extend(0.0)).unwrap();
    assert!((back - vec2(450.0, 450.0)).length() < 1e-3);
    space.remove(panel);
    assert_eq!(space.to_local(panel, Vec2::ZERO), None);
}

#[test]
fn t7_33_lists_keep_their_order() {
    let mut space = space();
    let ids: Vec<PanelId> = [5.0, 1.0, 9.0]
        .map(|z| space.add(Panel::new(square(9.0, Color::RED)).with_pose(Pose::new(0.0, 0.0, z))))
        .to_vec();
    painted(&space);
    assert_eq!(space.roots(), ids);
}

#[test]
fn t7_13_spaces_have_lenses_of_their_own() {
    let mut stage = Stage::new(800, 400).unwrap();
    let mut wide = Space3d::new(vec2(400.0, 400.0));
    wide.add(Panel::new(square(50.0, Color::RED)).with_pose(Pose::new(200.0, 200.0, -100.0)));
    let mut long = wide.clone();
    wide.view.lens = Lens::fov(2.0).unwrap();
    long.view = Perspective { lens: Lens::PARALLEL, ..Perspective::default() };
    stage.add(wide.node());
    stage.add(long.at(400.0, 0.0));
    let mut surface = Surface::opaque(800, 400, Color::WHITE).unwrap();
    Painter::default().paint(&stage, &mut surface);
    assert_eq!(surface.get(120, 200), Some(Color::RED));
    assert_eq!(surface.get(520, 200), Some(Color::WHITE));
    assert_eq!(surface.get(560, 200), Some(Color::RED));
}

#[test]
fn t7_13_a_panel_and_what_it_holds_have_a_lens_of_their_own() {
    let mut space = Space3d::new(vec2(800.0, 400.0));
    let wide = OwnLens { lens: Lens::fov(2.0).unwrap(), center: Center::Fixed(vec2(200.0, 200.0)) };
    let window = space.add(Panel::holder().with_lens(wide));
    let near = Pose::new(200.0, 200.0, -100.0);
    let inside =
        space.add_to(window, Panel::new(square(50.0, Color::RED)).with_pose(near)).unwrap();
    let outside = Panel::new(square(50.0, Color::BLUE)).with_pose(Pose::new(600.0, 200.0, -100.0));
    let outside = space.add(outside);
    let mut alone = Space3d::new(space.size);
    alone.view = Perspective { lens: wide.lens, center: wide.center, ..Perspective::default() };
    let same = alone.add(Panel::new(square(50.0, Color::RED)).with_pose(near));
    let corner = vec3(50.0, 50.0, 0.0);
    let (a, b) =
        (space.to_picture(inside, corner).unwrap(), alone.to_picture(same, corner).unwrap());
    assert!(a.distance(b) < 1e-3, "{a} {b}");
    // The sibling is seen as before.
    let eye = space.eye();
    let plain = eye.project(vec3(650.0, 250.0, -100.0)).unwrap();
    assert!(space.to_picture(outside, corner).unwrap().distance(plain) < 1e-3);
    // What is drawn, hit and dragged is where it is seen.
    let mut surface = Surface::opaque(800, 400, Color::WHITE).unwrap();
    let mut stage = Stage::new(800, 400).unwrap();
    let hit = space.hit(a - 2.0).unwrap();
    assert_eq!(hit.panel, inside);
    assert!(hit.local.distance(vec2(50.0, 50.0)) < 3.0);
    let dragged = space.drag_to(inside, a).unwrap();
    assert!((dragged.z + 100.0).abs() < 1e-3 && dragged.x > 210.0, "{dragged}");
    stage.add(space.node());
    Painter::default().paint(&stage, &mut surface);
    let inner = a - 2.0;
    assert_eq!(surface.get(inner.x as i32, inner.y as i32), Some(Color::RED));
    let outer = a + 2.0;
    assert_eq!(surface.get(outer.x as i32, outer.y as i32), Some(Color::WHITE));
}

#[test]
fn backs_are_hidden_mirrored_or_readable() {
    let mut picture = Surface::filled(100, 100, Color::RED).unwrap();
    for y in 0..100 {
        for x in 0..50 {
            picture.set(x, y, Color::BLUE);
        }
    }
    let bitmap = Bitmap::new(picture).centered();
    for (backface, left) in [
        (Backface::Visible, Color::RED),
        (Backface::Hidden, Color::WHITE),
        (Backface::Readable, Color::BLUE),
    ] {
        let mut space = space();
        let panel = Panel::new(bitmap.clone()).with_backface(backface);
        space.add(panel.with_pose(turned(170.0)));
        assert_eq!(painted(&space).get(380, 400), Some(left), "{backface:?}");
        let hit = space.hit(vec2(380.0, 400.0)).is_some();
        assert_eq!(hit, backface != Backface::Hidden);
    }
}

#[test]
fn holders_take_along_what_they_hold() {
    let mut space = space();
    let holder = space.add(Panel::holder().with_pose(turned(180.0)).with_alpha(0.5));
    let child = Panel::new(square(50.0, Color::BLACK)).with_position(vec3(0.0, 0.0, 200.0));
    let child = space.add_to(holder, child).unwrap();
    assert!((space.world(child).unwrap().translation.z + 200.0).abs() < 1e-3);
    let gray = painted(&space).get(400, 400).unwrap();
    assert!((126..=129).contains(&gray.r), "{gray:?}");
    assert!(space.remove(holder) && !space.remove(child) && space.is_empty());
    assert_eq!(space.add_to(holder, Panel::holder()), Err(SpaceError::Stale(holder)));
}

#[test]
fn filters_blends_and_masks_count_on_tilted_panels() {
    let mut space = space();
    let glow = Panel::new(square(60.0, Color::RED)).with_filter(Filter::Blur(Blur::new(12.0)));
    let blurred = space.add(glow.with_pose(turned(40.0)));
    let rim = painted(&space).get(400 + 47, 400).unwrap();
    assert!(rim.g > 20 && rim.g < 235, "a soft rim: {rim:?}");
    space.remove(blurred);

    space.add(Panel::new(square(300.0, Color::hex(0x80_80_80))).with_pose(turned(0.0)));
    let light = Panel::new(square(60.0, Color::hex(0x40_00_00))).with_blend(BlendMode::Add);
    let lamp = space.add(light.with_pose(turned(30.0)));
    assert_eq!(painted(&space).get(400, 400), Some(Color::hex(0xC0_80_80)));
    let hole = Panel::new(Shape::circle(20.0).fill(Color::BLACK)).with_pose(turned(30.0));
    let hole = space.add(hole);
    space[hole].visible = false;
    space[lamp].mask = Some(hole);
    let surface = painted(&space);
    assert_eq!(surface.get(400, 400), Some(Color::hex(0xC0_80_80)));
    assert_eq!(surface.get(440, 400), Some(Color::hex(0x80_80_80)));
    assert_ne!(space.hit(vec2(440.0, 400.0)).unwrap().panel, lamp);
}

#[test]
fn fog_and_focus_follow_depth() {
    let mut space = space();
    space.fog = Some(Fog { color: Color::WHITE, near: 0.0, far: 1000.0 });
    let pose = Pose::new(400.0, 400.0, 500.0).with_angles(0.0, 0.3, 0.0);
    let panel = space.add(Panel::new(square(80.0, Color::BLACK)).with_pose(pose));
    let shown = |space: &Space3d| painted(space).get(400, 400).unwrap().r;
    assert!((126..=129).contains(&shown(&space)), "a vector");
    space[panel].content =
        Bitmap::new(Surface::filled(160, 160, Color::BLACK).unwrap()).centered().into();
    assert!((126..=129).contains(&shown(&space)), "a picture");
    space.fog = None;
    space.focus = Some(Focus { depth: 0.0, range: 100.0, strength: 2.0 });
    let surface = painted(&space);
    let rim: Vec<u8> = (330..400).map(|x| surface.get(x, 400).unwrap().r).collect();
    assert!(rim.iter().filter(|&&r| r > 10 && r < 245).count() > 8, "soft: {rim:?}");
}

#[test]
fn gradients_and_texts_stand_in_perspective() {
    let mut space = space();
    let sky = Gradient::linear(vec2(-100.0, 0.0), vec2(100.0, 0.0), &[Color::BLACK, Color::WHITE]);
    space.add(Panel::new(Shape::rect(200.0, 200.0).fill(sky)).with_pose(turned(50.0)));
    let surface = painted(&space);
    let row: Vec<u8> = (345..455).map(|x| surface.get(x, 400).unwrap().r).collect();
    assert!(row.windows(2).all(|pair| pair[0] <= pair[1].saturating_add(1)), "{row:?}");
    assert!(row[0] < 20 && row[109] > 220, "{row:?}");
    space.clear();
    let word = Label::new("M", 300.0).with_paint(Color::BLACK).centered();
    space.add(Panel::new(word).with_pose(turned(60.0)));
    let surface = painted(&space);
    let dark = |x: std::ops::Range<i32>| {
        x.flat_map(|x| (0..800).map(move |y| (x, y)))
            .filter(|&(x, y)| surface.get(x, y).unwrap().r < 100)
            .count()
    };
    assert!(dark(400..600) > dark(200..400) + 500, "the near stem is larger");
}

#[test]
fn drags_keep_the_depth() {
    let mut space = space();
    space.view.camera.orbit(0.4, -0.2);
    let holder = space.add(Panel::holder().with_pose(turned(30.0)));
    let card = Panel::new(square(30.0, Color::RED)).with_position(vec3(50.0, 20.0, 90.0));
    let card = space.add_to(holder, card).unwrap();
    let depth = |space: &Space3d| space.eye().depth(space.world(card).unwrap().translation);
    let before = depth(&space);
    space[card].pose.position = space.drag_to(card, vec2(300.0, 500.0)).unwrap();
    assert!((depth(&space) - before).abs() < 1e-2);
    let place = space.to_picture(card, Vec3::ZERO).unwrap();
    assert!((place - vec2(300.0, 500.0)).length() < 1e-2, "{place}");
}

#[test]
fn bad_numbers_are_neither_drawn_nor_hit() {
    for mode in MODES {
        let mut space = space().with_depth_mode(mode);
        let panel = space.add(Panel::new(square(30.0, Color::RED)));
        for position in [Vec3::NAN, Vec3::INFINITY, Vec3::splat(1e30)] {
            space[panel].pose.position = position;
            assert!(painted(&space).words().iter().all(|&word| word == u32::MAX));
            assert_eq!(space.hit(vec2(400.0, 400.0)), None);
        }
        space[panel].pose = turned(0.0).with_scale(0.0);
        painted(&space);
        space[panel].pose = turned(0.0);
        space[panel].alpha = f32::NAN;
        painted(&space);
        assert_eq!(space.hit(Vec2::NAN), None);
    }
    assert_eq!(Space3d::new(Vec2::ZERO).bounds(), Aabb::new(Vec2::ZERO, Vec2::ZERO));
}

#[test]
fn marks_number_the_paint_order() {
    let mut space = space();
    space.add(Panel::new(square(100.0, Color::RED)).with_pose(turned(45.0)));
    space.add(Panel::new(square(100.0, Color::BLUE)).with_pose(turned(-45.0)));
    let mut marks = motile_geom::Marks::new();
    space.mark(&mut marks);
    let labels =
        marks.iter().filter(|mark| matches!(mark.shape, motile_geom::MarkShape::Label { .. }));
    assert_eq!(labels.count(), 3);
}
