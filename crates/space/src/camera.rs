//! A camera that circles what it looks at.

use crate::{QuatExt, Transform3};
use core::f32::consts::FRAC_PI_2;
use motile_geom::{HashState, StateHash, Vec2, Vec3, glam::Quat};

/// A camera around a point of interest: it circles it (orbit), comes nearer (dolly), tilts its head (roll) and takes the point along (pan).
///
/// The default changes nothing: the point is the center of the picture at z = 0, seen at the size it has.
///
/// ```
/// use motile_space::{OrbitCamera, Perspective, math::{Vec3, vec2, vec3}};
/// let mut view = Perspective::default();
/// view.camera.orbit(0.5, -0.2);
/// view.camera.dolly = 150.0;
/// let eye = view.eye(vec2(640.0, 480.0));
/// let middle = eye.project(vec3(320.0, 240.0, 0.0)).unwrap();
/// assert!((middle - vec2(320.0, 240.0)).length() < 1e-3, "it stays in the middle");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OrbitCamera {
    /// How far the point of interest is from the center of the picture at z = 0.
    pub pan: Vec3,
    /// How far round it has gone, radians about the y axis: what is in the middle shows more of its left side.
    pub yaw: f32,
    /// How far it has gone down, radians; negative looks from above. Within a quarter turn.
    pub pitch: f32,
    /// How far its head is tilted, radians: the picture turns the other way.
    pub roll: f32,
    /// How much nearer it has come, pixels.
    pub dolly: f32,
}

impl OrbitCamera {
    /// Circles on by angles in radians, at most to straight above and below.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw += yaw;
        self.pitch = (self.pitch + pitch).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// How it is turned: what faces it has the same turn.
    pub fn rotation(&self) -> Quat {
        let tilt = Quat::about(Vec3::X, self.pitch).after(Quat::about(Vec3::Z, self.roll));
        Quat::about(Vec3::Y, self.yaw).after(tilt)
    }

    /// From the world to what the camera sees, for a center of the picture.
    pub fn transform(&self, center: Vec2) -> Transform3 {
        // As nothing changes at the default, not even the last bit may.
        if *self == Self::default() {
            return Transform3::IDENTITY;
        }
        let matrix = self.rotation().matrix().transpose();
        let middle = center.extend(0.0);
        let away = middle - Vec3::Z * self.dolly;
        Transform3 { matrix, translation: away - matrix * (middle + self.pan) }
    }
}

impl HashState for OrbitCamera {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.pan, self.yaw, self.pitch));
        hash.write(&(self.roll, self.dolly));
    }
}
