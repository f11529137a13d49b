//! Turned boxes.

use crate::{Aabb, Vec2, Vec2Ext};

/// A rectangle at any angle.
#[doc(alias = "oriented bounding box")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Obb {
    /// Middle of the box.
    pub center: Vec2,
    /// Half its width and height, 0 or more; a box with less is empty.
    pub half_size: Vec2,
    /// Unit vector along its width; [`Obb::new`] computes it from an angle.
    pub axis: Vec2,
}

impl Default for Obb {
    fn default() -> Self {
        Self { center: Vec2::ZERO, half_size: Vec2::ZERO, axis: Vec2::X }
    }
}

impl Obb {
    /// A box from its center, half its size and an angle in radians.
    pub fn new(center: Vec2, half_size: Vec2, angle: f32) -> Self {
        Self { center, half_size, axis: Vec2::at_angle(angle) }
    }

    /// Whether it is finite, its size not negative and its axis of length 1.
    pub fn is_valid(self) -> bool {
        self.center.is_finite()
            && self.half_size.is_finite()
            && self.half_size.min_element() >= 0.0
            && self.axis.is_normalized()
    }

    /// Angle in radians, −π…π.
    pub fn angle(self) -> f32 {
        self.axis.angle()
    }

    /// A point of the plane in the box's own coordinates (center at the origin, axis along +x).
    pub fn to_local(self, point: Vec2) -> Vec2 {
        let offset = point - self.center;
        Vec2::new(offset.dot(self.axis), offset.dot(self.axis.perp()))
    }

    /// The reverse of [`Obb::to_local`].
    pub fn to_world(self, local: Vec2) -> Vec2 {
        self.center + self.axis * local.x + self.axis.perp() * local.y
    }

    /// The corners, clockwise on the screen.
    pub fn corners(self) -> [Vec2; 4] {
        let h = self.half_size;
        [-h, Vec2::new(h.x, -h.y), h, Vec2::new(-h.x, h.y)].map(|corner| self.to_world(corner))
    }

    /// The smallest upright box around it.
    pub fn aabb(self) -> Aabb {
        let reach = self.axis.abs() * self.half_size.x + self.axis.perp().abs() * self.half_size.y;
        Aabb::from_center(self.center, reach)
    }

    /// Area in square pixels.
    pub fn area(self) -> f32 {
        4.0 * self.half_size.x * self.half_size.y
    }

    /// Whether a point is inside or on the border.
    pub fn contains(self, point: Vec2) -> bool {
        self.to_local(point).abs().cmple(self.half_size).all()
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self { center: self.center + offset, ..self }
    }
}

impl From<Aabb> for Obb {
    fn from(aabb: Aabb) -> Self {
        Self { center: aabb.center(), half_size: aabb.half_size(), axis: Vec2::X }
    }
}
