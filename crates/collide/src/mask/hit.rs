//! Do solid pixels meet? Shifted words and an early way out.

use super::Mask;
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{IRect, IVec2};
use motile_pixels::Surface;

/// Rows tested between two looks at whether there was a hit.
const CHUNK: usize = 16;

/// Rows of a stripe of one mask and of the two stripes of the other that lie over it. The bits of the
/// other are `low >> shift | high << (64 − shift)`; a missing stripe is empty.
pub(super) struct Meeting<'a> {
    /// Left column of the stripe, in pixels of the first mask.
    pub(super) x: i64,
    /// First row, in pixels of the first mask.
    pub(super) y: i64,
    pub(super) first: &'a [u64],
    pub(super) low: &'a [u64],
    pub(super) high: &'a [u64],
    pub(super) shift: u32,
}

impl Meeting<'_> {
    /// The solid pixels that both have, a word a row.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.first.iter().enumerate().map(|(i, word)| {
            let low = self.low.get(i).map_or(0, |word| word >> self.shift);
            // With a shift of 0 the upper stripe is left out, so this never shifts by 64.
            let high = self.high.get(i).map_or(0, |word| word << (64 - self.shift));
            word & (low | high)
        })
    }

    #[inline(always)]
    fn any<S: Simd>(&self, _: S) -> bool {
        let Self { first, low, high, shift, .. } = *self;
        match (low.is_empty(), high.is_empty()) {
            (true, true) => false,
            (false, true) => any_pair(first, low, |a, b| a & (b >> shift)),
            (true, false) => any_pair(first, high, |a, b| a & (b << (64 - shift))),
            (false, false) => any_triple(first, low, high, shift),
        }
    }
}

#[inline(always)]
fn any_pair(first: &[u64], second: &[u64], both: impl Fn(u64, u64) -> u64) -> bool {
    let (a, a_rest) = first.as_chunks::<CHUNK>();
    let (b, b_rest) = second.as_chunks::<CHUNK>();
    let rest = a_rest.iter().zip(b_rest).fold(0, |met, (&a, &b)| met | both(a, b));
    rest != 0
        || a.iter().zip(b).any(|(a, b)| {
            let mut met = 0;
            for i in 0..CHUNK {
                met |= both(a[i], b[i]);
            }
            met != 0
        })
}

#[inline(always)]
fn any_triple(first: &[u64], low: &[u64], high: &[u64], shift: u32) -> bool {
    let both = |a: u64, l: u64, h: u64| a & ((l >> shift) | (h << (64 - shift)));
    let (a, a_rest) = first.as_chunks::<CHUNK>();
    let (l, l_rest) = low.as_chunks::<CHUNK>();
    let (h, h_rest) = high.as_chunks::<CHUNK>();
    let rest = a_rest.iter().zip(l_rest).zip(h_rest);
    let rest = rest.fold(0, |met, ((&a, &l), &h)| met | both(a, l, h));
    rest != 0
        || a.iter().zip(l).zip(h).any(|((a, l), h)| {
            let mut met = 0;
            for i in 0..CHUNK {
                met |= both(a[i], l[i], h[i]);
            }
            met != 0
        })
}

impl Mask {
    /// Whether a solid pixel of this mask, its top left corner at `at`, lies on a solid pixel of
    /// `other` at `other_at` (COL-8). The order of the two does not matter.
    pub fn hits(&self, at: IVec2, other: &Self, other_at: IVec2) -> bool {
        // The narrower mask leads: fewer stripes to walk.
        if other.width < self.width {
            return other.hits(other_at, self, at);
        }
        let level = Level::new();
        dispatch!(level, simd => {
            self.meetings(at, other, other_at).any(|meeting| meeting.any(simd))
        })
    }

    /// Whether the pixel of this mask under a point of the shared space is solid (COL-10).
    pub fn hits_point(&self, at: IVec2, point: IVec2) -> bool {
        let (x, y) = (point.x as i64 - at.x as i64, point.y as i64 - at.y as i64);
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        inside && self.get(x as i32, y as i32)
    }

    /// Whether a solid pixel lies in a rectangle of the shared space (COL-11).
    pub fn hits_rect(&self, at: IVec2, rect: IRect) -> bool {
        let part = self.rect(at).intersect(rect);
        if part.is_empty() {
            return false;
        }
        let left = (part.x as i64 - at.x as i64) as u32;
        let top = (part.y as i64 - at.y as i64) as usize;
        let right = left + part.width - 1;
        (left / 64..=right / 64).any(|stripe| {
            let from = left.max(stripe * 64) % 64;
            let to = right.min(stripe * 64 + 63) % 64;
            let columns = (u64::MAX << from) & (u64::MAX >> (63 - to));
            let rows = &self.stripe(stripe as i64)[top..top + part.height as usize];
            rows.iter().any(|word| word & columns != 0)
        })
    }

    /// The classic test of a surface against a point, where threshold 0 counts as 1: a fully
    /// transparent pixel is never hit (PIX-1). [`Mask::hits_point`] follows the clean rule.
    pub fn classic_point_hit(surface: &Surface, at: IVec2, threshold: u8, point: IVec2) -> bool {
        let (x, y) = (point.x as i64 - at.x as i64, point.y as i64 - at.y as i64);
        let pixel = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        pixel.and_then(|(x, y)| surface.get(x, y)).is_some_and(|color| color.a >= threshold.max(1))
    }

    /// The stripes of both masks that lie over each other, from left to right.
    #[inline]
    pub(super) fn meetings<'a>(
        &'a self,
        at: IVec2,
        other: &'a Self,
        other_at: IVec2,
    ) -> impl Iterator<Item = Meeting<'a>> {
        let part = self.rect(at).intersect(other.rect(other_at));
        let local = |origin: i32, corner: i32| corner as i64 - origin as i64;
        let (left, top) = (local(at.x, part.x), local(at.y, part.y));
        let other_top = local(other_at.y, part.y);
        let stripes =
            if part.is_empty() { 0..0 } else { left / 64..(left + part.width as i64 - 1) / 64 + 1 };
        let rows = part.height as usize;
        stripes.map(move |stripe| {
            // Column of the other mask under the left column of this stripe.
            let column = stripe * 64 + at.x as i64 - other_at.x as i64;
            let (index, shift) = (column.div_euclid(64), column.rem_euclid(64) as u32);
            let rows_of = |words: &'a [u64], from: i64| {
                if words.is_empty() { words } else { &words[from as usize..from as usize + rows] }
            };
            Meeting {
                x: stripe * 64,
                y: top,
                first: rows_of(self.stripe(stripe), top),
                low: rows_of(other.stripe(index), other_top),
                high: if shift == 0 { &[] } else { rows_of(other.stripe(index + 1), other_top) },
                shift,
            }
        })
    }
}
