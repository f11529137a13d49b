//! One of up to eight players of a race in a room of a relay, at the speed of the clock on the wall.
//!
//! `cargo run --release -p motile-net --features udp,websocket --example room_race -- RELAY [CODE] [STATES]`: without a code (or
//! with `-`) it makes a room and prints its code; `lan` for a relay takes the first room of the own network. It prints every state that all agreed on, as the tick before which it was
//! taken and its hash, ends when so many states (20) were compared, and fails when two differed. Then it tells which fields
//! differed and writes `desync-TICK.replay`: `room_race --replay FILE` plays that on any machine and prints the hashes of its ticks.

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a program at a terminal")]

use motile_geom::StateHash;
use motile_net::race::{RaceInput, RaceSeries, SeriesInput};
use motile_net::{
    DesyncReport, LanRoom, LanSearch, Replay, RollbackSession, RollbackSettings, RoomHello,
    RoomSession, RoomStatus,
};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long it waits for others, and how long it stays for them after the end.
const PATIENCE: Duration = Duration::from_mins(2);
const FAREWELL: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (relay, rest) = match words.as_slice() {
        [flag, file] if flag == "--replay" => return play_again(Path::new(file)),
        [relay, rest @ ..] => (relay, rest),
        [] => return Err("room_race RELAY [CODE] [STATES], or room_race --replay FILE".into()),
    };
    let code = rest.first().map_or("", |code| code.trim_matches('-'));
    let wanted: u64 = rest.get(1).map_or(Ok(20), |states| states.parse())?;
    let (relay, code) = match relay.as_str() {
        "lan" => find().map(|room| (room.relay, room.code))?,
        relay => (relay.to_string(), code.to_string()),
    };
    let hello = RoomHello::new("ball-racer", 4).with_room(&code);
    let settings = RollbackSettings::default().with_prediction_window(40);
    let mut room = RoomSession::new(&[relay], hello, settings, |welcome| {
        RaceSeries::new(welcome.players, welcome.ticket.key)
    });
    let (start, mut last, mut end, mut told) = (Instant::now(), Instant::now(), None, None);
    let (mut out, mut is_named) = (std::io::stdout(), false);
    loop {
        let now = Instant::now();
        room.set_input(room.session().map(drive).unwrap_or_default());
        room.update(now.duration_since(last).as_secs_f32());
        last = now;
        if let RoomStatus::Refused(why) = room.status() {
            return Err(why.into());
        }
        if let Some(session) = room.session() {
            if let Some(code) = room.code().filter(|_| !core::mem::replace(&mut is_named, true)) {
                writeln!(out, "room {code}")?;
            }
            if let Some((tick, hash)) = session.latest_hash().filter(|latest| Some(*latest) != told)
            {
                told = Some((tick, hash));
                writeln!(out, "{tick} {hash:016x}")?;
            }
            out.flush()?;
            if session.report().compared >= wanted {
                end.get_or_insert(now);
            }
        }
        if end.is_some_and(|end| now.duration_since(end) > FAREWELL) {
            break;
        }
        if now.duration_since(start) > PATIENCE {
            return Err("gave up: nobody to race with".into());
        }
        std::thread::park_timeout(Duration::from_millis(4));
    }
    let Some(session) = room.session() else { return Err("no session".into()) };
    let report = *session.report();
    println!("{} states compared, {} desyncs", report.compared, report.desyncs);
    let written = session.desync().map(|desync| write_down(desync, Path::new(""))).transpose()?;
    room.leave();
    match written {
        None if report.desyncs == 0 => Ok(()),
        None => Err("states differ".into()),
        Some(file) => Err(format!("states differ; room_race --replay {}", file.display()).into()),
    }
}

/// Tells about a difference, and writes the ticks that led to it.
fn write_down(desync: &DesyncReport, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    println!("{desync}");
    let file = folder.join(format!("desync-{}.replay", desync.tick));
    std::fs::write(&file, desync.replay.to_bytes())?;
    Ok(file)
}

/// Plays what another run wrote down; two machines that print the same lines play alike.
fn play_again(file: &Path) -> Result<(), Box<dyn Error>> {
    let replay = Replay::from_bytes(&std::fs::read(file)?)?;
    let mut series = RaceSeries::new(replay.players, 0);
    replay.load(&mut series)?;
    for tick in 0..replay.ticks() {
        replay.step(&mut series, tick);
        println!("{} {:016x}", replay.first + tick + 1, StateHash::of(&series));
    }
    Ok(())
}

/// The first room of the own network.
fn find() -> Result<LanRoom, Box<dyn Error>> {
    let (mut search, start) = (LanSearch::new("ball-racer")?, Instant::now());
    let frame = Duration::from_millis(16);
    while start.elapsed() < PATIENCE {
        search.update(frame.as_secs_f32());
        if let Some(room) = search.rooms().first() {
            return Ok(room.clone());
        }
        std::thread::park_timeout(frame);
    }
    Err("no relay of this network tells of a room".into())
}

/// Rolls to the right with a pause now and then, jumps when it is slow, and wants another race after each.
fn drive(session: &RollbackSession<RaceSeries>) -> SeriesInput {
    let (me, series) = (usize::from(session.me()), session.game());
    let ball = &series.race.balls[me.min(7)];
    let beat = session.tick() / 12;
    let drive = RaceInput {
        right: !beat.is_multiple_of(7),
        left: false,
        jump: ball.velocity.x < 120.0 || beat.is_multiple_of(9),
    };
    SeriesInput { drive, again: series.is_decided() && session.tick().is_multiple_of(120) }
}
