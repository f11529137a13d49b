//! State as numbers: fingerprints that compare two runs, and bytes that bring a moment back.
//!
//! [`HashState`] is what a fingerprint is made of, [`SaveState`] what is saved and restored. With the feature
//! `derive`, one `#[derive(StateHash)]` gives a struct or enum both, over all its fields: a hash that forgets a
//! field cannot be written by accident, and rollback and replays come free.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use motile_geom::{Rng, StateHash, Vec2, state, vec2};
//!
//! #[derive(Clone, Debug, PartialEq, StateHash)]
//! struct Ball { position: Vec2, velocity: Vec2, mood: Mood, rng: Rng }
//!
//! #[derive(Clone, Debug, PartialEq, StateHash)]
//! enum Mood { Calm, Angry { seconds: f32 } }
//!
//! let mood = Mood::Angry { seconds: 1.5 };
//! let mut ball = Ball { position: Vec2::ZERO, velocity: Vec2::X, mood, rng: Rng::new(7) };
//! let (moment, hash) = (state::save(&ball), StateHash::of(&ball));
//! ball.position = vec2(5.0, 5.0);
//! assert_ne!(StateHash::of(&ball), hash);
//!
//! ball = state::restore(&moment)?;
//! assert_eq!(StateHash::of(&ball), hash);
//! # }
//! # Ok::<(), motile_geom::StateError>(())
//! ```
//!
//! # The bytes
//!
//! Numbers in little-endian order, fields and items one after another, lengths and variants as `u32`. There are
//! no names and no version: bytes are for the program that wrote them (rollback, replays, save games of one
//! release), the same on every platform.
//!
//! Restoring takes any bytes: what is no state of the type is a [`StateError`], and memory is asked for only as items
//! are read. Boxes and lists may be nested [`MAX_DEPTH`] deep, because each level takes room on the stack.

mod hash;
mod macros;
mod outline;
mod reader;
mod save;
mod writer;

pub use hash::{HashState, StateHash};
pub use outline::{StateDifference, StateLeaf, StateOutline};
pub use reader::{MAX_DEPTH, StateError, StateReader};
pub use save::SaveState;
pub use writer::StateWriter;

/// A value as bytes, for [`restore`].
pub fn save<T: SaveState>(value: &T) -> Vec<u8> {
    let mut out = StateWriter::new();
    value.save(&mut out);
    out.into_bytes()
}

/// Writes a value over what is in `bytes`, keeping its memory: for snapshots in every tick.
pub fn save_into<T: SaveState>(value: &T, bytes: &mut Vec<u8>) {
    let mut out = StateWriter::reusing(core::mem::take(bytes));
    value.save(&mut out);
    *bytes = out.into_bytes();
}

/// The value that [`save`] made these bytes of.
///
/// # Errors
/// [`StateError`] when they are no state of the type, or go on after it.
pub fn restore<T: SaveState>(bytes: &[u8]) -> Result<T, StateError> {
    let mut input = StateReader::new(bytes);
    let value = T::restore(&mut input)?;
    input.finish()?;
    Ok(value)
}
