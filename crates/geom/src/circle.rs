//! Circles.

use crate::{Aabb, Segment, Vec2};

/// A filled circle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Circle {
    /// Center.
    pub center: Vec2,
    /// Radius in pixels, 0 or more; less counts as 0.
    pub radius: f32,
}

/// A radius of 0 or more; NaN stays, so that it reaches nothing.
#[inline]
pub(crate) const fn reach(radius: f32) -> f32 {
    if radius < 0.0 { 0.0 } else { radius }
}

impl Circle {
    /// A circle from its center and radius.
    pub const fn new(center: Vec2, radius: f32) -> Self {
        Self { center, radius }
    }

    /// Whether all numbers are finite and the radius is not negative.
    pub fn is_valid(self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }

    /// The smallest box around it.
    pub fn aabb(self) -> Aabb {
        Aabb::new(self.center - self.radius, self.center + self.radius)
    }

    /// Area in square pixels.
    pub fn area(self) -> f32 {
        core::f32::consts::PI * self.radius * self.radius
    }

    /// Whether a point is inside or on the rim.
    pub fn contains(self, point: Vec2) -> bool {
        let reach = reach(self.radius);
        point.distance_squared(self.center) <= reach * reach
    }

    /// Whether two circles share more than a point: tangency is not an overlap.
    pub fn overlaps(self, other: Self) -> bool {
        let reach = reach(self.radius) + reach(other.radius);
        self.center.distance_squared(other.center) < reach * reach
    }

    /// The offset in pixels from the center to the nearest point of a segment, when that point is inside or on
    /// the rim. Normal and depth are the business of `motile_collide::contact`.
    pub fn offset_to(self, segment: Segment) -> Option<Vec2> {
        let offset = segment.closest_point(self.center) - self.center;
        let reach = reach(self.radius);
        (offset.length_squared() <= reach * reach).then_some(offset)
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self::new(self.center + offset, self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capsule, vec2};

    #[test]
    fn negative_radii_count_as_0_and_nan_reaches_nothing() {
        // Their squares are positive: two circles of radius −5 used to overlap at a distance of 9.
        let circle = |x: f32, radius: f32| Circle::new(vec2(x, 0.0), radius);
        assert!(!circle(0.0, -5.0).overlaps(circle(9.0, -5.0)));
        assert!(!circle(0.0, -5.0).overlaps(circle(3.0, 2.0)));
        assert!(circle(0.0, -5.0).overlaps(circle(3.0, 4.0)));
        assert!(
            !circle(0.0, -5.0).contains(vec2(1.0, 0.0)) && circle(0.0, -5.0).contains(Vec2::ZERO)
        );
        let wall = Segment::new(vec2(1.0, -9.0), vec2(1.0, 9.0));
        assert_eq!(circle(0.0, -5.0).offset_to(wall), None);
        let line = Capsule::new(Vec2::ZERO, Vec2::X, -2.0);
        assert!(!line.contains(Vec2::Y) && line.contains(vec2(0.5, 0.0)));
        for bad in [circle(0.0, f32::NAN), circle(f32::NAN, 5.0)] {
            assert!(!bad.overlaps(circle(0.0, 9.0)) && !bad.contains(Vec2::ZERO));
        }
    }
}
