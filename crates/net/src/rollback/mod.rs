//! Rollback: everybody plays at once, guesses what the others do, and plays again what was guessed wrong.

mod compare;
mod members;
mod peer;
mod receive;
mod send;
mod settings;
mod simulate;
#[cfg(test)]
mod tests;
mod told;
mod transfer;
mod waiting;

pub(crate) use receive::LAST_TICK;
pub(crate) use transfer::Incoming;

pub use compare::DesyncReport;
pub use settings::{RollbackSettings, SessionEvent, SessionReport};

use crate::input_queue::InputQueue;
use crate::{Admission, Game, MAX_PEERS, MAX_PLAYERS, Packet, PlayerInput, Transport};
use compare::Moment;
use motile_geom::{HashState, StateHash};
use peer::{Peer, Seat};

/// What this peer does in the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRole {
    /// Plays.
    Player,
    /// Looks on: plays what is confirmed.
    Spectator,
    /// Looks on until the others let it play.
    Joining,
}

/// A game between up to eight players without a host, over any [`Transport`].
///
/// Every peer runs the whole game. Own inputs are played at once (after [`RollbackSettings::input_delay`]), those of others
/// are guessed (they go on as before) until they come; a wrong guess is repaired by playing again from the tick it was
/// made for. A tick is *confirmed* when all its inputs are known: then its state is the same for everybody, which is checked
/// by hashes.
///
/// [`RollbackSession::update`] does everything: it reads packets, plays the ticks that are due, and writes packets. After the
/// first seconds it takes no memory, unless somebody joins or the game does.
///
/// ```
/// use motile_geom::{StateHash, state_fields};
/// use motile_net::{Game, GameTick, LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork};
///
/// #[derive(Clone, Default)]
/// struct Tug { rope: i32 }
/// state_fields! { Tug { rope } }
/// impl Game for Tug {
///     type Input = bool;
///     fn step(&mut self, tick: &GameTick<'_, bool>) {
///         self.rope += i32::from(tick.input(0)) - i32::from(tick.input(1));
///     }
/// }
///
/// let settings = RollbackSettings::new(2).with_key(42);
/// let mut peers = [0, 1].map(|me| RollbackSession::new(Tug::default(), me, settings));
/// let mut network = SimulatedNetwork::new(1).with_conditions(LinkConditions::new(0.05, 0.02, 0.1));
/// for tick in 0..300 {
///     network.step(1.0 / 60.0);
///     for peer in &mut peers {
///         peer.set_input(tick % 7 < 2 + peer.me() as i32 * 3);
///         let mut port = network.port(peer.me());
///         peer.update(1.0 / 60.0, &mut port);
///     }
/// }
/// assert!(peers[0].confirmed() > 250 && peers[0].report().compared > 0);
/// assert_eq!(peers[0].report().desyncs, 0);
/// ```
///
/// # Coming and going
///
/// A player who is silent for [`RollbackSettings::timeout`], or is heard and brings no inputs while all wait for his, is given
/// up: the others agree on the last tick of his that any of them has, hand each other what is missing, and go on without him. He comes back with [`RollbackSession::join`]: the
/// lowest player sends him a state and the inputs since, and when he has caught up everybody agrees on the tick from which
/// he plays. Those who come late and those who look on take the same road.
///
/// When the network falls apart, each side goes on; when it heals, the smaller side takes over the state of the other. Of equal
/// sides it is the one that is more than two seconds behind, because its machine slept; else the one without the lowest player.
#[doc(alias = "GGPO")]
#[doc(alias = "netcode")]
#[derive(Clone, Debug)]
pub struct RollbackSession<G: Game> {
    settings: RollbackSettings,
    me: u8,
    role: SessionRole,
    game: G,
    /// The states before the latest ticks.
    saved: Vec<G>,
    /// The first tick before which a state was saved in this life.
    begun: u32,
    /// What was shown before the last correction.
    shown: G,
    /// The tick before which it was shown, if the last update corrected anything.
    corrected: Option<u32>,
    /// The tick that is played next.
    tick: u32,
    /// The earliest tick that was played with a wrong input.
    wrong: Option<u32>,
    seats: Vec<Seat>,
    /// Who was there in each confirmed tick, as a queue of masks.
    presence: InputQueue,
    peers: Vec<Peer>,
    admissions: [Option<Admission>; MAX_PLAYERS],
    /// Confirmed states that were hashed, oldest first.
    moments: Vec<Moment>,
    /// Whether the own state is of no use, and one of another peer is waited for.
    lacks_state: bool,
    /// Whom somebody who looks on listens to, and when that one said something last.
    feeder: Option<u8>,
    fed: f64,
    desync: Option<Box<DesyncReport>>,
    input: u64,
    /// Seconds since the beginning, and those not yet played or sent.
    time: f64,
    /// When somebody left or came last.
    changed: f64,
    /// Until when some may not know that this peer came back.
    settled: f64,
    due: f64,
    send_due: f64,
    events: Vec<SessionEvent>,
    report: SessionReport,
    /// Reused from packet to packet.
    packet: Packet,
    bytes: Vec<u8>,
}

