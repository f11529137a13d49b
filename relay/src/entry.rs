//! Who gets which seat.

use crate::hub::{Hub, Origin, Room, Wish};
use crate::metrics::add;
use crate::outbox::Outbox;
use motile_net::{ROOM_LETTERS, RoomHello, RoomRefusal, RoomTicket, RoomWelcome};
use std::rc::Rc;
use tokio::task::JoinHandle;

/// Letters of a code that a relay makes.
const CODE_LENGTH: usize = 6;
/// Codes that are tried before a relay gives up.
pub(crate) const MOST_CODES: usize = 16;

/// Somebody who was let in.
pub(crate) struct Entered {
    pub(crate) room: Rc<Room>,
    pub(crate) welcome: RoomWelcome,
    pub(crate) outbox: Rc<Outbox>,
    /// What brings packets of other relays; it ends with the connection.
    pub(crate) listener: Option<JoinHandle<()>>,
}

impl Entered {
    /// Sits down, and tells the others.
    pub(crate) fn new(hub: &Hub, room: Rc<Room>, ticket: RoomTicket, is_back: bool) -> Self {
        let outbox = Rc::new(Outbox::default());
        room.sit(ticket.seat, ticket.token, &outbox);
        add(&hub.metrics.rejoined, is_back.into());
        let present = room.present();
        let (code, players) = (room.code().to_string(), room.players);
        let welcome = RoomWelcome { room: code, players, ticket, present };
        Self { room, welcome, outbox, listener: None }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        if let Some(listener) = &self.listener {
            listener.abort();
        }
    }
}

/// Finds a seat at a relay that is alone.
pub(crate) fn enter(hub: &Hub, hello: &RoomHello) -> Result<Entered, RoomRefusal> {
    let room = match hub.room(&name(hello)) {
        Some(room) => room,
        None => open(hub, hello)?,
    };
    let ticket = match hello.ticket {
        Some(ticket) if is_good(hub, &room, &ticket) => ticket,
        Some(_) => return Err(RoomRefusal::SeatTaken),
        None => {
            let seat = room.free_seat(Wish::of(hello)).ok_or(RoomRefusal::RoomFull)?;
            RoomTicket { seat, token: hub.guard.token(&room.name, seat, room.key)?, key: room.key }
        }
    };
    Ok(Entered::new(hub, room, ticket, hello.ticket.is_some()))
}

/// Whether a ticket is good for its seat. Everybody in a room knows its key: of the rooms that were opened here it is known
/// which tickets were given, and only of those that were brought here it is not.
fn is_good(hub: &Hub, room: &Room, ticket: &RoomTicket) -> bool {
    let is_seat = Room::has(room.players, ticket.seat);
    let is_given = room.is_brought || hub.guard.gave(&room.name, ticket);
    is_seat && is_given && ticket.key == room.key && room.fits(ticket.seat, ticket.token)
}

fn open(hub: &Hub, hello: &RoomHello) -> Result<Rc<Room>, RoomRefusal> {
    if let Some(ticket) = &hello.ticket {
        // A relay that was started anew: those who come back bring the room with them.
        return hub.open(name(hello), hello.players, ticket.key, Origin::Brought);
    }
    if !hello.room.is_empty() {
        return Err(RoomRefusal::NoSuchRoom);
    }
    for _ in 0..MOST_CODES {
        let name = format!("{}.{}", hello.game, random_code()?);
        if hub.room(&name).is_none() {
            return hub.open(name, hello.players, random_key()?, Origin::Here);
        }
    }
    Err(RoomRefusal::RelayFull)
}

/// The name of the room that somebody asks for.
pub(crate) fn name(hello: &RoomHello) -> String {
    format!("{}.{}", hello.game, hello.room)
}

/// Bytes nobody can guess; a system without them lets nobody in.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], RoomRefusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| RoomRefusal::RelayFull)?;
    Ok(bytes)
}

pub(crate) fn random_code() -> Result<String, RoomRefusal> {
    // Two bytes a letter, so that all letters come almost equally often.
    let bytes: [u8; 2 * CODE_LENGTH] = random()?;
    let letter = |pair: &[u8]| {
        let number = usize::from(pair[0]) << 8 | usize::from(pair[1]);
        char::from(ROOM_LETTERS[number % ROOM_LETTERS.len()])
    };
    Ok(bytes.chunks(2).map(letter).collect())
}

