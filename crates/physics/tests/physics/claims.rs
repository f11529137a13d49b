//! The measured claims of spec 06 that are numbers; those that are times are rows of the bench.

use crate::common::{STAGE, TRIANGLE, classic64, digits, integrate, near, worst_strain};
use motile_geom::{glam::DVec2, ops};
use motile_physics::classic::ClassicWorld;
use motile_physics::ode::{Adaptive, Crossing, Method, Motion, by_value, motion_rate};

#[test]
fn claim_6_1_and_6_2_steps_of_a_second() {
    let heights =
        |method| [1, 2, 3].map(|n| integrate(method, (50.0, 30.0), 1.0, n, |_, _| -32.0).position);
    let exact = [64.0, 46.0, -4.0];
    let euler = heights(Method::ExplicitEuler);
    assert_eq!(euler, [80.0, 78.0, 44.0]);
    for (n, (found, exact)) in (1..).zip(euler.iter().zip(exact)) {
        assert_eq!(found - exact, 16.0 * f64::from(n));
    }
    for method in [Method::Heun, Method::RungeKutta4] {
        for (y, exact) in heights(method).into_iter().zip(exact) {
            near(y, exact, 1e-12);
        }
    }
}

#[test]
fn claim_6_3_and_6_4_at_equal_cost() {
    for (method, n, error, count) in [
        (Method::ExplicitEuler, 40, 1.26e-2, 3),
        (Method::Heun, 20, 4.17e-4, 3),
        (Method::RungeKutta4, 10, 8.33e-7, 3),
    ] {
        assert_eq!(n * method.evaluations(), 40);
        let end = integrate(method, (1.0, 0.0), 1.0 / f64::from(n), n, |x, _| -x);
        let off = (end.position - ops::cos64(1.0), end.velocity + ops::sin64(1.0));
        digits(ops::hypot64(off.0, off.1), error, count);
    }
}

#[test]
fn claim_6_5_and_6_6_falls_by_frame_rate() {
    // 100 px/ft, one second.
    let fall = |method, n: u32| {
        integrate(method, (0.0, 0.0), 1.0 / f64::from(n), n, |_, _| 3200.0).position
    };
    for (n, euler) in [(10, 1440.0), (24, 1533.3), (60, 1573.3), (100, 1584.0)] {
        digits(fall(Method::ExplicitEuler, n), euler, 5);
        near(fall(Method::Heun, n), 1600.0, 1e-12);
    }
    digits((1600.0 - fall(Method::ExplicitEuler, 24)) / 16.0, 4.17, 3);
}

#[test]
fn claim_6_7_springs_that_blow_up() {
    let after = |method, n| {
        let end = integrate(method, (1.0, 0.0), 0.5, n, |x, _| -x);
        end.position * end.position + end.velocity * end.velocity
    };
    // Amplitude above 10¹² in step 250, and in none before.
    let far =
        |n| integrate(Method::ExplicitEuler, (1.0, 0.0), 0.5, n, |x, _| -x).position.abs() > 1e12;
    assert!(far(250) && !(1..250).any(far));
    digits(after(Method::Heun, 1000), 5.4e6, 2);
    assert!(after(Method::RungeKutta4, 1000) < 1.0);
}

#[test]
fn claim_6_9_a_square_root_instead_of_angles() {
    // The rule against the one by atan2, cos and sin.
    for i in 0..200 {
        let b = DVec2::new(f64::from(i) * 0.37 - 40.0, 60.0 - f64::from(i) * 0.21);
        let mut world = motile_physics::world::World64::classic();
        world.gravity = DVec2::ZERO;
        for at in [DVec2::new(3.0, 3.0), b] {
            world.add_point(motile_physics::world::Point64::new(at.x, at.y));
        }
        world.add_stick(0, 1, Some(10.0)).unwrap();
        world.step_frame(None);
        let offset = b - DVec2::new(3.0, 3.0);
        let angle = ops::atan2_64(offset.y, offset.x);
        let push =
            DVec2::new(ops::cos64(angle), ops::sin64(angle)) * (10.0 - offset.length()) / 2.0;
        assert!(world.points[1].position.distance(b + push) < 1e-12);
    }
}

#[test]
fn claim_6_10_stretch_by_passes() {
    // WEAK-6-12: the triangle's greatest stretch.
    for (passes, percent, count) in [(1, 10.2, 3), (5, 0.86, 2), (20, 0.001, 1)] {
        let mut world = classic64(TRIANGLE);
        world.passes = passes;
        let worst = (0..300).fold(0.0f64, |worst, _| {
            world.step_frame(Some(STAGE));
            worst.max(worst_strain(&world))
        });
        digits(worst * 100.0, percent, count);
    }
}

#[test]
fn claim_6_12_impact_times_by_scale() {
    for (scale, time, count) in [(1.0, 5.7554, 5), (10.0, 1.8200, 5), (100.0, 0.5755, 4)] {
        let mut ball = Adaptive::new(0.0, Motion::new(530.0, 0.0));
        let fall = motion_rate(by_value(move |_: f64, _| -32.0 * scale));
        let hit = ball.integrate_until(9.0, fall, |_, b| b.position, Crossing::Falling).unwrap();
        digits(hit.unwrap(), time, count);
    }
}
