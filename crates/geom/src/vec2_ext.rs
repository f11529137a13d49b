//! The vector helpers of the animation classics that glam lacks, without their traps.

use crate::{Vec2, ops, vec2};

/// Extra methods for [`Vec2`]; all total for finite input, none gives NaN for the zero vector.
pub trait Vec2Ext: Sized {
    /// Unit vector at an angle (radians, clockwise on the screen from +x).
    fn at_angle(angle: f32) -> Self;
    /// Angle in radians, −π…π; 0 for the zero vector.
    fn angle(self) -> f32;
    /// The same direction with another length; the zero vector counts as pointing along +x, a
    /// negative length reverses.
    fn with_length(self, length: f32) -> Self;
    /// The same length at another angle in radians; the zero vector stays zero.
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
        ops::atan2(self.y, self.x)
    }

    #[inline]
    fn with_length(self, length: f32) -> Self {
        self.normalized() * length
    }

    #[inline]
    fn with_angle(self, angle: f32) -> Self {
        Self::at_angle(angle) * length_of(self)
    }

    #[inline]
    fn normalized(self) -> Self {
        let length = length_of(self);
        if length > 0.0 && length.is_finite() { unit(self, length) } else { Vec2::X }
    }

    #[inline]
    fn truncate(self, max: f32) -> Self {
        let max = max.max(0.0);
        let length = length_of(self);
        if length > max { unit(self, length) * max } else { self }
    }

    #[inline]
    fn side(self, other: Self) -> f32 {
        if self.perp_dot(other) < 0.0 { -1.0 } else { 1.0 }
    }

    #[inline]
    fn angle_between(self, other: Self) -> f32 {
        let (ax, ay, bx, by) = (self.x as f64, self.y as f64, other.x as f64, other.y as f64);
        ops::atan2_64((ax * by - ay * bx).abs(), ax * bx + ay * by) as f32
    }

    #[inline]
    fn turned(self, angle: f32) -> Self {
        Self::at_angle(angle).rotate(self)
    }
}

/// Length without overflow or underflow in the squares.
#[inline]
fn length_of(v: Vec2) -> f32 {
    let squared = v.length_squared();
    if squared.is_finite() && squared > f32::MIN_POSITIVE {
        squared.sqrt()
    } else {
        let (x, y) = (v.x as f64, v.y as f64);
        (x * x + y * y).sqrt() as f32
    }
}

#[inline]
fn unit(v: Vec2, length: f32) -> Vec2 {
    if length < 1e-18 {
        // A reciprocal of such a length would overflow; scale up first.
        let v = v * 1e30;
        return v / length_of(v);
    }
    v / length
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::{FRAC_PI_2, PI};

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
    fn extreme_lengths_stay_finite() {
        for v in [vec2(1e30, -1e30), vec2(1e-30, 1e-30), vec2(f32::MIN_POSITIVE, 0.0)] {
            assert!((v.normalized().length() - 1.0).abs() < 1e-5, "{v}");
            assert!((v.truncate(1e-40).length()) <= 1.0);
        }
    }
}
