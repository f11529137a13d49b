//! Flocks beside all pairs and beside a plain loop on the same grid, on one core and on two; the rules of a flock in
//! one pass and in three; obstacles looked through one by one and on a grid; ORCA beside its plainest form.

use crate::runner::Bench;
use motile_collide::{CellSize, GridWorld, UniformGrid};
use motile_geom::{Aabb, Circle, Rng, Vec2, Vec2Ext, vec2};
use motile_steer::{
    Agent, Avoid, Body, Boundary, Crowd, Flock, FlockRules, Flockmate, OrcaSolver, Sight,
    reciprocal_plane,
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
        neighbors(bench, density);
        scalar_loop(bench, density, None);
        scalar_loop(bench, density, Some(7));
        two_cores(bench, density);
    }
    break_even(bench);
    one_pass(bench);
    for count in [10, 100, 1000] {
        obstacles(bench, count);
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
        flock.boundary = Boundary::Bounce;
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

fn agent(flock: &Flock, index: usize) -> Agent {
    Agent { position: flock.positions[index], velocity: flock.velocities[index], ..flock.body }
}

/// Everybody but one.
fn others(flock: &Flock, index: usize) -> impl Iterator<Item = Flockmate> + '_ {
    let all = flock.positions.iter().zip(&flock.velocities).enumerate();
    let others = all.filter(move |(other, _)| *other != index);
    others.map(|(_, (&position, &velocity))| Flockmate { position, velocity })
}

