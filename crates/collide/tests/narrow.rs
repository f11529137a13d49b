//! Ray casts and swept tests against sampling, and by planted answers.

use motile_collide::{
    AnyShape, Compound, Impact, Mask, MaskPose, Polyline, TriangleMesh, cast, cast_ray, contact,
    convex_pieces, distance, overlaps, time_of_impact, touches,
};
use motile_geom::{
    Aabb, Affine2, Affine2Ext, Capsule, Circle, ConvexPolygon, Obb, Polygon, Rng, Segment, Vec2,
    ivec2, vec2,
};

/// Any of the convex shapes.
fn random_convex(rng: &mut Rng, at: Vec2) -> AnyShape {
    let mut size = || rng.range(1.0..12.0);
    let (w, h) = (size(), size());
    let direction = rng.unit_vec2() * w;
    match rng.below(7) {
        0 => at.into(),
        1 => Circle::new(at, w).into(),
        2 => Aabb::from_center(at, vec2(w, h)).into(),
        3 => Obb::new(at, vec2(w, h), rng.range(-3.0..3.0)).into(),
        4 => Segment::new(at - direction, at + direction).into(),
        5 => Capsule::new(at - direction, at + direction, h * 0.3).into(),
        _ => ConvexPolygon::hull((0..7).map(|_| at + rng.in_unit_disc() * w)).unwrap().into(),
    }
}

/// Checks an impact: apart before, touching at the time, on the target's surface, normal against the
/// motion; without one: never near.
fn check(moving: &AnyShape, motion: Vec2, target: &AnyShape) -> bool {
    let gap = |t: f32| distance(&moving.translated(motion * t).unwrap(), target);
    let impact = cast(moving, motion, target);
    let context = || format!("{moving:?} {motion} {target:?} {impact:?}");
    let Some(Impact { time, point, normal }) = impact else {
        for i in 0..=100 {
            let t = i as f32 / 100.0;
            assert!(gap(t) > 0.0 || i == 0, "missed at {t}: {}", context());
        }
        return false;
    };
    assert!(gap(time) < 2e-3, "a gap of {} at the impact: {}", gap(time), context());
    for i in 0..20 {
        let earlier = time * i as f32 / 20.0;
        assert!(earlier == 0.0 || time < 1e-3 || gap(earlier) > 0.0, "late: {}", context());
    }
    assert!(normal.is_normalized(), "{}", context());
    if time > 0.0 {
        assert!(normal.dot(motion) < 1e-3, "{}", context());
        assert!(distance(&point, target) < 2e-3, "{}", context());
        let mover = moving.translated(motion * time).unwrap();
        assert!(distance(&point, &mover) < 2e-3, "{}", context());
        // Moved back a little along the normal, the two are apart.
        assert!(distance(&mover.translated(normal * 0.1).unwrap(), target) > 0.05, "{}", context());
    }
    true
}

#[test]
fn casts_of_all_pairs_agree_with_sampling() {
    let mut rng = Rng::new(16);
    let mut hits = 0;
    for _ in 0..6000 {
        let from = rng.unit_vec2() * rng.range(0.0..60.0);
        let motion = -from * rng.range(0.5..2.5) + rng.in_unit_disc() * 25.0;
        let (moving, target) = (random_convex(&mut rng, from), random_convex(&mut rng, Vec2::ZERO));
        hits += u32::from(check(&moving, motion, &target));
    }
    assert!(hits > 2500, "{hits}");
}

