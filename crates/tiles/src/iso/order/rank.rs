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
    /// Its depth in single precision: rounding turns no two around, so only equal ones need the exact numbers.
    about: f32,
}

impl Ranked {
    const NOTHING: Self =
        Self { bounds: IsoBox { min: Vec3::ZERO, max: Vec3::ZERO }, layer: 0, slot: 0, about: 0.0 };

    pub(super) fn new(bounds: IsoBox, layer: i32, slot: u32, view: &IsoProjection) -> Self {
        let about = depth(&bounds, view) as f32;
        Self { bounds, layer, slot, about }
    }

    #[inline]
    fn compare(&self, other: &Self, view: &IsoProjection) -> Ordering {
        let depths = self.about.total_cmp(&other.about);
        depths.then_with(|| self.compare_exactly(other, view))
    }

    #[cold]
    fn compare_exactly(&self, other: &Self, view: &IsoProjection) -> Ordering {
        let depths = depth(&self.bounds, view).total_cmp(&depth(&other.bounds, view));
        depths.then_with(|| (self.layer, self.slot).cmp(&(other.layer, other.slot)))
    }
}

#[inline]
fn depth(bounds: &IsoBox, view: &IsoProjection) -> f64 {
    view.depth_of(view.view_box(bounds).center())
}

/// Brings things into ascending order.
pub(super) fn sort_few(things: &mut [Ranked], view: &IsoProjection) {
    things.sort_unstable_by(|a, b| a.compare(b, view));
}

/// Memory that sorting uses.
#[derive(Clone, Debug, Default)]
pub(super) struct RankMemory {
    pub(super) buckets: Vec<u32>,
    /// The depths of the things in single precision, bit by bit.
    pub(super) depths: Vec<u32>,
}

/// Brings things (a box, its layer and its number) into ascending order, in place of what was in `out`, by buckets of equal ranges
/// of depth: that of a world spreads over its range, so that few share one, however many there are. Walks them twice rather
/// than keeping a list.
pub(super) fn sort(
    things: impl Iterator<Item = (IsoBox, i32, u32)> + Clone,
    view: &IsoProjection,
    out: &mut Vec<Ranked>,
    memory: &mut RankMemory,
) {
    let RankMemory { buckets, depths } = memory;
    depths.clear();
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for (bounds, ..) in things.clone() {
        let depth = depth(&bounds, view) as f32;
        (low, high) = (low.min(depth), high.max(depth));
        depths.push(depth.to_bits());
    }
    out.clear();
    let count = depths.len();
    let ranked = |((bounds, layer, slot), about): ((IsoBox, i32, u32), &u32)| Ranked {
        bounds,
        layer,
        slot,
        about: f32::from_bits(*about),
    };
    if count < FEW {
        out.extend(things.zip(&*depths).map(ranked));
        return sort_few(out, view);
    }
    let last = count / SHARE;
    let scale = last as f32 / (high - low);
    // Rounding and scaling never turn two numbers around; what is no number when all are alike becomes 0.
    let bucket = |about: u32| (((f32::from_bits(about) - low) * scale) as usize).min(last);
    buckets.clear();
    buckets.resize(last + 1, 0);
    for &about in &*depths {
        buckets[bucket(about)] += 1;
    }
    let mut sum = 0;
    for start in &mut *buckets {
        sum += core::mem::replace(start, sum);
    }
    out.resize(count, Ranked::NOTHING);
    for ranked in things.zip(&*depths).map(ranked) {
        let next = &mut buckets[bucket(ranked.about.to_bits())];
        out[*next as usize] = ranked;
        *next += 1;
    }
    let mut start = 0;
    for &end in &*buckets {
        let end = end as usize;
        if end > start + 1 {
            sort_few(&mut out[start..end], view);
        }
        start = end;
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
        Ranked::new(IsoBox { min: place, max: place }, layer, slot, &VIEW)
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
        let (mut out, mut memory) = (Vec::new(), RankMemory::default());
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
            let things = list.iter().map(|ranked| (ranked.bounds, ranked.layer, ranked.slot));
            sort(things, &VIEW, &mut out, &mut memory);
            assert_eq!(out, wanted, "round {round}");
        }
    }
}
