//! Frame animation: players for numbered frames, clips with durations, and states with transitions.

#[cfg(feature = "aseprite")]
mod aseprite;
mod blend;
mod frame_player;
mod machine;
#[cfg(any(feature = "aseprite", feature = "texture-packer"))]
mod sheet;
#[cfg(feature = "texture-packer")]
mod texture_packer;
mod timed;

pub use blend::Blend;
pub use frame_player::{ClassicFramePlayer, FramePlayer, Playable};
pub use machine::{Condition, Machine, Transition};
#[cfg(any(feature = "aseprite", feature = "texture-packer"))]
pub use sheet::{Sheet, SheetFrame};
pub use timed::{Clip, ClipEvent, ClipPlayer};

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

impl Wrap {
    /// Whether it comes to an end.
    const fn ends(self) -> bool {
        matches!(self, Self::Once | Self::Rewind)
    }
}
