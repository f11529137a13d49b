//! An open list in exact order that sorts entries only when their time has come.

use crate::{
    engine::{
        heap::{Item, join, pop_item, push_item, split},
        queue::Open,
    },
    grid::cell::Packed,
};

/// Entries by rising f; of equal f the one farthest along (largest g), then the smaller row and column: the order of
/// [`Ties::Farthest`](crate::Ties).
///
/// f is cut into stages. The entries of the lowest stage stand in a heap, which is small and so quick; the others wait
/// unsorted, a list for each stage in a ring, and those beyond the ring in a heap of their own (a two-level bucket
/// queue, Denardo and Fox 1979). An exact order needs no more than that, because an estimate that is consistent
/// never opens a node below the one that is expanded.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    near: Vec<Item>,
    far: Vec<Item>,
    /// The stage whose entries are in `near`.
    stage: u32,
    /// First entry of each list, and which lists have one.
    heads: Box<[u32; RING]>,
    occupied: [u64; RING / 64],
    /// Entries of all lists; unused ones are chained too.
    pool: Vec<Waiting>,
    unused: u32,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    f: u32,
    tie: u32,
    cell: Packed,
    next: u32,
}

/// Stages of the ring: runs of 80 cells straight away from the goal still fall into it.
const RING: usize = 2048;
/// A stage is 32 units of f, a thirteenth of a step.
const SHIFT: u32 = 5;
const NONE: u32 = u32::MAX;

impl Default for Staged {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            far: Vec::new(),
            stage: 0,
            heads: Box::new([NONE; RING]),
            occupied: [0; RING / 64],
            pool: Vec::new(),
            unused: NONE,
        }
    }
}

impl Staged {
    pub(crate) fn bytes(&self) -> usize {
        (self.near.capacity() + self.far.capacity()) * size_of::<Item>()
            + self.pool.capacity() * size_of::<Waiting>()
            + RING * 4
    }

    fn wait(&mut self, bucket: usize, mut entry: Waiting) {
        entry.next = self.heads[bucket];
        if let Some(slot) = self.pool.get_mut(self.unused as usize) {
            self.heads[bucket] = self.unused;
            self.unused = slot.next;
            *slot = entry;
        } else {
            self.heads[bucket] = self.pool.len() as u32;
            self.pool.push(entry);
        }
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Stages from the current one to the next that has entries in the ring.
    fn next_in_ring(&self) -> Option<u32> {
        let from = self.stage as usize % RING;
        let rest = self.occupied[from / 64] >> (from % 64);
        if rest != 0 {
            return Some(rest.trailing_zeros());
        }
        // The words after this one, and at last the lower part of this word.
        let words = RING / 64;
        (1..=words).find_map(|ahead| {
            let word = self.occupied[(from / 64 + ahead) % words];
            (word != 0).then(|| (ahead * 64 - from % 64) as u32 + word.trailing_zeros())
        })
    }

    /// Brings the entries of the lowest stage into the heap; whether there are any.
    #[cold]
    fn refill(&mut self) -> bool {
        let far = self.far.first().map(|&item| stage_of(split(item).0));
        let ring = self.next_in_ring().map(|ahead| self.stage + ahead);
        let Some(stage) = ring.into_iter().chain(far).min() else { return false };
        self.stage = stage;
        if ring == Some(stage) {
            let bucket = stage as usize % RING;
            self.occupied[bucket / 64] &= !(1 << (bucket % 64));
            let mut entry = core::mem::replace(&mut self.heads[bucket], NONE);
            while let Some(slot) = self.pool.get_mut(entry as usize) {
                let Waiting { f, tie, cell, next } = *slot;
                slot.next = self.unused;
                self.unused = entry;
                entry = next;
                push_item(&mut self.near, join(u64::from(f) << 32 | u64::from(tie), cell));
            }
        }
        while self.far.first().is_some_and(|&item| stage_of(split(item).0) == stage) {
            if let Some(item) = pop_item(&mut self.far) {
                push_item(&mut self.near, item);
            }
        }
        true
    }
}

/// The stage of a key with f in its upper half.
const fn stage_of(key: u64) -> u32 {
    (key >> 32) as u32 >> SHIFT
}

impl Open for Staged {
    fn clear(&mut self, lowest: u32) {
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            while *bits != 0 {
                self.heads[word * 64 + bits.trailing_zeros() as usize] = NONE;
                *bits &= *bits - 1;
            }
        }
        self.near.clear();
        self.far.clear();
        self.pool.clear();
        (self.unused, self.stage) = (NONE, lowest >> SHIFT);
    }

    #[inline]
    fn push(&mut self, f: u32, cost: u32, cell: Packed) {
        let stage = f >> SHIFT;
        if stage <= self.stage {
            push_item(&mut self.near, join(u64::from(f) << 32 | u64::from(!cost), cell));
        } else if stage - self.stage < RING as u32 {
            self.wait(stage as usize % RING, Waiting { f, tie: !cost, cell, next: NONE });
        } else {
            push_item(&mut self.far, join(u64::from(f) << 32 | u64::from(!cost), cell));
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Packed)> {
        if self.near.is_empty() && !self.refill() {
            return None;
        }
        let (key, cell) = split(pop_item(&mut self.near)?);
        Some(((key >> 32) as u32, cell))
    }

    fn is_empty(&self) -> bool {
        self.near.is_empty() && self.far.is_empty() && self.occupied == [0; RING / 64]
    }
}
