//! Rooms and their seats, and packets from seat to seat.

use crate::archive::Archive;
use crate::guard::Guard;
use crate::metrics::{Metrics, add};
use crate::options::RelayLimits;
use crate::outbox::Outbox;
use crate::recorder::Recorder;
use core::fmt;
use motile_net::{
    LanRoomEntry, MAX_LAN_ROOMS, MAX_PEERS, MAX_PLAYERS, RoomHello, RoomMessage, RoomRefusal,
    RoomTicket, SERVER,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;
use std::rc::Rc;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Bytes;

/// The way to seats at other relays.
pub(crate) trait Elsewhere: fmt::Debug {
    /// Hands a packet on; tells whether that could be done.
    fn forward(&self, from: u8, to: u8, packet: &[u8]) -> bool;
    /// Tells which seats are taken here, one bit each.
    fn announce(&self, mask: u16);
}

/// What somebody wants to do in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    Play,
    LookOn,
    Serve,
}

impl Wish {
    const ALL: [Self; 3] = [Self::Play, Self::LookOn, Self::Serve];

    pub(crate) const fn of(hello: &RoomHello) -> Self {
        match hello {
            RoomHello { serves: true, .. } => Self::Serve,
            RoomHello { looks_on: true, .. } => Self::LookOn,
            _ => Self::Play,
        }
    }
}

/// How a room came to be at this relay.
#[derive(Debug)]
pub(crate) enum Origin {
    /// It was opened here.
    Here,
    /// Somebody who came back brought it.
    Brought,
    /// Relays share it.
    #[cfg_attr(not(feature = "nats"), expect(dead_code, reason = "rooms are shared by NATS"))]
    Shared(Box<dyn Elsewhere>),
}

/// One seat of a room.
#[derive(Debug, Default)]
struct Seat {
    /// What its owner comes back with; 0 for a free seat.
    token: u128,
    outbox: Option<Rc<Outbox>>,
    /// Since when its owner is gone.
    left: Option<Instant>,
}

/// A room with its seats at this relay.
#[derive(Debug)]
pub(crate) struct Room {
    /// The game and the code, `ball-racer.KXQBDF`.
    pub(crate) name: String,
    pub(crate) players: u8,
    pub(crate) key: u64,
    /// Whether somebody who came back brought it here: then nobody knows which tickets there are.
    pub(crate) is_brought: bool,
    seats: RefCell<[Seat; MAX_PEERS]>,
    elsewhere: Option<Box<dyn Elsewhere>>,
    /// Seats that are taken at other relays, by relay, and when that was said.
    away: RefCell<Vec<(u64, u16, Instant)>>,
    recorder: RefCell<Option<Recorder>>,
}

impl Room {
    /// The code alone.
    pub(crate) fn code(&self) -> &str {
        self.name.split_once('.').map_or(self.name.as_str(), |(_, code)| code)
    }

    /// The seats that somebody may get.
    pub(crate) fn choice(players: u8, wish: Wish) -> Range<u8> {
        match wish {
            Wish::Play => 0..players,
            Wish::LookOn => MAX_PLAYERS as u8..SERVER,
            Wish::Serve => SERVER..SERVER + 1,
        }
    }

    /// Whether a room of so many players has a seat.
    pub(crate) fn has(players: u8, seat: u8) -> bool {
        Wish::ALL.iter().any(|&wish| Self::choice(players, wish).contains(&seat))
    }

    /// A seat that nobody has.
    pub(crate) fn free_seat(&self, wish: Wish) -> Option<u8> {
        let seats = self.seats.borrow();
        Self::choice(self.players, wish).find(|&seat| seats[usize::from(seat)].token == 0)
    }

    /// Whether a ticket fits a seat: it is that of its owner, or nobody has it.
    pub(crate) fn fits(&self, seat: u8, token: u128) -> bool {
        let known = self.seats.borrow().get(usize::from(seat)).map(|seat| seat.token);
        token != 0 && known.is_some_and(|known| known == 0 || known == token)
    }

