//! Flocks beside all pairs and beside a plain loop on the same grid, on one core and on two; ORCA beside its
//! plainest form.

use crate::runner::Bench;
use motile_collide::UniformGrid;
use motile_geom::{Aabb, Rng, Vec2, Vec2Ext, vec2};
use motile_steer::{
    Agent, Body, Crowd, Edge, Flock, FlockRules, Neighbor, OrcaSolver, reciprocal_plane,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::Instant;

const DT: f32 = 1.0 / 60.0;

/// How much room a boid has.
struct Density {
    name: &'static str,
    /// Square pixels a boid.
    room: f32,
}

/// With the default sight of 60 pixels: 19 others within it, and 9 (10,000 boids on 4000 × 3000, as in STEER-M3).
const DENSITIES: [Density; 2] =
    [Density { name: "dense", room: 600.0 }, Density { name: "sparse", room: 1200.0 }];

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    for density in &DENSITIES {
        all_pairs(bench, density);
        growth(bench, density);
        scalar_loop(bench, density, None);
        scalar_loop(bench, density, Some(7));
        two_cores(bench, density);
    }
    orca(bench);
}

/// A pool of so many threads; flocks and crowds run on the pool that calls them.
fn threads(count: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(count).build().expect("threads can be started")
}

/// A flock that does the same step again and again: left alone it would clump, and the density, which decides
/// the time, would be another one in every round.
struct Scene {
    flock: Flock,
    positions: Vec<Vec2>,
    velocities: Vec<Vec2>,
}

impl Scene {
    fn new(n: u32, density: &Density) -> Self {
        let side = (n as f32 * density.room).sqrt();
        let world = Aabb::new(Vec2::ZERO, vec2(side, side));
        let mut rng = Rng::new(1);
        let mut flock = Flock::new(world);
        flock.edge = Edge::Bounce;
        for _ in 0..n {
            flock.add(rng.in_rect(world.min, world.max), rng.unit_vec2() * 200.0);
        }
        let (positions, velocities) = (flock.positions.clone(), flock.velocities.clone());
        Self { flock, positions, velocities }
    }

    /// The flock as it was in the beginning: two copies, under 1 % of a step.
    fn fresh(&mut self) -> &mut Flock {
        self.flock.positions.copy_from_slice(&self.positions);
        self.flock.velocities.copy_from_slice(&self.velocities);
        &mut self.flock
    }
}

/// One step of the rules over all pairs.
fn all_pairs_step(flock: &mut Flock, next: &mut Vec<(Vec2, Vec2)>) {
    next.clear();
    for i in 0..flock.positions.len() {
        let mut me =
            Agent { position: flock.positions[i], velocity: flock.velocities[i], ..flock.body };
        let others = (0..flock.positions.len())
            .filter(|&j| j != i)
            .map(|j| Neighbor { position: flock.positions[j], velocity: flock.velocities[j] });
        me.step(flock.rules.steer(&me, others), DT);
        flock.edge.apply(&mut me, flock.world);
        next.push((me.position, me.velocity));
    }
    write_back(flock, next);
}

fn write_back(flock: &mut Flock, next: &[(Vec2, Vec2)]) {
    for (i, &(position, velocity)) in next.iter().enumerate() {
        flock.positions[i] = position;
        flock.velocities[i] = velocity;
    }
}

/// A flock of 10,000 beside all pairs (at least 50×).
fn all_pairs(bench: &mut Bench, density: &Density) {
    let name = format!("steer/flock-10k-{}", density.name);
    if !bench.wants(&name) {
        return;
    }
    let one = threads(1);
    let [mut ours, mut theirs] = [10_000; 2].map(|n| Scene::new(n, density));
    let mut next = Vec::new();
    bench.compare(
        &name,
        "all pairs",
        10_000,
        || one.install(|| ours.fresh().step(DT)),
        || all_pairs_step(theirs.fresh(), &mut next),
    );
}

/// Time for ten times the boids at the same density: ten times the small flock is the peer.
fn growth(bench: &mut Bench, density: &Density) {
    let name = format!("steer/flock-growth-10k-100k-{}", density.name);
    if !bench.wants(&name) {
        return;
    }
    let one = threads(1);
    let [mut small, mut large] = [10_000, 100_000].map(|n| Scene::new(n, density));
    let time = |scene: &mut Scene, steps: u32| {
        scene.fresh().step(DT);
        let start = Instant::now();
        for _ in 0..steps {
            one.install(|| scene.fresh().step(DT));
        }
        start.elapsed().as_nanos() as f64 / f64::from(steps)
    };
    // In turns, and the best of each, so that a busy moment does not look like growth.
    let (mut best_small, mut best_large) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..7 {
        best_small = best_small.min(time(&mut small, 10));
        best_large = best_large.min(time(&mut large, 1));
    }
    bench.record(&name, "10 × flock of 10k", 100_000, best_large, best_small * 10.0);
}

