//! Sums over pixels that tell where they are and which way they lie.

use motile_geom::{Vec2, ops, vec2};

/// Sums over a set of pixels: how many, where their middle is and which way they stretch. In whole numbers, so that
/// the order of adding does not matter.
///
/// ```
/// use motile_sense::sight::PixelMoments;
/// let mut bar = PixelMoments::default();
/// bar.add_run(10, 30, 5);
/// assert_eq!(bar.count, 20);
/// assert_eq!(bar.centroid().map(|at| at.to_array()), Some([19.5, 5.0]));
/// assert_eq!(bar.angle(), 0.0, "it lies level");
/// ```
#[doc(alias = "image moments")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelMoments {
    /// Number of pixels.
    pub count: u64,
    /// Sum of columns.
    pub x: u64,
    /// Sum of rows.
    pub y: u64,
    /// Sum of squared columns.
    pub xx: u128,
    /// Sum of column times row.
    pub xy: u128,
    /// Sum of squared rows.
    pub yy: u128,
}

/// `BITS[k]` has the bits of a word whose index has bit `k`.
const BITS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Sum of the indices 0…63, and of their squares.
const ALL: (u64, u64) = (2016, 85_344);

impl PixelMoments {
    /// Adds the pixels of the set bits of a word; bit 0 is column `x`.
    #[inline(always)]
    pub(crate) fn add_word(&mut self, bits: u64, x: u64, y: u64) {
        let count = u64::from(bits.count_ones());
        let (first, second) = if bits == u64::MAX { ALL } else { index_sums(bits) };
        let columns = x * count + first;
        self.count += count;
        self.x += columns;
        self.y += y * count;
        self.xx += u128::from(x * x * count + 2 * x * first + second);
        self.xy += u128::from(columns) * u128::from(y);
        self.yy += u128::from(y * y * count);
    }

    /// Adds the columns `start … end − 1` of a row. An empty run adds nothing.
    pub fn add_run(&mut self, start: u32, end: u32, y: u32) {
        if end <= start {
            return;
        }
        let count = u64::from(end - start);
        // Sums of the first n numbers and of their squares; the product of three has 96 bits.
        let ones = |n: u64| n * n.saturating_sub(1) / 2;
        let squares = |n: u128| n * n.saturating_sub(1) * (2 * n).saturating_sub(1) / 6;
        let columns = ones(end.into()) - ones(start.into());
        let y = u64::from(y);
        self.count += count;
        self.x += columns;
        self.y += y * count;
        self.xx += squares(end.into()) - squares(start.into());
        self.xy += u128::from(columns) * u128::from(y);
        self.yy += u128::from(y) * u128::from(y) * u128::from(count);
    }

    /// Adds the pixels of another set.
    pub fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// The middle in pixel indices: the mean column and row. `None` without pixels.
    #[doc(alias = "center of mass")]
    pub fn centroid(&self) -> Option<Vec2> {
        let n = self.count as f64;
        (self.count > 0).then(|| vec2((self.x as f64 / n) as f32, (self.y as f64 / n) as f32))
    }

    /// Variance along x, covariance and variance along y, in pixels².
    fn spread(&self) -> [f64; 3] {
        let n = u128::from(self.count.max(1));
        let (x, y) = (u128::from(self.x), u128::from(self.y));
        let square = (n * n) as f64;
        // Wrapping, because the middle one may be negative; the difference itself fits.
        let mixed = (n * self.xy).wrapping_sub(x * y) as i128;
        [
            (n * self.xx - x * x) as f64 / square,
            mixed as f64 / square,
            (n * self.yy - y * y) as f64 / square,
        ]
    }

    /// Which way the pixels stretch, in radians from the x axis, −π/2…π/2, positive clockwise on screen; 0 where no way
    /// is the longest.
    #[doc(alias = "orientation")]
    pub fn angle(&self) -> f32 {
        let [xx, xy, yy] = self.spread();
        (0.5 * ops::atan2_64(2.0 * xy, xx - yy)) as f32
    }

    /// The standard deviation along the longest way and across it, in pixels. A filled ellipse has half axes of twice
    /// that.
    pub fn axes(&self) -> Vec2 {
        let [xx, xy, yy] = self.spread();
        let middle = f64::midpoint(xx, yy);
        let half = ops::hypot64((xx - yy) / 2.0, xy);
        let root = |variance: f64| variance.max(0.0).sqrt() as f32;
        vec2(root(middle + half), root(middle - half))
    }
}

/// The sum of the indices of set bits and of their squares: an index is a sum of powers of two, so both are counts of
/// bits under masks, without a branch.
#[inline(always)]
fn index_sums(bits: u64) -> (u64, u64) {
    let (mut first, mut second) = (0, 0);
    for (j, mask) in BITS.iter().enumerate() {
        let with_j = bits & mask;
        let ones = u64::from(with_j.count_ones());
        first += ones << j;
        second += ones << (2 * j);
        for (k, mask) in BITS.iter().enumerate().take(j) {
            second += u64::from((with_j & mask).count_ones()) << (j + k + 1);
        }
    }
    (first, second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow(pixels: &[(u64, u64)]) -> PixelMoments {
        let mut sums = PixelMoments::default();
        for &(x, y) in pixels {
            sums.count += 1;
            sums.x += x;
            sums.y += y;
            sums.xx += u128::from(x * x);
            sums.xy += u128::from(x * y);
            sums.yy += u128::from(y * y);
        }
        sums
    }

    proptest! {
        #[test]
        fn words_and_runs_sum_like_single_pixels(bits: u64, x in 0..100_000u64, y in 0..100_000u64, run in 0..200u32) {
            let mut fast = PixelMoments::default();
            fast.add_word(bits, x, y);
            let pixels: Vec<_> =
                (0..64).filter(|i| bits >> i & 1 == 1).map(|i| (x + i, y)).collect();
            prop_assert_eq!(fast, slow(&pixels));
            let mut fast = PixelMoments::default();
            fast.add_run(x as u32, x as u32 + run, y as u32);
            let pixels: Vec<_> = (0..u64::from(run)).map(|i| (x + i, y)).collect();
            prop_assert_eq!(fast, slow(&pixels));
        }
    }

    #[test]
    fn a_full_word_is_a_run() {
        let (mut word, mut run) = (PixelMoments::default(), PixelMoments::default());
        word.add_word(u64::MAX, 128, 9);
        run.add_run(128, 192, 9);
        assert_eq!(word, run);
    }

    #[test]
    fn a_slanted_bar_has_its_angle() {
        let mut bar = PixelMoments::default();
        for step in 0..50 {
            bar.add_run(step, step + 3, step);
        }
        assert!((bar.angle() - core::f32::consts::FRAC_PI_4).abs() < 0.05);
        assert!(bar.axes().x > 15.0 * bar.axes().y, "long and thin: {}", bar.axes());
        assert_eq!(PixelMoments::default().centroid(), None);
        assert_eq!(PixelMoments::default().axes(), Vec2::ZERO);
    }

    #[test]
    fn the_largest_picture_does_not_overflow() {
        let mut line = PixelMoments::default();
        line.add_run(0, 1 << 28, 0);
        line.add_word(u64::MAX, (1 << 28) - 64, 1 << 28);
        assert!(line.axes().is_finite() && line.angle().is_finite());
        line.add_run(5, 2, 0);
        assert_eq!(line.count, (1 << 28) + 64);
    }
}
