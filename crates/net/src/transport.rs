//! How packets get from one peer to another.

/// Carries packets between peers: unreliable, unordered, and never waiting, as datagrams are.
///
/// Sessions ask for nothing more, so that datagrams of the system, data channels of a page, a relay or the
/// [simulated network](crate::SimulatedNetwork) serve them alike. A transport that is reliable (a `WebSocket`) serves too;
/// it only delivers late what others lose.
///
/// Peers are numbers from 0 below [`MAX_PEERS`](crate::MAX_PEERS); the transport knows which address each has.
pub trait Transport {
    /// Sends a packet of at most [`MAX_PACKET`](crate::MAX_PACKET) bytes. What cannot be sent now is lost; peers that are
    /// not known are not sent to.
    fn send(&mut self, to: u8, packet: &[u8]);

    /// Writes the next packet that came over what is in `packet`, and tells who sent it; `None` when no packet is there.
    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8>;
}

impl<T: Transport + ?Sized> Transport for &mut T {
    fn send(&mut self, to: u8, packet: &[u8]) {
        (**self).send(to, packet);
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        (**self).receive(packet)
    }
}

/// Carries nothing: for a session that is played alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoTransport;

impl Transport for NoTransport {
    fn send(&mut self, _: u8, _: &[u8]) {}

    fn receive(&mut self, _: &mut Vec<u8>) -> Option<u8> {
        None
    }
}
