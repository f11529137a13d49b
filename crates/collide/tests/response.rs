//! Checks of the response helpers (COL-A25 … COL-A27) and of the debug data.

use motile_collide::{
    AnyShape, Broadphase, Bvh, CellSize, CollisionFilter, Contact, GridWorld, Mask, MaskPose,
    NodeLink, PlacedMask, Space, UniformGrid, classic, closest_points, contact, impact_velocities,
    node_link, push_apart, reflect,
};
use motile_geom::glam::DVec2;
use motile_geom::{
    Aabb, Affine2, Capsule, Circle, IVec2, MarkRole, MarkShape, Marks, Obb, Rng, Segment, Vec2,
    Vec2Ext, bounce, bounce_in, ivec2, vec2, wrap_edges,
};

#[test]
fn col_a25_col_31_wall_bounce() {
    let bounced = |x: f32, vx: f32| {
        let (mut position, mut velocity) = (vec2(x, 300.0), vec2(vx, 0.0));
        let hit = bounce(&mut position, &mut velocity, vec2(800.0, 600.0), 25.0);
        (position.x, velocity.x, hit)
    };
    assert_eq!(bounced(24.0, -2.0), (25.0, 2.0, true));
    assert_eq!(bounced(776.0, 2.0), (775.0, -2.0, true));
    assert_eq!(bounced(25.0, -2.0), (25.0, -2.0, false));
    // Outside but on its way back: it keeps its way, the classic would turn it out again.
    assert_eq!(bounced(24.0, 2.0), (25.0, 2.0, true));
    let (mut position, mut velocity) = (vec2(0.0, 3.0), vec2(1.0, 8.0));
    let narrow = Aabb::new(Vec2::ZERO, vec2(10.0, 2.0));
    assert!(bounce_in(&mut position, &mut velocity, narrow, 4.0, 0.5));
    assert_eq!((position, velocity), (vec2(4.0, 1.0), vec2(0.5, -4.0)));
}

/// A point, wrapped.
fn wrap(mut position: Vec2, size: Vec2) -> Vec2 {
    wrap_edges(&mut position, size, 0.0);
    position
}

#[test]
fn col_a26_col_32_wrap_edges() {
    let size = vec2(1000.0, 800.0);
    let x = |position: Vec2| position.x;
    assert_eq!(x(classic::wrap_to_edge(vec2(1000.5, 0.0), size)), 0.0);
    assert_eq!(x(classic::wrap_to_edge(vec2(-0.5, 0.0), size)), 1000.0);
    assert_eq!(x(classic::wrap_to_edge(vec2(1000.0, 0.0), size)), 1000.0);
    assert_eq!(x(wrap(vec2(1000.5, 0.0), size)), 0.5);
    assert_eq!(x(wrap(vec2(-0.5, 0.0), size)), 999.5);
    assert_eq!(wrap(vec2(2500.0, -1700.0), size), vec2(500.0, 700.0));
    assert!(wrap(vec2(-1e-30, 0.0), size).x <= 1000.0);
    assert_eq!(wrap(vec2(5.0, 5.0), Vec2::ZERO), vec2(5.0, 5.0));
}

#[test]
fn col_a27_col_34_col_w13_node_garden_spring() {
    let offset = vec2(30.0, 40.0);
    let link = classic::node_link(offset, 100.0, 0.001).unwrap();
    assert!((link.opacity - 0.5).abs() < 1e-6);
    assert!((link.acceleration - vec2(0.03, 0.04)).length() < 1e-6);
    assert_eq!(classic::node_link(offset, 50.0, 0.001), None, "the distance is the reach");
    let smooth = node_link(offset, 100.0, 0.1).unwrap();
    assert!((smooth.acceleration - vec2(0.03, 0.04)).length() < 1e-6);
    assert_eq!(node_link(Vec2::ZERO, 100.0, 0.1).unwrap().acceleration, Vec2::ZERO);
    assert_eq!(node_link(Vec2::NAN, 100.0, 0.1), None);

    // Momentum over 1,000 ticks on an unbounded stage, velocities summed in f64.
    let mut rng = Rng::new(27);
    let mut grid = UniformGrid::new(GridWorld::Unbounded, CellSize::AtLeast(100.0)).unwrap();
    let mut points: Vec<Vec2> =
        (0..30).map(|_| rng.in_rect(Vec2::ZERO, vec2(600.0, 400.0))).collect();
    let mut velocities: Vec<DVec2> =
        (0..30).map(|_| (rng.in_unit_disc() * 0.3).as_dvec2()).collect();
    let before: DVec2 = velocities.iter().sum();
    let mut links = 0;
    for _ in 0..1000 {
        for (point, velocity) in points.iter_mut().zip(&velocities) {
            *point += velocity.as_vec2();
        }
        grid.rebuild(&points);
        grid.for_each_pair_within(100.0, |pair| {
            let offset = points[pair.b as usize] - points[pair.a as usize];
            if let Some(link) = classic::node_link(offset, 100.0, 0.001) {
                velocities[pair.a as usize] += link.acceleration.as_dvec2();
                velocities[pair.b as usize] -= link.acceleration.as_dvec2();
                links += 1;
            }
        });
    }
    let after: DVec2 = velocities.iter().sum();
    assert!(links > 1000 && (after - before).length() < 1e-12, "{links} {}", after - before);
}

