//! What the machines say to each other, kept: it is the race.

use super::BallRacer;
use motile::net::race::BallRace;
use motile::net::{RecordedPacket, RoomRecording, Transport};
use std::sync::Arc;

/// Sends packets on, and keeps those to the next machine: they hold all that a player did.
pub(super) struct Taped<'a, T> {
    pub(super) port: T,
    pub(super) me: u8,
    pub(super) next: u8,
    pub(super) tape: &'a mut RoomRecording,
}

impl<T: Transport> Transport for Taped<'_, T> {
    fn send(&mut self, to: u8, packet: &[u8]) {
        if to == self.next {
            let (from, bytes) = (self.me, packet.to_vec());
            self.tape.packets.push(RecordedPacket { millis: 0, from, to, bytes });
        }
        self.port.send(to, packet);
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        self.port.receive(packet)
    }
}

impl BallRacer {
    /// Winds the tape back, or puts it away: the packets of the race are the race.
    pub(super) fn rewind(&mut self) {
        if self.replay.take().is_some() {
            self.shown = None;
            return;
        }
        let race = BallRace::on_track(self.peers.len() as u8, Arc::clone(&self.track));
        let settings = Self::settings(race.count, self.seed);
        let tape = core::slice::from_ref(&self.tape);
        let replay = RoomRecording::replay(tape, &race, &settings);
        self.shown = Some(0);
        self.replay = Some((replay, race));
    }

    pub(super) fn play_tape(&mut self) {
        let (Some((replay, race)), Some(tick)) = (&mut self.replay, self.shown) else { return };
        replay.step(race, tick);
        self.shown = Some(tick + 1).filter(|&tick| tick < replay.ticks());
        if self.shown.is_none() {
            self.replay = None;
        }
    }
}
