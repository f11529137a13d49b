//! Tables of what searches know of their nodes.

use core::fmt::Debug;

/// What is known of a node. `P` is `()` where the direction of arrival tells the parent (8 bytes in
/// all), else the parent's id (12 bytes).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<P> {
    pub(crate) g: u32,
    /// From bit 5 the number of the search that wrote this; [`CLOSED`]; the direction of arrival.
    info: u32,
    pub(crate) parent: P,
}

const CLOSED: u32 = 1 << 4;
const DIRECTION: u32 = 15;
const STAMP: u32 = 1 << 5;

impl<P> Node<P> {
    pub(crate) const fn new(g: u32, direction: u32, parent: P) -> Self {
        Self { g, info: direction, parent }
    }

    /// Direction of arrival; [`NO_DIRECTION`](crate::grid::moves::NO_DIRECTION) at the start.
    #[inline(always)]
    pub(crate) const fn direction(&self) -> u32 {
        self.info & DIRECTION
    }

    #[inline(always)]
    pub(crate) const fn is_closed(&self) -> bool {
        self.info & CLOSED != 0
    }
}

/// A table of nodes by place, which a new search empties by counting up instead of writing.
pub(crate) trait NodeTable: Clone + Debug + Default {
    /// What a node remembers of the one before it.
    type Parent: Copy + Default;

    /// Forgets what was known; places are below `count` from now on.
    fn begin(&mut self, count: usize);

    /// What this search knows of a node.
    fn get(&self, place: usize) -> Option<Node<Self::Parent>>;

    /// Writes a node, open, if that makes it cheaper. Returns whether it did, and whether it was known.
    fn improve(&mut self, place: usize, node: Node<Self::Parent>) -> (bool, bool);

    /// Closes a known node; `None` when it was closed before.
    fn close(&mut self, place: usize) -> Option<Node<Self::Parent>>;

    /// Calls `visit` with the place of every node this search knows, and whether it is closed.
    fn for_each(&self, visit: impl FnMut(usize, bool));

    fn bytes(&self) -> usize;
}

/// A node for every place: best where most of them are looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense<P> {
    items: Vec<Node<P>>,
    /// Number of the running search, in the place it has in [`Node::info`].
    stamp: u32,
}

impl<P: Copy + Default + Debug> NodeTable for Dense<P> {
    type Parent = P;

    fn begin(&mut self, count: usize) {
        // Entries of older searches carry older stamps, so nothing needs to be erased but once in 2²⁷ searches.
        if self.items.len() != count || self.stamp > u32::MAX - STAMP {
            self.items.clear();
            self.items.resize(count, Node::default());
            self.stamp = 0;
        }
        self.stamp += STAMP;
    }

    #[inline(always)]
    fn get(&self, place: usize) -> Option<Node<P>> {
        self.items.get(place).copied().filter(|node| node.info & !(STAMP - 1) == self.stamp)
    }

    #[inline(always)]
    fn improve(&mut self, place: usize, node: Node<P>) -> (bool, bool) {
        let slot = &mut self.items[place];
        let known = slot.info & !(STAMP - 1) == self.stamp;
        let better = !known || node.g < slot.g;
        if better {
            *slot = Node { info: self.stamp | node.info, ..node };
        }
        (better, known)
    }

    #[inline(always)]
    fn close(&mut self, place: usize) -> Option<Node<P>> {
        let node = &mut self.items[place];
        if node.is_closed() {
            return None;
        }
        node.info |= CLOSED;
        Some(*node)
    }

    fn for_each(&self, mut visit: impl FnMut(usize, bool)) {
        for (place, node) in self.items.iter().enumerate().filter(|_| self.stamp != 0) {
            if node.info & !(STAMP - 1) == self.stamp {
                visit(place, node.is_closed());
            }
        }
    }

    fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Node<P>>()
    }
}

/// A hash table of the nodes seen: best where they are few among many places, because it stays in the
/// cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse<P> {
    /// Places and nodes, a power of two of them, at most half of them in use.
    slots: Vec<(u32, Node<P>)>,
    stamp: u32,
    used: usize,
}

