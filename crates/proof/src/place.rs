//! Where golden files lie and where failures leave their pictures.

use std::{
    env,
    path::{Component, Path, PathBuf},
};

/// The two folders of a package under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Expected results, in git.
    pub golden: PathBuf,
    /// What failures leave behind, not in git.
    pub failures: PathBuf,
}

impl Place {
    /// The folders of the package whose test is running: `tests/golden` beside its manifest, and
    /// `golden/PACKAGE` in the target folder.
    pub fn of_running_test() -> Self {
        // Cargo sets the variable for tests and starts them in the package's folder.
        let package = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| ".".into(), PathBuf::from);
        let name = env::var("CARGO_PKG_NAME").unwrap_or_else(|_| "package".into());
        Self {
            golden: package.join("tests").join("golden"),
            failures: target_folder(&package).join("golden").join(name),
        }
    }

    /// The golden picture called `name`.
    pub fn picture(&self, name: &str) -> PathBuf {
        self.golden.join(format!("{name}.png"))
    }

    /// What a failed comparison of that picture leaves.
    pub fn failure(&self, name: &str) -> PathBuf {
        self.failures.join(format!("{name}.png"))
    }

    /// The file of golden hashes.
    pub fn hashes(&self) -> PathBuf {
        self.golden.join("hashes.txt")
    }
}

/// A test program lies in `TARGET/PROFILE/deps`.
fn target_folder(package: &Path) -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let found = program.ancestors().nth(3).filter(|_| program.components().count() > 3);
    found.map_or_else(|| package.join("target"), Path::to_path_buf)
}

/// Whether a name stays inside its folder: relative, without `..`, not empty.
pub(crate) fn is_tame(name: &str) -> bool {
    let path = Path::new(name);
    !name.is_empty() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_this_very_test() {
        let place = Place::of_running_test();
        assert!(place.picture("a/b").ends_with("crates/proof/tests/golden/a/b.png"));
        assert!(place.failure("a").ends_with("golden/motile-proof/a.png"));
    }

    #[test]
    fn names_stay_inside() {
        assert!(is_tame("collide/star-vs-star"));
        for name in ["", "../up", "/root", "a/../../b", "."] {
            assert!(!is_tame(name), "{name}");
        }
    }
}
