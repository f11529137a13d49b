//! A search from both ends.

use crate::{
    GridSearch, Heuristic, NoPath, NoPathReason, Path, PathError, PathGrid, Progress, Query,
    Status, Ties, Trace, TraceKind,
    moves::{self, NO_DIRECTION},
    queue::{Heap, Open},
    search::{Frame, pack, unpack},
    trace::Sink,
};
use motile_geom::IVec2;

/// Bidirectional A* (NBA*, Pijls and Post 2009): two searches towards each other that stop when no
/// better meeting place is possible. Finds a cheapest path, also on terrain.
///
/// It pays where one end sits in a pocket that the other search would never guess. On open ground plain
/// A* is quicker. When there is no path, it stops as soon as the smaller side is exhausted. 16 bytes a
/// cell. [`Query::nearest`] and the cost limit are ignored; the partial path leads to the cell of the
/// forward search that is nearest to the goal.
///
/// ```
/// use motile_path::{Bidirectional, GridSearch, PathGrid};
/// let map = PathGrid::from_text("S..#.\n...#.\n...#G\n.....")?;
/// let mut search = Bidirectional::new();
/// let path = search.find(&map.grid, map.start.unwrap(), map.goal.unwrap())?;
/// assert_eq!(path.units, 4 * 408 + 2 * 577);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Bidirectional {
    frame: Frame,
    /// Searches from the start and from the goal.
    sides: [Side; 2],
    stamp: u32,
    /// Cost of the best path so far and where its halves meet.
    best_cost: u32,
    meeting: Option<IVec2>,
}

#[derive(Clone, Debug, Default)]
struct Side {
    nodes: Vec<Node>,
    open: Heap,
    /// Smallest f that this side may still expand.
    lowest: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    info: u32,
}

const CLOSED: u32 = 1 << 4;
const DIRECTION: u32 = 15;
const STAMP_SHIFT: u32 = 5;

impl Bidirectional {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    fn known(&self, side: usize, index: usize) -> Option<Node> {
        let node = self.sides[side].nodes[index];
        (node.info >> STAMP_SHIFT == self.stamp).then_some(node)
    }

    fn target(&self, side: usize) -> IVec2 {
        if side == 0 { self.frame.query.goal } else { self.frame.query.start }
    }

