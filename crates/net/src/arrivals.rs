//! Which of the numbered packets of a peer came.

/// Newest packets that may still be on their way, because others overtook them.
const PENDING: u32 = 16;
/// Packets that are remembered.
const REMEMBERED: u32 = u64::BITS;

/// The packets of about the last second, by their numbers, which go around and around.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arrivals {
    /// The newest number; meaningless before the first packet.
    newest: u16,
    /// Which of the last ones came, the newest in the lowest bit.
    came: u64,
    /// How many numbers there were so far, no more than are remembered.
    count: u32,
}

impl Arrivals {
    /// Notes a packet. One that is far out of the row begins a new one: its sender was started anew, or gone for long.
    pub(crate) fn note(&mut self, number: u16) {
        let ahead = i32::from(number.wrapping_sub(self.newest) as i16);
        if self.count == 0 || ahead.unsigned_abs() >= REMEMBERED {
            *self = Self { newest: number, came: 1, count: 1 };
        } else if ahead > 0 {
            self.came = self.came << ahead | 1;
            self.newest = number;
            self.count = (self.count + ahead as u32).min(REMEMBERED);
        } else {
            self.came |= 1 << -ahead;
        }
    }

    /// The part of them that did not come, 0…1; `None` before there were enough.
    pub(crate) fn loss(&self) -> Option<f32> {
        let counted = self.count.checked_sub(PENDING).filter(|&counted| counted >= PENDING)?;
        let came = (self.came >> PENDING & (u64::MAX >> (REMEMBERED - counted))).count_ones();
        Some(1.0 - came as f32 / counted as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn packets_that_did_not_come_are_counted_and_late_ones_are_not() {
        let mut arrivals = Arrivals::default();
        assert_eq!(arrivals.loss(), None);
        // Around the end of the numbers; every fourth is lost, and pairs change places.
        let numbers = (0..200u16).map(|n| n.wrapping_sub(100)).filter(|n| n % 4 != 0);
        let numbers: Vec<_> = numbers.collect();
        for pair in numbers.chunks(2) {
            pair.iter().rev().for_each(|&number| arrivals.note(number));
        }
        assert_eq!(arrivals.loss(), Some(0.25));
        // Twice is once.
        arrivals.note(99);
        assert_eq!(arrivals.loss(), Some(0.25));
        arrivals.note(30_000);
        assert_eq!(arrivals.loss(), None, "a new life");
    }

    proptest! {
        #[test]
        fn any_numbers_are_a_part_of_one(numbers: Vec<u16>, near in prop::collection::vec(0u16..150, 0..200)) {
            let mut arrivals = Arrivals::default();
            for number in numbers.into_iter().chain(near) {
                arrivals.note(number);
                prop_assert!(arrivals.loss().is_none_or(|loss| (0.0..=1.0).contains(&loss)));
            }
        }
    }
}
