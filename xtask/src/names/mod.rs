//! One name, one thing: a public type or free function stands once in all libraries.
//!
//! What counts is what others can reach: items of public modules and what `pub use` brings out of private ones. A
//! re-export is the thing itself, so it repeats nothing.
//!
//! - Types, traits and aliases count by their bare name, whatever module they are in: that is how people search for
//!   them and how two `use` lines collide.
//! - Free functions count with the path of their public module below the crate: `ease::linear` and `linear` differ,
//!   `angle::wrap` of two crates do not.
//! - A module `classic` may repeat names of its own crate (`steer::seek` and `steer::classic::seek`): the module says
//!   the difference, and readers who know the original look for that name.
//! - Alternatives of one item under different `cfg`s are one thing. They are listed in [`ALTERNATIVES`].

mod exports;
mod scan;

use crate::{
    Result,
    steps::{Context, Outcome},
};
use exports::{Crate, Export};
use scan::Kind;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

/// The same item once for each platform: package, name, why it is written more than once.
const ALTERNATIVES: &[(&str, &str, &str)] = &[
    ("motile-sound", "Speaker", "a thread on a machine, buffers in a page; one is compiled"),
    ("motile-stage", "run", "a window and a page start differently; one is compiled"),
    ("motile-stage", "run_app", "a window and a page start differently; one is compiled"),
    ("motile-stage", "stopwatch", "a page asks the browser for the time; one is compiled"),
];

/// The module whose names may repeat those of its own crate.
const CLASSIC: &str = "classic";

/// Compares the public names of all folders of `crates`.
///
/// # Errors
/// Every name that means two things, with its places.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let exports = read_all(context.root)?;
    let faults = compare(&exports, ALTERNATIVES);
    if faults.is_empty() {
        let names: BTreeSet<_> = exports.iter().map(|export| &export.place).collect();
        println!("{} public types and functions, each with a name of its own", names.len());
        return Ok(Outcome::Done);
    }
    Err(format!(
        "{} public names mean more than one thing\n{}\
         rename by what each is, merge what is the same, or re-export it with `pub use`; \
         alternatives under `cfg` are listed in xtask/src/names/mod.rs",
        faults.len(),
        faults.concat()
    ))
}

/// What all libraries show.
fn read_all(root: &Path) -> Result<BTreeSet<Export>> {
    let entries = fs::read_dir(root.join("crates")).map_err(|error| format!("crates: {error}"))?;
    let mut exports = BTreeSet::new();
    for entry in entries {
        let name = entry.map_err(|error| format!("crates: {error}"))?.file_name();
        let folder = name.to_string_lossy();
        let library = format!("crates/{folder}/src/lib.rs");
        if root.join(&library).is_file() {
            let prefix = if folder == "motile" { "" } else { "motile-" };
            let files = |name: &str| fs::read_to_string(root.join(name)).ok();
            exports.extend(Crate::read(&format!("{prefix}{folder}"), &library, &files)?.exports());
        }
    }
    Ok(exports)
}

/// One paragraph for each name that means more than one thing, and for each entry of the list that excuses nothing.
fn compare(exports: &BTreeSet<Export>, alternatives: &[(&str, &str, &str)]) -> Vec<String> {
    let mut by_name: BTreeMap<(Kind, String), Vec<&Export>> = BTreeMap::new();
    for export in exports {
        let group = by_name.entry((export.kind, key(export))).or_default();
        // Reached by two paths, a thing is still one.
        if group.iter().all(|other| other.place != export.place) {
            group.push(export);
        }
    }
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for ((_, name), group) in &by_name {
        let excuse = |export: &Export| {
            let matches =
                |&(package, name, _): &_| export.package == package && export.name == name;
            alternatives.iter().position(matches)
        };
        let clash = |a: &Export, b: &Export| {
            if a.package != b.package {
                return true;
            }
            used.extend(excuse(a));
            excuse(a).is_none() && is_classic(a) == is_classic(b)
        };
        if any_pair(group, clash) {
            faults.push(fault(name, group));
        }
    }
    let stale = alternatives.iter().enumerate().filter(|(at, _)| !used.contains(at));
    faults.extend(stale.map(|(_, (package, name, _))| {
        format!("  `{name}` of {package} stands once: strike it from the list of alternatives\n")
    }));
    faults
}

