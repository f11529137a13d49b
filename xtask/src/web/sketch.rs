//! A page for one sketch: `cargo xtask web --sketch FOLDER`.

use super::{at, budget, copy, empty_folder, module::Module};
use crate::{Result, metadata, process};
use std::path::Path;

/// Files of the page that every sketch shares.
const SHARED: [&str; 2] = ["motile.js", "style.css"];

/// Compiles the program of the crate in `folder` and makes a folder for any static host.
///
/// # Errors
/// When the crate has no program, does not compile, or is over the budget of a sketch.
pub(crate) fn build(root: &Path, folder: &Path, out: &Path) -> Result {
    let (package, program) = program_of(folder)?;
    empty_folder(out)?;
    let module = Module { folder, package: &package, program: &program };
    let size = module.build(root, &out.join("pkg"), &program)?;
    for file in SHARED {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    let template = root.join("web/sketch.html");
    let page = std::fs::read_to_string(&template).map_err(|error| at(&template, &error))?;
    let page = page.replace("{{title}}", &package).replace("{{name}}", &program);
    let index = out.join("index.html");
    std::fs::write(&index, page).map_err(|error| at(&index, &error))?;
    budget::check(root, "sketch", size)?;
    println!("{} is ready for any static host", out.display());
    Ok(())
}

/// Names of the package and of its program.
fn program_of(folder: &Path) -> Result<(String, String)> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let text = process::output(&mut process::cargo(folder, arguments))?;
    metadata::program(&text)
        .ok_or_else(|| format!("{}: expected a package with a program", folder.display()))
}
