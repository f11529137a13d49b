//! Hierarchical search for large maps: clusters, portals between them, and landmarks.

use crate::{
    AStar, Diagonals, GridSearch, Heuristic, NoPathReason, Path, PathError, PathGrid, Progress,
    Query, Status, Trace, TraceKind, WeightRule,
    bits::mix,
    local::{Local, Sense},
    queue::{Heap, Open},
    search::{Frame, pack, unpack},
    trace::Sink,
};
use motile_geom::{IRect, IVec2, ivec2};

/// Near-cheapest paths on large maps in a fraction of the time of a full search (after HPA*, Botea,
/// Müller and Schaeffer 2004).
///
/// The map is cut into square clusters. Where two of them touch along free cells, portals are placed,
/// and the costs between all portals of a cluster are kept. A query searches the graph of portals,
/// guided by distances to a few landmarks, and then fills in the cells.
///
/// Paths are legal and complete, and dearer than the cheapest by a few percent at most on usual maps:
/// they must pass through portals, which stand at most 8 cells apart along free borders. There is no
/// proven bound. `begin` follows edits by itself: it rebuilds the clusters that have changed and
/// their neighbors, and the landmarks; for a whole 2048 × 2048 map that takes 1 to 4 seconds, so call
/// [`Hierarchy::update`] at a quiet moment. [`Query::nearest`] and the cost limit are ignored.
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
#[derive(Clone, Debug)]
pub struct Hierarchy {
    frame: Frame,
    side: u32,
    landmark_count: u32,
    columns: u32,
    rows: u32,
    fingerprint: Option<u64>,
    clusters: Vec<Cluster>,
    /// Cluster of every portal, and the portals across the border from it.
    cluster_of: Vec<u32>,
    across: Vec<[u32; 4]>,
    /// Cost between every portal and every landmark, portal by portal.
    landmarks: Vec<u32>,
    goal_landmarks: Vec<u32>,
    nodes: Vec<Node>,
    stamp: u32,
    open: Heap,
    local: Local,
    goal_costs: Vec<u32>,
    /// Portals of the path, backwards, while it is being filled in.
    chain: Vec<u32>,
    filling: bool,
    whole: Option<Box<AStar>>,
}

#[derive(Clone, Debug, Default)]
struct Cluster {
    /// Hash of the cells, and whether it must be built again.
    content: u64,
    dirty: bool,
    /// Number of its first portal.
    first: u32,
    /// Cells of its portals in reading order.
    portals: Vec<u32>,
    /// Costs from each to each.
    costs: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    info: u32,
    parent: u32,
}

const CLOSED: u32 = 1;
const NONE: u32 = u32::MAX;
/// Portals along a free border are at most this many cells apart.
const SPACING: i32 = 8;

impl Default for Hierarchy {
    fn default() -> Self {
        Self::new()
    }
}

impl Hierarchy {
    /// Clusters of 64 × 64 cells and eight landmarks.
    pub fn new() -> Self {
        Self::with_clusters(64, 8)
    }

    /// Clusters of `side` × `side` cells (8…128) and so many landmarks (0…32): more landmarks make
    /// queries quicker and updates slower.
    pub fn with_clusters(side: u32, landmarks: u32) -> Self {
        Self {
            frame: Frame::default(),
            side: side.clamp(8, 128),
            landmark_count: landmarks.min(32),
            columns: 0,
            rows: 0,
            fingerprint: None,
            clusters: Vec::new(),
            cluster_of: Vec::new(),
            across: Vec::new(),
            landmarks: Vec::new(),
            goal_landmarks: Vec::new(),
            nodes: Vec::new(),
            stamp: 0,
            open: Heap::default(),
            local: Local::default(),
            goal_costs: Vec::new(),
            chain: Vec::new(),
            filling: false,
            whole: None,
        }
    }

    /// Number of portals.
    pub fn portal_count(&self) -> u32 {
        self.cluster_of.len() as u32
    }

    /// Brings clusters, portals and landmarks up to date with the grid; does nothing when nothing has
    /// changed. Allocates.
    pub fn update(&mut self, grid: &PathGrid) {
        if self.fingerprint == Some(grid.fingerprint()) {
            return;
        }
        self.fingerprint = Some(grid.fingerprint());
        let (columns, rows) = (grid.width().div_ceil(self.side), grid.height().div_ceil(self.side));
        if (columns, rows) != (self.columns, self.rows) {
            (self.columns, self.rows) = (columns, rows);
            self.clusters.clear();
            self.clusters.resize((columns * rows) as usize, Cluster::default());
        }
        self.mark_dirty(grid);
        for index in 0..self.clusters.len() {
            if core::mem::take(&mut self.clusters[index].dirty) {
                self.build_cluster(grid, index);
            }
        }
        self.link(grid);
        self.place_landmarks(grid);
    }

