//! Two sides that meet: the stretch they share, as one or two points.

use super::separation::{Face, side_of};
use crate::{Manifold, ManifoldPoint};
use motile_geom::Vec2;
use motile_geom::exact::{to_f32, to_vec2};
use motile_geom::glam::DVec2;

/// Clips the side facing `face` to its extent and keeps the ends that touch. `None` when nothing is
/// left, which only rounding can bring about.
pub(super) fn clip(
    first: &[Vec2],
    second: &[Vec2],
    face: Face,
    ra: f64,
    rb: f64,
) -> Option<Manifold> {
    let (owner, other) = if face.of_first { (first, second) } else { (second, first) };
    let (a, b) = side_of(owner, face.side);
    let incident = facing_side(other, face.normal)?;
    let (p, q) = side_of(other, incident);

    let length = (b - a).length();
    let along = (b - a) / length;
    let (from, to) = clip_to((p - a).dot(along), (q - a).dot(along), length)?;

    let normal = if face.of_first { -face.normal } else { face.normal };
    let end = |share: f64, number: u32| {
        let place = p + (q - p) * share;
        let distance = (place - a).dot(face.normal);
        let on_second = if face.of_first { place } else { place - normal * distance };
        let depth = ra + rb - distance;
        let point = ManifoldPoint {
            point: to_vec2(on_second + normal * rb),
            depth: to_f32(depth),
            feature: feature(face, incident, number),
        };
        (depth >= 0.0).then_some(point)
    };
    let normal = normal.as_vec2();
    match (end(from, 0), end(to, 1)) {
        (Some(one), Some(two)) if one.point != two.point => Some(Manifold::two(normal, [one, two])),
        (Some(one), Some(two)) => {
            Some(Manifold::one(normal, if one.depth >= two.depth { one } else { two }))
        }
        (Some(only), None) | (None, Some(only)) => Some(Manifold::one(normal, only)),
        (None, None) => None,
    }
}

/// Sides by number (15 bits of one, 15 of the other), whose they are, and which end.
fn feature(face: Face, incident: usize, end: u32) -> u32 {
    let side = |number: usize| number as u32 & 0x7fff;
    side(face.side) << 17 | side(incident) << 2 | u32::from(face.of_first) << 1 | end
}

/// The side whose outward normal is most opposed to a direction.
fn facing_side(corners: &[Vec2], direction: DVec2) -> Option<usize> {
    let mut best = (f64::INFINITY, None);
    for side in 0..corners.len() {
        let (a, b) = side_of(corners, side);
        let along = b - a;
        // The outward normal is the side turned back by a quarter, so this is its dot product.
        let cosine = direction.perp_dot(along) / along.length();
        if cosine < best.0 {
            best = (cosine, Some(side));
        }
    }
    best.1
}

/// The shares 0…1 between which a line running from coordinate `p` to `q` is within 0…`length`.
fn clip_to(p: f64, q: f64, length: f64) -> Option<(f64, f64)> {
    let run = q - p;
    if run == 0.0 {
        return (0.0..=length).contains(&p).then_some((0.0, 1.0));
    }
    let (enter, leave) = (-p / run, (length - p) / run);
    let (from, to) = (enter.min(leave).max(0.0), enter.max(leave).min(1.0));
    (from <= to).then_some((from, to))
}
