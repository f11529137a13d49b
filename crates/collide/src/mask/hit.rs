//! Do solid pixels meet? Shifted words and an early way out.

use super::Mask;
use core::ops::Range;
use fearless_simd::{Level, Simd, dispatch};
use motile_geom::{IRect, IVec2};

/// Rows tested between two looks at whether there was a hit: enough that the loop between is nothing but vector
/// instructions, few enough that an early hit ends it early. The last rows are tested as a whole chunk, too, some of
/// them twice.
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
            (false, true) => any_chunk([first, low], |[a, l]| a & (l >> shift)),
            (true, false) => any_chunk([first, high], |[a, h]| a & (h << (64 - shift))),
            (false, false) => {
                any_chunk([first, low, high], |[a, l, h]| a & ((l >> shift) | (h << (64 - shift))))
            }
        }
    }
}

/// Whether `meet` of the words of a row, one from each column, is ever not 0. The columns are of one length.
///
/// Everything here is inlined, so that it becomes vector instructions of the caller.
#[inline(always)]
fn any_chunk<const N: usize>(columns: [&[u64]; N], meet: impl Fn([u64; N]) -> u64) -> bool {
    let rows = columns[0].len();
    let columns = columns.map(|column| &column[..rows]);
    let mut row = 0;
    while row + CHUNK <= rows {
        if meets(columns.map(|column| &column[row..row + CHUNK]), &meet) {
            return true;
        }
        row += CHUNK;
    }
    if row == rows {
        return false;
    }
    if rows < CHUNK {
        return (row..rows).any(|row| meet(columns.map(|column| column[row])) != 0);
    }
    meets(columns.map(|column| &column[rows - CHUNK..]), &meet)
}

/// Whether anything meets in columns of [`CHUNK`] rows: no branch among them, so that they become vector instructions.
#[inline(always)]
fn meets<const N: usize>(columns: [&[u64]; N], meet: &impl Fn([u64; N]) -> u64) -> bool {
    let columns = columns.map(|column| &column[..CHUNK]);
    let mut met = 0;
    for row in 0..CHUNK {
        met |= meet(columns.map(|column| column[row]));
    }
    met != 0
}

impl Mask {
    /// Whether a solid pixel of this mask, its top left corner at `at`, lies on a solid pixel of
    /// `other` at `other_at`. The order of the two does not matter.
    pub fn hits(&self, at: IVec2, other: &Self, other_at: IVec2) -> bool {
        // The narrower mask leads: fewer stripes to walk.
        if other.width < self.width {
            return other.hits(other_at, self, at);
        }
        let overlap = Overlap::new(self, at, other, other_at);
        if overlap.stripes.is_empty() {
            return false;
        }
        let level = Level::new();
        dispatch!(level, simd => any_meeting(simd, self, other, &overlap))
    }

    /// Whether the pixel of this mask under a point of the shared space is solid.
    pub fn hits_point(&self, at: IVec2, point: IVec2) -> bool {
        let (x, y) = (point.x as i64 - at.x as i64, point.y as i64 - at.y as i64);
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        inside && self.get(x as i32, y as i32)
    }

    /// Whether a solid pixel lies in a rectangle of the shared space.
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

    /// The stripes of both masks that lie over each other, from left to right.
    pub(super) fn meetings<'a>(
        &'a self,
        at: IVec2,
        other: &'a Self,
        other_at: IVec2,
    ) -> impl Iterator<Item = Meeting<'a>> {
        let overlap = Overlap::new(self, at, other, other_at);
        overlap.stripes.clone().map(move |stripe| overlap.meeting(self, other, stripe))
    }
}

#[inline(always)]
fn any_meeting<S: Simd>(simd: S, first: &Mask, second: &Mask, overlap: &Overlap) -> bool {
    for stripe in overlap.stripes.clone() {
        if overlap.meeting(first, second, stripe).any(simd) {
            return true;
        }
    }
    false
}

/// Where the rectangles of two masks lie over each other.
struct Overlap {
    /// Stripes of the first mask.
    stripes: Range<i64>,
    /// First row, in pixels of either mask.
    top: i64,
    other_top: i64,
    rows: usize,
    /// Column of the other mask under the left column of the first.
    offset: i64,
}

impl Overlap {
    #[inline(always)]
    fn new(first: &Mask, at: IVec2, other: &Mask, other_at: IVec2) -> Self {
        let part = first.rect(at).intersect(other.rect(other_at));
        let local = |origin: i32, corner: i32| corner as i64 - origin as i64;
        let left = local(at.x, part.x);
        let stripes =
            if part.is_empty() { 0..0 } else { left / 64..(left + part.width as i64 - 1) / 64 + 1 };
        Self {
            stripes,
            top: local(at.y, part.y),
            other_top: local(other_at.y, part.y),
            rows: part.height as usize,
            offset: at.x as i64 - other_at.x as i64,
        }
    }

    #[inline(always)]
    fn meeting<'a>(&self, first: &'a Mask, other: &'a Mask, stripe: i64) -> Meeting<'a> {
        let column = stripe * 64 + self.offset;
        let (index, shift) = (column >> 6, (column & 63) as u32);
        let rows_of = |words: &'a [u64], from: i64| {
            if words.is_empty() { words } else { &words[from as usize..from as usize + self.rows] }
        };
        Meeting {
            x: stripe * 64,
            y: self.top,
            first: rows_of(first.stripe(stripe), self.top),
            low: rows_of(other.stripe(index), self.other_top),
            high: if shift == 0 { &[] } else { rows_of(other.stripe(index + 1), self.other_top) },
            shift,
        }
    }
}
