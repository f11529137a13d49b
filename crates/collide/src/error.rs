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
    /// A mask of more than 2²⁸ pixels, or one that cannot be turned as asked.
    BadMaskSize {
        /// Requested width in pixels.
        width: u32,
        /// Requested height in pixels.
        height: u32,
    },
    /// The bytes given do not fill the rectangle.
    WrongLength {
        /// Bytes needed.
        expected: u64,
        /// Bytes given.
        found: u64,
    },
}

impl fmt::Display for CollideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadCellSize => {
                f.write_str("the cell size must be a finite number of pixels above 0")
            }
            Self::BadWorld => {
                f.write_str("the world must be a finite rectangle with min at most max")
            }
            Self::BadMaskSize { width, height } => {
                write!(f, "a mask of {width}×{height} pixels cannot be made or turned as asked")
            }
            Self::WrongLength { expected, found } => {
                write!(f, "expected {expected} bytes to fill the mask, found {found}")
            }
        }
    }
}

impl core::error::Error for CollideError {}
