//! Which features the tests are built with, and that none of them is forgotten.
//!
//! One build with nearly all of them serves the step `unit` and the steps that only want more of the machine than a plain
//! test: with a set of its own each would compile half of everything again.

use crate::metadata::Package;

/// The feature by which a crate uses all cores.
const PARALLEL: &str = "parallel";

/// Packages that the step `unit` tests on one core, as most users build them: only so do they promise to allocate nothing. The
/// step `threads` tests them on all.
pub(crate) const THREADED: [&str; 6] = [
    "motile-collide",
    "motile-fluid",
    "motile-kernel",
    "motile-physics",
    "motile-pixels",
    "motile-steer",
];

/// Features that the step `unit` leaves off, and what tries them instead.
const ELSEWHERE: [(&str, &[&str], &str); 8] = [
    ("motile", &["alsa", "udev"], "the step features compiles them"),
    ("motile", &["kernel-gpu", PARALLEL], "they turn on what the steps gpu and threads try"),
    ("motile-gallery", &["gpu"], "the step gpu tries what it calls"),
    ("motile-gallery-web", &["broken", "one"], "pages of the step browser"),
    ("motile-kernel-command", &["gpu"], "the step gpu"),
    ("motile-relay", &["nats", "tls"], "the step relay"),
    ("motile-sound", &["alsa"], "what it adds needs a device; the step features compiles it"),
    ("motile-stage", &["udev"], "what it adds needs a pad; the step features compiles it"),
];

/// What the step `unit` turns on, as cargo's `--features` takes it: all features of all packages but those that are tried
/// elsewhere.
pub(crate) fn features(packages: &[Package]) -> String {
    let chosen = packages.iter().flat_map(|package| {
        let features = package.features.iter().filter(|feature| is_in_unit(&package.name, feature));
        features.map(|feature| format!("{}/{feature}", package.name))
    });
    chosen.collect::<Vec<_>>().join(",")
}

fn is_in_unit(package: &str, feature: &str) -> bool {
    let is_elsewhere =
        |(name, list, _): &(&str, &[&str], &str)| *name == package && list.contains(&feature);
    !(THREADED.contains(&package) && feature == PARALLEL || ELSEWHERE.iter().any(is_elsewhere))
}

/// Lines of the lists above that no longer name a feature of a package.
pub(crate) fn stale(packages: &[Package]) -> Vec<String> {
    let threaded = THREADED.iter().map(|&package| (package, PARALLEL));
    let elsewhere =
        ELSEWHERE.iter().flat_map(|(package, list, _)| list.iter().map(|one| (*package, *one)));
    let is_known = |(name, feature): &(&str, &str)| {
        packages.iter().any(|package| {
            package.name == *name && package.features.iter().any(|known| known == feature)
        })
    };
    let stale = threaded.chain(elsewhere).filter(|named| !is_known(named));
    stale.map(|(package, feature)| format!("{package}/{feature}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, features: &[&str]) -> Package {
        let features = features.iter().map(|&feature| feature.into()).collect();
        Package { name: name.into(), features, ..Package::default() }
    }

    #[test]
    fn all_features_are_tested_together_but_for_those_of_other_steps() {
        let packages = [
            package("motile-fluid", &["parallel"]),
            package("motile-relay", &["nats"]),
            package("motile-sound", &["alsa", "flac", "new"]),
        ];
        assert_eq!(features(&packages), "motile-sound/flac,motile-sound/new");
    }

    #[test]
    fn a_line_about_a_feature_that_is_gone_is_named() {
        let mut packages: Vec<Package> =
            THREADED.iter().map(|name| package(name, &[PARALLEL])).collect();
        packages.extend(ELSEWHERE.iter().map(|(name, features, _)| package(name, features)));
        assert_eq!(stale(&packages), Vec::<String>::new());
        packages.retain(|package| package.name != "motile-relay");
        assert_eq!(stale(&packages), ["motile-relay/nats", "motile-relay/tls"]);
    }
}
