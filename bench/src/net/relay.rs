//! A relay beside a plain echo of the same messages, and two relays through NATS beside one.
//!
//! What counts is the processor time of the server's thread for a message: clients on the other core would hide it. As everywhere,
//! a ratio above 1 is a relay that takes less of it than the echo.
//! `net/relay-p99` is in `latency.rs`.

use super::latency;
use crate::runner::Bench;
use futures_util::{SinkExt, StreamExt};
use motile_net::{RoomHello, RoomMessage};
use motile_relay::{RelayLimits, RelayOptions, RunningRelay, start};
use std::cell::Cell;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use std::{fs, thread};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async, client_async};

pub(super) const ROOMS: usize = 200;
pub(super) const SEATS: usize = 4;
/// Bytes of a message behind the seat it goes to.
const BYTES: usize = 100;
/// Messages of a client that are on their way at once.
const WINDOW: usize = 4;
const MEASURED: Duration = Duration::from_secs(3);
/// What has not come when nothing did for so long is lost.
const QUIET: Duration = Duration::from_secs(1);

type Client = WebSocketStream<TcpStream>;

/// All rows of relays.
pub(super) fn run(bench: &mut Bench) {
    if bench.wants("net/relay") {
        let relay = start(options(None)).expect("a relay");
        let ours = load(&[relay.address()], true);
        drop(relay);
        let plain = load(&[serve_echo()], false);
        bench.record("net/relay", "tungstenite echo", ROOMS * SEATS, ours.cpu_ns, plain.cpu_ns);
    }
    if bench.wants("net/relay-p99") {
        let relay = start(options(None)).expect("a relay");
        let ours = latency::measure(relay.address(), true, None);
        drop(relay);
        let echo = latency::measure(serve_echo(), false, Some(ours.asked));
        let busy = |of: &latency::Latency| of.busy * 100.0;
        let peer = format!(
            "tungstenite echo; {:.0}/s, {:.0} % busy beside {:.0} %, medians {:.0} and {:.0} µs",
            ours.per_second,
            busy(&ours),
            busy(&echo),
            ours.p50_ns / 1e3,
            echo.p50_ns / 1e3
        );
        bench.record("net/relay-p99", &peer, ROOMS * SEATS, ours.p99_ns, echo.p99_ns);
    }
    if bench.wants("net/nats") {
        nats(bench);
    }
}

fn options(nats: Option<String>) -> RelayOptions {
    let limits = RelayLimits {
        per_address: 10_000,
        message_rate: 1e9,
        byte_rate: 1e12,
        ..RelayLimits::default()
    };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    RelayOptions { listen, nats, limits, ..RelayOptions::default() }
}

/// A server that sends back what it gets, as the examples of its library do.
fn serve_echo() -> SocketAddr {
    let (tell, told) = channel();
    let work = move || {
        block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            tell.send(listener.local_addr().expect("an address")).expect("somebody waits");
            while let Ok((stream, _)) = listener.accept().await {
                stream.set_nodelay(true).expect("an option");
                spawn_local(async move {
                    let mut socket = accept_async(stream).await.expect("a handshake");
                    while let Some(Ok(message)) = socket.next().await {
                        if message.is_binary() && socket.send(message).await.is_err() {
                            break;
                        }
                    }
                });
            }
        });
    };
    thread::Builder::new().name("echo".into()).spawn(work).expect("a thread");
    told.recv().expect("an address")
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    LocalSet::new().block_on(&runtime.expect("an event loop"), work)
}

