//! Patrolling waypoints.

use super::points::{slow_down, towards};
use crate::arrows::with_arrows;
use crate::{Agent, PathFollower};
use motile_geom::{MaybeWatched, Vec2};

/// One tick along waypoints: after the index moves on, the old waypoint is still headed for, and the end is arrived at by
/// the linear ramp over 100 pixels. No force without a waypoint at the index.
///
/// Marks: the path, the rings around its points, and the one being headed for.
pub fn follow_path(
    follower: &mut PathFollower,
    mut agent: impl MaybeWatched<Agent>,
    waypoints: &[Vec2],
) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let force = head_on(follower, agent, waypoints);
    follower.mark(&mut marks, waypoints);
    with_arrows(&mut marks, agent, force)
}

fn head_on(follower: &mut PathFollower, agent: &Agent, waypoints: &[Vec2]) -> Vec2 {
    let Some(&old) = waypoints.get(follower.index as usize) else { return Vec2::ZERO };
    if follower.within(agent, old) {
        follower.next(waypoints);
    }
    if follower.at_end(waypoints) { slow_down(agent, old, 100.0) } else { towards(agent, old) }
}
