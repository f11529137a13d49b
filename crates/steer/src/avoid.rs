//! Around obstacles: circles, walls and polygons.

use crate::{Agent, Threat, nearest_threat, sane::sane};
use motile_geom::{Circle, Polygon, Segment, Vec2, Vec2Ext};

/// How far an agent looks for obstacles and how much room it wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Avoid {
    /// Looks this many seconds ahead at the current speed.
    pub horizon: f32,
    /// Room to keep beside the agent's own radius, in pixels.
    pub margin: f32,
}

impl Default for Avoid {
    fn default() -> Self {
        Self { horizon: 1.0, margin: 6.0 }
    }
}

impl Avoid {
    /// The change of velocity that dodges the circle met first, or zero when the way is free (STEER-W11
    /// solved): measured from surface to surface, the nearest threat only, sideways and braking, the more the
    /// sooner contact comes; an agent inside a circle leaves it by the shortest way.
    pub fn circles(&self, agent: &Agent, obstacles: impl IntoIterator<Item = Circle>) -> Vec2 {
        self.dodge(agent, self.first_circle(agent, obstacles))
    }

    /// The same for walls without thickness.
    pub fn walls(&self, agent: &Agent, walls: impl IntoIterator<Item = Segment>) -> Vec2 {
        self.dodge(agent, self.first_wall(agent, walls))
    }

    /// The circle that [`Avoid::circles`] dodges: the one met first, within the horizon or later.
    pub fn first_circle(
        &self,
        agent: &Agent,
        obstacles: impl IntoIterator<Item = Circle>,
    ) -> Option<Threat> {
        let room = agent.radius + self.margin;
        nearest_threat(obstacles.into_iter().map(|circle| {
            let inflated = Circle::new(circle.center, circle.radius + room);
            hit_circle(agent, inflated)
        }))
    }

    /// The wall that [`Avoid::walls`] dodges: the one met first, within the horizon or later.
    pub fn first_wall(
        &self,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment>,
    ) -> Option<Threat> {
        let room = agent.radius + self.margin;
        nearest_threat(walls.into_iter().map(|wall| hit_wall(agent, wall, room)))
    }

    /// The same for the outlines of polygons.
    pub fn polygons<'a>(
        &self,
        agent: &Agent,
        polygons: impl IntoIterator<Item = &'a Polygon>,
    ) -> Vec2 {
        self.walls(agent, polygons.into_iter().flat_map(Polygon::edges))
    }

    fn dodge(self, agent: &Agent, threat: Option<Threat>) -> Vec2 {
        let Some(threat) = threat.filter(|t| t.time < self.horizon) else { return Vec2::ZERO };
        let urgency = 1.0 - (threat.time / self.horizon).clamp(0.0, 1.0);
        if threat.time <= 0.0 {
            return sane(threat.normal * agent.max_speed - agent.velocity);
        }
        // Along the surface on the side the agent already leans to, plus brakes as contact nears.
        let along = threat.normal.perp();
        let slide = if along.dot(agent.heading) < 0.0 { -along } else { along };
        let wanted = (slide + threat.normal * urgency).normalized();
        sane((wanted * agent.max_speed - agent.velocity) * urgency)
    }
}

/// When and where a moving point enters a circle, or that it is inside already.
fn hit_circle(agent: &Agent, circle: Circle) -> Option<Threat> {
    let offset = agent.position - circle.center;
    let outside = offset.length_squared() - circle.radius * circle.radius;
    let normal_at =
        |offset: Vec2| if offset == Vec2::ZERO { -agent.heading } else { offset.normalized() };
    if outside < 0.0 {
        return Some(Threat { time: 0.0, normal: normal_at(offset) });
    }
    let (v, approach) = (agent.velocity, offset.dot(agent.velocity));
    let squared = v.length_squared();
    let discriminant = approach * approach - squared * outside;
    if approach >= 0.0 || squared == 0.0 || discriminant < 0.0 {
        return None;
    }
    let time = (-approach - discriminant.sqrt()) / squared;
    Some(Threat { time, normal: normal_at(offset + v * time) })
}

