//! What players and a relay say to each other: rooms by code, seats, and packets in between.
//!
//! A message whose first byte is below 16 is a packet, and the byte is the peer it goes to or comes from: a relay forwards it by
//! changing that byte. Everything else is about the room.

use crate::{MAX_PACKET, MAX_PEERS, MAX_PLAYERS, RoomPass};
use core::fmt;

/// The version of what is said about rooms.
pub const ROOM_PROTOCOL: u8 = 4;
/// Bytes of the longest message: a packet and the peer it belongs to.
pub const MAX_ROOM_MESSAGE: usize = MAX_PACKET + 1;
/// Bytes of a recording in one message; the last one has what is left.
pub const RECORDING_PART: usize = 1024;
/// Messages with which a relay answers one question for a recording, at the most.
pub const RECORDING_BURST: usize = 16;
/// Letters of codes that relays make: none that is mistaken for another, or for a digit.
pub const ROOM_LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

const HELLO: u8 = 0x40;
const WELCOME: u8 = 0x41;
const REFUSED: u8 = 0x42;
const PRESENT: u8 = 0x43;
const LEAVE: u8 = 0x44;
const ASK_RECORDING: u8 = 0x45;
const RECORDING: u8 = 0x46;
/// What a hello says in one bit each; those with something behind the names stand in the order in which it does.
const LOOKS_ON: u8 = 1;
const HAS_TICKET: u8 = 2;
const HAS_PASS: u8 = 4;
const SERVES: u8 = 8;
const LONGEST_GAME: usize = 32;
const LONGEST_CODE: usize = 12;

/// Why a relay lets somebody not in, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoomRefusal {
    /// The message is none that this version knows.
    Malformed,
    /// Another version of what is said about rooms.
    Version,
    /// The name of the game or the code of the room has letters that are not allowed.
    BadName,
    /// Nobody is in a room of this code.
    NoSuchRoom,
    /// All its seats are taken.
    RoomFull,
    /// The seat belongs to somebody else.
    SeatTaken,
    /// The relay has no room left for anybody.
    RelayFull,
    /// Far more messages than a game needs.
    TooFast,
    /// The client did not read what was sent to it.
    TooSlow,
    /// A newer connection uses the seat.
    Replaced,
    /// The relay is being shut down.
    GoingAway,
    /// The relay asks for a [`RoomPass`], and there was none, or one that is forged or over.
    BadPass,
}

const REFUSALS: [RoomRefusal; 12] = [
    RoomRefusal::Malformed,
    RoomRefusal::Version,
    RoomRefusal::BadName,
    RoomRefusal::NoSuchRoom,
    RoomRefusal::RoomFull,
    RoomRefusal::SeatTaken,
    RoomRefusal::RelayFull,
    RoomRefusal::TooFast,
    RoomRefusal::TooSlow,
    RoomRefusal::Replaced,
    RoomRefusal::GoingAway,
    RoomRefusal::BadPass,
];

impl RoomRefusal {
    /// One word for tables and metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Version => "version",
            Self::BadName => "bad_name",
            Self::NoSuchRoom => "no_such_room",
            Self::RoomFull => "room_full",
            Self::SeatTaken => "seat_taken",
            Self::RelayFull => "relay_full",
            Self::TooFast => "too_fast",
            Self::TooSlow => "too_slow",
            Self::Replaced => "replaced",
            Self::GoingAway => "going_away",
            Self::BadPass => "bad_pass",
        }
    }

    /// Whether another relay may say something else.
    pub const fn is_passing(self) -> bool {
        matches!(self, Self::RelayFull | Self::TooSlow | Self::GoingAway)
    }

    fn number(self) -> u8 {
        REFUSALS.iter().position(|&known| known == self).unwrap_or_default() as u8
    }
}

