//! Corners of closed outlines: which of them can be cut off without a crossing.

use motile_geom::Vec2;
use motile_geom::glam::DVec2;

/// A closed outline that does not cross itself but may touch itself in corners, as outlines of pixels do.
pub(super) struct Ring<'a> {
    corners: &'a [Vec2],
    /// Where each corner would move, by a length too small to matter, for the outline not to touch itself:
    /// towards its neighbors, and further the narrower the angle, so that of two angles in one point the
    /// inner one stays inside.
    retreat: Vec<DVec2>,
}

impl<'a> Ring<'a> {
    pub(super) fn new(corners: &'a [Vec2]) -> Self {
        let n = corners.len();
        let way = |i: usize, to: usize| {
            (corners[to].as_dvec2() - corners[i].as_dvec2()).normalize_or_zero()
        };
        let retreat = |i| way(i, (i + n - 1) % n) + way(i, (i + 1) % n);
        Self { corners, retreat: (0..n).map(retreat).collect() }
    }

    /// Twice the signed area of a triangle of corners, positive when clockwise on the screen.
    pub(super) fn turn(&self, triangle: [usize; 3]) -> f64 {
        turn(triangle.map(|i| self.corners[i]))
    }

    /// Whether a corner keeps a triangle of three others from being cut off: it lies inside or on the border,
    /// or it shares a point with one of the three and goes on into the triangle. In triangles without area
    /// nothing lies.
    pub(super) fn blocks(&self, triangle: [usize; 3], corner: usize) -> bool {
        let points = triangle.map(|i| self.corners[i]);
        let point = self.corners[corner];
        let area = turn(points);
        if area == 0.0 || !contains(points, point) {
            return false;
        }
        let Some(shared) = points.iter().position(|&other| other == point) else { return true };
        let [to_next, to_last] =
            [1, 2].map(|k| points[(shared + k) % 3].as_dvec2() - point.as_dvec2());
        let way = self.retreat[corner] - self.retreat[triangle[shared]];
        to_next.perp_dot(way) * area > 0.0 && way.perp_dot(to_last) * area > 0.0
    }
}

/// Twice the signed area of a triangle. Its sign can be trusted: differences and products of `f32` round only
/// in the last bits of an `f64`.
fn turn([a, b, c]: [Vec2; 3]) -> f64 {
    (b.as_dvec2() - a.as_dvec2()).perp_dot(c.as_dvec2() - b.as_dvec2())
}

/// Whether a point lies in a triangle or on its border, in either orientation.
fn contains([a, b, c]: [Vec2; 3], point: Vec2) -> bool {
    let sides = [turn([a, b, point]), turn([b, c, point]), turn([c, a, point])];
    sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
}
