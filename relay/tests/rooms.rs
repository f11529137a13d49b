//! A relay that is alone, over loopback: rooms, bad clients, its pages, its recordings.

mod common;
mod shared;

use common::{Player, now, options, play, room, start, until};
use motile_geom::StateHash;
use motile_net::race::{BallRace, RaceInput, RaceSeries, SeriesInput};
use motile_net::{
    GameClient, GameServer, MAX_ROOM_MESSAGE, RollbackSession, RoomHello, RoomMessage, RoomRefusal,
    RoomSession, RoomStatus, RoomWelcome, SERVER, ServerSettings, SessionRole, WebSocketTransport,
};
use motile_relay::{RelayLimits, RelayOptions, RunningRelay};
use shared::{ask, ask_by_ticket, ask_recording, check_race, relays, settings};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// The answer to a request, as text.
fn asked(address: SocketAddr, request: &str) -> String {
    String::from_utf8(ask(address, request)).expect("text")
}

fn page(address: SocketAddr, path: &str) -> String {
    asked(address, &format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n"))
}

/// A number of `/metrics`.
fn metric(address: SocketAddr, name: &str) -> u64 {
    let text = page(address, "/metrics");
    let line = text.lines().find(|line| line.starts_with(&format!("motile_relay_{name} ")));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or_default()
}

fn connect(address: SocketAddr) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    tungstenite::client(format!("ws://{address}/"), stream).expect("a handshake").0
}

fn encoded(message: &RoomMessage<'_>) -> Message {
    let mut bytes = Vec::new();
    message.encode(&mut bytes);
    Message::binary(bytes)
}

