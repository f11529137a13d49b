//! The game as one peer saw it played, kept from the moment it was there: a relay that writes nothing down, or begins in the
//! middle because the one before it died, cannot take that away.

use crate::input_queue::KEPT;
use crate::{Game, Replay, RollbackSession, SessionEvent};

/// Ticks of each of the two stretches that are kept, half an hour at 60 a second: 7 MB for eight players.
const STRETCH: u32 = 108_000;

/// Confirmed ticks of a session, from when it had its state on or the latest of them.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// A stretch that is full, and the one that goes on where it ends.
    full: Option<Replay>,
    open: Option<Replay>,
}

impl Seen {
    /// Takes in what an update of a session confirmed.
    pub(super) fn follow<G: Game>(&mut self, session: &RollbackSession<G>) {
        self.follow_by(session, STRETCH);
    }

    fn follow_by<G: Game>(&mut self, session: &RollbackSession<G>, stretch: u32) {
        let is_loaded = |event: &SessionEvent| matches!(event, SessionEvent::Loaded { .. });
        let confirmed = session.confirmed();
        let known = confirmed.saturating_sub(KEPT)..=confirmed;
        let is_next = self.open.as_ref().is_none_or(|open| known.contains(&end(open)));
        if session.events().iter().any(is_loaded) || !is_next {
            // What was seen before led elsewhere.
            *self = Self::default();
        }
        let open = self.open.get_or_insert_with(|| begin(session));
        (end(open)..confirmed).for_each(|tick| session.write_tick(tick, open));
        if open.ticks() >= stretch {
            self.full = self.open.replace(begin(session));
        }
    }

    /// All of it as one replay; without ticks when nothing was confirmed yet.
    pub(super) fn replay(&self) -> Option<Replay> {
        let Some(full) = &self.full else { return self.open.clone() };
        let mut whole = full.clone();
        if let Some(open) = &self.open {
            whole.present.extend_from_slice(&open.present);
            whole.inputs.extend_from_slice(&open.inputs);
        }
        Some(whole)
    }
}

/// A replay that begins with the latest state that is final.
fn begin<G: Game>(session: &RollbackSession<G>) -> Replay {
    let settings = session.settings();
    let begun = Replay::new(session.confirmed_game(), settings.players, settings.rate);
    Replay { first: session.confirmed(), ..begun }
}

/// The first tick after a replay.
const fn end(replay: &Replay) -> u32 {
    replay.first.saturating_add(replay.ticks())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;
    use crate::{LinkConditions, RollbackSettings, SimulatedNetwork};
    use motile_geom::StateHash;

    const DT: f32 = 1.0 / 60.0;

    /// Three who play over a bad network, the third of whom comes late and goes; and what the first and the last saw.
    fn play(stretch: u32) -> ([Seen; 2], [RollbackSession<Toy>; 2]) {
        let settings = RollbackSettings::new(3).with_key(9).with_prediction_window(30);
        let alone = RollbackSettings { present: 0b001, ..settings };
        let mut peers = vec![RollbackSession::new(Toy::default(), 0, alone)];
        let conditions = LinkConditions::new(0.03, 0.02, 0.1);
        let mut network = SimulatedNetwork::new(4).with_conditions(conditions);
        let mut seen = [Seen::default(), Seen::default()];
        seen[0].follow_by(&peers[0], stretch);
        for tick in 0..1800u32 {
            if let Some(me) = [(200, 1), (500, 2)].iter().find(|(at, _)| *at == tick) {
                peers.push(RollbackSession::join(Toy::default(), me.1, alone));
            }
            network.step(DT);
            for peer in &mut peers {
                peer.set_input((tick / 7 * (u32::from(peer.me()) + 3)) as u8);
                let mut port = network.port(peer.me());
                peer.update(DT, &mut port);
                match peer.me() {
                    0 => seen[0].follow_by(peer, stretch),
                    2 => seen[1].follow_by(peer, stretch),
                    _ => {}
                }
            }
            if tick == 1200 {
                peers.remove(1);
            }
        }
        let last = peers.remove(1);
        (seen, [peers.remove(0), last])
    }

    #[test]
    fn sim_64_what_a_peer_saw_is_the_game_from_when_it_was_there() {
        for stretch in [STRETCH, 400] {
            let (seen, peers) = play(stretch);
            for (seen, peer) in seen.iter().zip(&peers) {
                let replay = seen.replay().expect("something was seen");
                assert_eq!(end(&replay), peer.confirmed());
                let hash = replay.run(&mut Toy::default());
                assert_eq!(hash, Ok(StateHash::of(peer.confirmed_game())), "{stretch}");
            }
            let [first, last] = seen.map(|seen| seen.replay().expect("something was seen"));
            if stretch == STRETCH {
                assert_eq!(first.first, 0);
                // The state that he was given may be some comparisons old.
                assert!((300..900).contains(&last.first), "from {}", last.first);
                let masks: Vec<u8> = (0..8).filter(|mask| first.present.contains(mask)).collect();
                assert_eq!(masks, [0b001, 0b011, 0b101, 0b111]);
            } else {
                assert!((400..900).contains(&first.ticks()), "the latest {}", first.ticks());
            }
        }
    }
}
