//! Convex pieces of a polygon.

use super::ring::Ring;
use motile_geom::{ConvexPolygon, Polygon};
use std::collections::BTreeMap;

/// Cuts a simple polygon into convex pieces: triangles by cutting ears, then merged again wherever
/// two pieces together are convex (Hertel and Mehlhorn, 1983), which is at most four times the least
/// possible number, and never more than the number of corners less two. The pieces use the corners of the
/// polygon, cover it exactly and overlap only in their borders; it may touch itself in corners. An outline that crosses itself gives
/// convex pieces too, but they cover something else. Allocates; takes time in the square of the
/// number of corners for most polygons, in its cube at worst, so simplify traced outlines first.
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
#[doc(alias = "convex decomposition")]
#[doc(alias = "triangulation")]
pub fn convex_pieces(polygon: &Polygon) -> Vec<ConvexPolygon> {
    if polygon.is_convex() {
        return ConvexPolygon::new(polygon.vertices().to_vec()).into_iter().collect();
    }
    let corners = polygon.vertices();
    let points = |piece: Vec<usize>| piece.into_iter().map(|i| corners[i]).collect();
    let ring = Ring::new(corners);
    let pieces = merged(&ring, &triangles(&ring, corners.len())).into_iter();
    pieces.filter_map(|piece| ConvexPolygon::new(points(piece)).ok()).collect()
}

/// Triangles over the corners of a simple polygon, by cutting ears.
fn triangles(ring: &Ring<'_>, corners: usize) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..corners).collect();
    let mut triangles = Vec::with_capacity(corners);
    while left.len() > 3 {
        let n = left.len();
        let around = |i: usize| [left[(i + n - 1) % n], left[i], left[(i + 1) % n]];
        let is_ear = |i: usize| {
            let ear = around(i);
            let is_blocked = || left.iter().any(|&j| !ear.contains(&j) && ring.blocks(ear, j));
            ring.turn(ear) > 0.0 && !is_blocked()
        };
        // Outlines that cross themselves may have no ear; then the straightest corner goes.
        let flat = |i: usize| ring.turn(around(i)).abs();
        let ear = (0..n)
            .find(|&i| is_ear(i))
            .or_else(|| (0..n).min_by(|&a, &b| flat(a).total_cmp(&flat(b))))
            .unwrap_or(0);
        triangles.push(around(ear));
        left.remove(ear);
    }
    triangles.push([left[0], left[1], left[2]]);
    triangles.retain(|&triangle| ring.turn(triangle) > 0.0);
    triangles
}

/// Pieces of triangles. Every side between two of them is looked at once: one that cannot go, because the
/// union has a hollow corner at one of its ends, cannot go later either, as pieces only grow.
fn merged(ring: &Ring<'_>, triangles: &[[usize; 3]]) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = triangles.iter().map(|triangle| triangle.to_vec()).collect();
    let mut piece_of: Vec<usize> = (0..pieces.len()).collect();
    let mut sides = BTreeMap::new();
    for (triangle, &[a, b, c]) in triangles.iter().enumerate() {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if let Some(&other) = sides.get(&(to, from)) {
                let (kept, gone): (usize, usize) = (piece_of[other], piece_of[triangle]);
                if let Some(union) = union(ring, [&pieces[kept], &pieces[gone]], [to, from]) {
                    pieces[kept] = union;
                    pieces[gone].clear();
                    piece_of
                        .iter_mut()
                        .filter(|piece| **piece == gone)
                        .for_each(|piece| *piece = kept);
                }
            }
            sides.insert((from, to), triangle);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Two pieces joined along the side that the first has from `a` to `b`, and the second from `b` to `a`;
/// `None` when that is not convex.
fn union(
    ring: &Ring<'_>,
    [first, second]: [&[usize]; 2],
    [a, b]: [usize; 2],
) -> Option<Vec<usize>> {
    // Each from where the side ends, all around, without the corner where it began.
    let from = |piece: &[usize], start: usize| -> Option<Vec<usize>> {
        let at = piece.iter().position(|&corner| corner == start)?;
        let around = piece.iter().cycle().skip(at).take(piece.len() - 1);
        Some(around.copied().collect())
    };
    let mut union = from(first, b)?;
    union.extend(from(second, a)?);
    let n = union.len();
    let corner = |i: usize| [0, 1, 2].map(|k| union[(i + k) % n]);
    (0..n).all(|i| ring.turn(corner(i)) >= 0.0).then_some(union)
}
