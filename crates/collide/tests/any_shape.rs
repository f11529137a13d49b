//! Shapes of any kind: those without end against plain formulas, concave ones and tiles against their parts.

use motile_collide::{
    AnyShape, Collidable, Compound, Mask, Polyline, TriangleMesh, UniformGrid, cast,
    closest_points, contact, distance, overlaps, touches,
};
use motile_geom::{
    Aabb, Capsule, Circle, Grid2, Polygon, Rng, Segment, StateHash, Vec2, Vec2Ext, ivec2, vec2,
};

const CLOSE: f32 = 2e-3;

/// How far out of the solid a ball is, in pixels, and its way out.
type Gap = Box<dyn Fn(Circle) -> (f32, Vec2)>;

/// A half plane, a box and a disc to be inside of.
fn endless(rng: &mut Rng) -> Vec<(AnyShape, Gap)> {
    let normal = rng.unit_vec2();
    let offset = rng.range(-50.0..50.0);
    let room = Aabb::from_center(rng.in_unit_disc() * 40.0, vec2(90.0, 70.0));
    let drum = Circle::new(rng.in_unit_disc() * 40.0, 80.0);
    let plane = move |ball: Circle| (normal.dot(ball.center) - offset - ball.radius, normal);
    let walls = move |ball: Circle| {
        let (low, high) = (ball.center - room.min, room.max - ball.center);
        let gaps = [(low.x, Vec2::X), (high.x, -Vec2::X), (low.y, Vec2::Y), (high.y, -Vec2::Y)];
        let least = gaps.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        (least.0 - ball.radius, least.1)
    };
    let rim = move |ball: Circle| {
        let inward = drum.center - ball.center;
        (drum.radius - ball.radius - inward.length(), inward.normalized())
    };
    vec![
        (AnyShape::HalfPlane { normal, offset }, Box::new(plane)),
        (AnyShape::InsideBox(room), Box::new(walls)),
        (AnyShape::InsideCircle(drum), Box::new(rim)),
    ]
}

