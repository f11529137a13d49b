//! Peers who know the key of a session and do not play by its rules.

use super::*;
use crate::PacketError;

/// A player who is switched off, and in whose name something else is said.
struct Impostor {
    player: u8,
    packet: Packet,
}

impl Impostor {
    fn new<G: Game<Input = u8>>(party: &mut Party<G>, player: u8) -> Self {
        party.off[usize::from(player)] = true;
        // Newer than all that the player said himself.
        let tick = party.peers[usize::from(player)].tick();
        Self { player, packet: Packet { from: player, number: 5000, tick, ..Packet::default() } }
    }

    fn say<G: Game<Input = u8>>(&mut self, party: &mut Party<G>, to: u8) {
        let mut bytes = Vec::new();
        self.packet.encode(8, 7, &mut bytes);
        party.network.port(self.player).send(to, &bytes);
    }
}

/// All were held up at the prediction window without end: the one who repeats a packet was heard.
#[test]
fn sim_62_a_player_who_brings_no_inputs_is_given_up() {
    for is_repeated in [true, false] {
        let mut party = Party::new(&Toy::default(), 3, patient(3), bad_network(3));
        party.run(90);
        let mut stuck = Impostor::new(&mut party, 2);
        for _ in 0..400 {
            stuck.packet.number += u16::from(!is_repeated);
            stuck.say(&mut party, 0);
            stuck.say(&mut party, 1);
            party.run(1);
        }
        for peer in &party.peers[..2] {
            assert_eq!(peer.present(), 0b011, "{} {is_repeated}", peer.me());
            assert!(peer.confirmed() > 220, "{} {is_repeated}", peer.confirmed());
        }
        assert_eq!(party.desyncs(), 0);
    }
}

#[test]
fn sim_62_two_who_are_stuck_cannot_keep_the_others_from_agreeing() {
    let mut party = Party::new(&Toy::default(), 4, patient(4), bad_network(3));
    party.run(90);
    let mut first = Impostor::new(&mut party, 2);
    party.run(5);
    let mut second = Impostor::new(&mut party, 3);
    for _ in 0..700 {
        for stuck in [&mut first, &mut second] {
            stuck.packet.number += 1;
            stuck.say(&mut party, 0);
            stuck.say(&mut party, 1);
        }
        party.run(1);
    }
    for peer in &party.peers[..2] {
        assert_eq!(peer.present(), 0b0011, "{}", peer.me());
        assert!(peer.confirmed() > 300, "{}", peer.confirmed());
    }
}

/// One who brings his inputs to one player only makes the other look like the one who holds them up.
#[test]
fn sim_62_who_waits_for_a_stuck_player_is_not_taken_for_him() {
    let mut party = Party::new(&Toy::default(), 3, patient(3), SimulatedNetwork::new(4));
    party.run(90);
    let mut stuck = Impostor::new(&mut party, 2);
    let end = party.peers[0].seats[2].queue.end();
    for round in 0..500u32 {
        stuck.packet.number += 1;
        stuck.say(&mut party, 1);
        let (runs, values) = (stuck.packet.runs.clone(), stuck.packet.values.clone());
        stuck.packet.add_run(2, end, (0..round.min(100)).map(|_| 3));
        stuck.say(&mut party, 0);
        (stuck.packet.runs, stuck.packet.values) = (runs, values);
        party.run(1);
    }
    let left = party.events.iter().filter_map(|(_, event)| match event {
        SessionEvent::Left { player, tick } => Some((*player, *tick)),
        _ => None,
    });
    let left: Vec<_> = left.collect();
    assert!(left.len() == 2 && left[0] == left[1] && left[0].0 == 2, "{left:?}");
    for peer in &party.peers[..2] {
        assert_eq!(peer.present(), 0b011, "{}", peer.me());
        assert!(peer.confirmed() > 300, "{}", peer.confirmed());
    }
}

#[test]
fn sim_62_players_behind_a_slow_one_are_not_given_up() {
    let clean = SimulatedNetwork::new(6).with_conditions(LinkConditions::new(0.05, 0.02, 0.05));
    let mut party = Party::new(&Toy::default(), 4, patient(4), clean);
    for round in 0..2400 {
        // A tick every half second, for 40 seconds.
        party.off[3] = round > 60 && round % 30 != 0;
        party.tick();
        assert_eq!(party.peers[0].present(), 0b1111, "round {round}: {:?}", party.events);
    }
    party.off[3] = false;
    assert!(party.peers[0].report().stalled > 1500, "{:?}", party.peers[0].report());
    party.run(300);
    assert!(party.peers.iter().all(|peer| peer.present() == 0b1111));
    assert!(!party.events.iter().any(|(_, event)| matches!(event, SessionEvent::Left { .. })));
}

