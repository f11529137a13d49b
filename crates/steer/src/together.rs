//! Everybody looks, then everybody moves.

use crate::Agent;
use motile_geom::Vec2;

/// Moves all agents for `dt` seconds in two phases, so that the order of the list does not matter (STEER-30): `wish`
/// is asked for each index with all agents as they are before the step, and only then does anybody move.
///
/// `wishes` is memory for the phase in between; keep it, and a step allocates only when there are more agents than ever
/// before. It holds what everybody wanted afterwards.
///
/// ```
/// use motile_steer::{Agent, seek, step_together};
///
/// // Two that seek each other meet in the middle.
/// let mut agents = [Agent::at(0.0, 0.0), Agent::at(100.0, 0.0)];
/// let mut wishes = Vec::new();
/// for _ in 0..20 {
///     step_together(&mut agents, &mut wishes, 1.0 / 60.0, |i, all| {
///         seek(&all[i as usize], all[1 - i as usize].position)
///     });
///     assert!((agents[0].position.x + agents[1].position.x - 100.0).abs() < 1e-3);
/// }
/// ```
pub fn step_together(
    agents: &mut [Agent],
    wishes: &mut Vec<Vec2>,
    dt: f32,
    mut wish: impl FnMut(u32, &[Agent]) -> Vec2,
) {
    wishes.clear();
    wishes.extend((0..agents.len()).map(|index| wish(index as u32, agents)));
    for (agent, &wish) in agents.iter_mut().zip(&*wishes) {
        agent.step(wish, dt);
    }
}
