//! Panels as they are painted and hit.

use super::*;
use crate::{Center, Lens, OwnLens, Perspective, Pose};
use motile_geom::{Aabb, Vec2, Vec3, vec2, vec3};
use motile_pixels::{BlendMode, Blur, Color, Filter, Surface};
use motile_stage::{Bitmap, Drawable, Gradient, Label, Painter, Shape, Stage, Stroke};

pub(super) fn space() -> Space3d {
    Space3d::new(Vec2::splat(800.0))
}

pub(super) fn painted(space: &Space3d) -> Surface {
    let (width, height) = (space.size.x as u32, space.size.y as u32);
    let mut stage = Stage::new(width, height).unwrap();
    stage.add(space.clone().node());
    let mut surface = Surface::opaque(width, height, Color::WHITE).unwrap();
    Painter::default().paint(&stage, &mut surface);
    surface
}

pub(super) fn square(half: f32, color: Color) -> Shape {
    Shape::rect(half * 2.0, half * 2.0).fill(color)
}

pub(super) fn turned(degrees: f32) -> Pose {
    Pose::new(400.0, 400.0, 0.0).with_angles(0.0, degrees.to_radians(), 0.0)
}

#[test]
fn t7_44_and_d3_6_flat_panels_are_painted_as_without_space() {
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
    for mode in DepthMode::ALL {
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
fn w3_translucent_panels_that_cross_show_no_seam() {
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
    for mode in DepthMode::ALL {
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
fn t7_13_and_d3_13_a_panel_and_what_it_holds_have_a_lens_of_their_own() {
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
fn w7_backs_are_hidden_mirrored_or_readable() {
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
fn d3_21_holders_take_along_what_they_hold() {
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
fn d3_19_fog_and_focus_follow_depth() {
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
fn d3_20_gradients_and_texts_stand_in_perspective() {
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
    for mode in DepthMode::ALL {
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

/// Whether two pictures are as good as the same at a pixel.
fn is_near(a: &Surface, b: &Surface, x: i32, y: i32) -> bool {
    let (a, b) = (a.get(x, y).unwrap(), b.get(x, y).unwrap());
    a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b)) <= 2
}

#[test]
fn filters_of_crossing_panels_are_drawn_to_their_ends() {
    // Pieces were cut off 2 pixels and a hundredth beyond the panel, and blur and glow with them.
    let mut space = space();
    let soft = Panel::new(square(60.0, Color::RED)).with_filter(Filter::Blur(Blur::new(20.0)));
    space.add(soft.with_pose(turned(45.0)));
    let alone = painted(&space);
    let thin = Panel::new(Shape::rect(160.0, 4.0).fill(Color::BLUE)).with_pose(turned(-45.0));
    space.add(thin);
    let crossed = painted(&space);
    let mut rim = 0;
    for y in (0..390).chain(410..800) {
        for x in 0..800 {
            assert!(is_near(&crossed, &alone, x, y), "{x} {y}");
            let above = space.to_local(space.roots()[0], vec2(x as f32, y as f32)).unwrap().y;
            rim += usize::from(above < -66.0 && alone.get(x, y) != Some(Color::WHITE));
        }
    }
    assert!(rim > 200, "there is a soft rim far outside: {rim}");
    space.focus = Some(Focus { depth: -900.0, range: 100.0, strength: 3.0 });
    let crossed = painted(&space);
    space.remove(space.roots()[1]);
    let alone = painted(&space);
    let same = |y: i32| (0..800).all(|x| is_near(&crossed, &alone, x, y));
    assert!((0..300).chain(500..800).all(same), "out of focus");
}

#[test]
fn far_panels_in_one_plane_are_hit_as_they_are_painted() {
    // Depths of thousands differ by more than a fixed tolerance between points of one plane.
    for mode in DepthMode::ALL {
        let mut space = space().with_depth_mode(mode);
        let plane = Pose::new(400.0, 400.0, 5000.0).with_angles(0.7, 0.5, 0.3);
        let holder = space.add(Panel::holder().with_pose(plane));
        for (i, color) in (0u8..).zip([Color::RED, Color::GREEN, Color::BLUE]) {
            let shift = vec3(f32::from(i) * 17.3, f32::from(i) * -11.7, 0.0);
            let card = Panel::new(square(900.0, color)).with_position(shift);
            space.add_to(holder, card).unwrap();
        }
        let surface = painted(&space);
        let children = space.children(holder).to_vec();
        for place in (330..460).step_by(7).flat_map(|x| [(x, 390), (x, 402), (x, 415)]) {
            let at = vec2(place.0 as f32 + 0.5, place.1 as f32 + 0.5);
            let Some(hit) = space.hit(at) else { continue };
            let color = [Color::RED, Color::GREEN, Color::BLUE]
                [children.iter().position(|&child| child == hit.panel).unwrap()];
            let shown = surface.get(place.0, place.1).unwrap();
            // Rims are mixed; a picture for each pixel has no order within a plane.
            if mode != DepthMode::Buffer && [Color::RED, Color::GREEN, Color::BLUE].contains(&shown)
            {
                assert_eq!(shown, color, "{mode:?} {place:?}");
            }
        }
        assert!(space.hit(vec2(400.5, 400.5)).is_some());
    }
}

/// Two holders in front of each other: a pair that crosses, and a card.
fn held(outer: DepthMode, inner: DepthMode) -> (Space3d, [PanelId; 4]) {
    let mut space = space().with_depth_mode(outer);
    let holder = Panel::holder().with_pose(Pose::new(400.0, 400.0, 0.0)).with_depth_mode(inner);
    let holder = space.add(holder);
    let side = |degrees: f32| Pose::IDENTITY.with_angles(0.0, degrees.to_radians(), 0.0);
    let red = Panel::new(square(100.0, Color::RED)).with_pose(side(45.0));
    let red = space.add_to(holder, red).unwrap();
    let blue = Panel::new(square(100.0, Color::BLUE)).with_pose(side(-45.0));
    let blue = space.add_to(holder, blue).unwrap();
    let card = Panel::new(Shape::rect(300.0, 40.0).fill(Color::GREEN));
    let card = space.add(card.with_pose(Pose::new(400.0, 400.0, 40.0)));
    (space, [holder, red, blue, card])
}

#[test]
fn w2_holders_have_depth_modes_of_their_own() {
    for outer in DepthMode::ALL {
        for inner in DepthMode::ALL {
            let (mut space, [holder, red, blue, card]) = held(outer, inner);
            let surface = painted(&space);
            let exact = matches!(inner, DepthMode::Split | DepthMode::Buffer);
            // The right half shows the red one where the order within is exact, the blue one otherwise.
            let right = if exact { (Color::RED, red) } else { (Color::BLUE, blue) };
            let hit = |space: &Space3d, x: f32, y: f32| space.hit(vec2(x, y)).unwrap().panel;
            assert_eq!(surface.get(440, 460), Some(right.0), "{outer:?} {inner:?}");
            assert_eq!(hit(&space, 440.5, 460.5), right.1, "{outer:?} {inner:?}");
            assert_eq!(hit(&space, 360.5, 460.5), blue, "{outer:?} {inner:?}");
            // The card is behind the middle of the holder though before its far sides: all of the holder covers it.
            // Its far corners are farther than the card, though.
            let by_list = matches!(outer, DepthMode::List | DepthMode::Farthest);
            let middle = if by_list { (Color::GREEN, card) } else { right };
            assert_eq!(surface.get(440, 400), Some(middle.0), "{outer:?} {inner:?}");
            assert_eq!(hit(&space, 440.5, 400.5), middle.1, "{outer:?} {inner:?}");
            assert_eq!(surface.get(500, 400), Some(Color::GREEN), "{outer:?} {inner:?}");
            // In front of it the card covers all of the holder, though the near sides reach before it.
            space[card].pose.position.z = -20.0;
            assert_eq!(painted(&space).get(440, 400), Some(Color::GREEN), "{outer:?} {inner:?}");
            assert_eq!(hit(&space, 440.5, 400.5), card, "{outer:?} {inner:?}");
            // Without an order of its own its panels are ordered with the others.
            space[holder].depth_mode = None;
            let exact = matches!(outer, DepthMode::Split | DepthMode::Buffer);
            let middle = if exact { (Color::RED, red) } else { (Color::GREEN, card) };
            assert_eq!(painted(&space).get(440, 400), Some(middle.0), "{outer:?}");
            assert_eq!(hit(&space, 440.5, 400.5), middle.1, "{outer:?}");
        }
    }
}

#[test]
fn w2_what_crosses_a_holder_cuts_it_as_one() {
    let (mut space, [.., card]) = held(DepthMode::Split, DepthMode::List);
    space[card].pose = turned(30.0);
    let surface = painted(&space);
    // To the right the card comes forward and covers the holder, to the left it goes behind it.
    assert_eq!(surface.get(440, 400), Some(Color::GREEN));
    assert_eq!(surface.get(360, 400), Some(Color::BLUE));
    assert_eq!(space.hit(vec2(440.5, 400.5)).unwrap().panel, card);
    assert_ne!(space.hit(vec2(360.5, 400.5)).unwrap().panel, card);
    let mut marks = motile_geom::Marks::new();
    space.mark(&mut marks);
    assert!(marks.iter().count() > 12);
}

#[test]
fn w2_deep_nests_of_orders_are_painted() {
    for mode in DepthMode::ALL {
        let mut space = space().with_depth_mode(mode);
        let mut holder = space.add(Panel::holder().with_depth_mode(mode));
        for _ in 0..if mode == DepthMode::Buffer { 3 } else { 2000 } {
            holder = space.add_to(holder, Panel::holder().with_depth_mode(mode)).unwrap();
        }
        let card = Panel::new(square(50.0, Color::RED)).with_pose(turned(30.0));
        let card = space.add_to(holder, card).unwrap();
        assert_eq!(painted(&space).get(400, 400), Some(Color::RED), "{mode:?}");
        assert_eq!(space.hit(vec2(400.0, 400.0)).unwrap().panel, card);
    }
}

#[test]
fn sim_43_each_holder_sorts_what_it_holds_and_is_one_thing() {
    // Two small rings: near ones of the far ring come before far ones of the near ring when all are sorted as one.
    let ring = |z: f32| Panel::holder().with_pose(Pose::new(400.0, 400.0, z));
    let mut space = space().with_depth_mode(DepthMode::Center);
    let rings = [ring(0.0), ring(100.0)].map(|ring| space.add(ring));
    for (ring, colors) in rings.into_iter().zip([[Color::RED, Color::BLUE], [Color::GREEN; 2]]) {
        for (z, color) in [(-80.0, colors[0]), (80.0, colors[1])] {
            let card = Panel::new(square(50.0, color)).with_position(vec3(0.0, 0.0, z));
            space.add_to(ring, card).unwrap();
        }
    }
    let order = |space: &Space3d, visible: bool| {
        let mut space = space.clone();
        let near = space.children(rings[0])[0];
        space[near].visible = visible;
        painted(&space).get(400, 400).unwrap()
    };
    // Red at −80 is the nearest of all.
    assert_eq!(order(&space, true), Color::RED);
    // Without it a green card at 20 is, before the blue one at 80, but its ring is the far one.
    assert_eq!(order(&space, false), Color::GREEN, "all as one");
    for ring in rings {
        space[ring].depth_mode = Some(DepthMode::Center);
    }
    assert_eq!(order(&space, false), Color::BLUE, "each by itself");
    assert_eq!(space.children(rings[0]).len(), 2, "lists stay as they are");
}

#[test]
fn sim_45_a_sort_by_middles_pops() {
    // Two panels that cross change places at once when their middles do, and the picture jumps; exact order does not.
    let shown = |mode: DepthMode, shift: f32| {
        let mut space = space().with_depth_mode(mode);
        space.add(Panel::new(square(100.0, Color::RED)).with_pose(turned(45.0)));
        let mut other = turned(-45.0);
        other.position.z = shift;
        space.add(Panel::new(square(100.0, Color::BLUE)).with_pose(other));
        painted(&space)
    };
    let jump = |mode: DepthMode| {
        let (before, after) = (shown(mode, -0.01), shown(mode, 0.01));
        before.words().iter().zip(after.words()).filter(|(a, b)| a != b).count()
    };
    assert!(jump(DepthMode::Center) > 10_000);
    assert!(jump(DepthMode::Split) < 1000);
}

#[test]
fn sim_71_a_floor_comes_before_what_stands_on_it() {
    let scene = |mode: DepthMode| {
        let mut space = space().with_depth_mode(mode);
        let crate_ = Panel::new(square(30.0, Color::RED)).with_pose(Pose::new(400.0, 470.0, 100.0));
        let crate_ = space.add(crate_);
        let floor = Pose::new(400.0, 500.0, 0.0).with_angles(90f32.to_radians(), 0.0, 0.0);
        space.add(Panel::new(square(200.0, Color::GREEN)).with_pose(floor));
        let (surface, hit) = (painted(&space), space.hit(vec2(400.5, 485.5)).unwrap().panel);
        (surface.get(400, 485).unwrap(), hit == crate_)
    };
    assert_eq!(
        scene(DepthMode::Center),
        (Color::GREEN, false),
        "the middle of the floor is nearer"
    );
    assert_eq!(scene(DepthMode::Farthest), (Color::RED, true));
    assert_eq!(scene(DepthMode::Split), (Color::RED, true));
}

#[test]
fn d3_25_panels_are_inserted_exchanged_and_moved() {
    let mut space = space();
    let [a, b] = [(); 2].map(|()| space.add(Panel::holder()));
    let c = space.insert(1, Panel::holder());
    assert_eq!(space.roots(), [a, c, b]);
    assert_eq!(space.insert(99, Panel::holder()), space.roots()[3]);
    space.swap(a, b).unwrap();
    assert_eq!(space.roots()[..3], [b, c, a]);
    // Adding what is there moves it.
    space.move_under(b, None).unwrap();
    assert_eq!((space.roots()[0], space.roots()[3], space.place(b)), (c, b, Some(3)));
    space.set_place(b, 0).unwrap();
    assert_eq!((space.place(b), space.parent(b)), (Some(0), None));
    space.move_under(a, Some(c)).unwrap();
    space.move_under(b, Some(a)).unwrap();
    assert_eq!((space.parent(b), space.children(c), space.len()), (Some(a), &[a][..], 4));
    assert_eq!(space.move_under(c, Some(b)), Err(SpaceError::Cycle { panel: c, holder: b }));
    assert_eq!(space.move_under(c, Some(c)), Err(SpaceError::Cycle { panel: c, holder: c }));
    assert_eq!(space.swap(a, b), Err(SpaceError::NotSiblings(a, b)));
    assert!(space.remove(c) && space.len() == 1, "what it held went with it");
    let gone = SpaceError::Stale(c);
    assert_eq!(space.move_under(c, None), Err(gone));
    assert_eq!((space.set_place(c, 0), space.place(c)), (Err(gone), None));
    let rest = space.roots()[0];
    assert_eq!((space.move_under(rest, Some(c)), space.swap(rest, c)), (Err(gone), Err(gone)));
}

#[test]
fn d3_4_nodes_of_a_stage_get_depth() {
    let mut stage = Stage::new(800, 800).unwrap();
    let group = stage.add(motile_stage::Node::group().at(300.5, 400.0).with_rotation(0.4));
    let tile = square(60.0, Color::RED).stroke(Stroke::new(5.0), Color::BLACK);
    let tile = stage.add_to(group, tile.at(90.0, 0.0).with_stretch(1.5, -0.5)).unwrap();
    let word = Label::new("word", 60.0).with_paint(Color::BLUE).centered().at(0.0, 40.0);
    stage.add_to(tile, word).unwrap();
    let hole = stage.add_to(group, Shape::circle(50.0).fill(Color::BLACK).node()).unwrap();
    stage.get_mut(hole).unwrap().visible = false;
    let masked = square(40.0, Color::GREEN).at(-20.0, 20.0).with_mask(hole);
    stage.add_to(group, masked).unwrap();
    let mut plain = Surface::opaque(800, 800, Color::WHITE).unwrap();
    Painter::default().paint(&stage, &mut plain);
    let mut space = space();
    let copy = space.add_node(&stage, group).unwrap();
    assert_eq!(space.len(), 5);
    let off = |surface: &Surface| {
        let pixels = (0..800).flat_map(|y| (0..800).map(move |x| (x, y)));
        pixels.filter(|&(x, y)| !is_near(surface, &plain, x, y)).count()
    };
    assert_eq!(off(&painted(&space)), 0, "flat it looks as on the stage");
    space[copy].pose.position.z = 300.0;
    space[copy].pose.turn(Vec3::Y, 0.7);
    assert!(off(&painted(&space)) > 10_000, "and now it has depth");
    stage.remove(group).unwrap();
    assert!(space.add_node(&stage, group).is_err());
}

#[test]
fn d3_14_a_center_goes_along_with_its_panel() {
    let seen = |center: Center, shift: f32| {
        let mut space = space();
        let lens = OwnLens { lens: Lens::fov(1.5).unwrap(), center };
        let window =
            Panel::holder().with_pose(Pose::new(200.0 + shift, 300.0, 0.0)).with_lens(lens);
        let window = space.add(window);
        let card = Panel::new(square(20.0, Color::RED)).with_position(vec3(80.0, 10.0, 250.0));
        let card = space.add_to(window, card).unwrap();
        space.to_picture(card, Vec3::ZERO).unwrap().x
    };
    // What is seen through the window moves with it as a whole, and lags behind when the center stays.
    let local = Center::Local(vec2(10.0, 20.0));
    let moved = seen(local, 150.0) - seen(local, 0.0);
    assert!((moved - 150.0).abs() < 1e-2, "{moved}");
    let same = seen(Center::Fixed(vec2(210.0, 320.0)), 0.0) - seen(local, 0.0);
    assert!(same.abs() < 1e-3, "{same}");
    assert!(seen(Center::Auto, 150.0) - seen(Center::Auto, 0.0) < 120.0);
    let view = Perspective { center: local, ..Perspective::default() };
    assert_eq!(view.eye(Vec2::splat(800.0)).center(), vec2(10.0, 20.0));
}

#[test]
fn d3_38_bounds_in_the_picture_say_what_is_on_it() {
    let mut space = space();
    let far = Panel::new(square(100.0, Color::RED)).with_pose(Pose::new(5000.0, 400.0, 10_000.0));
    let far = space.add(far);
    let seen = space.bounds_in_picture(far).unwrap();
    assert!(seen.min.x > 700.0 && seen.max.x < 800.0, "x is far outside and it is seen: {seen:?}");
    let near = Panel::new(square(100.0, Color::RED)).with_pose(Pose::new(790.0, 400.0, -400.0));
    let near = space.add(near);
    assert!(space.bounds_in_picture(near).unwrap().min.x > 800.0, "x is inside and it is not seen");
    space[near].pose = turned(60.0);
    let seen = space.bounds_in_picture(near).unwrap();
    assert!((seen.min - vec2(355.0645, 287.2978)).length() < 1e-2, "{seen:?}");
    assert!((seen.max - vec2(456.3511, 512.7022)).length() < 1e-2, "{seen:?}");
    // From one panel to another through the picture, and back.
    let there = space.convert(near, vec2(30.0, -20.0), far).unwrap();
    assert!(space.convert(far, there, near).unwrap().distance(vec2(30.0, -20.0)) < 1e-2);
    space[near].pose.position.z = -2000.0;
    assert_eq!(space.bounds_in_picture(near), None, "behind the eye");
    let holder = space.add(Panel::holder());
    assert_eq!(space.bounds_in_picture(holder), None);
    space.remove(far);
    assert_eq!((space.bounds_in_picture(far), space.convert(near, Vec2::ZERO, far)), (None, None));
}

#[test]
fn w10_billboards_face_the_viewer_whatever_turns_them() {
    let mut space = space();
    let holder = Pose::new(400.0, 400.0, 100.0).with_angles(0.3, 1.4, -0.5).with_scale(2.0);
    let holder = space.add(Panel::holder().with_pose(holder));
    let tree =
        Panel::new(Shape::rect(40.0, 100.0).fill(Color::GREEN)).with_billboard(Billboard::Facing);
    let tree = space.add_to(holder, tree.with_position(vec3(10.0, 20.0, 30.0))).unwrap();
    for (yaw, pitch, roll) in [(0.0, 0.0, 0.0), (0.8, -0.4, 0.2)] {
        space.view.camera.orbit(yaw, pitch);
        space.view.camera.roll = roll;
        let corner = |x: f32, y: f32| space.to_picture(tree, vec3(x, y, 0.0)).unwrap();
        let (across, down) =
            (corner(20.0, 0.0) - corner(-20.0, 0.0), corner(0.0, 50.0) - corner(0.0, -50.0));
        let scale = space.eye().scale(space.world(tree).unwrap().translation).unwrap();
        assert!((across - vec2(80.0 * scale, 0.0)).length() < 1e-2, "{across}");
        assert!((down - vec2(0.0, 200.0 * scale)).length() < 1e-2, "{down}");
        let middle = corner(0.0, 0.0);
        let place = space.world(holder).unwrap().point(vec3(10.0, 20.0, 30.0));
        assert!((space.eye().project(place).unwrap() - middle).length() < 1e-2, "holders move it");
        let hit = space.hit(corner(19.0, 49.0)).unwrap();
        assert!(hit.panel == tree && hit.local.distance(vec2(19.0, 49.0)) < 1e-2);
        let surface = painted(&space);
        for (x, y, color) in [(18.0, 48.0, Color::GREEN), (22.0, 0.0, Color::WHITE)] {
            let at = corner(x, y);
            assert_eq!(surface.get(at.x as i32, at.y as i32), Some(color), "{x} {y}");
        }
    }
    // Seen from above an upright one is shorter, and still not turned about the vertical.
    space[tree].billboard = Some(Billboard::Upright);
    let up = space.world(tree).unwrap().direction(Vec3::Y);
    assert!((up - vec3(0.0, 2.0, 0.0)).length() < 1e-4, "{up}");
    // What it holds turns along.
    let leaf =
        space.add_to(tree, Panel::new(square(5.0, Color::RED)).with_position(Vec3::X)).unwrap();
    let off = space.world(leaf).unwrap().translation - space.world(tree).unwrap().translation;
    assert!((off - space.world(tree).unwrap().direction(Vec3::X)).length() < 1e-4);
}

#[test]
fn d3_37_drags_keep_the_grabbed_spot_under_the_pointer() {
    let mut space = space();
    space.view.camera.orbit(0.4, -0.2);
    let wide = OwnLens { lens: Lens::fov(1.5).unwrap(), center: Center::Fixed(vec2(300.0, 350.0)) };
    let holder = space.add(Panel::holder().with_pose(turned(30.0).with_scale(1.3)).with_lens(wide));
    let card = Pose::new(50.0, 20.0, 90.0).with_angles(0.2, -0.6, 0.1);
    let card = space.add_to(holder, Panel::new(square(60.0, Color::RED)).with_pose(card)).unwrap();
    let pointer = space.to_picture(card, vec3(41.0, -33.0, 0.0)).unwrap();
    let grab = space.hit(pointer).unwrap();
    // Held still, it stays where it is; by its origin it would jump.
    let before = space[card].pose.position;
    let still = space.drag_spot_to(card, grab.local, pointer).unwrap();
    assert!((still - before).length() < 1e-2, "{still}");
    assert!((space.drag_to(card, pointer).unwrap() - before).length() > 20.0);
    for step in 1..20 {
        let pointer = pointer + vec2(9.0, -4.0) * step as f32;
        space[card].pose.position = space.drag_spot_to(card, grab.local, pointer).unwrap();
        let spot = space.to_picture(card, grab.local.extend(0.0)).unwrap();
        assert!((spot - pointer).length() < 2e-2, "{spot} {pointer}");
    }
    assert_eq!(space.drag_spot_to(holder, Vec2::NAN, pointer), None);
}
