//! Yes or no for every pixel, a bit each.

use super::PixelMoments;
use fearless_simd::{Simd, prelude::*, u8x64};
use motile_pixels::{Color, IRect, Surface};

/// Which pixels of a picture count: one bit each, 64 in a word. What motion, color and edges answer, and what blobs and
/// buttons read.
///
/// ```
/// use motile_sense::sight::BitPlane;
/// let mut mask = BitPlane::new(100, 50);
/// mask.set(70, 20, true);
/// assert!(mask.get(70, 20) && !mask.get(0, 0) && !mask.get(-1, 0));
/// assert_eq!((mask.count(), mask.bounds().x), (1, 70));
/// ```
#[doc(alias = "bitmask")]
#[doc(alias = "binary image")]
#[derive(Clone, Default, PartialEq, Eq)]
pub struct BitPlane {
    width: u32,
    height: u32,
    /// Rows of whole words; bit 0 is the leftmost column, bits beyond the width are 0.
    words: Vec<u64>,
}

crate::quiet::debug_by!(BitPlane: width, height);

impl BitPlane {
    /// A plane of this size with no pixel set. Sides above 2¹⁵ count as that: no camera has them.
    pub fn new(width: u32, height: u32) -> Self {
        let mut plane = Self::default();
        plane.fit(width.min(1 << 15), height.min(1 << 15));
        plane
    }

