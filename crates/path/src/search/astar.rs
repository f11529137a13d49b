//! A* and Dijkstra on grids.

use crate::{
    GridPath, GridSearch, Heuristic, PathError, PathGrid, Query, Search, SearchProgress, Status,
    Ties, Trace, TraceKind,
    engine::{
        best_first::{Front, Space, advance, trace_back},
        buckets::Buckets,
        frame::{Frame, grid_search_by_frame, partial_path_by_frame, search_by_frame},
        heap::Heap,
        nodes::{Dense, Node, NodeTable, tile_place, tile_places},
        queue::Open,
    },
    grid::{
        bits::Bits,
        cell::{pack, place_in_rows, unpack},
        moves::{self, DX, DY, MoveTable, NO_DIRECTION, STEP},
    },
    search::{heuristic::Octile, trace::Sink},
};
use motile_geom::{IVec2, ivec2};

/// How A* works; the default is the fastest that finds a cheapest path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// Dijkstra's algorithm: the cheapest path without an estimate, which visits every cell nearer than the goal.
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

/// A*: the cheapest path between two cells, guided by an estimate.
///
/// Whole-number costs; among cells of equal f = g + h the newest comes first (see [`Ties`]), and
/// neighbors are generated clockwise from the right, so the path is the same everywhere. On uniform
/// grids the open list is a ring of buckets; with terrain multipliers, other ties or an estimate
/// that may overestimate it is a heap, and cells that get cheaper after closing are opened again.
///
/// Memory: 8 bytes a cell of state, with both sides rounded up to a multiple of 8, and the rest of 16 bytes a cell as
/// room in the open list.
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
#[doc(alias = "A*")]
#[doc(alias = "Dijkstra")]
#[doc(alias = "best-first search")]
#[derive(Clone, Debug)]
pub struct AStar {
    /// How to search; changes take effect with the next [`GridSearch::begin`].
    pub settings: AStarSettings,
    frame: Frame,
    nodes: Dense<()>,
    width: u32,
    buckets: Buckets,
    heap: Heap,
    /// Settings of the running search, and its estimate where that is a plain sum on uniform ground.
    running: AStarSettings,
    fast: Option<Octile>,
}

/// Costs and estimates of one search.
pub(crate) trait Rules {
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
        self.form.between(cell, self.goal)
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

/// Cells and single steps between them. Nodes of cells that lie near each other share cache lines: a search goes up and
/// down as often as along the rows.
pub(crate) struct Steps<'a, R> {
    pub(crate) bits: &'a Bits,
    pub(crate) moves: &'a MoveTable,
    pub(crate) width: u32,
    pub(crate) rules: R,
    pub(crate) prune: bool,
}

impl<R: Rules> Space for Steps<'_, R> {
    type Nodes = Dense<()>;
    type Name = IVec2;

    #[inline(always)]
    fn place(&self, id: u32) -> usize {
        tile_place(unpack(id), self.width)
    }

    #[inline(always)]
    fn name(&self, id: u32) -> IVec2 {
        unpack(id)
    }

    #[inline(always)]
    fn parent(&self, id: u32, node: &Node<()>) -> u32 {
        pack(unpack(id) - moves::offset(node.direction()))
    }

    #[inline(always)]
    fn estimate(&self, id: u32) -> u32 {
        self.rules.estimate(unpack(id))
    }

    #[inline(always)]
    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<()>,
        front: &mut Front<'_, Dense<()>, O, T>,
    ) {
        let from = unpack(id);
        // The walls around a cell are nine bits, and a table has the legal moves for each of their combinations and the
        // direction one comes from: no neighbor is asked about on its own. `% 9` and `& 7` change nothing, they spare a
        // check of bounds.
        let arrival = if self.prune { node.direction() } else { NO_DIRECTION };
        let mut mask = self.moves[arrival as usize % 9][self.bits.window(from.x, from.y)];
        while mask != 0 {
            let direction = mask.trailing_zeros();
            mask &= mask - 1;
            let (dx, dy) = (DX[direction as usize & 7], DY[direction as usize & 7]);
            let to = ivec2(from.x + dx, from.y + dy);
            let g = node.g + self.rules.step(from, to, direction);
            front.reach(self, (pack(to), tile_place(to, self.width)), g, direction, ());
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
            nodes: Dense::default(),
            width: 0,
            buckets: Buckets::new(),
            heap: Heap::default(),
            running: settings,
            fast: None,
        }
    }

    /// Cost from the start of the last search to a cell, in units of the grid; `None` where the
    /// search has not been. Final for closed cells.
    pub fn cost_to(&self, cell: IVec2) -> Option<u32> {
        self.node(cell).map(|node| node.g)
    }

    /// Whether the last search has processed a cell.
    pub fn is_closed(&self, cell: IVec2) -> bool {
        self.node(cell).is_some_and(|node| node.is_closed())
    }

    fn node(&self, cell: IVec2) -> Option<Node<()>> {
        place_in_rows(cell, self.width)?;
        self.nodes.get(tile_place(cell, self.width))
    }

    fn uniform<'a>(&self, grid: &'a PathGrid, form: Octile) -> Steps<'a, Uniform> {
        let rules = Uniform { goal: self.frame.query.goal, form };
        steps(grid, rules, self.running.skip_symmetric)
    }

    fn general<'a>(&self, grid: &'a PathGrid) -> Steps<'a, General<'a>> {
        let AStarSettings { heuristic, weight, skip_symmetric, .. } = self.running;
        let rules = General { grid, goal: self.frame.query.goal, heuristic, weight };
        let prune = skip_symmetric && grid.is_uniform() && self.running.is_optimal(grid);
        steps(grid, rules, prune)
    }

    pub(crate) fn run<T: Sink<IVec2>>(
        &mut self,
        grid: &PathGrid,
        budget: u32,
        sink: &mut T,
    ) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        let general = self.general(grid);
        let end = if let Some(form) = self.fast {
            let space = self.uniform(grid, form);
            let (nodes, run) = (&mut self.nodes, &mut self.frame.run);
            advance(&space, &mut Front { nodes, open: &mut self.buckets, run, sink }, budget)
        } else {
            let (nodes, run) = (&mut self.nodes, &mut self.frame.run);
            advance(&general, &mut Front { nodes, open: &mut self.heap, run, sink }, budget)
        };
        let nodes = &self.nodes;
        self.frame.conclude(grid, &end, unpack, |id, out| write(&general, nodes, id, out))
    }

    fn write_path_to(&self, grid: &PathGrid, id: u32, out: &mut GridPath) {
        write(&self.general(grid), &self.nodes, id, out);
    }
}

