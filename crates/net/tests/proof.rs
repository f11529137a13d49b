//! What sessions promise, on a larger game than the race and with packets handed over one by one.

use motile_collide::cast;
use motile_geom::{Circle, Rng, Segment, StateHash, Vec2, state_fields, vec2};
use motile_net::race::{BallRace, RaceInput, largest_step, substeps};
use motile_net::{
    Game, GameTick, LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork, Transport,
};
use motile_time::{Rate, TickTime};

const DT: f32 = 1.0 / 60.0;
const BODIES: usize = 200;
const PLAYERS: u8 = 4;

/// Bodies in a box, of which four are driven: everybody pulls at his neighbors, so that an error anywhere is soon everywhere.
#[derive(Clone)]
struct Crowd {
    position: Vec<Vec2>,
    velocity: Vec<Vec2>,
    rng: Rng,
}

state_fields! { Crowd { position, velocity, rng } }

impl Crowd {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let place = |_| vec2(rng.range(0.0..800.0), rng.range(0.0..600.0));
        let position = (0..BODIES).map(place).collect();
        Self { position, velocity: vec![Vec2::ZERO; BODIES], rng }
    }
}

impl Game for Crowd {
    type Input = u8;

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        for (player, &input) in tick.inputs.iter().enumerate() {
            let axis =
                |plus: u8, minus: u8| f32::from(input >> plus & 1) - f32::from(input >> minus & 1);
            self.velocity[player * BODIES / 4] +=
                vec2(axis(0, 1), axis(2, 3)) * 900.0 * tick.time.dt;
        }
        // A gust for one of them, from the random numbers of the state.
        let blown = self.rng.below(BODIES as u32) as usize;
        self.velocity[blown] += vec2(self.rng.range(-40.0..40.0), self.rng.range(-40.0..40.0));
        for body in 0..BODIES {
            let next = (body + 1) % BODIES;
            let between = self.position[next] - self.position[body];
            let pull = between * (1.0 - 30.0 / between.length().max(1.0)) * 4.0 * tick.time.dt;
            self.velocity[body] += pull;
            self.velocity[next] -= pull;
        }
        for (position, velocity) in self.position.iter_mut().zip(&mut self.velocity) {
            *velocity *= 0.995;
            *position += *velocity * tick.time.dt;
            let inside = position.clamp(Vec2::ZERO, vec2(800.0, 600.0));
            if inside != *position {
                (*position, *velocity) = (inside, -*velocity * 0.5);
            }
        }
    }
}

/// What the players of the crowd do in each tick.
fn crowd_inputs(ticks: usize) -> Vec<[u8; PLAYERS as usize]> {
    let (mut rng, mut now) = (Rng::new(3), [0u8; PLAYERS as usize]);
    let mut change = |_| {
        for input in &mut now {
            if rng.chance(0.08) {
                *input = rng.below(16) as u8;
            }
        }
        now
    };
    (0..ticks).map(&mut change).collect()
}

/// The hashes of the crowd before each tick and after the last one, played alone. Own inputs take effect after one
/// tick.
fn crowd_alone(all: &[[u8; PLAYERS as usize]]) -> Vec<u64> {
    let mut crowd = Crowd::new(7);
    let mut truth = vec![StateHash::of(&crowd)];
    for tick in 0..all.len() {
        let inputs = tick.checked_sub(1).map_or([0; PLAYERS as usize], |made| all[made]);
        let time = TickTime::new(tick as u64, Rate::hz(60));
        crowd.step(&GameTick { time, inputs: &inputs, present: 0b1111 });
        truth.push(StateHash::of(&crowd));
    }
    truth
}

/// Plays the crowd by rollback over a bad network, and compares each confirmed state that a peer has with the truth.
/// Gives the hashes of all confirmed states in the order in which the peers had them.
fn crowd_by_rollback(all: &[[u8; PLAYERS as usize]], truth: &[u64]) -> Vec<u64> {
    // Five ticks, give or take three, and 5 % lost.
    let link = LinkConditions::new(2.0 / 60.0, 6.0 / 60.0, 0.05);
    let mut network = SimulatedNetwork::new(8).with_conditions(link);
    let settings = RollbackSettings::new(PLAYERS).with_prediction_window(16);
    let session = |me| RollbackSession::new(Crowd::new(7), me, settings);
    let mut peers: Vec<_> = (0..PLAYERS).map(session).collect();
    let (mut compared, mut hashes) = ([0; PLAYERS as usize], Vec::new());
    for _ in 0..all.len() {
        network.step(DT);
        for (me, peer) in peers.iter_mut().enumerate() {
            if let Some(inputs) = all.get(peer.tick() as usize) {
                peer.set_input(inputs[me]);
            }
            peer.update(DT, &mut network.port(me as u8));
            let confirmed = peer.confirmed();
            if confirmed > compared[me] {
                compared[me] = confirmed;
                hashes.push(StateHash::of(peer.confirmed_game()));
                assert_eq!(hashes.last(), truth.get(confirmed as usize), "{confirmed} of {me}");
            }
        }
    }
    let end = all.len() as u32;
    assert!(compared.iter().all(|&tick| tick + 100 > end), "{compared:?}");
    let often = u64::from(end / 12);
    assert!(peers.iter().all(|peer| peer.report().rollbacks > often && peer.report().desyncs == 0));
    hashes
}

