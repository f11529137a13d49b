//! The spelling step.

use crate::{
    Result, process,
    steps::{Context, Outcome},
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The version that machines without their own fetch.
const TYPOS: &str = "typos==1.51.1";

/// Runs `typos`. A machine that neither has it nor can fetch it goes on: building it would take longer
/// than all other quick steps together.
///
/// # Errors
/// On a typo.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    let Some(typos) = process::find("typos").or_else(|| fetched(context.root)) else {
        let reason = "no `typos` here; `cargo install --locked typos-cli` gets it";
        return Ok(Outcome::Skipped(reason.into()));
    };
    process::run(Command::new(typos).current_dir(context.root))?;
    Ok(Outcome::Done)
}

/// The program from its Python wheel, a download of seconds, kept in the target folder.
fn fetched(root: &Path) -> Option<PathBuf> {
    let folder = root.join("target").join("tools").join("typos");
    let program = folder.join("bin").join("typos");
    if !program.is_file() {
        Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--root-user-action", "ignore", "--target"])
            .args([folder.as_os_str(), TYPOS.as_ref()])
            .stderr(Stdio::null())
            .status()
            .ok()?;
    }
    program.is_file().then_some(program)
}
