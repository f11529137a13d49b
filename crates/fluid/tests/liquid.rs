//! What always holds for liquid with a surface.

use motile_fluid::{FluidError, FluidSolid, Liquid};
use motile_geom::{Aabb, Circle, Grid2, StateHash, Vec2, state, vec2};
use proptest::prelude::*;

type Outcome = Result<(), FluidError>;
const DT: f32 = 1.0 / 60.0;

/// A tank of 48 × 48 cells of 4 pixels, its lower half full.
fn half_full() -> Result<Liquid, FluidError> {
    let mut water = Liquid::new(48, 48, 4.0)?;
    water.add_block(Aabb::new(vec2(0.0, 96.0), vec2(192.0, 192.0)), 7);
    Ok(water)
}

/// How high the liquid stands in the mean, in pixels from the top.
fn surface(water: &Liquid) -> f32 {
    let filled: f32 = (0..48)
        .flat_map(|y| (0..48).map(move |x| (x, y)))
        .map(|(x, y)| water.fullness(x, y).min(1.0))
        .sum();
    192.0 - filled / 48.0 * 4.0
}

#[test]
fn still_water_stays_still_and_keeps_its_height() -> Outcome {
    let mut water = half_full()?;
    let before = water.particles().len();
    assert_eq!(before, 48 * 24 * 4);
    for _ in 0..240 {
        water.step(DT);
    }
    assert_eq!(water.particles().len(), before);
    let fastest = water.particles().iter().map(|drop| drop.velocity.length()).fold(0.0, f32::max);
    assert!(fastest < 25.0, "{fastest} pixels per second");
    let level = surface(&water);
    assert!((92.0..104.0).contains(&level), "the surface is at {level}");
    assert!(water.particles().iter().all(|drop| drop.tag == 7), "tags go along");
    Ok(())
}

#[test]
fn a_falling_column_lies_flat_in_the_end() -> Outcome {
    let mut water = Liquid::new(48, 48, 4.0)?;
    water.add_block(Aabb::new(vec2(0.0, 0.0), vec2(48.0, 192.0)), 0);
    let all = water.particles().len();
    // It sloshes for long; in the mean over some seconds every quarter of the box holds a quarter of it.
    let mut quarters = [0; 4];
    let mut swing: [f32; 2] = [0.0; 2];
    for step in 0..1200 {
        water.step(DT);
        let middle = water.particles().iter().map(|drop| drop.position.x).sum::<f32>() / all as f32;
        if step >= 600 {
            for drop in water.particles() {
                quarters[((drop.position.x / 48.0) as usize).min(3)] += 1;
            }
            let half = usize::from(step >= 900);
            swing[half] = swing[half].max((middle - 96.0).abs());
        }
    }
    assert_eq!(water.particles().len(), all);
    let even = all * 600 / 4;
    assert!(
        quarters.iter().all(|&count: &usize| count.abs_diff(even) < even / 20),
        "{quarters:?} of {even}"
    );
    assert!(swing[1] < swing[0] && swing[0] < 24.0, "it calms down: {swing:?}");
    Ok(())
}

#[test]
fn a_body_under_water_is_lifted_by_what_it_displaces() -> Outcome {
    let mut water = half_full()?;
    let ball = Circle::new(vec2(96.0, 144.0), 20.0);
    water.solids.push(FluidSolid::new(ball));
    water.retain(|drop| !ball.contains(drop.position));
    let mut lift = Vec2::ZERO;
    for step in 0..120 {
        water.step(DT);
        if step >= 60 {
            lift += water.push_on(0).impulse;
        }
    }
    let expected = ball.area() * 900.0;
    assert!((-lift.y / expected - 1.0).abs() < 0.1, "lifted by {} of {expected}", -lift.y);
    assert!(lift.x.abs() < 0.1 * expected);
    Ok(())
}

