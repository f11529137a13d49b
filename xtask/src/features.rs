//! Every crate alone, every feature alone.

use crate::{
    Result, metadata, process,
    steps::{Context, Outcome},
};

/// Packages with tests of a feature that is off by default: package, feature, test.
const TESTED: [(&str, &str, &str); 2] =
    [("motile-path", "serde", "serde"), ("motile-stage", "shaping", "shaping")];

/// Checks each package by itself, because features that another package of the workspace turns on
/// hide what a manifest forgot: without its features, with each one alone, with all. Tests of features
/// that are off by default run here too.
///
/// # Errors
/// When a combination does not compile, or a test fails.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    for package in metadata::packages(context.root)? {
        let bare = ["check", "--quiet", "--no-default-features", "--package", &package.name];
        process::run(&mut process::cargo(context.root, bare))?;
        for feature in &package.features {
            let mut command = process::cargo(context.root, bare);
            process::run(command.args(["--features", feature]))?;
        }
        if package.features.len() > 1 {
            process::run(process::cargo(context.root, bare).arg("--all-features"))?;
        }
    }
    for (package, feature, test) in TESTED {
        let arguments = ["test", "--package", package, "--features", feature, "--test", test];
        process::run_tests(&mut process::cargo(context.root, arguments), &mut context.count)?;
    }
    Ok(Outcome::Done)
}
