//! Pairs of objects, and the loop that needs no structure at all.

use motile_geom::Vec2;

/// Two objects by their indices, `a < b`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The smaller index.
    pub a: u32,
    /// The larger index.
    pub b: u32,
}

impl Pair {
    /// A pair from two different indices in either order.
    #[inline]
    pub const fn new(first: u32, second: u32) -> Self {
        if first < second { Self { a: first, b: second } } else { Self { a: second, b: first } }
    }
}

/// Number of unordered pairs among `n` objects: (n² − n) / 2.
pub const fn pair_count(n: u32) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

/// Every pair among `n` objects once: (0, 1), (0, 2), …, (n − 2, n − 1).
pub fn all_pairs(n: u32) -> impl Iterator<Item = Pair> + Clone {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| Pair { a, b }))
}

/// How many candidate pairs a grid with this cell side has on average for `n` points strewn evenly over
/// `size` pixels: the cost to weigh cell sizes by, before or without measuring. 0 where a
/// number is not above 0.
///
/// ```
/// use motile_collide::expected_candidates;
/// use motile_geom::vec2;
/// let checks = expected_candidates(500, vec2(1000.0, 800.0), 50.0);
/// assert_eq!(checks.round(), 3250.0, "of 124,750 pairs");
/// ```
pub fn expected_candidates(n: u32, size: Vec2, cell: f32) -> f64 {
    // Chance that two points are in the same or in neighboring columns; the last may be cut off.
    let near = |length: f32| {
        let cells = length as f64 / cell as f64;
        let (whole, rest) = (cells.floor(), cells - cells.floor());
        let same = whole + rest * rest;
        let beside = (whole - 1.0).max(0.0) + if whole > 0.0 { rest } else { 0.0 };
        (same + 2.0 * beside) / (cells * cells)
    };
    if size.cmpgt(Vec2::ZERO).all() && cell > 0.0 && size.is_finite() {
        pair_count(n) as f64 * near(size.x) * near(size.y)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::vec2;
    use std::collections::BTreeSet;

    #[test]
    fn col_a1_col_17_col_18_pair_counts_and_the_all_pairs_iterator() {
        let law = [
            (0, 0),
            (1, 0),
            (2, 1),
            (6, 15),
            (10, 45),
            (20, 190),
            (30, 435),
            (50, 1225),
            (100, 4950),
            (500, 124_750),
            (1000, 499_500),
        ];
        for (n, expected) in law {
            assert_eq!(pair_count(n), expected);
            let pairs: Vec<Pair> = all_pairs(n).collect();
            assert_eq!(pairs.len() as u64, expected);
            assert!(pairs.iter().all(|p| p.a < p.b && p.b < n));
            assert_eq!(pairs.iter().collect::<BTreeSet<_>>().len(), pairs.len());
        }
        assert_eq!(pair_count(u32::MAX), 9_223_372_030_412_324_865);
    }

    #[test]
    fn col_38_expected_candidates_of_the_measured_claims() {
        let screen = vec2(1440.0, 900.0);
        for (n, size, cell, expected) in [
            (100, screen, 50.0, 80.7),
            (100, screen, 75.0, 175.8),
            (100, screen, 80.0, 198.1),
            (100, screen, 100.0, 301.8),
            (100, screen, 40.0, 52.2),
            (100, screen, 30.0, 29.8),
            (100, vec2(1440.0, 750.0), 50.0, 96.1),
            (100, vec2(800.0, 600.0), 50.0, 210.0),
            (100, vec2(1000.0, 800.0), 50.0, 129.0),
            (500, vec2(1000.0, 800.0), 50.0, 3250.3),
        ] {
            let found = expected_candidates(n, size, cell);
            assert!((found - expected).abs() < 0.06, "{n} {size} {cell}: {found}");
        }
        assert_eq!(expected_candidates(1000, screen, 50.0).round(), 8142.0);
        assert_eq!(expected_candidates(10, vec2(30.0, 30.0), 100.0), 45.0, "all in one cell");
        for (size, cell) in [(screen, 0.0), (screen, f32::NAN), (Vec2::ZERO, 5.0), (Vec2::NAN, 5.0)]
        {
            assert_eq!(expected_candidates(10, size, cell), 0.0);
        }
    }
}
