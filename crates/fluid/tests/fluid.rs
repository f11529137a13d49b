//! What always holds for the staggered solver.

use motile_fluid::{Advection, Fluid, FluidError, FluidSolid, FluidWalls, PressureSolver};
use motile_geom::{Aabb, Capsule, Circle, Grid2, Obb, Polygon, StateHash, Vec2, vec2};
use proptest::prelude::*;

type Outcome = Result<(), FluidError>;
const DT: f32 = 1.0 / 60.0;

/// A fluid in motion, with smoke in it.
fn stirred(width: u32, height: u32) -> Result<Fluid, FluidError> {
    let mut fluid = Fluid::new(width, height, 4.0)?;
    let size = fluid.size();
    for i in 0..12 {
        let i = i as f32;
        let at = vec2((0.13 + i * 0.37) % 1.0, (0.71 + i * 0.23) % 1.0) * size;
        fluid.push(at, 24.0, vec2(300.0 - 60.0 * i, 40.0 * i - 200.0));
        fluid.add_dye(at, 20.0, [1.0, 0.5, 0.1 * i]);
        fluid.add_heat(at, 20.0, 1.0);
    }
    Ok(fluid)
}

#[test]
fn no_solver_leaves_sources_in_the_flow() -> Outcome {
    for (width, height) in [(4, 4), (5, 9), (16, 16), (33, 70), (64, 32), (130, 67)] {
        let mut fluid = stirred(width, height)?;
        for step in 0..8 {
            fluid.step(DT);
            let report = fluid.report();
            assert!(report.divergence_left <= 1e-4, "{width}×{height}, step {step}: {report:?}");
            assert!(report.rounds <= 25, "{width}×{height}, step {step}: {report:?}");
        }
    }
    Ok(())
}

#[test]
fn rounds_do_not_grow_with_the_grid() -> Outcome {
    let mut rounds = Vec::new();
    for side in [32, 64, 128, 256] {
        let mut fluid = stirred(side, side)?;
        fluid.project();
        rounds.push(fluid.report().rounds);
    }
    assert!(rounds[3] <= rounds[0] + 4, "{rounds:?}");
    Ok(())
}

#[test]
fn cosine_and_multigrid_find_one_flow() -> Outcome {
    let mut by_cosine = stirred(64, 32)?;
    let mut by_multigrid = by_cosine.clone();
    by_cosine.pressure = PressureSolver::Cosine;
    by_multigrid.pressure = PressureSolver::Multigrid { tolerance: 1e-6, rounds: 100 };
    by_cosine.project();
    by_multigrid.project();
    assert!(by_cosine.report().as_chosen);
    for y in 0..32 {
        for x in 0..64 {
            let at = vec2(x as f32 + 0.5, y as f32 + 0.5) * 4.0;
            let apart = by_cosine.velocity_at(at).distance(by_multigrid.velocity_at(at));
            assert!(apart < 0.05, "{at}: {apart}");
        }
    }
    Ok(())
}

#[test]
fn the_cosine_transform_says_when_it_cannot() -> Outcome {
    let mut fluid = stirred(48, 32)?;
    fluid.pressure = PressureSolver::Cosine;
    fluid.step(DT);
    assert!(!fluid.report().as_chosen, "48 is no power of two");
    let mut fluid = stirred(64, 32)?;
    fluid.pressure = PressureSolver::Cosine;
    fluid.solids.push(FluidSolid::new(Circle::new(vec2(100.0, 60.0), 20.0)));
    fluid.step(DT);
    assert!(!fluid.report().as_chosen, "there is something in the box");
    assert!(fluid.report().divergence_left <= 1e-4);
    Ok(())
}

