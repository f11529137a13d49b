//! The inner loop: eight candidates at a time.

use super::table::{LANES, Slots};
use fearless_simd::{f32x8, prelude::*};
use motile_geom::{Aabb, Vec2, vec2};

/// Hits gathered before they are handed on.
pub(crate) const HITS: usize = 512;

/// Two slots that passed a test; the first is the one scanned.
pub(crate) type Hit = [u32; 2];

/// What makes two slots a pair.
pub(crate) trait Test: Copy {
    /// One bit for each of the eight slots from `start`: whether it pairs with `slot`.
    fn mask<S: Simd>(&self, simd: S, slot: usize, start: usize) -> u32;
}

/// Centers of slots as the kernels read them.
#[derive(Clone, Copy)]
pub(crate) struct Centers<'a, const TORUS: bool> {
    pub(crate) xs: &'a [f32],
    pub(crate) ys: &'a [f32],
    pub(crate) period: Vec2,
}

impl<const TORUS: bool> Centers<'_, TORUS> {
    /// Squared distances of eight slots from a point.
    #[inline(always)]
    pub(crate) fn squared<S: Simd>(&self, simd: S, x: f32, y: f32, start: usize) -> f32x8<S> {
        let mut dx = f32x8::from_slice(simd, &self.xs[start..start + LANES]) - x;
        let mut dy = f32x8::from_slice(simd, &self.ys[start..start + LANES]) - y;
        if TORUS {
            // The short way around; both positions are inside, so differences are below a period.
            let (ax, ay) = (dx.abs(), dy.abs());
            dx = ax.min(f32x8::splat(simd, self.period.x) - ax);
            dy = ay.min(f32x8::splat(simd, self.period.y) - ay);
        }
        dx * dx + dy * dy
    }
}

/// Nearer than a common distance.
#[derive(Clone, Copy)]
pub(crate) struct Near<'a, const TORUS: bool> {
    pub(crate) centers: Centers<'a, TORUS>,
    pub(crate) reach_squared: f32,
}

impl<const TORUS: bool> Test for Near<'_, TORUS> {
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, slot: usize, start: usize) -> u32 {
        let (x, y) = (self.centers.xs[slot], self.centers.ys[slot]);
        let squared = self.centers.squared(simd, x, y, start);
        squared.simd_lt(f32x8::splat(simd, self.reach_squared)).to_bitmask() as u32
    }
}

/// Overlapping circles; tangent ones do not (COL-28).
#[derive(Clone, Copy)]
pub(crate) struct Discs<'a, const TORUS: bool> {
    pub(crate) centers: Centers<'a, TORUS>,
    pub(crate) radii: &'a [f32],
}

impl<const TORUS: bool> Test for Discs<'_, TORUS> {
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, slot: usize, start: usize) -> u32 {
        let (x, y) = (self.centers.xs[slot], self.centers.ys[slot]);
        let squared = self.centers.squared(simd, x, y, start);
        let reach = f32x8::from_slice(simd, &self.radii[start..start + LANES]) + self.radii[slot];
        squared.simd_lt(reach * reach).to_bitmask() as u32
    }
}

/// Boxes that touch, borders included.
#[derive(Clone, Copy)]
pub(crate) struct Boxes<'a> {
    pub(crate) left: &'a [f32],
    pub(crate) top: &'a [f32],
    pub(crate) right: &'a [f32],
    pub(crate) bottom: &'a [f32],
}

impl Boxes<'_> {
    /// One bit for each of the eight slots from `start`: whether its box touches `area`.
    #[inline(always)]
    pub(crate) fn touching<S: Simd>(&self, simd: S, area: Aabb, start: usize) -> u32 {
        let load = |side: &[f32]| f32x8::from_slice(simd, &side[start..start + LANES]);
        let splat = |value: f32| f32x8::splat(simd, value);
        let across = load(self.left).simd_le(splat(area.max.x))
            & load(self.right).simd_ge(splat(area.min.x));
        let down = load(self.top).simd_le(splat(area.max.y))
            & load(self.bottom).simd_ge(splat(area.min.y));
        (across & down).to_bitmask() as u32
    }

    pub(crate) fn get(&self, slot: usize) -> Aabb {
        Aabb::new(vec2(self.left[slot], self.top[slot]), vec2(self.right[slot], self.bottom[slot]))
    }
}

