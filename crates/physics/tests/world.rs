//! The recommended world: energy, softness, contacts, structures, bad input, replays.

use motile_geom::{Aabb, Circle, Grid2, Polygon, Rng, StateHash, Vec2, ops, vec2};
use motile_physics::PhysicsError;
use motile_physics::world::{
    Angle, Area, Collider, Event, Grab, Order, Point, PointId, Projection, Shape, Slack, Stick,
    Surface, World,
};
use proptest::prelude::*;

const STEP: f32 = 1.0 / 60.0;

/// A world with some settings changed.
macro_rules! world {
    ($base:expr; $($field:ident = $value:expr),*) => {{
        let mut world = $base;
        $(world.$field = $value;)*
        world
    }};
}

/// A world without gravity, in frames of one second, for checks of single corrections.
fn still() -> World {
    world!(World::default(); gravity = Vec2::ZERO, substeps = 1, passes = 1)
}

fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds / STEP).round() as u32 {
        world.step(STEP).unwrap();
    }
}

fn at(world: &World, id: PointId) -> Vec2 {
    world.position(id).unwrap()
}

#[test]
fn check_6_16_time_corrected_verlet() {
    let mut world = world!(World::default(); gravity = vec2(0.0, 32.0), substeps = 1);
    let point = world.add_point(Point::default()).unwrap();
    world.step(0.1).unwrap();
    world.set_position(point, Vec2::ZERO);
    world.set_old_position(point, vec2(0.0, 32.0 * 0.1 * 0.1 / 2.0));
    for dt in [0.1, 0.05, 0.2, 0.1, 0.15, 0.05, 0.1, 0.1, 0.05, 0.1] {
        world.step(dt).unwrap();
    }
    assert!((at(&world, point).y - 16.0).abs() < 1e-4, "{}", at(&world, point).y);
}

#[test]
fn check_6_29_softness_does_not_depend_on_passes() {
    for (compliance, a_end, b_end) in [
        (0.0, vec2(1.5, 2.0), vec2(4.5, 6.0)),
        (1e-4, vec2(1.2711864, 1.6949152), vec2(4.7288135, 6.3050847)),
        (1e-3, vec2(0.5357142, 0.7142857), vec2(5.464_286, 7.285_714)),
    ] {
        for passes in [1, 2, 50] {
            for order in [Order::AsAdded, Order::Colored] {
                let mut world = world!(still(); passes = passes, order = order);
                let a = world.add_point(Point::default()).unwrap();
                let b = world.add_point(Point::at(6.0, 8.0)).unwrap();
                let stick = Stick::new(a, b).with_length(5.0);
                world.add_stick(Stick { compliance, ..stick }).unwrap();
                world.step(STEP).unwrap();
                assert!(at(&world, a).distance(a_end) < 2e-6, "{compliance} {passes} {order:?}");
                assert!(at(&world, b).distance(b_end) < 2e-6, "{compliance} {passes} {order:?}");
            }
        }
    }
}

/// The height at which a weight hangs still on a spring.
fn hanging(substeps: u32, passes: u32) -> f32 {
    let mut world = world!(World::default(); substeps = substeps, passes = passes);
    let nail = world.add_point(Point::pinned(0.0, 0.0)).unwrap();
    let weight = world.add_point(Point::at(0.0, 50.0)).unwrap();
    world.add_stick(Stick::spring(nail, weight, 49.0, 3.0)).unwrap();
    run(&mut world, 20.0);
    at(&world, weight).y
}

#[test]
fn phys_45_springs_do_not_depend_on_step_or_passes() {
    // 980 / 49 = 20 pixels below the length of 50.
    for (substeps, passes) in [(1, 1), (4, 1), (1, 8), (16, 4)] {
        let y = hanging(substeps, passes);
        assert!((y - 70.0).abs() < 0.05, "{substeps} × {passes}: {y}");
    }
}

