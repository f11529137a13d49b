//! Bodies that float.

use motile_bodies::{BodyDef, BodyKind, BodyShape, BodyWorld, FloatingBodies, PictureTrace};
use motile_collide::Mask;
use motile_fluid::{Fluid, FluidSolid, Liquid};
use motile_geom::{Aabb, Circle, StateHash, Vec2, state, vec2};

type Outcome = Result<(), Box<dyn std::error::Error>>;
const DT: f32 = 1.0 / 60.0;

/// A tank of 192 × 192 pixels, its lower half full.
fn tank() -> Result<Liquid, motile_fluid::FluidError> {
    let mut water = Liquid::new(48, 48, 4.0)?;
    water.add_block(Aabb::new(vec2(0.0, 96.0), vec2(192.0, 192.0)), 0);
    Ok(water)
}

#[test]
fn sim_69_light_bodies_float_and_heavy_ones_sink() -> Outcome {
    let mut rest = Vec::new();
    for density in [0.3, 0.7, 3.0] {
        let (mut water, mut world) = (tank()?, BodyWorld::new());
        let floor = BodyDef::new(BodyShape::rect(400.0, 40.0)).at(96.0, 212.0);
        world.add(&floor.with_kind(BodyKind::Static));
        let crate_def = BodyDef { density, ..BodyDef::new(BodyShape::rect(40.0, 30.0)) };
        let body = world.add(&crate_def.at(96.0, 70.0));
        let mut floating = FloatingBodies::new();
        for _ in 0..360 {
            floating.step(&mut world, &mut water, DT);
        }
        rest.push(world.get(body).unwrap().position.y);
        assert_eq!(water.solids.len(), 2, "no more obstacles than bodies");
    }
    assert!(rest[0] + 5.0 < rest[1] && rest[1] < 115.0, "{rest:?}");
    assert!(rest[2] > 165.0, "on the floor: {rest:?}");
    Ok(())
}

#[test]
fn sim_w14_water_is_in_the_holes_of_pictures() -> Outcome {
    let ring = Mask::from_fn(80, 80, |x, y| {
        let (x, y) = (x as i32 - 40, y as i32 - 40);
        (24 * 24..38 * 38).contains(&(x * x + y * y))
    })?;
    let ring = PictureTrace::default().of_mask(&ring)?;
    let (mut water, mut world) = (tank()?, BodyWorld::new().with_gravity(Vec2::ZERO));
    let ring = BodyDef::new(BodyShape::picture(&ring, ring.mass().center)).at(96.0, 140.0);
    world.add(&ring.with_kind(BodyKind::Static));
    water.gravity = Vec2::ZERO;
    water.retain(|drop| !(22.0..40.0).contains(&drop.position.distance(vec2(96.0, 140.0))));
    let mut floating = FloatingBodies::new();
    let between = |water: &Liquid, low: f32, high: f32| {
        let away = water.particles().iter().map(|drop| drop.position.distance(vec2(96.0, 140.0)));
        away.filter(|away| (low..high).contains(away)).count()
    };
    let before = between(&water, 0.0, 20.0);
    for _ in 0..60 {
        floating.step(&mut world, &mut water, DT);
    }
    let after = between(&water, 0.0, 20.0);
    assert!(after > before / 2, "water stays in the hole: {after} of {before}");
    assert_eq!(between(&water, 28.0, 34.0), 0, "and none is in the ring");
    Ok(())
}

