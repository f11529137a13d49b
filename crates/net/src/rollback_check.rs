//! A game that is rolled back in every tick, to see whether it can be.

use crate::{Game, GameTick, PlayerInput};
use core::fmt;
use motile_geom::{StateDifference, StateHash, StateOutline, state};
use motile_time::{Rate, TickTime};
use std::collections::VecDeque;

/// Plays a game alone and, after every tick, goes some ticks back and plays them again: once from a copy, as rollback does, and
/// once from saved bytes, as those who join late do. A state that comes out otherwise is told by tick and field.
///
/// For the tests of a game: what holds here is no desync between machines of one kind later.
///
/// ```
/// use motile_net::RollbackCheck;
/// use motile_net::race::{BallRace, RaceInput};
///
/// let mut check = RollbackCheck::new(BallRace::new(2, 7), 8);
/// for tick in 0..200 {
///     let right = RaceInput { right: true, jump: tick % 50 == 0, ..RaceInput::default() };
///     check.step(&[right, RaceInput::default()])?;
/// }
/// # Ok::<(), motile_net::RollbackFault>(())
/// ```
#[doc(alias = "sync test")]
#[doc(alias = "SyncTest")]
#[derive(Clone, Debug)]
pub struct RollbackCheck<G: Game> {
    game: G,
    rate: Rate,
    depth: usize,
    tick: u32,
    /// The ticks that are played again, oldest first.
    past: VecDeque<Past<G>>,
}

#[derive(Clone, Debug)]
struct Past<G> {
    /// Before the tick.
    game: G,
    /// What every player did, packed as it would be sent.
    inputs: Vec<u64>,
    /// Of the state after the tick.
    hash: u64,
}

/// A state that came out otherwise when it was played again.
#[derive(Clone, Debug, PartialEq)]
pub struct RollbackFault {
    /// The tick after which states differ.
    pub tick: u32,
    /// Whether it was played again from saved bytes; from a copy otherwise.
    pub from_bytes: bool,
    /// Which fields differ, by name: as they came out first, and again. Empty when saved bytes could not be read.
    pub differences: Vec<StateDifference>,
}

impl fmt::Display for RollbackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = if self.from_bytes { "saved bytes" } else { "a copy" };
        write!(f, "tick {} comes out otherwise when it is played again from {from}", self.tick)?;
        self.differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
    }
}

impl core::error::Error for RollbackFault {}

impl<G: Game> RollbackCheck<G> {
    /// Begins with a game as it is, and goes back by `depth` ticks, at least one, in every tick.
    pub fn new(game: G, depth: u8) -> Self {
        let depth = usize::from(depth.max(1));
        Self { game, rate: Rate::default(), depth, tick: 0, past: VecDeque::new() }
    }

    /// Plays a tick with everybody there, and the last ones again, twice.
    ///
    /// # Errors
    /// The first difference.
    pub fn step(&mut self, inputs: &[G::Input]) -> Result<(), RollbackFault> {
        let inputs: Vec<u64> = inputs.iter().map(|input| input.pack()).collect();
        let before = self.game.clone();
        play(&mut self.game, &inputs, TickTime::new(self.tick.into(), self.rate));
        self.past.push_back(Past { game: before, inputs, hash: StateHash::of(&self.game) });
        self.tick = self.tick.wrapping_add(1);
        if self.past.len() > self.depth {
            self.past.pop_front();
        }
        let Some(oldest) = self.past.front() else { return Ok(()) };
        self.again(oldest.game.clone(), false)?;
        // Loaded into the game of now, as a peer that was there before does.
        let mut loaded = self.game.clone();
        if loaded.load(&state::save(&oldest.game)).is_err() {
            let tick = self.tick.wrapping_sub(self.past.len() as u32);
            return Err(RollbackFault { tick, from_bytes: true, differences: Vec::new() });
        }
        self.again(loaded, true)
    }

