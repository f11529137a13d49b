//! Open lists for any costs: 4-ary heaps, one of them with keys that can change.

use crate::{Ties, engine::queue::Open, grid::cell::Packed};

const NONE: u32 = u32::MAX;

/// A heap with four children a node: shallower than a binary one and kinder to the cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    /// Keys with f in the high half and the tie-break in the low half, and cells.
    items: Vec<Item>,
    pub(crate) ties: Ties,
    count: u32,
}

impl Heap {
    /// Number of entries.
    pub(crate) const fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * 16
    }

    pub(crate) fn reserve(&mut self, entries: usize) {
        self.items.reserve_exact(entries.saturating_sub(self.items.len()));
    }

    /// The numbers of all entries, in no order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.items.iter().map(|&item| split(item).1)
    }

    /// Adds an item under a full 64-bit key.
    #[inline]
    pub(crate) fn push_key(&mut self, key: u64, cell: Packed) {
        push_item(&mut self.items, join(key, cell));
    }

    /// The item with the smallest key.
    pub(crate) fn peek_key(&self) -> Option<(u64, Packed)> {
        self.items.first().copied().map(split)
    }

    /// Takes the item with the smallest key; equal keys by the smaller cell.
    #[inline]
    pub(crate) fn pop_key(&mut self) -> Option<(u64, Packed)> {
        pop_item(&mut self.items).map(split)
    }
}

/// A key and a number (a cell, or whatever is queued) in one, so that a comparison is a single one: by the key, then
/// by the number.
pub(crate) type Item = u128;

pub(crate) const fn join(key: u64, number: u32) -> Item {
    (key as Item) << 32 | number as Item
}

pub(crate) const fn split(item: Item) -> (u64, u32) {
    ((item >> 32) as u64, item as u32)
}

/// Adds an item to a heap.
#[inline]
pub(crate) fn push_item(items: &mut Vec<Item>, item: Item) {
    let hole = items.len();
    items.push(item);
    let at = rise(items, hole, item, |_, _| {});
    items[at] = item;
}

/// Takes the smallest item out of a heap.
#[inline]
pub(crate) fn pop_item(items: &mut Vec<Item>) -> Option<Item> {
    let last = items.pop()?;
    let Some(&top) = items.first() else { return Some(last) };
    let at = sink(items, 0, last, |_, _| {});
    items[at] = last;
    Some(top)
}

/// Moves a hole in a heap up to where an item may stand, and tells what has moved where.
#[inline(always)]
fn rise(
    items: &mut [Item],
    mut at: usize,
    item: Item,
    mut moved: impl FnMut(Item, usize),
) -> usize {
    // The item is held back until its place is known: one write a level instead of a swap.
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

/// Moves a hole in a heap down to where an item may stand, and tells what has moved where.
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
            // Two rounds of comparisons that do not wait for each other, without a branch to mispredict.
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
        // A changed key may have to go either way; at most one of the two moves anything.
        let at = rise(items, at, item, &mut note);
        let at = sink(items, at, item, &mut note);
        items[at] = item;
        note(item, at);
    }
}
