//! Edges: where brightness changes, how steeply and which way.

use super::{BitPlane, LumaPlane};
use fearless_simd::{Level, dispatch};
use motile_geom::{Vec2, vec2};

/// How slopes are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeOperator {
    /// Weights 1, 2, 1.
    Sobel,
    /// Weights 3, 10, 3: the angle of slopes is truer.
    #[default]
    Scharr,
}

impl EdgeOperator {
    /// Weight of the corner and of the middle, and the power of two that brings the steepest slope to 255.
    const fn weights(self) -> (i16, i16, u32) {
        match self {
            Self::Sobel => (1, 2, 2),
            Self::Scharr => (3, 10, 4),
        }
    }
}

/// Which edges count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeFacing {
    /// All of them.
    #[default]
    Any,
    /// Level ones, that something can lie on: brightness changes from top to bottom more than sideways.
    Level,
    /// Upright ones.
    Upright,
}

/// Finds edges and thins them to lines of one pixel: slope, strongest across, and weak pixels only beside strong ones.
/// Both kinds are found, bright above dark and dark above bright.
///
/// ```
/// use motile_pixels::{Color, IRect, Surface};
/// use motile_sense::sight::{EdgeFinder, LumaPlane};
///
/// let mut picture = Surface::opaque(40, 40, Color::rgb(50, 50, 50))?;
/// picture.fill_rect(IRect::new(0, 20, 40, 20), Color::rgb(200, 200, 200));
/// let mut edges = EdgeFinder::default();
/// edges.see(&LumaPlane::from_surface(&picture));
/// assert_eq!(edges.mask().bounds().height, 1, "one thin line");
/// assert!(edges.slope(20, 19).y > 0.0, "brighter below");
/// # Ok::<(), motile_pixels::SurfaceError>(())
/// ```
#[doc(alias = "Canny")]
#[doc(alias = "Sobel")]
#[doc(alias = "edge detection")]
#[derive(Clone, Default)]
pub struct EdgeFinder {
    /// How slopes are measured.
    pub operator: EdgeOperator,
    /// Which edges count.
    pub facing: EdgeFacing,
    /// Least strength of an edge, 0…255; 0 takes what the picture suggests: three times its mean strength, at least 12.
    pub threshold: u8,
    slope_x: Vec<i16>,
    slope_y: Vec<i16>,
    strength: LumaPlane,
    mask: BitPlane,
    weak: BitPlane,
    scratch: BitPlane,
}

crate::quiet::debug_by!(EdgeFinder: operator, facing, threshold);

/// Times that weak pixels join their strong neighbors.
const JOINS: u32 = 8;

impl EdgeFinder {
    /// Finds edges that face one way, with the threshold that the picture suggests.
    pub fn new(facing: EdgeFacing) -> Self {
        Self { facing, ..Self::default() }
    }

    /// Looks at a picture.
    pub fn see(&mut self, luma: &LumaPlane) {
        self.see_at(Level::new(), luma);
    }

    fn see_at(&mut self, level: Level, luma: &LumaPlane) {
        let (width, height) = (luma.width(), luma.height());
        self.strength.fit(width, height);
        self.slope_x.resize(luma.bytes().len(), 0);
        self.slope_y.resize(luma.bytes().len(), 0);
        self.mask.fit(width, height);
        self.weak.fit(width, height);
        if luma.is_empty() {
            return;
        }
        self.measure(level, luma);
        self.thin();
        for _ in 0..JOINS {
            let before = self.mask.count();
            self.mask.dilate(&mut self.scratch);
            self.mask.keep(&self.weak);
            if self.mask.count() == before {
                break;
            }
        }
    }

    fn measure(&mut self, level: Level, luma: &LumaPlane) {
        let width = luma.width() as usize;
        let rows = self.slope_x.chunks_exact_mut(width).zip(self.slope_y.chunks_exact_mut(width));
        let rows = rows.zip(self.strength.bytes_mut().chunks_exact_mut(width));
        for (y, ((slope_x, slope_y), strength)) in rows.enumerate() {
            let y = y as i64;
            let near = [luma.row_near(y - 1), luma.row_near(y), luma.row_near(y + 1)];
            let operator = self.operator;
            dispatch!(level, _simd => measure_row(near, operator, slope_x, slope_y, strength));
        }
    }

