//! Adaptive steps: CHECK-6-13, dense output, events, bad input.

use crate::common::near;
use crate::energy::{orbit_energy, pull};
use motile_geom::{glam::DVec2, ops};
use motile_physics::PhysicsError;
use motile_physics::ode::{Adaptive, Crossing, Motion, Tolerance, by_value, motion_rate};

#[test]
fn check_6_13_adaptive_orbit() {
    let start = Motion::new(DVec2::new(0.5, 0.0), DVec2::new(0.0, 3f64.sqrt()));
    let energy = orbit_energy(&start);
    let mut orbit = Adaptive::new(0.0, start.clone()).with_tolerance(Tolerance::both(1e-9));
    orbit.integrate_to(10.0 * core::f64::consts::TAU, motion_rate(by_value(pull))).unwrap();
    assert!(orbit.state().position.distance(start.position) < 1e-5);
    assert!(((orbit_energy(orbit.state()) - energy) / energy).abs() < 1e-7);
    assert!((900..1200).contains(&orbit.steps()), "{} steps", orbit.steps());
    assert_eq!(orbit.evaluations(), 2 + 6 * (orbit.steps() + orbit.refused()));
}

#[test]
fn check_6_13_dense_output_is_of_fourth_order() {
    let mut circle =
        Adaptive::new(0.0, Motion::new(1.0, 0.0)).with_tolerance(Tolerance::both(1e-8));
    let mut worst = 0.0f64;
    while circle.time() < 6.0 {
        let from = circle.time();
        circle.step_toward(6.0, motion_rate(by_value(|x: f64, _| -x))).unwrap();
        for part in 0..=10 {
            let time = from + (circle.time() - from) * f64::from(part) / 10.0;
            worst = worst.max((circle.at(time).position - ops::cos64(time)).abs());
        }
    }
    assert!(worst < 1e-7, "{worst}");
    assert_eq!(circle.at(100.0), *circle.state());
}

#[test]
fn check_6_2_events_are_found_inside_a_step() {
    let fall = || motion_rate(by_value(|_: f64, _| -32.0));
    let mut stone = Adaptive::new(0.0, Motion::new(50.0, 30.0));
    let top = stone.integrate_until(9.0, fall(), |_, s| s.velocity, Crossing::Falling).unwrap();
    near(top.unwrap(), 0.9375, 1e-12);
    near(stone.state().position, 64.0625, 1e-12);
    let ground = stone.integrate_until(9.0, fall(), |_, s| s.position, Crossing::Falling).unwrap();
    near(ground.unwrap(), 2.938476324197765, 1e-12);
    assert!(stone.state().position.abs() < 1e-9);
    let never = stone.integrate_until(3.0, fall(), |_, s| s.position, Crossing::Rising).unwrap();
    assert_eq!((never, stone.time()), (None, 3.0));
}

#[test]
fn adaptive_bad_numbers_change_nothing_and_are_counted() {
    let grow = |_: f64, y: &f64, out: &mut f64| *out = *y;
    for tolerance in [f64::NAN, -1.0, 0.0, f64::INFINITY] {
        let mut bad = Adaptive::new(0.0, 1.0).with_tolerance(Tolerance::both(tolerance));
        bad.integrate_to(1.0, grow).unwrap();
        bad.step_toward(1.0, grow).unwrap();
        let event = bad.integrate_until(1.0, grow, |_, y| y - 1.5, Crossing::Any).unwrap();
        assert_eq!((bad.rejected, bad.time(), bad.evaluations(), event), (3, 0.0, 0, None));
    }
    let mut endless = Adaptive::new(0.0, 1.0);
    for end in [f64::NAN, f64::INFINITY] {
        endless.integrate_to(end, grow).unwrap();
    }
    assert_eq!((endless.rejected, *endless.state()), (2, 1.0));
}

#[test]
fn where_a_solution_ends_is_an_error() {
    let mut nan = Adaptive::new(0.0, 1.0f64);
    let error = nan.integrate_to(1.0, |_, _, out| *out = f64::NAN);
    assert_eq!(error, Err(PhysicsError::NotFinite { time: 0.0 }));
    // y' = y² from 1 reaches infinity at time 1: the method stops before it, with a finite state.
    let mut pole = Adaptive::new(0.0, 1.0f64);
    let error = pole.integrate_to(2.0, |_, y, out| *out = y * y);
    assert!(matches!(
        error,
        Err(PhysicsError::StepTooSmall { .. } | PhysicsError::NotFinite { .. })
    ));
    assert!(pole.state().is_finite() && pole.time() < 1.01, "{}", pole.time());
    // Backwards in time.
    let mut back = Adaptive::new(0.0, 1.0f64).with_tolerance(Tolerance::both(1e-10));
    back.integrate_to(-1.0, |_, y, out| *out = *y).unwrap();
    near(*back.state(), ops::exp64(-1.0), 1e-9);
}