#[test]
fn nothing_flows_through_walls_and_solids() -> Outcome {
    let mut fluid = stirred(48, 48)?;
    fluid.solids.push(FluidSolid::new(Aabb::from_size(vec2(64.0, 64.0), vec2(48.0, 48.0))));
    for _ in 0..20 {
        fluid.step(DT);
    }
    assert!(fluid.is_solid(20, 20));
    assert!(!fluid.is_solid(10, 10));
    // Faces of the box: cells 16 to 28.
    for i in 16..28 {
        let along = i as f32 * 4.0 + 2.0;
        assert_eq!(fluid.velocity_at(vec2(64.0, along)).x, 0.0);
        assert_eq!(fluid.velocity_at(vec2(along, 112.0)).y, 0.0);
    }
    for i in 0..48 {
        let along = i as f32 * 4.0 + 2.0;
        assert_eq!(fluid.velocity_at(vec2(0.0, along)).x, 0.0);
        assert_eq!(fluid.velocity_at(vec2(along, 192.0)).y, 0.0);
    }
    Ok(())
}

#[test]
fn a_moving_solid_pushes_the_fluid_and_is_held_back() -> Outcome {
    let mut water = Fluid::new(64, 64, 4.0)?;
    let ball = Circle::new(vec2(128.0, 128.0), 30.0);
    water.solids.push(FluidSolid::new(ball).with_velocity(vec2(60.0, 0.0)));
    water.step(DT);
    assert!(water.velocity_at(vec2(165.0, 128.0)).x > 20.0, "before it");
    assert!(water.velocity_at(vec2(91.0, 128.0)).x > 20.0, "behind it");
    assert!(water.velocity_at(vec2(128.0, 170.0)).x < 0.0, "and back beside it");
    let push = water.push_on(0);
    // Fluid that has to be moved along weighs as much as the ball holds (added mass of a disc), in a box somewhat more.
    let added = -push.impulse.x / 60.0;
    assert!((1.0..1.5).contains(&(added / ball.area())), "{}", added / ball.area());
    assert!(push.impulse.y.abs() < 0.05 * push.impulse.x.abs());
    assert_eq!(water.push_on(7).impulse, Vec2::ZERO);
    Ok(())
}

#[test]
fn a_spinning_bar_is_turned_back() -> Outcome {
    let mut water = Fluid::new(64, 64, 4.0)?;
    let bar = Obb::new(vec2(128.0, 128.0), vec2(60.0, 8.0), 0.3);
    water.solids.push(FluidSolid::new(bar).with_spin(2.0, bar.center));
    water.step(DT);
    assert!(water.push_on(0).turn < 0.0);
    Ok(())
}

#[test]
fn fluid_streams_through_open_sides() -> Outcome {
    let mut wind = Fluid::new(64, 32, 4.0)?;
    wind.walls = FluidWalls { left: false, right: false, ..FluidWalls::CLOSED };
    wind.set_velocities(|_| vec2(100.0, 0.0));
    wind.swirl = 0.0;
    for _ in 0..30 {
        wind.step(DT);
    }
    for x in [0.0, 120.0, 256.0] {
        assert!((wind.velocity_at(vec2(x, 64.0)).x - 100.0).abs() < 0.5, "at {x}");
    }
    Ok(())
}

#[test]
fn a_pocket_without_a_way_out_stays_calm() -> Outcome {
    let mut fluid = stirred(40, 40)?;
    // A ring of solid cells around a pocket of fluid, and a ball that is pressed into the pocket.
    let ring = Grid2::from_fn(40, 40, |x, y| x.abs_diff(20).max(y.abs_diff(20)) == 8);
    fluid.mask = ring.ok();
    fluid
        .solids
        .push(FluidSolid::new(Circle::new(vec2(80.0, 60.0), 12.0)).with_velocity(vec2(0.0, 200.0)));
    for _ in 0..20 {
        fluid.step(DT);
        assert!(fluid.report().divergence_left.is_finite());
    }
    assert!(fluid.velocity_at(vec2(80.0, 80.0)).length() < 2000.0);
    Ok(())
}

