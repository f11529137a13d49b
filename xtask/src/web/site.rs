//! The gallery as a static site.

use super::{
    at,
    budget::{self, Size},
    copy,
    made::Made,
    module::Module,
    toolchain::Toolchain,
};
use crate::{Result, process};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

/// Files of the page.
const PAGE: [&str; 6] =
    ["index.html", "style.css", "gallery.js", "motile.js", "knobs.js", "senses.js"];

/// The file that lists the demos.
const LIST: &str = "demos.json";

/// Which native program lists the demos and draws their thumbnails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    /// The one that `cargo run --release` opens: whoever makes the site has it already, and it draws in seconds.
    Release,
    /// The one that the tests have compiled.
    Tested,
}

impl Native {
    /// Builds it; with [`Native::Tested`] come the examples of the stage. Named together with all packages, and with
    /// examples, they are made of the libraries that the tests have compiled; alone, of others with fewer features.
    ///
    /// # Errors
    /// When something does not compile.
    pub(crate) fn build(self, root: &Path) -> Result {
        if self == Self::Release {
            let arguments = ["build", "--release", "--package", "motile-gallery"];
            return process::run(&mut process::cargo(root, arguments));
        }
        let arguments = ["build", "--workspace", "--bin", "motile"];
        let examples = ["scale_modes", "broken_setup", "shell", "desktop"];
        let examples = examples.iter().flat_map(|name| ["--example", name]);
        process::run(process::cargo(root, arguments).args(examples))
    }

    /// Where it is once it is built.
    pub(crate) fn program(self, root: &Path) -> PathBuf {
        let profile = if self == Self::Release { "release" } else { "debug" };
        let name = format!("motile{}", std::env::consts::EXE_SUFFIX);
        super::target(root).join(profile).join(name)
    }
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
    let sizes = fill(root, made.path(), features, native)?;
    super::playground::build(root, made.path())?;
    add_pictures(root, made.path(), &native.program(root))?;
    if let Some(address) = repository {
        link_sources(made.path(), address)?;
    }
    let index = index_size(made.path())?;
    made.finish()?;
    for (part, size) in sizes {
        budget::check(root, "part", &format!("the program `{part}`"), size)?;
    }
    budget::check_bytes(root, "gallery", "the index in a large window, not packed", index)
}

/// Cards that a window of 2560×1440 shows at once, with those that are about to be seen. Small pictures come when they are, so
/// those further down cost whoever looks there.
const LARGE_WINDOW: usize = 60;

/// Bytes that a visitor with a large window gets who opens the index.
fn index_size(out: &Path) -> Result<u64> {
    let size = |path: PathBuf| match std::fs::metadata(&path) {
        Ok(file) => Ok(file.len()),
        Err(error) => Err(at(&path, &error)),
    };
    let mut bytes = size(out.join(LIST))?;
    for file in PAGE {
        bytes += size(out.join(file))?;
    }
    for demo in demos(out)?.iter().take(LARGE_WINDOW) {
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
pub(crate) fn build_plain(root: &Path, out: &Path, features: &[&str], native: Native) -> Result {
    let made = Made::begin(out, &[root])?;
    fill(root, made.path(), features, native)?;
    made.finish()
}

/// The list of demos, the files of the page, and the programs with the demos; their sizes by name.
fn fill(root: &Path, out: &Path, features: &[&str], native: Native) -> Result<Vec<(String, Size)>> {
    // Before minutes of building: a missing toolchain is said, or installed, at once.
    Toolchain::find()?;
    for file in PAGE {
        copy(&root.join("web").join(file), &out.join(file))?;
    }
    native.build(root)?;
    let list = process::output(Command::new(native.program(root)).args(["list", "--json"]))?;
    let path = out.join(LIST);
    std::fs::write(&path, list).map_err(|error| at(&path, &error))?;
    let mut sizes = Vec::new();
    for (part, topics) in parts(&demos(out)?) {
        let topics: Vec<String> = topics.iter().map(|topic| topic_feature(topic)).collect();
        let module = Module {
            folder: root,
            package: "motile-gallery-web",
            program: "gallery",
            features: &[features, &topics.iter().map(String::as_str).collect::<Vec<_>>()].concat(),
            variables: &[],
        };
        let size = module.build(root, &out.join("pkg"), &part)?;
        sizes.push((part, size));
    }
    Ok(sizes)
}

/// The feature that puts the demos of a topic into a program.
pub(super) fn topic_feature(topic: &str) -> String {
    format!("motile-demos/{topic}")
}

/// The programs of the page, each with the topics in it.
fn parts(demos: &[serde_json::Value]) -> BTreeMap<String, Vec<String>> {
    let mut parts = BTreeMap::<String, Vec<String>>::new();
    for demo in demos {
        let [part, topic] = ["part", "topic"].map(|name| demo[name].as_str().unwrap_or_default());
        let topics = parts.entry(part.to_owned()).or_default();
        if !topics.iter().any(|known| known == topic) {
            topics.push(topic.to_owned());
        }
    }
    parts
}

/// A thumbnail of each demo, and its source.
fn add_pictures(root: &Path, out: &Path, program: &Path) -> Result {
    let mut thumbs = Command::new(program);
    process::run(thumbs.arg("thumbs").arg("--out").arg(out.join("thumbs")))?;
    for demo in demos(out)? {
        let Some(source) = demo["source"].as_str() else { continue };
        copy(&root.join(source), &out.join(source))?;
    }
    Ok(())
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
    fn topics_are_gathered_by_program() {
        let demo = |part: &str, topic: &str| serde_json::json!({ "part": part, "topic": topic });
        let demos =
            [demo("b", "x"), demo("b", "x"), demo("a", "y"), demo("b", "z"), demo("b", "x")];
        let parts: Vec<(String, Vec<String>)> = parts(&demos).into_iter().collect();
        let expected: [(String, Vec<String>); 2] =
            [("a".into(), vec!["y".into()]), ("b".into(), vec!["x".into(), "z".into()])];
        assert_eq!(parts, expected);
    }

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
