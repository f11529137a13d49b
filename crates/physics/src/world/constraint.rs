//! Constraints other than sticks: angles, areas, motors, and the hand that drags.

use super::PointId;
use super::point::{Points, in_range};
use super::rule::{Checked, Refusal, softness};
use core::f32::consts::PI;
use motile_geom::{HashState, Id, StateHash, Vec2, angle, ops};

/// Keeps the angle at a joint inside a range: elbows, knees, stiff ropes.
///
/// The angle is that from the arm `pivot → a` to the arm `pivot → c`, clockwise on the screen, −π…π.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "hinge")]
#[doc(alias = "joint limit")]
pub struct Angle {
    /// End of the first arm.
    pub a: PointId,
    /// The joint.
    pub pivot: PointId,
    /// End of the second arm.
    pub c: PointId,
    /// Smallest angle in radians, −π or more.
    pub min: f32,
    /// Greatest angle in radians, π or less.
    pub max: f32,
    /// Softness: radians for a unit of torque, 0 or more; 0 is rigid.
    pub compliance: f32,
    lambda: f32,
}

/// The name of an angle constraint.
pub type AngleId = Id<Angle>;

impl Angle {
    /// A rigid range.
    pub const fn new(a: PointId, pivot: PointId, c: PointId, min: f32, max: f32) -> Self {
        Self { a, pivot, c, min, max, compliance: 0.0, lambda: 0.0 }
    }

    /// With softness in radians for a unit of torque.
    pub const fn with_compliance(mut self, compliance: f32) -> Self {
        self.compliance = compliance;
        self
    }

    pub(crate) fn check(&self, points: &Points) -> Result<(), Refusal> {
        let ends = [self.a, self.pivot, self.c];
        let twice = ends[0] == ends[1] || ends[1] == ends[2] || ends[0] == ends[2];
        if twice || ends.iter().any(|&id| points.slot(id).is_none()) {
            return Err(Refusal::UnknownPoint);
        }
        let range = -PI..=PI;
        let good = range.contains(&self.min) && range.contains(&self.max) && self.min <= self.max;
        if good && (0.0..=1e12).contains(&self.compliance) {
            Ok(())
        } else {
            Err(Refusal::Number("range of the angle"))
        }
    }

    pub(crate) fn holds(&self, point: PointId) -> bool {
        [self.a, self.pivot, self.c].contains(&point)
    }

    pub(crate) fn relax(&mut self, points: &mut Points, h: f32) {
        let [a, p, c] = [self.a, self.pivot, self.c].map(PointId::slot);
        let (u, v) =
            (points.position(a) - points.position(p), points.position(c) - points.position(p));
        let (uu, vv) = (u.length_squared(), v.length_squared());
        if uu < 1e-12 || vv < 1e-12 {
            return;
        }
        let angle = ops::atan2(u.perp_dot(v), u.dot(v));
        let error = beyond(angle, self.min, self.max);
        let (ga, gc) = (-u.perp() / uu, v.perp() / vv);
        let gp = -(ga + gc);
        let weights = [a, p, c].map(|slot| points.inverse_mass[slot]);
        let sum = weights[0] * ga.length_squared()
            + weights[1] * gp.length_squared()
            + weights[2] * gc.length_squared();
        let soft = softness(self.compliance, h);
        if sum <= 0.0 || (error == 0.0 && self.lambda == 0.0) {
            return;
        }
        // A turn of more than half a radian in one go would no longer follow the tangent.
        let error = error.clamp(-0.5, 0.5);
        let change = (-error - soft * self.lambda) / (sum + soft);
        self.lambda += change;
        for ((slot, gradient), weight) in [(a, ga), (p, gp), (c, gc)].into_iter().zip(weights) {
            let position = points.position(slot) + gradient * (change * weight);
            points.set(slot, position);
        }
    }
}

/// How far an angle lies outside of a range, the short way around.
fn beyond(angle: f32, min: f32, max: f32) -> f32 {
    if (min..=max).contains(&angle) {
        return 0.0;
    }
    let (to_min, to_max) = (angle::difference(min, angle), angle::difference(max, angle));
    if to_min.abs() < to_max.abs() { to_min } else { to_max }
}

