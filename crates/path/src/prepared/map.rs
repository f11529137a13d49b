//! A map prepared for exact answers in microseconds.

use crate::{
    PathError, PathGrid, Search, SearchProgress, Status,
    grid::cell::cell_center,
    prepared::{
        corners::{Corners, Look, for_each_watcher},
        graph::{Graph, KEPT},
        labels::Labels,
        order::Order,
        shortcuts::{Overflow, Shortcuts},
        slim::Slim,
    },
    search::heuristic::Octile,
};
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2, ivec2};

/// A map of equal cost everywhere, prepared once, so that a [`PreparedSearch`](crate::PreparedSearch) answers exactly in
/// microseconds, however long the path.
///
/// Cheapest paths turn only at the corners of walls. The corners that see each other are joined to a graph (a subgoal
/// graph, Uras, Koenig and Hernández 2013), the graph gets shortcuts (a contraction hierarchy), and every corner a list of the
/// few others over which all longer paths from it lead (hub labels). A query looks about from both ends and compares
/// lists; it searches nothing.
///
/// | map | corners | memory | preparing |
/// |---|---|---|---|
/// | game map, 530 × 481 | 2,046 | 5.3 MB | 20 ms |
/// | streets, 256 × 256 | 1,587 | 3.9 MB | 30 ms |
/// | rooms, 512 × 512 | 1,700 | 5.0 MB | 16 ms |
/// | maze, corridors of one cell, 512 × 512 | 39,245 | 18 MB | 40 ms |
/// | a third of the cells walls, 512 × 512 | 74,950 | 123 MB | 0.7 s |
///
/// What counts are the corners, not the cells. It is not for ground strewn with single walls: from some 20,000 corners
/// that see many others, preparing takes seconds, and the lists get long: with single walls on a tenth of 512 × 512 cells 19 s
/// and all of the default [`PreparedMap::memory_limit`], which is where it gives up. Nor does it gain much on small maps,
/// where looking about is most of a query: 23 times as fast as a plain A* in an arena of 49 × 49 cells, over 600 times on the first two
/// of the table.
///
/// Preparing is a [`Search`]: it runs in slices, tells its progress, can be canceled, and a
/// [`SearchJob`](crate::SearchJob) does it under a frame budget. After edits of the grid, [`PreparedMap::begin`] finds out what has changed and
/// repairs the map: only corners whose sight has changed look about again, only shortcuts above them are made anew, and only
/// the lists that depend on one of these: 1.6 ms for a wall on the game map, 0.2 s of 2 s in rooms of 2048 × 2048 cells, but half of
/// preparing in caves, where all lists hang together. The map keeps its own copy of the walls, so that queries need no grid; until it is prepared again, it
/// answers for the grid it has seen.
///
/// ```
/// use motile_path::{PathGrid, PreparedMap, PreparedSearch, Status};
/// use motile_geom::ivec2;
///
/// let mut grid = PathGrid::from_text("...#...\n...#...\n.......\n")?.grid;
/// let mut map = PreparedMap::new();
/// assert_eq!(map.prepare(&grid), Status::Found);
/// let (start, goal) = (ivec2(0, 0), ivec2(6, 0));
/// let mut search = PreparedSearch::new();
/// assert_eq!(search.next_step(&map, start, goal)?, ivec2(1, 1));
/// assert_eq!(search.find(&map, start, goal)?.cells.len(), 7);
///
/// grid.set_walkable(ivec2(3, 1), true);
/// map.prepare(&grid);
/// assert_eq!(search.cost(&map, start, goal)?, 4 * 408 + 2 * 577);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "subgoal graph")]
#[doc(alias = "contraction hierarchy")]
#[doc(alias = "hub labels")]
#[doc(alias = "preprocessing")]
#[derive(Clone, Debug)]
pub struct PreparedMap {
    /// Bytes that shortcuts and lists may take, 256 MiB by default. A map whose shortcuts alone are beyond it fails with
    /// [`PathError::TooManyCorners`]; where only the lists are, queries climb along the shortcuts instead, which takes
    /// longer.
    pub memory_limit: u64,
    status: Status,
    phase: Phase,
    fingerprint: u64,
    pub(crate) corners: Corners,
    pub(crate) graph: Graph,
    order: Order,
    pub(crate) shortcuts: Shortcuts,
    pub(crate) slim: Slim,
    pub(crate) labels: Labels,
    /// Nodes at the last full preparation, and corners that have come or gone since.
    ordered: u32,
    patched: u32,
    /// Whether the work is a repair of what was there.
    is_repair: bool,
    /// Units of work done, in all and in this phase, and about how many there are.
    done: u32,
    next: u32,
    total: u32,
    seen: Vec<u32>,
}