#[test]
fn sharp_transport_keeps_what_plain_transport_blurs() -> Outcome {
    let peak = |advection: Advection| -> Result<f32, FluidError> {
        let mut fluid = Fluid::new(64, 64, 4.0)?;
        fluid.advection = advection;
        (fluid.buoyancy, fluid.swirl, fluid.cooling) = (0.0, 0.0, 0.0);
        fluid.add_dye(vec2(128.0, 70.0), 20.0, [1.0, 0.0, 0.0]);
        for _ in 0..60 {
            fluid.set_velocities(|at| (at - vec2(128.0, 128.0)).perp() * 2.0);
            fluid.step(DT);
        }
        Ok(fluid.rows().flatten().map(|cell| cell[0]).fold(0.0, f32::max))
    };
    let (plain, sharp) = (peak(Advection::Plain)?, peak(Advection::Sharp)?);
    assert!(sharp > plain * 1.15, "plain {plain}, sharp {sharp}");
    assert!(sharp <= 1.0, "no more than there was");
    Ok(())
}

#[test]
fn bad_numbers_change_nothing_and_are_counted() -> Outcome {
    let mut fluid = stirred(16, 16)?;
    fluid.step(DT);
    let before = StateHash::of(&fluid);
    fluid.push(vec2(f32::NAN, 0.0), 5.0, Vec2::X);
    fluid.push(Vec2::ZERO, -1.0, Vec2::X);
    fluid.add_dye(Vec2::ZERO, 5.0, [f32::INFINITY; 3]);
    fluid.add_heat(Vec2::ZERO, f32::NAN, 1.0);
    fluid.step(f32::NAN);
    fluid.step(-1.0);
    fluid.step(0.0);
    assert_eq!(StateHash::of(&fluid), before);
    assert_eq!(fluid.rejected, 6);
    fluid.solids.push(FluidSolid::new(Circle::new(vec2(f32::NAN, 0.0), 3.0)));
    fluid.step(10.0);
    assert_eq!(fluid.rejected, 7);
    assert_eq!(fluid.velocity_at(vec2(f32::NAN, 1.0)), Vec2::ZERO);
    for (width, height, cell) in [(0, 8, 1.0), (8, 5000, 1.0), (8, 8, 0.0), (8, 8, f32::NAN)] {
        assert!(Fluid::new(width, height, cell).is_err(), "{width} {height} {cell}");
    }
    Ok(())
}

/// Dye of 1e38 became infinite when it was carried, viscosity of 1e38 divided infinity by itself, and a push of 1e38 left
/// a divergence that was no number.
#[test]
fn the_largest_numbers_leave_numbers() -> Outcome {
    for pressure in [
        PressureSolver::default(),
        PressureSolver::Sweeps { sweeps: 30, relaxation: 1.98 },
        PressureSolver::Cosine,
    ] {
        let mut fluid = Fluid::new(16, 16, 0.5)?;
        (fluid.pressure, fluid.viscosity, fluid.diffusion) = (pressure, 3e38, 3e38);
        (fluid.buoyancy, fluid.weight, fluid.swirl) = (3e38, -3e38, 3e38);
        for i in 0..6u8 {
            let at = vec2(f32::from(i), 4.0);
            fluid.push(at, 3.0, vec2(3e38, -3e38));
            fluid.add_dye(at, 3.0, [3e38, 1.0, 3e38]);
            fluid.add_heat(at, 3.0, -3e38);
            fluid.step([1.0 / 60.0, 10.0, 1e-30][usize::from(i % 3)]);
            assert!(fluid.rows().flatten().flatten().all(|part| part.is_finite()));
            assert!(fluid.velocity_at(at).is_finite());
            assert!(fluid.report().divergence_left.is_finite(), "{pressure:?}");
        }
    }
    Ok(())
}

#[test]
fn obstacles_that_cover_everything_leave_nothing_to_do() -> Outcome {
    let mut fluid = stirred(16, 16)?;
    fluid.solids.push(FluidSolid::new(Circle::new(vec2(32.0, 32.0), 500.0)));
    fluid.step(DT);
    assert_eq!(fluid.velocity_at(vec2(32.0, 32.0)), Vec2::ZERO);
    assert_eq!(fluid.report().divergence, 0.0);
    Ok(())
}

