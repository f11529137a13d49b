//! Moving along a curve at constant speed.

use crate::exact::to_f32;
use crate::{Curve, Vec2};

/// Lengths along a curve, to turn a distance into a parameter.
///
/// ```
/// use motile_geom::{ArcLength, Curve, QuadraticBezier, vec2};
/// // Slow at the start by its parameter, even by its length.
/// let line = QuadraticBezier::new(vec2(0.0, 0.0), vec2(0.0, 0.0), vec2(100.0, 0.0));
/// let lengths = ArcLength::new(&line);
/// assert_eq!(lengths.total(), 100.0);
/// assert!((lengths.point_at(&line, 25.0).x - 25.0).abs() < 0.01);
/// ```
#[doc(alias = "constant speed")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArcLength {
    /// At the parameters 0, 1/n, 2/n … 1.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mark {
    /// Length from the start.
    length: f32,
    /// Length gained per entry of the table at this speed.
    speed: f32,
}

/// Table entries per polynomial piece used by [`ArcLength::new`].
pub const SAMPLES_PER_PIECE: u32 = 32;

impl ArcLength {
    /// A table with [`SAMPLES_PER_PIECE`] entries for each piece of the curve.
    pub fn new(curve: &(impl Curve + ?Sized)) -> Self {
        let mut table = Self::default();
        table.measure(curve, SAMPLES_PER_PIECE);
        table
    }

    /// Measures a curve anew into the same memory. Each entry is integrated by five points, so the
    /// total is accurate to `f32` for smooth curves; places between entries are interpolated by a
    /// cubic, with an error that falls with the fourth power of `samples_per_piece` (at least 1).
    pub fn measure(&mut self, curve: &(impl Curve + ?Sized), samples_per_piece: u32) {
        let count = curve.pieces().saturating_mul(samples_per_piece.max(1));
        let step = 1.0 / f64::from(count);
        let mark = |length: f64, i: u32| Mark {
            length: to_f32(length),
            speed: to_f32(curve.tangent((f64::from(i) * step) as f32).as_dvec2().length() * step),
        };
        let mut total = 0.0;
        self.marks.clear();
        self.marks.push(mark(total, 0));
        for i in 0..count {
            total += stretch(curve, f64::from(i) * step, step);
            self.marks.push(mark(total, i + 1));
        }
    }

    /// Length of the whole curve in pixels.
    pub fn total(&self) -> f32 {
        self.marks.last().map_or(0.0, |mark| mark.length)
    }

    /// Length from the start to parameter `t` (0…1; outside it is held).
    pub fn length_at(&self, t: f32) -> f32 {
        let last = self.marks.len().saturating_sub(1);
        if last == 0 {
            return 0.0;
        }
        let place = t.clamp(0.0, 1.0) * last as f32;
        let index = (place as usize).min(last - 1);
        let (from, to) = (self.marks[index], self.marks[index + 1]);
        let gap = to.length - from.length;
        if gap <= 0.0 {
            return from.length;
        }
        from.length + gap * blend(place - index as f32, from.speed / gap, to.speed / gap)
    }

    /// The parameter at a distance from the start, 0…1: 0 before the start, 1 past the end. Costs the
    /// logarithm of the table's size.
    pub fn t_at(&self, distance: f32) -> f32 {
        let last = self.marks.len().saturating_sub(1);
        if last == 0 || distance.is_nan() || distance <= 0.0 {
            return 0.0;
        }
        let next = self.marks.partition_point(|mark| mark.length <= distance);
        if next > last {
            return 1.0;
        }
        let (from, to) = (self.marks[next - 1], self.marks[next]);
        let gap = to.length - from.length;
        let share = blend((distance - from.length) / gap, gap / from.speed, gap / to.speed);
        ((next - 1) as f32 + share) / last as f32
    }

    /// The point of the curve at a distance from its start.
    pub fn point_at(&self, curve: &(impl Curve + ?Sized), distance: f32) -> Vec2 {
        curve.at(self.t_at(distance))
    }