#[test]
fn check_6_35_spin_is_kept_along_the_start_direction() {
    let spin = |projection, frames: u32| {
        let mut world =
            world!(still(); projection = projection, passes = 10, order = Order::AsAdded);
        let corners = [(100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0)];
        let ids = corners.map(|(x, y)| world.add_point(Point::at(x, y)).unwrap());
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)] {
            world.add_stick(Stick::new(ids[a], ids[b])).unwrap();
        }
        world.step(1.0).unwrap();
        world.set_velocity(ids[0], vec2(10.0, 0.0));
        let relative = |world: &World| {
            let center = ids.iter().map(|&id| at(world, id)).sum::<Vec2>() / 4.0;
            let drift = ids.iter().map(|&id| world.velocity(id).unwrap()).sum::<Vec2>() / 4.0;
            ids.iter()
                .map(|&id| (at(world, id) - center).perp_dot(world.velocity(id).unwrap() - drift))
                .sum::<f32>()
        };
        for _ in 0..frames {
            world.step(1.0).unwrap();
        }
        let center = ids.iter().map(|&id| at(&world, id)).sum::<Vec2>() / 4.0;
        (relative(&world), center.x)
    };
    let (kept, x) = spin(Projection::StepStart, 500);
    assert!((kept - 500.0).abs() < 2.0, "{kept}");
    assert!((x - 150.0 - 1250.0).abs() < 0.5, "2.5 pixels a frame: {x}");
    let (lost, _) = spin(Projection::Present, 500);
    assert!((lost - 392.6).abs() < 2.0, "{lost}");
}

#[test]
fn check_6_36_rotor_map() {
    let mut theta = 0.1f64;
    for _ in 0..100 {
        theta = ops::atan2_64(ops::sin64(theta), 2.0 - ops::cos64(theta));
    }
    assert!((theta - 0.057708404).abs() < 1e-9);
    // The same from a world: a rotor of length 100 about a nail, turned by 0.1 a step.
    let mut world = still();
    let nail = world.add_point(Point::pinned(0.0, 0.0)).unwrap();
    let end = world.add_point(Point::at(100.0, 0.0)).unwrap();
    world.add_stick(Stick::new(nail, end)).unwrap();
    world.step(1.0).unwrap();
    world.set_old_position(end, vec2(ops::cos(0.1), -ops::sin(0.1)) * 100.0);
    let mut before = 0.0;
    for _ in 0..100 {
        let from = ops::atan2(at(&world, end).y, at(&world, end).x);
        world.step(1.0).unwrap();
        before =
            motile_geom::angle::difference(from, ops::atan2(at(&world, end).y, at(&world, end).x));
    }
    assert!((before - 0.057708404).abs() < 1e-4, "{before}");
}

/// Frames and angles of the turning points of a pinned pendulum.
fn pendulum(projection: Projection, substeps: u32, turns: usize) -> Vec<(u32, f32)> {
    let gravity = vec2(0.0, 0.5);
    let mut world =
        world!(World::default(); gravity = gravity, projection = projection, substeps = substeps);
    let nail = world.add_point(Point::pinned(0.0, 0.0)).unwrap();
    let bob = world.add_point(Point::at(350.0, 0.0)).unwrap();
    world.add_stick(Stick::new(nail, bob)).unwrap();
    let angle = |world: &World| ops::atan2(at(world, bob).y, at(world, bob).x).to_degrees();
    let (mut found, mut last, mut rising) = (Vec::new(), 0.0, true);
    for frame in 1..2000 {
        world.step(1.0).unwrap();
        // Beyond 180° the arc tangent starts again from below.
        let now = if angle(&world) < -90.0 { angle(&world) + 360.0 } else { angle(&world) };
        if (now < last) == rising {
            found.push((frame - 1, last));
            rising = !rising;
        }
        last = now;
        if found.len() == turns {
            break;
        }
    }
    found
}

#[test]
fn check_6_38_pendulums() {
    for (substeps, turn) in [(1, 166.76), (2, 172.75), (4, 176.19), (8, 178.04), (20, 179.21)] {
        let (_, found) = pendulum(Projection::Present, substeps, 1)[0];
        assert!((found - turn).abs() < 0.1, "{substeps} sub-steps: {found}");
    }
    for (i, (frame, angle)) in pendulum(Projection::StepStart, 1, 6).into_iter().enumerate() {
        let expected = if i % 2 == 0 { 180.0 } else { 0.0 };
        assert!((angle - expected).abs() < 0.05, "turn {i}: {angle}");
        assert!(frame.abs_diff(98 * (i as u32 + 1)) <= 2, "turn {i}: frame {frame}");
    }
}

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
            world.step(STEP).unwrap();
        }
        StateHash::of(&world)
    };
    assert_eq!(play(), play());
}

