//! Points: where the mass is.

use crate::PhysicsError;
use motile_geom::{HashState, Id, StateHash, Vec2, vec2};

/// What a new point is like. The default is a free point of mass 1 without a size, at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// In pixels, at most 10⁹ from the axes.
    pub position: Vec2,
    /// In pixels per second.
    pub velocity: Vec2,
    /// Above 0; an infinite mass is not moved by anything, as a pinned one.
    pub mass: f32,
    /// In pixels, 0 or more: how far it keeps from colliders and from other points.
    pub radius: f32,
    /// Points of one group do not collide with each other, except in group 0.
    pub group: u32,
    /// Whether it stays where it is put. Its mass comes back when it is released.
    pub pinned: bool,
}

/// The name of a point.
pub type PointId = Id<Point>;

impl Default for Point {
    fn default() -> Self {
        Self {
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            mass: 1.0,
            radius: 0.0,
            group: 0,
            pinned: false,
        }
    }
}

impl Point {
    /// A free point at rest.
    pub fn at(x: f32, y: f32) -> Self {
        Self { position: vec2(x, y), ..Self::default() }
    }

    /// A point that stays.
    pub fn pinned(x: f32, y: f32) -> Self {
        Self { pinned: true, ..Self::at(x, y) }
    }

    fn check(&self) -> Result<(), PhysicsError> {
        let bad = |name| Err(PhysicsError::BadNumber(name));
        if !in_range(self.position) {
            return bad("position of the point");
        }
        if !self.velocity.is_finite() {
            return bad("velocity of the point");
        }
        if self.mass.is_nan() || self.mass < MIN_MASS {
            return bad("mass of the point");
        }
        if !(0.0..=MAX_COORDINATE).contains(&self.radius) {
            return bad("radius of the point");
        }
        Ok(())
    }
}

/// Positions are at most this far from the axes, in pixels: their squares are finite then.
pub(crate) const MAX_COORDINATE: f32 = 1e9;
/// Lighter points would be thrown out of the range by any force.
pub(crate) const MIN_MASS: f32 = 1e-9;

pub(crate) fn in_range(position: Vec2) -> bool {
    position.x.abs() <= MAX_COORDINATE && position.y.abs() <= MAX_COORDINATE
}

/// The points as structure of arrays. Places of removed points stay, pinned and without a size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Points {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub old_x: Vec<f32>,
    pub old_y: Vec<f32>,
    /// What the rounding of the position cut off from the way of the last step: without it accelerations of a few
    /// pixels per second squared would vanish in short steps.
    pub carry_x: Vec<f32>,
    pub carry_y: Vec<f32>,
    /// 0 for what does not move.
    pub inverse_mass: Vec<f32>,
    pub mass: Vec<f32>,
    pub radius: Vec<f32>,
    /// The radius again, or −1 for what does not move: all that motion needs to know of a body, in one array.
    pub extent: Vec<f32>,
    /// Accelerations of the next step.
    pub force_x: Vec<f32>,
    pub force_y: Vec<f32>,
    pub group: Vec<u32>,
    pub generation: Vec<u32>,
    pub alive: Vec<bool>,
    /// Sleepers have no inverse mass, like what is pinned, until they wake.
    pub asleep: Vec<bool>,
    pub free: Vec<u32>,
}

impl Points {
    pub(crate) fn len(&self) -> usize {
        self.x.len()
    }

    pub(crate) fn add(&mut self, point: Point, step: f32) -> Result<PointId, PhysicsError> {
        point.check()?;
        let slot = if let Some(slot) = self.free.pop() {
            slot as usize
        } else {
            let floats = [
                &mut self.x,
                &mut self.y,
                &mut self.old_x,
                &mut self.old_y,
                &mut self.carry_x,
                &mut self.carry_y,
                &mut self.inverse_mass,
                &mut self.mass,
                &mut self.radius,
                &mut self.extent,
                &mut self.force_x,
                &mut self.force_y,
            ];
            for array in floats {
                array.push(0.0);
            }
            self.group.push(0);
            self.generation.push(0);
            self.alive.push(false);
            self.asleep.push(false);
            self.x.len() - 1
        };
        self.place(slot, point.position);
        self.set_velocity(slot, point.velocity, step);
        self.mass[slot] = point.mass;
        self.inverse_mass[slot] = if point.pinned { 0.0 } else { 1.0 / point.mass };
        self.radius[slot] = point.radius;
        self.update_extent(slot);
        self.group[slot] = point.group;
        self.alive[slot] = true;
        Ok(Id::from_parts(slot as u32, self.generation[slot]))
    }

