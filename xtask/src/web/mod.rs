//! `cargo xtask web`: the static site, or a folder with a sketch of one's own.

pub(crate) mod budget;
pub(crate) mod module;
pub(crate) mod site;
pub(crate) mod sketch;
pub(crate) mod toolchain;

use crate::Result;
use std::path::{Path, PathBuf};

/// Builds the site into `target/web`, or with `--sketch FOLDER [--out FOLDER]` a page for the crate in that folder.
///
/// # Errors
/// When something cannot be built, or a page is larger than its budget.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    match arguments {
        [] => site::build(root).map(|_| ()),
        ["--sketch", folder] => {
            let out = Path::new(folder).join("target/web");
            sketch::build(root, Path::new(folder), &out)
        }
        ["--sketch", folder, "--out", out] => {
            sketch::build(root, Path::new(folder), Path::new(out))
        }
        _ => Err("usage: cargo xtask web [--sketch FOLDER [--out FOLDER]]".into()),
    }
}

/// Where the site lies.
pub(crate) fn folder(root: &Path) -> PathBuf {
    target(root).join("web")
}

/// Where cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// An empty folder, whatever was there.
pub(crate) fn empty_folder(folder: &Path) -> Result {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    std::fs::create_dir_all(folder).map_err(|error| at(folder, &error))
}

/// Copies a file, making the folders on the way.
pub(crate) fn copy(from: &Path, to: &Path) -> Result {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(|error| at(from, &error))
}

/// An error with its file.
pub(crate) fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
