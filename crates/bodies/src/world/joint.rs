//! Joints between two bodies.

use super::save::{restore_pose, save_pose};
use super::{BodyGrabId, BodyId, BodyWorld};
use crate::BodyError;
use motile_geom::{Id, SaveState, StateError, StateHash, StateReader, StateWriter, Vec2, ops};
use rapier2d::prelude::{
    GenericJoint, GenericJointBuilder, ImpulseJointHandle, JointAxesMask, JointAxis, MotorModel,
    Pose, RigidBody,
};

/// Names a joint of a world.
pub type JointId = Id<JointDef>;

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Turning about a point. Limits and motor are of the angle, a spring lets the point give way.
    #[doc(alias = "revolute")]
    #[doc(alias = "hinge")]
    Pin,
    /// Everything but the distance of two points. Limits are of the distance: with them it is a rope.
    #[doc(alias = "rope")]
    Distance,
    /// Sliding along an axis, without turning. Limits, motor and spring are of the way along it; of motor and spring the motor
    /// counts.
    #[doc(alias = "prismatic")]
    Slider,
    /// Nothing. With a spring it bends about its point.
    #[doc(alias = "fixed")]
    Weld,
    /// Turning, and springing along an axis: the wheel of a car. The motor turns it, limits are of the way along the axis.
    Wheel,
    /// Everything, but a motor holds the place and angle of the second body as they were, or at its target, with at most its
    /// force.
    Motor,
}

/// A drive of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDrive {
    /// Wanted speed, in radians or pixels a second.
    pub speed: f32,
    /// Most it can do, in mass times pixels a second squared, times pixels for angles.
    pub max_force: f32,
}

impl JointDrive {
    fn apply(self, joint: &mut GenericJoint, axis: JointAxis) {
        joint.set_motor_model(axis, MotorModel::ForceBased);
        joint.set_motor_velocity(axis, self.speed, DRIVE_RATE);
        joint.set_motor_max_force(axis, self.max_force.max(0.0));
    }
}

/// A joint as a damped spring instead of a stiff rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSpring {
    /// Swings a second.
    pub frequency: f32,
    /// 1 comes to rest without swinging over, less swings.
    pub damping: f32,
}

/// A joint before it is in a world. Points and axes are those of the world at the moment it is made.
///
/// ```
/// use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld, JointDef};
/// use motile_geom::vec2;
/// let mut world = BodyWorld::new();
/// let post = world.add(&BodyDef::new(BodyShape::circle(4.0)).with_kind(BodyKind::Static));
/// let bob = world.add(&BodyDef::new(BodyShape::circle(9.0)).at(100.0, 0.0));
/// world.join(post, bob, &JointDef::pin(vec2(0.0, 0.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// let swung = world.get(bob).map(|bob| bob.position.length()).unwrap_or_default();
/// assert!((swung - 100.0).abs() < 1.0);
/// # Ok::<(), motile_bodies::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDef {
    /// What it leaves free.
    pub kind: JointKind,
    /// Where it holds each body, in the world.
    pub anchors: [Vec2; 2],
    /// The axis of sliders and wheels, in the world; any length.
    pub axis: Vec2,
    /// Least and most of what it leaves free, counted from how it was made; for distances, the distance itself.
    pub limits: Option<[f32; 2]>,
    /// A drive.
    pub drive: Option<JointDrive>,
    /// A spring.
    pub spring: Option<JointSpring>,
    /// Where a motor holds the second body, in pixels along its axis and across it, from how it was made; others have none.
    pub target: Vec2,
    /// The angle a motor holds the second body at, in radians, from how it was made.
    pub target_turn: f32,
    /// Whether the two bodies still meet each other.
    pub collide: bool,
}

impl JointDef {
    fn new(kind: JointKind, anchors: [Vec2; 2], axis: Vec2) -> Self {
        Self {
            kind,
            anchors,
            axis,
            limits: None,
            drive: None,
            spring: None,
            target: Vec2::ZERO,
            target_turn: 0.0,
            collide: false,
        }
    }

