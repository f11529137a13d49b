//! A machine that plays along: ahead of the server for itself, behind it for the others.

use super::snapshot::{REMEMBERED, Snapshot};
use super::wire::{ClientPacket, SnapshotHead};
use super::{Replicated, SERVER, ServerSettings};
use crate::arrivals::Arrivals;
use crate::input_queue::InputQueue;
use crate::{
    FadingOffset, GameTick, MAX_PACKET, MAX_PLAYERS, MAX_RUN, PacketError, PlayerInput, Transport,
};
use motile_geom::{HashState, StateHash, Vec2};
use motile_time::TickTime;

/// Ticks before they are needed in which inputs should arrive.
const LEAD: f32 = 4.0;
/// Ticks off that change the pace by its most, a percent; and those from which the clock is set anew.
const FULL_PACE: f32 = 4.0;
const TOO_FAR: i32 = 20;
/// Ticks ahead of the first snapshot in which a client begins, and that it is ever ahead.
const BEGIN_AHEAD: u32 = 8;
const MOST_AHEAD: u32 = 120;
/// Inputs in a packet at the most.
const TOLD: u32 = 64;
/// Packets that are read in one update.
const MOST_PACKETS: usize = 64;
/// Seconds without a snapshot after which an older one is that of a server which was started anew.
const RESTARTED: f32 = 0.25;
/// Seconds after setting the clock in which what the server says is from before.
const SETTLING: f64 = 1.0;

/// How a client is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClientReport {
    /// Snapshots that came and could be read.
    pub snapshots: u64,
    /// Packets that could not.
    pub refused: u64,
    /// Why the last of those was; `None` while all could be read. Another version of the protocol shows here.
    pub refusal: Option<PacketError>,
    /// Ticks played again after snapshots.
    pub resimulated: u64,
    /// Seconds since the last snapshot came; since the beginning before the first. Long ones mean that the server is gone: this
    /// client stands still then, and goes on when a server speaks again.
    #[doc(alias = "timeout")]
    pub silence: f32,
    /// How often the server was started anew, as far as this client noticed.
    pub restarts: u32,
    /// Seconds to the server and back, as the last snapshot tells: the way of packets, and the wait for the next snapshot.
    #[doc(alias = "ping")]
    #[doc(alias = "rtt")]
    pub round_trip: f32,
    /// The part of the snapshots that did not come of late, 0…1.
    #[doc(alias = "packet loss")]
    pub loss: f32,
    /// How many ticks before they were needed own inputs arrived last.
    pub lead: i16,
    /// The largest correction of a predicted object in the last snapshot, pixels.
    pub correction: f32,
    /// Bytes sent.
    pub bytes_out: u64,
}

/// A client of a [`GameServer`](super::GameServer): own inputs are played at once, on top of the newest snapshot.
///
/// It runs ahead of the server, so that inputs arrive when they are needed. Each snapshot is taken over and the inputs since are
/// played again (reconciliation); what that moves is hidden by an offset that fades. [`GameClient::predicted_place`] is where to
/// draw what the player controls, [`GameClient::interpolated_place`] where to draw the others: a little in the past, between two
/// snapshots.
#[doc(alias = "client-side prediction")]
#[doc(alias = "reconciliation")]
#[derive(Clone, Debug)]
pub struct GameClient<G: Replicated> {
    settings: ServerSettings,
    me: u8,
    game: G,
    tick: u32,
    queue: InputQueue,
    input: u64,
    pub(super) snapshots: Vec<Snapshot>,
    next: usize,
    newest: Option<u32>,
    arrivals: Arrivals,
    /// What all did in the tick before the newest snapshot.
    others: [u64; MAX_PLAYERS],
    present: u8,
    time: f64,
    due: f64,
    pace: f32,
    /// Until when the lead that the server tells is from before the clock was set.
    settled: f64,
    /// The tick at which others are shown.
    view: f64,
    offsets: Vec<FadingOffset>,
    before: Vec<Vec2>,
    fields: Vec<i32>,
    report: ClientReport,
    packet: ClientPacket,
    bytes: Vec<u8>,
}

