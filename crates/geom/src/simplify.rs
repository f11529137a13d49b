//! Outlines and lines with fewer points (Douglas and Peucker, 1973).

use crate::exact::closest_on_line;
use crate::{Polygon, PolygonError, Vec2};

/// Appends to `kept` the points of an open line that are needed to stay within `tolerance` pixels of
/// it: both ends always, and in between the farthest points while they are farther away. Costs
/// n·log n for most lines, n² for the worst; allocates to grow `kept` and a stack.
///
/// ```
/// use motile_geom::{simplify_line, vec2};
/// let wavy = [vec2(0.0, 0.0), vec2(5.0, 0.4), vec2(10.0, -0.3), vec2(20.0, 0.0), vec2(20.0, 9.0)];
/// let mut kept = Vec::new();
/// simplify_line(&wavy, 0.5, &mut kept);
/// assert_eq!(kept, [vec2(0.0, 0.0), vec2(20.0, 0.0), vec2(20.0, 9.0)]);
/// ```
#[doc(alias = "Douglas-Peucker")]
#[doc(alias = "polyline simplification")]
pub fn simplify_line(points: &[Vec2], tolerance: f32, kept: &mut Vec<Vec2>) {
    let Some(last) = points.len().checked_sub(1) else { return };
    kept.push(points[0]);
    let limit = f64::from(tolerance.max(0.0)) * f64::from(tolerance.max(0.0));
    // Ends of the stretches still to do, the nearest on top.
    let mut ends = vec![last];
    let mut start = 0;
    while let Some(&end) = ends.last() {
        if let Some((far, squared)) = farthest(points, start, end)
            && squared > limit
        {
            ends.push(far);
            continue;
        }
        if end > start {
            kept.push(points[end]);
        }
        start = end;
        ends.pop();
    }
}

/// The point strictly between two others that is farthest from the line joining them, and its squared
/// distance.
fn farthest(points: &[Vec2], start: usize, end: usize) -> Option<(usize, f64)> {
    let (a, b) = (points[start].as_dvec2(), points[end].as_dvec2());
    let squared = |i: usize| {
        let point = points[i].as_dvec2();
        closest_on_line(a, b, point).1.distance_squared(point)
    };
    (start + 1..end).map(|i| (i, squared(i))).max_by(|x, y| x.1.total_cmp(&y.1))
}

impl Polygon {
    /// The outline with fewer vertices, none of the dropped ones farther than `tolerance` pixels from
    /// it; allocates. A large tolerance may make a hollow outline cross itself.
    ///
    /// # Errors
    /// When the tolerance is so large that no area is left.
    pub fn simplified(&self, tolerance: f32) -> Result<Self, PolygonError> {
        let vertices = self.vertices();
        // Cut at the first vertex and the one farthest from it: both belong to every good answer.
        let first = vertices[0];
        let far = (1..vertices.len())
            .max_by(|&i, &j| {
                let squared = |k: usize| vertices[k].as_dvec2().distance_squared(first.as_dvec2());
                squared(i).total_cmp(&squared(j))
            })
            .unwrap_or(0);
        let mut kept = Vec::new();
        simplify_line(&vertices[..=far], tolerance, &mut kept);
        kept.pop();
        let back: Vec<Vec2> = vertices[far..].iter().copied().chain([first]).collect();
        simplify_line(&back, tolerance, &mut kept);
        kept.pop();
        Self::new(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    #[test]
    fn short_and_degenerate_lines() {
        let run = |points: &[Vec2], tolerance| {
            let mut kept = Vec::new();
            simplify_line(points, tolerance, &mut kept);
            kept
        };
        assert!(run(&[], 1.0).is_empty());
        assert_eq!(run(&[Vec2::X], 1.0), [Vec2::X]);
        assert_eq!(run(&[Vec2::X, Vec2::X], 1.0), [Vec2::X, Vec2::X]);
        // A closed loop: the ends are one point, the farthest point still counts.
        let there_and_back = [Vec2::ZERO, vec2(9.0, 0.0), Vec2::ZERO];
        assert_eq!(run(&there_and_back, 1.0), there_and_back);
        assert_eq!(run(&there_and_back, f32::NAN), there_and_back);
    }

    #[test]
    fn a_stepped_outline_becomes_its_square() {
        let mut outline = Vec::new();
        for i in 0..20 {
            outline.push(vec2(i as f32, (i % 2) as f32 * 0.25));
        }
        outline.extend([vec2(20.0, 0.0), vec2(20.0, 20.0), vec2(0.0, 20.0)]);
        let simple = Polygon::new(outline).unwrap().simplified(0.5).unwrap();
        assert_eq!(simple.vertices().len(), 4);
        assert_eq!(simple.area(), 400.0);
        assert_eq!(simple.simplified(0.0).unwrap(), simple);
        assert_eq!(simple.simplified(1e9), Err(PolygonError::TooFewVertices(2)));
    }
}
