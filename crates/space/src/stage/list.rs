//! Who holds whom, and in which order.

use super::{Panel, PanelId, Space3d, SpaceError};
use crate::{Pose, QuatExt};
use motile_geom::{Vec2, Vec3, glam::Quat};
use motile_stage::{Node, NodeId, Stage, StageError};

impl Space3d {
    /// The panel that holds another one; none for those that nothing holds and for an unknown id.
    pub fn parent(&self, id: PanelId) -> Option<PanelId> {
        self.panels.get(id)?.parent
    }

    /// The place of a panel in its list, 0 at the back; none for an unknown id.
    pub fn place(&self, id: PanelId) -> Option<u32> {
        let siblings = self.siblings(self.panels.get(id)?.parent);
        siblings.iter().position(|&one| one == id).map(|place| place as u32)
    }

    /// Adds a panel at a place of the list of those that nothing holds, 0 at the back; places beyond the end mean the front.
    #[doc(alias = "addChildAt")]
    pub fn insert(&mut self, place: u32, panel: impl Into<Panel>) -> PanelId {
        let id = self.add(panel);
        self.put(id, place);
        id
    }

    /// Puts a panel at a place of its list, 0 at the back; places beyond the end mean the front.
    ///
    /// # Errors
    /// [`SpaceError::Stale`] when there is no such panel.
    #[doc(alias = "setChildIndex")]
    pub fn set_place(&mut self, id: PanelId, place: u32) -> Result<(), SpaceError> {
        self.known(id)?;
        self.put(id, place);
        Ok(())
    }

    /// Exchanges the places of two panels with the same holder.
    ///
    /// # Errors
    /// [`SpaceError::Stale`] for a missing panel, [`SpaceError::NotSiblings`] when the holders differ.
    #[doc(alias = "swapChildren")]
    pub fn swap(&mut self, a: PanelId, b: PanelId) -> Result<(), SpaceError> {
        self.known(a)?;
        self.known(b)?;
        if self.parent(a) != self.parent(b) {
            return Err(SpaceError::NotSiblings(a, b));
        }
        if let (Some(first), Some(second)) = (self.place(a), self.place(b)) {
            self.siblings_mut(self.parent(a)).swap(first as usize, second as usize);
        }
        Ok(())
    }

    /// Moves a panel, with what it holds, to another holder, or to those that nothing holds: in front of the others, also when it is there
    /// already. It keeps its pose, so it moves with the new holder.
    ///
    /// # Errors
    /// [`SpaceError::Stale`] for a missing panel, [`SpaceError::Cycle`] when the holder is the panel itself or held by it.
    #[doc(alias = "addChild")]
    #[doc(alias = "reparent")]
    pub fn move_under(&mut self, id: PanelId, holder: Option<PanelId>) -> Result<(), SpaceError> {
        self.known(id)?;
        let mut above = holder;
        while let Some(one) = above {
            self.known(one)?;
            if one == id {
                return Err(SpaceError::Cycle { panel: id, holder: holder.unwrap_or(id) });
            }
            above = self.parent(one);
        }
        let before = self.parent(id);
        self.siblings_mut(before).retain(|&one| one != id);
        self.siblings_mut(holder).push(id);
        self.panels[id].parent = holder;
        Ok(())
    }

    /// Copies a node of a stage and what is below it into the space, as panels in the picture plane: from there each has a depth and turns about three
    /// axes. Returns the panel of the node itself; the others are what it holds, in the same order. The node's own position counts
    /// from its parent.
    ///
    /// Position, scale, rotation, alpha, visibility, blend mode, filters, masks within the copied nodes and content come along. What a stage does to a node *and* its children at once
    /// happens to each panel by itself here: alpha, blend modes and filters. Skew has no counterpart and is left out.
    ///
    /// ```
    /// use motile_space::Space3d;
    /// use motile_stage::{Node, Shape, Stage};
    /// use motile_pixels::Color;
    /// let mut stage = Stage::new(400, 300)?;
    /// let sign = stage.add(Node::group().at(200.0, 150.0));
    /// stage.add_to(sign, Shape::rect(90.0, 50.0).fill(Color::ORANGE))?;
    /// let mut space = Space3d::new(stage.size());
    /// let sign = space.add_node(&stage, sign)?;
    /// space[sign].pose = space[sign].pose.with_angles(0.0, 0.8, 0.0);
    /// assert_eq!(space.children(sign).len(), 1);
    /// # Ok::<(), motile_stage::StageError>(())
    /// ```
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn add_node(&mut self, stage: &Stage, node: NodeId) -> Result<PanelId, StageError> {
        let top = self.add(Panel::from_node(stage.get(node)?));
        let mut copies = vec![(node, top)];
        let mut next = 0;
        while let Some(&(node, panel)) = copies.get(next) {
            next += 1;
            for &child in stage.children(node)? {
                let copy = Panel::from_node(stage.get(child)?);
                // The holder was added just now.
                if let Ok(copy) = self.add_to(panel, copy) {
                    copies.push((child, copy));
                }
            }
        }
        for &(node, panel) in &copies {
            if let Some(mask) = stage.get(node)?.mask {
                let copied = copies.iter().find(|copy| copy.0 == mask);
                self[panel].mask = copied.map(|copy| copy.1);
            }
        }
        Ok(top)
    }

    fn known(&self, id: PanelId) -> Result<(), SpaceError> {
        if self.panels.contains(id) { Ok(()) } else { Err(SpaceError::Stale(id)) }
    }

    fn siblings(&self, holder: Option<PanelId>) -> &[PanelId] {
        match holder.and_then(|holder| self.panels.get(holder)) {
            Some(entry) => &entry.children,
            None => &self.roots,
        }
    }

    fn siblings_mut(&mut self, holder: Option<PanelId>) -> &mut Vec<PanelId> {
        match holder.and_then(|holder| self.panels.get_mut(holder)) {
            Some(entry) => &mut entry.children,
            None => &mut self.roots,
        }
    }

    /// Puts a panel that is there at a place of its list.
    fn put(&mut self, id: PanelId, place: u32) {
        let siblings = self.siblings_mut(self.parent(id));
        siblings.retain(|&one| one != id);
        let place = (place as usize).min(siblings.len());
        siblings.insert(place, id);
    }
}

impl Panel {
    /// A panel in the picture plane that looks as a node of a stage does, without what is below it and without its mask; see
    /// [`Space3d::add_node`] for those. Skew has no counterpart and is left out.
    pub fn from_node(node: &Node) -> Self {
        let Node { position: Vec2 { x, y }, scale, rotation, .. } = *node;
        let pose = Pose::new(x, y, 0.0).with_rotation(Quat::about(Vec3::Z, rotation));
        Self {
            pose: Pose { scale: scale.extend(1.0), ..pose },
            alpha: node.alpha,
            visible: node.visible,
            blend: node.blend.clone(),
            filters: node.filters.clone(),
            ..Self::new(node.content.clone())
        }
    }
}
