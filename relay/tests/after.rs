//! What is left of rooms that are over, and of relays that fall silent.

mod common;
mod shared;

use common::{Player, options, play, room, start, until};
use motile_geom::StateHash;
use motile_net::{RoomHello, RoomMessage, RoomRecording, RoomTicket, RoomWelcome};
use motile_relay::{RelayLimits, RelayOptions, RunningRelay};
use shared::{ask_by_ticket, check_race, relays, settings};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tungstenite::Message;

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("motile-after-{name}-{}", std::process::id()))
}

fn recording_at(folder: &Path) -> RelayOptions {
    let limits = RelayLimits { keep: Duration::ZERO, ..RelayLimits::default() };
    RelayOptions { record: Some(folder.to_path_buf()), limits, ..options() }
}

/// A race that was played and left by everybody: its name, a ticket, and a state with its tick.
fn played(relay: &RunningRelay) -> (String, RoomTicket, u32, u64) {
    let mut players = room(&relays(&[relay]), 2, settings(2));
    play(&mut players, 4);
    let session = players[1].session.as_ref().expect("a session");
    let (confirmed, hash) = (session.confirmed(), StateHash::of(session.confirmed_game()));
    let welcome = players[1].transport.welcome().expect("a room").clone();
    for player in &mut players {
        player.transport.leave();
    }
    (format!("ball-racer.{}", welcome.room), welcome.ticket, confirmed, hash)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
    files.map(|file| file.path()).collect()
}

fn all_end_with(folder: &Path, end: &str) -> bool {
    files(folder).iter().all(|file| file.extension().is_some_and(|own| own == end))
}

#[test]
fn sim_64_the_recording_of_a_room_outlives_the_room_and_the_relay() {
    let folder = folder("outlives");
    let relay = start(recording_at(&folder));
    let (name, ticket, confirmed, hash) = played(&relay);
    // While anybody may still be there, the file has a name that says so.
    until("the room is over", || all_end_with(&folder, "room"));
    let check = |address| {
        let (status, bytes) = ask_by_ticket(address, &name, &ticket);
        assert_eq!(status, 200);
        check_race(&bytes, 2, confirmed, hash);
        let stranger = RoomTicket { key: ticket.key ^ 1, ..ticket };
        assert_eq!(ask_by_ticket(address, &name, &stranger).0, 403);
        assert_eq!(ask_by_ticket(address, "ball-racer.NOBODY", &ticket).0, 403);
    };
    check(relay.address());
    drop(relay);
    let again = start(recording_at(&folder));
    check(again.address());
    drop(again);
    let none = RelayLimits { keep_recordings: Duration::ZERO, ..RelayLimits::default() };
    let last = start(RelayOptions { limits: none, ..recording_at(&folder) });
    assert_eq!(ask_by_ticket(last.address(), &name, &ticket).0, 403);
    assert!(files(&folder).is_empty(), "older than they may be");
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

#[test]
fn sim_64_what_a_killed_relay_wrote_is_found_by_the_next() {
    let folder = folder("killed");
    let relay = start(recording_at(&folder));
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 2);
    let welcome = players[0].transport.welcome().expect("a room").clone();
    let name = format!("ball-racer.{}", welcome.room);
    drop(relay);
    assert!(all_end_with(&folder, "part"));
    let again = start(recording_at(&folder));
    assert_eq!(ask_by_ticket(again.address(), &name, &welcome.ticket).0, 200);
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

#[test]
fn sim_64_a_full_folder_stops_the_recording_and_not_the_game() {
    let folder = folder("full");
    let limits = RelayLimits { recordings: 2000, ..RelayLimits::default() };
    let relay = start(RelayOptions { limits, ..recording_at(&folder) });
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 4);
    let length = |file: PathBuf| std::fs::metadata(file).expect("a file").len();
    let total: u64 = files(&folder).into_iter().map(length).sum();
    assert!(total <= 2000 + 1300, "{total} bytes, the last packet included");
    let welcome = players[0].transport.welcome().expect("a room").clone();
    let (status, bytes) =
        ask_by_ticket(relay.address(), &format!("ball-racer.{}", welcome.room), &welcome.ticket);
    assert_eq!(status, 200, "what was written before is there");
    assert!(RoomRecording::from_bytes(&bytes).is_ok_and(|found| !found.packets.is_empty()));
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

/// A relay that lets one client in and says nothing more, as one whose machine stopped does.
fn silent_relay() -> (SocketAddr, std::thread::JoinHandle<TcpStream>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let thread = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a client");
        let held = stream.try_clone().expect("a second handle");
        let mut socket = tungstenite::accept(stream).expect("a handshake");
        let hello = socket.read().expect("a hello").into_data();
        assert!(matches!(RoomMessage::decode(&hello), Ok(RoomMessage::Hello(_))));
        let ticket = RoomTicket { seat: 0, token: 77, key: 5 };
        let welcome = RoomWelcome { room: "ABCDEF".into(), players: 2, ticket, present: 1 };
        let mut bytes = Vec::new();
        RoomMessage::Welcome(welcome).encode(&mut bytes);
        socket.send(Message::binary(bytes)).expect("sent");
        held
    });
    (address, thread)
}

#[test]
fn sim_64_a_relay_that_says_nothing_is_left_for_the_next() {
    // The connection stands: only silence tells that nobody is there.
    let (silent, thread) = silent_relay();
    let relay = start(options());
    let list = [silent.to_string(), relay.address().to_string()];
    let mut player = Player::new(&list, RoomHello::new("ball-racer", 2), settings(2));
    until("the first relay lets it in", || {
        player.update();
        player.is_joined()
    });
    let _held = thread.join().expect("it ends");
    until("it is back at the other relay", || {
        player.update();
        player.is_joined() && player.transport.rejoins == 1
    });
    assert_eq!(player.transport.relay(), Some(list[1].as_str()));
    assert_eq!(player.transport.welcome().map(|welcome| welcome.ticket.token), Some(77));
    // A real one gives a sign of life to somebody who is alone, and is not left.
    let back = common::now();
    until("longer than silence may last", || {
        player.update();
        back.elapsed() > Duration::from_secs(5)
    });
    assert_eq!((player.transport.rejoins, player.is_joined()), (1, true));
}
