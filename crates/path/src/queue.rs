//! The open list: a ring of buckets for small whole costs, and a 4-ary heap for everything else.
//!
//! Neither removes an entry when its cell gets cheaper: the better entry comes out first, and the
//! search skips cells it has closed.

/// Column in the low, row in the high half: the form in which searches pass cells around.
pub(crate) type Packed = u32;

/// Entries by rising f.
pub(crate) trait Open {
    /// Forgets everything; what is pushed from now on has at least this f.
    fn clear(&mut self, lowest: u32);
    /// `cost` is g, for those that break ties by it.
    fn push(&mut self, f: u32, cost: u32, cell: Packed);
    fn pop(&mut self) -> Option<(u32, Packed)>;
    fn is_empty(&self) -> bool;
}

/// Buckets where costs are uniform, a heap where they are not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    buckets: Option<Box<Buckets>>,
    heap: Heap,
    uniform: bool,
}

impl Queue {
    /// Chooses for the next search; it must be cleared afterwards.
    pub(crate) fn choose(&mut self, uniform: bool, ties: Ties) {
        self.uniform = uniform;
        self.heap.ties = ties;
        if uniform {
            self.buckets.get_or_insert_with(|| Box::new(Buckets::new()));
        }
    }

    fn buckets(&mut self) -> Option<&mut Buckets> {
        self.buckets.as_deref_mut().filter(|_| self.uniform)
    }

    pub(crate) fn len(&self) -> usize {
        match &self.buckets {
            Some(buckets) if self.uniform => buckets.len,
            _ => self.heap.items.len(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.heap.bytes() + self.buckets.as_ref().map_or(0, |buckets| buckets.bytes())
    }
}

impl Open for Queue {
    fn clear(&mut self, lowest: u32) {
        match self.buckets() {
            Some(buckets) => buckets.clear(lowest),
            None => self.heap.clear(lowest),
        }
    }

    #[inline]
    fn push(&mut self, f: u32, cost: u32, cell: Packed) {
        match self.buckets() {
            Some(buckets) => buckets.push(f, cost, cell),
            None => self.heap.push(f, cost, cell),
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Packed)> {
        match self.buckets() {
            Some(buckets) => buckets.pop(),
            None => self.heap.pop(),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

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
        self.pool.clear();
        self.unused = NONE;
        self.len = 0;
    }

    #[inline(always)]
    fn push(&mut self, f: u32, _cost: u32, cell: Packed) {
        debug_assert!(f >= self.lowest && f - self.lowest < RING as u32);
        self.len += 1;
        let bucket = f as usize % RING;
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
        self.summary == 0
    }
}

/// Which of several cells with the same f is taken first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ties {
    /// The newest: dives towards the goal, and is what the bucket queue does for free.
    #[default]
    Newest,
    /// The oldest: spreads evenly; the classic sort of the book.
    Oldest,
    /// The one farthest along (largest g), then the one with the smaller row and column.
    Farthest,
}

/// A heap with four children a node: shallower than a binary one and kinder to the cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    /// Keys with f in the high half and the tie-break in the low half, and cells.
    items: Vec<Item>,
    pub(crate) ties: Ties,
    count: u32,
}

impl Heap {
    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * 16
    }

    pub(crate) fn reserve(&mut self, entries: usize) {
        self.items.reserve_exact(entries.saturating_sub(self.items.len()));
    }

    /// Adds an item under a full 64-bit key.
    #[inline]
    pub(crate) fn push_key(&mut self, key: u64, cell: Packed) {
        let (item, hole) = (join(key, cell), self.items.len());
        self.items.push(item);
        let at = rise(&mut self.items, hole, item, |_, _| {});
        self.items[at] = item;
    }

    /// The item with the smallest key.
    pub(crate) fn peek_key(&self) -> Option<(u64, Packed)> {
        self.items.first().copied().map(split)
    }

    /// Takes the item with the smallest key; equal keys by the smaller cell.
    #[inline]
    pub(crate) fn pop_key(&mut self) -> Option<(u64, Packed)> {
        let last = self.items.pop()?;
        let Some(&top) = self.items.first() else { return Some(split(last)) };
        let at = sink(&mut self.items, 0, last, |_, _| {});
        self.items[at] = last;
        Some(split(top))
    }
}

/// A key and a number (a cell, or whatever is queued) in one, so that a comparison is a single one: by the key, then
/// by the number.
type Item = u128;

const fn join(key: u64, number: u32) -> Item {
    (key as Item) << 32 | number as Item
}

const fn split(item: Item) -> (u64, u32) {
    ((item >> 32) as u64, item as u32)
}

/// Moves a hole in a heap up to where an item may stand, and tells what has moved where.
#[inline(always)]
fn rise(
    items: &mut [Item],
    mut at: usize,
    item: Item,
    mut moved: impl FnMut(Item, usize),
) -> usize {
    while at > 0 {
        let above = (at - 1) / 4;
        if items[above] <= item {
            break;
        }
        items[at] = items[above];
        moved(items[at], at);
        at = above;
    }
    at
}

/// The same downwards.
#[inline(always)]
fn sink(
    items: &mut [Item],
    mut at: usize,
    item: Item,
    mut moved: impl FnMut(Item, usize),
) -> usize {
    loop {
        let first = at * 4 + 1;
        let best = match items.get(first..first + 4) {
            Some(&[a, b, c, d]) => {
                let (left, right) = (usize::from(b < a), 2 + usize::from(d < c));
                first + if c.min(d) < a.min(b) { right } else { left }
            }
            _ => match (first..items.len()).min_by_key(|&child| items[child]) {
                Some(child) => child,
                None => return at,
            },
        };
        if items[best] >= item {
            return at;
        }
        items[at] = items[best];
        moved(items[at], at);
        at = best;
    }
}

impl Open for Heap {
    fn clear(&mut self, _lowest: u32) {
        self.items.clear();
        self.count = 0;
    }

