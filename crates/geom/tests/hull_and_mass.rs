//! Hulls and mass properties with known answers (SIM-20, SIM-21, SIM-A14).

use motile_geom::{
    Aabb, Capsule, Circle, ConvexPolygon, IVec2, MassProperties, Obb, Polygon, PolygonError, Vec2,
    Vec2Ext, hull_into, ivec2, vec2,
};

struct Row {
    mask: &'static [&'static str],
    hull: &'static [(f32, f32)],
    area: f64,
    center: (f64, f64),
    inertia: f64,
    pixels: (f64, (f64, f64), f64),
}

const TABLE: [Row; 6] = [
    Row {
        mask: &["#"],
        hull: &[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
        area: 1.0,
        center: (0.5, 0.5),
        inertia: 1.0 / 6.0,
        pixels: (1.0, (0.5, 0.5), 1.0 / 6.0),
    },
    Row {
        mask: &["###", "###"],
        hull: &[(0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0)],
        area: 6.0,
        center: (1.5, 1.0),
        inertia: 6.5,
        pixels: (6.0, (1.5, 1.0), 6.5),
    },
    Row {
        mask: &["#.", "##"],
        hull: &[(0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0)],
        area: 3.5,
        center: (19.0 / 21.0, 23.0 / 21.0),
        inertia: 265.0 / 126.0,
        pixels: (3.0, (5.0 / 6.0, 7.0 / 6.0), 11.0 / 6.0),
    },
    Row {
        mask: &[".#.", "###", ".#."],
        hull: &[
            (0.0, 1.0),
            (1.0, 0.0),
            (2.0, 0.0),
            (3.0, 1.0),
            (3.0, 2.0),
            (2.0, 3.0),
            (1.0, 3.0),
            (0.0, 2.0),
        ],
        area: 7.0,
        center: (1.5, 1.5),
        inertia: 47.0 / 6.0,
        pixels: (5.0, (1.5, 1.5), 29.0 / 6.0),
    },
    Row {
        mask: &["#..#", "#..#", "####"],
        hull: &[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)],
        area: 12.0,
        center: (2.0, 1.5),
        inertia: 25.0,
        pixels: (8.0, (2.0, 1.75), 125.0 / 6.0),
    },
    Row {
        mask: &[".##..", "####.", ".####", "..#.."],
        hull: &[
            (0.0, 1.0),
            (1.0, 0.0),
            (3.0, 0.0),
            (5.0, 2.0),
            (5.0, 3.0),
            (3.0, 4.0),
            (2.0, 4.0),
            (0.0, 2.0),
        ],
        area: 14.5,
        center: (71.0 / 29.0, 169.0 / 87.0),
        inertia: 9319.0 / 261.0,
        pixels: (11.0, (53.0 / 22.0, 41.0 / 22.0), 1537.0 / 66.0),
    },
];

impl Row {
    fn pixels(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.mask.iter().enumerate().flat_map(|(y, row)| {
            let counted = row.bytes().enumerate().filter(|&(_, c)| c == b'#');
            counted.map(move |(x, _)| ivec2(x as i32, y as i32))
        })
    }

    fn hull_of_rows(&self) -> ConvexPolygon {
        let ends =
            self.mask.iter().map(|row| Some(row.find('#')? as i32..row.rfind('#')? as i32 + 1));
        ConvexPolygon::hull_of_rows(ends).unwrap()
    }
}

fn near(found: f32, expected: f64) -> bool {
    (f64::from(found) - expected).abs() <= 1e-6 * expected.abs().max(1.0)
}

fn check(found: MassProperties, area: f64, center: (f64, f64), inertia: f64) {
    assert!(near(found.area, area) && near(found.mass, area), "{found:?}");
    assert!(near(found.center.x, center.0) && near(found.center.y, center.1), "{found:?}");
    assert!(near(found.inertia, inertia), "{found:?}");
}

/// The same cycle from its smallest vertex on.
fn cycle(vertices: &[Vec2]) -> Vec<(f32, f32)> {
    let mut cycle: Vec<_> = vertices.iter().map(|v| (v.x, v.y)).collect();
    let start = (0..cycle.len()).min_by(|&i, &j| cycle[i].partial_cmp(&cycle[j]).unwrap());
    cycle.rotate_left(start.unwrap());
    cycle
}

#[test]
fn sim_a14_hulls_of_masks() {
    for row in &TABLE {
        let expected: Vec<_> = row.hull.iter().map(|&(x, y)| vec2(x, y)).collect();
        assert_eq!(cycle(row.hull_of_rows().vertices()), cycle(&expected), "{:?}", row.mask);
        let corners = row.pixels().flat_map(|p| Aabb::from_size(p.as_vec2(), Vec2::ONE).corners());
        assert_eq!(cycle(ConvexPolygon::hull(corners).unwrap().vertices()), cycle(&expected));
    }
}

#[test]
fn sim_a14_mass_from_hulls_and_from_pixels() {
    for row in &TABLE {
        let hull = row.hull_of_rows();
        check(MassProperties::of_convex(&hull, 1.0), row.area, row.center, row.inertia);
        let (area, center, inertia) = row.pixels;
        check(MassProperties::of_pixels(row.pixels(), 1.0).unwrap(), area, center, inertia);
    }
}

