//! What the machines say to each other, kept: it is the race.

use motile::net::{RecordedPacket, RoomRecording, Transport};

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
