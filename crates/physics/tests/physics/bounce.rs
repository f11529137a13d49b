//! Bounces: CHECK-6-18 and CHECK-6-19, WEAK-6-5.

use crate::common::{STEP, at, near, world};
use motile_geom::vec2;
use motile_physics::ode::{Adaptive, Crossing, Integrator, Method, Motion, by_value, motion_rate};
use motile_physics::world::{Collider, Material, Point, World};

#[test]
fn check_6_18_bounces_by_event_location() {
    // 100 px/ft, a drop of 530 px, restitution 0.6.
    let mut ball = Adaptive::new(0.0, Motion::new(530.0, 0.0));
    let mut impacts = Vec::new();
    for frame in 1..=60 {
        let end = f64::from(frame) / 60.0;
        let fall = || motion_rate(by_value(|_: f64, _| -3200.0));
        while let Some(time) =
            ball.integrate_until(end, fall(), |_, b| b.position, Crossing::Falling).unwrap()
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
            integrator.step(&mut ball, 1.0 / 60.0, by_value(|_, _| 3200.0));
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
fn weak_6_5_bounces_give_back_their_share() {
    let mut world = world!(World::default(); gravity = vec2(0.0, 3200.0), rest_speed = 1.0);
    world.colliders.push(Collider::floor(580.0).with_surface(Material::new(0.6, 0.0)));
    let ball = world.add_point(Point::new(0.0, 50.0));
    let (mut hit, mut top) = (false, f32::MAX);
    for _ in 0..60 {
        let before = world.velocity(ball).unwrap().y;
        world.step(STEP);
        hit |= world.velocity(ball).unwrap().y < before;
        if hit {
            top = top.min(at(&world, ball).y);
        }
    }
    assert!((580.0 - top - 190.8).abs() < 4.0, "{}", 580.0 - top);
}