#[test]
fn shapes_without_end_by_plain_formulas() {
    let mut rng = Rng::new(21);
    let mut hits = 0;
    for _ in 0..400 {
        for (shape, gap) in endless(&mut rng) {
            let ball = Circle::new(rng.in_unit_disc() * 90.0, rng.range(0.0..12.0));
            let (apart, way) = gap(ball);
            let context = format!("{shape:?} {ball:?} {apart}");
            assert!((distance(&ball, &shape) - apart.max(0.0)).abs() < CLOSE, "{context}");
            assert!((distance(&shape, &ball) - apart.max(0.0)).abs() < CLOSE, "{context}");
            if apart.abs() > CLOSE {
                assert_eq!(touches(&ball, &shape), apart < 0.0, "{context}");
                assert_eq!(overlaps(&shape, &ball), apart < 0.0, "{context}");
            }
            let Some(hit) = contact(&ball, &shape).filter(|hit| hit.depth > CLOSE) else {
                continue;
            };
            hits += 1;
            assert!((hit.depth + apart).abs() < CLOSE, "{hit:?} {context}");
            let deep = apart < -30.0;
            assert!(hit.normal.distance(way) < CLOSE || deep, "{hit:?} {context}");
            let flipped = contact(&shape, &ball).unwrap();
            assert!(flipped.normal.distance(-hit.normal) < CLOSE, "{flipped:?} {context}");
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn what_moves_meets_shapes_without_end_in_time() {
    let mut rng = Rng::new(22);
    let mut hits = 0;
    for _ in 0..300 {
        for (shape, gap) in endless(&mut rng) {
            let ball = Circle::new(rng.in_unit_disc() * 60.0, rng.range(0.0..8.0));
            let motion = rng.unit_vec2() * rng.range(0.0..200.0);
            if gap(ball).0 < CLOSE {
                continue;
            }
            let apart = |t: f32| gap(ball.translated(motion * t)).0;
            match cast(&ball, motion, &shape) {
                Some(hit) => {
                    hits += 1;
                    assert!(apart(hit.time).abs() < 0.01, "{hit:?} {} {shape:?}", apart(hit.time));
                    assert!((0..20).all(|i| apart(hit.time * i as f32 / 20.0) > -0.01));
                    assert!(distance(&hit.point, &shape) < 0.01);
                    // The container comes to the ball as the ball to the container.
                    let other = cast(&shape, -motion, &ball).unwrap();
                    assert!((other.time - hit.time).abs() < 1e-4);
                    assert!(other.point.distance(hit.point - motion * hit.time) < 0.02, "{hit:?}");
                }
                None => assert!((0..=50).all(|i| apart(i as f32 / 50.0) > -0.01), "{shape:?}"),
            }
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn boxes_and_capsules_meet_a_drum_by_the_corner_farthest_out() {
    let drum = AnyShape::InsideCircle(Circle::new(Vec2::ZERO, 50.0));
    let crate_ = Aabb::new(vec2(10.0, -5.0), vec2(40.0, 30.0));
    assert!(distance(&crate_, &drum) < 1e-5, "3-4-5: its corner is on the rim");
    let outward = vec2(0.008, 0.006);
    assert!(overlaps(&crate_.translated(outward), &drum));
    assert!(!touches(&crate_.translated(-outward), &drum));
    let hit = cast(&Capsule::new(vec2(0.0, 0.0), vec2(0.0, 20.0), 5.0), Vec2::Y * 50.0, &drum);
    assert_eq!(hit.map(|hit| (hit.time, hit.point)), Some((0.5, vec2(0.0, 50.0))));
    assert_eq!(
        distance(&AnyShape::InsideCircle(Circle::new(Vec2::ZERO, f32::NAN)), &crate_),
        f32::INFINITY
    );
}

#[test]
fn shapes_without_end_meet_each_other() {
    let floor = AnyShape::floor(100.0);
    let ceiling = AnyShape::HalfPlane { normal: Vec2::Y, offset: 0.0 };
    assert_eq!(distance(&floor, &ceiling), 100.0);
    assert!(overlaps(&floor, &AnyShape::InsideBox(Aabb::new(Vec2::ZERO, Vec2::ONE))));
    let both = AnyShape::from(vec![floor.clone(), Circle::new(Vec2::ZERO, 5.0).into()]);
    assert!(both.is_endless() && !Collidable::aabb(&both).is_valid());
    assert_eq!(distance(&vec2(9.0, 0.0), &both), 4.0, "the disc is far from the floor");
    assert_eq!(closest_points(&both, &vec2(9.0, 90.0)).unwrap().on_first, vec2(9.0, 100.0));
}

#[test]
fn concave_polygons_are_their_pieces() {
    let corner = [(0, 0), (40, 0), (40, 10), (10, 10), (10, 40), (0, 40)];
    let corner = Polygon::new(corner.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).unwrap();
    let pieces = motile_collide::convex_pieces(&corner);
    let (whole, parts) = (AnyShape::from(corner.clone()), Compound::new(&pieces));
    let mut rng = Rng::new(23);
    for _ in 0..300 {
        let ball = Circle::new(rng.in_rect(Vec2::splat(-20.0), Vec2::splat(60.0)), 6.0);
        assert_eq!(contact(&ball, &whole), contact(&ball, &parts));
        assert_eq!(distance(&ball, &whole), distance(&ball, &parts));
        assert_eq!(cast(&ball, Vec2::X * 90.0, &whole), cast(&ball, Vec2::X * 90.0, &parts));
    }
    assert_eq!(distance(&vec2(25.0, 25.0), &whole), 15.0, "the hollow is outside");
}

#[test]
fn tiles_are_their_solid_cells() {
    let mut rng = Rng::new(24);
    let cells = Grid2::from_fn(9, 7, |_, _| rng.chance(0.5)).unwrap();
    let (origin, size) = (vec2(-20.0, 15.0), 8.0);
    let solid = cells.iter().filter(|(_, solid)| **solid);
    let boxes: Vec<Aabb> = solid
        .map(|(at, _)| Aabb::from_size(origin + at.as_vec2() * size, Vec2::splat(size)))
        .collect();
    let tiles = AnyShape::Tiles { cells, origin, size };
    for _ in 0..300 {
        let ball = Circle::new(rng.in_rect(vec2(-40.0, 0.0), vec2(80.0, 90.0)), 5.0);
        let apart = distance(&ball, &Compound::new(&boxes));
        assert!((distance(&ball, &tiles) - apart).abs() < 1e-4);
        assert_eq!(touches(&ball, &tiles), touches(&ball, &Compound::new(&boxes)));
    }
}

#[test]
fn compounds_may_nest_and_masks_may_be_in_them() {
    let mask = Mask::solid(10, 10).unwrap();
    let inner = AnyShape::from(vec![mask.placed(ivec2(0, 0)).into(), vec2(50.0, 0.0).into()]);
    let outer = AnyShape::from(vec![inner.clone(), AnyShape::from(vec![inner])]);
    assert_eq!(distance(&vec2(14.0, 5.0), &outer), 4.0);
    assert_eq!(distance(&vec2(47.0, 4.0), &outer), 5.0);
    assert!(outer.is_valid() && AnyShape::default().is_valid());
    let moved = outer.translated(vec2(100.4, 0.0)).unwrap();
    assert_eq!(distance(&vec2(114.0, 5.0), &moved), 4.0, "a mask moves by whole pixels");
    assert_ne!(StateHash::of(&outer), StateHash::of(&moved));
}

#[test]
fn bad_numbers_are_told_and_touch_nothing() {
    let nan = f32::NAN;
    let ball = Circle::new(Vec2::ZERO, 5.0);
    for bad in [
        AnyShape::floor(nan),
        AnyShape::HalfPlane { normal: Vec2::splat(9.0), offset: nan },
        AnyShape::InsideBox(Aabb::new(Vec2::splat(nan), Vec2::ONE)),
        AnyShape::InsideCircle(Circle::new(vec2(nan, 0.0), 5.0)),
        Segment::new(Vec2::NAN, Vec2::ZERO).into(),
        AnyShape::Tiles { cells: Grid2::filled(2, 2, true).unwrap(), origin: Vec2::NAN, size: 1.0 },
        AnyShape::Polyline { points: vec![Vec2::NAN, Vec2::INFINITY], closed: true },
    ] {
        assert!(!bad.is_valid(), "{bad:?}");
        let _some_wall_may_be_good = distance(&ball, &bad);
        if !matches!(bad, AnyShape::InsideBox(_)) {
            assert!(!touches(&ball, &bad) && contact(&bad, &ball).is_none(), "{bad:?}");
            assert!(cast(&ball, Vec2::X, &bad).is_none(), "{bad:?}");
        }
    }
}

/// Any numbers, wild ones among them.
fn wild(rng: &mut Rng) -> f32 {
    const WILD: [f32; 10] =
        [0.0, 3e38, -3e38, 1e-40, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e7, 1e10, -1e20];
    if rng.chance(0.2) { WILD[rng.below(10) as usize] } else { rng.range(-30.0..30.0).round() }
}

fn wild_shape(rng: &mut Rng) -> AnyShape {
    let mut point = || vec2(wild(rng), wild(rng));
    let (a, b, c) = (point(), point(), point());
    match rng.below(8) {
        0 => a.into(),
        1 => Circle::new(a, b.x).into(),
        2 => Aabb::new(a, b).into(),
        3 => Capsule::new(a, b, c.x).into(),
        4 => AnyShape::HalfPlane { normal: a.normalize_or(Vec2::X), offset: b.x },
        5 => AnyShape::InsideBox(Aabb::new(a, b)),
        6 => AnyShape::InsideCircle(Circle::new(a, b.x)),
        _ => {
            let cells = Grid2::from_fn(5, 3, |x, y| (x + y) % 3 != 0).unwrap();
            AnyShape::Tiles { cells, origin: a, size: b.x.abs() }
        }
    }
}

#[test]
fn answers_about_wild_shapes_do_not_contradict_each_other() {
    let mut rng = Rng::new(25);
    for _ in 0..60_000 {
        let (first, second) = (wild_shape(&mut rng), wild_shape(&mut rng));
        let motion = vec2(wild(&mut rng), wild(&mut rng));
        let context = || format!("{first:?} by {motion} onto {second:?}");
        let touch = touches(&first, &second);
        let hit = contact(&first, &second);
        assert_eq!(hit.is_some(), touch, "{}", context());
        assert!(touch || !overlaps(&first, &second), "{}", context());
        if let Some(hit) = hit {
            let good = hit.normal.is_normalized() && hit.point.is_finite() && hit.depth >= 0.0;
            assert!(good && hit.depth.is_finite(), "{hit:?} {}", context());
        }
        let apart = distance(&first, &second);
        assert!(apart >= 0.0 && (!touch || apart == 0.0), "{apart} {}", context());
        assert_eq!(closest_points(&first, &second).is_none(), apart == f32::INFINITY);
        if let Some(impact) = cast(&first, motion, &second) {
            let good = (0.0..=1.0).contains(&impact.time) && impact.point.is_finite();
            assert!(good && impact.normal.is_normalized(), "{impact:?} {}", context());
        }
    }
}

#[test]
fn numbers_whose_differences_overflow_count_alike_in_contact_and_touches() {
    // A disc whose box leaves the range of f32 used to be missing from the box of its compound: `touches` did not see
    // it, `contact` did.
    let huge = 3.4e38;
    let centers = [vec2(0.0, 4.0), vec2(-huge, huge), vec2(huge, -huge), vec2(1.0, huge * 0.97)];
    let line = Polyline::closed(&centers);
    for radius in [1.0, 1e30, huge * 0.5, huge, f32::MAX] {
        let discs = centers.map(|center| Circle::new(center, radius));
        let discs = Compound::new(&discs);
        assert!(touches(&discs, &line) && touches(&line, &discs), "{radius}");
        for touch in [contact(&discs, &line), contact(&line, &discs)] {
            let touch = touch.expect("they touch");
            assert!(touch.point.is_finite() && touch.depth.is_finite() && touch.depth >= 0.0);
            assert!((touch.normal.length() - 1.0).abs() < 1e-5);
        }
        assert_eq!((distance(&discs, &line), distance(&line, &discs)), (0.0, 0.0));
    }
    // What is not finite is still not there.
    let lost = [Circle::new(vec2(f32::INFINITY, 0.0), huge), Circle::new(Vec2::ZERO, f32::NAN)];
    let lost = Compound::new(&lost);
    assert!(!touches(&lost, &line) && !touches(&line, &lost) && contact(&lost, &line).is_none());
    assert!(lost.aabb().is_empty());
}

#[test]
fn issue_18_a_mesh_and_a_shape_near_the_largest_numbers_do_not_contradict_each_other() {
    // Differences of the corners overflow in f32: contact and touches gave different answers.
    let huge = 3.4e38;
    let near = [vec2(-huge, -huge), vec2(huge, -huge), vec2(huge, huge), vec2(-huge, huge)];
    let corners = [near[0], near[1], near[2], near[3], vec2(0.0, 4.0), vec2(1.0, huge * 0.97)];
    let meshes: [&[[u32; 3]]; 4] =
        [&[[0, 1, 2]], &[[0, 1, 2], [2, 3, 0]], &[[4, 1, 3], [5, 0, 1]], &[[0, 2, 4], [1, 1, 5]]];
    let mask = Mask::solid(9, 7).unwrap();
    let centers = [Vec2::ZERO, near[0], near[2], vec2(huge * 0.5, -huge * 0.9), vec2(3.0, huge)];
    let (mut hits, mut misses) = (0, 0);
    for (triangles, center) in meshes.iter().flat_map(|mesh| centers.map(|center| (mesh, center))) {
        let mesh = TriangleMesh::new(&corners, triangles);
        for radius in [1.0, 1e30, huge * 0.5, huge] {
            let end = vec2(center.y, -center.x);
            let polygon = Polygon::new([center, end, vec2(radius, 0.0)].to_vec());
            let shapes: [AnyShape; 7] = [
                center.into(),
                Circle::new(center, radius).into(),
                Aabb::new(center.min(end), center.max(end)).into(),
                Capsule::new(center, end, radius).into(),
                Segment::new(center, end).into(),
                [center, end, vec2(radius, 0.0)].into(),
                polygon.map_or(center.into(), AnyShape::from),
            ];
            let placed = mask.placed(ivec2(2, -3));
            let context = format!("{triangles:?} at {center}, {radius}");
            check_mesh(&mesh, &placed, &context, &mut hits, &mut misses);
            for shape in &shapes {
                let context = format!("{shape:?} and {context}");
                check_mesh(&mesh, shape, &context, &mut hits, &mut misses);
            }
        }
    }
    assert!(hits > 100 && misses > 20, "{hits} {misses}");
}

/// One answer to whether a mesh and a shape touch, by every question and in either order, and only finite numbers.
fn check_mesh<S: Collidable>(
    mesh: &TriangleMesh<'_>,
    shape: &S,
    context: &str,
    hits: &mut u32,
    misses: &mut u32,
) {
    let touch = touches(mesh, shape);
    assert_eq!(touches(shape, mesh), touch, "{context}");
    let contacts = [contact(mesh, shape), contact(shape, mesh)];
    for found in contacts {
        assert_eq!(found.is_some(), touch, "{context}");
        if let Some(found) = found {
            assert!(found.point.is_finite() && found.normal.is_normalized(), "{found:?} {context}");
            assert!(found.depth.is_finite() && found.depth >= 0.0, "{found:?} {context}");
        }
    }
    let apart = [distance(mesh, shape), distance(shape, mesh)];
    assert!(apart.iter().all(|&apart| apart >= 0.0 && (!touch || apart == 0.0)), "{context}");
    *if touch { hits } else { misses } += 1;
}

#[test]
fn grids_agree_with_touches_up_to_the_limit_of_their_squares() {
    let mut grid = UniformGrid::default();
    for (size, agrees) in [(1.0f32, true), (1e9, true), (1e18, true), (1e20, false)] {
        // Apart by half a radius, and overlapping by half of one.
        for (gap, apart) in [(2.5, true), (1.5, false)] {
            let balls = [0.0, gap].map(|x| Circle::new(vec2(x * size, 0.0), size));
            assert_eq!(touches(&balls[0], &balls[1]), !apart, "{size}");
            grid.rebuild_circles(&balls);
            let found = grid.pairs().count() == 1;
            assert_eq!(found, !apart && agrees, "{size} apart by {gap}");
        }
    }
}

#[test]
fn tiles_without_a_size_are_not_there() {
    // They lay in one point, and whether they touched depended on which of two shapes was the first.
    let cells = Grid2::from_fn(5, 3, |x, y| (x + y) % 3 != 0).unwrap();
    for size in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let tiles = AnyShape::Tiles { cells: cells.clone(), origin: vec2(4.0, 4.0), size };
        let room = Aabb::from_size(Vec2::ZERO, Vec2::splat(9.0));
        assert!(!touches(&tiles, &room) && !touches(&room, &tiles), "{size}");
        assert!(contact(&tiles, &room).is_none() && contact(&room, &tiles).is_none(), "{size}");
        assert_eq!(distance(&tiles, &room), f32::INFINITY);
    }
}

#[test]
fn issue_18_a_drum_carried_past_the_largest_number_is_hit_at_a_finite_point() {
    // The point of a cast from a shape without end was carried along the motion in f32 and became infinite.
    let huge = 3.396151e38;
    let drum = AnyShape::InsideCircle(Circle::new(vec2(3.396139e38, huge), 7.364229e19));
    let disc = AnyShape::from(Circle::new(Vec2::splat(huge), huge));
    for motion in [vec2(3.3994744e38, 3.3945937e38), Vec2::splat(-huge), vec2(huge, -huge)] {
        for (moving, target) in [(&drum, &disc), (&disc, &drum)] {
            let impact = cast(moving, motion, target).expect("they overlap from the start");
            assert_eq!(impact.time, 0.0);
            assert!(impact.point.is_finite() && impact.normal.is_normalized(), "{impact:?}");
            let touch = contact(moving, target).expect("they overlap");
            assert!(touch.point.is_finite() && touch.normal.is_normalized(), "{touch:?}");
        }
    }
    let wall = AnyShape::HalfPlane { normal: Vec2::NEG_X, offset: -f32::MAX };
    let impact = cast(&wall, vec2(-f32::MAX, 0.0), &Circle::new(vec2(2e38, 3e38), 1.0));
    assert!(impact.is_some_and(|impact| impact.point.is_finite()), "{impact:?}");
}

#[test]
fn what_is_deep_in_a_shape_without_end_touches_it_however_far_out() {
    // Slabs were cut out as if every shape were within a million pixels of the axes: one deeper than that was missed.
    let wall = AnyShape::HalfPlane { normal: Vec2::X, offset: 0.0 };
    let room = AnyShape::InsideBox(Aabb::new(Vec2::ZERO, Vec2::splat(100.0)));
    let drum = AnyShape::InsideCircle(Circle::new(Vec2::ZERO, 100.0));
    for x in [-1e3f32, -1e6, -4e6, -1e9, -1e30] {
        for shape in [&wall, &room, &drum] {
            let ball = Circle::new(vec2(x, 50.0), 10.0);
            assert!(touches(&ball, shape) && overlaps(shape, &ball), "{x} {shape:?}");
            let touch = contact(&ball, shape).expect("they touch");
            assert!((touch.depth / x + 1.0).abs() < 0.2, "{x} {touch:?} {shape:?}");
            assert!(touch.normal.x > 0.9, "{x} {touch:?} {shape:?}");
            assert_eq!(distance(&ball, shape), 0.0);
        }
    }
}