    fn run<T: Sink>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.status;
        }
        let limit = self.frame.query.expansion_limit;
        let stop = self.frame.expanded.saturating_add(budget).min(limit);
        while self.frame.status == Status::Running && self.frame.expanded < stop {
            // The side with fewer open cells goes on.
            let side = usize::from(self.sides[1].open.len() < self.sides[0].open.len());
            let Some((f, packed)) = self.sides[side].open.pop() else {
                self.conclude(grid);
                break;
            };
            self.sides[side].lowest = f;
            if f >= self.best_cost {
                self.conclude(grid);
                break;
            }
            let cell = unpack(packed);
            let index = grid.index(cell);
            // A cell that either side has settled is settled for both.
            let settled = |s| self.known(s, index).is_some_and(|node| node.info & CLOSED != 0);
            if settled(0) || settled(1) {
                continue;
            }
            self.expand(grid, side, cell, f, sink);
        }
        if self.frame.status == Status::Running && self.frame.expanded >= limit {
            let no_path = NoPath { reason: NoPathReason::ExpansionLimit, nearest: self.frame.best };
            self.frame.status = Status::NoPath(no_path);
        }
        self.frame.status
    }

    fn expand<T: Sink>(&mut self, grid: &PathGrid, side: usize, cell: IVec2, f: u32, sink: &mut T) {
        let node = &mut self.sides[side].nodes[grid.index(cell)];
        node.info |= CLOSED;
        let (g, direction) = (node.g, node.info & DIRECTION);
        self.frame.expanded += 1;
        if side == 0 {
            self.frame.note(cell, f - g);
        }
        let parent = (direction < NO_DIRECTION).then(|| cell - moves::offset(direction));
        sink.event(TraceKind::Closed, cell, parent, g, f - g);
        if g > u32::MAX - (1 << 28) {
            self.frame.status = Status::Failed(PathError::CostOverflow(cell));
            return;
        }
        // No path through here can be better than the best one: leave it.
        let other = 1 - side;
        let back = Heuristic::Auto.estimate(grid, cell, self.target(other));
        if (g + self.sides[other].lowest).saturating_sub(back) >= self.best_cost {
            return;
        }
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            self.relax(grid, side, (cell, g), direction, sink);
        }
    }

    fn relax<T: Sink>(
        &mut self,
        grid: &PathGrid,
        side: usize,
        (from, g): (IVec2, u32),
        direction: u32,
        sink: &mut T,
    ) {
        let to = from + moves::offset(direction);
        let step = if side == 0 {
            grid.step_cost(from, to, direction)
        } else {
            grid.step_cost(to, from, direction ^ 4)
        };
        let (g, index) = (g + step, grid.index(to));
        let known = self.known(side, index);
        let opposite = self.known(1 - side, index);
        let closed = |node: Option<Node>| node.is_some_and(|node| node.info & CLOSED != 0);
        if closed(known) || closed(opposite) || known.is_some_and(|node| node.g <= g) {
            return;
        }
        if let Some(opposite) = opposite
            && g.saturating_add(opposite.g) < self.best_cost
        {
            self.best_cost = g + opposite.g;
            self.meeting = Some(to);
        }
        let info = self.stamp << STAMP_SHIFT | direction;
        self.sides[side].nodes[index] = Node { g, info };
        self.frame.visited += u32::from(known.is_none() && opposite.is_none());
        let h = Heuristic::Auto.estimate(grid, to, self.target(side));
        let kind = if known.is_some() { TraceKind::Improved } else { TraceKind::Opened };
        sink.event(kind, to, Some(from), g, h);
        self.sides[side].open.push(g.saturating_add(h), g, pack(to));
    }

    fn conclude(&mut self, grid: &PathGrid) {
        let Some(meeting) = self.meeting else {
            let no_path = NoPath { reason: NoPathReason::Unreachable, nearest: self.frame.best };
            self.frame.status = Status::NoPath(no_path);
            return;
        };
        let mut path = core::mem::take(&mut self.frame.path);
        self.trace_back(grid, meeting, &mut path);
        let mut cell = meeting;
        loop {
            let direction = self.sides[1].nodes[grid.index(cell)].info & DIRECTION;
            if direction >= NO_DIRECTION {
                break;
            }
            cell -= moves::offset(direction);
            path.cells.push(cell);
        }
        path.units = self.best_cost;
        path.reaches_goal = true;
        path.measure(grid);
        self.frame.path = path;
        self.frame.status = Status::Found;
    }

    /// The way of the forward search to a cell.
    fn trace_back(&self, grid: &PathGrid, end: IVec2, out: &mut Path) {
        out.clear();
        out.units = self.sides[0].nodes[grid.index(end)].g;
        let mut cell = end;
        loop {
            out.cells.push(cell);
            let direction = self.sides[0].nodes[grid.index(cell)].info & DIRECTION;
            if direction >= NO_DIRECTION {
                break;
            }
            cell -= moves::offset(direction);
        }
        out.cells.reverse();
        out.measure(grid);
    }
}

impl GridSearch for Bidirectional {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.frame.begin(grid, Query { nearest: false, ..query })?;
        if self.frame.status != Status::Running {
            return Ok(());
        }
        let cells = grid.cell_count() as usize;
        if self.sides[0].nodes.len() != cells || self.stamp >= u32::MAX >> STAMP_SHIFT {
            for side in &mut self.sides {
                side.nodes.clear();
                side.nodes.resize(cells, Node::default());
            }
            self.stamp = 0;
        }
        self.stamp += 1;
        (self.best_cost, self.meeting) = (u32::MAX, None);
        let h = Heuristic::Auto.estimate(grid, query.start, query.goal);
        let info = self.stamp << STAMP_SHIFT | NO_DIRECTION;
        for (side, cell) in self.sides.iter_mut().zip([query.start, query.goal]) {
            side.nodes[grid.index(cell)] = Node { g: 0, info };
            side.open.ties = Ties::Farthest;
            side.open.clear(h);
            side.open.push(h, 0, pack(cell));
            side.lowest = h;
        }
        self.frame.first_estimate = h;
        self.frame.visited = 1;
        Ok(())
    }

    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        self.run(grid, budget, &mut ())
    }

    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
        self.run(grid, budget, trace)
    }

    fn status(&self) -> Status {
        self.frame.status
    }

    fn progress(&self) -> Progress {
        self.frame.progress()
    }

    fn path(&self) -> &Path {
        &self.frame.path
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut Path) {
        out.clear();
        if let Some(best) = self.frame.best
            && self.sides[0].nodes.len() == grid.cell_count() as usize
        {
            self.trace_back(grid, best, out);
        }
    }

    fn cancel(&mut self) {
        self.frame.cancel();
    }

    fn memory_bytes(&self) -> u64 {
        let bytes = |side: &Side| side.nodes.capacity() * size_of::<Node>() + side.open.bytes();
        self.sides.iter().map(bytes).sum::<usize>() as u64
    }
}
