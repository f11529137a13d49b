//! Saves of a sketch: `stage.saves`.

use super::memory::Memory;
use super::witness::{Known, Witness};
use super::{SaveError, Saves, Store};
use motile_geom::StateHash;
use motile_stage::{Companion, Error, Stage, Surroundings};
use std::rc::Rc;

/// Gives every [`Stage`] the saves of its game: `stage.saves("my-game")`.
///
/// In windows and pages they are those of [`Saves::open`]. In headless runs and tests they are in memory, so that a run is the
/// same everywhere. A recording keeps what was read, and a replay gives it again and leaves what the machine has saved alone.
///
/// ```
/// use motile_game::saves::StageSaves;
/// use motile_stage::{Player, Settings, Sketch, Stage};
///
/// struct Game { launches: u32 }
///
/// impl Sketch for Game {
///     fn setup(stage: &mut Stage) -> motile_stage::Result<Self> {
///         let saves = stage.saves("my-game");
///         let launches = saves.read("launches", 1)?.unwrap_or(0) + 1;
///         saves.write("launches", 1, &launches)?;
///         Ok(Game { launches })
///     }
/// }
///
/// let player = Player::new::<Game>(&Settings::new(64, 48))?;
/// assert_eq!(player.sketch::<Game>().map(|game| game.launches), Some(1), "nothing is saved headless");
/// # Ok::<(), motile_stage::Error>(())
/// ```
pub trait StageSaves {
    /// The saves of a game by its name; where they cannot be had, reading and writing say why.
    fn saves(&mut self, game: &str) -> &mut Saves;
}

impl StageSaves for Stage {
    fn saves(&mut self, game: &str) -> &mut Saves {
        let found = self.find_companion::<Kept>().and_then(|kept| kept.find(game));
        let index = found.unwrap_or_else(|| {
            let index = self.find_companion::<Kept>().map_or(0, |kept| kept.games.len());
            let (witness, trouble) = open(game, index, self.surroundings());
            if let Some(trouble) = trouble {
                self.fail(Error::new(trouble));
            }
            let (name, known) = (game.into(), witness.known());
            let saves = Saves { store: Box::new(witness) };
            self.companion::<Kept>().games.push(Game { name, saves, known });
            index
        });
        &mut self.companion::<Kept>().games[index].saves
    }
}

/// The saves of a game by what may be known of the machine, and what is wrong with a recording.
fn open(game: &str, index: usize, surroundings: &Surroundings) -> (Witness, Option<String>) {
    if let Some(told) = surroundings.told(&topic(index)) {
        return match Witness::replaying(told) {
            Ok(witness) => (witness, None),
            Err(why) => (Witness::watching(Box::new(Memory::default())), Some(why)),
        };
    }
    let store: Box<dyn Store> = match surroundings {
        Surroundings::Machine => match Saves::open(game) {
            Ok(saves) => saves.store,
            Err(error) => Box::new(Refusing(error)),
        },
        _ => Box::new(Memory::default()),
    };
    (Witness::watching(store), None)
}

/// The topic of a recording for the game that was asked for as this one: names of games may be any text.
fn topic(index: usize) -> String {
    format!("saves-{index}")
}

/// The saves of a sketch as they ride on its stage.
#[derive(Debug, Default)]
struct Kept {
    games: Vec<Game>,
}

#[derive(Debug)]
struct Game {
    name: String,
    saves: Saves,
    known: Rc<Known>,
}

impl Kept {
    fn find(&self, game: &str) -> Option<usize> {
        self.games.iter().position(|kept| kept.name == game)
    }
}

impl Companion for Kept {
    /// A copy has what is known, in memory.
    fn boxed(&self) -> Box<dyn Companion> {
        let copy = |kept: &Game| {
            let witness = Witness::watching(Box::new(Memory::holding(kept.known.texts())));
            let known = witness.known();
            Game { name: kept.name.clone(), saves: Saves { store: Box::new(witness) }, known }
        };
        Box::new(Self { games: self.games.iter().map(copy).collect() })
    }

