//! A place among others that move: between two of them, or beside a leader.

use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::seek::stop_on;
use crate::{Agent, Flockmate, Prediction};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2};

/// The steering that gets between two moving others: to the middle of where they will be when the agent can be there,
/// in steps of `dt` seconds.
///
/// Marks: the line between the two, and the place headed for.
#[must_use]
pub fn interpose(mut agent: impl MaybeWatched<Agent>, a: Flockmate, b: Flockmate, dt: f32) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let place = between(agent, a, b);
    marks.line(MarkRole::Link, a.position, b.position);
    marks.point(MarkRole::Target, place);
    with_arrows(&mut marks, agent, stop_on(agent, place, dt))
}

/// The place [`interpose`] heads for.
fn between(agent: &Agent, a: Flockmate, b: Flockmate) -> Vec2 {
    let middle = a.position * 0.5 + b.position * 0.5;
    let time = agent.position.distance(middle) / agent.max_speed.max(f32::MIN_POSITIVE);
    let time = if time.is_finite() { time } else { 0.0 };
    let ahead = middle + (a.velocity * 0.5 + b.velocity * 0.5) * time;
    if ahead.is_finite() { ahead } else { finite_or_zero(middle) }
}

/// The steering that keeps a place relative to a leader, in steps of `dt` seconds: `offset` in the leader's own axes (x
/// ahead, y to its right), met where the leader will be.
///
/// Marks: the place in the formation, and its line to the leader.
#[must_use]
#[doc(alias = "formation")]
#[doc(alias = "leader following")]
pub fn offset_pursuit(
    mut agent: impl MaybeWatched<Agent>,
    leader: &Agent,
    offset: Vec2,
    dt: f32,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let slot = leader.to_world(offset);
    marks.line(MarkRole::Link, leader.position, slot);
    marks.circle(MarkRole::Range, slot, agent.radius);
    marks.point(MarkRole::Target, slot);
    let prediction = Prediction { exact: true, max_time: 1.0 };
    // A place that moves is met at the leader's velocity, not at rest.
    let moving = Agent { velocity: agent.velocity - leader.velocity, ..*agent };
    let met = prediction.predict(agent, slot, Vec2::ZERO);
    with_arrows(&mut marks, agent, stop_on(&moving, met, dt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn interposing_ends_in_the_middle() {
        let mut agent = Agent::new(0.0, 200.0);
        let [a, b] =
            [-50.0, 150.0].map(|x| Flockmate { position: vec2(x, 0.0), velocity: Vec2::ZERO });
        for _ in 0..300 {
            let steering = interpose(&agent, a, b, DT);
            agent.step(steering, DT);
        }
        assert!(agent.position.distance(vec2(50.0, 0.0)) < 0.5);
    }

    #[test]
    fn a_wingman_keeps_its_place() {
        let mut leader = Agent { velocity: vec2(120.0, 0.0), ..Agent::new(0.0, 0.0) };
        let mut wing = Agent::new(-200.0, 150.0);
        let slot = vec2(-40.0, 30.0);
        for _ in 0..600 {
            let steering = offset_pursuit(&wing, &leader, slot, DT);
            wing.step(steering, DT);
            leader.step(Vec2::ZERO, DT);
        }
        assert!(
            wing.position.distance(leader.to_world(slot)) < 2.5,
            "{}",
            leader.to_local(wing.position)
        );
    }
}