    /// Gives a seat to a connection; an older one of the seat ends.
    pub(crate) fn sit(&self, seat: u8, token: u128, outbox: &Rc<Outbox>) {
        let taken = Seat { token, outbox: Some(Rc::clone(outbox)), left: None };
        let old = core::mem::replace(&mut self.seats.borrow_mut()[usize::from(seat)], taken);
        if let Some(old) = old.outbox {
            old.end(RoomRefusal::Replaced);
        }
    }

    /// A connection is gone: its seat is kept for a while, or given up. Tells whether it still had the seat.
    pub(crate) fn stand(&self, seat: u8, outbox: &Rc<Outbox>, for_good: bool) -> bool {
        let mut seats = self.seats.borrow_mut();
        let place = &mut seats[usize::from(seat)];
        let is_own = place.outbox.as_ref().is_some_and(|own| Rc::ptr_eq(own, outbox));
        if is_own {
            let token = if for_good { 0 } else { place.token };
            *place = Seat { token, outbox: None, left: Some(Instant::now()) };
        }
        is_own
    }

    /// Ends the connection of a seat, which a newer one took over at another relay.
    #[cfg(feature = "nats")]
    pub(crate) fn replace(&self, seat: u8) {
        let mut seats = self.seats.borrow_mut();
        if let Some(old) = seats.get_mut(usize::from(seat)).map(core::mem::take)
            && let Some(outbox) = old.outbox
        {
            outbox.end(RoomRefusal::Replaced);
        }
    }

    /// The seats that somebody sits on at this relay, with their tokens.
    #[cfg(feature = "nats")]
    pub(crate) fn taken(&self) -> Vec<(u8, u128)> {
        let seats = self.seats.borrow();
        let taken = seats.iter().enumerate().filter(|(_, seat)| seat.outbox.is_some());
        taken.map(|(number, seat)| (number as u8, seat.token)).collect()
    }

    fn here(&self) -> u16 {
        let seats = self.seats.borrow();
        let taken = |(seat, place): (usize, &Seat)| u16::from(place.outbox.is_some()) << seat;
        seats.iter().enumerate().map(taken).sum()
    }

    /// Which seats are taken, here and elsewhere.
    pub(crate) fn present(&self) -> u16 {
        self.away.borrow().iter().fold(self.here(), |mask, (_, away, _)| mask | away)
    }

