//! What can be wrong with a grid.

use crate::Fluid;
use core::fmt;

/// Why a fluid could not be made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FluidError {
    /// A side has too few or too many cells.
    Side {
        /// How many were asked for.
        cells: u32,
    },
    /// The size of a cell is not positive and finite.
    Cell {
        /// What was asked for, in pixels.
        size: f32,
    },
    /// There is no such cell.
    Outside {
        /// Its column.
        x: u32,
        /// Its row.
        y: u32,
    },
}

impl FluidError {
    pub(crate) fn check(width: u32, height: u32, cell: f32) -> Result<(), Self> {
        for side in [width, height] {
            if !(Fluid::MIN_SIDE..=Fluid::MAX_SIDE).contains(&side) {
                return Err(Self::Side { cells: side });
            }
        }
        // Squares and inverses of it have to be numbers too.
        if !(1e-6..=1e6).contains(&cell) {
            return Err(Self::Cell { size: cell });
        }
        Ok(())
    }
}

impl fmt::Display for FluidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side { cells } => {
                let (least, most) = (Fluid::MIN_SIDE, Fluid::MAX_SIDE);
                write!(f, "a grid of {cells} cells on a side; {least} to {most} are possible")
            }
            Self::Cell { size } => {
                write!(f, "cells of {size} pixels; the size has to be from 0.000001 to 1000000")
            }
            Self::Outside { x, y } => write!(f, "there is no cell ({x}, {y})"),
        }
    }
}

impl std::error::Error for FluidError {}