    /// A pin at a point.
    pub fn pin(point: Vec2) -> Self {
        Self::new(JointKind::Pin, [point; 2], Vec2::X)
    }

    /// A rod between two points; with [`Self::with_limits`] a rope, with [`Self::with_spring`] a spring.
    pub fn distance(a: Vec2, b: Vec2) -> Self {
        Self::new(JointKind::Distance, [a, b], Vec2::X)
    }

    /// A slider through a point along an axis.
    pub fn slider(point: Vec2, axis: Vec2) -> Self {
        Self::new(JointKind::Slider, [point; 2], axis)
    }

    /// Glue at a point.
    pub fn weld(point: Vec2) -> Self {
        Self::new(JointKind::Weld, [point; 2], Vec2::X)
    }

    /// A wheel with its hub at a point, on a spring along an axis.
    pub fn wheel(hub: Vec2, axis: Vec2) -> Self {
        let spring = Some(JointSpring { frequency: 4.0, damping: 0.7 });
        Self { spring, ..Self::new(JointKind::Wheel, [hub; 2], axis) }
    }

    /// A motor that holds the second body where it is beside the first, with at most a force.
    pub fn motor(point: Vec2, max_force: f32) -> Self {
        let drive = Some(JointDrive { speed: 0.0, max_force });
        Self { drive, collide: true, ..Self::new(JointKind::Motor, [point; 2], Vec2::X) }
    }

    /// Limits what it leaves free.
    pub const fn with_limits(mut self, least: f32, most: f32) -> Self {
        self.limits = Some([least, most]);
        self
    }

    /// Drives it.
    pub const fn with_drive(mut self, speed: f32, max_force: f32) -> Self {
        self.drive = Some(JointDrive { speed, max_force });
        self
    }

    /// Makes it a spring.
    pub const fn with_spring(mut self, frequency: f32, damping: f32) -> Self {
        self.spring = Some(JointSpring { frequency, damping });
        self
    }

    pub(crate) fn is_finite(&self) -> bool {
        let pairs = self.limits.into_iter().flatten();
        let drive = self.drive.into_iter().flat_map(|drive| [drive.speed, drive.max_force]);
        let spring = self.spring.into_iter().flat_map(|spring| [spring.frequency, spring.damping]);
        let is_axis = self.axis.is_finite() && self.axis.length_squared() > 0.0;
        self.anchors.iter().all(|a| a.is_finite())
            && (self.target.is_finite() && self.target_turn.is_finite())
            && is_axis
            && pairs.chain(spring).all(f32::is_finite)
            && drive.into_iter().all(|n| !n.is_nan())
    }

    /// How it takes hold of two bodies.
    fn grip(&self, bodies: [&RigidBody; 2]) -> Grip {
        let angle = ops::atan2(self.axis.y, self.axis.x);
        let frames = [0, 1].map(|i| {
            let pose = bodies[i].position();
            let turn = angle - pose.rotation.angle();
            Pose::new(pose.inverse_transform_point(self.anchors[i]), turn)
        });
        Grip { frames, inertia: inertia_about(bodies, self.anchors) }
    }

