//! Avoidance as the classics print it.

use crate::{Agent, sane::sane};
use motile_geom::{Circle, Vec2, Vec2Ext};

/// Avoidance as printed (STEER-22 with the last step of the errata): feelers measured to the centers, all
/// circles added up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicAvoid {
    /// Length of the feeler in pixels.
    pub distance: f32,
    /// Room beside the circles in pixels.
    pub buffer: f32,
}

impl Default for ClassicAvoid {
    fn default() -> Self {
        Self { distance: 300.0, buffer: 20.0 }
    }
}

impl ClassicAvoid {
    /// The sum of the side forces.
    #[must_use]
    pub fn force(&self, agent: &Agent, obstacles: impl IntoIterator<Item = Circle>) -> Vec2 {
        let all = obstacles.into_iter().filter_map(|circle| self.one(agent, circle));
        sane(all.map(|(force, _)| force).sum())
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    fn force(velocity: Vec2, centers: &[(f32, f32)]) -> Vec2 {
        let agent = Agent { velocity, ..Agent::classic(0.0, 0.0) };
        let circles = centers.iter().map(|&(x, y)| Circle::new(vec2(x, y), 50.0));
        ClassicAvoid::default().force(&agent, circles)
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
        let agent = Agent { velocity: vec2(10.0, 0.0), ..Agent::classic(0.0, 0.0) };
        let brake = ClassicAvoid::default().brake(&agent, [Circle::new(vec2(150.0, 0.0), 50.0)]);
        assert_eq!(brake, 0.5);
        assert_eq!(ClassicAvoid::default().brake(&agent, []), 1.0);
    }
}