impl<G: Game> RollbackSession<G> {
    /// A session that begins with a game as it is, for the player `me` (one who looks on when the number is not that of a
    /// player). Every peer begins with an equal game and equal settings.
    pub fn new(game: G, me: u8, settings: RollbackSettings) -> Self {
        let is_player = me < settings.clamped().players;
        let role = if is_player { SessionRole::Player } else { SessionRole::Spectator };
        Self::with_role(game, me, settings, role)
    }

    /// A session that comes to a game that goes on, to play as `me`: for those who were not there at the beginning and those
    /// who were gone. The game given is that of the first tick; the state is taken over from the others.
    #[doc(alias = "rejoin")]
    #[doc(alias = "late join")]
    pub fn join(game: G, me: u8, settings: RollbackSettings) -> Self {
        let is_player = me < settings.clamped().players;
        let role = if is_player { SessionRole::Joining } else { SessionRole::Spectator };
        Self::with_role(game, me, settings, role)
    }

    fn with_role(game: G, me: u8, settings: RollbackSettings, role: SessionRole) -> Self {
        let settings = settings.clamped();
        let me = me.min(MAX_PEERS as u8 - 1);
        let saved = vec![game.clone(); usize::from(settings.prediction_window) + 2];
        let shown = game.clone();
        let mut session = Self {
            settings,
            me,
            role,
            game,
            saved,
            begun: 0,
            shown,
            corrected: None,
            tick: 0,
            wrong: None,
            seats: (0..settings.players)
                .map(|player| Seat::new(settings.present, player))
                .collect(),
            presence: InputQueue::new(),
            peers: (0..MAX_PEERS).map(|_| Peer::default()).collect(),
            admissions: [None; MAX_PLAYERS],
            moments: Vec::new(),
            lacks_state: false,
            feeder: None,
            fed: 0.0,
            desync: None,
            input: 0,
            time: 0.0,
            changed: 0.0,
            settled: 0.0,
            due: 0.0,
            send_due: 0.0,
            events: Vec::new(),
            report: SessionReport { pace: 1.0, ..SessionReport::default() },
            packet: Packet::default(),
            bytes: Vec::new(),
        };
        if role != SessionRole::Player {
            // Those who look on are told who is there.
            session.seats.iter_mut().for_each(|seat| seat.absent = None);
        }
        for (player, peer) in session.peers.iter_mut().enumerate().take(MAX_PLAYERS) {
            peer.gone = settings.present >> player & 1 == 0;
        }
        session
    }

    /// What the own player does from the next tick on.
    pub fn set_input(&mut self, input: G::Input) {
        let mask = if G::Input::BITS >= 64 { u64::MAX } else { (1 << G::Input::BITS) - 1 };
        self.input = input.pack() & mask;
    }

