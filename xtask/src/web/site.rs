//! The gallery as a static site.

use super::{
    at,
    budget::{self, Size},
    copy,
    made::Made,
    module::Module,
};
use crate::{Result, process};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Files of the page.
const PAGE: [&str; 6] =
    ["index.html", "style.css", "gallery.js", "motile.js", "knobs.js", "highlight.js"];

/// The file that lists the demos.
const LIST: &str = "demos.json";

/// How the native program is built.
type Native = fn(&Path) -> Result;

/// Builds the native program that lists the demos and draws their thumbnails.
///
/// # Errors
/// When something does not compile.
pub(crate) fn build_native(root: &Path) -> Result {
    process::run(&mut process::cargo(root, ["build", "--package", "motile-gallery"]))
}

/// The same for steps of `cargo xtask test`, and the examples of the stage. Named together with all packages, and with
/// examples, they are made of the libraries that the tests have compiled; alone, of others with fewer features.
///
/// # Errors
/// When something does not compile.
pub(crate) fn build_tested(root: &Path) -> Result {
    let arguments = ["build", "--workspace", "--bin", "motile"];
    let examples = ["--example", "scale_modes", "--example", "broken_setup"];
    process::run(process::cargo(root, arguments).args(examples))
}

/// Builds the site into a folder. `features` are those of `gallery/web`.
///
/// # Errors
/// When something does not compile, a picture cannot be rendered, or the module is over its budget.
pub(crate) fn build(root: &Path, out: &Path, features: &[&str], native: Native) -> Result {
    let made = Made::begin(out, &[root])?;
    let size = fill(root, made.path(), features, native)?;
    add_pictures(root, made.path())?;
    made.finish()?;
    budget::check(root, "gallery", "all demos", size)
}

/// The site without thumbnails and sources: enough to measure.
///
/// # Errors
/// When something does not compile.
pub(crate) fn build_plain(
    root: &Path,
    out: &Path,
    features: &[&str],
    native: Native,
) -> Result<Size> {
    let made = Made::begin(out, &[root])?;
    let size = fill(root, made.path(), features, native)?;
    made.finish()?;
    Ok(size)
}

/// The program, the files of the page and the list of demos.
fn fill(root: &Path, out: &Path, features: &[&str], native: Native) -> Result<Size> {
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
    native(root)?;
    let list = process::output(Command::new(gallery(root, "debug")).args(["list", "--json"]))?;
    let path = out.join(LIST);
    std::fs::write(&path, list).map_err(|error| at(&path, &error))?;
    Ok(size)
}

/// A thumbnail of each demo, and its source.
fn add_pictures(root: &Path, out: &Path) -> Result {
    let mut thumbs = Command::new(gallery(root, "debug"));
    process::run(thumbs.arg("thumbs").arg("--out").arg(out.join("thumbs")))?;
    for demo in demos(out)? {
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

/// The demos that a site lists.
///
/// # Errors
/// When it has no list.
pub(crate) fn demos(site: &Path) -> Result<Vec<serde_json::Value>> {
    let path = site.join(LIST);
    let list = std::fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
    serde_json::from_str(&list).map_err(|error| format!("{}: {error}", path.display()))
}
