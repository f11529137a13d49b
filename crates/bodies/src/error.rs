//! What can go wrong.

use core::fmt;

/// Why a picture gave no shape, or a world could not do what it was asked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyError {
    /// No pixel of the picture counts: all are below the threshold, or it has none.
    EmptyPicture,
    /// A frame lies outside of its picture, at least in part.
    FrameOutside,
    /// The body was removed, or is of another world.
    NoSuchBody,
    /// A joint needs two bodies.
    SameBody,
    /// A shape has no area, or a number that is not finite.
    BadShape,
    /// A text is no scene.
    BadScene {
        /// Where, from 1 on; 0 where that is not known.
        line: u32,
        /// What was expected.
        expected: &'static str,
    },
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyPicture => write!(f, "no pixel of the picture counts"),
            Self::FrameOutside => write!(f, "the frame lies outside of the picture"),
            Self::NoSuchBody => write!(f, "there is no such body in this world"),
            Self::SameBody => write!(f, "a joint needs two different bodies"),
            Self::BadShape => {
                write!(f, "a shape without area, or with a number that is not finite")
            }
            Self::BadScene { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl std::error::Error for BodyError {}
