//! Datagrams of the system.

use crate::{MAX_PACKET, MAX_PEERS, Transport};
use core::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs, UdpSocket};

/// Datagrams that are dropped in one call before it gives up: a few milliseconds of them, and more than the buffer of the
/// system holds, so that strangers neither keep it busy nor keep that buffer full.
const MOST_DROPPED: usize = 2048;

/// Packets as UDP datagrams between known addresses. Nothing in it waits.
///
/// Datagrams of strangers, and those that are longer than a packet, are dropped and counted. An address is no proof of who sends:
/// the key of the session keeps out those who only guess addresses. Whoever brings the peers together tells everybody where the
/// others are, and tells it again when an address changes: a peer that speaks from another one is a stranger.
///
/// ```
/// use motile_net::{Transport, UdpTransport};
///
/// let mut here = UdpTransport::bind("127.0.0.1:0")?;
/// let mut there = UdpTransport::bind("127.0.0.1:0")?;
/// here.set_peer(1, Some(there.local_addr()?));
/// there.set_peer(0, Some(here.local_addr()?));
/// here.send(1, b"hello");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct UdpTransport {
    socket: UdpSocket,
    peers: [Option<SocketAddr>; MAX_PEERS],
    /// One byte more than a packet, to see which ones are longer.
    buffer: [u8; MAX_PACKET + 1],
    /// Datagrams of unknown senders and of impossible lengths so far.
    pub dropped: u64,
    /// Packets that the system would not take so far.
    pub unsent: u64,
}

impl UdpTransport {
    /// Listens at an address; port 0 is any free one.
    ///
    /// # Errors
    /// Those of the system.
    pub fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        let socket = UdpSocket::bind(address)?;
        socket.set_nonblocking(true)?;
        let buffer = [0; MAX_PACKET + 1];
        Ok(Self { socket, peers: [None; MAX_PEERS], buffer, dropped: 0, unsent: 0 })
    }

    /// The address it listens at.
    ///
    /// # Errors
    /// Those of the system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Tells the address of a peer, or that it has none any more. Numbers from [`MAX_PEERS`] on change nothing.
    pub fn set_peer(&mut self, peer: u8, address: Option<SocketAddr>) {
        if let Some(known) = self.peers.get_mut(usize::from(peer)) {
            *known = address;
        }
    }
}

impl fmt::Debug for UdpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UdpTransport").field("socket", &self.socket).finish_non_exhaustive()
    }
}

impl Transport for UdpTransport {
    fn send(&mut self, to: u8, packet: &[u8]) {
        if let Some(address) = self.peers.get(usize::from(to)).copied().flatten() {
            // A full buffer loses the packet, as a network might.
            self.unsent += u64::from(self.socket.send_to(packet, address).is_err());
        }
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        for _ in 0..MOST_DROPPED {
            let (length, from) = match self.socket.recv_from(&mut self.buffer) {
                Ok(received) => received,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                // The system tells of an earlier packet that found nobody; the next one may be good.
                Err(_) => continue,
            };
            let known = self.peers.iter().position(|peer| *peer == Some(from));
            if let Some(peer) = known.filter(|_| length <= MAX_PACKET) {
                packet.clear();
                packet.extend_from_slice(&self.buffer[..length]);
                return Some(peer as u8);
            }
            self.dropped += 1;
        }
        None
    }
}
