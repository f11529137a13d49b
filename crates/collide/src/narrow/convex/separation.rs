//! How far apart two cores are, which way, and at which points: the shared half of every query.
//!
//! Sides are tested as separating axes. Cores that overlap are answered by the side of least depth,
//! cores that do not by their nearest corner and side. All of it runs in `f64`: differences of `f32`
//! coordinates and their products are then exact or nearly so, nothing overflows, and the sign of a
//! separation can be trusted even for slivers. Costs n·m for shapes of n and m corners.

use motile_geom::Vec2;
use motile_geom::exact::squared_to_line;
use motile_geom::glam::{DVec2, dvec2};

/// Two cores within reach of each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    /// Unit vector from the second core to the first.
    pub(super) normal: DVec2,
    /// Distance between the cores; negative by the depth when they overlap.
    pub(super) distance: f64,
    /// Point of the first core nearest to (or deepest in) the second.
    pub(super) on_first: DVec2,
    /// Point of the second core nearest to (or deepest in) the first.
    pub(super) on_second: DVec2,
    /// The side whose direction the normal has, unless two corners meet.
    pub(super) face: Option<Face>,
}

/// A side as a separating axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Distance of the other core from the side's line, outward; negative when it reaches behind.
    pub(super) distance: f64,
    /// Outward unit normal.
    pub(super) normal: DVec2,
    /// Number of the side: it ends in the corner of the same number.
    pub(super) side: usize,
    /// Whether the side belongs to the first core.
    pub(super) of_first: bool,
    /// The corner of the other core nearest to the side's line, or deepest behind it.
    corner: DVec2,
}

/// The nearest points of two cores that do not overlap.
struct Nearest {
    squared: f64,
    on_first: DVec2,
    on_second: DVec2,
    /// Unit vector from the second to the first, where a corner is nearest to the inside of a side:
    /// taken from the side, as the foot on it is rounded.
    normal: Option<DVec2>,
}

impl Nearest {
    /// Unit vector from the second to the first, given their distance.
    fn direction(&self, distance: f64) -> DVec2 {
        self.normal.unwrap_or_else(|| (self.on_first - self.on_second) / distance)
    }
}

/// Cosine of the angle up to which a direction between two corners counts as that of a side, so that
/// parallel capsules rest on two points in spite of rounding.
const ALONG_FACE: f64 = 1.0 - 1e-6;

/// Distance, as a share of the size of the cores, under which the way from one to the other is only
/// rounding. A side that separates them then gives the normal.
const NO_DIRECTION: f64 = 1e-12;

/// How much farther than the reach a side must be to decide alone, which spares the exact distance.
const SURELY_APART: f64 = 1.0 + 1e-12;

/// How two cores lie to each other, or `None` when they are farther apart than `reach`, have no
/// corners or are not finite.
#[inline]
pub(super) fn separation(first: &[Vec2], second: &[Vec2], reach: f64) -> Option<Separation> {
    if let ([a], [b]) = (first, second) {
        return between_points(a.as_dvec2(), b.as_dvec2(), reach);
    }
    match (first, second) {
        ([_], line @ [_, _]) => point_and_line(first, second, reach, || line_normal(line)),
        (line @ [_, _], [_]) => point_and_line(first, second, reach, || -line_normal(line)),
        _ => between_cores(first, second, reach),
    }
}

#[inline]
fn between_points(a: DVec2, b: DVec2, reach: f64) -> Option<Separation> {
    let offset = a - b;
    let squared = offset.length_squared();
    if !squared.is_finite() || squared > reach * reach {
        return None;
    }
    let distance = squared.sqrt();
    let normal = if distance > 0.0 { offset / distance } else { dvec2(0.0, -1.0) };
    Some(Separation { normal, distance, on_first: a, on_second: b, face: None })
}

/// Circles against lines and capsules, without a look at separating sides: a line is nearest, or it is
/// not. `across` is the normal for a point on the line.
fn point_and_line(
    first: &[Vec2],
    second: &[Vec2],
    reach: f64,
    across: impl FnOnce() -> DVec2,
) -> Option<Separation> {
    let near = nearest(first, second)?;
    if near.squared > reach * reach {
        return None;
    }
    let distance = near.squared.sqrt();
    let normal = if distance > extent(first, second, near.on_first) * NO_DIRECTION {
        near.direction(distance)
    } else {
        across()
    };
    let Nearest { on_first, on_second, .. } = near;
    Some(Separation { normal, distance, on_first, on_second, face: None })
}

