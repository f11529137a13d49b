//! When simple tweens begin.

use core::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Time by the animator's clock, serial number, slot: what comes first is least.
pub(super) type Turn = (i64, u32, u32);

/// Turns in the order of time. Most are added in that order already, and cost next to nothing.
#[derive(Debug, Default)]
pub(super) struct Queue {
    in_order: VecDeque<Turn>,
    others: BinaryHeap<Reverse<Turn>>,
}

impl Queue {
    pub(super) fn push(&mut self, turn: Turn) {
        if self.in_order.back().is_none_or(|last| *last < turn) {
            self.in_order.push_back(turn);
        } else {
            self.others.push(Reverse(turn));
        }
    }

    fn peek(&self) -> Option<Turn> {
        let (a, b) = (self.in_order.front().copied(), self.others.peek().map(|turn| turn.0));
        a.into_iter().chain(b).min()
    }

    /// Takes the first one out, if it comes before another.
    pub(super) fn pop_before(&mut self, limit: Turn) -> Option<Turn> {
        if self.others.is_empty() {
            return self.in_order.pop_front_if(|first| *first < limit);
        }
        let first = self.peek().filter(|first| *first < limit)?;
        if self.in_order.front() == Some(&first) {
            self.in_order.pop_front();
        } else {
            self.others.pop();
        }
        Some(first)
    }

    /// Forgets those for which `keep` is false, and gives back the memory that is not in use.
    pub(super) fn shrink(&mut self, keep: impl Fn(&Turn) -> bool) {
        self.in_order.retain(&keep);
        self.others.retain(|turn| keep(&turn.0));
        self.in_order.shrink_to_fit();
        self.others.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turns_come_in_order(steps in prop::collection::vec(prop::option::of(0i64..9), 1..60)) {
            let (mut queue, mut list) = (Queue::default(), Vec::new());
            for (serial, step) in (0u32..).zip(steps) {
                if let Some(time) = step {
                    queue.push((time, serial, 0));
                    list.push((time, serial, 0));
                } else {
                    list.sort_unstable();
                    let first = (!list.is_empty()).then(|| list.remove(0));
                    if let Some(first) = first {
                        prop_assert_eq!(queue.pop_before(first), None);
                    }
                    prop_assert_eq!(queue.pop_before((9, 0, 0)), first);
                }
            }
        }
    }
}
