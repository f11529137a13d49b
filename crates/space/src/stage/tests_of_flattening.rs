//! Masks, filters and blend modes, in every mode and together.

use super::{
    tests::{painted, space, square, turned},
    *,
};
use crate::Pose;
use motile_geom::vec2;
use motile_pixels::{BlendMode, Color, ColorTransform, Filter, Surface};
use motile_stage::Shape;

/// A dark red card before a gray ground, with some of a mask, a filter that makes it green and a blend mode that adds.
fn lamp(mode: DepthMode, [mask, filter, blend]: [bool; 3]) -> (Space3d, PanelId) {
    let mut space = space().with_depth_mode(mode);
    space.add(Panel::new(square(300.0, Color::hex(0x80_80_80))).with_pose(turned(0.0)));
    let mut pose = turned(30.0);
    pose.position.z = -100.0;
    let hole = space.add(Panel::new(Shape::circle(20.0).fill(Color::BLACK)).with_pose(pose));
    space[hole].visible = false;
    let lamp = space.add(Panel::new(square(60.0, Color::hex(0x40_00_00))).with_pose(pose));
    let panel = &mut space[lamp];
    panel.mask = mask.then_some(hole);
    if filter {
        let green = ColorTransform::toward(Color::hex(0x00_40_00), 1.0);
        panel.filters.push(Filter::ColorTransform(green));
    }
    if blend {
        panel.blend = BlendMode::Add;
    }
    (space, lamp)
}

fn is_near(surface: &Surface, x: i32, y: i32, color: Color) -> bool {
    let seen = surface.get(x, y).unwrap();
    seen.r.abs_diff(color.r).max(seen.g.abs_diff(color.g)).max(seen.b.abs_diff(color.b)) <= 2
}

#[test]
fn masks_filters_and_blends_count_together_in_every_mode() {
    for mode in DepthMode::ALL {
        for bits in 0..8 {
            let [mask, filter, blend] = [1, 2, 4].map(|bit| bits & bit != 0);
            let (space, lamp) = lamp(mode, [mask, filter, blend]);
            let surface = painted(&space);
            let name = format!("{mode:?} mask {mask} filter {filter} blend {blend}");
            // By depth for every pixel, blend modes and masks do not count.
            let exact = mode != DepthMode::Buffer;
            let inside = match (filter, blend && exact) {
                (false, false) => Color::hex(0x40_00_00),
                (true, false) => Color::hex(0x00_40_00),
                (false, true) => Color::hex(0xC0_80_80),
                (true, true) => Color::hex(0x80_C0_80),
            };
            let beside = if mask && exact { Color::hex(0x80_80_80) } else { inside };
            assert!(is_near(&surface, 400, 400, inside), "{name}: {:?}", surface.get(400, 400));
            assert!(is_near(&surface, 440, 400, beside), "{name}: {:?}", surface.get(440, 400));
            assert!(is_near(&surface, 480, 400, Color::hex(0x80_80_80)), "{name}");
            // What is painted is hit.
            let hit = |x: f32| space.hit(vec2(x, 400.5)).unwrap().panel == lamp;
            assert!(hit(400.5), "{name}");
            assert_eq!(hit(440.5), !(mask && exact), "{name}: a masked corner");
        }
    }
}

#[test]
fn cuts_leave_masks_filters_and_blends_as_they_are() {
    for bits in 0..8 {
        let uses = [1, 2, 4].map(|bit| bits & bit != 0);
        let (mut space, _) = lamp(DepthMode::Split, uses);
        let alone = painted(&space);
        let mut pose = turned(-40.0);
        pose.position.z = -100.0;
        space.add(Panel::new(Shape::rect(300.0, 4.0).fill(Color::BLUE)).with_pose(pose));
        let crossed = painted(&space);
        for y in (300..394).chain(407..500) {
            for x in 300..500 {
                let color = alone.get(x, y).unwrap();
                assert!(is_near(&crossed, x, y, color), "{uses:?}: {x} {y}");
            }
        }
        assert!((300..500).any(|x| crossed.get(x, 400) != alone.get(x, 400)), "it crosses");
    }
}

#[test]
fn what_a_holder_is_painted_with_is_its_own() {
    // Filters, blend mode and mask are those of the panel's own content; alpha counts for what it holds.
    for mode in DepthMode::ALL {
        let (mut space, lamp) = lamp(mode, [true, true, true]);
        let leaf = Panel::new(square(10.0, Color::ORANGE)).with_pose(Pose::new(45.0, 0.0, -5.0));
        space.add_to(lamp, leaf).unwrap();
        let place = space.to_picture(space.children(lamp)[0], motile_geom::Vec3::ZERO).unwrap();
        let surface = painted(&space);
        let (x, y) = (place.x as i32, place.y as i32);
        assert!(is_near(&surface, x, y, Color::ORANGE), "{mode:?}: {:?}", surface.get(x, y));
        assert_ne!(space.hit(place).unwrap().panel, lamp, "{mode:?}");
    }
}

#[test]
fn masked_corners_are_hit_where_masks_are_not_painted() {
    // A holder with a depth buffer of its own paints its panels without masks, though the space has none.
    let (mut space, lamp) = lamp(DepthMode::Split, [true, false, false]);
    let holder = space.add(Panel::holder());
    space.move_under(lamp, Some(holder)).unwrap();
    for (mode, is_hit) in [(None, false), (Some(DepthMode::Buffer), true)] {
        space[holder].depth_mode = mode;
        let shown = is_near(&painted(&space), 440, 400, Color::hex(0x40_00_00));
        let hit = space.hit(vec2(440.5, 400.5)).unwrap().panel == lamp;
        assert_eq!((shown, hit), (is_hit, is_hit), "{mode:?}");
    }
}
