//! Looking for rooms of the own network.

use super::{LAN_PORT, LENGTH, LanAnswer, LanQuestion, LanRoomEntry};
use core::fmt;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

/// Seconds from one question to the next.
const INTERVAL: f32 = 1.0;
/// Seconds after which a room that no relay tells of any more is forgotten.
const FORGOTTEN: f32 = 3.5;
/// Datagrams that are looked at in one call, and rooms that are kept: strangers cannot keep it busy.
const MOST_DATAGRAMS: usize = 64;
const MOST_ROOMS: usize = 64;

/// A room of the own network that has a seat left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanRoom {
    /// Its code.
    pub code: String,
    /// Its relay, as clients of relays take it: `10.0.0.5:7777`, or with `wss://`.
    pub relay: String,
    /// How many players it has seats for.
    pub players: u8,
    /// How many of them are taken.
    pub taken: u8,
}

/// Finds rooms of a game at relays of the own network that tell of theirs (`motile relay --lan yes`). Nothing in it waits.
///
/// It asks by broadcast once a second, at [`LAN_PORT`], and the own machine besides. Networks that keep their
/// machines apart (guests, some phones) let no broadcast through: there the address of the relay is typed.
///
/// ```
/// use motile_net::LanSearch;
///
/// let mut search = LanSearch::new("ball-racer")?;
/// // Once a frame.
/// search.update(1.0 / 60.0);
/// for room in search.rooms() {
///     println!("{} at {}: {} of {}", room.code, room.relay, room.taken, room.players);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[doc(alias = "LAN discovery")]
pub struct LanSearch {
    socket: UdpSocket,
    question: LanQuestion,
    /// Who is asked.
    places: Vec<SocketAddr>,
    rooms: Vec<LanRoom>,
    /// How long ago each room was told of, seconds.
    ages: Vec<f32>,
    due: f32,
    /// Datagrams that were no answer to the question so far.
    pub dropped: u64,
}

impl LanSearch {
    /// Looks for rooms of a game. Asks with the first [`LanSearch::update`].
    ///
    /// # Errors
    /// Those of the system; pages have no datagrams.
    pub fn new(game: &str) -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.set_nonblocking(true)?;
        socket.set_broadcast(true)?;
        let places = [Ipv4Addr::BROADCAST, Ipv4Addr::LOCALHOST];
        // Hash maps have the one source of chance in the standard library.
        let nonce = RandomState::new().build_hasher().finish() as u32;
        Ok(Self {
            socket,
            question: LanQuestion { nonce, game: game.to_string() },
            places: places.map(|place| SocketAddr::from((place, LAN_PORT))).to_vec(),
            rooms: Vec::new(),
            ages: Vec::new(),
            due: 0.0,
            dropped: 0,
        })
    }

    /// Asks at these places instead: the broadcast address of another network, or a relay by its name.
    pub fn with_places(mut self, places: &[SocketAddr]) -> Self {
        self.places = places.to_vec();
        self
    }

    /// Lets `dt` seconds pass: asks when it is time to, and reads answers.
    pub fn update(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.max(0.0) } else { 0.0 };
        self.read();
        self.due -= dt;
        self.ages.iter_mut().for_each(|age| *age += dt);
        for old in (0..self.rooms.len()).rev().filter(|&room| self.ages[room] > FORGOTTEN) {
            self.rooms.remove(old);
        }
        self.ages.retain(|&age| age <= FORGOTTEN);
        if self.due <= 0.0 {
            self.due = INTERVAL;
            let question = self.question.encode();
            for place in &self.places {
                // A machine without a network hears nothing.
                let _ = self.socket.send_to(&question, place);
            }
        }
    }

    /// The rooms that there are, in the order in which they were found.
    pub fn rooms(&self) -> &[LanRoom] {
        &self.rooms
    }

    fn read(&mut self) {
        let mut buffer = [0; LENGTH + 1];
        for _ in 0..MOST_DATAGRAMS {
            let (length, from) = match self.socket.recv_from(&mut buffer) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // A place without a relay says so.
                Err(_) => continue,
            };
            let answer = LanAnswer::decode(&buffer[..length]);
            match answer.filter(|answer| answer.nonce == self.question.nonce) {
                Some(answer) => self.take(&answer, from),
                None => self.dropped += 1,
            }
        }
    }

    fn take(&mut self, answer: &LanAnswer, from: SocketAddr) {
        let scheme = if answer.is_encrypted { "wss://" } else { "" };
        let relay = format!("{scheme}{}", SocketAddr::new(from.ip(), answer.port));
        for LanRoomEntry { code, players, taken } in &answer.rooms {
            let (code, players, taken) = (code.clone(), *players, *taken);
            // A relay of this machine is heard from two of its addresses; either leads there.
            if let Some(known) = self.rooms.iter().position(|room| room.code == code) {
                (self.rooms[known].players, self.rooms[known].taken) = (players, taken);
                self.ages[known] = 0.0;
            } else if self.rooms.len() < MOST_ROOMS {
                self.rooms.push(LanRoom { code, relay: relay.clone(), players, taken });
                self.ages.push(0.0);
            }
        }
    }
}

impl fmt::Debug for LanSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LanSearch").field("rooms", &self.rooms).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A relay that answers by hand.
    fn relay() -> (UdpSocket, SocketAddr) {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap();
        (socket, address)
    }

    #[test]
    fn rooms_are_found_and_forgotten() {
        let (socket, address) = relay();
        let mut search = LanSearch::new("pong").unwrap().with_places(&[address]);
        search.update(0.0);
        let mut bytes = [0; LENGTH];
        let (length, from) = socket.recv_from(&mut bytes).unwrap();
        let question = LanQuestion::decode(&bytes[..length]).unwrap();
        assert_eq!(question.game, "pong");
        let rooms = vec![LanRoomEntry { code: "ABC".into(), players: 4, taken: 3 }];
        let answer = LanAnswer { nonce: question.nonce, port: 7777, is_encrypted: false, rooms };
        let forged = LanAnswer { nonce: question.nonce ^ 1, ..answer.clone() };
        for bytes in [forged.encode(), b"noise".to_vec(), answer.encode(), answer.encode()] {
            socket.send_to(&bytes, ("127.0.0.1", from.port())).unwrap();
        }
        while search.rooms().is_empty() {
            search.update(0.0);
        }
        let found =
            LanRoom { code: "ABC".into(), relay: "127.0.0.1:7777".into(), players: 4, taken: 3 };
        assert_eq!((search.rooms(), search.dropped), (&[found][..], 2));
        search.update(FORGOTTEN - 0.5);
        assert_eq!(search.rooms().len(), 1);
        search.update(1.0);
        assert!(search.rooms().is_empty());
        search.update(f32::NAN);
    }
}