/// Keeps the area inside a loop of points: blobs, tires, balloons.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "soft body")]
#[doc(alias = "pressure")]
pub struct Area {
    /// The loop, clockwise on the screen; at least three points.
    pub points: Vec<PointId>,
    /// Area in square pixels it has at rest; none takes the present one.
    pub area: Option<f32>,
    /// Share of the area it wants: above 1 blows it up, below 1 lets air out.
    pub pressure: f32,
    /// Softness: square pixels for a unit of pressure, 0 or more; 0 is rigid.
    pub compliance: f32,
    pub(super) rest: f32,
    lambda: f32,
}

/// The name of an area constraint.
pub type AreaId = Id<Area>;

impl Area {
    /// A loop that keeps its present area.
    pub const fn new(points: Vec<PointId>) -> Self {
        Self { points, area: None, pressure: 1.0, compliance: 0.0, rest: 0.0, lambda: 0.0 }
    }

    /// With softness in square pixels for a unit of pressure.
    pub const fn with_compliance(mut self, compliance: f32) -> Self {
        self.compliance = compliance;
        self
    }

    pub(crate) fn start(&mut self, points: &Points) -> Result<(), Refusal> {
        if self.points.len() < 3 || self.points.iter().any(|&id| points.slot(id).is_none()) {
            return Err(Refusal::UnknownPoint);
        }
        self.rest = self.area.unwrap_or_else(|| self.now(points));
        if self.is_good() { Ok(()) } else { Err(Refusal::Number("area, pressure or compliance")) }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.points.len() >= 3
            && self.rest.is_finite()
            && (0.0..=1e6).contains(&self.pressure)
            && (0.0..=1e12).contains(&self.compliance)
    }

    /// Area inside the loop in square pixels; negative when it is turned inside out.
    pub(crate) fn now(&self, points: &Points) -> f32 {
        let at = |id: &PointId| points.position(id.slot());
        let origin = self.points.first().map_or(Vec2::ZERO, at);
        let next = self.points.iter().cycle().skip(1);
        let twice: f32 = self
            .points
            .iter()
            .zip(next)
            .map(|(a, b)| (at(a) - origin).perp_dot(at(b) - origin))
            .sum();
        twice * 0.5
    }

    /// Half the perpendicular of the bond between the neighbors: how the area grows with a point.
    fn gradient(&self, i: usize, points: &Points) -> Vec2 {
        let n = self.points.len();
        let at = |i: usize| points.position(self.points[i % n].slot());
        (at(i + n - 1) - at(i + 1)).perp() * 0.5
    }

    pub(crate) fn relax(&mut self, points: &mut Points, h: f32, ways: &mut Vec<Vec2>) {
        let error = self.now(points) - self.rest * self.pressure;
        ways.clear();
        ways.extend((0..self.points.len()).map(|i| self.gradient(i, points)));
        let weight = |i: usize| points.inverse_mass[self.points[i].slot()];
        let sum: f32 = (0..ways.len()).map(|i| weight(i) * ways[i].length_squared()).sum();
        let soft = softness(self.compliance, h);
        if sum <= 1e-12 || !error.is_finite() {
            return;
        }
        let change = (-error - soft * self.lambda) / (sum + soft);
        self.lambda += change;
        for (id, way) in self.points.iter().zip(ways) {
            let slot = id.slot();
            let position = points.position(slot) + *way * (change * points.inverse_mass[slot]);
            points.set(slot, position);
        }
    }
}

/// Turns points about a hub.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// The middle. Pinned, it is what everything turns about; free, all turn about their center of mass.
    pub hub: PointId,
    /// What is turned.
    pub rim: Vec<PointId>,
    /// Wanted speed in radians per second, clockwise on the screen.
    pub speed: f32,
    /// Strongest torque on each rim point (mass · pixels² / s²), 0 or more; infinite for as strong as needed.
    pub torque: f32,
}

/// The name of a motor.
pub type MotorId = Id<Motor>;

impl Motor {
    pub(crate) fn check(&self, points: &Points) -> Result<(), Refusal> {
        let known =
            points.slot(self.hub).is_some() && self.rim.iter().all(|&id| points.slot(id).is_some());
        if !known {
            return Err(Refusal::UnknownPoint);
        }
        let good = self.speed.is_finite() && self.torque >= 0.0;
        if good { Ok(()) } else { Err(Refusal::Number("speed or torque of the motor")) }
    }

