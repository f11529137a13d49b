//! The vehicle of the books, its tick and its edges.

use crate::Agent;
use crate::finite::finite_or_zero;
use motile_geom::{Aabb, Vec2, Vec2Ext, vec2};

/// An agent at rest with the limits of the books: 10 pixels a tick, force 1, no size. Move it with [`step`].
#[must_use]
pub fn agent(x: f32, y: f32) -> Agent {
    Agent { max_speed: 10.0, max_force: 1.0, radius: 0.0, ..Agent::new(x, y) }
}

/// The corners of the books' default picture, in the agent's own axes: 20 pixels long, 10 wide, nose ahead.
/// [`Agent::to_world`] places it.
pub const SHAPE: [Vec2; 3] = [vec2(10.0, 0.0), vec2(-10.0, 5.0), vec2(-10.0, -5.0)];

/// One tick: the force is cut to `max_force`, *then* divided by the mass, so that a heavy vehicle also wants less. A mass
/// of 0 gives no acceleration.
pub fn step(agent: &mut Agent, force: Vec2) {
    agent.velocity += finite_or_zero(finite_or_zero(force).truncate(agent.max_force) / agent.mass);
    agent.coast(1.0);
}

/// Beyond the far edge becomes the near edge and the reverse: the overshoot is lost, the size does not count. Tells
/// whether it was beyond. An empty or unbounded world has no edge.
pub fn wrap(agent: &mut Agent, world: Aabb) -> bool {
    at_edges(agent, world, |x, v, min, max| {
        if x > max {
            (min, v)
        } else if x < min {
            (max, v)
        } else {
            (x, v)
        }
    })
}

/// Put on the edge and the velocity across it negated, whichever way it went; the size does not count. Tells whether
/// it was beyond. An empty or unbounded world has no edge.
pub fn bounce(agent: &mut Agent, world: Aabb) -> bool {
    at_edges(agent, world, |x, v, min, max| {
        if x > max {
            (max, -v)
        } else if x < min {
            (min, -v)
        } else {
            (x, v)
        }
    })
}

/// Applies a rule to both axes.
fn at_edges(
    agent: &mut Agent,
    world: Aabb,
    rule: impl Fn(f32, f32, f32, f32) -> (f32, f32),
) -> bool {
    if !world.is_valid() {
        return false;
    }
    let before = (agent.position, agent.velocity);
    let (position, velocity) = before;
    let x = rule(position.x, velocity.x, world.min.x, world.max.x);
    let y = rule(position.y, velocity.y, world.min.y, world.max.y);
    agent.position = vec2(x.0, y.0);
    agent.velocity = vec2(x.1, y.1);
    before != (agent.position, agent.velocity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steer_a11_wrap_and_bounce() {
        let world = Aabb::new(Vec2::ZERO, vec2(800.0, 600.0));
        let after = |edge: fn(&mut Agent, Aabb) -> bool, x: f32, vx: f32| {
            let mut agent = Agent { velocity: vec2(vx, 0.0), ..agent(x, 300.0) };
            let beyond = edge(&mut agent, world);
            (agent.position.x, agent.velocity.x, beyond)
        };
        assert_eq!(after(wrap, 805.0, 1.0), (0.0, 1.0, true));
        assert_eq!(after(wrap, -3.0, 1.0), (800.0, 1.0, true));
        assert_eq!(after(wrap, 800.0, 1.0), (800.0, 1.0, false));
        assert_eq!(after(bounce, 805.0, 10.0), (800.0, -10.0, true));
        assert_eq!(after(bounce, 400.0, 10.0), (400.0, 10.0, false));
    }
}
