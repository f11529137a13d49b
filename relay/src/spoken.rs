//! A connection without a socket: what a client says is known beforehand.

use crate::client;
use crate::hub::Hub;
use crate::options::RelayLimits;
use crate::run::Relay;
use core::pin::Pin;
use core::task::{Context, Poll};
use std::io;
use std::rc::Rc;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// All that a client says, and what it heard.
struct Spoken<'a> {
    said: &'a [u8],
    /// Whether it waited for an answer to its last word.
    has_waited: bool,
    heard: Vec<u8>,
}

impl AsyncRead for Spoken<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.said.is_empty() && !core::mem::replace(&mut self.has_waited, true) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let (now, later) = self.said.split_at(self.said.len().min(into.remaining()));
        into.put_slice(now);
        self.said = later;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Spoken<'_> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.heard.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// What a relay answers to a connection that says these bytes and closes: pages, handshakes, rooms and all. For fuzzers and
/// tests; nothing is opened but an event loop.
///
/// # Panics
/// When the system gives no event loop.
pub fn answer_to(said: &[u8]) -> Vec<u8> {
    let relay = Relay::alone(Rc::new(Hub::new(RelayLimits::default(), None)));
    let mut spoken = Spoken { said, has_waited: false, heard: Vec::new() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    // A client that breaks off is none of the relay's mistakes.
    let _ = runtime.expect("an event loop").block_on(client::serve(&mut spoken, &relay));
    spoken.heard
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;
    use motile_net::{RoomHello, RoomMessage};

    const SOCKET: &str = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

    /// A handshake, and messages behind it: frames that are masked with zeros.
    fn socket(messages: &[RoomMessage<'_>]) -> Vec<u8> {
        let mut said = SOCKET.as_bytes().to_vec();
        let mut bytes = Vec::new();
        for message in messages {
            message.encode(&mut bytes);
            said.extend_from_slice(&[0x82, 0x80 | bytes.len() as u8, 0, 0, 0, 0]);
            said.extend_from_slice(&bytes);
        }
        said
    }

    fn contains(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn sim_64_a_connection_is_bytes_in_and_bytes_out() {
        let page = answer_to(b"GET /health HTTP/1.1\r\n\r\n");
        assert!(page.starts_with(b"HTTP/1.1 200") && page.ends_with(b"ok\n"));
        assert!(answer_to(b"nonsense\r\n\r\n").starts_with(b"HTTP/1.1 400"));
        assert_eq!(answer_to(b"GET /hea"), b"");
        let hello = RoomHello::new("pong", 2);
        let ask = RoomMessage::AskRecording { offset: 5 };
        let heard = answer_to(&socket(&[RoomMessage::Hello(hello.clone()), ask]));
        assert!(heard.starts_with(b"HTTP/1.1 101"));
        // A welcome, and that nothing was written down: nine bytes in a frame.
        assert!(contains(&heard, &[0x41, motile_net::ROOM_PROTOCOL, 2]));
        assert!(contains(&heard, &[0x82, 9, 0x46, 0, 0, 0, 0, 0, 0, 0, 0]));
        let wrong = RoomMessage::Hello(hello.with_room("WRONG"));
        assert!(contains(&answer_to(&socket(&[wrong])), b"there is no room of this code"));
    }

    #[test]
    fn sim_64_any_bytes_of_a_connection_are_answered_or_dropped() {
        let hello = RoomMessage::Hello(RoomHello::new("pong", 2));
        let packet = RoomMessage::Packet { peer: 1, bytes: b"to nobody" };
        let whole = socket(&[hello, packet, RoomMessage::Leave]);
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let mut said = whole.clone();
            for _ in 0..=rng.below(4) {
                let place = rng.below(said.len() as u32) as usize;
                said[place] = rng.u32() as u8;
            }
            said.truncate(rng.below(whole.len() as u32 * 2) as usize);
            let heard = answer_to(&said);
            assert!(heard.is_empty() || heard.starts_with(b"HTTP/1.1 "));
        }
    }
}
