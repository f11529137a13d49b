//! A relay at work: connections are accepted until it is told to stop.

use crate::archive::Archive;
use crate::client;
use crate::entry::{self, Entered};
use crate::guard::{Guard, seconds_now};
use crate::head;
use crate::hub::{Hub, Room};
use crate::metrics::add;
use crate::options::RelayOptions;
use motile_net::{RoomHello, RoomRefusal};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{interval, sleep, timeout};

/// How long a relay that is shut down waits for its clients.
const FAREWELL: Duration = Duration::from_secs(3);
/// How many of those who are too many are told so at a time, and how long that may take; others are dropped without a word.
const MOST_TURNED_AWAY: usize = 64;
const TURNING_AWAY: Duration = Duration::from_secs(1);

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Relay {
    pub(crate) hub: Rc<Hub>,
    addresses: RefCell<HashMap<IpAddr, usize>>,
    /// Connections that are one too many, and are being told.
    turned_away: Cell<usize>,
    /// Where machines of the own network may ask for rooms.
    lan: Option<SocketAddr>,
    #[cfg(feature = "tls")]
    tls: Option<crate::tls::Tls>,
    #[cfg(feature = "nats")]
    shared: Option<Rc<crate::shared::Shared>>,
}

impl Relay {
    /// One that nobody connects to by a network.
    pub(crate) fn alone(hub: Rc<Hub>) -> Self {
        Self {
            hub,
            addresses: RefCell::default(),
            turned_away: Cell::default(),
            lan: None,
            #[cfg(feature = "tls")]
            tls: None,
            #[cfg(feature = "nats")]
            shared: None,
        }
    }

    /// Finds a seat for somebody.
    #[cfg_attr(
        not(feature = "nats"),
        expect(clippy::unused_async, reason = "other relays are asked behind a feature")
    )]
    pub(crate) async fn enter(&self, hello: &RoomHello) -> Result<Entered, RoomRefusal> {
        self.hub.guard.check(hello, seconds_now())?;
        #[cfg(feature = "nats")]
        if let Some(shared) = &self.shared {
            return shared.enter(&self.hub, hello).await;
        }
        entry::enter(&self.hub, hello)
    }

    /// Whether it has what it shares rooms through; one that is alone always does.
    pub(crate) fn is_whole(&self) -> bool {
        #[cfg(feature = "nats")]
        if let Some(shared) = &self.shared {
            return shared.is_connected();
        }
        let _ = &self.hub;
        true
    }

    /// Tells the other relays that a seat is free.
    #[cfg_attr(
        not(feature = "nats"),
        expect(clippy::unused_async, reason = "other relays are asked behind a feature")
    )]
    pub(crate) async fn give_up(&self, room: &Room, seat: u8) {
        #[cfg(feature = "nats")]
        if let Some(shared) = &self.shared {
            shared.give_up(room, seat).await;
        }
        #[cfg(not(feature = "nats"))]
        let _ = (room, seat);
    }

    /// Counts a connection in, unless there are too many.
    fn admit(&self, address: IpAddr) -> bool {
        let metrics = &self.hub.metrics;
        let mut addresses = self.addresses.borrow_mut();
        let of_address = addresses.entry(address).or_default();
        let limits = &self.hub.limits;
        let is_full = metrics.connections.get() >= limits.connections as u64;
        if is_full || *of_address >= limits.per_address {
            metrics.refuse(RoomRefusal::RelayFull);
            return false;
        }
        *of_address += 1;
        add(&metrics.accepted, 1);
        add(&metrics.connections, 1);
        true
    }

    fn dismiss(&self, address: IpAddr) {
        let connections = &self.hub.metrics.connections;
        connections.set(connections.get().saturating_sub(1));
        let mut addresses = self.addresses.borrow_mut();
        if let Some(count) = addresses.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                addresses.remove(&address);
            }
        }
    }

    async fn serve(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            let stream = tls.accept(stream, self.hub.limits.patience).await?;
            return client::serve(stream, self).await;
        }
        client::serve(stream, self).await
    }

    fn accept(self: &Rc<Self>, stream: TcpStream, address: IpAddr) {
        if self.admit(address) {
            let relay = Rc::clone(self);
            spawn_local(async move {
                // A broken connection is how many of them end.
                let _ = relay.serve(stream).await;
                relay.dismiss(address);
            });
        } else if self.turned_away.get() < MOST_TURNED_AWAY && !self.is_encrypted() {
            let relay = Rc::clone(self);
            relay.turned_away.set(relay.turned_away.get() + 1);
            spawn_local(async move {
                // Somebody who does not listen is not told.
                let _ = timeout(TURNING_AWAY, turn_away(stream)).await;
                relay.turned_away.set(relay.turned_away.get() - 1);
            });
        }
    }

    /// Whether words in the clear would be noise to those who connect.
    #[cfg(feature = "tls")]
    const fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    #[cfg(not(feature = "tls"))]
    #[expect(clippy::unused_self, reason = "asked as where there is encryption")]
    const fn is_encrypted(&self) -> bool {
        false
    }
}