    #[inline]
    fn push(&mut self, f: u32, cost: u32, cell: Packed) {
        self.count = self.count.wrapping_add(1);
        let tie = match self.ties {
            Ties::Newest => !self.count,
            Ties::Oldest => self.count,
            Ties::Farthest => !cost,
        };
        self.push_key(u64::from(f) << 32 | u64::from(tie), cell);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Packed)> {
        self.pop_key().map(|(key, cell)| ((key >> 32) as u32, cell))
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// A heap of numbered items whose keys can change and that can be taken out from the middle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered {
    items: Vec<Item>,
    /// Where each number is in the heap.
    places: Vec<u32>,
}

impl Ordered {
    /// Forgets everything; numbers are below `count` from now on.
    pub(crate) fn clear(&mut self, count: usize) {
        self.items.clear();
        self.places.clear();
        self.places.resize(count, NONE);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * 16 + self.places.capacity() * 4
    }

    /// The item with the smallest key; of equal keys the smaller number.
    #[inline]
    pub(crate) fn first(&self) -> Option<(u64, u32)> {
        self.items.first().copied().map(split)
    }

    /// Adds an item, or changes its key.
    #[inline]
    pub(crate) fn set(&mut self, number: u32, key: u64) {
        let mut at = self.places[number as usize] as usize;
        if at == NONE as usize {
            at = self.items.len();
            self.items.push(join(key, number));
        }
        self.settle(at, join(key, number));
    }

    /// Takes an item out; nothing happens when it is not there.
    #[inline]
    pub(crate) fn remove(&mut self, number: u32) {
        let at = core::mem::replace(&mut self.places[number as usize], NONE) as usize;
        if at == NONE as usize {
            return;
        }
        if let Some(last) = self.items.pop()
            && at < self.items.len()
        {
            self.settle(at, last);
        }
    }

    /// Moves an item from the hole at `at` to where it belongs.
    #[inline]
    fn settle(&mut self, at: usize, item: Item) {
        let Self { items, places } = self;
        let mut note = |item: Item, at: usize| places[split(item).1 as usize] = at as u32;
        let at = rise(items, at, item, &mut note);
        let at = sink(items, at, item, &mut note);
        items[at] = item;
        note(item, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn both_queues_sort_alike() {
        let mut rng = Rng::new(5);
        let (mut buckets, mut heap) = (Buckets::new(), Heap::default());
        for round in 0..20 {
            let mut lowest = round * 100_000;
            buckets.clear(lowest);
            heap.clear(lowest);
            for cell in 0..3000 {
                for _ in 0..rng.below(3) {
                    let f = lowest + rng.below(1155);
                    buckets.push(f, 0, cell);
                    heap.push(f, 0, cell);
                }
                if rng.chance(0.7) {
                    let (a, b) = (buckets.pop(), heap.pop());
                    assert_eq!(a, b);
                    lowest = a.map_or(lowest, |(f, _)| f);
                }
            }
            if round % 2 == 0 {
                while let Some(top) = buckets.pop() {
                    assert_eq!(Some(top), heap.pop());
                }
                assert_eq!(heap.pop(), None);
            }
        }
    }

    #[test]
    fn ordered_items_follow_their_keys() {
        let mut rng = Rng::new(9);
        let mut heap = Ordered::default();
        heap.clear(200);
        let mut keys = [None; 200];
        for _ in 0..20_000 {
            let number = rng.below(200);
            if rng.chance(0.4) {
                heap.remove(number);
                keys[number as usize] = None;
            } else {
                let key = u64::from(rng.below(50));
                heap.set(number, key);
                keys[number as usize] = Some(key);
            }
            let least = (0..200u32).filter_map(|i| Some((keys[i as usize]?, i))).min();
            assert_eq!(heap.first(), least);
        }
    }
}
