//! Sorting objects by cell: a counting sort into reused arrays (COL-W9).

use super::table::{CellMap, LANES, Table};
use fearless_simd::Level;

/// From this many objects on, random access to tables and objects costs more than sorting the objects roughly
/// beforehand: they leave the nearer caches.
const ROUGH_SORT_FROM: usize = 30_000;
/// Keys that share a bucket of the rough sort: at least 2 to this power, so that a bucket fills some pages, ...
const LEAST_BUCKET_BITS: u32 = 12;
/// ... and more where there would be more buckets than 2 to this power: each has a place of its own that is written
/// to, and caches hold so many.
const MOST_BUCKETS_BITS: u32 = 10;

/// Objects whose keys are found before the first of them is put anywhere: work that is done at a stretch overlaps.
pub(crate) const BATCH: usize = 4 * LANES;

/// What a sort needs besides its result, and the next sort again.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Key and input index by slot; how many a bucket holds and where they end.
    numbers: Vec<[u32; 2]>,
    /// The slot that comes next in each cell of a bucket, counted from the first of the bucket.
    nexts: Vec<u32>,
    /// Whether the objects of the last rough sort were not spread evenly; it only decides what is tried first.
    is_uneven: bool,
}

/// An object between two steps of sorting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry<P> {
    key: u32,
    index: u32,
    payload: P,
}

/// Knows the cells of objects by what is filed of them.
pub(crate) trait KeyOf<P: Copy>: Copy {
    /// Key of the cell of an object, or [`CellMap::keys`] to leave it out.
    fn key(&self, object: P) -> u32;

    /// Writes the keys of a batch. The level is chosen here, around as little as possible: what it is chosen around
    /// is compiled once for every level.
    #[inline(always)]
    fn batch(&self, _: Level, objects: &[P; BATCH], keys: &mut [u32; BATCH]) {
        for (key, &object) in keys.iter_mut().zip(objects) {
            *key = self.key(object);
        }
    }
}

/// Goes through a batch in groups of eight.
#[inline(always)]
pub(crate) fn in_eights<P>(
    objects: &[P; BATCH],
    keys: &mut [u32; BATCH],
    mut eight: impl FnMut(&[P; LANES], &mut [u32; LANES]),
) {
    for (objects, keys) in objects.as_chunks().0.iter().zip(keys.as_chunks_mut().0) {
        eight(objects, keys);
    }
}

/// Arrays that hold something for each slot.
pub(crate) trait Places<P> {
    /// Puts objects into the slots from `first` on.
    fn place(&mut self, first: usize, objects: impl ExactSizeIterator<Item = P>);
}

/// Objects to sort that a function knows by index.
#[derive(Clone, Copy)]
pub(crate) struct Objects<F, K> {
    pub(crate) count: usize,
    pub(crate) object: F,
    pub(crate) key_of: K,
}

impl<F, K> Objects<F, K> {
    /// Calls `f` with the first index, the keys and the objects of a batch until it says no; whether it never did.
    #[inline(always)]
    fn batches<P: Copy + Default>(
        &self,
        level: Level,
        mut f: impl FnMut(usize, &[u32], &[P]) -> bool,
    ) -> bool
    where
        F: Fn(usize) -> P,
        K: KeyOf<P>,
    {
        // A copy of its own stays in registers whatever `f` writes.
        let key_of = self.key_of;
        let (mut objects, mut keys) = ([P::default(); BATCH], [0; BATCH]);
        (0..self.count).step_by(BATCH).all(|first| {
            let count = BATCH.min(self.count - first);
            for (object, i) in objects[..count].iter_mut().zip(first..) {
                *object = (self.object)(i);
            }
            key_of.batch(level, &objects, &mut keys);
            f(first, &keys[..count], &objects[..count])
        })
    }
}

