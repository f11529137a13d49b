//! Searches on any graph.

use crate::{
    NoPath, PathError, Search, SearchProgress, Status, Ties, Trace,
    engine::{
        best_first::{End, Front, Run, Space, advance, trace_back},
        heap::Heap,
        nodes::{Dense, Node, NodeTable},
        queue::Open,
    },
    search::trace::Sink,
};

/// A graph of numbered nodes: hexagons, a navigation mesh, roads, teleports.
///
/// ```
/// use motile_path::{Graph, GraphSearch};
///
/// /// Stations of a line; going back costs double.
/// struct Line;
///
/// impl Graph for Line {
///     fn node_count(&self) -> u32 {
///         10
///     }
///     fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
///         if from > 0 {
///             visit(from - 1, 20);
///         }
///         if from < 9 {
///             visit(from + 1, 10);
///         }
///     }
/// }
///
/// let mut search = GraphSearch::new();
/// assert_eq!(search.find(&Line, 2, 5)?, [2, 3, 4, 5]);
/// assert_eq!(search.cost(), 30);
/// # Ok::<(), motile_path::PathError>(())
/// ```
pub trait Graph {
    /// Number of nodes; they are numbered from 0.
    fn node_count(&self) -> u32;

    /// Calls `visit` with every node one step away and the cost of that step. Numbers outside the graph
    /// are ignored.
    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32));

    /// What is left from a node to the goal, never more than the true cost. 0, the default, is always
    /// right and makes the search Dijkstra's.
    fn estimate(&self, from: u32, goal: u32) -> u32 {
        let _ = (from, goal);
        0
    }
}

/// A question to a [`GraphSearch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphQuery {
    /// First node.
    pub start: u32,
    /// Last node.
    pub goal: u32,
    /// When the goal cannot be reached, answer with the path to the node of the smallest estimate.
    pub nearest: bool,
    /// Give up beyond this cost.
    pub cost_limit: u32,
    /// Give up after expanding this many nodes.
    pub expansion_limit: u32,
}

impl GraphQuery {
    /// From `start` to `goal`, without limits.
    pub const fn new(start: u32, goal: u32) -> Self {
        let (cost_limit, expansion_limit) = (u32::MAX, u32::MAX);
        Self { start, goal, nearest: false, cost_limit, expansion_limit }
    }
}

/// A* on a [`Graph`]: resumable, without allocation after the first search on a graph of the same size.
///
/// Nodes that get cheaper after closing are opened again, so an estimate need only never overestimate.
/// Ties go to the node farthest along, then to the smaller number. 12 bytes a node and a heap.
#[derive(Clone, Debug, Default)]
pub struct GraphSearch {
    run: Run,
    nodes: Dense<u32>,
    open: Heap,
    nearest: bool,
    path: Vec<u32>,
    cost: u32,
    trace: Trace<u32>,
}

/// The nodes of a graph on the way to a goal.
struct Edges<'a, G: ?Sized> {
    graph: &'a G,
    goal: u32,
}

impl<G: Graph + ?Sized> Space for Edges<'_, G> {
    type Nodes = Dense<u32>;
    type Name = u32;
    /// Sums stop at the end of the range; what lies there fails when its turn comes.
    const MARGIN: u32 = 1;

    fn place(&self, id: u32) -> usize {
        id as usize
    }

    fn name(&self, id: u32) -> u32 {
        id
    }

    fn parent(&self, _: u32, node: &Node<u32>) -> u32 {
        node.parent
    }

    fn estimate(&self, id: u32) -> u32 {
        self.graph.estimate(id, self.goal)
    }

    fn expand<O: Open, T: Sink<u32>>(
        &self,
        (id, _): (u32, usize),
        node: Node<u32>,
        front: &mut Front<'_, Dense<u32>, O, T>,
    ) {
        let count = self.graph.node_count();
        self.graph.edges(id, &mut |to, cost| {
            if to < count {
                front.reach(self, (to, to as usize), node.g.saturating_add(cost), 0, id);
            }
        });
    }
}

impl GraphSearch {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a new search and forgets whatever was going on. It fails at once with
    /// [`PathError::NoSuchNode`] when the start or the goal is not a node of the graph.
    pub fn begin<G: Graph + ?Sized>(&mut self, graph: &G, query: GraphQuery) -> Status {
        let GraphQuery { start, goal, nearest, cost_limit, expansion_limit } = query;
        self.cancel_run();
        let count = graph.node_count();
        if let Some(outside) = [start, goal].into_iter().find(|&node| node >= count) {
            self.run.status = Status::Failed(PathError::NoSuchNode(outside));
            return self.run.status;
        }
        self.run = Run::new(goal, cost_limit, expansion_limit);
        self.nearest = nearest;
        self.open.ties = Ties::Farthest;
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        let mut front = Front { nodes, open, run: &mut self.run, sink: &mut () };
        front.begin(&Edges { graph, goal }, start, count as usize);
        self.run.status = Status::Running;
        self.run.status
    }

    /// What the search has done since it began, as far as it was recorded; see [`Trace`].
    pub const fn trace(&self) -> &Trace<u32> {
        &self.trace
    }

    /// The trace, to switch recording on or off and to drop events that have been read.
    pub const fn trace_mut(&mut self) -> &mut Trace<u32> {
        &mut self.trace
    }

