//! A search recorded step by step, for pictures and for debugging.

use crate::grid::cell::{cell_box, cell_center};
use motile_geom::{IVec2, MarkRole, MarkSink, Marks, Vec2};

/// What a search did, in order, with costs and estimates: for replays, lessons and debugging. A search that is
/// not recorded pays nothing for it.
///
/// `N` is what the nodes are called: cells on grids, numbers on graphs, [`MeshSpan`](crate::MeshSpan)s on
/// meshes. A new search and a canceled one forget the events; whether they are recorded stays.
///
/// ```
/// use motile_path::{AStar, GridSearch, PathGrid, Query, Search, TraceKind};
/// use motile_geom::ivec2;
/// let grid = PathGrid::new(9, 9)?;
/// let mut search = AStar::new();
/// search.trace_mut().recording = true;
/// search.begin(&grid, Query::new(ivec2(0, 4), ivec2(8, 4)));
/// search.step(&grid, 1);
/// let events = &search.trace().events;
/// assert_eq!((events[1].kind, events[1].cell), (TraceKind::Closed, ivec2(0, 4)));
/// assert_eq!(events[1].h, 8 * grid.unit());
/// # Ok::<(), motile_path::PathError>(())
/// ```
#[doc(alias = "history")]
#[doc(alias = "replay")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trace<N = IVec2> {
    /// Whether the search writes events.
    #[cfg_attr(feature = "serde", serde(default))]
    pub recording: bool,
    /// Events in the order they happened.
    pub events: Vec<TraceEvent<N>>,
}

/// One thing a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceEvent<N = IVec2> {
    /// What.
    pub kind: TraceKind,
    /// To which cell (or node).
    pub cell: N,
    /// The cell it was reached from; the start has none.
    pub parent: Option<N>,
    /// Cost from the start, in units of the grid.
    pub g: u32,
    /// Estimate to the goal, in units of the grid (with its factor, if there is one).
    pub h: u32,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TraceKind {
    /// Reached for the first time and put on the open list.
    Opened,
    /// Reached again by a cheaper path.
    Improved,
    /// Taken from the open list and processed.
    Closed,
}

impl<N> Default for Trace<N> {
    fn default() -> Self {
        Self { recording: false, events: Vec::new() }
    }
}

impl<N: Copy> Trace<N> {
    /// Forgets the events, keeping their memory.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// Cells in the order they were closed.
    pub fn closed(&self) -> impl Iterator<Item = N> + '_ {
        self.events.iter().filter(|e| e.kind == TraceKind::Closed).map(|e| e.cell)
    }
}

impl Trace {
    /// Marks the recorded events in their order: each cell by what happened to it last, joined to the cell it was
    /// reached from, and the cell closed last as the current one.
    pub fn mark(&self, origin: Vec2, cell_size: f32, marks: &mut Marks) {
        if !marks.is_on() {
            return;
        }
        for event in &self.events {
            marks.aabb(event.kind.role(), cell_box(event.cell, origin, cell_size));
            if let Some(parent) = event.parent {
                let [from, to] =
                    [parent, event.cell].map(|cell| cell_center(cell, origin, cell_size));
                marks.line(MarkRole::Link, from, to);
            }
        }
        if let Some(current) = self.closed().last() {
            marks.aabb(MarkRole::Current, cell_box(current, origin, cell_size));
        }
    }
}

impl TraceKind {
    pub(crate) const fn role(self) -> MarkRole {
        match self {
            Self::Opened => MarkRole::Opened,
            Self::Improved => MarkRole::Improved,
            Self::Closed => MarkRole::Closed,
        }
    }

    /// What has become of a node of a table.
    pub(crate) const fn of(closed: bool) -> Self {
        if closed { Self::Closed } else { Self::Opened }
    }
}

/// Where a search reports to; `()` compiles to nothing.
pub(crate) trait Sink<N> {
    fn event(&mut self, kind: TraceKind, node: N, parent: Option<N>, g: u32, h: u32);
}

impl<N> Sink<N> for () {
    #[inline(always)]
    fn event(&mut self, _: TraceKind, _: N, _: Option<N>, _: u32, _: u32) {}
}

impl<N> Sink<N> for Trace<N> {
    fn event(&mut self, kind: TraceKind, cell: N, parent: Option<N>, g: u32, h: u32) {
        self.events.push(TraceEvent { kind, cell, parent, g, h });
    }
}
