//! Who is beside whom in a triangulation: turning around points, splitting triangles and flipping edges.

use super::{
    NONE,
    delaunay::{Delaunay, Triangle},
};

impl Delaunay {
    /// Makes three triangles of one around a point inside it.
    pub(super) fn split_triangle(&mut self, triangle: u32, point: u32) {
        let Triangle { corners: [a, b, c], beyond, change } = self.triangles[triangle as usize];
        let (second, third) = (self.triangles.len() as u32, self.triangles.len() as u32 + 1);
        let part = |corners, outside: usize, after, before| Triangle {
            corners,
            beyond: [beyond[outside], after, before],
            change: [change[outside], 0, 0],
        };
        self.triangles[triangle as usize] = part([a, b, point], 0, second, third);
        self.triangles.push(part([b, c, point], 1, third, triangle));
        self.triangles.push(part([c, a, point], 2, triangle, second));
        self.adopt(beyond[1], triangle, second);
        self.adopt(beyond[2], triangle, third);
        self.around[c as usize] = second;
        self.around[b as usize] = second;
        self.around[a as usize] = triangle;
        self.doubtful.extend([(a, b), (b, c), (c, a)]);
    }

    /// Makes four triangles of two around a point on the edge between them; its change of winding stays.
    pub(super) fn split_edge(&mut self, triangle: u32, edge: usize, point: u32) {
        let near = self.triangles[triangle as usize];
        let other = near.beyond[edge];
        let [a, b, c] = [0, 1, 2].map(|i| near.corners[(edge + i) % 3]);
        let own = self.edge_number(other, b);
        let far = self.triangles[other as usize];
        let d = far.corners[(own + 2) % 3];
        let (near_2, far_2) = (self.triangles.len() as u32, self.triangles.len() as u32 + 1);
        let outer = |of: &Triangle, i: usize| (of.beyond[i % 3], of.change[i % 3]);
        let [ca, bc] = [outer(&near, edge + 2), outer(&near, edge + 1)];
        let [db, ad] = [outer(&far, own + 2), outer(&far, own + 1)];
        let (across, back) = (near.change[edge], far.change[own]);
        self.triangles[triangle as usize] = Triangle {
            corners: [point, c, a],
            beyond: [near_2, ca.0, far_2],
            change: [0, ca.1, across],
        };
        self.triangles[other as usize] = Triangle {
            corners: [point, d, b],
            beyond: [far_2, db.0, near_2],
            change: [0, db.1, back],
        };
        self.triangles.push(Triangle {
            corners: [point, b, c],
            beyond: [other, bc.0, triangle],
            change: [across, bc.1, 0],
        });
        self.triangles.push(Triangle {
            corners: [point, a, d],
            beyond: [triangle, ad.0, other],
            change: [back, ad.1, 0],
        });
        self.adopt(bc.0, triangle, near_2);
        self.adopt(ad.0, other, far_2);
        for (corner, home) in [(a, triangle), (c, triangle), (b, other), (d, other)] {
            self.around[corner as usize] = home;
        }
        self.doubtful.extend([(c, a), (b, c), (d, b), (a, d)]);
    }

    /// Exchanges the diagonal of the four corners around an edge.
    pub(super) fn flip(&mut self, triangle: u32, edge: usize) {
        let near = self.triangles[triangle as usize];
        let other = near.beyond[edge];
        let (a, b) = (near.corners[edge], near.corners[(edge + 1) % 3]);
        let own = self.edge_number(other, b);
        let far = self.triangles[other as usize];
        let (p, q) = (near.corners[(edge + 2) % 3], far.corners[(own + 2) % 3]);
        let outer = |of: &Triangle, i: usize| (of.beyond[i % 3], of.change[i % 3]);
        let [pa, bp] = [outer(&near, edge + 2), outer(&near, edge + 1)];
        let [aq, qb] = [outer(&far, own + 1), outer(&far, own + 2)];
        self.triangles[triangle as usize] =
            Triangle { corners: [p, a, q], beyond: [pa.0, aq.0, other], change: [pa.1, aq.1, 0] };
        self.triangles[other as usize] = Triangle {
            corners: [q, b, p],
            beyond: [qb.0, bp.0, triangle],
            change: [qb.1, bp.1, 0],
        };
        self.adopt(aq.0, other, triangle);
        self.adopt(bp.0, triangle, other);
        for (corner, home) in [(a, triangle), (p, triangle), (b, other), (q, other)] {
            self.around[corner as usize] = home;
        }
    }

