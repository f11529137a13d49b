//! What debug views show of worlds.

use crate::common::{STEP, busy_world, run, world};
use motile_geom::{
    Aabb, Capsule, Circle, ConvexPolygon, Grid2, MarkRole, MarkShape, Marks, Obb, Polygon, Segment,
    StateHash, Vec2, vec2,
};
use motile_physics::world::{AnyShape, Collider, Grab, Point, Stick, World};

/// How many marks have a role.
fn count(marks: &Marks, role: MarkRole) -> usize {
    marks.iter().filter(|mark| mark.role == role).count()
}

fn marked(world: &World) -> Marks {
    let mut marks = Marks::new();
    world.mark(&mut marks);
    marks
}

#[test]
fn everything_a_world_computes_with_is_marked_and_nothing_is_changed() {
    let mut world = busy_world();
    run(&mut world, 0.5);
    let before = StateHash::of(&world);
    let marks = marked(&world);
    assert_eq!((StateHash::of(&world), marks.rejected), (before, 0));
    let lines = marks.iter().filter(|mark| matches!(mark.role, MarkRole::Stress(_))).count();
    assert_eq!(lines, world.stick_count() as usize);
    let (particles, pins) = (count(&marks, MarkRole::Particle), count(&marks, MarkRole::Pivot));
    // The hub of the motor is a pivot too.
    assert_eq!(particles + pins, world.point_count() as usize + 1);
    assert_eq!(pins, 3 + 2 + 1);
    assert_eq!(count(&marks, MarkRole::Collider), 2);
    assert!(count(&marks, MarkRole::Velocity) > 0);
    // Switched off, nothing is collected.
    let mut off = Marks::new();
    off.on = false;
    world.mark(&mut off);
    assert!(off.is_empty());
}

#[test]
fn the_role_of_a_stick_is_how_much_it_is_stretched() {
    let mut world = world!(World::default(); gravity = Vec2::ZERO);
    let a = world.add_point(Point::pinned(0.0, 0.0));
    let b = world.add_point(Point::pinned(105.0, 0.0));
    world.add_stick(Stick::new(a, b).with_length(100.0)).unwrap();
    // 5 % of the 10 % at which the scale ends.
    assert_eq!(count(&marked(&world), MarkRole::Stress(127)), 1);
    world.set_position(b, vec2(130.0, 0.0));
    assert_eq!(count(&marked(&world), MarkRole::Stress(255)), 1);
}

#[test]
fn grabs_sleepers_and_stopped_points_are_shown() {
    let mut world = world!(World::default(); sleep_after = 0.1);
    world.colliders.push(Collider::floor(0.0));
    let point = world.add_point(Point::new(0.0, 0.0));
    run(&mut world, 1.0);
    assert_eq!(count(&marked(&world), MarkRole::Sleeping), 1);
    let grab = world.add_grab(Grab::new(point, vec2(0.0, -50.0), 0.1)).unwrap();
    world.step(STEP);
    let marks = marked(&world);
    assert_eq!((count(&marks, MarkRole::Sleeping), count(&marks, MarkRole::Target)), (0, 2));
    world.remove_grab(grab);
    world.apply(&|_: Vec2, _: Vec2| Vec2::NAN);
    world.step(STEP);
    let marks = marked(&world);
    let stopped = |shape: MarkShape<'_>| matches!(shape, MarkShape::Label { text: "stopped", .. });
    assert!(marks.iter().any(|mark| stopped(mark.shape)));
}

#[test]
fn every_shape_of_a_collider_has_an_outline() {
    let corners = vec![vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0), vec2(0.0, 10.0)];
    let block = Aabb::new(Vec2::ZERO, vec2(10.0, 10.0));
    let disc = Circle::new(Vec2::ZERO, 5.0);
    let line = Segment::new(Vec2::ZERO, vec2(10.0, 0.0));
    // An L of three tiles has eight outer sides.
    let cells = Grid2::from_fn(2, 2, |x, y| x == 0 || y == 1).unwrap();
    let mesh = AnyShape::TriangleMesh {
        points: corners.clone(),
        triangles: vec![[0, 1, 2], [0, 2, 3], [0, 1, 99]],
    };
    for (shape, strokes) in [
        (AnyShape::Point(Vec2::ZERO), 1),
        (AnyShape::Circle(disc), 1),
        (AnyShape::InsideCircle(disc), 1),
        (AnyShape::Box(block), 1),
        (AnyShape::InsideBox(block), 1),
        (AnyShape::Obb(Obb::new(Vec2::ZERO, vec2(4.0, 2.0), 0.5)), 4),
        (AnyShape::Capsule(Capsule { segment: line, radius: 3.0 }), 4),
        (AnyShape::Segment(line), 1),
        (AnyShape::Triangle([corners[0], corners[1], corners[2]]), 3),
        (ConvexPolygon::new(corners.clone()).unwrap().into(), 4),
        (Polygon::new(corners.clone()).unwrap().into(), 4),
        (AnyShape::Polyline { points: corners.clone(), closed: false }, 3),
        (AnyShape::Polyline { points: corners.clone(), closed: true }, 4),
        (AnyShape::Compound(vec![AnyShape::Box(block), AnyShape::Circle(disc)]), 2),
        // One of its triangles has a corner that is no point, and is not there.
        (mesh, 6),
        (AnyShape::floor(100.0), 1),
        (AnyShape::Tiles { cells, origin: Vec2::ZERO, size: 10.0 }, 8),
    ] {
        let mut marks = Marks::new();
        let collider = Collider::new(shape);
        collider.mark(&mut marks);
        assert_eq!((marks.len(), marks.rejected), (strokes, 0), "{collider:?}");
        assert!(marks.iter().all(|mark| mark.role == MarkRole::Collider));
    }
}
