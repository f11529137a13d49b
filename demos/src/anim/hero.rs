//! The figure of the frame demos, drawn in code: as vectors at any size, and as the cells of a sheet.

use core::f32::consts::TAU;
use motile::prelude::*;

/// Width and height of a cell, pixels.
pub(super) const SIDE: u32 = 32;

/// How the figure stands: angles in radians from straight down, positive to its front.
#[derive(Clone, Copy, Debug, Default, StateHash)]
pub(super) struct Pose {
    pub(super) legs: [f32; 2],
    pub(super) arms: [f32; 2],
    /// How far the body is below its usual height, pixels.
    pub(super) crouch: f32,
}

impl Pose {
    /// A walk at a part of its cycle, 0…1.
    pub(super) fn walk(cycle: f32) -> Self {
        let swing = ops::sin(TAU * cycle);
        let dip = ops::cos(2.0 * TAU * cycle);
        Self {
            legs: [0.75 * swing, -0.75 * swing],
            arms: [-0.8 * swing, 0.8 * swing],
            crouch: 0.8 - 0.8 * dip,
        }
    }

    /// Breathing, 0…1.
    pub(super) fn stand(cycle: f32) -> Self {
        let breath = 0.5 - 0.5 * ops::cos(TAU * cycle);
        Self { legs: [0.12, -0.12], arms: [0.15, -0.15], crouch: 0.9 * breath }
    }

    /// One arm up, waving, 0…1.
    pub(super) fn wave(cycle: f32) -> Self {
        let swing = ops::sin(2.0 * TAU * cycle);
        Self { legs: [0.12, -0.12], arms: [2.6 + 0.45 * swing, -0.15], crouch: 0.0 }
    }

    /// Draws it into a square of 32 with its feet at the lower edge; the canvas says where and how large.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        let hip = vec2(16.0, 20.5 + self.crouch);
        let shoulder = hip - vec2(0.0, 7.0);
        let (far, near) = (Color::hex(0x2B_39_5E), Color::hex(0x3D_55_94));
        limb(canvas, shoulder, self.arms[1], 7.0, 2.6, Color::hex(0xB3_7A_56));
        leg(canvas, hip, self.legs[1], self.crouch, far);
        leg(canvas, hip, self.legs[0], self.crouch, near);
        let body =
            Path::round_rect(Aabb::from_size(shoulder - vec2(4.0, 2.0), vec2(8.0, 11.0)), 3.0);
        canvas.fill(&body, Color::hex(0x1F_9D_8F));
        limb(canvas, shoulder, self.arms[0], 7.0, 2.8, Color::hex(0xE7_AE_83));
        let head = shoulder - vec2(0.0, 6.0);
        canvas.fill(&Path::circle(head, 5.2), Color::hex(0xF3_C0_96));
        let cap = Path::pie(head - vec2(0.0, 0.6), 5.6, TAU * 0.5, TAU * 0.5);
        canvas.fill(&cap, Color::hex(0xD9_3B_3B));
        let peak = Path::round_rect(Aabb::from_size(head + vec2(2.0, -2.0), vec2(6.5, 2.0)), 1.0);
        canvas.fill(&peak, Color::hex(0xB2_2B_2B));
        canvas.fill(
            &Path::rect(Aabb::from_size(head + vec2(2.0, 0.6), vec2(1.6, 2.0))),
            Color::hex(0x2A_20_20),
        );
    }
}

/// A leg that reaches the ground when it hangs straight down.
fn leg(canvas: &mut Canvas<'_>, hip: Vec2, angle: f32, crouch: f32, color: Color) {
    let length = 9.0 - crouch;
    limb(canvas, hip, angle, length, 3.2, color);
    let foot = hip + vec2(ops::sin(angle), ops::cos(angle)) * length;
    let shoe = Path::round_rect(Aabb::from_size(foot - vec2(1.8, 1.2), vec2(5.0, 2.8)), 1.2);
    canvas.fill(&shoe, Color::hex(0x4A_2F_27));
}

fn limb(canvas: &mut Canvas<'_>, from: Vec2, angle: f32, length: f32, width: f32, color: Color) {
    let to = from + vec2(ops::sin(angle), ops::cos(angle)) * length;
    canvas.line(from, to, &Stroke::new(width).with_cap(Cap::Round), color);
}

/// Poses as the cells of a sheet, in a row, without smooth edges.
pub(super) fn sheet(poses: &[Pose]) -> motile::Result<Atlas> {
    let picture = Surface::drawn(SIDE * poses.len() as u32, SIDE, |canvas| {
        canvas.set_antialias(false);
        for (cell, pose) in poses.iter().enumerate() {
            let place = Affine2::from_translation(vec2((SIDE as usize * cell) as f32, 0.0));
            canvas.transformed(place, |canvas| pose.draw(canvas));
        }
    })?;
    Ok(Atlas::grid(picture, SIDE, SIDE))
}
