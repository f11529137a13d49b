//! Landmarks: what is left to the goal, told by the distances of both from four corners of the map.
//!
//! Among scattered walls the way is much longer than free ground would have it, and a search by that estimate looks at a
//! large part of the map. A cell that is twice as far from a corner as the goal is cannot be nearer to the goal than the
//! difference (Goldberg and Harrelson 2005): with four corners a third of the cells are left. The distances take time,
//! which is only well spent on a map that is asked about again and again. So they are computed little by little, a part of
//! the work of every query, once the queries on a map have cost about as much.

use crate::{
    DistanceField, PathGrid, Search, Status,
    engine::nodes::{tile_place, tile_places},
    field::distance::UNREACHED,
};
use motile_geom::IVec2;

/// Corners from which distances are known.
pub(super) const CORNERS: usize = 4;

/// Of the cells that a query has expanded, the next one works off a share of one in so many on the distances. A run
/// of a field takes as long as a cell of a search among dense walls and some times as long among few: at one in six,
/// queries with a tenth of the cells walls were 1.28 times as long as with A*.
const SHARE: u32 = 24;

/// Cells that the queries on a map have expanded before the distances are begun, in numbers of cells of the map: about
/// what five fields cost, so that a map which is left soon costs little for nothing.
const PATIENCE: u64 = 16;

/// Distances from the corners of a map, for every cell of the part of the map that they lie in.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    fingerprint: Option<u64>,
    /// Cells expanded on this map so far.
    spent: u64,
    /// The one that is being computed: first from where a query began, to see what can be reached, then from the corners.
    field: DistanceField,
    /// The corners, once they are known, and how many of them are done.
    corners: Option<[IVec2; CORNERS]>,
    done: usize,
    /// By place in tiles.
    distances: Vec<[u32; CORNERS]>,
}

/// Landmarks as a search asks them.
#[derive(Clone, Copy)]
pub(super) struct Guide<'a> {
    distances: &'a [[u32; CORNERS]],
    goal: [u32; CORNERS],
}

impl Guide<'_> {
    /// At least this much is left from a place to the goal.
    #[inline(always)]
    pub(super) fn estimate(&self, place: usize) -> u32 {
        let here = &self.distances[place];
        here.iter().zip(&self.goal).fold(0, |most, (a, b)| most.max(a.abs_diff(*b)))
    }
}

impl Landmarks {
    /// Goes on with the distances of a map, at the beginning of a query from a cell, after a query that expanded some.
    pub(super) fn follow(&mut self, grid: &PathGrid, from: IVec2, expanded: u32) {
        if self.fingerprint != Some(grid.fingerprint()) {
            self.fingerprint = Some(grid.fingerprint());
            (self.spent, self.corners, self.done) = (0, None, 0);
            self.field.cancel();
            return;
        }
        self.spent += u64::from(expanded);
        let early = self.spent < PATIENCE * u64::from(grid.cell_count());
        if self.done >= CORNERS || early || !grid.is_walkable(from) {
            return;
        }
        if self.field.status() == Status::Idle {
            self.field.begin(grid, &[from]);
        }
        match self.field.step(grid, expanded / SHARE) {
            Status::Running => {}
            Status::Found => self.take(grid),
            // Costs that overflow are too large for landmarks as well.
            _ => self.done = CORNERS + 1,
        }
    }

    /// Takes in a field that is complete, and begins the next one.
    fn take(&mut self, grid: &PathGrid) {
        if self.corners.is_none() {
            self.corners = Some(corners(grid, &self.field));
            self.distances.clear();
            let places = tile_places(grid.width(), grid.height());
            self.distances.resize(places, [UNREACHED; CORNERS]);
        } else {
            for (cell, &cost) in (0..grid.cell_count()).zip(self.field.costs()) {
                let place = tile_place(grid.cell_at(cell), grid.width());
                self.distances[place][self.done] = cost;
            }
            self.done += 1;
        }
        match self.corners {
            Some(corners) if self.done < CORNERS => {
                self.field.begin(grid, &[corners[self.done]]);
            }
            _ => self.field = DistanceField::default(),
        }
    }

