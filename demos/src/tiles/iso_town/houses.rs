//! What the visitor builds, pulls down and takes back.

use super::{SIDE, Town};
use crate::look::RED;
use crate::tiles::iso_town_art::{Actor, FIRST_COTTAGE, add, size};
use motile::geom::Vec3;
use motile::prelude::*;
use motile::tiles::iso::IsoBody;

/// A house of the visitor's.
#[derive(Clone, Copy)]
pub(super) struct House {
    pub(super) actor: Actor,
    pub(super) base: Vec3,
    number: u32,
}

/// What can be taken back.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    Built(Vec3),
    Pulled(House),
}

impl Town {
    pub(super) fn put(&mut self, base: Vec3, number: u32) {
        let body = IsoBody::block(base, size(number));
        let actor = add(&mut self.world, &mut self.scene, body, number);
        self.built.push(House { actor, base, number });
    }

    pub(super) fn pull_down(&mut self, place: usize) -> House {
        let house = self.built.remove(place);
        house.actor.pull_down(&mut self.world, &mut self.scene);
        house
    }

    /// Takes back what was done last.
    pub(super) fn undo(&mut self) {
        match self.edits.pop() {
            Some(Edit::Built(base)) => {
                if let Some(place) = self.built.iter().position(|house| house.base == base) {
                    self.pull_down(place);
                }
            }
            Some(Edit::Pulled(House { base, number, .. }))
                if self.world.ghost(base, size(number), 0.0).is_free =>
            {
                self.put(base, number);
            }
            // Not around somebody who stands there now: later.
            Some(pulled) => self.edits.push(pulled),
            None => {}
        }
    }

    /// A press shows a ghost that follows the pointer, red where it cannot stand; letting go builds. A press on a house of the
    /// visitor's pulls it down, Z takes the latest back.
    pub(super) fn build(&mut self, input: &Input) {
        if input.pressed(Key::Char('z')) {
            self.undo();
        }
        let number = FIRST_COTTAGE + self.built.len() as u32 % 3;
        if let Some((item, ghost)) = self.ghost.take() {
            self.scene.remove(item);
            if !input.pointer.is_down() && ghost.is_free {
                self.put(ghost.bounds.base(), number);
                self.edits.push(Edit::Built(ghost.bounds.base()));
            }
        } else {
            let Some(pressed) = input.pointer.pressed_at() else { return };
            if let Some(pick) = self.scene.pick(pressed) {
                let place = self.built.iter().position(|house| house.actor.item == pick.id);
                if let Some(place) = place {
                    let house = self.pull_down(place);
                    self.edits.push(Edit::Pulled(house));
                }
                return;
            }
        }
        if let Some(pointer) = input.pointer.held_at() {
            let floor = self.scene.projection().to_floor(pointer);
            let ghost = self.world.ghost(floor, size(number), SIDE);
            let item = self.scene.add(ghost.bounds, number);
            let tint = if ghost.is_free { Color::WHITE } else { RED };
            self.scene.set_tint(item, tint.with_alpha(150));
            self.ghost = Some((item, ghost));
        }
    }
}
