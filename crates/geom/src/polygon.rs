//! Simple polygons.

use crate::exact::{closest_on_line, to_vec2};
use crate::{Aabb, Affine2, Segment, Vec2};
use core::fmt;
use glam::DVec2;

/// A closed outline without crossings, convex or not, in positive orientation (clockwise on the
/// screen). At least three vertices, all finite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>"))]
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
    /// A corner turns the wrong way, or the outline goes round more than once.
    NotConvex,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewVertices(n) => write!(f, "a polygon needs at least 3 vertices, found {n}"),
            Self::NotFinite(i) => write!(f, "vertex {i} of the polygon is not finite"),
            Self::NoArea => write!(f, "all vertices of the polygon lie on one line"),
            Self::NotConvex => write!(f, "the polygon is not convex"),
        }
    }
}

impl core::error::Error for PolygonError {}

/// Checked as by [`Polygon::new`].
impl TryFrom<Vec<Vec2>> for Polygon {
    type Error = PolygonError;

    fn try_from(vertices: Vec<Vec2>) -> Result<Self, PolygonError> {
        Self::new(vertices)
    }
}

impl From<Polygon> for Vec<Vec2> {
    fn from(polygon: Polygon) -> Self {
        polygon.vertices
    }
}

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
        if signed_area(&vertices) < 0.0 {
            vertices.reverse();
        }
        // Of the outline as it is kept: a sliver that is summed up from its other end may round to another area, and
        // what was once a polygon has to be one when it is read again.
        if signed_area(&vertices) > 0.0 { Ok(Self { vertices }) } else { Err(PolygonError::NoArea) }
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
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = Segment> + ExactSizeIterator + Clone {
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

    /// Whether every corner turns the same way (straight corners are allowed) and the outline goes
    /// round once.
    pub fn is_convex(&self) -> bool {
        let turns_right = self.corners().all(|[a, b, c]| (b - a).perp_dot(c - b) >= 0.0);
        // A star can turn one way only and still go round twice; then it comes back more often.
        turns_right
            && reversals(self.edges().map(|e| e.b.x - e.a.x)) <= 2
            && reversals(self.edges().map(|e| e.b.y - e.a.y)) <= 2
    }

    /// Every vertex with the one before and the one after it.
    fn corners(&self) -> impl Iterator<Item = [DVec2; 3]> {
        let n = self.vertices.len();
        (0..n).map(move |i| [n - 1, 0, 1].map(|k| self.vertices[(i + k) % n].as_dvec2()))
    }

    /// Whether a point is inside. Half-open like pixels: left and top borders are in, right and bottom
    /// borders are out, so that of polygons side by side exactly one holds a point of the shared
    /// border. An outline that crosses itself counts by the even-odd rule.
    pub fn contains(&self, point: Vec2) -> bool {
        let p = point.as_dvec2();
        // Counts the sides at or to the left of the point.
        let crossings = self.edges().filter(|edge| {
            // Always from top to bottom, so that neighbors round a shared side alike.
            let (top, low) = if edge.a.y <= edge.b.y { (edge.a, edge.b) } else { (edge.b, edge.a) };
            let spans = top.y <= point.y && point.y < low.y;
            let (top, low) = (top.as_dvec2(), low.as_dvec2());
            spans && (low - top).perp_dot(p - top) <= 0.0
        });
        crossings.count() % 2 == 1
    }

    /// The point of the outline nearest to `point`, which may be on either side of it.
    pub fn closest_point(&self, point: Vec2) -> Vec2 {
        let target = point.as_dvec2();
        let mut best = (f64::INFINITY, DVec2::ZERO);
        for edge in self.edges() {
            let (_, foot) = closest_on_line(edge.a.as_dvec2(), edge.b.as_dvec2(), target);
            let squared = foot.distance_squared(target);
            if squared < best.0 {
                best = (squared, foot);
            }
        }
        to_vec2(best.1)
    }

    /// Moved by an offset; allocates.
    ///
    /// # Errors
    /// When an offset so large leaves no finite outline with an area.
    pub fn translated(&self, offset: Vec2) -> Result<Self, PolygonError> {
        Self::new(self.vertices.iter().map(|&v| v + offset).collect())
    }

    /// Changed by an affine transform; a mirrored outline is turned round. Allocates.
    ///
    /// # Errors
    /// When the transform flattens the outline or is not finite.
    pub fn transformed(&self, transform: &Affine2) -> Result<Self, PolygonError> {
        Self::new(self.vertices.iter().map(|&v| transform.transform_point2(v)).collect())
    }
}

