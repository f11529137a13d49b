//! Ray casts and swept tests against sampling, and by planted answers.

use motile_collide::{Impact, Mask, Polyline, advance, cast, cast_polygon, cast_ray};
use motile_geom::{
    Aabb, Capsule, Circle, Convex, ConvexPolygon, Core, Obb, Polygon, Rng, Segment, Vec2, distance,
    ivec2, vec2,
};

/// Any of the convex shapes.
#[derive(Clone, Debug)]
enum Shape {
    Point(Vec2),
    Circle(Circle),
    Aabb(Aabb),
    Obb(Obb),
    Segment(Segment),
    Capsule(Capsule),
    Polygon(ConvexPolygon),
}

impl Shape {
    fn random(rng: &mut Rng, at: Vec2) -> Self {
        let mut size = || rng.range(1.0..12.0);
        let (w, h) = (size(), size());
        let direction = rng.unit_vec2() * w;
        match rng.below(7) {
            0 => Self::Point(at),
            1 => Self::Circle(Circle::new(at, w)),
            2 => Self::Aabb(Aabb::from_center(at, vec2(w, h))),
            3 => Self::Obb(Obb::new(at, vec2(w, h), rng.range(-3.0..3.0))),
            4 => Self::Segment(Segment::new(at - direction, at + direction)),
            5 => Self::Capsule(Capsule::new(at - direction, at + direction, h * 0.3)),
            _ => Self::Polygon(
                ConvexPolygon::hull((0..7).map(|_| at + rng.in_unit_disc() * w)).unwrap(),
            ),
        }
    }

    fn moved(&self, by: Vec2) -> Self {
        match self {
            Self::Point(p) => Self::Point(*p + by),
            Self::Circle(c) => Self::Circle(Circle::new(c.center + by, c.radius)),
            Self::Aabb(b) => Self::Aabb(b.translated(by)),
            Self::Obb(b) => Self::Obb(Obb { center: b.center + by, ..*b }),
            Self::Segment(s) => Self::Segment(s.translated(by)),
            Self::Capsule(c) => {
                Self::Capsule(Capsule::new(c.segment.a + by, c.segment.b + by, c.radius))
            }
            Self::Polygon(p) => Self::Polygon(p.translated(by).unwrap()),
        }
    }
}

impl Convex for Shape {
    fn core(&self) -> Core<'_> {
        match self {
            Self::Point(p) => p.core(),
            Self::Circle(c) => c.core(),
            Self::Aabb(b) => b.core(),
            Self::Obb(b) => b.core(),
            Self::Segment(s) => s.core(),
            Self::Capsule(c) => c.core(),
            Self::Polygon(p) => p.core(),
        }
    }
}

/// Checks an impact: apart before, touching at the time, on the target's surface, normal against the
/// motion; without one: never near.
fn check(moving: &Shape, motion: Vec2, target: &Shape) -> bool {
    let gap = |t: f32| distance(&moving.moved(motion * t), target);
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
        let mover = moving.moved(motion * time);
        assert!(distance(&point, &mover) < 2e-3, "{}", context());
        // Moved back a little along the normal, the two are apart.
        assert!(distance(&mover.moved(normal * 0.1), target) > 0.05, "{}", context());
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
        let (moving, target) = (Shape::random(&mut rng, from), Shape::random(&mut rng, Vec2::ZERO));
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
    assert_eq!(open.contact(&ball).unwrap().depth, 1.0);
    assert!(open.touches(&ball) && open.distance(&ball) == 0.0);
    assert_eq!(Polyline::open(&[]).distance(&ball), f32::INFINITY);
    let impact = open.cast(&Circle::new(vec2(20.0, 20.0), 2.0), vec2(36.0, 0.0)).unwrap();
    assert_eq!((impact.time, impact.normal), (0.5, vec2(-1.0, 0.0)));

    let notch = [(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)];
    let notch = Polygon::new(notch.map(|(x, y)| vec2(x as f32, y as f32)).to_vec()).unwrap();
    let impact =
        cast_polygon(&Circle::new(vec2(15.0, 50.0), 3.0), vec2(0.0, -100.0), &notch).unwrap();
    assert!((impact.time - 0.37).abs() < 1e-6, "into the notch, not onto the hull: {impact:?}");
    let inside = cast_polygon(&vec2(2.0, 20.0), vec2(50.0, 0.0), &notch).unwrap();
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
    assert!(!mask.hits_shape(at, &ball(105.0, 105.0)));
    assert!(mask.hits_shape(at, &ball(107.0, 105.0)));
    let contact = mask.contact_with_shape(at, &ball(107.0, 105.0)).unwrap();
    assert!((contact.normal - vec2(-1.0, 0.0)).length() < 0.05, "{contact:?}");
    assert!((contact.depth - 1.0).abs() < 0.05);
    let impact = mask.cast(at, &ball(50.0, 105.0), vec2(100.0, 0.0)).unwrap();
    assert!((impact.time - 0.56).abs() < 1e-5, "{impact:?}");
    let ray = mask.cast(at, &vec2(50.0, 115.0), vec2(100.0, 0.0)).unwrap();
    assert_eq!((ray.time, ray.normal), (0.5, vec2(-1.0, 0.0)));
    assert!(mask.cast(at, &ball(50.0, 90.0), vec2(100.0, 0.0)).is_none());
    assert!(mask.cast(at, &ball(f32::NAN, 90.0), vec2(100.0, 0.0)).is_none());
    assert!(!mask.hits_shape(at, &Aabb::EMPTY));
}

