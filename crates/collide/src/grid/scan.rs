//! The inner loop: eight candidates at a time.
//!
//! A slot is compared with whole groups of eight slots that stand side by side in the sorted order; what lies beyond the
//! end of a range is cut off by a bit mask afterwards, because a load of fewer would need a branch for each length.
//! Arrays end with [`LANES`] unused places, so that the last group may be loaded as well. Hits are gathered in a buffer on
//! the stack and handed on in blocks: the loop that tests then calls nobody and keeps its vectors in registers.

use super::table::{LANES, Slots};
use crate::Pair;
use core::hint::select_unpredictable;
use fearless_simd::{f32x8, mask32x8, prelude::*};
use motile_geom::{Aabb, Vec2, vec2};

/// Hits gathered before they are handed on.
pub(crate) const HITS: usize = 512;

/// Slots of one query gathered before they are handed on.
pub(crate) const FOUND: usize = 128;

/// Two slots that passed a test; the first is the one scanned.
pub(crate) type Hit = [u32; 2];

/// What makes two slots a pair.
pub(crate) trait Test: Copy {
    /// A slot as it is compared with many others.
    type Own<S: Simd>: Copy;

    /// This test on slices cut to one length, so that one comparison guards the loads of all.
    fn leveled(self) -> Self;

    /// Reads a slot.
    fn own<S: Simd>(&self, simd: S, slot: usize) -> Self::Own<S>;

    /// One bit for each of the eight slots from `start`: whether it pairs with the slot read before.
    fn mask<S: Simd>(&self, simd: S, own: Self::Own<S>, start: usize) -> u32;
}

/// Centers of slots as the kernels read them.
#[derive(Clone, Copy)]
pub(crate) struct Centers<'a, const TORUS: bool> {
    pub(crate) xs: &'a [f32],
    pub(crate) ys: &'a [f32],
    pub(crate) period: Vec2,
}

impl<const TORUS: bool> Centers<'_, TORUS> {
    #[inline(always)]
    pub(crate) fn leveled(self) -> Self {
        Self { ys: &self.ys[..self.xs.len()], ..self }
    }

    /// A point as slots are compared with it.
    #[inline(always)]
    pub(crate) fn splat<S: Simd>(simd: S, point: Vec2) -> [f32x8<S>; 2] {
        [f32x8::splat(simd, point.x), f32x8::splat(simd, point.y)]
    }

    #[inline(always)]
    fn own<S: Simd>(&self, simd: S, slot: usize) -> [f32x8<S>; 2] {
        Self::splat(simd, vec2(self.xs[slot], self.ys[slot]))
    }

    /// Squared distances of eight slots from a point.
    #[inline(always)]
    pub(crate) fn squared<S: Simd>(
        &self,
        simd: S,
        [x, y]: [f32x8<S>; 2],
        start: usize,
    ) -> f32x8<S> {
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
    type Own<S: Simd> = [f32x8<S>; 2];

    #[inline(always)]
    fn leveled(self) -> Self {
        Self { centers: self.centers.leveled(), ..self }
    }

    #[inline(always)]
    fn own<S: Simd>(&self, simd: S, slot: usize) -> Self::Own<S> {
        self.centers.own(simd, slot)
    }

    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, own: Self::Own<S>, start: usize) -> u32 {
        let squared = self.centers.squared(simd, own, start);
        squared.simd_lt(f32x8::splat(simd, self.reach_squared)).to_bitmask() as u32
    }
}

/// Overlapping circles; tangent ones do not.
#[derive(Clone, Copy)]
pub(crate) struct Discs<'a, const TORUS: bool> {
    pub(crate) centers: Centers<'a, TORUS>,
    pub(crate) radii: &'a [f32],
}

impl<const TORUS: bool> Test for Discs<'_, TORUS> {
    type Own<S: Simd> = ([f32x8<S>; 2], f32x8<S>);

    #[inline(always)]
    fn leveled(self) -> Self {
        let centers = self.centers.leveled();
        Self { centers, radii: &self.radii[..centers.xs.len()] }
    }

    #[inline(always)]
    fn own<S: Simd>(&self, simd: S, slot: usize) -> Self::Own<S> {
        (self.centers.own(simd, slot), f32x8::splat(simd, self.radii[slot]))
    }

    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, (center, radius): Self::Own<S>, start: usize) -> u32 {
        let squared = self.centers.squared(simd, center, start);
        let reach = f32x8::from_slice(simd, &self.radii[start..start + LANES]) + radius;
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
    /// One bit for each of the eight slots from `start`: whether its box touches one with these left, top,
    /// right and bottom sides.
    #[inline(always)]
    pub(crate) fn touching<S: Simd>(&self, simd: S, sides: [f32x8<S>; 4], start: usize) -> u32 {
        let load = |side: &[f32]| f32x8::from_slice(simd, &side[start..start + LANES]);
        let [left, top, right, bottom] = sides;
        let across = load(self.left).simd_le(right) & load(self.right).simd_ge(left);
        let down = load(self.top).simd_le(bottom) & load(self.bottom).simd_ge(top);
        (across & down).to_bitmask() as u32
    }

    /// The sides of a box, as [`touching`](Self::touching) takes them.
    #[inline(always)]
    pub(crate) fn sides<S: Simd>(simd: S, area: Aabb) -> [f32x8<S>; 4] {
        let splat = |side: f32| f32x8::splat(simd, side);
        [splat(area.min.x), splat(area.min.y), splat(area.max.x), splat(area.max.y)]
    }

    pub(crate) fn get(&self, slot: usize) -> Aabb {
        Aabb::new(vec2(self.left[slot], self.top[slot]), vec2(self.right[slot], self.bottom[slot]))
    }
}

