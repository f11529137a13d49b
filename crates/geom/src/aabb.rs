//! Axis-aligned boxes.

use crate::{Vec2, vec2};

/// An upright rectangle between two corners, `min` at the top left of the screen: an axis-aligned bounding box.
///
/// A box is **empty** when a side is negative or not a number: it holds no point. One rule goes for all empty boxes,
/// [`Aabb::EMPTY`] and others: they touch, overlap and contain nothing, lie in every box and add nothing to a union. A
/// box with a side of 0 is not empty but flat: it holds the points of a line or a single one, so it can touch; it has no
/// area to share, so it overlaps nothing, as an [`IRect`](crate::IRect) without cells.
///
/// ```
/// use motile_geom::{Aabb, vec2};
/// let room = Aabb::new(vec2(0.0, 0.0), vec2(10.0, 10.0));
/// let inside_out = Aabb::new(vec2(6.0, 6.0), vec2(4.0, 4.0));
/// assert!(inside_out.is_empty() && !room.touches(inside_out) && !room.overlaps(inside_out));
/// let point = Aabb::from_size(vec2(5.0, 5.0), vec2(0.0, 0.0));
/// assert!(!point.is_empty() && room.touches(point) && !room.overlaps(point));
/// ```
#[doc(alias = "axis-aligned bounding box")]
#[doc(alias = "Rect")]
#[doc(alias = "rectangle")]
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
        let reach = |all: Self, point: Vec2| Self::new(all.min.min(point), all.max.max(point));
        points.into_iter().fold(Self::EMPTY, reach)
    }

    /// Whether it is finite and `min` does not exceed `max`.
    pub fn is_valid(self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.cmple(self.max).all()
    }

    /// Whether it holds no point: a side is negative or not a number.
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

    /// Whether a box lies inside this one, borders included. An empty one lies in every box.
    pub fn contains_box(self, other: Self) -> bool {
        let inside = other.min.cmpge(self.min).all() && other.max.cmple(self.max).all();
        inside || other.is_empty()
    }

    /// Whether two boxes share an area, which flat and empty ones never do. Whether a point lies in a box says
    /// [`Aabb::contains`].
    pub fn overlaps(self, other: Self) -> bool {
        let crosses = self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all();
        crosses && self.min.cmplt(self.max).all() && other.min.cmplt(other.max).all()
    }

    /// Whether two boxes share at least a point of their borders.
    pub fn touches(self, other: Self) -> bool {
        let meets = self.min.cmple(other.max).all() && other.min.cmple(self.max).all();
        meets && !self.is_empty() && !other.is_empty()
    }

    /// The part in both boxes; empty when they do not touch.
    pub fn intersect(self, other: Self) -> Self {
        if self.touches(other) {
            Self::new(self.min.max(other.min), self.max.min(other.max))
        } else {
            Self::EMPTY
        }
    }

    /// The smallest box around both; an empty one adds nothing.
    pub fn union(self, other: Self) -> Self {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            Self::new(self.min.min(other.min), self.max.max(other.max))
        }
    }

    /// The smallest box around this one and a point; that point alone when this one is empty.
    pub fn including(self, point: Vec2) -> Self {
        self.union(Self::new(point, point))
    }

    /// Grown by a margin on every side; a negative margin shrinks it, to empty if need be. An empty box stays empty.
    pub fn grown(self, margin: f32) -> Self {
        let grown = Self::new(self.min - margin, self.max + margin);
        if self.is_empty() || grown.is_empty() { Self::EMPTY } else { grown }
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self::new(self.min + offset, self.max + offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes without points: the neutral one, one turned inside out in the middle of the room, one along a single
    /// axis, one that is not a number.
    fn empty() -> [Aabb; 4] {
        [
            Aabb::EMPTY,
            Aabb::new(vec2(6.0, 6.0), vec2(4.0, 4.0)),
            Aabb::new(vec2(6.0, 4.0), vec2(4.0, 6.0)),
            Aabb::new(vec2(f32::NAN, 4.0), vec2(6.0, 6.0)),
        ]
    }

    #[test]
    fn an_empty_box_inside_a_box_neither_overlaps_nor_touches_it() {
        // One turned inside out used to do both, while `IRect` said no.
        let room = Aabb::new(Vec2::ZERO, Vec2::splat(10.0));
        for none in empty() {
            assert!(none.is_empty());
            for (a, b) in [(room, none), (none, room), (none, none)] {
                assert!(!a.overlaps(b) && !a.touches(b), "{a:?} {b:?}");
                assert_eq!(a.intersect(b), Aabb::EMPTY);
            }
            assert!(!none.contains(Vec2::splat(5.0)) && room.contains_box(none));
            assert_eq!((room.union(none), none.union(room)), (room, room));
            assert_eq!(none.including(Vec2::ONE), Aabb::new(Vec2::ONE, Vec2::ONE));
            assert_eq!((none.grown(50.0), none.size()), (Aabb::EMPTY, Vec2::ZERO));
        }
    }

    #[test]
    fn a_flat_box_touches_and_never_overlaps_as_a_rectangle_without_cells() {
        let room = Aabb::new(Vec2::ZERO, Vec2::splat(10.0));
        for size in [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(0.0, 3.0)] {
            let flat = Aabb::from_size(Vec2::splat(5.0), size);
            assert!(!flat.is_empty() && flat.touches(room) && room.contains_box(flat));
            assert!(!flat.overlaps(room) && !room.overlaps(flat) && !flat.overlaps(flat));
            let cells = crate::IRect::new(5, 5, size.x as u32, size.y as u32);
            assert!(cells.intersect(crate::IRect::of_size(10, 10)).is_empty());
        }
        let side = Aabb::new(vec2(10.0, 0.0), vec2(20.0, 10.0));
        assert!(room.touches(side) && !room.overlaps(side) && room.overlaps(room));
    }
}
