//! Whole sessions over the simulated network.

mod desync;
mod hostile;
mod properties;

use super::*;
use crate::frame;
use crate::toy::Toy;
use crate::{LinkConditions, NoTransport, PacketKind, SimulatedNetwork};
use motile_geom::{Rng, StateHash};
use motile_proof::assert_no_allocation;
use std::collections::BTreeMap;

const DT: f32 = 1.0 / 60.0;

/// Peers of one session in one process.
struct Party<G: Game<Input = u8>> {
    peers: Vec<RollbackSession<G>>,
    /// Those who are switched off.
    off: Vec<bool>,
    network: SimulatedNetwork,
    rng: Rng,
    inputs: Vec<u8>,
    /// The hash of every confirmed state that anybody had, and of whom.
    truth: BTreeMap<u32, (u64, u8)>,
    events: Vec<(u8, SessionEvent)>,
}

impl<G: Game<Input = u8>> Party<G> {
    fn new(game: &G, count: u8, settings: RollbackSettings, network: SimulatedNetwork) -> Self {
        let peers = (0..count).map(|me| RollbackSession::new(game.clone(), me, settings)).collect();
        let (off, inputs) = (vec![false; count.into()], vec![0; count.into()]);
        let (rng, truth, events) = (Rng::new(99), BTreeMap::new(), Vec::new());
        Self { peers, off, network, rng, inputs, truth, events }
    }

    fn tick(&mut self) {
        self.network.step(DT);
        for (me, peer) in self.peers.iter_mut().enumerate() {
            if self.off[me] {
                continue;
            }
            if self.rng.chance(0.15) {
                self.inputs[me] = self.rng.u32() as u8;
            }
            peer.set_input(self.inputs[me]);
            let dt = self.network.local_dt(me as u8, DT);
            let mut port = self.network.port(me as u8);
            peer.update(dt, &mut port);
            self.events.extend(peer.events().iter().map(|&event| (me as u8, event)));
        }
    }

    /// Plays, and checks that all confirmed states are equal.
    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.tick();
            for (me, peer) in self.peers.iter().enumerate().filter(|(me, _)| !self.off[*me]) {
                let (tick, hash) = (peer.confirmed(), StateHash::of(peer.confirmed_game()));
                let (known, whose) = *self.truth.entry(tick).or_insert((hash, me as u8));
                assert_eq!(known, hash, "tick {tick}: peer {me} against peer {whose}");
            }
        }
    }

    fn desyncs(&self) -> u64 {
        self.peers.iter().map(|peer| peer.report().desyncs).sum()
    }
}

fn bad_network(seed: u64) -> SimulatedNetwork {
    SimulatedNetwork::new(seed).with_conditions(LinkConditions {
        duplication: 0.1,
        reordering: 0.1,
        ..LinkConditions::new(0.03, 0.15, 0.2)
    })
}

fn patient(players: u8) -> RollbackSettings {
    RollbackSettings::new(players).with_key(7).with_prediction_window(30)
}

#[test]
fn sim_a12_a_late_input_is_played_when_it_was_made() {
    // Ticks 0 to 15 of a game whose second player pushes in tick 10 and back in tick 14, learned of in tick 15.
    let settings = RollbackSettings::new(2).with_input_delay(0).with_prediction_window(20);
    let mut network = SimulatedNetwork::new(1);
    let mut peers = [0, 1].map(|me| RollbackSession::new(Toy::default(), me, settings));
    network.partition(0b01);
    let mut pure = 0;
    for tick in 0..16 {
        if tick == 15 {
            pure = peers[0].game().position[1];
            network.heal();
        }
        for (me, peer) in peers.iter_mut().enumerate().rev() {
            peer.set_input(match (me, tick) {
                (1, 10) => 1,
                (1, 14) => -1i8 as u8,
                _ => 0,
            });
            let mut port = network.port(me as u8);
            peer.update(DT, &mut port);
            network.step(0.0001);
        }
    }
    let mut port = network.port(0);
    peers[0].update(0.0, &mut port);
    assert_eq!(pure, 0, "on guesses alone");
    assert_eq!((peers[0].game().position[1], peers[0].game().velocity[1]), (4, 0));
    assert_eq!(peers[0].confirmed(), 16);
    assert_eq!(StateHash::of(peers[0].game()), StateHash::of(peers[1].game()));
    assert_eq!(peers[0].report().rollbacks, 1);
}