#[test]
fn sim_a14_an_empty_mask_is_an_error() {
    let none = PolygonError::TooFewVertices(0);
    assert_eq!(ConvexPolygon::hull_of_rows([]), Err(none));
    assert_eq!(ConvexPolygon::hull_of_rows([None, Some(3..3)]), Err(none));
    assert_eq!(MassProperties::of_pixels([], 1.0), None);
}

#[test]
fn sim_20_rows_may_be_missing() {
    let islands = ConvexPolygon::hull_of_rows([None, Some(0..1), None, Some(2..3)]).unwrap();
    let expected = [(0.0, 1.0), (1.0, 1.0), (3.0, 3.0), (3.0, 4.0), (2.0, 4.0), (0.0, 2.0)];
    assert_eq!(cycle(islands.vertices()), expected);
}

#[test]
fn sim_a16_masses_of_chassis_and_tire() {
    let chassis = Aabb::from_center(vec2(300.0, 300.0), vec2(100.0, 20.0));
    let body = MassProperties::of_aabb(chassis, 1.0);
    check(body, 8000.0, (300.0, 300.0), 27_733_333.33);
    check(MassProperties::of_obb(chassis.into(), 1.0), 8000.0, (300.0, 300.0), 27_733_333.33);
    let outline = Polygon::new(chassis.corners().to_vec()).unwrap();
    check(MassProperties::of_polygon(&outline, 1.0), 8000.0, (300.0, 300.0), 27_733_333.33);
    let tire = MassProperties::of_circle(Circle::new(vec2(230.0, 325.0), 25.0), 1.0);
    check(tire, 1963.495408, (230.0, 325.0), 613_592.315);
}

#[test]
fn sim_21_capsule_between_circle_and_sum_of_its_parts() {
    let round = Capsule::new(Vec2::ONE, Vec2::ONE, 3.0);
    let circle = MassProperties::of_circle(Circle::new(Vec2::ONE, 3.0), 2.0);
    assert_eq!(MassProperties::of_capsule(round, 2.0), circle);
    // Against a polygon with many sides.
    let capsule = Capsule::new(vec2(-5.0, 2.0), vec2(7.0, 7.0), 3.0);
    let angle = capsule.segment.vector().angle();
    let outline: Vec<Vec2> = (0..4000)
        .map(|i| {
            let turn = core::f32::consts::TAU * i as f32 / 4000.0;
            let rim = Vec2::at_angle(turn) * 3.0;
            let ahead =
                motile_geom::angle::difference(angle, turn).abs() < core::f32::consts::FRAC_PI_2;
            rim + if ahead { capsule.segment.b } else { capsule.segment.a }
        })
        .collect();
    let exact = MassProperties::of_capsule(capsule, 1.0);
    let fine = MassProperties::of_polygon(&Polygon::new(outline).unwrap(), 1.0);
    assert!((exact.area / fine.area - 1.0).abs() < 1e-4);
    assert!((exact.inertia / fine.inertia - 1.0).abs() < 2e-4, "{exact:?} {fine:?}");
    assert!(exact.center.distance(fine.center) < 1e-2);
}

#[test]
fn sim_21_far_from_the_origin_nothing_is_lost() {
    let corners = Obb::new(vec2(0.0, 0.0), vec2(2.0, 1.0), 0.0).corners();
    let here = MassProperties::of_polygon(&Polygon::new(corners.to_vec()).unwrap(), 1.0);
    let far = Polygon::new(corners.to_vec()).unwrap().translated(Vec2::splat(1e6)).unwrap();
    assert_eq!(MassProperties::of_polygon(&far, 1.0).inertia, here.inertia);
}

#[test]
fn sim_21_welded_halves_equal_the_whole() {
    let whole = MassProperties::of_aabb(Aabb::from_size(vec2(3.0, 4.0), vec2(8.0, 2.0)), 1.5);
    let [left, right] = [3.0, 7.0]
        .map(|x| MassProperties::of_aabb(Aabb::from_size(vec2(x, 4.0), vec2(4.0, 2.0)), 1.5));
    let welded = left.combined(right);
    assert_eq!((welded.mass, welded.center), (whole.mass, whole.center));
    assert!((welded.inertia - whole.inertia).abs() < 1e-3);
    assert_eq!(whole.inertia_about(whole.center), whole.inertia);
    assert_eq!(MassProperties::default().combined(MassProperties::default()).mass, 0.0);
}

#[test]
fn degenerate_hulls() {
    let hull = |points: &[(f32, f32)]| {
        let mut points: Vec<_> = points.iter().map(|&(x, y)| vec2(x, y)).collect();
        let mut hull = Vec::new();
        hull_into(&mut points, &mut hull);
        hull
    };
    assert!(hull(&[]).is_empty());
    assert_eq!(hull(&[(1.0, 2.0), (1.0, 2.0)]), [vec2(1.0, 2.0)]);
    let line = [(2.0, 2.0), (0.0, 0.0), (1.0, 1.0), (2.0, 2.0)];
    assert_eq!(hull(&line), [vec2(0.0, 0.0), vec2(2.0, 2.0)]);
    let same = ConvexPolygon::hull(line.map(|(x, y)| vec2(x, y)));
    assert_eq!(same, Err(PolygonError::NoArea));
    let bad = ConvexPolygon::hull([Vec2::ZERO, Vec2::NAN]);
    assert_eq!(bad, Err(PolygonError::NotFinite(1)));
    // Zeros of both signs are one point.
    let zeros = [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0), (4.0, 0.0), (-0.0, 4.0), (0.0, 5.0)];
    assert_eq!(hull(&zeros).len(), 3);
}
