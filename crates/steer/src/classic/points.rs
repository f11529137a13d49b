//! Towards a point and away from it, standing or moving.

use crate::arrows::with_arrows;
use crate::finite::finite_or_zero;
use crate::pursue::mark_predicted;
use crate::{Agent, Prediction};
use motile_geom::{MarkRole, MarkSink, MaybeWatched, Vec2, Vec2Ext};

/// The rule of the books for where a target will be: distance divided by the own top speed.
pub const PREDICTION: Prediction = Prediction { exact: false, max_time: f32::INFINITY };

/// The force towards `target` at full speed. On top of the target it pushes to the right.
///
/// Marks: the target.
#[must_use]
pub fn seek(mut agent: impl MaybeWatched<Agent>, target: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Target, target);
    with_arrows(&mut marks, agent, towards(agent, target))
}

pub(super) fn towards(agent: &Agent, target: Vec2) -> Vec2 {
    let offset = target - agent.position;
    let force = finite_or_zero(offset.with_length(agent.max_speed) - agent.velocity);
    if offset.is_finite() { force } else { Vec2::ZERO }
}

/// The force away from `threat`: the negated [`seek`], so that the velocity is added instead of taken off.
///
/// Marks: the threat.
#[must_use]
pub fn flee(mut agent: impl MaybeWatched<Agent>, threat: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Threat, threat);
    with_arrows(&mut marks, agent, away_from(agent, threat))
}

pub(super) fn away_from(agent: &Agent, threat: Vec2) -> Vec2 {
    -towards(agent, threat)
}

/// The force towards `target` whose speed falls linearly inside `slowing_radius` pixels, 100 in the books. Soft, but it
/// overshoots when the force cannot follow the ramp.
///
/// Marks: the target, and the circle of the ramp.
#[must_use]
pub fn arrive(mut agent: impl MaybeWatched<Agent>, target: Vec2, slowing_radius: f32) -> Vec2 {
    let (agent, mut marks) = agent.split();
    marks.point(MarkRole::Target, target);
    marks.circle(MarkRole::Range, target, slowing_radius);
    with_arrows(&mut marks, agent, slow_down(agent, target, slowing_radius))
}

pub(super) fn slow_down(agent: &Agent, target: Vec2, slowing_radius: f32) -> Vec2 {
    let offset = target - agent.position;
    if !offset.is_finite() {
        return Vec2::ZERO;
    }
    let distance = offset.length();
    let share = if slowing_radius > 0.0 { (distance / slowing_radius).min(1.0) } else { 1.0 };
    let desired =
        if distance > 0.0 { offset * (agent.max_speed * share / distance) } else { Vec2::ZERO };
    finite_or_zero(desired - agent.velocity)
}

/// The force towards where a target moving with `velocity` (pixels per tick) will be by [`PREDICTION`], as [`seek`].
///
/// Marks: the target, and where it is expected.
#[must_use]
pub fn pursue(mut agent: impl MaybeWatched<Agent>, target: Vec2, velocity: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let predicted = PREDICTION.predict(agent, target, velocity);
    mark_predicted(&mut marks, MarkRole::Target, target, predicted);
    with_arrows(&mut marks, agent, towards(agent, predicted))
}

/// The force away from where a pursuer moving with `velocity` (pixels per tick) will be by [`PREDICTION`], as [`flee`].
///
/// Marks: the pursuer, and where it is expected.
#[must_use]
pub fn evade(mut agent: impl MaybeWatched<Agent>, pursuer: Vec2, velocity: Vec2) -> Vec2 {
    let (agent, mut marks) = agent.split();
    let predicted = PREDICTION.predict(agent, pursuer, velocity);
    mark_predicted(&mut marks, MarkRole::Threat, pursuer, predicted);
    with_arrows(&mut marks, agent, away_from(agent, predicted))
}