/// What a relay refuses a client for who begins like this.
fn refusal(address: SocketAddr, first: Message) -> Option<RoomRefusal> {
    let mut socket = connect(address);
    socket.send(first).expect("sent");
    match socket.read().ok()? {
        Message::Binary(bytes) => match RoomMessage::decode(&bytes) {
            Ok(RoomMessage::Refused(why)) => Some(why),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn sim_64_four_players_and_a_spectator_see_one_race() {
    let relay = start(options());
    let relays = relays(&[&relay]);
    let mut players = room(&relays, 4, settings(4));
    let code = players[0].transport.welcome().expect("a room").room.clone();
    play(&mut players, 1);
    let hello = RoomHello::new("ball-racer", 4).with_room(&code.to_lowercase()).looking_on();
    players.push(Player::new(&relays, hello, settings(4)));
    until("the spectator sees the race", || {
        players.iter_mut().for_each(Player::update);
        players[4].session.as_ref().is_some_and(|session| session.confirmed() > 60)
    });
    assert_eq!(players[4].transport.welcome().map(|welcome| welcome.ticket.seat), Some(8));
    assert_eq!(players[0].transport.present(), 0b1_0000_1111);
    play(&mut players[..4], 2);
    // Seats go to those who come, in the order in which they are connected.
    let seat = players[3].transport.welcome().expect("a room").ticket.seat;
    players[3].transport.leave();
    until("everybody hears that one left", || {
        players.iter_mut().for_each(Player::update);
        players[0].transport.present() == 0b1_0000_1111 & !(1 << seat)
    });
    assert_eq!(players[3].transport.status(), RoomStatus::Left);
}

/// A race in a room, a new one without a code.
fn series(relay: &RunningRelay, code: &str) -> RoomSession<RaceSeries> {
    let hello = RoomHello::new("ball-racer", 3).with_room(code);
    RoomSession::new(&relays(&[relay]), hello, settings(3), |welcome| {
        RaceSeries::new(welcome.players, welcome.ticket.key)
    })
}

#[test]
fn sim_64_whoever_has_the_code_comes_into_the_race_that_goes_on() {
    let relay = start(options());
    let mut rooms = vec![series(&relay, "")];
    let run = |rooms: &mut [RoomSession<RaceSeries>]| {
        let drive = RaceInput { right: true, ..RaceInput::default() };
        for room in rooms {
            room.set_input(SeriesInput { drive, again: true });
            // A sixtieth of a second each time, however fast that is: the first one plays alone for a while.
            room.update(1.0 / 60.0);
        }
    };
    let ticks = |room: &RoomSession<RaceSeries>| room.session().map_or(0, RollbackSession::tick);
    until("the first one races alone", || {
        run(&mut rooms);
        ticks(&rooms[0]) > 400
    });
    let code = rooms[0].code().expect("a room").to_lowercase();
    for player in 1..3u8 {
        rooms.push(series(&relay, &code));
        until("everybody plays", || {
            run(&mut rooms);
            let wanted = (2u8 << player) - 1;
            rooms.iter().all(|room| room.session().is_some_and(|s| s.present() == wanted))
        });
    }
    let compared =
        |room: &RoomSession<RaceSeries>| room.session().map_or(0, |s| s.report().compared);
    let wanted: Vec<_> = rooms.iter().map(|room| compared(room) + 3).collect();
    until("states are compared", || {
        run(&mut rooms);
        rooms.iter().zip(&wanted).all(|(room, &wanted)| compared(room) >= wanted)
    });
    assert!(rooms.iter().all(|room| room.session().is_some_and(|s| s.report().desyncs == 0)));
    let mut last = rooms.pop().expect("three of them");
    last.leave();
    assert_eq!(last.status(), RoomStatus::Left);
    until("the others know at once", || {
        run(&mut rooms);
        rooms.iter().all(|room| room.session().is_some_and(|s| s.present() == 0b011))
    });
    // Nobody can come into the room of another game.
    let hello = RoomHello::new("pong", 3).with_room(&code);
    let first = |welcome: &RoomWelcome| RaceSeries::new(welcome.players, 1);
    let mut stranger = RoomSession::new(&relays(&[&relay]), hello, settings(3), first);
    until("an answer", || {
        stranger.update(0.0);
        stranger.status() == RoomStatus::Refused(RoomRefusal::NoSuchRoom)
    });
}

/// The same race by a server, which has a seat in the room as the players do.
#[test]
fn sim_63_a_server_in_a_room_decides_for_its_clients() {
    let relay = start(options());
    let hello = RoomHello::new("ball-racer", 2);
    let new = |hello| WebSocketTransport::new(&relays(&[&relay]), hello);
    let joined = |transport: &mut WebSocketTransport| {
        until("a seat", || {
            transport.poll();
            transport.status() == RoomStatus::Joined
        });
        transport.welcome().expect("a room").clone()
    };
    let mut there = new(hello.clone().serving());
    let room = joined(&mut there);
    assert_eq!(room.ticket.seat, SERVER);
    let settings = ServerSettings::new(2).with_key(room.ticket.key);
    let mut server = GameServer::new(BallRace::new(2, 5), settings);
    let mut clients: Vec<_> = (0..2)
        .map(|_| {
            let mut transport = new(hello.clone().with_room(&room.room));
            let me = joined(&mut transport).ticket.seat;
            (GameClient::new(BallRace::new(2, 5), me, settings), transport)
        })
        .collect();
    let mut last = now();
    until("everybody is shown the race", || {
        let time = now();
        let dt = time.duration_since(last).as_secs_f32();
        last = time;
        server.update(dt, &mut there);
        for (client, transport) in &mut clients {
            client.set_input(RaceInput { right: true, ..RaceInput::default() });
            client.update(dt, transport);
        }
        let is_shown = |client: &GameClient<BallRace>| {
            let other = client.interpolated_place(1 - u16::from(client.me()));
            client.report().snapshots > 40 && other.is_some_and(|place| place.x > 300.0)
        };
        clients.iter().all(|(client, _)| is_shown(client))
    });
    assert_eq!((server.present(), server.report().refused), (0b11, 0));
    for (client, _) in &clients {
        let place = client.newest().and_then(|newest| server.past_place(0, newest));
        assert!(place.is_some() && client.report().refused == 0);
    }
}

#[test]
fn sim_64_players_go_on_at_another_relay_when_theirs_dies() {
    let (first, second) = (start(options()), start(options()));
    let mut players = room(&relays(&[&first, &second]), 3, settings(3));
    play(&mut players, 2);
    drop(first);
    play(&mut players, 2);
    for player in &players {
        assert_eq!((player.transport.rejoins, player.lost), (1, 0));
    }
    assert_eq!(metric(second.address(), "rejoined_total"), 3);
    assert_eq!(metric(second.address(), "rooms"), 1);
}

#[test]
fn sim_64_a_relay_that_is_shut_down_says_so() {
    let (first, second) = (start(options()), start(options()));
    let mut players = room(&relays(&[&first, &second]), 2, settings(2));
    play(&mut players, 1);
    let address = first.address();
    let stopping = std::thread::spawn(move || first.stop());
    until("everybody moved", || {
        players.iter_mut().for_each(Player::update);
        players.iter().all(|player| player.transport.rejoins == 1)
    });
    stopping.join().expect("it ends");
    assert!(TcpStream::connect(address).is_err(), "and nobody listens there");
    play(&mut players, 1);
}

#[test]
fn sim_64_bad_clients_are_refused_with_a_word_and_the_room_goes_on() {
    let relay = start(options());
    let address = relay.address();
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 1);
    let welcome = players[0].transport.welcome().expect("a room").clone();
    let hello = RoomHello::new("ball-racer", 2);
    let of_room = hello.clone().with_room(&welcome.room);
    let mut forged = of_room.clone();
    forged.ticket = Some(motile_net::RoomTicket { token: 1, ..welcome.ticket });
    let mut old = Vec::new();
    RoomMessage::Hello(hello.clone()).encode(&mut old);
    old[1] = 0;
    for (first, why) in [
        (Message::binary(old), RoomRefusal::Version),
        (Message::text("hello"), RoomRefusal::Malformed),
        (Message::binary(vec![]), RoomRefusal::Malformed),
        (encoded(&RoomMessage::Leave), RoomRefusal::Malformed),
        (encoded(&RoomMessage::Packet { peer: 0, bytes: b"x" }), RoomRefusal::Malformed),
        (encoded(&RoomMessage::Hello(hello.clone().with_room("WRONG"))), RoomRefusal::NoSuchRoom),
        (encoded(&RoomMessage::Hello(RoomHello::new("../etc", 2))), RoomRefusal::BadName),
        (encoded(&RoomMessage::Hello(of_room)), RoomRefusal::RoomFull),
        (encoded(&RoomMessage::Hello(forged)), RoomRefusal::SeatTaken),
        (Message::binary(vec![0; MAX_ROOM_MESSAGE + 1]), RoomRefusal::Malformed),
    ] {
        assert_eq!(refusal(address, first), Some(why));
    }
    assert!(asked(address, "\x16\x03\x01 what\r\n\r\n").starts_with("HTTP/1.1 400"));
    assert!(
        asked(address, &format!("GET /{} HTTP/1.1\r\n", "x".repeat(9000)))
            .starts_with("HTTP/1.1 400")
    );
    play(&mut players, 1);
    assert!(players.iter().all(|player| player.lost == 0 && player.transport.rejoins == 0));
}

/// A client that is let in and sends what it likes; and its seat.
fn intruder(address: SocketAddr, code: &str) -> WebSocket<TcpStream> {
    let mut socket = connect(address);
    let hello = RoomHello::new("ball-racer", 2).with_room(code).looking_on();
    socket.send(encoded(&RoomMessage::Hello(hello))).expect("sent");
    let welcome = socket.read().expect("a welcome").into_data();
    assert!(matches!(RoomMessage::decode(&welcome), Ok(RoomMessage::Welcome(_))));
    socket
}

#[test]
fn sim_64_a_flood_is_thrown_out_and_the_room_goes_on() {
    let limits = RelayLimits { message_rate: 200.0, ..RelayLimits::default() };
    let relay = start(RelayOptions { limits, ..options() });
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 1);
    let code = players[0].transport.welcome().expect("a room").room.clone();
    let mut socket = intruder(relay.address(), &code);
    let packet = encoded(&RoomMessage::Packet { peer: 0, bytes: b"not a packet of any session" });
    until("it is thrown out", || {
        players.iter_mut().for_each(Player::update);
        (0..50).any(|_| socket.send(packet.clone()).is_err())
    });
    assert!(metric(relay.address(), "over_rate_total") > 0);
    let metrics = page(relay.address(), "/metrics");
    assert!(metrics.contains("refused_total{why=\"too_fast\"} 1"), "{metrics}");
    play(&mut players, 1);
    assert!(players.iter().all(|player| player.lost == 0 && player.transport.rejoins == 0));
}

/// Pings were answered, each of them, and not counted.
#[test]
fn sim_64_a_flood_of_pings_is_thrown_out() {
    let limits = RelayLimits { message_rate: 200.0, ..RelayLimits::default() };
    let relay = start(RelayOptions { limits, ..options() });
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 1);
    let code = players[0].transport.welcome().expect("a room").room.clone();
    let mut socket = intruder(relay.address(), &code);
    until("it is thrown out", || {
        players.iter_mut().for_each(Player::update);
        (0..50).any(|_| socket.send(Message::Ping(b"are you there?"[..].into())).is_err())
    });
    assert!(page(relay.address(), "/metrics").contains("refused_total{why=\"too_fast\"} 1"));
    play(&mut players, 1);
    assert!(players.iter().all(|player| player.lost == 0 && player.transport.rejoins == 0));
}

