//! Navigation meshes from outlines.

use motile_geom::{Rng, Segment, Vec2, glam::DVec2, vec2};
use motile_path::{MeshError, MeshQuery, MeshSearch, NavMesh, PathError};

/// More corners than this would make a fuzzer slow rather than wise.
const MOST_CORNERS: usize = 60;

/// Any rings are a mesh or an error that is not about their tangle; every cell of a mesh is convex, and a search between
/// the centers of two cells ends where the mesh says it does. Where corners are small whole numbers, the mesh holds the
/// places that the definition calls free and no others.
///
/// # Panics
/// When one of these does not hold.
pub fn run(data: &[u8]) {
    let (radius, rings) = rings(data);
    let Some((outline, holes)) = rings.split_first() else { return };
    let holes: Vec<&[Vec2]> = holes.iter().map(Vec::as_slice).collect();
    let made = NavMesh::from_outline(outline, &holes, radius);
    let whole = data.first().is_some_and(|form| form % 2 == 0);
    if whole && matches!(made, Ok(_) | Err(PathError::Mesh(MeshError::Empty))) {
        check_places(made.as_ref().ok(), &rings, f64::from(radius), data);
    }
    let mesh = match made {
        Ok(mesh) => mesh,
        Err(PathError::Mesh(MeshError::TooTangled)) => panic!("too tangled: {rings:?}"),
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

/// Sixteen places beside the definition: the outline goes round a free place and no hole does, and no wall is nearer than
/// the radius, up to the tips of the arcs around corners.
fn check_places(mesh: Option<&NavMesh>, rings: &[Vec<Vec2>], radius: f64, data: &[u8]) {
    // A ring of equal loops has no direction; beside one that crosses itself margins lie on both sides.
    let decided = rings.iter().all(|ring| area(ring).abs() > 1e-3);
    if !decided || (radius > 0.0 && !rings.iter().all(|ring| is_simple(ring))) {
        return;
    }
    let mut rng =
        Rng::new(data.iter().fold(7, |sum: u64, &byte| sum * 31 % 65_521 + u64::from(byte)));
    for _ in 0..16 {
        // Near a corner, where things go wrong.
        let ring = &rings[rng.below(rings.len() as u32) as usize];
        let near = ring[rng.below(ring.len() as u32) as usize];
        let at = near + vec2(rng.range(-30.0..30.0), rng.range(-30.0..30.0));
        let wall = wall_distance(rings, at.as_dvec2());
        if wall < 1e-3 {
            continue;
        }
        let turns = |ring: &Vec<Vec2>| winding(ring, at.as_dvec2());
        let free = turns(&rings[0]) - rings[1..].iter().map(turns).sum::<i32>() >= 1;
        let holds = mesh.is_some_and(|mesh| mesh.contains(at));
        if !free || wall < radius - 1e-3 {
            assert!(!holds, "{at} is {wall} from a wall of {rings:?}");
        } else if wall > radius * 1.036 + 1e-3 {
            assert!(holds, "{at} is {wall} from a wall of {rings:?}");
        }
    }
}

/// The edges of a ring.
fn edges(ring: &[Vec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| (a.as_dvec2(), b.as_dvec2()))
}

fn area(ring: &[Vec2]) -> f64 {
    edges(ring).map(|(a, b)| a.perp_dot(b)).sum()
}

/// How often a ring goes round a place, in its own direction.
fn winding(ring: &[Vec2], at: DVec2) -> i32 {
    let mut turns = 0;
    for (a, b) in edges(ring) {
        let left = (b - a).perp_dot(at - a) > 0.0;
        turns += i32::from(a.y <= at.y && b.y > at.y && left);
        turns -= i32::from(a.y > at.y && b.y <= at.y && !left);
    }
    if area(ring) < 0.0 { -turns } else { turns }
}

fn wall_distance(rings: &[Vec<Vec2>], at: DVec2) -> f64 {
    let distances = rings.iter().flat_map(|ring| edges(ring)).map(|(a, b)| {
        let share = (at - a).dot(b - a) / (b - a).length_squared().max(1e-300);
        at.distance(a + (b - a) * share.clamp(0.0, 1.0))
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// Whether no two edges of a ring meet but at the corner they share.
fn is_simple(ring: &[Vec2]) -> bool {
    let count = ring.len();
    let edge = |i: usize| Segment::new(ring[i], ring[(i + 1) % count]);
    (0..count).all(|i| {
        let apart = |k: usize| (k + 1) % count != i && (i + 1) % count != k;
        let clear = (0..i).filter(|&k| apart(k)).all(|k| edge(i).intersection(edge(k)).is_none());
        let (a, b) = (edge(i).vector(), edge((i + 1) % count).vector());
        clear && (a.perp_dot(b) != 0.0 || a.dot(b) > 0.0)
    })
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
        // Needles.
        vec![2, 4, 10, 10, 42, 10, 136, 8, 218, 10],
        vec![4, 4, 10, 10, 42, 11, 136, 8, 218, 10, 3, 0, 9, 4, 9, 250, 8],
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
