//! How far apart two cores are, which way, and at which points: the shared half of every query.
//!
//! Sides are tested as separating axes. Cores that overlap are answered by the side of least depth,
//! cores that do not by their nearest corner and side. All of it runs in `f64`: differences of `f32`
//! coordinates and their products are then exact or nearly so, nothing overflows, and the sign of a
//! separation can be trusted even for slivers. Costs n·m for shapes of n and m corners.

use crate::Vec2;
use glam::{DVec2, dvec2};

/// Two cores within reach of each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Unit vector from the second core to the first.
    pub(crate) normal: DVec2,
    /// Distance between the cores; negative by the depth when they overlap.
    pub(crate) distance: f64,
    /// Point of the first core nearest to (or deepest in) the second.
    pub(crate) on_first: DVec2,
    /// Point of the second core nearest to (or deepest in) the first.
    pub(crate) on_second: DVec2,
    /// The side whose direction the normal has, unless two corners meet.
    pub(crate) face: Option<Face>,
}

/// A side as a separating axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// Distance of the other core from the side's line, outward; negative when it reaches behind.
    pub(crate) distance: f64,
    /// Outward unit normal.
    pub(crate) normal: DVec2,
    /// Number of the side: it ends in the corner of the same number.
    pub(crate) side: usize,
    /// Whether the side belongs to the first core.
    pub(crate) of_first: bool,
    /// The corner of the other core nearest to the side's line, or deepest behind it.
    corner: DVec2,
}

/// The nearest points of two cores that do not overlap.
struct Nearest {
    squared: f64,
    on_first: DVec2,
    on_second: DVec2,
}

/// Cosine of the angle up to which a direction between two corners counts as that of a side, so that
/// parallel capsules rest on two points in spite of rounding.
const ALONG_FACE: f64 = 1.0 - 1e-6;

/// How two cores lie to each other, or `None` when they are farther apart than `reach`, have no
/// corners or are not finite.
#[inline]
pub(crate) fn separation(first: &[Vec2], second: &[Vec2], reach: f64) -> Option<Separation> {
    if let ([a], [b]) = (first, second) {
        return between_points(a.as_dvec2(), b.as_dvec2(), reach);
    }
    between_cores(first, second, reach)
}

#[inline]
fn between_points(a: DVec2, b: DVec2, reach: f64) -> Option<Separation> {
    let offset = a - b;
    let distance = offset.length();
    let normal = if distance > 0.0 { offset / distance } else { dvec2(0.0, -1.0) };
    (distance <= reach).then_some(Separation {
        normal,
        distance,
        on_first: a,
        on_second: b,
        face: None,
    })
}

fn between_cores(first: &[Vec2], second: &[Vec2], reach: f64) -> Option<Separation> {
    let of_second = best_face(second, first, false);
    if of_second.is_some_and(|face| face.distance > reach) {
        return None;
    }
    let of_first = best_face(first, second, true);
    let face = match (of_first, of_second) {
        // Rounding must not make the choice flicker between sides that are equally good.
        (Some(a), Some(b)) if a.distance <= b.distance + 1e-9 * b.distance.abs() => b,
        (Some(face), _) | (None, Some(face)) => face,
        (None, None) => return None,
    };
    if face.distance > reach {
        None
    } else if face.distance < 0.0 {
        Some(face.overlap())
    } else {
        apart(first, second, face, reach)
    }
}

impl Face {
    /// The cores overlap, and this is the shortest way out.
    fn overlap(self) -> Separation {
        let across = self.corner - self.normal * self.distance;
        let (normal, on_first, on_second) = if self.of_first {
            (-self.normal, across, self.corner)
        } else {
            (self.normal, self.corner, across)
        };
        Separation { normal, distance: self.distance, on_first, on_second, face: Some(self) }
    }
}

