//! Capsules: everything within a distance of a segment.

use crate::circle::reach;
use crate::{Aabb, Segment, Vec2};

/// A segment with a radius.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule {
    /// The line inside.
    pub segment: Segment,
    /// Radius in pixels, 0 or more; less counts as 0.
    pub radius: f32,
}

impl Capsule {
    /// A capsule around the line from `a` to `b`.
    pub const fn new(a: Vec2, b: Vec2, radius: f32) -> Self {
        Self { segment: Segment::new(a, b), radius }
    }

    /// Whether all numbers are finite and the radius is not negative.
    pub fn is_valid(self) -> bool {
        self.segment.is_valid() && self.radius.is_finite() && self.radius >= 0.0
    }

    /// The smallest box around it.
    pub fn aabb(self) -> Aabb {
        self.segment.aabb().grown(self.radius)
    }

    /// Area in square pixels.
    pub fn area(self) -> f32 {
        (core::f32::consts::PI * self.radius + 2.0 * self.segment.length()) * self.radius
    }

    /// Whether a point is inside or on the border.
    pub fn contains(self, point: Vec2) -> bool {
        let reach = reach(self.radius);
        self.segment.closest_point(point).distance_squared(point) <= reach * reach
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self { segment: self.segment.translated(offset), ..self }
    }
}
