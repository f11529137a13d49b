//! The vector helpers of the animation classics that glam lacks, without their traps.

use crate::{Vec2, ops, vec2};
use glam::DVec2;

/// Extra methods for [`Vec2`]; all total for finite input, none gives NaN for the zero vector.
pub trait Vec2Ext: Sized {
    /// Unit vector at an angle (radians, clockwise on the screen from +x).
    fn at_angle(angle: f32) -> Self;
    /// Angle in radians, −π (exclusive) to π (inclusive); 0 for the zero vector.
    fn angle(self) -> f32;
    /// This direction with another length; the zero vector counts as pointing along +x, a
    /// negative length reverses.
    fn with_length(self, length: f32) -> Self;
    /// This length at another angle in radians; the zero vector stays zero.
    fn with_angle(self, angle: f32) -> Self;
    /// Unit vector in the same direction; +x for the zero vector.
    fn normalized(self) -> Self;
    /// At most `max` long, same direction. A negative `max` counts as 0.
    fn truncate(self, max: f32) -> Self;
    /// Which side of `self` the vector `other` lies on: 1 when clockwise on the screen (or along),
    /// −1 when counter-clockwise.
    fn side(self, other: Self) -> f32;
    /// Unsigned angle between two vectors, 0…π; 0 when one of them is zero. Never NaN for finite
    /// input: it is taken from the arc tangent, not from an arc cosine that rounding can leave.
    fn angle_between(self, other: Self) -> f32;
    /// Turned by an angle in radians, clockwise on the screen.
    fn turned(self, angle: f32) -> Self;
}

impl Vec2Ext for Vec2 {
    #[inline]
    fn at_angle(angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(angle);
        vec2(cos, sin)
    }

    #[inline]
    fn angle(self) -> f32 {
        let v = one_zero(self);
        ops::atan2(v.y, v.x)
    }

    #[inline]
    fn with_length(self, length: f32) -> Self {
        self.normalized() * length
    }

    #[inline]
    fn with_angle(self, angle: f32) -> Self {
        let squared = self.length_squared();
        if is_plain(squared) {
            return Self::at_angle(angle) * squared.sqrt();
        }
        (Self::at_angle(angle).as_dvec2() * self.as_dvec2().length()).as_vec2()
    }

    #[inline]
    fn normalized(self) -> Self {
        let squared = self.length_squared();
        if is_plain(squared) {
            return self / squared.sqrt();
        }
        let length = self.as_dvec2().length();
        if length > 0.0 && length.is_finite() {
            (self.as_dvec2() / length).as_vec2()
        } else {
            Vec2::X
        }
    }

    #[inline]
    fn truncate(self, max: f32) -> Self {
        let max = max.max(0.0);
        let squared = self.length_squared();
        if is_plain(squared) {
            let length = squared.sqrt();
            return if length > max { self / length * max } else { self };
        }
        let (v, length) = (self.as_dvec2(), self.as_dvec2().length());
        if length > f64::from(max) { (v / length * f64::from(max)).as_vec2() } else { self }
    }

    #[inline]
    fn side(self, other: Self) -> f32 {
        if self.as_dvec2().perp_dot(other.as_dvec2()) < 0.0 { -1.0 } else { 1.0 }
    }

    #[inline]
    fn angle_between(self, other: Self) -> f32 {
        let (a, b) = (one_zero(self).as_dvec2(), one_zero(other).as_dvec2());
        if a == DVec2::ZERO || b == DVec2::ZERO {
            return 0.0;
        }
        ops::atan2_64(a.perp_dot(b).abs(), a.dot(b)) as f32
    }

    #[inline]
    fn turned(self, angle: f32) -> Self {
        Self::at_angle(angle).rotate(self)
    }
}

/// Whether a squared length is far enough from overflow and underflow to take its root as it is;
/// otherwise the length is taken in `f64`.
#[inline]
fn is_plain(squared: f32) -> bool {
    (1e-30..=f32::MAX).contains(&squared)
}

