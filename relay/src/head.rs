//! The first lines of a connection: a WebSocket, or a question about the relay.

use crate::client::Line;
use motile_net::RoomTicket;
use std::fs::File;
use std::io::Read;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// Bytes of a request at the most.
const LONGEST: usize = 4096;
/// Header lines of a request at the most.
const HEADERS: usize = 48;
/// Bytes of a file that are read at once: little enough that nobody else waits for the disk.
const PART: usize = 32 * 1024;

/// What somebody asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// A WebSocket: the answer to its key, and the bytes that came after the request.
    Socket { accept: String, rest: Vec<u8> },
    /// A page of the relay, by its path, and the ticket that was shown for it.
    Page { path: String, ticket: Option<RoomTicket> },
    /// Something that is none of both.
    Bad,
}

/// Reads a request; `None` when the connection ends before it does.
pub(crate) async fn read<S: Line>(stream: &mut S) -> Option<Request> {
    let mut bytes = Vec::with_capacity(1024);
    loop {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
        if let Some(request) = parse(&bytes) {
            return Some(request);
        }
        if bytes.len() > LONGEST {
            return Some(Request::Bad);
        }
    }
}

/// The request of some bytes; `None` when they are not all of it.
fn parse(bytes: &[u8]) -> Option<Request> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return None,
        Err(_) => return Some(Request::Bad),
    };
    let header = |name: &str| {
        let found = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| header.value)
    };
    let is_socket = header("upgrade").is_some_and(|value| value.eq_ignore_ascii_case(b"websocket"));
    Some(match (request.method, header("sec-websocket-key")) {
        (Some("GET"), Some(key)) if is_socket && header("sec-websocket-version") == Some(b"13") => {
            Request::Socket { accept: derive_accept_key(key), rest: bytes[length..].to_vec() }
        }
        (Some("GET"), None) if !is_socket => {
            let shown = header("authorization").and_then(|value| value.strip_prefix(b"Ticket "));
            let ticket = shown.and_then(|text| RoomTicket::from_text(str::from_utf8(text).ok()?));
            Request::Page { path: request.path.unwrap_or("/").to_string(), ticket }
        }
        _ => Request::Bad,
    })
}

/// Answers the request of a WebSocket.
pub(crate) async fn switch<S: Line>(stream: &mut S, accept: &str) -> std::io::Result<()> {
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(answer.as_bytes()).await?;
    // What is encrypted waits for this.
    stream.flush().await
}

/// Answers a question.
pub(crate) async fn answer<S: Line>(
    stream: &mut S,
    status: &str,
    text: &str,
) -> std::io::Result<()> {
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

/// Answers with a file as it is now, in parts, none of which may take longer than `patience`.
pub(crate) async fn hand_out<S: Line>(
    stream: &mut S,
    mut file: File,
    patience: Duration,
) -> std::io::Result<()> {
    let mut left = file.metadata()?.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: {left}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let mut part = vec![0; PART];
    while left > 0 {
        let length = (PART as u64).min(left) as usize;
        file.read_exact(&mut part[..length])?;
        timeout(patience, stream.write_all(&part[..length])).await??;
        left -= length as u64;
    }
    stream.shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sim_64_sockets_pages_and_nonsense_are_told_apart() {
        let socket = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=".to_string();
        let mut bytes = socket.as_bytes().to_vec();
        assert_eq!(parse(&bytes[..bytes.len() - 1]), None);
        bytes.extend_from_slice(b"more");
        assert_eq!(parse(&bytes), Some(Request::Socket { accept, rest: b"more".to_vec() }));
        let page = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
        assert_eq!(parse(page), Some(Request::Page { path: "/health".into(), ticket: None }));
        let shown = b"GET /x HTTP/1.1\r\nAuthorization: Ticket 1.ab.7\r\n\r\n";
        let ticket = Some(RoomTicket { seat: 1, token: 0xAB, key: 7 });
        assert_eq!(parse(shown), Some(Request::Page { path: "/x".into(), ticket }));
        let old = socket.replace("Version: 13", "Version: 8");
        for bad in [old.as_bytes(), b"\x16\x03\x01\x02\x00", b"POST / HTTP/1.1\r\n\r\n"] {
            assert_eq!(parse(bad), Some(Request::Bad));
        }
    }
}
