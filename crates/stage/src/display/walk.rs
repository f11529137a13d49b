//! Walking the tree.

use super::{NodeId, Stage, StageError};

/// Nodes below a node in paint order; see [`Stage::descendants`].
#[derive(Clone, Debug)]
pub struct Descendants<'a> {
    stage: &'a Stage,
    /// Nodes still to come, the next one last.
    pending: Vec<NodeId>,
}

impl Stage {
    /// All nodes below a node in paint order, parents before their children. Allocates a stack.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn descendants(&self, id: NodeId) -> Result<Descendants<'_>, StageError> {
        let pending = self.slot(id)?.children.iter().rev().copied().collect();
        Ok(Descendants { stage: self, pending })
    }
}

impl Iterator for Descendants<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.pending.pop()?;
        let children = &self.stage.slots[id].children;
        self.pending.extend(children.iter().rev());
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    #[test]
    fn paint_order_is_depth_first() {
        let mut stage = Stage::new(1, 1).unwrap();
        let a = stage.add(Node::group());
        let b = stage.add(Node::group());
        let a1 = stage.add_to(a, Node::group()).unwrap();
        let a2 = stage.add_to(a, Node::group()).unwrap();
        let all: Vec<_> = stage.descendants(stage.root()).unwrap().collect();
        assert_eq!(all, [a, a1, a2, b]);
    }
}
