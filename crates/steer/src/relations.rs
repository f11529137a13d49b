//! Behaviors among agents: hide, step between, keep a place in a formation, queue, dodge each other.

use crate::{Agent, Flockmate, Lookahead, Threat, arrive, nearest_threat, sane::sane};
use motile_geom::{Circle, Vec2, Vec2Ext};

/// The change of velocity towards the nearest spot where an obstacle stands between the agent and a hunter,
/// `distance` pixels behind its rim; `None` when there is no obstacle.
#[must_use]
pub fn hide(
    agent: &Agent,
    hunter: Vec2,
    obstacles: impl IntoIterator<Item = Circle>,
    distance: f32,
    dt: f32,
) -> Option<Vec2> {
    hiding_spot(agent, hunter, obstacles, distance).map(|spot| arrive(agent, spot, dt))
}

/// The spot [`hide`] heads for: the nearest to the agent, the first of equally near ones.
#[must_use]
pub fn hiding_spot(
    agent: &Agent,
    hunter: Vec2,
    obstacles: impl IntoIterator<Item = Circle>,
    distance: f32,
) -> Option<Vec2> {
    let mut best: Option<(f32, Vec2)> = None;
    for circle in obstacles {
        let away = (circle.center - hunter).normalized();
        let spot = circle.center + away * (circle.radius + distance + agent.radius);
        let squared = spot.distance_squared(agent.position);
        if best.is_none_or(|(nearest, _)| squared < nearest) {
            best = Some((squared, spot));
        }
    }
    best.map(|(_, spot)| sane(spot))
}

/// The change of velocity that gets between two moving others: to the middle of where they will be when the
/// agent can be there.
#[must_use]
pub fn interpose(agent: &Agent, a: Flockmate, b: Flockmate, dt: f32) -> Vec2 {
    arrive(agent, between(agent, a, b), dt)
}

/// The place [`interpose`] heads for.
pub(crate) fn between(agent: &Agent, a: Flockmate, b: Flockmate) -> Vec2 {
    let middle = a.position * 0.5 + b.position * 0.5;
    let time = agent.position.distance(middle) / agent.max_speed.max(f32::MIN_POSITIVE);
    let time = if time.is_finite() { time } else { 0.0 };
    let ahead = middle + (a.velocity * 0.5 + b.velocity * 0.5) * time;
    if ahead.is_finite() { ahead } else { sane(middle) }
}

/// The change of velocity that keeps a place relative to a leader: `offset` in the leader's own axes (x ahead,
/// y to its right), met where the leader will be.
#[must_use]
pub fn offset_pursuit(agent: &Agent, leader: &Agent, offset: Vec2, dt: f32) -> Vec2 {
    let slot = leader.to_world(offset);
    let look = Lookahead { exact: true, max_time: 1.0 };
    // A place that moves is met at the leader's velocity, not at rest.
    let moving = Agent { velocity: agent.velocity - leader.velocity, ..*agent };
    let met = look.predict(agent, slot, Vec2::ZERO);
    arrive(&moving, met, dt)
}

