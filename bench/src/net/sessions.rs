//! Four rollback sessions of ours and of ggrs, with the same game and the same inputs.

use ggrs::{
    Config, DesyncDetection, GgrsRequest, Message, NonBlockingSocket, P2PSession, PlayerType,
    PredictRepeatLast, SessionBuilder, SessionState,
};
use motile_geom::Rng;
use motile_net::race::{BallRace, RaceInput};
use motile_net::{
    Game, GameTick, LinkConditions, PlayerInput, RollbackSession, RollbackSettings,
    SimulatedNetwork, Transport,
};
use motile_time::{Rate, TickTime};
use std::{cell::RefCell, collections::VecDeque, rc::Rc};

pub const PLAYERS: usize = 4;
pub const DT: f32 = 1.0 / 60.0;
/// Ticks of the runs whose states and bytes are compared.
pub const TICKS: usize = 1200;

/// What every player does in each tick; in the last ones nothing new, so that guesses come true.
pub fn inputs() -> Vec<[u8; PLAYERS]> {
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

/// One tick of a race, of which nobody knows who plays it.
pub fn step(race: &mut BallRace, tick: u64, inputs: &[RaceInput]) {
    let time = TickTime::new(tick, Rate::hz(60));
    race.step(&GameTick { time, inputs, present: 0b1111 });
}

/// Four sessions of ours and the network between them.
pub struct Ours {
    pub peers: Vec<RollbackSession<BallRace>>,
    network: SimulatedNetwork,
}

impl Ours {
    pub fn new() -> Self {
        let settings = RollbackSettings::new(PLAYERS as u8).with_input_delay(1);
        let new = |me| RollbackSession::new(BallRace::new(PLAYERS as u8, 5), me, settings);
        Self { peers: (0..PLAYERS as u8).map(new).collect(), network: SimulatedNetwork::new(1) }
    }

    /// Over a line that is not perfect.
    pub fn over(mut self, line: LinkConditions) -> Self {
        self.network.conditions = line;
        self
    }

    /// Bytes that all of them sent.
    pub fn bytes(&self) -> u64 {
        self.peers.iter().map(|peer| peer.report().bytes_out).sum()
    }

    pub fn tick(&mut self, inputs: &[u8; PLAYERS]) {
        self.network.step(DT);
        for (peer, &input) in self.peers.iter_mut().zip(inputs) {
            peer.set_input(RaceInput::unpack(input.into()));
            let mut port = self.network.port(peer.me());
            peer.update(DT, &mut port);
        }
    }
}

/// The types of a session of ggrs.
pub struct Theirs;

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
    /// A line that is not perfect: messages go as bytes.
    line: Option<SimulatedNetwork>,
}

struct Socket(usize, Rc<RefCell<Mail>>);

impl NonBlockingSocket<usize> for Socket {
    fn send_to(&mut self, message: &Message, to: &usize) {
        let mail = &mut *self.1.borrow_mut();
        if mail.counts {
            mail.bytes += bincode::serialized_size(message).expect("a message");
        }
        match &mut mail.line {
            Some(line) => {
                let bytes = bincode::serialize(message).expect("a message");
                line.port(self.0 as u8).send(*to as u8, &bytes);
            }
            None => mail.boxes[*to].push_back((self.0, message.clone())),
        }
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        let mail = &mut *self.1.borrow_mut();
        let mut all: Vec<_> = mail.boxes[self.0].drain(..).collect();
        let mut bytes = Vec::new();
        if let Some(line) = &mut mail.line {
            let mut port = line.port(self.0 as u8);
            while let Some(from) = port.receive(&mut bytes) {
                all.push((from.into(), bincode::deserialize(&bytes).expect("a message")));
            }
        }
        all
    }
}

/// Four sessions of ggrs, each with its game.
pub struct Peers {
    pub sessions: Vec<(P2PSession<Theirs>, BallRace)>,
    mail: Rc<RefCell<Mail>>,
}

impl Peers {
    /// With its comparison of states off, so that it has nothing to hash: ours are compared all the same.
    pub fn new() -> Self {
        let mail = Rc::new(RefCell::new(Mail::default()));
        let session = |me: usize| {
            let builder =
                SessionBuilder::<Theirs>::new().with_num_players(PLAYERS).expect("players");
            let mut builder = builder
                .with_max_prediction_window(8)
                .with_input_delay(1)
                .with_desync_detection_mode(DesyncDetection::Off);
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
        peers
    }

    /// Counts bytes from now on.
    pub fn counted(self) -> Self {
        self.mail.borrow_mut().counts = true;
        self
    }

    /// Over a line that is not perfect, with bytes counted.
    pub fn over(self, line: LinkConditions) -> Self {
        self.mail.borrow_mut().line = Some(SimulatedNetwork::new(1).with_conditions(line));
        self.counted()
    }

    /// Bytes that all of them sent.
    pub fn bytes(&self) -> u64 {
        self.mail.borrow().bytes
    }

    /// Lets the time of a tick pass on a line that is not perfect.
    pub fn step_line(&mut self) {
        if let Some(line) = &mut self.mail.borrow_mut().line {
            line.step(DT);
        }
    }

    pub fn tick(&mut self, inputs: &[u8; PLAYERS]) {
        self.step_line();
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
                        cell.save(frame, Some(race.clone()), None);
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
