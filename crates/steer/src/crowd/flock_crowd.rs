//! A flock of any size.

use super::flock_kernel::{LANES, Look, Sorted, look};
use super::spread;
use crate::{Agent, Edge, FlockRules};
use fearless_simd::{Level, Simd, dispatch};
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Aabb, HashState, StateHash, Vec2, Vec2Ext, vec2};

/// Boids with common rules and limits, stepped together.
///
/// Everybody looks at the same moment, then everybody moves, so the order of the boids matters only for the
/// rounding of sums. After the first step of a size nothing allocates.
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
/// let before = flock.order();
/// for _ in 0..300 {
///     flock.step(1.0 / 60.0);
/// }
/// assert!(flock.order() > before, "they fly the same way now");
/// ```
#[derive(Clone, Debug)]
pub struct Flock {
    /// Where everybody is, in pixels.
    pub positions: Vec<Vec2>,
    /// Pixels per second; as long as `positions`.
    pub velocities: Vec<Vec2>,
    /// Extra wishes (changes of velocity) of this step, added to those of the flock: a target, a fear. Empty, or
    /// as long as `positions`; cleared by the step.
    pub wishes: Vec<Vec2>,
    /// Sight, distances and weights.
    pub rules: FlockRules,
    /// Mass, top speed, force and radius of every boid; its position and velocity are not used.
    pub body: Agent,
    /// The world.
    pub world: Aabb,
    /// What happens at its border. With [`Edge::Wrap`] boids also see each other across it.
    pub edge: Edge,
    grid: UniformGrid,
    sorted: Sorted,
    changes: Vec<Vec2>,
    level: Level,
}

impl Flock {
    /// An empty flock in a world whose edges are joined, with the default rules.
    pub fn new(world: Aabb) -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            wishes: Vec::new(),
            rules: FlockRules::default(),
            body: Agent::default(),
            world,
            edge: Edge::Wrap,
            grid: UniformGrid::default(),
            sorted: Sorted::default(),
            changes: Vec::new(),
            level: Level::new(),
        }
    }

    /// Adds a boid; returns whether its numbers are finite, and leaves it out when they are not.
    pub fn add(&mut self, position: Vec2, velocity: Vec2) -> bool {
        let finite = position.is_finite() && velocity.is_finite();
        if finite {
            self.positions.push(position);
            self.velocities.push(velocity);
        }
        finite
    }

    /// Number of boids.
    pub fn len(&self) -> u32 {
        self.positions.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How much they fly the same way: 0 (everywhere) to 1 (all alike); 0 for an empty flock.
    pub fn order(&self) -> f32 {
        let moving = self.velocities.iter().filter(|v| v.length_squared() > 0.0);
        let sum: Vec2 = moving.map(|v| v.normalized()).sum();
        if self.is_empty() { 0.0 } else { sum.length() / self.len() as f32 }
    }

    /// Moves everybody for `dt` seconds. A `dt` that is negative or not finite does nothing. Boids whose numbers
    /// have become bad (set from outside) stand still and are seen by nobody.
    pub fn step(&mut self, dt: f32) {
        if !(dt >= 0.0 && dt.is_finite()) {
            return;
        }
        self.velocities.resize(self.positions.len(), Vec2::ZERO);
        self.sort();
        self.look_around();
        self.advance(dt);
        self.wishes.clear();
    }

    fn sort(&mut self) {
        let torus = self.edge == Edge::Wrap && self.world.is_valid() && self.world.area() > 0.0;
        let world = if torus { GridWorld::Torus(self.world) } else { GridWorld::Unbounded };
        // Cells as wide as the sight: three long rows to look through. Half as wide was measured and is no
        // faster, because the lanes of shorter rows stay empty.
        let sight = self.rules.sight.radius;
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

    fn look_around(&mut self) {
        let mut changes = core::mem::take(&mut self.changes);
        changes.resize(self.grid.len() as usize, Vec2::ZERO);
        let period = if self.grid.is_torus() { self.world.size() } else { Vec2::INFINITY };
        spread::in_chunks(&mut changes, |first, chunk| {
            // The SIMD level is chosen once a chunk, not once a boid.
            dispatch!(self.level, simd => {
                for (i, change) in chunk.iter_mut().enumerate() {
                    *change = self.wish(simd, first + i, period);
                }
            });
        });
        self.changes = changes;
    }

    #[inline(always)]
    fn wish<S: Simd>(&self, simd: S, slot: usize, period: Vec2) -> Vec2 {
        let position = vec2(self.sorted.x[slot], self.sorted.y[slot]);
        let velocity = vec2(self.sorted.vx[slot], self.sorted.vy[slot]);
        let eye = Look {
            position,
            heading: velocity.try_normalize().unwrap_or(self.body.heading),
            radius: self.rules.sight.radius,
            half_view_cos: self.rules.sight.half_view_cos,
            too_close: self.rules.too_close,
            period,
        };
        let ranges = self.grid.slots_around(position, eye.radius);
        let (mut seen, coincident) = look(simd, &self.sorted, eye, ranges);
        let index = self.grid.order()[slot];
        seen.count -= 1.0;
        seen.velocity -= velocity;
        if coincident > 1 {
            // Boids in one place leave in directions of their own.
            seen.away += Vec2::at_angle(index as f32 * GOLDEN_ANGLE);
        }
        let me = Agent { position, velocity, ..self.body };
        let extra = self.wishes.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        self.rules.wish(&me, seen) + extra
    }

    fn advance(&mut self, dt: f32) {
        for (slot, &index) in self.grid.order().iter().enumerate() {
            let mut agent = Agent {
                position: vec2(self.sorted.x[slot], self.sorted.y[slot]),
                velocity: vec2(self.sorted.vx[slot], self.sorted.vy[slot]),
                ..self.body
            };
            agent.step(self.changes[slot], dt);
            self.edge.apply(&mut agent, self.world);
            self.positions[index as usize] = agent.position;
            self.velocities[index as usize] = agent.velocity;
        }
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
