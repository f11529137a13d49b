//! Hard edges: points are doubled where triangles meet at a sharp angle, so that each side has normals of its own.

use super::Mesh;
use crate::TriangleError;
use motile_geom::{Vec3, ops};

impl Mesh {
    /// With a normal for each point, of any length above 0: those of a file, say. They are made 1 long.
    ///
    /// # Errors
    /// [`TriangleError::WrongLength`] unless there is one for each.
    pub fn with_own_normals(mut self, mut normals: Vec<Vec3>) -> Result<Self, TriangleError> {
        self.check_length("normals", normals.len())?;
        for normal in &mut normals {
            *normal = normal.normalize_or_zero();
        }
        self.normals = normals;
        Ok(self)
    }

    /// With normals that are shared across edges up to this angle between the two triangles, in radians, and not across sharper ones:
    /// a box keeps its hard edges in the light of [`Shading::Gouraud`](crate::Shading::Gouraud), a globe of few triangles is round. Points at
    /// sharp edges are doubled. A sixth of a turn suits most bodies; 0 makes every edge hard, half a turn and more none.
    ///
    /// ```
    /// use motile_pixels::{Mesh, math::Vec3};
    /// let cube = Mesh::cuboid(Vec3::ONE).with_creases(1.0);
    /// assert_eq!(cube.normals()[0], -Vec3::Z, "straight out of its side");
    /// ```
    #[doc(alias = "smoothing angle")]
    #[doc(alias = "auto smooth")]
    #[doc(alias = "crease angle")]
    pub fn with_creases(mut self, angle: f32) -> Self {
        let places = self.places();
        let areas: Vec<Vec3> = self.triangles.iter().map(|&corners| self.area(corners)).collect();
        let mut groups = Groups::new(self.triangles.len() * 3);
        for [(one, ends), (other, meeting)] in self.meetings(&places) {
            let [a, b] = [one, other].map(|triangle| areas[triangle].normalize_or_zero());
            if ops::cos(angle.clamp(0.0, core::f32::consts::PI)) > a.dot(b) + 1e-6 {
                continue;
            }
            for (from, to) in ends.into_iter().zip(meeting) {
                groups.join(one * 3 + from, other * 3 + to);
            }
        }
        self.split(&places, &areas, &mut groups);
        self
    }

    /// Twice the area of a triangle, along its normal.
    fn area(&self, corners: [u32; 3]) -> Vec3 {
        let [a, b, c] = corners.map(|i| self.points[i as usize]);
        -(b - a).cross(c - a)
    }

    /// Which triangles meet along an edge, and with which of their corners, 0 to 2, in the same order. Of more than two along one edge each
    /// meets the next.
    fn meetings(&self, places: &[u32]) -> Vec<[(usize, [usize; 2]); 2]> {
        let mut sides: Vec<([u32; 2], usize, [usize; 2])> = Vec::new();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            for corner in 0..3 {
                let next = (corner + 1) % 3;
                let ends = [corner, next].map(|corner| places[corners[corner] as usize]);
                if ends[0] < ends[1] {
                    sides.push((ends, triangle, [corner, next]));
                } else if ends[1] < ends[0] {
                    sides.push(([ends[1], ends[0]], triangle, [next, corner]));
                }
            }
        }
        sides.sort_unstable();
        let pairs = sides.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        pairs.map(|pair| [(pair[0].1, pair[0].2), (pair[1].1, pair[1].2)]).collect()
    }

    /// Gives each group of corners a normal, and points of their own to groups that share one.
    fn split(&mut self, places: &[u32], areas: &[Vec3], groups: &mut Groups) {
        let corner_count = self.triangles.len() * 3;
        let mut sums = vec![Vec3::ZERO; corner_count];
        let mut wanted: Vec<(u32, usize, usize)> = Vec::with_capacity(corner_count);
        for corner in 0..corner_count {
            let group = groups.first(corner);
            sums[group] += areas[corner / 3];
            wanted.push((self.triangles[corner / 3][corner % 3], group, corner));
        }
        wanted.sort_unstable();
        self.normals.clear();
        self.normals.resize(places.len(), Vec3::ZERO);
        for same in wanted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (point, group, _) = same[0];
            let normal = sums[group].normalize_or_zero();
            let mut index = point as usize;
            // The first group keeps the point.
            if self.normals[index] == Vec3::ZERO {
                self.normals[index] = normal;
            } else if self.normals[index] != normal {
                index = self.double(index);
                self.normals.push(normal);
            }
            for &(_, _, corner) in same {
                self.triangles[corner / 3][corner % 3] = index as u32;
            }
        }
    }

    /// Adds a point like another one, without its normal.
    fn double(&mut self, index: usize) -> usize {
        self.points.push(self.points[index]);
        if !self.uv.is_empty() {
            self.uv.push(self.uv[index]);
        }
        if !self.colors.is_empty() {
            self.colors.push(self.colors[index]);
        }
        self.points.len() - 1
    }
}

