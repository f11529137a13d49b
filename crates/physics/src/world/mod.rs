//! A world of points held together by constraints: ropes, cloth, wheels, blobs, rag dolls.

mod blueprint;
mod build;
mod build_crane;
mod bytes;
mod collider;
mod constraint;
mod contact;
mod crossing;
mod edit;
mod frame;
mod lists;
mod mark;
mod measure;
mod motion;
mod picture;
mod plan;
mod point;
mod read;
mod relax;
mod rule;
mod save;
mod save_shape;
mod sleep;
mod stick;
mod sweep;
mod world64;

pub use build::{Cloth, Doll, Structure, Wheel};
pub use build_crane::Crane;
pub use collider::{Collider, Material};
pub use constraint::{Angle, AngleId, Area, AreaId, Grab, GrabId, Motor, MotorId};
pub use measure::Measures;
pub use motile_collide::AnyShape;
pub use picture::picture_on_stick;
pub use point::{Point, PointId};
pub use stick::{Slack, Stick, StickId};
pub use world64::{Point64, Stick64, World64};

use constraint::Forget;
use crossing::Crossing;
use fearless_simd::Level;
use motile_collide::{HierarchicalGrid, UniformGrid};
use motile_geom::{Aabb, Arena, HashState, StateHash, Vec2, vec2};
use motion::{Motion, Wall};
use plan::Plan;
use point::{MAX_COORDINATE, Points, in_range};
use rule::Checked;
use sleep::Sleep;
use stick::Sticks;

/// Along which direction a stick corrects its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Along the direction it has now. Robust and fast, but eats spin and swing: a pendulum released at 0°
    /// turns at 167° instead of 180°. More sub-steps help, more passes do not.
    #[default]
    Present,
    /// Along the direction it had at the start of the step (SHAKE), which keeps energy and angular momentum: for
    /// pendulums, chains and rotors. Sticks are relaxed one by one then.
    StepStart,
}

/// In which order sticks are relaxed. The result differs only within the error of the relaxation, but it does differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// So that many can be relaxed at once; several times faster for large worlds.
    #[default]
    Colored,
    /// As they were added, in every second pass backwards.
    AsAdded,
}

/// What happened in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldEvent {
    /// A stick was stretched beyond its strength and is gone.
    Torn {
        /// Its name until now.
        stick: StickId,
        /// One end.
        a: PointId,
        /// The other end.
        b: PointId,
    },
    /// A point was about to leave the finite numbers or the range of 10⁹ pixels; it was put back to where it
    /// came from and stands still.
    Stopped(PointId),
}