    /// Finds the clusters whose cells, or whose neighbors' cells, are not what they were.
    fn mark_dirty(&mut self, grid: &PathGrid) {
        for index in 0..self.clusters.len() {
            let content = hash_cells(grid, self.rect(grid, index));
            if self.clusters[index].content != content {
                self.clusters[index].content = content;
                let (x, y) = self.place(index);
                for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(near) = self.cluster_index(x + dx, y + dy) {
                        self.clusters[near].dirty = true;
                    }
                }
            }
        }
    }

    fn place(&self, index: usize) -> (i32, i32) {
        (index as i32 % self.columns as i32, index as i32 / self.columns as i32)
    }

    fn cluster_index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.columns as i32 && y < self.rows as i32;
        inside.then(|| (y * self.columns as i32 + x) as usize)
    }

    fn cluster_at(&self, cell: IVec2) -> usize {
        ((cell.y as u32 / self.side) * self.columns + cell.x as u32 / self.side) as usize
    }

    fn rect(&self, grid: &PathGrid, index: usize) -> IRect {
        let (x, y) = self.place(index);
        let side = self.side as i32;
        IRect::new(x * side, y * side, self.side, self.side).intersect(grid.bounds())
    }

    /// Places the portals of a cluster and measures the ways between them.
    fn build_cluster(&mut self, grid: &PathGrid, index: usize) {
        let rect = self.rect(grid, index);
        let (right, bottom) = (rect.right() as i32 - 1, rect.bottom() as i32 - 1);
        let mut portals = core::mem::take(&mut self.clusters[index].portals);
        portals.clear();
        for (x, out) in [(rect.x, -1), (right, 1)] {
            portals_along(
                rect.y..bottom + 1,
                |y| both(grid, ivec2(x, y), ivec2(x + out, y)),
                |y| {
                    portals.push(pack(ivec2(x, y)));
                },
            );
        }
        for (y, out) in [(rect.y, -1), (bottom, 1)] {
            portals_along(
                rect.x..right + 1,
                |x| both(grid, ivec2(x, y), ivec2(x, y + out)),
                |x| {
                    portals.push(pack(ivec2(x, y)));
                },
            );
        }
        portals.sort_unstable();
        portals.dedup();
        let cluster = &mut self.clusters[index];
        cluster.costs.clear();
        for &from in &portals {
            self.local.flood(grid, rect, unpack(from), Sense::Away);
            let costs = portals.iter().map(|&to| self.local.cost(unpack(to)).unwrap_or(NONE));
            cluster.costs.extend(costs);
        }
        cluster.portals = portals;
    }

    /// Numbers the portals and connects those that face each other.
    fn link(&mut self, grid: &PathGrid) {
        self.cluster_of.clear();
        for (index, cluster) in self.clusters.iter_mut().enumerate() {
            cluster.first = self.cluster_of.len() as u32;
            self.cluster_of.extend(cluster.portals.iter().map(|_| index as u32));
        }
        self.across.clear();
        for portal in 0..self.cluster_of.len() as u32 {
            let cell = self.cell_of(portal);
            let mut facing = [NONE; 4];
            for (slot, way) in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].iter().enumerate() {
                let other = cell + *way;
                if grid.is_walkable(other) && self.cluster_at(other) != self.cluster_at(cell) {
                    facing[slot] = self.portal_at(other).unwrap_or(NONE);
                }
            }
            self.across.push(facing);
        }
        self.nodes.clear();
        // Two more for the start and the goal of a query.
        self.nodes.resize(self.cluster_of.len() + 2, Node::default());
        self.stamp = 0;
    }

    fn portal_at(&self, cell: IVec2) -> Option<u32> {
        let cluster = &self.clusters[self.cluster_at(cell)];
        let place = cluster.portals.binary_search(&pack(cell)).ok()?;
        Some(cluster.first + place as u32)
    }

    fn cell_of(&self, portal: u32) -> IVec2 {
        let cluster = &self.clusters[self.cluster_of[portal as usize] as usize];
        unpack(cluster.portals[(portal - cluster.first) as usize])
    }

    /// Calls `visit` with every portal one step away and the cost of getting there.
    #[inline]
    fn edges(&self, grid: &PathGrid, portal: u32, mut visit: impl FnMut(u32, u32)) {
        let cluster = &self.clusters[self.cluster_of[portal as usize] as usize];
        let count = cluster.portals.len();
        let row = (portal - cluster.first) as usize * count;
        for (i, &cost) in cluster.costs[row..row + count].iter().enumerate() {
            if cost != NONE {
                visit(cluster.first + i as u32, cost);
            }
        }
        for (slot, &other) in self.across[portal as usize].iter().enumerate() {
            if other != NONE {
                let (from, to) = (self.cell_of(portal), self.cell_of(other));
                visit(other, grid.step_cost(from, to, slot as u32 * 2));
            }
        }
    }

    /// Puts landmarks far from each other and measures the graph from each. With costs that differ
    /// by direction there are none.
    fn place_landmarks(&mut self, grid: &PathGrid) {
        let symmetric = grid.is_uniform() || grid.weight_rule() == WeightRule::Mean;
        let (portals, count) = (self.cluster_of.len(), self.landmark_count as usize);
        self.landmarks.clear();
        if !symmetric || portals == 0 || count == 0 {
            return;
        }
        self.landmarks.resize(portals * count, NONE);
        let mut costs = vec![NONE; portals];
        // Distance to the nearest landmark so far; the first one is as far as possible from portal 0.
        let mut nearest = vec![NONE; portals];
        self.measure_from(grid, 0, &mut costs);
        let mut next = farthest(&costs);
        for k in 0..count {
            self.measure_from(grid, next, &mut costs);
            for (portal, &cost) in costs.iter().enumerate() {
                self.landmarks[portal * count + k] = cost;
                nearest[portal] = nearest[portal].min(cost);
            }
            next = farthest(&nearest);
        }
    }

    /// Dijkstra over the portals.
    fn measure_from(&mut self, grid: &PathGrid, from: u32, costs: &mut [u32]) {
        costs.fill(NONE);
        costs[from as usize] = 0;
        let mut open = core::mem::take(&mut self.open);
        open.clear(0);
        open.push_key(0, from);
        while let Some((cost, portal)) = open.pop_key() {
            let cost = cost as u32;
            if costs[portal as usize] == cost {
                self.edges(grid, portal, |to, step| {
                    let sum = cost.saturating_add(step);
                    if sum < costs[to as usize] {
                        costs[to as usize] = sum;
                        open.push_key(u64::from(sum), to);
                    }
                });
            }
        }
        self.open = open;
    }

    fn estimate(&self, grid: &PathGrid, portal: u32) -> u32 {
        let straight = Heuristic::Auto.estimate(grid, self.cell_of(portal), self.frame.query.goal);
        let count = self.goal_landmarks.len();
        let own = &self.landmarks[portal as usize * count..][..count];
        own.iter().zip(&self.goal_landmarks).fold(straight, |best, (&a, &b)| {
            if a == NONE || b == NONE { best } else { best.max(a.abs_diff(b)) }
        })
    }

    /// Where the start and the goal of the query stand in `nodes`.
    fn ends(&self) -> (u32, u32) {
        (self.nodes.len() as u32 - 2, self.nodes.len() as u32 - 1)
    }

    fn open_node<T: Sink>(
        &mut self,
        grid: &PathGrid,
        node: u32,
        g: u32,
        parent: u32,
        sink: &mut T,
    ) {
        let known = &mut self.nodes[node as usize];
        let seen = known.info >> 1 == self.stamp;
        if seen && known.g <= g {
            return;
        }
        *known = Node { g, info: self.stamp << 1, parent };
        self.frame.visited += u32::from(!seen);
        let h = if node == self.ends().1 { 0 } else { self.estimate(grid, node) };
        let kind = if seen { TraceKind::Improved } else { TraceKind::Opened };
        sink.event(kind, self.cell(node), Some(self.cell(parent)), g, h);
        self.open.push(g.saturating_add(h), g, node);
    }

    fn cell(&self, node: u32) -> IVec2 {
        let (start, goal) = self.ends();
        match node {
            _ if node == start => self.frame.query.start,
            _ if node == goal => self.frame.query.goal,
            _ => self.cell_of(node),
        }
    }

    fn run<T: Sink>(&mut self, grid: &PathGrid, budget: u32, sink: &mut T) -> Status {
        if !self.frame.ready(grid) {
            return self.frame.status;
        }
        let (start, goal) = self.ends();
        let limit = self.frame.query.expansion_limit;
        for _ in 0..budget {
            if self.filling {
                if self.fill_in(grid) {
                    self.frame.status = Status::Found;
                    break;
                }
                continue;
            }
            if self.frame.expanded >= limit {
                self.fail(NoPathReason::ExpansionLimit);
                break;
            }
            let Some((f, node)) = self.open.pop() else {
                self.give_up(grid);
                break;
            };
            let state = &mut self.nodes[node as usize];
            if state.info & CLOSED != 0 {
                continue;
            }
            state.info |= CLOSED;
            let Node { g, parent, .. } = *state;
            if node == goal {
                self.begin_filling(goal);
                continue;
            }
            self.frame.expanded += 1;
            self.frame.note(self.cell(node), f.saturating_sub(g));
            let from = (node != start).then(|| self.cell(parent));
            sink.event(TraceKind::Closed, self.cell(node), from, g, f.saturating_sub(g));
            if g > u32::MAX - (1 << 28) {
                self.frame.status = Status::Failed(PathError::CostOverflow(self.cell(node)));
                break;
            }
            self.expand(grid, node, g, sink);
        }
        self.frame.status
    }

    fn expand<T: Sink>(&mut self, grid: &PathGrid, node: u32, g: u32, sink: &mut T) {
        let cluster = self.cluster_of[node as usize] as usize;
        let (first, count) = (self.clusters[cluster].first, self.clusters[cluster].portals.len());
        let place = (node - first) as usize;
        for i in 0..count {
            let cost = self.clusters[cluster].costs[place * count + i];
            if cost != NONE && i != place {
                self.open_node(grid, first + i as u32, g + cost, node, sink);
            }
        }
        for slot in 0..4 {
            let other = self.across[node as usize][slot];
            if other != NONE {
                let (from, to) = (self.cell_of(node), self.cell_of(other));
                let step = grid.step_cost(from, to, slot as u32 * 2);
                self.open_node(grid, other, g + step, node, sink);
            }
        }
        if cluster == self.cluster_at(self.frame.query.goal) {
            let cost = self.goal_costs[place];
            if cost != NONE {
                self.open_node(grid, self.ends().1, g + cost, node, sink);
            }
        }
    }

    fn fail(&mut self, reason: NoPathReason) {
        self.frame.query.nearest = false;
        self.frame.give_up(reason);
    }

    /// The portals do not see diagonal cracks between clusters; where those count, look again.
    fn give_up(&mut self, grid: &PathGrid) {
        if grid.diagonals() == Diagonals::Always {
            let whole = self.whole.get_or_insert_default();
            let Query { start, goal, .. } = self.frame.query;
            if let Ok(path) = whole.find(grid, start, goal) {
                self.frame.path.clone_from(path);
                self.frame.status = Status::Found;
                return;
            }
        }
        self.fail(NoPathReason::Unreachable);
    }

    fn begin_filling(&mut self, end: u32) {
        self.chain.clear();
        let start = self.ends().0;
        let mut node = end;
        while node != start {
            self.chain.push(node);
            node = self.nodes[node as usize].parent;
        }
        self.frame.path.clear();
        self.frame.path.cells.push(self.frame.query.start);
        self.filling = true;
    }

    /// Fills in the cells up to the next portal; true when the goal is reached.
    fn fill_in(&mut self, grid: &PathGrid) -> bool {
        let Some(node) = self.chain.pop() else { return true };
        let from = *self.frame.path.cells.last().unwrap_or(&self.frame.query.start);
        let to = self.cell(node);
        let cluster = self.cluster_at(from);
        if cluster == self.cluster_at(to) {
            let rect = self.rect(grid, cluster);
            self.local.append_path(grid, rect, (from, to), &mut self.frame.path.cells);
        } else {
            self.frame.path.cells.push(to);
        }
        if self.chain.is_empty() {
            let path = &mut self.frame.path;
            path.units = self.nodes[node as usize].g;
            path.reaches_goal = to == self.frame.query.goal;
            path.measure(grid);
        }
        self.chain.is_empty()
    }
}

