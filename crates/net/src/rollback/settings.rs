//! What the peers of a session agree on, and what they are told.

use crate::PacketError;
use motile_time::Rate;

/// How a rollback session is played. All but `input_delay` must be equal on all peers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollbackSettings {
    /// How many players there can be, 1…8.
    pub players: u8,
    /// Which of them are there from the beginning, one bit each; the others may come later.
    pub present: u8,
    /// Ticks a second.
    pub rate: Rate,
    /// Ticks after which own inputs take effect: each hides so much of the way to the others, and is felt.
    pub input_delay: u8,
    /// How many ticks are played ahead of the slowest input, on guesses; then the game waits. At most 60.
    #[doc(alias = "max prediction")]
    pub prediction_window: u8,
    /// Known to the peers of a session alone; packets with another key are refused.
    pub key: u64,
    /// Seconds of silence after which a player is given up, and those that all wait for one who is heard and brings no inputs
    /// (twice as many for one who says that he waits for another).
    pub timeout: f32,
    /// Ticks from one comparison of states to the next, 1…120.
    pub hash_interval: u16,
    /// Bytes of the largest state that is taken over from another peer, at most 32 MB. A game whose state is larger is played, but
    /// nobody can join it: both sides have [`SessionEvent::Refused`] with [`PacketError::State`].
    pub max_state: u32,
}

impl Default for RollbackSettings {
    /// Two players at 60 ticks a second, own inputs after one tick, eight ticks ahead at most.
    fn default() -> Self {
        Self {
            players: 2,
            present: u8::MAX,
            rate: Rate::default(),
            input_delay: 1,
            prediction_window: 8,
            key: 0,
            timeout: 3.0,
            hash_interval: 30,
            max_state: 1 << 22,
        }
    }
}

impl RollbackSettings {
    /// For a number of players, all of them there.
    pub fn new(players: u8) -> Self {
        Self { players, ..Self::default() }
    }

    /// With the key that only peers of the session know.
    pub fn with_key(mut self, key: u64) -> Self {
        self.key = key;
        self
    }

    /// With ticks after which own inputs take effect.
    pub fn with_input_delay(mut self, ticks: u8) -> Self {
        self.input_delay = ticks;
        self
    }

    /// With how many ticks may be played on guesses.
    pub fn with_prediction_window(mut self, ticks: u8) -> Self {
        self.prediction_window = ticks;
        self
    }

    /// With numbers that are out of range moved to the nearest.
    pub(crate) fn clamped(mut self) -> Self {
        self.players = self.players.clamp(1, crate::MAX_PLAYERS as u8);
        self.present &= u8::MAX >> (8 - self.players);
        self.input_delay = self.input_delay.min(60);
        self.prediction_window = self.prediction_window.clamp(1, 60);
        self.hash_interval = self.hash_interval.clamp(1, 120);
        self.max_state = self.max_state.min(32 << 20);
        self.timeout = if self.timeout.is_finite() { self.timeout.max(0.1) } else { 3.0 };
        self
    }
}

/// What happened in a session; read after [`RollbackSession::update`](crate::RollbackSession::update).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionEvent {
    /// A player is not there from a tick on.
    Left {
        /// Who.
        player: u8,
        /// The first tick without him.
        tick: u32,
    },
    /// A player is there from a tick on.
    Joined {
        /// Who.
        player: u8,
        /// The first tick with him.
        tick: u32,
    },
    /// The others went on without this peer; it asks to come back.
    Lost,
    /// A state was taken over from another peer, which is where this one goes on.
    Loaded {
        /// The tick that it plays next.
        tick: u32,
    },
    /// The state of another peer differs. [`RollbackSession::desync`](crate::RollbackSession::desync) tells more once its
    /// state has come.
    Desync {
        /// Whose.
        peer: u8,
        /// Before this tick.
        tick: u32,
    },
    /// A packet was refused, or a state that a peer asks for is larger than it takes; told once a peer and reason.
    Refused {
        /// From whom, or for whom.
        peer: u8,
        /// Why.
        error: PacketError,
    },
}

/// How a session is doing: for an overlay, and for tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SessionReport {
    /// Ticks played for the first time.
    pub ticks: u64,
    /// Ticks played again because an input was guessed wrong.
    pub resimulated: u64,
    /// How often that happened.
    pub rollbacks: u64,
    /// Ticks of the deepest rollback.
    pub deepest: u32,
    /// Ticks that were due and not played, waiting for inputs of others.
    pub stalled: u64,
    /// Packets sent, and bytes in them.
    pub packets_out: u64,
    /// Bytes in the packets sent.
    pub bytes_out: u64,
    /// Packets that were understood.
    pub packets_in: u64,
    /// Packets that were not.
    pub refused: u64,
    /// Why the last of those was not; `None` while all were.
    pub refusal: Option<PacketError>,
    /// States that were compared with those of others.
    pub compared: u64,
    /// Those that differed.
    pub desyncs: u64,
    /// How many ticks this peer is ahead of the others on average; negative when behind.
    pub ahead: f32,
    /// Seconds to the other players and back, on average, as it was of late: the way of packets, and the wait for their next
    /// update. 0 before anything is known, and for those who look on.
    #[doc(alias = "ping")]
    #[doc(alias = "rtt")]
    pub round_trip: f32,
    /// The part of the packets to this peer that did not come of late, on average of their senders, 0…1.
    #[doc(alias = "packet loss")]
    pub loss: f32,
    /// How fast its clock runs to come together with the others, 0.99…1.01.
    pub pace: f32,
}
