//! What `cargo metadata` says about the workspace.

use crate::{Result, process};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

/// A package of the workspace.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Names of its features, `default` not among them.
    pub(crate) features: Vec<String>,
    /// What each of its features turns on, `default` among them.
    pub(crate) turns_on: BTreeMap<String, Vec<String>>,
    /// What its manifest asks for.
    pub(crate) dependencies: Vec<Dependency>,
}

/// One line of a manifest's dependencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// The package's real name, not what it is renamed to.
    pub(crate) name: String,
    /// Whether only tests, examples and benches see it.
    pub(crate) dev: bool,
    /// Whether its default features are turned on.
    pub(crate) defaults: bool,
}

/// The packages of the workspace at `root`, in the order of their names.
///
/// # Errors
/// When cargo refuses a manifest or its answer is not what it documents.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    parse(&text_of(root)?)
}

/// All that cargo tells about the workspace at `root`, as it tells it.
///
/// # Errors
/// As [`packages`].
pub(crate) fn workspace(root: &Path) -> Result<Value> {
    serde_json::from_str(&text_of(root)?).map_err(|error| format!("cargo metadata: {error}"))
}

fn text_of(root: &Path) -> Result<String> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    process::output(&mut process::cargo(root, arguments))
}

/// The program of the package with this manifest in the answer of `cargo metadata`: names of the package and of the
/// program. It is the one asked for, else the one that `cargo run` would start: `default-run`, the one named as its
/// package, or the only one. A workspace without a package of its own is searched for its only program.
///
/// # Errors
/// When there is none, or several and none was asked for; the message names them.
pub(crate) fn program(
    metadata: &str,
    manifest: &Path,
    bin: Option<&str>,
) -> Result<(String, String)> {
    let value: Value =
        serde_json::from_str(metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = list(&value, "packages")?;
    let own = |package: &&Value| package["manifest_path"].as_str().map(Path::new) == Some(manifest);
    let chosen: Vec<&Value> = match packages.iter().find(own) {
        Some(package) => vec![package],
        None => packages.iter().collect(),
    };
    let mut programs = Vec::new();
    for package in chosen {
        let name = text(package, "name")?;
        let preferred = package["default_run"].as_str().unwrap_or(&name);
        for program in programs_of(package) {
            let first = program == preferred;
            programs.push((name.clone(), program, first));
        }
    }
    let names = || {
        let names: Vec<&str> = programs.iter().map(|(_, program, _)| program.as_str()).collect();
        names.join(", ")
    };
    let found = match bin {
        Some(bin) => programs.iter().find(|(_, program, _)| program == bin),
        None if programs.len() == 1 => programs.first(),
        None => programs.iter().find(|(.., first)| *first),
    };
    match (found, bin) {
        (Some((package, program, _)), _) => Ok((package.clone(), program.clone())),
        (None, _) if programs.is_empty() => Err("expected a package with a program".into()),
        (None, Some(bin)) => Err(format!("no program `{bin}`; there are {}", names())),
        (None, None) => Err(format!("several programs: say which with --bin: {}", names())),
    }
}

fn programs_of(package: &Value) -> Vec<String> {
    let targets = package["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_bin = |target: &&Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"))
    };
    let name = |target: &Value| target["name"].as_str().map(str::to_owned);
    targets.iter().filter(is_bin).filter_map(name).collect()
}

fn parse(text: &str) -> Result<Vec<Package>> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut packages: Vec<Package> =
        list(&value, "packages")?.iter().map(package).collect::<Result<_>>()?;
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

fn package(value: &Value) -> Result<Package> {
    let features = value.get("features").and_then(Value::as_object);
    let turns_on: BTreeMap<String, Vec<String>> =
        features.into_iter().flatten().map(|(name, list)| (name.clone(), texts(list))).collect();
    Ok(Package {
        name: text(value, "name")?,
        features: turns_on.keys().filter(|name| *name != "default").cloned().collect(),
        turns_on,
        dependencies: list(value, "dependencies")?
            .iter()
            .map(|value| {
                let dev = value.get("kind").and_then(Value::as_str) == Some("dev");
                let defaults = value.get("uses_default_features") != Some(&Value::Bool(false));
                Ok(Dependency { name: text(value, "name")?, dev, defaults })
            })
            .collect::<Result<_>>()?,
    })
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>> {
    value
        .get(key)
        .and_then(Value::as_array)
        .ok_or_else(|| format!("cargo metadata: no list `{key}`"))
}

fn text(value: &Value, key: &str) -> Result<String> {
    let text = value.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("cargo metadata: no text `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_read() {
        let text = r#"{"packages":[
            {"name":"b","features":{"default":["x"],"x":[],"y":[]},"dependencies":[
                {"name":"a","kind":null},{"name":"t","kind":"dev"}]},
            {"name":"a","features":{},"dependencies":[]}]}"#;
        let packages = parse(text).unwrap();
        assert_eq!(packages[0].name, "a");
        assert_eq!(packages[1].features, ["x", "y"]);
        let expected = [("a", false), ("t", true)];
        let found = packages[1].dependencies.iter().map(|d| (d.name.as_str(), d.dev));
        assert!(found.eq(expected));
    }

    /// A package with these programs; the library must not count.
    fn game(programs: &[&str], default_run: &str) -> String {
        let bins: Vec<String> =
            programs.iter().map(|name| format!(r#"{{"name":"{name}","kind":["bin"]}}"#)).collect();
        format!(
            r#"{{"packages":[{{"name":"other","manifest_path":"/o","targets":[{{"name":"o","kind":["bin"]}}]}},
            {{"name":"game","manifest_path":"/g","default_run":{default_run},"targets":[
                {{"name":"game","kind":["lib"]}},{}]}}]}}"#,
            bins.join(",")
        )
    }

    #[test]
    fn the_program_is_the_one_that_cargo_run_starts() {
        let of = |programs: &[&str], default_run, bin| {
            let text = game(programs, default_run);
            program(&text, Path::new("/g"), bin).map(|(package, program)| {
                assert_eq!(package, "game");
                program
            })
        };
        assert_eq!(of(&["play"], "null", None), Ok("play".into()));
        assert_eq!(of(&["bot", "game"], "null", None), Ok("game".into()), "its own comes first");
        assert_eq!(of(&["bot", "game"], "\"bot\"", None), Ok("bot".into()));
        assert_eq!(of(&["bot", "game"], "null", Some("bot")), Ok("bot".into()));
        let unsure = of(&["a", "b"], "null", None).unwrap_err();
        assert_eq!(unsure, "several programs: say which with --bin: a, b");
        assert_eq!(of(&["a"], "null", Some("c")).unwrap_err(), "no program `c`; there are a");
        assert!(program(r#"{"packages":[]}"#, Path::new("/g"), None).is_err());
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(parse("").is_err());
        assert!(parse(r#"{"packages":[{}]}"#).is_err());
        let nameless =
            r#"{"workspace_members":["1"],"packages":[{"id":"1"}],"resolve":{"nodes":[]}}"#;
        assert!(parse(nameless).is_err());
    }
}