#[test]
fn sim_a12_a_missing_input_stalls_and_is_never_ignored() {
    let settings = RollbackSettings::new(2).with_prediction_window(8);
    let mut session = RollbackSession::new(Toy::default(), 0, settings);
    for _ in 0..30 {
        session.update(DT, &mut NoTransport);
    }
    assert_eq!((session.tick(), session.confirmed()), (8, 0));
    assert_eq!(session.report().stalled, 22);
}

#[test]
fn sim_62_eight_players_over_a_bad_network_stay_equal() {
    let mut party = Party::new(&Toy::default(), 8, patient(8), bad_network(3));
    party.run(900);
    for peer in &party.peers {
        assert!(peer.confirmed() > 700, "{:?}", peer.report());
        assert!(peer.report().compared > 50 && peer.report().rollbacks > 100);
    }
    assert_eq!(party.desyncs(), 0);
    assert!(party.network.report.duplicated > 1000 && party.network.report.reordered > 1000);
}

#[test]
fn sim_62_a_player_who_falls_silent_leaves_in_the_same_tick_for_all() {
    let mut party = Party::new(&Toy::default(), 4, patient(4), bad_network(5));
    party.run(120);
    party.off[2] = true;
    party.run(400);
    let left: Vec<_> = party
        .events
        .iter()
        .filter(|(_, event)| matches!(event, SessionEvent::Left { .. }))
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(left.iter().all(|(_, event)| *event == left[0].1), "{left:?}");
    assert_eq!(party.peers[0].present(), 0b1011);
    assert!(party.peers[0].confirmed() > 250 && party.desyncs() == 0);
}

#[test]
fn sim_62_several_players_may_fall_silent_at_once() {
    for seed in 0..6 {
        let mut party = Party::new(&Toy::default(), 5, patient(5), bad_network(seed));
        party.run(90);
        party.off[0] = true;
        party.run(seed as u32 * 3);
        party.off[3] = true;
        party.run(600);
        assert_eq!(party.peers[1].present(), 0b10110, "seed {seed}");
        assert!(party.peers[1].confirmed() > 300 && party.desyncs() == 0, "seed {seed}");
    }
}

#[test]
fn sim_62_goodbye_needs_no_timeout() {
    let mut party = Party::new(&Toy::default(), 3, patient(3), SimulatedNetwork::new(1));
    party.run(60);
    party.off[1] = true;
    let mut port = party.network.port(1);
    party.peers[1].leave(&mut port);
    party.run(30);
    assert_eq!(party.peers[0].present(), 0b101);
    assert!(party.peers[2].confirmed() > 80);
}

#[test]
fn sim_62_a_player_comes_back_by_snapshot_and_inputs() {
    for seed in 0..4 {
        let settings = patient(3);
        let mut party = Party::new(&Toy::default(), 3, settings, bad_network(seed));
        party.run(120);
        party.off[1] = true;
        // Longer than inputs are kept, so that a state has to come.
        party.run(900);
        assert_eq!(party.peers[0].present(), 0b101);
        party.off[1] = false;
        party.peers[1] = RollbackSession::join(Toy::default(), 1, settings);
        party.run(400);
        let joined =
            party.events.iter().filter(|(_, event)| matches!(event, SessionEvent::Joined { .. }));
        assert_eq!(joined.count(), 3, "seed {seed}");
        assert!(party.events.iter().any(|event| matches!(event, (1, SessionEvent::Loaded { .. }))));
        assert_eq!(party.peers[1].role(), SessionRole::Player);
        assert_eq!(
            party.peers.iter().map(RollbackSession::present).collect::<Vec<_>>(),
            [0b111; 3]
        );
        let before = party.peers[1].confirmed();
        party.run(300);
        assert!(party.peers[1].confirmed() > before + 200 && party.desyncs() == 0, "seed {seed}");
    }
}

#[test]
fn sim_62_a_program_that_was_restarted_comes_back_at_once() {
    let settings = patient(2);
    let mut party = Party::new(&Toy::default(), 2, settings, bad_network(8));
    party.run(200);
    party.peers[0] = RollbackSession::join(Toy::default(), 0, settings);
    party.run(300);
    assert_eq!(party.peers[0].role(), SessionRole::Player);
    assert_eq!((party.peers[0].present(), party.peers[1].present()), (0b11, 0b11));
    assert!(party.peers[0].confirmed() > 300 && party.desyncs() == 0);
    // And again, in a third life.
    party.peers[0] = RollbackSession::join(Toy::default(), 0, settings);
    party.run(300);
    assert_eq!(party.peers[0].role(), SessionRole::Player);
    assert!(party.desyncs() == 0);
}

