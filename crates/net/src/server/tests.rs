//! Clients and a server over the simulated network.

use super::*;
use crate::race::{BallRace, RaceBall, RaceInput};
use crate::{LinkConditions, SimulatedNetwork, Transport};
use motile_geom::Rng;
use motile_proof::assert_no_allocation;
use proptest::prelude::*;

const DT: f32 = 1.0 / 60.0;

struct Match {
    server: GameServer<BallRace>,
    clients: Vec<GameClient<BallRace>>,
    network: SimulatedNetwork,
    inputs: Vec<RaceInput>,
    rng: Rng,
}

impl Match {
    fn new(players: u8, conditions: LinkConditions) -> Self {
        Self::with(ServerSettings::new(players).with_key(3), conditions)
    }

    fn with(settings: ServerSettings, conditions: LinkConditions) -> Self {
        let players = settings.players;
        let race = BallRace::new(players, 4);
        Self {
            server: GameServer::new(race.clone(), settings),
            clients: (0..players).map(|me| GameClient::new(race.clone(), me, settings)).collect(),
            network: SimulatedNetwork::new(2).with_conditions(conditions),
            inputs: vec![RaceInput::default(); players.into()],
            rng: Rng::new(5),
        }
    }

    fn tick(&mut self) {
        for input in &mut self.inputs {
            if self.rng.chance(0.05) {
                let right = self.rng.chance(0.8);
                *input = RaceInput { left: !right, right, jump: self.rng.chance(0.3) };
            }
        }
        self.rest();
    }

    /// A tick in which everybody goes on with what he does.
    fn rest(&mut self) {
        self.network.step(DT);
        self.server.update(DT, &mut self.network.port(SERVER));
        for (me, client) in self.clients.iter_mut().enumerate() {
            client.set_input(self.inputs[me]);
            client.update(self.network.local_dt(me as u8, DT), &mut self.network.port(me as u8));
        }
    }
}

/// Where the newest snapshot of a client has an object.
fn told(client: &GameClient<BallRace>, object: usize) -> Option<Vec2> {
    let newest = client.snapshots.iter().find(|told| Some(told.tick) == client.newest())?;
    newest.object(object).map(BallRace::place)
}

#[test]
fn sim_63_own_balls_are_predicted_where_the_server_has_them() {
    // One player, so that nobody pushes him: prediction is exact, to the bit.
    let mut play = Match::new(1, LinkConditions::new(0.05, 0.02, 0.05));
    let (mut predicted, mut equal) = (std::collections::BTreeMap::new(), 0);
    for round in 0..900 {
        play.tick();
        let client = &play.clients[0];
        predicted.insert(client.tick(), client.game().balls[0]);
        if round > 120 {
            let ball = predicted.get(&play.server.tick()).copied();
            equal += u32::from(ball == Some(play.server.game().balls[0]));
        }
    }
    assert!(equal > 740, "{equal} of 779 ticks predicted to the bit");
    assert_eq!(play.server.report().refused, 0);
    assert!(play.clients[0].report().lead > 0, "inputs come in time");
}

#[test]
fn sim_63_others_are_shown_between_snapshots_and_close_to_the_truth() {
    let mut play = Match::new(3, LinkConditions::new(0.05, 0.02, 0.05));
    let mut off = Vec::new();
    for round in 0..900 {
        play.tick();
        let view = play.clients[0].view_tick();
        if round < 120 {
            continue;
        }
        let (from, to) = (view.floor() as u32, view.floor() as u32 + 1);
        let truth = [from, to].map(|tick| play.server.past_place(1, tick));
        let place = play.clients[0].interpolated_place(1);
        if let ([Some(a), Some(b)], Some(place)) = (truth, place) {
            off.push(place.distance(a.lerp(b, view.fract() as f32)));
        }
    }
    assert!(off.len() > 700, "{} ticks shown", off.len());
    off.sort_by(f32::total_cmp);
    let (middle, most) = (off[off.len() / 2], off[off.len() * 19 / 20]);
    assert!(middle < 0.5 && most < 5.0, "{middle} px, and {most} px in one of twenty");
}

