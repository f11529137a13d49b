//! What others are told.

use super::members::ASKED_LATELY;
use super::{RollbackSession, SessionRole};
use crate::{Game, MAX_PACKET, MAX_PEERS, MAX_PLAYERS, MAX_RUN, PRESENCE, PacketKind, PlayerInput};
use crate::{PacketError, TickHash, Transport};

/// Packets that tell the same fingerprint.
const HASH_TOLD: u8 = 6;
/// Seconds between two signs of life to somebody who was given up, and between two requests to look on.
const PROBE: f64 = 0.5;
const ASK: f64 = 0.05;
/// Bytes of a packet that are kept for all but inputs.
const HEAD_BYTES: usize = 200;

impl<G: Game> RollbackSession<G> {
    pub(super) fn send_all<T: Transport>(&mut self, transport: &mut T) {
        if self.role != SessionRole::Player {
            return self.send_asks(transport);
        }
        let is_elder = self.is_elder();
        for peer in 0..MAX_PEERS as u8 {
            let known = &self.peers[usize::from(peer)];
            let asks = known.asked.is_some_and(|at| self.time - at < ASKED_LATELY);
            if self.is_other(peer) {
                self.send_play(peer, transport);
            } else if peer != self.me && asks && is_elder {
                self.send_feed(peer, transport);
            } else if peer < self.settings.players
                && peer != self.me
                && self.time - known.probed >= PROBE
            {
                self.peers[usize::from(peer)].probed = self.time;
                self.start_packet(PacketKind::Probe, peer);
                self.packet.members = Some(self.members());
                self.post(peer, transport);
            }
        }
    }

    /// An empty packet to a peer.
    fn start_packet(&mut self, kind: PacketKind, to: u8) {
        self.packet.clear();
        self.packet.kind = kind;
        self.packet.from = self.me;
        self.packet.epoch = self.peers[usize::from(self.me)].epoch;
        self.packet.tick = self.tick;
        let peer = &mut self.peers[usize::from(to)];
        peer.number = peer.number.wrapping_add(1);
        self.packet.number = peer.number;
        self.packet.ahead = (peer.ahead * 2.0).clamp(-127.0, 127.0) as i8;
    }

    fn post<T: Transport>(&mut self, to: u8, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        self.packet.encode(G::Input::BITS, self.settings.key, &mut bytes);
        self.report.packets_out += 1;
        self.report.bytes_out += bytes.len() as u64;
        transport.send(to, &bytes);
        self.bytes = bytes;
    }

    /// How many inputs a packet has room for, should each be another.
    fn room() -> usize {
        ((MAX_PACKET - HEAD_BYTES) * 8) / (G::Input::BITS as usize + 1)
    }

    fn send_play<T: Transport>(&mut self, to: u8, transport: &mut T) {
        self.start_packet(PacketKind::Play, to);
        let members = self.members();
        let is_plain = members.iter().all(|member| *member == crate::Member::default());
        let tells_all = !is_plain || self.is_held_up();
        for player in 0..self.settings.players {
            if player == to || tells_all {
                let end = self.seats[usize::from(player)].queue.end();
                self.packet.known[usize::from(player)] = Some(end);
            }
        }
        self.packet.members = (!is_plain).then_some(members);
        self.add_admissions(to);
        self.add_hash(to);
        self.add_inputs(to);
        self.packet.chunk_ack = self.peers[usize::from(to)].incoming.acknowledgment();
        self.post(to, transport);
        self.send_chunks(to, transport);
    }

    /// Own inputs that a player lacks, those of players who are gone, and everybody's for one who comes back.
    fn add_inputs(&mut self, to: u8) {
        let mut room = Self::room();
        let (me, known) = (self.me, self.peers[usize::from(to)].known);
        let feeds = self.peers[usize::from(to)].feed_until;
        for offset in 0..self.settings.players {
            let player = (me + offset) % self.settings.players;
            let index = usize::from(player);
            let lacks = known[index].unwrap_or(0);
            let is_relayed = self.peers[index].gone || lacks < feeds;
            if player == to || (player != me && !is_relayed) || room == 0 {
                continue;
            }
            let queue = &self.seats[index].queue;
            let first = lacks.max(queue.oldest());
            let count = room.min(MAX_RUN);
            let values = (first..queue.end()).map_while(|tick| queue.get(tick)).take(count);
            let before = self.packet.values.len();
            self.packet.add_run(player, first, values);
            room -= self.packet.values.len() - before;
        }
    }

