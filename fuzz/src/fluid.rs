//! Smoke and liquid with any numbers in every setting, obstacle and call.

use crate::bytes::Bytes;
use motile_fluid::{
    Advection, Fluid, FluidSolid, FluidWalls, Liquid, PressureSolver, SolidShape,
    classic::ClassicFluid,
};
use motile_geom::{
    Aabb, Capsule, Circle, Grid2, HashState, Obb, Polygon, SaveState, StateHash, Vec2, state, vec2,
};

/// Whatever is said, a step ends, flow and drops stay finite, drops stay in their box, and what is saved goes on as before.
/// Bytes that begin with F or L are a saved fluid or liquid.
pub fn run(data: &[u8]) {
    match data.first() {
        Some(&b'F') => return saved(&data[1..], |fluid: &mut Fluid| fluid.step(1.0 / 60.0)),
        Some(&b'L') => return saved(&data[1..], |water: &mut Liquid| water.step(1.0 / 60.0)),
        _ => {}
    }
    let mut bytes = Bytes::in_halves(data);
    match bytes.byte() % 3 {
        0 => smoke(&mut bytes),
        1 => liquid(&mut bytes),
        _ => classic(&mut bytes),
    }
}

fn smoke(bytes: &mut Bytes<'_>) {
    let (width, height) = (bytes.side(), bytes.side());
    let Ok(mut fluid) = Fluid::new(width, height, bytes.size()) else { return };
    for _ in 0..12 {
        let (at, radius) = (bytes.point(), bytes.number());
        match bytes.byte() % 10 {
            0 => fluid.push(at, radius, bytes.point()),
            1 => fluid.add_dye(at, radius, [bytes.number(), bytes.number(), bytes.number()]),
            2 => fluid.add_heat(at, radius, bytes.number()),
            3 => fluid.solids.push(bytes.solid()),
            4 => fluid.walls = bytes.walls(),
            5 => fluid.pressure = bytes.pressure(),
            6 => {
                (fluid.buoyancy, fluid.weight, fluid.swirl) = (at.x, at.y, radius);
                (fluid.viscosity, fluid.diffusion) = (bytes.number(), bytes.number());
                (fluid.fade, fluid.cooling) = (bytes.number(), bytes.number());
                let is_sharp = bytes.byte() % 2 == 0;
                fluid.advection = if is_sharp { Advection::Sharp } else { Advection::Plain };
            }
            7 => {
                let (bits, side) = (bytes.byte(), bytes.side());
                let solid = |x: u32, y: u32| bits.rotate_left(x ^ y) & 1 == 1;
                fluid.mask = Grid2::from_fn(side, side, solid).ok();
            }
            8 => fluid.set_velocities(|place| at * place.x - place * radius),
            _ => fluid.step(radius),
        }
    }
    goes_on(&mut fluid, |fluid| fluid.step(1.0 / 60.0));
    let place = fluid.size() * 0.5;
    assert!(fluid.velocity_at(place).is_finite(), "{}", fluid.velocity_at(place));
    assert!(fluid.rows().flatten().flatten().all(|part| part.is_finite()));
    let left = fluid.report().divergence_left;
    assert!(left.is_finite() && left >= 0.0, "{left}");
    for i in 0..fluid.solids.len() {
        assert!(fluid.push_on(i).impulse.is_finite());
    }
}

fn liquid(bytes: &mut Bytes<'_>) {
    let (width, height) = (bytes.side(), bytes.side());
    let Ok(mut water) = Liquid::new(width, height, bytes.size()) else { return };
    for _ in 0..10 {
        let (at, other) = (bytes.point(), bytes.point());
        match bytes.byte() % 7 {
            0 => drop(water.add_block(Aabb::new(at, other), 1)),
            1 => drop(water.add(at, other, 2)),
            2 => water.push(at, bytes.number(), other),
            3 => water.solids.push(bytes.solid()),
            4 => water.gravity = at,
            5 => water.pressure = bytes.pressure(),
            _ => water.step(at.x),
        }
    }
    goes_on(&mut water, |water| water.step(1.0 / 60.0));
    let size = water.size();
    for drop in water.particles() {
        let (at, velocity) = (drop.position, drop.velocity);
        assert!(at.is_finite() && velocity.is_finite(), "{drop:?}");
        assert!(at.cmpge(Vec2::ZERO).all() && at.cmple(size).all(), "{at} of {size}");
    }
}

/// What is loaded takes a step as what was saved does.
fn goes_on<T: HashState + SaveState>(it: &mut T, step: impl Fn(&mut T)) {
    let mut again: T = state::restore(&state::save(it)).unwrap_or_else(|error| panic!("{error}"));
    step(it);
    step(&mut again);
    assert_eq!(StateHash::of(&again), StateHash::of(it));
}

