//! Towards where a moving target will be, and away from it.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::seek::{away_from, towards};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2};

/// The time in seconds until something starting at `from` with the given speed meets a target that keeps
/// its velocity, or `None` when it never can.
///
/// Solves |Δ + v·t| = speed·t for the smallest t ≥ 0.
#[must_use]
pub fn intercept_time(from: Vec2, speed: f32, target: Vec2, velocity: Vec2) -> Option<f32> {
    let (d, v) = ((target - from).as_dvec2(), velocity.as_dvec2());
    let speed = f64::from(speed.max(0.0));
    let (a, half_b, c) = (v.length_squared() - speed * speed, d.dot(v), d.length_squared());
    if c == 0.0 {
        return Some(0.0);
    }
    let time = if a.abs() <= 1e-12 * speed.max(1.0) * speed.max(1.0) {
        // As fast as the target: the equation is linear.
        -c / (2.0 * half_b)
    } else {
        let root = (half_b * half_b - a * c).sqrt();
        // Written so that neither root loses its digits; NaN when there is no real one.
        let q = -(half_b + root.copysign(half_b));
        let (first, second) = (q / a, c / q);
        match (first > 0.0, second > 0.0) {
            (true, true) => first.min(second),
            (true, false) => first,
            _ => second,
        }
    };
    let time = time as f32;
    (time >= 0.0 && time.is_finite()).then_some(time)
}

/// How [`pursue`] and [`evade`] foresee where the other one will be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "lookahead")]
pub struct Prediction {
    /// Meet the target exactly where both paths cross; otherwise look ahead by distance over own speed.
    pub exact: bool,
    /// Never look further ahead than this, in seconds.
    pub max_time: f32,
}

impl Default for Prediction {
    fn default() -> Self {
        Self { exact: true, max_time: f32::INFINITY }
    }
}

impl Prediction {
    /// Where the target will be when `agent` can be there; where it is now for an agent without speed.
    #[must_use]
    pub fn predict(self, agent: &Agent, target: Vec2, velocity: Vec2) -> Vec2 {
        let distance = agent.position.distance(target);
        let plain = if agent.max_speed > 0.0 { distance / agent.max_speed } else { 0.0 };
        let exact = || intercept_time(agent.position, agent.max_speed, target, velocity);
        let time = if self.exact { exact().unwrap_or(plain) } else { plain };
        let predicted = target + velocity * time.min(self.max_time.max(0.0));
        if predicted.is_finite() { predicted } else { finite_or_zero(target) }
    }
}

/// The steering that heads off a target moving with a velocity (pixels per second).
///
/// Marks: the target, and where it is expected.
#[must_use]
#[doc(alias = "pursuit")]
#[doc(alias = "intercept")]
pub fn pursue(
    mut agent: impl MaybeWatched<Agent>,
    target: Vec2,
    velocity: Vec2,
    prediction: Prediction,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let predicted = prediction.predict(agent, target, velocity);
    mark_predicted(&mut marks, MarkRole::Target, target, predicted);
    with_arrows(&mut marks, agent, towards(agent, predicted))
}

/// The steering that flees the point where a pursuer with a velocity (pixels per second) is about to be.
///
/// Marks: the pursuer, and where it is expected.
#[must_use]
#[doc(alias = "evasion")]
pub fn evade(
    mut agent: impl MaybeWatched<Agent>,
    pursuer: Vec2,
    velocity: Vec2,
    prediction: Prediction,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let predicted = prediction.predict(agent, pursuer, velocity);
    mark_predicted(&mut marks, MarkRole::Threat, pursuer, predicted);
    with_arrows(&mut marks, agent, away_from(agent, predicted))
}

