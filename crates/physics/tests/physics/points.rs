//! Verlet points by the classics' rules: CHECK-6-20 to CHECK-6-24, in both widths of numbers. Every number here is a
//! sum of halves, which `f32` holds exactly, so that both must agree to the bit.

use crate::common::{Plan, STAGE, at, classic, classic64};
use motile_geom::{Vec2, glam::DVec2, vec2};
use motile_physics::classic::ClassicWorld;
use motile_physics::world::{Point64, World};

const ONE: Plan = (&[(100.0, 100.0)], &[]);

#[test]
fn check_6_20_moving_is_pushing() {
    let two: Plan = (&[(100.0, 100.0), (100.0, 200.0)], &[]);
    let (mut world, ids) = classic(two);
    world.gravity = Vec2::ZERO;
    world.push(ids[0], vec2(5.0, 0.0));
    world.set_velocity(ids[1], vec2(5.0, 0.0));
    (0..3).for_each(|_| world.step_frame(None));
    assert_eq!(at(&world, ids[0]), vec2(120.0, 100.0));
    assert_eq!(at(&world, ids[1]), vec2(115.0, 200.0));
    assert_eq!(world.velocity(ids[0]), Some(vec2(5.0, 0.0)));
    assert_eq!(world.velocity(ids[1]), Some(vec2(5.0, 0.0)));

    let mut exact = classic64(two);
    exact.gravity = DVec2::ZERO;
    exact.points[0].position.x += 5.0;
    exact.points[1].set_displacement(DVec2::new(5.0, 0.0));
    (0..3).for_each(|_| exact.step_frame(None));
    assert_eq!(exact.points.iter().map(|p| p.position.x).collect::<Vec<_>>(), [120.0, 115.0]);
    assert!(exact.points.iter().all(|p| p.displacement() == DVec2::new(5.0, 0.0)));
}

#[test]
fn check_6_21_push_gravity_is_not_velocity_gravity() {
    let origin: Plan = (&[(0.0, 0.0)], &[]);
    let (mut pushed, ids) = classic(origin);
    (0..10).for_each(|_| pushed.step_frame(None));
    assert_eq!(at(&pushed, ids[0]).y, 32.5);
    assert_eq!(pushed.velocity(ids[0]).unwrap().y, 5.0);
    let (mut world, ids) = classic(origin);
    (0..10).for_each(|_| world.step(1.0));
    assert_eq!(at(&world, ids[0]).y, 27.5);
    assert_eq!(world.velocity(ids[0]).unwrap().y, 5.0);

    let (mut pushed, mut fallen) = (classic64(origin), classic64(origin));
    for _ in 0..10 {
        pushed.step_frame(None);
        fallen.step(1.0);
    }
    assert_eq!((pushed.points[0].position.y, pushed.points[0].displacement().y), (32.5, 5.0));
    assert_eq!((fallen.points[0].position.y, fallen.points[0].displacement().y), (27.5, 5.0));
}

#[test]
fn check_6_22_setting_a_position_stops() {
    let (mut world, ids) = classic(ONE);
    (0..7).for_each(|_| world.step_frame(Some(STAGE)));
    world.gravity = Vec2::ZERO;
    assert!(world.set_position(ids[0], vec2(7.0, 9.0)));
    assert_eq!(world.velocity(ids[0]), Some(Vec2::ZERO));
    world.step_frame(Some(STAGE));
    assert_eq!(at(&world, ids[0]), vec2(7.0, 9.0));
    world.set_velocity(ids[0], vec2(3.25, -1.5));
    assert_eq!(world.velocity(ids[0]), Some(vec2(3.25, -1.5)));
    // The other kind: a new place, the same motion.
    world.teleport(ids[0], vec2(50.0, 50.0));
    assert_eq!(world.velocity(ids[0]), Some(vec2(3.25, -1.5)));
    // A number that no position can hold comes back within one rounding.
    world.set_velocity(ids[0], vec2(0.1, 0.3));
    assert_eq!(world.velocity(ids[0]), Some(vec2(0.1, 0.3)));

    let mut exact = classic64(ONE);
    (0..7).for_each(|_| exact.step_frame(Some(STAGE)));
    exact.gravity = DVec2::ZERO;
    exact.points[0].place(DVec2::new(7.0, 9.0));
    assert_eq!(exact.points[0].displacement(), DVec2::ZERO);
    exact.step_frame(Some(STAGE));
    assert_eq!(exact.points[0].position, DVec2::new(7.0, 9.0));
    exact.points[0].set_displacement(DVec2::new(0.1, 0.3));
    assert!(exact.points[0].displacement().distance(DVec2::new(0.1, 0.3)) < 1e-15);
}

#[test]
fn check_6_23_a_point_in_a_box() {
    let (mut world, ids) = classic(ONE);
    let mut exact = classic64(ONE);
    world.push(ids[0], vec2(5.0, 0.0));
    exact.points[0].position.x += 5.0;
    let mut frame = 0;
    let mut to = |world: &mut World, n: u32| {
        while frame < n {
            world.step_frame(Some(STAGE));
            exact.step_frame(Some(STAGE));
            frame += 1;
        }
        let found = (at(world, ids[0]), world.velocity(ids[0]).unwrap());
        let Point64 { position, .. } = exact.points[0];
        assert_eq!(
            found,
            (position.as_vec2(), exact.points[0].displacement().as_vec2()),
            "frame {n}"
        );
        found
    };
    assert_eq!(to(&mut world, 1).0, vec2(110.0, 101.0));
    assert_eq!(to(&mut world, 2).0, vec2(115.0, 102.5));
    assert_eq!(to(&mut world, 10).0, vec2(155.0, 132.5));
    assert_eq!(to(&mut world, 44), (vec2(325.0, 600.0), vec2(5.0, 5.0)));
    for later in 45..139 {
        let x = 325.0 + 5.0 * (later - 44) as f32;
        assert_eq!(to(&mut world, later), (vec2(x, 600.0), vec2(5.0, -0.5)));
    }
    assert_eq!(to(&mut world, 139).0, vec2(800.0, 600.0));
    for later in 140..200 {
        assert_eq!(to(&mut world, later), (vec2(800.0, 600.0), vec2(0.0, -0.5)));
    }
}

#[test]
fn check_6_24_clamping_keeps_the_old_position() {
    let two: Plan = (&[(-3.0, 700.0), (5.0, 5.0)], &[]);
    let (mut world, ids) = classic(two);
    world.clamp_into(STAGE);
    assert_eq!(at(&world, ids[0]), vec2(0.0, 600.0));
    assert_eq!(world.old_position(ids[0]), Some(vec2(-3.0, 700.0)));
    assert_eq!(at(&world, ids[1]), vec2(5.0, 5.0));
    let mut exact = classic64(two);
    exact.clamp_into(STAGE);
    assert_eq!(exact.points[0].position, DVec2::new(0.0, 600.0));
    assert_eq!(exact.points[0].old, DVec2::new(-3.0, 700.0));
    assert_eq!(exact.points[1], Point64::new(5.0, 5.0));
}