/// Some of everything.
fn busy_world() -> World {
    let mut world = world!(World::default(); points_collide = true, drag = 0.1);
    let room = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
    world.colliders.push(Collider::new(Shape::InsideBox(room)));
    world.colliders.push(Collider::new(Shape::Circle(Circle::new(vec2(400.0, 400.0), 60.0))));
    let cloth = world.build_cloth(vec2(50.0, 50.0), 20, 15, 10.0).unwrap();
    for column in [0, 10, 19] {
        world.set_pinned(cloth.point(column, 0).unwrap(), true);
    }
    world.build_rope(vec2(300.0, 50.0), vec2(400.0, 50.0), 20).unwrap();
    world.build_box(vec2(500.0, 100.0), vec2(60.0, 40.0)).unwrap();
    world.build_wheel(vec2(600.0, 300.0), 40.0, 12, Some((3.0, 1e6))).unwrap();
    world.build_blob(vec2(200.0, 400.0), 40.0, 16, 0.01).unwrap();
    world.build_ragdoll(vec2(700.0, 100.0), 120.0).unwrap();
    world.build_bridge(vec2(300.0, 300.0), vec2(500.0, 300.0), 15).unwrap();
    world.build_chain(vec2(100.0, 300.0), vec2(180.0, 300.0), 8).unwrap();
    let ends = (vec2(650.0, 450.0), vec2(750.0, 450.0));
    world.build_hinge(ends, vec2(700.0, 400.0), Some((-2.0, 2.0))).unwrap();
    world
}

#[test]
fn phys_49_results_are_the_same_on_any_number_of_threads() {
    // The number holds with and without the feature `parallel`, and on every width of registers.
    let mut world = world!(World::default(); drag = 0.2);
    let cloth = world.build_cloth(vec2(50.0, 20.0), 120, 100, 5.0).unwrap();
    for column in (0..120).step_by(17) {
        world.set_pinned(cloth.point(column, 0).unwrap(), true);
    }
    world.colliders.push(Collider::floor(480.0));
    run(&mut world, 1.0);
    assert_eq!(format!("{:016x}", StateHash::of(&world)), "4fa91956552dcbea");
    let mut rng = Rng::new(4);
    let bodies: Vec<Vec2> = (0..3000).map(|_| rng.in_unit_disc() * 500.0).collect();
    let mut attraction = motile_physics::Attraction::default();
    let pulls = attraction.accelerations(&bodies, &vec![1.0; 3000]).unwrap();
    assert_eq!(format!("{:016x}", StateHash::of(pulls)), "9d67ef555a7a14ec");
}

