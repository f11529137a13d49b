//! Energy and stability: CHECK-6-8 to CHECK-6-12.

use crate::common::{digits, integrate, near};
use motile_geom::glam::DVec2;
use motile_physics::Model;
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
            integrator.step(&mut motion, 0.1, by_value(|x: f64, _| -x));
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
            integrator.step(&mut motion, omega_h, by_value(|x: f64, _| -x));
            integrator.rejected > 0 || motion.position.abs() > 1e12
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
            integrator.step(&mut motion, dt, by_value(pull));
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

/// Three equal masses that follow each other on an eight (Moore 1993, Chenciner and Montgomery 2000).
fn figure_eight() -> Motion<[DVec2; 3]> {
    let (place, fast) = (DVec2::new(0.97000436, -0.24308753), DVec2::new(-0.93240737, -0.86473146));
    Motion::new([place, -place, DVec2::ZERO], [-fast / 2.0, -fast / 2.0, fast])
}

fn mutual_pull(places: [DVec2; 3]) -> [DVec2; 3] {
    places.map(|at| {
        let others = places.iter().map(|other| *other - at).filter(|bond| *bond != DVec2::ZERO);
        others.map(|bond| bond / (bond.length_squared() * bond.length())).sum()
    })
}

fn mutual_energy(motion: &Motion<[DVec2; 3]>) -> f64 {
    let [a, b, c] = motion.position;
    let bonds = [a.distance(b), b.distance(c), c.distance(a)];
    motion.velocity.iter().map(|v| 0.5 * v.length_squared()).sum::<f64>()
        - bonds.iter().map(|bond| 1.0 / bond).sum::<f64>()
}

#[test]
fn dormand_prince_does_not_always_lose_energy() {
    // The docs said that it loses slowly: so it does on springs, and gains on orbits. Steps of 0.01 s for 1000 s.
    let run = |steps: &mut dyn FnMut()| (0..100_000).for_each(|_| steps());
    let mut integrator = Integrator::new(Method::DormandPrince);
    let mut spring = Motion::new(1.0, 0.0);
    // Stiff enough that the loss of (ωh)⁶/1800 in a step stands out from the rounding.
    run(&mut || integrator.step(&mut spring, 0.01, by_value(|x: f64, _| -100.0 * x)));
    let kept =
        (100.0 * spring.position * spring.position + spring.velocity * spring.velocity) / 100.0;
    near(kept - 1.0, -100_000.0 * 1e-6 / 1800.0, 0.02);

    let model = Model::Kepler(0.6);
    let (mut planet, before) = (model.start(), model.energy(&model.start()));
    let mut integrator = Integrator::new(Method::DormandPrince);
    let pull = |p, v| model.acceleration(p, v);
    run(&mut || integrator.step(&mut planet, 0.01, by_value(pull)));
    near((model.energy(&planet) - before) / before.abs(), 6.5e-8, 0.01);

    let (mut eight, before) = (figure_eight(), mutual_energy(&figure_eight()));
    let mut integrator = Integrator::new(Method::DormandPrince);
    run(&mut || integrator.step(&mut eight, 0.01, by_value(|places, _| mutual_pull(places))));
    near((mutual_energy(&eight) - before) / before.abs(), 1.2e-8, 0.02);
}