/// Bytes of anybody: what is loaded from them can be stepped, and goes on.
fn saved<T: HashState + SaveState>(data: &[u8], step: impl Fn(&mut T)) {
    let Ok(mut it) = state::restore::<T>(data) else { return };
    step(&mut it);
    goes_on(&mut it, step);
}

fn classic(bytes: &mut Bytes<'_>) {
    let Ok(mut fluid) = ClassicFluid::new(bytes.side()) else { return };
    (fluid.sweeps, fluid.relaxation) = (u32::from(bytes.byte() % 30), bytes.number());
    (fluid.diffusion, fluid.viscosity) = (bytes.number(), bytes.number());
    for _ in 0..6 {
        let (x, y) = (usize::from(bytes.byte() % 40), usize::from(bytes.byte() % 40));
        match bytes.byte() % 3 {
            0 => drop(fluid.set_velocity(x, y, bytes.number(), bytes.number())),
            1 => {
                let density = bytes.number();
                if let Ok(cell) = fluid.density_mut(x, y) {
                    *cell = density;
                }
            }
            _ => fluid.step(bytes.number()),
        }
    }
}

impl Bytes<'_> {
    fn point(&mut self) -> Vec2 {
        vec2(self.number(), self.number())
    }

    /// Cells of a side: few enough that thousands of runs take a second, some of them too few.
    fn side(&mut self) -> u32 {
        u32::from(self.byte() % 22)
    }

    /// The size of a cell, most of the time a sensible one.
    fn size(&mut self) -> f32 {
        match self.number() {
            small if (0.0..4.0).contains(&small) => small + 0.5,
            other => other,
        }
    }

    fn solid(&mut self) -> FluidSolid {
        let (a, b) = (self.point(), self.point());
        let shape: SolidShape = match self.byte() % 4 {
            0 => Circle::new(a, b.x).into(),
            1 => Obb::new(a, b, self.number()).into(),
            2 => Capsule::new(a, b, self.number()).into(),
            _ => Polygon::new(vec![a, b, self.point(), self.point()])
                .map_or_else(|_| Circle::new(b, a.x).into(), Into::into),
        };
        FluidSolid::new(shape).with_velocity(self.point()).with_spin(self.number(), a)
    }

    fn walls(&mut self) -> FluidWalls {
        let bits = self.byte();
        let is_wall = |bit: u8| bits >> bit & 1 == 1;
        FluidWalls { left: is_wall(0), right: is_wall(1), top: is_wall(2), bottom: is_wall(3) }
    }

    fn pressure(&mut self) -> PressureSolver {
        let (most, number) = (u32::from(self.byte() % 50), self.number());
        match self.byte() % 3 {
            0 => PressureSolver::Sweeps { sweeps: most, relaxation: number },
            1 => PressureSolver::Multigrid { tolerance: number, rounds: most },
            _ => PressureSolver::Cosine,
        }
    }
}

/// Runs of each kind, with sensible numbers and with bits of any.
pub fn built() -> Vec<Vec<u8>> {
    let calm: Vec<u8> = (0..200u8).map(|i| i.wrapping_mul(29) % 60).collect();
    let wild: Vec<u8> = (0..200u8).map(|i| i.wrapping_mul(37) ^ (i >> 2)).collect();
    let mut seeds = Vec::new();
    for kind in 0..3 {
        for body in [&calm, &wild] {
            seeds.push([&[kind, 16, 12, 2], body.as_slice()].concat());
        }
    }
    let infinite = f32::INFINITY.to_le_bytes();
    seeds.extend(saved_seeds().unwrap_or_default());
    seeds.push(
        [&[0, 8, 8, 2, 4, 4, 3, 127], infinite.as_slice(), &[127, 255, 255, 255, 127]].concat(),
    );
    seeds
}

/// A small box of gas and one of liquid, with an obstacle and a mask each.
fn saved_seeds() -> Option<Vec<Vec<u8>>> {
    let (solid, mask) = (
        FluidSolid::new(Circle::new(vec2(14.0, 10.0), 5.0)),
        Grid2::from_fn(6, 5, |x, y| x == 0 && y == 4).ok(),
    );
    let mut fluid = Fluid::new(6, 5, 4.0).ok()?;
    (fluid.solids, fluid.mask) = (vec![solid.clone()], mask.clone());
    fluid.add_dye(vec2(8.0, 8.0), 6.0, [1.0; 3]);
    fluid.step(1.0 / 60.0);
    let mut water = Liquid::new(6, 5, 4.0).ok()?;
    (water.solids, water.mask) = (vec![solid], mask);
    water.add_block(Aabb::new(vec2(4.0, 8.0), vec2(12.0, 16.0)), 1);
    water.step(1.0 / 60.0);
    Some(vec![
        [vec![b'F'], state::save(&fluid)].concat(),
        [vec![b'L'], state::save(&water)].concat(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{seeds, smoke};

    #[test]
    fn smoke() {
        smoke::run(&[built(), seeds::stored("fluid")].concat(), 2_000, run);
    }
}
