//! Every shape against every shape, by an independent reference in `f64`: hulls of points grown by a radius,
//! measured side by side, and motions walked by distance.

use motile_collide::{
    AnyShape, Collidable, Compound, Mask, Polyline, TriangleMesh, cast, cast_ray, closest_points,
    contact, distance, manifold, overlaps, time_of_impact, touches,
};
use motile_geom::glam::{DVec2, dvec2};
use motile_geom::{
    Aabb, Capsule, Circle, Convex, ConvexPolygon, IVec2, Obb, Rng, Segment, Vec2, ivec2, vec2,
};

/// The hull of points grown by a radius: what the reference knows.
#[derive(Clone, Debug)]
struct Hull(Vec<DVec2>, f64);

/// A shape, with its parts as the reference sees them.
struct Any {
    name: &'static str,
    shape: AnyShape,
    hulls: Vec<Hull>,
}

/// What is convex, by its own type behind a pointer.
fn convex(shape: &AnyShape) -> &dyn Convex {
    match shape {
        AnyShape::Point(shape) => shape,
        AnyShape::Circle(shape) => shape,
        AnyShape::Box(shape) => shape,
        AnyShape::Obb(shape) => shape,
        AnyShape::Capsule(shape) => shape,
        AnyShape::Segment(shape) => shape,
        AnyShape::ConvexPolygon(shape) => shape,
        other => panic!("{other:?} is not convex"),
    }
}

fn capsules(parts: &[AnyShape]) -> Vec<Capsule> {
    let capsule = |part: &AnyShape| match part {
        AnyShape::Capsule(capsule) => *capsule,
        other => panic!("{other:?} is no capsule"),
    };
    parts.iter().map(capsule).collect()
}

/// Asks about what is inside, by its own type.
macro_rules! with {
    ($any:expr, $shape:ident => $body:expr) => {
        match &$any.shape {
            AnyShape::Polyline { points, closed } => {
                let $shape = &Polyline { points, closed: *closed };
                $body
            }
            AnyShape::Mask(placed) => {
                let $shape = &placed.mask.placed(placed.at);
                $body
            }
            AnyShape::Compound(parts) => {
                let parts = capsules(parts);
                let $shape = &Compound::new(&parts);
                $body
            }
            AnyShape::TriangleMesh { points, triangles } => {
                let $shape = &TriangleMesh::new(points, triangles);
                $body
            }
            shape => {
                let $shape = convex(shape);
                $body
            }
        }
    };
}

const KINDS: u32 = 12;