    /// Gives it a size and clears it, keeping its memory.
    pub(crate) fn fit(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width, height);
        self.words.clear();
        self.words.resize(self.stride() * height as usize, 0);
    }

    /// Gives it a size; what its rows hold is up to the caller, who writes every word.
    pub(crate) fn fit_for_writing(&mut self, width: u32, height: u32) {
        if (self.width, self.height) != (width, height) {
            self.fit(width, height);
        }
    }

    /// Columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    const fn stride(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// Whether the pixel counts; outside none does.
    pub fn get(&self, x: i32, y: i32) -> bool {
        IRect::of_size(self.width, self.height).contains(x, y)
            && self.words[y as usize * self.stride() + x as usize / 64] >> (x % 64) & 1 == 1
    }

    /// Lets a pixel count or not; outside nothing happens.
    pub fn set(&mut self, x: i32, y: i32, on: bool) {
        if !IRect::of_size(self.width, self.height).contains(x, y) {
            return;
        }
        let at = y as usize * self.stride() + x as usize / 64;
        let bit = 1 << (x % 64);
        self.words[at] = if on { self.words[at] | bit } else { self.words[at] & !bit };
    }

    /// Lets no pixel count.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Becomes a copy of another plane, keeping its memory.
    pub fn copy_from(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.words.clone_from(&other.words);
    }

    /// Rows of words, top to bottom.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        self.words.chunks_exact(self.stride().max(1))
    }

    pub(crate) fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [u64]> {
        let stride = self.stride().max(1);
        self.words.chunks_exact_mut(stride)
    }

    /// Number of pixels that count.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Number of pixels that count inside a rectangle.
    pub fn count_in(&self, area: IRect) -> u64 {
        let area = area.intersect(IRect::of_size(self.width, self.height));
        if area.is_empty() {
            return 0;
        }
        let (left, right) = (area.x as usize, area.right() as usize);
        let rows = self.rows().skip(area.y as usize).take(area.height as usize);
        rows.flat_map(|row| (left / 64..right.div_ceil(64)).map(|at| (at, row[at])))
            .map(|(at, word)| u64::from((word & columns(left, right, at)).count_ones()))
            .sum()
    }

    /// The smallest rectangle around them, or [`IRect::EMPTY`].
    pub fn bounds(&self) -> IRect {
        let mut extent = BitExtent::default();
        for (y, row) in self.rows().enumerate() {
            extent.add_row(y as u32, row);
        }
        extent.rect()
    }

    /// Their sums: count, middle, direction.
    pub fn moments(&self) -> PixelMoments {
        let mut moments = PixelMoments::default();
        for (y, row) in self.rows().enumerate() {
            for (at, &word) in row.iter().enumerate().filter(|word| *word.1 != 0) {
                moments.add_word(word, at as u64 * 64, y as u64);
            }
        }
        moments
    }

    /// Removes specks: a pixel stays if it is part of a full square of 3×3. Beyond the border all pixels count, so what
    /// leaves the picture is not eaten there. `scratch` lends its memory.
    #[doc(alias = "morphological opening")]
    #[doc(alias = "erode")]
    pub fn open(&mut self, scratch: &mut Self) {
        self.spread_into(scratch, false);
        scratch.spread_into(self, true);
    }

    /// Lets every neighbor of a pixel that counts count as well, sideways and diagonally.
    pub fn dilate(&mut self, scratch: &mut Self) {
        self.spread_into(scratch, true);
        core::mem::swap(self, scratch);
    }

    /// Lets only those pixels count that count in another plane of the same size as well; with another size none do.
    pub fn keep(&mut self, other: &Self) {
        if (self.width, self.height) != (other.width, other.height) {
            self.clear();
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// The neighborhoods of 3×3: any pixel of them counts (`any`), or all.
    fn spread_into(&self, target: &mut Self, any: bool) {
        target.fit_for_writing(self.width, self.height);
        if self.words.is_empty() {
            return;
        }
        let stride = self.stride();
        let height = self.height as usize;
        let last = last_word(self.width);
        let at = |y: usize, x: usize| {
            // Beyond the right border all count when all have to.
            let word = self.words[y * stride + x];
            if !any && x + 1 == stride { word | !last } else { word }
        };
        for y in 0..height {
            let (above, below) = (y.saturating_sub(1), (y + 1).min(height - 1));
            // Rows beyond the border repeat those at it, which changes neither answer.
            let column = |x: usize| {
                let (a, b, c) = (at(above, x), at(y, x), at(below, x));
                if any { a | b | c } else { a & b & c }
            };
            let mut before = if any { 0 } else { u64::MAX };
            let mut middle = column(0);
            for x in 0..stride {
                let after = match (x + 1 < stride, any) {
                    (true, _) => column(x + 1),
                    (false, any) => {
                        if any {
                            0
                        } else {
                            u64::MAX
                        }
                    }
                };
                let (left, right) = (middle << 1 | before >> 63, middle >> 1 | after << 63);
                let word = if any { left | middle | right } else { left & middle & right };
                let inside = if x + 1 == stride { last } else { u64::MAX };
                target.words[y * stride + x] = word & inside;
                (before, middle) = (middle, after);
            }
        }
    }

    /// Paints the pixels that count on a picture of the same size, for looking at. Where the sizes differ the part that
    /// both have is painted.
    pub fn paint(&self, picture: &mut Surface, color: Color) {
        let height = self.height.min(picture.height());
        for y in 0..height as i32 {
            for x in 0..self.width.min(picture.width()) as i32 {
                if self.get(x, y) {
                    picture.set(x, y, color);
                }
            }
        }
    }
}

/// The bits of the last word of a row that lie inside.
const fn last_word(width: u32) -> u64 {
    match width % 64 {
        0 => u64::MAX,
        rest => (1 << rest) - 1,
    }
}

/// The bits of word `at` of a row that lie in the columns `left … right − 1`.
const fn columns(left: usize, right: usize, at: usize) -> u64 {
    let begin = at * 64;
    let from = if left > begin { u64::MAX << (left - begin) } else { u64::MAX };
    let to = if right < begin + 64 { u64::MAX >> (begin + 64 - right) } else { u64::MAX };
    from & to
}

/// The smallest rectangle around set bits, grown row by row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BitExtent {
    /// Left and top, included; right and bottom, not.
    edges: Option<[u32; 4]>,
}

