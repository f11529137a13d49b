//! Contacts with colliders, between points, and between points and sticks: PHYS-43 and PHYS-48.

use crate::common::{STEP, at, run, world};
use motile_geom::{Aabb, Circle, Grid2, Polygon, Rng, Vec2, vec2};
use motile_physics::world::{AnyShape, Collider, Grab, Material, Point, Stick, World};

#[test]
fn phys_48_points_rest_on_every_shape() {
    let corners = vec![vec2(500.0, 300.0), vec2(600.0, 250.0), vec2(600.0, 350.0)];
    let tiles = Grid2::from_fn(10, 2, |_, y| y == 1).unwrap();
    for (shape, x, y) in [
        (AnyShape::HalfPlane { normal: vec2(0.0, -1.0), offset: -300.0 }, 10.0, 295.0),
        (AnyShape::Circle(Circle::new(vec2(50.0, 350.0), 50.0)), 50.0, 295.0),
        (AnyShape::Box(Aabb::new(vec2(0.0, 300.0), vec2(90.0, 400.0))), 50.0, 295.0),
        (AnyShape::InsideBox(Aabb::new(Vec2::ZERO, vec2(90.0, 300.0))), 50.0, 295.0),
        (AnyShape::InsideCircle(Circle::new(vec2(50.0, 200.0), 100.0)), 50.0, 295.0),
        (AnyShape::Tiles { cells: tiles, origin: vec2(0.0, 290.0), size: 10.0 }, 50.0, 295.0),
        (AnyShape::from(Polygon::new(corners).unwrap()), 600.0 - 1e-3, 245.0),
    ] {
        let surface = Material::new(0.0, 10.0);
        let mut world = World::default();
        world.colliders.push(Collider::new(shape.clone()).with_surface(surface));
        let ball = world.add_point(Point { radius: 5.0, ..Point::new(x, y - 40.0) });
        run(&mut world, 2.0);
        let slack = if matches!(shape, AnyShape::Polygon(_)) { 6.0 } else { 0.2 };
        assert!(at(&world, ball).distance(vec2(x, y)) < slack, "{shape:?}: {}", at(&world, ball));
    }
}

