//! The gallery as a static site.

use super::{at, budget, copy, empty_folder, module::Module};
use crate::{Result, process};
use std::path::{Path, PathBuf};

/// Files of the page.
const PAGE: [&str; 5] = ["index.html", "style.css", "gallery.js", "motile.js", "highlight.js"];

/// Builds the site and returns its folder.
///
/// # Errors
/// When something does not compile, a picture cannot be rendered, or the module is over its budget.
pub(crate) fn build(root: &Path) -> Result<PathBuf> {
    let out = super::folder(root);
    empty_folder(&out)?;
    let module = Module { folder: root, package: "motile-gallery-web", program: "gallery" };
    let size = module.build(root, &out.join("pkg"), "gallery")?;
    for file in PAGE {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    add_demos(root, &out)?;
    budget::check(root, "gallery", size)?;
    println!("the site is in {}; `cargo xtask serve` shows it", out.display());
    Ok(out)
}

/// The list of demos, a thumbnail of each, and its source.
fn add_demos(root: &Path, out: &Path) -> Result {
    process::run(&mut process::cargo(root, ["build", "--package", "motile-gallery"]))?;
    let gallery = gallery(root);
    let list = process::output(std::process::Command::new(&gallery).args(["list", "--json"]))?;
    let path = out.join("demos.json");
    std::fs::write(&path, &list).map_err(|error| at(&path, &error))?;
    let mut thumbs = std::process::Command::new(&gallery);
    process::run(thumbs.arg("thumbs").arg("--out").arg(out.join("thumbs")))?;
    for demo in demos(&list)? {
        let Some(source) = demo["source"].as_str() else { continue };
        copy(&root.join(source), &out.join(source))?;
    }
    Ok(())
}

/// The native gallery program: the development build, which the tests have made already.
pub(crate) fn gallery(root: &Path) -> PathBuf {
    let name = format!("motile{}", std::env::consts::EXE_SUFFIX);
    super::target(root).join("debug").join(name)
}

/// The demos of a list in JSON.
pub(crate) fn demos(list: &str) -> Result<Vec<serde_json::Value>> {
    serde_json::from_str(list).map_err(|error| format!("the list of demos: {error}"))
}
