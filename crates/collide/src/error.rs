//! What can be wrong with the input.

use core::fmt;

/// Why a collision structure could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollideError {
    /// A cell size that is not a finite number above 0.
    BadCellSize,
    /// A world rectangle that is not finite, has `min` above `max`, or wraps without an area.
    BadWorld,
}

impl fmt::Display for CollideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BadCellSize => "the cell size must be a finite number of pixels above 0",
            Self::BadWorld => "the world must be a finite rectangle with min at most max",
        })
    }
}

impl core::error::Error for CollideError {}
