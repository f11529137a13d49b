//! Triangles over rings with holes: a sweep from top to bottom cuts the solid side into monotone faces (de Berg and
//! others, "Computational Geometry", chapter 3), each of which falls into triangles with a stack. O(n log n).

use super::lattice::{Ring, cross, dot, turn};
use core::cmp::Ordering;
use motile_geom::IVec2;

/// The corners of some rings with their neighbors on the ring.
pub(crate) struct Net {
    pub(crate) at: Vec<IVec2>,
    next: Vec<usize>,
    previous: Vec<usize>,
}

impl Net {
    pub(crate) fn new<'a>(rings: impl IntoIterator<Item = &'a Ring>) -> Self {
        let mut net = Self { at: Vec::new(), next: Vec::new(), previous: Vec::new() };
        for ring in rings {
            let (first, n) = (net.at.len(), ring.len());
            net.next.extend((0..n).map(|i| first + if i + 1 == n { 0 } else { i + 1 }));
            net.previous.extend((0..n).map(|i| first + if i == 0 { n - 1 } else { i - 1 }));
            net.at.extend(ring);
        }
        net
    }

    /// Triangles that cover the solid side, all clockwise on the screen. Some may have no area, where a corner lies
    /// exactly between two others.
    pub(crate) fn triangles(&self) -> Vec<[usize; 3]> {
        let diagonals = Sweep::new(self).run();
        let mut triangles = Vec::with_capacity(self.at.len());
        for face in Faces::new(self, &diagonals).all() {
            self.split_face(&face, &mut triangles);
        }
        triangles
    }

    /// Top to bottom, and from left to right in a row: as if the plane were turned by less than any angle, so that no
    /// two corners are at one height.
    fn order(&self, a: usize, b: usize) -> Ordering {
        let key = |i: usize| (self.at[i].y, self.at[i].x);
        key(a).cmp(&key(b))
    }

    fn is_before(&self, a: usize, b: usize) -> bool {
        self.order(a, b) == Ordering::Less
    }

    fn split_face(&self, face: &[usize], triangles: &mut Vec<[usize; 3]>) {
        if face.len() == 3 {
            triangles.push([face[0], face[1], face[2]]);
            return;
        }
        let by_order = |&a: &usize, &b: &usize| self.order(face[a], face[b]);
        let (Some(top), Some(low)) =
            ((0..face.len()).min_by(by_order), (0..face.len()).max_by(by_order))
        else {
            return;
        };
        // Clockwise from the top, the right side comes first.
        let n = face.len();
        let mut corners: Vec<(usize, bool)> =
            (0..n).map(|i| (face[(top + i) % n], i < (low + n - top) % n)).collect();
        corners.sort_by(|a, b| self.order(a.0, b.0));
        let mut stack = vec![corners[0], corners[1]];
        for (k, &(corner, is_right)) in corners.iter().enumerate().skip(2) {
            let top_is_right = stack[stack.len() - 1].1;
            if k + 1 == n || is_right != top_is_right {
                let last = stack[stack.len() - 1];
                for pair in stack.windows(2) {
                    triangles.push(clockwise(pair[0].0, pair[1].0, corner, top_is_right));
                }
                stack.clear();
                stack.push(last);
            } else {
                let mut last = stack.pop().unwrap_or(corners[0]);
                while let Some(&above) = stack.last() {
                    let turn = turn(self.at[above.0], self.at[last.0], self.at[corner]);
                    if (turn > 0) != is_right || turn == 0 {
                        break;
                    }
                    triangles.push(clockwise(above.0, last.0, corner, is_right));
                    last = above;
                    stack.pop();
                }
                stack.push(last);
            }
            stack.push((corner, is_right));
        }
    }
}

/// A triangle of two corners of a side, the upper one first, and a third that sees them from inside or below.
fn clockwise(upper: usize, lower: usize, corner: usize, is_right: bool) -> [usize; 3] {
    if is_right { [upper, lower, corner] } else { [lower, upper, corner] }
}

/// The state of the sweep line: the sides it crosses that have the solid on their right, from left to right. A side has
/// the number of the corner it starts from; with the solid on its right it leads upwards.
struct Sweep<'a> {
    net: &'a Net,
    sides: Vec<usize>,
    /// For each side, the lowest corner so far that sees it along the line.
    helper: Vec<usize>,
    is_merge: Vec<bool>,
    diagonals: Vec<[usize; 2]>,
}

impl<'a> Sweep<'a> {
    fn new(net: &'a Net) -> Self {
        let n = net.at.len();
        Self {
            net,
            sides: Vec::new(),
            helper: vec![0; n],
            is_merge: vec![false; n],
            diagonals: Vec::new(),
        }
    }

    fn run(mut self) -> Vec<[usize; 2]> {
        let mut order: Vec<usize> = (0..self.net.at.len()).collect();
        order.sort_unstable_by(|&a, &b| self.net.order(a, b));
        for corner in order {
            self.pass(corner);
        }
        self.diagonals
    }

