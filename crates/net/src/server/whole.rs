//! Any game through a server, sent as the state that it saves.

use super::Replicated;
use crate::{Game, GameTick};
use motile_geom::{
    HashState, SaveState, StateError, StateHash, StateOutline, StateReader, StateWriter, Vec2,
    state,
};

/// Numbers of an object: a slice of the state.
const WIDTH: usize = 8;
/// Room that a state has to grow, beside twice its first length, numbers.
const SPARE: usize = 16;
/// Numbers that the objects have together at the most: two megabytes.
const MOST_WORDS: usize = u16::MAX as usize * WIDTH;

/// A game that is sent as a whole: any [`Game`] goes through a [`GameServer`](super::GameServer) in it, without saying what its
/// objects are.
///
/// What is sent are the bytes that the game saves, cut into slices and told as differences. Nothing is rounded, and nothing is
/// known of places: draw [`GameClient::game`](super::GameClient::game), in which others go on with what they did last.
/// [`Replicated`] is more work for fewer bytes, others between snapshots, and interest.
///
/// ```
/// use motile_geom::state_fields;
/// use motile_net::{Game, GameTick, Replicated, WholeGame};
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
/// let [mut server, mut client] = [Tug { rope: 7 }, Tug::default()].map(WholeGame::new);
/// let mut fields = [0; WholeGame::<Tug>::FIELDS];
/// for object in 0..server.objects() {
///     server.read_object(object, &mut fields);
///     client.write_object(object, &fields);
/// }
/// client.take_objects();
/// assert_eq!(client.game().rope, 7);
/// ```
///
/// # Limits
///
/// A state has room for twice its length at the beginning and 64 bytes, and for two megabytes at the most; one that outgrows
/// it is not sent any more, which [`WholeGame::is_too_long`] tells. Every snapshot that differs from what was predicted loads the
/// whole state once. About 1,000 bytes of changes fit into a snapshot: what is more comes later, so that clients
/// of larger games have parts of two ticks.
#[derive(Clone, Debug)]
pub struct WholeGame<G> {
    game: G,
    /// The length of the saved state, then its bytes by four.
    words: Vec<i32>,
    bytes: Vec<u8>,
    /// Whether numbers were written that the game has not taken over.
    is_written: bool,
}

impl<G: Game> WholeGame<G> {
    /// A game as it is.
    pub fn new(game: G) -> Self {
        let bytes = state::save(&game);
        let most = bytes.len().div_ceil(4) * 2 + SPARE + 1;
        let words = vec![0; most.next_multiple_of(WIDTH).min(MOST_WORDS)];
        let mut whole = Self { game, words, bytes, is_written: false };
        whole.write_down();
        whole
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Whether the state has outgrown the room for it: then clients hear of it no more.
    pub fn is_too_long(&self) -> bool {
        self.bytes.len() > (self.words.len() - 1) * 4
    }

    /// Makes the numbers those of the game.
    fn write_down(&mut self) {
        state::save_into(&self.game, &mut self.bytes);
        if self.is_too_long() {
            return;
        }
        let (length, words) = self.words.split_at_mut(1);
        length[0] = self.bytes.len() as i32;
        words.fill(0);
        for (word, bytes) in words.iter_mut().zip(self.bytes.chunks(4)) {
            let mut four = [0; 4];
            four[..bytes.len()].copy_from_slice(bytes);
            *word = i32::from_le_bytes(four);
        }
    }

    /// Makes the game that of the numbers, if they are one.
    fn take_over(&mut self) {
        let length = self.words[0].max(0) as usize;
        let bytes = self.words[1..].iter().flat_map(|word| word.to_le_bytes());
        self.bytes.clear();
        self.bytes.extend(bytes.take(length));
        // In the middle of a snapshot it may be none yet, and of a liar it never is: the game stays what it was.
        let _ = self.game.load(&self.bytes);
    }
}

impl<G: HashState> HashState for WholeGame<G> {
    fn hash_state(&self, hash: &mut StateHash) {
        self.game.hash_state(hash);
    }

    fn outline(&self, outline: &mut StateOutline) {
        self.game.outline(outline);
    }
}

impl<G: Game> SaveState for WholeGame<G> {
    fn save(&self, out: &mut StateWriter) {
        self.game.save(out);
    }

    fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
        G::restore(input).map(Self::new)
    }
}

impl<G: Game> Game for WholeGame<G> {
    type Input = G::Input;

    fn step(&mut self, tick: &GameTick<'_, G::Input>) {
        self.game.step(tick);
        self.write_down();
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        self.game.load(bytes)?;
        self.write_down();
        Ok(())
    }
}

impl<G: Game> Replicated for WholeGame<G> {
    const FIELDS: usize = WIDTH;

    fn objects(&self) -> u16 {
        (self.words.len() / WIDTH) as u16
    }

    fn read_object(&self, object: u16, fields: &mut [i32]) {
        let start = usize::from(object) * WIDTH;
        if let Some(words) = self.words.get(start..start + fields.len().min(WIDTH)) {
            fields[..words.len()].copy_from_slice(words);
        }
    }

