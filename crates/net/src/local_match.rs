//! Everybody's machine in one program: the same game alone, by rollback or by server.

use crate::server::WholeGame;
use crate::{
    Game, GameClient, GameServer, GameTick, LinkConditions, MAX_PLAYERS, RollbackSession,
    RollbackSettings, SERVER, ServerSettings, SimulatedNetwork,
};
use motile_geom::{HashState, StateHash};
use motile_time::{Rate, TickTime};

/// Ticks that a machine plays on guesses: the network may be as bad as a demo wants.
const WINDOW: u8 = 40;
/// What the network of a match is made of.
const SEED: u64 = 1;

/// How the players of a [`LocalMatch`] come together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchMode {
    /// All at one machine, side by side at one screen: nothing is sent.
    Alone,
    /// Each at a machine of his own, by [`RollbackSession`].
    #[default]
    Rollback,
    /// Each at a machine of his own, and a server that decides: [`GameServer`] and [`GameClient`].
    Server,
}

impl MatchMode {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Alone, Self::Rollback, Self::Server];
    /// What to call them in a list of choices.
    pub const NAMES: [&'static str; 3] = ["alone", "rollback", "server"];
}

/// A match with everybody's machine in one program, over a simulated network: to play side by side, to try a game with, and to
/// see what each machine shows. The game is the same in all modes, and so are the calls.
///
/// ```
/// use motile_geom::state_fields;
/// use motile_net::{Game, GameTick, LinkConditions, LocalMatch, MatchMode};
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
/// for mode in MatchMode::ALL {
///     let mut play = LocalMatch::new(&Tug::default(), 2, mode);
///     play.set_conditions(LinkConditions::new(0.05, 0.01, 0.1));
///     for _ in 0..120 {
///         play.set_input(0, true);
///         play.update(1.0 / 60.0);
///     }
///     assert!(play.game(0).rope > 60 && play.game(1).rope > 60);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct LocalMatch<G: Game> {
    mode: MatchMode,
    network: SimulatedNetwork,
    inputs: Vec<G::Input>,
    machines: Machines<G>,
}

/// What runs the game.
#[derive(Clone, Debug)]
enum Machines<G: Game> {
    Alone { game: G, tick: u32, due: f64 },
    Rollback(Vec<RollbackSession<G>>),
    Server(Box<GameServer<WholeGame<G>>>, Vec<GameClient<WholeGame<G>>>),
}

impl<G: Game> LocalMatch<G> {
    /// A match of 1…8 players at 60 ticks a second that begins with a game as it is, over a network without faults.
    pub fn new(game: &G, players: u8, mode: MatchMode) -> Self {
        let players = players.clamp(1, MAX_PLAYERS as u8);
        let machines = match mode {
            MatchMode::Alone => Machines::Alone { game: game.clone(), tick: 0, due: 0.0 },
            MatchMode::Rollback => {
                let settings = RollbackSettings::new(players).with_prediction_window(WINDOW);
                let session = |me| RollbackSession::new(game.clone(), me, settings);
                Machines::Rollback((0..players).map(session).collect())
            }
            MatchMode::Server => {
                let settings = ServerSettings::new(players);
                let game = WholeGame::new(game.clone());
                let client = |me| GameClient::new(game.clone(), me, settings);
                let clients = (0..players).map(client).collect();
                Machines::Server(Box::new(GameServer::new(game, settings)), clients)
            }
        };
        let inputs = vec![G::Input::default(); players.into()];
        Self { mode, network: SimulatedNetwork::new(SEED), inputs, machines }
    }

    /// Goes on in another way from what the first player sees, in a new match; nothing in the same one.
    pub fn set_mode(&mut self, mode: MatchMode) {
        if mode != self.mode {
            let conditions = self.network.conditions;
            *self = Self::new(self.game(0), self.players(), mode);
            self.network.conditions = conditions;
        }
    }

    /// How the players come together.
    pub const fn mode(&self) -> MatchMode {
        self.mode
    }

    /// How many players there are.
    pub const fn players(&self) -> u8 {
        self.inputs.len() as u8
    }

    /// What the network does to packets from now on.
    pub const fn set_conditions(&mut self, conditions: LinkConditions) {
        self.network.conditions = conditions;
    }

    /// What a player does from the next tick on; nothing for numbers that no player has.
    pub fn set_input(&mut self, player: u8, input: G::Input) {
        if let Some(own) = self.inputs.get_mut(usize::from(player)) {
            *own = input;
        }
    }

