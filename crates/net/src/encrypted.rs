//! Packets that nobody between the peers can read, change or send again.

use crate::{MAX_PACKET, MAX_PEERS, Transport};
use chacha20poly1305::aead::AeadInPlace;
use chacha20poly1305::{ChaCha20Poly1305, KeyInit, Nonce, Tag};
use core::fmt;

/// In front of what is encrypted: a number, and the life of the sender.
const NUMBER_BYTES: usize = 4;
const LIFE_BYTES: usize = 7;
const HEAD_BYTES: usize = NUMBER_BYTES + LIFE_BYTES;
/// Behind it: the proof that nothing was changed.
const TAG_BYTES: usize = 16;
/// Packets that are dropped in one call before it gives up: a few milliseconds of them, and more than the buffer of the
/// system holds, so that strangers neither keep it busy nor keep that buffer full.
const MOST_REFUSED: usize = 2048;
/// How far packets may overtake each other and still count.
const WINDOW: u32 = 64;

/// Encrypts packets with ChaCha20-Poly1305 under a key that all peers of a session share, over any [`Transport`]: datagrams,
/// or a room of a relay that is to know nothing.
///
/// Every packet grows by 27 bytes. What was changed on the way, comes under the name of another peer, comes twice, or belongs
/// to an earlier life of its sender is dropped and counted.
///
/// ```
/// use motile_net::{NoTransport, PacketCipher, Transport};
///
/// let key = [7; 32]; // from whoever brought the players together, over a road that is safe
/// let started = 1_790_000_000_000_000; // microseconds since 1970
/// let mut cipher = PacketCipher::new(key, 0, started);
/// let mut transport = NoTransport; // each frame: session.update(dt, &mut cipher.over(&mut transport))
/// cipher.over(&mut transport).send(1, b"hello");
/// assert_eq!(cipher.unsent, 0);
/// ```
pub struct PacketCipher {
    cipher: ChaCha20Poly1305,
    me: u8,
    life: u64,
    sent: u32,
    heard: [Heard; MAX_PEERS],
    buffer: Vec<u8>,
    /// Packets that were none of a peer, or came twice.
    pub refused: u64,
    /// Packets that were too long to be encrypted, or too many for one life (four billion).
    pub unsent: u64,
}

/// What came from a peer.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    life: u64,
    /// The highest number so far.
    newest: u32,
    /// Which of those before it came, one bit each.
    before: u64,
}

impl Heard {
    /// Whether a packet of this life and number may still come.
    fn is_new(&self, life: u64, number: u32) -> bool {
        if life != self.life || number > self.newest {
            return life >= self.life;
        }
        let back = self.newest - number;
        back > 0 && back <= WINDOW && self.before >> (back - 1) & 1 == 0
    }

    fn note(&mut self, life: u64, number: u32) {
        if life != self.life {
            *self = Self { life, newest: number, before: 0 };
        } else if number > self.newest {
            let ahead = number - self.newest;
            let moved = self.before.checked_shl(ahead).unwrap_or(0);
            // The one that was the newest is one of those before now.
            self.before = moved | 1u64.checked_shl(ahead - 1).unwrap_or(0);
            self.newest = number;
        } else {
            self.before |= 1 << (self.newest - number - 1);
        }
    }
}

impl PacketCipher {
    /// For the peer `me` with a key that all peers share. `life` has to be higher each time a program begins with the same
    /// key and number, such as the time in microseconds: two packets under equal keys, numbers and lives could be read.
    pub fn new(key: [u8; 32], me: u8, life: u64) -> Self {
        Self {
            cipher: ChaCha20Poly1305::new(&key.into()),
            me,
            // Seven bytes, which is enough for 2,283 years of microseconds.
            life: life & (u64::MAX >> 8),
            sent: 0,
            heard: [Heard::default(); MAX_PEERS],
            buffer: Vec::new(),
            refused: 0,
            unsent: 0,
        }
    }

    /// A transport whose packets are encrypted.
    pub fn over<'a, T: Transport>(&'a mut self, transport: &'a mut T) -> EncryptedTransport<'a, T> {
        EncryptedTransport { cipher: self, transport }
    }

