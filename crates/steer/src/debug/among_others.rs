//! Marks of the behaviors among other agents: relations, flocks and crowds.

use super::{DebugMarks, MarkRole};
use crate::relations::{ahead_in_line, between, first_meeting};
use crate::{
    Agent, Body, Crowd, Flock, FlockRules, HalfPlane, Neighbor, Sight, alignment, cohesion, dodge,
    hide, hiding_spot, interpose, offset_pursuit, queue, separation, toroidal_offset,
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
    pub fn interpose(&mut self, agent: &Agent, a: Neighbor, b: Neighbor, dt: f32) -> Vec2 {
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
        others: impl IntoIterator<Item = Neighbor> + Clone,
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
        others: impl IntoIterator<Item = (Neighbor, f32)> + Clone,
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
        neighbors: impl IntoIterator<Item = Neighbor> + Clone,
        distance: f32,
    ) -> Vec2 {
        self.circle(MarkRole::Range, agent.position, distance);
        for neighbor in neighbors.clone() {
            if agent.position.distance(neighbor.position) < distance {
                self.line(MarkRole::Link, agent.position, neighbor.position);
            }
        }
        self.wish(agent, separation(agent, neighbors, distance))
    }

    /// [`alignment`]: links to the neighbors and their velocities.
    pub fn alignment(
        &mut self,
        agent: &Agent,
        neighbors: impl IntoIterator<Item = Neighbor> + Clone,
    ) -> Vec2 {
        for neighbor in neighbors.clone() {
            self.line(MarkRole::Link, agent.position, neighbor.position);
            self.arrow(MarkRole::Way, neighbor.position, neighbor.velocity * self.seconds);
        }
        self.wish(agent, alignment(agent, neighbors))
    }

    /// [`cohesion`]: links to the neighbors and their middle.
    pub fn cohesion(
        &mut self,
        agent: &Agent,
        neighbors: impl IntoIterator<Item = Neighbor> + Clone,
    ) -> Vec2 {
        for neighbor in neighbors.clone() {
            self.line(MarkRole::Link, agent.position, neighbor.position);
        }
        self.middle(neighbors.clone().into_iter().map(|neighbor| neighbor.position));
        self.wish(agent, cohesion(agent, neighbors))
    }

    /// [`FlockRules::steer`]: the sight, links to all in it, and their middle.
    pub fn flock_rules(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Neighbor> + Clone,
    ) -> Vec2 {
        self.neighborhood(rules, agent, others.clone());
        self.wish(agent, rules.steer(agent, others))
    }

    /// [`FlockRules::steer_plain`]: the same marks.
    pub fn flock_rules_plain(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Neighbor> + Clone,
    ) -> Vec2 {
        self.neighborhood(rules, agent, others.clone());
        self.wish(agent, rules.steer_plain(agent, others))
    }

    /// [`FlockRules::steer_classic`]: the same marks.
    pub fn flock_rules_classic(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Neighbor> + Clone,
    ) -> Vec2 {
        self.neighborhood(rules, agent, others.clone());
        self.wish(agent, rules.steer_classic(agent, others))
    }

    fn neighborhood(
        &mut self,
        rules: &FlockRules,
        agent: &Agent,
        others: impl IntoIterator<Item = Neighbor>,
    ) {
        let heading = agent.velocity.try_normalize().unwrap_or(agent.heading);
        self.sight(&rules.sight, agent.position, heading);
        self.circle(MarkRole::Range, agent.position, rules.too_close);
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        rules.sight.for_each_seen(agent, others, |other, _| {
            self.line(MarkRole::Link, agent.position, other.position);
            sum += other.position;
            count += 1.0;
        });
        // Of nobody the middle is not finite, and left out.
        self.point(MarkRole::Target, sum / count);
    }

    fn middle(&mut self, places: impl Iterator<Item = Vec2>) {
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for place in places {
            sum += place;
            count += 1.0;
        }
        self.point(MarkRole::Target, sum / count);
    }

    /// A sight as seen from a place: its circle, and the two edges of the field of view unless that is all round.
    pub fn sight(&mut self, sight: &Sight, eye: Vec2, heading: Vec2) {
        self.circle(MarkRole::Range, eye, sight.radius);
        let cos = sight.half_view_cos;
        if cos > -1.0 {
            let sin = (1.0 - cos * cos).max(0.0).sqrt();
            for sin in [-sin, sin] {
                let edge = heading.rotate(Vec2::new(cos, sin)) * sight.radius;
                self.line(MarkRole::Range, eye, eye + edge);
            }
        }
    }

    /// One boid of a flock: its sight, and links to those it sees (the short way round in a joined world). Allocates;
    /// meant for a few boids of a frame.
    pub fn flock(&mut self, flock: &Flock, index: u32) {
        let Some(&eye) = flock.positions.get(index as usize) else { return };
        let velocity = flock.velocities.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        self.sight(&flock.rules.sight, eye, velocity.try_normalize().unwrap_or(flock.body.heading));
        self.circle(MarkRole::Range, eye, flock.rules.too_close);
        let mut seen = Vec::new();
        flock.seen_by(index, &mut seen);
        for other in seen {
            let to = flock.positions[other as usize];
            let short = toroidal_offset(eye, to, flock.world);
            let offset = if flock.edge == crate::Edge::Wrap { short } else { to - eye };
            self.line(MarkRole::Link, eye, eye + offset);
        }
        self.arrow(MarkRole::Velocity, eye, velocity * self.seconds);
    }

    /// One body of a crowd, in the plane of velocities around it: the speed disc, the borders of the safe half
    /// planes with arrows into them, what it prefers and what it chose. Allocates; meant for a few bodies.
    pub fn crowd(&mut self, crowd: &Crowd, index: u32, dt: f32) {
        let Some(&body) = crowd.bodies.get(index as usize) else { return };
        let mut planes = Vec::new();
        crowd.planes_of(index, dt, &mut planes);
        self.circle(MarkRole::Range, body.position, crowd.sight.radius);
        self.planes(body, &planes, crowd.max_speed);
        let preferred = crowd.preferred.get(index as usize).copied().unwrap_or(Vec2::ZERO);
        self.arrow(MarkRole::Desired, body.position, preferred * self.seconds);
        self.arrow(MarkRole::Velocity, body.position, body.velocity * self.seconds);
    }

    /// Half planes of velocities as seen from a body: those whose border crosses the speed disc.
    pub fn planes(&mut self, body: Body, planes: &[HalfPlane], max_speed: f32) {
        self.circle(MarkRole::Range, body.position, max_speed * self.seconds);
        for plane in planes {
            // The foot of the perpendicular from rest, and half of the chord that the disc cuts out.
            let foot = plane.normal * plane.point.dot(plane.normal);
            let half = (max_speed * max_speed - foot.length_squared()).sqrt();
            let chord = plane.normal.perp() * (half * self.seconds);
            let middle = body.position + foot * self.seconds;
            if half > 0.0 {
                self.line(MarkRole::Obstacle, middle - chord, middle + chord);
                let inward = plane.normal * (max_speed * 0.2 * self.seconds);
                self.arrow(MarkRole::Obstacle, middle, inward);
            }
        }
    }
}
