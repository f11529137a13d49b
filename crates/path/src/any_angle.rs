//! Paths at any angle: Theta*.

use crate::{
    NoPathReason, PathError, PathGrid, Progress, Query, Status, Ties, Trace, TraceKind,
    line_of_sight, moves,
    queue::{Heap, Open},
    search::{Frame, pack, unpack},
    trace::Sink,
};
use motile_geom::IVec2;

/// Theta* (Nash and others 2007): waypoints with straight lines between them, at any angle.
///
/// Like A*, but a cell may hang on any earlier cell it sees, and cells that get nearer after closing
/// are opened again. The bound that holds: the result is never longer than the shortest path of
/// single steps under the same corner rule, and never shorter than the straight line; it is not
/// always the shortest of all. Uniform grids only. 12 bytes a cell.
///
/// ```
/// use motile_path::{AnyAngle, PathGrid};
/// use motile_geom::ivec2;
/// let grid = PathGrid::new(50, 30)?;
/// let mut search = AnyAngle::new();
/// assert_eq!(search.find(&grid, ivec2(0, 2), ivec2(48, 27))?, [ivec2(0, 2), ivec2(48, 27)]);
/// assert!((search.length() - 54.120237).abs() < 1e-6);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AnyAngle {
    frame: Frame,
    nodes: Vec<Node>,
    stamp: u32,
    open: Heap,
    waypoints: Vec<IVec2>,
    length: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    /// Search number, closed bit.
    info: u32,
    parent: u32,
}

const CLOSED: u32 = 1;
/// Lengths are whole numbers of this part of a cell, so that sums are the same everywhere.
const UNITS_PER_CELL: f64 = 8192.0;

/// Straight distance in units, rounded down so that the estimate never exceeds a sum of parts.
fn straight(a: IVec2, b: IVec2) -> u32 {
    let (dx, dy) = (f64::from(a.x - b.x), f64::from(a.y - b.y));
    ((dx * dx + dy * dy).sqrt() * UNITS_PER_CELL) as u32
}

impl AnyAngle {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a search. [`Query::cost_limit`] is in parts of 1/8192 of a cell.
    ///
    /// # Errors
    /// Cells outside, a blocked start, [`PathError::NeedsUniformCost`].
    pub fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.frame.status = Status::Idle;
        self.waypoints.clear();
        self.length = 0.0;
        if !grid.is_uniform() {
            return Err(PathError::NeedsUniformCost);
        }
        self.frame.begin(grid, query)?;
        if self.frame.status == Status::Found {
            self.waypoints.push(query.start);
        }
        if self.frame.status != Status::Running {
            return Ok(());
        }
        let cells = grid.cell_count() as usize;
        if self.nodes.len() != cells || self.stamp >= u32::MAX >> 1 {
            self.nodes.clear();
            self.nodes.resize(cells, Node::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        let start = query.start;
        self.nodes[grid.index(start)] = Node { g: 0, info: self.stamp << 1, parent: pack(start) };
        let h = straight(start, query.goal);
        self.open.ties = Ties::Farthest;
        self.open.clear(h);
        self.open.push(h, 0, pack(start));
        self.frame.first_estimate = h;
        self.frame.visited = 1;
        Ok(())
    }

    /// Expands up to `budget` cells.
    pub fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        self.run(grid, budget, &mut ())
    }

