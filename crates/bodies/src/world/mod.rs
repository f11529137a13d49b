//! Bodies that move: a world stepped by rapier2d.

mod change;
mod def;
mod events;
mod grab;
mod joint;
mod query;
mod save;
mod snapshot;

pub use def::{BodyDef, BodyKind, BodyShape};
pub use events::{BodyEvent, BodyEventKind};
pub use grab::BodyGrabId;
pub(crate) use joint::BodyHold;
pub use joint::{JointDef, JointDrive, JointId, JointKind, JointSpring};
pub use query::BodyHit;
pub use snapshot::BodySnapshot;
#[cfg(feature = "history")]
pub(crate) use snapshot::WorldOwn;

use events::{Collector, Marking, OneWays};
use grab::BodyGrab;
use joint::JointEntry;
use motile_geom::{
    Affine2, Arena, HashState, Id, MarkRole, MarkSink, Marks, MassProperties, StateHash, Vec2, vec2,
};
#[cfg(feature = "ropes")]
use rapier2d::prelude::RigidBody;
use rapier2d::prelude::{
    ActiveEvents, ActiveHooks, Collider, ColliderBuilder, ColliderHandle, Group, InteractionGroups,
    InteractionTestMode, MassProperties as EngineMass, PhysicsWorld, Pose, RigidBodyBuilder,
    RigidBodyHandle, RigidBodyType, SharedShape,
};
use std::sync::{Arc, Mutex, PoisonError};

/// Names a body of a world.
pub type BodyId = Id<BodyDef>;

/// Where a body is and how it moves, copied out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// Where the origin of its form is.
    pub position: Vec2,
    /// Its turn in radians, clockwise on the screen, −π…π.
    pub rotation: f32,
    /// Velocity of its center of mass in pixels a second.
    pub velocity: Vec2,
    /// Turn in radians a second.
    pub spin: f32,
    /// Its center of mass, in the world.
    pub center: Vec2,
    /// Its mass.
    pub mass: f32,
    /// Whether it rests and is not computed until something touches it.
    pub asleep: bool,
}

impl BodyState {
    /// From its own coordinates to those of the world.
    pub fn transform(&self) -> Affine2 {
        place(self.position, self.rotation)
    }
}

fn place(position: Vec2, rotation: f32) -> Affine2 {
    let (sin, cos) = (motile_geom::ops::sin(rotation), motile_geom::ops::cos(rotation));
    Affine2::from_cols(vec2(cos, sin), vec2(-sin, cos), position)
}

/// Pixels that the solver takes for a meter: its tolerances are made for things of about that size.
const PIXELS_A_METER: f32 = 50.0;
/// In pixels a second squared.
const GRAVITY: Vec2 = vec2(0.0, 900.0);
/// Parts that a step is taken in, if nothing else is said.
const SUBSTEPS: u32 = 4;
const MOST_SUBSTEPS: u32 = 64;
/// The longest step the solver takes at once, in seconds; longer ones are taken in parts.
const LONGEST_STEP: f32 = 1.0 / 30.0;
/// The most time one call can pass, in seconds.
pub(crate) const MOST_TIME: f32 = 1.0;

