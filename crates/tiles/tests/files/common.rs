//! Where maps come from.

#![allow(dead_code, reason = "each set of features uses a part")]

use motile_tiles::{MapFileError, TileError};
use std::path::PathBuf;

/// The maps that are kept here.
pub(crate) fn ours(path: &str) -> Result<Vec<u8>, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/maps");
    std::fs::read(folder.join(path)).map_err(|error| error.to_string())
}

/// The folder with files of real editors, when it is there.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|up| up.join("shared/data/tilemaps")).find(|folder| folder.is_dir())
}

/// What is wrong with a file.
pub(crate) fn file_error(error: TileError) -> MapFileError {
    match error {
        TileError::File(error) => *error,
        other => panic!("expected an error of a file, found {other}"),
    }
}
