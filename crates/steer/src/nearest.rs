//! The nearest few of many, without memory from the heap.
//!
//! A sorted array and not a heap: with at most 32 places, and 7 to 10 in practice, moving a few entries up is less work
//! than keeping a heap in order, and the answers are wanted sorted.

/// Most neighbors one agent minds when it minds the nearest few.
pub const MAX_NEIGHBORS: u32 = 32;

/// The nearest few, by distance and then by index, so that the answer does not depend on the order of asking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<T> {
    found: [Found<T>; MAX_NEIGHBORS as usize],
    count: usize,
    limit: usize,
}

/// One of the nearest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found<T> {
    /// Square of the distance in pixels.
    pub(crate) squared: f32,
    /// Decides between equally near ones.
    pub(crate) index: u32,
    /// What the caller wants to know of it.
    pub(crate) item: T,
}

impl<T: Copy + Default> Nearest<T> {
    /// Room for the nearest `limit`, at most [`MAX_NEIGHBORS`].
    pub(crate) fn new(limit: u32) -> Self {
        let limit = limit.min(MAX_NEIGHBORS) as usize;
        Self { found: [Found::default(); MAX_NEIGHBORS as usize], count: 0, limit }
    }

    /// Forgets all it found.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Whoever is further away than this (squared) is not among the nearest; infinite while there is room.
    #[inline]
    pub(crate) fn reach(&self) -> f32 {
        match self.count == self.limit {
            false => f32::INFINITY,
            true if self.limit == 0 => f32::NEG_INFINITY,
            true => self.found[self.count - 1].squared,
        }
    }

    /// Takes one in if it is among the nearest so far.
    #[inline]
    pub(crate) fn insert(&mut self, squared: f32, index: u32, item: T) {
        // Equally near ones are told apart by their index: whoever asks in another order (another cell size, another
        // thread) keeps the same ones.
        let before = |a: &Found<T>| squared < a.squared || squared == a.squared && index < a.index;
        if self.limit == 0 || self.count == self.limit && !before(&self.found[self.count - 1]) {
            return;
        }
        self.count = (self.count + 1).min(self.limit);
        let mut place = self.count - 1;
        while place > 0 && before(&self.found[place - 1]) {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = Found { squared, index, item };
    }

    /// The nearest ones, the very nearest first.
    #[inline]
    pub(crate) fn found(&self) -> &[Found<T>] {
        &self.found[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn the_nearest_in_any_order_of_asking() {
        let mut rng = Rng::new(4);
        for limit in [0, 1, 3, 7, 32, 99] {
            let mut all: Vec<(f32, u32)> = (0..50).map(|i| (rng.below(20) as f32, i)).collect();
            rng.shuffle(&mut all);
            let mut nearest = Nearest::new(limit);
            for &(squared, index) in &all {
                nearest.insert(squared, index, index);
                assert!(nearest.found().iter().all(|f| f.squared <= nearest.reach()));
            }
            all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            all.truncate(limit.min(MAX_NEIGHBORS) as usize);
            let found: Vec<(f32, u32)> =
                nearest.found().iter().map(|f| (f.squared, f.item)).collect();
            assert_eq!(found, all);
            nearest.clear();
            assert!(nearest.found().is_empty());
        }
    }
}