    /// As the engine knows it.
    fn built(&self, Grip { frames, inertia }: Grip) -> GenericJoint {
        use JointAxesMask as Axes;
        let locked = match self.kind {
            JointKind::Pin if self.spring.is_some() => Axes::empty(),
            JointKind::Weld if self.spring.is_some() => Axes::LOCKED_REVOLUTE_AXES,
            JointKind::Pin => Axes::LOCKED_REVOLUTE_AXES,
            JointKind::Slider => Axes::LOCKED_PRISMATIC_AXES,
            JointKind::Weld => Axes::LOCKED_FIXED_AXES,
            JointKind::Wheel => Axes::LOCKED_PIN_SLOT_AXES,
            JointKind::Distance | JointKind::Motor => Axes::empty(),
        };
        let joint = GenericJointBuilder::new(locked)
            .local_frame1(frames[0])
            .local_frame2(frames[1])
            .contacts_enabled(self.collide);
        let mut joint = joint.build();
        match self.kind {
            JointKind::Pin => {
                self.limit(&mut joint, JointAxis::AngX);
                self.drive_along(&mut joint, JointAxis::AngX);
                if self.spring.is_some() {
                    self.spring_along(&mut joint, JointAxis::LinX, 0.0);
                    self.spring_along(&mut joint, JointAxis::LinY, 0.0);
                }
            }
            JointKind::Slider => {
                self.limit(&mut joint, JointAxis::LinX);
                if self.spring.is_some() {
                    self.spring_along(&mut joint, JointAxis::LinX, 0.0);
                }
                self.drive_along(&mut joint, JointAxis::LinX);
            }
            JointKind::Weld => self.bend(&mut joint, inertia),
            JointKind::Wheel => {
                self.limit(&mut joint, JointAxis::LinX);
                self.drive_along(&mut joint, JointAxis::AngX);
                self.spring_along(&mut joint, JointAxis::LinX, 0.0);
            }
            JointKind::Distance => self.hold_distance(&mut joint),
            JointKind::Motor => self.hold_place(&mut joint),
        }
        joint
    }

    fn limit(&self, joint: &mut GenericJoint, axis: JointAxis) {
        if let Some([least, most]) = self.limits {
            joint.set_limits(axis, [least.min(most), most.max(least)]);
        }
    }

    fn drive_along(&self, joint: &mut GenericJoint, axis: JointAxis) {
        if let Some(drive) = self.drive {
            drive.apply(joint, axis);
        }
    }

    fn spring_along(&self, joint: &mut GenericJoint, axis: JointAxis, target: f32) {
        let JointSpring { frequency, damping } = self.spring.unwrap_or(STIFF);
        let swing = core::f32::consts::TAU * frequency.max(0.0);
        joint.set_motor_model(axis, MotorModel::AccelerationBased);
        joint.set_motor_position(axis, target, swing * swing, 2.0 * damping.max(0.0) * swing);
    }

    /// A spring of the angle. Its stiffness is by the mass that turns about the joint, which the solver does not know.
    fn bend(&self, joint: &mut GenericJoint, inertia: f32) {
        if let Some(JointSpring { frequency, damping }) = self.spring {
            let swing = core::f32::consts::TAU * frequency.max(0.0);
            let stiffness = swing * swing * inertia;
            let damping = 2.0 * damping.max(0.0) * swing * inertia;
            joint.set_motor_model(JointAxis::AngX, MotorModel::ForceBased);
            joint.set_motor_position(JointAxis::AngX, 0.0, stiffness, damping);
        }
    }

    /// The solver knows distances as one limit from above: a rod is held from below by a stiff spring, and least distances by
    /// [`BodyWorld::hold_apart`].
    fn hold_distance(&self, joint: &mut GenericJoint) {
        joint.coupled_axes = JointAxesMask::LIN_AXES;
        let length = self.anchors[0].distance(self.anchors[1]);
        let most = match (self.limits, self.spring) {
            (Some([least, most]), _) => Some(most.max(least).max(0.0)),
            (None, None) => Some(length),
            (None, Some(_)) => None,
        };
        if let Some(most) = most {
            joint.set_limits(JointAxis::LinX, [0.0, most]);
        }
        if self.limits.is_none() || self.spring.is_some() {
            self.spring_along(joint, JointAxis::LinX, length);
        }
    }

    /// The least distance that a joint keeps by an impulse of ours.
    fn least_distance(&self) -> Option<f32> {
        let [least, most] = self.limits.filter(|_| self.kind == JointKind::Distance)?;
        Some(least.min(most)).filter(|&least| least > 0.0)
    }

    fn hold_place(&self, joint: &mut GenericJoint) {
        let targets = [
            (JointAxis::LinX, self.target.x),
            (JointAxis::LinY, self.target.y),
            (JointAxis::AngX, self.target_turn),
        ];
        for (axis, target) in targets {
            self.spring_along(joint, axis, target);
            let most = self.drive.map_or(f32::MAX, |drive| drive.max_force.max(0.0));
            joint.set_motor_max_force(axis, most);
        }
    }

