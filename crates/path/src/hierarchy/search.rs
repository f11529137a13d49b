//! Hierarchical search for large maps.

use crate::{
    Diagonals, GridPath, GridSearch, NoPathReason, PathGrid, Query, Search, SearchProgress, Status,
    Ties, Trace, TraceKind,
    engine::{
        best_first::{End, Front, Space, advance, trace_back},
        frame::{Frame, grid_search_by_frame, partial_path_by_frame, search_by_frame},
        heap::Heap,
        nodes::{Dense, Node, NodeTable},
        queue::Open,
    },
    field::distance::Sense,
    grid::cell::{append_run, cell_center},
    hierarchy::{
        local::Local,
        portals::{Distances, LANDMARKS, NONE, PortalGraph},
        shortcuts::Shortcuts,
    },
    search::{heuristic::Octile, trace::Sink},
};
use motile_geom::{Aabb, IVec2, MarkRole, MarkSink, Marks, Vec2, vec2};

/// Near-cheapest paths on large maps in a fraction of the time of a full search (after HPA*, Botea,
/// Müller and Schaeffer 2004).
///
/// The map is cut into square clusters. Where two of them touch along free cells, portals are placed,
/// and the paths between the portals of a cluster are kept, except those that others stand in for with a
/// detour of 1/32 at most. A query connects its ends to the portals around, searches the graph of portals,
/// guided by distances to a few landmarks, writes out the kept paths, and on uniform ground cuts the
/// corners that portals have left in the path.
///
/// Paths are legal and complete. For their cost there is no proven bound: the paths kept and the estimate,
/// which is stretched by 1/32 (1/20 on large graphs), add up to 1/12 at most, and portals stand apart by an
/// eighth of the cluster's side along free borders (2 cells at least). In tests with clusters of 8 to 64 cells
/// on rooms, mazes, caves and scattered walls they stay within 5 percent, on average within 2. The cost
/// limit counts for the path found, not for the cheapest.
///
/// `begin` follows edits by itself: it rebuilds the clusters that have changed and their neighbors, and
/// the landmarks. A whole 2048 × 2048 map takes up to some seconds, so call [`Hierarchy::update`]
/// at a quiet moment. A blocked start or a query for the nearest cell of a goal that cannot be reached is answered by a
/// plain A*, and so are diagonal cracks between clusters under [`Diagonals::Always`].
///
/// ```
/// use motile_path::{generate, GridSearch, Hierarchy};
/// use motile_geom::{Rng, ivec2};
/// let grid = generate::rooms(300, 300, 20, &mut Rng::new(1))?;
/// let mut search = Hierarchy::new();
/// search.update(&grid);
/// let path = search.find(&grid, ivec2(1, 1), ivec2(297, 290))?;
/// assert!(path.is_walkable(&grid));
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "HPA*")]
#[doc(alias = "hierarchical pathfinding")]
#[derive(Clone, Debug)]
pub struct Hierarchy {
    frame: Frame,
    graph: PortalGraph,
    nodes: Dense<u32>,
    open: Heap,
    /// The clusters of the start and of the goal, flooded from there.
    ends: [Gate; 2],
    goal_distances: Distances,
    shortcuts: Shortcuts,
}

/// One end of a query: paths between it and the portals of its cluster.
#[derive(Clone, Debug, Default)]
struct Gate {
    local: Local,
    cluster: usize,
    /// Costs to or from the portals of the cluster, in their order.
    costs: Vec<u32>,
}

/// The estimate is stretched by one part in this many: paths may get that much dearer, and queries several
/// times quicker, as the estimate is nearly exact. On small graphs there is little to win.
const fn stretch(portals: u32) -> u32 {
    if portals < 4096 { 32 } else { 20 }
}

/// The portals with the start and the goal of a query, which come after them in number.
struct PortalSpace<'a> {
    graph: &'a PortalGraph,
    ends: &'a [Gate; 2],
    goal_distances: &'a Distances,
    form: Octile,
    query: &'a Query,
}

impl PortalSpace<'_> {
    fn start(&self) -> u32 {
        self.graph.len()
    }

    fn goal(&self) -> u32 {
        self.graph.len() + 1
    }

    /// Writes the path to a node, and its cost.
    fn write(&self, nodes: &Dense<u32>, end: u32, out: &mut GridPath) {
        out.units = nodes.get(end as usize).map_or(0, |node| node.g);
        let mut last = None;
        trace_back(self, nodes, end, |id| {
            match last {
                None => out.cells.push(self.name(id)),
                Some(last) => self.append_back(id, last, &mut out.cells),
            }
            last = Some(id);
        });
        out.cells.reverse();
    }

    /// Appends the cells of one path from its end back to its beginning, without the end.
    fn append_back(&self, from: u32, to: u32, out: &mut Vec<IVec2>) {
        let [start, goal] = self.ends;
        if from == self.start() {
            let mut last = self.name(to);
            start.local.bends(last, |cell| {
                append_run(last, cell, out);
                last = cell;
            });
        } else if to == self.goal() {
            // The flood came from the goal, so the way is told from the portal on.
            let begin = out.len();
            let mut last = self.name(from);
            out.push(last);
            goal.local.bends(last, |cell| {
                append_run(last, cell, out);
                last = cell;
            });
            out.pop();
            out[begin..].reverse();
        } else {
            self.graph.append_back(from, to, out);
        }
    }
}