#[test]
fn col_w16_swept_tests_do_not_tunnel() {
    let wall = Aabb::new(vec2(100.0, -50.0), vec2(101.0, 50.0));
    let bullet = Circle::new(Vec2::ZERO, 2.0);
    let step = vec2(400.0, 0.0);
    let end = Circle::new(bullet.center + step, 2.0);
    assert!(distance(&end, &wall) > 0.0, "a test at the end of the tick sees nothing");
    let impact = cast(&bullet, step, &wall).unwrap();
    assert_eq!((impact.time, impact.normal), (98.0 / 400.0, vec2(-1.0, 0.0)));

    let crate_ = Aabb::from_center(vec2(0.0, 0.0), vec2(5.0, 5.0));
    let impact = cast(&crate_, step, &wall).unwrap();
    assert_eq!((impact.time, impact.point), (95.0 / 400.0, vec2(100.0, 0.0)));
    assert!(cast(&crate_, vec2(0.0, 400.0), &wall).is_none());
    // A graze by the rounded corner: 3-4-5.
    let pin = Circle::new(vec2(50.0, 4.0), 3.0);
    let impact = cast(&bullet, vec2(100.0, 0.0), &pin).unwrap();
    assert!((impact.time - 0.47).abs() < 1e-6);
    assert!((impact.normal - vec2(-0.6, -0.8)).length() < 1e-6);
}

#[test]
fn rays_and_their_edge_cases() {
    let ray = |ax: f32, ay: f32, bx: f32, by: f32| Segment::new(vec2(ax, ay), vec2(bx, by));
    let area = Aabb::new(vec2(10.0, 0.0), vec2(20.0, 10.0));
    assert_eq!(cast_ray(ray(0.0, 5.0, 40.0, 5.0), &area).unwrap().time, 0.25);
    assert_eq!(cast_ray(ray(15.0, 5.0, 40.0, 5.0), &area).unwrap().time, 0.0);
    assert!(cast_ray(ray(0.0, 5.0, 9.0, 5.0), &area).is_none());
    assert!(cast_ray(ray(0.0, 5.0, -40.0, 5.0), &area).is_none());
    // End-on to a line without thickness, and along it.
    let line = ray(10.0, 0.0, 20.0, 0.0);
    assert_eq!(cast_ray(ray(0.0, 0.0, 40.0, 0.0), &line).unwrap().time, 0.25);
    assert!(cast_ray(ray(0.0, 1.0, 40.0, 1.0), &line).is_none());
    // Touching and leaving is not a hit; touching and entering is.
    assert!(cast_ray(ray(10.0, 5.0, 0.0, 5.0), &area).is_none());
    assert_eq!(cast_ray(ray(10.0, 5.0, 12.0, 5.0), &area).unwrap().time, 0.0);
    assert!(cast_ray(ray(10.0, 5.0, 10.0, 50.0), &area).is_none());
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(cast_ray(ray(0.0, 5.0, bad, 5.0), &area).is_none());
        assert!(cast_ray(ray(bad, 5.0, 0.0, 5.0), &area).is_none());
        assert!(
            cast(&Circle::new(Vec2::ZERO, 1.0), Vec2::X, &Circle::new(Vec2::splat(bad), 1.0))
                .is_none()
        );
    }
    assert!(cast_ray(ray(0.0, 5.0, 40.0, 5.0), &Aabb::EMPTY).is_none());
    assert!(cast(&Vec2::ZERO, Vec2::ZERO, &Circle::new(Vec2::X * 3.0, 1.0)).is_none());
}

#[test]
fn polylines_and_polygons() {
    let points = [vec2(0.0, 0.0), vec2(40.0, 0.0), vec2(40.0, 40.0)];
    let open = Polyline::open(&points);
    assert_eq!(open.segments().count(), 2);
    assert_eq!(Polyline::closed(&points).segments().count(), 3);
    assert_eq!(Polyline::open(&points[..1]).segments().count(), 1);
    assert_eq!(Polyline::open(&[]).segments().count(), 0);
    let ball = Circle::new(vec2(35.0, 5.0), 6.0);
    assert_eq!(contact(&ball, &open).unwrap().depth, 1.0);
    assert!(touches(&ball, &open) && distance(&open, &ball) == 0.0);
    assert_eq!(distance(&Polyline::open(&[]), &ball), f32::INFINITY);
    let impact = cast(&Circle::new(vec2(20.0, 20.0), 2.0), vec2(36.0, 0.0), &open).unwrap();
    assert_eq!((impact.time, impact.normal), (0.5, vec2(-1.0, 0.0)));

    let notch = [(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)];
    let notch = Polygon::new(notch.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).unwrap();
    let pieces = convex_pieces(&notch);
    let notch = Compound::new(&pieces);
    let impact = cast(&Circle::new(vec2(15.0, 50.0), 3.0), vec2(0.0, -100.0), &notch).unwrap();
    assert!((impact.time - 0.37).abs() < 1e-6, "into the notch, not onto the hull: {impact:?}");
    let inside = cast(&vec2(2.0, 20.0), vec2(50.0, 0.0), &notch).unwrap();
    assert_eq!((inside.time, inside.normal), (0.0, vec2(-1.0, 0.0)));
}