/// What a preparation is at, in this order; a repair begins at `Join`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Every corner looks about.
    #[default]
    Look,
    /// Links that others stand in for are told from those that are needed.
    Judge,
    /// The nodes get their order.
    Order,
    /// Shortcuts.
    Join,
    /// Shortcuts that queries need.
    Slim,
    /// Hubs.
    Label,
}

/// Why a preparation cannot go on.
enum Failure {
    Overflow(u32),
    TooManyCorners,
}

/// A map is repaired, not prepared anew, up to one edited cell in so many.
const REPAIRABLE: u32 = 256;
/// Bytes that a shortcut takes in all lists together.
const SHORTCUT_BYTES: u64 = 32;

impl Default for PreparedMap {
    fn default() -> Self {
        Self::new()
    }
}

impl PreparedMap {
    /// A map that is not prepared yet; memory is taken when it is.
    pub fn new() -> Self {
        Self {
            memory_limit: 256 << 20,
            status: Status::Idle,
            phase: Phase::Look,
            fingerprint: 0,
            corners: Corners::default(),
            graph: Graph::default(),
            order: Order::default(),
            shortcuts: Shortcuts::default(),
            slim: Slim::default(),
            labels: Labels::default(),
            ordered: 0,
            patched: 0,
            is_repair: false,
            done: 0,
            next: 0,
            total: 0,
            seen: Vec::new(),
        }
    }

    /// Prepares the map to the end, or repairs it after edits; does nothing when nothing has changed. It is found then, or
    /// fails: with [`PathError::NeedsUniformCost`], [`PathError::TooManyCorners`] or [`PathError::CostOverflow`].
    pub fn prepare(&mut self, grid: &PathGrid) -> Status {
        self.begin(grid);
        self.finish(grid)
    }

    /// Starts a preparation that [`Search::step`] carries on, a corner at a time, or a repair when the map was prepared before
    /// for this grid and few cells have changed. Queries are refused until it is done.
    pub fn begin(&mut self, grid: &PathGrid) -> Status {
        if !grid.is_uniform() {
            self.status = Status::Failed(PathError::NeedsUniformCost);
            return self.status;
        }
        if self.status != Status::Found || self.fingerprint != grid.fingerprint() {
            let whole = self.status == Status::Found && self.same_shape(grid);
            self.fingerprint = grid.fingerprint();
            self.status = Status::Running;
            if !whole || !self.begin_repair(grid) {
                self.begin_anew(grid);
            }
        }
        self.status
    }

    fn same_shape(&self, grid: &PathGrid) -> bool {
        let Corners { width, height, rule, .. } = self.corners;
        (width, height, rule) == (grid.width(), grid.height(), grid.diagonals())
    }

    fn begin_anew(&mut self, grid: &PathGrid) {
        self.corners.read(grid);
        self.graph.reset(&self.corners, Octile::of(grid));
        self.enter(Phase::Look);
        (self.ordered, self.patched, self.is_repair) = (self.graph.len(), 0, false);
        (self.done, self.total) = (0, 6 * self.graph.len());
    }