impl fmt::Display for RoomRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the message is none of this protocol",
            Self::Version => "the relay speaks another version of the protocol",
            Self::BadName => "a game is named by a-z, 0-9 and -, a room by 3 to 12 of A-Z and 0-9",
            Self::NoSuchRoom => "there is no room of this code",
            Self::RoomFull => "all seats of the room are taken",
            Self::SeatTaken => "the seat belongs to somebody else",
            Self::RelayFull => "the relay is full",
            Self::TooFast => "too many messages",
            Self::TooSlow => "messages were not read for too long",
            Self::Replaced => "the seat is used by a newer connection",
            Self::GoingAway => "the relay is shut down",
            Self::BadPass => "the relay asks for a pass that is signed and not over",
        })
    }
}

impl core::error::Error for RoomRefusal {}

/// Proof of a seat: whoever has it may come back to the seat, at any relay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomTicket {
    /// The number of the peer: that of a player, or a higher one of somebody who looks on.
    pub seat: u8,
    /// Known to the relays and to the owner of the seat alone.
    pub token: u128,
    /// The key of the session, known to everybody in the room; see
    /// [`RollbackSettings::key`](crate::RollbackSettings::key).
    pub key: u64,
}

impl RoomTicket {
    /// The ticket as text: seat, token and key, in hexadecimal digits. Whoever has it has the seat.
    ///
    /// ```
    /// use motile_net::RoomTicket;
    /// let ticket = RoomTicket { seat: 2, token: 0xAB, key: 7 };
    /// assert_eq!(RoomTicket::from_text(&ticket.to_text()), Some(ticket));
    /// ```
    pub fn to_text(&self) -> String {
        format!("{:x}.{:x}.{:x}", self.seat, self.token, self.key)
    }

    /// Reads what [`RoomTicket::to_text`] wrote; `None` when it is something else.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let seat = u8::from_str_radix(parts.next()?, 16).ok()?;
        let token = u128::from_str_radix(parts.next()?, 16).ok()?;
        let key = u64::from_str_radix(parts.next()?, 16).ok()?;
        parts.next().is_none().then_some(Self { seat, token, key })
    }
}

/// What somebody says who comes to a relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomHello {
    /// Which game: 1…32 of a…z, 0…9 and `-`. Rooms of different games never meet.
    pub game: String,
    /// The code of the room; empty for a new room.
    pub room: String,
    /// How many players the game has, 1…8; that of the first one in a room counts.
    pub players: u8,
    /// Whether to look on only.
    pub looks_on: bool,
    /// Whether to be the server of the room: for the one seat that nobody else gets, [`SERVER`](crate::SERVER).
    pub serves: bool,
    /// For those who come back.
    pub ticket: Option<RoomTicket>,
    /// For relays that ask for it.
    pub pass: Option<RoomPass>,
}

impl RoomHello {
    /// For a new room of a game.
    pub fn new(game: &str, players: u8) -> Self {
        let (game, players) = (game.to_string(), players.clamp(1, MAX_PLAYERS as u8));
        let (room, looks_on, serves) = (String::new(), false, false);
        Self { game, room, players, looks_on, serves, ticket: None, pass: None }
    }

    /// For a room that is there, by its code; upper and lower case are alike.
    pub fn with_room(mut self, code: &str) -> Self {
        self.room = code.to_ascii_uppercase();
        self
    }

    /// To look on only.
    #[doc(alias = "spectator")]
    pub fn looking_on(mut self) -> Self {
        self.looks_on = true;
        self
    }

    /// To be the server of the room, for a [`GameServer`](crate::GameServer) over the transport: whoever asks first.
    #[doc(alias = "dedicated server")]
    pub fn serving(mut self) -> Self {
        self.serves = true;
        self
    }

    /// With leave to come, for relays that ask for it.
    pub fn with_pass(mut self, pass: RoomPass) -> Self {
        self.pass = Some(pass);
        self
    }

    /// Whether its names can be those of a game and a room; a ticket is for a room that has a name.
    pub fn is_sound(&self) -> bool {
        let game =
            self.game.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let room = self.room.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        let lengths = (1..=LONGEST_GAME).contains(&self.game.len())
            && (self.room.is_empty() && self.ticket.is_none()
                || (3..=LONGEST_CODE).contains(&self.room.len()));
        game && room && lengths && (1..=MAX_PLAYERS as u8).contains(&self.players)
    }
}

