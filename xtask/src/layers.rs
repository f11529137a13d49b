//! The layer test: ARCHITECTURE.md against the manifests.

use crate::{
    Result,
    metadata::{self, Package},
    steps::{Context, Outcome},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
};

/// One crate of the workspace using another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    from: String,
    to: String,
    /// Whether only the tests use it.
    dev: bool,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.from, if self.dev { "~>" } else { "->" }, self.to)
    }
}

/// What ARCHITECTURE.md promises.
#[derive(Debug, Default, PartialEq, Eq)]
struct Listed {
    edges: BTreeSet<Edge>,
    reasons: BTreeSet<String>,
}

/// Compares the document with `cargo metadata`.
///
/// # Errors
/// Every difference, one a line.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let text = fs::read_to_string(context.root.join("ARCHITECTURE.md"))
        .map_err(|error| format!("ARCHITECTURE.md: {error}"))?;
    let packages = metadata::packages(context.root)?;
    let faults = compare(&parse(&text)?, &packages);
    if faults.is_empty() {
        println!("{} packages, all edges and dependencies listed", packages.len());
        Ok(Outcome::Done)
    } else {
        Err(format!("ARCHITECTURE.md and the manifests differ\n  {}", faults.join("\n  ")))
    }
}

/// Reads the fenced block `layers` and the bullets of the section `Dependencies`.
fn parse(text: &str) -> Result<Listed> {
    let mut listed = Listed::default();
    let (mut in_block, mut seen_block) = (false, false);
    let mut section = "";
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(fence) = line.trim().strip_prefix("```") {
            in_block = !in_block && fence == "layers";
            seen_block |= in_block;
        } else if in_block && !line.trim().is_empty() {
            let edge = parse_edge(line)
                .ok_or_else(|| format!("ARCHITECTURE.md:{number}: expected `crate -> crate`"))?;
            listed.edges.insert(edge);
        } else if let Some(title) = line.strip_prefix("## ") {
            section = title.trim();
        } else if section == "Dependencies" && line.starts_with("- ") {
            let name = parse_reason(line).ok_or_else(|| {
                format!("ARCHITECTURE.md:{number}: expected - `package`: its reason")
            })?;
            listed.reasons.insert(name);
        }
    }
    if seen_block { Ok(listed) } else { Err("ARCHITECTURE.md has no ```layers block".into()) }
}

fn parse_edge(line: &str) -> Option<Edge> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [from, arrow @ ("->" | "~>"), to] = words[..] else { return None };
    Some(Edge { from: from.into(), to: to.into(), dev: arrow == "~>" })
}

fn parse_reason(line: &str) -> Option<String> {
    let (name, reason) = line.strip_prefix("- `")?.split_once("`:")?;
    (!name.is_empty() && !reason.trim().is_empty()).then(|| name.to_owned())
}

/// Differences in words; none when the document is true.
fn compare(listed: &Listed, packages: &[Package]) -> Vec<String> {
    let own: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut edges = BTreeSet::new();
    let mut foreign = BTreeMap::new();
    for package in packages {
        for dependency in &package.dependencies {
            let (from, to) = (package.name.clone(), dependency.name.clone());
            if own.contains(to.as_str()) {
                edges.insert(Edge { from, to, dev: dependency.dev });
            } else {
                foreign.entry(to).or_insert(from);
            }
        }
    }
    // Where a crate is used by code and tests alike, the stronger edge says both.
    let weaker = |edge: &Edge| edge.dev && edges.contains(&Edge { dev: false, ..edge.clone() });
    let unlisted = edges.iter().filter(|edge| !weaker(edge) && !listed.edges.contains(edge));
    let stale = listed.edges.iter().filter(|edge| !edges.contains(edge));
    let unexplained = foreign.iter().filter(|(name, _)| !listed.reasons.contains(*name));
    unlisted
        .map(|edge| format!("edge not in the list: {edge}"))
        .chain(stale.map(|edge| format!("edge in no manifest: {edge}")))
        .chain(unexplained.map(|(name, user)| format!("no reason for `{name}`, used by {user}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Dependency;

    const DOCUMENT: &str = "# A\n```text\nnot -> this one\n```\n## Edges\n```layers\nb -> a\n\nb ~> t\n```\n\
                            ## Dependencies\n\n- `glam`: vectors,\n  in 2D.\n- `png`: pictures.\n";

    fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        let dependencies = dependencies.iter().map(|&(name, dev)| Dependency {
            name: name.into(),
            dev,
            defaults: true,
        });
        Package { name: name.into(), dependencies: dependencies.collect(), ..Package::default() }
    }

    fn workspace() -> Vec<Package> {
        vec![
            package("a", &[("glam", false)]),
            package("b", &[("a", false), ("a", true), ("t", true), ("png", false)]),
            package("t", &[]),
        ]
    }

    #[test]
    fn the_document_is_read() {
        let listed = parse(DOCUMENT).unwrap();
        let edges: Vec<String> = listed.edges.iter().map(Edge::to_string).collect();
        assert_eq!(edges, ["b -> a", "b ~> t"]);
        assert!(listed.reasons.iter().eq(["glam", "png"]));
    }

    #[test]
    fn a_true_document_has_no_faults() {
        assert_eq!(compare(&parse(DOCUMENT).unwrap(), &workspace()), [""; 0]);
    }

    #[test]
    fn an_edge_that_is_not_listed_fails() {
        let mut packages = workspace();
        packages[0] = package("a", &[("glam", false), ("t", false)]);
        let faults = compare(&parse(DOCUMENT).unwrap(), &packages);
        assert_eq!(faults, ["edge not in the list: a -> t"]);
    }

    #[test]
    fn a_test_edge_does_not_allow_a_real_one() {
        let mut packages = workspace();
        packages[1] = package("b", &[("a", false), ("t", false)]);
        let faults = compare(&parse(DOCUMENT).unwrap(), &packages);
        assert_eq!(faults, ["edge not in the list: b -> t", "edge in no manifest: b ~> t"]);
    }

    #[test]
    fn a_dependency_without_a_reason_fails() {
        let mut packages = workspace();
        packages[2] = package("t", &[("serde", true)]);
        let faults = compare(&parse(DOCUMENT).unwrap(), &packages);
        assert_eq!(faults, ["no reason for `serde`, used by t"]);
    }

    #[test]
    fn broken_documents_say_where() {
        assert!(parse("# nothing").unwrap_err().contains("no ```layers block"));
        assert!(parse("```layers\na b\n```").unwrap_err().contains(":2:"));
        assert!(parse("```layers\n```\n## Dependencies\n- `x`:\n").unwrap_err().contains(":4:"));
    }
}