#[test]
fn impacts_keep_momentum_and_energy() {
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let (a, b) = (rng.in_unit_disc() * 9.0, rng.in_unit_disc() * 9.0);
        let (m, n) = (rng.range(0.5..5.0), rng.range(0.5..5.0));
        let normal = rng.unit_vec2();
        let (c, d) = impact_velocities((a, 1.0 / m), (b, 1.0 / n), normal, 1.0);
        assert!((a * m + b * n - c * m - d * n).length() < 1e-3);
        let energy = |v: Vec2, w: Vec2| m * v.length_squared() + n * w.length_squared();
        assert!((energy(a, b) - energy(c, d)).abs() < 1e-2);
        let parting = (c - d).dot(normal);
        assert!(parting >= -1e-4, "they still close: {parting}");
        let (c, d) = impact_velocities((a, 1.0 / m), (b, 1.0 / n), normal, 0.0);
        assert!((a - b).dot(normal) >= 0.0 || (c - d).dot(normal).abs() < 1e-3);
    }
    let wall = impact_velocities((vec2(-3.0, 1.0), 1.0), (Vec2::ZERO, 0.0), Vec2::X, 1.0);
    assert_eq!(wall, (vec2(3.0, 1.0), Vec2::ZERO));
    assert_eq!(reflect(vec2(-3.0, 1.0), Vec2::X, 0.5), vec2(1.5, 1.0));
    assert_eq!(reflect(vec2(3.0, 1.0), Vec2::X, 0.5), vec2(3.0, 1.0));
    let still = (Vec2::X, 0.0);
    assert_eq!(impact_velocities(still, still, -Vec2::X, 1.0), (Vec2::X, Vec2::X));
}

#[test]
fn bodies_without_mass_and_bad_numbers() {
    let (own, other, normal) = (vec2(-3.0, 1.0), vec2(1.0, 0.0), Vec2::X);
    let impact = |m: f32, n: f32, e: f32| impact_velocities((own, m), (other, n), normal, e);
    // A body without mass (infinite inverse) bounces off as from a wall; it used to become NaN.
    assert_eq!(impact(f32::INFINITY, 1.0, 1.0), (vec2(5.0, 1.0), other));
    assert_eq!(impact(1.0, f32::INFINITY, 1.0), (own, vec2(-7.0, 0.0)));
    assert_eq!(impact(f32::INFINITY, f32::INFINITY, 1.0), (vec2(1.0, 1.0), vec2(-3.0, 0.0)));
    assert_eq!(impact(f32::INFINITY, 0.0, 0.0), (vec2(1.0, 1.0), other));
    assert_eq!(impact(-1.0, 1.0, 1.0), impact(0.0, 1.0, 1.0), "less than 0 counts as 0");
    // So light or so heavy that the sum of inverses would leave f32.
    assert_eq!(impact(f32::MAX, f32::MAX, 1.0), (vec2(1.0, 1.0), vec2(-3.0, 0.0)));
    assert_eq!(impact(1e-45, 1e-45, 1.0), (vec2(1.0, 1.0), vec2(-3.0, 0.0)));
    for (m, n, e) in [(0.0, 0.0, 1.0), (f32::NAN, 0.0, 1.0), (1.0, 1.0, f32::NAN)] {
        assert_eq!(impact(m, n, e), (own, other));
    }
    let nothing = impact_velocities((own, 1.0), (other, 1.0), Vec2::NAN, 1.0);
    assert_eq!(nothing, (own, other));
    let touch = Contact { point: Vec2::ZERO, normal, depth: 4.0 };
    assert_eq!(push_apart(touch, f32::INFINITY, 1.0, 0.0, 1.0), (vec2(4.0, 0.0), Vec2::ZERO));
    assert_eq!(push_apart(touch, 1.0, 1.0, 1.0, 0.5), (vec2(0.75, 0.0), vec2(-0.75, 0.0)));
    let bad = Contact { depth: f32::INFINITY, ..touch };
    assert_eq!(push_apart(bad, 1.0, 1.0, 0.0, 1.0), (Vec2::ZERO, Vec2::ZERO));

    // Coincident centers: the contact points up, so the impact is defined.
    let ball = Circle::new(vec2(5.0, 5.0), 3.0);
    let touch = contact(&ball, &ball).unwrap();
    assert_eq!((touch.normal, touch.depth), (-Vec2::Y, 6.0));
    let fall = (vec2(0.0, 2.0), 1.0);
    assert_eq!(impact_velocities(fall, (Vec2::ZERO, 1.0), touch.normal, 1.0).1, vec2(0.0, 2.0));

    for at in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let size = vec2(100.0, 100.0);
        assert!(wrap(vec2(at, 5.0), size).x.to_bits() == at.to_bits());
        let (mut position, mut velocity) = (vec2(at, 5.0), vec2(1.0, 1.0));
        bounce(&mut position, &mut velocity, size, 5.0);
        assert!(position.y == 5.0 && velocity.is_finite());
    }
    assert!((0.0..=1e-10).contains(&wrap(vec2(3e38, 0.0), Vec2::splat(1e-10)).x));
    assert_eq!(wrap(vec2(5.0, 5.0), vec2(-1.0, f32::NAN)), vec2(5.0, 5.0));
    // A reach below 0 has no inside; its square used to.
    for reach in [0.0, -50.0, f32::NAN] {
        assert_eq!(classic::node_link(Vec2::ZERO, reach, 1.0), None);
        assert_eq!(node_link(vec2(1.0, 1.0), reach, 1.0), None);
    }
}

