//! Rooms of the own network, to choose one from.

use motile::net::LanSearch;
use motile::prelude::*;

/// What is typed to get into a room, and rooms that are offered for it.
#[derive(Debug)]
pub(super) struct Entry {
    /// The code of a room, and `@` with the address of another relay.
    pub(super) text: String,
    /// Pages cannot look around.
    search: Option<LanSearch>,
    /// Which room the next press of the arrow takes.
    next: usize,
}

impl Entry {
    pub(super) fn new() -> Self {
        Self { text: String::new(), search: LanSearch::new("ball-racer").ok(), next: 0 }
    }

    /// Looks for rooms; the arrow takes one after the other.
    pub(super) fn update(&mut self, tick: &Tick) {
        let Some(search) = &mut self.search else { return };
        search.update(tick.dt);
        let rooms = search.rooms();
        if tick.input.pressed(Key::Down)
            && let Some(room) = rooms.get(self.next % rooms.len().max(1))
        {
            self.text = format!("{}@{}", room.code, room.relay);
            self.next += 1;
        }
    }

    /// What there is to say about rooms nearby.
    pub(super) fn words(&self) -> Option<String> {
        let rooms = self.search.as_ref()?.rooms();
        let room = rooms.get(self.next.saturating_sub(1) % rooms.len().max(1));
        Some(match room {
            None => "No room in this network yet: one is hosted at motile relay --lan yes".into(),
            Some(room) => format!(
                "Down: rooms of this network, {}. {}: {} of {} players",
                rooms.len(),
                room.code,
                room.taken,
                room.players
            ),
        })
    }
}
