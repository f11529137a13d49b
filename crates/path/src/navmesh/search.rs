//! The shortest path on a mesh.

use super::{
    NONE, NavMesh,
    span::{Bend, MeshSpan, Span, Tip},
};
use crate::{
    NoPathReason, PathError, Search, SearchProgress, Status, Trace, TraceKind,
    engine::{best_first::Run, heap::Heap, queue::Open},
    search::trace::Sink,
};
use motile_geom::{MarkRole, MarkSink, Marks, Vec2, glam::DVec2, state_fields};

/// A question to a [`MeshSearch`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshQuery {
    /// First point.
    pub start: Vec2,
    /// Last point.
    pub goal: Vec2,
    /// Move a start outside the mesh to the nearest point of it, instead of refusing.
    pub free_start: bool,
    /// When the goal cannot be reached, answer with the path to the nearest point that can.
    pub nearest: bool,
    /// Give up beyond this length in pixels.
    pub length_limit: f32,
    /// Give up after expanding this many spans.
    pub expansion_limit: u32,
}

impl MeshQuery {
    /// From `start` to `goal`, without limits.
    pub const fn new(start: Vec2, goal: Vec2) -> Self {
        let (length_limit, expansion_limit) = (f32::INFINITY, u32::MAX);
        Self { start, goal, free_start: false, nearest: false, length_limit, expansion_limit }
    }
}

/// A path on a mesh: points with free straight lines between them.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshPath {
    /// From the start to the end, both included; the others are corners of walls.
    pub points: Vec<Vec2>,
    /// The cells it leads through, in order: a corridor for [`NavMesh::funnel`] and for followers.
    pub cells: Vec<u32>,
    /// Length in pixels.
    pub length: f64,
    /// Whether the last point is the goal; otherwise it is the nearest point that can be reached.
    pub reaches_goal: bool,
}

state_fields! { MeshPath { points, cells, length, reaches_goal } }

impl MeshPath {
    /// Marks the corridor of cells and the path through it.
    pub fn mark(&self, mesh: &NavMesh, marks: &mut Marks) {
        for &cell in &self.cells {
            marks.outline(MarkRole::Cell, mesh.corners(cell));
        }
        marks.polyline(MarkRole::Solution, self.points.iter().copied());
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Forgets the points, keeping their memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.cells.clear();
        (self.length, self.reaches_goal) = (0.0, false);
    }
}

/// The shortest path between two points of a [`NavMesh`], exact at any angle: a search over spans of edges as in
/// Polyanya (Cui, Harabor and Grastien 2017).
///
/// A node is the part of an edge that the last bend of the path sees. Going on, it is cut by the lines of
/// sight; where it ends at a corner, what lies out of sight is reached around that corner. The estimate
/// is the length over the span as if there were no more walls, so the first span whose cell holds the
/// goal has the shortest path. All numbers are `f64` inside.
///
/// Whether there is a path at all is known before: cells that can reach each other have the same number. So a
/// goal out of reach is answered at once, with the nearest point that can be reached. Ties go to the span that
/// was opened first. About 100 bytes a span seen, 16 a vertex; repeated searches allocate nothing once they
/// have seen as many spans.
///
/// ```
/// use motile_path::{MeshQuery, MeshSearch, NavMesh};
/// use motile_geom::vec2;
/// let room = [vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(90.0, 60.0), vec2(0.0, 60.0)];
/// let pillar = [vec2(40.0, 20.0), vec2(60.0, 30.0), vec2(45.0, 45.0)];
/// let mesh = NavMesh::from_outline(&room, &[&pillar], 0.0)?;
/// let mut search = MeshSearch::new();
/// let path = search.find(&mesh, vec2(10.0, 25.0), vec2(80.0, 25.0))?;
/// assert_eq!(path.points, [vec2(10.0, 25.0), vec2(40.0, 20.0), vec2(80.0, 25.0)]);
///
/// // Into the pillar, as far as one gets.
/// let inside = MeshQuery { nearest: true, ..MeshQuery::new(vec2(10.0, 25.0), vec2(42.0, 22.0)) };
/// assert!(!search.find_query(&mesh, inside)?.reaches_goal);
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "Polyanya")]
#[doc(alias = "navmesh path")]
#[derive(Clone, Debug)]
pub struct MeshSearch {
    query: MeshQuery,
    fingerprint: u64,
    run: Run,
    /// Where the path begins and ends, after moving ends onto the mesh.
    ends: [DVec2; 2],
    reaches_goal: bool,
    nearest: Option<Vec2>,
    start_cells: Vec<u32>,
    goal_cells: Vec<u32>,
    spans: Vec<Span>,
    open: Heap,
    /// For every vertex the number of the search that reached it, and the shortest length so far.
    roots: Vec<(u32, f64)>,
    stamp: u32,
    path: MeshPath,
    trace: Trace<MeshSpan>,
}