    pub(crate) fn drive(&self, points: &mut Points, h: f32) {
        // About a pinned hub, or about the common center of mass: the way no momentum comes from nowhere. All are
        // turned as one body, for points driven one by one would kick the hub about.
        let hub = self.hub.slot();
        let hub_moves = points.inverse_mass[hub] > 0.0;
        let members = || {
            let rim = self.rim.iter().map(|id| id.slot());
            rim.chain(hub_moves.then_some(hub))
        };
        let (mut center, mut drift) = (points.position(hub), points.way(hub));
        let mass_of = |points: &Points, slot: usize| {
            if points.inverse_mass[slot] > 0.0 { points.mass[slot] } else { 0.0 }
        };
        if hub_moves {
            let (mut mass, mut offset, mut way) = (0.0, Vec2::ZERO, Vec2::ZERO);
            for slot in members() {
                let m = mass_of(points, slot);
                mass += m;
                offset += (points.position(slot) - center) * m;
                way += points.way(slot) * m;
            }
            center += offset / mass;
            drift = way / mass;
        }
        let (mut spin, mut inertia) = (0.0, 0.0);
        for slot in members() {
            let (m, arm) = (mass_of(points, slot), points.position(slot) - center);
            spin += m * arm.perp_dot(points.way(slot) - drift);
            inertia += m * arm.length_squared();
        }
        let most = self.torque * self.rim.len() as f32 / inertia * h * h;
        let turn = (self.speed * h - spin / inertia).clamp(-most, most);
        if !turn.is_finite() {
            return;
        }
        for slot in members() {
            // A change of the way, not of the place: weak motors would be lost in the rounding of places.
            let push = (points.position(slot) - center).perp() * turn;
            if points.inverse_mass[slot] > 0.0 {
                points.set_way(slot, points.way(slot) + push);
            }
        }
    }
}

/// A point drawn towards a place: the pointer that drags, an anchor on a spring.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "mouse joint")]
pub struct Grab {
    /// Who is drawn.
    pub point: PointId,
    /// Where to, in pixels.
    pub target: Vec2,
    /// Softness: pixels for a unit of force, 0 or more; 0 carries it along at once.
    pub compliance: f32,
    lambda: Vec2,
}

/// The name of a grab.
pub type GrabId = Id<Grab>;

impl Grab {
    /// A grab with softness in pixels for a unit of force.
    pub const fn new(point: PointId, target: Vec2, compliance: f32) -> Self {
        Self { point, target, compliance, lambda: Vec2::ZERO }
    }

    pub(crate) fn check(&self, points: &Points) -> Result<(), Refusal> {
        if points.slot(self.point).is_none() {
            return Err(Refusal::UnknownPoint);
        }
        Ok(self.check_numbers()?)
    }

    /// Also asked before each step, because target and softness are public fields.
    pub(crate) fn check_numbers(&self) -> Checked {
        let good = in_range(self.target) && (0.0..=1e12).contains(&self.compliance);
        if good { Ok(()) } else { Err("target or compliance of the grab") }
    }

    pub(crate) fn relax(&mut self, points: &mut Points, h: f32) {
        let slot = self.point.slot();
        let weight = points.inverse_mass[slot];
        // Target and softness are public fields: a grab with bad ones pulls nothing.
        if weight <= 0.0 || self.check_numbers().is_err() {
            return;
        }
        let soft = softness(self.compliance, h);
        let error = points.position(slot) - self.target;
        let change = (-error - self.lambda * soft) / (weight + soft);
        self.lambda += change;
        points.set(slot, points.position(slot) + change * weight);
    }
}

/// Multipliers start from nothing in every step.
pub(crate) trait Forget {
    fn forget(&mut self);
}

impl Forget for Angle {
    fn forget(&mut self) {
        self.lambda = 0.0;
    }
}

impl Forget for Area {
    fn forget(&mut self) {
        self.lambda = 0.0;
    }
}

impl Forget for Grab {
    fn forget(&mut self) {
        self.lambda = Vec2::ZERO;
    }
}

impl HashState for Angle {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.a, self.pivot, self.c).hash_state(hash);
        (self.min, self.max, self.compliance).hash_state(hash);
    }
}

impl HashState for Area {
    fn hash_state(&self, hash: &mut StateHash) {
        self.points.hash_state(hash);
        (self.rest, self.pressure, self.compliance).hash_state(hash);
    }
}

impl HashState for Motor {
    fn hash_state(&self, hash: &mut StateHash) {
        self.hub.hash_state(hash);
        self.rim.hash_state(hash);
        (self.speed, self.torque).hash_state(hash);
    }
}

impl HashState for Grab {
    fn hash_state(&self, hash: &mut StateHash) {
        (self.point, self.target, self.compliance).hash_state(hash);
    }
}