#[test]
fn distances_of_masks_agree_with_single_pixels() {
    let mut rng = Rng::new(9);
    for _ in 0..60 {
        let mask = |rng: &mut Rng| Mask::from_fn(70, 9, |_, _| rng.chance(0.02)).unwrap();
        let (a, b) = (mask(&mut rng), mask(&mut rng));
        let at = ivec2(rng.int(-40..40), rng.int(-30..30));
        let pixels = |mask: &Mask, at: motile_geom::IVec2| -> Vec<Aabb> {
            let pixel = |p: motile_geom::IVec2| Aabb::from_size((at + p).as_vec2(), Vec2::ONE);
            mask.pixels().map(pixel).collect()
        };
        let (own, theirs) = (pixels(&a, ivec2(0, 0)), pixels(&b, at));
        let least = |first: &[Aabb], second: &[Aabb]| {
            let pairs = first.iter().flat_map(|a| second.iter().map(move |b| distance(a, b)));
            pairs.fold(f32::INFINITY, f32::min)
        };
        match a.closest_points(ivec2(0, 0), &b, at) {
            Some(near) => {
                assert!((near.distance - least(&own, &theirs)).abs() < 1e-4);
                assert!((near.on_first.distance(near.on_second) - near.distance).abs() < 1e-4);
                assert!(own.iter().any(|pixel| pixel.contains(near.on_first)));
                assert!(theirs.iter().any(|pixel| pixel.contains(near.on_second)));
            }
            None => assert!(own.is_empty() || theirs.is_empty()),
        }
        let from = rng.in_rect(Vec2::splat(-90.0), Vec2::splat(90.0));
        let shape = Shape::random(&mut rng, from);
        let expected = own.iter().map(|pixel| distance(&shape, pixel));
        let expected = expected.fold(f32::INFINITY, f32::min);
        let found = a.distance_to_shape(ivec2(0, 0), &shape);
        assert!(found == expected || (found - expected).abs() < 1e-4, "{found} {expected}");
    }
    let block = Mask::solid(3, 3).unwrap();
    assert_eq!(block.closest_points_to_shape(ivec2(0, 0), &vec2(f32::NAN, 0.0)), None);
    assert_eq!(Mask::default().closest_points(ivec2(0, 0), &block, ivec2(0, 0)), None);
    let shared = block.closest_points(ivec2(0, 0), &block, ivec2(2, 2)).unwrap();
    assert_eq!((shared.on_first, shared.distance), (vec2(2.5, 2.5), 0.0));
}

#[test]
fn advancement_is_early_never_late() {
    let wall = Segment::new(vec2(50.0, -100.0), vec2(50.0, 100.0));
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let (spin, speed) = (rng.range(-9.0..9.0), rng.range(20.0..120.0));
        let blade = |t: f32| Obb::new(vec2(t * speed, 0.0), vec2(15.0, 2.0), spin * t);
        let bound = speed + spin.abs() * 15.2;
        let found = advance(bound, 0.01, |t| distance(&blade(t), &wall));
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
    assert_eq!(advance(f32::NAN, 0.1, |_| 1.0), None);
    assert_eq!(advance(10.0, 0.1, |_| f32::NAN), None);
    assert_eq!(advance(10.0, 0.1, |_| 0.0), Some(0.0));
    assert_eq!(advance(0.0, 0.1, |_| 1.0), None);
}