/// How unsteadily the own ball of player 0 moves on his screen: the largest change of its way from one tick to the next, and the
/// sum of all, pixels.
fn unsteadiness(smoothing: f32) -> (f32, f32) {
    let settings = ServerSettings { smoothing, ..ServerSettings::new(4).with_key(3) };
    let mut play = Match::with(settings, LinkConditions::new(0.08, 0.02, 0.1));
    (0..120).for_each(|_| play.tick());
    let place = |play: &Match| play.clients[0].predicted_place(0);
    let (mut last, mut way) = (place(&play), Vec2::ZERO);
    let (mut most, mut sum) = (0.0f32, 0.0);
    for _ in 0..900 {
        play.tick();
        let now = place(&play) - last;
        let change = (now - way).length();
        (most, sum) = (most.max(change), sum + change);
        (last, way) = (place(&play), now);
    }
    (most, sum)
}

#[test]
fn sim_w11_corrections_are_hidden_and_fade() {
    let [(plain, all), (smooth, few)] = [0.0, 0.05].map(unsteadiness);
    assert!(smooth < plain && few < all, "{smooth} of {plain} px, {few} of {all} px");
    // 1,400 px/s are 23 px a tick; what is far beyond is seen as a jump.
    assert!(smooth < 60.0, "{smooth} px");
}

#[test]
fn sim_63_others_go_straight_on_for_a_short_time_and_then_stand() {
    let places = |extrapolation: f32| {
        let settings = ServerSettings { extrapolation, ..ServerSettings::new(2) };
        let race = BallRace::new(2, 4);
        let mut server = GameServer::new(race.clone(), settings);
        let mut clients = [0, 1].map(|me| GameClient::new(race.clone(), me, settings));
        let mut network = SimulatedNetwork::new(2);
        let mut places = Vec::new();
        for round in 0..300 {
            if round == 90 {
                // Nothing comes any more to the second one, who looks at the first.
                network.partition(0b10);
            }
            network.step(DT);
            server.update(DT, &mut network.port(SERVER));
            for (me, client) in clients.iter_mut().enumerate() {
                client.set_input(RaceInput { right: me == 0, ..RaceInput::default() });
                client.update(DT, &mut network.port(me as u8));
            }
            places.extend(clients[1].interpolated_place(0).filter(|_| round >= 90));
        }
        places
    };
    let (none, some) = (places(0.0), places(0.25));
    let last = |places: &[Vec2]| places[places.len() - 1];
    // Without it the ball ends where the last snapshot has it.
    let moving = none.iter().take_while(|place| **place != last(&none)).count();
    let speed = none[0].distance(last(&none)) / (moving as f32 * DT);
    let further = last(&none).distance(last(&some));
    assert!(speed > 100.0, "{speed} px/s");
    assert!((further / (speed * 0.25) - 1.0).abs() < 0.3, "{further} px at {speed} px/s");
    for places in [none, some] {
        assert!(places.len() == 210 && places[60..].iter().all(|place| *place == last(&places)));
    }
}

#[test]
fn sim_w10_clients_are_believed_about_nothing_but_their_inputs() {
    let mut play = Match::new(2, LinkConditions::default());
    (0..60).for_each(|_| play.tick());
    let mut bytes = Vec::new();
    // Player 1 says to be player 0, with a right checksum; a stranger sends noise.
    let forged =
        wire::ClientPacket { player: 0, ack: Some(u32::MAX), first: 60, inputs: vec![7; 9] };
    forged.encode(3, 3, &mut bytes);
    for _ in 0..50 {
        play.network.port(1).send(SERVER, &bytes);
        play.network.port(9).send(SERVER, &[1, 2, 3, 4, 5, 6]);
        play.tick();
    }
    assert_eq!(play.server.report().refused, 100);
    assert_eq!(play.server.present(), 0b11);
    assert!(play.server.game().balls.iter().all(RaceBall::is_finite));
}

/// The tick behind the last one was counted to, which ended a program that checks for overflow.
#[test]
fn sim_63_inputs_from_the_end_of_time_are_no_reason_to_overflow() {
    let mut play = Match::new(2, LinkConditions::default());
    (0..60).for_each(|_| play.tick());
    let mut bytes = Vec::new();
    for count in [0u32, 1, 9] {
        let inputs = vec![7; count as usize];
        let last = wire::ClientPacket { player: 1, ack: None, first: u32::MAX - count, inputs };
        last.encode(3, 3, &mut bytes);
        play.network.port(1).send(SERVER, &bytes);
        play.tick();
    }
    assert_eq!((play.server.tick(), play.server.present()), (63, 0b11));
}

