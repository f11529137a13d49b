//! From pixels to polygons: outlines along pixel edges, and fewer corners.

use super::Mask;
use motile_geom::{IVec2, Polygon, PolygonError, Vec2, ivec2};

/// East, south, west, north: clockwise on the screen.
const STEPS: [IVec2; 4] = [ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1)];
/// Seen from a corner of the pixel grid, the pixel ahead on the right of each direction; the one ahead
/// on the left is that of the direction before.
const AHEAD_RIGHT: [IVec2; 4] = [ivec2(0, 0), ivec2(-1, 0), ivec2(-1, -1), ivec2(0, -1)];

impl Mask {
    /// The outlines of the solid regions along pixel edges, each as its corners in the mask's own
    /// pixels. Allocates.
    ///
    /// Outer outlines run clockwise on the screen (positive area), the outlines of holes the other
    /// way. Pixels that meet only at a corner belong to different regions. Outlines come in the order
    /// of their topmost, then leftmost, pixel edge.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// use motile_geom::vec2;
    /// let mask = Mask::solid(3, 2)?;
    /// let corners = [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 2.0), vec2(0.0, 2.0)];
    /// assert_eq!(mask.outlines(), [corners]);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn outlines(&self) -> Vec<Vec<Vec2>> {
        let mut outlines = Vec::new();
        // Every outline has an edge that runs east: the top of a pixel below an empty one.
        let words = vec![0; self.words.len()];
        let mut walked = Self { width: self.width, height: self.height, words };
        for y in 0..self.height as i32 {
            for x in 0..self.width as i32 {
                if self.get(x, y) && !self.get(x, y - 1) && !walked.get(x, y) {
                    outlines.push(self.walk(ivec2(x, y), &mut walked));
                }
            }
        }
        outlines
    }

    /// Follows an outline from the top left corner of a pixel, with the solid side on the right.
    fn walk(&self, start: IVec2, walked: &mut Self) -> Vec<Vec2> {
        let mut corners = vec![start.as_vec2()];
        let (mut at, mut direction) = (start, 0);
        loop {
            if direction == 0 {
                walked.set(at.x, at.y, true);
            }
            at += STEPS[direction];
            let solid = |direction: usize| {
                let pixel = at + AHEAD_RIGHT[direction];
                self.get(pixel.x, pixel.y)
            };
            let turned = if !solid(direction) {
                (direction + 1) % 4
            } else if solid((direction + 3) % 4) {
                (direction + 3) % 4
            } else {
                direction
            };
            if at == start && turned == 0 {
                return corners;
            }
            if turned != direction {
                corners.push(at.as_vec2());
            }
            direction = turned;
        }
    }

    /// The outer outlines as polygons with at most `max_corners` corners each (at least 3), holes
    /// filled, for physics and casting. Allocates.
    pub fn polygons(&self, max_corners: u32) -> Vec<Polygon> {
        let outlines = self.outlines().into_iter();
        let outer = outlines.filter(|outline| doubled_area(outline) > 0.0);
        outer.filter_map(|outline| simplify_to_budget(outline, max_corners).ok()).collect()
    }
}

/// Twice the signed area, positive when clockwise on the screen.
fn doubled_area(corners: &[Vec2]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.as_dvec2().perp_dot(b.as_dvec2())).sum()
}

/// A closed outline with at most `max_corners` corners (3 or more; less counts as 3): again and again
/// the corner goes whose triangle with its neighbors is smallest (Visvalingam and Whyatt, 1993), unless
/// another corner lies inside that triangle, so that the outline never comes to cross itself. When no
/// corner may go the outline keeps more.
///
/// Takes time in the square of the number of corners.
///
/// # Errors
/// As [`Polygon::new`].
pub fn simplify_to_budget(
    mut corners: Vec<Vec2>,
    max_corners: u32,
) -> Result<Polygon, PolygonError> {
    let budget = max_corners.max(3) as usize;
    let mut costs: Vec<f64> = (0..corners.len()).map(|i| cost(&corners, i)).collect();
    while corners.len() > budget {
        let Some(spare) = cheapest(&corners, &costs) else { break };
        corners.remove(spare);
        costs.remove(spare);
        let n = corners.len();
        for changed in [(spare + n - 1) % n, spare % n] {
            costs[changed] = cost(&corners, changed);
        }
    }
    Polygon::new(corners)
}

fn around(corners: &[Vec2], i: usize) -> [Vec2; 3] {
    let n = corners.len();
    [corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]]
}

/// Twice the area that goes with a corner.
fn cost(corners: &[Vec2], i: usize) -> f64 {
    let [a, b, c] = around(corners, i).map(Vec2::as_dvec2);
    (b - a).perp_dot(c - a).abs()
}

/// The corner with the smallest cost that may go; the first of equals.
fn cheapest(corners: &[Vec2], costs: &[f64]) -> Option<usize> {
    let mut order: Vec<usize> = (0..corners.len()).collect();
    let mut tried = 0;
    while tried < order.len() {
        let best = (tried..order.len()).min_by(|&a, &b| {
            costs[order[a]].total_cmp(&costs[order[b]]).then(order[a].cmp(&order[b]))
        })?;
        order.swap(tried, best);
        let i = order[tried];
        let triangle = around(corners, i);
        let blocked = corners.iter().any(|&p| !triangle.contains(&p) && in_triangle(p, triangle));
        if !blocked {
            return Some(i);
        }
        tried += 1;
    }
    None
}

/// Whether a point lies in a triangle or on its border, in either orientation.
pub(super) fn in_triangle(point: Vec2, [a, b, c]: [Vec2; 3]) -> bool {
    let p = point.as_dvec2();
    let side =
        |from: Vec2, to: Vec2| (to.as_dvec2() - from.as_dvec2()).perp_dot(p - from.as_dvec2());
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0)
}
