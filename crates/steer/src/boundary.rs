//! What happens at the border of the world.

use crate::finite::finite_or_zero;
use crate::{Agent, contain};
use motile_geom::{Aabb, MaybeWatched, Vec2, vec2};

/// A rule for agents that reach the border of a world: [`Boundary::steer`] before the step, [`Boundary::apply`] after it.
///
/// ```
/// use motile_geom::{Aabb, Vec2, vec2};
/// use motile_steer::{Agent, Boundary};
///
/// let world = Aabb::new(Vec2::ZERO, vec2(200.0, 100.0));
/// let edge = Boundary::BounceWith { restitution: 0.5 };
/// let mut agent = Agent { velocity: vec2(80.0, 0.0), ..Agent::new(190.0, 50.0) };
/// agent.step(edge.steer(&agent, world), 0.1);
/// assert!(edge.apply(&mut agent, world), "it was at the border");
/// assert_eq!(agent.velocity, vec2(-40.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Boundary {
    /// Nothing: an agent may leave. What [`Boundary::apply`] answers tells when it has, to remove it for example.
    #[default]
    Open,
    /// Out on one side, in on the other, overshoot kept.
    Wrap,
    /// Reflected, with the agent's radius as margin; never traps one that already moves inwards.
    Bounce,
    /// Reflected with a loss of speed.
    BounceWith {
        /// Share of the speed across the border that is left afterwards, 0 (none) to 1 (all of it, as
        /// [`Boundary::Bounce`]); beyond these it counts as the nearer one, NaN as 0.
        restitution: f32,
    },
    /// Steered back in time, by [`contain`]; nothing holds an agent that cannot turn so soon.
    Contain {
        /// Distance to keep from the border beside the own radius, in pixels.
        margin: f32,
        /// Looks this many seconds ahead.
        ahead: f32,
    },
    /// Held at the border, the speed towards it taken away.
    Stop,
}

impl Boundary {
    /// The steering that the rule asks for before the step: zero, except for [`Boundary::Contain`], whose marks are those
    /// of [`contain`].
    #[must_use]
    #[inline]
    pub fn steer(self, agent: impl MaybeWatched<Agent>, world: Aabb) -> Vec2 {
        match self {
            Self::Contain { margin, ahead } if world.is_valid() => {
                contain(agent, world, margin, ahead)
            }
            _ => Vec2::ZERO,
        }
    }

    /// Applies the rule to an agent that has moved. Tells whether that changed anything or, where the rule holds nobody,
    /// whether the agent is outside: a program can remove it then, or play a sound. An empty or unbounded world has no
    /// border; a position that is not finite stays as it is.
    #[inline]
    pub fn apply(self, agent: &mut Agent, world: Aabb) -> bool {
        if !world.is_valid() {
            return false;
        }
        if matches!(self, Self::Open | Self::Contain { .. }) {
            return agent.position.is_finite() && !world.contains(agent.position);
        }
        let before = (agent.position, agent.velocity);
        let (position, velocity) = (agent.position.to_array(), agent.velocity.to_array());
        let (min, max) = (world.min.to_array(), world.max.to_array());
        let moved =
            [0, 1].map(|i| self.on_axis(position[i], velocity[i], min[i], max[i], agent.radius));
        agent.position = vec2(moved[0].0, moved[1].0);
        agent.velocity = vec2(moved[0].1, moved[1].1);
        before != (agent.position, agent.velocity)
    }

    #[inline]
    fn on_axis(self, x: f32, v: f32, min: f32, max: f32, radius: f32) -> (f32, f32) {
        match self {
            Self::Wrap => (wrap(x, min, max), v),
            Self::Bounce => bounce(x, v, inner(min, max, radius), 1.0),
            Self::BounceWith { restitution } => {
                let left = if restitution > 0.0 { restitution.min(1.0) } else { 0.0 };
                bounce(x, v, inner(min, max, radius), left)
            }
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
            _ => (x, v),
        }
    }
}

/// The border moved inwards by a radius; its middle when nothing is left.
#[inline]
fn inner(min: f32, max: f32, radius: f32) -> (f32, f32) {
    let (low, high) = (min + radius, max - radius);
    let middle = min * 0.5 + max * 0.5;
    if low <= high { (low, high) } else { (middle, middle) }
}

#[inline]
fn wrap(x: f32, min: f32, max: f32) -> f32 {
    if x >= min && x < max || max <= min {
        return x;
    }
    // In f64 nothing overflows, and far away fewer digits are lost.
    let (low, x) = (f64::from(min), f64::from(x));
    let wrapped = (low + (x - low).rem_euclid(f64::from(max) - low)) as f32;
    if wrapped < max { wrapped } else { min }
}