    /// Adapts the graph to the edits and marks what must be joined again; false when there are too many.
    fn begin_repair(&mut self, grid: &PathGrid) -> bool {
        let mut edited = Vec::new();
        let (free, height) = (&self.corners.free, self.corners.height);
        free.for_each_difference(grid.bits(), height, |x, y| edited.push(ivec2(x, y)));
        if edited.len() as u32 > grid.cell_count() / REPAIRABLE + 16 {
            return false;
        }
        let around = neighborhood(&self.corners, &edited);
        let (old_free, old_points) = (self.corners.free.clone(), self.corners.points.clone());
        self.corners.read(grid);
        // Runs that passed an edited cell, or do so now.
        let mut watchers = Vec::new();
        let Corners { free, points, rule, .. } = &self.corners;
        for &cell in &around {
            for (free, points) in [(&old_free, &old_points), (free, points)] {
                if free.get(cell.x, cell.y) {
                    for_each_watcher((free, points, *rule), cell, |corner| watchers.push(corner));
                }
            }
            if points.get(cell.x, cell.y) != old_points.get(cell.x, cell.y) {
                watchers.push(cell);
                self.patched += 1;
            }
        }
        if self.patched > self.ordered / 4 + 64 {
            return false;
        }
        self.is_repair = true;
        self.shortcuts.begin_repair(self.graph.len());
        self.look_again(watchers);
        self.enter(Phase::Join);
        // How many nodes must be joined again shows only then.
        (self.done, self.total) = (0, 3 * self.graph.len());
        true
    }

