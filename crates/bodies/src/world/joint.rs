//! Joints between two bodies.

use super::{BodyId, BodyWorld};
use crate::BodyError;
use motile_geom::{Id, Vec2, ops};
use rapier2d::prelude::{
    GenericJoint, GenericJointBuilder, ImpulseJointHandle, JointAxesMask, JointAxis, MotorModel,
    Pose, RigidBody, SpringCoefficients,
};

/// Names a joint of a world.
pub type JointId = Id<JointDef>;

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Turning about a point. Limits and motor are of the angle.
    #[doc(alias = "revolute")]
    #[doc(alias = "hinge")]
    Pin,
    /// Everything but the distance of two points. Limits are of the distance: with them it is a rope.
    #[doc(alias = "rope")]
    Distance,
    /// Sliding along an axis, without turning. Limits and motor are of the way along it.
    #[doc(alias = "prismatic")]
    Slider,
    /// Nothing. With a spring it bends.
    #[doc(alias = "fixed")]
    Weld,
    /// Turning, and springing along an axis: the wheel of a car. The motor turns it, limits are of the way along the axis.
    Wheel,
    /// Everything, but a motor holds the place and angle of the second body as they were, with at most its force.
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
    /// Whether the two bodies still meet each other.
    pub collide: bool,
}

impl JointDef {
    fn new(kind: JointKind, anchors: [Vec2; 2], axis: Vec2) -> Self {
        Self { kind, anchors, axis, limits: None, drive: None, spring: None, collide: false }
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

    fn is_finite(&self) -> bool {
        let pairs = self.limits.into_iter().flatten();
        let drive = self.drive.into_iter().flat_map(|drive| [drive.speed, drive.max_force]);
        let spring = self.spring.into_iter().flat_map(|spring| [spring.frequency, spring.damping]);
        let is_axis = self.axis.is_finite() && self.axis.length_squared() > 0.0;
        self.anchors.iter().all(|a| a.is_finite())
            && is_axis
            && pairs.chain(spring).all(f32::is_finite)
            && drive.into_iter().all(|n| !n.is_nan())
    }

    /// In the coordinates of two bodies.
    fn built(&self, bodies: [&RigidBody; 2]) -> GenericJoint {
        use JointAxesMask as Axes;
        let angle = ops::atan2(self.axis.y, self.axis.x);
        let frame = |i: usize| {
            let pose = bodies[i].position();
            let turn = angle - pose.rotation.angle();
            Pose::new(pose.inverse_transform_point(self.anchors[i]), turn)
        };
        let locked = match self.kind {
            JointKind::Pin => Axes::LOCKED_REVOLUTE_AXES,
            JointKind::Slider => Axes::LOCKED_PRISMATIC_AXES,
            JointKind::Weld => Axes::LOCKED_FIXED_AXES,
            JointKind::Wheel => Axes::LOCKED_PIN_SLOT_AXES,
            JointKind::Distance | JointKind::Motor => Axes::empty(),
        };
        let joint = GenericJointBuilder::new(locked)
            .local_frame1(frame(0))
            .local_frame2(frame(1))
            .contacts_enabled(self.collide);
        let mut joint = joint.build();
        match self.kind {
            JointKind::Pin => {
                self.limit(&mut joint, JointAxis::AngX);
                self.drive_along(&mut joint, JointAxis::AngX);
                self.soften(&mut joint);
            }
            JointKind::Slider => {
                self.limit(&mut joint, JointAxis::LinX);
                self.drive_along(&mut joint, JointAxis::LinX);
                self.soften(&mut joint);
            }
            JointKind::Weld => self.soften(&mut joint),
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

    fn soften(&self, joint: &mut GenericJoint) {
        if let Some(JointSpring { frequency, damping }) = self.spring {
            joint.softness = SpringCoefficients::new(frequency.max(0.01), damping.max(0.0));
        }
    }

    /// The solver knows distances as one limit from above; what holds from below is a stiff spring.
    fn hold_distance(&self, joint: &mut GenericJoint) {
        joint.coupled_axes = JointAxesMask::LIN_AXES;
        let length = self.anchors[0].distance(self.anchors[1]);
        match (self.limits, self.spring) {
            (Some([_, most]), None) => {
                joint.set_limits(JointAxis::LinX, [0.0, most.max(0.0)]);
            }
            (limits, spring) => {
                if let Some([_, most]) = limits {
                    joint.set_limits(JointAxis::LinX, [0.0, most.max(0.0)]);
                } else if spring.is_none() {
                    joint.set_limits(JointAxis::LinX, [0.0, length]);
                }
                self.spring_along(joint, JointAxis::LinX, length);
            }
        }
    }

    fn hold_place(&self, joint: &mut GenericJoint) {
        for axis in [JointAxis::LinX, JointAxis::LinY, JointAxis::AngX] {
            self.spring_along(joint, axis, 0.0);
            let most = self.drive.map_or(f32::MAX, |drive| drive.max_force.max(0.0));
            joint.set_motor_max_force(axis, most);
        }
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
        let built = joint.built(bodies);
        let handle = self.inner.impulse_joints.insert(first, second, built, true);
        Ok(self.joints.insert(JointEntry { handle, ends: [a, b], kind: joint.kind }).cast())
    }

    /// Removes a joint. False when it was not there.
    pub fn part(&mut self, joint: JointId) -> bool {
        let entry = self.joints.remove(joint.cast());
        entry.is_some_and(|entry| self.inner.impulse_joints.remove(entry.handle, true).is_some())
    }

    /// Sets the drive of a pin, slider or wheel. False when the joint is not there or a number is NaN, which changes
    /// nothing.
    pub fn drive(&mut self, joint: JointId, drive: JointDrive) -> bool {
        let Some(entry) = self.joints.get(joint.cast()) else { return false };
        if drive.speed.is_nan() || drive.max_force.is_nan() {
            self.rejected += 1;
            return false;
        }
        let axis = match entry.kind {
            JointKind::Slider => JointAxis::LinX,
            _ => JointAxis::AngX,
        };
        let handle = entry.handle;
        let Some(inner) = self.inner.impulse_joints.get_mut(handle, true) else { return false };
        drive.apply(&mut inner.data, axis);
        true
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
}

/// A joint of a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointEntry {
    handle: ImpulseJointHandle,
    ends: [BodyId; 2],
    kind: JointKind,
}
