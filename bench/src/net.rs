//! Rollback sessions beside those of ggrs: time, bytes, and the same confirmed states.

mod latency;
mod relay;

use crate::runner::Bench;
use ggrs::{
    Config, GgrsRequest, Message, NonBlockingSocket, P2PSession, PlayerType, PredictRepeatLast,
    SessionBuilder, SessionState,
};
use motile_geom::{Rng, StateHash, state};
use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    Game, GameTick, PlayerInput, RollbackSession, RollbackSettings, SimulatedNetwork,
};
use motile_time::{Rate, TickTime};
use std::{cell::RefCell, collections::VecDeque, rc::Rc};

const PLAYERS: usize = 4;
const DT: f32 = 1.0 / 60.0;
/// Ticks of the runs whose states and bytes are compared.
const TICKS: usize = 1200;

/// All rows of the topic.
pub fn run(bench: &mut Bench) {
    session(bench);
    resimulate(bench);
    bytes(bench);
    relay::run(bench);
}

/// What every player does in each tick; in the last ones nothing new, so that guesses come true.
fn inputs() -> Vec<[u8; PLAYERS]> {
    let (mut rng, mut now) = (Rng::new(3), [0; PLAYERS]);
    let tick = |tick| {
        for input in &mut now {
            if rng.chance(0.1) && tick + 20 < TICKS {
                *input = rng.below(8) as u8;
            }
        }
        now
    };
    (0..TICKS).map(tick).collect()
}

fn step(race: &mut BallRace, tick: u64, inputs: &[RaceInput]) {
    let time = TickTime::new(tick, Rate::hz(60));
    race.step(&GameTick { time, inputs, present: 0b1111 });
}

/// Four sessions of ours and the network between them.
struct Ours {
    peers: Vec<RollbackSession<BallRace>>,
    network: SimulatedNetwork,
}

impl Ours {
    fn new() -> Self {
        let settings = RollbackSettings::new(PLAYERS as u8).with_input_delay(1);
        let new = |me| RollbackSession::new(BallRace::new(PLAYERS as u8, 5), me, settings);
        Self { peers: (0..PLAYERS as u8).map(new).collect(), network: SimulatedNetwork::new(1) }
    }

    fn tick(&mut self, inputs: &[u8; PLAYERS]) {
        self.network.step(DT);
        for (peer, &input) in self.peers.iter_mut().zip(inputs) {
            peer.set_input(RaceInput::unpack(input.into()));
            let mut port = self.network.port(peer.me());
            peer.update(DT, &mut port);
        }
    }
}

struct Theirs;

impl Config for Theirs {
    type Input = u8;
    type InputPredictor = PredictRepeatLast;
    type State = BallRace;
    type Address = usize;
}

/// Messages on their way, for each peer, and how many bytes they would take.
#[derive(Default)]
struct Mail {
    boxes: [VecDeque<(usize, Message)>; PLAYERS],
    bytes: u64,
    counts: bool,
}

struct Socket(usize, Rc<RefCell<Mail>>);

impl NonBlockingSocket<usize> for Socket {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let mut mail = self.1.borrow_mut();
        if mail.counts {
            mail.bytes += bincode::serialized_size(message).expect("a message");
        }
        mail.boxes[*to].push_back((self.0, message.clone()));
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        self.1.borrow_mut().boxes[self.0].drain(..).collect()
    }
}

/// Four sessions of ggrs, each with its game.
struct Peers {
    sessions: Vec<(P2PSession<Theirs>, BallRace)>,
    mail: Rc<RefCell<Mail>>,
}

impl Peers {
    fn new(counts: bool) -> Self {
        let mail = Rc::new(RefCell::new(Mail { counts, ..Mail::default() }));
        let session = |me: usize| {
            let builder =
                SessionBuilder::<Theirs>::new().with_num_players(PLAYERS).expect("players");
            let mut builder = builder.with_max_prediction_window(8).with_input_delay(1);
            for player in 0..PLAYERS {
                let kind =
                    if player == me { PlayerType::Local } else { PlayerType::Remote(player) };
                builder = builder.add_player(kind, player).expect("a new player");
            }
            let socket = Socket(me, Rc::clone(&mail));
            let session = builder.start_p2p_session(socket).expect("a session");
            (session, BallRace::new(PLAYERS as u8, 5))
        };
        let mut peers =
            Self { sessions: (0..PLAYERS).map(session).collect(), mail: Rc::clone(&mail) };
        while peers
            .sessions
            .iter()
            .any(|(session, _)| session.current_state() != SessionState::Running)
        {
            peers.sessions.iter_mut().for_each(|(session, _)| session.poll_remote_clients());
        }
        mail.borrow_mut().bytes = 0;
        peers
    }

