//! Outlines as an editor draws them, cut into convex parts.

use super::piece::MAX_CORNERS;
use motile_geom::{
    ConvexPolygon, Vec2,
    glam::{DVec2, dvec2},
};

/// Outlines with more corners than this count as their hulls: cutting takes the square of their number.
const MAX_OUTLINE: usize = 256;

/// The convex parts of an outline, in parts of the cell, clipped to the cell; each has at most eight corners. An outline
/// that crosses itself, or has more than 256 corners, counts as its hull.
pub(super) fn convex_parts(outline: &[DVec2]) -> Vec<ConvexPolygon> {
    let corners = cleaned(outline);
    let parts = if corners.len() > MAX_OUTLINE {
        None
    } else {
        triangles(&corners).map(|triangles| joined(&corners, triangles))
    };
    let parts = parts.unwrap_or_else(|| vec![hull(&corners)]);
    parts.iter().filter_map(|part| ConvexPolygon::hull(clipped(part)).ok()).collect()
}

/// The corners clockwise on the screen, without those that repeat or lie on a straight line.
fn cleaned(outline: &[DVec2]) -> Vec<DVec2> {
    let mut corners: Vec<DVec2> = outline.iter().copied().filter(|c| c.is_finite()).collect();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    // Leaving out one corner can put its neighbors on a line with others.
    loop {
        let n = corners.len();
        let flat = (0..n).find(|&i| {
            let [a, b, c] = [(i + n - 1) % n, i, (i + 1) % n].map(|i| corners[i]);
            turn(a, b, c).abs() <= 1e-12
        });
        match flat {
            Some(i) if n > 3 => drop(corners.remove(i)),
            _ => break,
        }
    }
    if area(&corners) < 0.0 {
        corners.reverse();
    }
    corners
}

/// Twice the area of a triangle, positive when it is clockwise on the screen.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - b)
}

fn area(corners: &[DVec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum()
}

/// Triangles by cutting off ears; `None` when there is no ear left, as in outlines that cross themselves.
fn triangles(corners: &[DVec2]) -> Option<Vec<Vec<usize>>> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|&i| is_ear(corners, &left, i))?;
        triangles.push(vec![left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]]);
        left.remove(ear);
    }
    let whole = left.len() == 3 && turn(corners[left[0]], corners[left[1]], corners[left[2]]) > 0.0;
    triangles.push(left);
    whole.then_some(triangles)
}

/// Whether the triangle at a corner lies inside and holds no other corner.
fn is_ear(corners: &[DVec2], left: &[usize], i: usize) -> bool {
    let n = left.len();
    let ends = [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
    let [a, b, c] = ends.map(|index| corners[index]);
    let holds = |p: DVec2| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
    let others = left.iter().filter(|index| !ends.contains(index)).map(|&index| corners[index]);
    // A corner that lies on one of these three is the same place once more: a hole that is cut open.
    turn(a, b, c) > 1e-12 && !others.filter(|p| ![a, b, c].contains(p)).any(holds)
}

/// Joins triangles wherever that is convex and has few enough corners (after Hertel and Mehlhorn, 1983).
fn joined(corners: &[DVec2], mut parts: Vec<Vec<usize>>) -> Vec<Vec<DVec2>> {
    'again: loop {
        for a in 0..parts.len() {
            for b in a + 1..parts.len() {
                if let Some(union) = union(corners, &parts[a], &parts[b]) {
                    parts[a] = union;
                    parts.swap_remove(b);
                    continue 'again;
                }
            }
        }
        break;
    }
    parts.into_iter().map(|part| part.into_iter().map(|i| corners[i]).collect()).collect()
}

/// Two parts with a common side as one, when that is convex.
fn union(corners: &[DVec2], a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let side = |part: &[usize], i: usize| (part[i], part[(i + 1) % part.len()]);
    let (i, j) = (0..a.len()).find_map(|i| {
        let (from, to) = side(a, i);
        (0..b.len()).find(|&j| side(b, j) == (to, from)).map(|j| (i, j))
    })?;
    let around = |part: &[usize], from: usize| -> Vec<usize> {
        (1..part.len()).map(|k| part[(from + k) % part.len()]).collect()
    };
    let union = [around(a, i), around(b, j)].concat();
    let n = union.len();
    let corner = |i: usize| corners[union[i % n]];
    let convex = (0..n).all(|i| turn(corner(i), corner(i + 1), corner(i + 2)) >= -1e-12);
    (n <= MAX_CORNERS && convex).then_some(union)
}

fn hull(corners: &[DVec2]) -> Vec<DVec2> {
    let points = corners.iter().map(|corner| corner.as_vec2());
    let hull = ConvexPolygon::hull(points).map(|hull| hull.vertices().to_vec()).unwrap_or_default();
    hull.into_iter().map(Vec2::as_dvec2).collect()
}

