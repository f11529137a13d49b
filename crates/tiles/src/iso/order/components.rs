//! Strongly connected components in an order that respects the edges between them, by Pearce's form of Tarjan's algorithm.
//!
//! Nodes are numbered by depth, and depth is nearly always right: of all edges only the few that go against it are needed in
//! advance. A walk that starts from each node in turn has finished all lower ones before, so that what is behind the
//! node can only be new when it is higher. All that is behind a node is asked for when the walk comes to it before its
//! turn, and at no other time.

const UNSEEN: u32 = u32::MAX;
/// In a component that is told already; above the number of every node that is not.
const DONE: u32 = u32::MAX - 1;

/// A node whose walk is not over.
#[derive(Clone, Copy, Debug)]
struct Call {
    node: u32,
    /// Where its part of `waiting` begins.
    waiting: u32,
    /// Whether nothing was met so far that the walk came to before this node.
    is_first: bool,
}

/// The edges against depth and the buffers of the walk; reused from sort to sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    /// In front and behind, ascending.
    late: Vec<(u32, u32)>,
    /// When the walk came to each node, or to the first one it leads back to.
    low: Vec<u32>,
    stack: Vec<u32>,
    calls: Vec<Call>,
    /// For each open node what is behind it and was not walked yet, the lowest last.
    waiting: Vec<u32>,
}

impl Components {
    /// Calls `emit` with every component, those behind before those in front of them, members in ascending order. Edges are
    /// (behind, in front) of nodes 0..`count`: `late` has those whose node behind is the higher one, `behind` adds all
    /// nodes behind one to a list. What comes out depends on the set of edges alone, not on their order.
    pub(super) fn walk(
        &mut self,
        count: u32,
        late: impl Iterator<Item = (u32, u32)>,
        mut behind: impl FnMut(u32, &mut Vec<u32>),
        mut emit: impl FnMut(&[u32]),
    ) {
        self.late.clear();
        self.late.extend(late.map(|(behind, front)| (front, behind)));
        self.late.sort_unstable();
        self.low.clear();
        self.low.resize(count as usize, UNSEEN);
        let (mut seen, mut next) = (0, 0);
        for root in 0..count {
            let start = next;
            while self.late.get(next).is_some_and(|edge| edge.0 == root) {
                next += 1;
            }
            if self.low[root as usize] != UNSEEN {
                continue;
            }
            if start == next {
                self.low[root as usize] = DONE;
                emit(&[root]);
            } else {
                self.waiting.extend(self.late[start..next].iter().map(|edge| edge.1));
                self.visit(root, &mut seen, &mut behind, &mut emit);
            }
        }
    }

    /// A depth-first walk from a node with what is behind it waiting, with a stack of its own, because chains of boxes are as
    /// long as a level.
    fn visit(
        &mut self,
        root: u32,
        seen: &mut u32,
        behind: &mut impl FnMut(u32, &mut Vec<u32>),
        emit: &mut impl FnMut(&[u32]),
    ) {
        self.open(root, 0, seen);
        while let Some(call) = self.calls.last_mut() {
            if self.waiting.len() <= call.waiting as usize {
                self.leave(emit);
                continue;
            }
            let Some(next) = self.waiting.pop() else { break };
            if self.low[next as usize] == UNSEEN {
                let start = self.waiting.len();
                behind(next, &mut self.waiting);
                self.open(next, start, seen);
            } else {
                self.meet(next);
            }
        }
    }

    /// Begins with a node; what is behind it waits from `start` on.
    fn open(&mut self, node: u32, start: usize, seen: &mut u32) {
        // What is told already is right whatever comes, and nearly everything is.
        let mut end = start;
        for index in start..self.waiting.len() {
            let next = self.waiting[index];
            if self.low[next as usize] != DONE {
                self.waiting[end] = next;
                end += 1;
            }
        }
        self.waiting.truncate(end);
        self.waiting[start..].sort_unstable_by(|a, b| b.cmp(a));
        self.low[node as usize] = *seen;
        *seen += 1;
        self.calls.push(Call { node, waiting: start as u32, is_first: true });
    }

    /// The node on top of the calls has an edge to one that was seen before.
    fn meet(&mut self, next: u32) {
        let Some(call) = self.calls.last_mut() else { return };
        let low = self.low[next as usize];
        if low < self.low[call.node as usize] {
            self.low[call.node as usize] = low;
            call.is_first = false;
        }
    }

    /// Ends the walk of the node on top of the calls.
    fn leave(&mut self, emit: &mut impl FnMut(&[u32])) {
        let Some(Call { node, is_first, .. }) = self.calls.pop() else { return };
        self.stack.push(node);
        if is_first {
            self.close(node, emit);
        }
        self.meet(node);
    }

    /// The nodes on the stack that lead to one no older than this, with it, are a component.
    fn close(&mut self, node: u32, emit: &mut impl FnMut(&[u32])) {
        let low = self.low[node as usize];
        let older = self.stack.iter().rposition(|&other| self.low[other as usize] < low);
        let first = older.map_or(0, |index| index + 1);
        let members = &mut self.stack[first..];
        members.sort_unstable();
        emit(members);
        for &member in &*members {
            self.low[member as usize] = DONE;
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
        let late = edges.iter().copied().filter(|edge| edge.0 > edge.1);
        let behind = |node: u32, out: &mut Vec<u32>| {
            out.extend(edges.iter().filter(|edge| edge.1 == node).map(|edge| edge.0));
        };
        Components::default().walk(count, late, behind, |members| found.push(members.to_vec()));
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
