//! What can go wrong.

use core::fmt;

/// Why something physical could not be done.
///
/// Numbers that are not finite are no errors here: a call that gets one changes nothing and counts it in a field
/// `rejected`, which debug views show.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PhysicsError {
    /// The rate of change is not finite at the present state: the solution ends here.
    NotFinite {
        /// Time reached in seconds; the state is that of this time.
        time: f64,
    },
    /// An adaptive method had to go below the smallest step: the problem is too stiff for it, the
    /// tolerance too tight, or the solution ends here.
    StepTooSmall {
        /// Time reached in seconds; the state is that of this time.
        time: f64,
    },
    /// The name of a point that is gone, or one named twice where different ones are needed.
    UnknownPoint,
    /// Bytes that are no saved world.
    BadSave {
        /// Where, in bytes from the beginning.
        offset: u64,
        /// What should have been there.
        expected: &'static str,
    },
}

impl fmt::Display for PhysicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { time } => write!(f, "the rate of change is not finite at {time} s"),
            Self::StepTooSmall { time } => {
                write!(f, "no step from {time} s is small enough for the tolerance")
            }
            Self::UnknownPoint => f.write_str("a point is gone or named twice"),
            Self::BadSave { offset, expected } => {
                write!(f, "expected {expected} before byte {offset}")
            }
        }
    }
}

impl core::error::Error for PhysicsError {}
