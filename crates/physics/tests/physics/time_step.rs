//! Time in steps: CHECK-6-14 to CHECK-6-17.

use crate::common::{at, busy_world, integrate, world};
use motile_geom::{StateHash, Vec2, glam::DVec2, vec2};
use motile_physics::ode::{Integrator, Method, Motion, by_value};
use motile_physics::world::{Point, Point64, World, World64};
use motile_time::{FixedStep, Rate};

#[test]
fn check_6_14_frames_cut_differently_give_the_same_bits() {
    let play = |frames: u32, length: f32| {
        let mut world = busy_world();
        let mut fixed = FixedStep::new(120);
        fixed.max_ticks = 30;
        let mut ticks = 0;
        for _ in 0..frames {
            for tick in fixed.update(length) {
                world.step(tick.dt);
                ticks += 1;
            }
        }
        (ticks, StateHash::of(&world))
    };
    let coarse = play(10, 0.1);
    assert_eq!(coarse, play(100, 0.01));
    assert_eq!(coarse.0, 120);
}

#[test]
fn check_6_14_and_6_15_steps_remainders_and_the_longest_frame() {
    // Ticks of 8,333,333 ns: so many of them in so many seconds.
    let rate = Rate::ratio(1_000_000_000, 8_333_333);
    let play = |frames: u32, length: f32| {
        let mut fixed = FixedStep::with_rate(rate);
        fixed.max_ticks = 30;
        let ticks: usize = (0..frames).map(|_| fixed.update(length).len()).sum();
        let alpha = fixed.alpha();
        assert!((0.0..1.0).contains(&alpha));
        (ticks, (f64::from(alpha) * 8_333_333.0).round())
    };
    assert_eq!(play(10, 0.1), (120, 40.0));
    assert_eq!(play(100, 0.01), (120, 40.0));
    // As an f32 that is a sixtieth of a second; in nanoseconds it is a third of one more.
    assert_eq!(play(60, 0.016_666_667), (120, 40.0));
    let mut fixed = FixedStep::with_rate(rate);
    let frame = core::time::Duration::from_nanos(16_666_667);
    let ticks: usize = (0..60).map(|_| fixed.update_exactly(frame).len()).sum();
    assert_eq!((ticks, (f64::from(fixed.alpha()) * 8_333_333.0).round()), (120, 60.0));
    // A frame of five seconds is cut to a quarter of a second.
    assert_eq!(play(1, 5.0).0, 30);
}

/// The specification's steps of changing length, one second in all.
const STEPS: [f64; 10] = [0.1, 0.05, 0.2, 0.1, 0.15, 0.05, 0.1, 0.1, 0.05, 0.1];
/// Where a point at rest was 0.1 s before, under an acceleration of 32.
const BEFORE: f64 = 32.0 * 0.1 * 0.1 / 2.0;

/// A point that falls from the origin, and was at `old` a tenth of a second before.
fn falling(old: f64) -> World64 {
    let gravity = DVec2::new(0.0, 32.0);
    let mut world = World64 { gravity, substeps: 1, last: 0.1, ..World64::default() };
    world.add_point(Point64 { old: DVec2::new(0.0, old), ..Point64::new(0.0, 0.0) });
    world
}

#[test]
fn check_6_16_time_corrected_verlet() {
    let mut world = falling(BEFORE);
    for dt in STEPS {
        world.step(dt);
    }
    assert!((world.points[0].position.y - 16.0).abs() < 1e-12, "{}", world.points[0].position.y);
    // Uncorrected: each step takes the way of the last one for its own, whatever their lengths.
    let mut world = falling(BEFORE);
    for dt in STEPS {
        world.last = dt;
        world.step(dt);
    }
    assert!((world.points[0].position.y - 22.24).abs() < 1e-12, "{}", world.points[0].position.y);
    // As one of the integrators.
    let mut ball = Motion::new(0.0, 0.0);
    let mut integrator = Integrator::new(Method::PositionVerlet);
    for dt in STEPS {
        integrator.step(&mut ball, dt, by_value(|_, _| 32.0));
    }
    assert!((ball.position - 16.0f64).abs() < 1e-12, "{}", ball.position);
    assert!((ball.velocity - 32.0f64).abs() < 1e-12);
    // A change from outside starts afresh.
    ball.velocity = 0.0;
    integrator.step(&mut ball, 0.1, by_value(|_, _| 32.0));
    assert!((ball.position - 16.16f64).abs() < 1e-12);
}

#[test]
fn check_6_16_in_the_fast_world() {
    // Ten places below 16 pixels, each rounded by half of 10⁻⁶, and steps of which a tenth of a second itself is
    // rounded by 10⁻⁸ of its length: 16 · 10 · 10⁻⁷ in all.
    let mut world = world!(World::default(); gravity = vec2(0.0, 32.0), substeps = 1);
    let point = world.add_point(Point::default());
    world.step(0.1);
    world.set_position(point, Vec2::ZERO);
    world.set_old_position(point, vec2(0.0, BEFORE as f32));
    for dt in STEPS {
        world.step(dt as f32);
    }
    assert!((at(&world, point).y - 16.0).abs() < 1.6e-5, "{}", at(&world, point).y);
}

#[test]
fn check_6_17_the_start_of_a_fixed_step() {
    for (old, way) in [(BEFORE, 16.0), (0.0, 17.6)] {
        let mut world = falling(old);
        (0..10).for_each(|_| world.step(0.1));
        let y = world.points[0].position.y;
        assert!((y - way).abs() < 1e-12, "{y} instead of {way}");
    }
    let fixed = integrate(Method::PositionVerlet, (0.0, 0.0), 0.1, 10, |_, _| 32.0);
    assert!((fixed.position - 16.0).abs() < 1e-12);
}
