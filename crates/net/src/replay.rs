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
    /// How many players there are.
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

impl Replay {
    /// A replay that begins with a game as it is.
    pub fn new<G: Game>(game: &G, players: u8, rate: Rate) -> Self {
        let (state, present, inputs) = (state::save(game), Vec::new(), Vec::new());
        let players = players.min(MAX_PLAYERS as u8);
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
        let players = usize::from(self.players);
        let start = tick as usize * players;
        let (Some(packed), Some(&present)) =
            (self.inputs.get(start..start + players), self.present.get(tick as usize))
        else {
            return;
        };
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
    /// When the bytes are no replay.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let body = bytes.strip_prefix(&MAGIC);
        let body = body.ok_or(StateReader::error_at(0, "a replay: mrp1"))?;
        Self::read(body).ok_or(StateReader::error_at(bytes.len() as u64, "the rest of a replay"))
    }

    fn read(body: &[u8]) -> Option<Self> {
        let mut input = BitReader::new(body);
        let players = (input.read(8)? as u8).min(MAX_PLAYERS as u8);
        let rate = Rate::ratio(input.read(32)? as u32, input.read(32)? as u32);
        let first = input.read(32)? as u32;
        let mut state = Vec::new();
        let length = input.read(32)? as usize;
        input.bytes(length, &mut state)?;
        let ticks = input.read(32)?;
        // A tick takes a bit at the least: no memory for more than can be there.
        if ticks > body.len() as u64 * 8 {
            return None;
        }
        let (mut present, mut inputs) = (Vec::new(), Vec::new());
        let mut last = [0; MAX_PLAYERS + 1];
        for _ in 0..ticks {
            for value in &mut last[..=usize::from(players)] {
                if input.flag()? {
                    *value ^= input.small()?;
                }
            }
            present.push(last[0] as u8);
            inputs.extend_from_slice(&last[1..=usize::from(players)]);
        }
        input.finish()?;
        Some(Self { players, rate, first, state, present, inputs })
    }
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