    /// Lets `dt` seconds pass on all machines. Time that is not finite or negative counts as none, and more than a quarter of a
    /// second as that.
    pub fn update(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.clamp(0.0, 0.25) } else { 0.0 };
        let Self { network, inputs, machines, .. } = self;
        network.step(dt);
        match machines {
            Machines::Alone { game, tick, due } => {
                let rate = Rate::default();
                let length = f64::from(rate.dt());
                *due += f64::from(dt);
                // A hair less than a tick counts as one, as in the sessions.
                while *due >= length * 0.999 {
                    *due -= length;
                    let present = u8::MAX >> (MAX_PLAYERS - inputs.len());
                    let time = TickTime::new(u64::from(*tick), rate);
                    game.step(&GameTick { time, inputs, present });
                    *tick += 1;
                }
            }
            Machines::Rollback(sessions) => {
                for (session, &input) in sessions.iter_mut().zip(inputs.iter()) {
                    session.set_input(input);
                    session.update(dt, &mut network.port(session.me()));
                }
            }
            Machines::Server(server, clients) => {
                server.update(dt, &mut network.port(SERVER));
                for (me, (client, &input)) in clients.iter_mut().zip(inputs.iter()).enumerate() {
                    client.set_input(input);
                    client.update(dt, &mut network.port(me as u8));
                }
            }
        }
    }

    /// The game as the machine of a player shows it; of the last player for numbers that none has.
    pub fn game(&self, player: u8) -> &G {
        let index = usize::from(player).min(self.inputs.len() - 1);
        match &self.machines {
            Machines::Alone { game, .. } => game,
            Machines::Rollback(sessions) => sessions[index].game(),
            Machines::Server(_, clients) => clients[index].game().game(),
        }
    }

    /// The tick that the machine of a player plays next.
    pub fn tick(&self, player: u8) -> u32 {
        let index = usize::from(player).min(self.inputs.len() - 1);
        match &self.machines {
            Machines::Alone { tick, .. } => *tick,
            Machines::Rollback(sessions) => sessions[index].tick(),
            Machines::Server(_, clients) => clients[index].tick(),
        }
    }

    /// Before which tick the machine of a player knows the state for sure: everybody's inputs have come, or a snapshot.
    pub fn confirmed(&self, player: u8) -> u32 {
        let index = usize::from(player).min(self.inputs.len() - 1);
        match &self.machines {
            Machines::Alone { tick, .. } => *tick,
            Machines::Rollback(sessions) => sessions[index].confirmed(),
            Machines::Server(_, clients) => clients[index].newest().unwrap_or_default(),
        }
    }

    /// The sessions of a match by rollback, one a player; none in other modes.
    pub fn sessions(&self) -> &[RollbackSession<G>] {
        match &self.machines {
            Machines::Rollback(sessions) => sessions,
            _ => &[],
        }
    }

    /// The server of a match through one.
    pub const fn server(&self) -> Option<&GameServer<WholeGame<G>>> {
        match &self.machines {
            Machines::Server(server, _) => Some(server),
            _ => None,
        }
    }
}

