//! Roaming.

use crate::arrows::with_arrows;
use crate::{Agent, Wander};
use motile_geom::{MaybeWatched, Rng, Vec2, Vec2Ext};

/// The circle of the books, for agents in pixels per tick; its angle counts from the world's x axis.
pub const WANDER: Wander =
    Wander { distance: 10.0, radius: 5.0, range: 1.0, angle: 0.0, world_axes: true };

/// One tick of wandering: the drift does not depend on the time step, and the circle floats ahead of the velocity, at
/// rest to the right.
///
/// Marks: the circle ahead, and the point on its rim that leads.
pub fn wander(wander: &mut Wander, mut agent: impl MaybeWatched<Agent>, rng: &mut Rng) -> Vec2 {
    let (agent, mut marks) = agent.split();
    wander.mark(agent, &mut marks);
    let facing = Agent { heading: agent.velocity.normalized(), ..*agent };
    let force = wander.follow_point(&facing, (rng.f32() - 0.5) * wander.range);
    with_arrows(&mut marks, agent, force)
}
