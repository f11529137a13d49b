//! Masks from shapes.

use super::Mask;
use crate::CollideError;
use motile_geom::glam::DVec2;
use motile_geom::{FillRule, Polygon, Vec2, vec2};

/// When a pixel counts as part of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PixelRule {
    /// When the shape contains the pixel's center: the hard edge, and the cheaper rule.
    #[default]
    Center,
    /// When the shape covers at least this share of the pixel, 0…1, sampled on an 8×8 raster: what
    /// an anti-aliased drawing with that alpha threshold gives. At 0 every pixel counts, above 1 and at
    /// NaN none.
    Coverage(f32),
}

/// Samples a side of a pixel under [`PixelRule::Coverage`].
const SAMPLES: u32 = 8;

impl Mask {
    /// A mask of whatever a function calls inside: a shape, or a path that can be asked, such as those of
    /// `motile-stage` by `|p| path.contains(p, fill_rule)`. Pixel (x, y) covers x…x+1, y…y+1, so its center
    /// is at (x + 0.5, y + 0.5).
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
        Self::from_outlines(width, height, rule, FillRule::EvenOdd, &[polygon.vertices()])
    }

    /// A mask of a path given as closed outlines, curves cut into lines (see
    /// [`Curve`](motile_geom::Curve)). The fill rule says what outlines that cross themselves or lie in each
    /// other enclose: by [`FillRule::EvenOdd`] outlines within outlines are holes, by [`FillRule::NonZero`]
    /// only those that run the other way. Outlines with a number that is not finite are left out.
    ///
    /// ```
    /// use motile_collide::{Mask, PixelRule};
    /// use motile_geom::FillRule;
    /// let ring = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y))?;
    /// let again =
    ///     Mask::from_outlines(9, 9, PixelRule::Center, FillRule::EvenOdd, &ring.outlines())?;
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
        fill: FillRule,
        outlines: &[impl AsRef<[Vec2]>],
    ) -> Result<Self, CollideError> {
        let mut mask = Self::new(width, height)?;
        if mask.words.is_empty() {
            return Ok(mask);
        }
        let mut scan = Scan::new(outlines, fill);
        match rule {
            PixelRule::Center => {
                for y in 0..height {
                    scan.cut(y as f64 + 0.5, |from, to| {
                        mask.fill_row(y, first_center(from, 1), first_center(to, 1));
                    });
                }
            }
            PixelRule::Coverage(share) => {
                let mut covered = vec![0u32; width as usize];
                for y in 0..height {
                    covered.fill(0);
                    for i in 0..SAMPLES {
                        let line = y as f64 + (i as f64 + 0.5) / SAMPLES as f64;
                        scan.cut(line, |from, to| count_samples(from, to, &mut covered));
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
            // A word at a time: a span of a thousand pixels is sixteen stores. Both shifts stay below 64, which would be
            // an overflow, because a word has at least one column of the span.
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

/// The sides of outlines, cut by horizontal lines from top to bottom.
struct Scan {
    /// From the uppermost on.
    sides: Vec<Side>,
    fill: FillRule,
    /// Sides that begin at or above the last line.
    begun: usize,
    /// Those of them that may still be cut.
    active: Vec<Side>,
    /// Where the line crosses a side, and which way that side goes.
    cuts: Vec<(f64, i32)>,
}

/// A side of an outline that is not level: always from top to bottom, so that outlines side by side round a
/// shared side alike.
#[derive(Clone, Copy)]
struct Side {
    top: DVec2,
    bottom: DVec2,
    /// 1 when the outline runs down, −1 when it runs up.
    winding: i32,
}

impl Scan {
    fn new(outlines: &[impl AsRef<[Vec2]>], fill: FillRule) -> Self {
        let mut sides = Vec::new();
        for outline in outlines.iter().map(AsRef::as_ref) {
            if !outline.iter().all(|corner| corner.is_finite()) {
                continue;
            }
            let next = outline.iter().cycle().skip(1);
            for (a, b) in outline.iter().zip(next).map(|(a, b)| (a.as_dvec2(), b.as_dvec2())) {
                if a.y < b.y {
                    sides.push(Side { top: a, bottom: b, winding: 1 });
                } else if b.y < a.y {
                    sides.push(Side { top: b, bottom: a, winding: -1 });
                }
            }
        }
        sides.sort_by(|a, b| a.top.y.total_cmp(&b.top.y));
        Self { sides, fill, begun: 0, active: Vec::new(), cuts: Vec::new() }
    }

    /// Calls `span` with both ends of every stretch of a line that is inside, from left to right; each
    /// line must be below the one before. A side owns its upper end and not its lower one, so a corner on
    /// the line is met once or not at all.
    fn cut(&mut self, y: f64, mut span: impl FnMut(f64, f64)) {
        while let Some(side) = self.sides.get(self.begun).filter(|side| side.top.y <= y) {
            self.active.push(*side);
            self.begun += 1;
        }
        self.active.retain(|side| y < side.bottom.y);
        // Computed anew for each line instead of stepped from the last: a sum of steps drifts on long sides, and two
        // outlines that share a side would drift apart.
        self.cuts.clear();
        self.cuts.extend(self.active.iter().map(|&Side { top, bottom, winding }| {
            (top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y)), winding)
        }));
        // Stable, so that equal cuts keep the order of the outlines on every platform.
        self.cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut winding, mut entered) = (0, None);
        for &(x, turn) in &self.cuts {
            winding += turn;
            match (entered, self.fill.is_inside(winding)) {
                (None, true) => entered = Some(x),
                (Some(from), false) => {
                    span(from, x);
                    entered = None;
                }
                _ => {}
            }
        }
    }
}

/// The first sample at or right of an x: sample i stands at (i + 0.5) / `a_pixel`.
fn first_center(x: f64, a_pixel: u32) -> i64 {
    (x * a_pixel as f64 - 0.5).ceil() as i64
}

/// Adds the samples of a span to the counts of their pixels.
fn count_samples(from: f64, to: f64, covered: &mut [u32]) {
    let samples = SAMPLES as i64;
    let last = covered.len() as i64 * samples;
    let from = first_center(from, SAMPLES).clamp(0, last);
    let to = first_center(to, SAMPLES).clamp(0, last);
    let mut at = from;
    while at < to {
        let end = ((at / samples + 1) * samples).min(to);
        covered[(at / samples) as usize] += (end - at) as u32;
        at = end;
    }
}
