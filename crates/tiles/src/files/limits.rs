//! How much a file may ask for.

/// The most cells a layer of a file may have: 512 MB of tiles. Larger worlds are for [`TileStream`](crate::TileStream).
pub(super) const MAX_CELLS: u64 = 1 << 27;

/// How deep elements, groups and properties may be nested, and how many files may name each other in a row.
pub(super) const MAX_DEPTH: usize = 64;
