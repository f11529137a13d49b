//! What every corner knows of the hubs above it.

use crate::prepared::{graph::NONE, rows::Rows, slim::Slim};

/// A hub that a node knows: the true cost of the path there, which leads upwards only, and its first node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hub {
    pub(crate) node: u32,
    pub(crate) cost: u32,
    /// The node after this one; itself when it is the hub.
    pub(crate) next: u32,
}

/// Hub labels (Abraham, Delling, Goldberg and Werneck 2012): any two nodes that are connected have a hub in common
/// which lies on a cheapest path between them, so that a query reads two lists and searches nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    /// Hubs of each node, by rising number, the node itself last.
    rows: Rows<Hub>,
    /// Cost and next node of the label at work, by hub.
    best: Vec<(u32, u32)>,
    hubs: Vec<u32>,
    made: Vec<Hub>,
    /// Whether there are labels for all nodes.
    complete: bool,
    /// Nodes whose label has changed.
    changed: Vec<bool>,
    /// Whether labels are repaired: what depends on no change stays as it is.
    is_repair: bool,
}

impl Labels {
    /// This many nodes, none of them computed.
    pub(crate) fn reset(&mut self, count: u32) {
        self.rows.reset(count);
        self.best.clear();
        self.begin_repair(count);
        self.is_repair = false;
    }

    /// The nodes of before, perhaps with some more, to be computed where something has changed.
    pub(crate) fn begin_repair(&mut self, count: u32) {
        self.rows.grow(count);
        self.best.resize(count as usize, (NONE, NONE));
        self.changed.clear();
        self.changed.resize(count as usize, false);
        (self.complete, self.is_repair) = (false, true);
    }

    pub(crate) fn finish(&mut self) {
        self.complete = true;
    }

    pub(crate) const fn complete(&self) -> bool {
        self.complete
    }

    #[inline(always)]
    pub(crate) fn row(&self, node: u32) -> &[Hub] {
        self.rows.row(node)
    }

    /// Entries of all labels together.
    pub(crate) fn count(&self) -> u32 {
        self.rows.len()
    }

    pub(crate) fn count_bytes(&self) -> u64 {
        u64::from(self.count()) * size_of::<Hub>() as u64
    }

    /// Whether labels were there already, for all nodes, before this round.
    pub(crate) const fn is_repair(&self) -> bool {
        self.is_repair
    }

    /// Brings the label of a node up to date after all those of smaller number.
    pub(crate) fn update(&mut self, slim: &Slim, node: u32) {
        // Every label has the node itself; a new node has none.
        let is_new = self.rows.row(node).is_empty();
        if !is_new && !slim.has_changed(node) && !self.depends_on_change(slim, node) {
            return;
        }
        self.compute(slim, node);
        self.changed[node as usize] = self.rows.row(node) != self.made;
        self.rows.set(node, &self.made);
    }

    /// Whether the label of one of the nodes has changed that may become hubs of a node. Asking is far cheaper than finding
    /// out which of them are left.
    fn depends_on_change(&self, slim: &Slim, node: u32) -> bool {
        slim.up(node).iter().any(|&(above, _)| {
            self.rows.row(above).iter().any(|hub| self.changed[hub.node as usize])
        })
    }

    /// Finds the label of a node: the labels at the ends of its shortcuts, without the
    /// hubs to which another one leads for less.
    fn compute(&mut self, slim: &Slim, node: u32) {
        self.hubs.clear();
        for &(above, first) in slim.up(node) {
            for hub in self.rows.row(above) {
                let (cost, best) =
                    (first.saturating_add(hub.cost), &mut self.best[hub.node as usize]);
                if best.0 == NONE {
                    self.hubs.push(hub.node);
                }
                if cost < best.0 {
                    *best = (cost, above);
                }
            }
        }
        self.hubs.sort_unstable();
        self.made.clear();
        for &hub in &self.hubs {
            let (cost, next) = self.best[hub as usize];
            let cheaper = self.rows.row(hub).iter().any(|over| {
                over.node != hub && self.best[over.node as usize].0.saturating_add(over.cost) < cost
            });
            if !cheaper {
                self.made.push(Hub { node: hub, cost, next });
            }
        }
        self.made.push(Hub { node, cost: 0, next: node });
        for &hub in &self.hubs {
            self.best[hub as usize] = (NONE, NONE);
        }
    }

    /// Calls `visit` with the nodes of the path from a node up to one of its hubs, both included.
    pub(crate) fn climb(&self, from: u32, hub: u32, mut visit: impl FnMut(u32)) {
        let mut node = from;
        loop {
            visit(node);
            let row = self.rows.row(node);
            match row.binary_search_by_key(&hub, |hub| hub.node) {
                Ok(i) if node != hub => node = row[i].next,
                _ => return,
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.rows.bytes()
            + self.best.capacity() * 8
            + self.hubs.capacity() * 4
            + self.changed.capacity()
            + self.made.capacity() * size_of::<Hub>()
    }
}