/// The change of velocity for waiting in line: brake when somebody slower is ahead within `distance` pixels
/// and half a body to the side; zero otherwise.
#[must_use]
pub fn queue(agent: &Agent, others: impl IntoIterator<Item = Flockmate>, distance: f32) -> Vec2 {
    let Some(next) = ahead_in_line(agent, others, distance) else { return Vec2::ZERO };
    let gap = agent.to_local(next.position).x;
    let speed = next.velocity.dot(agent.heading).max(0.0);
    // Full speed of the one ahead at half the distance, nothing bumper to bumper.
    let body = 2.0 * agent.radius;
    let share = ((gap - body) / (distance - body).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    let wanted = agent.heading * (speed + (agent.max_speed - speed) * share * share);
    let change = wanted - agent.velocity;
    if change.dot(agent.heading) < 0.0 { sane(change) } else { Vec2::ZERO }
}

/// The one [`queue`] waits for.
pub(crate) fn ahead_in_line(
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

/// The change of velocity that dodges the other agent met first within `horizon` seconds (unaligned
/// collision avoidance); `others` carry their radius. Head-on both turn to their right.
#[must_use]
pub fn dodge(
    agent: &Agent,
    others: impl IntoIterator<Item = (Flockmate, f32)>,
    horizon: f32,
) -> Vec2 {
    let threat = first_meeting(agent, others);
    let Some(threat) = threat.filter(|threat| threat.time < horizon) else {
        return Vec2::ZERO;
    };
    let urgency = 1.0 - (threat.time / horizon).clamp(0.0, 1.0);
    let right = agent.heading.perp();
    let lean = threat.normal.dot(right);
    let side = if lean.abs() < 0.05 { right } else { right * lean.signum() };
    let wanted = (agent.heading * (1.0 - urgency) + side + threat.normal * urgency).normalized();
    sane((wanted * agent.max_speed - agent.velocity) * urgency.max(0.2))
}

/// The meeting [`dodge`] gets out of, within its horizon or later.
pub(crate) fn first_meeting(
    agent: &Agent,
    others: impl IntoIterator<Item = (Flockmate, f32)>,
) -> Option<Threat> {
    nearest_threat(
        others.into_iter().map(|(other, radius)| meeting(agent, other, agent.radius + radius)),
    )
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
    fn hiding_puts_the_obstacle_in_between() {
        let agent = Agent::at(0.0, 0.0);
        let circle = Circle::new(vec2(100.0, 0.0), 20.0);
        let spot = hiding_spot(&agent, vec2(300.0, 0.0), [circle], 10.0).unwrap();
        assert_eq!(spot, vec2(100.0 - 20.0 - 10.0 - agent.radius, 0.0));
        assert_eq!(hide(&agent, Vec2::ZERO, [], 10.0, DT), None);
    }

    #[test]
    fn interposing_ends_in_the_middle() {
        let mut agent = Agent::at(0.0, 200.0);
        let [a, b] =
            [-50.0, 150.0].map(|x| Flockmate { position: vec2(x, 0.0), velocity: Vec2::ZERO });
        for _ in 0..300 {
            let wish = interpose(&agent, a, b, DT);
            agent.step(wish, DT);
        }
        assert!(agent.position.distance(vec2(50.0, 0.0)) < 0.5);
    }

    #[test]
    fn a_wingman_keeps_its_place() {
        let mut leader = Agent { velocity: vec2(120.0, 0.0), ..Agent::at(0.0, 0.0) };
        let mut wing = Agent::at(-200.0, 150.0);
        let slot = vec2(-40.0, 30.0);
        for _ in 0..600 {
            let wish = offset_pursuit(&wing, &leader, slot, DT);
            wing.step(wish, DT);
            leader.step(Vec2::ZERO, DT);
        }
        assert!(
            wing.position.distance(leader.to_world(slot)) < 2.5,
            "{}",
            leader.to_local(wing.position)
        );
    }

    #[test]
    fn a_queue_does_not_push() {
        let mut agents: Vec<Agent> = (0..5).map(|i| Agent::at(-60.0 * i as f32, 0.0)).collect();
        for _ in 0..600 {
            let before: Vec<Flockmate> = agents.iter().map(Flockmate::from).collect();
            for (i, agent) in agents.iter_mut().enumerate() {
                let goal = arrive(agent, Vec2::ZERO, DT);
                let others = before.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, n)| *n);
                let wait = queue(agent, others, 60.0);
                agent.step(if wait == Vec2::ZERO { goal } else { wait }, DT);
            }
        }
        for pair in agents.windows(2) {
            let gap = pair[0].position.x - pair[1].position.x;
            assert!(gap > 15.0, "gap {gap}");
        }
    }

    #[test]
    fn two_head_on_pass_each_other() {
        let mut a = Agent { velocity: vec2(100.0, 0.0), ..Agent::at(-200.0, 0.0) };
        let mut b =
            Agent { velocity: vec2(-100.0, 0.0), heading: -Vec2::X, ..Agent::at(200.0, 0.0) };
        for _ in 0..600 {
            let wishes = [(a, b, 1.0), (b, a, -1.0)].map(|(me, other, way)| {
                let dodging = dodge(&me, [(Flockmate::from(&other), other.radius)], 2.0);
                let ahead = vec2(way * 100.0, 0.0) - me.velocity;
                if dodging == Vec2::ZERO { ahead } else { dodging }
            });
            a.step(wishes[0], DT);
            b.step(wishes[1], DT);
            assert!(a.position.distance(b.position) > 15.0, "{} {}", a.position, b.position);
        }
        assert!(a.position.x > 200.0 && b.position.x < -200.0);
    }
}