    /// What landmarks tell about the way between two cells, if they are all known and can be reached from both.
    pub(super) fn guide(&self, grid: &PathGrid, from: IVec2, goal: IVec2) -> Option<Guide<'_>> {
        if self.done != CORNERS || self.fingerprint != Some(grid.fingerprint()) {
            return None;
        }
        let [from, goal] = [from, goal].map(|cell| self.distances[tile_place(cell, grid.width())]);
        let known = from.iter().chain(&goal).all(|&distance| distance != UNREACHED);
        known.then_some(Guide { distances: &self.distances, goal })
    }

    pub(super) fn bytes(&self) -> usize {
        let field = self.field.memory_bytes() as usize;
        self.distances.capacity() * size_of::<[u32; CORNERS]>() + field
    }
}

/// The reached cells that lie farthest out along the diagonals.
fn corners(grid: &PathGrid, field: &DistanceField) -> [IVec2; CORNERS] {
    let reached = (0..grid.cell_count()).zip(field.costs());
    let mut cells = reached.filter(|(_, cost)| **cost != UNREACHED).map(|(at, _)| grid.cell_at(at));
    let first = cells.next().unwrap_or_default();
    cells.fold([first; CORNERS], |[mut a, mut b, mut c, mut d], cell| {
        let (sum, difference) = (cell.x + cell.y, cell.x - cell.y);
        a = if sum < a.x + a.y { cell } else { a };
        b = if sum > b.x + b.y { cell } else { b };
        c = if difference < c.x - c.y { cell } else { c };
        d = if difference > d.x - d.y { cell } else { d };
        [a, b, c, d]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AStar, Diagonals, GridSearch, Jps, generate};
    use motile_geom::{Rng, ivec2};

    fn cell(rng: &mut Rng, side: u32) -> IVec2 {
        ivec2(rng.below(side) as i32, rng.below(side) as i32)
    }

    #[test]
    fn paths_stay_the_cheapest_while_landmarks_come_and_go() {
        let mut rng = Rng::new(18);
        for rule in [Diagonals::NoCorners, Diagonals::Never, Diagonals::Always] {
            let side = 60;
            let grid = generate::scatter(side, side, 0.35, &mut rng).unwrap();
            let mut grid = grid.with_diagonals(rule);
            let (mut jps, mut astar) = (Jps::new(), AStar::new());
            let mut guided = 0;
            for round in 0..12_000 {
                let (start, goal) = (cell(&mut rng, side), cell(&mut rng, side));
                let found = jps.find(&grid, start, goal).map(|path| path.units).ok();
                let expected = astar.find(&grid, start, goal).map(|path| path.units).ok();
                assert_eq!(found, expected, "{round}");
                if found.is_some() {
                    assert!(jps.path().is_walkable(&grid));
                    guided += usize::from(jps.landmarks.guide(&grid, start, goal).is_some());
                }
                if round == 11_000 {
                    // Under the other rules the walls may stand too loosely to go step by step.
                    assert!(guided > 20 || rule != Diagonals::NoCorners, "{guided} had landmarks");
                    let free = grid.is_walkable(ivec2(30, 30));
                    grid.set_walkable(ivec2(30, 30), !free);
                }
                if (11_001..11_040).contains(&round) && jps.stepping {
                    assert!(jps.landmarks.done < CORNERS, "an edit ends them");
                }
            }
        }
    }

    #[test]
    fn landmarks_spare_a_third_of_the_cells() {
        let mut rng = Rng::new(35);
        let grid = generate::scatter(128, 128, 0.35, &mut rng).unwrap();
        let mut jps = Jps::new();
        let queries: Vec<(IVec2, IVec2)> = core::iter::repeat_with(|| {
            (ivec2(rng.below(20) as i32, rng.below(128) as i32), cell(&mut rng, 128))
        })
        .filter(|&(start, goal)| goal.x > 100 && jps.find(&grid, start, goal).is_ok())
        .take(12)
        .collect();
        let all = |jps: &mut Jps| -> u32 {
            let expanded = |&(start, goal): &(IVec2, IVec2)| {
                jps.find(&grid, start, goal).unwrap();
                jps.progress().expanded
            };
            queries.iter().map(expanded).sum()
        };
        let before = all(&mut Jps::new());
        while jps.landmarks.done < CORNERS {
            all(&mut jps);
        }
        let after = all(&mut jps);
        assert!(3 * after < 2 * before, "{before} cells before, {after} after");
    }
}
