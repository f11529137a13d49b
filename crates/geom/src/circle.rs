//! Circles.

use crate::{Aabb, Segment, Vec2};

/// A filled circle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Circle {
    /// Center.
    pub center: Vec2,
    /// Radius in pixels, 0 or more.
    pub radius: f32,
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
        point.distance_squared(self.center) <= self.radius * self.radius
    }

    /// Whether two circles share more than a point: tangency is not an overlap.
    pub fn overlaps(self, other: Self) -> bool {
        let reach = self.radius + other.radius;
        self.center.distance_squared(other.center) < reach * reach
    }

    /// The classic test against a line (SIM-16): the offset from the center to the nearest point of
    /// the segment when that point is inside or on the rim. For normal and depth see
    /// [`contact`](crate::contact()).
    pub fn offset_to(self, segment: Segment) -> Option<Vec2> {
        let offset = segment.closest_point(self.center) - self.center;
        (offset.length_squared() <= self.radius * self.radius).then_some(offset)
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self::new(self.center + offset, self.radius)
    }
}
