//! The loop: sketches, parameters and the player that every host shares.

mod debug;
mod error;
mod params;
mod player;
mod sketch;

pub use error::{Error, FileError, Result, WindowError};
pub use params::{Param, ParamError, ParamKind, Params};
pub use player::{Player, Settings};
pub use sketch::{Frame, Sketch};
