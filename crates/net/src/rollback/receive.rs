//! What packets of others change.

use super::{RollbackSession, SessionEvent, SessionRole};
use crate::{Admission, Game, PRESENCE, Packet, PacketError, PacketKind, PlayerInput, Transport};

/// Packets that are read in one update: a flood waits outside.
const MOST_PACKETS: usize = 256;
/// Ticks ahead of this peer for which inputs are taken: nobody honest is further.
const MOST_AHEAD: u32 = 128;
/// Ticks that the newest packet of a player may be from another tick than this peer: the windows and delays of both,
/// twice over.
const MOST_APART: u32 = 512;
/// Seconds of silence after which a player who asks to come back has surely stopped playing.
const RESTARTED: f64 = 0.5;
/// Seconds after which everybody knows that a player came back.
const SETTLING: f64 = 5.0;
/// No session lasts longer: two years at 60 ticks a second. States from beyond are lies.
pub(crate) const LAST_TICK: u32 = u32::MAX / 2;
/// Seconds of silence after which somebody who looks on listens to another player.
const FEEDER_SILENT: f64 = 0.5;
/// How quickly the smoothed lead follows the packets.
const LEAD_RATE: f32 = 0.1;

impl<G: Game> RollbackSession<G> {
    pub(super) fn receive_all<T: Transport>(&mut self, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        let mut packet = core::mem::take(&mut self.packet);
        for _ in 0..MOST_PACKETS {
            let Some(from) = transport.receive(&mut bytes) else { break };
            let decoded = packet.decode(&bytes, G::Input::BITS, self.settings.key);
            match decoded {
                Ok(()) if packet.is_from(from) && from != self.me => {
                    self.report.packets_in += 1;
                    self.peers[usize::from(from)].arrivals.note(packet.number);
                    self.take(&packet);
                }
                Ok(()) => self.refuse(from, PacketError::Sender),
                Err(error) => self.refuse(from, error),
            }
        }
        (self.bytes, self.packet) = (bytes, packet);
    }

    fn refuse(&mut self, peer: u8, error: PacketError) {
        self.report.refused += 1;
        self.report.refusal = Some(error);
        self.tell_refusal(peer, error);
    }

    /// Tells once that packets of a peer, or a state for it, are refused.
    pub(super) fn tell_refusal(&mut self, peer: u8, error: PacketError) {
        let Some(known) = self.peers.get_mut(usize::from(peer)) else { return };
        if known.refused.replace(error) != Some(error) {
            self.events.push(SessionEvent::Refused { peer, error });
        }
    }

    fn take(&mut self, packet: &Packet) {
        match packet.kind {
            PacketKind::Ask => self.take_ask(packet),
            PacketKind::Probe => self.take_probe(packet),
            PacketKind::Bye if self.is_current(packet) => self.give_up(packet.from),
            PacketKind::Play if self.role == SessionRole::Player => {
                if self.is_current(packet) {
                    self.take_play(packet);
                }
            }
            PacketKind::Play => self.take_feed(packet),
            PacketKind::Bye => {}
        }
    }

    /// Whether a packet is of the present life of a player who is there.
    fn is_current(&self, packet: &Packet) -> bool {
        self.is_other(packet.from) && self.peers[usize::from(packet.from)].epoch == packet.epoch
    }

    /// Whether a packet is newer than all before it; older ones say nothing that was not said again.
    fn is_newer(&mut self, packet: &Packet) -> bool {
        let newest = &mut self.peers[usize::from(packet.from)].newest;
        let is_newer = newest.is_none_or(|newest| packet.number.wrapping_sub(newest) as i16 > 0);
        if is_newer {
            *newest = Some(packet.number);
        }
        is_newer
    }

    /// Whether a packet is from a tick where its sender can be, and lets nobody in later than that.
    fn is_in_time(&self, packet: &Packet) -> bool {
        let last = self.tick.saturating_add(MOST_APART);
        packet.tick.abs_diff(self.tick) <= MOST_APART
            && packet.admissions.iter().all(|admission| admission.tick <= last)
    }

