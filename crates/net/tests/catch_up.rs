//! What is known 0.12 seconds late: by the classic method where it comes out depends on the steps, by ticks it does
//! not.

use motile_geom::state_fields;
use motile_net::classic::{ClassicMover, ClassicPeer, ClassicUpdate};
use motile_net::{
    Game, GameTick, LinkConditions, NoTransport, PlayerInput, RollbackSession, RollbackSettings,
    SimulatedNetwork,
};

/// By which the key accelerates, px/s².
const PUSH: f64 = 200.0;
/// Seconds by which the message is late: 7.2 ticks.
const LATE: f64 = 0.12;

/// A point on a line that is moved as a whole step would move it.
#[derive(Clone, Debug, PartialEq)]
struct Exact {
    x: f64,
    vx: f64,
}

impl ClassicMover for Exact {
    type Keys = bool;
    type World = ();

    fn step(&mut self, (): &(), keys: bool, dt: f64) {
        let push = if keys { PUSH } else { 0.0 };
        self.x += self.vx * dt + 0.5 * push * dt * dt;
        self.vx += push * dt;
    }
}

/// The same point as games move theirs: speed first, then place.
#[derive(Clone, Debug, PartialEq)]
struct Stepped {
    x: f64,
    vx: f64,
}

state_fields! { Stepped { x, vx } }

impl ClassicMover for Stepped {
    type Keys = bool;
    type World = ();

    fn step(&mut self, (): &(), keys: bool, dt: f64) {
        let push = if keys { PUSH } else { 0.0 };
        self.vx += push * dt;
        self.x += self.vx * dt;
    }
}

impl Game for Stepped {
    type Input = bool;

    fn step(&mut self, tick: &GameTick<'_, bool>) {
        ClassicMover::step(self, &(), tick.input(0), 1.0 / 60.0);
    }
}

/// The message of player 1, sent at 10 s.
fn update<T>(element: T, keys: bool) -> ClassicUpdate<T> {
    ClassicUpdate { sender: 1, element, keys: keys.pack(), time: 10.0 }
}

#[test]
fn sim_a9_a_late_message_is_caught_up_in_one_step() {
    let still = Exact { x: 0.0, vx: 0.0 };
    for (keys, x, vx) in [(false, 107.2, 60.0), (true, 108.64, 84.0)] {
        let mut peer = ClassicPeer::new(0, vec![still.clone(); 2]);
        peer.receive(&(), &update(Exact { x: 100.0, vx: 60.0 }, keys), 10.0 + LATE);
        let caught_up = &peer.elements[1];
        assert!((caught_up.x - x).abs() < 1e-9 && (caught_up.vx - vx).abs() < 1e-9);
        assert_eq!(peer.elements[0], still, "nobody else is moved");
    }
}

#[test]
fn sim_a9_twelve_short_frames_end_elsewhere_than_one_long_one() {
    let start = Stepped { x: 100.0, vx: 60.0 };
    let end = |frames: u32| {
        let mut peer = ClassicPeer::new(0, vec![start.clone(); 2]);
        peer.update(&(), 10.0, false);
        peer.receive(&(), &update(start.clone(), true), 10.0);
        for frame in 1..=frames {
            peer.update(&(), 10.0 + LATE * f64::from(frame) / f64::from(frames), false);
        }
        peer.elements[1].x
    };
    assert!((end(12) - 108.76).abs() < 1e-9, "{}", end(12));
    assert!((end(1) - 110.08).abs() < 1e-9, "{}", end(1));
}

#[test]
fn sim_a9_a_session_plays_seven_ticks_whatever_the_frames_are() {
    let settings = RollbackSettings::new(1).with_input_delay(0);
    for frames in [&[0.12][..], &[0.01; 12], &[0.05, 0.07], &[0.03, 0.0, 0.09]] {
        let mut session = RollbackSession::new(Stepped { x: 100.0, vx: 60.0 }, 0, settings);
        session.set_input(true);
        for &frame in frames {
            session.update(frame, &mut NoTransport);
        }
        let game = session.confirmed_game();
        assert_eq!(session.confirmed(), 7, "{frames:?}");
        assert!((game.x - 108.555_555_555_555_6).abs() < 1e-9, "{} by {frames:?}", game.x);
        assert!((game.vx - 83.333_333_333_333_3).abs() < 1e-9, "{} by {frames:?}", game.vx);
    }
}

#[test]
fn sim_a9_who_hears_of_the_key_late_has_the_same_seven_ticks() {
    let settings = RollbackSettings::new(2).with_input_delay(0).with_prediction_window(20);
    let link = LinkConditions::new(LATE as f32, 0.0, 0.0);
    let mut network = SimulatedNetwork::new(3).with_conditions(link);
    let start = Stepped { x: 100.0, vx: 60.0 };
    let mut peers = [0, 1].map(|me| RollbackSession::new(start.clone(), me, settings));
    let mut seventh = [None, None];
    for tick in 0..40u32 {
        network.step(1.0 / 60.0);
        for (me, peer) in peers.iter_mut().enumerate() {
            peer.set_input(me == 0);
            peer.update(1.0 / 60.0, &mut network.port(me as u8));
            if peer.confirmed() == 7 {
                seventh[me] = Some(peer.confirmed_game().clone());
            }
        }
        let guessed = tick == 6 && peers[1].report().rollbacks == 0;
        assert!(tick != 6 || (guessed && (peers[1].game().x - 107.0).abs() < 1e-9));
    }
    let [Some(own), Some(heard)] = seventh else { panic!("both confirm tick by tick") };
    assert_eq!(own, heard);
    assert!((heard.x - 108.555_555_555_555_6).abs() < 1e-9, "{}", heard.x);
    assert!(peers[1].report().rollbacks > 0, "{:?}", peers[1].report());
}
