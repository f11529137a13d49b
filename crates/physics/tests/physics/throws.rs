//! Throws step by step: CHECK-6-1, CHECK-6-3 to CHECK-6-5, and what the printed slips did.

use crate::common::{SECOND_ORDER_AND_UP, digits, integrate, near};
use motile_geom::glam::DVec2;
use motile_physics::ode::{Integrator, Method, Motion, by_value};

#[test]
fn check_6_1_roof_throw_with_steps_of_a_second() {
    let heights = |method| [1, 2, 3].map(|n| integrate(method, (50.0, 30.0), 1.0, n, |_, _| -32.0));
    let near_all = |method, expected: [f64; 3]| {
        for (motion, y) in heights(method).iter().zip(expected) {
            assert!((motion.position - y).abs() < 1e-12, "{method:?} {motion:?} {y}");
        }
        for (motion, v) in heights(method).iter().zip([-2.0, -34.0, -66.0]) {
            assert!((motion.velocity - v).abs() < 1e-12, "{method:?} {motion:?} {v}");
        }
    };
    near_all(Method::ExplicitEuler, [80.0, 78.0, 44.0]);
    near_all(Method::SemiImplicitEuler, [48.0, 14.0, -52.0]);
    for method in SECOND_ORDER_AND_UP {
        near_all(method, [64.0, 46.0, -4.0]);
    }
}

#[test]
fn check_6_3_free_fall_by_step_count() {
    let fall =
        |method, n: u32| integrate(method, (0.0, 0.0), 1.0 / f64::from(n), n, |_, _| 32.0).position;
    for n in [10u32, 24, 60, 100] {
        let (count, dt) = (f64::from(n), 1.0 / f64::from(n));
        near(fall(Method::ExplicitEuler, n), 16.0 * dt * dt * count * (count - 1.0), 1e-12);
        near(fall(Method::SemiImplicitEuler, n), 16.0 * dt * dt * count * (count + 1.0), 1e-12);
        for method in SECOND_ORDER_AND_UP {
            near(fall(method, n), 16.0, 1e-12);
        }
    }
    let table = [
        (10, 14.4, 17.6),
        (24, 15.333333, 16.666667),
        (60, 15.733333, 16.266667),
        (100, 15.84, 16.16),
    ];
    for (n, explicit, semi_implicit) in table {
        digits(fall(Method::ExplicitEuler, n), explicit, 8);
        digits(fall(Method::SemiImplicitEuler, n), semi_implicit, 8);
    }
}

#[test]
fn check_6_4_the_component_slip_is_not_here() {
    for (acceleration, expected) in [
        (DVec2::new(0.0, 32.0), DVec2::new(0.0, 16.0)),
        (DVec2::new(3.0, 32.0), DVec2::new(1.5, 16.0)),
    ] {
        for method in SECOND_ORDER_AND_UP {
            let mut motion = Motion::new(DVec2::ZERO, DVec2::ZERO);
            let mut integrator = Integrator::new(method);
            integrator.step(&mut motion, 1.0, by_value(|_, _| acceleration));
            assert!(motion.position.distance(expected) < 1e-14, "{method:?} {motion:?}");
        }
    }
}

/// The classics' second and fourth order as printed: the y of the second stage's velocity is computed from
/// the x of the first acceleration (WEAK-6-1).
mod printed {
    use super::DVec2;

    pub(super) type Acceleration = fn(DVec2, DVec2) -> DVec2;
    pub(super) type Step = fn(&mut DVec2, &mut DVec2, f64, Acceleration);

    fn second_velocity(v: DVec2, a1: DVec2, dt: f64) -> DVec2 {
        DVec2::new(v.x + a1.x * dt, v.y + a1.x * dt)
    }

    pub(super) fn rk2(p: &mut DVec2, v: &mut DVec2, dt: f64, acceleration: Acceleration) {
        let a1 = acceleration(*p, *v);
        let v2 = second_velocity(*v, a1, dt);
        let a2 = acceleration(*p + *v * dt, v2);
        *p += (*v + v2) / 2.0 * dt;
        *v += (a1 + a2) / 2.0 * dt;
    }

    pub(super) fn rk4(p: &mut DVec2, v: &mut DVec2, dt: f64, acceleration: Acceleration) {
        let a1 = acceleration(*p, *v);
        let v2 = second_velocity(*v, a1, dt / 2.0);
        let a2 = acceleration(*p + *v * (dt / 2.0), v2);
        let v3 = *v + a2 * (dt / 2.0);
        let a3 = acceleration(*p + v2 * (dt / 2.0), v3);
        let v4 = *v + a3 * dt;
        let a4 = acceleration(*p + v3 * dt, v4);
        *p += (*v + v2 * 2.0 + v3 * 2.0 + v4) / 6.0 * dt;
        *v += (a1 + a2 * 2.0 + a3 * 2.0 + a4) / 6.0 * dt;
    }
}

#[test]
fn weak_6_1_what_the_printed_slips_did() {
    let gravity = |_: DVec2, _: DVec2| DVec2::new(0.0, 32.0);
    let fall = |step: printed::Step, dt, n| {
        let (mut p, mut v) = (DVec2::ZERO, DVec2::ZERO);
        for _ in 0..n {
            step(&mut p, &mut v, dt, gravity);
        }
        p.y
    };
    assert_eq!(fall(printed::rk2, 1.0, 1), 0.0);
    near(fall(printed::rk4, 1.0, 1), 10.666666666666666, 1e-12);
    // Three seconds of 0.1 s: the errata's numbers, Euler's 139.2 among them, against the exact 144.
    near(fall(printed::rk2, 0.1, 30), 139.2, 1e-12);
    near(fall(printed::rk4, 0.1, 30), 142.4, 1e-12);
    near(integrate(Method::ExplicitEuler, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 139.2, 1e-12);
    near(integrate(Method::Heun, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 144.0, 1e-12);
    near(integrate(Method::RungeKutta4, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 144.0, 1e-12);
}

#[test]
fn check_6_5_one_step_of_a_cubic_spring() {
    let step = |method| integrate(method, (1.0, 1.0), 0.1, 1, |x, _| -x * x * x);
    for (method, x, v) in [
        (Method::ExplicitEuler, 1.1, 0.9),
        (Method::SemiImplicitEuler, 1.09, 0.9),
        (Method::Heun, 1.095, 0.88345),
        (Method::Midpoint, 1.095, 0.8842375),
        (Method::VelocityVerlet, 1.095, 0.884353381250),
        (Method::RungeKutta4, 1.094488331797, 0.884598311434),
    ] {
        let motion = step(method);
        near(motion.position, x, 1e-12);
        near(motion.velocity, v, 1e-12);
    }
    let mut stages = Vec::new();
    let mut motion = Motion::new(1.0, 1.0);
    let cubic = |x: f64, _: f64| {
        stages.push(-x * x * x);
        -x * x * x
    };
    Integrator::new(Method::RungeKutta4).step(&mut motion, 0.1, by_value(cubic));
    for (found, expected) in stages.iter().zip([-1.0, -1.157625, -1.149375921875, -1.310099470224])
    {
        digits(*found, expected, 13);
    }
    let truth = integrate(Method::DormandPrince, (1.0, 1.0), 0.001, 100, |x, _| -x * x * x);
    digits(truth.position, 1.094489385585, 13);
    digits(truth.velocity, 0.884595609032, 12);
}
