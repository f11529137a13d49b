//! Which edges are the rim of a mesh: those with triangles on one side only.

use super::{
    Triangles,
    corners::{Corners, Fixed},
};

/// An edge of a triangle that is drawn, by where its ends are: meshes repeat points along the seam of their picture, and a
/// seam is no rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EdgeUse {
    low: Fixed,
    high: Fixed,
    /// Whether the triangle, turned clockwise, walks it from low to high: tells the two sides apart.
    forward: bool,
    triangle: u32,
    /// 1 << edge.
    bit: u8,
}

/// Fills `rims` with the rim edges of every triangle: bit i for the edge from corner i to the next, corners turned
/// clockwise.
pub(super) fn find(
    triangles: &Triangles<'_>,
    corners: &Corners,
    edges: &mut Vec<EdgeUse>,
    rims: &mut Vec<u8>,
) {
    rims.resize(triangles.count(), 0);
    edges.clear();
    for &triangle in &corners.kept {
        let Some((points, ..)) = corners.clockwise(triangles, triangle as usize) else { continue };
        for (edge, bit) in [(0, 1), (1, 2), (2, 4)] {
            let (from, to) = (points[edge], points[(edge + 1) % 3]);
            let forward = from < to;
            let (low, high) = if forward { (from, to) } else { (to, from) };
            edges.push(EdgeUse { low, high, forward, triangle, bit });
        }
    }
    edges.sort_unstable();
    for same in edges.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high)) {
        // Sorted by side as well: the ends tell whether there are triangles on both. Where a mesh folds over, its two
        // sheets lie on one side, and the fold is a rim of both.
        if same[0].forward == same[same.len() - 1].forward {
            for edge in same {
                rims[edge.triangle as usize] |= edge.bit;
            }
        }
    }
}
