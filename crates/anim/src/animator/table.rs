//! All animations: their ids, what is stored where, and which of them share a target.

use super::{index::Index, lane::RowPlace};
use crate::{Anim, AnimId, OverwriteMode};
use core::hash::Hash;
use motile_geom::Slots;

/// No place at all.
pub(super) const NONE: u32 = u32::MAX;

/// What is known about every animation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Counts all animations ever added, so it tells the older of two.
    pub(super) serial: u32,
    /// The next older simple tween of the same target; of a further property, the one after it.
    next: u32,
    /// Where its [`Extra`] is, if it has one.
    extra: u32,
    /// Where it is stored, within what `kind` says.
    pub(super) place: u32,
    pub(super) kind: Kind,
    /// The lane and the group of a running simple tween.
    pub(super) lane: u8,
    pub(super) group: u8,
    pub(super) mode: OverwriteMode,
}

/// What only some animations have; stored apart, so that the others need no memory for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extra {
    /// When it begins to have an effect, counted from its addition, in nanoseconds.
    pub(super) delay: i64,
    pub(super) tag: u32,
    /// Another property of the same simple tween.
    part: u32,
}

impl Extra {
    const NOTHING: Self = Self::new(0, 0);

    pub(super) const fn new(delay: i64, tag: u32) -> Self {
        Self { delay, tag, part: NONE }
    }
}

/// Where an animation is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing is here.
    Free,
    /// A simple tween that has not begun.
    Waiting,
    /// A simple tween that runs: a row of a lane.
    Row,
    /// A further property of a row.
    Part,
    /// A player of its own.
    Full,
}

impl Slot {
    /// The next older simple tween of the same target, of one that is simple itself.
    pub(super) const fn older(&self) -> u32 {
        self.next
    }

    /// Its row, when it has one.
    pub(super) const fn row(&self) -> RowPlace {
        RowPlace { group: self.group, place: self.place }
    }
}

#[derive(Debug)]
pub(super) struct Table {
    /// Also of further properties, whose ids nobody has.
    ids: Slots<Anim<()>>,
    /// By the index of the id.
    list: Vec<Slot>,
    extras: Vec<Extra>,
    free_extras: Vec<u32>,
    /// Animations, parts not counted.
    pub(super) count: usize,
    next_serial: u32,
    /// The newest simple tween of each target. Only ever asked for one key, so its order never shows.
    newest: Index,
}

impl Table {
    pub(super) const fn new() -> Self {
        Self {
            ids: Slots::new(),
            list: Vec::new(),
            extras: Vec::new(),
            free_extras: Vec::new(),
            count: 0,
            next_serial: 0,
            newest: Index::new(),
        }
    }

    /// A place for a new animation.
    pub(super) fn add(&mut self, kind: Kind, place: u32, extra: Extra) -> u32 {
        let serial = self.next_serial;
        self.next_serial = serial.wrapping_add(1);
        self.count += 1;
        let index = self.insert(kind, place, serial);
        if extra != Extra::NOTHING {
            self.set_extra(index, extra);
        }
        index
    }

    /// A place for a further property of what is at `after`.
    pub(super) fn add_part(&mut self, after: u32) -> u32 {
        let index = self.insert(Kind::Part, 0, 0);
        self.set_part(after, index);
        index
    }

    fn insert(&mut self, kind: Kind, place: u32, serial: u32) -> u32 {
        let (next, extra, mode) = (NONE, NONE, OverwriteMode::None);
        let slot = Slot { serial, next, extra, place, kind, lane: 0, group: 0, mode };
        let id = self.ids.insert();
        match self.list.get_mut(id.slot()) {
            Some(old) => *old = slot,
            None => self.list.push(slot),
        }
        id.index()
    }

