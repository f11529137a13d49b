//! `motile hash`: the fingerprint of a demo's state.

use crate::{
    cli::Run,
    failure::{self, Failure},
};

pub(crate) fn run(run: &Run) -> Result<(), Failure> {
    let ticks = run.ticks.unwrap_or(run.demo.ticks);
    let mut player = run.player(Some(ticks))?;
    player.run_ticks(ticks);
    failure::print(&format!("{:016x}", player.hash()))
}
