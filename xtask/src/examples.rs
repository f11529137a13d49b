//! `cargo xtask examples`: crates outside of the workspace that use motile, some of them inside other engines.

use crate::{Result, process, web};
use std::{fs, path::Path};

/// Compiles every folder of `examples/`; each is a workspace of its own. They share `target/examples`, so that what
/// two of them need is built once and the sources stay clean.
///
/// # Errors
/// When there is none, or one does not compile.
pub(crate) fn run(root: &Path) -> Result {
    let mut folders: Vec<_> = fs::read_dir(root.join("examples"))
        .map_err(|_| "no examples are built yet: there is no folder `examples`")?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| folder.join("Cargo.toml").is_file())
        .collect();
    folders.sort();
    let target = web::target(root).join("examples");
    for folder in &folders {
        let mut check = process::cargo(folder, ["check", "--all-targets", "--locked"]);
        process::run(check.arg("--target-dir").arg(&target))?;
    }
    println!("{} examples compile", folders.len());
    Ok(())
}
