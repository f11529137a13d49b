//! One connection, from its first byte to its last.

use crate::bucket::Bucket;
use crate::entry::Entered;
use crate::head::{self, Request};
use crate::hub::Asked;
use crate::metrics::add;
use crate::run::Relay;
use crate::tape::{self, Tape};
use core::pin::Pin;
use core::task::{Context, Poll};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use motile_net::{MAX_PEERS, MAX_ROOM_MESSAGE, RoomMessage, RoomRefusal, RoomTicket};
use std::future::poll_fn;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

/// Messages of one client that are read before others get their turn.
const BATCH: usize = 64;
/// Time that a client gets to hear why it is thrown out.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How many times its rate a client may send before it is thrown out.
const FLOOD: f32 = 4.0;

/// Where the recordings of rooms are.
const RECORDINGS: &str = "/recording/";

/// A connection, in the clear or encrypted.
pub(crate) trait Line: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Line for S {}

type Socket<S> = WebSocketStream<S>;

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It broke, or was closed without a word: the seat is kept.
    Gone,
    /// The client gave its seat up.
    Left,
    /// The relay throws it out.
    Refused(RoomRefusal),
}

/// Serves a connection to its end.
pub(crate) async fn serve<S: Line>(mut stream: S, relay: &Relay) -> io::Result<()> {
    let request = timeout(relay.hub.limits.patience, head::read(&mut stream)).await;
    match request.ok().flatten() {
        Some(Request::Socket { accept, rest }) => {
            head::switch(&mut stream, &accept).await?;
            serve_socket(stream, rest, relay).await;
            Ok(())
        }
        Some(Request::Page { path, ticket }) => match path.strip_prefix(RECORDINGS) {
            Some(room) => hand_out(&mut stream, room, ticket, relay).await,
            None => answer(&mut stream, &path, relay).await,
        },
        Some(Request::Bad) => head::answer(&mut stream, "400 Bad Request", "no request\n").await,
        None => Ok(()),
    }
}

async fn answer<S: Line>(stream: &mut S, path: &str, relay: &Relay) -> io::Result<()> {
    let hub = &relay.hub;
    match path {
        "/health" if hub.going_away.get() => {
            head::answer(stream, "503 Service Unavailable", "going away\n").await
        }
        "/health" if !relay.is_whole() => {
            let text = "no connection to NATS: rooms are not shared\n";
            head::answer(stream, "503 Service Unavailable", text).await
        }
        "/health" => head::answer(stream, "200 OK", "ok\n").await,
        "/metrics" => {
            let text = hub.metrics.text(hub.room_count());
            head::answer(stream, "200 OK", &text).await
        }
        _ => {
            let known = "there are /health, /metrics and /recording/GAME.CODE\n";
            head::answer(stream, "404 Not Found", known).await
        }
    }
}

/// Gives the recording of a room to somebody who has or had a seat there.
async fn hand_out<S: Line>(
    stream: &mut S,
    room: &str,
    ticket: Option<RoomTicket>,
    relay: &Relay,
) -> io::Result<()> {
    match ticket.map_or(Asked::Stranger, |ticket| relay.hub.recording(room, &ticket)) {
        Asked::File(file) => {
            add(&relay.hub.metrics.handed_out, 1);
            head::hand_out(stream, file, relay.hub.limits.patience).await
        }
        Asked::Nothing => {
            head::answer(stream, "404 Not Found", "nothing is written down here\n").await
        }
        Asked::Stranger => {
            head::answer(stream, "403 Forbidden", "this takes a ticket of the room\n").await
        }
    }
}

async fn serve_socket<S: Line>(stream: S, rest: Vec<u8>, relay: &Relay) {
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(16 * 1024)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(Some(MAX_ROOM_MESSAGE))
        .max_frame_size(Some(MAX_ROOM_MESSAGE));
    let mut socket =
        WebSocketStream::from_partially_read(stream, rest, Role::Server, Some(config)).await;
    let entered = match let_in(&mut socket, relay).await {
        Ok(entered) => entered,
        Err(why) => return refuse(&mut socket, why, relay).await,
    };
    let end = stay(&mut socket, &entered, relay).await;
    leave(&entered, end == End::Left, relay).await;
    if let End::Refused(why) = end {
        refuse(&mut socket, why, relay).await;
    }
}

