//! Islands and sleep: PHYS-49.

use crate::common::{STEP, at, run, world};
use motile_geom::{StateHash, Vec2, vec2};
use motile_physics::world::{Collider, Grab, Point, PointId, Stick, Structure, World};

/// A floor with so many crates on it, well apart.
fn crates(count: u32) -> (World, Vec<Structure>) {
    let mut world = world!(World::default(); sleep_after = 0.5);
    world.colliders.push(Collider::floor(100.0));
    let crates = (0..count)
        .map(|i| world.build_box(vec2(60.0 * i as f32, 70.0), vec2(30.0, 30.0)))
        .collect();
    (world, crates)
}

fn sleeps(world: &World, parts: &Structure) -> bool {
    let asleep: Vec<bool> = parts.points.iter().map(|&id| world.is_asleep(id).unwrap()).collect();
    assert!(asleep.iter().all(|&one| one == asleep[0]), "an island sleeps as a whole");
    asleep[0]
}

#[test]
fn phys_49_what_rests_falls_asleep_and_stays_where_it_is() {
    let (mut world, crates) = crates(3);
    run(&mut world, 0.4);
    assert_eq!(world.asleep_count(), 0, "not before half a second");
    run(&mut world, 3.0);
    assert_eq!(world.asleep_count(), 12);
    let energy = world.measures().potential;
    let places: Vec<Vec2> = world.points().map(|(_, at)| at).collect();
    run(&mut world, 10.0);
    assert!(world.points().map(|(_, at)| at).eq(places), "to the bit");
    assert_eq!((world.measures().kinetic, world.measures().potential), (0.0, energy));
    assert!(crates.iter().all(|parts| sleeps(&world, parts)));
    assert_eq!(world.is_pinned(crates[0].points[0]), Some(false));
}

/// Something done to a world.
type Change<'a> = &'a dyn Fn(&mut World) -> bool;

