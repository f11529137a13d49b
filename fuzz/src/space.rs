//! Flat things in space from any numbers.

#[path = "../../crates/space/tests/any_numbers/check.rs"]
mod check;
#[path = "../../crates/space/tests/any_numbers/check_space3d.rs"]
mod check_space3d;

use motile_geom::Vec3;
use motile_pixels::{Light, Mesh, MeshView, ProjectedMesh, Shading, Surface, TriangleSettings};

/// Whatever the numbers are, orders are whole and places finite; display lists are painted and hit, meshes projected and drawn.
pub fn run(data: &[u8]) {
    check::check_any(data);
    check_space3d::check_space3d(data);
    check_mesh(data);
}

/// A mesh of any points seen by any view.
fn check_mesh(data: &[u8]) {
    let mut numbers = check::Numbers(data);
    let pose = numbers.pose();
    let light =
        Light { toward: numbers.vec3(), ambient: numbers.next(), shading: Shading::Gouraud };
    let view = MeshView {
        turn: pose.transform().matrix,
        position: pose.position,
        focal: numbers.next(),
        center: numbers.vec2(),
        near: numbers.next(),
        light: Some(light),
    };
    let mut points: Vec<Vec3> = Vec::new();
    while !numbers.0.is_empty() && points.len() < 60 {
        points.push(numbers.vec3());
    }
    let count = points.len() as u32;
    let triangles = (0..count).map(|i| [i, (i + 1) % count, (i * 7 + 3) % count]).collect();
    let Ok(mesh) = Mesh::new(points, triangles) else { return };
    let mesh = mesh.with_normals();
    let mut seen = ProjectedMesh::default();
    view.project(&mesh, &mut seen);
    assert!(seen.triangles().check().is_ok(), "the lists fit together");
    if let Ok(mut surface) = Surface::new(16, 16) {
        assert!(surface.draw_triangles(&seen.triangles(), &TriangleSettings::default()).is_ok());
    }
}

/// Scenes of a few sheets, ordinary and odd.
pub fn built() -> Vec<Vec<u8>> {
    let scene = |step: u32| (0..900u32).map(|i| (i * step % 251) as u8).collect();
    [7, 29, 73, 113, 190].map(scene).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        smoke::run(&built(), 800, run);
    }
}
