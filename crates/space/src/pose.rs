//! A pose: where something stands and how it is turned.

use crate::{QuatExt, Transform3, rotation};
use motile_geom::{
    HashState, StateHash, Vec3,
    glam::{Mat3, Quat},
    vec3,
};

/// Where something stands in space, how it is turned and how large it is.
///
/// x goes right, y down and z away from the eye. The turn is a quaternion; angles are a view of it, so that neither can be out of
/// step with the other. Points are scaled, then turned, then moved.
///
/// ```
/// use motile_space::{Pose, math::{Vec3, vec3}};
/// let mut panel = Pose::new(320.0, 240.0, 100.0).with_angles(0.0, 0.5, 0.0);
/// panel.turn(Vec3::Y, 0.25);
/// assert!((panel.angles().y - 0.75).abs() < 1e-6);
/// assert_eq!(panel.transform().point(Vec3::ZERO), vec3(320.0, 240.0, 100.0));
/// ```
#[doc(alias = "transform")]
#[doc(alias = "Orientation3D")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where its origin lies, in the parent's coordinates.
    pub position: Vec3,
    /// How it is turned. Of length 1; [`QuatExt::tidied`] makes others so.
    pub rotation: Quat,
    /// Factors along its own axes; negative ones mirror.
    pub scale: Vec3,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// How a thing is turned to a target; see [`Pose::look_at`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The own axis that goes to the target.
    pub nose: Vec3,
    /// The own axis that keeps as close to `sky` as it can; at right angles to the nose.
    pub up: Vec3,
    /// A direction in the parent's coordinates.
    pub sky: Vec3,
}

impl Default for Aim {
    /// The nose is +y and +z goes to the sky, as things drawn flat were pointed at targets on the classic platform. Such a thing is seen
    /// edge-on when the target is at its own depth; [`Aim::facing`] is not.
    fn default() -> Self {
        Self { nose: Vec3::Y, up: Vec3::Z, sky: -Vec3::Y }
    }
}

impl Aim {
    /// The nose goes to the target while the face keeps to the viewer, who is in this direction: `-Vec3::Z` where nothing is
    /// turned.
    #[doc(alias = "billboard")]
    pub const fn facing(nose: Vec3, viewer: Vec3) -> Self {
        Self { nose, up: vec3(0.0, 0.0, -1.0), sky: viewer }
    }
}