    /// Like [`AnyAngle::step`], adding what happens to `trace`.
    pub fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
        self.run(grid, budget, trace)
    }

    /// Begins a search, runs it to its end and gives the waypoints.
    ///
    /// # Errors
    /// As [`AnyAngle::begin`]; [`PathError::NoPath`].
    pub fn find(
        &mut self,
        grid: &PathGrid,
        start: IVec2,
        goal: IVec2,
    ) -> Result<&[IVec2], PathError> {
        self.begin(grid, Query::new(start, goal))?;
        while self.step(grid, u32::MAX) == Status::Running {}
        match self.frame.status {
            Status::Found => Ok(&self.waypoints),
            Status::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Status::Failed(error) => Err(error),
            Status::Idle | Status::Running => Err(PathError::NotSearched),
        }
    }

    /// Where the search stands.
    pub const fn status(&self) -> Status {
        self.frame.status
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.frame.progress()
    }

    /// Cells between which the path is straight, from start to goal; empty before it is found.
    pub fn waypoints(&self) -> &[IVec2] {
        &self.waypoints
    }

    /// Length of the path in cells.
    pub const fn length(&self) -> f64 {
        self.length
    }

    /// Writes the waypoints to the cell nearest to the goal so far.
    pub fn partial_path(&self, grid: &PathGrid, out: &mut Vec<IVec2>) {
        out.clear();
        if let Some(best) = self.frame.best
            && self.nodes.len() == grid.cell_count() as usize
        {
            self.trace_back(grid, best, out);
        }
    }

    /// Stops and becomes idle.
    pub fn cancel(&mut self) {
        self.frame.cancel();
        self.waypoints.clear();
    }

    /// Bytes of memory held for searching.
    pub fn memory_bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.open.bytes()) as u64
    }

    fn run<T: Sink>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.status;
        }
        let Query { goal, cost_limit, expansion_limit, .. } = self.frame.query;
        let stop = self.frame.expanded.saturating_add(budget).min(expansion_limit);
        loop {
            if self.frame.expanded >= stop {
                if stop == expansion_limit && !self.open.is_empty() {
                    self.give_up(grid, NoPathReason::ExpansionLimit);
                }
                break;
            }
            let Some((f, packed)) = self.open.pop() else {
                self.give_up(grid, NoPathReason::Unreachable);
                break;
            };
            let cell = unpack(packed);
            let node = &mut self.nodes[grid.index(cell)];
            if node.info & CLOSED != 0 {
                continue;
            }
            if f > cost_limit {
                self.give_up(grid, NoPathReason::CostLimit);
                break;
            }
            if cell == goal {
                self.frame.status = Status::Found;
                self.finish(grid, goal);
                break;
            }
            node.info |= CLOSED;
            let node = *node;
            self.frame.expanded += 1;
            self.frame.note(cell, f - node.g);
            sink.event(TraceKind::Closed, cell, Some(unpack(node.parent)), node.g, f - node.g);
            if node.g > u32::MAX - (1 << 30) {
                self.frame.status = Status::Failed(PathError::CostOverflow(cell));
                break;
            }
            self.expand(grid, cell, node, sink);
        }
        self.frame.status
    }

    fn expand<T: Sink>(&mut self, grid: &PathGrid, cell: IVec2, node: Node, sink: &mut T) {
        let anchor = unpack(node.parent);
        let anchor_g = self.nodes[grid.index(anchor)].g;
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let to = cell + moves::offset(mask.trailing_zeros());
            mask &= mask - 1;
            let known = self.nodes[grid.index(to)];
            let seen = known.info >> 1 == self.stamp;
            // The straight way from the anchor is the least that could come of this.
            let direct = anchor_g + straight(anchor, to);
            if seen && known.g <= direct {
                continue;
            }
            let (g, parent) = if line_of_sight(grid, anchor, to) {
                (direct, anchor)
            } else {
                (node.g + straight(cell, to), cell)
            };
            if seen && known.g <= g {
                continue;
            }
            self.nodes[grid.index(to)] = Node { g, info: self.stamp << 1, parent: pack(parent) };
            self.frame.visited += u32::from(!seen);
            let h = straight(to, self.frame.query.goal);
            let kind = if seen { TraceKind::Improved } else { TraceKind::Opened };
            sink.event(kind, to, Some(parent), g, h);
            self.open.push(g.saturating_add(h), g, pack(to));
        }
    }

    fn give_up(&mut self, grid: &PathGrid, reason: NoPathReason) {
        if self.frame.give_up(reason)
            && let Some(best) = self.frame.best
        {
            self.finish(grid, best);
        }
    }

    fn finish(&mut self, grid: &PathGrid, end: IVec2) {
        let mut waypoints = core::mem::take(&mut self.waypoints);
        self.trace_back(grid, end, &mut waypoints);
        self.length = waypoints.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        self.waypoints = waypoints;
    }

    fn trace_back(&self, grid: &PathGrid, end: IVec2, out: &mut Vec<IVec2>) {
        out.clear();
        let mut cell = end;
        loop {
            out.push(cell);
            let parent = unpack(self.nodes[grid.index(cell)].parent);
            if parent == cell {
                break;
            }
            cell = parent;
        }
        out.reverse();
    }
}

fn distance(a: IVec2, b: IVec2) -> f64 {
    let (dx, dy) = (f64::from(a.x - b.x), f64::from(a.y - b.y));
    (dx * dx + dy * dy).sqrt()
}
