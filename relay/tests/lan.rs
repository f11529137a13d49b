//! Rooms that are found in the own network, on loopback.

mod common;

use common::{options, play, room, start, until};
use motile_net::{LanQuestion, LanSearch, RollbackSettings, RoomHello};
use motile_relay::RelayOptions;
use std::net::UdpSocket;

#[test]
fn sim_64_a_room_is_found_and_joined_without_an_address_or_a_code() {
    let relay = start(RelayOptions { lan: Some(0), ..options() });
    let there = relay.lan_address().expect("it answers");
    let settings = RollbackSettings { timeout: 20.0, ..RollbackSettings::new(2) };
    let mut players = room(&[relay.address().to_string()], 2, settings);
    let guest = players.pop().expect("two of them");
    drop(guest);
    let mut search = LanSearch::new("ball-racer").expect("a socket").with_places(&[there]);
    let mut other = LanSearch::new("pong").expect("a socket").with_places(&[there]);
    until("the room is found", || {
        players[0].update();
        // As many questions as a second of frames each time: answers take no time to speak of.
        search.update(1.0);
        other.update(1.0);
        search.rooms().first().is_some_and(|room| room.taken == 1)
    });
    let found = search.rooms()[0].clone();
    assert_eq!((found.players, found.relay.as_str()), (2, relay.address().to_string().as_str()));
    assert!(other.rooms().is_empty(), "rooms of another game");
    let hello = RoomHello::new("ball-racer", 2).with_room(&found.code);
    players.push(common::Player::new(&[found.relay], hello, settings));
    play(&mut players, 2);
    until("a full room is told of no more", || {
        players.iter_mut().for_each(common::Player::update);
        search.update(1.0);
        search.rooms().is_empty()
    });
}

#[test]
fn sim_64_questions_are_answered_at_a_bounded_rate_and_others_not_at_all() {
    let relay = start(RelayOptions { lan: Some(0), ..options() });
    let there = relay.lan_address().expect("it answers");
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    socket.set_nonblocking(true).expect("set");
    let question = LanQuestion { nonce: 1, game: "pong".into() }.encode();
    for bytes in [&question[..100], b"what?", &[0; 900]] {
        socket.send_to(bytes, there).expect("sent");
    }
    let (mut answers, mut bytes) = (0, [0; 1024]);
    for _ in 0..2000 {
        socket.send_to(&question, there).expect("sent");
        answers += u32::from(socket.recv_from(&mut bytes).is_ok());
    }
    until("an answer", || {
        answers += u32::from(socket.recv_from(&mut bytes).is_ok());
        answers > 0
    });
    assert!(answers < 1000, "{answers} of 2000");
    assert!(start(options()).lan_address().is_none(), "nobody is told who did not ask for it");
}