impl BitExtent {
    #[inline(always)]
    pub(crate) fn add_row(&mut self, y: u32, row: &[u64]) {
        let Some(first) = row.iter().position(|&word| word != 0) else { return };
        let last = row.iter().rposition(|&word| word != 0).unwrap_or(first);
        let left = first as u32 * 64 + row[first].trailing_zeros();
        let right = last as u32 * 64 + 64 - row[last].leading_zeros();
        let [l, t, r, _] = self.edges.unwrap_or([left, y, right, y]);
        self.edges = Some([l.min(left), t, r.max(right), y + 1]);
    }

    pub(crate) fn rect(self) -> IRect {
        match self.edges {
            Some([l, t, r, b]) => IRect::new(l as i32, t as i32, r - l, b - t),
            None => IRect::EMPTY,
        }
    }
}

/// Writes a row of bits: where `test` is true of a block of bytes, and of single ones at the end.
#[inline(always)]
pub(crate) fn pack_row<S: Simd>(simd: S, bytes: &[u8], least: u8, words: &mut [u64]) {
    let (blocks, tail) = bytes.as_chunks::<64>();
    let least_block = u8x64::splat(simd, least);
    let (full, rest) = words.split_at_mut(blocks.len());
    for (word, block) in full.iter_mut().zip(blocks) {
        *word = u8x64::load_array_ref(simd, block).simd_ge(least_block).to_bitmask();
    }
    if let [word, ..] = rest {
        let bit = |(i, &byte): (usize, &u8)| u64::from(byte >= least) << i;
        *word = tail.iter().enumerate().map(bit).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motile_geom::Rng;
    use proptest::prelude::*;

    fn noise(width: u32, height: u32, seed: u64, chance: f32) -> BitPlane {
        let (mut plane, mut rng) = (BitPlane::new(width, height), Rng::new(seed));
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                plane.set(x, y, rng.chance(chance));
            }
        }
        plane
    }

    proptest! {
        #[test]
        fn opening_and_counting_agree_with_the_plain_rules(
            width in 1..140u32, height in 1..6u32, seed: u64,
        ) {
            let plane = noise(width, height, seed, 0.85);
            let (w, h) = (width as i32, height as i32);
            let near = |x: i32, y: i32| (-1..=1).flat_map(move |j| (-1..=1).map(move |i| (x + i, y + j)));
            let inside = |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y);
            let eroded = |x: i32, y: i32| near(x, y).all(|(x, y)| !inside(x, y) || plane.get(x, y));
            let (mut opened, mut scratch) = (plane.clone(), BitPlane::default());
            opened.open(&mut scratch);
            let mut spread = plane.clone();
            spread.dilate(&mut scratch);
            for y in 0..h {
                for x in 0..w {
                    let open = near(x, y).any(|(x, y)| inside(x, y) && eroded(x, y));
                    prop_assert_eq!(opened.get(x, y), open, "opened at {} {}", x, y);
                    let any = near(x, y).any(|(x, y)| plane.get(x, y));
                    prop_assert_eq!(spread.get(x, y), any, "spread at {} {}", x, y);
                }
            }
            let area = IRect::new(w / 3 - 2, 1, width / 2 + 3, 3);
            let slow = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
            let slow = slow.filter(|&(x, y)| area.contains(x, y) && plane.get(x, y)).count() as u64;
            prop_assert_eq!(plane.count_in(area), slow);
            prop_assert_eq!(plane.moments().count, plane.count());
        }
    }

    #[test]
    fn empty_planes_answer() {
        for (width, height) in [(0, 0), (0, 7), (7, 0)] {
            let mut plane = BitPlane::new(width, height);
            plane.open(&mut BitPlane::default());
            plane.dilate(&mut BitPlane::default());
            assert_eq!((plane.count(), plane.bounds()), (0, IRect::EMPTY));
            assert_eq!(plane.count_in(IRect::of_size(9, 9)), 0);
        }
        assert_eq!(BitPlane::new(u32::MAX, 1).width(), 1 << 15);
    }
}