fn apart(first: &[Vec2], second: &[Vec2], face: Face, reach: f64) -> Option<Separation> {
    let Nearest { squared, on_first, on_second } = nearest(first, second)?;
    let distance = squared.sqrt();
    if distance > reach {
        return None;
    }
    let along = face.distance >= distance * ALONG_FACE;
    let normal = if distance > 0.0 {
        (on_first - on_second) / distance
    } else if face.of_first {
        -face.normal
    } else {
        face.normal
    };
    Some(Separation { normal, distance, on_first, on_second, face: along.then_some(face) })
}

/// The side of `owner` from which `other` is farthest away, or least deep behind. The first one wins a
/// tie; a line has two sides, the first of them turned clockwise from its direction (SIM-18).
fn best_face(owner: &[Vec2], other: &[Vec2], of_first: bool) -> Option<Face> {
    if owner.len() < 2 || other.is_empty() {
        return None;
    }
    let mut best: Option<Face> = None;
    for side in 0..owner.len() {
        let (a, b) = side_of(owner, side);
        let along = b - a;
        let length = along.length();
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        let (mut lowest, mut corner) = (f64::INFINITY, a);
        for point in other {
            let point = point.as_dvec2();
            let height = (point - a).perp_dot(along);
            if height < lowest {
                (lowest, corner) = (height, point);
            }
        }
        let distance = lowest / length;
        if lowest.is_finite() && best.is_none_or(|best| distance > best.distance) {
            let normal = dvec2(along.y, -along.x) / length;
            best = Some(Face { distance, normal, side, of_first, corner });
        }
    }
    best
}

/// Nearest points of two cores that do not overlap: one of them is always a corner.
fn nearest(first: &[Vec2], second: &[Vec2]) -> Option<Nearest> {
    let mut best =
        Nearest { squared: f64::INFINITY, on_first: DVec2::ZERO, on_second: DVec2::ZERO };
    corners_to_sides(first, second, |squared, corner, foot| {
        if squared < best.squared {
            best = Nearest { squared, on_first: corner, on_second: foot };
        }
    });
    corners_to_sides(second, first, |squared, corner, foot| {
        if squared < best.squared {
            best = Nearest { squared, on_first: foot, on_second: corner };
        }
    });
    best.squared.is_finite().then_some(best)
}

fn corners_to_sides(corners: &[Vec2], owner: &[Vec2], mut found: impl FnMut(f64, DVec2, DVec2)) {
    // Both sides of a line are the same line; a point has none.
    let sides = if owner.len() == 2 { 1 } else { owner.len() };
    for side in 0..if owner.len() < 2 { 0 } else { sides } {
        let (a, b) = side_of(owner, side);
        for corner in corners {
            let corner = corner.as_dvec2();
            let foot = closest_on_line(a, b, corner).1;
            found(foot.distance_squared(corner), corner, foot);
        }
    }
}

/// The side of a core that ends in the corner of the same number.
#[inline]
pub(crate) fn side_of(corners: &[Vec2], side: usize) -> (DVec2, DVec2) {
    let before = if side == 0 { corners.len() - 1 } else { side - 1 };
    (corners[before].as_dvec2(), corners[side].as_dvec2())
}

/// Share of the way from `a` to `b`, 0…1, and place of the point of a line nearest to `point`; exactly
/// an end where an end is nearest.
#[inline]
pub(crate) fn closest_on_line(a: DVec2, b: DVec2, point: DVec2) -> (f64, DVec2) {
    let along = b - a;
    let (part, whole) = ((point - a).dot(along), along.length_squared());
    // Selected, not branched: which end is nearest is a coin toss to the branch predictor.
    let t = if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    (t, if t < 1.0 { a + along * t } else { b })
}

/// The nearest `f32`, held to the finite range.
#[inline]
pub(crate) fn to_f32(value: f64) -> f32 {
    (value as f32).clamp(f32::MIN, f32::MAX)
}

/// The nearest `f32` vector, held to the finite range.
#[inline]
pub(crate) fn to_vec2(value: DVec2) -> Vec2 {
    Vec2::new(to_f32(value.x), to_f32(value.y))
}
