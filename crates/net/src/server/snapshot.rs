//! All objects at one tick, as numbers, and as the difference to an earlier tick.

use super::Replicated;
use crate::bits::{BitReader, BitWriter};

/// Snapshots that each side remembers to tell differences to: over a second and a half at 20 a second.
pub(crate) const REMEMBERED: usize = 32;
/// Bytes of a snapshot after which no further object is begun; the largest object fits behind them.
const FULL: usize = 1000;
/// The most numbers of an object.
pub(crate) const MOST_FIELDS: usize = 32;

/// The objects that one client knows of a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// Before this tick.
    pub(crate) tick: u32,
    /// The numbers of all objects, one after another.
    pub(crate) fields: Vec<i32>,
    /// Which of them are known.
    pub(crate) has: Vec<bool>,
}

impl Snapshot {
    /// Nothing known, of so many objects.
    pub(crate) fn clear(&mut self, tick: u32, objects: usize, width: usize) {
        self.tick = tick;
        self.fields.clear();
        self.fields.resize(objects * width, 0);
        self.has.clear();
        self.has.resize(objects, false);
    }

    /// All objects of a game.
    pub(crate) fn take<G: Replicated>(&mut self, game: &G, tick: u32) {
        self.clear(tick, game.objects().into(), G::FIELDS);
        for (object, fields) in self.fields.chunks_mut(G::FIELDS).enumerate() {
            game.read_object(object as u16, fields);
            self.has[object] = true;
        }
    }

    /// The numbers of an object, where it is known.
    pub(crate) fn object(&self, object: usize) -> Option<&[i32]> {
        let width = self.fields.len() / self.has.len().max(1);
        let known = self.has.get(object).copied().unwrap_or_default();
        known.then(|| &self.fields[object * width..(object + 1) * width])
    }

    /// Writes what of `now` a client has to know, as differences to this one, and notes in `sent` what was written. Objects
    /// that do not fit come first the next time, from the one that is given back.
    pub(crate) fn write_to(
        &self,
        now: &Self,
        sent: &mut Self,
        first: usize,
        wanted: impl Fn(usize) -> bool,
        bytes: &mut Vec<u8>,
    ) -> usize {
        let count = now.has.len();
        let width = now.fields.len() / count.max(1);
        sent.clear(now.tick, count, width);
        let mut left_out = None;
        let start = bytes.len();
        let mut out = BitWriter::new(bytes);
        out.small(first as u64);
        for object in (0..count).map(|offset| (first + offset) % count) {
            let fits = out.length() - start < FULL;
            if wanted(object) && !fits {
                left_out.get_or_insert(object);
            }
            if !out.flag(wanted(object) && fits) {
                continue;
            }
            let range = object * width..(object + 1) * width;
            sent.has[object] = true;
            sent.fields[range.clone()].copy_from_slice(&now.fields[range.clone()]);
            let before = self.object(object);
            let changed = |field: usize| {
                now.fields[range.start + field]
                    .wrapping_sub(before.map_or(0, |before| before[field]))
            };
            if out.flag((0..width).any(|field| changed(field) != 0)) {
                for field in 0..width {
                    let difference = changed(field);
                    if out.flag(difference != 0) {
                        out.signed(difference.into());
                    }
                }
            }
        }
        out.finish();
        left_out.unwrap_or(0)
    }

    /// Reads what [`Snapshot::write_to`] wrote against this one.
    pub(crate) fn read_from(
        &self,
        into: &mut Self,
        tick: u32,
        objects: usize,
        width: usize,
        bytes: &[u8],
    ) -> Option<()> {
        let mut input = BitReader::new(bytes);
        into.clear(tick, objects, width);
        let first = input.small()? as usize;
        if first >= objects.max(1) {
            return None;
        }
        for object in (0..objects).map(|offset| (first + offset) % objects) {
            if !input.flag()? {
                continue;
            }
            into.has[object] = true;
            let is_changed = input.flag()?;
            for field in 0..width {
                let before = self.object(object).map_or(0, |before| before[field]);
                let difference =
                    if is_changed && input.flag()? { input.signed()? as i32 } else { 0 };
                into.fields[object * width + field] = before.wrapping_add(difference);
            }
        }
        input.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn snapshot(tick: u32, fields: &[i32]) -> Snapshot {
        Snapshot { tick, fields: fields.to_vec(), has: vec![true; fields.len() / 2] }
    }

    proptest! {
        #[test]
        fn differences_come_back(
            before in prop::collection::vec(any::<i32>(), 40),
            after in prop::collection::vec(any::<i32>(), 40),
            first in 0usize..20,
            wanted in prop::collection::vec(any::<bool>(), 20),
        ) {
            let (base, now) = (snapshot(3, &before), snapshot(9, &after));
            let (mut sent, mut got, mut bytes) = (Snapshot::default(), Snapshot::default(), Vec::new());
            base.write_to(&now, &mut sent, first, |object| wanted[object], &mut bytes);
            prop_assert_eq!(base.read_from(&mut got, 9, 20, 2, &bytes), Some(()));
            prop_assert_eq!(&got, &sent);
            for (object, &wanted) in wanted.iter().enumerate() {
                prop_assert_eq!(got.object(object), wanted.then(|| &after[object * 2..object * 2 + 2]));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>, objects in 0usize..30) {
            let mut got = Snapshot::default();
            if Snapshot::default().read_from(&mut got, 1, objects, 3, &bytes).is_some() {
                prop_assert_eq!(got.has.len(), objects);
            }
        }
    }

    #[test]
    fn what_does_not_fit_comes_next_time() {
        let fields: Vec<i32> = (0..2000).map(|i| i * 1_000_003).collect();
        let now = snapshot(1, &fields);
        let (mut sent, mut bytes, mut known) = (Snapshot::default(), Vec::new(), vec![false; 1000]);
        let mut first = 0;
        for _ in 0..12 {
            bytes.clear();
            first = Snapshot::default().write_to(&now, &mut sent, first, |_| true, &mut bytes);
            assert!(bytes.len() < 1200);
            known.iter_mut().zip(&sent.has).for_each(|(known, &has)| *known |= has);
        }
        assert!(known.iter().all(|&known| known));
    }

    #[test]
    fn what_stays_takes_two_bits() {
        let now = snapshot(1, &[7; 200]);
        let (mut sent, mut bytes) = (Snapshot::default(), Vec::new());
        now.write_to(&now, &mut sent, 0, |_| true, &mut bytes);
        assert_eq!(bytes.len(), (5usize + 100 * 2).div_ceil(8));
    }
}