#[test]
fn a_ball_half_as_heavy_floats_half_under_water() -> Outcome {
    let mut water = half_full()?;
    let mut ball = Circle::new(vec2(96.0, 130.0), 24.0);
    water.retain(|drop| !ball.contains(drop.position));
    let (mass, mut velocity) = (ball.area() * 0.5, Vec2::ZERO);
    let mut heights = Vec::new();
    for step in 0..900 {
        water.solids = vec![FluidSolid::new(ball).with_velocity(velocity)];
        water.step(DT);
        velocity += water.push_on(0).velocity_change(mass, water.gravity * DT);
        ball.center = (ball.center + velocity * DT).clamp(Vec2::splat(24.0), Vec2::splat(168.0));
        if step >= 600 {
            heights.push(ball.center.y);
        }
    }
    let mean = heights.iter().sum::<f32>() / heights.len() as f32;
    // Drops take a quarter of the ball's place away from the surface: it lies a few pixels higher than at the start.
    assert!((mean - 100.0).abs() < 12.0, "the ball floats at {mean}");
    let swing = heights.iter().map(|height| (height - mean).abs()).fold(0.0, f32::max);
    assert!(swing < 12.0, "and rests: it swings by {swing}");
    Ok(())
}

#[test]
fn no_drop_is_inside_a_solid_after_a_step() -> Outcome {
    let mut water = half_full()?;
    for step in 0..60 {
        let ball = Circle::new(vec2(60.0 + step as f32, 60.0 + step as f32), 24.0);
        water.solids = vec![FluidSolid::new(ball).with_velocity(vec2(60.0, 60.0))];
        water.step(DT);
        let deepest = water
            .particles()
            .iter()
            .map(|drop| 24.0 - drop.position.distance(ball.center))
            .fold(0.0, f32::max);
        assert!(deepest < 2.0, "a drop is {deepest} pixels inside, half a cell at most");
    }
    Ok(())
}

#[test]
fn bad_numbers_change_nothing_and_are_counted() -> Outcome {
    let mut water = half_full()?;
    water.step(DT);
    let before = StateHash::of(&water);
    assert_eq!(water.add_block(Aabb::new(vec2(f32::NAN, 0.0), vec2(1.0, 1.0)), 0), 0);
    assert!(!water.add(vec2(-1.0, 5.0), Vec2::ZERO, 0));
    assert!(!water.add(vec2(1.0, 5.0), vec2(f32::INFINITY, 0.0), 0));
    water.push(vec2(f32::NAN, 0.0), 5.0, Vec2::X);
    water.step(f32::NAN);
    water.step(-1.0);
    water.step(0.0);
    assert_eq!(StateHash::of(&water), before);
    assert_eq!(water.rejected, 6);
    assert_eq!(water.fullness(400, 2), 0.0);
    Ok(())
}

#[test]
fn a_step_allocates_nothing_after_the_first() -> Outcome {
    let mut water = half_full()?;
    for _ in 0..8 {
        water.step(DT);
    }
    let info = allocation_counter::measure(|| {
        for _ in 0..8 {
            water.step(DT);
        }
    });
    if cfg!(not(feature = "parallel")) {
        assert_eq!(info.count_total, 0);
    }
    Ok(())
}

/// The mean impulse on a ball that is held under water, as a part of what it displaces.
fn lift_at(x: f32, y: f32) -> Result<Vec2, FluidError> {
    let mut water = half_full()?;
    let ball = Circle::new(vec2(x, y), 20.0);
    water.solids.push(FluidSolid::new(ball));
    water.retain(|drop| !ball.contains(drop.position));
    let mut lift = Vec2::ZERO;
    for step in 0..240 {
        water.step(DT);
        if step >= 120 {
            lift += water.push_on(0).impulse;
        }
    }
    Ok(lift / (ball.area() * 900.0 * 120.0 * DT))
}

/// Faces that walls close counted as the ball's own outline: 3 pixels above the floor it was pushed down with 0.2 of
/// its buoyancy, and beside a wall towards that.
#[test]
fn a_ball_beside_a_wall_or_the_floor_is_lifted_as_in_the_middle() -> Outcome {
    for (x, y) in [(96.0, 140.0), (96.0, 169.0), (96.0, 172.0), (23.0, 140.0), (20.0, 140.0)] {
        let lift = lift_at(x, y)?;
        assert!((-lift.y - 1.0).abs() < 0.15, "at {x}, {y} it is pushed by {lift}");
        assert!(lift.x.abs() < 0.15, "at {x}, {y} it is pushed by {lift}");
    }
    Ok(())
}

