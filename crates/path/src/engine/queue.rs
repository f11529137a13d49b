//! The open list: a ring of buckets for small whole costs, and a 4-ary heap for everything else.
//!
//! Neither removes an entry when its cell gets cheaper: the better entry comes out first, and the
//! search skips cells it has closed.

use crate::{
    engine::{buckets::Buckets, heap::Heap},
    grid::cell::Packed,
};

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
            Some(buckets) if self.uniform => buckets.len(),
            _ => self.heap.len(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{heap::Ordered, staged::Staged};
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
    fn stages_keep_the_order_of_a_heap() {
        let mut rng = Rng::new(6);
        let (mut staged, mut heap) = (Staged::default(), Heap::default());
        heap.ties = Ties::Farthest;
        for round in 0..40 {
            let mut lowest = round * 90_000;
            staged.clear(lowest);
            heap.clear(lowest);
            for cell in 0..2000 {
                for _ in 0..rng.below(4) {
                    // Mostly near, now and then beyond the ring.
                    let reach = if rng.chance(0.03) { 900_000 } else { 3000 };
                    let (f, g) = (lowest + rng.below(reach), rng.below(5));
                    staged.push(f, g, cell);
                    heap.push(f, g, cell);
                }
                if rng.chance(0.9) {
                    let top = staged.pop();
                    assert_eq!(top, heap.pop());
                    lowest = top.map_or(lowest, |(f, _)| f);
                }
                assert_eq!(staged.is_empty(), heap.is_empty());
            }
            while let Some(top) = heap.pop().filter(|_| round % 2 == 0) {
                assert_eq!(staged.pop(), Some(top));
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
