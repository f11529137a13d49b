//! Pixels that hang together, found by their runs.

use super::{BitPlane, PixelMoments};
use motile_geom::{Aabb, MarkRole, MarkSink, Marks, Vec2, ops, vec2};
use motile_pixels::IRect;

/// A patch of pixels that touch each other, sideways or diagonally.
#[doc(alias = "connected component")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelBlob {
    /// The smallest rectangle around it.
    pub bounds: IRect,
    /// Count, middle and direction of its pixels.
    pub moments: PixelMoments,
}

impl PixelBlob {
    /// Number of pixels.
    pub const fn area(&self) -> u64 {
        self.moments.count
    }

    /// Its middle in pixel indices.
    pub fn centroid(&self) -> Vec2 {
        self.moments.centroid().unwrap_or_default()
    }
}

/// Columns `start … end − 1` of a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u32,
    end: u32,
    y: u32,
    /// The run it hangs together with, by index; itself when it is the first of its blob.
    parent: u32,
}

/// Finds patches of pixels that hang together (connected components). Keeps its memory, so that looking at frame
/// after frame allocates nothing once it has seen the most runs.
///
/// ```
/// use motile_sense::sight::{BitPlane, BlobFinder};
/// let mut mask = BitPlane::new(64, 48);
/// for x in 10..30 {
///     mask.set(x, 8, true);
/// }
/// mask.set(60, 40, true);
/// let mut finder = BlobFinder::default();
/// let blobs = finder.find(&mask, 1);
/// assert_eq!(blobs.len(), 2);
/// assert_eq!(blobs[0].area(), 20, "the largest comes first");
/// ```
#[doc(alias = "connected components")]
#[doc(alias = "blob detection")]
#[derive(Clone, Default)]
pub struct BlobFinder {
    runs: Vec<Run>,
    /// Which blob a first run became; only those are set.
    numbers: Vec<u32>,
    blobs: Vec<PixelBlob>,
}

crate::quiet::debug_by!(BlobFinder: blobs);

impl BlobFinder {
    /// The blobs of at least `least` pixels, the largest first; of equals, the one whose first row is higher.
    pub fn find(&mut self, mask: &BitPlane, least: u64) -> &[PixelBlob] {
        self.runs.clear();
        let mut above = 0..0;
        for (y, row) in mask.rows().enumerate() {
            let begin = self.runs.len();
            push_runs(row, y as u32, &mut self.runs);
            self.join(above, begin);
            above = begin..self.runs.len();
        }
        self.sum();
        self.blobs.retain(|blob| blob.area() >= least);
        self.blobs.sort_unstable_by_key(|blob| {
            (core::cmp::Reverse(blob.area()), blob.bounds.y, blob.bounds.x)
        });
        &self.blobs
    }

    /// Forgets what was found.
    pub(super) fn clear(&mut self) {
        self.blobs.clear();
    }

    /// The blobs of the last search.
    pub fn blobs(&self) -> &[PixelBlob] {
        &self.blobs
    }

    /// Joins the runs from `begin` on with those of the row above that touch them, both sorted by column.
    fn join(&mut self, above: core::ops::Range<usize>, begin: usize) {
        let mut first = above.start;
        for run in begin..self.runs.len() {
            let Run { start, end, .. } = self.runs[run];
            // Diagonal neighbors touch: a run above ends at `start` or later and begins at `end` or earlier.
            while first < above.end && self.runs[first].end < start {
                first += 1;
            }
            let mut at = first;
            while at < above.end && self.runs[at].start <= end {
                self.unite(at as u32, run as u32);
                at += 1;
            }
        }
    }

    fn root(&mut self, mut run: u32) -> u32 {
        loop {
            let parent = self.runs[run as usize].parent;
            if parent == run {
                return run;
            }
            // Path halving: later walks are short.
            let grand = self.runs[parent as usize].parent;
            self.runs[run as usize].parent = grand;
            run = grand;
        }
    }

