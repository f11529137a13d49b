//! Replanning after edits: adaptive A* on exact distances.

use crate::{
    DistanceField, GridPath, GridSearch, Incremental, NoPath, NoPathReason, PathGrid, Query,
    Search, SearchProgress, Status, Ties, Trace, TraceKind,
    engine::{
        best_first::{End, Front, Run, Space, advance, trace_back},
        frame::{Frame, grid_search_by_frame, search_by_frame},
        nodes::{Dense, Node, NodeTable},
        queue::{Open, Queue},
    },
    field::descent::{Descent, Footing, cost_of},
    grid::{
        cell::{pack, unpack},
        moves::{self, NO_DIRECTION},
    },
    replan::touched::Touched,
    search::trace::Sink,
};
use motile_geom::IVec2;

/// Keeps the cheapest path to a goal while walls come and go and the walker moves (generalized adaptive
/// A*, Sun, Koenig and Yeoh 2008, begun with exact distances).
///
/// It remembers for every cell how far the goal is at least. At first that is exact; each search then
/// raises what it has learned, and an edit that opens a path lowers what is no longer true. Edits away from
/// the path, and walking along it, cost next to nothing. A path that is cut is first led around the place
/// by steps that lose nothing; where there are none, a search looks only at cells that could be on a path
/// as good as the new one. The path after every repair is as cheap as one searched from scratch.
///
/// The first plan measures the whole map, some ten times the work of one path; [`DStarLite`] does not, and
/// [`Incremental`] says when that is better. Costs of 2³² units and more count as unreachable. 12 bytes a
/// cell and the open list. A query for the nearest cell of an unreachable goal is answered by a plain A*.
///
/// ```
/// use motile_path::{GridSearch, Incremental, PathGrid, Query, Replanner};
/// use motile_geom::ivec2;
/// let mut grid = PathGrid::new(20, 20)?;
/// let mut planner = Replanner::new();
/// planner.begin(&grid, Query::new(ivec2(0, 10), ivec2(19, 10)));
/// assert_eq!(planner.replan(&grid)?.units, 19 * 408);
/// grid.set_walkable(ivec2(7, 10), false);
/// planner.cell_changed(&grid, ivec2(7, 10));
/// assert_eq!(planner.replan(&grid)?.cells.len(), 20);
/// # Ok::<(), motile_path::PathError>(())
/// ```
///
/// [`DStarLite`]: crate::DStarLite
#[doc(alias = "GAA*")]
#[doc(alias = "adaptive A*")]
#[doc(alias = "dynamic replanning")]
#[derive(Clone, Debug, Default)]
pub struct Replanner {
    frame: Frame,
    phase: Phase,
    /// Least costs from every cell to the goal.
    field: DistanceField,
    nodes: Dense<()>,
    open: Queue,
    /// Cells the running search has closed.
    closed: Vec<IVec2>,
    /// What edits have left of the path, and the walk that mends it.
    touched: Touched,
    descent: Descent,
}

/// What the next step does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Measure,
    Lower,
    Mend,
    Search,
}

const NEVER: u32 = u32::MAX;

/// Single steps, guided by the least costs.
struct Guided<'a> {
    grid: &'a PathGrid,
    least: &'a [u32],
}

impl Space for Guided<'_> {
    type Nodes = Dense<()>;
    type Name = IVec2;

    #[inline(always)]
    fn place(&self, id: u32) -> usize {
        self.grid.index(unpack(id))
    }

    fn name(&self, id: u32) -> IVec2 {
        unpack(id)
    }

    fn parent(&self, id: u32, node: &Node<()>) -> u32 {
        pack(unpack(id) - moves::offset(node.direction()))
    }

    #[inline(always)]
    fn estimate(&self, id: u32) -> u32 {
        self.least[self.place(id)]
    }

    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<()>,
        front: &mut Front<'_, Dense<()>, O, T>,
    ) {
        let (grid, cell) = (self.grid, unpack(id));
        let arrival = if grid.is_uniform() { node.direction() } else { NO_DIRECTION };
        let window = grid.bits().window(cell.x, cell.y);
        let mut mask = grid.move_table()[arrival as usize % 9][window];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let to = cell + moves::offset(direction);
            let place = grid.index(to);
            if self.least[place] != NEVER {
                let g = node.g + grid.step_cost(cell, to, direction);
                front.reach(self, (pack(to), place), g, direction, ());
            }
        }
    }
}

