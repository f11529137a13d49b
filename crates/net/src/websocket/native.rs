//! A socket of the system. Connecting is done by a thread, because the system knows no other way to connect without waiting.

use super::SocketState;
use super::line::Line;
use crate::MAX_ROOM_MESSAGE;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};
use tungstenite::{Error, Message, WebSocket, protocol::WebSocketConfig};

/// How long an attempt may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Control frames in one call before it gives up.
const MOST_FRAMES: usize = 64;
/// Bytes that wait for a slow connection; more are lost.
const WAITING: usize = 64 * 1024;

pub(super) enum Socket {
    Opening(Receiver<Result<WebSocket<Line>, String>>),
    /// And when the relay was heard last.
    Open(Box<WebSocket<Line>>, Instant),
    /// An attempt that led nowhere, and why.
    Failed(String),
    Closed,
}

impl Socket {
    pub(super) const fn closed() -> Self {
        Self::Closed
    }

    /// Connects to `HOST:PORT`, `ws://HOST:PORT` or `wss://HOST[:PORT]` after a pause; `:PORT` is one of this machine.
    pub(super) fn open(address: &str, pause_millis: u32, trusted: &[u8]) -> Self {
        let (done, opening) = channel();
        let (address, trusted) = (Address::new(address), trusted.to_vec());
        let pause = Duration::from_millis(pause_millis.into());
        let thread = std::thread::Builder::new().name("relay".into()).spawn(move || {
            // A pause between attempts; waking early does no harm.
            std::thread::park_timeout(pause);
            let reached =
                connect(&address, &trusted).map_err(|error| format!("{}: {error}", address.place));
            // Nobody waits for it any more when this fails.
            let _ = done.send(reached);
        });
        if thread.is_ok() { Self::Opening(opening) } else { Self::Closed }
    }

    pub(super) fn state(&mut self) -> SocketState {
        if let Self::Opening(opening) = self {
            match opening.try_recv() {
                Ok(Ok(socket)) => *self = Self::Open(Box::new(socket), now()),
                Ok(Err(why)) => *self = Self::Failed(why),
                Err(TryRecvError::Empty) => return SocketState::Opening,
                Err(TryRecvError::Disconnected) => *self = Self::Closed,
            }
        }
        if matches!(self, Self::Open(..)) { SocketState::Open } else { SocketState::Closed }
    }

    /// Why the last attempt led nowhere; told once.
    pub(super) fn failure(&mut self) -> Option<String> {
        let Self::Failed(why) = self else { return None };
        let why = core::mem::take(why);
        *self = Self::Closed;
        Some(why)
    }

    /// Sends a message, or tells that it could not.
    pub(super) fn send(&mut self, message: &[u8]) -> bool {
        let Self::Open(socket, _) = self else { return false };
        match socket.send(Message::binary(message.to_vec())) {
            Ok(()) => true,
            // It is kept and sent later.
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => true,
            Err(Error::WriteBufferFull(_)) => false,
            Err(_) => {
                *self = Self::Closed;
                false
            }
        }
    }

    /// Writes the next message over what is in `message`; tells whether there was one. A relay that says nothing for as
    /// long as `silence` is taken for gone: a machine that lost its power closes no connection.
    pub(super) fn receive(&mut self, message: &mut Vec<u8>, silence: Duration) -> bool {
        let Self::Open(socket, heard) = self else { return false };
        for _ in 0..MOST_FRAMES {
            match socket.read() {
                Ok(Message::Binary(bytes)) => {
                    message.clear();
                    message.extend_from_slice(&bytes);
                    *heard = now();
                    return true;
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => *heard = now(),
                // Silence counts once all that came was read: this program may have been held up itself.
                Err(Error::Io(error))
                    if error.kind() == io::ErrorKind::WouldBlock && heard.elapsed() < silence =>
                {
                    return false;
                }
                _ => break,
            }
        }
        *self = Self::Closed;
        false
    }
}

fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "sockets take the time they take")]
    Instant::now()
}

/// Where a relay is.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    is_encrypted: bool,
    /// With the port.
    place: String,
}

impl Address {
    fn new(address: &str) -> Self {
        let (is_encrypted, place) = match address.strip_prefix("wss://") {
            Some(place) => (true, place),
            None => (false, address.strip_prefix("ws://").unwrap_or(address)),
        };
        let place = place.trim_end_matches('/');
        // Colons in brackets are those of an address of version 6.
        let has_port = place.rsplit(']').next().is_some_and(|end| end.contains(':'));
        let host = if place.starts_with(':') { "127.0.0.1" } else { "" };
        let port = if is_encrypted && !has_port { ":443" } else { "" };
        Self { is_encrypted, place: format!("{host}{place}{port}") }
    }

    fn host(&self) -> &str {
        let host = self.place.rsplit_once(':').map_or(self.place.as_str(), |(host, _)| host);
        host.trim_start_matches('[').trim_end_matches(']')
    }
}

fn connect(
    address: &Address,
    trusted: &[u8],
) -> Result<WebSocket<Line>, Box<dyn core::error::Error + Send + Sync>> {
    if address.is_encrypted && cfg!(not(feature = "tls")) {
        return Err("encrypted relays (wss://) take the feature `tls`".into());
    }
    let mut reached = Err(io::Error::from(io::ErrorKind::AddrNotAvailable));
    for place in address.place.to_socket_addrs()? {
        reached = TcpStream::connect_timeout(&place, PATIENCE);
        if reached.is_ok() {
            break;
        }
    }
    let stream = reached?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let line = if address.is_encrypted {
        Line::encrypted(stream, address.host(), trusted)?
    } else {
        Line::Clear(stream)
    };
    let config = WebSocketConfig::default()
        .read_buffer_size(8 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(WAITING)
        .max_message_size(Some(MAX_ROOM_MESSAGE))
        .max_frame_size(Some(MAX_ROOM_MESSAGE));
    let url = format!("ws://{}/", address.place);
    let (socket, _) = tungstenite::client::client_with_config(url, line, Some(config))
        .map_err(|error| error.to_string())?;
    socket.get_ref().set_nonblocking()?;
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_completed() {
        for (text, is_encrypted, place, host) in [
            ("relay.example:7777", false, "relay.example:7777", "relay.example"),
            ("ws://10.0.0.1:80/", false, "10.0.0.1:80", "10.0.0.1"),
            (":7777", false, "127.0.0.1:7777", "127.0.0.1"),
            ("wss://relay.example", true, "relay.example:443", "relay.example"),
            ("wss://[::1]", true, "[::1]:443", "::1"),
            ("wss://[::1]:7777", true, "[::1]:7777", "::1"),
        ] {
            let address = Address::new(text);
            assert_eq!((address.is_encrypted, address.place.as_str()), (is_encrypted, place));
            assert_eq!(address.host(), host);
        }
    }
}
