//! Bad input: refused by name, or harmless.

use crate::common::{STEP, at};
use motile_geom::{MarkShape, Marks, StateHash, Vec2, glam::DVec2, vec2};
use motile_physics::PhysicsError;
use motile_physics::world::{
    Angle, Area, Collider, Grab, Point, Point64, PointId, Stick, StickId, World, World64,
    WorldEvent,
};

#[test]
fn ids_of_removed_things_are_refused() {
    let mut world = World::default();
    let a = world.add_point(Point::new(0.0, 0.0));
    let b = world.add_point(Point::new(10.0, 0.0));
    let stick = world.add_stick(Stick::new(a, b)).unwrap();
    assert!(world.remove_point(a) && !world.remove_point(a));
    assert_eq!((world.point_count(), world.stick_count()), (1, 0));
    assert_eq!((world.position(a), world.ends(stick)), (None, None));
    let c = world.add_point(Point::new(5.0, 5.0));
    assert_eq!((c.index(), c.generation()), (a.index(), a.generation() + 1));
    assert_eq!(world.position(a), None);
    assert_eq!(world.add_stick(Stick::new(a, b)), Err(PhysicsError::UnknownPoint));
    world.step(STEP);
}

#[test]
fn bad_numbers_change_nothing_and_are_counted_by_name() {
    let mut world = World::default();
    let a = world.add_point(Point::new(0.0, 0.0));
    let b = world.add_point(Point::new(0.0, 0.0));
    let before = StateHash::of(&world);
    for (point, name) in [
        (Point { mass: 0.0, ..Point::default() }, "mass of the point"),
        (Point { mass: f32::NAN, ..Point::default() }, "mass of the point"),
        (Point::new(f32::NAN, 0.0), "position of the point"),
        (Point::new(1e30, 0.0), "position of the point"),
        (Point { radius: -1.0, ..Point::default() }, "radius of the point"),
        (Point { velocity: Vec2::INFINITY, ..Point::default() }, "velocity of the point"),
    ] {
        assert_eq!(world.add_point(point), PointId::NOTHING);
        assert_eq!(world.last_rejected(), Some(name));
    }
    let stick = Stick::new(a, b);
    for (stick, name) in [
        (stick, "length of the stick"),
        (stick.with_length(-1.0), "length of the stick"),
        (stick.with_length(f32::INFINITY), "length of the stick"),
        (Stick { compliance: f32::INFINITY, ..stick.with_length(1.0) }, "compliance of the stick"),
        (stick.with_length(1.0).with_strength(f32::NAN), "strength of the stick"),
    ] {
        assert_eq!(world.add_stick(stick), Ok(StickId::NOTHING));
        assert_eq!(world.last_rejected(), Some(name));
    }
    assert_eq!(world.rejected, 11);
    for dt in [-1.0, f32::NAN, f32::INFINITY, 1e9, 1e-12] {
        world.step(dt);
        assert_eq!(world.last_rejected(), Some("time step"));
    }
    world.step(0.0);
    assert_eq!((world.rejected, StateHash::of(&world)), (16, before), "nothing moved");
    // Names that name nothing, or one thing twice, are errors: the program has lost something.
    let twice = Stick { b: a, ..stick.with_length(1.0) };
    assert_eq!(world.add_stick(twice), Err(PhysicsError::UnknownPoint));
    assert_eq!(world.add_angle(Angle::new(a, b, a, 0.0, 1.0)), Err(PhysicsError::UnknownPoint));
    assert_eq!(world.add_area(Area::new(vec![a, b])), Err(PhysicsError::UnknownPoint));
    assert_eq!(world.rejected, 16);
    // An infinite spring constant is a rigid stick.
    let spring = Stick::spring(a, b, f32::INFINITY, 1.0).with_length(5.0);
    assert_ne!(world.add_stick(spring), Ok(StickId::NOTHING));
}

#[test]
fn a_world_with_bad_settings_stands_still_until_they_are_good() {
    let mut world = World::default();
    let point = world.add_point(Point::new(0.0, 0.0));
    world.gravity.x = f32::NAN;
    world.step(STEP);
    assert_eq!((world.rejected, world.last_rejected()), (1, Some("gravity")));
    world.gravity.x = 0.0;
    world.colliders.push(Collider::floor(f32::NAN));
    world.step(STEP);
    assert_eq!((world.rejected, world.last_rejected()), (2, Some("shape of a collider")));
    assert_eq!(at(&world, point), Vec2::ZERO);
    let mut marks = Marks::new();
    world.mark(&mut marks);
    let words = marks.iter().find_map(|mark| match mark.shape {
        MarkShape::Label { text, .. } => Some(text.to_owned()),
        _ => None,
    });
    assert_eq!(words.as_deref(), Some("2 rejected, last: shape of a collider"));
    world.colliders.clear();
    world.step(STEP);
    assert!(world.rejected == 2 && at(&world, point).y > 0.0);
}

