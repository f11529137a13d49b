//! A flock of any size.

use super::chunks;
use super::flock_kernel::{LANES, Look, Sorted, look, look_nearest};
use crate::finite::finite_or_zero;
use crate::nearest::Nearest;
use crate::{Agent, Boundary, FlockRules, toroidal_offset};
use fearless_simd::{Level, Simd, dispatch};
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Aabb, HashState, MarkRole, MarkSink, Marks, StateHash, Vec2, Vec2Ext, vec2};

/// Flocking for thousands: boids with common rules and limits, stepped together on a grid.
///
/// Everybody looks at the same moment, then everybody moves, so the order of the boids matters only for the
/// rounding of sums. After the first step of a size nothing allocates. A boid minds whom it sees, by
/// distance, field of view and, where [`Sight::nearest`](crate::Sight::nearest) says so, the nearest few.
///
/// ```
/// use motile_geom::{Aabb, Rng, Vec2, vec2};
/// use motile_steer::Flock;
///
/// let mut rng = Rng::new(1);
/// let mut flock = Flock::new(Aabb::new(Vec2::ZERO, vec2(800.0, 600.0)));
/// for _ in 0..200 {
///     flock.add(rng.in_rect(Vec2::ZERO, vec2(800.0, 600.0)), rng.unit_vec2() * 100.0);
/// }
/// let before = flock.polarization();
/// for _ in 0..300 {
///     flock.step(1.0 / 60.0);
/// }
/// assert!(flock.polarization() > before, "they fly in one direction now");
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "boids")]
#[doc(alias = "swarm")]
pub struct Flock {
    /// Where everybody is, in pixels.
    pub positions: Vec<Vec2>,
    /// Pixels per second; as long as `positions`.
    pub velocities: Vec<Vec2>,
    /// Extra steering of this step (changes of velocity in pixels per second), added to that of the flock: a target, a
    /// fear. Empty, or as long as `positions`; cleared by the step.
    pub steering: Vec<Vec2>,
    /// Sight, distances and weights.
    pub rules: FlockRules,
    /// Mass, top speed, force and radius of every boid; its position and velocity are not used.
    pub body: Agent,
    /// The world.
    pub world: Aabb,
    /// What happens at its border. With [`Boundary::Wrap`] boids also see each other across it; with [`Boundary::Contain`]
    /// turning back comes before the rules.
    pub boundary: Boundary,
    /// How many boids and steps were refused because a number was not finite, or a step was negative.
    pub rejected: u64,
    grid: UniformGrid,
    sorted: Sorted,
    moved: Vec<Moved>,
    scratch: Vec<()>,
    level: Level,
}

/// Where a boid is after the step.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    position: Vec2,
    velocity: Vec2,
}

