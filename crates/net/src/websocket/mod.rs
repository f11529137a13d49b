//! A room of a relay as a transport, natively and in pages.

#[cfg(not(target_arch = "wasm32"))]
mod line;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod page;
mod seen;
mod session;
mod tape;

pub use session::RoomSession;
pub use tape::RoomReplay;

#[cfg(not(target_arch = "wasm32"))]
use native::Socket;
#[cfg(target_arch = "wasm32")]
use page::Socket;

use crate::{MAX_PACKET, RoomHello, RoomMessage, RoomRefusal, RoomWelcome, Transport};
use core::fmt;
use core::time::Duration;
use tape::Tape;

/// Messages that are looked at in one call: a relay cannot keep it busy.
const MOST_MESSAGES: usize = 256;
/// Milliseconds to wait before each attempt in a row; the last one again and again.
const PAUSES: [u32; 6] = [0, 50, 100, 200, 400, 800];

/// How long a relay may say nothing before it is taken for gone: it says something every second.
const SILENCE: Duration = Duration::from_secs(3);
/// How long it may say nothing before it let somebody in: it may have to ask others.
const SILENCE_BEFORE: Duration = Duration::from_secs(10);

/// How a client stands with its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomStatus {
    /// On the way: to a relay for the first time, or back to the own seat.
    Connecting,
    /// In the room.
    Joined,
    /// Not let in, or thrown out.
    Refused(RoomRefusal),
    /// Gone by own will.
    Left,
}

/// What a socket of this platform is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SocketState {
    Opening,
    Open,
    Closed,
}

/// A room of a relay as a [`Transport`]: packets as messages of a `WebSocket`, natively and in pages alike. Nothing in it waits.
///
/// It goes through a list of relays that share their rooms: when a connection breaks, or a relay says nothing for three seconds,
/// it comes back to its seat through the next, by itself. A rollback session notices lost packets at the most, if that takes less than
/// [`RollbackSettings::timeout`](crate::RollbackSettings::timeout).
///
/// ```no_run
/// use motile_net::race::BallRace;
/// use motile_net::{RollbackSession, RollbackSettings, RoomHello, RoomStatus, WebSocketTransport};
///
/// let mut room = WebSocketTransport::new(&["127.0.0.1:7777"], RoomHello::new("ball-racer", 4));
/// let mut session = None;
/// loop {
///     // Once a frame.
///     room.poll();
///     if let (None, Some(welcome)) = (&session, room.welcome()) {
///         println!("tell the others: {}", welcome.room);
///         let settings = RollbackSettings::new(4).with_key(welcome.ticket.key);
///         session = Some(RollbackSession::new(BallRace::new(4, 1), welcome.ticket.seat, settings));
///     }
///     if let Some(session) = &mut session {
///         session.update(1.0 / 60.0, &mut room);
///     }
///     if let RoomStatus::Refused(why) = room.status() {
///         println!("{why}");
///         break;
///     }
/// }
/// ```
///
/// # Addresses
///
/// `HOST:PORT`, or with the scheme in front. `:PORT` alone is a port of the host that the page came from, and natively of
/// this machine: a page that is served beside its relay finds it.
///
/// `wss://HOST` is encrypted: in pages always possible, natively with the feature `tls`.
pub struct WebSocketTransport {
    relays: Vec<String>,
    hello: RoomHello,
    /// Certificates that are believed besides those of the system, as PEM.
    trusted: Vec<u8>,
    socket: Socket,
    has_said_hello: bool,
    /// Which of the relays it is at.
    relay: usize,
    /// Attempts in a row that led nowhere, and why the last one did.
    failures: usize,
    failure: Option<String>,
    status: RoomStatus,
    welcome: Option<RoomWelcome>,
    present: u16,
    /// A packet that [`WebSocketTransport::poll`] met.
    held: Option<(u8, Vec<u8>)>,
    message: Vec<u8>,
    /// The recording of the room, once it was asked for.
    tape: Option<Tape>,
    /// How often it came back to its seat.
    pub rejoins: u32,
    /// Packets that found no connection, or a full one.
    pub unsent: u64,
    /// Messages of the relay that were none.
    pub dropped: u64,
}

