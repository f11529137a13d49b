//! The frame player that sums up.

use crate::AnimError;

/// The frame player as the books print it, kept for comparison with [`FramePlayer`](crate::FramePlayer): it sums up a
/// rounded remainder and wraps once, so it drifts, and its speed must stay below the number of frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassicFramePlayer {
    frames: u32,
    frame: u32,
    differential: f64,
    remainder: f64,
    rejected: u32,
}

impl ClassicFramePlayer {
    /// At frame 1 of so many, at one frame a tick.
    ///
    /// # Errors
    ///
    /// [`AnimError::EmptyClip`] without frames.
    pub const fn new(frames: u32) -> Result<Self, AnimError> {
        if frames == 0 {
            return Err(AnimError::EmptyClip);
        }
        Ok(Self {
            frames,
            frame: 1,
            differential: if frames == 1 { 0.0 } else { 1.0 },
            remainder: 0.0,
            rejected: 0,
        })
    }

    /// Frames per tick, clamped to the largest value below the number of frames; in `f64`, as the numbers of the
    /// original were. NaN and infinities change nothing and are counted in [`ClassicFramePlayer::rejected`].
    pub fn set_speed(&mut self, speed: f64) {
        if !speed.is_finite() {
            self.rejected = self.rejected.saturating_add(1);
            return;
        }
        let limit = (self.frames as f64).next_down();
        self.differential = speed.clamp(-limit, limit);
    }

    /// How many speeds [`ClassicFramePlayer::set_speed`] has turned away.
    pub const fn rejected(&self) -> u32 {
        self.rejected
    }

    /// Frames per tick.
    pub const fn speed(&self) -> f64 {
        self.differential
    }

    /// Goes to a frame, from 1; clamped to those there are. The remainder stays.
    pub fn go_to(&mut self, frame: u32) {
        self.frame = frame.clamp(1, self.frames);
    }

    /// One tick on; gives the frame, from 1.
    pub fn tick(&mut self) -> u32 {
        let mut step = self.differential.trunc();
        self.remainder += self.differential - step;
        if self.remainder.abs() >= 1.0 {
            let whole = self.remainder.trunc();
            step += whole;
            self.remainder -= whole;
        }
        let frames = self.frames as i64;
        let mut frame = self.frame as i64 + step as i64;
        if frame > frames {
            frame -= frames;
        } else if frame < 1 {
            frame += frames;
        }
        // A remainder that carries over at the largest speed can leave the range once more.
        self.frame = frame.clamp(1, frames) as u32;
        self.frame
    }
}