/// Tells somebody for whom there is no room why the connection ends.
async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    // Read first: what is left unread when a connection is closed takes the answer with it.
    head::read(&mut stream).await;
    let text = "too many connections, of this address or in all\n";
    head::answer(&mut stream, "503 Service Unavailable", text).await
}

/// How a relay ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Gracefully,
    AtOnce,
}

async fn prepare(options: &RelayOptions) -> Result<(TcpListener, Rc<Relay>), String> {
    let guard = Guard::new(options.secret.clone(), options.passes);
    if guard.asks_for_pass && guard.secret.is_none() {
        return Err("passes are signed: the relay needs the secret".into());
    }
    let archive = match &options.record {
        Some(folder) => Some(Archive::open(folder, &options.limits)?),
        None => None,
    };
    let mut hub = Hub::new(options.limits.clone(), archive);
    hub.guard = guard;
    let hub = Rc::new(hub);
    #[cfg(not(feature = "tls"))]
    if options.tls.is_some() {
        return Err("this relay was built without the feature `tls`".into());
    }
    #[cfg(feature = "tls")]
    let tls = match &options.tls {
        Some(files) => Some(crate::tls::Tls::read(&files.certificate, &files.key)?),
        None => None,
    };
    #[cfg(not(feature = "nats"))]
    if options.nats.is_some() {
        return Err("this relay was built without the feature `nats`".into());
    }
    #[cfg(feature = "nats")]
    let shared = match &options.nats {
        Some(host) => {
            Some(Rc::new(crate::shared::Shared::connect(host, options.limits.keep).await?))
        }
        None => None,
    };
    let mut lan = None;
    let listener = TcpListener::bind(options.listen).await;
    let listener = listener.map_err(|error| format!("{}: {error}", options.listen))?;
    if let Some(port) = options.lan {
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let socket = crate::lan::listen(address, port).await?;
        lan = socket.local_addr().ok();
        let is_encrypted = options.tls.is_some();
        spawn_local(crate::lan::answer(socket, Rc::clone(&hub), address.port(), is_encrypted));
    }
    let relay = Relay {
        lan,
        #[cfg(feature = "tls")]
        tls,
        #[cfg(feature = "nats")]
        shared,
        ..Relay::alone(hub)
    };
    Ok((listener, Rc::new(relay)))
}

