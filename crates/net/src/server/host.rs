//! The machine that decides.

use super::snapshot::{REMEMBERED, Snapshot};
use super::wire::{ClientPacket, SnapshotHead};
use super::{Replicated, ServerSettings};
use crate::frame::{self, PacketError};
use crate::input_queue::InputQueue;
use crate::{GameTick, MAX_PACKET, MAX_PLAYERS, MAX_RUN, PlayerInput, Transport};
use motile_geom::{HashState, StateHash, Vec2};
use motile_time::TickTime;

/// Packets that are read in one update: a flood waits outside.
const MOST_PACKETS: usize = 256;
/// Ticks ahead of the server for which inputs are taken.
const MOST_AHEAD: u32 = 128;
/// Ticks whose places are kept for questions about the past: a second at 60 a second.
const HISTORY: usize = 64;

/// How a server is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerReport {
    /// Packets that were understood.
    pub packets_in: u64,
    /// Packets that were refused: damaged, forged, or from somebody who says to be another.
    pub refused: u64,
    /// Why the last of those was; `None` while all were understood.
    pub refusal: Option<PacketError>,
    /// Snapshots sent.
    pub snapshots: u64,
    /// Bytes in them.
    pub bytes_out: u64,
    /// Inputs that came after their tick and were not played.
    pub late: u64,
}

/// What the server knows about a player.
#[derive(Clone, Debug)]
struct Client {
    heard: Option<f64>,
    queue: InputQueue,
    ack: Option<u32>,
    /// The newest snapshot that it has of another life of the server.
    stale: Option<u32>,
    sent: Vec<Snapshot>,
    /// Where in `sent` the next one goes, and the object that it begins with.
    next: usize,
    first: usize,
}

/// The authority of a game: it alone plays what counts, from the inputs that clients send, and tells them snapshots.
///
/// It never waits: an input that is not there in time is guessed, and late ones are dropped and counted. Clients are believed
/// about nothing but their inputs. It sends to the players 0…7 of its transport, where it has the number
/// [`SERVER`](super::SERVER). After warm-up an update allocates nothing.
#[doc(alias = "authoritative server")]
#[derive(Clone, Debug)]
pub struct GameServer<G: Replicated> {
    settings: ServerSettings,
    game: G,
    tick: u32,
    time: f64,
    due: f64,
    clients: Vec<Client>,
    /// What every player did in the last tick.
    played: [u64; MAX_PLAYERS],
    present: u8,
    history: Vec<Snapshot>,
    fields: Vec<i32>,
    report: ServerReport,
    packet: ClientPacket,
    bytes: Vec<u8>,
}

impl<G: Replicated> GameServer<G> {
    /// A server that begins with a game as it is.
    pub fn new(game: G, settings: ServerSettings) -> Self {
        let settings = settings.clamped();
        let client = Client {
            heard: None,
            queue: InputQueue::new(),
            ack: None,
            stale: None,
            sent: vec![Snapshot::default(); REMEMBERED],
            next: 0,
            first: 0,
        };
        Self {
            settings,
            game,
            tick: 0,
            time: 0.0,
            due: 0.0,
            clients: vec![client; settings.players.into()],
            played: [0; MAX_PLAYERS],
            present: 0,
            history: vec![Snapshot::default(); HISTORY],
            fields: vec![0; G::FIELDS],
            report: ServerReport::default(),
            packet: ClientPacket { inputs: Vec::with_capacity(MAX_RUN), ..ClientPacket::default() },
            bytes: Vec::with_capacity(MAX_PACKET),
        }
    }

    /// Lets `dt` seconds pass: reads inputs, plays what is due, sends snapshots. Time that is not finite or negative counts as
    /// none, and more than a quarter of a second as that.
    pub fn update<T: Transport>(&mut self, dt: f32, transport: &mut T) {
        let dt = if dt.is_finite() { f64::from(dt.clamp(0.0, 0.25)) } else { 0.0 };
        self.time += dt;
        self.due += dt;
        self.receive(transport);
        let length = f64::from(self.settings.rate.dt());
        while self.due >= length * 0.999 {
            self.due -= length;
            self.step_tick();
            if self.tick.is_multiple_of(self.settings.snapshot_interval.into()) {
                self.send(transport);
            }
        }
    }

    /// The game, which is the truth.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The tick that is played next.
    pub const fn tick(&self) -> u32 {
        self.tick
    }

    /// Which players are there, one bit each.
    pub const fn present(&self) -> u8 {
        self.present
    }

    /// How it is doing.
    pub const fn report(&self) -> &ServerReport {
        &self.report
    }

