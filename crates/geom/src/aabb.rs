//! Axis-aligned boxes.

use crate::{Vec2, vec2};

/// An upright rectangle between two corners, `min` at the top left of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// Corner with the smaller coordinates.
    pub min: Vec2,
    /// Corner with the larger coordinates.
    pub max: Vec2,
}

/// The empty box.
impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Aabb {
    /// The box around nothing: the neutral element of [`Aabb::union`].
    pub const EMPTY: Self =
        Self { min: Vec2::splat(f32::INFINITY), max: Vec2::splat(f32::NEG_INFINITY) };

    /// A box from its corners; `min` must not exceed `max`.
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// A box from the top left corner and a size.
    pub fn from_size(top_left: Vec2, size: Vec2) -> Self {
        Self::new(top_left, top_left + size)
    }

    /// A box from its center and half its size.
    pub fn from_center(center: Vec2, half_size: Vec2) -> Self {
        Self::new(center - half_size, center + half_size)
    }

    /// The smallest box around points; [`Aabb::EMPTY`] for none.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// Whether it is finite and `min` does not exceed `max`.
    pub fn is_valid(self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.cmple(self.max).all()
    }

    /// Whether it holds no point.
    pub fn is_empty(self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Middle of the box; NaN when it is [`Aabb::EMPTY`].
    pub fn center(self) -> Vec2 {
        // Halved first: the sum of large corners could overflow.
        self.min * 0.5 + self.max * 0.5
    }

    /// Width and height; zero when empty.
    pub fn size(self) -> Vec2 {
        if self.is_empty() { Vec2::ZERO } else { self.max - self.min }
    }

    /// Half the size.
    pub fn half_size(self) -> Vec2 {
        self.size() * 0.5
    }

    /// Area in square pixels.
    pub fn area(self) -> f32 {
        let size = self.size();
        size.x * size.y
    }

    /// The corners, clockwise on the screen from the top left.
    pub fn corners(self) -> [Vec2; 4] {
        [self.min, vec2(self.max.x, self.min.y), self.max, vec2(self.min.x, self.max.y)]
    }

    /// Whether a point is inside or on the border.
    pub fn contains(self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Whether a box lies inside this one, borders included.
    pub fn contains_box(self, other: Self) -> bool {
        other.min.cmpge(self.min).all() && other.max.cmple(self.max).all()
    }

    /// Whether two boxes share more than their borders.
    pub fn overlaps(self, other: Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// Whether two boxes share at least a point of their borders.
    pub fn touches(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The part in both boxes; empty when they do not touch.
    pub fn intersect(self, other: Self) -> Self {
        let part = Self::new(self.min.max(other.min), self.max.min(other.max));
        if part.is_empty() { Self::EMPTY } else { part }
    }

    /// The smallest box around both.
    pub fn union(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// The smallest box around this one and a point.
    pub fn including(self, point: Vec2) -> Self {
        Self::new(self.min.min(point), self.max.max(point))
    }

    /// Grown by a margin on every side; a negative margin shrinks it, to empty if need be.
    pub fn grown(self, margin: f32) -> Self {
        let grown = Self::new(self.min - margin, self.max + margin);
        if grown.is_empty() { Self::EMPTY } else { grown }
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self::new(self.min + offset, self.max + offset)
    }
}
