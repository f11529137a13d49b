//! Rules that hold between any two convex shapes, close to degenerate ones most of all.

use core::f32::consts::{PI, TAU};
use motile_collide::{AnyShape, closest_points, contact, distance, manifold, overlaps, touches};
use motile_geom::{
    Aabb, Capsule, Circle, Convex, ConvexPolygon, Obb, Segment, Vec2, Vec2Ext, vec2,
};
use proptest::{prelude::*, test_runner::RngSeed};

/// Mostly whole numbers in a small range, so that shapes often touch, line up or coincide, beside
/// fractions and neighbors of whole numbers.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => (-12i32..=12).prop_map(|n| n as f32),
        2 => -12.0f32..12.0,
        1 => (-12i32..=12).prop_map(|n| n as f32 * (1.0 + f32::EPSILON)),
        1 => Just(1e-20f32),
    ]
}

fn point() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| vec2(x, y))
}

fn size() -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(0.0f32), 3 => (1i32..8).prop_map(|n| n as f32), 3 => 0.01f32..8.0]
}

/// A hull is made anew: rounded corners of a moved one may not be convex.
fn moved(shape: &AnyShape, by: Vec2) -> AnyShape {
    match shape {
        AnyShape::ConvexPolygon(polygon) => {
            ConvexPolygon::hull(polygon.vertices().iter().map(|&v| v + by)).unwrap().into()
        }
        other => other.translated(by).unwrap(),
    }
}

/// One of each kind of convex shape.
fn shape() -> impl Strategy<Value = AnyShape> {
    let turn = prop_oneof![Just(0.0f32), Just(PI / 2.0), Just(PI / 4.0), -4.0f32..4.0];
    prop_oneof![
        point().prop_map(AnyShape::Point),
        (point(), size()).prop_map(|(c, r)| AnyShape::Circle(Circle::new(c, r))),
        (point(), size(), size())
            .prop_map(|(c, w, h)| AnyShape::Box(Aabb::from_center(c, vec2(w, h)))),
        (point(), size(), size(), turn).prop_map(|(c, w, h, turn)| AnyShape::Obb(Obb::new(
            c,
            vec2(w, h),
            turn
        ))),
        (point(), point()).prop_map(|(a, b)| AnyShape::Segment(Segment::new(a, b))),
        (point(), point(), size()).prop_map(|(a, b, r)| AnyShape::Capsule(Capsule::new(a, b, r))),
        prop::collection::vec(point(), 3..9).prop_filter_map("no area", |points| {
            let hull = ConvexPolygon::hull(points).ok()?;
            // Slivers are in the unit tests; here a moved copy must keep its area.
            (hull.polygon().area() > 1e-3).then_some(hull.into())
        }),
    ]
}

/// Rounding allowed on shapes of about ten pixels.
const CLOSE: f32 = 2e-5;

/// The same cases in every run, so that a failure is a change of the code. `PROPTEST_CASES` and
/// `PROPTEST_RNG_SEED` ask for more and for others.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(12);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 2000;
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn distances_are_symmetric_and_agree(a in shape(), b in shape()) {
        let (a, b) = (&a, &b);
        let (ab, ba) = (distance(a, b), distance(b, a));
        prop_assert!((ab - ba).abs() <= CLOSE, "{} {}", ab, ba);
        let nearest = closest_points(a, b).unwrap();
        prop_assert_eq!(nearest.distance, ab);
        prop_assert!((nearest.on_first.distance(nearest.on_second) - ab).abs() <= CLOSE);
        prop_assert!(distance(&nearest.on_first, a) <= CLOSE);
        prop_assert!(distance(&nearest.on_second, b) <= CLOSE);
        if ab > 1e-6 {
            prop_assert!(!touches(a, b) && !overlaps(a, b) && contact(a, b).is_none());
        } else if touches(a, b) {
            prop_assert_eq!(ab, 0.0);
        }
    }

    #[test]
    fn pushing_by_the_depth_parts_the_shapes(a in shape(), b in shape()) {
        let hit = contact(&a, &b);
        prop_assert_eq!(hit.is_some(), touches(&a, &b));
        let Some(hit) = hit else { return Ok(()) };
        prop_assert!(hit.normal.is_finite() && hit.point.is_finite() && hit.depth >= 0.0);
        prop_assert!((hit.normal.length() - 1.0).abs() < 1e-6);
        let parted = moved(&a, hit.normal * (hit.depth + CLOSE * 2.0));
        prop_assert!(!overlaps(&parted, &b), "{:?}", hit);
        prop_assert!(distance(&parted, &b) <= CLOSE * 4.0, "{:?}", hit);
        // And no other way out is shorter.
        for i in 0..32 {
            let way = Vec2::at_angle(i as f32 * TAU / 32.0) * (hit.depth - CLOSE * 2.0).max(0.0);
            prop_assert!(distance(&moved(&a, way), &b) <= CLOSE, "{:?} {}", hit, way);
        }
    }

    #[test]
    fn manifolds_hold_their_contact(a in shape(), b in shape()) {
        let Some(touch) = manifold(&a, &b) else { return Ok(()) };
        let hit = contact(&a, &b).unwrap();
        prop_assert!((1..=2).contains(&touch.points().len()));
        for point in touch.points() {
            prop_assert!(point.point.is_finite() && point.depth >= 0.0);
            prop_assert!(point.depth <= hit.depth);
        }
        let flipped = contact(&b, &a).unwrap();
        prop_assert!((flipped.depth - hit.depth).abs() <= CLOSE);
    }

    #[test]
    fn finite_in_finite_out(numbers in prop::array::uniform8(finite()), kinds in (0..4u8, 0..4u8)) {
        let [a, b, c, d, e, f, g, h] = numbers;
        let make = |kind: u8, a, b, c: f32, d: f32| -> Box<dyn Convex> {
            match kind {
                0 => Box::new(Circle::new(vec2(a, b), c.abs())),
                1 => Box::new(Segment::new(vec2(a, b), vec2(c, d))),
                2 => Box::new(Aabb::around([vec2(a, b), vec2(c, d)])),
                _ => Box::new(Capsule::new(vec2(a, b), vec2(c, d), a.abs())),
            }
        };
        let (first, second) = (make(kinds.0, a, b, c, d), make(kinds.1, e, f, g, h));
        prop_assert!(distance(&*first, &*second).is_finite());
        prop_assert!(closest_points(&*first, &*second).unwrap().on_first.is_finite());
        if let Some(hit) = contact(&*first, &*second) {
            prop_assert!(hit.point.is_finite() && hit.normal.is_finite() && hit.depth.is_finite());
            prop_assert!((hit.normal.length() - 1.0).abs() < 1e-5);
        }
    }
}

/// Every kind of finite number, also the largest and the smallest.
fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => any::<f32>().prop_filter("finite", |x| x.is_finite()),
        1 => prop::sample::select(vec![0.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45]),
        2 => coordinate(),
    ]
}
