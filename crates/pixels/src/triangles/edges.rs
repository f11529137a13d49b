//! The rows of a triangle: from which pixel to which, in whole numbers.

use super::corners::{Fixed, HALF, PIXEL};

/// Corners nearer than this, in 1/256 of a pixel, are walked in 64 bits: products of their differences have 60.
const NEAR: i64 = 1 << 29;

/// Walks the rows of a triangle from top to bottom.
pub(super) struct Walk {
    sides: [Side; 3],
}

/// One edge of a clockwise triangle as a bound of every row.
enum Side {
    /// Pixels from this one on are inside.
    Left(Crossing),
    /// Pixels before this one are inside.
    Right(Crossing),
    /// A level edge lets a row pass or not: distance of the row's centers behind the edge, its change from row to row, and the
    /// least that passes.
    Level(i128, i128, i128),
}

/// ⌈numerator / denominator⌉ for a numerator that grows evenly from row to row.
enum Crossing {
    /// The quotient, and how much the product with the denominator lies above the numerator; both step, and a carry
    /// follows. No division after the first row.
    Near { quotient: i64, above: i64, step: i64, step_above: i64, denominator: i64 },
    /// Numbers too long for that.
    Far { numerator: i128, step: i128, denominator: i128 },
}

impl Walk {
    /// Begins at a row. `reach` moves each edge outward by as many of its own lengths (|dx| + |dy|, 1/256 of a
    /// pixel) as it says, 0 for the edge itself with the top-left rule.
    pub(super) fn new(points: [Fixed; 3], row: i32, reach: [i64; 3]) -> Self {
        let near = points.iter().flatten().all(|x| x.abs() < NEAR);
        let side = |i: usize| Side::new(points[i], points[(i + 1) % 3], row, reach[i], near);
        Self { sides: [side(0), side(1), side(2)] }
    }

    /// The pixels of the present row, within `columns`; goes on to the next.
    pub(super) fn next_row(&mut self, columns: (i32, i32)) -> (i32, i32) {
        let (mut first, mut end) = (i64::from(columns.0), i64::from(columns.1));
        for side in &mut self.sides {
            match side {
                Side::Left(crossing) => first = first.max(crossing.next_row()),
                Side::Right(crossing) => end = end.min(crossing.next_row()),
                Side::Level(behind, step, least) => {
                    if *behind < *least {
                        end = first;
                    }
                    *behind += *step;
                }
            }
        }
        // Between the columns, unless the row is empty.
        if first < end { (first as i32, end as i32) } else { (0, 0) }
    }
}

impl Side {
    /// For the edge from a to b, interior on its right as it is walked, a point p is inside when
    /// `dx·(p.y − a.y) − dy·(p.x − a.x)` is positive, or zero on a left or upper edge. Solved for p.x, the center of pixel x:
    /// an edge that goes up bounds a row on the left, with equality; one that goes down on the right, without.
    /// Both are the same ceiling.
    fn new(a: Fixed, b: Fixed, row: i32, reach: i64, near: bool) -> Self {
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let below = i64::from(row) * PIXEL + HALF - a[1];
        if dy == 0 {
            let (dx, below) = (i128::from(dx), i128::from(below));
            let length = dx.abs() * i128::from(reach);
            // The upper edge runs to the right and owns its points, the lower one does not.
            let least = i128::from(reach > 0 || dx < 0);
            return Self::Level(dx * below + length, dx * i128::from(PIXEL), least);
        }
        let sign = dy.signum();
        let crossing = if near {
            // The edge moves out by whole units of the numerator: |dx| + |dy| for every unit of reach.
            let outward = (dx.abs() + dy.abs()) * reach * sign;
            let numerator = (a[0] - HALF) * dy.abs() + sign * dx * below + outward;
            Crossing::near(numerator, sign * dx * PIXEL, dy.abs() * PIXEL)
        } else {
            let [dx, dy, below, sign] = [dx, dy, below, sign].map(i128::from);
            let outward = (dx.abs() + dy.abs()) * i128::from(reach) * sign;
            let numerator = i128::from(a[0] - HALF) * dy.abs() + sign * dx * below + outward;
            let pixel = i128::from(PIXEL);
            Crossing::Far { numerator, step: sign * dx * pixel, denominator: dy.abs() * pixel }
        };
        if dy < 0 { Self::Left(crossing) } else { Self::Right(crossing) }
    }
}

impl Crossing {
    fn near(numerator: i64, step: i64, denominator: i64) -> Self {
        let quotient = -(-numerator).div_euclid(denominator);
        let step_quotient = step.div_euclid(denominator);
        Self::Near {
            quotient,
            above: quotient * denominator - numerator,
            step: step_quotient,
            step_above: step - step_quotient * denominator,
            denominator,
        }
    }

    #[inline(always)]
    fn next_row(&mut self) -> i64 {
        match self {
            Self::Near { quotient, above, step, step_above, denominator } => {
                let now = *quotient;
                // The numerator grows by step·denominator + step_above: the quotient by step, and by one more
                // when what it lay above the numerator is used up.
                *quotient += *step;
                *above -= *step_above;
                if *above < 0 {
                    *above += *denominator;
                    *quotient += 1;
                }
                now
            }
            Self::Far { numerator, step, denominator } => {
                let now = -(-*numerator).div_euclid(*denominator);
                *numerator += *step;
                now.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
            }
        }
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
            let mut near = Crossing::near(numerator, step, denominator);
            let mut far = Crossing::Far {
                numerator: numerator.into(), step: step.into(), denominator: denominator.into(),
            };
            for _ in 0..50 {
                prop_assert_eq!(near.next_row(), far.next_row());
            }
        }
    }
}