impl WebSocketTransport {
    /// Begins to connect to the first of some relays that share their rooms.
    pub fn new<S: AsRef<str>>(relays: &[S], hello: RoomHello) -> Self {
        let relays: Vec<_> = relays.iter().map(|relay| relay.as_ref().to_string()).collect();
        let socket =
            relays.first().map_or_else(Socket::closed, |relay| Socket::open(relay, 0, &[]));
        Self {
            relays,
            hello,
            trusted: Vec::new(),
            socket,
            has_said_hello: false,
            relay: 0,
            failures: 0,
            failure: None,
            status: RoomStatus::Connecting,
            welcome: None,
            present: 0,
            held: None,
            message: Vec::new(),
            tape: None,
            rejoins: 0,
            unsent: 0,
            dropped: 0,
        }
    }

    /// Believes certificates (PEM) besides those that the system does: that of a relay of one's own. Pages leave it to their
    /// browser.
    #[cfg(feature = "tls")]
    pub fn with_trusted(mut self, certificates: &[u8]) -> Self {
        self.trusted = certificates.to_vec();
        if let Some(relay) = self.relays.get(self.relay) {
            self.socket = Socket::open(relay, 0, &self.trusted);
            self.has_said_hello = false;
        }
        self
    }

    /// Goes on with connecting, and reads what the relay says. Call it once a frame until a session does.
    pub fn poll(&mut self) {
        if self.held.is_none() {
            let mut packet = Vec::new();
            if let Some(from) = self.read(&mut packet) {
                self.held = Some((from, packet));
            }
        }
    }

    /// How it stands with the room.
    pub const fn status(&self) -> RoomStatus {
        self.status
    }

    /// The code of the room, the own seat and the key of the session; `None` before the relay let it in.
    pub const fn welcome(&self) -> Option<&RoomWelcome> {
        self.welcome.as_ref()
    }

    /// Which seats of the room are taken, one bit each, as the relay said last.
    pub const fn present(&self) -> u16 {
        self.present
    }

    /// The address of the relay it is at, or on the way to.
    pub fn relay(&self) -> Option<&str> {
        self.relays.get(self.relay).map(String::as_str)
    }

    /// Why the last attempt to reach a relay led nowhere, in words; `None` when it is in the room, before the first failure, and in
    /// pages, which are not told.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Asks the relay for what it wrote down of the room, which comes in parts: see [`WebSocketTransport::recording`].
    pub fn ask_for_recording(&mut self) {
        let mut tape = Tape::default();
        let offset = tape.ask();
        self.tape = Some(tape);
        self.ask_from(offset);
    }

    /// The bytes of a [`RoomRecording`](crate::RoomRecording) that was asked for, once all of them came; none of them when the
    /// relay writes nothing down.
    pub fn recording(&self) -> Option<&[u8]> {
        self.tape.as_ref().and_then(Tape::whole)
    }

    /// How much of the recording came, 0…1.
    fn recorded_part(&self) -> f32 {
        self.tape.as_ref().map_or(0.0, Tape::part)
    }

    /// Asks again for parts that do not come.
    fn wait_for_recording(&mut self, dt: f32) {
        if let Some(offset) = self.tape.as_mut().and_then(|tape| tape.wait(dt)) {
            self.ask_from(offset);
        }
    }

    fn ask_from(&mut self, offset: u32) {
        if self.status == RoomStatus::Joined {
            let mut message = Vec::new();
            RoomMessage::AskRecording { offset }.encode(&mut message);
            // What is not sent is asked for again.
            self.socket.send(&message);
        }
    }

    /// Gives the seat up and closes.
    pub fn leave(&mut self) {
        RoomMessage::Leave.encode(&mut self.message);
        if self.socket.state() == SocketState::Open {
            self.socket.send(&self.message);
        }
        self.socket = Socket::closed();
        self.status = RoomStatus::Left;
    }

    /// The next packet, and whatever the relay says before it.
    fn read(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        for _ in 0..MOST_MESSAGES {
            match self.socket.state() {
                SocketState::Open => self.say_hello(),
                SocketState::Opening => return None,
                SocketState::Closed => {
                    self.reconnect();
                    return None;
                }
            }
            let is_in = self.status == RoomStatus::Joined;
            let silence = if is_in { SILENCE } else { SILENCE_BEFORE };
            if !self.socket.receive(&mut self.message, silence) {
                if self.socket.state() == SocketState::Closed {
                    continue;
                }
                return None;
            }
            let message = core::mem::take(&mut self.message);
            let from = self.take(&message, packet);
            self.message = message;
            if from.is_some() {
                return from;
            }
        }
        None
    }

