//! Which edges are the rim of a mesh: those with triangles on one side only.

use super::{
    Triangles,
    corners::{Corners, Fixed},
};

/// An edge by where its ends are, the lesser one first: meshes repeat points along the seam of their picture, and a seam is no rim.
type Ends = [Fixed; 2];

/// Triangles on the side of an edge that walk it from the lesser end to the greater, turned clockwise.
const FORWARD: u8 = 1;
/// Those on its other side.
const BACKWARD: u8 = 2;

/// Finds the edges that triangles share, in a table by their ends. Sorting the edges took a tenth of the time of drawing sprites.
#[derive(Clone, Debug, Default)]
pub(super) struct Silhouette {
    edges: Vec<Edge>,
    /// Numbers of edges that were the first at their place, plus one; 0 where there is none. Its length is a power of two.
    table: Vec<u32>,
}

/// An edge of a triangle that is drawn.
#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: Ends,
    /// The first edge with the same ends.
    first: u32,
    /// On which sides of it there are triangles; counts for the first.
    sides: u8,
}

impl Silhouette {
    /// Fills `rims` with the rim edges of every triangle: bit i for the edge from corner i to the next, corners turned
    /// clockwise.
    pub(super) fn find(
        &mut self,
        triangles: &Triangles<'_>,
        corners: &Corners,
        rims: &mut Vec<u8>,
    ) {
        rims.resize(triangles.count(), 0);
        self.edges.clear();
        self.table.clear();
        // At most half full: a free place is near.
        self.table.resize((corners.kept.len() * 6).next_power_of_two(), 0);
        for &triangle in &corners.kept {
            // Kept triangles have an area, and so three edges each.
            let Some((points, ..)) = corners.clockwise(triangles, triangle as usize) else {
                continue;
            };
            for edge in 0..3 {
                self.add(points[edge], points[(edge + 1) % 3]);
            }
        }
        for (&triangle, edges) in corners.kept.iter().zip(self.edges.as_chunks::<3>().0) {
            // Where a mesh folds over, its two sheets lie on one side, and the fold is a rim of both.
            let is_rim = |edge: &Edge| self.edges[edge.first as usize].sides != FORWARD | BACKWARD;
            let [a, b, c] = edges.each_ref().map(is_rim).map(u8::from);
            rims[triangle as usize] = a | (b << 1) | (c << 2);
        }
    }

    /// Adds an edge to those before it.
    fn add(&mut self, from: Fixed, to: Fixed) {
        let (ends, side) = if from < to { ([from, to], FORWARD) } else { ([to, from], BACKWARD) };
        let number = self.edges.len() as u32;
        let mask = self.table.len() - 1;
        let mut place = scattered(ends) as usize & mask;
        let first = loop {
            match self.table[place] {
                0 => {
                    self.table[place] = number + 1;
                    break number;
                }
                taken if self.edges[taken as usize - 1].ends == ends => break taken - 1,
                _ => place = (place + 1) & mask,
            }
        };
        self.edges.push(Edge { ends, first, sides: 0 });
        self.edges[first as usize].sides |= side;
    }
}

/// A number that differs, with luck, for different edges.
fn scattered([low, high]: Ends) -> u64 {
    // Odd constants of no meaning: products carry every bit of a coordinate into the upper half.
    const STIRS: [u64; 4] = [
        0x9E37_79B9_7F4A_7C15,
        0xC2B2_AE3D_27D4_EB4F,
        0x1656_67B1_9E37_79F9,
        0x27D4_EB2F_1656_67C5,
    ];
    let parts = [low[0], low[1], high[0], high[1]];
    let sum = parts
        .iter()
        .zip(STIRS)
        .fold(0u64, |sum, (&part, stir)| (sum.rotate_left(21) ^ part as u64).wrapping_mul(stir));
    sum ^ (sum >> 32)
}
