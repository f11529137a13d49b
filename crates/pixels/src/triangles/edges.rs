//! The rows of a triangle: from which pixel to which, in whole numbers.

use super::corners::{Fixed, HALF, PIXEL, first_center, is_near};

/// Walks the rows of a triangle from top to bottom.
pub(super) enum Walk {
    /// In 64 bits, without a division after the first row.
    Near {
        /// Pixels from the greater of these on are inside.
        left: [Crossing; 2],
        /// Pixels before the lesser of these are inside.
        right: [Crossing; 2],
    },
    /// Numbers too long for that: each edge a bound on the left or, if so, on the right.
    Far([(LongCrossing, bool); 3]),
}

impl Walk {
    /// Begins at a row. `reach` moves each edge outward by as many of its own lengths (|dx| + |dy|, 1/256 of a
    /// pixel) as it says, 0 for the edge itself with the top-left rule. Level edges bound no row: they are in [`between_levels`].
    #[inline(always)]
    pub(super) fn new(points: [Fixed; 3], row: i32, reach: [i64; 3]) -> Self {
        if !is_near(points) {
            let side = |i: usize| {
                let (a, b) = (points[i], points[(i + 1) % 3]);
                (LongCrossing::new(a, b, row, reach[i]), b[1] >= a[1])
            };
            return Self::Far([side(0), side(1), side(2)]);
        }
        let (mut left, mut right) = ([Crossing::NO_LEFT; 2], [Crossing::NO_RIGHT; 2]);
        let (mut lefts, mut rights) = (0, 0);
        for i in 0..3 {
            let (a, b) = (points[i], points[(i + 1) % 3]);
            // Of three edges that come back to where they began, two at most go up and two at most go down.
            if b[1] < a[1] && lefts < 2 {
                left[lefts] = Crossing::new(a, b, row, reach[i]);
                lefts += 1;
            } else if b[1] > a[1] && rights < 2 {
                right[rights] = Crossing::new(a, b, row, reach[i]);
                rights += 1;
            }
        }
        Self::Near { left, right }
    }

    /// The pixels of the present row, within `columns`; goes on to the next.
    #[inline(always)]
    pub(super) fn next_row(&mut self, columns: (i32, i32)) -> (i32, i32) {
        let (mut first, mut end) = (i64::from(columns.0), i64::from(columns.1));
        match self {
            Self::Near { left, right } => {
                first = first.max(left[0].next_row()).max(left[1].next_row());
                end = end.min(right[0].next_row()).min(right[1].next_row());
            }
            Self::Far(sides) => {
                for (crossing, is_right) in sides {
                    let at = crossing.next_row();
                    if *is_right {
                        end = end.min(at);
                    } else {
                        first = first.max(at);
                    }
                }
            }
        }
        // Between the columns, unless the row is empty.
        if first < end { (first as i32, end as i32) } else { (0, 0) }
    }
}

/// Those of some rows that level edges let pass.
#[inline(always)]
pub(super) fn between_levels(
    points: [Fixed; 3],
    reach: [i64; 3],
    (mut first, mut end): (i32, i32),
) -> (i32, i32) {
    for i in 0..3 {
        let (a, b) = (points[i], points[(i + 1) % 3]);
        if a[1] != b[1] {
            continue;
        }
        let held = |row: i64| row.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        if b[0] > a[0] {
            // The upper edge runs to the right and owns its points, but not those that a rim just reaches.
            let from = if reach[i] > 0 { a[1] - reach[i] + 1 } else { a[1] };
            first = first.max(held(first_center(from)));
        } else {
            end = end.min(held(first_center(a[1] + reach[i])));
        }
    }
    (first, end)
}

/// ⌈numerator / denominator⌉ for a numerator that grows evenly from row to row.
///
/// For the edge from a to b, interior on its right as it is walked, a point p is inside when
/// `dx·(p.y − a.y) − dy·(p.x − a.x)` is positive, or zero on a left or upper edge. Solved for p.x, the center of pixel x:
/// an edge that goes up bounds a row on the left, with equality; one that goes down on the right, without.
/// Both are the same ceiling.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    quotient: i64,
    /// How much the product of quotient and denominator lies above the numerator; both step, and a carry follows.
    above: i64,
    step: i64,
    step_above: i64,
    denominator: i64,
}

impl Crossing {
    /// Bounds nothing, on either side.
    const NO_LEFT: Self = Self::level(i64::MIN);
    const NO_RIGHT: Self = Self::level(i64::MAX);

    const fn level(quotient: i64) -> Self {
        Self { quotient, above: 0, step: 0, step_above: 0, denominator: 1 }
    }

    #[inline(always)]
    fn new(a: Fixed, b: Fixed, row: i32, reach: i64) -> Self {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let below = i64::from(row) * PIXEL + HALF - a[1];
        let sign = dy.signum();
        // The edge moves out by whole units of the numerator: |dx| + |dy| for every unit of reach.
        let outward = (dx.abs() + dy.abs()) * reach * sign;
        let numerator = (a[0] - HALF) * dy.abs() + sign * dx * below + outward;
        Self::stepping(numerator, sign * dx * PIXEL, dy.abs() * PIXEL)
    }

    #[inline(always)]
    fn stepping(numerator: i64, step: i64, denominator: i64) -> Self {
        let quotient = -(-numerator).div_euclid(denominator);
        let step_quotient = step.div_euclid(denominator);
        Self {
            quotient,
            above: quotient * denominator - numerator,
            step: step_quotient,
            step_above: step - step_quotient * denominator,
            denominator,
        }
    }

    #[inline(always)]
    fn next_row(&mut self) -> i64 {
        let now = self.quotient;
        // The numerator grows by step·denominator + step_above: the quotient by step, and by one more
        // when what it lay above the numerator is used up. The sign, all over a number, is that one.
        let above = self.above - self.step_above;
        let carry = above >> 63;
        self.above = above + (carry & self.denominator);
        self.quotient += self.step - carry;
        now
    }
}

/// A [`Crossing`] of any length.
pub(super) struct LongCrossing {
    numerator: i128,
    step: i128,
    denominator: i128,
}

impl LongCrossing {
    fn new(a: Fixed, b: Fixed, row: i32, reach: i64) -> Self {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]].map(i128::from);
        if dy == 0 {
            // A level edge bounds nothing: as far right as there is.
            return Self { numerator: i64::MAX.into(), step: 0, denominator: 1 };
        }
        let below = i128::from(i64::from(row) * PIXEL + HALF - a[1]);
        let (sign, pixel) = (dy.signum(), i128::from(PIXEL));
        let outward = (dx.abs() + dy.abs()) * i128::from(reach) * sign;
        let numerator = i128::from(a[0] - HALF) * dy.abs() + sign * dx * below + outward;
        Self { numerator, step: sign * dx * pixel, denominator: dy.abs() * pixel }
    }

    fn next_row(&mut self) -> i64 {
        let now = -(-self.numerator).div_euclid(self.denominator);
        self.numerator += self.step;
        now.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn near_and_far_walks_agree(
            numerator in -1_000_000i64..1_000_000, step in -50_000i64..50_000, denominator in 1i64..100_000,
        ) {
            let mut near = Crossing::stepping(numerator, step, denominator);
            let mut far = LongCrossing {
                numerator: numerator.into(), step: step.into(), denominator: denominator.into(),
            };
            for _ in 0..50 {
                prop_assert_eq!(near.next_row(), far.next_row());
            }
        }
    }
}
