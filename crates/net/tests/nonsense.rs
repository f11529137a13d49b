//! What reaches players, servers and clients from outside and makes no sense: packets and times.

use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    GameClient, GameServer, PacketError, RollbackSession, RollbackSettings, SERVER, ServerSettings,
    SimulatedNetwork, Transport, sealed,
};

const DT: f32 = 1.0 / 60.0;

/// Two players by rollback, and a server with one client, each pair on a network of its own.
struct Table {
    players: [RollbackSession<BallRace>; 2],
    server: GameServer<BallRace>,
    client: GameClient<BallRace>,
    peers: SimulatedNetwork,
    clients: SimulatedNetwork,
}

impl Table {
    fn new() -> Self {
        let race = BallRace::new(2, 4);
        let settings = ServerSettings::new(2);
        Self {
            players: [0, 1]
                .map(|me| RollbackSession::new(race.clone(), me, RollbackSettings::new(2))),
            server: GameServer::new(race.clone(), settings),
            client: GameClient::new(race, 0, settings),
            peers: SimulatedNetwork::new(1),
            clients: SimulatedNetwork::new(2),
        }
    }

    fn update(&mut self, dt: f32) {
        self.peers.step(DT);
        self.clients.step(DT);
        for player in &mut self.players {
            player.set_input(RaceInput { right: true, ..RaceInput::default() });
            let mut port = self.peers.port(player.me());
            player.update(dt, &mut port);
        }
        self.client.set_input(RaceInput { right: true, ..RaceInput::default() });
        self.client.update(dt, &mut self.clients.port(0));
        self.server.update(dt, &mut self.clients.port(SERVER));
    }

    fn ticks(&self) -> [u32; 4] {
        let [first, second] = [0, 1].map(|player: usize| self.players[player].tick());
        [first, second, self.server.tick(), self.client.tick()]
    }
}

#[test]
fn sim_64_packets_of_another_version_are_refused_with_their_reason_by_all() {
    let mut table = Table::new();
    (0..60).for_each(|_| table.update(DT));
    assert_eq!(table.players[0].report().refusal, None);
    let mut packet = sealed(b"hello", 0);
    packet[0] = 0;
    table.peers.port(1).send(0, &packet);
    table.clients.port(0).send(SERVER, &packet);
    table.clients.port(SERVER).send(0, &packet);
    (0..60).for_each(|_| table.update(DT));
    let reason = Some(PacketError::Version { theirs: 0 });
    let session = table.players[0].report();
    assert_eq!((session.refused, session.refusal), (1, reason));
    let server = table.server.report();
    assert_eq!((server.refused, server.refusal), (1, reason));
    let client = table.client.report();
    assert_eq!((client.refused, client.refusal), (1, reason));
    // Each tells the last reason.
    table.clients.port(0).send(SERVER, &sealed(b"hello", 1));
    table.clients.port(3).send(0, &[]);
    (0..60).for_each(|_| table.update(DT));
    assert_eq!(table.server.report().refusal, Some(PacketError::Checksum));
    assert_eq!(table.client.report().refusal, Some(PacketError::Size { bytes: 0 }));
}

#[test]
fn sim_64_times_that_jump_play_few_ticks_and_the_game_goes_on() {
    let mut table = Table::new();
    (0..120).for_each(|_| table.update(DT));
    // A quarter of a second has fifteen ticks; a client may also set its clock by what the server played.
    for (dt, most) in [(f32::NAN, 0), (-1.0, 0), (f32::INFINITY, 0), (1e30, 16)] {
        let before = table.ticks();
        table.update(dt);
        let after = table.ticks();
        for (who, (before, after)) in before.into_iter().zip(after).enumerate() {
            let played = after - before;
            assert!(played <= most, "{who} played {played} ticks in {dt} s");
        }
        assert!(most == 0 || after[2] - before[2] >= 14, "{before:?} {after:?}");
        (0..120).for_each(|_| table.update(DT));
    }
    let before = table.ticks();
    (0..120).for_each(|_| table.update(DT));
    for (before, after) in before.into_iter().zip(table.ticks()) {
        assert!((110..=130).contains(&(after - before)), "{} ticks", after - before);
    }
    let apart = table.client.tick().abs_diff(table.server.tick());
    assert!(apart < 20, "{apart} ticks between client and server");
    let [first, second] = &table.players;
    assert!(first.confirmed() > 600 && first.report().compared > 10, "{:?}", first.report());
    assert_eq!((first.report().desyncs, second.report().desyncs), (0, 0));
    assert_eq!((first.present(), second.present()), (0b11, 0b11));
}
