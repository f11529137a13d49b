//! Rooms that many relays share through a NATS server.
//!
//! Who has which seat stands in a key-value bucket of the server, whose `create` lets one of many win: a key for the room with
//! its session key, and one for every seat with the token of its owner. Relays renew the keys of those who are there; keys of
//! those who are gone vanish after a while, and until then the seat waits for its owner, at any relay. Packets to seats
//! at other relays are published to the subject of the seat, which only the relay that has it listens to.

use crate::entry::{Entered, MOST_CODES, name, random_code, random_key};
use crate::hub::{Elsewhere, Hub, Origin, Room, Wish};
use crate::metrics::add;
use async_nats::jetstream::Context;
use async_nats::jetstream::kv::{CreateErrorKind, Store};
use async_nats::jetstream::stream::{self, DiscardPolicy, StorageType};
use async_nats::{Client, ConnectOptions, Event, Subject};
use futures_util::StreamExt;
use motile_net::{MAX_PEERS, MAX_PLAYERS, RoomHello, RoomRefusal, RoomTicket};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::task::{JoinHandle, spawn_local};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Bytes;

/// The bucket that all relays of a server share.
const BUCKET: &str = "motile-rooms";
/// Packets that wait to be published; more are lost.
const WAITING: usize = 8192;
/// The first byte of a message that says that a seat has a new connection; packets begin with their sender.
const TAKEN: u8 = 0xFF;
/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A relay's connection to the others.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Tells this relay from the others.
    id: u64,
    client: Client,
    rooms: Store,
    /// Where the bucket is, and how long it keeps what is not renewed.
    stream: Context,
    keep: Duration,
    /// Told when the server is there again.
    back: Arc<Notify>,
    outgoing: mpsc::Sender<(Subject, Bytes)>,
}

impl Shared {
    /// Connects to a server, and makes the bucket if it is the first.
    pub(crate) async fn connect(host: &str, keep: Duration) -> Result<Self, String> {
        let options = ConnectOptions::new().no_echo().name("motile-relay");
        let options = options.connection_timeout(PATIENCE).request_timeout(Some(PATIENCE));
        let back = Arc::new(Notify::new());
        let told = Arc::clone(&back);
        let options = options.event_callback(move |event| {
            if matches!(event, Event::Connected) {
                told.notify_one();
            }
            std::future::ready(())
        });
        let client = options.connect(host).await;
        let client = client.map_err(|error| format!("NATS at {host}: {error}"))?;
        let stream = async_nats::jetstream::new(client.clone());
        // The bucket is made as the stream that it is: asked for a bucket, the client wants to know more of the account than
        // servers before 2.10 tell. When another relay made it already, with other settings, that is as good.
        let made = stream.create_stream(bucket(keep)).await;
        let rooms = stream.get_key_value(BUCKET).await.map_err(|error| {
            let why = made.err().map_or_else(|| error.to_string(), |made| made.to_string());
            format!(
                "NATS at {host}: no bucket for rooms (it takes JetStream, `nats-server -js`): {why}"
            )
        })?;
        let (outgoing, mut waiting) = mpsc::channel::<(Subject, Bytes)>(WAITING);
        let publisher = client.clone();
        tokio::spawn(async move {
            while let Some((subject, message)) = waiting.recv().await {
                // A server that is gone loses packets, as a network does; the client connects again by itself.
                let _ = publisher.publish(subject, message).await;
            }
        });
        let id = random_key().map_err(|_| "the system has no random numbers".to_string())?;
        Ok(Self { id, client, rooms, stream, keep, back, outgoing })
    }

