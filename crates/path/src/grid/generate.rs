//! Maps from a seed: for demos, tests and benchmarks.

use crate::{PathError, PathGrid};
use motile_geom::{IRect, IVec2, Rng, ivec2};

/// Free ground with this share (0…1) of single walls.
///
/// # Errors
/// As [`PathGrid::new`].
pub fn scatter(width: u32, height: u32, walls: f32, rng: &mut Rng) -> Result<PathGrid, PathError> {
    PathGrid::from_fn(width, height, |_| !rng.chance(walls))
}

/// A perfect maze: corridors `corridor` cells wide between walls one cell thick, exactly one path
/// between any two places. Sizes that do not fit are filled with wall on the right and below.
///
/// # Errors
/// As [`PathGrid::new`].
pub fn maze(width: u32, height: u32, corridor: u32, rng: &mut Rng) -> Result<PathGrid, PathError> {
    let mut grid = PathGrid::from_fn(width, height, |_| false)?;
    let corridor = corridor.max(1);
    let pitch = corridor as i32 + 1;
    let (columns, rows) = (width as i32 / pitch, height as i32 / pitch);
    let room = |at: IVec2| IRect::new(at.x * pitch, at.y * pitch, corridor, corridor);
    let mut seen = vec![false; (columns * rows).max(0) as usize];
    let mut trail = Vec::new();
    if columns > 0 && rows > 0 {
        seen[0] = true;
        trail.push(IVec2::ZERO);
        carve(&mut grid, room(IVec2::ZERO));
    }
    while let Some(&at) = trail.last() {
        let mut ways = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
        rng.shuffle(&mut ways);
        let next = ways.into_iter().map(|way| at + way).find(|to| {
            IRect::of_size(columns as u32, rows as u32).contains(to.x, to.y)
                && !seen[(to.y * columns + to.x) as usize]
        });
        let Some(to) = next else {
            trail.pop();
            continue;
        };
        seen[(to.y * columns + to.x) as usize] = true;
        carve(&mut grid, room(at).union(room(to)));
        trail.push(to);
    }
    grid.refresh();
    Ok(grid)
}

/// Square rooms of `size` cells between walls one cell thick, with a door somewhere in most walls.
///
/// # Errors
/// As [`PathGrid::new`].
pub fn rooms(width: u32, height: u32, size: u32, rng: &mut Rng) -> Result<PathGrid, PathError> {
    let pitch = size.max(1) as i32 + 1;
    let wall = |x: i32| x % pitch == pitch - 1;
    let mut grid = PathGrid::from_fn(width, height, |cell| !wall(cell.x) && !wall(cell.y))?;
    for top in (0..height as i32).step_by(pitch as usize) {
        for left in (0..width as i32).step_by(pitch as usize) {
            if rng.chance(0.9) {
                let y = top + rng.int(0..pitch - 1);
                carve(&mut grid, IRect::new(left + pitch - 1, y, 1, 2));
            }
            if rng.chance(0.9) {
                let x = left + rng.int(0..pitch - 1);
                carve(&mut grid, IRect::new(x, top + pitch - 1, 2, 1));
            }
        }
    }
    grid.refresh();
    Ok(grid)
}

/// Caves: noise with this share of walls (0.45 looks natural), smoothed `rounds` times by the
/// majority of the nine cells around.
///
/// # Errors
/// As [`PathGrid::new`].
pub fn caves(
    width: u32,
    height: u32,
    walls: f32,
    rounds: u32,
    rng: &mut Rng,
) -> Result<PathGrid, PathError> {
    let mut grid = scatter(width, height, walls, rng)?;
    for _ in 0..rounds {
        let next = PathGrid::from_fn(width, height, |cell| {
            grid.bits().window(cell.x, cell.y).count_ones() >= 5
        })?;
        grid = next;
    }
    Ok(grid)
}

fn carve(grid: &mut PathGrid, rect: IRect) {
    let part = rect.intersect(grid.bounds());
    for y in part.y..part.y + part.height as i32 {
        for x in part.x..part.x + part.width as i32 {
            grid.set_bit(ivec2(x, y), true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DistanceField, Regions};

    #[test]
    fn a_maze_has_one_region_and_no_loops() {
        let grid = maze(64, 40, 1, &mut Rng::new(2)).unwrap();
        let mut regions = Regions::new();
        regions.update(&grid);
        assert_eq!(regions.count(), 1);
        // A tree of cells: one edge fewer than nodes.
        let cells: Vec<_> = (0..64 * 40).map(|i| ivec2(i % 64, i / 64)).collect();
        let free = cells.iter().filter(|c| grid.is_walkable(**c)).count();
        let edges =
            cells.iter().filter(|c| grid.is_walkable(**c)).flat_map(|&c| grid.steps_from(c));
        assert_eq!(edges.count(), 2 * (free - 1));
    }

    #[test]
    fn odd_sizes_do_not_panic() {
        for (width, height) in [(1, 1), (2, 3), (1, 50), (5, 2)] {
            for size in [0, 1, 3, 100, 70_000] {
                maze(width, height, size, &mut Rng::new(1)).unwrap();
                rooms(width, height, size, &mut Rng::new(1)).unwrap();
            }
            caves(width, height, 0.45, 3, &mut Rng::new(1)).unwrap();
        }
        assert!(maze(0, 4, 1, &mut Rng::new(1)).is_err());
    }

    #[test]
    fn most_rooms_are_connected() {
        let grid = rooms(100, 100, 9, &mut Rng::new(3)).unwrap();
        let mut field = DistanceField::new();
        field.compute(&grid, &[ivec2(0, 0)]);
        let reached = (0..10_000).filter(|i| field.cost(ivec2(i % 100, i / 100)).is_some()).count();
        assert!(reached > 7000, "{reached}");
    }
}