    fn write_object(&mut self, object: u16, fields: &[i32]) {
        let start = usize::from(object) * WIDTH;
        let Some(words) = self.words.get_mut(start..start + fields.len().min(WIDTH)) else {
            return;
        };
        if *words != fields[..words.len()] {
            words.copy_from_slice(&fields[..words.len()]);
            self.is_written = true;
        }
    }

    fn take_objects(&mut self) {
        if core::mem::take(&mut self.is_written) {
            self.take_over();
        }
    }

    /// Nothing is known of places.
    fn place(_: &[i32]) -> Vec2 {
        Vec2::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::BallRace;
    use proptest::prelude::*;

    fn hand_over<G: Game>(from: &WholeGame<G>, to: &mut WholeGame<G>) {
        let mut fields = [0; WIDTH];
        for object in 0..from.objects() {
            from.read_object(object, &mut fields);
            to.write_object(object, &fields);
        }
        to.take_objects();
    }

    #[test]
    fn sim_63_a_state_that_grows_and_shrinks_arrives_whole() {
        let race = BallRace::new(8, 3);
        let mut server = WholeGame::new(race.clone());
        let mut client = WholeGame::new(race);
        let before = server.bytes.len();
        for finished in [Some(77), None] {
            for ball in &mut server.game.balls {
                (ball.finished, ball.position.x) = (finished, 123.25);
            }
            server.write_down();
            assert_eq!(server.bytes.len() > before, finished.is_some(), "a tick takes room");
            hand_over(&server, &mut client);
            assert_eq!(client.game(), server.game());
        }
        assert!(!server.is_too_long());
    }

    #[derive(Clone, Default)]
    struct Growing {
        list: Vec<u32>,
    }
    motile_geom::state_fields! { Growing { list } }
    impl Game for Growing {
        type Input = bool;
        fn step(&mut self, _: &GameTick<'_, bool>) {
            self.list.push(7);
        }
    }

    #[test]
    fn sim_63_a_state_that_outgrows_its_room_says_so() {
        let mut server = WholeGame::new(Growing::default());
        let mut client = server.clone();
        let tick =
            GameTick { time: motile_time::TickTime::default(), inputs: &[false], present: 1 };
        while !server.is_too_long() {
            hand_over(&server, &mut client);
            assert_eq!(client.game().list, server.game().list);
            server.step(&tick);
            assert!(server.game().list.len() < 1000);
        }
        hand_over(&server, &mut client);
        assert_eq!(
            client.game().list.len() + 1,
            server.game().list.len(),
            "the last one that fitted"
        );
    }

    /// A game that counts how often it is loaded.
    #[derive(Clone, Default)]
    struct Counted {
        list: Vec<u32>,
        loads: u32,
    }
    impl HashState for Counted {
        fn hash_state(&self, hash: &mut StateHash) {
            hash.write(&self.list);
        }
    }
    impl SaveState for Counted {
        fn save(&self, out: &mut StateWriter) {
            self.list.save(out);
        }
        fn restore(input: &mut StateReader<'_>) -> Result<Self, StateError> {
            Ok(Self { list: Vec::restore(input)?, loads: 0 })
        }
    }
    impl Game for Counted {
        type Input = bool;
        fn step(&mut self, _: &GameTick<'_, bool>) {}
        fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
            (self.list, self.loads) = (state::restore(bytes)?, self.loads + 1);
            Ok(())
        }
    }

    /// Each slice that differed loaded the whole state again: 512 times for 16 KB, 20 times a second.
    #[test]
    fn sim_63_a_snapshot_loads_the_state_once() {
        let lists = [1u32, 2].map(|value| vec![value; 4096]);
        let [server, mut client] = lists.map(|list| WholeGame::new(Counted { list, loads: 0 }));
        for loads in [1, 1] {
            hand_over(&server, &mut client);
            assert_eq!((client.game().loads, &client.game().list), (loads, &server.game().list));
        }
    }

    /// The number of objects went around at half a million, and most of the state was never sent.
    #[test]
    fn sim_63_a_state_of_more_objects_than_can_be_counted_says_so() {
        for (length, is_too_long) in [(500_000, false), (600_000, true)] {
            let game = WholeGame::new(Counted { list: vec![7; length], loads: 0 });
            assert_eq!(game.is_too_long(), is_too_long);
            assert!(is_too_long || usize::from(game.objects()) * WIDTH > length, "{length}");
        }
    }

    proptest! {
        #[test]
        fn sim_63_any_numbers_are_a_state_or_change_nothing(
            object in 0u16..40,
            numbers: [i32; WIDTH],
        ) {
            let mut game = WholeGame::new(BallRace::new(2, 3));
            game.write_object(object, &numbers);
            game.take_objects();
            let bytes = state::save(game.game());
            prop_assert!(BallRace::new(2, 3).load(&bytes).is_ok());
        }
    }
}
