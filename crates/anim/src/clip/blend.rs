//! Between two frames.

use crate::Animate;

/// Two frames and how much of the second shows: what to draw for a time between them, or for the change
/// from one state to another. Draw `from`, and `to` over it with `weight` as its alpha; or mix whatever
/// belongs to the frames with [`Blend::mix`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blend {
    /// The frame that goes.
    pub from: u32,
    /// The frame that comes.
    pub to: u32,
    /// How much of it shows, 0…1.
    pub weight: f32,
}

impl Blend {
    /// One frame alone.
    pub const fn only(frame: u32) -> Self {
        Self { from: frame, to: frame, weight: 0.0 }
    }

    /// What belongs to the two frames, mixed.
    ///
    /// ```
    /// use motile_anim::FramePlayer;
    ///
    /// // How far a walker has come in each drawn frame.
    /// let poses = [0.0f32, 10.0, 14.0];
    /// let mut player = FramePlayer::new(3)?;
    /// player.set_speed(0.5);
    /// player.skip(3);
    /// assert_eq!(player.blend().mix(|frame| poses[frame as usize]), 12.0);
    /// # Ok::<(), motile_anim::AnimError>(())
    /// ```
    pub fn mix<V: Animate>(&self, mut of: impl FnMut(u32) -> V) -> V {
        let (from, to) = (of(self.from), of(self.to));
        V::mix(&from, &to, self.weight)
    }
}
