//! The graph of a hierarchical search: clusters, the portals between them, the paths from portal to
//! portal and their distances to a few landmarks.

use crate::{
    PathGrid, WeightRule,
    engine::{heap::Heap, queue::Open},
    field::distance::Sense,
    grid::{
        bits::mix,
        cell::{append_run, pack, unpack},
        moves::{self},
    },
    hierarchy::local::Local,
};
use core::ops::Range;
use motile_geom::{IRect, IVec2, ivec2};

/// "None" among numbers of portals and costs.
pub(crate) const NONE: u32 = u32::MAX;
/// Paths in a cluster that lead over other portals and are longer than the shortest by no more than one part
/// in this many stand in for it.
const SLACK: u32 = 32;
/// Landmarks of the graph: their distances fill a vector register.
pub(crate) const LANDMARKS: usize = 8;

/// Distances to all landmarks.
pub(crate) type Distances = [u32; LANDMARKS];

#[derive(Clone, Debug)]
pub(crate) struct PortalGraph {
    side: u32,
    columns: u32,
    rows: u32,
    fingerprint: Option<u64>,
    clusters: Vec<Cluster>,
    /// Cell and cluster of every portal.
    portals: Vec<(u32, u32)>,
    /// Where the edges of each portal begin, and the end of all; to which portal they lead, at what cost.
    starts: Vec<u32>,
    edges: Vec<(u32, u32)>,
    /// Cost between every portal and every landmark; empty where costs differ by direction.
    landmarks: Vec<Distances>,
    local: Local,
    build: Build,
    open: Heap,
}

#[derive(Clone, Debug, Default)]
struct Cluster {
    /// Hash of the cells, and whether it must be built again.
    content: u64,
    dirty: bool,
    /// Number of its first portal.
    first: u32,
    /// Cells of its portals in reading order.
    cells: Vec<u32>,
    /// Where the edges of each portal begin, and the end of all.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// Cells where the paths bend, counted from the corner of the cluster: row in the high byte.
    bends: Vec<u16>,
}

/// The path from one portal of a cluster to another.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Place of the other portal in the cluster.
    to: u32,
    cost: u32,
    /// Where its bends end; they begin where those of the edge before end.
    bends_end: u32,
}

/// Paths between all portals of a cluster, before it is decided which are kept.
#[derive(Clone, Debug, Default)]
struct Build {
    /// Costs from each portal to each, and by the paths kept so far.
    costs: Vec<u32>,
    kept: Vec<u32>,
    /// Costs from each portal to every cell of the cluster.
    fields: Vec<u32>,
    /// Pairs of portals by rising cost.
    order: Vec<(u32, u16, u16)>,
    chosen: Vec<(u16, u16)>,
}

impl PortalGraph {
    pub(crate) fn new(side: u32) -> Self {
        Self {
            side,
            columns: 0,
            rows: 0,
            fingerprint: None,
            clusters: Vec::new(),
            portals: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            landmarks: Vec::new(),
            local: Local::default(),
            build: Build::default(),
            open: Heap::default(),
        }
    }

    /// Side of a cluster in cells.
    pub(crate) const fn side(&self) -> u32 {
        self.side
    }

    /// Number of portals.
    pub(crate) fn len(&self) -> u32 {
        self.portals.len() as u32
    }

    pub(crate) fn cell(&self, portal: u32) -> IVec2 {
        unpack(self.portals[portal as usize].0)
    }

    pub(crate) fn cluster_of(&self, portal: u32) -> usize {
        self.portals[portal as usize].1 as usize
    }

    pub(crate) fn cluster_at(&self, cell: IVec2) -> usize {
        ((cell.y as u32 / self.side) * self.columns + cell.x as u32 / self.side) as usize
    }

    /// Numbers of a cluster's portals.
    pub(crate) fn portals_of(&self, cluster: usize) -> Range<u32> {
        let Cluster { first, cells, .. } = &self.clusters[cluster];
        *first..*first + cells.len() as u32
    }

    pub(crate) fn rect(&self, grid: &PathGrid, cluster: usize) -> IRect {
        let (x, y) = self.place(cluster);
        let side = self.side as i32;
        IRect::new(x * side, y * side, self.side, self.side).intersect(grid.bounds())
    }

