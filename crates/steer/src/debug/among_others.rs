//! Marks of the behaviors among other agents: relations and the rules of a flock.

use super::{DebugMarks, MarkRole};
use crate::relations::{ahead_in_line, between, first_meeting};
use crate::{
    Agent, FlockRules, Flockmate, alignment, cohesion, dodge, hide, hiding_spot, interpose,
    offset_pursuit, queue, separation,
};
use motile_geom::{Circle, Vec2};

impl DebugMarks {
    /// [`hide`]: the spot behind every obstacle, the lines along which the hunter looks, and the spot chosen.
    pub fn hide(
        &mut self,
        agent: &Agent,
        hunter: Vec2,
        obstacles: impl IntoIterator<Item = Circle> + Clone,
        distance: f32,
        dt: f32,
    ) -> Option<Vec2> {
        self.point(MarkRole::Threat, hunter);
        for circle in obstacles.clone() {
            if let Some(spot) = hiding_spot(agent, hunter, [circle], distance) {
                self.line(MarkRole::Threat, hunter, spot);
                self.point(MarkRole::Predicted, spot);
            }
        }
        if let Some(spot) = hiding_spot(agent, hunter, obstacles.clone(), distance) {
            self.point(MarkRole::Target, spot);
        }
        let wish = hide(agent, hunter, obstacles, distance, dt)?;
        Some(self.wish(agent, wish))
    }

    /// [`interpose`]: the line between the two, and the place headed for.
    pub fn interpose(&mut self, agent: &Agent, a: Flockmate, b: Flockmate, dt: f32) -> Vec2 {
        self.line(MarkRole::Link, a.position, b.position);
        self.point(MarkRole::Target, between(agent, a, b));
        self.wish(agent, interpose(agent, a, b, dt))
    }

    /// [`offset_pursuit`]: the place in the formation and its line to the leader.
    pub fn offset_pursuit(&mut self, agent: &Agent, leader: &Agent, offset: Vec2, dt: f32) -> Vec2 {
        let slot = leader.to_world(offset);
        self.line(MarkRole::Link, leader.position, slot);
        self.circle(MarkRole::Range, slot, agent.radius);
        self.point(MarkRole::Target, slot);
        self.wish(agent, offset_pursuit(agent, leader, offset, dt))
    }

    /// [`queue`]: the lane ahead that is watched, and who is next in it.
    pub fn queue(
        &mut self,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate> + Clone,
        distance: f32,
    ) -> Vec2 {
        for side in [-2.0, 2.0] {
            let edge = Vec2::new(0.0, side * agent.radius);
            let end = edge + Vec2::new(distance, 0.0);
            self.line(MarkRole::Feeler, agent.to_world(edge), agent.to_world(end));
        }
        if let Some(next) = ahead_in_line(agent, others.clone(), distance) {
            self.line(MarkRole::Link, agent.position, next.position);
        }
        self.wish(agent, queue(agent, others, distance))
    }

    /// [`dodge`]: how far the agent looks, and where it would touch the other one.
    pub fn dodge(
        &mut self,
        agent: &Agent,
        others: impl IntoIterator<Item = (Flockmate, f32)> + Clone,
        horizon: f32,
    ) -> Vec2 {
        self.line(MarkRole::Feeler, agent.position, agent.position + agent.velocity * horizon);
        let first = first_meeting(agent, others.clone()).filter(|threat| threat.time < horizon);
        if let Some(threat) = first {
            let meeting = agent.position + agent.velocity * threat.time;
            self.circle(MarkRole::Predicted, meeting, agent.radius);
            self.arrow(MarkRole::Threat, meeting, threat.normal * (agent.max_speed * self.seconds));
        }
        self.wish(agent, dodge(agent, others, horizon))
    }

    /// [`separation`]: the distance to keep, and links to all that are closer.
    pub fn separation(
        &mut self,
        agent: &Agent,
        neighbors: impl IntoIterator<Item = Flockmate> + Clone,
        distance: f32,
    ) -> Vec2 {
        self.circle(MarkRole::Range, agent.position, distance);
        let close = |other: &Flockmate| agent.position.distance(other.position) < distance;
        neighbors.clone().into_iter().filter(close).for_each(|other| self.link(agent, other));
        self.wish(agent, separation(agent, neighbors, distance))
    }

    /// [`alignment`]: links to the neighbors and their velocities.
    pub fn alignment(
        &mut self,
        agent: &Agent,
        neighbors: impl IntoIterator<Item = Flockmate> + Clone,
    ) -> Vec2 {
        for neighbor in neighbors.clone() {
            self.link(agent, neighbor);
            self.arrow(MarkRole::Way, neighbor.position, neighbor.velocity * self.seconds);
        }
        self.wish(agent, alignment(agent, neighbors))
    }

    /// [`cohesion`]: links to the neighbors and their middle.
    pub fn cohesion(
        &mut self,
        agent: &Agent,
        neighbors: impl IntoIterator<Item = Flockmate> + Clone,
    ) -> Vec2 {
        let mut middle = Middle::default();
        for neighbor in neighbors.clone() {
            self.link(agent, neighbor);
            middle.add(neighbor);
        }
        self.point(MarkRole::Target, middle.place());
        self.wish(agent, cohesion(agent, neighbors))
    }

    /// [`FlockRules::steer`]: the sight, links to all in it, and their middle.
    pub fn flock_rules(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate> + Clone,
    ) -> Vec2 {
        self.flocking(rules, agent, others, FlockRules::steer)
    }

    /// [`FlockRules::steer_plain`]: the same marks.
    pub fn flock_rules_plain(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate> + Clone,
    ) -> Vec2 {
        self.flocking(rules, agent, others, FlockRules::steer_plain)
    }

    /// [`FlockRules::steer_classic`]: the same marks.
    pub fn flock_rules_classic(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate> + Clone,
    ) -> Vec2 {
        self.flocking(rules, agent, others, FlockRules::steer_classic)
    }

    fn flocking<I: IntoIterator<Item = Flockmate> + Clone>(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: I,
        steer: impl FnOnce(&FlockRules, &Agent, I) -> Vec2,
    ) -> Vec2 {
        self.neighborhood(rules, agent.position, agent.facing());
        let mut middle = Middle::default();
        rules.sight.for_each_seen(agent, others.clone(), |other, _| {
            self.link(agent, other);
            middle.add(other);
        });
        self.point(MarkRole::Target, middle.place());
        self.wish(agent, steer(rules, agent, others))
    }

    /// How far the rules of a flock look from a place.
    pub(super) fn neighborhood(&mut self, rules: &FlockRules, eye: Vec2, heading: Vec2) {
        self.sight(&rules.sight, eye, heading);
        self.circle(MarkRole::Range, eye, rules.too_close);
    }

    fn link(&mut self, agent: &Agent, other: Flockmate) {
        self.line(MarkRole::Link, agent.position, other.position);
    }
}

/// The middle of others, one after the other.
#[derive(Default)]
struct Middle {
    sum: Vec2,
    count: f32,
}

impl Middle {
    fn add(&mut self, other: Flockmate) {
        self.sum += other.position;
        self.count += 1.0;
    }

    /// Of nobody it is not finite, and leaves no mark.
    fn place(self) -> Vec2 {
        self.sum / self.count
    }
}