#[test]
fn sim_64_a_client_that_does_not_read_loses_the_oldest_and_is_thrown_out() {
    let limits = RelayLimits {
        patience: Duration::from_millis(300),
        message_rate: 1e9,
        byte_rate: 1e12,
        queue: 8,
        ..RelayLimits::default()
    };
    let relay = start(RelayOptions { limits, ..options() });
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 1);
    let code = players[0].transport.welcome().expect("a room").room.clone();
    // The first one to look on gets seat 8, and reads nothing; the second one sends to it.
    let _deaf = intruder(relay.address(), &code);
    let mut loud = intruder(relay.address(), &code);
    let packet = encoded(&RoomMessage::Packet { peer: 8, bytes: &[7; 1200] });
    let address = relay.address();
    let mut asked = now();
    until("it is thrown out", || {
        players.iter_mut().for_each(Player::update);
        (0..50).for_each(|_| loud.send(packet.clone()).expect("the other one is let alone"));
        let is_time = asked.elapsed() > Duration::from_millis(100);
        if is_time {
            asked = now();
        }
        is_time && page(address, "/metrics").contains("why=\"too_slow\"} 1")
    });
    assert!(metric(address, "over_queue_total") > 0);
    play(&mut players, 1);
    assert!(players.iter().all(|player| player.lost == 0));
}