    /// Keeps the pixels that are the steepest across their edge.
    fn thin(&mut self) {
        let strong = self.least();
        let weak = (strong / 2).max(1);
        let (width, height) = (self.strength.width() as i32, self.strength.height() as i32);
        for y in 0..height {
            for x in 0..width {
                let at = (y * width + x) as usize;
                let here = self.strength.bytes()[at];
                if here < weak || !self.faces(at) {
                    continue;
                }
                let (i, j) = across(self.slope_x[at], self.slope_y[at]);
                let beside = |x: i32, y: i32| self.strength.get(x, y).unwrap_or(0);
                // Of two equal ones the first stays.
                if here > beside(x - i, y - j) && here >= beside(x + i, y + j) {
                    self.weak.set(x, y, true);
                    self.mask.set(x, y, here >= strong);
                }
            }
        }
    }

    fn faces(&self, at: usize) -> bool {
        let (x, y) = (self.slope_x[at].unsigned_abs(), self.slope_y[at].unsigned_abs());
        match self.facing {
            EdgeFacing::Any => true,
            EdgeFacing::Level => y > x,
            EdgeFacing::Upright => x > y,
        }
    }

    /// The least strength of a strong edge in the picture last seen.
    pub fn least(&self) -> u8 {
        match self.threshold {
            0 => (self.strength.mean() * 3.0).clamp(12.0, 255.0) as u8,
            threshold => threshold,
        }
    }

    /// The lines found.
    pub const fn mask(&self) -> &BitPlane {
        &self.mask
    }

    /// How steep every pixel is, 255 for a step from black to white.
    pub const fn strength(&self) -> &LumaPlane {
        &self.strength
    }

    /// Which way it gets brighter at a pixel, in levels a pixel; zero outside.
    #[doc(alias = "gradient")]
    pub fn slope(&self, x: i32, y: i32) -> Vec2 {
        if self.strength.get(x, y).is_none() {
            return Vec2::ZERO;
        }
        let at = y as usize * self.strength.width() as usize + x as usize;
        let (corner, middle, _) = self.operator.weights();
        // Twice, for neighbors on both sides are two pixels apart.
        let whole = f32::from((2 * corner + middle) * 2);
        vec2(self.slope_x[at].into(), self.slope_y[at].into()) / whole
    }
}

/// The neighbor across an edge with this slope: right or below, whichever way it slopes, so that of two equal pixels
/// always the upper or left one stays.
fn across(x: i16, y: i16) -> (i32, i32) {
    let (far_x, far_y) = (i32::from(x).abs(), i32::from(y).abs());
    // 12 : 5 is near the tangent of 67.5°, halfway between upright and diagonal.
    let i = if far_x * 12 > far_y * 5 { i32::from(x.signum()) } else { 0 };
    let j = if far_y * 12 > far_x * 5 { i32::from(y.signum()) } else { 0 };
    if (j, i) < (0, 0) { (-i, -j) } else { (i, j) }
}

