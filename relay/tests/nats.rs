//! Relays that share rooms through a NATS server on loopback, and are killed in turn.
//!
//! `cargo xtask test rooms` is the large proof: 500 rooms (`MOTILE_ROOMS`), and everybody back within two seconds
//! (`MOTILE_REJOIN`).

#![expect(clippy::print_stdout, reason = "the large proof tells its numbers")]

#[expect(dead_code, reason = "relays are processes here")]
mod common;

use common::{PACE, Player, now, play, until};
use motile_net::{RollbackSettings, RoomHello, RoomRefusal, RoomStatus, RoomTicket};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A number that the large proof asks for.
fn asked_for(variable: &str) -> Option<u32> {
    std::env::var(variable).ok()?.parse().ok()
}

/// A program that ends with the value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Stops the program where it is, or lets it go on: to others it is a machine that hangs.
    fn freeze(&self, is_frozen: bool) {
        let signal = if is_frozen { "-STOP" } else { "-CONT" };
        let status = Command::new("kill").args([signal, &self.0.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {signal}");
    }
}

/// A NATS server at a free port of this machine.
struct Nats {
    server: Running,
    folder: PathBuf,
    address: String,
}

impl Nats {
    fn start() -> Self {
        // Any free port.
        Self::start_at("-1")
    }

    /// Ends it, with all that it knows, and starts an empty one at its port.
    fn restart(self) -> Self {
        let port = self.address.rsplit(':').next().expect("a port").to_string();
        drop(self);
        Self::start_at(&port)
    }

    fn start_at(port: &str) -> Self {
        let folder = std::env::temp_dir().join(format!(
            "motile-nats-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        fs::create_dir_all(&folder).expect("a folder");
        let mut command = Command::new("nats-server");
        command.args(["-js", "-a", "127.0.0.1", "-p", port, "--store_dir"]).arg(&folder);
        command.arg("--ports_file_dir").arg(&folder);
        let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let server =
            Running(server.expect("nats-server has to be installed (Debian: nats-server)"));
        let mut address = None;
        until("the server tells its port", || {
            address = read_port(&folder);
            address.is_some()
        });
        Self { server, folder, address: address.expect("an address") }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // It writes there to its end.
        let _ = self.server.0.kill();
        let _ = self.server.0.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The address in the file that the server writes, `{"nats":["nats://127.0.0.1:4222"],…}`.
fn read_port(folder: &Path) -> Option<String> {
    let files = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let ports = files
        .map(|file| file.path())
        .find(|path| path.extension().is_some_and(|end| end == "ports"))?;
    let text = fs::read_to_string(ports).ok()?;
    let address = text.split('"').find(|word| word.starts_with("nats://"))?;
    Some(address.to_string())
}

/// A relay as a process of its own.
struct RelayProcess {
    process: Running,
    address: String,
}

impl RelayProcess {
    fn start(nats: &Nats, listen: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motile-relay"));
        command.args(["--listen", listen, "--nats", &nats.address]);
        command.args(["--per-address", "10000", "--rooms", "10000"]);
        let mut process = command.stdout(Stdio::piped()).spawn().map(Running).expect("a relay");
        let mut line = String::new();
        let out = process.0.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.strip_prefix("listening at ").and_then(|rest| rest.split(": ").next());
        Self { address: address.expect("where it listens").to_string(), process }
    }
}

fn all_joined(players: &mut [Player]) -> bool {
    for player in &mut *players {
        player.transport.poll();
    }
    players.iter().all(Player::is_joined)
}

/// Rooms of two players, each of whom begins at another relay.
fn rooms(count: usize, relays: &[RelayProcess], settings: RollbackSettings) -> Vec<Player> {
    let list = |first: usize| -> Vec<String> {
        (0..relays.len()).map(|i| relays[(first + i) % relays.len()].address.clone()).collect()
    };
    let hello = RoomHello::new("ball-racer", 2);
    let first = |room| Player::new(&list(room), hello.clone(), settings);
    let mut players: Vec<_> = (0..count).map(first).collect();
    until("every room is open", || all_joined(&mut players));
    for room in 0..count {
        let code = players[room].transport.welcome().expect("a room").room.clone();
        let hello = hello.clone().with_room(&code);
        players.push(Player::new(&list(room + 1), hello, settings));
    }
    until("everybody is in", || all_joined(&mut players));
    players
}

#[test]
fn sim_64_relays_are_killed_in_turn_and_no_room_is_lost() {
    let count = asked_for("MOTILE_ROOMS").unwrap_or(10) as usize;
    // Only in the large proof: other tests have no business with the clock on the wall.
    let most = asked_for("MOTILE_REJOIN").map(|seconds| Duration::from_secs(seconds.into()));
    let nats = Nats::start();
    let mut relays: Vec<_> = (0..3).map(|_| RelayProcess::start(&nats, "127.0.0.1:0")).collect();
    // Games run four times as fast as the clock: whoever is away for longer than he may is given up by the others.
    let timeout = most.map_or(240.0, |most| most.as_secs_f32() * PACE);
    let settings = RollbackSettings { timeout, ..RollbackSettings::new(2) };
    let mut players = rooms(count, &relays, settings);
    let mut worst = Duration::ZERO;
    play(&mut players, 1);
    for (turn, relay) in relays.iter_mut().enumerate() {
        let address = relay.address.clone();
        let hit =
            players.iter().filter(|player| player.transport.relay() == Some(&address)).count();
        assert!(hit > 0, "somebody is at relay {turn}");
        relay.process.0.kill().expect("killed");
        let start = now();
        let back =
            |player: &Player| player.is_joined() && player.transport.relay() != Some(&address);
        until("everybody is back", || {
            players.iter_mut().for_each(Player::update);
            players.iter().all(back)
        });
        let took = start.elapsed();
        println!("relay {turn}: {hit} players of {count} rooms back after {took:.2?}");
        assert!(most.is_none_or(|most| took < most), "{took:?} for {count} rooms");
        worst = worst.max(took);
        play(&mut players, 4);
        *relay = RelayProcess::start(&nats, &address);
    }
    assert!(players.iter().all(|player| player.lost == 0), "nobody was given up");
    assert!(players.iter().all(|player| player.is_joined() && player.transport.rejoins > 0));
    println!("{count} rooms, none lost; the slowest rejoin took {worst:.2?}");
}

/// Sessions that give nobody up while something hangs for some seconds.
fn patient() -> RollbackSettings {
    RollbackSettings { timeout: 240.0, ..RollbackSettings::new(2) }
}

#[test]
fn sim_64_a_relay_that_hangs_is_left_and_does_no_harm_when_it_goes_on() {
    let nats = Nats::start();
    let relays: Vec<_> = (0..2).map(|_| RelayProcess::start(&nats, "127.0.0.1:0")).collect();
    let mut players = rooms(10, &relays, patient());
    play(&mut players, 1);
    let there = |player: &Player| player.transport.relay() == Some(&relays[0].address);
    assert!(players.iter().any(there));
    // Its connections stand, and nothing comes through them.
    relays[0].process.freeze(true);
    until("everybody left it", || {
        players.iter_mut().for_each(Player::update);
        players.iter().all(|player| player.is_joined() && !there(player))
    });
    play(&mut players, 2);
    relays[0].process.freeze(false);
    play(&mut players, 4);
    assert!(players.iter().all(|player| player.is_joined() && player.lost == 0));
}

#[test]
fn sim_64_a_server_between_relays_that_hangs_holds_up_and_loses_nobody() {
    let nats = Nats::start();
    let relays: Vec<_> = (0..2).map(|_| RelayProcess::start(&nats, "127.0.0.1:0")).collect();
    let mut players = rooms(10, &relays, patient());
    play(&mut players, 1);
    let stalled = |player: &Player| player.session.as_ref().map_or(0, |s| s.report().stalled);
    let before: Vec<_> = players.iter().map(stalled).collect();
    nats.server.freeze(true);
    until("everybody waits for the others", || {
        players.iter_mut().for_each(Player::update);
        players.iter().zip(&before).all(|(player, &before)| stalled(player) > before + 100)
    });
    nats.server.freeze(false);
    play(&mut players, 4);
    assert!(players.iter().all(|player| player.is_joined() && player.lost == 0));
}

/// The bucket was gone with the server, and no relay made another: nobody came in any more until relays were started anew.
#[test]
fn sim_64_a_server_that_is_killed_and_started_empty_loses_no_room() {
    let nats = Nats::start();
    let mut relays: Vec<_> = (0..2).map(|_| RelayProcess::start(&nats, "127.0.0.1:0")).collect();
    let mut players = rooms(5, &relays, patient());
    play(&mut players, 1);
    let _nats = nats.restart();
    play(&mut players, 4);
    assert!(players.iter().all(|player| player.is_joined() && player.lost == 0));
    let code = players[0].transport.welcome().expect("a room").room.clone();
    let hello = RoomHello::new("ball-racer", 2);
    for (hello, wanted) in [
        (hello.clone().with_room(&code), RoomStatus::Refused(RoomRefusal::RoomFull)),
        (hello, RoomStatus::Joined),
    ] {
        let there: Vec<_> = relays.iter().map(|relay| relay.address.clone()).collect();
        let mut stranger = Player::new(&there, hello, patient());
        until("the seats that are taken are known again", || {
            players.iter_mut().for_each(Player::update);
            stranger.transport.poll();
            stranger.transport.status() == wanted
        });
    }
    relays.remove(0);
    let back = |player: &Player| {
        player.is_joined() && player.transport.relay() == Some(&relays[0].address)
    };
    until("everybody goes on at the other relay", || {
        players.iter_mut().for_each(Player::update);
        players.iter().all(back)
    });
    play(&mut players, 2);
    assert!(players.iter().all(|player| player.lost == 0));
}

/// A relay that had lost its server said that all was well, and was sent more players.
#[test]
fn sim_64_a_relay_without_its_server_says_that_it_is_not_well() {
    let mut nats = Nats::start();
    let relay = RelayProcess::start(&nats, "127.0.0.1:0");
    let health = || {
        let mut stream = TcpStream::connect(&relay.address).expect("a connection");
        stream.write_all(b"GET /health HTTP/1.1\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    assert!(health().starts_with("HTTP/1.1 200 "), "{}", health());
    nats.server.0.kill().expect("killed");
    until("the relay misses its server", || health().starts_with("HTTP/1.1 503 "));
    assert!(health().contains("NATS"));
}

#[test]
fn sim_64_a_seat_is_given_once_and_taken_over_by_its_owner_alone() {
    let nats = Nats::start();
    let relays: Vec<_> = (0..2).map(|_| RelayProcess::start(&nats, "127.0.0.1:0")).collect();
    let settings = RollbackSettings::new(2);
    let mut players = rooms(1, &relays, settings);
    let welcome = players[0].transport.welcome().expect("a room").clone();
    assert_ne!(welcome.ticket.seat, players[1].transport.welcome().expect("a seat").ticket.seat);
    let hello = RoomHello::new("ball-racer", 2).with_room(&welcome.room);
    let mut forged = hello.clone();
    forged.ticket = Some(RoomTicket { token: 5, ..welcome.ticket });
    let mut back = hello.clone();
    back.ticket = Some(welcome.ticket);
    let there = [relays[1].address.clone()];
    let refused = |hello: RoomHello| {
        let mut player = Player::new(&there, hello, settings);
        until("an answer", || {
            player.transport.poll();
            player.transport.status() != RoomStatus::Connecting
        });
        player
    };
    assert_eq!(refused(hello).transport.status(), RoomStatus::Refused(RoomRefusal::RoomFull));
    assert_eq!(refused(forged).transport.status(), RoomStatus::Refused(RoomRefusal::SeatTaken));
    let owner = refused(back);
    assert!(owner.is_joined());
    until("the old connection is told", || {
        players[0].transport.poll();
        players[0].transport.status() == RoomStatus::Refused(RoomRefusal::Replaced)
    });
}
