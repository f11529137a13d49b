//! The race once more, with a server that decides: what it has is the truth for everybody, a little later.

use super::drivers;
use motile::net::race::{BallRace, RaceBall, RaceInput};
use motile::net::{
    GameClient, GameServer, LinkConditions, SERVER, ServerSettings, SimulatedNetwork,
};
use motile::prelude::*;

/// A server and a client for everybody.
#[derive(StateHash)]
#[state(hash_only)]
pub(super) struct Authority {
    server: GameServer<BallRace>,
    clients: Vec<GameClient<BallRace>>,
    #[state(skip)]
    network: SimulatedNetwork,
    #[state(skip)]
    inputs: Vec<RaceInput>,
}

impl Authority {
    pub(super) fn new(race: &BallRace, key: u64) -> Self {
        let settings = ServerSettings::new(race.count).with_key(key);
        let client = |me| GameClient::new(race.clone(), me, settings);
        Self {
            server: GameServer::new(race.clone(), settings),
            clients: (0..race.count).map(client).collect(),
            network: SimulatedNetwork::new(3),
            inputs: vec![RaceInput::default(); race.count.into()],
        }
    }

    /// A tick of the server and of all clients, with the keys that everybody holds.
    pub(super) fn play(&mut self, conditions: LinkConditions, tick: &Tick) {
        let Self { server, clients, network, inputs } = self;
        network.conditions = conditions;
        network.step(tick.dt);
        server.update(tick.dt, &mut network.port(SERVER));
        let shown = clients.iter().map(|client| (client.me(), client.game(), client.tick()));
        drivers::drive(inputs, shown, tick);
        for (client, &input) in clients.iter_mut().zip(inputs.iter()) {
            client.set_input(input);
            client.update(tick.dt, &mut network.port(client.me()));
        }
    }

    /// The balls as the server has them.
    pub(super) const fn balls(&self) -> &[RaceBall] {
        &self.server.game().balls
    }

    /// How far the server has a ball from where its owner shows it: it hears of his keys later.
    pub(super) fn lag(&self, player: usize) -> Vec2 {
        self.balls()[player].position - self.clients[player].game().balls[player].position
    }
}
