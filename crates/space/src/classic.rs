//! What the books on Flash's display objects in space print, for comparison.
//!
//! From Flash Player 10 on every display object had a z and turns about three axes, in degrees; there was no depth sorting, and the
//! vanishing point stayed where it was when the program was loaded. The examples below are written for 24 frames a second.

use crate::Pose;
use core::f32::consts::{FRAC_PI_2, PI, TAU};
use motile_geom::{Vec2, ops};

/// Poses on a ring as printed: every thing shows its back to the viewer when it is near, so that words on it are mirrored.
pub fn ring_poses(count: u32, radius: f32) -> impl ExactSizeIterator<Item = Pose> + Clone {
    (0..count).map(move |i| {
        let angle = TAU * i as f32 / count as f32;
        let (sin, cos) = ops::sin_cos(angle);
        Pose::new(radius * cos, 0.0, radius * sin).with_angles(0.0, FRAC_PI_2 - angle, 0.0)
    })
}

/// How the carousel follows the pointer in one frame: turned faster the farther the pointer is from the middle, a tenth of the way up or
/// down. Gives the turn in radians and the new y.
pub fn carousel_step(width: f32, y: f32, pointer: Vec2) -> (f32, f32) {
    let degrees = (width * 0.5 - pointer.x) * 0.01;
    (degrees * PI / 180.0, y + (pointer.y - y) * 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;

    #[test]
    fn t7_37_and_d3_34_the_carousel_follows() {
        for (x, degrees) in [(0.0, 4.0), (400.0, 0.0), (800.0, -4.0f32)] {
            let (turn, _) = carousel_step(800.0, 400.0, vec2(x, 600.0));
            assert!((turn.to_degrees() - degrees).abs() < 1e-5);
        }
        let mut y = 400.0;
        for _ in 0..10 {
            y = carousel_step(800.0, y, vec2(0.0, 600.0)).1;
        }
        assert!((y - 530.264312).abs() < 1e-3);
    }
}
