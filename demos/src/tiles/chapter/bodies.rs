//! Bodies of the chapter as plain numbers.

use super::maps::Item;
use motile::prelude::*;
use motile::tiles::classic::Bob;

/// A body with its last place, as plain numbers.
#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
pub(super) struct Place {
    pub(super) now: Vec2,
    pub(super) before: Vec2,
    pub(super) size: Vec2,
}

#[derive(Clone, Copy, StateHash)]
#[state(hash_only)]
pub(super) struct Cat {
    pub(super) place: Place,
    pub(super) jumping: bool,
}

impl Place {
    pub(super) fn new(item: Item, velocity: Vec2) -> Self {
        Self { now: item.place, before: item.place - velocity, size: item.size }
    }

    pub(super) fn bob(&self) -> Bob {
        let (now, size) = (self.now.as_dvec2(), self.size.as_dvec2());
        let mut bob = Bob::new(now.x, now.y, size.x, size.y);
        bob.previous = self.before.as_dvec2();
        bob
    }

    pub(super) fn set(&mut self, bob: &Bob) {
        (self.now, self.before) = (bob.position.as_vec2(), bob.previous.as_vec2());
    }
}
