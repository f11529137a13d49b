//! Curves by control points: quadratic and cubic Bézier, Catmull–Rom.

use crate::Vec2;

/// A curve that is a function of a parameter running from 0 to 1.
///
/// The parameter does not run at constant speed along the curve; [`ArcLength`](crate::ArcLength)
/// turns distances into parameters.
pub trait Curve {
    /// The point at parameter `t`; 0 is the start, 1 the end, beyond them the curve goes on.
    fn at(&self, t: f32) -> Vec2;
    /// Direction and speed at `t`: the change of place per unit of parameter.
    fn tangent(&self, t: f32) -> Vec2;
    /// Number of polynomial pieces, spread evenly over 0…1.
    fn pieces(&self) -> u32 {
        1
    }
}

/// A curve from one point to another, pulled towards a third.
///
/// ```
/// use motile_geom::{Curve, QuadraticBezier, vec2};
/// let arch = QuadraticBezier::new(vec2(0.0, 0.0), vec2(5.0, -10.0), vec2(10.0, 0.0));
/// assert_eq!(arch.at(0.5), vec2(5.0, -5.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuadraticBezier {
    /// Where it starts.
    pub start: Vec2,
    /// Where it is pulled to.
    pub control: Vec2,
    /// Where it ends.
    pub end: Vec2,
}

impl QuadraticBezier {
    /// A curve from its points.
    pub const fn new(start: Vec2, control: Vec2, end: Vec2) -> Self {
        Self { start, control, end }
    }

    /// The curve that passes through `middle` at parameter ½.
    pub fn through(start: Vec2, middle: Vec2, end: Vec2) -> Self {
        Self::new(start, middle * 2.0 - (start + end) * 0.5, end)
    }

    /// This curve, point by point, as a cubic.
    pub fn to_cubic(self) -> CubicBezier {
        let third = |end: Vec2| end + (self.control - end) * (2.0 / 3.0);
        CubicBezier::new(self.start, third(self.start), third(self.end), self.end)
    }
}

impl Curve for QuadraticBezier {
    fn at(&self, t: f32) -> Vec2 {
        let s = 1.0 - t;
        self.start * (s * s) + self.control * (2.0 * s * t) + self.end * (t * t)
    }

    fn tangent(&self, t: f32) -> Vec2 {
        ((self.control - self.start) * (1.0 - t) + (self.end - self.control) * t) * 2.0
    }
}

/// A curve from one point to another that leaves and arrives in the directions of two more.
#[doc(alias = "spline")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CubicBezier {
    /// Where it starts.
    pub start: Vec2,
    /// Where it heads first.
    pub control_1: Vec2,
    /// Where it comes from last.
    pub control_2: Vec2,
    /// Where it ends.
    pub end: Vec2,
}

impl CubicBezier {
    /// A curve from its points.
    pub const fn new(start: Vec2, control_1: Vec2, control_2: Vec2, end: Vec2) -> Self {
        Self { start, control_1, control_2, end }
    }
}

impl Curve for CubicBezier {
    fn at(&self, t: f32) -> Vec2 {
        let s = 1.0 - t;
        self.start * (s * s * s)
            + self.control_1 * (3.0 * s * s * t)
            + self.control_2 * (3.0 * s * t * t)
            + self.end * (t * t * t)
    }

    fn tangent(&self, t: f32) -> Vec2 {
        let s = 1.0 - t;
        let leave = (self.control_1 - self.start) * (s * s);
        let between = (self.control_2 - self.control_1) * (2.0 * s * t);
        let arrive = (self.end - self.control_2) * (t * t);
        (leave + between + arrive) * 3.0
    }
}

/// A smooth curve through all points of a list: uniform Catmull–Rom, the tangent at each point half
/// the way between its neighbors. Borrows the points.
///
/// No points give the origin, a single point itself. At the ends of an open curve the missing neighbor
/// is mirrored, so that two points make a straight line.
///
/// ```
/// use motile_geom::{CatmullRom, Curve, vec2};
/// let points = [vec2(0.0, 0.0), vec2(10.0, 5.0), vec2(20.0, 0.0)];
/// let path = CatmullRom::open(&points);
/// assert_eq!(path.at(0.5), vec2(10.0, 5.0));
/// ```
#[doc(alias = "spline")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CatmullRom<'a> {
    /// The points it passes through, evenly spread over the parameter.
    pub points: &'a [Vec2],
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

