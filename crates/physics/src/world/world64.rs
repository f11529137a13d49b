//! Points and sticks in `f64`, one stick after the other: the reference the fast world is measured against.

use super::point::MAX_COORDINATE;
use super::rule::{End, MAX_COMPLIANCE, Rule};
use super::{FIRST_STEP, MAX_STEP, MIN_STEP, Projection};
use crate::PhysicsError;
use motile_geom::{HashState, MarkRole, MarkSink, Marks, StateHash, glam::DVec2};

/// A point of a [`World64`]: a particle in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "particle")]
pub struct Point64 {
    /// In pixels, at most 10⁹ from the axes.
    pub position: DVec2,
    /// Where it was before the last sub-step, in pixels. What it moved by since then is its velocity, so that moving a
    /// point is pushing it.
    pub old: DVec2,
    /// 1 over the mass, 0 or more; 0 does not move.
    pub inverse_mass: f64,
}

impl Point64 {
    /// A free point of mass 1 at rest, at a place in pixels.
    pub const fn new(x: f64, y: f64) -> Self {
        let position = DVec2::new(x, y);
        Self { position, old: position, inverse_mass: 1.0 }
    }

    /// A point that stays at a place in pixels.
    pub const fn pinned(x: f64, y: f64) -> Self {
        Self { inverse_mass: 0.0, ..Self::new(x, y) }
    }

    /// What it moved by in the last sub-step, in pixels: the velocity in pixels per frame of the classics.
    pub fn displacement(&self) -> DVec2 {
        self.position - self.old
    }

    /// Sets what it moved by in the last sub-step, in pixels, and with it the velocity; the position stays.
    pub fn set_displacement(&mut self, displacement: DVec2) {
        self.old = self.position - displacement;
    }

    /// Puts it somewhere at rest.
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
/// use motile_physics::classic::ClassicWorld;
/// use motile_physics::world::{Point64, World64};
///
/// // The classics' stick that is too long, corrected once.
/// let mut world = World64::classic();
/// world.gravity = Default::default();
/// let a = world.add_point(Point64::new(0.0, 0.0));
/// let b = world.add_point(Point64::new(6.0, 8.0));
/// world.add_stick(a, b, Some(5.0))?;
/// world.step_frame(None);
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
    /// corrected for it.
    pub last: f64,
    /// Points that the last step had to put back to where they came from, because they left the finite numbers or the
    /// range of 10⁹ pixels. They stand still.
    pub stopped: Vec<u32>,
    /// How many calls did nothing because of bad numbers.
    pub rejected: u64,
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
            stopped: Vec::new(),
            rejected: 0,
        }
    }
}

impl World64 {
    /// Adds a point; its index. While the numbers of a point are bad, nothing moves.
    pub fn add_point(&mut self, point: Point64) -> u32 {
        self.points.push(point);
        self.points.len() as u32 - 1
    }

    /// Adds a rigid stick of a length in pixels, the present distance when none is given; its index. While the length is
    /// not above 0 and finite, nothing moves.
    ///
    /// # Errors
    /// [`PhysicsError::UnknownPoint`] for an end that is not there or both ends on one point.
    pub fn add_stick(&mut self, a: u32, b: u32, length: Option<f64>) -> Result<u32, PhysicsError> {
        let Some((start, end)) = self.ends(a, b) else {
            return Err(PhysicsError::UnknownPoint);
        };
        let length = length.unwrap_or_else(|| start.now.distance(end.now));
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
    /// Nothing happens either, and it is counted in [`rejected`](Self::rejected), when `dt` is one that
    /// [`World::step`](super::World::step) does not take, and when the gravity, a point or a stick has bad numbers.
    /// Points that had to be put back to where they came from are in [`stopped`](Self::stopped).
    pub fn step(&mut self, dt: f64) {
        self.stopped.clear();
        if dt == 0.0 {
            return;
        }
        let substeps = self.substeps.clamp(1, 1000);
        let h = dt / f64::from(substeps);
        let good = h >= f64::from(MIN_STEP) && dt <= f64::from(MAX_STEP) && self.is_good();
        if !good {
            self.rejected += 1;
            return;
        }
        for _ in 0..substeps {
            let (keep, kick) = (h / self.last, h * (h + self.last) * 0.5);
            for point in self.points.iter_mut().filter(|point| point.inverse_mass > 0.0) {
                let way = point.displacement() * keep + self.gravity * kick;
                point.old = point.position;
                point.position += way;
            }
            self.stop_strays();
            self.last = h;
            self.sticks.iter_mut().for_each(|stick| stick.lambda = 0.0);
            for pass in 0..self.passes.min(1000).next_multiple_of(2) {
                for i in 0..self.sticks.len() {
                    self.relax(if pass % 2 == 0 { i } else { self.sticks.len() - 1 - i }, h);
                }
            }
        }
    }

    fn is_good(&self) -> bool {
        in_range(self.gravity)
            && self.last > 0.0
            && self.last.is_finite()
            && self.points.iter().all(Point64::is_good)
            && self.sticks.iter().all(Stick64::is_good)
    }

    /// Marks sticks and points, in the same pixels.
    pub fn mark(&self, marks: &mut Marks) {
        for stick in &self.sticks {
            if let Some((a, b)) = self.ends(stick.a, stick.b) {
                marks.line(MarkRole::Constraint, a.now.as_vec2(), b.now.as_vec2());
            }
        }
        for point in &self.points {
            let role = if point.inverse_mass > 0.0 { MarkRole::Particle } else { MarkRole::Pivot };
            marks.point(role, point.position.as_vec2());
        }
        if self.rejected > 0 {
            let place = self.points.first().map_or(DVec2::ZERO, |point| point.position);
            let words = format_args!("{} calls rejected", self.rejected);
            marks.label(MarkRole::Note, place.as_vec2(), words);
        }
    }

    pub(super) fn relax(&mut self, index: usize, h: f64) {
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

    /// Puts back what left the range of coordinates.
    pub(super) fn stop_strays(&mut self) {
        for (point, index) in self.points.iter_mut().zip(0..) {
            if !in_range(point.position) {
                let limit = DVec2::splat(f64::from(MAX_COORDINATE));
                let known = !point.old.is_nan();
                point.place(if known { point.old.clamp(-limit, limit) } else { DVec2::ZERO });
                self.stopped.push(index);
            }
        }
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
