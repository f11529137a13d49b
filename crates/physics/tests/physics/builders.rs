//! Ready-made structures: PHYS-53, and the orders of relaxation on a cloth (PHYS-49).

use crate::common::{STEP, busy_world, run, world};
use motile_geom::{StateHash, Vec2, vec2};
use motile_physics::world::{AngleId, Order, PointId, StickId, Structure, World};

#[test]
fn phys_53_structures_stay_whole_and_inside() {
    let mut world = busy_world();
    for tick in 0..600 {
        world.step(STEP);
        let strain = |(id, a, b): &(_, Vec2, Vec2)| {
            let length = world.length(*id).unwrap();
            (a.distance(*b) - length).abs() / length
        };
        let worst = world.sticks().max_by(|a, b| strain(a).total_cmp(&strain(b))).unwrap();
        assert!(world.measures().worst_strain < 0.5, "tick {tick}: {worst:?}");
    }
    for (id, at) in world.points() {
        let inside = (-0.01..=800.01).contains(&at.x) && (-0.01..=600.01).contains(&at.y);
        assert!(inside, "{id:?} at {at}");
    }
    assert!(world.measures().strain < 0.05, "{}", world.measures().strain);
}

#[test]
fn phys_49_colored_order_agrees_with_the_given_one() {
    let sag = |order| {
        let mut world = world!(World::default(); order = order, drag = 0.5, passes = 4);
        let cloth = world.build_cloth(Vec2::ZERO, 70, 70, 5.0);
        for column in [0, 23, 46, 69] {
            world.set_pinned(cloth.point(column, 0).unwrap(), true);
        }
        run(&mut world, 3.0);
        world.points().map(|(_, at)| at.y).sum::<f32>() / world.point_count() as f32
    };
    let (colored, given) = (sag(Order::Colored), sag(Order::AsAdded));
    assert!((colored - given).abs() < 0.02 * given, "{colored} and {given}");
}

#[test]
fn phys_53_every_builder_makes_the_parts_it_names() {
    let mut world = World::default();
    let counts = |world: &World| (world.point_count(), world.stick_count());
    let (from, to) = (vec2(0.0, 0.0), vec2(100.0, 0.0));
    let mut before = (0, 0);
    let mut made = |world: &World, points: u32, sticks: u32| {
        let now = counts(world);
        assert_eq!((now.0 - before.0, now.1 - before.1), (points, sticks));
        before = now;
    };
    world.build_rope(from, to, 10);
    made(&world, 11, 10);
    world.build_chain(from, to, 10);
    made(&world, 11, 10);
    let bridge = world.build_bridge(from, to, 10);
    made(&world, 11, 10 + 9);
    assert_eq!(bridge.points.iter().filter(|&&id| world.is_pinned(id).unwrap()).count(), 2);
    world.build_cloth(from, 7, 5, 10.0);
    made(&world, 35, 6 * 5 + 7 * 4);
    world.build_box(from, to + vec2(0.0, 50.0));
    made(&world, 4, 6);
    let wheel = world.build_wheel(from, 50.0, 8, Some((1.0, 10.0)));
    made(&world, 9, 8 + 8 + 8);
    assert!(wheel.motor.is_some() && wheel.area.is_none());
    let blob = world.build_blob(from, 50.0, 12, 0.01);
    made(&world, 13, 12 + 12);
    assert!(blob.area.is_some() && blob.motor.is_none());
    let (_, limit) = world.build_hinge((from, to), vec2(50.0, 50.0), Some((-1.0, 1.0)));
    made(&world, 3, 2);
    assert!(limit.is_some());
    let doll = world.build_ragdoll(from, 100.0);
    made(&world, 11, 13);
    assert_eq!(doll.joints.len(), 4);
    let crane = world.build_crane(from, 160.0, -120.0);
    made(&world, 18 + 16 + 6, 17 + 4 * 16 + 6);
    assert_eq!(crane.rope.points[6], crane.hook);
}