#[test]
fn sim_63_a_client_that_falls_silent_is_not_there_and_comes_back() {
    let mut play = Match::new(2, LinkConditions::new(0.03, 0.0, 0.0));
    (0..120).for_each(|_| play.tick());
    play.network.partition(0b10);
    (0..240).for_each(|_| play.tick());
    assert_eq!(play.server.present(), 0b01);
    play.network.heal();
    (0..120).for_each(|_| play.tick());
    assert_eq!(play.server.present(), 0b11);
    assert!(play.clients[1].report().lead > 0, "{:?}", play.clients[1].report());
    let newest = play.clients[1].newest();
    assert!(newest.is_some_and(|tick| tick + 12 > play.server.tick()));
}

/// A client dropped all that a server said which counted from 0 again, and stood still for ever without a word.
#[test]
fn sim_63_a_server_that_was_started_anew_is_followed() {
    for (life, pause) in [(60, 5), (900, 5), (200, 120)] {
        let mut play = Match::new(2, LinkConditions::new(0.03, 0.01, 0.05));
        (0..life).for_each(|_| play.tick());
        let settings = ServerSettings::new(2).with_key(3);
        // The new one is told late: until then nobody answers.
        play.server = GameServer::new(BallRace::new(2, 4), settings);
        play.network.partition(1 << SERVER);
        for _ in 0..pause {
            play.network.step(DT);
            play.clients.iter_mut().for_each(|client| client.update(DT, &mut crate::NoTransport));
        }
        assert!(play.clients[0].report().silence * 60.0 > pause as f32 - 1.0);
        play.network.heal();
        (0..240).for_each(|_| play.tick());
        for client in &play.clients {
            let report = client.report();
            assert!(report.silence < 0.5 && report.lead > 0, "{life} {pause}: {report:?}");
            let apart = i64::from(client.tick()) - i64::from(play.server.tick());
            assert!((0..30).contains(&apart), "{life} {pause}: {apart} ticks ahead");
            let newest = client.newest().expect("snapshots come");
            let place = play.server.past_place(0, newest);
            assert_eq!(told(client, 0), place, "{life} {pause}: differences to what it has");
        }
        assert_eq!(play.server.present(), 0b11);
    }
}

#[test]
fn sim_63_round_trip_and_loss_are_told() {
    for (latency, loss) in [(0.0, 0.0), (0.05, 0.1), (0.15, 0.3)] {
        let mut play = Match::new(2, LinkConditions::new(latency, 0.0, loss));
        let (mut trips, mut lost) = (Vec::new(), 0.0);
        for round in 0..1800 {
            play.tick();
            if round >= 600 {
                trips.push(play.clients[0].report().round_trip);
                lost += play.clients[0].report().loss / 1200.0;
            }
        }
        trips.sort_by(f32::total_cmp);
        let trip = trips[trips.len() / 2];
        // Inputs wait for the next tick, and snapshots for the next update.
        assert!((trip - 2.0 * latency).abs() < 0.04, "{trip} s at {latency} s");
        assert!((lost - loss).abs() < 0.05, "{lost} of {loss}");
    }
}

#[test]
fn sim_63_snapshots_are_small_and_an_update_takes_no_memory() {
    let mut play = Match::new(4, LinkConditions::new(0.05, 0.0, 0.02));
    (0..600).for_each(|_| play.tick());
    let before = *play.server.report();
    assert_no_allocation("ten seconds of four clients", || (0..600).for_each(|_| play.tick()));
    let after = play.server.report();
    let bytes = (after.bytes_out - before.bytes_out) / (after.snapshots - before.snapshots);
    assert!(bytes < 90, "{bytes} bytes a snapshot of four balls");
}

