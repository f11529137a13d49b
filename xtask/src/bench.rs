//! `cargo xtask bench`: motile beside its peers.

use crate::{Result, process};
use std::{fs, path::Path};

/// How rows of programs of their own begin, whose allocators count.
const COUNTED: [(&str, &str); 2] = [
    ("sense/allocations", "motile-bench-allocations"),
    ("net/session-allocations", "motile-bench-net-allocations"),
];

/// Builds and runs the bench workspace. A filter that starts with a topic's name (`geom`,
/// `geom/state-hash`) compiles only that topic's peers.
///
/// # Errors
/// When the bench does not build or run, or no row matches.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    let folder = root.join("bench");
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))
        .map_err(|error| format!("bench/Cargo.toml: {error}"))?;
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let run = |program: &str| {
        let mut command =
            process::cargo(&folder, ["run", "--release", "--quiet", "--bin", program]);
        if let Some(topic) = filter.and_then(|filter| topic(&manifest, filter)) {
            command.args(["--no-default-features", "--features", topic]);
        }
        process::run(command.arg("--").args(arguments))
    };
    let filter = filter.copied().unwrap_or_default();
    if !filter.contains("allocations") {
        run("motile-bench")?;
    }
    let is_wanted = |row: &str| row.contains(filter) || filter.starts_with(row);
    let mut counted = COUNTED.iter().filter(|(row, _)| is_wanted(row));
    counted.try_for_each(|(_, program)| run(program))
}

/// The topic a filter names, if it names one: a feature of the bench package.
fn topic<'f>(manifest: &str, filter: &'f str) -> Option<&'f str> {
    let name = filter.split('/').next()?;
    let (_, features) = manifest.split_once("[features]")?;
    let section = features.split("\n[").next()?;
    let is_feature = section
        .lines()
        .filter_map(|line| line.split_once('='))
        .any(|(feature, _)| feature.trim() == name && name != "default");
    is_feature.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_that_name_a_topic_are_recognized() {
        let manifest = "[package]\nname = \"x\"\n[features]\ndefault = [\"geom\"]\ngeom = []\n\n[dependencies]\nglam = \"1\"\n";
        assert_eq!(topic(manifest, "geom"), Some("geom"));
        assert_eq!(topic(manifest, "geom/state"), Some("geom"));
        assert_eq!(topic(manifest, "state"), None);
        assert_eq!(topic(manifest, "default"), None);
        assert_eq!(topic(manifest, "glam"), None, "a dependency is no topic");
    }
}