    /// Lets `dt` seconds pass: reads packets, plays what is due, writes packets. Time that is not finite or negative counts as
    /// none, and more than a quarter of a second as that.
    pub fn update<T: Transport>(&mut self, dt: f32, transport: &mut T) {
        let dt = if dt.is_finite() { f64::from(dt.clamp(0.0, 0.25)) } else { 0.0 };
        self.events.clear();
        self.corrected = None;
        self.time += dt;
        self.receive_all(transport);
        self.look_after_members();
        self.correct();
        self.play(dt);
        self.compare_states();
        self.send_due += dt;
        let length = f64::from(self.settings.rate.dt());
        if self.send_due >= length * 0.999 {
            self.send_due = (self.send_due - length).clamp(0.0, length);
            self.send_all(transport);
        }
    }

    /// Says goodbye, so that the others need not wait for the timeout. Send it a few times, as packets get lost.
    pub fn leave<T: Transport>(&mut self, transport: &mut T) {
        self.say_goodbye(transport);
    }

    /// Gives a player up at once: one who never came, or one that the lobby threw out.
    pub fn drop_player(&mut self, player: u8) {
        if player != self.me && player < self.settings.players {
            self.give_up(player);
        }
    }

    /// The game as this peer sees it: own inputs played, those of others guessed where they have not come.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The game one tick before [`RollbackSession::game`], as it is known now; the same one before the first tick.
    pub fn previous(&self) -> &G {
        if self.tick > self.begun { self.state_before(self.tick - 1) } else { &self.game }
    }

    /// How far what is to be shown lies between [`RollbackSession::previous`] and [`RollbackSession::game`], 0…1. Clocks that run
    /// a little slower or faster play no tick in some updates and two in others: what is drawn in between moves evenly.
    #[doc(alias = "interpolation")]
    pub fn alpha(&self) -> f32 {
        let length = f64::from(self.settings.rate.dt());
        (self.due / length).clamp(0.0, 1.0) as f32
    }

    /// What the last update corrected, because an input was guessed wrong: the game as it was shown, and the same tick as it is
    /// known now. [`FadingOffset::hide`](crate::FadingOffset::hide) takes the places of both.
    pub fn correction(&self) -> Option<(&G, &G)> {
        Some((&self.shown, self.state_before(self.corrected?)))
    }

    /// Whoever this is: the number of a player, or a higher one.
    pub const fn me(&self) -> u8 {
        self.me
    }

    /// What it does in the session.
    pub const fn role(&self) -> SessionRole {
        self.role
    }

    /// The tick that is played next.
    pub const fn tick(&self) -> u32 {
        self.tick
    }

    /// How many ticks are confirmed and played: their states are final.
    pub fn confirmed(&self) -> u32 {
        self.known_end().min(self.tick)
    }

    /// The latest state that is final, before the tick [`RollbackSession::confirmed`].
    pub fn confirmed_game(&self) -> &G {
        self.state_before(self.confirmed())
    }

    /// Which players are there, one bit each, as far as this peer knows now.
    pub fn present(&self) -> u8 {
        self.presence_of(self.tick)
    }

    /// What happened in the last update.
    pub fn events(&self) -> &[SessionEvent] {
        &self.events
    }

    /// How the session is doing.
    pub const fn report(&self) -> &SessionReport {
        &self.report
    }

    /// The first difference that was found between this peer and another, if there was one.
    pub fn desync(&self) -> Option<&DesyncReport> {
        self.desync.as_deref()
    }

    /// The latest compared fingerprint: the tick before which the state was taken, and its hash.
    pub fn latest_hash(&self) -> Option<(u32, u64)> {
        self.moments.last().map(|moment| (moment.tick, moment.hash))
    }

    /// The settings, with numbers out of range moved to the nearest.
    pub const fn settings(&self) -> &RollbackSettings {
        &self.settings
    }
}

/// The game as this peer sees it, and when: two sessions that hash alike play alike.
impl<G: Game> HashState for RollbackSession<G> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.me, self.tick, self.confirmed(), &self.game));
    }
}