impl<G: Replicated> GameClient<G> {
    /// A client for the player `me`. The game is what the server began with; what changed since comes with the snapshots.
    pub fn new(game: G, me: u8, settings: ServerSettings) -> Self {
        let objects = usize::from(game.objects());
        Self {
            settings: settings.clamped(),
            me: me % MAX_PLAYERS as u8,
            game,
            tick: 0,
            queue: InputQueue::new(),
            input: 0,
            snapshots: vec![Snapshot::default(); REMEMBERED],
            next: 0,
            newest: None,
            arrivals: Arrivals::default(),
            others: [0; MAX_PLAYERS],
            present: 0,
            time: 0.0,
            due: 0.0,
            pace: 1.0,
            settled: 0.0,
            view: 0.0,
            offsets: vec![FadingOffset::default(); objects],
            before: vec![Vec2::ZERO; objects],
            fields: vec![0; G::FIELDS],
            report: ClientReport::default(),
            packet: ClientPacket { inputs: Vec::with_capacity(MAX_RUN), ..ClientPacket::default() },
            bytes: Vec::with_capacity(MAX_PACKET),
        }
    }

    /// What the own player does from the next tick on.
    pub fn set_input(&mut self, input: G::Input) {
        let mask = if G::Input::BITS >= 64 { u64::MAX } else { (1 << G::Input::BITS) - 1 };
        self.input = input.pack() & mask;
    }

    /// Lets `dt` seconds pass: reads snapshots, plays what is due, sends inputs. Time that is not finite or negative counts as
    /// none, and more than a quarter of a second as that.
    pub fn update<T: Transport>(&mut self, dt: f32, transport: &mut T) {
        let dt = if dt.is_finite() { dt.clamp(0.0, 0.25) } else { 0.0 };
        self.time += f64::from(dt);
        self.report.silence += dt;
        self.receive(transport);
        let half = self.settings.smoothing;
        self.offsets.iter_mut().for_each(|hidden| hidden.fade(dt, half));
        let length = f64::from(self.settings.rate.dt());
        self.view += f64::from(dt) / length;
        self.due += f64::from(dt * self.pace);
        let mut is_due = false;
        while self.due >= length * 0.999 {
            self.due -= length;
            is_due = true;
            let ahead = self.newest.map_or(0, |newest| self.tick.saturating_sub(newest));
            if self.newest.is_some() && ahead < MOST_AHEAD {
                self.play_own();
            }
        }
        if is_due {
            self.send(transport);
        }
    }

    /// The game as predicted: own inputs played, others going on as before.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The number of the player.
    pub const fn me(&self) -> u8 {
        self.me
    }

    /// The tick that is played next, ahead of the server.
    pub const fn tick(&self) -> u32 {
        self.tick
    }

    /// How it is doing.
    pub const fn report(&self) -> &ClientReport {
        &self.report
    }

    /// The tick of the newest snapshot; `None` before the first.
    pub const fn newest(&self) -> Option<u32> {
        self.newest
    }

    /// The tick at which others are shown, with its fraction.
    pub const fn view_tick(&self) -> f64 {
        self.view
    }

    /// Where to draw an object that the player controls: as predicted, with corrections hidden.
    #[doc(alias = "error smoothing")]
    pub fn predicted_place(&self, object: u16) -> Vec2 {
        let mut fields = [0; super::snapshot::MOST_FIELDS];
        let fields = &mut fields[..G::FIELDS.min(super::snapshot::MOST_FIELDS)];
        self.game.read_object(object, fields);
        let hidden = self.offsets.get(usize::from(object)).copied().unwrap_or_default();
        G::place(fields) + hidden.offset
    }