#[test]
fn shapes_measure_their_distance() -> Result<(), Box<dyn std::error::Error>> {
    let corner = vec2(3.0, 4.0);
    let square =
        Polygon::new(vec![vec2(-2.0, -2.0), vec2(2.0, -2.0), vec2(2.0, 2.0), vec2(-2.0, 2.0)])?;
    for (solid, at, expected) in [
        (FluidSolid::new(Circle::new(Vec2::ZERO, 2.0)), corner, 3.0),
        (FluidSolid::new(Aabb::new(vec2(-2.0, -2.0), vec2(2.0, 2.0))), vec2(5.0, 0.0), 3.0),
        (FluidSolid::new(Aabb::new(vec2(-2.0, -2.0), vec2(2.0, 2.0))), vec2(1.0, 0.5), -1.0),
        (FluidSolid::new(Capsule::new(vec2(-4.0, 0.0), vec2(4.0, 0.0), 1.0)), vec2(0.0, 4.0), 3.0),
        (FluidSolid::new(square.clone()), vec2(5.0, 0.0), 3.0),
        (FluidSolid::new(square), vec2(1.0, 0.5), -1.0),
    ] {
        let distance = solid.shape.signed_distance(at);
        assert!((distance - expected).abs() < 1e-6, "{solid:?} {distance}");
    }
    Ok(())
}

#[test]
fn a_step_allocates_nothing_after_the_first() -> Outcome {
    let mut fluid = stirred(32, 32)?;
    fluid.solids.push(FluidSolid::new(Circle::new(vec2(64.0, 64.0), 12.0)));
    (fluid.viscosity, fluid.diffusion) = (5.0, 5.0);
    fluid.step(DT);
    let info = allocation_counter::measure(|| {
        for i in 0..5 {
            fluid.solids[0] = FluidSolid::new(Circle::new(vec2(64.0 + i as f32, 64.0), 12.0));
            fluid.step(DT);
        }
    });
    if cfg!(not(feature = "parallel")) {
        assert_eq!(info.count_total, 0);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_settings_keep_the_numbers_finite(
        settings in prop::array::uniform7(-1e4f32..1e4),
        steps in prop::collection::vec(0.0f32..20.0, 1..6),
        solid in (-50.0f32..150.0, -50.0f32..150.0, 0.0f32..60.0, -500.0f32..500.0),
    ) {
        let mut fluid = stirred(17, 23)?;
        [fluid.buoyancy, fluid.weight, fluid.swirl, fluid.viscosity, fluid.diffusion, fluid.fade, fluid.cooling] = settings;
        let circle = Circle::new(vec2(solid.0, solid.1), solid.2);
        fluid.solids.push(FluidSolid::new(circle).with_velocity(vec2(solid.3, 10.0)));
        for dt in steps {
            fluid.step(dt);
        }
        for y in 0..23 {
            for x in 0..17 {
                let at = vec2(x as f32, y as f32) * 4.0;
                prop_assert!(fluid.velocity_at(at).is_finite());
                prop_assert!(fluid.dye_at(at).iter().all(|part| part.is_finite()));
            }
        }
        prop_assert!(fluid.push_on(0).impulse.is_finite());
    }
}

/// All dye of a color, over all cells.
fn total(fluid: &Fluid, color: usize) -> f32 {
    fluid.rows().flatten().map(|cell| cell[color]).sum()
}

#[test]
fn dye_neither_spreads_nor_drifts_through_walls() -> Outcome {
    for advection in [Advection::Plain, Advection::Sharp] {
        let mut fluid = Fluid::new(32, 32, 4.0)?;
        fluid.advection = advection;
        (fluid.diffusion, fluid.cooling) = (400.0, 0.0);
        // A wall one cell thick from top to bottom, and a stirred chamber full of dye on its left.
        fluid.mask = Grid2::from_fn(32, 32, |x, _| x == 16).ok();
        fluid.step(DT);
        fluid.add_dye(vec2(32.0, 64.0), 24.0, [1.0, 0.5, 0.25]);
        fluid.add_dye(vec2(66.0, 64.0), 1.0, [9.0; 3]);
        let before = total(&fluid, 0);
        for tick in 0..120 {
            if tick % 20 == 0 {
                fluid.push(vec2(48.0, 64.0), 16.0, vec2(300.0, 40.0));
            }
            fluid.step(DT);
        }
        let right: f32 = fluid.rows().flat_map(|row| &row[16..]).map(|cell| cell[0]).sum();
        assert_eq!(right, 0.0, "{advection:?}");
        assert!(total(&fluid, 0) > before * 0.7, "and not into the wall, either");
        assert!(fluid.dye_at(vec2(58.0, 64.0))[0] > 0.05, "it has reached the wall");
    }
    Ok(())
}

#[test]
fn moving_bodies_carry_no_dye_inside() -> Outcome {
    let mut fluid = Fluid::new(48, 32, 4.0)?;
    for x in [40.0, 90.0, 140.0] {
        fluid.add_dye(vec2(x, 64.0), 60.0, [1.0; 3]);
    }
    for tick in 0..60u8 {
        let at = vec2(40.0 + f32::from(tick) * 1.5, 64.0);
        fluid.solids = vec![FluidSolid::new(Circle::new(at, 14.0)).with_velocity(vec2(90.0, 0.0))];
        fluid.step(DT);
        for (y, row) in fluid.rows().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                assert!(!fluid.is_solid(x as u32, y as u32) || *cell == [0.0; 4]);
            }
        }
    }
    // Where it was there is dye again, at once: no hole follows it.
    assert!(fluid.dye_at(vec2(108.0, 64.0))[0] > 0.3, "{:?}", fluid.dye_at(vec2(108.0, 64.0)));
    Ok(())
}

