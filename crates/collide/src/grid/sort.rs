//! Sorting objects by cell: a counting sort into reused arrays, and for many objects a radix sort of two digits.
//!
//! Few objects are counted and placed at once: their counters and slots stay in the nearer caches, and nothing is
//! quicker. Many would miss the caches twice each. So they first go into buckets of neighboring cells, which is one
//! stream in and a thousand streams out, and then every bucket is sorted where it fits into a cache. Both are stable:
//! within a cell objects keep the order they came in, which is what makes pairs come in the same order everywhere.

use super::table::{CellMap, LANES, Table};
use fearless_simd::Level;

/// From this many objects on, random access to tables and objects costs more than sorting the objects roughly
/// beforehand: they leave the nearer caches.
const ROUGH_SORT_FROM: usize = 60_000;
/// Keys that share a bucket of the rough sort: at least 2 to this power, so that a bucket fills some pages, ...
const LEAST_BUCKET_BITS: u32 = 12;
/// ... and more where there would be more buckets than 2 to this power: each has a place of its own that is written
/// to, and caches hold so many; ...
const MOST_BUCKETS_BITS: u32 = 10;
/// ... but not more than a tag has bits for.
const MOST_BUCKET_BITS: u32 = 16;
/// Objects are sorted in runs of 2 to this power, so that a tag needs only the lower bits of their index.
const RUN_BITS: u32 = 16;
/// The bits of a tag that belong to the index.
const INDEX_MASK: u32 = (1 << RUN_BITS) - 1;
/// Buckets have room for a multiple of this many entries, whole pages of memory: all of them then come to new pages at
/// about the same time, which is a tenth faster than here and there.
const ROOM_STEP: usize = 1024;

/// Objects whose keys are found before the first of them is put anywhere: work that is done at a stretch overlaps.
pub(crate) const BATCH: usize = 4 * LANES;

/// What a sort needs besides its result, and the next sort again.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Key of each object.
    keys: Vec<u32>,
    /// How many entries a bucket holds and where they end.
    ends: Vec<[u32; 2]>,
    /// Where the entries of each run begin in each bucket, run by run.
    runs: Vec<u32>,
    /// The slot that comes next in each cell of a bucket, counted from the first of the bucket.
    nexts: Vec<u32>,
    /// Whether the objects of the last rough sort were not spread evenly; it only decides what is tried first.
    is_uneven: bool,
}

impl Memory {
    /// Room for the keys of as many objects.
    pub(super) fn keys_for(&mut self, count: usize) -> &mut [u32] {
        make_room(&mut self.keys, count);
        &mut self.keys[..count]
    }
}

/// Objects between two steps of sorting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries<P> {
    /// Sorted into buckets.
    rough: Vec<Entry<P>>,
    /// The index and the object of each slot of one bucket.
    sorted: Vec<(u32, P)>,
}

/// An object in a bucket: as small as can be, because a million of them pass through memory.
#[derive(Clone, Copy, Debug, Default)]
struct Entry<P> {
    /// The lower bits of its key, the bucket knows the others; below them those of its index, the run knows the others.
    tag: u32,
    payload: P,
}

impl<P> Entry<P> {
    #[inline(always)]
    fn new(key: u32, index: usize, payload: P) -> Self {
        Self { tag: key << RUN_BITS | index as u32 & INDEX_MASK, payload }
    }

    /// The lower bits of its key.
    #[inline(always)]
    fn key(&self) -> usize {
        (self.tag >> RUN_BITS) as usize
    }

    /// Its index if it belongs to this run.
    #[inline(always)]
    fn index(&self, run: usize) -> u32 {
        (run << RUN_BITS) as u32 | self.tag & INDEX_MASK
    }
}

/// Knows the cells of objects by what is filed of them.
pub(crate) trait KeyOf<P: Copy>: Copy {
    /// Key of the cell of an object, or [`CellMap::keys`] to leave it out.
    fn key(&self, object: P) -> u32;

    /// Writes the keys of a batch. The level is chosen here, around as little as possible: what it is chosen around
    /// is compiled once for every level. This one has no need of a level, and is never inlined: the compiler would
    /// write out all of its rounds in three places.
    #[inline(never)]
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
    /// Entries that a bucket has room for when objects are thought to be spread evenly: a quarter more than the mean or
    /// so.
    room: usize,
}

impl Buckets {
    fn new(keys: u32, n: usize) -> Self {
        let key_bits = u32::BITS - keys.leading_zeros();
        let bits =
            key_bits.saturating_sub(MOST_BUCKETS_BITS).clamp(LEAST_BUCKET_BITS, MOST_BUCKET_BITS);
        let mean = (((n as u64) << bits) / u64::from(keys)) as usize;
        let room = (mean + mean / 4 + 64).next_multiple_of(ROOM_STEP);
        Self { count: (keys >> bits) as usize + 1, bits, room }
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
        entries: &mut Entries<P>,
        places: &mut impl Places<P>,
    ) {
        let n = objects.count;
        self.layout = layout;
        self.starts.resize(layout.keys() as usize + 3, 0);
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
        let (starts, keys) = (&mut self.starts[..], self.memory.keys_for(n));
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
        // Random writes are dearer than random reads: scatter four bytes, then fetch the rest.
        for (i, &key) in keys.iter().enumerate() {
            let next = &mut starts[key as usize + 1];
            self.order[*next as usize] = i as u32;
            *next += 1;
        }
        places.place(0, self.order.iter().map(|&index| (objects.object)(index as usize)));
    }

