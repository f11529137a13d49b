//! Worlds, gravity and integrators beside the loops one would write first, and beside scipy.

use crate::runner::Bench;
use motile_geom::{Aabb, Rng, Vec2, glam::DVec2, ops, vec2};
use motile_physics::ode::{Adaptive, Integrator, Method, Motion, Tolerance, by_value, motion_rate};
use motile_physics::world::{AnyShape, Collider, Material, Point, World};
use motile_physics::{Attraction, Model};
use std::process::Command;

const STEP: f32 = 1.0 / 60.0;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    cloth(bench, "physics/cloth-300x300-8-passes", 300, 8);
    // CLAIM-6-8: 29,400 relaxations in well under a millisecond.
    cloth(bench, "physics/cloth-50x50-6-passes", 50, 6);
    stick(bench);
    particles(bench);
    gravity(bench);
    orbit(bench);
    methods(bench);
}

/// A point as the classics keep it.
#[derive(Clone, Copy)]
struct PlainPoint {
    x: f32,
    y: f32,
    old_x: f32,
    old_y: f32,
    inverse_mass: f32,
}

/// A stick as the classics keep it.
#[derive(Clone, Copy)]
struct PlainStick {
    a: u32,
    b: u32,
    length: f32,
}

/// The loop one would write first: structs of points, sticks one after the other.
fn plain_cloth(points: &mut [PlainPoint], sticks: &[PlainStick], passes: u32) {
    for point in points.iter_mut().filter(|point| point.inverse_mass > 0.0) {
        let (x, y) = (point.x, point.y);
        point.x += x - point.old_x;
        point.y += y - point.old_y + 980.0 * STEP * STEP;
        (point.old_x, point.old_y) = (x, y);
    }
    for _ in 0..passes {
        for stick in sticks {
            let (a, b) = (points[stick.a as usize], points[stick.b as usize]);
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let distance = (dx * dx + dy * dy).sqrt();
            let weight = a.inverse_mass + b.inverse_mass;
            if distance == 0.0 || weight == 0.0 {
                continue;
            }
            let part = (stick.length - distance) / distance / weight;
            let a = &mut points[stick.a as usize];
            a.x -= dx * part * a.inverse_mass;
            a.y -= dy * part * a.inverse_mass;
            let b = &mut points[stick.b as usize];
            b.x += dx * part * b.inverse_mass;
            b.y += dy * part * b.inverse_mass;
        }
    }
}

/// A cloth of so many points and passes, hung up at every tenth point of its top.
fn cloth(bench: &mut Bench, name: &str, side: u32, passes: u32) {
    if !bench.wants(name) {
        return;
    }
    let mut world = World::default();
    (world.substeps, world.passes) = (1, passes);
    let cloth = world.build_cloth(Vec2::ZERO, side, side, 2.0);
    let mut points: Vec<PlainPoint> = world
        .points()
        .map(|(_, at)| PlainPoint { x: at.x, y: at.y, old_x: at.x, old_y: at.y, inverse_mass: 1.0 })
        .collect();
    let sticks: Vec<PlainStick> = world
        .sticks()
        .map(|(id, ..)| {
            let (a, b) = world.ends(id).expect("a stick");
            PlainStick { a: a.index(), b: b.index(), length: 2.0 }
        })
        .collect();
    for column in (0..side).step_by(10) {
        world.set_pinned(cloth.point(column, 0).expect("a point"), true);
        points[column as usize].inverse_mass = 0.0;
    }
    bench.compare(
        name,
        "plain array of structs",
        (side * side) as usize,
        || world.step(STEP),
        || plain_cloth(&mut points, &sticks, passes),
    );
}

