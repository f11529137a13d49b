//! Client and server: one machine decides, the others predict and are corrected.

mod client;
mod host;
mod snapshot;
#[cfg(test)]
mod tests;
mod whole;
mod wire;

pub use client::{ClientReport, GameClient};
pub use host::{GameServer, ServerReport};
pub use whole::WholeGame;

use crate::Game;
use motile_geom::Vec2;
use motile_time::Rate;

/// A [`Game`] whose state can be sent piece by piece: as objects, each a few whole numbers. [`WholeGame`] makes one of any game;
/// written by hand it takes fewer bytes, and others are shown between snapshots.
///
/// The numbers are quantized: a position in sixteenths of a pixel is an `i32` that changes by little, and little is what is
/// sent. The server rounds its own state to them after each tick, so that clients who predict from them predict what it does.
pub trait Replicated: Game {
    /// How many numbers an object has, 1…32.
    const FIELDS: usize;

    /// How many objects there are; it must not change.
    fn objects(&self) -> u16;

    /// Writes an object as numbers.
    fn read_object(&self, object: u16, fields: &mut [i32]);

    /// Becomes what the numbers say. Any numbers may come.
    fn write_object(&mut self, object: u16, fields: &[i32]);

    /// Called when objects were written: for games that take them over together, not one by one. Nothing by default.
    fn take_objects(&mut self) {}

    /// Where an object with these numbers is, pixels.
    fn place(fields: &[i32]) -> Vec2;

    /// Whether a player has to know of an object: what is false is not sent (interest management).
    #[doc(alias = "interest management")]
    #[doc(alias = "area of interest")]
    fn is_relevant(&self, player: u8, object: u16) -> bool {
        let (_, _) = (player, object);
        true
    }
}

/// How a server and its clients play. Equal on all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerSettings {
    /// How many players there can be, 1…8.
    pub players: u8,
    /// Ticks a second.
    pub rate: Rate,
    /// Ticks from one snapshot to the next, 1…60.
    pub snapshot_interval: u8,
    /// How far behind the server others are shown, so that there are two snapshots to go between, seconds.
    #[doc(alias = "interpolation delay")]
    pub view_delay: f32,
    /// How long others go on straight after the last snapshot, seconds.
    pub extrapolation: f32,
    /// Half of a correction of the own object is hidden within this time, seconds.
    pub smoothing: f32,
    /// Seconds of silence after which a player is not there.
    pub timeout: f32,
    /// Known to the peers of a session alone; packets with another key are refused.
    pub key: u64,
}

impl Default for ServerSettings {
    /// Two players at 60 ticks a second, 20 snapshots a second, others shown a tenth of a second late.
    fn default() -> Self {
        Self {
            players: 2,
            rate: Rate::default(),
            snapshot_interval: 3,
            view_delay: 0.1,
            extrapolation: 0.25,
            smoothing: 0.05,
            timeout: 3.0,
            key: 0,
        }
    }
}

impl ServerSettings {
    /// For a number of players.
    pub fn new(players: u8) -> Self {
        Self { players, ..Self::default() }
    }

    /// With the key that only peers of the session know.
    pub fn with_key(mut self, key: u64) -> Self {
        self.key = key;
        self
    }

    fn clamped(mut self) -> Self {
        self.players = self.players.clamp(1, crate::MAX_PLAYERS as u8);
        self.snapshot_interval = self.snapshot_interval.clamp(1, 60);
        let seconds = |value: f32| if value.is_finite() { value.clamp(0.0, 2.0) } else { 0.0 };
        self.view_delay = seconds(self.view_delay);
        self.extrapolation = seconds(self.extrapolation);
        self.smoothing = seconds(self.smoothing);
        self.timeout = if self.timeout.is_finite() { self.timeout.max(0.1) } else { 3.0 };
        self
    }
}

/// The number that the server has among the peers of its transport.
pub const SERVER: u8 = 15;
