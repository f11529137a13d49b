//! The race of balls: over the network and alone, beside the classic method, and through walls.

use motile_geom::{Capsule, Rng, StateHash, Vec2, vec2};
use motile_net::classic::{ClassicPeer, ClassicUpdate};
use motile_net::race::{BallRace, RaceBall, RaceInput, RaceTrack, largest_step, substeps};
use motile_net::{
    Game, GameTick, LinkConditions, PlayerInput, RollbackSession, RollbackSettings,
    SimulatedNetwork, Transport,
};
use motile_time::{Rate, TickTime};
use std::sync::Arc;

const DT: f32 = 1.0 / 60.0;

/// What everybody does in each tick: mostly to the right, with a change of mind now and then.
fn inputs(players: usize, ticks: usize, seed: u64) -> Vec<Vec<RaceInput>> {
    let mut rng = Rng::new(seed);
    let mut now = vec![RaceInput::default(); players];
    let mut all = Vec::new();
    for _ in 0..ticks {
        for input in &mut now {
            if rng.chance(0.08) {
                *input = RaceInput::unpack(rng.u64() & 7 | u64::from(rng.chance(0.7)) << 1);
            }
        }
        all.push(now.clone());
    }
    all
}

fn alone(players: usize, all: &[Vec<RaceInput>], delay: usize) -> Vec<u64> {
    let mut race = BallRace::new(players as u8, 5);
    let mut hashes = vec![StateHash::of(&race)];
    let still = vec![RaceInput::default(); players];
    for tick in 0..all.len() {
        let inputs = tick.checked_sub(delay).map_or(&still, |made| &all[made]);
        let time = TickTime::new(tick as u64, Rate::hz(60));
        race.step(&GameTick { time, inputs, present: u8::MAX >> (8 - players) });
        hashes.push(StateHash::of(&race));
    }
    hashes
}

#[test]
fn sim_a13_rollback_and_offline_runs_have_equal_checksums() {
    let (players, ticks) = (4, 1200);
    let all = inputs(players, ticks, 3);
    let truth = alone(players, &all, 1);
    // Five ticks, give or take three, and 5 % lost.
    let link = LinkConditions::new(2.0 / 60.0, 6.0 / 60.0, 0.05);
    let mut network = SimulatedNetwork::new(8).with_conditions(link);
    let settings = RollbackSettings::new(players as u8).with_prediction_window(16);
    let mut peers: Vec<_> = (0..players as u8)
        .map(|me| RollbackSession::new(BallRace::new(players as u8, 5), me, settings))
        .collect();
    let mut compared = 0;
    for _ in 0..ticks {
        network.step(DT);
        for (me, peer) in peers.iter_mut().enumerate() {
            if let Some(inputs) = all.get(peer.tick() as usize) {
                peer.set_input(inputs[me]);
            }
            let mut port = network.port(me as u8);
            peer.update(DT, &mut port);
            let hash = StateHash::of(peer.confirmed_game());
            assert_eq!(truth[peer.confirmed() as usize], hash, "tick {}", peer.confirmed());
            compared += 1;
        }
    }
    assert!(compared == ticks * players && peers[0].confirmed() > 1100);
    assert!(peers[0].report().rollbacks > 100 && peers[0].report().desyncs == 0);
}

#[test]
fn a_race_is_won_and_stays_finite() {
    let mut race = BallRace::new(8, 11);
    for (tick, inputs) in inputs(8, 3600, 9).iter().enumerate() {
        let time = TickTime::new(tick as u64, Rate::hz(60));
        race.step(&GameTick { time, inputs, present: u8::MAX });
        assert!(race.balls.iter().all(RaceBall::is_finite), "tick {tick}");
    }
    assert!(race.balls.iter().any(|ball| ball.finished.is_some()));
    let leader = race.balls[usize::from(race.leader())];
    assert!(
        race.balls
            .iter()
            .all(|ball| ball.finished.is_none_or(|tick| leader.finished <= Some(tick)))
    );
}

#[test]
fn a_saved_race_keeps_the_track_of_the_one_that_loads_it() {
    let mut race = BallRace::new(3, 4);
    race.balls[1].velocity = vec2(50.0, -10.0);
    let bytes = motile_geom::state::save(&race);
    let mut other = BallRace::new(2, 4);
    other.load(&bytes).unwrap();
    assert_eq!(other, race);
    assert!(other.load(&bytes[1..]).is_err());
}

#[test]
fn sim_a7_largest_steps_and_their_parts() {
    let table = [
        (20.0, [300.0, 400.0], 1.0 / 60.0, 0.03999999998, 1, 8.333333),
        (20.0, [3000.0, 4000.0], 1.0 / 60.0, 0.003999999998, 5, 16.666667),
        (10.0, [600.0, 0.0], 1.0 / 30.0, 0.01666666665, 3, 6.666667),
        (16.0, [1200.0, -900.0], 0.1, 0.01066666666, 10, 15.0),
        (25.0, [0.0, 1500.0], 0.05, 0.01666666666, 4, 18.75),
        (10.0, [0.0, 6000.0], 1.0 / 60.0, 0.001666666665, 11, 9.090909),
        (8.0, [0.0, 0.0], 1.0 / 60.0, f64::INFINITY, 1, 0.0),
    ];
    for (radius, [x, y], dt, largest, parts, moved) in table {
        let speed = f64::sqrt(x * x + y * y);
        let found = largest_step(radius, speed);
        assert!(found == largest || (found - largest).abs() < 1e-11, "{found} for {largest}");
        assert_eq!(substeps(dt, found), parts);
        let part = speed * dt / f64::from(parts);
        assert!((part - moved).abs() < 1e-6 && part < radius);
    }
    assert_eq!(substeps(1.0, 0.0), 64, "a limit, and no endless loop");
    assert_eq!((substeps(0.0, 0.0), largest_step(0.0, 1.0)), (1, 0.0));
}