#[test]
fn phys_48_friction_stops_what_slides() {
    let slide = |friction| {
        let mut world = World::default();
        world.colliders.push(Collider::floor(100.0).with_surface(Material::new(0.0, friction)));
        let velocity = vec2(200.0, 0.0);
        let puck = world.add_point(Point { velocity, ..Point::new(0.0, 100.0) });
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
    world.colliders.push(Collider::new(AnyShape::InsideBox(room)));
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let position = rng.in_rect(vec2(10.0, 10.0), vec2(90.0, 390.0));
        world.add_point(Point { position, radius: 5.0, ..Point::default() });
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
fn phys_43_nothing_is_too_thin_or_too_fast() {
    let line = motile_geom::Segment::new(vec2(-300.0, 300.0), vec2(300.0, 300.0));
    let sliver = vec![vec2(-300.0, 300.0), vec2(300.0, 300.0), vec2(300.0, 300.5)];
    let cells = Grid2::from_fn(600, 1, |_, _| true).unwrap();
    for shape in [
        AnyShape::Capsule(motile_geom::Capsule { segment: line, radius: 0.0 }),
        AnyShape::Box(Aabb::new(vec2(-300.0, 300.0), vec2(300.0, 300.5))),
        AnyShape::from(Polygon::new(sliver).unwrap()),
        AnyShape::Tiles { cells, origin: vec2(-300.0, 300.0), size: 1.0 },
    ] {
        for (speed, restitution) in [(300.0, 0.0), (20_000.0, 0.0), (20_000.0, 0.5)] {
            let mut world = world!(World::default(); substeps = 1);
            let surface = Material::new(restitution, 0.5);
            world.colliders.push(Collider::new(shape.clone()).with_surface(surface));
            let velocity = vec2(0.0, speed);
            let bullet = world.add_point(Point { velocity, ..Point::new(7.0, 100.0) });
            // A stick beside it, so that it is relaxed and settled as well.
            let other = world.add_point(Point { velocity, ..Point::new(20.0, 100.0) });
            world.add_stick(Stick::new(bullet, other)).unwrap();
            for _ in 0..240 {
                world.step(STEP);
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
    world.colliders.push(Collider::new(AnyShape::Box(wall)));
    let crate_ = world.build_box(vec2(20.0, 0.0), vec2(40.0, 40.0));
    world.add_grab(Grab::new(crate_.points[1], vec2(400.0, 10.0), 0.0)).unwrap();
    run(&mut world, 2.0);
    for id in crate_.points {
        assert!(at(&world, id).x < 99.01, "{}", at(&world, id));
    }
}

/// A stick held at both ends, and a point that flies at its middle.
fn thrown_at_a_stick(speed: f32, radius: f32, sticks_collide: bool) -> (Vec2, Vec2) {
    let mut world = world!(World::default(); gravity = Vec2::ZERO, substeps = 1);
    world.sticks_collide = sticks_collide;
    let bar = world.build_chain(vec2(-100.0, 0.0), vec2(100.0, 0.0), 1);
    bar.points.iter().for_each(|&end| assert!(world.set_pinned(end, true)));
    let velocity = vec2(0.0, speed);
    let stone = Point { velocity, radius, ..Point::new(13.0, -200.0) };
    let stone = world.add_point(stone);
    run(&mut world, 3.0);
    (at(&world, stone), world.velocity(stone).unwrap())
}

#[test]
fn phys_48_points_do_not_cross_sticks_however_thin_or_fast() {
    for radius in [0.0, 5.0] {
        for speed in [100.0, 2_000.0, 20_000.0] {
            let (place, _) = thrown_at_a_stick(speed, radius, true);
            assert!(place.y < 0.0, "{speed} px/s with a radius of {radius}: {place}");
            let (through, _) = thrown_at_a_stick(speed, radius, false);
            assert!(through.y > 50.0, "{through}");
        }
    }
}

#[test]
fn phys_48_a_box_rests_on_a_plank_between_its_points() {
    // Neither has a point where the other is: without sticks that collide they fall through each other.
    for sticks_collide in [false, true] {
        let mut world = world!(World::default(); substeps = 8, sticks_collide = sticks_collide);
        let plank = world.build_chain(vec2(-100.0, 100.0), vec2(100.0, 100.0), 1);
        plank.points.iter().for_each(|&end| assert!(world.set_pinned(end, true)));
        let crate_ = world.build_box(vec2(-20.0, 40.0), vec2(40.0, 30.0));
        run(&mut world, 3.0);
        let lowest = crate_.points.iter().map(|&id| at(&world, id).y).fold(f32::MIN, f32::max);
        if sticks_collide {
            assert!((lowest - 100.0).abs() < 0.5, "{lowest}");
            assert!(world.measures().kinetic < 1.0, "{:?}", world.measures());
        } else {
            assert!(lowest > 1000.0, "{lowest}");
        }
    }
}

#[test]
fn phys_48_what_meets_keeps_its_momentum() {
    let mut world = world!(World::default(); gravity = Vec2::ZERO, sticks_collide = true);
    world.point_friction = 0.5;
    let bar = world.build_chain(vec2(0.0, -50.0), vec2(0.0, 50.0), 1);
    let velocity = vec2(300.0, 40.0);
    let stone = Point { velocity, radius: 4.0, mass: 3.0, ..Point::new(-120.0, 10.0) };
    let stone = world.add_point(stone);
    let before = world.measures();
    run(&mut world, 2.0);
    let after = world.measures();
    assert!(after.momentum.distance(before.momentum) < 0.01 * before.momentum.length());
    let spin = (after.angular_momentum - before.angular_momentum).abs();
    assert!(spin < 0.01 * 300.0 * 3.0 * 120.0, "{spin}");
    assert!(after.kinetic < before.kinetic);
    // It pushed the bar along instead of passing it.
    let ahead = bar.points.iter().map(|&id| at(&world, id).x).fold(f32::MIN, f32::max);
    assert!(ahead > 100.0 && world.velocity(stone).unwrap().x < 300.0);
}

#[test]
fn phys_48_a_structure_does_not_meet_itself() {
    let mut world = world!(World::default(); gravity = Vec2::ZERO, sticks_collide = true);
    world.build_ragdoll(vec2(0.0, 0.0), 100.0);
    let start: Vec<Vec2> = world.points().map(|(_, at)| at).collect();
    run(&mut world, 1.0);
    for ((_, now), start) in world.points().zip(start) {
        assert!(now.distance(start) < 1.0, "{now} was at {start}");
    }
}

#[test]
fn phys_43_fast_points_do_not_change_places() {
    for (speed, radius) in [(300.0, 5.0), (20_000.0, 5.0), (20_000.0, 0.5), (200_000.0, 1.0)] {
        let mut world = world!(World::default(); gravity = Vec2::ZERO, points_collide = true);
        let stone = |x: f32, velocity: Vec2| Point { radius, velocity, ..Point::new(x, 0.2) };
        let left = world.add_point(stone(-150.0, vec2(speed, 0.0)));
        let right = world.add_point(stone(150.0, vec2(-speed, 0.0)));
        let pinned = Point { pinned: true, ..stone(600.0, Vec2::ZERO) };
        let post = world.add_point(pinned);
        let bullet = world.add_point(stone(400.0, vec2(speed, 0.0)));
        run(&mut world, 1.5);
        let x = |id| at(&world, id).x;
        assert!(x(left) < x(right), "{speed} px/s: {} and {}", x(left), x(right));
        assert!(x(bullet) < x(post), "{speed} px/s: {}", x(bullet));
    }
}
