//! A world kept and brought back, for rollback and undo.

use super::{BodyEvent, BodyGrab, BodyWorld, Entry, JointEntry};
use motile_geom::{Arena, Vec2};
use rapier2d::prelude::{
    BroadPhaseBvh, ColliderSet, ImpulseJointSet, IslandManager, NarrowPhase, PhysicsPipeline,
    RigidBodySet,
};
#[cfg(feature = "history")]
use std::sync::Arc;
use std::sync::PoisonError;

/// All of a world at a moment: a world restored from it goes on bit for bit as the one it was taken of did.
///
/// It is a copy of everything the solver carries from step to step (contacts with their impulses, resting groups, the tree
/// of boxes): without them the same places and velocities would go on a little differently. Shapes are shared, not copied.
#[derive(Clone)]
pub struct BodySnapshot {
    gravity: Vec2,
    substeps: u32,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    rigid_bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    bodies: Arena<Entry>,
    joints: Arena<JointEntry>,
    grabs: Arena<BodyGrab>,
    events: Vec<BodyEvent>,
    endings: Vec<BodyEvent>,
    rejected: u32,
}

impl BodyWorld {
    /// Keeps the moment.
    ///
    /// ```
    /// use motile_bodies::{BodyDef, BodyShape, BodyWorld};
    /// use motile_geom::StateHash;
    /// let mut world = BodyWorld::new();
    /// world.add(&BodyDef::new(BodyShape::circle(5.0)));
    /// let start = world.snapshot();
    /// let mut run = |world: &mut BodyWorld| {
    ///     (0..30).for_each(|_| world.step(1.0 / 60.0));
    ///     StateHash::of(world)
    /// };
    /// let first = run(&mut world);
    /// world.restore(&start);
    /// assert_eq!(run(&mut world), first);
    /// ```
    #[doc(alias = "rollback")]
    pub fn snapshot(&self) -> BodySnapshot {
        let inner = &self.inner;
        BodySnapshot {
            gravity: self.gravity,
            substeps: self.substeps,
            islands: inner.islands.clone(),
            broad_phase: inner.broad_phase.clone(),
            narrow_phase: inner.narrow_phase.clone(),
            rigid_bodies: inner.bodies.clone(),
            colliders: inner.colliders.clone(),
            impulse_joints: inner.impulse_joints.clone(),
            bodies: self.bodies.clone(),
            joints: self.joints.clone(),
            grabs: self.grabs.clone(),
            events: self.events(),
            endings: self.endings.clone(),
            rejected: self.rejected,
        }
    }

    /// Brings a moment back, of this world or of another. Ids that were given out since then name nothing. It copies the
    /// snapshot; [`BodyWorld::resume`] uses it up instead, for half of the price.
    pub fn restore(&mut self, snapshot: &BodySnapshot) {
        self.resume(snapshot.clone());
    }

    /// Brings a moment back that is not needed any more: nothing is copied.
    ///
    /// ```
    /// use motile_bodies::{BodyDef, BodyShape, BodyWorld};
    /// let mut world = BodyWorld::new();
    /// let ball = world.add(&BodyDef::new(BodyShape::circle(5.0)));
    /// let start = world.snapshot();
    /// world.step(0.5);
    /// world.resume(start);
    /// assert_eq!(world.get(ball).unwrap_or_default().position.y, 0.0);
    /// ```
    pub fn resume(&mut self, snapshot: BodySnapshot) {
        (self.gravity, self.substeps) = (snapshot.gravity, snapshot.substeps);
        let inner = &mut self.inner;
        // The pipeline remembers which joints it selected last; those of another moment would be taken for current.
        inner.physics_pipeline = PhysicsPipeline::new();
        // So does the sweep of fast bodies, about static ones: those of another moment may be gone.
        inner.ccd_solver.invalidate_fixed_targets_cache();
        inner.gravity = snapshot.gravity;
        inner.islands = snapshot.islands;
        inner.broad_phase = snapshot.broad_phase;
        inner.narrow_phase = snapshot.narrow_phase;
        inner.bodies = snapshot.rigid_bodies;
        inner.colliders = snapshot.colliders;
        inner.impulse_joints = snapshot.impulse_joints;
        self.bodies = snapshot.bodies;
        self.joints = snapshot.joints;
        self.grabs = snapshot.grabs;
        *self.events.get_mut().unwrap_or_else(PoisonError::into_inner) = snapshot.events;
        self.endings = snapshot.endings;
        self.rejected = snapshot.rejected;
    }
}

/// What a world knows of itself beside the engine, at a moment.
#[cfg(feature = "history")]
#[derive(Clone, Debug)]
pub(crate) struct WorldOwn {
    gravity: Vec2,
    substeps: u32,
    /// Bodies and joints come and go seldom: moments share them.
    things: Arc<(Arena<Entry>, Arena<JointEntry>)>,
    grabs: Arena<BodyGrab>,
    events: Vec<BodyEvent>,
    endings: Vec<BodyEvent>,
    rejected: u32,
}

#[cfg(feature = "history")]
impl BodyWorld {
    pub(crate) fn engine(&self) -> &rapier2d::prelude::PhysicsWorld {
        &self.inner
    }

    /// What is not the engine's, sharing what is as it was.
    pub(crate) fn own(&self, last: Option<&WorldOwn>) -> WorldOwn {
        let same = last.map(|last| &last.things).filter(|things| self.has(things));
        let things =
            same.map_or_else(|| Arc::new((self.bodies.clone(), self.joints.clone())), Arc::clone);
        WorldOwn {
            gravity: self.gravity,
            substeps: self.substeps,
            things,
            grabs: self.grabs.clone(),
            events: self.events(),
            endings: self.endings.clone(),
            rejected: self.rejected,
        }
    }

    fn has(&self, (bodies, joints): &(Arena<Entry>, Arena<JointEntry>)) -> bool {
        let is_same = |(a, b): ((_, &Entry), (_, &Entry))| {
            a.0 == b.0 && a.1.collider == b.1.collider && Arc::ptr_eq(&a.1.def, &b.1.def)
        };
        self.bodies.len() == bodies.len()
            && self.joints.len() == joints.len()
            && self.bodies.next_id() == bodies.next_id()
            && self.joints.next_id() == joints.next_id()
            && self.bodies.iter().zip(bodies.iter()).all(is_same)
            && self.joints.iter().eq(joints.iter())
    }

    /// Becomes what it was at a moment.
    pub(crate) fn take_back(&mut self, engine: rapier2d::prelude::PhysicsWorld, own: &WorldOwn) {
        self.inner = engine;
        (self.gravity, self.substeps) = (own.gravity, own.substeps);
        self.bodies.clone_from(&own.things.0);
        self.joints.clone_from(&own.things.1);
        self.grabs.clone_from(&own.grabs);
        self.rejected = own.rejected;
        self.endings.clone_from(&own.endings);
        let events = self.events.get_mut().unwrap_or_else(PoisonError::into_inner);
        events.clone_from(&own.events);
        // Where bodies were before is not kept: they are drawn where they are until the next step.
        for (_, entry) in self.bodies.iter_mut() {
            if let Some(body) = self.inner.bodies.get(entry.handle) {
                entry.before = *body.position();
            }
        }
    }
}