impl Any {
    /// A shape of a kind at about a place. Half of them have whole numbers, so that they touch, line up and coincide.
    fn new(kind: u32, at: Vec2, rng: &mut Rng) -> Self {
        let whole = rng.chance(0.5);
        let snap = |value: f32| if whole { value.round() } else { value };
        let at = at.map(snap);
        // Sizes of 0 make points of circles and lines of boxes.
        let size = |rng: &mut Rng| if rng.chance(0.1) { 0.0 } else { snap(rng.range(0.5..9.0)) };
        let near = |rng: &mut Rng, reach: f32| (at + rng.in_unit_disc() * reach).map(snap);
        let points =
            |corners: &[Vec2]| corners.iter().map(|corner| corner.as_dvec2()).collect::<Vec<_>>();
        let one = |name, shape: AnyShape, corners: &[Vec2], radius: f32| Self {
            name,
            shape,
            hulls: vec![Hull(points(corners), radius as f64)],
        };
        match kind {
            0 => one("point", at.into(), &[at], 0.0),
            1 => {
                let radius = size(rng);
                one("circle", Circle::new(at, radius).into(), &[at], radius)
            }
            2 => {
                let area = Aabb::from_center(at, vec2(size(rng), size(rng)));
                one("aabb", area.into(), &area.corners(), 0.0)
            }
            3 => {
                let turn = if whole { 0.0 } else { rng.range(-4.0..4.0) };
                let area = Obb::new(at, vec2(size(rng), size(rng)), turn);
                one("obb", area.into(), &area.corners(), 0.0)
            }
            4 => {
                let (a, b) = (near(rng, 9.0), near(rng, 9.0));
                one("segment", Segment::new(a, b).into(), &[a, b], 0.0)
            }
            5 => {
                let (a, b, radius) = (near(rng, 8.0), near(rng, 8.0), size(rng) * 0.4);
                one("capsule", Capsule::new(a, b, radius).into(), &[a, b], radius)
            }
            6 => loop {
                let corners = [0; 7].map(|_| near(rng, 10.0));
                let Ok(hull) = ConvexPolygon::hull(corners) else { continue };
                // With a straight corner in the middle of each side where numbers allow.
                let sides = hull.polygon().edges().flat_map(|edge| [edge.a, edge.center()]);
                let Ok(shape) = ConvexPolygon::new(sides.collect()) else { continue };
                break one("polygon", shape.clone().into(), shape.vertices(), 0.0);
            },
            7 | 8 => {
                let chain: Vec<Vec2> = (0..=rng.below(5)).map(|_| near(rng, 14.0)).collect();
                let closed = kind == 8;
                let chained = Polyline { points: &chain, closed };
                let hulls = chained.segments().map(|s| Hull(points(&[s.a, s.b]), 0.0)).collect();
                let name = if closed { "loop" } else { "polyline" };
                Self { name, shape: AnyShape::Polyline { points: chain, closed }, hulls }
            }
            9 => {
                let (w, h) = (1 + rng.below(14), 1 + rng.below(14));
                let density = [1.0, 0.7, 0.2][rng.below(3) as usize];
                let mut mask = Mask::from_fn(w, h, |_, _| rng.chance(density)).unwrap();
                mask.set(0, 0, true);
                let corner = ivec2(at.x.round() as i32, at.y.round() as i32);
                let pixel = |p: IVec2| Aabb::from_size((corner + p).as_vec2(), Vec2::ONE).corners();
                let hulls = mask.pixels().map(|p| Hull(points(&pixel(p)), 0.0)).collect();
                Self { name: "mask", shape: mask.placed(corner).into(), hulls }
            }
            10 => {
                let part =
                    |rng: &mut Rng| Capsule::new(near(rng, 9.0), near(rng, 9.0), size(rng) * 0.3);
                let parts: Vec<Capsule> = (0..3).map(|_| part(rng)).collect();
                let hull = |c: &Capsule| Hull(points(&[c.segment.a, c.segment.b]), c.radius as f64);
                let hulls = parts.iter().map(hull).collect();
                Self { name: "compound", shape: Compound::new(&parts).into(), hulls }
            }
            _ => {
                let corners: Vec<Vec2> = (0..5).map(|_| near(rng, 12.0)).collect();
                let triangles = vec![[0, 1, 2], [2, 3, 4]];
                let mesh = TriangleMesh::new(&corners, &triangles);
                let hulls = mesh.corners().map(|t| Hull(points(&t), 0.0)).collect();
                Self { name: "mesh", shape: mesh.into(), hulls }
            }
        }
    }

    /// Distance from another shape that is moved, by the reference.
    fn gap(&self, other: &Self, by: DVec2) -> f64 {
        let pairs = self.hulls.iter().flat_map(|a| other.hulls.iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| hull_gap(a, b, by)).fold(f64::INFINITY, f64::min)
    }

    /// Whether a move of about a thousandth of a pixel parts them: they only touch.
    fn barely_touches(&self, other: &Self, by: DVec2) -> bool {
        (0..32).any(|i| {
            let angle = f64::from(i) * std::f64::consts::TAU / 32.0;
            let away = Vec2::from_angle_f64(angle) * 3e-3;
            self.gap(other, by + away) > 0.0
        })
    }
}

/// Unit vectors in `f64` for the reference.
trait FromAngle {
    fn from_angle_f64(angle: f64) -> DVec2;
}

impl FromAngle for Vec2 {
    fn from_angle_f64(angle: f64) -> DVec2 {
        let (sin, cos) = motile_geom::ops::sin_cos(angle as f32);
        dvec2(cos as f64, sin as f64)
    }
}

fn to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let t = ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    if along == DVec2::ZERO { p.distance(a) } else { p.distance(a + along * t) }
}

fn cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