/// Numbers in groups that are joined one by one (a union-find forest).
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The least number of a group.
    fn first(&mut self, mut one: usize) -> usize {
        while self.0[one] != one {
            // Halves the way for the next time.
            self.0[one] = self.0[self.0[one]];
            one = self.0[one];
        }
        one
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec3;

    #[test]
    fn sharp_edges_have_a_normal_for_each_side() {
        let size = vec3(3.0, 4.0, 5.0);
        let round = Mesh::cuboid(size).with_normals();
        assert!(round.normals().iter().all(|normal| normal.x != 0.0 && normal.y != 0.0));
        let hard = Mesh::cuboid(size).with_creases(1.0);
        assert_eq!((hard.points().len(), hard.normals().len()), (24, 24));
        for &[a, b, c] in hard.triangles() {
            let [p, q, r] = [a, b, c].map(|i| hard.points()[i as usize]);
            let out = -(q - p).cross(r - p).normalize();
            for corner in [a, b, c] {
                assert!(hard.normals()[corner as usize].distance(out) < 1e-6);
            }
        }
        // An edge that is less sharp than the angle is smooth: one normal a place, as by `with_normals`.
        let soft = Mesh::cuboid(size).with_creases(2.0);
        assert_eq!(soft.points().len(), 24);
        for (a, b) in soft.normals().iter().zip(round.normals()) {
            assert!(a.distance(*b) < 1e-6, "{a} {b}");
        }
    }

    #[test]
    fn points_are_doubled_only_at_creases() {
        // A roof of two slopes over four shared points and a ridge: each slope is flat in itself.
        let points = vec![
            vec3(-1.0, 0.0, 0.0),
            vec3(1.0, 0.0, 0.0),
            vec3(1.0, -1.0, 1.0),
            vec3(-1.0, -1.0, 1.0),
            vec3(1.0, 0.0, 2.0),
            vec3(-1.0, 0.0, 2.0),
        ];
        let slopes = vec![[0, 3, 2], [0, 2, 1], [3, 5, 4], [3, 4, 2]];
        let roof = Mesh::new(points, slopes).unwrap();
        let uv = roof.points().iter().map(|point| point.truncate()).collect();
        let roof = roof.with_uv(uv).unwrap();
        let hard = roof.clone().with_creases(0.5);
        assert_eq!((hard.points().len(), hard.uv().len(), hard.normals().len()), (8, 8, 8));
        for &corners in hard.triangles() {
            let [a, b, c] = corners.map(|i| hard.normals()[i as usize]);
            assert!(a == b && b == c && a.length() > 0.999);
        }
        for (point, uv) in hard.points().iter().zip(hard.uv()) {
            assert_eq!(point.truncate(), *uv);
        }
        assert_eq!(roof.clone().with_creases(4.0).points().len(), 6);
        assert_eq!(roof.with_creases(0.0).edges().len(), 9, "edges are those of places");
        // A round body stays as it is, odd numbers and nothing at all are no trouble.
        let globe = Mesh::globe(10.0, 33, 17);
        assert_eq!(globe.clone().with_creases(1.0).points().len(), globe.points().len());
        for angle in [f32::NAN, f32::INFINITY, -1.0] {
            assert!(globe.clone().with_creases(angle).triangles().len() == globe.triangles().len());
        }
        assert!(Mesh::default().with_creases(1.0).normals().is_empty());
    }

    #[test]
    fn own_normals_are_made_one_long() {
        let mesh = Mesh::grid(2, 2, 1.0);
        let up = vec![vec3(0.0, 0.0, -3.0); 4];
        assert_eq!(mesh.clone().with_own_normals(up).unwrap().normals(), [-Vec3::Z; 4]);
        let error = TriangleError::WrongLength { list: "normals", expected: 4, found: 1 };
        assert_eq!(mesh.with_own_normals(vec![Vec3::Z]), Err(error));
    }
}
