//! Parents, children and their order.

use super::{Node, NodeId, ROOT, Stage, StageError};

impl Stage {
    /// The parent of a node; `None` for the root.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn parent(&self, id: NodeId) -> Result<Option<NodeId>, StageError> {
        let parent = self.slot(id)?.parent;
        Ok((id != ROOT).then_some(parent))
    }

    /// The children of a node in paint order: the last one is on top.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn children(&self, id: NodeId) -> Result<&[NodeId], StageError> {
        Ok(&self.slot(id)?.children)
    }

    /// Hangs a node with everything below it under another parent, on top of its other children. It
    /// keeps its place in the coordinates of its parent, so on the screen it moves with the new one;
    /// [`Stage::move_under_in_place`] keeps the place on the screen.
    ///
    /// # Errors
    /// [`StageError::Stale`] for a missing node, [`StageError::Cycle`] when `parent` is the node
    /// itself or lies below it, [`StageError::Root`] for the root.
    pub fn move_under(&mut self, id: NodeId, parent: NodeId) -> Result<(), StageError> {
        let old = self.parent(id)?.ok_or(StageError::Root)?;
        self.slot(parent)?;
        if self.is_below(parent, id) {
            return Err(StageError::Cycle { node: id, parent });
        }
        self.children_mut(old).retain(|&child| child != id);
        self.children_mut(parent).push(id);
        self.slots[id].parent = parent;
        self.changed();
        Ok(())
    }

    /// Paints a node after (on top of) its siblings.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn to_front(&mut self, id: NodeId) -> Result<(), StageError> {
        self.set_position_among(id, usize::MAX)
    }

    /// Paints a node before (below) its siblings.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn to_back(&mut self, id: NodeId) -> Result<(), StageError> {
        self.set_position_among(id, 0)
    }

    /// Puts a node at a place among its siblings, 0 at the back; places beyond the end mean the front.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn set_place(&mut self, id: NodeId, place: u32) -> Result<(), StageError> {
        self.set_position_among(id, place as usize)
    }

    /// The place of a node among its siblings, 0 at the back.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn place(&self, id: NodeId) -> Result<u32, StageError> {
        let Some(parent) = self.parent(id)? else { return Ok(0) };
        Ok(self.position_among(parent, id) as u32)
    }

    /// Exchanges the places of two nodes with the same parent.
    ///
    /// # Errors
    /// [`StageError::Stale`] for a missing node, [`StageError::NotSiblings`] when the parents differ.
    pub fn swap(&mut self, a: NodeId, b: NodeId) -> Result<(), StageError> {
        let (parent_a, parent_b) = (self.parent(a)?, self.parent(b)?);
        if parent_a != parent_b {
            return Err(StageError::NotSiblings(a, b));
        }
        let Some(parent) = parent_a else { return Ok(()) };
        let (a, b) = (self.position_among(parent, a), self.position_among(parent, b));
        self.children_mut(parent).swap(a, b);
        self.changed();
        Ok(())
    }

    /// Sorts the children of a node by a key, smallest at the back. Equal keys keep their order, and
    /// an order that is right already counts as no change. Allocates nothing for a list that is
    /// nearly sorted; compare floats by their own order, as in `|node| Depth(node.position.y)`, or
    /// use [`Stage::sort_children_by_f32`].
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn sort_children_by_key<K: Ord>(
        &mut self,
        id: NodeId,
        mut key: impl FnMut(&Node) -> K,
    ) -> Result<(), StageError> {
        self.slot(id)?;
        let mut children = core::mem::take(self.children_mut(id));
        let mut key_of = |child: &NodeId| key(&self.slots[*child].node);
        if !children.is_sorted_by_key(&mut key_of) {
            children.sort_by_key(key_of);
            self.changed();
        }
        *self.children_mut(id) = children;
        Ok(())
    }

    /// Sorts the children of a node by a number, smallest at the back, in the total order of floats.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn sort_children_by_f32(
        &mut self,
        id: NodeId,
        mut key: impl FnMut(&Node) -> f32,
    ) -> Result<(), StageError> {
        self.sort_children_by_key(id, |node| {
            // The bits of a float, as integers in the order of the floats.
            let bits = key(node).to_bits() as i32;
            bits ^ (((bits >> 31) as u32) >> 1) as i32
        })
    }

    /// Whether a node is `ancestor` or lies somewhere below it.
    pub(super) fn is_below(&self, mut id: NodeId, ancestor: NodeId) -> bool {
        while id != ancestor {
            if id == ROOT {
                return false;
            }
            id = self.slots[id].parent;
        }
        true
    }

    fn set_position_among(&mut self, id: NodeId, place: usize) -> Result<(), StageError> {
        let Some(parent) = self.parent(id)? else { return Ok(()) };
        let from = self.position_among(parent, id);
        let siblings = self.children_mut(parent);
        let to = place.min(siblings.len() - 1);
        if from < to {
            siblings[from..=to].rotate_left(1);
        } else {
            siblings[to..=from].rotate_right(1);
        }
        if from != to {
            self.changed();
        }
        Ok(())
    }

    fn position_among(&self, parent: NodeId, id: NodeId) -> usize {
        let siblings = &self.slots[parent].children;
        siblings.iter().position(|&child| child == id).unwrap_or(0)
    }

    fn children_mut(&mut self, id: NodeId) -> &mut Vec<NodeId> {
        &mut self.slots[id].children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> (Stage, [NodeId; 4]) {
        let mut stage = Stage::new(10, 10).unwrap();
        let ids = [3.0, 1.0, 2.0, -1.0].map(|x| stage.add(Node::group().at(x, 0.0)));
        (stage, ids)
    }

    fn order(stage: &Stage) -> Vec<f32> {
        let children = stage.children(stage.root()).unwrap();
        children.iter().map(|&id| stage[id].position.x).collect()
    }

    #[test]
    fn front_back_swap_and_places() {
        let (mut stage, [a, b, c, d]) = four();
        stage.to_front(a).unwrap();
        assert_eq!(order(&stage), [1.0, 2.0, -1.0, 3.0]);
        stage.to_back(d).unwrap();
        assert_eq!(order(&stage), [-1.0, 1.0, 2.0, 3.0]);
        stage.swap(b, c).unwrap();
        assert_eq!(order(&stage), [-1.0, 2.0, 1.0, 3.0]);
        stage.set_place(a, 1).unwrap();
        assert_eq!(order(&stage), [-1.0, 3.0, 2.0, 1.0]);
        assert_eq!(stage.place(b).unwrap(), 3);
        let before = stage.revision();
        stage.to_back(d).unwrap();
        assert_eq!(stage.revision(), before, "already there: no change");
    }

    #[test]
    fn sorting_is_stable_and_total() {
        let (mut stage, [a, ..]) = four();
        stage.sort_children_by_f32(stage.root(), |node| node.position.x).unwrap();
        assert_eq!(order(&stage), [-1.0, 1.0, 2.0, 3.0]);
        stage[a].position.x = f32::NAN;
        stage.sort_children_by_f32(stage.root(), |node| -node.position.x).unwrap();
        assert_eq!(order(&stage)[1..], [2.0, 1.0, -1.0]);
        assert!(order(&stage)[0].is_nan(), "the negated NaN sorts below everything");
        stage.sort_children_by_key(stage.root(), |_| 0).unwrap();
        assert_eq!(order(&stage)[1..], [2.0, 1.0, -1.0]);
    }

    #[test]
    fn a_node_cannot_go_below_itself() {
        let (mut stage, [a, b, c, _]) = four();
        stage.move_under(b, a).unwrap();
        stage.move_under(c, b).unwrap();
        assert_eq!(stage.move_under(a, c).unwrap_err(), StageError::Cycle { node: a, parent: c });
        assert_eq!(stage.move_under(a, a).unwrap_err(), StageError::Cycle { node: a, parent: a });
        assert_eq!(stage.move_under(stage.root(), a).unwrap_err(), StageError::Root);
        assert_eq!(stage.swap(a, b).unwrap_err(), StageError::NotSiblings(a, b));
        assert_eq!(stage.parent(c).unwrap(), Some(b));
        assert_eq!(stage.children(a).unwrap(), [b]);
        assert_eq!(stage.parent(stage.root()).unwrap(), None);
    }
}