#[test]
fn no_dye_comes_in_through_open_sides() -> Outcome {
    for advection in [Advection::Plain, Advection::Sharp] {
        let mut fluid = Fluid::new(32, 16, 4.0)?;
        fluid.advection = advection;
        fluid.walls = FluidWalls { left: false, right: false, ..FluidWalls::CLOSED };
        for x in [8.0, 40.0, 80.0, 120.0] {
            fluid.add_dye(vec2(x, 32.0), 60.0, [1.0; 3]);
        }
        let before = total(&fluid, 0);
        for tick in 1..=240u16 {
            fluid.set_velocities(|_| vec2(120.0, 0.0));
            fluid.step(DT);
            // Two pixels a tick: what is left is what the wind has not reached.
            let share = 1.0 - f32::from(tick) * 2.0 / 128.0;
            let now = total(&fluid, 0);
            assert!(now < before * share.max(0.0) + before * 0.1, "{advection:?} {tick}: {now}");
        }
        assert!(total(&fluid, 0) < 0.5, "{advection:?}: the wind has blown it out");
    }
    Ok(())
}

/// Obstacles faster than numbers reach made a divergence that is no number.
#[test]
fn extreme_obstacles_leave_a_flow_of_numbers() -> Result<(), FluidError> {
    let mut smoke = Fluid::new(16, 16, 1e-6)?;
    let disc = Circle::new(vec2(8e-6, 8e-6), 3e-6);
    let fast = FluidSolid::new(disc).with_velocity(vec2(3e38, -3e38));
    smoke.solids = vec![fast.with_spin(3e38, vec2(-3e38, 3e38))];
    for _ in 0..3 {
        smoke.step(1.0 / 60.0);
        let report = smoke.report();
        assert!(report.divergence.is_finite() && report.divergence_left < 1.0, "{report:?}");
        assert!(smoke.push_on(0).impulse.is_finite());
    }
    Ok(())
}