impl Flock {
    /// An empty flock in a world whose edges are joined, with the default rules.
    pub fn new(world: Aabb) -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            steering: Vec::new(),
            rules: FlockRules::default(),
            body: Agent::default(),
            world,
            boundary: Boundary::Wrap,
            rejected: 0,
            grid: UniformGrid::default(),
            sorted: Sorted::default(),
            moved: Vec::new(),
            scratch: Vec::new(),
            level: Level::new(),
        }
    }

    /// Adds a boid at a position in pixels with a velocity in pixels per second. One whose numbers are not finite is left
    /// out and counted in [`Flock::rejected`].
    pub fn add(&mut self, position: Vec2, velocity: Vec2) {
        if position.is_finite() && velocity.is_finite() {
            self.positions.push(position);
            self.velocities.push(velocity);
        } else {
            self.rejected += 1;
        }
    }

    /// Number of boids.
    pub fn len(&self) -> u32 {
        self.positions.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How much they fly in the same direction: 0 (everywhere) to 1 (all alike); 0 for an empty flock.
    #[doc(alias = "order parameter")]
    pub fn polarization(&self) -> f32 {
        let moving = self.velocities.iter().filter(|v| v.length_squared() > 0.0);
        let sum: Vec2 = moving.map(|v| v.normalized()).sum();
        if self.is_empty() { 0.0 } else { sum.length() / self.len() as f32 }
    }

    /// Moves everybody for `dt` seconds. A `dt` that is negative or not finite does nothing and is counted in
    /// [`Flock::rejected`]. Boids whose numbers have become bad (set from outside) stand still and are seen by nobody;
    /// [`Flock::mark`] labels them.
    pub fn step(&mut self, dt: f32) {
        if !(dt >= 0.0 && dt.is_finite()) {
            self.rejected += 1;
            return;
        }
        self.velocities.resize(self.positions.len(), Vec2::ZERO);
        self.sort();
        self.look_and_move(dt);
        for (&index, moved) in self.grid.order().iter().zip(&self.moved) {
            self.positions[index as usize] = moved.position;
            self.velocities[index as usize] = moved.velocity;
        }
        self.steering.clear();
    }

    /// Appends the indices of those whom a boid sees now: ascending, or, when only the nearest count, the nearest
    /// first. Looks at everybody, for debug views and not for every boid of a large flock.
    pub fn seen_by(&self, index: u32, out: &mut Vec<u32>) {
        let Some(&eye) = self.positions.get(index as usize) else { return };
        let heading = self.heading(index);
        let sight = self.rules.sight;
        let mut nearest = Nearest::new(sight.nearest.unwrap_or(0));
        for (other, &position) in self.positions.iter().enumerate() {
            let other = other as u32;
            let offset = self.offset(eye, position);
            if other == index || !sight.sees(Vec2::ZERO, heading, offset) {
                continue;
            }
            match sight.nearest {
                Some(_) => nearest.insert(offset.length_squared(), other, ()),
                None => out.push(other),
            }
        }
        out.extend(nearest.found().iter().map(|found| found.index));
    }

    /// Marks one boid: its sight, links to those it sees (across the edge where the world is joined), and its velocity.
    /// One with a number that is not finite gets a label in the middle of the world. Looks at everybody and allocates;
    /// meant for a few boids of a frame.
    pub fn mark(&self, index: u32, marks: &mut Marks) {
        let Some(&eye) = self.positions.get(index as usize) else { return };
        let velocity = self.velocities.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        if !(eye.is_finite() && velocity.is_finite()) {
            let text = format_args!("boid {index} is not finite");
            marks.label(MarkRole::Threat, self.world.center(), text);
            return;
        }
        self.rules.mark_neighborhood(eye, self.heading(index), marks);
        let mut seen = Vec::new();
        self.seen_by(index, &mut seen);
        for other in seen {
            let offset = self.offset(eye, self.positions[other as usize]);
            marks.line(MarkRole::Link, eye, eye + offset);
        }
        marks.velocity(MarkRole::Velocity, eye, velocity);
    }

    /// Where a boid looks: along its velocity, at rest along the heading of the body.
    fn heading(&self, index: u32) -> Vec2 {
        let velocity = self.velocities.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        velocity.try_normalize().unwrap_or(self.body.heading)
    }

    /// From one place to another, across the edge where the world is joined and that is shorter.
    fn offset(&self, from: Vec2, to: Vec2) -> Vec2 {
        if self.is_torus() { toroidal_offset(from, to, self.world) } else { to - from }
    }

    /// How far anybody matters, in pixels.
    fn reach(&self) -> f32 {
        self.rules.sight.radius.max(self.rules.too_close)
    }

    /// Whether boids see each other across the edges.
    fn is_torus(&self) -> bool {
        self.boundary == Boundary::Wrap && self.world.is_valid() && self.world.area() > 0.0
    }

    fn sort(&mut self) {
        let world =
            if self.is_torus() { GridWorld::Torus(self.world) } else { GridWorld::Unbounded };
        // Cells as wide as the sight: three long rows to look through. Half as wide was measured and is no
        // faster, because the lanes of shorter rows stay empty.
        let sight = self.reach();
        let cell = if sight > 0.0 && sight.is_finite() {
            CellSize::Exactly(sight)
        } else {
            CellSize::Auto
        };
        self.grid.set_world(world, cell);
        self.grid.rebuild(&self.positions);
        let (n, sorted) = (self.grid.len() as usize, &mut self.sorted);
        for values in [&mut sorted.x, &mut sorted.y, &mut sorted.vx, &mut sorted.vy] {
            values.resize(n + LANES, 0.0);
        }
        for (slot, &index) in self.grid.order().iter().enumerate() {
            let position = self.grid.slot_position(slot as u32);
            let velocity = self.velocities[index as usize];
            let velocity = if velocity.is_finite() { velocity } else { Vec2::ZERO };
            (sorted.x[slot], sorted.y[slot]) = (position.x, position.y);
            (sorted.vx[slot], sorted.vy[slot]) = (velocity.x, velocity.y);
        }
    }

    fn look_and_move(&mut self, dt: f32) {
        let mut moved = core::mem::take(&mut self.moved);
        let mut scratch = core::mem::take(&mut self.scratch);
        moved.resize(self.grid.len() as usize, Moved::default());
        let period = if self.grid.is_torus() { self.world.size() } else { Vec2::INFINITY };
        chunks::in_chunks(&mut moved, &mut scratch, |first, chunk, ()| {
            let mut nearest = Nearest::new(self.rules.sight.nearest.unwrap_or(0));
            // The SIMD level is chosen once a chunk, not once a boid.
            dispatch!(self.level, simd => {
                for (i, moved) in chunk.iter_mut().enumerate() {
                    *moved = self.one(simd, first + i, period, dt, &mut nearest);
                }
            });
        });
        self.moved = moved;
        self.scratch = scratch;
    }

    #[inline(always)]
    fn one<S: Simd>(
        &self,
        simd: S,
        slot: usize,
        period: Vec2,
        dt: f32,
        nearest: &mut Nearest<u32>,
    ) -> Moved {
        let position = vec2(self.sorted.x[slot], self.sorted.y[slot]);
        let velocity = vec2(self.sorted.vx[slot], self.sorted.vy[slot]);
        let eye = Look {
            position,
            heading: velocity.try_normalize().unwrap_or(self.body.heading),
            radius: self.rules.sight.radius,
            view_cut: self.rules.sight.view_cut(),
            too_close: self.rules.too_close,
            period,
        };
        let (ranges, order) = (self.grid.slots_around(position, self.reach()), self.grid.order());
        let (mut seen, coincident) = if self.rules.sight.nearest.is_some() {
            look_nearest(simd, &self.sorted, eye, ranges, (slot, order), nearest)
        } else {
            // Taking the looker off the sums is cheaper than telling it from the others in every eight.
            let (mut seen, coincident) = look(simd, &self.sorted, eye, ranges);
            seen.count -= 1.0;
            seen.velocity -= velocity;
            (seen, coincident)
        };
        let index = order[slot];
        if coincident > 1 {
            // Boids in one place leave in directions of their own.
            seen.away += Vec2::at_angle(index as f32 * GOLDEN_ANGLE);
        }
        let mut agent = Agent { position, velocity, ..self.body };
        let extra = self.steering.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        let back = self.boundary.steer(&agent, self.world);
        let own = if back == Vec2::ZERO { self.rules.steer_by(&agent, seen) } else { back };
        agent.step(finite_or_zero(own) + finite_or_zero(extra), dt);
        self.boundary.apply(&mut agent, self.world);
        Moved { position: agent.position, velocity: agent.velocity }
    }
}

/// Turning by this angle again and again never repeats a direction, in radians.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

impl HashState for Flock {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&self.positions);
        hash.write(&self.velocities);
    }
}
