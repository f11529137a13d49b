//! A game in a room: the transport and the session that it carries, as one.

use super::seen::Seen;
use super::{RoomReplay, RoomStatus, WebSocketTransport};
use crate::recording::GradualReplay;
#[cfg(feature = "encrypted")]
use crate::{EncryptedTransport, PacketCipher};
use crate::{Game, Replay, RollbackSession, RollbackSettings, RoomHello, RoomWelcome};
use core::fmt;

/// Bytes of a recording that are read in one update: a millisecond or two, so that the game goes on meanwhile.
const PIECE: usize = 128 * 1024;
/// How often goodbye is said, as the next relay may be slow.
const GOODBYES: usize = 3;

/// A game in a room of a relay, by rollback with whoever is there: the first one begins it, and those who come later take
/// over its state.
///
/// ```no_run
/// use motile_net::race::{RaceSeries, SeriesInput};
/// use motile_net::{RollbackSettings, RoomHello, RoomSession};
///
/// let hello = RoomHello::new("ball-racer", 4); // for a room that is there: .with_room("KXQBDF")
/// let mut room = RoomSession::new(&[":7777"], hello, RollbackSettings::default(), |welcome| {
///     RaceSeries::new(welcome.players, welcome.ticket.key)
/// });
/// loop {
///     // Once a frame.
///     room.set_input(SeriesInput::default());
///     room.update(1.0 / 60.0);
///     if let Some(code) = room.code() {
///         println!("tell the others: {code}");
///     }
///     if let Some(session) = room.session() {
///         println!("{:?}", session.game().race.balls[usize::from(session.me())].position);
///     }
/// }
/// ```
pub struct RoomSession<G: Game> {
    transport: WebSocketTransport,
    settings: RollbackSettings,
    first: fn(&RoomWelcome) -> G,
    input: G::Input,
    session: Option<RollbackSession<G>>,
    replay: RoomReplay,
    /// The recording of the relay, as far as it was read.
    reading: Option<Box<GradualReplay>>,
    /// What this peer saw itself.
    seen: Seen,
    #[cfg(feature = "encrypted")]
    cipher: Option<CipherKey>,
}

/// A key that all peers share, and the cipher of the own seat once that is known.
#[cfg(feature = "encrypted")]
struct CipherKey {
    key: [u8; 32],
    life: u64,
    cipher: Option<PacketCipher>,
}

impl<G: Game> RoomSession<G> {
    /// Goes to a room of one of some relays. `first` makes the game as it begins, which has to be the same for everybody:
    /// the key of the session is a good seed. The players and the key of the settings are those of the room.
    pub fn new<S: AsRef<str>>(
        relays: &[S],
        hello: RoomHello,
        settings: RollbackSettings,
        first: fn(&RoomWelcome) -> G,
    ) -> Self {
        let transport = WebSocketTransport::new(relays, hello);
        Self {
            transport,
            settings,
            first,
            input: G::Input::default(),
            session: None,
            replay: RoomReplay::Unasked,
            reading: None,
            seen: Seen::default(),
            #[cfg(feature = "encrypted")]
            cipher: None,
        }
    }

    /// Encrypts all packets under a key that the players share and the relay does not know; `life` as in [`PacketCipher::new`].
    /// Everybody in the room needs the same key: packets of others are dropped. What a relay writes down of such a room
    /// is no replay to anybody.
    #[cfg(feature = "encrypted")]
    #[doc(alias = "end-to-end")]
    pub fn with_cipher(mut self, key: [u8; 32], life: u64) -> Self {
        self.cipher = Some(CipherKey { key, life, cipher: None });
        self
    }

    /// What the own player does from the next tick on.
    pub fn set_input(&mut self, input: G::Input) {
        self.input = input;
    }

    /// Lets `dt` seconds pass: connects, plays what is due, reads and writes packets.
    pub fn update(&mut self, dt: f32) {
        self.transport.poll();
        if let RoomReplay::Coming(_) = self.replay {
            self.transport.wait_for_recording(dt);
            self.replay = self.replay_so_far();
        }
        if self.session.is_none() {
            self.session = self.transport.welcome().map(|welcome| self.begin(welcome));
            // From the first tick on: alone, what is played is confirmed at once.
            self.session.iter().for_each(|session| self.seen.follow(session));
        }
        if let Some(session) = &mut self.session {
            session.set_input(self.input);
            #[cfg(feature = "encrypted")]
            if let Some(own) = &mut self.cipher {
                session.update(dt, &mut own.over(session.me(), &mut self.transport));
                return self.seen.follow(session);
            }
            session.update(dt, &mut self.transport);
            self.seen.follow(session);
        }
    }