    /// Whether the server is there, as far as the client knows.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Finds a seat that no relay has given to somebody else.
    pub(crate) async fn enter(
        &self,
        hub: &Rc<Hub>,
        hello: &RoomHello,
    ) -> Result<Entered, RoomRefusal> {
        let (name, key, players) = self.find(hello).await?;
        let ticket = self.claim(hub, &name, (key, players), hello).await?;
        let subject = seat_subject(&name, ticket.seat);
        let subscriber = self.client.subscribe(subject.clone()).await;
        let mut packets = subscriber.map_err(|_| RoomRefusal::RelayFull)?;
        // A connection that is left over at another relay ends; here none is, or `sit` ends it.
        let _ = self.outgoing.try_send((subject, Bytes::from_static(&[TAKEN])));
        let room = if let Some(room) = hub.room(&name) {
            room
        } else {
            let way = Origin::Shared(Box::new(self.way(hub, name.clone())));
            hub.open(name, players, key, way)?
        };
        let mut entered = Entered::new(hub, room, ticket, hello.ticket.is_some());
        let (room, hub) = (Rc::clone(&entered.room), Rc::clone(hub));
        entered.listener = Some(spawn_local(async move {
            while let Some(message) = packets.next().await {
                match message.payload.split_first() {
                    Some((&TAKEN, [])) => room.replace(ticket.seat),
                    Some((&from, packet)) if usize::from(from) < MAX_PEERS => {
                        add(&hub.metrics.from_relays, 1);
                        // Of what is said at other relays each has written down what its clients heard.
                        room.record(&hub, from, ticket.seat, packet);
                        room.deliver(&hub, from, ticket.seat, packet);
                    }
                    _ => {}
                }
            }
        }));
        Ok(entered)
    }

    /// The room that somebody asks for, or a new one: its name, its session key and its players.
    async fn find(&self, hello: &RoomHello) -> Result<(String, u64, u8), RoomRefusal> {
        let players = hello.players;
        if hello.room.is_empty() {
            for _ in 0..MOST_CODES {
                let name = format!("{}.{}", hello.game, random_code()?);
                let key = random_key()?;
                if self.create(&name, &room_value(key, players)).await? {
                    return Ok((name, key, players));
                }
            }
            return Err(RoomRefusal::RelayFull);
        }
        let name = name(hello);
        if let Some((key, players)) = self.known_room(&name).await? {
            return Ok((name, key, players));
        }
        // Everybody was gone for so long that the room was forgotten: those who come back bring it with them.
        let ticket = hello.ticket.ok_or(RoomRefusal::NoSuchRoom)?;
        if self.create(&name, &room_value(ticket.key, players)).await? {
            return Ok((name, ticket.key, players));
        }
        let (key, players) = self.known_room(&name).await?.ok_or(RoomRefusal::NoSuchRoom)?;
        Ok((name, key, players))
    }

    async fn known_room(&self, name: &str) -> Result<Option<(u64, u8)>, RoomRefusal> {
        let value = self.rooms.get(name).await.map_err(|_| RoomRefusal::RelayFull)?;
        let read = |value: Bytes| {
            let (key, rest) = value.split_first_chunk::<8>()?;
            Some((u64::from_le_bytes(*key), (*rest.first()?).clamp(1, MAX_PLAYERS as u8)))
        };
        Ok(value.and_then(read))
    }

    async fn claim(
        &self,
        hub: &Hub,
        name: &str,
        (key, players): (u64, u8),
        hello: &RoomHello,
    ) -> Result<RoomTicket, RoomRefusal> {
        if let Some(ticket) = hello.ticket {
            let is_seat = Room::has(players, ticket.seat);
            if !is_seat || ticket.key != key || ticket.token == 0 {
                return Err(RoomRefusal::SeatTaken);
            }
            let (seat, token) = (seat_key(name, ticket.seat), ticket.token.to_le_bytes());
            let known = self.rooms.get(&seat).await.map_err(|_| RoomRefusal::RelayFull)?;
            let is_own = match known {
                Some(known) => known == token[..],
                None => self.create(&seat, &token).await?,
            };
            return if is_own { Ok(ticket) } else { Err(RoomRefusal::SeatTaken) };
        }
        for seat in Room::choice(players, Wish::of(hello)) {
            let token = hub.guard.token(name, seat, key)?;
            if self.create(&seat_key(name, seat), &token.to_le_bytes()).await? {
                return Ok(RoomTicket { seat, token, key });
            }
        }
        Err(RoomRefusal::RoomFull)
    }