    /// Where to draw an object of others: between two snapshots, or for a short time straight on after the last. `None` while
    /// the server has told nothing of it lately.
    #[doc(alias = "snapshot interpolation")]
    pub fn interpolated_place(&self, object: u16) -> Option<Vec2> {
        let known = |snapshot: &&Snapshot| snapshot.object(object.into()).is_some();
        let place = |snapshot: &Snapshot| snapshot.object(object.into()).map(G::place);
        let view = self.view;
        let all = || self.snapshots.iter().filter(known);
        let before = all().filter(|s| f64::from(s.tick) <= view).max_by_key(|s| s.tick);
        let after = all().filter(|s| f64::from(s.tick) > view).min_by_key(|s| s.tick);
        let (from, to) = match (before, after) {
            (Some(before), Some(after)) => (before, after),
            (Some(last), None) => {
                let earlier = all().filter(|s| s.tick < last.tick).max_by_key(|s| s.tick);
                (earlier.unwrap_or(last), last)
            }
            (None, after) => (after?, after?),
        };
        let span = f64::from(to.tick - from.tick);
        let most = f64::from(self.settings.extrapolation) / f64::from(self.settings.rate.dt());
        let passed = (view - f64::from(from.tick)).clamp(0.0, span + most);
        let part = if span > 0.0 { (passed / span) as f32 } else { 0.0 };
        Some(place(from)?.lerp(place(to)?, part))
    }

    fn receive<T: Transport>(&mut self, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        for _ in 0..MOST_PACKETS {
            let Some(from) = transport.receive(&mut bytes) else { break };
            let decoded = SnapshotHead::decode(&bytes, G::Input::BITS, self.settings.key);
            let taken = decoded.and_then(|(head, objects)| {
                if from != SERVER {
                    return Err(PacketError::Sender);
                }
                self.take_snapshot(&head, objects).ok_or(PacketError::Content)
            });
            if let Err(error) = taken {
                self.report.refused += 1;
                self.report.refusal = Some(error);
            }
        }
        self.bytes = bytes;
    }

    /// Forgets what a server said that is no more; the game goes on from what the next one says.
    fn begin_anew(&mut self) {
        self.report.restarts += 1;
        self.newest = None;
        self.arrivals = Arrivals::default();
        self.snapshots.iter_mut().for_each(|snapshot| snapshot.has.clear());
    }

    fn take_snapshot(&mut self, head: &SnapshotHead, objects: &[u8]) -> Option<()> {
        let number = head.tick / u32::from(self.settings.snapshot_interval);
        if self.newest.is_some_and(|newest| head.tick <= newest) {
            // An older one is of no use: a newer one was told against the same base. Only a server that was started anew
            // counts from 0 again, and knows of nothing that this client has.
            if head.base.is_some() || self.report.silence < RESTARTED {
                self.arrivals.note(number as u16);
                return Some(());
            }
            self.begin_anew();
        }
        self.arrivals.note(number as u16);
        let mut into = core::mem::take(&mut self.snapshots[self.next]);
        let nothing = Snapshot::default();
        let base = match head.base {
            Some(tick) => self.snapshots.iter().find(|s| s.tick == tick && !s.has.is_empty()),
            None => Some(&nothing),
        };
        let count = usize::from(self.game.objects());
        let read = base.and_then(|b| b.read_from(&mut into, head.tick, count, G::FIELDS, objects));
        if read.is_none() {
            into.has.clear();
        }
        let slot = self.next;
        self.snapshots[slot] = into;
        read?;
        self.next = (slot + 1) % REMEMBERED;
        let is_first = self.newest.replace(head.tick).is_none();
        self.report.silence = 0.0;
        self.report.loss = self.arrivals.loss().unwrap_or_default();
        (self.others, self.present) = (head.inputs, head.present);
        self.report.snapshots += 1;
        self.set_clock(head, is_first);
        self.reconcile(slot);
        Some(())
    }