    /// A stable sort into buckets with room for a little more than the mean. False when that is not enough for one
    /// of them.
    fn sort_evenly<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        buckets: Buckets,
        objects: &Objects<F, K>,
        entries: &mut Entries<P>,
    ) -> bool {
        let room = buckets.room;
        make_room(&mut entries.rough, buckets.count * room);
        let (entries, Memory { ends, runs, .. }) = (&mut entries.rough[..], &mut self.memory);
        runs.clear();
        ends.clear();
        ends.extend((0..buckets.count).map(|bucket| [0, (bucket * room) as u32]));
        let ends = &mut ends[..];
        objects.batches(level, |first, keys, payloads| {
            begin_run(first, ends, runs);
            for ((&key, &payload), i) in keys.iter().zip(payloads).zip(first..) {
                let [count, end] = &mut ends[buckets.of(key)];
                if *count as usize == room {
                    return false;
                }
                entries[*end as usize] = Entry::new(key, i, payload);
                *count += 1;
                *end += 1;
            }
            true
        })
    }

    /// A stable sort into buckets of any sizes: they are counted beforehand, in a pass of its own.
    fn sort_roughly<P: Copy + Default, F: Fn(usize) -> P, K: KeyOf<P>>(
        &mut self,
        level: Level,
        buckets: Buckets,
        objects: &Objects<F, K>,
        entries: &mut Entries<P>,
    ) {
        let Memory { keys, ends, runs, is_uneven, .. } = &mut self.memory;
        make_room(keys, objects.count);
        let keys = &mut keys[..objects.count];
        runs.clear();
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
        *is_uneven = largest > buckets.room;
        make_room(&mut entries.rough, keys.len());
        for (first, batch) in (0..).step_by(BATCH).zip(keys.chunks(BATCH)) {
            begin_run(first, ends, runs);
            for (i, &key) in (first..).zip(batch) {
                let [_, end] = &mut ends[buckets.of(key)];
                entries.rough[*end as usize] = Entry::new(key, i, (objects.object)(i));
                *end += 1;
            }
        }
    }

    /// Sorts what is in the buckets, each first in one place that stays in the nearer caches; so starts and slots are
    /// written once and in order.
    fn sort_buckets<P: Copy + Default>(
        &mut self,
        buckets: Buckets,
        entries: &mut Entries<P>,
        places: &mut impl Places<P>,
    ) {
        let Memory { ends, runs, nexts, .. } = &mut self.memory;
        let Entries { rough, sorted } = entries;
        let largest = ends.iter().map(|&[count, _]| count as usize).max().unwrap_or(0);
        make_room(sorted, largest);
        let width = 1usize << buckets.bits;
        nexts.resize(width, 0);
        let nexts = &mut nexts[..width];
        let mut begin = 0;
        let each = ends.iter().zip(self.starts.chunks_mut(width)).enumerate();
        for (bucket, (&[count, last], starts)) in each {
            let (count, last) = (count as usize, last as usize);
            nexts.fill(0);
            tally(&rough[last - count..last], nexts);
            let mut sum = 0;
            for (start, next) in starts.iter_mut().zip(&mut *nexts) {
                let count = *next;
                (*start, *next) = (begin as u32 + sum, sum);
                sum += count;
            }
            let sorted = &mut sorted[..count];
            let firsts = runs[bucket..].iter().step_by(buckets.count).map(|&first| first as usize);
            let ends = firsts.clone().skip(1).chain([last]);
            for (run, (first, end)) in firsts.zip(ends).enumerate() {
                for entry in &rough[first..end] {
                    let next = &mut nexts[entry.key() & (width - 1)];
                    sorted[*next as usize] = (entry.index(run), entry.payload);
                    *next += 1;
                }
            }
            let end = begin + count;
            let payloads =
                sorted.iter().zip(&mut self.order[begin..end]).map(|(&(from, payload), index)| {
                    *index = from;
                    payload
                });
            places.place(begin, payloads);
            begin = end;
        }
        self.starts[self.layout.keys() as usize + 1..].fill(begin as u32);
    }
}

/// Notes where the entries of a run begin in each bucket if `first` is the first object of one.
#[inline(always)]
fn begin_run(first: usize, ends: &[[u32; 2]], runs: &mut Vec<u32>) {
    if first.is_multiple_of(1 << RUN_BITS) {
        runs.extend(ends.iter().map(|&[_, end]| end));
    }
}

/// Counts the entries of each key, from four places at once: while one waits for memory, the others come in.
fn tally<P>(entries: &[Entry<P>], counts: &mut [u32]) {
    let mask = counts.len() - 1;
    let mut count = |entry: &Entry<P>| counts[entry.key() & mask] += 1;
    let quarter = entries.len() / 4;
    let (parts, rest) = entries.split_at(4 * quarter);
    let [a, b, c, d] = [0, 1, 2, 3].map(|part| &parts[part * quarter..][..quarter]);
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        [a, b, c, d].into_iter().for_each(&mut count);
    }
    rest.iter().for_each(count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_bucket_fit_into_a_tag() {
        for keys in [1, 4096, 1 << 20, 1 << 26, u32::MAX] {
            let buckets = Buckets::new(keys, 100_000);
            assert!(buckets.bits <= MOST_BUCKET_BITS);
            assert_eq!(buckets.count, (keys as usize >> buckets.bits) + 1);
            assert!(buckets.of(keys - 1) < buckets.count);
        }
        let entry = Entry::new(0xABCD_1234, 0x0007_FFFE, ());
        assert_eq!((entry.key(), entry.index(7)), (0x1234, 0x0007_FFFE));
    }
}
