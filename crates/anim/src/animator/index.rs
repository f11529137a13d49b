//! The newest simple tween of each target: four bytes a target, and room for a third more at least.

use super::table::NONE;
use core::hash::{Hash, Hasher};

/// An open table of slots. It stores no keys: whoever asks can tell the key of a slot.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// Of any length; [`NONE`] where nothing is.
    table: Vec<u32>,
    used: usize,
}

impl Index {
    pub(super) const fn new() -> Self {
        Self { table: Vec::new(), used: 0 }
    }

    /// The slot of a key.
    pub(super) fn get<K: Copy + Eq + Hash>(
        &self,
        key: K,
        key_of: impl Fn(u32) -> Option<K>,
    ) -> Option<u32> {
        let place = self.find(key, key_of)?;
        Some(self.table[place]).filter(|&slot| slot != NONE)
    }

    /// Sets the slot of a key; gives the one before.
    pub(super) fn set<K: Copy + Eq + Hash>(
        &mut self,
        key: K,
        slot: u32,
        key_of: impl Fn(u32) -> Option<K>,
    ) -> Option<u32> {
        // At most three quarters are full: then the next free place is near.
        if 4 * (self.used + 1) > 3 * self.table.len() {
            self.resize((2 * self.table.len()).max(8), &key_of);
        }
        let place = self.find(key, key_of)?;
        let before = core::mem::replace(&mut self.table[place], slot);
        self.used += usize::from(before == NONE);
        (before != NONE).then_some(before)
    }

    /// Puts another slot in the place of one, or nothing when that is [`NONE`]; gives the slot that the
    /// key has if it is not the one given.
    pub(super) fn replace<K: Copy + Eq + Hash>(
        &mut self,
        key: K,
        (slot, by): (u32, u32),
        key_of: impl Fn(u32) -> Option<K>,
    ) -> Option<u32> {
        let place = self.find(key, &key_of)?;
        let found = self.table[place];
        if found != slot {
            return (found != NONE).then_some(found);
        }
        if by == NONE {
            self.remove_at(place, key_of);
        } else {
            self.table[place] = by;
        }
        None
    }

    /// Empties a place; what comes after it moves up, so that no search ends too early.
    fn remove_at<K: Copy + Eq + Hash>(
        &mut self,
        mut hole: usize,
        key_of: impl Fn(u32) -> Option<K>,
    ) {
        self.used -= 1;
        let length = self.table.len();
        // How far one place comes after another, around the end.
        let after =
            |at: usize, from: usize| if at >= from { at - from } else { at + length - from };
        let mut at = hole;
        loop {
            at = self.next(at);
            let slot = self.table[at];
            if slot == NONE {
                break;
            }
            let home = key_of(slot).map_or(at, |key| self.home(key));
            if after(at, home) >= after(at, hole) {
                self.table[hole] = slot;
                hole = at;
            }
        }
        self.table[hole] = NONE;
    }

    /// Takes no more room than is needed.
    pub(super) fn shrink<K: Copy + Eq + Hash>(&mut self, key_of: impl Fn(u32) -> Option<K>) {
        let length = if self.used == 0 { 0 } else { (4 * self.used).div_ceil(3).max(8) };
        if length < self.table.len() {
            self.resize(length, key_of);
        }
    }

    fn resize<K: Copy + Eq + Hash>(&mut self, length: usize, key_of: impl Fn(u32) -> Option<K>) {
        let old = core::mem::replace(&mut self.table, vec![NONE; length]);
        for slot in old.into_iter().filter(|&slot| slot != NONE) {
            let place = key_of(slot).and_then(|key| self.find(key, |_| None));
            if let Some(place) = place {
                self.table[place] = slot;
            }
        }
    }

    /// Where a key is, or would be; `None` in a table without places.
    fn find<K: Copy + Eq + Hash>(
        &self,
        key: K,
        key_of: impl Fn(u32) -> Option<K>,
    ) -> Option<usize> {
        if self.table.is_empty() {
            return None;
        }
        let mut place = self.home(key);
        while self.table[place] != NONE && key_of(self.table[place]) != Some(key) {
            place = self.next(place);
        }
        Some(place)
    }

    /// The place after another one; the first after the last.
    const fn next(&self, place: usize) -> usize {
        if place + 1 < self.table.len() { place + 1 } else { 0 }
    }

    /// Where the search for a key begins.
    fn home<K: Hash>(&self, key: K) -> usize {
        let mut hasher = KeyHasher::default();
        key.hash(&mut hasher);
        // A share of the length instead of a remainder: a multiplication, whatever the length is.
        ((hasher.finish() as u32 as u64 * self.table.len() as u64) >> 32) as usize
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
        // Tables take a place from the low half, and the product is best in the high one.
        self.0.rotate_left(32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_knows_what_a_map_knows(steps in prop::collection::vec((0u32..4, 0u32..40), 1..400)) {
            // Key k belongs to the slots k, k + 100, k + 200.
            let key_of = |slot: u32| Some(slot % 100);
            let (mut index, mut map) = (Index::new(), BTreeMap::new());
            for (action, key) in steps {
                match action {
                    0 | 1 => {
                        let slot = key + 100 * action;
                        prop_assert_eq!(index.set(key, slot, key_of), map.insert(key, slot));
                    }
                    2 => {
                        let slot = map.remove(&key);
                        prop_assert_eq!(index.replace(key, (777, NONE), key_of), slot);
                        if let Some(slot) = slot {
                            prop_assert_eq!(index.replace(key, (slot, NONE), key_of), None);
                        }
                    }
                    _ => index.shrink(key_of),
                }
                prop_assert_eq!(index.used, map.len());
                for key in 0..40 {
                    prop_assert_eq!(index.get(key, key_of), map.get(&key).copied());
                }
            }
        }
    }
}
