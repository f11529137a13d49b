//! Avoidance with a feeler of fixed length.

use crate::Agent;
use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use motile_geom::{Circle, MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// Obstacle avoidance as printed, with the last step of the errata: a feeler measured to the centers, all circles added
/// up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Avoid {
    /// Length of the feeler in pixels.
    pub distance: f32,
    /// Room beside the circles in pixels.
    pub buffer: f32,
}

impl Default for Avoid {
    fn default() -> Self {
        Self { distance: 300.0, buffer: 20.0 }
    }
}

impl Avoid {
    /// The sum of the side forces.
    ///
    /// Marks: the feeler, and for every circle it hits the circle and the projection of its center.
    #[must_use]
    pub fn force(
        &self,
        mut agent: impl MaybeWatched<Agent>,
        obstacles: impl IntoIterator<Item = Circle>,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        if marks.is_on() {
            let feeler = agent.velocity.normalized() * self.distance;
            marks.line(MarkRole::Feeler, agent.position, agent.position + feeler);
        }
        let mut sum = Vec2::ZERO;
        for circle in obstacles {
            let Some((force, _)) = self.one(agent, circle) else { continue };
            sum += force;
            if marks.is_on() && force != Vec2::ZERO {
                self.mark(agent, circle, &mut marks);
            }
        }
        with_arrows(&mut marks, agent, finite_or_zero(sum))
    }

    /// The factor the velocity is multiplied with after the side forces: the product of projection over
    /// feeler for every circle that threatens; 1 when none does.
    #[must_use]
    pub fn brake(&self, agent: &Agent, obstacles: impl IntoIterator<Item = Circle>) -> f32 {
        let all = obstacles.into_iter().filter_map(|circle| self.one(agent, circle));
        all.map(|(_, brake)| brake).product()
    }

    fn one(self, agent: &Agent, circle: Circle) -> Option<(Vec2, f32)> {
        let heading = agent.velocity.normalized();
        let offset = circle.center - agent.position;
        let ahead = offset.dot(heading);
        let aside = (heading * ahead - offset).length();
        let predicted = ahead > 0.0 && ahead < self.distance && aside < circle.radius + self.buffer;
        predicted.then(|| {
            let turn = heading.perp() * offset.side(agent.velocity);
            let share = ahead / self.distance;
            (turn * agent.max_speed * (1.0 - share), share)
        })
    }

    /// A circle that is hit, its room, and the projection of its center on the feeler.
    fn mark(self, agent: &Agent, circle: Circle, marks: &mut impl MarkSink) {
        let heading = agent.velocity.normalized();
        let projected = agent.position + heading * (circle.center - agent.position).dot(heading);
        marks.circle(MarkRole::Obstacle, circle.center, circle.radius);
        marks.circle(MarkRole::Range, circle.center, circle.radius + self.buffer);
        marks.point(MarkRole::Predicted, projected);
        marks.line(MarkRole::Predicted, projected, circle.center);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classic;
    use motile_geom::vec2;

    fn force(velocity: Vec2, centers: &[(f32, f32)]) -> Vec2 {
        let agent = Agent { velocity, ..classic::agent(0.0, 0.0) };
        let circles = centers.iter().map(|&(x, y)| Circle::new(vec2(x, y), 50.0));
        Avoid::default().force(&agent, circles)
    }

    #[test]
    fn steer_a24_classic_side_forces() {
        let ahead = |x, y| force(vec2(10.0, 0.0), &[(x, y)]);
        for ((x, y), expected) in [
            ((150.0, 10.0), -5.0),
            ((150.0, -10.0), 5.0),
            ((150.0, 0.0), 5.0),
            ((60.0, 30.0), -8.0),
            ((30.0, 0.0), 9.0),
            ((299.0, 0.0), 0.033_333_3),
            ((150.0, 69.9), -5.0),
            ((300.0, 0.0), 0.0),
            ((-150.0, 0.0), 0.0),
            ((150.0, 70.0), 0.0),
        ] {
            let got = ahead(x, y);
            assert!((got - vec2(0.0, expected)).length() < 1e-4, "circle at {x},{y}: {got}");
        }
        let slanted = force(vec2(6.0, 8.0), &[(90.0, 120.0)]);
        assert!((slanted - vec2(-4.0, 3.0)).length() < 1e-4, "{slanted}");
        let beside = force(vec2(6.0, 8.0), &[(100.0, 110.0)]);
        assert!((beside - vec2(-4.053_333, 3.04)).length() < 1e-4, "{beside}");
        assert_eq!(force(vec2(10.0, 0.0), &[(150.0, 10.0), (150.0, -10.0)]), Vec2::ZERO);
    }

    #[test]
    fn errata_classic_avoidance_brakes() {
        let agent = Agent { velocity: vec2(10.0, 0.0), ..classic::agent(0.0, 0.0) };
        let brake = Avoid::default().brake(&agent, [Circle::new(vec2(150.0, 0.0), 50.0)]);
        assert_eq!(brake, 0.5);
        assert_eq!(Avoid::default().brake(&agent, []), 1.0);
    }
}
