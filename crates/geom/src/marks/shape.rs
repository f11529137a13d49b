//! What a mark looks like.

use super::MarkRole;
use crate::{Aabb, Circle, Segment, Vec2, ops};

/// One thing for a debug view to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark<'a> {
    /// What it stands for.
    pub role: MarkRole,
    /// What it looks like.
    pub shape: MarkShape<'a>,
}

/// The form of a debug mark, in pixels of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MarkShape<'a> {
    /// A small dot or cross.
    Point(Vec2),
    /// A line.
    Line(Segment),
    /// An arrow from `a` to `b`.
    Arrow(Segment),
    /// The outline of a circle.
    Circle(Circle),
    /// The outline of an upright box.
    Aabb(Aabb),
    /// Words beside a place.
    Label {
        /// Where the words begin.
        position: Vec2,
        /// The words.
        text: &'a str,
    },
}

/// Sides of the polygon that [`MarkShape::segments`] gives for a circle.
pub const CIRCLE_SIDES: u32 = 24;

impl MarkShape<'_> {
    /// Whether all numbers are finite, and sizes are not negative.
    pub fn is_finite(self) -> bool {
        match self {
            Self::Point(position) | Self::Label { position, .. } => position.is_finite(),
            Self::Line(line) | Self::Arrow(line) => line.is_valid(),
            Self::Circle(circle) => circle.is_valid(),
            Self::Aabb(area) => area.is_valid(),
        }
    }

    /// The mark as straight lines, for renderers that have nothing else: a cross of `point_size` pixels for a point,
    /// the strokes of an arrow, the sides of a box, [`CIRCLE_SIDES`] sides for a circle. A label has none.
    ///
    /// ```
    /// use motile_geom::{MarkShape, Segment, vec2};
    /// let cross: Vec<_> = MarkShape::Point(vec2(5.0, 5.0)).segments(4.0).collect();
    /// assert_eq!(cross[0], Segment::new(vec2(3.0, 5.0), vec2(7.0, 5.0)));
    /// assert_eq!(cross[1], Segment::new(vec2(5.0, 3.0), vec2(5.0, 7.0)));
    /// ```
    pub fn segments(self, point_size: f32) -> impl ExactSizeIterator<Item = Segment> {
        let count = match self {
            Self::Label { .. } => 0,
            Self::Line(_) => 1,
            Self::Point(_) => 2,
            Self::Arrow(_) => 3,
            Self::Aabb(_) => 4,
            Self::Circle(_) => CIRCLE_SIDES,
        };
        (0..count).map(move |n| self.segment(n, point_size))
    }

    fn segment(self, n: u32, point_size: f32) -> Segment {
        match self {
            Self::Line(line) => line,
            Self::Arrow(line) => arrow_strokes(line.a, line.vector())[n as usize],
            Self::Point(position) | Self::Label { position, .. } => {
                let half = if n == 0 { Vec2::X } else { Vec2::Y } * (0.5 * point_size);
                Segment::new(position - half, position + half)
            }
            Self::Aabb(area) => {
                let corners = area.corners();
                Segment::new(corners[n as usize], corners[(n as usize + 1) % 4])
            }
            Self::Circle(circle) => {
                let corner = |n: u32| {
                    let turn = (n % CIRCLE_SIDES) as f32 / CIRCLE_SIDES as f32;
                    let (sin, cos) = ops::sin_cos(turn * core::f32::consts::TAU);
                    circle.center + Vec2::new(cos, sin) * circle.radius
                };
                Segment::new(corner(n), corner(n + 1))
            }
        }
    }
}

/// A vector as an arrow: the shaft and the two strokes of the head, which is a quarter as long.
///
/// ```
/// use motile_geom::{Segment, arrow_strokes, vec2};
/// let [shaft, left, right] = arrow_strokes(vec2(10.0, 10.0), vec2(20.0, 0.0));
/// assert_eq!(shaft, Segment::new(vec2(10.0, 10.0), vec2(30.0, 10.0)));
/// assert_eq!((left.b, right.b), (vec2(25.0, 13.0), vec2(25.0, 7.0)));
/// ```
pub fn arrow_strokes(from: Vec2, vector: Vec2) -> [Segment; 3] {
    let tip = from + vector;
    let (back, side) = (vector * -0.25, vector.perp() * 0.15);
    [
        Segment::new(from, tip),
        Segment::new(tip, tip + back + side),
        Segment::new(tip, tip + back - side),
    ]
}
