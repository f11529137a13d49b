//! What the steering demos draw alike: vehicles, their trails, rings and captions.

use core::f32::consts::TAU;
use motile::prelude::*;
use motile::steer::Agent;

pub(super) const NIGHT: Color = Color::hex(0x14_1A_2B);
pub(super) const FAINT: Color = Color::hex(0x3A_46_63);
pub(super) const TEXT: Color = Color::hex(0x9F_AE_CC);
pub(super) const ORANGE: Color = Color::hex(0xFF_9F_43);
pub(super) const BLUE: Color = Color::hex(0x4C_B3_FF);
pub(super) const GREEN: Color = Color::hex(0x5F_D6_8A);
pub(super) const RED: Color = Color::hex(0xFF_5C_6C);

/// The knob of demos that show a rule beside the one of the classics.
pub(super) const RULE: Param = Param::choice("rule", &["recommended", "classic"], 0);

/// Whether [`RULE`] is set to the classic one.
pub(super) fn is_classic(stage: &Stage) -> bool {
    const CLASSIC: u32 = 1;
    stage.params().choice("rule") == CLASSIC
}

/// Color number `index` of `count` around the wheel, all equally bright.
pub(super) fn hue(index: usize, count: usize) -> Color {
    Color::oklch(0.76, 0.14, TAU * index as f32 / count.max(1) as f32)
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

/// A dart that points where the agent heads.
pub(super) fn vehicle(canvas: &mut Canvas<'_>, agent: &Agent, color: Color) {
    let corner = |x: f32, y: f32| agent.to_world(vec2(x, y) * agent.radius);
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
    canvas.stroke(&Path::polyline(trail), &Stroke::new(2.0), color.with_alpha(90));
}

pub(super) fn ring(canvas: &mut Canvas<'_>, center: Vec2, radius: f32, color: Color) {
    canvas.stroke(&Path::circle(center, radius), &Stroke::new(1.5), color);
}

pub(super) fn disc(canvas: &mut Canvas<'_>, center: Vec2, radius: f32, color: Color) {
    canvas.fill(&Path::circle(center, radius), color);
}

/// Shows in the debug view what was written down during the tick.
pub(super) fn copy_marks(from: &Marks, to: &mut Marks) {
    for mark in from.iter() {
        to.add(mark.role, mark.shape);
    }
}

/// A cross-hair.
pub(super) fn cross(canvas: &mut Canvas<'_>, at: Vec2, color: Color) {
    for arm in [vec2(7.0, 7.0), vec2(7.0, -7.0)] {
        canvas.line(at - arm, at + arm, &Stroke::new(2.0), color);
    }
}

/// One line at the foot of the stage, on a dark band that keeps it readable.
pub(super) fn caption(canvas: &mut Canvas<'_>, text: impl Into<String>) {
    let (width, height) = (canvas.width() as f32, canvas.height() as f32);
    let band = Aabb::new(vec2(0.0, height - 36.0), vec2(width, height));
    canvas.fill_rect(band, Color::hex(0x0B_10_1C).with_alpha(170));
    let at = band.center();
    canvas.write(text, 16.0, at, vec2(0.5, 0.5), TEXT);
}
