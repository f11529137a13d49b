//! A page for one thing: a demo (`cargo xtask web --demo ID`) or a sketch of one's own (`--sketch FOLDER`).

use super::{
    at,
    budget::{self, Size},
    copy, empty_folder,
    module::Module,
};
use crate::{Result, metadata, process};
use std::path::Path;

/// Files of the page that both share.
const SHARED: [&str; 2] = ["motile.js", "style.css"];

/// Compiles one demo and makes a folder for any static host.
///
/// # Errors
/// When there is no such demo, or it is over the budget.
pub(crate) fn demo(root: &Path, id: &str, out: &Path) -> Result {
    let module = Module {
        folder: root,
        package: "motile-gallery-web",
        program: "gallery",
        features: &["one"],
        variables: &[("MOTILE_DEMO", id)],
    };
    let size = page(root, &module, id, out)?;
    budget::check(root, "demo", &format!("one demo ({id})"), size)?;
    println!("{} is ready for any static host", out.display());
    Ok(())
}

/// Compiles the program of the crate in `folder` and makes a folder for any static host.
///
/// # Errors
/// When the crate has no program or does not compile; when it is one of this project's and over its budget.
pub(crate) fn sketch(root: &Path, folder: &Path, out: &Path) -> Result<Size> {
    let (package, program) = program_of(folder)?;
    let module =
        Module { folder, package: &package, program: &program, features: &[], variables: &[] };
    let size = page(root, &module, &package, out)?;
    if is_ours(root, folder) {
        budget::check(root, "sketch", &package, size)?;
    } else {
        budget::report(&package, size);
    }
    println!("{} is ready for any static host", out.display());
    Ok(size)
}

fn page(root: &Path, module: &Module<'_>, title: &str, out: &Path) -> Result<Size> {
    empty_folder(out)?;
    let size = module.build(root, &out.join("pkg"), module.program)?;
    for file in SHARED {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    let template = root.join("web/sketch.html");
    let page = std::fs::read_to_string(&template).map_err(|error| at(&template, &error))?;
    let page = page.replace("{{title}}", title).replace("{{name}}", module.program);
    let index = out.join("index.html");
    std::fs::write(&index, page).map_err(|error| at(&index, &error))?;
    Ok(size)
}

/// Whether the budget of this project is about the crate in this folder.
fn is_ours(root: &Path, folder: &Path) -> bool {
    match (root.canonicalize(), folder.canonicalize()) {
        (Ok(root), Ok(folder)) => folder.starts_with(root),
        _ => false,
    }
}

/// Names of the package and of its program.
fn program_of(folder: &Path) -> Result<(String, String)> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let text = process::output(&mut process::cargo(folder, arguments))?;
    metadata::program(&text)
        .ok_or_else(|| format!("{}: expected a package with a program", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_for_our_own_sketches() {
        let root = crate::root();
        assert!(is_ours(&root, &root.join("examples/sketch")));
        assert!(!is_ours(&root, &std::env::temp_dir()));
        assert!(!is_ours(&root, Path::new("no/such/folder")));
    }
}
