//! Contacts, distances and casts of any two shapes.

use motile_collide::{
    AnyShape, Compound, Polyline, TriangleMesh, cast, closest_points, contact, distance, overlaps,
    touches,
};
use motile_geom::{Aabb, Capsule, Circle, ConvexPolygon, Grid2, Obb, Segment, Vec2, vec2};

/// Any numbers are two shapes and a motion; every answer is finite, and the answers do not contradict each other.
pub fn run(data: &[u8]) {
    let Some((&form, rest)) = data.split_first() else { return };
    let numbers: Vec<f32> = if form % 2 == 0 {
        rest.iter().map(|&byte| f32::from(byte as i8) / 4.0).collect()
    } else {
        rest.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    };
    let mut numbers = numbers.into_iter();
    let motion = point(&mut numbers);
    let (first, second) = (shape(form >> 1, &mut numbers), shape(form >> 4, &mut numbers));
    check(&first, motion, &second);
    let points: Vec<Vec2> = (0..5).map(|_| point(&mut numbers)).collect();
    check_parts(&first, motion, &points);
}

fn check(first: &AnyShape, motion: Vec2, second: &AnyShape) {
    let touch = touches(first, second);
    assert_eq!(contact(first, second).is_some(), touch);
    assert!(touch || !overlaps(first, second));
    if let Some(hit) = contact(first, second) {
        assert!((hit.normal.length() - 1.0).abs() < 1e-5 && hit.point.is_finite());
        assert!(hit.depth >= 0.0 && hit.depth.is_finite());
    }
    let apart = distance(first, second);
    assert!(apart >= 0.0 && (!touch || apart == 0.0));
    assert_eq!(closest_points(first, second).is_none(), apart == f32::INFINITY);
    if let Some(impact) = cast(first, motion, second) {
        assert!((0.0..=1.0).contains(&impact.time) && impact.point.is_finite());
        assert!((impact.normal.length() - 1.0).abs() < 1e-5);
        assert!(motion.is_finite() && apart < f32::INFINITY);
    }
}

/// The same shape against a line, a mesh and circles over any points.
fn check_parts(first: &AnyShape, motion: Vec2, points: &[Vec2]) {
    let line = Polyline::closed(points);
    let mesh = TriangleMesh::new(points, &[[0, 1, 2], [2, 3, 4], [0, 9, 1]]);
    let circles: Vec<Circle> = points.iter().map(|&center| Circle::new(center, motion.x)).collect();
    let circles = Compound::new(&circles);
    assert_eq!(contact(first, &line).is_some(), touches(&line, first));
    assert_eq!(contact(&mesh, first).is_some(), touches(first, &mesh));
    assert_eq!(contact(&circles, &line).is_some(), touches(&line, &circles));
    for impact in
        [cast(first, motion, &line), cast(&mesh, motion, first), cast(&circles, motion, &mesh)]
    {
        assert!(impact.is_none_or(|impact| (0.0..=1.0).contains(&impact.time)));
    }
    assert!(distance(&mesh, &line) >= 0.0 && distance(&circles, first) >= 0.0);
}

fn point(numbers: &mut impl Iterator<Item = f32>) -> Vec2 {
    vec2(numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0))
}

fn shape(kind: u8, numbers: &mut impl Iterator<Item = f32>) -> AnyShape {
    let (a, b, c) = (point(numbers), point(numbers), point(numbers));
    match kind % 12 {
        0 => a.into(),
        1 => Circle::new(a, b.x).into(),
        2 => Aabb::new(a, b).into(),
        3 => Obb::new(a, b, c.x).into(),
        4 => Segment::new(a, b).into(),
        5 => Capsule::new(a, b, c.x).into(),
        6 => [a, b, c].into(),
        7 => {
            let corners = [a, b, c, point(numbers), point(numbers)];
            ConvexPolygon::hull(corners).map_or(a.into(), AnyShape::from)
        }
        8 => AnyShape::HalfPlane { normal: a.normalize_or(Vec2::X), offset: b.x },
        9 => AnyShape::InsideBox(Aabb::new(a, b)),
        10 => AnyShape::InsideCircle(Circle::new(a, b.x)),
        _ => {
            let cells = Grid2::from_fn(5, 3, |x, y| (x + y) % 3 != 0).unwrap_or_default();
            AnyShape::Tiles { cells, origin: a, size: b.x.abs() }
        }
    }
}

/// Every pair of kinds on small numbers, and a few shapes from far away and from the edge of the numbers.
pub fn built() -> Vec<Vec<u8>> {
    let floats = |form: u8, numbers: &[f32]| {
        let mut bytes = vec![form];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    };
    let many: Vec<u8> = (0..60).map(|i| (i * 37 % 101) as u8).collect();
    let mut seeds: Vec<Vec<u8>> =
        (0..64).map(|kinds| [&[kinds * 2], &many[kinds as usize % 7..]].concat()).collect();
    let wild = [1.0, 2.0, 3e38, -3e38, 1e-40, f32::NAN, f32::INFINITY, -0.0, 5.5, 7.25, 1e10];
    let huge = [3.4e38, -3.4e38, 1.0, 3.3e38, 2.5, -3.1e38, 0.0, 4.0, -3.4e38, 3.4e38];
    seeds.push(floats(0x4B, &[wild, wild, wild].concat()));
    seeds.push(floats(0xFF, &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1e-20, 0.9, 1e7, 1e7, 1e7]));
    seeds.extend([0x0D, 0x43, 0x4B, 0x27].map(|form| floats(form, &[huge, huge, huge].concat())));
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("narrow")].concat(), 40_000, run);
    }
}
