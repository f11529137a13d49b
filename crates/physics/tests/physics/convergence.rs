//! Errors and orders of convergence: CHECK-6-6 and CHECK-6-7.

use crate::common::{digits, integrate, near};
use motile_geom::{glam::DVec2, ops};
use motile_physics::ode::{Integrator, Method, Motion, by_value};

/// Distance from the true point of the circle after one unit of time.
fn oscillator_error(method: Method, n: u32) -> f64 {
    let end = integrate(method, (1.0, 0.0), 1.0 / f64::from(n), n, |x, _| -x);
    ops::hypot64(end.position - ops::cos64(1.0), end.velocity + ops::sin64(1.0))
}

/// The error to seven digits, or as many as the rounding of the steps leaves, 10⁻¹⁶ each.
#[track_caller]
fn error_is(method: Method, n: u32, expected: f64) {
    let error = oscillator_error(method, n);
    let unit = ops::pow64(10.0, ops::log10_64(expected).floor() - 6.0);
    let allowed = 0.5001 * unit + 1e-16 * f64::from(n);
    assert!((error - expected).abs() < allowed, "{method:?}: {error}, expected {expected}");
}

#[test]
fn check_6_6_convergence_has_the_orders_and_errors_of_the_table() {
    for (method, errors) in [
        (Method::ExplicitEuler, [5.112303e-2, 2.529717e-2, 1.257624e-2, 6.269298e-3]),
        (Method::SemiImplicitEuler, [4.250783e-2, 2.113485e-2, 1.054160e-2, 5.264835e-3]),
        (Method::Heun, [1.666448e-3, 4.166502e-4, 1.041655e-4, 2.604159e-5]),
        (Method::Midpoint, [1.666448e-3, 4.166502e-4, 1.041655e-4, 2.604159e-5]),
        (Method::VelocityVerlet, [8.988604e-4, 2.245516e-4, 5.612769e-5, 1.403128e-5]),
        (Method::RungeKutta4, [8.332506e-7, 5.208204e-8, 3.255188e-9, 2.034498e-10]),
    ] {
        for (n, expected) in [10, 20, 40, 80].into_iter().zip(errors) {
            error_is(method, n, expected);
        }
    }
    for (n, expected) in [(10, 2.787327e-9), (20, 8.688010e-11), (40, 2.713432e-12)] {
        error_is(Method::DormandPrince, n, expected);
    }
    for (method, x) in [
        (Method::ExplicitEuler, 0.570790449900),
        (Method::SemiImplicitEuler, 0.497813731513),
        (Method::Heun, 0.538970697569),
        (Method::VelocityVerlet, 0.539951250934),
        (Method::RungeKutta4, 0.540302967117),
    ] {
        digits(integrate(method, (1.0, 0.0), 0.1, 10, |x, _| -x).position, x, 12);
    }
}

#[test]
fn check_6_6_every_method_has_its_order() {
    // A spring that is not linear, so that methods that agree on linear ones are told apart.
    let end = |method, n: u32| {
        let dt = 1.0 / f64::from(n);
        let motion = integrate(method, (1.0, 0.5), dt, n, |x, _| -x * x * x);
        DVec2::new(motion.position, motion.velocity)
    };
    let truth = end(Method::DormandPrince, 2000);
    for method in Method::ALL {
        let n = if method.order() > 2 { 20 } else { 80 };
        let ratio = end(method, n).distance(truth) / end(method, 2 * n).distance(truth);
        let order = ops::log2_64(ratio);
        assert!((order - f64::from(method.order())).abs() < 0.1, "{method:?}: {order}");
    }
}

#[test]
fn check_6_7_linear_drag() {
    let fall = |method, n: u32| {
        integrate(method, (0.0, 0.0), 2.0 / f64::from(n), n, |_, v| 32.0 - 0.5 * v).position
    };
    let exact = 47.088568469945;
    digits(fall(Method::ExplicitEuler, 10), 44.6308403328, 12);
    digits(fall(Method::Heun, 10), 47.1732460587, 12);
    digits(fall(Method::RungeKutta4, 10), 47.0886111248, 12);
    let fine = integrate(Method::DormandPrince, (0.0, 0.0), 0.01, 200, |_, v| 32.0 - 0.5 * v);
    digits(fine.position, exact, 14);
    digits(fine.velocity, 40.455715765028, 14);
    for (method, errors) in [
        (Method::ExplicitEuler, [2.4577, 1.2024, 0.59482]),
        (Method::Heun, [8.4678e-2, 2.0375e-2, 4.9982e-3]),
        (Method::RungeKutta4, [4.2655e-5, 2.5569e-6, 1.5651e-7]),
    ] {
        for (n, error) in [10, 20, 40].into_iter().zip(errors) {
            digits((fall(method, n) - exact).abs(), error, 5);
        }
    }
    let long = integrate(Method::RungeKutta4, (0.0, 0.0), 0.1, 1000, |_, v| 32.0 - 0.5 * v);
    near(long.velocity, 64.0, 1e-9);
}

#[test]
fn leapfrog_was_of_first_order_where_forces_depend_on_the_velocity() {
    // A damped spring, and a fall through air that slows with the square of the speed.
    let spring = |x: f64, v: f64| -0.5 * v - 20.0 * x;
    let fall = |_: f64, v: f64| 32.0 - 0.05 * v * v.abs();
    let order = |method, start: (f64, f64), pull: fn(f64, f64) -> f64| {
        let end = |method, n: u32| {
            let motion = integrate(method, start, 2.0 / f64::from(n), n, pull);
            DVec2::new(motion.position, motion.velocity)
        };
        let truth = end(Method::DormandPrince, 4000);
        ops::log2_64(end(method, 400).distance(truth) / end(method, 800).distance(truth))
    };
    for method in Method::ALL.into_iter().filter(|method| method.order() == 2) {
        for (name, order) in [
            ("spring", order(method, (1.0, 0.0), spring)),
            ("drag", order(method, (0.0, 60.0), fall)),
        ] {
            assert!((order - 2.0).abs() < 0.05, "{method:?} on the {name}: {order}");
        }
    }
}

#[test]
fn leapfrog_is_of_second_order_also_when_the_motion_is_changed_from_outside() {
    // Kicked every quarter of a second: each time there is no last step to predict the velocity with.
    let end = |n: u32| {
        let mut motion = Motion::new(1.0, 0.0);
        let mut integrator = Integrator::new(Method::Leapfrog);
        for step in 0..8 * n {
            let kick = f64::from(u8::from(step % n == 0));
            motion.velocity += kick;
            let pull = by_value(|x: f64, v: f64| -0.5 * v - 20.0 * x);
            integrator.step(&mut motion, 0.25 / f64::from(n), pull);
        }
        DVec2::new(motion.position, motion.velocity)
    };
    let (coarse, fine, finer) = (end(50), end(100), end(200));
    let order = ops::log2_64(coarse.distance(fine) / fine.distance(finer));
    assert!((order - 2.0).abs() < 0.05, "{order}");
}