/// Back inside as far as it was beyond, as much less as the speed; who comes from outside already loses nothing.
#[inline]
fn bounce(x: f32, v: f32, (low, high): (f32, f32), restitution: f32) -> (f32, f32) {
    let back = |v: f32, outwards: bool| if outwards { v.abs() * restitution } else { v.abs() };
    if x < low {
        ((low + (low - x) * restitution).clamp(low, high), back(v, v < 0.0))
    } else if x > high {
        ((high - (x - high) * restitution).clamp(low, high), -back(v, v > 0.0))
    } else {
        (x, v)
    }
}

/// The shortest offset from `a` to `b` in a world whose borders are joined, a torus; zero for places that are not
/// finite. Any behavior takes it: what is at `agent.position + toroidal_offset(agent.position, goal, world)` is
/// the goal, seen the short way round.
#[must_use]
pub fn toroidal_offset(a: Vec2, b: Vec2, world: Aabb) -> Vec2 {
    let size = world.size();
    let offset = b - a;
    let shortest = |d: f32, side: f32| if side > 0.0 { d - side * (d / side).round() } else { d };
    let short = vec2(shortest(offset.x, size.x), shortest(offset.y, size.y));
    if short.is_finite() { short } else { finite_or_zero(offset) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORLD: Aabb = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));

    fn after(edge: Boundary, x: f32, vx: f32) -> (f32, f32) {
        let mut agent = Agent { velocity: vec2(vx, 0.0), radius: 0.0, ..Agent::new(x, 300.0) };
        edge.apply(&mut agent, WORLD);
        (agent.position.x, agent.velocity.x)
    }

    #[test]
    fn steer_a11_wrap_and_bounce() {
        assert_eq!(after(Boundary::Wrap, 805.0, 1.0).0, 5.0);
        assert_eq!(after(Boundary::Wrap, -3.0, 1.0).0, 797.0);
        assert_eq!(after(Boundary::Bounce, 805.0, 10.0), (795.0, -10.0));
        assert_eq!(after(Boundary::Bounce, 805.0, -10.0).1, -10.0);
        assert_eq!(after(Boundary::Stop, 805.0, 10.0), (800.0, 0.0));
    }

    #[test]
    fn steer_w15_a_share_of_the_speed_is_left_after_a_bounce() {
        let half = Boundary::BounceWith { restitution: 0.5 };
        assert_eq!(after(half, 804.0, 10.0), (798.0, -5.0));
        assert_eq!(after(half, -4.0, -10.0), (2.0, 5.0));
        assert_eq!(after(half, 804.0, -10.0).1, -10.0, "on its way back already: nothing lost");
        assert_eq!(after(half, 400.0, 10.0), (400.0, 10.0));
        for (restitution, left) in [(1.0, -10.0), (7.0, -10.0), (0.0, 0.0), (-1.0, 0.0)] {
            let (x, v) = after(Boundary::BounceWith { restitution }, 805.0, 10.0);
            assert_eq!((x, v), (800.0 + 0.5 * left, left));
        }
        assert_eq!(
            after(Boundary::BounceWith { restitution: f32::NAN }, 805.0, 10.0),
            (800.0, 0.0)
        );
        // Equal to the bit to the plain bounce, whatever the numbers.
        let mut rng = motile_geom::Rng::new(1);
        for _ in 0..1000 {
            let (x, v) = (rng.range(-900.0..1700.0), rng.range(-300.0..300.0));
            assert_eq!(
                after(Boundary::Bounce, x, v),
                after(Boundary::BounceWith { restitution: 1.0 }, x, v)
            );
        }
    }

    #[test]
    fn steer_w15_an_edge_steers_back_and_tells_who_left() {
        let edge = Boundary::Contain { margin: 10.0, ahead: 0.4 };
        let mut agent = Agent { velocity: vec2(200.0, 130.0), ..Agent::new(400.0, 300.0) };
        for _ in 0..1200 {
            let on = agent.heading * agent.max_speed - agent.velocity;
            let steering = crate::first_of([edge.steer(&agent, WORLD), on]);
            agent.step(steering, 1.0 / 60.0);
            assert!(!edge.apply(&mut agent, WORLD), "contained: {}", agent.position);
        }
        for edge in [Boundary::Open, Boundary::Wrap, Boundary::Bounce, Boundary::Stop] {
            let mut inside = Agent::new(400.0, 300.0);
            assert!(!edge.apply(&mut inside, WORLD), "{edge:?}");
            let mut beyond = Agent { velocity: Vec2::X, ..Agent::new(900.0, 300.0) };
            assert!(edge.apply(&mut beyond, WORLD), "{edge:?}");
            assert_eq!(edge.steer(&beyond, WORLD), Vec2::ZERO);
        }
    }

    #[test]
    fn edges_are_harmless_in_impossible_worlds() {
        let mut agent = Agent::new(10.0, 10.0);
        for edge in [Boundary::Wrap, Boundary::Bounce, Boundary::Stop] {
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