    fn hash_settings(&self, hash: &mut StateHash) {
        let limits = self.limits.unwrap_or([f32::NEG_INFINITY, f32::INFINITY]);
        let drive = self.drive.unwrap_or(JointDrive { speed: 0.0, max_force: -1.0 });
        let spring = self.spring.unwrap_or(JointSpring { frequency: -1.0, damping: -1.0 });
        hash.write(&(self.kind as u32, self.collide, self.target, self.target_turn));
        hash.write(&(self.anchors[0], self.anchors[1], self.axis));
        hash.write(&(limits[0], limits[1], drive.speed, drive.max_force));
        hash.write(&(spring.frequency, spring.damping));
    }
}

/// Force of a drive for a speed it lacks: so much that only its greatest force counts.
const DRIVE_RATE: f32 = 1e12;
/// The spring of rods.
const STIFF: JointSpring = JointSpring { frequency: 15.0, damping: 1.0 };

impl BodyWorld {
    /// Joins two bodies. The joint goes with either of them.
    ///
    /// # Errors
    /// When a body is not there, both are one, or a number of the joint is not finite.
    pub fn join(&mut self, a: BodyId, b: BodyId, joint: &JointDef) -> Result<JointId, BodyError> {
        if a == b {
            return Err(BodyError::SameBody);
        }
        let handles = [self.handle(a), self.handle(b)];
        let [Some(first), Some(second)] = handles else { return Err(BodyError::NoSuchBody) };
        let bodies = [&self.inner.bodies[first], &self.inner.bodies[second]];
        if !joint.is_finite() {
            return Err(BodyError::BadShape);
        }
        let grip = joint.grip(bodies);
        let built = joint.built(grip);
        let handle = self.inner.impulse_joints.insert(first, second, built, true);
        let (ends, def, inertia) = ([a, b], *joint, grip.inertia);
        Ok(self.joints.insert(JointEntry { handle, ends, def, inertia }).cast())
    }

    /// Removes a joint. False when it was not there.
    pub fn part(&mut self, joint: JointId) -> bool {
        let entry = self.joints.remove(joint.cast());
        entry.is_some_and(|entry| self.inner.impulse_joints.remove(entry.handle, true).is_some())
    }

    /// Sets the drive of a pin, slider or wheel. False, and nothing is changed, when the joint is not there or of another
    /// kind, or a number is NaN.
    pub fn drive(&mut self, joint: JointId, drive: JointDrive) -> bool {
        let Some(entry) = self.joints.get_mut(joint.cast()) else { return false };
        if drive.speed.is_nan() || drive.max_force.is_nan() {
            self.rejected += 1;
            return false;
        }
        let axis = match entry.def.kind {
            JointKind::Slider => JointAxis::LinX,
            JointKind::Pin | JointKind::Wheel => JointAxis::AngX,
            JointKind::Distance | JointKind::Weld | JointKind::Motor => return false,
        };
        entry.def.drive = Some(drive);
        let handle = entry.handle;
        let Some(inner) = self.inner.impulse_joints.get_mut(handle, true) else { return false };
        drive.apply(&mut inner.data, axis);
        true
    }

    /// Sets or takes away the limits of a joint; welds and motors have none. False, and nothing is changed, when the joint is
    /// not there or of such a kind, or a number is not finite.
    pub fn set_limits(&mut self, joint: JointId, limits: Option<[f32; 2]>) -> bool {
        self.change_joint(joint, |def| {
            def.limits = limits;
            !matches!(def.kind, JointKind::Weld | JointKind::Motor)
        })
    }

    /// Makes a joint a spring, or stiff again. False, and nothing is changed, when the joint is not there or a number is not
    /// finite.
    pub fn set_spring(&mut self, joint: JointId, spring: Option<JointSpring>) -> bool {
        self.change_joint(joint, |def| {
            def.spring = spring;
            true
        })
    }

