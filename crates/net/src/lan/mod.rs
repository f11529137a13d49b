//! Rooms of the own network: a question to everybody, and the answers of relays that tell.
//!
//! A question is as long as the longest answer, so that nobody can use a relay to flood somebody else.

#[cfg(feature = "udp")]
mod search;

#[cfg(feature = "udp")]
pub use search::{LanRoom, LanSearch};

/// The UDP port at which relays are asked for their rooms.
pub const LAN_PORT: u16 = 7778;
/// Rooms in one answer at the most.
pub const MAX_LAN_ROOMS: usize = 16;

/// The first bytes, with the version.
const QUESTION: [u8; 4] = *b"mlq1";
const ANSWER: [u8; 4] = *b"mla1";
/// Bytes of every question, and of no answer more.
const LENGTH: usize = 320;

/// Asks relays of the own network for rooms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanQuestion {
    /// Comes back with the answer, so that only those who heard the question can give one.
    pub nonce: u32,
    /// Which game, as in [`RoomHello::game`](crate::RoomHello::game).
    pub game: String,
}

/// What a relay answers to a [`LanQuestion`].
///
/// ```
/// use motile_net::{LanAnswer, LanRoomEntry};
///
/// let rooms = vec![LanRoomEntry { code: "KXQBDF".into(), players: 4, taken: 1 }];
/// let answer = LanAnswer { nonce: 7, port: 7777, is_encrypted: false, rooms };
/// assert_eq!(LanAnswer::decode(&answer.encode()), Some(answer));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanAnswer {
    /// That of the question.
    pub nonce: u32,
    /// The TCP port of the relay.
    pub port: u16,
    /// Whether it is to be reached by `wss://`.
    pub is_encrypted: bool,
    /// Rooms that have a seat left, at most [`MAX_LAN_ROOMS`].
    pub rooms: Vec<LanRoomEntry>,
}

/// A room in a [`LanAnswer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanRoomEntry {
    /// Its code.
    pub code: String,
    /// How many players it has seats for.
    pub players: u8,
    /// How many of them are taken.
    pub taken: u8,
}

impl LanQuestion {
    /// As a datagram.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = QUESTION.to_vec();
        out.extend_from_slice(&self.nonce.to_le_bytes());
        write_text(&self.game, &mut out);
        out.resize(LENGTH, 0);
        out
    }

    /// Reads a datagram; `None` when it is no question. Shorter ones than [`LanQuestion::encode`] makes are none.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(&QUESTION).filter(|_| bytes.len() == LENGTH)?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (game, _) = read_text(rest)?;
        Some(Self { nonce: u32::from_le_bytes(*nonce), game: game? })
    }
}

impl LanAnswer {
    /// As a datagram; rooms beyond the most that fit are left out.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = ANSWER.to_vec();
        out.extend_from_slice(&self.nonce.to_le_bytes());
        out.extend_from_slice(&self.port.to_le_bytes());
        let rooms = &self.rooms[..self.rooms.len().min(MAX_LAN_ROOMS)];
        out.extend_from_slice(&[u8::from(self.is_encrypted), rooms.len() as u8]);
        for room in rooms {
            write_text(&room.code, &mut out);
            out.extend_from_slice(&[room.players, room.taken]);
        }
        out
    }

    /// Reads a datagram; `None` when it is no answer. Rooms whose codes cannot be are left out.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(&ANSWER).filter(|_| bytes.len() <= LENGTH)?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (port, rest) = rest.split_first_chunk()?;
        let (&[flags, count], mut rest) = rest.split_first_chunk()?;
        let mut rooms = Vec::new();
        for _ in 0..usize::from(count).min(MAX_LAN_ROOMS) {
            let (code, after) = read_text(rest)?;
            let (&[players, taken], after) = after.split_first_chunk()?;
            rooms.extend(code.map(|code| LanRoomEntry { code, players, taken }));
            rest = after;
        }
        let (nonce, port) = (u32::from_le_bytes(*nonce), u16::from_le_bytes(*port));
        Some(Self { nonce, port, is_encrypted: flags & 1 == 1, rooms })
    }
}

/// Longest name of a game, and of a code.
const LONGEST: usize = 32;

fn write_text(text: &str, out: &mut Vec<u8>) {
    let bytes = &text.as_bytes()[..text.len().min(LONGEST)];
    out.push(bytes.len() as u8);
    out.extend_from_slice(bytes);
}

/// A name in letters, digits, `-` and `.`: nothing else is shown to anybody. And what is behind it.
fn read_text(bytes: &[u8]) -> Option<(Option<String>, &[u8])> {
    let (&length, rest) = bytes.split_first()?;
    let (text, rest) = rest.split_at_checked(length.into())?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_good = !text.is_empty() && text.len() <= LONGEST && text.iter().all(is_name);
    let text = str::from_utf8(text).ok().filter(|_| is_good);
    Some((text.map(str::to_string), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_answer_is_longer_than_its_question() {
        let question = LanQuestion { nonce: 9, game: "ball-racer".into() };
        let bytes = question.encode();
        assert_eq!(LanQuestion::decode(&bytes), Some(question));
        assert_eq!(LanQuestion::decode(&bytes[..bytes.len() - 1]), None, "a short one");
        // Relays make codes of up to twelve letters.
        let room = LanRoomEntry { code: "ABCDEFGHJKMN".into(), players: 8, taken: 7 };
        let answer = |rooms| LanAnswer { nonce: 9, port: 1, is_encrypted: true, rooms };
        let full = answer(vec![room; 40]).encode();
        assert!(full.len() <= bytes.len());
        assert_eq!(LanAnswer::decode(&full).unwrap().rooms.len(), MAX_LAN_ROOMS);
    }

    /// One room without a name kept all others of its relay from being found.
    #[test]
    fn sim_64_a_room_with_a_bad_code_hides_no_other() {
        let room = |code: &str| LanRoomEntry { code: code.into(), players: 4, taken: 1 };
        let rooms = ["", "ABC", "A>C", "XYZ"].map(room).to_vec();
        let answer = LanAnswer { nonce: 9, port: 1, is_encrypted: false, rooms };
        let read = LanAnswer::decode(&answer.encode()).expect("an answer");
        assert_eq!(read.rooms, [room("ABC"), room("XYZ")]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_message_or_none(bytes: Vec<u8>, kind: bool) {
            let mut message = if kind { QUESTION } else { ANSWER }.to_vec();
            message.extend_from_slice(&bytes);
            LanAnswer::decode(&message);
            message.resize(LENGTH, 0);
            LanQuestion::decode(&message);
            if let Some(answer) = LanAnswer::decode(&message) {
                prop_assert_eq!(LanAnswer::decode(&answer.encode()), Some(answer));
            }
        }
    }
}
