//! Whom an agent sees.

use crate::nearest::Nearest;
use crate::{Agent, Flockmate};
use motile_geom::{MarkRole, MarkSink, Vec2};

/// What an agent can see of the others, its neighborhood: how far, how wide, and how many.
///
/// ```
/// use motile_geom::{Vec2, vec2};
/// use motile_steer::{Agent, Flockmate, Sight};
///
/// let others = [10.0, 20.0, 30.0, -10.0].map(|x| Flockmate { position: vec2(x, 0.0), velocity: Vec2::ZERO });
/// let mut seen = Vec::new();
/// let sight = Sight::new(100.0, 3.0).with_nearest(2);
/// sight.for_each_seen(&Agent::default(), others, |other, _| seen.push(other.position.x));
/// assert_eq!(seen, [10.0, 20.0], "not the one behind, and not the third");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "neighborhood")]
#[doc(alias = "field of view")]
#[doc(alias = "perception radius")]
pub struct Sight {
    /// How far it sees, in pixels; exactly this far counts as seen.
    pub radius: f32,
    /// Cosine of half the field of view: −1 sees all round, 0 the half plane ahead, 1 only
    /// straight ahead. [`Sight::new`] computes it.
    pub half_view_cos: f32,
    /// Of those in sight only so many of the nearest count, at most
    /// [`MAX_NEIGHBORS`](crate::MAX_NEIGHBORS); starlings mind about seven whatever the distance. `None`: all.
    pub nearest: Option<u32>,
}

impl Default for Sight {
    /// 200 pixels, everything not behind.
    fn default() -> Self {
        Self { radius: 200.0, half_view_cos: 0.0, nearest: None }
    }
}

impl Sight {
    /// Sight with a full field of view in radians, 2π for all round.
    pub fn new(radius: f32, field_of_view: f32) -> Self {
        let half = (field_of_view * 0.5).clamp(0.0, core::f32::consts::PI);
        Self { radius, half_view_cos: motile_geom::ops::cos(half), nearest: None }
    }

    /// This sight, minding only the nearest `count` of those in it.
    #[must_use]
    pub const fn with_nearest(self, count: u32) -> Self {
        Self { nearest: Some(count), ..self }
    }

    /// The square of the cosine with its sign: what is ahead, treated alike, must be at least this share of the
    /// squared distance. All round is below anything rounding can make of it.
    #[inline]
    pub(crate) fn view_cut(&self) -> f32 {
        let cos = self.half_view_cos;
        if cos <= -1.0 { -4.0 } else { cos * cos.abs() }
    }

    /// Whether a point is seen from `eye` looking along the unit vector `heading`. The own position is.
    #[inline]
    #[must_use]
    pub fn sees(&self, eye: Vec2, heading: Vec2, point: Vec2) -> bool {
        let offset = point - eye;
        let squared = offset.length_squared();
        if squared > self.radius * self.radius {
            return false;
        }
        // ahead ≥ cos · length with both sides squared and their signs kept: no root.
        let ahead = offset.dot(heading);
        ahead * ahead.abs() >= self.view_cut() * squared
    }

    /// Calls `f` with everybody whom the agent sees and the offset to them in pixels: in the order of the list, or,
    /// when only the nearest count, the nearest first. The agent itself must not be among `others`; it looks
    /// along its velocity, at rest along its heading. Allocates nothing.
    pub fn for_each_seen(
        &self,
        agent: &Agent,
        others: impl IntoIterator<Item = Flockmate>,
        mut f: impl FnMut(Flockmate, Vec2),
    ) {
        let heading = agent.facing();
        let seen =
            others.into_iter().filter(|other| self.sees(agent.position, heading, other.position));
        let Some(count) = self.nearest else {
            seen.for_each(|other| f(other, other.position - agent.position));
            return;
        };
        let mut nearest = Nearest::new(count);
        for (index, other) in seen.enumerate() {
            let squared = agent.position.distance_squared(other.position);
            nearest.insert(squared, index as u32, other);
        }
        for found in nearest.found() {
            f(found.item, found.item.position - agent.position);
        }
    }

    /// Marks it from a place: its circle, and the two edges of the field of view unless that is all round.
    pub(crate) fn mark(&self, eye: Vec2, heading: Vec2, marks: &mut impl MarkSink) {
        marks.circle(MarkRole::Range, eye, self.radius);
        let cos = self.half_view_cos;
        if cos > -1.0 {
            let sin = (1.0 - cos * cos).max(0.0).sqrt();
            for sin in [-sin, sin] {
                let edge = heading.rotate(Vec2::new(cos, sin)) * self.radius;
                marks.line(MarkRole::Range, eye, eye + edge);
            }
        }
    }
}