/// It was held down there, and at the wall.
#[test]
fn a_light_ball_comes_off_the_floor_and_the_wall() -> Outcome {
    for (x, y) in [(96.0, 172.0), (96.0, 172.3), (20.0, 150.0), (19.7, 150.0)] {
        let mut water = half_full()?;
        let mut ball = Circle::new(vec2(x, y), 20.0);
        water.retain(|drop| !ball.contains(drop.position));
        let (mass, mut velocity) = (ball.area() * 0.3, Vec2::ZERO);
        for _ in 0..150 {
            water.solids = vec![FluidSolid::new(ball).with_velocity(velocity)];
            water.step(DT);
            velocity += water.push_on(0).velocity_change(mass, water.gravity * DT);
            ball.center =
                (ball.center + velocity * DT).clamp(Vec2::splat(19.7), Vec2::splat(172.3));
        }
        assert!(ball.center.y < 120.0, "from {x}, {y} it gets to {}", ball.center);
    }
    Ok(())
}

/// The slopes of the drops' velocities were left to grow without bounds: one such push made them NaN for good.
#[test]
fn one_extreme_push_is_survived() -> Outcome {
    let mut water = half_full()?;
    water.push(vec2(96.0, 144.0), 30.0, vec2(3e38, 0.0));
    water.push(vec2(96.0, 144.0), 30.0, vec2(-3e38, 3e38));
    for step in 0..600 {
        let again: Result<Liquid, _> = state::restore(&state::save(&water));
        assert!(again.is_ok(), "step {step}: {:?}", again.err());
        water.step(DT);
    }
    let fastest = water.particles().iter().map(|drop| drop.velocity.length()).fold(0.0, f32::max);
    assert!(fastest < 200.0, "it calms down: {fastest} pixels per second");
    Ok(())
}

