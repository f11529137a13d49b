//! Numbers of a program that runs once a frame, in seconds.

use motile_geom::{
    Vec2,
    glam::{DVec2, dvec2},
    ops, vec2,
};

/// How many frames a second a classic program ran at: turns its numbers, which count in frames, into those of the crate, which
/// count in seconds, and back.
///
/// Moved in steps of [`tick`](Self::tick) seconds, first the velocity and then the place, a body with the converted numbers is
/// where the [`Bob`](super::Bob) with the printed ones is. With shorter steps it jumps higher by a part of a frame's way.
///
/// ```
/// use motile_geom::{glam::dvec2, vec2};
/// use motile_tiles::classic::FrameUnits;
///
/// let frames = FrameUnits::new(30.0);
/// assert_eq!(frames.velocity(dvec2(0.0, -25.0)), vec2(0.0, -750.0));
/// assert_eq!(frames.acceleration(dvec2(0.0, 1.0)), vec2(0.0, 900.0));
/// assert_eq!(frames.seconds(45), 1.5);
/// ```
#[doc(alias = "pixels per frame")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameUnits {
    /// Frames in a second.
    pub rate: f64,
}

impl FrameUnits {
    /// The units of a program at so many frames a second: 24 and 30 were usual.
    pub const fn new(rate: f64) -> Self {
        Self { rate }
    }

    /// How long a frame takes, seconds.
    pub const fn tick(self) -> f64 {
        1.0 / self.rate
    }

    /// How long so many frames take, seconds.
    pub fn seconds(self, frames: u32) -> f64 {
        f64::from(frames) / self.rate
    }

    /// Pixels per second, from pixels per frame.
    pub fn velocity(self, per_frame: DVec2) -> Vec2 {
        narrow(per_frame * self.rate)
    }

    /// Pixels per second squared, from pixels per frame squared.
    pub fn acceleration(self, per_frame: DVec2) -> Vec2 {
        narrow(per_frame * self.rate * self.rate)
    }

    /// Pixels per frame, from pixels per second.
    pub fn velocity_per_frame(self, velocity: Vec2) -> DVec2 {
        wide(velocity) / self.rate
    }

    /// Pixels per frame squared, from pixels per second squared.
    pub fn acceleration_per_frame(self, acceleration: Vec2) -> DVec2 {
        wide(acceleration) / self.rate / self.rate
    }

    /// What is kept of a velocity in `seconds`, from what is kept of it in a frame: the `friction` of a [`Bob`](super::Bob).
    /// Shares of steps multiply to that of their sum.
    pub fn kept_in(self, per_frame: f64, seconds: f64) -> f64 {
        ops::pow64(per_frame, seconds * self.rate)
    }
}

fn narrow(v: DVec2) -> Vec2 {
    vec2(v.x as f32, v.y as f32)
}

fn wide(v: Vec2) -> DVec2 {
    dvec2(v.x.into(), v.y.into())
}