    fn again(&self, mut game: G, from_bytes: bool) -> Result<(), RollbackFault> {
        let first = self.tick.wrapping_sub(self.past.len() as u32);
        for (index, past) in self.past.iter().enumerate() {
            let tick = first.wrapping_add(index as u32);
            play(&mut game, &past.inputs, TickTime::new(tick.into(), self.rate));
            if StateHash::of(&game) != past.hash {
                let came = self.past.get(index + 1).map_or(&self.game, |next| &next.game);
                let differences = StateOutline::of(came).differences(&StateOutline::of(&game));
                return Err(RollbackFault { tick, from_bytes, differences });
            }
        }
        Ok(())
    }

    /// The game as it is now.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The tick that is played next.
    pub const fn tick(&self) -> u32 {
        self.tick
    }
}

fn play<G: Game>(game: &mut G, inputs: &[u64], time: TickTime) {
    let inputs: Vec<G::Input> = inputs.iter().map(|&input| G::Input::unpack(input)).collect();
    let present = (0..inputs.len().min(8)).fold(0, |mask, player| mask | 1 << player);
    game.step(&GameTick { time, inputs: &inputs, present });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{RaceInput, RaceSeries, SeriesInput};
    use crate::toy::Toy;
    use motile_geom::{HashState, SaveState, StateError, StateReader, StateWriter};
    use std::cell::Cell;
    use std::rc::Rc;

    /// A toy that forgets something.
    #[derive(Clone, Default)]
    struct Forgetful {
        toy: Toy,
        /// Is in no state.
        hidden: u8,
        /// Is shared by all copies.
        shared: Rc<Cell<i64>>,
        uses: u8,
    }

    impl HashState for Forgetful {
        fn hash_state(&self, hash: &mut StateHash) {
            self.toy.hash_state(hash);
        }

        fn outline(&self, outline: &mut StateOutline) {
            outline.field("toy", &self.toy);
        }
    }

    impl SaveState for Forgetful {
        fn save(&self, out: &mut StateWriter) {
            self.toy.save(out);
        }

        fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
            Ok(Self { toy: Toy::restore(input)?, ..Self::default() })
        }
    }

    impl Game for Forgetful {
        type Input = u8;

        fn step(&mut self, tick: &GameTick<'_, u8>) {
            self.toy.step(tick);
            self.hidden += 1;
            match self.uses {
                1 => self.toy.velocity[2] += i64::from(self.hidden),
                2 => {
                    self.shared.set(self.shared.get() + 1);
                    self.toy.position[1] += self.shared.get();
                }
                _ => {}
            }
        }

        fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
            *self = Self { uses: self.uses, ..state::restore(bytes)? };
            Ok(())
        }
    }

    fn fault(uses: u8) -> Option<RollbackFault> {
        let mut check = RollbackCheck::new(Forgetful { uses, ..Forgetful::default() }, 5);
        (0..20).find_map(|tick| check.step(&[tick, 3]).err())
    }

    #[test]
    fn sim_61_what_is_not_saved_and_what_is_shared_is_found_by_name() {
        assert_eq!(fault(0), None);
        let saved = fault(1).expect("a field that is not saved");
        let paths = |fault: &RollbackFault| -> Vec<String> {
            fault.differences.iter().map(|difference| difference.path.clone()).collect()
        };
        assert!(saved.from_bytes && saved.to_string().contains("saved bytes"));
        assert_eq!(paths(&saved), ["toy.velocity[2]"]);
        let shared = fault(2).expect("a number that copies share");
        assert_eq!((shared.tick, shared.from_bytes), (0, false));
        assert_eq!(paths(&shared), ["toy.position[1]"]);
    }

    #[test]
    fn sim_61_the_race_can_be_rolled_back_in_every_tick() {
        let mut check = RollbackCheck::new(RaceSeries::new(3, 9), 10);
        for tick in 0..900u32 {
            let input = |player: u32| SeriesInput {
                drive: RaceInput {
                    right: !(tick / 20 + player).is_multiple_of(5),
                    left: false,
                    jump: (tick + 7 * player).is_multiple_of(31),
                },
                again: tick.is_multiple_of(97),
            };
            check.step(&[0, 1, 2].map(input)).expect("the same again");
        }
        assert_eq!(check.tick(), 900);
    }
}
