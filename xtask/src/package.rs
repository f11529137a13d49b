//! Packages as crates.io takes them: complete manifests, and archives that hold what they need.
//!
//! Cargo packs all libraries in one call, in the order of their dependencies, each against the archives of those before
//! it, and needs no network for that. A dependency of tests on something that is not published has a path and no
//! version: cargo leaves it out of the archive.

use crate::{
    Result, metadata, process,
    steps::{Context, Outcome},
};
use serde_json::Value;
use std::{fs, path::Path, process::Command};

/// Most bytes of the picture in a README, except that of the facade, which shows the whole gallery.
const PICTURE: u64 = 60_000;

/// Most bytes of the facade's picture.
const SHEET: u64 = 400_000;

/// Most bytes of the strip of demos at the top of the project's README.
const STRIP: u64 = 200_000;

/// Checks the manifests and packs every library, without compiling what was packed.
///
/// # Errors
/// All that a manifest lacks, or cargo's own message.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let workspace = metadata::workspace(context.root)?;
    let mut faults = Vec::new();
    let mut names = Vec::new();
    for library in libraries(&workspace) {
        names.push(library["name"].as_str().unwrap_or_default());
        faults.extend(lacks(library));
        faults.extend(picture(library));
        faults.extend(unlinked(library));
    }
    faults.extend(strip(context.root));
    if !faults.is_empty() {
        return Err(format!("manifests are not complete\n  {}", faults.join("\n  ")));
    }
    pack(context.root, &names, &["--no-verify"])?;
    println!("{} packages, {}", names.len(), sizes(&workspace, &names));
    Ok(Outcome::Done)
}

/// `cargo xtask package`: packs every library and compiles what was packed, as `cargo publish` would before it sends.
///
/// # Errors
/// As [`check`], and when a package does not compile alone.
pub(crate) fn verify(root: &Path) -> Result {
    let workspace = metadata::workspace(root)?;
    let names: Vec<_> =
        libraries(&workspace).filter_map(|package| package["name"].as_str()).collect();
    pack(root, &names, &[])?;
    println!("{} packages compile, {}", names.len(), sizes(&workspace, &names));
    Ok(())
}

/// The packages that may be published.
fn libraries(workspace: &Value) -> impl Iterator<Item = &Value> {
    let packages = workspace["packages"].as_array().into_iter().flatten();
    packages.filter(|package| package["publish"].is_null())
}

fn pack(root: &Path, names: &[&str], more: &[&str]) -> Result {
    // Changes that are not committed are no reason to fail a test.
    let mut command = process::cargo(root, ["package", "--offline", "--allow-dirty"]);
    command.args(more);
    for name in names {
        command.args(["--package", name]);
    }
    quietly(&mut command)
}