    /// Says where a motor holds its second body: so many pixels along its axis and across it, and so many radians, from how
    /// the joint was made. False, and nothing is changed, when the joint is no motor or a number is not finite.
    pub fn set_target(&mut self, joint: JointId, target: Vec2, turn: f32) -> bool {
        self.change_joint(joint, |def| {
            (def.target, def.target_turn) = (target, turn);
            def.kind == JointKind::Motor
        })
    }

    /// Says whether two joined bodies meet each other. False when the joint is not there.
    pub fn set_collide(&mut self, joint: JointId, collide: bool) -> bool {
        self.change_joint(joint, |def| {
            def.collide = collide;
            true
        })
    }

    /// Changes a joint when `change` agrees and the numbers are finite; what it holds stays where it is.
    fn change_joint(&mut self, joint: JointId, change: impl FnOnce(&mut JointDef) -> bool) -> bool {
        let Some(entry) = self.joints.get_mut(joint.cast()) else { return false };
        let mut def = entry.def;
        let is_possible = change(&mut def);
        if !is_possible || !def.is_finite() {
            self.rejected = self.rejected.saturating_add(u32::from(is_possible));
            return false;
        }
        let Some(inner) = self.inner.impulse_joints.get_mut(entry.handle, true) else {
            return false;
        };
        let frames = [inner.data.local_frame1, inner.data.local_frame2];
        inner.data = def.built(Grip { frames, inertia: entry.inertia });
        entry.def = def;
        true
    }

    /// What a joint was made from, with the changes since.
    pub fn joint(&self, joint: JointId) -> Option<&JointDef> {
        self.joints.get(joint.cast()).map(|entry| &entry.def)
    }

    /// The two bodies of a joint.
    pub fn joined(&self, joint: JointId) -> Option<[BodyId; 2]> {
        self.joints.get(joint.cast()).map(|entry| entry.ends)
    }