    pub(super) fn release(&mut self, index: u32) {
        if self.at(index).extra != NONE {
            self.set_extra(index, Extra::NOTHING);
        }
        let slot = &mut self.list[index as usize];
        self.count -= usize::from(slot.kind != Kind::Part);
        slot.kind = Kind::Free;
        self.ids.remove(self.id(index));
    }

    pub(super) fn extra(&self, slot: &Slot) -> Extra {
        self.extras.get(slot.extra as usize).copied().unwrap_or(Extra::NOTHING)
    }

    fn set_extra(&mut self, index: u32, extra: Extra) {
        let place = self.at(index).extra;
        match (place, extra == Extra::NOTHING) {
            (NONE, true) => {}
            (NONE, false) => {
                self.at_mut(index).extra = if let Some(place) = self.free_extras.pop() {
                    self.extras[place as usize] = extra;
                    place
                } else {
                    self.extras.push(extra);
                    self.extras.len() as u32 - 1
                };
            }
            (place, true) => {
                self.free_extras.push(place);
                self.at_mut(index).extra = NONE;
            }
            (place, false) => self.extras[place as usize] = extra,
        }
    }

    /// Another property of the same simple tween, after that of a slot; [`NONE`] after the last.
    pub(super) fn part(&self, index: u32) -> u32 {
        let slot = self.at(index);
        if slot.kind == Kind::Part { slot.next } else { self.extra(slot).part }
    }

    /// Whether a simple tween that runs has further properties.
    #[inline]
    pub(super) fn has_parts(&self, slot: &Slot) -> bool {
        slot.extra != NONE && self.extra(slot).part != NONE
    }

    pub(super) fn set_part(&mut self, index: u32, part: u32) {
        let slot = *self.at(index);
        if slot.kind == Kind::Part {
            self.at_mut(index).next = part;
        } else if slot.extra != NONE || part != NONE {
            self.set_extra(index, Extra { part, ..self.extra(&slot) });
        }
    }

    pub(super) fn at(&self, index: u32) -> &Slot {
        &self.list[index as usize]
    }