    /// Encrypts a packet to a peer into the buffer.
    fn seal(&mut self, to: u8, packet: &[u8]) -> bool {
        if packet.len() + HEAD_BYTES + TAG_BYTES > MAX_PACKET || self.sent == u32::MAX {
            return false;
        }
        self.sent += 1;
        self.buffer.clear();
        self.buffer.extend_from_slice(&self.sent.to_le_bytes());
        self.buffer.extend_from_slice(&self.life.to_le_bytes()[..LIFE_BYTES]);
        self.buffer.extend_from_slice(packet);
        let (nonce, names) = (nonce(self.sent, self.life, self.me), [self.me, to]);
        let body = &mut self.buffer[HEAD_BYTES..];
        match self.cipher.encrypt_in_place_detached(&nonce, &names, body) {
            Ok(tag) => self.buffer.extend_from_slice(&tag),
            Err(_) => return false,
        }
        true
    }

    /// Decrypts a packet of a peer in place.
    fn open(&mut self, from: u8, packet: &mut Vec<u8>) -> Option<()> {
        let body = packet.len().checked_sub(HEAD_BYTES + TAG_BYTES)?;
        let number = u32::from_le_bytes(*packet.first_chunk()?);
        let mut life = [0; 8];
        life[..LIFE_BYTES].copy_from_slice(&packet[NUMBER_BYTES..HEAD_BYTES]);
        let life = u64::from_le_bytes(life);
        let heard = self.heard.get_mut(usize::from(from))?;
        if !heard.is_new(life, number) {
            return None;
        }
        let (sealed, tag) = packet[HEAD_BYTES..].split_at_mut(body);
        let (nonce, names) = (nonce(number, life, from), [from, self.me]);
        let tag = Tag::from_slice(tag);
        self.cipher.decrypt_in_place_detached(&nonce, &names, sealed, tag).ok()?;
        // Only what is genuine moves the window.
        heard.note(life, number);
        packet.copy_within(HEAD_BYTES..HEAD_BYTES + body, 0);
        packet.truncate(body);
        Some(())
    }
}

/// Never the same twice under one key: a number of a life of a peer.
fn nonce(number: u32, life: u64, peer: u8) -> Nonce {
    let mut nonce = [0; 12];
    nonce[..4].copy_from_slice(&number.to_le_bytes());
    nonce[4..].copy_from_slice(&(life << 8 | u64::from(peer)).to_le_bytes());
    nonce.into()
}

impl fmt::Debug for PacketCipher {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("PacketCipher");
        shown.field("me", &self.me).field("sent", &self.sent).finish_non_exhaustive()
    }
}

/// A [`Transport`] whose packets a [`PacketCipher`] encrypts.
#[derive(Debug)]
pub struct EncryptedTransport<'a, T> {
    cipher: &'a mut PacketCipher,
    transport: &'a mut T,
}

