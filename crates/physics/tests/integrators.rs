//! The checks of spec 06 on integrators, in `f64` with the tolerances given there.

use motile_geom::{glam::DVec2, ops};
use motile_physics::PhysicsError;
use motile_physics::ode::{
    Adaptive, Crossing, Integrator, Method, Motion, Tolerance, by_value, motion_rate,
};

fn near(found: f64, expected: f64, relative: f64) {
    let allowed = relative * expected.abs().max(1e-300);
    assert!((found - expected).abs() <= allowed, "found {found}, expected {expected}");
}

/// `n` steps of one method over one number.
fn run(
    method: Method,
    start: (f64, f64),
    dt: f64,
    n: u32,
    acceleration: impl Fn(f64, f64) -> f64,
) -> Motion<f64> {
    let mut motion = Motion::new(start.0, start.1);
    let mut integrator = Integrator::new(method);
    for _ in 0..n {
        integrator.step(&mut motion, dt, by_value(&acceleration)).expect("finite");
    }
    motion
}

const SECOND_ORDER_AND_UP: [Method; 7] = [
    Method::Midpoint,
    Method::Heun,
    Method::RungeKutta4,
    Method::VelocityVerlet,
    Method::PositionVerlet,
    Method::Leapfrog,
    Method::DormandPrince,
];

#[test]
fn check_6_1_roof_throw_with_steps_of_a_second() {
    let heights = |method| [1, 2, 3].map(|n| run(method, (50.0, 30.0), 1.0, n, |_, _| -32.0));
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
        |method, n: u32| run(method, (0.0, 0.0), 1.0 / f64::from(n), n, |_, _| 32.0).position;
    for n in [10u32, 24, 60, 100] {
        let (count, dt) = (f64::from(n), 1.0 / f64::from(n));
        near(fall(Method::ExplicitEuler, n), 16.0 * dt * dt * count * (count - 1.0), 1e-12);
        near(fall(Method::SemiImplicitEuler, n), 16.0 * dt * dt * count * (count + 1.0), 1e-12);
        for method in SECOND_ORDER_AND_UP {
            near(fall(method, n), 16.0, 1e-12);
        }
    }
    near(fall(Method::ExplicitEuler, 24), 15.333333333333334, 1e-12);
    near(fall(Method::SemiImplicitEuler, 100), 16.16, 1e-12);
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
            integrator.step(&mut motion, 1.0, by_value(|_, _| acceleration)).unwrap();
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
    near(run(Method::ExplicitEuler, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 139.2, 1e-12);
    near(run(Method::Heun, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 144.0, 1e-12);
    near(run(Method::RungeKutta4, (0.0, 0.0), 0.1, 30, |_, _| 32.0).position, 144.0, 1e-12);
}

#[test]
fn check_6_5_one_step_of_a_cubic_spring() {
    let step = |method| run(method, (1.0, 1.0), 0.1, 1, |x, _| -x * x * x);
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
    Integrator::new(Method::RungeKutta4).step(&mut motion, 0.1, by_value(cubic)).unwrap();
    for (found, expected) in stages.iter().zip([-1.0, -1.157625, -1.149375921875, -1.310099470224])
    {
        near(*found, expected, 1e-11);
    }
    let truth = step(Method::DormandPrince);
    near(truth.position, 1.094489385585, 1e-8);
    near(truth.velocity, 0.884595609032, 1e-7);
}

/// Distance from the true point of the circle after one unit of time.
fn oscillator_error(method: Method, n: u32) -> f64 {
    let end = run(method, (1.0, 0.0), 1.0 / f64::from(n), n, |x, _| -x);
    ops::hypot64(end.position - ops::cos64(1.0), end.velocity + ops::sin64(1.0))
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
            near(oscillator_error(method, n), expected, 1e-5);
        }
    }
    near(oscillator_error(Method::DormandPrince, 10), 2.787327e-9, 1e-5);
    near(oscillator_error(Method::DormandPrince, 20), 8.688010e-11, 1e-4);
    for (method, x) in [
        (Method::ExplicitEuler, 0.570790449900),
        (Method::SemiImplicitEuler, 0.497813731513),
        (Method::Heun, 0.538970697569),
        (Method::VelocityVerlet, 0.539951250934),
        (Method::RungeKutta4, 0.540302967117),
    ] {
        near(run(method, (1.0, 0.0), 0.1, 10, |x, _| -x).position, x, 1e-11);
    }
}