#[test]
fn sim_64_pages_tell_health_and_numbers() {
    let relay = start(options());
    let address = relay.address();
    let health = page(address, "/health");
    assert!(
        health.starts_with("HTTP/1.1 200 OK\r\n") && health.ends_with("\r\n\r\nok\n"),
        "{health}"
    );
    assert!(page(address, "/").starts_with("HTTP/1.1 404"));
    let mut players = room(&relays(&[&relay]), 2, settings(2));
    play(&mut players, 8);
    assert_eq!(metric(address, "rooms"), 1);
    let numbers = ["forwarded_total", "received_bytes_total"].map(|name| metric(address, name));
    assert!(numbers[0] > 10 && numbers[1] > 100, "{numbers:?}");
}

#[test]
fn sim_64_connections_of_one_address_are_limited() {
    let limits = RelayLimits { per_address: 3, ..RelayLimits::default() };
    let relay = start(RelayOptions { limits, ..options() });
    let held: Vec<_> = (0..3).map(|_| connect(relay.address())).collect();
    let fourth = page(relay.address(), "/health");
    assert!(fourth.starts_with("HTTP/1.1 503 ") && fourth.contains("too many"), "{fourth}");
    // A player who is one too many is told, too.
    let there = [relay.address().to_string()];
    let mut player = Player::new(&there, RoomHello::new("ball-racer", 2), settings(2));
    until("a reason", || {
        player.transport.poll();
        player.transport.failure().is_some()
    });
    assert!(player.transport.failure().is_some_and(|why| why.contains("503")));
    drop((held, player));
    until("there is room again", || page(relay.address(), "/health").starts_with("HTTP/1.1 200 "));
}

