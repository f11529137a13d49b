//! Meshes: bodies of triangles, their builders, and the way from space to the screen.

mod builders;
mod creases;
mod curl;
mod image_quad;
mod project;
mod sprites;
mod topology;

pub use curl::PageCurl;
pub use image_quad::ImageQuad;
pub use project::{Light, MeshView, ProjectedMesh, Shading, turn_x, turn_y, turn_z};

use crate::{Color, TriangleError};
use motile_geom::{Vec2, Vec3};

/// A body of triangles in space: points, what they show, and which three make a triangle. Every index has its point, from construction on.
///
/// x goes right, y down and z away from the eye; triangles turn clockwise as seen from outside, so that
/// [`Cull::DrawClockwise`](crate::Cull::DrawClockwise) draws the near side. Builders make the usual bodies; move their points as you like.
///
/// ```
/// use motile_pixels::{Color, Cull, Mesh, MeshView, ProjectedMesh, Surface, TriangleSettings, math::vec3, turn_y};
/// let globe = Mesh::globe(80.0, 24, 16);
/// let view = MeshView { position: vec3(100.0, 100.0, 120.0), turn: turn_y(0.3), ..MeshView::default() };
/// let mut projected = ProjectedMesh::default();
/// view.project(&globe, &mut projected);
/// let mut screen = Surface::opaque(200, 200, Color::BLACK)?;
/// let settings = TriangleSettings { tint: Color::ORANGE, cull: Cull::DrawClockwise, ..TriangleSettings::default() };
/// screen.draw_triangles(&projected.triangles(), &settings)?;
/// assert_eq!(screen.get(70, 70), Some(Color::ORANGE));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[doc(alias = "model")]
#[doc(alias = "geometry")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    points: Vec<Vec3>,
    uv: Vec<Vec2>,
    colors: Vec<Color>,
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// A mesh of points and of triangles between them.
    ///
    /// # Errors
    /// [`TriangleError::NoSuchPoint`] when a triangle names a point that does not exist.
    pub fn new(points: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, TriangleError> {
        let count = points.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|&&i| i as usize >= count) {
                return Err(TriangleError::NoSuchPoint { triangle, index, points: count });
            }
        }
        Ok(Self { points, triangles, ..Self::default() })
    }

    /// A mesh of points and of a flat list of indices, three for each triangle.
    ///
    /// # Errors
    /// [`TriangleError::NotInThrees`] when indices are left over, and those of [`Mesh::new`].
    pub fn from_flat(points: Vec<Vec3>, indices: &[u32]) -> Result<Self, TriangleError> {
        let (triangles, rest) = indices.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(TriangleError::NotInThrees { found: indices.len() });
        }
        Self::new(points, triangles.to_vec())
    }

    /// With a place in the picture for each point.
    ///
    /// # Errors
    /// [`TriangleError::WrongLength`] unless there is one for each.
    pub fn with_uv(mut self, uv: Vec<Vec2>) -> Result<Self, TriangleError> {
        self.check_length("u v", uv.len())?;
        self.uv = uv;
        Ok(self)
    }

    /// With a color for each point.
    ///
    /// # Errors
    /// [`TriangleError::WrongLength`] unless there is one for each.
    pub fn with_colors(mut self, colors: Vec<Color>) -> Result<Self, TriangleError> {
        self.check_length("colors", colors.len())?;
        self.colors = colors;
        Ok(self)
    }

    /// With the normal of the surface at each point, for [`Shading::Gouraud`]: the mean of the triangles around it, larger ones
    /// count more. Points at one place share theirs, so that the seam of a picture does not show in the light; see
    /// [`Mesh::with_creases`] for bodies with hard edges.
    pub fn with_normals(mut self) -> Self {
        self.update_normals();
        self
    }

    fn check_length(&self, list: &'static str, found: usize) -> Result<(), TriangleError> {
        let expected = self.points.len();
        if found == expected {
            return Ok(());
        }
        Err(TriangleError::WrongLength { list, expected, found })
    }

    /// The points.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// The points, to be moved. Normals stay as they are until [`Mesh::update_normals`].
    pub fn points_mut(&mut self) -> &mut [Vec3] {
        &mut self.points
    }

    /// Where each point lies in the picture; empty when the mesh has no places.
    pub fn uv(&self) -> &[Vec2] {
        &self.uv
    }

    /// The places in the picture, to be moved.
    pub fn uv_mut(&mut self) -> &mut [Vec2] {
        &mut self.uv
    }

    /// The color of each point; empty when the mesh has no colors.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// The colors, to be changed.
    pub fn colors_mut(&mut self) -> &mut [Color] {
        &mut self.colors
    }

    /// The normal at each point, of length 1, or 0 where there is no surface; empty until [`Mesh::update_normals`].
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }

    /// Which three points make each triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Adds another mesh. What only one of them has (places, colors) is lost, normals always; a mesh without points adds nothing and
    /// takes nothing away.
    pub fn append(&mut self, other: &Self) {
        let first = self.points.len() as u32;
        let both = |mine: usize, other: usize| mine > 0 && other > 0;
        if other.points.is_empty() {
            return;
        }
        if self.points.is_empty() {
            other.clone_into(self);
            return;
        }
        if both(self.uv.len(), other.uv.len()) {
            self.uv.extend_from_slice(&other.uv);
        } else {
            self.uv.clear();
        }
        if both(self.colors.len(), other.colors.len()) {
            self.colors.extend_from_slice(&other.colors);
        } else {
            self.colors.clear();
        }
        self.normals.clear();
        self.points.extend_from_slice(&other.points);
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|i| i + first)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec3;

    #[test]
    fn t8_19_bad_indices_are_errors_at_construction() {
        let points = vec![Vec3::ZERO; 4];
        let error = TriangleError::NoSuchPoint { triangle: 1, index: 4, points: 4 };
        assert_eq!(Mesh::new(points.clone(), vec![[0, 1, 2], [2, 4, 0]]), Err(error));
        let five = Mesh::from_flat(points.clone(), &[0, 1, 2, 2, 3]);
        assert_eq!(five, Err(TriangleError::NotInThrees { found: 5 }));
        let mesh = Mesh::from_flat(points, &[0, 1, 2, 2, 3, 0]).unwrap();
        let error = TriangleError::WrongLength { list: "u v", expected: 4, found: 1 };
        assert_eq!(mesh.clone().with_uv(vec![Vec2::ZERO]), Err(error));
        let error = TriangleError::WrongLength { list: "colors", expected: 4, found: 0 };
        assert_eq!(mesh.with_colors(vec![]), Err(error));
    }

    #[test]
    fn an_empty_mesh_takes_nothing_away() {
        let mut mesh = Mesh::grid(3, 3, 1.0).with_normals();
        let before = mesh.clone();
        mesh.append(&Mesh::default());
        assert_eq!(mesh, before);
    }

    #[test]
    fn meshes_add_up() {
        let mut mesh = Mesh::cuboid(Vec3::ONE);
        let mut other = Mesh::grid(3, 3, 1.0);
        other.points_mut()[0] = vec3(9.0, 9.0, 9.0);
        mesh.append(&other);
        assert_eq!((mesh.points().len(), mesh.uv().len(), mesh.triangles().len()), (33, 33, 20));
        assert_eq!(mesh.points()[mesh.triangles()[12][0] as usize], vec3(9.0, 9.0, 9.0));
        mesh.append(&Mesh::new(vec![Vec3::ZERO], vec![]).unwrap());
        assert!(mesh.uv().is_empty() && mesh.points().len() == 34);
        let mut empty = Mesh::default();
        empty.append(&other);
        assert_eq!(empty, other);
    }
}