    /// The joints of the world with the two points each holds, in the world; they differ by what it gives way.
    pub fn joint_points(&self) -> impl Iterator<Item = (JointId, [Vec2; 2])> + '_ {
        self.joints.iter().filter_map(|(id, entry)| {
            let joint = self.inner.impulse_joints.get(entry.handle)?;
            let point =
                |body, local| Some(self.inner.bodies.get(body)?.position().transform_point(local));
            let first = point(joint.body1(), joint.data.local_anchor1())?;
            Some((id.cast(), [first, point(joint.body2(), joint.data.local_anchor2())?]))
        })
    }

    pub(super) fn forget_joints_of(&mut self, body: BodyId) {
        self.joints.retain(|_, entry| !entry.ends.contains(&body));
    }

    /// What holds a body, and where, in its coordinates.
    pub(crate) fn holds_on(&self, body: BodyId) -> Vec<(BodyHold, Vec2)> {
        let joints = self.joints.iter().filter_map(|(id, entry)| {
            let end = entry.ends.iter().position(|&end| end == body)?;
            let data = &self.inner.impulse_joints.get(entry.handle)?.data;
            let at = [data.local_anchor1(), data.local_anchor2()][end];
            Some((BodyHold::Joint(id.cast()), at))
        });
        let grabs = self.grabs.iter().filter(|(_, grab)| grab.body == body);
        joints.chain(grabs.map(|(id, grab)| (BodyHold::Grab(id), grab.local))).collect()
    }

    /// Lets what holds a body go.
    pub(crate) fn let_go(&mut self, hold: BodyHold) {
        match hold {
            BodyHold::Joint(joint) => drop(self.part(joint)),
            BodyHold::Grab(grab) => drop(self.release(grab)),
        }
    }

    /// Lets what holds one body hold another one instead, in the same place of the world.
    pub(crate) fn hand_over(&mut self, hold: BodyHold, from: BodyId, to: BodyId) -> Option<()> {
        let place = |body: BodyId| Some(*self.inner.bodies.get(self.handle(body)?)?.position());
        let way = place(to)?.inverse() * place(from)?;
        match hold {
            BodyHold::Grab(grab) => {
                let grab = self.grabs.get_mut(grab)?;
                (grab.body, grab.local) = (to, way.transform_point(grab.local));
            }
            BodyHold::Joint(joint) => {
                let mut entry = *self.joints.get(joint.cast())?;
                let data = self.inner.impulse_joints.get(entry.handle)?.data;
                let mut frames = [data.local_frame1, data.local_frame2];
                let end = entry.ends.iter().position(|&end| end == from)?;
                (entry.ends[end], frames[end]) = (to, way * frames[end]);
                let [first, second] = [self.handle(entry.ends[0])?, self.handle(entry.ends[1])?];
                self.inner.impulse_joints.remove(entry.handle, true);
                let built = entry.def.built(Grip { frames, inertia: entry.inertia });
                entry.handle = self.inner.impulse_joints.insert(first, second, built, true);
                *self.joints.get_mut(joint.cast())? = entry;
            }
        }
        Some(())
    }

    pub(super) fn save_joint(&self, entry: &JointEntry, out: &mut StateWriter) {
        let def = &entry.def;
        (def.kind as u32, entry.ends, entry.inertia).save(out);
        (def.anchors, def.axis, def.limits, def.spring).save(out);
        def.drive.map(|drive| (drive.speed, drive.max_force)).save(out);
        (def.target, def.target_turn, def.collide).save(out);
        let data = self.inner.impulse_joints.get(entry.handle).map(|joint| joint.data);
        let frames = data.map(|data| [data.local_frame1, data.local_frame2]);
        for frame in frames.unwrap_or([Pose::IDENTITY; 2]) {
            save_pose(&frame, out);
        }
    }

    pub(super) fn restore_joint(
        &mut self,
        input: &mut StateReader<'_>,
    ) -> Result<JointEntry, StateError> {
        use JointKind::{Distance, Motor, Pin, Slider, Weld, Wheel};
        let start = input.offset();
        let kinds = [Pin, Distance, Slider, Weld, Wheel, Motor];
        let kind = kinds[input.variant(6, "a kind of joint")? as usize];
        let (ends, inertia): ([BodyId; 2], f32) = SaveState::restore(input)?;
        let (anchors, axis, limits, spring) = SaveState::restore(input)?;
        let drive: Option<(f32, f32)> = SaveState::restore(input)?;
        let drive = drive.map(|(speed, max_force)| JointDrive { speed, max_force });
        let (target, target_turn, collide) = SaveState::restore(input)?;
        let def =
            JointDef { kind, anchors, axis, limits, drive, spring, target, target_turn, collide };
        let grip = Grip { frames: [restore_pose(input)?, restore_pose(input)?], inertia };
        let handles = [self.handle(ends[0]), self.handle(ends[1])];
        let is_good = def.is_finite() && inertia.is_finite() && inertia >= 0.0;
        match handles {
            [Some(first), Some(second)] if first != second && is_good => {
                let built = def.built(grip);
                let handle = self.inner.impulse_joints.insert(first, second, built, true);
                Ok(JointEntry { handle, ends, def, inertia })
            }
            _ => Err(StateReader::error_at(start, "a joint of two bodies")),
        }
    }

    /// Keeps joints above their least distance: an impulse along the line between the anchors when the step would end below
    /// it. What is below already comes out by a fifth of the gap a step, so that it is not thrown.
    pub(super) fn hold_apart(&mut self, dt: f32) {
        let least = |entry: &JointEntry| entry.def.least_distance();
        let kept = self.joints.iter().filter_map(|(id, entry)| Some((id, least(entry)?)));
        for (id, least) in kept.collect::<Vec<_>>() {
            self.hold_one_apart(id.cast(), least, dt);
        }
    }

    /// The share of a step's gravity that counts for the way of the step: it comes in parts, each of which falls by the
    /// velocity it has by then.
    pub(super) fn share_of_fall(&self) -> f32 {
        let parts = self.inner.integration_parameters.num_solver_iterations as f32;
        (parts + 1.0) / (2.0 * parts)
    }

    fn hold_one_apart(&mut self, joint: JointId, least: f32, dt: f32) -> Option<()> {
        const CLOSING: f32 = 0.2;
        let entry = self.joints.get(joint.cast())?;
        let (ends, joint) = (entry.ends, self.inner.impulse_joints.get(entry.handle)?);
        let locals = [joint.data.local_anchor1(), joint.data.local_anchor2()];
        let feel = |i: usize| {
            let body = self.inner.bodies.get(self.handle(ends[i])?)?;
            let at = body.position().transform_point(locals[i]);
            let gravity = if body.is_dynamic() { body.gravity_scale() } else { 0.0 };
            Some((body, at, body.velocity_at_point(at), gravity))
        };
        let (a, from, speed_a, gravity_a) = feel(0)?;
        let (b, to, speed_b, gravity_b) = feel(1)?;
        let rests = |body: &RigidBody| !body.is_dynamic() || body.is_sleeping();
        if rests(a) && rests(b) {
            return None;
        }
        let distance = from.distance(to);
        let way = (to - from).try_normalize().unwrap_or(Vec2::NEG_Y);
        let pull = self.inner.gravity * (gravity_b - gravity_a) * (dt * self.share_of_fall());
        let speed = (speed_b - speed_a + pull).dot(way);
        let gap = least - distance;
        let wanted = if gap > 0.0 { gap * CLOSING } else { gap } / dt;
        let inverse = |body: &RigidBody, at: Vec2| {
            let properties = body.mass_properties();
            let arm = (at - body.center_of_mass()).perp_dot(way);
            if body.is_dynamic() {
                properties.local_mprops.inv_mass
                    + properties.effective_world_inv_inertia * arm * arm
            } else {
                0.0
            }
        };
        let inverse_mass = inverse(a, from) + inverse(b, to);
        let impulse = way * ((wanted - speed) / inverse_mass);
        if speed < wanted && impulse.is_finite() {
            for (body, at, impulse) in [(ends[0], from, -impulse), (ends[1], to, impulse)] {
                let handle = self.handle(body)?;
                let body = self.inner.bodies.get_mut(handle)?;
                // What is held at rest may fall asleep.
                let wakes = body.is_sleeping();
                body.apply_impulse_at_point(impulse, at, wakes);
            }
        }
        Some(())
    }

    pub(super) fn hash_joints(&self, hash: &mut StateHash) {
        hash.write(&(self.joints.len() as u32));
        for (id, entry) in self.joints.iter() {
            hash.write(&(id.to_bits(), entry.ends[0].to_bits(), entry.ends[1].to_bits()));
            entry.def.hash_settings(hash);
        }
    }
}

/// Something that holds a body at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BodyHold {
    Joint(JointId),
    Grab(BodyGrabId),
}

/// A joint of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JointEntry {
    handle: ImpulseJointHandle,
    ends: [BodyId; 2],
    def: JointDef,
    inertia: f32,
}

/// How a joint holds two bodies: its anchors and axes in their coordinates, and what turns about it.
#[derive(Clone, Copy, Debug)]
struct Grip {
    frames: [Pose; 2],
    /// In mass times pixels squared; what does not move does not count.
    inertia: f32,
}

fn inertia_about(bodies: [&RigidBody; 2], anchors: [Vec2; 2]) -> f32 {
    let inverse = |body: &RigidBody, anchor: Vec2| {
        let inner = body.mass_properties().effective_world_inv_inertia;
        let arm = body.center_of_mass().distance_squared(anchor);
        if body.is_dynamic() && inner > 0.0 { 1.0 / (1.0 / inner + body.mass() * arm) } else { 0.0 }
    };
    let sum = inverse(bodies[0], anchors[0]) + inverse(bodies[1], anchors[1]);
    if sum > 0.0 { 1.0 / sum } else { 0.0 }
}
