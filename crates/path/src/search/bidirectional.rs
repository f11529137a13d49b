//! A search from both ends.

use crate::{
    GridPath, GridSearch, NoPathReason, PathGrid, Query, Search, SearchProgress, Status, Ties,
    Trace, TraceKind,
    engine::{
        best_first::End,
        frame::{Frame, grid_search_by_frame, partial_path_by_frame, search_by_frame},
        nodes::{Dense, Node, NodeTable},
        queue::{Open, Queue},
    },
    grid::{
        cell::{pack, unpack},
        moves::{self, NO_DIRECTION},
    },
    search::{heuristic::Octile, trace::Sink},
};
use motile_geom::IVec2;

/// Bidirectional A* (NBA*, Pijls and Post 2009): two searches towards each other that stop when no
/// better meeting place is possible. Finds a cheapest path, also on terrain.
///
/// It pays where the goal sits in a pocket that opens away from the start, and on open ground: each side then sees
/// little. Elsewhere both sides together see about as many cells as [`AStar`](crate::AStar), and a cell costs
/// more: in rooms, mazes, caves and among scattered walls A* is 2 to 5 times as quick, so measure before taking this one.
/// On uniform ground [`Jps`](crate::Jps) is quicker than both. When there is no path, it stops as soon as the smaller side is exhausted; a query for
/// the nearest cell is then answered by a plain A*, which takes memory of its own. 16 bytes a cell. The
/// partial path leads to the cell of the forward search that is nearest to the goal.
///
/// ```
/// use motile_path::{Bidirectional, GridSearch, PathGrid};
/// let map = PathGrid::from_text("S..#.\n...#.\n...#G\n.....")?;
/// let mut search = Bidirectional::new();
/// let path = search.find(&map.grid, map.start.unwrap(), map.goal.unwrap())?;
/// assert_eq!(path.units, 4 * 408 + 2 * 577);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "NBA*")]
#[doc(alias = "two-sided search")]
#[derive(Clone, Debug, Default)]
pub struct Bidirectional {
    frame: Frame,
    /// Searches from the start and from the goal.
    sides: [Side; 2],
    form: Octile,
    /// Only paths cheaper than this are of interest: that of the best so far, or the limit.
    bound: u32,
    /// Where the halves of the best path so far meet.
    meeting: Option<IVec2>,
    /// Whether the limit has cut anything off.
    limited: bool,
}

#[derive(Clone, Debug, Default)]
struct Side {
    nodes: Dense<()>,
    open: Queue,
    /// Smallest f that this side may still expand.
    lowest: u32,
}

impl Bidirectional {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    fn target(&self, side: usize) -> IVec2 {
        if side == 0 { self.frame.query.goal } else { self.frame.query.start }
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        if let Some(status) = self.frame.step_fallback(grid, budget, sink) {
            return status;
        }
        let end = self.advance(grid, budget, sink);
        if let End::GaveUp(NoPathReason::Unreachable | NoPathReason::CostLimit) = end
            && self.frame.query.nearest
        {
            return self.frame.take_over(grid);
        }
        let (sides, meeting, cost) = (&self.sides, self.meeting, self.bound);
        self.frame.conclude(grid, &end, unpack, |id, out| match meeting {
            Some(meeting) if matches!(end, End::Goal) => {
                write_half(grid, &sides[0].nodes, meeting, out);
                out.cells.reverse();
                out.cells.pop();
                write_half(grid, &sides[1].nodes, meeting, out);
                out.units = cost;
            }
            _ => write_partial(grid, &sides[0].nodes, id, out),
        })
    }

    fn write_path_to(&self, grid: &PathGrid, id: u32, out: &mut GridPath) {
        write_partial(grid, &self.sides[0].nodes, id, out);
    }

    fn advance<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> End {
        let limit = self.frame.run.expansion_limit;
        let stop = self.frame.run.expanded.saturating_add(budget).min(limit);
        loop {
            if self.frame.run.expanded >= stop {
                let limited = stop == limit && self.sides.iter().all(|side| !side.open.is_empty());
                return if limited {
                    End::GaveUp(NoPathReason::ExpansionLimit)
                } else {
                    End::Budget
                };
            }
            // The side with fewer open cells goes on.
            let side = usize::from(self.sides[1].open.len() < self.sides[0].open.len());
            let Some((f, id)) = self.sides[side].open.pop() else { return self.exhausted() };
            self.sides[side].lowest = f;
            if f >= self.bound {
                self.limited |= self.meeting.is_none();
                return self.exhausted();
            }
            // A cell that either side has settled is settled for both.
            let place = grid.index(unpack(id));
            let settled = |side: &Side| side.nodes.get(place).is_some_and(|node| node.is_closed());
            if !self.sides.iter().any(settled) {
                let Some(node) = self.sides[side].nodes.close(place) else { continue };
                if node.g > u32::MAX - (1 << 28) {
                    return End::Overflow(id);
                }
                self.expand(grid, side, (unpack(id), node), f - node.g, sink);
            }
        }
    }

