//! A* and Dijkstra on grids.

use crate::{
    GridSearch, Heuristic, NoPathReason, Path, PathError, PathGrid, Progress, Query, Status, Ties,
    Trace, TraceKind,
    moves::{self, DX, DY, NO_DIRECTION, STEP},
    queue::{Buckets, Heap, Open, Packed},
    search::{Frame, pack, unpack},
    trace::Sink,
};
use motile_geom::{IVec2, ivec2};

/// How A* works; the default is the fastest that finds a cheapest path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AStarSettings {
    /// The estimate.
    pub heuristic: Heuristic,
    /// Factor on the estimate, at least 1. Greater ones search less and may find paths up to this
    /// many times as dear as the cheapest; they need `allow_inadmissible`.
    pub weight: f32,
    /// Which of several cells with equal f comes first.
    pub ties: Ties,
    /// Leave out moves that only lead to a mirror image of an equally cheap path (on uniform grids).
    /// Costs are the same either way; far fewer cells are looked at.
    pub skip_symmetric: bool,
    /// Accept an estimate that may overestimate, and so paths that are not the cheapest.
    pub allow_inadmissible: bool,
}

impl AStarSettings {
    /// Octile or Manhattan estimate, newest first, symmetric moves left out.
    pub const fn new() -> Self {
        Self {
            heuristic: Heuristic::Auto,
            weight: 1.0,
            ties: Ties::Newest,
            skip_symmetric: true,
            allow_inadmissible: false,
        }
    }

    /// The same without an estimate.
    pub const fn dijkstra() -> Self {
        Self { heuristic: Heuristic::Zero, ..Self::new() }
    }

    /// At most `weight` times as dear as the cheapest path, for less work.
    pub const fn weighted(weight: f32) -> Self {
        Self { weight, allow_inadmissible: true, ..Self::new() }
    }

    /// The textbook's A*: every legal neighbor is looked at, ties go to the cell farthest along.
    pub const fn textbook(heuristic: Heuristic) -> Self {
        Self {
            heuristic,
            weight: 1.0,
            ties: Ties::Farthest,
            skip_symmetric: false,
            allow_inadmissible: true,
        }
    }

    /// Whether paths found on this grid are sure to be the cheapest.
    pub fn is_optimal(&self, grid: &PathGrid) -> bool {
        self.weight <= 1.0 && self.heuristic.is_admissible(grid.diagonals())
    }
}

impl Default for AStarSettings {
    fn default() -> Self {
        Self::new()
    }
}

/// What is known of a cell: 8 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    /// From bit 5 the number of the search that wrote this; [`CLOSED`]; the direction of arrival.
    info: u32,
}

const CLOSED: u32 = 1 << 4;
const DIRECTION: u32 = 15;
const STAMP_SHIFT: u32 = 5;

/// A*: the cheapest path between two cells, guided by an estimate.
///
/// Whole-number costs; among cells of equal f = g + h the newest comes first (see [`Ties`]), and
/// neighbors are generated clockwise from the right, so the path is the same everywhere. On uniform
/// grids the open list is a ring of buckets; with terrain multipliers, other ties or an estimate
/// that may overestimate it is a heap, and cells that get cheaper after closing are opened again.
///
/// Memory: 8 bytes a cell of state and room for 8 more in the open list.
///
/// ```
/// use motile_path::{AStar, GridSearch, PathGrid};
/// let map = PathGrid::from_text("S..#.\n...#.\n...#G\n.....")?;
/// let mut search = AStar::new();
/// let path = search.find(&map.grid, map.start.unwrap(), map.goal.unwrap())?;
/// assert_eq!(path.cells.len(), 7);
/// assert!((path.length - 6.828427).abs() < 1e-6);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AStar {
    /// How to search; changes take effect with the next [`GridSearch::begin`].
    pub settings: AStarSettings,
    frame: Frame,
    nodes: Vec<Node>,
    width: u32,
    stamp: u32,
    buckets: Buckets,
    heap: Heap,
    /// Form of the running search.
    fast: Option<Octile>,
    running: AStarSettings,
}