impl Pose {
    /// At the origin, neither turned nor scaled.
    pub const IDENTITY: Self =
        Self { position: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// At a place, neither turned nor scaled.
    pub const fn new(x: f32, y: f32, z: f32) -> Self {
        Self { position: vec3(x, y, z), ..Self::IDENTITY }
    }

    /// At another place.
    pub const fn with_position(self, position: Vec3) -> Self {
        Self { position, ..self }
    }

    /// Turned by angles in radians: about x first, then y, then z, the axes staying as they are.
    #[doc(alias = "euler")]
    pub fn with_angles(self, x: f32, y: f32, z: f32) -> Self {
        Self { rotation: Quat::from_angles(vec3(x, y, z)), ..self }
    }

    /// Turned like this.
    pub const fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// This large, by one factor for all axes.
    pub const fn with_scale(self, scale: f32) -> Self {
        Self { scale: Vec3::splat(scale), ..self }
    }

    /// The angles that make up the turn; see [`QuatExt::angles`].
    pub fn angles(&self) -> Vec3 {
        self.rotation.angles()
    }

    /// Turns it to angles in radians: about x first, then y, then z.
    ///
    /// Adding to two angles every tick is not a turn about two axes: keep the angles yourself for that look, or use [`Pose::turn`].
    pub fn set_angles(&mut self, angles: Vec3) {
        self.rotation = Quat::from_angles(angles);
    }

    /// Turns it on about one of its parent's directions: the axis stays where it is while the thing turns.
    pub fn turn(&mut self, axis: Vec3, angle: f32) {
        self.rotation = Quat::about(axis, angle).after(self.rotation).tidied();
    }

    /// Turns it on about one of its own directions, which turns along: `Vec3::Y` spins a tilted door on its hinge.
    pub fn turn_own(&mut self, axis: Vec3, angle: f32) {
        self.rotation = self.rotation.after(Quat::about(axis, angle)).tidied();
    }

    /// From its own coordinates to its parent's.
    pub fn transform(&self) -> Transform3 {
        let turn = self.rotation.matrix();
        let matrix = Mat3::from_cols(
            turn.x_axis * self.scale.x,
            turn.y_axis * self.scale.y,
            turn.z_axis * self.scale.z,
        );
        Transform3 { matrix, translation: self.position }
    }

    /// The pose that a transform makes, as far as one can: what leans is lost. None when the matrix is flat or not finite.
    #[doc(alias = "decompose")]
    pub fn from_transform(transform: &Transform3) -> Option<Self> {
        transform.checked_inverse()?;
        let m = transform.matrix;
        let mut scale = vec3(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
        if m.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        let x = m.x_axis / scale.x;
        let y = (m.y_axis - x * x.dot(m.y_axis)).normalize_or_zero();
        let rotation = rotation::from_axes(&Mat3::from_cols(x, y, x.cross(y)));
        Some(Self { position: transform.translation, rotation, scale })
    }

    /// A part of the way to another pose: places and sizes straight, the turn evenly the shorter way round (slerp).
    #[doc(alias = "slerp")]
    #[doc(alias = "interpolate")]
    pub fn lerp(&self, to: &Self, part: f32) -> Self {
        Self {
            position: self.position + (to.position - self.position) * part,
            rotation: self.rotation.toward(to.rotation, part),
            scale: self.scale + (to.scale - self.scale) * part,
        }
    }

    /// Turns it so that its nose points to a target in the parent's coordinates and its up axis keeps close to the sky. A target at its own
    /// place changes nothing. When the target lies in the direction of the sky the up axis stays as close as it can to where it was.
    #[doc(alias = "pointAt")]
    pub fn look_at(&mut self, target: Vec3, aim: &Aim) {
        let nose = (target - self.position).normalize_or_zero();
        let own = frame(aim.nose, aim.up);
        let (true, Some(own)) = (nose != Vec3::ZERO, own) else { return };
        let before = self.rotation.turns(aim.up);
        let turned =
            [aim.sky, before, -Vec3::Z, Vec3::X].into_iter().find_map(|sky| frame(nose, sky));
        if let Some(turned) = turned {
            self.rotation = rotation::from_axes(&(turned * own.transpose()));
        }
    }
}

/// Three axes at right angles: along a nose, as close to `up` as can be, and the third. None when both are parallel.
fn frame(nose: Vec3, up: Vec3) -> Option<Mat3> {
    let nose = nose.normalize_or_zero();
    let up = up.normalize_or_zero();
    let side = up - nose * up.dot(nose);
    if side.length().is_nan() || side.length() < 1e-3 || nose == Vec3::ZERO {
        return None;
    }
    // Again: a short rest is at right angles only to the digits it has left.
    let up = side.normalize();
    let up = (up - nose * up.dot(nose)).normalize();
    Some(Mat3::from_cols(nose, up, nose.cross(up)))
}

impl HashState for Pose {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.position, self.rotation.to_array(), self.scale));
    }
}

#[cfg(feature = "anim")]
impl motile_anim::Animate for Pose {
    fn mix(from: &Self, to: &Self, t: f32) -> Self {
        // Ends are reached to the bit.
        if t == 1.0 { *to } else { from.lerp(to, t) }
    }

    /// Moved on, turned on and enlarged.
    fn plus(&self, by: &Self) -> Self {
        Self {
            position: self.position + by.position,
            rotation: by.rotation.after(self.rotation).tidied(),
            scale: self.scale * by.scale,
        }
    }

    fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite() && self.scale.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    fn near(a: Vec3, b: Vec3) {
        assert!((a - b).length() < 3e-6 * (1.0 + b.length()), "{a} {b}");
    }

    #[test]
    fn t7_38_and_d3_39_nose_and_up_as_recorded() {
        let mut pose = Pose::IDENTITY;
        pose.look_at(Vec3::splat(2.0), &Aim::default());
        near(pose.rotation.turns(Vec3::X), vec3(0.707107, 0.0, -0.707107));
        near(pose.rotation.turns(Vec3::Y), Vec3::splat(0.577350));
        near(pose.rotation.turns(Vec3::Z), vec3(0.408248, -0.816497, 0.408248));
    }

    #[test]
    fn t7_39_the_arrow_aims() {
        let mut arrow = Pose::new(400.0, 400.0, 200.0);
        arrow.look_at(vec3(600.0, 400.0, 0.0), &Aim::default());
        let tip = arrow.transform().point(vec3(0.0, 50.0, 0.0));
        near(tip, vec3(435.355339, 400.0, 164.644661));
        assert!((arrow.transform().matrix.determinant() - 1.0).abs() < 1e-5);
        let before = arrow;
        arrow.look_at(arrow.position, &Aim::default());
        assert_eq!(arrow, before);
        arrow.look_at(vec3(400.0, -400.0, 200.0), &Aim::default());
        near(arrow.rotation.turns(Vec3::Y), -Vec3::Y);
        arrow.look_at(Vec3::NAN, &Aim::default());
        assert!(arrow.rotation.is_finite());
    }