/// Passes events on and keeps the closed cells.
struct Noting<'a, T> {
    closed: &'a mut Vec<IVec2>,
    sink: &'a mut T,
}

impl<T: Sink<IVec2>> Sink<IVec2> for Noting<'_, T> {
    #[inline(always)]
    fn event(&mut self, kind: TraceKind, cell: IVec2, parent: Option<IVec2>, g: u32, h: u32) {
        if kind == TraceKind::Closed {
            self.closed.push(cell);
        }
        self.sink.event(kind, cell, parent, g, h);
    }
}

impl Replanner {
    /// A planner without a plan; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// The least that a path from a cell to the goal can cost, in units of the grid; `None` where there
    /// is none, and outside.
    pub fn least_cost(&self, cell: IVec2) -> Option<u32> {
        self.field.cost(cell)
    }

    fn resume(&mut self) {
        if self.frame.has_begun() {
            self.frame.run.status = Status::Running;
            self.frame.fallback.running = false;
            if self.phase != Phase::Measure {
                self.phase = Phase::Lower;
            }
        }
    }

    /// Starts over with the distances.
    fn measure(&mut self, grid: &PathGrid) {
        let goal = self.frame.query.goal;
        let goals: &[IVec2] = if grid.is_walkable(goal) { &[goal] } else { &[] };
        self.frame.path.clear();
        self.touched.clear();
        self.phase = Phase::Measure;
        self.frame.run.status = self.field.begin(grid, goals);
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        if let Some(status) = self.frame.step_fallback(grid, budget, sink) {
            return status;
        }
        let stop = self.frame.run.expanded.saturating_add(budget);
        if let Phase::Measure | Phase::Lower = self.phase {
            let before = self.field.progress().expanded;
            let status = self.field.step(grid, budget);
            self.frame.run.expanded += self.field.progress().expanded - before;
            match status {
                Status::Running => return Status::Running,
                Status::Failed(error) => self.frame.run.status = Status::Failed(error),
                _ => {
                    let goal = grid.index(self.frame.query.goal);
                    self.field.costs[goal] = 0;
                    self.phase = Phase::Lower;
                    self.look_at_path(grid);
                }
            }
        }
        if self.phase == Phase::Mend && self.frame.run.status == Status::Running {
            self.mend(grid, stop, sink);
        }
        if self.phase == Phase::Search && self.frame.run.status == Status::Running {
            let left = stop.saturating_sub(self.frame.run.expanded);
            self.search(grid, left, sink);
        }
        self.frame.run.status
    }

    /// Answers without a search where there is nothing to search; otherwise begins to mend the path, or
    /// to search when that is hopeless.
    fn look_at_path(&mut self, grid: &PathGrid) {
        let Query { start, goal, free_start, nearest, cost_limit, expansion_limit } =
            self.frame.query;
        let blocked = !grid.is_walkable(goal);
        if !grid.is_walkable(start) && !free_start {
            self.frame.path.clear();
            self.frame.run.status = Status::no_path(NoPathReason::StartBlocked);
        } else if blocked && start != goal && !nearest {
            self.frame.path.clear();
            self.frame.run.status = Status::no_path(NoPathReason::GoalBlocked);
        } else {
            let expanded = self.frame.run.expanded;
            let limit = expansion_limit.saturating_add(expanded);
            self.frame.run = Run { expanded, ..Run::new(pack(goal), cost_limit, limit) };
            self.frame.run.status = Status::Running;
            if !grid.is_walkable(start) {
                // Nobody enters it, so nobody has measured it.
                self.field.costs[grid.index(start)] = self.field.promised(grid, start);
            }
            let least = self.field.costs()[grid.index(start)];
            if least == NEVER || least > cost_limit {
                self.begin_search(grid);
            } else if self.path_still_best(grid, least) {
                self.frame.run.status = Status::Found;
            } else {
                self.phase = Phase::Mend;
            }
        }
    }