/// What every machine shows, and when.
impl<G: Game> HashState for LocalMatch<G> {
    fn hash_state(&self, hash: &mut StateHash) {
        for player in 0..self.players() {
            hash.write(&(self.tick(player), self.confirmed(player), self.game(player)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerInput;
    use crate::race::{BallRace, RaceInput};
    use std::collections::BTreeMap;

    const DT: f32 = 1.0 / 60.0;

    /// What a player does in a tick: mostly to the right.
    fn input(player: u8, tick: u32) -> RaceInput {
        let beat = tick / 20 + u32::from(player) * 3;
        RaceInput { right: !beat.is_multiple_of(5), left: false, jump: beat.is_multiple_of(4) }
    }

    /// A race of three, and the hashes of the states that were final, by tick and machine.
    fn raced(mode: MatchMode) -> (LocalMatch<BallRace>, BTreeMap<u32, u64>) {
        let mut play = LocalMatch::new(&BallRace::new(3, 5), 3, mode);
        play.set_conditions(LinkConditions::new(0.05, 0.01, 0.05));
        let mut known = BTreeMap::new();
        for _ in 0..600 {
            for player in 0..3 {
                play.set_input(player, input(player, play.tick(player)));
            }
            play.update(DT);
            match &play.machines {
                Machines::Alone { game, tick, .. } => {
                    known.insert(*tick, StateHash::of(game));
                }
                Machines::Rollback(sessions) => {
                    for session in sessions {
                        let hash = StateHash::of(session.confirmed_game());
                        let first = known.entry(session.confirmed()).or_insert(hash);
                        assert_eq!(*first, hash, "all machines have the same final states");
                    }
                }
                Machines::Server(server, _) => {
                    known.insert(server.tick(), StateHash::of(server.game()));
                }
            }
        }
        (play, known)
    }

    #[test]
    fn sim_63_one_race_runs_alone_by_rollback_and_by_server() {
        let (alone, truth) = raced(MatchMode::Alone);
        let (rollback, confirmed) = raced(MatchMode::Rollback);
        assert!(alone.sessions().is_empty() && rollback.sessions().len() == 3);
        // Own inputs take effect a tick later there, so that the race is another one; each is the same for all its machines.
        assert!(confirmed.len() > 400 && rollback.confirmed(0) > 550);
        assert_eq!(rollback.sessions().iter().map(|peer| peer.report().desyncs).sum::<u64>(), 0);
        let (server, _) = raced(MatchMode::Server);
        assert_eq!(server.server().map(|server| server.report().refused), Some(0));
        for play in [&alone, &rollback, &server] {
            for (player, other) in [(0, 1), (1, 2), (2, 0)] {
                let at = |machine: u8| play.game(machine).balls[usize::from(player)].position;
                assert!(at(player).x > 1000.0, "{:?}: player {player} came far", play.mode());
                let apart = at(player).distance(at(other));
                assert!(apart < 150.0, "{:?}: {apart} px between two machines", play.mode());
                assert!(play.confirmed(player) + 40 > play.tick(player), "{:?}", play.mode());
            }
        }
        assert_eq!(truth.len(), 600);
    }

    #[test]
    fn sim_63_rollback_ends_where_one_machine_alone_does() {
        // Everybody does the same all the time, from the first tick in which it counts.
        let still = RaceInput::unpack(0);
        let right = RaceInput { right: true, ..still };
        let mut hashes = Vec::new();
        for (mode, delay) in [(MatchMode::Alone, 1), (MatchMode::Rollback, 0)] {
            let mut play = LocalMatch::new(&BallRace::new(2, 5), 2, mode);
            play.set_conditions(LinkConditions::new(0.05, 0.0, 0.0));
            for tick in 0..300 {
                (0..2).for_each(|me| play.set_input(me, if tick < delay { still } else { right }));
                play.update(DT);
            }
            hashes.push((play.tick(0), StateHash::of(play.game(0))));
        }
        assert_eq!(hashes[0], hashes[1]);
    }

    #[test]
    fn sim_63_what_a_client_predicts_is_what_the_server_plays() {
        let mut play = LocalMatch::new(&BallRace::new(2, 5), 2, MatchMode::Server);
        play.set_conditions(LinkConditions::new(0.05, 0.0, 0.0));
        let (mut predicted, mut equal) = (BTreeMap::new(), 0);
        for round in 0..600 {
            // Nobody changes his mind in the last five seconds: then guesses are right.
            let right = round > 300 || round % 50 < 30;
            (0..2).for_each(|me| play.set_input(me, RaceInput { right, ..RaceInput::default() }));
            play.update(DT);
            predicted.insert(play.tick(0), StateHash::of(play.game(0)));
            let Some(server) = play.server().filter(|_| round > 360) else { continue };
            let hash = StateHash::of(server.game());
            equal += u32::from(predicted.get(&server.tick()) == Some(&hash));
        }
        assert!(equal > 230, "{equal} of 239 ticks predicted to the bit");
    }

    #[test]
    fn bad_numbers_of_players_and_times_change_nothing() {
        for mode in MatchMode::ALL {
            let mut play = LocalMatch::new(&BallRace::new(2, 5), 0, mode);
            play.set_input(9, RaceInput::default());
            for dt in [f32::NAN, f32::INFINITY, -1.0] {
                play.update(dt);
            }
            assert_eq!((play.players(), play.tick(200), play.confirmed(7)), (1, 0, 0));
            assert_eq!(play.game(7).count, 2);
            for other in MatchMode::ALL {
                play.update(DT);
                let position = play.game(0).balls[0].position;
                play.set_mode(other);
                assert_eq!((play.mode(), play.game(0).balls[0].position), (other, position));
            }
        }
    }
}