/// Rigid bodies, joints and contacts under gravity.
///
/// ```
/// use motile_bodies::{BodyDef, BodyEventKind, BodyKind, BodyShape, BodyWorld};
/// let mut world = BodyWorld::new();
/// let ground = BodyDef::new(BodyShape::rect(400.0, 20.0)).at(0.0, 100.0);
/// world.add(&ground.with_kind(BodyKind::Static));
/// let crate_body = world.add(&BodyDef::new(BodyShape::rect(20.0, 20.0)));
/// let mut landings = 0;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
///     landings += world.events().iter().filter(|e| e.kind == BodyEventKind::Began).count();
/// }
/// assert_eq!(landings, 1);
/// let resting = world.get(crate_body).unwrap_or_default();
/// assert!((resting.position.y - 80.0).abs() < 0.5);
/// ```
///
/// Numbers that are not finite change nothing and are counted in [`BodyWorld::rejected`]; ids of bodies that are gone name
/// nothing. A body whose numbers leave the finite range while it moves is stopped where it is and taken out of the
/// simulation; that is counted, too, and [`BodyWorld::place`] brings it back.
#[doc(alias = "physics world")]
#[doc(alias = "rigid body")]
pub struct BodyWorld {
    /// Acceleration of everything, in pixels a second squared. When it changes, what rests wakes up.
    pub gravity: Vec2,
    /// Parts that the solver takes a step in, 1…64: more of them hold stacks and joints better, for about as much more time. In
    /// free fall each part is a semi-implicit step of its own, so that with 4 of them a second of fall ends 0.4 % too deep,
    /// and with 1 of them, as plain loops do it, 1.7 %.
    #[doc(alias = "sub-steps")]
    pub substeps: u32,
    inner: PhysicsWorld,
    bodies: Arena<Entry>,
    joints: Arena<JointEntry>,
    grabs: Arena<BodyGrab>,
    events: Mutex<Vec<BodyEvent>>,
    /// Contacts that ended by a change of the user's, to be told with the next step.
    endings: Vec<BodyEvent>,
    rejected: u32,
}

/// What the world keeps of a body beside the engine.
#[derive(Clone, Debug)]
struct Entry {
    handle: RigidBodyHandle,
    collider: ColliderHandle,
    def: Arc<BodyDef>,
    /// Before the last step; as the engine has it, because angles cost.
    before: Pose,
}

impl Default for BodyWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl BodyWorld {
    /// An empty world with gravity of 900 pixels a second squared, downwards.
    pub fn new() -> Self {
        let mut inner = PhysicsWorld::new();
        inner.integration_parameters.length_unit = PIXELS_A_METER;
        inner.gravity = GRAVITY;
        Self {
            gravity: GRAVITY,
            substeps: SUBSTEPS,
            inner,
            bodies: Arena::new(),
            joints: Arena::new(),
            grabs: Arena::new(),
            events: Mutex::default(),
            endings: Vec::new(),
            rejected: 0,
        }
    }

    /// A world with another gravity.
    pub fn with_gravity(mut self, gravity: Vec2) -> Self {
        (self.gravity, self.inner.gravity) = (gravity, gravity);
        self
    }

    /// A world whose steps are taken in another number of parts.
    pub fn with_substeps(mut self, substeps: u32) -> Self {
        self.substeps = substeps;
        self
    }

    /// Adds a body. A form without extent or a number that is not finite gives [`Id::NOTHING`] and is counted in
    /// [`BodyWorld::rejected`].
    pub fn add(&mut self, def: &BodyDef) -> BodyId {
        let id: BodyId = self.bodies.next_id().cast();
        let pose = Pose::new(def.position, def.rotation);
        let motion = (pose, def.velocity, def.spin, false);
        let form = if def.has_finite_numbers() { engine_shape(&def.shape) } else { None };
        if let Some(form) = form {
            let entry = self.insert(def, form, id, motion);
            self.bodies.insert(entry).cast()
        } else {
            self.rejected = self.rejected.saturating_add(1);
            Id::NOTHING
        }
    }

    /// A body in the engine with its form there: where it is, its velocity and spin, and whether it rests.
    fn insert(
        &mut self,
        def: &BodyDef,
        form: SharedShape,
        id: BodyId,
        (pose, velocity, spin, asleep): (Pose, Vec2, f32, bool),
    ) -> Entry {
        let mut body = RigidBodyBuilder::new(engine_kind(def.kind))
            .pose(pose)
            .linvel(velocity)
            .angvel(spin)
            .gravity_scale(def.gravity)
            .linear_damping(def.drag.max(0.0))
            .angular_damping(def.spin_drag.max(0.0))
            .ccd_enabled(def.bullet)
            .sleeping(asleep);
        if def.upright {
            body = body.lock_rotations();
        }
        let handle = self.inner.insert_body(body);
        let collider = self.inner.insert_collider(engine_collider(def, form, id), Some(handle));
        Entry { handle, collider, def: Arc::new(def.clone()), before: pose }
    }