    /// Finds out what these corners see now, and marks the nodes whose links change.
    fn look_again(&mut self, mut watchers: Vec<IVec2>) {
        watchers.sort_unstable_by_key(|cell| (cell.y, cell.x));
        watchers.dedup();
        for &cell in &watchers {
            if self.corners.points.get(cell.x, cell.y) && self.graph.add(cell).1 {
                self.shortcuts.add();
            }
        }
        let mut changed = Vec::new();
        for &cell in &watchers {
            let node = self.graph.node(cell);
            self.look(node);
            let before = changed.len();
            self.graph.set_seen(node, &self.seen, |other| changed.push(other));
            if changed.len() > before {
                changed.push(node);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for &node in &changed {
            self.graph.judge(node);
        }
        for &node in &changed {
            self.shortcuts.mark(node);
            for link in self.graph.links(node) {
                self.shortcuts.mark(link.to);
            }
        }
    }

    /// Lists the nodes that a node sees; none when it is no corner any more.
    fn look(&mut self, node: u32) {
        self.seen.clear();
        let (cell, graph, seen) = (self.graph.cell(node), &self.graph, &mut self.seen);
        if self.corners.points.get(cell.x, cell.y) {
            self.corners.scan(cell, Look::All, |corner| seen.push(graph.node(corner)));
        }
        seen.sort_unstable();
    }

    const fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.next = 0;
    }

    /// Does one unit of work; false when the map is prepared.
    fn advance(&mut self) -> Result<bool, Failure> {
        let (count, node) = (self.graph.len(), self.next);
        self.done += 1;
        self.next += 1;
        match self.phase {
            Phase::Look if node < count => {
                self.look(node);
                self.graph.set_seen(node, &self.seen, |_| {});
            }
            Phase::Look => self.enter(Phase::Judge),
            Phase::Judge if node < count => self.graph.judge(node),
            Phase::Judge => {
                self.order.begin(&self.graph);
                self.enter(Phase::Order);
            }
            Phase::Order if node < count => {
                self.order.step();
                if self.order.shortcuts * SHORTCUT_BYTES > self.memory_limit {
                    return Err(Failure::TooManyCorners);
                }
            }
            Phase::Order => {
                let mut order = core::mem::take(&mut self.order).done;
                order.reverse();
                self.graph.renumber(&order);
                self.shortcuts.reset(count);
                self.enter(Phase::Join);
            }
            Phase::Join => {
                if !self
                    .shortcuts
                    .step(&self.graph)
                    .map_err(|Overflow(node)| Failure::Overflow(node))?
                {
                    if self.is_repair {
                        self.slim.begin_repair(count);
                    } else {
                        self.slim.reset(count);
                    }
                    self.enter(Phase::Slim);
                }
            }
            Phase::Slim if node < count => self.slim.update(&self.shortcuts, node),
            Phase::Slim => {
                // Labels that did not fit are tried again: there may be room for them now.
                if self.is_repair && self.labels.complete() {
                    self.labels.begin_repair(count);
                } else {
                    self.labels.reset(count);
                }
                self.enter(Phase::Label);
            }
            Phase::Label if node < count => {
                self.labels.update(&self.slim, node);
                if self.labels_do_not_fit(node) {
                    self.labels = Labels::default();
                    return Ok(false);
                }
            }
            Phase::Label => {
                self.labels.finish();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the lists are going to be beyond the limit, after that of this node. Those of later nodes are longer, so
    /// that what is there tells how many there will be at least.
    fn labels_do_not_fit(&self, node: u32) -> bool {
        const FIRST_LOOK: u32 = 256;
        let (count, done) = (u64::from(self.graph.len()), u64::from(node) + 1);
        let (bytes, is_repair) = (self.labels.count_bytes(), self.labels.is_repair());
        let expected = if is_repair { bytes } else { bytes * count / done };
        let used = u64::from(self.shortcuts.count()) * SHORTCUT_BYTES;
        let is_time = done == count || (node >= FIRST_LOOK && !is_repair);
        is_time && used + expected > self.memory_limit
    }

    /// Number of corners, those that edits have taken away included.
    pub fn corner_count(&self) -> u32 {
        self.graph.len()
    }

    /// Number of shortcuts between corners.
    pub fn shortcut_count(&self) -> u32 {
        self.shortcuts.count()
    }

    /// Hubs in the lists of all corners together; 0 when the lists would not have fitted into
    /// [`PreparedMap::memory_limit`].
    pub fn hub_count(&self) -> u32 {
        if self.labels.complete() { self.labels.count() } else { 0 }
    }

    /// Whether the map is prepared for a grid as it is now.
    pub fn is_current(&self, grid: &PathGrid) -> bool {
        self.status == Status::Found && self.fingerprint == grid.fingerprint()
    }

    /// Marks the corners and what they see, for cells `cell_size` pixels wide and the top left corner at `origin`.
    pub fn mark(&self, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        let place = |node: u32| cell_center(self.graph.cell(node), origin, cell_size);
        for node in 0..self.graph.len() {
            let cell = self.graph.cell(node);
            if self.corners.points.get(cell.x, cell.y) {
                marks.point(MarkRole::Cell, place(node));
            }
            for link in
                self.graph.links(node).iter().filter(|link| link.to > node && link.bits & KEPT != 0)
            {
                marks.line(MarkRole::Link, place(node), place(link.to));
            }
        }
    }
}

/// The cells around some others, themselves included, that are on the map.
fn neighborhood(corners: &Corners, cells: &[IVec2]) -> Vec<IVec2> {
    let around = |&cell: &IVec2| (0..9).map(move |i| cell + ivec2(i % 3 - 1, i / 3 - 1));
    let mut all: Vec<IVec2> =
        cells.iter().flat_map(around).filter(|&cell| corners.contains(cell)).collect();
    all.sort_unstable_by_key(|cell| (cell.y, cell.x));
    all.dedup();
    all
}

impl Search<PathGrid> for PreparedMap {
    fn step(&mut self, grid: &PathGrid, budget: u32) -> Status {
        if self.status != Status::Running {
            return self.status;
        }
        if self.fingerprint != grid.fingerprint() {
            self.status = Status::Failed(PathError::GridChanged);
            return self.status;
        }
        for _ in 0..budget {
            match self.advance() {
                Ok(true) => {}
                Ok(false) => {
                    self.status = Status::Found;
                    break;
                }
                Err(failure) => {
                    self.status = Status::Failed(match failure {
                        Failure::Overflow(node) => PathError::CostOverflow(self.graph.cell(node)),
                        Failure::TooManyCorners => PathError::TooManyCorners(self.graph.len()),
                    });
                    break;
                }
            }
        }
        self.status
    }

    fn status(&self) -> Status {
        self.status
    }

    fn progress(&self) -> SearchProgress {
        let fraction = match self.status {
            Status::Found => 1.0,
            _ => self.done as f32 / self.total.max(1) as f32,
        };
        SearchProgress {
            expanded: self.done,
            visited: self.graph.len(),
            fraction: fraction.clamp(0.0, 1.0),
        }
    }

    fn cancel(&mut self) {
        self.status = Status::Idle;
    }

    fn memory_bytes(&self) -> u64 {
        let work = self.order.bytes() + self.seen.capacity() * 4;
        (self.corners.bytes()
            + self.graph.bytes()
            + self.shortcuts.bytes()
            + self.slim.bytes()
            + self.labels.bytes()
            + work) as u64
    }
}
