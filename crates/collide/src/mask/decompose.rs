//! Convex pieces of a polygon.

use super::outline::in_triangle;
use motile_geom::{ConvexPolygon, Polygon, Vec2};

/// Cuts a simple polygon into convex pieces: triangles by cutting ears, then merged again wherever
/// two pieces together are convex (Hertel and Mehlhorn, 1983), which is at most four times the least
/// possible number. The pieces cover the polygon and overlap only in their borders. Allocates; takes
/// time in the cube of the number of corners at worst, so simplify traced outlines first.
///
/// ```
/// use motile_collide::convex_pieces;
/// use motile_geom::{Polygon, vec2};
/// let corner = [(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)];
/// let corner = Polygon::new(corner.map(|(x, y)| vec2(x as f32, y as f32)).to_vec())?;
/// let pieces = convex_pieces(&corner);
/// assert_eq!(pieces.len(), 2);
/// assert_eq!(pieces.iter().map(|piece| piece.polygon().area()).sum::<f32>(), 300.0);
/// # Ok::<(), motile_geom::PolygonError>(())
/// ```
pub fn convex_pieces(polygon: &Polygon) -> Vec<ConvexPolygon> {
    if polygon.is_convex() {
        return ConvexPolygon::new(polygon.vertices().to_vec()).into_iter().collect();
    }
    let corners = polygon.vertices();
    let mut pieces: Vec<Vec<usize>> = triangles(corners).into_iter().map(Vec::from).collect();
    while let Some((keep, gone, merged)) = first_merge(corners, &pieces) {
        pieces[keep] = merged;
        pieces.remove(gone);
    }
    let points = |piece: Vec<usize>| piece.into_iter().map(|i| corners[i]).collect();
    pieces.into_iter().filter_map(|piece| ConvexPolygon::new(points(piece)).ok()).collect()
}

/// Twice the signed area of a triangle, positive when clockwise on the screen.
fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    (b.as_dvec2() - a.as_dvec2()).perp_dot(c.as_dvec2() - b.as_dvec2())
}

/// Triangles over the corners of a simple polygon, by cutting ears.
fn triangles(corners: &[Vec2]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::with_capacity(corners.len());
    while left.len() > 3 {
        let n = left.len();
        let around = |i: usize| [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
        let is_ear = |i: usize| {
            let [a, b, c] = around(i);
            let triangle = [a, b, c].map(|i| corners[i]);
            turn(triangle[0], triangle[1], triangle[2]) > 0.0
                && !left
                    .iter()
                    .any(|&p| !triangle.contains(&corners[p]) && in_triangle(corners[p], triangle))
        };
        // Numbers too close to call may leave no ear; then the straightest corner goes.
        let flat = |i: usize| {
            let [a, b, c] = around(i).map(|i| corners[i]);
            turn(a, b, c).abs()
        };
        let ear = (0..n)
            .find(|&i| is_ear(i))
            .or_else(|| (0..n).min_by(|&a, &b| flat(a).total_cmp(&flat(b))))
            .unwrap_or(0);
        triangles.push(around(ear));
        left.remove(ear);
    }
    triangles.push([left[0], left[1], left[2]]);
    triangles.retain(|&[a, b, c]| turn(corners[a], corners[b], corners[c]) > 0.0);
    triangles
}

/// The first two pieces that share a side and are convex together, with their union.
fn first_merge(corners: &[Vec2], pieces: &[Vec<usize>]) -> Option<(usize, usize, Vec<usize>)> {
    for (i, first) in pieces.iter().enumerate() {
        for (j, second) in pieces.iter().enumerate().skip(i + 1) {
            if let Some(merged) = merge(first, second).filter(|piece| is_convex(corners, piece)) {
                return Some((i, j, merged));
            }
        }
    }
    None
}

/// The union of two pieces along a side that one has forward and the other backward.
fn merge(first: &[usize], second: &[usize]) -> Option<Vec<usize>> {
    let (n, m) = (first.len(), second.len());
    for i in 0..n {
        let (a, b) = (first[i], first[(i + 1) % n]);
        let shared = (0..m).find(|&j| second[j] == b && second[(j + 1) % m] == a);
        if let Some(j) = shared {
            // From b around the first piece to a, then on around the second, back to before b.
            let around_first = (0..n).map(|k| first[(i + 1 + k) % n]);
            let around_second = (0..m - 2).map(|k| second[(j + 2 + k) % m]);
            return Some(around_first.chain(around_second).collect());
        }
    }
    None
}

fn is_convex(corners: &[Vec2], piece: &[usize]) -> bool {
    let n = piece.len();
    (0..n).all(|i| {
        let [a, b, c] = [0, 1, 2].map(|k| corners[piece[(i + k) % n]]);
        turn(a, b, c) >= 0.0
    })
}
