//! The oldest compiler that the manifests promise: everything has to compile with it.

use crate::{
    Result, metadata, process,
    steps::{Context, Outcome},
};
use std::process::Command;

/// Checks all packages with the compiler of `rust-version`, where that is not the one in use anyway.
///
/// # Errors
/// When the manifests promise different compilers, or something does not compile.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let oldest = promised(&metadata::workspace(context.root)?)?;
    let used = process::output(Command::new("rustc").arg("--version").current_dir(context.root))?;
    if is_of(&used, &oldest) {
        println!("Rust {oldest} is the compiler in use, so the other steps prove it");
        return Ok(Outcome::Done);
    }
    let installed = process::find("rustup").is_some()
        && process::output(Command::new("rustup").args(["toolchain", "list"]))?
            .lines()
            .any(|line| is_of(&format!("rustc {line}"), &oldest));
    if !installed {
        let reason = format!("no Rust {oldest} here; `rustup toolchain install {oldest}` gets it");
        return Ok(Outcome::Skipped(reason));
    }
    // A folder of its own: the compilers would throw out each other's work.
    let folder = context.root.join("target").join("msrv");
    let mut command = Command::new("rustup");
    command.args([
        "run",
        &oldest,
        "cargo",
        "check",
        "--workspace",
        "--all-features",
        "--target-dir",
    ]);
    process::run(command.arg(folder).current_dir(context.root).env_remove("RUSTC"))?;
    Ok(Outcome::Done)
}

/// The one version that all packages promise.
fn promised(workspace: &serde_json::Value) -> Result<String> {
    let packages = workspace["packages"].as_array().into_iter().flatten();
    let mut versions: Vec<_> = packages.map(|package| package["rust_version"].as_str()).collect();
    versions.dedup();
    match versions[..] {
        [Some(version)] => Ok(version.into()),
        _ => Err(format!("packages promise different compilers: {versions:?}")),
    }
}

/// Whether `rustc 1.95.0 (…)` or `rustc 1.95-x86_64-…` is the compiler `1.95`.
fn is_of(said: &str, version: &str) -> bool {
    let rest = said.strip_prefix("rustc ").and_then(|said| said.strip_prefix(version));
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn versions_are_told_apart() {
        assert!(is_of("rustc 1.95.0 (59807616e 2026-04-14)", "1.95"));
        assert!(is_of("rustc 1.95-x86_64-unknown-linux-gnu", "1.95"));
        assert!(!is_of("rustc 1.96.0 (a 2026)", "1.95"));
        assert!(!is_of("rustc 1.950.0", "1.95"));
        assert!(!is_of("nonsense", "1.95"));
    }

    #[test]
    fn one_promise_for_all() {
        let of = |versions: [Option<&str>; 2]| {
            promised(&json!({ "packages": versions.map(|v| json!({ "rust_version": v })) }))
        };
        assert_eq!(of([Some("1.95"), Some("1.95")]), Ok("1.95".into()));
        assert!(of([Some("1.95"), Some("1.90")]).is_err());
        assert!(of([Some("1.95"), None]).is_err());
    }
}
