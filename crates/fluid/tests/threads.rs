//! Any number of threads gives the same bits.

use motile_fluid::{Fluid, FluidError, FluidSolid};
use motile_geom::{Circle, StateHash, vec2};
use rayon::ThreadPoolBuilder;

/// Some steps of a box that is large enough for threads.
fn run() -> Result<u64, FluidError> {
    let mut fluid = Fluid::new(256, 192, 2.0)?;
    (fluid.viscosity, fluid.diffusion) = (4.0, 4.0);
    for step in 0..4 {
        let at = vec2(100.0 + 60.0 * step as f32, 300.0);
        fluid.push(at, 40.0, vec2(200.0, -150.0));
        fluid.add_dye(at, 40.0, [1.0, 0.5, 0.25]);
        fluid.add_heat(at, 40.0, 1.0);
        fluid.solids = vec![FluidSolid::new(Circle::new(at, 20.0)).with_velocity(vec2(30.0, 0.0))];
        fluid.step(1.0 / 60.0);
    }
    Ok(StateHash::of(&fluid))
}

#[test]
fn threads_change_speed_but_no_bit() -> Result<(), Box<dyn std::error::Error>> {
    let hashes = [1, 2, 3].map(|threads| {
        ThreadPoolBuilder::new().num_threads(threads).build().map(|pool| pool.install(run))
    });
    let mut seen = Vec::new();
    for hash in hashes {
        seen.push(hash??);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    Ok(())
}
