//! A compiler for WebAssembly, wherever this machine can get one.

use crate::{Result, install, process};
use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The target of all pages.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What every page is compiled with.
const FLAGS: &str = "-C target-feature=+simd128";

/// How to call cargo for pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The usual cargo, with the target's standard library from rustup.
    Rustup,
    /// Debian's compiler for browsers, which builds the standard library from source.
    Debian,
}

impl Toolchain {
    /// Finds a toolchain, installing what is missing: rustup's target first, then Debian's packages.
    ///
    /// # Errors
    /// When neither can be had, with the command to type.
    pub(crate) fn find() -> Result<Self> {
        if has_target() {
            return Ok(Self::Rustup);
        }
        if process::find("rustup").is_some() {
            let mut add = Command::new("rustup");
            if process::run(add.args(["target", "add", TARGET])).is_ok() && has_target() {
                return Ok(Self::Rustup);
            }
        }
        let packages = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
        match install::need("wasm-ld-19", &packages) {
            Ok(()) => Ok(Self::Debian),
            Err(why) => Err(format!(
                "no compiler for {TARGET}: `rustup target add {TARGET}` did not work, and {why}"
            )),
        }
    }

    /// `cargo build` for pages with these further arguments, called in `folder`.
    pub(crate) fn build(self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = match self {
            Self::Rustup => process::cargo(folder, ["build"]),
            Self::Debian => debian(folder),
        };
        command.args(["--release", "--target", TARGET]).args(arguments).env("RUSTFLAGS", FLAGS);
        // A page ships once and is loaded often: worth the slower build, and nobody unwinds in it.
        for (name, value) in [
            ("CARGO_PROFILE_RELEASE_LTO", "fat"),
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
            ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
            ("CARGO_PROFILE_RELEASE_STRIP", "debuginfo"),
        ] {
            command.env(name, value);
        }
        command
    }
}

fn debian(folder: &Path) -> Command {
    let mut command = Command::new("/usr/bin/cargo");
    command
        .current_dir(folder)
        .args(["build", "-Zbuild-std=std,panic_abort"])
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    command
}

/// Whether the usual compiler has the target's standard library.
fn has_target() -> bool {
    let mut command = Command::new("rustc");
    command.args(["--print", "target-libdir", "--target", TARGET]).stderr(Stdio::null());
    let Ok(output) = command.output() else { return false };
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}
