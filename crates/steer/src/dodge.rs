//! Out of the way of other agents that move.

use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::{Agent, Flockmate, Threat, nearest_threat};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// The steering that dodges the other agent met first within `horizon` seconds (unaligned collision avoidance);
/// `others` carry their radius. Head-on both turn to their right.
///
/// Marks: how far the agent looks, and where it would touch the other one.
#[must_use]
#[doc(alias = "unaligned collision avoidance")]
pub fn dodge(
    mut agent: impl MaybeWatched<Agent>,
    others: impl IntoIterator<Item = (Flockmate, f32)>,
    horizon: f32,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let meetings =
        others.into_iter().map(|(other, radius)| meeting(agent, other, agent.radius + radius));
    let threat = nearest_threat(meetings).filter(|threat| threat.time < horizon);
    marks.line(MarkRole::Feeler, agent.position, agent.position + agent.velocity * horizon);
    if let Some(threat) = threat {
        let met = agent.position + agent.velocity * threat.time;
        marks.circle(MarkRole::Predicted, met, agent.radius);
        marks.velocity(MarkRole::Threat, met, threat.normal * agent.max_speed);
    }
    with_arrows(
        &mut marks,
        agent,
        threat.map_or(Vec2::ZERO, |threat| step_aside(agent, threat, horizon)),
    )
}

fn step_aside(agent: &Agent, threat: Threat, horizon: f32) -> Vec2 {
    let urgency = 1.0 - (threat.time / horizon).clamp(0.0, 1.0);
    let right = agent.heading.perp();
    let lean = threat.normal.dot(right);
    // Nearly head-on the sign of the lean is noise: both go right, as people on a pavement agree to.
    let side = if lean.abs() < 0.05 { right } else { right * lean.signum() };
    let wanted = (agent.heading * (1.0 - urgency) + side + threat.normal * urgency).normalized();
    finite_or_zero((wanted * agent.max_speed - agent.velocity) * urgency.max(0.2))
}

/// When two moving agents come within `reach` of each other.
fn meeting(agent: &Agent, other: Flockmate, reach: f32) -> Option<Threat> {
    let offset = agent.position - other.position;
    let relative = agent.velocity - other.velocity;
    let outside = offset.length_squared() - reach * reach;
    let normal_at = |at: Vec2| if at == Vec2::ZERO { agent.heading } else { at.normalized() };
    if outside < 0.0 {
        return Some(Threat { time: 0.0, normal: normal_at(offset) });
    }
    let (approach, squared) = (offset.dot(relative), relative.length_squared());
    let discriminant = approach * approach - squared * outside;
    if approach >= 0.0 || discriminant < 0.0 {
        return None;
    }
    let time = (-approach - discriminant.sqrt()) / squared;
    Some(Threat { time, normal: normal_at(offset + relative * time) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn two_head_on_pass_each_other() {
        let mut a = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(-200.0, 0.0) };
        let mut b =
            Agent { velocity: vec2(-100.0, 0.0), heading: -Vec2::X, ..Agent::new(200.0, 0.0) };
        for _ in 0..600 {
            let steering = [(a, b, 1.0), (b, a, -1.0)].map(|(me, other, way)| {
                let dodging = dodge(&me, [(Flockmate::from(&other), other.radius)], 2.0);
                let ahead = vec2(way * 100.0, 0.0) - me.velocity;
                if dodging == Vec2::ZERO { ahead } else { dodging }
            });
            a.step(steering[0], DT);
            b.step(steering[1], DT);
            assert!(a.position.distance(b.position) > 15.0, "{} {}", a.position, b.position);
        }
        assert!(a.position.x > 200.0 && b.position.x < -200.0);
    }
}