    /// Number of bodies.
    pub fn len(&self) -> u32 {
        self.bodies.len() as u32
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The bodies, in the order of their places.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.ids().map(Id::cast)
    }

    /// What a body was made from; its place is the one it began at.
    pub fn def(&self, body: BodyId) -> Option<&BodyDef> {
        self.bodies.get(body.cast()).map(|entry| &*entry.def)
    }

    /// Where a body is and how it moves.
    pub fn get(&self, body: BodyId) -> Option<BodyState> {
        let entry = self.bodies.get(body.cast())?;
        let body = self.inner.bodies.get(entry.handle)?;
        Some(BodyState {
            position: body.translation(),
            rotation: body.rotation().angle(),
            velocity: body.linvel(),
            spin: body.angvel(),
            center: body.center_of_mass(),
            mass: entry.def.mass().mass,
            asleep: body.is_sleeping(),
        })
    }

    /// Place and turn of a body between its last two steps, for drawing: 0 is before the last step, 1 after it.
    #[doc(alias = "interpolation")]
    pub fn pose_between(&self, body: BodyId, share: f32) -> Option<(Vec2, f32)> {
        let now = self.get(body)?;
        let before = self.bodies.get(body.cast())?.before;
        let rotation = before.rotation.angle();
        let turn = motile_geom::angle::difference(rotation, now.rotation);
        Some((before.translation.lerp(now.position, share), rotation + turn * share))
    }

    /// Puts a body somewhere else, without a way between. One that was taken out of the simulation because its numbers
    /// left the finite range is back in it, at rest.
    pub fn place(&mut self, body: BodyId, position: Vec2, rotation: f32) {
        if !self.accepts(position.is_finite() && rotation.is_finite()) {
            return;
        }
        let Some(entry) = self.bodies.get_mut(body.cast()) else { return };
        entry.before = Pose::new(position, rotation);
        if let Some(body) = self.inner.bodies.get_mut(entry.handle) {
            body.set_position(entry.before, true);
            if !body.is_enabled() {
                body.set_enabled(true);
            }
        }
    }

