//! Towards a point, away from a point, and to a stop on a point.

use crate::{Agent, sane::sane};
use motile_geom::{Vec2, Vec2Ext};

/// The change of velocity that heads for `target` at full speed (STEER-15). It does not slow down: at the
/// target it overshoots and turns for ever; [`arrive`] stops. On top of the target: none.
#[must_use]
pub fn seek(agent: &Agent, target: Vec2) -> Vec2 {
    let offset = target - agent.position;
    if offset == Vec2::ZERO {
        return Vec2::ZERO;
    }
    sane(offset.with_length(agent.max_speed) - agent.velocity)
}

/// Seek as printed: the same, except that on top of the target it pushes to the right (STEER-W1).
#[must_use]
pub fn seek_classic(agent: &Agent, target: Vec2) -> Vec2 {
    sane((target - agent.position).with_length(agent.max_speed) - agent.velocity)
}

/// The change of velocity that heads away from `threat` at full speed (STEER-16). On top of the threat it
/// runs straight ahead.
#[must_use]
pub fn flee(agent: &Agent, threat: Vec2) -> Vec2 {
    let offset = agent.position - threat;
    let away = if offset == Vec2::ZERO { agent.heading } else { offset };
    sane(away.with_length(agent.max_speed) - agent.velocity)
}

/// [`flee`] while the threat is within `panic_radius` pixels, nothing beyond.
#[must_use]
pub fn flee_within(agent: &Agent, threat: Vec2, panic_radius: f32) -> Vec2 {
    let near = agent.position.distance_squared(threat) < panic_radius * panic_radius;
    if near { flee(agent, threat) } else { Vec2::ZERO }
}

/// Flee as printed: the negated seek, so the velocity is added instead of taken off (STEER-W4).
#[must_use]
pub fn flee_classic(agent: &Agent, threat: Vec2) -> Vec2 {
    sane(agent.velocity - (threat - agent.position).with_length(agent.max_speed))
}

