//! Helpers for affine transforms, with the toolkit's own trigonometry.

use crate::{Aabb, Affine2, Mat2, Vec2, Vec2Ext, ops};

/// Extra methods for [`Affine2`].
pub trait Affine2Ext: Sized {
    /// A turn about the origin in radians, clockwise on the screen.
    fn rotation(angle: f32) -> Self;
    /// Scale, then skew, then turn, then move: the order of a display node. `skew` holds the angles in
    /// radians by which the x axis (`skew.y`) and the y axis (`skew.x`) lean.
    fn from_parts(position: Vec2, scale: Vec2, rotation: f32, skew: Vec2) -> Self;
    /// A matrix by the classic six numbers: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
    fn from_classic(a: f32, b: f32, c: f32, d: f32, tx: f32, ty: f32) -> Self;
    /// The inverse, or `None` when the transform flattens the plane or is not finite.
    fn checked_inverse(&self) -> Option<Self>;
    /// The smallest box around a transformed box.
    fn transform_aabb(&self, aabb: Aabb) -> Aabb;
    /// Position, scale and rotation of a transform without skew; a mirrored one has negative scale.y.
    fn to_parts(&self) -> (Vec2, Vec2, f32);
    /// The offset in whole pixels when the transform is only that.
    fn as_whole_translation(&self) -> Option<crate::IVec2>;
}

impl Affine2Ext for Affine2 {
    fn rotation(angle: f32) -> Self {
        let (sin, cos) = ops::sin_cos(angle);
        Self::from_mat2(Mat2::from_cols(Vec2::new(cos, sin), Vec2::new(-sin, cos)))
    }

    fn from_parts(position: Vec2, scale: Vec2, rotation: f32, skew: Vec2) -> Self {
        let x_axis = Vec2::at_angle(rotation + skew.y) * scale.x;
        let y_axis = Vec2::at_angle(rotation - skew.x).perp() * scale.y;
        Self::from_mat2_translation(Mat2::from_cols(x_axis, y_axis), position)
    }

    fn from_classic(a: f32, b: f32, c: f32, d: f32, tx: f32, ty: f32) -> Self {
        Self::from_cols_array(&[a, b, c, d, tx, ty])
    }

    fn checked_inverse(&self) -> Option<Self> {
        let determinant = self.matrix2.determinant();
        if determinant == 0.0 || !determinant.is_finite() || !self.is_finite() {
            return None;
        }
        Some(self.inverse()).filter(Affine2::is_finite)
    }

    fn transform_aabb(&self, aabb: Aabb) -> Aabb {
        if aabb.is_empty() {
            return Aabb::EMPTY;
        }
        Aabb::around(aabb.corners().map(|corner| self.transform_point2(corner)))
    }

    fn to_parts(&self) -> (Vec2, Vec2, f32) {
        let (x_axis, y_axis) = (self.matrix2.x_axis, self.matrix2.y_axis);
        let flip = if self.matrix2.determinant() < 0.0 { -1.0 } else { 1.0 };
        let scale = Vec2::new(x_axis.length(), y_axis.length() * flip);
        (self.translation, scale, x_axis.angle())
    }

    fn as_whole_translation(&self) -> Option<crate::IVec2> {
        let whole = self.translation.round();
        let fits = whole.abs().max_element() < 1e9;
        (self.matrix2 == Mat2::IDENTITY && whole == self.translation && fits)
            .then(|| whole.as_ivec2())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;
    use core::f32::consts::FRAC_PI_2;

    #[test]
    fn parts_compose_and_come_apart() {
        let m = Affine2::from_parts(vec2(10.0, 20.0), vec2(2.0, -3.0), 0.5, Vec2::ZERO);
        let (position, scale, angle) = m.to_parts();
        assert!((position - vec2(10.0, 20.0)).length() < 1e-5);
        assert!((scale - vec2(2.0, -3.0)).length() < 1e-5);
        assert!((angle - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_quarter_turn_is_clockwise_on_the_screen() {
        let turned = Affine2::rotation(FRAC_PI_2).transform_point2(Vec2::X);
        assert!((turned - Vec2::Y).length() < 1e-6);
    }

    #[test]
    fn degenerate_transforms_have_no_inverse() {
        assert!(Affine2::from_scale(vec2(0.0, 1.0)).checked_inverse().is_none());
        assert!(Affine2::from_scale(vec2(f32::NAN, 1.0)).checked_inverse().is_none());
        let m = Affine2::from_classic(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
        let round_trip = m.checked_inverse().unwrap() * m;
        assert!(round_trip.abs_diff_eq(Affine2::IDENTITY, 1e-4));
    }

    #[test]
    fn whole_translations_are_recognized() {
        let shift = |x, y| Affine2::from_translation(vec2(x, y)).as_whole_translation();
        assert_eq!(shift(3.0, -4.0), Some(crate::ivec2(3, -4)));
        assert_eq!(shift(3.5, 0.0), None);
        assert_eq!(shift(f32::INFINITY, 0.0), None);
    }
}
