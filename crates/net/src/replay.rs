//! A stretch of a game as a state and inputs: what played it plays it again.

use crate::bits::{BitReader, BitWriter};
use crate::{Game, GameTick, MAX_PLAYERS, PlayerInput};
use motile_geom::{StateError, StateHash, StateReader, state};
use motile_time::{Rate, TickTime};

/// A stretch of a game: the state at its beginning and what every player did in each tick.
///
/// As bytes it is a file that reproduces a match bit for bit on every machine, for one release of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many players there are, 1…8; those beyond play no part.
    pub players: u8,
    /// Ticks a second.
    pub rate: Rate,
    /// The first tick.
    pub first: u32,
    /// The state before it, as [`state::save`] writes it.
    pub state: Vec<u8>,
    /// Who was there in each tick, one bit a player.
    pub present: Vec<u8>,
    /// Packed inputs: those of the first tick for all players, then those of the next.
    pub inputs: Vec<u64>,
}

/// The first bytes of a replay, with the version of the format.
const MAGIC: [u8; 4] = *b"mrp1";
/// Where behind them the number of the first tick stands.
const FIRST_BIT: usize = 72;
/// What is expected when a replay breaks off.
const REST: &str = "the rest of a replay";

impl Replay {
    /// A replay that begins with a game as it is; a number of players out of range counts as the nearest.
    pub fn new<G: Game>(game: &G, players: u8, rate: Rate) -> Self {
        let (state, present, inputs) = (state::save(game), Vec::new(), Vec::new());
        let players = players.clamp(1, MAX_PLAYERS as u8);
        Self { players, rate, first: 0, state, present, inputs }
    }

    /// Adds one tick: who was there, and what everyone did. Missing inputs are 0.
    pub fn push(&mut self, present: u8, inputs: &[u64]) {
        self.present.push(present);
        let all = inputs.iter().copied().chain(core::iter::repeat(0));
        self.inputs.extend(all.take(usize::from(self.players)));
    }

    /// How many ticks it lasts.
    pub const fn ticks(&self) -> u32 {
        self.present.len() as u32
    }

    /// Brings a game to the beginning of the replay.
    ///
    /// # Errors
    /// When the state is none of this game.
    pub fn load<G: Game>(&self, game: &mut G) -> Result<(), StateError> {
        game.load(&self.state)
    }

    /// Plays one tick of the replay, counted from 0; nothing after its end.
    pub fn step<G: Game>(&self, game: &mut G, tick: u32) {
        let (tick_index, all) = (tick as usize, usize::from(self.players));
        let players = all.min(MAX_PLAYERS);
        let rest = tick_index.checked_mul(all).and_then(|start| self.inputs.get(start..));
        let packed = rest.and_then(|rest| rest.get(..players));
        let (Some(packed), Some(&present)) = (packed, self.present.get(tick_index)) else { return };
        let mut inputs = [G::Input::default(); MAX_PLAYERS];
        for (input, &bits) in inputs.iter_mut().zip(packed) {
            *input = G::Input::unpack(bits);
        }
        let index = u64::from(self.first) + u64::from(tick);
        let time = TickTime::new(index, self.rate);
        game.step(&GameTick { time, inputs: &inputs[..players], present });
    }

    /// Plays all of it on a game and gives the hash of the state at the end.
    ///
    /// # Errors
    /// When the state is none of this game.
    pub fn run<G: Game>(&self, game: &mut G) -> Result<u64, StateError> {
        self.load(game)?;
        (0..self.ticks()).for_each(|tick| self.step(game, tick));
        Ok(StateHash::of(game))
    }

    /// Plays all of it on a game and gives the hashes of the state before the first tick and after each: where those of two
    /// machines part is the tick that one of them plays differently.
    ///
    /// # Errors
    /// When the state is none of this game.
    pub fn hashes<G: Game>(&self, game: &mut G) -> Result<Vec<u64>, StateError> {
        self.load(game)?;
        let mut hashes = vec![StateHash::of(game)];
        for tick in 0..self.ticks() {
            self.step(game, tick);
            hashes.push(StateHash::of(game));
        }
        Ok(hashes)
    }

