//! The spelling step.

use crate::{
    Result, process,
    steps::{Context, Outcome},
};
use std::process::Command;

/// Runs `typos` where it is installed. Building it would take longer than all other quick steps
/// together, and no package manager has it everywhere, so a machine without it goes on.
///
/// # Errors
/// On a typo.
pub(crate) fn check(context: &mut Context<'_>) -> Result<Outcome> {
    if process::find("typos").is_none() {
        let reason = "no `typos` here; `cargo install --locked typos-cli` gets it";
        return Ok(Outcome::Skipped(reason.into()));
    }
    process::run(Command::new("typos").current_dir(context.root))?;
    Ok(Outcome::Done)
}
