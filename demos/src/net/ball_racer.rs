//! A race over a bad network: every machine guesses, plays again, and all of them agree.

mod authority;
mod drivers;
mod lan;
mod panel;
mod picture;
mod room;
mod scene;
mod shown;
mod tape;
mod watch;

use crate::Demo;
use crate::look::NIGHT;
use authority::Authority;
use drivers::Hands;
use motile::geom::state;
use motile::net::classic::{ClassicPeer, ClassicUpdate};
use motile::net::race::{BallRace, RaceBall, RaceInput, RaceTrack};
use motile::net::{
    LinkConditions, Replay, RollbackSession, RollbackSettings, RoomRecording, SimulatedNetwork,
    Transport,
};
use motile::prelude::*;
use room::Room;
use shown::Hidden;
use std::collections::VecDeque;
use std::sync::Arc;
use tape::Taped;

pub(super) const DEMO: Demo = Demo {
    id: "net/ball-racer",
    title: "Ball racer",
    sees: "Hamsters race over a bad network: balls are what one machine shows by rollback, white rings what a server has, red rings the classic method.",
    tries: "Raise latency: white rings fall behind, as keys reach the server later, and red rings jump. Each method races by itself; a ring shows how far its balls are off.",
    keys: &[
        (Key::Left, "orange rolls left"),
        (Key::Right, "orange rolls right"),
        (Key::Up, "orange jumps"),
        (Key::Char('a'), "blue rolls left"),
        (Key::Char('d'), "blue rolls right"),
        (Key::Char('w'), "blue jumps"),
        (Key::Space, "rematch on a new track"),
        (Key::Char('r'), "replay, of a room too"),
        (Key::Char('h'), "host a room at a relay"),
        (Key::Char('j'), "join a room by its code"),
        (Key::Char('l'), "leave the room"),
    ],
    spec: &["SIM-D2", "SIM-46"],
    ticks: 130,
    ..Demo::of::<BallRacer>()
};

/// Errors that the chart shows, one a tick.
const HISTORY: usize = 240;

#[derive(StateHash)]
#[state(hash_only)]
struct BallRacer {
    /// The race on every machine, by rollback.
    peers: Vec<RollbackSession<BallRace>>,
    /// And as it was done before.
    classics: Vec<ClassicPeer<RaceBall>>,
    /// And by a server, whose word counts.
    authority: Authority,
    inputs: Vec<RaceInput>,
    seed: u64,
    seconds: f64,
    /// The tick of the replay that is shown.
    shown: Option<u32>,
    #[state(skip)]
    networks: [SimulatedNetwork; 2],
    #[state(skip)]
    track: Arc<RaceTrack>,
    /// What the machines said to each other, which is the race.
    #[state(skip)]
    tape: RoomRecording,
    #[state(skip)]
    replay: Option<(Replay, BallRace)>,
    /// How far rollback and the classic method were off of late, pixels.
    #[state(skip)]
    errors: VecDeque<[f32; 2]>,
    #[state(skip)]
    packet: Vec<u8>,
    /// Who of this screen drives, and so has to be seen.
    #[state(skip)]
    hands: Hands,
    /// What rollbacks moved on the first machine, which nobody is to see jump.
    #[state(skip)]
    hidden: Hidden,
    /// The race with others, who are somewhere else: their machines compare its state.
    #[state(skip)]
    room: Option<Room>,
}

impl Sketch for BallRacer {
    const PARAMS: &'static [Param] = &[
        Param::whole("players", 2, 8, 4),
        Param::number("latency", 0.0, 300.0, 120.0),
        Param::number("jitter", 0.0, 200.0, 40.0),
        Param::number("loss", 0.0, 40.0, 10.0),
        Param::toggle("autopilot", true),
    ];

    fn setup(stage: &mut Stage) -> motile::Result<Self> {
        stage.background = NIGHT;
        Ok(Self::race(4, stage.rng.u64()))
    }

    fn update(&mut self, stage: &mut Stage, tick: Tick) {
        if self.room.is_some() || Room::is_asked_for(&tick) {
            self.room = Room::update(self.room.take(), stage, &tick);
            return;
        }
        let players = tick.params.whole("players") as usize;
        if tick.input.pressed(Key::Space) || players != self.peers.len() {
            *self = Self::race(players as u8, Rng::new(self.seed).u64());
        }
        if tick.input.pressed(Key::Char('r')) {
            self.rewind();
        }
        if self.replay.is_some() {
            self.play_tape();
        } else {
            self.play(&tick);
        }
    }

    fn draw(&self, stage: &Stage, canvas: &mut Canvas<'_>, frame: Frame) {
        match &self.room {
            Some(room) => room.paint(canvas, stage.size(), frame.alpha),
            None => self.paint(canvas, stage.size(), frame.alpha),
        }
    }

    fn marks(&self, _: &Stage, marks: &mut Marks) {
        if let Some(room) = &self.room {
            return room.mark(marks);
        }
        for (peer, session) in self.peers.iter().enumerate() {
            let words = panel::machine(peer, session.report());
            marks.label(MarkRole::Note, vec2(12.0, 70.0 + 18.0 * peer as f32), words);
        }
    }

    fn hash(&self, hash: &mut StateHash) {
        hash.write(self);
    }
}