/// Whether the question is true of any two; all are asked.
fn any_pair(group: &[&Export], mut question: impl FnMut(&Export, &Export) -> bool) -> bool {
    let mut answer = false;
    for (at, a) in group.iter().enumerate() {
        for b in &group[at + 1..] {
            answer |= question(a, b);
        }
    }
    answer
}

/// What the name is compared as.
fn key(export: &Export) -> String {
    match export.kind {
        Kind::Type => export.name.clone(),
        Kind::Function => path(export),
    }
}

fn path(export: &Export) -> String {
    let modules = export.modules.iter().chain([&export.name]);
    modules.map(String::as_str).collect::<Vec<_>>().join("::")
}

fn is_classic(export: &Export) -> bool {
    export.modules.last().is_some_and(|module| module == CLASSIC)
}

fn fault(name: &str, group: &[&Export]) -> String {
    let mut text = format!("  `{name}`\n");
    for export in group {
        let (file, line) = &export.place;
        let crate_name = export.package.replace('-', "_");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {file}:{line}  {crate_name}::{}", path(export));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(path: &str, kind: Kind, line: usize) -> Export {
        let mut modules: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (package, name) = (modules.remove(0), modules.pop().unwrap());
        let place = (format!("crates/{package}/src/lib.rs"), line);
        Export { package, modules, kind, name, place }
    }

    fn faults(exports: &[(&str, Kind, usize)], alternatives: &[(&str, &str, &str)]) -> Vec<String> {
        compare(&exports.iter().map(|&(p, k, l)| export(p, k, l)).collect(), alternatives)
    }

    #[test]
    fn a_type_of_two_crates_is_told_with_both_places() {
        let found =
            faults(&[("anim::Align", Kind::Type, 3), ("stage::text::Align", Kind::Type, 9)], &[]);
        let expected = "  `Align`\n    crates/anim/src/lib.rs:3  anim::Align\n    crates/stage/src/lib.rs:9  stage::text::Align\n";
        assert_eq!(found, [expected]);
        assert_eq!(faults(&[("a::B", Kind::Type, 3), ("a::c::B", Kind::Type, 9)], &[]).len(), 1);
    }

    #[test]
    fn one_thing_on_two_paths_is_one() {
        assert_eq!(faults(&[("a::B", Kind::Type, 3), ("a::c::B", Kind::Type, 3)], &[]), [""; 0]);
    }

    #[test]
    fn functions_count_with_their_module() {
        let wrap = |path| (path, Kind::Function, 1);
        assert_eq!(faults(&[wrap("a::wrap"), wrap("b::angle::wrap")], &[]), [""; 0]);
        assert_eq!(faults(&[wrap("a::angle::wrap"), wrap("b::angle::wrap")], &[]).len(), 1);
        assert_eq!(faults(&[("a::wrap", Kind::Type, 2), wrap("a::wrap")], &[]), [""; 0]);
    }

    #[test]
    fn classic_modules_may_repeat_their_own_crate() {
        let (own, other) = (("a::Hull", Kind::Type, 1), ("b::Hull", Kind::Type, 1));
        let classic = ("a::classic::Hull", Kind::Type, 2);
        assert_eq!(faults(&[own, classic], &[]), [""; 0]);
        assert_eq!(faults(&[other, classic], &[]).len(), 1);
    }

    #[test]
    fn alternatives_are_one_thing_and_the_list_stays_short() {
        let run = |line| ("a::run", Kind::Function, line);
        let list = [("a", "run", "window and page")];
        assert_eq!(faults(&[run(1), run(5)], &list), [""; 0]);
        assert_eq!(faults(&[run(1), run(5)], &[]).len(), 1);
        assert!(faults(&[run(1)], &list)[0].contains("strike it from the list"));
    }
}