/// CLAIM-6-9: a stick update by one square root, beside the one by angles that it replaced.
fn stick(bench: &mut Bench) {
    const N: usize = 1000;
    let ends: Vec<(DVec2, DVec2)> = (0..N)
        .map(|i| DVec2::new(i as f64 * 0.37 - 100.0, 150.0 - i as f64 * 0.21))
        .map(|b| (DVec2::splat(3.0), b))
        .collect();
    let by_root = |(a, b): (DVec2, DVec2)| {
        let offset = b - a;
        let distance = offset.length();
        let push = offset * ((10.0 - distance) / distance / 2.0);
        (a - push, b + push)
    };
    let by_angle = |(a, b): (DVec2, DVec2)| {
        let offset = b - a;
        let angle = ops::atan2_64(offset.y, offset.x);
        let push =
            DVec2::new(ops::cos64(angle), ops::sin64(angle)) * ((10.0 - offset.length()) / 2.0);
        (a - push, b + push)
    };
    let far =
        ends.iter().map(|&pair| by_root(pair).1.distance(by_angle(pair).1)).fold(0.0, f64::max);
    assert!(far < 1e-12, "both ways are the same: {far}");
    let all = |relax: &dyn Fn((DVec2, DVec2)) -> (DVec2, DVec2)| {
        ends.iter().map(|&pair| relax(pair)).fold(DVec2::ZERO, |sum, (a, b)| sum + a + b)
    };
    let name = "physics/stick-by-square-root";
    bench.compare(name, "by atan2, cos and sin", N, || all(&by_root), || all(&by_angle));
}

/// A particle with a velocity, as one would write it first.
#[derive(Clone, Copy)]
struct PlainParticle {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
}

/// Steps until the particles start again, so that both contestants meet flying and resting ones alike.
const RESTART: u32 = 512;

/// 100,000 free particles with gravity, drag and four walls that bounce and grip.
fn particles(bench: &mut Bench) {
    const N: usize = 100_000;
    let name = "physics/particles-100k";
    if !bench.wants(name) {
        return;
    }
    let mut rng = Rng::new(1);
    let room = Aabb::new(Vec2::ZERO, vec2(1000.0, 800.0));
    let surface = Material::new(0.5, 0.2);
    let mut world = World::default();
    (world.substeps, world.drag) = (1, 0.1);
    world.colliders.push(Collider::new(AnyShape::InsideBox(room)).with_surface(surface));
    let mut plain = Vec::with_capacity(N);
    for _ in 0..N {
        let (position, velocity) = (rng.in_rect(room.min, room.max), rng.in_unit_disc() * 500.0);
        plain.push(PlainParticle { position, velocity, radius: 2.0 });
        world.add_point(Point { position, velocity, radius: 2.0, ..Point::default() });
    }
    let walls = [
        (vec2(1.0, 0.0), room.min.x),
        (vec2(-1.0, 0.0), -room.max.x),
        (vec2(0.0, 1.0), room.min.y),
        (vec2(0.0, -1.0), -room.max.y),
    ];
    let (world_start, plain_start) = (world.snapshot(), plain.clone());
    let (mut world_steps, mut plain_steps) = (0u32, 0u32);
    bench.compare(
        name,
        "plain array of structs",
        N,
        || {
            world_steps += 1;
            if world_steps % RESTART == 0 {
                world.restore(&world_start);
            }
            world.step(STEP);
        },
        || {
            plain_steps += 1;
            if plain_steps % RESTART == 0 {
                plain.copy_from_slice(&plain_start);
            }
            for particle in &mut plain {
                particle.velocity += vec2(0.0, 980.0) * STEP;
                particle.velocity /= 1.0 + 0.1 * STEP;
                particle.position += particle.velocity * STEP;
                for (normal, offset) in walls {
                    let depth = offset + particle.radius - normal.dot(particle.position);
                    if depth > 0.0 {
                        bounce(particle, normal, depth, surface);
                    }
                }
            }
        },
    );
}

/// A bounce off a wall with friction, the scalar way.
fn bounce(particle: &mut PlainParticle, normal: Vec2, depth: f32, surface: Material) {
    let into = particle.velocity.dot(normal);
    let share = if into < -20.0 { surface.restitution } else { 0.0 };
    let out = if into < 0.0 { -into * share } else { into };
    let along = particle.velocity - normal * into;
    let slip = along.length();
    let grip = (out - into) * surface.friction;
    let left = if slip > grip { (slip - grip) / slip } else { 0.0 };
    particle.position += normal * (depth * (1.0 + share));
    particle.velocity = along * left + normal * out;
}

