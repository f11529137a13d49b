//! Everybody looks, then everybody moves.

use crate::Agent;
use motile_geom::Vec2;

/// Moves all agents for `dt` seconds in two phases, so that the order of the list does not matter: `steer` is asked for
/// each index with all agents as they are before the step, and only then does anybody move.
///
/// `steering` is memory for the phase in between; keep it, and a step allocates only when there are more agents than
/// ever before. Afterwards it holds the steering of each.
///
/// ```
/// use motile_steer::{Agent, seek, step_together};
///
/// // Two that seek each other meet in the middle.
/// let mut agents = [Agent::new(0.0, 0.0), Agent::new(100.0, 0.0)];
/// let mut steering = Vec::new();
/// for _ in 0..20 {
///     step_together(&mut agents, &mut steering, 1.0 / 60.0, |i, all| {
///         seek(&all[i as usize], all[1 - i as usize].position)
///     });
///     assert!((agents[0].position.x + agents[1].position.x - 100.0).abs() < 1e-3);
/// }
/// ```
pub fn step_together(
    agents: &mut [Agent],
    steering: &mut Vec<Vec2>,
    dt: f32,
    mut steer: impl FnMut(u32, &[Agent]) -> Vec2,
) {
    steering.clear();
    steering.extend((0..agents.len()).map(|index| steer(index as u32, agents)));
    for (agent, &change) in agents.iter_mut().zip(&*steering) {
        agent.step(change, dt);
    }
}