    /// Tells a triangle that one of its neighbors is now another.
    pub(super) fn adopt(&mut self, triangle: u32, old: u32, new: u32) {
        if let Some(triangle) = self.triangles.get_mut(triangle as usize) {
            for beyond in triangle.beyond.iter_mut().filter(|beyond| **beyond == old) {
                *beyond = new;
            }
        }
    }

    /// The number of the edge that begins at a corner.
    pub(super) fn edge_number(&self, triangle: u32, corner: u32) -> usize {
        let corners = self.triangles[triangle as usize].corners;
        if corners[0] == corner { 0 } else { 1 + usize::from(corners[1] != corner) }
    }

    /// The corners opposite an edge: in its own triangle, and beyond it.
    pub(super) fn apexes(&self, triangle: u32, edge: usize) -> (u32, u32) {
        let Triangle { corners, beyond, .. } = self.triangles[triangle as usize];
        let other = beyond[edge];
        let own = self.edge_number(other, corners[(edge + 1) % 3]);
        let far = self.triangles[other as usize].corners[(own + 2) % 3];
        (corners[(edge + 2) % 3], far)
    }

    /// Calls `visit` with the triangles at a point and its number in each, until it gives an answer.
    pub(super) fn turn_around<R>(
        &self,
        point: u32,
        mut visit: impl FnMut(u32, usize) -> Option<R>,
    ) -> Option<R> {
        let first = self.around[point as usize];
        let mut triangle = first;
        loop {
            let corner = self.edge_number(triangle, point);
            if let Some(answer) = visit(triangle, corner) {
                return Some(answer);
            }
            triangle = self.triangles[triangle as usize].beyond[(corner + 2) % 3];
            if triangle == first {
                return None;
            }
            if triangle == NONE {
                break;
            }
        }
        // A corner of the frame: the other way round.
        triangle = first;
        loop {
            let corner = self.edge_number(triangle, point);
            if let Some(answer) = visit(triangle, corner) {
                return Some(answer);
            }
            triangle = self.triangles[triangle as usize].beyond[corner];
            if triangle == NONE {
                return None;
            }
        }
    }

    /// A triangle with an edge between two points, in either direction, and the number of the edge.
    pub(super) fn edge(&self, a: u32, b: u32) -> Option<(u32, usize)> {
        self.turn_around(a, |triangle, corner| {
            let corners = self.triangles[triangle as usize].corners;
            if corners[(corner + 1) % 3] == b {
                Some((triangle, corner))
            } else {
                (corners[(corner + 2) % 3] == b).then_some((triangle, (corner + 2) % 3))
            }
        })
    }

    /// Adds to what winding gains over the edge between two points from its right to its left.
    pub(super) fn add_change(&mut self, from: u32, to: u32, change: i32) {
        let Some((triangle, edge)) = self.edge(from, to) else { return };
        let Triangle { corners, beyond, .. } = self.triangles[triangle as usize];
        // A triangle on the left of the line loses on the way out.
        let out = if corners[edge] == from { -change } else { change };
        self.triangles[triangle as usize].change[edge] += out;
        let own = self.edge_number(beyond[edge], corners[(edge + 1) % 3]);
        self.triangles[beyond[edge] as usize].change[own] -= out;
    }
}
