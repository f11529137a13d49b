//! What tests of rooms and of what is left of them share: settings, and questions to the pages of a relay.

use motile_geom::StateHash;
use motile_net::race::BallRace;
use motile_net::{RollbackSettings, RoomRecording, RoomTicket};
use motile_relay::RunningRelay;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

/// Sessions that give nobody up while the machine is busy.
pub(crate) fn settings(players: u8) -> RollbackSettings {
    RollbackSettings { timeout: 60.0, ..RollbackSettings::new(players) }.with_prediction_window(30)
}

pub(crate) fn relays(relays: &[&RunningRelay]) -> Vec<String> {
    relays.iter().map(|relay| relay.address().to_string()).collect()
}

/// The answer to a request, and the connection closed.
pub(crate) fn ask(address: SocketAddr, request: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    answer
}

/// The status that a relay answers a question for a recording with, and what follows; the ticket as text.
pub(crate) fn ask_recording(address: SocketAddr, room: &str, ticket: &str) -> (u16, Vec<u8>) {
    let request =
        format!("GET /recording/{room} HTTP/1.1\r\nAuthorization: Ticket {ticket}\r\n\r\n");
    let mut answer = ask(address, &request);
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    let status = str::from_utf8(&answer[9..12]).ok().and_then(|digits| digits.parse().ok());
    (status.expect("a number"), answer.split_off(head))
}

/// The same for a ticket as it is.
pub(crate) fn ask_by_ticket(
    address: SocketAddr,
    room: &str,
    ticket: &RoomTicket,
) -> (u16, Vec<u8>) {
    ask_recording(address, room, &ticket.to_text())
}

/// Plays a recorded race again, which has to have this hash before a tick.
pub(crate) fn check_race(bytes: &[u8], players: u8, tick: u32, hash: u64) {
    let recording = RoomRecording::from_bytes(bytes).expect("a recording");
    assert_eq!(recording.players, players);
    let mut race = BallRace::new(players, 5);
    let replay = RoomRecording::replay(&[recording], &race, &settings(players));
    assert!(replay.ticks() >= tick && tick > 60, "{} {tick}", replay.ticks());
    (0..tick).for_each(|tick| replay.step(&mut race, tick));
    assert_eq!(StateHash::of(&race), hash);
}