/// Hash of all that decides how a cluster is built.
fn hash_cells(grid: &PathGrid, rect: IRect) -> u64 {
    let rules = grid.diagonals() as u64 | (grid.weight_rule() as u64) << 2;
    let mut hash = mix(0, rules | u64::from(grid.is_uniform()) << 3 | 16);
    for y in rect.y..rect.bottom() as i32 {
        let mut x = rect.x;
        while x < rect.right() as i32 {
            let width = (rect.right() as i32 - x).min(64);
            let bits = grid.bits().forward(x, y) & (u64::MAX >> (64 - width));
            hash = mix(hash.rotate_left(7), bits ^ 0x5555_5555_5555_5555);
            x += width;
        }
        if !grid.is_uniform() {
            for x in rect.x..rect.right() as i32 {
                hash = mix(hash, u64::from(grid.weight(ivec2(x, y)).to_bits()));
            }
        }
    }
    hash
}

fn both(grid: &PathGrid, a: IVec2, b: IVec2) -> bool {
    grid.is_walkable(a) && grid.is_walkable(b)
}

/// Calls `place` along every stretch of open border: in the middle of a short one, at both ends and in
/// between on a long one.
fn portals_along(
    range: core::ops::Range<i32>,
    is_open: impl Fn(i32) -> bool,
    mut place: impl FnMut(i32),
) {
    let mut begin = range.start;
    while begin < range.end {
        if !is_open(begin) {
            begin += 1;
            continue;
        }
        let mut end = begin + 1;
        while end < range.end && is_open(end) {
            end += 1;
        }
        let length = end - begin;
        if length <= SPACING {
            place(begin + length / 2);
        } else {
            let gaps = (length - 1 + SPACING - 1) / SPACING;
            for i in 0..=gaps {
                place(begin + i * (length - 1) / gaps);
            }
        }
        begin = end;
    }
}

