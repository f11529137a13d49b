//! The same bits again: CHECK-6-40, threads (PHYS-49), snapshots and saved worlds
//! (PHYS-52), and no allocation.

use crate::common::{STEP, busy_world, run, world};
use motile_geom::{
    Aabb, Capsule, Circle, Grid2, Polygon, Rng, Segment, StateHash, Vec2, state, vec2,
};
use motile_physics::PhysicsError;
use motile_physics::world::{AnyShape, Collider, Grab, Point, Wheel, World};

#[test]
fn check_6_40_same_inputs_same_bits() {
    let play = || {
        let mut world = busy_world();
        let mut rng = Rng::new(9);
        for tick in 0..10_000 {
            if tick % 50 == 0 {
                let id = world.points().nth(rng.below(world.point_count()) as usize).unwrap().0;
                world.push(id, rng.in_unit_disc() * 5.0);
            }
            world.step(STEP);
        }
        StateHash::of(&world)
    };
    assert_eq!(play(), play());
}

#[test]
fn phys_49_results_are_the_same_on_any_number_of_threads() {
    // The number holds with and without the feature `parallel`, and on every width of registers.
    let mut world = world!(World::default(); drag = 0.2);
    let cloth = world.build_cloth(vec2(50.0, 20.0), 120, 100, 5.0);
    for column in (0..120).step_by(17) {
        world.set_pinned(cloth.point(column, 0).unwrap(), true);
    }
    world.colliders.push(Collider::floor(480.0));
    run(&mut world, 1.0);
    assert_eq!(format!("{:016x}", StateHash::of(&world)), "4fa91956552dcbea");
    let mut rng = Rng::new(4);
    let bodies: Vec<Vec2> = (0..3000).map(|_| rng.in_unit_disc() * 500.0).collect();
    let mut attraction = motile_physics::Attraction::default();
    let pulls = attraction.accelerations(&bodies, &vec![1.0; 3000]);
    assert_eq!(format!("{:016x}", StateHash::of(pulls)), "9d67ef555a7a14ec");
}

#[cfg(feature = "parallel")]
#[test]
fn phys_49_one_and_two_threads_give_the_same_bits() {
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = busy_world();
            let cloth = world.build_cloth(vec2(100.0, 20.0), 100, 100, 4.0);
            world.set_pinned(cloth.point(50, 0).unwrap(), true);
            let mut attraction = motile_physics::Attraction::default();
            for _ in 0..20 {
                world.attract(&mut attraction);
                world.step(STEP);
            }
            StateHash::of(&world)
        })
    };
    assert_eq!(play(1), play(2));
}

#[test]
fn phys_52_snapshots_go_back_to_the_bit() {
    let mut world = busy_world();
    run(&mut world, 0.5);
    let kept = world.snapshot();
    run(&mut world, 1.0);
    let there = StateHash::of(&world);
    world.restore(&kept);
    assert_ne!(StateHash::of(&world), there);
    run(&mut world, 1.0);
    assert_eq!(StateHash::of(&world), there);
}

#[test]
fn steps_do_not_allocate_after_the_first() {
    let mut world = busy_world();
    run(&mut world, 2.0);
    let counted = allocation_counter::measure(|| run(&mut world, 1.0));
    assert!(cfg!(feature = "parallel") || counted.count_total == 0, "{}", counted.count_total);
}

