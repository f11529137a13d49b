//! Confirmed states compared with those of others, and what is told when they differ.

use super::{RollbackSession, SessionEvent, told};
use crate::{Game, MAX_PLAYERS, PacketError, Replay};
use core::fmt;
use motile_geom::{StateDifference, StateHash, StateOutline, state};

/// Confirmed states that are kept: for those who come late, and as beginnings of replays.
const MOMENTS: usize = 4;

/// A confirmed state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    /// Before this tick.
    pub(crate) tick: u32,
    pub(crate) hash: u64,
    pub(crate) state: Vec<u8>,
}

impl Moment {
    /// The hash in the 32 bits that are sent.
    pub(crate) const fn folded(&self) -> u32 {
        folded(self.hash)
    }
}

/// A hash in the 32 bits that are sent.
const fn folded(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

/// Two peers have different states of the same tick: which, since when, and where.
///
/// A game that is simulated alike everywhere never has one. What leads here is state that differs between machines: a clock,
/// a platform's sine, the order of a hash map, a field that is not saved.
#[derive(Clone, Debug, PartialEq)]
pub struct DesyncReport {
    /// The other peer.
    pub peer: u8,
    /// The states before this tick differ. It is the tick of the comparison, one of every
    /// [`RollbackSettings::hash_interval`](crate::RollbackSettings::hash_interval).
    pub tick: u32,
    /// The tick that the two played differently: the states before it were equal, and those after it are not. `None` until
    /// the other peer has told what it has, and where it cannot be found: when the replay begins with different states, or when
    /// its ticks come out otherwise each time they are played (a clock, memory that is not state).
    pub began: Option<u32>,
    /// The last tick before which they were equal, which is where the replay begins. `None` when they never were, or when that
    /// state is kept no more: then the replay begins with the oldest own state, which may differ already.
    pub agreed: Option<u32>,
    /// The hash of the own state.
    pub hash: u64,
    /// Which fields differ, by name: after the tick in which it began once that is known, else in the states that were
    /// compared. Empty until a state of the other peer has come.
    pub differences: Vec<StateDifference>,
    /// The ticks from the last equal state to this one: whoever runs it can look for the tick and the line. Both sides have one;
    /// [`Replay::to_bytes`] makes a file of it.
    pub replay: Replay,
    /// The own state of which the fields are compared.
    state: Vec<u8>,
    /// Hashes of the own states of the replay.
    trace: Vec<u32>,
    /// Whether the other peer is to be told the state after the first tick that differs.
    is_due: bool,
}

impl fmt::Display for DesyncReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}: peer {} has another state", self.tick, self.peer)?;
        if let Some(agreed) = self.agreed {
            write!(f, ", equal until tick {agreed}")?;
        }
        if let Some(began) = self.began {
            write!(f, ", different since tick {began}")?;
        }
        self.differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
    }
}

impl<G: Game> RollbackSession<G> {
    /// Keeps and hashes confirmed states at their interval, and compares them with what others told.
    pub(super) fn compare_states(&mut self) {
        let interval = u32::from(self.settings.hash_interval);
        let confirmed = self.confirmed();
        let next = self.moments.last().map_or(0, |moment| moment.tick + interval);
        // After a state was taken over, the first one may lie before it; of what was before that this peer has no
        // states.
        let oldest = self.tick.saturating_sub(self.saved.len() as u32 - 1).max(self.begun);
        let mut tick = next.max(oldest).div_ceil(interval) * interval;
        while tick <= confirmed {
            self.keep_moment(tick);
            tick += interval;
        }
        for peer in 0..self.peers.len() {
            self.compare_with(peer);
        }
        self.tell_first_difference();
    }

    fn keep_moment(&mut self, tick: u32) {
        let mut moment =
            if self.moments.len() < MOMENTS { Moment::default() } else { self.moments.remove(0) };
        let game = self.state_before(tick);
        (moment.tick, moment.hash) = (tick, StateHash::of(game));
        state::save_into(game, &mut moment.state);
        self.moments.push(moment);
    }

    fn compare_with(&mut self, index: usize) {
        for slot in 0..self.peers[index].hashes.len() {
            let Some(theirs) = self.peers[index].hashes[slot] else { continue };
            let own = self.moments.iter().find(|moment| moment.tick == theirs.tick);
            let Some(is_equal) = own.map(|moment| moment.folded() == theirs.hash) else { continue };
            // The slot keeps the tick, so that a repeated fingerprint is not compared again.
            if self.peers[index].compared.is_some_and(|tick| tick >= theirs.tick) {
                continue;
            }
            self.peers[index].compared = Some(theirs.tick);
            self.report.compared += 1;
            if is_equal {
                self.peers[index].agreed = Some(theirs.tick);
            } else {
                self.note_desync(index, theirs.tick);
            }
        }
    }

