//! The cheapest paths of a graph, one after the other.

use crate::{Graph, GraphSearch, PathError};

/// A path in a [`Graph`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GraphPath {
    /// Sum of the costs of its edges.
    pub cost: u32,
    /// Nodes from the start to the goal, none of them twice.
    pub nodes: Vec<u32>,
}

/// Up to `count` cheapest paths without loops, by rising cost and then by their nodes (Yen 1971). Several
/// edges between the same two nodes count as one, the cheapest.
///
/// About `count` times the length of a path searches; allocates.
///
/// ```
/// use motile_path::{PathGrid, k_shortest};
/// // Twelve paths lead from corner to corner of a square of nine cells.
/// let grid = PathGrid::new(3, 3)?.with_diagonals(motile_path::Diagonals::Never);
/// let paths = k_shortest(&grid, 0, 8, 100)?;
/// assert_eq!(paths.len(), 12);
/// assert_eq!(paths.iter().filter(|path| path.cost == 4 * 408).count(), 6);
/// # Ok::<(), motile_path::PathError>(())
/// ```
///
/// # Errors
/// As [`GraphSearch::find`].
#[doc(alias = "Yen")]
#[doc(alias = "k shortest paths")]
pub fn k_shortest<G: Graph + ?Sized>(
    graph: &G,
    start: u32,
    goal: u32,
    count: u32,
) -> Result<Vec<GraphPath>, PathError> {
    let mut search = GraphSearch::new();
    let first = search.find(graph, start, goal)?.to_vec();
    let mut found = vec![GraphPath { cost: search.cost(), nodes: first }];
    let mut others: Vec<GraphPath> = Vec::new();
    while (found.len() as u64) < u64::from(count) {
        branch_off(graph, &mut search, &found, &mut others)?;
        let Some(best) = (0..others.len()).min_by(|&a, &b| others[a].cmp(&others[b])) else {
            break;
        };
        found.push(others.swap_remove(best));
    }
    found.truncate(count as usize);
    Ok(found)
}

/// Adds the cheapest paths that leave the last one found at each of its nodes.
fn branch_off<G: Graph + ?Sized>(
    graph: &G,
    search: &mut GraphSearch,
    found: &[GraphPath],
    others: &mut Vec<GraphPath>,
) -> Result<(), PathError> {
    let Some(GraphPath { nodes, .. }) = found.last() else { return Ok(()) };
    let Some(&goal) = nodes.last() else { return Ok(()) };
    let mut passed = 0u32;
    for end in 1..nodes.len() {
        let (root, spur) = (&nodes[..end], nodes[end - 1]);
        let same_root = found.iter().filter(|path| path.nodes.starts_with(root));
        let taken: Vec<u32> = same_root.filter_map(|path| path.nodes.get(end)).copied().collect();
        let rest = Rest { graph, gone: &root[..end - 1], spur, taken: &taken };
        match search.find(&rest, spur, goal) {
            Ok(way) => {
                let nodes = [&root[..end - 1], way].concat();
                let path = GraphPath { cost: passed.saturating_add(search.cost()), nodes };
                if !others.contains(&path) {
                    others.push(path);
                }
            }
            Err(PathError::NoPath(_)) => {}
            Err(other) => return Err(other),
        }
        passed = passed.saturating_add(edge_cost(graph, spur, nodes[end]));
    }
    Ok(())
}

fn edge_cost<G: Graph + ?Sized>(graph: &G, from: u32, to: u32) -> u32 {
    let mut least = u32::MAX;
    graph.edges(from, &mut |node, cost| {
        if node == to {
            least = least.min(cost);
        }
    });
    least
}

/// A graph without some nodes, and without some edges of one node.
struct Rest<'a, G: ?Sized> {
    graph: &'a G,
    gone: &'a [u32],
    spur: u32,
    taken: &'a [u32],
}

impl<G: Graph + ?Sized> Graph for Rest<'_, G> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    fn edges(&self, from: u32, visit: &mut dyn FnMut(u32, u32)) {
        self.graph.edges(from, &mut |to, cost| {
            let taken = from == self.spur && self.taken.contains(&to);
            if !taken && !self.gone.contains(&to) {
                visit(to, cost);
            }
        });
    }

    fn estimate(&self, from: u32, goal: u32) -> u32 {
        self.graph.estimate(from, goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PathGrid;
    use motile_geom::Rng;

    /// All loopless paths by trying everything.
    fn all(graph: &PathGrid, path: &mut GraphPath, goal: u32, out: &mut Vec<GraphPath>) {
        let last = path.nodes[path.nodes.len() - 1];
        if last == goal {
            out.push(path.clone());
            return;
        }
        let mut edges = Vec::new();
        graph.edges(last, &mut |to, cost| edges.push((to, cost)));
        for (to, cost) in edges {
            if !path.nodes.contains(&to) {
                path.nodes.push(to);
                path.cost += cost;
                all(graph, path, goal, out);
                path.cost -= cost;
                path.nodes.pop();
            }
        }
    }

    #[test]
    fn path_x17_k_shortest_equals_trying_everything() {
        let mut rng = Rng::new(17);
        for _ in 0..40 {
            let mut grid = PathGrid::from_fn(4, 3, |_| !rng.chance(0.2)).unwrap();
            grid.set_walkable(motile_geom::IVec2::ZERO, true);
            let mut expected = Vec::new();
            let mut path = GraphPath { cost: 0, nodes: vec![0] };
            all(&grid, &mut path, 11, &mut expected);
            expected.sort();
            match k_shortest(&grid, 0, 11, 25) {
                Ok(found) => {
                    let costs = |paths: &[GraphPath]| -> Vec<u32> {
                        paths.iter().take(25).map(|path| path.cost).collect()
                    };
                    assert_eq!(costs(&found), costs(&expected));
                    assert!(found.iter().all(|path| expected.contains(path)));
                    assert!(found.windows(2).all(|pair| pair[0] != pair[1]));
                }
                Err(PathError::NoPath(_)) => assert!(expected.is_empty()),
                Err(other) => panic!("{other}"),
            }
        }
        let grid = PathGrid::new(2, 1).unwrap();
        assert_eq!(k_shortest(&grid, 0, 0, 5).unwrap()[0].nodes, [0]);
        assert_eq!(k_shortest(&grid, 0, 1, 0).unwrap(), []);
        assert_eq!(k_shortest(&grid, 0, 2, 1), Err(PathError::NoSuchNode(2)));
    }
}
