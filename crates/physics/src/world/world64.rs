//! Points and sticks in `f64`, one stick after the other: the reference the fast world is measured against.

use super::point::MAX_COORDINATE;
use super::rule::{End, MAX_COMPLIANCE, Rule, pushed_on};
use super::{FIRST_STEP, MAX_STEP, MIN_STEP, Projection};
use crate::PhysicsError;
use motile_geom::{Aabb, HashState, Id, StateHash, glam::DVec2};

/// A point of a [`World64`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point64 {
    /// In pixels, at most 10⁹ from the axes.
    pub position: DVec2,
    /// Where it was before the last sub-step, in pixels. The way since then is its velocity, so that moving a point is
    /// pushing it (PHYS-16).
    pub old: DVec2,
    /// 1 over the mass, 0 or more; 0 does not move (PHYS-44).
    pub inverse_mass: f64,
}

impl Point64 {
    /// A free point of mass 1 at rest.
    pub const fn at(x: f64, y: f64) -> Self {
        let position = DVec2::new(x, y);
        Self { position, old: position, inverse_mass: 1.0 }
    }

    /// A point that stays.
    pub const fn pinned(x: f64, y: f64) -> Self {
        Self { inverse_mass: 0.0, ..Self::at(x, y) }
    }

    /// The way of the last sub-step in pixels: the velocity in pixels per frame of the classics (PHYS-17).
    pub fn way(&self) -> DVec2 {
        self.position - self.old
    }

    /// Sets that way; the position stays.
    pub fn set_way(&mut self, way: DVec2) {
        self.old = self.position - way;
    }

    /// Puts it somewhere at rest (PHYS-18).
    pub fn place(&mut self, position: DVec2) {
        (self.position, self.old) = (position, position);
    }

    fn is_good(&self) -> bool {
        in_range(self.position) && in_range(self.old) && (0.0..=1e9).contains(&self.inverse_mass)
    }
}

fn in_range(place: DVec2) -> bool {
    place.abs().max_element() <= f64::from(MAX_COORDINATE) && !place.is_nan()
}

/// A stick of a [`World64`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stick64 {
    /// Index of one end.
    pub a: u32,
    /// Index of the other end.
    pub b: u32,
    /// In pixels, above 0.
    pub length: f64,
    /// Softness as of [`Stick::compliance`](super::Stick::compliance); 0 is rigid.
    pub compliance: f64,
    /// What the last sub-step found: the force times the squared sub-step, below 0 where it pulls.
    pub lambda: f64,
}

/// A small world in `f64`: points, sticks, gravity, nothing else. Its rules are those of [`World`](super::World), from
/// the same code; all fields may be changed at any time.
///
/// Take it where digits count: to check a formula, to compare with printed numbers, to see what the rounding of `f32`
/// does to a fast world. It has no colliders and no speed.
///
/// ```
/// use motile_physics::world::{Point64, World64};
///
/// // The classics' stick that is too long, corrected once.
/// let mut world = World64::classic();
/// world.gravity = Default::default();
/// let a = world.add_point(Point64::at(0.0, 0.0))?;
/// let b = world.add_point(Point64::at(6.0, 8.0))?;
/// world.add_stick(a, b, Some(5.0))?;
/// world.step_classic(None);
/// assert_eq!(world.points[0].position.to_array(), [1.5, 2.0]);
/// assert_eq!(world.points[1].position.to_array(), [4.5, 6.0]);
/// # Ok::<(), motile_physics::PhysicsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct World64 {
    /// In pixels per second squared, or per frame squared by the classics' rules.
    pub gravity: DVec2,
    /// Sub-steps of a step; 0 counts as 1, at most 1000 count.
    pub substeps: u32,
    /// Corrections in each sub-step; as [`World::passes`](super::World::passes).
    pub passes: u32,
    /// Along which direction sticks correct.
    pub projection: Projection,
    /// Points by their index.
    pub points: Vec<Point64>,
    /// Sticks in the order of relaxation. Those that name no points, or one point twice, do nothing.
    pub sticks: Vec<Stick64>,
    /// Length of the last sub-step in seconds, to which the old positions belong: a sub-step of another length is
    /// corrected for it (WEAK-6-7).
    pub last: f64,
}

