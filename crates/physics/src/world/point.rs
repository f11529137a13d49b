//! Points: where the mass is.

use super::lists::{hash_arrays, hash_names, lists};
use super::rule::Checked;
use motile_geom::{HashState, Id, Slots, StateHash, Vec2, vec2};

/// What a new point is like: a particle with a mass. The default is a free one of mass 1 without a size, at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "particle")]
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
    /// A free point of mass 1 at rest, at a place in pixels.
    pub fn new(x: f32, y: f32) -> Self {
        Self { position: vec2(x, y), ..Self::default() }
    }

    /// A point that stays at a place in pixels.
    pub fn pinned(x: f32, y: f32) -> Self {
        Self { pinned: true, ..Self::new(x, y) }
    }

    pub(crate) fn check(&self) -> Checked {
        if !in_range(self.position) {
            return Err("position of the point");
        }
        if !self.velocity.is_finite() {
            return Err("velocity of the point");
        }
        if self.mass.is_nan() || self.mass < MIN_MASS {
            return Err("mass of the point");
        }
        if !(0.0..=MAX_COORDINATE).contains(&self.radius) {
            return Err("radius of the point");
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
    /// Sleepers have no inverse mass, like what is pinned, until they wake.
    pub asleep: Vec<bool>,
    /// Who is alive, under which id, and which places are free.
    pub names: Slots<Point>,
}

// Each array is named once, here: growing, saving, loading and hashing walk these lists.
lists! { Points {
    /// Where points are and where they were.
    motion, motion_mut: [x, y, old_x, old_y, carry_x, carry_y];
    /// What points are like and what acts on them.
    body, body_mut: [mass, radius, force_x, force_y];
} }

impl Points {
    pub(crate) fn len(&self) -> usize {
        self.x.len()
    }

    /// Without a way out in the middle, so that eight coordinates are looked at together.
    pub(crate) fn all_in_range(&self) -> bool {
        let good = |all: bool, value: &f32| all & (value.abs() <= MAX_COORDINATE);
        self.x.iter().fold(true, good) & self.y.iter().fold(true, good)
    }

    pub(crate) fn add(&mut self, point: Point, step: f32) -> Result<PointId, &'static str> {
        point.check()?;
        let id = self.names.insert();
        let slot = id.slot();
        if slot == self.len() {
            self.motion_mut().into_iter().for_each(|array| array.push(0.0));
            self.body_mut().into_iter().for_each(|array| array.push(0.0));
            // These two follow from the others.
            self.inverse_mass.push(0.0);
            self.extent.push(0.0);
            self.group.push(0);
            self.asleep.push(false);
        }
        self.place(slot, point.position);
        self.set_velocity(slot, point.velocity, step);
        self.mass[slot] = point.mass;
        self.inverse_mass[slot] = if point.pinned { 0.0 } else { 1.0 / point.mass };
        self.radius[slot] = point.radius;
        self.update_extent(slot);
        self.group[slot] = point.group;
        Ok(id)
    }

    pub(crate) fn remove(&mut self, slot: usize) {
        self.names.remove(self.id(slot));
        self.inverse_mass[slot] = 0.0;
        self.radius[slot] = 0.0;
        self.update_extent(slot);
    }

    /// The place of a living point.
    #[inline]
    pub(crate) fn slot(&self, id: PointId) -> Option<usize> {
        self.names.contains(id).then(|| id.slot())
    }

    /// The id of a living point; [`Id::NOTHING`] for a free place.
    pub(crate) fn id(&self, slot: usize) -> PointId {
        self.names.id_at(slot as u32).unwrap_or(Id::NOTHING)
    }

    #[inline]
    pub(crate) fn is_alive(&self, slot: usize) -> bool {
        self.names.id_at(slot as u32).is_some()
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
        (0..self.len()).filter(|&slot| self.is_alive(slot))
    }
}

impl HashState for Points {
    fn hash_state(&self, hash: &mut StateHash) {
        hash_arrays(self.motion(), hash);
        // Pins and sleep show here: what does not move has none.
        self.inverse_mass.hash_state(hash);
        hash_arrays(self.body(), hash);
        self.group.hash_state(hash);
        hash_names(&self.names, hash);
    }
}
