//! Tools that a step needs and a fresh machine lacks.

use crate::{Result, process};
use std::{
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
};

/// Package lists are fetched once in a run.
static UPDATED: AtomicBool = AtomicBool::new(false);

/// Makes sure that `program` is on the search path: as root on Debian by installing `packages`.
///
/// # Errors
/// Elsewhere, with the command to type; or when installing fails.
pub(crate) fn need(program: &str, packages: &[&str]) -> Result {
    if process::find(program).is_some() {
        return Ok(());
    }
    let list = packages.join(" ");
    if !is_root() || process::find("apt-get").is_none() {
        return Err(format!(
            "`{program}` is missing; on Debian and Ubuntu: sudo apt-get install {list}"
        ));
    }
    if !UPDATED.swap(true, Ordering::Relaxed) {
        process::run(&mut apt(&["update", "-q"]))?;
    }
    process::run(apt(&["install", "-y", "-q", "--no-install-recommends"]).args(packages))?;
    match process::find(program) {
        Some(_) => Ok(()),
        None => Err(format!("`{program}` is still missing after installing {list}")),
    }
}

/// Makes sure that a component of the Rust toolchain is there, by rustup where it can.
///
/// # Errors
/// When it is missing and rustup is too, or cannot fetch it.
pub(crate) fn component(name: &str, cargo_command: &str) -> Result {
    let answers = Command::new("cargo")
        .args([cargo_command, "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if answers {
        Ok(())
    } else if process::find("rustup").is_some() {
        process::run(Command::new("rustup").args(["component", "add", name]))
    } else {
        Err(format!("`cargo {cargo_command}` is missing; with rustup: rustup component add {name}"))
    }
}

fn apt(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
    command
}

/// Whether this process may install packages. The owner of its own entry under /proc is the user it
/// runs as, which needs neither a C call nor a program.
#[cfg(unix)]
fn is_root() -> bool {
    use std::{os::unix::fs::MetadataExt, path::Path};
    Path::new("/proc/self").metadata().is_ok_and(|metadata| metadata.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_not_installed() {
        assert_eq!(need("cargo", &["no-such-package"]), Ok(()));
    }
}