    fn add_admissions(&mut self, to: u8) {
        for player in 0..MAX_PLAYERS {
            let told = self.peers[usize::from(to)].members[player].epoch;
            if let Some(admission) = self.admissions[player].filter(|known| known.epoch != told) {
                self.packet.admissions.push(admission);
            }
        }
    }

    /// The newest fingerprint, a few times.
    fn add_hash(&mut self, to: u8) {
        let Some(moment) = self.moments.last() else { return };
        let peer = &mut self.peers[usize::from(to)];
        let times = if peer.told.0 == moment.tick { peer.told.1 } else { 0 };
        if times < HASH_TOLD {
            peer.told = (moment.tick, times + 1);
            self.packet.hash = Some(TickHash { tick: moment.tick, hash: moment.folded() });
        }
    }

    /// Everything that is confirmed, for somebody who looks on: inputs where they are still at hand, else a state first.
    fn send_feed<T: Transport>(&mut self, to: u8, transport: &mut T) {
        let index = usize::from(to);
        let known = self.peers[index].known[0].filter(|&known| known >= self.oldest_input());
        let Some(known) = known else { return self.send_state(to, transport) };
        self.peers[index].outgoing.end();
        self.start_packet(PacketKind::Play, to);
        self.packet.members = Some(self.members());
        self.packet.admissions.extend(self.admissions.iter().flatten());
        self.add_hash(to);
        let room = Self::room() / (self.seats.len() + 1);
        let end = self.presence.end().min(known.saturating_add(room.min(MAX_RUN) as u32));
        for (player, seat) in self.seats.iter().enumerate() {
            let value = |tick| {
                let mask = self.presence.get(tick).unwrap_or_default();
                if mask >> player & 1 == 1 { seat.queue.get(tick).unwrap_or_default() } else { 0 }
            };
            self.packet.add_run(player as u8, known, (known..end).map(value));
        }
        let masks = (known..end).map(|tick| self.presence.get(tick).unwrap_or_default());
        self.packet.add_run(PRESENCE, known, masks);
        self.post(to, transport);
    }

    fn send_state<T: Transport>(&mut self, to: u8, transport: &mut T) {
        let peer = &mut self.peers[usize::from(to)];
        if !peer.outgoing.is_active() {
            let Some(moment) = self.moments.last() else { return };
            if moment.state.len() > self.settings.max_state as usize {
                return self.tell_refusal(to, PacketError::State);
            }
            peer.outgoing.begin(moment.tick, false, &moment.state);
        }
        self.send_chunks(to, transport);
    }

    fn send_chunks<T: Transport>(&mut self, to: u8, transport: &mut T) {
        for _ in 0..self.peers[usize::from(to)].outgoing.round() {
            if !self.peers[usize::from(to)].outgoing.is_active() {
                return;
            }
            self.start_packet(PacketKind::Play, to);
            let outgoing = &mut self.peers[usize::from(to)].outgoing;
            self.packet.chunk = outgoing.next(&mut self.packet.chunk_bytes);
            self.post(to, transport);
        }
    }

    /// Asks all players for what happens: only the lowest answers.
    fn send_asks<T: Transport>(&mut self, transport: &mut T) {
        let known = self.known_end();
        for player in 0..self.settings.players {
            let peer = &self.peers[usize::from(player)];
            if player == self.me || self.time - peer.probed < ASK {
                continue;
            }
            self.peers[usize::from(player)].probed = self.time;
            self.start_packet(PacketKind::Ask, player);
            self.packet.known[0] = (!self.lacks_state).then_some(known);
            self.packet.wants = (self.role == SessionRole::Joining).then_some(self.me);
            self.packet.chunk_ack = self.peers[usize::from(player)].incoming.acknowledgment();
            self.post(player, transport);
        }
    }

    pub(super) fn say_goodbye<T: Transport>(&mut self, transport: &mut T) {
        for player in 0..self.settings.players {
            if self.role == SessionRole::Player && self.is_other(player) {
                self.start_packet(PacketKind::Bye, player);
                self.post(player, transport);
            }
        }
    }
}