/// Hears who comes, and finds a seat.
async fn let_in<S: Line>(socket: &mut Socket<S>, relay: &Relay) -> Result<Entered, RoomRefusal> {
    if relay.hub.going_away.get() {
        return Err(RoomRefusal::GoingAway);
    }
    let first = timeout(relay.hub.limits.patience, socket.next()).await;
    let Ok(Some(Ok(Message::Binary(bytes)))) = first else { return Err(RoomRefusal::Malformed) };
    let RoomMessage::Hello(hello) = RoomMessage::decode(&bytes)? else {
        return Err(RoomRefusal::Malformed);
    };
    relay.enter(&hello).await
}

/// Says welcome, and hands packets on until the connection ends.
async fn stay<S: Line>(socket: &mut Socket<S>, entered: &Entered, relay: &Relay) -> End {
    let mut welcome = Vec::new();
    RoomMessage::Welcome(entered.welcome.clone()).encode(&mut welcome);
    let sent = timeout(relay.hub.limits.patience, socket.send(Message::binary(welcome))).await;
    if !matches!(sent, Ok(Ok(()))) {
        return End::Gone;
    }
    entered.room.announce(&relay.hub);
    let mut pump = Pump::new(socket, entered, relay);
    poll_fn(|context| pump.poll(context)).await
}

async fn leave(entered: &Entered, for_good: bool, relay: &Relay) {
    let seat = entered.welcome.ticket.seat;
    if entered.room.stand(seat, &entered.outbox, for_good) {
        entered.room.announce(&relay.hub);
        if for_good {
            relay.give_up(&entered.room, seat).await;
        }
    }
}

/// Tells a client why it has to go; one that does not listen goes all the same.
async fn refuse<S: Line>(socket: &mut Socket<S>, why: RoomRefusal, relay: &Relay) {
    relay.hub.metrics.refuse(why);
    let mut message = Vec::new();
    RoomMessage::Refused(why).encode(&mut message);
    let code = if why == RoomRefusal::GoingAway { CloseCode::Away } else { CloseCode::Policy };
    let frame = CloseFrame { code, reason: why.to_string().into() };
    let words = async {
        socket.send(Message::binary(message)).await?;
        socket.close(Some(frame)).await?;
        // Until the client closes too: a socket that is dropped with bytes unread loses what it sent.
        while let Some(Ok(_)) = socket.next().await {}
        Ok::<(), Error>(())
    };
    // It may be gone, or deaf.
    let _ = timeout(LAST_WORDS, words).await;
}

/// Moves messages between a socket and its room.
struct Pump<'a, S> {
    socket: &'a mut Socket<S>,
    entered: &'a Entered,
    relay: &'a Relay,
    messages: Bucket,
    bytes: Bucket,
    /// The recording that the client asked for, and how much of it it may get.
    tape: Option<Tape>,
    recorded: Bucket,
    seconds: Interval,
    /// When the client gave a sign of life, and when it was asked for one.
    heard: Instant,
    asked: Instant,
    /// Messages of this second that were over the rate.
    over: f32,
    /// Whether the client heard anything in this second.
    has_said: bool,
    is_unflushed: bool,
}

