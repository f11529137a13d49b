//! Navigation meshes from outlines.

use motile_geom::{Vec2, vec2};
use motile_path::{MeshQuery, MeshSearch, NavMesh, PathError};

/// More corners than this would make a fuzzer slow rather than wise.
const MOST_CORNERS: usize = 60;

/// Any rings are a mesh or an error; every cell of a mesh is convex, and a search between the centers of two
/// cells ends where the mesh says it does.
pub fn run(data: &[u8]) {
    let (radius, rings) = rings(data);
    let Some((outline, holes)) = rings.split_first() else { return };
    let holes: Vec<&[Vec2]> = holes.iter().map(Vec::as_slice).collect();
    let mesh = match NavMesh::from_outline(outline, &holes, radius) {
        Ok(mesh) => mesh,
        Err(PathError::Mesh(error)) => return assert!(!error.to_string().is_empty()),
        Err(error) => panic!("{error}"),
    };
    for cell in 0..mesh.cell_count() {
        let corners: Vec<Vec2> = mesh.corners(cell).collect();
        for i in 0..corners.len() {
            let [a, b, c] = [0, 1, 2].map(|k| corners[(i + k) % corners.len()].as_dvec2());
            assert!((b - a).perp_dot(c - b) >= 0.0, "cell {cell}");
        }
    }
    let (first, last) = (0, mesh.cell_count() - 1);
    let query = MeshQuery {
        free_start: true,
        nearest: true,
        ..MeshQuery::new(mesh.center(first), mesh.center(last))
    };
    let path = MeshSearch::new()
        .find_query(&mesh, query)
        .expect("the nearest point can be reached")
        .clone();
    assert!(path.length.is_finite() && !path.points.is_empty());
}

/// A byte that chooses the form and the radius, then rings: their number of corners, and the corners as small
/// whole numbers or as any bits of `f32`.
fn rings(data: &[u8]) -> (f32, Vec<Vec<Vec2>>) {
    let Some((&form, mut rest)) = data.split_first() else { return (0.0, Vec::new()) };
    let radius = [0.0, 0.5, 3.0, 20.0][usize::from(form >> 1) % 4];
    let (mut rings, mut total) = (Vec::new(), 0);
    while let Some((&count, corners)) = rest.split_first() {
        let size = if form % 2 == 0 { 2 } else { 8 };
        let length = (usize::from(count % 16) * size).min(corners.len() / size * size);
        let ring: Vec<Vec2> = corners[..length].chunks_exact(size).map(corner).collect();
        total += ring.len();
        if total > MOST_CORNERS {
            break;
        }
        rings.push(ring);
        rest = &corners[length..];
    }
    (radius, rings)
}

fn corner(bytes: &[u8]) -> Vec2 {
    match *bytes {
        [x, y] => vec2(f32::from(x as i8), f32::from(y as i8)),
        [a, b, c, d, e, f, g, h] => {
            vec2(f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h]))
        }
        _ => Vec2::ZERO,
    }
}

/// Rooms with pillars, as whole numbers and as any.
pub fn built() -> Vec<Vec<u8>> {
    let floats = |form: u8, rings: &[&[f32]]| {
        let mut bytes = vec![form];
        for ring in rings {
            bytes.push(ring.len() as u8 / 2);
            bytes.extend(ring.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    };
    let room = [0.0, 0.0, 90.5, 0.0, 90.0, 60.25, 0.0, 60.0];
    let pillar = [40.1, 20.2, 60.3, 30.4, 45.5, 45.6];
    vec![
        vec![0, 4, 0, 0, 90, 0, 90, 60, 0, 60, 3, 40, 20, 60, 30, 45, 45],
        [
            &[2, 4, 0, 0, 90, 0, 90, 60, 0, 60, 4, 20, 20, 60, 60, 20, 60, 60, 20][..],
            &[3, 9, 9, 9, 30, 9, 9],
        ]
        .concat(),
        floats(1, &[&room, &pillar]),
        floats(5, &[&room, &pillar, &pillar]),
        floats(1, &[&[0.0, 0.0, 1e38, 1e-38, -1e38, 1e38, f32::NAN]]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("navmesh")].concat(), 20_000, run);
    }
}
