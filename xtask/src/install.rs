//! Tools that a step needs and a fresh machine lacks.

use crate::{Result, process};
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
};

/// Package lists are fetched once in a run.
static UPDATED: AtomicBool = AtomicBool::new(false);

/// How something missing is got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It is there.
    Nothing,
    /// As root on Debian and Ubuntu: installed.
    Install,
    /// Elsewhere: the person at the terminal is told.
    Tell,
}

const fn way(is_there: bool, is_root: bool, has_apt: bool) -> Way {
    match (is_there, is_root && has_apt) {
        (true, _) => Way::Nothing,
        (false, true) => Way::Install,
        (false, false) => Way::Tell,
    }
}

/// Makes sure that `program` is on the search path: as root on Debian by installing `packages`.
///
/// # Errors
/// Elsewhere, with the command to type; or when installing fails.
pub(crate) fn need(program: &str, packages: &[&str]) -> Result {
    need_any(&[program], packages).map(|_| ())
}

/// The same for a program that goes by several names; where the first one found lies.
///
/// # Errors
/// As [`need`].
pub(crate) fn need_any(names: &[&str], packages: &[&str]) -> Result<PathBuf> {
    let find = || names.iter().find_map(|name| process::find(name));
    let title = names.first().copied().unwrap_or_default();
    need_by(title, || find().is_some(), packages)?;
    find().ok_or_else(|| format!("`{title}` is gone again"))
}

/// The same for whatever `is_there` looks for.
///
/// # Errors
/// As [`need`].
pub(crate) fn need_by(title: &str, is_there: impl Fn() -> bool, packages: &[&str]) -> Result {
    let list = packages.join(" ");
    match way(is_there(), is_root(), process::find("apt-get").is_some()) {
        Way::Nothing => return Ok(()),
        Way::Tell => return Err(advice(title, &list)),
        Way::Install => {}
    }
    if !UPDATED.swap(true, Ordering::Relaxed) {
        process::run(&mut apt(&["update", "-q"]))?;
    }
    process::run(apt(&["install", "-y", "-q", "--no-install-recommends"]).args(packages))?;
    if is_there() {
        Ok(())
    } else {
        Err(format!("`{title}` is still missing after installing {list}"))
    }
}

fn advice(title: &str, packages: &str) -> String {
    format!("`{title}` is missing; on Debian and Ubuntu: sudo apt-get install {packages}")
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

/// Makes sure that the usual compiler has the standard library of a target, by rustup where it can.
///
/// # Errors
/// When it is missing and rustup is too, or cannot fetch it.
pub(crate) fn target(name: &str) -> Result {
    if has_target(name) {
        return Ok(());
    }
    if process::find("rustup").is_none() {
        return Err(format!("rustc has no {name}; with rustup: rustup target add {name}"));
    }
    process::run(Command::new("rustup").args(["target", "add", name]))?;
    if has_target(name) {
        Ok(())
    } else {
        Err(format!("rustup added {name} to another toolchain than the one in use"))
    }
}

/// Whether the usual compiler has the standard library of a target.
pub(crate) fn has_target(name: &str) -> bool {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", name]).stderr(Stdio::null());
    let Ok(output) = command.output() else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}

/// Where a tool of cargo is: on the search path, or in the target folder, where it is compiled to now if need be.
///
/// # Errors
/// When it does not compile or cannot be fetched.
pub(crate) fn tool(root: &Path, name: &str) -> Result<PathBuf> {
    if let Some(path) = found(root, name) {
        return Ok(path);
    }
    let arguments = ["install", "--quiet", "--locked", name, "--root"];
    process::run(process::cargo(root, arguments).arg(tools(root)))?;
    found(root, name).ok_or_else(|| format!("`{name}` is still missing after installing it"))
}

/// Where a tool of cargo is, if it is there.
pub(crate) fn found(root: &Path, name: &str) -> Option<PathBuf> {
    let installed = tools(root).join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    process::find(name).or_else(|| installed.is_file().then_some(installed))
}

fn tools(root: &Path) -> PathBuf {
    root.join("target").join("tools")
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
    use std::os::unix::fs::MetadataExt;
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
        let found = need_any(&["no-program-is-called-like-this", "cargo"], &["no-such-package"]);
        assert!(
            found.is_ok_and(|path| path.ends_with(format!("cargo{}", env::consts::EXE_SUFFIX)))
        );
        for is_root in [false, true] {
            assert_eq!(way(true, is_root, true), Way::Nothing);
        }
    }

    #[test]
    fn only_root_installs_and_only_by_apt() {
        assert_eq!(way(false, true, true), Way::Install);
        assert_eq!(way(false, false, true), Way::Tell);
        assert_eq!(way(false, true, false), Way::Tell);
    }

    #[test]
    fn advice_names_what_to_type() {
        assert_eq!(
            advice("chromedriver", "chromium-driver"),
            "`chromedriver` is missing; on Debian and Ubuntu: sudo apt-get install chromium-driver"
        );
    }
}