impl BallRacer {
    fn race(players: u8, seed: u64) -> Self {
        let race = BallRace::new(players, seed);
        let settings = Self::settings(players, seed);
        let elements = race.balls[..usize::from(players)].to_vec();
        let session = |me| RollbackSession::new(race.clone(), me, settings);
        Self {
            peers: (0..players).map(session).collect(),
            classics: (0..players).map(|me| ClassicPeer::new(me, elements.clone())).collect(),
            authority: Authority::new(&race, seed),
            inputs: vec![RaceInput::default(); players.into()],
            seed,
            seconds: 0.0,
            shown: None,
            networks: [1, 2].map(SimulatedNetwork::new),
            track: Arc::clone(&race.track),
            tape: RoomRecording { key: settings.key, players, packets: Vec::new() },
            replay: None,
            errors: VecDeque::with_capacity(HISTORY),
            packet: Vec::new(),
            hands: Hands::default(),
            hidden: Hidden::default(),
            room: None,
        }
    }

    fn settings(players: u8, seed: u64) -> RollbackSettings {
        RollbackSettings::new(players).with_prediction_window(40).with_key(seed)
    }

    fn play(&mut self, tick: &Tick) {
        let milli = |name| tick.params.number(name) * 1e-3;
        let loss = tick.params.number("loss") * 0.01;
        let conditions = LinkConditions::new(milli("latency"), milli("jitter"), loss);
        for network in &mut self.networks {
            network.conditions = conditions;
            network.step(tick.dt);
        }
        self.authority.play(conditions, tick);
        let shown = self.peers.iter().map(|peer| (peer.me(), peer.game(), peer.tick()));
        drivers::drive(&mut self.inputs, shown, tick);
        self.hands.update(tick);
        self.seconds += f64::from(tick.dt);
        for me in 0..self.peers.len() as u8 {
            self.play_rollback(me, tick.dt);
            self.play_classic(me);
        }
        self.hidden.update(self.peers[0].correction(), tick.dt);
        self.measure();
    }

    fn play_rollback(&mut self, me: u8, dt: f32) {
        let next = (me + 1) % self.peers.len() as u8;
        let is_on = self.is_taping();
        let session = &mut self.peers[usize::from(me)];
        session.set_input(self.inputs[usize::from(me)]);
        let port = self.networks[0].port(me);
        session.update(dt, &mut Taped { port, me, next, is_on, tape: &mut self.tape });
    }

    fn play_classic(&mut self, me: u8) {
        let (peer, mut port) = (&mut self.classics[usize::from(me)], self.networks[1].port(me));
        let own = self.inputs[usize::from(me)];
        if let Some(update) = peer.update(&self.track, self.seconds, own) {
            state::save_into(&update, &mut self.packet);
            let others = (0..self.inputs.len() as u8).filter(|&to| to != me);
            others.for_each(|to| port.send(to, &self.packet));
        }
        while port.receive(&mut self.packet).is_some() {
            if let Ok(update) = state::restore::<ClassicUpdate<RaceBall>>(&self.packet) {
                peer.receive(&self.track, &update, self.seconds);
            }
        }
    }

    /// A ball where its owner has it, who plays his own keys at once: without a server nobody knows better.
    fn truth(&self, player: usize) -> RaceBall {
        self.peers[player].game().balls[player]
    }

    /// How far the classic method shows a ball from where its owner has it.
    fn classic_error(&self, player: usize) -> Vec2 {
        let at = |machine: usize| self.classics[machine].elements[player].position;
        at(0) - at(player)
    }

    fn measure(&mut self) {
        let shown = &self.peers[0].game().balls;
        let others = 1..self.peers.len();
        let rollback = others.clone().map(|player| shown[player].distance(&self.truth(player)));
        let classic = others.map(|player| self.classic_error(player).length());
        let worst = [rollback.fold(0.0, f32::max), classic.fold(0.0, f32::max)];
        if self.errors.len() == HISTORY {
            self.errors.pop_front();
        }
        self.errors.push_back(worst);
    }
}
