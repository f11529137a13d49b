//! The loop: sketches, parameters and the player that every host shares.

mod debug;
mod error;
mod params;
mod player;
mod shell;
mod sketch;
mod surroundings;
mod tick;
mod unseen;

#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub(crate) use debug::LABEL_SIZE;
pub use error::{Error, FileError, Result, WindowError};
pub use params::{Param, ParamError, ParamKind, Params};
pub use player::{Player, Settings};
pub use shell::{Cursor, Shell};
pub use sketch::{Frame, Sketch};
pub use surroundings::Surroundings;
pub use tick::Tick;
pub(crate) use unseen::unseen;
pub use unseen::{Unseen, UnseenReason};