/// Minus zero turned into zero, which the arc tangent tells apart: (−1, −0) points at π, not −π.
#[inline]
fn one_zero(v: Vec2) -> Vec2 {
    v + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

    #[test]
    fn steer_4_methods_have_the_listed_values() {
        assert_eq!(vec2(3.0, 2.0) + vec2(4.0, 5.0), vec2(7.0, 7.0));
        assert_eq!(Vec2::ZERO.with_length(5.0), vec2(5.0, 0.0));
        assert_eq!(vec2(0.0, 2.0).with_length(-3.0), vec2(0.0, -3.0));
        assert_eq!(Vec2::ZERO.with_angle(1.0), Vec2::ZERO);
        assert_eq!(Vec2::ZERO.normalized(), Vec2::X);
        assert_eq!(Vec2::ZERO.angle(), 0.0);
        assert_eq!(vec2(6.0, 8.0).truncate(5.0), vec2(3.0, 4.0));
        assert_eq!(vec2(3.0, 4.0).truncate(6.0), vec2(3.0, 4.0));
        assert_eq!(vec2(3.0, 4.0).truncate(-1.0), Vec2::ZERO);
        assert_eq!(Vec2::X.side(Vec2::Y), 1.0);
        assert_eq!(Vec2::X.side(-Vec2::Y), -1.0);
    }

    #[test]
    fn angle_between_is_never_nan() {
        let v = vec2(0.1, 0.7);
        assert!(v.angle_between(v * 3.0) < 1e-7);
        assert_eq!(Vec2::ZERO.angle_between(v), 0.0);
        assert!((Vec2::X.angle_between(-Vec2::Y) - FRAC_PI_2).abs() < 1e-7);
        assert!((v.angle_between(-v) - PI).abs() < 1e-6);
        assert!(!vec2(1e30, 0.0).angle_between(vec2(1e30, 1e30)).is_nan());
    }

    #[test]
    fn extreme_lengths_keep_their_direction() {
        let lengths = [f32::MAX, 1e30, 1e19, 1.0, 1e-19, 1e-30, f32::MIN_POSITIVE, 1e-40];
        for length in lengths {
            let v = vec2(length, -length);
            assert!(v.normalized().distance(vec2(0.70710677, -0.70710677)) < 1e-5, "{v}");
            let short = v.truncate(length * 0.5);
            assert!((short / length).distance(vec2(0.35355339, -0.35355339)) < 1e-3, "{v}");
            assert_eq!(v.truncate(f32::MAX).is_finite(), v.is_finite());
            assert_eq!(v.side(vec2(length, length)), 1.0);
            assert_eq!(v.side(vec2(-length, -length)), -1.0);
            let turned = v.with_angle(FRAC_PI_2) / length;
            assert!(length == f32::MAX || (turned.y - 2f32.sqrt()).abs() < 1e-3, "{turned}");
        }
    }

    #[test]
    fn minus_zero_is_zero() {
        assert_eq!(vec2(-1.0, -0.0).angle(), PI);
        assert_eq!(vec2(-0.0, 0.0).angle(), 0.0);
        assert_eq!(Vec2::ZERO.angle_between(vec2(-1.0, -1.0)), 0.0);
        assert_eq!((-Vec2::ZERO).angle_between(Vec2::X), 0.0);
    }

    fn near(a: Vec2, b: Vec2) -> bool {
        a.distance(b) < 1e-6
    }

    #[test]
    fn steer_a01_arithmetic_leaves_its_operands() {
        let (a, b) = (vec2(3.0, 2.0), vec2(4.0, 5.0));
        assert_eq!((a + b, a - b), (vec2(7.0, 7.0), vec2(-1.0, -3.0)));
        assert_eq!((a * 2.0, a / 2.0), (vec2(6.0, 4.0), vec2(1.5, 1.0)));
        assert_eq!((a, b), (vec2(3.0, 2.0), vec2(4.0, 5.0)));
    }

    #[test]
    fn steer_a02_lengths_angles_distances() {
        assert_eq!((vec2(3.0, 4.0).length(), vec2(3.0, 4.0).length_squared()), (5.0, 25.0));
        assert_eq!((vec2(0.0, -1.0).angle(), vec2(-1.0, 0.0).angle()), (-FRAC_PI_2, PI));
        assert_eq!(Vec2::ONE.distance(vec2(4.0, 5.0)), 5.0);
        assert_eq!(Vec2::ONE.distance_squared(vec2(4.0, 5.0)), 25.0);
    }

    #[test]
    fn steer_a03_length_before_angle() {
        let five = Vec2::ZERO.with_length(5.0);
        assert_eq!(five, vec2(5.0, 0.0));
        assert!(near(five.with_angle(FRAC_PI_4), Vec2::splat(3.535_534)));
        assert_eq!(Vec2::ZERO.with_angle(FRAC_PI_4).with_length(5.0), vec2(5.0, 0.0));
    }

    #[test]
    fn steer_a04_w3_short_vectors_stay_to_the_bit() {
        for v in [vec2(3.0, 4.0), vec2(0.1, -0.7), vec2(-9.999_999, 1e-3)] {
            let short = v.truncate(10.0);
            assert_eq!((short.x.to_bits(), short.y.to_bits()), (v.x.to_bits(), v.y.to_bits()));
        }
        assert_eq!(vec2(6.0, 8.0).truncate(5.0), vec2(3.0, 4.0));
        assert_eq!(Vec2::ZERO.truncate(5.0), Vec2::ZERO);
        assert_eq!(vec2(3.0, 4.0).truncate(0.0), Vec2::ZERO);
        // No way through an angle: what sine and cosine of it would make inexact is exact.
        assert_eq!(vec2(3.0, 4.0).with_length(10.0), vec2(6.0, 8.0));
    }

    #[test]
    fn steer_a05_normalizing_nothing() {
        assert_eq!(vec2(3.0, 4.0).normalized(), vec2(0.6, 0.8));
        assert_eq!(Vec2::ZERO.normalized(), Vec2::X);
        assert_eq!(Vec2::ZERO.try_normalize(), None);
    }

    #[test]
    fn steer_a06_perpendiculars() {
        let v = vec2(3.0, 2.0);
        assert_eq!((Vec2::X.perp(), Vec2::Y.perp()), (Vec2::Y, -Vec2::X));
        assert_eq!(v.dot(v.perp()), 0.0);
    }

    #[test]
    fn steer_a07_sides() {
        let others = [Vec2::Y, -Vec2::Y, vec2(5.0, 0.0), vec2(-5.0, 0.0)];
        assert_eq!(others.map(|v| Vec2::X.side(v)), [1.0, -1.0, 1.0, 1.0]);
    }

    #[test]
    fn steer_a08_w2_angles_between_survive_rounding() {
        assert_eq!(Vec2::X.angle_between(Vec2::Y), FRAC_PI_2);
        assert_eq!(Vec2::X.angle_between(vec2(-2.0, 0.0)), PI);
        assert_eq!(vec2(1.0, 5.0).angle_between(vec2(1.0, 5.0)), 0.0);
        assert_eq!(Vec2::X.angle_between(vec2(1.0, 1e-9)), 1e-9);
        // Whether a vector is a unit vector has a tolerance: its length need not be 1.0 exactly.
        let mut inexact = 0;
        for i in 0..1000 {
            let unit = Vec2::at_angle(i as f32 * 0.01);
            assert!(unit.is_normalized() && !(unit * 1.01).is_normalized());
            inexact += u32::from(unit.length() != 1.0);
        }
        assert!(inexact > 100, "{inexact} of 1000 are not exactly 1 long");
    }
}
