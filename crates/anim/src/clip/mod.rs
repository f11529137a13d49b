//! Frame animation: players for numbered frames, clips with durations, and states with transitions.

#[cfg(feature = "aseprite")]
mod aseprite;
mod frame_player;
mod machine;
mod timed;

#[cfg(feature = "aseprite")]
pub use aseprite::{Sheet, SheetFrame};
pub use frame_player::{ClassicFramePlayer, FramePlayer, Playable};
pub use machine::{Condition, Machine, Transition};
pub use timed::{Clip, ClipEvent, ClipPlayer};

/// What comes after the last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The first one.
    #[default]
    Loop,
    /// Nothing: the last frame stays.
    Once,
    /// The way back, and so on; the frames at the turns are shown once.
    PingPong,
}