    /// All clusters, on a grid they were built for.
    pub(crate) fn rects(&self, grid: &PathGrid) -> impl Iterator<Item = IRect> {
        (0..self.clusters.len()).map(|cluster| self.rect(grid, cluster))
    }

    /// Distances of a portal to the landmarks.
    #[inline]
    pub(crate) fn distances(&self, portal: u32) -> Option<&Distances> {
        self.landmarks.get(portal as usize)
    }

    /// Every portal one path apart and the cost of getting there.
    #[inline]
    pub(crate) fn edges(&self, portal: u32) -> &[(u32, u32)] {
        let place = portal as usize;
        &self.edges[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Portals along a free border are at most this many cells apart.
    const fn spacing(&self) -> i32 {
        let eighth = self.side as i32 / 8;
        if eighth < 2 { 2 } else { eighth }
    }

    /// Appends the cells of the path from one portal to another one path apart, from its end back to its
    /// beginning, without the end.
    pub(crate) fn append_back(&self, from: u32, to: u32, out: &mut Vec<IVec2>) {
        let (index, mut last) = (self.cluster_of(from), self.cell(to));
        let cluster = &self.clusters[index];
        if index == self.cluster_of(to) {
            let place = (from - cluster.first) as usize;
            let own = cluster.starts[place] as usize..cluster.starts[place + 1] as usize;
            let edge = own.clone().find(|&e| cluster.edges[e].to == to - cluster.first);
            if let Some(edge) = edge {
                let begin = edge.checked_sub(1).map_or(0, |e| cluster.edges[e].bends_end as usize);
                let bends = &cluster.bends[begin..cluster.edges[edge].bends_end as usize];
                let (x, y) = self.place(index);
                let origin = ivec2(x, y) * self.side as i32;
                for &bend in bends {
                    let cell = origin + ivec2(i32::from(bend & 0xff), i32::from(bend >> 8));
                    append_run(last, cell, out);
                    last = cell;
                }
            }
        }
        append_run(last, self.cell(from), out);
    }

    pub(crate) fn bytes(&self) -> usize {
        let cluster = |c: &Cluster| {
            size_of::<Cluster>()
                + (c.cells.capacity() + c.starts.capacity()) * 4
                + c.edges.capacity() * size_of::<Edge>()
                + c.bends.capacity() * 2
        };
        self.clusters.iter().map(cluster).sum::<usize>()
            + self.portals.capacity() * 8
            + self.starts.capacity() * 4
            + self.edges.capacity() * 8
            + self.landmarks.capacity() * size_of::<Distances>()
            + self.local.bytes()
            + self.build.bytes()
            + self.open.bytes()
    }

    /// Follows the grid: builds the clusters that have changed and their neighbors, and the landmarks.
    /// Returns whether anything had to be done. Allocates.
    pub(crate) fn update(&mut self, grid: &PathGrid) -> bool {
        if self.fingerprint == Some(grid.fingerprint()) {
            return false;
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
                self.place_portals(grid, index);
                self.connect(grid, index);
            }
        }
        self.link(grid);
        self.place_landmarks(grid);
        true
    }

    fn place(&self, index: usize) -> (i32, i32) {
        (index as i32 % self.columns as i32, index as i32 / self.columns as i32)
    }

    fn cluster_index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.columns as i32 && y < self.rows as i32;
        inside.then(|| (y * self.columns as i32 + x) as usize)
    }

