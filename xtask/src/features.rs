//! Every crate alone, every feature alone.

use crate::{
    Result, install,
    metadata::{self, Package},
    process,
    steps::{Context, Outcome},
    tested, web,
};
use std::{collections::BTreeSet, path::Path, process::Command, sync::Mutex};

/// The crate whose features reach those of all others.
const FACADE: &str = "motile";

/// Features that take headers of the system, and the packages of Debian that have them.
const OF_THE_SYSTEM: [&str; 2] = ["alsa", "udev"];
const HEADERS: [&str; 3] = ["libasound2-dev", "libudev-dev", "pkg-config"];

/// Checks each package by itself, because features that another package of the workspace turns on
/// hide what a manifest forgot: without its features, with each one alone, with all.
///
/// # Errors
/// When a combination does not compile, or a feature cannot be had through the facade.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let packages = metadata::packages(context.root)?;
    let unreached = unreached(&packages);
    if !unreached.is_empty() {
        return Err(format!("no feature of `{FACADE}` turns on {}", unreached.join(", ")));
    }
    let stale = tested::stale(&packages);
    if !stale.is_empty() {
        return Err(format!("there is no {}: see xtask/src/tested.rs", stale.join(", ")));
    }
    check_all(context.root, possible(packages, has_headers()))?;
    Ok(Outcome::Done)
}

/// Whether the headers are there or can be had. Where not, that is said: a plain build does without them.
fn has_headers() -> bool {
    let known = || {
        let mut command = Command::new("pkg-config");
        command.args(["--exists", "alsa", "libudev"]);
        command.status().is_ok_and(|status| status.success())
    };
    let found = install::need_by("headers of ALSA and udev", known, &HEADERS);
    found.inspect_err(|why| println!("{} are left out: {why}", OF_THE_SYSTEM.join(", "))).is_ok()
}

/// The packages with the features that can be compiled here.
fn possible(mut packages: Vec<Package>, has_headers: bool) -> Vec<Package> {
    for package in &mut packages {
        let features = &mut package.features;
        features.retain(|name| has_headers || !OF_THE_SYSTEM.contains(&name.as_str()));
    }
    packages
}

/// Checks the packages in two lanes. A package and those below it compile one after the other, so that a single lane
/// leaves a core idle; two cannot share a folder, so the second has its own.
fn check_all(root: &Path, mut packages: Vec<Package>) -> Result {
    // Taken from the end: the one with most features first, or it would be left to one lane at last.
    packages.sort_by_key(|package| package.features.len());
    let queue = Mutex::new(packages);
    let next = || queue.lock().ok()?.pop();
    let lane = |target: &Path| -> Result {
        while let Some(package) = next() {
            // The other lane stops early, too.
            check_package(root, target, &package)
                .inspect_err(|_| drop(queue.lock().map(|mut queue| queue.clear())))?;
        }
        Ok(())
    };
    let main = web::target(root);
    let beside = main.join("features");
    std::thread::scope(|scope| {
        let second = scope.spawn(|| lane(&beside));
        let first = lane(&main);
        let second = second.join().unwrap_or_else(|_| Err("a lane of checks panicked".into()));
        first.and(second)
    })
}

/// Without its features, with each one alone, with all.
fn check_package(root: &Path, target: &Path, package: &Package) -> Result {
    let bare = || {
        let arguments = ["check", "--quiet", "--no-default-features", "--package", &package.name];
        let mut command = process::cargo(root, arguments);
        command.env("CARGO_TARGET_DIR", target);
        command
    };
    process::run(&mut bare())?;
    for feature in &package.features {
        process::run(bare().args(["--features", feature]))?;
    }
    if package.features.len() > 1 {
        process::run(bare().args(["--features", &package.features.join(",")]))?;
    }
    Ok(())
}

/// Features of the facade's dependencies that none of its own features turns on.
fn unreached(packages: &[Package]) -> Vec<String> {
    let named = |name: &str| packages.iter().find(|package| package.name == name);
    let Some(facade) = named(FACADE) else { return Vec::new() };
    let mut missing = Vec::new();
    for dependency in facade.dependencies.iter().filter(|dependency| !dependency.dev) {
        let Some(package) = named(&dependency.name) else { continue };
        let reached = reached(facade, package, dependency.defaults);
        let rest = package.features.iter().filter(|feature| !reached.contains(feature.as_str()));
        missing.extend(rest.map(|feature| format!("{}/{feature}", package.name)));
    }
    missing
}

/// The features of a package that the facade's features can turn on, and those that these turn on in turn.
fn reached<'p>(facade: &'p Package, package: &'p Package, defaults: bool) -> BTreeSet<&'p str> {
    let all = facade.turns_on.values().flatten().filter_map(|item| item.split_once('/'));
    let of_package = all.filter(|(name, _)| name.trim_end_matches('?') == package.name);
    let mut pending: Vec<&str> = of_package.map(|(_, feature)| feature).collect();
    pending.extend(defaults.then_some("default"));
    let mut reached = BTreeSet::new();
    while let Some(feature) = pending.pop() {
        if reached.insert(feature) {
            pending.extend(package.turns_on.get(feature).into_iter().flatten().map(String::as_str));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Dependency;

    fn package(name: &str, turns_on: &[(&str, &[&str])]) -> Package {
        let list = |items: &[&str]| items.iter().map(|&item| item.to_owned()).collect();
        let turns_on = turns_on.iter().map(|&(name, items)| (name.to_owned(), list(items)));
        let turns_on: std::collections::BTreeMap<_, Vec<String>> = turns_on.collect();
        let features = turns_on.keys().filter(|name| *name != "default").cloned().collect();
        Package { name: name.into(), features, turns_on, ..Package::default() }
    }

    #[test]
    fn without_headers_the_features_that_take_them_are_left_out() {
        let packages = || vec![package("motile-sound", &[("alsa", &[]), ("ogg", &[])])];
        assert_eq!(possible(packages(), true)[0].features, ["alsa", "ogg"]);
        assert_eq!(possible(packages(), false)[0].features, ["ogg"]);
    }

    #[test]
    fn features_out_of_reach_are_named() {
        let topic: &[(&str, &[&str])] =
            &[("default", &["color"]), ("color", &[]), ("stage", &["x"]), ("x", &[]), ("y", &[])];
        let mut facade = package("motile", &[("t", &["dep:motile-t", "motile-t?/stage"])]);
        let dependency = |defaults| Dependency { name: "motile-t".into(), dev: false, defaults };
        facade.dependencies = vec![dependency(true)];
        let mut packages = [facade, package("motile-t", topic)];
        assert_eq!(unreached(&packages), ["motile-t/y"]);
        packages[0].dependencies = vec![dependency(false)];
        assert_eq!(unreached(&packages), ["motile-t/color", "motile-t/y"]);
    }
}