    fn say_hello(&mut self) {
        if !self.has_said_hello {
            self.has_said_hello = true;
            RoomMessage::Hello(self.hello.clone()).encode(&mut self.message);
            self.socket.send(&self.message);
        }
    }

    /// Acts on a message; gives the sender of one that is a packet.
    fn take(&mut self, message: &[u8], packet: &mut Vec<u8>) -> Option<u8> {
        match RoomMessage::decode(message) {
            Ok(RoomMessage::Packet { peer, bytes }) if bytes.len() <= MAX_PACKET => {
                packet.clear();
                packet.extend_from_slice(bytes);
                return Some(peer);
            }
            Ok(RoomMessage::Welcome(welcome)) => {
                self.rejoins += u32::from(self.welcome.is_some());
                // From now on it comes back to this seat.
                self.hello.room.clone_from(&welcome.room);
                self.hello.ticket = Some(welcome.ticket);
                self.present = welcome.present;
                self.welcome = Some(welcome);
                self.status = RoomStatus::Joined;
                self.failures = 0;
                self.failure = None;
                // Another relay wrote something else down.
                self.tape = self.tape.take().map(|_| Tape::default());
            }
            Ok(RoomMessage::Recording { offset, total, bytes }) => {
                let tape = self.tape.as_mut();
                if let Some(next) = tape.and_then(|tape| tape.take(offset, total, bytes)) {
                    self.ask_from(next);
                }
            }
            Ok(RoomMessage::Refused(why)) => {
                self.socket = Socket::closed();
                if !why.is_passing() {
                    self.status = RoomStatus::Refused(why);
                }
            }
            Ok(RoomMessage::Present(mask)) => self.present = mask,
            _ => self.dropped += 1,
        }
        None
    }

    fn reconnect(&mut self) {
        let is_over = matches!(self.status, RoomStatus::Refused(_) | RoomStatus::Left);
        if is_over || self.relays.is_empty() {
            return;
        }
        self.failure = self.socket.failure().or(self.failure.take());
        self.status = RoomStatus::Connecting;
        self.relay = (self.relay + 1) % self.relays.len();
        // Every relay is tried once before any pause.
        let round = self.failures / self.relays.len();
        self.failures += 1;
        self.has_said_hello = false;
        let pause = PAUSES[round.min(PAUSES.len() - 1)];
        self.socket = Socket::open(&self.relays[self.relay], pause, &self.trusted);
    }
}

impl fmt::Debug for WebSocketTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("WebSocketTransport");
        shown.field("relay", &self.relay()).field("status", &self.status).finish_non_exhaustive()
    }
}

impl Transport for WebSocketTransport {
    fn send(&mut self, to: u8, packet: &[u8]) {
        let is_sent = self.status == RoomStatus::Joined && packet.len() <= MAX_PACKET && {
            RoomMessage::Packet { peer: to, bytes: packet }.encode(&mut self.message);
            self.socket.send(&self.message)
        };
        self.unsent += u64::from(!is_sent);
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        if let Some((from, held)) = self.held.take() {
            *packet = held;
            return Some(from);
        }
        self.read(packet)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// What a transport says about relays that let nobody in.
    fn failure(relay: &str) -> String {
        let mut transport = WebSocketTransport::new(&[relay], RoomHello::new("pong", 2));
        while transport.failure().is_none() {
            transport.poll();
            std::thread::yield_now();
        }
        assert_eq!(transport.status(), RoomStatus::Connecting, "it goes on trying");
        transport.failure().unwrap_or_default().to_string()
    }

    /// A relay that could not be reached was tried again and again without a word.
    #[test]
    fn sim_64_attempts_that_fail_say_why() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let place = listener.local_addr().expect("an address").to_string();
        drop(listener);
        assert!(failure(&place).starts_with(&format!("{place}: ")), "{}", failure(&place));
        #[cfg(not(feature = "tls"))]
        assert!(failure(&format!("wss://{place}")).ends_with("take the feature `tls`"));
    }
}
