//! Waiting in line.

use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::{Agent, Flockmate};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2, vec2};

/// The steering for waiting in line: brakes when somebody slower is ahead within `distance` pixels and half a body to
/// the side; zero otherwise.
///
/// Marks: the lane ahead that is watched, and who is next in it.
#[must_use]
#[doc(alias = "queuing")]
pub fn queue(
    mut agent: impl MaybeWatched<Agent>,
    others: impl IntoIterator<Item = Flockmate>,
    distance: f32,
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let next = ahead_in_line(agent, others, distance);
    for side in [-2.0, 2.0] {
        let edge = vec2(0.0, side * agent.radius);
        let end = edge + vec2(distance, 0.0);
        marks.line(MarkRole::Feeler, agent.to_world(edge), agent.to_world(end));
    }
    if let Some(next) = next {
        marks.line(MarkRole::Link, agent.position, next.position);
    }
    with_arrows(&mut marks, agent, next.map_or(Vec2::ZERO, |next| brake(agent, next, distance)))
}

fn brake(agent: &Agent, next: Flockmate, distance: f32) -> Vec2 {
    let gap = agent.to_local(next.position).x;
    let speed = next.velocity.dot(agent.heading).max(0.0);
    // Full speed of the one ahead at half the distance, nothing bumper to bumper.
    let body = 2.0 * agent.radius;
    let share = ((gap - body) / (distance - body).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    let wanted = agent.heading * (speed + (agent.max_speed - speed) * share * share);
    let change = wanted - agent.velocity;
    if change.dot(agent.heading) < 0.0 { finite_or_zero(change) } else { Vec2::ZERO }
}

/// The one [`queue`] waits for.
fn ahead_in_line(
    agent: &Agent,
    others: impl IntoIterator<Item = Flockmate>,
    distance: f32,
) -> Option<Flockmate> {
    let (mut gap, mut next) = (distance, None);
    for other in others {
        let local = agent.to_local(other.position);
        let aside = local.y.abs() < 2.0 * agent.radius;
        if local.x > 0.0 && local.x < gap && aside {
            (gap, next) = (local.x, Some(other));
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrive;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn a_queue_does_not_push() {
        let mut agents: Vec<Agent> = (0..5).map(|i| Agent::new(-60.0 * i as f32, 0.0)).collect();
        for _ in 0..600 {
            let before: Vec<Flockmate> = agents.iter().map(Flockmate::from).collect();
            for (i, agent) in agents.iter_mut().enumerate() {
                let goal = arrive(&agent, Vec2::ZERO, DT);
                let others = before.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, n)| *n);
                let wait = queue(&agent, others, 60.0);
                agent.step(if wait == Vec2::ZERO { goal } else { wait }, DT);
            }
        }
        for pair in agents.windows(2) {
            let gap = pair[0].position.x - pair[1].position.x;
            assert!(gap > 15.0, "gap {gap}");
        }
    }
}