    /// Nothing is left that could be better.
    fn exhausted(&self) -> End {
        match self.meeting {
            Some(_) => End::Goal,
            None if self.limited => End::GaveUp(NoPathReason::CostLimit),
            None => End::GaveUp(NoPathReason::Unreachable),
        }
    }

    fn expand<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        side: usize,
        (cell, node): (IVec2, Node<()>),
        h: u32,
        sink: &mut T,
    ) {
        if side == 0 {
            self.frame.run.note(pack(cell), h);
        } else {
            self.frame.run.expanded += 1;
        }
        sink.event(TraceKind::Closed, cell, parent(cell, node), node.g, h);
        // No path through here can be better than the best one: leave it.
        let other = 1 - side;
        let back = self.form.between(cell, self.target(other));
        if (node.g + self.sides[other].lowest).saturating_sub(back) >= self.bound {
            self.limited |= self.meeting.is_none();
            return;
        }
        let mut mask = grid.legal_moves()[grid.bits().window(cell.x, cell.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            self.relax(grid, side, (cell, node.g), direction, sink);
        }
    }

    fn relax<T: Sink<IVec2>>(
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
        let (g, place) = (g + step, grid.index(to));
        let opposite = self.sides[1 - side].nodes.get(place);
        let own = self.sides[side].nodes.get(place);
        let closed = |node: Option<Node<()>>| node.is_some_and(|node| node.is_closed());
        if closed(own) || closed(opposite) || own.is_some_and(|node| node.g <= g) {
            return;
        }
        if let Some(opposite) = opposite
            && g.saturating_add(opposite.g) < self.bound
        {
            self.bound = g + opposite.g;
            self.meeting = Some(to);
        }
        self.sides[side].nodes.improve(place, Node::new(g, direction, ()));
        self.frame.run.visited += u32::from(own.is_none() && opposite.is_none());
        let h = self.form.between(to, self.target(side));
        let kind = if own.is_some() { TraceKind::Improved } else { TraceKind::Opened };
        sink.event(kind, to, Some(from), g, h);
        self.sides[side].open.push(g.saturating_add(h), g, pack(to));
    }
}

fn parent(cell: IVec2, node: Node<()>) -> Option<IVec2> {
    (node.direction() != NO_DIRECTION).then(|| cell - moves::offset(node.direction()))
}

/// Appends the cells from `end` back to where a side began. Returns the cost.
fn write_half(grid: &PathGrid, nodes: &Dense<()>, end: IVec2, out: &mut GridPath) -> u32 {
    let mut next = Some(end);
    while let Some(cell) = next {
        out.cells.push(cell);
        next = nodes.get(grid.index(cell)).and_then(|node| parent(cell, node));
    }
    nodes.get(grid.index(end)).map_or(0, |node| node.g)
}

/// Writes the path of the forward search to a node.
fn write_partial(grid: &PathGrid, nodes: &Dense<()>, id: u32, out: &mut GridPath) {
    out.units = write_half(grid, nodes, unpack(id), out);
    out.cells.reverse();
}

impl Search<PathGrid> for Bidirectional {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        let bytes = |side: &Side| side.nodes.bytes() + side.open.bytes();
        self.sides.iter().map(bytes).sum::<usize>() as u64 + self.frame.fallback.bytes()
    }
}

impl GridSearch for Bidirectional {
    grid_search_by_frame!();
    partial_path_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        if let Some(fallback) = self.frame.fallback.at_work() {
            return fallback.for_each_seen(grid, visit);
        }
        for (own, side) in self.sides.iter().enumerate() {
            let other = &self.sides[1 - own].nodes;
            side.nodes.for_each(|place, closed| {
                // A cell both sides have seen is told once, by the forward side.
                let there = other.get(place);
                if own == 0 || there.is_none() {
                    let closed = closed || there.is_some_and(|node| node.is_closed());
                    visit(grid.cell_at(place as u32), TraceKind::of(closed));
                }
            });
        }
    }

    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        let status = self.frame.begin(grid, query);
        if status != Status::Running {
            return status;
        }
        if !grid.is_walkable(query.goal) {
            // Nobody comes back from there.
            return self.frame.take_over(grid);
        }
        self.form = Octile::of(grid);
        self.bound = query.cost_limit.saturating_add(1);
        (self.meeting, self.limited) = (None, false);
        let h = self.form.between(query.start, query.goal);
        for (side, cell) in self.sides.iter_mut().zip([query.start, query.goal]) {
            side.nodes.begin(grid.cell_count() as usize);
            side.nodes.improve(grid.index(cell), Node::new(0, NO_DIRECTION, ()));
            side.open.choose(grid.is_uniform(), Ties::Farthest);
            side.open.clear(h);
            side.open.push(h, 0, pack(cell));
            side.lowest = h;
        }
        (self.frame.run.first_estimate, self.frame.run.visited) = (h, 1);
        self.frame.opened_start()
    }
}
