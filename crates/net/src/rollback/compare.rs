//! Confirmed states compared with those of others, and what is told when they differ.

use super::{RollbackSession, SessionEvent};
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
        (self.hash ^ (self.hash >> 32)) as u32
    }
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
    /// [`RollbackSettings::hash_interval`](crate::RollbackSettings::hash_interval): the first difference came about in one of
    /// the ticks of the replay.
    pub tick: u32,
    /// The last tick before which they were equal, which is where the replay begins. `None` when they never were, or when that
    /// state is kept no more: then the replay begins with the oldest own state, which may differ already.
    pub agreed: Option<u32>,
    /// The hash of the own state.
    pub hash: u64,
    /// Which fields differ, by name; empty until the state of the other peer has come.
    pub differences: Vec<StateDifference>,
    /// The ticks from the last equal state to this one: whoever runs it can look for the tick and the line. Both sides have one;
    /// [`Replay::to_bytes`] makes a file of it.
    pub replay: Replay,
    /// The own state.
    state: Vec<u8>,
}

impl fmt::Display for DesyncReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}: peer {} has another state", self.tick, self.peer)?;
        if let Some(agreed) = self.agreed {
            write!(f, ", equal until tick {agreed}")?;
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
        // After a state was taken over, the first one may lie before it.
        let oldest = self.tick.saturating_sub(self.saved.len() as u32 - 1);
        let mut tick = next.max(oldest).div_ceil(interval) * interval;
        while tick <= confirmed {
            self.keep_moment(tick);
            tick += interval;
        }
        for peer in 0..self.peers.len() {
            self.compare_with(peer);
        }
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
            self.desync = Some(Box::new(DesyncReport {
                peer,
                tick,
                agreed,
                hash: moment.hash,
                differences: Vec::new(),
                replay: self.replay_between(agreed.unwrap_or(0), tick),
                state: moment.state.clone(),
            }));
        }
        // Both sides find the difference, and each sends its state to the other.
        let outgoing = &mut self.peers[index].outgoing;
        if moment.state.len() > self.settings.max_state as usize {
            self.tell_refusal(peer, PacketError::State);
        } else if !outgoing.is_active() {
            outgoing.begin(tick, true, &moment.state);
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

    /// The state of the other peer has come: which fields differ.
    pub(super) fn finish_report(&mut self, peer: u8, tick: u32) {
        let theirs = self.peers[usize::from(peer)].incoming.bytes();
        let Some(report) =
            self.desync.as_mut().filter(|report| (report.peer, report.tick) == (peer, tick))
        else {
            return;
        };
        let outline = |bytes: &[u8]| {
            let mut game = self.game.clone();
            game.load(bytes).ok().map(|()| StateOutline::of(&game))
        };
        if let (Some(ours), Some(theirs)) = (outline(&report.state), outline(theirs)) {
            report.differences = ours.differences(&theirs);
        }
    }
}
