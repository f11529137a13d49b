//! What can be wrong with an animation.

use core::fmt;

/// An animation that cannot be played, or text that does not describe one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnimError {
    /// No ease has this name.
    UnknownEase {
        /// The name as written.
        name: String,
        /// The nearest name there is.
        suggestion: String,
    },
    /// A stepped ease needs at least one step.
    NoSteps,
    /// A duration, delay or position that is negative or not finite.
    BadTime {
        /// What it was given for.
        what: &'static str,
        /// The number as given, in seconds.
        seconds: f64,
    },
    /// A start or end value that is NaN or infinite.
    BadValue,
    /// Start and end of an array tween have different lengths.
    LengthsDiffer {
        /// Length of the start value.
        from: u32,
        /// Length of the end value.
        to: u32,
    },
    /// No label of the timeline has this name.
    UnknownLabel(String),
    /// The text is not a time.
    BadTimeText {
        /// Byte at which it stops making sense.
        at: u32,
    },
    /// The target has no property of this name.
    UnknownProperty(String),
    /// The text given for a property or setting is not a number.
    NotANumber {
        /// The property.
        name: String,
        /// The text.
        text: String,
    },
    /// Overwrite modes have the numbers 0 to 3.
    UnknownOverwrite(String),
    /// The animation is running already.
    AlreadyRunning,
    /// A clip without frames, or a frame without a duration.
    EmptyClip,
    /// No clip, state or tag has this name.
    UnknownClip(String),
    /// Sprite-sheet data that cannot be read.
    BadSheet {
        /// Line, from 1; 0 when the text is sound but something is missing.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// What was expected.
        expected: String,
    },
}

impl fmt::Display for AnimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownEase { name, suggestion } => {
                write!(f, "no ease is called {name:?}; did you mean {suggestion:?}?")
            }
            Self::NoSteps => f.write_str("a stepped ease needs at least one step"),
            Self::BadTime { what, seconds } => {
                write!(f, "the {what} of {seconds} s is negative or not finite")
            }
            Self::BadValue => f.write_str("a start or end value is NaN or infinite"),
            Self::LengthsDiffer { from, to } => {
                write!(f, "the start value has {from} elements, the end value {to}")
            }
            Self::UnknownLabel(name) => write!(f, "the timeline has no label {name:?}"),
            Self::BadTimeText { at } => {
                write!(f, "not a time at byte {at}: expected a number with a unit, or a time code")
            }
            Self::UnknownProperty(name) => write!(f, "the target has no property {name:?}"),
            Self::NotANumber { name, text } => write!(f, "{name} is {text:?}, which is no number"),
            Self::UnknownOverwrite(text) => {
                write!(f, "overwrite is {text:?}; the modes have the numbers 0 to 3")
            }
            Self::AlreadyRunning => f.write_str("the animation is running already"),
            Self::EmptyClip => f.write_str("the clip has no frame, or a frame without a duration"),
            Self::UnknownClip(name) => write!(f, "no clip, state or tag is called {name:?}"),
            Self::BadSheet { line: 0, expected, .. } => {
                write!(f, "sprite sheet: expected {expected}")
            }
            Self::BadSheet { line, column, expected } => {
                write!(f, "sprite sheet, line {line}, column {column}: expected {expected}")
            }
        }
    }
}

impl core::error::Error for AnimError {}