/// A ball shot at a wall: whether it came through in a single step of 1/60 s, and whether in short ones.
fn shoot(rng: &mut Rng) -> (bool, bool) {
    let angle = rng.range(0.0..core::f32::consts::TAU);
    let along = Vec2::new(motile_geom::ops::cos(angle), motile_geom::ops::sin(angle));
    let wall = Capsule::new(along * -400.0, along * 400.0, 0.0);
    let side = along.perp();
    let from = side * rng.range(25.0..90.0) + along * rng.range(-100.0..100.0);
    let velocity = -side * rng.range(1000.0..6000.0);
    let crosses = |parts: u32| {
        let mut center = from;
        for _ in 0..parts {
            center += velocity * (DT / parts as f32);
            if wall.segment.distance(center) <= RaceBall::RADIUS {
                return false;
            }
        }
        center.dot(side) < 0.0
    };
    let largest = largest_step(f64::from(RaceBall::RADIUS), f64::from(velocity.length()));
    (crosses(1), crosses(substeps(f64::from(DT), largest)))
}

#[test]
fn sim_m3_short_steps_never_pass_through_and_plain_ones_do() {
    let mut rng = Rng::new(1);
    let (mut plain, mut short) = (0, 0);
    for _ in 0..20_000 {
        let (by_plain, by_short) = shoot(&mut rng);
        plain += u32::from(by_plain);
        short += u32::from(by_short);
    }
    assert_eq!(short, 0);
    assert!(plain > 1000, "{plain} of 20,000 plain steps pass");
}

#[test]
fn sim_w7_w8_every_ball_takes_short_steps_at_its_own_speed() {
    // Thin ground, and a ball that falls faster than its radius in a tick.
    let ground = Capsule::new(vec2(-100.0, 50.0), vec2(100.0, 50.0), 0.0);
    let track = RaceTrack { capsules: vec![ground], bottom: 1e9, ..RaceTrack::default() };
    let mut ball = RaceBall::new(vec2(0.0, 0.0));
    ball.velocity = vec2(0.0, 1e9);
    for _ in 0..60 {
        ball.step(RaceInput::default(), &track, DT);
        assert!(ball.position.y <= 30.001, "{}", ball.position.y);
    }
    assert!(ball.grounded);
}

/// How far peer 0 shows the other ball from where its owner has it, root mean square in pixels, by the classic method and,
/// for ticks that are confirmed, by rollback.
fn errors(latency: f32, loss: f32) -> (f32, f32) {
    let link = LinkConditions::new(latency, latency * 0.2, loss);
    let race = BallRace::new(2, 5);
    let track = Arc::clone(&race.track);
    let all = inputs(2, 900, 6);
    let mut networks = [1, 2].map(|seed| SimulatedNetwork::new(seed).with_conditions(link));
    let settings = RollbackSettings::new(2).with_prediction_window(30);
    let mut peers = [0, 1].map(|me| RollbackSession::new(race.clone(), me, settings));
    let mut classics = [0, 1].map(|me| ClassicPeer::new(me, race.balls[..2].to_vec()));
    let (mut packet, mut squares, mut confirmed_errors, mut hashes) =
        (Vec::new(), 0.0, 0.0f32, Vec::new());
    for (tick, inputs) in all.iter().enumerate() {
        let time = tick as f64 / 60.0;
        for network in &mut networks {
            network.step(DT);
        }
        for me in 0..2u8 {
            let index = usize::from(me);
            peers[index].set_input(inputs[index]);
            peers[index].update(DT, &mut networks[0].port(me));
            if let Some(update) = classics[index].update(&track, time, inputs[index]) {
                networks[1].port(me).send(1 - me, &motile_geom::state::save(&update));
            }
            while networks[1].port(me).receive(&mut packet).is_some() {
                let update: ClassicUpdate<RaceBall> = motile_geom::state::restore(&packet).unwrap();
                classics[index].receive(&track, &update, time);
            }
        }
        let off = classics[0].elements[1].distance(&classics[1].elements[1]);
        squares += off * off;
        hashes.push((peers[1].confirmed(), peers[1].confirmed_game().balls[1]));
        let own = peers[0].confirmed();
        if let Some((_, ball)) = hashes.iter().rev().find(|(tick, _)| *tick == own) {
            confirmed_errors += peers[0].confirmed_game().balls[1].distance(ball);
        }
    }
    ((squares / all.len() as f32).sqrt(), confirmed_errors)
}

#[test]
fn sim_m6_the_classic_method_is_off_and_rollback_is_not_after_confirmation() {
    for latency in [0.05, 0.1, 0.2] {
        for loss in [0.0, 0.02, 0.1] {
            let (classic, rollback) = errors(latency, loss);
            assert!(classic > 1.0, "{classic} px at {latency} s, {loss}");
            assert_eq!(rollback, 0.0);
        }
    }
    assert!(errors(0.1, 0.1).0 > errors(0.05, 0.0).0);
}
