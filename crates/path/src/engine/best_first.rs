//! What the best-first searches share: the loop that takes the cheapest open node, and the limits and
//! progress of a run.
//!
//! A search is a [`Space`] (how to go on from a node, what is left from there) driven by [`advance`]. A* on
//! cells, jump points, any-angle lines, portals and user graphs differ in nothing else.

use crate::{
    NoPathReason, SearchProgress, Status, TraceKind,
    engine::{
        nodes::{Node, NodeTable},
        queue::Open,
    },
    grid::moves::NO_DIRECTION,
    search::trace::Sink,
};

/// Where a run stands, how far it has come and when it gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) status: Status,
    pub(crate) goal: u32,
    pub(crate) cost_limit: u32,
    pub(crate) expansion_limit: u32,
    pub(crate) expanded: u32,
    pub(crate) visited: u32,
    /// The expanded node with the smallest estimate, and that estimate.
    pub(crate) best: Option<u32>,
    pub(crate) best_estimate: u32,
    pub(crate) first_estimate: u32,
}

impl Default for Run {
    fn default() -> Self {
        Self::new(0, u32::MAX, u32::MAX)
    }
}

impl Run {
    pub(crate) const fn new(goal: u32, cost_limit: u32, expansion_limit: u32) -> Self {
        Self {
            status: Status::Idle,
            goal,
            cost_limit,
            expansion_limit,
            expanded: 0,
            visited: 0,
            best: None,
            best_estimate: u32::MAX,
            first_estimate: 0,
        }
    }

    /// Counts an expanded node and remembers it if it is the nearest so far.
    #[inline(always)]
    pub(crate) fn note(&mut self, id: u32, estimate: u32) {
        self.expanded += 1;
        if estimate < self.best_estimate {
            self.best_estimate = estimate;
            self.best = Some(id);
        }
    }

    pub(crate) fn progress(&self) -> SearchProgress {
        let fraction = match self.status {
            Status::Found => 1.0,
            _ if self.best.is_none() || self.first_estimate == 0 => 0.0,
            _ => 1.0 - self.best_estimate as f32 / self.first_estimate as f32,
        };
        SearchProgress {
            expanded: self.expanded,
            visited: self.visited,
            fraction: fraction.clamp(0.0, 1.0),
        }
    }
}

/// The nodes of one search and the paths between them. Nodes go by an id of 32 bits, such as a packed
/// cell, and have a place in the table of nodes.
pub(crate) trait Space {
    /// Where the nodes are kept.
    type Nodes: NodeTable;
    /// What traces call a node.
    type Name: Copy;
    /// More than one expansion can add to g: nodes nearer than this to the end of the range fail.
    const MARGIN: u32 = 1 << 28;

    fn place(&self, id: u32) -> usize;

    fn name(&self, id: u32) -> Self::Name;

    /// The id of the node before this one, which is not the start.
    fn parent(&self, id: u32, node: &Node<ParentOf<Self>>) -> u32;

    /// What is left from a node to the goal.
    fn estimate(&self, id: u32) -> u32;

    /// Calls [`Front::reach`] for every node worth going to from this one.
    fn expand<O: Open, T: Sink<Self::Name>>(
        &self,
        at: (u32, usize),
        node: Node<ParentOf<Self>>,
        front: &mut Front<'_, Self::Nodes, O, T>,
    );
}

/// What a node of this space remembers of the one before it.
pub(crate) type ParentOf<S> = <<S as Space>::Nodes as NodeTable>::Parent;

/// The moving parts of a running search.
pub(crate) struct Front<'a, N, O, T> {
    pub(crate) nodes: &'a mut N,
    pub(crate) open: &'a mut O,
    pub(crate) run: &'a mut Run,
    pub(crate) sink: &'a mut T,
}

/// Why a slice of work ended.
pub(crate) enum End {
    Budget,
    Goal,
    GaveUp(NoPathReason),
    Overflow(u32),
}

impl<N: NodeTable, O: Open, T> Front<'_, N, O, T> {
    /// Opens the first node of a search.
    pub(crate) fn begin<S: Space<Nodes = N>>(&mut self, space: &S, start: u32, count: usize) {
        self.nodes.begin(count);
        let first = Node::new(0, NO_DIRECTION, N::Parent::default());
        self.nodes.improve(space.place(start), first);
        let h = space.estimate(start);
        self.open.clear(h);
        self.open.push(h, 0, start);
        (self.run.first_estimate, self.run.visited) = (h, 1);
    }

    /// Reaches a node at cost `g`; opens it, or opens it again, when that is cheaper than before.
    #[inline(always)]
    pub(crate) fn reach<S: Space<Nodes = N>>(
        &mut self,
        space: &S,
        (id, place): (u32, usize),
        g: u32,
        direction: u32,
        parent: N::Parent,
    ) where
        T: Sink<S::Name>,
    {
        let node = Node::new(g, direction, parent);
        let (better, known) = self.nodes.improve(place, node);
        if !better {
            return;
        }
        self.run.visited += u32::from(!known && id != self.run.goal);
        let h = space.estimate(id);
        let kind = if known { TraceKind::Improved } else { TraceKind::Opened };
        let from = space.parent(id, &node);
        self.sink.event(kind, space.name(id), Some(space.name(from)), g, h);
        self.open.push(g.saturating_add(h), g, id);
    }
}

/// Takes up to `budget` nodes from the open list, cheapest first, and expands them. Nodes that get
/// cheaper after closing are expanded again, so an estimate need only never overestimate.
#[inline]
pub(crate) fn advance<S: Space, O: Open, T: Sink<S::Name>>(
    space: &S,
    front: &mut Front<'_, S::Nodes, O, T>,
    budget: u32,
) -> End {
    let Run { goal, cost_limit, expansion_limit, .. } = *front.run;
    let stop = front.run.expanded.saturating_add(budget).min(expansion_limit);
    loop {
        if front.run.expanded >= stop {
            let limited = stop == expansion_limit && !front.open.is_empty();
            return if limited { End::GaveUp(NoPathReason::ExpansionLimit) } else { End::Budget };
        }
        let Some((f, id)) = front.open.pop() else {
            return End::GaveUp(NoPathReason::Unreachable);
        };
        let place = space.place(id);
        // Lists never remove what has become dearer: the better entry came out before and has closed the node.
        let Some(node) = front.nodes.close(place) else { continue };
        if node.g > u32::MAX - S::MARGIN {
            return End::Overflow(id);
        }
        if f > cost_limit {
            // Whoever asks for the nearest cell then is already there.
            front.run.best.get_or_insert(id);
            return End::GaveUp(NoPathReason::CostLimit);
        }
        if id == goal {
            return End::Goal;
        }
        let h = f - node.g;
        front.run.note(id, h);
        let parent = (node.direction() != NO_DIRECTION).then(|| space.parent(id, &node));
        front.sink.event(
            TraceKind::Closed,
            space.name(id),
            parent.map(|id| space.name(id)),
            node.g,
            h,
        );
        space.expand((id, place), node, front);
    }
}

/// Calls `visit` with the nodes of the path to `end`, from there back to the start.
pub(crate) fn trace_back<S: Space>(
    space: &S,
    nodes: &S::Nodes,
    end: u32,
    mut visit: impl FnMut(u32),
) {
    let mut id = end;
    while let Some(node) = nodes.get(space.place(id)) {
        visit(id);
        if node.direction() == NO_DIRECTION {
            break;
        }
        id = space.parent(id, &node);
    }
}