/// When a moving point comes within `room` of a wall.
fn hit_wall(agent: &Agent, wall: Segment, room: f32) -> Option<Threat> {
    let closest = wall.closest_point(agent.position);
    let offset = agent.position - closest;
    if offset.length_squared() < room * room {
        let normal = if offset == Vec2::ZERO { -agent.heading } else { offset.normalized() };
        // Already leaving: no threat.
        return (agent.velocity.dot(normal) < 0.0).then_some(Threat { time: 0.0, normal });
    }
    let side = wall.vector().perp().normalized();
    let normal = if side.dot(agent.position - wall.a) < 0.0 { -side } else { side };
    let (speed, gap) = (-agent.velocity.dot(normal), normal.dot(agent.position - wall.a) - room);
    let flat = (speed > 0.0 && gap >= 0.0).then(|| gap / speed).and_then(|time| {
        let point = agent.position + agent.velocity * time;
        let t = (point - wall.a).dot(wall.vector());
        (0.0..=wall.vector().length_squared()).contains(&t).then_some(Threat { time, normal })
    });
    flat.or_else(|| {
        let ends = [wall.a, wall.b].map(|end| hit_circle(agent, Circle::new(end, room)));
        nearest_threat(ends)
    })
}

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
    pub fn force(&self, agent: &Agent, obstacles: impl IntoIterator<Item = Circle>) -> Vec2 {
        let all = obstacles.into_iter().filter_map(|circle| self.one(agent, circle));
        sane(all.map(|(force, _)| force).sum())
    }

    /// The factor the velocity is multiplied with after the side forces: the product of projection over
    /// feeler for every circle that threatens; 1 when none does.
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
    use motile_geom::{Rng, vec2};

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
    fn steer_a24_recommended_does_not_cancel() {
        let agent = Agent { velocity: vec2(200.0, 0.0), ..Agent::at(0.0, 0.0) };
        let pair = [(150.0, 10.0), (150.0, -10.0)].map(|(x, y)| Circle::new(vec2(x, y), 50.0));
        assert!(Avoid::default().circles(&agent, pair).length() > 10.0);
        let behind = [Circle::new(vec2(-100.0, 0.0), 50.0)];
        assert_eq!(Avoid::default().circles(&agent, behind), Vec2::ZERO);
    }

    #[test]
    fn errata_classic_avoidance_brakes() {
        let agent = Agent { velocity: vec2(10.0, 0.0), ..Agent::classic(0.0, 0.0) };
        let brake = ClassicAvoid::default().brake(&agent, [Circle::new(vec2(150.0, 0.0), 50.0)]);
        assert_eq!(brake, 0.5);
        assert_eq!(ClassicAvoid::default().brake(&agent, []), 1.0);
    }

    #[test]
    fn agents_get_past_a_field_of_circles_without_touching() {
        let mut rng = Rng::new(11);
        for _ in 0..40 {
            let circles: Vec<Circle> = (0..6)
                .map(|i| {
                    Circle::new(
                        vec2(200.0 + 160.0 * i as f32, rng.range(-60.0..60.0)),
                        rng.range(20.0..45.0),
                    )
                })
                .collect();
            let mut agent = Agent { velocity: vec2(150.0, 0.0), ..Agent::at(0.0, 0.0) };
            for _ in 0..900 {
                let around = Avoid::default().circles(&agent, circles.iter().copied());
                let wish = if around == Vec2::ZERO {
                    vec2(agent.max_speed, 0.0) - agent.velocity
                } else {
                    around
                };
                agent.step(wish, 1.0 / 60.0);
                for c in &circles {
                    let gap = agent.position.distance(c.center) - c.radius;
                    assert!(
                        gap > 0.0,
                        "went into the circle at {} from {}",
                        c.center,
                        agent.position
                    );
                }
            }
            assert!(agent.position.x > 1100.0, "stuck at {}", agent.position);
        }
    }

    #[test]
    fn a_wall_ahead_turns_the_agent() {
        let mut agent = Agent { velocity: vec2(200.0, 20.0), ..Agent::at(0.0, 0.0) };
        let wall = Segment::new(vec2(150.0, -400.0), vec2(150.0, 400.0));
        for _ in 0..300 {
            let wish = Avoid::default().walls(&agent, [wall]);
            agent.step(wish, 1.0 / 60.0);
            assert!(
                agent.position.x < 150.0 || agent.position.y.abs() > 400.0,
                "{}",
                agent.position
            );
        }
        let inside = Agent::at(100.0, 100.0);
        let out = Avoid::default().circles(&inside, [Circle::new(vec2(90.0, 100.0), 50.0)]);
        assert!(out.x > 0.0 && out.y == 0.0, "leaves by the shortest way: {out}");
    }
}
