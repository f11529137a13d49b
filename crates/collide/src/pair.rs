//! Pairs of objects, and the loop that needs no structure at all.

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

/// Number of unordered pairs among `n` objects: (n² − n) / 2 (COL-17).
pub const fn pair_count(n: u32) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

/// Every pair among `n` objects once: (0, 1), (0, 2), …, (n − 2, n − 1) (COL-18).
pub fn all_pairs(n: u32) -> impl Iterator<Item = Pair> + Clone {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| Pair { a, b }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn col_a1_pair_counts_and_the_all_pairs_iterator() {
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
}