/// The portal with the greatest known cost; portals never reached do not count.
fn farthest(costs: &[u32]) -> u32 {
    let known = costs.iter().map(|&cost| if cost == NONE { 0 } else { cost });
    known.enumerate().max_by_key(|&(_, cost)| cost).map_or(0, |(portal, _)| portal as u32)
}

impl GridSearch for Hierarchy {
    fn begin(&mut self, grid: &PathGrid, query: Query) -> Result<(), PathError> {
        self.frame.begin(grid, Query { nearest: false, ..query })?;
        self.filling = false;
        if self.frame.status != Status::Running {
            return Ok(());
        }
        self.update(grid);
        self.stamp += 1;
        if self.stamp >= u32::MAX >> 1 {
            self.nodes.fill(Node::default());
            self.stamp = 1;
        }
        let Query { start, goal, .. } = query;
        let (from_cluster, to_cluster) = (self.cluster_at(start), self.cluster_at(goal));
        // Ways from the goal's portals to the goal, and from the landmarks.
        let rect = self.rect(grid, to_cluster);
        self.local.flood(grid, rect, goal, Sense::Towards);
        let cluster = &self.clusters[to_cluster];
        self.goal_costs.clear();
        let costs = cluster.portals.iter().map(|&p| self.local.cost(unpack(p)).unwrap_or(NONE));
        self.goal_costs.extend(costs);
        let count = self.landmarks.len() / self.cluster_of.len().max(1);
        self.goal_landmarks.clear();
        self.goal_landmarks.resize(count, NONE);
        for (i, &cost) in self.goal_costs.iter().enumerate() {
            let portal = cluster.first as usize + i;
            for (best, &own) in
                self.goal_landmarks.iter_mut().zip(&self.landmarks[portal * count..])
            {
                *best = (*best).min(cost.saturating_add(own));
            }
        }
        // The start is expanded here and now.
        let rect = self.rect(grid, from_cluster);
        self.local.flood(grid, rect, start, Sense::Away);
        let (start_node, goal_node) = self.ends();
        self.nodes[start_node as usize] =
            Node { g: 0, info: self.stamp << 1 | CLOSED, parent: start_node };
        self.open.clear(0);
        self.frame.first_estimate = Heuristic::Auto.estimate(grid, start, goal);
        for i in 0..self.clusters[from_cluster].portals.len() {
            let cell = unpack(self.clusters[from_cluster].portals[i]);
            if let Some(cost) = self.local.cost(cell) {
                let portal = self.clusters[from_cluster].first + i as u32;
                self.open_node(grid, portal, cost, start_node, &mut ());
            }
        }
        if let Some(cost) = self.local.cost(goal) {
            self.open_node(grid, goal_node, cost, start_node, &mut ());
        }
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

    /// The part of the path that has been filled in so far.
    fn partial_path(&self, grid: &PathGrid, out: &mut Path) {
        out.clear();
        if self.filling {
            out.cells.extend_from_slice(&self.frame.path.cells);
            out.measure(grid);
            out.units = (out.length * f64::from(grid.unit())) as u32;
        }
    }

    fn cancel(&mut self) {
        self.frame.cancel();
        self.filling = false;
    }

    fn memory_bytes(&self) -> u64 {
        let clusters: usize = self
            .clusters
            .iter()
            .map(|c| size_of::<Cluster>() + (c.portals.capacity() + c.costs.capacity()) * 4)
            .sum();
        let graph = self.cluster_of.capacity() * 4
            + self.across.capacity() * 16
            + self.landmarks.capacity() * 4
            + self.nodes.capacity() * size_of::<Node>();
        let whole = self.whole.as_ref().map_or(0, |search| search.memory_bytes());
        (clusters + graph + self.open.bytes() + self.local.bytes()) as u64 + whole
    }
}
