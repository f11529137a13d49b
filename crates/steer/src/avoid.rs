//! Around obstacles: circles, walls and polygons.
//!
//! The rules of the classics add up a push for every obstacle ahead: two rocks side by side cancel out, a large one is
//! noticed late because its center is measured, and any other strong steering drowns the push. Here a feeler finds the
//! one contact that comes first, in closed form (see `feeler.rs`), and the answer depends on that contact alone: when it
//! comes, and which way its surface faces.

use crate::arrows::with_arrows;
use crate::feeler::Feeler;
use crate::finite::finite_or_zero;
use crate::threat::first_met;
use crate::{Agent, Threat};
use motile_geom::{
    Circle, HashState, MarkRole, MarkSink, MaybeWatched, Polygon, Segment, StateHash, Vec2, Vec2Ext,
};

/// Obstacle avoidance: how far an agent feels ahead for obstacles and how much room it wants.
///
/// Of everything in the way only what is met first matters, measured from surface to surface; the sooner contact
/// comes, the stronger the steering to the side and the brakes. Put it before other steering by
/// [`first_of`](crate::first_of) or [`by_priority`](crate::by_priority), so that none of it drowns.
///
/// Many obstacles: ask a grid for those within [`Avoid::reach`] and pass only these.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "obstacle avoidance")]
#[doc(alias = "whisker")]
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

/// Pieces a bent feeler is drawn in.
const FEELER_PIECES: u32 = 12;

impl Avoid {
    /// The steering that dodges the circle met first, or zero when the way is free: sideways and braking, the more the
    /// sooner contact comes. Dead ahead it turns right; an agent inside a circle leaves it by the shortest way.
    ///
    /// Marks: the feeler, the circle that is met first, and where.
    #[must_use]
    pub fn circles(
        &self,
        mut agent: impl MaybeWatched<Agent>,
        obstacles: impl IntoIterator<Item = Circle>,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let first = self.meet_circle(agent, obstacles);
        let threat = first.map(|(threat, _)| threat);
        if self.mark(agent, &mut marks, threat)
            && let Some((_, circle)) = first
        {
            marks.circle(MarkRole::Obstacle, circle.center, circle.radius);
        }
        with_arrows(&mut marks, agent, self.dodge(agent, threat, &mut PassingSide::Undecided))
    }

    /// The steering that dodges the wall met first, or zero when the way is free; walls have no thickness. Sideways
    /// and braking, the more the sooner contact comes, dead ahead to the right.
    ///
    /// Marks: the feeler, the wall that is met first, and where.
    #[must_use]
    pub fn walls(
        &self,
        mut agent: impl MaybeWatched<Agent>,
        walls: impl IntoIterator<Item = Segment>,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let first = self.meet_wall(agent, walls);
        let threat = first.map(|(threat, _)| threat);
        if self.mark(agent, &mut marks, threat)
            && let Some((_, wall)) = first
        {
            marks.line(MarkRole::Obstacle, wall.a, wall.b);
        }
        with_arrows(&mut marks, agent, self.dodge(agent, threat, &mut PassingSide::Undecided))
    }