    fn note_desync(&mut self, index: usize, tick: u32) {
        self.report.desyncs += 1;
        let peer = index as u8;
        self.events.push(SessionEvent::Desync { peer, tick });
        let Some(moment) = self.moments.iter().find(|moment| moment.tick == tick) else { return };
        if self.desync.is_none() {
            let is_kept = |&agreed: &u32| self.moments.iter().any(|moment| moment.tick == agreed);
            let agreed = self.peers[index].agreed.filter(is_kept);
            let replay = self.replay_between(agreed.unwrap_or(0), tick);
            self.desync = Some(Box::new(DesyncReport {
                peer,
                tick,
                began: None,
                agreed,
                hash: moment.hash,
                differences: Vec::new(),
                trace: self.trace(&replay, moment.hash),
                replay,
                state: moment.state.clone(),
                is_due: false,
            }));
        }
        // Both sides find the difference, and each sends its state to the other.
        let trace = self.desync.as_ref().filter(|own| (own.peer, own.tick) == (peer, tick));
        let trace = trace.map_or((0, &[][..]), |own| (own.replay.first, own.trace.as_slice()));
        let mut told = told::encode(&moment.state, trace);
        if told.len() > self.settings.max_state as usize {
            told = told::encode(&moment.state, (0, &[]));
        }
        let outgoing = &mut self.peers[index].outgoing;
        if told.len() > self.settings.max_state as usize {
            self.tell_refusal(peer, PacketError::State);
        } else if !outgoing.is_active() {
            outgoing.begin(tick, true, &told);
        }
    }

    /// The hashes of all states of a replay. None when it does not end where the game did: ticks that come out otherwise when
    /// they are played again tell nothing.
    fn trace(&self, replay: &Replay, hash: u64) -> Vec<u32> {
        let hashes = replay.hashes(&mut self.game.clone()).unwrap_or_default();
        let is_same = hashes.last() == Some(&hash);
        hashes.into_iter().filter(|_| is_same).map(folded).collect()
    }

    /// Tells the other peer the state after the first tick that differs, once it has all that was told before.
    fn tell_first_difference(&mut self) {
        let Some(report) = self.desync.as_mut().filter(|report| report.is_due) else { return };
        let (peer, began) = (usize::from(report.peer), report.began);
        let outgoing = &mut self.peers[peer].outgoing;
        if let (Some(began), false) = (began, outgoing.is_active()) {
            report.is_due = false;
            outgoing.begin(began + 1, true, &told::encode(&report.state, (0, &[])));
        }
    }

    /// The ticks from the newest kept state that is not after `from`, up to a tick.
    fn replay_between(&self, from: u32, to: u32) -> Replay {
        let mut before = self.moments.iter().rev().filter(|moment| moment.tick <= from);
        let start = before.next().or(self.moments.first());
        let (first, state) =
            start.map_or((to, Vec::new()), |moment| (moment.tick, moment.state.clone()));
        let (players, rate) = (self.settings.players, self.settings.rate);
        let (present, inputs) = (Vec::new(), Vec::new());
        let mut replay = Replay { players, rate, first, state, present, inputs };
        (first..to).for_each(|tick| self.write_tick(tick, &mut replay));
        replay
    }

    /// Adds a tick to a replay as it was played, which has to be one of the latest that inputs are kept of.
    pub(crate) fn write_tick(&self, tick: u32, replay: &mut Replay) {
        let mut inputs = [0; MAX_PLAYERS];
        for (seat, input) in self.seats.iter().zip(&mut inputs) {
            *input = seat.queue.played(tick);
        }
        replay.push(self.presence_of(tick), &inputs);
    }

    /// A state of the other peer has come: which fields differ, and since when.
    pub(super) fn finish_report(&mut self, peer: u8, tick: u32) {
        let told = self.peers[usize::from(peer)].incoming.bytes();
        let Some(told) = told::decode(told) else { return };
        let Some(report) = self.desync.as_mut().filter(|report| report.peer == peer) else {
            return;
        };
        let after = report.began.map(|began| began + 1);
        if tick != report.tick && Some(tick) != after {
            return;
        }
        let load = |bytes: &[u8]| {
            let mut game = self.game.clone();
            game.load(bytes).ok().map(|()| StateOutline::of(&game))
        };
        if let (Some(ours), Some(theirs)) = (load(&report.state), load(told.state)) {
            report.differences = ours.differences(&theirs);
        }
        if after.is_none() {
            report.began =
                told::first_difference((report.replay.first, &report.trace), told.trace());
            let Some(after) = report.began.map(|began| began + 1) else { return };
            let mut game = self.game.clone();
            // Fields that differ later may do so because this one does: both look at the state that comes first.
            if after < tick && report.replay.load(&mut game).is_ok() {
                let first = report.replay.first;
                (first..after).for_each(|tick| report.replay.step(&mut game, tick - first));
                state::save_into(&game, &mut report.state);
                report.is_due = true;
            }
        }
    }
}
