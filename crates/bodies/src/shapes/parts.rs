//! Convex parts of triangles.

use super::lattice::{Ring, cross, dot, to_pixels, turn};
use super::monotone::Net;
use core::cmp::Reverse;
use motile_geom::{ConvexPolygon, IVec2};

/// Convex parts of at most `max_corners` corners that cover the solid side of the rings exactly and overlap only in their
/// borders. The first ring is the outer one, the others are its holes; none touches itself or another.
pub(crate) fn convex_parts(rings: &[Ring], max_corners: usize) -> Vec<ConvexPolygon> {
    let net = Net::new(rings);
    let mut mesh = Mesh::new(&net.at, net.triangles());
    mesh.flip_to_delaunay();
    let parts = mesh.merged(max_corners).into_iter();
    parts
        .filter_map(|part| ConvexPolygon::new(part.into_iter().map(to_pixels).collect()).ok())
        .collect()
}

/// Triangles that know their neighbors. Half side `3t + k` leads from corner `k` of triangle `t` to its next corner.
struct Mesh<'a> {
    at: &'a [IVec2],
    corners: Vec<usize>,
    /// The half side of the neighbor that leads the other way; none along rings.
    twins: Vec<Option<usize>>,
}

impl<'a> Mesh<'a> {
    fn new(at: &'a [IVec2], triangles: Vec<[usize; 3]>) -> Self {
        let corners: Vec<usize> = triangles.into_flattened();
        let mut twins = vec![None; corners.len()];
        let ends = |half: usize| [corners[half], corners[next(half)]];
        let mut sides: Vec<([usize; 2], usize)> = (0..corners.len())
            .map(|half| {
                let [a, b] = ends(half);
                ([a.min(b), a.max(b)], half)
            })
            .collect();
        sides.sort_unstable();
        for pair in sides.windows(2) {
            let [(a, first), (b, second)] = [pair[0], pair[1]];
            if a == b {
                (twins[first], twins[second]) = (Some(second), Some(first));
            }
        }
        Self { at, corners, twins }
    }

    fn point(&self, half: usize) -> IVec2 {
        self.at[self.corners[half]]
    }

    /// Turns diagonals until no corner lies inside the circle of a neighbor (Lawson, 1977): of all triangles over these
    /// corners those without needless slivers. Triangles without area go with their long side.
    fn flip_to_delaunay(&mut self) {
        let mut stack: Vec<usize> = (0..self.corners.len()).rev().collect();
        while let Some(half) = stack.pop() {
            let Some(twin) = self.twins[half] else { continue };
            let [a, b, c] = [half, next(half), last(half)].map(|h| self.point(h));
            if is_in_circle(a, b, c, self.point(last(twin))) {
                self.flip(half, twin);
                stack.extend([half, last(half), twin, next(twin)]);
            }
        }
    }

    /// The diagonal of two triangles `a b c` and `b a d` becomes the other one: `a d c` and `d b c`.
    fn flip(&mut self, half: usize, twin: usize) {
        let [ab, bc, ca] = [half, next(half), last(half)];
        let [ba, ad, db] = [twin, next(twin), last(twin)];
        let [c, d] = [self.corners[ca], self.corners[db]];
        let outside = [ad, ca, db, bc].map(|h| self.twins[h]);
        let b = self.corners[bc];
        // `half` is a to d from now on, its next d to c; `twin` is d to b, its next b to c.
        (self.corners[bc], self.corners[ca]) = (d, c);
        (self.corners[ba], self.corners[ad], self.corners[db]) = (d, b, c);
        for (own, other) in [ab, ca, ba, ad].into_iter().zip(outside) {
            self.twins[own] = other;
            if let Some(other) = other {
                self.twins[other] = Some(own);
            }
        }
        (self.twins[bc], self.twins[db]) = (Some(db), Some(bc));
    }