impl Space for PortalSpace<'_> {
    type Nodes = Dense<u32>;
    type Name = IVec2;

    #[inline(always)]
    fn place(&self, id: u32) -> usize {
        id as usize
    }

    fn name(&self, id: u32) -> IVec2 {
        match id.checked_sub(self.graph.len()) {
            None => self.graph.cell(id),
            Some(0) => self.query.start,
            Some(_) => self.query.goal,
        }
    }

    #[inline(always)]
    fn parent(&self, _: u32, node: &Node<u32>) -> u32 {
        node.parent
    }

    #[inline]
    fn estimate(&self, id: u32) -> u32 {
        let straight = self.form.between(self.name(id), self.query.goal);
        let best = self.graph.distances(id).map_or(straight, |own| {
            // Where a landmark cannot be reached, it cannot from the goal either: the difference is 0.
            let pairs = own.iter().zip(self.goal_distances);
            pairs.fold(straight, |best, (a, &b)| best.max(a.abs_diff(b)))
        });
        best.saturating_add(best / stretch(self.graph.len()))
    }

    fn expand<O: Open, T: Sink<IVec2>>(
        &self,
        (id, _): (u32, usize),
        node: Node<u32>,
        front: &mut Front<'_, Dense<u32>, O, T>,
    ) {
        let [start, goal] = self.ends;
        if id == self.start() {
            let portals = self.graph.portals_of(start.cluster);
            // The goal comes after the portals when it is in the same cluster.
            let last = (goal.cluster == start.cluster).then(|| self.goal());
            for (to, &cost) in portals.chain(last).zip(&start.costs) {
                if cost != NONE {
                    front.reach(self, (to, to as usize), cost, 0, id);
                }
            }
            return;
        }
        for &(to, cost) in self.graph.edges(id) {
            front.reach(self, (to, to as usize), node.g.saturating_add(cost), 0, id);
        }
        if self.graph.cluster_of(id) == goal.cluster {
            let cost = goal.costs[(id - self.graph.portals_of(goal.cluster).start) as usize];
            if cost != NONE {
                let to = self.goal();
                front.reach(self, (to, to as usize), node.g.saturating_add(cost), 0, id);
            }
        }
    }
}

impl Default for Hierarchy {
    fn default() -> Self {
        Self::new()
    }
}

impl Hierarchy {
    /// Clusters of 64 × 64 cells.
    pub fn new() -> Self {
        Self::with_clusters(64)
    }

    /// Clusters of `side` × `side` cells (8…128).
    pub fn with_clusters(side: u32) -> Self {
        Self {
            frame: Frame::default(),
            graph: PortalGraph::new(side.clamp(8, 128)),
            nodes: Dense::default(),
            open: Heap::default(),
            ends: Default::default(),
            goal_distances: [NONE; LANDMARKS],
            shortcuts: Shortcuts::default(),
        }
    }

    /// Number of portals.
    pub fn portal_count(&self) -> u32 {
        self.graph.len()
    }

    /// Marks the borders of the clusters, the portals and the kept paths between them.
    pub fn mark_portals(&self, grid: &PathGrid, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        for rect in self.graph.rects(grid) {
            let corner = |x: i64, y: i64| origin + vec2(x as f32, y as f32) * cell_size;
            let low = corner(i64::from(rect.x), i64::from(rect.y));
            marks.aabb(MarkRole::GridLine, Aabb::new(low, corner(rect.right(), rect.bottom())));
        }
        let place = |portal: u32| cell_center(self.graph.cell(portal), origin, cell_size);
        for portal in 0..self.graph.len() {
            marks.point(MarkRole::Cell, place(portal));
            for &(to, _) in self.graph.edges(portal).iter().filter(|edge| edge.0 > portal) {
                marks.line(MarkRole::Link, place(portal), place(to));
            }
        }
    }

    /// Brings clusters, portals and landmarks up to date with the grid; does nothing when nothing has
    /// changed. Allocates.
    pub fn update(&mut self, grid: &PathGrid) {
        self.graph.update(grid);
    }

    fn write_path_to(&self, grid: &PathGrid, id: u32, out: &mut GridPath) {
        let Self { frame, graph, ends, goal_distances, nodes, .. } = self;
        let form = Octile::of(grid);
        let space = PortalSpace { graph, ends, goal_distances, form, query: &frame.query };
        space.write(nodes, id, out);
    }