    fn told(&self, tell: &mut dyn FnMut(&str, &str)) {
        for (index, kept) in self.games.iter().enumerate() {
            kept.known.lines(&mut |line| tell(&topic(index), line));
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        for kept in &self.games {
            for (slot, text) in kept.known.texts() {
                hash.write_bytes(slot.as_bytes());
                hash.write_bytes(text.as_bytes());
            }
        }
    }
}

/// A storage that cannot be had.
#[derive(Debug)]
struct Refusing(SaveError);

impl Store for Refusing {
    fn read(&self, _: &str) -> Result<Option<String>, SaveError> {
        Err(self.0.clone())
    }

    fn write(&mut self, _: &str, _: &str) -> Result<(), SaveError> {
        Err(self.0.clone())
    }

    fn remove(&mut self, _: &str) -> Result<(), SaveError> {
        Err(self.0.clone())
    }

    fn slots(&self) -> Result<Vec<String>, SaveError> {
        Err(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_stage::{InputEvent, Key, Player, Result, Script, Settings, Sketch, Tick};

    /// Counts how often Space is pressed, over all runs.
    struct Counts {
        first: u32,
        count: u32,
    }

    impl Sketch for Counts {
        fn setup(stage: &mut Stage) -> Result<Self> {
            let first = stage.saves("counts").read("count", 1)?.unwrap_or(0);
            Ok(Self { first, count: first })
        }

        fn update(&mut self, stage: &mut Stage, tick: Tick<'_>) {
            if tick.input.pressed(Key::Space) {
                self.count += 1;
                let saves = stage.saves("counts");
                if let Err(error) = saves.write("count", 1, &self.count) {
                    stage.fail(error);
                }
            }
        }

        fn hash(&self, hash: &mut StateHash) {
            hash.write_u32(self.count);
        }
    }

    fn counts(player: &Player) -> Option<(u32, u32)> {
        player.sketch::<Counts>().map(|it| (it.first, it.count))
    }

    #[test]
    fn a_replay_reads_what_the_recorded_run_read() {
        // As on a machine where 41 was saved, without one: what a recording tells comes first.
        let before =
            Script::parse("0 told saves-0 \"0 text {\\\"version\\\":1,\\\"value\\\":41}\"\n");
        let settings = Settings::new(10, 10).replaying(&before.unwrap());
        let mut player = Player::new::<Counts>(&settings).unwrap();
        assert_eq!(counts(&player), Some((41, 41)));
        player.run_ticks(1);

        // A run in memory: nothing was saved, so nothing need be told.
        let mut player = Player::new::<Counts>(&Settings::new(10, 10)).unwrap();
        player.record();
        player.event(InputEvent::Key(Key::Space));
        player.run_ticks(3);
        assert_eq!(counts(&player), Some((0, 1)));
        let (hash, script) = (player.hash(), player.stop_recording());
        assert_eq!(script.told(), []);
        let settings = Settings::new(10, 10).replaying(&script);
        let mut again = Player::new::<Counts>(&settings).unwrap();
        again.play(script).unwrap();
        again.run_ticks(3);
        assert_eq!((counts(&again), again.hash()), (Some((0, 1)), hash));
    }

    #[test]
    fn a_machine_whose_saves_are_refused_is_an_error_of_each_call() {
        let mut stage = Stage::new(10, 10).unwrap();
        let (witness, trouble) = open("no name!", 0, &Surroundings::Machine);
        assert_eq!(trouble, None);
        let mut saves = Saves { store: Box::new(witness) };
        assert_eq!(saves.read::<u32>("a", 1), Err(SaveError::Name("no name!".into())));
        assert!(saves.write("a", 1, &3).is_err() && saves.slots().is_err());
        stage.saves("a").write("x", 1, &1).unwrap();
        stage.saves("b").write("x", 1, &2).unwrap();
        let mut copy = stage.clone();
        copy.saves("a").write("x", 1, &9).unwrap();
        assert_eq!(stage.saves("a").read("x", 1), Ok(Some(1)), "a copy shares nothing");
        assert_eq!(stage.saves("b").read("x", 1), Ok(Some(2)));
    }

    #[test]
    fn a_recording_that_makes_no_sense_is_told() {
        let script = Script::parse("0 told saves-0 \"what?\"\n").unwrap();
        let player = Player::new::<Counts>(&Settings::new(10, 10).replaying(&script)).unwrap();
        let said = player.stage().failure().map(ToString::to_string).unwrap_or_default();
        assert!(said.contains("what?"), "{said}");
    }
}
