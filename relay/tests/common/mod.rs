//! Clients of a relay, and waiting for them.

use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    RollbackSession, RollbackSettings, RoomHello, RoomStatus, RoomTicket, SessionEvent,
    WebSocketTransport,
};
use motile_relay::{RelayOptions, RunningRelay};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How fast games run in these tests, beside the time outside.
pub(crate) const PACE: f32 = 4.0;
/// How long anything may take before a test gives up: a thousand sessions on a busy machine take their time.
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "sockets take the time they take")]
    Instant::now()
}

/// Any free port of this machine.
pub(crate) fn options() -> RelayOptions {
    RelayOptions { listen: SocketAddr::from(([127, 0, 0, 1], 0)), ..RelayOptions::default() }
}

pub(crate) fn start(options: RelayOptions) -> RunningRelay {
    motile_relay::start(options).expect("a relay")
}

/// Goes on until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::yield_now();
    }
}

/// A player with his game, once he is in a room.
pub(crate) struct Player {
    pub(crate) transport: WebSocketTransport,
    pub(crate) session: Option<RollbackSession<BallRace>>,
    pub(crate) settings: RollbackSettings,
    /// How often the session gave somebody up.
    pub(crate) lost: u32,
    updated: Instant,
    time: f32,
}

impl Player {
    pub(crate) fn new(relays: &[String], hello: RoomHello, settings: RollbackSettings) -> Self {
        let transport = WebSocketTransport::new(relays, hello);
        Self { transport, session: None, settings, lost: 0, updated: now(), time: 0.0 }
    }

    pub(crate) fn update(&mut self) {
        let time = now();
        let dt = time.duration_since(self.updated).as_secs_f32() * PACE;
        self.updated = time;
        self.time += dt;
        self.transport.poll();
        let Some(welcome) = self.transport.welcome() else { return };
        let RoomTicket { seat, key, .. } = welcome.ticket;
        let settings = self.settings.with_key(key);
        let session = self.session.get_or_insert_with(|| {
            RollbackSession::new(BallRace::new(settings.players, 5), seat, settings)
        });
        let right = !((self.time * 3.0) as u32).is_multiple_of(u32::from(seat) + 3);
        session.set_input(RaceInput { right, left: !right, jump: self.time.fract() < 0.1 });
        session.update(dt, &mut self.transport);
        let left =
            |event: &&SessionEvent| matches!(event, SessionEvent::Left { .. } | SessionEvent::Lost);
        self.lost += session.events().iter().filter(left).count() as u32;
    }

    pub(crate) fn is_joined(&self) -> bool {
        self.transport.status() == RoomStatus::Joined
    }

    pub(crate) fn compared(&self) -> u64 {
        self.session.as_ref().map_or(0, |session| session.report().compared)
    }

    pub(crate) fn desyncs(&self) -> u64 {
        self.session.as_ref().map_or(0, |session| session.report().desyncs)
    }
}

/// A room of players at some relays, the first of whom made it.
pub(crate) fn room(relays: &[String], count: u8, settings: RollbackSettings) -> Vec<Player> {
    let hello = RoomHello::new("ball-racer", count);
    let mut players = vec![Player::new(relays, hello.clone(), settings)];
    until("the first player is let in", || {
        players[0].transport.poll();
        players[0].is_joined()
    });
    let code = players[0].transport.welcome().expect("a room").room.clone();
    let more = (1..count).map(|_| Player::new(relays, hello.clone().with_room(&code), settings));
    players.extend(more);
    players
}

/// Plays until every player compared so many states more than now.
pub(crate) fn play(players: &mut [Player], more: u64) {
    let wanted: Vec<_> = players.iter().map(|player| player.compared() + more).collect();
    until("states are compared", || {
        players.iter_mut().for_each(Player::update);
        players.iter().zip(&wanted).all(|(player, &wanted)| player.compared() >= wanted)
    });
    assert!(players.iter().all(|player| player.desyncs() == 0));
}