#[test]
fn shapes_against_masks() {
    let mut mask = Mask::solid(20, 20).unwrap();
    for y in 0..10 {
        for x in 0..10 {
            mask.set(x, y, false);
        }
    }
    let at = ivec2(100, 100);
    let ball = |x: f32, y: f32| Circle::new(vec2(x, y), 4.0);
    assert!(!overlaps(&mask.placed(at), &ball(105.0, 105.0)));
    assert!(overlaps(&mask.placed(at), &ball(107.0, 105.0)));
    let contact = contact(&ball(107.0, 105.0), &mask.placed(at)).unwrap();
    assert!((contact.normal - vec2(-1.0, 0.0)).length() < 0.05, "{contact:?}");
    assert!((contact.depth - 1.0).abs() < 0.05);
    let impact = cast(&ball(50.0, 105.0), vec2(100.0, 0.0), &mask.placed(at)).unwrap();
    assert!((impact.time - 0.56).abs() < 1e-5, "{impact:?}");
    let ray = cast(&vec2(50.0, 115.0), vec2(100.0, 0.0), &mask.placed(at)).unwrap();
    assert_eq!((ray.time, ray.normal), (0.5, vec2(-1.0, 0.0)));
    assert!(cast(&ball(50.0, 90.0), vec2(100.0, 0.0), &mask.placed(at)).is_none());
    assert!(cast(&ball(f32::NAN, 90.0), vec2(100.0, 0.0), &mask.placed(at)).is_none());
    assert!(!overlaps(&Aabb::EMPTY, &mask.placed(at)));
}

#[test]
fn nothing_catches_on_the_seams_of_tiles_and_pixels() {
    // A wall of pixels, and one of tiles, with their faces at x = 20.
    let pixels = Mask::solid(10, 100).unwrap();
    let pixels = pixels.placed(ivec2(20, 0));
    let tiles: Vec<Aabb> =
        (0..10).map(|i| Aabb::from_size(vec2(20.0, i as f32 * 10.0), Vec2::splat(10.0))).collect();
    let tiles = Compound::new(&tiles);
    let down = vec2(0.0, 70.0);
    let crate_ = Aabb::new(vec2(12.0, 5.0), vec2(20.0, 13.0));
    let ball = Circle::new(vec2(15.0, 8.5), 5.0);
    assert_eq!((cast(&crate_, down, &pixels), cast(&crate_, down, &tiles)), (None, None));
    assert_eq!((cast(&ball, down, &pixels), cast(&ball, down, &tiles)), (None, None));
    // From beyond its end, too; into it by a hair is a hit.
    let above = crate_.translated(vec2(0.0, -50.0));
    assert_eq!((cast(&above, down, &pixels), cast(&above, down, &tiles)), (None, None));
    assert!(cast(&above.translated(vec2(0.001, 0.0)), down, &tiles).is_some());
    let askew = vec2(0.5, 70.0);
    assert!(cast(&crate_, askew, &pixels).is_some() && cast(&crate_, askew, &tiles).is_some());
    assert!(cast(&ball, askew, &pixels).is_some() && cast(&ball, askew, &tiles).is_some());
    // Corner onto corner is a hit when it leads inside, and none when it leads past.
    let corner = Aabb::new(vec2(0.0, -30.0), vec2(10.0, -20.0));
    assert!(cast(&corner, vec2(20.0, 40.0), &tiles).is_some());
    assert_eq!(cast(&corner, vec2(20.0, 40.0), &tiles).unwrap().time, 0.5);
    let past = Aabb::new(vec2(30.0, -30.0), vec2(40.0, -20.0));
    assert!(cast(&past, vec2(0.0, 40.0), &tiles).is_none());
    // Rays do not slip through joints.
    assert!(cast(&vec2(0.0, 30.0), vec2(50.0, 0.0), &tiles).is_some());
    let joint = [vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(20.0, 0.0)];
    assert!(cast(&vec2(10.0, -5.0), vec2(0.0, 10.0), &Polyline::open(&joint)).is_some());
}

