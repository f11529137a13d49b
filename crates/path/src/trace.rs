//! A search recorded step by step, for pictures and for debugging.

use motile_geom::IVec2;

/// What a search did, in order. Recording is asked for by [`step_traced`]; plain steps pay nothing.
///
/// [`step_traced`]: crate::GridSearch::step_traced
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Events in the order they happened.
    pub events: Vec<TraceEvent>,
}

/// One thing a search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceEvent {
    /// What.
    pub kind: TraceKind,
    /// To which cell.
    pub cell: IVec2,
    /// The cell it was reached from; the start has none.
    pub parent: Option<IVec2>,
    /// Cost from the start, in units of the grid.
    pub g: u32,
    /// Estimate to the goal, in units of the grid (with its factor, if there is one).
    pub h: u32,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TraceKind {
    /// Reached for the first time and put on the open list.
    Opened,
    /// Reached again by a cheaper way.
    Improved,
    /// Taken from the open list and processed.
    Closed,
}

impl Trace {
    /// Forgets the events, keeping their memory.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// Cells in the order they were closed.
    pub fn closed(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.events.iter().filter(|e| e.kind == TraceKind::Closed).map(|e| e.cell)
    }
}

/// Where a search reports to; `()` compiles to nothing.
pub(crate) trait Sink {
    fn event(&mut self, kind: TraceKind, cell: IVec2, parent: Option<IVec2>, g: u32, h: u32);
}

impl Sink for () {
    #[inline(always)]
    fn event(&mut self, _: TraceKind, _: IVec2, _: Option<IVec2>, _: u32, _: u32) {}
}

impl Sink for Trace {
    fn event(&mut self, kind: TraceKind, cell: IVec2, parent: Option<IVec2>, g: u32, h: u32) {
        self.events.push(TraceEvent { kind, cell, parent, g, h });
    }
}
