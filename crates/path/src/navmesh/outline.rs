//! Meshes from outlines: what an agent of some radius can reach, cut into convex cells.

use super::{
    NONE, NavMesh,
    delaunay::{Delaunay, RANGE},
    merge::merge,
};
use crate::{MeshError, PathError};
use motile_geom::{Vec2, glam::DVec2};
use std::collections::VecDeque;

/// Cosine of the largest angle of a piece of an arc around a corner, 30 degrees. Pieces touch the circle from
/// outside, so their tips stand out by at most 1 / cos 15° − 1 = 3.6 % of the radius.
const ARC_PIECE: f64 = 0.866_025_403_784;

impl NavMesh {
    /// The inside of an outline without its holes, for an agent of some radius in pixels (0: a point), cut into
    /// convex cells by a constrained Delaunay triangulation whose triangles are merged.
    ///
    /// Rings are given in either direction, without repeating the first corner. Holes may overlap, touch each
    /// other and stick out of the outline. Where a ring crosses itself, only the loops that run in the
    /// direction of the whole count.
    ///
    /// With a radius, everything within it of a wall is cut off, so that the *center* of the agent may go
    /// wherever the mesh is: at walls exactly, around corners by arcs of pieces of at most 30 degrees that
    /// keep at least the radius and at most 3.6 % more. Gaps too narrow for the agent close.
    ///
    /// Corners are rounded to a 2²⁴th of the largest coordinate (as `f32` does there).
    ///
    /// ```
    /// use motile_path::NavMesh;
    /// use motile_geom::vec2;
    /// let room = [vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(90.0, 60.0), vec2(0.0, 60.0)];
    /// let pillar = [vec2(40.0, 20.0), vec2(60.0, 30.0), vec2(45.0, 45.0)];
    /// let mesh = NavMesh::from_outline(&room, &[&pillar], 5.0)?;
    /// assert!(mesh.contains(vec2(10.0, 10.0)));
    /// assert!(!mesh.contains(vec2(50.0, 30.0)), "in the pillar");
    /// assert!(!mesh.contains(vec2(3.0, 30.0)), "too near to the wall");
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::Mesh`] with the number of the ring (0 is the outline, 1 the first hole) and of the corner:
    /// rings of fewer than three corners, numbers that are not finite; a radius that is negative or not
    /// finite; nothing left of the area.
    pub fn from_outline(
        outline: &[Vec2],
        holes: &[&[Vec2]],
        radius: f32,
    ) -> Result<Self, PathError> {
        let mut rings = Vec::with_capacity(holes.len() + 1);
        let all = core::iter::once(outline).chain(holes.iter().copied());
        for (number, corners) in all.enumerate() {
            let part = number as u32;
            if corners.len() < 3 {
                return Err(MeshError::TooFewCorners { part }.into());
            }
            if let Some(corner) = corners.iter().position(|corner| !corner.is_finite()) {
                return Err(MeshError::NotFinite { part, corner: corner as u32 }.into());
            }
            // The free side is on the left of every ring: outlines run one way, holes the other.
            let mut ring: Vec<DVec2> = corners.iter().map(|corner| corner.as_dvec2()).collect();
            if (signed_area(&ring) > 0.0) != (number == 0) {
                ring.reverse();
            }
            rings.push(ring);
        }
        Self::from_rings(&rings, radius)
    }

    /// A mesh from rings of finite corners with the free side on their left (positive turn).
    pub(super) fn from_rings(rings: &[Vec<DVec2>], radius: f32) -> Result<Self, PathError> {
        Drawing::of_rings(rings, radius)?.into_mesh()
    }
}

/// Twice the area of a ring, positive in the direction of a free outline.
fn signed_area(ring: &[DVec2]) -> f64 {
    let Some(&first) = ring.first() else { return 0.0 };
    ring.windows(2).map(|pair| (pair[0] - first).perp_dot(pair[1] - first)).sum()
}

/// Rings on whole numbers. A place is free when more rings with their free side there go round it than others.
struct Drawing {
    mesh: Delaunay,
    /// Whole numbers to a pixel: a power of two, so that whole and half pixels stay what they are.
    scale: f64,
    /// Numbers of the points of the ring being drawn.
    ring: Vec<u32>,
}

impl Drawing {
    /// All rings, and for an agent with a radius what is too near to them.
    fn of_rings(rings: &[Vec<DVec2>], radius: f32) -> Result<Self, PathError> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(MeshError::BadRadius(radius).into());
        }
        let radius = f64::from(radius);
        let far = rings.iter().flatten().fold(0.0f64, |far, p| far.max(p.abs().max_element()));
        let mut drawing = Self::new(far + 1.1 * radius);
        for ring in rings {
            drawing.ring(ring.iter().copied())?;
        }
        if radius > 0.0 {
            for ring in rings {
                drawing.margin(ring, radius)?;
            }
        }
        Ok(drawing)
    }

    /// For coordinates up to `far`.
    fn new(far: f64) -> Self {
        let mut scale = 1.0;
        while far * scale > f64::from(RANGE) {
            scale *= 0.5;
        }
        while far > 0.0 && far * scale * 2.0 <= f64::from(RANGE) {
            scale *= 2.0;
        }
        Self { mesh: Delaunay::new(), scale, ring: Vec::new() }
    }

    /// Draws a closed ring.
    fn ring(&mut self, corners: impl Iterator<Item = DVec2>) -> Result<(), MeshError> {
        self.ring.clear();
        for corner in corners {
            let at = (corner * self.scale).round();
            let point = self.mesh.add_point(at.as_ivec2());
            self.ring.push(point);
        }
        for i in 0..self.ring.len() {
            self.mesh.add_line(self.ring[i], self.ring[(i + 1) % self.ring.len()], 1)?;
        }
        Ok(())
    }

    /// Blocks what lies within `radius` of a ring on its free side: a strip along every edge and a fan at every
    /// corner that sticks out. They meet in the same points, so nothing is left between them.
    fn margin(&mut self, ring: &[DVec2], radius: f64) -> Result<(), MeshError> {
        let mut corners = ring.to_vec();
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let count = corners.len();
        let normal = |i: usize| {
            let way = corners[(i + 1) % count] - corners[i];
            way.perp().normalize_or_zero() * radius
        };
        for i in 0..count {
            let (from, to, out) = (corners[i], corners[(i + 1) % count], normal(i));
            self.ring([from, from + out, to + out, to].into_iter())?;
            let before = normal((i + count - 1) % count);
            // Right turns stick out into the free side; so do ends where the ring turns back.
            let turn = before.perp_dot(out);
            if turn < 0.0 || (turn == 0.0 && before.dot(out) < 0.0) {
                self.fan(from, before, out, radius)?;
            }
        }
        Ok(())
    }

    /// Blocks a fan around a corner, to the right from one direction of length `radius` to another.
    fn fan(&mut self, corner: DVec2, from: DVec2, to: DVec2, radius: f64) -> Result<(), MeshError> {
        let mut tips = vec![corner, corner + from];
        arc(from, to, radius, &mut |tip| tips.push(corner + tip));
        tips.push(corner + to);
        self.ring(tips.into_iter())
    }

    /// The free triangles, merged.
    fn into_mesh(self) -> Result<NavMesh, PathError> {
        let Self { mesh, scale, .. } = self;
        let mut winding = vec![None; mesh.triangles.len()];
        // Every triangle at a corner of the frame is outside.
        let outside = mesh.triangles.iter().position(|triangle| triangle.corners.contains(&0));
        let mut front: VecDeque<usize> = outside.into_iter().collect();
        for &start in &front {
            winding[start] = Some(0);
        }
        while let Some(at) = front.pop_front() {
            let triangle = &mesh.triangles[at];
            for edge in 0..3 {
                let next = triangle.beyond[edge];
                if next != NONE && winding[next as usize].is_none() {
                    winding[next as usize] =
                        winding[at].map(|own: i32| own + triangle.change[edge]);
                    front.push_back(next as usize);
                }
            }
        }
        let free: Vec<bool> = winding.iter().map(|own| own.is_some_and(|own| own >= 1)).collect();
        let (points, corners, first) = merge(&mesh, &free);
        // Whole numbers up to 2²⁴ by a power of two: exact.
        let vertices = points.iter().map(|p| (p.as_dvec2() / scale).as_vec2()).collect();
        Ok(NavMesh::new(vertices, corners, first)?)
    }
}

/// Calls `visit` with the tips of a line around an arc to the right, between two directions of length `radius`:
/// halved until its pieces are small.
fn arc(from: DVec2, to: DVec2, radius: f64, visit: &mut impl FnMut(DVec2)) {
    let sum = from + to;
    if from.dot(to) >= ARC_PIECE * radius * radius {
        // Where the tangents at both ends meet.
        visit(sum * (2.0 * radius * radius / sum.length_squared()));
        return;
    }
    // Of a half turn the sum has no direction.
    let opposite = sum.length_squared() < 1e-6 * radius * radius;
    let middle = if opposite { -from.perp() } else { sum.normalize_or_zero() * radius };
    arc(from, middle, radius, visit);
    arc(middle, to, radius, visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::glam::dvec2;
    use proptest::prelude::*;

    /// Pieces of lines that were drawn for an outline.
    fn pieces(corners: &[DVec2], radius: f32) -> Result<u64, PathError> {
        let mut ring = corners.to_vec();
        if signed_area(&ring) <= 0.0 {
            ring.reverse();
        }
        Ok(Drawing::of_rings(&[ring], radius)?.mesh.drawn)
    }

    /// A needle of four corners fell into 100,000 pieces a line and was refused after a second.
    #[test]
    fn issue_18_a_thin_needle_is_little_work() {
        let needle = [dvec2(10.0, 10.0), dvec2(42.0, 10.0), dvec2(-120.0, 8.0), dvec2(-38.0, 10.0)];
        for radius in [0.0, 0.1, 0.45, 0.49, 0.5, 3.0, 20.0] {
            let pieces = pieces(&needle, radius).unwrap();
            assert!(pieces < 1000, "{pieces} pieces for {radius}");
        }
    }

    proptest! {
        #[test]
        fn issue_18_needles_of_any_kind_are_little_work(
            corners in prop::collection::vec((-128..128i32, -8..8i32), 3..7), slope in -3..=3i32, fine: bool,
            radius in prop_oneof![Just(0.0f32), 0.01..0.6f32, 0.5..25.0f32],
        ) {
            // Nearly on a line: whole numbers, or thousandths across.
            let across = if fine { 0.001 } else { 0.25 };
            let corners: Vec<DVec2> = corners
                .into_iter()
                .map(|(x, y)| dvec2(f64::from(x), f64::from(x * slope) + f64::from(y) * across))
                .collect();
            let pieces = pieces(&corners, radius).unwrap();
            prop_assert!(pieces < 5000, "{pieces} pieces");
        }
    }
}
