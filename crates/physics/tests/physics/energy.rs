//! Energy and stability: CHECK-6-8 to CHECK-6-12.

use crate::common::{digits, integrate, near};
use motile_geom::glam::DVec2;
use motile_physics::ode::{Integrator, Method, Motion, by_value};

fn energy(motion: &Motion<f64>) -> f64 {
    motion.position * motion.position + motion.velocity * motion.velocity
}

#[test]
fn check_6_8_energy_after_a_hundred_steps() {
    for (method, expected) in [
        (Method::ExplicitEuler, 2.704813829),
        (Method::Heun, 1.002503096),
        (Method::RungeKutta4, 0.999998612848),
        (Method::SemiImplicitEuler, 0.955629353),
        (Method::VelocityVerlet, 0.999250564),
    ] {
        near(energy(&integrate(method, (1.0, 0.0), 0.1, 100, |x, _| -x)), expected, 0.6e-9);
    }
}

#[test]
fn check_6_9_and_6_10_energy_after_a_hundred_thousand_steps() {
    let spread = |method| {
        let mut motion = Motion::new(1.0, 0.0);
        let mut integrator = Integrator::new(method);
        let (mut low, mut high, mut invariant) = (f64::MAX, 0.0f64, 0.0f64);
        for _ in 0..100_000 {
            integrator.step(&mut motion, 0.1, by_value(|x: f64, _| -x)).unwrap();
            let e = energy(&motion);
            (low, high) = (low.min(e), high.max(e));
            let kept = e / 2.0 - 0.1 * motion.position * motion.velocity / 2.0;
            invariant = invariant.max((kept - 0.5).abs());
        }
        (low, high, energy(&motion), invariant)
    };
    let (low, high, _, invariant) = spread(Method::SemiImplicitEuler);
    assert!(low >= 0.952380 && high <= 1.052632, "{low} {high}");
    assert!(invariant < 1e-12, "{invariant}");
    let (low, high, ..) = spread(Method::VelocityVerlet);
    assert!(low >= 0.9975 - 1e-9 && high <= 1.0 + 1e-9, "{low} {high}");
    digits(spread(Method::RungeKutta4).2, 0.998614, 6);
    digits(spread(Method::Heun).2, 12.182, 5);
    for method in [Method::Leapfrog, Method::PositionVerlet] {
        let (low, high, ..) = spread(method);
        assert!(low > 0.99 && high < 1.01, "{method:?} {low} {high}");
    }
}

#[test]
fn check_6_11_limits_of_stability() {
    let first_beyond = |method, omega_h: f64| {
        let mut motion = Motion::new(1.0, 0.0);
        let mut integrator = Integrator::new(method);
        (1..=1000).find(|_| {
            let step = integrator.step(&mut motion, omega_h, by_value(|x: f64, _| -x));
            step.is_err() || motion.position.abs() > 1e12
        })
    };
    for method in [
        Method::SemiImplicitEuler,
        Method::VelocityVerlet,
        Method::Leapfrog,
        Method::PositionVerlet,
    ] {
        assert_eq!(first_beyond(method, 1.9), None, "{method:?}");
        assert!(first_beyond(method, 2.1).is_some(), "{method:?}");
    }
    assert_eq!(first_beyond(Method::RungeKutta4, 2.8), None);
    assert!(first_beyond(Method::RungeKutta4, 2.9).is_some());
    assert_eq!(first_beyond(Method::ExplicitEuler, 0.5), Some(250));
    assert_eq!(first_beyond(Method::Heun, 1.0), Some(250));
    // As the table of methods says.
    assert_eq!(first_beyond(Method::DormandPrince, 0.99), None);
}

pub(crate) fn pull(r: DVec2, _: DVec2) -> DVec2 {
    let distance = r.length();
    -r / (distance * distance * distance)
}

pub(crate) fn orbit_energy(motion: &Motion<DVec2>) -> f64 {
    motion.velocity.length_squared() / 2.0 - 1.0 / motion.position.length()
}

#[test]
fn check_6_12_circular_orbit() {
    let dt = core::f64::consts::TAU / 200.0;
    let orbit = |method, periods: u32| {
        let mut motion = Motion::new(DVec2::X, DVec2::Y);
        let mut integrator = Integrator::new(method);
        let mut worst = 0.0f64;
        for _ in 0..200 * periods {
            integrator.step(&mut motion, dt, by_value(pull)).unwrap();
            worst = worst.max((orbit_energy(&motion) + 0.5).abs() / 0.5);
        }
        (motion.position.distance(DVec2::X), -(orbit_energy(&motion) + 0.5) / -0.5, worst)
    };
    for (method, error) in [
        (Method::ExplicitEuler, 1.4285),
        (Method::SemiImplicitEuler, 4.3929e-3),
        (Method::Heun, 8.6998e-3),
        (Method::VelocityVerlet, 2.0663e-3),
        (Method::RungeKutta4, 1.6541e-7),
    ] {
        digits(orbit(method, 1).0, error, 5);
    }
    digits(orbit(Method::ExplicitEuler, 100).1, 0.80, 2);
    digits(orbit(Method::Heun, 100).1, 9.37e-3, 3);
    digits(orbit(Method::VelocityVerlet, 100).2, 2.43e-7, 3);
    digits(orbit(Method::RungeKutta4, 100).1, -5.34e-7, 3);
}
