//! Searches on any graph.

use crate::{
    NoPath, NoPathReason, PathError, Status, Ties,
    queue::{Heap, Open},
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

/// A* on a [`Graph`]: resumable, without allocation after the first search on a graph of the same size.
///
/// Nodes that get cheaper after closing are opened again, so an estimate need only never overestimate.
/// Ties go to the node farthest along, then to the smaller number. 12 bytes a node and a heap.
#[derive(Clone, Debug, Default)]
pub struct GraphSearch {
    nodes: Vec<Node>,
    stamp: u32,
    open: Heap,
    start: u32,
    goal: u32,
    status: Status,
    expanded: u32,
    path: Vec<u32>,
    cost: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    g: u32,
    info: u32,
    parent: u32,
}

const CLOSED: u32 = 1;

impl GraphSearch {
    /// A search; memory is taken at the first use.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a search.
    ///
    /// # Errors
    /// [`PathError::NotSearched`] when the start or the goal is not a node of the graph.
    pub fn begin<G: Graph + ?Sized>(
        &mut self,
        graph: &G,
        start: u32,
        goal: u32,
    ) -> Result<(), PathError> {
        let count = graph.node_count();
        self.status = Status::Idle;
        self.path.clear();
        (self.cost, self.expanded) = (0, 0);
        if start >= count || goal >= count {
            return Err(PathError::NotSearched);
        }
        if self.nodes.len() != count as usize || self.stamp >= u32::MAX >> 1 {
            self.nodes.clear();
            self.nodes.resize(count as usize, Node::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        (self.start, self.goal) = (start, goal);
        self.nodes[start as usize] = Node { g: 0, info: self.stamp << 1, parent: start };
        self.open.ties = Ties::Farthest;
        self.open.clear(0);
        self.open.push(graph.estimate(start, goal), 0, start);
        self.status = Status::Running;
        Ok(())
    }

    /// Expands up to `budget` nodes. `graph` must be the one the search began with.
    pub fn step<G: Graph + ?Sized>(&mut self, graph: &G, budget: u32) -> Status {
        let stop = self.expanded.saturating_add(budget);
        while self.status == Status::Running && self.expanded < stop {
            let Some((_, at)) = self.open.pop() else {
                let no_path = NoPath { reason: NoPathReason::Unreachable, nearest: None };
                self.status = Status::NoPath(no_path);
                break;
            };
            let node = &mut self.nodes[at as usize];
            if node.info & CLOSED != 0 {
                continue;
            }
            node.info |= CLOSED;
            let g = node.g;
            if at == self.goal {
                self.finish();
                break;
            }
            self.expanded += 1;
            let Self { nodes, open, stamp, goal, .. } = self;
            let mut overflow = false;
            graph.edges(at, &mut |to, cost| {
                let Some(known) = nodes.get_mut(to as usize) else { return };
                let Some(sum) = g.checked_add(cost) else {
                    overflow = true;
                    return;
                };
                if known.info >> 1 != *stamp || sum < known.g {
                    *known = Node { g: sum, info: *stamp << 1, parent: at };
                    open.push(sum.saturating_add(graph.estimate(to, *goal)), sum, to);
                }
            });
            if overflow {
                let place = motile_geom::ivec2(at as i32, 0);
                self.status = Status::Failed(PathError::CostOverflow(place));
            }
        }
        self.status
    }

    /// Begins a search, runs it to its end and gives the nodes from start to goal.
    ///
    /// # Errors
    /// As [`GraphSearch::begin`]; [`PathError::NoPath`]; [`PathError::CostOverflow`] with the node's number
    /// as its x.
    pub fn find<G: Graph + ?Sized>(
        &mut self,
        graph: &G,
        start: u32,
        goal: u32,
    ) -> Result<&[u32], PathError> {
        self.begin(graph, start, goal)?;
        while self.step(graph, u32::MAX) == Status::Running {}
        match self.status {
            Status::Found => Ok(&self.path),
            Status::NoPath(no_path) => Err(PathError::NoPath(no_path)),
            Status::Failed(error) => Err(error),
            Status::Idle | Status::Running => Err(PathError::NotSearched),
        }
    }

    /// Where the search stands.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Nodes from start to goal; empty before they are found.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    /// Cost of the path found.
    pub const fn cost(&self) -> u32 {
        self.cost
    }

    /// Nodes processed.
    pub const fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Stops and becomes idle.
    pub fn cancel(&mut self) {
        self.status = Status::Idle;
        self.path.clear();
    }

    fn finish(&mut self) {
        self.cost = self.nodes[self.goal as usize].g;
        let mut at = self.goal;
        self.path.push(at);
        while at != self.start {
            at = self.nodes[at as usize].parent;
            self.path.push(at);
        }
        self.path.reverse();
        self.status = Status::Found;
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
        assert_eq!(search.find(&graph, 0, 7), Err(PathError::NotSearched));
        assert!(matches!(search.find(&graph, 0, 2), Err(PathError::CostOverflow(_))));
        assert!(matches!(search.find(&graph, 3, 0), Err(PathError::NoPath(_))));
        assert_eq!(search.find(&graph, 3, 3), Ok(&[3][..]));
        let empty = List(Vec::new(), Vec::new());
        assert_eq!(search.find(&empty, 0, 0), Err(PathError::NotSearched));
    }
}
