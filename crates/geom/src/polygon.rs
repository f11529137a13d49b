//! Simple polygons.

use crate::{Aabb, Segment, Vec2};
use core::fmt;

/// A closed outline without crossings, convex or not, in positive orientation (clockwise on the
/// screen). At least three vertices, all finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    vertices: Vec<Vec2>,
}

/// Why a polygon could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolygonError {
    /// Fewer than three vertices.
    TooFewVertices(u32),
    /// The vertex of this index is NaN or infinite.
    NotFinite(u32),
    /// All vertices lie on one line.
    NoArea,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewVertices(n) => write!(f, "a polygon needs at least 3 vertices, found {n}"),
            Self::NotFinite(i) => write!(f, "vertex {i} of the polygon is not finite"),
            Self::NoArea => write!(f, "all vertices of the polygon lie on one line"),
        }
    }
}

impl core::error::Error for PolygonError {}

impl Polygon {
    /// A polygon from its outline in either direction; it is turned to positive orientation.
    ///
    /// # Errors
    /// Fewer than three vertices, a vertex that is not finite, or no area.
    pub fn new(mut vertices: Vec<Vec2>) -> Result<Self, PolygonError> {
        if vertices.len() < 3 {
            return Err(PolygonError::TooFewVertices(vertices.len() as u32));
        }
        if let Some(bad) = vertices.iter().position(|v| !v.is_finite()) {
            return Err(PolygonError::NotFinite(bad as u32));
        }
        let area = signed_area(&vertices);
        if area == 0.0 {
            return Err(PolygonError::NoArea);
        }
        if area < 0.0 {
            vertices.reverse();
        }
        Ok(Self { vertices })
    }

    /// The vertices in order.
    pub fn vertices(&self) -> &[Vec2] {
        &self.vertices
    }

    /// The vertices in order, without copying.
    pub fn into_vertices(self) -> Vec<Vec2> {
        self.vertices
    }

    /// The sides in order; the last one closes the outline.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = Segment> + ExactSizeIterator {
        let n = self.vertices.len();
        (0..n).map(move |i| Segment::new(self.vertices[i], self.vertices[(i + 1) % n]))
    }

    /// Area in square pixels, positive.
    pub fn area(&self) -> f32 {
        signed_area(&self.vertices) as f32
    }

    /// The smallest box around it.
    pub fn aabb(&self) -> Aabb {
        Aabb::around(self.vertices.iter().copied())
    }

    /// Whether every corner turns the same way (straight corners are allowed).
    pub fn is_convex(&self) -> bool {
        let n = self.vertices.len();
        (0..n).all(|i| {
            let [a, b, c] = [0, 1, 2].map(|k| self.vertices[(i + k) % n].as_dvec2());
            (b - a).perp_dot(c - b) >= 0.0
        })
    }

    /// Whether a point is inside. Half-open like pixels: left and top borders are in, right and bottom
    /// borders are out, so that polygons side by side share no point.
    pub fn contains(&self, point: Vec2) -> bool {
        let mut inside = false;
        for edge in self.edges() {
            let (a, b) = (edge.a, edge.b);
            if (a.y <= point.y) != (b.y <= point.y) {
                let (a, b, p) = (a.as_dvec2(), b.as_dvec2(), point.as_dvec2());
                let side = (b - a).perp_dot(p - a);
                if (side < 0.0) == (b.y > a.y) && side != 0.0 || side == 0.0 && b.y < a.y {
                    inside = !inside;
                }
            }
        }
        inside
    }
}

/// Signed area of a closed outline, positive when clockwise on the screen; taken about the first
/// vertex, so far-away outlines lose no accuracy.
pub(crate) fn signed_area(vertices: &[Vec2]) -> f64 {
    let Some(first) = vertices.first().map(|v| v.as_dvec2()) else { return 0.0 };
    let twice: f64 = vertices
        .windows(2)
        .map(|pair| (pair[0].as_dvec2() - first).perp_dot(pair[1].as_dvec2() - first))
        .sum();
    twice * 0.5
}
