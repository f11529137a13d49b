//! The gallery as a static site.

use super::{at, budget, copy, empty_folder, module::Module};
use crate::{Result, process};
use std::path::{Path, PathBuf};

/// Files of the page.
const PAGE: [&str; 5] = ["index.html", "style.css", "gallery.js", "motile.js", "highlight.js"];

/// Builds the site into a folder. `features` are those of `gallery/web`.
///
/// # Errors
/// When something does not compile, a picture cannot be rendered, or the module is over its budget.
pub(crate) fn build(root: &Path, out: &Path, features: &[&str]) -> Result {
    empty_folder(out)?;
    let module = Module {
        folder: root,
        package: "motile-gallery-web",
        program: "gallery",
        features,
        variables: &[],
    };
    let size = module.build(root, &out.join("pkg"), "gallery")?;
    for file in PAGE {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    add_demos(root, out)?;
    budget::check(root, "gallery", "all demos", size)
}

/// The list of demos, a thumbnail of each, and its source.
fn add_demos(root: &Path, out: &Path) -> Result {
    process::run(&mut process::cargo(root, ["build", "--package", "motile-gallery"]))?;
    let gallery = gallery(root, "debug");
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

/// The native gallery program of a profile; of `debug`, the development build, which the tests have made already.
pub(crate) fn gallery(root: &Path, profile: &str) -> PathBuf {
    let name = format!("motile{}", std::env::consts::EXE_SUFFIX);
    super::target(root).join(profile).join(name)
}

/// The demos of a list in JSON.
pub(crate) fn demos(list: &str) -> Result<Vec<serde_json::Value>> {
    serde_json::from_str(list).map_err(|error| format!("the list of demos: {error}"))
}