impl Default for World64 {
    /// Empty, with the settings of [`World::default`](super::World::default).
    fn default() -> Self {
        Self {
            gravity: DVec2::new(0.0, 980.0),
            substeps: 4,
            passes: 2,
            projection: Projection::default(),
            points: Vec::new(),
            sticks: Vec::new(),
            last: f64::from(FIRST_STEP),
        }
    }
}

impl World64 {
    /// Empty, with the settings of [`World::classic`](super::World::classic).
    pub fn classic() -> Self {
        let gravity = DVec2::new(0.0, 0.5);
        Self { gravity, substeps: 1, passes: 1, last: 1.0, ..Self::default() }
    }

    /// Adds a point; its index.
    ///
    /// # Errors
    /// [`PhysicsError::BadNumber`] for a place that is not finite or beyond 10⁹ pixels, or a bad mass.
    pub fn add_point(&mut self, point: Point64) -> Result<u32, PhysicsError> {
        if !point.is_good() {
            return Err(PhysicsError::BadNumber("position or mass of the point"));
        }
        self.points.push(point);
        Ok(self.points.len() as u32 - 1)
    }

    /// Adds a rigid stick of a length in pixels, the present distance when none is given; its index.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for an end that is not there or both ends on one point,
    /// [`PhysicsError::BadNumber`] for a length that is not above 0 and finite.
    pub fn add_stick(&mut self, a: u32, b: u32, length: Option<f64>) -> Result<u32, PhysicsError> {
        let Some((start, end)) = self.ends(a, b) else {
            return Err(PhysicsError::UnknownPoint);
        };
        let length = length.unwrap_or_else(|| start.now.distance(end.now));
        if !(length > 0.0 && length <= f64::from(MAX_COORDINATE)) {
            return Err(PhysicsError::BadNumber("length of the stick"));
        }
        self.sticks.push(Stick64 { a, b, length, compliance: 0.0, lambda: 0.0 });
        Ok(self.sticks.len() as u32 - 1)
    }

    fn ends(&self, a: u32, b: u32) -> Option<(End<DVec2>, End<DVec2>)> {
        let end = |index: u32| {
            let point = self.points.get(index as usize)?;
            Some(End { now: point.position, old: point.old, weight: point.inverse_mass })
        };
        if a == b { None } else { end(a).zip(end(b)) }
    }

    /// Moves everything on by `dt` seconds: time-corrected Verlet, then the passes over the sticks, there and back. A
    /// `dt` of 0 does nothing.
    ///
    /// # Errors
    /// Nothing happens for [`PhysicsError::BadStep`] (as of [`World::step`](super::World::step)) and
    /// [`PhysicsError::BadNumber`] (a point, a stick or the gravity with bad numbers).
    /// [`PhysicsError::PointStopped`] names the first point that had to be put back to where it came from; the step
    /// was done.
    pub fn step(&mut self, dt: f64) -> Result<(), PhysicsError> {
        let substeps = self.substeps.clamp(1, 1000);
        let h = dt / f64::from(substeps);
        if dt == 0.0 {
            return Ok(());
        }
        if !(h >= f64::from(MIN_STEP) && dt <= f64::from(MAX_STEP)) {
            return Err(PhysicsError::BadStep(dt));
        }
        self.check()?;
        let mut stopped = None;
        for _ in 0..substeps {
            let (keep, kick) = (h / self.last, h * (h + self.last) * 0.5);
            for point in self.points.iter_mut().filter(|point| point.inverse_mass > 0.0) {
                let way = point.way() * keep + self.gravity * kick;
                point.old = point.position;
                point.position += way;
            }
            stopped = stopped.or(self.stop_strays());
            self.last = h;
            self.sticks.iter_mut().for_each(|stick| stick.lambda = 0.0);
            for pass in 0..self.passes.min(1000).next_multiple_of(2) {
                for i in 0..self.sticks.len() {
                    self.relax(if pass % 2 == 0 { i } else { self.sticks.len() - 1 - i }, h);
                }
            }
        }
        stopped.map_or(Ok(()), |index| Err(PhysicsError::PointStopped(Id::from_parts(index, 0))))
    }