/// Estimate on a uniform grid: so much per cell of the longer side, so much more per diagonal.
#[derive(Clone, Copy, Debug)]
struct Octile {
    straight: u32,
    extra: u32,
}

/// Costs and estimates of one search.
trait Rules {
    fn step(&self, from: IVec2, to: IVec2, direction: u32) -> u32;
    fn estimate(&self, cell: IVec2) -> u32;
}

struct Uniform {
    goal: IVec2,
    form: Octile,
}

impl Rules for Uniform {
    #[inline(always)]
    fn step(&self, _: IVec2, _: IVec2, direction: u32) -> u32 {
        STEP[direction as usize & 7]
    }

    #[inline(always)]
    fn estimate(&self, cell: IVec2) -> u32 {
        let (dx, dy) = (cell.x.abs_diff(self.goal.x), cell.y.abs_diff(self.goal.y));
        self.form.straight * dx.max(dy) + self.form.extra * dx.min(dy)
    }
}

struct General<'a> {
    grid: &'a PathGrid,
    goal: IVec2,
    heuristic: Heuristic,
    weight: f32,
}

impl Rules for General<'_> {
    fn step(&self, from: IVec2, to: IVec2, direction: u32) -> u32 {
        self.grid.step_cost(from, to, direction)
    }

    fn estimate(&self, cell: IVec2) -> u32 {
        let estimate = self.heuristic.estimate(self.grid, cell, self.goal);
        if self.weight == 1.0 {
            estimate
        } else {
            (f64::from(estimate) * f64::from(self.weight)) as u32
        }
    }
}

impl Default for AStar {
    fn default() -> Self {
        Self::new()
    }
}

impl AStar {
    /// A search with the default settings; memory is taken at the first use.
    pub fn new() -> Self {
        Self::with_settings(AStarSettings::new())
    }

    /// A search with other settings.
    pub fn with_settings(settings: AStarSettings) -> Self {
        Self {
            settings,
            frame: Frame::default(),
            nodes: Vec::new(),
            width: 0,
            stamp: 0,
            buckets: Buckets::new(),
            heap: Heap::default(),
            fast: None,
            running: settings,
        }
    }

    /// Cost from the start of the last search to a cell, in units of the grid; `None` where the
    /// search has not been. Final for closed cells.
    pub fn cost_to(&self, cell: IVec2) -> Option<u32> {
        self.node(cell).map(|node| node.g)
    }

    /// Whether the last search has processed a cell.
    pub fn is_closed(&self, cell: IVec2) -> bool {
        self.node(cell).is_some_and(|node| node.info & CLOSED != 0)
    }

    fn node(&self, cell: IVec2) -> Option<&Node> {
        if cell.x < 0 || cell.x as u32 >= self.width || cell.y < 0 {
            return None;
        }
        let node = self.nodes.get(cell.y as usize * self.width as usize + cell.x as usize)?;
        (node.info >> STAMP_SHIFT == self.stamp).then_some(node)
    }

    /// Sizes the memory for a grid and gives the search a new number.
    fn prepare(&mut self, grid: &PathGrid) {
        let cells = grid.cell_count() as usize;
        if self.nodes.len() != cells || self.stamp >= u32::MAX >> STAMP_SHIFT {
            self.nodes.clear();
            self.nodes.resize(cells, Node::default());
            self.stamp = 0;
        }
        self.width = grid.width();
        self.stamp += 1;
        if self.fast.is_some() {
            self.buckets.reserve(cells);
        } else {
            self.heap.ties = self.running.ties;
            self.heap.reserve(cells / 2);
        }
    }

