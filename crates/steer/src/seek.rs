//! Towards a point, away from a point, and to a stop on a point.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// The steering towards `target` at full speed. It does not slow down: at the target it overshoots and turns for ever;
/// [`arrive`] stops. On top of the target: none.
///
/// Marks: the target.
#[must_use]
pub fn seek(mut agent: impl MaybeWatched<Agent>, target: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Target, target);
    with_arrows(&mut marks, agent, towards(agent, target))
}

/// Full speed to a point; no steering on top of it.
pub(crate) fn towards(agent: &Agent, target: Vec2) -> Vec2 {
    let offset = target - agent.position;
    // NaN has no direction: nowhere is not to the right.
    if offset == Vec2::ZERO || !offset.is_finite() {
        return Vec2::ZERO;
    }
    finite_or_zero(offset.with_length(agent.max_speed) - agent.velocity)
}

/// The steering away from `threat` at full speed. On top of the threat it runs straight ahead.
///
/// Marks: the threat.
#[must_use]
pub fn flee(mut agent: impl MaybeWatched<Agent>, threat: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Threat, threat);
    with_arrows(&mut marks, agent, away_from(agent, threat))
}

/// Full speed away from a point, straight ahead on top of it.
pub(crate) fn away_from(agent: &Agent, threat: Vec2) -> Vec2 {
    let offset = agent.position - threat;
    if !offset.is_finite() {
        return Vec2::ZERO;
    }
    let away = if offset == Vec2::ZERO { agent.heading } else { offset };
    finite_or_zero(away.with_length(agent.max_speed) - agent.velocity)
}

/// The steering away from `threat` while it is within `panic_radius` pixels, as [`flee`]; zero beyond.
///
/// Marks: the threat, and the circle of panic around it.
#[must_use]
#[doc(alias = "panic distance")]
pub fn flee_within(mut agent: impl MaybeWatched<Agent>, threat: Vec2, panic_radius: f32) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Threat, threat);
    marks.circle(MarkRole::Range, threat, panic_radius);
    let near = agent.position.distance_squared(threat) < panic_radius * panic_radius;
    with_arrows(&mut marks, agent, if near { away_from(agent, threat) } else { Vec2::ZERO })
}

/// The steering that stops exactly on `target` in steps of `dt` seconds.
///
/// The wanted speed is the fastest from which the brakes, `max_force / mass`, stop on the target in whole steps:
/// with `n` steps left, each slower by `a·h` than the one before, it is `d/(n·h) + a·h·(n − 1)/2`. Where the brakes
/// just fit that is `−a·h/2 + √(a²h²/4 + 2·a·d)`; in between it is a little less, so that nothing overshoots, whatever
/// mass, speed, force and step.
///
/// Marks: the target, and the circle inside which an agent at full speed brakes.
#[must_use]
#[doc(alias = "arrival")]
pub fn arrive(mut agent: impl MaybeWatched<Agent>, target: Vec2, dt: f32) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let braking = agent.max_force / agent.mass;
    marks.point(MarkRole::Target, target);
    marks.circle(MarkRole::Range, target, agent.max_speed * agent.max_speed / (2.0 * braking));
    with_arrows(&mut marks, agent, stop_on(agent, target, dt))
}

/// The steering that stops on a point in steps of `dt` seconds.
pub(crate) fn stop_on(agent: &Agent, target: Vec2, dt: f32) -> Vec2 {
    let offset = target - agent.position;
    let distance = offset.length();
    if !offset.is_finite() {
        return Vec2::ZERO;
    }
    if distance == 0.0 || dt.is_nan() || dt <= 0.0 {
        return finite_or_zero(-agent.velocity);
    }
    let speed = agent.max_speed.min(stopping_speed(distance / dt, agent.max_change(dt)));
    finite_or_zero(offset * (speed / distance) - agent.velocity)
}