    /// As bytes: inputs take a bit a player and tick while they stay.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut out = BitWriter::new(&mut bytes);
        out.write(self.players.into(), 8);
        out.write(self.rate.ticks().into(), 32);
        out.write(self.rate.seconds().into(), 32);
        out.write(self.first.into(), 32);
        out.write(self.state.len() as u64, 32);
        out.bytes(&self.state);
        out.write(self.present.len() as u64, 32);
        let mut last = vec![0; usize::from(self.players) + 1];
        let players = usize::from(self.players).max(1);
        for (present, inputs) in self.present.iter().zip(self.inputs.chunks(players)) {
            let values = core::iter::once(u64::from(*present)).chain(inputs.iter().copied());
            for (last, value) in last.iter_mut().zip(values) {
                if out.flag(*last != value) {
                    out.small(*last ^ value);
                    *last = value;
                }
            }
        }
        out.finish();
        bytes
    }

    /// Reads what [`Replay::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are no replay, end before it does or go on behind it, or when it says what none can: more than
    /// eight players, a rate of nothing, somebody there who is no player, a tick after the last one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let body = bytes.strip_prefix(&MAGIC);
        let body = body.ok_or(StateReader::error_at(0, "a replay: mrp1"))?;
        read(&mut BitReader::new(body)).map_err(|Fault { bit, expected }| {
            StateReader::error_at((MAGIC.len() + bit / 8) as u64, expected)
        })
    }
}

/// What a replay cannot say, and the bit behind the beginning where it says so.
struct Fault {
    bit: usize,
    expected: &'static str,
}

/// A replay, or why the input is none.
fn read(input: &mut BitReader<'_>) -> Result<Replay, Fault> {
    let players = number(input, 8, "a replay of 1 to 8 players", |players| {
        (1..=MAX_PLAYERS as u64).contains(players)
    })? as u8;
    let ticks = number(input, 32, "a rate above 0", |&ticks| ticks > 0)? as u32;
    let seconds = number(input, 32, "a rate above 0", |&seconds| seconds > 0)? as u32;
    let first = number(input, 32, REST, |_| true)? as u32;
    let room = input.rest().len().saturating_sub(4) as u64;
    let length = number(input, 32, "the size of a state that is there", |&size| size <= room)?;
    let mut state = Vec::new();
    let bit = input.bit();
    input.bytes(length as usize, &mut state).ok_or(Fault { bit, expected: REST })?;
    // A tick takes a bit for who is there and one for each player at the least: no memory for more than can be there.
    let room = input.rest().len().saturating_sub(4) as u64 * 8 / (u64::from(players) + 1);
    let count = number(input, 32, "the number of ticks that are there", |&ticks| ticks <= room)?;
    if first.checked_add(count as u32).is_none() {
        return Err(Fault {
            bit: FIRST_BIT,
            expected: "a first tick with room for those after it",
        });
    }
    let (present, inputs) = (Vec::new(), Vec::new());
    let rate = Rate::ratio(ticks, seconds);
    let mut replay = Replay { players, rate, first, state, present, inputs };
    (0..count).try_fold([0; MAX_PLAYERS + 1], |last, _| read_tick(input, last, &mut replay))?;
    let bit = input.bit();
    input.finish().ok_or(Fault { bit, expected: "the end of the replay" })?;
    Ok(replay)
}

/// A number of so many bits that is sound.
fn number(
    input: &mut BitReader<'_>,
    width: u32,
    expected: &'static str,
    is_sound: impl FnOnce(&u64) -> bool,
) -> Result<u64, Fault> {
    let bit = input.bit();
    let number = input.read(width).ok_or(Fault { bit, expected: REST })?;
    if is_sound(&number) { Ok(number) } else { Err(Fault { bit, expected }) }
}

