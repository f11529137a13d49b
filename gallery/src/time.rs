//! `motile time`: how long the frames of a demo take here.

use crate::{
    cli::Run,
    failure::{self, Failure},
};
use std::time::Instant;

/// Frames before the clock starts.
const WARM_UP: u64 = 120;
/// Frames of a round; the middle one of the rounds counts.
const ROUND: u64 = 60;
const ROUNDS: usize = 5;

/// Prints the milliseconds that a tick and its picture take.
#[expect(clippy::disallowed_methods, reason = "this is what the command is for")]
pub(crate) fn run(run: &Run) -> Result<(), Failure> {
    let mut player = run.player()?;
    let mut frames = |count| {
        let start = Instant::now();
        for _ in 0..count {
            player.run_ticks(1);
            player.draw();
        }
        start.elapsed().as_secs_f64() * 1000.0 / count as f64
    };
    frames(WARM_UP);
    let mut rounds = [(); ROUNDS].map(|()| frames(ROUND));
    rounds.sort_by(f64::total_cmp);
    failure::print(&format!("{:.3}", rounds[ROUNDS / 2]))
}
