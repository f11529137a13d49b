//! A user's own crate: the program of the README, in a folder that knows motile only by a path.

use crate::{
    Result,
    web::{self, budget, copy, empty_folder, single},
};
use std::path::Path;

/// Makes such a crate outside of the project and a page of it, and holds it to the budget of sketches.
///
/// # Errors
/// When it does not compile, or its page is too large.
pub(super) fn build(root: &Path, out: &Path) -> Result {
    // Always the same, or every run would compile it anew and keep the result.
    let folder = std::env::temp_dir().join("motile-sketch");
    empty_folder(&folder)?;
    let built = write(root, &folder).and_then(|()| single::sketch(root, &folder, None, out));
    let removed = std::fs::remove_dir_all(&folder).map_err(|error| web::at(&folder, &error));
    budget::check(root, "sketch", "the README's program", built?)?;
    removed
}

/// The README's program as a crate. It takes the versions of `examples/sketch`, so that nothing is to be fetched anew.
fn write(root: &Path, folder: &Path) -> Result {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| web::at(path, &error));
    let manifest = read(&root.join("examples/sketch/Cargo.toml"))?;
    let facade = root.join("crates/motile").to_string_lossy().replace('\\', "/");
    let manifest = manifest.replace("../../crates/motile", &facade);
    let readme = read(&root.join("README.md"))?;
    let program = smallest_program(&readme).ok_or("README.md: expected a block ```rust,no_run")?;
    copy(&root.join("examples/sketch/Cargo.lock"), &folder.join("Cargo.lock"))?;
    std::fs::create_dir_all(folder.join("src")).map_err(|error| web::at(folder, &error))?;
    for (name, text) in [("Cargo.toml", manifest.as_str()), ("src/main.rs", program)] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| web::at(&path, &error))?;
    }
    Ok(())
}

/// The first program of a text that opens a window.
pub(crate) fn smallest_program(readme: &str) -> Option<&str> {
    let (_, after) = readme.split_once("```rust,no_run\n")?;
    Some(after.split_once("```")?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_the_program_of_a_sketch() {
        let readme = std::fs::read_to_string(crate::root().join("README.md")).unwrap();
        let program = smallest_program(&readme).unwrap();
        assert!(program.starts_with("use motile::prelude::*;") && program.contains("fn main()"));
        assert_eq!(smallest_program("no program"), None);
    }
}
