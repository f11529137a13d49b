//! How much of two masks overlaps, where, and which way they part.

use super::Mask;
use motile_geom::{IRect, IVec2, Vec2, Vec2Ext, ivec2, state_fields, vec2};

/// What two overlapping masks have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaskContact {
    /// Number of pixels solid in both.
    pub area: u64,
    /// Smallest rectangle around them, in the shared space.
    pub bounds: IRect,
    /// Mean of their centers, in the shared space.
    pub centroid: Vec2,
    /// Unit vector from the second mask to the first: the way to move the first that shrinks the
    /// overlap fastest, judged by moves of one pixel, or of 2, 4, 8, … where shorter ones say nothing. Where
    /// no way is better than another, it points from the middle of the second mask to the middle of the
    /// first, and up when these agree too. With the masks exchanged it is the opposite, but for that last
    /// case.
    pub normal: Vec2,
    /// How far to move the first mask along `normal` until no pixels meet, in whole pixels. A hooked
    /// shape may meet the other again further out.
    pub depth: u32,
}

state_fields! { MaskContact { area, bounds, centroid, normal, depth } }

impl MaskContact {
    /// The move of the first mask in whole pixels after which no pixels meet: `depth` along `normal`,
    /// each coordinate rounded, halves away from 0.
    pub fn way_out(&self) -> IVec2 {
        steps_along(self.normal, self.depth)
    }
}

fn steps_along(normal: Vec2, steps: u32) -> IVec2 {
    (normal * steps as f32).round().as_ivec2()
}

/// Running sums over solid pixels.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    count: u64,
    x: i128,
    y: i128,
    min: Option<(i64, i64)>,
    max: (i64, i64),
}

/// Bits whose position has digit k set. The sum of the positions of all set bits is that of their digits, so six counts
/// of bits do for a word what a loop over its bits would do in up to 64 rounds.
const DIGITS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

impl Sums {
    /// Adds the pixels of a word whose bit 0 is at (x, y).
    pub(super) fn add(&mut self, x: i64, y: i64, word: u64) {
        if word == 0 {
            return;
        }
        let count = word.count_ones() as i128;
        let digits = DIGITS.iter().enumerate();
        let within: u64 =
            digits.map(|(k, digit)| u64::from((word & digit).count_ones()) << k).sum();
        self.count += count as u64;
        self.x += x as i128 * count + within as i128;
        self.y += y as i128 * count;
        let (left, right) =
            (x + word.trailing_zeros() as i64, x + 63 - word.leading_zeros() as i64);
        let min = self.min.unwrap_or((left, y));
        self.max = if self.min.is_none() { (right, y) } else { self.max };
        self.min = Some((min.0.min(left), min.1.min(y)));
        self.max = (self.max.0.max(right), self.max.1.max(y));
    }

    pub(super) fn bounds(&self) -> IRect {
        let Some((left, top)) = self.min else { return IRect::EMPTY };
        let (right, bottom) = self.max;
        let corner = |at: i64| at.clamp(i32::MIN as i64, i32::MAX as i64) as i32;
        let length = |from: i64, to: i64| (to - from + 1) as u32;
        IRect::new(corner(left), corner(top), length(left, right), length(top, bottom))
    }

    pub(super) fn centroid(&self) -> Option<Vec2> {
        let mean = |sum: i128| (sum as f64 / self.count as f64 + 0.5) as f32;
        (self.count > 0).then(|| vec2(mean(self.x), mean(self.y)))
    }
}

impl Mask {
    /// Number of pixels solid in both masks.
    pub fn overlap_area(&self, at: IVec2, other: &Self, other_at: IVec2) -> u64 {
        let meetings = self.meetings(at, other, other_at);
        meetings
            .map(|meeting| meeting.words().map(|word| u64::from(word.count_ones())).sum::<u64>())
            .sum()
    }

    /// The pixels solid in both masks as a new mask with the size of this one. Allocates.
    pub fn overlap_mask(&self, at: IVec2, other: &Self, other_at: IVec2) -> Self {
        let mut shared = self.emptied();
        for meeting in self.meetings(at, other, other_at) {
            let first = (meeting.x / 64) as usize * self.height as usize + meeting.y as usize;
            for (row, word) in meeting.words().enumerate() {
                shared.words[first + row] = word;
            }
        }
        shared
    }

    /// Everything about the overlap of two masks, or `None` when no solid pixels meet.
    ///
    /// ```
    /// use motile_collide::Mask;
    /// use motile_geom::{IRect, ivec2, vec2};
    ///
    /// let block = Mask::solid(10, 10)?;
    /// let contact = block.contact(ivec2(0, 0), &block, ivec2(8, 0)).unwrap();
    /// assert_eq!(contact.bounds, IRect::new(8, 0, 2, 10));
    /// assert_eq!((contact.normal, contact.depth), (vec2(-1.0, 0.0), 2));
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    pub fn contact(&self, at: IVec2, other: &Self, other_at: IVec2) -> Option<MaskContact> {
        let mut sums = Sums::default();
        for meeting in self.meetings(at, other, other_at) {
            for (row, word) in meeting.words().enumerate() {
                let x = meeting.x + at.x as i64;
                sums.add(x, meeting.y + at.y as i64 + row as i64, word);
            }
        }
        let centroid = sums.centroid()?;
        let normal = self.way_out(at, other, other_at);
        Some(MaskContact {
            area: sums.count,
            bounds: sums.bounds(),
            centroid,
            normal,
            depth: self.steps_out(at, other, other_at, normal),
        })
    }

    /// The direction in which the overlap shrinks fastest, from the overlaps around.
    fn way_out(&self, at: IVec2, other: &Self, other_at: IVec2) -> Vec2 {
        let area = |dx: i32, dy: i32| {
            let moved = at.saturating_add(ivec2(dx, dy));
            self.overlap_area(moved, other, other_at) as i64
        };
        // Deep inside, a small mask overlaps as much after a short move as before.
        let mut step = 1;
        while step <= self.longest_side().max(other.longest_side()) as i32 {
            let x = area(-step, 0) - area(step, 0);
            let y = area(0, -step) - area(0, step);
            if (x, y) != (0, 0) {
                return vec2(x as f32, y as f32).normalized();
            }
            step *= 2;
        }
        let middle =
            |mask: &Self, at: IVec2| mask.centroid().unwrap_or_default().as_dvec2() + at.as_dvec2();
        let apart = (middle(self, at) - middle(other, other_at)).as_vec2();
        if apart == Vec2::ZERO { -Vec2::Y } else { apart.normalized() }
    }

    fn steps_out(&self, at: IVec2, other: &Self, other_at: IVec2, normal: Vec2) -> u32 {
        // A unit vector has a coordinate of 0.7 or more, which moves past both sides on this way.
        let furthest = u32::midpoint(self.longest_side(), other.longest_side()) * 3 + 4;
        let is_out = |steps: u32| {
            let moved = at.saturating_add(steps_along(normal, steps));
            !self.hits(moved, other, other_at)
        };
        (1..furthest).find(|&steps| is_out(steps)).unwrap_or(furthest)
    }

    /// The longer side; at most 2²⁸ pixels where there are any.
    fn longest_side(&self) -> u32 {
        self.width.max(self.height)
    }
}