/// Who is there, and the inputs of a tick; `last` are those of the tick before it.
fn read_tick(
    input: &mut BitReader<'_>,
    mut last: [u64; MAX_PLAYERS + 1],
    replay: &mut Replay,
) -> Result<[u64; MAX_PLAYERS + 1], Fault> {
    let bit = input.bit();
    for value in &mut last[..=usize::from(replay.players)] {
        if input.flag().ok_or(Fault { bit, expected: REST })? {
            *value ^= input.small().ok_or(Fault { bit, expected: REST })?;
        }
    }
    if last[0] >> replay.players != 0 {
        return Err(Fault { bit, expected: "nobody there but the players of the replay" });
    }
    replay.push(last[0] as u8, &last[1..]);
    Ok(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;
    use motile_geom::Rng;
    use proptest::prelude::*;

    fn played() -> (Replay, u64) {
        let mut game = Toy::default();
        let mut replay = Replay::new(&game, 3, Rate::hz(60));
        let mut rng = Rng::new(4);
        for tick in 0..200u32 {
            let inputs = [0, 1, 2].map(|_| if rng.chance(0.1) { rng.u64() % 256 } else { 0 });
            replay.push(if tick < 50 { 0b011 } else { 0b111 }, &inputs);
            replay.step(&mut game, tick);
        }
        (replay, StateHash::of(&game))
    }

    #[test]
    fn a_replay_ends_where_the_game_did() {
        let (replay, hash) = played();
        let bytes = replay.to_bytes();
        assert!(bytes.len() < 450, "{} bytes for 200 ticks of 3 players", bytes.len());
        let again = Replay::from_bytes(&bytes).unwrap();
        assert_eq!(again, replay);
        assert_eq!(again.run(&mut Toy::default()), Ok(hash));
        let hashes = again.hashes(&mut Toy::default()).unwrap();
        let before = StateHash::of(&Toy::default());
        assert_eq!((hashes.len(), hashes[0], hashes[200]), (201, before, hash));
    }

    /// Files that said so were read as of eight players, and a value of that kind ended the program that played it.
    #[test]
    fn a_replay_of_more_than_eight_players_is_refused_and_ends_no_program() {
        let (mut replay, _) = played();
        for players in [0, 9, 12, 255] {
            replay.players = players;
            replay.run(&mut Toy::default()).expect("a state of the toy");
            let error = Replay::from_bytes(&replay.to_bytes()).expect_err("no such room");
            let words = "saved state, byte 4: expected a replay of 1 to 8 players";
            assert_eq!(error.to_string(), words, "{players}");
        }
        assert_eq!(Replay::new(&Toy::default(), 0, Rate::hz(60)).players, 1);
    }

    #[test]
    fn what_a_replay_cannot_say_is_an_error_with_its_place() {
        let (replay, _) = played();
        let error = |change: fn(&mut Replay)| {
            let mut replay = replay.clone();
            change(&mut replay);
            Replay::from_bytes(&replay.to_bytes()).map(|_| ()).map_err(|error| error.expected)
        };
        assert_eq!(error(|_| ()), Ok(()));
        let last = "a first tick with room for those after it";
        assert_eq!(error(|replay| replay.first = u32::MAX - 199), Err(last));
        assert_eq!(error(|replay| replay.first = u32::MAX - 200), Ok(()));
        let present = "nobody there but the players of the replay";
        assert_eq!(error(|replay| replay.present[70] = 0b1111), Err(present));
        // The rate begins at byte 5, the size of the state at 17, and how many ticks there are stands behind it.
        let bytes = replay.to_bytes();
        let ticks = 21 + replay.state.len();
        let numbers = [
            (5, 0, "a rate above 0"),
            (9, 0, "a rate above 0"),
            (17, u32::MAX, "the size of a state that is there"),
            (17, (bytes.len() - 20) as u32, "the size of a state that is there"),
            (ticks, u32::MAX, "the number of ticks that are there"),
            (ticks, (bytes.len() * 2) as u32, "the number of ticks that are there"),
        ];
        for (at, number, words) in numbers {
            let mut bytes = bytes.clone();
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            let error = Replay::from_bytes(&bytes).expect_err(words);
            assert_eq!((error.expected, error.offset), (words, at as u64));
        }
        let longer = [&bytes[..], &[0]].concat();
        let error = Replay::from_bytes(&longer).expect_err("more than a replay");
        assert_eq!(error.expected, "the end of the replay");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_replay_or_an_error(bytes: Vec<u8>, cut in 1usize..200, flip in 0usize..3000) {
            let mut framed = MAGIC.to_vec();
            framed.extend_from_slice(&bytes);
            let mut replay = played().0.to_bytes();
            replay.truncate(replay.len() - cut);
            prop_assert!(Replay::from_bytes(&replay).is_err());
            let mut damaged = played().0.to_bytes();
            let bit = flip % (damaged.len() * 8);
            damaged[bit / 8] ^= 1 << (bit % 8);
            for bytes in [framed, damaged] {
                if let Ok(replay) = Replay::from_bytes(&bytes) {
                    // Whatever came out, it has inputs for every tick, and can be asked to play.
                    prop_assert_eq!(replay.inputs.len(), replay.present.len() * usize::from(replay.players));
                    let mut game = Toy::default();
                    if replay.run(&mut game).is_err() {
                        prop_assert_eq!(game, Toy::default());
                    }
                }
            }
        }
    }
}