impl Test for Boxes<'_> {
    type Own<S: Simd> = [f32x8<S>; 4];

    #[inline(always)]
    fn leveled(self) -> Self {
        let len = self.left.len();
        let Self { left, top, right, bottom } = self;
        Self { left, top: &top[..len], right: &right[..len], bottom: &bottom[..len] }
    }

    #[inline(always)]
    fn own<S: Simd>(&self, simd: S, slot: usize) -> Self::Own<S> {
        Self::sides(simd, self.get(slot))
    }

    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, own: Self::Own<S>, start: usize) -> u32 {
        self.touching(simd, own, start)
    }
}

/// Boxes that touch in a torus, here or across an edge.
#[derive(Clone, Copy)]
pub(crate) struct TorusBoxes<'a> {
    pub(crate) boxes: Boxes<'a>,
    pub(crate) period: Vec2,
}

impl Test for TorusBoxes<'_> {
    type Own<S: Simd> = [f32x8<S>; 4];

    #[inline(always)]
    fn leveled(self) -> Self {
        Self { boxes: self.boxes.leveled(), ..self }
    }

    #[inline(always)]
    fn own<S: Simd>(&self, simd: S, slot: usize) -> Self::Own<S> {
        self.boxes.own(simd, slot)
    }

    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, own: Self::Own<S>, start: usize) -> u32 {
        let load = |side: &[f32]| f32x8::from_slice(simd, &side[start..start + LANES]);
        let Boxes { left, top, right, bottom } = self.boxes;
        let period = f32x8::splat(simd, self.period.x);
        let across = meet_around([own[0], own[2]], [load(left), load(right)], period);
        let period = f32x8::splat(simd, self.period.y);
        let down = meet_around([own[1], own[3]], [load(top), load(bottom)], period);
        (across & down).to_bitmask() as u32
    }
}

/// Whether stretches from one end to the other meet, here or a period further. The period is only ever added, never
/// taken away: so it is the same whichever is the first.
#[inline(always)]
fn meet_around<S: Simd>(a: [f32x8<S>; 2], b: [f32x8<S>; 2], period: f32x8<S>) -> mask32x8<S> {
    let (next_a, next_b) = ([a[0] + period, a[1] + period], [b[0] + period, b[1] + period]);
    meet(a, b) | meet(next_a, b) | meet(a, next_b)
}

/// Whether stretches from one end to the other meet.
#[inline(always)]
fn meet<S: Simd>(a: [f32x8<S>; 2], b: [f32x8<S>; 2]) -> mask32x8<S> {
    a[0].simd_le(b[1]) & b[0].simd_le(a[1])
}

/// How far a scan has come, so that it can stop when its hits fill up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) slot: usize,
    pub(crate) end: usize,
    /// The range of partners that comes next.
    pub(crate) range: usize,
    /// Slots of that range already tested.
    pub(crate) tested: u32,
}

impl Cursor {
    pub(crate) const fn new(slot: usize, end: usize) -> Self {
        Self { slot, end, range: 0, tested: 0 }
    }
}

/// Where the partners of slots stand, as `R` ranges each.
pub(crate) trait Partners<const R: usize>: Copy {
    /// These partners on slices cut to one length, so that one comparison guards the looks into all.
    fn leveled(self) -> Self;

    /// The partners of a slot.
    fn of(&self, slot: usize) -> [Slots; R];
}

/// Tests slots against their ranges of partners until the cursor ends or `hits`, of which some may be written already,
/// is full; returns how many are written then.
#[inline(always)]
pub(crate) fn scan<S: Simd, const R: usize>(
    simd: S,
    test: impl Test,
    partners: impl Partners<R>,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
    mut count: usize,
) -> usize {
    let (test, partners) = (test.leveled(), partners.leveled());
    loop {
        if !scan_short(simd, &test, &partners, cursor, hits, &mut count)
            || cursor.slot >= cursor.end
        {
            return count;
        }
        // The loop above stands alone, so that it keeps its numbers in registers: this one is rare.
        let (ranges, own) = (partners.of(cursor.slot), test.own(simd, cursor.slot));
        let range = |index: usize| ranges.get(index).copied();
        if !scan_long(simd, &test, own, range, cursor, hits, &mut count) {
            return count;
        }
        cursor.slot += 1;
    }
}