/// Some of everything that can be saved.
fn rich_world() -> World {
    let mut world = busy_world();
    world.sticks_collide = true;
    world.sleep_after = 0.4;
    let triangle = vec![vec2(500.0, 560.0), vec2(560.0, 600.0), vec2(440.0, 600.0)];
    let shapes = [
        AnyShape::from(Polygon::new(triangle).unwrap()),
        AnyShape::Capsule(Capsule { segment: Segment::new(Vec2::ZERO, Vec2::X), radius: 2.0 }),
        AnyShape::InsideCircle(Circle::new(vec2(400.0, 300.0), 900.0)),
        AnyShape::Tiles {
            cells: Grid2::from_fn(4, 2, |x, _| x != 1).unwrap(),
            origin: vec2(600.0, 560.0),
            size: 20.0,
        },
        AnyShape::Box(Aabb::new(vec2(20.0, 580.0), vec2(60.0, 600.0))),
        AnyShape::HalfPlane { normal: -Vec2::Y, offset: -600.0 },
    ];
    world.colliders.extend(shapes.map(Collider::new));
    // Places that were left, and a cloth that tears.
    let (first, _) = world.points().nth(7).unwrap();
    world.remove_point(first);
    let sheet = world.build_cloth(vec2(300.0, 100.0), 12, 12, 8.0);
    for (i, &stick) in sheet.parts.sticks.iter().enumerate() {
        world.set_strength(stick, if i % 3 == 0 { 0.02 } else { 0.3 });
    }
    world.set_pinned(sheet.parts.points[0], true);
    world.add_grab(Grab::new(sheet.parts.points[50], vec2(500.0, 20.0), 1e-4)).unwrap();
    world
}

#[test]
fn phys_52_saved_worlds_go_on_to_the_bit() {
    let mut world = rich_world();
    let mut torn = 0;
    for tick in 0..240 {
        world.step(STEP);
        torn += world.events().len();
        if tick % 40 != 17 {
            continue;
        }
        let saved = world.save();
        let mut again = World::load(&saved).unwrap();
        assert_eq!(again.save(), saved);
        assert_eq!(StateHash::of(&again), StateHash::of(&world));
        let mut there = world.snapshot();
        for _ in 0..60 {
            there.step(STEP);
            again.step(STEP);
        }
        assert_eq!(StateHash::of(&again), StateHash::of(&there), "saved in tick {tick}");
        // Names mean the same.
        let (id, _) = there.points().last().unwrap();
        assert_eq!(again.position(id), there.position(id));
        assert_eq!(again.add_point(Point::default()), there.add_point(Point::default()));
    }
    assert!(torn > 10, "{torn} torn sticks");
}

#[test]
fn phys_52_bytes_that_are_no_world_are_an_error_with_a_place() {
    let mut world = rich_world();
    run(&mut world, 0.5);
    let saved = world.save();
    for length in (0..saved.len()).step_by(97) {
        let error = World::load(&saved[..length]).unwrap_err();
        let PhysicsError::BadSave { offset, .. } = error else { panic!("{error}") };
        assert!(offset as usize <= length, "{error}");
    }
    let mut longer = saved.clone();
    longer.push(0);
    assert!(World::load(&longer).is_err());
    // Any change of a byte is an error or a world that can be stepped.
    let mut rng = Rng::new(6);
    for _ in 0..2000 {
        let mut bytes = saved.clone();
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] = rng.u32() as u8;
        if let Ok(mut world) = World::load(&bytes) {
            world.substeps = world.substeps.min(2);
            world.passes = world.passes.min(2);
            world.step(STEP);
            assert!(world.points().all(|(_, at)| at.is_finite()));
        }
    }
}

#[test]
fn worlds_and_what_was_built_in_them_are_saved_as_part_of_other_state() {
    let mut world = World::default();
    let wheel = world.build_wheel(vec2(50.0, 50.0), 20.0, 6, Some((1.0, 9.0)));
    world.step(STEP);
    let bytes = state::save(&(world.clone(), wheel.clone()));
    let (mut again, parts): (World, Wheel) = state::restore(&bytes).unwrap();
    assert_eq!(parts, wheel);
    world.step(STEP);
    again.step(STEP);
    assert_eq!(StateHash::of(&(again, parts)), StateHash::of(&(world, wheel)));
    // An error says where in all of the bytes: behind the length of the list and the eight bytes of the beginning.
    let mut bad = bytes;
    bad[4] ^= 1;
    let error = state::restore::<(World, Wheel)>(&bad).unwrap_err();
    assert_eq!((error.offset, error.expected), (12, "a world saved by this version"));
}