    fn advance<G: Graph + ?Sized, T: Sink<u32>>(
        &mut self,
        graph: &G,
        budget: u32,
        sink: &mut T,
    ) -> Status {
        if self.run.status != Status::Running {
            return self.run.status;
        }
        let space = Edges { graph, goal: self.run.goal };
        let (nodes, open) = (&mut self.nodes, &mut self.open);
        let end = advance(&space, &mut Front { nodes, open, run: &mut self.run, sink }, budget);
        let answer = match end {
            End::Budget => return Status::Running,
            End::Goal => Ok(self.run.goal),
            End::Overflow(node) => Err(Status::Failed(PathError::NodeOverflow(node))),
            End::GaveUp(reason) => match self.run.best {
                Some(best) if self.nearest => Ok(best),
                _ => Err(Status::NoPath(NoPath { reason, nearest: None })),
            },
        };
        self.run.status = answer.err().unwrap_or(Status::Found);
        if let Ok(end) = answer {
            let mut path = core::mem::take(&mut self.path);
            self.cost = self.write(graph, end, &mut path);
            self.path = path;
        }
        self.run.status
    }

    /// Writes the path to a node and returns its cost.
    fn write<G: Graph + ?Sized>(&self, graph: &G, end: u32, out: &mut Vec<u32>) -> u32 {
        out.clear();
        let space = Edges { graph, goal: self.run.goal };
        trace_back(&space, &self.nodes, end, |node| out.push(node));
        out.reverse();
        self.nodes.get(end as usize).map_or(0, |node| node.g)
    }

    /// Begins a search, runs it to its end and gives the nodes from start to goal.
    ///
    /// # Errors
    /// [`PathError::NoPath`]; [`PathError::NoSuchNode`]; [`PathError::NodeOverflow`].
    pub fn find<G: Graph + ?Sized>(
        &mut self,
        graph: &G,
        start: u32,
        goal: u32,
    ) -> Result<&[u32], PathError> {
        self.begin(graph, GraphQuery::new(start, goal));
        self.finish(graph).ok()?;
        Ok(&self.path)
    }

    /// Nodes from start to goal; empty before they are found.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Cost of the path found.
    pub const fn cost(&self) -> u32 {
        self.cost
    }

    /// Of the expanded nodes the one with the smallest estimate.
    pub const fn nearest(&self) -> Option<u32> {
        self.run.best
    }

    /// Writes the path to [`GraphSearch::nearest`], while running or after failing; empty when nothing has
    /// been expanded. Returns its cost.
    pub fn partial_path<G: Graph + ?Sized>(&self, graph: &G, out: &mut Vec<u32>) -> u32 {
        out.clear();
        self.run.best.map_or(0, |best| self.write(graph, best, out))
    }

    fn cancel_run(&mut self) {
        self.run.status = Status::Idle;
        self.path.clear();
        self.trace.clear();
        self.cost = 0;
    }
}

impl<G: Graph + ?Sized> Search<G> for GraphSearch {
    fn step(&mut self, graph: &G, budget: u32) -> Status {
        if !self.trace.recording {
            return self.advance(graph, budget, &mut ());
        }
        let mut trace = core::mem::take(&mut self.trace);
        let status = self.advance(graph, budget, &mut trace);
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
        self.cancel_run();
    }

    fn memory_bytes(&self) -> u64 {
        (self.nodes.bytes() + self.open.bytes()) as u64
    }
}

/// A grid is a graph too; its own searches are quicker.
impl Graph for crate::PathGrid {
    fn node_count(&self) -> u32 {
        self.cell_count()
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        for (to, cost) in self.steps_from(self.cell_at(from)) {
            visit(self.index(to) as u32, cost);
        }
    }

    fn estimate(&self, from: u32, goal: u32) -> u32 {
        crate::Heuristic::Auto.estimate(self, self.cell_at(from), self.cell_at(goal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges by list, with an estimate that is admissible but not consistent.
    struct List(Vec<(u32, u32, u32)>, Vec<u32>);

    impl Graph for List {
        fn node_count(&self) -> u32 {
            self.1.len() as u32
        }

        fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
            for &(_, to, cost) in self.0.iter().filter(|edge| edge.0 == from) {
                visit(to, cost);
            }
        }

        fn estimate(&self, from: u32, _: u32) -> u32 {
            self.1[from as usize]
        }
    }

    #[test]
    fn path_x20_closed_nodes_are_opened_again() {
        // The cheap way to 2 leads over 1, whose estimate hides it until 2 is closed.
        let graph = List(vec![(0, 1, 1), (0, 2, 4), (1, 2, 1), (2, 3, 10)], vec![0, 11, 0, 0]);
        let mut search = GraphSearch::new();
        assert_eq!(search.find(&graph, 0, 3), Ok(&[0, 1, 2, 3][..]));
        assert_eq!(search.cost(), 12);
    }

    #[test]
    fn bad_graphs_and_queries() {
        let graph = List(vec![(0, 9, 1), (0, 1, u32::MAX), (1, 2, 5)], vec![0; 4]);
        let mut search = GraphSearch::new();
        assert_eq!(search.find(&graph, 0, 7), Err(PathError::NoSuchNode(7)));
        assert_eq!(search.find(&graph, 0, 2), Err(PathError::NodeOverflow(1)));
        assert!(matches!(search.find(&graph, 3, 0), Err(PathError::NoPath(_))));
        assert_eq!(search.find(&graph, 3, 3), Ok(&[3][..]));
        let empty = List(Vec::new(), Vec::new());
        assert_eq!(search.find(&empty, 0, 0), Err(PathError::NoSuchNode(0)));
    }
}