impl<'a> CatmullRom<'a> {
    /// From the first point to the last.
    pub const fn open(points: &'a [Vec2]) -> Self {
        Self { points, closed: false }
    }

    /// Round and back to the first point.
    pub const fn closed(points: &'a [Vec2]) -> Self {
        Self { points, closed: true }
    }

    /// The piece from point `index` to the next as a Bézier curve; the last one for an index too
    /// large.
    pub fn piece(&self, index: u32) -> CubicBezier {
        let i = i64::from(index.min(self.pieces() - 1));
        let [before, a, b, after] = [i - 1, i, i + 1, i + 2].map(|k| self.point(k));
        CubicBezier::new(a, a + (b - before) / 6.0, b - (after - a) / 6.0, b)
    }

    fn point(&self, index: i64) -> Vec2 {
        let points = self.points;
        let [first, .., last] = points else {
            return points.first().copied().unwrap_or_default();
        };
        let count = points.len() as i64;
        if self.closed {
            points[index.rem_euclid(count) as usize]
        } else if index < 0 {
            *first * 2.0 - points[1]
        } else if index >= count {
            *last * 2.0 - points[points.len() - 2]
        } else {
            points[index as usize]
        }
    }

    /// The piece at `t` and the parameter within it.
    fn locate(&self, t: f32) -> (CubicBezier, f32) {
        let pieces = self.pieces();
        let place = t * pieces as f32;
        let index = (place.max(0.0) as u32).min(pieces - 1);
        (self.piece(index), place - index as f32)
    }
}

impl Curve for CatmullRom<'_> {
    fn at(&self, t: f32) -> Vec2 {
        let (piece, t) = self.locate(t);
        piece.at(t)
    }

    fn tangent(&self, t: f32) -> Vec2 {
        let (piece, t) = self.locate(t);
        piece.tangent(t) * self.pieces() as f32
    }

    fn pieces(&self) -> u32 {
        let gaps = if self.closed { self.points.len() } else { self.points.len().max(1) - 1 };
        gaps.max(1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    #[test]
    fn ends_are_exact_and_tangents_are_slopes() {
        let cubic =
            CubicBezier::new(vec2(1.0, 2.0), vec2(3.0, -5.0), vec2(8.0, 9.0), vec2(10.0, 3.0));
        let quadratic = QuadraticBezier::new(cubic.start, cubic.control_1, cubic.end);
        let points = [vec2(0.0, 0.0), vec2(3.0, 5.0), vec2(9.0, 1.0), vec2(4.0, -4.0)];
        let (open, closed) = (CatmullRom::open(&points), CatmullRom::closed(&points));
        let curves: [&dyn Curve; 4] = [&cubic, &quadratic, &open, &closed];
        for curve in curves {
            for i in 1..20 {
                let (t, h) = (i as f32 / 20.5, 1e-3);
                let slope = (curve.at(t + h) - curve.at(t - h)) / (2.0 * h);
                assert!(slope.distance(curve.tangent(t)) < 0.05, "{slope} at {t}");
            }
        }
        assert_eq!((cubic.at(0.0), cubic.at(1.0)), (cubic.start, cubic.end));
        assert_eq!((open.at(0.0), open.at(1.0)), (points[0], points[3]));
        assert_eq!((closed.at(0.25), closed.at(1.0)), (points[1], points[0]));
    }

    #[test]
    fn quadratic_and_cubic_forms_agree() {
        let curve = QuadraticBezier::through(vec2(0.0, 0.0), vec2(4.0, 8.0), vec2(10.0, 2.0));
        assert_eq!(curve.at(0.5), vec2(4.0, 8.0));
        for i in 0..=10 {
            let t = i as f32 / 10.0;
            assert!(curve.at(t).distance(curve.to_cubic().at(t)) < 1e-5);
        }
    }

    #[test]
    fn few_points_are_fine() {
        assert_eq!(CatmullRom::open(&[]).at(0.3), Vec2::ZERO);
        assert_eq!(CatmullRom::closed(&[]).at(0.3), Vec2::ZERO);
        assert_eq!(CatmullRom::closed(&[Vec2::X]).at(0.3), Vec2::X);
        let pair = [vec2(0.0, 0.0), vec2(8.0, 4.0)];
        assert!(CatmullRom::open(&pair).at(0.25).distance(vec2(2.0, 1.0)) < 1e-6);
        assert_eq!(CatmullRom::open(&pair).piece(99).end, pair[1]);
    }
}