/// Points, sticks and other constraints, moved together by small steps: Verlet integration with position-based
/// dynamics, for ropes, cloth, wheels, blobs and rag dolls.
///
/// Positions are what is stored: the velocity of a point is the way it went in the last step, so moving a
/// point is pushing it, and whatever a constraint moves it also sets in motion.
///
/// ```
/// use motile_physics::world::{Point, Stick, World};
///
/// let mut world = World::default();
/// let nail = world.add_point(Point::pinned(0.0, 0.0));
/// let bob = world.add_point(Point::new(100.0, 0.0));
/// world.add_stick(Stick::new(nail, bob))?;
/// for _ in 0..30 {
///     world.step(1.0 / 60.0);
/// }
/// let at = world.position(bob).unwrap();
/// assert!((at.length() - 100.0).abs() < 1e-3, "the stick holds");
/// assert!(at.y > 50.0, "and the weight fell");
/// # Ok::<(), motile_physics::PhysicsError>(())
/// ```
///
/// # A step
///
/// Every step is cut into [`substeps`](Self::substeps). In each of them points move under gravity, drag and the
/// forces applied since the last step; bounce; then [`passes`](Self::passes) times sticks, other constraints,
/// contacts between points and, last, contacts with colliders are corrected. Rigid constraints get more rigid with
/// both numbers, sub-steps being the better buy. Softness and damping do not depend on either.
///
/// # Bad numbers
///
/// A call with a number that is not finite or out of its range changes nothing and is counted in
/// [`rejected`](Self::rejected); [`last_rejected`](Self::last_rejected) names the number, and [`mark`](Self::mark) shows
/// both. What would have been added gets [`Id::NOTHING`](motile_geom::Id::NOTHING) for a name, which names nothing anywhere.
/// A point that is about to leave the finite numbers is stopped: [`WorldEvent::Stopped`].
///
/// # Cost
///
/// Linear in points plus sticks; a point against every collider that is not a plane or a box around. After the
/// first step of a size nothing allocates, except with the feature `parallel`. What sleeps costs its points and no more.
#[derive(Clone, Debug)]
#[doc(alias = "Verlet")]
#[doc(alias = "PBD")]
#[doc(alias = "XPBD")]
#[doc(alias = "position based dynamics")]
#[doc(alias = "cloth")]
#[doc(alias = "rope")]
#[doc(alias = "ragdoll")]
#[doc(alias = "soft body")]
pub struct World {
    /// Acceleration of everything in pixels per second squared.
    pub gravity: Vec2,
    /// Speed lost to the air: share for each second at low speed, 0 or more.
    pub drag: f32,
    /// Sub-steps of a step; 0 counts as 1, at most 1000 count.
    pub substeps: u32,
    /// Corrections in each sub-step; at most 1000 count, and odd numbers count as one more: constraints are gone
    /// through there and back, because what is always pulled in one order can shake itself to pieces.
    pub passes: u32,
    /// Along which direction sticks correct.
    pub projection: Projection,
    /// In which order they do.
    pub order: Order,
    /// What points collide with. With bad numbers in one of them nothing moves, and steps are counted as rejected.
    pub colliders: Vec<Collider>,
    /// Whether points collide with each other by their radii.
    pub points_collide: bool,
    /// Whether points are kept from crossing the sticks of other groups, thick as the ends of the stick are. Points of
    /// group 0 meet all sticks but their own: give a structure a group where it should not meet itself.
    pub sticks_collide: bool,
    /// Grip between points, and between points and sticks, as [`Material::friction`].
    pub point_friction: f32,
    /// Slower impacts than this do not bounce, in pixels per second: things come to rest.
    pub rest_speed: f32,
    /// What hangs together sleeps when all of it has been slower than [`sleep_speed`](Self::sleep_speed) for so many
    /// seconds, until something touches or changes it: it costs little then. Infinite, as by default, for never; half
    /// a second is a good value. Fields and attraction act on what is awake only.
    pub sleep_after: f32,
    /// In pixels per second.
    pub sleep_speed: f32,
    /// How many calls did nothing, or left something out, because of bad numbers. Not part of the state: it is neither
    /// hashed nor saved.
    pub rejected: u64,
    /// Which number the last of them was.
    rejected_number: Option<&'static str>,
    points: Points,
    sticks: Sticks,
    angles: Arena<Angle>,
    areas: Arena<Area>,
    motors: Arena<Motor>,
    grabs: Arena<Grab>,
    events: Vec<WorldEvent>,
    /// Length of the last sub-step in seconds, to which the old positions belong.
    last: f32,
    forces: bool,
    plan: Plan,
    stale: Stale,
    walls: Vec<Wall>,
    /// Where points were before they moved, for what they may have jumped over.
    from: Vec<Vec2>,
    grid: UniformGrid,
    pairs: Vec<(u32, u32)>,
    /// Where points were before they moved, for the sides on which they meet.
    before: Vec<Vec2>,
    stick_grid: HierarchicalGrid,
    boxes: Vec<Aabb>,
    crossings: Vec<Crossing>,
    sleep: Sleep,
    ways: Vec<Vec2>,
    masses: Vec<f32>,
    level: Level,
}

/// How much of the plan is out of date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stale {
    No,
    Weights,
    Everything,
}

/// Longest step in seconds: what is longer is a mistake, not a frame. The classics count a frame as 1.
const MAX_STEP: f32 = 10.0;
/// Shortest sub-step in seconds: below it the way of a step drowns in the rounding of the position.
const MIN_STEP: f32 = 1e-6;
/// The sub-step that velocities set before the first step are counted in, in seconds.
const FIRST_STEP: f32 = 1.0 / 240.0;

