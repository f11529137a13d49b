//! Fluids and liquids as bytes: what is loaded goes on bit for bit, and no bytes do harm.

use motile_fluid::{
    Advection, Fluid, FluidSolid, FluidWalls, Liquid, PressureSolver, SolidParts, SolidShape,
};
use motile_geom::{
    Aabb, Capsule, Circle, ConvexPolygon, Grid2, Obb, Polygon, SaveState, StateHash, Vec2, state,
    vec2,
};
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;
const DT: f32 = 1.0 / 60.0;

/// One obstacle of each kind, as wide as the box of 160 × 160 pixels allows.
fn obstacles() -> Result<Vec<FluidSolid>, Box<dyn Error>> {
    let corners = |x: f32| [vec2(x, 0.0), vec2(x + 8.0, 0.0), vec2(x + 8.0, 20.0), vec2(x, 20.0)];
    let fork = SolidParts::new(vec![
        ConvexPolygon::hull(corners(0.0))?,
        ConvexPolygon::hull(corners(16.0))?,
    ]);
    let star = vec![vec2(100.0, 30.0), vec2(130.0, 40.0), vec2(118.0, 46.0), vec2(124.0, 66.0)];
    let shapes: [SolidShape; 5] = [
        Circle::new(vec2(40.0, 50.0), 14.0).into(),
        Obb::new(vec2(80.0, 100.0), vec2(14.0, 5.0), 0.4).into(),
        Capsule::new(vec2(20.0, 120.0), vec2(50.0, 130.0), 5.0).into(),
        Polygon::new(star)?.into(),
        fork.at(vec2(110.0, 110.0), 0.7).into(),
    ];
    let moving = |(i, shape): (usize, SolidShape)| {
        let spin = i as f32 - 2.0;
        FluidSolid::new(shape).with_velocity(vec2(spin * 9.0, 5.0)).with_spin(spin, Vec2::ZERO)
    };
    Ok(shapes.into_iter().enumerate().map(moving).collect())
}

/// What is not in the hash, but can be asked for.
fn answers(pushes: impl Fn(usize) -> motile_fluid::SolidPush, report: &str) -> String {
    let pushes: Vec<_> = (0..6).map(pushes).collect();
    format!("{pushes:?} {report}")
}

fn stirred(pressure: PressureSolver) -> Result<Fluid, Box<dyn Error>> {
    let mut smoke = Fluid::new(40, 40, 4.0)?;
    (smoke.pressure, smoke.viscosity, smoke.diffusion) = (pressure, 3.0, 2.0);
    (smoke.fade, smoke.weight) = (0.1, 20.0);
    if pressure != PressureSolver::Cosine {
        smoke.walls = FluidWalls { top: false, ..FluidWalls::CLOSED };
        smoke.solids = obstacles()?;
        smoke.mask = Some(Grid2::from_fn(40, 40, |x, y| x == 10 && y > 30)?);
    }
    Ok(smoke)
}

fn stir(smoke: &mut Fluid, tick: u32) {
    for solid in &mut smoke.solids {
        if let SolidShape::Circle(circle) = &mut solid.shape {
            circle.center += solid.velocity * DT;
        }
    }
    smoke.add_dye(vec2(60.0, 140.0), 10.0, [0.9, 0.5, 0.1]);
    smoke.add_heat(vec2(60.0, 140.0), 10.0, 1.0);
    smoke.push(vec2(70.0, 90.0), 20.0, vec2(60.0 - tick as f32, 30.0));
    smoke.step(DT);
}

#[test]
fn a_loaded_fluid_goes_on_bit_for_bit() -> Outcome {
    let solvers = [
        PressureSolver::default(),
        PressureSolver::Sweeps { sweeps: 15, relaxation: 1.7 },
        PressureSolver::Cosine,
    ];
    for (solver, advection) in
        solvers.into_iter().zip([Advection::Sharp, Advection::Plain, Advection::Sharp])
    {
        let mut smoke = stirred(solver)?;
        smoke.advection = advection;
        (0..20).for_each(|tick| stir(&mut smoke, tick));
        // Between two steps somebody has moved an obstacle away, whose cells are still solid.
        if let Some(solid) = smoke.solids.get_mut(1) {
            solid.shape = Circle::new(vec2(130.0, 20.0), 12.0).into();
        }
        let mut again: Fluid = state::restore(&state::save(&smoke))?;
        let cells = (0..40).flat_map(|y| (0..40).map(move |x| (x, y)));
        for (x, y) in cells {
            assert_eq!(again.is_solid(x, y), smoke.is_solid(x, y), "{x} {y}");
        }
        for tick in 20..40 {
            assert_eq!(StateHash::of(&again), StateHash::of(&smoke), "{solver:?}, tick {tick}");
            let [left, right] = [&again, &smoke].map(|it| {
                answers(|i| it.push_on(i), &format!("{:?} {}", it.report(), it.rejected))
            });
            assert_eq!(left, right, "{solver:?}, tick {tick}");
            stir(&mut again, tick);
            stir(&mut smoke, tick);
        }
    }
    Ok(())
}

