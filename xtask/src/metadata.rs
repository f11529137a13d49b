//! What `cargo metadata` says about the workspace.

use crate::{Result, process};
use serde_json::Value;
use std::path::Path;

/// A package of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Names of its features, `default` not among them.
    pub(crate) features: Vec<String>,
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
}

/// The packages of the workspace at `root`, in the order of their names.
///
/// # Errors
/// When cargo refuses a manifest or its answer is not what it documents.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    parse(&process::output(&mut process::cargo(root, arguments))?)
}

/// The first package with a program in the answer of `cargo metadata`: names of the package and of the program.
pub(crate) fn program(metadata: &str) -> Option<(String, String)> {
    let value: Value = serde_json::from_str(metadata).ok()?;
    value["packages"].as_array()?.iter().find_map(|package| {
        let program = package["targets"].as_array()?.iter().find(|target| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"))
        })?;
        let (package, program) = (package["name"].as_str()?, program["name"].as_str()?);
        Some((package.into(), program.into()))
    })
}

fn parse(text: &str) -> Result<Vec<Package>> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut packages = list(&value, "packages")?.iter().map(package).collect::<Result<Vec<_>>>()?;
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

fn package(value: &Value) -> Result<Package> {
    let features = value.get("features").and_then(Value::as_object);
    let names = features.into_iter().flat_map(|features| features.keys());
    Ok(Package {
        name: text(value, "name")?,
        features: names.filter(|name| *name != "default").cloned().collect(),
        dependencies: list(value, "dependencies")?
            .iter()
            .map(|value| {
                let dev = value.get("kind").and_then(Value::as_str) == Some("dev");
                Ok(Dependency { name: text(value, "name")?, dev })
            })
            .collect::<Result<_>>()?,
    })
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
            {"name":"b","features":{"default":["x"],"x":[]},"dependencies":[
                {"name":"a","kind":null},{"name":"t","kind":"dev"}]},
            {"name":"a","features":{},"dependencies":[]}]}"#;
        let packages = parse(text).unwrap();
        assert_eq!(packages[0].name, "a");
        assert_eq!(packages[1].features, ["x"]);
        let expected = [("a", false), ("t", true)];
        let found = packages[1].dependencies.iter().map(|d| (d.name.as_str(), d.dev));
        assert!(found.eq(expected));
    }

    #[test]
    fn programs_are_found() {
        let text = r#"{"packages":[
            {"name":"lib","targets":[{"name":"lib","kind":["lib"]}]},
            {"name":"game","targets":[{"name":"play","kind":["bin"]}]}]}"#;
        assert_eq!(program(text), Some(("game".into(), "play".into())));
        assert_eq!(program("{}"), None);
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(parse("").is_err());
        assert!(parse(r#"{"packages":[{}]}"#).is_err());
    }
}