impl Default for World {
    /// Empty; gravity of 980 pixels per second squared (100 pixels to the meter), 4 sub-steps of 2 passes.
    fn default() -> Self {
        Self {
            gravity: vec2(0.0, 980.0),
            drag: 0.0,
            substeps: 4,
            passes: 2,
            projection: Projection::default(),
            order: Order::default(),
            colliders: Vec::new(),
            points_collide: false,
            sticks_collide: false,
            point_friction: 0.2,
            rest_speed: 20.0,
            sleep_after: f32::INFINITY,
            sleep_speed: 4.0,
            rejected: 0,
            rejected_number: None,
            points: Points::default(),
            sticks: Sticks::default(),
            angles: Arena::default(),
            areas: Arena::default(),
            motors: Arena::default(),
            grabs: Arena::default(),
            events: Vec::new(),
            last: FIRST_STEP,
            forces: false,
            plan: Plan::default(),
            stale: Stale::Everything,
            walls: Vec::new(),
            from: Vec::new(),
            grid: UniformGrid::default(),
            pairs: Vec::new(),
            before: Vec::new(),
            stick_grid: HierarchicalGrid::default(),
            boxes: Vec::new(),
            crossings: Vec::new(),
            sleep: Sleep::default(),
            ways: Vec::new(),
            masses: Vec::new(),
            level: Level::new(),
        }
    }
}

impl World {
    /// Moves everything on by `dt` seconds. A `dt` of 0 does nothing.
    ///
    /// Nothing happens either, and it is counted in [`rejected`](Self::rejected), when `dt` is negative, not finite, above
    /// 10 s or leads to sub-steps below 1 µs, and when a setting or a collider has bad numbers. A grab with bad numbers
    /// pulls nothing and is counted too. What happened on the way, tears and stopped points, is in
    /// [`events`](Self::events).
    pub fn step(&mut self, dt: f32) {
        self.events.clear();
        if dt == 0.0 {
            return;
        }
        let substeps = self.substeps.clamp(1, 1000);
        let h = dt / substeps as f32;
        if let Err(number) = self.check(h, dt) {
            self.reject(number);
            return;
        }
        self.reject_bad_grabs();
        self.before_sleep();
        self.prepare();
        for _ in 0..substeps {
            self.substep(h);
        }
        // Constraints and colliders can push points out as well, after the last motion has been looked at.
        let pushed = self.is_constrained() || !self.from.is_empty();
        if pushed && !self.points.all_in_range() {
            self.stop_strays();
        }
        self.tear();
        self.after_sleep(dt);
        if self.forces {
            self.points.force_x.fill(0.0);
            self.points.force_y.fill(0.0);
            self.forces = false;
        }
    }

    fn check(&self, h: f32, dt: f32) -> Checked {
        let positive = |value: f32| (0.0..=1e9).contains(&value);
        if !(h >= MIN_STEP && dt <= MAX_STEP) {
            return Err("time step");
        }
        if !in_range(self.gravity) {
            return Err("gravity");
        }
        if !positive(self.drag) || !positive(self.point_friction) || !positive(self.rest_speed) {
            return Err("drag, friction or rest speed");
        }
        self.check_sleep()?;
        self.colliders.iter().try_for_each(Collider::check)
    }

    /// Grabs have public fields, so that their numbers may have become bad since the last step.
    fn reject_bad_grabs(&mut self) {
        let bad = |grab: &Grab| grab.check_numbers().err();
        let (count, number) = self
            .grabs
            .values()
            .filter_map(bad)
            .fold((0, None), |(count, _), number| (count + 1, Some(number)));
        self.rejected += count;
        self.rejected_number = number.or(self.rejected_number);
    }

    /// Counts something that was not done because of a bad number.
    fn reject(&mut self, number: &'static str) {
        self.rejected += 1;
        self.rejected_number = Some(number);
    }

