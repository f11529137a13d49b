//! Curves to move along.

use motile_geom::{MarkRole, MarkSink, Marks, Vec2, Vec2Ext};
use std::sync::Arc;

/// A curve to move along, measured by its length: equal progress is equal distance. Cheap to clone.
///
/// ```
/// use motile_anim::MotionPath;
/// use motile_geom::vec2;
/// let path = MotionPath::polyline(&[vec2(0.0, 0.0), vec2(30.0, 0.0), vec2(30.0, 10.0)]);
/// assert_eq!(path.length(), 40.0);
/// assert_eq!(path.at(0.5), vec2(20.0, 0.0));
/// ```
#[doc(alias = "spline")]
#[doc(alias = "arc length")]
#[derive(Clone, Debug, PartialEq)]
pub struct MotionPath {
    points: Arc<[Vec2]>,
    /// Distance from the beginning to each point.
    distances: Arc<[f32]>,
}

/// Straight pieces per curve: a half circle of radius 100 is followed to 0.05 px.
const PIECES: u32 = 48;

impl MotionPath {
    /// Straight lines through the points. Points that are not finite are left out; an empty path stays
    /// at the origin.
    pub fn polyline(points: &[Vec2]) -> Self {
        let mut kept: Vec<Vec2> = points.iter().copied().filter(|p| p.is_finite()).collect();
        if kept.is_empty() {
            kept.push(Vec2::ZERO);
        }
        let mut total = 0.0f64;
        let mut distances = vec![0.0];
        for pair in kept.windows(2) {
            total += (pair[1].as_dvec2() - pair[0].as_dvec2()).length();
            distances.push(total as f32);
        }
        Self { points: kept.into(), distances: distances.into() }
    }

    /// A smooth curve through all points (Catmull–Rom); `closed` joins the last to the first.
    pub fn smooth(points: &[Vec2], closed: bool) -> Self {
        let n = points.len();
        if n < 3 {
            return Self::polyline(points);
        }
        let pick = |i: isize| {
            let last = n as isize - 1;
            points[if closed { i.rem_euclid(n as isize) } else { i.clamp(0, last) } as usize]
        };
        let segments = if closed { n } else { n - 1 };
        let mut out = vec![points[0]];
        for i in 0..segments as isize {
            let [a, b, c, d] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
            push_cubic(&mut out, b, b + (c - a) / 6.0, c - (d - b) / 6.0, c);
        }
        Self::polyline(&out)
    }

    /// Cubic Bézier curves, each given by two handles and its end, from `start` on.
    pub fn bezier(start: Vec2, curves: &[[Vec2; 3]]) -> Self {
        let mut out = vec![start];
        let mut from = start;
        for &[a, b, to] in curves {
            push_cubic(&mut out, from, a, b, to);
            from = to;
        }
        Self::polyline(&out)
    }

    /// Length in pixels.
    pub fn length(&self) -> f32 {
        self.distances[self.distances.len() - 1]
    }

    /// The place after a share of the length; a share outside 0…1 goes on straight ahead.
    pub fn at(&self, progress: f32) -> Vec2 {
        let Some((index, share)) = self.find(progress) else { return self.points[0] };
        let (a, b) = (self.points[index], self.points[index + 1]);
        if share == 1.0 { b } else { a + (b - a) * share }
    }

    /// The direction of travel there, in radians; 0 on a path without length.
    pub fn heading(&self, progress: f32) -> f32 {
        self.find(progress)
            .map_or(0.0, |(index, _)| (self.points[index + 1] - self.points[index]).angle())
    }

    /// Shows the curve in a debug view, with points where its pieces meet.
    pub fn mark(&self, marks: &mut Marks) {
        marks.polyline(MarkRole::Path, self.points.iter().copied());
        for &point in &*self.points {
            marks.point(MarkRole::Path, point);
        }
    }

    /// The piece at a share of the length, and the share of that piece; `None` without length.
    fn find(&self, progress: f32) -> Option<(usize, f32)> {
        let length = self.length();
        if length <= 0.0 || progress.is_nan() {
            return None;
        }
        let distance = progress * length;
        let index =
            self.distances.partition_point(|&d| d <= distance).clamp(1, self.points.len() - 1);
        // A piece without length has no direction: the nearest one before or after has.
        let has_length = |&i: &usize| self.distances[i + 1] > self.distances[i];
        let index = (0..index)
            .rev()
            .find(has_length)
            .or_else(|| (index..self.points.len() - 1).find(has_length))?;
        let (a, b) = (self.distances[index], self.distances[index + 1]);
        Some((index, if progress == 1.0 { 1.0 } else { (distance - a) / (b - a) }))
    }
}

fn push_cubic(out: &mut Vec<Vec2>, a: Vec2, b: Vec2, c: Vec2, d: Vec2) {
    for i in 1..=PIECES {
        let t = i as f32 / PIECES as f32;
        let u = 1.0 - t;
        let point =
            a * (u * u * u) + b * (3.0 * u * u * t) + c * (3.0 * u * t * t) + d * (t * t * t);
        out.push(if i == PIECES { d } else { point });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f32::consts::{FRAC_PI_2, PI};
    use motile_geom::vec2;

    #[test]
    fn equal_progress_is_equal_distance() {
        let k = 55.228_474;
        let quarter = MotionPath::bezier(
            vec2(100.0, 0.0),
            &[[vec2(100.0, k), vec2(k, 100.0), vec2(0.0, 100.0)]],
        );
        assert!((quarter.length() - 50.0 * PI).abs() < 0.1);
        for i in 0..=10 {
            let t = i as f32 / 10.0;
            assert!((quarter.at(t).length() - 100.0).abs() < 0.05);
            assert!((quarter.at(t).angle() - t * FRAC_PI_2).abs() < 2e-3);
        }
        assert!((quarter.heading(0.0) - FRAC_PI_2).abs() < 0.05);
        assert_eq!(quarter.at(1.0), vec2(0.0, 100.0));
    }

    #[test]
    fn smooth_paths_pass_their_points() {
        let points = [vec2(0.0, 0.0), vec2(10.0, 20.0), vec2(30.0, 0.0)];
        let open = MotionPath::smooth(&points, false);
        let closed = MotionPath::smooth(&points, true);
        assert_eq!((open.at(0.0), open.at(1.0)), (points[0], points[2]));
        assert_eq!(closed.at(1.0), points[0]);
        let nearest = (0..=1000).map(|i| open.at(i as f32 / 1000.0).distance(points[1]));
        assert!(nearest.fold(f32::MAX, f32::min) < 0.1);
    }

    #[test]
    fn degenerate_paths_stay_finite() {
        for points in [vec![], vec![vec2(3.0, 4.0)], vec![vec2(3.0, 4.0); 3], vec![Vec2::NAN; 2]] {
            let path = MotionPath::polyline(&points);
            for t in [-1.0, 0.0, 0.5, 1.0, 2.0, f32::NAN] {
                assert!(path.at(t).is_finite() && path.heading(t) == 0.0);
            }
        }
        let doubled = MotionPath::polyline(&[Vec2::ZERO, Vec2::ZERO, Vec2::Y, Vec2::Y]);
        assert_eq!((doubled.heading(0.0), doubled.heading(1.0)), (FRAC_PI_2, FRAC_PI_2));
        assert_eq!(doubled.at(2.0), vec2(0.0, 2.0));
    }
}
