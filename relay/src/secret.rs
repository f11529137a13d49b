//! What only relays, and those who send players to them, know: it signs tickets and passes.

use hmac::{Hmac, KeyInit, Mac};
use motile_net::{RoomPass, RoomTicket};
use sha2::Sha256;
use std::fmt;
use std::path::Path;

/// Bytes of a secret at the least: as many as the signatures are strong.
const SHORTEST: usize = 16;
/// Bits of a token that are not its signature: they make two tickets of one seat differ.
const NONCE_BITS: u32 = 32;

/// Signs tickets and passes. All relays that share rooms have the same one; without one, tickets are random numbers that
/// only the relay which gave them can check.
#[derive(Clone)]
pub struct RelaySecret(Hmac<Sha256>);

impl RelaySecret {
    /// From bytes that nobody can guess, 16 or more.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn new(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() < SHORTEST {
            return Err(format!("a secret has {SHORTEST} bytes or more, not {}", bytes.len()));
        }
        Hmac::new_from_slice(bytes).map(Self).map_err(|error| error.to_string())
    }

    /// From the bytes of a file; white space at both ends does not count.
    ///
    /// # Errors
    /// When it cannot be read, or is too short.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let secret = bytes.and_then(|bytes| Self::new(bytes.trim_ascii()));
        secret.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// A pass to a game for somebody whom the issuer calls `id`, until a time in seconds since 1970.
    pub fn pass(&self, game: &str, id: u64, expires: u64) -> RoomPass {
        RoomPass { id, expires, signature: self.sign(&pass_words(game, id, expires)) }
    }

    /// Whether a pass was signed with this secret, for this game, and is not over.
    pub fn lets_in(&self, game: &str, pass: &RoomPass, now: u64) -> bool {
        let words = pass_words(game, pass.id, pass.expires);
        now < pass.expires && self.is_signed(&words, &pass.signature)
    }

    /// A token for a seat.
    pub(crate) fn token(&self, room: &str, seat: u8, key: u64, nonce: u32) -> u128 {
        let signature = u128::from_le_bytes(self.sign(&ticket_words(room, seat, key, nonce)));
        signature << NONCE_BITS | u128::from(nonce)
    }

    /// Whether a relay with this secret gave a ticket.
    pub(crate) fn gave(&self, room: &str, ticket: &RoomTicket) -> bool {
        let RoomTicket { seat, token, key } = *ticket;
        let words = ticket_words(room, seat, key, token as u32);
        // The upper bits of the signature have no room in a token.
        let signature = (token >> NONCE_BITS).to_le_bytes();
        self.is_signed(&words, &signature[..16 - (NONCE_BITS / 8) as usize])
    }

    fn sign(&self, words: &[u8]) -> [u8; 16] {
        let whole = self.0.clone().chain_update(words).finalize().into_bytes();
        core::array::from_fn(|i| whole[i])
    }

    /// In constant time, so that nobody finds a signature byte by byte.
    fn is_signed(&self, words: &[u8], signature: &[u8]) -> bool {
        self.0.clone().chain_update(words).verify_truncated_left(signature).is_ok()
    }
}

impl fmt::Debug for RelaySecret {
    /// It stays one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RelaySecret")
    }
}

/// What is signed: names have no zero bytes, so that nothing can be read in two ways.
fn pass_words(game: &str, id: u64, expires: u64) -> Vec<u8> {
    [b"pass\0", game.as_bytes(), b"\0", &id.to_le_bytes(), &expires.to_le_bytes()].concat()
}

fn ticket_words(room: &str, seat: u8, key: u64, nonce: u32) -> Vec<u8> {
    let numbers = [&[seat], &key.to_le_bytes()[..], &nonce.to_le_bytes()].concat();
    [b"ticket\0", room.as_bytes(), b"\0", &numbers].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(bytes: &[u8]) -> RelaySecret {
        RelaySecret::new(bytes).expect("long enough")
    }

    #[test]
    fn sim_64_signatures_are_those_of_the_standard() {
        // Test case 2 of RFC 4231, whose key is lengthened by zeros, which HMAC does too.
        let short = secret(b"Jefe\0\0\0\0\0\0\0\0\0\0\0\0");
        let first = [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e];
        assert_eq!(short.sign(b"what do ya want for nothing?")[..8], first);
    }

    #[test]
    fn sim_64_a_pass_is_for_one_game_one_name_and_a_while() {
        let (own, other) = (secret(b"0123456789abcdef"), secret(b"0123456789abcdeF"));
        let pass = own.pass("pong", 7, 1000);
        assert!(own.lets_in("pong", &pass, 999));
        assert!(!own.lets_in("pong", &pass, 1000), "over");
        assert!(!own.lets_in("chess", &pass, 0), "another game");
        assert!(!other.lets_in("pong", &pass, 0), "another secret");
        for forged in [RoomPass { id: 8, ..pass }, RoomPass { expires: 2000, ..pass }] {
            assert!(!own.lets_in("pong", &forged, 0));
        }
        for bit in 0..128 {
            let mut forged = pass;
            forged.signature[bit / 8] ^= 1 << (bit % 8);
            assert!(!own.lets_in("pong", &forged, 0), "bit {bit}");
        }
    }

    #[test]
    fn sim_64_a_ticket_is_for_one_seat_of_one_room() {
        let own = secret(b"0123456789abcdef");
        let ticket = RoomTicket { seat: 2, token: own.token("pong.ABC", 2, 77, 5), key: 77 };
        assert!(own.gave("pong.ABC", &ticket) && !own.gave("pong.XYZ", &ticket));
        assert_ne!(own.token("pong.ABC", 2, 77, 6), ticket.token);
        for forged in [RoomTicket { seat: 1, ..ticket }, RoomTicket { key: 78, ..ticket }] {
            assert!(!own.gave("pong.ABC", &forged));
        }
        for bit in 0..128 {
            let forged = RoomTicket { token: ticket.token ^ 1 << bit, ..ticket };
            assert!(!own.gave("pong.ABC", &forged), "bit {bit}");
        }
    }

    #[test]
    fn sim_64_short_secrets_are_refused_and_none_is_printed() {
        assert!(RelaySecret::new(b"password").is_err_and(|error| error.contains("16 bytes")));
        assert!(RelaySecret::read(Path::new("no/such/file")).is_err());
        assert_eq!(format!("{:?}", secret(b"0123456789abcdef")), "RelaySecret");
    }
}