    /// Whether what is left of the last path costs no more than the least possible. Drops what lies
    /// behind the walker. When not, the descent stands at the end of the part that loses nothing.
    fn path_still_best(&mut self, grid: &PathGrid, least: u32) -> bool {
        let start = self.frame.query.start;
        let path = &mut self.frame.path;
        let place = path.cells.iter().position(|&cell| cell == start);
        let Some(place) = place.filter(|_| path.reaches_goal) else {
            self.descent.begin(&[start]);
            return false;
        };
        if place > 0 {
            path.cells.drain(..place);
            self.touched.shift(place);
        }
        let broken = self.touched.first_break(grid, path);
        if broken.is_none() {
            if place > 0 || !self.touched.is_empty() {
                path.units = cost_of(grid, &path.cells);
                path.measure(grid);
                self.touched.clear();
            }
            if path.units <= least {
                return true;
            }
        }
        // What is passed and what is left add up to the least as far as nothing is lost.
        let mut end = broken.unwrap_or(path.cells.len() - 1);
        let mut passed = cost_of(grid, &path.cells[..=end]);
        while end > 0 {
            let cell = path.cells[end];
            if self.field.costs()[grid.index(cell)].saturating_add(passed) == least {
                break;
            }
            passed -= cost_of(grid, &path.cells[end - 1..=end]);
            end -= 1;
        }
        self.descent.begin(&path.cells[..=end]);
        false
    }

    /// Goes on with the walk down the distances, until `stop` cells have been expanded.
    fn mend<T: Sink<IVec2>>(&mut self, grid: &PathGrid, stop: u32, sink: &mut T) {
        let Query { goal, nearest, .. } = self.frame.query;
        let run = &mut self.frame.run;
        let least = self.field.costs();
        let total = self.descent.cells.first().map_or(0, |&cell| least[grid.index(cell)]);
        loop {
            let before = self.descent.cells.last().copied();
            if run.expanded >= stop.min(run.expansion_limit) && before != Some(goal) {
                break;
            }
            let footing = self.descent.step(grid, goal, |place| least[place]);
            if let Footing::Arrived = footing {
                let path = &mut self.frame.path;
                core::mem::swap(&mut path.cells, &mut self.descent.cells);
                (path.units, path.reaches_goal) = (total, true);
                path.measure(grid);
                self.touched.clear();
                self.frame.run.status = Status::Found;
                return;
            }
            if let (Footing::Forward, Some(cell)) = (footing, before) {
                let h = least[grid.index(cell)];
                let parent = self.descent.cells.iter().rev().nth(2).copied();
                sink.event(TraceKind::Closed, cell, parent, total - h, h);
            }
            run.expanded += 1;
            if let Footing::Lost = footing {
                self.begin_search(grid);
                return;
            }
        }
        if run.expanded >= run.expansion_limit {
            let reason = NoPathReason::ExpansionLimit;
            let end = self.descent.cells.last().copied();
            self.frame.run.status = Status::NoPath(NoPath { reason, nearest: end });
            self.frame.path.clear();
            if nearest {
                self.descent.write(grid, &mut self.frame.path);
                self.frame.run.status = Status::Found;
            }
        }
    }

    fn begin_search(&mut self, grid: &PathGrid) {
        self.phase = Phase::Search;
        self.frame.path.clear();
        self.touched.clear();
        self.closed.clear();
        self.open.choose(grid.is_uniform(), Ties::Farthest);
        let space = Guided { grid, least: self.field.costs() };
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        let mut front = Front { nodes, open, run: &mut self.frame.run, sink: &mut () };
        front.begin(&space, pack(self.frame.query.start), grid.cell_count() as usize);
    }

    fn search<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) {
        let space = Guided { grid, least: self.field.costs() };
        let mut sink = Noting { closed: &mut self.closed, sink };
        let (nodes, open, run) = (&mut self.nodes, &mut self.open, &mut self.frame.run);
        let end = advance(&space, &mut Front { nodes, open, run, sink: &mut sink }, budget);
        let nodes = &self.nodes;
        let status =
            self.frame.conclude(grid, &end, unpack, |id, out| write(&space, nodes, id, out));
        match end {
            End::Goal => self.learn(grid, self.frame.path.units),
            End::GaveUp(NoPathReason::Unreachable) => self.learn(grid, NEVER),
            _ => {}
        }
        if let End::GaveUp(_) = end
            && self.frame.query.nearest
            && (status != Status::Found || !self.frame.path.reaches_goal)
        {
            self.frame.take_over(grid);
        }
    }

    /// A path of this cost, and no cheaper one, passes from the start to the goal: what every closed cell
    /// has left is at least the rest.
    fn learn(&mut self, grid: &PathGrid, cost: u32) {
        // Holte (1996), as adaptive A* uses it: cost − g is admissible for every closed cell, and consistent with what
        // the others learned, so it may replace the estimate for good.
        let least = &mut self.field.costs;
        for &cell in &self.closed {
            let place = grid.index(cell);
            let g = self.nodes.get(place).map_or(0, |node| node.g);
            let rest = if cost == NEVER { NEVER } else { cost.saturating_sub(g) };
            least[place] = least[place].max(rest);
        }
    }
}

