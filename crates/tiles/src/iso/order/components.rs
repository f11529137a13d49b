//! Strongly connected components in an order that respects the edges between them, by Tarjan's algorithm.

const UNSEEN: u32 = u32::MAX;

/// Edges grouped by the node in front, and the buffers of the walk; reused from sort to sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    /// Where the row of each node begins, one more at the end.
    starts: Vec<u32>,
    /// For each node the nodes behind it, in ascending order.
    behind: Vec<u32>,
    index: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    calls: Vec<(u32, u32)>,
}

impl Components {
    /// Calls `emit` with every component, those behind before those in front of them, members in ascending order. Edges are
    /// (behind, in front) of nodes 0..`count`. What comes out depends on the set of edges alone, not on their order.
    pub(super) fn walk(
        &mut self,
        count: u32,
        edges: impl ExactSizeIterator<Item = (u32, u32)> + Clone,
        mut emit: impl FnMut(&[u32]),
    ) {
        self.group(count, edges);
        for buffer in [&mut self.index, &mut self.low] {
            buffer.clear();
            buffer.resize(count as usize, UNSEEN);
        }
        let mut seen = 0;
        for root in 0..count {
            if self.index[root as usize] == UNSEEN {
                self.visit(root, &mut seen, &mut emit);
            }
        }
    }

    /// A counting sort by the node in front; what is behind each then comes into ascending order, which is a few numbers a node.
    fn group(&mut self, count: u32, edges: impl ExactSizeIterator<Item = (u32, u32)> + Clone) {
        self.count_starts(count as usize + 1, edges.clone().map(|edge| edge.1));
        self.behind.clear();
        self.behind.resize(edges.len(), 0);
        for (behind, front) in edges {
            let place = &mut self.starts[front as usize];
            self.behind[*place as usize] = behind;
            *place += 1;
        }
        // Filling moved every start to the end of its row, which is where the row of the next one starts.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        for ends in self.starts.windows(2) {
            self.behind[ends[0] as usize..ends[1] as usize].sort_unstable();
        }
    }

    fn count_starts(&mut self, size: usize, keys: impl Iterator<Item = u32>) {
        self.starts.clear();
        self.starts.resize(size, 0);
        for key in keys {
            self.starts[key as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += core::mem::replace(start, sum);
        }
    }

    /// A depth-first walk with a stack of its own, because chains of boxes are as long as a level.
    fn visit(&mut self, root: u32, seen: &mut u32, emit: &mut impl FnMut(&[u32])) {
        self.enter(root, seen);
        while let Some(&mut (node, ref mut edge)) = self.calls.last_mut() {
            if *edge < self.starts[node as usize + 1] {
                let next = self.behind[*edge as usize];
                *edge += 1;
                if self.index[next as usize] == UNSEEN {
                    self.enter(next, seen);
                } else {
                    // Nodes of finished components have a low of their own above all others: no link.
                    let low = self.low[node as usize].min(self.low[next as usize]);
                    self.low[node as usize] = low;
                }
                continue;
            }
            self.calls.pop();
            let low = self.low[node as usize];
            if let Some(&(above, _)) = self.calls.last() {
                self.low[above as usize] = self.low[above as usize].min(low);
            }
            if low == self.index[node as usize] {
                self.close(node, emit);
            }
        }
    }

    fn enter(&mut self, node: u32, seen: &mut u32) {
        self.index[node as usize] = *seen;
        self.low[node as usize] = *seen;
        *seen += 1;
        self.stack.push(node);
        self.calls.push((node, self.starts[node as usize]));
    }

    /// The nodes above one on the stack, with it, are a component.
    fn close(&mut self, node: u32, emit: &mut impl FnMut(&[u32])) {
        let first = self.stack.iter().rposition(|&other| other == node).unwrap_or(0);
        let members = &mut self.stack[first..];
        members.sort_unstable();
        emit(members);
        for &member in &*members {
            self.low[member as usize] = UNSEEN;
        }
        self.stack.truncate(first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn walked(count: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        Components::default()
            .walk(count, edges.iter().copied(), |members| found.push(members.to_vec()));
        found
    }

    #[test]
    fn chains_rings_and_rings_of_rings() {
        assert_eq!(walked(3, &[(2, 1), (1, 0)]), [[2], [1], [0]]);
        assert_eq!(walked(3, &[]), [[0], [1], [2]]);
        assert_eq!(walked(4, &[(1, 2), (2, 3), (3, 1), (3, 0)]), [vec![1, 2, 3], vec![0]]);
        let rings = [(0, 1), (1, 0), (2, 3), (3, 2), (2, 0)];
        assert_eq!(walked(4, &rings), [vec![2, 3], vec![0, 1]]);
    }

    /// Against reachability by plain search, on random graphs.
    #[test]
    fn components_are_mutual_reachability_in_order() {
        let mut rng = Rng::new(11);
        for _ in 0..300 {
            let count = rng.int(1..12);
            let many = rng.int(0..20);
            let edges: Vec<_> =
                (0..many).map(|_| (rng.int(0..count) as u32, rng.int(0..count) as u32)).collect();
            let count = count as u32;
            let mut reach = vec![vec![false; count as usize]; count as usize];
            for (node, row) in reach.iter_mut().enumerate() {
                row[node] = true;
            }
            for _ in 0..count {
                for &(a, b) in &edges {
                    for row in &mut reach {
                        row[b as usize] |= row[a as usize];
                    }
                }
            }
            let found = walked(count, &edges);
            assert_eq!(found.iter().map(Vec::len).sum::<usize>(), count as usize);
            let mut done: Vec<u32> = Vec::new();
            for members in &found {
                for &a in members {
                    for b in 0..count {
                        let mutual = reach[a as usize][b as usize] && reach[b as usize][a as usize];
                        assert_eq!(members.contains(&b), mutual);
                    }
                    let behind = edges.iter().filter(|edge| edge.1 == a).map(|edge| edge.0);
                    assert!({ behind }.all(|b| done.contains(&b) || members.contains(&b)));
                }
                done.extend(members);
            }
            let mut shuffled = edges.clone();
            shuffled.reverse();
            assert_eq!(walked(count, &shuffled), found, "the order of the edges does not matter");
        }
    }
}
