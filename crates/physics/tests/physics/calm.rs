//! Nothing gains energy from nowhere.

use crate::common::{STEP, run, world};
use motile_geom::{Aabb, Rng, Vec2, ops, vec2};
use motile_physics::world::{
    AnyShape, Collider, Material, Order, Point, PointId, Projection, Slack, Stick, World,
};
use proptest::prelude::*;

#[test]
fn a_turning_wheel_does_not_shake_itself_to_pieces() {
    // Sweeping the sticks in one direction only made the strain grow threefold a step, to 60 % within half a second.
    for order in [Order::AsAdded, Order::Colored] {
        let mut world = world!(World::default(); gravity = Vec2::ZERO, order = order);
        world.build_wheel(vec2(600.0, 300.0), 40.0, 12, Some((3.0, 1e6)));
        run(&mut world, 5.0);
        assert!(world.measures().worst_strain < 1e-3, "{}", world.measures().worst_strain);
        let spin = world.measures();
        assert!(spin.momentum.length() < 0.1, "a motor pushes nothing away: {}", spin.momentum);
    }
}

/// A body of points around a circle, each joined with all others, thrown with a spin; on ice when asked.
fn dense_body(world: &mut World, corners: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let spin = rng.range(-3.0..3.0);
    let center = vec2(300.0, 200.0);
    let place = |rng: &mut Rng, i: u32| {
        let angle = (i as f32 + rng.range(-0.2..0.2)) / corners as f32 * core::f32::consts::TAU;
        vec2(ops::cos(angle), ops::sin(angle)) * rng.range(30.0..60.0)
    };
    let ids: Vec<PointId> = (0..corners)
        .map(|i| {
            let arm = place(&mut rng, i);
            let velocity = vec2(40.0, -60.0) + arm.perp() * spin;
            let mass = rng.range(0.5..2.0);
            world.add_point(Point { position: center + arm, velocity, mass, ..Point::default() })
        })
        .collect();
    for (i, &a) in ids.iter().enumerate() {
        for &b in &ids[i + 1..] {
            world.add_stick(Stick::new(a, b)).unwrap();
        }
    }
}

#[test]
fn dense_bodies_keep_calm_with_any_number_of_passes() {
    // With one order only, and with odd numbers of passes, these blew up within a hundred steps.
    for passes in 1..=6 {
        for (order, projection) in [
            (Order::AsAdded, Projection::Present),
            (Order::Colored, Projection::Present),
            (Order::AsAdded, Projection::StepStart),
        ] {
            let mut world = world!(World::default(); gravity = Vec2::ZERO, passes = passes, order = order, projection = projection);
            dense_body(&mut world, 12, 5);
            run(&mut world, 10.0);
            let strain = world.measures().worst_strain;
            assert!(strain < 2e-3, "{passes} passes, {order:?}, {projection:?}: {strain}");
        }
    }
}

/// A random tangle in a box.
fn tangle(seed: u64, points: u32) -> World {
    let mut rng = Rng::new(seed);
    let mut world = world!(World::default(); points_collide = rng.chance(0.5), projection = if rng.chance(0.3) { Projection::StepStart } else { Projection::Present }, order = if rng.chance(0.5) { Order::AsAdded } else { Order::Colored }, substeps = 1 + rng.below(4), passes = 1 + rng.below(4));
    world.sticks_collide = rng.chance(0.3);
    world.sleep_after = if rng.chance(0.3) { 0.5 } else { f32::INFINITY };
    let room = Aabb::new(Vec2::ZERO, vec2(400.0, 300.0));
    let surface = Material::new(rng.f32(), rng.f32());
    world.colliders.push(Collider::new(AnyShape::InsideBox(room)).with_surface(surface));
    let ids: Vec<PointId> = (0..points)
        .map(|_| {
            let point = Point {
                // Some in the same place on purpose.
                position: (rng.in_rect(Vec2::ZERO, vec2(400.0, 300.0)) / 40.0).floor() * 40.0,
                velocity: rng.in_unit_disc() * 500.0,
                mass: rng.range(0.1..10.0),
                radius: rng.range(0.0..6.0),
                group: rng.below(3),
                pinned: rng.chance(0.1),
            };
            world.add_point(point)
        })
        .collect();
    for _ in 0..points * 2 {
        let (a, b) = (*rng.pick(&ids).unwrap(), *rng.pick(&ids).unwrap());
        let slack = match rng.below(4) {
            0 => Slack::Rope,
            1 => Slack::Strut,
            _ => Slack::None,
        };
        let compliance = if rng.chance(0.5) { 0.0 } else { rng.range(0.0..0.1) };
        let stick = Stick {
            length: Some(rng.range(5.0..100.0)),
            slack,
            compliance,
            damping: rng.range(0.0..5.0),
            ..Stick::new(a, b)
        };
        // The same point twice is refused.
        let _refused = world.add_stick(stick);
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn random_worlds_stay_finite_and_bounded(seed in any::<u64>(), points in 2u32..24) {
        let mut world = tangle(seed, points);
        let mass = 10.0 * points as f32;
        for tick in 0..10_000 {
            world.step(STEP);
            for (_, at) in world.points() {
                prop_assert!(at.is_finite() && at.abs().max_element() < 2000.0, "{}", at);
            }
            // Sticks that begin far from their length snap; after that nothing drives it, and what is left cannot be
            // faster than a fall through the room a few times over.
            if tick >= 1000 {
                prop_assert!(world.measures().kinetic < mass * 1e7, "{:?}", world.measures());
            }
        }
    }

    #[test]
    fn what_nothing_drives_gains_no_energy(
        seed in any::<u64>(),
        corners in 3u32..10,
        passes in 1u32..5,
        colored in any::<bool>(),
    ) {
        let order = if colored { Order::Colored } else { Order::AsAdded };
        let mut world =
            world!(World::default(); gravity = Vec2::ZERO, passes = passes, order = order);
        let room = Aabb::new(Vec2::ZERO, vec2(600.0, 400.0));
        let surface = Material::new(0.8, 0.2);
        world.colliders.push(Collider::new(AnyShape::InsideBox(room)).with_surface(surface));
        dense_body(&mut world, corners, seed);
        let spring = world.build_chain(vec2(100.0, 100.0), vec2(160.0, 100.0), 1);
        let ends = (spring.points[0], spring.points[1]);
        world.add_stick(Stick::spring(ends.0, ends.1, 400.0, 0.0)).unwrap();
        let start = world.measures().energy();
        for tick in 0..10_000 {
            world.step(STEP);
            if tick % 100 == 99 {
                let now = world.measures().energy();
                prop_assert!(now <= start * 1.02 + 1.0, "tick {}: {} of {}", tick, now, start);
            }
        }
    }
}