    pub(crate) fn remove(&mut self, slot: usize) {
        self.alive[slot] = false;
        self.generation[slot] = self.generation[slot].wrapping_add(1);
        self.inverse_mass[slot] = 0.0;
        self.radius[slot] = 0.0;
        self.update_extent(slot);
        self.free.push(slot as u32);
    }

    /// The place of a living point.
    #[inline]
    pub(crate) fn slot(&self, id: PointId) -> Option<usize> {
        let slot = id.slot();
        let known = self.generation.get(slot) == Some(&id.generation()) && self.alive[slot];
        known.then_some(slot)
    }

    pub(crate) fn id(&self, slot: usize) -> PointId {
        Id::from_parts(slot as u32, self.generation[slot])
    }

    #[inline]
    pub(crate) fn position(&self, slot: usize) -> Vec2 {
        vec2(self.x[slot], self.y[slot])
    }

    #[inline]
    pub(crate) fn old(&self, slot: usize) -> Vec2 {
        vec2(self.old_x[slot], self.old_y[slot])
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, position: Vec2) {
        self.x[slot] = position.x;
        self.y[slot] = position.y;
    }

    #[inline]
    pub(crate) fn set_old(&mut self, slot: usize, position: Vec2) {
        self.old_x[slot] = position.x;
        self.old_y[slot] = position.y;
    }

    /// Puts a point somewhere at rest.
    pub(crate) fn place(&mut self, slot: usize, position: Vec2) {
        self.set(slot, position);
        self.set_old(slot, position);
        self.set_carry(slot, Vec2::ZERO);
        self.force_x[slot] = 0.0;
        self.force_y[slot] = 0.0;
    }

    pub(crate) fn set_velocity(&mut self, slot: usize, velocity: Vec2, step: f32) {
        let limit = Vec2::splat(MAX_COORDINATE);
        let way = (velocity * step).clamp(-limit, limit);
        self.set_way(slot, way);
    }

    /// How far a point went in the last step.
    #[inline]
    pub(crate) fn way(&self, slot: usize) -> Vec2 {
        self.position(slot) - self.old(slot) + vec2(self.carry_x[slot], self.carry_y[slot])
    }

    /// Sets the old position, and what it cannot hold.
    #[inline]
    pub(crate) fn set_way(&mut self, slot: usize, way: Vec2) {
        let position = self.position(slot);
        let old = position - way;
        self.set_old(slot, old);
        self.set_carry(slot, way - (position - old));
    }

    #[inline]
    pub(crate) fn set_carry(&mut self, slot: usize, carry: Vec2) {
        self.carry_x[slot] = carry.x;
        self.carry_y[slot] = carry.y;
    }

    /// Called when the mass, the pin or the radius has changed.
    pub(crate) fn update_extent(&mut self, slot: usize) {
        let moves = self.inverse_mass[slot] > 0.0;
        self.extent[slot] = if moves { self.radius[slot] } else { -1.0 };
    }

    /// Whether it moves, or would if it were awake.
    #[inline]
    pub(crate) fn moves(&self, slot: usize) -> bool {
        self.inverse_mass[slot] > 0.0 || self.asleep[slot]
    }

    /// Puts a point to sleep where it is.
    pub(crate) fn lay_down(&mut self, slot: usize) {
        self.place(slot, self.position(slot));
        self.asleep[slot] = true;
        self.inverse_mass[slot] = 0.0;
        self.update_extent(slot);
    }

    /// Wakes a point.
    pub(crate) fn rouse(&mut self, slot: usize) {
        self.asleep[slot] = false;
        self.inverse_mass[slot] = 1.0 / self.mass[slot];
        self.update_extent(slot);
    }

    /// Living places in order.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&slot| self.alive[slot])
    }
}

impl HashState for Points {
    fn hash_state(&self, hash: &mut StateHash) {
        for array in [
            &self.x,
            &self.y,
            &self.old_x,
            &self.old_y,
            &self.carry_x,
            &self.carry_y,
            &self.inverse_mass,
            &self.mass,
            &self.radius,
            &self.force_x,
            &self.force_y,
        ] {
            array.hash_state(hash);
        }
        self.group.hash_state(hash);
        self.generation.hash_state(hash);
        self.free.hash_state(hash);
    }
}