/// A third who falls silent stops all of them: only he is given up, however long it takes to notice.
#[test]
fn sim_62_players_who_wait_for_a_silent_one_keep_each_other() {
    for latency in [0.0, 0.1, 0.3] {
        let conditions = LinkConditions::new(latency, 0.05, 0.2);
        for window in [1, 8, 60] {
            let network = SimulatedNetwork::new(9).with_conditions(conditions);
            let settings = patient(4).with_prediction_window(window);
            let mut party = Party::new(&Toy::default(), 4, settings, network);
            party.run(120);
            party.off[1] = true;
            party.run(500);
            for peer in [0, 2, 3].map(|me| &party.peers[me]) {
                assert_eq!(peer.present(), 0b1101, "{latency} s, window {window}");
            }
        }
    }
}

/// Whoever came first with an input of a third one was believed: two peers were told two things, and parted.
#[test]
fn sim_62_nobody_tells_the_inputs_of_another() {
    let mut party = Party::new(&Toy::default(), 3, patient(3), SimulatedNetwork::new(4));
    party.run(90);
    let mut liar = Impostor::new(&mut party, 1);
    let own = party.peers[1].seats[1].queue.clone();
    let first = own.end() - 20;
    for round in 0..100u32 {
        liar.packet.number += 1;
        liar.packet.tick += 1;
        liar.packet.runs.clear();
        liar.packet.values.clear();
        liar.packet.add_run(1, first, (first..own.end() + round).map(|tick| own.guess(tick)));
        liar.say(&mut party, 2);
        let end = party.peers[0].seats[2].queue.end();
        liar.packet.add_run(2, end, [200; 8].into_iter());
        liar.say(&mut party, 0);
        party.run(1);
    }
    for peer in [0, 2].map(|me| &party.peers[me]) {
        assert!(peer.confirmed() > 150 && peer.report().compared > 2, "{:?}", peer.report());
    }
    assert_eq!(party.desyncs(), 0);
}

/// A state of the toy in one piece.
fn state_of(toy: &Toy, tick: u32) -> Packet {
    let chunk_bytes = motile_geom::state::save(toy);
    let size = chunk_bytes.len() as u32;
    let chunk = Some(crate::Chunk { blob: 200, tick, size, ..crate::Chunk::default() });
    Packet { number: 5000, tick, chunk, chunk_bytes, ..Packet::default() }
}

/// Whoever knew the key could hand a state of his own to those who came.
#[test]
fn sim_62_a_joiner_takes_no_state_from_somebody_who_looks_on() {
    let settings = RollbackSettings { present: 0b001, ..patient(3) };
    let mut party = Party::new(&Toy::default(), 1, settings, bad_network(2));
    party.run(700);
    for me in [1, 2] {
        party.peers.push(RollbackSession::join(Toy::default(), me, settings));
        party.off.push(false);
        party.inputs.push(0);
    }
    let mut lie = state_of(&Toy { position: [77; 8], ..Toy::default() }, 5000);
    let mut bytes = Vec::new();
    for _ in 0..200 {
        lie.from = 9;
        lie.encode(8, 7, &mut bytes);
        party.network.port(9).send(1, &bytes);
        party.run(1);
    }
    let error = PacketError::Sender;
    let told = party
        .events
        .iter()
        .filter(|event| **event == (1, SessionEvent::Refused { peer: 9, error }));
    assert_eq!(told.count(), 1);
    assert_eq!(party.peers[1].role(), SessionRole::Player);
    assert_eq!(party.peers[0].present(), 0b111);
    assert_eq!(party.desyncs(), 0);
}

#[test]
fn sim_62_who_looks_on_keeps_to_the_player_who_feeds_it() {
    let settings = patient(2);
    let mut party = Party::new(&Toy::default(), 2, settings, SimulatedNetwork::new(4));
    party.peers.push(RollbackSession::new(Toy::default(), 2, settings));
    party.off.push(false);
    party.inputs.push(0);
    party.run(90);
    // The other player says that the game is far ahead, and elsewhere.
    let lie = Packet { from: 1, ..state_of(&Toy { position: [77; 8], ..Toy::default() }, 5000) };
    let mut bytes = Vec::new();
    lie.encode(8, 7, &mut bytes);
    for _ in 0..60 {
        party.network.port(1).send(2, &bytes);
        party.run(1);
    }
    assert!((100..150).contains(&party.peers[2].confirmed()), "{}", party.peers[2].confirmed());
    // It turns to the other one when the first falls silent.
    party.off[0] = true;
    party.run(400);
    assert!(party.peers[2].confirmed() > 250, "{}", party.peers[2].confirmed());
}

#[test]
fn sim_62_a_state_that_is_no_use_is_refused_with_a_word() {
    let settings = RollbackSettings { present: 0b01, ..patient(2) };
    let good = state_of(&Toy::default(), 90);
    let huge = Packet {
        chunk: good.chunk.map(|chunk| crate::Chunk { size: u32::MAX, ..chunk }),
        ..good.clone()
    };
    let mut broken = good.clone();
    broken.chunk_bytes.truncate(20);
    broken.chunk = good.chunk.map(|chunk| crate::Chunk { size: 20, ..chunk });
    for packet in [huge, broken] {
        let mut guest = RollbackSession::join(Toy::default(), 1, settings);
        let mut network = SimulatedNetwork::new(1);
        let (mut bytes, mut told) = (Vec::new(), Vec::new());
        for blob in 0..9 {
            let chunk = packet.chunk.map(|chunk| crate::Chunk { blob, ..chunk });
            Packet { chunk, ..packet.clone() }.encode(8, 7, &mut bytes);
            network.port(0).send(1, &bytes);
            network.step(DT);
            guest.update(DT, &mut network.port(1));
            told.extend_from_slice(guest.events());
        }
        assert_eq!(told, [SessionEvent::Refused { peer: 0, error: PacketError::State }]);
        assert_eq!((guest.tick(), guest.report().refused), (0, 9));
    }
}