/// The change of velocity that stops exactly on `target` in steps of `dt` seconds.
///
/// The wanted speed is the fastest from which the brakes, `max_force / mass`, stop on the target in whole steps:
/// with `n` steps left, each slower by `a·h` than the one before, it is `d/(n·h) + a·h·(n − 1)/2`. Where the brakes
/// just fit that is `−a·h/2 + √(a²h²/4 + 2·a·d)` (STEER-W13); in between it is a little less, so that nothing
/// overshoots, whatever mass, speed, force and step.
#[must_use]
pub fn arrive(agent: &Agent, target: Vec2, dt: f32) -> Vec2 {
    let offset = target - agent.position;
    let distance = offset.length();
    if distance == 0.0 || dt.is_nan() || dt <= 0.0 {
        return sane(-agent.velocity);
    }
    let speed = agent.max_speed.min(stopping_speed(distance / dt, agent.max_change(dt)));
    sane(offset * (speed / distance) - agent.velocity)
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

/// Arrive as printed: the speed falls linearly inside `slowing_radius` pixels, 100 in the classics
/// (STEER-17). Soft, but it overshoots when the force cannot follow the ramp.
#[must_use]
pub fn arrive_classic(agent: &Agent, target: Vec2, slowing_radius: f32) -> Vec2 {
    let offset = target - agent.position;
    let distance = offset.length();
    let share = if slowing_radius > 0.0 { (distance / slowing_radius).min(1.0) } else { 1.0 };
    let desired =
        if distance > 0.0 { offset * (agent.max_speed * share / distance) } else { Vec2::ZERO };
    sane(desired - agent.velocity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn steer_a12_seek_oscillates_for_ever() {
        let mut agent = Agent::classic(0.0, 0.0);
        let mut x = vec![0.0];
        for tick in 1..=125 {
            let wish = seek(&agent, vec2(100.0, 0.0));
            agent.step(wish, 1.0);
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
        let mut heavy = Agent { mass: 2.0, ..Agent::classic(0.0, 0.0) };
        heavy.step(seek(&heavy, vec2(100.0, 0.0)), 1.0);
        assert_eq!(heavy.velocity, vec2(0.5, 0.0));
    }

    #[test]
    fn steer_a13_flee_from_rest() {
        let mut agent = Agent::classic(200.0, 200.0);
        let wish = flee(&agent, vec2(0.0, 200.0));
        assert_eq!(wish, vec2(10.0, 0.0));
        agent.step(wish, 1.0);
        assert_eq!((agent.velocity, agent.position), (vec2(1.0, 0.0), vec2(201.0, 200.0)));
    }

    #[test]
    fn steer_a14_flee_classic_and_recommended() {
        let moving = |velocity| Agent { velocity, ..Agent::classic(100.0, 0.0) };
        let sideways = moving(vec2(0.0, 10.0));
        assert_eq!(flee_classic(&sideways, Vec2::ZERO), vec2(10.0, 10.0));
        assert_eq!(flee(&sideways, Vec2::ZERO), vec2(10.0, -10.0));
        let away = moving(vec2(10.0, 0.0));
        assert_eq!(flee_classic(&away, Vec2::ZERO), vec2(20.0, 0.0));
        assert_eq!(flee(&away, Vec2::ZERO), Vec2::ZERO);
        assert_eq!(flee_within(&away, Vec2::ZERO, 100.0), Vec2::ZERO);
    }

    #[test]
    fn steer_a15_linear_ramp() {
        let at = |x: f32, v: f32| Agent { velocity: vec2(v, 0.0), ..Agent::classic(x, 0.0) };
        assert_eq!(arrive_classic(&at(0.0, 0.0), vec2(50.0, 0.0), 100.0), vec2(5.0, 0.0));
        assert_eq!(arrive_classic(&at(0.0, 5.0), vec2(50.0, 0.0), 100.0), Vec2::ZERO);
        assert_eq!(arrive_classic(&at(0.0, 0.0), vec2(100.0, 0.0), 100.0).x, 10.0);
        assert_eq!(arrive_classic(&at(0.0, 0.0), vec2(100.0001, 0.0), 100.0).x, 10.0);
    }

    #[test]
    fn steer_a16_distances_shrink_by_a_tenth() {
        let mut agent = Agent { velocity: vec2(10.0, 0.0), ..Agent::classic(0.0, 0.0) };
        let mut distances = Vec::new();
        for _ in 0..10 {
            agent.step_classic(arrive_classic(&agent, vec2(100.0, 0.0), 100.0));
            distances.push(100.0 - agent.position.x);
        }
        for (i, expected) in [90.0, 81.0, 72.9, 65.61, 59.049].into_iter().enumerate() {
            assert!((distances[i] - expected).abs() < 1e-3, "{distances:?}");
        }
        assert!((distances[9] - 34.867_844).abs() < 1e-3);
    }

    /// Peak x and the tick from which the agent stays within 0.5 px at under 0.1 px a tick.
    fn approach(mass: f32, step: impl Fn(&mut Agent)) -> (f32, usize, Vec<f32>) {
        let mut agent = Agent { mass, ..Agent::classic(0.0, 0.0) };
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
        let classic = |agent: &mut Agent| agent.step_classic(arrive_classic(agent, goal, 100.0));
        let (peak, settled, xs) = approach(1.0, classic);
        assert!(peak <= 300.0 && settled <= 75, "{peak} {settled}");
        for (tick, expected) in [(25, 205.0), (26, 214.5), (27, 223.05)] {
            assert!((xs[tick] - expected).abs() < 1e-3, "{}", xs[tick]);
        }
        assert!((approach(2.0, classic).0 - 304.9976).abs() < 1e-3);
        for (mass, ticks) in [(1.0, 40), (2.0, 50), (3.0, 60), (5.0, 77), (10.0, 109usize)] {
            let (peak, settled, _) = approach(mass, |agent| {
                let wish = arrive(agent, goal, 1.0);
                agent.step(wish, 1.0);
            });
            assert!(peak <= 300.03, "mass {mass}: {peak}");
            assert!(settled.abs_diff(ticks) <= 1, "mass {mass}: settled at {settled}");
        }
    }

    #[test]
    fn steer_a18_on_the_target() {
        let agent = Agent { velocity: vec2(1.0, 2.0), ..Agent::classic(5.0, 5.0) };
        assert_eq!(seek(&agent, agent.position), Vec2::ZERO);
        assert_eq!(arrive(&agent, agent.position, 1.0), -agent.velocity);
        assert_eq!(arrive_classic(&agent, agent.position, 0.0), -agent.velocity);
        assert!(flee(&agent, agent.position).is_finite());
        // As printed, nowhere is to the right.
        assert_eq!(seek_classic(&agent, agent.position), vec2(9.0, -2.0));
        assert_eq!(flee_classic(&agent, agent.position), vec2(-9.0, 2.0));
    }
}
