//! `motile hash`: the fingerprint of a demo's state.

use crate::{
    cli::Run,
    failure::{self, Failure},
};

pub(crate) fn run(run: &Run) -> Result<(), Failure> {
    let mut player = run.player()?;
    player.run_ticks(run.ticks.unwrap_or(run.demo.ticks));
    failure::print(&format!("{:016x}", player.hash()))
}
