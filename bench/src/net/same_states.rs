//! The same inputs give the same confirmed states here and in ggrs, tick by tick, over good lines and bad ones.

use super::sessions::{DT, PLAYERS, Peers, TICKS, Theirs, inputs, step};
use ggrs::GgrsRequest;
use motile_geom::StateHash;
use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    LinkConditions, PlayerInput, RollbackSession, RollbackSettings, SimulatedNetwork,
};
use std::collections::BTreeMap;

/// Confirmed ticks that are compared.
const COMPARED: usize = 400;

/// The hash of the state before every tick, played alone. An input takes effect one tick after it was made.
fn truth(inputs: &[[u8; PLAYERS]]) -> Vec<u64> {
    let mut race = BallRace::new(PLAYERS as u8, 5);
    let play = |tick: usize| {
        let hash = StateHash::of(&race);
        let made = tick.checked_sub(1).map_or([0; PLAYERS], |made| inputs[made]);
        step(&mut race, tick as u64, &made.map(|input| RaceInput::unpack(input.into())));
        hash
    };
    (0..COMPARED).map(play).collect()
}

/// Plays ours, each peer with the inputs of its own ticks, and compares all states that are confirmed.
fn play_ours(line: LinkConditions, inputs: &[[u8; PLAYERS]], truth: &[u64]) {
    let settings = RollbackSettings::new(PLAYERS as u8).with_input_delay(1);
    let new = |me| RollbackSession::new(BallRace::new(PLAYERS as u8, 5), me, settings);
    let mut peers: Vec<_> = (0..PLAYERS as u8).map(new).collect();
    let mut network = SimulatedNetwork::new(1).with_conditions(line);
    let mut compared = 0;
    while peers.iter().any(|peer| (peer.confirmed() as usize) < COMPARED) {
        network.step(DT);
        for (me, peer) in peers.iter_mut().enumerate() {
            let input = inputs[(peer.tick() as usize).min(TICKS - 1)][me];
            peer.set_input(RaceInput::unpack(input.into()));
            peer.update(DT, &mut network.port(me as u8));
            if let Some(&hash) = truth.get(peer.confirmed() as usize) {
                let own = StateHash::of(peer.confirmed_game());
                assert_eq!(own, hash, "peer {me}, tick {}", peer.confirmed());
                compared += 1;
            }
        }
    }
    assert!(compared > COMPARED, "{compared}");
}

/// Plays those of ggrs in the same way.
fn play_theirs(mut peers: Peers, inputs: &[[u8; PLAYERS]], truth: &[u64]) {
    let mut saved = vec![BTreeMap::new(); PLAYERS];
    while peers.sessions.iter().any(|(session, _)| session.confirmed_frame() < COMPARED as i32) {
        peers.step_line();
        for (me, (session, race)) in peers.sessions.iter_mut().enumerate() {
            session.poll_remote_clients();
            let input = inputs[(session.current_frame().max(0) as usize).min(TICKS - 1)][me];
            session.add_local_input(me, input).expect("a local player");
            // One that waits for the others leaves the frame out.
            let Ok(requests) = session.advance_frame() else { continue };
            answer(requests, race, &mut saved[me]);
        }
    }
    for (me, saved) in saved.iter().enumerate() {
        for (tick, hash) in truth.iter().enumerate() {
            assert_eq!(saved.get(&(tick as i32)), Some(hash), "peer {me} of ggrs, tick {tick}");
        }
    }
}

/// Does what a session of ggrs asks for, and keeps the hash of each state as it was saved last.
fn answer(requests: Vec<GgrsRequest<Theirs>>, race: &mut BallRace, saved: &mut BTreeMap<i32, u64>) {
    let mut tick = 0;
    for request in requests {
        match request {
            GgrsRequest::SaveGameState { cell, frame } => {
                tick = frame as u64;
                saved.insert(frame, StateHash::of(race));
                cell.save(frame, Some(race.clone()), None);
            }
            GgrsRequest::LoadGameState { cell, frame } => {
                tick = frame as u64;
                *race = cell.load().expect("a saved state");
            }
            GgrsRequest::AdvanceFrame { inputs } => {
                let mut unpacked = [RaceInput::default(); PLAYERS];
                for (to, (input, _)) in unpacked.iter_mut().zip(inputs) {
                    *to = RaceInput::unpack(input.into());
                }
                step(race, tick, &unpacked);
                tick += 1;
            }
        }
    }
}

#[test]
fn sim_62_confirmed_states_are_those_of_ggrs() {
    let inputs = inputs();
    let truth = truth(&inputs);
    for line in [LinkConditions::default(), LinkConditions::new(0.02, 0.02, 0.0)] {
        play_ours(line, &inputs, &truth);
        play_theirs(Peers::new().over(line), &inputs, &truth);
    }
    // What is lost ggrs sends again by the clock on the wall; ours needs no second line for that.
    play_ours(LinkConditions::new(0.05, 0.1, 0.2), &inputs, &truth);
}
