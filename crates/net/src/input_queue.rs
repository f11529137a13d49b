//! The inputs of one player, tick by tick.

/// Ticks that a queue remembers: eight seconds at 60 a second.
pub(crate) const KEPT: u32 = 512;

/// Inputs of one player: all that are known in a row, and of each tick what was played with. Two rings, so that a tick costs
/// no memory.
#[derive(Clone, Debug)]
pub(crate) struct InputQueue {
    known: Vec<u64>,
    used: Vec<u64>,
    /// The first tick that the queue ever had.
    start: u32,
    /// The first tick whose input is not known.
    end: u32,
}

impl InputQueue {
    pub(crate) fn new() -> Self {
        Self { known: vec![0; KEPT as usize], used: vec![0; KEPT as usize], start: 0, end: 0 }
    }

    pub(crate) const fn end(&self) -> u32 {
        self.end
    }

    /// Forgets everything and begins at a tick.
    pub(crate) const fn start_at(&mut self, tick: u32) {
        (self.start, self.end) = (tick, tick);
    }

    /// Goes on at a later tick, with nothing done in between.
    pub(crate) fn skip_to(&mut self, tick: u32) {
        if tick.saturating_sub(self.end) > KEPT {
            self.start_at(tick - KEPT);
        }
        (self.end..tick).for_each(|_| self.push(0));
    }

    /// Adds the input of the first unknown tick.
    pub(crate) fn push(&mut self, value: u64) {
        self.known[(self.end % KEPT) as usize] = value;
        self.end += 1;
    }

    /// The oldest tick that is still there.
    pub(crate) fn oldest(&self) -> u32 {
        self.start.max(self.end.saturating_sub(KEPT))
    }

    /// The input of a tick, where it is known and not forgotten.
    pub(crate) fn get(&self, tick: u32) -> Option<u64> {
        (tick < self.end && tick >= self.oldest()).then(|| self.known[(tick % KEPT) as usize])
    }

    /// The input of a tick, or the guess that a player goes on with what he did last.
    pub(crate) fn guess(&self, tick: u32) -> u64 {
        let last = || self.end.checked_sub(1).and_then(|last| self.get(last));
        self.get(tick).or_else(last).unwrap_or_default()
    }

    /// Notes what a tick is played with.
    pub(crate) fn play(&mut self, tick: u32, value: u64) {
        self.used[(tick % KEPT) as usize] = value;
    }

    /// What a tick was played with last.
    pub(crate) fn played(&self, tick: u32) -> u64 {
        self.used[(tick % KEPT) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_knows_its_end_and_forgets_its_beginning() {
        let mut queue = InputQueue::new();
        assert_eq!((queue.get(0), queue.guess(5)), (None, 0));
        (0..KEPT + 10).for_each(|tick| queue.push(u64::from(tick) * 3));
        assert_eq!((queue.oldest(), queue.end()), (10, KEPT + 10));
        assert_eq!((queue.get(9), queue.get(10), queue.get(KEPT + 10)), (None, Some(30), None));
        assert_eq!(queue.guess(KEPT + 99), u64::from(KEPT + 9) * 3, "the last one goes on");
        queue.skip_to(KEPT + 20);
        assert_eq!(
            (queue.get(KEPT + 9), queue.get(KEPT + 10)),
            (Some(u64::from(KEPT + 9) * 3), Some(0))
        );
        queue.skip_to(KEPT * 9);
        assert_eq!((queue.end(), queue.get(KEPT * 9 - 1)), (KEPT * 9, Some(0)));
        queue.start_at(10_000);
        assert_eq!((queue.guess(10_000), queue.oldest()), (0, 10_000));
    }
}