#[test]
fn sim_a13_two_hundred_bodies_have_the_checksums_of_the_offline_run() {
    let all = crowd_inputs(3600);
    crowd_by_rollback(&all, &crowd_alone(&all));
}

/// As many whole sessions at once as there are threads: nothing that they do is shared, or kept by a thread.
#[test]
fn sim_a13_checksums_are_equal_on_1_2_and_8_threads() {
    let all = crowd_inputs(600);
    let truth = crowd_alone(&all);
    let expected = crowd_by_rollback(&all, &truth);
    assert!(expected.len() > 1200, "{} states", expected.len());
    for threads in [1, 2, 8] {
        std::thread::scope(|scope| {
            let play = || crowd_by_rollback(&all, &truth);
            let runs: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
            for run in runs {
                let hashes = run.join().expect("a session that was played");
                assert_eq!(hashes, expected, "{threads} threads");
            }
        });
    }
}

/// Keeps what is sent, and hands out what is put in.
#[derive(Default)]
struct Mailbox {
    sent: Vec<Vec<u8>>,
    waiting: Vec<Vec<u8>>,
}

impl Transport for Mailbox {
    fn send(&mut self, _: u8, packet: &[u8]) {
        self.sent.push(packet.to_vec());
    }

    fn receive(&mut self, packet: &mut Vec<u8>) -> Option<u8> {
        if self.waiting.is_empty() {
            return None;
        }
        *packet = self.waiting.remove(0);
        Some(1)
    }
}

/// Eight packets of player 1, who holds a key until the sixth tick, and a session that got none of them.
fn told() -> (RollbackSession<BallRace>, Vec<Vec<u8>>) {
    let settings = RollbackSettings::new(2);
    let mut other = RollbackSession::new(BallRace::new(2, 5), 1, settings);
    let mut mail = Mailbox::default();
    for tick in 0..8 {
        other.set_input(RaceInput { right: tick < 6, ..RaceInput::default() });
        other.update(DT, &mut mail);
    }
    (RollbackSession::new(BallRace::new(2, 5), 0, settings), mail.sent)
}

fn after(session: &RollbackSession<BallRace>, packets: &[&Vec<u8>]) -> (u32, u64) {
    let mut session = session.clone();
    for packet in packets {
        let mut mail = Mailbox { waiting: vec![(*packet).clone()], ..Mailbox::default() };
        session.update(0.0, &mut mail);
    }
    (0..9).for_each(|_| session.update(DT, &mut Mailbox::default()));
    (session.confirmed(), StateHash::of(session.confirmed_game()))
}

#[test]
fn sim_a10_older_packets_and_copies_change_nothing() {
    let (session, packets) = told();
    let [.., seventh, eighth] = packets.as_slice() else { panic!("{} packets", packets.len()) };
    let newest = after(&session, &[eighth]);
    assert!(newest.0 >= 7, "what was lost before is told again: {newest:?}");
    assert_eq!(after(&session, &[eighth, seventh]), newest);
    assert_eq!(after(&session, &[eighth, eighth, eighth]), newest);
    assert_eq!(after(&session, &[seventh, eighth]), newest);
    assert_ne!(after(&session, &[seventh]).0, newest.0);
}

#[test]
fn sim_a10_a_lost_key_up_is_known_with_the_next_packet() {
    let (session, packets) = told();
    // The packet of the tick in which the key went up is lost; the next one is a tick later, not a quarter of a second.
    let all: Vec<_> = packets.iter().collect();
    let mut without = all.clone();
    without.remove(6);
    assert_eq!(after(&session, &without), after(&session, &all));
}

#[test]
fn sim_a8_a_fast_circle_does_not_pass_a_thin_wall() {
    let wall = Segment::new(vec2(-100.0, 50.0), vec2(100.0, 50.0));
    let (radius, velocity) = (10.0f32, vec2(0.0, 6000.0));
    let hits = |parts: u32| {
        let mut center = Vec2::ZERO;
        (0..parts).any(|_| {
            center += velocity * (DT / parts as f32);
            wall.distance(center) <= radius
        })
    };
    assert!(!hits(1), "a plain step ends at y = 100");
    let parts = substeps(f64::from(DT), largest_step(f64::from(radius), 6000.0));
    assert_eq!(parts, 11);
    assert!(hits(parts));
    let impact = cast(&Circle::new(Vec2::ZERO, radius), velocity * DT, &wall).unwrap();
    let center = velocity * DT * impact.time;
    assert!((impact.time * DT - 0.006_666_667).abs() < 1e-8, "{}", impact.time * DT);
    assert!(center.distance(vec2(0.0, 40.0)) < 1e-4 && impact.normal == vec2(0.0, -1.0));
}
