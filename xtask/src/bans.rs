//! Proof that the ban list works: every entry of `clippy.toml` is tried.
//!
//! A path that does not resolve bans nothing and says so at most in a warning. So each one is written
//! into a probe crate, and clippy has to object to each.

use crate::{
    Result, process,
    steps::{Context, Outcome},
};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

/// Builds the probe and compares what clippy reports with the list.
///
/// # Errors
/// The entries that clippy lets pass.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let text = fs::read_to_string(context.root.join("clippy.toml"))
        .map_err(|error| format!("clippy.toml: {error}"))?;
    let banned = paths(&text);
    let probe = write_probe(context.root, &banned)
        .map_err(|error| format!("writing the probe crate: {error}"))?;
    let report = process::cargo(&probe, ["clippy", "--quiet", "--color", "never"])
        .env("CLIPPY_CONF_DIR", context.root)
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("cargo clippy: {error}"))?;
    let report = String::from_utf8_lossy(&report.stderr);
    let silent: Vec<&str> = banned
        .iter()
        .copied()
        .filter(|path| !report.contains(&format!("disallowed method `{path}`")))
        .collect();
    if silent.is_empty() {
        println!("{} banned paths trigger", banned.len());
        Ok(Outcome::Done)
    } else {
        Err(format!("these entries of clippy.toml ban nothing: {silent:?}\n{report}"))
    }
}

/// The paths of the list, in order.
fn paths(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("{ path = \"")?.split('"').next())
        .collect()
}

/// A crate that names every banned path, with glam in reach the way most crates have it: through
/// motile-geom.
fn write_probe(root: &Path, banned: &[&str]) -> std::io::Result<PathBuf> {
    let folder = root.join("target").join("bans");
    fs::create_dir_all(&folder)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::write(
        folder.join("Cargo.toml"),
        "[workspace]\n[package]\nname = \"bans\"\nedition = \"2024\"\n\
         [lib]\npath = \"lib.rs\"\n[dependencies]\nmotile-geom = { path = \"../../crates/geom\" }\n",
    )?;
    fs::write(folder.join("lib.rs"), probe_source(banned))?;
    Ok(folder)
}

fn probe_source(banned: &[&str]) -> String {
    let mut source = String::from("pub use motile_geom::glam;\npub fn probe() {\n");
    for path in banned {
        // Writing to a string cannot fail.
        let _ = writeln!(source, "    let _ = {path};");
    }
    source.push_str("}\n");
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_each_is_probed() {
        let text = "# f32::no\ndisallowed-methods = [\n    { path = \"f32::sin\", reason = \"\" },\n    { path = \"glam::Vec2::exp\" },\n]\n";
        let paths = paths(text);
        assert_eq!(paths, ["f32::sin", "glam::Vec2::exp"]);
        assert!(probe_source(&paths).contains("let _ = glam::Vec2::exp;"));
    }
}