    /// Sets velocity and spin of a body; kinematic ones go on with them.
    pub fn set_motion(&mut self, body: BodyId, velocity: Vec2, spin: f32) {
        let handle = self.handle(body);
        if !self.accepts(velocity.is_finite() && spin.is_finite()) {
            return;
        }
        if let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) {
            body.set_linvel(velocity, true);
            body.set_angvel(spin, true);
        }
    }

    /// Pushes a body once, by an impulse (mass times pixels a second) at a point of the world. An impulse that would
    /// make its velocity or spin leave the finite range changes nothing and is counted in [`BodyWorld::rejected`].
    #[doc(alias = "apply impulse")]
    pub fn push(&mut self, body: BodyId, impulse: Vec2, point: Vec2) {
        let handle = self.handle(body);
        if !self.accepts(impulse.is_finite() && point.is_finite()) {
            return;
        }
        if let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) {
            let (velocity, spin) = (body.linvel(), body.angvel());
            body.apply_impulse_at_point(impulse, point, true);
            if !body.linvel().is_finite() || !body.angvel().is_finite() {
                body.set_linvel(velocity, false);
                body.set_angvel(spin, false);
                self.rejected = self.rejected.saturating_add(1);
            }
        }
    }

    /// Accelerates every dynamic body that is awake: `field` gives an acceleration for a place and a velocity, whatever the
    /// mass. Call it before a step with the time of that step. For the fields of `motile-physics`, some of which go by mass,
    /// there is `apply`, behind `ropes`.
    #[doc(alias = "force field")]
    pub fn accelerate(&mut self, dt: f32, mut field: impl FnMut(Vec2, Vec2) -> Vec2) {
        let mut bad = u32::from(!dt.is_finite());
        for (_, body) in self.inner.bodies.iter_mut() {
            if !body.is_dynamic() || body.is_sleeping() {
                continue;
            }
            let velocity = body.linvel() + field(body.center_of_mass(), body.linvel()) * dt;
            if velocity.is_finite() {
                body.set_linvel(velocity, false);
            } else {
                bad += 1;
            }
        }
        self.rejected = self.rejected.saturating_add(bad);
    }

    /// Moves on by some seconds. Steps above a thirtieth of a second are taken in equal parts, and more than one second counts
    /// as one; nothing happens for 0 or less.
    pub fn step(&mut self, dt: f32) {
        self.events.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        if !self.accepts(dt.is_finite()) || dt <= 0.0 {
            return;
        }
        for (_, entry) in self.bodies.iter_mut() {
            if let Some(body) = self.inner.bodies.get(entry.handle) {
                entry.before = *body.position();
            }
        }
        let dt = dt.min(MOST_TIME);
        let parts = (dt / LONGEST_STEP - 1e-3).ceil().max(1.0);
        self.inner.integration_parameters.dt = dt / parts;
        self.inner.integration_parameters.num_solver_iterations =
            self.substeps.clamp(1, MOST_SUBSTEPS) as usize;
        let gravity = if self.gravity.is_finite() { self.gravity } else { Vec2::ZERO };
        if gravity != core::mem::replace(&mut self.inner.gravity, gravity) {
            self.inner.wake_up_all(true);
        }
        for _ in 0..parts as u32 {
            self.pull_grabs(dt / parts);
            self.hold_apart(dt / parts);
            let collector = Collector { events: &self.events };
            self.inner.step_with_events(&OneWays, &collector);
            let lost = self.inner.quarantine().bodies().len() as u32;
            self.rejected = self.rejected.saturating_add(lost);
        }
        self.tell_endings();
    }

    /// What began, ended and hit in the last step, in an order that is the same everywhere. What ended because a body was
    /// removed or changed since the step before comes first.
    pub fn events(&self) -> Vec<BodyEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many numbers that were not finite have been refused, and how many bodies have been taken out of the
    /// simulation because theirs left the finite range.
    pub fn rejected(&self) -> u32 {
        self.rejected
    }

    /// Outlines, centers, velocities and joints, for a debug view.
    pub fn mark(&self, marks: &mut Marks) {
        for (id, entry) in self.bodies.iter() {
            let Some(state) = self.get(id.cast()) else { continue };
            let role = match (entry.def.kind, entry.def.sensor, state.asleep) {
                (_, true, _) => MarkRole::Range,
                (BodyKind::Static, ..) => MarkRole::Obstacle,
                (_, _, true) => MarkRole::Note,
                _ => MarkRole::Collider,
            };
            let place = state.transform();
            for outline in entry.def.shape.outlines() {
                marks.outline(role, outline.into_iter().map(|p| place.transform_point2(p)));
            }
            if entry.def.kind == BodyKind::Dynamic {
                marks.point(MarkRole::Particle, state.center);
                marks.velocity(MarkRole::Velocity, state.center, state.velocity);
            }
        }
        for (_, [a, b]) in self.joint_points() {
            marks.point(MarkRole::Constraint, a);
            marks.line(MarkRole::Constraint, a, b);
        }
    }

    /// A body as the engine has it.
    #[cfg(feature = "ropes")]
    pub(crate) fn engine_body(&self, body: BodyId) -> Option<&RigidBody> {
        self.inner.bodies.get(self.handle(body)?)
    }

    /// Puts a body somewhere, with a way from where it was before the last step.
    #[cfg(feature = "ropes")]
    pub(crate) fn set_pose(&mut self, body: BodyId, position: Vec2, rotation: f32) {
        let handle = self.handle(body);
        if let Some(body) = handle.and_then(|handle| self.inner.bodies.get_mut(handle)) {
            body.set_position(Pose::new(position, rotation), true);
        }
    }

    fn handle(&self, body: BodyId) -> Option<RigidBodyHandle> {
        self.bodies.get(body.cast()).map(|entry| entry.handle)
    }

    /// Counts what is not finite.
    fn accepts(&mut self, is_finite: bool) -> bool {
        self.rejected = self.rejected.saturating_add(u32::from(!is_finite));
        is_finite
    }
}