    /// The run that comes first stays the root, so that roots come before all others of their blob.
    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.runs[a.max(b) as usize].parent = a.min(b);
    }

    fn sum(&mut self) {
        self.blobs.clear();
        self.numbers.clear();
        self.numbers.resize(self.runs.len(), 0);
        for at in 0..self.runs.len() as u32 {
            let root = self.root(at);
            let Run { start, end, y, .. } = self.runs[at as usize];
            let box_of_run = IRect::new(start as i32, y as i32, end - start, 1);
            if root == at {
                self.numbers[at as usize] = self.blobs.len() as u32;
                self.blobs.push(PixelBlob::default());
            }
            let blob = &mut self.blobs[self.numbers[root as usize] as usize];
            blob.moments.add_run(start, end, y);
            blob.bounds = blob.bounds.union(box_of_run);
        }
    }

    /// Shows boxes, middles and long axes of the blobs, in pixels of the picture.
    pub fn mark(&self, marks: &mut Marks) {
        for blob in &self.blobs {
            let IRect { x, y, width, height } = blob.bounds;
            let corner = vec2(x as f32, y as f32);
            marks
                .aabb(MarkRole::Bounds, Aabb::from_size(corner, vec2(width as f32, height as f32)));
            let (at, angle) = (blob.centroid(), blob.moments.angle());
            let along = vec2(ops::cos(angle), ops::sin(angle)) * blob.moments.axes().x * 2.0;
            marks.line(MarkRole::Contact, at - along, at + along);
        }
    }
}

/// Appends the runs of set bits of a row.
#[inline]
fn push_runs(row: &[u64], y: u32, runs: &mut Vec<Run>) {
    let begin = runs.len();
    for (at, &word) in row.iter().enumerate() {
        let (mut bits, column) = (word, at as u32 * 64);
        while bits != 0 {
            let start = bits.trailing_zeros();
            let length = (!(bits >> start)).trailing_zeros().min(64 - start);
            bits = if start + length == 64 { 0 } else { bits & (u64::MAX << (start + length)) };
            let (start, end) = (column + start, column + start + length);
            match runs[begin..].last_mut() {
                // It goes on from the word before.
                Some(last) if last.end == start => last.end = end,
                _ => {
                    let parent = runs.len() as u32;
                    runs.push(Run { start, end, y, parent });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;
    use proptest::prelude::*;

    /// Blobs by flooding, pixel by pixel.
    fn flooded(mask: &BitPlane) -> Vec<(u64, IRect)> {
        let mut left = mask.clone();
        let mut found = Vec::new();
        for y in 0..mask.height() as i32 {
            for x in 0..mask.width() as i32 {
                if !left.get(x, y) {
                    continue;
                }
                let (mut stack, mut area, mut bounds) = (vec![(x, y)], 0, IRect::EMPTY);
                left.set(x, y, false);
                while let Some((x, y)) = stack.pop() {
                    area += 1;
                    bounds = bounds.union(IRect::new(x, y, 1, 1));
                    for (i, j) in (-1..=1).flat_map(|j| (-1..=1).map(move |i| (x + i, y + j))) {
                        if left.get(i, j) {
                            left.set(i, j, false);
                            stack.push((i, j));
                        }
                    }
                }
                found.push((area, bounds));
            }
        }
        found
            .sort_unstable_by_key(|(area, bounds)| (core::cmp::Reverse(*area), bounds.y, bounds.x));
        found
    }

    proptest! {
        #[test]
        fn runs_find_what_flooding_finds(width in 1..150u32, height in 1..20u32, seed: u64, chance in 0.1..0.9f32) {
            let (mut mask, mut rng) = (BitPlane::new(width, height), Rng::new(seed));
            for y in 0..height as i32 {
                for x in 0..width as i32 {
                    mask.set(x, y, rng.chance(chance));
                }
            }
            let mut finder = BlobFinder::default();
            let found: Vec<_> =
                finder.find(&mask, 1).iter().map(|blob| (blob.area(), blob.bounds)).collect();
            prop_assert_eq!(found, flooded(&mask));
        }
    }

    #[test]
    fn check_5_23_a_stray_pixel_is_a_blob_of_its_own() {
        let mut mask = BitPlane::new(320, 240);
        for (y, x) in (60..90).flat_map(|y| (100..140).map(move |x| (y, x))) {
            mask.set(x, y, true);
        }
        mask.set(5, 5, true);
        assert_eq!(mask.bounds(), IRect::new(5, 5, 135, 85));
        let mut finder = BlobFinder::default();
        let blobs = finder.find(&mask, 1);
        assert_eq!((blobs.len(), blobs[0].area()), (2, 1200));
        assert_eq!(blobs[0].centroid(), vec2(119.5, 74.5));
        let all = mask.moments().centroid().unwrap();
        assert!((all.x - 119.5 + 0.0953).abs() < 1e-4);
        assert_eq!(finder.find(&mask, 2).len(), 1);
    }
}
