//! A page for one thing: a demo (`cargo xtask web --demo ID`) or a sketch of one's own (`--sketch FOLDER`).

use super::{
    at,
    budget::{self, Size},
    copy,
    made::Made,
    module::Module,
};
use crate::{Result, metadata, process};
use std::path::Path;

/// Files of the page that both share.
const SHARED: [&str; 3] = ["motile.js", "knobs.js", "style.css"];

/// Compiles one demo and makes a folder for any static host.
///
/// # Errors
/// When there is no such demo, or it is over the budget.
pub(crate) fn demo(root: &Path, id: &str, out: &Path) -> Result {
    known(root, id)?;
    let module = Module {
        folder: root,
        package: "motile-gallery-web",
        program: "gallery",
        features: &["one"],
        variables: &[("MOTILE_DEMO", id)],
    };
    let size = page(root, &module, id, out, &[root])?;
    budget::check(root, "demo", &format!("one demo ({id})"), size)?;
    println!("{} is ready for any static host", out.display());
    Ok(())
}

/// Compiles the program of the crate in `folder` and makes a folder for any static host.
///
/// # Errors
/// When the crate has no program or does not compile; when it is one of this project's and over its budget.
pub(crate) fn sketch(root: &Path, folder: &Path, bin: Option<&str>, out: &Path) -> Result<Size> {
    let (package, program) = program_of(folder, bin)?;
    let module =
        Module { folder, package: &package, program: &program, features: &[], variables: &[] };
    let size = page(root, &module, &package, out, &[root, folder])?;
    if is_ours(root, folder) {
        budget::check(root, "sketch", &package, size)?;
    } else {
        budget::report(&package, size);
    }
    println!("{} is ready for any static host", out.display());
    Ok(size)
}

/// Looks for a demo before anything is compiled: its source has the name of its id, with other dashes.
fn known(root: &Path, id: &str) -> Result {
    let source = root.join("demos/src").join(format!("{}.rs", id.replace('-', "_")));
    let line = format!("id: \"{id}\"");
    let is_demo = std::fs::read_to_string(source).is_ok_and(|text| text.contains(&line));
    if is_demo {
        return Ok(());
    }
    Err(format!("there is no demo `{id}`; `cargo run --release -- list` names all"))
}

/// Makes the folder; `sources` are those that must not be lost in it.
fn page(
    root: &Path,
    module: &Module<'_>,
    title: &str,
    out: &Path,
    sources: &[&Path],
) -> Result<Size> {
    let made = Made::begin(out, sources)?;
    let out = made.path();
    let size = module.build(root, &out.join("pkg"), module.program)?;
    for file in SHARED {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    let template = root.join("web/sketch.html");
    let page = std::fs::read_to_string(&template).map_err(|error| at(&template, &error))?;
    let page = page.replace("{{title}}", title).replace("{{name}}", module.program);
    let index = out.join("index.html");
    std::fs::write(&index, page).map_err(|error| at(&index, &error))?;
    made.finish()?;
    Ok(size)
}

/// Whether the budget of this project is about the crate in this folder.
fn is_ours(root: &Path, folder: &Path) -> bool {
    match (root.canonicalize(), folder.canonicalize()) {
        (Ok(root), Ok(folder)) => folder.starts_with(root),
        _ => false,
    }
}

/// Names of the package in this folder and of its program: the one asked for, or the one that `cargo run` starts.
fn program_of(folder: &Path, bin: Option<&str>) -> Result<(String, String)> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(format!("{}: expected a crate, found no Cargo.toml", folder.display()));
    }
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let text = process::output(&mut process::cargo(folder, arguments))?;
    let manifest = manifest.canonicalize().map_err(|error| at(&manifest, &error))?;
    metadata::program(&text, &manifest, bin)
        .map_err(|message| format!("{}: {message}", folder.display()))
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

    #[test]
    fn demos_are_known_before_anything_is_compiled() {
        let root = crate::root();
        assert_eq!(known(&root, crate::web::SAMPLE), Ok(()));
        for id in ["nope/x", "../../secret", "steer", ""] {
            assert!(known(&root, id).is_err_and(|why| why.contains("there is no demo")), "{id}");
        }
    }

    #[test]
    fn a_folder_without_a_crate_is_one_clear_line() {
        let answer = program_of(Path::new("no/such/folder"), None).unwrap_err();
        assert_eq!(answer, "no/such/folder: expected a crate, found no Cargo.toml");
    }
}
