//! Inside a corridor along a path, without stopping at its corners.
//!
//! Reynolds' path following ("Steering Behaviors for Autonomous Characters", 1999): predict the own position, project
//! it on the path, and steer only if the projection is too far off or the motion goes backwards. Most of the time the
//! answer is zero, which is what lets a crowd share a path without queuing along its middle line.

use crate::Agent;
use crate::arrows::{mark_path, with_arrows};
use crate::seek::towards;
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Segment, Vec2};

/// Keeps an agent within some distance of a line of points (Reynolds' path following): as long as it will stay inside
/// and goes forward along the path there is no steering at all, so it drives its own line. Has no state: nothing to reset
/// when the agent is pushed, and one corridor serves a whole crowd.
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::{Agent, Corridor};
///
/// let (corridor, path) = (Corridor::default(), [vec2(0.0, 0.0), vec2(300.0, 0.0)]);
/// let inside = Agent { velocity: vec2(100.0, 0.0), ..Agent::new(50.0, 5.0) };
/// assert_eq!(corridor.steer(&inside, &path).length(), 0.0);
/// let leaving = Agent { velocity: vec2(50.0, 120.0), ..inside };
/// assert!(corridor.steer(&leaving, &path).y < 0.0, "back to the middle");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "path following")]
pub struct Corridor {
    /// Half of its width in pixels.
    pub radius: f32,
    /// Looks this many seconds ahead.
    pub ahead: f32,
    /// The last point is joined to the first.
    pub looped: bool,
}

impl Default for Corridor {
    fn default() -> Self {
        Self { radius: 24.0, ahead: 0.4, looped: false }
    }
}

impl Corridor {
    /// The steering that keeps to the corridor: zero inside and forward along the path, otherwise towards
    /// [`Corridor::aim`]. Fewer than two points are no corridor.
    ///
    /// Marks: the path, its width around where the agent will be, and the point it would be led back to.
    #[must_use]
    pub fn steer(&self, mut agent: impl MaybeWatched<Agent>, path: &[Vec2]) -> Vec2 {
        let (agent, mut marks) = agent.split();
        let future = agent.position + agent.velocity * self.ahead;
        mark_path(&mut marks, path, self.looped);
        marks.line(MarkRole::Feeler, agent.position, future);
        marks.circle(MarkRole::Range, future, self.radius);
        let Some((point, part)) = self.nearest(future, path) else {
            return with_arrows(&mut marks, agent, Vec2::ZERO);
        };
        let aim = self.further_on(point, part);
        marks.point(MarkRole::Target, aim);
        let inside = point.distance_squared(future) <= self.radius * self.radius;
        // Inside but backwards is wrong as well: without this a corridor could be driven either way.
        let free = inside && agent.velocity.dot(part.vector()) > 0.0;
        with_arrows(&mut marks, agent, if free { Vec2::ZERO } else { towards(agent, aim) })
    }

    /// The point of the path nearest to where the agent will be, moved on along the path by the width of the corridor;
    /// `None` without a path.
    #[must_use]
    pub fn aim(&self, agent: &Agent, path: &[Vec2]) -> Option<Vec2> {
        let future = agent.position + agent.velocity * self.ahead;
        self.nearest(future, path).map(|(point, part)| self.further_on(point, part))
    }

    /// Heading for the very projection would lead straight across the corridor; a width further on it leads back at an
    /// angle. It never leaves the part, so that corners are not cut through whatever lies beside them.
    fn further_on(&self, point: Vec2, part: Segment) -> Vec2 {
        part.closest_point(point + part.vector().normalize_or_zero() * (2.0 * self.radius))
    }

    /// The nearest point of the path and the part of it that it lies on; a corner belongs to the part that leaves it,
    /// or an agent exactly there would be led back to where it came from.
    fn nearest(&self, place: Vec2, path: &[Vec2]) -> Option<(Vec2, Segment)> {
        let joint = match path {
            [first, _, .., last] if self.looped => Some(Segment::new(*last, *first)),
            _ => None,
        };
        let parts = path.windows(2).map(|pair| Segment::new(pair[0], pair[1])).chain(joint);
        let mut best: Option<(f32, Vec2, Segment)> = None;
        for part in parts {
            let point = part.closest_point(place);
            let squared = point.distance_squared(place);
            let leaves = |last: Segment, at: Vec2| at == last.b && point == part.a;
            if best.is_none_or(|(nearest, at, last)| {
                squared < nearest || squared == nearest && leaves(last, at)
            }) {
                best = Some((squared, point, part));
            }
        }
        best.map(|(_, point, part)| (point, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn steer_w12_rounds_a_looped_corridor_without_leaving_it_far() {
        let path = [vec2(0.0, 0.0), vec2(400.0, 0.0), vec2(400.0, 300.0), vec2(0.0, 300.0)];
        let corridor = Corridor { looped: true, ..Corridor::default() };
        let mut agent = Agent { max_speed: 150.0, ..Agent::new(0.0, 60.0) };
        let (mut corners, mut free) = (0, 0);
        for tick in 0..2400 {
            let steering = corridor.steer(&agent, &path);
            free += u32::from(steering == Vec2::ZERO);
            agent.step(steering, 1.0 / 60.0);
            let off = corridor.nearest(agent.position, &path).unwrap().0.distance(agent.position);
            assert!(tick < 60 || off < 48.0, "{off} beside the path at {}", agent.position);
            corners += u32::from(agent.position.distance(path[corners as usize % 4]) < 60.0);
        }
        assert!(corners >= 8, "two rounds: {corners} corners");
        assert!(free > 600, "inside it drives its own line: {free} of 2400 ticks");
    }

    #[test]
    fn no_path_no_steering_and_the_wrong_direction_is_turned() {
        let agent = Agent { velocity: vec2(-100.0, 0.0), ..Agent::new(50.0, 0.0) };
        let corridor = Corridor::default();
        assert_eq!(corridor.steer(&agent, &[]), Vec2::ZERO);
        assert_eq!(corridor.steer(&agent, &[vec2(9.0, 9.0)]), Vec2::ZERO);
        assert!(corridor.steer(&agent, &[vec2(0.0, 0.0), vec2(300.0, 0.0)]).x > 0.0);
        let nowhere = [vec2(50.0, 0.0), vec2(50.0, 0.0)];
        assert!(corridor.steer(&agent, &nowhere).is_finite());
    }
}
