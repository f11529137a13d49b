//! A dense crowd whose members do not run into each other.

use super::chunks;
use crate::finite::finite_or_zero;
use crate::nearest::{MAX_NEIGHBORS, Nearest};
use crate::orca::mark_planes;
use crate::{Body, HalfPlane, OrcaSolver, Sight, reciprocal_plane, wall_plane};
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{HashState, MarkRole, MarkSink, Marks, Segment, StateHash, Vec2};

/// A dense crowd: round bodies that walk where they want and make way for each other by optimal reciprocal collision
/// avoidance (ORCA).
///
/// Everybody looks at the same moment, then everybody walks. After the first steps of a crowd nothing allocates.
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::{Body, Crowd};
///
/// let mut crowd = Crowd::default();
/// for (x, direction) in [(0.0, 1.0), (100.0, -1.0)] {
///     let body = Body { position: vec2(x, 0.0), radius: 8.0, ..Body::default() };
///     crowd.add(body, vec2(50.0 * direction, 0.0));
/// }
/// for _ in 0..240 {
///     crowd.step(1.0 / 60.0);
///     assert!(crowd.positions[0].distance(crowd.positions[1]) > 15.9);
/// }
/// assert!(crowd.positions[0].x > crowd.positions[1].x, "they passed");
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "ORCA")]
#[doc(alias = "RVO")]
pub struct Crowd {
    /// Where everybody is, in pixels.
    pub positions: Vec<Vec2>,
    /// Pixels per second; as long as `positions`, missing ones count as standing.
    pub velocities: Vec<Vec2>,
    /// Radius of each body in pixels, 0 or more; as long as `positions`, missing ones count as 0.
    pub radii: Vec<f32>,
    /// The velocity each body would like to have; as long as `positions`, missing ones count as standing.
    pub preferred: Vec<Vec2>,
    /// Walls nobody walks through. Each body minds those within reach.
    pub walls: Vec<Segment>,
    /// Fastest speed in pixels per second.
    pub max_speed: f32,
    /// Whom a body minds: those within the radius and the field of view around its velocity, and of them the
    /// nearest few; all of them counts as [`MAX_NEIGHBORS`](crate::MAX_NEIGHBORS). Who does not look back leaves
    /// the whole detour to the other, and bumps happen.
    pub sight: Sight,
    /// How many seconds ahead other bodies are avoided.
    pub horizon: f32,
    /// How many seconds ahead walls are avoided.
    pub wall_horizon: f32,
    /// How many bodies and steps were refused because a number was not finite, a radius negative, or a step not above 0.
    pub rejected: u64,
    grid: UniformGrid,
    chosen: Vec<Vec2>,
    solvers: Vec<OrcaSolver>,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            positions: Vec::new(),
            velocities: Vec::new(),
            radii: Vec::new(),
            preferred: Vec::new(),
            walls: Vec::new(),
            max_speed: 80.0,
            sight: Sight { radius: 60.0, half_view_cos: -1.0, nearest: Some(10) },
            horizon: 1.5,
            wall_horizon: 0.5,
            rejected: 0,
            grid: UniformGrid::default(),
            chosen: Vec::new(),
            solvers: Vec::new(),
        }
    }
}

impl Crowd {
    /// Adds a body and the velocity it would like to have, in pixels per second. One with a number that is not finite or
    /// a negative radius is left out and counted in [`Crowd::rejected`].
    pub fn add(&mut self, body: Body, preferred: Vec2) {
        if body.is_valid() && preferred.is_finite() {
            self.fill_up();
            self.positions.push(body.position);
            self.velocities.push(body.velocity);
            self.radii.push(body.radius);
            self.preferred.push(preferred);
        } else {
            self.rejected += 1;
        }
    }

    /// Number of bodies.
    pub fn len(&self) -> u32 {
        self.positions.len() as u32
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The numbers of one body together.
    pub fn body(&self, index: u32) -> Option<Body> {
        let index = index as usize;
        Some(Body {
            position: *self.positions.get(index)?,
            velocity: self.velocities.get(index).copied().unwrap_or(Vec2::ZERO),
            radius: self.radii.get(index).copied().unwrap_or(0.0),
        })
    }

    /// Everybody, in order.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = Body> + '_ {
        (0..self.positions.len()).map(|index| self.body(index as u32).unwrap_or_default())
    }

    /// Makes all arrays as long as that of the places.
    fn fill_up(&mut self) {
        let count = self.positions.len();
        self.velocities.resize(count, Vec2::ZERO);
        self.radii.resize(count, 0.0);
        self.preferred.resize(count, Vec2::ZERO);
    }

    /// Moves everybody for `dt` seconds. A `dt` of 0 or less, or not finite, does nothing and is counted in
    /// [`Crowd::rejected`]; bodies with bad numbers stand still and are minded by nobody.
    pub fn step(&mut self, dt: f32) {
        if !(dt > 0.0 && dt.is_finite()) {
            self.rejected += 1;
            return;
        }
        self.fill_up();
        self.sort();
        self.choose(dt);
        for (&index, &velocity) in self.grid.order().iter().zip(&self.chosen) {
            let position = &mut self.positions[index as usize];
            self.velocities[index as usize] = velocity;
            let moved = *position + velocity * dt;
            if moved.is_finite() {
                *position = moved;
            }
        }
    }

