//! Lines and points in `f64`: the arithmetic under the shapes, for code that builds its own queries on them.
//!
//! Differences of `f32` coordinates and their products are exact or nearly so in `f64`, nothing overflows, and
//! the sign of a determinant can be trusted even for slivers. Compute here, and round once at the end with
//! [`to_f32`] or [`to_vec2`].
//!
//! ```
//! use motile_geom::{exact, vec2};
//! let [a, b, point] = [vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(4.0, 3.0)].map(|v| v.as_dvec2());
//! let (squared, foot) = exact::squared_to_line(a, b, point);
//! assert_eq!((squared, exact::to_vec2(foot)), (9.0, vec2(4.0, 0.0)));
//! ```

use crate::Vec2;
use glam::DVec2;

/// Share of the way from `a` to `b`, 0…1, and place of the point of a line nearest to `point`; exactly
/// an end where an end is nearest.
#[inline]
pub fn closest_on_line(a: DVec2, b: DVec2, point: DVec2) -> (f64, DVec2) {
    let along = b - a;
    let (part, whole) = ((point - a).dot(along), along.length_squared());
    // Selected, not branched: which end is nearest is a coin toss to the branch predictor.
    let t = if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
    (t, if t < 1.0 { a + along * t } else { b })
}

/// Squared distance of a point from a line in square pixels, and the point of the line nearest to it. Exactly
/// 0 on the line, although the nearest point is rounded.
#[inline]
pub fn squared_to_line(a: DVec2, b: DVec2, point: DVec2) -> (f64, DVec2) {
    let (t, foot) = closest_on_line(a, b, point);
    if t <= 0.0 || t >= 1.0 {
        return (foot.distance_squared(point), foot);
    }
    // By the height over the line, not by the foot: a foot that is rounded lies beside the line.
    let height = (point - a).perp_dot(b - a);
    (height * height / (b - a).length_squared(), foot)
}

/// Shares of the way along a–b and c–d at which the two cross, ends included; `None` when they do not
/// or are parallel.
#[inline]
pub fn crossing_of_lines(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Option<(f64, f64)> {
    let (along, across, offset) = (b - a, d - c, c - a);
    let turn = along.perp_dot(across);
    let (t, u) = (offset.perp_dot(across) / turn, offset.perp_dot(along) / turn);
    // Parallel lines divide by zero, and neither infinity nor NaN is in the range.
    let on_both = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
    on_both.then_some((t, u))
}

/// The nearest `f32`, held to the finite range.
#[inline]
pub fn to_f32(value: f64) -> f32 {
    (value as f32).clamp(f32::MIN, f32::MAX)
}

/// The nearest `f32` vector, held to the finite range.
#[inline]
pub fn to_vec2(value: DVec2) -> Vec2 {
    Vec2::new(to_f32(value.x), to_f32(value.y))
}
