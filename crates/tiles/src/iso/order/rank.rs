//! Things by their depth.

use crate::iso::{IsoBox, IsoProjection};
use core::cmp::Ordering;
use motile_geom::Vec3;

/// Fewer than this are sorted by comparing.
const FEW: usize = 256;
/// How many things share a bucket, about.
const SHARE: usize = 4;

/// A thing as it is ranked: by depth, then by layer, then by its number. With its box, so that whoever walks things by depth
/// finds what he compares in a row: what is near in depth is near on the screen, and anywhere in the arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ranked {
    pub(super) bounds: IsoBox,
    pub(super) layer: i32,
    pub(super) slot: u32,
}

impl Ranked {
    const NOTHING: Self =
        Self { bounds: IsoBox { min: Vec3::ZERO, max: Vec3::ZERO }, layer: 0, slot: 0 };

    fn depth(&self, view: &IsoProjection) -> f64 {
        view.depth_of(view.view_box(&self.bounds).center())
    }

    fn compare(&self, other: &Self, view: &IsoProjection) -> Ordering {
        let depths = self.depth(view).total_cmp(&other.depth(view));
        depths.then_with(|| (self.layer, self.slot).cmp(&(other.layer, other.slot)))
    }
}

/// Brings things into ascending order.
pub(super) fn sort_few(things: &mut [Ranked], view: &IsoProjection) {
    things.sort_unstable_by(|a, b| a.compare(b, view));
}

/// Brings things into ascending order, in place of what was in `out`, by buckets of equal ranges of depth: that of a world spreads
/// over its range, so that few share one, however many there are. Walks them three times rather than keeping a list; `buckets`
/// is memory to be used.
pub(super) fn sort(
    things: impl Iterator<Item = Ranked> + Clone,
    view: &IsoProjection,
    out: &mut Vec<Ranked>,
    buckets: &mut Vec<u32>,
) {
    let (mut low, mut high, mut count) = (f64::INFINITY, f64::NEG_INFINITY, 0);
    for ranked in things.clone() {
        let depth = ranked.depth(view);
        (low, high, count) = (low.min(depth), high.max(depth), count + 1);
    }
    out.clear();
    if count < FEW {
        out.extend(things);
        return sort_few(out, view);
    }
    let last = count / SHARE;
    let scale = last as f64 / (high - low);
    // Rounding and scaling never turn two numbers around; what is no number when all are alike becomes 0.
    let bucket = |ranked: &Ranked| (((ranked.depth(view) - low) * scale) as usize).min(last);
    buckets.clear();
    buckets.resize(last + 1, 0);
    for ranked in things.clone() {
        buckets[bucket(&ranked)] += 1;
    }
    let mut sum = 0;
    for start in &mut *buckets {
        sum += core::mem::replace(start, sum);
    }
    out.resize(count, Ranked::NOTHING);
    for ranked in things {
        let next = &mut buckets[bucket(&ranked)];
        out[*next as usize] = ranked;
        *next += 1;
    }
    let mut start = 0;
    for &end in &*buckets {
        sort_few(&mut out[start..end as usize], view);
        start = end as usize;
    }
}

/// Two ascending lists as one, in place of what was in `out`.
pub(super) fn merge(a: &[Ranked], b: &[Ranked], view: &IsoProjection, out: &mut Vec<Ranked>) {
    out.clear();
    let mut rest = a;
    for next in b {
        let before = rest.partition_point(|ranked| ranked.compare(next, view).is_lt());
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

    const VIEW: IsoProjection = IsoProjection::DIMETRIC;

    /// A thing so far to the front.
    fn at(x: f32, layer: i32, slot: u32) -> Ranked {
        let place = Vec3::new(x, 0.0, 0.0);
        Ranked { bounds: IsoBox { min: place, max: place }, layer, slot }
    }

    #[test]
    fn ranks_are_depth_then_layer_then_number() {
        let list = [
            at(f32::MIN, 0, 9),
            at(-2.0, 5, 0),
            at(-1.0, -7, 3),
            at(-1.0, 1, 2),
            at(-1.0, 1, 4),
            at(0.0, 0, 0),
            at(1e-9, i32::MIN, 0),
            at(3.0, 0, 1),
        ];
        assert!(list.is_sorted_by(|a, b| a.compare(b, &VIEW).is_lt()));
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let (a, b): (Vec<_>, Vec<_>) = list.iter().partition(|_| rng.chance(0.5));
            let mut out = vec![list[0]];
            merge(&a, &b, &VIEW, &mut out);
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
                    let x = match round % 5 {
                        0 => 3.0,
                        1 => rng.int(-4..4) as f32,
                        2 if slot == 7 => 1e38,
                        3 => rng.range(-1e-30..1e-30_f32),
                        _ => rng.range(-5000.0..5000.0_f32),
                    };
                    at(x, rng.int(-2..3), slot)
                })
                .collect();
            rng.shuffle(&mut list);
            let mut wanted = list.clone();
            wanted.sort_unstable_by(|a, b| a.compare(b, &VIEW));
            sort(list.iter().copied(), &VIEW, &mut out, &mut buckets);
            assert_eq!(out, wanted, "round {round}");
        }
    }
}