#[test]
fn col_w13_the_smooth_law_pulls_harder_nearby_and_speeds_can_be_capped() {
    let pull = |law: fn(Vec2, f32, f32) -> Option<NodeLink>, distance: f32| {
        law(vec2(distance, 0.0), 100.0, 0.001).map_or(0.0, |link| link.acceleration.x)
    };
    let smooth: Vec<f32> = (1..=100).map(|d| pull(node_link, d as f32)).collect();
    assert!(smooth.windows(2).all(|pair| pair[1] < pair[0]) && smooth[99] == 0.0);
    let classic: Vec<f32> = (1..100).map(|d| pull(classic::node_link, d as f32)).collect();
    assert!(classic.windows(2).all(|pair| pair[1] > pair[0]), "the described law, upside down");
    assert!((classic[98] - 0.099).abs() < 1e-6 && pull(classic::node_link, 100.0) == 0.0);
    assert_eq!(vec2(30.0, 40.0).truncate(5.0), vec2(3.0, 4.0));
}

#[test]
fn pushing_apart_removes_the_overlap() {
    let (a, b) = (Circle::new(Vec2::ZERO, 10.0), Circle::new(vec2(12.0, 0.0), 10.0));
    let touch = contact(&a, &b).unwrap();
    let (move_a, move_b) = push_apart(touch, 1.0, 3.0, 0.0, 1.0);
    assert!(
        (move_a - vec2(-2.0, 0.0)).length() < 1e-5 && (move_b - vec2(6.0, 0.0)).length() < 1e-5
    );
    let (a, b) = (Circle::new(a.center + move_a, 10.0), Circle::new(b.center + move_b, 10.0));
    assert!(contact(&a, &b).is_none_or(|touch| touch.depth < 1e-4));
    assert_eq!(push_apart(touch, 1.0, 0.0, 8.0, 1.0), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!(push_apart(Contact::default(), 0.0, 0.0, 0.0, 1.0), (Vec2::ZERO, Vec2::ZERO));
}

#[test]
fn col_37_col_w14_lines_and_boxes_of_a_debug_view() {
    let world = GridWorld::Bounded(Aabb::new(Vec2::ZERO, vec2(200.0, 100.0)));
    let mut grid = UniformGrid::new(world, CellSize::AtLeast(50.0)).unwrap();
    grid.rebuild(&[vec2(10.0, 10.0), vec2(20.0, 20.0), vec2(160.0, 60.0)]);
    let lines: Vec<Segment> = grid.lines().collect();
    assert_eq!(lines.len(), 5 + 3);
    assert_eq!(lines[1], Segment::new(vec2(50.0, 0.0), vec2(50.0, 100.0)));
    assert_eq!(lines[7], Segment::new(vec2(0.0, 100.0), vec2(200.0, 100.0)));
    let cells: Vec<(Aabb, u32)> = grid.filled_cells().collect();
    assert_eq!(cells.len(), 2);
    assert_eq!(cells[1], (Aabb::from_size(vec2(150.0, 50.0), Vec2::splat(50.0)), 1));

    let mut tree = Bvh::default();
    let boxes: Vec<Aabb> =
        (0..9).map(|i| Aabb::from_size(vec2(i as f32 * 9.0, 0.0), Vec2::ONE)).collect();
    tree.update(&boxes);
    let nodes: Vec<(Aabb, u32)> = tree.nodes().collect();
    assert_eq!(nodes[0], (tree.bounds(), 0));
    assert!(nodes.len() >= 5 && nodes.iter().all(|(area, _)| tree.bounds().contains_box(*area)));
    let mut marks = Marks::new();
    tree.mark(&mut marks);
    assert_eq!(count(&marks, MarkRole::Bounds), 9);
    assert_eq!(marks.len(), 9 + nodes.len());
    marks.clear();
    grid.mark(&mut marks);
    assert_eq!((count(&marks, MarkRole::GridLine), count(&marks, MarkRole::Cell)), (8, 2 + 2));
    marks.clear();
    marks.on = false;
    tree.mark(&mut marks);
    grid.mark(&mut marks);
    assert!(marks.is_empty());

    // 550×400 by 80: the lines of the specification, and the far edges of the cut-off cells.
    let world = GridWorld::Bounded(Aabb::new(Vec2::ZERO, vec2(550.0, 400.0)));
    let mut grid = UniformGrid::new(world, CellSize::AtLeast(80.0)).unwrap();
    grid.rebuild(&[vec2(10.0, 10.0)]);
    let upright = grid.lines().filter(|line| line.a.x == line.b.x);
    let places: Vec<f32> = upright.map(|line| line.a.x).collect();
    assert_eq!(places, [0.0, 80.0, 160.0, 240.0, 320.0, 400.0, 480.0, 560.0]);
    // A normal as an arrow: it starts on the second shape and points to the first.
    let (ball, wall) =
        (Circle::new(vec2(3.0, 5.0), 4.0), Aabb::from_size(vec2(6.0, 0.0), vec2(9.0, 9.0)));
    let mut marks = Marks::new();
    contact(&ball, &wall).unwrap().mark(&mut marks);
    let shaft = Segment::new(vec2(6.0, 5.0), vec2(-14.0, 5.0));
    assert!(marks.iter().any(|mark| mark.shape == MarkShape::Arrow(shaft)));
}

fn count(marks: &Marks, role: MarkRole) -> usize {
    marks.iter().filter(|mark| mark.role == role).count()
}

#[test]
fn every_kind_of_shape_and_answer_marks_itself() {
    let mask = Mask::solid(3, 2).unwrap();
    let shapes: Vec<(AnyShape, usize)> = vec![
        (Vec2::ONE.into(), 1),
        (Circle::new(Vec2::ZERO, 5.0).into(), 1),
        (Aabb::from_size(Vec2::ZERO, Vec2::ONE).into(), 1),
        (Obb::new(Vec2::ZERO, Vec2::ONE, 0.5).into(), 4),
        (Capsule::new(Vec2::ZERO, Vec2::X, 2.0).into(), 4),
        (Segment::new(Vec2::ZERO, Vec2::X).into(), 1),
        ([Vec2::ZERO, Vec2::X, Vec2::Y].into(), 3),
        (AnyShape::Polyline { points: vec![Vec2::ZERO, Vec2::X, Vec2::Y], closed: true }, 3),
        (AnyShape::Mask(PlacedMask { mask: mask.clone(), at: ivec2(5, 5) }), 4),
        (AnyShape::Compound(vec![Vec2::ONE.into(), Vec2::ZERO.into()]), 2),
        (AnyShape::floor(10.0), 2),
        (AnyShape::InsideBox(Aabb::from_size(Vec2::ZERO, Vec2::ONE)), 1),
    ];
    for (shape, expected) in shapes {
        let mut marks = Marks::new();
        shape.mark(&mut marks);
        assert_eq!((marks.len(), marks.rejected), (expected, 0), "{shape:?}");
    }
    let mut marks = Marks::new();
    let pose = MaskPose::new(&mask, &Affine2::from_scale(vec2(2.0, 3.0))).unwrap();
    pose.mark(&mut marks);
    mask.contact(IVec2::ZERO, &mask, ivec2(1, 1)).unwrap().mark(&mut marks);
    assert_eq!(count(&marks, MarkRole::Bounds), 2);
    closest_points(&Vec2::ZERO, &Vec2::X).unwrap().mark(&mut marks);
    assert_eq!(count(&marks, MarkRole::Link), 1);
    marks.clear();
    let mut space: Space = Space::default();
    for x in [0.0, 5.0, 90.0] {
        let area = Aabb::from_size(vec2(x, 0.0), Vec2::splat(9.0));
        space.insert(area, CollisionFilter::default());
    }
    space.step();
    space.mark(&mut marks);
    assert_eq!((count(&marks, MarkRole::Bounds), count(&marks, MarkRole::Link)), (3, 1));
}
