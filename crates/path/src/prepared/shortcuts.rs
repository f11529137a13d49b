//! Shortcuts between the nodes of a graph: what a search upwards needs to be exact.

use crate::prepared::{
    graph::{Graph, KEPT, NONE, SEES},
    rows::Rows,
};

/// The cheapest path between two nodes over nodes of greater number only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shortcut {
    /// The node of the smaller number.
    pub(crate) to: u32,
    pub(crate) cost: u32,
    /// The node between them, [`FROM_HERE`] or [`FROM_THERE`].
    pub(crate) via: u32,
}

/// No node between: the run begins at the node of the greater number.
pub(crate) const FROM_HERE: u32 = u32::MAX;
/// No node between: the run begins at the node of the smaller number.
pub(crate) const FROM_THERE: u32 = u32::MAX - 1;

/// A contraction hierarchy (Geisberger and others 2008) over all the nodes of a graph, in the order of their numbers: the
/// greatest is taken out first, and its neighbors are joined at the cost of the path over it.
///
/// No joining is left out because another path would be cheaper. So which shortcuts there are depends on the links
/// alone (as in customizable hierarchies, Dibbelt, Strasser and Wagner 2014), each node can be computed from what lies
/// directly below it, and after a change only the nodes above the change are computed again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shortcuts {
    /// Shortcuts of each node to those of smaller number, by rising number.
    up: Rows<Shortcut>,
    /// Nodes that have a shortcut to this one.
    below: Vec<Vec<u32>>,
    /// Nodes to compute: a bit each.
    dirty: Vec<u64>,
    /// The word of the greatest of them at most.
    top: u32,
    /// Nodes whose shortcuts have changed since the last [`Shortcuts::begin_repair`].
    changed: Vec<bool>,
    /// Cost and middle of the shortcuts of the node at work, by target.
    best: Vec<(u32, u32)>,
    targets: Vec<u32>,
    made: Vec<Shortcut>,
}

/// A cost was over the range of 32 bits on the path from this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow(pub(crate) u32);

impl Shortcuts {
    /// This many nodes, none of them computed.
    pub(crate) fn reset(&mut self, count: u32) {
        self.up.reset(count);
        self.below.iter_mut().for_each(Vec::clear);
        self.below.resize(count as usize, Vec::new());
        self.best.clear();
        self.best.resize(count as usize, (NONE, 0));
        self.dirty.clear();
        self.dirty.resize(count.div_ceil(64) as usize, 0);
        for node in 0..count {
            self.mark(node);
        }
        self.begin_repair(count);
    }

    /// Forgets which nodes have changed.
    pub(crate) fn begin_repair(&mut self, count: u32) {
        self.changed.clear();
        self.changed.resize(count as usize, false);
    }

    /// Whether the shortcuts of a node have changed.
    #[inline(always)]
    pub(crate) fn has_changed(&self, node: u32) -> bool {
        self.changed[node as usize]
    }

    /// One more node, below all others.
    pub(crate) fn add(&mut self) {
        self.up.add_row();
        self.below.push(Vec::new());
        self.best.push((NONE, 0));
        self.changed.push(true);
        self.dirty.resize(self.below.len().div_ceil(64), 0);
    }

    /// Shortcuts of a node to those of smaller number, by rising number.
    #[inline(always)]
    pub(crate) fn up(&self, node: u32) -> &[Shortcut] {
        self.up.row(node)
    }

    /// The shortcut between two nodes, the greater number first.
    pub(crate) fn between(&self, below: u32, above: u32) -> Option<Shortcut> {
        let up = self.up(below);
        up.binary_search_by_key(&above, |shortcut| shortcut.to).ok().map(|i| up[i])
    }

    pub(crate) fn count(&self) -> u32 {
        self.up.len()
    }

    /// A node must be computed again.
    pub(crate) fn mark(&mut self, node: u32) {
        self.dirty[node as usize / 64] |= 1 << (node % 64);
        self.top = self.top.max(node / 64);
    }

    /// Computes the marked node of the greatest number; false when there is none.
    pub(crate) fn step(&mut self, graph: &Graph) -> Result<bool, Overflow> {
        while self.dirty.get(self.top as usize) == Some(&0) && self.top > 0 {
            self.top -= 1;
        }
        let word = self.dirty.get(self.top as usize).copied().unwrap_or(0);
        if word == 0 {
            return Ok(false);
        }
        let node = self.top * 64 + word.ilog2();
        self.dirty[self.top as usize] &= !(1 << (node % 64));
        self.collect(graph, node)?;
        if self.made != self.up.row(node) {
            self.replace(node);
            self.changed[node as usize] = true;
        }
        Ok(true)
    }

    /// Finds the shortcuts of a node: its own links, and those over the nodes below.
    fn collect(&mut self, graph: &Graph, node: u32) -> Result<(), Overflow> {
        self.targets.clear();
        let kept = graph.links(node).iter().filter(|link| link.bits & KEPT != 0);
        for link in kept.take_while(|link| link.to < node) {
            let via = if link.bits & SEES != 0 { FROM_HERE } else { FROM_THERE };
            self.best[link.to as usize] = (graph.cost(node, link.to), via);
            self.targets.push(link.to);
        }
        for &below in &self.below[node as usize] {
            let Some(first) = self.between(below, node) else { continue };
            for next in self.up.row(below).iter().take_while(|next| next.to < node) {
                let cost = first.cost.checked_add(next.cost).ok_or(Overflow(node))?;
                let best = &mut self.best[next.to as usize];
                if best.0 == NONE {
                    self.targets.push(next.to);
                }
                // Of equal ones the greatest number, so that the order of the list does not show.
                let better = (cost, FROM_HERE - below) < (best.0, FROM_HERE - best.1);
                if better {
                    *best = (cost, below);
                }
            }
        }
        self.targets.sort_unstable();
        self.made.clear();
        for &to in &self.targets {
            let (cost, via) = core::mem::replace(&mut self.best[to as usize], (NONE, 0));
            self.made.push(Shortcut { to, cost, via });
        }
        Ok(())
    }

    /// Takes over the shortcuts found, and marks the nodes that depend on them: those at the end of old and new ones.
    fn replace(&mut self, node: u32) {
        for i in 0..self.up.row(node).len() {
            let to = self.up.row(node)[i].to;
            self.mark(to);
            if self.made.binary_search_by_key(&to, |made| made.to).is_err() {
                self.below[to as usize].retain(|&below| below != node);
            }
        }
        for i in 0..self.made.len() {
            let to = self.made[i].to;
            if self.between(node, to).is_none() {
                self.mark(to);
                self.below[to as usize].push(node);
            }
        }
        self.up.set(node, &self.made);
    }

    pub(crate) fn bytes(&self) -> usize {
        let below = self.below.iter().map(|list| list.capacity() * 4);
        self.up.bytes()
            + self.below.capacity() * size_of::<Vec<u32>>()
            + below.sum::<usize>()
            + (self.dirty.capacity() + self.best.capacity()) * 8
            + self.targets.capacity() * 4
            + self.changed.capacity()
            + self.made.capacity() * size_of::<Shortcut>()
    }
}
