//! Bad input: refused by name, or harmless.

use crate::common::{STEP, at};
use motile_geom::{StateHash, Vec2, vec2};
use motile_physics::PhysicsError;
use motile_physics::world::{Angle, Area, Collider, Point, PointId, Stick, World, WorldEvent};

#[test]
fn ids_of_removed_things_are_refused() {
    let mut world = World::default();
    let a = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let b = world.add_point(Point::at(10.0, 0.0)).unwrap();
    let stick = world.add_stick(Stick::new(a, b)).unwrap();
    assert!(world.remove_point(a) && !world.remove_point(a));
    assert_eq!((world.point_count(), world.stick_count()), (1, 0));
    assert_eq!((world.position(a), world.ends(stick)), (None, None));
    let c = world.add_point(Point::at(5.0, 5.0)).unwrap();
    assert_eq!((c.index(), c.generation()), (a.index(), a.generation() + 1));
    assert_eq!(world.position(a), None);
    assert_eq!(world.add_stick(Stick::new(a, b)), Err(PhysicsError::UnknownPoint));
    world.step(STEP).unwrap();
}

#[test]
fn bad_numbers_are_refused_by_name() {
    let mut world = World::default();
    let a = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let b = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let bad = |name| Err(PhysicsError::BadNumber(name));
    for (point, name) in [
        (Point { mass: 0.0, ..Point::default() }, "mass of the point"),
        (Point { mass: f32::NAN, ..Point::default() }, "mass of the point"),
        (Point::at(f32::NAN, 0.0), "position of the point"),
        (Point::at(1e30, 0.0), "position of the point"),
        (Point { radius: -1.0, ..Point::default() }, "radius of the point"),
        (Point { velocity: Vec2::INFINITY, ..Point::default() }, "velocity of the point"),
    ] {
        assert_eq!(world.add_point(point), bad(name));
    }
    let stick = Stick::new(a, b);
    for (stick, name) in [
        (stick, "length of the stick"),
        (stick.with_length(-1.0), "length of the stick"),
        (stick.with_length(f32::INFINITY), "length of the stick"),
        (Stick { compliance: f32::INFINITY, ..stick.with_length(1.0) }, "compliance of the stick"),
        (Stick { b: a, ..stick.with_length(1.0) }, "end of the stick"),
    ] {
        assert_eq!(world.add_stick(stick).map(|_| ()), bad(name).map(|_: PointId| ()));
    }
    // An infinite spring constant is a rigid stick.
    assert!(world.add_stick(Stick::spring(a, b, f32::INFINITY, 1.0).with_length(5.0)).is_ok());
    assert!(world.add_angle(Angle::new(a, b, a, 0.0, 1.0)).is_err());
    assert!(world.add_area(Area::new(vec![a, b])).is_err());
    let before = StateHash::of(&world);
    for dt in [-1.0, f32::NAN, f32::INFINITY, 1e9, 1e-12] {
        assert!(matches!(world.step(dt), Err(PhysicsError::BadStep(_))));
    }
    world.step(0.0).unwrap();
    assert_eq!(StateHash::of(&world), before, "nothing moved");
    world.gravity.x = f32::NAN;
    assert_eq!(world.step(STEP), Err(PhysicsError::BadNumber("gravity")));
    world.gravity.x = 0.0;
    world.colliders.push(Collider::floor(f32::NAN));
    assert!(world.step(STEP).is_err());
}

#[test]
fn forces_that_are_not_finite_stop_the_point_they_name() {
    let mut world = World::default();
    let good = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let bad = world.add_point(Point::at(100.0, 0.0)).unwrap();
    world.apply(&|position: Vec2, _: Vec2| {
        if position.x > 50.0 { Vec2::NAN } else { Vec2::ZERO }
    });
    assert_eq!(world.step(STEP), Err(PhysicsError::PointStopped(bad)));
    assert_eq!(world.events()[0], WorldEvent::Stopped(bad));
    assert!(at(&world, good).y > 0.0 && at(&world, bad).is_finite());
    world.step(STEP).unwrap();
    assert!(!world.accelerate(good, Vec2::NAN));
    world.set_velocity(good, vec2(f32::MAX, 0.0));
    while world.step(STEP).is_ok() {}
    assert!(at(&world, good).is_finite());
}