#[test]
fn builders_with_bad_numbers_build_nothing_and_name_nothing() {
    let mut world = World::default();
    let from = vec2(0.0, 0.0);
    let far = Vec2::splat(f32::INFINITY);
    let before = StateHash::of(&world);
    let mut parts: Vec<Structure> = Vec::new();
    for (height, reach) in [(0.0, 10.0), (-5.0, 10.0), (10.0, 0.0), (f32::NAN, 1.0)] {
        let crane = world.build_crane(from, height, reach);
        assert_eq!((crane.lattice.points.len(), crane.hook), (34, PointId::NOTHING));
        parts.extend([crane.lattice, crane.rope]);
    }
    parts.push(world.build_rope(from, from, 3));
    parts.push(world.build_chain(from, far, 3));
    parts.push(world.build_bridge(Vec2::NAN, from, 3));
    parts.push(world.build_box(from, vec2(f32::NAN, 1.0)));
    parts.push(world.build_cloth(from, 5, 5, -9.0).parts);
    parts.push(world.build_wheel(from, 0.0, 8, Some((1.0, 1.0))).parts);
    parts.push(world.build_blob(from, 9.0, 8, f32::NAN).parts);
    parts.push(world.build_hinge((from, far), from, Some((0.0, 1.0))).0);
    let doll = world.build_ragdoll(from, f32::NAN);
    assert_eq!(doll.joints, [AngleId::NOTHING; 4]);
    parts.push(doll.parts);
    for part in &parts {
        assert!(!part.points.is_empty() && part.points.iter().all(|id| *id == PointId::NOTHING));
        assert!(!part.sticks.is_empty() && part.sticks.iter().all(|id| *id == StickId::NOTHING));
    }
    assert_eq!(world.rejected, 13);
    // Too few or too many parts: empty lists.
    assert!(world.build_rope(from, far, 0).points.is_empty());
    assert!(world.build_cloth(from, 1, 5, 9.0).parts.points.is_empty());
    assert!(world.build_cloth(from, u32::MAX, u32::MAX, 9.0).point(0, 0).is_none());
    assert_eq!(world.build_blob(from, 9.0, 2, 0.1).hub, PointId::NOTHING);
    let cloth = World::default().build_cloth(from, 3, 3, 9.0);
    assert_eq!((cloth.point(3, 0), cloth.point(0, u32::MAX)), (None, None));
    assert_eq!((world.rejected, world.last_rejected()), (17, Some("number of parts")));
    assert_eq!(StateHash::of(&world), before);
    // A motor or limit with bad numbers is left out of what is built.
    assert_eq!(world.build_wheel(from, 9.0, 8, Some((f32::NAN, 1.0))).motor, None);
    let (arms, limit) = world.build_hinge((from, vec2(9.0, 0.0)), vec2(5.0, 5.0), Some((2.0, 1.0)));
    assert!(limit.is_none() && world.position(arms.points[2]).is_some());
    assert_eq!(world.rejected, 19);
}

#[test]
fn phys_53_a_crane_stands_and_lifts() {
    let mut world = world!(World::default(); substeps = 16, passes = 8, drag = 0.5);
    let crane = world.build_crane(vec2(0.0, 400.0), 320.0, 200.0);
    let tip = crane.rope.points[0];
    let start = world.position(tip).unwrap();
    run(&mut world, 6.0);
    let sunk = world.position(tip).unwrap().distance(start);
    assert!(sunk < 12.0, "the jib gives way by {sunk}");
    let low = world.position(crane.hook).unwrap();
    assert!((low.x - world.position(tip).unwrap().x).abs() < 5.0, "the hook hangs under the tip");
    for &stick in &crane.rope.sticks {
        let length = world.length(stick).unwrap();
        assert!(world.set_length(stick, length * 0.5));
    }
    run(&mut world, 4.0);
    let high = world.position(crane.hook).unwrap();
    assert!((low.y - high.y - 80.0).abs() < 8.0, "lifted from {low} to {high}");
}