/// What a relay answers to those it lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomWelcome {
    /// The code of the room, to be told to others.
    pub room: String,
    /// How many players the room has.
    pub players: u8,
    /// The own seat, and what it takes to come back to it.
    pub ticket: RoomTicket,
    /// Which seats are taken, one bit each.
    pub present: u16,
}

/// A message between a client and a relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomMessage<'a> {
    /// A packet to a peer, or, from the relay, of a peer.
    Packet {
        /// To or from whom.
        peer: u8,
        /// What a session sent.
        bytes: &'a [u8],
    },
    /// The first message of a client.
    Hello(RoomHello),
    /// The first message of a relay.
    Welcome(RoomWelcome),
    /// The last message of a relay.
    Refused(RoomRefusal),
    /// Which seats are taken now, one bit each.
    Present(u16),
    /// The last message of a client that does not come back.
    Leave,
    /// A question for what the relay wrote down of the room, from a byte on.
    AskRecording {
        /// The first byte that is wanted.
        offset: u32,
    },
    /// A part of what the relay wrote down: one of up to [`RECORDING_BURST`] that follow a question.
    Recording {
        /// Where it begins.
        offset: u32,
        /// Bytes of the whole; 0 when nothing was written down.
        total: u32,
        /// [`RECORDING_PART`] bytes, or what is left.
        bytes: &'a [u8],
    },
}