    fn pass(&mut self, corner: usize) {
        let (before, after) = (self.net.previous[corner], self.net.next[corner]);
        let at = &self.net.at;
        let is_convex = turn(at[before], at[corner], at[after]) > 0;
        let from_below = self.net.is_before(corner, before);
        let to_below = self.net.is_before(corner, after);
        match (from_below, to_below) {
            (true, true) => {
                if !is_convex {
                    // The solid opens around the corner: join it with what is above.
                    if let Some(left) = self.left_of(corner) {
                        self.diagonals.push([corner, self.helper[left]]);
                        self.helper[left] = corner;
                    }
                }
                self.enter(before, corner);
            }
            (false, false) => {
                self.leave(corner);
                if !is_convex {
                    self.is_merge[corner] = true;
                    self.help_left(corner);
                }
            }
            (true, false) => {
                self.leave(corner);
                self.enter(before, corner);
            }
            (false, true) => self.help_left(corner),
        }
    }

    /// How many sides lie to the left of a corner.
    fn rank(&self, corner: usize) -> usize {
        let at = &self.net.at;
        self.sides.partition_point(|&side| {
            let (upper, lower) = (at[self.net.next[side]], at[side]);
            cross(lower - upper, at[corner] - upper) < 0
        })
    }

    fn left_of(&self, corner: usize) -> Option<usize> {
        self.rank(corner).checked_sub(1).map(|i| self.sides[i])
    }

    fn enter(&mut self, side: usize, corner: usize) {
        let rank = self.rank(corner);
        self.sides.insert(rank, side);
        self.helper[side] = corner;
    }

    /// The side that starts in a corner ends on the way down.
    fn leave(&mut self, corner: usize) {
        self.join_merge(corner, corner);
        let rank = self.rank(corner);
        if self.sides.get(rank) == Some(&corner) {
            self.sides.remove(rank);
        }
    }

    fn help_left(&mut self, corner: usize) {
        if let Some(left) = self.left_of(corner) {
            self.join_merge(corner, left);
            self.helper[left] = corner;
        }
    }

    fn join_merge(&mut self, corner: usize, side: usize) {
        let helper = self.helper[side];
        if self.is_merge[helper] {
            self.diagonals.push([corner, helper]);
        }
    }
}

/// The faces between rings and diagonals. Half sides are numbered: those of the rings first, by the corner they start
/// from, then two for each diagonal.
struct Faces<'a> {
    net: &'a Net,
    diagonals: &'a [[usize; 2]],
    /// The half sides of diagonals that start in each corner: from where on in `spokes`.
    starts: Vec<usize>,
    spokes: Vec<usize>,
}

impl<'a> Faces<'a> {
    fn new(net: &'a Net, diagonals: &'a [[usize; 2]]) -> Self {
        let n = net.at.len();
        let mut starts = vec![0; n + 1];
        diagonals.iter().flatten().for_each(|&corner| starts[corner + 1] += 1);
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut spokes = vec![0; diagonals.len() * 2];
        for (k, &corner) in diagonals.iter().flatten().enumerate() {
            spokes[next[corner]] = n + k;
            next[corner] += 1;
        }
        Self { net, diagonals, starts, spokes }
    }

    fn ends(&self, half: usize) -> [usize; 2] {
        let Some(k) = half.checked_sub(self.net.at.len()) else {
            return [half, self.net.next[half]];
        };
        let [a, b] = self.diagonals[k / 2];
        if k % 2 == 0 { [a, b] } else { [b, a] }
    }

    /// The half side that goes on round the face on the right: the sharpest turn to the right.
    fn after(&self, half: usize) -> usize {
        let [from, corner] = self.ends(half);
        let at = &self.net.at;
        let back = at[from] - at[corner];
        let spokes = &self.spokes[self.starts[corner]..self.starts[corner + 1]];
        let way = |half: usize| at[self.ends(half)[1]] - at[corner];
        let sharper = |&a: &usize, &b: &usize| by_sharpness(back, way(a), way(b));
        spokes.iter().copied().chain([corner]).min_by(sharper).unwrap_or(corner)
    }

    fn all(&self) -> Vec<Vec<usize>> {
        let halves = self.net.at.len() + self.diagonals.len() * 2;
        let mut is_walked = vec![false; halves];
        let mut faces = Vec::new();
        for first in 0..halves {
            let mut face = Vec::new();
            let mut half = first;
            while !is_walked[half] {
                is_walked[half] = true;
                face.push(self.ends(half)[0]);
                half = self.after(half);
            }
            if face.len() >= 3 {
                faces.push(face);
            }
        }
        faces
    }
}

/// Compares two ways out of a corner by how little they turn counter-clockwise from the way back.
fn by_sharpness(back: IVec2, a: IVec2, b: IVec2) -> Ordering {
    let half = |way: IVec2| match cross(back, way).cmp(&0) {
        Ordering::Less => 0,
        Ordering::Equal if dot(back, way) < 0 => 1,
        Ordering::Greater => 2,
        Ordering::Equal => 3,
    };
    half(a).cmp(&half(b)).then_with(|| cross(a, b).cmp(&0))
}
