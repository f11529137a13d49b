//! What a session knows about another peer, and about a player.

use super::transfer::{Incoming, Outgoing};
use crate::arrivals::Arrivals;
use crate::input_queue::InputQueue;
use crate::{MAX_PLAYERS, Member, PacketError, TickHash};

/// Fingerprints of a peer that wait to be compared.
const PENDING: usize = 4;

/// Somebody at the other end of the transport.
#[derive(Clone, Debug, Default)]
pub(crate) struct Peer {
    /// How often it came back, modulo 16.
    pub(crate) epoch: u8,
    /// Given up.
    pub(crate) gone: bool,
    /// When it last said something that counts, seconds; `None` before that.
    pub(crate) heard: Option<f64>,
    /// When it last brought an input that was new, seconds, and the tick that it said to play next.
    pub(crate) moved: f64,
    pub(crate) tick: u32,
    /// The number of its newest packet, and of the last one to it.
    pub(crate) newest: Option<u16>,
    pub(crate) number: u16,
    /// Which of its packets came.
    pub(crate) arrivals: Arrivals,
    /// The first tick of each player that it lacks, as it said last.
    pub(crate) known: [Option<u32>; MAX_PLAYERS],
    /// What it thinks of the players, as it said last.
    pub(crate) members: [Member; MAX_PLAYERS],
    /// How far this peer is ahead of it, in ticks, without the way between; smoothed.
    pub(crate) ahead: f32,
    /// How far it says to be ahead of this peer.
    pub(crate) theirs: f32,
    pub(crate) hashes: [Option<TickHash>; PENDING],
    pub(crate) next_hash: usize,
    /// The newest state of this peer that was equal to ours.
    pub(crate) agreed: Option<u32>,
    /// The newest tick whose fingerprints were compared.
    pub(crate) compared: Option<u32>,
    /// The fingerprint that it is told, and how often that was done.
    pub(crate) told: (u32, u8),
    /// Until which tick it is sent everybody's inputs, because it comes back.
    pub(crate) feed_until: u32,
    /// When it last asked to look on or play, and as whom.
    pub(crate) asked: Option<f64>,
    pub(crate) wants: Option<u8>,
    pub(crate) probed: f64,
    /// How often it said that it gave this peer up.
    pub(crate) apart: u8,
    /// The last reason for which a packet was refused.
    pub(crate) refused: Option<PacketError>,
    pub(crate) outgoing: Outgoing,
    pub(crate) incoming: Incoming,
}

impl Peer {
    /// A new life: nothing that was said in the last one counts.
    pub(crate) fn restart(&mut self, epoch: u8, tick: u32, time: f64) {
        let number = self.number;
        *self = Self {
            epoch,
            number,
            heard: Some(time),
            moved: time,
            known: [Some(tick); MAX_PLAYERS],
            refused: self.refused,
            ..Self::default()
        };
    }

    pub(crate) fn note_hash(&mut self, hash: TickHash) {
        if !self.hashes.iter().flatten().any(|known| known.tick == hash.tick) {
            self.hashes[self.next_hash % PENDING] = Some(hash);
            self.next_hash = (self.next_hash + 1) % PENDING;
        }
    }

    pub(crate) const fn member(&self) -> Member {
        Member { epoch: self.epoch, gone: self.gone }
    }
}

/// A player as the game sees him.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) queue: InputQueue,
    /// From which tick on he is not there, and from which he is again.
    pub(crate) absent: Option<(u32, u32)>,
    /// The absence before that one, whose ticks may not be confirmed yet.
    pub(crate) earlier: Option<(u32, u32)>,
    /// Whether he was gone when this peer came, which is not told since when.
    pub(crate) was_gone: bool,
}

impl Seat {
    pub(crate) fn new(present: u8, player: u8) -> Self {
        let absent = (present >> player & 1 == 0).then_some((0, u32::MAX));
        Self { queue: InputQueue::new(), absent, earlier: None, was_gone: false }
    }

    pub(crate) fn is_present(&self, tick: u32) -> bool {
        let absences = [self.absent, self.earlier];
        !absences.into_iter().flatten().any(|(from, until)| (from..until).contains(&tick))
    }

    /// The first tick for which it is not known what he does.
    pub(crate) fn known_end(&self) -> u32 {
        let end = self.queue.end();
        match self.absent {
            Some((from, until)) if end >= from => end.max(until),
            _ => end,
        }
    }
}