impl Default for MeshSearch {
    fn default() -> Self {
        Self {
            query: MeshQuery::new(Vec2::ZERO, Vec2::ZERO),
            fingerprint: 0,
            run: Run::default(),
            ends: [DVec2::ZERO; 2],
            reaches_goal: false,
            nearest: None,
            start_cells: Vec::new(),
            goal_cells: Vec::new(),
            spans: Vec::new(),
            open: Heap::default(),
            roots: Vec::new(),
            stamp: 0,
            path: MeshPath::default(),
            trace: Trace::default(),
        }
    }
}

/// Lengths that differ by less than this share count as equal, so that rounding leaves no way out.
const SAME: f64 = 1e-12;

impl MeshSearch {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a new search and forgets whatever was going on.
    ///
    /// Where the answer needs no search, the status tells it already: found when both ends lie in one cell; no
    /// path when the start does not lie on the mesh and the query does not say to move it, when the goal
    /// cannot be reached and the query does not ask for the nearest point, or when an end is not finite.
    pub fn begin(&mut self, mesh: &NavMesh, query: MeshQuery) -> Status {
        self.forget(mesh, query);
        match self.find_ends(mesh) {
            Ok(ends) => self.ends = ends,
            Err(reason) => {
                self.run.status = Status::no_path(reason);
                return self.run.status;
            }
        }
        if let Some(&cell) = self.start_cells.iter().find(|cell| self.goal_cells.contains(cell)) {
            self.answer_straight(cell);
            return self.run.status;
        }
        self.open_start(mesh);
        self.run.status
    }

    /// Where on the mesh the path begins and ends.
    fn find_ends(&mut self, mesh: &NavMesh) -> Result<[DVec2; 2], NoPathReason> {
        let start = self.enter(mesh).ok_or(NoPathReason::StartBlocked)?;
        Ok([start, self.aim(mesh)?])
    }

    /// Opens the edges around the start.
    fn open_start(&mut self, mesh: &NavMesh) {
        let [start, goal] = self.ends;
        let mut trace = core::mem::take(&mut self.trace);
        self.run.status = Status::Running;
        self.run.first_estimate = mesh.units(start.distance(goal));
        let root = Tip { at: start, vertex: NONE };
        for i in 0..self.start_cells.len() {
            for edge in mesh.edges(self.start_cells[i]) {
                let Some((cell, twin)) = mesh.beyond(edge as u32) else { continue };
                // An edge on which the start lies leads nowhere that is not begun with anyway.
                if self.start_cells.contains(&cell) {
                    continue;
                }
                let tip = |vertex: u32| Tip { at: mesh.place(vertex), vertex };
                let right = tip(mesh.vertex_at(edge as u32));
                let left = tip(mesh.vertex_after(edge as u32));
                let span = Span { root, g: 0.0, left, right, edge: twin, cell, parent: NONE };
                if trace.recording {
                    self.reach(mesh, span, &mut trace);
                } else {
                    self.reach(mesh, span, &mut ());
                }
            }
        }
        self.trace = trace;
    }