/// The perpendicular of a line, its direction turned clockwise on the screen.
fn line_normal(line: &[Vec2]) -> DVec2 {
    let (b, a) = side_of(line, 0);
    (b - a).perp().try_normalize().unwrap_or(dvec2(0.0, -1.0))
}

/// How far the corners of two cores reach from a point.
fn extent(first: &[Vec2], second: &[Vec2], from: DVec2) -> f64 {
    first
        .iter()
        .chain(second)
        .fold(0.0, |extent: f64, corner| extent.max((corner.as_dvec2() - from).abs().max_element()))
}

fn between_cores(first: &[Vec2], second: &[Vec2], reach: f64) -> Option<Separation> {
    // Corners that are finite must not answer for a shape with others that are not.
    if !first.iter().chain(second).all(|corner| corner.is_finite()) {
        return None;
    }
    let of_second = best_face(second, first, false);
    if of_second.is_some_and(|face| face.distance > reach * SURELY_APART) {
        return None;
    }
    let of_first = best_face(first, second, true);
    let face = match (of_first, of_second) {
        // Rounding must not make the choice flicker between sides that are equally good.
        (Some(a), Some(b)) if a.distance <= b.distance + 1e-9 * b.distance.abs() => b,
        (Some(face), _) | (None, Some(face)) => face,
        (None, None) => return None,
    };
    if face.distance > reach * SURELY_APART {
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
    let near = nearest(first, second)?;
    if near.squared > reach * reach {
        return None;
    }
    let distance = near.squared.sqrt();
    let (normal, along) = if distance > extent(first, second, near.on_first) * NO_DIRECTION {
        (near.direction(distance), face.distance >= distance * ALONG_FACE)
    } else {
        (if face.of_first { -face.normal } else { face.normal }, true)
    };
    let Nearest { on_first, on_second, .. } = near;
    Some(Separation { normal, distance, on_first, on_second, face: along.then_some(face) })
}

/// The side of `owner` from which `other` is farthest away, or least deep behind. The first one wins a
/// tie; a line has two sides, the first of them turned clockwise from its direction.
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
    let (a, b) = (nearest_side(first, second), nearest_side(second, first));
    let of_first = |found: ToSide| Nearest {
        squared: found.squared,
        on_first: found.corner,
        on_second: found.foot,
        normal: found.direction(),
    };
    let of_second = |found: ToSide| Nearest {
        squared: found.squared,
        on_first: found.foot,
        on_second: found.corner,
        normal: found.direction().map(|direction| -direction),
    };
    match (a, b) {
        (Some(a), Some(b)) if b.squared < a.squared => Some(of_second(b)),
        (Some(a), _) => Some(of_first(a)),
        (None, b) => b.map(of_second),
    }
}

/// A corner of one core, and the nearest point on a side of the other.
#[derive(Clone, Copy)]
struct ToSide {
    squared: f64,
    corner: DVec2,
    foot: DVec2,
    side: (DVec2, DVec2),
}

impl ToSide {
    /// Unit vector from the side to the corner, unless the foot is an end of the side.
    fn direction(self) -> Option<DVec2> {
        let (a, b) = self.side;
        if self.foot == a || self.foot == b {
            return None;
        }
        let across = (b - a).perp() / (b - a).length();
        Some(if (b - a).perp_dot(self.corner - a) < 0.0 { -across } else { across })
    }
}

/// The corner of the first core nearest to a side of the second.
fn nearest_side(corners: &[Vec2], owner: &[Vec2]) -> Option<ToSide> {
    // Both sides of a line are the same line, and a point has none.
    let sides = match owner.len() {
        0 | 1 => 0,
        2 => 1,
        many => many,
    };
    let mut best: Option<ToSide> = None;
    for side in (0..sides).map(|side| side_of(owner, side)) {
        for corner in corners {
            let corner = corner.as_dvec2();
            let (squared, foot) = squared_to_line(side.0, side.1, corner);
            if squared.is_finite() && best.is_none_or(|best| squared < best.squared) {
                best = Some(ToSide { squared, corner, foot, side });
            }
        }
    }
    best
}

/// The side of a core that ends in the corner of the same number.
#[inline]
pub(super) fn side_of(corners: &[Vec2], side: usize) -> (DVec2, DVec2) {
    let before = if side == 0 { corners.len() - 1 } else { side - 1 };
    (corners[before].as_dvec2(), corners[side].as_dvec2())
}
