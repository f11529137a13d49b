//! What can go wrong.

use crate::world::PointId;
use core::fmt;

/// Why something physical could not be done.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PhysicsError {
    /// A time step that is not finite or that the method does not take, in seconds.
    BadStep(f64),
    /// A number that is NaN, infinite or outside its range; the text names it.
    BadNumber(&'static str),
    /// The state left the finite numbers; it is as it was before the step.
    NotFinite {
        /// Time at the beginning of the step in seconds.
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
        at: u64,
        /// What should have been there.
        expected: &'static str,
    },
    /// This point was about to leave the finite numbers or the range of 10⁹ pixels. It was put back to where it came
    /// from and stands still; the world went on.
    PointStopped(PointId),
}

impl fmt::Display for PhysicsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadStep(dt) => write!(f, "a time step of {dt} s cannot be taken"),
            Self::BadNumber(name) => write!(f, "{name} is not finite or out of its range"),
            Self::NotFinite { time } => {
                write!(f, "the state is no longer finite after the step from {time} s")
            }
            Self::StepTooSmall { time } => {
                write!(f, "no step from {time} s is small enough for the tolerance")
            }
            Self::UnknownPoint => f.write_str("a point is gone or named twice"),
            Self::BadSave { at, expected } => write!(f, "expected {expected} before byte {at}"),
            Self::PointStopped(id) => {
                write!(f, "point {id:?} was stopped before it left the range of coordinates")
            }
        }
    }
}

impl core::error::Error for PhysicsError {}
