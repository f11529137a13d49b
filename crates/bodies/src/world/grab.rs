//! Dragging bodies by a point.

use super::{BodyId, BodyWorld, JointSpring};
use motile_geom::{
    HashState, Id, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2,
};

/// Names a grab of a world: see [`BodyWorld::grab`].
pub type BodyGrabId = Id<BodyGrab>;

/// A point of a body that is pulled towards a target, as by a soft spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyGrab {
    pub(super) body: BodyId,
    /// In the coordinates of the body.
    pub(super) local: Vec2,
    target: Vec2,
    spring: JointSpring,
    /// The most it pulls, in pixels a second squared.
    strength: f32,
}

impl HashState for BodyGrab {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.body.to_bits(), self.local, self.target));
        hash.write(&(self.spring.frequency, self.spring.damping, self.strength));
    }
}

impl SaveState for BodyGrab {
    fn save(&self, out: &mut StateWriter) {
        (self.body, self.local, self.target, self.spring, self.strength).save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        let (body, local, target, spring, strength) = SaveState::restore(input)?;
        Ok(Self { body, local, target, spring, strength })
    }
}

impl BodyGrab {
    /// Whether its numbers are such as [`BodyWorld::set_grab`] takes.
    pub(super) fn is_good(&self) -> bool {
        let numbers = [self.spring.frequency, self.spring.damping, self.strength];
        self.local.is_finite()
            && self.target.is_finite()
            && numbers.iter().all(|n| n.is_finite() && *n >= 0.0)
    }
}

/// The spring of a grab, if nothing else is said, and the most it pulls: sixty times the weight at the default gravity.
const SPRING: JointSpring = JointSpring { frequency: 5.0, damping: 0.9 };
const STRENGTH: f32 = 60.0 * 900.0;

impl BodyWorld {
    /// Takes hold of a dynamic body at a point of the world, to [`drag`](Self::drag) it. `None` when it is not there or does
    /// not move by forces.
    #[doc(alias = "mouse joint")]
    pub fn grab(&mut self, body: BodyId, point: Vec2) -> Option<BodyGrabId> {
        let inner = self.inner.bodies.get(self.handle(body)?)?;
        let is_possible = inner.is_dynamic() && point.is_finite();
        let local = inner.position().inverse_transform_point(point);
        let grab = BodyGrab { body, local, target: point, spring: SPRING, strength: STRENGTH };
        is_possible.then(|| self.grabs.insert(grab))
    }

    /// Pulls what is held towards a point.
    pub fn drag(&mut self, grab: BodyGrabId, to: Vec2) {
        if self.accepts(to.is_finite())
            && let Some(grab) = self.grabs.get_mut(grab)
        {
            grab.target = to;
        }
    }

    /// Makes a grab softer, stiffer or stronger: swings a second and damping of its spring, and the most it accelerates what it
    /// holds, in pixels a second squared. From the start these are 5, 0.9 and 54,000. False, and nothing is changed, when
    /// nothing is held or a number is negative or not finite.
    pub fn set_grab(&mut self, grab: BodyGrabId, spring: JointSpring, strength: f32) -> bool {
        let Some(&held) = self.grabs.get(grab) else { return false };
        let changed = BodyGrab { spring, strength, ..held };
        let is_good = self.accepts(changed.is_good());
        if let Some(grab) = self.grabs.get_mut(grab).filter(|_| is_good) {
            *grab = changed;
        }
        is_good
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
        let gravity = self.inner.gravity * (dt * self.share_of_fall());
        for grab in self.grabs.values() {
            let handle = self.bodies.get(grab.body.cast()).map(|entry| entry.handle);
            let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) else {
                continue;
            };
            let point = body.position().transform_point(grab.local);
            let arm = point - body.center_of_mass();
            let mass = body.mass();
            let swing = core::f32::consts::TAU * grab.spring.frequency;
            let (stiffness, damping) =
                (mass * swing * swing, 2.0 * grab.spring.damping * mass * swing);
            let softness = 1.0 / (dt * (damping + dt * stiffness)).max(f32::MIN_POSITIVE);
            let bias = (point - grab.target) * (dt * stiffness * softness);
            // With what gravity will add, so that the spring carries the weight at the right length.
            let speed = body.velocity_at_point(point) + gravity * body.gravity_scale();
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
            let impulse = impulse.clamp_length_max(grab.strength * mass * dt);
            if impulse.is_finite() {
                body.apply_impulse_at_point(impulse, point, true);
            }
        }
    }
}