    fn check(&self) -> Result<(), PhysicsError> {
        let bad = |name| Err(PhysicsError::BadNumber(name));
        if !(in_range(self.gravity) && self.last > 0.0 && self.last.is_finite()) {
            return bad("gravity or last step");
        }
        if !self.points.iter().all(Point64::is_good) {
            return bad("position or mass of the point");
        }
        if !self.sticks.iter().all(Stick64::is_good) {
            return bad("length or compliance of the stick");
        }
        Ok(())
    }

    /// One frame by the rules of the classics, as [`World::step_classic`](super::World::step_classic): points, then
    /// [`World64::passes`] times the walls and the sticks.
    pub fn step_classic(&mut self, walls: Option<Aabb>) {
        self.advance_classic();
        for _ in 0..self.passes.min(1000) {
            if let Some(walls) = walls {
                self.clamp_into(walls);
            }
            self.relax_sticks();
        }
    }

    /// The first part of a frame of the classics: every point is pushed by the gravity and goes on the way it went
    /// (PHYS-15, PHYS-19).
    pub fn advance_classic(&mut self) {
        self.last = 1.0;
        self.sticks.iter_mut().for_each(|stick| stick.lambda = 0.0);
        for point in self.points.iter_mut().filter(|point| point.inverse_mass > 0.0) {
            (point.position, point.old) = pushed_on(point.position, point.old, self.gravity);
        }
        self.stop_strays();
    }

    /// Puts every point into a box without touching its old position (PHYS-20).
    pub fn clamp_into(&mut self, walls: Aabb) {
        if walls.is_valid() {
            let (min, max) = (walls.min.as_dvec2(), walls.max.as_dvec2());
            self.points
                .iter_mut()
                .for_each(|point| point.position = point.position.clamp(min, max));
        }
    }

    /// One pass over the sticks in their order (PHYS-23), softness counted in steps of [`World64::last`].
    pub fn relax_sticks(&mut self) {
        (0..self.sticks.len()).for_each(|index| self.relax(index, self.last));
    }

    fn relax(&mut self, index: usize, h: f64) {
        let stick = self.sticks[index];
        let Some((a, b)) = self.ends(stick.a, stick.b).filter(|_| stick.is_good()) else { return };
        let (min, max) = (stick.length, stick.length);
        let rule = Rule { min, max, compliance: stick.compliance, damping: 0.0 };
        let lambda = &mut self.sticks[index].lambda;
        let ends = match self.projection {
            Projection::Present => rule.relax(a, b, lambda, h),
            Projection::StepStart => rule.relax_along_start(a, b, lambda, h),
        };
        if let Some((a, b)) = ends {
            self.points[stick.a as usize].position = a;
            self.points[stick.b as usize].position = b;
        }
    }

    /// Puts back what left the range of coordinates; the first index.
    fn stop_strays(&mut self) -> Option<u32> {
        let mut first = None;
        for (point, index) in self.points.iter_mut().zip(0..) {
            if !in_range(point.position) {
                let limit = DVec2::splat(f64::from(MAX_COORDINATE));
                let known = !point.old.is_nan();
                point.place(if known { point.old.clamp(-limit, limit) } else { DVec2::ZERO });
                first = first.or(Some(index));
            }
        }
        first
    }
}

impl Stick64 {
    fn is_good(&self) -> bool {
        self.length > 0.0
            && self.length <= f64::from(MAX_COORDINATE)
            && (0.0..=f64::from(MAX_COMPLIANCE)).contains(&self.compliance)
    }
}

impl HashState for World64 {
    /// Everything the future depends on, settings included.
    fn hash_state(&self, hash: &mut StateHash) {
        (self.gravity.x, self.gravity.y, self.last).hash_state(hash);
        (self.substeps, self.passes).hash_state(hash);
        hash.write_u32(u32::from(self.projection == Projection::StepStart));
        for point in &self.points {
            (point.position.x, point.position.y).hash_state(hash);
            (point.old.x, point.old.y, point.inverse_mass).hash_state(hash);
        }
        for stick in &self.sticks {
            (stick.a, stick.b, stick.length, stick.compliance).hash_state(hash);
        }
    }
}
