//! The frame around every packet: version, checksum, limits.

use core::fmt;
use motile_geom::StateHash;

/// The version of the protocol; peers of another one are refused with a clear word.
pub const PROTOCOL_VERSION: u8 = 1;

/// Bytes of the largest packet. It fits into one datagram on every road of the internet, so that no router has to cut it.
pub const MAX_PACKET: usize = 1200;

/// Version and checksum.
pub(crate) const FRAME_BYTES: usize = 5;

/// Why bytes are no packet of this session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PacketError {
    /// Shorter than a frame, or longer than [`MAX_PACKET`].
    Size {
        /// How many bytes came.
        bytes: u32,
    },
    /// Written by another version of the protocol.
    Version {
        /// The version of the sender.
        theirs: u8,
    },
    /// Damaged on the way, or from somebody who does not know the key of the session.
    Checksum,
    /// Whole and from a peer of the session, yet nothing that a session says.
    Content,
    /// From a peer that says to be another one, or that has no say: those who look on tell nobody how the game goes.
    Sender,
    /// A piece of a state that is larger than
    /// [`RollbackSettings::max_state`](crate::RollbackSettings::max_state), or a state that is not one of this game.
    State,
    /// From a tick that is much too far in the past or in the future: nobody who plays along is there, or no session
    /// lasts so long.
    Time,
}

impl fmt::Display for PacketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { bytes } => write!(f, "a packet of {bytes} bytes"),
            Self::Version { theirs } => {
                write!(f, "a packet of protocol {theirs}; this is protocol {PROTOCOL_VERSION}")
            }
            Self::Checksum => f.write_str("a packet that is damaged or of another session"),
            Self::Content => f.write_str("a packet that says nothing known"),
            Self::State => f.write_str("a state that is too large, or not of this game"),
            Self::Sender => f.write_str("a packet of somebody who has no say in it"),
            Self::Time => f.write_str("a packet from a tick that nobody in the session is near"),
        }
    }
}

impl core::error::Error for PacketError {}

/// Sums up bytes together with the key, so that nobody without it writes packets that are believed.
///
/// It keeps out strangers and damage, not an attacker who hears the packets: that takes encryption below.
fn checksum(bytes: &[u8], key: u64) -> u32 {
    let mut hash = StateHash::new();
    hash.write_u64(key);
    hash.write_bytes(bytes);
    let hash = hash.finish();
    (hash ^ (hash >> 32)) as u32
}

/// Starts a packet in `bytes`: version and room for the checksum.
pub(crate) fn begin(bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend_from_slice(&[PROTOCOL_VERSION, 0, 0, 0, 0]);
}

/// Writes the checksum of a finished packet.
pub(crate) fn seal(bytes: &mut [u8], key: u64) {
    if let Some((head, body)) = bytes.split_at_mut_checked(FRAME_BYTES) {
        head[1..].copy_from_slice(&checksum(body, key).to_le_bytes());
    }
}

/// A packet with this content, of the present version and with a right checksum: for tools and tests that speak to sessions
/// without being one.
pub fn sealed(content: &[u8], key: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    begin(&mut bytes);
    bytes.extend_from_slice(content);
    seal(&mut bytes, key);
    bytes
}

/// What is inside of a packet.
pub(crate) fn open(bytes: &[u8], key: u64) -> Result<&[u8], PacketError> {
    let size = PacketError::Size { bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX) };
    if bytes.len() > MAX_PACKET {
        return Err(size);
    }
    let (&[version, a, b, c, d], body) = bytes.split_first_chunk().ok_or(size)?;
    if version != PROTOCOL_VERSION {
        return Err(PacketError::Version { theirs: version });
    }
    if u32::from_le_bytes([a, b, c, d]) != checksum(body, key) {
        return Err(PacketError::Checksum);
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_keep_out_damage_strangers_and_other_versions() {
        let mut bytes = Vec::new();
        begin(&mut bytes);
        bytes.extend_from_slice(b"hello");
        seal(&mut bytes, 7);
        assert_eq!(open(&bytes, 7), Ok(&b"hello"[..]));
        assert_eq!(open(&bytes, 8), Err(PacketError::Checksum), "another key");
        assert_eq!(open(&bytes[..4], 7), Err(PacketError::Size { bytes: 4 }));
        assert_eq!(open(&[1; MAX_PACKET + 1], 7), Err(PacketError::Size { bytes: 1201 }));
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(open(&damaged, 7).is_err(), "bit {bit}");
        }
        bytes[0] = 9;
        let error = open(&bytes, 7).unwrap_err();
        assert_eq!(error.to_string(), "a packet of protocol 9; this is protocol 1");
    }
}