#[test]
fn a_loaded_liquid_goes_on_bit_for_bit() -> Outcome {
    let mut water = Liquid::new(40, 40, 4.0)?;
    water.mask = Some(Grid2::from_fn(40, 40, |x, y| x == 10 && y > 30)?);
    water.solids = obstacles()?;
    water.add_block(Aabb::new(vec2(0.0, 60.0), vec2(90.0, 160.0)), 3);
    for tick in 0..20 {
        water.step(DT);
        // Sorted in some of these moments, and on the way to it in others.
        let mut again: Liquid = state::restore(&state::save(&water))?;
        let mut other = water.clone();
        for later in tick..tick + 9 {
            assert_eq!(StateHash::of(&again), StateHash::of(&other), "{tick}, {later}");
            assert_eq!(again.particles(), other.particles(), "{tick}, {later}");
            assert_eq!(again.fullness(9, 30).to_bits(), other.fullness(9, 30).to_bits());
            let [left, right] = [&again, &other]
                .map(|it| answers(|i| it.push_on(i), &format!("{:?}", it.report())));
            assert_eq!(left, right, "{tick}, {later}");
            for it in [&mut again, &mut other] {
                it.push(vec2(40.0, 120.0), 30.0, vec2(200.0, -100.0));
                it.step(DT);
            }
        }
    }
    Ok(())
}

/// A block that ended between two places for drops had some of them beyond the border, and was refused as a saved state.
#[test]
fn a_block_up_to_the_border_stays_in_the_box() -> Outcome {
    let mut water = Liquid::new(6, 5, 4.0)?;
    water.add_block(Aabb::new(vec2(0.99, 0.99), vec2(24.0, 20.0)), 3);
    assert!(water.particles().len() > 60);
    assert!(water.particles().iter().all(|drop| drop.position.cmple(water.size()).all()));
    let mut again: Liquid = state::restore(&state::save(&water))?;
    again.step(DT);
    water.step(DT);
    assert_eq!(StateHash::of(&again), StateHash::of(&water));
    Ok(())
}

/// Loads bytes that are cut, changed, or both, and steps what comes of them.
fn harm<T: SaveState>(bytes: &[u8], step: impl Fn(&mut T)) {
    let mut loaded = 0;
    for at in (0..bytes.len()).step_by(7) {
        assert!(state::restore::<T>(&bytes[..at]).is_err(), "cut at {at}");
        for change in [1, 0x55, 0x80, 0xff] {
            let mut changed = bytes.to_vec();
            changed[at] ^= change;
            if let Ok(mut it) = state::restore::<T>(&changed) {
                step(&mut it);
                loaded += 1;
            }
        }
    }
    assert!(loaded > 100, "most bytes are numbers, and any finite ones will do: {loaded}");
}

#[test]
fn bytes_of_anybody_are_an_error_or_can_be_stepped() -> Outcome {
    let mut smoke = Fluid::new(7, 5, 4.0)?;
    smoke.solids = vec![FluidSolid::new(Circle::new(vec2(14.0, 10.0), 6.0))];
    smoke.add_dye(vec2(10.0, 10.0), 8.0, [1.0; 3]);
    smoke.step(DT);
    harm::<Fluid>(&state::save(&smoke), |it| {
        it.step(DT);
        it.step(DT);
    });
    let mut water = Liquid::new(6, 5, 4.0)?;
    water.add_block(Aabb::new(vec2(0.0, 8.0), vec2(12.0, 20.0)), 3);
    water.step(DT);
    harm::<Liquid>(&state::save(&water), |it| {
        it.step(DT);
        let size = it.size();
        for drop in it.particles() {
            let at = drop.position;
            assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(size).all(), "{at}");
        }
    });
    Ok(())
}

#[test]
fn a_grid_of_many_cells_needs_many_bytes() {
    let mut bytes = Vec::new();
    for side in [4096u32, 4096] {
        bytes.extend(side.to_le_bytes());
    }
    bytes.extend(1.0f32.to_le_bytes());
    bytes.extend(20u32.to_le_bytes());
    bytes.extend([0; 200]);
    assert!(state::restore::<Fluid>(&bytes).is_err());
    assert!(state::restore::<Liquid>(&bytes).is_err());
    bytes[0] = 3;
    bytes[1] = 0;
    let error = state::restore::<Fluid>(&bytes).err().map(|error| error.to_string());
    assert_eq!(
        error.as_deref(),
        Some("saved state, byte 0: expected a grid with sides of 4 to 4096 cells")
    );
}

#[test]
fn a_cleared_fluid_has_no_pressure_left() -> Outcome {
    let mut smoke = Fluid::new(16, 16, 4.0)?;
    let still = StateHash::of(&smoke);
    smoke.push(vec2(32.0, 32.0), 20.0, vec2(90.0, 0.0));
    smoke.step(DT);
    assert_ne!(StateHash::of(&smoke), still);
    smoke.clear();
    assert_eq!(StateHash::of(&smoke), still);
    Ok(())
}
