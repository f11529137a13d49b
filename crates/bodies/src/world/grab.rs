//! Dragging bodies by a point.

use super::{BodyId, BodyWorld};
use motile_geom::{Id, Vec2};

/// Names a grab of a world: see [`BodyWorld::grab`].
pub type BodyGrabId = Id<BodyGrab>;

/// A point of a body that is pulled towards a target, as by a soft spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyGrab {
    pub(super) body: BodyId,
    /// In the coordinates of the body.
    local: Vec2,
    target: Vec2,
}

/// Swings a second and damping of the spring, and the most it pulls, as multiples of the weight at the default gravity.
const FREQUENCY: f32 = 5.0;
const DAMPING: f32 = 0.9;
const STRENGTH: f32 = 60.0 * 900.0;

impl BodyWorld {
    /// Takes hold of a dynamic body at a point of the world, to [`drag`](Self::drag) it. `None` when it is not there or does
    /// not move by forces.
    #[doc(alias = "mouse joint")]
    pub fn grab(&mut self, body: BodyId, point: Vec2) -> Option<BodyGrabId> {
        let inner = self.inner.bodies.get(self.handle(body)?)?;
        let is_possible = inner.is_dynamic() && point.is_finite();
        let local = inner.position().inverse_transform_point(point);
        is_possible.then(|| self.grabs.insert(BodyGrab { body, local, target: point }))
    }

    /// Pulls what is held towards a point.
    pub fn drag(&mut self, grab: BodyGrabId, to: Vec2) {
        if self.accepts(to.is_finite())
            && let Some(grab) = self.grabs.get_mut(grab)
        {
            grab.target = to;
        }
    }

    /// Lets go. False when nothing was held.
    pub fn release(&mut self, grab: BodyGrabId) -> bool {
        self.grabs.remove(grab).is_some()
    }

    /// The held points and where they are pulled to.
    pub fn grab_points(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        self.grabs.values().filter_map(|grab| {
            let body = self.inner.bodies.get(self.handle(grab.body)?)?;
            Some([body.position().transform_point(grab.local), grab.target])
        })
    }

    /// An impulse for each grab: that of a damped spring taken implicitly, so that no stiffness makes it swing up
    /// (Catto, "Soft Constraints", 2011).
    pub(super) fn pull_grabs(&mut self, dt: f32) {
        for grab in self.grabs.values() {
            let handle = self.bodies.get(grab.body.cast()).map(|entry| entry.handle);
            let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) else {
                continue;
            };
            let point = body.position().transform_point(grab.local);
            let arm = point - body.center_of_mass();
            let mass = body.mass();
            let swing = core::f32::consts::TAU * FREQUENCY;
            let (stiffness, damping) = (mass * swing * swing, 2.0 * DAMPING * mass * swing);
            let softness = 1.0 / (dt * (damping + dt * stiffness)).max(f32::MIN_POSITIVE);
            let bias = (point - grab.target) * (dt * stiffness * softness);
            let speed = body.velocity_at_point(point);
            // The mass that the point feels, softened, as a matrix of two rows.
            let inverse_mass = 1.0 / mass.max(f32::MIN_POSITIVE) + softness;
            let turn = body.mass_properties().effective_world_inv_inertia;
            let (xx, yy) =
                (inverse_mass + turn * arm.y * arm.y, inverse_mass + turn * arm.x * arm.x);
            let xy = -turn * arm.x * arm.y;
            let wanted = -(speed + bias);
            let determinant = (xx * yy - xy * xy).max(f32::MIN_POSITIVE);
            let impulse = Vec2::new(yy * wanted.x - xy * wanted.y, xx * wanted.y - xy * wanted.x)
                / determinant;
            let impulse = impulse.clamp_length_max(STRENGTH * mass * dt);
            if impulse.is_finite() {
                body.apply_impulse_at_point(impulse, point, true);
            }
        }
    }
}
