//! Line segments.

use crate::exact::{closest_on_line, crossing_of_lines, squared_to_line, to_f32, to_vec2};
use crate::{Aabb, Vec2};
use glam::DVec2;

/// A straight line between two points, both included.
#[doc(alias = "line segment")]
#[doc(alias = "ray")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// First end.
    pub a: Vec2,
    /// Second end.
    pub b: Vec2,
}

impl Segment {
    /// A segment between two points.
    pub const fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b }
    }

    /// Whether all numbers are finite.
    pub fn is_valid(self) -> bool {
        self.a.is_finite() && self.b.is_finite()
    }

    /// From the first end to the second.
    pub fn vector(self) -> Vec2 {
        self.b - self.a
    }

    /// Length in pixels.
    pub fn length(self) -> f32 {
        self.vector().length()
    }

    /// Middle of the segment.
    pub fn center(self) -> Vec2 {
        self.a * 0.5 + self.b * 0.5
    }

    /// The point a share `t` of the way from `a` to `b`.
    pub fn at(self, t: f32) -> Vec2 {
        self.a + self.vector() * t
    }

    /// The smallest box around it.
    pub fn aabb(self) -> Aabb {
        Aabb::new(self.a.min(self.b), self.a.max(self.b))
    }

    /// Where along the line through the segment the foot of the perpendicular from `point` lies: 0 at
    /// `a`, 1 at `b`, beyond them outside the segment. A segment without length gives 0.
    pub fn project(self, point: Vec2) -> f32 {
        let (a, b, x) = (self.a.as_dvec2(), self.b.as_dvec2(), point.as_dvec2());
        let whole = (b - a).length_squared();
        if whole > 0.0 { to_f32((x - a).dot(b - a) / whole) } else { 0.0 }
    }

    /// Where on the segment the point nearest to `point` lies: 0 at `a`, 1 at `b`. A segment without
    /// length gives 0.
    pub fn closest_t(self, point: Vec2) -> f32 {
        self.closest(point).0 as f32
    }

    /// The point of the segment nearest to `point`; exactly an end where an end is nearest.
    pub fn closest_point(self, point: Vec2) -> Vec2 {
        to_vec2(self.closest(point).1)
    }

    fn closest(self, point: Vec2) -> (f64, DVec2) {
        closest_on_line(self.a.as_dvec2(), self.b.as_dvec2(), point.as_dvec2())
    }

    /// Distance from a point in pixels.
    pub fn distance(self, point: Vec2) -> f32 {
        to_f32(squared_to_line(self.a.as_dvec2(), self.b.as_dvec2(), point.as_dvec2()).0.sqrt())
    }

    /// Where two segments meet, ends included, or `None`. Of a stretch that segments on one line
    /// share, the point nearest to the start of this one is given.
    ///
    /// ```
    /// use motile_geom::{Segment, vec2};
    /// let a = Segment::new(vec2(0.0, 0.0), vec2(10.0, 0.0));
    /// let b = Segment::new(vec2(4.0, -1.0), vec2(4.0, 3.0));
    /// let hit = a.intersection(b).unwrap();
    /// assert_eq!((hit.point, hit.t, hit.u), (vec2(4.0, 0.0), 0.4, 0.25));
    /// ```
    pub fn intersection(self, other: Self) -> Option<SegmentHit> {
        let [a, b, c, d] = [self.a, self.b, other.a, other.b].map(Vec2::as_dvec2);
        let (t, u) = crossing_of_lines(a, b, c, d).or_else(|| shared_end(a, b, c, d))?;
        let point = if t >= 1.0 { b } else { a + (b - a) * t };
        Some(SegmentHit { point: to_vec2(point), t: t as f32, u: u as f32 })
    }

    /// Moved by an offset.
    pub fn translated(self, offset: Vec2) -> Self {
        Self::new(self.a + offset, self.b + offset)
    }
}

/// Where two segments meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SegmentHit {
    /// The place.
    pub point: Vec2,
    /// Share of the way along the first segment, 0…1.
    pub t: f32,
    /// Share of the way along the second segment, 0…1.
    pub u: f32,
}

