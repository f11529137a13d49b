//! What is left of rooms that are over, and of relays that fall silent.

mod common;
mod shared;

use common::{Player, options, play, room, start, until};
use motile_geom::StateHash;
use motile_net::race::{RaceInput, RaceSeries, SeriesInput};
use motile_net::{
    Replay, RoomHello, RoomMessage, RoomRecording, RoomReplay, RoomSession, RoomTicket, RoomWelcome,
};
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

fn series(at: &[&RunningRelay], code: &str) -> RoomSession<RaceSeries> {
    let hello = RoomHello::new("ball-racer", 3).with_room(code);
    RoomSession::new(&relays(at), hello, settings(3), |welcome| {
        RaceSeries::new(welcome.players, welcome.ticket.key)
    })
}

fn run(rooms: &mut [RoomSession<RaceSeries>]) {
    for room in rooms {
        let (me, tick) = room.session().map_or((0, 0), |session| (session.me(), session.tick()));
        let drive = RaceInput { right: tick % 50 > 6 * u32::from(me), ..RaceInput::default() };
        room.set_input(SeriesInput { drive, again: true });
        room.update(1.0 / 60.0);
    }
}

/// Lets everybody play until so many are there, and all of them have compared states since.
fn run_with(rooms: &mut [RoomSession<RaceSeries>], present: u8) {
    let compared = |room: &RoomSession<RaceSeries>| room.session().map(|s| s.report().compared);
    until("everybody plays", || {
        run(rooms);
        rooms.iter().all(|room| room.session().is_some_and(|s| s.present() == present))
    });
    let before: Vec<_> = rooms.iter().map(compared).collect();
    until("states are compared", || {
        run(rooms);
        rooms.iter().zip(&before).all(|(room, before)| compared(room) > before.map(|n| n + 2))
    });
}

fn ask_for_replay(rooms: &mut [RoomSession<RaceSeries>], who: usize) -> Replay {
    rooms[who].ask_for_replay();
    until("the replay comes", || {
        run(rooms);
        !matches!(rooms[who].replay(), RoomReplay::Coming(_))
    });
    match rooms[who].replay() {
        RoomReplay::Ready(replay) => replay.clone(),
        other => panic!("no replay: {other:?}"),
    }
}

/// Plays a replay up to a confirmed tick, whose state has to have this hash.
fn check_series(room: &RoomSession<RaceSeries>, replay: &Replay, (confirmed, hash): (u32, u64)) {
    let welcome = room.transport().welcome().expect("a room");
    let mut game = RaceSeries::new(welcome.players, welcome.ticket.key);
    replay.load(&mut game).expect("a state of the race");
    let ticks = confirmed - replay.first;
    assert!(replay.ticks() >= ticks, "{} of {ticks}", replay.ticks());
    (0..ticks).for_each(|tick| replay.step(&mut game, tick));
    assert_eq!(StateHash::of(&game), hash);
}

/// The latest state of somebody in a room that is final, with its tick.
fn confirmed(room: &RoomSession<RaceSeries>) -> (u32, u64) {
    let session = room.session().expect("a session");
    (session.confirmed(), StateHash::of(session.confirmed_game()))
}

/// The first one began alone, so that the relay knows nothing of the beginning, of which there was no replay.
#[test]
fn sim_64_a_room_is_watched_again_while_it_goes_on() {
    let folder = folder("watched");
    let relay = start(recording_at(&folder));
    let mut rooms = vec![series(&[&relay], "")];
    run_with_code(&mut rooms);
    let code = rooms[0].code().expect("a room").to_string();
    for present in [0b011, 0b111] {
        rooms.push(series(&[&relay], &code));
        run_with(&mut rooms, present);
    }
    rooms.remove(1).leave();
    run_with(&mut rooms, 0b101);
    for who in [0, 1] {
        let state = confirmed(&rooms[who]);
        let replay = ask_for_replay(&mut rooms, who);
        check_series(&rooms[who], &replay, state);
        // Of what was before anybody else came only the first one may know.
        assert!(who > 0 || replay.first == 0, "from {}", replay.first);
        for mask in [0b011, 0b111, 0b101] {
            assert!(replay.present.contains(&mask), "{who} {mask:b}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

/// Who had moved to another relay got a replay that began there, if somebody came later, and else none.
#[test]
fn sim_64_who_moved_to_another_relay_has_the_replay_of_the_whole_race() {
    let (first, second) = (start(options()), start(options()));
    let mut rooms = vec![series(&[&first, &second], "")];
    run_with_code(&mut rooms);
    let code = rooms[0].code().expect("a room").to_string();
    rooms.push(series(&[&first, &second], &code));
    run_with(&mut rooms, 0b011);
    drop(first);
    until("everybody is at the other relay", || {
        run(&mut rooms);
        rooms.iter().all(|room| room.transport().rejoins == 1)
    });
    run_with(&mut rooms, 0b011);
    let state = confirmed(&rooms[0]);
    let replay = ask_for_replay(&mut rooms, 0);
    assert_eq!(replay.first, 0);
    check_series(&rooms[0], &replay, state);
    assert_eq!(rooms[0].transport().recording(), Some(&[][..]), "nothing was written down");
}

/// What was written before a relay was killed stood in a file of its own, and the next one began without a state.
#[test]
fn sim_64_a_relay_that_is_started_anew_goes_on_with_the_recording() {
    let folder = folder("goes-on");
    let relay = start(recording_at(&folder));
    let listen = relay.address();
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 3);
    drop(relay);
    let again = start(RelayOptions { listen, ..recording_at(&folder) });
    until("everybody is back", || {
        players.iter_mut().for_each(Player::update);
        players.iter().all(|player| player.is_joined() && player.transport.rejoins == 1)
    });
    play(&mut players, 3);
    let session = players[0].session.as_ref().expect("a session");
    let (confirmed, hash) = (session.confirmed(), StateHash::of(session.confirmed_game()));
    let welcome = players[0].transport.welcome().expect("a room").clone();
    let name = format!("ball-racer.{}", welcome.room);
    let (status, bytes) = ask_by_ticket(again.address(), &name, &welcome.ticket);
    assert_eq!((status, files(&folder).len()), (200, 1));
    check_race(&bytes, 2, confirmed, hash);
    std::fs::remove_dir_all(&folder).expect("cleaned up");
}

fn run_with_code(rooms: &mut [RoomSession<RaceSeries>]) {
    until("a seat", || {
        run(rooms);
        rooms.iter().all(|room| room.code().is_some())
    });
}

#[test]
fn sim_64_at_a_relay_that_writes_nothing_down_there_is_what_was_seen() {
    let relay = start(options());
    let mut rooms = vec![series(&[&relay], "")];
    run_with_code(&mut rooms);
    assert_eq!(rooms[0].replay(), &RoomReplay::Unasked);
    let state = confirmed(&rooms[0]);
    let replay = ask_for_replay(&mut rooms, 0);
    check_series(&rooms[0], &replay, state);
    assert_eq!(rooms[0].transport().recording(), Some(&[][..]));
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
