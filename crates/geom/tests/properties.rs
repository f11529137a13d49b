//! Rules that hold for any input, planted answers, and input close to degenerate.

use core::f32::consts::{PI, TAU};
use motile_geom::{
    Aabb, ArcLength, CatmullRom, ConvexPolygon, Curve, Grid2, IRect, Polygon, Rng, Segment,
    StateHash, Vec2, Vec2Ext, angle, ops, simplify_line, vec2,
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
    fn finite_in_finite_out(numbers in prop::array::uniform8(finite())) {
        let [a, b, c, d, e, f, g, h] = numbers;
        let (s, t) = (Segment::new(vec2(a, b), vec2(c, d)), Segment::new(vec2(e, f), vec2(g, h)));
        prop_assert!(s.closest_point(t.a).is_finite() && s.project(t.a).is_finite());
        if let Some(hit) = s.intersection(t) {
            prop_assert!(hit.point.is_finite() && (0.0..=1.0).contains(&hit.t));
        }
        let v = vec2(a, b);
        prop_assert!((v.normalized().length() - 1.0).abs() < 1e-5);
        prop_assert!(v.truncate(c).is_finite() && v.angle().is_finite());
        prop_assert!(v.angle_between(vec2(c, d)).is_finite());
    }

    #[test]
    fn segments_that_cross_meet_at_the_planted_point(
        at in point(), p in point(), q in point(), t in 0.1f32..0.9, u in 0.1f32..0.9,
    ) {
        let parallel = p.normalized().perp_dot(q.normalized()).abs() < 0.01;
        if parallel || p.length() < 0.1 || q.length() < 0.1 {
            return Ok(());
        }
        let first = Segment::new(at - p * t, at + p * (1.0 - t));
        let second = Segment::new(at - q * u, at + q * (1.0 - u));
        let hit = first.intersection(second).unwrap();
        prop_assert!(hit.point.distance(at) < 1e-3, "{}", hit.point);
        prop_assert!((hit.t - t).abs() < 2e-3 && (hit.u - u).abs() < 2e-3);
    }

    #[test]
    fn hulls_hold_their_points_and_nothing_more(points in prop::collection::vec(point(), 3..40)) {
        let Ok(hull) = ConvexPolygon::hull(points.iter().copied()) else { return Ok(()) };
        prop_assert!(hull.polygon().is_convex() && hull.polygon().area() > 0.0);
        let corners = hull.vertices();
        prop_assert!(corners.iter().all(|corner| points.contains(corner)));
        for point in &points {
            let outside = |i: usize| {
                let (a, b) = (corners[i].as_dvec2(), corners[(i + 1) % corners.len()].as_dvec2());
                (b - a).perp_dot(point.as_dvec2() - a) < 0.0
            };
            prop_assert!(!(0..corners.len()).any(outside), "{} outside {:?}", point, corners);
        }
        let again = ConvexPolygon::hull(corners.iter().copied()).unwrap();
        prop_assert_eq!(&again, &hull);
        prop_assert_eq!(StateHash::of(&again), StateHash::of(&hull));
    }

    #[test]
    fn hull_of_rows_is_the_hull_of_the_pixels(rows in prop::collection::vec((0i32..9, 0i32..9), 1..9)) {
        let ranges: Vec<_> = rows.iter().map(|&(from, to)| (from < to).then_some(from..to)).collect();
        let corners = ranges.iter().enumerate().filter_map(|(y, row)| {
            let row = row.clone()?;
            let top_left = vec2(row.start as f32, y as f32);
            Some(Aabb::from_size(top_left, vec2(row.len() as f32, 1.0)).corners())
        });
        let expected = ConvexPolygon::hull(corners.flatten());
        let found = ConvexPolygon::hull_of_rows(ranges.iter().cloned());
        prop_assert_eq!(found.is_ok(), expected.is_ok());
        let (Ok(found), Ok(expected)) = (found, expected) else { return Ok(()) };
        // The same cycle, whichever vertex comes first.
        prop_assert_eq!(ConvexPolygon::hull(found.vertices().iter().copied()).unwrap(), expected.clone());
        prop_assert_eq!(found.vertices().len(), expected.vertices().len());
    }

    #[test]
    fn side_by_side_polygons_share_no_point(
        corners in prop::array::uniform4(point()), probe in point(), share in 0.0f32..=1.0,
    ) {
        let [a, b, c, d] = corners;
        // Two triangles on either side of the line a–b.
        let (Ok(left), Ok(right)) = (Polygon::new(vec![a, b, c]), Polygon::new(vec![a, b, d])) else {
            return Ok(());
        };
        let side = |p: Vec2| (b.as_dvec2() - a.as_dvec2()).perp_dot(p.as_dvec2() - a.as_dvec2());
        if side(c) * side(d) >= 0.0 {
            return Ok(());
        }
        for p in [probe, a, b, a.lerp(b, share), a.midpoint(b)] {
            prop_assert!(!(left.contains(p) && right.contains(p)), "{}", p);
        }
    }

    #[test]
    fn simplified_lines_stay_near(points in prop::collection::vec(point(), 2..40), tolerance in 0.0f32..4.0) {
        let mut kept = Vec::new();
        simplify_line(&points, tolerance, &mut kept);
        prop_assert!(kept.len() <= points.len());
        prop_assert_eq!((kept[0], kept[kept.len() - 1]), (points[0], points[points.len() - 1]));
        for point in &points {
            let nearest = kept.windows(2).map(|pair| Segment::new(pair[0], pair[1]).distance(*point));
            prop_assert!(nearest.fold(f32::INFINITY, f32::min) <= tolerance + 1e-5);
        }
    }

    #[test]
    fn windows_show_the_cells_inside(
        (width, height) in (0u32..9, 0u32..9),
        (x, y, w, h) in (any_edge(), any_edge(), any_length(), any_length()),
    ) {
        let grid = Grid2::from_fn(width, height, |x, y| (x, y)).unwrap();
        let window = IRect::new(x, y, w, h);
        let seen: Vec<_> = grid
            .window(window)
            .flat_map(|(at, row)| (0..).zip(row).map(move |(dx, &cell)| (at.x + dx, at.y, cell)))
            .collect();
        let expected: Vec<_> = grid
            .iter()
            .filter(|(at, _)| window.contains(at.x, at.y))
            .map(|(at, &cell)| (at.x, at.y, cell))
            .collect();
        prop_assert_eq!(seen, expected);
    }

    #[test]
    fn wrapped_angles_point_the_same_way(turns in -1000i32..1000, rest in -PI..PI) {
        let whole = turns as f32 * TAU + rest;
        for wrapped in [angle::wrap(whole), angle::wrap_positive(whole)] {
            prop_assert!(Vec2::at_angle(whole).distance(Vec2::at_angle(wrapped)) < 1e-5);
        }
        prop_assert!(angle::wrap(whole) > -PI && angle::wrap(whole) <= PI);
        prop_assert!((0.0..TAU).contains(&angle::wrap_positive(whole)));
        prop_assert!((ops::sin(angle::difference(whole, rest))).abs() < 2e-3);
    }

    #[test]
    fn random_numbers_stay_in_their_range(seed: u64, a in finite(), b in finite(), n: i32, m: i32) {
        let mut rng = Rng::new(seed);
        for _ in 0..8 {
            let value = rng.range(a..b);
            prop_assert!(if a < b { (a..b).contains(&value) } else { value == a }, "{}", value);
            let whole = rng.int(n..m);
            prop_assert!(if n < m { (n..m).contains(&whole) } else { whole == n }, "{}", whole);
            prop_assert!(rng.below(m.unsigned_abs()) < m.unsigned_abs().max(1));
        }
    }

    #[test]
    fn distances_along_a_curve_grow(points in prop::collection::vec(point(), 0..7), closed: bool) {
        let curve = CatmullRom { points: &points, closed };
        let lengths = ArcLength::new(&curve);
        let mut before = 0.0;
        for i in 0..=100 {
            let t = lengths.t_at(lengths.total() * i as f32 / 100.0);
            prop_assert!((before..=1.0).contains(&t), "{} after {}", t, before);
            prop_assert!(curve.at(t).is_finite());
            before = t;
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

fn any_edge() -> impl Strategy<Value = i32> {
    prop_oneof![4 => -9i32..12, 1 => any::<i32>()]
}

fn any_length() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..20, 1 => any::<u32>()]
}