/// Tests slots until one has a range of more than [`LANES`] partners, or the cursor ends; false when it stopped because
/// `hits` is full.
#[inline(always)]
fn scan_short<S: Simd, const R: usize>(
    simd: S,
    test: &impl Test,
    partners: &impl Partners<R>,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
    count: &mut usize,
) -> bool {
    let (mut slot, mut written, end) = (cursor.slot, *count, cursor.end);
    let mut has_room = true;
    while slot < end {
        let ranges = partners.of(slot);
        if ranges.iter().any(|&(from, to)| to - from > LANES as u32) {
            break;
        }
        let Some(room) = hits.get_mut(written..written + R * LANES) else {
            has_room = false;
            break;
        };
        written += write_hits(simd, test, test.own(simd, slot), ranges, slot, room);
        slot += 1;
    }
    (cursor.slot, *count) = (slot, written);
    has_room
}

/// Tests a slot against ranges of at most [`LANES`] slots; `room` holds as many hits. Returns how many were written.
///
/// Cells hold about one object, so ranges are of unpredictable length. Whole groups of eight are tested and cut by a
/// bit mask, and the first two hits are written whether they exist or not: in the common case there is no branch
/// to mispredict.
#[inline(always)]
pub(crate) fn write_hits<S: Simd, T: Test, const R: usize>(
    simd: S,
    test: &T,
    own: T::Own<S>,
    ranges: [Slots; R],
    slot: usize,
    room: &mut [Hit],
) -> usize {
    let mut found = 0u64;
    for (i, &(from, to)) in ranges.iter().enumerate() {
        let bits = test.mask(simd, own, from as usize) & ((1 << (to - from)) - 1);
        found |= (bits as u64) << (i * LANES);
    }
    // Where lane 0 of each range would be if the bits of all ranges were one range.
    let partner = |found: u64| {
        let bit = found.trailing_zeros();
        let mut base = ranges[0].0;
        for (i, range) in ranges.iter().enumerate().skip(1) {
            let first = (i * LANES) as u32;
            base = select_unpredictable(bit >= first, range.0.wrapping_sub(first), base);
        }
        base.wrapping_add(bit)
    };
    room[0] = [slot as u32, partner(found)];
    let mut count = usize::from(found != 0);
    found &= found.wrapping_sub(1);
    room[count] = [slot as u32, partner(found)];
    count += usize::from(found != 0);
    found &= found.wrapping_sub(1);
    while found != 0 {
        room[count] = [slot as u32, partner(found)];
        count += 1;
        found &= found - 1;
    }
    count
}

/// Tests the slot of the cursor against ranges of any number and length; false when it stopped because `hits` is
/// full.
#[inline(always)]
pub(crate) fn scan_long<S: Simd, T: Test>(
    simd: S,
    test: &T,
    own: T::Own<S>,
    range: impl Fn(usize) -> Option<Slots>,
    cursor: &mut Cursor,
    hits: &mut [Hit; HITS],
    count: &mut usize,
) -> bool {
    while let Some((from, to)) = range(cursor.range) {
        let mut next = from + cursor.tested;
        while next < to {
            if *count + LANES > HITS {
                cursor.tested = next - from;
                return false;
            }
            let left = (to - next).min(LANES as u32);
            let mut found = test.mask(simd, own, next as usize) & (u32::MAX >> (32 - left));
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

/// Hands on the hits of a scan until it finds no more, by the names of the first and of the second slots.
#[inline]
pub(crate) fn drain(
    names: [&[u32]; 2],
    mut scan: impl FnMut(&mut [Hit; HITS]) -> usize,
    mut f: impl FnMut(Pair),
) {
    let mut hits = [[0; 2]; HITS];
    loop {
        let count = scan(&mut hits);
        if count == 0 {
            return;
        }
        for &[a, b] in &hits[..count] {
            f(Pair::new(names[0][a as usize], names[1][b as usize]));
        }
    }
}

/// Hands on the slots of a query until it gathers no more.
#[inline]
pub(crate) fn drain_found(
    mut gather: impl FnMut(&mut [u32; FOUND]) -> usize,
    mut f: impl FnMut(usize),
) {
    let mut found = [0; FOUND];
    loop {
        let count = gather(&mut found);
        for &slot in &found[..count] {
            f(slot as usize);
        }
        if count + LANES <= FOUND {
            return;
        }
    }
}

/// Writes the slots of ranges that pair with what was read before until `found` is nearly full or the ranges end;
/// returns how many. `open` is the range that was begun.
#[inline(always)]
pub(crate) fn gather<S: Simd, T: Test>(
    simd: S,
    test: T,
    own: T::Own<S>,
    ranges: &mut impl Iterator<Item = Slots>,
    open: &mut Slots,
    found: &mut [u32; FOUND],
) -> usize {
    let test = test.leveled();
    let mut count = 0;
    loop {
        while open.0 < open.1 {
            if count + LANES > FOUND {
                return count;
            }
            let left = (open.1 - open.0).min(LANES as u32);
            let mut bits = test.mask(simd, own, open.0 as usize) & (u32::MAX >> (32 - left));
            while bits != 0 {
                found[count] = open.0 + bits.trailing_zeros();
                count += 1;
                bits &= bits - 1;
            }
            open.0 += left;
        }
        match ranges.next() {
            Some(range) => *open = range,
            None => return count,
        }
    }
}