/// Settings, definitions (of forms their mass), place, turn and motion of every body, joints and grabs, bit for bit.
impl HashState for BodyWorld {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.gravity, self.substeps, self.len()));
        for (id, entry) in self.bodies.iter() {
            hash.write(&id.to_bits());
            entry.def.hash_settings(hash);
            if let Some(body) = self.inner.bodies.get(entry.handle) {
                let turn = body.rotation();
                hash.write(&(body.translation(), turn.cos(), turn.sin()));
                hash.write(&(body.linvel(), body.angvel(), body.is_sleeping()));
            }
        }
        self.hash_joints(hash);
        for (id, grab) in self.grabs.iter() {
            hash.write(&id.to_bits());
            grab.hash_state(hash);
        }
    }
}

fn engine_kind(kind: BodyKind) -> RigidBodyType {
    match kind {
        BodyKind::Dynamic => RigidBodyType::Dynamic,
        BodyKind::Static => RigidBodyType::Fixed,
        BodyKind::Kinematic => RigidBodyType::KinematicVelocityBased,
    }
}

/// A form as the engine knows it.
fn engine_shape(shape: &BodyShape) -> Option<SharedShape> {
    if !shape.is_valid() {
        return None;
    }
    match shape {
        BodyShape::Circle(circle) if circle.center == Vec2::ZERO => {
            Some(SharedShape::ball(circle.radius))
        }
        BodyShape::Circle(circle) => {
            let place = Pose::from_translation(circle.center);
            Some(SharedShape::compound(vec![(place, SharedShape::ball(circle.radius))]))
        }
        BodyShape::Capsule(capsule) => {
            let (a, b) = (capsule.segment.a, capsule.segment.b);
            Some(SharedShape::capsule(a, b, capsule.radius))
        }
        BodyShape::Parts(parts, _) => {
            let mut forms = parts.iter().filter_map(|part| engine_part(part.vertices()));
            if parts.len() == 1 {
                return forms.next();
            }
            let forms: Vec<_> = forms.map(|form| (Pose::IDENTITY, form)).collect();
            (!forms.is_empty()).then(|| SharedShape::compound(forms))
        }
        BodyShape::Chain(points, closed) => {
            let n = points.len() as u32;
            let sides = if *closed { n } else { n - 1 };
            let sides = (0..sides).map(|i| [i, (i + 1) % n]).collect();
            Some(SharedShape::polyline(points.to_vec(), Some(sides)))
        }
    }
}

/// Boxes about the origin have quicker contacts than other polygons.
fn engine_part(corners: &[Vec2]) -> Option<SharedShape> {
    let far = corners[0].abs();
    let is_box = corners.len() == 4
        && corners.iter().all(|corner| corner.abs() == far)
        && corners.iter().sum::<Vec2>() == Vec2::ZERO;
    if is_box {
        return Some(SharedShape::cuboid(far.x, far.y));
    }
    SharedShape::convex_polyline(corners.to_vec())
}

fn engine_collider(def: &BodyDef, shape: SharedShape, id: BodyId) -> Collider {
    let MassProperties { mass, center, inertia, .. } = def.mass();
    let group = |bits| Group::from_bits_truncate(bits);
    let groups =
        InteractionGroups::new(group(def.groups), group(def.mask), InteractionTestMode::And);
    let mut events = ActiveEvents::COLLISION_EVENTS;
    if def.hit_force.is_finite() {
        events |= ActiveEvents::CONTACT_FORCE_EVENTS;
    }
    let hooks = if def.one_way.is_some() {
        ActiveHooks::MODIFY_SOLVER_CONTACTS
    } else {
        ActiveHooks::empty()
    };
    ColliderBuilder::new(shape)
        .mass_properties(EngineMass::new(center, mass, inertia))
        .friction(def.friction.max(0.0))
        .restitution(def.restitution.clamp(0.0, 1.0))
        .sensor(def.sensor)
        .collision_groups(groups)
        .active_events(events)
        .active_hooks(hooks)
        .contact_force_event_threshold(def.hit_force.max(0.0))
        .user_data(Marking::pack(id, def.one_way))
        .build()
}