    /// The half planes of velocities that are safe for a body now, walls first, appended to `planes`; for debug
    /// views. None for a body with bad numbers.
    pub fn planes_of(&self, index: u32, dt: f32, planes: &mut Vec<HalfPlane>) {
        let Some(me) = self.body(index).filter(Body::is_valid) else { return };
        planes.extend(self.walls_near(me).map(|wall| wall_plane(me, wall, self.wall_horizon)));
        let mut nearest = self.nearest();
        for (other, body) in self.bodies().enumerate().filter(|other| other.1.is_valid()) {
            let offset = body.position - me.position;
            if other as u32 != index && self.minds(me, self.heading(index), offset) {
                nearest.insert(offset.length_squared(), other as u32, ());
            }
        }
        for found in nearest.found() {
            let other = self.body(found.index).unwrap_or_default();
            planes.push(reciprocal_plane(me, other, self.horizon, dt));
        }
    }

    /// Marks one body, in the plane of velocities around it: the speed disc, the borders of the safe half planes with
    /// arrows into them, what it prefers and what it chose; `dt` is the step in seconds. Looks at everybody and
    /// allocates; meant for a few bodies of a frame.
    pub fn mark(&self, index: u32, dt: f32, marks: &mut Marks) {
        let Some(body) = self.body(index) else { return };
        let mut planes = Vec::new();
        self.planes_of(index, dt, &mut planes);
        marks.circle(MarkRole::Range, body.position, self.sight.radius);
        mark_planes(&planes, body, self.max_speed, marks);
        marks.velocity(MarkRole::Desired, body.position, self.preferred_of(index));
        marks.velocity(MarkRole::Velocity, body.position, body.velocity);
    }

    fn sort(&mut self) {
        let radius = self.sight.radius;
        let cell = if radius > 0.0 && radius.is_finite() { radius } else { 1.0 };
        self.grid.set_world(GridWorld::Unbounded, CellSize::Exactly(cell));
        let (positions, velocities, radii) = (&self.positions, &self.velocities, &self.radii);
        // The grid leaves out what is not finite.
        self.grid.rebuild_with(positions.len() as u32, |i| {
            let i = i as usize;
            let good = velocities[i].is_finite() && radii[i] >= 0.0 && radii[i].is_finite();
            if good { positions[i] } else { Vec2::NAN }
        });
    }

    fn choose(&mut self, dt: f32) {
        let mut chosen = core::mem::take(&mut self.chosen);
        let mut solvers = core::mem::take(&mut self.solvers);
        chosen.resize(self.grid.len() as usize, Vec2::ZERO);
        chunks::in_chunks(&mut chosen, &mut solvers, |first, chunk, solver| {
            let mut nearest = self.nearest();
            solver.reserve(self.walls.len() as u32 + MAX_NEIGHBORS);
            for (i, velocity) in chunk.iter_mut().enumerate() {
                *velocity = self.choose_one(solver, &mut nearest, first + i, dt);
            }
        });
        self.chosen = chosen;
        self.solvers = solvers;
    }

    fn choose_one(
        &self,
        solver: &mut OrcaSolver,
        nearest: &mut Nearest<()>,
        slot: usize,
        dt: f32,
    ) -> Vec2 {
        let index = self.grid.order()[slot];
        let me = self.known(index);
        solver.clear();
        let walls = self.walls_near(me);
        solver.planes.extend(walls.map(|wall| wall_plane(me, wall, self.wall_horizon)));
        solver.hard = solver.planes.len() as u32;
        nearest.clear();
        let heading = self.heading(index);
        self.grid.for_each_within(me.position, self.sight.radius, |near| {
            if near.index != index && self.minds(me, heading, near.offset) {
                nearest.insert(near.distance_squared, near.index, ());
            }
        });
        for found in nearest.found() {
            let other = self.known(found.index);
            solver.planes.push(reciprocal_plane(me, other, self.horizon, dt));
        }
        solver.solve(self.preferred_of(index), self.max_speed)
    }

    /// A body that is in the grid, so that all its numbers are there.
    #[inline]
    fn known(&self, index: u32) -> Body {
        let index = index as usize;
        Body {
            position: self.positions[index],
            velocity: self.velocities[index],
            radius: self.radii[index],
        }
    }

    fn nearest(&self) -> Nearest<()> {
        Nearest::new(self.sight.nearest.unwrap_or(MAX_NEIGHBORS))
    }

    fn preferred_of(&self, index: u32) -> Vec2 {
        finite_or_zero(self.preferred.get(index as usize).copied().unwrap_or(Vec2::ZERO))
    }

    /// Where a body looks: along its velocity, at rest along the one it prefers.
    fn heading(&self, index: u32) -> Vec2 {
        let moving =
            self.velocities.get(index as usize).and_then(|velocity| velocity.try_normalize());
        moving.or_else(|| self.preferred_of(index).try_normalize()).unwrap_or(Vec2::X)
    }

    /// Whether a body minds another one at this offset. One that overlaps is felt, if not seen.
    #[inline]
    fn minds(&self, me: Body, heading: Vec2, offset: Vec2) -> bool {
        self.sight.sees(Vec2::ZERO, heading, offset)
            || offset.length_squared() < me.radius * me.radius
    }

    fn walls_near(&self, me: Body) -> impl Iterator<Item = Segment> + '_ {
        let reach = me.radius + self.max_speed * self.wall_horizon;
        self.walls.iter().copied().filter(move |wall| {
            wall.closest_point(me.position).distance_squared(me.position) < reach * reach
        })
    }
}

impl HashState for Crowd {
    fn hash_state(&self, hash: &mut StateHash) {
        for body in self.bodies() {
            hash.write_vec2(body.position);
            hash.write_vec2(body.velocity);
            hash.write_f32(body.radius);
        }
    }
}