#[test]
fn check_6_6_every_method_has_its_order() {
    // A spring that is not linear, so that methods that agree on linear ones are told apart.
    let end = |method, n: u32| {
        let dt = 1.0 / f64::from(n);
        let motion = run(method, (1.0, 0.5), dt, n, |x, _| -x * x * x);
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
        run(method, (0.0, 0.0), 2.0 / f64::from(n), n, |_, v| 32.0 - 0.5 * v).position
    };
    let exact = 47.088568469945;
    near(fall(Method::ExplicitEuler, 10), 44.6308403328, 1e-11);
    near(fall(Method::Heun, 10), 47.1732460587, 1e-11);
    near(fall(Method::RungeKutta4, 10), 47.0886111248, 1e-11);
    for (method, errors) in [
        (Method::ExplicitEuler, [2.4577, 1.2024, 0.59482]),
        (Method::Heun, [8.4678e-2, 2.0375e-2, 4.9982e-3]),
        (Method::RungeKutta4, [4.2655e-5, 2.5569e-6, 1.5651e-7]),
    ] {
        for (n, error) in [10, 20, 40].into_iter().zip(errors) {
            near((fall(method, n) - exact).abs(), error, 1e-4);
        }
    }
    let long = run(Method::RungeKutta4, (0.0, 0.0), 0.1, 1000, |_, v| 32.0 - 0.5 * v);
    near(long.velocity, 64.0, 1e-9);
}

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
        near(energy(&run(method, (1.0, 0.0), 0.1, 100, |x, _| -x)), expected, 1e-9);
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
    near(spread(Method::RungeKutta4).2, 0.998614, 1e-6);
    near(spread(Method::Heun).2, 12.182, 1e-4);
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

fn pull(r: DVec2, _: DVec2) -> DVec2 {
    let distance = r.length();
    -r / (distance * distance * distance)
}

fn orbit_energy(motion: &Motion<DVec2>) -> f64 {
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
        near(orbit(method, 1).0, error, 1e-4);
    }
    near(orbit(Method::ExplicitEuler, 100).1, 0.80, 0.01);
    near(orbit(Method::Heun, 100).1, 9.37e-3, 1e-3);
    near(orbit(Method::VelocityVerlet, 100).2, 2.43e-7, 0.01);
    near(orbit(Method::RungeKutta4, 100).1, -5.34e-7, 0.01);
}

#[test]
fn check_6_13_adaptive_orbit() {
    let start = Motion::new(DVec2::new(0.5, 0.0), DVec2::new(0.0, 3f64.sqrt()));
    let energy = orbit_energy(&start);
    let mut orbit = Adaptive::new(0.0, start.clone()).with_tolerance(Tolerance::both(1e-9));
    orbit.advance(10.0 * core::f64::consts::TAU, motion_rate(by_value(pull))).unwrap();
    assert!(orbit.state().position.distance(start.position) < 1e-5);
    assert!(((orbit_energy(orbit.state()) - energy) / energy).abs() < 1e-7);
    assert!((900..1200).contains(&orbit.steps()), "{} steps", orbit.steps());
    assert_eq!(orbit.evaluations(), 2 + 6 * (orbit.steps() + orbit.rejected()));
}