impl<T: Transport> Transport for EncryptedTransport<'_, T> {
    fn send(&mut self, to: u8, packet: &[u8]) {
        if self.cipher.seal(to, packet) {
            self.transport.send(to, &self.cipher.buffer);
        } else {
            self.cipher.unsent += 1;
        }
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        for _ in 0..MOST_REFUSED {
            let from = self.transport.receive(packet)?;
            if self.cipher.open(from, packet).is_some() {
                return Some(from);
            }
            self.cipher.refused += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{BallRace, RaceInput};
    use crate::{LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork};
    use motile_proof::assert_no_allocation;
    use std::collections::VecDeque;

    const KEY: [u8; 32] = [9; 32];

    /// Packets of peer 0 as they lie on the wire, to be handed to peer 1.
    #[derive(Default)]
    struct Wire(VecDeque<Vec<u8>>);

    impl Transport for Wire {
        fn send(&mut self, _: u8, packet: &[u8]) {
            self.0.push_back(packet.to_vec());
        }

        fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
            *packet = self.0.pop_front()?;
            Some(0)
        }
    }

    fn sealed(life: u64, packets: &[&[u8]]) -> Vec<Vec<u8>> {
        let (mut cipher, mut wire) = (PacketCipher::new(KEY, 0, life), Wire::default());
        for packet in packets {
            cipher.over(&mut wire).send(1, packet);
        }
        wire.0.into()
    }

    fn opened(cipher: &mut PacketCipher, packet: &[u8]) -> Option<Vec<u8>> {
        let (mut wire, mut got) = (Wire([packet.to_vec()].into()), Vec::new());
        cipher.over(&mut wire).receive(&mut got).map(|_| got)
    }

    #[test]
    fn sim_64_packets_come_back_whole_and_none_that_was_changed() {
        let packets = sealed(5, &[b"first", b"", &[3; MAX_PACKET - 27]]);
        assert_eq!(packets[2].len(), MAX_PACKET);
        let mut cipher = PacketCipher::new(KEY, 1, 1);
        assert_eq!(opened(&mut cipher, &packets[0]).as_deref(), Some(&b"first"[..]));
        assert_eq!(opened(&mut cipher, &packets[1]).as_deref(), Some(&b""[..]));
        assert_eq!(opened(&mut cipher, &packets[2]), Some(vec![3; MAX_PACKET - 27]));
        assert!(!packets[0].windows(5).any(|part| part == b"first"));
        for bit in 0..packets[0].len() * 8 {
            let (mut fresh, mut changed) = (PacketCipher::new(KEY, 1, 1), packets[0].clone());
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(opened(&mut fresh, &changed), None, "bit {bit}");
            assert_eq!(fresh.refused, 1);
        }
        for length in 0..packets[0].len() {
            assert_eq!(opened(&mut PacketCipher::new(KEY, 1, 1), &packets[0][..length]), None);
        }
        let mut stranger = PacketCipher::new([8; 32], 1, 1);
        assert_eq!(opened(&mut stranger, &packets[0]), None, "another key");
        let mut third = PacketCipher::new(KEY, 2, 1);
        assert_eq!(opened(&mut third, &packets[0]), None, "to somebody else");
    }

    #[test]
    fn sim_64_packets_count_once_in_any_order_and_old_lives_do_not() {
        let words: Vec<[u8; 1]> = (0..200).map(|number| [number]).collect();
        let slices: Vec<&[u8]> = words.iter().map(|word| &word[..]).collect();
        let packets = sealed(5, &slices);
        let mut cipher = PacketCipher::new(KEY, 1, 1);
        for number in [2, 0, 3, 1, 70, 60, 199, 140] {
            assert!(opened(&mut cipher, &packets[number]).is_some(), "{number}");
        }
        for number in [199, 140, 70, 3, 134] {
            assert!(
                opened(&mut cipher, &packets[number]).is_none(),
                "{number} came, or is too old"
            );
        }
        assert!(opened(&mut cipher, &packets[135]).is_some(), "64 back");
        let later = sealed(6, &[b"new life"]);
        assert!(opened(&mut cipher, &later[0]).is_some());
        assert!(opened(&mut cipher, &packets[198]).is_none(), "of an earlier life");
        assert!(opened(&mut cipher, &later[0]).is_none(), "twice");
    }

    #[test]
    fn sim_64_what_is_too_long_is_counted() {
        let (mut cipher, mut wire) = (PacketCipher::new(KEY, 0, 1), Wire::default());
        cipher.over(&mut wire).send(1, &[0; MAX_PACKET - 26]);
        cipher.sent = u32::MAX;
        cipher.over(&mut wire).send(1, b"one too many for a life");
        assert_eq!((cipher.unsent, wire.0.len()), (2, 0));
    }

    #[test]
    fn sim_64_a_race_over_a_bad_network_is_the_same_encrypted() {
        let conditions = LinkConditions::new(0.05, 0.02, 0.1);
        let mut network = SimulatedNetwork::new(3).with_conditions(conditions);
        let settings = RollbackSettings::new(2);
        let mut peers = [0, 1].map(|me| {
            let session = RollbackSession::new(BallRace::new(2, 1), me, settings);
            (session, PacketCipher::new(KEY, me, 7))
        });
        let mut tick = || {
            network.step(1.0 / 60.0);
            for (session, cipher) in &mut peers {
                let right = session.tick() % 50 < 30 + u32::from(session.me());
                session.set_input(RaceInput { right, ..RaceInput::default() });
                let mut port = network.port(session.me());
                session.update(1.0 / 60.0, &mut cipher.over(&mut port));
            }
        };
        (0..600).for_each(|_| tick());
        assert_no_allocation("an encrypted second", || (0..60).for_each(|_| tick()));
        for (session, cipher) in &peers {
            let report = session.report();
            assert!(session.confirmed() > 600 && report.compared > 10 && report.desyncs == 0);
            assert_eq!((cipher.unsent, cipher.refused), (0, 0));
        }
    }
}
