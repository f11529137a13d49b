//! Smoke and liquid beside Stam's loops as the books print them.

use crate::runner::Bench;
use motile_fluid::{Advection, Fluid, FluidSolid, Liquid, PressureSolver, classic::ClassicFluid};
use motile_geom::{Aabb, Circle, vec2};

const STEP: f32 = 1.0 / 60.0;
/// LiquidFun's published number of particles at 60 steps a second.
const LIQUIDFUN: f64 = 15_000.0;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    stam(bench);
    growth(bench);
    residual(bench);
    solvers(bench);
    liquid(bench);
}

/// Smoke of the same kind in both: warm in the middle of the bottom.
fn smoke(side: u32, tolerance: f32) -> Option<Fluid> {
    let mut fluid = Fluid::new(side, side, 1.0).ok()?;
    (fluid.advection, fluid.swirl, fluid.cooling) = (Advection::Plain, 0.0, 0.0);
    fluid.pressure = PressureSolver::Multigrid { tolerance, rounds: 40 };
    feed(&mut fluid);
    Some(fluid)
}

fn feed(fluid: &mut Fluid) {
    let side = fluid.width() as f32;
    fluid.add_dye(vec2(0.5, 0.9) * side, side * 0.1, [1.0; 3]);
    fluid.add_heat(vec2(0.5, 0.9) * side, side * 0.1, 1.0);
}

fn classic_smoke(side: u32) -> Option<ClassicFluid> {
    let mut fluid = ClassicFluid::new(side).ok()?;
    let (middle, bottom) = (side as usize / 2, side as usize * 9 / 10);
    let reach = side as usize / 10;
    for y in bottom - reach..bottom + reach {
        for x in middle - reach..middle + reach {
            if let Ok(density) = fluid.density_mut(x, y) {
                *density = 1.0;
            }
        }
    }
    Some(fluid)
}

/// A step of 256 × 256 cells; ours stops at what 20 plain sweeps leave of the divergence.
fn stam(bench: &mut Bench) {
    for side in [64, 128, 256, 512] {
        let name = format!("fluid/stam-{side}");
        let name = if side == 256 { "fluid/stam" } else { &name };
        if !bench.wants(name) {
            continue;
        }
        let (Some(mut ours), Some(mut theirs)) = (smoke(side, 0.468), classic_smoke(side)) else {
            return;
        };
        let cells = (side * side) as usize;
        bench.compare(
            name,
            "plain Stam loop, 20 sweeps",
            cells,
            || ours.step(STEP),
            || theirs.step(STEP),
        );
    }
}

/// 18 times the time of 256 × 256 cells beside that of 1024 × 1024: above 1 it grows less than 18 times.
fn growth(bench: &mut Bench) {
    if !bench.wants("fluid/growth") {
        return;
    }
    let (Some(mut large), Some(mut small)) = (smoke(1024, 0.468), smoke(256, 0.468)) else {
        return;
    };
    let (large_ns, small_ns) = Bench::both(|| large.step(STEP), || small.step(STEP));
    bench.record("fluid/growth", "18 times 256 × 256", 1024 * 1024, large_ns, small_ns * 18.0);
}

/// A box full of pushes every which way.
fn stirred(side: u32, pressure: PressureSolver) -> Option<Fluid> {
    let mut fluid = Fluid::new(side, side, 1.0).ok()?;
    fluid.pressure = pressure;
    for i in 0..24 {
        let i = i as f32;
        let at = vec2((0.1 + i * 0.37) % 1.0, (0.7 + i * 0.23) % 1.0) * side as f32;
        fluid.push(at, 40.0, vec2(300.0 - 30.0 * i, 20.0 * i - 200.0));
    }
    Some(fluid)
}