impl<'a> RoomMessage<'a> {
    /// As bytes, in place of what is in `out`.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.clear();
        match self {
            Self::Packet { peer, bytes } => {
                out.push(*peer % MAX_PEERS as u8);
                out.extend_from_slice(bytes);
            }
            Self::Hello(hello) => {
                out.extend_from_slice(&[HELLO, ROOM_PROTOCOL, hello.players]);
                let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
                out.push(
                    bit(hello.looks_on, LOOKS_ON)
                        | bit(hello.serves, SERVES)
                        | bit(hello.ticket.is_some(), HAS_TICKET)
                        | bit(hello.pass.is_some(), HAS_PASS),
                );
                write_text(&hello.game, out);
                write_text(&hello.room, out);
                if let Some(ticket) = &hello.ticket {
                    write_ticket(ticket, out);
                }
                if let Some(pass) = hello.pass {
                    out.extend_from_slice(&pass.to_bytes());
                }
            }
            Self::Welcome(welcome) => {
                out.extend_from_slice(&[WELCOME, ROOM_PROTOCOL, welcome.players]);
                out.extend_from_slice(&welcome.present.to_le_bytes());
                write_text(&welcome.room, out);
                write_ticket(&welcome.ticket, out);
            }
            Self::Refused(refusal) => out.extend_from_slice(&[REFUSED, refusal.number()]),
            Self::Present(mask) => {
                out.push(PRESENT);
                out.extend_from_slice(&mask.to_le_bytes());
            }
            Self::Leave => out.push(LEAVE),
            Self::AskRecording { offset } => {
                out.push(ASK_RECORDING);
                out.extend_from_slice(&offset.to_le_bytes());
            }
            Self::Recording { offset, total, bytes } => {
                out.push(RECORDING);
                out.extend_from_slice(&offset.to_le_bytes());
                out.extend_from_slice(&total.to_le_bytes());
                out.extend_from_slice(bytes);
            }
        }
    }

    /// Reads a message.
    ///
    /// # Errors
    /// [`RoomRefusal::Version`] for another version, [`RoomRefusal::BadName`] for names that cannot be, and
    /// [`RoomRefusal::Malformed`] for everything else that is no message.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, RoomRefusal> {
        if bytes.len() > MAX_ROOM_MESSAGE {
            return Err(RoomRefusal::Malformed);
        }
        let (&kind, rest) = bytes.split_first().ok_or(RoomRefusal::Malformed)?;
        if usize::from(kind) < MAX_PEERS {
            return Ok(Self::Packet { peer: kind, bytes: rest });
        }
        if matches!(kind, HELLO | WELCOME) && rest.first().is_some_and(|&v| v != ROOM_PROTOCOL) {
            return Err(RoomRefusal::Version);
        }
        if kind == RECORDING {
            return Self::decode_part(rest).ok_or(RoomRefusal::Malformed);
        }
        let mut input = Fields(rest);
        let message = Self::decode_rest(kind, &mut input).filter(|_| input.0.is_empty());
        match message.ok_or(RoomRefusal::Malformed)? {
            Self::Hello(hello) if !hello.is_sound() => Err(RoomRefusal::BadName),
            message => Ok(message),
        }
    }

    /// A part of a recording; one of another length than it has to have is none.
    fn decode_part(rest: &'a [u8]) -> Option<Self> {
        let (head, bytes) = rest.split_first_chunk::<8>()?;
        let [a, b, c, d, e, f, g, h] = *head;
        let (offset, total) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let length = total.checked_sub(offset)?.min(RECORDING_PART as u32);
        (bytes.len() == length as usize).then_some(Self::Recording { offset, total, bytes })
    }

    fn decode_rest(kind: u8, input: &mut Fields<'_>) -> Option<Self> {
        Some(match kind {
            HELLO => {
                let [_, players, bits] = input.take()?;
                if bits > LOOKS_ON | HAS_TICKET | HAS_PASS | SERVES {
                    return None;
                }
                let (game, room) = (input.text()?, input.text()?);
                let ticket = if bits & HAS_TICKET != 0 { Some(input.ticket()?) } else { None };
                let has_pass = bits & HAS_PASS != 0;
                let pass = if has_pass { Some(RoomPass::from_bytes(input.take()?)) } else { None };
                let (looks_on, serves) = (bits & LOOKS_ON != 0, bits & SERVES != 0);
                Self::Hello(RoomHello { game, room, players, looks_on, serves, ticket, pass })
            }
            WELCOME => {
                let [_, players] = input.take()?;
                let present = u16::from_le_bytes(input.take()?);
                let (room, ticket) = (input.text()?, input.ticket()?);
                Self::Welcome(RoomWelcome { room, players, ticket, present })
            }
            REFUSED => {
                let [number] = input.take()?;
                // A newer relay may know more reasons.
                let known = REFUSALS.get(usize::from(number));
                Self::Refused(known.copied().unwrap_or(RoomRefusal::Version))
            }
            PRESENT => Self::Present(u16::from_le_bytes(input.take()?)),
            LEAVE => Self::Leave,
            ASK_RECORDING => Self::AskRecording { offset: u32::from_le_bytes(input.take()?) },
            _ => return None,
        })
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    let text = &text.as_bytes()[..text.len().min(255)];
    out.push(text.len() as u8);
    out.extend_from_slice(text);
}

fn write_ticket(ticket: &RoomTicket, out: &mut Vec<u8>) {
    out.push(ticket.seat);
    out.extend_from_slice(&ticket.token.to_le_bytes());
    out.extend_from_slice(&ticket.key.to_le_bytes());
}

