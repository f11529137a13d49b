//! One of two players of a race over datagrams of the system, at the speed of the clock on the wall.
//!
//! `cargo run --release -p motile-net --features udp --example udp_peer -- ME ADDRESS OTHER [STATES]`, once as player 0 and
//! once as player 1, on one machine or two. It ends when so many states (20) were compared, and fails when two differed.

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a program at a terminal")]

use motile_net::race::{BallRace, RaceInput};
use motile_net::{RollbackSession, RollbackSettings, UdpTransport};
use std::error::Error;
use std::time::{Duration, Instant};

/// How long it waits for the other one, and how long it stays for him after the end.
const PATIENCE: Duration = Duration::from_mins(1);
const FAREWELL: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [me, address, other, rest @ ..] = words.as_slice() else {
        return Err("udp_peer ME ADDRESS OTHER [STATES]".into());
    };
    let me: u8 = me.parse()?;
    let wanted: u64 = rest.first().map_or(Ok(20), |states| states.parse())?;
    let mut transport = UdpTransport::bind(address)?;
    transport.set_peer(1 - me.min(1), Some(other.parse()?));
    // Whoever comes first waits for the other one.
    let settings = RollbackSettings { timeout: 60.0, ..RollbackSettings::new(2).with_key(77) };
    let mut session = RollbackSession::new(BallRace::new(2, 3), me, settings);
    let (start, mut last, mut end) = (Instant::now(), Instant::now(), None);
    loop {
        let now = Instant::now();
        let beat = session.tick() / 20 + u32::from(me);
        session.set_input(RaceInput {
            right: !beat.is_multiple_of(4),
            left: beat.is_multiple_of(4),
            jump: beat.is_multiple_of(3),
        });
        session.update(now.duration_since(last).as_secs_f32(), &mut transport);
        last = now;
        if session.report().compared >= wanted {
            end.get_or_insert(now);
        }
        if end.is_some_and(|end| now.duration_since(end) > FAREWELL) {
            break;
        }
        if now.duration_since(start) > PATIENCE {
            return Err(format!("gave up: {:?}", session.report()).into());
        }
        std::thread::park_timeout(Duration::from_millis(2));
    }
    let report = session.report();
    println!(
        "player {me}: {} ticks, {} states compared, {} desyncs, {} rollbacks, deepest {}",
        session.tick(),
        report.compared,
        report.desyncs,
        report.rollbacks,
        report.deepest
    );
    if report.desyncs == 0 { Ok(()) } else { Err("states differ".into()) }
}