    /// Which number was bad in the call that was counted in [`rejected`](Self::rejected) last, in words.
    pub fn last_rejected(&self) -> Option<&'static str> {
        self.rejected_number
    }

    fn prepare(&mut self) {
        match self.stale {
            Stale::No => {}
            Stale::Weights => self.plan.weigh(&self.points, &self.sticks),
            Stale::Everything => self.plan.rebuild(&self.points, &self.sticks),
        }
        self.stale = Stale::No;
        self.walls.clear();
        for collider in &self.colliders {
            collider.walls(&mut self.walls);
        }
    }

    fn substep(&mut self, h: f32) {
        let motion = Motion {
            keep: h / self.last / (1.0 + self.drag * h),
            kick: h * (h + self.last) * 0.5,
            gravity: self.gravity,
            forces: self.forces,
            walls: &self.walls,
            rest: self.rest_speed * h,
        };
        sweep::remember(&self.points, &self.colliders, &mut self.from);
        self.before.clear();
        if self.points_collide || self.sticks_collide {
            self.before.extend((0..self.points.len()).map(|slot| self.points.position(slot)));
        }
        if !motion::move_on(self.level, &mut self.points, &motion) {
            self.stop_strays();
        }
        self.last = h;
        let rest = self.rest_speed * h;
        sweep::bounce_all(&mut self.points, &self.colliders, &self.from, rest);
        sweep::remember(&self.points, &self.colliders, &mut self.from);
        for motor in self.motors.values_mut() {
            motor.drive(&mut self.points, h);
        }
        self.relax(h);
    }

    /// Puts back what left the range of coordinates.
    fn stop_strays(&mut self) {
        for slot in 0..self.points.len() {
            if !in_range(self.points.position(slot)) {
                let old = self.points.old(slot);
                let limit = Vec2::splat(MAX_COORDINATE);
                let back = if old.is_finite() { old.clamp(-limit, limit) } else { Vec2::ZERO };
                self.points.place(slot, back);
                self.events.push(WorldEvent::Stopped(self.points.id(slot)));
            }
        }
    }

    /// All passes of a sub-step.
    fn relax(&mut self, h: f32) {
        if self.points_collide {
            contact::find_pairs(&mut self.grid, &self.points, &self.before, &mut self.pairs);
        } else {
            self.pairs.clear();
        }
        self.crossings.clear();
        if self.sticks_collide {
            let (grid, boxes) = (&mut self.stick_grid, &mut self.boxes);
            let (points, sticks) = (&self.points, &self.sticks);
            crossing::find(grid, boxes, points, sticks, &self.before, &mut self.crossings);
        }
        if !self.is_constrained() {
            return;
        }
        self.sticks.lambda.fill(0.0);
        self.angles.values_mut().for_each(Forget::forget);
        self.areas.values_mut().for_each(Forget::forget);
        self.grabs.values_mut().for_each(Forget::forget);
        // One order alone multiplies the errors of constraints by a matrix that is not symmetric. Its eigenvalues can be
        // complex, and then the velocities that follow from the corrections grow for ever: dense wheels blew up
        // within 50 steps with one pass, and with three. There and back is symmetric, its eigenvalues lie in 0…1,
        // and nothing grows.
        for pass in 0..self.passes.min(1000).next_multiple_of(2) {
            let backwards = pass % 2 == 1;
            if backwards {
                self.others_pass(h, backwards);
                self.sticks_pass(h, backwards);
            } else {
                self.sticks_pass(h, backwards);
                self.others_pass(h, backwards);
            }
            let friction = self.point_friction;
            contact::part_pairs(&mut self.points, &self.before, &self.pairs, friction);
            crossing::part(&mut self.points, &self.sticks, &self.crossings, friction);
            sweep::settle_all(&mut self.points, &self.walls, &self.colliders, &self.from);
        }
    }

    /// Whether anything but walls acted on the points in the last sub-step.
    fn is_constrained(&self) -> bool {
        self.sticks.len() > 0
            || !self.pairs.is_empty()
            || !self.angles.is_empty()
            || !self.areas.is_empty()
            || !self.motors.is_empty()
            || !self.grabs.is_empty()
    }

    /// One pass over angles, areas and grabs.
    fn others_pass(&mut self, h: f32, backwards: bool) {
        let points = &mut self.points;
        if backwards {
            self.grabs.values_mut().rev().for_each(|grab| grab.relax(points, h));
            self.areas.values_mut().rev().for_each(|area| area.relax(points, h, &mut self.ways));
            self.angles.values_mut().rev().for_each(|angle| angle.relax(points, h));
        } else {
            self.angles.values_mut().for_each(|angle| angle.relax(points, h));
            self.areas.values_mut().for_each(|area| area.relax(points, h, &mut self.ways));
            self.grabs.values_mut().for_each(|grab| grab.relax(points, h));
        }
    }

    /// One pass over the sticks.
    fn sticks_pass(&mut self, h: f32, backwards: bool) {
        let (points, sticks) = (&mut self.points, &mut self.sticks);
        let turned = |i: usize, n: usize| if backwards { n - 1 - i } else { i };
        match (self.projection, self.order) {
            (Projection::StepStart, _) => {
                for i in 0..sticks.len() {
                    let slot = turned(i, sticks.len());
                    if sticks.is_alive(slot) {
                        sticks.relax_along_start(slot, points, h);
                    }
                }
            }
            (Projection::Present, Order::AsAdded) => {
                for i in 0..sticks.len() {
                    let slot = turned(i, sticks.len());
                    if sticks.is_alive(slot) {
                        sticks.relax(slot, points, h);
                    }
                }
            }
            (Projection::Present, Order::Colored) => {
                relax::pass(self.level, &self.plan, points, backwards);
                for i in 0..self.plan.soft.len() {
                    let slot = self.plan.soft[turned(i, self.plan.soft.len())];
                    sticks.relax(slot as usize, points, h);
                }
            }
        }
    }

    /// Removes the sticks that are stretched too far.
    fn tear(&mut self) {
        for slot in 0..self.sticks.len() {
            let strength = self.sticks.tears_at[slot];
            if !self.sticks.is_alive(slot) || strength == f32::INFINITY {
                continue;
            }
            if self.sticks.stretch(slot, &self.points) > strength * self.sticks.max[slot] {
                let ends = [self.sticks.a[slot], self.sticks.b[slot]];
                let [a, b] = ends.map(|end| self.points.id(end as usize));
                self.events.push(WorldEvent::Torn { stick: self.sticks.id(slot), a, b });
                self.plan.remove(slot);
                self.sticks.remove(slot);
            }
        }
    }

    /// What happened in the last step.
    pub fn events(&self) -> &[WorldEvent] {
        &self.events
    }
}

