//! Jump point search.
//!
//! `space` holds the jump points and the runs between them, `stops` the bit maps that end runs 64 cells at a time,
//! `dead_ends` what is never searched, `steps` what is searched cell by cell, `landmarks` what is known of a map that is
//! searched so again and again.

mod dead_ends;
mod landmarks;
pub(crate) mod space;
mod steps;
pub(crate) mod stops;

use crate::{
    GridPath, GridSearch, PathError, PathGrid, Query, Search, SearchProgress, Status, Trace,
    TraceKind,
    engine::{
        best_first::{Front, Space, advance, trace_back},
        frame::{Frame, grid_search_by_frame, partial_path_by_frame, search_by_frame},
        nodes::{NodeTable, Paged, tile_cell, tile_places},
        staged::Staged,
    },
    grid::cell::{pack, unpack},
    search::{
        heuristic::Octile,
        jps::{
            dead_ends::{DeadEnds, Exits, trail_cost},
            landmarks::Landmarks,
            space::Jumps,
            steps::{Ground, StepSearch},
            stops::JumpMap,
        },
        trace::Sink,
    },
};
use motile_geom::IVec2;

/// Jump point search: the cheapest path on a uniform grid, under every corner rule, with far fewer
/// expanded cells than [`AStar`](crate::AStar) where there is ground to jump over: rooms, mazes, caves, game maps.
///
/// Among scattered walls (a tenth of the cells or more, at random) nearly every cell would be a jump point. Where every fourth
/// free cell is the corner of a wall, it goes step by step instead, as A* does, on the map without its dead ends: as quick as
/// A*, and a tenth quicker where a third of the cells are walls.
///
/// A map that is searched step by step again and again gets landmarks: the distances of all cells from four corners of the map,
/// which tell more about what is left to the goal than its place does. They are computed a little at a time, beside
/// each query, once the queries on a map have expanded sixteen times as many cells as it has. After some thousand long queries
/// on 512 × 512 cells they are complete, and a query expands about a third of the cells. Costs are the cheapest before and after; which of several
/// equally cheap paths is found may differ, and depends on nothing but the queries before. An edit ends it, and it begins
/// anew. 16 bytes a cell, and about half as many again meanwhile.
///
/// Where corners are not cut, dead ends are taken off the map first: a path enters one only to begin or to end there.
/// In a maze of one-cell corridors without loops nothing is left to search.
///
/// Moves that only mirror an equally cheap path are left out, and runs of cells with a single move
/// left are skipped 64 at a time on bit maps. The bit maps are made at the first search on a grid and
/// again after an edit (some 0.3 ms for 512 × 512, and 10 ns for every cell of a dead end). Diagonal runs do not stop where only a
/// straight run branches off, as long as they lead towards the goal: its end is opened directly. A run that leads
/// away waits in the open list for its turn, which mostly never comes.
///
/// Ties in f go to the cell farthest along, then to the smaller row and column; to the newest, step by step. The nearest cell
/// of a failed search is the nearest *jump point*, not the nearest cell. 2.3 bytes a cell, 770 for
/// every square of 8 × 8 cells with a jump point, and 16 for every open one; 8 more a cell once a map was searched step by step.
///
/// ```
/// use motile_path::{GridSearch, Jps, PathGrid, Search};
/// use motile_geom::ivec2;
/// let grid = PathGrid::new(500, 500)?;
/// let mut search = Jps::new();
/// assert_eq!(search.find(&grid, ivec2(3, 3), ivec2(400, 300))?.cells.len(), 398);
/// assert!(search.progress().expanded <= 2);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "JPS")]
#[doc(alias = "jump point search")]
#[derive(Clone, Debug, Default)]
pub struct Jps {
    frame: Frame,
    dead_ends: DeadEnds,
    map: JumpMap,
    nodes: Paged<u32>,
    open: Staged,
    /// Paths of the start and the goal out of their dead ends.
    trails: [Vec<IVec2>; 2],
    exits: Exits,
    /// The map whose corners were counted last, and whether they stand densely.
    known: Option<(u64, bool)>,
    /// Taken at the first dense map.
    steps: Option<Box<StepSearch>>,
    landmarks: Landmarks,
    /// Whether the running search goes step by step.
    stepping: bool,
}

/// Corners stand densely when there is one for so many free cells.
const DENSE: u32 = 4;

impl Jps {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether corners of walls stand so densely that there is nothing to jump over; looks at a map when it has changed.
    pub(crate) fn is_dense(&mut self, grid: &PathGrid) -> bool {
        match self.known {
            Some((fingerprint, dense)) if fingerprint == grid.fingerprint() => dense,
            _ => {
                let (bits, rule) = (grid.bits(), grid.diagonals());
                let size = (grid.width(), grid.height());
                self.dead_ends.update(grid.fingerprint(), bits, size, rule);
                let core = self.dead_ends.core(bits);
                self.map.update(grid.fingerprint(), core, size, rule);
                let dense = self.map.count_corners(core, grid.height()) > bits.count() / DENSE;
                self.known = Some((grid.fingerprint(), dense));
                dense
            }
        }
    }