/// The bytes of a message that are not read yet.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn text(&mut self) -> Option<String> {
        let [length] = self.take()?;
        let (text, rest) = self.0.split_at_checked(length.into())?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn ticket(&mut self) -> Option<RoomTicket> {
        let [seat] = self.take()?;
        let (token, key) = (u128::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?));
        (usize::from(seat) < MAX_PEERS).then_some(RoomTicket { seat, token, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn messages() -> Vec<RoomMessage<'static>> {
        let ticket = RoomTicket { seat: 3, token: u128::MAX - 5, key: 77 };
        let pass = RoomPass { id: 3, expires: 4, signature: [5; 16] };
        let hello = RoomHello::new("ball-racer", 4);
        let welcome = RoomWelcome { room: "KXQBDF".into(), players: 4, ticket, present: 0x801 };
        vec![
            RoomMessage::Packet { peer: 15, bytes: b"anything" },
            RoomMessage::Packet { peer: 0, bytes: b"" },
            RoomMessage::Hello(hello.clone()),
            RoomMessage::Hello(hello.clone().with_room("abc").looking_on()),
            RoomMessage::Hello(hello.clone().serving()),
            RoomMessage::Hello(RoomHello {
                ticket: Some(ticket),
                ..hello.clone().with_room("abc")
            }),
            RoomMessage::Hello(hello.clone().with_pass(pass)),
            RoomMessage::Hello(RoomHello {
                ticket: Some(ticket),
                ..hello.with_pass(pass).with_room("abc")
            }),
            RoomMessage::Welcome(welcome),
            RoomMessage::Refused(RoomRefusal::GoingAway),
            RoomMessage::Present(0xFFFF),
            RoomMessage::Leave,
            RoomMessage::AskRecording { offset: 70_000 },
            RoomMessage::Recording { offset: 0, total: 0, bytes: b"" },
            RoomMessage::Recording { offset: 4096, total: 4100, bytes: b"last" },
            RoomMessage::Recording { offset: 1024, total: 9999, bytes: &[7; RECORDING_PART] },
        ]
    }

    #[test]
    fn messages_come_back() {
        let mut bytes = Vec::new();
        for message in messages() {
            message.encode(&mut bytes);
            assert_eq!(RoomMessage::decode(&bytes), Ok(message.clone()));
            if bytes[0] >= 16 {
                bytes.push(0);
                let longer = RoomMessage::decode(&bytes);
                assert_eq!(longer, Err(RoomRefusal::Malformed), "{message:?} and a byte");
            }
        }
    }

    #[test]
    fn every_refusal_has_a_number_and_a_word_of_its_own() {
        let mut words: Vec<_> = REFUSALS.iter().map(|refusal| refusal.word()).collect();
        for (number, refusal) in REFUSALS.into_iter().enumerate() {
            assert_eq!(usize::from(refusal.number()), number);
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), REFUSALS.len());
    }

    #[test]
    fn other_versions_and_bad_names_are_told_apart() {
        let mut bytes = Vec::new();
        RoomMessage::Hello(RoomHello::new("pong", 2)).encode(&mut bytes);
        bytes[1] = 9;
        assert_eq!(RoomMessage::decode(&bytes), Err(RoomRefusal::Version));
        for (game, room) in
            [("", "ABC"), ("Pong", "ABC"), ("a.b", "ABC"), ("pong", "AB"), ("pong", "A>C")]
        {
            let hello = RoomHello { room: room.into(), ..RoomHello::new(game, 2) };
            RoomMessage::Hello(hello).encode(&mut bytes);
            assert_eq!(RoomMessage::decode(&bytes), Err(RoomRefusal::BadName), "{game} {room}");
        }
        // A made-up ticket opened a room without a name, which kept all others from being found.
        let ticket = Some(RoomTicket { seat: 0, token: 1, key: 1 });
        RoomMessage::Hello(RoomHello { ticket, ..RoomHello::new("pong", 2) }).encode(&mut bytes);
        assert_eq!(RoomMessage::decode(&bytes), Err(RoomRefusal::BadName), "a ticket for no room");
        assert_eq!(RoomMessage::decode(&[7; MAX_ROOM_MESSAGE + 1]), Err(RoomRefusal::Malformed));
        assert_eq!(RoomMessage::decode(&[]), Err(RoomRefusal::Malformed));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_message_or_refused(kind in 0u8..0x50, bytes: Vec<u8>, flip in 0usize..400) {
            let mut all = vec![kind];
            all.extend_from_slice(&bytes);
            let mut again = Vec::new();
            if let Ok(message) = RoomMessage::decode(&all) {
                message.encode(&mut again);
                prop_assert_eq!(RoomMessage::decode(&again), Ok(message));
            }
            for message in messages() {
                message.encode(&mut again);
                let bit = flip % (again.len() * 8);
                again[bit / 8] ^= 1 << (bit % 8);
                let _ = RoomMessage::decode(&again);
            }
        }
    }
}
