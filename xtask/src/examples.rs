//! `cargo xtask examples`: motile inside other engines.

use crate::{Result, process};
use std::{fs, path::Path};

/// Compiles every folder of `examples/`; each is a workspace of its own.
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
    for folder in &folders {
        process::run(&mut process::cargo(folder, ["check", "--all-targets"]))?;
    }
    println!("{} examples compile", folders.len());
    Ok(())
}