/// Somebody, and where it is expected to be.
pub(crate) fn mark_predicted(marks: &mut impl MarkSink, role: MarkRole, at: Vec2, predicted: Vec2) {
    marks.point(role, at);
    marks.line(MarkRole::Predicted, at, predicted);
    marks.point(MarkRole::Predicted, predicted);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use motile_geom::vec2;

    fn near(a: Vec2, b: Vec2) -> bool {
        (a - b).length() < 1e-3
    }

    #[test]
    fn steer_a19_predicted_points() {
        let agent = classic::agent(400.0, 0.0);
        let target = vec2(200.0, 300.0);
        let classic = |v| classic::PREDICTION.predict(&agent, target, v);
        assert!(near(classic(vec2(15.0, 0.0)), vec2(740.832_7, 300.0)));
        assert!(near(classic(vec2(10.0, 0.0)), vec2(560.555_1, 300.0)));
        let exact = Prediction::default().predict(&agent, target, vec2(10.0, 0.0));
        assert!(near(exact, vec2(525.0, 300.0)), "{exact}");
        let time = intercept_time(agent.position, 10.0, target, vec2(10.0, 0.0)).unwrap();
        assert!((time - 32.5).abs() < 1e-4);
    }

    #[test]
    fn steer_a20_exact_intercepts() {
        let time = |target, velocity| intercept_time(Vec2::ZERO, 10.0, target, velocity);
        let across = time(vec2(100.0, 0.0), vec2(0.0, 5.0)).unwrap();
        assert!((across - 11.547_005).abs() < 1e-4);
        let predict = |target, velocity| {
            Prediction::default().predict(&classic::agent(0.0, 0.0), target, velocity)
        };
        assert!(near(predict(vec2(100.0, 0.0), vec2(0.0, 5.0)), vec2(100.0, 57.735_03)));
        assert!(near(predict(vec2(100.0, 0.0), vec2(-5.0, 0.0)), vec2(66.666_67, 0.0)));
        // Never met: distance over speed, 10 seconds.
        assert!(near(predict(vec2(100.0, 0.0), vec2(20.0, 0.0)), vec2(300.0, 0.0)));
        let head_on = time(vec2(100.0, 0.0), vec2(-5.0, 0.0)).unwrap();
        assert!((head_on - 6.666_667).abs() < 1e-4);
        assert_eq!(time(vec2(100.0, 0.0), vec2(20.0, 0.0)), None);
        assert_eq!(time(vec2(0.0, 100.0), vec2(10.0, 0.0)), None);
        assert_eq!(time(vec2(30.0, 40.0), Vec2::ZERO), Some(5.0));
        assert_eq!(time(Vec2::ZERO, vec2(3.0, 0.0)), Some(0.0));
        assert_eq!(intercept_time(Vec2::ZERO, 0.0, vec2(1.0, 0.0), Vec2::ZERO), None);
    }

    #[test]
    fn steer_a21_m5_pursuer_beats_seeker() {
        let mut target = Agent { velocity: vec2(15.0, 0.0), ..classic::agent(200.0, 300.0) };
        let (mut seeker, mut pursuer) = (classic::agent(400.0, 0.0), classic::agent(400.0, 0.0));
        let (mut within, mut closest) = (None, f32::INFINITY);
        for tick in 1..=400 {
            let force = classic::seek(&seeker, target.position);
            classic::step(&mut seeker, force);
            let steering = classic::pursue(&pursuer, target.position, target.velocity);
            classic::step(&mut pursuer, steering);
            target.step(Vec2::ZERO, 1.0);
            let distance = |a: &Agent| a.position.distance(target.position);
            let (s, p) = (distance(&seeker), distance(&pursuer));
            let expected = match tick {
                10 => Some((262.496, 284.761)),
                40 => Some((98.006, 6.663)),
                400 => Some((96.584, 17.921)),
                _ => None,
            };
            if let Some((es, ep)) = expected {
                assert!((s - es).abs() < 0.05 && (p - ep).abs() < 0.05, "tick {tick}: {s} {p}");
            }
            if p < 20.0 && within.is_none() {
                within = Some(tick);
            }
            if p < closest {
                closest = p;
                assert!(tick <= 41);
            }
        }
        assert_eq!(within, Some(38));
        assert!((closest - 5.905).abs() < 0.01, "{closest}");
    }

    #[test]
    fn steer_a22_evade_flees_the_point_ahead() {
        let agent = classic::agent(400.0, 300.0);
        let (pursuer, velocity) = (vec2(200.0, 200.0), vec2(10.0, 0.0));
        let predicted = classic::PREDICTION.predict(&agent, pursuer, velocity);
        assert!(near(predicted, vec2(423.606_8, 200.0)));
        let steering = evade(&agent, pursuer, velocity, classic::PREDICTION);
        assert!(near(steering, vec2(-2.297_529, 9.732_49)), "{steering}");
        assert!(near(classic::evade(&agent, pursuer, velocity), steering), "the same from rest");
        let moving = Agent { velocity: vec2(0.0, 4.0), ..agent };
        let [printed, right] = [
            classic::evade(&moving, pursuer, velocity),
            evade(&moving, pursuer, velocity, classic::PREDICTION),
        ];
        assert!(near(printed - right, vec2(0.0, 8.0)), "added instead of taken off");
    }
}
