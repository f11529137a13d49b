//! Paths at any angle: Theta*.

use crate::{
    GridPath, GridSearch, PathError, PathGrid, Query, Search, SearchProgress, Status, Ties, Trace,
    TraceKind,
    engine::{
        best_first::{Front, Space, advance, trace_back},
        frame::{Frame, grid_search_by_frame, partial_path_by_frame, search_by_frame},
        heap::Heap,
        nodes::{Dense, Node, NodeTable},
        queue::Open,
    },
    grid::{
        cell::{pack, unpack},
        moves::{self, NO_DIRECTION, STRAIGHT},
    },
    line_of_sight,
    search::trace::Sink,
};
use motile_geom::IVec2;

/// Theta* (Nash and others 2007): waypoints with straight lines between them, at any angle.
///
/// Like A*, but a cell may hang on any earlier cell it sees, and cells that get nearer after closing
/// are opened again. The bound that holds: the result is never longer than the shortest path of
/// single steps under the same corner rule, and never shorter than the straight line; it is not
/// always the shortest of all. Uniform grids only. 12 bytes a cell.
///
/// [`GridPath::cells`] are the waypoints and [`GridPath::length`] the exact sum of their distances;
/// [`GridPath::units`] is that length rounded to units of the grid. Costs in a [`Trace`] are in 1/8192 of a
/// cell.
///
/// ```
/// use motile_path::{AnyAngle, GridSearch, PathGrid};
/// use motile_geom::ivec2;
/// let grid = PathGrid::new(50, 30)?;
/// let mut search = AnyAngle::new();
/// let path = search.find(&grid, ivec2(0, 2), ivec2(48, 27))?;
/// assert_eq!(path.cells, [ivec2(0, 2), ivec2(48, 27)]);
/// assert!((path.length - 54.120237).abs() < 1e-6);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "Theta*")]
#[doc(alias = "theta star")]
#[derive(Clone, Debug, Default)]
pub struct AnyAngle {
    frame: Frame,
    nodes: Dense<u32>,
    open: Heap,
}

/// Lengths are whole numbers of this part of a cell, so that sums are the same everywhere.
const PARTS: u32 = 8192;

/// Straight distance in parts, rounded down so that the estimate never exceeds a sum of parts.
fn straight(a: IVec2, b: IVec2) -> u32 {
    ((a - b).as_dvec2().length() * f64::from(PARTS)) as u32
}

/// Cells and the lines of sight between them.
struct Sight<'a> {
    grid: &'a PathGrid,
    goal: IVec2,
}

impl Space for Sight<'_> {
    type Nodes = Dense<u32>;
    type Name = IVec2;
    const MARGIN: u32 = 1 << 30;

    fn place(&self, id: u32) -> usize {
        self.grid.index(unpack(id))
    }

    fn name(&self, id: u32) -> IVec2 {
        unpack(id)
    }

    fn parent(&self, _: u32, node: &Node<u32>) -> u32 {
        node.parent
    }

    fn estimate(&self, id: u32) -> u32 {
        straight(unpack(id), self.goal)
    }

    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<u32>,
        front: &mut Front<'_, Dense<u32>, O, T>,
    ) {
        let cell = unpack(id);
        // Where the start is expanded, it is its own anchor.
        let anchor = if node.direction() == NO_DIRECTION { id } else { node.parent };
        let anchor_g = front.nodes.get(self.place(anchor)).map_or(0, |node| node.g);
        let mut mask = self.grid.legal_moves()[self.grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let to = cell + moves::offset(mask.trailing_zeros());
            mask &= mask - 1;
            let place = self.grid.index(to);
            // The straight way from the anchor is the least that could come of this.
            let direct = anchor_g + straight(unpack(anchor), to);
            if front.nodes.get(place).is_some_and(|known| known.g <= direct) {
                continue;
            }
            let (g, parent) = if line_of_sight(self.grid, unpack(anchor), to) {
                (direct, anchor)
            } else {
                (node.g + straight(cell, to), id)
            };
            front.reach(self, (pack(to), place), g, 0, parent);
        }
    }
}

impl AnyAngle {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        let space = Sight { grid, goal: self.frame.query.goal };
        let (nodes, run) = (&mut self.nodes, &mut self.frame.run);
        let end = advance(&space, &mut Front { nodes, open: &mut self.open, run, sink }, budget);
        let nodes = &self.nodes;
        self.frame.conclude(grid, &end, unpack, |id, out| write(&space, nodes, id, out))
    }

    fn write_path_to(&self, grid: &PathGrid, id: u32, out: &mut GridPath) {
        write(&Sight { grid, goal: self.frame.query.goal }, &self.nodes, id, out);
    }
}

/// Writes the waypoints of the path to a node, and its cost: that of the lines themselves, because a waypoint may
/// have come nearer to the start after the cells that hang on it were reached.
fn write(space: &Sight<'_>, nodes: &Dense<u32>, end: u32, out: &mut GridPath) {
    trace_back(space, nodes, end, |id| out.cells.push(unpack(id)));
    out.cells.reverse();
    let length: f64 = out.cells.windows(2).map(|p| (p[1] - p[0]).as_dvec2().length()).sum();
    out.units = (length * f64::from(STRAIGHT)).round() as u32;
}

impl Search<PathGrid> for AnyAngle {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        (self.nodes.bytes() + self.open.bytes()) as u64
    }
}

impl GridSearch for AnyAngle {
    grid_search_by_frame!();
    partial_path_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        self.nodes
            .for_each(|place, closed| visit(grid.cell_at(place as u32), TraceKind::of(closed)));
    }

    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        if !grid.is_uniform() {
            return self.frame.refuse(PathError::NeedsUniformCost);
        }
        let status = self.frame.begin(grid, query);
        if status != Status::Running {
            return status;
        }
        // Lines found later may shorten what f says now, by 8.3 percent at most: a path of single steps
        // is no longer than that compared with a line. The length itself is looked at in the end.
        let parts = u64::from(query.cost_limit) * u64::from(PARTS) / u64::from(STRAIGHT);
        self.frame.run.cost_limit = (parts + parts / 12).min(u64::from(u32::MAX)) as u32;
        self.open.ties = Ties::Farthest;
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        let mut front = Front { nodes, open, run: &mut self.frame.run, sink: &mut () };
        let space = Sight { grid, goal: query.goal };
        front.begin(&space, pack(query.start), grid.cell_count() as usize);
        self.frame.opened_start()
    }
}