    fn forget(&mut self, mesh: &NavMesh, query: MeshQuery) {
        Search::<NavMesh>::cancel(self);
        self.query = query;
        self.fingerprint = mesh.fingerprint();
        self.run = Run::new(0, u32::MAX, query.expansion_limit);
        self.start_cells.clear();
        self.goal_cells.clear();
        self.spans.clear();
        self.open.clear(0);
        if self.roots.len() != mesh.vertices().len() || self.stamp == u32::MAX {
            self.roots.clear();
            self.roots.resize(mesh.vertices().len(), (0, 0.0));
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Finds the cells of the start, and where on the mesh it is.
    fn enter(&mut self, mesh: &NavMesh) -> Option<DVec2> {
        let start = self.query.start;
        if !start.is_finite() {
            return None;
        }
        let inside = mesh.cells_at(start, |cell| self.start_cells.push(cell));
        if inside.is_some() {
            return inside;
        }
        let (cell, moved) =
            mesh.nearest_where(start, |_| true).filter(|_| self.query.free_start)?;
        self.start_cells.push(cell);
        Some(moved)
    }

    /// Finds the cells of the goal, or of the point nearest to it that can be reached.
    fn aim(&mut self, mesh: &NavMesh) -> Result<DVec2, NoPathReason> {
        let starts = &self.start_cells;
        let reachable =
            |cell: u32| starts.iter().any(|&start| mesh.component(start) == mesh.component(cell));
        let mut reason = NoPathReason::GoalBlocked;
        if !self.query.goal.is_finite() {
            return Err(reason);
        }
        let inside = mesh.cells_at(self.query.goal, |cell| {
            reason = NoPathReason::Unreachable;
            if reachable(cell) {
                self.goal_cells.push(cell);
            }
        });
        self.reaches_goal = !self.goal_cells.is_empty();
        if let Some(goal) = inside.filter(|_| self.reaches_goal) {
            return Ok(goal);
        }
        let (cell, near) = mesh.nearest_where(self.query.goal, reachable).ok_or(reason)?;
        self.nearest = Some(near.as_vec2());
        self.goal_cells.push(cell);
        if self.query.nearest { Ok(near) } else { Err(reason) }
    }

    /// Both ends lie in one cell.
    fn answer_straight(&mut self, cell: u32) {
        let [start, goal] = self.ends;
        self.path.points.push(start.as_vec2());
        if start != goal {
            self.path.points.push(goal.as_vec2());
        }
        self.path.cells.push(cell);
        self.conclude(start.distance(goal));
    }

    /// Accepts the path that has been written, unless it is too long.
    fn conclude(&mut self, length: f64) {
        if length > f64::from(self.query.length_limit) {
            return self.give_up(NoPathReason::CostLimit);
        }
        self.path.length = length;
        self.path.reaches_goal = self.reaches_goal;
        self.run.status = Status::Found;
    }

    fn give_up(&mut self, reason: NoPathReason) {
        self.path.clear();
        self.run.status = Status::no_path(reason);
    }

    /// Opens a span, unless its bend is known to be reached on a shorter path.
    fn reach<T: Sink<MeshSpan>>(&mut self, mesh: &NavMesh, span: Span, sink: &mut T) {
        // Root pruning: another span from the same bend with a longer path to it can lead to nothing better. Equal
        // lengths stay, since the two may see different things.
        if let Some(root) = self.roots.get_mut(span.root.vertex as usize) {
            if root.0 != self.stamp || span.g < root.1 {
                *root = (self.stamp, span.g);
            } else if span.g > root.1 * (1.0 + SAME) {
                return;
            }
        }
        let (h, _) = span.left_to(self.ends[1]);
        let id = self.spans.len() as u32;
        let parent = self.spans.get(span.parent as usize).map(name);
        let (g_units, h_units) = (mesh.units(span.g), mesh.units(h));
        sink.event(TraceKind::Opened, name(&span), parent, g_units, h_units);
        self.spans.push(span);
        self.run.visited += 1;
        // Positive numbers sort like their bits.
        self.open.push_key((span.g + h).to_bits(), id);
    }

    /// Whether a shorter path to the bend of a span has been found since it was opened.
    fn is_outdated(&self, span: &Span) -> bool {
        let known = self.roots.get(span.root.vertex as usize);
        known.is_some_and(|root| span.g > root.1 * (1.0 + SAME))
    }

    fn advance<T: Sink<MeshSpan>>(&mut self, mesh: &NavMesh, budget: u32, sink: &mut T) -> Status {
        if self.run.status == Status::Running && self.fingerprint != mesh.fingerprint() {
            self.run.status = Status::Failed(PathError::GridChanged);
        }
        let stop = self.run.expanded.saturating_add(budget).min(self.run.expansion_limit);
        while self.run.status == Status::Running {
            if self.run.expanded >= stop {
                if stop == self.run.expansion_limit {
                    self.give_up(NoPathReason::ExpansionLimit);
                }
                break;
            }
            let Some((key, id)) = self.open.pop_key() else {
                // Cells of one component: only rounding could have closed all ways.
                self.give_up(NoPathReason::Unreachable);
                break;
            };
            let (f, span) = (f64::from_bits(key), self.spans[id as usize]);
            if self.is_outdated(&span) {
                continue;
            }
            // The estimate over a span is exact when the goal lies in the cell behind it, so the first one taken is best.
            if self.goal_cells.contains(&span.cell) {
                let mut path = core::mem::take(&mut self.path);
                self.write(mesh, id, self.ends[1], &mut path);
                self.path = path;
                self.conclude(f);
                break;
            }
            if f > f64::from(self.query.length_limit) {
                self.give_up(NoPathReason::CostLimit);
                break;
            }
            self.run.note(id, mesh.units(f - span.g));
            let parent = self.spans.get(span.parent as usize).map(name);
            let (g, h) = (mesh.units(span.g), mesh.units(f - span.g));
            sink.event(TraceKind::Closed, name(&span), parent, g, h);
            span.spread(mesh, id, |next| self.reach(mesh, next, sink));
        }
        self.run.status
    }

    /// Writes the path over a span to a place in the cell that it enters.
    fn write(&self, mesh: &NavMesh, id: u32, end: DVec2, out: &mut MeshPath) {
        out.clear();
        let Some(last) = self.spans.get(id as usize) else { return };
        let mut add = |at: DVec2| {
            if out.points.last() != Some(&at.as_vec2()) {
                out.points.push(at.as_vec2());
            }
        };
        add(end);
        match last.left_to(end).1 {
            Bend::Straight => {}
            Bend::Left => add(last.left.at),
            Bend::Right => add(last.right.at),
        }
        let mut span = Some(last);
        while let Some(own) = span {
            add(own.root.at);
            out.cells.push(own.cell);
            span = self.spans.get(own.parent as usize);
            if span.is_none() {
                out.cells.extend(mesh.beyond(own.edge).map(|(first, _)| first));
            }
        }
        out.points.reverse();
        out.cells.reverse();
    }

    /// What the search has done since it began, as far as it was recorded; see [`Trace`].
    pub const fn trace(&self) -> &Trace<MeshSpan> {
        &self.trace
    }

    /// The trace, to switch recording on or off and to drop events that have been read.
    pub const fn trace_mut(&mut self) -> &mut Trace<MeshSpan> {
        &mut self.trace
    }

    /// Marks the spans the search has seen, each with the corner that sees it, and the path, or the one to the
    /// span of the smallest estimate so far.
    pub fn mark(&self, mesh: &NavMesh, marks: &mut Marks) {
        if !marks.is_on() || self.fingerprint != mesh.fingerprint() {
            return;
        }
        let mut roles = vec![MarkRole::Closed; self.spans.len()];
        for id in self.open.numbers() {
            roles[id as usize] = MarkRole::Opened;
        }
        for (span, role) in self.spans.iter().zip(roles) {
            let MeshSpan { root, left, right, .. } = name(span);
            marks.line(role, left, right);
            marks.line(MarkRole::Feeler, root, (left + right) / 2.0);
        }
        let mut partial = MeshPath::default();
        if self.path.is_empty() {
            self.partial_path(mesh, &mut partial);
            marks.polyline(MarkRole::Path, partial.points);
        }
        self.path.mark(mesh, marks);
    }

    /// The path found; empty before that.
    pub const fn path(&self) -> &MeshPath {
        &self.path
    }

    /// The point nearest to the goal that can be reached, when the goal itself cannot.
    pub const fn nearest(&self) -> Option<Vec2> {
        self.nearest
    }

    /// Writes the path to the span with the smallest estimate so far, up to where it crosses that span, while
    /// running or after giving up. Empty when nothing has been expanded.
    pub fn partial_path(&self, mesh: &NavMesh, out: &mut MeshPath) {
        out.clear();
        if let Some(best) = self.run.best
            && self.fingerprint == mesh.fingerprint()
            && let Some(span) = self.spans.get(best as usize)
        {
            self.write(mesh, best, span.crossing(self.ends[1]), out);
            let points = out.points.windows(2);
            out.length = points.map(|p| p[0].as_dvec2().distance(p[1].as_dvec2())).sum();
        }
    }

    /// Begins a search and runs it to its end.
    ///
    /// # Errors
    /// [`PathError::NoPath`] with the reason.
    pub fn find(
        &mut self,
        mesh: &NavMesh,
        start: Vec2,
        goal: Vec2,
    ) -> Result<&MeshPath, PathError> {
        self.find_query(mesh, MeshQuery::new(start, goal))
    }

    /// Begins a search with limits or policies and runs it to its end.
    ///
    /// # Errors
    /// As [`MeshSearch::find`].
    pub fn find_query(&mut self, mesh: &NavMesh, query: MeshQuery) -> Result<&MeshPath, PathError> {
        self.begin(mesh, query);
        self.finish(mesh).ok()?;
        Ok(&self.path)
    }
}

fn name(span: &Span) -> MeshSpan {
    let [root, left, right] = [span.root, span.left, span.right].map(|tip| tip.at.as_vec2());
    MeshSpan { cell: span.cell, root, left, right }
}

impl Search<NavMesh> for MeshSearch {
    fn step(&mut self, mesh: &NavMesh, budget: u32) -> Status {
        if !self.trace.recording {
            return self.advance(mesh, budget, &mut ());
        }
        let mut trace = core::mem::take(&mut self.trace);
        let status = self.advance(mesh, budget, &mut trace);
        self.trace = trace;
        status
    }

    fn status(&self) -> Status {
        self.run.status
    }

    fn progress(&self) -> SearchProgress {
        self.run.progress()
    }

    fn cancel(&mut self) {
        self.run.status = Status::Idle;
        self.run.best = None;
        self.nearest = None;
        self.trace.clear();
        self.path.clear();
    }

    fn memory_bytes(&self) -> u64 {
        let lists = self.start_cells.capacity() + self.goal_cells.capacity();
        let spans = self.spans.capacity() * size_of::<Span>();
        (lists * 4 + spans + self.open.bytes() + self.roots.capacity() * 16) as u64
    }
}
