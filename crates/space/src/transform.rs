//! Places in space: a matrix and a shift.

use crate::{Pose, QuatExt};
use core::ops::Mul;
use motile_geom::{
    Vec3,
    glam::{Mat3, Quat},
};

/// From one space to another: points are multiplied by the matrix, then shifted. What glam calls `Affine3A`, without the
/// vector units of the processor, so that the bits are the same everywhere.
///
/// `outer * inner` is `inner` first, as with matrices.
#[doc(alias = "Matrix3D")]
#[doc(alias = "Affine3")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform3 {
    /// Where the axes go.
    pub matrix: Mat3,
    /// Where the origin goes.
    pub translation: Vec3,
}

impl Default for Transform3 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform3 {
    /// Everything stays where it is.
    pub const IDENTITY: Self = Self { matrix: Mat3::IDENTITY, translation: Vec3::ZERO };

    /// A shift.
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { matrix: Mat3::IDENTITY, translation }
    }

    /// A turn about an axis through a point, by an angle in radians, clockwise as seen along the axis. An axis without length turns nothing.
    #[doc(alias = "appendRotation")]
    #[doc(alias = "pivot")]
    pub fn from_turn(axis: Vec3, angle: f32, pivot: Vec3) -> Self {
        let matrix = Quat::about(axis, angle).matrix();
        Self { matrix, translation: pivot - matrix * pivot }
    }

    /// Factors along the axes, from the origin.
    pub fn from_scale(scale: Vec3) -> Self {
        Self { matrix: Mat3::from_diagonal(scale), translation: Vec3::ZERO }
    }

    /// A part of the way to another transform, 0…1: places and sizes straight, the turn evenly the shorter way round. What leans is lost, as in
    /// [`Pose::from_transform`]. None when one of them is flat or not finite.
    #[doc(alias = "interpolate")]
    pub fn lerp(&self, to: &Self, part: f32) -> Option<Self> {
        Some(Pose::from_transform(self)?.lerp(&Pose::from_transform(to)?, part).transform())
    }

    /// Moves many points at once, in place.
    #[doc(alias = "transformVectors")]
    pub fn points(&self, points: &mut [Vec3]) {
        for point in points {
            *point = self.point(*point);
        }
    }

    /// Where a point goes.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.matrix * point + self.translation
    }

    /// Where a direction goes: the shift does not count.
    #[doc(alias = "deltaTransformVector")]
    pub fn direction(&self, direction: Vec3) -> Vec3 {
        self.matrix * direction
    }

    /// The way back; none when the matrix is flat or not finite.
    pub fn checked_inverse(&self) -> Option<Self> {
        let size =
            self.matrix.x_axis.length() * self.matrix.y_axis.length() * self.matrix.z_axis.length();
        let volume = self.matrix.determinant();
        if !volume.is_finite() || volume.abs() <= 1e-9 * size {
            return None;
        }
        let matrix = self.matrix.inverse();
        let inverse = Self { matrix, translation: -(matrix * self.translation) };
        inverse.is_finite().then_some(inverse)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.matrix.is_finite() && self.translation.is_finite()
    }
}

impl Mul for Transform3 {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        Self { matrix: self.matrix * inner.matrix, translation: self.point(inner.translation) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::PI;
    use motile_geom::vec3;

    #[test]
    fn d3_31_turns_about_a_pivot_and_ways_between_transforms() {
        let pivot = vec3(100.0, 20.0, -30.0);
        let door = Transform3::from_turn(Vec3::Y, PI * 0.5, pivot);
        assert!((door.point(pivot) - pivot).length() < 1e-4);
        // x goes to −z, the pivot staying.
        assert!((door.point(pivot + Vec3::X) - (pivot - Vec3::Z)).length() < 1e-4);
        let mut points = [pivot, Vec3::ZERO, vec3(1.0, 2.0, 3.0)];
        let each = points.map(|point| door.point(point));
        door.points(&mut points);
        assert_eq!(points, each);
        // The matrix has what else there is: its determinant, its transposed.
        let both = Transform3::from_scale(vec3(2.0, 3.0, 4.0)) * door;
        assert!((both.matrix.determinant() - 24.0).abs() < 1e-4);
        assert!((door.matrix.transpose() * door.matrix * Vec3::ONE - Vec3::ONE).length() < 1e-5);
        // Halfway to the open door is open by half, from both sides.
        let half = Transform3::IDENTITY.lerp(&door, 0.5).unwrap();
        let ajar = Transform3::from_turn(Vec3::Y, PI * 0.25, Vec3::ZERO);
        assert!((half.direction(Vec3::X) - ajar.direction(Vec3::X)).length() < 1e-5);
        assert!((half.translation - door.translation * 0.5).length() < 1e-3);
        let back = door.lerp(&Transform3::IDENTITY, 0.5).unwrap();
        assert!((back.point(pivot) - half.point(pivot)).length() < 1e-3);
        assert!(Transform3::from_scale(Vec3::ZERO).lerp(&door, 0.5).is_none());
    }

    #[test]
    fn t7_25_to_27_and_d3_23_containers_add_up() {
        let holder = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, PI, 0.0).transform();
        let child = holder * Pose::new(0.0, 0.0, 200.0).transform();
        assert!((child.translation.z + 200.0).abs() < 1e-4);
        let third = Pose::IDENTITY.with_angles(0.0, PI / 6.0, 0.0).transform();
        let whole = Pose::IDENTITY.with_angles(0.0, PI / 2.0, 0.0).transform();
        let point = vec3(100.0, 20.0, 3.0);
        let nested = (third * third * third).point(point);
        assert!((nested - whole.point(point)).length() < 1e-4, "{nested}");
        // What stands beside the middle of a holder that spins goes round it, at its distance; what stands behind it too.
        for start in [vec3(200.0, 0.0, 0.0), vec3(0.0, 0.0, 200.0)] {
            for step in 0..12 {
                let angle = PI / 6.0 * step as f32;
                let holder = Pose::new(400.0, 400.0, 0.0).with_angles(0.0, angle, 0.0);
                let child = (holder.transform() * Transform3::from_translation(start)).translation;
                let off = child - vec3(400.0, 400.0, 0.0);
                assert!((off.length() - 200.0).abs() < 1e-3 && off.y.abs() < 1e-3, "{off}");
                let turned = motile_geom::ops::atan2(start.z, start.x) - angle;
                let (sin, cos) = motile_geom::ops::sin_cos(turned);
                assert!((off - vec3(cos, 0.0, sin) * 200.0).length() < 1e-2, "{off}");
            }
        }
    }

    #[test]
    fn flat_ones_have_no_way_back() {
        let pose = Pose::new(1.0, 2.0, 3.0).with_angles(0.4, 0.5, 0.6).with_scale(3.0);
        let back = pose.transform().checked_inverse().unwrap();
        let there = back.point(pose.transform().point(vec3(7.0, 8.0, 9.0)));
        assert!((there - vec3(7.0, 8.0, 9.0)).length() < 1e-4);
        let flat = Pose { scale: vec3(1.0, 0.0, 1.0), ..pose };
        assert!(flat.transform().checked_inverse().is_none());
        let broken = Pose::new(f32::NAN, 0.0, 0.0);
        assert!(broken.transform().checked_inverse().is_none());
    }
}