async fn serve(listener: TcpListener, relay: Rc<Relay>, stop: impl Future<Output = Stop>) {
    let sweeper = Rc::clone(&relay);
    spawn_local(async move {
        let mut seconds = interval(Duration::from_secs(1));
        loop {
            seconds.tick().await;
            sweeper.hub.sweep();
        }
    });
    #[cfg(feature = "nats")]
    let renewal =
        relay.shared.clone().map(|shared| spawn_local(shared.renew(Rc::clone(&relay.hub))));
    let accepting = Rc::clone(&relay);
    let accept = async move {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => accepting.accept(stream, address.ip()),
                // Out of files: some connection will end.
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let how = tokio::select! {
        how = stop => how,
        () = accept => Stop::Gracefully,
    };
    #[cfg(feature = "nats")]
    if let Some(renewal) = renewal {
        renewal.abort();
    }
    if how == Stop::Gracefully {
        relay.hub.go_away();
        let gone = async {
            while relay.hub.metrics.connections.get() > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        // Those who are left are cut off.
        let _ = timeout(FAREWELL, gone).await;
        relay.hub.end_recordings();
    }
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Runs a relay until the process is told to end (Ctrl-C or a termination signal), and tells where it listens once it does.
///
/// # Errors
/// When it cannot start, in words.
pub fn run_until_signal(
    options: &RelayOptions,
    started: impl FnOnce(SocketAddr),
) -> Result<(), String> {
    let local = LocalSet::new();
    let work = async {
        let (listener, relay) = prepare(options).await?;
        started(listener.local_addr().map_err(|error| error.to_string())?);
        serve(listener, relay, signal()).await;
        Ok(())
    };
    runtime().map_err(|error| error.to_string())?.block_on(local.run_until(work))
}

async fn signal() -> Stop {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => return Stop::Gracefully,
                result = tokio::signal::ctrl_c() => if result.is_ok() { return Stop::Gracefully },
            }
        }
    }
    // Without signals it runs until it is killed.
    match tokio::signal::ctrl_c().await {
        Ok(()) => Stop::Gracefully,
        Err(_) => std::future::pending().await,
    }
}

/// A relay on a thread of its own; it ends with the value.
#[derive(Debug)]
pub struct RunningRelay {
    address: SocketAddr,
    lan: Option<SocketAddr>,
    stop: Option<oneshot::Sender<Stop>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a relay on a thread of its own.
///
/// # Errors
/// When it cannot start, in words.
pub fn start(options: RelayOptions) -> Result<RunningRelay, String> {
    let (stop, stopped) = oneshot::channel();
    let (tell, told) = std::sync::mpsc::channel();
    let work = move || {
        let local = LocalSet::new();
        let work = async {
            let prepared = match prepare(&options).await {
                Ok((listener, relay)) => listener.local_addr().map(|at| (at, listener, relay)),
                Err(error) => Err(io::Error::other(error)),
            };
            match prepared {
                Ok((address, listener, relay)) => {
                    // Whoever started it is waiting for this.
                    let _ = tell.send(Ok((address, relay.lan)));
                    let stop = async { stopped.await.unwrap_or(Stop::AtOnce) };
                    serve(listener, relay, stop).await;
                }
                Err(error) => {
                    let _ = tell.send(Err(error.to_string()));
                }
            }
        };
        match runtime() {
            Ok(runtime) => runtime.block_on(local.run_until(work)),
            Err(_) => drop(work),
        }
    };
    let thread = std::thread::Builder::new().name("relay".into()).spawn(work);
    let thread = thread.map_err(|error| error.to_string())?;
    let (address, lan) = told.recv().map_err(|_| "no event loop".to_string())??;
    Ok(RunningRelay { address, lan, stop: Some(stop), thread: Some(thread) })
}

impl RunningRelay {
    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it answers machines of the own network that ask for rooms, if it does.
    pub const fn lan_address(&self) -> Option<SocketAddr> {
        self.lan
    }

    /// Tells its clients, waits for them up to three seconds, and ends.
    pub fn stop(mut self) {
        self.end(Stop::Gracefully);
    }

    fn end(&mut self, how: Stop) {
        if let Some(stop) = self.stop.take() {
            // It may have ended by itself.
            let _ = stop.send(how);
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for RunningRelay {
    /// Ends it at once, as if the machine had died.
    fn drop(&mut self) {
        self.end(Stop::AtOnce);
    }
}