    /// `count` points of the curve at equal distances, both ends included.
    pub fn points<'a>(
        &'a self,
        curve: &'a (impl Curve + ?Sized),
        count: u32,
    ) -> impl ExactSizeIterator<Item = Vec2> + 'a {
        let gaps = count.saturating_sub(1).max(1);
        (0..count).map(move |i| curve.at(self.t_at(self.total() * (i as f32 / gaps as f32))))
    }
}

/// A rise from 0 to 1 with the given slopes at its ends; slopes beyond 3 could make it fall in between
/// and are held.
fn blend(x: f32, slope_0: f32, slope_1: f32) -> f32 {
    let (back, m0, m1) = (1.0 - x, slope_0.min(3.0), slope_1.min(3.0));
    x * x * (3.0 - 2.0 * x) + m0 * x * back * back - m1 * x * x * back
}

/// Length of a stretch of a curve by Gauss–Legendre integration with five points.
fn stretch(curve: &(impl Curve + ?Sized), from: f64, step: f64) -> f64 {
    const NODES: [(f64, f64); 3] = [
        (0.0, 0.568_888_888_888_888_9),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let half = step / 2.0;
    let speed = |x: f64| curve.tangent((from + half + half * x) as f32).as_dvec2().length();
    let outer: f64 = NODES[1..].iter().map(|&(x, weight)| weight * (speed(x) + speed(-x))).sum();
    (NODES[0].1 * speed(0.0) + outer) * half
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CatmullRom, CubicBezier, vec2};

    #[test]
    fn the_length_of_a_parabola_is_the_exact_one() {
        // y = x² from 0 to 1 as a quadratic: length √5/2 + asinh(2)/4.
        let curve = crate::QuadraticBezier::new(vec2(0.0, 0.0), vec2(0.5, 0.0), vec2(1.0, 1.0));
        let exact = 5f64.sqrt() / 2.0 + crate::ops::ln64(2.0 + 5f64.sqrt()) / 4.0;
        assert!((f64::from(ArcLength::new(&curve).total()) - exact).abs() < 1e-6);
    }

    #[test]
    fn steps_along_the_curve_are_even() {
        let curve = CubicBezier::new(
            vec2(0.0, 0.0),
            vec2(300.0, 0.0),
            vec2(0.0, 200.0),
            vec2(300.0, 200.0),
        );
        let points = [vec2(0.0, 0.0), vec2(100.0, 20.0), vec2(120.0, 200.0), vec2(-50.0, 90.0)];
        let curves: [&dyn Curve; 2] = [&curve, &CatmullRom::closed(&points)];
        for curve in curves {
            let lengths = ArcLength::new(curve);
            let places: Vec<_> = lengths.points(curve, 1001).collect();
            let gap = lengths.total() / 1000.0;
            for pair in places.windows(2) {
                assert!((pair[0].distance(pair[1]) - gap).abs() < 0.003 * gap, "{pair:?}");
            }
            assert_eq!(places[1000], curve.at(1.0));
            for i in 0..=50 {
                let distance = lengths.total() * i as f32 / 50.0;
                let back = lengths.length_at(lengths.t_at(distance));
                assert!((back - distance).abs() < 1e-4 * lengths.total());
            }
        }
    }

    #[test]
    fn distances_outside_and_curves_without_length() {
        let dot = CubicBezier::default();
        let lengths = ArcLength::new(&dot);
        assert_eq!((lengths.total(), lengths.point_at(&dot, 3.0)), (0.0, Vec2::ZERO));
        assert_eq!(ArcLength::default().t_at(1.0), 0.0);
        let line = CubicBezier::new(Vec2::ZERO, Vec2::X, Vec2::X * 2.0, Vec2::X * 3.0);
        let lengths = ArcLength::new(&line);
        assert_eq!((lengths.t_at(-1.0), lengths.t_at(99.0)), (0.0, 1.0));
        assert_eq!((lengths.t_at(f32::NAN), lengths.length_at(9.0)), (0.0, lengths.total()));
        assert_eq!(lengths.points(&line, 0).count() + lengths.points(&line, 1).count(), 1);
    }
}
