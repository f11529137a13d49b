//! Rollback sessions beside those of ggrs: time, bytes, and the same confirmed states.

mod latency;
mod relay;
#[cfg(test)]
mod same_states;
mod sessions;

use crate::runner::Bench;
use motile_geom::{StateHash, state};
use motile_net::race::{BallRace, RaceInput};
use motile_net::{LinkConditions, PlayerInput};
use sessions::{DT, Ours, PLAYERS, Peers, TICKS, inputs, step};
use std::time::{Duration, Instant};

/// Ticks of the run over a bad line: in real time, because ggrs sends lost messages again by the clock on the wall.
const LOSSY_TICKS: usize = 600;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    session(bench);
    resimulate(bench);
    bytes(bench);
    lossy_bytes(bench);
    relay::run(bench);
}

/// One tick of four peers on a perfect network, the game included on both sides.
fn session(bench: &mut Bench) {
    let name = "net/session";
    if !bench.wants(name) {
        return;
    }
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new(), Peers::new());
    let (mut a, mut b) = (0, 0);
    bench.compare(
        name,
        "ggrs",
        PLAYERS,
        || {
            a += 1;
            ours.tick(&inputs[a % TICKS]);
        },
        || {
            b += 1;
            peers.tick(&inputs[b % TICKS]);
        },
    );
}

/// A race of eight balls saved, brought back and played for eight ticks, beside the time of a frame.
fn resimulate(bench: &mut Bench) {
    let name = "net/resimulate";
    if !bench.wants(name) {
        return;
    }
    let mut race = BallRace::new(8, 5);
    let right = [RaceInput { right: true, ..RaceInput::default() }; 8];
    (0..120).for_each(|tick| step(&mut race, tick, &right));
    let (mut saved, mut bytes) = (race.clone(), Vec::new());
    let ns = bench.alone(|| {
        saved.clone_from(&race);
        state::save_into(&race, &mut bytes);
        let mut again = saved.clone();
        (0..8).for_each(|tick| step(&mut again, tick, &right));
        StateHash::of(&again)
    });
    bench.record(name, "frame", 8, ns, 1e9 / 60.0);
}

/// Bytes a second that each player sends, in place of nanoseconds; and the same confirmed states on both sides.
fn bytes(bench: &mut Bench) {
    let name = "net/bytes";
    if !bench.wants(name) {
        return;
    }
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new(), Peers::new().counted());
    for tick in &inputs {
        ours.tick(tick);
        peers.tick(tick);
    }
    // The same inputs give the same states, here, in ggrs and played alone.
    let mut truth = BallRace::new(PLAYERS as u8, 5);
    for tick in 0..TICKS as u64 {
        let made = tick.checked_sub(1).map_or([0; PLAYERS], |made| inputs[made as usize]);
        step(&mut truth, tick, &made.map(|input| RaceInput::unpack(input.into())));
    }
    let truth = StateHash::of(&truth);
    let ticks = (ours.peers[0].tick() as usize, peers.sessions[0].0.current_frame() as usize);
    assert_eq!(ticks, (TICKS, TICKS), "nobody waited");
    assert_eq!(StateHash::of(ours.peers[0].game()), truth, "ours");
    assert_eq!(StateHash::of(&peers.sessions[0].1), truth, "those of ggrs");
    let [ours, theirs] = [ours.bytes(), peers.bytes()].map(|bytes| per_player(bytes, TICKS));
    bench.record(name, "ggrs (bytes/s)", PLAYERS, ours, theirs);
}

/// Bytes a second that each player sends.
fn per_player(bytes: u64, ticks: usize) -> f64 {
    bytes as f64 / PLAYERS as f64 / (ticks as f64 / 60.0)
}

/// The same over a line with a way of 30 to 40 ms that loses 5 %: the same line for both, and how far each of them came.
fn lossy_bytes(bench: &mut Bench) {
    let name = "net/bytes-lossy";
    if !bench.wants(name) {
        return;
    }
    let line = LinkConditions::new(0.03, 0.01, 0.05);
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new().over(line), Peers::new().over(line));
    let (start, mut due) = (Instant::now(), Duration::ZERO);
    for tick in &inputs[..LOSSY_TICKS] {
        ours.tick(tick);
        peers.tick(tick);
        due += Duration::from_secs_f32(DT);
        std::thread::sleep(due.saturating_sub(start.elapsed()));
    }
    let ticks = (ours.peers[0].tick(), peers.sessions[0].0.current_frame());
    let peer = format!(
        "ggrs (bytes/s; 30 ms, 5 % lost; {} and {} of {LOSSY_TICKS} ticks)",
        ticks.0, ticks.1
    );
    let [ours, theirs] = [ours.bytes(), peers.bytes()].map(|bytes| per_player(bytes, LOSSY_TICKS));
    bench.record(name, &peer, PLAYERS, ours, theirs);
}