/// Slots of a table that has not grown yet.
const FIRST_SLOTS: usize = 1024;

impl<P: Copy + Default + Debug> Sparse<P> {
    /// The slot of a place, or the free one where it belongs.
    #[inline(always)]
    fn slot(&self, place: usize) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplied by 2³² over the golden ratio, the upper half depends on all bits.
        let mut slot = ((place as u64).wrapping_mul(0x9e37_79b9) >> 16) as usize & mask;
        // Linear probing ends: half of the slots are free, and stale ones count as free.
        loop {
            let (at, node) = &self.slots[slot];
            if node.info & !(STAMP - 1) != self.stamp || *at as usize == place {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(0, Node::default()); self.slots.len() * 2];
        let old = core::mem::replace(&mut self.slots, larger);
        for (place, node) in old {
            if node.info & !(STAMP - 1) == self.stamp {
                let slot = self.slot(place as usize);
                self.slots[slot] = (place, node);
            }
        }
    }
}

impl<P: Copy + Default + Debug> NodeTable for Sparse<P> {
    type Parent = P;

    fn begin(&mut self, _: usize) {
        if self.slots.is_empty() || self.stamp > u32::MAX - STAMP {
            let count = self.slots.len().max(FIRST_SLOTS);
            self.slots.clear();
            self.slots.resize(count, (0, Node::default()));
            self.stamp = 0;
        }
        self.stamp += STAMP;
        self.used = 0;
    }

    #[inline(always)]
    fn get(&self, place: usize) -> Option<Node<P>> {
        if self.slots.is_empty() {
            return None;
        }
        let node = self.slots[self.slot(place)].1;
        (node.info & !(STAMP - 1) == self.stamp).then_some(node)
    }

    #[inline(always)]
    fn improve(&mut self, place: usize, node: Node<P>) -> (bool, bool) {
        let mut slot = self.slot(place);
        let old = self.slots[slot].1;
        let known = old.info & !(STAMP - 1) == self.stamp;
        if known && old.g <= node.g {
            return (false, true);
        }
        if !known {
            self.used += 1;
            if self.used * 2 > self.slots.len() {
                self.grow();
                slot = self.slot(place);
            }
        }
        self.slots[slot] = (place as u32, Node { info: self.stamp | node.info, ..node });
        (true, known)
    }

    #[inline(always)]
    fn close(&mut self, place: usize) -> Option<Node<P>> {
        let slot = self.slot(place);
        let node = &mut self.slots[slot].1;
        if node.is_closed() {
            return None;
        }
        node.info |= CLOSED;
        Some(*node)
    }

    fn for_each(&self, mut visit: impl FnMut(usize, bool)) {
        for (place, node) in &self.slots {
            if node.info & !(STAMP - 1) == self.stamp {
                visit(*place as usize, node.is_closed());
            }
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u32, Node<P>)>()
    }
}

const _: () = assert!(size_of::<Node<()>>() == 8 && size_of::<Node<u32>>() == 12);

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn both_tables_know_the_same() {
        let mut rng = Rng::new(8);
        let (mut dense, mut sparse) = (Dense::<u32>::default(), Sparse::<u32>::default());
        for round in 0..6 {
            dense.begin(70_000);
            sparse.begin(70_000);
            // Enough for the hash table to grow, in the later rounds.
            for _ in 0..300 << round {
                let (place, g) = (rng.below(70_000) as usize, rng.below(1000));
                let node = Node::new(g, rng.below(9), rng.below(99));
                assert_eq!(dense.improve(place, node), sparse.improve(place, node));
                if rng.chance(0.2) {
                    assert_eq!(
                        dense.close(place).map(|node| node.g),
                        sparse.close(place).map(|node| node.g)
                    );
                }
            }
            for place in 0..70_000 {
                let tell =
                    |node: Node<u32>| (node.g, node.direction(), node.parent, node.is_closed());
                assert_eq!(dense.get(place).map(tell), sparse.get(place).map(tell));
            }
        }
    }
}
