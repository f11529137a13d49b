//! Inside a corridor along a way, without stopping at its corners.

use crate::{Agent, sane::sane, seek};
use motile_geom::{Segment, Vec2};

/// Keeps an agent within some distance of a line of points (Reynolds' path following): as long as it will stay inside
/// and goes the right way there is no wish at all, so it drives its own line. Has no state: nothing to reset when the
/// agent is pushed, and one corridor serves a whole crowd.
///
/// ```
/// use motile_geom::vec2;
/// use motile_steer::{Agent, Corridor};
///
/// let (corridor, way) = (Corridor::default(), [vec2(0.0, 0.0), vec2(300.0, 0.0)]);
/// let inside = Agent { velocity: vec2(100.0, 0.0), ..Agent::at(50.0, 5.0) };
/// assert_eq!(corridor.steer(&inside, &way).length(), 0.0);
/// let leaving = Agent { velocity: vec2(50.0, 120.0), ..inside };
/// assert!(corridor.steer(&leaving, &way).y < 0.0, "back to the middle");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The change of velocity that keeps to the corridor: zero inside and on the right way, otherwise towards
    /// [`Corridor::aim`]. Fewer than two points are no corridor.
    #[must_use]
    pub fn steer(&self, agent: &Agent, way: &[Vec2]) -> Vec2 {
        let future = agent.position + agent.velocity * self.ahead;
        let Some((point, part)) = self.nearest(future, way) else { return Vec2::ZERO };
        let inside = point.distance_squared(future) <= self.radius * self.radius;
        if inside && agent.velocity.dot(part.vector()) > 0.0 {
            return Vec2::ZERO;
        }
        self.aim(agent, way).map_or(Vec2::ZERO, |aim| sane(seek(agent, aim)))
    }

    /// The point of the way nearest to where the agent will be, moved on along the way by the width of the corridor;
    /// `None` without a way.
    #[must_use]
    pub fn aim(&self, agent: &Agent, way: &[Vec2]) -> Option<Vec2> {
        let future = agent.position + agent.velocity * self.ahead;
        let (point, part) = self.nearest(future, way)?;
        let on = point + part.vector().normalize_or_zero() * (2.0 * self.radius);
        Some(part.closest_point(on))
    }

    /// The nearest point of the way and the part of it that it lies on; a corner belongs to the part that leaves it.
    fn nearest(&self, place: Vec2, way: &[Vec2]) -> Option<(Vec2, Segment)> {
        let joint = match way {
            [first, _, .., last] if self.looped => Some(Segment::new(*last, *first)),
            _ => None,
        };
        let parts = way.windows(2).map(|pair| Segment::new(pair[0], pair[1])).chain(joint);
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
        let way = [vec2(0.0, 0.0), vec2(400.0, 0.0), vec2(400.0, 300.0), vec2(0.0, 300.0)];
        let corridor = Corridor { looped: true, ..Corridor::default() };
        let mut agent = Agent { max_speed: 150.0, ..Agent::at(0.0, 60.0) };
        let (mut corners, mut free) = (0, 0);
        for tick in 0..2400 {
            let wish = corridor.steer(&agent, &way);
            free += u32::from(wish == Vec2::ZERO);
            agent.step(wish, 1.0 / 60.0);
            let off = corridor.nearest(agent.position, &way).unwrap().0.distance(agent.position);
            assert!(tick < 60 || off < 48.0, "{off} beside the way at {}", agent.position);
            corners += u32::from(agent.position.distance(way[corners as usize % 4]) < 60.0);
        }
        assert!(corners >= 8, "two rounds: {corners} corners");
        assert!(free > 600, "inside it drives its own line: {free} of 2400 ticks");
    }

    #[test]
    fn no_way_no_wish_and_the_wrong_way_is_turned() {
        let agent = Agent { velocity: vec2(-100.0, 0.0), ..Agent::at(50.0, 0.0) };
        let corridor = Corridor::default();
        assert_eq!(corridor.steer(&agent, &[]), Vec2::ZERO);
        assert_eq!(corridor.steer(&agent, &[vec2(9.0, 9.0)]), Vec2::ZERO);
        assert!(corridor.steer(&agent, &[vec2(0.0, 0.0), vec2(300.0, 0.0)]).x > 0.0);
        let nowhere = [vec2(50.0, 0.0), vec2(50.0, 0.0)];
        assert!(corridor.steer(&agent, &nowhere).is_finite());
    }
}