#[test]
fn what_starts_on_a_line_may_leave_it_to_both_sides() {
    // A ray that starts where another ended was stopped at once on one of the two sides.
    let wall = Segment::new(vec2(0.0, 0.0), vec2(10.0, 0.0));
    for motion in [vec2(0.0, 5.0), vec2(0.0, -5.0), vec2(3.0, 4.0), vec2(3.0, 0.0), vec2(-9.0, 0.0)]
    {
        assert_eq!(cast(&vec2(4.0, 0.0), motion, &wall), None, "{motion}");
        assert_eq!(cast(&wall, motion, &vec2(4.0, 0.0)), None, "{motion}");
        let along = Segment::new(vec2(3.0, 0.0), vec2(17.0, 0.0));
        assert_eq!(cast(&along, motion, &wall), None, "{motion}");
        assert_eq!(cast(&Vec2::ONE, motion, &Vec2::ONE), None, "{motion}");
    }
    // What has a side is stopped on it: the box lies above, and the upright line ends on the wall.
    let above = Aabb::new(vec2(2.0, -3.0), vec2(5.0, 0.0));
    assert_eq!(cast(&above, vec2(0.0, 1.0), &wall).unwrap().time, 0.0);
    assert_eq!(cast(&above, vec2(0.0, -1.0), &wall), None);
    let upright = Segment::new(vec2(4.0, -6.0), vec2(4.0, 0.0));
    assert_eq!(cast(&upright, vec2(0.0, 1.0), &wall).unwrap().normal, vec2(0.0, -1.0));
}

#[test]
fn shapes_leave_masks_the_way_they_came() {
    let wall = Mask::solid(60, 200).unwrap();
    let at = wall.placed(ivec2(100, 0));
    // From a graze to deep inside, with the center in the wall.
    for depth in [0.25, 1.0, 3.0, 6.5, 9.0, 14.0] {
        let ball = Circle::new(vec2(95.0 + depth, 100.3), 5.0);
        let touch = contact(&ball, &at).unwrap();
        assert!((touch.normal - vec2(-1.0, 0.0)).length() < 0.02, "{depth}: {touch:?}");
        assert!((touch.depth - depth).abs() < 0.05, "{depth}: {touch:?}");
        assert!((touch.point.x - 100.0).abs() < 0.01, "{depth}: {touch:?}");
        let flipped = contact(&at, &ball).unwrap();
        assert!((flipped.normal + touch.normal).length() < 1e-6 && flipped.depth == touch.depth);
        let crate_ = Aabb::from_center(ball.center, Vec2::splat(5.0));
        let touch = contact(&crate_, &at).unwrap();
        assert!((touch.normal - vec2(-1.0, 0.0)).length() < 0.1, "{depth}: {touch:?}");
    }
    // A bar through a thin wall goes back to the side of its middle.
    let thin = Mask::solid(2, 50).unwrap();
    let ball = Circle::new(vec2(99.0, 25.0), 6.0);
    let touch = contact(&ball, &thin.placed(ivec2(100, 0))).unwrap();
    assert!((touch.normal - vec2(-1.0, 0.0)).length() < 1e-6, "{touch:?}");
    // A ring around a ball pushes it nowhere in particular, and never by NaN.
    let ring = Mask::from_fn(9, 9, |x, y| x.min(y) == 0 || x.max(y) == 8).unwrap();
    let touch = contact(&Circle::new(vec2(4.5, 4.5), 4.0), &ring.placed(ivec2(0, 0))).unwrap();
    assert!(touch.normal.is_normalized() && touch.depth.is_finite(), "{touch:?}");
}