    /// Tells everybody which seats are taken.
    pub(crate) fn announce(&self, hub: &Hub) {
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.announce(self.here());
        }
        self.announce_here(hub);
    }

    fn announce_here(&self, hub: &Hub) {
        let message = self.present_message();
        for outbox in self.seats.borrow().iter().filter_map(|seat| seat.outbox.as_ref()) {
            hub.push(outbox, message.clone());
        }
    }

    /// Tells one client again which seats are taken: a relay that says nothing is taken for gone.
    pub(crate) fn say_present(&self, hub: &Hub, outbox: &Outbox) {
        hub.push(outbox, self.present_message());
    }

    fn present_message(&self) -> Bytes {
        let mut message = Vec::new();
        RoomMessage::Present(self.present()).encode(&mut message);
        message.into()
    }

    /// Takes in which seats are taken at another relay.
    #[cfg(feature = "nats")]
    pub(crate) fn set_away(&self, hub: &Hub, relay: u64, mask: u16) {
        let before = self.present();
        let mut away = self.away.borrow_mut();
        away.retain(|(other, ..)| *other != relay);
        if mask != 0 {
            away.push((relay, mask, Instant::now()));
        }
        drop(away);
        if self.present() != before {
            self.announce_here(hub);
        }
    }

    /// Hands a message of a client on: its first byte is the receiver's seat.
    pub(crate) fn forward(&self, hub: &Hub, from: u8, message: &[u8]) {
        let Some((&to, packet)) = message.split_first() else { return };
        self.record(hub, from, to, packet);
        if !self.deliver(hub, from, to, packet) {
            let is_handed =
                self.elsewhere.as_ref().is_some_and(|way| way.forward(from, to, packet));
            let metrics = &hub.metrics;
            add(if is_handed { &metrics.forwarded } else { &metrics.nowhere }, 1);
        }
    }

    /// Puts a packet into the queue of a seat at this relay; tells whether somebody sits there.
    pub(crate) fn deliver(&self, hub: &Hub, from: u8, to: u8, packet: &[u8]) -> bool {
        let seats = self.seats.borrow();
        let Some(outbox) = seats.get(usize::from(to)).and_then(|seat| seat.outbox.as_ref()) else {
            return false;
        };
        let mut message = Vec::with_capacity(packet.len() + 1);
        message.push(from);
        message.extend_from_slice(packet);
        hub.push(outbox, message.into());
        add(&hub.metrics.forwarded, 1);
        true
    }

    /// Writes a packet down, of a client or to one.
    pub(crate) fn record(&self, hub: &Hub, from: u8, to: u8, packet: &[u8]) {
        let mut recorder = self.recorder.borrow_mut();
        let (Some(file), Some(archive)) = (&mut *recorder, &hub.archive) else { return };
        let written = file.packet(from, to, packet, &hub.metrics);
        if !written.is_ok_and(|length| archive.make_room(length)) {
            drop(recorder);
            // As long as it may be, or the disk is full: what is there stays.
            self.end_recording(hub);
        }
    }

    /// Nothing more is written down.
    fn end_recording(&self, hub: &Hub) {
        if let (Some(recorder), Some(archive)) = (self.recorder.take(), &hub.archive) {
            archive.end(&self.name, self.key, recorder);
        }
    }

    /// Frees seats whose owners did not come back. Tells whether anybody is left.
    fn sweep(&self, hub: &Hub, now: Instant) -> bool {
        for seat in &mut *self.seats.borrow_mut() {
            let gone = seat.left.is_some_and(|left| now.duration_since(left) > hub.limits.keep);
            if gone {
                *seat = Seat::default();
            }
        }
        // Relays speak up every second.
        self.away.borrow_mut().retain(|(.., said)| now.duration_since(*said).as_secs() < 3);
        if let Some(elsewhere) = &self.elsewhere {
            elsewhere.announce(self.here());
        }
        self.seats.borrow().iter().any(|seat| seat.token != 0)
    }
}

/// What there is for somebody who asks for a recording.
#[derive(Debug)]
pub(crate) enum Asked {
    File(File),
    /// Nothing was written down.
    Nothing,
    /// Who has no ticket of the room does not even hear whether there is one.
    Stranger,
}

/// All rooms of a relay.
#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) limits: RelayLimits,
    pub(crate) guard: Guard,
    pub(crate) metrics: Metrics,
    pub(crate) going_away: Cell<bool>,
    archive: Option<Archive>,
    rooms: RefCell<BTreeMap<String, Rc<Room>>>,
}

impl Hub {
    pub(crate) fn new(limits: RelayLimits, archive: Option<Archive>) -> Self {
        let (guard, metrics) = (Guard::new(None, false), Metrics::default());
        Self {
            limits,
            guard,
            metrics,
            going_away: Cell::new(false),
            archive,
            rooms: RefCell::default(),
        }
    }

    pub(crate) fn room(&self, name: &str) -> Option<Rc<Room>> {
        self.rooms.borrow().get(name).cloned()
    }

    /// The room of somebody who has a seat there, by his ticket.
    pub(crate) fn room_of(&self, name: &str, ticket: &RoomTicket) -> Option<Rc<Room>> {
        self.room(name).filter(|room| {
            let known = room.seats.borrow().get(usize::from(ticket.seat)).map(|seat| seat.token);
            ticket.key == room.key && ticket.token != 0 && known == Some(ticket.token)
        })
    }

