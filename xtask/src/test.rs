//! `cargo xtask test`: the one command that proves everything.

use crate::{
    Result, bans, browser, deny, features, install, layers, lengths, metadata, msrv, names, netns,
    package, process, spelling,
    steps::{self, Context, Outcome, Part, Step},
    tested, voice, window,
};
use std::{path::Path, process::Command};

/// All steps, fast ones first. Add yours where its speed puts it.
const STEPS: &[Step] = &[
    Step::quick("format", "rustfmt in all three workspaces", format),
    Step::quick("spelling", "typos in code and prose", spelling::check),
    Step::quick("layers", "ARCHITECTURE.md against the manifests", layers::check),
    Step::quick("names", "a public name means one thing in all libraries", names::check),
    Step::quick("docs-voice", "docs that stand alone, demos without bad habits", voice::check),
    Step::quick("deny", "licenses and sources of dependencies", deny::check),
    Step::quick("lengths", "a report, not a limit", lengths::report),
    Step::quick("clippy", "lints, warnings denied", clippy),
    Step::quick("package", "complete manifests, packages for crates.io", package::check),
    Step::thorough("msrv", "the compiler that the manifests promise", msrv::check),
    Step::thorough("bans", "every entry of clippy.toml triggers", bans::check),
    Step::quick("unit", "unit, property, golden and documentation tests", unit),
    Step::thorough("doc", "rustdoc, warnings denied", doc),
    Step::thorough("threads", "crates that can use all cores, with all their features", threads),
    Step::thorough("features", "every crate alone, every feature alone", features::check),
    Step::thorough("microphone", "the microphone of Linux, with a real PulseAudio", microphone),
    Step::thorough("gpu", "kernels on the GPU beside the processor, as a table", gpu),
    Step::thorough(
        "relay",
        "relays: rooms, encryption, passes, and many that are killed in turn",
        relay,
    ),
    Step::thorough("rooms", "500 rooms whose relays are killed and restarted in turn", rooms),
    Step::thorough("long-run", "eight peers over a bad network for 100,000 ticks", long_run),
    Step::thorough("netns", "races between two hosts in network namespaces", netns::check),
    Step::thorough("fuzz", "fuzz targets over their seeds", fuzz),
    Step::thorough("bench", "the benches compile", bench),
    Step::thorough("window", "the gallery under a virtual display, keys and mouse", window::check),
    Step::thorough("browser", "every demo in Chromium, beside the native program", browser::check),
];

/// Runs all steps, the quick ones, or those named.
///
/// # Errors
/// When a step fails or is not known.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    if arguments == ["--list"] {
        for step in STEPS {
            let part = match step.part {
                Part::Quick => " (quick)",
                Part::Thorough => "",
            };
            crate::say(&format!("{:<10} {}{part}", step.name, step.what));
        }
        return Ok(());
    }
    let quick = arguments.contains(&"--quick");
    let names: Vec<&str> = arguments.iter().copied().filter(|&name| name != "--quick").collect();
    if let Some(unknown) = names.iter().find(|&&name| STEPS.iter().all(|step| step.name != name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("no step is called `{unknown}`; steps: {}", known.join(", ")));
    }
    let chosen = STEPS.iter().filter(|step| match step.part {
        Part::Quick => names.is_empty() || names.contains(&step.name),
        Part::Thorough => !quick && (names.is_empty() || names.contains(&step.name)),
    });
    steps::run_all(root, !names.is_empty(), chosen)
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

/// In one command: by themselves the examples of the documentation would compile half of everything again.
fn unit(context: &mut Context<'_>) -> Result<Outcome> {
    let mut command = everything(context.root, &[])?;
    process::run_tests(command.arg("--no-fail-fast"), &mut context.count)?;
    Ok(Outcome::Done)
}

/// `cargo test` over the whole workspace with nearly all features, and these besides: what the step `unit` has compiled is
/// there already.
fn everything(root: &Path, more: &[&str]) -> Result<Command> {
    let mut features = tested::features(&metadata::packages(root)?);
    for feature in more {
        features.push(',');
        features.push_str(feature);
    }
    Ok(process::cargo(root, ["test", "--workspace", "--features", &features]))
}

/// The crates that can use all cores, doing so: the same tests and those that compare numbers of threads.
fn threads(context: &mut Context<'_>) -> Result<Outcome> {
    let mut command = process::cargo(context.root, ["test", "--tests"]);
    for package in tested::THREADED {
        command.args(["--package", package, "--features", &format!("{package}/parallel")]);
    }
    process::run_tests(&mut command, &mut context.count)?;
    Ok(Outcome::Done)
}

