//! An encrypted relay over loopback: certificates, passes, signed tickets.

#[expect(dead_code, reason = "games are played in the clear")]
mod common;

use common::{options, start, until};
use motile_net::{RoomHello, RoomRefusal, RoomStatus, RoomTicket, Transport, WebSocketTransport};
use motile_relay::{RelayOptions, RelaySecret, RunningRelay, TlsFiles};
use std::path::PathBuf;

const SECRET: &[u8] = b"a secret of the tests, known to all";

/// A certificate of this machine in files that vanish with the value.
struct Certificate {
    folder: PathBuf,
    pem: String,
}

impl Certificate {
    fn new(name: &str) -> Self {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_string()]);
        let made = made.expect("a certificate");
        let folder = std::env::temp_dir().join(format!("motile-tls-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let pem = made.cert.pem();
        std::fs::write(folder.join("cert.pem"), &pem).expect("written");
        let key = made.signing_key.serialize_pem();
        std::fs::write(folder.join("key.pem"), key).expect("written");
        Self { folder, pem }
    }

    fn files(&self) -> TlsFiles {
        let file = |name| self.folder.join(name);
        TlsFiles { certificate: file("cert.pem"), key: file("key.pem") }
    }
}

impl Drop for Certificate {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn secret() -> RelaySecret {
    RelaySecret::new(SECRET).expect("long enough")
}

fn address(relay: &RunningRelay) -> String {
    format!("wss://{}", relay.address())
}

/// Waits for the answer of a relay.
fn settled(mut transport: WebSocketTransport) -> WebSocketTransport {
    until("an answer", || {
        transport.poll();
        transport.status() != RoomStatus::Connecting
    });
    transport
}

#[test]
fn sim_64_packets_go_through_an_encrypted_relay_to_those_who_trust_it() {
    let certificate = Certificate::new("packets");
    let relay = start(RelayOptions { tls: Some(certificate.files()), ..options() });
    let trusted = certificate.pem.as_bytes();
    let hello = RoomHello::new("pong", 2);
    let first = WebSocketTransport::new(&[address(&relay)], hello.clone()).with_trusted(trusted);
    let mut first = settled(first);
    let code = first.welcome().expect("a room").room.clone();
    let second = hello.clone().with_room(&code);
    let second = WebSocketTransport::new(&[address(&relay)], second).with_trusted(trusted);
    let mut second = settled(second);
    first.send(1, &[7; 900]);
    let mut packet = Vec::new();
    until("the packet comes", || second.receive(&mut packet) == Some(0));
    assert_eq!(packet, [7; 900]);

    // Whoever does not trust the certificate, or speaks in the clear, does not come in.
    let mut stranger = WebSocketTransport::new(&[address(&relay)], hello.clone());
    let mut clear = WebSocketTransport::new(&[relay.address().to_string()], hello);
    for _ in 0..2 {
        first.send(1, b"again");
        until("the room goes on", || {
            stranger.poll();
            clear.poll();
            second.receive(&mut packet) == Some(0)
        });
    }
    assert!(stranger.welcome().is_none() && clear.welcome().is_none());
}

#[test]
fn sim_64_bad_certificates_are_told_at_the_start() {
    let certificate = Certificate::new("bad");
    let mut files = certificate.files();
    std::fs::write(&files.key, "no key").expect("written");
    let tls = |files: TlsFiles| RelayOptions { tls: Some(files), ..options() };
    let error = motile_relay::start(tls(files.clone())).expect_err("no key");
    assert!(error.contains("key.pem"), "{error}");
    files.certificate = certificate.folder.join("nothing.pem");
    let error = motile_relay::start(tls(files)).expect_err("no certificate");
    assert!(error.contains("nothing.pem"), "{error}");
}

#[test]
fn sim_64_a_relay_that_asks_for_passes_lets_in_who_has_one() {
    let relay = start(RelayOptions { secret: Some(secret()), passes: true, ..options() });
    let relays = [relay.address().to_string()];
    let answer = |hello: RoomHello| settled(WebSocketTransport::new(&relays, hello)).status();
    let hello = RoomHello::new("pong", 2);
    let refused = RoomStatus::Refused(RoomRefusal::BadPass);
    assert_eq!(answer(hello.clone()), refused);
    let pass = secret().pass("pong", 5, u64::MAX);
    assert_eq!(answer(hello.clone().with_pass(pass)), RoomStatus::Joined);
    assert_eq!(answer(hello.clone().with_pass(secret().pass("pong", 5, 1))), refused, "over");
    assert_eq!(answer(hello.clone().with_pass(secret().pass("chess", 5, u64::MAX))), refused);
    let other = RelaySecret::new(b"another secret of sixteen").expect("long enough");
    assert_eq!(answer(hello.with_pass(other.pass("pong", 5, u64::MAX))), refused);
}

#[test]
fn sim_64_a_relay_started_anew_believes_signed_tickets_only() {
    let signing = || RelayOptions { secret: Some(secret()), ..options() };
    let (first, second) = (start(signing()), start(signing()));
    let hello = RoomHello::new("pong", 2);
    let to = |relay: &RunningRelay, hello: RoomHello| {
        settled(WebSocketTransport::new(&[relay.address().to_string()], hello))
    };
    let welcome = to(&first, hello.clone()).welcome().expect("a room").clone();
    drop(first);
    // A room that the second relay has never heard of: with a forged ticket it stays closed.
    let back = |ticket: RoomTicket| {
        RoomHello { ticket: Some(ticket), ..hello.clone() }.with_room(&welcome.room)
    };
    for forged in [
        RoomTicket { token: welcome.ticket.token ^ 1 << 90, ..welcome.ticket },
        RoomTicket { seat: 1, ..welcome.ticket },
        RoomTicket { key: 1, ..welcome.ticket },
    ] {
        let refused = RoomStatus::Refused(RoomRefusal::SeatTaken);
        assert_eq!(to(&second, back(forged)).status(), refused);
    }
    assert_eq!(to(&second, back(welcome.ticket)).status(), RoomStatus::Joined);
}
