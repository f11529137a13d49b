//! Staying inside a world.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{Aabb, MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext, vec2};

/// The steering that keeps an agent inside a world: turns back when it would come within `margin` pixels of the border in
/// `ahead` seconds; zero otherwise.
///
/// Marks: where the agent will be, and the border it keeps to.
#[must_use]
#[doc(alias = "containment")]
pub fn contain(mut agent: impl MaybeWatched<Agent>, world: Aabb, margin: f32, ahead: f32) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let safe = world.grown(-(margin + agent.radius));
    let future = agent.position + agent.velocity * ahead;
    marks.line(MarkRole::Feeler, agent.position, future);
    if !safe.is_empty() {
        marks.aabb(MarkRole::Range, safe);
    }
    with_arrows(&mut marks, agent, turn_back(agent, world, safe, future))
}

fn turn_back(agent: &Agent, world: Aabb, safe: Aabb, future: Vec2) -> Vec2 {
    if safe.is_empty() || !future.is_finite() {
        let home = world.center() - agent.position;
        let lost = home == Vec2::ZERO || !home.is_finite();
        let back = home.with_length(agent.max_speed) - agent.velocity;
        return if lost { Vec2::ZERO } else { finite_or_zero(back) };
    }
    let back = future.clamp(safe.min, safe.max) - future;
    if back == Vec2::ZERO {
        return Vec2::ZERO;
    }
    // Keep the motion along the border, replace the motion across it.
    let inward = vec2(sign(back.x), sign(back.y));
    let wanted = vec2(
        if inward.x == 0.0 { agent.velocity.x } else { inward.x * agent.max_speed },
        if inward.y == 0.0 { agent.velocity.y } else { inward.y * agent.max_speed },
    );
    finite_or_zero(wanted.truncate(agent.max_speed) - agent.velocity)
}

fn sign(x: f32) -> f32 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn contained_agents_stay_inside() {
        let world = Aabb::new(Vec2::ZERO, vec2(400.0, 300.0));
        let mut agent = Agent { velocity: vec2(200.0, 130.0), ..Agent::new(200.0, 150.0) };
        for _ in 0..2000 {
            let back = contain(&agent, world, 10.0, 0.4);
            let ahead = agent.heading * agent.max_speed - agent.velocity;
            agent.step(if back == Vec2::ZERO { ahead } else { back }, DT);
            assert!(world.contains(agent.position), "{}", agent.position);
        }
        assert!(agent.speed() > 50.0);
        assert!(contain(&agent, Aabb::EMPTY, 10.0, 0.4).is_finite());
        let outside = Agent::new(-100.0, 150.0);
        assert!(contain(&outside, world, 10.0, 0.4).x > 0.0);
    }
}