/// The plain way on the same grid: agents in an array, one neighbor after the other.
fn scalar_step(flock: &mut Flock, grid: &mut UniformGrid, next: &mut Vec<(Vec2, Vec2)>) {
    grid.rebuild(&flock.positions);
    next.clear();
    for i in 0..flock.positions.len() {
        let mut me =
            Agent { position: flock.positions[i], velocity: flock.velocities[i], ..flock.body };
        let near = grid.slots_around(me.position, flock.rules.sight.radius).flatten();
        let others = near.map(|slot| grid.order()[slot] as usize).filter(|&j| j != i);
        let others = others
            .map(|j| Neighbor { position: flock.positions[j], velocity: flock.velocities[j] });
        me.step(flock.rules.steer(&me, others), DT);
        flock.edge.apply(&mut me, flock.world);
        next.push((me.position, me.velocity));
    }
    write_back(flock, next);
}

/// 50,000 boids on one thread beside the plain loop (at least 2× per neighbor: both visit the same ones), minding
/// all in sight or the nearest few.
fn scalar_loop(bench: &mut Bench, density: &Density, nearest: Option<u32>) {
    let few = nearest.map_or(String::new(), |count| format!("-nearest-{count}"));
    let name = format!("steer/flock-50k{few}-{}", density.name);
    if !bench.wants(&name) {
        return;
    }
    let one = threads(1);
    let [mut ours, mut theirs] = [50_000; 2].map(|n| Scene::new(n, density));
    ours.flock.rules.sight.nearest = nearest;
    theirs.flock.rules.sight.nearest = nearest;
    let mut next = Vec::new();
    let cell = motile_collide::CellSize::Exactly(FlockRules::default().sight.radius);
    let mut grid = UniformGrid::default();
    grid.set_world(motile_collide::GridWorld::Unbounded, cell);
    bench.compare(
        &name,
        "plain loop on the grid",
        50_000,
        || one.install(|| ours.fresh().step(DT)),
        || scalar_step(theirs.fresh(), &mut grid, &mut next),
    );
}

/// 50,000 boids on two threads beside one.
fn two_cores(bench: &mut Bench, density: &Density) {
    let name = format!("steer/flock-50k-two-cores-{}", density.name);
    if !bench.wants(&name) {
        return;
    }
    let (one, two) = (threads(1), threads(2));
    let [mut ours, mut theirs] = [50_000; 2].map(|n| Scene::new(n, density));
    bench.compare(
        &name,
        "one core",
        50_000,
        || two.install(|| ours.fresh().step(DT)),
        || one.install(|| theirs.fresh().step(DT)),
    );
}

const AGENTS: u32 = 5_000;

/// Rings of bodies who all want to the opposite side.
fn rings() -> Crowd {
    let mut crowd = Crowd::default();
    for i in 0..AGENTS {
        let (ring, place) = (i / 250, i % 250);
        let angle = place as f32 / 250.0 * core::f32::consts::TAU;
        let position = Vec2::at_angle(angle) * (800.0 + 20.0 * ring as f32);
        crowd.bodies.push(Body { position, velocity: Vec2::ZERO, radius: 6.0 });
        crowd.preferred.push(-position.normalize() * 60.0);
    }
    crowd
}

/// The published algorithm with nothing added: every body looks at every other one, keeps the nearest in a sorted
/// list, and solves its linear program.
fn plain_orca(crowd: &mut Crowd, solver: &mut OrcaSolver) {
    let mut chosen = Vec::with_capacity(crowd.bodies.len());
    for (i, &me) in crowd.bodies.iter().enumerate() {
        let mut near: Vec<(f32, usize)> = Vec::new();
        for (j, other) in crowd.bodies.iter().enumerate() {
            let squared = me.position.distance_squared(other.position);
            if j != i && squared < crowd.sight.radius * crowd.sight.radius {
                near.push((squared, j));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(crowd.sight.nearest.unwrap_or(u32::MAX) as usize);
        solver.clear();
        for (_, j) in near {
            solver.planes.push(reciprocal_plane(me, crowd.bodies[j], crowd.horizon, DT));
        }
        chosen.push(solver.solve(crowd.preferred[i], crowd.max_speed));
    }
    for (body, velocity) in crowd.bodies.iter_mut().zip(chosen) {
        body.velocity = velocity;
        body.position += velocity * DT;
    }
}

/// 5,000 agents changing sides beside the plainest form (at least 3×).
fn orca(bench: &mut Bench) {
    if !bench.wants("steer/orca-5k") {
        return;
    }
    let one = threads(1);
    let (mut ours, mut theirs, mut solver) = (rings(), rings(), OrcaSolver::default());
    bench.compare(
        "steer/orca-5k",
        "plainest ORCA",
        AGENTS as usize,
        || one.install(|| ours.step(DT)),
        || plain_orca(&mut theirs, &mut solver),
    );
}
