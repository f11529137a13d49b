//! Around obstacles: circles, walls and polygons.

use crate::way_ahead::WayAhead;
use crate::{Agent, Threat, nearest_threat, sane::sane};
use motile_geom::{Circle, HashState, Polygon, Segment, StateHash, Vec2, Vec2Ext};

/// How far an agent looks for obstacles and how much room it wants.
///
/// Of everything in the way only what is met first matters, measured from surface to surface; the sooner contact
/// comes, the stronger the wish to the side and to brake. Put it before other wishes by
/// [`first_of`](crate::first_of) or [`by_priority`](crate::by_priority), so that none of them drowns it.
///
/// Many obstacles: ask a grid for those within [`Avoid::reach`] and pass only these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Avoid {
    /// Looks this many seconds ahead at the current speed.
    pub horizon: f32,
    /// Room to keep beside the agent's own radius, in pixels.
    pub margin: f32,
    /// How the feeler bends, in radians per second clockwise on the screen: 0 looks straight ahead,
    /// [`Agent::turn_rate`] along the curve that the agent is on. Not finite counts as 0.
    pub turn: f32,
}

impl Default for Avoid {
    fn default() -> Self {
        Self { horizon: 1.0, margin: 6.0, turn: 0.0 }
    }
}

/// The side on which an agent passes an obstacle, kept from step to step by [`Avoid::around_steadily`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassingSide {
    /// Nothing has been in the way yet.
    #[default]
    Undecided,
    /// The agent passes on its left.
    Left,
    /// The agent passes on its right.
    Right,
}

impl HashState for PassingSide {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(*self as u32);
    }
}

/// Sine of the angle by which an agent must lean to the other side before it changes its mind: about 24 degrees.
const STUBBORNNESS: f32 = 0.4;

impl Avoid {
    /// The change of velocity that dodges the circle met first, or zero when the way is free (STEER-W11
    /// solved): sideways and braking, the more the sooner contact comes. Dead ahead it turns right; an agent inside a
    /// circle leaves it by the shortest way.
    #[must_use]
    pub fn circles(&self, agent: &Agent, obstacles: impl IntoIterator<Item = Circle>) -> Vec2 {
        self.around(agent, self.first_circle(agent, obstacles))
    }

    /// The same for walls without thickness.
    #[must_use]
    pub fn walls(&self, agent: &Agent, walls: impl IntoIterator<Item = Segment>) -> Vec2 {
        self.around(agent, self.first_wall(agent, walls))
    }

    /// The same for the outlines of polygons.
    #[must_use]
    pub fn polygons<'a>(
        &self,
        agent: &Agent,
        polygons: impl IntoIterator<Item = &'a Polygon>,
    ) -> Vec2 {
        self.walls(agent, polygons.into_iter().flat_map(Polygon::edges))
    }

    /// The circle that [`Avoid::circles`] dodges: the one met first, within the horizon or later.
    #[must_use]
    pub fn first_circle(
        &self,
        agent: &Agent,
        obstacles: impl IntoIterator<Item = Circle>,
    ) -> Option<Threat> {
        let (way, room) = (WayAhead::new(agent, self.turn), agent.radius + self.margin);
        let inflated = |circle: Circle| Circle::new(circle.center, circle.radius + room);
        nearest_threat(obstacles.into_iter().map(|circle| way.meets_circle(inflated(circle))))
    }

    /// The wall that [`Avoid::walls`] dodges: the one met first, within the horizon or later.
    #[must_use]
    pub fn first_wall(
        &self,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment>,
    ) -> Option<Threat> {
        let (way, room) = (WayAhead::new(agent, self.turn), agent.radius + self.margin);
        nearest_threat(walls.into_iter().map(|wall| way.meets_wall(wall, room)))
    }

    /// The change of velocity that gets around a threat; zero without one, or when it is beyond the horizon.
    /// Circles and walls at once: pass the [`nearest_threat`] of both.
    #[must_use]
    pub fn around(&self, agent: &Agent, threat: Option<Threat>) -> Vec2 {
        self.around_steadily(agent, threat, &mut PassingSide::Undecided)
    }

    /// The same for an agent that sticks to the side it has chosen until it leans clearly to the other one: a goal right
    /// behind the obstacle cannot make it dither in front. A free way does not make it forget, because the way in front
    /// of an obstacle is free as soon as it turns.
    #[must_use]
    pub fn around_steadily(
        &self,
        agent: &Agent,
        threat: Option<Threat>,
        side: &mut PassingSide,
    ) -> Vec2 {
        let Some(threat) = threat.filter(|t| t.time < self.horizon) else { return Vec2::ZERO };
        let urgency = 1.0 - (threat.time / self.horizon).clamp(0.0, 1.0);
        if threat.time <= 0.0 {
            return sane(threat.normal * agent.max_speed - agent.velocity);
        }
        // Along the surface, plus brakes as contact nears.
        let left = threat.normal.perp();
        let kept = match *side {
            PassingSide::Undecided => 0.0,
            PassingSide::Left => STUBBORNNESS,
            PassingSide::Right => -STUBBORNNESS,
        };
        let goes_left = left.dot(agent.heading) + kept > 0.0;
        *side = if goes_left { PassingSide::Left } else { PassingSide::Right };
        let slide = if goes_left { left } else { -left };
        let wanted = (slide + threat.normal * urgency).normalized();
        sane((wanted * agent.max_speed - agent.velocity) * urgency)
    }

    /// How far from the agent's center an obstacle may be, in pixels from its nearest point, and still matter.
    #[must_use]
    pub fn reach(&self, agent: &Agent) -> f32 {
        agent.speed() * self.horizon.max(0.0) + agent.radius + self.margin
    }

    /// Where the feeler is after so many seconds, for drawing it; its end is at [`Avoid::horizon`].
    #[must_use]
    pub fn feeler(&self, agent: &Agent, seconds: f32) -> Vec2 {
        sane(WayAhead::new(agent, self.turn).place(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    #[test]
    fn steer_a24_recommended_does_not_cancel() {
        let agent = Agent { velocity: vec2(200.0, 0.0), ..Agent::at(0.0, 0.0) };
        let pair = [(150.0, 10.0), (150.0, -10.0)].map(|(x, y)| Circle::new(vec2(x, y), 50.0));
        assert!(Avoid::default().circles(&agent, pair).length() > 10.0);
        let behind = [Circle::new(vec2(-100.0, 0.0), 50.0)];
        assert_eq!(Avoid::default().circles(&agent, behind), Vec2::ZERO);
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