    /// Floods the clusters of both ends.
    fn connect_ends(&mut self, grid: &PathGrid) {
        let Query { start, goal, .. } = self.frame.query;
        let graph = &self.graph;
        let [from, to] = &mut self.ends;
        (from.cluster, to.cluster) = (graph.cluster_at(start), graph.cluster_at(goal));
        let same = (from.cluster == to.cluster).then_some(goal);
        for (end, cell, more, sense) in
            [(from, start, same, Sense::Away), (to, goal, None, Sense::Towards)]
        {
            let cells = || graph.portals_of(end.cluster).map(|p| graph.cell(p)).chain(more);
            end.local.enter(grid, graph.rect(grid, end.cluster));
            end.local.flood(cell, sense);
            end.costs.clear();
            end.costs.extend(cells().map(|cell| end.local.cost(cell).unwrap_or(NONE)));
        }
        let to = &self.ends[1];
        self.goal_distances = [NONE; LANDMARKS];
        for (portal, &cost) in graph.portals_of(to.cluster).zip(&to.costs) {
            let Some(own) = graph.distances(portal) else { continue };
            for (best, own) in self.goal_distances.iter_mut().zip(own) {
                *best = (*best).min(own.saturating_add(cost));
            }
        }
    }

    fn run<T: Sink<IVec2>>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.run.status;
        }
        if let Some(status) = self.frame.step_fallback(grid, budget, sink) {
            return status;
        }
        let Self { frame, graph, ends, goal_distances, nodes, open, shortcuts } = self;
        let Frame { query, run, .. } = frame;
        let query = *query;
        let space =
            PortalSpace { graph, ends, goal_distances, form: Octile::of(grid), query: &query };
        let end = advance(&space, &mut Front { nodes, open, run, sink }, budget);
        if let End::GaveUp(reason) = end
            && (query.nearest
                || (reason == NoPathReason::Unreachable && grid.diagonals() == Diagonals::Always))
            && reason != NoPathReason::ExpansionLimit
        {
            // Portals do not see diagonal cracks between clusters, nor what is nearest.
            return frame.take_over(grid);
        }
        // A goal beyond the limit has a nearest cell, too, but portals do not know it.
        frame.query.nearest &= !matches!(end, End::Goal);
        let write = |id, out: &mut GridPath| {
            space.write(nodes, id, out);
            shortcuts.take(grid, graph.side(), out);
        };
        let status = frame.conclude(grid, &end, |id| space.name(id), write);
        frame.query.nearest = query.nearest;
        match status {
            Status::NoPath(_) if query.nearest => frame.take_over(grid),
            status => status,
        }
    }
}

impl Search<PathGrid> for Hierarchy {
    search_by_frame!();

    fn progress(&self) -> SearchProgress {
        self.frame.run.progress()
    }

    fn memory_bytes(&self) -> u64 {
        let ends = self.ends.iter().map(|end| end.local.bytes() + end.costs.capacity() * 4);
        let lists = self.open.bytes() + self.shortcuts.bytes();
        let searching = self.nodes.bytes() + lists + ends.sum::<usize>();
        (self.graph.bytes() + searching) as u64 + self.frame.fallback.bytes()
    }
}

impl GridSearch for Hierarchy {
    grid_search_by_frame!();
    partial_path_by_frame!();

    fn for_each_seen(&self, grid: &PathGrid, visit: &mut dyn FnMut(IVec2, TraceKind)) {
        if let Some(fallback) = self.frame.fallback.at_work() {
            return fallback.for_each_seen(grid, visit);
        }
        let ends = [self.frame.query.start, self.frame.query.goal];
        self.nodes.for_each(|place, closed| {
            let portals = self.graph.len() as usize;
            let cell = if place < portals {
                self.graph.cell(place as u32)
            } else {
                ends[(place - portals) & 1]
            };
            visit(cell, TraceKind::of(closed));
        });
    }

    fn begin(&mut self, grid: &PathGrid, query: Query) -> Status {
        let status = self.frame.begin(grid, query);
        if status != Status::Running {
            return status;
        }
        if !grid.is_walkable(query.goal) || !grid.is_walkable(query.start) {
            return self.frame.take_over(grid);
        }
        self.graph.update(grid);
        self.connect_ends(grid);
        let start = self.graph.len();
        self.frame.run.goal = start + 1;
        // The estimate is stretched, and f with it; shortcuts come later. The cost itself is looked at in
        // the end.
        let limit = query.cost_limit;
        self.frame.run.cost_limit = limit.saturating_add(limit / 8);
        self.open.ties = Ties::Farthest;
        let Self { frame, graph, ends, goal_distances, nodes, open, .. } = self;
        let Frame { query, run, .. } = frame;
        let space = PortalSpace { graph, ends, goal_distances, form: Octile::of(grid), query };
        Front { nodes, open, run, sink: &mut () }.begin(&space, start, start as usize + 2);
        frame.opened_start()
    }
}