#[inline(always)]
fn measure_row(
    [above, here, below]: [&[u8]; 3],
    operator: EdgeOperator,
    slope_x: &mut [i16],
    slope_y: &mut [i16],
    strength: &mut [u8],
) {
    let (corner, middle, shift) = operator.weights();
    let last = here.len() - 1;
    let mut pixel = |x: usize, left: usize, right: usize| {
        let at = |row: &[u8], x: usize| i16::from(row[x]);
        let gx = corner * (at(above, right) - at(above, left) + at(below, right) - at(below, left))
            + middle * (at(here, right) - at(here, left));
        let gy = corner * (at(below, left) - at(above, left) + at(below, right) - at(above, right))
            + middle * (at(below, x) - at(above, x));
        slope_x[x] = gx;
        slope_y[x] = gy;
        let sum = u32::from(gx.unsigned_abs()) + u32::from(gy.unsigned_abs());
        strength[x] = (sum >> shift).min(255) as u8;
    };
    pixel(0, 0, last.min(1));
    for x in 1..last {
        pixel(x, x - 1, x + 1);
    }
    pixel(last, last.saturating_sub(1), last);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(width: u32, height: u32, value: impl Fn(i32, i32) -> u8) -> LumaPlane {
        let mut plane = LumaPlane::default();
        plane.fit(width, height);
        for (i, byte) in plane.bytes_mut().iter_mut().enumerate() {
            *byte = value(i as i32 % width as i32, i as i32 / width as i32);
        }
        plane
    }

    #[test]
    fn weak_5_15_both_kinds_of_level_edges_are_found_and_upright_ones_are_not() {
        for (upper, lower) in [(200, 50), (50, 200)] {
            let picture = plane(40, 40, |x, y| {
                if x >= 30 {
                    120
                } else if y < 20 {
                    upper
                } else {
                    lower
                }
            });
            let mut edges = EdgeFinder { facing: EdgeFacing::Level, ..EdgeFinder::default() };
            edges.see(&picture);
            for x in 2..27 {
                let found: Vec<_> = (0..40).filter(|&y| edges.mask().get(x, y)).collect();
                assert_eq!(found, [19], "column {x} of {upper} over {lower}");
            }
            assert!((5..15).all(|y| (27..33).all(|x| !edges.mask().get(x, y))));
        }
    }

    #[test]
    fn input_60_a_slope_has_its_size_and_its_angle() {
        let ramp = plane(40, 40, |x, y| (x * 3 + y * 2) as u8);
        for operator in [EdgeOperator::Sobel, EdgeOperator::Scharr] {
            let mut edges = EdgeFinder { operator, ..EdgeFinder::default() };
            edges.see(&ramp);
            assert_eq!(edges.slope(20, 20), vec2(3.0, 2.0), "{operator:?}");
            assert_eq!(edges.slope(-1, 20), Vec2::ZERO);
        }
    }

    #[test]
    fn input_60_a_step_from_black_to_white_is_the_strongest() {
        for operator in [EdgeOperator::Sobel, EdgeOperator::Scharr] {
            let mut edges = EdgeFinder { operator, ..EdgeFinder::default() };
            edges.see(&plane(20, 20, |x, _| if x < 10 { 0 } else { 255 }));
            assert_eq!(edges.strength().get(9, 10), Some(255));
            assert_eq!(edges.strength().get(4, 10), Some(0));
        }
    }

    #[test]
    fn check_5_42_levels_agree() {
        let levels = crate::sight::testing::levels();
        for width in [1, 7, 319, 641] {
            let mut rng = motile_geom::Rng::new(u64::from(width));
            let mut noise = plane(width, 9, |_, _| 0);
            noise.bytes_mut().iter_mut().for_each(|byte| *byte = rng.u32() as u8);
            for operator in [EdgeOperator::Sobel, EdgeOperator::Scharr] {
                let mut found = levels.iter().map(|&level| {
                    let mut edges = EdgeFinder { operator, ..EdgeFinder::default() };
                    edges.see_at(level, &noise);
                    edges
                });
                let first = found.next().unwrap();
                // The plain rule, where all neighbors are there.
                let (side, middle, _) = operator.weights();
                let whole = f32::from(2 * (2 * side + middle));
                for x in 1..width as i32 - 1 {
                    let at = |dx: i32, dy: i32| i32::from(noise.get(x + dx, 4 + dy).unwrap());
                    let column = |dx: i32| {
                        i32::from(side) * (at(dx, -1) + at(dx, 1)) + i32::from(middle) * at(dx, 0)
                    };
                    let expected = (column(1) - column(-1)) as f32 / whole;
                    assert!((first.slope(x, 4).x - expected).abs() < 0.01, "{operator:?} at {x}");
                }
                for other in found {
                    assert_eq!(other.strength(), first.strength());
                    assert_eq!((other.mask(), &other.slope_x), (first.mask(), &first.slope_x));
                    assert_eq!(other.slope_y, first.slope_y);
                }
            }
        }
    }

    #[test]
    fn pictures_of_every_size() {
        let mut edges = EdgeFinder::default();
        for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (65, 3), (0, 0)] {
            edges.see(&plane(width, height, |x, y| (x * 91 + y * 57) as u8));
            assert_eq!((edges.mask().width(), edges.mask().height()), (width, height));
        }
    }
}