    /// The steering that dodges the outline of a polygon met first, as [`Avoid::walls`] does for single edges. The
    /// inside of a polygon does not count as an obstacle.
    ///
    /// Marks: the feeler, the edge that is met first, and where.
    #[must_use]
    pub fn polygons<'a>(
        &self,
        agent: impl MaybeWatched<Agent>,
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
        self.meet_circle(agent, obstacles).map(|(threat, _)| threat)
    }

    /// The wall that [`Avoid::walls`] dodges: the one met first, within the horizon or later.
    #[must_use]
    pub fn first_wall(
        &self,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment>,
    ) -> Option<Threat> {
        self.meet_wall(agent, walls).map(|(threat, _)| threat)
    }

    /// The steering that gets around a threat; zero without one, or when it is beyond the horizon. Circles and walls at
    /// once: pass the [`nearest_threat`](crate::nearest_threat) of both.
    ///
    /// Marks: the feeler, and where the threat is met.
    #[must_use]
    pub fn around(&self, agent: impl MaybeWatched<Agent>, threat: Option<Threat>) -> Vec2 {
        self.around_steadily(agent, threat, &mut PassingSide::Undecided)
    }

    /// The steering that gets around a threat, for an agent that sticks to the side it has chosen until it leans
    /// clearly to the other one: a goal right behind the obstacle cannot make it dither in front. A free way does not
    /// make it forget, because the way in front of an obstacle is free as soon as it turns.
    ///
    /// Marks: the feeler, and where the threat is met.
    #[must_use]
    pub fn around_steadily(
        &self,
        mut agent: impl MaybeWatched<Agent>,
        threat: Option<Threat>,
        side: &mut PassingSide,
    ) -> Vec2 {
        let (agent, mut marks) = agent.split();
        self.mark(agent, &mut marks, threat);
        with_arrows(&mut marks, agent, self.dodge(agent, threat, side))
    }

    /// How far from the agent's center an obstacle may be, in pixels from its nearest point, and still matter.
    #[must_use]
    pub fn reach(&self, agent: &Agent) -> f32 {
        agent.speed() * self.horizon.max(0.0) + agent.radius + self.margin
    }

    /// Where the feeler is after so many seconds, for drawing it; its end is at [`Avoid::horizon`].
    #[must_use]
    pub fn feeler(&self, agent: &Agent, seconds: f32) -> Vec2 {
        finite_or_zero(Feeler::new(agent, self.turn).after(seconds))
    }

    fn meet_circle(
        &self,
        agent: &Agent,
        obstacles: impl IntoIterator<Item = Circle>,
    ) -> Option<(Threat, Circle)> {
        // A disc among discs is a point among discs larger by its radius (their Minkowski sum).
        let (feeler, room) = (Feeler::new(agent, self.turn), agent.radius + self.margin);
        first_met(obstacles, |circle| {
            feeler.meets_circle(Circle::new(circle.center, circle.radius + room))
        })
    }

    fn meet_wall(
        &self,
        agent: &Agent,
        walls: impl IntoIterator<Item = Segment>,
    ) -> Option<(Threat, Segment)> {
        let (feeler, room) = (Feeler::new(agent, self.turn), agent.radius + self.margin);
        first_met(walls, |wall| feeler.meets_wall(*wall, room))
    }

    fn dodge(&self, agent: &Agent, threat: Option<Threat>, side: &mut PassingSide) -> Vec2 {
        let Some(threat) = threat.filter(|t| t.time < self.horizon) else { return Vec2::ZERO };
        let urgency = 1.0 - (threat.time / self.horizon).clamp(0.0, 1.0);
        if threat.time <= 0.0 {
            return finite_or_zero(threat.normal * agent.max_speed - agent.velocity);
        }
        let left = threat.normal.perp();
        // The side taken last is given a head start, so that a gust or a goal dead behind does not turn it over.
        let kept = match *side {
            PassingSide::Undecided => 0.0,
            PassingSide::Left => STUBBORNNESS,
            PassingSide::Right => -STUBBORNNESS,
        };
        let goes_left = left.dot(agent.heading) + kept > 0.0;
        *side = if goes_left { PassingSide::Left } else { PassingSide::Right };
        let slide = if goes_left { left } else { -left };
        // Along the surface while contact is far, more and more off it as it nears: that is the brake.
        let wanted = (slide + threat.normal * urgency).normalized();
        finite_or_zero((wanted * agent.max_speed - agent.velocity) * urgency)
    }

    /// The feeler with the room around its end, and the contact if one comes; whether there are marks and it does.
    fn mark(&self, agent: &Agent, marks: &mut impl MarkSink, first: Option<Threat>) -> bool {
        if !marks.is_on() {
            return false;
        }
        let feeler = Feeler::new(agent, self.turn);
        let pieces = if feeler.is_straight() { 1 } else { FEELER_PIECES };
        let after = |piece: u32| feeler.after(self.horizon * (piece as f32 / pieces as f32));
        for piece in 0..pieces {
            marks.line(MarkRole::Feeler, after(piece), after(piece + 1));
        }
        marks.circle(MarkRole::Feeler, after(pieces), agent.radius + self.margin);
        let Some(threat) = first.filter(|threat| threat.time < self.horizon) else {
            return false;
        };
        let contact = feeler.after(threat.time);
        marks.circle(MarkRole::Predicted, contact, agent.radius);
        marks.velocity(MarkRole::Threat, contact, threat.normal * agent.max_speed);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::{Rng, vec2};

    #[test]
    fn steer_a24_recommended_does_not_cancel() {
        let agent = Agent { velocity: vec2(200.0, 0.0), ..Agent::new(0.0, 0.0) };
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
            let mut agent = Agent { velocity: vec2(150.0, 0.0), ..Agent::new(0.0, 0.0) };
            for _ in 0..900 {
                let around = Avoid::default().circles(&agent, circles.iter().copied());
                let steering = if around == Vec2::ZERO {
                    vec2(agent.max_speed, 0.0) - agent.velocity
                } else {
                    around
                };
                agent.step(steering, 1.0 / 60.0);
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
        let mut agent = Agent { velocity: vec2(200.0, 20.0), ..Agent::new(0.0, 0.0) };
        let wall = Segment::new(vec2(150.0, -400.0), vec2(150.0, 400.0));
        for _ in 0..300 {
            let steering = Avoid::default().walls(&agent, [wall]);
            agent.step(steering, 1.0 / 60.0);
            assert!(
                agent.position.x < 150.0 || agent.position.y.abs() > 400.0,
                "{}",
                agent.position
            );
        }
        let inside = Agent::new(100.0, 100.0);
        let out = Avoid::default().circles(&inside, [Circle::new(vec2(90.0, 100.0), 50.0)]);
        assert!(out.x > 0.0 && out.y == 0.0, "leaves by the shortest way: {out}");
    }
}
