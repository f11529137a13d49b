//! Things by their depth.

use core::cmp::Ordering;

/// A thing as it is ranked: by depth, then by layer, then by its number. All in one place, so that sorting touches nothing
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    /// Larger for what is nearer, as `f64::total_cmp` has it.
    depth: u64,
    layer: i32,
    pub(super) slot: u32,
}

impl Ranked {
    pub(super) const fn new(depth: f64, layer: i32, slot: u32) -> Self {
        let bits = depth.to_bits();
        let depth = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
        Self { depth, layer, slot }
    }

    /// Layer and number in one word.
    const fn tie(&self) -> u64 {
        ((self.layer as u32 ^ 1 << 31) as u64) << 32 | self.slot as u64
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.depth.cmp(&other.depth).then_with(|| self.tie().cmp(&other.tie()))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Two ascending lists as one, in place of what was in `out`.
pub(super) fn merge(a: &[Ranked], b: &[Ranked], out: &mut Vec<Ranked>) {
    out.clear();
    let mut rest = a;
    for next in b {
        let before = rest.partition_point(|ranked| ranked < next);
        out.extend_from_slice(&rest[..before]);
        out.push(*next);
        rest = &rest[before..];
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;

    #[test]
    fn ranks_are_depth_then_layer_then_number() {
        let list = [
            Ranked::new(f64::NEG_INFINITY, 0, 9),
            Ranked::new(-2.0, 5, 0),
            Ranked::new(-1.0, -7, 3),
            Ranked::new(-1.0, 1, 2),
            Ranked::new(-1.0, 1, 4),
            Ranked::new(0.0, 0, 0),
            Ranked::new(1e-9, i32::MIN, 0),
            Ranked::new(3.0, 0, 1),
        ];
        assert!(list.is_sorted_by(|a, b| a < b));
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let (a, b): (Vec<_>, Vec<_>) = list.iter().partition(|_| rng.chance(0.5));
            let mut out = vec![list[0]];
            merge(&a, &b, &mut out);
            assert_eq!(out, list);
        }
    }
}
