//! A compiler for WebAssembly, wherever this machine can get one.

use super::places;
use crate::{Result, install, process};
use std::{path::Path, process::Command};

/// The target of all pages.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What every page is compiled with, besides [`places::flags`].
const SIMD: &str = "-Ctarget-feature=+simd128";

const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src";
const DEBIAN_LINKER: &str = "wasm-ld-19";

/// How to call cargo for pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The usual cargo, with the target's standard library from rustup.
    Rustup,
    /// Debian's compiler for browsers, which builds the standard library from source.
    Debian,
}

/// A way to a toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// The usual compiler has the target already.
    Ready,
    /// rustup fetches the target.
    AddTarget,
    /// Debian's packages, installed where they are missing.
    Debian,
}

/// What to try, in order. What is there costs nothing; rustup's target needs no second compiler and no build of the
/// standard library, so it comes before Debian's packages.
const fn attempts(has_target: bool, has_rustup: bool) -> &'static [Attempt] {
    match (has_target, has_rustup) {
        (true, _) => &[Attempt::Ready],
        (false, true) => &[Attempt::AddTarget, Attempt::Debian],
        (false, false) => &[Attempt::Debian],
    }
}

/// The first attempt that works.
///
/// # Errors
/// Why none did, one line each.
fn first_that_works(
    attempts: &[Attempt],
    mut attempt: impl FnMut(Attempt) -> Result<Toolchain>,
) -> Result<Toolchain> {
    let mut reasons = Vec::new();
    for &way in attempts {
        match attempt(way) {
            Ok(toolchain) => return Ok(toolchain),
            Err(reason) => reasons.push(reason),
        }
    }
    Err(format!("no compiler for {TARGET}:\n  {}", reasons.join("\n  ")))
}

impl Toolchain {
    /// Finds a toolchain, installing what is missing: rustup's target first, then Debian's packages.
    ///
    /// # Errors
    /// When neither can be had, with the commands to type.
    pub(crate) fn find() -> Result<Self> {
        let attempts = attempts(install::has_target(TARGET), process::find("rustup").is_some());
        first_that_works(attempts, |attempt| match attempt {
            Attempt::Ready => Ok(Self::Rustup),
            Attempt::AddTarget => install::target(TARGET).map(|()| Self::Rustup),
            Attempt::Debian => {
                let packages = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
                let by_hand = |why| format!("{why}\n  or with rustup: rustup target add {TARGET}");
                install::need_by("Debian's compiler for browsers", has_debian, &packages)
                    .map(|()| Self::Debian)
                    .map_err(by_hand)
            }
        })
    }

    /// `cargo build` for pages with these further arguments, called in `folder`.
    pub(crate) fn build(self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = match self {
            Self::Rustup => process::cargo(folder, ["build"]),
            Self::Debian => debian(folder),
        };
        // Encoded, as a folder's name may contain a space.
        let flags = [vec![SIMD.to_owned()], places::flags()].concat().join("\x1f");
        command.env("CARGO_ENCODED_RUSTFLAGS", flags);
        // A page ships once and is loaded often: worth the slower build, and nobody unwinds in it. The third level of
        // optimization makes modules larger by more copies of loops, which a page does not notice.
        for (name, value) in [
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "2"),
            ("CARGO_PROFILE_RELEASE_LTO", "fat"),
            ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
            ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
            ("CARGO_PROFILE_RELEASE_STRIP", "debuginfo"),
        ] {
            command.env(name, value);
        }
        // Fonts are read and colors of gradients converted once: small, whatever the profiles of a sketch say.
        for package in ["color", "ttf-parser"] {
            let small = format!(r#"profile.release.package.{package}.opt-level="s""#);
            command.args(["--config", &small]);
        }
        command.args(["--release", "--target", TARGET]).args(arguments);
        command
    }
}

fn debian(folder: &Path) -> Command {
    let mut command = Command::new(DEBIAN_CARGO);
    command
        .current_dir(folder)
        .args(["build", "-Zbuild-std=std,panic_abort"])
        .env("RUSTC", DEBIAN_RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER);
    command
}

/// Whether Debian's compiler, its cargo, its linker and the sources of its standard library are there.
fn has_debian() -> bool {
    let files = [DEBIAN_CARGO, DEBIAN_RUSTC, DEBIAN_SOURCES];
    files.iter().all(|path| Path::new(path).exists()) && process::find(DEBIAN_LINKER).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_way_comes_first() {
        assert_eq!(attempts(true, true), [Attempt::Ready]);
        assert_eq!(attempts(true, false), [Attempt::Ready], "a distribution's rustc may have it");
        assert_eq!(attempts(false, true), [Attempt::AddTarget, Attempt::Debian]);
        assert_eq!(attempts(false, false), [Attempt::Debian]);
    }

    #[test]
    fn a_way_that_fails_leads_to_the_next() {
        let offline = |attempt| match attempt {
            Attempt::Debian => Ok(Toolchain::Debian),
            _ => Err("rustup: no network".into()),
        };
        assert_eq!(first_that_works(attempts(false, true), offline), Ok(Toolchain::Debian));
        let nothing = |attempt| Err(format!("{attempt:?} failed"));
        assert_eq!(
            first_that_works(attempts(false, true), nothing),
            Err(format!("no compiler for {TARGET}:\n  AddTarget failed\n  Debian failed"))
        );
    }

    #[test]
    fn pages_are_built_with_simd_and_without_unwinding() {
        for toolchain in [Toolchain::Rustup, Toolchain::Debian] {
            let command = toolchain.build(Path::new("."), &["--package", "a"]);
            let value = |name: &str| {
                let found = command.get_envs().find(|known| known.0 == name);
                found.and_then(|known| known.1).and_then(|value| value.to_str())
            };
            let flags = value("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
            assert!(flags.contains("+simd128") && flags.ends_with("=motile"), "{flags:?}");
            assert_eq!(value("CARGO_PROFILE_RELEASE_PANIC"), Some("abort"));
            let words: Vec<_> = command.get_args().filter_map(|word| word.to_str()).collect();
            assert!(words.starts_with(&["build"]) && words.ends_with(&[TARGET, "--package", "a"]));
        }
    }
}
