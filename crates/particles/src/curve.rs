//! Values over the life of a particle.

use motile_geom::{HashState, StateHash};
use motile_pixels::Color;

/// The most points of a curve or ramp.
pub(crate) const MAX_POINTS: usize = 8;
/// The least share of a life between two points: a jump takes this long.
const LEAST_GAP: f32 = 1.0 / 1024.0;

/// A number over the life of a particle, by straight lines between at most eight points: 0 is its birth, 1 its end.
///
/// Few points and no table, so that a processor works out eight particles at a time.
///
/// ```
/// use motile_particles::LifeCurve;
/// let swell = LifeCurve::new(&[(0.0, 0.2), (0.25, 1.0), (1.0, 0.0)]);
/// assert_eq!(swell.at(0.25), 1.0);
/// assert_eq!(swell.at(0.625), 0.5);
/// assert_eq!(LifeCurve::constant(3.0).at(0.7), 3.0);
/// ```
#[doc(alias = "keyframes")]
#[doc(alias = "over lifetime")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LifeCurve {
    /// Where and how much; those behind the last one are copies of it.
    points: [(f32, f32); MAX_POINTS],
    len: u8,
}

impl LifeCurve {
    /// The factor 1 at all times.
    pub const ONE: Self = Self::constant(1.0);

    /// One value at all times.
    pub const fn constant(value: f32) -> Self {
        Self { points: [(0.0, value); MAX_POINTS], len: 1 }
    }

    /// From one value at birth to another at the end.
    pub const fn linear(from: f32, to: f32) -> Self {
        let mut points = [(1.0, to); MAX_POINTS];
        points[0] = (0.0, from);
        Self { points, len: 2 }
    }

    /// A curve through points of share of life and value, in that order. Before the first and behind the last it is level.
    ///
    /// Points with numbers that are not finite, and those behind the eighth, are left out; a share below that of the point
    /// before is raised to it. Without points it is 1.
    pub fn new(points: &[(f32, f32)]) -> Self {
        let mut curve = Self::ONE;
        let mut len = 0;
        let mut least = 0.0f32;
        for &(share, value) in points.iter().filter(|p| p.0.is_finite() && p.1.is_finite()) {
            if len == MAX_POINTS {
                break;
            }
            let share = share.max(least);
            least = share + LEAST_GAP;
            curve.points[len..].fill((share, value));
            len += 1;
        }
        curve.len = len.max(1) as u8;
        curve
    }

    /// The points it runs through.
    pub fn points(&self) -> &[(f32, f32)] {
        &self.points[..usize::from(self.len)]
    }

    /// The value at a share of a life.
    pub fn at(&self, share: f32) -> f32 {
        let pieces = self.pieces();
        let mut value = pieces.base;
        for piece in pieces.as_slice() {
            value += piece.slope * (share.max(piece.start).min(piece.end) - piece.start);
        }
        value
    }

    /// The curve as a sum of ramps, each level outside its own piece: no search and no branch for a value.
    pub(crate) fn pieces(&self) -> Pieces {
        let mut pieces = Pieces {
            base: self.points[0].1,
            steep: [Piece { start: 0.0, end: 0.0, slope: 0.0 }; MAX_POINTS - 1],
            len: 0,
        };
        for pair in self.points().windows(2) {
            let [(start, from), (end, to)] = [pair[0], pair[1]];
            if from != to {
                pieces.steep[pieces.len] = Piece { start, end, slope: (to - from) / (end - start) };
                pieces.len += 1;
            }
        }
        pieces
    }
}

impl Default for LifeCurve {
    fn default() -> Self {
        Self::ONE
    }
}

impl HashState for LifeCurve {
    fn hash_state(&self, hash: &mut StateHash) {
        self.points().hash_state(hash);
    }
}

/// A piece of a curve that is not level.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) slope: f32,
}

/// A curve ready to be worked out.
#[derive(Clone, Copy)]
pub(crate) struct Pieces {
    /// The value before all pieces.
    pub(crate) base: f32,
    steep: [Piece; MAX_POINTS - 1],
    len: usize,
}

impl Pieces {
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Piece] {
        &self.steep[..self.len]
    }
}

/// A color over the life of a particle, mixed between at most eight stops.
///
/// ```
/// use motile_particles::ColorRamp;
/// use motile_pixels::Color;
/// let ramp = ColorRamp::new(&[Color::WHITE, Color::ORANGE, Color::RED.with_alpha(0)]);
/// assert_eq!(ramp.at(0.5), Color::ORANGE);
/// assert_eq!(ramp.at(1.0).a, 0);
/// ```
#[doc(alias = "gradient")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorRamp {
    /// Evenly spread; those behind the last one are copies of it.
    colors: [Color; MAX_POINTS],
    len: u8,
}

impl ColorRamp {
    /// One color for all of a life.
    pub const fn constant(color: Color) -> Self {
        Self { colors: [color; MAX_POINTS], len: 1 }
    }

    /// Colors evenly spread over a life, at most eight; white without any.
    pub fn new(colors: &[Color]) -> Self {
        let mut ramp = Self::constant(Color::WHITE);
        ramp.len = colors.len().clamp(1, MAX_POINTS) as u8;
        for (index, &color) in colors.iter().take(MAX_POINTS).enumerate() {
            ramp.colors[index..].fill(color);
        }
        ramp
    }

    /// The colors it runs through.
    pub fn colors(&self) -> &[Color] {
        &self.colors[..usize::from(self.len)]
    }

    /// The color at a share of a life.
    pub fn at(&self, share: f32) -> Color {
        let last = usize::from(self.len) - 1;
        let along = share.clamp(0.0, 1.0) * last as f32;
        // A NaN becomes 0.
        let index = (along as usize).min(last);
        let next = (index + 1).min(last);
        self.colors[index].lerp(self.colors[next], along - index as f32)
    }
}

impl Default for ColorRamp {
    fn default() -> Self {
        Self::constant(Color::WHITE)
    }
}

impl HashState for ColorRamp {
    fn hash_state(&self, hash: &mut StateHash) {
        hash.write_u64(u64::from(self.len));
        for color in self.colors() {
            hash.write_u64(u64::from(color.to_argb()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_meets_its_points_and_is_level_outside() {
        let points = [(0.1, 2.0), (0.4, 2.0), (0.5, -1.0), (0.9, 4.0)];
        let curve = LifeCurve::new(&points);
        for (share, value) in points {
            assert!((curve.at(share) - value).abs() < 1e-5);
        }
        assert_eq!(curve.at(0.0), 2.0);
        assert!((curve.at(1.0) - 4.0).abs() < 1e-5);
        assert!((curve.at(0.7) - 1.5).abs() < 1e-5);
        assert_eq!(curve.points(), points);
    }

    #[test]
    fn bad_points_are_left_out_and_order_is_kept() {
        let curve =
            LifeCurve::new(&[(f32::NAN, 1.0), (0.5, 1.0), (0.2, 3.0), (0.8, f32::INFINITY)]);
        assert_eq!(curve.points()[0], (0.5, 1.0));
        assert!(curve.points()[1].0 > 0.5, "a jump: {:?}", curve.points());
        assert_eq!(curve.points().len(), 2);
        assert_eq!(LifeCurve::new(&[]), LifeCurve::ONE);
        assert_eq!(LifeCurve::new(&[(0.0, 1.0); 20]).points().len(), MAX_POINTS);
        assert_eq!(ColorRamp::new(&[]).at(0.3), Color::WHITE);
        assert_eq!(ColorRamp::new(&[Color::RED; 20]).at(f32::NAN), Color::RED);
    }
}