    fn run<T: Sink>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.status;
        }
        let goal = self.frame.query.goal;
        let end = if let Some(form) = self.fast {
            let mut walk = Walk {
                nodes: &mut self.nodes,
                frame: &mut self.frame,
                open: &mut self.buckets,
                rules: Uniform { goal, form },
                stamp: self.stamp << STAMP_SHIFT,
                prune: self.running.skip_symmetric,
            };
            walk.expand(grid, budget, sink)
        } else {
            let AStarSettings { heuristic, weight, .. } = self.running;
            let mut walk = Walk {
                nodes: &mut self.nodes,
                frame: &mut self.frame,
                open: &mut self.heap,
                rules: General { grid, goal, heuristic, weight },
                stamp: self.stamp << STAMP_SHIFT,
                prune: self.running.skip_symmetric
                    && grid.is_uniform()
                    && self.running.is_optimal(grid),
            };
            walk.expand(grid, budget, sink)
        };
        match end {
            End::Budget => {}
            End::Goal => {
                self.frame.status = Status::Found;
                self.finish(grid, goal);
            }
            End::Empty(reason) => {
                if self.frame.give_up(reason)
                    && let Some(best) = self.frame.best
                {
                    self.finish(grid, best);
                }
            }
            End::Overflow(cell) => {
                self.frame.status = Status::Failed(PathError::CostOverflow(cell));
            }
        }
        self.frame.status
    }

    fn finish(&mut self, grid: &PathGrid, end: IVec2) {
        let mut path = core::mem::take(&mut self.frame.path);
        self.trace_back(grid, end, &mut path);
        self.frame.path = path;
    }

    fn trace_back(&self, grid: &PathGrid, end: IVec2, out: &mut Path) {
        out.clear();
        let mut cell = end;
        out.units = self.nodes[grid.index(end)].g;
        loop {
            out.cells.push(cell);
            let direction = self.nodes[grid.index(cell)].info & DIRECTION;
            if direction >= NO_DIRECTION {
                break;
            }
            cell -= moves::offset(direction);
        }
        out.cells.reverse();
        out.reaches_goal = end == self.frame.query.goal;
        out.measure(grid);
    }
}

/// Why a slice ended.
enum End {
    Budget,
    Goal,
    Empty(NoPathReason),
    Overflow(IVec2),
}

/// The inner loop with everything it touches.
struct Walk<'a, O, R> {
    nodes: &'a mut [Node],
    frame: &'a mut Frame,
    open: &'a mut O,
    rules: R,
    stamp: u32,
    prune: bool,
}

impl<O: Open, R: Rules> Walk<'_, O, R> {
    fn expand<T: Sink>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> End {
        let (bits, table, width) = (grid.bits(), grid.move_table(), grid.width());
        let goal = pack(self.frame.query.goal);
        let Query { cost_limit, expansion_limit, .. } = self.frame.query;
        let stop = self.frame.expanded.saturating_add(budget).min(expansion_limit);
        loop {
            if self.frame.expanded >= stop {
                let limited = stop == expansion_limit && !self.open.is_empty();
                return if limited {
                    End::Empty(NoPathReason::ExpansionLimit)
                } else {
                    End::Budget
                };
            }
            let Some((f, cell)) = self.open.pop() else {
                return End::Empty(NoPathReason::Unreachable);
            };
            let at = unpack(cell);
            let index = at.y as usize * width as usize + at.x as usize;
            let node = &mut self.nodes[index];
            if node.info & CLOSED != 0 {
                continue;
            }
            if f > cost_limit {
                return End::Empty(NoPathReason::CostLimit);
            }
            if cell == goal {
                return End::Goal;
            }
            node.info |= CLOSED;
            let (g, direction) = (node.g, node.info & DIRECTION);
            self.frame.expanded += 1;
            self.frame.note(at, f - g);
            sink.event(TraceKind::Closed, at, parent(at, direction), g, f - g);
            // No estimate or pair of steps adds more than this.
            if g > u32::MAX - (1 << 28) {
                return End::Overflow(at);
            }
            let arrival = if self.prune { direction } else { NO_DIRECTION };
            let mut mask = table[arrival as usize % 9][bits.window(at.x, at.y)];
            while mask != 0 {
                let direction = mask.trailing_zeros();
                mask &= mask - 1;
                self.relax(width, at, index, g, direction, sink);
            }
        }
    }

    #[inline(always)]
    fn relax<T: Sink>(
        &mut self,
        width: u32,
        from: IVec2,
        index: usize,
        g: u32,
        direction: u32,
        sink: &mut T,
    ) {
        let (dx, dy) = (DX[direction as usize & 7], DY[direction as usize & 7]);
        let to = ivec2(from.x + dx, from.y + dy);
        let g = g + self.rules.step(from, to, direction);
        let index = (index as isize + dy as isize * width as isize + dx as isize) as usize;
        let node = &mut self.nodes[index];
        let known = node.info & !(CLOSED | DIRECTION) == self.stamp;
        if known && node.g <= g {
            return;
        }
        *node = Node { g, info: self.stamp | direction };
        self.frame.visited += u32::from(!known);
        let h = self.rules.estimate(to);
        let kind = if known { TraceKind::Improved } else { TraceKind::Opened };
        sink.event(kind, to, Some(from), g, h);
        self.open.push(g.saturating_add(h), g, pack(to));
    }
}