#[test]
fn check_6_13_dense_output_is_of_fourth_order() {
    let mut circle =
        Adaptive::new(0.0, Motion::new(1.0, 0.0)).with_tolerance(Tolerance::both(1e-8));
    let mut worst = 0.0f64;
    while circle.time() < 6.0 {
        let from = circle.time();
        circle.step(6.0, motion_rate(by_value(|x: f64, _| -x))).unwrap();
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
    let top = stone.advance_until(9.0, fall(), |_, s| s.velocity, Crossing::Falling).unwrap();
    near(top.unwrap(), 0.9375, 1e-12);
    near(stone.state().position, 64.0625, 1e-12);
    let ground = stone.advance_until(9.0, fall(), |_, s| s.position, Crossing::Falling).unwrap();
    near(ground.unwrap(), 2.938476324197765, 1e-12);
    assert!(stone.state().position.abs() < 1e-9);
    let never = stone.advance_until(3.0, fall(), |_, s| s.position, Crossing::Rising).unwrap();
    assert_eq!((never, stone.time()), (None, 3.0));
}

#[test]
fn check_6_18_bounces_by_event_location() {
    // 100 px/ft, a drop of 530 px, restitution 0.6.
    let mut ball = Adaptive::new(0.0, Motion::new(530.0, 0.0));
    let mut impacts = Vec::new();
    for frame in 1..=60 {
        let end = f64::from(frame) / 60.0;
        let fall = || motion_rate(by_value(|_: f64, _| -3200.0));
        while let Some(time) =
            ball.advance_until(end, fall(), |_, b| b.position, Crossing::Falling).unwrap()
        {
            impacts.push((time, ball.state().velocity));
            ball.set_state(Motion::new(0.0, ball.state().velocity * -0.6));
        }
    }
    near(impacts[0].0, 0.575543222, 1e-9);
    near(impacts[0].1, -1841.738, 1e-6);
    let rebound = (impacts[0].1 * 0.6) * (impacts[0].1 * 0.6) / 6400.0;
    near(rebound, 190.8, 1e-9);
}

#[test]
fn check_6_19_the_book_rule_for_reference() {
    let bounce = |method| {
        let mut ball = Motion::new(0.0, 0.0);
        let mut integrator = Integrator::new(method);
        let (mut hit, mut after, mut top) = (0, 0.0, f64::MAX);
        for step in 1..=80 {
            integrator.step(&mut ball, 1.0 / 60.0, by_value(|_, _| 3200.0)).unwrap();
            if ball.position > 530.0 && hit == 0 {
                (hit, after) = (step, ball.velocity * -0.6);
                ball = Motion::new(530.0, after);
            }
            if hit > 0 {
                top = top.min(ball.position);
            }
        }
        (hit, after, 530.0 - top)
    };
    let (hit, after, rebound) = bounce(Method::ExplicitEuler);
    assert_eq!(hit, 36);
    near(after, -1152.0, 1e-12);
    near(rebound, 217.07, 1e-4);
    let (hit, after, rebound) = bounce(Method::Heun);
    assert_eq!(hit, 35);
    near(after, -1120.0, 1e-12);
    near(rebound, 196.00, 1e-4);
}

#[test]
fn check_6_16_and_6_17_position_verlet_with_changing_steps() {
    let steps = [0.1, 0.05, 0.2, 0.1, 0.15, 0.05, 0.1, 0.1, 0.05, 0.1];
    let mut ball = Motion::new(0.0, 0.0);
    let mut integrator = Integrator::new(Method::PositionVerlet);
    for dt in steps {
        integrator.step(&mut ball, dt, by_value(|_, _| 32.0)).unwrap();
    }
    assert!((ball.position - 16.0f64).abs() < 1e-12, "{}", ball.position);
    assert!((ball.velocity - 32.0f64).abs() < 1e-12);
    let fixed = run(Method::PositionVerlet, (0.0, 0.0), 0.1, 10, |_, _| 32.0);
    assert!((fixed.position - 16.0).abs() < 1e-12);
    // A change from outside starts afresh.
    ball.velocity = 0.0;
    integrator.step(&mut ball, 0.1, by_value(|_, _| 32.0)).unwrap();
    assert!((ball.position - 16.16f64).abs() < 1e-12);
}

#[test]
fn claim_6_4_evaluations_are_counted() {
    for method in Method::ALL {
        let mut motion = Motion::new(1.0, 0.0);
        let mut integrator = Integrator::new(method);
        for _ in 0..10 {
            integrator.step(&mut motion, 0.1, by_value(|x: f64, _| -x)).unwrap();
        }
        assert_eq!(integrator.evaluations(), 10 * u64::from(method.evaluations()), "{method:?}");
    }
}

#[test]
fn phys_41_states_of_every_kind_agree() {
    let mut single = Motion::new(1.0, 0.0);
    let mut many = Motion::new(vec![DVec2::X; 3], vec![DVec2::ZERO; 3]);
    let mut fixed = Motion::new([1.0f32; 4], [0.0; 4]);
    for method in Method::ALL {
        let (mut a, mut b, mut c) =
            (Integrator::new(method), Integrator::new(method), Integrator::new(method));
        for _ in 0..20 {
            a.step(&mut single, 0.05, by_value(|x: f64, _| -x)).unwrap();
            b.step(&mut many, 0.05, |_, p: &Vec<DVec2>, _: &Vec<DVec2>, out: &mut Vec<DVec2>| {
                out.iter_mut().zip(p).for_each(|(out, p)| *out = -*p);
            })
            .unwrap();
            c.step(&mut fixed, 0.05, by_value(|p: [f32; 4], _| p.map(|x| -x))).unwrap();
        }
    }
    assert!(many.position.iter().all(|p| p.x == single.position && p.y == 0.0));
    assert!((f64::from(fixed.position[2]) - single.position).abs() < 1e-4);
}

#[test]
fn steps_do_not_allocate_after_the_first() {
    let mut state = Motion::new(vec![1.0; 100], vec![0.0; 100]);
    let pull = |_: f64, p: &Vec<f64>, _: &Vec<f64>, out: &mut Vec<f64>| {
        out.iter_mut().zip(p).for_each(|(out, p)| *out = -*p);
    };
    for method in Method::ALL {
        let mut integrator = Integrator::new(method);
        integrator.step(&mut state, 0.01, pull).unwrap();
        let counted = allocation_counter::measure(|| {
            for _ in 0..10 {
                integrator.step(&mut state, 0.01, pull).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0, "{method:?}");
    }
    let mut adaptive = Adaptive::new(0.0, state);
    let event = |_: f64, s: &Motion<Vec<f64>>| s.position[0] - 2.0;
    adaptive.advance_until(0.5, motion_rate(pull), event, Crossing::Any).unwrap();
    let counted = allocation_counter::measure(|| {
        adaptive.advance_until(5.0, motion_rate(pull), event, Crossing::Any).unwrap();
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    for method in Method::ALL {
        let mut integrator = Integrator::new(method);
        let mut motion = Motion::new(1.0, 2.0);
        for dt in [f64::NAN, f64::INFINITY] {
            let step = integrator.step(&mut motion, dt, by_value(|_, _| 1.0));
            assert!(matches!(step, Err(PhysicsError::BadStep(_))));
        }
        let step = integrator.step(&mut motion, 0.1, by_value(|_, _| f64::NAN));
        assert_eq!(step, Err(PhysicsError::NotFinite { time: 0.0 }));
        let step = integrator.step(&mut motion, 1e300, by_value(|_, _| 1e300));
        assert_eq!(step, Err(PhysicsError::NotFinite { time: 0.0 }));
        integrator.step(&mut motion, 0.0, by_value(|_, _| 1.0)).unwrap();
        assert_eq!(motion, Motion::new(1.0, 2.0));
        // Back in time.
        integrator.step(&mut motion, 0.1, by_value(|_, _| 0.0)).unwrap();
        integrator.step(&mut motion, -0.1, by_value(|_, _| 0.0)).unwrap();
        assert!((motion.position - 1.0f64).abs() < 1e-12, "{method:?} {motion:?}");
    }
}

#[test]
fn adaptive_bad_input_is_an_error() {
    let mut bad = Adaptive::new(0.0, 1.0).with_tolerance(Tolerance::both(f64::NAN));
    assert_eq!(bad.advance(1.0, |_, y, out| *out = *y), Err(PhysicsError::BadNumber("tolerance")));
    let mut nan = Adaptive::new(0.0, 1.0f64);
    let error = nan.advance(1.0, |_, _, out| *out = f64::NAN);
    assert_eq!(error, Err(PhysicsError::NotFinite { time: 0.0 }));
    assert!(nan.advance(f64::INFINITY, |_, y, out| *out = *y).is_err());
    // y' = y² from 1 reaches infinity at time 1: the method stops before it, with a finite state.
    let mut pole = Adaptive::new(0.0, 1.0f64);
    let error = pole.advance(2.0, |_, y, out| *out = y * y);
    assert!(matches!(
        error,
        Err(PhysicsError::StepTooSmall { .. } | PhysicsError::NotFinite { .. })
    ));
    assert!(pole.state().is_finite() && pole.time() < 1.01, "{}", pole.time());
    // Backwards in time.
    let mut back = Adaptive::new(0.0, 1.0f64).with_tolerance(Tolerance::both(1e-10));
    back.advance(-1.0, |_, y, out| *out = *y).unwrap();
    near(*back.state(), ops::exp64(-1.0), 1e-9);
}
