//! What the steering demos draw alike: vehicles, their trails, rings and captions.

use crate::kit;
pub(super) use crate::kit::{disc, hue, ring};
pub(super) use crate::look::{BLUE, GREEN, HAZE as FAINT, MIST as TEXT, NIGHT, ORANGE, RED};
use motile::prelude::*;
use motile::steer::Agent;

/// The knob of demos that show a rule beside the one of the classics.
pub(super) const RULE: Param = Param::choice("rule", &["recommended", "classic"], 0);

/// Whether [`RULE`] is set to the classic one.
pub(super) fn is_classic(stage: &Stage) -> bool {
    const CLASSIC: u32 = 1;
    stage.params().choice("rule") == CLASSIC
}

/// The whole stage as the world of the agents.
pub(super) fn world(stage: &Stage) -> Aabb {
    Aabb::new(Vec2::ZERO, stage.size())
}

/// The pointer, or until somebody moves it a point that swings over the stage.
pub(super) fn target(stage: &Stage, tick: Tick) -> Vec2 {
    let time = tick.time as f32;
    let swing = vec2(ops::sin(time * 0.6), ops::sin(time * 0.85 + 0.8));
    let idle = stage.center() + swing * stage.size() * vec2(0.36, 0.34);
    stage.input().pointer.position.unwrap_or(idle)
}

/// How much larger than its radius a vehicle is drawn, so that it is one at the size of a thumbnail too.
const LARGER: f32 = 1.6;

/// A dart that points where the agent heads.
pub(super) fn vehicle(canvas: &mut Canvas<'_>, agent: &Agent, color: Color) {
    let corner = |x: f32, y: f32| agent.to_world(vec2(x, y) * agent.radius * LARGER);
    let dart = [corner(1.7, 0.0), corner(-1.1, 0.9), corner(-0.5, 0.0), corner(-1.1, -0.9)];
    canvas.fill(&Path::polygon(&dart), color);
}

/// Remembers where an agent was, up to `MOST` places.
pub(super) fn remember(trail: &mut Vec<Vec2>, position: Vec2) {
    const MOST: usize = 140;
    if trail.len() == MOST {
        trail.remove(0);
    }
    trail.push(position);
}

/// The path an agent came.
pub(super) fn trail(canvas: &mut Canvas<'_>, trail: &[Vec2], color: Color) {
    canvas.stroke(&Path::polyline(trail), &kit::round(4.0), color.with_alpha(130));
}

/// Shows in the debug view what was written down during the tick.
pub(super) fn copy_marks(from: &Marks, to: &mut Marks) {
    for mark in from.iter() {
        to.add(mark.role, mark.shape);
    }
}

/// A cross-hair.
pub(super) fn cross(canvas: &mut Canvas<'_>, at: Vec2, color: Color) {
    kit::cross(canvas, at, vec2(9.0, 9.0), 4.0, color);
}

/// One line at the foot of the stage.
pub(super) fn caption(canvas: &mut Canvas<'_>, text: impl Into<String>) {
    kit::foot_caption(canvas, text, TEXT);
}
