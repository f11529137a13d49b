//! `cargo xtask aarch64`: the same states on another processor, which is emulated where this machine is none.

use crate::{Result, install, process, say};
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-aarch64";
/// Where Debian has the libraries of that processor.
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";
/// Demos that show simulations of pure crates.
const TOPICS: &str = "anim,collide,net,particles,path,physics,steer";
/// Ticks of eight peers over a bad network: emulated they take about ten times as long.
const TICKS: &str = "10000";

/// Runs sessions and demos there.
///
/// # Errors
/// When a state differs, or there is no compiler or no emulator.
pub(crate) fn run(root: &Path) -> Result {
    if !cfg!(target_os = "linux") {
        return Err("programs are emulated on Linux only".into());
    }
    prepare()?;
    sessions(root)?;
    let test = ["test", "--target", TARGET, "--package", "motile-demos", "--no-default-features"];
    let mut command = emulated(root, &test);
    command.args(["--features", TOPICS, "--test", "all_demos", "golden_state_hashes"]);
    process::run(&mut command)?;
    say("the states are those of this processor and of the golden hashes");
    Ok(())
}

fn prepare() -> Result {
    install::target(TARGET)?;
    install::need(LINKER, &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"])?;
    if cfg!(target_arch = "aarch64") { Ok(()) } else { install::need(EMULATOR, &["qemu-user"]) }
}

/// A call of cargo whose programs are linked for the other processor, and emulated.
fn emulated(root: &Path, arguments: &[&str]) -> Command {
    let mut command = process::cargo(root, arguments);
    if !cfg!(target_arch = "aarch64") {
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER);
        let runner = format!("{EMULATOR} -L {LIBRARIES}");
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner);
    }
    command
}

/// Sessions over a bad network on both processors: who played, waited, sent and rolled back how much, and every state.
fn sessions(root: &Path) -> Result {
    let run = ["run", "--quiet", "--package", "motile-net", "--example", "long_run"];
    let there = [&run[..], &["--target", TARGET, "--", TICKS]].concat();
    let here = told(&mut process::cargo(root, [&run[..], &["--", TICKS]].concat()))?;
    compare(&here, &told(&mut emulated(root, &there))?)
}

fn told(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("long_run failed:\n{text}")) }
}

/// All lines have to be equal but the last, which tells the speed.
fn compare(here: &str, there: &str) -> Result {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    let (here, there) = (lines(here), lines(there));
    let differs = here.iter().zip(&there).position(|(a, b)| a != b);
    match differs {
        _ if here.len() < 2 || here.len() != there.len() => {
            Err(format!("{} lines here and {} there", here.len(), there.len()))
        }
        Some(at) if at + 1 < here.len() => {
            Err(format!("the processors differ:\n  {}\n  {}", here[at], there[at]))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_speed_may_differ() {
        assert_eq!(compare("a\n5 a second", "a\n1 a second"), Ok(()));
        assert!(compare("a\n5", "b\n5").is_err_and(|why| why.ends_with("a\n  b")));
        assert!(compare("a\nb\n5", "a\n5").is_err());
        assert!(compare("5", "5").is_err(), "nothing was told");
    }
}
