//! Things by their depth.

use core::cmp::Ordering;

/// Fewer than this are sorted by comparing.
const FEW: usize = 256;
/// How many things share a bucket, about.
const SHARE: usize = 4;

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

    /// What it was made of.
    const fn depth(&self) -> f64 {
        let bits = self.depth;
        f64::from_bits(if bits >> 63 == 0 { !bits } else { bits & !(1 << 63) })
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

/// Brings things into ascending order, in place of what was in `out`, by buckets of equal ranges of depth: that of a world spreads
/// over its range, so that few share one, however many there are. Walks them three times rather than keeping a list; `buckets`
/// is memory to be used.
pub(super) fn sort(
    things: impl Iterator<Item = Ranked> + Clone,
    out: &mut Vec<Ranked>,
    buckets: &mut Vec<u32>,
) {
    let (mut low, mut high, mut count) = (f64::INFINITY, f64::NEG_INFINITY, 0);
    for ranked in things.clone() {
        let depth = ranked.depth();
        (low, high, count) = (low.min(depth), high.max(depth), count + 1);
    }
    out.clear();
    if count < FEW {
        out.extend(things);
        return out.sort_unstable();
    }
    let last = count / SHARE;
    let scale = last as f64 / (high - low);
    // Rounding and scaling never turn two numbers around; what is no number when all are alike becomes 0.
    let bucket = |ranked: &Ranked| (((ranked.depth() - low) * scale) as usize).min(last);
    buckets.clear();
    buckets.resize(last + 1, 0);
    for ranked in things.clone() {
        buckets[bucket(&ranked)] += 1;
    }
    let mut sum = 0;
    for start in &mut *buckets {
        sum += core::mem::replace(start, sum);
    }
    out.resize(count, Ranked::new(0.0, 0, 0));
    for ranked in things {
        let next = &mut buckets[bucket(&ranked)];
        out[*next as usize] = ranked;
        *next += 1;
    }
    let mut start = 0;
    for &end in &*buckets {
        out[start..end as usize].sort_unstable();
        start = end as usize;
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

    /// Equal depths, wide ranges and single far ones too.
    #[test]
    fn buckets_sort_as_comparing_does() {
        let mut rng = Rng::new(6);
        let (mut out, mut buckets) = (Vec::new(), Vec::new());
        for round in 0..40 {
            let count = [10, 255, 256, 3000][round % 4];
            let mut list: Vec<_> = (0..count)
                .map(|slot| {
                    let depth = match round % 5 {
                        0 => 3.0,
                        1 => f64::from(rng.int(-4..4)),
                        2 if slot == 7 => 1e300,
                        3 => f64::from(rng.range(-1e-30..1e-30_f32)),
                        _ => f64::from(rng.range(-5000.0..5000.0_f32)),
                    };
                    Ranked::new(depth, rng.int(-2..3), slot)
                })
                .collect();
            rng.shuffle(&mut list);
            let mut wanted = list.clone();
            wanted.sort_unstable();
            sort(list.iter().copied(), &mut out, &mut buckets);
            assert_eq!(out, wanted, "round {round}");
        }
    }
}
