//! What can go wrong.

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
        }
    }
}

impl core::error::Error for PhysicsError {}
