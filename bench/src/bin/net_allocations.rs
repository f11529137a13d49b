//! Allocations of rollback sessions beside those of ggrs: `motile-bench-net-allocations [FILTER] [--json]`, through
//! `cargo xtask bench net/session-allocations`.
//!
//! A program of its own, because an allocator that counts would slow the peers of all other rows.

#[path = "../net/sessions.rs"]
#[allow(dead_code, reason = "the rows that count bytes use more of it")]
mod sessions;

use sessions::{Ours, PLAYERS, Peers, TICKS, inputs};

/// Ticks that may allocate: lists grow until they hold what a session needs.
const WARM_UP: usize = 200;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let json = arguments.iter().any(|argument| argument == "--json");
    let filter = arguments.iter().find(|argument| !argument.starts_with('-'));
    let name = "net/session-allocations";
    if filter.is_some_and(|filter| !name.contains(filter.as_str())) {
        return;
    }
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new(), Peers::new());
    let ours = count(|tick| ours.tick(&inputs[tick]));
    let theirs = count(|tick| peers.tick(&inputs[tick]));
    let ticks = (TICKS - WARM_UP) as f64;
    if json {
        println!(
            r#"{{"name":"{name}","peer":"ggrs","n":{PLAYERS},"allocations":{ours},"peer_allocations":{theirs}}}"#
        );
    } else {
        let each = |count: u64| count as f64 / ticks;
        println!(
            "{name}: {} allocations a tick of {PLAYERS} players, ggrs {:.1} (goal 0, a fifth of ggrs)",
            each(ours),
            each(theirs)
        );
    }
}

/// Allocations of all ticks after the first ones.
fn count(mut tick: impl FnMut(usize)) -> u64 {
    (0..WARM_UP).for_each(&mut tick);
    motile_proof::allocations(|| (WARM_UP..TICKS).for_each(&mut tick))
}
