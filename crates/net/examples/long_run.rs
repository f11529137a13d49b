//! Eight peers over a network that nobody should play on: are their confirmed states equal to the end?
//!
//! `cargo run --release -p motile-net --example long_run [TICKS]`: it fails when two states differed, when less than 99 % of
//! the ticks were confirmed, or when a peer compared fewer states than one other peer tells.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it tells how it went, and how fast"
)]

use motile_geom::{Rng, state_fields};
use motile_net::{
    Game, GameTick, LinkConditions, RollbackSession, RollbackSettings, SimulatedNetwork,
};
use std::error::Error;
use std::time::Instant;

const PEERS: u8 = 8;
const DT: f32 = 1.0 / 60.0;
/// Ticks from one comparison to the next.
const COMPARED_EVERY: u32 = 30;

/// Points that push each other about, so that one wrong input is felt everywhere.
#[derive(Clone, Default)]
struct Pushing {
    position: [[f32; 2]; PEERS as usize],
    velocity: [[f32; 2]; PEERS as usize],
}

state_fields! { Pushing { position, velocity } }

impl Game for Pushing {
    type Input = u8;

    fn step(&mut self, tick: &GameTick<'_, u8>) {
        let before = self.position;
        for (me, &input) in tick.inputs.iter().enumerate() {
            for axis in 0..2 {
                let push = f32::from(input >> (axis * 2) & 3) - 1.5;
                let others = before.iter().map(|other| other[axis] - before[me][axis]).sum::<f32>();
                let velocity = &mut self.velocity[me][axis];
                *velocity = (*velocity + push + others * 0.01) * 0.97;
                self.position[me][axis] += *velocity * tick.time.dt;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let ticks: u32 = std::env::args().nth(1).map_or(Ok(100_000), |ticks| ticks.parse())?;
    let conditions = LinkConditions {
        duplication: 0.1,
        reordering: 0.1,
        ..LinkConditions::new(0.03, 0.15, 0.2)
    };
    println!("{PEERS} peers, {ticks} ticks, {conditions:?}");
    let mut network = SimulatedNetwork::new(2026).with_conditions(conditions);
    let settings = RollbackSettings {
        hash_interval: COMPARED_EVERY as u16,
        ..RollbackSettings::new(PEERS).with_prediction_window(30)
    };
    let new = |me| RollbackSession::new(Pushing::default(), me, settings);
    let mut peers: Vec<_> = (0..PEERS).map(new).collect();
    let (mut rng, mut inputs) = (Rng::new(7), [0u8; PEERS as usize]);
    let start = Instant::now();
    for _ in 0..ticks {
        network.step(DT);
        for (peer, input) in peers.iter_mut().zip(&mut inputs) {
            if rng.chance(0.1) {
                *input = rng.u32() as u8;
            }
            peer.set_input(*input);
            let mut port = network.port(peer.me());
            peer.update(DT, &mut port);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    for peer in &peers {
        let report = peer.report();
        println!(
            "peer {}: {} ticks confirmed, {} compared, {} desyncs; rollbacks {} (deepest {}), waited {} ticks, {} bytes/s",
            peer.me(),
            peer.confirmed(),
            report.compared,
            report.desyncs,
            report.rollbacks,
            report.deepest,
            report.stalled,
            report.bytes_out * 60 / u64::from(ticks.max(1))
        );
        // The same on every processor: `cargo xtask aarch64`.
        let (tick, hash) = peer.latest_hash().unwrap_or_default();
        println!("peer {}: before tick {tick} the state is {hash:016x}", peer.me());
    }
    println!("{:?}", network.report);
    println!("{:.0} ticks of all peers a second", f64::from(ticks) / seconds);
    let desyncs: u64 = peers.iter().map(|peer| peer.report().desyncs).sum();
    let confirmed = peers.iter().map(RollbackSession::confirmed).min().unwrap_or_default();
    if desyncs > 0 {
        return Err(format!("{desyncs} states differed").into());
    }
    // A run in which nothing is compared proves nothing.
    let compared = peers.iter().map(|peer| peer.report().compared).min().unwrap_or_default();
    if compared < u64::from(ticks / COMPARED_EVERY) {
        return Err(format!("only {compared} states were compared in {ticks} ticks").into());
    }
    if u64::from(confirmed) * 100 < u64::from(ticks) * 99 {
        return Err(format!("only {confirmed} of {ticks} ticks were confirmed").into());
    }
    Ok(())
}
