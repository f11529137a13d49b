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
const PAGE: [&str; 5] = ["index.html", "style.css", "gallery.js", "motile.js", "knobs.js"];

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
    let examples = ["scale_modes", "broken_setup", "shell", "desktop"];
    let examples = examples.iter().flat_map(|name| ["--example", name]);
    process::run(process::cargo(root, arguments).args(examples))
}

/// Builds the site into a folder. `features` are those of `gallery/web`; `repository` is where files of the project are
/// shown, for links beside the sources.
///
/// # Errors
/// When something does not compile, a picture cannot be rendered, or the module is over its budget.
pub(crate) fn build(
    root: &Path,
    out: &Path,
    features: &[&str],
    native: Native,
    repository: Option<&str>,
) -> Result {
    let made = Made::begin(out, &[root])?;
    let size = fill(root, made.path(), features, native)?;
    add_pictures(root, made.path())?;
    if let Some(address) = repository {
        link_sources(made.path(), address)?;
    }
    let index = index_size(made.path())?;
    made.finish()?;
    budget::check(root, "demos", "all demos", size)?;
    budget::check_bytes(root, "gallery", "the index with all thumbnails, not packed", index)
}

/// Bytes that a visitor gets who looks at all of the index and opens no demo.
fn index_size(out: &Path) -> Result<u64> {
    let size = |path: PathBuf| match std::fs::metadata(&path) {
        Ok(file) => Ok(file.len()),
        Err(error) => Err(at(&path, &error)),
    };
    let mut bytes = size(out.join(LIST))?;
    for file in PAGE {
        bytes += size(out.join(file))?;
    }
    for demo in demos(out)? {
        let id = demo["id"].as_str().unwrap_or_default();
        bytes += size(out.join(format!("thumbs/{id}.gif")))?;
    }
    Ok(bytes)
}

/// Where the page looks for the address of the files, and what stands there as long as there is none.
const NO_REPOSITORY: &str = "<meta name=\"repository\" content=\"\">";

/// Lets the page link each source to where the repository shows it.
///
/// # Errors
/// When the page cannot be read or written, or the address is none.
fn link_sources(out: &Path, address: &str) -> Result {
    let path = out.join("index.html");
    let page = std::fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
    let page = linked(&page, address)?;
    std::fs::write(&path, page).map_err(|error| at(&path, &error))
}

fn linked(page: &str, address: &str) -> Result<String> {
    let is_address = address.starts_with("https://") || address.starts_with("http://");
    if !is_address || address.contains(['"', '<', '>', '&', ' ']) {
        return Err(format!(
            "--repository {address}: expected where files are shown, such as https://host/name/motile/blob/main"
        ));
    }
    let given = NO_REPOSITORY.replace("\"\"", &format!("\"{}\"", address.trim_end_matches('/')));
    match page.replacen(NO_REPOSITORY, &given, 1) {
        same if same == page => Err("the page has no place for the address of a repository".into()),
        linked => Ok(linked),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_the_address_of_a_repository() {
        let page = std::fs::read_to_string(crate::root().join("web/index.html")).unwrap();
        let given = linked(&page, "https://host/motile/blob/main/").unwrap();
        assert!(given.contains("name=\"repository\" content=\"https://host/motile/blob/main\""));
        assert!(linked(&given, "https://host/").is_err(), "once is enough");
        for bad in ["", "host", "javascript:alert(1)", "https://host/\"><script>"] {
            assert!(linked(&page, bad).is_err(), "{bad}");
        }
    }
}
