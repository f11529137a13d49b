//! A dense crowd whose members do not run into each other.

use super::spread;
use crate::{Body, OrcaSolver, reciprocal_plane, wall_plane};
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{HashState, Segment, StateHash, Vec2};

/// Most neighbors one body minds; more than this many do not fit around it.
pub const MAX_NEIGHBORS: u32 = 16;

/// Round bodies that walk where they want and make way for each other (ORCA).
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::{Body, Crowd};
///
/// let mut crowd = Crowd::default();
/// for (x, way) in [(0.0, 1.0), (100.0, -1.0)] {
///     crowd.bodies.push(Body { position: vec2(x, 0.0), radius: 8.0, ..Body::default() });
///     crowd.preferred.push(vec2(50.0 * way, 0.0));
/// }
/// for _ in 0..240 {
///     crowd.step(1.0 / 60.0);
///     let [a, b] = [crowd.bodies[0], crowd.bodies[1]];
///     assert!(a.position.distance(b.position) > 15.9);
/// }
/// assert!(crowd.bodies[0].position.x > crowd.bodies[1].position.x, "they passed");
/// ```
#[derive(Clone, Debug)]
pub struct Crowd {
    /// Everybody, in pixels and pixels per second.
    pub bodies: Vec<Body>,
    /// The velocity each body would like to have; as long as `bodies`, missing ones count as standing.
    pub preferred: Vec<Vec2>,
    /// Walls nobody walks through. Each body minds those within reach.
    pub walls: Vec<Segment>,
    /// Fastest speed in pixels per second.
    pub max_speed: f32,
    /// Bodies further away than this many pixels are not minded.
    pub sight: f32,
    /// How many seconds ahead other bodies are avoided.
    pub horizon: f32,
    /// How many seconds ahead walls are avoided.
    pub wall_horizon: f32,
    /// How many of the nearest bodies are minded, at most [`MAX_NEIGHBORS`].
    pub max_neighbors: u32,
    grid: UniformGrid,
    velocities: Vec<Vec2>,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            preferred: Vec::new(),
            walls: Vec::new(),
            max_speed: 80.0,
            sight: 60.0,
            horizon: 1.5,
            wall_horizon: 0.5,
            max_neighbors: 10,
            grid: UniformGrid::default(),
            velocities: Vec::new(),
        }
    }
}

impl Crowd {
    /// Moves everybody for `dt` seconds. A `dt` of 0 or less, or not finite, does nothing; bodies with bad
    /// numbers stand still and are minded by nobody.
    pub fn step(&mut self, dt: f32) {
        if !(dt > 0.0 && dt.is_finite()) {
            return;
        }
        let sight = if self.sight > 0.0 && self.sight.is_finite() { self.sight } else { 1.0 };
        self.grid.set_world(GridWorld::Unbounded, CellSize::Exactly(sight));
        let bodies = &self.bodies;
        self.grid.rebuild_with(bodies.len() as u32, |i| bodies[i as usize].position);
        self.choose(sight, dt);
        for (slot, &index) in self.grid.order().iter().enumerate() {
            let body = &mut self.bodies[index as usize];
            body.velocity = self.velocities[slot];
            body.position += body.velocity * dt;
        }
    }

    fn choose(&mut self, sight: f32, dt: f32) {
        let mut velocities = core::mem::take(&mut self.velocities);
        velocities.resize(self.grid.len() as usize, Vec2::ZERO);
        spread::in_chunks(&mut velocities, |first, chunk| {
            let mut solver = OrcaSolver::default();
            for (i, velocity) in chunk.iter_mut().enumerate() {
                *velocity = self.choose_one(&mut solver, first + i, sight, dt);
            }
        });
        self.velocities = velocities;
    }

    fn choose_one(&self, solver: &mut OrcaSolver, slot: usize, sight: f32, dt: f32) -> Vec2 {
        let index = self.grid.order()[slot];
        let me = self.bodies[index as usize];
        let preferred = self.preferred.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        let preferred = if preferred.is_finite() { preferred } else { Vec2::ZERO };
        solver.clear();
        self.add_walls(solver, me);
        let mut nearest = Nearest::new(self.max_neighbors);
        self.grid.for_each_within(me.position, sight, |near| {
            if near.index != index {
                nearest.insert(near.distance_squared, near.index);
            }
        });
        for &(_, other) in nearest.found() {
            let other = self.bodies[other as usize];
            solver.planes.push(reciprocal_plane(me, other, self.horizon, dt));
        }
        solver.solve(preferred, self.max_speed.max(0.0))
    }

    fn add_walls(&self, solver: &mut OrcaSolver, me: Body) {
        let reach = me.radius + self.max_speed * self.wall_horizon;
        for wall in &self.walls {
            let squared = wall.closest_point(me.position).distance_squared(me.position);
            if squared < reach * reach {
                solver.planes.push(wall_plane(me, *wall, self.wall_horizon));
            }
        }
        solver.hard = solver.planes.len() as u32;
    }
}

impl HashState for Crowd {
    fn hash_state(&self, hash: &mut StateHash) {
        for body in &self.bodies {
            hash.write_vec2(body.position);
            hash.write_vec2(body.velocity);
        }
    }
}

/// The nearest few, by distance and then by index, so that the answer does not depend on the order of asking.
struct Nearest {
    found: [(f32, u32); MAX_NEIGHBORS as usize],
    count: usize,
    limit: usize,
}

impl Nearest {
    fn new(limit: u32) -> Self {
        let limit = limit.min(MAX_NEIGHBORS) as usize;
        Self { found: [(f32::INFINITY, u32::MAX); MAX_NEIGHBORS as usize], count: 0, limit }
    }

    #[inline]
    fn insert(&mut self, squared: f32, index: u32) {
        let before = |a: (f32, u32), b: (f32, u32)| a.0 < b.0 || a.0 == b.0 && a.1 < b.1;
        if self.limit == 0
            || self.count == self.limit && !before((squared, index), self.found[self.count - 1])
        {
            return;
        }
        self.count = (self.count + 1).min(self.limit);
        let mut place = self.count - 1;
        while place > 0 && before((squared, index), self.found[place - 1]) {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = (squared, index);
    }

    fn found(&self) -> &[(f32, u32)] {
        &self.found[..self.count]
    }
}