#[cfg(feature = "parallel")]
#[test]
fn phys_49_one_and_two_threads_give_the_same_bits() {
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = busy_world();
            let cloth = world.build_cloth(vec2(100.0, 20.0), 100, 100, 4.0).unwrap();
            world.set_pinned(cloth.point(50, 0).unwrap(), true);
            let mut attraction = motile_physics::Attraction::default();
            for _ in 0..20 {
                world.attract(&mut attraction).unwrap();
                world.step(STEP).unwrap();
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
fn phys_53_structures_stay_whole_and_inside() {
    let mut world = busy_world();
    for tick in 0..600 {
        world.step(STEP).unwrap();
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
        let cloth = world.build_cloth(Vec2::ZERO, 70, 70, 5.0).unwrap();
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
fn phys_48_points_rest_on_every_shape() {
    let corners = vec![vec2(500.0, 300.0), vec2(600.0, 250.0), vec2(600.0, 350.0)];
    let tiles = Grid2::from_fn(10, 2, |_, y| y == 1).unwrap();
    for (shape, x, y) in [
        (Shape::Plane { normal: vec2(0.0, -1.0), offset: -300.0 }, 10.0, 295.0),
        (Shape::Circle(Circle::new(vec2(50.0, 350.0), 50.0)), 50.0, 295.0),
        (Shape::Box(Aabb::new(vec2(0.0, 300.0), vec2(90.0, 400.0))), 50.0, 295.0),
        (Shape::InsideBox(Aabb::new(Vec2::ZERO, vec2(90.0, 300.0))), 50.0, 295.0),
        (Shape::InsideCircle(Circle::new(vec2(50.0, 200.0), 100.0)), 50.0, 295.0),
        (Shape::Tiles { cells: tiles, origin: vec2(0.0, 290.0), size: 10.0 }, 50.0, 295.0),
        (Shape::Polygon(Polygon::new(corners).unwrap()), 600.0 - 1e-3, 245.0),
    ] {
        let surface = Surface::new(0.0, 10.0);
        let mut world = World::default();
        world.colliders.push(Collider::new(shape.clone()).with_surface(surface));
        let ball = world.add_point(Point { radius: 5.0, ..Point::at(x, y - 40.0) }).unwrap();
        run(&mut world, 2.0);
        let slack = if matches!(shape, Shape::Polygon(_)) { 6.0 } else { 0.2 };
        assert!(at(&world, ball).distance(vec2(x, y)) < slack, "{shape:?}: {}", at(&world, ball));
    }
}

#[test]
fn weak_6_5_bounces_give_back_their_share() {
    let mut world = world!(World::default(); gravity = vec2(0.0, 3200.0), rest_speed = 1.0);
    world.colliders.push(Collider::floor(580.0).with_surface(Surface::new(0.6, 0.0)));
    let ball = world.add_point(Point::at(0.0, 50.0)).unwrap();
    let (mut hit, mut top) = (false, f32::MAX);
    for _ in 0..60 {
        let before = world.velocity(ball).unwrap().y;
        world.step(STEP).unwrap();
        hit |= world.velocity(ball).unwrap().y < before;
        if hit {
            top = top.min(at(&world, ball).y);
        }
    }
    assert!((580.0 - top - 190.8).abs() < 4.0, "{}", 580.0 - top);
}

#[test]
fn phys_48_friction_stops_what_slides() {
    let slide = |friction| {
        let mut world = World::default();
        world.colliders.push(Collider::floor(100.0).with_surface(Surface::new(0.0, friction)));
        let velocity = vec2(200.0, 0.0);
        let puck = world.add_point(Point { velocity, ..Point::at(0.0, 100.0) }).unwrap();
        run(&mut world, 3.0);
        (at(&world, puck).x, world.velocity(puck).unwrap().x)
    };
    assert!((slide(0.0).1 - 200.0).abs() < 0.5);
    let (way, speed) = slide(0.2);
    // v² / (2·μ·g)
    assert!((way - 200.0 * 200.0 / (2.0 * 0.2 * 980.0)).abs() < 2.0, "{way}");
    assert_eq!(speed, 0.0);
}

#[test]
fn phys_48_points_pile_up_without_overlap() {
    let mut world = world!(World::default(); points_collide = true, passes = 2);
    let room = Aabb::new(Vec2::ZERO, vec2(100.0, 400.0));
    world.colliders.push(Collider::new(Shape::InsideBox(room)));
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let position = rng.in_rect(vec2(10.0, 10.0), vec2(90.0, 390.0));
        world.add_point(Point { position, radius: 5.0, ..Point::default() }).unwrap();
    }
    run(&mut world, 4.0);
    let at: Vec<Vec2> = world.points().map(|(_, at)| at).collect();
    for (i, a) in at.iter().enumerate() {
        for b in &at[..i] {
            assert!(a.distance(*b) > 8.5, "{a} {b}");
        }
        assert!((4.9..=95.1).contains(&a.x) && a.y <= 395.1);
    }
}

#[test]
fn phys_45_ropes_go_slack_struts_do_not_and_ranges_hold() {
    for (slack, start, low, high) in [
        (Slack::Rope, 30.0, 29.9, 30.1),
        (Slack::Rope, 80.0, 49.9, 50.1),
        (Slack::Strut, 80.0, 79.9, 80.1),
        (Slack::Strut, 30.0, 49.9, 50.1),
        (Slack::Between(0.5, 1.2), 10.0, 24.9, 25.1),
        (Slack::Between(0.5, 1.2), 100.0, 59.9, 60.1),
    ] {
        let mut world = still();
        let a = world.add_point(Point::pinned(0.0, 0.0)).unwrap();
        let b = world.add_point(Point::at(start, 0.0)).unwrap();
        world.add_stick(Stick { slack, ..Stick::new(a, b).with_length(50.0) }).unwrap();
        world.step(STEP).unwrap();
        let length = at(&world, b).x;
        assert!((low..=high).contains(&length), "{slack:?} from {start}: {length}");
    }
}

#[test]
fn phys_45_overloaded_sticks_tear() {
    let mut world = World::default();
    let nail = world.add_point(Point::pinned(0.0, 0.0)).unwrap();
    let light = world.add_point(Point::at(0.0, 50.0)).unwrap();
    let heavy = world.add_point(Point { mass: 1e4, ..Point::at(0.0, 100.0) }).unwrap();
    let strong = world.add_stick(Stick::new(nail, light)).unwrap();
    let weak = Stick { compliance: 1e-5, ..Stick::new(light, heavy) }.tearing_at(0.5);
    let weak = world.add_stick(weak).unwrap();
    let mut torn = None;
    for _ in 0..120 {
        world.step(STEP).unwrap();
        torn = torn.or(world.events().first().copied());
    }
    assert_eq!(torn, Some(Event::Torn { stick: weak, a: light, b: heavy }));
    assert_eq!((world.stick_count(), world.ends(weak)), (1, None));
    assert!(world.ends(strong).is_some());
    assert!(!world.remove_stick(weak), "its name is not valid any more");
    assert!(at(&world, heavy).y > 500.0);
}

#[test]
fn phys_46_angles_areas_and_motors() {
    let mut world = world!(World::default(); substeps = 20);
    let hinge =
        world.build_hinge((vec2(-50.0, 0.0), vec2(50.0, 0.0)), Vec2::ZERO, Some((2.5, 3.1)));
    let (parts, _) = hinge.unwrap();
    world.set_pinned(parts.points[0], true);
    world.set_pinned(parts.points[1], true);
    run(&mut world, 3.0);
    let arm = at(&world, parts.points[2]);
    let angle = ops::atan2((-Vec2::X).perp_dot(arm), (-Vec2::X).dot(arm));
    assert!((2.45..=3.15).contains(&angle.abs()), "{angle}");

    let mut world = World::default();
    world.colliders.push(Collider::floor(100.0));
    let blob = world.build_blob(vec2(0.0, 0.0), 40.0, 20, 0.02).unwrap();
    let area = world.area(blob.area.unwrap()).unwrap();
    run(&mut world, 3.0);
    let squeezed = world.area(blob.area.unwrap()).unwrap();
    assert!((squeezed / area - 1.0).abs() < 0.05, "{squeezed} of {area}");
    assert!(world.set_pressure(blob.area.unwrap(), 1.2));

    let mut world = world!(World::default(); gravity = Vec2::ZERO);
    let wheel = world.build_wheel(Vec2::ZERO, 50.0, 8, Some((2.0, f32::INFINITY))).unwrap();
    world.set_pinned(wheel.hub, true);
    run(&mut world, 1.0);
    let rim = wheel.parts.points[1];
    let spin = at(&world, rim).perp_dot(world.velocity(rim).unwrap()) / 2500.0;
    assert!((spin - 2.0).abs() < 0.05, "{spin} radians a second");
}

#[test]
fn a_turning_wheel_does_not_shake_itself_to_pieces() {
    // Sweeping the sticks in one direction only made the strain grow threefold a step, to 60 % within half a second.
    for order in [Order::AsAdded, Order::Colored] {
        let mut world = world!(World::default(); gravity = Vec2::ZERO, order = order);
        world.build_wheel(vec2(600.0, 300.0), 40.0, 12, Some((3.0, 1e6))).unwrap();
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
        .map(Result::unwrap)
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

#[test]
fn phys_43_nothing_is_too_thin_or_too_fast() {
    let line = motile_geom::Segment::new(vec2(-300.0, 300.0), vec2(300.0, 300.0));
    let sliver = vec![vec2(-300.0, 300.0), vec2(300.0, 300.0), vec2(300.0, 300.5)];
    let cells = Grid2::from_fn(600, 1, |_, _| true).unwrap();
    for shape in [
        Shape::Capsule(motile_geom::Capsule { segment: line, radius: 0.0 }),
        Shape::Box(Aabb::new(vec2(-300.0, 300.0), vec2(300.0, 300.5))),
        Shape::Polygon(Polygon::new(sliver).unwrap()),
        Shape::Tiles { cells, origin: vec2(-300.0, 300.0), size: 1.0 },
    ] {
        for (speed, restitution) in [(300.0, 0.0), (20_000.0, 0.0), (20_000.0, 0.5)] {
            let mut world = world!(World::default(); substeps = 1);
            let surface = Surface::new(restitution, 0.5);
            world.colliders.push(Collider::new(shape.clone()).with_surface(surface));
            let velocity = vec2(0.0, speed);
            let bullet = world.add_point(Point { velocity, ..Point::at(7.0, 100.0) }).unwrap();
            // A stick beside it, so that it is relaxed and settled as well.
            let other = world.add_point(Point { velocity, ..Point::at(20.0, 100.0) }).unwrap();
            world.add_stick(Stick::new(bullet, other)).unwrap();
            for _ in 0..240 {
                world.step(STEP).unwrap();
                let y = at(&world, bullet).y;
                assert!(y < 300.2, "{shape:?} at {speed}: passed to {y}");
            }
            let rests = at(&world, bullet).y > 299.0;
            assert_eq!(rests, restitution == 0.0, "{shape:?}: {}", at(&world, bullet).y);
        }
    }
}

#[test]
fn phys_43_a_hand_cannot_drag_things_through_walls() {
    let mut world = World::default();
    let wall = Aabb::new(vec2(99.0, -1000.0), vec2(101.0, 1000.0));
    world.colliders.push(Collider::new(Shape::Box(wall)));
    let crate_ = world.build_box(vec2(20.0, 0.0), vec2(40.0, 40.0)).unwrap();
    world.add_grab(Grab::new(crate_.points[1], vec2(400.0, 10.0), 0.0)).unwrap();
    run(&mut world, 2.0);
    for id in crate_.points {
        assert!(at(&world, id).x < 99.01, "{}", at(&world, id));
    }
}

#[test]
fn points_and_sticks_can_be_changed() {
    let mut world = still();
    let a = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let b = world.add_point(Point::at(6.0, 8.0)).unwrap();
    let stick = world.add_stick(Stick::new(a, b).with_length(5.0)).unwrap();
    // Inverse masses of 1 and 3 (CHECK-6-25).
    assert!(world.set_mass(b, 1.0 / 3.0) && world.set_radius(b, 2.0));
    world.step(STEP).unwrap();
    assert!(at(&world, a).distance(vec2(0.75, 1.0)) < 1e-5, "{}", at(&world, a));
    assert!(at(&world, b).distance(vec2(3.75, 5.0)) < 1e-5);
    assert_eq!(world.radius(b), Some(2.0));
    assert!(world.set_tearing(stick, 0.0) && world.set_length(stick, 1.0));
    world.gravity = vec2(0.0, f32::MAX.sqrt());
    assert!(world.step(STEP).is_err(), "out of range: nothing happened");
    world.gravity = Vec2::ZERO;
    world.push(b, vec2(50.0, 0.0));
    world.passes = 0;
    world.step(STEP).unwrap();
    assert_eq!(world.events(), [Event::Torn { stick, a, b }]);
    assert!(!world.set_mass(b, 0.0) && !world.set_mass(b, f32::NAN));
    assert!(!world.set_radius(b, -1.0) && !world.set_radius(b, f32::INFINITY));
    assert!(!world.set_tearing(stick, 1.0), "it is gone");
}

#[test]
fn phys_47_grabs_drag() {
    let mut world = still();
    let point = world.add_point(Point::at(0.0, 0.0)).unwrap();
    let grab = world.add_grab(Grab::new(point, vec2(30.0, 40.0), 0.0)).unwrap();
    world.step(STEP).unwrap();
    assert!(at(&world, point).distance(vec2(30.0, 40.0)) < 1e-4);
    world.grab_mut(grab).unwrap().target = vec2(f32::NAN, 0.0);
    world.step(STEP).unwrap();
    assert!(at(&world, point).is_finite());
    assert!(world.remove_grab(grab) && !world.remove_grab(grab));
    assert_eq!(world.nearest_point(at(&world, point), 1.0), Some(point));
}

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
    assert_eq!(world.events()[0], Event::Stopped(bad));
    assert!(at(&world, good).y > 0.0 && at(&world, bad).is_finite());
    world.step(STEP).unwrap();
    assert!(!world.accelerate(good, Vec2::NAN));
    world.set_velocity(good, vec2(f32::MAX, 0.0));
    while world.step(STEP).is_ok() {}
    assert!(at(&world, good).is_finite());
}

#[test]
fn check_6_14_frames_cut_differently_give_the_same_bits() {
    use core::time::Duration;
    use motile_time::FixedStep;
    let play = |frames: u32, length: Duration| {
        let mut world = busy_world();
        let mut fixed = FixedStep::new(120);
        fixed.max_ticks = 30;
        let mut ticks = 0;
        for _ in 0..frames {
            for tick in fixed.advance(length) {
                world.step(tick.dt).unwrap();
                ticks += 1;
            }
        }
        (ticks, StateHash::of(&world))
    };
    let coarse = play(10, Duration::from_millis(100));
    assert_eq!(coarse, play(100, Duration::from_millis(10)));
    assert_eq!(coarse.0, 120);
}

#[test]
fn check_6_14_and_6_15_steps_remainders_and_the_longest_frame() {
    use core::time::Duration;
    use motile_time::{FixedStep, Rate};
    // Ticks of 8,333,333 ns: so many of them in so many seconds.
    let rate = Rate::ratio(1_000_000_000, 8_333_333);
    let play = |frames: u32, length: Duration| {
        let mut fixed = FixedStep::with_rate(rate);
        fixed.max_ticks = 30;
        let ticks: usize = (0..frames).map(|_| fixed.advance(length).len()).sum();
        let alpha = fixed.alpha();
        assert!((0.0..1.0).contains(&alpha));
        (ticks, (f64::from(alpha) * 8_333_333.0).round())
    };
    assert_eq!(play(10, Duration::from_millis(100)), (120, 40.0));
    assert_eq!(play(100, Duration::from_millis(10)), (120, 40.0));
    assert_eq!(play(60, Duration::from_nanos(16_666_667)), (120, 60.0));
    // A frame of five seconds is cut to a quarter of a second.
    assert_eq!(play(1, Duration::from_secs(5)).0, 30);
}

#[test]
fn steps_do_not_allocate_after_the_first() {
    let mut world = busy_world();
    run(&mut world, 2.0);
    let counted = allocation_counter::measure(|| run(&mut world, 1.0));
    assert!(cfg!(feature = "parallel") || counted.count_total == 0, "{}", counted.count_total);
}

/// A random tangle in a box.
fn tangle(seed: u64, points: u32) -> World {
    let mut rng = Rng::new(seed);
    let mut world = world!(World::default(); points_collide = rng.chance(0.5), projection = if rng.chance(0.3) { Projection::StepStart } else { Projection::Present }, order = if rng.chance(0.5) { Order::AsAdded } else { Order::Colored }, substeps = 1 + rng.below(4), passes = 1 + rng.below(4));
    let room = Aabb::new(Vec2::ZERO, vec2(400.0, 300.0));
    let surface = Surface::new(rng.f32(), rng.f32());
    world.colliders.push(Collider::new(Shape::InsideBox(room)).with_surface(surface));
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
            world.add_point(point).unwrap()
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
        for _ in 0..10_000 {
            world.step(STEP).unwrap();
        }
        let mass = 10.0 * points as f32;
        for (_, at) in world.points() {
            prop_assert!(at.is_finite() && at.abs().max_element() < 2000.0, "{}", at);
        }
        // Nothing drives it: what is left cannot be faster than a fall through the room a few times over.
        prop_assert!(world.measures().kinetic < mass * 1e7, "{:?}", world.measures());
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
        let surface = Surface::new(0.8, 0.2);
        world.colliders.push(Collider::new(Shape::InsideBox(room)).with_surface(surface));
        dense_body(&mut world, corners, seed);
        let spring = world.build_chain(vec2(100.0, 100.0), vec2(160.0, 100.0), 1).unwrap();
        let ends = (spring.points[0], spring.points[1]);
        world.add_stick(Stick::spring(ends.0, ends.1, 400.0, 0.0)).unwrap();
        let start = world.measures().energy();
        for tick in 0..10_000 {
            world.step(STEP).unwrap();
            if tick % 100 == 99 {
                let now = world.measures().energy();
                prop_assert!(now <= start * 1.02 + 1.0, "tick {}: {} of {}", tick, now, start);
            }
        }
    }
}