    /// Finds the clusters whose cells, or whose neighbors' cells, are not what they were.
    fn mark_dirty(&mut self, grid: &PathGrid) {
        for index in 0..self.clusters.len() {
            let content = hash_cells(grid, self.rect(grid, index));
            if self.clusters[index].content != content {
                self.clusters[index].content = content;
                let (x, y) = self.place(index);
                // A border belongs to both sides: portals stand on pairs of free cells.
                for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(near) = self.cluster_index(x + dx, y + dy) {
                        self.clusters[near].dirty = true;
                    }
                }
            }
        }
    }

    fn place_portals(&mut self, grid: &PathGrid, index: usize) {
        let (rect, spacing) = (self.rect(grid, index), self.spacing());
        let (right, bottom) = (rect.right() as i32 - 1, rect.bottom() as i32 - 1);
        let portals = &mut self.clusters[index].cells;
        portals.clear();
        for (x, out) in [(rect.x, -1), (right, 1)] {
            let is_open = |y| both(grid, ivec2(x, y), ivec2(x + out, y));
            portals_along(rect.y..bottom + 1, spacing, is_open, |y| {
                portals.push(pack(ivec2(x, y)));
            });
        }
        for (y, out) in [(rect.y, -1), (bottom, 1)] {
            let is_open = |x| both(grid, ivec2(x, y), ivec2(x, y + out));
            portals_along(rect.x..right + 1, spacing, is_open, |x| portals.push(pack(ivec2(x, y))));
        }
        portals.sort_unstable();
        portals.dedup();
    }

    /// Measures the paths between the portals of a cluster and keeps those that no others stand in for.
    fn connect(&mut self, grid: &PathGrid, index: usize) {
        let rect = self.rect(grid, index);
        let cluster = &mut self.clusters[index];
        let (build, local, cells) = (&mut self.build, &mut self.local, &cluster.cells);
        build.measure(grid, rect, cells, local);
        build.choose(cells.len());
        cluster.starts.clear();
        cluster.edges.clear();
        cluster.bends.clear();
        let area = rect.area() as usize;
        let mut chosen = build.chosen.iter().peekable();
        for from in 0..cells.len() {
            cluster.starts.push(cluster.edges.len() as u32);
            // Kept as bends, a path takes a few bytes instead of its cells, and is written out without a search.
            let field = &build.fields[from * area..][..area];
            while let Some(&(_, to)) = chosen.next_if(|pair| usize::from(pair.0) == from) {
                let end = cells[usize::from(to)];
                local.bends_by(field, unpack(end), |cell| {
                    if pack(cell) != cells[from] && pack(cell) != end {
                        cluster.bends.push(((cell.y - rect.y) << 8 | (cell.x - rect.x)) as u16);
                    }
                });
                let cost = build.costs[from * cells.len() + usize::from(to)];
                let bends_end = cluster.bends.len() as u32;
                cluster.edges.push(Edge { to: u32::from(to), cost, bends_end });
            }
        }
        cluster.starts.push(cluster.edges.len() as u32);
    }

    /// Numbers the portals and connects those that face each other.
    fn link(&mut self, grid: &PathGrid) {
        self.portals.clear();
        for (index, cluster) in self.clusters.iter_mut().enumerate() {
            cluster.first = self.portals.len() as u32;
            self.portals.extend(cluster.cells.iter().map(|&cell| (cell, index as u32)));
        }
        self.starts.clear();
        self.edges.clear();
        for portal in 0..self.len() {
            self.starts.push(self.edges.len() as u32);
            let (cell, own) = (self.cell(portal), self.cluster_of(portal));
            let cluster = &self.clusters[own];
            let place = (portal - cluster.first) as usize;
            let range = cluster.starts[place] as usize..cluster.starts[place + 1] as usize;
            let inside =
                cluster.edges[range].iter().map(|edge| (cluster.first + edge.to, edge.cost));
            self.edges.extend(inside);
            for direction in [0, 2, 4, 6] {
                let other = cell + moves::offset(direction);
                if grid.is_walkable(other)
                    && self.cluster_at(other) != own
                    && let Some(facing) = self.portal_at(other)
                {
                    self.edges.push((facing, grid.step_cost(cell, other, direction)));
                }
            }
        }
        self.starts.push(self.edges.len() as u32);
    }

    fn portal_at(&self, cell: IVec2) -> Option<u32> {
        let cluster = &self.clusters[self.cluster_at(cell)];
        let place = cluster.cells.binary_search(&pack(cell)).ok()?;
        Some(cluster.first + place as u32)
    }

    /// Puts landmarks far from each other and measures the graph from each. With costs that differ
    /// by direction there are none.
    fn place_landmarks(&mut self, grid: &PathGrid) {
        let symmetric = grid.is_uniform() || grid.weight_rule() == WeightRule::Mean;
        let count = self.portals.len();
        self.landmarks.clear();
        if !symmetric || count == 0 {
            return;
        }
        self.landmarks.resize(count, [NONE; LANDMARKS]);
        // ALT (Goldberg and Harrelson 2005): far-out landmarks bound distances best by the triangle inequality, and
        // taking the farthest from those chosen so far spreads them.
        let mut costs = vec![NONE; count];
        // Distance to the nearest landmark so far; the first one is as far as possible from portal 0.
        let mut nearest = vec![NONE; count];
        self.measure_from(0, &mut costs);
        let mut next = farthest(&costs);
        for landmark in 0..LANDMARKS {
            self.measure_from(next, &mut costs);
            for (portal, &cost) in costs.iter().enumerate() {
                self.landmarks[portal][landmark] = cost;
                nearest[portal] = nearest[portal].min(cost);
            }
            next = farthest(&nearest);
        }
    }

    /// Dijkstra over the portals.
    fn measure_from(&mut self, from: u32, costs: &mut [u32]) {
        costs.fill(NONE);
        costs[from as usize] = 0;
        let mut open = core::mem::take(&mut self.open);
        open.clear(0);
        open.push_key(0, from);
        while let Some((cost, portal)) = open.pop_key() {
            let cost = cost as u32;
            if costs[portal as usize] == cost {
                for &(to, step) in self.edges(portal) {
                    let sum = cost.saturating_add(step);
                    if sum < costs[to as usize] {
                        costs[to as usize] = sum;
                        open.push_key(u64::from(sum), to);
                    }
                }
            }
        }
        self.open = open;
    }
}