impl Test for Boxes<'_> {
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, slot: usize, start: usize) -> u32 {
        self.touching(simd, self.get(slot), start)
    }
}

/// How far a scan has come, so that it can stop when its hits fill up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) slot: usize,
    pub(crate) end: usize,
    range: usize,
    /// Slots of the current range already tested.
    tested: u32,
}

impl Cursor {
    pub(crate) const fn new(slot: usize, end: usize) -> Self {
        Self { slot, end, range: 0, tested: 0 }
    }
}

/// Tests slots against their ranges of partners until the cursor ends or `hits` is full; returns how
/// many hits were written.
///
/// Cells hold about one object, so ranges are short and of unpredictable length. Whole groups of
/// eight are tested and cut by a bit mask, and the first two hits are written whether they exist or
/// not: in the common case there is no branch to mispredict.
#[inline(always)]
pub(crate) fn scan<S: Simd, const R: usize>(
    simd: S,
    test: &impl Test,
    partners: impl Fn(usize) -> [Slots; R],
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
) -> usize {
    let mut count = 0;
    let Cursor { mut slot, end, .. } = *cursor;
    while slot < end {
        let ranges = partners(slot);
        if ranges.iter().any(|&(from, to)| to - from > LANES as u32) {
            cursor.slot = slot;
            if !scan_long(simd, test, &ranges, cursor, hits, &mut count) {
                return count;
            }
            slot += 1;
            continue;
        }
        if count + R * LANES > HITS {
            break;
        }
        let mut found = 0u64;
        for (i, &(from, to)) in ranges.iter().enumerate() {
            let bits = test.mask(simd, slot, from as usize) & ((1 << (to - from)) - 1);
            found |= (bits as u64) << (i * LANES);
        }
        // Where lane 0 of each range would be if the bits of all ranges were one range.
        let partner = |found: u64| {
            let bit = found.trailing_zeros();
            let mut base = ranges[0].0;
            for (i, range) in ranges.iter().enumerate().skip(1) {
                let first = (i * LANES) as u32;
                base = if bit >= first { range.0.wrapping_sub(first) } else { base };
            }
            base.wrapping_add(bit)
        };
        for _ in 0..2 {
            hits[count % HITS] = [slot as u32, partner(found)];
            count += usize::from(found != 0);
            found &= found.wrapping_sub(1);
        }
        while found != 0 {
            hits[count] = [slot as u32, partner(found)];
            count += 1;
            found &= found - 1;
        }
        slot += 1;
    }
    cursor.slot = slot;
    count
}

/// The same for a slot with many partners; false when it stopped because `hits` is full.
#[inline(always)]
fn scan_long<S: Simd>(
    simd: S,
    test: &impl Test,
    ranges: &[Slots],
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
    count: &mut usize,
) -> bool {
    while let Some(&(from, to)) = ranges.get(cursor.range) {
        let mut next = from + cursor.tested;
        while next < to {
            if *count + LANES > HITS {
                cursor.tested = next - from;
                return false;
            }
            let left = (to - next).min(LANES as u32);
            let mut found = test.mask(simd, cursor.slot, next as usize) & (u32::MAX >> (32 - left));
            while found != 0 {
                hits[*count] = [cursor.slot as u32, next + found.trailing_zeros()];
                *count += 1;
                found &= found - 1;
            }
            next += left;
        }
        cursor.range += 1;
        cursor.tested = 0;
    }
    cursor.range = 0;
    true
}