    /// Where an object was before a tick of the last second: what a client saw when it aimed.
    #[doc(alias = "lag compensation")]
    pub fn past_place(&self, object: u16, tick: u32) -> Option<Vec2> {
        let past = self.history.iter().find(|past| past.tick == tick && !past.has.is_empty())?;
        past.object(object.into()).map(G::place)
    }

    fn receive<T: Transport>(&mut self, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        for _ in 0..MOST_PACKETS {
            let Some(from) = transport.receive(&mut bytes) else { break };
            let decoded = self.packet.decode(&bytes, G::Input::BITS, self.settings.key);
            let decoded = decoded.and_then(|()| {
                let is_own = self.packet.player == from && from < self.settings.players;
                if is_own { Ok(()) } else { Err(PacketError::Sender) }
            });
            if let Err(error) = decoded {
                self.report.refused += 1;
                self.report.refusal = Some(error);
            } else {
                self.report.packets_in += 1;
                self.take_inputs();
            }
        }
        self.bytes = bytes;
    }

    fn take_inputs(&mut self) {
        let ClientPacket { player, ack, first, ref inputs } = self.packet;
        let client = &mut self.clients[usize::from(player)];
        client.heard = Some(self.time);
        if ack.is_some_and(|ack| ack > self.tick) {
            // It was told by a server that was here before this one, and is not done with that: differences to what this one
            // has of the same tick would be none to what the client has.
            (client.stale, client.ack) = (client.stale.max(ack), None);
        } else if ack != client.stale {
            client.ack = client.ack.max(ack);
        }
        if first > client.queue.end() && first < self.tick + MOST_AHEAD {
            // A client that begins, or that jumped ahead.
            client.queue.skip_to(first);
        }
        // Inputs come first: behind the last one no tick is counted.
        for (&input, tick) in inputs.iter().zip(first..) {
            if tick == client.queue.end() && tick < self.tick + MOST_AHEAD {
                self.report.late += u64::from(tick < self.tick);
                client.queue.push(input);
            }
        }
    }

    fn step_tick(&mut self) {
        let mut inputs = [G::Input::default(); MAX_PLAYERS];
        self.present = 0;
        for (player, client) in self.clients.iter().enumerate() {
            let is_there =
                client.heard.is_some_and(|at| self.time - at < f64::from(self.settings.timeout));
            let value = if is_there { client.queue.guess(self.tick) } else { 0 };
            self.played[player] = value;
            self.present |= u8::from(is_there) << player;
            inputs[player] = G::Input::unpack(value);
        }
        let time = TickTime::new(self.tick.into(), self.settings.rate);
        let inputs = &inputs[..self.clients.len()];
        self.game.step(&GameTick { time, inputs, present: self.present });
        self.tick += 1;
        // Clients predict from rounded numbers: so does the server.
        for object in 0..self.game.objects() {
            self.game.read_object(object, &mut self.fields);
            self.game.write_object(object, &self.fields);
        }
        self.game.take_objects();
        self.history[self.tick as usize % HISTORY].take(&self.game, self.tick);
    }

    fn send<T: Transport>(&mut self, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        let nothing = Snapshot::default();
        for player in 0..self.settings.players {
            if self.present >> player & 1 == 0 {
                continue;
            }
            let now = &self.history[self.tick as usize % HISTORY];
            let client = &mut self.clients[usize::from(player)];
            let lead = i64::from(client.queue.end()) - i64::from(self.tick);
            let mut sent = core::mem::take(&mut client.sent[client.next]);
            let base = client.ack.and_then(|ack| {
                client.sent.iter().find(|sent| sent.tick == ack && !sent.has.is_empty())
            });
            let head = SnapshotHead {
                tick: self.tick,
                base: base.map(|base| base.tick),
                lead: lead.clamp(-1000, 1000) as i16,
                present: self.present,
                inputs: self.played,
            };
            head.encode(G::Input::BITS, &mut bytes);
            let wanted = |object: usize| self.game.is_relevant(player, object as u16);
            let base = base.unwrap_or(&nothing);
            client.first = base.write_to(now, &mut sent, client.first, wanted, &mut bytes);
            client.sent[client.next] = sent;
            client.next = (client.next + 1) % REMEMBERED;
            frame::seal(&mut bytes, self.settings.key);
            self.report.snapshots += 1;
            self.report.bytes_out += bytes.len() as u64;
            transport.send(player, &bytes);
        }
        self.bytes = bytes;
    }
}

/// The game, and when.
impl<G: Replicated> HashState for GameServer<G> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.tick, &self.game));
    }
}