#[test]
fn advancement_is_early_never_late() {
    let wall = Segment::new(vec2(50.0, -100.0), vec2(50.0, 100.0));
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let (spin, speed) = (rng.range(-9.0..9.0), rng.range(20.0..120.0));
        let blade = |t: f32| Obb::new(vec2(t * speed, 0.0), vec2(15.0, 2.0), spin * t);
        let bound = speed + spin.abs() * 15.2;
        let found = time_of_impact(bound, 0.01, |t| distance(&blade(t), &wall));
        let truth =
            (0..=4000).map(|i| i as f32 / 4000.0).find(|&t| distance(&blade(t), &wall) <= 0.01);
        match (found, truth) {
            (Some(found), Some(truth)) => {
                assert!((found - truth).abs() < 0.01 && found <= truth + 1e-3);
            }
            (None, truth) => assert!(truth.is_none_or(|t| t > 0.999)),
            (Some(found), None) => assert!(distance(&blade(found), &wall) < 0.02),
        }
    }
    // Sliding past at a twentieth of a pixel is no touch; 512 steps used to end in one.
    let rail = Segment::new(vec2(0.0, 1.05), vec2(500.0, 1.05));
    let ball = |t: f32| Circle::new(vec2(t * 100.0, 0.0), 1.0);
    assert_eq!(time_of_impact(100.0, 0.01, |t| distance(&ball(t), &rail)), None);
    assert_eq!(time_of_impact(-5.0, 0.1, |_| 1.0), None);
    assert_eq!(time_of_impact(f32::NAN, 0.1, |_| 1.0), None);
    assert_eq!(time_of_impact(10.0, 0.1, |_| f32::NAN), None);
    assert_eq!(time_of_impact(10.0, 0.1, |_| 0.0), Some(0.0));
    assert_eq!(time_of_impact(0.0, 0.1, |_| 1.0), None);
}

#[test]
fn questions_between_shapes_allocate_nothing() {
    let mask = Mask::from_fn(90, 40, |x, y| (x + y) % 3 > 0).unwrap();
    let pose = Affine2::from_parts(vec2(20.0, 5.0), Vec2::splat(1.3), 0.4, Vec2::ZERO);
    let points = [vec2(0.0, 10.0), vec2(50.0, 12.0), vec2(90.0, 40.0)];
    let mesh = TriangleMesh::new(&points, &[[0, 1, 2]]);
    let (line, ball) = (Polyline::open(&points), Circle::new(vec2(30.0, 8.0), 6.0));
    let balls = [ball, ball.translated(vec2(9.0, 3.0))];
    let (balls, solid) = (Compound::new(&balls), mask.placed(ivec2(3, 4)));
    let used = allocation_counter::measure(|| {
        let touched = [
            contact(&ball, &line).is_some(),
            contact(&ball, &solid).is_some(),
            contact(&solid, &solid).is_some(),
            overlaps(&balls, &mesh),
            touches(&solid, &line),
            distance(&balls, &solid) == 0.0,
            cast(&ball, vec2(0.0, 90.0), &solid).is_some(),
            cast(&balls, vec2(0.0, 90.0), &line).is_some(),
        ];
        assert_eq!(touched, [true; 8]);
        let posed = MaskPose::new(&mask, &pose).unwrap();
        assert!(posed.hits(&posed));
    });
    assert_eq!(used.count_total, 0);
}