#[test]
fn sim_62_late_join_and_spectators() {
    let settings = RollbackSettings { present: 0b011, ..patient(3) };
    let mut party = Party::new(&Toy::default(), 2, settings, bad_network(2));
    party.run(100);
    // A spectator from the middle on, and a third player who was never there.
    for me in [2, 9] {
        let session = RollbackSession::join(Toy::default(), me, settings);
        party.peers.push(session);
        party.off.push(false);
        party.inputs.push(0);
    }
    // The party numbers its peers by their place: the spectator sits at place 3.
    let spectator = party.peers.len() - 1;
    party.peers[spectator] = RollbackSession::join(Toy::default(), 3, settings);
    party.run(500);
    assert_eq!(party.peers[2].role(), SessionRole::Player);
    assert_eq!(party.peers[spectator].role(), SessionRole::Spectator);
    assert_eq!(party.peers[0].present(), 0b111);
    for peer in &party.peers {
        assert!(peer.confirmed() > 450, "{} {:?}", peer.me(), peer.report());
    }
    assert!(party.peers[spectator].report().compared > 5 && party.desyncs() == 0);
}

#[test]
fn sim_62_the_smaller_side_of_a_partition_gives_in() {
    let mut party = Party::new(&Toy::default(), 3, patient(3), SimulatedNetwork::new(4));
    party.run(60);
    party.network.partition(0b001);
    // Apart, each side plays on; their states differ, so they are not compared here.
    (0..400).for_each(|_| party.tick());
    assert_eq!((party.peers[0].present(), party.peers[1].present()), (0b001, 0b110));
    assert!(party.peers[0].confirmed() > 200);
    party.network.heal();
    (0..200).for_each(|_| party.tick());
    assert!(party.events.contains(&(0, SessionEvent::Lost)));
    party.truth.clear();
    party.run(300);
    assert_eq!(party.peers.iter().map(RollbackSession::present).collect::<Vec<_>>(), [0b111; 3]);
    assert_eq!(party.peers[0].report().desyncs, 0);
}

#[test]
fn sim_62_clocks_that_run_wrong_come_together_by_at_most_a_percent() {
    let mut network =
        SimulatedNetwork::new(6).with_conditions(LinkConditions::new(0.05, 0.01, 0.02));
    network.skew[1] = 0.005;
    let mut party = Party::new(&Toy::default(), 2, patient(2), network);
    party.run(60);
    // The second one starts half a second behind.
    party.off[1] = true;
    party.run(20);
    party.off[1] = false;
    party.run(3000);
    let apart = i64::from(party.peers[0].tick()) - i64::from(party.peers[1].tick());
    assert!(apart.abs() <= 3, "{apart} ticks apart");
    for peer in &party.peers {
        assert!((0.99..=1.01).contains(&peer.report().pace));
        assert_eq!(peer.report().stalled, 0, "{:?}", peer.report());
    }
    assert!(party.peers[1].report().pace < 1.0 && party.peers[0].report().pace > 1.0);
}

#[test]
fn sim_62_round_trip_and_loss_are_told() {
    for (latency, loss) in [(0.0, 0.0), (0.05, 0.1), (0.15, 0.3)] {
        let network = SimulatedNetwork::new(6);
        let network = network.with_conditions(LinkConditions::new(latency, 0.0, loss));
        let mut party = Party::new(&Toy::default(), 3, patient(3), network);
        party.run(300);
        let (mut trip, mut lost) = (0.0, 0.0);
        for _ in 0..600 {
            party.run(1);
            trip += party.peers[1].report().round_trip / 600.0;
            lost += party.peers[1].report().loss / 600.0;
        }
        // Packets wait for the next update at both ends.
        assert!((trip - 2.0 * latency - 0.01).abs() < 0.03, "{trip} s at {latency} s");
        assert!((lost - loss).abs() < 0.05, "{lost} of {loss}");
    }
}