fn doc(context: &mut Context<'_>) -> Result<Outcome> {
    let mut command = process::cargo(context.root, ["doc", "--workspace", "--no-deps"]);
    process::run(command.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::Done)
}

/// Relays behind a NATS server on loopback. Where that cannot be installed the step says so; asked for by name it fails.
fn relay(context: &mut Context<'_>) -> Result<Outcome> {
    if let Err(advice) = install::need("nats-server", &["nats-server"]) {
        return if context.named { Err(advice) } else { Ok(Outcome::Skipped(advice)) };
    }
    let arguments = ["test", "--package", "motile-relay", "--features", "nats,tls"];
    process::run_tests(&mut process::cargo(context.root, arguments), &mut context.count)?;
    Ok(Outcome::Done)
}

/// As many rooms as a relay has in earnest: none may be lost. How long everybody is away is printed; asked for by name the step
/// fails when that is more than two seconds, which a machine that does other things besides cannot promise.
fn rooms(context: &mut Context<'_>) -> Result<Outcome> {
    if let Err(advice) = install::need("nats-server", &["nats-server"]) {
        return if context.named { Err(advice) } else { Ok(Outcome::Skipped(advice)) };
    }
    let arguments = ["test", "--package", "motile-relay", "--features", "nats,tls", "--test"];
    let mut command = process::cargo(context.root, arguments);
    command.args(["nats", "killed_in_turn", "--", "--nocapture"]).env("MOTILE_ROOMS", "500");
    if context.named {
        command.env("MOTILE_REJOIN", "2");
    }
    process::run_tests(&mut command, &mut context.count)?;
    Ok(Outcome::Done)
}

/// Sessions of eight peers that have to stay equal to the end.
fn long_run(context: &mut Context<'_>) -> Result<Outcome> {
    // Not in release: the libraries of the tests are there, and fast enough.
    let arguments = ["run", "--package", "motile-net", "--example", "long_run"];
    process::run(&mut process::cargo(context.root, arguments))?;
    context.count.passed += 1;
    Ok(Outcome::Done)
}

/// The microphone with a sound server of its own, which hears a tone. Where that cannot be installed the step says so; asked
/// for by name it fails.
fn microphone(context: &mut Context<'_>) -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped("PulseAudio is a matter of Linux".into()));
    }
    let needed = [("pulseaudio", "pulseaudio"), ("pactl", "pulseaudio-utils")];
    for (program, package) in needed {
        if let Err(advice) = install::need(program, &[package]) {
            return if context.named { Err(advice) } else { Ok(Outcome::Skipped(advice)) };
        }
    }
    let mut command = everything(context.root, &[])?;
    command.args(["--test", "microphone"]).env("MOTILE_PULSE", "1");
    process::run_tests(&mut command, &mut context.count)?;
    Ok(Outcome::Done)
}

/// Where Vulkan looks for drivers.
const DRIVERS: [&str; 3] =
    ["/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"];

/// Kernels on the GPU of the machine; where it has no driver, on one that computes on the processor. Where that cannot be
/// installed the step says so; asked for by name it fails.
fn gpu(context: &mut Context<'_>) -> Result<Outcome> {
    let has_driver = || {
        let files =
            |folder: &&str| std::fs::read_dir(folder).is_ok_and(|mut it| it.next().is_some());
        DRIVERS.iter().any(files)
    };
    // Metal and Direct3D come with their systems.
    if cfg!(target_os = "linux")
        && let Err(advice) =
            install::need_by("a Vulkan driver", has_driver, &["mesa-vulkan-drivers"])
    {
        return if context.named { Err(advice) } else { Ok(Outcome::Skipped(advice)) };
    }
    // Together with the command `motile kernel`, which is a library of its own: the whole program with this feature would
    // take minutes to build.
    let mut command = everything(context.root, &["motile-kernel-command/gpu"])?;
    command.args(["--test", "agreement", "--test", "command"]);
    // With a driver there has to be a GPU, and the table is to be seen.
    command.args(["--", "--nocapture"]).env("MOTILE_GPU", "1");
    process::run_tests(&mut command, &mut context.count)?;
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
    // Of the peers only sessions of ggrs are run: the same inputs have to give the same states.
    let mut runner =
        process::cargo(&folder, ["test", "--no-default-features", "--features", "net"]);
    process::run_tests(&mut runner, &mut context.count)?;
    process::run(&mut process::cargo(&folder, ["check"]))?;
    Ok(Outcome::Done)
}
