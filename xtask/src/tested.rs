//! Tests of features that are off in a plain build, and that none of them is forgotten.

use crate::{Result, metadata::Package, process, steps::Context};

/// Packages that the step `threads` tests with all their features.
pub(crate) const THREADED: [&str; 7] = [
    "motile-bodies",
    "motile-collide",
    "motile-fluid",
    "motile-kernel",
    "motile-physics",
    "motile-pixels",
    "motile-steer",
];

/// Packages with tests of features that are off by default: package, features, which tests.
const TESTED: [(&str, &str, &[&str]); 8] = [
    ("motile", "anim,derive", &["--test", "derive"]),
    ("motile-game", "aseprite,jpeg,texture-packer,webp", &["--lib"]),
    ("motile-geom", "serde", &["--lib"]),
    ("motile-net", "udp", &["--test", "udp"]),
    ("motile-path", "serde", &["--test", "serde"]),
    ("motile-sound", "flac,mp3,ogg", &["--lib", "--test", "files"]),
    ("motile-stage", "shaping", &["--test", "shaping"]),
    ("motile-tiles", "serde", &["--test", "serde"]),
];

/// Features that no test of their package needs, and what tries them instead.
const ELSEWHERE: [(&str, &[&str], &str); 8] = [
    ("motile-anim", &["aseprite", "texture-packer"], "motile-game turns them on"),
    ("motile-gallery", &["gpu"], "the step gpu tries what it calls"),
    ("motile-gallery-web", &["broken", "one"], "pages of the step browser"),
    ("motile-kernel-command", &["gpu"], "the step gpu"),
    ("motile-kernel-gpu", &["device"], "the step gpu"),
    ("motile-relay", &["nats", "tls"], "the step relay"),
    ("motile-sound", &["alsa"], "what it adds needs a device; the step features compiles it"),
    ("motile-stage", &["udev"], "what it adds needs a pad; the step features compiles it"),
];

/// Runs the tests of features that are off by default.
///
/// # Errors
/// When a test fails.
pub(crate) fn run(context: &mut Context<'_>) -> Result {
    for (package, features, tests) in TESTED {
        let arguments = ["test", "--package", package, "--features", features];
        let mut command = process::cargo(context.root, arguments);
        process::run_tests(command.args(tests), &mut context.count)?;
    }
    Ok(())
}

/// Features whose tests no step runs: those that neither the whole workspace turns on nor the lists above name. The facade's
/// own only pass on what is asked of them.
pub(crate) fn forgotten(packages: &[Package], facade: &str) -> Vec<String> {
    let is_tested = |package: &Package, feature: &String| {
        let name = package.name.as_str();
        let listed = TESTED
            .iter()
            .any(|(tested, list, _)| *tested == name && list.split(',').any(|one| one == feature));
        let elsewhere = ELSEWHERE
            .iter()
            .any(|(tried, list, _)| *tried == name && list.contains(&feature.as_str()));
        listed || elsewhere || THREADED.contains(&name) || package.plain.contains(feature)
    };
    let libraries = packages.iter().filter(|package| package.name != facade);
    let left = libraries.flat_map(|package| {
        let left = package.features.iter().filter(move |feature| !is_tested(package, feature));
        left.map(|feature| format!("{}/{feature}", package.name))
    });
    left.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_nothing_tests_is_named() {
        let package = |name: &str, features: &[&str], plain: &[&str]| Package {
            name: name.into(),
            features: features.iter().map(|&feature| feature.into()).collect(),
            plain: plain.iter().map(|&feature| feature.into()).collect(),
            ..Package::default()
        };
        let packages = [
            package("motile", &["topics"], &[]),
            package("motile-fluid", &["parallel"], &[]),
            package("motile-sound", &["device", "flac", "new"], &["device"]),
            package("motile-relay", &["nats"], &[]),
        ];
        assert_eq!(forgotten(&packages, "motile"), ["motile-sound/new"]);
    }
}