#[test]
fn sim_60_pictures_between_ticks_move_evenly_while_clocks_come_together() {
    let mut network = SimulatedNetwork::new(6).with_conditions(LinkConditions::new(0.05, 0.0, 0.0));
    network.skew[1] = 0.008;
    let mut party = Party::new(&Toy::default(), 2, patient(2), network);
    party.run(300);
    let (mut last, mut counts) = (None, [0; 3]);
    for _ in 0..1200 {
        let before = party.peers[0].tick();
        party.run(1);
        let peer = &party.peers[0];
        counts[(peer.tick() - before) as usize] += 1;
        let previous = peer.previous();
        assert_eq!(previous.position[0] + peer.game().velocity[0], peer.game().position[0]);
        // Where something is drawn that moves by one each tick.
        let shown = f64::from(peer.tick()) + f64::from(peer.alpha());
        if let Some(last) = last.replace(shown) {
            assert!((0.985..1.015).contains(&(shown - last)), "{last} to {shown}");
        }
    }
    assert!(counts[0] + counts[2] > 0, "{counts:?}: the clock was never set");
}

#[test]
fn sim_w11_a_correction_is_told_with_what_was_shown() {
    let mut party = Party::new(&Toy::default(), 2, patient(2), bad_network(3));
    let mut told = 0;
    for _ in 0..600 {
        let (shown, tick) = (party.peers[0].game().clone(), party.peers[0].tick());
        let before = party.peers[0].report().rollbacks;
        party.tick();
        let peer = &party.peers[0];
        assert_eq!(peer.correction().is_some(), peer.report().rollbacks > before);
        let Some((was, is)) = peer.correction() else { continue };
        assert_eq!(*was, shown);
        assert_eq!(is, peer.state_before(tick));
        told += u32::from(was != is);
    }
    assert!(told > 50, "{told}");
}

/// A player whose machine slept set the others back to where it fell asleep, when it was the lowest.
#[test]
fn sim_62_a_sleeper_does_not_set_the_other_back() {
    for (sleeper, latency) in [(0, 0.0), (1, 0.0), (0, 0.2), (1, 0.2)] {
        let network =
            SimulatedNetwork::new(4).with_conditions(LinkConditions::new(latency, 0.0, 0.0));
        let mut party = Party::new(&Toy::default(), 2, patient(2), network);
        party.run(120);
        party.off[sleeper] = true;
        party.run(900);
        let other = 1 - sleeper;
        let (tick, asleep) = (party.peers[other].tick(), party.peers[sleeper].tick());
        assert!(tick > asleep + 600, "{tick} {asleep}");
        party.off[sleeper] = false;
        (0..120).for_each(|_| party.tick());
        party.truth.clear();
        party.run(300);
        assert!(party.events.contains(&(sleeper as u8, SessionEvent::Lost)));
        assert!(!party.events.contains(&(other as u8, SessionEvent::Lost)), "sleeper {sleeper}");
        // It may wait for a moment for the first inputs of the one who came back.
        let played = party.peers[other].tick() - tick;
        assert!(played > 360, "{played} of 420 ticks, sleeper {sleeper}, {latency} s");
        for peer in &party.peers {
            assert_eq!((peer.present(), peer.report().desyncs), (0b11, 0));
            assert!(peer.confirmed() > tick + 300, "{} {tick}", peer.confirmed());
        }
    }
}

/// Wherever the sleep ends beside the two seconds that decide, one of the two gives in, and only one.
#[test]
fn sim_62_sides_that_are_about_two_seconds_apart_come_together() {
    for asleep in [200, 240, 280, 300, 305, 310, 315, 320, 325, 330, 340, 380] {
        for sleeper in [0, 1] {
            let network =
                SimulatedNetwork::new(4).with_conditions(LinkConditions::new(0.1, 0.0, 0.0));
            let settings = RollbackSettings { timeout: 0.5, ..patient(2) };
            let mut party = Party::new(&Toy::default(), 2, settings, network);
            party.run(120);
            // Both play on, but one of them later begins to.
            party.network.partition(0b01);
            for _ in 0..asleep {
                party.off[sleeper] = party.peers[1 - sleeper].tick() < 120 + (asleep - 180);
                party.tick();
            }
            party.off[sleeper] = false;
            party.network.heal();
            (0..600).for_each(|_| party.tick());
            party.truth.clear();
            party.run(120);
            let lost = party.events.iter().filter(|(_, event)| *event == SessionEvent::Lost);
            assert_eq!(lost.count(), 1, "{asleep} ticks, sleeper {sleeper}");
            assert!(party.peers.iter().all(|peer| peer.present() == 0b11), "{asleep} {sleeper}");
        }
    }
}

