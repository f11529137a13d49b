//! Marks of the behaviors that know one point: seek, flee, arrive, pursue, evade, wander.

use super::{DebugMarks, MarkRole};
use crate::{
    Agent, Lookahead, Wander, arrive, arrive_classic, evade, evade_classic, flee, flee_classic,
    flee_within, pursue, pursue_classic, seek, seek_classic,
};
use motile_geom::{Rng, Vec2};

impl DebugMarks {
    /// [`seek`]: the target.
    pub fn seek(&mut self, agent: &Agent, target: Vec2) -> Vec2 {
        self.point(MarkRole::Target, target);
        self.wish(agent, seek(agent, target))
    }

    /// [`seek_classic`]: the target.
    pub fn seek_classic(&mut self, agent: &Agent, target: Vec2) -> Vec2 {
        self.point(MarkRole::Target, target);
        self.wish(agent, seek_classic(agent, target))
    }

    /// [`flee`]: the threat.
    pub fn flee(&mut self, agent: &Agent, threat: Vec2) -> Vec2 {
        self.point(MarkRole::Threat, threat);
        self.wish(agent, flee(agent, threat))
    }

    /// [`flee_classic`]: the threat.
    pub fn flee_classic(&mut self, agent: &Agent, threat: Vec2) -> Vec2 {
        self.point(MarkRole::Threat, threat);
        self.wish(agent, flee_classic(agent, threat))
    }

    /// [`flee_within`]: the threat and the circle of panic around it.
    pub fn flee_within(&mut self, agent: &Agent, threat: Vec2, panic_radius: f32) -> Vec2 {
        self.point(MarkRole::Threat, threat);
        self.circle(MarkRole::Range, threat, panic_radius);
        self.wish(agent, flee_within(agent, threat, panic_radius))
    }

    /// [`arrive`]: the target and the circle inside which a full-speed agent brakes.
    pub fn arrive(&mut self, agent: &Agent, target: Vec2, dt: f32) -> Vec2 {
        let braking = agent.max_force / agent.mass;
        let way = agent.max_speed * agent.max_speed / (2.0 * braking);
        self.point(MarkRole::Target, target);
        self.circle(MarkRole::Range, target, way);
        self.wish(agent, arrive(agent, target, dt))
    }

    /// [`arrive_classic`]: the target and the circle of the ramp.
    pub fn arrive_classic(&mut self, agent: &Agent, target: Vec2, slowing_radius: f32) -> Vec2 {
        self.point(MarkRole::Target, target);
        self.circle(MarkRole::Range, target, slowing_radius);
        self.wish(agent, arrive_classic(agent, target, slowing_radius))
    }

    /// [`pursue`]: the target, and where it is expected.
    pub fn pursue(
        &mut self,
        agent: &Agent,
        target: Vec2,
        velocity: Vec2,
        lookahead: Lookahead,
    ) -> Vec2 {
        self.point(MarkRole::Target, target);
        self.expected(agent, target, velocity, lookahead);
        self.wish(agent, pursue(agent, target, velocity, lookahead))
    }

    /// [`evade`]: the pursuer, and where it is expected.
    pub fn evade(
        &mut self,
        agent: &Agent,
        pursuer: Vec2,
        velocity: Vec2,
        lookahead: Lookahead,
    ) -> Vec2 {
        self.point(MarkRole::Threat, pursuer);
        self.expected(agent, pursuer, velocity, lookahead);
        self.wish(agent, evade(agent, pursuer, velocity, lookahead))
    }

    /// [`pursue_classic`]: the target, and where it is expected.
    pub fn pursue_classic(&mut self, agent: &Agent, target: Vec2, velocity: Vec2) -> Vec2 {
        self.point(MarkRole::Target, target);
        self.expected(agent, target, velocity, Lookahead::CLASSIC);
        self.wish(agent, pursue_classic(agent, target, velocity))
    }

    /// [`evade_classic`]: the pursuer, and where it is expected.
    pub fn evade_classic(&mut self, agent: &Agent, pursuer: Vec2, velocity: Vec2) -> Vec2 {
        self.point(MarkRole::Threat, pursuer);
        self.expected(agent, pursuer, velocity, Lookahead::CLASSIC);
        self.wish(agent, evade_classic(agent, pursuer, velocity))
    }

    fn expected(&mut self, agent: &Agent, from: Vec2, velocity: Vec2, lookahead: Lookahead) {
        let predicted = lookahead.predict(agent, from, velocity);
        self.line(MarkRole::Predicted, from, predicted);
        self.point(MarkRole::Predicted, predicted);
    }

    /// [`Wander::steer`]: the circle ahead, and the point on its rim that leads.
    pub fn wander(&mut self, wander: &mut Wander, agent: &Agent, rng: &mut Rng, dt: f32) -> Vec2 {
        self.wander_circle(wander, agent);
        self.wish(agent, wander.steer(agent, rng, dt))
    }

    /// [`Wander::steer_classic`]: the same marks.
    pub fn wander_classic(&mut self, wander: &mut Wander, agent: &Agent, rng: &mut Rng) -> Vec2 {
        self.wander_circle(wander, agent);
        self.wish(agent, wander.steer_classic(agent, rng))
    }

    fn wander_circle(&mut self, wander: &Wander, agent: &Agent) {
        let center = agent.position + agent.heading * (wander.distance * self.seconds);
        self.line(MarkRole::Feeler, agent.position, center);
        self.circle(MarkRole::Range, center, wander.radius * self.seconds);
        self.point(MarkRole::Target, agent.position + wander.point(agent) * self.seconds);
    }
}
