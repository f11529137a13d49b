//! The three arrows of an answer.

use crate::Agent;
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2};

/// Marks how an agent moves, how it wants to move, and the steering between the two, which it gives back: for behaviors
/// of one's own, and for steering that several behaviors made together. An agent with a number that cannot be reckoned
/// with gets a label that says which, see [`Agent::fault`].
///
/// ```
/// use motile_geom::{MarkSink, Marks, vec2};
/// use motile_steer::{Agent, mark_steering, seek, weighted_sum};
///
/// let (agent, mut marks) = (Agent::default(), Marks::new());
/// let parts = [(seek(&agent, vec2(90.0, 0.0)), 0.7), (vec2(0.0, 50.0), 1.0)];
/// let steering = mark_steering(marks.watch(&agent), weighted_sum(parts));
/// assert_eq!((marks.len(), steering), (2, weighted_sum(parts)));
/// ```
pub fn mark_steering(mut agent: impl MaybeWatched<Agent>, steering: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    with_arrows(&mut marks, agent, steering)
}

/// [`mark_steering`] at the end of every behavior.
#[inline]
pub(crate) fn with_arrows(marks: &mut impl MarkSink, agent: &Agent, steering: Vec2) -> Vec2 {
    if marks.is_on() {
        let seconds = marks.seconds();
        let (now, wanted) = (agent.velocity * seconds, (agent.velocity + steering) * seconds);
        marks.arrow(MarkRole::Velocity, agent.position, now);
        marks.arrow(MarkRole::Desired, agent.position, wanted);
        marks.arrow(MarkRole::Steering, agent.position + now, wanted - now);
        if let Some(fault) = agent.fault() {
            marks.label(MarkRole::Threat, agent.position, fault);
        }
    }
    steering
}

/// Lines through points, back to the first where they are a loop.
pub(crate) fn mark_path(marks: &mut impl MarkSink, points: &[Vec2], looped: bool) {
    let points = points.iter().copied();
    if looped && points.len() > 1 {
        marks.outline(MarkRole::Path, points);
    } else {
        marks.polyline(MarkRole::Path, points);
    }
}
