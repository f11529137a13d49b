//! The boxes nodes cover.

use super::{Content, NodeId, Stage, StageError};
use motile_geom::{Aabb, Affine2, Affine2Ext};

impl Content {
    /// The box it covers in the node's own coordinates; empty for a group.
    pub fn bounds(&self) -> Aabb {
        match self {
            Self::Group => Aabb::EMPTY,
            Self::Shape(shape) => shape.bounds(),
            Self::Bitmap(bitmap) => bitmap.bounds(),
            Self::Sprite(sprite) => sprite.bounds(),
            Self::Label(label) => label.bounds(),
            Self::Drawing(drawing) => drawing.bounds(),
            Self::Custom(custom) => custom.bounds(),
        }
    }

    /// The box it covers on the device, lines of device width included.
    pub(crate) fn device_bounds(&self, transform: Affine2) -> Aabb {
        match self {
            Self::Shape(shape) => shape.device_bounds(transform),
            Self::Drawing(drawing) => drawing.device_bounds(transform),
            other => transform.transform_aabb(other.bounds()),
        }
    }
}

fn content_bounds(content: &Content, transform: Affine2) -> Aabb {
    transform.transform_aabb(content.bounds())
}

impl Stage {
    /// The box around a node and its visible children, in the node's own coordinates; empty when there
    /// is nothing to see. What filters add is counted, masks are not.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn bounds(&self, id: NodeId) -> Result<Aabb, StageError> {
        self.slot(id)?;
        Ok(self.bounds_by(id, Affine2::IDENTITY, (1.0, 1.0), content_bounds))
    }

    /// The box around a node and its visible children on the stage.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn global_bounds(&self, id: NodeId) -> Result<Aabb, StageError> {
        let place = self.global_transform(id)?;
        Ok(self.bounds_by(id, place, (1.0, 1.0), content_bounds))
    }

    /// The box around a node and its visible children in another node's coordinates.
    ///
    /// # Errors
    /// [`StageError::Stale`] when a node is missing, [`StageError::Flat`] when the other's transform
    /// cannot be inverted.
    pub fn bounds_in(&self, id: NodeId, other: NodeId) -> Result<Aabb, StageError> {
        let place = self.inverse_transform(other)? * self.global_transform(id)?;
        Ok(self.bounds_by(id, place, (1.0, 1.0), content_bounds))
    }

    /// The box a node and its visible children cover on the device, between two ticks; `transform` maps
    /// the node's own coordinates there, and the device has `scale` pixels for one of the stage. Margins of filters
    /// are counted, the node's own excepted.
    pub(crate) fn device_bounds(
        &self,
        id: NodeId,
        transform: Affine2,
        alpha: f32,
        scale: f32,
    ) -> Aabb {
        self.bounds_by(id, transform, (alpha, scale), Content::device_bounds)
    }

    /// The box by a way to measure contents. Filters count in pixels of the stage, of which each is `scale` of the device.
    fn bounds_by(
        &self,
        id: NodeId,
        transform: Affine2,
        (alpha, scale): (f32, f32),
        of: impl Fn(&Content, Affine2) -> Aabb,
    ) -> Aabb {
        let mut bounds = Aabb::EMPTY;
        let mut pending = vec![(id, transform, 0.0)];
        while let Some((id, transform, margin)) = pending.pop() {
            let slot = &self.slots[id];
            bounds = bounds.union(of(&slot.node.content, transform).grown(margin));
            for &child in &slot.children {
                let node = &self.slots[child].node;
                if node.visible {
                    let local = self.pose(child, alpha).transform(node.skew);
                    let around = margin + node.filter_margin() * scale;
                    pending.push((child, transform * local, around));
                }
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Node, Shape};
    use motile_geom::vec2;
    use motile_pixels::Color;

    #[test]
    fn groups_cover_their_visible_children() {
        let mut stage = Stage::new(100, 100).unwrap();
        let group = stage.add(Node::group().at(50.0, 50.0).with_scale(2.0));
        assert!(stage.bounds(group).unwrap().is_empty());
        let square = Shape::rect(10.0, 10.0).fill(Color::RED);
        stage.add_to(group, square.clone().at(0.0, 0.0)).unwrap();
        let far = stage.add_to(group, square.at(20.0, 0.0)).unwrap();
        let near = |a: Aabb, b: Aabb| (a.min - b.min).length() + (a.max - b.max).length() < 1e-3;
        let expected = Aabb::new(vec2(-5.0, -5.0), vec2(25.0, 5.0));
        assert!(near(stage.bounds(group).unwrap(), expected));
        let global = Aabb::new(vec2(40.0, 40.0), vec2(100.0, 60.0));
        assert!(near(stage.global_bounds(group).unwrap(), global));
        assert!(near(
            stage.bounds_in(far, group).unwrap(),
            Aabb::new(vec2(15.0, -5.0), vec2(25.0, 5.0))
        ));
        stage[far].visible = false;
        assert!(near(stage.bounds(group).unwrap(), Aabb::new(vec2(-5.0, -5.0), vec2(5.0, 5.0))));
    }
}
