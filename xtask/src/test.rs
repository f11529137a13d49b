//! `cargo xtask test`: the one command that proves everything.

use crate::{
    Result, bans, features, install, layers, lengths, process, spelling,
    steps::{self, Context, Outcome, Step},
};
use std::path::Path;

/// All steps, fast ones first. Add yours where its speed puts it.
const STEPS: &[Step] = &[
    Step { name: "format", what: "rustfmt in all three workspaces", quick: true, run: format },
    Step { name: "spelling", what: "typos in code and prose", quick: true, run: spelling::check },
    Step {
        name: "layers",
        what: "ARCHITECTURE.md against the manifests",
        quick: true,
        run: layers::check,
    },
    Step { name: "lengths", what: "a report, not a limit", quick: true, run: lengths::report },
    Step { name: "clippy", what: "lints, warnings denied", quick: true, run: clippy },
    Step {
        name: "bans",
        what: "every entry of clippy.toml triggers",
        quick: false,
        run: bans::check,
    },
    Step { name: "unit", what: "unit, property and golden tests", quick: true, run: unit },
    Step { name: "doctest", what: "the examples in the documentation", quick: false, run: doctest },
    Step { name: "doc", what: "rustdoc, warnings denied", quick: false, run: doc },
    Step {
        name: "features",
        what: "every crate alone, every feature alone",
        quick: false,
        run: features::check,
    },
    Step { name: "fuzz", what: "fuzz targets over their seeds", quick: false, run: fuzz },
    Step { name: "bench", what: "the benches compile", quick: false, run: bench },
];

/// Runs all steps, the quick ones, or those named.
///
/// # Errors
/// When a step fails or is not known.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    if arguments == ["--list"] {
        for step in STEPS {
            println!("{:<10} {}{}", step.name, step.what, if step.quick { " (quick)" } else { "" });
        }
        return Ok(());
    }
    let quick = arguments.contains(&"--quick");
    let names: Vec<&str> = arguments.iter().copied().filter(|&name| name != "--quick").collect();
    if let Some(unknown) = names.iter().find(|&&name| STEPS.iter().all(|step| step.name != name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("no step is called `{unknown}`; steps: {}", known.join(", ")));
    }
    let chosen = STEPS
        .iter()
        .filter(|step| (names.is_empty() || names.contains(&step.name)) && (step.quick || !quick));
    steps::run_all(root, chosen)
}

fn format(context: &mut Context<'_>) -> Result<Outcome> {
    install::component("rustfmt", "fmt")?;
    let root = context.root;
    process::run(&mut process::cargo(root, ["fmt", "--all", "--check"]))?;
    for workspace in ["bench", "fuzz"] {
        process::run(&mut process::cargo(&root.join(workspace), ["fmt", "--all", "--check"]))?;
    }
    Ok(Outcome::Done)
}

fn clippy(context: &mut Context<'_>) -> Result<Outcome> {
    install::component("clippy", "clippy")?;
    let arguments = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    process::run(&mut process::cargo(context.root, arguments))?;
    Ok(Outcome::Done)
}

fn unit(context: &mut Context<'_>) -> Result<Outcome> {
    let arguments = ["test", "--workspace", "--all-targets", "--no-fail-fast"];
    process::run_tests(&mut process::cargo(context.root, arguments), &mut context.count)?;
    Ok(Outcome::Done)
}

fn doctest(context: &mut Context<'_>) -> Result<Outcome> {
    let arguments = ["test", "--workspace", "--doc", "--no-fail-fast"];
    process::run_tests(&mut process::cargo(context.root, arguments), &mut context.count)?;
    Ok(Outcome::Done)
}

fn doc(context: &mut Context<'_>) -> Result<Outcome> {
    let mut command = process::cargo(context.root, ["doc", "--workspace", "--no-deps"]);
    process::run(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::Done)
}

fn fuzz(context: &mut Context<'_>) -> Result<Outcome> {
    // libFuzzer itself is C++, compiled by its crate.
    install::need("c++", &["g++"])?;
    let folder = context.root.join("fuzz");
    let mut smoke = process::cargo(&folder, ["test"]);
    process::run_tests(&mut smoke, &mut context.count)?;
    process::run(&mut process::cargo(&folder, ["build", "--bins"]))?;
    Ok(Outcome::Done)
}

fn bench(context: &mut Context<'_>) -> Result<Outcome> {
    let folder = context.root.join("bench");
    let mut runner = process::cargo(&folder, ["test", "--no-default-features"]);
    process::run_tests(&mut runner, &mut context.count)?;
    process::run(&mut process::cargo(&folder, ["check"]))?;
    Ok(Outcome::Done)
}
