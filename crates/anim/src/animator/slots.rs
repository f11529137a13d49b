//! The places of animations: handles, what is stored where, and which of them share a target.

use super::lane::At;
use crate::{AnimId, OverwriteMode};
use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashMap;

/// No place at all.
pub(super) const NONE: u32 = u32::MAX;

/// What is known about every animation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// When it begins to have an effect, counted from its addition, in nanoseconds.
    pub(super) delay: i64,
    /// Counts all animations ever added, so it tells the older of two; generation of the handle.
    pub(super) serial: u32,
    pub(super) tag: u32,
    /// The next older one of the same target, for simple ones.
    next: u32,
    /// Another property of the same simple tween.
    pub(super) part: u32,
    /// Where it is stored, within what `kind` says.
    pub(super) place: u32,
    pub(super) kind: Kind,
    /// The lane and the group of a running simple tween.
    pub(super) lane: u8,
    pub(super) group: u8,
    pub(super) mode: OverwriteMode,
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
    /// Its row, when it has one.
    pub(super) const fn row(&self) -> At {
        At { group: self.group, place: self.place }
    }
}

#[derive(Debug)]
pub(super) struct Slots<K> {
    pub(super) list: Vec<Slot>,
    free: Vec<u32>,
    /// Animations, parts not counted.
    pub(super) count: usize,
    next_serial: u32,
    /// The newest simple tween of each target. Only ever asked for one key, so its order never shows.
    newest: HashMap<K, u32, BuildHasherDefault<KeyHasher>>,
}

impl<K: Copy + Eq + Hash> Slots<K> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            free: Vec::new(),
            count: 0,
            next_serial: 1,
            newest: HashMap::default(),
        }
    }

    /// A place for a new animation.
    pub(super) fn add(&mut self, kind: Kind, place: u32, tag: u32) -> u32 {
        let serial = self.next_serial;
        // The default handle names nothing.
        self.next_serial = serial.wrapping_add(1).max(1);
        self.count += 1;
        self.insert(kind, place, tag, serial)
    }

    /// A place for a further property.
    pub(super) fn add_part(&mut self, lane: u8, group: u8, place: u32) -> u32 {
        let index = self.insert(Kind::Part, place, 0, 0);
        let slot = &mut self.list[index as usize];
        (slot.lane, slot.group) = (lane, group);
        index
    }

    fn insert(&mut self, kind: Kind, place: u32, tag: u32, serial: u32) -> u32 {
        let (mode, delay) = (OverwriteMode::None, 0);
        let (next, part, lane, group) = (NONE, NONE, 0, 0);
        let slot = Slot { delay, serial, tag, next, part, place, kind, lane, group, mode };
        if let Some(index) = self.free.pop() {
            self.list[index as usize] = slot;
            index
        } else {
            self.list.push(slot);
            self.list.len() as u32 - 1
        }
    }

    pub(super) fn release(&mut self, index: u32) {
        let slot = &mut self.list[index as usize];
        self.count -= usize::from(slot.kind != Kind::Part);
        slot.kind = Kind::Free;
        self.free.push(index);
    }

    pub(super) fn at(&self, index: u32) -> &Slot {
        &self.list[index as usize]
    }

    pub(super) fn at_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.list[index as usize]
    }

    pub(super) fn id(&self, index: u32) -> AnimId {
        AnimId { index, generation: self.at(index).serial }
    }

    /// The slot that a handle names.
    pub(super) fn find(&self, id: AnimId) -> Option<&Slot> {
        let slot = self.list.get(id.index as usize)?;
        let live = !matches!(slot.kind, Kind::Free | Kind::Part);
        (live && slot.serial == id.generation).then_some(slot)
    }

    /// Grows with the age of the newest: of two, the lower is the older, though serial numbers wrap.
    pub(super) fn rank(&self, index: u32) -> u32 {
        self.at(index).serial.wrapping_sub(self.next_serial)
    }

    /// All animations, in the order of their places.
    pub(super) fn live(&self) -> impl Iterator<Item = u32> {
        let all = self.list.iter().zip(0u32..);
        all.filter(|(slot, _)| !matches!(slot.kind, Kind::Free | Kind::Part)).map(|(_, at)| at)
    }

    /// Notes a new simple tween under its target.
    pub(super) fn link(&mut self, key: K, index: u32) {
        let older = self.newest.insert(key, index);
        self.at_mut(index).next = older.unwrap_or(NONE);
    }

    /// Forgets a simple tween under its target.
    pub(super) fn unlink(&mut self, key: K, index: u32) {
        let next = self.at(index).next;
        let Some(head) = self.newest.get_mut(&key) else { return };
        if *head == index {
            if next == NONE {
                self.newest.remove(&key);
            } else {
                *head = next;
            }
            return;
        }
        let mut newer = *head;
        while newer != NONE && self.at(newer).next != index {
            newer = self.at(newer).next;
        }
        if newer != NONE {
            self.at_mut(newer).next = next;
        }
    }

    /// The simple tweens of a target, newest first.
    pub(super) fn of(&self, key: K) -> impl Iterator<Item = u32> {
        let first = self.newest.get(&key).copied();
        core::iter::successors(first, |&index| {
            let next = self.at(index).next;
            (next != NONE).then_some(next)
        })
    }
}

/// Mixes the words of a key by a multiplication: keys are short and come from the program itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        // 2⁶⁴ divided by the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, the product is best in the high ones.
        self.0.rotate_left(32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_a_target_survive_any_removal() {
        for removed in 0..3usize {
            let mut slots = Slots::new();
            let all: Vec<u32> = (0..3).map(|_| slots.add(Kind::Waiting, 0, 0)).collect();
            for &index in &all {
                slots.link(7u32, index);
            }
            assert_eq!(slots.of(7).collect::<Vec<_>>(), [2, 1, 0]);
            slots.unlink(7, all[removed]);
            let rest: Vec<u32> = slots.of(7).collect();
            assert_eq!(rest.len(), 2);
            assert!(!rest.contains(&all[removed]));
            for index in rest {
                slots.unlink(7, index);
            }
            assert_eq!(slots.of(7).count(), 0);
        }
    }

    #[test]
    fn ranks_follow_age_across_the_wrap() {
        let mut slots = Slots::<u32>::new();
        slots.next_serial = u32::MAX;
        let (old, new) = (slots.add(Kind::Waiting, 0, 0), slots.add(Kind::Waiting, 0, 0));
        assert!(slots.rank(old) < slots.rank(new));
        assert_eq!(slots.id(new).generation, 1);
    }
}
