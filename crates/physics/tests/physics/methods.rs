//! What all methods have in common: counted evaluations, states of every kind, no allocation, bad input.

use motile_geom::glam::DVec2;
use motile_physics::ode::{Adaptive, Crossing, Integrator, Method, Motion, by_value, motion_rate};

#[test]
fn claim_6_4_evaluations_are_counted() {
    for method in Method::ALL {
        let mut motion = Motion::new(1.0, 0.0);
        let mut integrator = Integrator::new(method);
        for _ in 0..10 {
            integrator.step(&mut motion, 0.1, by_value(|x: f64, _| -x));
        }
        // Leapfrog looks once more where it starts, to predict the velocity in the middle of its first step.
        let start = u64::from(method == Method::Leapfrog);
        let expected = 10 * u64::from(method.evaluations()) + start;
        assert_eq!(integrator.evaluations(), expected, "{method:?}");
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
            a.step(&mut single, 0.05, by_value(|x: f64, _| -x));
            b.step(&mut many, 0.05, |_, p: &Vec<DVec2>, _: &Vec<DVec2>, out: &mut Vec<DVec2>| {
                out.iter_mut().zip(p).for_each(|(out, p)| *out = -*p);
            });
            c.step(&mut fixed, 0.05, by_value(|p: [f32; 4], _| p.map(|x| -x)));
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
        integrator.step(&mut state, 0.01, pull);
        let counted = allocation_counter::measure(|| {
            for _ in 0..10 {
                integrator.step(&mut state, 0.01, pull);
            }
        });
        assert_eq!(counted.count_total, 0, "{method:?}");
    }
    let mut adaptive = Adaptive::new(0.0, state);
    let event = |_: f64, s: &Motion<Vec<f64>>| s.position[0] - 2.0;
    adaptive.integrate_until(0.5, motion_rate(pull), event, Crossing::Any).unwrap();
    let counted = allocation_counter::measure(|| {
        adaptive.integrate_until(5.0, motion_rate(pull), event, Crossing::Any).unwrap();
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn bad_numbers_change_nothing_and_are_counted() {
    for method in Method::ALL {
        let mut integrator = Integrator::new(method);
        let mut motion = Motion::new(1.0, 2.0);
        for dt in [f64::NAN, f64::INFINITY] {
            integrator.step(&mut motion, dt, by_value(|_, _| 1.0));
        }
        integrator.step(&mut motion, 0.1, by_value(|_, _| f64::NAN));
        integrator.step(&mut motion, 1e300, by_value(|_, _| 1e300));
        assert_eq!((integrator.rejected, integrator.time), (4, 0.0), "{method:?}");
        integrator.step(&mut motion, 0.0, by_value(|_, _| 1.0));
        assert_eq!((integrator.rejected, &motion), (4, &Motion::new(1.0, 2.0)));
        // Back in time.
        integrator.step(&mut motion, 0.1, by_value(|_, _| 0.0));
        integrator.step(&mut motion, -0.1, by_value(|_, _| 0.0));
        assert!((motion.position - 1.0f64).abs() < 1e-12, "{method:?} {motion:?}");
    }
}
