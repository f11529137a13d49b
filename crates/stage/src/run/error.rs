//! Why a sketch could not be started, shown or saved.

use crate::{ParamError, ScriptError, StageError};
use core::fmt;
use motile_pixels::SurfaceError;

/// The result of running a sketch.
pub type Result<T = ()> = core::result::Result<T, Error>;

/// Why a sketch could not be started, shown or saved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The stage refused.
    Stage(StageError),
    /// A parameter was refused.
    Param(ParamError),
    /// An input script cannot be read.
    Script(ScriptError),
    /// There is no memory for a picture of this size.
    Surface(SurfaceError),
    /// A file could not be read or written.
    File {
        /// Its path.
        path: String,
        /// What the system said.
        message: String,
    },
    /// There is no display to open a window on, or the display refused.
    Window {
        /// What the system said.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stage(error) => error.fmt(f),
            Self::Param(error) => error.fmt(f),
            Self::Script(error) => error.fmt(f),
            Self::Surface(error) => error.fmt(f),
            Self::File { path, message } => write!(f, "{path}: {message}"),
            Self::Window { message } => write!(f, "no window: {message}"),
        }
    }
}

impl core::error::Error for Error {}

macro_rules! error_from {
    ($($variant:ident($error:ty)),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )+};
}

error_from!(Stage(StageError), Param(ParamError), Script(ScriptError), Surface(SurfaceError));