impl<'a, S: Line> Pump<'a, S> {
    fn new(socket: &'a mut Socket<S>, entered: &'a Entered, relay: &'a Relay) -> Self {
        let (now, second) = (Instant::now(), Duration::from_secs(1));
        let mut seconds = interval_at(now + second, second);
        seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let limits = &relay.hub.limits;
        Self {
            socket,
            entered,
            relay,
            messages: Bucket::new(limits.message_rate, now),
            bytes: Bucket::new(limits.byte_rate, now),
            tape: None,
            recorded: Bucket::new(limits.byte_rate, now),
            seconds,
            heard: now,
            asked: now,
            over: 0.0,
            has_said: false,
            is_unflushed: false,
        }
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<End> {
        let end = self.read(context).or_else(|| self.write(context));
        let end = end.or_else(|| self.look_at_the_clock(context));
        let end = end.or_else(|| self.entered.outbox.ended().map(End::Refused));
        end.map_or(Poll::Pending, Poll::Ready)
    }

    fn read(&mut self, context: &mut Context<'_>) -> Option<End> {
        let mut now = None;
        for _ in 0..BATCH {
            match Pin::new(&mut *self.socket).poll_next(context) {
                Poll::Pending => return None,
                Poll::Ready(Some(Ok(message))) => {
                    let now = *now.get_or_insert_with(Instant::now);
                    if let Some(end) = self.take(&message, now) {
                        return Some(end);
                    }
                }
                Poll::Ready(Some(Err(Error::Capacity(_)))) => {
                    return Some(End::Refused(RoomRefusal::Malformed));
                }
                Poll::Ready(None | Some(Err(_))) => return Some(End::Gone),
            }
        }
        // There is more, but others wait.
        context.waker().wake_by_ref();
        None
    }

    fn take(&mut self, message: &Message, now: Instant) -> Option<End> {
        self.heard = now;
        let metrics = &self.relay.hub.metrics;
        add(&metrics.received, 1);
        add(&metrics.received_bytes, message.len() as u64);
        // Pings count as packets do: each is answered.
        if !(self.messages.take(1.0, now) && self.bytes.take(message.len() as f32, now)) {
            add(&metrics.over_rate, 1);
            self.over += 1.0;
            let is_flood = self.over > self.relay.hub.limits.message_rate * FLOOD;
            return is_flood.then_some(End::Refused(RoomRefusal::TooFast));
        }
        let bytes = match message {
            Message::Binary(bytes) => bytes,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return None,
            Message::Close(_) => return Some(End::Gone),
            Message::Text(_) => return Some(End::Refused(RoomRefusal::Malformed)),
        };
        match bytes.first() {
            Some(&to) if usize::from(to) < MAX_PEERS => {
                self.entered.room.forward(&self.relay.hub, self.entered.welcome.ticket.seat, bytes);
                None
            }
            _ => match RoomMessage::decode(bytes) {
                Ok(RoomMessage::Leave) => Some(End::Left),
                Ok(RoomMessage::AskRecording { offset }) => {
                    self.play_back(offset, now);
                    None
                }
                _ => Some(End::Refused(RoomRefusal::Malformed)),
            },
        }
    }

    /// Answers a question for the recording of the room; one that comes too soon is not answered, and asked again.
    fn play_back(&mut self, offset: u32, now: Instant) {
        let (hub, entered) = (&self.relay.hub, self.entered);
        if !self.recorded.take(tape::BURST, now) {
            return;
        }
        if offset == 0 || self.tape.is_none() {
            self.tape = match hub.recording(&entered.room.name, &entered.welcome.ticket) {
                Asked::File(file) => Tape::new(file),
                Asked::Nothing | Asked::Stranger => None,
            };
            add(&hub.metrics.handed_out, self.tape.is_some().into());
        }
        let answer = self.tape.as_mut().map_or_else(|| vec![tape::nothing()], |t| t.answer(offset));
        for message in answer {
            hub.push(&entered.outbox, message);
        }
    }

    fn write(&mut self, context: &mut Context<'_>) -> Option<End> {
        let mut socket = Pin::new(&mut *self.socket);
        loop {
            match socket.as_mut().poll_ready(context) {
                Poll::Pending => return None,
                Poll::Ready(Err(_)) => return Some(End::Gone),
                Poll::Ready(Ok(())) => {}
            }
            let Some(message) = self.entered.outbox.pop(context.waker()) else { break };
            if socket.as_mut().start_send(Message::Binary(message)).is_err() {
                return Some(End::Gone);
            }
            (self.is_unflushed, self.has_said) = (true, true);
        }
        if self.is_unflushed {
            match socket.as_mut().poll_flush(context) {
                Poll::Ready(Ok(())) => self.is_unflushed = false,
                Poll::Ready(Err(_)) => return Some(End::Gone),
                Poll::Pending => {}
            }
        }
        None
    }

    /// Once a second: throws out those who do not read, asks those who are silent for a sign of life, and gives one to those
    /// whom nobody sent anything.
    fn look_at_the_clock(&mut self, context: &mut Context<'_>) -> Option<End> {
        while self.seconds.poll_tick(context).is_ready() {
            self.over = 0.0;
            let (now, limits) = (Instant::now(), &self.relay.hub.limits);
            let since = |time: Instant| now.saturating_duration_since(time);
            if self.entered.outbox.stuck().is_some_and(|stuck| since(stuck) > limits.patience) {
                return Some(End::Refused(RoomRefusal::TooSlow));
            }
            if since(self.heard) > limits.silence {
                return Some(End::Gone);
            }
            if !core::mem::take(&mut self.has_said) {
                self.entered.room.say_present(&self.relay.hub, &self.entered.outbox);
            }
            if since(self.heard.max(self.asked)) > limits.silence / 3 {
                self.asked = now;
                let mut socket = Pin::new(&mut *self.socket);
                if socket.as_mut().poll_ready(context).is_ready() {
                    // One that cannot be asked is silent.
                    let _ = socket.start_send(Message::Ping(Bytes::new()));
                    self.is_unflushed = true;
                    context.waker().wake_by_ref();
                }
            }
        }
        None
    }
}