    /// Joins triangles over their longest sides first, wherever that is convex and has few enough corners (after Hertel
    /// and Mehlhorn, 1983).
    fn merged(&self, max_corners: usize) -> Vec<Vec<IVec2>> {
        let mut parts: Vec<Vec<usize>> = self.corners.chunks(3).map(<[usize]>::to_vec).collect();
        let mut owners: Vec<usize> = (0..parts.len()).collect();
        let inner = |&half: &usize| self.twins[half].is_some_and(|twin| half < twin);
        let mut sides: Vec<usize> = (0..self.corners.len()).filter(inner).collect();
        let length = |half: usize| {
            let along = self.point(next(half)) - self.point(half);
            dot(along, along)
        };
        sides.sort_by_key(|&half| Reverse(length(half)));
        for half in sides {
            let Some(twin) = self.twins[half] else { continue };
            let (kept, gone) = (owner(&mut owners, half / 3), owner(&mut owners, twin / 3));
            let ends = [self.corners[half], self.corners[next(half)]];
            if kept == gone {
                continue;
            }
            if let Some(union) = self.union([&parts[kept], &parts[gone]], ends, max_corners) {
                parts[kept] = union;
                parts[gone] = Vec::new();
                owners[gone] = kept;
            }
        }
        parts.iter().filter_map(|part| self.without_straight_corners(part)).collect()
    }

    /// Two parts joined along the side that the first has from `a` to `b`.
    fn union(
        &self,
        [first, second]: [&[usize]; 2],
        [a, b]: [usize; 2],
        max_corners: usize,
    ) -> Option<Vec<usize>> {
        // Each from where the side ends all around, without the corner where it began.
        let from = |part: &[usize], start: usize| -> Option<Vec<usize>> {
            let place = part.iter().position(|&corner| corner == start)?;
            Some(part.iter().cycle().skip(place).take(part.len() - 1).copied().collect())
        };
        let mut union = from(first, b)?;
        union.extend(from(second, a)?);
        let mut corners = 0;
        for i in 0..union.len() {
            let [p, q, r] = [0, 1, 2].map(|k| self.at[union[(i + k) % union.len()]]);
            match turn(p, q, r) {
                0 if dot(q - p, r - q) > 0 => {}
                1.. => corners += 1,
                _ => return None,
            }
        }
        (corners <= max_corners).then_some(union)
    }

    /// The corners of a part that turn; none when it has no area.
    fn without_straight_corners(&self, part: &[usize]) -> Option<Vec<IVec2>> {
        let n = part.len();
        let point = |i: usize| self.at[part[i % n]];
        let turning = (0..n).filter(|&i| turn(point(i + n - 1), point(i), point(i + 1)) != 0);
        let corners: Vec<IVec2> = turning.map(point).collect();
        (corners.len() >= 3).then_some(corners)
    }
}

fn next(half: usize) -> usize {
    if half % 3 == 2 { half - 2 } else { half + 1 }
}

fn last(half: usize) -> usize {
    if half.is_multiple_of(3) { half + 2 } else { half - 1 }
}

fn owner(owners: &mut [usize], mut part: usize) -> usize {
    while owners[part] != part {
        owners[part] = owners[owners[part]];
        part = owners[part];
    }
    part
}

/// Coordinates below this have exact circles in 64 bits: three products of two numbers below 2²⁹.
const SMALL: i32 = 1 << 14;

/// Whether a point lies inside the circle through the corners of a triangle, exactly.
fn is_in_circle(a: IVec2, b: IVec2, c: IVec2, point: IVec2) -> bool {
    let [a, b, c] = [a, b, c].map(|corner| corner - point);
    let triples = [(a, b, c), (b, c, a), (c, a, b)];
    let reach = a.abs().max(b.abs()).max(c.abs()).max_element();
    if reach < SMALL {
        triples.iter().map(|&(u, v, w)| dot(u, u) * cross(v, w)).sum::<i64>() > 0
    } else {
        let wide = |(u, v, w)| i128::from(dot(u, u)) * i128::from(cross(v, w));
        triples.into_iter().map(wide).sum::<i128>() > 0
    }
}