/// Makes a buffer long enough, and a little longer, so that it need not grow again soon.
fn make_room<P: Clone + Default>(entries: &mut Vec<P>, length: usize) {
    if entries.len() < length {
        entries.resize(length + length / 8, P::default());
    }
}

/// Keys are cut into buckets by their upper bits.
#[derive(Clone, Copy)]
struct Buckets {
    count: usize,
    /// Keys a bucket: 2 to this power.
    bits: u32,
    /// Entries that a bucket has room for when objects are thought to be spread evenly: a quarter more than the mean.
    room: usize,
}

impl Buckets {
    fn new(keys: u32, n: usize) -> Self {
        let key_bits = u32::BITS - keys.leading_zeros();
        let bits = key_bits.saturating_sub(MOST_BUCKETS_BITS).max(LEAST_BUCKET_BITS);
        let mean = (((n as u64) << bits) / u64::from(keys)) as usize;
        Self { count: (keys >> bits) as usize + 1, bits, room: mean + mean / 4 + 64 }
    }

    #[inline(always)]
    fn of(self, key: u32) -> usize {
        (key >> self.bits) as usize
    }
}

impl<L: CellMap> Table<L> {
    /// Files objects by their keys. Every slot of `places` gets its object. Allocates only when there are more
    /// objects or cells than ever before.
    #[inline]
    pub(crate) fn file<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        layout: L,
        objects: &Objects<F, K>,
        entries: &mut Vec<Entry<P>>,
        places: &mut impl Places<P>,
    ) {
        let n = objects.count;
        self.layout = layout;
        self.starts.resize(layout.keys() as usize + 3, 0);
        self.keys.resize(n, 0);
        self.order.resize(n, 0);
        if n < ROUGH_SORT_FROM {
            self.sort_at_once(level, objects, places);
        } else {
            let buckets = Buckets::new(layout.keys(), n);
            let is_done =
                !self.memory.is_uneven && self.sort_evenly(level, buckets, objects, entries);
            if !is_done {
                self.sort_roughly(level, buckets, objects, entries);
            }
            self.sort_buckets(buckets, entries, places);
        }
        self.filed = self.starts[layout.keys() as usize];
    }

    fn sort_at_once<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        objects: &Objects<F, K>,
        places: &mut impl Places<P>,
    ) {
        let n = objects.count;
        let (starts, keys) = (&mut self.starts[..], &mut self.keys[..n]);
        starts.fill(0);
        // Counted two places ahead, a cell's counter becomes its start after the sums and, moved on by each object
        // placed, the start of the next cell in the end.
        objects.batches(level, |first, batch, _| {
            keys[first..first + batch.len()].copy_from_slice(batch);
            for &key in batch {
                starts[key as usize + 2] += 1;
            }
            true
        });
        let mut sum = 0;
        for start in &mut *starts {
            sum += *start;
            *start = sum;
        }
        // Random writes are dearer than random reads: scatter eight bytes, then fetch the rest.
        make_room(&mut self.memory.numbers, n);
        let order = &mut self.memory.numbers[..n];
        for (i, &key) in keys.iter().enumerate() {
            let next = &mut starts[key as usize + 1];
            order[*next as usize] = [key, i as u32];
            *next += 1;
        }
        let slots = keys.iter_mut().zip(&mut self.order);
        let payloads = order.iter().zip(slots).map(|(&[key, index], (slot_key, slot_index))| {
            (*slot_key, *slot_index) = (key, index);
            (objects.object)(index as usize)
        });
        places.place(0, payloads);
    }

    /// A stable sort into buckets with room for a little more than the mean. False when that is not enough for one
    /// of them.
    fn sort_evenly<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        buckets: Buckets,
        objects: &Objects<F, K>,
        entries: &mut Vec<Entry<P>>,
    ) -> bool {
        let room = buckets.room;
        make_room(entries, (buckets.count + 1) * room);
        let (entries, ends) = (&mut entries[..], &mut self.memory.numbers);
        ends.clear();
        ends.extend((0..buckets.count).map(|bucket| [0, (bucket * room) as u32]));
        let ends = &mut ends[..];
        objects.batches(level, |first, keys, payloads| {
            for ((&key, &payload), i) in keys.iter().zip(payloads).zip(first..) {
                let [count, end] = &mut ends[buckets.of(key)];
                if *count as usize == room {
                    return false;
                }
                entries[*end as usize] = Entry { key, index: i as u32, payload };
                *count += 1;
                *end += 1;
            }
            true
        })
    }

    /// The same for any objects: the buckets are counted beforehand.
    fn sort_roughly<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        buckets: Buckets,
        objects: &Objects<F, K>,
        entries: &mut Vec<Entry<P>>,
    ) {
        let (keys, ends) = (&mut self.keys[..objects.count], &mut self.memory.numbers);
        ends.clear();
        ends.resize(buckets.count, [0; 2]);
        let ends = &mut ends[..];
        objects.batches(level, |first, batch, _| {
            keys[first..first + batch.len()].copy_from_slice(batch);
            for &key in batch {
                ends[buckets.of(key)][0] += 1;
            }
            true
        });
        let (mut sum, mut largest) = (0, 0);
        for [count, end] in &mut *ends {
            *end = sum;
            sum += *count;
            largest = largest.max(*count as usize);
        }
        self.memory.is_uneven = largest > buckets.room;
        make_room(entries, keys.len() + largest);
        for (i, &key) in keys.iter().enumerate() {
            let [_, end] = &mut ends[buckets.of(key)];
            entries[*end as usize] = Entry { key, index: i as u32, payload: (objects.object)(i) };
            *end += 1;
        }
    }

    /// Sorts what is in the buckets, each first in one place that stays in the nearer caches; so starts and slots are
    /// written once and in order.
    fn sort_buckets<P: Copy>(
        &mut self,
        buckets: Buckets,
        entries: &mut [Entry<P>],
        places: &mut impl Places<P>,
    ) {
        let Memory { numbers: ends, nexts, .. } = &mut self.memory;
        let filled = ends.iter().map(|&[_, end]| end as usize).max().unwrap_or(0);
        let (entries, sorted) = entries.split_at_mut(filled);
        let width = 1usize << buckets.bits;
        nexts.resize(width, 0);
        let nexts = &mut nexts[..width];
        let mut begin = 0;
        for (&[count, last], starts) in ends.iter().zip(self.starts.chunks_mut(width)) {
            let (count, last) = (count as usize, last as usize);
            let (entries, sorted) = (&entries[last - count..last], &mut sorted[..count]);
            nexts.fill(0);
            // From four places at once: while one waits for memory, the others come in.
            let mut tally = |entry: &Entry<P>| nexts[entry.key as usize & (width - 1)] += 1;
            let (parts, rest) = entries.split_at(count - count % 4);
            let [a, b, c, d] = [0, 1, 2, 3].map(|part| &parts[part * (count / 4)..][..count / 4]);
            for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
                [a, b, c, d].into_iter().for_each(&mut tally);
            }
            rest.iter().for_each(tally);
            let mut sum = 0;
            for (start, next) in starts.iter_mut().zip(&mut *nexts) {
                let count = *next;
                (*start, *next) = (begin as u32 + sum, sum);
                sum += count;
            }
            for entry in entries {
                let next = &mut nexts[entry.key as usize & (width - 1)];
                sorted[*next as usize] = *entry;
                *next += 1;
            }
            let end = begin + count;
            let slots = self.keys[begin..end].iter_mut().zip(&mut self.order[begin..end]);
            let payloads = sorted.iter().zip(slots).map(|(entry, (key, index))| {
                (*key, *index) = (entry.key, entry.index);
                entry.payload
            });
            places.place(begin, payloads);
            begin = end;
        }
        self.starts[self.layout.keys() as usize + 1..].fill(begin as u32);
    }
}