/// One step of the rules over all pairs.
fn all_pairs_step(flock: &mut Flock, next: &mut Vec<(Vec2, Vec2)>) {
    next.clear();
    for i in 0..flock.positions.len() {
        let mut me = agent(flock, i);
        me.step(flock.rules.steer(&me, others(flock, i)), DT);
        flock.boundary.apply(&mut me, flock.world);
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

/// A grid without borders.
fn grid(cell: f32) -> UniformGrid {
    let mut grid = UniformGrid::default();
    grid.set_world(GridWorld::Unbounded, CellSize::Exactly(cell));
    grid
}

/// The plain way on the same grid: agents in an array, one neighbor after the other.
fn scalar_step(flock: &mut Flock, grid: &mut UniformGrid, next: &mut Vec<(Vec2, Vec2)>) {
    grid.rebuild(&flock.positions);
    next.clear();
    for i in 0..flock.positions.len() {
        let mut me = agent(flock, i);
        let near = grid.slots_around(me.position, flock.rules.sight.radius).flatten();
        let others = near.map(|slot| grid.order()[slot] as usize).filter(|&j| j != i);
        let others = others
            .map(|j| Flockmate { position: flock.positions[j], velocity: flock.velocities[j] });
        me.step(flock.rules.steer(&me, others), DT);
        flock.boundary.apply(&mut me, flock.world);
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
    let mut grid = grid(FlockRules::default().sight.radius);
    bench.compare(
        &name,
        "plain loop on the grid",
        50_000,
        || one.install(|| ours.fresh().step(DT)),
        || scalar_step(theirs.fresh(), &mut grid, &mut next),
    );
}

/// The same, written by hand for this one purpose: three sums in one loop over the neighbors, no iterators, nothing
/// that a general rule needs.
fn hand_written_step(flock: &mut Flock, grid: &mut UniformGrid, next: &mut Vec<(Vec2, Vec2)>) {
    grid.rebuild(&flock.positions);
    next.clear();
    let (rules, body) = (flock.rules, flock.body);
    let (radius, close) = (rules.sight.radius, rules.too_close);
    let cut = rules.sight.half_view_cos * rules.sight.half_view_cos.abs();
    for i in 0..flock.positions.len() {
        let (position, velocity) = (flock.positions[i], flock.velocities[i]);
        let heading = velocity.normalize_or(Vec2::X);
        let (mut count, mut flight) = (0.0, Vec2::ZERO);
        let (mut velocities, mut offsets) = (Vec2::ZERO, Vec2::ZERO);
        for range in grid.slots_around(position, radius) {
            for &j in &grid.order()[range] {
                let offset = flock.positions[j as usize] - position;
                let squared = offset.length_squared();
                if squared > radius * radius || j as usize == i {
                    continue;
                }
                if squared < close * close && squared > 0.0 {
                    let length = squared.sqrt();
                    flight -= offset / length * (1.0 - length / close);
                }
                let ahead = offset.dot(heading);
                if ahead * ahead.abs() >= cut * squared {
                    count += 1.0;
                    velocities += flock.velocities[j as usize];
                    offsets += offset;
                }
            }
        }
        let mut steering = flight.truncate(1.0) * (rules.separation * body.max_speed);
        if count > 0.0 {
            let align = velocities.with_length(body.max_speed) - velocity;
            let gather = offsets / (count * radius) * body.max_speed;
            steering += align * rules.alignment + gather * rules.cohesion;
        }
        let mut me = Agent { position, velocity, ..body };
        me.step(steering, DT);
        flock.boundary.apply(&mut me, flock.world);
        next.push((me.position, me.velocity));
    }
    write_back(flock, next);
}

/// Time per neighbor visited, 50,000 boids on one thread, beside a loop written by hand (at least 2×). Visited is who
/// stands in the cells around, the same for both; the work of a step besides is in the time.
fn neighbors(bench: &mut Bench, density: &Density) {
    let name = format!("steer/flock-50k-per-neighbor-{}", density.name);
    if !bench.wants(&name) {
        return;
    }
    let one = threads(1);
    let [mut ours, mut theirs] = [50_000; 2].map(|n| Scene::new(n, density));
    let (mut next, mut grid) = (Vec::new(), grid(FlockRules::default().sight.radius));
    hand_written_step(theirs.fresh(), &mut grid, &mut next);
    ours.fresh().step(DT);
    let off = ours.flock.positions.iter().zip(&theirs.flock.positions);
    let off = off.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(off < 0.01, "both must do the same: {off} pixels apart");
    grid.rebuild(&ours.positions);
    let around = |at: &Vec2| grid.slots_around(*at, 60.0).map(|range| range.len()).sum::<usize>();
    let visited = ours.positions.iter().map(around).sum::<usize>();
    let (ours_ns, theirs_ns) = Bench::both(
        || one.install(|| ours.fresh().step(DT)),
        || hand_written_step(theirs.fresh(), &mut grid, &mut next),
    );
    let each = 1.0 / visited as f64;
    bench.record(&name, "loop written by hand", visited, ours_ns * each, theirs_ns * each);
}

/// Flocks of many sizes at the density of STEER-M3 beside all pairs: where the grid begins to pay (STEER-M2).
fn break_even(bench: &mut Bench) {
    for n in [30, 100, 300, 1000, 3000] {
        let name = format!("steer/flock-break-even-{n}");
        if !bench.wants(&name) {
            continue;
        }
        let one = threads(1);
        let [mut ours, mut theirs] = [n; 2].map(|n| Scene::new(n, &DENSITIES[1]));
        let mut next = Vec::new();
        // Inside the pool as a whole: handing over work would take longer than a small flock.
        one.install(|| {
            bench.compare(
                &name,
                "all pairs",
                n as usize,
                || ours.fresh().step(DT),
                || all_pairs_step(theirs.fresh(), &mut next),
            );
        });
    }
    let name = "steer/flock-break-even-100000";
    if !bench.wants(name) {
        return;
    }
    // All pairs of 100,000 would take a minute: a hundredth of the boids look at everybody, times a hundred.
    let one = threads(1);
    let [mut ours, theirs] = [100_000; 2].map(|n| Scene::new(n, &DENSITIES[1]));
    let look = || {
        let flock = &theirs.flock;
        let mut sum = Vec2::ZERO;
        for i in (0..flock.positions.len()).step_by(100) {
            sum += flock.rules.steer(&agent(flock, i), others(flock, i));
        }
        sum
    };
    let (ours_ns, theirs_ns) = Bench::both(|| one.install(|| ours.fresh().step(DT)), look);
    bench.record(name, "all pairs", 100_000, ours_ns, theirs_ns * 100.0);
}

/// The three rules in one pass over 30 others beside one pass for each (STEER-M7).
fn one_pass(bench: &mut Bench) {
    let mut rng = Rng::new(2);
    let others: Vec<Flockmate> = (0..30)
        .map(|_| Flockmate {
            position: rng.in_unit_disc() * 60.0,
            velocity: rng.unit_vec2() * 100.0,
        })
        .collect();
    let me = Agent { velocity: vec2(100.0, 0.0), ..Agent::default() };
    let rules = FlockRules { sight: Sight::new(60.0, 4.7), ..FlockRules::default() };
    let only = FlockRules { separation: 0.0, alignment: 0.0, cohesion: 0.0, ..rules };
    let parts = [
        FlockRules { separation: rules.separation, ..only },
        FlockRules { alignment: rules.alignment, ..only },
        FlockRules { cohesion: rules.cohesion, ..only },
    ];
    bench.compare(
        "steer/flock-rules-in-one-pass",
        "three passes",
        30,
        || rules.steer(&me, others.iter().copied()),
        || parts.map(|part| part.steer(&me, others.iter().copied())),
    );
}

/// Avoidance of one vehicle among obstacles, those near it from a grid, beside looking through all of them (STEER-M4).
fn obstacles(bench: &mut Bench, count: u32) {
    let mut rng = Rng::new(3);
    // The same room for each, so that a vehicle has as many near it however many there are.
    let side = (count as f32 * 20_000.0).sqrt();
    let rocks: Vec<Circle> = (0..count)
        .map(|_| Circle::new(rng.in_rect(Vec2::ZERO, vec2(side, side)), rng.range(10.0..30.0)))
        .collect();
    let agents: Vec<Agent> = (0..64)
        .map(|_| {
            let (position, velocity) =
                (rng.in_rect(Vec2::ZERO, vec2(side, side)), rng.unit_vec2() * 150.0);
            Agent { position, velocity, heading: velocity.normalized(), ..Agent::default() }
        })
        .collect();
    let mut grid = grid(150.0);
    grid.rebuild_with(count, |i| rocks[i as usize].center);
    let avoid = Avoid::default();
    let linear = |agent: &Agent| avoid.circles(agent, rocks.iter().copied());
    let on_grid = |agent: &Agent| {
        let near = grid.slots_around(agent.position, avoid.reach(agent) + 30.0).flatten();
        avoid.circles(agent, near.map(|slot| rocks[grid.order()[slot] as usize]))
    };
    assert!(agents.iter().all(|agent| linear(agent) == on_grid(agent)));
    bench.compare(
        &format!("steer/avoid-{count}-obstacles"),
        "one by one",
        agents.len(),
        || agents.iter().map(on_grid).sum::<Vec2>(),
        || agents.iter().map(linear).sum::<Vec2>(),
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
        let body = Body { position, velocity: Vec2::ZERO, radius: 6.0 };
        crowd.add(body, -position.normalize() * 60.0);
    }
    crowd
}

/// The published algorithm with nothing added: every body looks at every other one, keeps the nearest in a sorted
/// list, and solves its linear program.
fn plain_orca(crowd: &Crowd, bodies: &mut [Body], solver: &mut OrcaSolver) {
    let mut chosen = Vec::with_capacity(bodies.len());
    for (i, &me) in bodies.iter().enumerate() {
        let mut near: Vec<(f32, usize)> = Vec::new();
        for (j, other) in bodies.iter().enumerate() {
            let squared = me.position.distance_squared(other.position);
            if j != i && squared < crowd.sight.radius * crowd.sight.radius {
                near.push((squared, j));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(crowd.sight.nearest.unwrap_or(u32::MAX) as usize);
        solver.clear();
        for (_, j) in near {
            solver.planes.push(reciprocal_plane(me, bodies[j], crowd.horizon, DT));
        }
        chosen.push(solver.solve(crowd.preferred[i], crowd.max_speed));
    }
    for (body, velocity) in bodies.iter_mut().zip(chosen) {
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
    let (mut ours, theirs, mut solver) = (rings(), rings(), OrcaSolver::default());
    let mut bodies: Vec<Body> = theirs.bodies().collect();
    bench.compare(
        "steer/orca-5k",
        "plainest ORCA",
        AGENTS as usize,
        || one.install(|| ours.step(DT)),
        || plain_orca(&theirs, &mut bodies, &mut solver),
    );
}