/// Runs to the end and shows what was said only on failure: cargo warns of every test that an archive leaves out.
fn quietly(command: &mut Command) -> Result {
    let output = command.output().map_err(|error| format!("cargo package: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines = said.lines().filter(|line| !line.starts_with("warning: ignoring test"));
    Err(format!("cargo package\n{}", lines.collect::<Vec<_>>().join("\n")))
}

/// How large the archives are.
fn sizes(workspace: &Value, names: &[&str]) -> String {
    let folder =
        Path::new(workspace["target_directory"].as_str().unwrap_or("target")).join("package");
    let size = |name: &&str| {
        let version =
            libraries(workspace).find(|package| package["name"] == **name)?["version"].as_str()?;
        Some(fs::metadata(folder.join(format!("{name}-{version}.crate"))).ok()?.len())
    };
    let sizes: Vec<u64> = names.iter().filter_map(size).collect();
    let (sum, largest) = (sizes.iter().sum::<u64>(), sizes.iter().max().copied().unwrap_or(0));
    format!("{} KB together, the largest {} KB", sum.div_ceil(1000), largest.div_ceil(1000))
}

/// What a manifest lacks, in words.
fn lacks(package: &Value) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let empty = |key: &str| match &package[key] {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => true,
    };
    let mut faults = Vec::new();
    for key in ["description", "license", "rust_version", "keywords", "categories", "readme"] {
        if empty(key) {
            faults.push(format!("{name}: no {}", key.replace('_', "-")));
        }
    }
    if package["keywords"].as_array().is_some_and(|keywords| keywords.len() > 5) {
        faults.push(format!("{name}: more than five keywords"));
    }
    if package["metadata"]["docs"]["rs"]["all-features"] != true {
        faults.push(format!("{name}: no [package.metadata.docs.rs] with all-features = true"));
    }
    if !has_target(package, "example") && !has_target(package, "proc-macro") {
        faults.push(format!("{name}: no example"));
    }
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let bare =
        dependencies.filter(|d| d["path"].is_string() && d["req"] == "*" && d["kind"] != "dev");
    faults.extend(bare.map(|d| format!("{name}: {} has a path and no version", d["name"])));
    faults
}

/// What is wrong with the picture of the README; macros have none.
fn picture(package: &Value) -> Option<String> {
    if has_target(package, "proc-macro") {
        return None;
    }
    let name = package["name"].as_str()?;
    let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
    let readme = fs::read_to_string(folder.join(package["readme"].as_str()?)).unwrap_or_default();
    let limit = if name == "motile" { SHEET } else { PICTURE };
    match fs::metadata(folder.join("picture.png")) {
        _ if !readme.contains("](picture.png)") => {
            Some(format!("{name}: README.md shows no picture.png"))
        }
        Err(error) => Some(format!("{name}: picture.png: {error}")),
        Ok(file) if file.len() > limit => {
            Some(format!("{name}: picture.png has more than {limit} bytes"))
        }
        Ok(_) => None,
    }
}

/// A README that leads to no example, where there is one.
fn unlinked(package: &Value) -> Option<String> {
    let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
    let readme = fs::read_to_string(folder.join(package["readme"].as_str()?)).unwrap_or_default();
    let name = package["name"].as_str()?;
    let missing = has_target(package, "example") && !readme.contains("](examples/");
    missing.then(|| format!("{name}: README.md links none of its examples"))
}

/// What is wrong with the strip of demos in the project's README.
fn strip(root: &Path) -> Option<String> {
    let name = crate::strip::FILE;
    let readme = fs::read_to_string(root.join("README.md")).unwrap_or_default();
    match fs::metadata(root.join(name)) {
        _ if !readme.contains(&format!("]({name})")) => Some(format!("README.md shows no {name}")),
        Err(error) => Some(format!("{name}: {error}")),
        Ok(file) if file.len() > STRIP => Some(format!("{name} has more than {STRIP} bytes")),
        Ok(_) => None,
    }
}

fn has_target(package: &Value, kind: &str) -> bool {
    let targets = package["targets"].as_array().into_iter().flatten();
    let mut kinds = targets.flat_map(|target| target["kind"].as_array().into_iter().flatten());
    kinds.any(|found| found == kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn complete() -> Value {
        json!({
            "name": "a", "description": "d", "license": "MIT", "rust_version": "1.95", "keywords": ["k"],
            "categories": ["c"], "readme": "README.md", "publish": null,
            "metadata": { "docs": { "rs": { "all-features": true } } },
            "targets": [{ "kind": ["lib"] }, { "kind": ["example"] }],
            "dependencies": [
                { "name": "b", "path": "/b", "req": "^0.1.0", "kind": null },
                { "name": "proof", "path": "/p", "req": "*", "kind": "dev" },
                { "name": "c", "req": "*", "kind": null },
            ],
        })
    }

    #[test]
    fn complete_manifests_lack_nothing() {
        assert_eq!(lacks(&complete()), [""; 0]);
    }

    #[test]
    fn what_is_missing_is_named() {
        for (key, said) in [
            ("description", "a: no description"),
            ("keywords", "a: no keywords"),
            ("readme", "a: no readme"),
            ("metadata", "a: no [package.metadata.docs.rs] with all-features = true"),
            ("targets", "a: no example"),
        ] {
            let mut package = complete();
            package[key] = Value::Null;
            assert_eq!(lacks(&package), [said]);
        }
        let mut package = complete();
        package["keywords"] = json!(["1", "2", "3", "4", "5", "6"]);
        package["dependencies"][0]["req"] = "*".into();
        assert_eq!(
            lacks(&package),
            ["a: more than five keywords", "a: \"b\" has a path and no version"]
        );
    }

    #[test]
    fn what_is_not_published_is_left_alone() {
        let workspace = json!({ "packages": [{ "name": "demos", "publish": [] }, complete()] });
        let names: Vec<_> = libraries(&workspace).map(|package| &package["name"]).collect();
        assert_eq!(names, ["a"]);
    }
}
