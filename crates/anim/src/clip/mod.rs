//! Frame animation: players for numbered frames, clips with durations, and states with transitions. Where the frames
//! lie in a picture is said by a sprite sheet of `motile_pixels`.

#[cfg(feature = "aseprite")]
mod aseprite;
mod blend;
mod frame_player;
#[cfg(any(feature = "aseprite", feature = "texture-packer"))]
mod json;
mod machine;
#[cfg(feature = "color")]
mod tag;
#[cfg(feature = "texture-packer")]
mod texture_packer;
mod timed;

#[cfg(feature = "aseprite")]
pub use aseprite::sprite_sheet_from_aseprite;
pub use blend::Blend;
pub use frame_player::{FramePlayer, Playable};
pub use machine::{Condition, Machine, Transition};
#[cfg(feature = "texture-packer")]
pub use texture_packer::sprite_sheet_from_texture_packer;
pub use timed::{Clip, ClipEvent, ClipPlayer};

use motile_geom::{HashState, StateHash};

/// What comes after the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The first one.
    #[default]
    Loop,
    /// Nothing: the frame it ends at is held.
    Once,
    /// Nothing, and the first frame is shown again.
    Rewind,
    /// The way back, and so on; the frames at the turns are shown once.
    PingPong,
}

impl HashState for Wrap {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u32(*self as u32);
    }
}

impl Wrap {
    /// Whether it comes to an end.
    const fn ends(self) -> bool {
        matches!(self, Self::Once | Self::Rewind)
    }
}
