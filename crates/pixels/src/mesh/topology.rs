//! Which points of a mesh are one place, and what follows: normals and edges.

use super::Mesh;
use motile_geom::Vec3;

impl Mesh {
    /// Computes the normals again, after points have moved.
    pub fn update_normals(&mut self) {
        let places = self.places();
        let mut sums = vec![Vec3::ZERO; self.points.len()];
        for &[a, b, c] in &self.triangles {
            let [a, b, c] = [a, b, c].map(|i| i as usize);
            // Twice the area long. With y down and z away, clockwise from outside is this way around.
            let normal = (self.points[b] - self.points[a]).cross(self.points[c] - self.points[a]);
            for corner in [a, b, c] {
                sums[places[corner] as usize] -= normal;
            }
        }
        self.normals.clear();
        self.normals.extend(places.iter().map(|&place| sums[place as usize].normalize_or_zero()));
    }

    /// Every edge once, as two points of it, for wire frames. Edges between the same two places are one, however often their
    /// points are repeated, and edges without length are none.
    #[doc(alias = "wireframe")]
    pub fn edges(&self) -> Vec<[u32; 2]> {
        let places = self.places();
        let mut edges: Vec<([u32; 2], [u32; 2])> = Vec::with_capacity(self.triangles.len() * 3);
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let ends = [places[from as usize], places[to as usize]];
                if ends[0] != ends[1] {
                    edges.push(([ends[0].min(ends[1]), ends[0].max(ends[1])], [from, to]));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup_by_key(|edge| edge.0);
        edges.into_iter().map(|(_, ends)| ends).collect()
    }

    /// For each point the first one at its place. Points within a millionth of the mesh's size are at one place: builders reach the same
    /// point by different angles.
    pub(super) fn places(&self) -> Vec<u32> {
        let reach = self.points.iter().fold(0.0f32, |most, point| {
            let size = point.abs().max_element();
            if size.is_finite() { most.max(size) } else { most }
        });
        let step = (reach / 1e6).max(f32::MIN_POSITIVE);
        let mut order: Vec<([i64; 3], u32)> = (0..)
            .zip(&self.points)
            .map(|(i, point)| (point.to_array().map(|x| (x / step).round() as i64), i))
            .collect();
        order.sort_unstable();
        let mut places = vec![0; order.len()];
        for same in order.chunk_by(|a, b| a.0 == b.0) {
            for &(_, point) in same {
                places[point as usize] = same[0].1;
            }
        }
        places
    }
}
