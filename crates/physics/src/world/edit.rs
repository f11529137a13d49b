//! Adding, changing, removing; keeping and going back.

use super::point::{MAX_COORDINATE, MIN_MASS, in_range};
use super::rule::Refusal;
use super::{
    Angle, AngleId, Area, AreaId, Grab, GrabId, Motor, MotorId, Point, PointId, Stale, Stick,
    StickId, World,
};
use crate::forces::Field;
use crate::{Attraction, PhysicsError};
use motile_geom::{Id, Vec2};

impl World {
    /// Adds a point.
    ///
    /// One with a position or velocity that is not finite, a position beyond 10⁹ pixels, a mass below 10⁻⁹ or a
    /// negative radius is not added: its name is [`Id::NOTHING`], and [`rejected`](Self::rejected) counts it.
    #[doc(alias = "particle")]
    pub fn add_point(&mut self, point: Point) -> PointId {
        match self.points.add(point, self.last) {
            Ok(id) => {
                // Blocks of the plan are counted in points.
                self.stale = Stale::Everything;
                self.stir(id.slot());
                id
            }
            Err(number) => {
                self.reject(number);
                PointId::NOTHING
            }
        }
    }

    /// Adds a stick.
    ///
    /// One with a length that is not above 0 (two points in one place have no distance to keep: give a length), or with
    /// a negative or infinite softness, is not added: its name is [`Id::NOTHING`], and [`rejected`](Self::rejected)
    /// counts it.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for an end that is gone, or both ends on one point.
    pub fn add_stick(&mut self, stick: Stick) -> Result<StickId, PhysicsError> {
        let added = self.sticks.add(&stick, &self.points);
        if added.is_ok() {
            self.stir_all([stick.a, stick.b]);
            self.stale = Stale::Everything;
        }
        self.named(added)
    }

    /// Adds an angle constraint.
    ///
    /// One with a range outside −π…π or upside down is not added: its name is [`Id::NOTHING`], and
    /// [`rejected`](Self::rejected) counts it.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for a point that is gone or named twice.
    pub fn add_angle(&mut self, angle: Angle) -> Result<AngleId, PhysicsError> {
        let good = angle.check(&self.points);
        let added = good.map(|()| {
            self.stir_all([angle.a, angle.pivot, angle.c]);
            self.angles.insert(angle)
        });
        self.named(added)
    }

    /// Adds an area constraint.
    ///
    /// One with a bad area, pressure or softness is not added: its name is [`Id::NOTHING`], and
    /// [`rejected`](Self::rejected) counts it.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for fewer than three points or one that is gone.
    pub fn add_area(&mut self, mut area: Area) -> Result<AreaId, PhysicsError> {
        let good = area.start(&self.points);
        let added = good.map(|()| {
            self.stir_all(area.points.iter().copied());
            self.areas.insert(area)
        });
        self.named(added)
    }

    /// Adds a motor.
    ///
    /// One with a bad speed or torque is not added: its name is [`Id::NOTHING`], and [`rejected`](Self::rejected)
    /// counts it.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for a point that is gone.
    pub fn add_motor(&mut self, motor: Motor) -> Result<MotorId, PhysicsError> {
        let good = motor.check(&self.points);
        let added = good.map(|()| {
            self.stir_all(motor.rim.iter().copied().chain([motor.hub]));
            self.motors.insert(motor)
        });
        self.named(added)
    }

    /// Takes hold of a point.
    ///
    /// With a bad target or softness it is not taken: the name is [`Id::NOTHING`], and [`rejected`](Self::rejected)
    /// counts it.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for a point that is gone.
    pub fn add_grab(&mut self, grab: Grab) -> Result<GrabId, PhysicsError> {
        let good = grab.check(&self.points);
        let added = good.map(|()| {
            self.stir_all([grab.point]);
            self.grabs.insert(grab)
        });
        self.named(added)
    }

    /// The name of what was added; that of nothing for bad numbers, which are counted.
    fn named<T>(&mut self, added: Result<Id<T>, Refusal>) -> Result<Id<T>, PhysicsError> {
        match added {
            Ok(id) => Ok(id),
            Err(Refusal::UnknownPoint) => Err(PhysicsError::UnknownPoint),
            Err(Refusal::Number(number)) => {
                self.reject(number);
                Ok(Id::NOTHING)
            }
        }
    }