    fn tick(&mut self, inputs: &[u8; PLAYERS]) {
        for (me, (session, race)) in self.sessions.iter_mut().enumerate() {
            session.poll_remote_clients();
            session.add_local_input(me, inputs[me]).expect("a local player");
            // A session that waits for the others leaves the frame out.
            let Ok(requests) = session.advance_frame() else { continue };
            let mut tick = 0;
            for request in requests {
                match request {
                    GgrsRequest::SaveGameState { cell, frame } => {
                        tick = frame as u64;
                        let hash = StateHash::of(race);
                        cell.save(frame, Some(race.clone()), Some(hash.into()));
                    }
                    GgrsRequest::LoadGameState { cell, frame } => {
                        tick = frame as u64;
                        *race = cell.load().expect("a saved state");
                    }
                    GgrsRequest::AdvanceFrame { inputs } => {
                        let mut unpacked = [RaceInput::default(); PLAYERS];
                        for (to, (input, _)) in unpacked.iter_mut().zip(inputs) {
                            *to = RaceInput::unpack(input.into());
                        }
                        step(race, tick, &unpacked);
                        tick += 1;
                    }
                }
            }
        }
    }
}

/// One tick of four peers on a perfect network, the game included on both sides.
fn session(bench: &mut Bench) {
    let name = "net/session";
    if !bench.wants(name) {
        return;
    }
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new(), Peers::new(false));
    let (mut a, mut b) = (0, 0);
    bench.compare(
        name,
        "ggrs",
        PLAYERS,
        || {
            a += 1;
            ours.tick(&inputs[a % TICKS]);
        },
        || {
            b += 1;
            peers.tick(&inputs[b % TICKS]);
        },
    );
}

/// A race of eight balls saved, brought back and played for eight ticks, beside the time of a frame.
fn resimulate(bench: &mut Bench) {
    let name = "net/resimulate";
    if !bench.wants(name) {
        return;
    }
    let mut race = BallRace::new(8, 5);
    let right = [RaceInput { right: true, ..RaceInput::default() }; 8];
    (0..120).for_each(|tick| step(&mut race, tick, &right));
    let (mut saved, mut bytes) = (race.clone(), Vec::new());
    let ns = bench.alone(|| {
        saved.clone_from(&race);
        state::save_into(&race, &mut bytes);
        let mut again = saved.clone();
        (0..8).for_each(|tick| step(&mut again, tick, &right));
        StateHash::of(&again)
    });
    bench.record(name, "frame", 8, ns, 1e9 / 60.0);
}

/// Bytes a second that each player sends, in place of nanoseconds; and the same confirmed states on both sides.
fn bytes(bench: &mut Bench) {
    let name = "net/bytes";
    if !bench.wants(name) {
        return;
    }
    let inputs = inputs();
    let (mut ours, mut peers) = (Ours::new(), Peers::new(true));
    for tick in &inputs {
        ours.tick(tick);
        peers.tick(tick);
    }
    // The same inputs give the same states, here, in ggrs and played alone.
    let mut truth = BallRace::new(PLAYERS as u8, 5);
    for tick in 0..TICKS as u64 {
        let made = tick.checked_sub(1).map_or([0; PLAYERS], |made| inputs[made as usize]);
        step(&mut truth, tick, &made.map(|input| RaceInput::unpack(input.into())));
    }
    let truth = StateHash::of(&truth);
    let ticks = (ours.peers[0].tick() as usize, peers.sessions[0].0.current_frame() as usize);
    assert_eq!(ticks, (TICKS, TICKS), "nobody waited");
    assert_eq!(StateHash::of(ours.peers[0].game()), truth, "ours");
    assert_eq!(StateHash::of(&peers.sessions[0].1), truth, "those of ggrs");
    let second = TICKS as f64 / 60.0;
    let per_player = |bytes: u64| bytes as f64 / PLAYERS as f64 / second;
    let sent: u64 = ours.peers.iter().map(|peer| peer.report().bytes_out).sum();
    bench.record(
        name,
        "ggrs (bytes/s)",
        PLAYERS,
        per_player(sent),
        per_player(peers.mail.borrow().bytes),
    );
}