/// 20,000 bodies: the tree beside all pairs. Prints the error the tree makes.
fn gravity(bench: &mut Bench) {
    const N: usize = 20_000;
    let name = "physics/barnes-hut-20k";
    if !bench.wants(name) {
        return;
    }
    let mut rng = Rng::new(2);
    let positions: Vec<Vec2> = (0..N).map(|_| rng.in_unit_disc() * 1000.0).collect();
    let masses: Vec<f32> = (0..N).map(|_| rng.range(0.5..2.0)).collect();
    let mut tree = Attraction::default();
    let all_pairs = || -> Vec<Vec2> {
        let pull = |at: Vec2| {
            positions.iter().zip(&masses).fold(Vec2::ZERO, |sum, (&other, &mass)| {
                let offset = other - at;
                let squared = offset.length_squared() + 1.0;
                sum + offset * (mass / (squared * squared.sqrt()))
            })
        };
        positions.iter().map(|&at| pull(at)).collect()
    };
    let exact = all_pairs();
    let found = tree.accelerations(&positions, &masses);
    let errors = found.iter().zip(&exact).map(|(f, e)| f64::from(f.distance(*e) / e.length()));
    let mean = errors.sum::<f64>() / N as f64;
    eprintln!("{name}: opening {}, mean relative error {:.3} %", tree.opening, mean * 100.0);
    let ours = || tree.accelerations(&positions, &masses)[0];
    bench.compare(name, "all pairs", N, ours, all_pairs);
}

/// Evaluations for ten revolutions of an orbit (e = 0.6) at a tolerance of 10⁻⁹, beside scipy's RK45, which is the
/// same pair of formulas. The columns of the row are numbers of evaluations, not times.
fn orbit(bench: &mut Bench) {
    let name = "physics/kepler-evaluations";
    if !bench.wants(name) {
        return;
    }
    let model = Model::Kepler(0.6);
    let pull = move |p: DVec2, v: DVec2| model.acceleration(p, v);
    let mut orbit: Adaptive<Motion<DVec2>> =
        Adaptive::new(0.0, model.start()).with_tolerance(Tolerance::both(1e-9));
    orbit
        .integrate_to(10.0 * core::f64::consts::TAU, motion_rate(by_value(pull)))
        .expect("an orbit");
    match scipy_evaluations() {
        Some(theirs) => {
            bench.record(name, "scipy RK45 (evaluations)", 10, orbit.evaluations() as f64, theirs);
        }
        None => eprintln!("{name}: skipped, python3 with scipy is not here"),
    }
}

/// What scipy needs for the same orbit; none where it is not installed.
fn scipy_evaluations() -> Option<f64> {
    const SCRIPT: &str = "
import math
from scipy.integrate import solve_ivp
def f(t, y):
    r3 = (y[0] ** 2 + y[1] ** 2) ** 1.5
    return [y[2], y[3], -y[0] / r3, -y[1] / r3]
start = [0.4, 0.0, 0.0, math.sqrt(1.6 / 0.4)]
print(solve_ivp(f, (0, 20 * math.pi), start, method='RK45', rtol=1e-9, atol=1e-9).nfev)
";
    let output = Command::new("python3").args(["-c", SCRIPT]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// CLAIM-6-4: what a step of the best method costs beside the cheapest, on the same pendulum.
fn methods(bench: &mut Bench) {
    let step = |method: Method| {
        let model = Model::Pendulum;
        let mut motion = model.start();
        let mut integrator = Integrator::new(method);
        move || {
            let pull = by_value(move |p, v| model.acceleration(p, v));
            integrator.step(&mut motion, 0.01, pull);
            motion.position.x
        }
    };
    let (ours, theirs) = (step(Method::Leapfrog), step(Method::RungeKutta4));
    bench.compare("physics/leapfrog-step", "our Runge-Kutta 4", 1, ours, theirs);
}
