//! Licenses, sources and versions of dependencies, by cargo-deny.
//!
//! Where cargo-deny is missing, compiling it takes minutes, longer than all quick steps together. So the full proof goes
//! on without it, and says so; on a build server (`CI` is set) and for who asks for this step by name it is installed
//! into the target folder. Advisories need the network and change without the project: `cargo deny check advisories` is
//! left to people.

use crate::{
    Result, install, process,
    steps::{Context, Outcome},
};
use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Asks cargo-deny about `deny.toml`.
///
/// # Errors
/// On a license, source or version that is not allowed, or when installing fails.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let wanted = context.named || env::var_os("CI").is_some();
    let Some(program) = program(context.root, wanted)? else {
        let reason = "no `cargo-deny` here; `cargo xtask test deny` installs it, in minutes";
        return Ok(Outcome::Skipped(reason.into()));
    };
    let arguments = ["check", "--hide-inclusion-graph", "bans", "licenses", "sources"];
    process::run(Command::new(program).args(arguments).current_dir(context.root))?;
    Ok(Outcome::Done)
}

/// Where cargo-deny is: on the search path, installed before, or installed now.
fn program(root: &Path, install: bool) -> Result<Option<PathBuf>> {
    if install {
        install::tool(root, "cargo-deny").map(Some)
    } else {
        Ok(install::found(root, "cargo-deny"))
    }
}