    fn take_play(&mut self, packet: &Packet) {
        let from = usize::from(packet.from);
        self.take_chunks(packet);
        // A fingerprint is told a few times only, and no less true in a packet that was overtaken.
        if let Some(hash) = packet.hash {
            self.peers[from].note_hash(hash);
        }
        let is_chunk = packet.chunk.is_some();
        if !is_chunk && !self.is_newer(packet) {
            return;
        }
        if !is_chunk && !self.is_in_time(packet) {
            return self.refuse(packet.from, PacketError::Time);
        }
        if self.peers[from].heard.replace(self.time).is_none() {
            self.peers[from].moved = self.time;
        }
        if is_chunk {
            return;
        }
        let lead = (i64::from(self.tick) - i64::from(packet.tick)) as f32;
        let peer = &mut self.peers[from];
        peer.ahead += (lead.clamp(-60.0, 60.0) - peer.ahead) * LEAD_RATE;
        peer.theirs = f32::from(packet.ahead) * 0.5;
        peer.tick = packet.tick;
        peer.members = packet.members.unwrap_or_default();
        for (known, told) in peer.known.iter_mut().zip(packet.known) {
            *known = told.or(*known);
        }
        self.take_members(packet);
        self.take_inputs(packet);
    }

    /// Whom a peer gave up is given up here too, or the two would wait for each other.
    fn take_members(&mut self, packet: &Packet) {
        for player in 0..self.settings.players {
            let theirs = packet.members.unwrap_or_default()[usize::from(player)];
            let same_life = self.peers[usize::from(player)].epoch == theirs.epoch;
            if theirs.gone && same_life && self.is_other(player) && player != packet.from {
                self.give_up(player);
            }
        }
        for &admission in &packet.admissions {
            let Some(peer) = self.peers.get(usize::from(admission.player)) else { continue };
            let is_next = admission.epoch == (peer.epoch + 1) % 16 && peer.gone;
            if is_next && admission.player != self.me && admission.player < self.settings.players {
                self.admit(admission);
            }
        }
    }

    fn take_inputs(&mut self, packet: &Packet) {
        for (player, tick, value) in packet.inputs() {
            let Some(seat) = self.seats.get(usize::from(player)) else { continue };
            let is_next = tick == seat.queue.end() && tick < self.tick + MOST_AHEAD;
            let has_left = matches!(seat.absent, Some((from, u32::MAX)) if tick >= from);
            if !is_next || has_left || !self.may_tell(packet.from, player, tick) {
                continue;
            }
            let seat = &mut self.seats[usize::from(player)];
            seat.queue.push(value);
            self.peers[usize::from(player)].moved = self.time;
            if tick < self.tick && seat.queue.played(tick) != value {
                self.mark_wrong(tick);
            }
        }
    }

    /// Whether a peer is believed about the input of a player in a tick. A player speaks for himself; others speak for those
    /// who are given up, and, to one who came back, for all before he did.
    fn may_tell(&self, from: u8, player: u8, tick: u32) -> bool {
        if self.role != SessionRole::Player {
            return true;
        }
        let came = self.admissions[usize::from(self.me)].map_or(0, |admission| admission.tick);
        let is_relayed = self.peers[usize::from(player)].gone || tick < came;
        player == from || (player != self.me && is_relayed)
    }

    fn take_chunks(&mut self, packet: &Packet) {
        let (from, max_state) = (usize::from(packet.from), self.settings.max_state);
        let peer = &mut self.peers[from];
        if let Some(ack) = packet.chunk_ack {
            peer.outgoing.acknowledge(ack);
        }
        let Some(chunk) = packet.chunk else { return };
        // Memory for a state is given to nobody who was not asked for one.
        let is_wanted =
            if chunk.is_report { self.desync.is_some() } else { self.role != SessionRole::Player };
        if !is_wanted {
            return;
        }
        if chunk.size > max_state {
            return self.refuse(packet.from, PacketError::State);
        }
        let peer = &mut self.peers[from];
        let Some(done) = peer.incoming.take(chunk, &packet.chunk_bytes, max_state) else { return };
        if done.is_report {
            self.finish_report(packet.from, done.tick);
        } else {
            self.load_state(from, done.tick);
        }
    }

    /// Goes on from the state of another peer.
    fn load_state(&mut self, from: usize, tick: u32) {
        let is_newer = self.lacks_state || tick > self.tick;
        if self.role == SessionRole::Player || !is_newer {
            return;
        }
        if tick >= LAST_TICK {
            return self.refuse(from as u8, PacketError::Time);
        }
        let bytes = self.peers[from].incoming.bytes();
        if self.game.load(bytes).is_err() {
            return self.refuse(from as u8, PacketError::State);
        }
        (self.tick, self.begun) = (tick, tick);
        for seat in &mut self.seats {
            seat.queue.start_at(tick);
        }
        self.presence.start_at(tick);
        self.moments.clear();
        self.lacks_state = false;
        self.events.push(SessionEvent::Loaded { tick });
    }

