//! Line segments.

use crate::{Aabb, Vec2};

/// A straight line between two points, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// First end.
    pub a: Vec2,
    /// Second end.
    pub b: Vec2,
}

impl Segment {
    /// A segment between two points.
    pub const fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b }
    }

    /// Whether all numbers are finite.
    pub fn is_valid(self) -> bool {
        self.a.is_finite() && self.b.is_finite()
    }

    /// From the first end to the second.
    pub fn vector(self) -> Vec2 {
        self.b - self.a
    }

    /// Length in pixels.
    pub fn length(self) -> f32 {
        self.vector().length()
    }

    /// Middle of the segment.
    pub fn center(self) -> Vec2 {
        (self.a + self.b) * 0.5
    }

    /// The point a share `t` of the way from `a` to `b`.
    pub fn at(self, t: f32) -> Vec2 {
        self.a + self.vector() * t
    }

    /// The smallest box around it.
    pub fn aabb(self) -> Aabb {
        Aabb::new(self.a.min(self.b), self.a.max(self.b))
    }

    /// Where on the segment the point nearest to `point` lies: 0 at `a`, 1 at `b`. A segment without
    /// length gives 0 (SIM-15).
    pub fn closest_t(self, point: Vec2) -> f32 {
        let v = self.vector();
        let squared = v.length_squared();
        if squared > 0.0 { ((point - self.a).dot(v) / squared).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The point of the segment nearest to `point`; exactly an end where an end is nearest.
    pub fn closest_point(self, point: Vec2) -> Vec2 {
        let t = self.closest_t(point);
        if t >= 1.0 { self.b } else { self.at(t) }
    }

    /// Distance from a point in pixels.
    pub fn distance(self, point: Vec2) -> f32 {
        self.closest_point(point).distance(point)
    }
}
