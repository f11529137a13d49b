//! Masks from shapes.

use super::Mask;
use crate::CollideError;
use motile_geom::{Polygon, Vec2, vec2};

/// When a pixel counts as part of a shape (COL-W6).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PixelRule {
    /// When the shape contains the pixel's center: the hard edge, and the cheaper rule.
    #[default]
    Center,
    /// When the shape covers at least this share of the pixel, 0…1, sampled on an 8×8 raster: what
    /// an anti-aliased drawing with that alpha threshold gives. At 0 every pixel counts.
    Coverage(f32),
}

/// Samples a side of a pixel under [`PixelRule::Coverage`].
const SAMPLES: u32 = 8;

impl Mask {
    /// A mask of whatever a function calls inside. Pixel (x, y) covers x…x+1, y…y+1, so its center is
    /// at (x + 0.5, y + 0.5).
    ///
    /// ```
    /// use motile_collide::{Mask, PixelRule};
    /// use motile_geom::{Circle, vec2};
    /// let disc = Circle::new(vec2(8.0, 8.0), 8.0);
    /// let mask = Mask::from_shape(16, 16, PixelRule::Center, |p| disc.contains(p))?;
    /// assert_eq!(mask.count(), 208);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn from_shape(
        width: u32,
        height: u32,
        rule: PixelRule,
        contains: impl Fn(Vec2) -> bool,
    ) -> Result<Self, CollideError> {
        match rule {
            PixelRule::Center => {
                Self::from_fn(width, height, |x, y| contains(vec2(x as f32 + 0.5, y as f32 + 0.5)))
            }
            PixelRule::Coverage(share) => Self::from_fn(width, height, |x, y| {
                let sample = |i: u32| (i as f32 + 0.5) / SAMPLES as f32;
                let at =
                    |i: u32| vec2(x as f32 + sample(i % SAMPLES), y as f32 + sample(i / SAMPLES));
                let covered = (0..SAMPLES * SAMPLES).filter(|&i| contains(at(i))).count();
                is_covered(covered as u32, share)
            }),
        }
    }

    /// A mask of a polygon, convex or not. Much faster than [`Mask::from_shape`]: rows are cut with
    /// the outline once, not once a pixel.
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn from_polygon(
        width: u32,
        height: u32,
        rule: PixelRule,
        polygon: &Polygon,
    ) -> Result<Self, CollideError> {
        Self::from_outlines(width, height, rule, &[polygon.vertices()])
    }

    /// A mask of a path given as closed outlines, curves cut into lines: what an odd number of them encloses is
    /// inside, so outlines within outlines are holes. Outlines with a number that is not finite are left out.
    ///
    /// ```
    /// use motile_collide::{Mask, PixelRule};
    /// let ring = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y))?;
    /// let again = Mask::from_outlines(9, 9, PixelRule::Center, &ring.outlines())?;
    /// assert_eq!(again, ring);
    /// # Ok::<(), motile_collide::CollideError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Mask::new`].
    pub fn from_outlines(
        width: u32,
        height: u32,
        rule: PixelRule,
        outlines: &[impl AsRef<[Vec2]>],
    ) -> Result<Self, CollideError> {
        let outlines = outlines.iter().map(AsRef::as_ref);
        let outlines = outlines.filter(|outline| outline.iter().all(|corner| corner.is_finite()));
        let mut mask = Self::new(width, height)?;
        let mut cuts = Vec::new();
        match rule {
            PixelRule::Center => {
                for y in 0..height {
                    cut_row(outlines.clone(), y as f64 + 0.5, &mut cuts);
                    for span in cuts.chunks_exact(2) {
                        mask.fill_row(y, first_center(span[0], 1), first_center(span[1], 1));
                    }
                }
            }
            PixelRule::Coverage(share) => {
                let mut covered = vec![0u32; width as usize];
                for y in 0..height {
                    covered.fill(0);
                    for i in 0..SAMPLES {
                        let line = y as f64 + (i as f64 + 0.5) / SAMPLES as f64;
                        cut_row(outlines.clone(), line, &mut cuts);
                        cuts.chunks_exact(2).for_each(|span| count_samples(span, &mut covered));
                    }
                    for (x, &count) in covered.iter().enumerate() {
                        if is_covered(count, share) {
                            mask.set(x as i32, y as i32, true);
                        }
                    }
                }
            }
        }
        Ok(mask)
    }

    /// Makes columns `from..to` of a row solid; both ends may lie outside.
    fn fill_row(&mut self, y: u32, from: i64, to: i64) {
        let (from, to) = (from.max(0), to.min(self.width as i64));
        let mut x = from;
        while x < to {
            let end = ((x / 64 + 1) * 64).min(to);
            let bits = (u64::MAX >> (64 - (end - x))) << (x % 64);
            let word = self.word_of(x as u32, y);
            self.words[word] |= bits;
            x = end;
        }
    }
}

/// Whether a number of samples is at least a share of the pixel.
fn is_covered(covered: u32, share: f32) -> bool {
    covered as f32 >= share * (SAMPLES * SAMPLES) as f32
}

/// Where a horizontal line crosses the outlines, from left to right; an even number. A side owns its
/// upper end and not its lower one, so a corner on the line is met once or not at all.
fn cut_row<'a>(outlines: impl Iterator<Item = &'a [Vec2]>, y: f64, cuts: &mut Vec<f64>) {
    cuts.clear();
    for outline in outlines {
        let next = outline.iter().cycle().skip(1);
        for (a, b) in outline.iter().zip(next).map(|(a, b)| (a.as_dvec2(), b.as_dvec2())) {
            if (a.y <= y) != (b.y <= y) {
                cuts.push(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
            }
        }
    }
    cuts.sort_unstable_by(f64::total_cmp);
}

/// The first sample at or right of an x: sample i stands at (i + 0.5) / `a_pixel`.
fn first_center(x: f64, a_pixel: u32) -> i64 {
    (x * a_pixel as f64 - 0.5).ceil() as i64
}

/// Adds the samples of a span to the counts of their pixels.
fn count_samples(span: &[f64], covered: &mut [u32]) {
    let samples = SAMPLES as i64;
    let last = covered.len() as i64 * samples;
    let from = first_center(span[0], SAMPLES).clamp(0, last);
    let to = first_center(span[1], SAMPLES).clamp(0, last);
    let mut at = from;
    while at < to {
        let end = ((at / samples + 1) * samples).min(to);
        covered[(at / samples) as usize] += (end - at) as u32;
        at = end;
    }
}