fn steps<R>(grid: &PathGrid, rules: R, prune: bool) -> Steps<'_, R> {
    Steps { bits: grid.bits(), moves: grid.move_table(), width: grid.width(), rules, prune }
}

/// Writes the cells of the path to a node, and its cost.
fn write<R: Rules>(space: &Steps<'_, R>, nodes: &Dense<()>, end: u32, out: &mut GridPath) {
    out.units = nodes.get(space.place(end)).map_or(0, |node| node.g);
    trace_back(space, nodes, end, |id| out.cells.push(unpack(id)));
    out.cells.reverse();
}

impl Search<PathGrid> for AStar {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        (self.nodes.bytes() + self.buckets.bytes() + self.heap.bytes()) as u64
    }
}

impl GridSearch for AStar {
    grid_search_by_frame!();
    partial_path_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        for cell in (0..grid.cell_count()).map(|number| grid.cell_at(number)) {
            if let Some(node) = self.node(cell) {
                visit(cell, TraceKind::of(node.is_closed()));
            }
        }
    }

    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        self.running = self.settings;
        let weight = self.running.weight;
        if !(1.0..=1e6).contains(&weight)
            || (!self.running.allow_inadmissible && !self.running.is_optimal(grid))
        {
            return self.frame.refuse(PathError::Inadmissible);
        }
        let status = self.frame.begin(grid, query);
        // Stretched estimates stretch f; the cost itself is looked at in the end.
        let stretched = f64::from(query.cost_limit) * f64::from(weight);
        self.frame.run.cost_limit = stretched as u32;
        self.width = grid.width();
        let bucketable = grid.is_uniform() && weight == 1.0 && self.running.ties == Ties::Newest;
        self.fast = self.running.heuristic.octile_form(grid).filter(|_| bucketable);
        let (count, start) = (tile_places(grid.width(), grid.height()), pack(query.start));
        if status != Status::Running {
            self.nodes.begin(count);
            return status;
        }
        let general = self.general(grid);
        let (sink, run) = (&mut (), &mut self.frame.run);
        if self.fast.is_some() {
            // 16 bytes a cell together, as long as the sides are not mere slivers of a tile.
            self.buckets.reserve((2 * grid.cell_count() as usize).saturating_sub(count));
            let (nodes, open) = (&mut self.nodes, &mut self.buckets);
            Front { nodes, open, run, sink }.begin(&general, start, count);
        } else {
            self.heap.ties = self.running.ties;
            self.heap.reserve(grid.cell_count() as usize / 2);
            let (nodes, open) = (&mut self.nodes, &mut self.heap);
            Front { nodes, open, run, sink }.begin(&general, start, count);
        }
        self.frame.opened_start()
    }
}