    /// Keeps the own clock so far ahead that inputs come in time, and the view so far behind that snapshots do.
    fn set_clock(&mut self, head: &SnapshotHead, is_first: bool) {
        self.report.lead = head.lead;
        if !is_first && self.time > self.settled {
            // Ahead by the way to the server, by the lead there, and by the way back; and a tick is due that is not played yet.
            let ticks = i64::from(self.tick) + 1 - i64::from(head.tick) - i64::from(head.lead);
            self.report.round_trip = ticks.max(0) as f32 * self.settings.rate.dt();
        }
        let off = f32::from(head.lead) - LEAD;
        self.pace = 1.0 - 0.01 * (off / FULL_PACE).clamp(-1.0, 1.0);
        let is_late = self.tick <= head.tick;
        if is_first || is_late || (self.time > self.settled && off.abs() > TOO_FAR as f32) {
            let ahead = self.tick.saturating_sub(head.tick) as i32 - off as i32;
            let ahead =
                if is_first { BEGIN_AHEAD } else { ahead.clamp(1, MOST_AHEAD as i32) as u32 };
            self.tick = head.tick + ahead;
            // What was not done in ticks that are skipped is what was done last.
            let last = self.queue.guess(self.queue.end());
            self.queue.start_at(head.tick.max(self.queue.end().min(self.tick)));
            while self.queue.end() < self.tick {
                self.queue.push(last);
            }
            self.settled = self.time + SETTLING;
        }
        let delay = f64::from(self.settings.view_delay) / f64::from(self.settings.rate.dt());
        let wanted = f64::from(head.tick) - delay;
        let off = wanted - self.view;
        self.view = if is_first || off.abs() > 30.0 { wanted } else { self.view + off * 0.1 };
    }

    /// Takes over what the server says and plays again what it could not know.
    fn reconcile(&mut self, slot: usize) {
        let Self { game, snapshots, before, fields, .. } = self;
        let snapshot = &snapshots[slot];
        for (object, place) in before.iter_mut().enumerate() {
            game.read_object(object as u16, fields);
            *place = G::place(fields);
            if let Some(told) = snapshot.object(object) {
                game.write_object(object as u16, told);
            }
        }
        game.take_objects();
        let first = snapshot.tick;
        for tick in first..self.tick {
            self.step_tick(tick);
            self.report.resimulated += 1;
        }
        self.report.correction = 0.0;
        for object in 0..self.before.len() {
            self.game.read_object(object as u16, &mut self.fields);
            let (before, now) = (self.before[object], G::place(&self.fields));
            self.offsets[object].hide(before, now);
            self.report.correction = self.report.correction.max(before.distance(now));
        }
    }

    fn play_own(&mut self) {
        if self.queue.end() == self.tick {
            self.queue.push(self.input);
        }
        self.step_tick(self.tick);
        self.tick += 1;
    }

    fn step_tick(&mut self, tick: u32) {
        let mut inputs = self.others.map(G::Input::unpack);
        inputs[usize::from(self.me)] = G::Input::unpack(self.queue.guess(tick));
        let time = TickTime::new(tick.into(), self.settings.rate);
        let inputs = &inputs[..usize::from(self.settings.players)];
        self.game.step(&GameTick { time, inputs, present: self.present });
        for object in 0..self.game.objects() {
            self.game.read_object(object, &mut self.fields);
            self.game.write_object(object, &self.fields);
        }
        self.game.take_objects();
    }

    fn send<T: Transport>(&mut self, transport: &mut T) {
        let mut bytes = core::mem::take(&mut self.bytes);
        let end = self.queue.end();
        let first = self.newest.unwrap_or(0).max(end.saturating_sub(TOLD)).max(self.queue.oldest());
        let (queue, packet) = (&self.queue, &mut self.packet);
        (packet.player, packet.ack, packet.first) = (self.me, self.newest, first.min(end));
        packet.inputs.clear();
        packet.inputs.extend((first..end).filter_map(|tick| queue.get(tick)));
        packet.encode(G::Input::BITS, self.settings.key, &mut bytes);
        self.report.bytes_out += bytes.len() as u64;
        transport.send(SERVER, &bytes);
        self.bytes = bytes;
    }
}

/// The game as this client predicts it, and when.
impl<G: Replicated> HashState for GameClient<G> {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write(&(self.me, self.tick, self.newest, &self.game));
    }
}