pub(crate) fn random_key() -> Result<u64, RoomRefusal> {
    Ok(u64::from_le_bytes(random()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::RelayLimits;
    use std::time::Duration;

    fn hub() -> Hub {
        Hub::new(RelayLimits { rooms: 2, keep: Duration::ZERO, ..RelayLimits::default() }, None)
    }

    fn refusal(entered: Result<Entered, RoomRefusal>) -> Option<RoomRefusal> {
        entered.err()
    }

    #[test]
    fn sim_64_seats_are_given_in_order_and_spectators_sit_behind() {
        let hub = hub();
        let hello = RoomHello::new("pong", 2);
        let first = enter(&hub, &hello).unwrap();
        let hello = hello.with_room(&first.welcome.room);
        let second = enter(&hub, &hello).unwrap();
        let third = enter(&hub, &hello.clone().looking_on()).unwrap();
        let server = enter(&hub, &hello.clone().serving()).unwrap();
        let seats = [&first, &second, &third, &server].map(|entered| entered.welcome.ticket.seat);
        assert_eq!(seats, [0, 1, 8, 15]);
        assert_eq!(third.welcome.present, 0b1_0000_0011);
        let full = Some(RoomRefusal::RoomFull);
        assert_eq!(refusal(enter(&hub, &hello.clone().serving())), full, "one server");
        let lookers: Vec<_> = (0..7).map(|_| enter(&hub, &hello.clone().looking_on())).collect();
        assert!(lookers[..6].iter().all(Result::is_ok) && lookers[6].is_err());
        assert_eq!(refusal(enter(&hub, &hello)), Some(RoomRefusal::RoomFull));
        assert_ne!(first.welcome.ticket.token, second.welcome.ticket.token);
        assert_eq!(first.welcome.ticket.key, third.welcome.ticket.key);
    }

    #[test]
    fn sim_64_wrong_codes_forged_tickets_and_full_relays_are_refused() {
        let hub = hub();
        let hello = RoomHello::new("pong", 2);
        let unknown = hello.clone().with_room("NOBODY");
        assert_eq!(refusal(enter(&hub, &unknown)), Some(RoomRefusal::NoSuchRoom));
        let first = enter(&hub, &hello).unwrap();
        let own = first.welcome.ticket;
        let mut forged = hello.clone().with_room(&first.welcome.room);
        for ticket in [
            RoomTicket { token: own.token ^ 1, ..own },
            RoomTicket { token: 0, seat: 1, ..own },
            RoomTicket { key: own.key ^ 1, ..own },
        ] {
            forged.ticket = Some(ticket);
            assert_eq!(refusal(enter(&hub, &forged)), Some(RoomRefusal::SeatTaken));
        }
        let other_game = RoomHello::new("chess", 2).with_room(&first.welcome.room);
        assert_eq!(refusal(enter(&hub, &other_game)), Some(RoomRefusal::NoSuchRoom));
        assert!(enter(&hub, &hello).is_ok(), "a second room");
        assert_eq!(refusal(enter(&hub, &hello)), Some(RoomRefusal::RelayFull));
        assert_eq!(first.outbox.ended(), None, "the first one is left alone");
    }

    /// Whoever was in a room knew its key, and could fill it with tickets of his own making.
    #[test]
    fn sim_64_nobody_takes_a_free_seat_with_a_ticket_of_his_own_making() {
        let hub = hub();
        let first = enter(&hub, &RoomHello::new("pong", 2)).unwrap();
        let own = first.welcome.ticket;
        let hello = RoomHello::new("pong", 2).with_room(&first.welcome.room);
        for seat in (1..16).rev() {
            for token in [77, own.token, own.token ^ 1 << 90] {
                let ticket = Some(RoomTicket { seat, token, ..own });
                let forged = enter(&hub, &RoomHello { ticket, ..hello.clone() });
                assert_eq!(refusal(forged), Some(RoomRefusal::SeatTaken), "seat {seat}");
            }
        }
        // A room that somebody brought here has no seats but those of its size, either.
        let other = self::hub();
        let back = RoomHello { ticket: Some(own), ..hello.clone() };
        assert!(enter(&other, &back).is_ok());
        let beyond = Some(RoomTicket { seat: 5, token: 77, ..own });
        let beyond = enter(&other, &RoomHello { ticket: beyond, ..hello.clone() });
        assert_eq!(refusal(beyond), Some(RoomRefusal::SeatTaken));
        // Its owner was gone for so long that the seat is free again: his ticket is good all the same.
        let second = enter(&hub, &hello).unwrap();
        assert!(second.room.stand(1, &second.outbox, true));
        let back = RoomHello { ticket: Some(second.welcome.ticket), ..hello };
        assert!(enter(&hub, &back).is_ok());
    }

    #[test]
    fn sim_64_the_owner_comes_back_and_brings_the_room_if_it_is_gone() {
        let (hub, other) = (hub(), hub());
        let first = enter(&hub, &RoomHello::new("pong", 2)).unwrap();
        let mut hello = RoomHello::new("pong", 2).with_room(&first.welcome.room);
        hello.ticket = Some(first.welcome.ticket);
        let again = enter(&hub, &hello).unwrap();
        assert_eq!(first.outbox.ended(), Some(RoomRefusal::Replaced));
        assert!(!first.room.stand(0, &first.outbox, false), "the seat is no longer his");
        assert_eq!(again.welcome.ticket, first.welcome.ticket);
        let elsewhere = enter(&other, &hello).unwrap();
        assert_eq!(elsewhere.welcome.ticket, first.welcome.ticket);
        assert_eq!(hub.metrics.rejoined.get() + other.metrics.rejoined.get(), 2);
    }

    #[test]
    fn sim_64_seats_and_rooms_are_forgotten_after_a_while() {
        let hub = hub();
        let first = enter(&hub, &RoomHello::new("pong", 1)).unwrap();
        hub.sweep();
        assert_eq!(hub.room_count(), 1, "somebody sits there");
        assert!(first.room.stand(0, &first.outbox, true));
        hub.sweep();
        assert_eq!(hub.room_count(), 0);
    }
}
