//! Maps from files: what the editors write, and the crate's own compact form.

#[cfg(any(feature = "ldtk", feature = "tiled"))]
mod color;
mod compact;
#[cfg(any(feature = "ldtk", feature = "tiled"))]
mod fault;
#[cfg(feature = "ldtk")]
mod ldtk;
mod limits;
mod path;
#[cfg(feature = "tiled")]
mod tiled;

#[cfg(feature = "ldtk")]
pub use ldtk::{LdtkParts, read_ldtk};
pub use path::path_beside;
#[cfg(feature = "tiled")]
pub use tiled::{
    TiledParts, TmxCells, read_tiled, read_tiled_set, read_tiled_world, write_tmx, write_tsx,
};

use core::fmt::Display;

/// Where readers of map files get the files from: a disk, an archive, bytes in the program, a page's cache.
///
/// Every closure that takes a path and returns bytes or an error that can be shown is one. Paths have forward slashes
/// and begin as the path of the first file did; those of files that a map names are relative to the map.
///
/// ```
/// use motile_tiles::MapReader;
/// let mut disk = |path: &str| std::fs::read(path);
/// assert!(MapReader::bytes(&mut disk, "no such file").is_err());
/// ```
#[doc(alias = "resource reader")]
#[doc(alias = "asset loader")]
pub trait MapReader {
    /// The bytes of a file.
    ///
    /// # Errors
    /// In words, when there is no such file.
    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, String>;
}

impl<F, E> MapReader for F
where
    F: FnMut(&str) -> Result<Vec<u8>, E>,
    E: Display,
{
    fn bytes(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self(path).map_err(|error| error.to_string())
    }
}
