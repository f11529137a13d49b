//! Machines that part, and what is told of it.

use super::*;
use crate::{GameTick, Replay};
use motile_geom::{SaveState, StateError, StateReader, StateWriter};

/// A game that goes wrong on one machine.
#[derive(Clone, Debug, Default)]
struct Flawed {
    toy: Toy,
    has_flaw: bool,
}

impl HashState for Flawed {
    fn hash_state(&self, hash: &mut StateHash) {
        self.toy.hash_state(hash);
    }

    fn outline(&self, outline: &mut motile_geom::StateOutline) {
        outline.field("toy", &self.toy);
    }
}

impl SaveState for Flawed {
    fn save(&self, out: &mut StateWriter) {
        self.toy.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        Ok(Self { toy: Toy::restore(input)?, has_flaw: false })
    }
}

impl Game for Flawed {
    type Input = u8;

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.toy = motile_geom::state::restore(bytes)?;
        Ok(())
    }

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        self.toy.step(tick);
        if self.has_flaw && tick.time.index == 100 {
            self.toy.velocity[1] += 1;
        }
    }
}

#[test]
fn sim_62_a_desync_is_reported_by_tick_object_and_field_with_a_replay() {
    let mut party = Party::new(&Flawed::default(), 2, patient(2), bad_network(1));
    let flawed = Flawed { has_flaw: true, ..Flawed::default() };
    party.peers[1] = RollbackSession::new(flawed, 1, patient(2));
    (0..300).for_each(|_| party.tick());
    let report = party.peers[0].desync().cloned().expect("a flaw that shows");
    assert_eq!((report.tick, report.agreed, report.peer), (120, Some(90), 1));
    let paths: Vec<&str> = report.differences.iter().map(|found| found.path.as_str()).collect();
    // Of the 20 ticks in which the flaw spread to the position nothing is told.
    assert_eq!((report.began, paths), (Some(100), vec!["toy.velocity[1]"]), "{report}");
    let words = "tick 120: peer 1 has another state, equal until tick 90, different since tick 100";
    assert!(report.to_string().starts_with(words), "{report}");
    // Both sides run the same replay; each ends in its own state.
    let other = party.peers[1].desync().cloned().expect("found on both sides");
    let theirs: Vec<&str> = other.differences.iter().map(|found| found.path.as_str()).collect();
    assert_eq!((other.began, theirs), (Some(100), vec!["toy.velocity[1]"]), "{other}");
    assert_eq!((report.replay.first, report.replay.ticks()), (90, 30));
    assert_eq!(other.replay.first + other.replay.ticks(), 120);
    for replay in [&report.replay, &other.replay] {
        // As files: what one side writes the other one reads.
        let replay = Replay::from_bytes(&replay.to_bytes()).unwrap();
        let [mut sound, mut flawed] =
            [false, true].map(|has_flaw| Flawed { has_flaw, ..Flawed::default() });
        assert_eq!(replay.run(&mut sound), Ok(report.hash));
        assert_eq!(replay.run(&mut flawed), Ok(other.hash));
        let pairs = replay.hashes(&mut sound).unwrap();
        let mut pairs = pairs.into_iter().zip(replay.hashes(&mut flawed).unwrap());
        assert_eq!(pairs.position(|(a, b)| a != b), Some(11), "after tick 100");
    }
}

/// A game whose ticks come out otherwise each time cannot tell in which of them it went wrong.
#[test]
fn sim_62_a_desync_that_is_not_played_again_says_no_tick() {
    let mut party = Party::new(&Flawed::default(), 2, patient(2), bad_network(1));
    (0..200).for_each(|_| party.tick());
    // A bit that flipped in the memory of one machine.
    let tick = party.peers[1].tick();
    party.peers[1].game.toy.mix ^= 1;
    party.peers[1].saved.iter_mut().for_each(|saved| saved.toy.mix ^= 1);
    (0..200).for_each(|_| party.tick());
    let report = party.peers[0].desync().expect("a difference");
    let paths: Vec<&str> = report.differences.iter().map(|found| found.path.as_str()).collect();
    assert_eq!((report.began, paths), (None, vec!["toy.mix"]), "{report} after {tick}");
}

#[test]
fn sim_62_a_desync_whose_last_equal_state_is_kept_no_more_does_not_say_when_they_agreed() {
    for (last, agreed) in [(30, None), (90, Some(90)), (60, None)] {
        let settings = RollbackSettings { present: 0b01, ..patient(2) };
        let mut session = RollbackSession::new(Toy::default(), 0, settings);
        (0..200).for_each(|_| session.update(DT, &mut NoTransport));
        assert_eq!(session.moments.first().map(|moment| moment.tick), Some(90));
        session.peers[1].agreed = Some(last);
        session.peers[1].note_hash(crate::TickHash { tick: 120, hash: 0 });
        session.update(DT, &mut NoTransport);
        let report = session.desync().expect("another hash");
        assert_eq!((report.tick, report.agreed), (120, agreed), "equal before tick {last}");
        assert_eq!((report.replay.first, report.replay.ticks()), (90, 30));
        let mut game = Toy::default();
        assert_eq!(report.replay.run(&mut game), Ok(report.hash));
    }
}

/// States of ticks before the one that was taken over were hashed, too. Nobody had played them: what was hashed was
/// the game at its beginning, and a fingerprint of such a tick looked like a desync.
#[test]
fn sim_62_no_state_before_the_one_that_was_taken_over_is_compared() {
    let settings = RollbackSettings { present: 0b01, ..patient(2) }.with_prediction_window(60);
    let mut host = RollbackSession::new(Toy::default(), 0, settings);
    let mut known = Vec::new();
    while host.tick() < 605 {
        host.set_input(host.tick() as u8);
        host.update(DT, &mut NoTransport);
        known.extend(host.moments.last().map(|moment| (moment.tick, moment.folded())));
    }
    known.dedup();
    let moment = host.moments.last().expect("a hashed state");
    assert_eq!(moment.tick, 600);
    let mut guest = RollbackSession::join(Toy::default(), 1, settings);
    // Heard before the state came, as by one who looks on, falls behind and starts again.
    let &(tick, hash) = known.iter().find(|(tick, _)| *tick == 570).expect("hashed");
    guest.peers[0].note_hash(crate::TickHash { tick, hash });
    let mut packet = Packet { from: 0, chunk_bytes: moment.state.clone(), ..Packet::default() };
    let size = moment.state.len() as u32;
    packet.chunk = Some(crate::Chunk { tick: 600, size, ..crate::Chunk::default() });
    let (mut network, mut bytes) = (SimulatedNetwork::new(1), Vec::new());
    packet.encode(8, 7, &mut bytes);
    network.port(0).send(1, &bytes);
    network.step(DT);
    guest.update(DT, &mut network.port(1));
    let kept: Vec<(u32, u64)> = guest.moments.iter().map(|own| (own.tick, own.hash)).collect();
    assert_eq!(kept, [(600, moment.hash)]);
    assert_eq!((guest.report().desyncs, guest.desync()), (0, None));
}
