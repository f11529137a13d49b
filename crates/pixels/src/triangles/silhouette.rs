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

/// Triangles whose edges are looked up together: their places in the table lie anywhere in memory, and come from there at once.
const TOGETHER: usize = 32;

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
    /// The first edge with the same ends; where to look for it in the table as long as it is not known.
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
        for some in corners.kept.chunks(TOGETHER) {
            let known = self.edges.len();
            let mut touched = 0;
            for &triangle in some {
                // Kept triangles have an area, and so three edges each.
                let Some((points, ..)) = corners.clockwise(triangles, triangle as usize) else {
                    continue;
                };
                for edge in 0..3 {
                    touched ^= self.add(points[edge], points[(edge + 1) % 3]);
                }
            }
            core::hint::black_box(touched);
            for number in known..self.edges.len() {
                self.look_up(number);
            }
        }
        for (&triangle, edges) in corners.kept.iter().zip(self.edges.as_chunks::<3>().0) {
            // Where a mesh folds over, its two sheets lie on one side, and the fold is a rim of both.
            let is_rim = |edge: &Edge| self.edges[edge.first as usize].sides != FORWARD | BACKWARD;
            let [a, b, c] = edges.each_ref().map(is_rim).map(u8::from);
            rims[triangle as usize] = a | (b << 1) | (c << 2);
        }
    }

    /// Adds an edge that is not looked up yet. What it returns is of no meaning: it was read so that its surroundings are near.
    #[inline(always)]
    fn add(&mut self, from: Fixed, to: Fixed) -> u32 {
        let (ends, side) = if from < to { ([from, to], FORWARD) } else { ([to, from], BACKWARD) };
        let place = scattered(ends) as usize & (self.table.len() - 1);
        self.edges.push(Edge { ends, first: place as u32, sides: side });
        self.table[place]
    }

    /// Finds the first edge with the ends of one.
    #[inline(always)]
    fn look_up(&mut self, number: usize) {
        let Edge { ends, first, sides } = self.edges[number];
        let (mut place, mask) = (first as usize, self.table.len() - 1);
        let first = loop {
            match self.table[place] {
                0 => {
                    self.table[place] = number as u32 + 1;
                    break number as u32;
                }
                taken if self.edges[taken as usize - 1].ends == ends => break taken - 1,
                _ => place = (place + 1) & mask,
            }
        };
        self.edges[number].first = first;
        self.edges[first as usize].sides |= sides;
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
