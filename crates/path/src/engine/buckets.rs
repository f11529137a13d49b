//! An open list for small whole costs: one list a cost, in a ring.

use crate::{engine::queue::Open, grid::cell::Packed};

const RING: usize = 2048;
const NONE: u32 = u32::MAX;

/// One list per value of f, newest first, in a ring: on a uniform grid with a consistent estimate no
/// entry is more than two diagonal steps (1154) above the smallest, so 2048 buckets never collide.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    heads: Box<[u32; RING]>,
    /// Which buckets hold something, and which of these words are not zero.
    occupied: [u64; RING / 64],
    summary: u32,
    /// Smallest f that may be present.
    lowest: u32,
    /// The newest entry of that f. Steps towards the goal keep f, so it is mostly taken right after it came: it never
    /// enters a list then.
    held: Option<Packed>,
    /// (cell, next) pairs of all lists; unused ones are chained too.
    pool: Vec<(Packed, u32)>,
    unused: u32,
    len: usize,
}

impl Buckets {
    pub(crate) fn new() -> Self {
        Self {
            heads: Box::new([NONE; RING]),
            occupied: [0; RING / 64],
            summary: 0,
            lowest: 0,
            held: None,
            pool: Vec::new(),
            unused: NONE,
            len: 0,
        }
    }

    /// Makes room for nearly this many entries at once, so that later searches do not allocate: with the
    /// heads of the lists it is 8 bytes each.
    pub(crate) fn reserve(&mut self, entries: usize) {
        let entries = entries.saturating_sub(RING / 2);
        self.pool.reserve_exact(entries.saturating_sub(self.pool.len()));
    }

    /// Number of entries.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.pool.capacity() * 8 + RING * 4
    }
}

impl Open for Buckets {
    fn clear(&mut self, lowest: u32) {
        for (word, bits) in self.occupied.iter_mut().enumerate() {
            while *bits != 0 {
                self.heads[word * 64 + bits.trailing_zeros() as usize] = NONE;
                *bits &= *bits - 1;
            }
        }
        self.summary = 0;
        self.lowest = lowest;
        self.held = None;
        self.pool.clear();
        self.unused = NONE;
        self.len = 0;
    }

    // Dial (1969) keeps one bucket a cost; the ring makes that bounded, because a consistent estimate lets f rise
    // by at most twice the dearest step between an expanded node and its neighbor.
    #[inline(always)]
    fn push(&mut self, f: u32, _cost: u32, cell: Packed) {
        debug_assert!(f >= self.lowest && f - self.lowest < RING as u32);
        self.len += 1;
        let mut cell = cell;
        if f == self.lowest {
            match self.held.replace(cell) {
                Some(older) => cell = older,
                None => return,
            }
        }
        let bucket = f as usize % RING;
        // Lists are chained through one pool: buckets of their own would grow 2048 vectors, and newest first is
        // the tie-break that dives towards the goal.
        let next = self.heads[bucket];
        let entry = self.unused;
        if let Some(slot) = self.pool.get_mut(entry as usize) {
            self.unused = slot.1;
            *slot = (cell, next);
            self.heads[bucket] = entry;
        } else {
            self.heads[bucket] = self.pool.len() as u32;
            self.pool.push((cell, next));
        }
        self.occupied[bucket / 64] |= 1 << (bucket % 64);
        self.summary |= 1 << (bucket / 64);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(u32, Packed)> {
        if let Some(cell) = self.held.take() {
            self.len -= 1;
            return Some((self.lowest, cell));
        }
        // Two levels of bits find the next bucket with two counts of zeros, however sparse the ring is.
        let from = self.lowest as usize % RING;
        let rest = self.occupied[from / 64] >> (from % 64);
        let ahead = if rest != 0 {
            rest.trailing_zeros()
        } else {
            // Words after this one come first, this word itself (its lower part) last.
            let turned = self.summary.rotate_right(from as u32 / 64 + 1);
            if turned == 0 {
                return None;
            }
            let words = turned.trailing_zeros() + 1;
            let word = (from / 64 + words as usize) % (RING / 64);
            words * 64 + self.occupied[word].trailing_zeros() - from as u32 % 64
        };
        self.len -= 1;
        self.lowest = self.lowest.wrapping_add(ahead);
        let bucket = self.lowest as usize % RING;
        let entry = self.heads[bucket];
        let slot = &mut self.pool[entry as usize];
        let (cell, next) = *slot;
        slot.1 = self.unused;
        self.unused = entry;
        self.heads[bucket] = next;
        if next == NONE {
            self.occupied[bucket / 64] &= !(1 << (bucket % 64));
            if self.occupied[bucket / 64] == 0 {
                self.summary &= !(1 << (bucket / 64));
            }
        }
        Some((self.lowest, cell))
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }
}