    pub(super) fn at_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.list[index as usize]
    }

    pub(super) fn id(&self, index: u32) -> AnimId {
        self.ids.id_at(index).unwrap_or_default()
    }

    /// The slot that an id names.
    pub(super) fn find(&self, id: AnimId) -> Option<&Slot> {
        let slot = self.list.get(id.slot()).filter(|_| self.ids.contains(id))?;
        (slot.kind != Kind::Part).then_some(slot)
    }

    /// Grows with the age of the newest: of two, the lower is the older, though serial numbers wrap.
    pub(super) fn rank(&self, index: u32) -> u32 {
        // Counted back from the next number to be given: the newest is −1, and what came before a wrap is still lower.
        self.at(index).serial.wrapping_sub(self.next_serial)
    }

    /// All animations, in the order of their places.
    pub(super) fn live(&self) -> impl Iterator<Item = u32> {
        let all = self.list.iter().zip(0u32..);
        all.filter(|(slot, _)| !matches!(slot.kind, Kind::Free | Kind::Part)).map(|(_, at)| at)
    }

    /// Notes a new simple tween under its target; `key_of` tells the target of any simple tween.
    pub(super) fn link<K: Copy + Eq + Hash>(
        &mut self,
        key: K,
        index: u32,
        key_of: impl Fn(&Slot) -> Option<K>,
    ) {
        let list = &self.list;
        let older = self.newest.set(key, index, |slot| key_of(&list[slot as usize]));
        self.at_mut(index).next = older.unwrap_or(NONE);
    }

    /// Forgets a simple tween under its target; it may be one that `key_of` no longer knows.
    pub(super) fn unlink<K: Copy + Eq + Hash>(
        &mut self,
        key: K,
        index: u32,
        key_of: impl Fn(&Slot) -> Option<K>,
    ) {
        let list = &self.list;
        let key_of =
            |slot: u32| if slot == index { Some(key) } else { key_of(&list[slot as usize]) };
        // The newest of a target stands in the index, the others hang below it. To take out one of those, the chain is
        // walked from the newest: rare, because most targets have one tween, and a pointer back would cost every one.
        let next = self.at(index).next;
        let Some(mut newer) = self.newest.replace(key, (index, next), key_of) else { return };
        while newer != NONE && self.at(newer).next != index {
            newer = self.at(newer).next;
        }
        if newer != NONE {
            self.at_mut(newer).next = next;
        }
    }

    /// Forgets a simple tween that comes after another one in the list of its target.
    pub(super) fn unlink_after(&mut self, newer: u32, index: u32) {
        self.at_mut(newer).next = self.at(index).next;
    }

    /// The simple tweens of a target, newest first.
    pub(super) fn of<K: Copy + Eq + Hash>(
        &self,
        key: K,
        key_of: impl Fn(&Slot) -> Option<K>,
    ) -> impl Iterator<Item = u32> {
        let first = self.newest.get(key, |slot| key_of(self.at(slot)));
        core::iter::successors(first, |&index| {
            let next = self.at(index).next;
            (next != NONE).then_some(next)
        })
    }

    /// Gives back the memory that is not in use.
    pub(super) fn shrink<K: Copy + Eq + Hash>(&mut self, key_of: impl Fn(&Slot) -> Option<K>) {
        let list = &self.list;
        self.newest.shrink(|slot| key_of(&list[slot as usize]));
        self.ids.shrink_to_fit();
        self.list.truncate(self.ids.slots_len());
        if self.free_extras.len() == self.extras.len() {
            self.extras.clear();
            self.free_extras.clear();
        }
        self.free_extras.shrink_to_fit();
        self.list.shrink_to_fit();
        self.extras.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Extra = Extra::NOTHING;

    #[test]
    fn chains_of_a_target_survive_any_removal() {
        let key_of = |_: &Slot| Some(7u32);
        for removed in 0..3usize {
            let mut slots = Table::new();
            let all: Vec<u32> = (0..3).map(|_| slots.add(Kind::Waiting, 0, ANY)).collect();
            for &index in &all {
                slots.link(7, index, key_of);
            }
            assert_eq!(slots.of(7, key_of).collect::<Vec<_>>(), [2, 1, 0]);
            slots.unlink(7, all[removed], key_of);
            let rest: Vec<u32> = slots.of(7, key_of).collect();
            assert_eq!(rest.len(), 2);
            assert!(!rest.contains(&all[removed]));
            for index in rest {
                slots.unlink(7, index, key_of);
            }
            assert_eq!(slots.of(7, key_of).count(), 0);
        }
    }

    #[test]
    fn ranks_follow_age_across_the_wrap() {
        let mut slots = Table::new();
        slots.next_serial = u32::MAX;
        let (old, new) = (slots.add(Kind::Waiting, 0, ANY), slots.add(Kind::Waiting, 0, ANY));
        assert!(slots.rank(old) < slots.rank(new));
    }

    #[test]
    fn only_what_has_something_extra_stores_it() {
        let mut slots = Table::new();
        let plain = slots.add(Kind::Row, 0, ANY);
        let tagged = slots.add(Kind::Row, 0, Extra::new(5, 9));
        assert_eq!((slots.extras.len(), slots.extra(slots.at(plain))), (1, ANY));
        let part = slots.add_part(plain);
        let last = slots.add_part(part);
        assert_eq!((slots.part(plain), slots.part(part), slots.part(last)), (part, last, NONE));
        slots.set_part(plain, last);
        assert_eq!((slots.part(plain), slots.part(tagged)), (last, NONE));
        slots.set_part(plain, NONE);
        slots.release(tagged);
        assert_eq!(slots.free_extras.len(), 2);
        slots.release(last);
        slots.release(part);
        slots.shrink(|_| Some(0u32));
        assert_eq!((slots.list.len(), slots.extras.capacity()), (1, 0));
    }
}