#[test]
fn sim_69_wind_carries_and_own_obstacles_stay() -> Outcome {
    let mut wind = Fluid::new(48, 32, 4.0)?;
    wind.solids.push(FluidSolid::new(Circle::new(vec2(20.0, 20.0), 8.0)));
    let mut world = BodyWorld::new().with_gravity(Vec2::ZERO);
    let leaf = BodyDef { density: 0.2, ..BodyDef::new(BodyShape::circle(10.0)) };
    let leaf = world.add(&leaf.at(80.0, 64.0));
    let zone = BodyDef { sensor: true, ..BodyDef::new(BodyShape::circle(30.0)) };
    world.add(&zone.at(120.0, 64.0));
    let mut floating = FloatingBodies::new();
    for _ in 0..60 {
        wind.push(vec2(50.0, 64.0), 24.0, vec2(200.0, 0.0));
        floating.step(&mut world, &mut wind, DT);
    }
    assert!(world.get(leaf).unwrap().position.x > 85.0, "{:?}", world.get(leaf));
    assert_eq!(wind.solids.len(), 2, "the stone and the leaf");
    // Bad times change nothing.
    let before = (StateHash::of(&world), StateHash::of(&wind));
    floating.step(&mut world, &mut wind, f32::NAN);
    floating.step(&mut world, &mut wind, 0.0);
    assert_eq!((StateHash::of(&world), StateHash::of(&wind)), before);
    // What is removed leaves the wind.
    world.remove(leaf);
    floating.step(&mut world, &mut wind, DT);
    assert_eq!(wind.solids.len(), 1);
    Ok(())
}

#[test]
fn sim_62_what_floats_is_saved_with_its_water() -> Outcome {
    let (mut water, mut world, mut floating) = (tank()?, BodyWorld::new(), FloatingBodies::new());
    water.solids = vec![FluidSolid::new(Circle::new(vec2(30.0, 180.0), 8.0))];
    let raft = BodyDef { density: 0.5, ..BodyDef::new(BodyShape::rect(40.0, 16.0)) };
    for x in [60.0, 130.0] {
        world.add(&raft.clone().at(x, 80.0));
    }
    for _ in 0..60 {
        floating.step(&mut world, &mut water, DT);
    }
    let bytes = state::save(&(state::save(&world), state::save(&water), state::save(&floating)));
    let load = || -> Result<_, motile_geom::StateError> {
        let (world, water, floating): (Vec<u8>, Vec<u8>, Vec<u8>) = state::restore(&bytes)?;
        let world: BodyWorld = state::restore(&world)?;
        let (water, floating): (Liquid, FloatingBodies) =
            (state::restore(&water)?, state::restore(&floating)?);
        Ok((world, water, floating))
    };
    let run = |(mut world, mut water, mut floating): (BodyWorld, Liquid, FloatingBodies)| {
        let mut hashes = Vec::new();
        for _ in 0..60 {
            floating.step(&mut world, &mut water, DT);
            hashes.push([StateHash::of(&world), StateHash::of(&water), StateHash::of(&floating)]);
        }
        (hashes, water.solids.len())
    };
    let (first, solids) = run(load()?);
    assert_eq!(run(load()?).0, first, "all who load it go on alike");
    assert_eq!(solids, 3, "the obstacle that is the user's, and a body each");
    Ok(())
}

/// The water took a tenth of a second, the body ten of weight and one of motion: it was thrown.
#[test]
fn a_long_step_of_water_and_bodies_is_a_tenth_of_a_second_for_both() -> Outcome {
    let mut ends = Vec::new();
    for long in [0.1, 10.0] {
        let (mut water, mut world, mut floating) =
            (tank()?, BodyWorld::new(), FloatingBodies::new());
        let raft = BodyDef { density: 0.5, ..BodyDef::new(BodyShape::rect(60.0, 24.0)) };
        let raft = world.add(&raft.at(96.0, 90.0));
        floating.step(&mut world, &mut water, long);
        let mut wind = Fluid::new(48, 32, 4.0)?;
        wind.push(vec2(96.0, 90.0), 40.0, vec2(50.0, 0.0));
        FloatingBodies::new().step(&mut world, &mut wind, long);
        ends.push((world.get(raft), StateHash::of(&water), StateHash::of(&wind)));
    }
    assert_eq!(ends[0], ends[1]);
    Ok(())
}
