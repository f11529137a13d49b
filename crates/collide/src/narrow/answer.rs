//! What questions between two shapes are answered with.

use motile_geom::{HashState, StateHash, Vec2};

/// A place held to the finite range: depths near the largest number reach beyond it.
#[inline]
pub(super) fn within_range(point: Vec2) -> Vec2 {
    point.clamp(Vec2::MIN, Vec2::MAX)
}

/// A touch of two shapes, seen from the second: its surface, its outward direction.
///
/// The normal points **from the second shape to the first**: move the first by `normal * depth` and
/// the two just touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// On the surface of the second shape.
    pub point: Vec2,
    /// Unit vector from the second shape to the first.
    pub normal: Vec2,
    /// How far the shapes are in each other in pixels; 0 when they just touch.
    pub depth: f32,
}

impl Contact {
    /// The matching point on the surface of the first shape.
    pub fn point_on_first(self) -> Vec2 {
        within_range(self.point - self.normal * self.depth)
    }

    /// This contact with the shapes exchanged.
    pub fn flipped(self) -> Self {
        Self { point: self.point_on_first(), normal: -self.normal, depth: self.depth }
    }
}

impl HashState for Contact {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.point, self.normal, self.depth));
    }
}

/// One of the points of a [`Manifold`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// On the surface of the second shape.
    pub point: Vec2,
    /// How far the shapes are in each other here, in pixels.
    pub depth: f32,
    /// Which sides and corners meet: the same number from one step to the next means the same point
    /// of contact, so a solver can start from its last answer.
    pub feature: u32,
}

/// All the points a solver needs to hold two shapes apart: one, or two where sides meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit vector from the second shape to the first.
    pub normal: Vec2,
    points: [ManifoldPoint; 2],
    count: u8,
}

impl Manifold {
    pub(super) fn one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, points: [point, ManifoldPoint::default()], count: 1 }
    }

    pub(super) fn two(normal: Vec2, points: [ManifoldPoint; 2]) -> Self {
        Self { normal, points, count: 2 }
    }

    /// This manifold with the shapes exchanged.
    pub fn flipped(mut self) -> Self {
        for point in &mut self.points {
            point.point = within_range(point.point - self.normal * point.depth);
        }
        Self { normal: -self.normal, ..self }
    }

    /// The points, one or two.
    #[inline]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// The deepest point as a contact; the middle when two are equally deep.
    pub fn contact(&self) -> Contact {
        let [a, b] = self.points;
        let (point, depth) = if self.count < 2 || a.depth > b.depth {
            (a.point, a.depth)
        } else if a.depth == b.depth {
            (a.point * 0.5 + b.point * 0.5, a.depth)
        } else {
            (b.point, b.depth)
        };
        Contact { point, normal: self.normal, depth }
    }
}

/// The nearest points of two shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosestPoints {
    /// On or in the first shape.
    pub on_first: Vec2,
    /// On or in the second shape.
    pub on_second: Vec2,
    /// Distance between the two in pixels; 0 when the shapes touch or overlap.
    pub distance: f32,
}

impl ClosestPoints {
    /// These points with the shapes exchanged.
    pub fn flipped(self) -> Self {
        Self { on_first: self.on_second, on_second: self.on_first, distance: self.distance }
    }
}