impl Build {
    fn bytes(&self) -> usize {
        (self.costs.capacity() + self.kept.capacity() + self.fields.capacity()) * 4
            + self.order.capacity() * 8
            + self.chosen.capacity() * 4
    }

    /// Costs of the paths from each cell to each inside a rectangle.
    fn measure(&mut self, grid: &PathGrid, rect: IRect, cells: &[u32], local: &mut Local) {
        self.costs.clear();
        self.fields.clear();
        local.enter(grid, rect);
        for &from in cells {
            local.flood(unpack(from), Sense::Away);
            self.costs.extend(cells.iter().map(|&to| local.cost(unpack(to)).unwrap_or(NONE)));
            self.fields.extend_from_slice(local.costs());
        }
    }

    /// Chooses the paths to keep, the shortest first: those without which a path over the others would be
    /// longer by more than the slack (a greedy spanner). They are listed by their first portal.
    fn choose(&mut self, count: usize) {
        let Self { costs, kept, order, chosen, .. } = self;
        let (pairs, all) =
            (0..count * count, |i: usize| (costs[i], (i / count) as u16, (i % count) as u16));
        order.clear();
        order.extend(pairs.map(all).filter(|&(cost, from, to)| from != to && cost != NONE));
        order.sort_unstable();
        kept.clear();
        kept.resize(count * count, NONE);
        for i in 0..count {
            kept[i * count + i] = 0;
        }
        chosen.clear();
        for &(cost, from, to) in &*order {
            let (a, b) = (usize::from(from), usize::from(to));
            // By rising cost (Althöfer and others 1993), so that a pair is judged by all shorter ways there will ever be.
            if kept[a * count + b] <= cost + cost / SLACK {
                continue;
            }
            chosen.push((from, to));
            // Every way that gets shorter leads over the new one.
            for start in 0..count {
                let before = kept[start * count + a].saturating_add(cost);
                if before < kept[start * count + b] {
                    for end in 0..count {
                        let sum = before.saturating_add(kept[b * count + end]);
                        let known = &mut kept[start * count + end];
                        *known = sum.min(*known);
                    }
                }
            }
        }
        chosen.sort_unstable();
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
    range: Range<i32>,
    spacing: i32,
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
        if length <= spacing {
            place(begin + length / 2);
        } else {
            let gaps = (length - 1 + spacing - 1) / spacing;
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