    /// Somebody wants to look on, or to play.
    fn take_ask(&mut self, packet: &Packet) {
        if self.role != SessionRole::Player {
            return;
        }
        if self.is_other(packet.from) {
            // A player who asks was started anew: his last life is over.
            let heard = self.peers[usize::from(packet.from)].heard;
            if heard.is_some_and(|at| self.time - at < RESTARTED) {
                return;
            }
            self.give_up(packet.from);
        }
        let peer = &mut self.peers[usize::from(packet.from)];
        peer.asked = Some(self.time);
        peer.wants = packet.wants;
        peer.known = packet.known;
        if let Some(ack) = packet.chunk_ack {
            peer.outgoing.acknowledge(ack);
        }
    }

    /// Somebody gave this peer up.
    fn take_probe(&mut self, packet: &Packet) {
        let Some(members) = packet.members else { return };
        let own = members[usize::from(self.me) % members.len()];
        let is_player = packet.from < self.settings.players;
        // Just after it came back some do not know yet, and mean its last life.
        let is_old =
            own.epoch != self.peers[usize::from(self.me)].epoch && self.time < self.settled;
        if self.role == SessionRole::Player && is_player && own.gone && !is_old {
            self.give_up(packet.from);
            self.meet_again(packet.from, packet.tick, &members);
        }
    }

    /// Whether one who looks on listens to this packet: one player feeds it, and no other is believed while that one does.
    fn is_fed_by(&mut self, packet: &Packet) -> bool {
        let tells_presence = packet.runs.iter().any(|run| run.player == PRESENCE);
        let is_state = packet.chunk.is_some_and(|chunk| !chunk.is_report);
        let is_fresh = self.time - self.fed < FEEDER_SILENT;
        let feeder =
            self.feeder.filter(|&feeder| is_fresh && !self.peers[usize::from(feeder)].gone);
        let is_heard = feeder.is_none_or(|feeder| feeder == packet.from);
        // Players who do not know yet that this peer is gone tell it of themselves; that is no feed.
        if is_heard && (tells_presence || is_state) {
            (self.feeder, self.fed) = (Some(packet.from), self.time);
        }
        is_heard
    }

    /// What those who look on are told.
    fn take_feed(&mut self, packet: &Packet) {
        if packet.from >= self.settings.players {
            return self.refuse(packet.from, PacketError::Sender);
        }
        self.peers[usize::from(packet.from)].heard = Some(self.time);
        if !self.is_fed_by(packet) {
            return;
        }
        self.take_chunks(packet);
        let is_feed =
            packet.runs.iter().any(|run| run.player == PRESENCE) || packet.members.is_some();
        if packet.chunk.is_some() || self.lacks_state || !is_feed || !self.is_newer(packet) {
            return;
        }
        let members = packet.members.unwrap_or_default();
        for (peer, member) in self.peers.iter_mut().zip(members) {
            (peer.epoch, peer.gone) = (member.epoch, member.gone);
        }
        if let Some(hash) = packet.hash {
            self.peers[usize::from(packet.from)].note_hash(hash);
        }
        self.take_inputs(packet);
        for (player, tick, mask) in packet.inputs() {
            let is_near = tick < self.tick + MOST_AHEAD;
            if player == PRESENCE && tick == self.presence.end() && is_near {
                self.presence.push(mask);
            }
        }
        let member = members.get(usize::from(self.me)).filter(|member| !member.gone);
        // Others are told of earlier lives too.
        let own = packet.admissions.iter().find(|admission| {
            admission.player == self.me && member.is_some_and(|own| own.epoch == admission.epoch)
        });
        if let (SessionRole::Joining, Some(&admission)) = (self.role, own) {
            self.begin_to_play(admission);
        }
    }

    /// From somebody who looks on to a player.
    fn begin_to_play(&mut self, admission: Admission) {
        self.role = SessionRole::Player;
        self.settled = self.time + SETTLING;
        self.due = 0.0;
        for (seat, peer) in self.seats.iter_mut().zip(&self.peers) {
            seat.absent = peer.gone.then_some((seat.queue.end(), u32::MAX));
            seat.earlier = None;
            seat.was_gone = peer.gone;
        }
        self.admit(admission);
        for player in 0..self.settings.players {
            if self.is_other(player) {
                let peer = &mut self.peers[usize::from(player)];
                (peer.heard, peer.moved) = (Some(self.time), self.time);
                peer.known = [None; crate::MAX_PLAYERS];
                peer.known[usize::from(self.me)] = Some(admission.tick);
            }
        }
    }
}
