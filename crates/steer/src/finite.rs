//! The promise that every answer is finite.

use motile_geom::Vec2;

/// The vector, or zero in place of one with a number that is NaN or infinite.
#[inline]
pub(crate) fn finite_or_zero(v: Vec2) -> Vec2 {
    if v.is_finite() { v } else { Vec2::ZERO }
}
