//! Places: from a node's own coordinates to the stage and back.

use super::{Node, NodeId, Stage, StageError, motion::Pose};
use core::f32::consts::FRAC_PI_2;
use motile_geom::{Affine2, Affine2Ext, Mat2, Vec2, Vec2Ext, angle, ops};

impl Node {
    /// From the node's own coordinates to those of its parent: scale, then skew, then turn, then move.
    pub fn transform(&self) -> Affine2 {
        Pose::of(self).transform(self.skew)
    }

    /// Places the node by a transform to its parent's coordinates. Position, scale, rotation and
    /// `skew.x` are set to give it, up to rounding.
    pub fn set_transform(&mut self, transform: Affine2) {
        let (position, scale, rotation) = transform.to_parts();
        let y_axis = transform.matrix2.y_axis * scale.y.signum();
        let lean = angle::difference(y_axis.angle(), rotation + FRAC_PI_2);
        let has_y = y_axis != Vec2::ZERO;
        self.skew = Vec2::new(if has_y { lean } else { 0.0 }, 0.0);
        (self.position, self.scale, self.rotation) = (position, scale, rotation);
    }
}

impl Pose {
    #[inline]
    pub(crate) fn transform(&self, skew: Vec2) -> Affine2 {
        let matrix = if skew != Vec2::ZERO {
            Affine2::from_parts(Vec2::ZERO, self.scale, self.rotation, skew).matrix2
        } else if self.rotation == 0.0 {
            Mat2::from_diagonal(self.scale)
        } else {
            let (sin, cos) = ops::sin_cos(self.rotation);
            let (x, y) = (self.scale.x, self.scale.y);
            Mat2::from_cols(Vec2::new(cos * x, sin * x), Vec2::new(-sin * y, cos * y))
        };
        Affine2::from_mat2_translation(matrix, self.position)
    }
}

impl Stage {
    /// From a node's own coordinates to those of the stage.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn global_transform(&self, id: NodeId) -> Result<Affine2, StageError> {
        self.global_transform_at(id, 1.0)
    }

    /// As [`Stage::global_transform`], between the last two ticks.
    pub(crate) fn global_transform_at(
        &self,
        id: NodeId,
        alpha: f32,
    ) -> Result<Affine2, StageError> {
        let mut transform = Affine2::IDENTITY;
        let mut at = Some(id);
        while let Some(id) = at {
            let skew = self.get(id)?.skew;
            transform = self.pose(id, alpha).transform(skew) * transform;
            at = self.parent(id)?;
        }
        Ok(transform)
    }

    /// A point of a node's own coordinates as seen on the stage.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node.
    pub fn to_global(&self, id: NodeId, point: Vec2) -> Result<Vec2, StageError> {
        Ok(self.global_transform(id)?.transform_point2(point))
    }

    /// A point of the stage in a node's own coordinates.
    ///
    /// # Errors
    /// [`StageError::Stale`] when there is no such node, [`StageError::Flat`] when its transform
    /// cannot be inverted, as with a scale of 0.
    pub fn to_local(&self, id: NodeId, point: Vec2) -> Result<Vec2, StageError> {
        Ok(self.inverse_transform(id)?.transform_point2(point))
    }

    /// From the coordinates of the stage to a node's own. Inverted level by level, so that rounding
    /// cannot hide a flat ancestor.
    pub(crate) fn inverse_transform(&self, id: NodeId) -> Result<Affine2, StageError> {
        let mut inverse = Affine2::IDENTITY;
        let mut at = Some(id);
        while let Some(level) = at {
            let local = self.get(level)?.transform();
            inverse *= local.checked_inverse().ok_or(StageError::Flat(id))?;
            at = self.parent(level)?;
        }
        Ok(inverse)
    }

    /// A point of one node's coordinates in those of another.
    ///
    /// # Errors
    /// As [`Stage::to_local`], for either node.
    pub fn convert(&self, from: NodeId, to: NodeId, point: Vec2) -> Result<Vec2, StageError> {
        self.to_local(to, self.to_global(from, point)?)
    }

    /// As [`Stage::move_under`], but the node stays where it is on the screen, up to rounding.
    ///
    /// # Errors
    /// Those of [`Stage::move_under`], and [`StageError::Flat`] when the new parent's transform
    /// cannot be inverted; then nothing changes.
    pub fn move_under_in_place(&mut self, id: NodeId, parent: NodeId) -> Result<(), StageError> {
        let place = self.global_transform(id)?;
        let to_parent = self.inverse_transform(parent)?;
        self.move_under(id, parent)?;
        self[id].set_transform(to_parent * place);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    fn nested() -> (Stage, NodeId, NodeId) {
        let mut stage = Stage::new(200, 200).unwrap();
        let mut outer = Node::group().at(50.0, 20.0).with_scale(2.0).with_rotation(0.5);
        outer.skew = vec2(0.2, 0.0);
        let outer = stage.add(outer);
        let inner = Node::group().at(10.0, 5.0).with_rotation(-1.2).with_stretch(1.0, -0.5);
        let inner = stage.add_to(outer, inner).unwrap();
        (stage, outer, inner)
    }

    #[test]
    fn there_and_back_again() {
        let (stage, outer, inner) = nested();
        for point in [Vec2::ZERO, vec2(3.0, -7.0), vec2(100.0, 1.0)] {
            let global = stage.to_global(inner, point).unwrap();
            assert!((stage.to_local(inner, global).unwrap() - point).length() < 1e-3);
            let in_outer = stage[inner].transform().transform_point2(point);
            assert!((stage.convert(inner, outer, point).unwrap() - in_outer).length() < 1e-3);
        }
    }

    #[test]
    fn composition_is_parent_after_child() {
        let (stage, outer, inner) = nested();
        let expected = stage[outer].transform() * stage[inner].transform();
        assert!(stage.global_transform(inner).unwrap().abs_diff_eq(expected, 1e-5));
    }

    #[test]
    fn a_flat_node_has_no_inside() {
        let (mut stage, outer, inner) = nested();
        stage[outer].scale.x = 0.0;
        assert_eq!(stage.to_local(inner, Vec2::ONE).unwrap_err(), StageError::Flat(inner));
        let other = stage.add(Node::group());
        assert!(stage.move_under_in_place(other, outer).is_err());
        assert_eq!(stage.parent(other).unwrap(), Some(stage.root()));
    }

    #[test]
    fn reparenting_in_place_keeps_the_screen() {
        let (mut stage, outer, inner) = nested();
        let before = stage.global_transform(inner).unwrap();
        let other =
            stage.add(Node::group().at(-30.0, 8.0).with_rotation(2.0).with_stretch(-1.5, 0.7));
        stage.move_under_in_place(inner, other).unwrap();
        assert!(stage.global_transform(inner).unwrap().abs_diff_eq(before, 1e-3));
        stage.move_under(inner, outer).unwrap();
        assert!(!stage.global_transform(inner).unwrap().abs_diff_eq(before, 1e-3));
    }
}