/// The end of one segment that lies on the other, nearest to `a` first.
fn shared_end(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Option<(f64, f64)> {
    let share = |point: DVec2, from: DVec2, to: DVec2| {
        let (t, foot) = closest_on_line(from, to, point);
        ((to - from).perp_dot(point - from) == 0.0 && foot_is_at(foot, point)).then_some(t)
    };
    if let Some(u) = share(a, c, d) {
        return Some((0.0, u));
    }
    let from_c = share(c, a, b).map(|t| (t, 0.0));
    let from_d = share(d, a, b).map(|t| (t, 1.0));
    let from_b = share(b, c, d).map(|u| (1.0, u));
    [from_c, from_d, from_b].into_iter().flatten().min_by(|x, y| x.0.total_cmp(&y.0))
}

/// Whether a foot that is on the line through a point is the point itself, up to rounding of `f32`.
fn foot_is_at(foot: DVec2, point: DVec2) -> bool {
    foot.distance(point) <= 1e-12 * foot.abs().max(point.abs()).max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vec2;

    #[test]
    fn sim_a4_closest_point() {
        // X, A, B, unclamped t, P, distance.
        let rows = [
            ([5.0, 5.0, 0.0, 0.0, 10.0, 0.0], 0.5, vec2(5.0, 0.0), 5.0),
            ([-3.0, 4.0, 0.0, 0.0, 10.0, 0.0], -0.3, vec2(0.0, 0.0), 5.0),
            ([14.0, 3.0, 0.0, 0.0, 10.0, 0.0], 1.4, vec2(10.0, 0.0), 5.0),
            ([3.0, 4.0, 1.0, 1.0, 5.0, 3.0], 0.7, vec2(3.8, 2.4), 1.788854382),
            ([0.0, 10.0, 0.0, 0.0, 10.0, 10.0], 0.5, vec2(5.0, 5.0), 7.071067812),
            ([2.0, 1.0, 2.0, 7.0, 2.0, -3.0], 0.6, vec2(2.0, 1.0), 0.0),
            ([1.0, 6.0, -2.0, 1.0, 4.0, -3.0], -0.038461538, vec2(-2.0, 1.0), 5.830951895),
            ([7.0, 7.0, 4.0, 4.0, 4.0, 4.0], 0.0, vec2(4.0, 4.0), 4.242640687),
        ];
        for ([x, y, ax, ay, bx, by], t, p, distance) in rows {
            let (point, segment) = (vec2(x, y), Segment::new(vec2(ax, ay), vec2(bx, by)));
            let near = |found: f32, expected: f64| (f64::from(found) - expected).abs() < 5e-7;
            assert!(near(segment.project(point), t), "{point}");
            assert!(near(segment.closest_t(point), t.clamp(0.0, 1.0)), "{point}");
            assert_eq!(segment.closest_point(point), p);
            assert!(near(segment.distance(point), distance), "{point}");
        }
    }

    #[test]
    fn segments_cross_touch_and_miss() {
        let segment = |a, b, c, d| Segment::new(vec2(a, b), vec2(c, d));
        let base = segment(0.0, 0.0, 10.0, 0.0);
        let meet = |other: Segment| base.intersection(other).map(|hit| hit.point);
        assert_eq!(meet(segment(3.0, -5.0, 3.0, 5.0)), Some(vec2(3.0, 0.0)));
        assert_eq!(meet(segment(10.0, 0.0, 10.0, 5.0)), Some(vec2(10.0, 0.0)));
        assert_eq!(meet(segment(3.0, 1.0, 3.0, 5.0)), None);
        assert_eq!(meet(segment(0.0, 1.0, 10.0, 1.0)), None);
        assert_eq!(meet(segment(11.0, 0.0, 20.0, 0.0)), None);
        assert_eq!(meet(segment(20.0, 0.0, 4.0, 0.0)), Some(vec2(4.0, 0.0)));
        assert_eq!(meet(segment(-4.0, 0.0, 4.0, 0.0)), Some(vec2(0.0, 0.0)));
        assert_eq!(meet(segment(7.0, 0.0, 7.0, 0.0)), Some(vec2(7.0, 0.0)));
        assert_eq!(meet(segment(7.0, 1.0, 7.0, 1.0)), None);
        let dot = segment(1.0, 1.0, 1.0, 1.0);
        assert_eq!(dot.intersection(dot).map(|hit| hit.point), Some(vec2(1.0, 1.0)));
    }
}
