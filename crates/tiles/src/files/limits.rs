//! How much a file may ask for. What one form allows, the others can hold.

/// The most cells all layers of a file may have together: 512 MB of tiles. A kilobyte that is packed well unfolds to many
/// megabytes, so that a bound for each layer is none for the file. Larger worlds are for [`TileStream`](crate::TileStream).
pub(super) const MAX_CELLS: u64 = 1 << 27;

/// The most chunks of 32×32 cells all endless layers of a file may have together: as much memory as [`MAX_CELLS`].
#[cfg(feature = "tiled")]
pub(super) const MAX_CHUNKS: usize = (MAX_CELLS / (crate::CHUNK * crate::CHUNK) as u64) as usize;

/// How deep elements may be nested.
#[cfg(feature = "tiled")]
pub(super) const MAX_DEPTH: usize = 100;

/// How deep groups of layers may be nested.
#[cfg(feature = "tiled")]
pub(super) const MAX_GROUPS: usize = 32;

/// How deep classes and lists may be nested in properties.
#[cfg(feature = "tiled")]
pub(super) const MAX_CLASSES: usize = 16;

/// How many files may name each other in a row.
#[cfg(feature = "tiled")]
pub(super) const MAX_FILES: usize = 16;