#[test]
fn bad_numbers_in_changes_are_counted_and_gone_things_are_not() {
    let mut world = World::default();
    let a = world.add_point(Point::new(0.0, 0.0));
    let b = world.add_point(Point::new(10.0, 0.0));
    let stick = world.add_stick(Stick::new(a, b)).unwrap();
    let before = StateHash::of(&world);
    assert!(!world.set_position(a, Vec2::NAN) && !world.teleport(a, Vec2::NAN));
    assert!(!world.push(a, Vec2::INFINITY) && !world.set_old_position(a, Vec2::NAN));
    assert!(!world.set_velocity(a, Vec2::NAN) && !world.accelerate(a, Vec2::NAN));
    assert!(!world.set_mass(a, -1.0) && !world.set_radius(a, f32::NAN));
    assert!(!world.set_length(stick, 0.0) && !world.set_strength(stick, f32::NAN));
    assert_eq!((world.rejected, StateHash::of(&world)), (10, before));
    let grab = world.add_grab(Grab::new(a, Vec2::ZERO, 0.1)).unwrap();
    world.grab_mut(grab).unwrap().target = Vec2::NAN;
    world.step(STEP);
    assert_eq!((world.rejected, at(&world, a).is_finite()), (11, true));
    world.remove_grab(grab);
    world.remove_point(b);
    assert!(!world.set_position(b, Vec2::ZERO) && !world.set_length(stick, 5.0));
    assert_eq!(world.rejected, 11);
}

#[test]
fn forces_that_are_not_finite_stop_the_point_they_name() {
    let mut world = World::default();
    let good = world.add_point(Point::new(0.0, 0.0));
    let bad = world.add_point(Point::new(100.0, 0.0));
    world.apply(&|position: Vec2, _: Vec2| {
        if position.x > 50.0 { Vec2::NAN } else { Vec2::ZERO }
    });
    world.step(STEP);
    assert_eq!(world.events()[0], WorldEvent::Stopped(bad));
    assert!(at(&world, good).y > 0.0 && at(&world, bad).is_finite());
    world.step(STEP);
    assert_eq!(world.events(), []);
    world.set_velocity(good, vec2(f32::MAX, 0.0));
    let stopped = (0..1000).any(|_| {
        world.step(STEP);
        world.events().contains(&WorldEvent::Stopped(good))
    });
    assert!(stopped && at(&world, good).is_finite());
}

#[test]
fn the_exact_world_counts_bad_numbers_and_tells_who_was_stopped() {
    let mut world = World64::default();
    let point = world.add_point(Point64::new(0.0, 0.0));
    for dt in [-1.0, f64::NAN, 1e9] {
        world.step(dt);
    }
    assert_eq!((world.rejected, world.points[0].position.y), (3, 0.0));
    world.points[0].inverse_mass = f64::NAN;
    world.step(0.1);
    assert_eq!((world.rejected, world.points[0].position.y), (4, 0.0));
    world.points[0] = Point64::new(9e8, 0.0);
    world.points[0].set_displacement(DVec2::new(9e8, 0.0));
    world.step(0.1);
    assert_eq!(world.stopped.first(), Some(&point));
    assert!(world.points[0].position.is_finite() && world.rejected == 4);
    world.step(0.1);
    assert!(world.stopped.is_empty());
}

#[test]
fn points_pushed_out_of_the_range_by_constraints_are_stopped_in_the_same_step() {
    // They used to be looked at before the constraints only, and could be left anywhere, even not finite, at the end
    // of a step.
    let far = 1e9;
    let mut world = World::default();
    world.gravity = Vec2::ZERO;
    let a = world.add_point(Point::new(far, 0.0));
    let b = world.add_point(Point::new(far - 1000.0, 0.0));
    world.add_stick(Stick { length: Some(far), ..Stick::new(a, b) }).unwrap();
    world.step(STEP);
    assert!(world.events().contains(&WorldEvent::Stopped(a)));
    assert!(world.points().all(|(_, place)| place.abs().max_element() <= far));
}
