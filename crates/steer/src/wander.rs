//! Smooth aimless roaming.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{HashState, MarkRole, MarkSink, MaybeWatched, Rng, StateHash, Vec2, Vec2Ext};

/// A circle floating ahead of the agent with a point drifting along its rim; the steering goes to that point. A larger
/// or nearer circle wanders more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wander {
    /// How far ahead the circle floats, in the units of the steering (pixels per second).
    pub distance: f32,
    /// Radius of the circle, in pixels per second.
    pub radius: f32,
    /// Full width of the random turn of one step, in radians, at 60 steps a second.
    pub range: f32,
    /// Where on the rim the point is, in radians: relative to the heading, or to the world's x axis with
    /// [`Wander::world_axes`].
    pub angle: f32,
    /// Measure the angle from the world's x axis as the classics do; they keep being pulled towards one
    /// side of the screen until the angle drifts.
    pub world_axes: bool,
}

impl Default for Wander {
    fn default() -> Self {
        Self { distance: 240.0, radius: 160.0, range: 1.0, angle: 0.0, world_axes: false }
    }
}

impl HashState for Wander {
    fn hash_state(&self, hash: &mut StateHash) {
        for v in [self.distance, self.radius, self.range, self.angle] {
            hash.write_f32(v);
        }
        hash.write_u32(u32::from(self.world_axes));
    }
}

impl Wander {
    /// The default circle with its point anywhere on the rim, so that a crowd does not start in step.
    pub fn random(rng: &mut Rng) -> Self {
        Self { angle: rng.range(-core::f32::consts::PI..core::f32::consts::PI), ..Self::default() }
    }

    /// The steering of this step; then the point drifts by a random turn. The drift has the same spread per second
    /// whatever `dt` (in seconds) is.
    ///
    /// Marks: the circle ahead, and the point on its rim that leads.
    pub fn steer(&mut self, mut agent: impl MaybeWatched<Agent>, rng: &mut Rng, dt: f32) -> Vec2 {
        let (agent, mut marks) = agent.split();
        self.mark(agent, &mut marks);
        let steps = (dt * 60.0).max(0.0).sqrt();
        let steering = self.follow_point(agent, (rng.f32() - 0.5) * self.range * steps);
        with_arrows(&mut marks, agent, steering)
    }

    /// Towards the point on the rim, which then drifts by an angle in radians.
    pub(crate) fn follow_point(&mut self, agent: &Agent, drift: f32) -> Vec2 {
        let point = self.point(agent);
        let turned = motile_geom::angle::wrap(self.angle + drift);
        self.angle = if turned.is_finite() { turned } else { 0.0 };
        finite_or_zero(point)
    }

    /// The point that leads the agent, seen from the agent, in the units of the steering.
    #[must_use]
    pub fn point(&self, agent: &Agent) -> Vec2 {
        let rim = Vec2::at_angle(self.angle) * self.radius;
        let offset = if self.world_axes { rim } else { agent.heading.rotate(rim) };
        agent.heading * self.distance + offset
    }

    /// The circle lives among velocities, so it is drawn as long as arrows are.
    pub(crate) fn mark(&self, agent: &Agent, marks: &mut impl MarkSink) {
        let seconds = marks.seconds();
        let center = agent.position + agent.heading * (self.distance * seconds);
        marks.line(MarkRole::Feeler, agent.position, center);
        marks.circle(MarkRole::Range, center, self.radius * seconds);
        marks.point(MarkRole::Target, agent.position + self.point(agent) * seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use motile_geom::vec2;

    #[test]
    fn steer_a23_classic_wander_statistics() {
        let mut rng = Rng::new(1);
        let mut wander = classic::WANDER;
        let mut agent = classic::agent(0.0, 0.0);
        assert_eq!(classic::wander(&mut wander, &agent, &mut rng), vec2(15.0, 0.0));
        let (mut sum, mut squares) = (0.0f64, 0.0f64);
        for _ in 0..100_000 {
            let before = wander.angle;
            let push = classic::wander(&mut wander, &agent, &mut rng);
            let drift = motile_geom::angle::difference(before, wander.angle);
            assert!((5.0 - 1e-4..=15.0 + 1e-4).contains(&push.length()), "{push}");
            assert!(push.angle_between(agent.heading) <= 30.0f32.to_radians() + 1e-4);
            assert!(drift.abs() <= 0.5 + 1e-5);
            sum += f64::from(drift);
            squares += f64::from(drift) * f64::from(drift);
            classic::step(&mut agent, push);
            agent.position = Vec2::ZERO;
        }
        assert!((sum / 1e5).abs() < 0.005 && (squares / 1e5 - 1.0 / 12.0).abs() < 0.002);
    }

    #[test]
    fn steer_a23_same_seed_same_way_and_no_range_is_straight() {
        let run = |seed| {
            let (mut rng, mut wander, mut agent) =
                (Rng::new(seed), Wander::default(), Agent::new(0.0, 0.0));
            for _ in 0..500 {
                let push = wander.steer(&agent, &mut rng, 1.0 / 60.0);
                agent.step(push, 1.0 / 60.0);
            }
            agent
        };
        assert_eq!(run(4), run(4));
        assert_ne!(run(4), run(5));
        let mut wander = Wander { range: 0.0, ..classic::WANDER };
        let mut agent = Agent { velocity: Vec2::X, ..classic::agent(0.0, 0.0) };
        for _ in 0..50 {
            let push = classic::wander(&mut wander, &agent, &mut Rng::new(1));
            classic::step(&mut agent, push);
        }
        assert_eq!(agent.position.y, 0.0);
    }
}