/// Every solver in boxes of every size, with what it leaves of the divergence, beside 20 plain sweeps (SIM-M7).
fn solvers(bench: &mut Bench) {
    let sweeps = |sweeps, relaxation| PressureSolver::Sweeps { sweeps, relaxation };
    let kinds = [
        ("sweeps-5", sweeps(5, 1.0)),
        ("sweeps-80", sweeps(80, 1.0)),
        ("relaxed-20", sweeps(20, 1.8)),
        ("multigrid", PressureSolver::Multigrid { tolerance: 1e-4, rounds: 40 }),
        ("cosine", PressureSolver::Cosine),
    ];
    // Each call starts from the same flow and from no pressure.
    let left = |fluid: &Fluid| {
        let mut fluid = fluid.clone();
        fluid.project();
        fluid.report().divergence_left
    };
    for side in [64, 256, 1024] {
        for (kind, solver) in kinds {
            let name = format!("fluid/{kind}-{side}");
            if !bench.wants(&name) {
                continue;
            }
            let (Some(ours), Some(plain)) = (stirred(side, solver), stirred(side, sweeps(20, 1.0)))
            else {
                return;
            };
            let shares = [&ours, &plain].map(|fluid| left(fluid) * 100.0);
            let peer = format!("20 sweeps; {:.3} % left beside {:.0} %", shares[0], shares[1]);
            bench.compare(&name, &peer, (side * side) as usize, || left(&ours), || left(&plain));
        }
    }
}

/// Projection of a stirred box until one percent of the divergence is left, beside plain sweeps to the same.
fn residual(bench: &mut Bench) {
    const SIDE: u32 = 512;
    if !bench.wants("fluid/residual") {
        return;
    }
    let stirred = |pressure: PressureSolver| stirred(SIDE, pressure);
    let Some(multigrid) = stirred(PressureSolver::Multigrid { tolerance: 0.01, rounds: 60 }) else {
        return;
    };
    let Some(cosine) = stirred(PressureSolver::Cosine) else { return };
    // Plain sweeps are counted once: doubled until they suffice.
    let mut sweeps = 64;
    let plain = loop {
        let Some(fluid) = stirred(PressureSolver::Sweeps { sweeps, relaxation: 1.0 }) else {
            return;
        };
        let mut tried = fluid.clone();
        tried.project();
        if tried.report().divergence_left <= 0.01 || sweeps > 100_000 {
            break fluid;
        }
        sweeps += sweeps / 4;
    };
    let peer = format!("{sweeps} plain sweeps, vectors too");
    // Each call starts from the same flow and from no pressure.
    let timed = |fluid: &Fluid| {
        let mut fluid = fluid.clone();
        fluid.project();
        fluid.report().divergence_left
    };
    let cells = (SIDE * SIDE) as usize;
    bench.compare("fluid/residual", &peer, cells, || timed(&multigrid), || timed(&plain));
    bench.compare("fluid/residual-cosine", &peer, cells, || timed(&cosine), || timed(&plain));
}

/// Steps of a breaking dam of 50,000 drops with a ball in it; the peer's time is that of 50,000 drops at LiquidFun's rate.
fn liquid(bench: &mut Bench) {
    if !bench.wants("fluid/liquid") {
        return;
    }
    let dam = || {
        let mut water = Liquid::new(256, 160, 4.0).ok()?;
        water.solids.push(FluidSolid::new(Circle::new(vec2(700.0, 560.0), 40.0)));
        water.add_block(Aabb::new(vec2(0.0, 80.0), vec2(357.0, 640.0)), 0);
        Some(water)
    };
    let Some(mut water) = dam() else { return };
    let drops = water.particles().len();
    let mut steps = 0;
    let ours = || {
        water.step(STEP);
        steps += 1;
        // The whole collapse, again and again.
        if steps % 600 == 0 {
            if let Some(fresh) = dam() {
                water = fresh;
            }
        }
    };
    let ours_ns = bench.alone(ours);
    let peer_ns = 1e9 / 60.0 * drops as f64 / LIQUIDFUN;
    bench.record("fluid/liquid", "LiquidFun as published: 15,000 at 60", drops, ours_ns, peer_ns);
}
