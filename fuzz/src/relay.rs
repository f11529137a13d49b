//! Connections of strangers to a relay: the head, the handshake of a WebSocket, the first message and what follows.

use motile_net::{ROOM_PROTOCOL, RoomHello, RoomMessage, RoomTicket};

/// The head of a connection that becomes a WebSocket.
const SOCKET: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// Any bytes are answered by HTTP, or not at all; and as the messages of a WebSocket they end it at the worst.
pub fn run(data: &[u8]) {
    let heard = motile_relay::answer_to(data);
    assert!(heard.is_empty() || heard.starts_with(b"HTTP/1.1 "));
    // Behind a head that is right: mutations would break it more often than not.
    let heard = motile_relay::answer_to(&[SOCKET, data].concat());
    assert!(heard.starts_with(b"HTTP/1.1 101 "));
    let heard = motile_relay::answer_to(&[SOCKET, &frame(&hello()), &frame(data)].concat());
    let welcome = [0x41, ROOM_PROTOCOL, 2];
    assert!(heard.windows(3).any(|three| three == welcome), "let in, whatever comes next");
}

/// A message in a frame that is masked with zeros; longer ones are cut.
fn frame(message: &[u8]) -> Vec<u8> {
    let message = &message[..message.len().min(2000)];
    let length = message.len() as u16;
    let [high, low] = length.to_be_bytes();
    let mut frame = if length < 126 { vec![0x82, 0x80 | low] } else { vec![0x82, 0xFE, high, low] };
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(message);
    frame
}

fn encoded(message: &RoomMessage<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    message.encode(&mut bytes);
    bytes
}

fn hello() -> Vec<u8> {
    encoded(&RoomMessage::Hello(RoomHello::new("pong", 2)))
}

/// Requests, handshakes and messages as clients write them.
pub fn built() -> Vec<Vec<u8>> {
    let ticket = RoomTicket { seat: 1, token: 77, key: 7 };
    let page = format!(
        "GET /recording/pong.ABCDEF HTTP/1.1\r\nAuthorization: Ticket {}\r\n\r\n",
        ticket.to_text()
    );
    let back = RoomHello { ticket: Some(ticket), ..RoomHello::new("pong", 2).with_room("ABCDEF") };
    let mut seeds = vec![
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
        b"GET /metrics HTTP/1.1\r\n\r\n".to_vec(),
        page.into_bytes(),
        SOCKET.to_vec(),
        [SOCKET, &frame(&hello())].concat(),
    ];
    for message in [
        RoomMessage::Hello(back),
        RoomMessage::Packet { peer: 1, bytes: b"a packet" },
        RoomMessage::AskRecording { offset: 1024 },
        RoomMessage::Leave,
    ] {
        let message = encoded(&message);
        seeds.push(frame(&message));
        seeds.push(message);
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoke;

    #[test]
    fn smoke() {
        let seeds = built();
        assert!(seeds.len() >= 10);
        smoke::run(&seeds, 1_500, run);
    }
}
