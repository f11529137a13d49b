//! What goes wrong on a GPU.

use core::fmt;
use motile_kernel::RunError;

/// Why a kernel did not run on the GPU.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GpuError {
    /// The machine has no GPU that can be used; the words of the driver say more.
    NoDevice {
        /// What the system says.
        why: String,
    },
    /// As on the processor: a picture is missing, or there is too little room for the result.
    Run(RunError),
    /// A picture or a result is larger than the GPU takes.
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// The longest side, in pixels.
        most: u32,
    },
    /// The GPU refused the work, ran out of memory or is gone.
    Failed {
        /// What the driver says.
        why: String,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDevice { why } => write!(f, "no GPU was found: {why}"),
            Self::Run(error) => error.fmt(f),
            Self::TooLarge { width, height, most } => {
                write!(f, "{width}×{height} pixels are too many: the GPU takes {most} a side")
            }
            Self::Failed { why } => write!(f, "the GPU failed: {why}"),
        }
    }
}

impl core::error::Error for GpuError {}

impl From<RunError> for GpuError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}