/// A convex part inside the cell, side by side (after Sutherland and Hodgman, 1974).
fn clipped(part: &[DVec2]) -> Vec<Vec2> {
    let mut part = part.to_vec();
    for (normal, level) in
        [(DVec2::X, 1.0), (DVec2::NEG_X, 0.0), (DVec2::Y, 1.0), (DVec2::NEG_Y, 0.0)]
    {
        let out = |point: DVec2| normal.dot(point) - level;
        let mut kept = Vec::with_capacity(part.len() + 1);
        for (i, &a) in part.iter().enumerate() {
            let b = part[(i + 1) % part.len()];
            if out(a) <= 0.0 {
                kept.push(a);
            }
            if (out(a) < 0.0 && out(b) > 0.0) || (out(a) > 0.0 && out(b) < 0.0) {
                kept.push(a + (b - a) * (out(a) / (out(a) - out(b))));
            }
        }
        part = kept;
    }
    part.into_iter().map(|point| point.clamp(DVec2::ZERO, DVec2::ONE).as_vec2()).collect()
}

/// The corners of an ellipse in a box.
pub(super) fn ellipse(min: DVec2, size: DVec2) -> Vec<DVec2> {
    rounded(min, size, size * 0.5)
}

/// The corners of a capsule in a box: half circles at its short sides.
pub(super) fn capsule(min: DVec2, size: DVec2) -> Vec<DVec2> {
    rounded(min, size, DVec2::splat(0.5 * size.min_element()))
}

/// A box whose corners are quarters of ellipses with four sides each.
fn rounded(min: DVec2, size: DVec2, radii: DVec2) -> Vec<DVec2> {
    let inner = [
        dvec2(min.x + size.x - radii.x, min.y + size.y - radii.y),
        dvec2(min.x + radii.x, min.y + size.y - radii.y),
        min + radii,
        dvec2(min.x + size.x - radii.x, min.y + radii.y),
    ];
    let corner = |i: usize| {
        let (quarter, part) = (i / 5, i % 5);
        let angle = (quarter as f32 + part as f32 / 4.0) * core::f32::consts::FRAC_PI_2;
        let (sin, cos) = motile_geom::ops::sin_cos(angle);
        inner[quarter] + dvec2(cos.into(), sin.into()) * radii
    };
    (0..20).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Polygon, Rng, vec2};

    fn covered(parts: &[ConvexPolygon], point: Vec2) -> usize {
        parts.iter().filter(|part| part.polygon().contains(point)).count()
    }

    fn total(parts: &[ConvexPolygon]) -> f32 {
        parts.iter().map(|part| part.polygon().area().abs()).sum()
    }

    #[test]
    fn tile_62_parts_cover_the_outline_and_nothing_else() {
        let mut rng = Rng::new(8);
        let mut cut = 0;
        for _ in 0..200 {
            // A star: corners around a middle at any distance never cross.
            let n = rng.int(3..30);
            let star: Vec<DVec2> = (0..n)
                .map(|i| {
                    let angle =
                        (i as f32 + rng.range(0.0..0.8)) * core::f32::consts::TAU / n as f32;
                    let (sin, cos) = motile_geom::ops::sin_cos(angle);
                    (vec2(0.5, 0.5) + vec2(cos, sin) * rng.range(0.05..0.5)).as_dvec2()
                })
                .collect();
            let Ok(whole) = Polygon::new(star.iter().map(|c| c.as_vec2()).collect()) else {
                continue;
            };
            if n < 5 {
                continue;
            }
            let parts = convex_parts(&star);
            cut += usize::from(parts.len() > 1);
            assert!(parts.iter().all(|part| part.vertices().len() <= MAX_CORNERS));
            assert!((total(&parts) - whole.area().abs()).abs() < 1e-4);
            for _ in 0..50 {
                let point = vec2(rng.range(0.0..1.0), rng.range(0.0..1.0));
                let near = whole.closest_point(point).distance(point) < 1e-3;
                let seams = covered(&parts, point) > 1;
                assert!(near || seams || (covered(&parts, point) == 1) == whole.contains(point));
            }
        }
        assert!(cut > 150, "{cut} were not convex");
    }

    #[test]
    fn tile_62_what_reaches_beyond_the_cell_is_cut_at_it() {
        let wide = [dvec2(-1.0, 0.5), dvec2(2.0, 0.5), dvec2(2.0, 3.0), dvec2(-1.0, 3.0)];
        let parts = convex_parts(&wide);
        assert_eq!(parts.len(), 1);
        assert!((total(&parts) - 0.5).abs() < 1e-6);
        assert!(convex_parts(&wide.map(|corner| corner + dvec2(9.0, 0.0))).is_empty());
    }

    #[test]
    fn tile_62_bad_outlines_are_their_hulls_or_nothing() {
        let crossed = [dvec2(0.0, 0.0), dvec2(1.0, 1.0), dvec2(1.0, 0.0), dvec2(0.0, 0.9)];
        assert_eq!(convex_parts(&crossed).len(), 1);
        let many: Vec<_> =
            (0..400).map(|i| dvec2(f64::from(i) / 400.0, f64::from(i % 2))).collect();
        assert_eq!(convex_parts(&many).len(), 1);
        assert!(convex_parts(&[]).is_empty());
        assert!(convex_parts(&[DVec2::ONE; 5]).is_empty());
        assert!(convex_parts(&[DVec2::NAN, DVec2::X, DVec2::Y]).is_empty());
    }
}
