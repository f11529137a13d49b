//! Meshes from grids.

use super::NavMesh;
use crate::{MeshError, PathError, PathGrid};
use motile_geom::{IVec2, Vec2, glam::DVec2, ivec2};

impl NavMesh {
    /// The free cells of a grid as a mesh: cells are `cell_size` pixels wide, the top left corner of the grid is
    /// at `origin`. Terrain multipliers do not count. An agent with a radius is kept off walls as in
    /// [`NavMesh::from_outline`]; a point passes along walls, but not between two that touch at a corner.
    ///
    /// ```
    /// use motile_path::{NavMesh, PathGrid};
    /// use motile_geom::{Vec2, vec2};
    /// let map = PathGrid::from_text("....\n.##.\n....")?;
    /// let mesh = NavMesh::from_grid(&map.grid, Vec2::ZERO, 10.0, 0.0)?;
    /// assert!(mesh.contains(vec2(35.0, 15.0)) && !mesh.contains(vec2(20.0, 15.0)));
    /// # Ok::<(), motile_path::PathError>(())
    /// ```
    ///
    /// # Errors
    /// [`PathError::Mesh`]: an origin, size of cells or radius that is not finite, or not positive; no free cell,
    /// or none with room for the agent.
    pub fn from_grid(
        grid: &PathGrid,
        origin: Vec2,
        cell_size: f32,
        radius: f32,
    ) -> Result<Self, PathError> {
        if !origin.is_finite() {
            return Err(MeshError::NotFinite { part: 0, corner: 0 }.into());
        }
        if !(cell_size > 0.0 && cell_size.is_finite()) {
            return Err(MeshError::BadCellSize(cell_size).into());
        }
        let place = |corner: IVec2| origin.as_dvec2() + corner.as_dvec2() * f64::from(cell_size);
        let rings: Vec<Vec<DVec2>> = trace_rings(grid)
            .into_iter()
            .map(|ring| ring.into_iter().map(place).collect())
            .collect();
        Self::from_rings(&rings, radius)
    }
}

/// The borders of the free ground as rings of the corners where they turn, with the free side on their left
/// (positive turn). Where two walls touch at a corner, rings stay with their free cell.
fn trace_rings(grid: &PathGrid) -> Vec<Vec<IVec2>> {
    let (width, height) = (grid.width() as i32, grid.height() as i32);
    // Borders run right above free cells and left below them, so every ring has one above a free cell.
    let is_border =
        |x: i32, y: i32| grid.is_walkable(ivec2(x, y)) && !grid.is_walkable(ivec2(x, y - 1));
    let mut seen = vec![false; grid.cell_count() as usize];
    let mut rings = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if !is_border(x, y) || seen[grid.index(ivec2(x, y))] {
                continue;
            }
            let (start, mut ring) = (ivec2(x, y), Vec::new());
            let (mut at, mut way) = (start, IVec2::X);
            loop {
                if way == IVec2::X {
                    seen[grid.index(at)] = true;
                }
                at += way;
                let turned = turn(grid, at, way);
                if turned != way {
                    ring.push(at);
                    way = turned;
                }
                if at == start && way == IVec2::X {
                    break;
                }
            }
            rings.push(ring);
        }
    }
    rings
}

/// Where a border goes on from a corner it has come to.
fn turn(grid: &PathGrid, at: IVec2, way: IVec2) -> IVec2 {
    // The cells ahead: on the free side of the border, and on the other.
    let free_side = way.perp();
    let ahead = |side: IVec2| {
        let both = way + side;
        grid.is_walkable(at + ivec2((both.x - 1) / 2, (both.y - 1) / 2))
    };
    if !ahead(free_side) {
        free_side
    } else if ahead(-free_side) {
        -free_side
    } else {
        way
    }
}