fn sides(points: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// Whether a point is in a hull of three or more corners in either direction.
fn is_inside(points: &[DVec2], p: DVec2) -> bool {
    let turns: Vec<f64> = sides(points).map(|(a, b)| (b - a).perp_dot(p - a)).collect();
    let area: f64 = sides(points).map(|(a, b)| a.perp_dot(b)).sum();
    area.abs() > 1e-9 && (turns.iter().all(|&t| t >= 0.0) || turns.iter().all(|&t| t <= 0.0))
}

fn hull_gap(Hull(a, ra): &Hull, Hull(b, rb): &Hull, by: DVec2) -> f64 {
    let b: Vec<DVec2> = b.iter().map(|&p| p + by).collect();
    if a.iter().any(|&p| is_inside(&b, p)) || b.iter().any(|&p| is_inside(a, p)) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for (p, q) in sides(a) {
        for (r, s) in sides(&b) {
            if cross(p, q, r, s) {
                return 0.0;
            }
            least = least.min(to_segment(p, r, s)).min(to_segment(r, p, q));
        }
    }
    (least - ra - rb).max(0.0)
}

/// Rounding allowed on shapes of about ten pixels.
const CLOSE: f64 = 2e-4;

fn scene(rng: &mut Rng, first: u32, second: u32) -> (Any, Any) {
    let at = rng.in_unit_disc() * 20.0;
    let second = Any::new(second, if rng.chance(0.1) { at } else { Vec2::ZERO }, rng);
    (Any::new(first, at, rng), second)
}

fn for_all_pairs(seed: u64, rounds: u32, mut check: impl FnMut(&Any, &Any, &mut Rng)) {
    let mut rng = Rng::new(seed);
    for first in 0..KINDS {
        for second in 0..KINDS {
            for _ in 0..rounds {
                let (a, b) = scene(&mut rng, first, second);
                check(&a, &b, &mut rng);
            }
        }
    }
}

#[test]
fn distances_and_closest_points_of_all_pairs() {
    let mut apart = 0;
    for_all_pairs(1, 25, |a, b, _| {
        let context = format!("{} {:?} and {} {:?}", a.name, a.hulls, b.name, b.hulls);
        let truth = a.gap(b, DVec2::ZERO);
        let (found, near) = with!(a, x => with!(b, y => (distance(x, y), closest_points(x, y))));
        assert!((found as f64 - truth).abs() < CLOSE, "{found} but {truth}: {context}");
        let near = near.unwrap();
        assert_eq!(near.distance, found, "{context}");
        let length = near.on_first.distance(near.on_second);
        assert!((length - found).abs() < CLOSE as f32, "{near:?}: {context}");
        let dot = |point: Vec2| Any {
            name: "dot",
            shape: point.into(),
            hulls: vec![Hull(vec![point.as_dvec2()], 0.0)],
        };
        assert!(dot(near.on_first).gap(a, DVec2::ZERO) < CLOSE, "{near:?}: {context}");
        assert!(dot(near.on_second).gap(b, DVec2::ZERO) < CLOSE, "{near:?}: {context}");
        let (touch, overlap) = with!(a, x => with!(b, y => (touches(x, y), overlaps(x, y))));
        assert!(touch || !overlap, "{context}");
        assert!(if touch { truth < CLOSE } else { truth > 0.0 || found == 0.0 }, "{context}");
        assert_eq!(with!(a, x => with!(b, y => touches(y, x))), touch, "{context}");
        assert_eq!(with!(a, x => with!(b, y => overlaps(y, x))), overlap, "{context}");
        assert!(overlap || truth > 0.0 || a.barely_touches(b, DVec2::ZERO), "{context}");
        apart += u32::from(truth > 0.0);
    });
    assert!((1000..3000).contains(&apart), "{apart}");
}

#[test]
fn contacts_of_all_pairs() {
    let mut hits = 0;
    for_all_pairs(2, 25, |a, b, _| {
        let context = format!("{} {:?} and {} {:?}", a.name, a.hulls, b.name, b.hulls);
        let (hit, touch) = with!(a, x => with!(b, y => (contact(x, y), touches(x, y))));
        // Pixels of two masks meet or they do not; borders alone are no contact of masks.
        let both_masks = a.name == "mask" && b.name == "mask";
        assert!(hit.is_some() == touch || both_masks, "{context}");
        let Some(hit) = hit else { return };
        hits += 1;
        assert!(hit.normal.is_normalized() && hit.point.is_finite(), "{hit:?}: {context}");
        assert!(hit.depth >= 0.0 && hit.depth < 90.0, "{hit:?}: {context}");
        let push = hit.normal.as_dvec2() * (hit.depth as f64 + CLOSE);
        let is_mask = a.name == "mask" || b.name == "mask";
        if a.hulls.len() == 1 && b.hulls.len() == 1 && !is_mask {
            assert!(a.gap(b, -push) > 0.0, "not parted by {hit:?}: {context}");
            // No way out of 32 is shorter.
            for i in 0..32 {
                let angle = f64::from(i) * std::f64::consts::TAU / 32.0;
                let shorter = Vec2::from_angle_f64(angle) * (hit.depth as f64 - CLOSE);
                let parted = hit.depth as f64 > CLOSE && a.gap(b, -shorter) > 0.0;
                assert!(!parted, "{shorter} is shorter than {hit:?}: {context}");
            }
        } else if b.name == "mask" && a.hulls.len() == 1 {
            // All pixels that were overlapped are cleared.
            for pixel in
                b.hulls.iter().filter(|pixel| hull_gap(&a.hulls[0], pixel, DVec2::ZERO) == 0.0)
            {
                let alone =
                    Any { name: "pixel", shape: AnyShape::default(), hulls: vec![pixel.clone()] };
                let gap = a.gap(&alone, -push);
                assert!(gap > 0.0 || hit.depth == 0.0, "{pixel:?} is left by {hit:?}: {context}");
            }
        }
        // The point is on the second shape, or in it where masks part as wholes.
        let dot = Hull(vec![hit.point.as_dvec2()], 0.0);
        let off = b
            .hulls
            .iter()
            .map(|hull| hull_gap(&dot, hull, DVec2::ZERO))
            .fold(f64::INFINITY, f64::min);
        let is_exact = a.name != "mask";
        assert!(off < CLOSE || !is_exact, "{hit:?} is {off} off: {context}");
    });
    assert!(hits > 800, "{hits}");
}

/// The first time at which the reference sees a touch, walking as far as the distance allows.
fn first_touch(moving: &Any, motion: DVec2, target: &Any) -> Option<f64> {
    let mut time = 0.0;
    for _ in 0..2000 {
        let gap = moving.gap(target, -motion * time);
        if gap < 1e-7 {
            return Some(time);
        }
        time += gap / motion.length();
        if time.is_nan() || time > 1.0 {
            return None;
        }
    }
    Some(time)
}

fn check_cast(moving: &Any, motion: Vec2, target: &Any) -> bool {
    let context = format!(
        "{} {:?} by {motion} onto {} {:?}",
        moving.name, moving.hulls, target.name, target.hulls
    );
    let found = with!(moving, x => with!(target, y => cast(x, motion, y)));
    let by = motion.as_dvec2();
    let slack = CLOSE / by.length().max(CLOSE);
    let Some(impact) = found else {
        // Nothing hit: what touches on the way only touches.
        for i in 0..=60 {
            let moved = -by * (f64::from(i) / 60.0);
            let fine = moving.gap(target, moved) > 0.0 || moving.barely_touches(target, moved);
            assert!(fine, "missed at {i}/60: {context}");
        }
        return false;
    };
    assert!((0.0..=1.0).contains(&impact.time), "{impact:?}: {context}");
    assert!(impact.normal.is_normalized() && impact.point.is_finite(), "{impact:?}: {context}");
    let time = impact.time as f64;
    let gap = moving.gap(target, -by * time);
    assert!(gap < CLOSE, "{gap} apart at {impact:?}: {context}");
    // Not late: before it, they are apart or slide along each other.
    let first = first_touch(moving, by, target).unwrap_or(1.0);
    assert!(time > first - slack * 2.0, "{impact:?} before {first}: {context}");
    if time > first + slack * 2.0 {
        for i in 0..20 {
            let moved = -by * (first + (time - slack - first) * f64::from(i) / 20.0);
            let fine = moving.gap(target, moved) > 0.0 || moving.barely_touches(target, moved);
            assert!(fine, "{impact:?} after {first}: {context}");
        }
    }
    if time > 0.0 {
        let closing = impact.normal.as_dvec2().dot(by.normalize_or_zero());
        assert!(closing < 1e-3, "{impact:?} from behind: {context}");
        let dot = Hull(vec![impact.point.as_dvec2()], 0.0);
        let off = target.hulls.iter().map(|hull| hull_gap(&dot, hull, DVec2::ZERO));
        assert!(off.fold(f64::INFINITY, f64::min) < CLOSE, "{impact:?}: {context}");
    }
    true
}

#[test]
fn casts_of_all_pairs() {
    let mut hits = 0;
    for_all_pairs(3, 20, |a, b, rng| {
        let from = a.hulls[0].0[0].as_vec2();
        let aim = if rng.chance(0.6) { -from } else { rng.in_unit_disc() * 30.0 };
        let motion = (aim * rng.range(0.5..2.5) + rng.in_unit_disc() * 9.0).round();
        hits += u32::from(check_cast(a, motion, b));
    });
    assert!(hits > 1200, "{hits}");
}

#[test]
fn col_w16_swept_circles_boxes_and_rays_against_everything() {
    let mut rng = Rng::new(4);
    for kind in 0..KINDS {
        let mut hits = [0; 3];
        for _ in 0..150 {
            let target = Any::new(kind, Vec2::ZERO, &mut rng);
            let from = rng.unit_vec2() * rng.range(25.0..45.0);
            // Fast enough to be past the target at the end of the step.
            let motion = (-from + rng.in_unit_disc() * 8.0) * 3.0;
            for (i, moving) in [1, 2, 0].into_iter().enumerate() {
                let moving = Any::new(moving, from, &mut rng);
                hits[i] += u32::from(check_cast(&moving, motion, &target));
            }
            let ray = Segment::new(from, from + motion);
            let by_point = with!(target, y => cast(&ray.a, ray.vector(), y));
            assert_eq!(with!(target, y => cast_ray(ray, y)), by_point);
        }
        let thin = kind == 0;
        assert!(hits[0] > 30 && hits[1] > 30 && (hits[2] > 10 || thin), "{kind}: {hits:?}");
    }
}

#[test]
fn any_shape_answers_as_what_it_holds() {
    for_all_pairs(7, 8, |a, b, rng| {
        let motion = rng.in_unit_disc() * 60.0;
        let (x, y) = (&a.shape, &b.shape);
        let any = (
            (touches(x, y), overlaps(x, y), distance(x, y)),
            (contact(x, y), manifold(x, y), closest_points(x, y), cast(x, motion, y)),
        );
        let own = with!(a, x => with!(b, y => (
            (touches(x, y), overlaps(x, y), distance(x, y)),
            (contact(x, y), manifold(x, y), closest_points(x, y), cast(x, motion, y)),
        )));
        assert_eq!(any, own, "{} {:?} and {} {:?}", a.name, a.shape, b.name, b.shape);
        assert_eq!(Collidable::aabb(x), with!(a, x => Collidable::aabb(x)));
    });
}

#[test]
fn advancement_follows_what_turns_for_all_pairs() {
    for_all_pairs(5, 2, |a, b, rng| {
        // The first shape is carried on a bent way: advancement asks for distances only.
        let (reach, bend) = (rng.range(5.0..40.0), rng.unit_vec2() * rng.range(0.0..10.0));
        let aim = (b.hulls[0].0[0] - a.hulls[0].0[0]).as_vec2().normalize_or(Vec2::X) * reach;
        let way = |t: f32| aim * t + bend * (4.0 * t * (1.0 - t));
        let bound = aim.length() + 4.0 * bend.length();
        let gap = |t: f32| a.gap(b, -way(t).as_dvec2()) as f32;
        let found = time_of_impact(bound, 0.01, gap);
        let truth = (0..=400).map(|i| i as f32 / 400.0).find(|&t| gap(t) <= 0.01);
        match found {
            Some(time) => {
                assert!(gap(time) <= 0.011, "{time}");
                assert!(truth.is_none_or(|truth| time <= truth + 1e-4), "{time} after {truth:?}");
            }
            None => assert!(truth.is_none(), "{truth:?}"),
        }
    });
}

#[test]
fn bad_shapes_touch_nothing_in_any_pair() {
    let mut rng = Rng::new(6);
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    let bad: Vec<Box<dyn Convex>> = vec![
        Box::new(vec2(nan, 0.0)),
        Box::new(Circle::new(Vec2::ZERO, nan)),
        Box::new(Circle::new(Vec2::ZERO, inf)),
        Box::new(Circle::new(vec2(inf, 0.0), 9.0)),
        Box::new(Aabb::EMPTY),
        Box::new(Aabb::new(vec2(nan, 0.0), vec2(9.0, 9.0))),
        Box::new(Aabb::new(Vec2::splat(-inf), Vec2::splat(inf))),
        Box::new(Obb::new(Vec2::ZERO, vec2(-3.0, 4.0), 0.4)),
        Box::new(Obb::new(Vec2::ZERO, vec2(3.0, 4.0), nan)),
        Box::new(Segment::new(vec2(-9.0, 0.0), vec2(inf, 0.0))),
        Box::new(Capsule::new(vec2(-9.0, 0.0), vec2(9.0, nan), 2.0)),
        Box::new([Vec2::ZERO, vec2(nan, 3.0), vec2(5.0, 0.0)]),
    ];
    for (number, bad) in bad.iter().map(|bad| &**bad).enumerate() {
        for kind in 0..KINDS {
            let other = Any::new(kind, Vec2::ZERO, &mut rng);
            with!(other, y => {
                let name = other.name;
                assert!(contact(bad, y).is_none() && contact(y, bad).is_none(), "{number} {name}");
                assert!(!touches(bad, y) && !touches(y, bad), "{number} {name}");
                assert!(!overlaps(bad, y) && !overlaps(y, bad), "{number} {name}");
                assert_eq!((distance(bad, y), distance(y, bad)), (inf, inf), "{number} {name}");
                assert!(closest_points(bad, y).is_none(), "{number} {name}");
                for motion in [vec2(50.0, 0.0), Vec2::ZERO, vec2(nan, 1.0), vec2(0.0, inf)] {
                    assert!(cast(bad, motion, y).is_none(), "{number} {name}");
                    assert!(cast(y, motion, bad).is_none(), "{number} {name}");
                }
                for motion in [vec2(nan, 1.0), vec2(0.0, inf)] {
                    assert!(cast(&Circle::new(Vec2::ZERO, 5.0), motion, y).is_none(), "{name}");
                }
            });
        }
    }
    // Parts that are bad do not spoil those that are not.
    let ball = Circle::new(vec2(3.0, 1.0), 2.0);
    let chain = [vec2(0.0, 0.0), vec2(9.0, 0.0), Vec2::NAN, vec2(9.0, 9.0)];
    assert_eq!(contact(&ball, &Polyline::open(&chain)).unwrap().depth, 1.0);
    let mesh = TriangleMesh::new(&chain, &[[0, 1, 2], [0, 1, 7], [0, 1, 3]]);
    assert!(touches(&ball, &mesh) && mesh.corners().count() == 2);
    let parts = [Circle::new(Vec2::NAN, 1.0), Circle::new(vec2(3.0, 5.0), 1.0)];
    assert_eq!(distance(&ball, &Compound::new(&parts)), 1.0);
    assert!(Collidable::aabb(&Compound::new(&parts)).is_valid());
    for nothing in [Polyline::open(&[]), Polyline::closed(&[])] {
        assert_eq!(distance(&ball, &nothing), inf);
        assert!(contact(&ball, &nothing).is_none() && cast(&nothing, Vec2::X, &ball).is_none());
    }
    assert_eq!(distance(&Mask::default().placed(IVec2::ZERO), &ball), inf);
    assert!(Compound::<Circle>::new(&[]).parts.is_empty());
}
