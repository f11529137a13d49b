//! Seconds as exact fractions.
//!
//! Nobody means 0.016666667 s by `1.0 / 60.0`, and added up sixty times it is not a second. So numbers are read as the
//! simplest fraction that rounds to them, a sixtieth in this case, and time is counted in parts so small that a machine
//! would run for centuries before they add up to anything.

/// A number of 0 or more as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) over: u64,
    pub(crate) under: u64,
}

/// Parts of one in [`product`].
pub(crate) const ONE: i128 = 1 << 64;
/// Larger numbers count as this: 68 years of seconds.
const MOST: f32 = 2_147_483_648.0;
/// Smaller numbers count as 0: less than a nanosecond.
const LEAST: f32 = 1.0 / 1_073_741_824.0;

impl Fraction {
    /// The first fraction in the expansion of a number that rounds to it, both parts below 2³². Negative numbers and
    /// NaN count as 0.
    pub(crate) fn of(value: f32) -> Self {
        if value.is_nan() || value < LEAST {
            return Self { over: 0, under: 1 };
        }
        let value = value.min(MOST);
        // The convergents of the continued fraction: each follows from the two before it. An f32 has 24 bits, so the
        // numbers never get near the 53 that f64 holds before one of them rounds to the value.
        let (mut before, mut last) = ([0, 1], [1, 0]);
        let mut rest = f64::from(value);
        loop {
            let whole = rest.floor();
            let next = [0, 1].map(|i| (whole as u64).saturating_mul(last[i]) + before[i]);
            let [over, under] = next;
            let left = rest - whole;
            if (over as f64 / under as f64) as f32 == value || left <= 0.0 {
                return Self { over, under };
            }
            (before, last, rest) = (last, next, 1.0 / left);
        }
    }
}

/// The product of three fractions in parts of 2⁻⁶⁴, rounded down; at most 2⁶² wholes. The parts of two are below 2³²;
/// the third may be a number of nanoseconds up to 2⁶³.
pub(crate) fn product(factors: [Fraction; 3]) -> i128 {
    let over: u128 = factors.iter().map(|factor| u128::from(factor.over)).product();
    let under: u128 = factors.iter().map(|factor| u128::from(factor.under)).product();
    // Long division by two digits of 32 bits: the remainder is below 2⁹⁶ and still fits when shifted.
    let (whole, rest) = (over / under, (over % under) << 32);
    let (high, rest) = (rest / under, (rest % under) << 32);
    let fraction = (high << 32) | (rest / under);
    ((whole.min(1 << 62) << 64) + fraction).min(1 << 126) as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn fraction(over: u64, under: u64) -> Fraction {
        Fraction { over, under }
    }

    #[test]
    fn numbers_are_the_fractions_that_people_mean() {
        for n in 1..5000 {
            assert_eq!(Fraction::of(1.0 / n as f32), fraction(1, n));
        }
        assert_eq!(Fraction::of(0.02), fraction(1, 50));
        assert_eq!(Fraction::of(0.175), fraction(7, 40));
        assert_eq!(Fraction::of(5.0 / 3.0), fraction(5, 3));
        assert_eq!(Fraction::of(12.0), fraction(12, 1));
    }

    #[test]
    fn every_number_is_met_and_both_parts_stay_small() {
        let mut value = LEAST;
        while value < MOST {
            let Fraction { over, under } = Fraction::of(value);
            assert_eq!((over as f64 / under as f64) as f32, value);
            assert!(over < 1 << 32 && under < 1 << 32, "{over}/{under}");
            value *= 1.000_37;
        }
    }

    #[test]
    fn the_ends_of_the_numbers() {
        for none in [0.0, -0.0, -1.0, f32::NAN, f32::NEG_INFINITY, 1e-12, f32::MIN_POSITIVE] {
            assert_eq!(Fraction::of(none), fraction(0, 1));
        }
        assert_eq!(Fraction::of(f32::INFINITY), fraction(1 << 31, 1));
        assert_eq!(Fraction::of(f32::MAX), fraction(1 << 31, 1));
    }

    #[test]
    fn products_are_exact_to_the_last_part() {
        let third = product([fraction(2, 3), fraction(3, 2), fraction(1, 3)]);
        assert_eq!(third, ONE / 3);
        assert_eq!(product([fraction(7, 1), fraction(3, 4), fraction(1, 1)]), ONE * 21 / 4);
        let most = fraction((1 << 32) - 1, 1);
        assert_eq!(product([most, most, most]), ONE << 62);
        let centuries = fraction(i64::MAX as u64, 1_000_000_000);
        assert_eq!(product([centuries, most, most]), ONE << 62);
        let least = fraction(1, (1 << 32) - 1);
        assert_eq!(product([least, least, least]), 0);
    }
}