#[test]
fn sim_64_a_room_is_played_encrypted_and_without_the_key_nobody_takes_part() {
    let relay = start(options());
    let mut rooms: Vec<RoomSession<RaceSeries>> = Vec::new();
    for (key, life) in [(7, 1), (7, 2), (8, 3)] {
        let code = rooms.first().and_then(RoomSession::code).unwrap_or_default().to_string();
        rooms.push(series(&relay, &code).with_cipher([key; 32], life));
        until("a seat", || {
            for room in &mut rooms {
                room.update(1.0 / 60.0);
            }
            rooms.iter().all(|room| room.code().is_some())
        });
    }
    let compared = |room: &RoomSession<RaceSeries>| {
        room.session().map_or(0, |session| session.report().compared)
    };
    until("the two with the key play", || {
        for room in &mut rooms {
            room.update(1.0 / 60.0);
        }
        rooms[..2].iter().all(|room| compared(room) > 3)
    });
    for room in &rooms[..2] {
        let session = room.session().expect("a session");
        assert_eq!((session.present(), session.report().desyncs), (0b011, 0));
    }
    let stranger = rooms[2].session().expect("a seat, and nothing more");
    assert_eq!((stranger.role(), stranger.report().packets_in), (SessionRole::Joining, 0));
}

#[test]
fn sim_64_those_who_have_a_seat_get_the_recording_of_their_room() {
    let folder = std::env::temp_dir().join(format!("motile-rooms-{}", std::process::id()));
    let relay = start(RelayOptions { record: Some(folder.clone()), ..options() });
    let settings = settings(2);
    let mut players = room(&relays(&[&relay]), 2, settings);
    play(&mut players, 4);
    let session = players[1].session.as_ref().expect("a session");
    let (confirmed, hash) = (session.confirmed(), StateHash::of(session.confirmed_game()));
    let welcome = players[1].transport.welcome().expect("a room").clone();
    let (name, ticket) = (format!("ball-racer.{}", welcome.room), welcome.ticket);
    let (status, bytes) = ask_by_ticket(relay.address(), &name, &ticket);
    assert_eq!(status, 200);
    check_race(&bytes, 2, confirmed, hash);
    // Nobody else gets it, and nobody learns which rooms there are.
    let forged = motile_net::RoomTicket { token: ticket.token ^ 1, ..ticket };
    let nobody = motile_net::RoomTicket { token: 0, seat: 7, ..ticket };
    for (room, ticket) in [
        (name.as_str(), forged.to_text()),
        (name.as_str(), nobody.to_text()),
        (name.as_str(), String::new()),
        ("ball-racer.NOBODY", ticket.to_text()),
        ("../Cargo.toml", ticket.to_text()),
    ] {
        assert_eq!(ask_recording(relay.address(), room, &ticket).0, 403, "{room}");
    }
    assert_eq!(metric(relay.address(), "recordings_handed_out_total"), 1);
    play(&mut players, 1);
    std::fs::remove_dir_all(&folder).expect("cleaned up");
    let silent = start(options());
    let mut players = room(&relays(&[&silent]), 2, settings);
    play(&mut players, 1);
    let welcome = players[0].transport.welcome().expect("a room").clone();
    let name = format!("ball-racer.{}", welcome.room);
    assert_eq!(ask_by_ticket(silent.address(), &name, &welcome.ticket).0, 404);
}

#[test]
fn sim_64_a_recorded_room_is_the_game_that_was_played() {
    let folder = std::env::temp_dir().join(format!("motile-relay-{}", std::process::id()));
    let relay = start(RelayOptions { record: Some(folder.clone()), ..options() });
    let settings = settings(3);
    let mut players = room(&relays(&[&relay]), 3, settings);
    play(&mut players, 8);
    let session = players[0].session.as_ref().expect("a session");
    let (confirmed, hash) = (session.confirmed(), StateHash::of(session.confirmed_game()));
    drop(players);
    relay.stop();
    let mut files = std::fs::read_dir(&folder).expect("a folder");
    let file = files.next().expect("a recording").expect("a file").path();
    assert!(files.next().is_none(), "one room, one file");
    let bytes = std::fs::read(&file).expect("bytes");
    std::fs::remove_dir_all(&folder).expect("cleaned up");
    check_race(&bytes, 3, confirmed, hash);
}
