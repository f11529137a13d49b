//! What happens at the border of the world.

use crate::{Agent, sane::sane};
use motile_geom::{Aabb, Vec2, vec2};

/// A rule for agents that reach the border of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// Nothing: the world has no border.
    #[default]
    Open,
    /// Out on one side, in on the other, overshoot kept.
    Wrap,
    /// Reflected, with the agent's radius as margin; never traps one that already moves inwards.
    Bounce,
    /// Held at the border, the speed towards it taken away.
    Stop,
    /// STEER-8 exactly: beyond the far edge becomes 0 and the reverse, overshoot lost, no margin.
    ClassicWrap,
    /// STEER-9 exactly: put on the edge and the velocity negated, no margin.
    ClassicBounce,
}

impl Edge {
    /// Applies the rule to an agent in a world. An empty or unbounded world has no border; a position that is
    /// not finite stays as it is.
    pub fn apply(self, agent: &mut Agent, world: Aabb) {
        if !world.is_valid() || self == Self::Open {
            return;
        }
        let (position, velocity) = (agent.position.to_array(), agent.velocity.to_array());
        let (min, max) = (world.min.to_array(), world.max.to_array());
        let moved =
            [0, 1].map(|i| self.on_axis(position[i], velocity[i], min[i], max[i], agent.radius));
        agent.position = vec2(moved[0].0, moved[1].0);
        agent.velocity = vec2(moved[0].1, moved[1].1);
    }

    fn on_axis(self, x: f32, v: f32, min: f32, max: f32, radius: f32) -> (f32, f32) {
        match self {
            Self::Wrap => (wrap(x, min, max), v),
            Self::Bounce => bounce(x, v, min, max, radius),
            Self::Stop => {
                let (low, high) = inner(min, max, radius);
                let v = if x <= low {
                    v.max(0.0)
                } else if x >= high {
                    v.min(0.0)
                } else {
                    v
                };
                (x.clamp(low, high), v)
            }
            Self::ClassicWrap if x > max => (min, v),
            Self::ClassicWrap if x < min => (max, v),
            Self::ClassicBounce if x > max => (max, -v),
            Self::ClassicBounce if x < min => (min, -v),
            Self::Open | Self::ClassicWrap | Self::ClassicBounce => (x, v),
        }
    }
}

/// The border moved inwards by a radius; its middle when nothing is left.
fn inner(min: f32, max: f32, radius: f32) -> (f32, f32) {
    let (low, high) = (min + radius, max - radius);
    let middle = min * 0.5 + max * 0.5;
    if low <= high { (low, high) } else { (middle, middle) }
}

fn wrap(x: f32, min: f32, max: f32) -> f32 {
    if x >= min && x < max || max <= min {
        return x;
    }
    // In f64 nothing overflows, and far away fewer digits are lost.
    let (low, x) = (f64::from(min), f64::from(x));
    let wrapped = (low + (x - low).rem_euclid(f64::from(max) - low)) as f32;
    if wrapped < max { wrapped } else { min }
}

fn bounce(x: f32, v: f32, min: f32, max: f32, radius: f32) -> (f32, f32) {
    let (low, high) = inner(min, max, radius);
    if x < low {
        ((low + (low - x)).clamp(low, high), v.abs())
    } else if x > high {
        ((high - (x - high)).clamp(low, high), -v.abs())
    } else {
        (x, v)
    }
}

/// The shortest way from `a` to `b` in a world whose borders are joined (STEER-W15); zero for places that are
/// not finite.
pub fn toroidal_offset(a: Vec2, b: Vec2, world: Aabb) -> Vec2 {
    let size = world.size();
    let offset = b - a;
    let shortest = |d: f32, side: f32| if side > 0.0 { d - side * (d / side).round() } else { d };
    let short = vec2(shortest(offset.x, size.x), shortest(offset.y, size.y));
    if short.is_finite() { short } else { sane(offset) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORLD: Aabb = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));

    fn after(edge: Edge, x: f32, vx: f32) -> (f32, f32) {
        let mut agent = Agent { velocity: vec2(vx, 0.0), radius: 0.0, ..Agent::at(x, 300.0) };
        edge.apply(&mut agent, WORLD);
        (agent.position.x, agent.velocity.x)
    }

    #[test]
    fn steer_a11_wrap_and_bounce() {
        assert_eq!(after(Edge::ClassicWrap, 805.0, 1.0).0, 0.0);
        assert_eq!(after(Edge::Wrap, 805.0, 1.0).0, 5.0);
        assert_eq!(after(Edge::ClassicWrap, -3.0, 1.0).0, 800.0);
        assert_eq!(after(Edge::Wrap, -3.0, 1.0).0, 797.0);
        assert_eq!(after(Edge::ClassicWrap, 800.0, 1.0).0, 800.0);
        assert_eq!(after(Edge::ClassicBounce, 805.0, 10.0), (800.0, -10.0));
        assert_eq!(after(Edge::Bounce, 805.0, 10.0), (795.0, -10.0));
        assert_eq!(after(Edge::Bounce, 805.0, -10.0).1, -10.0);
        assert_eq!(after(Edge::Stop, 805.0, 10.0), (800.0, 0.0));
    }

    #[test]
    fn edges_are_harmless_in_impossible_worlds() {
        let mut agent = Agent::at(10.0, 10.0);
        for edge in [Edge::Wrap, Edge::Bounce, Edge::Stop] {
            edge.apply(&mut agent, Aabb::EMPTY);
            edge.apply(&mut agent, Aabb::new(vec2(10.0, 10.0), vec2(10.0, 10.0)));
            assert_eq!(agent.position, vec2(10.0, 10.0));
        }
    }

    #[test]
    fn shortest_way_across_the_seam() {
        assert_eq!(toroidal_offset(vec2(790.0, 10.0), vec2(10.0, 590.0), WORLD), vec2(20.0, -20.0));
    }
}
