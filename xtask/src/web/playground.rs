//! The playground: a page of its own with the compiler of kernels in it.

use super::{budget, copy, made::Made, module::Module};
use crate::Result;
use std::path::Path;

/// Files of the page, and those that it shares with the gallery.
const PAGE: [&str; 3] = ["playground.html", "playground.css", "playground.js"];
const SHARED: [&str; 2] = ["motile.js", "style.css"];

/// Puts the page into the folder of the site.
///
/// # Errors
/// When its program does not compile, or is over its budget.
pub(super) fn build(root: &Path, out: &Path) -> Result {
    for file in PAGE {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    let module = Module {
        folder: root,
        package: "motile-playground",
        program: "playground",
        features: &[],
        variables: &[],
    };
    let size = module.build(root, &out.join("pkg"), "playground")?;
    budget::check(root, "playground", "the playground", size)
}

/// Makes a folder with the page alone, for any static host.
///
/// # Errors
/// As [`build`], and when the folder holds anything else.
pub(super) fn alone(root: &Path, out: &Path) -> Result {
    let made = Made::begin(out, &[root])?;
    for file in SHARED {
        copy(&root.join("web").join(file), &made.path().join(file))?;
    }
    build(root, made.path())?;
    made.finish()?;
    println!("{} is ready for any static host", out.display());
    Ok(())
}
