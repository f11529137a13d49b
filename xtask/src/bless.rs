//! `cargo xtask bless`: accept new golden pictures and hashes.

use crate::{
    Result,
    process::{self, TestCount},
};
use std::path::Path;

/// Runs the golden tests (those with `golden` in their name) with `MOTILE_BLESS` set: `motile-proof`
/// then writes what it sees instead of comparing.
///
/// # Errors
/// When the tests do not build, or fail for another reason than a difference.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result {
    let filter = match arguments {
        [] => "all",
        [filter] if !filter.starts_with('-') => filter,
        _ => return Err("usage: cargo xtask bless [FILTER]".into()),
    };
    let arguments = ["test", "--workspace", "--all-targets", "--no-fail-fast", "--", "golden"];
    let mut command = process::cargo(root, arguments);
    process::run_tests(command.env("MOTILE_BLESS", filter), &mut TestCount::default())?;
    println!("accepted; look at the pictures before committing them: git status --short");
    Ok(())
}