#[test]
fn sim_63_what_is_far_away_is_not_sent() {
    #[derive(Clone)]
    struct Near(BallRace);
    impl motile_geom::HashState for Near {
        fn hash_state(&self, hash: &mut motile_geom::StateHash) {
            self.0.hash_state(hash);
        }
    }
    impl motile_geom::SaveState for Near {
        fn save(&self, out: &mut motile_geom::StateWriter) {
            self.0.save(out);
        }
        fn restore(
            input: &mut motile_geom::StateReader<'_>,
        ) -> Result<Self, motile_geom::StateError> {
            BallRace::restore(input).map(Self)
        }
    }
    impl Game for Near {
        type Input = RaceInput;
        fn step(&mut self, tick: &crate::GameTick<'_, RaceInput>) {
            self.0.step(tick);
        }
    }
    impl Replicated for Near {
        const FIELDS: usize = BallRace::FIELDS;
        fn objects(&self) -> u16 {
            self.0.objects()
        }
        fn read_object(&self, object: u16, fields: &mut [i32]) {
            self.0.read_object(object, fields);
        }
        fn write_object(&mut self, object: u16, fields: &[i32]) {
            self.0.write_object(object, fields);
        }
        fn place(fields: &[i32]) -> Vec2 {
            BallRace::place(fields)
        }
        fn is_relevant(&self, player: u8, object: u16) -> bool {
            let balls = &self.0.balls;
            balls[usize::from(player)].distance(&balls[usize::from(object)]) < 300.0
        }
    }
    let mut race = BallRace::new(2, 4);
    race.balls[1].position.x += 900.0;
    let settings = ServerSettings::new(2);
    let mut server = GameServer::new(Near(race.clone()), settings);
    let mut client = GameClient::new(Near(race), 0, settings);
    let mut network = SimulatedNetwork::new(1);
    for _ in 0..60 {
        network.step(DT);
        server.update(DT, &mut network.port(SERVER));
        client.update(DT, &mut network.port(0));
    }
    assert!(client.interpolated_place(0).is_some());
    assert_eq!(client.interpolated_place(1), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Whatever the network does, and wherever it is cut: when it is good again, everybody is where the server has him.
    #[test]
    fn sim_63_clients_over_random_networks_end_where_the_server_is(
        seed: u64,
        players in 1u8..9,
        latency in 0f32..0.2,
        jitter in 0f32..0.2,
        loss in 0f32..0.5,
        burst in 0f32..0.05,
        duplication in 0f32..0.3,
        bandwidth in prop_oneof![Just(0f32), 2e3..1e5f32],
        interval in 1u8..12,
        skew in -0.005f32..0.005,
        cut in 0u16..256,
        away in 1u32..400,
    ) {
        let bad = LinkConditions {
            burst,
            duplication,
            bandwidth,
            reordering: duplication,
            ..LinkConditions::new(latency, jitter, loss)
        };
        let settings =
            ServerSettings { snapshot_interval: interval, ..ServerSettings::new(players).with_key(3) };
        let mut play = Match::with(settings, bad);
        play.network = SimulatedNetwork::new(seed).with_conditions(bad);
        play.network.skew[0] = skew;
        for round in 0..300 + away {
            if round == 200 {
                play.network.partition(cut);
            }
            play.tick();
            for client in &play.clients {
                prop_assert!(client.predicted_place(0).is_finite());
                prop_assert!(client.interpolated_place(0).is_none_or(Vec2::is_finite));
            }
        }
        play.network.heal();
        play.network.conditions = LinkConditions::new(0.02, 0.0, 0.0);
        // Nobody presses anything any more, and the balls come to rest.
        play.inputs.fill(RaceInput::default());
        for _ in 0..900 {
            play.rest();
        }
        prop_assert_eq!(play.server.present(), u8::MAX >> (8 - players));
        for client in &play.clients {
            let apart = i64::from(client.tick()) - i64::from(play.server.tick());
            prop_assert!((0..30).contains(&apart), "{} ticks ahead", apart);
            let report = client.report();
            prop_assert!(report.correction < 1.0 && report.silence < 0.5, "{:?}", report);
            for player in 0..u16::from(players) {
                let truth = play.server.past_place(player, client.newest().unwrap_or_default());
                prop_assert!(truth.is_some() && told(client, player.into()) == truth);
            }
        }
    }
}