    /// Counts a number that is not good, in words; whether it is.
    fn admits(&mut self, good: bool, number: &'static str) -> bool {
        if !good {
            self.reject(number);
        }
        good
    }

    /// Removes a point and everything that holds it; false when it was gone already.
    pub fn remove_point(&mut self, id: PointId) -> bool {
        let Some(slot) = self.points.slot(id) else { return false };
        self.stir(slot);
        for stick in 0..self.sticks.len() {
            let holds =
                self.sticks.a[stick] as usize == slot || self.sticks.b[stick] as usize == slot;
            if self.sticks.is_alive(stick) && holds {
                self.stir(self.sticks.a[stick] as usize);
                self.stir(self.sticks.b[stick] as usize);
                self.sticks.remove(stick);
            }
        }
        self.angles.retain(|_, angle| !angle.holds(id));
        self.areas.retain(|_, area| !area.points.contains(&id));
        self.motors.retain(|_, motor| motor.hub != id && !motor.rim.contains(&id));
        self.grabs.retain(|_, grab| grab.point != id);
        self.points.remove(slot);
        self.stale = Stale::Everything;
        true
    }

    /// Removes a stick; false when it was gone already.
    pub fn remove_stick(&mut self, id: StickId) -> bool {
        let slot = self.sticks.slot(id);
        if let Some(slot) = slot {
            let ends = [self.sticks.a[slot], self.sticks.b[slot]];
            for end in ends {
                self.stir(end as usize);
            }
            if self.stale != Stale::Everything {
                self.plan.remove(slot);
            }
            self.sticks.remove(slot);
        }
        slot.is_some()
    }

    /// Removes an angle constraint; false when it was gone already.
    pub fn remove_angle(&mut self, id: AngleId) -> bool {
        let removed = self.angles.remove(id);
        self.stir_all(removed.iter().flat_map(|angle| [angle.a, angle.pivot, angle.c]));
        removed.is_some()
    }

    /// Removes an area constraint; false when it was gone already.
    pub fn remove_area(&mut self, id: AreaId) -> bool {
        let removed = self.areas.remove(id);
        self.stir_all(removed.iter().flat_map(|area| area.points.iter().copied()));
        removed.is_some()
    }

    /// Removes a motor; false when it was gone already.
    pub fn remove_motor(&mut self, id: MotorId) -> bool {
        let removed = self.motors.remove(id);
        self.stir_all(removed.iter().flat_map(|motor| motor.rim.iter().copied()));
        removed.is_some()
    }

    /// Lets go; false when it was gone already.
    pub fn remove_grab(&mut self, id: GrabId) -> bool {
        let removed = self.grabs.remove(id);
        self.stir_all(removed.iter().map(|grab| grab.point));
        removed.is_some()
    }

    /// A grab, to move its target. Wakes what it holds.
    pub fn grab_mut(&mut self, id: GrabId) -> Option<&mut Grab> {
        let point = self.grabs.get(id)?.point;
        self.stir_all([point]);
        self.grabs.get_mut(id)
    }