fn parent(cell: IVec2, direction: u32) -> Option<IVec2> {
    (direction < NO_DIRECTION).then(|| cell - moves::offset(direction))
}

impl GridSearch for AStar {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.running = self.settings;
        let weight = self.running.weight;
        if !(1.0..=1e6).contains(&weight)
            || (!self.running.allow_inadmissible && !self.running.is_optimal(grid))
        {
            self.frame.status = Status::Idle;
            return Err(PathError::Inadmissible);
        }
        self.frame.begin(grid, query)?;
        let bucketable = grid.is_uniform() && weight == 1.0 && self.running.ties == Ties::Newest;
        let form = self.running.heuristic.octile_form(grid).filter(|_| bucketable);
        self.fast = form.map(|(straight, extra)| Octile { straight, extra });
        self.prepare(grid);
        if self.frame.status != Status::Running {
            return Ok(());
        }
        let (start, goal) = (query.start, query.goal);
        let stamp = self.stamp << STAMP_SHIFT;
        self.nodes[grid.index(start)] = Node { g: 0, info: stamp | NO_DIRECTION };
        let h = if let Some(form) = self.fast {
            let h = Uniform { goal, form }.estimate(start);
            self.buckets.clear(h);
            self.buckets.push(h, 0, pack(start));
            h
        } else {
            let heuristic = self.running.heuristic;
            let h = General { grid, goal, heuristic, weight }.estimate(start);
            self.heap.clear(h);
            self.heap.push(h, 0, pack(start));
            h
        };
        self.frame.first_estimate = h;
        self.frame.visited = 1;
        Ok(())
    }

    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        self.run(grid, budget, &mut ())
    }

    fn step_traced(&mut self, grid: &PathGrid, budget: u32, trace: &mut Trace) -> Status {
        if self.frame.status == Status::Running && self.frame.expanded == 0 {
            let (start, h) = (self.frame.query.start, self.frame.first_estimate);
            trace.event(TraceKind::Opened, start, None, 0, h);
        }
        self.run(grid, budget, trace)
    }

    fn status(&self) -> Status {
        self.frame.status
    }

    fn progress(&self) -> Progress {
        let mut progress = self.frame.progress();
        let goal = self.frame.query.goal;
        progress.visited -= u32::from(self.node(goal).is_some() && progress.visited > 1);
        progress
    }

    fn path(&self) -> &Path {
        &self.frame.path
    }

    fn partial_path(&self, grid: &PathGrid, out: &mut Path) {
        out.clear();
        if let Some(best) = self.frame.best
            && self.nodes.len() == grid.cell_count() as usize
        {
            self.trace_back(grid, best, out);
        }
    }

    fn cancel(&mut self) {
        self.frame.cancel();
    }

    fn memory_bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.buckets.bytes() + self.heap.bytes())
            as u64
    }
}

/// Unused parts of a packed cell never reach arithmetic.
const _: () = assert!(size_of::<Node>() == 8 && size_of::<Packed>() == 4);