/// Nanoseconds that the server's threads have run.
pub(super) fn server_time() -> u64 {
    let tasks = fs::read_dir("/proc/self/task").expect("threads").filter_map(Result::ok);
    let is_server = |name: &str| matches!(name.trim(), "relay" | "echo");
    let of_servers = tasks.filter(|task| {
        fs::read_to_string(task.path().join("comm")).is_ok_and(|name| is_server(&name))
    });
    let time = |task: fs::DirEntry| {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    of_servers.filter_map(time).sum()
}

/// What became of the messages of all clients.
#[derive(Debug, Default)]
struct Count {
    sent: Cell<u64>,
    received: Cell<u64>,
    /// Whether nobody sends any more.
    is_over: Cell<bool>,
}

fn add(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

#[derive(Default)]
struct Load {
    cpu_ns: f64,
    per_second: f64,
    /// Messages of the whole run, and those that never came.
    sent: u64,
    lost: u64,
}

/// Lets 800 clients send for a while, as fast as answers come.
fn load(servers: &[SocketAddr], is_relay: bool) -> Load {
    block_on(async {
        let mut clients = Vec::new();
        for _ in 0..ROOMS {
            let mut code = String::new();
            for seat in 0..SEATS {
                let mut client = connect(servers[seat % servers.len()]).await;
                if is_relay {
                    join(&mut client, &mut code).await;
                }
                clients.push((client, ((seat + 1) % SEATS) as u8));
            }
        }
        // All begin at once, so that nobody has something to catch up with.
        let count = Rc::new(Count::default());
        for (client, next) in clients {
            spawn_local(talk(client, next, Rc::clone(&count)));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let (messages, time, start) = (count.received.get(), server_time(), Instant::now());
        tokio::time::sleep(MEASURED).await;
        let received = (count.received.get() - messages).max(1) as f64;
        let cpu_ns = (server_time() - time) as f64 / received;
        let per_second = received / start.elapsed().as_secs_f64();
        count.is_over.set(true);
        let lost = wait_for_rest(&count).await;
        Load { cpu_ns, per_second, sent: count.sent.get(), lost }
    })
}

/// Waits for what is on its way, as long as anything comes; gives how many messages did not.
async fn wait_for_rest(count: &Count) -> u64 {
    let mut before = u64::MAX;
    loop {
        let lost = count.sent.get() - count.received.get();
        if lost == 0 || lost == before {
            return lost;
        }
        before = lost;
        tokio::time::sleep(QUIET).await;
    }
}

async fn connect(server: SocketAddr) -> Client {
    let stream = TcpStream::connect(server).await.expect("a connection");
    stream.set_nodelay(true).expect("an option");
    client_async(format!("ws://{server}/"), stream).await.expect("a handshake").0
}

/// Enters a room, or makes one and tells its code.
async fn join(client: &mut Client, code: &mut String) {
    let mut hello = Vec::new();
    RoomMessage::Hello(RoomHello::new("bench", SEATS as u8).with_room(code)).encode(&mut hello);
    client.send(Message::binary(hello)).await.expect("sent");
    let answer = client.next().await.expect("an answer").expect("a message").into_data();
    match RoomMessage::decode(&answer) {
        Ok(RoomMessage::Welcome(welcome)) => *code = welcome.room,
        other => panic!("not let in: {other:?}"),
    }
}

/// Sends a message for each that comes, until it is over; then only reads.
async fn talk(mut client: Client, next: u8, count: Rc<Count>) {
    let message = || Message::binary(vec![next; BYTES + 1]);
    for _ in 0..WINDOW {
        client.send(message()).await.expect("sent");
        add(&count.sent);
    }
    while let Some(Ok(got)) = client.next().await {
        // Who is there is told besides.
        if got.len() != BYTES + 1 {
            continue;
        }
        add(&count.received);
        if count.is_over.get() {
            continue;
        }
        if client.send(message()).await.is_err() {
            return;
        }
        add(&count.sent);
    }
}

/// A NATS server that ends with the value.
struct Nats(Child);

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Two relays that share every room, beside one.
fn nats(bench: &mut Bench) {
    const PORT: &str = "24222";
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", PORT]);
    let server = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let Ok(server) = server.map(Nats) else {
        eprintln!("net/nats: nats-server is not installed");
        return;
    };
    let host = format!("127.0.0.1:{PORT}");
    let connected = |host: &String| -> RunningRelay {
        for _ in 0..100 {
            match start(options(Some(host.clone()))) {
                Ok(relay) => return relay,
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
        panic!("no NATS server at {host}")
    };
    let one = {
        let relay = start(options(None)).expect("a relay");
        load(&[relay.address()], true)
    };
    let relays = [connected(&host), connected(&host)];
    let addresses = [relays[0].address(), relays[1].address()];
    let two = load(&addresses, true);
    drop(server);
    let peer = format!(
        "one relay; lost {} of {} messages, {} of {} through NATS",
        one.lost, one.sent, two.lost, two.sent
    );
    bench.record("net/nats", &peer, ROOMS * SEATS, 1e9 / two.per_second, 1e9 / one.per_second);
}