    fn begin(&self, welcome: &RoomWelcome) -> RollbackSession<G> {
        let seat = welcome.ticket.seat;
        let (own, taken) = (1u16.checked_shl(seat.into()).unwrap_or_default(), welcome.present);
        // Seats of players are the low ones, and a game that is there is where they are.
        let others = (taken & !own & 0xFF) as u8;
        let players = welcome.players;
        let mut settings = RollbackSettings { players, ..self.settings };
        settings.key = welcome.ticket.key;
        settings.present = if others == 0 { own as u8 } else { others };
        let game = (self.first)(welcome);
        if others == 0 {
            RollbackSession::new(game, seat, settings)
        } else {
            RollbackSession::join(game, seat, settings)
        }
    }

    /// Asks the relay for the replay of the room, up to now; [`RoomSession::replay`] has it once it came. The game goes on.
    ///
    /// Of what this peer was there for there always is one, of its last half hour at the least. What was before that the relay
    /// has to have written down: `motile relay --record FOLDER`.
    pub fn ask_for_replay(&mut self) {
        self.transport.ask_for_recording();
        self.replay = RoomReplay::Coming(0.0);
        self.reading = None;
    }

    /// What became of the question for a replay.
    pub const fn replay(&self) -> &RoomReplay {
        &self.replay
    }

    fn replay_so_far(&mut self) -> RoomReplay {
        let Some(bytes) = self.transport.recording() else {
            self.reading = None;
            return RoomReplay::Coming(self.transport.recorded_part());
        };
        let Some(welcome) = self.transport.welcome() else { return RoomReplay::Coming(1.0) };
        if self.reading.is_none() {
            // Whoever makes a room sits on its first seat, alone.
            let present = 1;
            let settings = RollbackSettings { players: welcome.players, present, ..self.settings };
            self.reading = GradualReplay::new(bytes, &settings).map(Box::new);
        }
        if let Some(reading) = &mut self.reading
            && reading.go_on::<G>(bytes, PIECE).is_some()
        {
            return RoomReplay::Coming(1.0);
        }
        let told = self.reading.take().map(|reading| reading.finish(&(self.first)(welcome)));
        let both = told.into_iter().chain(self.seen.replay());
        let longest = both.filter(|replay| replay.ticks() > 0).max_by_key(Replay::ticks);
        longest.map_or(RoomReplay::Nothing, RoomReplay::Ready)
    }

    /// How it stands with the room.
    pub const fn status(&self) -> RoomStatus {
        self.transport.status()
    }

    /// The code of the room, to be told to others; `None` before the relay let it in.
    pub fn code(&self) -> Option<&str> {
        self.transport.welcome().map(|welcome| welcome.room.as_str())
    }

    /// The session, once it is in the room.
    pub const fn session(&self) -> Option<&RollbackSession<G>> {
        self.session.as_ref()
    }

    /// The way to the room, with what there is to know about it.
    pub const fn transport(&self) -> &WebSocketTransport {
        &self.transport
    }

    /// Says goodbye to the others, gives the seat up and closes.
    pub fn leave(&mut self) {
        if let Some(session) = &mut self.session {
            for _ in 0..GOODBYES {
                #[cfg(feature = "encrypted")]
                if let Some(own) = &mut self.cipher {
                    session.leave(&mut own.over(session.me(), &mut self.transport));
                    continue;
                }
                session.leave(&mut self.transport);
            }
        }
        self.transport.leave();
    }
}

#[cfg(feature = "encrypted")]
impl CipherKey {
    /// The transport behind the cipher of a seat.
    fn over<'a>(
        &'a mut self,
        me: u8,
        transport: &'a mut WebSocketTransport,
    ) -> EncryptedTransport<'a, WebSocketTransport> {
        let (key, life) = (self.key, self.life);
        self.cipher.get_or_insert_with(|| PacketCipher::new(key, me, life)).over(transport)
    }
}

impl<G: Game> fmt::Debug for RoomSession<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RoomSession").field("transport", &self.transport).finish_non_exhaustive()
    }
}