#[test]
fn sim_62_hostile_packets_are_refused_with_a_word_and_disturb_nobody() {
    let mut party = Party::new(&Toy::default(), 2, patient(2), SimulatedNetwork::new(4));
    party.run(30);
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let mut bytes: Vec<u8> = (0..rng.below(80)).map(|_| rng.u32() as u8).collect();
        match round % 4 {
            // Right frame and checksum, any content.
            0 if bytes.len() > 5 => {
                bytes[0] = crate::PROTOCOL_VERSION;
                frame::seal(&mut bytes, 7);
            }
            // Somebody who knows the key and says to be another one.
            1 => {
                Packet { kind: PacketKind::Bye, from: 1, ..Packet::default() }
                    .encode(8, 7, &mut bytes);
            }
            // The next inputs of a player, from somebody who looks on.
            2 => {
                let tick = party.peers[0].tick();
                let mut packet = Packet { from: 5, number: round, tick, ..Packet::default() };
                let end = party.peers[0].seats[1].queue.end();
                packet.add_run(1, end, [201, 202, 203].into_iter());
                packet.encode(8, 7, &mut bytes);
            }
            _ => {}
        }
        party.network.port(5).send(0, &bytes);
        party.run(1);
    }
    assert_eq!((party.peers[0].present(), party.desyncs()), (0b11, 0));
    assert!(party.peers[0].confirmed() > 300 && party.peers[0].report().refused > 100);
    assert!(
        party
            .events
            .iter()
            .any(|(_, event)| matches!(event, SessionEvent::Refused { peer: 5, .. }))
    );
}

#[test]
fn sim_62_requests_and_states_from_the_end_of_time_are_no_reason_to_overflow() {
    let settings = RollbackSettings { present: 0b01, ..patient(2) };
    let mut bytes = Vec::new();
    let mut ask = Packet { kind: PacketKind::Ask, from: 1, wants: Some(1), ..Packet::default() };
    ask.known[0] = Some(u32::MAX);
    ask.encode(8, 7, &mut bytes);
    let mut party = Party::new(&Toy::default(), 1, settings, SimulatedNetwork::new(1));
    for _ in 0..60 {
        party.network.port(1).send(0, &bytes);
        party.run(1);
    }
    assert!(party.peers[0].confirmed() >= 58);

    let state = motile_geom::state::save(&Toy::default());
    let mut packet = Packet { from: 0, chunk_bytes: state.clone(), ..Packet::default() };
    let size = state.len() as u32;
    packet.chunk = Some(crate::Chunk { tick: u32::MAX - 1, size, ..crate::Chunk::default() });
    packet.encode(8, 7, &mut bytes);
    let mut network = SimulatedNetwork::new(1);
    let mut guest = RollbackSession::join(Toy::default(), 1, settings);
    network.port(0).send(1, &bytes);
    network.step(DT);
    guest.update(DT, &mut network.port(1));
    assert_eq!((guest.tick(), guest.report().refused), (0, 1));
    assert_eq!(guest.report().refusal, Some(crate::PacketError::Time));
}

#[test]
fn sim_62_a_session_takes_no_memory_after_warm_up() {
    // Without jitter there are never more packets on their way than in the first second.
    let network = SimulatedNetwork::new(7).with_conditions(LinkConditions::new(0.08, 0.0, 0.2));
    let mut party = Party::new(&Toy::default(), 4, patient(4), network);
    (0..600).for_each(|_| party.tick());
    party.events.clear();
    assert_no_allocation("ten seconds of four players", || (0..600).for_each(|_| party.tick()));
}

#[test]
fn sim_62_bad_settings_count_as_the_nearest_and_bad_times_as_none() {
    let settings = RollbackSettings {
        players: 200,
        input_delay: 255,
        prediction_window: 0,
        timeout: f32::NAN,
        hash_interval: 0,
        max_state: u32::MAX,
        ..RollbackSettings::default()
    };
    let mut session = RollbackSession::new(Toy::default(), 250, settings);
    assert_eq!((session.settings().players, session.settings().prediction_window), (8, 1));
    for dt in [f32::NAN, f32::INFINITY, -1.0, 1e30] {
        session.update(dt, &mut NoTransport);
    }
    session.drop_player(77);
    assert_eq!((session.me(), session.role()), (15, SessionRole::Spectator));
}
