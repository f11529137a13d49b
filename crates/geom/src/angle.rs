//! Angles in radians: wrapping, shortest differences, interpolation the short way round.

use core::f32::consts::{PI, TAU};
use core::f64::consts::TAU as TAU64;

/// The angle between −π (exclusive) and π (inclusive) that points the same way.
///
/// NaN and infinities give NaN.
///
/// ```
/// use motile_geom::angle;
/// use core::f32::consts::PI;
/// assert!((angle::wrap(3.0 * PI) - PI).abs() < 1e-6);
/// assert_eq!(angle::wrap(-PI), PI);
/// ```
#[inline]
pub fn wrap(angle: f32) -> f32 {
    if angle > -PI && angle <= PI {
        return angle;
    }
    if angle == -PI {
        return PI;
    }
    // In f64, so that an angle of many turns keeps its direction.
    let angle = f64::from(angle);
    let turned = (angle - TAU64 * (angle / TAU64).round()) as f32;
    if turned <= -PI { PI } else { turned }
}

/// The angle between 0 (inclusive) and 2π (exclusive) that points the same way.
///
/// NaN and infinities give NaN.
#[inline]
pub fn wrap_positive(angle: f32) -> f32 {
    if angle == TAU {
        return 0.0;
    }
    let turned = f64::from(angle).rem_euclid(TAU64) as f32;
    if turned >= TAU { 0.0 } else { turned }
}

/// The turn from `from` to `to` the shorter way, −π (exclusive) to π (inclusive).
#[inline]
pub fn difference(from: f32, to: f32) -> f32 {
    wrap(to - from)
}

/// The angle a share `t` of the way from `from` to `to`, the shorter way round.
#[inline]
pub fn lerp(from: f32, to: f32, t: f32) -> f32 {
    from + difference(from, to) * t
}

/// `from` turned towards `to` by at most `max_turn` radians (negative counts as 0).
#[inline]
pub fn turn_towards(from: f32, to: f32, max_turn: f32) -> f32 {
    let limit = max_turn.max(0.0);
    from + difference(from, to).clamp(-limit, limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_keeps_the_direction() {
        for i in -100..=100 {
            let a = i as f32 * 0.37;
            let w = wrap(a);
            assert!(w > -PI && w <= PI, "{a} gave {w}");
            assert!((crate::ops::sin(a) - crate::ops::sin(w)).abs() < 1e-4);
            let p = wrap_positive(a);
            assert!((0.0..TAU).contains(&p));
        }
        assert_eq!((wrap_positive(-1e-9), wrap_positive(TAU)), (0.0, 0.0));
        for many in [1e4, -1e6, 1e7] {
            assert!((crate::ops::sin(many) - crate::ops::sin(wrap(many))).abs() < 1e-6);
            assert!((crate::ops::cos(many) - crate::ops::cos(wrap_positive(many))).abs() < 1e-6);
        }
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(wrap(bad).is_nan() && wrap_positive(bad).is_nan());
        }
    }

    #[test]
    fn shortest_way_crosses_the_seam() {
        assert!((difference(3.0, -3.0) - (TAU - 6.0)).abs() < 1e-5);
        assert!((lerp(3.0, -3.0, 0.5).abs() - PI).abs() < 1e-5);
        assert_eq!(turn_towards(0.0, 1.0, 0.25), 0.25);
        assert_eq!(turn_towards(0.0, -0.1, 0.25), -0.1);
        assert_eq!(turn_towards(0.0, 1.0, -1.0), 0.0);
    }
}
