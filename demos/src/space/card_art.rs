//! The cards of the table: what is on them, and the shadows they throw.

use crate::look::{GOLD, GREEN, INK, RED, SNOW, VIOLET};
use core::f32::consts::PI;
use motile::geom::{Vec3, vec3};
use motile::prelude::*;
use motile::space::{Backface, Panel, Pose};

/// Width and height, pixels.
pub(super) const SIZE: Vec2 = vec2(92.0, 128.0);

/// What a card throws on the cloth: its corners, along the light.
pub(super) fn shadow(pose: &Pose, light: Vec3) -> Shape {
    let half = SIZE * 0.5;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| {
        let corner = pose.transform().point(vec3(x * half.x, y * half.y, 0.0));
        let foot = corner - light * (corner.z / light.z);
        vec2(foot.x, foot.y)
    });
    Shape::polygon(&corners).fill(Color::BLACK.with_alpha(110))
}

/// On the other side, to be read from there.
pub(super) fn behind() -> Pose {
    Pose::new(0.0, 0.0, 0.5).with_angles(0.0, PI, 0.0)
}

pub(super) fn card(color: Color) -> Shape {
    Shape::round_rect(SIZE.x, SIZE.y, 10.0).fill(color).stroke(Stroke::new(3.0), SNOW)
}

pub(super) fn emblem(pair: u32) -> Panel {
    let shape = match pair {
        0 => Shape::circle(26.0).fill(RED),
        1 => Shape::star(5, 36.0, 15.0).fill(GOLD),
        2 => Shape::rect(44.0, 44.0).fill(GREEN),
        3 => Shape::star(4, 38.0, 17.0).fill(VIOLET),
        _ => Shape::ellipse(20.0, 36.0).fill(INK),
    };
    Panel::new(shape).with_backface(Backface::Hidden)
}
