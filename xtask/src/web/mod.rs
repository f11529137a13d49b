//! `cargo xtask web`: the static site, or a folder with one demo or a sketch of one's own.

pub(crate) mod budget;
pub(crate) mod module;
pub(crate) mod places;
pub(crate) mod single;
pub(crate) mod site;
pub(crate) mod toolchain;

use crate::{Result, browser};
use std::path::{Path, PathBuf};

const USAGE: &str =
    "usage: cargo xtask web [--demo ID | --sketch FOLDER] [--out FOLDER], or web --frame-times";

/// The demo whose page stands for a page with one demo: it uses steering, text, paths and the grid.
pub(crate) const SAMPLE: &str = "steer/flock";

/// Builds the site into `target/web`; with `--demo ID` or `--sketch FOLDER` a page for that alone; with
/// `--frame-times` measures the page beside the native program.
///
/// # Errors
/// When something cannot be built, or a page is larger than its budget.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    match arguments {
        [] => {
            single::demo(root, SAMPLE, &target(root).join("web-demo"))?;
            let out = folder(root);
            site::build(root, &out, &[], site::build_native)?;
            println!("the site is in {}; `cargo xtask serve` shows it", out.display());
            Ok(())
        }
        ["--frame-times"] => browser::frame_times(root),
        ["--demo", id] => single::demo(root, id, &target(root).join("web-demo")),
        ["--demo", id, "--out", out] => single::demo(root, id, Path::new(out)),
        ["--sketch", folder] => {
            let out = Path::new(folder).join("target/web");
            single::sketch(root, Path::new(folder), &out).map(|_| ())
        }
        ["--sketch", folder, "--out", out] => {
            single::sketch(root, Path::new(folder), Path::new(out)).map(|_| ())
        }
        _ => Err(USAGE.into()),
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