/// Writes the cells of the path to a node, and its cost.
fn write(space: &Guided<'_>, nodes: &Dense<()>, end: u32, out: &mut GridPath) {
    out.units = nodes.get(space.place(end)).map_or(0, |node| node.g);
    trace_back(space, nodes, end, |id| out.cells.push(unpack(id)));
    out.cells.reverse();
}

impl Search<PathGrid> for Replanner {
    search_by_frame!();

    /// Counts from [`GridSearch::begin`] on. The first half is measuring, which is needed only once.
    fn progress(&self) -> SearchProgress {
        let progress = self.frame.run.progress();
        let measured =
            if self.phase == Phase::Measure { self.field.progress().fraction } else { 1.0 };
        let searching = self.phase == Phase::Search || self.frame.run.status == Status::Found;
        let searched = if searching { progress.fraction } else { 0.0 };
        SearchProgress { fraction: f32::midpoint(measured, searched), ..progress }
    }

    fn memory_bytes(&self) -> u64 {
        let lists = self.closed.capacity() * size_of::<IVec2>() + self.descent.bytes();
        let searching = (self.nodes.bytes() + self.open.bytes() + lists) as u64;
        self.field.memory_bytes() + searching + self.frame.fallback.bytes()
    }
}

impl GridSearch for Replanner {
    /// Starts from scratch. A start or goal that is blocked is answered by the first step, so that it can
    /// become free later.
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        if self.frame.begin_lasting(grid, query) {
            self.measure(grid);
        }
        self.frame.run.status
    }

    grid_search_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        if let Some(fallback) = self.frame.fallback.at_work() {
            return fallback.for_each_seen(grid, visit);
        }
        let cell = |place: usize| grid.cell_at(place as u32);
        match self.phase {
            Phase::Search => {
                self.nodes.for_each(|place, closed| visit(cell(place), TraceKind::of(closed)));
            }
            Phase::Measure => {
                let known =
                    self.field.costs().iter().enumerate().filter(|(_, cost)| **cost != NEVER);
                known.for_each(|(place, _)| visit(cell(place), TraceKind::Opened));
            }
            Phase::Lower | Phase::Mend => {}
        }
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut GridPath) {
        let space = Guided { grid, least: self.field.costs() };
        if self.phase == Phase::Mend {
            self.descent.write(grid, out);
        } else {
            self.frame.partial(grid, out, |id, out| write(&space, &self.nodes, id, out));
        }
    }
}

impl Incremental for Replanner {
    fn set_start(&mut self, grid: &PathGrid, start: IVec2) {
        if grid.contains(start) && self.frame.has_begun() {
            self.frame.query.start = start;
            self.resume();
        }
    }

    fn cell_changed(&mut self, grid: &PathGrid, cell: IVec2) {
        if !grid.contains(cell) || !self.frame.has_begun() {
            return;
        }
        self.frame.follow(grid);
        let same_size = self.field.costs().len() == grid.cell_count() as usize;
        if self.phase == Phase::Measure || !same_size || self.field.rules != grid.rules() {
            self.measure(grid);
            return;
        }
        self.field.follow(grid);
        self.touched.note(&self.frame.path, cell);
        let goal = self.frame.query.goal;
        if !grid.is_walkable(cell) && cell != goal {
            self.field.costs[grid.index(cell)] = NEVER;
        }
        // Cheaper steps could make what was learned too high. Lowering goes on from here by Dijkstra's algorithm
        // (Sun, Koenig and Yeoh 2008); dearer steps leave lower bounds true. Steps beside the cell may have become
        // legal, too.
        for around in 0..9 {
            let near = cell + IVec2::new(around % 3 - 1, around / 3 - 1);
            if grid.is_walkable(near) && near != goal {
                self.field.ease(grid, near);
            }
        }
        self.resume();
    }
}
