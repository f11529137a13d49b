//! What a game says about itself so that a session can play it: inputs, state, one step.

use motile_geom::{HashState, SaveState, StateError, state};
use motile_time::TickTime;

/// The most players of a session.
pub const MAX_PLAYERS: usize = 8;

/// The most peers of a session: players, and those who look on.
pub const MAX_PEERS: usize = 16;

/// What one player does in one tick, in at most 64 bits: keys held, a stick, a pointer.
///
/// What is left of an input after packing is what every peer plays with, the one it was made on too. The default is the
/// input of a player who is not there; it packs to 0.
///
/// ```
/// use motile_net::PlayerInput;
///
/// #[derive(Clone, Copy, Default)]
/// struct Pad { left: bool, right: bool, power: u8 }
///
/// impl PlayerInput for Pad {
///     const BITS: u32 = 10;
///     fn pack(self) -> u64 {
///         self.left as u64 | (self.right as u64) << 1 | (self.power as u64) << 2
///     }
///     fn unpack(bits: u64) -> Self {
///         Self { left: bits & 1 != 0, right: bits & 2 != 0, power: (bits >> 2) as u8 }
///     }
/// }
/// assert_eq!(Pad::unpack(Pad { power: 77, ..Pad::default() }.pack()).power, 77);
/// ```
pub trait PlayerInput: Copy + Default {
    /// How many bits [`PlayerInput::pack`] uses, 1…64. Each is sent when the input changes, so fewer are better.
    const BITS: u32;

    /// As a number below 2 to the power of [`PlayerInput::BITS`]; higher bits are lost.
    fn pack(self) -> u64;

    /// The input of a number. Any number may come: peers are not trusted.
    fn unpack(bits: u64) -> Self;
}

macro_rules! number_inputs {
    ($($ty:ident)+) => {$(
        impl PlayerInput for $ty {
            const BITS: u32 = $ty::BITS;

            fn pack(self) -> u64 {
                u64::from(self)
            }

            fn unpack(bits: u64) -> Self {
                bits as Self
            }
        }
    )+};
}

number_inputs! { u8 u16 u32 u64 }

impl PlayerInput for bool {
    const BITS: u32 = 1;

    fn pack(self) -> u64 {
        u64::from(self)
    }

    fn unpack(bits: u64) -> Self {
        bits & 1 == 1
    }
}

/// Switches in a row: the first is the lowest bit.
macro_rules! switch_inputs {
    ($($count:literal)+) => {$(
        impl PlayerInput for [bool; $count] {
            const BITS: u32 = $count;

            fn pack(self) -> u64 {
                self.iter().rev().fold(0, |bits, &switch| bits << 1 | u64::from(switch))
            }

            fn unpack(bits: u64) -> Self {
                core::array::from_fn(|index| bits >> index & 1 == 1)
            }
        }
    )+};
}

switch_inputs! { 2 3 4 5 6 7 8 }

/// One tick of a game: when it is, who is there, and what everyone does.
#[derive(Clone, Copy, Debug)]
pub struct GameTick<'a, I> {
    /// Number, length and time of the tick.
    pub time: TickTime,
    /// The input of every player, by number; the default for those who are not there.
    pub inputs: &'a [I],
    /// Which players are there, one bit each. It changes in the same tick for everybody.
    pub present: u8,
}

impl<I: Copy + Default> GameTick<'_, I> {
    /// The input of a player; the default for numbers that no player has.
    pub fn input(&self, player: u8) -> I {
        self.inputs.get(usize::from(player)).copied().unwrap_or_default()
    }

    /// Whether a player is there.
    pub const fn is_present(&self, player: u8) -> bool {
        player < 8 && self.present >> player & 1 == 1
    }
}

/// A game that can be played alone, on one screen, by rollback or through a server, without a change.
///
/// The state of the game is the value itself. It is cloned for every tick that may be rolled back, hashed to be compared
/// with that of the other peers and saved for those who come later: `#[derive(Clone, StateHash)]` gives all three.
/// Large parts that never change (a map, a track) are best shared by an `Arc` and left out by `#[state(skip)]`;
/// [`Game::load`] then puts them back.
///
/// A step must come out of the state and the tick alone: no clock, no platform's sine, no order of a hash map.
///
/// ```
/// use motile_geom::state_fields;
/// use motile_net::{Game, GameTick};
///
/// #[derive(Clone, Default)]
/// struct Tug { rope: i32 }
/// state_fields! { Tug { rope } }
///
/// impl Game for Tug {
///     type Input = bool;
///     fn step(&mut self, tick: &GameTick<'_, bool>) {
///         self.rope += i32::from(tick.input(0)) - i32::from(tick.input(1));
///     }
/// }
/// ```
pub trait Game: Clone + HashState + SaveState {
    /// What a player does in a tick.
    type Input: PlayerInput;

    /// Plays one tick.
    fn step(&mut self, tick: &GameTick<'_, Self::Input>);

    /// Becomes the state that another peer saved, keeping what is not saved.
    ///
    /// # Errors
    /// When the bytes are no state of the game; then it must not change.
    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        *self = state::restore(bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_switches_are_inputs() {
        fn back<I: PlayerInput>(input: I) -> u64 {
            I::unpack(input.pack()).pack()
        }
        assert_eq!((back(true), back(false)), (1, 0));
        assert_eq!((back(200u8), back(60_000u16)), (200, 60_000));
        assert_eq!((back(u32::MAX), back(u64::MAX)), (u64::from(u32::MAX), u64::MAX));
        let keys = [true, false, true];
        assert_eq!((keys.pack(), <[bool; 3]>::unpack(0xF5)), (5, keys), "a bit a key");
        assert_eq!(u8::unpack(0x1FF), 255, "numbers from outside are cut");
    }

    #[test]
    fn players_who_are_not_there_do_nothing() {
        let time = TickTime::default();
        let tick = GameTick { time, inputs: &[5u8, 6], present: 0b10 };
        assert_eq!((tick.input(1), tick.input(7), tick.input(200)), (6, 0, 0));
        assert_eq!([0, 1, 9].map(|player| tick.is_present(player)), [false, true, false]);
    }
}