    /// The recording of a room for somebody who has a seat there, or had one when it is over.
    pub(crate) fn recording(&self, name: &str, ticket: &RoomTicket) -> Asked {
        let room = self.room_of(name, ticket);
        if let Some(room) = &room
            && let Some(recorder) = &*room.recorder.borrow()
        {
            return recorder.open().map_or(Asked::Nothing, Asked::File);
        }
        let is_believed = self.guard.secret.as_ref().is_none_or(|own| own.gave(name, ticket));
        let over = self.archive.as_ref().filter(|_| is_believed);
        match over.and_then(|archive| archive.find(name, ticket.key)) {
            Some(file) => Asked::File(file),
            None if room.is_some() => Asked::Nothing,
            None => Asked::Stranger,
        }
    }

    pub(crate) fn room_count(&self) -> usize {
        self.rooms.borrow().len()
    }

    /// Rooms of a game with seats for players left, as many as are told.
    pub(crate) fn rooms_with_seats(&self, game: &str) -> Vec<LanRoomEntry> {
        let rooms = self.rooms.borrow();
        let of_game = rooms.values().filter(|room| {
            let is_game = room.name.split_once('.').is_some_and(|(own, _)| own == game);
            is_game && room.free_seat(Wish::Play).is_some()
        });
        let entry = |room: &Rc<Room>| {
            let players = u16::MAX >> (16 - room.players.clamp(1, 8));
            let taken = (room.present() & players).count_ones() as u8;
            LanRoomEntry { code: room.code().to_string(), players: room.players, taken }
        };
        of_game.take(MAX_LAN_ROOMS).map(entry).collect()
    }

    /// The rooms of now, to go through while they come and go.
    #[cfg(feature = "nats")]
    pub(crate) fn all_rooms(&self) -> Vec<Rc<Room>> {
        self.rooms.borrow().values().cloned().collect()
    }

    /// Opens a room.
    pub(crate) fn open(
        &self,
        name: String,
        players: u8,
        key: u64,
        origin: Origin,
    ) -> Result<Rc<Room>, RoomRefusal> {
        if self.room_count() >= self.limits.rooms {
            return Err(RoomRefusal::RelayFull);
        }
        // A room goes on without a file.
        let recorder = self.archive.as_ref().and_then(|all| all.begin(&name, key, players));
        let (is_brought, elsewhere) = match origin {
            Origin::Here => (false, None),
            Origin::Brought => (true, None),
            Origin::Shared(elsewhere) => (false, Some(elsewhere)),
        };
        let room = Rc::new(Room {
            name: name.clone(),
            players,
            key,
            is_brought,
            seats: RefCell::default(),
            elsewhere,
            away: RefCell::default(),
            recorder: RefCell::new(recorder),
        });
        self.rooms.borrow_mut().insert(name, Rc::clone(&room));
        Ok(room)
    }

    /// Once a second: forgets owners who did not come back, and rooms that nobody is in.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        self.rooms.borrow_mut().retain(|_, room| {
            let is_used = room.sweep(self, now);
            if !is_used {
                room.end_recording(self);
            }
            is_used
        });
        if let Some(archive) = &self.archive {
            archive.tidy();
        }
    }

    /// Tells everybody to go on at another relay.
    pub(crate) fn go_away(&self) {
        self.going_away.set(true);
        for room in self.rooms.borrow().values() {
            for outbox in room.seats.borrow().iter().filter_map(|seat| seat.outbox.as_ref()) {
                outbox.end(RoomRefusal::GoingAway);
            }
        }
    }

    /// Ends all recordings.
    pub(crate) fn end_recordings(&self) {
        self.rooms.borrow().values().for_each(|room| room.end_recording(self));
    }

    pub(crate) fn push(&self, outbox: &Outbox, message: Bytes) {
        if outbox.push(message, self.limits.queue, Instant::now) {
            add(&self.metrics.over_queue, 1);
        }
    }
}
