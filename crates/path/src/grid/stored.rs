//! Grids and meshes as serde reads and writes them.

use crate::{Diagonals, NavMesh, PathError, PathGrid, WeightRule};
use motile_geom::{IVec2, Vec2, ivec2};
use serde::{Deserialize, Serialize};

/// The form in which a grid is stored. Edits made so far are not counted on.
#[derive(Serialize, Deserialize)]
pub(crate) struct Stored {
    width: u32,
    height: u32,
    #[serde(default)]
    diagonals: Diagonals,
    #[serde(default)]
    weight_rule: WeightRule,
    /// Lengths of runs of cells in reading order that are alike, beginning with free ones: the first may be 0.
    runs: Vec<u32>,
    /// Multipliers in reading order; none on a uniform grid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    weights: Vec<f32>,
}

impl From<PathGrid> for Stored {
    fn from(grid: PathGrid) -> Self {
        let cells = || (0..grid.cell_count()).map(|index| grid.cell_at(index));
        let (mut runs, mut free, mut length) = (Vec::new(), true, 0);
        for cell in cells() {
            if grid.is_walkable(cell) != free {
                runs.push(core::mem::take(&mut length));
                free = !free;
            }
            length += 1;
        }
        runs.push(length);
        let weights = if grid.is_uniform() {
            Vec::new()
        } else {
            cells().map(|cell| grid.weight(cell)).collect()
        };
        Self {
            width: grid.width(),
            height: grid.height(),
            diagonals: grid.diagonals(),
            weight_rule: grid.weight_rule(),
            runs,
            weights,
        }
    }
}

impl TryFrom<Stored> for PathGrid {
    type Error = PathError;

    fn try_from(stored: Stored) -> Result<Self, PathError> {
        let Stored { width, height, diagonals, weight_rule, runs, weights } = stored;
        let (area, bad) =
            (u64::from(width) * u64::from(height), PathError::BadSize { width, height });
        let total: u64 = runs.iter().map(|&run| u64::from(run)).sum();
        if total != area || !(weights.is_empty() || weights.len() as u64 == area) {
            return Err(bad);
        }
        // A run of 0 further on would be legal, too: it joins its neighbors.
        let mut cells = runs
            .iter()
            .enumerate()
            .flat_map(|(i, &run)| core::iter::repeat_n(i % 2 == 0, run as usize));
        let mut grid = Self::from_fn(width, height, |_| cells.next().unwrap_or(false))?
            .with_diagonals(diagonals)
            .with_weight_rule(weight_rule);
        for (index, &weight) in weights.iter().enumerate() {
            let (x, y) = (index as u32 % width, index as u32 / width);
            let cell: IVec2 = ivec2(x as i32, y as i32);
            if !grid.set_weight(cell, weight) {
                return Err(PathError::BadWeight { cell, weight });
            }
        }
        Ok(grid)
    }
}

/// The form in which a mesh is stored: what [`NavMesh::from_cells`] takes.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredMesh {
    vertices: Vec<Vec2>,
    cells: Vec<Vec<u32>>,
}

impl From<NavMesh> for StoredMesh {
    fn from(mesh: NavMesh) -> Self {
        let cells = (0..mesh.cell_count()).map(|cell| mesh.cell(cell).to_vec()).collect();
        Self { vertices: mesh.vertices().to_vec(), cells }
    }
}

impl TryFrom<StoredMesh> for NavMesh {
    type Error = PathError;

    fn try_from(stored: StoredMesh) -> Result<Self, PathError> {
        Self::from_cells(&stored.vertices, &stored.cells)
    }
}
