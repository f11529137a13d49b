//! What a network does to a rollback session: how deep rollbacks are, how far guesses are off, how much is sent.
//!
//! `cargo run --release -p motile-net --example curves`

#![expect(clippy::print_stdout, reason = "it prints a table")]

use motile_geom::{Rng, state_fields};
use motile_net::{
    Game, GameTick, LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork,
};

const DT: f32 = 1.0 / 60.0;
const TICKS: u32 = 6000;

/// Two runners, who push left or right; pixels.
#[derive(Clone, Copy, Default)]
struct Runners {
    position: [f32; 2],
    velocity: [f32; 2],
}

state_fields! { Runners { position, velocity } }

impl Game for Runners {
    type Input = u8;

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        for (me, &input) in tick.inputs.iter().enumerate() {
            let push = f32::from(input & 1) - f32::from(input >> 1 & 1);
            self.velocity[me] = (self.velocity[me] + push * 1200.0 * tick.time.dt) * 0.98;
            self.position[me] += self.velocity[me] * tick.time.dt;
        }
    }
}

/// Mean depth of rollbacks, mean distance in pixels of the other runner from where he really was, and bytes a second.
fn measure(round_trip: f32, loss: f32) -> (f32, f32, u64) {
    let link = LinkConditions::new(round_trip * 0.5, round_trip * 0.1, loss);
    let mut network = SimulatedNetwork::new(3).with_conditions(link);
    let settings = RollbackSettings::new(2).with_input_delay(1).with_prediction_window(30);
    let mut peers = [0, 1].map(|me| RollbackSession::new(Runners::default(), me, settings));
    let (mut rng, mut inputs) = (Rng::new(9), [0u8; 2]);
    let (mut seen, mut error, mut count) = (Vec::new(), 0.0, 0);
    for _ in 0..TICKS {
        network.step(DT);
        for (peer, input) in peers.iter_mut().zip(&mut inputs) {
            // A player changes his mind four times a second.
            if rng.chance(4.0 * DT) {
                *input = rng.below(3) as u8;
            }
            peer.set_input(*input);
            let mut port = network.port(peer.me());
            peer.update(DT, &mut port);
        }
        seen.push((peers[0].tick(), peers[0].game().position[1]));
        let confirmed = (peers[0].confirmed(), peers[0].confirmed_game().position[1]);
        for &(tick, shown) in seen.iter().rev().take(120) {
            if tick == confirmed.0 {
                error += (shown - confirmed.1).abs();
                count += 1;
                break;
            }
        }
    }
    let report = peers[0].report();
    let depth = report.resimulated as f32 / report.rollbacks.max(1) as f32;
    (depth, error / count.max(1) as f32, report.bytes_out * 60 / u64::from(TICKS))
}

fn main() {
    println!("| round trip | loss | mean rollback, ticks | guesses off, pixels | bytes/s |");
    println!("|---|---|---|---|---|");
    for round_trip in [0.0, 0.05, 0.1, 0.15, 0.2, 0.3] {
        for loss in [0.0, 0.02, 0.1, 0.2] {
            let (depth, error, bytes) = measure(round_trip, loss);
            println!(
                "| {:.0} ms | {:.0} % | {depth:.1} | {error:.2} | {bytes} |",
                round_trip * 1e3,
                loss * 100.0
            );
        }
    }
}