    /// Changes the speed of a motor in radians per second; false when it is gone or the speed not finite, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_motor_speed(&mut self, id: MotorId, speed: f32) -> bool {
        if !self.admits(speed.is_finite(), "speed of a motor") {
            return false;
        }
        let Some(motor) = self.motors.get_mut(id) else { return false };
        let hub = (motor.speed != speed).then_some(motor.hub);
        motor.speed = speed;
        self.stir_all(hub);
        true
    }

    /// Changes the pressure of an area; false when it is gone or the pressure not in 0…10⁶, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_pressure(&mut self, id: AreaId, pressure: f32) -> bool {
        if !self.admits((0.0..=1e6).contains(&pressure), "pressure of an area") {
            return false;
        }
        let Some(area) = self.areas.get_mut(id) else { return false };
        let first = area.points.first().copied().filter(|_| area.pressure != pressure);
        area.pressure = pressure;
        self.stir_all(first);
        true
    }

    /// Changes the length of a stick in pixels, its slack in proportion; false when it is gone or the length not above 0
    /// or above 10⁹, which [`rejected`](Self::rejected) counts.
    pub fn set_length(&mut self, id: StickId, length: f32) -> bool {
        if !self.admits(length > 0.0 && length <= MAX_COORDINATE, "length of a stick") {
            return false;
        }
        let Some(slot) = self.sticks.slot(id) else { return false };
        let share = length / self.sticks.length[slot];
        self.sticks.length[slot] = length;
        if self.sticks.min[slot] == self.sticks.max[slot] {
            (self.sticks.min[slot], self.sticks.max[slot]) = (length, length);
        } else {
            self.sticks.min[slot] *= share;
            self.sticks.max[slot] = (self.sticks.max[slot] * share).min(f32::MAX);
        }
        self.stir(self.sticks.a[slot] as usize);
        self.stir(self.sticks.b[slot] as usize);
        self.stale = Stale::Everything;
        true
    }

    /// Changes the strength of a stick: it tears when stretched by more than this share of its greatest length;
    /// infinite for never. False when it is gone or the share negative or NaN, which [`rejected`](Self::rejected) counts.
    #[doc(alias = "tearing")]
    pub fn set_strength(&mut self, id: StickId, share: f32) -> bool {
        let good = self.admits(share >= 0.0, "strength of a stick");
        let slot = self.sticks.slot(id).filter(|_| good);
        slot.map(|slot| self.sticks.tears_at[slot] = share).is_some()
    }

    /// Changes the mass of a point; false when it is gone or the mass below 10⁻⁹ or NaN, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_mass(&mut self, id: PointId, mass: f32) -> bool {
        let good = self.admits(mass >= MIN_MASS, "mass of a point");
        let Some(slot) = self.points.slot(id).filter(|_| good) else { return false };
        self.stir(slot);
        if self.points.inverse_mass[slot] > 0.0 {
            self.points.inverse_mass[slot] = 1.0 / mass;
        }
        self.points.mass[slot] = mass;
        self.points.update_extent(slot);
        self.stale = self.stale.max(Stale::Weights);
        true
    }

    /// Changes the radius of a point in pixels; false when it is gone or the radius negative or above 10⁹, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_radius(&mut self, id: PointId, radius: f32) -> bool {
        let good = self.admits((0.0..=MAX_COORDINATE).contains(&radius), "radius of a point");
        let Some(slot) = self.points.slot(id).filter(|_| good) else { return false };
        self.stir(slot);
        self.points.radius[slot] = radius;
        self.points.update_extent(slot);
        true
    }

    /// The place of a living point, when the number given with it is in the range of coordinates.
    fn slot_for(&mut self, id: PointId, place: Vec2) -> Option<usize> {
        let good = self.admits(in_range(place), "place of a point");
        self.points.slot(id).filter(|_| good)
    }

    /// Puts a point somewhere at rest; false when it is gone or the place out of range, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_position(&mut self, id: PointId, position: Vec2) -> bool {
        let Some(slot) = self.slot_for(id, position) else { return false };
        self.stir(slot);
        self.points.place(slot, position);
        true
    }

    /// Puts a point somewhere and keeps its velocity; false when it is gone or the place out of range, which
    /// [`rejected`](Self::rejected) counts.
    pub fn teleport(&mut self, id: PointId, position: Vec2) -> bool {
        let Some(slot) = self.slot_for(id, position) else { return false };
        self.stir(slot);
        let way = self.points.way(slot);
        self.points.set(slot, position);
        self.points.set_way(slot, way);
        true
    }

    /// Moves a point by an offset in pixels and so pushes it: the offset becomes part of its velocity. False when it is
    /// gone or ends out of range, which [`rejected`](Self::rejected) counts.
    pub fn push(&mut self, id: PointId, offset: Vec2) -> bool {
        let Some(slot) = self.points.slot(id) else { return false };
        let position = self.points.position(slot) + offset;
        let good = self.admits(in_range(position), "push of a point");
        if good {
            self.stir(slot);
            self.points.set(slot, position);
        }
        good
    }

    /// Sets where a point was before the last sub-step, and with it its velocity; for exact starts:
    /// `p − v·h + a·h²/2`. False when it is gone or the place out of range, which [`rejected`](Self::rejected) counts.
    pub fn set_old_position(&mut self, id: PointId, old: Vec2) -> bool {
        let slot = self.slot_for(id, old);
        if let Some(slot) = slot {
            self.stir(slot);
            self.points.set_old(slot, old);
            self.points.set_carry(slot, Vec2::ZERO);
        }
        slot.is_some()
    }

    /// Sets the velocity in pixels per second; false when the point is gone or the velocity not finite, which
    /// [`rejected`](Self::rejected) counts.
    pub fn set_velocity(&mut self, id: PointId, velocity: Vec2) -> bool {
        let good = self.admits(velocity.is_finite(), "velocity of a point");
        let Some(slot) = self.points.slot(id).filter(|_| good) else { return false };
        self.stir(slot);
        self.points.set_velocity(slot, velocity, self.last);
        true
    }

    /// Adds to the acceleration of the next step, in pixels per second squared; false when the point is gone or
    /// the number not finite, which [`rejected`](Self::rejected) counts.
    pub fn accelerate(&mut self, id: PointId, acceleration: Vec2) -> bool {
        let good = self.admits(acceleration.is_finite(), "force on a point");
        let Some(slot) = self.points.slot(id).filter(|_| good) else { return false };
        if acceleration != Vec2::ZERO {
            self.stir(slot);
        }
        self.forces = true;
        self.points.force_x[slot] += acceleration.x;
        self.points.force_y[slot] += acceleration.y;
        true
    }

    /// Adds a force (mass · pixels / s²) for the next step; false when the point is gone or the number not finite, which
    /// [`rejected`](Self::rejected) counts.
    pub fn add_force(&mut self, id: PointId, force: Vec2) -> bool {
        let weight = self.points.slot(id).map_or(0.0, |slot| {
            self.stir(slot);
            self.points.inverse_mass[slot]
        });
        self.accelerate(id, force * weight)
    }

    /// Lets a force field act on all points in the next step. A field that is not finite somewhere stops the
    /// points there, which [`WorldEvent::Stopped`](super::WorldEvent::Stopped) tells after the step.
    #[doc(alias = "force field")]
    pub fn apply(&mut self, field: &(impl Field + ?Sized)) {
        self.forces = true;
        for slot in 0..self.points.len() {
            let inverse_mass = self.points.inverse_mass[slot];
            if inverse_mass > 0.0 {
                let position = self.points.position(slot);
                let velocity = self.points.way(slot) / self.last;
                let acceleration = field.acceleration(position, velocity, inverse_mass);
                self.points.force_x[slot] += acceleration.x;
                self.points.force_y[slot] += acceleration.y;
            }
        }
    }

    /// Pins a point where it is, or releases it; false when it is gone.
    pub fn set_pinned(&mut self, id: PointId, pinned: bool) -> bool {
        let Some(slot) = self.points.slot(id) else { return false };
        self.stir(slot);
        self.points.inverse_mass[slot] = if pinned { 0.0 } else { 1.0 / self.points.mass[slot] };
        self.points.update_extent(slot);
        let position = self.points.position(slot);
        if pinned {
            self.points.place(slot, position);
        }
        self.stale = self.stale.max(Stale::Weights);
        true
    }

    /// Lets all points attract each other in the next step. Points of infinite mass do not attract; with bad settings
    /// nothing does, which [`Attraction::rejected`] counts.
    #[doc(alias = "n-body")]
    pub fn attract(&mut self, attraction: &mut Attraction) {
        self.ways.clear();
        self.masses.clear();
        for slot in 0..self.points.len() {
            self.ways.push(self.points.position(slot));
            let mass = self.points.mass[slot];
            let pulls = self.points.is_alive(slot) && mass.is_finite();
            self.masses.push(if pulls { mass } else { 0.0 });
        }
        let pulls = attraction.accelerations(&self.ways, &self.masses);
        self.forces = true;
        for (slot, pull) in pulls.iter().enumerate() {
            self.points.force_x[slot] += pull.x;
            self.points.force_y[slot] += pull.y;
        }
    }

    /// A copy of everything. Going back to it and on gives the same steps to the bit. Allocates.
    pub fn snapshot(&self) -> Self {
        self.clone()
    }

    /// Goes back to a snapshot. Allocates.
    pub fn restore(&mut self, snapshot: &Self) {
        self.clone_from(snapshot);
    }
}
