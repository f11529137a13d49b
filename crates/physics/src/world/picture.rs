//! Pictures on sticks.

use motile_geom::{Affine2, Mat2, Vec2, Vec2Ext};

/// The transform that lays a picture of this size in pixels along a stick: the middle of its left edge on `a`, that of
/// its right edge on `b`, as wide as the stick and as high as it is. A picture without a width lies on `a` unscaled.
///
/// ```
/// use motile_geom::vec2;
/// use motile_physics::world::picture_on_stick;
///
/// let bone = picture_on_stick(vec2(0.0, 0.0), vec2(3.0, 4.0), vec2(10.0, 2.0));
/// assert!(bone.transform_point2(vec2(0.0, 1.0)).distance(vec2(0.0, 0.0)) < 1e-6);
/// assert!(bone.transform_point2(vec2(10.0, 1.0)).distance(vec2(3.0, 4.0)) < 1e-6);
/// ```
pub fn picture_on_stick(a: Vec2, b: Vec2, picture: Vec2) -> Affine2 {
    let direction = (b - a).normalized();
    let down = direction.perp();
    let scale = if picture.x > 0.0 { a.distance(b) / picture.x } else { 1.0 };
    Affine2 {
        matrix2: Mat2::from_cols(direction * scale, down),
        translation: a - down * (picture.y * 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn check_6_41_stick_graphic() {
        let bone = picture_on_stick(Vec2::ZERO, vec2(3.0, 4.0), vec2(10.0, 2.0));
        let (x_axis, y_axis) = (bone.matrix2.x_axis, bone.matrix2.y_axis);
        assert!((x_axis.angle() - 0.927_295_2).abs() < 1e-6);
        assert!((x_axis.length() - 0.5).abs() < 1e-6 && (y_axis.length() - 1.0).abs() < 1e-6);
        // The middle of the left edge stays at the first end.
        assert!(bone.transform_point2(vec2(0.0, 1.0)).length() < 1e-6);
        assert!(picture_on_stick(Vec2::ONE, Vec2::ONE, Vec2::ZERO).is_finite());
    }
}