impl HashState for World {
    /// Everything the future depends on, settings included.
    fn hash_state(&self, hash: &mut StateHash) {
        // Every field is named, so that a new one cannot be forgotten; what is only scratch or a report is not hashed.
        let Self {
            gravity,
            drag,
            substeps,
            passes,
            projection,
            order,
            colliders,
            points_collide,
            sticks_collide,
            point_friction,
            rest_speed,
            sleep_after: _,
            sleep_speed: _,
            rejected: _,
            rejected_number: _,
            points,
            sticks,
            angles,
            areas,
            motors,
            grabs,
            events: _,
            last,
            forces: _,
            plan: _,
            stale: _,
            walls: _,
            from: _,
            grid: _,
            pairs: _,
            before: _,
            stick_grid: _,
            boxes: _,
            crossings: _,
            sleep: _,
            ways: _,
            masses: _,
            level: _,
        } = self;
        (*gravity, *drag, *last).hash_state(hash);
        (*substeps, *passes).hash_state(hash);
        (*point_friction, *rest_speed).hash_state(hash);
        points_collide.hash_state(hash);
        (*projection == Projection::StepStart).hash_state(hash);
        (*order == Order::AsAdded).hash_state(hash);
        if *sticks_collide {
            hash.write_u32(1);
        }
        // Those of sleep only while it is on.
        self.hash_sleep(hash);
        colliders.hash_state(hash);
        points.hash_state(hash);
        sticks.hash_state(hash);
        hash_all(angles, hash);
        hash_all(areas, hash);
        hash_all(motors, hash);
        hash_all(grabs, hash);
    }
}

/// Everything in an arena with its ids.
fn hash_all<T: HashState>(things: &Arena<T>, hash: &mut StateHash) {
    things.iter().for_each(|thing| thing.hash_state(hash));
}