    /// The search step by step and what it goes on, while that is at work.
    fn stepping(&self, grid: &PathGrid) -> Option<&StepSearch> {
        self.steps.as_deref().filter(|_| self.stepping && grid.is_uniform())
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        if let Some(status) = self.frame.step_fallback(grid, budget, sink) {
            return status;
        }
        let Self { frame, dead_ends, map, nodes, open, trails, exits, landmarks, .. } = self;
        if let Some(steps) = self.steps.as_deref_mut().filter(|_| self.stepping) {
            let ground = ground(grid, dead_ends, trails, landmarks);
            let end = steps.advance(ground, &mut frame.run, sink, budget);
            return frame.conclude(grid, &end, unpack, |id, out| steps.write(ground, id, out));
        }
        let space = jumps(grid, dead_ends, map, (trails, *exits));
        let run = &mut frame.run;
        let end = advance(&space, &mut Front { nodes, open, run, sink }, budget);
        frame.conclude(grid, &end, unpack, |id, out| write(&space, nodes, id, out))
    }

    fn write_path_to(&self, grid: &PathGrid, id: u32, out: &mut GridPath) {
        if let Some(steps) = self.stepping(grid) {
            let ground = ground(grid, &self.dead_ends, &self.trails, &self.landmarks);
            return steps.write(ground, id, out);
        }
        let trails = (&self.trails, self.exits);
        write(&jumps(grid, &self.dead_ends, &self.map, trails), &self.nodes, id, out);
    }
}

fn ground<'a>(
    grid: &'a PathGrid,
    dead_ends: &'a DeadEnds,
    trails: &'a [Vec<IVec2>; 2],
    landmarks: &'a Landmarks,
) -> Ground<'a> {
    let [out, back] = trails;
    Ground {
        guide: landmarks.guide(grid, out[out.len() - 1], back[back.len() - 1]),
        core: dead_ends.core(grid.bits()),
        size: (grid.width(), grid.height()),
        rule: grid.diagonals(),
        form: Octile::of(grid),
        trails,
    }
}

fn jumps<'a>(
    grid: &'a PathGrid,
    dead_ends: &'a DeadEnds,
    map: &'a JumpMap,
    (trails, exits): (&'a [Vec<IVec2>; 2], Exits),
) -> Jumps<'a> {
    let [_, back] = trails;
    let (target, rest) = match exits {
        Exits::Core => (back[back.len() - 1], trail_cost(back)),
        Exits::Meeting => (back[0], 0),
    };
    Jumps {
        bits: dead_ends.core(grid.bits()),
        map,
        width: grid.width(),
        rule: grid.diagonals(),
        form: Octile::of(grid),
        target,
        rest,
        goal: pack(back[0]),
        trails,
        exits,
    }
}

/// Writes the cells of the path to a node, and its cost.
fn write(space: &Jumps<'_>, nodes: &Paged<u32>, end: u32, out: &mut GridPath) {
    out.units = nodes.get(space.place(end)).map_or(0, |node| node.g);
    let mut last = None;
    trace_back(space, nodes, end, |id| {
        match last {
            None => out.cells.push(unpack(id)),
            Some(last) => space.append_back(id, last, &mut out.cells),
        }
        last = Some(id);
    });
    out.cells.reverse();
}

impl Search<PathGrid> for Jps {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        let trails = self.trails.iter().map(|trail| trail.capacity() * size_of::<IVec2>());
        let maps = self.dead_ends.bytes() + self.map.bytes();
        let steps = self.steps.as_ref().map_or(0, |steps| steps.bytes()) + self.landmarks.bytes();
        let searching = steps + self.nodes.bytes() + self.open.bytes() + trails.sum::<usize>();
        (maps + searching) as u64 + self.frame.fallback.bytes()
    }
}

impl GridSearch for Jps {
    grid_search_by_frame!();
    partial_path_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        if let Some(steps) = self.stepping(grid) {
            return steps.for_each_seen(visit);
        }
        self.nodes.for_each(|place, closed| {
            visit(tile_cell(place, grid.width()), TraceKind::of(closed));
        });
    }

    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        let was_stepping = core::mem::replace(&mut self.stepping, false);
        let expanded = if was_stepping { self.frame.run.expanded } else { 0 };
        if !grid.is_uniform() {
            return self.frame.refuse(PathError::NeedsUniformCost);
        }
        let status = self.frame.begin(grid, query);
        if status != Status::Running {
            return status;
        }
        let (bits, rule) = (grid.bits(), grid.diagonals());
        let size = (grid.width(), grid.height());
        self.dead_ends.update(grid.fingerprint(), bits, size, rule);
        if self.dead_ends.found() && !grid.is_walkable(query.start) {
            // A wall that counts as free may lead into a dead end that is not its own.
            return self.frame.take_over(grid);
        }
        let dense = self.is_dense(grid);
        let ends = [query.start, query.goal];
        let Self { frame, dead_ends, map, nodes, open, trails, exits, landmarks, .. } = self;
        *exits = dead_ends.trails(bits, size, ends, nodes, trails);
        self.stepping = dense && *exits == Exits::Core;
        if self.stepping {
            let steps = self.steps.get_or_insert_with(|| Box::new(StepSearch::new()));
            landmarks.follow(grid, trails[0][trails[0].len() - 1], expanded);
            steps.begin(ground(grid, dead_ends, trails, landmarks), &mut frame.run);
            return self.frame.opened_start();
        }
        map.update_all(grid.fingerprint(), dead_ends.core(bits), size, rule);
        let space = jumps(grid, dead_ends, map, (trails, *exits));
        let mut front = Front { nodes, open, run: &mut frame.run, sink: &mut () };
        front.begin(&space, pack(query.start), tile_places(grid.width(), grid.height()));
        self.frame.opened_start()
    }
}
