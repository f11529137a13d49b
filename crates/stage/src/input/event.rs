//! What can happen to a sketch from outside.

use super::{Key, MAX_PADS, MAX_SENSES, PadEvent};
use motile_geom::Vec2;

/// A button of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Button {
    /// The primary button; a touch of the screen counts as this one.
    #[default]
    Left,
    /// The secondary button.
    Right,
    /// The wheel pressed down.
    Middle,
}

impl Button {
    /// All buttons with the names scripts use.
    pub const NAMED: [(Self, &'static str); 3] =
        [(Self::Left, "left"), (Self::Right, "right"), (Self::Middle, "middle")];

    /// The name scripts use.
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

/// Where a finger is in its life on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TouchPhase {
    /// It came down.
    Down,
    /// It moved.
    Move,
    /// It was lifted, or the system took it away.
    Up,
}

/// One thing that happened. Positions are in stage pixels, as the sketch sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputEvent {
    /// The pointer is now here.
    Move(Vec2),
    /// A button went down where the pointer is.
    Down(Button),
    /// A button came up where the pointer is.
    Up(Button),
    /// The wheel turned by lines; positive scrolls down.
    Wheel(f32),
    /// A key went down. Repeats of a held key are ignored.
    Key(Key),
    /// A key came up.
    KeyUp(Key),
    /// A character was typed: with its case, of any layout, and again for each repeat of a held key. It comes besides
    /// the [`InputEvent::Key`] of the key, and alone where no single key stands for it.
    Text(char),
    /// A text is being composed that is not meant yet, by an input method for scripts of many signs or by a dead key.
    /// `None` begins it anew, empty; each character after that is put to its end. It is over when [`Compose(None)`] comes
    /// alone; what was meant, if anything, comes as [`InputEvent::Text`].
    ///
    /// [`Compose(None)`]: InputEvent::Compose
    #[doc(alias = "IME")]
    #[doc(alias = "preedit")]
    Compose(Option<char>),
    /// Something happened to the gamepad of this number, 0…7.
    Pad(u32, PadEvent),
    /// The sense of this number, 0…15, tells this: what a microphone or a camera makes of the world, reduced to a number.
    /// `None` when it no longer tells anything.
    #[doc(alias = "microphone")]
    #[doc(alias = "camera")]
    Sense(u32, Option<f32>),
    /// A finger did something.
    Touch {
        /// Tells fingers apart while they are down.
        id: u32,
        /// What it did.
        phase: TouchPhase,
        /// Where.
        position: Vec2,
    },
    /// The program got the keyboard (`true`) or lost it; losing it lets go of all keys and buttons.
    Focus(bool),
    /// Somebody asked to close the window.
    Close,
    /// The stage has this many pixels now.
    Resize {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

impl InputEvent {
    /// Whether all its numbers are finite, and there can be such a gamepad or sense; others are refused at the border.
    pub fn is_valid(&self) -> bool {
        match self {
            Self::Move(position) | Self::Touch { position, .. } => position.is_finite(),
            Self::Wheel(lines) => lines.is_finite(),
            Self::Pad(pad, PadEvent::Axis(_, value)) => *pad < MAX_PADS && value.is_finite(),
            Self::Pad(pad, _) => *pad < MAX_PADS,
            Self::Sense(sense, value) => *sense < MAX_SENSES && value.is_none_or(f32::is_finite),
            _ => true,
        }
    }
}
