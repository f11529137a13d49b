//! Chains of segments.

use super::cast::{Impact, cast, earliest};
use motile_geom::{
    Aabb, ClosestPoints, Contact, Convex, Segment, Vec2, closest_points, contact, touches,
};

/// Points joined by straight lines, borrowed: terrain, walls, paths. It has no inside.
///
/// ```
/// use motile_collide::Polyline;
/// use motile_geom::{Circle, vec2};
///
/// let ground = [vec2(0.0, 10.0), vec2(50.0, 10.0), vec2(100.0, 40.0)];
/// let ground = Polyline::open(&ground);
/// let ball = Circle::new(vec2(20.0, 0.0), 4.0);
/// assert_eq!(ground.distance(&ball), 6.0);
/// assert_eq!(ground.cast(&ball, vec2(0.0, 12.0)).unwrap().time, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Polyline<'a> {
    /// The points in order.
    pub points: &'a [Vec2],
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

impl<'a> Polyline<'a> {
    /// A chain with two ends; a single point is a segment without length.
    pub const fn open(points: &'a [Vec2]) -> Self {
        Self { points, closed: false }
    }

    /// A chain whose last point is joined to the first.
    pub const fn closed(points: &'a [Vec2]) -> Self {
        Self { points, closed: true }
    }

    /// The segments in order.
    pub fn segments(self) -> impl Iterator<Item = Segment> + Clone + 'a {
        let n = self.points.len();
        let count = if self.closed || n == 1 { n } else { n.saturating_sub(1) };
        let points = self.points;
        (0..count).map(move |i| Segment::new(points[i], points[(i + 1) % n]))
    }

    /// The smallest box around it; empty when there are no points.
    pub fn aabb(self) -> Aabb {
        Aabb::around(self.points.iter().copied())
    }

    /// Whether a shape touches it.
    pub fn touches<A: Convex + ?Sized>(self, shape: &A) -> bool {
        self.segments().any(|segment| touches(shape, &segment))
    }

    /// Distance to a shape in pixels; 0 when they touch, infinite when there are no points.
    pub fn distance<A: Convex + ?Sized>(self, shape: &A) -> f32 {
        self.closest_points(shape).map_or(f32::INFINITY, |nearest| nearest.distance)
    }

    /// The nearest points of a shape (first) and the chain (second).
    pub fn closest_points<A: Convex + ?Sized>(self, shape: &A) -> Option<ClosestPoints> {
        let all = self.segments().filter_map(|segment| closest_points(shape, &segment));
        all.reduce(|best, next| if next.distance < best.distance { next } else { best })
    }

    /// The deepest contact of a shape (first) with a segment of the chain (second).
    pub fn contact<A: Convex + ?Sized>(self, shape: &A) -> Option<Contact> {
        let all = self.segments().filter_map(|segment| contact(shape, &segment));
        all.reduce(|best, next| if next.depth > best.depth { next } else { best })
    }

    /// When a moving shape first touches the chain; see [`cast`].
    pub fn cast<A: Convex + ?Sized>(self, moving: &A, motion: Vec2) -> Option<Impact> {
        earliest(self.segments().filter_map(|segment| cast(moving, motion, &segment)))
    }
}
