//! How long a packet takes through a relay that is half busy.
//!
//! Hundreds of clients make the load; they only write and drain, so that the thread they share is idle most of the time and
//! hides nothing. What is measured is a pair of sockets on a thread of their own, which sends a packet and waits for it.

use super::relay::{ROOMS, SEATS, server_time};
use motile_net::{RoomHello, RoomMessage};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// Bytes of a message behind the seat it goes to.
const BYTES: usize = 100;
/// How often clients send: a part of them each time.
const BEAT: Duration = Duration::from_micros(500);
const TRIED: Duration = Duration::from_millis(400);
const MEASURED: Duration = Duration::from_secs(4);
/// The part of its core that the server is to use.
const HALF: f64 = 0.5;
/// What is tried first, messages a second.
const FIRST_RATE: u64 = 40_000;

type Socket = WebSocket<TcpStream>;

/// Nanoseconds of the 99th and 50th percentile of the way through a server, the messages a second around it that
/// were asked for and sent, and the part of its core that it used for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latency {
    pub(super) p99_ns: f64,
    pub(super) p50_ns: f64,
    pub(super) asked: u64,
    pub(super) per_second: f64,
    pub(super) busy: f64,
}

/// Measures a relay or an echo, at a rate or at the one that keeps it half busy.
pub(super) fn measure(server: SocketAddr, is_relay: bool, rate: Option<u64>) -> Latency {
    let mut crowd = crowd(server, is_relay);
    let mut probe = room(server, is_relay, 2);
    let (asked, done) = (AtomicU64::new(rate.unwrap_or(FIRST_RATE)), AtomicBool::new(false));
    let sent = AtomicU64::new(0);
    thread::scope(|scope| {
        scope.spawn(|| drive(&mut crowd, &asked, &sent, &done));
        if rate.is_none() {
            // Costs a message grow with the pauses between them, so that it takes some tries.
            for _ in 0..4 {
                let busy = busy_while(|| thread::sleep(TRIED));
                let now = asked.load(Ordering::Relaxed) as f64;
                asked.store((now * (HALF / busy).clamp(0.5, 2.0)) as u64, Ordering::Relaxed);
            }
        }
        let mut times = Vec::new();
        let before = sent.load(Ordering::Relaxed);
        let busy = busy_while(|| times = send_and_wait(&mut probe, is_relay));
        let per_second = (sent.load(Ordering::Relaxed) - before) as f64 / MEASURED.as_secs_f64();
        done.store(true, Ordering::Relaxed);
        times.sort_unstable();
        let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
        Latency {
            p99_ns: at(99) as f64,
            p50_ns: at(50) as f64,
            asked: asked.load(Ordering::Relaxed),
            per_second,
            busy,
        }
    })
}

/// The part of its core that the server used meanwhile.
fn busy_while(work: impl FnOnce()) -> f64 {
    let (time, start) = (server_time(), Instant::now());
    work();
    (server_time() - time) as f64 / start.elapsed().as_nanos() as f64
}

/// The clients of all rooms, each with the seat it sends to.
fn crowd(server: SocketAddr, is_relay: bool) -> Vec<(Socket, u8)> {
    let seats = (0..SEATS as u8).cycle().skip(1);
    let rooms = (0..ROOMS).flat_map(|_| room(server, is_relay, SEATS));
    let all: Vec<_> = rooms.zip(seats).collect();
    for (socket, _) in &all {
        socket.get_ref().set_nonblocking(true).expect("an option");
    }
    all
}

fn room(server: SocketAddr, is_relay: bool, seats: usize) -> Vec<Socket> {
    let mut code = String::new();
    let mut enter = |_| {
        let stream = TcpStream::connect(server).expect("a connection");
        stream.set_nodelay(true).expect("an option");
        let mut socket = client(format!("ws://{server}/"), stream).expect("a handshake").0;
        if is_relay {
            let hello = RoomHello::new("bench", seats as u8).with_room(&code);
            let mut bytes = Vec::new();
            RoomMessage::Hello(hello).encode(&mut bytes);
            socket.send(Message::binary(bytes)).expect("sent");
            let answer = socket.read().expect("an answer").into_data();
            match RoomMessage::decode(&answer) {
                Ok(RoomMessage::Welcome(welcome)) => code = welcome.room,
                other => panic!("not let in: {other:?}"),
            }
        }
        socket
    };
    (0..seats).map(&mut enter).collect()
}

/// Sends at the rate that is asked for, evenly, and throws away what comes.
fn drive(crowd: &mut [(Socket, u8)], rate: &AtomicU64, sent: &AtomicU64, done: &AtomicBool) {
    let (all, start, mut last) = (crowd.len(), Instant::now(), Duration::ZERO);
    let (mut owed, mut next, mut away) = (0.0, 0, vec![0; 64 * 1024]);
    while !done.load(Ordering::Relaxed) {
        let now = start.elapsed();
        owed += (now - last).as_secs_f64() * rate.load(Ordering::Relaxed) as f64;
        last = now;
        // A thread that was kept waiting does not catch up: players do not either, and a heap of messages is no half load.
        let most = 2.0 * BEAT.as_secs_f64() * rate.load(Ordering::Relaxed) as f64;
        owed = owed.min(most);
        let count = (owed as usize).min(all);
        owed -= count as f64;
        for at in (next..next + count).map(|at| at % all) {
            let (socket, seat) = &mut crowd[at];
            // A frame of the protocol, masked with zeros.
            let mut frame = [*seat; BYTES + 7];
            frame[..6].copy_from_slice(&[0x82, 0x80 | (BYTES as u8 + 1), 0, 0, 0, 0]);
            socket.get_mut().write_all(&frame).expect("sent");
        }
        next = (next + count) % all;
        sent.fetch_add(count as u64, Ordering::Relaxed);
        thread::sleep(BEAT);
        // Those who got something are, most of them, behind those who sent.
        for at in (next + all - count..next + all).map(|at| at % all) {
            drain(crowd[at].0.get_mut(), &mut away);
        }
    }
}

fn drain(stream: &mut TcpStream, away: &mut [u8]) {
    match stream.read(away) {
        Ok(0) => panic!("thrown out"),
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock, "{error}"),
    }
}

/// A packet about every millisecond from the first of two seats to the second, or to an echo and back.
fn send_and_wait(probe: &mut [Socket], is_relay: bool) -> Vec<u64> {
    let start = Instant::now();
    let mut times = Vec::new();
    while start.elapsed() < MEASURED {
        // Never in step with the beat of the others.
        thread::sleep(Duration::from_micros(700 + times.len() as u64 * 37 % 600));
        let sent = Instant::now();
        let mut bytes = vec![1; BYTES + 1];
        bytes[1..9].copy_from_slice(&(times.len() as u64).to_le_bytes());
        probe[0].send(Message::binary(bytes.clone())).expect("sent");
        let receiver = &mut probe[usize::from(is_relay)];
        loop {
            let got = receiver.read().expect("a message").into_data();
            if got.len() == bytes.len() && got[1..9] == bytes[1..9] {
                break;
            }
        }
        times.push(sent.elapsed().as_nanos() as u64);
    }
    times
}
