//! Maps from files. The maps in `tests/maps` are small ones of our own, one for each way of writing.

mod common;
mod compact;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(all(feature = "ldtk", feature = "tiled"))]
mod parts;
#[cfg(feature = "tiled")]
mod tiled;
#[cfg(feature = "tiled")]
mod tiled_bad;
#[cfg(feature = "tiled")]
mod tiled_data;
#[cfg(feature = "tiled")]
mod tiled_old;
#[cfg(feature = "tiled")]
mod tiled_write;