/// The fastest speed that stops after exactly `distance` when every step takes `change` off it; both per step, in
/// pixels per second. Without brakes none does.
fn stopping_speed(distance: f32, change: f32) -> f32 {
    if change <= 0.0 {
        return 0.0;
    }
    // The fewest steps in which change + 2·change + … + n·change is far enough.
    let steps = ((((1.0 + 8.0 * distance / change).sqrt() - 1.0) * 0.5).ceil()).max(1.0);
    distance / steps + change * (steps - 1.0) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use motile_geom::vec2;

    #[test]
    fn steer_a12_seek_oscillates_for_ever() {
        let mut agent = classic::agent(0.0, 0.0);
        let mut x = vec![0.0];
        for tick in 1..=125 {
            let steering = seek(&agent, vec2(100.0, 0.0));
            agent.step(steering, 1.0);
            x.push(agent.position.x);
            if tick == 25 || tick == 45 {
                assert_eq!(agent.velocity.x, 0.0, "tick {tick}");
            }
        }
        for (tick, expected) in [
            (1, 1.0),
            (2, 3.0),
            (3, 6.0),
            (10, 55.0),
            (14, 95.0),
            (15, 105.0),
            (25, 150.0),
            (45, 50.0),
        ] {
            assert_eq!(x[tick], expected, "tick {tick}");
        }
        assert_eq!(x[85], x[45], "the period is 40 ticks");
        let mut heavy = Agent { mass: 2.0, ..classic::agent(0.0, 0.0) };
        heavy.step(seek(&heavy, vec2(100.0, 0.0)), 1.0);
        assert_eq!(heavy.velocity, vec2(0.5, 0.0));
    }

    #[test]
    fn steer_a13_flee_from_rest() {
        let mut agent = classic::agent(200.0, 200.0);
        let steering = flee(&agent, vec2(0.0, 200.0));
        assert_eq!(steering, vec2(10.0, 0.0));
        agent.step(steering, 1.0);
        assert_eq!((agent.velocity, agent.position), (vec2(1.0, 0.0), vec2(201.0, 200.0)));
    }

    #[test]
    fn steer_a14_flee_classic_and_recommended() {
        let moving = |velocity| Agent { velocity, ..classic::agent(100.0, 0.0) };
        let sideways = moving(vec2(0.0, 10.0));
        assert_eq!(classic::flee(&sideways, Vec2::ZERO), vec2(10.0, 10.0));
        assert_eq!(flee(&sideways, Vec2::ZERO), vec2(10.0, -10.0));
        let away = moving(vec2(10.0, 0.0));
        assert_eq!(classic::flee(&away, Vec2::ZERO), vec2(20.0, 0.0));
        assert_eq!(flee(&away, Vec2::ZERO), Vec2::ZERO);
        assert_eq!(flee_within(&away, Vec2::ZERO, 100.0), Vec2::ZERO);
    }

    #[test]
    fn steer_a15_linear_ramp() {
        let at = |x: f32, v: f32| Agent { velocity: vec2(v, 0.0), ..classic::agent(x, 0.0) };
        assert_eq!(classic::arrive(&at(0.0, 0.0), vec2(50.0, 0.0), 100.0), vec2(5.0, 0.0));
        assert_eq!(classic::arrive(&at(0.0, 5.0), vec2(50.0, 0.0), 100.0), Vec2::ZERO);
        assert_eq!(classic::arrive(&at(0.0, 0.0), vec2(100.0, 0.0), 100.0).x, 10.0);
        assert_eq!(classic::arrive(&at(0.0, 0.0), vec2(100.0001, 0.0), 100.0).x, 10.0);
    }

    #[test]
    fn steer_a16_distances_shrink_by_a_tenth() {
        let mut agent = Agent { velocity: vec2(10.0, 0.0), ..classic::agent(0.0, 0.0) };
        let mut distances = Vec::new();
        for _ in 0..10 {
            let force = classic::arrive(&agent, vec2(100.0, 0.0), 100.0);
            classic::step(&mut agent, force);
            distances.push(100.0 - agent.position.x);
        }
        for (i, expected) in [90.0, 81.0, 72.9, 65.61, 59.049].into_iter().enumerate() {
            assert!((distances[i] - expected).abs() < 1e-3, "{distances:?}");
        }
        assert!((distances[9] - 34.867_844).abs() < 1e-3);
    }

    /// Peak x and the tick from which the agent stays within 0.5 px at under 0.1 px a tick.
    fn approach(mass: f32, step: impl Fn(&mut Agent)) -> (f32, usize, Vec<f32>) {
        let mut agent = Agent { mass, ..classic::agent(0.0, 0.0) };
        let (mut peak, mut settled, mut xs) = (0.0f32, 0, vec![0.0]);
        for tick in 1..=300 {
            step(&mut agent);
            peak = peak.max(agent.position.x);
            xs.push(agent.position.x);
            if (agent.position.x - 300.0).abs() >= 0.5 || agent.speed() >= 0.1 {
                settled = tick + 1;
            }
        }
        (peak, settled, xs)
    }

    #[test]
    fn steer_a17_m6_arrive_settles_and_does_not_overshoot() {
        let goal = vec2(300.0, 0.0);
        let classic = |agent: &mut Agent| {
            let force = classic::arrive(&agent, goal, 100.0);
            classic::step(agent, force);
        };
        let (peak, settled, xs) = approach(1.0, classic);
        assert!(peak <= 300.0 && settled <= 75, "{peak} {settled}");
        for (tick, expected) in [(25, 205.0), (26, 214.5), (27, 223.05)] {
            assert!((xs[tick] - expected).abs() < 1e-3, "{}", xs[tick]);
        }
        assert!((approach(2.0, classic).0 - 304.9976).abs() < 1e-3);
        for (mass, ticks) in [(1.0, 40), (2.0, 50), (3.0, 60), (5.0, 77), (10.0, 109usize)] {
            let (peak, settled, _) = approach(mass, |agent| {
                let steering = arrive(&agent, goal, 1.0);
                agent.step(steering, 1.0);
            });
            assert!(peak <= 300.03, "mass {mass}: {peak}");
            assert!(settled.abs_diff(ticks) <= 1, "mass {mass}: settled at {settled}");
        }
    }

    #[test]
    fn a_point_that_is_not_finite_gives_no_steering() {
        let agent = Agent { velocity: vec2(1.0, 2.0), ..Agent::new(5.0, 5.0) };
        for nowhere in [vec2(f32::NAN, 0.0), vec2(0.0, f32::INFINITY)] {
            assert_eq!(seek(&agent, nowhere), Vec2::ZERO);
            assert_eq!(flee(&agent, nowhere), Vec2::ZERO);
            assert_eq!(arrive(&agent, nowhere, 0.1), Vec2::ZERO);
            assert_eq!(classic::seek(&agent, nowhere), Vec2::ZERO);
            assert_eq!(classic::flee(&agent, nowhere), Vec2::ZERO);
            assert_eq!(classic::arrive(&agent, nowhere, 100.0), Vec2::ZERO);
        }
    }

    #[test]
    fn steer_a18_on_the_target() {
        let agent = Agent { velocity: vec2(1.0, 2.0), ..classic::agent(5.0, 5.0) };
        assert_eq!(seek(&agent, agent.position), Vec2::ZERO);
        assert_eq!(arrive(&agent, agent.position, 1.0), -agent.velocity);
        assert_eq!(classic::arrive(&agent, agent.position, 0.0), -agent.velocity);
        assert!(flee(&agent, agent.position).is_finite());
        // As printed, nowhere is to the right.
        assert_eq!(classic::seek(&agent, agent.position), vec2(9.0, -2.0));
        assert_eq!(classic::flee(&agent, agent.position), vec2(-9.0, 2.0));
    }
}