    #[test]
    fn w10_a_facing_aim_is_never_edge_on() {
        let mut rng = Rng::new(3);
        let aim = Aim::facing(Vec3::Y, -Vec3::Z);
        for _ in 0..500 {
            let mut point = || vec3(rng.range(-9.0..9.0), rng.range(-9.0..9.0), 0.0);
            let (mut arrow, target) = (Pose::IDENTITY.with_position(point()), point());
            arrow.look_at(target, &aim);
            near(arrow.rotation.turns(Vec3::Z), Vec3::Z);
            near(arrow.rotation.turns(Vec3::Y), (target - arrow.position).normalize());
        }
    }

    #[test]
    fn m7_9_the_nose_never_loses_its_target() {
        let mut rng = Rng::new(5);
        for _ in 0..10_000 {
            let mut point =
                || vec3(rng.range(-9.0..9.0), rng.range(-9.0..9.0), rng.range(-9.0..9.0));
            let (mut arrow, target) = (Pose::IDENTITY.with_position(point()), point());
            arrow.look_at(target, &Aim::default());
            let nose = arrow.rotation.turns(Vec3::Y);
            assert!((nose - (target - arrow.position).normalize()).length() < 5e-6);
        }
    }

    #[test]
    fn transforms_become_poses_again() {
        let pose = Pose::new(5.0, -6.0, 7.0).with_angles(0.3, -1.2, 2.0);
        let pose = Pose { scale: vec3(2.0, 3.0, 0.5), ..pose };
        let again = Pose::from_transform(&pose.transform()).unwrap();
        near(again.scale, pose.scale);
        near(again.rotation.turns(Vec3::ONE), pose.rotation.turns(Vec3::ONE));
        let mirrored = Pose { scale: vec3(2.0, -3.0, 0.5), ..pose };
        let again = Pose::from_transform(&mirrored.transform()).unwrap();
        near(again.transform().point(Vec3::ONE), mirrored.transform().point(Vec3::ONE));
        assert!(Pose::from_transform(&pose.with_scale(0.0).transform()).is_none());
    }

    #[cfg(feature = "anim")]
    #[test]
    fn poses_are_values_of_tweens() {
        use motile_anim::Animate;
        let from = Pose::new(0.0, 0.0, 100.0).with_angles(0.0, 170f32.to_radians(), 0.0);
        let to =
            Pose::new(40.0, 0.0, 0.0).with_angles(0.0, -170f32.to_radians(), 0.0).with_scale(3.0);
        let half = Pose::mix(&from, &to, 0.5);
        near(half.position, vec3(20.0, 0.0, 50.0));
        near(half.scale, Vec3::splat(2.0));
        // The shorter way round, over 180 degrees and not back through 0.
        near(half.rotation.turns(Vec3::X), -Vec3::X);
        assert_eq!((Pose::mix(&from, &to, 0.0), Pose::mix(&from, &to, 1.0)), (from, to));
        // Even: equal parts of the way are equal angles.
        let angle = |part: f32| Pose::mix(&from, &to, part).rotation.turns(Vec3::X);
        let step = |a: f32, b: f32| angle(a).dot(angle(b));
        assert!((step(0.0, 0.25) - step(0.5, 0.75)).abs() < 1e-5);
        let on = from.plus(&Pose::new(1.0, 2.0, 3.0).with_angles(0.0, 10f32.to_radians(), 0.0));
        near(on.position, vec3(1.0, 2.0, 103.0));
        near(on.rotation.turns(Vec3::X), -Vec3::X);
        assert!(Animate::is_finite(&from) && !Animate::is_finite(&Pose::new(f32::NAN, 0.0, 0.0)));
    }

    #[test]
    fn halfway_is_halfway() {
        let (a, b) = (Pose::IDENTITY, Pose::new(10.0, 0.0, 0.0).with_angles(0.0, 1.0, 0.0));
        let middle = a.lerp(&b, 0.5);
        near(middle.position, vec3(5.0, 0.0, 0.0));
        assert!((middle.angles().y - 0.5).abs() < 1e-6);
        assert_eq!(a.lerp(&b, 0.0), a);
    }
}