    /// Writes a key that is not there yet; tells whether it was so.
    async fn create(&self, key: &str, value: &[u8]) -> Result<bool, RoomRefusal> {
        match self.rooms.create(key, Bytes::copy_from_slice(value)).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Ok(false),
            // An answer that did not come in time may have been a yes, and nobody else writes these random numbers.
            Err(_) => match self.rooms.get(key).await {
                Ok(Some(known)) if known == value => Ok(true),
                _ => Err(RoomRefusal::RelayFull),
            },
        }
    }

    fn way(&self, hub: &Rc<Hub>, name: String) -> Way {
        let subject = Subject::from(format!("motile.room.{name}"));
        let (client, listened, hub) = (self.client.clone(), subject.clone(), Rc::clone(hub));
        let seats = (0..MAX_PEERS as u8).map(|seat| seat_subject(&name, seat)).collect();
        let presence = spawn_local(async move {
            let Ok(mut said) = client.subscribe(listened).await else { return };
            while let Some(message) = said.next().await {
                let (Some(room), Some((relay, mask))) =
                    (hub.room(&name), message.payload.split_first_chunk::<8>())
                else {
                    continue;
                };
                if let Ok(mask) = <[u8; 2]>::try_from(mask) {
                    room.set_away(&hub, u64::from_le_bytes(*relay), u16::from_le_bytes(mask));
                }
            }
        });
        Way { id: self.id, subject, seats, outgoing: self.outgoing.clone(), presence }
    }

    /// Tells all relays that a seat is free.
    pub(crate) async fn give_up(&self, room: &Room, seat: u8) {
        // It is forgotten after a while in any case.
        let _ = self.rooms.delete(seat_key(&room.name, seat)).await;
    }

    /// Renews the keys of everybody who is at this relay, three times before they would vanish, and at once when the server is
    /// there again: one that was started anew has forgotten all of them, and the bucket.
    pub(crate) async fn renew(self: Rc<Self>, hub: Rc<Hub>) {
        loop {
            // Whichever comes first.
            let _ = timeout(self.keep / 3, self.back.notified()).await;
            // When the bucket is there, or cannot be made, the keys show it.
            let _ = self.stream.create_stream(bucket(self.keep)).await;
            for room in hub.all_rooms() {
                let taken = room.taken();
                if !taken.is_empty() {
                    self.put(&room.name, &room_value(room.key, room.players)).await;
                }
                for (seat, token) in taken {
                    self.put(&seat_key(&room.name, seat), &token.to_le_bytes()).await;
                }
            }
        }
    }

    async fn put(&self, key: &str, value: &[u8]) {
        // The next round tries again.
        let _ = self.rooms.put(key, Bytes::copy_from_slice(value)).await;
    }
}

/// A key-value bucket in memory, whose keys vanish after a while.
fn bucket(keep: Duration) -> stream::Config {
    stream::Config {
        name: format!("KV_{BUCKET}"),
        subjects: vec![format!("$KV.{BUCKET}.>")],
        max_messages_per_subject: 1,
        max_age: keep,
        duplicate_window: keep,
        storage: StorageType::Memory,
        discard: DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        num_replicas: 1,
        ..stream::Config::default()
    }
}

fn room_value(key: u64, players: u8) -> [u8; 9] {
    let mut value = [players; 9];
    value[..8].copy_from_slice(&key.to_le_bytes());
    value
}

fn seat_key(name: &str, seat: u8) -> String {
    format!("{name}.{seat}")
}

fn seat_subject(name: &str, seat: u8) -> Subject {
    format!("motile.seat.{name}.{seat}").into()
}

/// The way from a room to its seats at other relays.
#[derive(Debug)]
struct Way {
    id: u64,
    subject: Subject,
    seats: Vec<Subject>,
    outgoing: mpsc::Sender<(Subject, Bytes)>,
    presence: JoinHandle<()>,
}

impl Elsewhere for Way {
    fn forward(&self, from: u8, to: u8, packet: &[u8]) -> bool {
        let Some(subject) = self.seats.get(usize::from(to)) else { return false };
        let mut message = Vec::with_capacity(packet.len() + 1);
        message.push(from);
        message.extend_from_slice(packet);
        self.outgoing.try_send((subject.clone(), message.into())).is_ok()
    }

    fn announce(&self, mask: u16) {
        let mut message = self.id.to_le_bytes().to_vec();
        message.extend_from_slice(&mask.to_le_bytes());
        // It is said again in a second.
        let _ = self.outgoing.try_send((self.subject.clone(), message.into()));
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        self.presence.abort();
    }
}