/// Where the divergence was no number, nothing was solved, and the report said that nothing was left of it.
#[test]
fn what_cannot_be_solved_is_not_reported_as_solved() -> Outcome {
    let mut water = Liquid::new(8, 8, 4.0)?;
    for i in 0..20 {
        water.add(vec2(16.0, 16.0 + 0.01 * i as f32), Vec2::ZERO, 0);
    }
    // Crowded cells let drops go at a speed that goes by the time of the step.
    water.step(1e-40);
    assert!(!water.report().divergence.is_finite(), "{:?}", water.report());
    assert_eq!(water.report().divergence_left, 1.0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_push_keeps_drops_in_the_box(
        pushes in prop::collection::vec((0.0f32..200.0, 0.0f32..200.0, -1e6f32..1e6, -1e6f32..1e6), 1..5),
        dt in 0.0f32..0.5,
    ) {
        let mut water = half_full()?;
        for (x, y, u, v) in pushes {
            water.push(vec2(x, y), 60.0, vec2(u, v));
            water.step(dt);
        }
        for drop in water.particles() {
            prop_assert!(drop.position.cmpge(Vec2::ZERO).all() && drop.position.cmple(vec2(192.0, 192.0)).all());
            prop_assert!(drop.velocity.is_finite());
        }
    }
}

/// Which cells of a tank of 48 × 48 are solid: a funnel over a shelf one cell thick.
fn funnel(x: u32, y: u32) -> bool {
    (y == 20 && !(22..26).contains(&x)) || (y == 34 && (8..40).contains(&x))
}

#[test]
fn drops_stay_out_of_the_mask() -> Outcome {
    let mut water = Liquid::new(48, 48, 4.0)?;
    water.mask = Grid2::from_fn(48, 48, funnel).ok();
    let cell = |at: Vec2| ((at.x / 4.0) as u32, (at.y / 4.0) as u32);
    let masked = |at: Vec2| funnel(cell(at).0.min(47), cell(at).1.min(47));
    let count = water.add_block(Aabb::new(vec2(0.0, 20.0), vec2(192.0, 100.0)), 0);
    assert!(count > 0 && !water.particles().iter().any(|drop| masked(drop.position)));
    assert!(!water.add(vec2(40.0, 82.0), Vec2::ZERO, 0) && water.rejected == 1);
    for tick in 0..240 {
        if tick % 40 == 20 {
            // Thrown at the shelf, three cells a step.
            water.push(vec2(96.0, 110.0), 60.0, vec2(200.0, 700.0));
        }
        water.step(DT);
        let inside = water.particles().iter().filter(|drop| masked(drop.position)).count();
        assert_eq!(inside, 0, "tick {tick}");
    }
    assert_eq!(water.particles().len(), count);
    let below = water.particles().iter().filter(|drop| drop.position.y > 84.0).count();
    let on_shelf = |drop: &&motile_fluid::LiquidParticle| {
        (40.0..150.0).contains(&drop.position.x) && (110.0..136.0).contains(&drop.position.y)
    };
    let shelf = water.particles().iter().filter(on_shelf).count();
    assert!(below > count / 4 && shelf > 20, "it runs through the gap: {below} {shelf}");
    Ok(())
}

#[test]
fn drops_come_out_of_cells_that_become_solid() -> Outcome {
    let mut water = half_full()?;
    water.mask = Grid2::from_fn(48, 48, |x, y| (20..26).contains(&x) && y >= 30).ok();
    water.step(DT);
    let inside = |drop: &&motile_fluid::LiquidParticle| {
        (80.0..104.0).contains(&drop.position.x) && drop.position.y >= 120.0
    };
    assert_eq!(water.particles().iter().filter(inside).count(), 0);
    assert_eq!(water.particles().len(), 48 * 24 * 4);
    Ok(())
}

#[test]
fn obstacles_over_everything_and_long_steps_are_no_trouble() -> Outcome {
    let mut water = half_full()?;
    water.solids.push(FluidSolid::new(Aabb::new(vec2(-50.0, -50.0), vec2(400.0, 400.0))));
    for dt in [DT, 10.0, 0.0, f32::MAX] {
        water.step(dt);
    }
    water.solids.clear();
    water.mask = Grid2::filled(48, 48, true).ok();
    for dt in [DT, 10.0] {
        water.step(dt);
    }
    let size = water.size();
    let inside = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all();
    assert!(water.particles().iter().all(|drop| inside(drop.position)));
    assert!(water.particles().iter().all(|drop| drop.velocity.is_finite()));
    assert_eq!(water.add_block(Aabb::new(Vec2::ZERO, size), 0), 0);
    Ok(())
}

#[test]
fn lighter_bodies_float_higher() -> Outcome {
    let mut depths = Vec::new();
    for density in [0.25, 0.5, 0.75] {
        let mut water = half_full()?;
        let (mut at, mut velocity) = (vec2(96.0, 84.0), Vec2::ZERO);
        let mass = density * Circle::new(at, 20.0).area();
        let mut heights = Vec::new();
        for tick in 0..900 {
            water.solids = vec![FluidSolid::new(Circle::new(at, 20.0)).with_velocity(velocity)];
            water.step(DT);
            velocity = (velocity + water.push_on(0).velocity_change(mass, vec2(0.0, 900.0 * DT)))
                .clamp_length_max(600.0);
            velocity *= 0.995;
            at += velocity * DT;
            at.x = 96.0;
            if tick >= 600 {
                heights.push(at.y);
            }
        }
        // How deep its middle lies under the surface, which it has lifted by what it displaces.
        let level = surface(&water) - mass / 192.0;
        let middle = heights.iter().sum::<f32>() / heights.len() as f32;
        depths.push((middle - level) / 20.0);
    }
    assert!(depths[0] + 0.2 < depths[1] && depths[1] + 0.2 < depths[2], "{depths:?}");
    // By Archimedes, within about a cell: a quarter, a half and three quarters of a disc are under water.
    for (depth, expected) in depths.iter().zip([-0.404f32, 0.0, 0.404]) {
        assert!((depth - expected).abs() < 0.25, "{depths:?}");
    }
    Ok(())
}