/// Each piece of another state took up to `max_state` bytes of zeros, of every player.
#[test]
fn sim_62_players_who_expect_no_state_take_no_piece_of_one() {
    let mut party = Party::new(&Toy::default(), 2, patient(2), SimulatedNetwork::new(4));
    party.run(60);
    let mut bytes = Vec::new();
    for blob in 0..60 {
        let chunk = crate::Chunk {
            blob,
            is_report: blob % 2 == 0,
            size: 4_000_000,
            ..crate::Chunk::default()
        };
        let packet = Packet {
            from: 1,
            number: 5000,
            chunk: Some(chunk),
            chunk_bytes: vec![0; 1000],
            ..Packet::default()
        };
        packet.encode(8, 7, &mut bytes);
        party.network.port(1).send(0, &bytes);
        party.run(1);
        assert_eq!(party.peers[0].peers[1].incoming.bytes().len(), 0);
    }
    assert!(party.peers[0].confirmed() > 100);
}

#[test]
fn sim_62_a_player_whose_state_is_too_large_to_hand_over_says_so() {
    let settings = RollbackSettings { present: 0b01, max_state: 20, ..patient(2) };
    let mut party = Party::new(&Toy::default(), 1, settings, SimulatedNetwork::new(4));
    party.run(700);
    party.peers.push(RollbackSession::join(Toy::default(), 1, settings));
    party.off.push(false);
    party.inputs.push(0);
    party.run(120);
    assert_eq!(party.events, [(0, SessionEvent::Refused { peer: 1, error: PacketError::State })]);
    assert_eq!(party.peers[0].report().refused, 0);
    assert!(party.peers[0].confirmed() > 800 && party.peers[1].role() == SessionRole::Joining);
}

/// Such packets were taken as of somebody who is there: the clock ran slower for him, and all waited for the inputs
/// he had no more.
#[test]
fn sim_62_packets_out_of_the_past_and_the_future_are_refused_with_a_word() {
    for tick in [0, 1_500, 1_000_000, u32::MAX] {
        let mut party = Party::new(&Toy::default(), 3, patient(3), SimulatedNetwork::new(4));
        party.run(900);
        let mut liar = Impostor::new(&mut party, 2);
        // What he said himself is still on its way.
        party.run(1);
        let end = party.peers[0].seats[2].queue.end();
        for _ in 0..60 {
            liar.packet.tick = tick;
            liar.packet.number += 1;
            liar.packet.runs.clear();
            liar.packet.values.clear();
            liar.packet.add_run(2, end.max(tick.saturating_sub(300)), [1, 2, 3].into_iter());
            liar.say(&mut party, 0);
            liar.say(&mut party, 1);
            party.run(1);
        }
        for peer in &party.peers[..2] {
            let report = peer.report();
            assert!(report.refused > 55, "{} of tick {tick}", report.refused);
            assert_eq!(report.refusal, Some(PacketError::Time));
            assert!(report.ahead.abs() < 3.0, "{} ticks ahead of tick {tick}", report.ahead);
            assert_eq!(peer.seats[2].queue.end(), end, "{tick}");
        }
        let word = SessionEvent::Refused { peer: 2, error: PacketError::Time };
        let told: Vec<u8> =
            party.events.iter().filter(|told| told.1 == word).map(|told| told.0).collect();
        assert_eq!(told, [0, 1], "once to each");
        // He is silent now, as nothing of what he says counts.
        party.run(400);
        assert!(party.peers[..2].iter().all(|peer| peer.present() == 0b011), "{tick}");
        assert_eq!(party.desyncs(), 0);
    }
}

/// Somebody let in at the end of time was there for all others, and never came.
#[test]
fn sim_62_nobody_is_let_in_at_the_end_of_time() {
    let settings = RollbackSettings { present: 0b011, ..patient(3) };
    let mut party = Party::new(&Toy::default(), 2, settings, SimulatedNetwork::new(4));
    party.run(90);
    let mut liar = Impostor::new(&mut party, 0);
    liar.packet.admissions = vec![Admission { player: 2, epoch: 1, tick: u32::MAX - 1 }];
    for _ in 0..30 {
        liar.packet.number += 1;
        liar.packet.tick += 1;
        liar.say(&mut party, 1);
        party.run(1);
    }
    assert_eq!(party.peers[1].report().refusal, Some(PacketError::Time));
    let joined = |told: &&(u8, SessionEvent)| matches!(told.1, SessionEvent::Joined { .. });
    assert_eq!(party.events.iter().find(joined), None);
}