#[test]
fn phys_49_one_island_wakes_alone() {
    let (mut world, crates) = crates(3);
    run(&mut world, 4.0);
    let touched = crates[1].points[2];
    let changes: [(&str, Change<'_>); 9] = [
        ("push", &|world| world.push(touched, vec2(0.0, -3.0))),
        ("velocity", &|world| world.set_velocity(touched, vec2(0.0, -50.0))),
        ("position", &|world| world.set_position(touched, vec2(91.0, 99.0))),
        ("acceleration", &|world| world.accelerate(touched, vec2(0.0, -2000.0))),
        ("force", &|world| world.add_force(touched, vec2(0.0, -2000.0))),
        ("mass", &|world| world.set_mass(touched, 3.0)),
        ("grab", &|world| world.add_grab(Grab::new(touched, vec2(90.0, 50.0), 0.0)).is_ok()),
        ("removal", &|world| world.remove_stick(crates[1].sticks[0])),
        ("by name", &|world| world.wake(touched)),
    ];
    for (name, change) in changes {
        let mut world = world.snapshot();
        assert!(change(&mut world), "{name}");
        assert_eq!([0, 1, 2].map(|i| sleeps(&world, &crates[i])), [true, false, true], "{name}");
        world.step(STEP);
        assert_eq!([0, 1, 2].map(|i| sleeps(&world, &crates[i])), [true, false, true], "{name}");
    }
    assert_eq!(world.asleep_count(), 12);
}

#[test]
fn phys_49_the_world_around_wakes_everything() {
    let (mut world, _) = crates(2);
    run(&mut world, 4.0);
    for change in 0..4 {
        let mut world = world.snapshot();
        match change {
            0 => world.gravity.y = 900.0,
            1 => world.colliders.clear(),
            2 => world.sleep_after = f32::INFINITY,
            _ => world.wake_all(),
        }
        world.step(STEP);
        assert_eq!(world.asleep_count(), 0, "change {change}");
    }
    // The floor is gone: everything falls, as it should.
    world.colliders.clear();
    run(&mut world, 1.0);
    assert!(world.points().all(|(_, at)| at.y > 300.0));
}

#[test]
fn phys_49_a_touch_wakes_and_a_pile_sleeps_together() {
    let mut world = world!(World::default(); points_collide = true, sleep_after = 0.5);
    world.colliders.push(Collider::floor(100.0));
    let ball = |world: &mut World, x: f32, y: f32| -> PointId {
        world.add_point(Point { radius: 10.0, ..Point::new(x, y) })
    };
    let (low, far) = (ball(&mut world, 0.0, 90.0), ball(&mut world, 300.0, 90.0));
    run(&mut world, 3.0);
    assert_eq!(world.asleep_count(), 2);
    let falling = ball(&mut world, 1.0, 0.0);
    let mut woken = false;
    for _ in 0..60 {
        world.step(STEP);
        woken |= world.is_asleep(low) == Some(false);
        assert_eq!(world.is_asleep(far), Some(true), "nothing touched it");
    }
    assert!(woken, "it was hit");
    run(&mut world, 20.0);
    assert_eq!(world.asleep_count(), 3, "{} {}", at(&world, low), at(&world, falling));
}

#[test]
fn phys_49_hanging_things_sleep_and_a_moved_nail_wakes_them() {
    let mut world = world!(World::default(); sleep_after = 0.5, drag = 1.0);
    let rope = world.build_chain(vec2(0.0, 0.0), vec2(0.0, 60.0), 3);
    assert!(world.set_pinned(rope.points[0], true));
    run(&mut world, 5.0);
    assert_eq!(world.asleep_count(), 3, "the nail does not count");
    assert!(world.set_position(rope.points[0], vec2(30.0, 0.0)));
    run(&mut world, 0.1);
    assert_eq!(world.asleep_count(), 0);
    run(&mut world, 30.0);
    assert!((at(&world, rope.points[3]).x - 30.0).abs() < 1.0, "it follows");
    assert_eq!(world.asleep_count(), 3);
    // Cut off, it falls.
    assert!(world.remove_point(rope.points[0]));
    run(&mut world, 1.0);
    assert!(at(&world, rope.points[3]).y > 300.0);
}

#[test]
fn phys_49_sleepers_do_not_change_what_the_others_do() {
    // The same swinging chain with and without sleepers beside it, and beside the same crates awake.
    let play = |crates: u32, sleep_after: f32| {
        let mut world = world!(World::default(); sleep_after = sleep_after);
        let chain = world.build_chain(vec2(0.0, -500.0), vec2(200.0, -500.0), 8);
        world.set_pinned(chain.points[0], true);
        world.colliders.push(Collider::floor(100.0));
        for i in 0..crates {
            world.build_box(vec2(60.0 * i as f32, 70.0), vec2(30.0, 30.0));
        }
        run(&mut world, 4.0);
        let places: Vec<Vec2> = chain.points.iter().map(|&id| at(&world, id)).collect();
        (StateHash::of(&places), world.asleep_count())
    };
    let (alone, _) = play(0, f32::INFINITY);
    assert_eq!(play(5, f32::INFINITY), (alone, 0));
    assert_eq!(play(5, 0.5), (alone, 20));
}

#[test]
fn phys_49_sleep_is_part_of_the_state() {
    let (mut world, _) = crates(2);
    run(&mut world, 0.8);
    let kept = world.snapshot();
    run(&mut world, 1.0);
    let there = StateHash::of(&world);
    world.restore(&kept);
    run(&mut world, 1.0);
    assert_eq!(StateHash::of(&world), there);
    for (after, speed) in [(-1.0, 4.0), (f32::NAN, 4.0), (0.5, f32::NAN), (0.5, -1.0)] {
        (world.sleep_after, world.sleep_speed) = (after, speed);
        world.step(STEP);
        assert_eq!(world.last_rejected(), Some("time or speed of sleep"));
    }
    assert_eq!(world.rejected, 4);
}

#[test]
fn phys_49_motors_and_springs_in_motion_do_not_sleep() {
    let mut world = world!(World::default(); gravity = Vec2::ZERO, sleep_after = 0.2);
    let wheel = world.build_wheel(Vec2::ZERO, 30.0, 6, Some((2.0, f32::INFINITY)));
    let (a, b) = (Point::pinned(200.0, 0.0), Point::new(200.0, 80.0));
    let [a, b] = [a, b].map(|point| world.add_point(point));
    world.add_stick(Stick::spring(a, b, 9.0, 0.0).with_length(50.0)).unwrap();
    run(&mut world, 5.0);
    assert_eq!(world.asleep_count(), 0);
    // Stopped, the wheel falls asleep; started again, it wakes.
    world.set_motor_speed(wheel.motor.unwrap(), 0.0);
    run(&mut world, 2.0);
    assert!(sleeps(&world, &wheel.parts));
    world.set_motor_speed(wheel.motor.unwrap(), 2.0);
    run(&mut world, 0.5);
    assert!(!sleeps(&world, &wheel.parts));
}