/// How often a cyclic sequence of steps changes its sign; zeros do not count.
fn reversals(steps: impl Iterator<Item = f32> + Clone) -> usize {
    let signs = steps.filter(|&step| step != 0.0).map(|step| step > 0.0);
    let next = signs.clone().cycle().skip(1);
    signs.zip(next).filter(|(a, b)| a != b).count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    fn polygon(points: &[(f32, f32)]) -> Polygon {
        Polygon::new(points.iter().map(|&(x, y)| vec2(x, y)).collect()).unwrap()
    }

    #[test]
    fn a_sliver_that_is_a_polygon_stays_one() {
        // Turned round, some outlines with an area of nothing but rounding had none, or a negative one: a saved state
        // could not be read again.
        let mut rng = crate::Rng::new(7);
        let sizes = [1e-30, 1e-10, 1.0, 1e10, 1e30];
        let (mut kept, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let corner = |rng: &mut crate::Rng| {
                let number =
                    |rng: &mut crate::Rng| rng.int(-2..3) as f32 * sizes[rng.below(5) as usize];
                vec2(number(rng), number(rng))
            };
            let outline: Vec<Vec2> = (0..4).map(|_| corner(&mut rng)).collect();
            match Polygon::new(outline) {
                Ok(polygon) => {
                    kept += 1;
                    assert_eq!(Polygon::new(polygon.vertices().to_vec()), Ok(polygon));
                }
                Err(_) => refused += 1,
            }
        }
        assert!(kept > 1000 && refused > 1000, "{kept} {refused}");
    }

    #[test]
    fn pix_10_contains_is_half_open_for_both_windings() {
        let clockwise = [(1.0, 1.0), (3.0, 1.0), (3.0, 4.0), (1.0, 4.0)];
        let mut counter = clockwise;
        counter.reverse();
        for square in [polygon(&clockwise), polygon(&counter)] {
            for y in 0..=10 {
                for x in 0..=10 {
                    let point = vec2(x as f32 * 0.5, y as f32 * 0.5);
                    let expected = (1.0..3.0).contains(&point.x) && (1.0..4.0).contains(&point.y);
                    assert_eq!(square.contains(point), expected, "{point}");
                }
            }
        }
    }

    #[test]
    fn pix_10_a_shared_diagonal_belongs_to_exactly_one() {
        // A square cut into four by its diagonals: every point of it is in exactly one part.
        let (c, m) = ([(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)], (3.0, 5.0));
        let parts: Vec<_> = (0..4).map(|i| polygon(&[c[i], c[(i + 1) % 4], m])).collect();
        for y in 0..=32 {
            for x in 0..=32 {
                let point = vec2(x as f32 * 0.25, y as f32 * 0.25);
                let count = parts.iter().filter(|part| part.contains(point)).count();
                assert_eq!(count, usize::from(point.x < 8.0 && point.y < 8.0), "{point}");
            }
        }
    }

    #[test]
    fn a_star_that_turns_one_way_is_not_convex() {
        let star: Vec<_> = (0..5)
            .map(|i| crate::Vec2Ext::at_angle(i as f32 * 2.0 * core::f32::consts::TAU / 5.0))
            .collect();
        assert!(!Polygon::new(star).unwrap().is_convex());
        assert!(polygon(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0)]).is_convex());
        assert!(!polygon(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]).is_convex());
    }

    #[test]
    fn copies_are_checked() {
        let triangle = polygon(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]);
        assert_eq!(triangle.translated(vec2(1.0, 2.0)).unwrap().vertices()[0], vec2(1.0, 2.0));
        let mirrored = triangle.transformed(&Affine2::from_scale(vec2(-2.0, 1.0))).unwrap();
        assert_eq!(mirrored.area(), 12.0);
        let flat = triangle.transformed(&Affine2::from_scale(vec2(0.0, 1.0)));
        assert_eq!(flat, Err(PolygonError::NoArea));
        assert_eq!(triangle.translated(Vec2::INFINITY), Err(PolygonError::NotFinite(0)));
        assert_eq!(triangle.closest_point(vec2(1.0, -2.0)), vec2(1.0, 0.0));
        assert_eq!(triangle.closest_point(vec2(9.0, 0.5)), vec2(4.0, 0.0));
    }
}
